//! The exact odds of a position: every engagement, and what each unit's shots may come to.

use super::{unit_name, words};
use crate::table::{OddsView, OutcomeView, TallyLine, TallyView};
use crate::told::Names;
use aelian_dice::Weight;
use aelian_game::Side;
use aelian_hail_caesar::breaks::{Disorder, Outcome};
use aelian_hail_caesar::choice::TestAhead;
use aelian_hail_caesar::fight::Strike;
use aelian_hail_caesar::fight::odds::{FightOdds, UnitOdds};
use aelian_hail_caesar::morale::{self, Blow, needed_save};
use aelian_hail_caesar::ranged::ShotOdds;
use aelian_hail_caesar::{Look, UnitId, UnitSet};
use aelian_rulebook::{RuleId, counts, rule};
use serde::Serialize;

/// The odds of one engagement or of one unit's shots.
#[derive(Clone, Debug, Serialize)]
pub struct OddsReport {
    /// `combat` or `shots`.
    pub kind: &'static str,
    /// Who takes part.
    pub units: Vec<String>,
    pub odds: OddsView,
    /// The same outcomes as fractions, as far as they can be written.
    pub exactly: Vec<String>,
}

impl OddsReport {
    pub fn names(&self, name: &str) -> bool {
        self.units.iter().any(|unit| unit == name)
    }

    /// As lines of text.
    pub fn shown(&self) -> Vec<String> {
        let mut lines = vec![format!("{}: {}", self.kind, self.units.join(", "))];
        let outcome = |one: &OutcomeView| format!("  {} {:.2} %", one.label, one.chance * 100.0);
        lines.extend(self.odds.outcomes.iter().map(outcome));
        if !self.exactly.is_empty() {
            lines.push(format!("  exactly {}", self.exactly.join(", ")));
        }
        for tally in &self.odds.tallies {
            lines.push(format!("  {}", tally.heading));
            lines.extend(
                tally.lines.iter().map(|line| format!("    {}: {} {}", line.rule, line.text, line.value)),
            );
        }
        lines
    }
}

/// Every engagement that stands, and every volley that can be shot now.
pub fn reports(look: Look<'_>, names: &Names) -> Vec<OddsReport> {
    let mut found: Vec<OddsReport> = Vec::new();
    let mut seen = UnitSet::EMPTY;
    for bout in &look.state.bouts {
        if !seen.contains(bout.units[0]) {
            let units = look.engagement_of(bout.units[0]);
            seen = seen.union(units);
            found.push(OddsReport {
                kind: "combat",
                units: units.iter().map(|unit| unit_name(names, unit)).collect(),
                odds: of_fight(look, names, look.active(), units),
                exactly: fight_exactly(look, units),
            });
        }
    }
    for unit in look.on_table(look.active()).filter(|unit| !look.is_engaged(*unit)) {
        let aims = look.aims(unit).into_iter().next().unwrap_or_default();
        for (shots, exact) in look.shot_odds(unit, &aims).iter().zip(look.shot_odds::<Weight>(unit, &aims)) {
            found.push(OddsReport {
                kind: "shots",
                units: vec![unit_name(names, unit), unit_name(names, shots.target)],
                odds: of_shots(look, names, look.active(), shots),
                exactly: shots_exactly(names, &exact),
            });
        }
    }
    found
}

fn fight_exactly(look: Look<'_>, units: UnitSet) -> Vec<String> {
    let odds: FightOdds<Weight> = aelian_hail_caesar::fight::odds::odds(look, units);
    let outcomes = [("Red wins", odds.wins[0]), ("a draw", odds.draw), ("Blue wins", odds.wins[1])];
    outcomes.into_iter().filter_map(|(label, chance)| exactly(label, chance)).collect()
}

fn shots_exactly(names: &Names, shots: &ShotOdds<Weight>) -> Vec<String> {
    let name = unit_name(names, shots.target);
    let mut lines = vec![exactly("no test", shots.untested)];
    if shots.shattered != Weight::ZERO {
        lines.push(exactly(&words::does(&name, "is shattered"), shots.shattered));
    }
    lines.extend(shots.outcomes.iter().map(|(result, chance)| exactly(words::outcome(*result), *chance)));
    lines.into_iter().flatten().collect()
}

/// What has this chance, with the chance as a fraction; none where it has too many figures.
fn exactly(what: &str, chance: Weight) -> Option<String> {
    chance.fraction().map(|(over, under)| format!("{what} {over}/{under}"))
}

/// HC-CRES-04: who wins, and what may become of each unit.
pub fn of_fight(look: Look<'_>, names: &Names, side: Side, units: UnitSet) -> OddsView {
    let odds = aelian_hail_caesar::fight::odds::odds(look, units);
    let outcome =
        |label: &str, chance: f64, favour: i8| OutcomeView { label: label.to_owned(), chance, favour };
    let favour = |of: Side| if of == side { 1 } else { -1 };
    let mut outcomes = vec![
        outcome("Red wins", odds.wins[0], favour(Side::Red)),
        outcome("a draw", odds.draw, 0),
        outcome("Blue wins", odds.wins[1], favour(Side::Blue)),
    ];
    if side == Side::Blue {
        outcomes.reverse();
    }
    let mut tallies: Vec<TallyView> =
        odds.strikes.iter().map(|(strike, blow)| attacks(look, names, strike, blow)).collect();
    tallies.push(inflicted(&odds));
    tallies.extend(odds.units.iter().map(|unit| fortune(look, names, unit)));
    OddsView { outcomes, tallies, exact: true }
}

/// HC-HTH-02: the attacks of one unit on another: how many, what they need, and what saves.
fn attacks(look: Look<'_>, names: &Names, strike: &Strike, blow: &Blow) -> TallyView {
    let name = unit_name(names, strike.by);
    let (rule, word) = if !strike.is_of_fighter() {
        (rule!("HC-SUPP-32"), format!("dice of a support, for {}", unit_name(names, strike.of)))
    } else if let Some(limit) = look.attack_limit(strike.by) {
        (
            limit,
            format!("attacks: {}", words::label(limit).unwrap_or_else(|| "fewer than its value".to_owned())),
        )
    } else {
        let first = look.state.unit(strike.by).combat.rounds == 0;
        let value = if first { "clash" } else { "sustained" };
        (rule!("HC-HTH-03"), format!("attacks ({value} value {})", look.combat_value(strike.by)))
    };
    let mut lines = vec![TallyLine { rule, text: word, value: strike.dice.to_string() }];
    let closed = look.state.unit(strike.by).combat.closed;
    let pair = (strike.by, strike.on);
    look.each_hit_modifier(pair, strike.is_of_fighter(), closed, |rule, value| {
        lines.push(modifier(rule, "to hit", value));
    });
    let save = needed_save(look, strike.on, blow);
    lines.extend(save_lines(look, strike.on, blow));
    TallyView {
        heading: format!("{} at {}", words::does(&name, "strikes"), unit_name(names, strike.on)),
        lines,
        total: format!(
            "{}, hits on {}+, {}",
            words::count(strike.dice, "attack"),
            strike.needed,
            saved_on(save)
        ),
    }
}

/// A line of a table of modifiers.
fn modifier(rule: RuleId, what: &str, value: i32) -> TallyLine {
    let claim = counts(rule).unwrap_or("");
    let text = if claim.is_empty() { what.to_owned() } else { format!("{what}: {claim}") };
    TallyLine { rule, text, value: words::signed(value) }
}

/// HC-TAB-SAVE: what touches the saves of a unit.
fn save_lines(look: Look<'_>, unit: UnitId, blow: &Blow) -> Vec<TallyLine> {
    let mut lines = Vec::new();
    morale::each_modifier(look, unit, blow, |rule, value| lines.push(modifier(rule, "to the save", value)));
    let best = |applies: bool, rule: RuleId| applies.then(|| modifier(rule, "to the save", 0));
    lines.extend(best(blow.crossbow, rule!("HC-XBOW-01")));
    lines.extend(best(blow.double_handed, rule!("HC-DBL-01")));
    lines
}

fn saved_on(save: u8) -> String {
    if save > 6 { "no save".to_owned() } else { format!("saved on {save}+") }
}

/// HC-TAB-CMD: the chances of an order, most moves first.
pub fn of_order(test: &TestAhead) -> OddsView {
    let [none, one, two, three] = test.chances;
    let outcome =
        |label: &str, chance: f64, favour: i8| OutcomeView { label: label.to_owned(), chance, favour };
    OddsView {
        outcomes: vec![
            outcome("three moves", three, 1),
            outcome("two moves", two, 1),
            outcome("one move", one, 1),
            outcome("no move", none - test.blunder, -1),
            outcome("a blunder", test.blunder, -1),
        ],
        tallies: Vec::new(),
        exact: true,
    }
}

fn percent(chance: f64) -> String {
    format!("{:.1} %", chance * 100.0)
}

/// Each number that is not all but impossible, with its chance.
fn spread(chances: &[f64]) -> String {
    let likely = chances.iter().enumerate().filter(|(_, chance)| **chance >= 0.005);
    likely.map(|(count, chance)| format!("{count}: {:.0} %", chance * 100.0)).collect::<Vec<_>>().join(", ")
}

fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(count, chance)| count as f64 * chance).sum()
}

fn average(rule: RuleId, what: &str, chances: &[f64]) -> TallyLine {
    let text = format!("{what} on average ({})", spread(chances));
    TallyLine { rule, text, value: format!("{:.1}", mean(chances)) }
}

fn inflicted(odds: &FightOdds) -> TallyView {
    let line = |side: &str, chances: &[f64]| average(rule!("HC-CRES-01"), side, chances);
    TallyView {
        heading: "Casualties inflicted".to_owned(),
        lines: vec![line("Red", &odds.inflicted[0]), line("Blue", &odds.inflicted[1])],
        total: String::new(),
    }
}

fn fortune(look: Look<'_>, names: &Names, unit: &UnitOdds) -> TallyView {
    let after = &unit.after;
    let line =
        |rule, text: &str, chance: f64| TallyLine { rule, text: text.to_owned(), value: percent(chance) };
    let lines = [
        line(rule!("HC-ENDC-01"), "does not test", after.untested),
        line(rule!("HC-BRES-20"), "tests and holds", after.holds),
        line(rule!("HC-BRES-21"), "gives ground in good order", after.gives_ground),
        line(rule!("HC-BRES-22"), "is disordered", after.disordered),
        line(rule!("HC-BRES-25"), "is destroyed", after.destroyed),
    ];
    let stats = look.stats(unit.unit);
    TallyView {
        heading: format!(
            "{} ({} of {} casualties)",
            unit_name(names, unit.unit),
            look.state.unit(unit.unit).casualties,
            stats.stamina
        ),
        lines: lines.into_iter().filter(|line| line.value != "0.0 %").collect(),
        total: format!("suffers {:.1} on average", mean(&unit.casualties)),
    }
}

/// What a volley may come to for its target.
pub fn of_shots(look: Look<'_>, names: &Names, side: Side, shots: &ShotOdds) -> OddsView {
    let good: i8 = if look.side(shots.target) == side { -1 } else { 1 };
    let name = unit_name(names, shots.target);
    let outcome = |label: String, chance: f64, favour: i8| OutcomeView { label, chance, favour };
    let tested: f64 = shots.outcomes.iter().map(|(_, chance)| chance).sum();
    let mut outcomes = vec![outcome(format!("{name}: no test"), 1.0 - tested - shots.shattered, 0)];
    if shots.shattered > 0.0 {
        outcomes.push(outcome(words::does(&name, "is shattered"), shots.shattered, good));
    }
    for (result, chance) in &shots.outcomes {
        let favour = if *result == Outcome::Hold(Disorder::None) { 0 } else { good };
        outcomes.push(outcome(format!("{name}: {}", words::outcome(*result)), *chance, favour));
    }
    let line = |rule, text: &str, value: String| TallyLine { rule, text: text.to_owned(), value };
    let mut lines: Vec<TallyLine> = shots.worse.iter().map(|rule| modifier(*rule, "to hit", -1)).collect();
    lines.extend(save_lines(look, shots.target, &shots.blow));
    lines.extend([
        average(rule!("HC-HIT-01"), "hits", &shots.hits),
        average(rule!("HC-CAS-01"), "casualties", &shots.casualties),
        line(rule!("HC-CAS-02"), "shaken afterwards", percent(shots.shaken)),
        line(rule!("HC-RTRIG-01"), "has to test", percent(shots.tests)),
    ]);
    let tally = TallyView {
        heading: format!("{} at {name}", words::does(&unit_name(names, shots.shooter), "shoots")),
        lines,
        total: format!(
            "{}, hits on {}+, {}",
            words::count(shots.dice, "die"),
            shots.needed,
            saved_on(shots.saves[0])
        ),
    };
    OddsView { outcomes, tallies: vec![tally], exact: true }
}
