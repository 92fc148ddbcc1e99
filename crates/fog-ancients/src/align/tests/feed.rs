//! Feeding bases into a melee (55.3).

use crate::align::{AlignChoice, AlignPrompt, FeedFrom, Feeding};
use crate::choice::{Choice, Prompt};
use crate::ids::GroupId;
use crate::settings::Settings;
use crate::stage::{Phase, Stage};
use crate::state::{Cohesion, Shape};
use crate::testing::{Scene, Table};
use aelian_game::{Next, Ruleset, Side, Want};
use aelian_geometry::{Hand, overlaps};
use aelian_rulebook::rule;

const HF: &str = "HF armoured";

fn table(stage: Stage) -> Table {
    let settings = Settings { most_turns: Some(1), ..Settings::default() };
    Table::new().settings(settings).stage(Phase::Manoeuvre, stage)
}

fn expand(scene: &Scene, name: &str, hand: Hand, from: FeedFrom) -> Choice {
    let change = Feeding::Expand { hand, from };
    Choice::Align(AlignChoice::Feed { group: scene.group(name), change })
}

fn contract(scene: &Scene, name: &str, hand: Hand) -> Choice {
    Choice::Align(AlignChoice::Feed { group: scene.group(name), change: Feeding::Contract { hand } })
}

fn asked(scene: &Scene) -> Option<Side> {
    match scene.rules.next(&scene.state) {
        Next::Ask { side, prompt: Prompt::Align(AlignPrompt::Feed) } => Some(side),
        _ => None,
    }
}

fn is_sound(scene: &Scene, name: &str) -> bool {
    let bases: Vec<_> = scene.state.on_table().flat_map(|group| scene.state.bases_of(group)).collect();
    let clear = bases.iter().enumerate().all(|(at, one)| {
        let over = |other| overlaps(scene.state.rect(*one), scene.state.rect(other), scene.rules.tolerance);
        !bases[..at].iter().any(|other| over(*other))
    });
    clear && scene.look().array(scene.group(name)).is_normal()
}

/// Three ranks of four against four: the third rank does not fight.
fn deep(stage: Stage) -> Scene {
    table(stage)
        .group("a", Side::Red, HF, (12, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b")
}

/// FA-FEED-01, FA-FEED-02, FA-FEED-04, FA-FEED-07, FA-ALG-92, EX-38: two bases of the third rank make a new file.
#[test]
fn idle_rear_ranks_make_a_new_file() {
    let mut scene = deep(Stage::Feed);
    assert_eq!(asked(&scene), Some(Side::Red));
    let choice = expand(&scene, "a", Hand::Right, FeedFrom::Rear);
    scene.play(&choice, &[]);
    let array = scene.look().array(scene.group("a"));
    assert_eq!((array.files(), array.ranks(), array.file(4).count()), (5, 3, 2));
    let block = scene.look().block(scene.group("a"));
    assert!((block.pose.at.x - 770.0).abs() < 0.01 && (block.pose.at.y - 500.0).abs() < 0.01);
    assert!(is_sound(&scene, "a"));
    assert_eq!(scene.state.group(scene.group("a")).shape, Shape::Normal);
    // One file on one side only in a turn.
    let again = expand(&scene, "a", Hand::Left, FeedFrom::Rear);
    assert!(!scene.refusals(&again).is_empty());
}

/// FA-FEED-03: the other player may match it on the same side and on no other.
#[test]
fn the_answer_is_on_the_same_side() {
    let mut scene = table(Stage::Feed)
        .group("a", Side::Red, HF, (12, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (12, 4), (30.0, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    let choice = expand(&scene, "a", Hand::Right, FeedFrom::Rear);
    scene.play(&choice, &[]);
    assert_eq!((asked(&scene), scene.state.stage), (Some(Side::Blue), Stage::FeedAnswer));
    // Blue looks south: Red's right is his left.
    let wrong = expand(&scene, "b", Hand::Right, FeedFrom::Rear);
    assert_eq!(scene.refusals(&wrong), [rule!("FA-FEED-03")]);
    let choice = expand(&scene, "b", Hand::Left, FeedFrom::Rear);
    scene.play(&choice, &[]);
    assert_eq!(scene.look().array(scene.group("b")).files(), 5);
    assert!(is_sound(&scene, "b"));
}

/// FA-FEED-03: without an expansion and without an overlap there is no answer; an overlap that is there may be matched.
#[test]
fn the_answer_needs_an_overlap() {
    let answer = |files: u8| {
        table(Stage::FeedAnswer)
            .group("a", Side::Red, HF, (2 * files, files), (30.0, 20.0), 0.0)
            .group("b", Side::Blue, HF, (12, 4), (30.0, 20.0), 180.0)
            .build()
            .fighting("a", "b")
    };
    assert_eq!(crate::align::next(answer(4).look()), None);
    let mut scene = answer(6);
    let choice = expand(&scene, "b", Hand::Left, FeedFrom::Rear);
    scene.play(&choice, &[]);
    assert_eq!(scene.look().array(scene.group("b")).files(), 5);
}

/// FA-FEED-01, FA-DEC-51: nobody must feed; what is proposed is legal.
#[test]
fn nobody_must_feed() {
    let scene = deep(Stage::Feed);
    let mut proposals = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut proposals);
    assert!(proposals.len() >= 3);
    for choice in &proposals {
        assert!(scene.check(choice).is_legal(), "{choice:?}");
        scene.clone().play(choice, &[]);
    }
    let mut ended = scene.clone();
    ended.play(&Choice::Align(AlignChoice::EndFeeding), &[]);
    assert_ne!(ended.state.stage, Stage::Feed);
    let absurd = Choice::Align(AlignChoice::Feed {
        group: GroupId(77),
        change: Feeding::Contract { hand: Hand::Left },
    });
    assert_eq!(scene.refusals(&absurd), [rule!("FA-FEED-02")]);
}

/// FA-FEED-04, FA-MDICE-03: the second rank fights and stays.
#[test]
fn fighting_ranks_are_not_moved() {
    let scene = table(Stage::Feed)
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .group("deep", Side::Red, HF, (12, 4), (50.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .group("c", Side::Blue, HF, (8, 4), (50.0, 20.0), 180.0)
        .build()
        .fighting("a", "b")
        .fighting("deep", "c");
    let choice = expand(&scene, "a", Hand::Right, FeedFrom::Rear);
    assert_eq!(scene.refusals(&choice), [rule!("FA-FEED-04")]);
    // The third rank of pikemen makes their point of advantage (FA-MPOA-04).
    let pikes = table(Stage::Feed)
        .group("a", Side::Red, "HF protected pikemen", (12, 4), (30.0, 20.0), 0.0)
        .group("deep", Side::Red, HF, (12, 4), (50.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .group("c", Side::Blue, HF, (8, 4), (50.0, 20.0), 180.0)
        .build()
        .fighting("a", "b")
        .fighting("deep", "c");
    let choice = expand(&pikes, "a", Hand::Right, FeedFrom::Rear);
    assert!(pikes.refusals(&choice).contains(&rule!("FA-FEED-04")));
    // FRAGMENTED they have none.
    let broken = pikes.cohesion("a", Cohesion::Fragmented);
    assert!(broken.refusals(&expand(&broken, "a", Hand::Right, FeedFrom::Rear)).is_empty());
}

/// FA-FEED-06, FA-FEED-07: the file at the far end, which has nobody before it and overlaps nobody, goes to the other
/// end.
#[test]
fn an_idle_end_goes_to_the_other_end() {
    let mut scene = table(Stage::Feed)
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (33.2, 20.0), 180.0)
        .build()
        .fighting("a", "b");
    // Files 2 and 3 meet the enemy, file 1 overlaps him, file 0 is idle.
    let nearer = expand(&scene, "a", Hand::Left, FeedFrom::OtherEnd);
    assert!(scene.refusals(&nearer).contains(&rule!("FA-FEED-04")));
    let choice = expand(&scene, "a", Hand::Right, FeedFrom::OtherEnd);
    scene.play(&choice, &[]);
    let block = scene.look().block(scene.group("a"));
    assert!((block.pose.at.x - 790.0).abs() < 0.01 && (block.width - 160.0).abs() < 0.01, "{block:?}");
    assert!(is_sound(&scene, "a"));
}

/// FA-FEED-05: a base that the enemy touches stays, even if it does not fight.
#[test]
fn touched_bases_stay() {
    let mut scene = table(Stage::Feed)
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (33.2, 20.0), 180.0)
        .group("c", Side::Blue, "LF unprotected", (2, 2), (26.8, 19.4), 90.0)
        .build()
        .fighting("a", "b");
    let choice = expand(&scene, "a", Hand::Right, FeedFrom::OtherEnd);
    assert!(scene.look().touch(scene.group("a"), scene.group("c")));
    // Another group keeps the question open.
    scene.state.groups[1].cohesion = Cohesion::Steady;
    let refused = crate::align::check(scene.look(), &choice);
    assert!(!refused.is_legal());
    let deep = table(Stage::Feed)
        .group("a", Side::Red, HF, (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (33.2, 20.0), 180.0)
        .group("c", Side::Blue, "LF unprotected", (2, 2), (26.8, 19.4), 90.0)
        .group("deep", Side::Red, HF, (12, 4), (50.0, 20.0), 0.0)
        .group("d", Side::Blue, HF, (8, 4), (50.0, 20.0), 180.0)
        .build()
        .fighting("a", "b")
        .fighting("deep", "d");
    assert!(deep.refusals(&choice).contains(&rule!("FA-FEED-05")), "{:?}", deep.refusals(&choice));
}

/// FA-FEED-08: an idle file goes behind the others only if all of it contributes there.
#[test]
fn a_contraction_must_bring_bases_into_the_fight() {
    let scene = |troop: &str| {
        table(Stage::Feed)
            .group("a", Side::Red, troop, (8, 4), (30.0, 20.0), 0.0)
            .group("b", Side::Blue, HF, (8, 4), (33.2, 20.0), 180.0)
            .group("deep", Side::Red, HF, (12, 4), (50.0, 20.0), 0.0)
            .group("d", Side::Blue, HF, (8, 4), (50.0, 20.0), 180.0)
            .build()
            .fighting("a", "b")
            .fighting("deep", "d")
    };
    let swords = scene(HF);
    assert_eq!(
        swords.refusals(&contract(&swords, "a", Hand::Left)),
        [rule!("FA-FEED-08"), rule!("FA-FEED-08")]
    );
    let mut pikes = scene("HF protected pikemen");
    let choice = contract(&pikes, "a", Hand::Left);
    pikes.play(&choice, &[]);
    let array = pikes.look().array(pikes.group("a"));
    assert_eq!((array.files(), array.ranks()), (3, 3));
    assert!(is_sound(&pikes, "a"));
}

/// FA-FEED-09, FA-FEED-10.
#[test]
fn some_feeding_is_never_allowed() {
    let deep = |table: Table| {
        table
            .group("deep", Side::Red, HF, (12, 4), (50.0, 20.0), 0.0)
            .group("d", Side::Blue, HF, (8, 4), (50.0, 20.0), 180.0)
            .build()
            .fighting("deep", "d")
    };
    let wagons = table(Stage::Feed).group("a", Side::Red, "BWg", (4, 2), (30.0, 20.0), 0.0).group(
        "b",
        Side::Blue,
        HF,
        (4, 2),
        (30.0, 20.0),
        180.0,
    );
    let scene = deep(wagons).fighting("a", "b");
    assert_eq!(scene.refusals(&contract(&scene, "a", Hand::Left)), [rule!("FA-FEED-10")]);
    // An enemy flank beside the fight: the new file would have its front edge against it.
    let flank = table(Stage::Feed)
        .group("a", Side::Red, HF, (12, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .group("c", Side::Blue, HF, (2, 2), (34.4, 21.6), 90.0);
    let scene = deep(flank).fighting("a", "b");
    let refused = scene.refusals(&expand(&scene, "a", Hand::Right, FeedFrom::Rear));
    assert!(refused.contains(&rule!("FA-FEED-09")), "{refused:?}");
}

/// FA-FEED-02: without room there is no new file.
#[test]
fn a_new_file_needs_room() {
    let scene = table(Stage::Feed)
        .group("a", Side::Red, HF, (12, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, HF, (8, 4), (30.0, 20.0), 180.0)
        .group("friend", Side::Red, HF, (8, 4), (36.5, 20.0), 0.0)
        .build()
        .fighting("a", "b");
    assert_eq!(scene.refusals(&expand(&scene, "a", Hand::Right, FeedFrom::Rear)), [rule!("FA-FEED-02")]);
    assert!(scene.refusals(&expand(&scene, "a", Hand::Left, FeedFrom::Rear)).is_empty());
}
