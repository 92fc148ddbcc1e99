//! Sketching: taking pieces up, moving them by hand or by numbers, and asking the umpire about it.

use super::{Desk, Hint};
use aelian_view::story::ReasonLine;
use aelian_view::table::{ActionView, Drag, Gesture, Grip, HandleView, Light, Mode, PieceId};
use leptos::prelude::*;

impl Desk {
    /// Selects a piece: its whole body first, then itself alone; or adds it to what is selected.
    pub fn take_up(self, piece: PieceId, add: bool) {
        let own = self.my_side_untracked();
        let mine = self.piece(piece).is_some_and(|piece| Some(piece.side) == own);
        let body = self.body(piece);
        let part = if self.moves_alone() { vec![piece] } else { body.clone() };
        self.selected.update(|selected| {
            if add && mine {
                if selected.contains(&piece) {
                    selected.retain(|one| !part.contains(one));
                } else {
                    selected.extend(part);
                }
            } else if selected.contains(&piece) && selected.len() > 1 {
                *selected = part;
            } else if *selected != [piece] {
                *selected = body;
            }
        });
        self.sketch.set(None);
    }

    /// What could be taken up together with what is in hand, where a click takes up one piece alone.
    pub fn could_gather(self) -> bool {
        let selected = self.selected.get();
        if !self.manner().piece_first || selected.is_empty() {
            return false;
        }
        let all = self.with(|sitting| sitting.gathered(&selected));
        all.len() > 1 && all != selected
    }

    /// Takes up what could move as one with what is in hand.
    pub fn gather(self) {
        let selected = self.selected.get_untracked();
        let all = self.with(|sitting| sitting.gathered(&selected));
        if !all.is_empty() {
            self.selected.set(all);
            self.sketch.set(None);
        }
    }

    /// These pieces with the rest of their bodies, if none of them can move alone.
    pub fn whole(self, pieces: Vec<PieceId>) -> Vec<PieceId> {
        if self.moves_alone() {
            return pieces;
        }
        let mut all: Vec<PieceId> = pieces.into_iter().flat_map(|piece| self.body(piece)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a piece can be moved without the rest of its body.
    pub fn moves_alone(self) -> bool {
        self.manner().moves_alone
    }

    /// What is to be told of taking pieces up.
    pub fn how_to_take(self) -> String {
        let words = self.manner();
        if words.piece_first {
            return format!(
                "Click a {} to take it up; a double click, or G, takes up its {}; Shift adds. Then drag, or use the handles.",
                words.piece, words.body
            );
        }
        let alone = if self.moves_alone() {
            format!(", again for the {} alone", words.piece)
        } else {
            ", twice for all that can go with it".to_owned()
        };
        format!(
            "Click a {} to take up its {}{alone}; Shift adds. Then drag it, or use its handles.",
            words.piece, words.body
        )
    }

    pub fn actions(self) -> Vec<ActionView> {
        let selected = self.selected.get();
        if selected.is_empty() || self.mode() != Some(Mode::Orders) {
            return Vec::new();
        }
        self.with(|sitting| sitting.actions(&selected))
    }

    /// The handles of what is in hand, if it is all his own.
    pub fn handles(self) -> Vec<HandleView> {
        let (selected, mine) = (self.selected.get(), self.my_side());
        let own = |piece: &PieceId| self.piece(*piece).is_some_and(|piece| Some(piece.side) == mine);
        if selected.is_empty() || !selected.iter().all(own) {
            return Vec::new();
        }
        match self.mode() {
            Some(Mode::Orders) => self.with(|sitting| sitting.handles(&selected)),
            Some(Mode::Place { .. }) => {
                vec![HandleView { grip: Grip::Spin, title: "Turn about the middle" }]
            }
            _ => Vec::new(),
        }
    }

    /// What the player should look at before he moves what he has in hand.
    pub fn advice(self) -> Vec<ReasonLine> {
        let (selected, mine) = (self.selected.get(), self.my_side());
        let own = |piece: &PieceId| self.piece(*piece).is_some_and(|piece| Some(piece.side) == mine);
        if mine.is_none() || !selected.iter().all(own) {
            return Vec::new();
        }
        self.with(|sitting| sitting.advice(&selected))
    }

    pub fn act(self, action: &str, values: &[f64]) {
        let selected = self.selected.get_untracked();
        self.forget_hint();
        let gesture = Gesture::Act { pieces: &selected, action, values };
        if let Some(sketch) = self.with(|sitting| sitting.sketch(gesture)) {
            self.sketch.set(Some(sketch));
        }
    }

    pub fn drag(self, before: Option<&str>, drag: Drag) {
        let selected = self.selected.get_untracked();
        self.forget_hint();
        let gesture = Gesture::Drag { pieces: &selected, before: before.map(str::to_owned), drag };
        self.sketch.set(self.with(|sitting| sitting.sketch(gesture)));
    }

    /// What is drawn from now on is the player's own.
    pub fn forget_hint(self) {
        if self.hint.get_untracked() == Some(Hint::Sketched) {
            self.hint.set(None);
        }
    }

    /// Asks the umpire about what is being put down, laid, picked or measured.
    pub fn judge(self) {
        let sketch = match self.mode_untracked() {
            Some(Mode::Place { .. }) => {
                let out = self.left_out.get_untracked();
                let placed = self.placed.get_untracked();
                let poses: Vec<_> = placed
                    .iter()
                    .filter(|(id, _)| !out.contains(id))
                    .map(|(id, rect)| (*id, rect.pose))
                    .collect();
                self.with(|sitting| sitting.sketch(Gesture::Place(&poses)))
            }
            Some(Mode::Pick { .. }) => {
                let counts = self.counts.get_untracked();
                self.with(|sitting| sitting.sketch(Gesture::Pick(&counts)))
            }
            Some(Mode::Lay { .. }) => {
                let Some(shape) = self.laid.get_untracked() else { return };
                self.with(|sitting| sitting.sketch(Gesture::Lay(&shape)))
            }
            Some(Mode::Length { .. }) => {
                let length = self.length.get_untracked();
                self.with(|sitting| sitting.sketch(Gesture::Length(length)))
            }
            _ => return,
        };
        self.sketch.set(sketch);
    }

    /// Whether the game knows moves that are made at the same moment.
    pub fn can_hold(self) -> bool {
        self.manner().moves_together
    }

    /// What is put down together with a piece: its body, if bodies are put down whole.
    pub fn put_with(self, piece: PieceId) -> Vec<PieceId> {
        match self.mode_untracked() {
            Some(Mode::Place { whole: true, .. }) => self.body(piece),
            _ => vec![piece],
        }
    }

    /// Puts what is selected down in so many files more or fewer.
    pub fn widen(self, more: i8) {
        let selected = self.selected.get_untracked();
        let placed = self.placed.get_untracked();
        let held = placed.iter().filter(|(id, _)| selected.contains(id));
        let poses: Vec<_> = held.map(|(id, rect)| (*id, rect.pose)).collect();
        let wider = self.with(|sitting| sitting.widened(&poses, more));
        self.placed.update(|placed| {
            for (id, rect) in placed.iter_mut() {
                if let Some((_, pose)) = wider.iter().find(|(one, _)| one == id) {
                    *rect = rect.with_pose(*pose);
                }
            }
        });
        self.forget_hint();
        self.judge();
    }

    /// Whether what is selected could be put down wider or narrower.
    pub fn can_widen(self) -> bool {
        let selected = self.selected.get();
        let poses: Vec<_> = self.placed.with(|placed| {
            let held = placed.iter().filter(|(id, _)| selected.contains(id));
            held.map(|(id, rect)| (*id, rect.pose)).collect()
        });
        poses.len() > 1 && !self.with(|sitting| sitting.widened(&poses, 0)).is_empty()
    }

    /// Keeps the sketch to be made together with another.
    pub fn hold(self) {
        if !self.can_hold() {
            return;
        }
        if let Some(sketch) = self.sketch.get_untracked().filter(|sketch| sketch.light != Light::Refused) {
            self.held.update(|held| held.push(sketch));
            self.sketch.set(None);
            self.selected.set(Vec::new());
        }
    }

    /// Puts down what is sketched.
    pub fn drop_sketch(self) {
        self.sketch.set(None);
        self.held.set(Vec::new());
        self.hint.set(None);
    }
}
