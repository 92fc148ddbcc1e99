//! Support attacks (55.10): how many dice each support has, and whom they strike.

use super::round::{Round, Strike, Supporting};
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::position::SupportSide;
use crate::rules::Look;

impl Look<'_> {
    /// HC-SUPP-32, HC-SUPP-33, HC-COL-11: dice of a unit that supports.
    pub fn support_dice(&self, unit: UnitId) -> u8 {
        let standing = self.state.unit(unit);
        let value = self.stats(unit).support;
        match standing.formation {
            _ if standing.is_in_block() => value.min(2),
            Formation::Column | Formation::Testudo => 0,
            Formation::Square => value.min(1),
            _ => value,
        }
    }

    /// HC-ALG-12, HC-SUPP-36: who supports these fighting units now.
    pub fn all_supports(&self, units: crate::ids::UnitSet) -> Vec<Supporting> {
        let found = units.iter().flat_map(|unit| self.supports_of(unit));
        found.map(|one| Supporting { unit: one.unit, of: one.of, side: one.side }).collect()
    }
}

/// HC-SUPP-32, HC-SUPP-33, HC-SUPP-34, HC-SUPP-35, HC-SUPP-36, HC-SUPP-37, HC-SUPP-38, HC-ENG-12: all support attacks
/// of a round.
pub(super) fn strikes(look: Look<'_>, round: &Round) -> Vec<Strike> {
    let mut found = Vec::new();
    for support in &round.supports {
        let dice = share(look, support);
        let targets = match support.side {
            SupportSide::Rear | SupportSide::Inside => in_proportion(round, support.of, dice),
            _ => closer(look, support).map(|foe| (foe, dice)).into_iter().collect(),
        };
        for (on, dice) in targets.into_iter().filter(|(_, dice)| *dice > 0) {
            let needed = look.needed_to_hit((support.unit, on), false, false, None);
            found.push(Strike { by: support.unit, of: support.of, on, dice, needed, hits: None });
        }
    }
    found
}

/// HC-SUPP-36, HC-ENG-12: a support of two friends has half of its dice for each, of other engagements too; the odd one
/// for the friend with whom it has more contact (the nearer one).
fn share(look: Look<'_>, support: &Supporting) -> u8 {
    let dice = look.support_dice(support.unit);
    let friends = friends(look, support.unit);
    let Some(at) = friends.iter().position(|friend| *friend == support.of) else { return dice };
    let count = friends.len() as u8;
    dice / count + u8::from((at as u8) < dice % count)
}

/// The fighting units that it supports, the nearest first.
fn friends(look: Look<'_>, support: UnitId) -> Vec<UnitId> {
    let side = look.side(support);
    let mut found: Vec<UnitId> = look
        .on_table(side)
        .filter(|unit| look.state.is_fighting(*unit))
        .filter(|unit| look.supports_of(*unit).iter().any(|one| one.unit == support))
        .collect();
    let apart = |unit: UnitId| look.distance(support, unit);
    found.sort_by(|a, b| apart(*a).total_cmp(&apart(*b)).then(a.cmp(b)));
    found
}

/// HC-SUPP-34: the enemy of its friend that is closer to it.
fn closer(look: Look<'_>, support: &Supporting) -> Option<UnitId> {
    let apart = |foe: UnitId| look.distance(support.unit, foe);
    let centre = |foe: UnitId| (look.rect(foe).centre() - look.rect(support.unit).centre()).length();
    let foes = look.state.foes(support.of);
    foes.min_by(|a, b| apart(*a).total_cmp(&apart(*b)).then(centre(*a).total_cmp(&centre(*b))).then(a.cmp(b)))
}

/// HC-SUPP-34: in the proportion of its friend's attacks, by largest remainders; ties to the first named.
fn in_proportion(round: &Round, of: UnitId, dice: u8) -> Vec<(UnitId, u8)> {
    let split = round.declared_of(of).map(|declared| declared.split.clone()).unwrap_or_default();
    let whole: u32 = split.iter().map(|(_, attacks)| u32::from(*attacks)).sum();
    if whole == 0 {
        return Vec::new();
    }
    let part = |attacks: u8| u32::from(dice) * u32::from(attacks);
    let mut given: Vec<(UnitId, u8)> =
        split.iter().map(|(foe, attacks)| (*foe, (part(*attacks) / whole) as u8)).collect();
    let left = dice - given.iter().map(|(_, dice)| dice).sum::<u8>();
    let mut order: Vec<usize> = (0..split.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(part(split[*at].1) % whole));
    order.iter().take(usize::from(left)).for_each(|at| given[*at].1 += 1);
    given
}
