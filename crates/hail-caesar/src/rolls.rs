//! The throws that rules ask for, as numbers.

use crate::rules::Rules;
use aelian_dice::{NeedRoll, Reroll, Throw};
use aelian_game::Cx;
use aelian_rulebook::RuleId;

/// HC-SETUP-01: one ordinary die of six sides.
pub fn die(cx: &mut Cx<'_, Rules>, rule: RuleId) -> Result<u8, NeedRoll> {
    Ok(cx.roll(rule, Throw::D6)?.face().unwrap_or(0))
}

/// Two dice added.
pub fn two_dice(cx: &mut Cx<'_, Rules>, rule: RuleId) -> Result<u8, NeedRoll> {
    let sum = cx.roll(rule, Throw::Sum { dice: 2 })?.sum().unwrap_or(0);
    Ok(u8::try_from(sum).unwrap_or(u8::MAX))
}

/// Two dice told apart, where one of them may be rolled again.
pub fn two_faces(cx: &mut Cx<'_, Rules>, rule: RuleId) -> Result<[u8; 2], NeedRoll> {
    let reading = cx.roll(rule, Throw::Sorted { dice: 2 })?;
    let faces = reading.faces().unwrap_or(&[]);
    Ok([faces.first().copied().unwrap_or(0), faces.get(1).copied().unwrap_or(0)])
}

/// So many dice that hit from this score on: how many do, and how many show a natural 6 (HC-RTRIG-01).
pub fn hits(
    cx: &mut Cx<'_, Rules>,
    rule: RuleId,
    dice: u8,
    needed: u8,
    reroll: Reroll,
) -> Result<(u8, u8), NeedRoll> {
    if dice == 0 {
        return Ok((0, 0));
    }
    let reading = cx.roll(rule, Throw::HitsAndSixes { dice, at_least: needed, reroll })?;
    Ok((reading.hits().unwrap_or(0), reading.sixes().unwrap_or(0)))
}

/// HC-SAVE-01: a save for each hit; how many succeed.
pub fn saves(
    cx: &mut Cx<'_, Rules>,
    rule: RuleId,
    hits: u8,
    needed: u8,
    reroll: Reroll,
) -> Result<u8, NeedRoll> {
    if hits == 0 || needed > 6 {
        return Ok(0);
    }
    let reading = cx.roll(rule, Throw::Hits { dice: hits, at_least: needed, reroll })?;
    Ok(reading.hits().unwrap_or(0))
}
