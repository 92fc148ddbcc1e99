//! What is told to somebody, made of what he sees and of nothing else: no state but his own comes in here.

use crate::story::ReasonLine;
use crate::table::{
    ActionView, BoardView, CardView, Drag, FightView, HandleView, LayShape, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, ZoneKind, ZoneView,
};
use crate::told::Names;
use aelian_game::{Next, Seen, Side};
use aelian_geometry::Pose;

/// One who looks on or is asked. Of the setup only what lies open is told: the names of the armies.
pub(super) struct Known<'a, R: Shown> {
    pub(super) rules: &'a R,
    pub(super) setup: &'a R::Setup,
    pub(super) names: &'a Names,
    pub(super) seen: &'a Seen<R>,
}

impl<'a, R: Shown> Known<'a, R> {
    fn state(&self) -> &'a R::State {
        self.seen.state()
    }

    pub(super) fn moment(&self) -> String {
        self.rules.tell_moment(self.state())
    }

    pub(super) fn choice(&self, choice: &R::Choice) -> String {
        self.rules.tell_choice(self.state(), self.names, choice)
    }

    /// Why a choice is refused, as far as he can see it.
    pub(super) fn breaches(&self, choice: &R::Choice) -> Vec<ReasonLine> {
        let state = self.state();
        let told = |reason: &aelian_rulebook::Reason<R::Fact>| ReasonLine {
            rule: reason.rule,
            text: self.rules.tell_reason(state, self.names, reason.rule, &reason.fact),
        };
        self.rules.check(state, choice).breaches.iter().map(told).collect()
    }

    // What is shown.

    pub(super) fn hides(&self, side: Side) -> bool {
        self.rules.hides(self.state(), side)
    }

    pub(super) fn board(&self) -> BoardView {
        self.rules.board(self.state())
    }

    pub(super) fn pieces(&self) -> Vec<PieceView> {
        self.rules.pieces(self.state(), self.names)
    }

    pub(super) fn reserve(&self) -> Vec<PieceView> {
        self.rules.reserve(self.state(), self.names)
    }

    pub(super) fn card(&self, piece: PieceId) -> Option<CardView> {
        self.rules.card(self.state(), self.names, piece)
    }

    pub(super) fn standing(&self) -> StandingView {
        self.rules.standing(self.setup, self.state())
    }

    pub(super) fn body(&self, piece: PieceId) -> Vec<PieceId> {
        self.rules.body(self.state(), piece)
    }

    pub(super) fn gathered(&self, pieces: &[PieceId]) -> Vec<PieceId> {
        self.rules.gathered(self.state(), pieces)
    }

    pub(super) fn zones(&self, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        self.rules.zones(self.state(), kind, pieces)
    }

    pub(super) fn fights(&self) -> Vec<FightView> {
        self.rules.fights(self.state(), self.names)
    }

    pub(super) fn svg(&self) -> String {
        self.rules.svg(self.state(), self.names)
    }

    // What is asked, and what comes of an answer.

    /// The question to this side, as it follows from what the side sees.
    pub(super) fn question(&self, side: Side) -> Option<Question<R::Choice>> {
        match self.rules.next(self.state()) {
            Next::Ask { side: asked, prompt } if asked == side => {
                Some(self.rules.question(self.state(), self.names, side, &prompt))
            }
            _ => None,
        }
    }

    pub(super) fn actions(&self, pieces: &[PieceId]) -> Vec<ActionView> {
        self.rules.actions(self.state(), pieces)
    }

    pub(super) fn act(&self, pieces: &[PieceId], action: &str, values: &[f64]) -> Option<Sketch<R::Choice>> {
        self.rules.act(self.state(), self.names, pieces, action, values)
    }

    pub(super) fn handles(&self, pieces: &[PieceId]) -> Vec<HandleView> {
        self.rules.handles(self.state(), pieces)
    }

    pub(super) fn drag(
        &self,
        pieces: &[PieceId],
        before: Option<&R::Choice>,
        drag: Drag,
    ) -> Option<Sketch<R::Choice>> {
        self.rules.drag(self.state(), self.names, pieces, before, drag)
    }

    pub(super) fn together(&self, choices: &[R::Choice]) -> Option<Sketch<R::Choice>> {
        self.rules.together(self.state(), self.names, choices)
    }

    pub(super) fn place(&self, poses: &[(PieceId, Pose)]) -> Sketch<R::Choice> {
        self.rules.place(self.state(), self.names, poses)
    }

    pub(super) fn widened(&self, poses: &[(PieceId, Pose)], more: i8) -> Vec<(PieceId, Pose)> {
        self.rules.widened(self.state(), poses, more)
    }

    pub(super) fn pick(&self, counts: &[u8]) -> Sketch<R::Choice> {
        self.rules.pick(self.state(), self.names, counts)
    }

    pub(super) fn lay(&self, shape: &LayShape) -> Sketch<R::Choice> {
        self.rules.lay(self.state(), self.names, shape)
    }

    pub(super) fn length(&self, length: f64) -> Sketch<R::Choice> {
        self.rules.length(self.state(), self.names, length)
    }

    pub(super) fn judged(&self, choice: &R::Choice) -> Sketch<R::Choice> {
        self.rules.judged(self.state(), self.names, choice)
    }

    pub(super) fn advice(&self, pieces: &[PieceId]) -> Vec<ReasonLine> {
        self.rules.advice(self.state(), self.names, pieces)
    }
}
