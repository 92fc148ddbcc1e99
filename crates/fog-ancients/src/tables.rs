//! The book's tables, read from `data/fog-ancients/tables/` and kept as plain arrays.

use crate::field::Level;
use crate::movement::{Column, Ease, Row};
use crate::settings::{Edition, Scale};
use crate::troop::{Armour, Capability, Troop, TroopType};
use serde::Deserialize;
use std::collections::BTreeMap;

const TYPES: usize = TroopType::ALL.len();

/// FA-DIS-08, FA-DIS-09: in rising order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Disorder {
    #[default]
    None,
    Disordered,
    Severe,
}

/// A cell of the move table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allowance {
    /// So many MU.
    Mu(u8),
    /// FA-MOVE-08: it cannot enter such ground.
    #[default]
    NotAllowed,
    /// FA-MOVE-07: it cannot move.
    Immobile,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// FA-BASE-02.
    width: [f64; 2],
    commander: [f64; 2],
    work: [f64; 2],
    camp: ([f64; 2], [f64; 2]),
    depth: [[f64; 2]; TYPES],
    moves: [[Allowance; 4]; TYPES],
    v31: BTreeMap<String, [Allowance; 4]>,
    disorder: [[Option<Disorder>; 4]; TYPES],
    /// FA-TAB-SCM, by edition.
    ease: [[[Ease; 4]; Row::ALL.len()]; 2],
    /// 60.
    pub shooting: crate::shooting::ShootingTable,
    /// 75.
    pub cohesion: crate::cohesion::CohesionTable,
    /// Those of the book's sentences.
    pub distances: crate::distances::Distances,
    /// 68.
    pub combat: crate::combat::CombatTable,
}

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("{file}: {source}")]
    Toml { file: &'static str, source: Box<toml::de::Error> },
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

    /// FA-BASE-02: the one base width, in mm.
    pub fn width(&self, scale: Scale) -> f64 {
        self.width[scale as usize]
    }

    /// FA-BASE-05: the side of a commander's marker, in mm.
    pub fn commander(&self, scale: Scale) -> f64 {
        self.commander[scale as usize]
    }

    /// FA-FF-16: the depth of a fortification piece, in mm.
    pub fn work_depth(&self, scale: Scale) -> f64 {
        self.work[scale as usize]
    }

    /// FA-TAB-BASE: width and depth of a camp, in mm.
    pub fn camp(&self, scale: Scale) -> (f64, f64) {
        (self.camp.0[scale as usize], self.camp.1[scale as usize])
    }

    /// FA-BASE-03: in mm.
    pub fn depth(&self, scale: Scale, kind: TroopType) -> f64 {
        self.depth[kind as usize][scale as usize]
    }

    /// FA-TAB-MOVE, FA-TROOP-12, FA-ELC-04, FA-ELC-05 and the rows of FA-V31-02, FA-V31-03, FA-V31-04,
    /// FA-V31-05, FA-V31-06, FA-V31-07, FA-V31-08, FA-V31-09, FA-V31-10: the distance of one
    /// kind of troops in one
    /// level of ground.
    pub fn allowance(&self, edition: Edition, troop: &Troop, level: Level) -> Allowance {
        let Some(column) = column(level) else { return Allowance::NotAllowed };
        let kind = troop.behaves_as();
        if edition == Edition::V31
            && let Some(row) = self.v31.get(v31_row(troop))
        {
            return row[column];
        }
        self.moves[kind as usize][column]
    }

    /// FA-TAB-SCM: whether a kind of move is simple, complex or impossible for troops of this column.
    pub fn ease(&self, edition: Edition, row: Row, column: Column) -> Ease {
        self.ease[edition as usize][row as usize][column as usize]
    }

    /// FA-TAB-DISORDER, FA-DIS-12: what ground of this level does to troops that stand in it.
    pub fn disorder(&self, troop: &Troop, level: Level) -> Disorder {
        if troop.kind == TroopType::HeavyArtillery {
            return Disorder::None;
        }
        let cell = column(level).and_then(|column| self.disorder[troop.behaves_as() as usize][column]);
        cell.unwrap_or(Disorder::Severe)
    }
}

/// FA-V31-02, FA-V31-06, FA-V31-61: the row of the 3.1 table by name, where it has one of its own.
fn v31_row(troop: &Troop) -> &'static str {
    let bows = [Capability::Bow, Capability::Longbow, Capability::Crossbow].iter().any(|bow| troop.can(*bow));
    match troop.behaves_as() {
        TroopType::MediumFoot if bows => "medium-foot-with-bows",
        TroopType::HeavyFoot => "heavy-foot",
        TroopType::Knights if troop.armour <= Armour::Armoured => "armoured-knights",
        TroopType::Elephants => "elephants",
        TroopType::LightChariots => "light-chariots",
        TroopType::HeavyArtillery => "heavy-artillery",
        _ => "",
    }
}

fn column(level: Level) -> Option<usize> {
    (level != Level::Impassable).then_some(level as usize)
}

mod read {
    use super::*;

    const BASES: &str = include_str!("../../../data/fog-ancients/tables/bases.toml");
    const MOVES: &str = include_str!("../../../data/fog-ancients/tables/moves.toml");
    const DISORDER: &str = include_str!("../../../data/fog-ancients/tables/disorder.toml");
    const SIMPLE_COMPLEX: &str = include_str!("../../../data/fog-ancients/tables/simple-complex.toml");

    #[derive(Deserialize)]
    struct Bases {
        width: [f64; 2],
        commander: [f64; 2],
        work: [f64; 2],
        camp: Camp,
        depth: BTreeMap<TroopType, [f64; 2]>,
    }

    #[derive(Deserialize)]
    struct Camp {
        width: [f64; 2],
        depth: [f64; 2],
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Cell {
        Mu(u8),
        Word(String),
    }

    #[derive(Deserialize)]
    struct Moves {
        first: BTreeMap<TroopType, [Cell; 4]>,
        v31: BTreeMap<String, [Cell; 4]>,
    }

    #[derive(Deserialize)]
    struct Disorders {
        first: BTreeMap<TroopType, [String; 4]>,
    }

    #[derive(Deserialize)]
    struct SimpleComplex {
        first: BTreeMap<Row, [Ease; 4]>,
        v31: BTreeMap<Row, [Ease; 4]>,
    }

    /// The rows of the first edition; those of the sheet over them.
    fn ease() -> Result<[[[Ease; 4]; Row::ALL.len()]; 2], TableError> {
        const NAME: &str = "simple-complex.toml";
        let rows: SimpleComplex = file(NAME, SIMPLE_COMPLEX)?;
        let mut cells = [[[Ease::Impossible; 4]; Row::ALL.len()]; 2];
        for row in Row::ALL {
            let missing = || TableError::Key { file: NAME, key: format!("{row:?}") };
            let first = *rows.first.get(&row).ok_or_else(missing)?;
            cells[Edition::First as usize][row as usize] = first;
            cells[Edition::V31 as usize][row as usize] = rows.v31.get(&row).copied().unwrap_or(first);
        }
        Ok(cells)
    }

    pub(super) fn tables() -> Result<Tables, TableError> {
        let bases: Bases = file("bases.toml", BASES)?;
        let moves: Moves = file("moves.toml", MOVES)?;
        let disorders: Disorders = file("disorder.toml", DISORDER)?;
        let mut tables = Tables {
            width: bases.width,
            commander: bases.commander,
            work: bases.work,
            camp: (bases.camp.width, bases.camp.depth),
            depth: [[0.0; 2]; TYPES],
            moves: [[Allowance::NotAllowed; 4]; TYPES],
            v31: BTreeMap::new(),
            disorder: [[None; 4]; TYPES],
            ease: ease()?,
            shooting: crate::shooting::ShootingTable::read()?,
            cohesion: crate::cohesion::CohesionTable::read()?,
            distances: crate::distances::Distances::read()?,
            combat: crate::combat::CombatTable::read()?,
        };
        for kind in TroopType::ALL {
            let missing = || TableError::Key { file: "bases.toml", key: kind.code().to_owned() };
            tables.depth[kind as usize] = *bases.depth.get(&kind).ok_or_else(missing)?;
        }
        for (kind, row) in &moves.first {
            tables.moves[*kind as usize] = allowances(row)?;
        }
        for (name, row) in &moves.v31 {
            tables.v31.insert(name.clone(), allowances(row)?);
        }
        for (kind, row) in &disorders.first {
            for (cell, word) in tables.disorder[*kind as usize].iter_mut().zip(row) {
                *cell = disorder(word)?;
            }
        }
        Ok(tables)
    }

    fn allowances(row: &[Cell; 4]) -> Result<[Allowance; 4], TableError> {
        let mut cells = [Allowance::NotAllowed; 4];
        for (cell, written) in cells.iter_mut().zip(row) {
            *cell = match written {
                Cell::Mu(mu) => Allowance::Mu(*mu),
                Cell::Word(word) if word == "na" => Allowance::NotAllowed,
                Cell::Word(word) if word == "none" => Allowance::Immobile,
                Cell::Word(word) => return Err(TableError::Key { file: "moves.toml", key: word.clone() }),
            };
        }
        Ok(cells)
    }

    fn disorder(word: &str) -> Result<Option<Disorder>, TableError> {
        match word {
            "none" => Ok(Some(Disorder::None)),
            "disorder" => Ok(Some(Disorder::Disordered)),
            "severe" => Ok(Some(Disorder::Severe)),
            "na" => Ok(None),
            _ => Err(TableError::Key { file: "disorder.toml", key: word.to_owned() }),
        }
    }

    fn file<T: serde::de::DeserializeOwned>(name: &'static str, text: &str) -> Result<T, TableError> {
        toml::from_str(text).map_err(|source| TableError::Toml { file: name, source: Box::new(source) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(edition: Edition, troop: &str, level: Level) -> Allowance {
        Tables::standard().allowance(edition, &Troop::read(troop).unwrap().0, level)
    }

    /// FA-MOVE-07, FA-MOVE-08, FA-TROOP-12.
    #[test]
    fn the_move_table_has_every_type() {
        assert_eq!(allowance(Edition::First, "HF armoured", Level::Rough), Allowance::Mu(2));
        assert_eq!(allowance(Edition::First, "Cm protected", Level::Uneven), Allowance::Mu(4));
        assert_eq!(allowance(Edition::First, "Cm heavily-armoured", Level::Open), Allowance::Mu(4));
        assert_eq!(allowance(Edition::First, "HCh", Level::Difficult), Allowance::NotAllowed);
        assert_eq!(allowance(Edition::First, "HArt", Level::Open), Allowance::Immobile);
        assert_eq!(allowance(Edition::First, "Cv armoured", Level::Impassable), Allowance::NotAllowed);
    }

    /// The row of the move table: a figure in MU, or 0 where the ground is closed.
    fn row(edition: Edition, troop: &str) -> [u32; 4] {
        [Level::Open, Level::Uneven, Level::Rough, Level::Difficult].map(|level| {
            match allowance(edition, troop, level) {
                Allowance::Mu(mu) => u32::from(mu),
                Allowance::NotAllowed | Allowance::Immobile => 0,
            }
        })
    }

    /// FA-TAB-MOVE: every cell of the book.
    #[test]
    fn the_move_table_is_the_books() {
        for (troop, expected) in [
            ("LF unprotected", [5, 5, 5, 4]),
            ("MF protected bow", [4, 4, 4, 3]),
            ("Mob unprotected", [4, 4, 4, 3]),
            ("HF armoured", [3, 2, 2, 1]),
            ("LH unprotected", [7, 7, 5, 3]),
            ("Cv armoured", [5, 4, 3, 1]),
            ("Cm protected", [5, 4, 3, 1]),
            ("Kn armoured lancers", [4, 3, 2, 1]),
            ("Ct heavily-armoured", [4, 3, 2, 1]),
            ("Cm heavily-armoured", [4, 3, 2, 1]),
            ("El", [4, 4, 3, 1]),
            ("LCh", [5, 3, 2, 1]),
            ("HCh", [4, 2, 1, 0]),
            ("SCh", [4, 2, 1, 0]),
            ("BWg", [3, 2, 1, 0]),
            ("LArt", [2, 1, 1, 0]),
            ("HArt", [0, 0, 0, 0]),
        ] {
            assert_eq!(row(Edition::First, troop), expected, "{troop}");
        }
    }

    /// FA-V31-01, FA-V31-02, FA-V31-03, FA-V31-04, FA-V31-05, FA-V31-06, FA-V31-07, FA-V31-08, FA-V31-09, FA-V31-10: the
    /// rows of the sheet, and those that it leaves alone.
    #[test]
    fn the_sheet_changes_some_rows() {
        for (troop, expected) in [
            ("MF protected", [4, 4, 4, 3]),
            ("MF protected bow", [3, 3, 3, 2]),
            ("MF protected crossbow", [3, 3, 3, 2]),
            ("MF protected bow*", [4, 4, 4, 3]),
            ("HF protected", [3, 3, 2, 2]),
            ("LCm unprotected", [7, 7, 5, 3]),
            ("Cm protected", [5, 4, 3, 1]),
            ("Kn armoured lancers", [5, 4, 3, 1]),
            ("Kn heavily-armoured lancers", [4, 3, 2, 1]),
            ("Ct heavily-armoured", [4, 3, 2, 1]),
            ("Cm heavily-armoured", [4, 3, 2, 1]),
            ("El", [4, 4, 3, 2]),
            ("LCh", [5, 4, 2, 1]),
            ("HArt", [1, 1, 1, 0]),
            ("Cv armoured", [5, 4, 3, 1]),
            ("LF unprotected", [5, 5, 5, 4]),
        ] {
            assert_eq!(row(Edition::V31, troop), expected, "{troop}");
        }
    }

    /// FA-TAB-SCM: every cell of the book, for skirmishers, drilled troops, undrilled cavalry and other undrilled.
    #[test]
    fn the_table_of_moves_is_the_books() {
        use crate::movement::{Column, Ease, Row};
        use Ease::{Complex as C, Impossible as I, Simple as S};
        let columns =
            [Column::Skirmishers, Column::Drilled, Column::UndrilledCavalry, Column::OtherUndrilled];
        for (row, expected) in [
            (Row::ChargeStraight, [S, S, S, S]),
            (Row::ChargeWheel, [S, S, S, S]),
            (Row::DifficultForward, [S, S, S, C]),
            (Row::Forward, [S, S, S, S]),
            (Row::DoubleWheel, [S, S, S, C]),
            (Row::Expand, [S, S, C, C]),
            (Row::ExpandAdvance, [S, C, I, I]),
            (Row::ContractAdvance, [S, S, S, C]),
            (Row::Contract, [S, C, C, I]),
            (Row::Turn, [S, S, S, C]),
            (Row::TurnAdvance, [S, C, C, I]),
            (Row::AboutAdvance, [S, I, I, I]),
            (Row::AboutAndBack, [C, I, I, I]),
            (Row::SecondMove, [S, S, S, S]),
        ] {
            let found = columns.map(|column| Tables::standard().ease(Edition::First, row, column));
            assert_eq!(found, expected, "{row:?}");
        }
    }

    /// FA-TAB-DISORDER, AMB-01: every cell of the table as it is chosen for the lost shading.
    #[test]
    fn ground_disorders_by_the_table() {
        use Disorder::{Disordered as D, None as N, Severe as S};
        let tables = Tables::standard();
        let levels = [Level::Open, Level::Uneven, Level::Rough, Level::Difficult];
        for (troop, row) in [
            ("LF unprotected", [N, N, N, N]),
            ("MF protected", [N, N, N, D]),
            ("Mob unprotected", [N, N, N, D]),
            ("HF armoured", [N, D, D, S]),
            ("LH unprotected", [N, N, D, S]),
            ("Cv armoured", [N, N, D, S]),
            ("Cm protected", [N, N, D, S]),
            ("Kn armoured", [N, D, D, S]),
            ("Ct heavily-armoured", [N, D, D, S]),
            ("Cm heavily-armoured", [N, D, D, S]),
            ("El", [N, N, D, S]),
            ("LCh", [N, D, S, S]),
            ("HCh", [N, D, S, S]),
            ("SCh", [N, D, S, S]),
            ("BWg", [N, D, S, S]),
            ("LArt", [N, D, D, S]),
            ("HArt", [N, N, N, N]),
        ] {
            let troop = Troop::read(troop).unwrap().0;
            assert_eq!(levels.map(|level| tables.disorder(&troop, level)), row, "{troop}");
        }
    }

    /// FA-DIS-02, FA-DIS-12.
    #[test]
    fn the_disorder_table_has_every_type() {
        let tables = Tables::standard();
        let disorder = |troop: &str, level| tables.disorder(&Troop::read(troop).unwrap().0, level);
        assert_eq!(disorder("HF armoured", Level::Rough), Disorder::Disordered);
        assert_eq!(disorder("Mob unprotected", Level::Difficult), Disorder::Disordered);
        assert_eq!(disorder("HArt", Level::Rough), Disorder::None);
        assert_eq!(disorder("LF unprotected", Level::Difficult), Disorder::None);
    }
}
