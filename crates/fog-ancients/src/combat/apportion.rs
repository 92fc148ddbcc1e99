//! Lost dice shared out among several opponents, or among parts of one (FA-ALLOC-03 to FA-ALLOC-05, FA-SDICE-12).

/// What is used against one opponent, or against one part of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub bases: u32,
    pub dice: u32,
}

/// FA-ALLOC-05: the dice that each part loses: in proportion to the bases, remainders to the largest fractions, no part
/// below 1 die while another has more than 1. FA-DEC-34: whenever parts have the same claim to losses that do not reach
/// all of them, `settle` says which of them is next; of those it leaves open the first.
pub fn apportion(loss: u32, parts: &[Part], mut settle: impl FnMut(&[usize]) -> Option<usize>) -> Vec<u32> {
    let all_bases = parts.iter().map(|part| part.bases).sum::<u32>().max(1);
    let dice = parts.iter().map(|part| part.dice).sum::<u32>();
    let mut left = loss.min(dice);
    let fair = |part: &Part| (loss * part.bases / all_bases).min(part.dice.saturating_sub(1));
    let mut lost: Vec<u32> = parts.iter().map(fair).collect();
    left = left.saturating_sub(lost.iter().sum());
    let mut given = vec![0; parts.len()];
    while left > 0 {
        let claims = claims(loss, all_bases, parts, &lost, &given);
        let tied = claims.len() > left as usize;
        let settled = if tied { settle(&claims).filter(|at| claims.contains(at)) } else { None };
        let Some(next) = settled.or_else(|| claims.first().copied()) else { break };
        lost[next] += 1;
        given[next] += 1;
        left -= 1;
    }
    lost
}

/// The parts with the best claim to the next lost die.
fn claims(loss: u32, all_bases: u32, parts: &[Part], lost: &[u32], given: &[u32]) -> Vec<usize> {
    let remaining = |at: usize| parts[at].dice - lost[at];
    let spare = (0..parts.len()).any(|at| remaining(at) > 1);
    let may = |at: &usize| remaining(*at) > u32::from(spare);
    let rank = |at: usize| (std::cmp::Reverse(given[at]), loss * parts[at].bases % all_bases);
    let best = (0..parts.len()).filter(may).map(rank).max();
    (0..parts.len()).filter(may).filter(|at| Some(rank(*at)) == best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each part loses, and the claims that were to be settled one after the other; `first` goes before the others.
    fn lost(loss: u32, parts: &[(u32, u32)], first: Option<usize>) -> (Vec<u32>, Vec<Vec<usize>>) {
        let parts: Vec<_> = parts.iter().map(|(bases, dice)| Part { bases: *bases, dice: *dice }).collect();
        let mut asked = Vec::new();
        let lost = apportion(loss, &parts, |claims| {
            asked.push(claims.to_vec());
            first
        });
        (lost, asked)
    }

    /// FA-ALLOC-03, FA-ALLOC-05, FA-SDICE-12: in proportion to the bases, fractions rounded to the largest.
    #[test]
    fn losses_follow_the_bases() {
        assert_eq!(lost(3, &[(6, 6), (3, 3)], None), (vec![2, 1], vec![]));
        assert_eq!(lost(2, &[(4, 4), (3, 3)], None), (vec![1, 1], vec![]));
        assert_eq!(lost(1, &[(2, 2), (4, 4)], None), (vec![0, 1], vec![]));
        assert_eq!(lost(0, &[(2, 2), (4, 4)], None), (vec![0, 0], vec![]));
    }

    /// FA-DEC-34: equal claims are the owner's to settle.
    #[test]
    fn ties_are_open() {
        assert_eq!(lost(1, &[(2, 2), (2, 2)], None), (vec![1, 0], vec![vec![0, 1]]));
        assert_eq!(lost(1, &[(2, 2), (2, 2)], Some(1)), (vec![0, 1], vec![vec![0, 1]]));
        assert_eq!(lost(2, &[(2, 2), (2, 2)], Some(1)), (vec![1, 1], vec![]));
        // Two dice among three: each of them is the owner's to settle.
        let both = vec![vec![0, 1, 2], vec![0, 1]];
        assert_eq!(lost(2, &[(2, 2), (2, 2), (2, 2)], Some(2)), (vec![1, 0, 1], both));
    }

    /// FA-ALLOC-03: one die is left everywhere if it can be; a loss larger than that takes more.
    #[test]
    fn one_die_is_left_if_possible() {
        assert_eq!(lost(2, &[(1, 1), (4, 4)], None), (vec![0, 2], vec![]));
        assert_eq!(lost(1, &[(3, 1), (2, 2)], None), (vec![0, 1], vec![]));
        assert_eq!(lost(2, &[(3, 1), (2, 2)], None).0.iter().sum::<u32>(), 2);
        assert_eq!(lost(9, &[(3, 1), (2, 2)], None).0, vec![1, 2]);
    }
}
