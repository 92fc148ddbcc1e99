//! Tests of weather and time dice, baggage, deployment and ambush (34, 36).

use super::*;
use crate::settings::RoundsBeforeDusk;

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
        base: BaseId::of(511),
        pose: Pose::new(500.0, 700.0, Facing::UP),
    }]);
    assert!(game.breaches(&foreign).contains(&rule!("BB-DEP-08")));
    game.play(&place(500.0, 700.0), &[]);
    assert_eq!(game.stage(), SetUpStage::Baggage(Side::Red));
    let mut none = given(Vec::new());
    none.settings.baggage_bases = 0;
    let game = Game::new(&none);
    assert_eq!(game.rules.next(&game.state).unasked(), Some(&Choice::PlaceBaggage(Vec::new())));
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
    assert_eq!(with(&|places| places.truncate(places.len() - 1)), [rule!("BB-DEP-08")]);
    assert_eq!(with(&|places| places[0].pose = places[1].pose), [rule!("BB-GEO-12")]);
    assert_eq!(
        with(&|places| places[0].base = BaseId::of(0)),
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

/// EX-12: BB-BUSH-01, BB-BUSH-02, BB-BUSH-03, BB-BUSH-04, BB-BUSH-08, BB-DEP-02, BB-DEP-07, BB-DEP-11, BB-CIC-07, AMB-115: what may lie in
/// ambush.
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

/// BB-BUSH-09, BB-BUSH-10, BB-VIS-08: discovery at the limits of the site, and the owner's choice to show the rest.
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

/// BB-DEP-12, BB-MTD-01: mounted infantry takes the field with its vehicles.
#[test]
fn mounted_infantry_deploys_with_its_vehicles() {
    let mut start = given(Vec::new());
    let at = start.armies[0].bases.iter().position(|base| base.troop.kind == TroopType::Sp).unwrap();
    start.armies[0].bases[at].vehicles = true;
    let game = Game::new(&start);
    let mounted = game.state.bases.iter().filter(|base| base.vehicles).collect::<Vec<_>>();
    assert_eq!(mounted.len(), 1);
    assert_eq!((mounted[0].side, mounted[0].troop.kind), (Side::Red, TroopType::Sp));
}

/// BB-DEP-09, BB-BUSH-13: a setup as one side may see it holds nothing of the other's bases.
#[test]
fn a_setup_hides_the_other_army() {
    let whole = setup();
    let seen = setup_for(&whole, Viewer::Side(Side::Red));
    assert_eq!(seen.armies[0], whole.armies[0]);
    assert!(seen.armies[1].bases.is_empty() && seen.armies[1].options.is_empty());
    assert_eq!(seen.armies[1].mandatory, whole.armies[1].mandatory);
    assert!(setup_for(&whole, Viewer::Public).armies.iter().all(|army| army.bases.is_empty()));
}
