//! What players decide in combat: front ranks, pairings, overlaps, lost dice (FA-DEC-31 to FA-DEC-34, FA-DEC-63).

use super::*;
use crate::choice::Prompt;
use crate::combat::{CombatChoice, CombatPrompt};
use crate::ids::{BaseId, CommanderId};
use crate::state::{CommanderPlace, Grade};
use aelian_game::{Next, Ruleset, Side, Want};

const HF: &str = "HF protected";

fn asked(scene: &Scene) -> Option<(Side, CombatPrompt)> {
    match scene.rules.next(&scene.state) {
        Next::Ask { side, prompt: Prompt::Combat(prompt) } => Some((side, prompt)),
        _ => None,
    }
}

fn proposals(scene: &Scene) -> Vec<Choice> {
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut out);
    assert!(out.iter().all(|choice| scene.check(choice).is_legal()));
    out
}

fn led() -> Scene {
    let settings = Settings { most_turns: Some(1), ..Settings::default() };
    Table::new()
        .settings(settings)
        .stage(Phase::Melee, Stage::FrontRank)
        .group("red", Side::Red, HF, (8, 4), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (6, 2), (36.0, 24.0), 180.0)
        .group("idle", Side::Red, HF, (4, 2), (50.0, 24.0), 0.0)
        .commander("red", Side::Red, Grade::Field, Some("red"), (36.0, 22.0))
        .commander("idle", Side::Red, Grade::Troop, Some("idle"), (50.0, 22.0))
        .commander("blue", Side::Blue, Grade::Troop, Some("blue"), (36.0, 26.0))
        .build()
        .fighting("red", "blue")
}

/// FA-DEC-31, FA-CLOSS-01, FA-CMD-09, FA-CMOVE-11: both owners are asked, the active one first, about those whose groups
/// fight; only a place in contact will do.
#[test]
fn owners_decide_about_front_ranks() {
    let mut scene = led();
    let Some((Side::Red, CombatPrompt::FrontRank { commander, places, .. })) = asked(&scene) else {
        panic!("Red is asked first")
    };
    assert_eq!((commander, places.len()), (scene.officer("red"), 2));
    assert_eq!(proposals(&scene).len(), 3);
    let answer = |commander: CommanderId, displaced: Option<BaseId>| {
        Choice::Combat(CombatChoice::FrontRank { commander, displaced })
    };
    let far = scene.base("red", 0, 0);
    assert_eq!(scene.refusals(&answer(commander, Some(far)))[0].as_str(), "FA-CMOVE-11");
    assert_eq!(scene.refusals(&answer(commander, Some(BaseId(999))))[0].as_str(), "FA-CMOVE-11");
    assert_eq!(scene.refusals(&answer(scene.officer("blue"), None))[0].as_str(), "FA-CLOSS-01");
    scene.play(&answer(commander, Some(places[0])), &[]);
    assert_eq!(
        scene.state.commander(commander).place,
        CommanderPlace::Front { group: scene.group("red"), displaced: places[0] }
    );
    let Some((Side::Blue, _)) = asked(&scene) else { panic!("then Blue") };
    scene.play(&answer(scene.officer("blue"), None), &[]);
    assert_eq!(scene.state.stage, Stage::Fight);
    // FA-QUAL-08: an average group so led re-rolls ones; the other does not.
    let plan = fight(&scene);
    let reroll = |name: &str| plan.parts_of(scene.group(name)).next().unwrap().reroll;
    assert_eq!((reroll("red"), reroll("blue")), (aelian_dice::Reroll::Ones, aelian_dice::Reroll::None));
}

/// FA-CMOVE-12: he stays there while the group fights, and leaves when it no longer does.
#[test]
fn a_front_rank_commander_stays_for_the_fight() {
    let mut scene = led();
    let (red, officer) = (scene.group("red"), scene.officer("red"));
    let displaced = scene.base("red", 1, 0);
    scene.state.commanders[officer.index()].place = CommanderPlace::Front { group: red, displaced };
    assert!(matches!(asked(&scene), Some((Side::Blue, _))));
    scene.state.bouts.clear();
    scene.play(&Choice::Proceed, &[]);
    assert_eq!(scene.state.commander(officer).place, CommanderPlace::With(red));
}

/// FA-DEC-33, FA-IMP-04, FA-IMP-05, FA-ALG-50, FA-ALG-51, FA-ALG-52: between equal numbers the active player pairs, where it makes a difference.
#[test]
fn the_active_player_pairs() {
    // Two groups of Blue side by side, half a base aside from Red's two files: the middle touches both.
    let scene = table(Phase::Impact)
        .group("red", Side::Red, HF, (2, 2), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, "HF protected heavy-weapon", (1, 1), (34.4, 24.0), 180.0)
        .group("middle", Side::Blue, HF, (1, 1), (36.0, 24.0), 180.0)
        .group("east", Side::Blue, HF, (1, 1), (37.6, 24.0), 180.0)
        .build();
    let scene = charges(scene, "red", "west", FRONTS);
    let scene = charges(scene, "red", "middle", FRONTS);
    let mut scene = charges(scene, "red", "east", FRONTS);
    // Three against two: Blue has more and chooses who does not fight.
    let Some((Side::Blue, CombatPrompt::Pair { ways })) = asked(&scene) else {
        panic!("the larger side is asked")
    };
    assert_eq!(ways.len(), 3);
    let strange = Choice::Combat(CombatChoice::Pair(vec![[BaseId(0), BaseId(0)]]));
    assert_eq!(scene.refusals(&strange)[0].as_str(), "FA-IMP-04");
    let west = scene.base("west", 0, 0);
    let without = ways.iter().find(|way| way.iter().all(|pair| pair[1] != west)).unwrap().clone();
    scene.play(&Choice::Combat(CombatChoice::Pair(without)), &[]);
    assert!(asked(&scene).is_none());
    // Red's two bases against one each of the middle and the east.
    let step = scene.play(&Choice::Proceed, &[1; 8]);
    assert!(scene.state.pending.is_empty());
    let by =
        |event: &crate::event::Event, id| matches!(event, crate::event::Event::Hit(hits) if hits.by == id);
    let fought = |name: &str| step.events.iter().any(|event| by(event, scene.group(name)));
    assert!(fought("middle") && fought("east") && !fought("west"));
}

/// FA-IMP-06, FA-DEC-33, AMB-98: every tangle of a combat whose ways lead to different dice is asked about, one after the
/// other; one whose ways come to the same does not hide the next.
#[test]
fn every_tangle_is_asked_about() {
    // Two pairs of Red, each half a base aside of three bases of Blue's line, the last of which is another group.
    let build = |west: u8| {
        let mut scene = table(Phase::Impact)
            .group("left", Side::Red, HF, (2, 2), (33.6, 24.0), 0.0)
            .group("right", Side::Red, HF, (2, 2), (43.2, 24.0), 0.0)
            .group("line", Side::Blue, HF, (8 - west, 8 - west), (37.6 + 0.8 * f64::from(west), 24.0), 180.0)
            .group("east", Side::Blue, "HF protected heavy-weapon", (1, 1), (44.8, 24.0), 180.0);
        let mut fights = vec![("left", "line"), ("right", "line"), ("right", "east")];
        if west > 0 {
            scene = scene.group("west", Side::Blue, "HF protected heavy-weapon", (1, 1), (32.0, 24.0), 180.0);
            fights.push(("left", "west"));
        }
        fights.into_iter().fold(scene.build(), |scene, (red, blue)| charges(scene, red, blue, FRONTS))
    };
    let questions = |mut scene: Scene| {
        let mut count = 0;
        while let Some((side, CombatPrompt::Pair { ways })) = asked(&scene) {
            assert_eq!(side, Side::Blue, "the larger side");
            scene.play(&Choice::Combat(CombatChoice::Pair(ways[0].clone())), &[]);
            count += 1;
        }
        count
    };
    // Against the line alone it is all the same who does not fight; whether the east does is not.
    assert_eq!(questions(build(0)), 1);
    assert_eq!(questions(build(1)), 2);
}

/// FA-DEC-34, FA-ALLOC-05: of equal claims to a lost die the owner chooses against whom.
#[test]
fn the_owner_chooses_the_lost_die() {
    let mut scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (4, 2), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, HF, (2, 1), (35.2, 24.0), 180.0)
        .group("east", Side::Blue, HF, (2, 1), (36.8, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "east")
        .cohesion("red", Cohesion::Disrupted);
    let Some((Side::Red, CombatPrompt::LoseAgainst { group, against })) = asked(&scene) else {
        panic!("Red is asked")
    };
    let [west, east] = ["west", "east"].map(|name| scene.group(name));
    assert_eq!(against, [west, east]);
    let lose = |against| Choice::Combat(CombatChoice::LoseAgainst { group, against });
    assert_eq!(scene.refusals(&lose(group))[0].as_str(), "FA-ALLOC-05");
    scene.play(&lose(east), &[]);
    let step = scene.play(&Choice::Proceed, &[1; 7]);
    let dice = step.reasons.iter().filter_map(|reason| match reason.fact {
        crate::fact::Fact::Dice { group: by, against, dice } if by == group => Some((against, dice)),
        _ => None,
    });
    let mut dice: Vec<_> = dice.collect();
    dice.sort_unstable();
    assert_eq!(dice, [(west, 2), (east, 1)]);
}

/// FA-DEC-34, FA-ALLOC-05: two lost dice among three equal claims are two questions, each of which is put once.
#[test]
fn each_lost_die_is_asked_for_once() {
    let mut scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (6, 3), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, HF, (2, 1), (34.4, 24.0), 180.0)
        .group("middle", Side::Blue, HF, (2, 1), (36.0, 24.0), 180.0)
        .group("east", Side::Blue, HF, (2, 1), (37.6, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "middle")
        .fighting("red", "east")
        .cohesion("red", Cohesion::Disrupted);
    let [west, middle, east] = ["west", "middle", "east"].map(|name| scene.group(name));
    let group = scene.group("red");
    let asked_of = |scene: &Scene| match asked(scene) {
        Some((Side::Red, CombatPrompt::LoseAgainst { against, .. })) => against,
        other => panic!("{other:?}"),
    };
    let lose = |against| Choice::Combat(CombatChoice::LoseAgainst { group, against });
    assert_eq!(asked_of(&scene), [west, middle, east]);
    scene.play(&lose(middle), &[]);
    assert_eq!(asked_of(&scene), [west, east]);
    scene.play(&lose(east), &[]);
    assert!(asked(&scene).is_none(), "both dice are settled");
    let step = scene.play(&Choice::Proceed, &[1; 10]);
    let dice = step.reasons.iter().filter_map(|reason| match reason.fact {
        crate::fact::Fact::Dice { group: by, against, dice } if by == group => Some((against, dice)),
        _ => None,
    });
    let mut dice: Vec<_> = dice.collect();
    dice.sort_unstable();
    assert_eq!(dice, [(west, 2), (middle, 1), (east, 1)]);
}

/// FA-DEC-63, FA-OVM-04, FA-OVM-06: a base between two fights overlaps one of them only.
#[test]
fn the_owner_chooses_whom_to_overlap() {
    // Red's middle file has nobody before it and stands beside two that fight different groups.
    let mut scene = table(Phase::Melee)
        .group("red", Side::Red, HF, (6, 3), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, HF, (2, 1), (34.4, 24.0), 180.0)
        .group("east", Side::Blue, HF, (2, 1), (37.6, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "east");
    let Some((Side::Red, CombatPrompt::Overlap { base, on })) = asked(&scene) else { panic!("Red is asked") };
    assert_eq!((base, on.len()), (scene.base("red", 1, 0), 2));
    let east = scene.base("east", 0, 0);
    let overlap = |on| Choice::Combat(CombatChoice::Overlap { base, on });
    assert_eq!(scene.refusals(&overlap(base))[0].as_str(), "FA-OVM-04");
    scene.play(&overlap(east), &[]);
    let step = scene.play(&Choice::Proceed, &[1; 10]);
    let against_east = step.reasons.iter().any(|reason| {
        matches!(reason.fact, crate::fact::Fact::Dice { against, dice: 4, .. } if against == scene.group("east"))
    });
    assert!(against_east);
}

/// FA-SEQ-02: nothing else is an answer.
#[test]
fn other_answers_are_refused() {
    let scene = led();
    for choice in [Choice::Proceed, Choice::Combat(CombatChoice::Pair(Vec::new()))] {
        assert_eq!(scene.refusals(&choice)[0].as_str(), "FA-SEQ-02");
    }
}
