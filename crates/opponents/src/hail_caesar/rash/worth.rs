//! What a charge or a fight is worth to `rash`.

use super::aims::Aim;
use aelian_game::Side;
use aelian_hail_caesar::state::Side4;
use aelian_hail_caesar::troop::Class;
use aelian_hail_caesar::{Look, UnitId};

/// How hard a unit strikes in its first round.
fn blow(look: Look<'_>, unit: UnitId) -> f64 {
    f64::from(look.stats(unit).clash)
}

/// How many of the hits on it become casualties.
fn softness(look: Look<'_>, unit: UnitId) -> f64 {
    match look.stats(unit).save {
        0 => 1.0,
        save => (f64::from(save) - 1.0) / 6.0,
    }
}

/// How much a unit can still take.
fn left(look: Look<'_>, unit: UnitId) -> f64 {
    let stamina = f64::from(look.card(unit).stats.stamina);
    (stamina - f64::from(look.state.unit(unit).casualties)).max(0.5)
}

/// One more casualty and it is shaken, or it is already.
pub fn is_spent(look: Look<'_>, unit: UnitId) -> bool {
    let casualties = look.state.unit(unit).casualties;
    casualties > 0 && casualties + 1 >= look.card(unit).stats.stamina
}

/// It does its work from afar: whoever shoots far and strikes no harder than he shoots well, and skirmishers.
pub fn is_shooter(look: Look<'_>, unit: UnitId) -> bool {
    let (class, stats) = (look.class(unit), look.stats(unit));
    class.is_artillery() || class == Class::Skirmishers || (stats.long > 0 && stats.clash < 7)
}

/// The least that a charge must be worth to it. The longer a battle goes on, the worse the odds that he takes, unless he can
/// wait or has something better to do.
pub fn least(look: Look<'_>, unit: UnitId, aim: Aim) -> f64 {
    let keeps_off = if is_shooter(look, unit) { 1.0 } else { 0.0 };
    let least = match aim {
        Aim::Hold => 2.0,
        Aim::Leave(..) => 0.0,
        _ => -f64::from(look.state.turn.saturating_sub(8)) * 0.15,
    };
    least + keeps_off
}

/// Who wants to be elsewhere charges only those ahead of him, or close by.
pub fn is_in_the_way(look: Look<'_>, unit: UnitId, enemy: UnitId, aim: Aim) -> bool {
    let (here, there) = (look.rect(unit), look.rect(enemy).centre());
    let gap = (there - here.centre()).length();
    match aim {
        Aim::Leave(edge, ..) => {
            let ahead = edge.outward();
            let forward = (there - here.centre()).dot(ahead.vector());
            let aside = (there - here.centre()).dot(ahead.right()).abs();
            let bars = forward > 0.0 && forward < look.inches(14.0) && aside < look.inches(7.0);
            bars || gap < look.inches(13.0)
        }
        Aim::Hold => gap < look.inches(14.0),
        Aim::Reach(_) => gap < look.inches(15.0) && look.card(unit).stats.clash > 1,
        _ => true,
    }
}

/// The casualties that it may expect to cause more than it suffers, with what flanks and supports add.
pub fn charge(look: Look<'_>, unit: UnitId, enemy: UnitId) -> f64 {
    let quarter = look.quarter_in(unit, enemy);
    let flank = quarter != Side4::Front && !look.state.unit(enemy).formation.is_front_all_round();
    let ours = blow(look, unit) * 0.66 * softness(look, enemy) + friends(look, unit) * 0.7;
    let theirs = if flank { 0.5 } else { 1.0 } * blow(look, enemy) * 0.5 * softness(look, unit)
        + friends(look, enemy) * 0.7;
    let bonus = if flank { 2.0 } else { 0.0 } + if look.is_unsteady(enemy) { 1.0 } else { 0.0 };
    let state = (left(look, unit) - left(look, enemy)) * 0.3;
    let loose = if look.state.unit(enemy).is_open() && !look.state.unit(unit).is_open() { 0.5 } else { 0.0 };
    ours - theirs + bonus + state + loose + 0.6
}

/// How many friends stand close enough to help it, three at most.
fn friends(look: Look<'_>, unit: UnitId) -> f64 {
    let (here, near) = (look.rect(unit), look.inches(3.0));
    let helps = |id: &UnitId| {
        let there = look.rect(*id);
        *id != unit
            && (there.centre() - here.centre()).length() < here.radius() + there.radius() + near
            && look.distance(*id, unit) < near
    };
    let side: Side = look.side(unit);
    look.on_table(side).filter(helps).take(3).count() as f64
}
