//! The match of one game before one viewer.
//!
//! The whole state is here for the umpire, who plays and keeps the record. Whatever is told is told of a `Sight`, which
//! is made of what somebody sees and of nothing else.

use super::eyes::Eyes;
use super::{Awaits, ChoiceText, DiceFrom, Luck, OpenError, PlayError, Sitting, tell_setup_faults};
use crate::story::{HIDDEN, ReasonLine, StepStory};
use crate::table::{
    ActionView, BoardView, CardView, FightView, Gesture, HandleView, Manner, PieceId, PieceView, Question,
    Shown, Sight, Sketch, StandingView, ZoneKind, ZoneView,
};
use aelian_dice::{Generator, Tape};
use aelian_game::{
    ActError, Actor, Author, Ending, Match, Next, Record, ReplayError, Ruleset, Seen, Side, Step, StepError,
    Viewer, digest,
};
use aelian_geometry::Pose;
use aelian_rulebook::Reason;

/// A sitting of one game. The match may be whole, or what one viewer was sent of it: then it is shown as it is.
#[derive(Clone, Debug)]
pub struct Table<R: Ruleset> {
    pub(super) battle: Match<R>,
    eyes: [Eyes<R>; 3],
    viewer: Viewer,
    pub(super) shown: Seen<R>,
    /// The state as the side that is asked sees it; as anybody does, if nobody is asked.
    asked: Seen<R>,
    pub(super) asks: Option<Side>,
}

impl<R: Shown> Table<R> {
    pub fn new(battle: Match<R>) -> Table<R> {
        let shown = battle.seen(Viewer::Public);
        let mut table = Table {
            eyes: Viewer::ALL.map(|viewer| Eyes::of(&battle, viewer)),
            asked: shown.clone(),
            asks: None,
            shown,
            viewer: Viewer::Public,
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

    /// What the viewer sees.
    pub(super) fn shown(&self) -> Sight<'_, R> {
        self.sight(self.viewer, &self.shown)
    }

    /// What the side that is asked sees.
    fn asked(&self) -> Sight<'_, R> {
        self.sight(self.asks.map_or(Viewer::Public, Viewer::Side), &self.asked)
    }

    fn sight<'a>(&'a self, viewer: Viewer, seen: &'a Seen<R>) -> Sight<'a, R> {
        self.eyes[viewer.index()].before(seen)
    }

    /// The match has gone on from this state, from this step on.
    pub(super) fn gone_on(&mut self, before: &R::State, from: usize) {
        self.eyes.iter_mut().for_each(|eyes| eyes.hear(&self.battle, before, from));
        self.look_again(None);
    }

    /// Steps have been taken back.
    fn gone_back(&mut self) {
        let steps = self.battle.record.steps.len();
        self.eyes.iter_mut().for_each(|eyes| eyes.forget(steps));
        self.look_again(None);
    }

    fn look_again(&mut self, at: Option<usize>) {
        self.shown = match at {
            Some(at) => self.battle.seen_after(at, self.viewer),
            None => self.battle.seen(self.viewer),
        };
        self.asks = match self.battle.next() {
            Next::Ask { side, .. } => Some(side),
            _ => None,
        };
        self.asked = self.battle.seen(self.asks.map_or(Viewer::Public, Viewer::Side));
    }

    fn play_choice(&mut self, actor: Actor, choice: &R::Choice, dice: DiceFrom<'_>) -> Result<(), PlayError> {
        if self.battle.seen_by().is_some() {
            return Err(PlayError::Watched);
        }
        let (at, before) = (self.battle.record.steps.len(), self.battle.state.clone());
        let played = match dice {
            DiceFrom::Seed(seed) => {
                self.battle.play_as(actor, choice, &mut Generator::stream(*seed, at as u64)).map(|_| ())
            }
            DiceFrom::Typed(faces) => self.battle.play_as(actor, choice, &mut Tape::new(faces)?).map(|_| ()),
        };
        match played {
            Ok(()) => {
                self.gone_on(&before, at);
                Ok(())
            }
            Err(ActError::NotTheirs(why)) => Err(PlayError::NotTheirs(why)),
            Err(ActError::Hidden | ActError::Step(StepError::Refused(_))) => {
                Err(PlayError::Refused(self.breaches(choice)))
            }
            Err(ActError::Step(StepError::NeedRoll { need, rule })) => {
                let typed = if let DiceFrom::Typed(faces) = dice { faces.len() } else { 0 };
                let known = self.battle.may_tell(self.viewer, choice);
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

    /// A step as this viewer is told of it. A choice that he may not know is not told; nothing is, if he may not know
    /// either that something has come of it. `seen` and `before` are what he sees and the whole before it, and go on.
    fn story_of(
        &self,
        viewer: Viewer,
        (seen, before): (&mut Seen<R>, &mut R::State),
        step: &Step<R>,
    ) -> StepStory {
        let told = self.battle.told(viewer, before, step);
        self.eyes[viewer.index()].tell(seen, &told)
    }

    /// The last step, as this viewer is told of it; `before` is the whole state before it.
    pub(super) fn last_story(&self, viewer: Viewer, before: &R::State) -> Option<StepStory> {
        let (mut seen, mut before) = (self.battle.seen_of(before, viewer), before.clone());
        let step = self.battle.record.steps.last()?;
        Some(self.story_of(viewer, (&mut seen, &mut before), step))
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
        let seen = self.battle.seen(Viewer::Public);
        let Sight { rules, state, .. } = self.sight(Viewer::Public, &seen);
        rules.tell_moment(state)
    }

    fn hash(&self) -> u64 {
        digest(&self.battle.state)
    }

    fn play(&mut self, choice: &str, dice: DiceFrom<'_>) -> Result<(), PlayError> {
        let choice =
            serde_json::from_str(choice).map_err(|error| PlayError::Unreadable(error.to_string()))?;
        // What nobody says at a table of many the players of one table agree on: it is theirs.
        let next = self.battle.next();
        let actor = match (R::author(&choice), next.question()) {
            (Author::Asked | Author::Side(_), Some((side, _))) => Actor::Seat(side),
            _ => Actor::House,
        };
        self.play_choice(actor, &choice, dice)
    }

    fn play_forced(&mut self, dice: DiceFrom<'_>) -> Result<(), PlayError> {
        match self.battle.next() {
            Next::Forced(choice) | Next::Only { choice, .. } => self.play_choice(Actor::House, &choice, dice),
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
        self.gone_back();
        Ok(steps)
    }

    fn header(&self) -> String {
        let Record { seen_by, setup, .. } = &self.battle.record;
        let record = Record::<R> { seen_by: *seen_by, setup: setup.clone(), steps: Vec::new() };
        record.write().unwrap_or_default().trim_end().to_owned()
    }

    fn lines(&self, from: usize) -> Vec<String> {
        self.battle.record.steps.iter().skip(from).map(text).collect()
    }

    fn record(&self) -> String {
        self.battle.record.write().unwrap_or_default()
    }

    fn branch(&self, at: usize) -> String {
        let Record { seen_by, setup, steps } = &self.battle.record;
        let steps = steps.iter().take(at).cloned().collect();
        Record::<R> { seen_by: *seen_by, setup: setup.clone(), steps }.write().unwrap_or_default()
    }

    fn record_for(&self, viewer: Viewer) -> String {
        self.battle.record_for(viewer).write().unwrap_or_default()
    }

    fn follow(&mut self, lines: &[String]) -> Result<(), OpenError> {
        // The first line of a record is its header.
        let numbered = (self.steps() + 2..).zip(lines);
        let steps = numbered.map(|(at, line)| Record::step(at, line)).collect::<Result<_, _>>()?;
        let (from, before) = (self.steps(), self.battle.state.clone());
        self.battle.follow(steps).map_err(|error| OpenError::Replay(error.to_string()))?;
        self.gone_on(&before, from);
        Ok(())
    }

    fn cut(&mut self, keep: usize) {
        self.battle.cut(keep);
        self.gone_back();
    }

    fn hides(&self, side: Side) -> bool {
        let viewer = Viewer::Side(side);
        R::hides(self.sight(viewer, &self.battle.seen(viewer)), side)
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
        R::standing(self.shown(), self.eyes[self.viewer.index()].setup())
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
        let Sight { rules, state, names } = self.shown();
        rules.svg(state, names)
    }

    fn story(&self, viewer: Viewer, step: usize) -> Option<StepStory> {
        let done = self.battle.record.steps.get(step)?;
        let mut before = self.battle.state_after(step);
        let mut seen = self.battle.seen_of(&before, viewer);
        Some(self.story_of(viewer, (&mut seen, &mut before), done))
    }

    fn stories(&self, viewer: Viewer, from: usize) -> Vec<StepStory> {
        let mut state = self.battle.state_after(from);
        let mut seen = self.battle.seen_of(&state, viewer);
        let steps = self.battle.record.steps.iter().skip(from);
        steps.map(|step| self.story_of(viewer, (&mut seen, &mut state), step)).collect()
    }

    fn luck(&self) -> Luck {
        let mut luck = Luck::default();
        let mut state = self.battle.first().clone();
        let (public, eyes) = (Viewer::Public, &self.eyes[Viewer::Public.index()]);
        let mut seen = self.battle.seen_of(&state, public);
        for step in &self.battle.record.steps {
            let side = R::standing(eyes.before(&seen), eyes.setup()).active.index();
            let step = self.battle.told(public, &mut state, step);
            for face in step.rolls.iter().flat_map(|roll| roll.faces.iter().copied()) {
                luck.dice[side] += 1;
                luck.pips[side] += u32::from(face);
                if let Some(count) = luck.faces[side].get_mut(usize::from(face).wrapping_sub(1)) {
                    *count += 1;
                }
            }
            step.events.iter().for_each(|event| seen.follow(event));
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
