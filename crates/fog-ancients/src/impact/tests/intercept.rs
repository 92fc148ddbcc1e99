//! Interception charges.

use super::*;
use crate::field::AreaKind;
use crate::impact::{ChargeStatus, Interception};
use crate::state::{Cohesion, Deed, Tie};
use aelian_game::{Next, Side};

fn cross(group: GroupId, charger: GroupId, mu: f64) -> Choice {
    let how = Interception::Cross { distance: (mu * 25.0).into() };
    Choice::Impact(ImpactChoice::Intercept { group, charger, how })
}

fn strike(group: GroupId, charger: GroupId) -> Choice {
    Choice::Impact(ImpactChoice::Intercept { group, charger, how: Interception::Strike })
}

/// Red "a" charges Blue "e", 3 MU ahead; Blue "z" looks across the path from the east.
fn across(charger: &str, troop: &str, at: (f64, f64), compass: f64) -> Table {
    table()
        .group("a", Side::Red, charger, (6, 3), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "MF protected bow", (4, 2), (29.2, 23.0), 180.0)
        .group("z", Side::Blue, troop, (4, 4), at, compass)
}

fn declared(table: Table) -> Scene {
    let mut scene = table.build();
    let a = scene.group("a");
    go(&mut scene, &straight(a), &[]);
    enter(&mut scene, Stage::Interceptions);
    scene
}

/// FA-ZOI-01, FA-ZOI-03, FA-ZOI-11, FA-ZOI-14, FA-ZOI-19, FA-ZOI-22, FA-ALG-60, FA-ALG-61, FA-ALG-63, FA-GEO-10, EX-31: cavalry cross the path in front of the target; the
/// charger runs into them and fights both.
#[test]
fn cavalry_cross_the_path() {
    let mut scene = declared(across("MF protected impact-foot", "Cv armoured", (34.2, 25.5), 180.0));
    let (a, z) = (scene.group("a"), scene.group("z"));
    assert!(matches!(crate::impact::next(scene.look()), Some(Next::Ask { side: Side::Blue, .. })));
    go(&mut scene, &cross(z, a, 3.0), &[]);
    assert!(scene.state.did(z, Deed::Intercepted) && scene.state.did(z, Deed::MovedInImpact));
    charge_on(&mut scene);
    assert!(scene.look().touch(a, z));
    let bout = scene.state.bouts.iter().find(|bout| bout.has(z)).expect("a fight");
    assert_eq!(bout.ties, [Tie::Front, Tie::Front]);
}

/// FA-ZOI-09, EX-32: a group that the charge could touch by stepping forward cannot intercept.
#[test]
fn targets_cannot_intercept() {
    let scene = declared(across("MF protected impact-foot", "Cv armoured", (34.2, 24.0), 180.0));
    let (a, z) = (scene.group("a"), scene.group("z"));
    assert!(scene.state.charges[0].targets.contains(z));
    assert!(rules(&scene.refusals(&cross(z, a, 0.5))).contains(&"FA-ZOI-09"));
    assert!(crate::impact::next(scene.look()).is_none());
}

/// FA-ZOI-01, FA-ZOI-10: 2 MU for foot, 4 for mounted, straight ahead.
#[test]
fn zones_reach_two_or_four_mu() {
    let horse = declared(across("MF protected impact-foot", "Cv armoured", (38.0, 21.0), 270.0));
    let (a, z) = (horse.group("a"), horse.group("z"));
    assert!(!rules(&horse.refusals(&cross(z, a, 3.9))).contains(&"FA-ZOI-10"));
    assert!(rules(&horse.refusals(&cross(z, a, 4.1))).contains(&"FA-ZOI-10"));
    let foot = declared(across("MF protected impact-foot", "HF armoured", (34.0, 21.0), 270.0));
    assert!(rules(&foot.refusals(&cross(z, a, 2.1))).contains(&"FA-ZOI-10"));
    // Out of the zone nothing is asked.
    let far = declared(across("MF protected impact-foot", "HF armoured", (36.0, 21.0), 270.0));
    assert!(crate::impact::next(far.look()).is_none());
}

/// FA-LOS-07, FA-ZOI-04: who cannot see the charger for a wood does not intercept him.
#[test]
fn those_in_a_wood_see_no_charger() {
    let table = || across("MF protected impact-foot", "LF unprotected", (34.2, 25.5), 180.0);
    let wood = [(30.0, 25.4), (38.0, 25.4), (38.0, 29.0), (30.0, 29.0)];
    let hidden = declared(table().area(crate::field::AreaKind::Forest, &wood));
    let (a, z) = (hidden.group("a"), hidden.group("z"));
    assert!(rules(&hidden.refusals(&cross(z, a, 1.0))).contains(&"FA-ZOI-04"));
    let open = declared(table());
    assert!(!rules(&open.refusals(&cross(z, a, 1.0))).contains(&"FA-ZOI-04"));
}

/// FA-ZOI-02: the zone ends at ground that would disorder the interceptor.
#[test]
fn zones_end_at_bad_ground() {
    let at = (35.0, 24.0);
    let brush = [(32.5, 15.0), (34.5, 15.0), (34.5, 30.0), (32.5, 30.0)];
    let clear = declared(across("MF protected impact-foot", "Cv armoured", at, 270.0));
    assert!(crate::impact::next(clear.look()).is_some());
    let hindered = across("MF protected impact-foot", "Cv armoured", at, 270.0).area(AreaKind::Brush, &brush);
    assert!(crate::impact::next(declared(hindered).look()).is_none());
}

/// FA-ZOI-13, FA-ZOI-21, FA-ALG-62: into the flank: the charge is off, the charger drops a level and turns.
#[test]
fn a_strike_cancels_the_charge() {
    let mut scene = declared(across("MF protected impact-foot", "Cv armoured", (34.0, 19.5), 270.0));
    let (a, e, z) = (scene.group("a"), scene.group("e"), scene.group("z"));
    scene.state.groups[e.index()].deeds = scene.state.groups[e.index()].deeds.with(Deed::Evades);
    go(&mut scene, &strike(z, a), &[]);
    assert_eq!(scene.state.charges[0].status, ChargeStatus::Cancelled);
    assert!(!scene.state.did(e, Deed::Evades), "nobody charges them any more");
    assert_eq!(scene.state.bouts[0].tie_of(a), Tie::HitInFlank);
    assert_eq!(scene.state.group(a).cohesion, Cohesion::Disrupted);
    assert!(scene.look().touch(a, z) && !scene.look().touch(a, e));
    assert!(!scene.state.did(a, Deed::Charged));
}

/// FA-ZOI-13, FA-ZOI-18: not from a place before the charger's front; and who neither crosses nor strikes stays.
#[test]
fn no_strike_from_before_the_front() {
    let scene = declared(across("MF protected impact-foot", "Cv armoured", (34.0, 22.0), 270.0));
    let (a, z) = (scene.group("a"), scene.group("z"));
    assert!(rules(&scene.refusals(&strike(z, a))).contains(&"FA-ZOI-13"));
    assert_eq!(rules(&scene.refusals(&cross(z, a, 0.5))), ["FA-ZOI-11"]);
}

/// FA-ZOI-15: only charges are intercepted, not interceptors, and nobody of the active side intercepts.
#[test]
fn interceptors_are_not_intercepted() {
    let mut scene = declared(across("MF protected impact-foot", "Cv armoured", (34.2, 25.5), 180.0));
    let (a, e, z) = (scene.group("a"), scene.group("e"), scene.group("z"));
    go(&mut scene, &cross(z, a, 3.0), &[]);
    assert_eq!(rules(&scene.refusals(&cross(a, z, 1.0))), ["FA-SEQ-03"]);
    assert_eq!(rules(&scene.refusals(&cross(e, z, 1.0))), ["FA-ZOI-03"]);
}

/// FA-ZOI-06, FA-ZOI-16, FA-ZOI-17, FA-ZOI-20, FA-ZOI-07, FA-SKC-03: who cannot intercept.
#[test]
fn some_cannot_intercept() {
    let at = (34.2, 25.5);
    let build = |troop: &str| declared(across("MF protected impact-foot", troop, at, 180.0));
    let scene = build("Cv armoured");
    let (a, z) = (scene.group("a"), scene.group("z"));
    let order = cross(z, a, 3.0);
    assert!(scene.check(&order).is_legal());
    assert_eq!(rules(&scene.clone().cohesion("z", Cohesion::Fragmented).refusals(&order)), ["FA-CHG-31"]);
    let mut orb = scene.clone();
    orb.state.groups[z.index()].shape = crate::state::Shape::Orb;
    assert!(rules(&orb.refusals(&order)).contains(&"FA-CHG-12"));
    let mut fights = scene.clone();
    fights.state.bouts.push(crate::state::Bout::between(a, z, [Tie::Front; 2], false));
    assert!(rules(&fights.refusals(&order)).contains(&"FA-CHG-13"));
    fights.state.bouts[0].ties = [Tie::Overlap; 2];
    assert!(!rules(&fights.refusals(&order)).contains(&"FA-CHG-13"));
    assert_eq!(rules(&build("LH unprotected javelins").refusals(&order)), ["FA-ZOI-07"]);
    assert!(rules(&build("LArt average drilled").refusals(&cross(z, a, 1.0))).contains(&"FA-CHG-11"));
}

/// FA-ZOI-04: not an enemy whom ground hides.
#[test]
fn hidden_chargers_are_not_intercepted() {
    let wood = [(25.0, 24.7), (42.0, 24.7), (42.0, 25.3), (25.0, 25.3)];
    let table =
        across("MF protected impact-foot", "Cv armoured", (34.2, 25.5), 180.0).area(AreaKind::Forest, &wood);
    let scene = declared(table);
    let (a, z) = (scene.group("a"), scene.group("z"));
    assert!(rules(&scene.refusals(&cross(z, a, 3.0))).contains(&"FA-ZOI-04"));
}

/// FA-ZOI-05, FA-ZOI-08: some test first; who fails stays.
#[test]
fn some_test_to_intercept() {
    for (faces, goes) in [([1, 2], false), ([6, 6], true)] {
        let table = across("MF protected impact-foot", "Cv armoured", (34.2, 25.5), 180.0);
        let mut scene = declared(table).cohesion("z", Cohesion::Disrupted);
        let (a, z) = (scene.group("a"), scene.group("z"));
        assert!(scene.check(&cross(z, a, 3.0)).ghost.test.is_some());
        go(&mut scene, &cross(z, a, 3.0), &faces);
        assert_eq!(scene.state.did(z, Deed::Intercepted), goes);
        assert!(!scene.check(&cross(z, a, 3.0)).is_legal(), "once only");
    }
    let archers = declared(across("MF protected impact-foot", "MF protected bow", (33.0, 24.2), 270.0));
    let (a, z) = (archers.group("a"), archers.group("z"));
    assert!(archers.check(&cross(z, a, 1.0)).ghost.test.is_some());
    assert!(archers.check(&strike(z, a)).ghost.test.is_none());
}

/// FA-ZOI-12: an interceptor that would be taken in flank wheels towards the charger; who cannot does not come.
#[test]
fn interceptors_turn_towards_the_charger() {
    let mut scene = declared(across("MF protected impact-foot", "Cv armoured", (33.5, 24.0), 270.0));
    let (a, z) = (scene.group("a"), scene.group("z"));
    go(&mut scene, &cross(z, a, 1.5), &[]);
    let facing = scene.state.group(z).facing.to_compass();
    assert!(facing < 269.5 && facing > 240.0, "{facing}");
    charge_on(&mut scene);
    let bout = scene.state.bouts.iter().find(|bout| bout.has(z)).expect("a fight");
    assert_eq!(bout.tie_of(z), Tie::Front);
    let foot = declared(across("MF protected impact-foot", "HF armoured", (34.0, 24.2), 270.0));
    assert_eq!(rules(&foot.refusals(&cross(z, a, 2.0))), ["FA-ZOI-12"]);
}

/// FA-DEC-24: nobody has to intercept; then the evades come.
#[test]
fn nobody_has_to_intercept() {
    let mut scene = declared(across("MF protected impact-foot", "Cv armoured", (34.2, 25.5), 180.0));
    go(&mut scene, &Choice::Impact(ImpactChoice::EndInterceptions), &[]);
    assert_eq!(scene.state.stage, Stage::Evades);
}

/// FA-INT-14, FA-ZOI-10: cavalry pass through light foot in an ordinary move, but not to intercept.
#[test]
fn interceptors_pass_through_nobody() {
    let table = across("MF protected impact-foot", "Cv armoured", (34.2, 25.5), 180.0).group(
        "light",
        Side::Blue,
        "LF unprotected",
        (4, 4),
        (34.2, 24.6),
        180.0,
    );
    let scene = declared(table);
    let (a, z) = (scene.group("a"), scene.group("z"));
    assert!(rules(&scene.refusals(&cross(z, a, 3.0))).contains(&"FA-INT-14"));
}
