//! Answers of those against whom enemy shifted or turned (FA-CORN-03, FA-SIDE-04 to FA-SIDE-07).

use super::choice::{Answer, Turn, Waiting};
use super::make::meets;
use crate::command::moves;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::{GroupId, GroupSet};
use crate::impact::evade::{EvadeOrder, EvadeTo, Threat, evade, evade_to_rear, orders};
use crate::impact::turn_to_face;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::{Shape, Tie};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
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
        if self.has_flanks(group) {
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

    /// FA-SIDE-07: the whole group makes a normal turn to face them; none if there is no room.
    fn whole_turn(&self, group: GroupId, by: GroupId) -> Option<Moved> {
        let towards = self.state.group(by).facing.reversed();
        let own = self.state.group(group);
        let t = self.rules.tolerance;
        let quarter = core::f64::consts::FRAC_PI_2;
        let turns = [(Turn::Left, -quarter), (Turn::Right, quarter)];
        let (turn, _) = turns.into_iter().find(|(_, angle)| own.facing.turned(*angle).same(towards, t))?;
        if self.shape_to_move(group) != Shape::Normal {
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
        Answer::EvadeToRear => {
            let corner = matches!(waiting, Waiting::CornerAnswer { .. });
            let rule = if corner { rule!("FA-CORN-03") } else { rule!("FA-SIDE-04") };
            cx.cite(rule, || Fact::Group(group));
            return evade_to_rear(cx, group, GroupSet::one(by));
        }
        Answer::EvadeAway => return evade_away(cx, group, by),
        Answer::Stand => {
            let bout = meets(Look::new(cx.rules, cx.state()), by, group, Tie::Front);
            let corner = matches!(waiting, Waiting::CornerAnswer { .. });
            let rule = if corner { rule!("FA-CORN-03") } else { rule!("FA-SIDE-05") };
            cx.cite(rule, || Fact::Pair { group, other: by });
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
    let whole = look.whole_turn(group, by).filter(|_| all);
    let tie = if engaged { Tie::HitInFlank } else { Tie::Front };
    let bout = meets(look, by, group, tie);
    let rule = if engaged { rule!("FA-SIDE-06") } else { rule!("FA-SIDE-07") };
    cx.cite(rule, || Fact::Pair { group, other: by });
    cx.emit(bout);
    match whole {
        Some(moved) => moves(cx, moved),
        None => turn_to_face(cx, group, by),
    }
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
