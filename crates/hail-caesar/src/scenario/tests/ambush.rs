//! Those who lie in ambush.

use super::*;

/// HS-SHIELD-04, HT-SHIELD-10: at the start of an Athenian turn the hidden hoplites may come out, and act in it.
#[test]
fn the_ambush_is_sprung_at_the_start_of_a_turn() {
    let mut played = Played::at_turn("with-your-shield", 2, Side::Blue);
    let elite = played.unit("Athenian elite hoplites");
    assert!(matches!(
        played.next(),
        Next::Ask { side: Side::Blue, prompt: Prompt::Scenario(ScenarioPrompt::Spring(unit)) } if unit == elite
    ));
    let step = played.answer(ScenarioChoice::Spring(true));
    assert_eq!(played.place("Athenian elite hoplites"), Place::Table);
    assert!(cited(&step).contains(&"HS-SHIELD-04"));
    assert_eq!(played.state.active, Side::Blue);
}

/// HS-SHIELD-04: they may wait.
#[test]
fn the_ambush_may_wait() {
    let mut played = Played::at_turn("with-your-shield", 2, Side::Blue);
    played.answer(ScenarioChoice::Spring(false));
    assert_eq!(played.place("Athenian elite hoplites"), Place::Hidden);
    assert_ne!(played.state.stage, Stage::Arrivals);
}

/// HS-SHIELD-04, HC-WOOD-05: an enemy within 6 inches brings them out in any turn; one further off does not.
#[test]
fn an_enemy_within_six_inches_finds_them() {
    for (gap, found) in [(6.5, false), (5.5, true)] {
        let mut played = Played::at_turn("with-your-shield", 2, Side::Blue);
        played.put("Spartan hoplites", (46.0, 28.4 - gap));
        played.answer(ScenarioChoice::Spring(false));
        assert_eq!(played.place("Athenian elite hoplites") == Place::Table, found, "{gap}");
    }
}

/// HS-KADESH-04, HS-KADESH-06, HS-KADESH-07, HT-KADESH-01: the Hittites have the first turn; the chariots come out of
/// the scrub with their commander and make at least one move, in that turn only.
#[test]
fn the_chariots_break_out_of_the_scrub() {
    let mut played = Played::drawn_up("kadesh");
    assert_eq!((played.state.turn, played.state.active), (1, Side::Blue));
    assert_eq!(played.place("Ambush chariots (1)"), Place::Hidden);
    played.proceed(&[]);
    let unit = played.unit("Ambush chariots (1)");
    assert_eq!(played.state.unit(unit).place, Place::Table);
    assert!(played.state.commander(played.commander("commander of the ambush")).is_on_table());
    assert_eq!(least_move(played.look(), unit), Some(aelian_rulebook::rule!("HS-KADESH-07")));
    played.state.turn = 3;
    assert_eq!(least_move(played.look(), unit), None);
}

/// HS-KADESH-09, HS-KADESH-10, HT-KADESH-02: in the first Egyptian turn leadership is 6 and columns have no free move.
#[test]
fn the_egyptians_are_surprised_for_a_turn() {
    let mut played = Played::at_turn("kadesh", 1, Side::Red);
    let (commander, unit) = (played.commander("commander of Ra"), played.unit("Sherden"));
    assert_eq!(played.look().rating(commander), 6);
    assert!(played.look().column_is_held(unit));
    assert_eq!(played.look().rating(played.commander("Muwatallis")), 8);
    played.state.turn += 2;
    assert_eq!(played.look().rating(commander), 8);
    assert!(!played.look().column_is_held(unit));
}

/// HS-KADESH-11, HT-KADESH-03, HA-KADESH-05: Amun does nothing until an order to regroup is passed, and nothing in that
/// turn; a failed one is tried again.
#[test]
fn amun_must_regroup_first() {
    let mut played = Played::at_turn("kadesh", 1, Side::Red);
    let guard = played.unit("Royal guard");
    let idle = |played: &Played| forbids(played.look(), guard, Act::Order).is_some();
    assert!(idle(&played));
    // 7 is more than 6; the re-roll fails too.
    played.proceed(&[3, 4, 5, 4]);
    assert_eq!(played.state.script.camp, Camp::Encamped);
    let mut played = Played::at_turn("kadesh", 2, Side::Red);
    played.proceed(&[4, 4]);
    assert_eq!(played.state.script.camp, Camp::Regrouping);
    assert!(idle(&played));
    let camp = played.state.script.camp;
    let mut played = Played::at_turn("kadesh", 3, Side::Red);
    played.state.script.camp = camp;
    played.proceed(&[]);
    assert!(!idle(&played));
}
