//! The alarm (HS-RAID-17, HS-RAID-18, HS-RAID-19, HS-RAID-20, HS-RAID-21, HS-RAID-22, HS-RAID-23), and Vino's
//! state of mind (HS-RAID-03).

use super::{BRITONS, ROMANS};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::rolls;
use crate::rules::{INCH, Look, Rules};
use crate::scenario::ScenarioEvent;
use crate::scenario::arrivals::done;
use crate::scenario::script::Matter;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Vec2, distance};
use aelian_rulebook::{RuleId, rule};
use serde::{Deserialize, Serialize};

/// Whether the valley knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alarm {
    #[default]
    Quiet,
    /// HS-RAID-20: it sounds when the next British turn begins, if the sentries live.
    Coming,
    /// In this turn of both players together.
    Given(u16),
}

impl Alarm {
    pub fn is_given(self) -> bool {
        matches!(self, Alarm::Given(_))
    }
}

/// HS-RAID-17, HS-RAID-22: how near to the lookout post, in inches.
const SEEN: f64 = 12.0;
const GLIMPSED: f64 = 24.0;
/// HS-RAID-22.
const GLIMPSED_ON: u8 = 4;
/// HS-RAID-23: the line from the lookout post to the animal enclosure, in inches.
const LIMIT: [(f64, f64); 2] = [(42.0, 18.0), (47.0, 36.0)];

fn post_is_near(look: Look<'_>, inches: f64) -> bool {
    let post = look.block_named("lookout post");
    post.is_some_and(|(_, post)| look.near(ROMANS, &post.rect, inches))
}

/// HS-RAID-23: Romans have passed the line.
fn is_passed(look: Look<'_>) -> bool {
    let [from, to] = LIMIT.map(|(x, y)| Vec2::new(x * INCH, y * INCH));
    let east = |unit: UnitId| (to - from).perp_dot(look.rect(unit).centre() - from) < 0.0;
    look.on_table(ROMANS).any(east)
}

/// The rule by which it sounds when a British turn begins, and whether a die must agree.
fn cause(look: Look<'_>) -> Option<(RuleId, bool)> {
    let sentries = look.is_alive("Sentries");
    if is_passed(look) {
        Some((rule!("HS-RAID-23"), false))
    } else if !sentries {
        // HS-RAID-21.
        None
    } else if look.raid().alarm == Alarm::Coming {
        Some((rule!("HS-RAID-20"), false))
    } else if post_is_near(look, SEEN) {
        Some((rule!("HS-RAID-17"), false))
    } else {
        post_is_near(look, GLIMPSED).then_some((rule!("HS-RAID-22"), true))
    }
}

pub fn is_due(look: Look<'_>) -> bool {
    !look.raid().alarm.is_given() && cause(look).is_some()
}

pub fn resolve(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let found = cause(Look::new(cx.rules, cx.state()));
    if let Some((rule, by_die)) = found {
        let face = if by_die { rolls::die(cx, rule)? } else { 6 };
        if by_die {
            let fact = || Fact::Count { found: i32::from(face), allowed: i32::from(GLIMPSED_ON) };
            cx.cite(rule, fact);
        }
        if face >= GLIMPSED_ON {
            give(cx, rule);
        }
    }
    done(cx, Matter::Alarm);
    Ok(())
}

/// The alarm is given.
pub fn give(cx: &mut Cx<'_, Rules>, rule: RuleId) {
    if cx.state().script.raid.alarm.is_given() {
        return;
    }
    cx.cite(rule, || Fact::Side(BRITONS));
    let turn = cx.state().turn;
    cx.emit(Event::Scenario(ScenarioEvent::Alarm(Alarm::Given(turn))));
}

/// HS-RAID-19, HS-RAID-20: villagers who reach the post or the stockade give the alarm; a post that is shot at or
/// assaulted will.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    if look.raid().alarm.is_given() {
        return;
    }
    let touches = |name: &str| {
        let villagers = look.unit_called("Villagers").filter(|unit| look.state.unit(*unit).is_on_table());
        let place = look.block_named(name);
        villagers
            .zip(place)
            .is_some_and(|(unit, (_, block))| distance(look.rect(unit), &block.rect) <= look.rules.slack)
    };
    if touches("lookout post") || touches("stockaded village") {
        give(cx, rule!("HS-RAID-19"));
        return;
    }
    let attacked = look.unit_called("Sentries").is_some_and(|unit| {
        look.state.barrages.iter().any(|barrage| barrage.target == unit) || look.state.is_fighting(unit)
    });
    if attacked && look.raid().alarm == Alarm::Quiet {
        cx.cite(rule!("HS-RAID-20"), || Fact::Side(ROMANS));
        cx.emit(Event::Scenario(ScenarioEvent::Alarm(Alarm::Coming)));
    }
}

/// HS-RAID-03: 1 is 7, 6 is 9, all else 8, in each Roman turn.
pub fn roll_vino(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let face = rolls::die(cx, rule!("HS-RAID-03"))?;
    let leadership = match face {
        1 => 7,
        6 => 9,
        _ => 8,
    };
    cx.cite(rule!("HS-RAID-03"), || Fact::Count { found: i32::from(face), allowed: i32::from(leadership) });
    cx.emit(Event::Scenario(ScenarioEvent::Vino(leadership)));
    done(cx, Matter::Vino);
    Ok(())
}
