//! Sketching: taking pieces up, moving them by hand or by numbers, and asking the umpire about it.

use super::{Desk, Hint};
use aelian_view::story::ReasonLine;
use aelian_view::table::{ActionView, Drag, Grip, HandleView, Light, Mode, PieceId};
use leptos::prelude::*;

impl Desk {
    /// Selects a piece: its whole body first, then itself alone; or adds it to what is selected.
    pub fn take_up(self, piece: PieceId, add: bool) {
        let own = self.my_side_untracked();
        let mine = self.piece(piece).is_some_and(|piece| Some(piece.side) == own);
        self.selected.update(|selected| {
            if add && mine {
                match selected.iter().position(|one| *one == piece) {
                    Some(at) => drop(selected.remove(at)),
                    None => selected.push(piece),
                }
            } else if selected.contains(&piece) && selected.len() > 1 {
                *selected = vec![piece];
            } else if *selected != [piece] {
                *selected = self.body(piece);
            }
        });
        self.sketch.set(None);
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
        if let Some(sketch) = self.with(|sitting| sitting.act(&selected, action, values)) {
            self.sketch.set(Some(sketch));
        }
    }

    pub fn drag(self, before: Option<&str>, drag: Drag) {
        let selected = self.selected.get_untracked();
        self.forget_hint();
        self.sketch.set(self.with(|sitting| sitting.drag(&selected, before, drag)));
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
                self.with(|sitting| sitting.place(&poses))
            }
            Some(Mode::Pick { .. }) => {
                let counts = self.counts.get_untracked();
                self.with(|sitting| sitting.pick(&counts))
            }
            Some(Mode::Lay { .. }) => {
                let Some(shape) = self.laid.get_untracked() else { return };
                self.with(|sitting| sitting.lay(&shape))
            }
            Some(Mode::Length { .. }) => {
                let length = self.length.get_untracked();
                self.with(|sitting| sitting.length(length))
            }
            _ => return,
        };
        self.sketch.set(Some(sketch));
    }

    /// Whether the game knows moves that are made at the same moment.
    pub fn can_hold(self) -> bool {
        self.with(|sitting| sitting.moves_together())
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
