//! Exact chances of dice with quality re-rolls (10.6).

use aelian_dice::Reroll;

/// FA-QUAL-01, FA-QUAL-02, FA-QUAL-03, FA-QUAL-04, FA-QUAL-05, FA-QUAL-06, FA-QUAL-09, FA-QUAL-10, FA-QUAL-11: the faces 1 to 6 of one die after its re-roll, with their chances.
pub fn die(reroll: Reroll) -> [f64; 6] {
    let mut chances = [0.0; 6];
    for first in 0..6usize {
        let again = match reroll {
            Reroll::Ones => first < 1,
            Reroll::OnesAndTwos => first < 2,
            Reroll::OnesToThrees => first < 3,
            Reroll::Sixes => first == 5,
            _ => false,
        };
        if !again {
            chances[first] += 1.0 / 6.0;
            continue;
        }
        for second in 0..6usize {
            // FA-QUAL-09: a re-roll cannot lower a die, but for a poor troops' six.
            let counted = if reroll == Reroll::Sixes { second } else { second.max(first) };
            chances[counted] += 1.0 / 36.0;
        }
    }
    chances
}

/// The sums 2 to 12 of two dice, each re-rolled, with their chances.
pub fn two_dice(reroll: Reroll) -> [(i32, f64); 11] {
    let faces = die(reroll);
    let mut sums = [0.0; 11];
    for (first, one) in faces.iter().enumerate() {
        for (second, other) in faces.iter().enumerate() {
            sums[first + second] += one * other;
        }
    }
    let mut with_scores = [(0, 0.0); 11];
    for (at, chance) in sums.into_iter().enumerate() {
        with_scores[at] = (at as i32 + 2, chance);
    }
    with_scores
}

/// FA-POA-07: the chance of one die to reach a score.
pub fn hit(at_least: u8, reroll: Reroll) -> f64 {
    let reaches = |(face, _): &(usize, f64)| *face as u8 + 1 >= at_least;
    die(reroll).into_iter().enumerate().filter(reaches).map(|(_, chance)| chance).sum()
}

/// One die more that hits with this chance, in a list of the chances of 0, 1, 2... hits.
pub fn add_die(sum: &mut Vec<f64>, chance: f64) {
    sum.push(0.0);
    for at in (0..sum.len()).rev() {
        let below = if at == 0 { 0.0 } else { sum[at - 1] };
        sum[at] = sum[at] * (1.0 - chance) + below * chance;
    }
}

/// So much more chance of this number.
pub fn add_at(list: &mut Vec<f64>, at: usize, chance: f64) {
    if list.len() <= at {
        list.resize(at + 1, 0.0);
    }
    list[at] += chance;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::troop::Quality;

    /// FA-QUAL-02, FA-QUAL-03, FA-QUAL-04, FA-QUAL-05, FA-QUAL-08, FA-QUAL-09, FA-QUAL-10: chances to hit on a 4 for each quality, and with a commander in the front rank.
    #[test]
    fn quality_changes_the_chance_of_a_hit() {
        let twelfths = |reroll| (hit(4, reroll) * 12.0 * 1e9).round() / 1e9;
        assert_eq!(twelfths(Quality::Average.reroll()), 6.0);
        assert_eq!(twelfths(Quality::Superior.reroll()), 7.0);
        assert_eq!(twelfths(Quality::Elite.reroll()), 8.0);
        assert_eq!(twelfths(Quality::Poor.reroll()), 5.0);
        assert_eq!(twelfths(Quality::Elite.reroll_led()), 9.0);
        assert_eq!(twelfths(Quality::Poor.reroll_led()), 6.0);
    }

    #[test]
    fn two_dice_add_up() {
        let sums = two_dice(Reroll::None);
        assert!((sums[5].1 - 6.0 / 36.0).abs() < 1e-12);
        for reroll in [Reroll::None, Reroll::Ones, Reroll::OnesAndTwos, Reroll::Sixes] {
            assert!((two_dice(reroll).iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
