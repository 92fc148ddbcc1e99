//! What is left when a fight is over (60.12, 60.13): incidental contacts, and open order that spreads out again.

use super::ground::{Ground, Why, shift};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::fight::Waiting;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{INCH, Look, Rules};
use crate::state::Place;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Facing, Pose, Rect, nearest_points};
use aelian_rulebook::rule;

/// HC-AFT-01, HC-OPEN-10, HC-OOC-07: an open order unit that no longer fights spreads out around its centre; where
/// there is no room for that it waits until it moves.
pub(crate) fn spread(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let standing = look.state.unit(unit);
    if standing.formation != Formation::Open || standing.place != Place::Table {
        return;
    }
    let (width, depth) = look.card(unit).extent(Formation::Open);
    let centre = standing.rect.centre();
    let facing = standing.rect.pose.facing;
    let at = centre + facing.unit() * (depth / 2.0);
    // Back from where it fought, if it would come upon others there.
    let back = |inches: f64| {
        let rect = Rect::new(Pose { at, facing }.advanced(-inches * INCH).on_grid(), width, depth);
        look.may_stand(unit, Formation::Open, &rect).is_empty().then_some(rect)
    };
    let room = (0..=8).map(|step| f64::from(step) * 0.25).find_map(back);
    if let Some(rect) = room.filter(|rect| *rect != standing.rect) {
        cx.cite(rule!("HC-AFT-01"), || Fact::Unit(unit));
        shift(cx, unit, &rect, MoveWhy::SpreadOut);
    }
}

/// HC-INC-01, HC-INC-03, HC-INC-04, HC-INC-06, HC-VICM-14, EX-109: units whose fight is over but that still touch an
/// enemy step back six inches from him, even if they won.
pub(crate) fn part(cx: &mut Cx<'_, Rules>, units: UnitSet) -> Result<(), NeedRoll> {
    for unit in units.iter() {
        let look = Look::new(cx.rules, cx.state());
        let standing = look.state.unit(unit);
        if standing.place != Place::Table || look.state.is_fighting(unit) || look.never_falls_back(unit) {
            continue;
        }
        let touched = look.on_table(look.side(unit).other()).filter(|enemy| look.is_against(unit, *enemy));
        let Some(enemy) = touched.into_iter().find(|enemy| look.blocks(*enemy)) else { continue };
        let (mine, _) = nearest_points(look.rect(unit), look.rect(enemy));
        let quarter = crate::position::quarter_of(look.rect(unit), mine, look.rules.slack);
        let rect = look.rect(unit);
        let push = match quarter {
            crate::state::Side4::Front => rect.pose.facing.reversed(),
            crate::state::Side4::Rear => rect.pose.facing,
            crate::state::Side4::Left => Facing::along(rect.pose.facing.right()),
            crate::state::Side4::Right => Facing::along(rect.pose.facing.right() * -1.0),
        };
        cx.cite(rule!("HC-INC-03"), || Fact::Pair { unit, other: enemy });
        let ground = Ground::new(unit, Why::Parts, push);
        cx.emit(Event::Waits(Pending::Fight(Waiting::Ground(Box::new(ground)))));
    }
    Ok(())
}
