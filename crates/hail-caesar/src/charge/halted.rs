//! Why a charge comes to no contact: nobody whom it may charge, ground, enemies near by who hold it.

use super::approach::obeys;
use super::forbidden::{self, forbidden};
use super::forbidden_neighbour;
use super::run::Run;
use crate::command::Target;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{Bind, Glide, Mover, Obey};
use crate::rules::Look;
use aelian_rulebook::{Reason, rule};

/// HC-CHO-03, HC-NOCH-01: why there is nobody for whom it goes.
pub(super) fn nobody(look: Look<'_>, run: &Run) -> Vec<Reason<Fact>> {
    let unit = run.unit;
    if !look.state.unit(unit).is_on_table() {
        return Vec::new();
    }
    let mut found = forbidden::never(look, unit);
    if found.is_empty() {
        let named = run.order.targets.iter().filter_map(|target| match target {
            Target::Unit(enemy) if look.state.unit(*enemy).is_on_table() => Some(*enemy),
            _ => None,
        });
        found = named.flat_map(|enemy| forbidden(look, unit, enemy)).collect();
    }
    if found.is_empty() {
        found.push(Reason::new(rule!("HC-CHO-03"), Fact::Unit(unit)));
    }
    found
}

/// What stops it before its target.
pub(super) fn before(look: Look<'_>, run: &Run, target: UnitId) -> Vec<Reason<Fact>> {
    let unit = run.unit;
    let quarter = run.aim().quarter(look, target);
    let beside = forbidden_neighbour(look, unit, look.rect(unit), target, quarter);
    let beside = beside.map(|other| Reason::new(rule!("HC-NOCH-08"), Fact::Pair { unit, other }));
    ground(look, unit, target).into_iter().chain(beside).chain(held(look, run, target)).collect()
}

/// HC-PROX-07, HC-PROX-19, HC-PROX-22: with moves left it is held by enemies near by.
fn held(look: Look<'_>, run: &Run, target: UnitId) -> Option<Reason<Fact>> {
    let unit = run.unit;
    let standing = look.state.unit(unit);
    if run.left == 0 || standing.is_in_block() || !obeys(look, run.why, target).proximity {
        return None;
    }
    match look.bind(unit, standing.formation, &standing.rect, run.order.ignore_open) {
        Bind::Faces(other) if other != target => {
            Some(Reason::new(rule!("HC-PROX-19"), Fact::Pair { unit, other }))
        }
        Bind::Loose(other) if other != target => {
            Some(Reason::new(rule!("HC-PROX-22"), Fact::Pair { unit, other }))
        }
        Bind::MustFace(enemies) if !enemies.is_empty() && !enemies.contains(target) => {
            Some(Reason::new(rule!("HC-PROX-07"), Fact::Units(enemies)))
        }
        _ => None,
    }
}

/// HC-WOOD-01, HC-IMP-01, HC-RIVER-02: the ground at which a charger had to stop before his target.
fn ground(look: Look<'_>, unit: UnitId, target: UnitId) -> Option<Reason<Fact>> {
    let rect = look.rect(unit);
    let way = look.rect(target).centre() - rect.pose.at;
    if way.length() <= 0.0 {
        return None;
    }
    let formation = look.state.unit(unit).formation;
    let mover = Mover { unit, formation, obey: Obey::ORDER, walled: UnitSet::EMPTY };
    let ahead = way * (look.inches(0.25) / way.length());
    let glide = Glide::new(rect, rect.pose.translated(ahead));
    look.ground_halt(&mover, &glide, glide.circle()).map(|halt| halt.reason)
}
