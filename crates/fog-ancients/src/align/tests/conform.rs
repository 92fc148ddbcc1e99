//! Conforming (55.2).

use crate::align::AlignChoice;
use crate::choice::Choice;
use crate::field::AreaKind;
use crate::ids::GroupId;
use crate::position::full_front_contact;
use crate::settings::Settings;
use crate::stage::{Phase, Stage};
use crate::state::{Shape, Tie};
use crate::testing::{Scene, Table};
use aelian_game::{Ruleset, Side};
use aelian_geometry::{Facing, Hand, Pose, overlaps, sweep};
use proptest::prelude::*;

const HF: &str = "HF armoured";

fn table() -> Table {
    // One turn, so that a battle without decisions comes to an end.
    let settings = Settings { most_turns: Some(1), ..Settings::default() };
    Table::new().settings(settings).stage(Phase::Manoeuvre, Stage::Conform)
}

/// The group goes straight ahead until it touches the other, however it stands to it.
fn advance_to(scene: &mut Scene, name: &str, other: &str) -> bool {
    let (group, enemy) = (scene.group(name), scene.group(other));
    let t = scene.rules.tolerance;
    let along = scene.state.group(group).facing.vector();
    let rects: Vec<_> = scene.state.rects_of(group).copied().collect();
    let foes: Vec<_> = scene.state.rects_of(enemy).copied().collect();
    let gaps = rects.iter().flat_map(|rect| foes.iter().filter_map(|foe| sweep(rect, along, 500.0, foe, t)));
    let Some(gap) = gaps.min_by(f64::total_cmp) else { return false };
    let bases: Vec<_> = scene.state.bases_of(group).collect();
    for base in bases {
        let rect = &mut scene.state.bases[base.index()].rect;
        rect.pose = rect.pose.translated(along * gap).on_grid();
    }
    true
}

/// Own bases that stand square against a base of the other group.
fn squares(scene: &Scene, name: &str, other: &str) -> usize {
    let t = scene.rules.tolerance;
    let (group, enemy) = (scene.group(name), scene.group(other));
    let square = |rect: &&aelian_geometry::Rect| {
        scene.state.rects_of(enemy).any(|foe| full_front_contact(rect, foe, t))
    };
    scene.state.rects_of(group).filter(square).count()
}

fn no_bases_overlap(scene: &Scene) -> bool {
    let all: Vec<_> = scene.state.on_table().flat_map(|group| scene.state.bases_of(group)).collect();
    all.iter().enumerate().all(|(at, one)| {
        all[..at]
            .iter()
            .all(|other| !overlaps(scene.state.rect(*one), scene.state.rect(*other), scene.rules.tolerance))
    })
}

fn is_forced(scene: &Scene) -> bool {
    scene.rules.next(&scene.state).unasked() == Some(&Choice::Proceed) && scene.state.stage == Stage::Conform
}

fn rules_cited(step: &aelian_game::Step<crate::rules::Rules>) -> Vec<&str> {
    step.reasons.iter().map(|reason| reason.rule.as_str()).collect()
}

/// FA-CONF-01, FA-CONF-02, FA-CONF-10, FA-ALG-90: a group that is a little aside and a little askew comes square.
#[test]
fn a_group_slides_and_pivots_square_to_its_enemy() {
    let mut scene = table()
        .group("a", Side::Red, HF, (8, 4), (30.3, 20.0), 4.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 22.0), 180.0)
        .build()
        .fighting("a", "b");
    assert!(advance_to(&mut scene, "a", "b"));
    assert!(is_forced(&scene));
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(rules_cited(&step).contains(&"FA-CONF-01"));
    assert_eq!(squares(&scene, "a", "b"), 4);
    assert_eq!(scene.state.group(scene.group("a")).shape, Shape::Normal);
    assert!(no_bases_overlap(&scene));
}

/// FA-CONF-11: the other side's groups wait for their own turn.
#[test]
fn only_the_active_player_conforms() {
    let mut scene = table()
        .active(Side::Blue)
        .group("a", Side::Red, HF, (8, 4), (30.3, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    let before = scene.look().block(scene.group("a"));
    scene.play(&Choice::Proceed, &[]);
    assert_eq!(scene.look().block(scene.group("a")), before);
    assert_eq!(squares(&scene, "b", "a"), 4);
}

/// FA-CONF-10 (4), AMB-47: half a base aside both ways are equally short: that with more bases in contact is taken,
/// and if they are equal the active player chooses.
#[test]
fn ties_go_to_more_contacts_and_then_to_the_player() {
    let at = |files: u8, x: f64| {
        table()
            .group("a", Side::Red, HF, (2 * files, files), (x, 20.0), 0.0)
            .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
            .build()
            .fighting("a", "b")
    };
    // Half a base to the right of being level: one step left gives four contacts, one step right three.
    let mut scene = at(4, 30.8);
    assert!(is_forced(&scene));
    scene.play(&Choice::Proceed, &[]);
    assert_eq!(squares(&scene, "a", "b"), 4);
    // Two files half a base aside in front of four: both ways two contacts.
    let scene = at(2, 30.8);
    let mut found = Vec::new();
    for way in 0..2 {
        let mut scene = scene.clone();
        let choice = Choice::Align(AlignChoice::Conform { group: scene.group("a"), way });
        scene.play(&choice, &[]);
        assert_eq!(squares(&scene, "a", "b"), 2);
        found.push(scene.look().block(scene.group("a")).pose.at.x.round());
    }
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [750.0, 790.0]);
    let wrong = Choice::Align(AlignChoice::Conform { group: scene.group("a"), way: 2 });
    assert_eq!(scene.refusals(&wrong), [aelian_rulebook::rule!("FA-CONF-10")]);
    assert!(!scene.refusals(&Choice::Align(AlignChoice::Conform { group: GroupId(200), way: 0 })).is_empty());
    assert!(!scene.refusals(&Choice::Proceed).is_empty());
}

/// FA-CONF-06: friends who are in no contact make room sideways.
#[test]
fn friends_make_room() {
    let mut scene = table()
        .group("a", Side::Red, HF, (8, 4), (30.3, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .group("beside", Side::Red, HF, (8, 4), (23.9, 19.9), 0.0)
        .group("further", Side::Red, HF, (8, 4), (17.5, 19.8), 0.0)
        .commander("chief", Side::Red, crate::state::Grade::Field, Some("beside"), (23.9, 18.0))
        .build()
        .fighting("a", "b");
    let before = scene.look().block(scene.group("further"));
    let chief = scene.state.commander(scene.officer("chief")).rect.pose.at;
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(rules_cited(&step).contains(&"FA-CONF-06"));
    assert_eq!(squares(&scene, "a", "b"), 4);
    assert!(no_bases_overlap(&scene));
    let after = scene.look().block(scene.group("further"));
    assert!(after.pose.at.x < before.pose.at.x && (after.pose.at.y - before.pose.at.y).abs() < 0.01);
    // FA-CMOVE-10: his commander goes with him.
    let gone = scene.state.commander(scene.officer("chief")).rect.pose.at - chief;
    assert!((gone.x + 7.5).abs() < 0.6 && gone.y.abs() < 0.01, "{gone:?}");
}

/// FA-CONF-06, FA-CONF-07: where the table edge stops the friend, the group stays offset.
#[test]
fn where_friends_cannot_give_way_the_group_stays() {
    let mut scene = table()
        .area(AreaKind::Impassable, &[(13.2, 15.0), (20.0, 15.0), (20.0, 19.9), (13.2, 19.9)])
        .group("a", Side::Red, HF, (8, 4), (9.9, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (9.5, 20.0), 180.0)
        .group("beside", Side::Red, HF, (8, 4), (3.3, 19.9), 0.0)
        .build()
        .fighting("a", "b");
    let before = scene.look().block(scene.group("a"));
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(rules_cited(&step).contains(&"FA-CONF-07"), "{:?}", step.reasons);
    assert_eq!(scene.look().block(scene.group("a")), before);
}

/// FA-CONF-06: a friend in contact with the enemy is not shifted.
#[test]
fn friends_in_contact_stay() {
    let mut scene = table()
        .area(AreaKind::Impassable, &[(33.6, 15.0), (40.0, 15.0), (40.0, 19.9), (33.6, 19.9)])
        .group("a", Side::Red, HF, (8, 4), (30.3, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .group("held", Side::Red, HF, (8, 4), (23.9, 19.8), 0.0)
        .group("c", Side::Blue, HF, (4, 2), (22.3, 19.8), 180.0)
        .build()
        .fighting("a", "b")
        .fighting("held", "c");
    let before = scene.look().block(scene.group("a"));
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(rules_cited(&step).contains(&"FA-CONF-07"), "{:?}", step.reasons);
    assert_eq!(scene.look().block(scene.group("a")), before);
}

/// FA-CONF-08, FA-CONF-09, FA-RIV-02.
#[test]
fn some_never_conform() {
    let stays = |table: Table, rule: &str| {
        let scene = table.group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0).build();
        let mut scene = scene.fighting("a", "b");
        let before = scene.look().block(scene.group("a"));
        let step = scene.play(&Choice::Proceed, &[]);
        assert!(rules_cited(&step).contains(&rule), "{:?}", step.reasons);
        assert_eq!(scene.look().block(scene.group("a")), before);
    };
    stays(table().group("a", Side::Red, "BWg", (2, 2), (30.3, 20.0), 0.0), "FA-CONF-09");
    let river = table().river(&[(0.0, 19.5), (72.0, 19.5)], 2.0, crate::field::Level::Rough);
    stays(river.group("a", Side::Red, HF, (8, 4), (30.3, 20.0), 0.0), "FA-CONF-09");
    let scene = table()
        .group("a", Side::Red, HF, (8, 4), (30.3, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build();
    let mut scene = scene.fighting("a", "b");
    let turned = scene.base("a", 0, 1);
    let rect = &mut scene.state.bases[turned.index()].rect;
    rect.pose = Pose { at: rect.pose.at - rect.pose.facing.right() * 20.0, facing: Facing::LEFT };
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(rules_cited(&step).contains(&"FA-CONF-08"), "{:?}", step.reasons);
}

/// FA-CONF-04: files that had stepped forward to an enemy further back stay with him, and the others stand level with
/// the nearest file that has met somebody.
#[test]
fn files_step_forward_to_the_enemy_they_had_met() {
    let mut scene = table()
        .group("a", Side::Red, HF, (12, 6), (30.1, 20.0), 0.0)
        .group("near", Side::Blue, HF, (4, 2), (26.8, 20.0), 180.0)
        .group("far", Side::Blue, HF, (4, 2), (30.0, 20.6), 180.0)
        .build()
        .fighting("a", "near")
        .fighting("a", "far");
    // Files 2 and 3 have stepped forward to the group that stands further back.
    for file in [2, 3] {
        for rank in [0, 1] {
            let base = scene.base("a", file, rank);
            let rect = &mut scene.state.bases[base.index()].rect;
            rect.pose = rect.pose.advanced(15.0);
        }
    }
    let group = scene.group("a");
    scene.state.groups[group.index()].shape = Shape::Loose;
    scene.play(&Choice::Proceed, &[]);
    assert_eq!((squares(&scene, "a", "near"), squares(&scene, "a", "far")), (2, 2));
    assert_eq!(scene.state.group(group).shape, Shape::Loose);
    let front = |file| scene.state.rect(scene.base("a", file, 0)).pose.at.y;
    assert!((front(4) - front(3)).abs() < 0.01 && (front(5) - front(3)).abs() < 0.01);
    assert!(front(3) > front(1) + 14.0);
    assert!(no_bases_overlap(&scene));
}

/// FA-CONF-04: stepping level brings new enemies into the melee.
#[test]
fn new_enemies_are_met() {
    let mut scene = table()
        .group("a", Side::Red, HF, (12, 6), (30.1, 20.0), 0.0)
        .group("near", Side::Blue, HF, (4, 2), (26.8, 20.0), 180.0)
        .group("next", Side::Blue, HF, (4, 2), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "near");
    scene.play(&Choice::Proceed, &[]);
    let (a, next) = (scene.group("a"), scene.group("next"));
    let bout = scene.state.bouts_of(a).find(|bout| bout.has(next)).expect("a new fight");
    assert!(!bout.fresh && bout.is_committed());
}

/// FA-CONF-03: against a flank that could not turn: along it, with a front corner on the enemy's front corner.
#[test]
fn a_flank_is_lined_up_at_its_front_corner() {
    let mut scene = table()
        .group("a", Side::Red, HF, (4, 2), (24.0, 19.0), 90.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    scene.state.bouts[0].ties = [Tie::Front, Tie::HitInFlank];
    assert!(advance_to(&mut scene, "a", "b"));
    scene.play(&Choice::Proceed, &[]);
    // The front right corner of `b` as it looks south is its western one: x 26.8 MU, y 20 MU.
    let corner = aelian_geometry::Vec2::new(26.8 * 25.0, 500.0);
    let near = Hand::BOTH.iter().any(|hand| {
        scene
            .look()
            .array(scene.group("a"))
            .front()
            .any(|base| (scene.state.rect(base).corner(hand.front_corner()) - corner).length() < 1.0)
    });
    assert!(near && no_bases_overlap(&scene));
    assert!(scene.look().touch(scene.group("a"), scene.group("b")));
}

/// FA-CONF-05: a charge into a flank that was no flank charge ends face to face with the enemy's front.
#[test]
fn no_flank_charge_conforms_to_the_front() {
    let mut scene = table()
        .group("a", Side::Red, HF, (4, 2), (24.0, 19.0), 60.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    assert!(advance_to(&mut scene, "a", "b"));
    scene.play(&Choice::Proceed, &[]);
    assert!(squares(&scene, "a", "b") >= 1);
    assert_eq!(scene.state.group(scene.group("a")).facing, Facing::UP);
    assert!(no_bases_overlap(&scene));
}

/// FA-CONF-05: if there is no room at the front, an overlap position beside friends there.
#[test]
fn without_room_at_the_front_an_overlap_is_taken() {
    let mut scene = table()
        .group("a", Side::Red, HF, (4, 2), (34.2, 20.6), 270.0)
        .group("b", Side::Blue, HF, (4, 2), (30.0, 20.0), 180.0)
        .group("friend", Side::Red, HF, (4, 2), (30.0, 20.0), 0.0)
        .build()
        .fighting("a", "b")
        .fighting("friend", "b");
    assert!(advance_to(&mut scene, "a", "b"));
    scene.play(&Choice::Proceed, &[]);
    let block = scene.look().block(scene.group("a"));
    assert_eq!(block.pose.facing, Facing::UP);
    assert!(
        (block.pose.at.y - 500.0).abs() < 0.1 && (block.pose.at.x - (750.0 + 80.0)).abs() < 0.1,
        "{block:?}"
    );
    assert!(no_bases_overlap(&scene));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// FA-CONF-02, FA-CONF-07: whatever the contact, the group ends square against the enemy or stays where it was
    /// with a reason, and no two bases stand on each other.
    #[test]
    fn conforming_ends_square_or_not_at_all(
        aside in -5.0..5.0f64,
        askew in -40.0..40.0f64,
        turned in 0.0..360.0f64,
        sizes in (1u8..7, 1u8..7, 1u8..4, 1u8..4),
        beside in -8.0..8.0f64,
    ) {
        let (own, foes, ranks, deep) = sizes;
        let home = aelian_geometry::degrees(turned);
        let place = |forward: f64, right: f64| {
            (36.0 + forward * libm::sin(home) + right * libm::cos(home),
             24.0 + forward * libm::cos(home) - right * libm::sin(home))
        };
        let mut scene = table()
            .group("a", Side::Red, HF, (own * ranks.min(12 / own), own), place(-5.0, aside), turned + askew)
            .group("b", Side::Blue, HF, (foes * deep.min(12 / foes), foes), place(0.0, 0.0), turned + 180.0)
            .group("friend", Side::Red, HF, (4, 2), place(-3.0, beside), turned)
            .build()
            .fighting("a", "b");
        prop_assume!(advance_to(&mut scene, "a", "b") && no_bases_overlap(&scene));
        prop_assume!(is_forced(&scene) || scene.state.stage == Stage::Conform);
        let before = scene.state.clone();
        let mut proposals = Vec::new();
        scene.rules.propose(&scene.state, aelian_game::Want::All, &mut proposals);
        if scene.state.stage != Stage::Conform || crate::align::next(scene.look()).is_none() {
            prop_assert!(squares(&scene, "a", "b") > 0);
            return Ok(());
        }
        let step = scene.play(&proposals[0], &[]);
        prop_assert!(no_bases_overlap(&scene));
        if squares(&scene, "a", "b") == 0 {
            prop_assert!(rules_cited(&step).contains(&"FA-CONF-07"));
            prop_assert_eq!(&before.bases, &scene.state.bases);
        } else {
            let block = scene.look().block(scene.group("a"));
            let regular = scene.look().array(scene.group("a"));
            prop_assert_eq!(regular.files(), own);
            prop_assert!((block.width - f64::from(own) * 40.0).abs() < 0.1);
        }
    }
}

/// FA-FF-08, FA-PD-07, FA-ORB-11, FA-CONF-09: who defends works or stands in orb never conforms.
#[test]
fn defenders_of_works_and_orbs_do_not_conform() {
    let build = |troop: &str| {
        table()
            .group("a", Side::Red, troop, (8, 2), (30.3, 20.0), 0.0)
            .group("b", Side::Blue, "Cv armoured", (4, 4), (30.0, 20.6), 180.0)
            .build()
            .fighting("a", "b")
    };
    for portable in [false, true] {
        let mut scene = build("MF protected longbow");
        let rect = aelian_geometry::Rect::new(Pose::new(30.3 * 25.0, 20.6 * 25.0, Facing::UP), 80.0, 15.0);
        let portable_of = portable.then(|| scene.group("a"));
        scene.state.works.push(crate::state::Work { side: Side::Red, portable_of, rect });
        let before = scene.look().block(scene.group("a"));
        let step = scene.play(&Choice::Proceed, &[]);
        assert!(rules_cited(&step).contains(&"FA-CONF-09"), "portable: {portable}");
        assert_eq!(scene.look().block(scene.group("a")), before);
    }
    let mut scene = build("HF protected pikemen");
    let a = scene.group("a");
    scene.state.groups[a.index()].shape = Shape::Orb;
    advance_to(&mut scene, "a", "b");
    let before = scene.look().block(a);
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(rules_cited(&step).contains(&"FA-CONF-09"));
    assert_eq!(scene.look().block(a), before);
}

/// FA-FLK-17, FA-CONF-05: who came upon a flank by no flank charge lines up with the front.
#[test]
fn chargers_on_a_flank_edge_line_up_with_the_front() {
    let mut scene = table()
        .group("a", Side::Red, HF, (4, 2), (33.2, 22.4), 270.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 23.0), 180.0)
        .build()
        .fighting("a", "b");
    scene.state.bouts[0].ties = [Tie::Front, Tie::Front];
    scene.play(&Choice::Proceed, &[]);
    let facing = scene.state.group(scene.group("a")).facing;
    assert!(facing.same(Facing::UP, scene.rules.tolerance), "{facing:?}");
    assert!(squares(&scene, "a", "b") >= 1);
    assert!(!scene.look().fights_two_ways(scene.group("b")));
}
