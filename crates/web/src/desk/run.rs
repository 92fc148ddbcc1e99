//! The loop that carries a match on until a person is asked or the game is over.

use super::Desk;
use crate::browser;
use aelian_game::{Side, Viewer};
use aelian_protocol::Seat;
use aelian_view::sitting::Awaits;
use aelian_view::table::{Mode, PieceId, Question};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

impl Desk {
    pub(super) fn stop(self) {
        self.run.update_value(|run| *run = run.wrapping_add(1));
        self.thinking.set(None);
    }

    /// Leaves the desk: nothing goes on by itself any more.
    pub fn leave(self) {
        self.keeper.leaving(self);
        self.stop();
        self.computer.dismiss();
    }

    /// Goes on until a person is asked or the game is over.
    pub fn go_on(self) {
        self.stop();
        let run = self.run.get_value();
        spawn_local(async move { while self.step_by_itself(run).await {} });
    }

    pub(super) fn is_current(self, run: u32) -> bool {
        self.run.try_get_value() == Some(run)
    }

    /// One step that needs no person; false if there is none, or if this run has been overtaken.
    async fn step_by_itself(self, run: u32) -> bool {
        if self.at.get_untracked().is_some() || self.halted.get_untracked() {
            return false;
        }
        match self.with(|sitting| sitting.awaits()) {
            Awaits::End { .. } => {
                self.question.set(None);
                self.thinking.set(None);
                false
            }
            Awaits::Forced => {
                self.rest().await;
                self.is_current(run) && self.play(None)
            }
            Awaits::Player(side) => match self.seats.with_untracked(|seats| seats[side.index()].clone()) {
                Seat::Human => self.ask(side),
                Seat::Computer(name) => self.let_computer(side, &name, run).await,
            },
        }
    }

    /// Time to see what has happened.
    async fn rest(self) {
        let dice =
            self.stories.with_untracked(|stories| stories.last().is_some_and(|story| !story.dice.is_empty()));
        let pause = self.habits.with_untracked(|habits| habits.speed.pause(dice));
        browser::pause(pause).await;
    }

    async fn let_computer(self, side: Side, name: &str, run: u32) -> bool {
        self.question.set(None);
        if self.seats.with_untracked(|seats| seats[side.other().index()] != Seat::Human) {
            self.look_as(Viewer::Public);
        }
        self.thinking.set(Some(side));
        let header = self.with(|sitting| sitting.header());
        let answer = self.computer.answer(&header, |from| self.lines(from), name, self.seed()).await;
        if !self.is_current(run) {
            return false;
        }
        self.rest().await;
        if !self.is_current(run) {
            return false;
        }
        self.thinking.set(None);
        match answer {
            Ok(choice) => self.play(Some(choice)),
            Err(what) => {
                self.say(
                    "The computer found no answer",
                    &format!("{what}. The game is saved; you may answer for it."),
                    true,
                );
                self.ask(side)
            }
        }
    }

    /// Puts the question to the person. True if there was nothing to choose and it has been done.
    fn ask(self, side: Side) -> bool {
        let Some(question) = self.with(|sitting| sitting.question()) else { return false };
        let both = self.seats.with_untracked(|seats| seats.iter().all(|seat| *seat == Seat::Human));
        let only = question.mode == Mode::Answers && question.answers.len() == 1;
        let idle = if question.secret { !both } else { question.aside.is_empty() };
        if only && idle {
            return self.play(Some(question.answers[0].choice.clone()));
        }
        if both && self.alone.get_value() != Some(side) && self.is_secret(side, &question) {
            self.question.set(None);
            self.alone.set_value(None);
            self.clear_hands();
            // A refusal may speak of what the other must not know.
            self.slip.set(None);
            self.hovered.set(None);
            self.look_as(Viewer::Public);
            self.curtain.set(Some(side));
            return false;
        }
        self.seat(side, question);
        false
    }

    /// Whether the other player must not see what this side is about to see.
    fn is_secret(self, side: Side, question: &Question<String>) -> bool {
        if question.secret || matches!(question.mode, Mode::Place { may_leave_out: true, .. }) {
            return true;
        }
        self.with(|sitting| sitting.hides(side))
    }

    /// The player behind the curtain has sat down.
    pub fn lift_curtain(self) {
        let Some(side) = self.curtain.get_untracked() else { return };
        self.curtain.set(None);
        self.alone.set_value(Some(side));
        if let Some(question) = self.with(|sitting| sitting.question()) {
            self.seat(side, question);
        }
    }

    fn seat(self, side: Side, question: Question<String>) {
        if self.alone.get_value() != Some(side) {
            self.alone.set_value(None);
        }
        self.look_as(Viewer::Side(side));
        self.hint.set(None);
        self.drop_sketch();
        self.clear_hands();
        self.reserve.set(self.with(|sitting| sitting.reserve()));
        match &question.mode {
            Mode::Place { pieces, .. } => self.placed.set(pieces.clone()),
            Mode::Pick { items } => self.counts.set(items.iter().map(|item| item.chosen).collect()),
            Mode::Lay { shape } => self.laid.set(Some(shape.clone())),
            Mode::Length { proposed, .. } => self.length.set(*proposed),
            Mode::Answers | Mode::Orders => {}
        }
        let keep = |piece: &PieceId| {
            question.mode == Mode::Orders && self.piece(*piece).is_some_and(|p| p.side == side)
        };
        self.selected.update(|selected| selected.retain(keep));
        self.question.set(Some(Arc::new(question)));
        self.judge();
    }

    /// Nothing of what one player was about to put down may be seen by the next.
    pub(super) fn clear_hands(self) {
        self.placed.set(Vec::new());
        self.reserve.set(Vec::new());
        self.left_out.set(Vec::new());
        self.laid.set(None);
    }
}
