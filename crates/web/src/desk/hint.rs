//! A hint: what the computer would do if it were asked, shown as an answer or as a sketch.
//!
//! The computer sees no more than the player who asks, and its dice are its own.

use super::Desk;
use aelian_opponents::known_opponents;
use aelian_view::table::{Gesture, Mode, PieceId, Question};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// How far a hint has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The computer thinks.
    Asked,
    /// It would give this answer of the question, by its place.
    Answer(usize),
    /// What it would do is sketched on the table.
    Sketched,
}

/// Whether a question is one to which a hint can be shown. What is picked or laid is proposed by the game itself.
pub fn can_be_hinted(mode: &Mode) -> bool {
    matches!(mode, Mode::Answers | Mode::Orders | Mode::Place { .. })
}

impl Desk {
    /// Asks the usual computer player what it would do here.
    pub fn ask_for_hint(self) {
        let Some(question) = self.question.get_untracked() else { return };
        if !can_be_hinted(&question.mode) || self.hint.get_untracked() == Some(Hint::Asked) {
            return;
        }
        self.hint.set(Some(Hint::Asked));
        let run = self.run.get_value();
        spawn_local(async move {
            let usual = known_opponents(self.game()).first().map_or("", |known| known.name);
            let header = self.with(|sitting| sitting.header());
            let answer = self.computer.answer(&header, |from| self.lines(from), usual, self.seed()).await;
            if !self.is_current(run) {
                return;
            }
            self.hint.set(None);
            match answer {
                Ok(choice) => self.show_hint(&question, &choice),
                Err(what) => self.say("The computer has no hint", &what, false),
            }
        });
    }

    fn show_hint(self, question: &Question<String>, choice: &str) {
        if let Some(at) = question.answers.iter().position(|answer| answer.choice == choice) {
            self.hint.set(Some(Hint::Answer(at)));
            return;
        }
        let Some(sketch) = self.with(|sitting| sitting.sketch(Gesture::Choice(choice.to_owned()))) else {
            return;
        };
        match question.mode {
            Mode::Orders => {
                let mut pieces: Vec<PieceId> = sketch.ghosts.iter().map(|(piece, _)| *piece).collect();
                // A piece has a ghost for each place where it may end.
                pieces.sort_unstable();
                pieces.dedup();
                self.selected.set(pieces);
                self.sketch.set(Some(sketch));
            }
            Mode::Place { .. } => {
                let named = |piece: PieceId| sketch.ghosts.iter().find(|(one, _)| *one == piece);
                let mut out = Vec::new();
                self.placed.update(|placed| {
                    for (piece, rect) in placed.iter_mut() {
                        match named(*piece) {
                            Some((_, ghost)) => *rect = *ghost,
                            None => out.push(*piece),
                        }
                    }
                });
                self.left_out.set(out);
                self.judge();
            }
            _ => return self.say("The computer would do this", &sketch.summary, false),
        }
        self.hint.set(Some(Hint::Sketched));
    }
}
