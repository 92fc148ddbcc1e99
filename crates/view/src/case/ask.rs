//! Questions that a case puts when its steps are done.

use super::read::{CaseStep, Put, Question};
use super::run::{StepReport, Trial};
use super::stated::Stated;
use crate::story::tell_ending;
use aelian_dice::{Distribution, Weight, odds};
use aelian_game::{Next, StepError, Want, step};
use serde::Serialize;

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub question: String,
    pub lines: Vec<String>,
    /// It is no question of this game, or not of this piece; the lines say which there are.
    #[serde(skip)]
    unknown: bool,
}

impl<R: Stated> Trial<'_, R> {
    /// A question, and whether its answer says what was expected.
    pub(super) fn put(&mut self, put: &Put<R>) -> Answer {
        let answer = self.answer(&put.question);
        if answer.unknown {
            self.unmet.push(format!("{}: this cannot be asked", answer.question));
        }
        let said: Vec<String> = answer.lines.iter().map(|line| line.to_lowercase()).collect();
        for wanted in &put.expect {
            let small = wanted.to_lowercase();
            if !said.iter().any(|line| line.contains(&small)) {
                let (asked, lines) = (&answer.question, answer.lines.join("; "));
                self.unmet.push(format!("{asked}: no line says `{wanted}`; the answer is {lines}"));
            }
        }
        let is_expected = |line: &&String| {
            let small = line.to_lowercase();
            put.expect.iter().any(|wanted| small.contains(&wanted.to_lowercase()))
        };
        for line in answer.lines.iter().filter(|line| put.only && !is_expected(line)) {
            self.unmet.push(format!("{}: the answer also says `{line}`", answer.question));
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
                let there = self.where_asked(choice);
                let verdict = rules.check(&there.game.state, choice);
                let report = there.verdict_report(choice, &verdict);
                let lines = verdict_lines(&report);
                Answer { question: format!("what if {}", report.choice), lines, unknown: false }
            }
            Question::Odds { choice } => Answer {
                question: format!("the odds of {}", rules.tell_choice(state, names, choice)),
                lines: self.where_asked(choice).odds(choice),
                unknown: false,
            },
        }
    }

    /// The case where this choice is asked for, as if it were its next step.
    fn where_asked(&self, choice: &R::Choice) -> Trial<'_, R> {
        let step = CaseStep::of(choice.clone());
        let mut there = self.again();
        let at = self.case.steps.len();
        there.pass_over(at, &step);
        there.run_forced(&step);
        there
    }

    fn may(&self, base: Option<&str>) -> Vec<String> {
        let mut proposals = Vec::new();
        self.game.rules.propose(&self.game.state, Want::All, &mut proposals);
        let (rules, state, names) = (&self.game.rules, &self.game.state, &self.case.names);
        let told = proposals.iter().map(|choice| rules.tell_choice(state, names, choice));
        let found: Vec<String> = told.filter(|text| base.is_none_or(|name| mentions(text, name))).collect();
        if found.is_empty() { vec![self.nothing()] } else { found }
    }

    /// Why there is nothing to choose: somebody is asked about something else, or nobody about anything.
    fn nothing(&self) -> String {
        let (rules, state, names) = (&self.game.rules, &self.game.state, &self.case.names);
        match self.game.next() {
            Next::Ask { side, prompt } => {
                format!("nothing: {} is asked: {}", side.name(), rules.tell_prompt(state, names, &prompt))
            }
            Next::Forced(choice) | Next::Only { choice, .. } => {
                format!(
                    "nothing: nobody is asked, and next comes: {}",
                    rules.tell_choice(state, names, &choice)
                )
            }
            Next::Over(ending) => tell_ending(&ending),
        }
    }

    /// Every way the dice can fall, walked through the real rule code.
    fn odds(&self, choice: &R::Choice) -> Vec<String> {
        let (rules, state, names) = (&self.game.rules, &self.game.state, &self.case.names);
        let verdict = rules.check(state, choice);
        if !verdict.is_legal() {
            return verdict_lines(&self.verdict_report(choice, &verdict));
        }
        if let Some((word, base)) = R::odds_word(choice)
            && let Ok(lines) = rules.answer(state, names, word, Some(base))
        {
            return lines;
        }
        let distribution = odds(100_000, |dice| match step(rules, state, choice, dice) {
            Ok((after, done)) => {
                let thrown =
                    done.reasons.iter().filter_map(|reason| R::told_throw(reason.rule, &reason.fact));
                let thrown: Vec<String> = thrown.collect();
                let mut events = done.events;
                events.extend(self.certain(after));
                let mut before = state.clone();
                let told = events.iter().map(|event| {
                    let text = rules.tell_event(&before, names, event);
                    R::apply(&mut before, event);
                    text
                });
                let told = told.filter(|text| !text.is_empty());
                let all: Vec<String> = thrown.into_iter().chain(told).collect();
                Ok(if all.is_empty() { "nothing changes".to_owned() } else { all.join("; ") })
            }
            Err(StepError::NeedRoll { need, .. }) => Err(need),
            Err(StepError::Refused(_)) => Ok("refused".to_owned()),
        });
        told_odds(&distribution)
    }
}

/// Each outcome with its chance, the likeliest first; as a fraction, too, where it is exact.
fn told_odds(distribution: &Distribution<String>) -> Vec<String> {
    let mut outcomes: Vec<&(String, Weight)> = distribution.outcomes.iter().collect();
    outcomes.sort_by(|a, b| b.1.to_f64().total_cmp(&a.1.to_f64()).then_with(|| a.0.cmp(&b.0)));
    let told = |(text, weight): &(String, Weight)| {
        let fraction = weight.fraction().map_or(String::new(), |(over, under)| format!("  ({over}/{under})"));
        format!("{:6.2} %  {text}{fraction}", weight.to_f64() * 100.0)
    };
    let mut lines: Vec<String> = outcomes.into_iter().map(told).collect();
    if !distribution.exact {
        let (runs, error) = (distribution.leaves, distribution.error * 100.0);
        lines.push(format!(
            "too many ways for the dice to fall: {runs} were tried, give or take {error:.2} %"
        ));
    }
    lines
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

/// Whether a text mentions a name as a word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
        .any(|word| word == name)
}
