//! The whole set-up, played at random and by the book's examples.

use super::*;
use crate::baseset::BaseId;
use crate::choice::{Laying, Pick, PickKind, Placement};
use crate::field::{Area, AreaKind, Crossing, Road, RoadKind, Size};
use crate::testing::parse_troop;
use aelian_dice::{Generator, Sampler, Tape};
use aelian_game::{Ruleset, StepError, Viewer, step};
use aelian_geometry::{Polygon, Polyline, Vec2};

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
                    Next::Forced(choice) => choice,
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

/// BB-SET-11 to BB-SET-16, BB-TER-09, BB-TER-12: what may be picked.
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
    assert_eq!(game.state.set_up.as_ref().unwrap().picks[1], base, "shown to the invader: BB-SET-15");
}

/// BB-SET-20 to BB-SET-22: the order of laying.
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

/// EX-04: BB-TER-05 to BB-TER-08, BB-SET-56: size classes by length and width.
#[test]
fn sizes_of_area_features() {
    let mut game = Game::picked(&[area(AreaKind::Woods, Size::Small)], &[]);
    game.name(0, Some(TableEdge::South), &[1]);
    let at = |length, width| oval(600.0, 200.0, length, width);
    assert_eq!(game.lay(at(92.0, 90.0), &[]), []);
    assert_eq!(game.lay(at(149.0, 100.0), &[]), []);
    assert_eq!(game.lay(at(150.0, 100.0), &[]), [rule!("BB-TER-07")]);
    assert_eq!(game.lay(at(89.0, 88.0), &[]), [rule!("BB-TER-06"), rule!("BB-TER-06")]);
    assert_eq!(game.lay(at(120.0, 80.0), &[]), [rule!("BB-TER-06")]);
    let square = Polygon::from_box(Vec2::new(560.0, 150.0), Vec2::new(640.0, 230.0));
    assert!(game.lay(square, &[]).contains(&rule!("BB-TER-08")));
}

/// BB-TER-10, BB-GEO-10, BB-TBL-01: rounded outlines, on the table, crests for hills only; and absurd
/// outlines are refused, not crashed on.
#[test]
fn outlines_and_crests() {
    let mut game =
        Game::picked(&[area(AreaKind::GentleHill, Size::Small), area(AreaKind::Woods, Size::Small)], &[]);
    game.name(0, Some(TableEdge::South), &[1]);
    let hill = oval(600.0, 200.0, 120.0, 100.0);
    assert_eq!(game.lay(hill.clone(), &[Vec2::new(600.0, 200.0)]), []);
    assert_eq!(game.lay(hill.clone(), &[]), [rule!("BB-GEO-10")]);
    assert_eq!(game.lay(hill.clone(), &[Vec2::new(900.0, 200.0)]), [rule!("BB-GEO-10")]);
    assert_eq!(game.lay(hill, &[Vec2::new(f64::NAN, 200.0)]), [rule!("BB-GEO-10")]);
    let rect = Polygon::from_box(Vec2::new(550.0, 150.0), Vec2::new(650.0, 245.0));
    assert!(game.lay(rect, &[Vec2::new(600.0, 200.0)]).contains(&rule!("BB-TER-10")));
    for points in [vec![], vec![Vec2::ZERO; 3], vec![Vec2::splat(f64::NAN); 4], vec![Vec2::ONE; 500]] {
        let choice = Choice::Lay(Laying::Area { outline: points, crest: Vec::new() });
        assert_eq!(game.breaches(&choice), [rule!("BB-TER-10")]);
    }
    assert!(game.lay(oval(-50.0, 200.0, 120.0, 100.0), &[]).contains(&rule!("BB-TBL-01")));
    let river = Choice::Lay(Laying::River { line: Vec::new(), widths: Vec::new() });
    assert_eq!(game.breaches(&river), [rule!("BB-SET-20")]);
}

/// BB-SET-50, BB-SET-51, BB-SET-55: distances and overlaps of area features.
#[test]
fn area_features_keep_apart() {
    let town = area(AreaKind::BuiltUpArea, Size::Small);
    let mut game = Game::picked(
        &[area(AreaKind::GentleHill, Size::Medium), area(AreaKind::Woods, Size::Small)],
        &[town],
    );
    game.name(0, Some(TableEdge::South), &[1]);
    let hill = oval(600.0, 150.0, 200.0, 150.0);
    game.play(&area_choice(&hill, &[Vec2::new(600.0, 150.0)]), &[]);
    game.name(0, Some(TableEdge::South), &[1]);
    let wood = |x| oval(x, 150.0, 100.0, 95.0);
    assert_eq!(game.lay(wood(790.0), &[]), []);
    assert_eq!(game.lay(wood(789.0), &[]), [rule!("BB-SET-50")]);
    assert_eq!(game.lay(wood(700.0), &[]), [rule!("BB-SET-51")]);
    assert_eq!(game.lay(oval(900.0, 80.0, 100.0, 95.0), &[]), [rule!("BB-SET-50")]);
    game.play(&area_choice(&wood(850.0), &[]), &[]);
    game.name(0, Some(TableEdge::South), &[1]);
    assert_eq!(game.lay(oval(600.0, 150.0, 100.0, 95.0), &[]), [], "a BUA wholly on a hill");
    assert_eq!(game.lay(oval(520.0, 150.0, 100.0, 95.0), &[]), [], "a BUA partly on a hill");
    assert_eq!(game.lay(oval(440.0, 150.0, 100.0, 95.0), &[]), [rule!("BB-SET-50")], "a BUA beside it");
}

/// BB-SET-52, BB-SET-53, AMB-72: marks clockwise from the preferred side, and the piece nearest to it.
#[test]
fn the_placement_roll() {
    use TableEdge::*;
    for (die, nearest) in [(1, South), (3, South), (4, West), (5, North), (6, East)] {
        let mut game = Game::picked(&[area(AreaKind::Woods, Size::Small)], &[]);
        game.name(0, Some(South), &[die]);
        assert_eq!(game.state.set_up.as_ref().unwrap().named.unwrap().nearest, Some(nearest));
        let (width, depth) = (game.state.field.width, game.state.field.depth);
        let places = [
            (South, 600.0, 150.0),
            (West, 150.0, 400.0),
            (North, 600.0, depth - 150.0),
            (East, width - 150.0, 400.0),
        ];
        for (edge, x, y) in places {
            let expected = if edge == nearest { vec![] } else { vec![rule!("BB-SET-53")] };
            assert_eq!(game.lay(oval(x, y, 100.0, 95.0), &[]), expected, "{edge:?} for {nearest:?}");
        }
    }
    let game = Game::picked(&[area(AreaKind::Woods, Size::Small)], &[]);
    assert_eq!(game.breaches(&Choice::NameSide { piece: 0, edge: None }), [rule!("BB-SET-52")]);
    assert_eq!(game.breaches(&Choice::NameSide { piece: 9, edge: Some(South) }), [rule!("BB-SET-20")]);
}

fn shore_game(kind: AreaKind, next: &[Pick]) -> Game {
    let mut lands = setup();
    lands.armies[1].mandatory = vec![PickKind::Area(kind), PickKind::Area(AreaKind::GentleHill)];
    let picks = [&[area(kind, Size::Large)], next].concat();
    let mut game = Game::picked_from(&lands, &picks, &[]);
    game.name(0, Some(TableEdge::West), &[]);
    game
}

fn shore(reaches: &[f64], depth: f64) -> Choice {
    let last = reaches.len() as f64 - 1.0;
    let mut outline = vec![Vec2::new(0.0, depth), Vec2::ZERO];
    outline.extend(reaches.iter().enumerate().map(|(at, reach)| Vec2::new(*reach, depth * at as f64 / last)));
    Choice::Lay(Laying::Area { outline, crest: Vec::new() })
}

/// BB-SET-30, BB-SET-30b, BB-SET-31, BB-WAT-01: water along a whole short edge, 1 to 3 MU deep.
#[test]
fn water_lies_against_a_short_edge() {
    for kind in [AreaKind::Waterway, AreaKind::Lake] {
        let game = shore_game(kind, &[]);
        assert_eq!(game.breaches(&shore(&[30.0, 90.0, 60.0], 750.0)), []);
        assert_eq!(game.breaches(&shore(&[29.0, 91.0], 750.0)), [rule!("BB-SET-31"), rule!("BB-SET-31")]);
        assert_eq!(game.breaches(&shore(&[50.0, 50.0], 700.0)), [rule!("BB-SET-30"), rule!("BB-SET-31")]);
    }
    let mut lands = setup();
    lands.armies[1].optional = vec![PickKind::Area(AreaKind::Lake)];
    let game = Game::picked_from(&lands, &[area(AreaKind::Lake, Size::Large)], &[]);
    assert_eq!(
        game.breaches(&Choice::NameSide { piece: 0, edge: Some(TableEdge::North) }),
        [rule!("BB-SET-30")]
    );
    assert_eq!(game.breaches(&Choice::NameSide { piece: 0, edge: Some(TableEdge::East) }), []);
}

/// BB-SET-30c, BB-SET-54, BB-SET-51, BB-WAT-03: features at a shore, promontories and islands.
#[test]
fn features_at_the_water() {
    let mut game = shore_game(
        AreaKind::Waterway,
        &[area(AreaKind::GentleHill, Size::Small), area(AreaKind::Woods, Size::Small)],
    );
    game.play(&shore(&[80.0, 80.0], 750.0), &[]);
    game.name(0, Some(TableEdge::West), &[1]);
    let hill = |x: f64| oval(x, 400.0, 120.0, 100.0);
    let top = |x: f64| [Vec2::new(x, 400.0)];
    assert_eq!(game.lay(hill(190.0), &top(190.0)), [], "40 mm and more from the shore: BB-SET-54");
    assert_eq!(game.lay(hill(175.0), &top(175.0)), [rule!("BB-SET-50")]);
    assert_eq!(game.lay(hill(110.0), &top(110.0)), [], "a promontory");
    assert_eq!(
        game.lay(hill(139.0), &top(139.0)),
        [rule!("BB-WAT-03")],
        "joined over too little of the shore"
    );
    assert_eq!(game.lay(hill(90.0), &top(90.0)), [rule!("BB-SET-50")], "too near to the table edge");
    game.play(&area_choice(&hill(190.0), &top(190.0)), &[]);
    game.name(0, Some(TableEdge::West), &[1]);
    let wood = |y: f64| oval(165.0, y, 95.0, 91.0);
    assert_eq!(game.lay(wood(550.0), &[]), [rule!("BB-SET-50")], "37 mm from the shore: BB-SET-30c");
    assert_eq!(game.lay(oval(120.0, 600.0, 95.0, 91.0), &[]), [rule!("BB-SET-51")], "no wood on water");
}

/// BB-WAT-03: an island keeps a base width from the shore.
#[test]
fn islands_keep_off_the_shore() {
    for (x, expected) in [(140.0, vec![]), (155.0, vec![rule!("BB-WAT-03")])] {
        let mut game = Game::picked(&[area(AreaKind::GentleHill, Size::Small)], &[]);
        let outline = Polygon::from_box(Vec2::ZERO, Vec2::new(245.0, 750.0));
        let water =
            Area { kind: AreaKind::Waterway, size: Size::Large, outline, crest: vec![], laid_by: None };
        game.state.field = Arc::new(game.state.field.with(Piece::Area(water)));
        game.name(0, Some(TableEdge::West), &[1]);
        assert_eq!(game.lay(oval(x, 400.0, 120.0, 100.0), &[Vec2::new(x, 400.0)]), expected);
    }
}

fn river_choice(line: &[(f64, f64)], width: f64) -> Choice {
    let line: Vec<Vec2> = line.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
    Choice::Lay(Laying::River { widths: vec![width; line.len()], line })
}

/// BB-SET-32, BB-SET-34, BB-RIV-02, BB-TER-09, AMB-73, AMB-78: rivers between the long edges.
#[test]
fn rivers_keep_to_their_band() {
    let river = |size| Pick { what: PickKind::River, size };
    let mut game = Game::picked(&[river(Size::Medium)], &[]);
    assert_eq!(
        game.breaches(&Choice::NameSide { piece: 0, edge: Some(TableEdge::South) }),
        [rule!("BB-SET-34")]
    );
    game.name(0, Some(TableEdge::East), &[5, 2]);
    let band = match game.rules.next(&game.state) {
        Next::Ask { prompt: Prompt::Lay { band, .. }, .. } => band,
        other => panic!("{other:?}"),
    };
    assert_eq!(band, Some((1050.0, 1140.0)));
    let ok = |x: f64| [(x, 0.0), (1060.0, 300.0), (x, 750.0)];
    assert_eq!(game.breaches(&river_choice(&ok(1140.0), 30.0)), []);
    assert_eq!(game.breaches(&river_choice(&ok(1141.0), 30.0)), [rule!("BB-SET-34"), rule!("BB-SET-34")]);
    assert_eq!(game.breaches(&river_choice(&ok(1100.0), 31.0)), [rule!("BB-TER-09")]);
    assert_eq!(game.breaches(&river_choice(&ok(1100.0), 14.0)), [rule!("BB-RIV-02")]);
    assert_eq!(game.breaches(&river_choice(&[(1100.0, 0.0), (1100.0, 700.0)], 30.0)), [rule!("BB-SET-32")]);
    let mut large = Game::picked(&[river(Size::Large)], &[]);
    large.name(0, Some(TableEdge::West), &[4, 4]);
    assert_eq!(large.breaches(&river_choice(&[(120.0, 0.0), (120.0, 750.0)], 60.0)), []);
    assert_eq!(large.breaches(&river_choice(&[(140.0, 0.0), (100.0, 750.0)], 60.0)), []);
    assert_eq!(large.breaches(&river_choice(&[(160.0, 0.0), (120.0, 750.0)], 60.0)), [rule!("BB-SET-34")]);
    assert_eq!(large.breaches(&river_choice(&[(120.0, 0.0), (120.0, 750.0)], 61.0)), [rule!("BB-RIV-02")]);
    assert_eq!(large.breaches(&river_choice(&[(120.0, 0.0), (120.0, 750.0)], 30.0)), [rule!("BB-TER-09")]);
}

/// BB-SET-33: with a WW the river flows into it from the opposite edge.
#[test]
fn rivers_flow_into_a_waterway() {
    let mut game = shore_game(AreaKind::Waterway, &[Pick { what: PickKind::River, size: Size::Medium }]);
    game.play(&shore(&[60.0, 60.0], 750.0), &[]);
    game.name(0, Some(TableEdge::South), &[6, 3]);
    assert_eq!(game.breaches(&river_choice(&[(1200.0, 100.0), (50.0, 150.0)], 30.0)), []);
    assert_eq!(game.breaches(&river_choice(&[(1200.0, 100.0), (70.0, 150.0)], 30.0)), [rule!("BB-SET-33")]);
    assert!(
        game.breaches(&river_choice(&[(100.0, 0.0), (100.0, 750.0)], 30.0)).contains(&rule!("BB-SET-33"))
    );
}

/// BB-SET-57, AMB-129: rivers and area features do not overlap.
#[test]
fn rivers_and_areas_do_not_overlap() {
    let river = Pick { what: PickKind::River, size: Size::Medium };
    let mut game = Game::picked(&[area(AreaKind::Woods, Size::Small)], &[river]);
    game.name(0, Some(TableEdge::West), &[1]);
    game.play(&area_choice(&oval(120.0, 400.0, 100.0, 95.0), &[]), &[]);
    game.name(0, Some(TableEdge::West), &[1, 6]);
    assert_eq!(game.breaches(&river_choice(&[(120.0, 0.0), (120.0, 750.0)], 20.0)), [rule!("BB-SET-57")]);
    assert_eq!(game.breaches(&river_choice(&[(50.0, 0.0), (50.0, 750.0)], 20.0)), []);
    let mut other = Game::picked(&[area(AreaKind::Woods, Size::Small)], &[]);
    let laid = Game::picked(&[river], &[]);
    drop(laid);
    let course = aelian_geometry::Course::new(
        Polyline::new(vec![Vec2::new(150.0, 0.0), Vec2::new(150.0, 750.0)]).unwrap(),
        20.0,
    );
    let piece = Piece::River(crate::field::River { course: course.unwrap(), laid_by: None });
    other.state.field = Arc::new(other.state.field.with(piece));
    other.name(0, Some(TableEdge::West), &[1]);
    assert_eq!(other.lay(oval(150.0, 400.0, 100.0, 95.0), &[]), [rule!("BB-SET-57")]);
    assert_eq!(other.lay(oval(215.0, 400.0, 100.0, 95.0), &[]), []);
}

fn road_game(kind: RoadKind, pieces: &[Piece]) -> Game {
    let mut game = Game::picked(&[Pick { what: PickKind::Road(kind), size: Size::Medium }], &[]);
    for piece in pieces {
        game.state.field = Arc::new(game.state.field.with(piece.clone()));
    }
    assert_eq!(game.rules.next(&game.state), Next::Forced(Choice::NameSide { piece: 0, edge: None }));
    game.name(0, None, &[]);
    game
}

fn road_choice(line: &[(f64, f64)], crossing: Option<Crossing>) -> Choice {
    Choice::Lay(Laying::Road { line: line.iter().map(|(x, y)| Vec2::new(*x, *y)).collect(), crossing })
}

fn road_piece(line: &[(f64, f64)], crossing: Option<Crossing>) -> Piece {
    let line = Polyline::new(line.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()).unwrap();
    Piece::Road(Road { kind: RoadKind::Unpaved, line, crossing, laid_by: None })
}

fn river_piece(line: &[(f64, f64)]) -> Piece {
    let line = Polyline::new(line.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()).unwrap();
    let course = aelian_geometry::Course::new(line, 30.0).unwrap();
    Piece::River(crate::field::River { course, laid_by: None })
}

/// BB-SET-35, BB-SET-37, BB-SET-40, BB-ROAD-01: what a road joins, and how it bends.
#[test]
fn roads_join_edges_and_roads() {
    let game = road_game(RoadKind::Unpaved, &[]);
    assert_eq!(game.breaches(&road_choice(&[(300.0, 0.0), (500.0, 300.0), (400.0, 750.0)], None)), []);
    assert_eq!(game.breaches(&road_choice(&[(0.0, 300.0), (1200.0, 500.0)], None)), []);
    assert_eq!(game.breaches(&road_choice(&[(0.0, 300.0), (300.0, 750.0)], None)), [rule!("BB-SET-35")]);
    assert_eq!(game.breaches(&road_choice(&[(0.0, 300.0), (300.0, 400.0)], None)), [rule!("BB-SET-35")]);
    let sharp = [(300.0, 0.0), (300.0, 400.0), (310.0, 100.0), (400.0, 750.0)];
    assert!(game.breaches(&road_choice(&sharp, None)).contains(&rule!("BB-ROAD-01")));
    assert_eq!(game.breaches(&road_choice(&[(1.0, 1.0)], None)), [rule!("BB-SET-40")]);
    let paved = road_game(RoadKind::Paved, &[]);
    let bends = [(300.0, 0.0), (300.0, 300.0), (340.0, 400.0), (340.0, 750.0)];
    assert_eq!(paved.breaches(&road_choice(&bends, None)), [rule!("BB-ROAD-01")]);
    assert_eq!(paved.breaches(&road_choice(&[(300.0, 0.0), (300.0, 300.0), (400.0, 750.0)], None)), []);
    assert_eq!(game.breaches(&road_choice(&bends, None)), []);
    let second = road_game(RoadKind::Unpaved, &[road_piece(&[(600.0, 0.0), (600.0, 750.0)], None)]);
    assert_eq!(second.breaches(&road_choice(&[(600.0, 300.0), (1200.0, 300.0)], None)), []);
    assert_eq!(second.breaches(&road_choice(&[(300.0, 0.0), (300.0, 750.0)], None)), [rule!("BB-SET-37"); 2]);
    assert_eq!(second.breaches(&road_choice(&[(600.0, 300.0), (900.0, 0.0)], None)), [rule!("BB-SET-37")]);
}

/// EX-08: BB-ROAD-03, BB-ROAD-04, BB-SET-39: over a river once, at right angles, by bridge or ford.
#[test]
fn roads_cross_rivers_at_right_angles() {
    let river = river_piece(&[(600.0, 0.0), (600.0, 750.0)]);
    let game = road_game(RoadKind::Unpaved, std::slice::from_ref(&river));
    let straight = [(0.0, 300.0), (1200.0, 300.0)];
    assert_eq!(game.breaches(&road_choice(&straight, Some(Crossing::Bridge))), []);
    assert_eq!(game.breaches(&road_choice(&straight, Some(Crossing::Ford))), []);
    assert_eq!(game.breaches(&road_choice(&straight, None)), [rule!("BB-ROAD-04")]);
    assert_eq!(
        game.breaches(&road_choice(&[(0.0, 300.0), (1200.0, 600.0)], Some(Crossing::Ford))),
        [rule!("BB-ROAD-04")]
    );
    let twice =
        [(0.0, 300.0), (700.0, 300.0), (700.0, 400.0), (500.0, 400.0), (500.0, 500.0), (1200.0, 500.0)];
    assert_eq!(game.breaches(&road_choice(&twice, Some(Crossing::Ford))), [rule!("BB-ROAD-03")]);
    let crossed = road_piece(&[(0.0, 100.0), (1200.0, 100.0)], Some(Crossing::Ford));
    let other =
        road_game(RoadKind::Unpaved, &[river, crossed, road_piece(&[(900.0, 100.0), (900.0, 750.0)], None)]);
    let branch = [(900.0, 300.0), (500.0, 300.0), (500.0, 0.0)];
    assert_eq!(other.breaches(&road_choice(&branch, Some(Crossing::Ford))), [rule!("BB-ROAD-03")]);
}

/// BB-ROAD-03, BB-ROAD-04: a river laid over a road keeps the same rules.
#[test]
fn rivers_cross_roads_at_right_angles() {
    let mut game = Game::picked(&[Pick { what: PickKind::River, size: Size::Medium }], &[]);
    let road = road_piece(&[(0.0, 300.0), (1200.0, 300.0)], None);
    game.state.field = Arc::new(game.state.field.with(road));
    game.name(0, Some(TableEdge::West), &[2, 6]);
    assert_eq!(game.breaches(&river_choice(&[(100.0, 0.0), (100.0, 750.0)], 30.0)), []);
    assert_eq!(game.breaches(&river_choice(&[(80.0, 0.0), (150.0, 750.0)], 30.0)), [rule!("BB-ROAD-04")]);
}

/// BB-SET-36, BB-WAT-05: no road ends in a WW or runs through it; it may end at a BUA that touches it.
#[test]
fn roads_and_waterways() {
    let outline = Polygon::from_box(Vec2::ZERO, Vec2::new(60.0, 750.0));
    let water = Piece::Area(Area {
        kind: AreaKind::Waterway,
        size: Size::Large,
        outline,
        crest: vec![],
        laid_by: None,
    });
    let game = road_game(RoadKind::Unpaved, std::slice::from_ref(&water));
    let into = game.breaches(&road_choice(&[(0.0, 300.0), (1200.0, 300.0)], None));
    assert!(into.contains(&rule!("BB-SET-36")) && into.contains(&rule!("BB-WAT-05")));
    let through = road_choice(&[(300.0, 0.0), (30.0, 400.0), (300.0, 750.0)], None);
    assert_eq!(game.breaches(&through), [rule!("BB-WAT-05")]);
    let outline = Polygon::from_box(Vec2::new(60.0, 250.0), Vec2::new(170.0, 350.0));
    let town = Piece::Area(Area {
        kind: AreaKind::BuiltUpArea,
        size: Size::Small,
        outline,
        crest: vec![],
        laid_by: None,
    });
    let port = road_game(RoadKind::Unpaved, &[water, town]);
    assert_eq!(port.breaches(&road_choice(&[(170.0, 300.0), (1200.0, 300.0)], None)), []);
    assert_eq!(port.breaches(&road_choice(&[(200.0, 300.0), (1200.0, 300.0)], None)), [rule!("BB-SET-35")]);
}

/// EX-09: BB-ROAD-11, BB-SET-38: a road across features is legal, with advice where a base would be in two
/// goings.
#[test]
fn roads_beside_woods_bring_advice() {
    let wood = |x: f64| {
        let outline = oval(x, 400.0, 200.0, 150.0);
        Piece::Area(Area { kind: AreaKind::Woods, size: Size::Medium, outline, crest: vec![], laid_by: None })
    };
    // Through the middle of the wood both sides are alike.
    for (x, advised) in [(300.0, false), (300.0 + 100.0 + 15.0, true), (700.0, false)] {
        let game = road_game(RoadKind::Unpaved, &[wood(x)]);
        let verdict = game.rules.check(&game.state, &road_choice(&[(300.0, 0.0), (300.0, 750.0)], None));
        assert!(verdict.is_legal());
        assert_eq!(
            verdict.consequences.iter().any(|reason| reason.rule == rule!("BB-ROAD-11")),
            advised,
            "{x}"
        );
    }
}

/// BB-SET-23: a piece is discarded only if it has no legal place.
#[test]
fn discarding() {
    let mut game = Game::picked(&[area(AreaKind::Woods, Size::Large)], &[]);
    game.name(0, Some(TableEdge::South), &[1]);
    assert_eq!(game.breaches(&Choice::Discard), [rule!("BB-SET-23")]);
    for x in [200.0, 500.0, 800.0, 1050.0] {
        let outline = oval(x, 230.0, 190.0, 180.0);
        let wood = Area { kind: AreaKind::Woods, size: Size::Medium, outline, crest: vec![], laid_by: None };
        game.state.field = Arc::new(game.state.field.with(Piece::Area(wood)));
    }
    assert_eq!(game.breaches(&Choice::Discard), []);
    let mut proposals = Vec::new();
    game.rules.propose(&game.state, Want::All, &mut proposals);
    assert_eq!(proposals, [Choice::Discard]);
    game.play(&Choice::Discard, &[]);
    assert_eq!(game.stage(), SetUpStage::Weather);
}

/// A setup with a given field in which Red invades.
fn given(pieces: Vec<Piece>) -> Setup {
    Setup {
        weather: false,
        time_of_day: false,
        start: Start::Field { pieces, invader: Some(Side::Red) },
        ..setup()
    }
}

/// BB-WEA-02, BB-WEA-03, BB-WEA-08, BB-TIM-01: the dice for weather and time.
#[test]
fn weather_and_time_dice() {
    let mut start = given(Vec::new());
    start.weather = true;
    start.time_of_day = true;
    for (faces, rain, wind) in [
        (&[1u8, 2][..], true, None),
        (&[5, 6, 5], false, Some(Facing::LEFT)),
        (&[6, 6, 2], false, Some(Facing::RIGHT)),
        (&[2, 2], false, None),
        (&[4, 6], false, None),
    ] {
        let mut game = Game::new(&start);
        assert_eq!(game.stage(), SetUpStage::Weather);
        game.play(&Choice::Proceed, faces);
        assert_eq!((game.state.weather.rain_risk, game.state.weather.wind), (rain, wind));
        game.play(&Choice::Proceed, &[3, 4]);
        assert_eq!(game.state.time.day_rounds, Some(7));
        assert_eq!(game.stage(), SetUpStage::Baggage(Side::Blue));
    }
    start.settings.rounds_before_dusk = RoundsBeforeDusk::OneDie;
    let mut game = Game::new(&start);
    game.play(&Choice::Proceed, &[3, 3]);
    game.play(&Choice::Proceed, &[5]);
    assert_eq!(game.state.time.day_rounds, Some(5));
}

fn only_base(set: crate::baseset::BaseSet) -> BaseId {
    assert_eq!(set.len(), 1);
    set.first().unwrap()
}

/// BB-DEP-01, BB-DEP-02, BB-DEP-04, BB-DEP-10: one Bg for each army, in the own zone, not in water.
#[test]
fn baggage() {
    let outline = Polygon::from_box(Vec2::ZERO, Vec2::new(60.0, 750.0));
    let water =
        Piece::Area(Area { kind: AreaKind::Lake, size: Size::Large, outline, crest: vec![], laid_by: None });
    let mut game = Game::new(&given(vec![water]));
    let look = Look::new(&game.rules, &game.state);
    let bg = only_base(deploy::baggage(look, Side::Blue));
    let place = |x: f64, y: f64| {
        Choice::PlaceBaggage(vec![Placement { base: bg, pose: Pose::new(x, y, Facing::DOWN) }])
    };
    assert_eq!(game.breaches(&place(500.0, 700.0)), []);
    assert_eq!(game.breaches(&place(50.0, 700.0)), [rule!("BB-DEP-02")]);
    assert_eq!(game.breaches(&place(500.0, 494.0)), [rule!("BB-DEP-10")]);
    assert_eq!(game.breaches(&place(500.0, 495.0)), []);
    assert_eq!(game.breaches(&place(500.0, 720.0)), [rule!("BB-TBL-01")]);
    assert_eq!(game.breaches(&place(f64::NAN, 700.0)), [rule!("BB-TBL-01")]);
    assert_eq!(game.breaches(&Choice::PlaceBaggage(Vec::new())), [rule!("BB-DEP-01")]);
    let foreign = Choice::PlaceBaggage(vec![Placement {
        base: BaseId(255),
        pose: Pose::new(500.0, 700.0, Facing::UP),
    }]);
    assert!(game.breaches(&foreign).contains(&rule!("BB-DEP-08")));
    game.play(&place(500.0, 700.0), &[]);
    assert_eq!(game.stage(), SetUpStage::Baggage(Side::Red));
    let mut none = given(Vec::new());
    none.settings.baggage_bases = 0;
    let game = Game::new(&none);
    assert_eq!(game.rules.next(&game.state), Next::Forced(Choice::PlaceBaggage(Vec::new())));
}

/// A game in which Red invades and all before the roll for deployment is done.
fn at_deployment(pieces: Vec<Piece>) -> Game {
    let mut game = Game::new(&given(pieces));
    for _ in 0..2 {
        let mut proposals = Vec::new();
        game.rules.propose(&game.state, Want::All, &mut proposals);
        game.play(&proposals[0].clone(), &[]);
    }
    game
}

/// BB-DEP-05, BB-DEP-06, AMB-113: who deploys first moves second.
#[test]
fn the_order_of_deployment() {
    let mut game = at_deployment(Vec::new());
    game.play(&Choice::Proceed, &[4, 6]);
    assert_eq!((game.state.moves_first, game.stage()), (Side::Red, SetUpStage::Ambush(Side::Blue)));
    for (choice, first) in [(true, Side::Blue), (false, Side::Red)] {
        let mut game = at_deployment(Vec::new());
        game.play(&Choice::Proceed, &[5, 6]);
        assert_eq!(game.rules.next(&game.state), Next::Ask { side: Side::Red, prompt: Prompt::DeployFirst });
        game.play(&Choice::DeployFirst(choice), &[]);
        assert_eq!(game.state.moves_first, first);
        game.play(&Choice::Ambush(Vec::new()), &[]);
        assert_eq!(game.stage(), SetUpStage::Ambush(Side::Red));
        game.play(&Choice::Ambush(Vec::new()), &[]);
        assert_eq!(game.stage(), SetUpStage::Deploy(first.other()));
    }
}

/// BB-DEP-08, BB-DEP-10, BB-GEO-12: all bases, in the zone, none on top of another.
#[test]
fn deployment() {
    let mut game = at_deployment(Vec::new());
    game.play(&Choice::Proceed, &[1, 1]);
    game.play(&Choice::Ambush(Vec::new()), &[]);
    game.play(&Choice::Ambush(Vec::new()), &[]);
    let mut proposals = Vec::new();
    game.rules.propose(&game.state, Want::All, &mut proposals);
    let Some(Choice::Deploy(places)) = proposals.first().cloned() else { panic!("{proposals:?}") };
    let with = |change: &dyn Fn(&mut Vec<Placement>)| {
        let mut changed = places.clone();
        change(&mut changed);
        game.breaches(&Choice::Deploy(changed))
    };
    assert_eq!(with(&|_| ()), []);
    assert_eq!(with(&|places| drop(places.pop())), [rule!("BB-DEP-08")]);
    assert_eq!(with(&|places| places[0].pose = places[1].pose), [rule!("BB-GEO-12")]);
    assert_eq!(
        with(&|places| places[0].base = BaseId(0)),
        [rule!("BB-DEP-08"), rule!("BB-DEP-08"), rule!("BB-DEP-08")]
    );
    assert_eq!(with(&|places| places[0].pose.at.y = 480.0), [rule!("BB-DEP-10")]);
    assert!(with(&|places| places[0].pose.at.x = -1e300).contains(&rule!("BB-TBL-01")));
}

fn wood_piece(kind: AreaKind) -> Piece {
    let outline = oval(600.0, 500.0, 220.0, 180.0);
    let crest =
        if kind.is_hill() { vec![Vec2::new(520.0, 500.0), Vec2::new(680.0, 500.0)] } else { Vec::new() };
    Piece::Area(Area { kind, size: Size::Large, outline, crest, laid_by: None })
}

/// A game at which Blue, at the north edge, records his ambush, with a feature in his half.
fn at_ambush(kind: AreaKind) -> Game {
    let mut game = at_deployment(vec![wood_piece(kind)]);
    game.play(&Choice::Proceed, &[1, 1]);
    game
}

/// The first so many Blue bases of a type.
fn some(game: &Game, kind: TroopType, count: usize) -> Vec<BaseId> {
    let blue = |id: &BaseId| game.state.base(*id).side == Side::Blue && game.state.base(*id).is(kind);
    let found: Vec<BaseId> = game.state.ids().filter(blue).take(count).collect();
    assert_eq!(found.len(), count);
    found
}

/// These bases side by side, facing south, the first with its front at (x, y).
fn abreast(bases: &[BaseId], x: f64, y: f64) -> Choice {
    let place = |(at, base): (usize, &BaseId)| Placement {
        base: *base,
        pose: Pose::new(x - 40.0 * at as f64, y, Facing::DOWN),
    };
    Choice::Ambush(bases.iter().enumerate().map(place).collect())
}

/// EX-12: BB-BUSH-01 to BB-BUSH-04, BB-BUSH-08, BB-DEP-02, BB-DEP-07, BB-DEP-11, AMB-115: what may lie in ambush.
#[test]
fn records_of_ambushes() {
    let game = at_ambush(AreaKind::Woods);
    let (horse, foot) = (some(&game, TroopType::Cv, 3), some(&game, TroopType::Wb, 1));
    assert_eq!(game.breaches(&abreast(&horse, 640.0, 480.0)), [], "with the C-in-C: BB-BUSH-03");
    assert_eq!(game.breaches(&abreast(&foot, 640.0, 480.0)), [], "one base alone");
    assert_eq!(game.breaches(&Choice::Ambush(Vec::new())), []);
    assert_eq!(game.breaches(&abreast(&horse, 700.0, 480.0)), [rule!("BB-BUSH-04")], "one sticks out");
    let Choice::Ambush(mut apart) = abreast(&horse, 640.0, 480.0) else { panic!() };
    apart[0].pose.at.x += 3.0;
    assert_eq!(game.breaches(&Choice::Ambush(apart)), [rule!("BB-BUSH-02")]);
    let baggage: Vec<BaseId> = some(&game, TroopType::Bg, 1);
    assert!(game.breaches(&abreast(&baggage, 640.0, 480.0)).contains(&rule!("BB-BUSH-01")));
    assert!(
        game.breaches(&abreast(&foot, 640.0, 370.0)).contains(&rule!("BB-DEP-10")),
        "not in the own half"
    );
    let twice = [foot[0], foot[0]];
    assert!(game.breaches(&abreast(&twice, 640.0, 480.0)).contains(&rule!("BB-BUSH-08")));
}

/// BB-BUSH-04, BB-BUSH-05, BB-BUSH-14, BB-WAT-02: the sites of Table T-5.7.
#[test]
fn sites_of_ambushes() {
    use AreaKind::*;
    for (kind, ax_hidden, ps_hidden) in [
        (BuiltUpArea, true, true),
        (Woods, true, true),
        (Orchard, true, true),
        (Dunes, true, true),
        (Gully, true, true),
        (Brush, false, true),
        (Vines, false, false),
        (Rocky, false, false),
        (Fields, false, false),
    ] {
        let game = at_ambush(kind);
        for (troop, hidden) in [(TroopType::Wb, ax_hidden), (TroopType::Ps, ps_hidden)] {
            let expected = if hidden { vec![] } else { vec![rule!("BB-BUSH-04")] };
            assert_eq!(
                game.breaches(&abreast(&some(&game, troop, 1), 600.0, 480.0)),
                expected,
                "{troop} in {kind:?}"
            );
        }
    }
    let game = at_ambush(GentleHill);
    let foot = some(&game, TroopType::Wb, 1);
    assert_eq!(game.breaches(&abreast(&foot, 600.0, 520.0)), [], "beyond the crest");
    assert_eq!(game.breaches(&abreast(&foot, 600.0, 610.0)), [], "behind the hill");
    assert_eq!(
        game.breaches(&abreast(&foot, 600.0, 470.0)),
        [rule!("BB-BUSH-04")],
        "on the slope to the enemy"
    );
    let wood = at_ambush(Woods);
    assert_eq!(wood.breaches(&abreast(&foot, 600.0, 620.0)), [], "behind a wood");
}

/// BB-BUSH-09, BB-BUSH-10: discovery at the limits of the site, and the owner's choice to show the rest.
#[test]
fn discovery_and_showing() {
    let mut game = at_ambush(AreaKind::Woods);
    let foot = some(&game, TroopType::Wb, 2);
    game.play(&abreast(&foot, 620.0, 480.0), &[]);
    let look = Look::new(&game.rules, &game.state);
    assert_eq!(look.ambushers(Side::Blue).len(), 2);
    let eye = |y: f64| Rect::new(Pose::new(640.0, y, Facing::UP), 40.0, 15.0);
    assert!(look.discovered_by(Side::Red, &eye(400.0)).is_empty());
    let seen = look.discovered_by(Side::Red, &eye(451.0));
    assert_eq!(seen.iter().collect::<Vec<_>>(), [foot[0]], "one of them is within 1 MU of wood");
    assert!(look.discovered_by(Side::Blue, &eye(451.0)).is_empty(), "friends discover nobody");
    let rules = game.rules.clone();
    let mut dice = Tape::new(Vec::new()).unwrap();
    let mut state = game.state.clone();
    let mut cx = Cx::new(&rules, &mut state, &mut dice, aelian_game::Trace::On);
    ambush::reveal(&mut cx, seen);
    assert_eq!(cx.state().base(foot[0]).place, Place::Table);
    assert_eq!(cx.state().base(foot[1]).place, Place::Ambush);
    assert_eq!(cx.state().pending, [crate::state::Pending::RevealRest { side: Side::Blue }]);
}

/// BB-BUSH-13, BB-DEP-09, AMB-97: two armies that differ only in what lies hidden look the same.
#[test]
fn the_enemy_cannot_tell_whether_there_is_an_ambush() {
    let play = |hide: bool| {
        let mut start = given(vec![wood_piece(AreaKind::Woods)]);
        let hidden = Enlisted::new(parse_troop("Irr Wb(O)"));
        if hide {
            start.armies[1].bases.push(hidden);
        }
        start.settings.baggage_bases = 0;
        let mut game = Game::new(&start);
        game.play(&Choice::PlaceBaggage(Vec::new()), &[]);
        game.play(&Choice::PlaceBaggage(Vec::new()), &[]);
        game.play(&Choice::Proceed, &[1, 1]);
        let last = some(&game, TroopType::Wb, if hide { 15 } else { 14 });
        let ambush = if hide { abreast(&last[14..], 600.0, 520.0) } else { Choice::Ambush(Vec::new()) };
        game.play(&ambush, &[]);
        game.play(&Choice::Ambush(Vec::new()), &[]);
        for side in [Side::Blue, Side::Red] {
            let bases = deploy::waiting(Look::new(&game.rules, &game.state), side);
            let (y, step, facing) = match side {
                Side::Red => (100.0, -20.0, Facing::UP),
                Side::Blue => (650.0, 20.0, Facing::DOWN),
            };
            let place = |(at, base): (usize, BaseId)| Placement {
                base,
                pose: Pose::new(100.0 + 50.0 * (at % 20) as f64, y + step * 2.0 * (at / 20) as f64, facing),
            };
            game.play(&Choice::Deploy(bases.iter().enumerate().map(place).collect()), &[]);
        }
        game.play(&Choice::Proceed, &[]);
        game
    };
    let (with, without) = (play(true), play(false));
    assert_ne!(with.state, without.state);
    for viewer in [Viewer::Side(Side::Red), Viewer::Public] {
        assert_eq!(with.rules.view(&with.state, viewer), without.rules.view(&without.state, viewer));
    }
    let own = with.rules.view(&with.state, Viewer::Side(Side::Blue));
    assert_eq!(own.bases.iter().filter(|base| base.place == Place::Ambush).count(), 1);
    assert_eq!(own.armies[1].reference, with.state.armies[1].reference);
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
