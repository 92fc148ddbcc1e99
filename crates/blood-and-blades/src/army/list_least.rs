//! The least that an army list demands, as bases, at the lowest price (DER-03, DER-04).

use super::Enlisted;
use super::list::{ArmyList, Line, Mix, Numbers, Offer, Offered, Starred};
use super::price::{self, HalfPoints};
use crate::tables::Tables;

/// BB-LST-12, AMB-69: how starred minimums are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StarredMinimums {
    Compulsory,
    /// They bind only an army that uses the line.
    OnlyIfUsed,
}

/// The cheapest bases that fill every minimum; none if a line offers only troops that have no price.
pub fn least(list: &ArmyList, tables: &Tables, starred: StarredMinimums) -> Option<Vec<Enlisted>> {
    let mut bases = Vec::new();
    for line in list.lines.iter().filter(|line| line.replaces().is_none()) {
        bases.extend(least_of(list, line, tables, starred)?);
    }
    Some(bases)
}

/// BB-LST-02, AMB-82: the least of a line; what must replace its bases comes first and counts among them.
fn least_of(
    list: &ArmyList,
    line: &Line,
    tables: &Tables,
    starred: StarredMinimums,
) -> Option<Vec<Enlisted>> {
    let mut bases = Vec::new();
    for other in list.replacing(&line.id) {
        let offered: Vec<&Offered> = other.offered().collect();
        take(&mut bases, other, &offered, minimum(other, starred), tables)?;
    }
    let total = minimum(line, starred).max(count(&bases));
    let front_offer = offered_in_front(line);
    let support = match &line.offer {
        Offer::Halves { support, mix: Mix::Half, .. } => {
            let supporters: Vec<&Offered> = support.iter().collect();
            take(&mut bases, line, &supporters, total / 2, tables)?;
            total / 2
        }
        _ => 0,
    };
    let front = total.saturating_sub(count(&bases).max(support));
    take(&mut bases, line, &front_offer, front, tables)?;
    Some(bases)
}

fn offered_in_front(line: &Line) -> Vec<&Offered> {
    match &line.offer {
        Offer::Halves { front, mix: Mix::Half, .. } => front.iter().collect(),
        _ => line.offered().collect(),
    }
}

fn minimum(line: &Line, starred: StarredMinimums) -> u32 {
    match line.numbers {
        Numbers::Between { starred: Starred::Yes, .. } if starred == StarredMinimums::OnlyIfUsed => 0,
        Numbers::Between { least, .. } => least,
        Numbers::UpTo { .. } => 0,
    }
}

/// Adds bases of the cheapest troops; none if they have no price.
fn take(
    bases: &mut Vec<Enlisted>,
    line: &Line,
    offered: &[&Offered],
    number: u32,
    tables: &Tables,
) -> Option<()> {
    if number == 0 {
        return Some(());
    }
    let priced = |offered: &&Offered| -> Option<(HalfPoints, Enlisted)> {
        let base = offered.enlist(line);
        Some((price::halves(&price::of_base(tables, &base)?), base))
    };
    let (_, cheapest) = offered.iter().filter_map(priced).min_by_key(|(price, _)| *price)?;
    bases.extend(std::iter::repeat_n(cheapest, usize::try_from(number).ok()?));
    Some(())
}

fn count(bases: &[Enlisted]) -> u32 {
    u32::try_from(bases.len()).unwrap_or(u32::MAX)
}
