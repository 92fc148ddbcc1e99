//! One combat as a plan (68): everything that is known before its dice.

use super::choice::Decided;
use super::melee::Open;
use super::pairing::{Pairs, Tangle};
use super::poa::Net;
use super::strike::Strike;
use super::{CombatPrompt, Kind};
use crate::align::Contest;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::rules::Look;
use aelian_dice::Reroll;
use aelian_game::Side;

/// A connected combat before its dice (FA-ALG-50, FA-IMP-06): play rolls it, odds weigh it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fight {
    pub kind: Kind,
    pub groups: GroupSet,
    /// Who fights whom, with the points of advantage of each pair.
    pub duels: Vec<Duel>,
    /// The dice.
    pub parts: Vec<Part>,
    /// What somebody has to decide before the dice are known; none if all is settled.
    pub open: Option<(Side, CombatPrompt)>,
}

/// One front base that fights one enemy base.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    pub by: BaseId,
    pub on: BaseId,
    pub overlap: bool,
    pub net: Net,
}

/// Dice of one group against one enemy group that hit at one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    pub by: GroupId,
    pub on: GroupId,
    pub dice: u8,
    pub to_hit: u8,
    pub reroll: Reroll,
    /// FA-SUPP-08: support shooting, by the shooting table.
    pub support: bool,
}

impl Look<'_> {
    /// The combats of this phase that are still to be fought, as sets of groups.
    pub fn combats(&self) -> Vec<GroupSet> {
        match Kind::of(*self) {
            Kind::Impact => self.impact_combats(),
            Kind::Melee => {
                let (strikes, _) = self.melee_strikes(&Decided::default());
                let pairs = strikes.iter().map(|strike| [strike.by_group, strike.on_group]);
                self.undealt(connected(pairs))
            }
        }
    }

    /// FA-IMP-01, FA-IMP-09, FA-IDICE-10, FA-COMB-07: new contacts between the unbroken.
    fn impact_combats(&self) -> Vec<GroupSet> {
        let fights = |group: &GroupId| !self.state.group(*group).is_broken();
        let fresh = self.state.bouts.iter().filter(|bout| bout.fresh && bout.is_committed());
        let pairs = fresh.map(|bout| bout.groups).filter(|groups| groups.iter().all(fights));
        self.undealt(connected(pairs))
    }

    fn undealt(&self, mut combats: Vec<GroupSet>) -> Vec<GroupSet> {
        combats.retain(|groups| groups.common(self.state.dealt).is_empty());
        combats
    }

    /// FA-COMB-01: the plan of the combat of these groups with what has been decided for it.
    pub fn fight(&self, groups: GroupSet, decided: &Decided) -> Fight {
        match Kind::of(*self) {
            Kind::Impact => self.impact_fight(groups, decided),
            Kind::Melee => self.melee_fight(groups, decided),
        }
    }

    /// The combat that is fought next, planned with what has been decided for it; none is left without groups.
    pub(super) fn next_fight(&self, decided: &Decided) -> Option<Fight> {
        if !decided.groups.is_empty() {
            return Some(self.fight(decided.groups, decided));
        }
        if Kind::of(*self) == Kind::Impact {
            return self.impact_combats().first().map(|groups| self.impact_fight(*groups, decided));
        }
        if !self.is_melee_left() {
            return None;
        }
        let found = self.melee_strikes(decided);
        let pairs = found.0.iter().map(|strike| [strike.by_group, strike.on_group]);
        let groups = self.undealt(connected(pairs)).first().copied()?;
        Some(self.melee_of(groups, found, decided))
    }

    /// Some of those who are committed have not yet fought in this phase.
    fn is_melee_left(&self) -> bool {
        let due =
            |group: &GroupId| !self.state.dealt.contains(*group) && !self.state.group(*group).is_broken();
        self.state.bouts.iter().any(|bout| bout.is_committed() && !bout.fresh && bout.groups.iter().all(due))
    }

    fn melee_fight(&self, groups: GroupSet, decided: &Decided) -> Fight {
        self.melee_of(groups, self.melee_strikes(decided), decided)
    }

    fn melee_of(
        &self,
        groups: GroupSet,
        (mut strikes, open): (Vec<Strike>, Option<Open>),
        decided: &Decided,
    ) -> Fight {
        strikes.retain(|strike| groups.contains(strike.by_group));
        let open = open.filter(|open| groups.contains(self.state.base(open.base()).group));
        let mut fight = self.plan(Kind::Melee, groups, &strikes, decided);
        let asked = match open {
            Some(Open::Overlap(base, on)) => {
                let ways = on.iter().map(|on| decided.with_overlap([base, *on])).collect();
                let side = self.state.side_of(base);
                self.matters(groups, ways).then_some((side, CombatPrompt::Overlap { base, on }))
            }
            Some(Open::Opponent(Contest { on, by })) => {
                let ways = by.iter().map(|base| decided.with_opponent([*base, on])).collect();
                let side = self.active();
                self.matters(groups, ways).then_some((side, CombatPrompt::Opponent { on, by }))
            }
            None => None,
        };
        if asked.is_some() {
            fight.open = asked;
        }
        fight
    }

    /// FA-DEC-63, FA-OFF-02: these ways lead to different dice.
    fn matters(&self, groups: GroupSet, ways: Vec<Decided>) -> bool {
        let mut first = None;
        ways.into_iter().any(|tried| {
            let (mut strikes, _) = self.melee_strikes(&tried);
            strikes.retain(|strike| groups.contains(strike.by_group));
            let parts = sorted(self.plan(Kind::Melee, groups, &strikes, &tried).parts);
            *first.get_or_insert_with(|| parts.clone()) != parts
        })
    }

    /// FA-IMP-07: there are no overlaps at impact.
    fn impact_fight(&self, groups: GroupSet, decided: &Decided) -> Fight {
        let tangles = self.tangles(|group| groups.contains(group));
        let ways: Vec<Vec<Pairs>> = tangles.iter().map(|tangle| self.pairings(tangle, decided)).collect();
        // The strikes of the first way of each tangle, but for one of them.
        let without = |left_out: Option<usize>| {
            let mut strikes = Vec::new();
            for (at, (tangle, ways)) in tangles.iter().zip(&ways).enumerate() {
                if let Some(first) = ways.first().filter(|_| left_out != Some(at)) {
                    self.impact_strikes(tangle, first, &mut strikes);
                }
            }
            strikes
        };
        let mut fight = self.plan(Kind::Impact, groups, &without(None), decided);
        // FA-IMP-06, AMB-98: every tangle whose ways differ is asked about, one after the other.
        let asked = tangles.iter().zip(&ways).enumerate().find_map(|(at, (tangle, ways))| {
            let ways = match ways.as_slice() {
                [_, _, ..] => self.different_ways(groups, tangle, ways, &without(Some(at)), decided),
                _ => return None,
            };
            (ways.len() > 1).then(|| (tangle.chooser(self.state.active), CombatPrompt::Pair { ways }))
        });
        if asked.is_some() {
            fight.open = asked;
        }
        fight
    }

    /// FA-DEC-32, FA-DEC-33: those ways of one tangle that lead to different dice.
    fn different_ways(
        &self,
        groups: GroupSet,
        tangle: &Tangle,
        ways: &[Pairs],
        rest: &[Strike],
        decided: &Decided,
    ) -> Vec<Vec<[BaseId; 2]>> {
        let mut found: Vec<(Vec<Part>, Vec<[BaseId; 2]>)> = Vec::new();
        for pairs in ways {
            let mut strikes = rest.to_vec();
            self.impact_strikes(tangle, pairs, &mut strikes);
            let parts = sorted(self.plan(Kind::Impact, groups, &strikes, decided).parts);
            if !found.iter().any(|(old, _)| *old == parts) {
                found.push((parts, tangle.named(pairs)));
            }
        }
        found.into_iter().map(|(_, named)| named).collect()
    }

    /// From strikes to dice. FA-POA-04: those behind a front base hit at its score; FA-MDICE-05: losses are the same at
    /// impact and in melee.
    fn plan(&self, kind: Kind, groups: GroupSet, strikes: &[Strike], decided: &Decided) -> Fight {
        let split = |group: GroupId| kind == Kind::Melee && self.is_split(group, strikes);
        let splits: GroupSet = groups.iter().filter(|group| split(*group)).collect();
        let mut duels = Vec::with_capacity(strikes.len());
        let mut scored = Vec::with_capacity(strikes.len());
        for strike in strikes {
            let both = [splits.contains(strike.by_group), splits.contains(strike.on_group)];
            let net = self.net_poa(kind, strike.by, strike.on, both);
            scored.push((*strike, self.rules.tables.combat.to_hit(net.value)));
            duels.push(Duel { by: strike.by, on: strike.on, overlap: strike.overlap, net });
        }
        let mut parts = Vec::new();
        let mut open = None;
        for group in groups.iter() {
            let supports = if kind == Kind::Impact { self.supports(group, strikes) } else { Vec::new() };
            let (mut dice, unsettled) = self.dice_of(group, &scored, &supports, decided);
            // In an order that can be foretold: by enemies, the better chances first, support shooting last.
            dice.sort_by_key(|part| (part.support, part.on, part.to_hit));
            parts.extend(dice);
            if let (Some((group, against)), None) = (unsettled, &open) {
                let side = self.state.group(group).side;
                open = Some((side, CombatPrompt::LoseAgainst { group, against }));
            }
        }
        Fight { kind, groups, duels, parts, open }
    }
}

fn sorted(mut parts: Vec<Part>) -> Vec<Part> {
    parts.sort_unstable();
    parts
}

/// FA-IMP-06: groups that hang together.
fn connected(pairs: impl Iterator<Item = [GroupId; 2]>) -> Vec<GroupSet> {
    let mut sets: Vec<GroupSet> = Vec::new();
    for [one, other] in pairs {
        let mut joined = GroupSet::one(one).union(GroupSet::one(other));
        sets.retain(|set| {
            let meets = !set.common(joined).is_empty();
            if meets {
                joined = joined.union(*set);
            }
            !meets
        });
        sets.push(joined);
    }
    sets.sort_unstable();
    sets
}

impl Fight {
    /// The dice of a group against all, in order.
    pub fn parts_of(&self, group: GroupId) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |part| part.by == group)
    }

    /// All dice of a group.
    pub fn dice_of(&self, group: GroupId) -> u32 {
        self.parts_of(group).map(|part| u32::from(part.dice)).sum()
    }
}
