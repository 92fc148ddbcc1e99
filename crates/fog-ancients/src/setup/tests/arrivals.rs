//! Outflanking marches as they come upon the table, and ambushes in every phase of a turn.

use super::*;
use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::ids::CommanderId;
use crate::impact::evade::{EvadeOrder, EvadeTo, EvadeTurn};
use crate::movement::{MovementChoice, MovementPrompt};
use crate::state::{Grade, Holds, March, MarchProgress, Marker};
use crate::testing::{Scene, Table};
use aelian_game::Step as Played;
use aelian_geometry::Hand;

/// Red's march of these groups comes in this turn at the western edge, led by the second commander.
fn marching(table: Table, names: &[&str], progress: MarchProgress) -> Scene {
    let mut scene = table
        .stage(Phase::Manoeuvre, Stage::Arrivals)
        .group("home", Side::Red, "HF armoured", (4, 2), (60.0, 5.0), 0.0)
        .commander("chief", Side::Red, Grade::Field, None, (60.0, 3.0))
        .commander("leader", Side::Red, Grade::Troop, None, (58.0, 3.0))
        .build();
    for name in names {
        let id = scene.group(name);
        scene.state.groups[id.index()].place = Place::March;
    }
    let commander = scene.officer("leader");
    scene.state.commanders[commander.index()].place = CommanderPlace::March;
    let groups = names.iter().map(|name| scene.group(name)).collect();
    scene.state.marches.push(March { side: Side::Red, flank: Hand::Left, groups, commander, progress });
    scene
}

fn due() -> MarchProgress {
    MarchProgress::Arrives { turn: 1 }
}

/// The group with the middle of its front so far from the western edge and so far up, in MU.
fn at(scene: &Scene, name: &str, x: f64, y: f64, files: u8) -> Deployed {
    let front = Pose::new(x * 25.0, y * 25.0, Facing::RIGHT);
    Deployed { group: scene.group(name), front, files, tail: None, dismounted: false }
}

fn arrive(deployed: &[Deployed]) -> Choice {
    Choice::SetUp(SetUpChoice::Arrive(deployed.to_vec()))
}

fn refused(scene: &Scene, deployed: &[Deployed]) -> Vec<String> {
    let mut rules: Vec<String> =
        scene.refusals(&arrive(deployed)).iter().map(|rule| rule.to_string()).collect();
    rules.dedup();
    rules
}

fn cited(step: &Played<Rules>, rule: &str) -> bool {
    step.reasons.iter().any(|reason| reason.rule.as_str() == rule)
}

fn two() -> Table {
    Table::new().group("horse", Side::Red, "Cv armoured", (4, 2), (30.0, 5.0), 0.0).group(
        "foot",
        Side::Red,
        "HF armoured",
        (8, 4),
        (40.0, 5.0),
        0.0,
    )
}

/// FA-FLANK-10, FA-FLANK-11, FA-FLANK-21, FA-DEC-13: in any legal formation, no farther than a move from the edge,
/// straight in, all within the range of their commander, who is with the group named first.
#[test]
fn groups_come_straight_in_and_in_command() {
    let mut scene = marching(two(), &["horse", "foot"], due());
    let horse = |x: f64| at(&scene, "horse", x, 20.0, 2);
    let foot = |x: f64, y: f64| at(&scene, "foot", x, y, 4);
    assert!(refused(&scene, &[horse(5.0), foot(3.0, 25.0)]).is_empty());
    assert_eq!(refused(&scene, &[horse(5.1), foot(3.0, 25.0)]), ["FA-FLANK-21"]);
    assert_eq!(refused(&scene, &[horse(5.0), foot(3.0, 30.0)]), ["FA-FLANK-11"]);
    assert_eq!(refused(&scene, &[horse(1.0), foot(3.0, 25.0)]), ["FA-EDGE-01"]);
    // AMB-94: nobody dismounts on the march.
    assert_eq!(
        refused(&scene, &[Deployed { dismounted: true, ..horse(5.0) }, foot(3.0, 25.0)]),
        ["FA-DISM-02"]
    );
    let askew = Deployed { front: Pose::new(75.0, 600.0, Facing::UP), ..foot(3.0, 25.0) };
    assert_eq!(refused(&scene, &[horse(5.0), askew]), ["FA-FLANK-21"]);
    let choice = arrive(&[horse(5.0), foot(3.0, 25.0)]);
    scene.play(&choice, &[]);
    let leader = scene.officer("leader");
    assert_eq!(scene.state.commander(leader).with(), Some(scene.group("horse")));
    assert!(scene.look().in_command_range(leader, scene.group("foot")));
    assert_eq!(scene.state.marches[0].progress, MarchProgress::Done);
}

/// FA-FLANK-21, FA-MOVE-03: rough ground at the edge shortens the move.
#[test]
fn ground_slows_those_who_come() {
    let brush = [(0.0, 15.0), (8.0, 15.0), (8.0, 30.0), (0.0, 30.0)];
    let scene = marching(two().area(crate::field::AreaKind::Brush, &brush), &["horse"], due());
    assert_eq!(refused(&scene, &[at(&scene, "horse", 5.0, 20.0, 2)]), ["FA-FLANK-21"]);
    assert!(refused(&scene, &[at(&scene, "horse", 3.0, 20.0, 2)]).is_empty());
}

/// FA-FLANK-21, FA-2ND-03, FA-BL-17: groups that came in side by side and level move again as a line; or the commander's
/// own group does so alone.
#[test]
fn a_line_that_comes_in_moves_again() {
    let asked = |scene: &Scene| match scene.rules.next(&scene.state) {
        Next::Ask { prompt: Prompt::Movement(MovementPrompt::SecondMove { who }), .. } => Some(who),
        _ => None,
    };
    let legs = vec![crate::movement::Leg::Advance { distance: 50.0 }];
    let order =
        |who| Choice::Movement(MovementChoice::Move(crate::movement::MoveOrder::all(who, legs.clone())));
    let table = Table::new().group("horse", Side::Red, "Cv armoured", (4, 2), (30.0, 5.0), 0.0).group(
        "others",
        Side::Red,
        "Cv armoured",
        (4, 2),
        (40.0, 5.0),
        0.0,
    );
    let scene = marching(table, &["horse", "others"], due());
    let come = |x: f64| arrive(&[at(&scene, "horse", 5.0, 20.0, 2), at(&scene, "others", x, 23.2, 2)]);
    let both: GroupSet = [scene.group("horse"), scene.group("others")].into_iter().collect();
    let own = GroupSet::one(scene.group("horse"));
    let mut line = scene.clone();
    line.play(&come(5.0), &[]);
    assert_eq!(asked(&line), Some(both));
    let mut alone = line.clone();
    line.play(&order(both), &[]);
    assert_eq!(asked(&line), None, "no part of it goes on by itself");
    alone.play(&Choice::Movement(MovementChoice::Stay), &[]);
    assert_eq!(asked(&alone), Some(own));
    // Not level: they did not come as a line.
    let mut uneven = scene.clone();
    uneven.play(&come(4.0), &[]);
    assert_eq!(asked(&uneven), Some(own));
}

/// FA-RA-01, FA-RA-02, FA-FLANK-22: who is late and comes in before enemy who face the edge goes straight at them.
#[test]
fn the_restricted_area_holds_those_who_come() {
    let table = Table::new().group("horse", Side::Red, "Cv armoured", (4, 2), (30.0, 5.0), 0.0).group(
        "enemy",
        Side::Blue,
        "HF armoured",
        (4, 2),
        (1.7, 22.0),
        200.0,
    );
    let scene = marching(table, &["horse"], MarchProgress::Arrives { turn: 0 });
    // Aslant before him and past him; clear of his area it comes as it likes.
    assert_eq!(refused(&scene, &[at(&scene, "horse", 4.0, 19.35, 2)]), ["FA-RA-02"]);
    assert!(refused(&scene, &[at(&scene, "horse", 4.0, 18.0, 2)]).is_empty());
}

/// FA-FLANK-21, FA-DEC-53: the group with the commander may move again if all of its first move was far from enemy; a
/// march that was driven back has moved twice already.
#[test]
fn the_commanders_group_may_move_again() {
    let mut scene = marching(two(), &["horse", "foot"], due());
    let choice = arrive(&[at(&scene, "horse", 5.0, 20.0, 2), at(&scene, "foot", 3.0, 25.0, 4)]);
    scene.play(&choice, &[]);
    let Next::Ask { prompt: Prompt::Movement(MovementPrompt::SecondMove { who }), .. } =
        scene.rules.next(&scene.state)
    else {
        panic!("a second move is asked for")
    };
    assert_eq!(who, GroupSet::one(scene.group("horse")));
    scene.play(&Choice::Movement(MovementChoice::Stay), &[]);
    assert_eq!(scene.state.stage, Stage::Moves);
    let enemy = two().group("enemy", Side::Blue, "HF armoured", (8, 4), (10.5, 20.0), 270.0);
    let mut near = marching(enemy, &["horse"], due());
    near.play(&arrive(&[at(&near, "horse", 5.0, 26.0, 2)]), &[]);
    assert!(near.state.pending.is_empty(), "enemy came within 6 MU: {:?}", near.state.pending);
}

/// FA-FLANK-15, FA-FLANK-16: a march that was driven back comes within 12 MU of its own rear edge, by a full double move,
/// out of command if need be; who drove it back uses the same stretch.
#[test]
fn those_driven_back_come_near_their_rear() {
    let driven = marching(two(), &["horse", "foot"], MarchProgress::DrivenBack { turn: 1 });
    let come = |x: f64, y: f64| {
        refused(&driven, &[at(&driven, "horse", 10.0, 3.0, 2), at(&driven, "foot", x, y, 4)])
    };
    assert!(come(6.0, 8.5).is_empty());
    assert_eq!(come(5.0, 8.5), ["FA-FLANK-15"]);
    assert_eq!(come(6.1, 8.5), ["FA-FLANK-21"]);
    assert_eq!(come(6.0, 20.0), ["FA-FLANK-15"]);
    let drove = marching(two(), &["horse"], MarchProgress::DroveBack { turn: 1 });
    assert!(refused(&drove, &[at(&drove, "horse", 5.0, 40.0, 2)]).is_empty());
    assert_eq!(refused(&drove, &[at(&drove, "horse", 5.0, 30.0, 2)]), ["FA-FLANK-16"]);
}

/// FA-FLANK-22: who has room must come; who has none waits for a later turn, and then frightens nobody.
#[test]
fn groups_without_room_come_later() {
    let scene = marching(two(), &["horse", "foot"], due());
    let horse = at(&scene, "horse", 5.0, 20.0, 2);
    assert_eq!(refused(&scene, &[horse]), ["FA-FLANK-22"]);
    assert_eq!(refused(&scene, &[]), ["FA-FLANK-22"]);
    // Friends stand along the whole edge but for one gap of 3.6 MU; foot fit behind horse who come far enough in.
    let mut walled = two();
    for (at, y) in [4.0, 12.0, 28.0, 36.0, 44.0].into_iter().enumerate() {
        walled = walled.group(&format!("wall {at}"), Side::Red, "HF armoured", (12, 5), (2.0, y), 90.0);
    }
    let walled = walled.group("post", Side::Red, "HF armoured", (12, 3), (2.0, 22.0), 90.0);
    let mut scene = marching(walled, &["horse", "foot"], due());
    assert_eq!(refused(&scene, &[at(&scene, "horse", 5.0, 17.8, 2)]), ["FA-FLANK-22"]);
    let both = [at(&scene, "horse", 5.0, 17.8, 2), at(&scene, "foot", 2.4, 17.8, 2)];
    assert!(refused(&scene, &both).is_empty(), "{:?}", scene.refusals(&arrive(&both)));
    let horse = at(&scene, "horse", 2.4, 17.8, 2);
    assert!(refused(&scene, &[horse]).is_empty(), "{:?}", scene.refusals(&arrive(&[horse])));
    scene.play(&arrive(&[horse]), &[]);
    assert_eq!(scene.state.marches[0].groups, GroupSet::one(scene.group("foot")));
    assert_eq!(scene.state.marches[0].progress, due());
    // Later there is room, and enemy near it are not moved by those who come late.
    let near = two().group("enemy", Side::Blue, "HF armoured", (8, 4), (4.0, 35.0), 180.0);
    let mut late = marching(near, &["foot"], due());
    late.state.turn = 3;
    let before = late.look().block(late.group("enemy"));
    late.play(&arrive(&[at(&late, "foot", 2.0, 25.0, 4)]), &[]);
    assert_eq!(late.look().block(late.group("enemy")), before);
}

/// FA-FLANK-18, FA-FLANK-19: artillery, wagons and the camp near the point of arrival are lost without a test; those
/// farther away or in close combat are not.
#[test]
fn guns_and_camps_near_the_arrival_are_lost() {
    let table = two()
        .group("guns", Side::Blue, "HArt", (2, 2), (5.0, 20.0), 180.0)
        .group("wagons", Side::Blue, "BWg", (2, 2), (5.5, 28.0), 180.0)
        .group("far", Side::Blue, "LArt", (2, 2), (12.0, 20.0), 180.0)
        .camp(Side::Blue, (4.0, 24.0), true);
    let mut scene = marching(table.clone(), &["horse"], due());
    let step = scene.play(&arrive(&[at(&scene, "horse", 2.4, 24.0, 2)]), &[]);
    assert!(cited(&step, "FA-FLANK-18") && cited(&step, "FA-FLANK-19"));
    let place = |name: &str| scene.state.group(scene.group(name)).place;
    assert_eq!(
        (place("guns"), place("wagons"), place("far")),
        (Place::Destroyed, Place::Destroyed, Place::Table)
    );
    assert!(scene.state.camps[Side::Blue.index()].as_ref().unwrap().sacked);
    assert!(scene.state.seen.is_empty(), "nobody tests for it");
    let mut held = marching(
        table.group("fights", Side::Red, "HF armoured", (2, 2), (5.0, 20.0), 0.0),
        &["horse"],
        due(),
    );
    let (red, guns) = (held.group("fights"), held.group("guns"));
    held.state.bouts.push(crate::state::Bout::between(red, guns, [crate::state::Tie::Front; 2], false));
    held.play(&arrive(&[at(&held, "horse", 2.4, 26.0, 2)]), &[]);
    assert!(held.state.group(guns).on_table());
}

/// FA-FLANK-20: other groups near the point of arrival evade straight away from the edge, even heavy foot; then the
/// march comes in as far as it likes. Their owner orders them and chooses their turns.
#[test]
fn groups_near_the_arrival_evade() {
    let table = two()
        .group("spears", Side::Blue, "HF armoured", (8, 4), (5.0, 22.0), 180.0)
        .group("away", Side::Blue, "LH unprotected", (4, 2), (5.5, 26.0), 90.0)
        .group("far", Side::Blue, "HF armoured", (8, 4), (11.0, 40.0), 180.0);
    let mut scene = marching(table, &["horse"], due());
    let (spears, away, far) = (scene.group("spears"), scene.group("away"), scene.group("far"));
    let horse = at(&scene, "horse", 5.0, 22.0, 2);
    assert!(refused(&scene, &[horse]).is_empty(), "who will flee is not in the way");
    scene.play(&arrive(&[horse]), &[]);
    assert_eq!(scene.state.group(scene.group("horse")).place, Place::March, "they wait for the evades");
    let Next::Ask { side: Side::Blue, prompt: Prompt::SetUp(SetUpPrompt::Surprised { groups }) } =
        scene.rules.next(&scene.state)
    else {
        panic!("Blue's groups evade first")
    };
    assert_eq!(groups, [spears, away].into_iter().collect());
    let evade =
        |group, turn| Choice::SetUp(SetUpChoice::Evade(EvadeOrder { group, to: EvadeTo::Along, turn }));
    let rear = Choice::SetUp(SetUpChoice::Evade(EvadeOrder {
        group: spears,
        to: EvadeTo::Rear,
        turn: EvadeTurn::About,
    }));
    assert!(!scene.check(&rear).is_legal(), "only away from the edge");
    assert!(!scene.check(&evade(far, EvadeTurn::Quarter)).is_legal());
    assert!(!scene.check(&evade(away, EvadeTurn::Quarter)).is_legal(), "it faces away already");
    let before = scene.look().block(spears);
    let step = scene.play(&evade(spears, EvadeTurn::Quarter), &[3]);
    assert!(cited(&step, "FA-FLANK-20"));
    let after = scene.look().block(spears);
    assert!(after.pose.facing.same(Facing::RIGHT, scene.rules.tolerance));
    assert!(after.pose.at.x > before.pose.at.x + 75.0, "{before:?} {after:?}");
    // One way is left.
    let Next::Only { choice, .. } = scene.rules.next(&scene.state) else { panic!("one group, one way") };
    scene.play(&choice, &[3]);
    let Next::Ask { side: Side::Red, prompt: Prompt::SetUp(SetUpPrompt::Enter { .. }) } =
        scene.rules.next(&scene.state)
    else {
        panic!("then they come")
    };
    assert_eq!(refused(&scene, &[at(&scene, "horse", 5.0, 28.0, 2)]), ["FA-FLANK-10"], "the place is fixed");
    scene.play(&arrive(&[at(&scene, "horse", 4.0, 22.0, 2)]), &[]);
    assert!(scene.state.group(scene.group("horse")).on_table());
    assert_eq!(scene.look().block(far).pose.at.x, 11.0 * 25.0);
}

/// FA-FLANK-20, FA-FLANK-22: whose place is still barred once those near it have fled as far as they can waits, although
/// there would be room elsewhere at the edge; what is proposed is to wait.
#[test]
fn who_finds_his_place_barred_waits() {
    let table = two().group("spears", Side::Blue, "HF armoured", (2, 2), (1.5, 22.0), 90.0);
    let mut scene = marching(table, &["horse", "foot"], due());
    let (horse, foot) = (at(&scene, "horse", 5.0, 22.0, 2), at(&scene, "foot", 2.0, 30.0, 4));
    let commander = scene.officer("leader");
    let enter = super::super::Waiting::Enter { commander, named: vec![horse, foot] };
    scene.state.pending.push(crate::pending::Pending::SetUp(enter));
    assert_eq!(refused(&scene, &[foot, at(&scene, "horse", 5.0, 10.0, 2)]), ["FA-FLANK-10"]);
    assert!(refused(&scene, &[horse]).contains(&"FA-FLANK-22".to_owned()), "the spears stand in its way");
    assert_eq!(refused(&scene, &[]), ["FA-FLANK-22"], "the foot has room");
    let ways = arrival::ways_in(scene.look(), commander, &[horse, foot]);
    assert!(ways.iter().all(|way| way.iter().all(|one| one.group == foot.group)), "{ways:?}");
    scene.play(&arrive(&ways[0]), &[]);
    assert!(scene.state.group(foot.group).on_table());
    assert_eq!(scene.state.marches[0].groups, GroupSet::one(horse.group), "it comes when there is room");
    assert!(scene.state.pending.is_empty());
}

/// FA-FLANK-20, FA-FLANK-22: over those who will flee a group comes at once, beside those that are named.
#[test]
fn nobody_waits_for_those_who_will_flee() {
    let mut walled = two();
    for (at, y) in [4.0, 12.0, 28.0, 36.0, 44.0].into_iter().enumerate() {
        walled = walled.group(&format!("wall {at}"), Side::Blue, "HF armoured", (12, 5), (2.0, y), 90.0);
    }
    let walled = walled.group("post", Side::Blue, "HF armoured", (12, 3), (2.0, 22.0), 90.0);
    let scene = marching(walled, &["horse", "foot"], due());
    let horse = at(&scene, "horse", 5.0, 17.8, 2);
    assert_eq!(refused(&scene, &[horse]), ["FA-FLANK-22"]);
    let ways = arrival::ways(scene.look());
    assert!(ways.iter().all(|way| way.len() == 2 && refused(&scene, way).is_empty()), "{ways:?}");
}

/// Whatever stands at the edge, something is proposed, and all of it is legal.
#[test]
fn arrivals_are_proposed() {
    let table = two().group("spears", Side::Blue, "HF armoured", (8, 4), (5.0, 22.0), 180.0);
    for progress in [due(), MarchProgress::DrivenBack { turn: 1 }, MarchProgress::DroveBack { turn: 1 }] {
        let scene = marching(table.clone(), &["horse", "foot"], progress);
        let ways = arrival::ways(scene.look());
        assert!(!ways.is_empty());
        for way in ways {
            assert!(refused(&scene, &way).is_empty(), "{progress:?}: {way:?}");
        }
    }
}

fn hidden(table: Table, side: Side, name: &str, x: f64, y: f64) -> Scene {
    let mut scene = table.build();
    let group = scene.group(name);
    scene.state.groups[group.index()].place = Place::Ambush;
    let rect = Rect::new(Pose::new(x * 25.0, y * 25.0, home_facing(side)), 40.0, 40.0);
    let holds = Holds::Group { group, commander: None, dismounted: false };
    scene.state.markers.push(Marker { side, rect, holds });
    scene
}

fn wood() -> Table {
    Table::new()
        .area(crate::field::AreaKind::Forest, &[(26.0, 22.0), (34.0, 22.0), (34.0, 30.0), (26.0, 30.0)])
        .group("ambush", Side::Red, "MF protected impact-foot", (6, 3), (60.0, 5.0), 0.0)
        .group("other", Side::Red, "MF protected", (6, 3), (50.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF armoured", (8, 4), (30.0, 18.0), 90.0)
}

/// FA-AMB-10, FA-DEC-11: the owner may open his ambush before charges are declared, and charge out of it; the other
/// player may not, and nobody opens what is not his.
#[test]
fn an_ambush_may_be_opened_to_charge() {
    let table = wood().stage(Phase::Impact, Stage::DeclareCharges);
    let mut scene = hidden(table, Side::Red, "ambush", 30.0, 25.0);
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Red, .. }));
    let open = |marker| Choice::SetUp(SetUpChoice::RevealOwn { marker });
    assert_eq!(scene.refusals(&open(7))[0].as_str(), "FA-AMB-10");
    let mut theirs = scene.clone();
    theirs.state.markers[0].side = Side::Blue;
    assert!(!theirs.check(&open(0)).is_legal());
    scene.play(&open(0), &[]);
    let way = ambush::ways(scene.look(), 0)
        .into_iter()
        .find(|way| way.front.facing.same(Facing::DOWN, scene.rules.tolerance) && way.files == 3)
        .expect("a way south");
    scene.play(&Choice::SetUp(SetUpChoice::Reveal(way)), &[]);
    let ambush = scene.group("ambush");
    assert!(scene.state.group(ambush).on_table() && scene.state.markers.is_empty());
    assert_eq!(scene.state.stage, Stage::DeclareCharges);
}

/// FA-AMB-07: enemy who come near in any phase, here by an evade, reveal an ambush at once.
#[test]
fn evaders_stumble_upon_an_ambush() {
    let table = wood().stage(Phase::Impact, Stage::Evades).active(Side::Red);
    let mut scene = hidden(table, Side::Red, "ambush", 30.0, 26.5);
    let enemy = scene.group("enemy");
    assert!(ambush_is_quiet(&mut scene));
    // They now stand before the marker, whoever brought them there.
    for base in scene.state.bases.iter_mut().filter(|base| base.group == enemy) {
        base.rect.pose.at.y += 2.4 * 25.0;
    }
    assert!(!ambush_is_quiet(&mut scene));
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Red, .. }));
}

fn ambush_is_quiet(scene: &mut Scene) -> bool {
    let mut tape = aelian_dice::Tape::default();
    let mut cx = aelian_game::Cx::new(&scene.rules, &mut scene.state, &mut tape, aelian_game::Trace::On);
    ambush::notice(&mut cx, None);
    scene.state.pending.is_empty()
}

/// FA-AMB-08: in a nook of rocks that has no room for all of them, the bases that cannot stand are lost.
#[test]
fn ambushers_without_room_lose_bases() {
    let rock = |a: f64, b: f64, c: f64, d: f64| [(a, b), (c, b), (c, d), (a, d)];
    let table = Table::new()
        .area(crate::field::AreaKind::Impassable, &rock(26.0, 21.0, 29.1, 30.0))
        .area(crate::field::AreaKind::Impassable, &rock(30.9, 21.0, 34.0, 30.0))
        .area(crate::field::AreaKind::Impassable, &rock(29.1, 21.0, 30.9, 23.3))
        .area(crate::field::AreaKind::Impassable, &rock(29.1, 25.1, 30.9, 30.0))
        .group("ambush", Side::Red, "MF protected", (6, 3), (60.0, 5.0), 0.0)
        .group("other", Side::Red, "MF protected", (6, 3), (50.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF armoured", (8, 4), (30.0, 40.0), 180.0);
    let mut scene = hidden(table, Side::Red, "ambush", 30.0, 25.0);
    scene.play(&Choice::Movement(MovementChoice::Reveal { marker: 0 }), &[]);
    let ways = ambush::ways(scene.look(), 0);
    assert!(!ways.is_empty(), "there is always a way");
    scene.play(&Choice::SetUp(SetUpChoice::Reveal(ways[0])), &[]);
    let ambush = scene.group("ambush");
    let left = scene.state.strength(ambush);
    assert!((1..6).contains(&left), "{left}");
    let rocks = |rect: &Rect| scene.look().is_in_water_or_rocks(rect);
    assert!(scene.state.group(ambush).on_table() && !scene.state.rects_of(ambush).any(rocks));
}

/// FA-AMB-08: a battle wagon is deeper than its marker and covers it.
#[test]
fn wagons_cover_their_marker() {
    let table = Table::new()
        .group("wagons", Side::Red, "BWg", (4, 2), (60.0, 5.0), 0.0)
        .group("idle", Side::Red, "MF protected", (6, 3), (50.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF armoured", (8, 4), (30.0, 40.0), 180.0);
    let mut scene = hidden(table, Side::Red, "wagons", 30.0, 25.0);
    scene.play(&Choice::Movement(MovementChoice::Reveal { marker: 0 }), &[]);
    let marker = scene.state.markers[0].rect.centre();
    let ways = ambush::ways(scene.look(), 0);
    assert!(!ways.is_empty(), "there is always a way");
    let aside = Deployed { front: ways[0].front.shifted(20.0), ..ways[0] };
    assert_eq!(scene.refusals(&Choice::SetUp(SetUpChoice::Reveal(aside)))[0].as_str(), "FA-AMB-08");
    scene.play(&Choice::SetUp(SetUpChoice::Reveal(ways[0])), &[]);
    let wagons = scene.group("wagons");
    assert_eq!(scene.state.strength(wagons), 4);
    assert!(scene.state.rects_of(wagons).any(|rect| (rect.centre() - marker).length() < 1.0));
}

/// FA-AMB-12, FA-DISM-02, FA-DISM-07: riders who were noted as dismounted on their marker appear on foot.
#[test]
fn riders_dismounted_on_their_marker_appear_on_foot() {
    let table = Table::new()
        .area(crate::field::AreaKind::Plantation, &[(26.0, 22.0), (34.0, 22.0), (34.0, 30.0), (26.0, 30.0)])
        .group("knights", Side::Red, "Kn armoured lancers", (4, 2), (60.0, 5.0), 0.0)
        .group("idle", Side::Red, "MF protected", (6, 3), (50.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF armoured", (8, 4), (30.0, 40.0), 180.0);
    let mut scene = hidden(table, Side::Red, "knights", 30.0, 25.0);
    let Holds::Group { dismounted, .. } = &mut scene.state.markers[0].holds else { panic!("a group") };
    *dismounted = true;
    scene.play(&Choice::Movement(MovementChoice::Reveal { marker: 0 }), &[]);
    let ways = ambush::ways(scene.look(), 0);
    let mounted = Deployed { dismounted: false, ..ways[0] };
    assert!(!scene.check(&Choice::SetUp(SetUpChoice::Reveal(mounted))).is_legal());
    let step = scene.play(&Choice::SetUp(SetUpChoice::Reveal(ways[0])), &[]);
    assert!(step.events.iter().any(|event| matches!(event, Event::Dismounts { .. })));
    let knights = scene.state.group(scene.group("knights"));
    assert_eq!(knights.troops[0].kind, TroopType::HeavyFoot);
    assert!(scene.state.rects_of(scene.group("knights")).all(|rect| rect.depth == 15.0));
}

/// FA-CMOVE-08: a commander on whom troops come to stand goes to the nearest other place with his group; without any his
/// marker stays.
#[test]
fn a_commander_makes_way() {
    let table = Table::new()
        .group("a", Side::Red, "HF armoured", (4, 2), (30.0, 20.0), 0.0)
        .group("b", Side::Red, "HF armoured", (4, 2), (30.0, 10.0), 0.0)
        .group("enemy", Side::Blue, "HF armoured", (8, 4), (30.0, 44.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("a"), (30.8, 18.8));
    let mut scene = table.build();
    let chief: CommanderId = scene.officer("chief");
    let pose = scene.state.commander(chief).rect.pose;
    let ahead = |distance: f64| crate::movement::Leg::Advance { distance: distance * 25.0 };
    let b = scene.group("b");
    for base in scene.state.bases.iter_mut().filter(|base| base.group == b) {
        base.rect.pose.at.y += 7.0 * 25.0;
    }
    let order = crate::movement::MoveOrder::one(b, vec![ahead(1.5)]);
    scene.play(&Choice::Movement(MovementChoice::Move(order)), &[]);
    let now = scene.state.commander(chief).rect;
    assert_ne!(now.pose, pose);
    assert_eq!(scene.state.commander(chief).with(), Some(scene.group("a")));
    assert!(scene.look().is_place_with(scene.group("a"), &now));
    for id in scene.state.on_table() {
        let t = scene.rules.tolerance;
        assert!(!scene.state.rects_of(id).any(|rect| aelian_geometry::overlaps(rect, &now, t)), "{id}");
    }
}
