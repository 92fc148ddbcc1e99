//! How a support shares out its dice (HC-SUPP-34, HC-SUPP-36, HC-ENG-12): between the friends it supports, then between
//! the enemies of each. Its owner is asked where dice are left over that may go one way or another.

use super::{FightChoice, FightPrompt, Round, Split, Supporting};
use crate::choice::{Asked, Choice, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::foreign::Has;
use crate::ids::{UnitId, UnitSet};
use crate::position::SupportSide;
use crate::rules::{INCH, Look, Rules};
use aelian_game::{Cx, Next};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// Dice of a support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share {
    /// The friend it supports with them.
    pub of: UnitId,
    /// Whom they strike; none if that friend fights in another engagement, where they will be rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<UnitId>,
    pub dice: u8,
}

/// All dice of one support.
pub type Shares = Vec<Share>;

/// HC-ENG-12: dice that a support of two engagements keeps for the one that is fought later in this part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kept {
    pub unit: UnitId,
    pub of: UnitId,
    pub dice: u8,
}

impl Share {
    pub(super) fn fits(&self, has: &Has<'_>) -> bool {
        has.unit(self.of) && self.on.is_none_or(|on| has.unit(on))
    }
}

/// The supporting units, each once, in the order in which they strike.
pub(super) fn helpers(supports: &[Supporting]) -> Vec<UnitId> {
    let mut found: Vec<UnitId> = Vec::new();
    for support in supports {
        if !found.contains(&support.unit) {
            found.push(support.unit);
        }
    }
    found
}

/// What its owner has said, or else the first way.
pub(super) fn taken(look: Look<'_>, round: &Round, unit: UnitId) -> Shares {
    let said = round.shares.iter().find(|(one, _)| *one == unit);
    said.map(|(_, shares)| shares.clone())
        .unwrap_or_else(|| ways(look, round, unit).into_iter().next().unwrap_or_default())
}

/// HC-SUPP-34, HC-SUPP-36: the next support whose owner can share its dice in several ways; the active side's first. If
/// there is none, the first that has one way.
pub(super) fn asked(look: Look<'_>, round: &Round) -> Asked {
    if round.fixed {
        return None;
    }
    let supports = look.all_supports(round.units);
    let helpers = helpers(&supports);
    let mut only = None;
    for side in [look.active(), look.active().other()] {
        for unit in helpers.iter().copied().filter(|unit| look.side(*unit) == side) {
            if round.shares.iter().any(|(one, _)| *one == unit) {
                continue;
            }
            let ways = ways(look, round, unit);
            let count = ways.len();
            let prompt = Prompt::Fight(FightPrompt::Share { unit, ways });
            match count {
                0 => {}
                1 => only = only.or(Some(Next::Only { side, prompt, choice: Choice::Proceed })),
                _ => return Some(Next::Ask { side, prompt }),
            }
        }
    }
    only
}

/// The only way for a support about whom nobody has to say anything, or has yet.
pub(super) fn only_way(look: Look<'_>, round: &Round, unit: UnitId) -> Option<Vec<Shares>> {
    let helps = || helpers(&look.all_supports(round.units)).contains(&unit);
    let is_open = !round.fixed && !round.shares.iter().any(|(one, _)| *one == unit);
    (is_open && helps()).then(|| ways(look, round, unit)).filter(|ways| ways.len() == 1)
}

pub(super) fn resolve(round: &mut Round, choice: &Choice) {
    if let Choice::Fight(FightChoice::Share { unit, shares }) = choice {
        round.shares.push((*unit, shares.clone()));
    }
}

/// The same dice in whatever order they are named.
pub(super) fn is_same(one: &Shares, other: &Shares) -> bool {
    let sorted = |shares: &Shares| {
        let mut shares: Shares = shares.iter().copied().filter(|share| share.dice > 0).collect();
        shares.sort();
        shares
    };
    sorted(one) == sorted(other)
}

/// HC-ENG-12: what supports of this round keep for engagements that are still to be fought.
pub(super) fn keep(cx: &mut Cx<'_, Rules>, round: &Round) {
    for unit in helpers(&round.supports) {
        let look = Look::new(cx.rules, cx.state());
        let waits = |of: UnitId| look.state.bouts.iter().any(|bout| bout.foe(of).is_some() && !bout.fought);
        let later: Shares = taken(look, round, unit)
            .into_iter()
            .filter(|share| share.on.is_none() && waits(share.of))
            .collect();
        for Share { of, dice, .. } in later {
            cx.cite(rule!("HC-ENG-12"), || Fact::Modifier { unit, value: i32::from(dice) });
            cx.emit(Event::Keeps(Kept { unit, of, dice }));
        }
    }
}

/// Every way to share out the dice of a support that makes a difference: between its friends, then between the enemies
/// of those who fight in this round.
fn ways(look: Look<'_>, round: &Round, unit: UnitId) -> Vec<Shares> {
    let mut found: Vec<Shares> = Vec::new();
    for split in between_friends(look, round, unit) {
        let mut partial: Vec<Shares> = vec![Vec::new()];
        for (of, dice) in split {
            let more = between_enemies(look, round, (unit, of), dice);
            partial = partial
                .iter()
                .flat_map(|so_far| more.iter().map(|one| [so_far.as_slice(), one.as_slice()].concat()))
                .collect();
        }
        found.extend(partial);
    }
    let mut known: Vec<Effect> = Vec::new();
    found.retain(|shares| {
        let effect = effect(shares);
        let new = !known.contains(&effect);
        if new {
            known.push(effect);
        }
        new
    });
    found
}

/// Dice by the enemy whom they strike, or by the friend elsewhere for whom they are kept.
type Effect = Vec<(Option<UnitId>, Option<UnitId>, u8)>;

/// What a way comes to: dice on each enemy, and dice kept for each friend elsewhere.
fn effect(shares: &Shares) -> Effect {
    let mut found = Effect::new();
    for share in shares.iter().filter(|share| share.dice > 0) {
        let friend = share.on.is_none().then_some(share.of);
        match found.iter_mut().find(|(on, of, _)| (*on, *of) == (share.on, friend)) {
            Some(known) => known.2 += share.dice,
            None => found.push((share.on, friend, share.dice)),
        }
    }
    found.sort();
    found
}

/// HC-SUPP-36, HC-ENG-12: its dice for each of its friends: by the length of contact, which counts as equal within a
/// fifth; what it kept for this round from an earlier one is fixed.
fn between_friends(look: Look<'_>, round: &Round, unit: UnitId) -> Vec<Split> {
    let friends = friends(look, unit);
    let kept: Split = look
        .state
        .kept
        .iter()
        .filter(|kept| kept.unit == unit && round.units.contains(kept.of))
        .map(|kept| (kept.of, kept.dice))
        .collect();
    if !kept.is_empty() {
        return vec![kept];
    }
    let dice = look.support_dice(unit);
    let mut contacts: Vec<f64> = friends.iter().map(|(of, side)| contact(look, unit, *of, *side)).collect();
    let (least, most) =
        contacts.iter().fold((f64::INFINITY, 0.0f64), |(least, most), one| (least.min(*one), most.max(*one)));
    if least >= 0.8 * most {
        contacts.iter_mut().for_each(|one| *one = 1.0);
    }
    let weights: Vec<(UnitId, u32)> =
        friends.iter().zip(contacts).map(|((of, _), one)| (*of, one.round() as u32)).collect();
    by_remainders(&weights, dice)
}

/// The fighting units that it supports, the nearest first, and where it stands for each.
fn friends(look: Look<'_>, support: UnitId) -> Vec<(UnitId, SupportSide)> {
    let side = look.side(support);
    let mut found: Vec<(UnitId, SupportSide)> = look
        .on_table(side)
        .filter(|unit| look.state.is_fighting(*unit))
        .filter_map(|unit| {
            let mine = look.supports_of(unit).into_iter().find(|one| one.unit == support)?;
            Some((unit, mine.side))
        })
        .collect();
    let apart = |unit: UnitId| look.distance(support, unit);
    found.sort_by(|(a, _), (b, _)| apart(*a).total_cmp(&apart(*b)).then(a.cmp(b)));
    found
}

/// HC-SUPP-36: how far a support and its friend stand along each other, in mm: behind it by their widths, beside it by
/// the friend's depth. Whoever touches with a corner or with single models counts for an inch.
fn contact(look: Look<'_>, support: UnitId, friend: UnitId, side: SupportSide) -> f64 {
    let (rect, fighter) = (look.rect(support), look.rect(friend));
    let spots = rect.corners().map(|corner| fighter.local(corner));
    let extent = |of: fn(&(f64, f64)) -> f64| {
        let all = spots.iter().map(of);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), one| (least.min(one), most.max(one)))
    };
    let along = match side {
        SupportSide::Rear => {
            let (least, most) = extent(|spot| spot.1);
            most.min(fighter.width / 2.0) - least.max(-fighter.width / 2.0)
        }
        SupportSide::Left | SupportSide::Right => {
            let (least, most) = extent(|spot| spot.0);
            most.min(0.0) - least.max(-fighter.depth)
        }
        SupportSide::Inside => INCH,
    };
    if look.state.unit(support).is_open() { INCH } else { along.max(INCH) }
}

/// HC-SUPP-34: the dice for one friend, by whom they may strike: beside it the closer enemy, behind it in the proportion
/// of its friend's own attacks.
fn between_enemies(look: Look<'_>, round: &Round, (unit, of): (UnitId, UnitId), dice: u8) -> Vec<Shares> {
    if !round.units.contains(of) {
        return vec![vec![Share { of, on: None, dice }]];
    }
    let side = look.supports_of(of).into_iter().find(|one| one.unit == unit).map(|one| one.side);
    let splits = match side {
        Some(SupportSide::Rear | SupportSide::Inside) => {
            let attacks: Vec<(UnitId, u32)> = split_of(look, round, of)
                .into_iter()
                .map(|(foe, attacks)| (foe, u32::from(attacks)))
                .collect();
            by_remainders(&attacks, dice)
        }
        Some(_) => vec![closer(look, unit, of).map(|foe| (foe, dice)).into_iter().collect()],
        None => Vec::new(),
    };
    let shares =
        |split: Split| split.into_iter().map(|(on, dice)| Share { of, on: Some(on), dice }).collect();
    splits.into_iter().map(shares).collect()
}

/// Where the attacks of a fighting unit go: as declared, or as there is no choice.
fn split_of(look: Look<'_>, round: &Round, unit: UnitId) -> Split {
    match round.declared_of(unit) {
        Some(declared) => declared.split.clone(),
        None => look.splits(unit, look.own_attacks(unit, round.fresh_of(unit))).first(),
    }
}

/// HC-SUPP-34: the enemy of its friend that is closer to it.
fn closer(look: Look<'_>, unit: UnitId, of: UnitId) -> Option<UnitId> {
    let apart = |foe: UnitId| look.distance(unit, foe);
    let centre = |foe: UnitId| (look.rect(foe).centre() - look.rect(unit).centre()).length();
    let foes = look.state.foes(of);
    foes.min_by(|a, b| apart(*a).total_cmp(&apart(*b)).then(centre(*a).total_cmp(&centre(*b))).then(a.cmp(b)))
}

/// HC-SUPP-34, HC-SUPP-36: dice in proportion to these weights by largest remainders; one way for each choice between
/// equal remainders, the first named preferred first.
fn by_remainders(weights: &[(UnitId, u32)], dice: u8) -> Vec<Split> {
    let whole: u32 = weights.iter().map(|(_, weight)| *weight).sum();
    if whole == 0 {
        return vec![Vec::new()];
    }
    let part = |weight: u32| u32::from(dice) * weight;
    let given: Split = weights.iter().map(|(unit, weight)| (*unit, (part(*weight) / whole) as u8)).collect();
    let mut left = dice - given.iter().map(|(_, dice)| dice).sum::<u8>();
    let mut rests: Vec<u32> = weights.iter().map(|(_, weight)| part(*weight) % whole).collect();
    rests.sort_by(|a, b| b.cmp(a));
    let border = rests.get(usize::from(left).saturating_sub(1)).copied().unwrap_or(0);
    let rest =
        |unit: UnitId| weights.iter().find(|(one, _)| *one == unit).map_or(0, |(_, one)| part(*one) % whole);
    let sure: UnitSet =
        given.iter().map(|(unit, _)| *unit).filter(|unit| left > 0 && rest(*unit) > border).collect();
    let tied: Vec<UnitId> =
        given.iter().map(|(unit, _)| *unit).filter(|unit| rest(*unit) == border).collect();
    left -= (sure.len() as u8).min(left);
    let plus = |more: UnitSet| {
        let one_more = |unit: UnitId| u8::from(sure.contains(unit) || more.contains(unit));
        given.iter().map(|(unit, dice)| (*unit, dice + one_more(*unit))).collect::<Split>()
    };
    super::attacks::choose(&tied, left).into_iter().map(plus).collect()
}
