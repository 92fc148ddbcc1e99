//! Commanders in combat (65.2, 65.6 to 65.8).

use super::*;
use crate::commander::{CommanderChoice, CommanderPrompt, Seat};
use crate::fight::Declared;
use crate::settings::Settings;
use aelian_geometry::Vec2;

fn led(at: (f64, f64)) -> Table {
    duel("medium-infantry", "medium-infantry").commander("r", Side::Red, at)
}

fn choose(scene: &mut Scene, choice: CommanderChoice) -> Vec<RuleId> {
    let step = scene.play(&Choice::Commander(choice), &[]);
    step.reasons.iter().map(|reason| reason.rule).collect()
}

/// HC-CJOIN-01, HC-CJOIN-02, HC-CJOIN-03, HC-CJOIN-04, HC-CJOIN-05, HC-CJOIN-06, HC-COM-04, HC-COM-05, HC-CMOV-07:
/// within 12 inches he may join a fighting unit of his division.
#[test]
fn a_commander_joins() {
    let mut scene = led((30.0, 10.0)).commander("b", Side::Blue, (30.0, 30.0)).build();
    scene.go(&[]);
    let (r, b, u, e) = (scene.officer("r"), scene.officer("b"), scene.unit("u"), scene.unit("e"));
    assert_eq!(scene.asks(), Some((Side::Blue, FightPrompt::Join { ways: vec![(b, e)] })));
    let join = |commander, unit| Choice::Fight(FightChoice::Join { commander, unit });
    assert!(scene.refusals(&join(b, u)).contains(&rule!("HC-COM-04")));
    scene.answer(FightChoice::NobodyJoins, &[]);
    assert_eq!(scene.asks(), Some((Side::Red, FightPrompt::Join { ways: vec![(r, u)] })));
    scene.answer(FightChoice::Join { commander: r, unit: u }, &[]);
    assert_eq!(scene.state.commander_with(u), Some(r));
    let far = led((30.0, 5.0)).build();
    assert_eq!(far.look().refuse_joining(r, u).len(), 1);
    let mut wounded = led((30.0, 10.0)).build();
    wounded.state.commanders[r.index()].wounded = true;
    assert_eq!(wounded.look().refuse_joining(r, u)[0].rule, rule!("HC-CJOIN-04"));
}

/// HC-CJOIN-02: he joins no support in the enemy's turn or his own combat.
#[test]
fn he_joins_no_support() {
    let scene =
        led((30.0, 10.0)).unit("s", Side::Red, "medium-infantry", (30.0, 20.0 - 40.0 / 25.4), 0.0).build();
    let reasons = scene.look().refuse_joining(scene.officer("r"), scene.unit("s"));
    assert_eq!(reasons[0].rule, rule!("HC-CJOIN-02"));
}

/// HC-ATT-06, HC-ATT-07, HC-ALLOC-10, HC-CFV-01, HC-CFV-02, HC-CFV-03, HC-CFV-04, HC-CFV-06, EX-94: up to his value,
/// never more than the unit's own.
#[test]
fn his_attacks_at_most_double() {
    let scene = led((30.0, 10.0)).build().with("r", "u");
    let u = scene.unit("u");
    assert_eq!((scene.look().most_attacks(u, 7), scene.look().most_attacks(u, 1)), (3, 1));
    let mut wounded = scene.clone();
    wounded.state.commanders[scene.officer("r").index()].wounded = true;
    assert_eq!(wounded.look().most_attacks(u, 7), 0);
}

/// HC-CRISK-07, HC-CRISK-08, HC-CRISK-09, HC-CRISK-10, HC-CRISK-11, HC-CRES-03, AMB-72, EX-93, EX-146: two attacks:
/// nine dice, hit on 11; the hit counts for the result.
#[test]
fn who_fights_is_at_risk() {
    let fight = |dice: [u8; 2]| {
        let mut scene = led((30.0, 10.0)).build().with("r", "u");
        scene.go(&[]);
        let (u, e) = (scene.unit("u"), scene.unit("e"));
        let declared = Declared { unit: u, close: false, attacks: 2, split: vec![(e, 8)] };
        scene.answer(FightChoice::Declare(declared), &[]);
        scene.go(&[1; 8]);
        scene.go(&[1; 6]);
        (scene, dice)
    };
    let (mut scene, dice) = fight([4, 6]);
    scene.go(&dice);
    assert_eq!(scene.round().inflicted, [0, 0]);
    let (mut scene, _) = fight([5, 6]);
    let rules = scene.go(&[5, 6, 4]);
    assert!(rules.contains(&rule!("HC-CRISK-09")));
    assert_eq!(scene.round().inflicted, [0, 1]);
    let r = scene.officer("r");
    assert!(scene.state.commander(r).wounded && scene.state.commander_with(scene.unit("u")) == Some(r));
    // HC-CRISK-10: slain on 1 to 3; a reserve commander follows.
    let (mut scene, _) = fight([6, 6]);
    scene.go(&[6, 6, 3]);
    assert_eq!(scene.state.commander(r).place, CommanderPlace::Fallen);
    let Next::Ask { prompt: Prompt::Commander(CommanderPrompt::Reserve { commander }), .. } =
        scene.rules.next(&scene.state)
    else {
        panic!("{:?}", scene.rules.next(&scene.state))
    };
    assert_eq!(commander, r);
}

/// HC-CRISK-12, HC-SCN-03, EX-159: by the option, a roll for each attack.
#[test]
fn a_roll_for_each_attack() {
    let mut scene = led((30.0, 10.0))
        .settings(|settings: &mut Settings| settings.risk_for_each_attack = true)
        .build()
        .with("r", "u");
    scene.go(&[]);
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    let declared = Declared { unit: u, close: false, attacks: 3, split: vec![(e, 9)] };
    scene.answer(FightChoice::Declare(declared), &[]);
    scene.go(&[1; 9]);
    scene.go(&[1; 6]);
    // 9, 9, 10: the third hits; wounded.
    scene.go(&[4, 5, 4, 5, 4, 6, 6]);
    assert_eq!(scene.round().inflicted, [0, 1]);
}

/// HC-CRISK-03, HC-CRISK-04, AMB-86: his unit destroyed: 1 and 2 slain, 3 and 4 wounded, 5 and 6 unharmed; he takes
/// refuge.
#[test]
fn his_unit_is_destroyed() {
    let broken = |face: u8| {
        let mut scene = led((30.0, 10.0))
            .unit("s", Side::Red, "medium-infantry", (10.0, 15.0), 0.0)
            .unit("t", Side::Red, "medium-infantry", (40.0, 10.0), 0.0)
            .build()
            .with("r", "u");
        scene.go(&[]);
        let (u, e) = (scene.unit("u"), scene.unit("e"));
        scene.answer(
            FightChoice::Declare(Declared { unit: u, close: false, attacks: 0, split: vec![(e, 6)] }),
            &[],
        );
        scene.go(&[1; 6]);
        scene.go(&[1; 6]);
        scene.go(&[1, 1]);
        scene.round().inflicted = [0, 4];
        scene.go(&[]);
        scene.go(&[1, 1]);
        assert!(scene.is_gone("u"));
        scene.go(&[face]);
        scene
    };
    let mut unharmed = broken(5);
    let (r, s, t) = (unharmed.officer("r"), unharmed.unit("s"), unharmed.unit("t"));
    assert!(!unharmed.state.commander(r).wounded);
    let far = Choice::Commander(CommanderChoice::Refuge { unit: UnitId(50) });
    assert_eq!(unharmed.refusals(&far), [rule!("HC-CRISK-04")]);
    choose(&mut unharmed, CommanderChoice::Refuge { unit: t });
    assert_eq!(unharmed.state.commander(r).place, CommanderPlace::With(t));
    assert!(broken(4).state.commander(r).wounded);
    // HC-RES-01, HC-RES-02, HC-RES-03, HC-RES-05, HC-RES-06, EX-95: slain, he is followed by a man of leadership 7 with one attack.
    let mut slain = broken(2);
    assert_eq!(slain.state.commander(r).place, CommanderPlace::Fallen);
    let seat = |seat| Choice::Commander(CommanderChoice::Reserve(seat));
    assert!(
        slain.refusals(&seat(Seat::At(Vec2::new(60.0 * 25.4, 40.0 * 25.4)))).contains(&rule!("HC-RES-02"))
    );
    assert!(slain.refusals(&seat(Seat::At(Vec2::new(f64::NAN, 0.0)))).contains(&rule!("HC-RES-02")));
    assert!(slain.refusals(&seat(Seat::With(slain.unit("e")))).contains(&rule!("HC-COM-04")));
    assert!(slain.proposals().len() >= 4);
    choose(&mut slain, CommanderChoice::Reserve(Seat::With(s)));
    let new = slain.state.commander(r);
    assert_eq!((new.leadership, new.attacks, new.general, new.wounded), (7, 1, false, false));
    assert_eq!(new.place, CommanderPlace::With(s));
}

/// HC-RES-09: with no unit left nobody follows; HC-CRISK-04: without a refuge he is captured.
#[test]
fn without_refuge_he_is_captured() {
    let mut scene = led((30.0, 10.0)).build().with("r", "u");
    let r = scene.officer("r");
    scene.go(&[]);
    let first = scene.proposals().remove(0);
    scene.play(&first, &[]);
    while !scene.round().fixed || scene.round().strikes.iter().any(|strike| strike.hits.is_none()) {
        scene.roll_all(1);
    }
    scene.go(&[1, 1]);
    scene.round().inflicted = [0, 4];
    scene.go(&[]);
    scene.go(&[1, 1]);
    scene.go(&[6]);
    assert!(scene.go(&[]).contains(&rule!("HC-RES-09")));
    assert_eq!(scene.state.commander(r).place, CommanderPlace::Fallen);
}

/// HC-RES-03, HC-RES-04: each successor is one worse, but not below the least.
#[test]
fn each_successor_is_worse() {
    let mut scene = led((30.0, 10.0)).build();
    let r = scene.officer("r");
    let mut seen = Vec::new();
    for _ in 0..4 {
        let waits = crate::commander::Waiting::Reserve { commander: r };
        scene.state.pending.push(Pending::Commander(waits));
        let u = scene.unit("u");
        scene.state.commanders[r.index()].place = CommanderPlace::Fallen;
        choose(&mut scene, CommanderChoice::Reserve(Seat::With(u)));
        seen.push(scene.state.commander(r).leadership);
    }
    assert_eq!(seen, [7, 6, 5, 5]);
}

/// HC-COM-06, HC-CJOIN-05: at the start of his side's turn he is free of a unit that is not engaged, and stays with
/// one that is.
#[test]
fn he_is_free_at_the_start_of_his_turn() {
    let end = |fights: bool| {
        let table = Table::new()
            .stage(Part::End, Stage::TurnEnd)
            .active(Side::Blue)
            .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
            .commander("r", Side::Red, (30.0, 20.0));
        let table = if fights { table.fighting("u", "e") } else { table };
        let mut scene = table.build().with("r", "u");
        while scene.state.part != Part::Command {
            scene.go(&[]);
        }
        scene.state.commander(scene.officer("r")).place
    };
    assert_eq!(end(false), CommanderPlace::Alone);
    assert!(matches!(end(true), CommanderPlace::With(_)));
}

/// HC-RES-08, HC-TAB-CRISK: whoever follows a man slain while he gave orders gives none in that turn.
#[test]
fn the_reserve_is_silent() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .commander("r", Side::Red, (30.0, 20.0))
        .build();
    let (r, u) = (scene.officer("r"), scene.unit("u"));
    scene.state.speaking = Some(r);
    scene.state.pending.push(Pending::Commander(crate::commander::Waiting::Fate { commander: r }));
    scene.go(&[1]);
    assert_eq!(scene.state.speaking, None);
    scene.state.commanders[r.index()].moved = true;
    choose(&mut scene, CommanderChoice::Reserve(Seat::With(u)));
    assert!(scene.state.commander(r).finished || scene.state.turn > 1);
}

/// HC-CFV-05: a second wound changes nothing.
#[test]
fn a_second_wound_changes_nothing() {
    let mut scene = led((30.0, 10.0)).build();
    let r = scene.officer("r");
    scene.state.commanders[r.index()].wounded = true;
    scene.state.pending.push(Pending::Commander(crate::commander::Waiting::Fate { commander: r }));
    let events = scene.play(&Choice::Proceed, &[4]).events;
    assert!(!events.iter().any(|event| matches!(event, Event::CommanderIs { .. })));
    assert!(scene.state.commander(r).wounded);
}

/// HC-CINC-01, HC-CINC-04: the chief joins only where the commander of the division is; the higher value counts, and
/// a die says which of them is hit.
#[test]
fn the_chief_joins_with_another() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .commander("r", Side::Red, (30.0, 12.0))
        .chief("c", Side::Red, (30.0, 11.0))
        .build();
    let (r, c, u) = (scene.officer("r"), scene.officer("c"), scene.unit("u"));
    assert!(scene.look().refuse_joining(c, u).iter().any(|reason| reason.rule == rule!("HC-COM-04")));
    scene.go(&[]);
    assert_eq!(scene.asks(), Some((Side::Red, FightPrompt::Join { ways: vec![(r, u)] })));
    scene.answer(FightChoice::Join { commander: r, unit: u }, &[]);
    assert_eq!(scene.asks(), Some((Side::Red, FightPrompt::Join { ways: vec![(c, u)] })));
    scene.answer(FightChoice::Join { commander: c, unit: u }, &[]);
    scene.state.commanders[c.index()].attacks = 4;
    assert_eq!(scene.look().most_attacks(u, 6), 4);
    let e = scene.unit("e");
    scene.answer(
        FightChoice::Declare(Declared { unit: u, close: false, attacks: 4, split: vec![(e, 10)] }),
        &[],
    );
    scene.roll_all(1);
    scene.roll_all(1);
    // 9 hits; a 5: the second of them; wounded.
    let rules: Vec<RuleId> =
        scene.play(&Choice::Proceed, &[4, 5, 5, 6]).rolls.iter().map(|roll| roll.rule).collect();
    assert!(rules.contains(&rule!("HC-CINC-04")));
    assert_eq!([r, c].map(|one| scene.state.commander(one).wounded).iter().filter(|is| **is).count(), 1);
}
