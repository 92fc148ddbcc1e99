//! Shock troops that burst through friends when they charge without orders (FA-BURST-01 to FA-BURST-05).

use super::land;
use crate::cohesion;
use crate::command::moves;
use crate::event::Moved;
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::{BrokenWhy, Cohesion};
use aelian_game::Cx;
use aelian_geometry::{Rect, overlaps, sweep};
use aelian_rulebook::rule;

/// FA-BURST-02 to FA-BURST-05, FA-BURST-10: shock troops go from where they stand to `end` through friends. The friends
/// whom they end upon are shifted back behind them, and others behind those; all through whom they burst drop a level.
/// False if there is no room: then nobody moves, and the shock troops become DISRUPTED if they were STEADY; the caller
/// must not move them.
pub fn burst_through(cx: &mut Cx<'_, Rules>, shock: GroupId, end: &Body) -> bool {
    let look = Look::new(cx.rules, cx.state());
    let passed = passed(look, shock, end);
    let Some(shifted) = shifts(look, shock, end) else {
        cx.cite(rule!("FA-BURST-05"), || Fact::Group(shock));
        if cx.state().group(shock).cohesion == Cohesion::Steady {
            cohesion::lower(cx, shock, 1, rule!("FA-BURST-05"), BrokenWhy::Otherwise, GroupSet::EMPTY);
        }
        return false;
    };
    for moved in shifted {
        cx.cite(rule!("FA-BURST-03"), || Fact::Group(moved.group));
        moves(cx, moved);
    }
    land::burst(cx, passed, rule!("FA-BURST-02"));
    true
}

/// The friends through whom a straight or wheeled move leads: those whom its end overlaps or who stand between.
/// AMB-63: light foot like others, unless the setting spares those whom it might pass in an ordinary move.
pub fn passed(look: Look<'_>, shock: GroupId, end: &Body) -> GroupSet {
    let state = look.state;
    let side = state.group(shock).side;
    let t = look.rules.tolerance;
    let leads_through = |(base, own): &(BaseId, Rect), rect: &Rect| {
        let way = own.pose.at - state.rect(*base).pose.at;
        let length = way.length();
        let back = own.with_pose(own.pose.translated(-way));
        length > t.length && sweep(&back, way / length, length, rect, t).is_some()
    };
    let meets =
        |rect: &Rect| end.bases.iter().any(|base| overlaps(&base.1, rect, t) || leads_through(base, rect));
    let in_way = |id: &GroupId| *id != shock && state.rects_of(*id).any(meets);
    let spared = |id: &GroupId| {
        look.rules.settings.shock_spares_passable_light_foot
            && look.passage(shock, *id) == crate::movement::passage::Passage::Free
    };
    state.on_table_of(side).filter(in_way).filter(|id| !spared(id)).collect()
}

/// FA-BURST-03, FA-BURST-04: the shifts back that make room for the shock troops at the end of their move; none if they
/// cannot be made.
pub fn shifts(look: Look<'_>, shock: GroupId, end: &Body) -> Option<Vec<Moved>> {
    look.make_room(end, shock, end.facing.reversed())
}
