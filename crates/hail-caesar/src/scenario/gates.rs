//! Barbarians at the Gates: the villa, who fires it and who holds it.

use super::arrivals::done;
use super::script::{Matter, ScenarioEvent};
use super::{Act, Battle};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{BlockId, UnitId};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Place;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Ending, Side};
use aelian_rulebook::{Reason, rule};

const ROMANS: Side = Side::Red;
const HUNS: Side = Side::Blue;

/// The villa is the only building of the battle.
const VILLA: BlockId = BlockId(0);

/// HS-GATES-13: the sum at which it burns.
const BURNS: i32 = 25;

/// HS-GATES-15: whether Romans hold the villa is looked at when a Hun turn begins.
pub fn due(look: Look<'_>) -> Option<Matter> {
    let open = look.active() == HUNS && !look.state.script.done.contains(&Matter::VillaWatch);
    open.then_some(Matter::VillaWatch)
}

pub fn watch(cx: &mut Cx<'_, Rules>) {
    let held = is_held(Look::new(cx.rules, cx.state()));
    if held != cx.state().script.villa_held {
        cx.emit(Event::Scenario(ScenarioEvent::VillaHeld(held)));
    }
    done(cx, Matter::VillaWatch);
}

fn inside(look: Look<'_>, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    look.on_table(side).filter(move |id| look.state.unit(*id).place == Place::Block(VILLA))
}

/// HS-GATES-15, HA-GATES-04: Roman infantry is in the villa and no enemy is.
fn is_held(look: Look<'_>) -> bool {
    inside(look, HUNS).next().is_none() && inside(look, ROMANS).any(|id| look.class(id).is_infantry())
}

/// The end of a Hun turn.
pub fn at_end(look: Look<'_>) -> Option<Matter> {
    let open = look.active() == HUNS && !look.state.script.done.contains(&Matter::Villa);
    let held = look.state.script.villa_held && is_held(look);
    (open && (held || inside(look, HUNS).next().is_some())).then_some(Matter::Villa)
}

/// HS-GATES-15, HS-GATES-16: held for a whole Hun turn the villa is saved; otherwise those inside try to
/// set it on fire.
pub fn decide(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if look.state.script.villa_held && is_held(look) {
        cx.cite(rule!("HS-GATES-15"), || Fact::Block(VILLA));
        cx.emit(Event::Ends(Ending { winner: Some(ROMANS), cause: rule!("HS-GATES-15"), score: [1, 0] }));
        return Ok(());
    }
    done(cx, Matter::Villa);
    let fired = if cx.rules.settings.villa_burns_by_sum { smoulders(cx)? } else { kindles(cx)? };
    if fired {
        cx.emit(Event::Ends(Ending { winner: Some(HUNS), cause: rule!("HS-GATES-16"), score: [0, 1] }));
    }
    Ok(())
}

/// HS-GATES-13: one die more, and the villa burns when they come to enough.
fn smoulders(cx: &mut Cx<'_, Rules>) -> Result<bool, NeedRoll> {
    let face = rolls::die(cx, rule!("HS-GATES-13"))?;
    cx.emit(Event::Scenario(ScenarioEvent::Fire(face)));
    let found: i32 = cx.state().script.fire.iter().map(|face| i32::from(*face)).sum();
    cx.cite(rule!("HS-GATES-13"), || Fact::Count { found, allowed: BURNS });
    Ok(found >= BURNS)
}

/// HS-GATES-09: a double that is high enough for the turn.
fn kindles(cx: &mut Cx<'_, Rules>) -> Result<bool, NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let least = 7 - look.own_turn().min(6) as u8;
    let [one, other] = rolls::two_faces(cx, rule!("HS-GATES-09"))?;
    let fired = one == other && one >= least;
    let found = if one == other { i32::from(one) } else { 0 };
    cx.cite(rule!("HS-GATES-09"), || Fact::Count { found, allowed: i32::from(least) });
    Ok(fired)
}

/// HS-GATES-08: the scouts stay in the villa, also when their division is broken; they may shoot.
pub fn forbids(look: Look<'_>, unit: UnitId, act: Act) -> Option<Reason<Fact>> {
    let stays = look.is_battle(Battle::BarbariansAtTheGates)
        && act != Act::Shoot
        && look.card(unit).name == "Hun scouts"
        && look.state.unit(unit).place == Place::Block(VILLA);
    stays.then_some(Reason { rule: rule!("HS-GATES-08"), fact: Fact::Unit(unit) })
}
