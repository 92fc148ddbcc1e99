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
    ActionView, BoardView, CardView, FightView, Gesture, HandleView, Manner, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, ZoneKind, ZoneView,
};
use aelian_blood_and_blades::choice::Choice;
use aelian_blood_and_blades::{Prompt, Rules, Setup};
use aelian_game::Side;
pub use pieces::in_words;
use seen::Seen;

impl Shown for Rules {
    fn manner() -> Manner {
        Manner {
            piece: "base",
            pieces: "bases",
            body: "group",
            piece_first: false,
            moves_alone: true,
            moves_together: true,
            zones: zones::KINDS.to_vec(),
            shortcuts: actions::shortcuts(),
        }
    }

    fn board(seen: Seen<'_>) -> BoardView {
        board::board(seen.rules, seen.state)
    }

    fn pieces(seen: Seen<'_>) -> Vec<PieceView> {
        pieces::pieces(seen)
    }

    fn reserve(seen: Seen<'_>) -> Vec<PieceView> {
        pieces::reserve(seen)
    }

    fn card(seen: Seen<'_>, piece: PieceId) -> Option<CardView> {
        card::card(seen, piece)
    }

    fn standing(seen: Seen<'_>, setup: &Setup) -> StandingView {
        standing::standing(seen.rules, setup, seen.state)
    }

    fn body(seen: Seen<'_>, piece: PieceId) -> Vec<PieceId> {
        pieces::body(seen.rules, seen.state, piece)
    }

    fn zones(seen: Seen<'_>, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        zones::zones(seen.look(), kind, pieces)
    }

    fn fights(seen: Seen<'_>) -> Vec<FightView> {
        fights::fights(seen)
    }

    fn question(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
        question::question(seen, side, prompt)
    }

    fn actions(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ActionView> {
        seen.taken(pieces).map(|to| actions::actions(seen, to)).unwrap_or_default()
    }

    fn handles(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<HandleView> {
        seen.taken(pieces).map(|_| drag::handles(seen)).unwrap_or_default()
    }

    fn advice(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ReasonLine> {
        advice::advice(seen, pieces)
    }

    fn sketch(seen: Seen<'_>, gesture: Gesture<'_, Choice>) -> Option<Sketch<Choice>> {
        match gesture {
            Gesture::Drag { pieces, before, drag } => {
                drag::drag(seen, seen.taken(pieces)?, before.as_ref(), drag)
            }
            Gesture::Act { pieces, action, values } => act::act(seen, seen.taken(pieces)?, action, values),
            Gesture::Together(choices) => sketch::together(seen, &choices),
            Gesture::Place(poses) => Some(place::place(seen, poses)),
            Gesture::Pick(counts) => Some(pick::pick(seen, counts)),
            Gesture::Lay(shape) => Some(lay::lay(seen, shape)),
            Gesture::Length(length) => Some(length::length(seen, length)),
            Gesture::Choice(choice) => Some(sketch::judged(seen, choice)),
        }
    }
}
