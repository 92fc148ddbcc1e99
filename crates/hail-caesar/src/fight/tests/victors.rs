//! What victors do (60.9 to 60.13).

use super::*;
use aelian_geometry::{Facing, Pose};

const WIDTH: f64 = 180.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

fn pose(x: f64, y: f64, compass: f64) -> Pose {
    Pose::new(x * 25.4, y * 25.4, Facing::compass(compass))
}

/// Red's `u` has won by one, and Blue's `e` rolls so.
fn won(table: Table, faces: &[u8]) -> Scene {
    let mut scene = table.build();
    scene.result([1, 0]);
    scene.go(faces);
    scene
}

fn gave_ground(table: Table) -> Scene {
    let mut scene = won(table, &[4, 4]);
    scene.go(&[]);
    scene
}

fn act(scene: &Scene, name: &str, act: Act) -> Vec<RuleId> {
    scene.refusals(&Choice::Fight(FightChoice::Victor { unit: scene.unit(name), act }))
}

/// HC-VICM-02, HC-VICM-03, HC-VICM-07, HC-VICM-09, HC-VICM-13: one move, back or forward, no contact, no sweep.
#[test]
fn a_victor_may_move() {
    let mut scene = gave_ground(duel("medium-infantry", "medium-infantry"));
    let e = scene.unit("e");
    assert!(act(&scene, "u", Act::Move(pose(30.0, 16.0, 0.0))).is_empty());
    assert!(act(&scene, "u", Act::Stay).is_empty());
    assert_eq!(act(&scene, "u", Act::Move(pose(30.0, 5.0, 0.0))), [rule!("HC-VICM-02")]);
    assert!(!act(&scene, "u", Act::Move(pose(33.0, 20.0, 0.0))).is_empty(), "no sidestep before the enemy");
    assert!(!act(&scene, "u", Act::Move(pose(30.0, 26.0, 0.0))).is_empty(), "no contact");
    assert_eq!(act(&scene, "u", Act::Sweep(pose(30.0, 24.0, 0.0))), [rule!("HC-SWEEP-01")]);
    assert_eq!(act(&scene, "e", Act::Stay), [rule!("HC-VICM-02")]);
    assert!(!act(&scene, "u", Act::Move(pose(f64::NAN, 1e300, 0.0))).is_empty());
    assert!(scene.proposals().len() >= 4);
    scene.victor("u", Act::Move(pose(30.0, 16.0, 0.0)), &[]);
    assert_eq!(scene.front("u"), (30.0, 16.0));
    assert!(!scene.state.is_fighting(e));
}

/// HC-VICM-04, HC-VICM-06, HC-VICM-12, HC-DIS-12, HC-SUPM-02, HC-SUPM-06: disordered and shaken victors follow up
/// too, with their supports.
#[test]
fn supports_follow_up() {
    let table = duel("medium-infantry", "medium-infantry")
        .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
        .unit("rear", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0);
    let mut scene = gave_ground(table).disordered("u").casualties("u", 6);
    let enemy = scene.unit("e");
    assert!(scene.victor("u", Act::FollowUp { enemy }, &[]).contains(&rule!("HC-SUPM-01")));
    assert_eq!((scene.front("u").1, scene.front("left").1, scene.front("rear").1), (26.0, 26.0, 24.43));
    assert!(scene.look().is_engaged(scene.unit("left")));
}

/// HC-VICM-13: an enemy beyond one move is not followed up.
#[test]
fn too_far_to_follow() {
    let scene = gave_ground(duel("medium-infantry", "medium-cavalry"));
    let enemy = scene.unit("e");
    assert!(act(&scene, "u", Act::FollowUp { enemy }).is_empty());
    let mut far = scene.clone();
    let at = &mut far.state.units[enemy.index()].rect.pose.at;
    at.y += 25.4;
    assert_eq!(act(&far, "u", Act::FollowUp { enemy }), [rule!("HC-VICM-13")]);
}

/// HC-VICM-08, HC-RET-08, HC-SWEEP-13: victors of a broken division hold or fall back.
#[test]
fn broken_divisions_fall_back() {
    let mut scene = gave_ground(duel("medium-infantry", "medium-infantry"));
    scene.state.divisions[0].broken = true;
    let enemy = scene.unit("e");
    assert_eq!(act(&scene, "u", Act::FollowUp { enemy }), [rule!("HC-VICM-08")]);
    assert_eq!(act(&scene, "u", Act::Move(pose(30.0, 23.0, 0.0))), [rule!("HC-VICM-08")]);
    assert!(act(&scene, "u", Act::Move(pose(30.0, 16.0, 0.0))).is_empty());
}

/// HC-SWEEP-01, HC-SWEEP-02, HC-SWEEP-03, HC-SWEEP-05, HC-SWEEP-12, HC-DIS-11, HC-SHK-04, AMB-36: after a destroyed
/// enemy, two moves ahead; 4 to 6 disorders.
#[test]
fn a_sweeping_advance() {
    let broke = || won(duel("medium-infantry", "medium-infantry"), &[1, 2]);
    let mut scene = broke();
    assert!(scene.is_gone("e"));
    assert_eq!(act(&scene, "u", Act::Sweep(pose(30.0, 16.0, 0.0))), [rule!("HC-SWEEP-03")]);
    assert!(!act(&scene, "u", Act::Sweep(pose(30.0, 33.0, 0.0))).is_empty());
    assert_eq!(
        act(&scene.clone().disordered("u"), "u", Act::Sweep(pose(30.0, 32.0, 0.0))),
        [rule!("HC-DIS-11"), rule!("HC-SWEEP-01")]
    );
    assert_eq!(
        act(&scene.clone().casualties("u", 6), "u", Act::Sweep(pose(30.0, 32.0, 0.0))),
        [rule!("HC-SHK-04"), rule!("HC-SWEEP-01")]
    );
    assert!(scene.victor("u", Act::Sweep(pose(30.0, 32.0, 0.0)), &[4]).contains(&rule!("HC-SWEEP-02")));
    assert_eq!(scene.front("u"), (30.0, 32.0));
    assert!(scene.look().is_disordered(scene.unit("u")));
    let faced = duel("medium-infantry", "medium-infantry").unit(
        "x",
        Side::Blue,
        "medium-infantry",
        (30.0, 30.0),
        180.0,
    );
    let faced = won(faced, &[1, 2]);
    assert!(!act(&faced, "u", Act::Sweep(pose(24.0, 26.5, 0.0))).is_empty(), "proximity binds it");
    let mut calm = broke();
    calm.victor("u", Act::Sweep(pose(30.0, 31.0, 0.0)), &[3]);
    assert!(!calm.look().is_disordered(calm.unit("u")));
}

/// HC-VICM-14, HC-INC-02, AMB-101, EX-162: an enemy support that holds and still touches the victor's front keeps it
/// there.
#[test]
fn a_support_that_holds_keeps_it() {
    let table = duel("medium-infantry", "medium-infantry").unit(
        "s",
        Side::Blue,
        "medium-infantry",
        (30.0 + 0.8 * WIDTH, 20.0),
        180.0,
    );
    let table = table.unit("w", Side::Red, "medium-infantry", (10.0, 5.0), 0.0);
    let mut scene = table.build();
    // The neighbour overlaps; it is moved out to touch only.
    let s = scene.unit("s");
    let e = scene.unit("e");
    scene.state.units[s.index()].rect.pose.at.x = (30.0 + WIDTH) * 25.4;
    scene.state.units[e.index()].rect.pose.at.x = 29.0 * 25.4;
    scene.state.units[s.index()].rect.pose.at.x = (29.0 + WIDTH) * 25.4;
    scene.result([3, 0]);
    scene.go(&[1, 2]);
    assert!(scene.is_gone("e"));
    scene.go(&[6, 6]);
    assert!(!matches!(scene.asks(), Some((_, FightPrompt::Victors { .. }))));
}

fn stand(scene: &mut Scene) {
    while let Next::Ask { prompt: Prompt::Charge(_), .. } = scene.rules.next(&scene.state) {
        let response = crate::charge::ChargeChoice::Respond(crate::charge::Response::Stand);
        scene.play(&Choice::Charge(response), &[]);
    }
}

fn charge(scene: &mut Scene, target: &str) {
    let targets = vec![crate::command::Target::Unit(scene.unit(target))];
    scene.victor("u", Act::SweepCharge { targets }, &[]);
    stand(scene);
}

/// HC-SWEEP-04, HC-SWEEP-07, HC-SWEEP-08, HC-SWEEP-11, HC-SWEEP-12, HC-SWEEP-14, HC-SWEEP-16, HC-ALG-18, EX-98,
/// EX-99, EX-100, EX-157: into an unengaged enemy, who is fought at once; no second sweep, but a move.
#[test]
fn a_sweeping_charge_is_fought_at_once() {
    let table = duel("medium-infantry", "medium-infantry").unit(
        "x",
        Side::Blue,
        "medium-infantry",
        (30.0, 28.0),
        180.0,
    );
    let mut scene = won(table, &[1, 2]);
    charge(&mut scene, "x");
    assert_eq!(scene.front("u"), (30.0, 28.0));
    let (u, x) = (scene.unit("u"), scene.unit("x"));
    assert!(scene.go(&[3]).contains(&rule!("HC-SWEEP-07")));
    assert_eq!(scene.round().units, [u, x].into_iter().collect());
    assert!(scene.combat("u").charged && scene.combat("u").rounds == 0);
    scene.roll_all(1);
    let strike = scene.round().strikes[0];
    assert_eq!((strike.dice, strike.needed), (6, 3));
    scene.roll_all(1);
    scene.round().inflicted = [6, 2];
    scene.go(&[]);
    scene.go(&[2, 3]);
    assert!(scene.is_gone("x"));
    let again = act(&scene, "u", Act::Sweep(pose(30.0, 30.0, 0.0)));
    assert_eq!(again, [rule!("HC-SWEEP-08"), rule!("HC-SWEEP-01")]);
    scene.victor("u", Act::Move(pose(30.0, 22.0, 0.0)), &[]);
    assert_eq!(scene.front("u"), (30.0, 22.0));
}

/// HC-SWEEP-06, HC-HTH-04, HC-HIT-H16, EX-161: into a former support of the same engagement: it goes on in the next
/// round, with Sustained dice and both bonuses.
#[test]
fn a_sweep_into_the_same_engagement() {
    let table = duel("heavy-cavalry", "medium-infantry").unit(
        "s",
        Side::Blue,
        "medium-infantry",
        (30.0, 20.0 + DEPTH),
        180.0,
    );
    let mut scene = won(table, &[1, 2]);
    // Its support gives ground from where it stood.
    scene.go(&[4, 4]);
    scene.go(&[]);
    charge(&mut scene, "s");
    assert!(scene.go(&[3]).contains(&rule!("HC-SWEEP-06")));
    let (u, s) = (scene.unit("u"), scene.unit("s"));
    assert!(scene.state.bout(u, s).is_some_and(|bout| bout.fought));
    assert_eq!(scene.look().own_attacks(u, None), 6);
    assert_eq!(scene.look().needed_to_hit((u, s), true, false, None), 2);
}

/// HC-SWEEP-10: into an engagement that has not been fought: it joins and fights with it in this turn.
#[test]
fn a_sweep_into_another_engagement() {
    let table = duel("medium-infantry", "medium-infantry")
        .unit("x", Side::Blue, "medium-infantry", (30.0, 27.0), 180.0)
        .unit("y", Side::Red, "medium-infantry", (30.0 - WIDTH / 2.0, 27.0 + DEPTH / 2.0), 90.0)
        .fighting("y", "x");
    let mut scene = table.build();
    let u = scene.unit("u");
    scene.answer(FightChoice::Engagement { unit: u }, &[]);
    while !scene.round().fixed || scene.round().strikes.iter().any(|strike| strike.hits.is_none()) {
        scene.roll_all(1);
    }
    scene.round().inflicted = [1, 0];
    scene.go(&[]);
    scene.go(&[1, 2]);
    charge(&mut scene, "x");
    scene.go(&[3]);
    assert_eq!(scene.look().unfought().len(), 1);
    assert_eq!(scene.look().engagement_of(u).len(), 3);
    // The first engagement is cleaned up before the other begins.
    scene.go(&[]);
    scene.go(&[]);
    assert_eq!(scene.round().units.len(), 3);
    assert!(scene.combat("u").charged);
}

/// HC-SWEEP-09: into an engagement that has been fought: it fights in the next turn.
#[test]
fn a_sweep_into_a_fought_engagement() {
    let table = duel("medium-infantry", "medium-infantry")
        .unit("x", Side::Blue, "medium-infantry", (30.0, 27.0), 180.0)
        .unit("y", Side::Red, "medium-infantry", (30.0 - WIDTH / 2.0, 27.0 + DEPTH / 2.0), 90.0)
        .fighting("y", "x");
    let mut scene = table.build();
    let (u, x) = (scene.unit("u"), scene.unit("x"));
    scene.state.bouts.iter_mut().filter(|bout| bout.units.contains(&x)).for_each(|bout| bout.fought = true);
    scene.result([1, 0]);
    scene.go(&[1, 2]);
    charge(&mut scene, "x");
    scene.go(&[3]);
    assert!(scene.state.bout(u, x).is_some_and(|bout| bout.fought) && scene.look().unfought().is_empty());
}

/// HC-INC-04, HC-INC-06: a touch of less than half an inch keeps nobody.
#[test]
fn a_trivial_touch_does_not_block() {
    let against = |x: f64| {
        let scene = duel("medium-infantry", "medium-infantry")
            .unit("n", Side::Blue, "medium-infantry", (30.0 + WIDTH - x, 20.0), 180.0)
            .build();
        scene.look().is_against(scene.unit("u"), scene.unit("n"))
    };
    assert!(!against(0.4) && against(0.6));
}

/// HC-INC-05, AMB-97: baggage that touches a victor does not keep it, and is lost when it moves.
#[test]
fn baggage_does_not_block() {
    let table = duel("medium-infantry", "medium-infantry small").unit(
        "b",
        Side::Blue,
        "baggage",
        (30.0 + 3.4, 20.0),
        180.0,
    );
    let mut scene = table.build();
    let (e, b) = (scene.unit("e"), scene.unit("b"));
    scene.state.units[e.index()].rect.pose.at.x -= 2.0 * 25.4;
    assert!(!scene.look().blocks(b));
    scene.result([1, 0]);
    scene.go(&[1, 2]);
    assert!(scene.victor("u", Act::Sweep(pose(30.0, 25.0, 0.0)), &[3]).contains(&rule!("HC-INC-05")));
    assert!(scene.is_gone("b"));
}

/// HC-INC-01, HC-INC-03, HC-ENG-07, EX-109: when the fight of skirmishers is over, their enemy parts from a neighbour
/// that it touches, even though it won.
#[test]
fn incidental_contacts_part() {
    let table = table()
        .unit("u", Side::Red, "light-cavalry", (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "skirmishers small", (28.0, 20.0), 180.0)
        .unit("n", Side::Blue, "medium-infantry", (36.0, 20.0), 180.0)
        .fighting("u", "e");
    let mut scene = table.build();
    let (u, n) = (scene.unit("u"), scene.unit("n"));
    assert!(scene.look().touch(u, n) && !scene.look().meeting(u, n).unwrap().fights);
    scene.result([3, 0]);
    scene.go(&[1, 2]);
    assert!(scene.is_gone("e"));
    assert!(scene.go(&[]).contains(&rule!("HC-INC-03")));
    scene.go(&[]);
    assert_eq!(scene.front("u"), (30.0, 14.0));
}

/// HC-AFT-01, HC-OPEN-10, HC-OOC-07: open order spreads out again when its fight is over.
#[test]
fn open_order_spreads_out() {
    let mut scene = duel("skirmishers", "medium-infantry").build();
    let u = scene.unit("u");
    let wide = scene.state.unit(u).rect.width;
    scene.state.units[u.index()].rect.width = wide / 2.0;
    scene.result([3, 0]);
    scene.go(&[1, 2]);
    scene.victor("u", Act::Stay, &[]);
    scene.go(&[]);
    assert_eq!(scene.state.unit(u).rect.width, wide);
}

/// HC-BLDG-19, HC-VICM-11, HC-SUPM-05, HC-AFT-03, HC-AFT-04, AMB-92: into a building whose defenders are destroyed;
/// the supports move by themselves.
#[test]
fn a_cleared_building_is_occupied() {
    let table = table()
        .block((30.0, 20.0), (6.0, 4.0), crate::field::Strength::Substantial)
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .unit("s", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0)
        .entry("e", Side::Blue, "medium-infantry small", crate::setup::Stands::In(crate::ids::BlockId(0)))
        .fighting("u", "e");
    let mut scene = table.build();
    scene.result([3, 0]);
    scene.go(&[1, 2]);
    assert!(scene.is_gone("e"));
    let block = crate::ids::BlockId(0);
    assert!(scene.victor("u", Act::Occupy { block }, &[]).contains(&rule!("HC-BLDG-19")));
    assert_eq!(scene.state.unit(scene.unit("u")).place, crate::state::Place::Block(block));
    assert!(act(&scene, "s", Act::Move(pose(30.0, 15.0, 0.0))).is_empty());
    assert_eq!(act(&scene, "s", Act::Sweep(pose(30.0, 15.0, 0.0))), [rule!("HC-SWEEP-01")]);
}
