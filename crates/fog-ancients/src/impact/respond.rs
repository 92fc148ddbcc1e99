//! Evade or stand (50.7: FA-RESP-01, FA-RESP-02, FA-EV-01 to FA-EV-05, FA-SKC-05): what those who are charged do.

use super::choice::{ImpactChoice, ImpactPrompt};
use crate::choice::{Asked, Choice, Ghost, Prompt, TestAhead};
use crate::command::complex_move_test;
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_rulebook::{Reason, RuleId, rule};

impl Look<'_> {
    /// The groups whose charges are still to come and have this one among their targets.
    pub fn charged_by(&self, group: GroupId) -> GroupSet {
        let charges = self.state.charges.iter().filter(|charge| charge.is_due());
        charges.filter(|charge| charge.targets.contains(group)).map(|charge| charge.group).collect()
    }

    /// FA-EV-01, FA-EV-02: it is charged and may evade: not when already in close combat other than as an overlap.
    pub fn may_evade_charge(&self, group: GroupId) -> bool {
        let state = self.state.group(group);
        state.on_table()
            && !state.is_broken()
            && !self.charged_by(group).is_empty()
            && !self.state.committed(group)
            && self.is_able_to_evade(group)
    }

    /// FA-SKC-05, FA-EV-03, FA-FF-15, AMB-17: skirmishers charged by battle troops must test to stand, unless all of them are
    /// wholly off the open, or defend fortifications or a riverbank.
    pub fn must_test_to_stand(&self, group: GroupId, by: GroupSet) -> bool {
        let feared = |charger: GroupId| {
            !self.state.group(charger).is_skirmishers() && !self.defends_line(group, charger)
        };
        self.state.group(group).is_skirmishers()
            && by.iter().any(feared)
            && !self.state.bases_of(group).all(|base| self.is_wholly_off_open(base))
    }
}

/// FA-EV-01, FA-EV-02: why this group is not asked whether it evades.
pub fn why_not(look: Look<'_>, group: GroupId) -> Vec<Reason<Fact>> {
    let Some(state) = look.state.groups.get(group.index()) else { return Vec::new() };
    let mut reasons = Vec::new();
    let mut refuse = |rule: RuleId| reasons.push(Reason { rule, fact: Fact::Group(group) });
    if look.charged_by(group).is_empty() {
        refuse(rule!("FA-EV-02"));
    }
    if state.on_table() && (look.state.committed(group) || !look.is_able_to_evade(group)) {
        refuse(rule!("FA-EV-01"));
    }
    reasons
}

/// The next group that has to say what it does.
fn due(look: Look<'_>) -> Option<GroupId> {
    let side = look.active().other();
    look.state
        .on_table_of(side)
        .find(|group| !look.state.dealt.contains(*group) && look.may_evade_charge(*group))
}

pub fn next(look: Look<'_>) -> Asked {
    due(look).map(|group| ask(look, group))
}

/// FA-DEC-23.
pub fn ask(look: Look<'_>, group: GroupId) -> Next<Prompt, Choice> {
    let by = look.charged_by(group);
    let test = look.must_test_to_stand(group, by);
    let prompt = Prompt::Impact(ImpactPrompt::EvadeOrStand { group, by, test });
    Next::Ask { side: look.active().other(), prompt }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match due(look) {
        Some(group) => check_answer(look, group, choice),
        None => not_asked(choice),
    }
}

/// What this group may answer.
pub fn check_answer(look: Look<'_>, asked: GroupId, choice: &Choice) -> Verdict<Rules> {
    let Choice::Impact(ImpactChoice::EvadeOrStand { group, evade }) = choice else {
        return not_asked(choice);
    };
    if *group != asked {
        return not_asked(choice);
    }
    let by = look.charged_by(*group);
    let mut ghost = Ghost { targets: by, ..Ghost::default() };
    if !evade && look.must_test_to_stand(*group, by) {
        let tester = look.tester(GroupSet::one(*group), true);
        ghost.test = Some(TestAhead {
            needed: tester.needed,
            modifier: tester.modifiers.total(),
            chance: tester.chance(),
        });
    }
    Verdict::legal(ghost)
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let Choice::Impact(ImpactChoice::EvadeOrStand { group, evade }) = *choice else { return Ok(()) };
    answer(cx, group, evade)?;
    cx.emit(Event::Dealt(group));
    Ok(())
}

/// FA-EV-05: it evades or stands; a failed test to stand makes it evade.
pub fn answer(cx: &mut Cx<'_, Rules>, group: GroupId, evade: bool) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let by = look.charged_by(group);
    let stands = if evade {
        false
    } else if look.must_test_to_stand(group, by) {
        let tester = look.tester(GroupSet::one(group), true);
        complex_move_test(cx, rule!("FA-SKC-05"), &tester)?
    } else {
        true
    };
    let deed = if stands { Deed::Stands } else { Deed::Evades };
    cx.cite(rule!("FA-EV-05"), || Fact::Group(group));
    cx.emit(Event::Did { group, deed });
    Ok(())
}

pub fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    if let Some(group) = due(look) {
        offer(group, out);
    }
}

/// Both answers.
pub fn offer(group: GroupId, out: &mut Proposals<Rules>) {
    let answer = |evade| Choice::Impact(ImpactChoice::EvadeOrStand { group, evade });
    out.extend([true, false].map(answer));
}
