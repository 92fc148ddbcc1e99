//! Whether a step came to what its case expects.

use super::expect::{Expect, ExpectBase, ExpectOnly, ExpectVerdict};
use super::follow::kinds_of;
use super::run::{StepReport, Trial, join};
use super::stated::Stated;
use aelian_game::Next;
use aelian_rulebook::RuleId;
use serde_json::Value;

impl<R: Stated> Trial<'_, R> {
    pub(super) fn compare(&mut self, at: usize, expect: &Expect, report: &StepReport) {
        let mut unmet = Vec::new();
        compare_verdict(expect, report, &mut unmet);
        compare_rules(expect, report, &mut unmet);
        self.compare_events(expect, report, &mut unmet);
        self.compare_facts(expect, report, &mut unmet);
        for (name, wanted) in &expect.bases {
            self.compare_base(name, wanted, &mut unmet);
        }
        self.compare_next(expect, &mut unmet);
        self.unmet.extend(unmet.into_iter().map(|text| format!("step {}: {text}", at + 1)));
    }

    fn compare_events(&self, expect: &Expect, report: &StepReport, unmet: &mut Vec<String>) {
        let happened = |wanted: &Value| report.events_raw.iter().any(|event| holds(event, wanted));
        for wanted in expect.events.iter().map(|wanted| self.case.names.numbered(wanted.clone())) {
            if !happened(&wanted) {
                let events = Value::from(report.events_raw.clone());
                unmet.push(format!("no event {wanted}; events are {events}"));
            }
        }
        for wanted in expect.events_not.iter().map(|wanted| self.case.names.numbered(wanted.clone())) {
            if happened(&wanted) {
                unmet.push(format!("the event {wanted} happened"));
            }
        }
    }

    /// What was told with the rules.
    fn compare_facts(&self, expect: &Expect, report: &StepReport, unmet: &mut Vec<String>) {
        let numbered = |parts: &[Value]| -> Vec<Value> {
            parts.iter().map(|part| self.case.names.numbered(part.clone())).collect()
        };
        let told = |wanted: &Value| report.facts_raw.iter().any(|fact| holds(fact, wanted));
        let (facts, events) = (numbered(&expect.facts), numbered(&expect.events));
        for wanted in facts.iter().filter(|wanted| !told(wanted)) {
            let like: Vec<&Value> = report.facts_raw.iter().filter(|fact| is_like(fact, wanted)).collect();
            unmet.push(format!("no fact {wanted}; told is {}", listed(&like)));
        }
        for wanted in numbered(&expect.facts_not).iter().filter(|wanted| told(wanted)) {
            unmet.push(format!("the fact {wanted} is told"));
        }
        let others = |all: &[Value], wanted: &[Value], of_kind: bool| -> Vec<String> {
            let is_asked = |one: &&Value| !of_kind || wanted.iter().any(|part| is_like(one, part));
            let other = |one: &&Value| !wanted.iter().any(|part| holds(one, part));
            all.iter().filter(is_asked).filter(other).map(Value::to_string).collect()
        };
        if expect.only.contains(&ExpectOnly::Facts) {
            unmet.extend(
                others(&report.facts_raw, &facts, true).iter().map(|one| format!("also told is {one}")),
            );
        }
        if expect.only.contains(&ExpectOnly::Events) {
            let more = others(&report.events_raw, &events, false);
            unmet.extend(more.iter().map(|one| format!("the event {one} happened as well")));
        }
    }

    /// What is asked next, and who.
    fn compare_next(&self, expect: &Expect, unmet: &mut Vec<String>) {
        if let Some(wanted) = &expect.asks {
            let got = self.asked();
            // A question with one answer is passed by the driver, as what nobody decides.
            let passed = wanted == "forced" && matches!(self.game.next(), Next::Only { .. });
            if !passed && got != *wanted && got.split('.').next() != Some(wanted) {
                unmet.push(format!("expected that `{wanted}` is asked next, but it is `{got}`"));
            }
        }
        if let Some(wanted) = expect.asked {
            let got = match self.game.next() {
                Next::Ask { side, .. } | Next::Only { side, .. } => side.name(),
                Next::Forced(_) | Next::Over(_) => "nobody",
            };
            if got != wanted.name() {
                unmet.push(format!("expected that {} is asked next, but it is {got}", wanted.name()));
            }
        }
    }

    /// The name of the next prompt, with its chapter before it where there is one; `forced` or `over` if nobody is
    /// asked.
    fn asked(&self) -> String {
        match self.game.next() {
            Next::Ask { prompt, .. } | Next::Only { prompt, .. } => match kinds_of(&prompt) {
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
        if let Some(losses) = wanted.losses.filter(|losses| found.losses != Some(*losses)) {
            let has =
                found.losses.map_or("losses are not counted".to_owned(), |has| format!("has {has} losses"));
            unmet.push(format!("{name}: {has}, expected {losses}"));
        }
        if let Some(place) = wanted.place.as_deref().filter(|place| *place != found.place) {
            unmet.push(format!("{name} is {}, expected {place}", found.place));
        }
    }
}

/// The verdict and what it costs.
fn compare_verdict(expect: &Expect, report: &StepReport, unmet: &mut Vec<String>) {
    let got = if report.verdict == "legal" { ExpectVerdict::Legal } else { ExpectVerdict::Refused };
    if let Some(wanted) = expect.verdict.filter(|wanted| *wanted != got) {
        let why: Vec<String> =
            report.breaches.iter().map(|said| format!("{} {}", said.rule, said.text)).collect();
        unmet.push(format!("expected {wanted:?}, the verdict is {got:?}: {}", why.join("; ")));
    }
    if expect.cost.is_some() && expect.cost != report.cost {
        unmet.push(format!("expected the cost {:?}, it is {:?}", expect.cost, report.cost));
    }
}

/// The rules that are cited, and those that are not.
fn compare_rules(expect: &Expect, report: &StepReport, unmet: &mut Vec<String>) {
    let said = [&report.breaches, &report.consequences, &report.reasons].into_iter().flatten();
    let cited: Vec<RuleId> = said.map(|said| said.rule).chain(report.rolled.iter().copied()).collect();
    for rule in expect.cites.iter().filter(|rule| !cited.contains(rule)) {
        let cited = if cited.is_empty() { "nothing".to_owned() } else { join(&cited) };
        unmet.push(format!("{rule} is not cited; cited is {cited}"));
    }
    for rule in expect.cites_not.iter().filter(|rule| cited.contains(rule)) {
        unmet.push(format!("{rule} is cited"));
    }
    if expect.only.contains(&ExpectOnly::Cites) {
        let more: Vec<RuleId> = cited.iter().filter(|rule| !expect.cites.contains(rule)).copied().collect();
        if !more.is_empty() {
            unmet.push(format!("{} are cited as well", join(&more)));
        }
    }
}

/// Whether two facts or events bear the same word.
fn is_like(one: &Value, other: &Value) -> bool {
    let word = |value: &Value| match value {
        Value::Object(table) => table.keys().next().cloned(),
        Value::String(word) => Some(word.clone()),
        _ => None,
    };
    word(one) == word(other)
}

fn listed(values: &[&Value]) -> String {
    let all: Vec<String> = values.iter().map(|value| value.to_string()).collect();
    if all.is_empty() { "none of the kind".to_owned() } else { all.join(", ") }
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
