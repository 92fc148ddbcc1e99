//! Groups, columns, packs, moves, zones of control, gaps and engagement (42 to 48).

pub mod align;
pub mod allowance;
pub mod approach;
mod as_one;
pub mod bind;
pub mod carry;
pub mod columns;
pub mod conform;
mod detour;
pub mod discover;
pub mod engage;
pub mod free;
pub mod gap;
pub mod light;
mod march;
pub mod motion;
pub mod order;
pub mod pass;
pub mod pivot;
pub mod plan;
pub mod reach;
mod room;
mod stop;
pub mod straight;
pub mod sweep;
#[cfg(test)]
pub mod tests;
pub mod turnabout;
pub mod ways;
pub mod zone;

use crate::baseset::BaseSet;
use crate::choice::{Choice, Ghost, Placement, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::outcome::ambush;
use crate::rules::{Look, Rules};
use crate::state::{Grid, Pending};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::{GRID, Pose};
use aelian_rulebook::rule;
use plan::Track;

/// What a move has left open: the mover's alignment, the rest of an ambush, the rest of an order.
pub fn next(look: Look<'_>) -> Next<Prompt, Choice> {
    let side = look.active();
    match look.state.pending.last() {
        Some(Pending::Align { body, shift, must }) => {
            let prompt = Prompt::Align { body: *body, shift: length(*shift) };
            match (still_aligns(look, *body, *shift), must) {
                (false, _) => Next::Only { side, prompt, choice: Choice::Align(false) },
                (true, true) => Next::Only { side, prompt, choice: Choice::Align(true) },
                (true, false) => Next::Ask { side, prompt },
            }
        }
        // BB-BUSH-13: also where nothing is left to show, so that being asked tells nobody anything.
        Some(Pending::RevealRest { side }) => Next::Ask { side: *side, prompt: Prompt::RevealRest },
        Some(Pending::GoOn { order, .. }) => {
            let prompt = Prompt::GoOn { order: order.as_ref().clone() };
            match carry::goes_on(look, order) {
                Some(_) => Next::Ask { side, prompt },
                None => Next::Only { side, prompt, choice: Choice::GoOn(false) },
            }
        }
        _ => Next::Forced(Choice::Proceed),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (look.state.pending.last(), choice) {
        (Some(Pending::Align { body, shift, must }), Choice::Align(aligns)) => {
            check_align(look, *body, *shift, *must, *aligns)
        }
        (Some(Pending::Conform { .. }), Choice::Proceed) => Verdict::legal(Ghost::default()),
        (Some(Pending::RevealRest { side }), Choice::RevealRest(all)) => check_reveal(look, *side, *all),
        (Some(Pending::GoOn { order, .. }), Choice::GoOn(on)) => {
            if *on && carry::goes_on(look, order).is_none() {
                return Verdict::refused(rule!("BB-BUSH-12"), Fact::Bases(order.to));
            }
            Verdict::legal(Ghost::default())
        }
        _ => not_asked(choice),
    }
}

/// BB-ENG-03, BB-ZOC-15: the mover may align if the shift is still possible, and must if he was forced to contact.
fn check_align(look: Look<'_>, body: BaseSet, shift: Grid, must: bool, aligns: bool) -> Verdict<Rules> {
    let possible = still_aligns(look, body, shift);
    if aligns && !possible {
        return Verdict::refused(rule!("BB-ENG-06"), Fact::Bases(body));
    }
    if !aligns && possible && must {
        return Verdict::refused(rule!("BB-ZOC-15"), Fact::Bases(body));
    }
    let moves = if aligns { shifted(look, body, shift) } else { Vec::new() };
    Verdict::legal(Ghost { moves, ..Ghost::default() })
}

/// BB-BUSH-09: the rest of an ambush may be shown as long as there is one.
fn check_reveal(look: Look<'_>, side: Side, all: bool) -> Verdict<Rules> {
    if all && look.ambushers(side).is_empty() {
        return Verdict::refused(rule!("BB-BUSH-09"), Fact::Side(side));
    }
    Verdict::legal(Ghost::default())
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let Some(pending) = cx.state().pending.last().cloned() else { return Ok(()) };
    cx.emit(Event::Settled);
    match (pending, choice) {
        (Pending::Align { body, shift, must }, Choice::Align(true)) => align(cx, body, shift, must),
        (Pending::Conform { body, grouped, fighting }, _) => carry::conform(cx, body, grouped, fighting),
        (Pending::RevealRest { side }, Choice::RevealRest(true)) => {
            for base in Look::new(cx.rules, cx.state()).ambushers(side).iter() {
                cx.emit(Event::Revealed(base));
            }
        }
        (Pending::GoOn { order, at, seen }, Choice::GoOn(on)) => {
            carry::answer(cx, &order, at, seen, *on);
        }
        _ => {}
    }
    Ok(())
}

/// BB-ENG-10: all bases of the body shift alike; a bent column stays one. BB-BUSH-10: if the shift would discover an ambush,
/// the player is asked again when it is seen.
fn align(cx: &mut Cx<'_, Rules>, body: BaseSet, shift: Grid, must: bool) {
    let look = Look::new(cx.rules, cx.state());
    let track = |place: Placement| Track { base: place.base, via: Vec::new(), to: place.pose };
    let tracks = shifted(look, body, shift).into_iter().map(track).collect();
    if ambush::reveal_before(cx, tracks, Pending::Align { body, shift, must }) {
        return;
    }
    let look = Look::new(cx.rules, cx.state());
    let way = look.shift_way(body, length(shift));
    let bent =
        body.first().and_then(|base| look.state.bent_column_of(base)).map(|column| Event::ColumnBent {
            bases: column.bases.clone(),
            track: column.track.iter().map(|pose| pose.translated(way)).collect(),
        });
    for Placement { base, pose } in shifted(Look::new(cx.rules, cx.state()), body, shift) {
        cx.emit(Event::Moved { base, via: Vec::new(), to: pose, why: MoveWhy::Aligned });
        cx.cite(rule!("BB-ENG-03"), || Fact::Base(base));
    }
    if let Some(bent) = bent {
        cx.emit(bent);
    }
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    let answers = match look.state.pending.last() {
        Some(Pending::Align { .. }) => [Choice::Align(true), Choice::Align(false)],
        Some(Pending::RevealRest { .. }) => [Choice::RevealRest(true), Choice::RevealRest(false)],
        Some(Pending::GoOn { .. }) => [Choice::GoOn(true), Choice::GoOn(false)],
        _ => return out.push(Choice::Proceed),
    };
    out.extend(answers.into_iter().filter(|answer| check(look, answer).is_legal()));
}

fn still_aligns(look: Look<'_>, body: BaseSet, shift: Grid) -> bool {
    let (wanted, slack) = (length(shift), 2.0 * look.rules.tolerance.length);
    look.alignments(body).iter().any(|possible| (possible - wanted).abs() <= slack)
}

fn shifted(look: Look<'_>, body: BaseSet, shift: Grid) -> Vec<Placement> {
    let way = look.shift_way(body, length(shift));
    let pose = |base| -> Pose { look.state.rect(base).pose.translated(way).on_grid() };
    body.iter().map(|base| Placement { base, pose: pose(base) }).collect()
}

/// A length of the state in mm.
fn length(grid: Grid) -> f64 {
    f64::from(grid) / GRID
}
