//! Initial routs (68.6) and the routers' moves of the joint action phase (70.5).

use super::direction::{chased, fled, touching};
use super::flight::Flight;
use super::land::fly;
use super::pursuers;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::GroupId;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{Broken, BrokenWhy, Deed};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_rulebook::rule;

/// FA-ROUT-02: the group whose initial rout comes next, in the order in which they broke.
pub fn next_broken(look: Look<'_>) -> Option<Broken> {
    look.state.broken.iter().find(|broken| look.state.group(broken.group).on_table()).copied()
}

/// FA-CHG-33, FA-JPUR-24: the group that broke on being charged or reached by pursuers and routs at once.
pub fn next_at_once(look: Look<'_>) -> Option<Broken> {
    let charged = |broken: &&Broken| {
        broken.why == BrokenWhy::ChargedFragmented && look.state.group(broken.group).on_table()
    };
    look.state.broken.iter().find(charged).copied()
}

/// FA-COH-14: the router that moves next in the joint action phase. Who has just broken moves with the others (AMB-79).
pub fn next_router(look: Look<'_>) -> Option<GroupId> {
    let due = |id: &GroupId| {
        let group = look.state.group(*id);
        group.is_broken() && !look.state.dealt.contains(*id) && !group.deeds.has(Deed::Routed)
    };
    let active = look.state.active;
    [active, active.other()].into_iter().find_map(|side| look.state.on_table_of(side).find(due))
}

/// FA-ROUT-01 to FA-ROUT-10, FA-VMD-04, FA-CHG-33, FA-JPUR-24: a group that has broken makes its initial rout now. Who fought it
/// is remembered as its pursuer; its fights are over.
pub fn initial_rout(cx: &mut Cx<'_, Rules>, group: GroupId) -> Result<(), NeedRoll> {
    let known = cx.state().broken.iter().find(|broken| broken.group == group).copied();
    let broken = known.unwrap_or(Broken { group, why: BrokenWhy::Otherwise, by: Default::default() });
    let change = rolls::variable_move(cx, rule!("FA-ROUT-03"))? as i8;
    let look = Look::new(cx.rules, cx.state());
    let direction = fled(look, &broken);
    let flight = match direction {
        Some(facing) => Flight::rout(look, group, facing, change),
        None => Flight::home(look, group, change),
    };
    match direction {
        Some(_) => cx.cite(rule!("FA-ROUT-04"), || Fact::Group(group)),
        None => cx.cite(rule!("FA-ROUT-05"), || Fact::Group(group)),
    }
    pursuers::let_go(cx, group);
    fly(cx, flight);
    Ok(())
}

/// FA-JPUR-02 to FA-JPUR-05, FA-VMD-06, FA-VMD-07: a router's move in the joint action phase: away from enemy who touch it, with a die; or its
/// normal distance towards its own rear edge.
pub fn joint_rout(cx: &mut Cx<'_, Rules>, group: GroupId) -> Result<(), NeedRoll> {
    let by = touching(Look::new(cx.rules, cx.state()), group);
    let change = match by.is_empty() {
        true => 0,
        false => rolls::variable_move(cx, rule!("FA-JPUR-03"))? as i8,
    };
    let look = Look::new(cx.rules, cx.state());
    let flight = match chased(look, group) {
        Some(facing) => Flight::rout(look, group, facing, change),
        None => Flight::home(look, group, change),
    };
    match by.is_empty() {
        true => cx.cite(rule!("FA-JPUR-04"), || Fact::Group(group)),
        false => cx.cite(rule!("FA-JPUR-02"), || Fact::Group(group)),
    }
    pursuers::let_go(cx, group);
    fly(cx, flight);
    Ok(())
}

/// FA-ROUT-08: a group whose rout was barred and whose end has come.
pub fn next_trapped(look: Look<'_>) -> Option<GroupId> {
    look.state.on_table().find(|id| look.state.did(*id, Deed::Trapped))
}

/// FA-ROUT-08, FA-JPUR-05.
pub fn destroy(cx: &mut Cx<'_, Rules>, group: GroupId) {
    cx.cite(rule!("FA-ROUT-08"), || Fact::Group(group));
    cx.emit(Event::Leaves { group, to: crate::state::Place::Destroyed });
}
