//! The ranged break test (60.1, 60.3, 60.4): two dice, what is taken from them, and the result.

use super::table::{Disorder, Outcome, ranged_reason, ranged_result};
use super::{BreaksChoice, BreaksPrompt, Waiting, destroy, retreat};
use crate::again::Second;
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{UnitId, UnitSet};
use crate::morale;
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::{RuleId, rule};

/// HC-BRK-01, HC-BRK-02, HC-BRK-03, HC-BRK-04, HC-BRK-05, HC-BRK-06, HC-BRK-10, HC-BRK-17: a ranged break test of a unit that these have attacked. Its result is
/// carried out at once, or waits for its owner's word (HC-BRES-05).
pub fn test_ranged(cx: &mut Cx<'_, Rules>, unit: UnitId, from: UnitSet) -> Result<(), NeedRoll> {
    test_ranged_with(cx, unit, from, 0)
}

/// The same with so much more taken from the dice (HC-SCN-04). HC-RTRIG-05, HC-BRK-18: once in a part of the turn.
pub fn test_ranged_with(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    from: UnitSet,
    more: u8,
) -> Result<(), NeedRoll> {
    let standing = cx.state().unit(unit);
    if !standing.is_on_table() || standing.did(Deed::Tested) {
        return Ok(());
    }
    cx.emit(Event::Did { unit, deed: Deed::Tested });
    let minus = Look::new(cx.rules, cx.state()).excess(unit) + more;
    let mut outcome = score(cx, rule!("HC-BRK-17"), unit, minus)?;
    if outcome == Outcome::Break && takes_heart(cx, unit) {
        outcome = score(cx, rule!("HC-VAL-01"), unit, minus)?;
    }
    morale::drop_excess(cx, unit);
    carry_out(cx, unit, outcome, from)
}

fn score(cx: &mut Cx<'_, Rules>, rule: RuleId, unit: UnitId, minus: u8) -> Result<Outcome, NeedRoll> {
    let dice = rolls::two_dice(cx, rule)?;
    let score = i32::from(dice) - i32::from(minus);
    cx.cite(rule, || Fact::Score { unit, dice, minus, score });
    let look = Look::new(cx.rules, cx.state());
    let (outcome, reason) = (ranged_result(look, unit, score), ranged_reason(look, unit, score));
    if let Some(reason) = reason {
        cx.cite(reason, || Fact::Unit(unit));
    }
    Ok(outcome)
}

/// HC-VAL-01, HC-BRK-24: a valiant unit rolls its first broken test of the game again; then true.
pub fn takes_heart(cx: &mut Cx<'_, Rules>, unit: UnitId) -> bool {
    let again = Look::new(cx.rules, cx.state()).would_take_heart(unit);
    if again {
        cx.emit(Event::Did { unit, deed: Deed::ValiantSpent });
    }
    again
}

impl Look<'_> {
    /// HC-BRK-17, HC-CAS-03: casualties above the stamina.
    pub fn excess(&self, unit: UnitId) -> u8 {
        self.excess_of(unit, self.state.unit(unit).casualties)
    }

    /// The same of so many.
    pub fn excess_of(&self, unit: UnitId, casualties: u8) -> u8 {
        casualties.saturating_sub(self.card(unit).stats.stamina)
    }

    /// HC-VAL-01: a valiant unit that has not yet had its second throw, and would take it.
    pub fn would_take_heart(&self, unit: UnitId) -> bool {
        self.card(unit).has(Special::Valiant)
            && !self.state.unit(unit).did(Deed::ValiantSpent)
            && self.rolls_again(unit, Second::Test)
    }
}

/// HC-BRES-01, HC-BRES-02, HC-BRES-03, HC-BRES-04, HC-BRES-05, HC-BRES-06, HC-BRES-07, HC-BRES-08.
fn carry_out(cx: &mut Cx<'_, Rules>, unit: UnitId, outcome: Outcome, from: UnitSet) -> Result<(), NeedRoll> {
    match outcome {
        Outcome::Hold(disorder) | Outcome::GiveGround(disorder) => {
            let rule = if disorder == Disorder::None { rule!("HC-BRES-01") } else { rule!("HC-BRES-04") };
            cx.cite(rule, || Fact::Unit(unit));
            becomes(cx, unit, disorder);
            Ok(())
        }
        Outcome::HoldOrRetreat => {
            cx.emit(Event::Waits(Pending::Breaks(Waiting::HoldOrRetreat { unit, from })));
            Ok(())
        }
        Outcome::Retreat(disorder) => {
            let result = if disorder == Disorder::None { rule!("HC-BRES-02") } else { rule!("HC-BRES-03") };
            cx.cite(result, || Fact::Unit(unit));
            retreat::retreat(cx, unit, from)?;
            becomes(cx, unit, disorder);
            Ok(())
        }
        Outcome::Break => {
            destroy(cx, unit, rule!("HC-BRES-08"));
            Ok(())
        }
    }
}

/// The unit is disordered, if the result says so and it is there.
pub fn becomes(cx: &mut Cx<'_, Rules>, unit: UnitId, disorder: Disorder) {
    let standing = cx.state().unit(unit);
    if disorder != Disorder::None && !standing.disordered && standing.is_here() {
        cx.emit(Event::Disordered { unit, is: true });
    }
}

/// HC-DIS-16: the unit becomes disordered by this rule, unless it is so already or not there.
pub fn disordered(cx: &mut Cx<'_, Rules>, unit: UnitId, rule: RuleId) {
    let standing = cx.state().unit(unit);
    if standing.disordered || !standing.is_here() {
        return;
    }
    cx.cite(rule, || Fact::Unit(unit));
    cx.emit(Event::Disordered { unit, is: true });
}

/// HC-BRES-05, AMB-95: its owner chooses.
pub(super) fn next(look: Look<'_>, unit: UnitId) -> Asked {
    if !look.state.unit(unit).is_on_table() {
        return None;
    }
    let prompt = Prompt::Breaks(BreaksPrompt::HoldOrRetreat { unit });
    Some(Next::Ask { side: look.side(unit), prompt })
}

pub(super) fn check(look: Look<'_>, unit: UnitId, from: UnitSet, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Breaks(BreaksChoice::HoldDisordered) => Verdict::legal(Ghost::default()),
        Choice::Breaks(BreaksChoice::Retreat) => Verdict::legal(retreat::ghost(look, unit, from)),
        _ => not_asked(choice),
    }
}

pub(super) fn resolve(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    from: UnitSet,
    choice: &Choice,
) -> Result<(), NeedRoll> {
    cx.emit(Event::Settled);
    cx.cite(rule!("HC-BRES-05"), || Fact::Unit(unit));
    let outcome = match choice {
        Choice::Breaks(BreaksChoice::Retreat) => Outcome::Retreat(Disorder::None),
        _ => Outcome::Hold(Disorder::Unit),
    };
    carry_out(cx, unit, outcome, from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breaks::Column;
    use crate::field::Strength;
    use crate::formation::Formation;
    use crate::ids::BlockId;
    use crate::setup::Stands;
    use crate::state::Place;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    fn facing(troop: &str, formation: Option<Formation>) -> Scene {
        let table = Table::new().unit("e", Side::Blue, "medium-infantry", (30.0, 32.0), 180.0);
        let at = (30.0, 24.0);
        match formation {
            Some(formation) => table.formed("u", Side::Red, troop, formation, at, 0.0).build(),
            None => table.unit("u", Side::Red, troop, at, 0.0).build(),
        }
    }

    /// The unit tests with these dice.
    fn tested(mut scene: Scene, faces: &[u8]) -> Scene {
        let (unit, from) = (scene.unit("u"), UnitSet::one(scene.unit("e")));
        scene.run(faces, |cx| test_ranged(cx, unit, from));
        scene
    }

    fn moved(scene: &Scene) -> bool {
        (scene.look().rect(scene.unit("u")).pose.at.y - 24.0 * 25.4).abs() > 0.1
    }

    fn is_disordered(scene: &Scene) -> bool {
        scene.state.unit(scene.unit("u")).disordered
    }

    /// HC-BRK-13, HC-BRK-14, HC-BRK-15, HC-BRK-16: the column is that of the class, whatever the formation.
    #[test]
    fn columns_of_the_tables() {
        let column = |troop: &str| {
            let scene = facing(troop, None);
            scene.look().column(scene.unit("u"))
        };
        for troop in
            ["heavy-infantry", "light-infantry", "light-artillery", "heavy-artillery", "medium-infantry tiny"]
        {
            assert_eq!(column(troop), Column::Infantry, "{troop}");
        }
        for troop in
            ["cataphracts", "light-cavalry", "horse-archers", "light-chariots", "heavy-chariots", "elephant"]
        {
            assert_eq!(column(troop), Column::Cavalry, "{troop}");
        }
        for troop in ["skirmishers", "baggage"] {
            assert_eq!(column(troop), Column::Skirmishers, "{troop}");
        }
        let open = facing("light-infantry", Some(Formation::Open));
        assert_eq!(open.look().column(open.unit("u")), Column::Infantry);
    }

    /// HC-BRES-01, HC-BRES-02, HC-BRES-03, HC-DIS-16: hold, retreat in good order, retreat disordered.
    #[test]
    fn results_are_carried_out() {
        let hold = tested(facing("heavy-cavalry", None), &[4, 4]);
        assert!(!moved(&hold) && !is_disordered(&hold));
        let back = tested(facing("heavy-cavalry", None), &[3, 4]);
        assert!(moved(&back) && !is_disordered(&back));
        let bad = tested(facing("heavy-cavalry", None), &[3, 3]);
        assert!(moved(&bad) && is_disordered(&bad));
    }

    /// HC-DIS-13: a unit that is disordered already retreats like any other.
    #[test]
    fn the_disordered_retreat_too() {
        let scene = tested(facing("heavy-cavalry", None).disordered("u"), &[3, 4]);
        assert!((scene.look().rect(scene.unit("u")).pose.at.y / 25.4 - 15.0).abs() < 0.01);
    }

    /// HC-BRES-06, HC-BRES-07, HC-BRES-08: what breaks only the shaken, only the hurt, or anybody.
    #[test]
    fn breaking_depends_on_casualties() {
        let gone = |casualties: u8, faces: &[u8]| {
            let scene = tested(facing("heavy-cavalry", None).casualties("u", casualties), faces);
            scene.state.unit(scene.unit("u")).place == Place::Destroyed
        };
        assert_eq!((gone(5, &[1, 2]), gone(6, &[1, 2])), (false, true));
        assert_eq!((gone(0, &[1, 1]), gone(1, &[1, 1])), (false, true));
        let skirmishers = tested(facing("skirmishers", None), &[1, 2]);
        assert_eq!(skirmishers.state.unit(skirmishers.unit("u")).place, Place::Destroyed);
    }

    /// HC-BRES-10, HC-BLDG-18, HC-SQ-10, HC-AFT-02, HC-AFT-03, HC-BRES-04, HC-BRES-28: squares and garrisons stay, but may be
    /// disordered.
    #[test]
    fn squares_and_garrisons_stay() {
        let square = || facing("heavy-infantry", Some(Formation::Square));
        let bad = tested(square(), &[2, 2]);
        assert!(!moved(&bad) && is_disordered(&bad));
        let good = tested(square(), &[2, 3]);
        assert!(!is_disordered(&good) && good.state.pending.is_empty());
        let garrison = Table::new()
            .block((30.0, 20.0), (8.0, 8.0), Strength::Substantial)
            .entry("u", Side::Red, "heavy-infantry", Stands::In(BlockId(0)))
            .unit("e", Side::Blue, "medium-infantry", (30.0, 36.0), 180.0)
            .build();
        let place = garrison.state.unit(garrison.unit("u")).place;
        let garrison = tested(garrison, &[2, 2]);
        assert_eq!(garrison.state.unit(garrison.unit("u")).place, place);
        assert!(is_disordered(&garrison));
        let look = garrison.look();
        let all = super::super::combat_result(look, garrison.unit("u"), 4);
        assert_eq!(all, Outcome::Hold(Disorder::All));
    }

    /// HC-VAL-01, HC-BRK-24: the first broken test of the game is rolled again, and no other.
    #[test]
    fn the_valiant_test_again() {
        let saved = tested(facing("heavy-cavalry valiant", None).casualties("u", 6), &[1, 1, 5, 5]);
        assert!(saved.state.unit(saved.unit("u")).is_on_table());
        let mut again = saved;
        let unit = again.unit("u");
        again.state.units[unit.index()].deeds = again.state.units[unit.index()].deeds.without(Deed::Tested);
        let again = tested(again, &[1, 1]);
        assert_eq!(again.state.unit(again.unit("u")).place, Place::Destroyed);
    }

    /// HC-BRK-17, HC-BRK-18, HC-RTRIG-05: less for casualties above the stamina, which are then dropped; once in a part.
    #[test]
    fn excess_is_taken_from_the_dice() {
        let scene = tested(facing("heavy-cavalry", None).casualties("u", 8), &[4, 5]);
        assert!(moved(&scene));
        assert_eq!(scene.state.unit(scene.unit("u")).casualties, 6);
        let once = tested(scene, &[]);
        assert!(once.state.unit(once.unit("u")).is_on_table());
    }

    /// HC-CRISK-03: the commander with a unit that breaks has his own fate.
    #[test]
    fn a_commander_is_left_to_his_fate() {
        let mut scene = facing("heavy-cavalry", None).casualties("u", 6);
        let (king, unit) = (scene.officer("red general"), scene.unit("u"));
        scene.state.commanders[king.index()].place = crate::state::CommanderPlace::With(unit);
        let scene = tested(scene, &[1, 1]);
        assert!(matches!(scene.state.pending.last(), Some(Pending::Commander(_))));
    }
}
