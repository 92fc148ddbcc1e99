//! Questions that the umpire answers about a position of Hail Caesar.

use super::unit_name;
use super::{odds, words};
use crate::told::{Names, PieceId};
use aelian_game::Side;
use aelian_hail_caesar::charge;
use aelian_hail_caesar::command::{Charge, Target};
use aelian_hail_caesar::ranged::Aim;
use aelian_hail_caesar::{Fact, Look, UnitId};
use aelian_rulebook::Reason;

type Ask = fn(&Asked<'_>) -> Vec<String>;

/// Every question: its word, what it asks, and who answers.
const QUESTIONS: [(&str, &str, Ask); 15] = [
    ("stats", "its class and values now", |ask| ask.stats()),
    ("enemies", "its distance to every enemy unit", |ask| ask.enemies()),
    ("faces", "which enemies it faces", |ask| ask.listed(|look, unit, enemy| look.faces(unit, enemy))),
    ("sees", "which enemies it sees", |ask| ask.listed(|look, unit, enemy| look.sees(unit, enemy))),
    ("quarter", "in which of its quarters each enemy lies", |ask| ask.quarters()),
    ("front", "which enemies lie at least partly in its front quarter", |ask| {
        ask.listed(|look, unit, enemy| look.is_partly_in_front(unit, enemy))
    }),
    ("fights", "whom it fights, and on which edges", |ask| ask.fights()),
    ("supports", "who supports it", |ask| ask.supports()),
    ("odds", "the odds of its engagement, or of its shots and those at it", |ask| ask.odds()),
    ("rate", "how far it goes in one move", |ask| vec![words::length(ask.look.rate(ask.unit))]),
    ("targets", "at whom it may shoot, with how many dice, and what they need", |ask| ask.targets()),
    ("charge", "whom it may charge and reaches with one, two or three moves, and what forbids it", |ask| {
        ask.charge()
    }),
    (
        "responses",
        "what it may answer to a charge by each enemy who reaches it, and what forbids the rest",
        |ask| ask.responses(),
    ),
    ("leadership", "what its commander's leadership comes to for an order to it alone", |ask| {
        ask.leadership()
    }),
    ("engaged", "whether it is engaged", |ask| {
        vec![if ask.look.is_engaged(ask.unit) { "yes" } else { "no" }.to_owned()]
    }),
];

fn or_nobody(lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() { vec!["nobody".to_owned()] } else { lines }
}

struct Asked<'a> {
    look: Look<'a>,
    names: &'a Names,
    unit: UnitId,
}

/// The words of all questions, and what each asks.
pub fn all() -> Vec<(&'static str, &'static str)> {
    QUESTIONS.iter().map(|(word, what, _)| (*word, *what)).collect()
}

pub fn answer(
    look: Look<'_>,
    names: &Names,
    word: &str,
    unit: Option<PieceId>,
) -> Result<Vec<String>, String> {
    let known = || {
        let list: Vec<String> =
            QUESTIONS.iter().map(|(word, what, _)| format!("\"{word} A\" ({what})")).collect();
        format!("known questions: \"may\", \"may A\", {}", list.join(", "))
    };
    let Some((_, _, ask)) = QUESTIONS.iter().find(|(name, _, _)| *name == word) else {
        return Err(format!("`{word}` is not a question; {}", known()));
    };
    let unit = unit.ok_or_else(|| format!("`{word}` needs a unit; {}", known()))?;
    let unit = u8::try_from(unit).ok().map(UnitId).filter(|id| look.state.has_unit(*id));
    let unit = unit.ok_or_else(|| format!("`{word}` is asked of a unit; {}", known()))?;
    let of_any = matches!(word, "stats" | "leadership");
    if !of_any && !look.state.unit(unit).is_on_table() {
        return Ok(vec![format!("{} is not on the table", unit_name(names, unit))]);
    }
    Ok(ask(&Asked { look, names, unit }))
}

impl Asked<'_> {
    fn foes(&self) -> impl Iterator<Item = UnitId> + '_ {
        let enemy: Side = self.look.side(self.unit).other();
        self.look.on_table(enemy)
    }

    fn stats(&self) -> Vec<String> {
        vec![format!("{} {}", self.look.class(self.unit).name(), self.look.stats(self.unit))]
    }

    fn enemies(&self) -> Vec<String> {
        let line = |enemy| {
            format!(
                "{}: {}",
                unit_name(self.names, enemy),
                words::length(self.look.distance(self.unit, enemy))
            )
        };
        self.foes().map(line).collect()
    }

    fn listed(&self, holds: impl Fn(&Look<'_>, UnitId, UnitId) -> bool) -> Vec<String> {
        let found = self.foes().filter(|enemy| holds(&self.look, self.unit, *enemy));
        or_nobody(found.map(|enemy| unit_name(self.names, enemy)).collect())
    }

    fn odds(&self) -> Vec<String> {
        let name = unit_name(self.names, self.unit);
        let mut reports = odds::reports(self.look, self.names);
        reports.retain(|report| report.names(&name));
        or_nobody(reports.iter().flat_map(odds::OddsReport::shown).collect())
    }

    fn targets(&self) -> Vec<String> {
        let forbidden = self.look.refuse_shooting(self.unit);
        if !forbidden.is_empty() {
            let told = |reason: &Reason<Fact>| format!("nobody by {}: {}", reason.rule, self.said(reason));
            return forbidden.iter().map(told).collect();
        }
        let way = |aims: Vec<Aim>| aims.iter().map(|aim| self.aim(aim)).collect::<Vec<_>>().join(", ");
        or_nobody(self.look.aims(self.unit).into_iter().map(way).collect())
    }

    fn said(&self, reason: &Reason<Fact>) -> String {
        words::reason(self.names, reason.rule, &reason.fact)
    }

    /// HC-TGT-01, HC-HIT-12: one target, the dice, what they need and why.
    fn aim(&self, aim: &Aim) -> String {
        let with = format!("{} with {} dice", unit_name(self.names, aim.target), aim.dice);
        let Some((needed, rules)) = self.look.shot_needs(self.unit, aim) else { return with };
        let lines: Vec<String> = rules.iter().map(|rule| format!("-1 {rule}")).collect();
        match lines.is_empty() {
            true => format!("{with} at {needed}+"),
            false => format!("{with} at {needed}+ ({})", lines.join(", ")),
        }
    }

    fn charge(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for enemy in self.foes() {
            let name = unit_name(self.names, enemy);
            let forbidden = charge::forbidden(self.look, self.unit, enemy);
            let told =
                |reason: &Reason<Fact>| format!("{name}: not by {}: {}", reason.rule, self.said(reason));
            lines.extend(forbidden.iter().map(told));
            if !forbidden.is_empty() {
                continue;
            }
            let order = Charge { targets: vec![Target::Unit(enemy)], first: Vec::new(), ignore_open: false };
            let moves = (1..=3).find(|moves| charge::reaches(self.look, self.unit, &order, *moves));
            lines.push(match moves {
                Some(moves) => format!("{name}: with {moves} of 3 moves"),
                None => format!("{name}: out of reach"),
            });
        }
        or_nobody(lines)
    }

    /// As many moves as it takes; a charge that falls short may still be countercharged.
    fn responses(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for enemy in self.foes() {
            let order =
                Charge { targets: vec![Target::Unit(self.unit)], first: Vec::new(), ignore_open: false };
            let comes = |moves: &u8| charge::reaches(self.look, enemy, &order, *moves);
            let Some(moves) = (1..=3).find(comes) else { continue };
            let name = unit_name(self.names, enemy);
            for (response, refusals) in charge::responses(self.look, enemy, self.unit, moves) {
                let word = serde_json::to_value(response).unwrap_or_default();
                let word = word.as_str().unwrap_or_default();
                let rules: Vec<String> = refusals.iter().map(|reason| reason.rule.to_string()).collect();
                let said: Vec<String> = refusals.iter().map(|reason| self.said(reason)).collect();
                lines.push(match rules.is_empty() {
                    true => format!("to {name}: {word}"),
                    false => format!("to {name}: not {word} by {}: {}", rules.join(", "), said.join("; ")),
                });
            }
        }
        or_nobody(lines)
    }

    fn leadership(&self) -> Vec<String> {
        let commander = self.look.commander_of(self.unit);
        let found = self.look.leadership(commander, aelian_hail_caesar::UnitSet::one(self.unit));
        let rating = self.look.state.commander(commander).leadership;
        vec![format!("{}: {} of {rating}", super::commander_name(self.names, commander), found.value)]
    }

    fn quarters(&self) -> Vec<String> {
        let line = |enemy| {
            let quarter = self.look.quarter_in(enemy, self.unit);
            format!("{}: {}", unit_name(self.names, enemy), format!("{quarter:?}").to_lowercase())
        };
        self.foes().map(line).collect()
    }

    fn fights(&self) -> Vec<String> {
        let bouts = self.look.state.bouts.iter().filter_map(|bout| {
            let (foe, edge) = (bout.foe(self.unit)?, bout.edge_of(self.unit)?);
            let edge = format!("{edge:?}").to_lowercase();
            Some(format!("{}: on its {edge}", unit_name(self.names, foe)))
        });
        or_nobody(bouts.collect())
    }

    fn supports(&self) -> Vec<String> {
        let supports = self.look.supports_of(self.unit);
        let line = |support: &aelian_hail_caesar::position::Support| {
            let side = format!("{:?}", support.side).to_lowercase();
            format!("{}: {side}", unit_name(self.names, support.unit))
        };
        or_nobody(supports.iter().map(line).collect())
    }
}
