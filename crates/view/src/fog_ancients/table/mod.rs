//! Field of Glory Ancients on a page: what is shown, what is asked, and what a hand on the table means.

mod board;
mod drag;
mod fights;
mod orders;
mod pieces;
mod question;
mod seen;
mod setup;
mod sketch;
#[cfg(test)]
mod tests;
mod zones;

use crate::story::ReasonLine;
use crate::table::{
    ActionView, BoardView, CardView, FightView, Gesture, HandleView, Manner, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, ZoneKind, ZoneView,
};
use aelian_fog_ancients::{Choice, Prompt, Rules, Setup};
use aelian_game::Side;
use aelian_geometry::Pose;
use seen::Seen;

impl Shown for Rules {
    fn manner() -> Manner {
        Manner {
            piece: "base",
            pieces: "bases",
            body: "battle group",
            piece_first: false,
            moves_alone: false,
            moves_together: false,
            zones: zones::KINDS.to_vec(),
            shortcuts: orders::shortcuts(),
        }
    }

    fn board(seen: Seen<'_>) -> BoardView {
        board::board(seen.rules, seen.state)
    }

    fn pieces(seen: Seen<'_>) -> Vec<PieceView> {
        pieces::pieces(seen)
    }

    fn reserve(seen: Seen<'_>) -> Vec<PieceView> {
        setup::reserve(seen)
    }

    fn hides(seen: Seen<'_>, side: Side) -> bool {
        setup::hides(seen.state, side)
    }

    fn card(seen: Seen<'_>, piece: PieceId) -> Option<CardView> {
        pieces::card(seen, piece)
    }

    fn standing(seen: Seen<'_>, setup: &Setup) -> StandingView {
        board::standing(seen.rules, setup, seen.state)
    }

    fn body(seen: Seen<'_>, piece: PieceId) -> Vec<PieceId> {
        pieces::body(seen.state, piece)
    }

    fn gathered(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<PieceId> {
        pieces::gathered(seen, pieces)
    }

    fn zones(seen: Seen<'_>, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        zones::zones(seen, kind, pieces)
    }

    fn fights(seen: Seen<'_>) -> Vec<FightView> {
        fights::fights(seen)
    }

    fn question(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
        question::question(seen, side, prompt)
    }

    fn actions(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ActionView> {
        orders::actions(seen, pieces)
    }

    fn handles(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<HandleView> {
        drag::handles(seen, pieces)
    }

    fn advice(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ReasonLine> {
        pieces::advice(seen, pieces)
    }

    fn sketch(seen: Seen<'_>, gesture: Gesture<'_, Choice>) -> Option<Sketch<Choice>> {
        match gesture {
            Gesture::Drag { pieces, before, drag } => drag::drag(seen, pieces, before.as_ref(), drag),
            Gesture::Act { pieces, action, values } => orders::act(seen, pieces, action, values),
            Gesture::Place(poses) => Some(setup::place(seen, poses)),
            Gesture::Pick(counts) => Some(setup::pick(seen, counts)),
            Gesture::Lay(shape) => Some(setup::lay(seen, shape)),
            Gesture::Choice(choice) => Some(sketch::judged(seen, choice)),
            Gesture::Together(_) | Gesture::Length(_) => None,
        }
    }

    fn widened(seen: Seen<'_>, poses: &[(PieceId, Pose)], more: i8) -> Vec<(PieceId, Pose)> {
        setup::widened(seen, poses, more)
    }
}
