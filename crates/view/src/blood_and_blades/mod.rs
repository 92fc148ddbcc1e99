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
use aelian_game::{Match, Side};
use aelian_rulebook::{Reason, RuleId};

impl Told for Rules {
    fn names(setup: &Setup) -> Names {
        names(setup)
    }

    fn names_in(game: &Match<Rules>) -> Names {
        names_in(game)
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
fn names_in(game: &Match<Rules>) -> Names {
    let names = names(&game.record.setup);
    if matches!(game.record.setup.start, Start::Position(_)) {
        return names;
    }
    let first = game.first();
    let is_baggage = |id: &BaseId| first.base(*id).is(TroopType::Bg);
    let (baggage, troops): (Vec<BaseId>, Vec<BaseId>) =
        first.ids().filter(|id| first.base(*id).place != Place::Unknown).partition(is_baggage);
    let (hidden, shown) = ambushers(game);
    let open = troops.into_iter().filter(|id| !hidden.contains(*id));
    let unseen = hidden.iter().filter(|id| !shown.contains(id));
    let order: Vec<BaseId> =
        baggage.into_iter().chain(open).chain(shown.iter().copied()).chain(unseen).collect();
    Side::BOTH.into_iter().fold(names, |names, side| {
        let own = order.iter().filter(|id| first.base(**id).side == side);
        names.in_order(own.map(|id| id.number()))
    })
}

/// All who have lain in ambush, and those of them who were shown, in that order.
fn ambushers(game: &Match<Rules>) -> (BaseSet, Vec<BaseId>) {
    let (mut hidden, mut shown) = (BaseSet::EMPTY, Vec::new());
    for event in game.record.steps.iter().flat_map(|step| &step.events) {
        match event {
            Event::Placed { base, hidden: true, .. } => _ = hidden.insert(*base),
            Event::Revealed(base) => shown.push(*base),
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
