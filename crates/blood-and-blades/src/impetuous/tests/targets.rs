//! The choice of a target (50.2) and the most directly facing (50.4), with EX-56 to EX-59, EX-71 and EX-72.

use super::{BLUE, RED, choice, names, next, one, rush, select};
use crate::choice::{Choice, RushChoice};
use crate::field::{AreaKind, Size};
use crate::impetuous::target::Class;
use crate::testing::{Scene, Table, close};
use aelian_game::Next;
use aelian_geometry::{Facing, to_degrees};
use aelian_rulebook::rule;

/// EX-56: BB-IMP-21, BB-IMP-22, BB-IMP-23: which enemies count for an HCh.
#[test]
fn eligible_targets() {
    let options = |table: Table| {
        let scene = table.build();
        names(&scene, &select(&scene))
    };
    let hch = || one("Irr HCh(O)");
    assert_eq!(options(hch().base("z", BLUE, "Irr Ps(O)", 700.0, 560.0, 180.0)), ["z"], "Ps straight ahead");
    assert!(options(hch().base("z", BLUE, "Irr Ps(O)", 760.0, 560.0, 180.0)).is_empty(), "Ps aside");
    assert!(options(hch().base("z", BLUE, "Irr Ps(O)", 700.0, 600.0, 180.0)).is_empty(), "Ps out of reach");
    assert_eq!(options(hch().base("z", BLUE, "Reg Bd(O)", 700.0, 830.0, 180.0)), ["z"], "11 MU");
    assert!(options(hch().base("z", BLUE, "Reg Bd(O)", 700.0, 890.0, 180.0)).is_empty(), "13 MU");
    let wood = [(650.0, 550.0), (750.0, 550.0), (750.0, 650.0), (650.0, 650.0)];
    let hidden = |table: Table| {
        table.area(AreaKind::Woods, Size::Small, &wood).base("z", BLUE, "Reg Bd(O)", 700.0, 570.0, 180.0)
    };
    assert!(options(hidden(hch())).is_empty(), "mounted ignore a Bd in a wood");
    assert_eq!(options(hidden(one("Irr Wb(O)"))), ["z"], "foot do not");
}

/// EX-57: BB-IMP-25: straight ahead at 80 mm comes before a pivot at 40 mm.
#[test]
fn straight_ahead_comes_first() {
    let scene = one("Irr HCh(O)")
        .base("far", BLUE, "Reg Bd(O)", 700.0, 580.0, 180.0)
        .base("near", BLUE, "Reg Bd(O)", 760.0, 530.0, 225.0)
        .build();
    let selection = select(&scene);
    assert_eq!((selection.class, names(&scene, &selection)), (Class::Straight, vec!["far".to_owned()]));
    let scene = one("Irr HCh(O)").base("near", BLUE, "Reg Bd(O)", 760.0, 530.0, 225.0).build();
    assert_eq!(select(&scene).class, Class::Pivot);
}

/// BB-IMP-25 (2): of several that a pivot reaches, the one with the shortest move.
#[test]
fn the_shortest_pivot_comes_next() {
    let scene = one("Irr HCh(O)")
        .base("left", BLUE, "Reg Bd(O)", 630.0, 560.0, 150.0)
        .base("right", BLUE, "Reg Bd(O)", 760.0, 545.0, 210.0)
        .build();
    let selection = select(&scene);
    assert_eq!((selection.class, names(&scene, &selection)), (Class::Pivot, vec!["right".to_owned()]));
}

/// BB-IMP-25 (2): the pivot is the shortest of all, found to a fraction of a degree.
#[test]
fn the_shortest_pivot_is_exact() {
    let mut scene = one("Irr HCh(O)").base("z", BLUE, "Reg Bd(O)", 760.0, 540.0, 225.0).build();
    let rusher = super::super::rusher::Rusher::new(scene.look(), scene.id("a"));
    let way = rusher.pivot_into(scene.id("z")).expect("in reach");
    let by = |angle: f64| {
        let motions = super::super::rush::turn_aside(&rusher, angle);
        rusher.go_into(&motions, scene.id("z")).map(|way| way.used)
    };
    for step in 1..900 {
        if let Some(used) = by(f64::from(step) * 0.1) {
            assert!(
                way.used <= used + 1e-3,
                "{} degrees use only {used}, not {}",
                f64::from(step) * 0.1,
                way.used
            );
        }
    }
    let used = way.used;
    rush(&mut scene, Some("z"));
    assert!((scene.named("a").deeds.distance - used).abs() < 0.01);
    assert!(scene.look().in_close_combat(scene.id("a")));
}

/// BB-IMP-25 (3): where an El bars every pivot, any legal move will do: a turn and a shift in one into the
/// flank of an enemy at its side; or aside into his rear, if it stands behind him and that is shorter.
#[test]
fn any_other_move_comes_third() {
    let beside = |y: f64| one("Irr Wb(F)").base("z", BLUE, "Reg Bd(O)", 640.0, y, 0.0);
    assert_eq!(select(&beside(510.0).build()).class, Class::Pivot);
    let held = |y: f64, x: f64| {
        let mut scene = beside(y).base("e", RED, "Irr El(O)", x, 550.0, 0.0).build();
        let selection = select(&scene);
        assert_eq!((selection.class, names(&scene, &selection)), (Class::Other, vec!["z".to_owned()]));
        rush(&mut scene, Some("z"));
        scene
    };
    let flank = held(510.0, 740.0);
    assert!(flank.look().flank_attack(flank.id("z"), flank.id("a")).is_some(), "{:?}", flank.pose("a"));
    let distance = flank.named("a").deeds.distance;
    assert!((distance - 3700f64.sqrt()).abs() < 0.01, "60 mm to the left and 10 ahead: {distance}");
    let rear = held(520.0, 700.0);
    assert!(close(rear.pose("a"), 640.0, 505.0, 0.0), "{:?}", rear.pose("a"));
    assert!(rear.look().is_rear_attacked(rear.id("z")), "60 mm aside and 5 ahead");
}

/// BB-IMP-24, BB-IMP-25: an overlap or a support against an enemy who fights already reaches him.
#[test]
fn overlap_and_support_reach_a_fighting_enemy() {
    let behind = one("Irr Wb(O)")
        .base("f", RED, "Irr Wb(O)", 700.0, 540.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 700.0, 540.0, 180.0)
        .build();
    let selection = select(&behind);
    assert_eq!((selection.class, names(&behind, &selection)), (Class::Straight, vec!["z".to_owned()]));
    let mut scene = behind;
    rush(&mut scene, Some("z"));
    assert!(close(scene.pose("a"), 700.0, 525.0, 0.0), "in the second rank, not parted from its group");
    let mut beside = one("Irr Wb(O)")
        .base("f", RED, "Irr Wb(O)", 740.0, 540.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 740.0, 540.0, 180.0)
        .build();
    let selection = select(&beside);
    assert_eq!((selection.class, names(&beside, &selection)), (Class::Straight, vec!["z".to_owned()]));
    rush(&mut beside, Some("z"));
    assert!(
        close(beside.pose("a"), 700.0, 540.0, 0.0),
        "front corner on front corner: {:?}",
        beside.pose("a")
    );
    assert!(beside.look().is_overlap(beside.id("a")));
}

/// BB-IMP-26, BB-MDF-05: if none can be reached, the most directly facing of those within 12 MU.
#[test]
fn the_most_directly_facing_if_none_is_in_reach() {
    let scene = one("Irr Wb(O)")
        .base("y", BLUE, "Reg Bd(O)", 700.0, 700.0, 180.0)
        .base("z", BLUE, "Reg Bd(O)", 780.0, 690.0, 180.0)
        .build();
    let selection = select(&scene);
    assert_eq!((selection.class, names(&scene, &selection)), (Class::None, vec!["y".to_owned()]));
    assert_eq!(scene.breaches(&Choice::Rush(choice(&scene, Some("z")))), [rule!("BB-IMP-26")]);
}

/// BB-IMP-27: of equal targets the active player chooses, but not El if another is not.
#[test]
fn equal_targets_are_chosen_among() {
    let pair = |left: &str, right: &str| {
        one("Irr Wb(O)")
            .base("l", BLUE, left, 660.0, 700.0, 180.0)
            .base("r", BLUE, right, 740.0, 700.0, 180.0)
            .build()
    };
    let scene = pair("Reg Bd(O)", "Reg Bd(O)");
    assert_eq!(names(&scene, &select(&scene)), ["l", "r"]);
    let two = [choice(&scene, Some("l")), choice(&scene, Some("r"))].map(Choice::Rush);
    assert!(two.iter().all(|choice| scene.check(choice).is_legal()));
    assert!(matches!(next(&scene), Next::Ask { .. }));
    let scene = pair("Irr El(O)", "Reg Bd(O)");
    assert_eq!(names(&scene, &select(&scene)), ["r"]);
}

/// BB-IMP-28: if the target is El the move is cancelled.
#[test]
fn nobody_rushes_at_elephants() {
    let mut scene = one("Irr Wb(O)").base("e", BLUE, "Irr El(O)", 700.0, 540.0, 180.0).build();
    let step = rush(&mut scene, Some("e"));
    assert!(close(scene.pose("a"), 700.0, 500.0, 0.0));
    assert!(super::cites(&step, rule!("BB-IMP-28")) && scene.named("a").deeds.impetuous);
    let mut group = one("Irr Wb(O)")
        .base("b", RED, "Irr Wb(O)", 740.0, 500.0, 0.0)
        .base("e", BLUE, "Irr El(O)", 700.0, 540.0, 180.0)
        .build();
    rush(&mut group, Some("e"));
    assert!(close(group.pose("a"), 700.0, 500.0, 0.0), "no move was made: it stays in its group (BB-IMP-48)");
    assert!(matches!(next(&group), Next::Only { .. } | Next::Ask { .. }));
    assert!(group.state.pending.is_empty(), "nobody is asked to part it");
}

/// BB-IMP-29: without a target straight ahead by the whole move.
#[test]
fn without_a_target_straight_ahead() {
    let mut scene = one("Irr HCh(O)").build();
    assert!(select(&scene).options.is_empty());
    let step = rush(&mut scene, None);
    assert!(close(scene.pose("a"), 700.0, 590.0, 0.0));
    assert!(super::cites(&step, rule!("BB-IMP-29")));
}

/// EX-58: BB-IMP-30: mounted before a wood may turn first; not if partly in it, and not foot.
#[test]
fn mounted_may_turn_aside_from_a_wood() {
    let wood = |y: f64| [(650.0, y), (750.0, y), (750.0, 700.0), (650.0, 700.0)];
    let turned = |scene: &Scene, deviate: f64| Choice::Rush(RushChoice { deviate, ..choice(scene, None) });
    let before = |troop: &str, y: f64| one(troop).area(AreaKind::Woods, Size::Medium, &wood(y)).build();
    let mut scene = before("Irr HCh(O)", 550.0);
    assert!(matches!(next(&scene), Next::Ask { .. }));
    assert!(scene.check(&turned(&scene, 90.0)).is_legal());
    assert_eq!(scene.breaches(&turned(&scene, 91.0)), [rule!("BB-IMP-30")]);
    assert_eq!(scene.breaches(&turned(&scene, 5.0)), [rule!("BB-IMP-30")], "this would still meet the wood");
    let mut straight = scene.clone();
    rush(&mut straight, None);
    assert!(
        close(straight.pose("a"), 700.0, 550.0, 0.0),
        "30 mm in DGo do not lead in: it stops at the edge"
    );
    scene.play(&turned(&scene, -90.0), &[]).expect("legal");
    let facing = scene.pose("a").facing;
    assert!(facing.angle_to(Facing::LEFT) < 1e-3, "{}", to_degrees(facing.angle_to(Facing::LEFT)));
    assert_eq!(before("Irr HCh(O)", 490.0).breaches(&turned(&scene, 90.0)), [rule!("BB-IMP-30")]);
    assert_eq!(before("Irr Wb(O)", 550.0).breaches(&turned(&scene, 90.0)), [rule!("BB-IMP-30")]);
    assert_eq!(one("Irr HCh(O)").build().breaches(&turned(&scene, 90.0)), [rule!("BB-IMP-30")], "no DGo");
}

/// BB-IMP-30: mounted may turn aside from DGo that lies on the way to a target in reach, too.
#[test]
fn mounted_may_turn_aside_on_the_way_to_a_target() {
    let trees = [(715.0, 525.0), (725.0, 525.0), (725.0, 528.0), (715.0, 528.0)];
    let scene = one("Irr HCh(O)")
        .area(AreaKind::Woods, Size::Small, &trees)
        .base("z", BLUE, "Reg Bd(O)", 700.0, 544.0, 0.0)
        .build();
    assert_eq!(select(&scene).class, Class::Straight, "30 mm in DGo lead through it");
    let turned = |deviate| Choice::Rush(RushChoice { deviate, ..choice(&scene, Some("z")) });
    assert_eq!(scene.breaches(&turned(-40.0)), []);
    assert_eq!(scene.breaches(&turned(90.0)), [rule!("BB-IMP-30")], "this swings into the trees");
}

/// EX-59: BB-IMP-49, BB-GAP-07, BB-GAP-03: what can be reached only by turning within a gap is not reached.
#[test]
fn nobody_turns_in_a_gap() {
    let target = |table: Table| table.base("z", BLUE, "Reg Bd(O)", 760.0, 540.0, 225.0);
    let open = target(one("Irr HCh(O)")).build();
    assert_eq!(select(&open).class, Class::Pivot);
    let gap = target(one("Irr HCh(O)"))
        .base("l", RED, "Reg Sp(O)", 660.0, 480.0, 0.0)
        .base("r", RED, "Reg Sp(O)", 740.0, 480.0, 0.0)
        .build();
    assert_eq!(select(&gap).class, Class::None);
}

/// BB-IMP-20: who is impetuous only because of Bg has no other target, however near.
#[test]
fn only_the_baggage_if_that_is_the_reason() {
    let mut scene = one("Reg Cv(O)")
        .base("g", BLUE, "Irr Bg(O)", 700.0, 600.0, 180.0)
        .base("z", BLUE, "Reg Bd(O)", 760.0, 530.0, 270.0)
        .build();
    assert_eq!(names(&scene, &select(&scene)), ["g"]);
    rush(&mut scene, Some("g"));
    assert!(scene.look().fights(scene.id("a"), scene.id("g")));
}

/// BB-IMP-41, BB-ZOC-14: zones of Ps are ignored; BB-IMP-50: others bind, and their owners come first.
#[test]
fn zones_of_control_bind() {
    let ahead = |troop: &str| {
        one("Irr Wb(F)")
            .base("p", BLUE, troop, 735.0, 530.0, 180.0)
            .base("z", BLUE, "Reg Bd(O)", 680.0, 560.0, 180.0)
            .build()
    };
    let psiloi = ahead("Irr Ps(O)");
    assert_eq!(names(&psiloi, &select(&psiloi)), ["p"], "Ps straight ahead count, and come first");
    let zocced = one("Irr Wb(F)")
        .base("b", BLUE, "Reg Bd(O)", 737.0, 530.0, 180.0)
        .base("z", BLUE, "Reg Bd(O)", 660.0, 525.0, 135.0)
        .build();
    let selection = select(&zocced);
    assert_eq!((selection.bound, names(&zocced, &selection)), (false, vec!["b".to_owned()]));
}

/// BB-IMP-50, BB-ZOC-10: zocced and with nobody in reach, it stays.
#[test]
fn a_bound_base_stays() {
    let mut scene = one("Irr Wb(O)")
        .base("b", BLUE, "Reg Bd(O)", 737.0, 530.0, 180.0)
        .base("e", RED, "Irr El(O)", 710.0, 540.0, 0.0)
        .base("l", RED, "Irr El(O)", 660.0, 540.0, 0.0)
        .base("r", RED, "Irr El(O)", 741.0, 500.0, 0.0)
        .build();
    let selection = select(&scene);
    if selection.bound {
        let step = rush(&mut scene, None);
        assert!(super::cites(&step, rule!("BB-IMP-50")));
        assert!(close(scene.pose("a"), 700.0, 500.0, 0.0));
    } else {
        panic!("{selection:?}");
    }
}

/// EX-71: BB-MDF-01, BB-MDF-02: enemies on either flank are compared by the moves that align on the touched
/// edges.
#[test]
fn enemies_on_both_flanks_are_compared() {
    let scene = Table::new()
        .base("a", RED, "Reg Cv(O)", 700.0, 500.0, 0.0)
        .base("l", BLUE, "Reg Bd(O)", 680.0, 500.0, 90.0)
        .base("r", BLUE, "Reg Bd(O)", 720.0, 480.0, 270.0)
        .build();
    let by = |name: &str| scene.look().engaging_distance(scene.id("a"), scene.id(name));
    assert!(by("l") < by("r"), "{} {}", by("l"), by("r"));
}

/// EX-72: BB-MDF-03, BB-MDF-04: one in contact by the touched edge only, one apart by its best edge.
#[test]
fn contact_and_distance_are_compared() {
    let scene = Table::new()
        .base("a", RED, "Reg Cv(O)", 700.0, 500.0, 0.0)
        .base("touching", BLUE, "Reg Bd(O)", 700.0, 455.0, 180.0)
        .base("apart", BLUE, "Reg Bd(O)", 700.0, 520.0, 180.0)
        .build();
    let by = |name: &str| scene.look().engaging_distance(scene.id("a"), scene.id(name));
    assert!((by("apart") - 20.0).abs() < 1e-9, "BB-MDF-03: its front is nearest");
    assert!(by("touching") > 40.0, "BB-MDF-01: only the rear that is touched counts: {}", by("touching"));
    assert!(by("apart") < by("touching"), "BB-MDF-04");
}

/// BB-IMP-25 (3), BB-IMP-42: between two elephants, who do not give way, it steps aside first and then goes straight
/// ahead; if they stand closer the target cannot be reached at once (BB-IMP-26).
#[test]
fn a_way_between_friends_who_do_not_give_way() {
    let table = |right: f64| {
        one("Irr HCh(O)")
            .base("left", RED, "Irr El(O)", 670.0, 547.0, 0.0)
            .base("right", RED, "Irr El(O)", right, 547.0, 0.0)
            .base("z", BLUE, "Reg Bd(O)", 711.0, 578.0, 180.0)
    };
    let mut scene = table(752.0).build();
    let selection = select(&scene);
    assert_eq!((selection.class, names(&scene, &selection)), (Class::Other, vec!["z".to_owned()]));
    rush(&mut scene, Some("z"));
    assert!(close(scene.pose("a"), 711.0, 578.0, 0.0), "{:?}", scene.pose("a"));
    assert_eq!(select(&table(745.0).build()).class, Class::None);
}
