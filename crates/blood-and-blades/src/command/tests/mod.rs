//! PIGs, order costs and halts (40): the derived examples, and each item of the cost list.

use crate::baseset::BaseSet;
use crate::choice::{Choice, Leg, Manoeuvre, Prompt, Reach};
use crate::event::Event;
use crate::field::{AreaKind, Size};
use crate::movement::tests::{advance, cost, halt, legal, moves, order, play, refused};
use crate::settings::{CommanderLoss, PigDie, Settings};
use crate::state::{Deeds, Moved, Stage};
use crate::testing::{Scene, Table};
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::Hand;
use aelian_rulebook::{RuleId, rule};

/// A line of so many bases looking north, named a, b, c and so on.
fn line(table: Table, troop: &str, count: usize) -> Table {
    let names = ["a", "b", "c", "d", "e"];
    names.iter().take(count).enumerate().fold(table, |table, (at, name)| {
        table.base(name, Side::Red, troop, 500.0 + 40.0 * at as f64, 300.0, 0.0)
    })
}

/// A general of Red with his front edge at this place.
fn general(table: Table, x: f64, y: f64) -> Table {
    table.base("general", Side::Red, "Reg Cv(O)", x, y, 0.0).commander("general")
}

fn items(scene: &Scene, choice: &Choice) -> Vec<RuleId> {
    let items = scene.check(choice).consequences;
    items.iter().map(|reason| reason.rule).filter(|rule| rule.as_str().starts_with("BB-PIG")).collect()
}

fn pivot(scene: &Scene, names: &[&str], distance: f64) -> Choice {
    moves(scene, names, Manoeuvre::Pivot { hand: Hand::Left, distance })
}

/// DEX-20: BB-PIG-11, BB-PIG-15, BB-PIG-47, BB-PIG-48: Irr Wb straight ahead at full distance, half of it, and into
/// contact.
#[test]
fn warbands_like_to_run() {
    let table = line(Table::new(), "Irr Wb(O)", 3);
    let scene = table.clone().build();
    assert_eq!(cost(&scene, &advance(&scene, &["a", "b", "c"], 60.0)), Some(1));
    let half = advance(&scene, &["a", "b", "c"], 30.0);
    assert_eq!(
        (cost(&scene, &half), items(&scene, &half)),
        (Some(2), vec![rule!("BB-PIG-11"), rule!("BB-PIG-15")])
    );
    let contact = table.base("z", Side::Blue, "Reg Bd(O)", 540.0, 330.0, 180.0).build();
    assert_eq!(cost(&contact, &advance(&contact, &["a", "b", "c"], 60.0)), Some(1));
}

/// BB-PIG-47, AMB-58b: terrain that stops a move makes it full, a friend in the way does not.
#[test]
fn stopped_by_terrain_is_full() {
    let woods = [(300.0, 330.0), (900.0, 330.0), (900.0, 500.0), (300.0, 500.0)];
    let scene = Table::new()
        .area(AreaKind::Woods, Size::Large, &woods)
        .base("a", Side::Red, "Irr HCh(O)", 500.0, 300.0, 0.0)
        .build();
    assert_eq!(cost(&scene, &advance(&scene, &["a"], 90.0)), Some(1));
    let friend = Table::new()
        .base("a", Side::Red, "Irr HCh(O)", 500.0, 300.0, 0.0)
        .base("f", Side::Red, "Irr HCh(O)", 500.0, 370.0, 0.0)
        .build();
    assert_eq!(cost(&friend, &advance(&friend, &["a"], 90.0)), Some(2));
}

/// DEX-21: BB-PIG-03, BB-PIG-55, BB-CIC-05: the rebate of the C-in-C, once in a bound.
#[test]
fn the_first_order_of_the_general() {
    let mut scene = general(Table::new(), 500.0, 300.0)
        .base("a", Side::Red, "Reg Cv(O)", 540.0, 300.0, 0.0)
        .base("z", Side::Blue, "Reg Bd(O)", 500.0, 900.0, 180.0)
        .pigs(3)
        .build();
    let far = |it: &Scene| order(it, &["general", "a"], Reach::Far, Manoeuvre::Advance { distance: 60.0 });
    assert_eq!(cost(&scene, &far(&scene)), Some(0));
    play(&mut scene, far);
    assert_eq!(scene.state.army(Side::Red).pigs, 3);
    assert_eq!(cost(&scene, &far(&scene)), Some(1));
    play(&mut scene, far);
    assert_eq!(scene.state.army(Side::Red).pigs, 2);
}

/// AMB-57: the rebate is lost on an order that is free already, and no order costs less than nothing.
#[test]
fn the_rebate_is_lost_on_a_free_order() {
    let mut scene = general(Table::new(), 500.0, 300.0).build();
    assert_eq!(cost(&scene, &halt(&scene, &["general"])), Some(0));
    play(&mut scene, |it| halt(it, &["general"]));
    assert!(scene.state.army(Side::Red).rebate_used);
}

/// DEX-22: BB-PIG-10, BB-PIG-23, BB-PIG-04, BB-ALG-21: a sub-group of Sp, the C-in-C visible 11 MU away. EX-42: BB-GRP-07.
#[test]
fn sub_groups_far_from_the_general() {
    let at = |units: f64| {
        let table = line(Table::new(), "Reg Sp(O)", 4);
        let scene = general(table, 480.0 - units * 30.0 - 20.0, 300.0).build();
        let choice = advance(&scene, &["a", "b"], 60.0);
        (cost(&scene, &choice), items(&scene, &choice))
    };
    let (pigs, rules) = at(11.0);
    assert_eq!(pigs, Some(3));
    assert_eq!(rules, [rule!("BB-PIG-11"), rule!("BB-PIG-10"), rule!("BB-PIG-23")]);
    assert_eq!(at(9.9).0, Some(2), "BB-PIG-44");
}

/// DEX-23: BB-PIG-24, BB-PIG-44: bodies of LH may be 20 MU away.
#[test]
fn light_horse_ride_far() {
    let at = |units: f64| {
        let scene = general(line(Table::new(), "Reg LH(O)", 2), 480.0, 200.0);
        let scene = scene.size(50.0, 35.0);
        let mut scene = scene.build();
        let base = scene.id("general");
        let pose =
            aelian_geometry::Pose::new(560.0 + units * 30.0 + 20.0, 300.0, aelian_geometry::Facing::UP);
        scene.happens(&Event::Placed { base, pose, hidden: false });
        cost(&scene, &advance(&scene, &["a", "b"], 150.0))
    };
    assert_eq!((at(18.0), at(21.0)), (Some(1), Some(2)));
}

/// BB-PIG-22, BB-PIG-42, BB-PIG-43, BB-PIG-50, BB-CIC-06: a C-in-C behind woods must be within 5 MU.
#[test]
fn an_unseen_general() {
    let at = |units: f64| {
        let x = 480.0 - units * 30.0 - 20.0;
        let woods = [(300.0, 100.0), (475.0, 100.0), (475.0, 500.0), (300.0, 500.0)];
        let scene = line(Table::new().area(AreaKind::Woods, Size::Large, &woods), "Reg Sp(O)", 2);
        let scene = general(scene, x, 300.0).build();
        assert!(!scene.look().sees(scene.id("a"), scene.id("general")));
        items(&scene, &advance(&scene, &["a", "b"], 60.0))
    };
    assert_eq!(at(4.9), [rule!("BB-PIG-11")]);
    assert_eq!(at(5.5), [rule!("BB-PIG-11"), rule!("BB-PIG-22")]);
    assert_eq!(at(12.0), [rule!("BB-PIG-11"), rule!("BB-PIG-22")], "only one of them (BB-PIG-42)");
}

/// DEX-24: BB-PIG-14: a single Irr Cv pivots for 1, an Irr Bd for 2.
#[test]
fn clumsy_single_bases() {
    let of = |troop: &str| {
        let scene = line(Table::new(), troop, 1).build();
        cost(&scene, &pivot(&scene, &["a"], 20.0))
    };
    assert_eq!((of("Irr Cv(O)"), of("Irr Bd(O)"), of("Reg Bd(O)")), (Some(1), Some(2), Some(1)));
    assert_eq!((of("Irr Ps(O)"), of("Irr Ax(O)"), of("Irr LH(O)")), (Some(1), Some(1), Some(1)));
    // A mixed group pays once (BB-PIG-15, AMB-120).
    let mixed = Table::new()
        .base("a", Side::Red, "Irr Bd(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Irr Wb(O)", 540.0, 300.0, 0.0)
        .base("c", Side::Red, "Reg Bd(O)", 580.0, 300.0, 0.0)
        .build();
    assert_eq!(cost(&mixed, &pivot(&mixed, &["a", "b", "c"], 30.0)), Some(2));
}

/// BB-PIG-48: ending as support or overlap of a fight spares the surcharge too.
#[test]
fn support_and_overlap_spare_the_surcharge() {
    let fight = Table::new().base("f", Side::Red, "Irr Wb(O)", 500.0, 300.0, 0.0).base(
        "z",
        Side::Blue,
        "Reg Bd(O)",
        500.0,
        300.0,
        180.0,
    );
    let support = fight.clone().base("a", Side::Red, "Irr Wb(O)", 500.0, 255.0, 0.0).build();
    assert_eq!(cost(&support, &advance(&support, &["a"], 30.0)), Some(1));
    assert_eq!(cost(&support, &advance(&support, &["a"], 20.0)), Some(2));
    let overlap = fight.base("a", Side::Red, "Irr Wb(O)", 540.0, 270.0, 0.0).build();
    assert_eq!(cost(&overlap, &advance(&overlap, &["a"], 30.0)), Some(1));
}

/// DEX-25: BB-PIG-12, BB-PIG-13, BB-PIG-41: halts.
#[test]
fn halts_and_their_cost() {
    let woods = [(400.0, 200.0), (800.0, 200.0), (800.0, 400.0), (400.0, 400.0)];
    let open = line(Table::new(), "Irr Wb(O)", 2).build();
    assert_eq!(items(&open, &halt(&open, &["a"])), [rule!("BB-PIG-12")]);
    assert_eq!(items(&open, &halt(&open, &["a", "b"])), [rule!("BB-PIG-13")]);
    let wood = line(Table::new().area(AreaKind::Woods, Size::Medium, &woods), "Irr Wb(O)", 2).build();
    assert_eq!(cost(&wood, &halt(&wood, &["a"])), Some(0));
    assert_eq!(cost(&wood, &halt(&wood, &["a", "b"])), Some(0));
    let partly = [(400.0, 200.0), (530.0, 200.0), (530.0, 400.0), (400.0, 400.0)];
    let partly = line(Table::new().area(AreaKind::Woods, Size::Medium, &partly), "Irr Wb(O)", 2).build();
    assert_eq!(cost(&partly, &halt(&partly, &["a"])), Some(0));
    assert_eq!(cost(&partly, &halt(&partly, &["a", "b"])), Some(1));
    let chariot = line(Table::new().area(AreaKind::Brush, Size::Medium, &woods), "Irr HCh(O)", 1).build();
    assert_eq!(cost(&chariot, &halt(&chariot, &["a"])), Some(1), "mounted find no shelter");
    let regular = line(Table::new(), "Reg Bd(F)", 4).build();
    assert_eq!(cost(&regular, &halt(&regular, &["a", "b", "c", "d"])), Some(0));
    assert_eq!(cost(&regular, &halt(&regular, &["a", "b"])), Some(1), "a sub-group all the same (BB-PIG-10)");
}

/// BB-HALT-01, BB-HALT-02, BB-HALT-03, BB-HALT-04, BB-HALT-05: halts and moves exclude each other; a base may be halted again.
#[test]
fn halted_bases_stay() {
    let mut scene = line(Table::new(), "Irr Wb(O)", 2).build();
    play(&mut scene, |it| halt(it, &["a"]));
    assert!(scene.named("a").deeds.halted && !scene.named("b").deeds.halted);
    refused(&scene, &advance(&scene, &["a"], 60.0), rule!("BB-HALT-04"));
    refused(&scene, &advance(&scene, &["a", "b"], 60.0), rule!("BB-HALT-04"));
    play(&mut scene, |it| halt(it, &["a", "b"]));
    let mut moved = line(Table::new(), "Irr Wb(O)", 2).build();
    play(&mut moved, |it| advance(it, &["a"], 60.0));
    refused(&moved, &halt(&moved, &["a"]), rule!("BB-HALT-03"));
    let apart = Table::new()
        .base("a", Side::Red, "Irr Wb(O)", 500.0, 300.0, 0.0)
        .base("b", Side::Red, "Irr Wb(O)", 600.0, 300.0, 0.0)
        .build();
    refused(&apart, &halt(&apart, &["a", "b"]), rule!("BB-HALT-01"));
    let impetuous = line(Table::new(), "Irr Wb(O)", 1).stage(Stage::Impetuous).build();
    refused(&impetuous, &halt(&impetuous, &["a"]), rule!("BB-TURN-04"));
}

/// DEX-26: BB-PIG-30, BB-PIG-31, BB-PIG-40, BB-PIG-21: pack moves.
#[test]
fn packs_pay_their_own_price() {
    let table = || {
        Table::new().base("a", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0).base(
            "b",
            Side::Red,
            "Reg Bd(O)",
            540.0,
            295.0,
            0.0,
        )
    };
    let scene = general(table(), 600.0, 300.0).build();
    let full = |scene: &Scene| moves(scene, &["a", "b"], Manoeuvre::FullSpeedAhead);
    assert_eq!(items(&scene, &full(&scene)), [rule!("BB-PIG-30")]);
    assert_eq!(cost(&scene, &full(&scene)), Some(2));
    let hidden = general(table(), 600.0, 300.0).ambush("general").build();
    assert_eq!(cost(&hidden, &full(&hidden)), Some(3));
    let into = Manoeuvre::PackIntoGroup { leader: scene.id("a") };
    assert_eq!(cost(&scene, &moves(&scene, &["a", "b"], into)), Some(4));
}

/// DEX-27: BB-PIG-16, BB-PIG-17, BB-PIG-49: the third far move, and the fourth.
#[test]
fn the_third_far_move() {
    let far = |times: u8| Deeds { moved: Moved::Far(times), ..Deeds::default() };
    let of = |table: Table, names: &[&str], times: u8| {
        let table = names.iter().fold(table, |table, name| table.deeds(name, far(times)));
        let scene = table.build();
        cost(&scene, &order(&scene, names, Reach::Far, Manoeuvre::Advance { distance: 60.0 }))
    };
    let group = || {
        Table::new().base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0).base(
            "b",
            Side::Red,
            "Irr Sp(O)",
            540.0,
            300.0,
            0.0,
        )
    };
    assert_eq!(of(group(), &["a", "b"], 1), Some(1));
    assert_eq!(of(group(), &["a", "b"], 2), Some(2));
    assert_eq!(of(group(), &["a", "b"], 3), Some(2));
    assert_eq!(of(line(Table::new(), "Irr Sp(O)", 1), &["a"], 2), Some(2), "BB-PIG-16");
    assert_eq!(of(line(Table::new(), "Irr LH(O)", 2), &["a", "b"], 2), Some(1));
    assert_eq!(of(line(Table::new(), "Reg Sp(O)", 2), &["a", "b"], 2), Some(1));
}

/// DEX-35: BB-PIG-54: one base alone pays 1, two out of a line 2.
#[test]
fn single_bases_leave_their_group_for_one() {
    let scene = line(Table::new(), "Reg Sp(O)", 5).build();
    assert_eq!(cost(&scene, &advance(&scene, &["c"], 60.0)), Some(1));
    assert_eq!(cost(&scene, &advance(&scene, &["a", "b"], 60.0)), Some(2));
    assert_eq!(cost(&scene, &advance(&scene, &["a", "b", "c", "d", "e"], 60.0)), Some(1));
}

/// BB-PIG-51: an order that costs more than is left cannot be given.
#[test]
fn no_credit() {
    let scene = line(Table::new(), "Reg Sp(O)", 4).pigs(1).build();
    legal(&scene, &advance(&scene, &["a", "b", "c", "d"], 60.0));
    refused(&scene, &advance(&scene, &["a", "b"], 60.0), rule!("BB-PIG-51"));
}

/// BB-PIG-56, BB-CIC-08, AMB-29: without a C-in-C every order costs one more, by the setting.
#[test]
fn after_the_loss_of_the_general() {
    for (loss, pigs) in [(CommanderLoss::OrdersCostOneMore, 2), (CommanderLoss::NoEffect, 1)] {
        let settings = Settings { cic_loss: loss, ..Settings::default() };
        let mut scene = general(line(Table::new().settings(settings), "Reg Sp(O)", 2), 600.0, 300.0).build();
        scene.happens(&Event::Destroyed(scene.id("general")));
        assert_eq!(cost(&scene, &advance(&scene, &["a", "b"], 60.0)), Some(pigs));
    }
}

/// BB-PIG-01, BB-TURN-04, AMB-02: the PIG die by the status of the C-in-C or by the setting.
#[test]
fn the_die_of_the_general() {
    let throw = |troop: &str, die: PigDie, face: u8| {
        let settings = Settings { pig_die: die, ..Settings::default() };
        let table = Table::new().settings(settings).base("g", Side::Red, troop, 500.0, 300.0, 0.0);
        let mut scene = table.commander("g").stage(Stage::Pigs).pigs(0).build();
        assert_eq!(scene.rules.next(&scene.state), Next::Forced(Choice::Proceed));
        scene.play(&Choice::Proceed, &[face]).expect("one die is thrown");
        assert_eq!(scene.state.stage, Stage::Moves);
        scene.state.army(Side::Red).pigs
    };
    assert_eq!((throw("Reg Cv(O)", PigDie::ByStatus, 1), throw("Reg Cv(O)", PigDie::ByStatus, 6)), (3, 4));
    assert_eq!((throw("Irr Cv(O)", PigDie::ByStatus, 1), throw("Irr Cv(O)", PigDie::ByStatus, 6)), (1, 6));
    assert_eq!(throw("Reg Cv(O)", PigDie::D6, 6), 6);
}

/// BB-PIG-02, BB-TURN-04: the active player may spend nothing; what is left is lost with the bound (AMB-59).
#[test]
fn the_phase_ends_when_the_player_wants() {
    let mut scene = line(Table::new(), "Reg Sp(O)", 2).build();
    let asked = Next::Ask { side: Side::Red, prompt: Prompt::Orders { pigs: 6 } };
    assert_eq!(scene.rules.next(&scene.state), asked);
    play(&mut scene, |_| Choice::EndMoves);
    assert_eq!(scene.state.stage, Stage::Impetuous);
    scene.happens(&Event::BoundEnds);
    assert_eq!(scene.state.army(Side::Red).pigs, 0);
}

/// BB-TURN-01, BB-TURN-02, BB-TURN-03: bound follows bound, two of them are a round.
#[test]
fn bounds_and_rounds() {
    let mut scene =
        line(Table::new(), "Reg Sp(O)", 1).deeds("a", Deeds { halted: true, ..Deeds::default() }).build();
    assert_eq!((scene.state.round, scene.state.active), (1, Side::Red));
    scene.happens(&Event::BoundEnds);
    assert_eq!((scene.state.round, scene.state.active, scene.state.stage), (1, Side::Blue, Stage::Weather));
    assert!(!scene.named("a").deeds.halted, "a new bound forgets what was done");
    scene.happens(&Event::BoundEnds);
    assert_eq!((scene.state.round, scene.state.active), (2, Side::Red));
}

/// BB-TURN-05: the dice for the sun and for dazzle fall just before the PIG die.
#[test]
fn the_sun_comes_before_the_pigs() {
    let table = Table::new().base("g", Side::Red, "Irr Cv(O)", 500.0, 300.0, 0.0).commander("g");
    let time = crate::state::Time { day_rounds: Some(1), ..Default::default() };
    let mut scene = table.time(time).stage(Stage::TimeOfDay).pigs(0).build();
    scene.play(&Choice::Proceed, &[3, 6]).expect("the sun and the dazzle");
    assert!(scene.state.time.sun.is_some() && scene.state.time.dazzle);
    assert_eq!(scene.state.stage, Stage::Pigs);
    scene.play(&Choice::Proceed, &[5]).expect("the PIGs");
    assert_eq!(scene.state.army(Side::Red).pigs, 5);
}

/// BB-HALT-08: halts are proposed to those who would run, and to nobody else.
#[test]
fn halts_are_proposed_to_the_impetuous() {
    let halts = |troop: &str| {
        let scene = line(Table::new(), troop, 1).build();
        let mut all = Vec::new();
        scene.rules.propose(&scene.state, aelian_game::Want::All, &mut all);
        all.contains(&halt(&scene, &["a"]))
    };
    assert!(halts("Irr Wb(O)") && !halts("Reg Sp(O)"));
}

/// BB-PIG-46: costs are reckoned on the order as it was given.
#[test]
fn free_moves_of_the_clumsy_cost_more() {
    let scene = line(Table::new(), "Irr Hd(O)", 1).build();
    let legs = vec![Leg::Go { ahead: 60.0, right: 0.0 }];
    assert_eq!(
        cost(&scene, &moves(&scene, &["a"], Manoeuvre::Free { legs })),
        Some(1),
        "it is straight and full"
    );
    let legs = vec![Leg::Go { ahead: 0.0, right: 60.0 }];
    assert_eq!(cost(&scene, &moves(&scene, &["a"], Manoeuvre::Free { legs })), Some(2));
}

/// The bill of every kind of order names its items; nobody pays for what he does not do.
#[test]
fn unknown_bases_cost_nothing() {
    let scene = line(Table::new(), "Reg Sp(O)", 2).build();
    let what = crate::choice::Command::Halt;
    let order = crate::choice::Order { to: BaseSet::EMPTY, what };
    assert_eq!(cost(&scene, &Choice::Order(order)), Some(0));
}
