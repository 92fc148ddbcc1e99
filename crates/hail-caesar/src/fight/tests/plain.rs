//! The plain case: two units, dice, saves, result, test, giving ground, following up.

use super::*;

/// HC-HTH-01, HC-HTH-02, HC-HTH-03, HC-HTH-05, HC-HIT-H01, HC-CRES-01, HC-CRES-04, HC-CRES-05, HC-ENDC-01, HC-BRK-19,
/// EX-84, EX-86, HC-BRES-21, HC-GIVE-01, EX-133, HC-VICM-02, HC-VICM-04, HC-VICM-05, HC-HSAVE-01, HC-BRK-07,
/// HC-ENG-10, HC-ENG-11, HC-ENDC-05, HC-ENDC-06, HC-ALG-16, HC-ALG-17: a whole round; what is remembered stays while
/// they follow each other.
#[test]
fn two_units_fight_a_round() {
    let mut scene = duel("medium-infantry", "medium-infantry").build();
    assert!(scene.go(&[]).contains(&rule!("HC-ENG-05")));
    // Six dice of Clash each, at 4 and more.
    assert!(scene.go(&[1, 2, 3, 4, 5, 6]).contains(&rule!("HC-HTH-02")));
    scene.go(&[1, 1, 1, 1, 1, 4]);
    // Saves at 5 and more: Blue loses three, Red one.
    scene.go(&[4, 4, 4]);
    scene.go(&[4]);
    assert_eq!((scene.hurt("u"), scene.hurt("e")), (1, 3));
    assert!(scene.go(&[]).contains(&rule!("HC-CRES-05")));
    // 8 - 2 = 6: Blue gives ground in good order.
    assert!(scene.go(&[4, 4]).contains(&rule!("HC-BRK-19")));
    scene.go(&[]);
    assert_eq!(scene.front("e"), (30.0, 26.0));
    assert!(!scene.state.is_fighting(scene.unit("u")));
    let (side, prompt) = scene.asks().unwrap();
    let units = crate::ids::UnitSet::one(scene.unit("u"));
    assert_eq!((side, prompt), (Side::Red, FightPrompt::Victors { units }));
    let enemy = scene.unit("e");
    scene.victor("u", Act::FollowUp { enemy }, &[]);
    assert_eq!(scene.front("u"), (30.0, 26.0));
    let bout = scene.state.bout(scene.unit("u"), enemy).copied();
    assert!(bout.is_some_and(|bout| bout.fought));
    scene.go(&[]);
    assert!(scene.state.is_fighting(enemy));
    let combat = scene.combat("u");
    assert!(combat.won && combat.moved && combat.rounds == 1);
    assert_eq!(scene.combat("e").rounds, 1);
}

/// HC-ENDC-04, HC-CRES-04, HC-VICM-01, HC-VICM-10, HC-HTH-03: a draw; nobody moves, and the next round is of Sustained.
#[test]
fn a_draw_goes_on() {
    let mut scene = duel("heavy-cavalry", "medium-infantry").build();
    scene.go(&[]);
    scene.go(&[1, 2, 3, 3, 3, 3, 3, 3, 4]);
    scene.go(&[1, 1, 1, 1, 1, 4]);
    scene.go(&[1]);
    scene.go(&[1]);
    let rules = scene.go(&[]);
    assert!(rules.contains(&rule!("HC-CRES-05")));
    assert_eq!(scene.front("e"), (30.0, 20.0));
    let look = scene.look();
    assert!(!scene.combat("u").won);
    assert_eq!(look.own_attacks(scene.unit("u"), None), 6);
}

/// HC-BRK-25, HC-BRES-25, HC-ENG-11: a unit that breaks is destroyed, and nothing is left of the fight.
#[test]
fn a_broken_unit_is_gone() {
    let mut scene = duel("medium-infantry", "medium-infantry").build();
    scene.go(&[]);
    scene.go(&[6, 6, 6, 6, 1, 1]);
    scene.go(&[1; 6]);
    scene.go(&[1, 1, 1, 1]);
    scene.go(&[]);
    let events = scene.play(&Choice::Proceed, &[1, 3]).events;
    let e = scene.unit("e");
    assert!(events.iter().any(|event| matches!(event, Event::Leaves { unit, .. } if *unit == e)));
    assert!(scene.is_gone("e") && scene.state.bouts.is_empty());
    scene.victor("u", Act::Stay, &[]);
    assert!(scene.combat("u").won);
    scene.go(&[]);
    assert_eq!(scene.combat("u"), crate::state::Combat::default());
    let _: UnitId = e;
}
