//! Questions that the umpire answers about a position of Hail Caesar.

use super::unit_name;
use super::words;
use crate::told::{Names, PieceId};
use aelian_game::Side;
use aelian_hail_caesar::{Look, UnitId};

type Ask = fn(&Asked<'_>) -> Vec<String>;

/// Every question: its word, what it asks, and who answers.
const QUESTIONS: [(&str, &str, Ask); 9] = [
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

pub fn answer(look: Look<'_>, names: &Names, word: &str, unit: Option<PieceId>) -> Result<Vec<String>, String> {
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
    if !look.state.unit(unit).is_on_table() {
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
            format!("{}: {}", unit_name(self.names, enemy), words::length(self.look.distance(self.unit, enemy)))
        };
        self.foes().map(line).collect()
    }

    fn listed(&self, holds: impl Fn(&Look<'_>, UnitId, UnitId) -> bool) -> Vec<String> {
        let found = self.foes().filter(|enemy| holds(&self.look, self.unit, *enemy));
        or_nobody(found.map(|enemy| unit_name(self.names, enemy)).collect())
    }

    fn quarters(&self) -> Vec<String> {
        let line = |enemy| {
            let quarter = self.look.quarter_in(enemy, self.unit);
            format!("{}: {quarter:?}", unit_name(self.names, enemy)).to_lowercase()
        };
        self.foes().map(line).collect()
    }

    fn fights(&self) -> Vec<String> {
        let bouts = self.look.state.bouts.iter().filter_map(|bout| {
            let (foe, edge) = (bout.foe(self.unit)?, bout.edge_of(self.unit)?);
            Some(format!("{}: on its {edge:?}", unit_name(self.names, foe)).to_lowercase())
        });
        or_nobody(bouts.collect())
    }

    fn supports(&self) -> Vec<String> {
        let supports = self.look.supports_of(self.unit);
        let line = |support: &aelian_hail_caesar::position::Support| {
            format!("{}: {:?}", unit_name(self.names, support.unit), support.side).to_lowercase()
        };
        or_nobody(supports.iter().map(line).collect())
    }
}
