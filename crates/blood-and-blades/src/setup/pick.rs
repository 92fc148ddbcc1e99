//! Choosing pieces of terrain (32.2).

use super::{Homeland, verdict};
use crate::choice::{Choice, Pick, PickKind};
use crate::fact::Fact;
use crate::field::{AreaKind, Size};
use crate::rules::{Look, Rules};
use aelian_dice::Sampler;
use aelian_game::{Proposals, Side, Verdict, Want};
use aelian_rulebook::{Reason, RuleId, rule};

/// BB-SET-11: at most so many small, medium and large pieces.
const LIMITS: [(Size, u32); 3] = [(Size::Small, 3), (Size::Medium, 2), (Size::Large, 1)];

/// So many picks are drawn when the whole list is wanted.
const FULL_LIST: u16 = 24;

/// BB-SET-11: how many pieces of a size may be picked.
pub fn most_of(size: Size) -> u32 {
    LIMITS.iter().find(|(limit, _)| *limit == size).map_or(0, |(_, most)| *most)
}

impl Look<'_> {
    /// AMB-71: the homeland of the invaded player, from which both pick.
    pub fn homeland(&self) -> Option<&Homeland> {
        let set_up = self.state.set_up.as_ref()?;
        set_up.homelands.get(self.state.invader.other().index())
    }
}

impl Homeland {
    pub fn is_mandatory(&self, kind: PickKind) -> bool {
        self.mandatory.contains(&kind)
    }

    /// BB-TER-09, BB-TER-12: every piece that may be picked, mandatory kinds first.
    pub fn picks(&self) -> Vec<Pick> {
        let kinds = self.mandatory.iter().chain(&self.optional).copied().filter(|kind| self.offers(*kind));
        kinds.flat_map(|what| sizes_of(what).iter().map(move |size| Pick { what, size: *size })).collect()
    }

    /// BB-TER-12: whether a kind may be picked at all.
    fn offers(&self, kind: PickKind) -> bool {
        let listed = |kind: PickKind| self.mandatory.contains(&kind) || self.optional.contains(&kind);
        listed(kind) && cover_of(kind).is_none_or(listed)
    }
}

/// BB-SET-11 to BB-SET-16: a whole pick, with every fault at once.
pub fn check(look: Look<'_>, side: Side, picks: &[Pick]) -> Verdict<Rules> {
    let Some(homeland) = look.homeland() else { return super::not_asked() };
    let mut breaches = Vec::new();
    for pick in picks {
        of_homeland(homeland, *pick, &mut breaches);
    }
    sizes(picks, &mut breaches);
    if side == look.state.invader {
        of_invader(homeland, picks, &mut breaches);
    } else {
        of_invaded(homeland, picks, &mut breaches);
    }
    verdict(breaches)
}

pub fn propose(look: Look<'_>, side: Side, want: Want<'_>, out: &mut Proposals<Rules>) {
    let Some(homeland) = look.homeland() else { return };
    let invader = side == look.state.invader;
    let mut fixed = Sampler::new(u64::from(invader));
    let (count, sampler) = match want {
        Want::All => (FULL_LIST, &mut fixed),
        Want::Sample(count, sampler) => (count, sampler),
    };
    let mut offer = |picks: Vec<Pick>| {
        let choice = Choice::PickTerrain(picks);
        if let Choice::PickTerrain(picks) = &choice
            && check(look, side, picks).is_legal()
            && !out.contains(&choice)
        {
            out.push(choice);
        }
    };
    for _ in 0..count {
        offer(draw(homeland, invader, sampler));
    }
    offer(simplest(homeland, invader));
}

/// BB-SET-13, BB-SET-16, AMB-71: only kinds of the invaded player's list; BB-TER-12: a covered hill only
/// where its cover is listed too; BB-TER-09, BB-SET-12: roads are medium, rivers medium or large.
fn of_homeland(homeland: &Homeland, pick: Pick, breaches: &mut Vec<Reason<Fact>>) {
    let mut breach = |rule| breaches.push(Reason { rule, fact: Fact::Pick(pick.what) });
    let listed = homeland.mandatory.contains(&pick.what) || homeland.optional.contains(&pick.what);
    if !listed {
        breach(rule!("BB-SET-13"));
    } else if !homeland.offers(pick.what) {
        breach(rule!("BB-TER-12"));
    }
    if !sizes_of(pick.what).contains(&pick.size) {
        breach(rule!("BB-TER-09"));
    }
}

/// BB-SET-11, BB-SET-12.
fn sizes(picks: &[Pick], breaches: &mut Vec<Reason<Fact>>) {
    for (size, most) in LIMITS {
        let found = picks.iter().filter(|pick| pick.size == size).count() as u32;
        count(rule!("BB-SET-11"), found, 0, most, breaches);
    }
}

/// BB-SET-13, BB-SET-14.
fn of_invaded(homeland: &Homeland, picks: &[Pick], breaches: &mut Vec<Reason<Fact>>) {
    let mandatory = picks.iter().filter(|pick| homeland.is_mandatory(pick.what)).count() as u32;
    for kind in &homeland.mandatory {
        let found = picks.iter().filter(|pick| pick.what == *kind).count() as u32;
        count(rule!("BB-SET-13"), found, 1, 2, breaches);
    }
    let most = homeland.mandatory.len() as u32 * 2;
    count(rule!("BB-SET-13"), mandatory, 2, most.max(2), breaches);
    count(rule!("BB-SET-14"), picks.len() as u32 - mandatory, 0, 2, breaches);
}

/// BB-SET-15, BB-SET-16.
fn of_invader(homeland: &Homeland, picks: &[Pick], breaches: &mut Vec<Reason<Fact>>) {
    let mandatory = picks.iter().filter(|pick| homeland.is_mandatory(pick.what)).count() as u32;
    count(rule!("BB-SET-16"), picks.len() as u32, 1, 3, breaches);
    count(rule!("BB-SET-16"), mandatory, 0, 1, breaches);
}

fn count(rule: RuleId, found: u32, least: u32, most: u32, breaches: &mut Vec<Reason<Fact>>) {
    if !(least..=most).contains(&found) {
        breaches.push(Reason { rule, fact: Fact::Count { found, least, most } });
    }
}

/// BB-TER-12: what covers a hill.
fn cover_of(kind: PickKind) -> Option<PickKind> {
    use AreaKind::*;
    match kind {
        PickKind::Area(BrushHill | SteepBrushHill) => Some(PickKind::Area(Brush)),
        PickKind::Area(RockyHill | SteepRockyHill) => Some(PickKind::Area(Rocky)),
        _ => None,
    }
}

/// A pick drawn at random; it may break a rule.
fn draw(homeland: &Homeland, invader: bool, sampler: &mut Sampler) -> Vec<Pick> {
    let one_of = |kinds: &[PickKind], sampler: &mut Sampler| {
        kinds.get(sampler.below(kinds.len() as u32) as usize).copied()
    };
    let mut kinds = Vec::new();
    let optional = if invader {
        if sampler.below(2) == 0 || homeland.optional.is_empty() {
            kinds.extend(one_of(&homeland.mandatory, sampler));
        }
        sampler.below(4 - kinds.len() as u32)
    } else {
        kinds.extend(homeland.mandatory.iter().copied());
        let twice = if homeland.mandatory.len() < 2 { 1 } else { sampler.below(2) };
        kinds.extend((0..twice).filter_map(|_| one_of(&homeland.mandatory, sampler)));
        sampler.below(3)
    };
    kinds.extend((0..optional).filter_map(|_| one_of(&homeland.optional, sampler)));
    let mut left = LIMITS;
    kinds.into_iter().filter_map(|kind| sized(kind, sampler.below(3), &mut left)).collect()
}

/// The fewest pieces allowed.
fn simplest(homeland: &Homeland, invader: bool) -> Vec<Pick> {
    let mut kinds = if invader { Vec::new() } else { homeland.mandatory.clone() };
    if let Some(first) = homeland.mandatory.first().copied()
        && (invader || kinds.len() < 2)
    {
        kinds.push(first);
    }
    let mut left = LIMITS;
    // What can only be medium or large comes first, so that nothing else takes its place.
    kinds.sort_by_key(|kind| matches!(kind, PickKind::Area(_)));
    kinds.into_iter().filter_map(|kind| sized(kind, 0, &mut left)).collect()
}

/// A size that is still free, beginning with the `first` of those that the kind can have.
fn sized(what: PickKind, first: u32, left: &mut [(Size, u32); 3]) -> Option<Pick> {
    let sizes = sizes_of(what);
    let turned = sizes.iter().cycle().skip(first as usize % sizes.len()).take(sizes.len());
    for size in turned {
        if let Some(free) = left.iter_mut().find(|(limit, free)| limit == size && *free > 0) {
            free.1 -= 1;
            return Some(Pick { what, size: *size });
        }
    }
    None
}

/// BB-TER-09, BB-SET-12: the sizes that a kind can have.
fn sizes_of(what: PickKind) -> &'static [Size] {
    match what {
        PickKind::Road(_) => &[Size::Medium],
        PickKind::River => &[Size::Medium, Size::Large],
        PickKind::Area(_) => &[Size::Small, Size::Medium, Size::Large],
    }
}
