//! What may befall a commander (65.7): hit in combat or by shots, his unit destroyed.

use super::Waiting;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{CommanderId, UnitId};
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Part;
use crate::state::CommanderPlace;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_rulebook::rule;

/// HC-CRISK-03: the unit is destroyed, and whoever was with it must see what becomes of him: a waiting step. Called
/// when the unit has left the table, or before.
pub fn fate(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    while let Some(commander) = cx.state().commander_with(unit) {
        let at = cx.state().commander(commander).at;
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, at });
        cx.emit(Event::Waits(Pending::Commander(Waiting::Fate { commander })));
    }
}

/// HC-TAB-CRISK, HC-CRISK-03, HC-CRISK-04: 1 and 2 slain, 3 and 4 wounded, 5 and 6 unharmed; a survivor takes refuge.
pub(super) fn resolve_fate(cx: &mut Cx<'_, Rules>, commander: CommanderId) -> Result<(), NeedRoll> {
    let face = rolls::die(cx, rule!("HC-CRISK-03"))?;
    cx.cite(rule!("HC-CRISK-03"), || Fact::Fate { commander, score: i32::from(face), from: 3 });
    cx.emit(Event::Settled);
    if face <= 2 {
        fall(cx, commander);
        return Ok(());
    }
    if face <= 4 {
        wound(cx, commander);
    }
    cx.emit(Event::Waits(Pending::Commander(Waiting::Refuge { commander })));
    Ok(())
}

/// What a commander was hit by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    Shots,
    Combat,
}

/// HC-CRISK-06, HC-CRISK-10: a commander who was hit is slain on 1 to 3, wounded on 4 to 6.
pub fn hit(cx: &mut Cx<'_, Rules>, commander: CommanderId, by: Blow) -> Result<(), NeedRoll> {
    let rule = match by {
        Blow::Shots => rule!("HC-CRISK-06"),
        Blow::Combat => rule!("HC-CRISK-10"),
    };
    let face = rolls::die(cx, rule)?;
    cx.cite(rule, || Fact::Fate { commander, score: i32::from(face), from: 4 });
    if face <= 3 {
        fall(cx, commander);
    } else {
        wound(cx, commander);
    }
    Ok(())
}

/// HC-CRISK-08, HC-CRISK-12: how often two dice are rolled at a commander, and from which total they hit him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Danger {
    pub rolls: u8,
    pub from: i32,
}

impl Danger {
    pub fn of(rules: &Rules, used: u8) -> Danger {
        let attacks = used.max(1);
        let rolls = if rules.settings.risk_for_each_attack { attacks } else { 1 };
        Danger { rolls, from: 13 - i32::from(attacks) }
    }
}

/// HC-CRISK-05, HC-CRISK-07, HC-CRISK-08, HC-CRISK-11, HC-CRISK-12: the rolls at a commander who was shot at or fought with so many attacks: 2D6
/// and one for each attack beyond the first, 12 hits. One roll, or one for each attack by the option. Whether he is
/// hit.
pub fn at_risk(cx: &mut Cx<'_, Rules>, commander: CommanderId, used: u8, by: Blow) -> Result<bool, NeedRoll> {
    let Danger { rolls, from } = Danger::of(cx.rules, used);
    let rule = match by {
        Blow::Shots => rule!("HC-CRISK-05"),
        Blow::Combat if cx.rules.settings.risk_for_each_attack => rule!("HC-CRISK-12"),
        Blow::Combat => rule!("HC-CRISK-08"),
    };
    for _ in 0..rolls {
        let score = i32::from(rolls::two_dice(cx, rule)?);
        cx.cite(rule, || Fact::Fate { commander, score, from });
        if score >= from {
            return Ok(true);
        }
    }
    Ok(false)
}

/// HC-CFV-04, HC-CFV-05: he is wounded; a second wound changes nothing.
fn wound(cx: &mut Cx<'_, Rules>, commander: CommanderId) {
    let mut is = *cx.state().commander(commander);
    if !is.wounded {
        is.wounded = true;
        cx.cite(rule!("HC-CFV-04"), || Fact::Commander(commander));
        cx.emit(Event::CommanderIs { commander, is });
    }
}

/// HC-RES-01, HC-RES-02, HC-RES-03, HC-RES-04, HC-RES-05, HC-RES-06, HC-RES-07, HC-RES-08, HC-RES-09: he is slain or
/// captured; what follows him is a waiting step, if anybody is left whom to lead. Whoever speaks or has spoken in
/// this Command part has a successor who gives no orders (HC-RES-08).
pub fn fall(cx: &mut Cx<'_, Rules>, commander: CommanderId) {
    let look = Look::new(cx.rules, cx.state());
    let own_command = look.state.part == Part::Command && look.active() == look.side_of_commander(commander);
    let spoke = look.state.speaking == Some(commander);
    let led = look.rules.leaders[commander.index()].division;
    let followed = led.is_some_and(|led| look.members(led).any(|unit| look.state.unit(unit).is_on_table()));
    let mut is = *look.state.commander(commander);
    is.place = CommanderPlace::Fallen;
    // HC-RES-06.
    is.general = false;
    is.used = 0;
    is.finished = is.finished || (own_command && spoke);
    cx.cite(rule!("HC-RES-01"), || Fact::Commander(commander));
    cx.emit(Event::CommanderIs { commander, is });
    if spoke {
        cx.emit(Event::Speaks(None));
    }
    if followed {
        cx.emit(Event::Waits(Pending::Commander(Waiting::Reserve { commander })));
    } else {
        cx.cite(rule!("HC-RES-09"), || Fact::Commander(commander));
    }
}
