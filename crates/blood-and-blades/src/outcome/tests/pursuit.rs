//! Pursuit (70.6), withdrawal (70.4), and the steps in which outcome moves are made, with DEX-30 and DEX-31.

use super::{happens, lost};
use crate::choice::{Choice, Prompt};
use crate::combat::Aftermath;
use crate::event::{Event, MoveWhy};
use crate::fact::OutcomeKind;
use crate::field::{AreaKind, Size};
use crate::outcome::plan::Ended;
use crate::outcome::pursuit::{Duty, Ground};
use crate::outcome::withdraw::plan_withdraw;
use crate::outcome::{after_close_combat, after_shot, begin};
use crate::settings::{PursuitDistance, Settings};
use crate::state::{Answer, Pending, Place, RetreatKind, Stage};
use crate::testing::{Scene, Table, close};
use crate::{BaseId, BaseSet};
use aelian_game::{Next, Ruleset, Side};
use aelian_rulebook::{RuleId, rule};

const RED: Side = Side::Red;
const BLUE: Side = Side::Blue;
const LEVEL: Ground = Ground { uphill: false, downhill: false, wades: false, river_edge: false };

fn next(scene: &Scene) -> Next<Prompt, Choice> {
    scene.rules.next(&scene.state)
}

/// A red winner at (500, 500) looking north, and a blue loser before it.
fn fight(winner: &str, loser: &str) -> Table {
    Table::new()
        .stage(Stage::CloseCombat)
        .base("w", RED, winner, 500.0, 500.0, 0.0)
        .base("l", BLUE, loser, 500.0, 500.0, 180.0)
}

fn won(scene: &Scene, outcome: OutcomeKind, others: BaseSet) -> Aftermath {
    let (winner, loser) = (scene.id("w"), scene.id("l"));
    Aftermath { winner, loser, outcome, winner_die: 1, others, may_pursue: true }
}

fn wins(scene: &mut Scene, outcome: OutcomeKind) {
    let aftermath = won(scene, outcome, BaseSet::EMPTY);
    happens(scene, |cx| after_close_combat(cx, &aftermath));
}

/// DEX-30: BB-PUR-02: distances in 15 mm; and the setting for the own depth only.
#[test]
fn pursuit_distances() {
    let distances = |troop: &str, pursuit_distance| {
        let settings = Settings { pursuit_distance, ..Settings::default() };
        let table = Table::new().settings(settings).base("a", RED, troop, 500.0, 500.0, 0.0);
        let scene = table.build();
        scene.look().pursuit_distances(scene.id("a"))
    };
    for (troop, least, most) in [
        ("Reg Bd(O)", 15.0, 20.0),
        ("Irr Bd(F)", 20.0, 20.0),
        ("Irr Ps(O)", 20.0, 20.0),
        ("Reg Cv(O)", 30.0, 40.0),
        ("Irr HCh(O)", 40.0, 40.0),
        ("Irr Hd(O)", 30.0, 30.0),
    ] {
        assert_eq!(distances(troop, PursuitDistance::DepthToWidth), (least, most), "{troop}");
        assert_eq!(distances(troop, PursuitDistance::DepthOnly), (least, least), "{troop}");
    }
}

fn duty(settings: Settings, winner: &str, loser: &str, ground: Ground, die: u8) -> Duty {
    let scene = Table::new()
        .settings(settings)
        .base("w", RED, winner, 500.0, 500.0, 0.0)
        .base("l", BLUE, loser, 500.0, 500.0, 180.0)
        .build();
    scene.look().pursuit_duty(scene.id("w"), scene.id("l"), ground, die)
}

/// BB-ALG-19, BB-PUR-04, BB-PUR-05, BB-PUR-06, BB-RIV-13: the must list that is left of the book.
#[test]
fn who_must_pursue() {
    let above = Ground { uphill: true, ..LEVEL };
    let duty = |winner, loser, ground, die| duty(Settings::default(), winner, loser, ground, die);
    let must = |id: RuleId| Duty::Must(id);
    assert_eq!(duty("Reg Sp(O)", "Reg Bd(O)", above, 3), must(rule!("BB-PUR-04")));
    assert_eq!(duty("Reg Sp(O)", "Reg Bd(O)", above, 4), Duty::Never(rule!("BB-PUR-19")), "even die");
    assert_eq!(duty("Reg Sp(O)", "Irr Ps(O)", above, 3), Duty::Never(rule!("BB-PUR-19")), "against Ps");
    assert_eq!(duty("Irr Ps(O)", "Irr Ps(O)", above, 5), must(rule!("BB-PUR-05")));
    assert_eq!(duty("Irr Ps(O)", "Reg Bd(O)", above, 2), Duty::Never(rule!("BB-PUR-19")));
    assert_eq!(duty("Reg Sp(O)", "Reg Bd(O)", Ground { wades: true, ..LEVEL }, 2), must(rule!("BB-PUR-06")));
}

/// BB-PUR-07, BB-PUR-13 and their settings; BB-PUR-14: must comes before may.
#[test]
fn house_values_of_the_lost_lists() {
    let plain = || Settings { must_pursue_extra: false, may_pursue_extra: false, ..Settings::default() };
    for troop in ["Irr Wb(O)", "Irr HCh(O)", "Irr Bd(O)", "Irr Bd(F)"] {
        assert_eq!(duty(Settings::default(), troop, "Reg Sp(O)", LEVEL, 2), Duty::Must(rule!("BB-PUR-07")));
        assert_eq!(duty(plain(), troop, "Reg Sp(O)", LEVEL, 2), Duty::Never(rule!("BB-PUR-19")));
    }
    for troop in ["Irr Hd(O)", "Reg Cv(O)", "Irr El(O)", "Reg HCh(O)", "Irr LH(O)"] {
        assert_eq!(duty(Settings::default(), troop, "Reg Sp(O)", LEVEL, 2), Duty::May(rule!("BB-PUR-13")));
        assert_eq!(duty(plain(), troop, "Reg Sp(O)", LEVEL, 2), Duty::Never(rule!("BB-PUR-19")));
    }
    let wading = Ground { wades: true, ..LEVEL };
    assert_eq!(
        duty(Settings::default(), "Reg Cv(O)", "Reg Sp(O)", wading, 2),
        Duty::Must(rule!("BB-PUR-06"))
    );
}

/// BB-PUR-10, BB-PUR-12, BB-PUR-15, BB-PUR-19: the may list, and who never pursues.
#[test]
fn who_may_pursue_and_who_never_does() {
    let below = Ground { downhill: true, ..LEVEL };
    let duty = |winner, ground| duty(Settings::default(), winner, "Reg Sp(O)", ground, 1);
    assert_eq!(duty("Reg Sp(O)", below), Duty::May(rule!("BB-PUR-10")));
    assert_eq!(duty("Reg Bw(O)", below), Duty::Never(rule!("BB-PUR-19")));
    assert_eq!(duty("Reg Bd(O)", LEVEL), Duty::May(rule!("BB-PUR-12")));
    assert_eq!(duty("Reg Sp(O)", LEVEL), Duty::Never(rule!("BB-PUR-19")));
    let bank = Ground { river_edge: true, ..LEVEL };
    assert_eq!(duty("Irr Wb(O)", bank), Duty::Never(rule!("BB-PUR-15")), "even if it otherwise must");
    assert_eq!(duty("Irr Bg(O)", below), Duty::Never(rule!("BB-TRP-12")));
}

/// BB-PUR-04, BB-PUR-10: who stands higher is read from the hill.
#[test]
fn a_hill_says_who_is_above() {
    let hill = [(400.0, 400.0), (600.0, 400.0), (600.0, 700.0), (400.0, 700.0)];
    let scene = fight("Reg Sp(O)", "Reg Bd(O)")
        .hill(AreaKind::GentleHill, Size::Large, &hill, &[(500.0, 420.0)])
        .build();
    let ground = scene.look().pursuit_ground(scene.id("w"), scene.id("l"));
    assert!(ground.uphill && !ground.downhill);
    let other = scene.look().pursuit_ground(scene.id("l"), scene.id("w"));
    assert!(other.downhill && !other.uphill);
}

/// BB-PUR-15, BB-CC-33: who defends a river edge is known from the bank and the wader before him.
#[test]
fn a_river_edge_holds_its_defender() {
    let scene = fight("Irr Wb(O)", "Reg Bd(O)").river(&[(0.0, 512.0), (1500.0, 512.0)], 20.0).build();
    let ground = scene.look().pursuit_ground(scene.id("w"), scene.id("l"));
    assert!(ground.river_edge && !ground.wades);
    let mut scene = scene;
    wins(&mut scene, OutcomeKind::Destroyed);
    assert!(close(scene.pose("w"), 500.0, 500.0, 0.0) && scene.state.pending.is_empty());
    let open = fight("Irr Wb(O)", "Reg Bd(O)").build();
    assert!(!open.look().pursuit_ground(open.id("w"), open.id("l")).river_edge);
}

/// DEX-31: BB-PUR-01, BB-PUR-02: Wb beats Ax, which recoils 20 mm; the Wb must pursue, 15 to 20 mm as its
/// owner wishes; with 20 it is in contact again.
#[test]
fn a_warband_regains_contact() {
    let mut scene = fight("Irr Wb(O)", "Irr Ax(O)").build();
    wins(&mut scene, OutcomeKind::Recoil);
    assert!(close(scene.pose("l"), 500.0, 520.0, 180.0), "BB-OM-01: at once");
    let base = scene.id("w");
    let prompt = Prompt::Pursue { base, least: 15.0, most: 20.0, must: true };
    assert_eq!(next(&scene), Next::Ask { side: RED, prompt });
    assert_eq!(scene.breaches(&Choice::Pursue(None)), [rule!("BB-OM-03")]);
    for wrong in [14.0, 21.0, f64::NAN, f64::INFINITY, -1e300] {
        assert_eq!(scene.breaches(&Choice::Pursue(Some(wrong))), [rule!("BB-PUR-02")], "{wrong}");
    }
    scene.play(&Choice::Pursue(Some(20.0)), &[]).expect("legal");
    assert!(close(scene.pose("w"), 500.0, 520.0, 0.0));
    assert!(scene.look().in_close_combat(base), "BB-PUR-20");
    assert!(scene.state.pending.is_empty());
}

/// BB-PUR-16, BB-PUR-17, BB-PUR-18: another base, the table edge, impassable ground and a river that may not
/// be entered so end a pursuit.
#[test]
fn what_stops_a_pursuit() {
    let span = |table: Table| {
        let scene = table.build();
        let span = scene.look().pursuit_span(scene.id("a"));
        (span.least, span.most, span.stopped)
    };
    let cv = |y: f64| Table::new().base("a", RED, "Reg Cv(O)", 500.0, y, 0.0);
    assert_eq!(span(cv(500.0)), (30.0, 40.0, None));
    let friend = cv(500.0).base("f", RED, "Reg Bd(O)", 520.0, 550.0, 0.0);
    assert_eq!(span(friend), (30.0, 35.0, Some(rule!("BB-PUR-16"))));
    let enemy = cv(500.0).base("z", BLUE, "Reg Bd(O)", 480.0, 510.0, 180.0);
    assert_eq!(span(enemy), (10.0, 10.0, Some(rule!("BB-PUR-16"))));
    assert_eq!(span(cv(1030.0)), (20.0, 20.0, Some(rule!("BB-PUR-17"))), "the table is 1050 mm deep");
    let lake = [(450.0, 512.0), (550.0, 512.0), (550.0, 600.0), (450.0, 600.0)];
    let shore = cv(500.0).area(AreaKind::Lake, Size::Small, &lake);
    assert_eq!(span(shore), (12.0, 12.0, Some(rule!("BB-PUR-18"))));
    let askew = cv(500.0).river(&[(164.0, 20.0), (764.0, 1020.0)], 20.0);
    assert_eq!(span(askew).2, Some(rule!("BB-PUR-18")));
}

/// BB-PUR-18, AMB-13: setting `pursuit_stops_at_difficult`.
#[test]
fn a_setting_keeps_mounted_out_of_difficult_going() {
    let wood = [(450.0, 510.0), (550.0, 510.0), (550.0, 600.0), (450.0, 600.0)];
    let most = |stops: bool, troop: &str| {
        let settings = Settings { pursuit_stops_at_difficult: stops, ..Settings::default() };
        let table = Table::new().settings(settings).area(AreaKind::Woods, Size::Small, &wood);
        let scene = table.base("a", RED, troop, 500.0, 500.0, 0.0).build();
        scene.look().pursuit_span(scene.id("a")).most
    };
    assert_eq!((most(true, "Reg Cv(O)"), most(false, "Reg Cv(O)")), (10.0, 40.0));
    assert_eq!(most(true, "Irr Wb(O)"), 20.0);
}

/// BB-PUR-01, BB-PUR-19: a destroyed or spent loser is pursued as well; no effect brings no pursuit; who is
/// on no list stays.
#[test]
fn after_which_outcomes_there_is_a_pursuit() {
    for outcome in [OutcomeKind::Destroyed, OutcomeKind::Spent, OutcomeKind::Flee, OutcomeKind::Recoil] {
        let mut scene = fight("Irr HCh(O)", "Irr Ps(O)").build();
        wins(&mut scene, outcome);
        assert!(close(scene.pose("w"), 500.0, 540.0, 0.0) || outcome == OutcomeKind::Recoil, "{outcome:?}");
        assert!(scene.pose("w").at.y > 500.0, "{outcome:?}");
    }
    let mut scene = fight("Irr HCh(O)", "Irr Ps(O)").build();
    wins(&mut scene, OutcomeKind::NoEffect);
    assert!(close(scene.pose("w"), 500.0, 500.0, 0.0) && scene.state.pending.is_empty());
    let mut scene = fight("Reg Sp(O)", "Irr Ps(O)").build();
    wins(&mut scene, OutcomeKind::Destroyed);
    assert!(close(scene.pose("w"), 500.0, 500.0, 0.0) && scene.state.pending.is_empty());
}

/// BB-PUR-03, BB-CC-26: who is not the loser's main opponent does not pursue; BB-PUR-21: nor does a
/// supporter behind the pursuer.
#[test]
fn only_the_main_opponent_pursues() {
    let mut scene = fight("Irr Wb(O)", "Reg Bd(O)").base("s", RED, "Irr Wb(O)", 500.0, 485.0, 0.0).build();
    let aftermath = Aftermath { may_pursue: false, ..won(&scene, OutcomeKind::Destroyed, BaseSet::EMPTY) };
    let mut helped = scene.clone();
    happens(&mut helped, |cx| after_close_combat(cx, &aftermath));
    assert!(close(helped.pose("w"), 500.0, 500.0, 0.0));
    wins(&mut scene, OutcomeKind::Destroyed);
    scene.play(&Choice::Pursue(Some(15.0)), &[]).expect("legal");
    assert!(close(scene.pose("w"), 500.0, 515.0, 0.0) && close(scene.pose("s"), 500.0, 485.0, 0.0));
}

/// BB-CC-27, BB-ALG-20: the winner's other enemies recoil after the loser and before the pursuit, in the
/// order that their owner chooses.
#[test]
fn the_others_recoil_too() {
    let mut scene = fight("Reg Cv(O)", "Reg Bd(O)")
        .base("x", BLUE, "Reg Bd(O)", 480.0, 485.0, 90.0)
        .base("y", BLUE, "Reg Bd(O)", 520.0, 485.0, 270.0)
        .build();
    let others = scene.set(&["x", "y"]);
    let aftermath = won(&scene, OutcomeKind::Destroyed, others);
    happens(&mut scene, |cx| after_close_combat(cx, &aftermath));
    assert_eq!(scene.named("l").place, Place::Destroyed);
    assert_eq!(next(&scene), Next::Ask { side: BLUE, prompt: Prompt::RecoilNext { bases: others } });
    assert_eq!(scene.breaches(&Choice::RecoilNext { base: BaseId::of(250) }), [rule!("BB-CC-27")]);
    scene.play(&Choice::RecoilNext { base: scene.id("y") }, &[]).expect("legal");
    assert!(close(scene.pose("y"), 535.0, 485.0, 270.0), "BB-REC-01");
    assert!(close(scene.pose("x"), 465.0, 485.0, 90.0), "the last one needs no question");
    assert!(matches!(next(&scene), Next::Ask { side: RED, prompt: Prompt::Pursue { must: false, .. } }));
    scene.play(&Choice::Pursue(None), &[]).expect("it may stay");
    assert!(scene.state.pending.is_empty());
}

/// BB-REC-10, BB-OM-01: an outcome move that forks waits for its owner and is then carried out in one step.
#[test]
fn a_fork_waits_for_its_owner() {
    let mut scene = Table::new()
        .base("a", BLUE, "Irr Ps(O)", 500.0, 500.0, 0.0)
        .base("b", BLUE, "Reg Bd(O)", 500.0, 480.0, 0.0)
        .build();
    let (base, friend) = (scene.id("a"), scene.id("b"));
    happens(&mut scene, |cx| after_shot(cx, base, OutcomeKind::Recoil));
    assert_eq!(next(&scene), Next::Ask { side: BLUE, prompt: Prompt::PassOrPush { base, friend } });
    assert_eq!(scene.breaches(&Choice::Answer(Answer::Left)), [rule!("BB-REC-10")]);
    assert!(!scene.check(&Choice::Proceed).is_legal());
    let verdict = scene.check(&Choice::Answer(Answer::PassThrough));
    assert!(close(verdict.ghost.moves[0].pose, 500.0, 465.0, 0.0));
    let step = scene.play(&Choice::Answer(Answer::PassThrough), &[]).expect("legal");
    assert!(close(scene.pose("a"), 500.0, 465.0, 0.0) && scene.state.pending.is_empty());
    let moved = |event: &Event| matches!(event, Event::Moved { why: MoveWhy::Recoiled, .. });
    assert!(step.events.iter().any(moved));
}

/// BB-REC-03, BB-OUT-63: who is attacked in flank or rear is destroyed instead of recoiling, and instead of
/// fleeing (BB-OUT-64, AMB-110).
#[test]
fn flank_attacked_bases_cannot_recoil() {
    for kind in [RetreatKind::Recoil, RetreatKind::Flee, RetreatKind::Withdraw] {
        let mut scene = Table::new()
            .base("a", RED, "Reg Cv(O)", 500.0, 500.0, 0.0)
            .base("z", BLUE, "Reg Bd(O)", 480.0, 480.0, 90.0)
            .build();
        let base = scene.id("a");
        happens(&mut scene, |cx| {
            begin(cx, base, kind);
            crate::outcome::settle(cx);
        });
        assert_eq!(scene.named("a").place, Place::Destroyed, "{kind:?}");
    }
}

/// BB-OM-03: outcome moves cost no PIGs and count as no move.
#[test]
fn outcome_moves_cost_nothing() {
    let mut scene = Table::new().base("a", RED, "Reg LH(O)", 700.0, 700.0, 0.0).build();
    let base = scene.id("a");
    happens(&mut scene, |cx| after_shot(cx, base, OutcomeKind::Flee));
    assert_eq!(scene.state.army(RED).pigs, 6);
    let deeds = scene.named("a").deeds;
    assert!(deeds.fled && deeds.distance == 0.0, "BB-FLEE-10, AMB-100");
}

/// BB-WD-01, BB-WD-02, BB-WD-03, BB-PASS-14: a recoil and a full move straight back; friends are passed through as in a
/// normal move, and never pushed on the second part.
#[test]
fn a_withdrawal() {
    let with = |table: Table| {
        let scene = table.base("a", RED, "Reg LH(O)", 700.0, 700.0, 0.0).build();
        let plan = plan_withdraw(scene.look(), scene.id("a"), &[]).expect("nothing is asked");
        let end = plan.end_of(scene.id("a")).map(|pose| (pose.at.y, pose.facing.to_compass()));
        (end, plan.ended, lost(&scene, &plan))
    };
    assert_eq!(with(Table::new()).0, Some((700.0 - 30.0 - 150.0, 0.0)));
    let brush = [(600.0, 400.0), (800.0, 400.0), (800.0, 600.0), (600.0, 600.0)];
    assert_eq!(with(Table::new().area(AreaKind::Brush, Size::Large, &brush)).0, Some((580.0, 0.0)));
    let ax = Table::new().base("x", RED, "Irr Ax(O)", 700.0, 600.0, 0.0);
    assert_eq!(with(ax).0, Some((520.0, 0.0)), "LH pass through Ax");
    let bd = Table::new().base("x", RED, "Reg Bd(O)", 700.0, 600.0, 0.0);
    assert_eq!(with(bd).0, Some((630.0, 0.0)), "it stops before Bd and pushes nobody");
    let no_room = Table::new().base("x", RED, "Irr Ax(O)", 700.0, 510.0, 0.0);
    assert_eq!(with(no_room).0, Some((540.0, 0.0)), "no room beyond the Ax");
    let scene = Table::new().base("a", RED, "Reg LH(O)", 700.0, 150.0, 0.0).build();
    let plan = plan_withdraw(scene.look(), scene.id("a"), &[]).expect("nothing is asked");
    assert_eq!(plan.ended, Ended::OffTable);
}

/// A pending move of a base that was lost meanwhile comes to nothing.
#[test]
fn a_lost_base_makes_no_move() {
    let mut scene = Table::new().base("a", RED, "Reg LH(O)", 700.0, 700.0, 0.0).build();
    let base = scene.id("a");
    scene.happens(&Event::Destroyed(base));
    scene.happens(&Event::Waits(Pending::Pursuit { winner: base, must: true }));
    happens(&mut scene, |cx| {
        begin(cx, base, RetreatKind::Recoil);
        crate::outcome::settle(cx);
    });
    assert!(scene.state.pending.is_empty());
}
