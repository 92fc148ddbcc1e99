//! The whole set-up, played at random and by the book's examples; its parts are in the files beside this.

mod battlefield;
mod deployment;
mod middle;

use super::*;
use crate::baseset::BaseId;
use crate::choice::{Laying, Pick, PickKind, Placement};
use crate::field::{Area, AreaKind, Crossing, Road, RoadKind, Size};
use crate::testing::parse_troop;
use aelian_dice::{Generator, Sampler, Tape};
use aelian_game::{Ruleset, StepError, Viewer, step};
use aelian_geometry::{Polygon, Polyline, Vec2};
use aelian_rulebook::RuleId;

fn army(name: &str, troops: &[(&str, u8)]) -> OrderOfBattle {
    let mut bases: Vec<Enlisted> = troops
        .iter()
        .flat_map(|(troop, count)| (0..*count).map(|_| parse_troop(troop)))
        .map(|mut troop| {
            troop.weapon = if troop.kind == TroopType::Bw { Weapon::Bow } else { troop.weapon };
            Enlisted::new(troop)
        })
        .collect();
    bases[0].commander = true;
    OrderOfBattle {
        name: name.to_owned(),
        list: String::new(),
        period: None,
        options: Vec::new(),
        aggression: 2,
        mandatory: vec![PickKind::Area(AreaKind::GentleHill), PickKind::Area(AreaKind::Woods)],
        optional: vec![
            PickKind::Area(AreaKind::Brush),
            PickKind::River,
            PickKind::Road(RoadKind::Unpaved),
            PickKind::Area(AreaKind::BuiltUpArea),
            PickKind::Area(AreaKind::BrushHill),
            PickKind::Area(AreaKind::Gully),
        ],
        bases,
    }
}

fn setup() -> Setup {
    let first = [("Reg HCh(O)", 3), ("Reg Sp(O)", 12), ("Reg Ax(O)", 4), ("Reg Ps(O)", 6), ("Reg LH(O)", 2)];
    let second = [("Irr Cv(O)", 4), ("Irr Wb(O)", 14), ("Irr Bw(O)", 4), ("Irr Ps(O)", 4), ("Irr Cm(O)", 3)];
    Setup {
        scale: Scale::Fifteen,
        table: TableSize { depth: 25.0, width: 40.0 },
        weather: true,
        time_of_day: true,
        budget: 250.0,
        settings: Settings::default(),
        armies: [army("Reds", &first), army("Blues", &second)],
        start: Start::Book,
    }
}

struct Game {
    rules: Rules,
    state: State,
}

impl Game {
    fn new(setup: &Setup) -> Game {
        let (rules, state) = start(setup).unwrap();
        Game { rules, state }
    }

    fn play(&mut self, choice: &Choice, faces: &[u8]) {
        let mut tape = Tape::new(faces).unwrap();
        let (after, _) = step(&self.rules, &self.state, choice, &mut tape)
            .unwrap_or_else(|error| panic!("{choice:?}: {error:?}"));
        assert_eq!(tape.left(), 0);
        self.state = after;
    }

    fn breaches(&self, choice: &Choice) -> Vec<RuleId> {
        self.rules.check(&self.state, choice).breaches.iter().map(|reason| reason.rule).collect()
    }

    fn stage(&self) -> SetUpStage {
        self.state.set_up.as_ref().unwrap().stage
    }

    /// Red invades; both have picked; the pieces are to be laid.
    fn picked(invaded: &[Pick], invader: &[Pick]) -> Game {
        Game::picked_from(&setup(), invaded, invader)
    }

    fn picked_from(setup: &Setup, invaded: &[Pick], invader: &[Pick]) -> Game {
        let mut game = Game::new(setup);
        game.play(&Choice::Proceed, &[6, 1]);
        let set_up = game.state.set_up.as_mut().unwrap();
        set_up.picks = [invader.to_vec(), invaded.to_vec()];
        set_up.stage = SetUpStage::Lay;
        game
    }

    /// The piece is named, and these faces fall for it.
    fn name(&mut self, piece: u8, edge: Option<TableEdge>, faces: &[u8]) {
        self.play(&Choice::NameSide { piece, edge }, faces);
    }

    fn lay(&mut self, outline: Polygon, crest: &[Vec2]) -> Vec<RuleId> {
        self.breaches(&area_choice(&outline, crest))
    }
}

fn area_choice(outline: &Polygon, crest: &[Vec2]) -> Choice {
    Choice::Lay(Laying::Area { outline: outline.points().to_vec(), crest: crest.to_vec() })
}

fn area(kind: AreaKind, size: Size) -> Pick {
    Pick { what: PickKind::Area(kind), size }
}

fn oval(x: f64, y: f64, length: f64, width: f64) -> Polygon {
    Polygon::rounded(Vec2::new(x, y), length, width, aelian_geometry::degrees(90.0), &[])
}

/// BB-SET-01, BB-SET-10, BB-DEP-01, BB-DEP-07, BB-DEP-08, BB-MOR-06: the whole set-up at random, in order;
/// what is proposed is legal, and each viewer who hears only what he may keeps the right view (BB-BUSH-13).
#[test]
fn random_set_ups_end_in_battle() {
    for seed in 0..24 {
        let mut setup = setup();
        if seed % 3 == 0 {
            setup.armies[1].mandatory = vec![PickKind::Area(AreaKind::Waterway), PickKind::River];
            setup.armies[0].mandatory = vec![PickKind::Area(AreaKind::Lake), PickKind::Road(RoadKind::Paved)];
            setup.armies[1].optional.retain(|kind| *kind != PickKind::River);
        }
        let (rules, mut state) = start(&setup).unwrap();
        let mut dice = Generator::new(seed);
        let mut sampler = Sampler::new(seed);
        let viewers = [Viewer::Side(Side::Red), Viewer::Side(Side::Blue), Viewer::Public];
        let mut views = viewers.map(|viewer| rules.view(&state, viewer));
        for number in 0.. {
            assert!(number < 200, "set-up does not end");
            if state.stage != Stage::SetUp && state.pending.is_empty() {
                break;
            }
            let choice = if state.stage == Stage::SetUp {
                match rules.next(&state) {
                    Next::Forced(choice) | Next::Only { choice, .. } => choice,
                    Next::Ask { .. } => {
                        let mut proposals = Vec::new();
                        let want = if number % 5 == 0 { Want::All } else { Want::Sample(3, &mut sampler) };
                        rules.propose(&state, want, &mut proposals);
                        assert!(!proposals.is_empty(), "{:?}", state.set_up);
                        for choice in &proposals {
                            let verdict = rules.check(&state, choice);
                            assert!(verdict.is_legal(), "{choice:?}: {:?}", verdict.breaches);
                        }
                        proposals.swap_remove(sampler.below(proposals.len() as u32) as usize)
                    }
                    Next::Over(_) => panic!("over in set-up"),
                }
            } else {
                break;
            };
            let mut before = state.clone();
            let (after, done) = step(&rules, &state, &choice, &mut dice).unwrap();
            for event in &done.events {
                for (view, viewer) in views.iter_mut().zip(viewers) {
                    if let Some(event) = rules.event_for(&before, event, viewer) {
                        Rules::apply(view, &event);
                    }
                }
                Rules::apply(&mut before, event);
                for (view, viewer) in views.iter().zip(viewers) {
                    assert_eq!(view, &rules.view(&before, viewer), "{viewer:?} after {event:?}");
                }
            }
            state = after;
        }
        let waits = |base: &&Base| base.place == Place::Waiting;
        assert_eq!(state.bases.iter().filter(waits).count(), 0);
        assert_eq!(state.set_up, None);
        assert!(state.armies.iter().all(|army| army.reference > 60));
        assert_eq!(state.active, state.moves_first);
        assert_eq!(state.round, 1);
    }
}

/// BB-TBL-01 to BB-TBL-06, BB-CIC-01, BB-ARM-04, BB-SET-13: every fault of a setup is told at once.
#[test]
fn all_faults_of_a_setup_at_once() {
    let mut wrong = setup();
    wrong.table = TableSize { depth: 36.0, width: f64::NAN };
    wrong.armies[0].bases[0].commander = false;
    wrong.armies[1].aggression = 5;
    wrong.armies[1].mandatory.clear();
    let faults: Vec<RuleId> = start(&wrong).unwrap_err().iter().map(|fault| fault.rule).collect();
    assert_eq!(
        faults,
        [rule!("BB-TBL-05"), rule!("BB-TBL-05"), rule!("BB-CIC-01"), rule!("BB-ARM-04"), rule!("BB-SET-13")]
    );
    for (depth, width) in [(35.0, 50.0), (30.0, 30.0), (25.0, 40.0), (20.0, 30.0)] {
        assert!(start(&Setup { table: TableSize { depth, width }, ..setup() }).is_ok());
    }
}

/// BB-SET-02, BB-SET-03, AMB-126: the higher total invades; a tie is rolled again.
#[test]
fn the_invader_roll() {
    let mut setup = setup();
    setup.armies[1].aggression = 4;
    let mut game = Game::new(&setup);
    game.play(&Choice::Proceed, &[5, 3]);
    assert_eq!(game.stage(), SetUpStage::Invader, "5 + 2 = 3 + 4");
    game.play(&Choice::Proceed, &[5, 4]);
    assert_eq!(game.state.invader, Side::Blue);
    assert_eq!(game.stage(), SetUpStage::Pick(Side::Red));
}

/// BB-SET-11, BB-SET-12, BB-SET-13, BB-SET-14, BB-SET-15, BB-SET-16, BB-TER-09, BB-TER-12: what may be
/// picked.
#[test]
fn limits_of_the_pick() {
    use AreaKind::*;
    use Size::*;
    let mut game = Game::new(&setup());
    game.play(&Choice::Proceed, &[6, 1]);
    let homeland = &mut game.state.set_up.as_mut().unwrap().homelands[1];
    homeland.optional.push(PickKind::Area(RockyHill));
    let road = Pick { what: PickKind::Road(RoadKind::Unpaved), size: Medium };
    let river = |size| Pick { what: PickKind::River, size };
    let breaches = |game: &Game, picks: &[Pick]| game.breaches(&Choice::PickTerrain(picks.to_vec()));
    let base = [area(GentleHill, Small), area(Woods, Small)];
    let with = |more: &[Pick]| [&base[..], more].concat();
    assert_eq!(breaches(&game, &base), []);
    assert_eq!(breaches(&game, &with(&[road, river(Medium)])), []);
    assert_eq!(breaches(&game, &with(&[river(Large), area(BrushHill, Medium)])), []);
    assert_eq!(breaches(&game, &with(&[area(RockyHill, Medium)])), [rule!("BB-TER-12")]);
    assert_eq!(breaches(&game, &with(&[area(Marsh, Medium)])), [rule!("BB-SET-13")]);
    assert_eq!(breaches(&game, &with(&[river(Small)])), [rule!("BB-TER-09")]);
    assert_eq!(breaches(&game, &base[..1]), [rule!("BB-SET-13"), rule!("BB-SET-13")]);
    let three = with(&[road, river(Large), area(Brush, Medium)]);
    assert_eq!(breaches(&game, &three), [rule!("BB-SET-14")]);
    let four_small = with(&[area(Brush, Small), area(Gully, Small)]);
    assert_eq!(breaches(&game, &four_small), [rule!("BB-SET-11")]);
    let thrice = with(&[area(Woods, Medium), area(Woods, Large)]);
    assert_eq!(breaches(&game, &thrice), [rule!("BB-SET-13")]);
    game.play(&Choice::PickTerrain(base.to_vec()), &[]);
    assert_eq!(game.stage(), SetUpStage::Pick(Side::Red));
    assert_eq!(breaches(&game, &[]), [rule!("BB-SET-16")]);
    assert_eq!(breaches(&game, &base), [rule!("BB-SET-16")]);
    assert_eq!(breaches(&game, &[area(Woods, Large), road, area(Brush, Small)]), []);
    // BB-SET-12: a road and a river are two medium pieces, a large river is a large one.
    assert_eq!(breaches(&game, &[road, river(Medium), area(Brush, Medium)]), [rule!("BB-SET-11")]);
    assert_eq!(breaches(&game, &[road, river(Large), area(Brush, Medium)]), []);
    assert_eq!(breaches(&game, &[river(Large), area(Brush, Large)]), [rule!("BB-SET-11")]);
    assert_eq!(game.state.set_up.as_ref().unwrap().picks[1], base, "shown to the invader: BB-SET-15");
}

/// BB-SET-20, BB-SET-21, BB-SET-22: the order of laying.
#[test]
fn the_order_of_laying() {
    use AreaKind::*;
    use Size::Small;
    let mut lands = setup();
    lands.armies[1].mandatory = vec![PickKind::Area(Woods), PickKind::Area(Lake)];
    let mut game = Game::picked_from(
        &lands,
        &[area(Brush, Small), area(Woods, Small), area(Lake, Small)],
        &[area(Gully, Small), area(Woods, Small)],
    );
    let asked = |game: &Game| match game.rules.next(&game.state) {
        Next::Ask { side, prompt: Prompt::NameSide { pieces } } => (side, pieces[0].1.what),
        other => panic!("{other:?}"),
    };
    let expected = [
        (Side::Blue, PickKind::Area(Lake)),
        (Side::Blue, PickKind::Area(Woods)),
        (Side::Red, PickKind::Area(Woods)),
        (Side::Red, PickKind::Area(Gully)),
        (Side::Blue, PickKind::Area(Brush)),
    ];
    let mut dice = Generator::new(3);
    for wanted in expected {
        assert_eq!(asked(&game), wanted);
        for _ in 0..2 {
            let mut proposals = Vec::new();
            game.rules.propose(&game.state, Want::All, &mut proposals);
            let (after, _) = step(&game.rules, &game.state, &proposals[0], &mut dice).unwrap();
            game.state = after;
        }
    }
    assert_eq!(game.stage(), SetUpStage::Weather);
}

/// BB-SET-01: what is not asked is refused, in every step.
#[test]
fn nothing_else_is_answered() {
    let game = Game::new(&setup());
    for choice in [
        Choice::EndMoves,
        Choice::Deploy(Vec::new()),
        Choice::Discard,
        Choice::Lay(Laying::Road { line: Vec::new(), crossing: None }),
        Choice::NameSide { piece: 200, edge: None },
        Choice::PickTerrain(Vec::new()),
    ] {
        assert_eq!(game.breaches(&choice), [rule!("BB-SET-01")]);
        let mut tape = Tape::new(Vec::new()).unwrap();
        assert!(matches!(step(&game.rules, &game.state, &choice, &mut tape), Err(StepError::Refused(_))));
    }
}
