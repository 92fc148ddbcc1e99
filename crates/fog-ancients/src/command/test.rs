//! The complex move test (40.2).

use crate::fact::Fact;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{Cohesion, Grade};
use crate::tables::Disorder;
use crate::troop::{Quality, Training};
use aelian_dice::{NeedRoll, Reroll};
use aelian_game::Cx;
use aelian_rulebook::{RuleId, Tally, rule};

/// Who takes a complex move test, and how: worked out before the dice, so that its chance can be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Tester {
    pub who: GroupSet,
    /// FA-CMT-02, FA-CMT-03.
    pub needed: i32,
    pub modifiers: Tally<Fact>,
    /// FA-CMT-01, FA-CMT-16, FA-CMT-17.
    pub reroll: Reroll,
    /// FA-CMT-14: he stays with them for the rest of the phase.
    pub commander: Option<CommanderId>,
}

impl Quality {
    /// FA-QUAL-02 to FA-QUAL-05, FA-QUAL-07: the re-roll of this quality.
    pub fn reroll(self) -> Reroll {
        match self {
            Quality::Elite => Reroll::OnesAndTwos,
            Quality::Superior => Reroll::Ones,
            Quality::Average => Reroll::None,
            Quality::Poor => Reroll::Sixes,
        }
    }

    /// FA-QUAL-08: with a commander fighting in the front rank, for close combat dice only.
    pub fn reroll_led(self) -> Reroll {
        match self {
            Quality::Elite => Reroll::OnesToThrees,
            Quality::Superior => Reroll::OnesAndTwos,
            Quality::Average => Reroll::Ones,
            Quality::Poor => Reroll::None,
        }
    }
}

impl Look<'_> {
    /// FA-CMT-01 to FA-CMT-17, FA-V31-40, FA-BL-15, FA-BL-16: how one group, or several as a battle line, would test. `rerolls` is false only in
    /// tests not to charge without orders (FA-SHK-16).
    pub fn tester(&self, who: GroupSet, rerolls: bool) -> Tester {
        let mut modifiers = Tally::new();
        let commander = self.best_for_test(who);
        if let Some(commander) = commander {
            self.add_commander(&mut modifiers, commander, who);
        }
        self.add_state(&mut modifiers, who);
        let worst = who.iter().map(|group| self.state.group(group).quality).min();
        let reroll = match (rerolls, worst) {
            (true, Some(quality)) => quality.reroll(),
            _ => Reroll::None,
        };
        Tester { who, needed: self.needed(who), modifiers, reroll, commander }
    }

    /// FA-CMT-02, FA-CMT-03, FA-CMT-15, AMB-27: 7 for drilled troops and skirmishers, 8 as soon as others are among
    /// them.
    fn needed(&self, who: GroupSet) -> i32 {
        let undrilled = |id: GroupId| {
            let group = self.state.group(id);
            !group.is_skirmishers() && group.counts_as() == Training::Undrilled
        };
        if who.iter().any(undrilled) { 8 } else { 7 }
    }

    /// FA-CMT-12, FA-CMT-13, FA-CMD-14, FA-BL-19: the one commander who counts: the one who gives most.
    fn best_for_test(&self, who: GroupSet) -> Option<CommanderId> {
        let useful = |id: &CommanderId| {
            who.iter().all(|group| self.may_influence(*id, group) && self.in_range_since(*id, group))
        };
        let gives = |id: &CommanderId| self.commander_lines(*id, who).len();
        // The first of those who give most, so that the choice does not depend on the order of comparison.
        self.state.commander_ids().filter(useful).rev().max_by_key(gives)
    }

    fn commander_lines(&self, id: CommanderId, who: GroupSet) -> Vec<RuleId> {
        let commander = self.state.commander(id);
        let with = |group: GroupId| commander.with() == Some(group) && commander.with_since == Some(group);
        let mut lines = vec![rule!("FA-CMT-04")];
        if who.iter().any(with) {
            lines.push(rule!("FA-CMT-05"));
        }
        if commander.grade == Grade::Inspired {
            lines.push(rule!("FA-CMT-06"));
        }
        lines
    }

    /// FA-CMT-04 to FA-CMT-06.
    fn add_commander(&self, modifiers: &mut Tally<Fact>, id: CommanderId, who: GroupSet) {
        for line in self.commander_lines(id, who) {
            modifiers.add(line, Fact::Commander(id), 1);
        }
    }

    /// FA-CMT-07 to FA-CMT-09, FA-COH-03, FA-COH-07, FA-DIS-05, FA-DIS-11: only the worse counts, of the worst base
    /// of any of them.
    fn add_state(&self, modifiers: &mut Tally<Fact>, who: GroupSet) {
        let severe = |id: &GroupId| {
            self.state.group(*id).cohesion >= Cohesion::Fragmented
                || self.worst_disorder(*id) == Disorder::Severe
        };
        let light = |id: &GroupId| {
            self.state.group(*id).cohesion >= Cohesion::Disrupted
                || self.worst_disorder(*id) != Disorder::None
        };
        if let Some(group) = who.iter().find(severe) {
            modifiers.add(rule!("FA-CMT-08"), Fact::Group(group), -2);
        } else if let Some(group) = who.iter().find(light) {
            modifiers.add(rule!("FA-CMT-07"), Fact::Group(group), -1);
        }
    }
}

impl Tester {
    /// The exact chance to pass.
    pub fn chance(&self) -> f64 {
        rolls::two_dice_odds(self.reroll).chance(|dice| self.passes(*dice))
    }

    fn passes(&self, dice: i32) -> bool {
        dice + self.modifiers.total() >= self.needed
    }
}

/// FA-CMT-01: rolls the test; true if it is passed. Binds the commander who is with the testers (FA-CMT-14) and says
/// which rule asked for the test.
pub fn complex_move_test(cx: &mut Cx<'_, Rules>, why: RuleId, tester: &Tester) -> Result<bool, NeedRoll> {
    let rolled = rolls::two_dice(cx, why, tester.reroll)?;
    for line in &tester.modifiers.lines {
        cx.cite(line.rule, || Fact::Modifier {
            group: tester.who.first().unwrap_or(GroupId(0)),
            value: line.value,
        });
    }
    let score = rolled + tester.modifiers.total();
    if let Some(group) = tester.who.first() {
        cx.cite(why, || Fact::Score { group, score, needed: tester.needed });
    }
    let with = tester
        .commander
        .filter(|id| cx.state().commander(*id).with().is_some_and(|group| tester.who.contains(group)));
    if let Some(commander) = with {
        cx.emit(crate::event::Event::CommanderBound(commander));
    }
    Ok(tester.passes(rolled))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    /// FA-CMT-02, FA-CMT-03, FA-CMT-04, FA-CMT-05, FA-CMT-06, FA-QUAL-03.
    #[test]
    fn testers_need_seven_or_eight_and_a_commander_helps() {
        let table = Table::new()
            .group("drilled", Side::Red, "HF armoured superior drilled", (8, 4), (20.0, 10.0), 0.0)
            .group("wild", Side::Red, "MF protected undrilled", (8, 4), (40.0, 10.0), 0.0)
            .group("light", Side::Red, "LF unprotected undrilled", (4, 2), (60.0, 10.0), 0.0)
            .commander("chief", Side::Red, Grade::Inspired, Some("drilled"), (20.0, 8.0));
        let scene = table.build();
        let tester = |name: &str| scene.look().tester(GroupSet::one(scene.group(name)), true);
        assert_eq!((tester("drilled").needed, tester("drilled").modifiers.total()), (7, 3));
        assert_eq!(tester("drilled").reroll, Reroll::Ones);
        assert_eq!((tester("wild").needed, tester("light").needed), (8, 7));
        assert_eq!(tester("light").modifiers.total(), 0);
    }

    /// FA-V31-39, FA-V31-40: the sheet leaves tests and what a commander adds to them as they are.
    #[test]
    fn both_editions_test_alike() {
        let of = |edition| {
            let scene = crate::testing::Table::new()
                .edition(edition)
                .group("a", aelian_game::Side::Red, "HF armoured undrilled", (8, 4), (36.0, 24.0), 0.0)
                .group("e", aelian_game::Side::Blue, "HF armoured", (8, 4), (36.0, 40.0), 180.0)
                .commander("chief", aelian_game::Side::Red, Grade::Inspired, Some("a"), (36.0, 22.0))
                .build()
                .cohesion("a", Cohesion::Disrupted);
            let group = scene.group("a");
            let tester = scene.look().tester(GroupSet::one(group), true);
            let why = crate::cohesion::Why::Saw { reasons: 1, chief: false };
            let cohesion = scene.look().cohesion_test(group, why).modifiers.total();
            (tester.needed, tester.modifiers.total(), cohesion)
        };
        use crate::settings::Edition;
        assert_eq!(of(Edition::First), (8, 2, 1));
        assert_eq!(of(Edition::V31), of(Edition::First));
    }

    /// FA-CMT-07, FA-CMT-08, FA-CMT-09.
    #[test]
    fn the_worst_state_counts_once() {
        let table = Table::new().group("a", Side::Red, "HF armoured drilled", (8, 4), (20.0, 10.0), 0.0);
        let scene = table.build().cohesion("a", Cohesion::Fragmented);
        let tester = scene.look().tester(GroupSet::one(scene.group("a")), true);
        assert_eq!(tester.modifiers.total(), -2);
        assert!((tester.chance() - 10.0 / 36.0).abs() < 1e-12);
    }
}
