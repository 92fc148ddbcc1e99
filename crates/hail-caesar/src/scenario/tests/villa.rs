//! The villa at the gates, the oasis in the desert, the far side of Damascus, and two Command parts.

use super::*;
use crate::ids::BlockId;
use crate::stage::Part;

fn at_hun_end(turn: u16) -> Played {
    let mut played = Played::at_turn("barbarians-at-the-gates", turn, Side::Blue);
    (played.state.part, played.state.stage) = (Part::End, Stage::TurnEnd);
    played
}

/// HS-GATES-09, HS-GATES-16, HT-GATES-02: only a double 6 fires the villa in turn 1, any double from turn 6 on.
#[test]
fn the_villa_is_fired_by_a_double() {
    for (turn, face, fired) in
        [(1, 6, true), (1, 5, false), (2, 5, true), (5, 1, false), (6, 1, true), (9, 1, true)]
    {
        let mut played = at_hun_end(turn);
        played.proceed(&[face, face]);
        assert_eq!(
            played.state.ending.map(|ending| ending.winner),
            fired.then_some(Some(Side::Blue)),
            "{turn}"
        );
    }
    let mut played = at_hun_end(6);
    played.proceed(&[5, 6]);
    assert!(played.state.ending.is_none());
}

/// HS-GATES-15, HA-GATES-04: Roman infantry that is in the villa for a whole Hun turn has saved it.
#[test]
fn the_villa_is_saved_by_holding_it_for_a_hun_turn() {
    let mut played = Played::at_turn("barbarians-at-the-gates", 2, Side::Blue);
    let (scouts, legion) = (played.unit("Hun scouts"), played.unit("Elite legionaries"));
    played.state.units[scouts.index()].place = Place::Destroyed;
    played.state.units[legion.index()].place = Place::Block(BlockId(0));
    played.proceed(&[]);
    assert!(played.state.script.villa_held);
    (played.state.part, played.state.stage) = (Part::End, Stage::TurnEnd);
    played.proceed(&[]);
    assert_eq!(played.state.ending.and_then(|ending| ending.winner), Some(Side::Red));
}

/// HS-GATES-13: by agreement a die is added for each Hun turn, and the villa burns when they come to 25.
#[test]
fn the_villa_burns_by_a_sum() {
    let mut played =
        Played::with("barbarians-at-the-gates", |setup| setup.settings.villa_burns_by_sum = true);
    let rules = played.rules.clone();
    played = at_hun_end(1);
    played.rules = rules;
    for (face, fired) in [(6, false), (6, false), (6, false), (6, false), (1, true)] {
        (played.state.part, played.state.stage) = (Part::End, Stage::TurnEnd);
        played.state.active = Side::Blue;
        played.state.script.done.clear();
        played.proceed(&[face]);
        assert_eq!(played.state.ending.is_some(), fired);
    }
    assert_eq!(played.state.ending.and_then(|ending| ending.winner), Some(Side::Blue));
}

/// HS-GATES-14: by agreement some of the legionaries have plain spears.
#[test]
fn some_legionaries_have_plain_spears() {
    use crate::troop::Special;
    let long = |played: &Played, name: &str| {
        let card = played.look().card(played.unit(name)).clone();
        (card.has(Special::LongSpears), card.stats.short, card.stats.support)
    };
    let usual = Played::new("barbarians-at-the-gates");
    let few = Played::with("barbarians-at-the-gates", |setup| setup.settings.few_long_spears = true);
    assert_eq!(long(&usual, "Legionaries B"), (true, 0, 3));
    assert_eq!(long(&few, "Legionaries B"), (false, 3, 3));
    assert_eq!(long(&few, "Legionaries D"), (false, 3, 3));
    for name in ["Elite legionaries", "Legionaries A", "Legionaries C"] {
        assert_eq!(long(&few, name), (true, 0, 3));
    }
}

/// HS-KADESH-18: with as many divisions broken on both sides the road, the camp and the chariots decide.
#[test]
fn three_questions_decide_at_kadesh() {
    let scored = |change: &dyn Fn(&mut Played)| {
        let mut played = Played::drawn_up("kadesh");
        change(&mut played);
        super::super::kadesh::verdict(played.look()).map(|ending| ending.score)
    };
    assert_eq!(scored(&|_| {}), Some([2, 1]));
    assert_eq!(scored(&|played| played.put("Ambush chariots (1)", (30.0, 20.0))), Some([1, 2]));
    // Shaken chariots bar no road.
    let shaken = |played: &mut Played| {
        played.put("Ambush chariots (1)", (30.0, 20.0));
        let unit = played.unit("Ambush chariots (1)");
        played.state.units[unit.index()].casualties = 6;
    };
    assert_eq!(scored(&shaken), Some([2, 1]));
    let taken = |played: &mut Played| {
        for unit in played.look().on_table(Side::Red).collect::<Vec<_>>() {
            played.state.units[unit.index()].place = Place::Absent;
        }
        played.put("Hittite spearmen (1)", (26.0, 120.0));
    };
    assert_eq!(scored(&taken), Some([1, 2]));
    let gone = |played: &mut Played| {
        for name in
            ["Ambush chariots (1)", "Ambush chariots (2)", "Ambush chariots (3)", "Chariots of Hatti (1)"]
        {
            let unit = played.unit(name);
            played.state.units[unit.index()].place = Place::Destroyed;
        }
    };
    assert_eq!(scored(&gone), Some([3, 0]));
    // More broken divisions come first.
    assert_eq!(scored(&|played| played.state.divisions[0].broken = true), None);
}

/// HS-GATES-08: the scouts stay where they are, but may shoot; others in the villa may leave it.
#[test]
fn the_scouts_stay_in_the_villa() {
    let played = Played::drawn_up("barbarians-at-the-gates");
    let scouts = played.unit("Hun scouts");
    assert!(forbids(played.look(), scouts, Act::Order).is_some());
    assert!(forbids(played.look(), scouts, Act::Shoot).is_none());
    let mut played = played;
    let goths = played.unit("Goth infantry (1)");
    assert!(forbids(played.look(), goths, Act::Order).is_none());
    played.state.units[goths.index()].place = Place::Block(BlockId(0));
    assert!(forbids(played.look(), goths, Act::Order).is_none());
}

/// HS-DESERT-10, HS-DESERT-11: unshaken units other than skirmishers near the watchtower decide.
#[test]
fn the_oasis_goes_to_whoever_stands_there() {
    let played = Played::drawn_up("go-meek-into-the-desert");
    let ending = super::super::desert::verdict(played.look()).expect("a verdict");
    assert_eq!(ending.winner, Some(Side::Red));
    assert!(ending.score[0] > 0 && ending.score[1] == 0);
}

/// HS-DAMASCUS-13, HS-DAMASCUS-14, HA-DAMASCUS-07: 18 of 23 units must get there, and so many must be left.
#[test]
fn three_quarters_of_the_crusaders_must_get_through() {
    let mut played = Played::at_turn("road-to-damascus", 4, Side::Red);
    (played.state.part, played.state.stage) = (Part::End, Stage::TurnEnd);
    let off = Place::Off { edge: crate::field::TableEdge::North, along: 1000 };
    let units: Vec<UnitId> = played.state.ids().filter(|id| played.look().side(*id) == Side::Red).collect();
    assert_eq!(units.len(), 23);
    for unit in &units[..17] {
        played.state.units[unit.index()].place = off;
    }
    assert_eq!(super::super::turn_end::due(played.look()), None);
    played.state.units[units[17].index()].place = off;
    played.proceed(&[]);
    assert_eq!(played.state.ending.and_then(|ending| ending.winner), Some(Side::Red));

    for (over, winner) in [(true, Some(Side::Blue)), (false, None)] {
        let mut played = Played::at_turn("road-to-damascus", 2, Side::Red);
        played.rules.settings.over_below_three_quarters = over;
        for unit in &units[..6] {
            played.state.units[unit.index()].place = Place::Destroyed;
        }
        played.proceed(&[]);
        assert_eq!(played.state.ending.and_then(|ending| ending.winner), winner, "over: {over}");
    }
}

/// HC-SCN-05, HS-BRUN-07, HT-BRUN-01, HT-BRUN-02: the alliance has the first turn and two Command parts in it.
#[test]
fn the_alliance_commands_twice_in_its_first_turn() {
    let mut played = Played::drawn_up("brunanburgh");
    assert_eq!(played.state.active, Side::Blue);
    let mut dice = aelian_dice::Generator::stream(1, 0);
    let mut parts = 0;
    let mut again = |rules: &Rules, state: &mut State| {
        let mut cx = Cx::new(rules, state, &mut dice, aelian_game::Trace::On);
        commands_again(&mut cx)
    };
    while parts < 3 && again(&played.rules, &mut played.state) {
        parts += 1;
    }
    assert_eq!(parts, 1);
    played.state.turn = 3;
    played.state.script.done.clear();
    assert!(!again(&played.rules, &mut played.state));
}
