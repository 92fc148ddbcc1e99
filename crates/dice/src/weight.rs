//! Probabilities of dice: exact fractions while they fit, rounded numbers beyond.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

/// A probability. Every probability of six-sided dice is a whole number over some 2^a * 3^b; it is kept so
/// as long as numerator and exponents fit, and becomes an `f64` where they do not.
///
/// Fractions are kept in lowest terms, so equal fractions are equal weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight(Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Fraction { over: u128, twos: u8, threes: u8 },
    Rounded(f64),
}

impl Weight {
    pub const ZERO: Weight = Weight(Kind::Fraction { over: 0, twos: 0, threes: 0 });
    pub const ONE: Weight = Weight(Kind::Fraction { over: 1, twos: 0, threes: 0 });

    /// So many of the equally likely ways in which so many dice can fall.
    pub fn ways(ways: u128, dice: u8) -> Weight {
        Weight::reduced(ways, dice, dice)
    }

    /// A probability that is known as a number only.
    pub fn rounded(probability: f64) -> Weight {
        Weight(Kind::Rounded(probability))
    }

    pub fn to_f64(self) -> f64 {
        match self.0 {
            Kind::Fraction { over, twos, threes } => over as f64 / power(3, threes) / power(2, twos),
            Kind::Rounded(probability) => probability,
        }
    }

    /// Numerator and denominator in lowest terms, if the weight is exact and the denominator fits.
    pub fn fraction(self) -> Option<(u128, u128)> {
        match self.0 {
            Kind::Fraction { over, twos, threes } => Some((over, denominator(twos, threes)?)),
            Kind::Rounded(_) => None,
        }
    }

    /// Whether no rounding went into this weight.
    pub fn is_exact(self) -> bool {
        matches!(self.0, Kind::Fraction { .. })
    }

    fn reduced(mut over: u128, mut twos: u8, mut threes: u8) -> Weight {
        if over == 0 {
            return Weight::ZERO;
        }
        let halvings = over.trailing_zeros().min(u32::from(twos));
        over >>= halvings;
        twos -= halvings as u8;
        while threes > 0 && over.is_multiple_of(3) {
            over /= 3;
            threes -= 1;
        }
        Weight(Kind::Fraction { over, twos, threes })
    }

    fn exact_sum(self, other: Weight) -> Option<Weight> {
        let (Kind::Fraction { over, twos, threes }, Kind::Fraction { over: more, twos: t, threes: h }) =
            (self.0, other.0)
        else {
            return None;
        };
        let (common_twos, common_threes) = (twos.max(t), threes.max(h));
        let left = over.checked_mul(denominator(common_twos - twos, common_threes - threes)?)?;
        let right = more.checked_mul(denominator(common_twos - t, common_threes - h)?)?;
        Some(Weight::reduced(left.checked_add(right)?, common_twos, common_threes))
    }

    fn exact_product(self, other: Weight) -> Option<Weight> {
        let (Kind::Fraction { over, twos, threes }, Kind::Fraction { over: times, twos: t, threes: h }) =
            (self.0, other.0)
        else {
            return None;
        };
        Some(Weight::reduced(over.checked_mul(times)?, twos.checked_add(t)?, threes.checked_add(h)?))
    }
}

/// What can stand for a probability while odds are reckoned: an exact weight, or a plain number, which is quicker.
pub trait Chance: Copy + PartialEq + Add<Output = Self> + AddAssign + Mul<Output = Self> {
    const NONE: Self;
    const CERTAIN: Self;

    /// So many of the equally likely ways in which so many dice can fall.
    fn ways(ways: u32, dice: u8) -> Self;
}

impl Chance for Weight {
    const NONE: Self = Weight::ZERO;
    const CERTAIN: Self = Weight::ONE;

    fn ways(ways: u32, dice: u8) -> Self {
        Weight::ways(ways.into(), dice)
    }
}

impl Chance for f64 {
    const NONE: Self = 0.0;
    const CERTAIN: Self = 1.0;

    fn ways(ways: u32, dice: u8) -> Self {
        f64::from(ways) / power(6, dice)
    }
}

fn denominator(twos: u8, threes: u8) -> Option<u128> {
    2u128.checked_pow(u32::from(twos))?.checked_mul(3u128.checked_pow(u32::from(threes))?)
}

/// A power by repeated multiplication: the standard library's own may round differently between machines.
fn power(base: u8, exponent: u8) -> f64 {
    match u128::from(base).checked_pow(u32::from(exponent)) {
        Some(whole) => whole as f64,
        None => (0..exponent).fold(1.0, |product, _| product * f64::from(base)),
    }
}

impl Add for Weight {
    type Output = Weight;

    fn add(self, other: Weight) -> Weight {
        self.exact_sum(other).unwrap_or_else(|| Weight::rounded(self.to_f64() + other.to_f64()))
    }
}

impl AddAssign for Weight {
    fn add_assign(&mut self, other: Weight) {
        *self = *self + other;
    }
}

impl Mul for Weight {
    type Output = Weight;

    fn mul(self, other: Weight) -> Weight {
        self.exact_product(other).unwrap_or_else(|| Weight::rounded(self.to_f64() * other.to_f64()))
    }
}

impl Sum for Weight {
    fn sum<I: Iterator<Item = Weight>>(weights: I) -> Weight {
        weights.fold(Weight::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Weight;

    #[test]
    fn equal_fractions_are_equal_weights() {
        assert_eq!(Weight::ways(3, 1), Weight::ways(18, 2));
        assert_eq!(Weight::ways(3, 1).fraction(), Some((1, 2)));
        assert_eq!(Weight::ways(4, 1).fraction(), Some((2, 3)));
        assert_eq!(Weight::ways(6, 1), Weight::ONE);
        assert_eq!(Weight::ways(0, 4), Weight::ZERO);
    }

    #[test]
    fn sums_and_products_stay_exact_while_they_fit() {
        let third = Weight::ways(2, 1);
        let half = Weight::ways(3, 1);
        assert_eq!((third + half).fraction(), Some((5, 6)));
        assert_eq!((third * half).fraction(), Some((1, 6)));
        assert_eq!(std::iter::repeat_n(Weight::ways(1, 2), 36).sum::<Weight>(), Weight::ONE);
    }

    #[test]
    fn what_does_not_fit_is_rounded_and_says_so() {
        let small = Weight::ways(1, 200);
        let smaller = small * small;
        assert!(small.is_exact() && !smaller.is_exact());
        assert_eq!(small.fraction(), None);
        let sum = Weight::ways(1, 1) + small;
        assert!(!sum.is_exact());
        assert!((sum.to_f64() - 1.0 / 6.0).abs() < 1e-15);
    }
}
