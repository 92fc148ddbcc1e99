//! Interpenetration (40.8): who may pass through whom.

use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use crate::settings::{Listed, SpecialPassage};
use crate::state::State;
use crate::troop::{Troop, TroopType};
use aelian_game::Side;

/// Whether a mover may pass through friends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    No,
    /// In any direction.
    Free,
    /// FA-INT-05, FA-INT-06: only straight from front to back or from back to front.
    Square,
}

/// FA-INT-06: a special passage of an army list, as the groups of a match have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    side: Side,
    mover: Who,
    through: Who,
}

/// Groups by their line of the army list, or by their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Type(TroopType),
    Groups(GroupSet),
}

impl Passing {
    /// What the passage means for groups of these sides and lines, in the order of their numbers.
    pub fn of(special: &SpecialPassage, lines: &[(Side, &str)]) -> Passing {
        let who = |listed: &Listed| match listed {
            Listed::Type(kind) => Who::Type(*kind),
            Listed::Line { line } => {
                let named = |(at, (side, name)): (usize, &(Side, &str))| {
                    let number = u8::try_from(at).ok()?;
                    (*side == special.side && name == line && !line.is_empty()).then_some(GroupId(number))
                };
                Who::Groups(lines.iter().take(64).enumerate().filter_map(named).collect())
            }
        };
        Passing { side: special.side, mover: who(&special.mover), through: who(&special.through) }
    }

    /// The settings or an army list name these two.
    pub fn names(&self, state: &State, mover: GroupId, friend: GroupId) -> bool {
        let is = |who: Who, id: GroupId| match who {
            Who::Type(kind) => state.group(id).is_wholly(|troop| troop.kind == kind),
            Who::Groups(groups) => groups.contains(id),
        };
        state.group(mover).side == self.side && is(self.mover, mover) && is(self.through, friend)
    }
}

impl Look<'_> {
    /// FA-INT-03, FA-INT-04, FA-INT-05, FA-INT-06: in an ordinary move; chargers never pass (FA-INT-01).
    pub fn passage(&self, mover: GroupId, friend: GroupId) -> Passage {
        let special = || self.rules.passages.iter().any(|passage| passage.names(self.state, mover, friend));
        let (mover, friend) = (self.state.group(mover), self.state.group(friend));
        let is_light_foot = |troop: &Troop| troop.behaves_as() == TroopType::LightFoot;
        let nimble = |troop: &Troop| {
            matches!(
                troop.behaves_as(),
                TroopType::Cavalry | TroopType::LightHorse | TroopType::LightChariots | TroopType::Elephants
            )
        };
        if mover.side != friend.side {
            return Passage::No;
        }
        let free =
            mover.is_wholly(is_light_foot) || (mover.is_wholly(nimble) && friend.is_wholly(is_light_foot));
        let guns = mover.is_foot() && friend.is_wholly(|troop| troop.kind.is_artillery());
        if free {
            Passage::Free
        } else if guns || special() {
            Passage::Square
        } else {
            Passage::No
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;

    /// FA-INT-03, FA-INT-04, FA-INT-05.
    #[test]
    fn light_foot_pass_and_are_passed() {
        let mut table = Table::new();
        let names = ["LF unprotected", "HF armoured", "Cv armoured", "El", "HArt", "Kn armoured lancers"];
        for (at, name) in names.iter().enumerate() {
            table = table.group(name, Side::Red, name, (2, 2), (10.0 + 8.0 * at as f64, 10.0), 0.0);
        }
        let scene = table.build();
        let passage = |one: &str, other: &str| scene.look().passage(scene.group(one), scene.group(other));
        assert_eq!(passage("LF unprotected", "Kn armoured lancers"), Passage::Free);
        assert_eq!(passage("Cv armoured", "LF unprotected"), Passage::Free);
        assert_eq!(passage("El", "LF unprotected"), Passage::Free);
        assert_eq!(passage("Kn armoured lancers", "LF unprotected"), Passage::No);
        assert_eq!(passage("HF armoured", "LF unprotected"), Passage::No);
        assert_eq!(passage("HF armoured", "HArt"), Passage::Square);
        assert_eq!(passage("Cv armoured", "HArt"), Passage::No);
    }

    /// FA-INT-06: an army list may let troops pass, those of a line or of a type, only straight through.
    #[test]
    fn lists_allow_special_passages() {
        let (heavy, medium) = (Listed::Type(TroopType::HeavyFoot), Listed::Type(TroopType::MediumFoot));
        let line = |name: &str| Listed::Line { line: name.to_owned() };
        let by_type = SpecialPassage { side: Side::Red, mover: heavy, through: medium };
        let by_line =
            SpecialPassage { side: Side::Red, mover: line("second line"), through: line("first line") };
        let mut scene = Table::new()
            .group("foot", Side::Red, "HF armoured", (4, 4), (30.0, 20.0), 0.0)
            .group("bows", Side::Red, "MF protected bow", (4, 4), (30.0, 22.0), 0.0)
            .group("other", Side::Red, "HF armoured", (4, 4), (40.0, 20.0), 0.0)
            .group("theirs", Side::Blue, "HF armoured", (4, 4), (30.0, 40.0), 180.0)
            .group("their bows", Side::Blue, "MF protected bow", (4, 4), (30.0, 38.0), 180.0)
            .build();
        let lines = [
            (Side::Red, "second line"),
            (Side::Red, "first line"),
            (Side::Red, ""),
            (Side::Blue, "second line"),
            (Side::Blue, "first line"),
        ];
        for (special, other) in [(by_type, Passage::Square), (by_line, Passage::No)] {
            scene.rules.passages = vec![Passing::of(&special, &lines)];
            let passage = |one: &str, other: &str| scene.look().passage(scene.group(one), scene.group(other));
            assert_eq!(passage("foot", "bows"), Passage::Square);
            assert_eq!(passage("other", "bows"), other);
            assert_eq!(passage("bows", "foot"), Passage::No);
            assert_eq!(passage("theirs", "their bows"), Passage::No);
        }
    }
}
