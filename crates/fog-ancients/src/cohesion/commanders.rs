//! Commanders at risk and commanders lost (25.5).

use super::fought::Toll;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{CommanderId, GroupId};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Deed, Rank, Seen};
use aelian_dice::{Distribution, NeedRoll, Reroll};
use aelian_game::Cx;
use aelian_rulebook::rule;

/// A commander in a front rank whose group was hit hard enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Risk {
    pub commander: CommanderId,
    pub group: GroupId,
    /// He is lost on this sum of two dice or more.
    pub lost_on: i32,
}

impl Risk {
    /// FA-CLOSS-03.
    pub fn falls(&self, score: i32) -> bool {
        score >= self.lost_on
    }

    /// FA-CLOSS-03: two dice without re-rolls.
    pub fn odds(&self) -> Distribution<bool> {
        rolls::two_dice_odds(Reroll::None).map(|score| self.falls(*score))
    }
}

impl Look<'_> {
    /// FA-CLOSS-02, FA-CLOSS-03: what a commander risks for the hits on his group in this phase; none behind the front
    /// rank.
    pub fn commander_risk(&self, commander: CommanderId, toll: &Toll) -> Option<Risk> {
        let table = &self.rules.tables.cohesion.commander;
        let CommanderPlace::Front { group, .. } = self.state.commander(commander).place else { return None };
        let lost_on = if toll.lost() { table.beaten } else { table.unbeaten };
        (toll.taken >= table.hits).then_some(Risk { commander, group, lost_on })
    }

    /// FA-CT-10, FA-CT-11, FA-CLOSS-05, FA-V31-31, FA-V31-64: groups in his line of command near the group he was with.
    fn mourners(&self, commander: CommanderId, group: GroupId) -> Vec<GroupId> {
        let officer = self.state.commander(commander);
        let table = &self.rules.tables.cohesion.seen;
        let chief = officer.rank == Rank::CommanderInChief && self.rules.v31();
        let limit = if chief { table.chief_mu_v31 } else { table.commander_mu };
        let minds = |id: &GroupId| {
            let friend = self.state.group(*id);
            !friend.is_broken()
                && !self.state.did(*id, Deed::TestedForSeen)
                && self.in_line_of_command(commander, *id)
                && self.within(self.distance(*id, group), limit)
        };
        self.state.on_table_of(officer.side).filter(minds).collect()
    }
}

pub(super) fn next_risk(look: Look<'_>) -> Option<Risk> {
    if look.state.hits.is_empty() {
        return None;
    }
    look.state.commander_ids().find_map(|id| {
        let group = look.state.commander(id).with().filter(|group| !look.state.dealt.contains(*group))?;
        look.commander_risk(id, &Toll::of(look.state, group))
    })
}

/// FA-CLOSS-03: two dice without re-rolls.
pub(super) fn roll(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let Some(risk) = next_risk(Look::new(cx.rules, cx.state())) else { return Ok(()) };
    cx.emit(Event::Dealt(risk.group));
    let score = rolls::two_dice(cx, rule!("FA-CLOSS-03"), Reroll::None)?;
    cx.cite(rule!("FA-CLOSS-03"), || Fact::Fate { commander: risk.commander, score, lost_on: risk.lost_on });
    if risk.falls(score) {
        lose_commander(cx, risk.commander);
    }
    Ok(())
}

/// FA-CLOSS-04 to FA-CLOSS-07, FA-CT-10, FA-CT-27, FA-JPUR-22: a commander is lost; those near the group he was with will test for
/// it, but for those that have already tested at the end of this phase.
pub fn lose_commander(cx: &mut Cx<'_, Rules>, commander: CommanderId) {
    let look = Look::new(cx.rules, cx.state());
    let officer = look.state.commander(commander);
    // FA-V31-28, FA-V31-64: only the 3.1 edition tells the commander-in-chief from others.
    let chief = officer.rank == Rank::CommanderInChief && cx.rules.v31();
    let pose = officer.rect.pose;
    let mourners = officer.with().map(|group| look.mourners(commander, group)).unwrap_or_default();
    cx.cite(rule!("FA-CLOSS-04"), || Fact::Commander(commander));
    cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Lost, pose });
    for group in mourners {
        cx.cite(rule!("FA-CT-10"), || Fact::Group(group));
        cx.emit(Event::Saw(Seen { group, reasons: 1, chief }));
    }
}
