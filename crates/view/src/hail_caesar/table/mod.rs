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
    ActionView, BoardView, CardView, FightView, Gesture, HandleView, Manner, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, ZoneKind, ZoneView,
};
use aelian_game::Side;
use aelian_hail_caesar::state::Place;
use aelian_hail_caesar::{Choice, Prompt, Rules, Setup};
use seen::Seen;

impl Shown for Rules {
    fn manner() -> Manner {
        Manner {
            piece: "unit",
            pieces: "units",
            body: "division",
            piece_first: true,
            moves_alone: true,
            moves_together: false,
            zones: zones::KINDS.to_vec(),
            shortcuts: orders::shortcuts(),
        }
    }

    fn board(seen: Seen<'_>) -> BoardView {
        board::board(seen.state)
    }

    fn pieces(seen: Seen<'_>) -> Vec<PieceView> {
        pieces::pieces(seen)
    }

    fn reserve(seen: Seen<'_>) -> Vec<PieceView> {
        pieces::reserve(seen)
    }

    /// Who lies hidden, and where those wait who will come on in secret.
    fn hides(seen: Seen<'_>, side: Side) -> bool {
        let look = seen.look();
        let secret = |unit| seen.state.unit(unit).place == Place::Hidden || look.waits_in_secret(unit);
        seen.state.ids().any(|unit| look.side(unit) == side && secret(unit))
    }

    fn card(seen: Seen<'_>, piece: PieceId) -> Option<CardView> {
        pieces::card(seen, piece)
    }

    fn standing(seen: Seen<'_>, setup: &Setup) -> StandingView {
        board::standing(seen.rules, setup, seen.state)
    }

    /// A unit takes orders by itself; `gathered` is its division.
    fn body(_seen: Seen<'_>, piece: PieceId) -> Vec<PieceId> {
        vec![piece]
    }

    fn gathered(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<PieceId> {
        pieces::division(seen, pieces)
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
        orders::handles(seen, pieces)
    }

    fn advice(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ReasonLine> {
        pieces::advice(seen, pieces)
    }

    /// Units are never put down, picked or measured: all that is asked is answered by orders or by a press.
    fn sketch(seen: Seen<'_>, gesture: Gesture<'_, Choice>) -> Option<Sketch<Choice>> {
        match gesture {
            Gesture::Drag { pieces, before, drag } => orders::drag(seen, pieces, before.as_ref(), drag),
            Gesture::Act { pieces, action, values } => orders::act(seen, pieces, action, values),
            Gesture::Choice(choice) => Some(sketch::judged(seen, choice)),
            _ => None,
        }
    }
}
