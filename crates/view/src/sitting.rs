//! A match as somebody sits before it: what is shown, what is asked, what is played, whatever the game.
//!
//! A page talks to `dyn Sitting`; choices cross it as JSON text, so that nothing above knows a game's types.

use crate::story::{ReasonLine, StepStory, tell_ending, tell_step};
use crate::table::{
    ActionView, BoardView, CardView, Drag, FightView, HandleView, LayShape, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, Words, ZoneKind, ZoneView,
};
use crate::told::Names;
use aelian_dice::{BadFaces, Generator, Seed, Tape};
use aelian_game::{
    Ending, Match, Next, Record, RecordError, ReplayError, Ruleset, Side, Step, StepError, Viewer, digest,
};
use aelian_geometry::Pose;
use aelian_rulebook::{Reason, RuleId};
use std::sync::OnceLock;
use thiserror::Error;

/// A choice as JSON.
pub type ChoiceText = String;

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    Player(Side),
    /// A step that nobody decides.
    Forced,
    End {
        winner: Option<Side>,
    },
}

/// Where the faces of the next step come from.
#[derive(Clone, Copy, Debug)]
pub enum DiceFrom<'a> {
    /// The program's dice: each step has a stream of its own, so that a reloaded match throws on as it would have.
    Seed(&'a Seed),
    /// Real dice, typed in so far.
    Typed(&'a [u8]),
}

#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayError {
    #[error("the rules do not allow it")]
    Refused(Vec<ReasonLine>),
    /// More real dice must be typed.
    #[error("dice are needed: {throw}")]
    NeedRoll { throw: String, about: String, rule: Option<RuleId>, typed: usize },
    #[error("these faces do not fit: {0}")]
    Faces(#[from] BadFaces),
    #[error("this is not a choice of the game: {0}")]
    Unreadable(String),
    #[error("nothing can be done here")]
    Nothing,
}

/// One throw of the luck report: what it was, against what could be expected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// For each side that was asked or moved: dice thrown and the sum of their faces.
    pub dice: [u32; 2],
    pub pips: [u32; 2],
    pub faces: [[u32; 6]; 2],
}

/// The match before one viewer.
pub trait Sitting: Send {
    fn game(&self) -> &'static str;
    fn title(&self) -> String;

    // The match.
    fn steps(&self) -> usize;
    fn awaits(&self) -> Awaits;
    fn ending(&self) -> Option<String>;
    /// The same as a value: winner, rule and score.
    fn result(&self) -> Option<Ending>;
    fn moment(&self) -> String;
    /// Hash of the match as it stands.
    fn hash(&self) -> u64;
    fn play(&mut self, choice: &str, dice: DiceFrom<'_>) -> Result<(), PlayError>;
    /// Carries out a step that nobody decides.
    fn play_forced(&mut self, dice: DiceFrom<'_>) -> Result<(), PlayError>;
    /// Whether the last step of a player can be taken back, and how many steps go with it.
    fn can_take_back(&self) -> Result<usize, String>;
    fn take_back(&mut self) -> Result<usize, String>;

    // The record.
    fn header(&self) -> String;
    /// Each step from this one on as a line of the record.
    fn lines(&self, from: usize) -> Vec<String>;
    fn record(&self) -> String;
    /// The same match up to a step, as a record of its own.
    fn branch(&self, at: usize) -> String;
    /// Takes further lines of the record by their events. If one does not fit, nothing has changed.
    fn follow(&mut self, lines: &[String]) -> Result<(), OpenError>;
    /// Forgets every step after the first `keep`.
    fn cut(&mut self, keep: usize);

    // What is shown.
    /// Whether a side sees something now that must not be seen by the other player at the same screen.
    fn hides(&self, side: Side) -> bool;
    /// Whose eyes see the table, and after how many steps; none: as it stands now.
    fn look(&mut self, viewer: Viewer, at: Option<usize>);
    fn board(&self) -> BoardView;
    fn pieces(&self) -> Vec<PieceView>;
    /// Pieces of the side that is asked which wait to be put on the table.
    fn reserve(&self) -> Vec<PieceView>;
    fn card(&self, piece: PieceId) -> Option<CardView>;
    fn standing(&self) -> StandingView;
    fn body(&self, piece: PieceId) -> Vec<PieceId>;
    /// What could move as one with these pieces.
    fn gathered(&self, pieces: &[PieceId]) -> Vec<PieceId>;
    fn zone_kinds(&self) -> Vec<(ZoneKind, &'static str)>;
    fn words(&self) -> Words;
    fn shortcuts(&self) -> Vec<(char, &'static str)>;
    /// Whether a piece can be moved without the rest of its body.
    fn moves_alone(&self) -> bool;
    /// Whether several moves can be made at the same moment.
    fn moves_together(&self) -> bool;
    fn zones(&self, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView>;
    fn fights(&self) -> Vec<FightView>;
    fn svg(&self) -> String;
    /// One step in words, without what this viewer may not know.
    fn story(&self, viewer: Viewer, step: usize) -> Option<StepStory>;
    /// Every step in words; quicker than one by one.
    fn stories(&self, viewer: Viewer, from: usize) -> Vec<StepStory>;
    fn luck(&self) -> Luck;

    // What is asked, of the side that the match waits for, as that side sees it.
    fn question(&self) -> Option<Question<ChoiceText>>;
    fn actions(&self, pieces: &[PieceId]) -> Vec<ActionView>;
    fn act(&self, pieces: &[PieceId], action: &str, values: &[f64]) -> Option<Sketch<ChoiceText>>;
    fn handles(&self, pieces: &[PieceId]) -> Vec<HandleView>;
    fn drag(&self, pieces: &[PieceId], before: Option<&str>, drag: Drag) -> Option<Sketch<ChoiceText>>;
    fn together(&self, choices: &[ChoiceText]) -> Option<Sketch<ChoiceText>>;
    fn place(&self, poses: &[(PieceId, Pose)]) -> Sketch<ChoiceText>;
    fn widened(&self, poses: &[(PieceId, Pose)], more: i8) -> Vec<(PieceId, Pose)>;
    fn pick(&self, counts: &[u8]) -> Sketch<ChoiceText>;
    fn lay(&self, shape: &LayShape) -> Sketch<ChoiceText>;
    fn length(&self, length: f64) -> Sketch<ChoiceText>;
    /// Any choice with the umpire's word on it; none if it is no choice of the game.
    fn judged(&self, choice: &str) -> Option<Sketch<ChoiceText>>;
    /// What the owner of these pieces should look at as they stand.
    fn advice(&self, pieces: &[PieceId]) -> Vec<ReasonLine>;
}

/// A sitting of one game.
#[derive(Clone, Debug)]
pub struct Table<R: Ruleset> {
    battle: Match<R>,
    /// Made when they are asked for, since they may change with every step.
    names: OnceLock<Names>,
    viewer: Viewer,
    shown: R::State,
    /// The state as the side that is asked sees it.
    asked: R::State,
}

impl<R: Shown> Table<R> {
    pub fn new(battle: Match<R>) -> Table<R> {
        let shown = battle.rules.view(&battle.state, Viewer::Public);
        let mut table =
            Table { asked: shown.clone(), shown, viewer: Viewer::Public, names: OnceLock::new(), battle };
        table.look_again(None);
        table
    }

    pub fn read(text: &str) -> Result<Table<R>, OpenError> {
        let record = Record::<R>::read(text)?;
        let setup = record.setup.clone();
        let battle = Match::open(record).map_err(|error| match error {
            ReplayError::Setup(reasons) => OpenError::Setup(tell_setup_faults::<R>(&setup, &reasons)),
            error => OpenError::Replay(error.to_string()),
        })?;
        Ok(Table::new(battle))
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| R::names_in(&self.battle))
    }

    fn look_again(&mut self, at: Option<usize>) {
        let rules = &self.battle.rules;
        self.shown = match at {
            Some(at) => rules.view(&self.battle.state_after(at), self.viewer),
            None => rules.view(&self.battle.state, self.viewer),
        };
        if let Next::Ask { side, .. } = self.battle.next() {
            self.asked = rules.view(&self.battle.state, Viewer::Side(side));
        }
    }

    fn reasons(&self, reasons: &[Reason<R::Fact>]) -> Vec<ReasonLine> {
        let told = |reason: &Reason<R::Fact>| ReasonLine {
            rule: reason.rule,
            text: self.battle.rules.tell_reason(&self.battle.state, self.names(), reason.rule, &reason.fact),
        };
        reasons.iter().map(told).collect()
    }

    fn play_choice(&mut self, choice: &R::Choice, dice: DiceFrom<'_>) -> Result<(), PlayError> {
        let at = self.battle.record.steps.len() as u64;
        let played = match dice {
            DiceFrom::Seed(seed) => self.battle.play(choice, &mut Generator::stream(*seed, at)).map(|_| ()),
            DiceFrom::Typed(faces) => self.battle.play(choice, &mut Tape::new(faces)?).map(|_| ()),
        };
        match played {
            Ok(()) => {
                self.names = OnceLock::new();
                self.look_again(None);
                Ok(())
            }
            Err(StepError::Refused(refused)) => Err(PlayError::Refused(self.reasons(&refused.0))),
            Err(StepError::NeedRoll { need, rule }) => {
                let typed = if let DiceFrom::Typed(faces) = dice { faces.len() } else { 0 };
                let about = self.battle.rules.tell_choice(&self.battle.state, self.names(), choice);
                Err(PlayError::NeedRoll { throw: need.throw.to_string(), about, rule, typed })
            }
        }
    }

    /// Steps that end with the last one a player decided, if all of them can be taken back.
    fn back(&self) -> Result<usize, String> {
        let mut trial = self.battle.clone();
        let mut steps = 0;
        loop {
            trial.undo().map_err(|error| error.to_string())?;
            steps += 1;
            if matches!(trial.next(), Next::Ask { .. }) {
                return Ok(steps);
            }
        }
    }

    /// A step as this viewer may know it. A choice that he may not know is not told; nothing is, if he may not know
    /// either that something has come of it.
    fn told(&self, viewer: Viewer, before: &mut R::State, step: &Step<R>) -> StepStory {
        let rules = &self.battle.rules;
        let mut seen = rules.view(before, viewer);
        let known = rules.may_know(before, &step.choice, viewer);
        let mut whole = known;
        let mut events = Vec::with_capacity(step.events.len());
        for event in &step.events {
            let heard = rules.event_for(before, event, viewer);
            whole &= heard.as_ref() == Some(event);
            events.extend(heard);
            R::apply(before, event);
        }
        let step = Step { events, ..step.clone() };
        let mut story = tell_step(rules, self.names(), &mut seen, &step);
        if !whole {
            story.reasons.clear();
        }
        if !known {
            let unheard = step.events.is_empty() && step.rolls.is_empty();
            story.choice = if unheard { String::new() } else { "something hidden".to_owned() };
        }
        story
    }
}

#[derive(Debug, Error)]
pub enum OpenError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("the setup is refused: {}", .0.join("; "))]
    Setup(Vec<String>),
    #[error("{0}")]
    Replay(String),
}

/// Everything that stands against a setup, in words and with its rule.
pub fn tell_setup_faults<R: Shown>(setup: &R::Setup, reasons: &[Reason<R::Fact>]) -> Vec<String> {
    let told = |r: &Reason<R::Fact>| format!("{} ({})", R::tell_setup_reason(setup, r), r.rule);
    reasons.iter().map(told).collect()
}

fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl<R: Shown> Sitting for Table<R> {
    fn game(&self) -> &'static str {
        R::GAME
    }

    fn title(&self) -> String {
        let losses = self.standing().losses;
        format!("{} against {}", losses[0].army, losses[1].army)
    }

    fn steps(&self) -> usize {
        self.battle.record.steps.len()
    }

    fn awaits(&self) -> Awaits {
        match self.battle.next() {
            Next::Ask { side, .. } => Awaits::Player(side),
            Next::Forced(_) => Awaits::Forced,
            Next::Over(ending) => Awaits::End { winner: ending.winner },
        }
    }

    fn ending(&self) -> Option<String> {
        self.result().as_ref().map(tell_ending)
    }

    fn result(&self) -> Option<Ending> {
        match self.battle.next() {
            Next::Over(ending) => Some(ending),
            _ => None,
        }
    }

    fn moment(&self) -> String {
        self.battle.rules.tell_moment(&self.battle.state)
    }

    fn hash(&self) -> u64 {
        digest(&self.battle.state)
    }

    fn play(&mut self, choice: &str, dice: DiceFrom<'_>) -> Result<(), PlayError> {
        let choice =
            serde_json::from_str(choice).map_err(|error| PlayError::Unreadable(error.to_string()))?;
        self.play_choice(&choice, dice)
    }

    fn play_forced(&mut self, dice: DiceFrom<'_>) -> Result<(), PlayError> {
        match self.battle.next() {
            Next::Forced(choice) => self.play_choice(&choice, dice),
            _ => Err(PlayError::Nothing),
        }
    }

    fn can_take_back(&self) -> Result<usize, String> {
        self.back()
    }

    fn take_back(&mut self) -> Result<usize, String> {
        let steps = self.back()?;
        for _ in 0..steps {
            self.battle.undo().map_err(|error| error.to_string())?;
        }
        self.names = OnceLock::new();
        self.look_again(None);
        Ok(steps)
    }

    fn header(&self) -> String {
        let record = Record::<R> { setup: self.battle.record.setup.clone(), steps: Vec::new() };
        record.write().unwrap_or_default().trim_end().to_owned()
    }

    fn lines(&self, from: usize) -> Vec<String> {
        self.battle.record.steps.iter().skip(from).map(text).collect()
    }

    fn record(&self) -> String {
        self.battle.record.write().unwrap_or_default()
    }

    fn branch(&self, at: usize) -> String {
        let steps = self.battle.record.steps.iter().take(at).cloned().collect();
        Record::<R> { setup: self.battle.record.setup.clone(), steps }.write().unwrap_or_default()
    }

    fn follow(&mut self, lines: &[String]) -> Result<(), OpenError> {
        // The first line of a record is its header.
        let numbered = (self.steps() + 2..).zip(lines);
        let steps = numbered.map(|(at, line)| Record::step(at, line)).collect::<Result<_, _>>()?;
        self.battle.follow(steps).map_err(|error| OpenError::Replay(error.to_string()))?;
        self.names = OnceLock::new();
        self.look_again(None);
        Ok(())
    }

    fn cut(&mut self, keep: usize) {
        self.battle.cut(keep);
        self.names = OnceLock::new();
        self.look_again(None);
    }

    fn hides(&self, side: Side) -> bool {
        let seen = self.battle.rules.view(&self.battle.state, Viewer::Side(side));
        self.battle.rules.hides(&seen, side)
    }

    fn look(&mut self, viewer: Viewer, at: Option<usize>) {
        self.viewer = viewer;
        self.look_again(at);
    }

    fn board(&self) -> BoardView {
        self.battle.rules.board(&self.shown)
    }

    fn pieces(&self) -> Vec<PieceView> {
        self.battle.rules.pieces(&self.shown, self.names())
    }

    fn reserve(&self) -> Vec<PieceView> {
        self.battle.rules.reserve(&self.asked, self.names())
    }

    fn card(&self, piece: PieceId) -> Option<CardView> {
        self.battle.rules.card(&self.shown, self.names(), piece)
    }

    fn standing(&self) -> StandingView {
        self.battle.rules.standing(&self.battle.record.setup, &self.shown)
    }

    fn body(&self, piece: PieceId) -> Vec<PieceId> {
        self.battle.rules.body(&self.shown, piece)
    }

    fn gathered(&self, pieces: &[PieceId]) -> Vec<PieceId> {
        self.battle.rules.gathered(&self.asked, pieces)
    }

    fn zone_kinds(&self) -> Vec<(ZoneKind, &'static str)> {
        R::zone_kinds()
    }

    fn words(&self) -> Words {
        R::words()
    }

    fn shortcuts(&self) -> Vec<(char, &'static str)> {
        R::shortcuts()
    }

    fn moves_alone(&self) -> bool {
        R::moves_alone()
    }

    fn moves_together(&self) -> bool {
        R::moves_together()
    }

    fn zones(&self, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        self.battle.rules.zones(&self.shown, kind, pieces)
    }

    fn fights(&self) -> Vec<FightView> {
        self.battle.rules.fights(&self.shown, self.names())
    }

    fn svg(&self) -> String {
        self.battle.rules.svg(&self.shown, self.names())
    }

    fn story(&self, viewer: Viewer, step: usize) -> Option<StepStory> {
        let done = self.battle.record.steps.get(step)?;
        Some(self.told(viewer, &mut self.battle.state_after(step), done))
    }

    fn stories(&self, viewer: Viewer, from: usize) -> Vec<StepStory> {
        let mut state = self.battle.state_after(from);
        let steps = self.battle.record.steps.iter().skip(from);
        steps.map(|step| self.told(viewer, &mut state, step)).collect()
    }

    fn luck(&self) -> Luck {
        let mut luck = Luck::default();
        let mut state = self.battle.first().clone();
        for step in &self.battle.record.steps {
            let side = self.battle.rules.standing(&self.battle.record.setup, &state).active.index();
            for face in step.rolls.iter().flat_map(|roll| roll.faces.iter().copied()) {
                luck.dice[side] += 1;
                luck.pips[side] += u32::from(face);
                if let Some(count) = luck.faces[side].get_mut(usize::from(face).wrapping_sub(1)) {
                    *count += 1;
                }
            }
            step.events.iter().for_each(|event| R::apply(&mut state, event));
        }
        luck
    }

    fn question(&self) -> Option<Question<ChoiceText>> {
        let Next::Ask { side, prompt } = self.battle.next() else { return None };
        let question = self.battle.rules.question(&self.asked, self.names(), side, &prompt);
        Some(question.map(|choice| text(&choice)))
    }

    fn actions(&self, pieces: &[PieceId]) -> Vec<ActionView> {
        self.battle.rules.actions(&self.asked, pieces)
    }

    fn act(&self, pieces: &[PieceId], action: &str, values: &[f64]) -> Option<Sketch<ChoiceText>> {
        let sketch = self.battle.rules.act(&self.asked, self.names(), pieces, action, values)?;
        Some(sketch.map(|choice| text(&choice)))
    }

    fn handles(&self, pieces: &[PieceId]) -> Vec<HandleView> {
        self.battle.rules.handles(&self.asked, pieces)
    }

    fn drag(&self, pieces: &[PieceId], before: Option<&str>, drag: Drag) -> Option<Sketch<ChoiceText>> {
        let before: Option<R::Choice> = before.and_then(|choice| serde_json::from_str(choice).ok());
        let sketch = self.battle.rules.drag(&self.asked, self.names(), pieces, before.as_ref(), drag)?;
        Some(sketch.map(|choice| text(&choice)))
    }

    fn together(&self, choices: &[ChoiceText]) -> Option<Sketch<ChoiceText>> {
        let choices: Vec<R::Choice> =
            choices.iter().map(|choice| serde_json::from_str(choice).ok()).collect::<Option<_>>()?;
        let sketch = self.battle.rules.together(&self.asked, self.names(), &choices)?;
        Some(sketch.map(|choice| text(&choice)))
    }

    fn place(&self, poses: &[(PieceId, Pose)]) -> Sketch<ChoiceText> {
        self.battle.rules.place(&self.asked, self.names(), poses).map(|choice| text(&choice))
    }

    fn widened(&self, poses: &[(PieceId, Pose)], more: i8) -> Vec<(PieceId, Pose)> {
        self.battle.rules.widened(&self.asked, poses, more)
    }

    fn pick(&self, counts: &[u8]) -> Sketch<ChoiceText> {
        self.battle.rules.pick(&self.asked, self.names(), counts).map(|choice| text(&choice))
    }

    fn lay(&self, shape: &LayShape) -> Sketch<ChoiceText> {
        self.battle.rules.lay(&self.asked, self.names(), shape).map(|choice| text(&choice))
    }

    fn length(&self, length: f64) -> Sketch<ChoiceText> {
        self.battle.rules.length(&self.asked, self.names(), length).map(|choice| text(&choice))
    }

    fn judged(&self, choice: &str) -> Option<Sketch<ChoiceText>> {
        let choice = serde_json::from_str(choice).ok()?;
        Some(self.battle.rules.judged(&self.asked, self.names(), &choice).map(|choice| text(&choice)))
    }

    fn advice(&self, pieces: &[PieceId]) -> Vec<ReasonLine> {
        self.battle.rules.advice(&self.asked, self.names(), pieces)
    }
}

/// Rules that a story names, for those who want to read them.
pub fn rules_of(story: &StepStory) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> =
        story.dice.iter().map(|dice| dice.rule).chain(story.reasons.iter().map(|r| r.rule)).collect();
    rules.sort();
    rules.dedup();
    rules
}
