//! A set-up stated in the middle of the terrain is the one that play would have come to.

use super::*;

const NONE: [Option<Vec<Pick>>; 2] = [None, None];

fn picks() -> [Vec<Pick>; 2] {
    let hill = area(AreaKind::GentleHill, Size::Small);
    let brush = area(AreaKind::Brush, Size::Small);
    let river = Pick { what: PickKind::River, size: Size::Medium };
    [vec![hill, river], vec![area(AreaKind::Woods, Size::Medium), hill, brush]]
}

fn stated(terrain: Terrain) -> Setup {
    Setup { start: Start::Terrain(Box::new(terrain)), ..setup() }
}

fn terrain(picked: [Option<Vec<Pick>>; 2]) -> Terrain {
    Terrain { invader: Side::Red, picked, laid: Vec::new(), naming: None }
}

/// Red invades, and both pick.
fn played(picks: &[Vec<Pick>; 2]) -> Game {
    let mut game = Game::new(&setup());
    game.play(&Choice::Proceed, &[6, 1]);
    game.play(&Choice::PickTerrain(picks[1].clone()), &[]);
    game.play(&Choice::PickTerrain(picks[0].clone()), &[]);
    game
}

/// BB-SET-13, BB-SET-16: before the picks and between them.
#[test]
fn the_picks_are_asked_in_their_order() {
    let [red, blue] = picks();
    let stage = |picked| Game::new(&stated(terrain(picked))).stage();
    assert_eq!(stage(NONE), SetUpStage::Pick(Side::Blue));
    assert_eq!(stage([None, Some(blue.clone())]), SetUpStage::Pick(Side::Red));
    assert_eq!(stage([Some(red.clone()), Some(blue.clone())]), SetUpStage::Lay);
    let both = Game::new(&stated(terrain([Some(red), Some(blue)])));
    assert_eq!(both.state, played(&picks()).state);
}

/// BB-SET-20, BB-SET-34, BB-SET-52: with pieces on the table, and one named.
#[test]
fn the_middle_is_what_play_comes_to() {
    let picks = picks();
    let mut game = played(&picks);
    game.name(0, Some(TableEdge::North), &[2]);
    let named = Naming {
        what: PickKind::Area(AreaKind::Woods),
        size: Size::Medium,
        edge: Some(TableEdge::North),
        dice: None,
    };
    let mut stands = terrain(picks.clone().map(Some));
    stands.naming = Some(named);
    assert_eq!(Game::new(&stated(stands.clone())).state, game.state);
    game.play(&area_choice(&oval(600.0, 600.0, 200.0, 140.0), &[]), &[]);
    stands.laid = game.state.field.areas.iter().cloned().map(Piece::Area).collect();
    stands.naming = None;
    assert_eq!(Game::new(&stated(stands)).state, game.state);
}

/// BB-SET-01: when all is laid, the set-up goes on.
#[test]
fn nothing_is_left_to_lay() {
    let [red, blue] = [vec![area(AreaKind::Woods, Size::Small)], picks()[1].clone()];
    let laid = |picks: &[Pick], side: Side| -> Vec<Piece> {
        let piece = |(at, pick): (usize, &Pick)| match pick.what {
            PickKind::Area(kind) => Piece::Area(Area {
                kind,
                size: pick.size,
                outline: oval(150.0 + 250.0 * at as f64, 150.0 + 300.0 * side.index() as f64, 120.0, 90.0),
                crest: Vec::new(),
                laid_by: Some(side),
            }),
            what => panic!("{what:?} is no area"),
        };
        picks.iter().enumerate().map(piece).collect()
    };
    let laid = [laid(&red, Side::Red), laid(&blue, Side::Blue)].concat();
    let game = Game::new(&stated(Terrain { laid, ..terrain([Some(red), Some(blue)]) }));
    assert_eq!(game.stage(), SetUpStage::Weather);
}

/// What cannot be is told with its rule.
#[test]
fn faults_of_a_stated_terrain() {
    let [red, blue] = picks();
    let wood = |laid_by: Option<Side>| {
        let (outline, crest) = (oval(600.0, 600.0, 200.0, 140.0), Vec::new());
        vec![Piece::Area(Area { kind: AreaKind::Woods, size: Size::Medium, outline, crest, laid_by })]
    };
    let naming = |what, edge, dice| Some(Naming { what, size: Size::Medium, edge, dice });
    let woods = PickKind::Area(AreaKind::Woods);
    let both = terrain([Some(red.clone()), Some(blue.clone())]);
    let river = terrain([Some(red.clone()), Some(vec![])]);
    let cases = [
        (terrain([Some(red.clone()), None]), rule!("BB-SET-16")),
        (Terrain { laid: wood(Some(Side::Blue)), ..terrain([None, Some(blue.clone())]) }, rule!("BB-SET-20")),
        (Terrain { laid: wood(None), ..both.clone() }, rule!("BB-SET-20")),
        (Terrain { laid: wood(Some(Side::Red)), ..both.clone() }, rule!("BB-SET-20")),
        (
            Terrain { laid: [wood(Some(Side::Blue)), wood(Some(Side::Blue))].concat(), ..both.clone() },
            rule!("BB-SET-20"),
        ),
        (
            Terrain { naming: naming(PickKind::River, Some(TableEdge::West), Some((1, 2))), ..both.clone() },
            rule!("BB-SET-20"),
        ),
        (Terrain { naming: naming(woods, None, None), ..both.clone() }, rule!("BB-SET-52")),
        (
            Terrain { naming: naming(woods, Some(TableEdge::West), Some((1, 2))), ..both.clone() },
            rule!("BB-SET-34"),
        ),
        (river, rule!("BB-SET-13")),
    ];
    for (terrain, rule) in cases {
        let faults = start(&stated(terrain.clone())).map(|_| ()).unwrap_err();
        assert!(faults.iter().any(|fault| fault.rule == rule), "{rule}: {terrain:?}: {faults:?}");
    }
    assert!(start(&stated(both)).is_ok());
}
