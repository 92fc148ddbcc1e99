//! What is shown: the table as this viewer sees it, now or at an earlier step.

use super::Desk;
use crate::browser;
use aelian_game::Viewer;
use aelian_view::story::tell_ending;
use aelian_view::table::{CardView, PieceId, PieceView, ZoneKind, ZoneView};
use leptos::prelude::*;
use std::sync::Arc;

impl Desk {
    /// Brings what is shown up to the state.
    pub(super) fn show(self) {
        let (viewer, at) = (self.viewer.get_untracked(), self.at.get_untracked());
        self.sitting.update_value(|sitting| sitting.look(viewer, at));
        let (board, pieces, standing, fights) =
            self.with(|sitting| (sitting.board(), sitting.pieces(), sitting.standing(), sitting.fights()));
        if *self.board.get_untracked() != board {
            self.board.set(Arc::new(board));
        }
        self.pieces.set(pieces);
        if self.standing.get_untracked() != standing {
            self.standing.set(standing);
        }
        self.fights.set(fights);
        self.fight.set(None);
        self.ending.set(self.with(|sitting| sitting.result()).as_ref().map(tell_ending));
    }

    pub(super) fn look_as(self, viewer: Viewer) {
        if self.viewer.get_untracked() != viewer {
            self.viewer.set(viewer);
            // What was said to one player is not for the next.
            if let Some(spoken) = browser::element("spoken") {
                spoken.set_text_content(None);
            }
            self.telling.update(|telling| *telling += 1);
            self.stories.set(self.with(|sitting| sitting.stories(viewer, 0)));
        }
        self.show();
    }

    /// Shows the table after so many steps; none: as it stands.
    pub fn look_at(self, at: Option<usize>) {
        let last = self.steps.get_untracked();
        let at = at.map(|at| at.min(last)).filter(|at| *at < last || self.at.get_untracked().is_some());
        if at.is_some() {
            self.stop();
            self.question.set(None);
            self.drop_sketch();
        }
        self.at.set(at);
        self.tray.set(self.last_dice(at.unwrap_or(last)));
        self.show();
        if at.is_none() {
            self.go_on();
        }
    }

    /// The last step before this one that threw dice.
    pub fn last_dice(self, before: usize) -> Option<usize> {
        self.stories.with_untracked(|stories| {
            (0..before.min(stories.len())).rev().find(|at| !stories[*at].dice.is_empty())
        })
    }

    pub fn next_dice(self, after: usize) -> Option<usize> {
        self.stories.with_untracked(|stories| {
            (after.saturating_add(1)..stories.len()).find(|at| !stories[*at].dice.is_empty())
        })
    }

    pub fn card(self, piece: PieceId) -> Option<CardView> {
        self.with(|sitting| sitting.card(piece))
    }

    pub fn body(self, piece: PieceId) -> Vec<PieceId> {
        self.with(|sitting| sitting.body(piece))
    }

    pub fn zones_of(self, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        self.with(|sitting| sitting.zones(kind, pieces))
    }

    /// A piece on the table, or one that waits for it.
    pub fn piece(self, id: PieceId) -> Option<PieceView> {
        let of = |pieces: &Vec<PieceView>| pieces.iter().find(|piece| piece.id == id).cloned();
        self.pieces.with_untracked(of).or_else(|| self.reserve.with_untracked(of))
    }
}
