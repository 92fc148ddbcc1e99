//! Countercharge (50.9).

use super::reach::Outlook;
use super::run::Run;
use super::turn;
use crate::ids::UnitId;
use crate::position::SupportSide;
use crate::rules::Look;
use aelian_geometry::{Facing, Pose, Rect, Rotation};

/// HC-CCH-05, AMB-26: the charger would come to contact, or would end before the target within one of its own moves.
pub fn comes_near(look: Look<'_>, run: &Run, outlook: &Outlook, target: UnitId) -> bool {
    if outlook.foes().contains(target) {
        return true;
    }
    let near = look.point_distance(outlook.end.pose.at, target) <= look.rate(run.unit) + look.rules.slack;
    let open = look.state.unit(run.unit).is_open();
    outlook.target == Some(target) && near && (open || look.faces_from(&outlook.end, target))
}

/// HC-CCH-06, HC-CCH-07: where the countercharger meets a charger who stands there: halfway, parallel to it. If its way is
/// not free it comes as far as it can.
pub fn meeting(look: Look<'_>, charger: UnitId, from: &Rect, unit: UnitId) -> Rect {
    let own = *look.rect(unit);
    let open = look.state.unit(charger).is_open();
    let ahead = if open { Facing::along(own.centre() - from.centre()) } else { from.pose.facing };
    let start = if open { from.centre() } else { from.pose.at };
    let gap = look.point_distance(start, unit);
    let (width, depth) =
        if look.state.unit(unit).is_open() { super::closed_up(look, unit) } else { (own.width, own.depth) };
    let facing = ahead.reversed();
    let aside = (own.centre() - start).dot(ahead.right());
    let place = |distance: f64| {
        let at = start + ahead.unit() * distance + ahead.right() * aside;
        Rect::new(Pose { at, facing }.on_grid(), width, depth)
    };
    let parts = [0.5, 0.625, 0.75, 0.875, 1.0];
    let free = parts.into_iter().map(|part| place(gap * part)).find(|rect| turn::is_free(look, unit, rect));
    free.unwrap_or(own)
}

/// HC-CCH-11, HC-CCH-12: cavalry and chariots in a position to support it go with it and keep their place beside it.
pub fn companions(look: Look<'_>, unit: UnitId, to: &Rect) -> Vec<(UnitId, Rect)> {
    let own = look.rect(unit);
    let turn = Rotation::by(own.pose.facing.turn_to(to.pose.facing));
    let mut found = Vec::new();
    for support in look.supports_of(unit) {
        let class = look.class(support.unit);
        let mounted = class.is_cavalry() || class.is_chariots();
        if !mounted || support.side == SupportSide::Inside || look.is_engaged(support.unit) {
            continue;
        }
        let rect = look.rect(support.unit);
        let at = to.pose.at + turn.turn(rect.pose.at - own.pose.at);
        let pose = Pose { at, facing: rect.pose.facing.turned_by(&turn) };
        found.push((support.unit, rect.with_pose(pose.on_grid())));
    }
    found
}
