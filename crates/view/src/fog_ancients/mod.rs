//! Field of Glory Ancients in words and pictures.

mod case;
pub mod figures;
pub mod odds;
mod picture;
mod plain;
mod questions;
mod setting_up;
mod spelling;
pub mod start;
mod stated;
pub mod table;
mod words;

use crate::told::{Names, PieceId, Told, Whereabouts};
use aelian_fog_ancients::choice::Ghost;
use aelian_fog_ancients::formation::MOST_BASES;
use aelian_fog_ancients::setup::{SetUpEvent, Setup, Start};
use aelian_fog_ancients::state::{CommanderPlace, Place};
use aelian_fog_ancients::{BaseId, Choice, CommanderId, Event, Fact, GroupId, Look, Prompt, Rules, State};
use aelian_geometry::Pose;
use aelian_rulebook::{Reason, RuleId};

/// The kinds of things that have names of their own, besides groups.
const COMMANDERS: usize = 1;
const BASES: usize = 2;

impl Told for Rules {
    fn names(setup: &Setup) -> Names {
        names(setup)
    }

    fn gives_name(event: &Event) -> bool {
        matches!(
            event,
            Event::Appears(_)
                | Event::SetUp(
                    SetUpEvent::Seen(_) | SetUpEvent::Commander { .. } | SetUpEvent::CommanderSeen { .. }
                )
        )
    }

    fn named(setup: &Setup, _first: &State, given: &[&Event]) -> Names {
        named(names(setup), given)
    }

    fn tell_reason(&self, state: &State, names: &Names, rule: RuleId, fact: &Fact) -> String {
        let reason = Reason::new(rule, fact.clone());
        words::reason(self, Some(state), names, &reason)
    }

    fn tell_setup_reason(setup: &Setup, reason: &Reason<Fact>) -> String {
        let rules = Rules::new(setup.settings.clone(), setup.edition, setup.scale, setup.unit);
        words::reason(&rules, None, &names(setup), reason)
    }

    fn tell_event(&self, before: &State, names: &Names, event: &Event) -> String {
        words::event(self, before, names, event)
    }

    fn tell_choice(&self, state: &State, names: &Names, choice: &Choice) -> String {
        words::choice(self, state, names, choice)
    }

    fn tell_prompt(&self, state: &State, names: &Names, prompt: &Prompt) -> String {
        words::prompt(self, state, names, prompt)
    }

    fn tell_moment(&self, state: &State) -> String {
        words::moment(state)
    }

    fn tell_turn(&self, state: &State) -> String {
        words::turn(state)
    }

    fn is_passage(event: &Event) -> bool {
        matches!(event, Event::TurnBegins { .. } | Event::Enters { .. } | Event::Settled)
    }

    fn is_loss(event: &Event) -> bool {
        matches!(event, Event::BaseLost(_) | Event::Leaves { .. } | Event::Broke(_))
    }

    fn tell_table(&self, state: &State, names: &Names) -> Vec<String> {
        let known = state.group_ids().filter(|id| state.group(*id).place != Place::Unknown);
        let groups = known.map(|id| words::group_line(self, state, names, id));
        let commanders = state.commander_ids().map(|id| words::commander_line(state, names, id));
        groups.chain(commanders).collect()
    }

    fn whereabouts(&self, state: &State, id: PieceId) -> Option<Whereabouts> {
        let (kind, number) = (usize::from(id) / Names::KIND, usize::from(id) % Names::KIND);
        let at = |pose: Pose, place: &'static str| Whereabouts {
            x: pose.at.x,
            y: pose.at.y,
            facing: pose.facing.to_compass(),
            place,
            losses: None,
        };
        match kind {
            0 => {
                let group = state.groups.get(number)?;
                let block = Look::new(self, state).block(GroupId(number as u8));
                let lost =
                    state.bases.iter().filter(|base| base.group.index() == number && base.lost).count();
                let there = at(block.pose, place_word(group.place));
                Some(Whereabouts { losses: u16::try_from(lost).ok(), ..there })
            }
            COMMANDERS => {
                let commander = state.commanders.get(number)?;
                Some(at(commander.rect.pose, commander_word(commander.place)))
            }
            _ => {
                let base = state.bases.get(number)?;
                let place = if base.lost { "lost" } else { place_word(state.group(base.group).place) };
                Some(at(base.rect.pose, place))
            }
        }
    }

    fn cost(_ghost: &Ghost) -> Option<i64> {
        None
    }

    fn answer(
        &self,
        state: &State,
        names: &Names,
        word: &str,
        base: Option<PieceId>,
    ) -> Result<Vec<String>, String> {
        questions::answer(Look::new(self, state), names, word, base)
    }

    fn questions() -> Vec<(&'static str, &'static str)> {
        questions::all()
    }

    fn svg(&self, state: &State, names: &Names) -> String {
        picture::svg(self, state, names)
    }
}

/// Names as the position gives them; otherwise a letter for the side and a number in the order of march. Bases are
/// named after their group, counted from 1.
fn names(setup: &Setup) -> Names {
    let units = case::units(setup);
    let (groups, commanders): (Vec<String>, Vec<String>) = match &setup.start {
        Start::Position(position) => (
            position.groups.iter().map(|group| group.name.clone()).collect(),
            position.commanders.iter().map(|commander| commander.name.clone()).collect(),
        ),
        Start::Book | Start::Field(_) => {
            let letter = |side: usize| if side == 0 { "R" } else { "B" };
            let groups = setup.armies.iter().enumerate().flat_map(|(side, army)| {
                (1..=army.groups.len()).map(move |at| format!("{}{at}", letter(side)))
            });
            let officers = setup.armies.iter().flat_map(|army| &army.commanders);
            (groups.collect(), officers.map(|officer| officer.label.clone()).collect())
        }
    };
    let bases = groups.iter().flat_map(|group| (1..=MOST_BASES).map(move |at| format!("{group}.{at}")));
    let bases = bases.collect();
    let labels = setup.armies.iter().flat_map(|army| &army.groups).map(|group| group.label.clone());
    let labels: Vec<String> = labels.collect();
    let labels = if labels.len() == groups.len() { labels } else { Vec::new() };
    Names::new(groups).with_labels(labels).with_kind(commanders).with_kind(bases).with_units(units)
}

/// FA-DEP-09, FA-AMB-08: who is seen for the first time says what he is called.
fn named(mut names: Names, given: &[&Event]) -> Names {
    for event in given {
        match event {
            Event::SetUp(SetUpEvent::Seen(seen)) => {
                let group = seen.moved.group;
                names.call(PieceId::from(group.0), &seen.name);
                names.call_by_list(PieceId::from(group.0), &seen.label);
                let bases = (1..=MOST_BASES).filter(|_| !seen.name.is_empty());
                for at in bases {
                    let id = group.index() * MOST_BASES + at - 1;
                    names.call_of_kind(BASES, id as PieceId, &format!("{}.{at}", seen.name));
                }
            }
            Event::SetUp(SetUpEvent::CommanderSeen { commander, name, .. }) => {
                names.call_of_kind(COMMANDERS, PieceId::from(commander.0), name);
            }
            _ => {}
        }
    }
    names
}

fn group_name(names: &Names, id: GroupId) -> String {
    names.of(PieceId::from(id.0))
}

fn commander_name(names: &Names, id: CommanderId) -> String {
    names.of_kind(COMMANDERS, PieceId::from(id.0))
}

fn base_name(names: &Names, id: BaseId) -> String {
    names.of_kind(BASES, id.0)
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::Unknown => "unknown",
        Place::Waiting => "waiting",
        Place::Table => "table",
        Place::Ambush => "ambush",
        Place::March => "march",
        Place::Destroyed => "destroyed",
        Place::RoutedOff => "routed-off",
        Place::EvadedOff => "evaded-off",
        Place::Straggled => "straggled",
        Place::Spent => "spent",
    }
}

fn commander_word(place: CommanderPlace) -> &'static str {
    match place {
        CommanderPlace::Unknown => "unknown",
        CommanderPlace::Waiting => "waiting",
        CommanderPlace::Alone => "alone",
        CommanderPlace::With(_) => "with",
        CommanderPlace::Front { .. } => "front",
        CommanderPlace::Hidden(_) => "hidden",
        CommanderPlace::March => "march",
        CommanderPlace::Lost => "lost",
        CommanderPlace::Gone => "gone",
    }
}
