//! The throws that rules ask for, as numbers.

use crate::rules::Rules;
use aelian_dice::{Distribution, NeedRoll, Reading, Reroll, Throw};
use aelian_game::Cx;
use aelian_rulebook::RuleId;

/// FA-MEAS-13: one ordinary die of six sides.
pub fn die(cx: &mut Cx<'_, Rules>, rule: RuleId) -> Result<i32, NeedRoll> {
    Ok(cx.roll(rule, Throw::D6)?.face().map_or(0, i32::from))
}

/// FA-QUAL-01, FA-QUAL-02, FA-QUAL-03, FA-QUAL-04, FA-QUAL-05, FA-QUAL-06, FA-QUAL-09, FA-QUAL-10, FA-QUAL-11: two dice added after re-rolls by quality.
fn of_two_dice(reroll: Reroll) -> Throw {
    Throw::Total { dice: 2, reroll }
}

fn added(reading: &Reading) -> i32 {
    reading.sum().map_or(0, i32::from)
}

pub fn two_dice(cx: &mut Cx<'_, Rules>, rule: RuleId, reroll: Reroll) -> Result<i32, NeedRoll> {
    Ok(added(&cx.roll(rule, of_two_dice(reroll))?))
}

/// What `two_dice` comes to.
pub fn two_dice_odds(reroll: Reroll) -> Distribution<i32> {
    of_two_dice(reroll).odds(READINGS).map(added)
}

/// No throw here has as many readings.
const READINGS: u64 = 1000;

/// FA-POA-07: so many dice; how many of them reach the score.
fn of_hits(dice: u8, at_least: u8, reroll: Reroll) -> Throw {
    Throw::Hits { dice, at_least, reroll }
}

fn counted(reading: &Reading) -> u8 {
    reading.hits().unwrap_or(0)
}

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
    Ok(counted(&cx.roll(rule, of_hits(dice, at_least, reroll))?))
}

/// What `hits` comes to.
pub fn hits_odds(dice: u8, at_least: u8, reroll: Reroll) -> Distribution<u32> {
    of_hits(dice, at_least, reroll).odds(READINGS).map(|reading| u32::from(counted(reading)))
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
    use super::*;
    use crate::troop::Quality;
    use aelian_dice::Tape;

    /// FA-MEAS-13: dice have six sides.
    #[test]
    fn dice_have_six_sides() {
        assert!(Tape::new([1, 2, 3, 4, 5, 6]).is_ok());
        assert!(Tape::new([0]).is_err() && Tape::new([7]).is_err());
    }

    /// FA-QUAL-02, FA-QUAL-03, FA-QUAL-04, FA-QUAL-05, FA-QUAL-08, FA-QUAL-09, FA-QUAL-10: chances to hit on a 4 for each
    /// quality, and with a commander in the front rank.
    #[test]
    fn quality_changes_the_chance_of_a_hit() {
        let hit = |reroll| hits_odds(1, 4, reroll).weight(&1).fraction();
        assert_eq!(hit(Quality::Average.reroll()), Some((1, 2)));
        assert_eq!(hit(Quality::Superior.reroll()), Some((7, 12)));
        assert_eq!(hit(Quality::Elite.reroll()), Some((2, 3)));
        assert_eq!(hit(Quality::Poor.reroll()), Some((5, 12)));
        assert_eq!(hit(Quality::Elite.reroll_led()), Some((3, 4)));
        assert_eq!(hit(Quality::Poor.reroll_led()), Some((1, 2)));
    }

    /// FA-QUAL-09, EX-13: an elite die never gets worse by its re-roll.
    #[test]
    fn two_dice_add_up() {
        let sum = |reroll, sum| two_dice_odds(reroll).weight(&sum).fraction();
        assert_eq!(sum(Reroll::None, 7), Some((1, 6)));
        assert_eq!(sum(Reroll::OnesAndTwos, 2), Some((1, 1296)));
        assert_eq!(sum(Reroll::Sixes, 12), Some((1, 1296)));
    }
}
