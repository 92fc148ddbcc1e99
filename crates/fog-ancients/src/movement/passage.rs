//! Interpenetration (40.8): who may pass through whom.

use crate::ids::GroupId;
use crate::rules::Look;
use crate::troop::{Troop, TroopType};

/// Whether a mover may pass through friends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    No,
    /// In any direction.
    Free,
    /// FA-INT-05, FA-INT-06: only straight from front to back or from back to front.
    Square,
}

impl Look<'_> {
    /// FA-INT-03, FA-INT-04, FA-INT-05, FA-INT-06: in an ordinary move; chargers never pass (FA-INT-01).
    pub fn passage(&self, mover: GroupId, friend: GroupId) -> Passage {
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
        let special = self.rules.settings.special_passages.iter().any(|passage| {
            passage.side == mover.side
                && mover.is_wholly(|troop| troop.kind == passage.mover)
                && friend.is_wholly(|troop| troop.kind == passage.through)
        });
        if free {
            Passage::Free
        } else if guns || special {
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
    use aelian_game::Side;

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

    /// FA-INT-06: an army list may let troops pass, only straight through.
    #[test]
    fn lists_allow_special_passages() {
        let special = crate::settings::SpecialPassage {
            side: Side::Red,
            mover: TroopType::HeavyFoot,
            through: TroopType::MediumFoot,
        };
        let settings = crate::settings::Settings {
            special_passages: vec![special],
            ..crate::settings::Settings::default()
        };
        let scene = Table::new()
            .settings(settings)
            .group("foot", Side::Red, "HF armoured", (4, 4), (30.0, 20.0), 0.0)
            .group("bows", Side::Red, "MF protected bow", (4, 4), (30.0, 22.0), 0.0)
            .group("theirs", Side::Blue, "HF armoured", (4, 4), (30.0, 40.0), 180.0)
            .group("their bows", Side::Blue, "MF protected bow", (4, 4), (30.0, 38.0), 180.0)
            .build();
        let passage = |one: &str, other: &str| scene.look().passage(scene.group(one), scene.group(other));
        assert_eq!(passage("foot", "bows"), Passage::Square);
        assert_eq!(passage("bows", "foot"), Passage::No);
        assert_eq!(passage("theirs", "their bows"), Passage::No);
    }
}
