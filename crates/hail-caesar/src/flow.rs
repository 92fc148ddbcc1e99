//! What drives a turn (HC-TURN-01, HC-TURN-02, HC-CMD-01): which chapter has the word, and how one stage follows
//! another.

use crate::choice::{Asked, Choice};
use crate::event::Event;
use crate::fact::Fact;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::{Part, Stage};
use crate::state::State;
use crate::{again, breaks, charge, command, commander, fight, ranged, recovery, scenario, setup, victory};
use aelian_game::{Cx, Verdict};
use aelian_rulebook::rule;

/// The part of the rules that has the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    SetUp,
    Command,
    Charge,
    Ranged,
    Fight,
    Breaks,
    Commander,
    Recovery,
    Victory,
    Scenario,
    Again,
}

impl Chapter {
    /// The topmost pending step, or else the stage, says whose turn it is.
    pub fn of(state: &State) -> Chapter {
        match state.pending.last() {
            Some(Pending::Command(_)) => Chapter::Command,
            Some(Pending::Charge(_)) => Chapter::Charge,
            Some(Pending::Ranged(_)) => Chapter::Ranged,
            Some(Pending::Fight(_)) => Chapter::Fight,
            Some(Pending::Breaks(_)) => Chapter::Breaks,
            Some(Pending::Commander(_)) => Chapter::Commander,
            Some(Pending::Scenario(_)) => Chapter::Scenario,
            Some(Pending::Again(_)) => Chapter::Again,
            None => Chapter::of_stage(state.stage),
        }
    }

    fn of_stage(stage: Stage) -> Chapter {
        match stage {
            Stage::Deploy | Stage::FirstTurn => Chapter::SetUp,
            Stage::Arrivals | Stage::TurnEnd => Chapter::Scenario,
            Stage::TurnStart | Stage::CommandEnd => Chapter::Victory,
            Stage::Elite | Stage::Brave | Stage::Recovery => Chapter::Recovery,
            Stage::Initiative | Stage::Orders | Stage::Retire => Chapter::Command,
            Stage::CommanderMoves => Chapter::Commander,
            Stage::Shoot | Stage::ShotCommanders | Stage::ShotTests => Chapter::Ranged,
            Stage::Engagements => Chapter::Fight,
        }
    }
}

/// What is wanted next in this stage; none if nothing is left to do in it.
pub fn asked(look: Look<'_>) -> Asked {
    look.state.memo.asked(|| find_asked(look))
}

fn find_asked(look: Look<'_>) -> Asked {
    match Chapter::of(look.state) {
        Chapter::SetUp => setup::next(look),
        Chapter::Command => command::next(look),
        Chapter::Charge => charge::next(look),
        Chapter::Ranged => ranged::next(look),
        Chapter::Fight => fight::next(look),
        Chapter::Breaks => breaks::next(look),
        Chapter::Commander => commander::next(look),
        Chapter::Recovery => recovery::next(look),
        Chapter::Victory => victory::next(look),
        Chapter::Scenario => scenario::next(look),
        Chapter::Again => again::next(look),
    }
}

/// A position may be stated at a stage in which nothing is left to do: then the game just goes on.
pub fn goes_on(look: Look<'_>, choice: &Choice) -> bool {
    *choice == Choice::Proceed && asked(look).is_none()
}

/// Goes on through stages in which there is nothing to do, until somebody has to decide or to roll.
pub fn run_on(cx: &mut Cx<'_, Rules>) {
    while cx.state().ending.is_none() && asked(Look::new(cx.rules, cx.state())).is_none() {
        if cx.state().pending.is_empty() {
            enter_next(cx);
        } else {
            // A waiting step that wants nothing more is done.
            cx.emit(Event::Settled);
        }
    }
}

/// HC-TURN-01, HC-TURN-02, HC-TURN-03, HC-TURN-07: the stage, the part or the turn after the present one.
fn enter_next(cx: &mut Cx<'_, Rules>) {
    let (part, stage) = (cx.state().part, cx.state().stage);
    if let Some(stage) = part.stage_after(stage) {
        cx.emit(Event::Enters { part, stage });
        return;
    }
    // HC-SCN-05: a battle may give a side a second Command part.
    let again = part == Part::Command && scenario::commands_again(cx);
    let next = if again { Part::Command } else { part.after().unwrap_or(Part::Start) };
    if next == Part::Start {
        let (turn, active) = match part {
            Part::SetUp => (1, cx.state().active),
            _ => (cx.state().turn + 1, cx.state().active.other()),
        };
        cx.emit(Event::TurnBegins { turn, active });
    }
    if let Some(stage) = next.stages().first() {
        cx.emit(Event::Enters { part: next, stage: *stage });
    }
}

/// HC-TURN-02: the refusal of a choice that does not belong to this step.
pub fn not_asked(_choice: &Choice) -> Verdict<Rules> {
    Verdict::refused(rule!("HC-TURN-02"), Fact::NotAsked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Deed;
    use crate::testing::{Scene, Table};
    use aelian_dice::{Generator, Sampler};
    use aelian_game::{Next, Ruleset, Side, Want, step};

    fn armies() -> Table {
        let mut table = Table::new().stage(Part::Start, Stage::Arrivals);
        for (side, y, facing) in [(Side::Red, 17.0, 0.0), (Side::Blue, 31.0, 180.0)] {
            let name = |of: &str| format!("{of} {y}");
            table = table
                .unit(&name("legion"), side, "heavy-infantry", (15.0, y), facing)
                .unit(&name("archers"), side, "medium-infantry 6/6/3/3/5+/6 bow", (25.0, y), facing)
                .unit(&name("horse"), side, "heavy-cavalry", (45.0, y), facing);
        }
        table
    }

    /// Plays on at random until the end of the third player turn, and looks at each position and what it led to.
    fn played(scene: &Scene, seed: u64, mut look_at: impl FnMut(&State, &[Event])) {
        let (mut sampler, mut dice) = (Sampler::new(seed), Generator::new(seed));
        let mut state = scene.state.clone();
        while state.turn < 4 && state.ending.is_none() {
            let choice = match scene.rules.next(&state) {
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                _ => {
                    let mut out = Vec::new();
                    scene.rules.propose(&state, Want::Sample(3, &mut sampler), &mut out);
                    out.swap_remove(sampler.below(out.len() as u32) as usize)
                }
            };
            let (after, done) = step(&scene.rules, &state, &choice, &mut dice).expect("a legal choice");
            look_at(&state, &done.events);
            state = after.into();
        }
    }

    /// HC-TURN-01, HC-TURN-02, HC-TURN-03, HC-TURN-07: the sides take turns; in each the parts come in their order, with
    /// initiative before orders, and recovery last.
    #[test]
    fn parts_follow_each_other_and_sides_take_turns() {
        for seed in 0..6 {
            let (mut parts, mut stages, mut turns) = (Vec::new(), Vec::new(), Vec::new());
            played(&armies().build(), seed, |_, events| {
                for event in events {
                    match event {
                        Event::TurnBegins { turn, active } => turns.push((*turn, *active)),
                        Event::Enters { part, stage } => {
                            stages.push(*stage);
                            if parts.last() != Some(part) {
                                parts.push(*part);
                            }
                        }
                        _ => {}
                    }
                }
            });
            assert_eq!(turns, [(2, Side::Blue), (3, Side::Red), (4, Side::Blue)]);
            let one = [Part::Start, Part::Command, Part::Ranged, Part::HandToHand, Part::End];
            assert!(parts.iter().zip(one.iter().cycle()).all(|(found, wanted)| found == wanted), "{parts:?}");
            let first = |stage| stages.iter().position(|one| *one == stage).expect("it comes");
            assert!(first(Stage::Initiative) < first(Stage::Orders));
            assert!(first(Stage::Orders) < first(Stage::Shoot));
            assert!(first(Stage::Engagements) < first(Stage::Recovery));
        }
    }

    /// HC-TURN-03, HC-TURN-04, HC-TURN-06, HC-TURN-08: the side whose turn it is is asked for its initiative, orders,
    /// shots and fights; the other only where something waits for its answer.
    #[test]
    fn the_active_side_acts() {
        use Stage::{CommanderMoves, Engagements, Initiative, Orders, Retire, Shoot};
        let own = [Initiative, Orders, Retire, CommanderMoves, Shoot, Engagements];
        let (mut asked, mut answered) = (0, 0);
        let scene = armies().build();
        for seed in 0..12 {
            played(&scene, seed, |state, _| {
                let Next::Ask { side, .. } = scene.rules.next(state) else { return };
                if state.pending.is_empty() && own.contains(&state.stage) {
                    assert_eq!(side, state.active, "{:?}", state.stage);
                    asked += 1;
                }
                if side != state.active {
                    assert!(!state.pending.is_empty());
                    answered += 1;
                }
            });
        }
        assert!(asked > 0 && answered > 0, "{asked} {answered}");
    }

    /// HC-TURN-07, HC-ALG-19: at the end of its side's turn a disordered unit recovers, then the turn passes, and what is
    /// counted by player turns begins anew for both sides.
    #[test]
    fn the_turn_passes() {
        let mut scene = armies().stage(Part::End, Stage::Recovery).build().disordered("legion 17");
        scene = scene.disordered("legion 31");
        let (red, blue) = (scene.unit("legion 17"), scene.unit("legion 31"));
        for unit in [red, blue] {
            let unit = &mut scene.state.units[unit.index()];
            unit.deeds = unit.deeds.with(Deed::Evaded);
            unit.moves = 2;
        }
        scene.state.rerolled = [true; 2];
        scene.play(&Choice::Proceed, &[]);
        assert_eq!((scene.state.turn, scene.state.active), (2, Side::Blue));
        assert!(!scene.state.unit(red).disordered && scene.state.unit(blue).disordered);
        for unit in [red, blue] {
            let unit = scene.state.unit(unit);
            assert!(!unit.did(Deed::Evaded) && unit.moves == 0);
        }
        assert_eq!(scene.state.rerolled, [false; 2]);
    }

    /// HC-TURN-05, HC-ALG-19: what was fought in one player turn is fought again in the next.
    #[test]
    fn engagements_are_fought_every_player_turn() {
        let mut scene = Table::new()
            .stage(Part::Ranged, Stage::ShotTests)
            .active(Side::Blue)
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .fighting("u", "e")
            .build();
        scene.state.bouts[0].fought = true;
        scene.play(&Choice::Proceed, &[]);
        assert_eq!((scene.state.stage, scene.look().unfought().len()), (Stage::Engagements, 1));
    }
}
