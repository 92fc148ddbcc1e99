//! Formations (15): what they are called, who may take them, and how much of the table they cover.

use crate::troop::{Card, Category, Class, Size};
use aelian_rulebook::{RuleId, rule};
use serde::{Deserialize, Serialize};

/// HC-FORM-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    /// 15.2: battle line.
    Line,
    /// 15.3.
    Column,
    /// 15.4: open order.
    Open,
    /// HC-PHX-01.
    Phalanx,
    /// HC-WB-01.
    Warband,
    /// 15.6.
    Square,
    Testudo,
    Wedge,
}

impl Formation {
    pub const ALL: [Formation; 8] = [
        Formation::Line,
        Formation::Column,
        Formation::Open,
        Formation::Phalanx,
        Formation::Warband,
        Formation::Square,
        Formation::Testudo,
        Formation::Wedge,
    ];

    /// HC-TYPE-08, HC-FORM-02, HC-FORM-03.
    pub fn is_formed(self) -> bool {
        self != Formation::Open
    }

    /// The fighting formation of its troops: battle line, phalanx or warband.
    pub fn is_drawn_up(self) -> bool {
        matches!(self, Formation::Line | Formation::Phalanx | Formation::Warband)
    }

    /// HC-OPEN-08, HC-SQ-03, HC-ARC-09: it has neither flank nor rear in a fight.
    pub fn is_front_all_round(self) -> bool {
        matches!(self, Formation::Open | Formation::Square | Formation::Wedge)
    }

    pub fn name(self) -> &'static str {
        match self {
            Formation::Line => "battle line",
            Formation::Column => "column",
            Formation::Open => "open order",
            Formation::Phalanx => "phalanx",
            Formation::Warband => "warband",
            Formation::Square => "square",
            Formation::Testudo => "testudo",
            Formation::Wedge => "wedge",
        }
    }
}

/// HC-OPEN-01, HC-OPEN-11: the gap between bases in open order, in mm (half an inch).
pub const OPEN_GAP: f64 = 12.7;

impl Card {
    /// How many bases it has.
    pub fn bases(&self) -> u16 {
        u16::from(self.files) * u16::from(self.ranks)
    }

    /// HC-COL-01, HC-COL-02: files of its column, and ranks.
    pub fn column(&self) -> (u16, u16) {
        let bases = self.bases();
        let wide = match self.class.category() {
            Category::Infantry if bases >= 20 => 4,
            Category::Infantry if bases >= 12 => 3,
            Category::Infantry => 2,
            _ if bases >= 6 => 2,
            _ => 1,
        };
        (wide, bases.div_ceil(wide))
    }

    /// HC-OPEN-11, HC-SIZE-15: files and ranks in open order; a tiny unit stands in one rank.
    pub fn loose(&self) -> (u16, u16) {
        match self.size {
            Size::Tiny => (self.bases(), 1),
            _ => (u16::from(self.files), u16::from(self.ranks)),
        }
    }

    /// HC-SIZE-14, HC-LINE-02, HC-LINE-03, HC-SQ-02, HC-SQ-13, HC-TESTU-01, HC-TESTU-10, HC-WEDGE-14: width and depth in this formation, in mm.
    pub fn extent(&self, formation: Formation) -> (f64, f64) {
        let (wide, deep) = self.base;
        let (files, ranks) = (f64::from(self.files), f64::from(self.ranks));
        let block = |(files, ranks): (u16, u16)| (f64::from(files) * wide, f64::from(ranks) * deep);
        match formation {
            Formation::Line | Formation::Phalanx | Formation::Warband => (files * wide, ranks * deep),
            Formation::Column => block(self.column()),
            Formation::Open => {
                let (files, ranks) = self.loose();
                let spread =
                    |count: u16, each: f64| f64::from(count) * each + f64::from(count - 1) * OPEN_GAP;
                (spread(files.max(1), wide), spread(ranks.max(1), deep))
            }
            Formation::Square => {
                let side = libm::sqrt(f64::from(self.bases())) * wide;
                (side, side)
            }
            Formation::Testudo => (files * wide / 2.0, files * wide / 2.0),
            Formation::Wedge => (files * wide * 2.0 / 3.0, files * wide / 3.0),
        }
    }

    /// Whether its troops know this formation at all; where open order is only allowed in some ground (HC-OPEN-04),
    /// that is another question.
    ///
    /// HC-LINE-01, HC-LINE-02, HC-LINE-03, HC-LINE-04, HC-LINE-05, HC-LINE-06, HC-COL-02, HC-OPEN-02, HC-OPEN-03,
    /// HC-SIZE-15, HC-OPEN-04, HC-OPEN-05, HC-OPEN-06, HC-OPEN-07, HC-PHX-01, HC-WB-01, HC-SQ-01, HC-FCH-09, HC-ELE-10.
    pub fn knows(&self, formation: Formation) -> bool {
        use crate::troop::Special;
        let tiny = self.size == Size::Tiny;
        match formation {
            // HC-SIZE-15, HC-FCH-09.
            _ if tiny => matches!(formation, Formation::Open | Formation::Column),
            Formation::Line | Formation::Phalanx | Formation::Warband => formation == self.normal,
            Formation::Column => self.class != Class::Elephant,
            Formation::Open => {
                self.class.is_infantry() || self.class.is_cavalry() || self.class == Class::LightChariots
            }
            Formation::Square => self.class.is_infantry() && self.class != Class::Skirmishers,
            Formation::Testudo => self.has(Special::Testudo),
            Formation::Wedge => self.has(Special::Wedge),
        }
    }

    /// The rule by which its troops do not know a formation.
    pub fn unknown_by(&self, formation: Formation) -> RuleId {
        match formation {
            _ if self.size == Size::Tiny => rule!("HC-OPEN-02"),
            Formation::Square => rule!("HC-SQ-01"),
            Formation::Line if self.class == Class::Elephant => rule!("HC-LINE-04"),
            Formation::Line if self.normal == Formation::Phalanx => rule!("HC-LINE-05"),
            Formation::Line if self.normal == Formation::Warband => rule!("HC-LINE-06"),
            Formation::Line => rule!("HC-OPEN-02"),
            Formation::Column => rule!("HC-LINE-04"),
            Formation::Open => rule!("HC-OPEN-06"),
            Formation::Phalanx => rule!("HC-PHX-01"),
            Formation::Warband => rule!("HC-WB-01"),
            Formation::Testudo | Formation::Wedge => rule!("HC-FORM-01"),
        }
    }

    /// HC-OPEN-03, HC-OPEN-04, HC-OPEN-07: it may take open order anywhere.
    pub fn opens_freely(&self) -> bool {
        let light = matches!(self.class, Class::LightInfantry | Class::LightCavalry | Class::LightChariots);
        self.is_loose() || (light && self.normal != Formation::Warband)
    }

    /// HC-FCH-03: it changes to and from open order and still moves.
    pub fn changes_on_the_move(&self) -> bool {
        use Class::*;
        matches!(self.class, Skirmishers | HorseArchers | LightInfantry | LightCavalry | LightChariots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    fn shape(troop: &str, formation: Formation) -> (f64, f64) {
        let scene = Table::new().unit("u", Side::Red, troop, (30.0, 20.0), 0.0).build();
        scene.look().card(scene.unit("u")).extent(formation)
    }

    /// HC-COL-01, HC-COL-02: more ranks than files; infantry 2 to 4 wide, others 1 or 2.
    #[test]
    fn columns_are_deep() {
        for troop in ["heavy-infantry", "heavy-infantry small", "heavy-infantry large", "skirmishers tiny"] {
            let scene = Table::new().unit("u", Side::Red, troop, (30.0, 20.0), 0.0).build();
            let (files, ranks) = scene.look().card(scene.unit("u")).column();
            assert!((2..=4).contains(&files) && ranks > files, "{troop}: {files} by {ranks}");
        }
        for troop in ["heavy-cavalry", "heavy-cavalry small", "light-chariots", "heavy-cavalry large"] {
            let scene = Table::new().unit("u", Side::Red, troop, (30.0, 20.0), 0.0).build();
            let (files, ranks) = scene.look().card(scene.unit("u")).column();
            assert!(files <= 2 && ranks > files, "{troop}: {files} by {ranks}");
        }
    }

    /// HC-LINE-01, HC-LINE-02, HC-LINE-03, HC-PHX-01, HC-WB-01: two ranks of infantry and cavalry, one of chariots and
    /// engines, four of pikes and warbands.
    #[test]
    fn lines_have_their_ranks() {
        assert_eq!(shape("heavy-infantry", Formation::Line), (180.0, 40.0));
        assert_eq!(shape("heavy-cavalry", Formation::Line), (175.0, 100.0));
        assert_eq!(shape("light-chariots", Formation::Line).1, 80.0);
        assert_eq!(shape("heavy-artillery", Formation::Line).1, 100.0);
        assert_eq!(shape("heavy-infantry pikes", Formation::Phalanx), (180.0, 80.0));
        assert_eq!(shape("medium-infantry warband", Formation::Warband), (180.0, 80.0));
    }

    /// HC-OPEN-01, HC-OPEN-11: half an inch between bases in open order.
    #[test]
    fn open_order_has_gaps() {
        let (width, depth) = shape("light-infantry", Formation::Open);
        assert!((width - (180.0 + 8.0 * OPEN_GAP)).abs() < 1e-9 && (depth - (40.0 + OPEN_GAP)).abs() < 1e-9);
    }

    /// HC-ELE-10: elephants know nothing but the battle line.
    #[test]
    fn elephants_stay_in_line() {
        let known = |troop: &str| {
            let scene = Table::new().unit("u", Side::Red, troop, (30.0, 20.0), 0.0).build();
            let card = scene.rules.card(scene.unit("u")).clone();
            Formation::ALL.into_iter().filter(|formation| card.knows(*formation)).collect::<Vec<_>>()
        };
        assert_eq!(known("elephant"), [Formation::Line]);
        assert!(known("heavy-cavalry").len() > 1);
    }

    /// HC-FORM-02, HC-FORM-03: formed is all but open order.
    #[test]
    fn formed_is_all_but_open_order() {
        let formed = Formation::ALL.into_iter().filter(|formation| formation.is_formed()).count();
        assert_eq!((formed, Formation::Open.is_formed()), (7, false));
    }
}
