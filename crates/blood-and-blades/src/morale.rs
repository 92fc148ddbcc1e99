//! Morale, victory, draw and score (75): step 8 of a bound.

use crate::choice::{Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::state::{Base, Place, Stage};
use crate::troop::TroopType;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Ending, Next, Proposals, Side, Verdict, Want};
use aelian_rulebook::{RuleId, rule};

/// BB-VIC-05.
const VICTOR: i32 = 5;
const VANQUISHED: i32 = 1;
/// BB-VIC-06: a draw by night or mutual rout.
const HONOURABLE_DRAW: i32 = 3;
/// BB-VIC-07: any other draw.
const DRAW: i32 = 2;

/// BB-MOR-11: what an army has lost, exactly: a number of PoC as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    parts: u64,
    /// So many parts are one PoC.
    whole: u64,
}

impl Losses {
    /// BB-MOR-09, BB-MOR-10, BB-ALG-24: the losses have reached a third of the reference level, unrounded.
    pub fn reach_routing_level(&self, reference: u32) -> bool {
        3 * self.parts >= u64::from(reference) * self.whole
    }

    /// In half PoC, rounded down.
    pub fn halves(&self) -> u32 {
        u32::try_from(2 * self.parts / self.whole).unwrap_or(u32::MAX)
    }
}

impl Look<'_> {
    /// BB-MOR-02, BB-MOR-03, BB-MOR-08, BB-MOR-11: destroyed bases count in full, Bg too; spent ones by the
    /// setting's fraction.
    pub fn losses(&self, side: Side) -> Losses {
        let (part, whole) = self.rules.settings.spent_loss_fraction;
        let whole = u64::from(whole.max(1));
        let weight = |place: Place| match place {
            Place::Destroyed => whole,
            Place::Spent => u64::from(part),
            Place::Unknown | Place::Waiting | Place::Table | Place::Ambush => 0,
        };
        let own = self.state.bases.iter().filter(|base| base.side == side);
        let parts = own.map(|base| u64::from(poc(self.rules, base)) * weight(base.place)).sum();
        Losses { parts, whole }
    }

    /// BB-MOR-05, BB-MOR-10: an army fights or is routed.
    pub fn is_routed(&self, side: Side) -> bool {
        self.losses(side).reach_routing_level(self.state.army(side).reference)
    }

    /// BB-VIC-01, BB-VIC-02: how the battle ends by rout, if it does.
    pub fn ending_by_rout(&self) -> Option<Ending> {
        match Side::BOTH.map(|side| self.is_routed(side)) {
            [true, true] => Some(mutual_rout()),
            [true, false] => Some(victory(Side::Blue, rule!("BB-VIC-01"))),
            [false, true] => Some(victory(Side::Red, rule!("BB-VIC-01"))),
            [false, false] => None,
        }
    }
}

/// BB-MOR-06, BB-MOR-07: the reference moral level of an army: the PoC of all its bases but Bg.
pub fn reference<'b>(rules: &Rules, bases: impl Iterator<Item = &'b Base>) -> u32 {
    bases.filter(|base| !base.is(TroopType::Bg)).map(|base| poc(rules, base)).sum()
}

/// BB-MOR-13, BB-MOR-14.
fn poc(rules: &Rules, base: &Base) -> u32 {
    rules.tables.poc(&base.troop, base.commander, &rules.settings)
}

/// BB-VIC-05: one side has won, by this rule.
pub fn victory(winner: Side, cause: RuleId) -> Ending {
    let score = Side::BOTH.map(|side| if side == winner { VICTOR } else { VANQUISHED });
    Ending { winner: Some(winner), cause, score }
}

/// BB-VIC-02, BB-VIC-06.
pub fn mutual_rout() -> Ending {
    Ending { winner: None, cause: rule!("BB-VIC-02"), score: [HONOURABLE_DRAW; 2] }
}

/// BB-VIC-03, BB-VIC-06, BB-TIM-05.
pub fn night() -> Ending {
    Ending { winner: None, cause: rule!("BB-VIC-03"), score: [HONOURABLE_DRAW; 2] }
}

/// BB-VIC-04, BB-VIC-07.
pub fn time_out() -> Ending {
    Ending { winner: None, cause: rule!("BB-VIC-04"), score: [DRAW; 2] }
}

/// BB-VIC-05, AMB-63: who gives up has lost.
pub fn concession(side: Side) -> Ending {
    victory(side.other(), rule!("BB-VIC-05"))
}

pub fn next(_look: Look<'_>) -> Next<Prompt, Choice> {
    Next::Forced(Choice::Proceed)
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    if matches!(look.state.stage, Stage::Over(_)) {
        return not_asked(choice);
    }
    match choice {
        Choice::Concede { .. } => Verdict::legal(Ghost::default()),
        Choice::TimeOut => check_time_out(look),
        Choice::Proceed if look.state.stage == Stage::Morale => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

/// BB-VIC-09, BB-TURN-06: so many rounds must have been played before time can run out.
fn check_time_out(look: Look<'_>) -> Verdict<Rules> {
    let (played, least) = (look.state.round.saturating_sub(1), look.rules.settings.minimum_rounds);
    if played >= least {
        return Verdict::legal(Ghost::default());
    }
    let fact = Fact::Count { found: u32::from(played), least: u32::from(least), most: u32::MAX };
    Verdict::refused(rule!("BB-VIC-09"), fact)
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Concede { side } => cx.emit(Event::Ends(concession(*side))),
        Choice::TimeOut => cx.emit(Event::Ends(time_out())),
        _ => take_stock(cx),
    }
    Ok(())
}

/// BB-MOR-10: both armies are checked at the end of each bound.
fn take_stock(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let ending = look.ending_by_rout();
    for side in Side::BOTH {
        let look = Look::new(cx.rules, cx.state());
        let (halves, reference) = (look.losses(side).halves(), look.state.army(side).reference);
        cx.cite(rule!("BB-MOR-10"), || Fact::Losses { side, halves, reference });
    }
    match ending {
        Some(ending) => {
            cx.cite(ending.cause, || Fact::Rule);
            cx.emit(Event::Ends(ending));
        }
        None => cx.emit(Event::BoundEnds),
    }
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Proceed);
}
