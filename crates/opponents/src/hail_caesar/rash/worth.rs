//! What a charge or a fight is worth to `rash`.

use aelian_hail_caesar::state::Side4;
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

/// The casualties that it may expect to cause more than it suffers, with what flanks and supports add.
pub fn charge(look: Look<'_>, unit: UnitId, enemy: UnitId) -> f64 {
    let quarter = look.quarter_in(unit, enemy);
    let flank = quarter != Side4::Front && !look.state.unit(enemy).formation.is_front_all_round();
    let behind = |unit: UnitId| {
        let near = |id: &UnitId| *id != unit && look.distance(*id, unit) < look.inches(3.0);
        look.on_table(look.side(unit)).filter(near).count().min(3) as f64
    };
    let ours = blow(look, unit) * 0.66 * softness(look, enemy) + behind(unit) * 0.7;
    let theirs =
        if flank { 0.5 } else { 1.0 } * blow(look, enemy) * 0.5 * softness(look, unit) + behind(enemy) * 0.7;
    let bonus = if flank { 2.0 } else { 0.0 } + if look.is_unsteady(enemy) { 1.0 } else { 0.0 };
    let state = (left(look, unit) - left(look, enemy)) * 0.3;
    let loose = if look.state.unit(enemy).is_open() && !look.state.unit(unit).is_open() { 0.5 } else { 0.0 };
    ours - theirs + bonus + state + loose + 0.6
}
