//! Making impetuous moves (50.3), with EX-14, EX-60 and EX-61.

use super::{BLUE, RED, choice, cites, next, one, rush, table};
use crate::baseset::BaseSet;
use crate::choice::{Choice, Prompt, RushChoice};
use crate::event::{Event, MoveWhy};
use crate::field::{AreaKind, Size};
use crate::impetuous::rush::InWay;
use crate::state::{Deeds, Pending, Place, RetreatKind, Rush, Told};
use crate::testing::{Scene, close};
use aelian_game::{Next, Seldom};
use aelian_geometry::Hand;
use aelian_rulebook::rule;

/// Plays what is forced and, where a base has to be named, the first proposal, until the phase is over.
fn play_out(scene: &mut Scene) {
    for _ in 0..50 {
        let choice = match next(scene) {
            Next::Forced(Choice::Proceed) if scene.state.pending.is_empty() => return,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { .. } => super::proposals(scene).into_iter().next().expect("something is proposed"),
            Next::Over(_) => return,
        };
        scene.play(&choice, &[]).unwrap_or_else(|reasons| panic!("{choice:?}: {reasons:?}"));
    }
    panic!("it does not end");
}

fn y(scene: &Scene, name: &str) -> f64 {
    scene.pose(name).at.y
}

/// BB-IMP-31, BB-IMP-40, BB-IMP-51: straight into the target, without PIGs, counted as movement.
#[test]
fn a_rush_into_contact() {
    let mut scene = one("Irr HCh(O)").base("z", BLUE, "Reg Bd(O)", 700.0, 570.0, 180.0).build();
    let step = rush(&mut scene, Some("z"));
    assert!(close(scene.pose("a"), 700.0, 570.0, 0.0));
    let deeds = scene.named("a").deeds;
    assert!(deeds.impetuous && (deeds.distance - 70.0).abs() < 0.01);
    assert_eq!(scene.state.army(RED).pigs, 6);
    assert!(cites(&step, rule!("BB-IMP-40")) && cites(&step, rule!("BB-IMP-25")));
}

/// BB-IMP-40, BB-GEO-13, BB-WAT-02: the edge of the table and water end a rush, and are named.
#[test]
fn the_edge_and_water_end_a_rush() {
    let ends = [rule!("BB-GEO-13"), rule!("BB-WAT-02")];
    let mut open = one("Irr Wb(O)").build();
    let step = rush(&mut open, None);
    assert!(close(open.pose("a"), 700.0, 560.0, 0.0) && !ends.iter().any(|rule| cites(&step, *rule)));
    let mut edge = table().base("a", RED, "Irr Wb(O)", 700.0, 40.0, 180.0).build();
    let step = rush(&mut edge, None);
    assert!(edge.pose("a").at.y.abs() < 0.3 && cites(&step, ends[0]), "{:?}", step.reasons);
    let lake = [(500.0, 525.0), (900.0, 525.0), (900.0, 700.0), (500.0, 700.0)];
    let mut water = one("Irr Wb(O)").area(AreaKind::Lake, Size::Large, &lake).build();
    let step = rush(&mut water, None);
    assert!((y(&water, "a") - 525.0).abs() < 0.3 && cites(&step, ends[1]), "{:?}", step.reasons);
}

/// BB-IMP-31, AMB-106: a target out of reach is approached by the whole move, along the shortest way to it.
#[test]
fn towards_a_target_out_of_reach() {
    let mut scene = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 790.0, 620.0, 180.0).build();
    rush(&mut scene, Some("z"));
    // 60 of the 150 mm of a slanting way, (90, 120).
    assert!(close(scene.pose("a"), 736.0, 548.0, 0.0), "{:?}", scene.pose("a"));
}

/// BB-IMP-25 (3), BB-MOVE-50: an enemy behind is reached by a turnabout, which costs nothing, and straight on.
#[test]
fn an_enemy_behind_is_reached_by_a_turnabout() {
    let behind = |y: f64| one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 700.0, y, 0.0).build();
    let mut near = behind(440.0);
    rush(&mut near, Some("z"));
    assert!(close(near.pose("a"), 700.0, 440.0, 180.0), "{:?}", near.pose("a"));
    assert!((near.named("a").deeds.distance - 45.0).abs() < 0.01);
    let mut far = behind(300.0);
    rush(&mut far, Some("z"));
    assert!(close(far.pose("a"), 700.0, 425.0, 180.0), "about, and 60 mm nearer: {:?}", far.pose("a"));
}

/// BB-IMP-31, BB-CC-50: it goes for an edge that it may attack from where it stands, not for a flank that it may not.
#[test]
fn towards_an_edge_that_may_be_attacked() {
    let mut scene = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 900.0, 500.0, 270.0).build();
    rush(&mut scene, Some("z"));
    let facing = scene.pose("a").facing.to_compass();
    assert!(facing > 10.0 && facing < 90.0, "it turns towards the front of the enemy: {facing}");
}

/// EX-14: BB-IMP-47: who has his target partly straight ahead may begin straight ahead; not otherwise.
#[test]
fn beginning_straight_ahead() {
    let mut scene = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 730.0, 620.0, 180.0).build();
    let straight = Choice::Rush(RushChoice { straight_first: true, ..choice(&scene, Some("z")) });
    assert!(matches!(next(&scene), Next::Ask { .. }), "two ways are open");
    scene.play(&straight, &[]).expect("legal");
    assert!(close(scene.pose("a"), 700.0, 560.0, 0.0));
    let aside = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 760.0, 580.0, 180.0).build();
    let straight = Choice::Rush(RushChoice { straight_first: true, ..choice(&aside, Some("z")) });
    assert_eq!(aside.breaches(&straight), [rule!("BB-IMP-47")]);
}

/// BB-IMP-42: a friend who is El, or in close combat, ends the move at once.
#[test]
fn friends_that_end_a_move() {
    let mut elephant = one("Irr HCh(O)").base("e", RED, "Irr El(O)", 700.0, 570.0, 0.0).build();
    let step = rush(&mut elephant, None);
    assert_eq!(y(&elephant, "a"), 530.0);
    assert!(cites(&step, rule!("BB-IMP-42")));
    let mut fighting = one("Irr HCh(O)")
        .base("f", RED, "Reg Bd(O)", 710.0, 540.0, 0.0)
        .base("z", BLUE, "Irr Ps(O)", 710.0, 540.0, 180.0)
        .build();
    let step = rush(&mut fighting, None);
    assert_eq!(y(&fighting, "a"), 525.0);
    assert!(cites(&step, rule!("BB-IMP-42")) && close(fighting.pose("f"), 710.0, 540.0, 0.0));
}

/// BB-IMP-42: a friend who ends the move before it has begun is named as well.
#[test]
fn a_friend_who_is_touched_ends_a_move() {
    let mut scene = one("Irr Wb(O)").base("e", RED, "Irr El(O)", 710.0, 540.0, 0.0).build();
    let step = rush(&mut scene, None);
    assert!(close(scene.pose("a"), 700.0, 500.0, 0.0));
    assert!(cites(&step, rule!("BB-IMP-42")), "{:?}", step.reasons);
}

/// BB-IMP-42 to BB-IMP-46: the cases in their order, each with a friend to whom a later one would apply too.
#[test]
fn the_cases_of_a_friend_in_the_way() {
    let scene = one("Irr Wb(O)")
        .base("el", RED, "Irr El(O)", 300.0, 300.0, 0.0)
        .base("fights", RED, "Irr Wb(O)", 400.0, 600.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 400.0, 600.0, 180.0)
        .base("overlaps", RED, "Irr Wb(O)", 440.0, 600.0, 0.0)
        .base("supports", RED, "Irr Wb(O)", 400.0, 585.0, 0.0)
        .base("moved", RED, "Irr Wb(O)", 900.0, 300.0, 0.0)
        .deeds("moved", Deeds { impetuous: true, ..Deeds::default() })
        .base("halted", RED, "Irr Bd(F)", 900.0, 400.0, 0.0)
        .deeds("halted", Deeds { halted: true, ..Deeds::default() })
        .base("other", RED, "Irr Bd(O)", 900.0, 500.0, 0.0)
        .base("bg", RED, "Irr Bg(O)", 900.0, 600.0, 0.0)
        .base("horse", RED, "Irr HCh(O)", 1100.0, 600.0, 0.0)
        .build();
    let by =
        |rusher: &str, friend: &str, chain| scene.look().in_way(scene.id(rusher), scene.id(friend), chain);
    let ends = |friend: &str| by("a", friend, BaseSet::EMPTY);
    for friend in ["el", "fights", "overlaps", "supports"] {
        assert_eq!(ends(friend), InWay::Ends(rule!("BB-IMP-42")), "{friend}");
    }
    assert_eq!(ends("moved"), InWay::Ends(rule!("BB-IMP-44")));
    assert_eq!(ends("halted"), InWay::RushesFirst, "BB-IMP-43, BB-HALT-07");
    assert_eq!(by("a", "halted", scene.set(&["halted"])), InWay::Ends(rule!("BB-IMP-44")));
    assert_eq!(ends("other"), InWay::MakesWay(RetreatKind::Recoil));
    assert_eq!(by("horse", "other", BaseSet::EMPTY), InWay::MakesWay(RetreatKind::Flee), "BB-IMP-45");
    assert_eq!(ends("bg"), InWay::Ends(rule!("BB-IMP-53")), "Bg never moves");
}

/// BB-IMP-43, BB-IMP-46, BB-HALT-07: a friend of an impetuous type who has not moved goes first, even if
/// halted; then the move goes on.
#[test]
fn an_impetuous_friend_goes_first() {
    let mut scene = table()
        .base("a", RED, "Irr Wb(O)", 700.0, 485.0, 0.0)
        .base("f", RED, "Irr Wb(O)", 705.0, 500.0, 0.0)
        .build();
    scene.happens(&Event::Halted(scene.id("f")));
    let step = rush(&mut scene, None);
    assert!(cites(&step, rule!("BB-IMP-43")));
    let Next::Only { choice: Choice::Rush(first), .. } = next(&scene) else {
        panic!("the friend is to move")
    };
    assert_eq!(first.base, scene.id("f"));
    play_out(&mut scene);
    assert_eq!((y(&scene, "f"), y(&scene, "a")), (560.0, 545.0), "both by 60 mm");
    assert!(scene.named("a").deeds.impetuous && scene.named("f").deeds.impetuous);
}

/// BB-IMP-43: recursive: three ranks go one after the other.
#[test]
fn a_chain_goes_off_from_the_front() {
    let mut scene = table()
        .base("a", RED, "Irr Wb(O)", 700.0, 470.0, 0.0)
        .base("b", RED, "Irr Wb(O)", 705.0, 485.0, 0.0)
        .base("c", RED, "Irr Wb(O)", 700.0, 500.0, 0.0)
        .build();
    rush(&mut scene, None);
    play_out(&mut scene);
    assert_eq!(["a", "b", "c"].map(|name| y(&scene, name)), [530.0, 545.0, 560.0]);
}

/// BB-IMP-44: a friend of an impetuous type who has moved ends the move.
#[test]
fn an_impetuous_friend_who_has_moved_ends_it() {
    let mut scene = one("Irr Wb(O)").base("f", RED, "Irr Wb(O)", 705.0, 530.0, 0.0).build();
    scene.happens(&Event::RushDone(scene.id("f")));
    let step = rush(&mut scene, None);
    assert_eq!(y(&scene, "a"), 515.0);
    assert!(cites(&step, rule!("BB-IMP-44")));
}

/// BB-IMP-45: another friend recoils to make way; then the move goes on.
#[test]
fn another_friend_makes_way() {
    // It looks west across the way, so it recoils eastward by its depth and is clear of it.
    let mut scene = one("Irr Wb(O)").base("f", RED, "Reg Sp(O)", 715.0, 530.0, 270.0).build();
    let step = rush(&mut scene, None);
    assert!(cites(&step, rule!("BB-IMP-45")));
    assert!(close(scene.pose("f"), 730.0, 530.0, 270.0), "{:?}", scene.pose("f"));
    assert_eq!(y(&scene, "a"), 560.0);
}

/// BB-IMP-40, BB-ZOC-16: a move that does not reach anybody ends at the border of a zone of control; in
/// that of Ps it goes on (BB-IMP-41).
#[test]
fn a_rush_ends_at_a_zone_of_control() {
    // An enemy in a wood, whom mounted ignore, looks across the way.
    let wood = [(724.0, 560.0), (800.0, 560.0), (800.0, 640.0), (724.0, 640.0)];
    let past = |troop: &str| {
        let table = one("Irr HCh(O)").area(AreaKind::Woods, Size::Small, &wood);
        let mut scene = table.base("z", BLUE, troop, 740.0, 575.0, 225.0).build();
        rush(&mut scene, None);
        y(&scene, "a")
    };
    assert_eq!(past("Irr Ps(O)"), 590.0);
    let border = past("Reg Bd(O)");
    assert!((border - 538.43).abs() < 0.1, "{border}");
}

/// BB-IMP-45, BB-IMP-53, AMB-131: a friend who looks the same way recoils to just behind the impetuous base.
#[test]
fn a_friend_ahead_recoils_through_the_impetuous_base() {
    let mut scene = one("Irr Wb(O)").base("f", RED, "Reg Sp(O)", 700.0, 530.0, 0.0).build();
    let step = rush(&mut scene, None);
    assert_eq!((y(&scene, "a"), y(&scene, "f")), (560.0, 500.0), "30 mm back: twice its depth");
    let made_way = |event: &Event| matches!(event, Event::Moved { why: MoveWhy::MadeWay, .. });
    assert!(step.events.iter().any(made_way));
}

/// BB-IMP-45, BB-IMP-53: if the place behind is too far for a recoil the friend flees; so he does before
/// mounted.
#[test]
fn a_friend_flees_before_mounted() {
    for troop in ["Irr HCh(O)", "Irr Wb(F)"] {
        let mut scene = one(troop).base("f", RED, "Reg Sp(O)", 700.0, 530.0, 0.0).build();
        rush(&mut scene, None);
        assert_eq!(y(&scene, "a"), 590.0, "{troop}");
        // Back 15, about, and 60 mm on.
        assert!(close(scene.pose("f"), 700.0, 440.0, 180.0), "{troop}: {:?}", scene.pose("f"));
        assert!(scene.named("f").deeds.fled);
    }
}

/// BB-IMP-53, AMB-131: without a place for him the friend stays and the move stops in contact.
#[test]
fn a_friend_without_room_stays() {
    let mut scene = one("Irr Wb(O)")
        .base("f", RED, "Reg Sp(O)", 715.0, 530.0, 0.0)
        .base("e", RED, "Irr El(O)", 760.0, 475.0, 90.0)
        .build();
    let step = rush(&mut scene, None);
    assert!(cites(&step, rule!("BB-IMP-53")));
    assert!(close(scene.pose("f"), 715.0, 530.0, 0.0), "{:?}", scene.pose("f"));
    assert_eq!(y(&scene, "a"), 515.0);
}

/// BB-IMP-51, BB-IMP-45: after a friend has made way the move goes on to the same target.
#[test]
fn the_target_is_kept() {
    let mut scene = one("Irr Wb(O)")
        .base("f", RED, "Reg Sp(O)", 715.0, 530.0, 270.0)
        .base("z", BLUE, "Reg Bd(O)", 690.0, 555.0, 180.0)
        .build();
    rush(&mut scene, Some("z"));
    assert_eq!(y(&scene, "a"), 555.0);
    assert!(scene.look().fights(scene.id("a"), scene.id("z")));
    assert!((scene.named("a").deeds.distance - 55.0).abs() < 0.01, "counted once, in two parts");
}

/// BB-BUSH-09, BB-BUSH-12: a hidden enemy in the way is shown and met.
#[test]
fn a_rush_discovers_an_ambush() {
    let mut scene = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 700.0, 540.0, 180.0).ambush("z").build();
    assert!(super::select(&scene).options.is_empty(), "the secret is kept");
    let step = rush(&mut scene, None);
    assert!(step.events.contains(&Event::Revealed(scene.id("z"))));
    play_out(&mut scene);
    assert_eq!(scene.named("z").place, Place::Table);
    assert_eq!(y(&scene, "a"), 540.0);
}

/// BB-IMP-52, BB-PASS-03: friends who can be passed through are, and stay.
#[test]
fn friends_are_passed_through_where_the_table_allows() {
    let mut scene = one("Irr HCh(O)").base("p", RED, "Irr Ps(O)", 700.0, 540.0, 0.0).build();
    rush(&mut scene, None);
    assert_eq!((y(&scene, "a"), y(&scene, "p")), (590.0, 540.0));
    let mut upon = one("Irr HCh(O)").base("p", RED, "Irr Ps(O)", 700.0, 570.0, 0.0).build();
    rush(&mut upon, None);
    assert!(upon.named("p").deeds.fled, "no room beyond it: it makes way");
}

/// EX-60: BB-IMP-09: a group of Wb with several targets is torn apart.
#[test]
fn a_group_is_torn_apart() {
    let mut scene = table()
        .base("a", RED, "Irr Wb(O)", 700.0, 500.0, 0.0)
        .base("b", RED, "Irr Wb(O)", 740.0, 500.0, 0.0)
        .base("y", BLUE, "Reg Bd(O)", 690.0, 540.0, 180.0)
        .base("z", BLUE, "Reg Bd(O)", 750.0, 555.0, 180.0)
        .build();
    play_out(&mut scene);
    assert_eq!((y(&scene, "a"), y(&scene, "b")), (540.0, 555.0));
}

/// EX-61: BB-IMP-48: who ends flush beside another without contact is shifted 5 mm aside, as the player
/// chooses; if that is blocked 5 mm back.
#[test]
fn a_base_is_parted_from_its_group() {
    let mut scene = one("Irr Wb(O)").base("b", RED, "Reg Sp(O)", 740.0, 560.0, 0.0).build();
    rush(&mut scene, None);
    assert!(close(scene.pose("a"), 695.0, 560.0, 0.0), "only the left is free: {:?}", scene.pose("a"));
    let mut blocked = one("Irr Wb(O)")
        .base("b", RED, "Reg Sp(O)", 740.0, 560.0, 0.0)
        .base("c", RED, "Reg Sp(O)", 657.0, 560.0, 0.0)
        .build();
    rush(&mut blocked, None);
    assert!(close(blocked.pose("a"), 700.0, 555.0, 0.0), "{:?}", blocked.pose("a"));
    let scene = &mut table()
        .base("a", RED, "Irr Wb(O)", 700.0, 500.0, 0.0)
        .base("e", RED, "Irr El(O)", 700.0, 590.0, 0.0)
        .build();
    rush(scene, None);
    let base = scene.id("a");
    assert_eq!(next(scene), Next::Ask { side: RED, prompt: Prompt::Separate { base } });
    scene.play(&Choice::Separate(Hand::Right), &[]).expect("legal");
    assert!(close(scene.pose("a"), 705.0, 550.0, 0.0));
    assert_eq!(scene.look().group_of(base).len(), 1);
}

/// BB-ENG-03: after frontal contact the impetuous base may align.
#[test]
fn an_impetuous_base_may_align() {
    let mut scene = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 712.0, 540.0, 180.0).build();
    rush(&mut scene, Some("z"));
    assert!(matches!(next(&scene), Next::Ask { prompt: Prompt::Align { .. }, .. }));
    scene.play(&Choice::Align(true), &[]).expect("legal");
    assert!(close(scene.pose("a"), 712.0, 540.0, 0.0));
    play_out(&mut scene);
}

/// BB-IMP-31, BB-IMP-51: who comes to two equally short ways in the middle of his move is asked for the hand, and for
/// nothing else.
#[test]
fn a_fork_in_the_middle_of_a_move_is_asked() {
    let mut scene = table()
        .base("a", RED, "Irr Bd(F)", 500.0, 470.0, 0.0)
        .base("f", RED, "Irr Sp(O)", 500.0, 500.0, 0.0)
        .base("s", RED, "Irr Sp(O)", 500.0, 485.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 500.0, 500.0, 180.0)
        .build();
    let (a, z) = (scene.id("a"), scene.id("z"));
    let told = Told { target: Some(z), straight_first: false, deviate: 0, hand: Seldom(None) };
    let start = scene.pose("a");
    let rush = Rush { base: a, start, told: Some(told), used: 1024, chain: BaseSet::EMPTY };
    scene.happens(&Event::Waits(Pending::Rush(rush)));
    assert_eq!(next(&scene), Next::Ask { side: RED, prompt: Prompt::Rush { bases: BaseSet::one(a) } });
    let to = |hand| Choice::Rush(RushChoice { hand, ..choice(&scene, Some("z")) });
    let refused = |choice: &Choice| scene.breaches(choice).first().map(|rule| rule.as_str().to_owned());
    assert_eq!(refused(&to(None)).as_deref(), Some("BB-IMP-31"));
    let elsewhere =
        Choice::Rush(RushChoice { target: None, hand: Some(Hand::Left), ..choice(&scene, Some("z")) });
    assert_eq!(refused(&elsewhere).as_deref(), Some("BB-IMP-51"));
    let left = to(Some(Hand::Left));
    assert_eq!(super::proposals(&scene), [left.clone(), to(Some(Hand::Right))]);
    scene.play(&left, &[]).unwrap();
    assert!(close(scene.pose("a"), 460.0, 500.0, 0.0));
}
