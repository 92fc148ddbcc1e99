//! Commanders (65): their moves, joining combat, risks, reserves.

pub mod displace;
pub mod join;
pub mod moves;
pub mod reserve;
pub mod risk;

pub use displace::displace;
pub use risk::{fall, fate};

use crate::choice::{Asked, Choice, Prompt};
use crate::event::Event;
use crate::flow;
use crate::foreign::Has;
use crate::ids::{CommanderId, CommanderSet, UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Part;
use crate::state::{Commander, CommanderPlace};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::Vec2;
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderChoice {
    /// HC-CRISK-01, HC-CRISK-04: he takes refuge with this unit.
    Refuge { unit: UnitId },
    /// HC-RES-02: the reserve commander stands here.
    Reserve(Seat),
    /// HC-CMOV-02, HC-CMOV-05: he goes this way, and joins the unit at its end if one is named.
    Move {
        commander: CommanderId,
        way: Vec<Vec2>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        join: Option<UnitId>,
    },
    /// HC-CMOV-02: nobody who is asked moves.
    Stay,
}

/// Where a commander is put.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    With(UnitId),
    At(Vec2),
}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderPrompt {
    /// With which of these units he takes refuge.
    Refuge { commander: CommanderId, units: UnitSet },
    /// Where his successor appears.
    Reserve { commander: CommanderId },
    /// Which of these moves, and where to.
    Move { commanders: CommanderSet },
}

/// What waits in this chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// HC-CRISK-03: his unit was destroyed; a die decides what becomes of him.
    Fate { commander: CommanderId },
    /// HC-CRISK-01, HC-CRISK-04: he must join a unit at once.
    Refuge { commander: CommanderId },
    /// HC-RES-01: he is followed by another.
    Reserve { commander: CommanderId },
    /// HC-CMOV-02: he has finished his orders and may move.
    MayMove { commander: CommanderId },
}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Waiting::Fate { commander }
            | Waiting::Refuge { commander }
            | Waiting::Reserve { commander }
            | Waiting::MayMove { commander } => has.commander(*commander),
        }
    }
}

pub fn next(look: Look<'_>) -> Asked {
    let Some(Pending::Commander(waiting)) = look.state.pending.last() else { return moves::next(look) };
    match *waiting {
        Waiting::Fate { .. } => Some(Next::Forced(Choice::Proceed)),
        Waiting::Refuge { commander } => displace::next(look, commander),
        Waiting::Reserve { commander } => reserve::next(look, commander),
        Waiting::MayMove { commander } => moves::next_of(look, commander),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (next(look), choice) {
        (Some(next), choice) if next.unasked() == Some(choice) => Verdict::legal(Default::default()),
        (
            Some(
                Next::Ask { prompt: Prompt::Commander(CommanderPrompt::Refuge { commander, .. }), .. }
                | Next::Only { prompt: Prompt::Commander(CommanderPrompt::Refuge { commander, .. }), .. },
            ),
            Choice::Commander(CommanderChoice::Refuge { unit }),
        ) => displace::check(look, commander, *unit),
        (
            Some(Next::Ask { prompt: Prompt::Commander(CommanderPrompt::Reserve { commander }), .. }),
            Choice::Commander(CommanderChoice::Reserve(seat)),
        ) => reserve::check(look, commander, seat),
        (
            Some(Next::Ask { prompt: Prompt::Commander(CommanderPrompt::Move { commanders }), .. }),
            Choice::Commander(choice @ (CommanderChoice::Move { .. } | CommanderChoice::Stay)),
        ) => moves::check(look, commanders, choice),
        _ => out_of_turn(look, choice),
    }
}

/// The refusal of a commander's move that nobody asks for: what keeps him, or that it is not the time for it.
pub fn out_of_turn(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Commander(CommanderChoice::Move { commander, .. }) if look.state.part == Part::Command => {
            let reason = moves::why_not(look, *commander);
            Verdict::refused(reason.rule, reason.fact)
        }
        _ => flow::not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    if let Choice::Commander(moved @ (CommanderChoice::Move { .. } | CommanderChoice::Stay)) = choice {
        moves::resolve(cx, moved);
        return Ok(());
    }
    let Some(Pending::Commander(waiting)) = cx.state().pending.last() else { return Ok(()) };
    match *waiting {
        Waiting::Fate { commander } => risk::resolve_fate(cx, commander),
        Waiting::Refuge { commander } => {
            displace::resolve(cx, commander, choice);
            Ok(())
        }
        Waiting::Reserve { commander } => {
            reserve::resolve(cx, commander, choice);
            Ok(())
        }
        Waiting::MayMove { .. } => Ok(()),
    }
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let Some(Next::Ask { prompt: Prompt::Commander(prompt), .. }) = next(look) else { return };
    match prompt {
        CommanderPrompt::Refuge { units, .. } => {
            out.extend(units.iter().map(|unit| Choice::Commander(CommanderChoice::Refuge { unit })))
        }
        CommanderPrompt::Reserve { commander } => reserve::propose(look, commander, out),
        CommanderPrompt::Move { commanders } => moves::propose(look, commanders, want, out),
    }
}

/// HC-COM-06: at the start of his side's turn a commander leaves the unit that he is with, unless it is engaged
/// (HC-CMOV-09).
pub fn release(cx: &mut Cx<'_, Rules>, side: Side) {
    let free: Vec<(CommanderId, Vec2)> = freed(Look::new(cx.rules, cx.state()), side).collect();
    for (commander, at) in free {
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, at });
    }
}

/// HC-COM-06: whether somebody would be released.
pub fn has_freed(look: Look<'_>, side: Side) -> bool {
    freed(look, side).next().is_some()
}

/// The commanders of a side who are with a unit that is not engaged, and where they stand.
fn freed(look: Look<'_>, side: Side) -> impl Iterator<Item = (CommanderId, Vec2)> + '_ {
    let mine = look.state.commander_ids().filter(move |id| look.side_of_commander(*id) == side);
    mine.filter_map(move |id| {
        let commander = look.state.commander(id);
        let CommanderPlace::With(unit) = commander.place else { return None };
        let stays = !look.state.unit(unit).is_on_table() || look.is_engaged(unit);
        (!stays).then_some((id, commander.at))
    })
}

impl Look<'_> {
    /// HC-COM-04: he leads this unit's division; the commander-in-chief leads none (HC-CINC-01).
    pub fn leads(&self, commander: CommanderId, unit: UnitId) -> bool {
        self.rules.leaders[commander.index()].division == Some(self.card(unit).division)
    }

    /// HC-COM-04, HC-COM-05, HC-CJOIN-04: whether he could be with this unit, wherever he stands now.
    pub fn may_be_with(&self, commander: CommanderId, unit: UnitId) -> bool {
        let fights = self.state.is_fighting(unit);
        // HC-CINC-04: a commander-in-chief in need finds shelter with any unit of his army.
        let chief = self.is_chief(commander) && self.side(unit) == self.side_of_commander(commander);
        (self.leads(commander, unit) || chief)
            && self.state.unit(unit).is_on_table()
            && self.state.commander_with(unit).is_none_or(|other| other == commander || chief)
            && !(fights && self.state.commander(commander).wounded)
    }
}

impl Commander {
    /// He stands on the table, alone or with a unit.
    pub fn is_on_table(&self) -> bool {
        matches!(self.place, CommanderPlace::Alone | CommanderPlace::With(_))
    }
}

/// He goes to a unit and stays with it, whose centre-front remains what it was (HC-LEADER-05, HC-CMOV-07).
pub(crate) fn join(cx: &mut Cx<'_, Rules>, commander: CommanderId, unit: UnitId) {
    cx.cite(rule!("HC-CMOV-05"), || crate::fact::Fact::Commander(commander));
    let at = Look::new(cx.rules, cx.state()).centre_front(unit);
    cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::With(unit), at });
}
