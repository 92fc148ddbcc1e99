//! A Border Raid, turn by turn as the report has it.

use super::super::raid::{Alarm, Errand, Herd, Sack, Sacked, Site};
use super::*;
use crate::INCH;
use crate::stage::Part;
use crate::state::Deed;
use aelian_geometry::{Facing, Pose, Vec2};

const RAID: &str = "border-raid";

/// The start of a British turn, with everything that is no question carried out by these dice.
fn british(turn: u16) -> Played {
    Played::at_turn(RAID, turn, Side::Blue)
}

fn is(played: &Played, prompt: &ScenarioPrompt) -> bool {
    matches!(played.next(), Next::Ask { prompt: Prompt::Scenario(found), .. } if found == *prompt)
}

fn bring(played: &mut Played, name: &str, inches: f64) -> Step<Rules> {
    let division = played.division(name);
    let along = (inches * INCH) as u16;
    played.play(&Choice::Scenario(ScenarioChoice::BringAt { division, along }), &[])
}

/// HS-RAID-01, HS-RAID-02, HS-RAID-03, HT-RAID-01: Romans first; one division a turn is placed within 6 inches of the
/// west edge, without an order, and goes no further.
#[test]
fn romans_bring_on_one_division_a_turn() {
    let mut played = Played::drawn_up(RAID);
    assert_eq!((played.state.turn, played.state.active), (1, Side::Red));
    bring(&mut played, "Dodiis", 52.0);
    for name in ["Cavalry auxiliaries (1)", "Cavalry auxiliaries (2)", "Numidians"] {
        let unit = played.unit(name);
        assert!(played.state.unit(unit).is_on_table(), "{name}");
        assert!(
            played.look().rect(unit).corners().iter().all(|corner| corner.x <= 6.0 * INCH + 0.1),
            "{name}"
        );
        assert!(played.state.unit(unit).did(Deed::Stopped));
        let refused = forbids(played.look(), unit, Act::Order).map(|reason| reason.rule.as_str().to_owned());
        assert_eq!(refused.as_deref(), Some("HS-RAID-02"), "{name}");
    }
    assert!(is(&played, &ScenarioPrompt::Placing(played.division("Dodiis"))));
    played.answer(ScenarioChoice::Pass);
    assert_ne!(played.state.stage, Stage::Arrivals);
    assert_eq!(played.place("Legionaries of Vino"), Place::Absent);
}

/// HS-RAID-02: a side may also wait, and places outside its edge are refused.
#[test]
fn romans_may_wait() {
    let mut played = Played::drawn_up(RAID);
    let wrong = ScenarioChoice::BringAt { division: played.division("Bagotrix"), along: 900 };
    assert_eq!(played.refusals(&Choice::Scenario(wrong)), [rule!("HS-RAID-02")]);
    let high = ScenarioChoice::BringAt { division: played.division("Vino"), along: 9000 };
    assert!(!played.refusals(&Choice::Scenario(high)).is_empty());
    played.answer(ScenarioChoice::Pass);
    // Nobody is there to be ordered, so the British turn has begun.
    assert_eq!((played.state.turn, played.state.active), (2, Side::Blue));
}

/// HS-RAID-03, HT-RAID-07: Vino has 7 on a 1, 9 on a 6, 8 on all else.
#[test]
fn vino_is_moody() {
    for (face, leadership) in [(1, 7), (2, 8), (5, 8), (6, 9)] {
        let mut played = Played::at_turn(RAID, 3, Side::Red);
        played.put("Legionaries of Vino", (12.0, 36.0));
        played.proceed(&[face]);
        assert_eq!(played.look().rating(played.commander("Dipso Maniacus Vino")), leadership);
        assert_eq!(played.look().rating(played.commander("Marcus Spandex")), 8);
    }
}

/// HS-RAID-04, HS-RAID-05: only herdsman, sentries and herd are there at the start.
#[test]
fn the_valley_is_quiet_at_the_start() {
    let played = Played::drawn_up(RAID);
    let there: Vec<&str> =
        played.look().on_table(Side::Blue).map(|id| played.look().card(id).name.as_str()).collect();
    assert_eq!(there, ["Sentries", "Herdsman"]);
    assert_eq!(played.state.script.raid.herd, Some(Herd::start()));
    assert_eq!(played.look().on_table(Side::Red).count(), 0);
}

fn with_cavalry(mut played: Played, at: (f64, f64)) -> Played {
    let id = played.unit("Cavalry auxiliaries (1)");
    played.state.units[id.index()].rect.pose.facing = Facing::RIGHT;
    played.put("Cavalry auxiliaries (1)", at);
    played
}

/// HS-RAID-13, HS-RAID-14, HT-RAID-01, HT-RAID-03: he runs one move even if the order fails; three if it is passed well.
#[test]
fn the_herdsman_runs_for_the_village() {
    for (faces, inches) in [([6, 4], 6.0), ([6, 6], 6.0), ([4, 3], 6.0), ([3, 3], 12.0)] {
        let mut played = with_cavalry(british(1), (4.0, 52.0));
        played.proceed(&[]);
        assert!(is(&played, &ScenarioPrompt::Herdsman));
        let man = played.unit("Herdsman");
        let from = played.look().rect(man).pose.at;
        played.play(&Choice::Scenario(ScenarioChoice::Herdsman(Errand::Village)), &faces);
        let gone = (played.look().rect(man).pose.at - from).length() / INCH;
        assert!((gone - inches).abs() < 0.01, "{gone}");
    }
}

/// HS-RAID-15: in touch with the village before any Roman he warns it, and is one of the villagers from then on.
#[test]
fn the_village_is_warned() {
    let mut played = with_cavalry(british(1), (4.0, 20.0));
    played.proceed(&[]);
    played.play(&Choice::Scenario(ScenarioChoice::Herdsman(Errand::Village)), &[1, 1]);
    assert!(played.state.script.raid.warned);
    assert_eq!(played.place("Villagers"), Place::Table);
    assert_eq!(played.place("Herdsman"), Place::Gone { shaken: false });
    let village = &played.state.field.blocks[0].rect;
    let gap = aelian_geometry::distance(played.look().rect(played.unit("Villagers")), village);
    assert!(gap <= 6.0 * INCH);
    assert!(least_move(played.look(), played.unit("Villagers")).is_some());
}

/// HS-RAID-15: their side says where within 6 inches of the village they stand; nobody else of theirs is placed.
#[test]
fn the_villagers_are_placed_by_their_side() {
    let mut played = with_cavalry(british(1), (4.0, 20.0));
    played.proceed(&[]);
    played.play(&Choice::Scenario(ScenarioChoice::Herdsman(Errand::Village)), &[1, 1]);
    assert!(is(&played, &ScenarioPrompt::Placing(played.division("Villagers"))));
    let at = |played: &Played, name: &str, x: f64, y: f64| {
        let unit = played.unit(name);
        let at = Vec2::new(x * INCH, y * INCH);
        let formation = played.state.unit(unit).formation;
        Choice::Scenario(ScenarioChoice::Place { unit, pose: Pose { at, facing: Facing::UP }, formation })
    };
    assert_eq!(
        played.refusals(&at(&played, "Villagers", 36.0, 36.0)),
        [aelian_rulebook::rule!("HS-RAID-15")]
    );
    assert!(!played.refusals(&at(&played, "Sentries", 36.0, 42.0)).is_empty());
    let north = at(&played, "Villagers", 36.0, 58.0);
    played.play(&north, &[]);
    assert!((played.look().rect(played.unit("Villagers")).pose.at.y - 58.0 * INCH).abs() < 0.1);
    played.answer(ScenarioChoice::Pass);
    assert!(played.state.pending.is_empty());
}

/// HS-RAID-18: at the lookout post he gives the alarm.
#[test]
fn the_herdsman_gives_the_alarm() {
    let mut played = with_cavalry(british(1), (4.0, 60.0));
    played.put("Herdsman", (30.0, 18.0));
    played.proceed(&[]);
    played.play(&Choice::Scenario(ScenarioChoice::Herdsman(Errand::Lookout)), &[3, 3]);
    assert!(played.state.script.raid.alarm.is_given());
}

/// HS-RAID-14, HT-RAID-05: Romans who come upon him slay him without a fight.
#[test]
fn the_herdsman_is_ridden_down() {
    let mut played = with_cavalry(british(1), (20.0, 33.0));
    played.proceed(&[]);
    assert_eq!(played.place("Herdsman"), Place::Destroyed);
}

/// HS-RAID-17, HS-RAID-21, HS-RAID-22, HS-RAID-23: 12 inches give the alarm, 24 on 4 or more, the line without sentries.
#[test]
fn sentries_see_the_romans() {
    let alarm = |at: (f64, f64), sentries: bool, faces: &[u8]| {
        let mut played = with_cavalry(british(2), at);
        let post = played.unit("Sentries");
        if !sentries {
            played.state.units[post.index()].place = Place::Destroyed;
        }
        played.proceed(&[]);
        if !faces.is_empty() || super::super::arrivals::due(played.look()) == Some(Matter::Alarm) {
            played.proceed(faces);
        }
        played.state.script.raid.alarm.is_given()
    };
    assert!(alarm((30.0, 18.0), true, &[]));
    assert!(!alarm((30.0, 18.0), false, &[]));
    assert!(alarm((20.0, 18.0), true, &[4]));
    assert!(!alarm((20.0, 18.0), true, &[3]));
    assert!(!alarm((10.0, 50.0), true, &[]));
    assert!(alarm((62.0, 56.0), false, &[]));
}

/// HS-RAID-20, HT-RAID-04, HT-RAID-06: a post that is shot at sounds the alarm when the next British turn begins, if
/// somebody lives in it.
#[test]
fn a_post_that_is_shot_at_sounds_the_alarm() {
    let mut played = with_cavalry(british(3), (10.0, 50.0));
    played.state.script.raid.alarm = Alarm::Coming;
    played.proceed(&[]);
    played.proceed(&[]);
    assert_eq!(played.state.script.raid.alarm, Alarm::Given(6));
}

/// HS-RAID-06, HS-RAID-08, HS-RAID-09, HS-RAID-11, HT-RAID-06, HT-RAID-12: with the alarm the household gathers at once, the druids
/// when their side wants them, and the tribes in the next turn without a die.
#[test]
fn the_alarm_brings_everybody() {
    let mut played = with_cavalry(british(3), (10.0, 50.0));
    played.state.script.raid.alarm = Alarm::Given(6);
    played.proceed(&[]);
    played.proceed(&[]);
    assert!(is(&played, &ScenarioPrompt::Placing(played.division("Bagotrix"))));
    assert_eq!(
        played.look().on_table(Side::Blue).filter(|id| played.look().is_of(*id, "Bagotrix")).count(),
        7
    );
    assert!(played.state.commander(played.commander("Bagotrix")).is_on_table());
    played.answer(ScenarioChoice::Pass);
    assert!(is(&played, &ScenarioPrompt::Druids));
    played.answer(ScenarioChoice::Druids(false));
    assert!(is(&played, &ScenarioPrompt::Herdsman));
    played.play(&Choice::Scenario(ScenarioChoice::Herdsman(Errand::Village)), &[6, 6]);
    // The alarm was given in this very turn, so the tribes still need their die.
    played.proceed(&[3]);
    assert_eq!(played.place("Horsemen of the tribes"), Place::Absent);

    let mut played = with_cavalry(british(4), (10.0, 50.0));
    played.state.script.raid.alarm = Alarm::Given(6);
    while played.state.stage == Stage::Arrivals {
        let choice = match played.next() {
            Next::Ask { prompt: Prompt::Scenario(ScenarioPrompt::Druids), .. } => {
                ScenarioChoice::Druids(true)
            }
            Next::Ask { prompt: Prompt::Scenario(ScenarioPrompt::Herdsman), .. } => {
                played.play(&Choice::Scenario(ScenarioChoice::Herdsman(Errand::Village)), &[6, 6]);
                continue;
            }
            Next::Ask { .. } => ScenarioChoice::Pass,
            _ => {
                played.proceed(&[]);
                continue;
            }
        };
        played.answer(choice);
    }
    assert!(matches!(played.place("Horsemen of the tribes"), Place::Off { .. }));
    assert_eq!(played.place("Druid fanatics (1)"), Place::Table);
    assert!(played.state.script.raid.temple);
    assert!(least_move(played.look(), played.unit("Horsemen of the tribes")).is_some());
}

/// HS-RAID-08: from British turn 2 on the tribes come on 4 or more.
#[test]
fn the_tribes_come_on_a_die() {
    for (turn, face, comes) in [(2, 3, false), (2, 4, true), (5, 4, true)] {
        let mut played = british(turn);
        played.proceed(&[]);
        played.proceed(&[face]);
        assert_eq!(matches!(played.place("Horsemen of the tribes"), Place::Off { .. }), comes);
    }
}

/// HS-RAID-10: before the alarm the tribes charge nobody, and go nowhere but to the stockaded village.
#[test]
fn the_tribes_know_nothing_before_the_alarm() {
    let mut played = british(3);
    played.put("Warband of the tribes (1)", (96.0, 12.0));
    let unit = played.unit("Warband of the tribes (1)");
    assert!(forbids(played.look(), unit, Act::Charge).is_some());
    assert!(forbids(played.look(), unit, Act::Order).is_none());
    let to = |x: f64, y: f64| {
        let rect = *played.look().rect(unit);
        let pose = Pose { at: Vec2::new(x * INCH, y * INCH), ..rect.pose };
        strays(played.look(), unit, &rect.with_pose(pose)).is_some()
    };
    assert!(!to(90.0, 20.0));
    assert!(to(102.0, 6.0));
    let mut told = Played { rules: played.rules.clone(), state: played.state.clone() };
    told.state.script.raid.alarm = Alarm::Given(1);
    assert!(forbids(told.look(), unit, Act::Charge).is_none());
}

/// HS-RAID-12, HS-RAID-16, HT-RAID-05, HT-RAID-06: a village that was not warned is met where it is; the hunters come
/// after it.
#[test]
fn an_unwarned_village_is_met_where_it_is() {
    let mut played = with_cavalry(british(3), (30.0, 50.0));
    played.proceed(&[]);
    assert!(played.state.script.raid.attacked);
    assert_eq!(played.place("Villagers"), Place::Table);
    assert!(played.state.is_fighting(played.unit("Villagers")));
    played.proceed(&[]);
    assert_eq!(played.place("Hunters"), Place::Table);
    let at = played.look().rect(played.unit("Hunters")).pose.at;
    assert!(at.y / INCH > 54.0, "at the wood: {at:?}");
}

/// HS-RAID-19: villagers who reach the stockaded village give the alarm.
#[test]
fn villagers_give_the_alarm() {
    let mut played = british(3);
    played.put("Villagers", (65.9, 46.0));
    let id = played.unit("Villagers");
    played.state.units[id.index()].rect.pose.facing = Facing::RIGHT;
    played.put("Villagers", (66.0, 46.0));
    played.proceed(&[]);
    assert!(played.state.script.raid.alarm.is_given());
}

/// HS-RAID-24, HS-RAID-25: the herd goes 6 inches up the valley in each British turn; taken it goes down in the Romans',
/// and off the table it is gone for good. Nobody moves through it.
#[test]
fn the_herd_goes_its_way() {
    let mut played = british(2);
    let before = played.state.script.raid.herd.expect("a herd").rect;
    assert!(obstructs(played.look(), &before).is_some());
    played.proceed(&[]);
    let after = played.state.script.raid.herd.expect("a herd").rect;
    assert!((after.pose.at.x - before.pose.at.x - 6.0 * INCH).abs() < 0.01);

    let mut played = with_cavalry(british(2), (30.0, 28.0));
    played.proceed(&[]);
    // It moved on before it could be touched.
    assert!(!played.state.script.raid.herd.expect("a herd").taken);
    let back = played
        .state
        .script
        .raid
        .herd
        .expect("a herd")
        .rect
        .corners()
        .iter()
        .map(|c| c.x)
        .fold(f64::MAX, f64::min);
    let mut played = with_cavalry(played, (back / INCH, 28.0));
    played.proceed(&[]);
    assert!(played.state.script.raid.herd.expect("a herd").taken);

    let mut played = Played::at_turn(RAID, 5, Side::Red);
    let mut herd = Herd::start();
    herd.taken = true;
    herd.rect.pose.at.x = 10.0 * INCH;
    played.state.script.raid.herd = Some(herd);
    played.proceed(&[]);
    assert_eq!((played.state.script.raid.herd, played.state.script.raid.driven_off), (None, true));
}

fn at_roman_end() -> Played {
    let mut played = with_cavalry(Played::at_turn(RAID, 4, Side::Red), (30.0, 50.0));
    played.state.script.raid.attacked = true;
    (played.state.part, played.state.stage) = (Part::End, Stage::TurnEnd);
    played
}

/// HS-RAID-26, HS-RAID-27, HS-RAID-28, HT-RAID-05, HT-RAID-07: at the end of a Roman turn a village in touch is plundered
/// or destroyed unless an enemy is within 12 inches; burnt, it is never entered again.
#[test]
fn a_village_is_plundered_or_burnt() {
    let mut played = at_roman_end();
    assert!(is(&played, &ScenarioPrompt::Sack(vec![Site::OpenVillage])));
    played.answer(ScenarioChoice::Sack { site: Site::OpenVillage, how: Sack::Plunder });
    assert_eq!(super::super::verdict(played.look()).map(|ending| ending.score[0]), Some(1));
    let mut played = at_roman_end();
    played.answer(ScenarioChoice::Sack { site: Site::OpenVillage, how: Sack::Destroy });
    assert_eq!(played.state.script.raid.sacked, [Sacked { site: Site::OpenVillage, how: Sack::Destroy }]);
    assert!(block_is_burnt(played.look(), crate::ids::BlockId(0)));
    assert!(!block_is_burnt(played.look(), crate::ids::BlockId(2)));
    let mut played = at_roman_end();
    played.put("Hunters", (36.0, 62.0));
    assert_eq!(super::super::turn_end::due(played.look()), None);
}

/// HS-RAID-32, HS-RAID-33, HS-RAID-34, HS-RAID-35: objectives decide when time is out; villagers are no
/// division when armies break.
#[test]
fn objectives_decide_the_raid() {
    let mut played = at_roman_end();
    let score =
        |played: &Played| super::super::verdict(played.look()).map(|ending| (ending.winner, ending.score));
    assert_eq!(score(&played), Some((Some(Side::Blue), [0, 8])));
    let raid = &mut played.state.script.raid;
    raid.driven_off = true;
    for site in [Site::OpenVillage, Site::StockadedVillage] {
        raid.sacked.push(Sacked { site, how: Sack::Plunder });
        raid.sacked.push(Sacked { site, how: Sack::Destroy });
    }
    assert_eq!(score(&played), Some((Some(Side::Red), [5, 3])));
    assert_eq!(played.look().divisions(Side::Blue).count(), 3);
    assert_eq!(super::super::score(played.look(), [true, false]), Some([5, 3]));
    assert_eq!(super::super::score(played.look(), [false, true]), Some([8, 0]));
}

/// HS-RAID-07, HS-RAID-29, HS-RAID-30, HC-SAVE-10: what the file says of them: huts and stockade are light cover, the post
/// a building; Alibongus has three attacks, warbands three re-rolls.
#[test]
fn the_file_has_the_special_values() {
    use crate::field::Strength;
    let played = Played::drawn_up(RAID);
    let strengths: Vec<Strength> = played.state.field.blocks.iter().map(|block| block.strength).collect();
    assert_eq!(strengths, [Strength::Light, Strength::Substantial, Strength::Light]);
    assert_eq!(played.state.commander(played.commander("Alibongus")).attacks, 3);
    assert_eq!(played.look().card(played.unit("Druid fanatics (1)")).specials.wild, 3);
    assert_eq!(played.look().stats(played.unit("Hunters")).long, 0);
    assert_eq!(played.look().stats(played.unit("Sentries")).save, 0);
}

/// HA-RAID-02: the sentries save on 5+ in their post, by the option on 3+.
#[test]
fn sentries_in_their_post() {
    let needed = |stout: bool| {
        let played = Played::with("border-raid", |setup| setup.settings.sentries_save_on_three = stout);
        let unit = played.unit("Sentries");
        let (cover, _) = played.look().cover(unit, Vec2::new(0.0, 0.0));
        crate::morale::needed_save(played.look(), unit, &crate::morale::Blow { cover, ..Default::default() })
    };
    assert_eq!((needed(false), needed(true)), (5, 3));
}
