//! Hail Caesar in words and pictures.

mod case;
pub mod figures;
mod lesson;
pub mod odds;
mod picture;
mod questions;
pub mod start;
mod stated;
pub mod table;
mod words;

use crate::told::{Names, PieceId, Told, Whereabouts};
use aelian_dice::Tape;
use aelian_game::{Next, Ruleset as _, StepError, step};
use aelian_geometry::Pose;
use aelian_hail_caesar::setup::Setup;
use aelian_hail_caesar::state::{CommanderPlace, Place};
use aelian_hail_caesar::{
    BlockId, Choice, CommanderId, DivisionId, Event, Fact, Ghost, INCH, Look, Prompt, Rules, State, UnitId,
};
use aelian_rulebook::{Reason, RuleId};

/// The kinds of things that have names of their own, besides units.
const COMMANDERS: usize = 1;
const DIVISIONS: usize = 2;
const BLOCKS: usize = 3;

impl Told for Rules {
    fn names(setup: &Setup) -> Names {
        names(setup)
    }

    fn tell_reason(&self, state: &State, names: &Names, rule: RuleId, fact: &Fact) -> String {
        let said = words::reason(names, rule, fact);
        match self.next(state) {
            Next::Ask { side, prompt } if *fact == Fact::NotAsked => {
                format!("{said}; {} is asked: {}", side.name(), words::prompt(state, names, &prompt))
            }
            Next::Forced(choice) | Next::Only { choice, .. } if *fact == Fact::NotAsked => {
                let first = words::choice(self, state, names, &choice);
                match step(self, state, &choice, &mut Tape::default()) {
                    Err(StepError::NeedRoll { need, rule: Some(rule) }) => {
                        format!("{said}: first comes {first}, and {need} ({rule})")
                    }
                    _ => format!("{said}: first comes {first}"),
                }
            }
            _ => said,
        }
    }

    fn tell_setup_reason(setup: &Setup, reason: &Reason<Fact>) -> String {
        words::reason(&names(setup), reason.rule, &reason.fact)
    }

    fn tell_event(&self, before: &State, names: &Names, event: &Event) -> String {
        words::event(self, before, names, event)
    }

    fn tell_choice(&self, state: &State, names: &Names, choice: &Choice) -> String {
        words::choice(self, state, names, choice)
    }

    fn tell_prompt(&self, state: &State, names: &Names, prompt: &Prompt) -> String {
        words::prompt(state, names, prompt)
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

    /// HC-MOVE-01: the moves of one order.
    fn carried_on(event: &Event, rest: &[Event]) -> Option<usize> {
        let Event::Moved(moved) = event else { return None };
        let keeps_books = |event: &Event| {
            matches!(
                event,
                Event::Moves { .. } | Event::Did { .. } | Event::Bends(_) | Event::CommanderMoves { .. }
            )
        };
        let next = rest.iter().position(|event| !keeps_books(event))?;
        let same = |then: &Event| {
            matches!(then, Event::Moved(then) if then.unit == moved.unit && then.why == moved.why
                && then.formation == moved.formation)
        };
        rest.get(next).is_some_and(same).then_some(next)
    }

    fn is_loss(event: &Event) -> bool {
        matches!(
            event,
            Event::Leaves { to: Place::Destroyed | Place::Gone { .. }, .. } | Event::DivisionBreaks(_)
        )
    }

    fn tell_table(&self, state: &State, names: &Names) -> Vec<String> {
        let known = state.ids().filter(|id| state.unit(*id).place != Place::Unknown);
        let units = known.map(|id| words::unit_line(self, state, names, id));
        let commanders = state.commander_ids().map(|id| words::commander_line(state, names, id));
        units.chain(commanders).collect()
    }

    fn whereabouts(&self, state: &State, id: PieceId) -> Option<Whereabouts> {
        let (kind, number) = (usize::from(id) / Names::KIND, usize::from(id) % Names::KIND);
        let at = |pose: Pose, place: &'static str| Whereabouts {
            x: pose.at.x / INCH,
            y: pose.at.y / INCH,
            facing: pose.facing.to_compass(),
            place,
            losses: None,
        };
        match kind {
            0 => state.units.get(number).map(|unit| Whereabouts {
                losses: Some(u16::from(unit.casualties)),
                ..at(unit.rect.pose, place_word(unit.place))
            }),
            COMMANDERS => state.commanders.get(number).map(|commander| {
                let pose = Pose { at: commander.at, facing: aelian_geometry::Facing::UP };
                at(pose, commander_word(commander.place))
            }),
            _ => None,
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

/// Names as the orders of battle give them.
fn names(setup: &Setup) -> Names {
    let divisions = || setup.armies.iter().flat_map(|army| &army.divisions);
    let units = divisions().flat_map(|division| &division.units).map(|unit| unit.name.clone()).collect();
    let mut commanders: Vec<String> = Vec::new();
    for army in &setup.armies {
        commanders.extend(army.divisions.iter().map(|division| division.commander.name.clone()));
        commanders.extend(army.chief.iter().map(|chief| chief.name.clone()));
    }
    let blocks = setup.terrain.iter().filter_map(|piece| match piece {
        aelian_hail_caesar::field::Piece::Block(block) => Some(block.name.clone()),
        _ => None,
    });
    let blocks = blocks
        .enumerate()
        .map(|(at, name)| if name.is_empty() { format!("building {}", at + 1) } else { name });
    Names::new(units)
        .with_kind(commanders)
        .with_kind(divisions().map(|division| division.name.clone()).collect())
        .with_kind(blocks.collect())
        .with_units(vec![("in", INCH), ("mm", 1.0)])
}

fn unit_name(names: &Names, id: UnitId) -> String {
    names.of(PieceId::from(id.0))
}

fn commander_name(names: &Names, id: CommanderId) -> String {
    names.of_kind(COMMANDERS, PieceId::from(id.0))
}

fn division_name(names: &Names, id: DivisionId) -> String {
    names.of_kind(DIVISIONS, PieceId::from(id.0))
}

fn block_name(names: &Names, id: BlockId) -> String {
    names.of_kind(BLOCKS, PieceId::from(id.0))
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::Unknown => "unknown",
        Place::Waiting => "waiting",
        Place::Table => "table",
        Place::Block(_) => "building",
        Place::Enclosed(_) => "enclosed",
        Place::Hidden => "hidden",
        Place::Off { .. } => "off",
        Place::Following { .. } => "following",
        Place::Absent => "absent",
        Place::Destroyed => "destroyed",
        Place::Gone { .. } => "gone",
    }
}

fn commander_word(place: CommanderPlace) -> &'static str {
    match place {
        CommanderPlace::Unknown => "unknown",
        CommanderPlace::Waiting => "waiting",
        CommanderPlace::Alone => "alone",
        CommanderPlace::With(_) => "with",
        CommanderPlace::Off => "off",
        CommanderPlace::Left => "left",
        CommanderPlace::Fallen => "fallen",
    }
}
