//! Lost dice shared out among several opponents, or among parts of one (FA-ALLOC-03 to FA-ALLOC-05, FA-SDICE-12).

/// What is used against one opponent, or against one part of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub bases: u32,
    pub dice: u32,
}

/// How a loss is shared out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    /// The dice that each part loses.
    pub lost: Vec<u32>,
    /// FA-DEC-34: parts with the same claim to a loss that does not reach all of them; the owner may choose. Empty
    /// if nothing is open.
    pub open: Vec<usize>,
}

/// FA-ALLOC-05: in proportion to the bases, remainders to the largest fractions, no part below 1 die while another has
/// more than 1. Of equal claims that of `first` goes before, then the earlier part.
pub fn apportion(loss: u32, parts: &[Part], first: Option<usize>) -> Shares {
    let all_bases = parts.iter().map(|part| part.bases).sum::<u32>().max(1);
    let dice = parts.iter().map(|part| part.dice).sum::<u32>();
    let mut left = loss.min(dice);
    let fair = |part: &Part| (loss * part.bases / all_bases).min(part.dice.saturating_sub(1));
    let mut shares = Shares { lost: parts.iter().map(fair).collect(), open: Vec::new() };
    left = left.saturating_sub(shares.lost.iter().sum());
    let mut given = vec![0; parts.len()];
    while left > 0 {
        let open = claims(loss, all_bases, parts, &shares.lost, &given);
        let Some(next) = first.filter(|at| open.contains(at)).or_else(|| open.first().copied()) else {
            break;
        };
        if open.len() > left as usize && shares.open.is_empty() {
            shares.open.clone_from(&open);
        }
        shares.lost[next] += 1;
        given[next] += 1;
        left -= 1;
    }
    shares
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

    fn lost(loss: u32, parts: &[(u32, u32)], first: Option<usize>) -> (Vec<u32>, Vec<usize>) {
        let parts: Vec<_> = parts.iter().map(|(bases, dice)| Part { bases: *bases, dice: *dice }).collect();
        let shares = apportion(loss, &parts, first);
        (shares.lost, shares.open)
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
        assert_eq!(lost(1, &[(2, 2), (2, 2)], None), (vec![1, 0], vec![0, 1]));
        assert_eq!(lost(1, &[(2, 2), (2, 2)], Some(1)), (vec![0, 1], vec![0, 1]));
        assert_eq!(lost(2, &[(2, 2), (2, 2)], Some(1)), (vec![1, 1], vec![]));
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
