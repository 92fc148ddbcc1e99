//! Hail Caesar on a page: what is shown, what is asked, and what a hand on the table means.

mod answers;
mod board;
mod fights;
mod orders;
mod pieces;
mod preview;
mod question;
mod seen;
mod sketch;
#[cfg(test)]
mod tests;
mod zones;

use crate::story::ReasonLine;
use crate::table::{
    ActionView, BoardView, CardView, Drag, FightView, HandleView, LayShape, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, Words, ZoneKind, ZoneView,
};
use crate::told::Names;
use aelian_game::Side;
use aelian_geometry::Pose;
use aelian_hail_caesar::state::Place;
use aelian_hail_caesar::{Choice, Look, Prompt, Rules, Setup, State};
use seen::Seen;

impl Shown for Rules {
    fn zone_kinds() -> Vec<(ZoneKind, &'static str)> {
        zones::KINDS.to_vec()
    }

    fn words() -> Words {
        Words { piece: "unit", pieces: "units", body: "division", piece_first: true }
    }

    fn shortcuts() -> Vec<(char, &'static str)> {
        orders::shortcuts()
    }

    fn moves_together() -> bool {
        false
    }

    fn board(&self, state: &State) -> BoardView {
        board::board(state)
    }

    fn pieces(&self, state: &State, names: &Names) -> Vec<PieceView> {
        pieces::pieces(Seen::new(self, state, names))
    }

    fn reserve(&self, state: &State, names: &Names) -> Vec<PieceView> {
        pieces::reserve(Seen::new(self, state, names))
    }

    /// Who lies hidden, and where those wait who will come on in secret.
    fn hides(&self, state: &State, side: Side) -> bool {
        let look = Look::new(self, state);
        let secret = |unit| state.unit(unit).place == Place::Hidden || look.waits_in_secret(unit);
        state.ids().any(|unit| look.side(unit) == side && secret(unit))
    }

    fn card(&self, state: &State, names: &Names, piece: PieceId) -> Option<CardView> {
        pieces::card(Seen::new(self, state, names), piece)
    }

    fn standing(&self, setup: &Setup, state: &State) -> StandingView {
        board::standing(self, setup, state)
    }

    /// A unit takes orders by itself; `gathered` is its division.
    fn body(&self, _state: &State, piece: PieceId) -> Vec<PieceId> {
        vec![piece]
    }

    fn gathered(&self, state: &State, pieces: &[PieceId]) -> Vec<PieceId> {
        let names = Names::default();
        pieces::division(Seen::new(self, state, &names), pieces)
    }

    fn zones(&self, state: &State, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        zones::zones(self, state, kind, pieces)
    }

    fn fights(&self, state: &State, names: &Names) -> Vec<FightView> {
        fights::fights(Seen::new(self, state, names))
    }

    fn question(&self, state: &State, names: &Names, side: Side, prompt: &Prompt) -> Question<Choice> {
        question::question(Seen::new(self, state, names), side, prompt)
    }

    fn actions(&self, state: &State, pieces: &[PieceId]) -> Vec<ActionView> {
        let names = Names::default();
        orders::actions(Seen::new(self, state, &names), pieces)
    }

    fn act(
        &self,
        state: &State,
        names: &Names,
        pieces: &[PieceId],
        action: &str,
        values: &[f64],
    ) -> Option<Sketch<Choice>> {
        orders::act(Seen::new(self, state, names), pieces, action, values)
    }

    fn handles(&self, state: &State, pieces: &[PieceId]) -> Vec<HandleView> {
        let names = Names::default();
        orders::handles(Seen::new(self, state, &names), pieces)
    }

    fn drag(
        &self,
        state: &State,
        names: &Names,
        pieces: &[PieceId],
        before: Option<&Choice>,
        drag: Drag,
    ) -> Option<Sketch<Choice>> {
        orders::drag(Seen::new(self, state, names), pieces, before, drag)
    }

    fn together(&self, _state: &State, _names: &Names, _choices: &[Choice]) -> Option<Sketch<Choice>> {
        None
    }

    fn place(&self, state: &State, names: &Names, _poses: &[(PieceId, Pose)]) -> Sketch<Choice> {
        sketch::judged(Seen::new(self, state, names), Choice::Proceed)
    }

    fn pick(&self, state: &State, names: &Names, _counts: &[u8]) -> Sketch<Choice> {
        sketch::judged(Seen::new(self, state, names), Choice::Proceed)
    }

    fn lay(&self, state: &State, names: &Names, _shape: &LayShape) -> Sketch<Choice> {
        sketch::judged(Seen::new(self, state, names), Choice::Proceed)
    }

    fn length(&self, state: &State, names: &Names, _length: f64) -> Sketch<Choice> {
        sketch::judged(Seen::new(self, state, names), Choice::Proceed)
    }

    fn judged(&self, state: &State, names: &Names, choice: &Choice) -> Sketch<Choice> {
        sketch::judged(Seen::new(self, state, names), choice.clone())
    }

    fn advice(&self, state: &State, names: &Names, pieces: &[PieceId]) -> Vec<ReasonLine> {
        pieces::advice(Seen::new(self, state, names), pieces)
    }
}
