//! Which fights are rolled, in what order, and what follows.

use super::{begun, cavalry, with_front_enemy, with_left_enemy};
use crate::baseset::BaseId;
use crate::choice::{Choice, Prompt};
use crate::event::{Event, MoveWhy};
use crate::state::{Place, Stage};
use crate::testing::{Scene, Table};
use aelian_game::Side::{Blue, Red};
use aelian_game::{Next, Ruleset};
use aelian_geometry::{Facing, Pose};

fn fight(scene: &Scene, base: &str, enemy: &str) -> Choice {
    Choice::NextFight { base: scene.id(base), enemy: scene.id(enemy) }
}

fn two_pairs() -> Table {
    Table::new()
        .stage(Stage::CloseCombat)
        .base("a", Red, "Reg Bd(O)", 400.0, 500.0, 0.0)
        .base("y", Blue, "Reg Bd(O)", 400.0, 500.0, 180.0)
        .base("b", Red, "Reg Bd(O)", 600.0, 500.0, 0.0)
        .base("z", Blue, "Reg Bd(O)", 600.0, 500.0, 180.0)
}

/// BB-CC-29, BB-CC-30, BB-ALG-23, AMB-35: the phase begins with the contacts there are, the active player picks, a single
/// fight is forced, and no base fights twice.
#[test]
fn the_active_player_picks_the_fights() {
    let mut scene = two_pairs().active(Blue).build();
    assert_eq!(scene.rules.next(&scene.state), Next::Forced(Choice::Proceed));
    scene.play(&Choice::Proceed, &[]).unwrap();
    let pair = |base: &str, enemy: &str| (scene.id(base), scene.id(enemy));
    let fights = vec![pair("y", "a"), pair("z", "b")];
    assert_eq!(
        scene.rules.next(&scene.state),
        Next::Ask { side: Blue, prompt: Prompt::NextFight { fights } }
    );
    scene.play(&fight(&scene, "z", "b"), &[3, 3]).unwrap();
    assert!(scene.named("b").deeds.fought && scene.named("z").deeds.fought);
    let again = scene.breaches(&fight(&scene, "z", "b"));
    assert!(again.iter().all(|rule| rule.as_str() == "BB-CC-29") && again.len() == 2);
    assert_eq!(scene.rules.next(&scene.state).unasked(), Some(&fight(&scene, "y", "a")));
    scene.play(&fight(&scene, "y", "a"), &[2, 2]).unwrap();
    assert_eq!(scene.rules.next(&scene.state), Next::Forced(Choice::Proceed));
    scene.play(&Choice::Proceed, &[]).unwrap();
    assert_eq!(scene.state.stage, Stage::Morale);
}

/// BB-CC-29: without any contact the phase is over at once.
#[test]
fn no_contact_no_fight() {
    let mut scene = cavalry().build();
    scene.play(&Choice::Proceed, &[]).unwrap();
    assert_eq!(scene.state.stage, Stage::Morale);
}

/// BB-CC-30: a contact made in the phase waits for the next bound.
#[test]
fn later_contacts_wait() {
    let mut scene = begun(two_pairs().base("c", Red, "Reg Bd(O)", 400.0, 300.0, 0.0));
    let to = Pose::new(427.5, 485.0, Facing::LEFT);
    scene.happens(&Event::Moved { base: scene.id("c"), via: Vec::new(), to, why: MoveWhy::Pursued });
    scene.happens(&Event::Destroyed(scene.id("a")));
    let to = Pose::new(400.0, 485.0, Facing::DOWN);
    scene.happens(&Event::Moved { base: scene.id("y"), via: Vec::new(), to, why: MoveWhy::Pursued });
    let (c, y) = (scene.id("c"), scene.id("y"));
    let to = Pose::new(400.0, 485.0, Facing::UP);
    scene.happens(&Event::Moved { base: c, via: Vec::new(), to, why: MoveWhy::Pursued });
    assert!(scene.look().fights(c, y));
    assert_eq!(scene.look().fights_to_roll(), [(scene.id("b"), scene.id("z"))]);
    scene.happens(&Event::Fought(scene.id("b")));
    scene.happens(&Event::Fought(scene.id("z")));
    assert!(scene.look().fights_to_roll().is_empty());
    let rules: Vec<String> =
        scene.breaches(&fight(&scene, "c", "y")).iter().map(ToString::to_string).collect();
    assert_eq!(rules, ["BB-TURN-04"], "the phase is over");
    assert_eq!(scene.look().main_opponent(c), Some(y), "it may help against the one it touches now");
}

/// BB-CC-30: the refusal of such a fight names the rule while others are still to be fought.
#[test]
fn a_later_contact_is_refused() {
    let mut scene = begun(two_pairs().base("c", Red, "Reg Bd(O)", 800.0, 300.0, 0.0));
    let to = Pose::new(440.0, 492.0, Facing::LEFT);
    scene.happens(&Event::Moved { base: scene.id("c"), via: Vec::new(), to, why: MoveWhy::Pursued });
    let to = Pose::new(420.0, 508.0, Facing::LEFT);
    scene.happens(&Event::Moved { base: scene.id("c"), via: Vec::new(), to, why: MoveWhy::Pursued });
    assert!(scene.look().fights(scene.id("c"), scene.id("y")));
    let rules = scene.breaches(&fight(&scene, "c", "y"));
    assert!(rules.iter().any(|rule| rule.as_str() == "BB-CC-30"), "{rules:?}");
}

/// DEX-38: BB-CC-11, BB-CC-25 to BB-CC-29, BB-OUT-63, BB-TAC-08: A fights the enemy on its flank, who has +2;
/// the one in front rolls nothing.
#[test]
fn dex_38() {
    let table = || {
        Table::new()
            .stage(Stage::CloseCombat)
            .base("a", Red, "Reg Bd(O)", 500.0, 500.0, 0.0)
            .base("z", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0)
            .base("y", Blue, "Reg Bd(O)", 480.0, 480.0, 90.0)
    };
    let mut scene = begun(table());
    assert_eq!(scene.look().fights_to_roll(), [(scene.id("a"), scene.id("y"))]);
    let main = |name: &str| scene.look().main_opponent(scene.id(name));
    assert_eq!(["a", "y", "z"].map(main), ["y", "a", "a"].map(|name| Some(scene.id(name))));
    let step = scene.play(&fight(&scene, "a", "y"), &[3, 3]).unwrap();
    let cited: Vec<String> = step.reasons.iter().map(|reason| reason.rule.to_string()).collect();
    for rule in ["BB-TAC-08", "BB-OUT-24", "BB-OUT-21", "BB-OUT-63"] {
        let wanted = rule != "BB-OUT-24";
        assert_eq!(cited.iter().any(|known| known == rule), wanted, "{rule} in {cited:?}");
    }
    assert_eq!(scene.named("a").place, Place::Destroyed);
    assert!(scene.look().fights_to_roll().is_empty());

    let draw = {
        let mut scene = begun(table());
        scene.play(&fight(&scene, "a", "y"), &[5, 3]).unwrap();
        scene
    };
    assert_eq!(draw.named("a").place, Place::Table);
    assert!(draw.look().fights_to_roll().is_empty(), "the enemy in front rolls nothing");
}

/// BB-CC-29: if nobody's main opponent is mutual, any base still to fight may be picked with its own.
#[test]
fn one_sided_main_opponents() {
    let mut scene = begun(with_left_enemy(with_front_enemy(cavalry())));
    scene.happens(&Event::Fought(scene.id("left")));
    // The front enemy's main opponent is A, whose main opponent has fought already.
    assert_eq!(scene.look().fights_to_roll(), [(scene.id("a"), scene.id("front"))]);
}

/// BB-CC-26, BB-OUT-07: after a close combat the winner may pursue, if he is on a list; DEX-38, BB-CC-27: the
/// others in front of him recoil.
#[test]
fn what_follows_a_fight() {
    let mut scene = begun(
        Table::new()
            .stage(Stage::CloseCombat)
            .base("a", Red, "Reg Bd(O)", 500.0, 500.0, 0.0)
            .base("z", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0)
            .base("y", Blue, "Reg Bd(O)", 480.0, 480.0, 90.0),
    );
    scene.play(&fight(&scene, "a", "y"), &[6, 1]).unwrap();
    assert_eq!(scene.stands("y"), (465.0, 480.0, 90.0), "7 against 10: it recoils by its depth");
    assert_eq!(scene.stands("z"), (500.0, 515.0, 180.0), "and the one in front of the winner with it");
    let Next::Ask { side: Red, prompt: Prompt::Pursue { base, must, .. } } = scene.rules.next(&scene.state)
    else {
        panic!("Reg Bd may pursue");
    };
    assert_eq!((base, must), (scene.id("a"), false));
}

/// BB-CC-52b, AMB-107: an enemy who came to the flank by an outcome move attacks it like any other.
#[test]
fn flank_attacks_by_outcome_moves() {
    let mut scene = begun(with_front_enemy(cavalry()).base("y", Blue, "Reg Bd(O)", 300.0, 480.0, 90.0));
    assert!(!scene.look().is_flank_attacked(scene.id("a")));
    let to = Pose::new(480.0, 480.0, Facing::RIGHT);
    scene.happens(&Event::Moved { base: scene.id("y"), via: Vec::new(), to, why: MoveWhy::Pursued });
    assert!(scene.look().is_flank_attacked(scene.id("a")));
    assert_eq!(scene.look().main_opponent(scene.id("a")), Some(scene.id("front")), "BB-CC-30");
    let engagement =
        crate::combat::resolution::Engagement::of_fight(scene.look(), scene.id("front"), scene.id("a"));
    assert!(engagement.fighters[0].advantages.rules().any(|rule| rule.as_str() == "BB-TAC-08"));
}

/// BB-RES-02, BB-RES-08, BB-RES-05, BB-ALG-20: the dice are thrown together, the reasons tell the whole reckoning.
#[test]
fn a_fight_tells_why() {
    let mut scene = begun(with_front_enemy(cavalry()));
    let step = scene.play(&fight(&scene, "a", "front"), &[2, 2]).unwrap();
    assert_eq!(step.rolls.len(), 1);
    assert_eq!((step.rolls[0].rule.as_str(), step.rolls[0].faces.as_slice()), ("BB-RES-02", &[2, 2][..]));
    let cited: Vec<&str> = step.reasons.iter().map(|reason| reason.rule.as_str()).collect();
    for rule in ["BB-FAC-02", "BB-RES-02", "BB-RES-03", "BB-RES-04"] {
        assert!(cited.contains(&rule), "{rule} in {cited:?}");
    }
}

/// Absurd choices are refused, not suffered.
#[test]
fn absurd_choices_are_refused() {
    let scene = begun(two_pairs());
    for (base, enemy) in
        [(BaseId::of(511), BaseId::of(0)), (BaseId::of(0), BaseId::of(511)), (BaseId::of(0), BaseId::of(0))]
    {
        assert!(!scene.check(&Choice::NextFight { base, enemy }).is_legal());
        assert!(!scene.check(&Choice::MainOpponent { of: base, enemy }).is_legal());
    }
    assert!(!scene.check(&Choice::Proceed).is_legal());
    assert!(!scene.check(&Choice::EndMoves).is_legal());
}
