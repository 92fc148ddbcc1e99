//! Victory and defeat (70): broken divisions, defeat, conceding. Retire moves are orders: `command`.

use crate::choice::{Asked, Choice, Ghost};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow;
use crate::ids::{DivisionId, UnitId};
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::Place;
use crate::{breaks, commander, scenario};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Ending, Next, Side, Verdict};
use aelian_rulebook::{RuleId, rule};

/// A step of its own only where something happens: a division breaks, commanders are free again, time is out.
pub fn next(look: Look<'_>) -> Asked {
    has_work(look).then_some(Next::Forced(Choice::Proceed))
}

fn has_work(look: Look<'_>) -> bool {
    let frees = look.state.stage == Stage::TurnStart && commander::has_freed(look, look.active());
    frees || time_is_out(look) || breaking(look).next().is_some() || !abandoned(look).is_empty()
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed if has_work(look) => Verdict::legal(Ghost::default()),
        Choice::Concede { .. } | Choice::TimeOut if look.state.ending.is_none() => {
            Verdict::legal(Ghost::default())
        }
        _ => flow::not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    match choice {
        Choice::Concede { side } => {
            let (winner, score) = (Some(side.other()), look.score());
            cx.cite(rule!("HC-VIC-01"), || Fact::Rule);
            cx.emit(Event::Ends(Ending { winner, cause: rule!("HC-VIC-01"), score }));
        }
        Choice::TimeOut => end_by_time(cx),
        _ if time_is_out(look) => end_by_time(cx),
        _ => {
            if look.state.stage == Stage::TurnStart {
                commander::release(cx, cx.state().active);
            }
            break_divisions(cx);
        }
    }
    Ok(())
}

/// HC-BDIV-01, HC-BDIV-02: the divisions of the active side that break now, and by which rule.
fn breaking(look: Look<'_>) -> impl Iterator<Item = (DivisionId, RuleId)> + '_ {
    let mine = look.divisions(look.active()).filter(move |id| !look.state.division(*id).broken);
    mine.filter_map(move |id| match look.state.stage {
        Stage::TurnStart => look.has_lost_most(id).then_some((id, rule!("HC-BDIV-01"))),
        Stage::CommandEnd => look.is_all_shaken(id).then_some((id, rule!("HC-BDIV-02"))),
        _ => None,
    })
}

fn break_divisions(cx: &mut Cx<'_, Rules>) {
    let all: Vec<(DivisionId, RuleId)> = breaking(Look::new(cx.rules, cx.state())).collect();
    for (division, why) in all {
        break_division(cx, division, why);
    }
    for engine in abandoned(Look::new(cx.rules, cx.state())) {
        breaks::destroy(cx, engine, rule!("HC-RET-06"));
    }
    defeat(cx);
}

/// HC-RET-06: heavier engines that stand, or come to stand, in a division of the active side that is broken already.
fn abandoned(look: Look<'_>) -> Vec<UnitId> {
    if !matches!(look.state.stage, Stage::TurnStart | Stage::CommandEnd) {
        return Vec::new();
    }
    let broken = look.divisions(look.active()).filter(|id| look.state.division(*id).broken);
    broken.flat_map(|division| engines(look, division)).collect()
}

/// HC-RET-06: what a division has left of medium and heavy artillery.
fn engines(look: Look<'_>, division: DivisionId) -> Vec<UnitId> {
    let engine = |unit: &UnitId| look.class(*unit).is_heavy_engine() && !look.state.unit(*unit).is_lost();
    look.members(division).filter(engine).collect()
}

/// HC-BDIV-07, HC-RET-06: the division is broken; its heavier engines are left behind.
pub fn break_division(cx: &mut Cx<'_, Rules>, division: DivisionId, why: RuleId) {
    let look = Look::new(cx.rules, cx.state());
    let (lost, counted) = look.losses(division);
    let engines = engines(look, division);
    cx.cite(why, || Fact::Losses { division, lost, counted });
    cx.emit(Event::DivisionBreaks(division));
    for engine in engines {
        breaks::destroy(cx, engine, rule!("HC-RET-06"));
    }
}

/// HC-VIC-02, HC-VIC-03, HC-VIC-04, HC-VIC-05: an army with too many broken divisions is defeated, all of it, and
/// the battle is over; if
/// both are, nobody has won.
pub fn defeat(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let beaten = Side::BOTH.map(|side| look.is_defeated(side) && !look.is_part_of_an_army(side));
    let winner = match beaten {
        [false, false] => return,
        [true, true] => None,
        [true, false] => Some(Side::Blue),
        [false, true] => Some(Side::Red),
    };
    for side in Side::BOTH {
        let (broken, divisions) = Look::new(cx.rules, cx.state()).broken_divisions(side);
        cx.cite(rule!("HC-VIC-02"), || Fact::Broken { side, broken, divisions });
    }
    for side in Side::BOTH.into_iter().filter(|side| beaten[side.index()]) {
        cx.cite(rule!("HC-VIC-03"), || Fact::Side(side));
    }
    let others = Look::new(cx.rules, cx.state());
    let others: Vec<DivisionId> = Side::BOTH
        .into_iter()
        .filter(|side| beaten[side.index()])
        .flat_map(|side| others.divisions(side))
        .filter(|id| !others.state.division(*id).broken)
        .collect();
    others.into_iter().for_each(|division| cx.emit(Event::DivisionBreaks(division)));
    let look = Look::new(cx.rules, cx.state());
    let score = scenario::score(look, beaten).unwrap_or_else(|| look.score());
    cx.emit(Event::Ends(Ending { winner, cause: rule!("HC-VIC-03"), score }));
}

/// The agreed number of turns has been played.
fn time_is_out(look: Look<'_>) -> bool {
    let over = look.rules.settings.most_turns.is_some_and(|most| look.state.turn > most);
    look.state.stage == Stage::TurnStart && over
}

/// HC-VIC-01: without objectives the battle is judged as it stands: by broken divisions, then by units lost.
fn end_by_time(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    // HC-VIC-01: the objectives of a battle come first.
    if let Some(ending) = scenario::verdict(look) {
        cx.cite(ending.cause, || Fact::Rule);
        cx.emit(Event::Ends(ending));
        return;
    }
    let worth = |side: Side| (look.broken_divisions(side).0, look.units_lost(side));
    let winner = match worth(Side::Red).cmp(&worth(Side::Blue)) {
        std::cmp::Ordering::Less => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::Blue),
    };
    let score = look.score();
    cx.cite(rule!("HC-VIC-01"), || Fact::Rule);
    cx.emit(Event::Ends(Ending { winner, cause: rule!("HC-VIC-01"), score }));
}

impl<'a> Look<'a> {
    /// HC-VIC-06: the divisions of a side; a commander-in-chief is none, and a handful of villagers neither.
    pub fn divisions(&self, side: Side) -> impl Iterator<Item = DivisionId> + use<'a> {
        let rules = self.rules;
        let ids = (0..rules.divisions.len() as u8).map(DivisionId);
        ids.filter(move |id| {
            let card = &rules.divisions[id.index()];
            card.side == side && !card.minor
        })
    }

    /// HC-BDIV-01, HC-BDIV-09, HC-EXIT-03, HC-SCYTH-07: it is destroyed, or left the table while shaken.
    pub fn counts_as_lost(&self, unit: UnitId) -> bool {
        matches!(self.state.unit(unit).place, Place::Destroyed | Place::Gone { shaken: true })
    }

    /// HC-BDIV-01, HC-BDIV-03, HC-BDIV-04, HC-BDIV-05, HC-BDIV-06, HC-BDIV-11: how many counted units of a division
    /// are lost, and how many
    /// there were.
    pub fn losses(&self, division: DivisionId) -> (u8, u8) {
        let counted = self.members(division).filter(|unit| self.card(*unit).counts);
        counted.fold((0, 0), |(lost, all), unit| (lost + u8::from(self.counts_as_lost(unit)), all + 1))
    }

    /// HC-BDIV-01.
    fn has_lost_most(&self, division: DivisionId) -> bool {
        let (lost, counted) = self.losses(division);
        u16::from(lost) * 2 > u16::from(counted)
    }

    /// HC-BDIV-02, HC-BDIV-10, HC-SHK-09: all counted units that remain are shaken, on the table or off it.
    fn is_all_shaken(&self, division: DivisionId) -> bool {
        let remains = |unit: &UnitId| self.card(*unit).counts && !self.counts_as_lost(*unit);
        let mut remaining = self.members(division).filter(remains).peekable();
        remaining.peek().is_some() && remaining.all(|unit| self.is_shaken(unit))
    }

    /// HC-VIC-02: broken divisions of a side, and all of them, but for those that a battle does not count.
    pub fn broken_divisions(&self, side: Side) -> (u8, u8) {
        let all = self.divisions(side).filter(|id| !self.rules.divisions[id.index()].minor);
        all.fold((0, 0), |(broken, all), id| (broken + u8::from(self.state.division(id).broken), all + 1))
    }

    /// HC-VIC-02, HC-VIC-04: more than half of its divisions are broken; one of fewer than three.
    pub fn is_defeated(&self, side: Side) -> bool {
        let (broken, all) = self.broken_divisions(side);
        let settings = &self.rules.settings;
        let few = settings.one_of_two_is_enough && all < 3 && broken > 0;
        let half = settings.half_is_enough && broken > 0 && broken * 2 >= all;
        few || half || broken * 2 > all
    }

    /// Only a piece of its army is stated: the battle goes on while anybody is left to fight it.
    fn is_part_of_an_army(&self, side: Side) -> bool {
        self.rules.pieces[side.index()] && self.on_table(side).next().is_some()
    }

    fn units_lost(&self, side: Side) -> i32 {
        self.divisions(side).map(|division| i32::from(self.losses(division).0)).sum()
    }

    /// The counted units that each side's enemy has lost, Red's score first.
    pub fn score(&self) -> [i32; 2] {
        [self.units_lost(Side::Blue), self.units_lost(Side::Red)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Part;
    use crate::testing::{Scene, Table};

    /// A side of so many divisions of heavy infantry each, and an enemy.
    fn army(divisions: usize, units: usize) -> Scene {
        let mut table = Table::new().stage(Part::Start, Stage::TurnStart).unit(
            "e",
            Side::Blue,
            "heavy-infantry",
            (30.0, 40.0),
            180.0,
        );
        for division in 0..divisions {
            if division > 0 {
                table = table.division(&format!("d{division}"), Side::Red, (2.0, 2.0));
            }
            for unit in 0..units {
                let at = (4.0 + 8.0 * unit as f64, 4.0 + 4.0 * division as f64);
                table = table.unit(&format!("{division}.{unit}"), Side::Red, "heavy-infantry", at, 0.0);
            }
        }
        table.build()
    }

    fn destroyed(mut scene: Scene, names: &[&str]) -> Scene {
        for name in names {
            let unit = scene.unit(name);
            scene.state.units[unit.index()].place = Place::Destroyed;
        }
        scene
    }

    fn broken(scene: &Scene) -> Vec<bool> {
        scene.state.divisions.iter().map(|division| division.broken).collect()
    }

    /// HC-BDIV-01, HC-BDIV-07, HC-BDIV-11, EX-149: more than half of its units lost; exactly half is not enough.
    #[test]
    fn a_division_breaks_when_most_of_it_is_lost() {
        let two = destroyed(army(3, 5), &["0.0", "0.1"]);
        assert_eq!(next(two.look()), None);
        let mut three = destroyed(army(3, 5), &["0.0", "0.1", "0.2"]);
        three.run(&[], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(broken(&three), [true, false, false, false]);
        assert_eq!(three.state.ending, None);
        let half = destroyed(army(3, 4), &["0.0", "0.1"]);
        assert_eq!(next(half.look()), None);
    }

    /// HC-BDIV-01, HC-BDIV-09, HC-EXIT-03: those who left while shaken are lost; those who may come back are not.
    #[test]
    fn those_who_left_shaken_are_lost() {
        let mut scene = destroyed(army(3, 3), &["0.0"]);
        let unit = scene.unit("0.1");
        scene.state.units[unit.index()].place = Place::Off { edge: crate::field::TableEdge::South, along: 0 };
        assert_eq!(next(scene.look()), None);
        scene.state.units[unit.index()].place = Place::Gone { shaken: true };
        assert!(next(scene.look()).is_some());
    }

    /// HC-BDIV-03, HC-BDIV-05, HC-BDIV-06, EX-96: skirmishers and light engines do not count among heavier troops.
    #[test]
    fn light_troops_do_not_count_unless_they_are_most() {
        let mut table = Table::new().stage(Part::Start, Stage::TurnStart);
        table = table.division("other", Side::Red, (1.0, 1.0)).division("third", Side::Red, (1.0, 1.0));
        table = table.unit("x", Side::Red, "heavy-infantry", (60.0, 30.0), 0.0);
        table = table.division("main", Side::Red, (1.0, 1.0));
        for (at, troop) in ["heavy-infantry"; 4].into_iter().enumerate() {
            table = table.unit(&format!("h{at}"), Side::Red, troop, (5.0 + 8.0 * at as f64, 10.0), 0.0);
        }
        for (name, troop, x) in
            [("gun", "light-artillery", 5.0), ("s1", "skirmishers", 15.0), ("s2", "skirmishers", 35.0)]
        {
            table = table.unit(name, Side::Red, troop, (x, 20.0), 0.0);
        }
        let scene = table.build();
        assert_eq!(scene.look().losses(DivisionId(3)), (0, 4));
        let lost = destroyed(scene.clone(), &["s1", "s2", "gun", "h0", "h1"]);
        assert!(!lost.look().has_lost_most(DivisionId(3)));
        let more = destroyed(lost, &["h2"]);
        assert!(more.look().has_lost_most(DivisionId(3)));
        let mut shaken = destroyed(scene, &["h0"]);
        for name in ["h1", "h2", "h3"] {
            assert!(!shaken.look().is_all_shaken(DivisionId(3)));
            shaken = shaken.casualties(name, 6);
        }
        assert!(shaken.look().is_all_shaken(DivisionId(3)));
    }

    /// HC-BDIV-04: a unit that was agreed not to count; HC-VIC-06: a commander-in-chief is no division.
    #[test]
    fn agreed_units_and_chiefs_do_not_count() {
        let scene = Table::new()
            .unit("a", Side::Red, "heavy-infantry", (10.0, 10.0), 0.0)
            .unit("b", Side::Red, "light-infantry", (20.0, 10.0), 0.0)
            .uncounted(Side::Red)
            .chief("king", Side::Red, (5.0, 5.0))
            .build();
        assert_eq!(scene.look().losses(DivisionId(0)), (0, 1));
        assert_eq!(scene.look().broken_divisions(Side::Red), (0, 1));
    }

    /// HC-BDIV-02, HC-BDIV-10, HC-SHK-09: all shaken at the end of the own Command part.
    #[test]
    fn a_division_breaks_when_all_are_shaken() {
        let mut scene = army(3, 2).casualties("0.0", 6);
        (scene.state.part, scene.state.stage) = (Part::Command, Stage::CommandEnd);
        assert_eq!(next(scene.look()), None);
        let mut scene = scene.casualties("0.1", 7);
        scene.run(&[], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(broken(&scene), [true, false, false, false]);
    }

    /// HC-VIC-02, HC-VIC-03, EX-149: three of four divisions broken is a defeat, two are not.
    #[test]
    fn an_army_is_defeated_with_most_of_its_divisions() {
        let two = destroyed(army(4, 1), &["0.0", "1.0"]);
        let mut two_broken = two.clone();
        two_broken.run(&[], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(two_broken.state.ending, None);
        let mut three = destroyed(two, &["2.0"]);
        three.run(&[], |cx| resolve(cx, &Choice::Proceed));
        let ending = three.state.ending.unwrap();
        assert_eq!((ending.winner, ending.cause), (Some(Side::Blue), rule!("HC-VIC-03")));
        assert_eq!(broken(&three), [true, true, true, true, false]);
    }

    /// HC-VIC-04: one of two is enough, and half of many by the option. HC-VIC-05: both at once is a draw.
    #[test]
    fn small_and_very_large_battles_have_other_limits() {
        let mut scene = army(2, 1);
        scene.state.divisions[0].broken = true;
        assert!(scene.look().is_defeated(Side::Red));
        scene.rules.settings.one_of_two_is_enough = false;
        assert!(!scene.look().is_defeated(Side::Red));
        scene.rules.settings.half_is_enough = true;
        assert!(scene.look().is_defeated(Side::Red));
        let mut both = destroyed(army(1, 1), &["0.0"]);
        let last = both.state.divisions.len() - 1;
        both.state.divisions[last].broken = true;
        both.run(&[], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(both.state.ending.unwrap().winner, None);
    }

    /// HC-RET-06: the medium and heavy engines of a broken division are lost with it, light ones are not.
    #[test]
    fn engines_of_a_broken_division_are_left_behind() {
        let scene = Table::new()
            .stage(Part::Start, Stage::TurnStart)
            .division("second", Side::Red, (1.0, 1.0))
            .division("third", Side::Red, (1.0, 1.0))
            .unit("h", Side::Red, "heavy-infantry", (10.0, 10.0), 0.0)
            .unit("h2", Side::Red, "heavy-infantry", (20.0, 10.0), 0.0)
            .unit("h3", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
            .unit("big", Side::Red, "medium-artillery", (40.0, 10.0), 0.0)
            .unit("bolt", Side::Red, "light-artillery", (50.0, 10.0), 0.0)
            .build();
        let mut scene = destroyed(scene, &["h", "h2", "h3"]);
        scene.run(&[], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(scene.state.unit(scene.unit("big")).place, Place::Destroyed);
        assert_eq!(scene.state.unit(scene.unit("bolt")).place, Place::Table);
    }

    /// HC-VIC-01: who gives up has lost; when time is out, the side with more broken divisions or losses has.
    #[test]
    fn battles_end_by_word_and_by_time() {
        let mut scene = army(1, 2);
        scene.play(&Choice::Concede { side: Side::Blue }, &[]);
        assert_eq!(scene.state.ending.unwrap().winner, Some(Side::Red));
        assert_eq!(scene.refusals(&Choice::TimeOut), [rule!("HC-TURN-02")]);
        let mut timed = destroyed(army(3, 3), &["0.0"]);
        timed.rules.settings.most_turns = Some(4);
        timed.state.turn = 5;
        timed.run(&[], |cx| resolve(cx, &Choice::Proceed));
        let ending = timed.state.ending.unwrap();
        assert_eq!((ending.winner, ending.score), (Some(Side::Blue), [0, 1]));
    }

    /// HC-RET-06: an engine that stands in a division that is broken already is removed at the next test; a light one stays.
    #[test]
    fn engines_in_a_broken_division_are_removed() {
        let mut scene = Table::new()
            .stage(Part::Start, Stage::TurnStart)
            .unit("a", Side::Red, "heavy-infantry", (10.0, 10.0), 0.0)
            .division("d", Side::Red, (2.0, 2.0))
            .unit("b", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
            .division("f", Side::Red, (2.0, 2.0))
            .unit("c", Side::Red, "heavy-infantry", (50.0, 10.0), 0.0)
            .unit("gun", Side::Red, "heavy-artillery", (50.0, 20.0), 0.0)
            .unit("bolt", Side::Red, "light-artillery", (60.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 40.0), 180.0)
            .build();
        let (gun, bolt) = (scene.unit("gun"), scene.unit("bolt"));
        assert_eq!(next(scene.look()), None);
        let division = scene.look().card(gun).division;
        scene.state.divisions[division.index()].broken = true;
        scene.run(&[], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(scene.state.unit(gun).place, Place::Destroyed);
        assert_eq!(scene.state.unit(bolt).place, Place::Table);
        assert_eq!(next(scene.look()), None);
    }
}
