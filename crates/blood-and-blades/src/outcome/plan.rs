//! What an outcome move comes to (70): the common result of planning a recoil, a withdrawal or a flight.

use crate::baseset::{BaseId, BaseSet};
use crate::event::{self, Event, MoveWhy};
use crate::fact::Fact;
use crate::movement::plan::Track;
use crate::rules::Rules;
use crate::state::State;
use aelian_game::Cx;
use aelian_geometry::Pose;
use aelian_rulebook::{Reason, RuleId};

/// How an outcome move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Complete,
    /// BB-REC-04: something stopped it.
    Incomplete,
    /// BB-REC-06: it could not even begin.
    Impossible,
    /// The base itself is lost, for another reason than the table edge.
    Destroyed,
    /// BB-REC-02, BB-FLEE-11: it left the table over a long edge and is destroyed.
    OffTable,
    /// BB-FLEE-09.
    Spent,
}

/// A question in the middle of an outcome move, for the owner of the base that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fork {
    /// BB-REC-10: this friend can be passed through or pushed back.
    PassOrPush { base: BaseId, friend: BaseId },
    /// BB-FLEE-12: the same angle, in degrees, to either hand.
    FleeSide { base: BaseId, degrees: f64 },
    /// BB-FLEE-08.
    AvoidDifficult { base: BaseId },
}

/// One base moved by an outcome move.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeMove {
    pub track: Track,
    pub why: MoveWhy,
}

/// One base lost by an outcome move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    pub base: BaseId,
    pub rule: RuleId,
    pub spent: bool,
}

/// A recoil, withdrawal or flight worked out to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomePlan {
    pub base: BaseId,
    pub ended: Ended,
    /// Length of the recoil demanded and made, in mm.
    pub wanted: f64,
    pub made: f64,
    pub moves: Vec<OutcomeMove>,
    pub losses: Vec<Loss>,
    /// BB-COL-13: bent columns as they stand afterwards.
    pub bent: Vec<(Vec<BaseId>, Vec<Pose>)>,
    /// BB-FLEE-10: the bases that fled.
    pub fled: BaseSet,
    /// How many of the given answers were asked for.
    pub answers_used: usize,
    pub reasons: Vec<Reason<Fact>>,
}

impl OutcomePlan {
    pub fn new(base: BaseId, wanted: f64) -> OutcomePlan {
        OutcomePlan {
            base,
            ended: Ended::Complete,
            wanted,
            made: 0.0,
            moves: Vec::new(),
            losses: Vec::new(),
            bent: Vec::new(),
            fled: BaseSet::EMPTY,
            answers_used: 0,
            reasons: Vec::new(),
        }
    }

    pub fn cite(&mut self, rule: RuleId, fact: Fact) {
        self.reasons.push(Reason { rule, fact });
    }

    pub fn destroy(&mut self, base: BaseId, rule: RuleId) {
        self.losses.push(Loss { base, rule, spent: false });
    }

    /// Whether a base is lost by this plan.
    pub fn loses(&self, base: BaseId) -> bool {
        self.losses.iter().any(|loss| loss.base == base)
    }

    /// Where a base ends, if the plan moves it.
    pub fn end_of(&self, base: BaseId) -> Option<Pose> {
        self.moves.iter().find(|moved| moved.track.base == base).map(|moved| moved.track.to)
    }

    /// The events that carry the plan out.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let moves = self.moves.iter().map(|moved| Event::Moved {
            base: moved.track.base,
            via: moved.track.via.clone(),
            to: moved.track.to,
            why: moved.why,
        });
        let bent = self
            .bent
            .iter()
            .map(|(bases, track)| Event::ColumnBent { bases: bases.clone(), track: track.clone() });
        let fled = self.fled.iter().map(Event::Fled);
        let losses = self
            .losses
            .iter()
            .map(|loss| if loss.spent { Event::Spent(loss.base) } else { Event::Destroyed(loss.base) });
        moves.chain(bent).chain(fled).chain(losses)
    }

    /// Carries the plan out and says which rules decided.
    pub fn carry_out(&self, cx: &mut Cx<'_, Rules>) {
        for reason in &self.reasons {
            cx.cite(reason.rule, || reason.fact.clone());
        }
        for loss in &self.losses {
            cx.cite(loss.rule, || Fact::Base(loss.base));
        }
        self.events().for_each(|event| cx.emit(event));
    }

    /// The state after the plan, for what comes next in the same move.
    pub fn applied(&self, state: &State) -> State {
        let mut after = state.clone();
        self.events().for_each(|event| event::apply(&mut after, &event));
        after
    }
}
