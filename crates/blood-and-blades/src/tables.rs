//! The book's tables, read from `data/blood-and-blades/tables/` and kept as plain arrays.

use crate::numbers::Numbers;
use crate::settings::Settings;
use crate::troop::{Grade, Status, Troop, TroopError, TroopPattern, TroopType};
use serde::Deserialize;
use std::collections::BTreeMap;

/// BB-TRP-01, BB-BASE-08: figure scale in mm, one for both armies; 15 mm unless said otherwise.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, Deserialize,
)]
pub enum Scale {
    #[serde(rename = "6mm")]
    Six,
    #[default]
    #[serde(rename = "15mm")]
    Fifteen,
    #[serde(rename = "25mm")]
    TwentyFive,
}

/// BB-BASE-11: the four kinds of bases by depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BaseKind {
    VeryShallow,
    Shallow,
    Deep,
    VeryDeep,
}

const SCALES: [Scale; 3] = [Scale::Six, Scale::Fifteen, Scale::TwentyFive];
const TYPES: usize = TroopType::ALL.len();
const GRADES: [Grade; 5] = Grade::ALL;

/// All tables, indexed by type and grade. A `None` is a "--" of the book.
#[derive(Clone, Debug)]
pub struct Tables {
    /// BB-BASE-08: (MU, base width) in mm by scale.
    measures: [(f64, f64); 3],
    /// BB-BASE-09: depth in mm by scale, type, grade.
    depths: [[[f64; 5]; TYPES]; 3],
    /// BB-BASE-10.
    figures: [[[u8; 5]; TYPES]; 2],
    /// BB-MOVE-01: MU in good, rough, difficult going and on a road.
    moves: [Option<[u8; 4]>; TYPES],
    /// BB-FAC-01: against infantry, against mounted.
    factors: [Option<(i32, i32)>; TYPES],
    shot_at: [Option<i32>; TYPES],
    /// BB-AP-03: points by status, type, grade.
    points: [[[Option<u16>; 5]; TYPES]; 2],
    pub budget: u16,
    pub commander_points: u16,
    pub surcharge: Surcharge,
    pub numbers: Numbers,
    /// BB-MOR-13.
    morale: [[Poc; 5]; TYPES],
    poc_baggage: u32,
    poc_commander: u32,
    poc_ordinary: u32,
}

/// BB-AP-04 to BB-AP-07: surcharges in half points.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Surcharge {
    pub mounted_infantry: u16,
    pub mounted_ps: u16,
    pub special_support: u16,
    pub mounted_ps_with_special_support: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Poc {
    #[default]
    Unlisted,
    Ordinary,
    Strong,
    Weak,
}

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("{file}: {source}")]
    Toml { file: &'static str, source: Box<toml::de::Error> },
    #[error("{file}: {source}")]
    Pattern { file: &'static str, source: TroopError },
    #[error("{file}: `{key}` is missing or is not a known name")]
    Key { file: &'static str, key: String },
}

impl Tables {
    /// The tables that come with the program.
    pub fn standard() -> &'static Tables {
        static TABLES: std::sync::OnceLock<Tables> = std::sync::OnceLock::new();
        TABLES.get_or_init(|| {
            // The files are compiled in and a test reads them: only a broken build could fail here.
            #[allow(clippy::expect_used)]
            read::tables().expect("the tables that come with the program are well formed")
        })
    }

    /// BB-MEAS-01, BB-MEAS-02: the move unit in mm.
    pub fn mu(&self, scale: Scale) -> f64 {
        self.measures[scale as usize].0
    }

    /// BB-BASE-04: the base width in mm.
    pub fn width(&self, scale: Scale) -> f64 {
        self.measures[scale as usize].1
    }

    /// BB-BASE-05, BB-BASE-09, BB-BASE-12: the base depth in mm, exactly as prescribed.
    pub fn depth(&self, scale: Scale, troop: &Troop) -> f64 {
        self.depths[scale as usize][troop.kind as usize][troop.grade as usize]
    }

    /// BB-BASE-11, BB-BASE-12, AMB-30: which of the four rectangles the base is, read from the 15 mm depths.
    pub fn base_kind(&self, troop: &Troop) -> BaseKind {
        match self.depth(Scale::Fifteen, troop) {
            depth if depth >= 40.0 => BaseKind::VeryDeep,
            depth if depth >= 30.0 => BaseKind::Deep,
            depth if depth >= 20.0 => BaseKind::Shallow,
            _ => BaseKind::VeryShallow,
        }
    }

    /// BB-BASE-10: how many figures to draw.
    pub fn figures(&self, troop: &Troop) -> u8 {
        self.figures[troop.status as usize][troop.kind as usize][troop.grade as usize]
    }

    /// BB-MOVE-01: the row of a type; none for Bg, settings for El and Hd.
    pub fn moves(&self, kind: TroopType, settings: &Settings) -> Option<[u8; 4]> {
        match kind {
            TroopType::Bg => None,
            TroopType::El => Some(settings.move_el),
            TroopType::Hd => Some(settings.move_hd),
            _ => self.moves[kind as usize],
        }
    }

    /// BB-FAC-01, BB-FAC-02, BB-CLS-09: the factor against an opponent of this type.
    pub fn factor(&self, kind: TroopType, against: TroopType, settings: &Settings) -> i32 {
        let (infantry, mounted) = self.factors[kind as usize].unwrap_or(settings.factor_bg);
        if against.is_mounted() { mounted } else { infantry }
    }

    /// BB-FAC-03: the factor when shot at.
    pub fn factor_shot_at(&self, kind: TroopType, settings: &Settings) -> i32 {
        self.shot_at[kind as usize].unwrap_or_else(|| self.factor(kind, TroopType::Bw, settings))
    }

    /// BB-AP-03, BB-AP-08: points of a base before surcharges; none if it may not be fielded.
    pub fn points(&self, troop: &Troop) -> Option<u16> {
        self.points[troop.status as usize][troop.kind as usize][troop.grade as usize]
    }

    /// BB-MOR-13, BB-MOR-14, BB-CIC-04: morale points of a base.
    pub fn poc(&self, troop: &Troop, commander: bool, settings: &Settings) -> u32 {
        if commander {
            return self.poc_commander;
        }
        if troop.kind == TroopType::Bg {
            return self.poc_baggage;
        }
        match self.morale[troop.kind as usize][troop.grade as usize] {
            Poc::Strong => settings.poc_strong,
            Poc::Weak => settings.poc_weak,
            Poc::Ordinary | Poc::Unlisted => self.poc_ordinary,
        }
    }
}

/// Reading of the table files.
mod read {
    use super::*;

    const BASES: (&str, &str) =
        ("bases.toml", include_str!("../../../data/blood-and-blades/tables/bases.toml"));
    const MOVES: (&str, &str) =
        ("moves.toml", include_str!("../../../data/blood-and-blades/tables/moves.toml"));
    const FACTORS: (&str, &str) =
        ("factors.toml", include_str!("../../../data/blood-and-blades/tables/factors.toml"));
    const POINTS: (&str, &str) =
        ("points.toml", include_str!("../../../data/blood-and-blades/tables/points.toml"));
    const MORALE: (&str, &str) =
        ("morale.toml", include_str!("../../../data/blood-and-blades/tables/morale.toml"));

    const NUMBERS: (&str, &str) =
        ("numbers.toml", include_str!("../../../data/blood-and-blades/tables/numbers.toml"));

    #[derive(Deserialize)]
    struct Measure {
        mu: f64,
        width: f64,
    }

    #[derive(Deserialize)]
    struct DepthRow {
        troops: Vec<String>,
        #[serde(rename = "6")]
        six: f64,
        #[serde(rename = "15")]
        fifteen: f64,
        #[serde(rename = "25")]
        twenty_five: f64,
    }

    #[derive(Deserialize)]
    struct FigureRow {
        troops: Vec<String>,
        count: u8,
    }

    #[derive(Deserialize)]
    struct Bases {
        scales: BTreeMap<String, Measure>,
        depth: Vec<DepthRow>,
        figures: Vec<FigureRow>,
    }

    #[derive(Deserialize)]
    struct Moves {
        moves: BTreeMap<TroopType, [u8; 4]>,
    }

    #[derive(Deserialize)]
    struct Factors {
        factors: BTreeMap<TroopType, (i32, i32)>,
        shot_at: BTreeMap<TroopType, i32>,
    }

    type PointRows = BTreeMap<TroopType, BTreeMap<Grade, u16>>;

    #[derive(Deserialize)]
    struct Points {
        budget: u16,
        commander: u16,
        #[serde(rename = "Reg")]
        reg: PointRows,
        #[serde(rename = "Irr")]
        irr: PointRows,
        surcharge_halves: Surcharge,
    }

    #[derive(Deserialize)]
    struct Morale {
        baggage: u32,
        commander: u32,
        ordinary: u32,
        ordinary_troops: Vec<String>,
        strong_troops: Vec<String>,
        weak_troops: Vec<String>,
    }

    fn toml<T: for<'de> Deserialize<'de>>((file, text): (&'static str, &str)) -> Result<T, TableError> {
        toml::from_str(text).map_err(|source| TableError::Toml { file, source: Box::new(source) })
    }

    pub fn tables() -> Result<Tables, TableError> {
        let bases: Bases = toml(BASES)?;
        let moves: Moves = toml(MOVES)?;
        let factors: Factors = toml(FACTORS)?;
        let points: Points = toml(POINTS)?;
        let morale: Morale = toml(MORALE)?;
        let numbers: Numbers = toml(NUMBERS)?;
        Ok(Tables {
            measures: measures(&bases)?,
            numbers,
            depths: depths(&bases)?,
            figures: figures(&bases)?,
            moves: TroopType::ALL.map(|kind| moves.moves.get(&kind).copied()),
            factors: TroopType::ALL.map(|kind| factors.factors.get(&kind).copied()),
            shot_at: TroopType::ALL.map(|kind| factors.shot_at.get(&kind).copied()),
            points: [&points.reg, &points.irr].map(|rows| {
                TroopType::ALL
                    .map(|kind| GRADES.map(|grade| rows.get(&kind).and_then(|row| row.get(&grade)).copied()))
            }),
            budget: points.budget,
            commander_points: points.commander,
            surcharge: points.surcharge_halves,
            morale: morale_classes(&morale)?,
            poc_baggage: morale.baggage,
            poc_commander: morale.commander,
            poc_ordinary: morale.ordinary,
        })
    }

    fn measures(bases: &Bases) -> Result<[(f64, f64); 3], TableError> {
        let mut measures = [(0.0, 0.0); 3];
        for (slot, key) in measures.iter_mut().zip(["6", "15", "25"]) {
            let measure = bases
                .scales
                .get(key)
                .ok_or_else(|| TableError::Key { file: BASES.0, key: format!("scales.{key}") })?;
            *slot = (measure.mu, measure.width);
        }
        Ok(measures)
    }

    fn depths(bases: &Bases) -> Result<[[[f64; 5]; TYPES]; 3], TableError> {
        let mut depths = [[[0.0; 5]; TYPES]; 3];
        for row in &bases.depth {
            for text in &row.troops {
                let pattern = pattern(BASES.0, text)?;
                for (scale, depth) in SCALES.into_iter().zip([row.six, row.fifteen, row.twenty_five]) {
                    fill(&mut depths[scale as usize], &pattern, depth);
                }
            }
        }
        Ok(depths)
    }

    fn figures(bases: &Bases) -> Result<[[[u8; 5]; TYPES]; 2], TableError> {
        let mut figures = [[[0; 5]; TYPES]; 2];
        for row in &bases.figures {
            for text in &row.troops {
                let pattern = pattern(BASES.0, text)?;
                for status in Status::BOTH {
                    if pattern.status.is_none_or(|wanted| wanted == status) {
                        fill(&mut figures[status as usize], &pattern, row.count);
                    }
                }
            }
        }
        Ok(figures)
    }

    fn morale_classes(morale: &Morale) -> Result<[[Poc; 5]; TYPES], TableError> {
        let mut classes = [[Poc::Unlisted; 5]; TYPES];
        let rows = [
            (&morale.ordinary_troops, Poc::Ordinary),
            (&morale.strong_troops, Poc::Strong),
            (&morale.weak_troops, Poc::Weak),
        ];
        for (troops, class) in rows {
            for text in troops {
                fill(&mut classes, &pattern(MORALE.0, text)?, class);
            }
        }
        Ok(classes)
    }

    fn pattern(file: &'static str, text: &str) -> Result<TroopPattern, TableError> {
        text.parse().map_err(|source| TableError::Pattern { file, source })
    }

    fn fill<T: Copy>(table: &mut [[T; 5]; TYPES], pattern: &TroopPattern, value: T) {
        for grade in &pattern.grades {
            table[pattern.kind as usize][*grade as usize] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::troop::Weapon;

    fn troop(kind: TroopType, grade: Grade, status: Status) -> Troop {
        Troop { kind, grade, status, weapon: Weapon::Other, special_support: false }
    }

    /// EX-05, EX-06: measures and the four rectangles of the 15 mm scale.
    #[test]
    fn measures_of_the_book() {
        let tables = Tables::standard();
        assert_eq!((tables.mu(Scale::Fifteen), tables.width(Scale::Fifteen)), (30.0, 40.0));
        for (kind, depth) in
            [(TroopType::Sp, 15.0), (TroopType::Bw, 20.0), (TroopType::Cv, 30.0), (TroopType::HCh, 40.0)]
        {
            assert_eq!(tables.depth(Scale::Fifteen, &troop(kind, Grade::O, Status::Reg)), depth);
        }
        assert_eq!(tables.mu(Scale::TwentyFive), 50.0);
    }

    /// BB-AP-03, BB-AP-08: some cells of the price table.
    #[test]
    fn prices_of_the_book() {
        let tables = Tables::standard();
        assert_eq!(tables.points(&troop(TroopType::HCh, Grade::O, Status::Reg)), Some(14));
        assert_eq!(tables.points(&troop(TroopType::Pk, Grade::X, Status::Irr)), None);
        assert_eq!(tables.points(&troop(TroopType::Bg, Grade::O, Status::Irr)), Some(0));
    }

    /// Every troop that has a price has a depth, a figure count and a place in the morale table.
    #[test]
    fn tables_fit_together() {
        let tables = Tables::standard();
        for status in Status::BOTH {
            for kind in TroopType::ALL {
                for grade in GRADES {
                    let troop = troop(kind, grade, status);
                    if tables.points(&troop).is_some() {
                        assert!(SCALES.iter().all(|scale| tables.depth(*scale, &troop) > 0.0), "{troop}");
                        assert!(tables.figures(&troop) > 0, "{troop}");
                        let listed = tables.morale[kind as usize][grade as usize] != Poc::Unlisted;
                        assert!(listed || kind == TroopType::Bg, "{troop}");
                    }
                }
            }
        }
    }
}
