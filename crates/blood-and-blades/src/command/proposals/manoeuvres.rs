//! What is proposed to a body: the sample of manoeuvres.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Command, Leg, Manoeuvre, Order, Reach, Turn};
use crate::movement::allowance::Footing;
use crate::movement::approach::Search;
use crate::movement::bind;
use crate::movement::columns;
use crate::movement::motion::Motion;
use crate::rules::Look;
use crate::state::{Moved, Place};
use crate::troop::TroopType;
use aelian_geometry::{Facing, Hand, to_degrees};

/// Every command that is proposed to a body.
pub fn all(look: Look<'_>, body: BaseSet) -> Vec<Command> {
    let mut commands = Vec::new();
    if wants_halt(look, body) {
        commands.push(Command::Halt);
    }
    for reach in reaches(look, body) {
        let mut hows = Vec::new();
        let pace = pace(look, body, reach);
        if body.len() == 1 || look.is_group(body) {
            plain(look, body, pace, &mut hows);
            light(look, body, pace, &mut hows);
        }
        columns::manoeuvres(look, body, reach, &mut hows);
        if let Some(base) = body.first().filter(|_| body.len() == 1) {
            single(look, base, reach, pace, &mut hows);
        }
        commands.extend(hows.into_iter().map(|how| Command::Move { reach, how, displace: BaseSet::EMPTY }));
    }
    commands
}

/// The kinds of move that make sense for a body now: far if it may, and tactical where that can be better.
pub fn reaches(look: Look<'_>, body: BaseSet) -> Vec<Reach> {
    let deeds = |base: BaseId| look.state.base(base).deeds;
    if body.iter().any(|base| deeds(base).halted) {
        return Vec::new();
    }
    let fresh = body.iter().all(|base| deeds(base).moved == Moved::No);
    let far = body.iter().all(|base| deeds(base).moved != Moved::Tactical)
        && !body.iter().any(|base| look.is_enemy_too_near(base));
    let shoots = body.iter().any(|base| look.state.base(base).is(TroopType::Bw));
    let mut reaches = Vec::with_capacity(2);
    if far {
        reaches.push(Reach::Far);
    }
    if fresh && (!far || shoots) {
        reaches.push(Reach::Tactical);
    }
    reaches
}

/// BB-HALT-08: halting is useful only for those who would run.
pub fn wants_halt(look: Look<'_>, body: BaseSet) -> bool {
    let fresh = |base: BaseId| look.state.base(base).deeds.moved == Moved::No;
    let running = |base: BaseId| {
        let base_state = look.state.base(base);
        base_state.place == Place::Table && !base_state.deeds.halted && look.is_impetuous_type(base)
    };
    body.iter().all(fresh) && body.iter().any(running)
}

/// The most that the slowest base could go from where it stands.
pub fn pace(look: Look<'_>, body: BaseSet, reach: Reach) -> f64 {
    let pace = |base: BaseId| {
        let base_state = look.state.base(base);
        let going = look.going_under(&base_state.rect, &base_state.troop);
        look.pace(base, Footing::Ground(going), reach)
    };
    body.iter().map(pace).fold(f64::INFINITY, f64::min)
}

/// Advances, pivots, turnabout.
fn plain(look: Look<'_>, body: BaseSet, pace: f64, out: &mut Vec<Manoeuvre>) {
    out.push(Manoeuvre::Advance { distance: pace });
    out.push(Manoeuvre::Advance { distance: pace * 0.5 });
    out.extend(to_zone(look, body, pace).map(|distance| Manoeuvre::Advance { distance }));
    for hand in Hand::BOTH {
        for distance in [look.mu(1.0).min(pace), pace * 0.5, pace] {
            out.push(Manoeuvre::Pivot { hand, distance });
        }
    }
    out.push(Manoeuvre::Turnabout);
}

/// BB-ZOC-16: how far straight ahead the first zone begins.
pub fn to_zone(look: Look<'_>, body: BaseSet, pace: f64) -> Option<f64> {
    let side = look.active();
    let entry = |base: BaseId| {
        let rect = look.state.rect(base);
        look.zone_entry(side, rect, Motion::Go(rect.pose.facing.vector() * pace))
    };
    let first = body.iter().filter_map(entry).map(|entry| entry.part * pace).fold(f64::INFINITY, f64::min);
    first.is_finite().then_some(first)
}

/// BB-MOVE-34, BB-MOVE-35.
fn light(look: Look<'_>, body: BaseSet, pace: f64, out: &mut Vec<Manoeuvre>) {
    let kinds = |test: fn(TroopType) -> bool| body.iter().all(|base| test(look.state.base(base).troop.kind));
    if kinds(TroopType::is_light) && body.len() > 1 {
        let part = look.mu(1.0).min(pace / 3.0);
        for hand in Hand::BOTH {
            let turn = Some(Turn { hand, distance: part });
            out.push(Manoeuvre::Light { first: turn, distance: pace - part, last: None });
            out.push(Manoeuvre::Light { first: None, distance: pace - part, last: turn });
        }
    }
    if kinds(TroopType::is_skirmisher) {
        out.push(Manoeuvre::TurnaboutAdvance { distance: pace });
    }
}

/// BB-MOVE-36: side steps, a step back, turns towards the nearest enemy, and contact with enemies in reach.
fn single(look: Look<'_>, base: BaseId, reach: Reach, pace: f64, out: &mut Vec<Manoeuvre>) {
    let mut free = |legs: Vec<Leg>| out.push(Manoeuvre::Free { legs });
    let zoccers = look.zoccers(base);
    let search = Search::new(look, base, reach);
    if !zoccers.is_empty() {
        if !look.engaged_by(base).is_empty() {
            return;
        }
        if let Some(best) = bind::best(&search, zoccers) {
            free(best.legs);
        }
        return;
    }
    for right in [-pace, -look.mu(1.0), look.mu(1.0), pace] {
        free(vec![Leg::Go { ahead: 0.0, right }]);
    }
    free(vec![Leg::Go { ahead: -pace, right: 0.0 }]);
    free(vec![Leg::Turnabout, Leg::Go { ahead: pace, right: 0.0 }]);
    if let Some(degrees) = towards_enemy(look, base) {
        free(vec![Leg::Spin { degrees }]);
    }
    if reach == Reach::Tactical {
        let own = look.state.base(base);
        let near: Vec<BaseId> = look.enemies_near(own.side, &own.rect, pace).collect();
        for enemy in near {
            if let Some(approach) = search.aligned_on_any_edge(enemy) {
                free(approach.legs);
            }
        }
    }
}

/// The turn, in degrees, that makes a base face the nearest enemy.
pub fn towards_enemy(look: Look<'_>, base: BaseId) -> Option<f64> {
    let own = look.state.base(base);
    let distance = |enemy: &BaseId| (look.state.rect(*enemy).centre() - own.rect.centre()).length();
    let reach = 4.0 * look.far();
    let nearest = look
        .enemies_near(own.side, &own.rect, reach)
        .min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b)))?;
    let to = Facing::along(look.state.rect(nearest).centre() - own.rect.centre());
    let degrees = to_degrees(own.rect.pose.facing.turn_to(to));
    (degrees.abs() > 1.0).then_some(degrees)
}

/// BB-ZOC-12: pairs of zocced friends that can get into close combat only together.
pub fn together(look: Look<'_>) -> Vec<Vec<Order>> {
    let zocced: Vec<BaseId> =
        super::bodies::movable(look).filter(|base| !look.zoccers(*base).is_empty()).collect();
    let stuck = |base: &BaseId| {
        let search = Search::new(look, *base, Reach::Tactical);
        look.engaged_by(*base).is_empty() && bind::best(&search, look.zoccers(*base)).is_none()
    };
    let mut found = Vec::new();
    for base in zocced.iter().copied().filter(stuck) {
        for other in zocced
            .iter()
            .copied()
            .filter(|other| *other != base && look.distance(base, *other) < look.mu(2.0))
        {
            let orders = [base, other].map(|one| {
                let other = if one == base { other } else { base };
                forced_without(look, one, other)
            });
            if let [Some(first), Some(second)] = orders {
                found.push(vec![first, second]);
            }
        }
    }
    found
}

/// The order by which a zocced base gets into close combat if another were not there.
fn forced_without(look: Look<'_>, base: BaseId, gone: BaseId) -> Option<Order> {
    let mut state = look.state.clone();
    state.bases.get_mut(gone.index())?.place = Place::Waiting;
    let clear = look.at(&state);
    let best = bind::best(&Search::new(clear, base, Reach::Tactical), clear.zoccers(base))?;
    let how = Manoeuvre::Free { legs: best.legs };
    let what = Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY };
    Some(Order { to: BaseSet::one(base), what })
}
