//! Blood and Blades on a page: what is shown, what is asked, and what a hand on the table means.

mod act;
mod actions;
mod advice;
mod answers;
mod board;
mod card;
mod drag;
mod fights;
mod lay;
mod legs;
mod length;
pub mod odds;
mod pick;
mod pieces;
mod place;
mod question;
mod reasons;
mod seen;
mod sketch;
mod standing;
#[cfg(test)]
mod tests;
mod zones;

use crate::story::ReasonLine;
use crate::table::{
    ActionView, BoardView, CardView, Drag, FightView, HandleView, LayShape, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, Words, ZoneKind, ZoneView,
};
use crate::told::Names;
use aelian_blood_and_blades::choice::Choice;
use aelian_blood_and_blades::{Prompt, Rules, Setup, State};
use aelian_game::Side;
use aelian_geometry::Pose;
pub use pieces::in_words;
use seen::Seen;

impl Shown for Rules {
    fn zone_kinds() -> Vec<(ZoneKind, &'static str)> {
        zones::KINDS.to_vec()
    }

    fn words() -> Words {
        Words { piece: "base", pieces: "bases", body: "group", piece_first: false }
    }

    fn shortcuts() -> Vec<(char, &'static str)> {
        actions::shortcuts()
    }

    fn moves_together() -> bool {
        true
    }

    fn board(&self, state: &State) -> BoardView {
        board::board(self, state)
    }

    fn pieces(&self, state: &State, names: &Names) -> Vec<PieceView> {
        pieces::pieces(Seen::new(self, state, names))
    }

    fn reserve(&self, state: &State, names: &Names) -> Vec<PieceView> {
        pieces::reserve(Seen::new(self, state, names))
    }

    fn card(&self, state: &State, names: &Names, piece: PieceId) -> Option<CardView> {
        card::card(Seen::new(self, state, names), piece)
    }

    fn standing(&self, setup: &Setup, state: &State) -> StandingView {
        standing::standing(self, setup, state)
    }

    fn body(&self, state: &State, piece: PieceId) -> Vec<PieceId> {
        pieces::body(self, state, piece)
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
        let seen = Seen::new(self, state, &names);
        seen.body(pieces).map(|to| actions::actions(seen, to)).unwrap_or_default()
    }

    fn act(
        &self,
        state: &State,
        names: &Names,
        pieces: &[PieceId],
        action: &str,
        values: &[f64],
    ) -> Option<Sketch<Choice>> {
        let seen = Seen::new(self, state, names);
        act::act(seen, seen.body(pieces)?, action, values)
    }

    fn handles(&self, state: &State, pieces: &[PieceId]) -> Vec<HandleView> {
        let names = Names::default();
        let seen = Seen::new(self, state, &names);
        seen.body(pieces).map(|_| drag::handles(seen)).unwrap_or_default()
    }

    fn drag(
        &self,
        state: &State,
        names: &Names,
        pieces: &[PieceId],
        before: Option<&Choice>,
        drag: Drag,
    ) -> Option<Sketch<Choice>> {
        let seen = Seen::new(self, state, names);
        drag::drag(seen, seen.body(pieces)?, before, drag)
    }

    fn together(&self, state: &State, names: &Names, choices: &[Choice]) -> Option<Sketch<Choice>> {
        sketch::together(Seen::new(self, state, names), choices)
    }

    fn place(&self, state: &State, names: &Names, poses: &[(PieceId, Pose)]) -> Sketch<Choice> {
        place::place(Seen::new(self, state, names), poses)
    }

    fn pick(&self, state: &State, names: &Names, counts: &[u8]) -> Sketch<Choice> {
        pick::pick(Seen::new(self, state, names), counts)
    }

    fn lay(&self, state: &State, names: &Names, shape: &LayShape) -> Sketch<Choice> {
        lay::lay(Seen::new(self, state, names), shape)
    }

    fn length(&self, state: &State, names: &Names, length: f64) -> Sketch<Choice> {
        length::length(Seen::new(self, state, names), length)
    }

    fn judged(&self, state: &State, names: &Names, choice: &Choice) -> Sketch<Choice> {
        sketch::judged(Seen::new(self, state, names), choice.clone())
    }

    fn advice(&self, state: &State, names: &Names, pieces: &[PieceId]) -> Vec<ReasonLine> {
        advice::advice(Seen::new(self, state, names), pieces)
    }
}
