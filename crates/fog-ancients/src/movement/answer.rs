//! Answers of those against whom enemy shifted or turned (FA-CORN-03, FA-SIDE-04 to FA-SIDE-07).

use super::choice::{Answer, Turn, Waiting};
use super::make::meets;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::impact::evade::{EvadeOrder, EvadeTo, Threat, evade, evade_to_rear, orders};
use crate::pending::Pending;
use crate::position::front_edge_contact;
use crate::rules::{Look, Rules};
use crate::state::{Shape, Tie};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::rule;

impl Look<'_> {
    /// Every answer that the one asked may give.
    pub fn answers(&self, waiting: &Waiting) -> Vec<Answer> {
        match waiting {
            Waiting::CornerAnswer { .. } => vec![Answer::Stand, Answer::EvadeToRear],
            Waiting::SideAnswer { group, by } => self.side_answers(*group, *by),
            _ => Vec::new(),
        }
    }

    /// FA-SIDE-04 to FA-SIDE-07.
    fn side_answers(&self, group: GroupId, by: GroupId) -> Vec<Answer> {
        let mut answers = vec![Answer::Stand];
        if self.may_evade_contact(group) {
            answers.push(Answer::EvadeToRear);
            if self.away(group, by).is_some() {
                answers.push(Answer::EvadeAway);
            }
        }
        if self.faced_bases(group, by).is_some() {
            answers.push(Answer::TurnBases);
        }
        if !self.state.in_close_combat(group) && self.whole_turn(group, by).is_some() {
            answers.push(Answer::TurnAll);
        }
        answers
    }

    /// FA-SIDE-04: the evade directly away from those who turned.
    fn away(&self, group: GroupId, by: GroupId) -> Option<(EvadeOrder, Threat)> {
        let direction = Some(self.state.group(by).facing);
        let threat = Threat { by: GroupSet::one(by), direction, in_flank: false };
        let order = orders(*self, group, &threat).into_iter().find(|order| order.to == EvadeTo::Along)?;
        Some((order, threat))
    }

    /// FA-SIDE-06, FA-SIDE-07: the bases in contact with the front of those who turned, each where it turns to face
    /// them; none if there is no room.
    fn faced_bases(&self, group: GroupId, by: GroupId) -> Option<Moved> {
        let t = self.rules.tolerance;
        let facing = self.state.group(by).facing.reversed();
        let met = |base: &BaseId| {
            let rect = self.state.rect(*base);
            self.state.rects_of(by).any(|enemy| front_edge_contact(enemy, rect, t))
        };
        let held = |base: &BaseId| {
            let rect = self.state.rect(*base);
            let side = self.state.group(group).side;
            self.enemies(side)
                .filter(|enemy| *enemy != by)
                .any(|enemy| self.state.rects_of(enemy).any(|other| front_edge_contact(rect, other, t)))
        };
        let mut body = Body::of(self.state, group);
        let turning: Vec<BaseId> =
            self.state.bases_of(group).filter(met).filter(|base| !held(base)).collect();
        if turning.is_empty() || self.state.group(group).shape == Shape::Orb {
            return None;
        }
        for (base, rect) in body.bases.iter_mut().filter(|(base, _)| turning.contains(base)) {
            let enemy =
                self.state.rects_of(by).find(|enemy| front_edge_contact(enemy, self.state.rect(*base), t))?;
            // Its new front lies on the line of the enemy's front, level with its old middle.
            let (_, aside) = enemy.local(rect.centre());
            let at = enemy.pose.shifted(aside).at;
            *rect = rect.with_pose(Pose { at, facing });
        }
        let overlap = |one: &Rect, other: &Rect| aelian_geometry::overlaps(one, other, t);
        let crowded = body
            .bases
            .iter()
            .enumerate()
            .any(|(at, (_, rect))| body.bases[at + 1..].iter().any(|(_, other)| overlap(rect, other)));
        let blocked = self.stands_on(&body, GroupSet::one(group), |_| true).is_some();
        (!crowded && !blocked).then(|| Moved {
            group,
            why: MoveWhy::TurnedToFace,
            way: Vec::new(),
            places: body.places(),
            facing: self.state.group(group).facing,
            shape: Shape::Loose,
        })
    }

    /// FA-SIDE-07: the whole group makes a normal turn to face them; none if there is no room.
    fn whole_turn(&self, group: GroupId, by: GroupId) -> Option<Moved> {
        let towards = self.state.group(by).facing.reversed();
        let own = self.state.group(group);
        let t = self.rules.tolerance;
        let quarter = core::f64::consts::FRAC_PI_2;
        let turns = [(Turn::Left, -quarter), (Turn::Right, quarter)];
        let (turn, _) = turns.into_iter().find(|(_, angle)| own.facing.turned(*angle).same(towards, t))?;
        if own.shape != Shape::Normal {
            return None;
        }
        let formed = self.turned(group, turn, None);
        let body = formed.body(*self);
        let room = self.stands_on(&body, GroupSet::one(group), |_| true).is_none();
        room.then(|| formed.moved(*self, group, MoveWhy::TurnedToFace, vec![super::Leg::Turn(turn)]))
    }
}

/// Carries out an answer that is allowed.
pub fn answer(cx: &mut Cx<'_, Rules>, waiting: &Waiting, answer: Answer) -> Result<(), NeedRoll> {
    let (Waiting::CornerAnswer { group, by } | Waiting::SideAnswer { group, by }) = *waiting else {
        return Ok(());
    };
    cx.emit(Event::Settled);
    match answer {
        Answer::EvadeToRear => return evade_to_rear(cx, group, GroupSet::one(by)),
        Answer::EvadeAway => return evade_away(cx, group, by),
        Answer::Stand => {
            let bout = meets(Look::new(cx.rules, cx.state()), by, group, Tie::Front);
            cx.cite(rule!("FA-SIDE-05"), || Fact::Pair { group, other: by });
            cx.emit(bout);
        }
        Answer::TurnBases => turn(cx, group, by, false),
        Answer::TurnAll => turn(cx, group, by, true),
    }
    Ok(())
}

/// FA-SIDE-06, FA-SIDE-07: only a group that was already fighting then fights in two directions.
fn turn(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupId, all: bool) {
    let look = Look::new(cx.rules, cx.state());
    let engaged = look.state.in_close_combat(group);
    let moved = if all { look.whole_turn(group, by) } else { look.faced_bases(group, by) };
    let tie = if engaged { Tie::HitInFlank } else { Tie::Front };
    let bout = meets(look, by, group, tie);
    let rule = if engaged { rule!("FA-SIDE-06") } else { rule!("FA-SIDE-07") };
    cx.cite(rule, || Fact::Pair { group, other: by });
    if let Some(moved) = moved {
        cx.emit(Event::Moved(moved));
    }
    cx.emit(bout);
}

/// FA-SIDE-04.
fn evade_away(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupId) -> Result<(), NeedRoll> {
    cx.cite(rule!("FA-SIDE-04"), || Fact::Pair { group, other: by });
    match Look::new(cx.rules, cx.state()).away(group, by) {
        Some((order, threat)) => evade(cx, &order, &threat),
        None => Ok(()),
    }
}

/// The step that waits for an answer, if the topmost one does.
pub fn waiting(look: Look<'_>) -> Option<&Waiting> {
    match look.state.pending.last() {
        Some(Pending::Movement(waiting)) => Some(waiting),
        _ => None,
    }
}
