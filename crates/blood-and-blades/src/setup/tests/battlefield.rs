//! Tests of laying terrain (32.3 to 32.5).

use super::*;

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
    let only = Choice::NameSide { piece: 0, edge: None };
    assert_eq!(game.rules.next(&game.state).unasked(), Some(&only));
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
    // An end may be as near to the first bend as one likes.
    assert_eq!(paved.breaches(&road_choice(&[(300.0, 0.0), (300.0, 90.0), (400.0, 750.0)], None)), []);
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

fn laid(kind: AreaKind, (west, south): (f64, f64), (east, north): (f64, f64)) -> Piece {
    let outline = Polygon::from_box(Vec2::new(west, south), Vec2::new(east, north));
    Piece::Area(Area { kind, size: Size::Medium, outline, crest: vec![], laid_by: None })
}

/// BB-WAT-05: a road goes over a channel of at most 3 MU to join a BUA on an island, and over no other water.
#[test]
fn roads_over_water() {
    let island = laid(AreaKind::GentleHill, (100.0, 250.0), (220.0, 400.0));
    let town = laid(AreaKind::BuiltUpArea, (110.0, 300.0), (170.0, 390.0));
    let breaches = |pieces: &[Piece], line: &[(f64, f64)]| {
        let water = laid(AreaKind::Waterway, (0.0, 0.0), (300.0, 750.0));
        let pieces: Vec<Piece> = [water].into_iter().chain(pieces.iter().cloned()).collect();
        road_game(RoadKind::Unpaved, &pieces).breaches(&road_choice(line, None))
    };
    let to_town = [(1200.0, 350.0), (170.0, 350.0)];
    assert_eq!(breaches(&[island.clone(), town.clone()], &to_town), [], "80 mm of water");
    let wet = rule!("BB-WAT-05");
    assert!(breaches(std::slice::from_ref(&island), &to_town).contains(&wet), "no BUA stands there");
    let past_town = [(1200.0, 270.0), (200.0, 270.0), (200.0, 420.0), (250.0, 750.0)];
    assert!(breaches(&[island, town], &past_town).contains(&wet), "it does not join the BUA");
    // A promontory is no island: another way over the water beside it is none to its BUA.
    let promontory = laid(AreaKind::GentleHill, (200.0, 250.0), (360.0, 400.0));
    let village = laid(AreaKind::BuiltUpArea, (230.0, 300.0), (330.0, 390.0));
    let bay = [(400.0, 750.0), (280.0, 600.0), (400.0, 450.0), (400.0, 0.0)];
    assert_eq!(breaches(&[promontory.clone(), village], &bay), [wet]);
    // What lies on dry land of a hill is not taken off the water.
    let along = [(310.0, 750.0), (310.0, 380.0), (285.0, 300.0), (310.0, 220.0), (310.0, 0.0)];
    let dry = laid(AreaKind::GentleHill, (290.0, 200.0), (500.0, 400.0));
    assert_eq!(breaches(std::slice::from_ref(&dry), &along), [wet]);
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

/// BB-SET-23: a river for which only a course with two bends is free is not discarded.
#[test]
fn a_river_with_two_bends_is_found() {
    let mut game = Game::picked(&[Pick { what: PickKind::River, size: Size::Small }], &[]);
    game.name(0, Some(TableEdge::West), &[1, 6]);
    for wall in [((60.0, 245.0), (400.0, 255.0)), ((0.0, 495.0), (150.0, 505.0))] {
        game.state.field = Arc::new(game.state.field.with(laid(AreaKind::Woods, wall.0, wall.1)));
    }
    let course = [(30.0, 0.0), (30.0, 250.0), (180.0, 500.0), (180.0, 750.0)];
    assert_eq!(game.breaches(&river_choice(&course, 15.0)), []);
    assert_eq!(game.breaches(&Choice::Discard), [rule!("BB-SET-23")]);
}
