//! The catalogue of voluntary moves (44.2): planning an ordered move and judging all of it at once.

use super::bind::{self, Judged};
use super::plan::{Plan, Shape};
use super::{columns, engage, free, light, pivot, reach, straight, turnabout, ways};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{ColumnLeg, Manoeuvre, Reach, Turn};
use crate::fact::Fact;
use crate::rules::Look;
use crate::state::{Place, State};
use aelian_game::Side;
use aelian_geometry::{Rect, Vec2, overlaps};
use aelian_rulebook::{Reason, rule};
use std::borrow::Cow;

/// How the bases of a body go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfolds {
    /// All at once, keeping their shape.
    Rigid,
    /// One after the other along one track, all at once.
    InColumn,
    /// Each by itself, in the order of the plan.
    OneByOne,
}

impl Manoeuvre {
    pub fn unfolds(&self) -> Unfolds {
        match self {
            Manoeuvre::Column { .. } | Manoeuvre::FollowRoad { .. } | Manoeuvre::FollowRiver { .. } => {
                Unfolds::InColumn
            }
            Manoeuvre::FormColumn { .. }
            | Manoeuvre::Extend { .. }
            | Manoeuvre::FullSpeedAhead
            | Manoeuvre::PackIntoGroup { .. } => Unfolds::OneByOne,
            _ => Unfolds::Rigid,
        }
    }

    /// BB-PACK-08: whether it is a move of a pack.
    pub fn is_of_pack(&self) -> bool {
        matches!(self, Manoeuvre::FullSpeedAhead | Manoeuvre::PackIntoGroup { .. })
    }
}

/// BB-MOVE-30 to BB-MOVE-40: plans a move and lists every rule that it breaks.
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, how: &Manoeuvre, displace: BaseSet) -> Plan {
    let (mut plan, after) = planned(look, to, reach, how, displace);
    if let Some(after) = after.filter(|_| !look.settled(&plan)) {
        bind::judge(Judged { look, after: look.at(&after), reach }, &mut plan);
    }
    plan
}

/// As `plan`, zones of control left out of account, with the table after it where enemies are near.
pub(super) fn planned(
    look: Look<'_>,
    to: BaseSet,
    reach: Reach,
    how: &Manoeuvre,
    displace: BaseSet,
) -> (Plan, Option<State>) {
    let mut plan = Plan::default();
    judge_body(look, to, how, &mut plan);
    if plan.is_legal() {
        plan = of_kind(look, to, reach, how, displace);
    }
    if look.settled(&plan) {
        return (plan, None);
    }
    if plan.shape == Shape::StraightFull && plan.tracks.is_empty() {
        plan.shape = Shape::Other;
    }
    reach::judge(look, to, reach, &mut plan);
    judge_ends(look, how, &mut plan);
    if look.settled(&plan) {
        return (plan, None);
    }
    plan.near = ways::near_enemies(look, &plan.tracks);
    let after = (!plan.near.is_empty()).then(|| look.after(&plan));
    if let Some(after) = &after {
        engage::judge(look, look.at(after), reach, &mut plan);
    }
    (plan, after)
}

/// Who may be ordered: known bases of this side, on the table or in ambush.
pub fn judge_subject(look: Look<'_>, side: Side, to: BaseSet) -> Vec<Reason<Fact>> {
    let mut breaches = Vec::new();
    let mut refuse = |fact| breaches.push(Reason { rule: rule!("BB-PIG-02"), fact });
    if to.is_empty() {
        refuse(Fact::Bases(to));
    }
    for id in to.iter() {
        match look.state.bases.get(id.index()) {
            None => refuse(Fact::NoSuchBase(id)),
            Some(base) if base.side != side => refuse(Fact::NotYours(id)),
            Some(base) if !matches!(base.place, Place::Table | Place::Ambush) => {
                refuse(Fact::NotOnTable(id));
            }
            Some(_) => {}
        }
    }
    breaches
}

/// BB-BUSH-08: the table as its owner sees it: his own hidden bases stand on it.
pub fn own_eyes<'a>(look: Look<'a>, side: Side) -> Cow<'a, State> {
    let hidden = |base: &crate::state::Base| base.side == side && base.place == Place::Ambush;
    if !look.state.bases.iter().any(hidden) {
        return Cow::Borrowed(look.state);
    }
    let mut state = look.state.clone();
    for base in state.bases.iter_mut().filter(|base| hidden(base)) {
        base.place = Place::Table;
    }
    Cow::Owned(state)
}

/// BB-MOVE-30, BB-MOVE-31, BB-MOVE-36, BB-GRP-09: whether such a body can be given such a move at all.
fn judge_body(look: Look<'_>, to: BaseSet, how: &Manoeuvre, plan: &mut Plan) {
    if how.unfolds() != Unfolds::Rigid || to.len() == 1 {
        return;
    }
    if matches!(how, Manoeuvre::Free { .. }) {
        return plan.refuse(rule!("BB-MOVE-36"), Fact::Bases(to));
    }
    if !look.is_group(to) {
        plan.refuse(rule!("BB-MOVE-30"), Fact::Bases(to));
    } else if !faces_one_way(look, to) && !matches!(how, Manoeuvre::Advance { .. } | Manoeuvre::Turnabout) {
        plan.refuse(rule!("BB-GRP-09"), Fact::Bases(to));
    }
}

fn of_kind(look: Look<'_>, to: BaseSet, reach: Reach, how: &Manoeuvre, displace: BaseSet) -> Plan {
    if to.len() > 1 && how.unfolds() == Unfolds::Rigid && !faces_one_way(look, to) {
        return of_bent_column(look, to, reach, how, displace);
    }
    match how {
        Manoeuvre::Advance { distance } => straight::plan(look, to, reach, *distance, displace),
        Manoeuvre::Pivot { hand, distance } => {
            pivot::plan(look, to, reach, Turn { hand: *hand, distance: *distance })
        }
        Manoeuvre::Light { first, distance, last } => {
            light::plan(look, to, reach, [*first, *last], *distance, displace)
        }
        Manoeuvre::Turnabout => turnabout::plan(look, to, reach),
        Manoeuvre::TurnaboutAdvance { distance } => {
            turnabout::and_advance(look, to, reach, *distance, displace)
        }
        Manoeuvre::Free { legs } => match to.first() {
            Some(base) => free::plan(look, base, reach, legs, displace),
            None => Plan::refused(rule!("BB-MOVE-36"), Fact::Bases(to)),
        },
        _ => columns::plan(look, to, reach, how, displace),
    }
}

/// BB-COL-09, BB-MOVE-51, AMB-118: a bent column goes ahead along its track, or every base turns about in its place so
/// that the tail leads.
fn of_bent_column(look: Look<'_>, to: BaseSet, reach: Reach, how: &Manoeuvre, displace: BaseSet) -> Plan {
    match how {
        Manoeuvre::Advance { distance } => {
            let how = Manoeuvre::Column { legs: vec![ColumnLeg::Advance { distance: *distance }] };
            columns::plan(look, to, reach, &how, displace)
        }
        _ => {
            let mut plan = turnabout::plan(look, to, reach);
            let column = look.as_column(to).and_then(|column| columns::track::turned_about(look, &column));
            plan.bent = column.map(|column| (column.bases, column.track));
            plan
        }
    }
}

fn faces_one_way(look: Look<'_>, to: BaseSet) -> bool {
    let Some(first) = to.first() else { return true };
    let facing = look.state.rect(first).pose.facing;
    to.iter().all(|base| look.state.rect(base).pose.facing.same(facing, look.rules.tolerance))
}

/// BB-GEO-12, BB-GEO-13: nobody ends on another or off the table.
fn judge_ends(look: Look<'_>, how: &Manoeuvre, plan: &mut Plan) {
    let tolerance = look.rules.tolerance;
    let end = |base: BaseId, pose| (base, look.state.rect(base).with_pose(pose));
    let moved: Vec<(BaseId, Rect)> =
        plan.tracks.iter().chain(&plan.displaced).map(|track| end(track.base, track.to)).collect();
    let moving: BaseSet = moved.iter().map(|(base, _)| *base).collect();
    let around = look.around(&moved, super::motion::Motion::Go(Vec2::ZERO), moving);
    for (at, (base, rect)) in moved.iter().enumerate() {
        if let Some(edge) = look.edge_crossed(rect) {
            plan.refuse(rule!("BB-GEO-13"), Fact::OffTable { base: *base, edge });
        }
        let meets = |other: &BaseId| overlaps(rect, look.state.rect(*other), tolerance);
        let among = |(_, other): &&(BaseId, Rect)| overlaps(rect, other, tolerance);
        let own = if how.unfolds() == Unfolds::Rigid && plan.displaced.is_empty() {
            None
        } else {
            moved.iter().skip(at + 1).find(among).map(|(other, _)| *other)
        };
        if let Some(other) = around.iter().find(meets).or(own) {
            plan.refuse(rule!("BB-GEO-12"), Fact::Pair { base: *base, other });
        }
    }
}
