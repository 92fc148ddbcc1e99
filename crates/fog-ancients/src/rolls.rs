//! The throws that rules ask for, as numbers.

use crate::rules::Rules;
use aelian_dice::{NeedRoll, Reroll, Throw};
use aelian_game::Cx;
use aelian_rulebook::RuleId;

/// FA-MEAS-13: one ordinary die of six sides.
pub fn die(cx: &mut Cx<'_, Rules>, rule: RuleId) -> Result<i32, NeedRoll> {
    Ok(cx.roll(rule, Throw::D6)?.face().map_or(0, i32::from))
}

/// Two dice added after re-rolls by quality.
pub fn two_dice(cx: &mut Cx<'_, Rules>, rule: RuleId, reroll: Reroll) -> Result<i32, NeedRoll> {
    Ok(cx.roll(rule, Throw::Total { dice: 2, reroll })?.sum().map_or(0, i32::from))
}

/// So many dice; how many of them reach the score.
pub fn hits(
    cx: &mut Cx<'_, Rules>,
    rule: RuleId,
    dice: u8,
    at_least: u8,
    reroll: Reroll,
) -> Result<u8, NeedRoll> {
    if dice == 0 {
        return Ok(0);
    }
    Ok(cx.roll(rule, Throw::Hits { dice, at_least, reroll })?.hits().unwrap_or(0))
}

/// FA-TAB-VMD, FA-VMD-01, FA-VMD-09: one die; the change of a move distance in MU.
pub fn variable_move(cx: &mut Cx<'_, Rules>, rule: RuleId) -> Result<i32, NeedRoll> {
    Ok(match die(cx, rule)? {
        1 => -2,
        2 => -1,
        5 => 1,
        6 => 2,
        _ => 0,
    })
}

#[cfg(test)]
mod tests {
    use aelian_dice::Tape;

    /// FA-MEAS-13: dice have six sides.
    #[test]
    fn dice_have_six_sides() {
        assert!(Tape::new([1, 2, 3, 4, 5, 6]).is_ok());
        assert!(Tape::new([0]).is_err() && Tape::new([7]).is_err());
    }
}
