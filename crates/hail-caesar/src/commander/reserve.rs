//! Reserve commanders (65.2): who follows a fallen commander, and where he appears.

use super::{CommanderChoice, CommanderPrompt, Seat};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::CommanderId;
use crate::numbers::numbers;
use crate::rules::{INCH, Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_geometry::{Vec2, on_grid};
use aelian_rulebook::{Reason, rule};

/// HC-RES-02: the owner says where he stands; it cannot be declined.
pub(super) fn next(look: Look<'_>, commander: CommanderId) -> Asked {
    let side = look.side_of_commander(commander);
    Some(Next::Ask { side, prompt: Prompt::Commander(CommanderPrompt::Reserve { commander }) })
}

pub(super) fn check(look: Look<'_>, commander: CommanderId, seat: &Seat) -> Verdict<Rules> {
    let breaches = match seat {
        Seat::With(unit) => refuse_unit(look, commander, *unit),
        Seat::At(at) => refuse_point(look, commander, *at),
    };
    let at = match seat {
        Seat::With(unit) if breaches.is_empty() => look.centre_front(*unit),
        Seat::With(_) => Vec2::new(0.0, 0.0),
        Seat::At(at) => *at,
    };
    let mut verdict = Verdict::legal(Ghost { commanders: vec![(commander, at)], ..Ghost::default() });
    verdict.breaches = breaches;
    verdict
}

/// HC-RES-02, HC-COM-04, HC-COM-05: with any unit of his division that has no commander.
fn refuse_unit(look: Look<'_>, commander: CommanderId, unit: crate::ids::UnitId) -> Vec<Reason<Fact>> {
    let mut breaches = Vec::new();
    if !look.state.has_unit(unit) {
        return vec![Reason { rule: rule!("HC-RES-02"), fact: Fact::NoSuchUnit(unit) }];
    }
    if !look.leads(commander, unit) {
        breaches.push(Reason { rule: rule!("HC-COM-04"), fact: Fact::NotYours(unit) });
    }
    if !look.state.unit(unit).is_on_table() {
        breaches.push(Reason { rule: rule!("HC-RES-02"), fact: Fact::NotOnTable(unit) });
    }
    if look.state.commander_with(unit).is_some() {
        breaches.push(Reason { rule: rule!("HC-COM-05"), fact: Fact::Unit(unit) });
    }
    breaches
}

/// HC-RES-02, AMB-87: within 12 inches of any unit of his division, on the table, and not on an enemy.
fn refuse_point(look: Look<'_>, commander: CommanderId, at: Vec2) -> Vec<Reason<Fact>> {
    if !at.x.is_finite() || !at.y.is_finite() || !look.state.field.holds(at) {
        return vec![Reason { rule: rule!("HC-RES-02"), fact: Fact::Rule }];
    }
    let mut breaches = Vec::new();
    let mine = look.all_on_table().filter(|unit| look.leads(commander, *unit));
    let nearest = mine.map(|unit| look.point_distance(at, unit)).fold(f64::INFINITY, f64::min);
    if !look.within(nearest, numbers().commanding.reserve) {
        let fact =
            Fact::TooFar { used: nearest.min(1e6), allowed: look.inches(numbers().commanding.reserve) };
        breaches.push(Reason { rule: rule!("HC-RES-02"), fact });
    }
    let enemies = look.on_table(look.side_of_commander(commander).other());
    for enemy in enemies.filter(|enemy| look.point_distance(at, *enemy) <= 0.0) {
        breaches.push(Reason { rule: rule!("HC-RES-02"), fact: Fact::BlockedBy(enemy) });
    }
    breaches
}

/// HC-LEAD-03, HC-RES-03, HC-RES-04, HC-RES-05, HC-RES-06, HC-RES-07: what the new man is, and that he stands there.
pub(super) fn resolve(cx: &mut Cx<'_, Rules>, commander: CommanderId, choice: &Choice) {
    let Choice::Commander(CommanderChoice::Reserve(seat)) = choice else { return };
    let look = Look::new(cx.rules, cx.state());
    let mut is = *look.state.commander(commander);
    is.leadership = is.leadership.saturating_sub(1).max(look.rules.settings.least_leadership);
    is.attacks = is.attacks.min(1);
    is.wounded = false;
    is.general = false;
    is.used = 0;
    (is.place, is.at) = match *seat {
        Seat::With(unit) => (CommanderPlace::With(unit), look.centre_front(unit)),
        Seat::At(at) => (CommanderPlace::Alone, on_grid(at)),
    };
    cx.emit(Event::Settled);
    let least = i32::from(cx.rules.settings.least_leadership);
    cx.cite(rule!("HC-RES-03"), || Fact::Count { found: i32::from(is.leadership), allowed: least });
    cx.emit(Event::CommanderIs { commander, is });
}

/// With each unit that may have him, and an inch behind the middle of each unit of his division.
pub(super) fn propose(look: Look<'_>, commander: CommanderId, out: &mut Proposals<Rules>) {
    let mut seats = Vec::new();
    for unit in look.all_on_table().filter(|unit| look.leads(commander, *unit)) {
        let rect = look.rect(unit);
        seats.push(Seat::With(unit));
        seats.push(Seat::At(on_grid(rect.pose.advanced(-rect.depth - INCH).at)));
        seats.push(Seat::At(on_grid(rect.centre())));
    }
    let legal = |seat: &Seat| check(look, commander, seat).is_legal();
    let choices = seats.into_iter().filter(legal);
    out.extend(choices.map(|seat| Choice::Commander(CommanderChoice::Reserve(seat))));
}
