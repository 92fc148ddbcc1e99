//! Who is impetuous (50.1).

use super::{BLUE, RED, next, one, proposals, table};
use crate::choice::{Choice, Prompt};
use crate::event::{Event, MovedAs, Step};
use crate::settings::Settings;
use crate::state::{Deeds, Stage};
use crate::testing::{Scene, Table};
use crate::{BaseId, BaseSet};
use aelian_game::Next;
use aelian_rulebook::rule;

fn is_impetuous(scene: &Scene) -> bool {
    scene.look().impulse_of(scene.id("a")).is_some()
}

/// BB-IMP-01, BB-IMP-02: Irr HCh, Irr Bd(F) and Wb, and no others; only those of the active side.
#[test]
fn three_types_are_impetuous() {
    for troop in ["Irr HCh(O)", "Irr Bd(F)", "Irr Wb(O)", "Reg Wb(S)"] {
        assert!(is_impetuous(&one(troop).build()), "{troop}");
    }
    for troop in ["Reg HCh(O)", "Reg Bd(F)", "Irr Bd(O)", "Irr Hd(O)", "Irr Cv(O)", "Irr Bg(O)"] {
        assert!(!is_impetuous(&one(troop).build()), "{troop}");
    }
    let scene = one("Irr Wb(O)").base("z", BLUE, "Irr Wb(O)", 700.0, 800.0, 180.0).build();
    assert_eq!(scene.look().impetuous(), scene.set(&["a"]));
}

/// BB-IMP-02, BB-IMP-06, BB-IMP-07: neither moved nor halted in this bound.
#[test]
fn moving_or_halting_suppresses_it() {
    for event in [
        Event::Halted(BaseId::of(0)),
        Event::CountsAs { base: BaseId::of(0), moved: MovedAs::Tactical, distance: 10.0 },
        Event::RushDone(BaseId::of(0)),
    ] {
        let baggage = |troop| one(troop).base("g", BLUE, "Irr Bg(O)", 700.0, 540.0, 180.0).build();
        for mut scene in [one("Irr Wb(O)").build(), baggage("Reg Bd(O)")] {
            assert!(is_impetuous(&scene));
            scene.happens(&event);
            assert!(!is_impetuous(&scene), "{event:?}");
        }
    }
}

/// BB-IMP-03, AMB-112: any troops that could contact Bg by a move now; regulars too.
#[test]
fn baggage_in_reach_tempts_everybody() {
    let near = |y: f64| one("Reg Sp(O)").base("g", BLUE, "Irr Bg(O)", 700.0, y, 180.0).build();
    assert!(is_impetuous(&near(559.0)));
    assert!(!is_impetuous(&near(561.0)), "60 mm do not reach it");
    let behind = one("Reg Sp(O)").base("g", BLUE, "Irr Bg(O)", 735.0, 555.0, 90.0).build();
    assert!(is_impetuous(&behind), "its side is as good as its front");
    let barred = one("Reg Sp(O)")
        .base("g", BLUE, "Irr Bg(O)", 700.0, 555.0, 180.0)
        .base("y", BLUE, "Irr Ps(O)", 690.0, 525.0, 180.0)
        .base("z", BLUE, "Irr Ps(O)", 730.0, 525.0, 180.0)
        .base("x", BLUE, "Irr Ps(O)", 650.0, 525.0, 180.0)
        .build();
    assert!(!is_impetuous(&barred), "others stand in the way");
    let zocced = one("Reg Sp(O)")
        .base("g", BLUE, "Irr Bg(O)", 700.0, 558.0, 180.0)
        .base("z", BLUE, "Reg Bd(O)", 735.0, 520.0, 180.0)
        .build();
    assert!(!is_impetuous(&zocced), "a zone of control holds it off");
}

/// BB-IMP-03, AMB-112: a friend whom it could not pass through bars the way to Bg; one whom it could does not.
#[test]
fn friends_bar_the_way_to_baggage() {
    let through = |friend: &str, width: f64| {
        let table = one("Reg Cv(O)").base("g", BLUE, "Irr Bg(O)", 700.0, 610.0, 180.0);
        [-width, 0.0, width]
            .into_iter()
            .fold(table, |table, x| table.base(&format!("f{x}"), RED, friend, 700.0 + x, 530.0, 0.0))
    };
    assert!(is_impetuous(&through("Irr Ps(O)", 40.0).build()));
    assert!(!is_impetuous(&through("Reg Sp(O)", 40.0).build()));
    assert!(is_impetuous(&one("Reg Cv(O)").base("g", BLUE, "Irr Bg(O)", 700.0, 610.0, 180.0).build()));
}

/// BB-IMP-04, BB-IMP-05, AMB-111: not in close combat, nor as an overlap, nor as a support (setting).
#[test]
fn fights_hold_the_impetuous() {
    let fighting = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 700.0, 500.0, 180.0).build();
    assert!(!is_impetuous(&fighting));
    let overlap = one("Irr Wb(O)")
        .base("f", RED, "Reg Bd(O)", 740.0, 500.0, 0.0)
        .base("z", BLUE, "Reg Bd(O)", 740.0, 500.0, 180.0)
        .build();
    assert!(!is_impetuous(&overlap));
    let support = |exempts: bool| {
        let settings = Settings { support_exempts_from_impetuous: exempts, ..Settings::default() };
        Table::new()
            .settings(settings)
            .stage(Stage::Impetuous)
            .base("a", RED, "Irr Wb(O)", 700.0, 500.0, 0.0)
            .base("f", RED, "Irr Wb(O)", 700.0, 515.0, 0.0)
            .base("z", BLUE, "Reg Bd(O)", 700.0, 515.0, 180.0)
            .build()
    };
    assert!(!is_impetuous(&support(true)));
    assert!(is_impetuous(&support(false)));
}

/// BB-IMP-01, BB-IMP-08, BB-IMP-09: the active player chooses which of them moves next, one by one; when none
/// is left shooting begins.
#[test]
fn the_active_player_chooses_the_order() {
    let mut scene = table()
        .base("a", RED, "Irr Wb(O)", 700.0, 500.0, 0.0)
        .base("b", RED, "Irr Wb(O)", 900.0, 500.0, 0.0)
        .base("r", RED, "Reg Sp(O)", 300.0, 500.0, 0.0)
        .build();
    let bases = scene.set(&["a", "b"]);
    assert_eq!(next(&scene), Next::Ask { side: RED, prompt: Prompt::Rush { bases } });
    assert!(!scene.check(&Choice::Proceed).is_legal(), "BB-IMP-01: it is compulsory");
    let second = proposals(&scene)
        .into_iter()
        .find(|choice| matches!(choice, Choice::Rush(rush) if rush.base == scene.id("b")));
    scene.play(&second.expect("proposed"), &[]).expect("legal");
    let Next::Only { choice: only, .. } = next(&scene) else { panic!("one base without a choice is left") };
    scene.play(&only, &[]).expect("legal");
    assert_eq!(next(&scene), Next::Forced(Choice::Proceed));
    let step = scene.play(&Choice::Proceed, &[]).expect("legal");
    assert_eq!(step.events, [Event::Enters(Step::Shooting)]);
}

/// BB-IMP-01 to BB-IMP-06: a rush of a base that is not impetuous is refused by the rule that calms it.
#[test]
fn a_rush_of_the_calm_is_refused_with_the_rule() {
    let refused = |table: Table| {
        let scene = table.build();
        scene.breaches(&Choice::Rush(super::choice(&scene, None)))
    };
    let halted = |troop: &str| one(troop).deeds("a", Deeds { halted: true, ..Deeds::default() });
    assert_eq!(refused(halted("Irr Wb(O)")), [rule!("BB-IMP-02")]);
    assert_eq!(refused(halted("Reg Bd(O)")), [rule!("BB-IMP-06")]);
    assert_eq!(refused(one("Reg Bd(O)")), [rule!("BB-IMP-03")]);
    let enemy = |x: f64| one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", x, 500.0, 180.0);
    assert_eq!(refused(enemy(700.0)), [rule!("BB-IMP-04")]);
    assert_eq!(refused(enemy(740.0).base("f", RED, "Reg Bd(O)", 740.0, 500.0, 0.0)), [rule!("BB-IMP-05")]);
}

/// Absurd choices are refused with the rule, never with a panic.
#[test]
fn absurd_choices_are_refused() {
    let scene = one("Irr Wb(O)").base("z", BLUE, "Reg Bd(O)", 700.0, 550.0, 180.0).build();
    let rush = super::choice(&scene, Some("z"));
    for (wrong, broken) in [
        (crate::choice::RushChoice { base: BaseId::of(511), ..rush }, rule!("BB-IMP-01")),
        (crate::choice::RushChoice { base: scene.id("z"), ..rush }, rule!("BB-IMP-01")),
        (crate::choice::RushChoice { target: Some(BaseId::of(511)), ..rush }, rule!("BB-IMP-01")),
        (crate::choice::RushChoice { target: None, ..rush }, rule!("BB-IMP-25")),
        (crate::choice::RushChoice { deviate: f64::NAN, ..rush }, rule!("BB-IMP-30")),
        (crate::choice::RushChoice { deviate: 1e300, ..rush }, rule!("BB-IMP-30")),
        (crate::choice::RushChoice { straight_first: true, ..rush }, rule!("BB-IMP-47")),
    ] {
        assert_eq!(scene.breaches(&Choice::Rush(wrong)), [broken], "{wrong:?}");
    }
    let all =
        crate::choice::RushChoice { target: None, deviate: f64::INFINITY, straight_first: true, ..rush };
    assert_eq!(scene.breaches(&Choice::Rush(all)).len(), 3, "every broken rule at once");
    assert!(!scene.check(&Choice::Separate(aelian_geometry::Hand::Left)).is_legal());
    assert_eq!(BaseSet::EMPTY.len(), 0);
}
