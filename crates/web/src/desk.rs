//! An open game: the sitting, what is shown of it, what is being answered, and the loop that carries it on.

use crate::browser;
use crate::keep::Keeper;
use crate::opponent::Computer;
use crate::settings::Habits;
use aelian_dice::Seed;
use aelian_game::{Side, Viewer};
use aelian_geometry::Rect;
use aelian_protocol::Seat;
use aelian_view::sitting::{Awaits, DiceFrom, PlayError, Sitting};
use aelian_view::story::{ReasonLine, StepStory};
use aelian_view::table::{
    ActionView, BoardView, CardView, Drag, FightView, LayShape, Light, Mode, OddsView, PieceId, PieceView,
    Question, Sketch, StandingView, ZoneKind, ZoneView,
};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

pub type Sketched = Sketch<String>;

/// What a page keeps with a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// The seed of the program's dice and of the computer's thoughts.
    pub seed: u32,
    /// It is the guided battle.
    pub guided: bool,
}

/// A word to the player that is no part of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Slip {
    pub title: String,
    pub text: String,
    pub grave: bool,
}

/// Real dice that are waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The choice that needs them; none for a step that nobody decides.
    pub choice: Option<String>,
    pub throw: String,
    pub faces: Vec<u8>,
}

/// An open game. It is a handful of names: copies are the same desk.
#[derive(Clone, Copy)]
pub struct Desk {
    sitting: StoredValue<Box<dyn Sitting>, LocalStorage>,
    pub keeper: Keeper,
    computer: Computer,
    habits: RwSignal<Habits>,
    kept: StoredValue<Kept>,
    /// Raised whenever the loop must stop: it belongs to the past then.
    run: StoredValue<u32>,
    pub title: RwSignal<String>,
    pub seats: RwSignal<[Seat; 2]>,
    // What is shown.
    pub board: RwSignal<Arc<BoardView>>,
    pub pieces: RwSignal<Vec<PieceView>>,
    /// What waits to be put on the table.
    pub reserve: RwSignal<Vec<PieceView>>,
    pub standing: RwSignal<StandingView>,
    pub fights: RwSignal<Vec<FightView>>,
    pub stories: RwSignal<Vec<StepStory>>,
    /// Raised whenever steps that were told are told otherwise: for another viewer, or after taking back.
    pub telling: RwSignal<u32>,
    pub steps: RwSignal<usize>,
    pub at: RwSignal<Option<usize>>,
    pub viewer: RwSignal<Viewer>,
    pub ending: RwSignal<Option<String>>,
    pub zones: RwSignal<Vec<ZoneKind>>,
    /// The step whose dice lie in the tray.
    pub tray: RwSignal<Option<usize>>,
    /// Odds that were shown before a step.
    pub forecasts: RwSignal<BTreeMap<usize, OddsView>>,
    // What is asked, and the answer so far.
    pub question: RwSignal<Option<Arc<Question<String>>>>,
    pub curtain: RwSignal<Option<Side>>,
    pub thinking: RwSignal<Option<Side>>,
    pub halted: RwSignal<bool>,
    pub selected: RwSignal<Vec<PieceId>>,
    pub hovered: RwSignal<Option<PieceId>>,
    pub sketch: RwSignal<Option<Sketched>>,
    pub held: RwSignal<Vec<Sketched>>,
    pub placed: RwSignal<Vec<(PieceId, Rect)>>,
    pub left_out: RwSignal<Vec<PieceId>>,
    pub laid: RwSignal<Option<LayShape>>,
    pub counts: RwSignal<Vec<u8>>,
    pub length: RwSignal<f64>,
    pub wanted: RwSignal<Option<Wanted>>,
    pub slip: RwSignal<Option<Slip>>,
}

/// The desk of this page.
pub fn use_desk() -> Desk {
    expect_context()
}

impl Desk {
    pub fn new(
        sitting: Box<dyn Sitting>,
        keeper: Keeper,
        title: String,
        seats: [Seat; 2],
        kept: Kept,
        habits: RwSignal<Habits>,
    ) -> Desk {
        let viewer = first_viewer(&seats);
        let desk = Desk {
            board: RwSignal::new(Arc::new(sitting.board())),
            pieces: RwSignal::new(Vec::new()),
            reserve: RwSignal::new(Vec::new()),
            standing: RwSignal::new(sitting.standing()),
            fights: RwSignal::new(Vec::new()),
            telling: RwSignal::new(0),
            stories: RwSignal::new(sitting.stories(viewer, 0)),
            steps: RwSignal::new(sitting.steps()),
            ending: RwSignal::new(sitting.ending()),
            computer: Computer::new(),
            sitting: StoredValue::new_local(sitting),
            keeper,
            habits,
            kept: StoredValue::new(kept),
            run: StoredValue::new(0),
            title: RwSignal::new(title),
            seats: RwSignal::new(seats),
            at: RwSignal::new(None),
            viewer: RwSignal::new(viewer),
            zones: RwSignal::new(Vec::new()),
            tray: RwSignal::new(None),
            forecasts: RwSignal::new(BTreeMap::new()),
            question: RwSignal::new(None),
            curtain: RwSignal::new(None),
            thinking: RwSignal::new(None),
            halted: RwSignal::new(false),
            selected: RwSignal::new(Vec::new()),
            hovered: RwSignal::new(None),
            sketch: RwSignal::new(None),
            held: RwSignal::new(Vec::new()),
            placed: RwSignal::new(Vec::new()),
            left_out: RwSignal::new(Vec::new()),
            laid: RwSignal::new(None),
            counts: RwSignal::new(Vec::new()),
            length: RwSignal::new(0.0),
            wanted: RwSignal::new(None),
            slip: RwSignal::new(None),
        };
        desk.show();
        desk.tray.set(desk.last_dice(desk.steps.get_untracked()));
        desk
    }

    fn with<T>(self, look: impl FnOnce(&dyn Sitting) -> T) -> T {
        self.sitting.with_value(|sitting| look(sitting.as_ref()))
    }

    pub fn guided(self) -> bool {
        self.kept.with_value(|kept| kept.guided)
    }

    /// What is kept with the game, as text.
    pub fn kept(self) -> String {
        self.kept.with_value(|kept| serde_json::to_string(kept).unwrap_or_default())
    }

    fn seed(self) -> u32 {
        self.kept.with_value(|kept| kept.seed)
    }

    // ---- What is shown. ----

    /// Brings what is shown up to the state.
    fn show(self) {
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
        self.ending.set(self.with(|sitting| sitting.ending()));
    }

    fn look_as(self, viewer: Viewer) {
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

    pub fn zone_kinds(self) -> Vec<(ZoneKind, &'static str)> {
        self.with(|sitting| sitting.zone_kinds())
    }

    pub fn zones_of(self, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        self.with(|sitting| sitting.zones(kind, pieces))
    }

    /// A piece on the table, or one that waits for it.
    pub fn piece(self, id: PieceId) -> Option<PieceView> {
        let of = |pieces: &Vec<PieceView>| pieces.iter().find(|piece| piece.id == id).cloned();
        self.pieces.with_untracked(of).or_else(|| self.reserve.with_untracked(of))
    }

    pub fn svg(self) -> String {
        self.with(|sitting| sitting.svg())
    }

    pub fn record(self) -> String {
        self.with(|sitting| sitting.record())
    }

    pub fn branch(self, at: usize) -> String {
        self.with(|sitting| sitting.branch(at))
    }

    pub fn hash(self) -> u64 {
        self.with(|sitting| sitting.hash())
    }

    pub fn moment(self) -> String {
        self.with(|sitting| sitting.moment())
    }

    /// The side that sits at this screen and is asked.
    pub fn my_side(self) -> Option<Side> {
        let question = self.question.get()?;
        (self.seats.get()[question.side.index()] == Seat::Human).then_some(question.side)
    }

    // ---- The loop. ----

    fn stop(self) {
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

    fn is_current(self, run: u32) -> bool {
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
        if both && self.viewer.get_untracked() != Viewer::Side(side) && self.is_secret(side, &question) {
            self.question.set(None);
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
        let before = self.viewer.get_untracked();
        self.sitting.update_value(|sitting| sitting.look(Viewer::Side(side), None));
        let hides = self.with(|sitting| sitting.pieces().iter().any(|piece| piece.hidden));
        self.sitting.update_value(|sitting| sitting.look(before, None));
        hides
    }

    /// The player behind the curtain has sat down.
    pub fn lift_curtain(self) {
        let Some(side) = self.curtain.get_untracked() else { return };
        self.curtain.set(None);
        if let Some(question) = self.with(|sitting| sitting.question()) {
            self.seat(side, question);
        }
    }

    fn seat(self, side: Side, question: Question<String>) {
        self.look_as(Viewer::Side(side));
        self.drop_sketch();
        self.clear_hands();
        match &question.mode {
            Mode::Place { pieces, .. } => {
                self.reserve.set(self.with(|sitting| sitting.reserve()));
                self.placed.set(pieces.clone());
            }
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
    fn clear_hands(self) {
        self.placed.set(Vec::new());
        self.reserve.set(Vec::new());
        self.left_out.set(Vec::new());
        self.laid.set(None);
    }

    // ---- Playing. ----

    /// Plays a choice, or the step that nobody decides. True if it was carried out.
    fn play(self, choice: Option<String>) -> bool {
        if self.habits.with_untracked(|habits| habits.own_dice) {
            return self.play_with(choice, Some(Vec::new()));
        }
        self.play_with(choice, None)
    }

    fn play_with(self, choice: Option<String>, faces: Option<Vec<u8>>) -> bool {
        let seed = Seed::from(u64::from(self.seed()));
        let mut played = Err(PlayError::Nothing);
        self.sitting.update_value(|sitting| {
            let dice = faces.as_ref().map_or(DiceFrom::Seed(&seed), |faces| DiceFrom::Typed(faces));
            played = match &choice {
                Some(choice) => sitting.play(choice, dice),
                None => sitting.play_forced(dice),
            };
        });
        match played {
            Ok(()) => {
                self.after_step();
                true
            }
            Err(PlayError::NeedRoll { throw, .. }) => {
                self.wanted.set(Some(Wanted { choice, throw, faces: faces.unwrap_or_default() }));
                false
            }
            Err(PlayError::Refused(reasons)) => {
                self.say("The rules do not allow it", &told(&reasons), false);
                false
            }
            Err(other) => {
                self.wanted.set(None);
                self.say("It could not be done", &other.to_string(), true);
                false
            }
        }
    }

    fn after_step(self) {
        self.wanted.set(None);
        self.slip.set(None);
        self.drop_sketch();
        self.clear_hands();
        self.show();
        let viewer = self.viewer.get_untracked();
        let from = self.stories.with_untracked(Vec::len);
        let told = self.with(|sitting| sitting.stories(viewer, from));
        let (steps, dice) =
            (self.with(|sitting| sitting.steps()), told.iter().any(|story| !story.dice.is_empty()));
        speak(&told);
        self.stories.update(|stories| stories.extend(told));
        self.steps.set(steps);
        if dice {
            self.tray.set(self.last_dice(steps));
        }
        self.save();
    }

    fn save(self) {
        self.keeper.changed(self, self.steps.get_untracked());
    }

    pub fn lines(self, from: usize) -> Vec<String> {
        self.with(|sitting| sitting.lines(from))
    }

    /// Answers the question.
    pub fn answer(self, choice: &str) {
        let odds = self.question.with_untracked(|question| {
            let question = question.as_ref()?;
            question.answers.iter().find(|answer| answer.choice == choice)?.odds.clone()
        });
        let at = self.steps.get_untracked();
        if self.play(Some(choice.to_owned())) {
            if let Some(odds) = odds {
                self.forecasts.update(|all| drop(all.insert(at, odds)));
            }
            self.question.set(None);
            self.go_on();
        }
    }

    /// Confirms what is sketched; what was held back is done at the same moment.
    pub fn confirm(self) {
        let Some(sketch) = self.sketch.get_untracked() else { return };
        if sketch.light == Light::Refused {
            self.say("The rules do not allow it", &told(&sketch.reasons), false);
            return;
        }
        let held = self.held.get_untracked();
        if held.is_empty() {
            self.answer(&sketch.choice);
            return;
        }
        let mut choices: Vec<String> = held.iter().map(|held| held.choice.clone()).collect();
        choices.push(sketch.choice);
        match self.with(|sitting| sitting.together(&choices)) {
            Some(joint) if joint.light != Light::Refused => self.answer(&joint.choice),
            Some(joint) => self.say("These moves cannot be made together", &told(&joint.reasons), false),
            None => self.say("These moves cannot be made together", "This game knows no joint moves.", false),
        }
    }

    /// Keeps the sketch to be made together with another.
    pub fn hold(self) {
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
    }

    /// A real die was typed.
    pub fn type_face(self, face: u8) {
        let Some(Wanted { choice, mut faces, .. }) = self.wanted.get_untracked() else { return };
        faces.push(face);
        if self.play_with(choice, Some(faces)) {
            self.question.set(None);
            self.go_on();
        }
    }

    /// The throw is not wanted after all, or the program shall throw.
    pub fn throw_instead(self) {
        let Some(Wanted { choice, .. }) = self.wanted.get_untracked() else { return };
        if self.play_with(choice, None) {
            self.question.set(None);
            self.go_on();
        }
    }

    // ---- Taking back. ----

    /// Steps back to the last decision of a person, if that is fair.
    pub fn take_back(self) {
        if self.sketch.get_untracked().is_some() || !self.held.get_untracked().is_empty() {
            self.drop_sketch();
            return;
        }
        self.stop();
        let mut outcome = Ok(());
        self.sitting
            .update_value(|sitting| outcome = back_to_person(sitting.as_mut(), &self.seats.get_untracked()));
        if let Err(why) = outcome {
            self.say("This cannot be taken back", &why, false);
        } else {
            let steps = self.with(|sitting| sitting.steps());
            self.computer.cut(steps);
            self.telling.update(|telling| *telling += 1);
            self.stories.update(|stories| stories.truncate(steps));
            self.steps.set(steps);
            self.tray.set(self.last_dice(steps));
            self.question.set(None);
            self.slip.set(None);
            self.save();
        }
        self.show();
        self.go_on();
    }

    // ---- Sketching. ----

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

    pub fn my_side_untracked(self) -> Option<Side> {
        let side =
            self.question.with_untracked(|question| question.as_ref().map(|question| question.side))?;
        self.seats.with_untracked(|seats| seats[side.index()] == Seat::Human).then_some(side)
    }

    pub fn mode(self) -> Option<Mode> {
        self.question.with(|question| question.as_ref().map(|question| question.mode.clone()))
    }

    pub fn mode_untracked(self) -> Option<Mode> {
        self.question.with_untracked(|question| question.as_ref().map(|question| question.mode.clone()))
    }

    pub fn actions(self) -> Vec<ActionView> {
        let selected = self.selected.get();
        if selected.is_empty() || self.mode() != Some(Mode::Orders) {
            return Vec::new();
        }
        self.with(|sitting| sitting.actions(&selected))
    }

    pub fn act(self, action: &str, values: &[f64]) {
        let selected = self.selected.get_untracked();
        if let Some(sketch) = self.with(|sitting| sitting.act(&selected, action, values)) {
            self.sketch.set(Some(sketch));
        }
    }

    pub fn drag(self, before: Option<&str>, drag: Drag) {
        let selected = self.selected.get_untracked();
        self.sketch.set(self.with(|sitting| sitting.drag(&selected, before, drag)));
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

    pub fn say(self, title: &str, text: &str, grave: bool) {
        self.slip.set(Some(Slip { title: title.to_owned(), text: text.to_owned(), grave }));
    }
}

fn first_viewer(seats: &[Seat; 2]) -> Viewer {
    match (&seats[0], &seats[1]) {
        (Seat::Human, Seat::Computer(_)) => Viewer::Side(Side::Red),
        (Seat::Computer(_), Seat::Human) => Viewer::Side(Side::Blue),
        _ => Viewer::Public,
    }
}

/// Takes decisions back until the match waits for a person; nothing is changed if that cannot be.
fn back_to_person(sitting: &mut dyn Sitting, seats: &[Seat; 2]) -> Result<(), String> {
    let mut steps = 0;
    loop {
        // What was the computer's to decide is asked again after the person before it.
        steps += sitting.take_back()?;
        let person = matches!(sitting.awaits(), Awaits::Player(side) if seats[side.index()] == Seat::Human);
        if person || steps > 10_000 || sitting.can_take_back().is_err() {
            return Ok(());
        }
    }
}

/// Reasons as lines.
pub fn told(reasons: &[ReasonLine]) -> String {
    reasons.iter().map(|reason| format!("{} ({})", reason.text, reason.rule)).collect::<Vec<_>>().join("\n")
}

/// Says to a screen reader what has happened.
fn speak(stories: &[StepStory]) {
    let Some(spoken) = browser::element("spoken") else { return };
    let sentences: Vec<&str> =
        stories.iter().flat_map(|story| story.events.iter().take(4)).map(String::as_str).collect();
    if !sentences.is_empty() {
        spoken.set_text_content(Some(&sentences.join(". ")));
    }
}
