//! Set-up as a whole: played by lot, and what each side may know of the other meanwhile.

mod arrivals;
mod asked;
mod placing;

use super::*;
use crate::army::ready;
use crate::choice::Choice;
use crate::event;
use crate::rules::Look;
use aelian_dice::{Generator, Sampler};
use aelian_game::{Drawn, Next, Ruleset, Viewer, step};

fn setup_of(red: &str, blue: &str) -> Setup {
    let army = |slug: &str| ready::named(slug).unwrap().order_of_battle.clone();
    Setup {
        edition: Edition::First,
        scale: Scale::Fifteen,
        unit: MoveUnit::Millimetres25,
        table: TableSize::default(),
        points: Some(625),
        initiative: None,
        initial: None,
        settings: Settings::default(),
        armies: [army(red), army(blue)],
        start: Start::Book,
    }
}

/// Plays the set-up by lot; what each viewer is told must lead to what he may see.
fn played(setup: &Setup, seed: u64) -> (Rules, State) {
    let (rules, mut state) = Rules::start(setup).unwrap();
    let (mut dice, mut sampler) = (Generator::new(seed), Sampler::new(seed));
    let viewers = [Viewer::Side(Side::Red), Viewer::Side(Side::Blue), Viewer::Public];
    let mut views = viewers.map(|viewer| rules.view(&state, viewer));
    for _ in 0..400 {
        if state.phase != Phase::SetUp {
            return (rules, state);
        }
        let choice = match rules.next(&state) {
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { .. } => {
                let drawn = Drawn::proposed(&rules, &state, &mut sampler);
                drawn.unwrap_or_else(|| panic!("nothing is proposed: {:?}", state.set_up)).choice
            }
            Next::Over(_) => unreachable!("nobody has fought yet"),
        };
        let (after, step) = step(&rules, &state, &choice, &mut dice)
            .unwrap_or_else(|error| panic!("{error:?} for {choice:?}"));
        for (viewer, seen) in viewers.into_iter().zip(&mut views) {
            let mut before = state.clone();
            for event in &step.events {
                if let Some(event) = rules.event_for(&before, event, viewer) {
                    event::apply(seen, &event);
                }
                event::apply(&mut before, event);
            }
            assert_eq!(*seen, rules.view(&after, viewer), "{viewer:?} after {choice:?}");
        }
        state = after;
    }
    panic!("set-up does not end: {:?}", state.set_up)
}

/// FA-SET-01, FA-SET-02, FA-SET-03, FA-SET-04, FA-INIT-01, FA-PLACE-01, FA-PLACE-06, FA-DEP-02, FA-DEP-03,
/// FA-DEP-09, FA-DEP-10, FA-DEP-11, FA-DEP-12,
/// FA-AMB-06, FA-FLANK-01: set-up by lot ends with both armies where they may stand and the loser of the initiative
/// to
/// move, and nobody learns what he may not know.
#[test]
fn set_up_can_be_played_by_lot() {
    let pairs = [
        ("roman-trebia", "carthaginian-trebia"),
        ("english-crecy", "french-crecy"),
        ("hussite", "mongol"),
        ("byzantine", "arab-conquest"),
        ("achaemenid-persian", "alexander"),
    ];
    for (seed, (red, blue)) in (0u64..).zip(pairs) {
        let (rules, state) = played(&setup_of(red, blue), seed);
        assert_eq!((state.phase, state.turn), (Phase::Impact, 1));
        assert_eq!(state.active, state.initiative.other());
        assert!(state.set_up.is_none());
        assert!(state.field.areas.iter().all(|area| area.kind != crate::field::AreaKind::Open));
        let look = Look::new(&rules, &state);
        for id in state.on_table() {
            let group = state.group(id);
            let zone = if group.is_skirmishers() { 15.0 } else { 10.0 };
            let inside = |rect: &Rect| {
                look.is_within_rear(group.side, rect, zone) || look.is_behind_works(group.side, rect)
            };
            assert!(state.rects_of(id).all(inside), "{red} v {blue}: {id}");
        }
        let waiting = state.groups.iter().filter(|group| group.place == Place::Waiting).count();
        assert_eq!(waiting, 0);
        assert!(state.camps.iter().all(Option::is_some));
        // FA-BG-02: every base is still of the group that it began with.
        for (at, base) in state.bases.iter().enumerate() {
            assert_eq!(base.group.index(), at / crate::formation::MOST_BASES);
        }
    }
}

/// FA-INIT-02, FA-INIT-03, FA-INIT-04, FA-INIT-05, FA-ARMY-12: the starter armies' modifiers.
#[test]
fn initiative_has_its_modifiers() {
    let modifiers = |red: &str, blue: &str| {
        let (rules, state) = Rules::start(&setup_of(red, blue)).unwrap();
        Side::BOTH.map(|side| Look::new(&rules, &state).initiative(side).total())
    };
    assert_eq!(modifiers("roman-trebia", "carthaginian-trebia"), [1, 3]);
    assert_eq!(modifiers("english-crecy", "french-crecy"), [1, 0]);
    // 16 cavalry and light horse bases under an inspired commander; 28 bases of horse archers.
    assert_eq!(modifiers("mongol", "parthian")[0], 4);
}

/// FA-INIT-01: equal totals are rolled again.
#[test]
fn equal_dice_are_rolled_again() {
    let (rules, state) = Rules::start(&setup_of("english-crecy", "roman-trebia")).unwrap();
    let roll = |state: &State, faces: &[u8]| {
        let mut tape = aelian_dice::Tape::new(faces).unwrap();
        step(&rules, state, &Choice::Proceed, &mut tape).unwrap().0
    };
    let tied = roll(&state, &[3, 3]);
    assert_eq!(tied.set_up.as_ref().unwrap().step, Step::Initiative);
    let won = roll(&tied, &[5, 3]);
    assert_eq!((won.initiative, won.set_up.as_ref().unwrap().step), (Side::Red, Step::Territory));
}

/// A setup that cannot be played is refused with every fault.
#[test]
fn bad_setups_are_refused() {
    let mut setup = setup_of("roman-trebia", "carthaginian-trebia");
    setup.table.width = f64::NAN;
    setup.points = Some(100);
    let faults = Rules::start(&setup).unwrap_err();
    let rules: Vec<String> = faults.iter().map(|fault| fault.rule.to_string()).collect();
    assert_eq!(rules, ["FA-MEAS-02", "FA-SET-01", "FA-SET-01"]);
}
