//! Running a case: the umpire's report, and whether it is what was expected.

use super::expect::{Expect, ExpectBase, ExpectVerdict};
use super::read::{CaseFile, CaseStep, Fault, Faults, Put, Question};
use crate::told::Told;
use aelian_dice::{Tape, odds};
use aelian_game::{Match, Next, Roll, Step, StepError, Verdict, Want, step};
use aelian_rulebook::{Reason, RuleId};
use serde::Serialize;
use serde_json::Value;

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
    pub verdict: &'static str,
    pub cost: Option<i64>,
    pub breaches: Vec<Said>,
    pub consequences: Vec<Said>,
    pub rolls: Vec<String>,
    /// The rules by which the dice were thrown.
    #[serde(skip)]
    rolled: Vec<RuleId>,
    pub reasons: Vec<Said>,
    pub events: Vec<String>,
    /// The events as data.
    pub events_raw: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The dice were used up before the step was done: this throw is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

/// A rule and what it said.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    pub rule: RuleId,
    pub text: String,
}

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub question: String,
    pub lines: Vec<String>,
    /// It is no question of this game, or not of this piece; the lines say which there are.
    #[serde(skip)]
    unknown: bool,
}

/// Judges a case. Faults are those of the position; unmet expectations stand in the report.
pub fn judge<R: Told>(case: &CaseFile<R>) -> Result<Report, Faults> {
    let mut game = match Match::<R>::new(case.setup.clone()) {
        Ok(game) => game,
        Err(reasons) if !case.faults.is_empty() => return Ok(refused_position(case, &reasons)),
        Err(reasons) => return Err(setup_faults::<R>(&case.setup, &reasons)),
    };
    game.rules.ask_all();
    // What the state derived under the rules as they were is not copied.
    game.state = game.state.clone();
    let mut trial = Trial { case, game, unmet: Vec::new() };
    if !case.faults.is_empty() {
        trial.unmet.push(format!("the position can be; expected faults by {}", join(&case.faults)));
    }
    let steps = case.steps.iter().enumerate().map(|(at, step)| trial.step(at, step)).collect();
    let answers = case.questions.iter().map(|put| trial.put(put)).collect();
    let (rules, state) = (&trial.game.rules, &trial.game.state);
    Ok(Report {
        title: case.title.clone(),
        rules: case.rules.clone(),
        faults: Vec::new(),
        steps,
        answers,
        table: rules.tell_table(state, &case.names),
        next: trial.next(),
        unmet: trial.unmet,
    })
}

/// The report on a position that cannot be, and was not expected to.
fn refused_position<R: Told>(case: &CaseFile<R>, reasons: &[Reason<R::Fact>]) -> Report {
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

fn setup_faults<R: Told>(setup: &R::Setup, reasons: &[Reason<R::Fact>]) -> Faults {
    let fault = |reason: &Reason<R::Fact>| Fault {
        line: None,
        place: reason.rule.to_string(),
        message: R::tell_setup_reason(setup, reason),
    };
    Faults(reasons.iter().map(fault).collect())
}

struct Trial<'a, R: Told> {
    case: &'a CaseFile<R>,
    game: Match<R>,
    unmet: Vec<String>,
}

impl<R: Told> Trial<'_, R> {
    fn step(&mut self, at: usize, wanted: &CaseStep<R>) -> StepReport {
        self.pass_over(wanted);
        self.run_forced(wanted);
        let verdict = self.game.rules.check(&self.game.state, &wanted.choice);
        let mut report = self.verdict_report(&wanted.choice, &verdict);
        if verdict.is_legal() {
            self.play(at, wanted, &mut report);
        } else if self.is_needless(wanted) {
            self.play_nothing(at, wanted, &mut report);
        } else if !wanted.dice.is_empty() && wanted.expect.verdict != Some(ExpectVerdict::Refused) {
            self.unmet.push(format!("step {}: the choice is refused, the dice were not thrown", at + 1));
        }
        self.compare(at, &wanted.expect, &report);
        report
    }

    /// Nothing comes of this choice though it is not asked for: it says no, or ends what has ended by itself.
    fn is_needless(&self, wanted: &CaseStep<R>) -> bool {
        let declines = R::declines(&wanted.choice) && wanted.expect.verdict != Some(ExpectVerdict::Refused);
        declines || self.game.rules.is_past(&self.game.state, &wanted.choice)
    }

    /// Questions that a case may leave out are given their usual answers, if that leads to the question which the step
    /// answers.
    fn pass_over(&mut self, wanted: &CaseStep<R>) {
        let mut ahead = self.game.clone();
        while let Next::Ask { prompt, .. } = ahead.next() {
            if is_like(&prompt, &wanted.choice) {
                self.game = ahead;
                return;
            }
            let Some(usual) = ahead.rules.left_out(&ahead.state, &prompt) else { return };
            if ahead.play(&usual, &mut Tape::default()).is_err() {
                return;
            }
        }
    }

    /// Steps that nobody decides, that need no dice and that do not leave the stage of the position are
    /// carried out first, as the driver would do. A choice that can no longer be made then is judged where one
    /// of its kind was forced: there the rules say what is wrong with it. Dice of a forced choice are those of the
    /// first forced step that rolls any, in a game whose cases run on.
    fn run_forced(&mut self, step_wanted: &CaseStep<R>) {
        let wanted = &step_wanted.choice;
        let seeks_dice = R::CASES_RUN_ON && !step_wanted.dice.is_empty();
        let moment = self.game.rules.tell_moment(&self.game.state);
        let mut asked: Option<Match<R>> = None;
        while let Some(choice) = goes_on(&self.game, wanted) {
            let is_forced = matches!(self.game.next(), Next::Forced(_));
            if choice != *wanted && self.game.rules.check(&self.game.state, wanted).is_legal() {
                return;
            }
            let mut none = Tape::default();
            let forced = step(&self.game.rules, &self.game.state, &choice, &mut none);
            let Ok((after, _)) = forced else { break };
            if choice == *wanted && !seeks_dice {
                return;
            }
            if asked.is_none() && is_forced && kind_of(&choice) == kind_of(wanted) {
                asked = Some(self.game.clone());
            }
            let leads_on = self.game.rules.tell_moment(&after) != moment || after == self.game.state;
            if leads_on || self.game.play(&choice, &mut Tape::default()).is_err() {
                break;
            }
        }
        if self.game.rules.check(&self.game.state, wanted).is_legal() || self.run_to(wanted) {
            return;
        }
        if let Some(before) = asked {
            self.game = before;
        }
    }

    /// In a game whose cases run on: goes through parts of the turn in which nobody decides and no dice are thrown to
    /// where the choice can be made, if there is such a place before the turn goes far.
    fn run_to(&mut self, wanted: &R::Choice) -> bool {
        let mut ahead = self.game.clone();
        let moment = ahead.rules.case_moment(&ahead.state);
        while R::CASES_RUN_ON
            && let Some(choice) = ahead_of(&ahead)
        {
            let before = ahead.state.clone();
            let played = ahead.play(&choice, &mut Tape::default()).is_ok();
            if !played || ahead.state == before || ahead.rules.case_moment(&ahead.state) != moment {
                return false;
            }
            if ahead.rules.check(&ahead.state, wanted).is_legal() {
                self.game = ahead;
                return true;
            }
        }
        false
    }

    fn verdict_report(&self, choice: &R::Choice, verdict: &Verdict<R>) -> StepReport {
        let (rules, state) = (&self.game.rules, &self.game.state);
        StepReport {
            choice: rules.tell_choice(state, &self.case.names, choice),
            verdict: if verdict.is_legal() { "legal" } else { "refused" },
            cost: R::cost(&verdict.ghost),
            breaches: self.said(&verdict.breaches),
            consequences: self.said(&verdict.consequences),
            rolls: Vec::new(),
            rolled: Vec::new(),
            reasons: Vec::new(),
            events: Vec::new(),
            events_raw: Vec::new(),
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
            Err(StepError::NeedRoll(need)) => {
                report.needs = Some(need.to_string());
                // Where cases run on, a bare `proceed` may stand for what has been done already.
                if !(R::CASES_RUN_ON && wanted.dice.is_empty()) {
                    self.unmet.push(format!("step {}: the dice end too soon: {need}", at + 1));
                }
            }
            Err(StepError::Refused(refused)) => report.breaches = self.said(&refused.0),
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

    /// Steps that nobody decides, or that go without saying, follow a choice at once: with the dice that are left, and
    /// without dice as long as they do not lead on to another part of the turn.
    fn run_on(&mut self, at: usize, tape: &mut Tape, before: &mut R::State, report: &mut StepReport) {
        let moment = self.game.rules.tell_moment(&self.game.state);
        while let Some(choice) = self.follows(&self.game.state, Some((at, tape.left() > 0))) {
            let mut rest = tape.clone();
            let after = match step(&self.game.rules, &self.game.state, &choice, &mut rest) {
                Ok((after, _)) => after,
                Err(StepError::NeedRoll(need)) => {
                    report.needs = (tape.left() > 0).then(|| need.to_string());
                    break;
                }
                Err(StepError::Refused(_)) => break,
            };
            // What goes without saying belongs to what was said.
            let is_forced = matches!(self.game.next(), Next::Forced(_));
            let leads_on = self.game.rules.tell_moment(&after) != moment && tape.left() == 0;
            if is_forced && leads_on || after == self.game.state {
                break;
            }
            let Ok(done) = self.game.play(&choice, tape) else { break };
            let done = done.clone();
            self.add(&done, before, report);
        }
    }

    /// What comes next without a word of the case. After one of its steps, with dice left or not, a question is left open
    /// that the step expects or that the next one answers; so is one with a usual answer when the case has ended.
    fn follows(&self, state: &R::State, after: Option<(usize, bool)>) -> Option<R::Choice> {
        let prompt = match self.game.rules.next(state) {
            Next::Forced(choice) => return Some(choice),
            Next::Over(_) => return None,
            Next::Ask { prompt, .. } => prompt,
        };
        let (answer, how) = unspoken(&self.game.rules, state, &prompt)?;
        let Some((at, dice)) = after else { return (how != Unspoken::Usual).then_some(answer) };
        let next = self.case.steps.get(at + 1);
        let asked = kind_of(&prompt);
        let expects = |step: &CaseStep<R>| step.expect.asks.as_ref() == Some(&asked);
        let expects = self.case.steps.get(at).is_some_and(expects);
        let is_open = (expects && how != Unspoken::Only && !dice)
            || next.is_some_and(|step| is_said::<R>(&step.choice, &answer, &prompt))
            || (how == Unspoken::Usual && !dice && next.is_none());
        (!is_open).then_some(answer)
    }

    /// What a step of the match brought, added to what the report knows already.
    fn add(&self, done: &Step<R>, before: &mut R::State, report: &mut StepReport) {
        report.hash = Some(format!("{:016x}", done.hash));
        let roll = |roll: &Roll| format!("{}: {} {:?}", roll.rule, roll.throw, roll.faces);
        report.rolls.extend(done.rolls.iter().map(roll));
        report.rolled.extend(done.rolls.iter().map(|roll| roll.rule));
        report.reasons.extend(self.said(&done.reasons));
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

    fn next(&self) -> String {
        match self.game.next() {
            Next::Ask { side, prompt } => {
                let text = self.game.rules.tell_prompt(&self.game.state, &self.case.names, &prompt);
                format!("{} is asked: {text}", side.name())
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

    fn compare(&mut self, at: usize, expect: &Expect, report: &StepReport) {
        let mut unmet = Vec::new();
        if let Some(wanted) = expect.verdict {
            let got = if report.verdict == "legal" { ExpectVerdict::Legal } else { ExpectVerdict::Refused };
            if got != wanted {
                let why: Vec<String> =
                    report.breaches.iter().map(|said| format!("{} {}", said.rule, said.text)).collect();
                unmet.push(format!("expected {wanted:?}, the verdict is {got:?}: {}", why.join("; ")));
            }
        }
        let cited: Vec<RuleId> = [&report.breaches, &report.consequences, &report.reasons]
            .into_iter()
            .flatten()
            .map(|said| said.rule)
            .chain(report.rolled.iter().copied())
            .collect();
        for rule in expect.cites.iter().filter(|rule| !cited.contains(rule)) {
            unmet.push(format!("{rule} is not cited; cited are {}", join(&cited)));
        }
        for rule in expect.cites_not.iter().filter(|rule| cited.contains(rule)) {
            unmet.push(format!("{rule} is cited"));
        }
        if expect.cost.is_some() && expect.cost != report.cost {
            unmet.push(format!("expected the cost {:?}, it is {:?}", expect.cost, report.cost));
        }
        for wanted in &expect.events {
            let wanted = self.case.names.numbered(wanted.clone());
            if !report.events_raw.iter().any(|event| holds(event, &wanted)) {
                unmet.push(format!(
                    "no event {wanted}; events are {}",
                    Value::from(report.events_raw.clone())
                ));
            }
        }
        for wanted in &expect.events_not {
            let wanted = self.case.names.numbered(wanted.clone());
            if report.events_raw.iter().any(|event| holds(event, &wanted)) {
                unmet.push(format!("the event {wanted} happened"));
            }
        }
        for (name, wanted) in &expect.bases {
            self.compare_base(name, wanted, &mut unmet);
        }
        if let Some(wanted) = &expect.asks {
            let got = self.asked();
            if got != *wanted && got.split('.').next() != Some(wanted) {
                unmet.push(format!("expected that `{wanted}` is asked next, but it is `{got}`"));
            }
        }
        if let Some(wanted) = expect.asked {
            let got = match self.game.next() {
                Next::Ask { side, .. } => side.name(),
                Next::Forced(_) | Next::Over(_) => "nobody",
            };
            if got != wanted.name() {
                unmet.push(format!("expected that {} is asked next, but it is {got}", wanted.name()));
            }
        }
        self.unmet.extend(unmet.into_iter().map(|text| format!("step {}: {text}", at + 1)));
    }

    /// The name of the next prompt, with its chapter before it where there is one; `forced` or `over` if nobody is
    /// asked.
    fn asked(&self) -> String {
        match self.game.next() {
            Next::Ask { prompt, .. } => match kinds_of(&prompt) {
                (chapter, Some(kind)) => format!("{chapter}.{kind}"),
                (kind, None) => kind,
            },
            Next::Forced(_) => "forced".to_owned(),
            Next::Over(_) => "over".to_owned(),
        }
    }

    fn compare_base(&self, name: &str, wanted: &ExpectBase, unmet: &mut Vec<String>) {
        let found =
            self.case.names.find(name).and_then(|id| self.game.rules.whereabouts(&self.game.state, id));
        let Some(found) = found else {
            return unmet.push(format!("no base is named `{name}`"));
        };
        let plain = self.case.names.plain();
        let usual = if plain > 1.0 { 0.02 } else { 0.1 };
        if let Some([x, y]) = wanted.at {
            let (east, north) = (found.x / plain, found.y / plain);
            let gap = ((east - x) * (east - x) + (north - y) * (north - y)).sqrt();
            if gap > wanted.within.unwrap_or(usual) {
                unmet.push(format!("{name} is at ({east:.2}, {north:.2}), expected ({x}, {y})"));
            }
        }
        if let Some(facing) = wanted.facing {
            let turn = (found.facing - facing).rem_euclid(360.0);
            if turn.min(360.0 - turn) > wanted.within.unwrap_or(0.1) {
                unmet.push(format!("{name} faces {:.2}, expected {facing}", found.facing));
            }
        }
        if let Some(place) = wanted.place.as_deref().filter(|place| *place != found.place) {
            unmet.push(format!("{name} is {}, expected {place}", found.place));
        }
    }

    /// A question, and whether its answer says what was expected.
    fn put(&mut self, put: &Put<R>) -> Answer {
        let answer = self.answer(&put.question);
        if answer.unknown {
            self.unmet.push(format!("{}: this cannot be asked", answer.question));
        }
        for wanted in &put.expect {
            if !answer.lines.iter().any(|line| line.contains(wanted.as_str())) {
                let (asked, lines) = (&answer.question, answer.lines.join("; "));
                self.unmet.push(format!("{asked}: no line says `{wanted}`; the answer is {lines}"));
            }
        }
        answer
    }

    fn answer(&self, question: &Question<R>) -> Answer {
        let (rules, state, names) = (&self.game.rules, &self.game.state, &self.case.names);
        match question {
            Question::May { base } => Answer {
                question: base
                    .as_ref()
                    .map_or("what may be done".to_owned(), |name| format!("what may {name} do")),
                lines: self.may(base.as_deref()),
                unknown: false,
            },
            Question::Game { word, base } => {
                let id = base.as_ref().and_then(|name| names.find(name));
                let (lines, unknown) = match rules.answer(state, names, word, id) {
                    Ok(lines) => (lines, false),
                    Err(error) => (vec![error], true),
                };
                Answer { question: format!("{word} {}", base.clone().unwrap_or_default()), lines, unknown }
            }
            Question::Would { choice } => {
                let verdict = rules.check(state, choice);
                let report = self.verdict_report(choice, &verdict);
                let lines = verdict_lines(&report);
                Answer { question: format!("what if {}", report.choice), lines, unknown: false }
            }
            Question::Odds { choice } => Answer {
                question: format!("the odds of {}", rules.tell_choice(state, names, choice)),
                lines: self.odds(choice),
                unknown: false,
            },
        }
    }

    fn may(&self, base: Option<&str>) -> Vec<String> {
        let mut proposals = Vec::new();
        self.game.rules.propose(&self.game.state, Want::All, &mut proposals);
        let (rules, state, names) = (&self.game.rules, &self.game.state, &self.case.names);
        let told = proposals.iter().map(|choice| rules.tell_choice(state, names, choice));
        told.filter(|text| base.is_none_or(|name| mentions(text, name))).collect()
    }

    /// What follows from a state without a die and without a decision, in a game whose cases run on: the moves of an
    /// order that was passed.
    fn certain(&self, mut state: R::State) -> Vec<R::Event> {
        let mut events = Vec::new();
        let rules = &self.game.rules;
        let moment = rules.tell_moment(&state);
        while R::CASES_RUN_ON
            && let Some(choice) = self.follows(&state, None)
        {
            let Ok((after, done)) = step(rules, &state, &choice, &mut Tape::default()) else { break };
            if after == state || rules.tell_moment(&after) != moment {
                break;
            }
            events.extend(done.events);
            state = after;
        }
        events
    }

    /// Every way the dice can fall, walked through the real rule code.
    fn odds(&self, choice: &R::Choice) -> Vec<String> {
        let (rules, state, names) = (&self.game.rules, &self.game.state, &self.case.names);
        if !rules.check(state, choice).is_legal() {
            return vec!["the choice is refused".to_owned()];
        }
        let distribution = odds(100_000, |dice| match step(rules, state, choice, dice) {
            Ok((after, done)) => {
                let mut events = done.events;
                events.extend(self.certain(after));
                let mut before = state.clone();
                let told = events.iter().map(|event| {
                    let text = rules.tell_event(&before, names, event);
                    R::apply(&mut before, event);
                    text
                });
                Ok(told.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; "))
            }
            Err(StepError::NeedRoll(need)) => Err(need),
            Err(StepError::Refused(_)) => Ok("refused".to_owned()),
        });
        let mut lines: Vec<(f64, String)> =
            distribution.iter().map(|(text, weight)| (weight, text.clone())).collect();
        lines.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        lines.into_iter().map(|(chance, text)| format!("{:6.2} %  {text}", chance * 100.0)).collect()
    }
}

/// Why a question need not be answered in a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unspoken {
    /// There is only one answer.
    Only,
    /// Its answer leaves all as it was stated.
    Unsaid,
    /// Its usual answer is to do nothing.
    Usual,
}

/// The answer that a case need not give.
fn unspoken<R: Told>(rules: &R, state: &R::State, prompt: &R::Prompt) -> Option<(R::Choice, Unspoken)> {
    let only = rules.only_answer(state, prompt).map(|answer| (answer, Unspoken::Only));
    let unsaid = || rules.unsaid(prompt).map(|answer| (answer, Unspoken::Unsaid));
    let usual = || rules.usual(state, prompt).map(|answer| (answer, Unspoken::Usual));
    only.or_else(unsaid).or_else(usual)
}

/// Whether a stated choice speaks to a question that has this answer.
fn is_said<R: Told>(choice: &R::Choice, answer: &R::Choice, prompt: &R::Prompt) -> bool {
    is_like(choice, answer) || R::is_answer(choice, prompt)
}

/// What comes next if nobody says anything.
fn ahead_of<R: Told>(game: &Match<R>) -> Option<R::Choice> {
    match game.next() {
        Next::Forced(choice) => Some(choice),
        Next::Ask { prompt, .. } => unspoken(&game.rules, &game.state, &prompt).map(|(answer, _)| answer),
        Next::Over(_) => None,
    }
}

/// The same before a choice: none if the choice speaks to what is asked.
fn goes_on<R: Told>(game: &Match<R>, wanted: &R::Choice) -> Option<R::Choice> {
    let answer = ahead_of(game)?;
    match game.next() {
        Next::Ask { prompt, .. } if is_said::<R>(wanted, &answer, &prompt) => None,
        _ => Some(answer),
    }
}

/// A verdict as lines.
pub fn verdict_lines(report: &StepReport) -> Vec<String> {
    let mut lines = vec![report.verdict.to_owned()];
    if let Some(cost) = report.cost {
        lines.push(format!("cost {cost}"));
    }
    for said in report.breaches.iter().chain(&report.consequences) {
        lines.push(format!("{}: {}", said.rule, said.text));
    }
    lines
}

/// Whether two choices answer the same kind of question of the same chapter.
fn is_like(one: &impl Serialize, other: &impl Serialize) -> bool {
    kinds_of(one) == kinds_of(other)
}

/// The name of a choice or a prompt as the record writes it, and the name of what it holds.
fn kinds_of(value: &impl Serialize) -> (String, Option<String>) {
    let inner = match serde_json::to_value(value) {
        Ok(Value::Object(table)) => table.values().next().map(kind_of).filter(|kind| !kind.is_empty()),
        _ => None,
    };
    (kind_of(value), inner)
}

/// The name of a choice or a prompt as the record writes it.
fn kind_of(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        Ok(Value::Object(table)) => table.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// Whether a text mentions a name as a word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
        .any(|word| word == name)
}

/// Whether a value holds all that is wanted: the same, or an object or a list with at least these parts.
fn holds(value: &Value, wanted: &Value) -> bool {
    match (value, wanted) {
        (Value::Object(has), Value::Object(wants)) => {
            wants.iter().all(|(key, want)| has.get(key).is_some_and(|part| holds(part, want)))
        }
        (Value::Object(has), Value::String(name)) => has.contains_key(name),
        (Value::Array(has), Value::Array(wants)) => {
            has.len() == wants.len() && has.iter().zip(wants).all(|(part, want)| holds(part, want))
        }
        (Value::Number(has), Value::Number(wants)) => {
            has.as_f64().zip(wants.as_f64()).is_some_and(|(a, b)| (a - b).abs() < 0.01)
        }
        (has, wants) => has == wants,
    }
}

fn join(rules: &[RuleId]) -> String {
    rules.iter().map(RuleId::to_string).collect::<Vec<_>>().join(" ")
}
