//! The match of one game before one viewer.
//!
//! The whole state is here for the umpire, who plays and keeps the record. Whatever is told is told of a `Sight`, which
//! is made of what somebody sees and of nothing else.

use super::{Awaits, ChoiceText, DiceFrom, Luck, OpenError, PlayError, Sitting, tell_setup_faults};
use crate::story::{HIDDEN, ReasonLine, StepStory, tell_step};
use crate::table::{
    ActionView, BoardView, CardView, FightView, Gesture, HandleView, Manner, PieceId, PieceView, Question,
    Shown, Sight, Sketch, StandingView, ZoneKind, ZoneView,
};
use crate::told::Names;
use aelian_dice::{Generator, Tape};
use aelian_game::{
    Ending, Match, Next, Record, ReplayError, Ruleset, Seen, SeenStep, Side, Step, StepError, Viewer, digest,
};
use aelian_geometry::Pose;
use aelian_rulebook::Reason;
use std::sync::OnceLock;

/// A sitting of one game.
#[derive(Clone, Debug)]
pub struct Table<R: Ruleset> {
    pub(super) battle: Match<R>,
    /// Made when they are asked for, since they may change with every step.
    names: OnceLock<Names>,
    viewer: Viewer,
    pub(super) shown: Seen<R>,
    /// The state as the side that is asked sees it; as anybody does, if nobody is asked.
    asked: Seen<R>,
    pub(super) asks: Option<Side>,
}

impl<R: Shown> Table<R> {
    pub fn new(battle: Match<R>) -> Table<R> {
        let shown = Seen::by(&battle.rules, &battle.state, Viewer::Public);
        let mut table = Table {
            asked: shown.clone(),
            asks: None,
            shown,
            viewer: Viewer::Public,
            names: OnceLock::new(),
            battle,
        };
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

    pub(super) fn names(&self) -> &Names {
        self.names.get_or_init(|| R::names_in(&self.battle))
    }

    /// What the viewer sees.
    fn shown(&self) -> Sight<'_, R> {
        self.sight(&self.shown)
    }

    /// What the side that is asked sees.
    fn asked(&self) -> Sight<'_, R> {
        self.sight(&self.asked)
    }

    fn sight<'a>(&'a self, seen: &'a Seen<R>) -> Sight<'a, R> {
        Sight::new(&self.battle.rules, seen.state(), self.names())
    }

    fn seen_by(&self, viewer: Viewer) -> Seen<R> {
        Seen::by(&self.battle.rules, &self.battle.state, viewer)
    }

    /// The match has gone on or back.
    pub(super) fn settled(&mut self) {
        self.names = OnceLock::new();
        self.look_again(None);
    }

    fn look_again(&mut self, at: Option<usize>) {
        self.shown = match at {
            Some(at) => Seen::by(&self.battle.rules, &self.battle.state_after(at), self.viewer),
            None => self.seen_by(self.viewer),
        };
        self.asks = match self.battle.next() {
            Next::Ask { side, .. } => Some(side),
            _ => None,
        };
        self.asked = self.seen_by(self.asks.map_or(Viewer::Public, Viewer::Side));
    }

    fn play_choice(&mut self, choice: &R::Choice, dice: DiceFrom<'_>) -> Result<(), PlayError> {
        let at = self.battle.record.steps.len() as u64;
        let played = match dice {
            DiceFrom::Seed(seed) => self.battle.play(choice, &mut Generator::stream(*seed, at)).map(|_| ()),
            DiceFrom::Typed(faces) => self.battle.play(choice, &mut Tape::new(faces)?).map(|_| ()),
        };
        match played {
            Ok(()) => {
                self.settled();
                Ok(())
            }
            // What only the whole state refuses is refused for a reason that this side may not know.
            Err(StepError::Refused(_)) => Err(PlayError::Refused(self.breaches(choice))),
            Err(StepError::NeedRoll { need, rule }) => {
                let typed = if let DiceFrom::Typed(faces) = dice { faces.len() } else { 0 };
                let known = self.battle.rules.may_know(&self.battle.state, choice, self.viewer);
                let about = if known { self.named(choice) } else { HIDDEN.to_owned() };
                Err(PlayError::NeedRoll { throw: need.throw.to_string(), about, rule, typed })
            }
        }
    }

    /// A choice in words, to the viewer.
    fn named(&self, choice: &R::Choice) -> String {
        let Sight { rules, state, names } = self.shown();
        rules.tell_choice(state, names, choice)
    }

    /// Why a choice is refused, as far as the side that is asked can see it.
    fn breaches(&self, choice: &R::Choice) -> Vec<ReasonLine> {
        let Sight { rules, state, names } = self.asked();
        let told = |reason: &Reason<R::Fact>| ReasonLine {
            rule: reason.rule,
            text: rules.tell_reason(state, names, reason.rule, &reason.fact),
        };
        rules.check(state, choice).breaches.iter().map(told).collect()
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
    pub(super) fn told(&self, viewer: Viewer, before: &mut R::State, step: &Step<R>) -> StepStory {
        let rules = &self.battle.rules;
        let mut seen = Seen::by(rules, before, viewer);
        let step = SeenStep::by(rules, before, step, viewer);
        tell_step(rules, self.names(), &mut seen, &step)
    }
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
            Next::Forced(_) | Next::Only { .. } => Awaits::Forced,
            Next::Over(ending) => Awaits::End { winner: ending.winner },
        }
    }

    fn result(&self) -> Option<Ending> {
        match self.battle.next() {
            Next::Over(ending) => Some(ending),
            _ => None,
        }
    }

    fn moment(&self) -> String {
        self.battle.rules.tell_moment(self.seen_by(Viewer::Public).state())
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
            Next::Forced(choice) | Next::Only { choice, .. } => self.play_choice(&choice, dice),
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
        self.settled();
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
        self.settled();
        Ok(())
    }

    fn cut(&mut self, keep: usize) {
        self.battle.cut(keep);
        self.settled();
    }

    fn hides(&self, side: Side) -> bool {
        R::hides(self.sight(&self.seen_by(Viewer::Side(side))), side)
    }

    fn look(&mut self, viewer: Viewer, at: Option<usize>) {
        self.viewer = viewer;
        self.look_again(at);
    }

    fn board(&self) -> BoardView {
        R::board(self.shown())
    }

    fn pieces(&self) -> Vec<PieceView> {
        R::pieces(self.shown())
    }

    fn reserve(&self) -> Vec<PieceView> {
        R::reserve(self.asked())
    }

    fn card(&self, piece: PieceId) -> Option<CardView> {
        R::card(self.shown(), piece)
    }

    fn standing(&self) -> StandingView {
        R::standing(self.shown(), &self.battle.record.setup)
    }

    fn body(&self, piece: PieceId) -> Vec<PieceId> {
        R::body(self.shown(), piece)
    }

    fn gathered(&self, pieces: &[PieceId]) -> Vec<PieceId> {
        R::gathered(self.shown(), pieces)
    }

    fn manner(&self) -> Manner {
        R::manner()
    }

    fn zones(&self, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
        R::zones(self.shown(), kind, pieces)
    }

    fn fights(&self) -> Vec<FightView> {
        R::fights(self.shown())
    }

    fn svg(&self) -> String {
        self.battle.rules.svg(self.shown.state(), self.names())
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
            let seen = Seen::by(&self.battle.rules, &state, Viewer::Public);
            let side = R::standing(self.sight(&seen), &self.battle.record.setup).active.index();
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
        let asked = self.asked();
        match asked.rules.next(asked.state) {
            Next::Ask { side, prompt } if Some(side) == self.asks => {
                Some(R::question(asked, side, &prompt).map(|choice| text(&choice)))
            }
            _ => None,
        }
    }

    fn actions(&self, pieces: &[PieceId]) -> Vec<ActionView> {
        R::actions(self.asked(), pieces)
    }

    fn handles(&self, pieces: &[PieceId]) -> Vec<HandleView> {
        R::handles(self.asked(), pieces)
    }

    fn advice(&self, pieces: &[PieceId]) -> Vec<ReasonLine> {
        R::advice(self.asked(), pieces)
    }

    fn sketch(&self, gesture: Gesture<'_, ChoiceText>) -> Option<Sketch<ChoiceText>> {
        let gesture = gesture.map(|choice| serde_json::from_str(&choice).ok())?;
        Some(R::sketch(self.asked(), gesture)?.map(|choice| text(&choice)))
    }

    fn widened(&self, poses: &[(PieceId, Pose)], more: i8) -> Vec<(PieceId, Pose)> {
        R::widened(self.asked(), poses, more)
    }
}
