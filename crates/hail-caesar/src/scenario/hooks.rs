//! What other chapters ask: leadership, least moves, acts that a battle forbids.

use super::{Battle, desert, gates, kadesh, raid, shield};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{BlockId, CommanderId, UnitId};
use crate::rules::{Look, Rules};
use aelian_game::{Cx, Ending};
use aelian_geometry::{Rect, overlaps};
use aelian_rulebook::{Reason, RuleId, rule};

/// What a unit would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Be given an order.
    Order,
    /// Move on its own initiative.
    Initiative,
    /// Charge.
    Charge,
    /// Shoot in its own turn, or closing or traversing shots.
    Shoot,
    /// Evade, countercharge or turn to face.
    Respond,
    /// Leave the field with its broken division.
    Retire,
}

impl Look<'_> {
    /// HC-LEAD-01: the leadership of a commander before distance counts, with what the battle makes of it.
    pub fn rating(&self, commander: CommanderId) -> u8 {
        let own = self.state.commander(commander).leadership;
        match self.rules.battle {
            Some(Battle::Kadesh) => kadesh::rating(*self, commander).unwrap_or(own),
            Some(Battle::BorderRaid) => raid::rating(*self, commander).unwrap_or(own),
            _ => own,
        }
    }

    /// HS-KADESH-10: the rule by which a commander is not rated as he usually is.
    pub fn rating_rule(&self, commander: CommanderId) -> Option<RuleId> {
        let kadesh = self.rules.battle == Some(Battle::Kadesh);
        (kadesh && kadesh::rating(*self, commander).is_some()).then_some(rule!("HS-KADESH-10"))
    }

    /// HS-KADESH-09: the free move of columns is suspended for this unit.
    pub fn column_is_held(&self, unit: UnitId) -> bool {
        kadesh::is_surprised(*self, self.side(unit))
    }
}

/// HS-KADESH-07 and the like: the rule by which a unit makes one move even if its order fails.
pub fn least_move(look: Look<'_>, unit: UnitId) -> Option<RuleId> {
    match look.rules.battle {
        Some(Battle::Kadesh) => kadesh::least_move(look, unit),
        Some(Battle::BorderRaid) => raid::least_move(look, unit),
        _ => None,
    }
}

/// Why the battle does not let a unit do this.
pub fn forbids(look: Look<'_>, unit: UnitId, act: Act) -> Option<Reason<Fact>> {
    match look.rules.battle? {
        Battle::Kadesh => kadesh::forbids(look, unit, act),
        Battle::BarbariansAtTheGates => gates::forbids(look, unit, act),
        Battle::BorderRaid => raid::forbids(look, unit, act),
        _ => None,
    }
}

/// Why the battle does not let a unit be drawn up in this formation.
pub fn formation_fault(look: Look<'_>, unit: UnitId, formation: Formation) -> Option<Reason<Fact>> {
    match look.rules.battle? {
        Battle::Kadesh => kadesh::formation_fault(look, unit, formation),
        _ => None,
    }
}

/// HS-RAID-10: why a unit may not be ordered there.
pub fn strays(look: Look<'_>, unit: UnitId, to: &Rect) -> Option<Reason<Fact>> {
    match look.rules.battle? {
        Battle::BorderRaid => raid::strays(look, unit, to),
        _ => None,
    }
}

/// HS-RAID-24: a thing of the battle that nobody moves through, and why.
pub fn in_the_way(look: Look<'_>) -> Option<(Rect, Reason<Fact>)> {
    let herd = look.state.script.raid.herd.as_ref()?;
    Some((herd.rect, Reason { rule: rule!("HS-RAID-24"), fact: Fact::Named("herd".to_owned()) }))
}

/// HS-RAID-24: such a thing stands there.
pub fn obstructs(look: Look<'_>, rect: &Rect) -> Option<Reason<Fact>> {
    let (thing, reason) = in_the_way(look)?;
    overlaps(rect, &thing, look.rules.tolerance).then_some(reason)
}

/// HS-RAID-14: enemies ride over this unit as if it were not there.
pub fn is_ridden_over(look: Look<'_>, unit: UnitId, by: UnitId) -> bool {
    look.is_battle(Battle::BorderRaid) && raid::is_ridden_over(look, unit, by)
}

/// HS-RAID-14: a unit went straight from here to there.
pub fn ride_over(cx: &mut Cx<'_, Rules>, unit: UnitId, from: &Rect, to: &Rect) {
    if cx.rules.battle == Some(Battle::BorderRaid) {
        raid::ride_over(cx, unit, from, to);
    }
}

/// HS-SHIELD-04: whether enemies of this unit lie hidden who may show themselves before it.
pub fn may_spring(look: Look<'_>, unit: UnitId) -> bool {
    look.is_battle(Battle::WithYourShield) && shield::waits_for(look, unit).is_some()
}

/// HS-SHIELD-04: whether somebody shows himself on whom a unit would come on this way; it is then planned anew.
pub fn spring_upon(cx: &mut Cx<'_, Rules>, unit: UnitId, way: impl Iterator<Item = Rect>) -> bool {
    cx.rules.battle == Some(Battle::WithYourShield) && shield::spring_upon(cx, unit, way)
}

/// HS-RAID-28: the building has burnt down.
pub fn block_is_burnt(look: Look<'_>, block: BlockId) -> bool {
    look.is_battle(Battle::BorderRaid) && raid::is_burnt(look, block)
}

/// HS-RAID-15: units of this commander are ordered as if he were beside them.
pub fn is_leaderless(look: Look<'_>, commander: CommanderId) -> bool {
    look.is_battle(Battle::BorderRaid) && raid::is_leaderless(look, commander)
}

/// How a battle with objectives is judged when time is out; none: as HC-VIC-01 says.
pub fn verdict(look: Look<'_>) -> Option<Ending> {
    match look.rules.battle? {
        Battle::Kadesh => kadesh::verdict(look),
        Battle::GoMeekIntoTheDesert => desert::verdict(look),
        Battle::BorderRaid => Some(raid::verdict(look)),
        _ => None,
    }
}

/// HS-RAID-35: the score of a battle with objectives in which these sides are broken.
pub fn score(look: Look<'_>, beaten: [bool; 2]) -> Option<[i32; 2]> {
    match look.rules.battle? {
        Battle::BorderRaid => Some(raid::score(look, beaten[raid::BRITONS.index()])),
        _ => None,
    }
}
