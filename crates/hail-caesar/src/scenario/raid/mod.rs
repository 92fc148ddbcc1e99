//! A Border Raid: the herdsman, the alarm, the tribes, the herd and what the Romans came for.
//!
//! Units, divisions and places are known by the names that the file of the battle gives them.

mod alarm;
mod bring_on;
mod herd;
mod herdsman;
mod plunder;

pub use alarm::Alarm;
pub use bring_on::{keeps_away, placing_fault, tribes_hurry};
pub use herd::Herd;
pub use herdsman::{Errand, is_ridden_over, ride_over};
pub use plunder::{Sack, Sacked, Site, is_burnt, sack};

use super::arrivals::done;
use super::script::Matter;
use super::{Act, Battle, ScenarioChoice, ScenarioPrompt};
use crate::choice::Choice;
use crate::fact::Fact;
use crate::field::Block;
use crate::ids::{BlockId, CommanderId, DivisionId, UnitId};
use crate::rules::{Look, Rules};
use crate::state::{Deed, Place};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Ending, Side};
use aelian_geometry::{Rect, distance};
use aelian_rulebook::{Reason, RuleId, rule};
use serde::{Deserialize, Serialize};

pub const ROMANS: Side = Side::Red;
pub const BRITONS: Side = Side::Blue;

/// HS-RAID-10: of a way to the village so much may be spent on turning and going round others, in inches: ours.
const TURNING: f64 = 6.0;

/// What the raid remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Raid {
    pub alarm: Alarm,
    /// HS-RAID-15: the villagers have been warned.
    pub warned: bool,
    /// HS-RAID-12, HS-RAID-16: Romans have come to the open village.
    pub attacked: bool,
    /// HS-RAID-03: Vino's leadership of this turn; 0: not yet rolled.
    pub vino: u8,
    /// HS-RAID-24: none before the battle, and when it has been driven off.
    pub herd: Option<Herd>,
    /// HS-RAID-25: it has left the table with the Romans.
    pub driven_off: bool,
    /// HS-RAID-11: the temple stands on the table.
    pub temple: bool,
    /// HS-RAID-26.
    pub sacked: Vec<Sacked>,
}

impl Raid {
    /// HS-RAID-04: at the start.
    pub fn begin() -> Raid {
        Raid { herd: Some(Herd::start()), ..Raid::default() }
    }
}

impl Look<'_> {
    pub(super) fn raid(&self) -> &Raid {
        &self.state.script.raid
    }

    fn block_named(&self, name: &str) -> Option<(BlockId, &Block)> {
        let at = self.state.field.blocks.iter().position(|block| block.name == name)?;
        Some((BlockId(u8::try_from(at).ok()?), self.state.field.blocks.get(at)?))
    }

    fn unit_called(&self, name: &str) -> Option<UnitId> {
        self.rules.unit_named(name)
    }

    fn is_alive(&self, name: &str) -> bool {
        self.unit_called(name).is_some_and(|unit| self.state.unit(unit).is_on_table())
    }

    /// A unit of this side stands so near to a rectangle, in inches.
    fn near(&self, side: Side, rect: &Rect, inches: f64) -> bool {
        self.on_table(side).any(|unit| self.within(distance(self.rect(unit), rect), inches))
    }
}

/// What comes next at the start of a turn.
pub fn due(look: Look<'_>) -> Option<Matter> {
    let open = |matter: &Matter| !look.state.script.done.contains(matter);
    let wanted = |matter: &Matter| match matter {
        Matter::Vino => look.division_named("Vino").is_some_and(|id| !look.is_absent(id)),
        Matter::Herd => herd::moves(look),
        Matter::Stragglers => bring_on::stragglers(look).next().is_some(),
        Matter::BringOn => !bring_on::divisions(look).is_empty(),
        Matter::Alarm => alarm::is_due(look),
        Matter::Household => bring_on::household_comes(look),
        Matter::Hunters => bring_on::hunters_come(look),
        Matter::Druids => bring_on::druids_may_come(look),
        Matter::Herdsman => look.is_alive("Herdsman") && look.on_table(ROMANS).next().is_some(),
        _ => false,
    };
    let order: &[Matter] = match look.active() {
        ROMANS => &[Matter::Vino, Matter::Herd, Matter::Stragglers, Matter::BringOn],
        BRITONS => &[
            Matter::Herd,
            Matter::Alarm,
            Matter::Household,
            Matter::Hunters,
            Matter::Druids,
            Matter::Herdsman,
        ],
    };
    order.iter().copied().find(|matter| open(matter) && wanted(matter))
}

/// HS-RAID-26: the end of a Roman turn.
pub fn at_end(look: Look<'_>) -> Option<Matter> {
    let open = look.active() == ROMANS && !look.state.script.done.contains(&Matter::Sack);
    (open && !plunder::sites(look).is_empty()).then_some(Matter::Sack)
}

/// Who is asked what; none where rules or dice decide.
pub fn prompt(look: Look<'_>, matter: Matter) -> Option<ScenarioPrompt> {
    match matter {
        Matter::BringOn => Some(ScenarioPrompt::BringOn(bring_on::divisions(look))),
        Matter::Druids => (!bring_on::druids_must_come(look)).then_some(ScenarioPrompt::Druids),
        Matter::Herdsman => Some(ScenarioPrompt::Herdsman),
        Matter::Sack => Some(ScenarioPrompt::Sack(plunder::sites(look))),
        _ => None,
    }
}

pub fn carry(
    cx: &mut Cx<'_, Rules>,
    matter: Matter,
    answer: Option<&ScenarioChoice>,
) -> Result<(), NeedRoll> {
    match (matter, answer) {
        (Matter::Vino, _) => alarm::roll_vino(cx)?,
        (Matter::Herd, _) => herd::move_on(cx),
        (Matter::Stragglers, _) => bring_on::bring_stragglers(cx),
        (Matter::BringOn, Some(ScenarioChoice::BringAt { division, along })) => {
            bring_on::bring(cx, *division, *along);
        }
        (Matter::BringOn, Some(ScenarioChoice::Bring(division))) => {
            let middle = bring_on::middle_of_entry(Look::new(cx.rules, cx.state()), *division);
            bring_on::bring(cx, *division, middle);
        }
        (Matter::Alarm, _) => alarm::resolve(cx)?,
        (Matter::Household, _) => bring_on::household(cx),
        (Matter::Hunters, _) => bring_on::hunters(cx),
        (Matter::Druids, Some(ScenarioChoice::Druids(false))) | (Matter::BringOn, _) => done(cx, matter),
        (Matter::Druids, _) => bring_on::druids(cx),
        (Matter::Herdsman, Some(ScenarioChoice::Herdsman(errand))) => herdsman::send(cx, *errand)?,
        _ => {}
    }
    Ok(())
}

/// Whether an answer fits the prompt.
pub fn fits(look: Look<'_>, prompt: &ScenarioPrompt, answer: &ScenarioChoice) -> bool {
    match (prompt, answer) {
        (ScenarioPrompt::BringOn(_) | ScenarioPrompt::Sack(_), ScenarioChoice::Pass) => true,
        (ScenarioPrompt::BringOn(of), ScenarioChoice::Bring(division)) => of.contains(division),
        (ScenarioPrompt::BringOn(of), ScenarioChoice::BringAt { division, along }) => {
            of.contains(division) && bring_on::fits(look, *division, *along)
        }
        (ScenarioPrompt::Druids, ScenarioChoice::Druids(_)) => true,
        (ScenarioPrompt::Herdsman, ScenarioChoice::Herdsman(_)) => true,
        (ScenarioPrompt::Sack(of), ScenarioChoice::Sack { site, how }) => {
            of.contains(site) && plunder::may(look, *site, *how)
        }
        _ => false,
    }
}

/// Every answer; of places along the edge its middle and both ends.
pub fn answers(look: Look<'_>, prompt: &ScenarioPrompt) -> Vec<ScenarioChoice> {
    let all = match prompt {
        ScenarioPrompt::BringOn(of) => bring_on::answers(look, of),
        ScenarioPrompt::Druids => vec![ScenarioChoice::Druids(true), ScenarioChoice::Druids(false)],
        ScenarioPrompt::Herdsman => Errand::BOTH.map(ScenarioChoice::Herdsman).to_vec(),
        ScenarioPrompt::Sack(of) => {
            let ways =
                of.iter().flat_map(|site| Sack::BOTH.map(|how| ScenarioChoice::Sack { site: *site, how }));
            ways.chain([ScenarioChoice::Pass]).collect()
        }
        _ => Vec::new(),
    };
    all.into_iter().filter(|answer| fits(look, prompt, answer)).collect()
}

/// HS-RAID-14, HS-RAID-16, HS-RAID-18, HS-RAID-19, HS-RAID-20, HS-RAID-25: what follows from where things now
/// stand.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    if cx.state().turn == 0 {
        return;
    }
    herdsman::settle(cx);
    alarm::settle(cx);
    bring_on::settle(cx);
    herd::settle(cx);
}

/// HS-RAID-03: Vino's leadership while he himself leads.
pub fn rating(look: Look<'_>, commander: CommanderId) -> Option<u8> {
    let vino = &look.rules.leaders[commander.index()];
    let himself = vino.name.ends_with("Vino") && look.state.commander(commander).leadership == 8;
    let rolled = look.raid().vino;
    (himself && rolled > 0).then_some(rolled)
}

/// HS-RAID-09, HS-RAID-15: villagers always make a move, and the tribes in the turn in which they come.
pub fn least_move(look: Look<'_>, unit: UnitId) -> Option<RuleId> {
    if look.is_of(unit, bring_on::TRIBES) && !look.state.unit(unit).is_on_table() {
        return Some(rule!("HS-RAID-09"));
    }
    (look.card(unit).name == "Villagers").then_some(rule!("HS-RAID-15"))
}

/// HS-RAID-02, HS-RAID-10, HS-RAID-13: those who came on in this turn go no further; the tribes attack nobody before
/// the alarm; the herdsman has his own errand.
pub fn forbids(look: Look<'_>, unit: UnitId, act: Act) -> Option<Reason<Fact>> {
    let standing = look.state.unit(unit);
    let ordered = matches!(act, Act::Order | Act::Initiative | Act::Charge);
    let quiet = !look.raid().alarm.is_given() && look.is_of(unit, bring_on::TRIBES);
    let rule = if look.side(unit) == ROMANS && standing.did(Deed::Stopped) && ordered {
        rule!("HS-RAID-02")
    } else if quiet && matches!(act, Act::Initiative | Act::Charge) {
        rule!("HS-RAID-10")
    } else if look.card(unit).name == "Herdsman" && act != Act::Respond {
        rule!("HS-RAID-13")
    } else {
        return None;
    };
    Some(Reason { rule, fact: Fact::Unit(unit) })
}

/// HS-RAID-10: before the alarm the tribes go to the stockaded village and nowhere else: by half of their way, but for the
/// room to turn, they come nearer to it.
pub fn strays(look: Look<'_>, unit: UnitId, to: &Rect) -> Option<Reason<Fact>> {
    if look.raid().alarm.is_given() || !look.is_of(unit, bring_on::TRIBES) {
        return None;
    }
    let (_, village) = look.block_named("stockaded village")?;
    let from = look.rect(unit);
    let gain = distance(from, &village.rect) - distance(to, &village.rect) + look.rules.slack;
    let way = (to.centre() - from.centre()).length();
    let aside = gain < (way - look.inches(TURNING)).max(0.0) / 2.0;
    let off = !look.state.unit(unit).is_on_table();
    ((gain < 0.0 || aside) && !off).then_some(Reason { rule: rule!("HS-RAID-10"), fact: Fact::Unit(unit) })
}

/// HS-RAID-15: villagers, hunters and sentries are ordered without a commander of flesh: from anywhere, at 8.
pub fn is_leaderless(look: Look<'_>, commander: CommanderId) -> bool {
    look.rules.leaders[commander.index()].division.is_some_and(|division| {
        look.rules.divisions[division.index()].minor && look.is_battle(Battle::BorderRaid)
    })
}

/// HS-RAID-32, HS-RAID-35: what the Romans have achieved; with the Britons broken all that is open too.
pub fn score(look: Look<'_>, britons_broken: bool) -> [i32; 2] {
    let roman = if britons_broken { plunder::MOST_OBJECTIVES } else { plunder::objectives(look) };
    [roman, plunder::MOST_OBJECTIVES - roman]
}

/// HS-RAID-34: the verdict when nobody is broken.
pub fn verdict(look: Look<'_>) -> Ending {
    let score = score(look, false);
    let winner = match score[0].cmp(&score[1]) {
        std::cmp::Ordering::Greater => Some(ROMANS),
        std::cmp::Ordering::Less => Some(BRITONS),
        std::cmp::Ordering::Equal => None,
    };
    Ending { winner, cause: rule!("HS-RAID-34"), score }
}

/// Divisions by number.
fn divisions(look: Look<'_>) -> impl Iterator<Item = DivisionId> + '_ {
    (0..look.rules.divisions.len() as u8).map(DivisionId)
}

/// A unit that has not come yet.
fn is_absent(look: Look<'_>, unit: UnitId) -> bool {
    look.state.unit(unit).place == Place::Absent
}

/// The answer within a choice.
pub fn answer_of(choice: &Choice) -> Option<&ScenarioChoice> {
    match choice {
        Choice::Scenario(answer) => Some(answer),
        _ => None,
    }
}
