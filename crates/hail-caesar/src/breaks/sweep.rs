//! Sweeping advances (60.11, HC-ALG-18).

use super::victors;
use crate::charge;
use crate::choice::{Asked, Ghost, GhostMove, Prompt};
use crate::command::{Charge, Target};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::fight::{self, FightPrompt, Waiting};
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Part;
use crate::state::{Combat, Deed};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, rule};

/// HC-SWEEP-03: how many moves a sweeping advance may take.
pub(super) const MOVES: u8 = 2;

/// HC-SWEEP-02, HC-SWEEP-12, AMB-36: right after the move, 4 to 6 disorders.
pub(super) fn disorder(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    if !cx.rules.settings.sweep_disorders || !cx.state().unit(unit).is_on_table() {
        return Ok(());
    }
    let face = rolls::die(cx, rule!("HC-SWEEP-02"))?;
    cx.cite(rule!("HC-SWEEP-02"), || Fact::Roll { unit, face, needed: 4 });
    if face >= 4 {
        super::disordered(cx, unit, rule!("HC-SWEEP-02"));
    }
    Ok(())
}

/// Enemies that might be charged with a sweep of so many moves: near enough and in front.
pub(super) fn targets(look: Look<'_>, unit: UnitId, moves: u8) -> Vec<UnitId> {
    let reach = look.rate(unit) * f64::from(moves) + look.rules.slack;
    let enemies = look.on_table(look.side(unit).other());
    enemies
        .filter(|enemy| look.reach(unit, *enemy) <= reach)
        .filter(|enemy| look.is_partly_in_front(unit, *enemy))
        .collect()
}

/// HC-SWEEP-04, HC-SWEEP-16: declared before moving; it must come to contact by what can be seen now, in its front
/// quarter.
pub(super) fn check(
    look: Look<'_>,
    unit: UnitId,
    targets: &[Target],
    moves: u8,
) -> Result<Ghost, Vec<Reason<Fact>>> {
    let known = |target: &Target| match target {
        Target::Unit(enemy) => look.state.has_unit(*enemy),
        _ => true,
    };
    if targets.is_empty() || targets.len() > 8 || !targets.iter().all(known) {
        return Err(vec![Reason::new(rule!("HC-SWEEP-04"), Fact::Unit(unit))]);
    }
    let order = Charge { targets: targets.to_vec(), first: Vec::new(), ignore_open: false };
    let outlook = charge::reach_as(look, unit, &order, moves, MoveWhy::Swept);
    let ahead = outlook.target.is_some_and(|target| look.is_partly_in_front(unit, target));
    if outlook.contact.is_none() || !ahead {
        return Err(barred(look, unit, targets, moves));
    }
    let ghost = GhostMove {
        unit,
        moves: outlook.moves(),
        formation: outlook.formation,
        rect: outlook.end,
        contact: true,
    };
    Ok(Ghost { moves: vec![ghost], targets: outlook.foes(), ..Ghost::default() })
}

/// HC-SWEEP-03, HC-SWEEP-16: why a sweep does not come to contact with any of these.
fn barred(look: Look<'_>, unit: UnitId, targets: &[Target], moves: u8) -> Vec<Reason<Fact>> {
    let allowed = look.rate(unit) * f64::from(moves);
    let mut reasons = Vec::new();
    for target in targets {
        let Target::Unit(enemy) = target else { continue };
        if look.side(*enemy) == look.side(unit) {
            reasons.push(Reason::new(rule!("HC-SWEEP-04"), Fact::NoEnemy(*enemy)));
            continue;
        }
        if !look.state.unit(*enemy).is_on_table() {
            reasons.push(Reason::new(rule!("HC-SWEEP-04"), Fact::NotOnTable(*enemy)));
            continue;
        }
        let used = look.reach(unit, *enemy);
        let forbidden = charge::forbidden(look, unit, *enemy);
        if !forbidden.is_empty() {
            reasons.extend(forbidden);
        } else if used > allowed + look.rules.slack {
            reasons.push(Reason::new(rule!("HC-SWEEP-03"), Fact::TooFar { used, allowed }));
        } else if !look.is_partly_in_front(unit, *enemy) {
            reasons.push(Reason::new(rule!("HC-SWEEP-03"), Fact::Pair { unit, other: *enemy }));
        } else {
            reasons.push(Reason::new(rule!("HC-SWEEP-16"), Fact::Pair { unit, other: *enemy }));
        }
    }
    if reasons.is_empty() {
        reasons.push(Reason::new(rule!("HC-SWEEP-03"), Fact::Unit(unit)));
    }
    reasons
}

/// HC-SWEEP-04, HC-SWEEP-11: the victor charges on; what follows from it waits below the charge.
pub(super) fn charge(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    targets: &[Target],
    moves: u8,
) -> Result<(), NeedRoll> {
    let standing = cx.state().unit(unit);
    let (was, from) = (standing.combat, standing.rect);
    cx.cite(rule!("HC-SWEEP-04"), || Fact::Unit(unit));
    cx.emit(Event::Did { unit, deed: Deed::Swept });
    let supports = supports(Look::new(cx.rules, cx.state()), unit);
    cx.emit(Event::Waits(Pending::Fight(Waiting::Swept { unit, was })));
    if !supports.is_empty() {
        cx.emit(Event::Waits(Pending::Fight(Waiting::Trails { unit, supports, from, moves })));
    }
    charge::begin_sweep(cx, unit, targets, moves)
}

/// HC-SUPM-06: who supported it in the round that it has won; the round lies on top of the stack.
fn supports(look: Look<'_>, unit: UnitId) -> UnitSet {
    match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => {
            round.supports_of(unit).map(|support| support.unit).collect()
        }
        _ => UnitSet::EMPTY,
    }
}

/// HC-SUPM-01, HC-SUPM-06: its supports go along, unless it was driven off.
pub(crate) fn trail(cx: &mut Cx<'_, Rules>, unit: UnitId, supports: UnitSet, from: &Rect, moves: u8) {
    if cx.state().is_fighting(unit) {
        victors::follow(cx, unit, from, &supports.iter().collect::<Vec<_>>(), moves);
    }
}

/// HC-SWEEP-06, HC-SWEEP-07, HC-SWEEP-08, HC-SWEEP-09, HC-SWEEP-10, HC-SWEEP-12, HC-HTH-04, HC-ALG-18, EX-99, EX-161:
/// the charge is made. Against a unit of the same engagement or of one that has been fought, the fight goes on in the
/// next turn; against anybody else it is fought in this one: at once if nobody else is in it but those who came along.
pub(crate) fn after(cx: &mut Cx<'_, Rules>, unit: UnitId, was: Combat) -> Result<(), NeedRoll> {
    disorder(cx, unit)?;
    let look = Look::new(cx.rules, cx.state());
    if !look.state.is_fighting(unit) {
        return Ok(());
    }
    let same = match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => {
            let all: UnitSet = round.supports.iter().map(|support| support.unit).collect();
            round.units.union(all)
        }
        _ => UnitSet::EMPTY,
    };
    if look.state.foes(unit).any(|foe| same.contains(foe)) {
        return again(cx, unit, was);
    }
    let along = supports(look, unit);
    let waits = look.state.bouts.iter().any(|bout| bout.units.contains(&unit) && !bout.fought);
    let others = look.engagement_of(unit).iter().filter(|one| !along.contains(*one)).count();
    let joined = others > 1 + look.state.foes(unit).count();
    if waits && !joined && look.state.part == Part::HandToHand {
        cx.cite(rule!("HC-SWEEP-07"), || Fact::Unit(unit));
        fight::begin(cx, unit);
    } else if joined {
        let rule = if waits { rule!("HC-SWEEP-10") } else { rule!("HC-SWEEP-09") };
        cx.cite(rule, || Fact::Unit(unit));
    }
    Ok(())
}

/// HC-SWEEP-06, HC-HTH-04, HC-HIT-H16: it is back in the engagement that it came from, as a charger and a victor.
fn again(cx: &mut Cx<'_, Rules>, unit: UnitId, was: Combat) -> Result<(), NeedRoll> {
    cx.cite(rule!("HC-SWEEP-06"), || Fact::Unit(unit));
    let is = Combat { rounds: was.rounds, won: was.won, ..cx.state().unit(unit).combat };
    cx.emit(Event::Combat { unit, is });
    let bouts: Vec<_> = cx.state().bouts.iter().filter(|bout| bout.units.contains(&unit)).copied().collect();
    for mut bout in bouts.into_iter().filter(|bout| !bout.fought) {
        bout.fought = true;
        cx.emit(Event::Bout(bout));
    }
    Ok(())
}

/// HC-EVADE-10, HC-EVADE-11, AMB-25: a charger that has caught an evader has the options of a victor, at once.
pub fn offer(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    if cx.state().unit(unit).is_on_table() {
        cx.emit(Event::Waits(Pending::Fight(Waiting::Victory { unit })));
    }
}

/// The same as a question; none if it can do nothing.
pub(crate) fn asked(look: Look<'_>, unit: UnitId) -> Asked {
    match victors::asked(look, UnitSet::one(unit)) {
        Some(Next::Ask { side, .. }) => {
            let units = UnitSet::one(unit);
            Some(Next::Ask { side, prompt: Prompt::Fight(FightPrompt::Victors { units }) })
        }
        _ => None,
    }
}
