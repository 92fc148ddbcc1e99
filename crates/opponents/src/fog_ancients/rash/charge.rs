//! Charges and the answers to them.

use super::worth;
use aelian_fog_ancients::choice::Ghost;
use aelian_fog_ancients::impact::{Charge, ImpactChoice, Interception, charges};
use aelian_fog_ancients::state::Cohesion;
use aelian_fog_ancients::{Choice, GroupId, GroupSet, Look};
use aelian_game::{Side, Want};
use aelian_geometry::Vec2;

/// A charge must promise at least this much.
const GOOD: f64 = 0.2;
/// Nobody comes upon a flank without gain.
const FLANK: f64 = 4.0;

/// The best charge that is good enough, or no more charges.
pub fn best(look: Look<'_>, side: Side) -> ImpactChoice {
    let mut found: Option<(f64, Charge)> = None;
    let mut fights = Fights::default();
    for charge in charges(look).into_iter().filter(|charge| look.state.group(charge.group).side == side) {
        let promise = promise(look, &charge, &mut fights);
        if promise >= GOOD && found.as_ref().is_none_or(|(best, _)| promise > *best) {
            found = Some((promise, charge));
        }
    }
    found.map_or(ImpactChoice::EndDeclarations, |(_, charge)| ImpactChoice::Declare {
        group: charge.group,
        path: charge.path,
    })
}

/// What charges of one group on another are worth, weighed once for all paths that lead to them.
#[derive(Default)]
struct Fights(Vec<(GroupId, GroupId, f64)>);

impl Fights {
    fn worth(&mut self, look: Look<'_>, group: GroupId, enemy: GroupId) -> f64 {
        let known = self.0.iter().find(|(one, other, _)| (*one, *other) == (group, enemy));
        if let Some((_, _, worth)) = known {
            return *worth;
        }
        let worth = worth::of_charge(look, group, enemy);
        self.0.push((group, enemy, worth));
        worth
    }
}

trait Proposing {
    fn rules_propose(&self, out: &mut Vec<Choice>);
}

impl Proposing for Look<'_> {
    fn rules_propose(&self, out: &mut Vec<Choice>) {
        aelian_game::Ruleset::propose(self.rules, self.state, Want::All, out);
    }
}

/// What a declared charge promises: the worst of the fights that it leads to, more for flanks, less for straight
/// wheels that gain nothing.
fn promise(look: Look<'_>, charge: &Charge, fights: &mut Fights) -> f64 {
    let mut of = |enemy: GroupId| {
        let flank = if charge.flanks.contains(enemy) { FLANK } else { 0.0 };
        fights.worth(look, charge.group, enemy) + flank - chase(look, charge.group, enemy)
    };
    let wheel = charge.path.wheel.map_or(0.0, |(_, angle)| angle.0 * 0.002);
    charge.targets.iter().map(&mut of).fold(f64::INFINITY, f64::min) - wheel
}

/// Skirmishers run away: chasing them gains little, and the less the faster they are.
fn chase(look: Look<'_>, group: GroupId, enemy: GroupId) -> f64 {
    if !look.state.group(enemy).is_skirmishers() || !look.is_able_to_evade(enemy) {
        return 0.0;
    }
    let faster = (look.base_move(enemy) - look.base_move(group)) / look.rules.mu;
    let heavy = !look.state.group(group).is_skirmishers();
    if heavy { 1.8 + 0.8 * faster.max(0.0) } else { 1.0 }
}

/// How a group evades: where it is farthest from the enemy's battle troops and not driven off the table.
pub fn evade(look: Look<'_>, side: Side) -> Option<Choice> {
    let mut proposals = Vec::new();
    look.rules_propose(&mut proposals);
    let safety = |choice: &Choice| {
        let ghost = aelian_game::Ruleset::check(look.rules, look.state, choice).ghost;
        refuge(look, side, &ghost)
    };
    let scored = proposals.into_iter().map(|choice| (safety(&choice), choice));
    scored.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, choice)| choice)
}

/// How safe a group is where this ends, in MU.
fn refuge(look: Look<'_>, side: Side, ghost: &Ghost) -> f64 {
    let (wide, deep, mu) = (look.state.field.width, look.state.field.depth, look.rules.mu);
    let places: Vec<Vec2> = ghost.moves.iter().map(|place| place.pose.at).collect();
    if places.is_empty() {
        return f64::NEG_INFINITY;
    }
    let heavy = || look.enemies(side).filter(|enemy| !look.state.group(*enemy).is_skirmishers());
    let gap = |at: &Vec2| {
        heavy().map(|enemy| (look.block(enemy).centre() - *at).length()).fold(f64::INFINITY, f64::min)
    };
    let edge = |at: &Vec2| at.x.min(at.y).min(wide - at.x).min(deep - at.y);
    let least = |of: &dyn Fn(&Vec2) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
    (least(&gap) / mu).min(12.0) + 2.0 * (least(&edge) / mu).min(5.0)
}

/// FA-HINT-02, FA-HINT-07: light troops run from battle troops and from better light troops; others from a bad fight.
pub fn should_evade(look: Look<'_>, group: GroupId, by: GroupSet) -> bool {
    let own = look.state.group(group);
    let heavy = by.iter().any(|enemy| !look.state.group(enemy).is_skirmishers());
    if own.is_skirmishers() && heavy {
        return true;
    }
    let worst = by.iter().map(|enemy| -worth::of_charge(look, enemy, group)).fold(f64::INFINITY, f64::min);
    worst < -0.8 || own.cohesion >= Cohesion::Fragmented
}

/// FA-HINT-12: into a flank always, across a path where the fight is not bad.
pub fn interception(look: Look<'_>) -> ImpactChoice {
    let mut proposals = Vec::new();
    look.rules_propose(&mut proposals);
    let mut across = None;
    for choice in proposals {
        if let Choice::Impact(ImpactChoice::Intercept { group, charger, how }) = choice {
            if how == Interception::Strike {
                return ImpactChoice::Intercept { group, charger, how };
            }
            if worth::of_charge(look, group, charger) > 0.0 {
                across = Some(ImpactChoice::Intercept { group, charger, how });
            }
        }
    }
    across.unwrap_or(ImpactChoice::EndInterceptions)
}
