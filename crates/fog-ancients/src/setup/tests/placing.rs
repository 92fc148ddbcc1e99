//! Placing terrain, works, camps and ambushes; marches and deployment, rule by rule.

use super::*;
use crate::army::ready;
use crate::choice::Choice;
use crate::fact::Fact;
use crate::field::{AreaKind, Level, Size};
use crate::rules::Look;
use aelian_dice::Tape;
use aelian_game::step;
use aelian_geometry::{Hand, Vec2};
use aelian_rulebook::Reason;

fn started(red: &str, blue: &str) -> (Rules, State) {
    Rules::start(&setup_of(red, blue)).unwrap()
}

/// Red has the initiative and the set-up stands at this step.
fn at_step(red: &str, blue: &str, step: Step) -> (Rules, State) {
    let (rules, mut state) = started(red, blue);
    state.initiative = Side::Red;
    if let Some(set_up) = &mut state.set_up {
        set_up.step = step;
        set_up.territory = Some(crate::army::Territory::Hilly);
    }
    (rules, state)
}

fn ids(faults: &[Reason<Fact>]) -> Vec<String> {
    let mut ids: Vec<String> = faults.iter().map(|fault| fault.rule.to_string()).collect();
    ids.dedup();
    ids
}

/// A piece of 9 by 7 MU with its middle there, in MU.
fn oval(x: f64, y: f64) -> Laying {
    let corners = [
        (4.5, 0.0),
        (3.3, 2.6),
        (0.0, 3.5),
        (-3.3, 2.6),
        (-4.5, 0.0),
        (-3.3, -2.6),
        (0.0, -3.5),
        (3.3, -2.6),
    ];
    let outline = corners.map(|(right, up)| Vec2::new((x + right) * 25.0, (y + up) * 25.0)).to_vec();
    Laying::Area { outline, crests: Vec::new(), covered: None, high: false }
}

fn brush() -> Pick {
    Pick::Area { kind: AreaKind::Brush, size: Size::Normal, covering: None }
}

/// FA-PLACE-02, FA-PLACE-07, FA-PLACE-14: the die says where; four MU to other pieces; on the table.
#[test]
fn pieces_lie_where_the_die_allows() {
    let (rules, state) = at_step("roman-trebia", "gallic", Step::Terrain);
    let look = Look::new(&rules, &state);
    let faults = |die: u8, laying: &Laying| ids(&lay::faults(look, Side::Red, &brush(), Some(die), laying));
    // 2: own half, touching its long edge; 1: the enemy's.
    assert!(faults(2, &oval(30.0, 3.5)).is_empty());
    assert_eq!(faults(1, &oval(30.0, 3.5)), ["FA-PLACE-07"]);
    assert!(faults(1, &oval(30.0, 44.5)).is_empty());
    // 4: a side edge in the own half.
    assert!(faults(4, &oval(4.5, 15.0)).is_empty());
    assert_eq!(faults(4, &oval(4.5, 35.0)), ["FA-PLACE-07"]);
    // 6: more than 8 MU from every edge, in the own half.
    assert!(faults(6, &oval(30.0, 15.0)).is_empty());
    assert_eq!(faults(6, &oval(30.0, 10.0)), ["FA-PLACE-07"]);
    assert_eq!(faults(2, &oval(30.0, 2.0)), ["FA-PLACE-07", "FA-PLACE-14"]);
    let mut laid = state.clone();
    let piece = lay::piece(look, Side::Red, &brush(), &oval(30.0, 15.0)).unwrap();
    crate::event::apply(&mut laid, &crate::event::Event::Laid(piece));
    let look = Look::new(&rules, &laid);
    let near = |x: f64| ids(&lay::faults(look, Side::Red, &brush(), Some(6), &oval(x, 15.0)));
    assert_eq!(near(42.0), ["FA-PLACE-02"]);
    assert!(near(44.0).is_empty());
}

/// FA-PLACE-03, FA-PLACE-04, FA-PLACE-05, FA-PLACE-08: roads go through no piece but the village, and must touch it;
/// they and rivers have no placement die.
#[test]
fn roads_go_by_the_village() {
    let (rules, mut state) = at_step("roman-trebia", "gallic", Step::Terrain);
    let village = Pick::Area { kind: AreaKind::Village, size: Size::Normal, covering: None };
    let piece = lay::piece(Look::new(&rules, &state), Side::Red, &village, &oval(30.0, 20.0)).unwrap();
    crate::event::apply(&mut state, &crate::event::Event::Laid(piece));
    let look = Look::new(&rules, &state);
    let road = |points: &[(f64, f64)]| Laying::Road {
        line: points.iter().map(|(x, y)| Vec2::new(x * 25.0, y * 25.0)).collect(),
    };
    let faults = |laying: &Laying| ids(&lay::faults(look, Side::Red, &Pick::Road, None, laying));
    assert!(faults(&road(&[(30.0, 0.0), (30.0, 48.0)])).is_empty());
    assert_eq!(faults(&road(&[(50.0, 0.0), (50.0, 48.0)])), ["FA-PLACE-05"]);
    assert!(!lay::has_die(&Pick::Road) && !lay::has_die(&Pick::River) && lay::has_die(&village));
    let brush_piece = lay::piece(look, Side::Red, &brush(), &oval(30.0, 38.0)).unwrap();
    let mut more = state.clone();
    crate::event::apply(&mut more, &crate::event::Event::Laid(brush_piece));
    let through = lay::faults(
        Look::new(&rules, &more),
        Side::Red,
        &Pick::Road,
        None,
        &road(&[(30.0, 0.0), (30.0, 48.0)]),
    );
    assert_eq!(ids(&through), ["FA-PLACE-04"]);
    // FA-PLACE-03: a piece may stand near a road or a river, but not in the water.
    let river = Laying::River { line: vec![Vec2::new(75.0, 0.0), Vec2::new(75.0, 1200.0)], width: 75.0 };
    let piece = lay::piece(look, Side::Red, &Pick::River, &river).unwrap();
    crate::event::apply(&mut more, &crate::event::Event::Laid(piece));
    let wet = lay::faults(Look::new(&rules, &more), Side::Red, &brush(), Some(4), &oval(4.5, 15.0));
    assert_eq!(ids(&wet), ["FA-PLACE-03"]);
}

/// FA-PLACE-09, FA-PLACE-10, FA-PLACE-11, FA-PLACE-12, FA-PLACE-13, FA-PLACE-15, FA-PLACE-17, FA-PLACE-18, EX-49: what
/// the adjusting player may do.
#[test]
fn pieces_are_adjusted_by_the_die() {
    let (rules, mut state) = at_step("roman-trebia", "gallic", Step::Terrain);
    let forest = Pick::Area { kind: AreaKind::Forest, size: Size::Normal, covering: None };
    let piece = lay::piece(Look::new(&rules, &state), Side::Red, &forest, &oval(30.0, 20.0)).unwrap();
    crate::event::apply(&mut state, &crate::event::Event::Laid(piece));
    let look = Look::new(&rules, &state);
    assert_eq!(lay::adjust_modifier(&forest, true), -1);
    assert_eq!(lay::adjust_modifier(&Pick::River, false), 1);
    let slide = |mu: f64| Adjustment::Slide { by: Vec2::new(mu * 25.0, 0.0) };
    let may = |pick: &Pick, die: i32, how: &Adjustment| lay::adjusted(look, pick, die, how).is_ok();
    assert!(!lay::may_adjust(&forest, 2) && lay::may_adjust(&forest, 3));
    assert!(may(&forest, 3, &slide(6.0)) && !may(&forest, 3, &slide(7.0)));
    assert!(may(&forest, 5, &slide(12.0)) && !may(&forest, 5, &Adjustment::Remove));
    assert!(may(&forest, 6, &Adjustment::Remove) && !may(&forest, 6, &slide(3.0)));
    assert!(may(&forest, 6, &Adjustment::Leave));
    let on_outline = Vec2::new((30.0 + 4.5) * 25.0, 20.0 * 25.0);
    assert!(may(&forest, 5, &Adjustment::Pivot { about: on_outline, degrees: 30.0 }));
    assert!(!may(&forest, 5, &Adjustment::Pivot { about: Vec2::ZERO, degrees: 30.0 }));
    assert!(!may(&forest, 4, &Adjustment::Pivot { about: on_outline, degrees: 30.0 }));
    assert!(!may(&forest, 5, &slide(-40.0)), "off the table");
    // A natural 4 for a river counts 5: it cannot slide; a natural 5 counts 6.
    assert!(!lay::may_adjust(&Pick::River, 5) && lay::may_adjust(&Pick::River, 6));
    assert!(!may(&Pick::River, 5, &slide(3.0)));
    assert!(!may(&Pick::Road, 5, &Adjustment::Pivot { about: on_outline, degrees: 5.0 }));
}

/// FA-PLACE-16: nobody gives a piece up while there is a place for it.
#[test]
fn a_piece_is_given_up_only_without_a_place() {
    let (rules, mut state) = at_step("roman-trebia", "gallic", Step::Terrain);
    if let Some(set_up) = &mut state.set_up {
        set_up.picks = vec![Picked { by: Side::Red, pick: brush(), compulsory: false }];
        set_up.to_lay = vec![0];
        set_up.die = Some(2);
    }
    let give_up = Choice::SetUp(SetUpChoice::CannotLay);
    let verdict = Rules::check(&rules, &state, &give_up);
    assert_eq!(ids(&verdict.breaches), ["FA-PLACE-16"]);
    let laid = Choice::SetUp(SetUpChoice::Lay(oval(30.0, 3.5)));
    assert!(Rules::check(&rules, &state, &laid).is_legal());
}

/// FA-TER-20, FA-PLACE-08: the level of a river is rolled as it is put down.
#[test]
fn a_river_has_the_level_of_its_die() {
    for (face, level) in
        [(1, Level::Uneven), (3, Level::Rough), (4, Level::Difficult), (6, Level::Impassable)]
    {
        let (rules, mut state) = at_step("roman-trebia", "gallic", Step::Terrain);
        if let Some(set_up) = &mut state.set_up {
            set_up.picks = vec![Picked { by: Side::Red, pick: Pick::River, compulsory: false }];
            set_up.to_lay = vec![0];
        }
        let line = vec![Vec2::new(75.0, 0.0), Vec2::new(75.0, 1200.0)];
        let choice = Choice::SetUp(SetUpChoice::Lay(Laying::River { line, width: 75.0 }));
        let (after, _) = step(&rules, &state, &choice, &mut Tape::new([face]).unwrap()).unwrap();
        assert_eq!(after.field.rivers[0].level, level);
    }
}

fn pose(x: f64, y: f64) -> Pose {
    Pose::new(x * 25.0, y * 25.0, Facing::UP)
}

/// FA-CAMP-01, FA-CAMP-02, FA-FF-01: as many pieces as were paid for, within 10 MU, in the middle within 15.
#[test]
fn fortifications_stand_in_their_zone() {
    let (rules, state) = at_step("english-crecy", "french-crecy", Step::Works(Side::Red));
    let look = Look::new(&rules, &state);
    let faults = |poses: &[Pose]| ids(&works::fortify_faults(look, Side::Red, 2, poses));
    assert!(faults(&[pose(10.0, 10.0), pose(11.6, 10.0)]).is_empty());
    assert!(faults(&[pose(36.0, 15.0)]).is_empty());
    assert_eq!(faults(&[pose(10.0, 12.0)]), ["FA-CAMP-02"]);
    assert_eq!(faults(&[pose(30.0, 9.0), pose(33.0, 9.0), pose(36.0, 9.0)]), ["FA-FF-01"]);
}

/// FA-CAMP-03, FA-CAMP-04, FA-CAMP-05: a camp stands within 10 MU, or behind the own works, and not in water.
#[test]
fn camps_stand_at_the_rear() {
    let (rules, mut state) = at_step("english-crecy", "french-crecy", Step::Camp(Side::Red));
    let faults = |state: &State, at: Pose| ids(&works::camp_faults(Look::new(&rules, state), Side::Red, at));
    assert!(faults(&state, pose(36.0, 9.0)).is_empty());
    assert_eq!(faults(&state, pose(36.0, 13.0)), ["FA-CAMP-03"]);
    for at in 0..4 {
        let work = pose(33.6 + 1.6 * f64::from(at), 15.0);
        let rect = Rect::new(work, 40.0, 15.0);
        let work = crate::state::Work { side: Side::Red, portable_of: None, rect };
        crate::event::apply(&mut state, &crate::event::Event::WorkPlaced(work));
    }
    assert!(faults(&state, pose(36.0, 13.0)).is_empty(), "behind the works");
    let piece = lay::piece(
        Look::new(&rules, &state),
        Side::Red,
        &Pick::Area { kind: AreaKind::Impassable, size: Size::Normal, covering: None },
        &oval(20.0, 4.0),
    )
    .unwrap();
    crate::event::apply(&mut state, &crate::event::Event::Laid(piece));
    assert_eq!(faults(&state, pose(20.0, 6.0)), ["FA-CAMP-04"]);
    let (after, _) =
        step(&rules, &state, &Choice::SetUp(SetUpChoice::Camp(pose(36.0, 9.0))), &mut Tape::default())
            .unwrap();
    assert!(after.camps[0].as_ref().is_some_and(|camp| !camp.fortified && !camp.sacked));
}

/// FA-AMB-01, FA-AMB-02, FA-AMB-03, FA-AMB-04, FA-AMB-05, FA-AMB-06: where markers may lie, and what they may hold.
#[test]
fn ambushes_lie_hidden_in_the_outer_thirds() {
    let (rules, mut state) = at_step("roman-trebia", "gallic", Step::Markers(Side::Red));
    let forest = Pick::Area { kind: AreaKind::Forest, size: Size::Normal, covering: None };
    for (x, y) in [(12.0, 18.0), (36.0, 18.0)] {
        let piece = lay::piece(Look::new(&rules, &state), Side::Red, &forest, &oval(x, y)).unwrap();
        crate::event::apply(&mut state, &crate::event::Event::Laid(piece));
    }
    let marker = |x: f64, y: f64, group: Option<u8>| MarkerAt {
        at: pose(x, y),
        group: group.map(GroupId),
        commander: None,
        dismounted: false,
    };
    let faults =
        |markers: &[MarkerAt]| ids(&ambush::marker_faults(Look::new(&rules, &state), Side::Red, markers));
    // Velites (group 5) in the wood; a dummy beside them.
    assert!(faults(&[marker(12.0, 18.0, Some(5)), marker(14.2, 18.3, None)]).is_empty());
    assert_eq!(faults(&[marker(36.0, 18.0, Some(5))]), ["FA-AMB-01"]);
    assert_eq!(faults(&[marker(20.0, 18.0, Some(5))]), ["FA-AMB-03"], "in the open");
    assert_eq!(faults(&[marker(12.0, 18.0, Some(5)), marker(14.2, 18.3, Some(5))]), ["FA-AMB-06"]);
    let many = [
        marker(12.0, 18.0, None),
        marker(12.0, 16.2, None),
        marker(10.0, 18.0, None),
        marker(14.0, 18.0, None),
    ];
    assert_eq!(faults(&many), ["FA-AMB-05"]);
    // FA-AMB-02: the other player only as far as 18 MU.
    state.initiative = Side::Blue;
    let deep = ambush::marker_faults(Look::new(&rules, &state), Side::Red, &[marker(12.0, 19.5, Some(5))]);
    assert_eq!(ids(&deep), ["FA-AMB-02"]);
    // FA-AMB-04: heavy chariots cannot move in a forest.
    let (rules, mut state) = at_step("mauryan", "gallic", Step::Markers(Side::Red));
    let piece = lay::piece(Look::new(&rules, &state), Side::Red, &forest, &oval(12.0, 18.0)).unwrap();
    crate::event::apply(&mut state, &crate::event::Event::Laid(piece));
    let chariots =
        state.group_ids().find(|id| state.group(*id).is_kind(crate::troop::TroopType::HeavyChariots));
    let hidden = MarkerAt { at: pose(12.0, 18.0), group: chariots, commander: None, dismounted: false };
    assert_eq!(ids(&ambush::marker_faults(Look::new(&rules, &state), Side::Red, &[hidden])), ["FA-AMB-04"]);
    // FA-DISM-01, FA-DISM-02: on foot they can, if they may dismount; then that is offered too.
    let on_foot = MarkerAt { dismounted: true, ..hidden };
    let offers = |state: &crate::state::State| {
        let choices = ambush::choices(Look::new(&rules, state), Side::Red);
        choices.iter().flatten().any(|marker| marker.dismounted && marker.group == chariots)
    };
    assert_eq!(ids(&ambush::marker_faults(Look::new(&rules, &state), Side::Red, &[on_foot])), ["FA-AMB-06"]);
    assert!(!offers(&state));
    let work = crate::state::Work {
        side: Side::Blue,
        portable_of: None,
        rect: Rect::new(pose(36.0, 40.0), 40.0, 15.0),
    };
    state.works.push(work);
    assert!(ambush::marker_faults(Look::new(&rules, &state), Side::Red, &[on_foot]).is_empty());
    assert!(offers(&state));
}

/// FA-AMB-07, FA-AMB-08, FA-AMB-11, FA-DEC-12, EX-42: a marker that is seen gives up its group, a dummy goes away.
#[test]
fn a_seen_marker_gives_up_its_group() {
    let mut scene = crate::testing::Table::new()
        .group("velites", Side::Red, "LF protected javelins", (6, 3), (5.0, 5.0), 0.0)
        .group("bowmen", Side::Blue, "MF protected bow", (8, 4), (30.0, 40.0), 180.0)
        .build();
    let id = scene.group("velites");
    scene.state.groups[id.index()].place = Place::Ambush;
    let rect = Rect::new(pose(12.0, 18.0), 40.0, 40.0);
    let holds = crate::state::Holds::Group { group: id, commander: None, dismounted: false };
    scene.state.markers = vec![
        crate::state::Marker { side: Side::Red, rect, holds },
        crate::state::Marker {
            side: Side::Red,
            rect: Rect::new(pose(14.0, 18.0), 40.0, 40.0),
            holds: crate::state::Holds::Dummy,
        },
    ];
    let mut dice = Tape::default();
    let (rules, mut state) = (scene.rules.clone(), scene.state.clone());
    let mut cx = aelian_game::Cx::new(&rules, &mut state, &mut dice, aelian_game::Trace::On);
    ambush::reveal(&mut cx, 1);
    ambush::reveal(&mut cx, 0);
    assert_eq!(state.markers.len(), 1, "the dummy is gone");
    let ways = ambush::ways(Look::new(&rules, &state), 0);
    assert!(!ways.is_empty());
    let off = Deployed { front: pose(20.0, 18.0), ..ways[0] };
    assert_eq!(ids(&ambush::reveal_faults(Look::new(&rules, &state), 0, &off)), ["FA-AMB-08"]);
    let choice = Choice::SetUp(SetUpChoice::Reveal(ways[0]));
    let (after, _) = step(&rules, &state, &choice, &mut Tape::default()).unwrap();
    assert!(after.group(id).on_table() && after.markers.is_empty());
}

/// FA-FLANK-01, FA-FLANK-02, FA-FLANK-03, FA-FLANK-04, FA-SC-08: who may go on an outflanking march.
#[test]
fn marches_have_a_leader_and_few_groups() {
    let (rules, state) = at_step("carthaginian-trebia", "gallic", Step::Marches(Side::Red));
    let look = Look::new(&rules, &state);
    let march = |flank, groups: &[u8], commander: u8| Outflank {
        flank,
        groups: groups.iter().copied().map(GroupId).collect(),
        commander: crate::ids::CommanderId(commander),
    };
    let faults = |marches: &[Outflank]| ids(&march::faults(look, Side::Red, marches));
    assert!(faults(&[march(Hand::Left, &[0, 2], 1), march(Hand::Right, &[1], 2)]).is_empty());
    assert_eq!(faults(&[march(Hand::Left, &[0], 1), march(Hand::Left, &[1], 2)]), ["FA-FLANK-01"]);
    assert_eq!(faults(&[march(Hand::Left, &[0], 0)]), ["FA-FLANK-02"], "the commander-in-chief stays");
    assert_eq!(faults(&[march(Hand::Left, &[0, 1, 2, 3], 1)]), ["FA-FLANK-02"]);
    let (rules, state) = at_step("achaemenid-persian", "gallic", Step::Marches(Side::Red));
    let scythed = state
        .group_ids()
        .find(|id| state.group(*id).is_kind(crate::troop::TroopType::ScythedChariots))
        .unwrap();
    let sent = march::faults(Look::new(&rules, &state), Side::Red, &[march(Hand::Left, &[scythed.0], 1)]);
    assert_eq!(ids(&sent), ["FA-FLANK-04"]);
}

/// FA-FLANK-05, FA-FLANK-06, FA-FLANK-07, FA-FLANK-08, FA-FLANK-09, FA-FLANK-10, FA-FLANK-12, FA-FLANK-13, FA-FLANK-21,
/// FA-DEC-13: the roll, the stragglers, and the arrival in the owner's next turn.
#[test]
fn a_march_arrives_a_turn_after_its_roll() {
    let (rules, mut state) = started("carthaginian-trebia", "gallic");
    state.set_up = None;
    state.phase = crate::stage::Phase::Impact;
    state.stage = crate::stage::Stage::Marches;
    state.turn = 3;
    state.active = Side::Red;
    let groups: GroupSet = [GroupId(0), GroupId(2)].into_iter().collect();
    let commander = crate::ids::CommanderId(1);
    let progress = crate::state::MarchProgress::Marching;
    let march = crate::state::March { side: Side::Red, flank: Hand::Left, groups, commander, progress };
    crate::event::apply(&mut state, &crate::event::Event::SetUp(SetUpEvent::Marches(march)));
    let roll = |state: &State, faces: &[u8]| {
        step(&rules, state, &Choice::Proceed, &mut Tape::new(faces).unwrap()).unwrap().0
    };
    let late = roll(&state, &[4, 5]);
    assert_eq!(late.marches[0].progress, crate::state::MarchProgress::Marching, "nine is not enough");
    // Two sixes; the superior cavalry passes with 6, the light horse rolls 2 and straggles (+1 for skirmishers: 3).
    let won = roll(&state, &[6, 6, 3, 3, 1, 1]);
    assert_eq!(won.marches[0].progress, crate::state::MarchProgress::Arrives { turn: 5 });
    assert_eq!(won.group(GroupId(2)).place, Place::Straggled);
    let mut due = won.clone();
    due.turn = 5;
    due.phase = crate::stage::Phase::Manoeuvre;
    due.stage = crate::stage::Stage::Arrivals;
    due.dealt = GroupSet::EMPTY;
    let look = Look::new(&rules, &due);
    let ways: Vec<_> = arrival::ways(look).into_iter().filter(|way| !way.is_empty()).collect();
    assert!(!ways.is_empty());
    let wrong = [Deployed { front: pose(30.0, 20.0), ..ways[0][0] }];
    assert_eq!(ids(&arrival::faults(look, &wrong)), ["FA-FLANK-21"]);
    let choice = Choice::SetUp(SetUpChoice::Arrive(ways[0].clone()));
    let (after, _) = step(&rules, &due, &choice, &mut Tape::default()).unwrap();
    assert!(after.group(GroupId(0)).on_table());
    assert_eq!(after.commander(commander).with(), Some(GroupId(0)));
}

/// FA-FLANK-14, FA-FLANK-15, FA-FLANK-16, FA-FLANK-17: of two marches on one flank the weaker is driven back.
#[test]
fn the_weaker_march_is_driven_back() {
    let (rules, mut state) = started("carthaginian-trebia", "gallic");
    state.set_up = None;
    state.phase = crate::stage::Phase::Impact;
    state.stage = crate::stage::Stage::Marches;
    state.turn = 3;
    let first_blue = state.group_ids().find(|id| state.group(*id).side == Side::Blue).unwrap();
    let marches = [
        (Side::Red, Hand::Left, [GroupId(0), GroupId(1)].into_iter().collect::<GroupSet>(), 1u8),
        (Side::Blue, Hand::Right, GroupSet::one(first_blue), 4u8),
    ];
    for (side, flank, groups, commander) in marches {
        let commander = crate::ids::CommanderId(commander);
        let progress = crate::state::MarchProgress::Marching;
        let march = crate::state::March { side, flank, groups, commander, progress };
        crate::event::apply(&mut state, &crate::event::Event::SetUp(SetUpEvent::Marches(march)));
    }
    let faces = [6, 6, 6, 6, 6, 6, 6, 6];
    let (after, _) = step(&rules, &state, &Choice::Proceed, &mut Tape::new(faces).unwrap()).unwrap();
    assert_eq!(after.marches[0].progress, crate::state::MarchProgress::DroveBack { turn: 5 });
    assert_eq!(after.marches[1].progress, crate::state::MarchProgress::DrivenBack { turn: 4 });
}

/// FA-DEP-04, FA-DEP-05, FA-DEP-06, FA-DEP-07, FA-DEP-08, FA-DEP-12: where groups may be deployed.
#[test]
fn groups_are_deployed_in_their_zones() {
    let (rules, mut state) = at_step("mongol", "gallic", Step::Deploy(Side::Red));
    let find = |state: &State, kind| state.group_ids().find(|id| state.group(*id).is_kind(kind)).unwrap();
    let (horse, light, guns) = (
        find(&state, crate::troop::TroopType::Cavalry),
        find(&state, crate::troop::TroopType::LightHorse),
        find(&state, crate::troop::TroopType::HeavyArtillery),
    );
    let at = |group: GroupId, x: f64, y: f64, files: u8| Deployed {
        group,
        front: pose(x, y),
        files,
        tail: None,
        dismounted: false,
    };
    let faults = |state: &State, one: Deployed| {
        ids(&deploy::faults(Look::new(&rules, state), Side::Red, GroupSet::one(one.group), &[one]))
    };
    assert!(faults(&state, at(horse, 30.0, 10.0, 4)).is_empty());
    assert_eq!(faults(&state, at(horse, 30.0, 12.0, 4)), ["FA-DEP-05"]);
    assert!(faults(&state, at(light, 30.0, 15.0, 4)).is_empty());
    assert_eq!(faults(&state, at(light, 30.0, 16.0, 4)), ["FA-DEP-04"]);
    assert_eq!(faults(&state, at(horse, 30.0, 10.0, 5)), ["FA-FORM-02"]);
    for (kind, x) in [(AreaKind::Marsh, 20.0), (AreaKind::Impassable, 50.0)] {
        let pick = Pick::Area { kind, size: Size::Normal, covering: None };
        let piece = lay::piece(Look::new(&rules, &state), Side::Red, &pick, &oval(x, 6.0)).unwrap();
        crate::event::apply(&mut state, &crate::event::Event::Laid(piece));
    }
    assert_eq!(faults(&state, at(horse, 50.0, 7.0, 2)), ["FA-DEP-06"]);
    assert_eq!(faults(&state, at(guns, 20.0, 7.0, 2)), ["FA-DEP-07"]);
    let (rules, mut state) = at_step("mauryan", "gallic", Step::Deploy(Side::Red));
    let marsh = Pick::Area { kind: AreaKind::Marsh, size: Size::Normal, covering: None };
    let piece = lay::piece(Look::new(&rules, &state), Side::Red, &marsh, &oval(20.0, 6.0)).unwrap();
    crate::event::apply(&mut state, &crate::event::Event::Laid(piece));
    let chariots = find(&state, crate::troop::TroopType::HeavyChariots);
    let barred = deploy::faults(
        Look::new(&rules, &state),
        Side::Red,
        GroupSet::one(chariots),
        &[at(chariots, 20.0, 7.0, 2)],
    );
    assert_eq!(ids(&barred), ["FA-DEP-08"]);
}

/// FA-DISM-01, FA-DISM-02, FA-DISM-03, FA-SC-08: who may dismount, and what becomes of him.
#[test]
fn riders_dismount_where_they_may() {
    let (rules, mut state) = at_step("swiss", "hussite", Step::Deploy(Side::Red));
    let knights =
        state.group_ids().find(|id| state.group(*id).is_kind(crate::troop::TroopType::Knights)).unwrap();
    let afoot = Deployed { group: knights, front: pose(30.0, 10.0), files: 4, tail: None, dismounted: true };
    let faults = |state: &State, one: Deployed| {
        ids(&deploy::faults(Look::new(&rules, state), Side::Red, GroupSet::one(one.group), &[one]))
    };
    assert!(faults(&state, afoot).is_empty(), "their list lets them");
    if let Some(set_up) = &mut state.set_up {
        set_up.may_dismount = GroupSet::EMPTY;
    }
    assert_eq!(faults(&state, afoot), ["FA-DISM-01"]);
    let wagons =
        state.group_ids().find(|id| state.group(*id).is_kind(crate::troop::TroopType::BattleWagons)).unwrap();
    state.groups[wagons.index()].place = Place::Table;
    assert!(faults(&state, afoot).is_empty(), "the enemy has deployed battle wagons");
    assert!(!dismount::can_dismount(state.group(wagons)));
    assert!(ready::named("achaemenid-persian").is_some());
}

/// FA-DEP-10, FA-CMD-08: commanders touch the group that they are with, within 15 MU.
#[test]
fn commanders_are_placed_last() {
    let (rules, mut state) = at_step("roman-trebia", "gallic", Step::Commanders(Side::Red));
    let group = GroupId(2);
    let moved = deploy::moved(
        Look::new(&rules, &state),
        &Deployed { group, front: pose(30.0, 10.0), files: 2, tail: None, dismounted: false },
        crate::event::MoveWhy::Deployed,
    );
    crate::event::apply(&mut state, &crate::event::Event::Appears(moved));
    let look = Look::new(&rules, &state);
    let at = |commander: u8, at: Pose, with: Option<GroupId>| CommanderAt {
        commander: crate::ids::CommanderId(commander),
        at,
        with,
    };
    let behind = {
        let block = look.block(group);
        // Corner on corner with one of its bases, not with the joint of two.
        block.pose.advanced(-block.depth).shifted(0.5 * rules.width)
    };
    let all = [at(0, behind, Some(group)), at(1, pose(10.0, 5.0), None), at(2, pose(50.0, 5.0), None)];
    assert!(deploy::commander_faults(look, Side::Red, &all).is_empty());
    let joint = [at(0, behind.shifted(-0.5 * rules.width), Some(group)), all[1], all[2]];
    assert_eq!(ids(&deploy::commander_faults(look, Side::Red, &joint)), ["FA-CMD-08"]);
    let far = [at(0, pose(10.0, 8.0), Some(group)), all[1], all[2]];
    assert_eq!(ids(&deploy::commander_faults(look, Side::Red, &far)), ["FA-CMD-08"]);
    let deep = [at(0, pose(10.0, 17.0), None), all[1], all[2]];
    assert_eq!(ids(&deploy::commander_faults(look, Side::Red, &deep)), ["FA-DEP-10"]);
    assert_eq!(ids(&deploy::commander_faults(look, Side::Red, &all[..2])), ["FA-DEP-10"]);
}
