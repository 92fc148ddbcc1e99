//! Running a case: the umpire's report, and whether it is what was expected.

use super::ask::Answer;
use super::expect::{Expect, ExpectVerdict};
use super::follow::needs;
use super::given::{Assumed, Reading, Unsaid};
use super::later::Passed;
use super::read::{CaseFile, CaseStep, Fault, Faults};
use super::stated::Stated;
use aelian_dice::{NeedRoll, Tape};
use aelian_game::{Match, Next, Roll, Step, StepError, Verdict, step};
use aelian_rulebook::{Reason, RuleId, ids_in};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};

/// More dice than any one step throws.
const ENOUGH: usize = 100;

/// What the umpire says of a whole case.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub title: String,
    pub rules: Vec<RuleId>,
    /// Why the position cannot be, where that was expected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Said>,
    pub steps: Vec<StepReport>,
    pub answers: Vec<Answer>,
    /// The table afterwards, a line for each piece.
    pub table: Vec<String>,
    /// What is asked next, or how the battle ended.
    pub next: String,
    /// Expectations that were not met; empty if all is as it should be.
    pub unmet: Vec<String>,
}

/// What came of one step.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    pub choice: String,
    /// Questions before the choice on which the case says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed_before: Vec<Assumed>,
    pub verdict: &'static str,
    pub cost: Option<i64>,
    pub breaches: Vec<Said>,
    pub consequences: Vec<Said>,
    pub rolls: Vec<String>,
    /// The rules by which the dice were thrown.
    #[serde(skip)]
    pub(super) rolled: Vec<RuleId>,
    pub reasons: Vec<Said>,
    /// Questions on the way on which the case says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed_then: Vec<Assumed>,
    pub events: Vec<String>,
    /// The events as data.
    pub events_raw: Vec<Value>,
    /// What was told with the rules, as data.
    #[serde(skip)]
    pub(super) facts_raw: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The dice were used up before the step was done: this throw is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

impl Report {
    /// Every rule by which something was judged, thrown, counted or told here.
    pub fn cited(&self) -> BTreeSet<RuleId> {
        let mut cited: BTreeSet<RuleId> = self.faults.iter().map(|said| said.rule).collect();
        for step in &self.steps {
            let said = step.breaches.iter().chain(&step.consequences).chain(&step.reasons);
            cited.extend(said.map(|said| said.rule));
            cited.extend(&step.rolled);
            for value in step.facts_raw.iter().chain(&step.events_raw) {
                cited.extend(ids_in(&value.to_string()));
            }
        }
        for line in self.answers.iter().flat_map(|answer| &answer.lines) {
            cited.extend(ids_in(line));
        }
        cited.extend(ids_in(&self.next));
        cited
    }
}

/// A rule and what it said.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    pub rule: RuleId,
    pub text: String,
}

/// Judges a case, and answers questions on which it says nothing. Faults are those of the position; unmet expectations
/// stand in the report.
pub fn judge<R: Stated>(case: &CaseFile<R>) -> Result<Report, Faults> {
    judge_as(case, Reading::Lenient).map(|(report, _)| report)
}

/// Judges a case that leaves no question open.
pub fn judge_strictly<R: Stated>(case: &CaseFile<R>) -> Result<Report, Faults> {
    judge_as(case, Reading::Strict).map(|(report, _)| report)
}

/// The report, and of each step what it leaves unsaid.
pub(super) fn judge_as<R: Stated>(
    case: &CaseFile<R>,
    reading: Reading,
) -> Result<(Report, Vec<Unsaid<R>>), Faults> {
    let game = match Match::<R>::new(case.setup.clone()) {
        Ok(game) => game,
        Err(reasons) if !case.faults.is_empty() => {
            return Ok((refused_position(case, &reasons), Vec::new()));
        }
        Err(reasons) => return Err(setup_faults::<R>(&case.setup, &reasons)),
    };
    let mut trial = Trial::new(case, game, reading);
    if !case.faults.is_empty() {
        trial.unmet.push(format!("the position can be; expected faults by {}", join(&case.faults)));
    }
    let steps = case.steps.iter().enumerate().map(|(at, step)| trial.step(at, step)).collect();
    let answers = case.questions.iter().map(|put| trial.put(put)).collect();
    let (rules, state) = (&trial.game.rules, &trial.game.state);
    let report = Report {
        title: case.title.clone(),
        rules: case.rules.clone(),
        faults: Vec::new(),
        steps,
        answers,
        table: rules.tell_table(state, &case.names),
        next: trial.next(),
        unmet: trial.unmet,
    };
    Ok((report, trial.unsaid))
}

/// The report on a position that cannot be, and was not expected to.
fn refused_position<R: Stated>(case: &CaseFile<R>, reasons: &[Reason<R::Fact>]) -> Report {
    let said = |reason: &Reason<R::Fact>| Said {
        rule: reason.rule,
        text: R::tell_setup_reason(&case.setup, reason),
    };
    let found: Vec<RuleId> = reasons.iter().map(|reason| reason.rule).collect();
    let missing = case.faults.iter().filter(|rule| !found.contains(rule));
    let others = found.iter().filter(|rule| !case.faults.contains(rule));
    let unmet = missing
        .map(|rule| format!("the position is not refused by {rule}; it is by {}", join(&found)))
        .chain(others.map(|rule| format!("the position is refused by {rule} as well")));
    Report {
        title: case.title.clone(),
        rules: case.rules.clone(),
        faults: reasons.iter().map(said).collect(),
        steps: Vec::new(),
        answers: Vec::new(),
        table: Vec::new(),
        next: "nothing: the position cannot be".to_owned(),
        unmet: unmet.collect(),
    }
}

fn setup_faults<R: Stated>(setup: &R::Setup, reasons: &[Reason<R::Fact>]) -> Faults {
    let fault = |reason: &Reason<R::Fact>| Fault {
        line: None,
        place: reason.rule.to_string(),
        message: R::tell_setup_reason(setup, reason),
    };
    Faults(reasons.iter().map(fault).collect())
}

pub(super) struct Trial<'a, R: Stated> {
    pub(super) case: &'a CaseFile<R>,
    pub(super) game: Match<R>,
    /// The states in which the last step, or what is passed over for the next, leaves a stage behind.
    pub(super) eves: Vec<R::State>,
    /// The player's turn in which the last choice was made.
    pub(super) turn: Option<String>,
    /// The way ahead on which a choice has been sought that is of another time.
    pub(super) passed: Option<Passed<R>>,
    pub(super) reading: Reading,
    /// What the step that is carried out says to the questions on the way, and has not said yet.
    pub(super) open: VecDeque<R::Choice>,
    /// What each step leaves unsaid.
    pub(super) unsaid: Vec<Unsaid<R>>,
    pub(super) unmet: Vec<String>,
}

impl<'a, R: Stated> Trial<'a, R> {
    fn new(case: &'a CaseFile<R>, game: Match<R>, reading: Reading) -> Self {
        let (eves, open, unsaid, unmet) = (Vec::new(), VecDeque::new(), Vec::new(), Vec::new());
        Trial { case, game, eves, turn: None, passed: None, reading, open, unsaid, unmet }
    }
}

impl<R: Stated> Trial<'_, R> {
    fn step(&mut self, at: usize, wanted: &CaseStep<R>) -> StepReport {
        let before = (self.game.clone(), self.eves.clone());
        self.unsaid.push(Unsaid::default());
        self.passed = None;
        self.give(at, wanted);
        let given = (self.game.record.steps.len(), self.game.state.clone());
        // Where it is said that nobody asks, nobody seeks where somebody might.
        let reading = self.reading;
        if wanted.unasked {
            self.reading = Reading::Strict;
        }
        if !self.is_come_to(wanted) {
            self.pass_over(at, wanted);
            self.run_forced(wanted);
            self.pass_on(at, wanted);
        }
        self.reading = reading;
        let mut assumed = self.answered(&self.game, given.0, &given.1);
        let verdict = self.game.rules.check(&self.game.state, &wanted.choice);
        self.judged_here(at, wanted, verdict.is_legal());
        let verdict = match self.timely(wanted, &verdict) {
            None => verdict,
            Some((eve, verdict)) => {
                assumed = self.passed_until(eve, given.0, &given.1).unwrap_or(assumed);
                verdict
            }
        };
        let mut report = self.verdict_report(&wanted.choice, &verdict);
        (self.unsaid[at].before, report.assumed_before) = assumed.into_iter().unzip();
        self.open = wanted.then.iter().cloned().collect();
        let made = (self.game.record.steps.len(), self.game.state.clone());
        if verdict.is_legal() || self.is_needless(wanted) {
            // What was passed over for this choice is left behind, too.
            self.eves.drain(..before.1.len().min(self.eves.len()));
            self.turn = Some(self.game.rules.tell_turn(&self.game.state));
        }
        if verdict.is_legal() {
            self.play(at, wanted, &mut report);
        } else if self.is_needless(wanted) {
            self.play_nothing(at, wanted, &mut report);
        } else {
            // A choice that is refused has not been made: the game stands where it stood.
            (self.game, self.eves) = before.clone();
            if !wanted.dice.is_empty() && wanted.expect.verdict != Some(ExpectVerdict::Refused) {
                self.unmet.push(format!("step {}: the choice is refused, the dice were not thrown", at + 1));
            }
        }
        let chosen = usize::from(verdict.is_legal());
        if made.0 + chosen <= self.game.record.steps.len() {
            let state = self.game.state_after(made.0 + chosen);
            let then = self.answered(&self.game, made.0 + chosen, &state).into_iter().skip(wanted.then.len());
            (self.unsaid[at].then, report.assumed_then) = then.unzip();
        }
        if let Some(answer) = self.open.pop_front() {
            let told = self.game.rules.tell_choice(&self.game.state, &self.case.names, &answer);
            self.unmet.push(format!("step {}: then: nobody asks for this: {told}; {}", at + 1, self.next()));
        }
        self.compare(at, &wanted.expect, &report);
        report
    }

    /// Notes, or tells a strict reader's author, if nobody asks for the choice where it is judged.
    fn judged_here(&mut self, at: usize, wanted: &CaseStep<R>, is_legal: bool) {
        let is_needless = !is_legal && self.is_needless(wanted);
        if (self.is_answer_here(&wanted.choice, is_legal) && !is_needless) || wanted.unasked {
            return;
        }
        if self.reading == Reading::Strict {
            let asked = self.next();
            self.unmet.push(format!(
                "step {}: nobody asks for this choice: {asked}; answer what is asked in `before`, or write `unasked = true`",
                at + 1
            ));
        }
        self.unsaid[at].unasked = true;
    }

    /// The same game once more.
    pub(super) fn again(&self) -> Trial<'_, R> {
        let (eves, turn) = (self.eves.clone(), self.turn.clone());
        Trial { eves, turn, ..Trial::new(self.case, self.game.clone(), Reading::Lenient) }
    }

    /// A choice for which the time is over, since the game has gone on by itself, is judged by the last moment at which it
    /// was still of its time: there the rules say why it was not asked for any more.
    fn timely(&self, wanted: &CaseStep<R>, verdict: &Verdict<R>) -> Option<(usize, Verdict<R>)> {
        let late = |verdict: &Verdict<R>| verdict.breaches.iter().any(|reason| R::is_untimely(reason.rule));
        if !late(verdict) {
            return None;
        }
        let judged = |(at, eve)| (at, self.game.rules.check(eve, &wanted.choice));
        let mut earlier = self.eves.iter().enumerate().rev().map(judged);
        earlier.find(|(_, earlier)| !late(earlier)).filter(|(_, earlier)| !earlier.is_legal())
    }

    /// What was answered on the way ahead until that moment, if it was looked for there.
    fn passed_until(&self, eve: usize, from: usize, state: &R::State) -> Option<Vec<(R::Choice, Assumed)>> {
        let passed = self.passed.as_ref().filter(|passed| eve >= passed.first)?;
        let mut game = passed.game.clone();
        game.cut(passed.steps.get(eve - passed.first).copied().unwrap_or(from));
        Some(self.answered(&game, from, state))
    }

    /// Nothing comes of this choice, for it is not asked for: it says no, or ends what has ended by itself.
    fn is_needless(&self, wanted: &CaseStep<R>) -> bool {
        let is_asked = match self.game.next() {
            Next::Ask { prompt, .. } => R::is_answer(&wanted.choice, &prompt),
            _ => false,
        };
        let declines = R::declines(&wanted.choice) && !is_asked;
        declines || self.game.rules.is_past(&self.game.state, &wanted.choice)
    }

    pub(super) fn verdict_report(&self, choice: &R::Choice, verdict: &Verdict<R>) -> StepReport {
        let (rules, state) = (&self.game.rules, &self.game.state);
        StepReport {
            choice: rules.tell_choice(state, &self.case.names, choice),
            assumed_before: Vec::new(),
            verdict: if verdict.is_legal() { "legal" } else { "refused" },
            cost: R::cost(&verdict.ghost),
            breaches: self.said(&verdict.breaches),
            consequences: self.said(&verdict.consequences),
            rolls: Vec::new(),
            rolled: Vec::new(),
            reasons: Vec::new(),
            assumed_then: Vec::new(),
            events: Vec::new(),
            events_raw: Vec::new(),
            facts_raw: raw(verdict.breaches.iter().chain(&verdict.consequences)),
            hash: None,
            needs: None,
        }
    }

    fn play(&mut self, at: usize, wanted: &CaseStep<R>, report: &mut StepReport) {
        let Some(mut tape) = self.tape(at, wanted) else { return };
        let mut before = self.game.state.clone();
        match self.game.play(&wanted.choice, &mut tape) {
            Ok(done) => {
                let done = done.clone();
                self.add(&done, &mut before, report);
                self.run_out(at, &mut tape, &mut before, report);
            }
            Err(StepError::NeedRoll { need, rule }) => {
                let need = self.told_need(&wanted.choice, &tape, (&need, rule));
                // Where cases run on, a bare `proceed` may stand for what has been done already.
                let expects = wanted.expect != Expect::default();
                if expects || !(R::CASES_RUN_ON && wanted.dice.is_empty()) {
                    self.unmet.push(format!("step {}: the dice end too soon: {need}", at + 1));
                }
                report.needs = Some(need);
            }
            Err(StepError::Refused(refused)) => report.breaches = self.said(&refused.0),
        }
    }

    /// A throw that is wanted, and, where others of the same step come before it, all of them in their order.
    pub(super) fn told_need(
        &self,
        choice: &R::Choice,
        tape: &Tape,
        (need, rule): (&NeedRoll, Option<RuleId>),
    ) -> String {
        let mut faces = tape.rest().to_vec();
        faces.resize(faces.len() + ENOUGH, 3);
        let rolls = Tape::new(faces)
            .ok()
            .and_then(|mut dice| step(&self.game.rules, &self.game.state, choice, &mut dice).ok())
            .map(|(_, done)| done.rolls)
            .unwrap_or_default();
        let mut used = 0;
        let mut all = Vec::new();
        for roll in rolls {
            used += roll.faces.len();
            all.push(format!("{} {}", roll.rule, roll.throw));
            if used > tape.left() {
                break;
            }
        }
        match all.as_slice() {
            [] | [_] => needs(need, rule),
            _ => format!("rolls are needed: {}", all.join(", then ")),
        }
    }

    /// Somebody says no to what he is not asked: all goes on as if he had said nothing.
    fn play_nothing(&mut self, at: usize, wanted: &CaseStep<R>, report: &mut StepReport) {
        report.verdict = "legal";
        report.breaches.clear();
        let Some(mut tape) = self.tape(at, wanted) else { return };
        let mut before = self.game.state.clone();
        self.run_out(at, &mut tape, &mut before, report);
    }

    fn tape(&mut self, at: usize, wanted: &CaseStep<R>) -> Option<Tape> {
        match Tape::new(wanted.dice.clone()) {
            Ok(tape) => Some(tape),
            Err(error) => {
                self.unmet.push(format!("step {}: dice: {error}", at + 1));
                None
            }
        }
    }

    /// What follows a choice, and whether all dice were used for it.
    fn run_out(&mut self, at: usize, tape: &mut Tape, before: &mut R::State, report: &mut StepReport) {
        if R::CASES_RUN_ON {
            self.run_on(at, tape, before, report);
        }
        match &report.needs {
            Some(need) => {
                let left = tape.left();
                self.unmet.push(format!("step {}: the dice end too soon: {need}; {left} are left", at + 1));
            }
            None if tape.left() > 0 => {
                self.unmet.push(format!("step {}: {} dice were not used", at + 1, tape.left()));
            }
            None => {}
        }
    }

    /// What a step of the match brought, added to what the report knows already.
    pub(super) fn add(&mut self, done: &Step<R>, before: &mut R::State, report: &mut StepReport) {
        report.hash = Some(format!("{:016x}", done.hash));
        let roll = |roll: &Roll| format!("{}: {} {:?}", roll.rule, roll.throw, roll.faces);
        report.rolls.extend(done.rolls.iter().map(roll));
        report.rolled.extend(done.rolls.iter().map(|roll| roll.rule));
        for said in self.said(&done.reasons) {
            let is_told = |one: &Said| one.rule == said.rule && one.text == said.text;
            if !report.reasons.iter().any(is_told) {
                report.reasons.push(said);
            }
        }
        report.facts_raw.extend(raw(done.reasons.iter()));
        self.eves.extend(eves::<R>(before, &done.events));
        for event in &done.events {
            report.events.push(self.game.rules.tell_event(before, &self.case.names, event));
            report.events_raw.push(serde_json::to_value(event).unwrap_or(Value::Null));
            R::apply(before, event);
        }
    }

    fn said(&self, reasons: &[Reason<R::Fact>]) -> Vec<Said> {
        let tell = |reason: &Reason<R::Fact>| Said {
            rule: reason.rule,
            text: self.game.rules.tell_reason(&self.game.state, &self.case.names, reason.rule, &reason.fact),
        };
        reasons.iter().map(tell).collect()
    }

    pub(super) fn next(&self) -> String {
        match self.game.next() {
            Next::Ask { side, prompt } => {
                let text = self.game.rules.tell_prompt(&self.game.state, &self.case.names, &prompt);
                format!("{} is asked: {text}", side.name())
            }
            Next::Only { side, prompt, choice } => {
                let (rules, state, names) = (&self.game.rules, &self.game.state, &self.case.names);
                let asked = rules.tell_prompt(state, names, &prompt);
                let only = rules.tell_choice(state, names, &choice);
                format!("{} is asked, and has one answer: {asked}; so: {only}", side.name())
            }
            Next::Forced(choice) => {
                let text = self.game.rules.tell_choice(&self.game.state, &self.case.names, &choice);
                format!("nobody decides: {text}")
            }
            Next::Over(ending) => match ending.winner {
                Some(side) => format!("the battle is over: {} has won ({})", side.name(), ending.cause),
                None => format!("the battle is over: a draw ({})", ending.cause),
            },
        }
    }
}

/// What reasons say, as data.
fn raw<'a, F: Serialize + 'a>(reasons: impl Iterator<Item = &'a Reason<F>>) -> Vec<Value> {
    reasons.map(|reason| serde_json::to_value(&reason.fact).unwrap_or(Value::Null)).collect()
}

/// The states in which these events leave a stage behind.
pub(super) fn eves<R: Stated>(before: &R::State, events: &[R::Event]) -> Vec<R::State> {
    let mut state = before.clone();
    let mut found = Vec::new();
    for event in events {
        if R::is_passage(event) {
            found.push(state.clone());
        }
        R::apply(&mut state, event);
    }
    found
}

pub(super) fn join(rules: &[RuleId]) -> String {
    rules.iter().map(RuleId::to_string).collect::<Vec<_>>().join(" ")
}
