//! Whom special support is meant for (BB-LST-13): a list may pair supporters with some of its lines only.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// BB-LST-13: the pairing of a base as the order of battle records it. Only lines that somebody supports have
/// a number, so that a pairing tells nothing about bases that the other side has not seen (BB-DEP-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pairing {
    /// The bit of its own line; 0 if nobody is bound to support it.
    line: u64,
    /// The bits of the lines that it supports; 0 if it may support any.
    supports: u64,
}

/// What an order of battle or a position says of one base: its own name, and those it supports.
#[derive(Clone, Copy, Debug)]
pub struct Paired<'a> {
    pub name: &'a str,
    pub supports: &'a [String],
}

impl Pairing {
    /// So many lines can be told apart; their bits make a number that every reader of JSON keeps exact.
    pub const MOST_LINES: usize = 48;

    /// Nothing is said: it may support whomever it stands behind.
    pub fn is_free(&self) -> bool {
        *self == Pairing::default()
    }

    /// BB-LST-13: whether a base with this pairing may give special support to that one.
    pub fn may_support(self, front: Pairing) -> bool {
        self.supports == 0 || self.supports & front.line != 0
    }
}

/// BB-LST-13: the pairings of all bases of an army, in their order.
pub fn pairings(army: &[Paired<'_>]) -> Vec<Pairing> {
    let lines: Vec<&str> = supported_lines(army).into_iter().collect();
    let bit = |name: &str| match lines.binary_search(&name) {
        Ok(at) if at < Pairing::MOST_LINES => 1 << at,
        _ => 0,
    };
    let pairing = |base: &Paired<'_>| Pairing {
        line: bit(base.name),
        supports: base.supports.iter().fold(0, |bits, name| bits | bit(name)),
    };
    army.iter().map(pairing).collect()
}

/// The lines that somebody is bound to support.
pub fn supported_lines<'a>(army: &[Paired<'a>]) -> BTreeSet<&'a str> {
    army.iter().flat_map(|base| base.supports.iter().map(String::as_str)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(army: &[(&str, &[&str])]) -> Vec<Pairing> {
        let named: Vec<(&str, Vec<String>)> = army
            .iter()
            .map(|(name, supports)| (*name, supports.iter().map(|name| (*name).to_owned()).collect()))
            .collect();
        let army: Vec<Paired<'_>> = named.iter().map(|(name, supports)| Paired { name, supports }).collect();
        pairings(&army)
    }

    /// BB-LST-13: who is bound supports his lines only; who is not supports anybody.
    #[test]
    fn the_bound_support_their_own() {
        let [guard, array, archer, any] = of(&[("A8", &[]), ("A10", &[]), ("A9", &["A8"]), ("A15", &[])])[..]
        else {
            panic!("four bases")
        };
        assert!(archer.may_support(guard) && !archer.may_support(array) && !archer.may_support(archer));
        assert!(any.may_support(guard) && any.may_support(array));
        assert!(array.is_free() && any.is_free() && !guard.is_free());
    }

    /// BB-LST-13: a line that no base stands under helps nobody.
    #[test]
    fn an_absent_line_is_nobody() {
        let [archer, other] = of(&[("A9", &["A8"]), ("", &[])])[..] else { panic!("two bases") };
        assert!(!archer.may_support(other));
    }
}
