//! What a battle does when a turn ends.

use super::script::Matter;
use super::{Battle, damascus, gates};
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::Cx;

pub fn due(look: Look<'_>) -> Option<Matter> {
    match look.rules.battle? {
        Battle::BarbariansAtTheGates => gates::at_end(look),
        Battle::RoadToDamascus => damascus::at_end(look),
        _ => None,
    }
}

pub fn carry(cx: &mut Cx<'_, Rules>, matter: Matter) -> Result<(), NeedRoll> {
    match matter {
        Matter::Villa => gates::decide(cx),
        Matter::Objective => {
            damascus::decide(cx);
            Ok(())
        }
        _ => Ok(()),
    }
}
