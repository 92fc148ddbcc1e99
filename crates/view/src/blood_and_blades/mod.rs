//! Blood and Blades in words and pictures.

mod case;
pub mod figures;
mod picture;
mod questions;
pub mod start;
pub mod table;
mod words;

use crate::told::{Names, PieceId, Told, Whereabouts};
use aelian_blood_and_blades::choice::Ghost;
use aelian_blood_and_blades::setup::{Setup, Start};
use aelian_blood_and_blades::state::Place;
use aelian_blood_and_blades::troop::TroopType;
use aelian_blood_and_blades::{BaseId, BaseSet, Choice, Event, Fact, Look, Prompt, Rules, State};
use aelian_game::Side;
use aelian_rulebook::{Reason, RuleId};
use std::collections::BTreeMap;

impl Told for Rules {
    fn names(setup: &Setup) -> Names {
        names(setup)
    }

    fn gives_name(event: &Event) -> bool {
        matches!(
            event,
            Event::Placed { .. } | Event::Appears { .. } | Event::Revealed(_) | Event::BattleBegins { .. }
        )
    }

    fn named(setup: &Setup, first: &State, given: &[&Event]) -> Names {
        named(setup, first, given)
    }

    fn tell_reason(&self, state: &State, names: &Names, rule: RuleId, fact: &Fact) -> String {
        words::reason(self, Some(state), names, rule, fact)
    }

    fn tell_setup_reason(setup: &Setup, reason: &Reason<Fact>) -> String {
        let rules = Rules::new(setup.settings.clone(), setup.scale);
        words::reason(&rules, None, &names(setup), reason.rule, &reason.fact)
    }

    fn tell_event(&self, before: &State, names: &Names, event: &Event) -> String {
        words::event(self, before, names, event)
    }

    fn tell_choice(&self, state: &State, names: &Names, choice: &Choice) -> String {
        match choice {
            Choice::Proceed => words::proceeding(state).to_owned(),
            choice => words::choice(self, names, choice),
        }
    }

    fn tell_prompt(&self, _state: &State, names: &Names, prompt: &Prompt) -> String {
        words::prompt(self, names, prompt)
    }

    fn tell_moment(&self, state: &State) -> String {
        words::moment(state)
    }

    fn tell_turn(&self, state: &State) -> String {
        words::turn(state)
    }

    fn is_passage(event: &Event) -> bool {
        matches!(event, Event::Enters(_))
    }

    fn is_loss(event: &Event) -> bool {
        matches!(event, Event::Destroyed(_) | Event::Spent(_))
    }

    fn tell_table(&self, state: &State, names: &Names) -> Vec<String> {
        let known = state.ids().filter(|id| state.base(*id).place != Place::Unknown);
        known.map(|id| words::base_line(state, names, id)).collect()
    }

    fn whereabouts(&self, state: &State, id: PieceId) -> Option<Whereabouts> {
        let base = state.bases.get(usize::from(id))?;
        Some(Whereabouts {
            x: base.rect.pose.at.x,
            y: base.rect.pose.at.y,
            facing: base.rect.pose.facing.to_compass(),
            place: place_word(base.place),
            losses: None,
        })
    }

    fn cost(ghost: &Ghost) -> Option<i64> {
        ghost.cost.map(i64::from)
    }

    fn answer(
        &self,
        state: &State,
        names: &Names,
        word: &str,
        base: Option<PieceId>,
    ) -> Result<Vec<String>, String> {
        questions::answer(Look::new(self, state), names, word, base.map(BaseId::of))
    }

    fn questions() -> Vec<(&'static str, &'static str)> {
        questions::all()
    }

    fn svg(&self, state: &State, names: &Names) -> String {
        picture::svg(self, state, names)
    }
}

/// Names as the position gives them; otherwise a letter for the side and a number within it.
fn names(setup: &Setup) -> Names {
    let units = case::units(setup.scale);
    if let Start::Position(position) = &setup.start {
        return Names::new(position.bases.iter().map(|base| base.name.clone()).collect()).with_units(units);
    }
    // Red has the even ids, Blue the odd ones, whatever a viewer knows of the other army.
    let counted =
        (0..BaseId::COUNT).map(|id| format!("{}{}", if id % 2 == 0 { "R" } else { "B" }, id / 2 + 1));
    Names::new(counted.collect()).with_labels(labels(setup)).with_units(units)
}

/// What the orders of battle call the bases, by their ids.
fn labels(setup: &Setup) -> Vec<String> {
    let longest = setup.armies.iter().map(|army| army.bases.len()).max().unwrap_or(0);
    let label = |at: usize, side: Side| {
        let enlisted = setup.armies[side.index()].bases.get(at);
        enlisted.map(|enlisted| enlisted.label.clone()).unwrap_or_default()
    };
    (0..longest).flat_map(|at| Side::BOTH.map(|side| label(at, side))).collect()
}

/// BB-DEP-09, BB-BUSH-13: names whose numbers tell the enemy neither how many bases there are nor that somebody lies
/// hidden. The baggage, which is seen first, comes first; whoever has lain in ambush comes after the others of its
/// side, in the order in which it was shown.
fn named(setup: &Setup, first: &State, given: &[&Event]) -> Names {
    let mut names = names(setup);
    // Of each base that is known its side, and whether it is baggage.
    let mut known: BTreeMap<BaseId, (Side, bool)> = first
        .ids()
        .filter(|id| first.base(*id).place != Place::Unknown)
        .map(|id| (id, (first.base(id).side, first.base(id).is(TroopType::Bg))))
        .collect();
    for event in given {
        if let Event::Appears { base, seen } = event {
            known.insert(*base, (seen.side, seen.troop.kind == TroopType::Bg));
            names.call(base.number(), &seen.name);
            names.call_by_list(base.number(), &seen.label);
        }
    }
    if matches!(setup.start, Start::Position(_)) {
        return names;
    }
    let (hidden, shown) = ambushers(given);
    for side in Side::BOTH {
        let letter = if side == Side::Red { "R" } else { "B" };
        let own = |id: &BaseId| known.get(id).is_some_and(|(of, _)| *of == side);
        let is_baggage = |id: &BaseId| known.get(id).is_some_and(|(_, baggage)| *baggage);
        let open = |id: &BaseId| own(id) && !hidden.contains(*id) && !shown.contains(id);
        let baggage = known.keys().filter(|id| open(id) && is_baggage(id));
        let troops = known.keys().filter(|id| open(id) && !is_baggage(id));
        let late = shown.iter().filter(|id| own(id));
        let unseen = known.keys().filter(|id| own(id) && hidden.contains(**id) && !shown.contains(id));
        for (at, id) in baggage.chain(troops).chain(late).chain(unseen).enumerate() {
            names.call(id.number(), &format!("{letter}{}", at + 1));
        }
    }
    names
}

/// All who have lain in ambush, and those of them who were shown, in that order: whoever sees one for the first time when
/// the battle has begun.
fn ambushers(given: &[&Event]) -> (BaseSet, Vec<BaseId>) {
    let (mut hidden, mut shown, mut begun) = (BaseSet::EMPTY, Vec::new(), false);
    for event in given {
        match event {
            Event::Placed { base, hidden: true, .. } => _ = hidden.insert(*base),
            Event::BattleBegins { .. } => begun = true,
            Event::Revealed(base) => shown.push(*base),
            Event::Appears { base, .. } if begun => shown.push(*base),
            _ => {}
        }
    }
    (hidden, shown)
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::Unknown => "unknown",
        Place::Waiting => "waiting",
        Place::Table => "table",
        Place::Ambush => "ambush",
        Place::Destroyed => "destroyed",
        Place::Spent => "spent",
    }
}
