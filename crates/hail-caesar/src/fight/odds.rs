//! Exact odds of a round of combat: casualties, who wins, and what becomes of each unit.
//!
//! The dice against one unit are other dice than those against the next, so casualties of different units are
//! independent; what follows for a unit depends on its own casualties, on those of its friends and on those of the
//! enemy. One thing is left out: where a unit with second throws strikes several enemies, the throws that one of them
//! takes are lacking at the other, and their casualties are treated as independent all the same.
//!
//! What players decide is taken so: what has been declared holds, others do as `declare::complete` says; friends step
//! aside; the owner of an elephant has a die rolled again where that is worse for the enemy on average.

use super::round::{Round, Strike};
use super::{declare, strike, trial};
use crate::breaks::{self, Disorder, Outcome, ground};
use crate::ids::{UnitId, UnitSet};
use crate::morale::{self, Blow, Cover, needed_save};
use crate::pending::Pending;
use crate::rules::Look;
use crate::state::{CommanderPlace, Deed};
use crate::troop::Special;
use aelian_dice::Chance;
use aelian_game::Side;

/// The odds of one round of an engagement, in plain numbers or in exact weights.
#[derive(Clone, Debug, PartialEq)]
pub struct FightOdds<S = f64> {
    /// HC-CRES-01: the chances that Red, and Blue, inflicts 0, 1, 2... casualties, commanders hit among them.
    pub inflicted: [Vec<S>; 2],
    /// That Red wins, and Blue.
    pub wins: [S; 2],
    pub draw: S,
    /// Fighting units and supports.
    pub units: Vec<UnitOdds<S>>,
    /// Who strikes whom, and what touches the saves against it.
    pub strikes: Vec<(Strike, Blow)>,
}

/// What a round may come to for one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitOdds<S = f64> {
    pub unit: UnitId,
    /// The chances to suffer 0, 1, 2... casualties.
    pub casualties: Vec<S>,
    pub after: Aftermath<S>,
}

/// What becomes of a unit; the five add up to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aftermath<S = f64> {
    /// It does not test.
    pub untested: S,
    pub holds: S,
    /// It gives ground in good order.
    pub gives_ground: S,
    /// It gives ground or holds, disordered.
    pub disordered: S,
    /// It breaks, is shattered, or cannot give ground.
    pub destroyed: S,
}

/// HC-ALG-13, HC-ALG-14: the odds of the engagement of these units, as it would be fought now. A round that waits on
/// top of the stack is taken as far as it has been declared.
pub fn odds<S: Chance>(look: Look<'_>, units: UnitSet) -> FightOdds<S> {
    let known = match look.state.pending.last() {
        Some(Pending::Fight(super::Waiting::Round(round))) if !round.fixed && round.units == units => {
            Some((**round).clone())
        }
        _ => None,
    };
    of_round(look, known.unwrap_or_else(|| Round::new(units)))
}

/// HC-TAB-FRESH: freshly raised units that have not rolled yet make a mixture.
fn of_round<S: Chance>(look: Look<'_>, round: Round) -> FightOdds<S> {
    let raw = |unit: &UnitId| {
        look.card(*unit).has(Special::FreshlyRaised)
            && !look.state.unit(*unit).did(Deed::Blooded)
            && round.fresh_of(*unit).is_none()
    };
    let Some(unit) = round.units.iter().find(raw) else { return planned(look, round) };
    let mut mixed: Option<FightOdds<S>> = None;
    // Terror and panic, determination, inspiration: faces that stand for 3, 2 and 1.
    for (face, ways) in [(2, 3), (4, 2), (6, 1)] {
        let share = S::ways(ways, 1);
        let mut one = round.clone();
        one.fresh.push((unit, face));
        let part = of_round(look, one);
        match &mut mixed {
            Some(sum) => sum.add(&part, share),
            none => *none = Some(part.times(share)),
        }
    }
    mixed.unwrap_or_else(|| planned(look, round))
}

/// The round with all that has not been declared as it is done when nobody is asked.
fn planned<S: Chance>(look: Look<'_>, mut round: Round) -> FightOdds<S> {
    declare::suppose(look, &mut round);
    strike::fix_strikes(look, &mut round);
    round.uphill = strike::below(look, round.units);
    Reckoning::new(look, round).odds()
}

/// Chances of 0, 1, 2...
type Chances<S> = Vec<S>;

struct Reckoning<'a, S> {
    look: Look<'a>,
    round: Round,
    /// Casualties that count, by fighting unit.
    losses: Vec<(UnitId, Chances<S>)>,
    /// HC-CRES-03: commanders hit, by side.
    hit: [Chances<S>; 2],
}

impl<'a, S: Chance> Reckoning<'a, S> {
    fn new(look: Look<'a>, round: Round) -> Reckoning<'a, S> {
        let losses = round.units.iter().map(|unit| (unit, losses(look, &round, unit))).collect();
        let hit = Side::BOTH.map(|side| commanders_hit(look, &round, side));
        Reckoning { look, round, losses, hit }
    }

    fn odds(&self) -> FightOdds<S> {
        let inflicted = [self.lost(Side::Blue, None), self.lost(Side::Red, None)];
        let (mut wins, mut draw) = ([S::NONE; 2], S::NONE);
        for (red, one) in inflicted[0].iter().enumerate() {
            for (blue, other) in inflicted[1].iter().enumerate() {
                match red.cmp(&blue) {
                    std::cmp::Ordering::Greater => wins[0] += *one * *other,
                    std::cmp::Ordering::Less => wins[1] += *one * *other,
                    std::cmp::Ordering::Equal => draw += *one * *other,
                }
            }
        }
        let mut units = Vec::new();
        let mut ruin: Vec<Ruin<S>> = Vec::new();
        for (unit, casualties) in &self.losses {
            let (after, destroyed) = self.aftermath(*unit, casualties);
            units.push(UnitOdds { unit: *unit, casualties: casualties.clone(), after });
            let stands = after.untested + after.holds + after.gives_ground + after.disordered;
            ruin.push(Ruin { unit: *unit, stands, destroyed });
        }
        units.extend(self.supports(&ruin));
        let round = &self.round;
        let blow = |strike: &Strike| strike::blow(self.look, strike, round.has_closed(strike.on)).0;
        let strikes = round.strikes.iter().map(|strike| (*strike, blow(strike))).collect();
        FightOdds { inflicted, wins, draw, units, strikes }
    }

    /// Casualties of a side that count, of all units but one, with hits on its commanders.
    fn lost(&self, side: Side, but: Option<UnitId>) -> Chances<S> {
        let mut sum = self.hit[side.index()].clone();
        for (unit, chances) in &self.losses {
            if self.look.side(*unit) == side && Some(*unit) != but {
                sum = added(&sum, chances);
            }
        }
        sum
    }

    /// What becomes of a fighting unit, and the chances that it is destroyed when 0, 1, 2... would be taken from its
    /// supports' dice.
    fn aftermath(&self, unit: UnitId, casualties: &[S]) -> (Aftermath<S>, Chances<S>) {
        let side = self.look.side(unit);
        let friends = self.lost(side, Some(unit));
        let enemies = self.lost(side.other(), None);
        let fates = Fates::new(self.look, &self.round, unit);
        let mut after = Aftermath::default();
        let mut destroyed = vec![S::NONE; casualties.len() + friends.len() + 1];
        let lead = apart(&friends, &enemies);
        let base = enemies.len() as i32 - 1;
        for (suffered, one) in casualties.iter().enumerate() {
            for (at, other) in lead.iter().enumerate() {
                let chance = *one * *other;
                if chance == S::NONE {
                    continue;
                }
                let behind = suffered as i32 + at as i32 - base;
                let fate = fates.fate(suffered as u8, behind);
                after.add(&fate, chance);
                if let Some(place) = destroyed.get_mut(behind.max(0) as usize) {
                    *place += chance * fate.destroyed;
                }
            }
        }
        (after, destroyed)
    }

    /// HC-BRK-21: supports test if one of those they support is destroyed; as if they suffered no excess casualties.
    fn supports(&self, ruin: &[Ruin<S>]) -> Vec<UnitOdds<S>> {
        let mut found: Vec<UnitOdds<S>> = Vec::new();
        for support in &self.round.supports {
            let Some(ruin) = ruin.iter().find(|ruin| ruin.unit == support.of) else { continue };
            let unit = support.unit;
            let mut after = Aftermath::default();
            for (minus, chance) in ruin.destroyed.iter().enumerate().filter(|(_, chance)| **chance != S::NONE)
            {
                let shaken = self.look.is_shaken(unit);
                after.add(&tested(self.look, unit, minus as i32, shaken, Manner::default()), *chance);
            }
            after.untested += ruin.stands;
            match found.iter_mut().find(|known| known.unit == unit) {
                // Of two friends: it tests for the first that is destroyed.
                Some(known) => known.after = known.after.or_else(&after),
                None => found.push(UnitOdds { unit, casualties: vec![S::CERTAIN], after }),
            }
        }
        found
    }
}

/// Whether a fighting unit is destroyed.
struct Ruin<S> {
    unit: UnitId,
    /// The chance that it is not.
    stands: S,
    /// The chances that it is when 0, 1, 2... would be taken from its supports' dice.
    destroyed: Chances<S>,
}

/// What touches the test of a unit besides what is taken from the dice.
#[derive(Clone, Copy, Debug, Default)]
struct Manner {
    elephant: bool,
    valiant: bool,
    uphill: bool,
    stuck: bool,
}

/// What becomes of a unit, by its casualties and by how much its side is behind.
struct Fates<'a, S> {
    look: Look<'a>,
    unit: UnitId,
    /// By what is taken from the dice, unshaken and shaken; made once.
    tests: Vec<[Aftermath<S>; 2]>,
}

impl<'a, S: Chance> Fates<'a, S> {
    fn new(look: Look<'a>, round: &Round, unit: UnitId) -> Fates<'a, S> {
        let valiant = look.card(unit).has(Special::Valiant) && !look.state.unit(unit).did(Deed::ValiantSpent);
        let manner = Manner {
            elephant: trial::fights_elephant(look, unit),
            valiant,
            uphill: round.uphill.contains(unit) && !look.never_falls_back(unit),
            stuck: ground::is_stuck(look, round, unit),
        };
        // Beyond twelve nothing gets worse.
        let tests = (0..=12)
            .map(|minus| [false, true].map(|shaken| tested(look, unit, minus, shaken, manner)))
            .collect();
        Fates { look, unit, tests }
    }

    /// HC-CRES-06, HC-ENDC-01, HC-ENDC-04, HC-PHAL-01, HC-WAV-02, HC-SCYTH-03.
    fn fate(&self, suffered: u8, behind: i32) -> Aftermath<S> {
        let card = self.look.card(self.unit);
        if card.has(Special::ScythedChariots) {
            return Aftermath { destroyed: S::CERTAIN, ..Aftermath::default() };
        }
        let stamina = card.stats.stamina;
        let casualties = self.look.state.unit(self.unit).casualties.saturating_add(suffered);
        let shaken = casualties >= stamina;
        let phalanx = behind > 0 && behind <= i32::from(card.specials.phalanx);
        let defeated = behind > 0 && !phalanx;
        if defeated && casualties >= stamina.saturating_mul(2) {
            return Aftermath { destroyed: S::CERTAIN, ..Aftermath::default() };
        }
        let draws = behind == 0 || phalanx;
        let wavers = card.has(Special::Wavering) && suffered > 0;
        if !(defeated || (draws && shaken) || wavers) {
            return Aftermath { untested: S::CERTAIN, ..Aftermath::default() };
        }
        let minus = behind.clamp(0, 12) as usize;
        self.tests.get(minus).map_or_else(Aftermath::default, |tests| tests[usize::from(shaken)])
    }
}

/// The chances of each total of two dice, and of a test whose higher die is rolled again.
fn tested<S: Chance>(look: Look<'_>, unit: UnitId, minus: i32, shaken: bool, manner: Manner) -> Aftermath<S> {
    let outcome = |dice: u8| {
        let found = breaks::combat_outcome(look, unit, i32::from(dice) - minus, shaken);
        match found {
            Outcome::Hold(Disorder::None) if manner.uphill => Outcome::GiveGround(Disorder::None),
            other => other,
        }
    };
    let mut after = Aftermath::default();
    each_pair(|one, other, chance: S| {
        let again: Vec<u8> = (1..=6).map(|face| face + one.min(other)).collect();
        let stands = outcome(one + other);
        let mean = again.iter().map(|dice| weight(outcome(*dice))).sum::<f64>() / 6.0;
        let (totals, share) = match manner.elephant && mean > weight(stands) {
            true => (again, chance * S::ways(1, 1)),
            false => (vec![one + other], chance),
        };
        for dice in totals {
            match outcome(dice) {
                Outcome::Break if manner.valiant => each_pair(|one, other, chance: S| {
                    after.count(outcome(one + other), share * chance, manner.stuck);
                }),
                found => after.count(found, share, manner.stuck),
            }
        }
    });
    after
}

fn each_pair<S: Chance>(mut each: impl FnMut(u8, u8, S)) {
    for one in 1..=6 {
        for other in 1..=6 {
            each(one, other, S::ways(1, 2));
        }
    }
}

/// How bad a result is, for the owner of an elephant who weighs whether to have a die rolled again.
fn weight(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Hold(Disorder::None) => 0.0,
        Outcome::GiveGround(Disorder::None) => 1.0,
        Outcome::GiveGround(Disorder::All) => 3.0,
        Outcome::Break => 6.0,
        _ => 2.0,
    }
}

impl<S: Chance> Default for Aftermath<S> {
    fn default() -> Self {
        let none = S::NONE;
        Aftermath { untested: none, holds: none, gives_ground: none, disordered: none, destroyed: none }
    }
}

impl<S: Chance> Aftermath<S> {
    fn count(&mut self, outcome: Outcome, chance: S, stuck: bool) {
        let place = match outcome {
            Outcome::Hold(Disorder::None) => &mut self.holds,
            Outcome::GiveGround(_) if stuck => &mut self.destroyed,
            Outcome::GiveGround(Disorder::None) => &mut self.gives_ground,
            Outcome::Break => &mut self.destroyed,
            _ => &mut self.disordered,
        };
        *place += chance;
    }

    fn add(&mut self, other: &Aftermath<S>, share: S) {
        self.untested += other.untested * share;
        self.holds += other.holds * share;
        self.gives_ground += other.gives_ground * share;
        self.disordered += other.disordered * share;
        self.destroyed += other.destroyed * share;
    }

    /// This, and where nothing is tested the other.
    fn or_else(&self, other: &Aftermath<S>) -> Aftermath<S> {
        let mut both = Aftermath { untested: S::NONE, ..*self };
        both.add(other, self.untested);
        both
    }
}

impl<S: Chance> FightOdds<S> {
    fn times(mut self, share: S) -> FightOdds<S> {
        let scale = |chances: &mut [S]| chances.iter_mut().for_each(|chance| *chance = *chance * share);
        self.inflicted.iter_mut().for_each(|chances| scale(chances));
        scale(&mut self.wins);
        self.draw = self.draw * share;
        for unit in &mut self.units {
            scale(&mut unit.casualties);
            let mut after = Aftermath::default();
            after.add(&unit.after, share);
            unit.after = after;
        }
        self
    }

    fn add(&mut self, other: &FightOdds<S>, share: S) {
        for (mine, theirs) in self.inflicted.iter_mut().zip(&other.inflicted) {
            pour(mine, theirs, share);
        }
        for (mine, theirs) in self.wins.iter_mut().zip(other.wins) {
            *mine += theirs * share;
        }
        self.draw += other.draw * share;
        for (mine, theirs) in self.units.iter_mut().zip(&other.units) {
            pour(&mut mine.casualties, &theirs.casualties, share);
            mine.after.add(&theirs.after, share);
        }
    }

    pub fn of(&self, unit: UnitId) -> Option<&UnitOdds<S>> {
        self.units.iter().find(|odds| odds.unit == unit)
    }
}

fn pour<S: Chance>(into: &mut Chances<S>, from: &[S], share: S) {
    into.resize(into.len().max(from.len()), S::NONE);
    into.iter_mut().zip(from).for_each(|(mine, theirs)| *mine += *theirs * share);
}

/// The sum of two independent numbers.
fn added<S: Chance>(one: &[S], other: &[S]) -> Chances<S> {
    let mut sum = vec![S::NONE; one.len() + other.len() - 1];
    for (a, p) in one.iter().enumerate() {
        for (b, q) in other.iter().enumerate() {
            sum[a + b] += *p * *q;
        }
    }
    sum
}

/// The first less the second; index 0 stands for the greatest of the second taken from nothing.
fn apart<S: Chance>(one: &[S], other: &[S]) -> Chances<S> {
    let reversed: Chances<S> = other.iter().rev().copied().collect();
    added(one, &reversed)
}

/// How many of so many dice show `needed` or more.
fn successes<S: Chance>(dice: usize, needed: u8) -> Chances<S> {
    binomial(dice, face(needed), missed(needed))
}

/// How many of so many dice show less.
fn failures<S: Chance>(dice: usize, needed: u8) -> Chances<S> {
    binomial(dice, missed(needed), face(needed))
}

fn binomial<S: Chance>(dice: usize, yes: S, no: S) -> Chances<S> {
    let mut found = vec![S::NONE; dice + 1];
    found[0] = S::CERTAIN;
    for done in 0..dice {
        for at in (0..=done).rev() {
            let all = found[at];
            found[at] = all * no;
            found[at + 1] += all * yes;
        }
    }
    found
}

/// A face of `needed` or more on one die; 7 is never reached.
fn face<S: Chance>(needed: u8) -> S {
    S::ways(7 - u32::from(needed.clamp(1, 7)), 1)
}

/// Any other face.
fn missed<S: Chance>(needed: u8) -> S {
    S::ways(u32::from(needed.clamp(1, 7)) - 1, 1)
}

/// HC-CRISK-07, HC-CRISK-08, HC-CRISK-09, HC-CRISK-10, HC-CRISK-11, HC-CRISK-12: how many commanders of a side are
/// hit.
fn commanders_hit<S: Chance>(look: Look<'_>, round: &Round, side: Side) -> Chances<S> {
    let mut sum = vec![S::CERTAIN];
    for commander in look.state.commander_ids() {
        let CommanderPlace::With(unit) = look.state.commander(commander).place else { continue };
        if !round.units.contains(unit) || look.side_of_commander(commander) != side {
            continue;
        }
        let used = round.declared_of(unit).map_or(0, |declared| declared.attacks);
        let from = 13 - i32::from(used.max(1));
        let (mut once, mut spared) = (S::NONE, S::NONE);
        each_pair(|one, other, chance| {
            *(if i32::from(one + other) >= from { &mut once } else { &mut spared }) += chance;
        });
        let rolls = if look.rules.settings.risk_for_each_attack { used.max(1) } else { 1 };
        // Spared by every roll, or hit by one of them.
        let (mut missed, mut hit) = (S::CERTAIN, S::NONE);
        for _ in 0..rolls {
            hit += missed * once;
            missed = missed * spared;
        }
        sum = added(&sum, &[missed, hit]);
    }
    sum
}

/// HC-CRES-09: casualties of a unit that count.
fn losses<S: Chance>(look: Look<'_>, round: &Round, unit: UnitId) -> Chances<S> {
    let unsaved: Chances<S> = unsaved(look, round, unit);
    if look.rules.settings.count_all_hits {
        return unsaved;
    }
    let most = look.card(unit).stats.stamina.saturating_mul(2);
    let room = usize::from(most.saturating_sub(look.state.unit(unit).casualties));
    let mut counted = vec![S::NONE; unsaved.len().min(room + 1)];
    for (at, chance) in unsaved.iter().enumerate() {
        counted[at.min(room)] += *chance;
    }
    counted
}

/// HC-SAVE-06, HC-SAVE-07, HC-STUB-01: hits that are not saved, batch by batch as `strike::save` rolls them.
fn unsaved<S: Chance>(look: Look<'_>, round: &Round, unit: UnitId) -> Chances<S> {
    let mut batches: Vec<(Blow, f64, Chances<S>)> = Vec::new();
    for strike in round.strikes.iter().filter(|strike| strike.on == unit) {
        let (blow, share) = strike::blow(look, strike, round.has_closed(unit));
        let hits = hits(look, round, strike);
        match batches.iter_mut().find(|(known, part, _)| *known == blow && *part == share) {
            Some((_, _, sum)) => *sum = added(sum, &hits),
            None => batches.push((blow, share, hits)),
        }
    }
    // Casualties with the second throw of the stubborn left, and with it spent.
    let mut left = vec![S::CERTAIN];
    let mut spent: Chances<S> = vec![S::NONE];
    let stubborn = look.is_stubborn_still(unit);
    for (blow, share, hits) in batches {
        let (mut new_left, mut new_spent) = (Vec::new(), Vec::new());
        let open = Blow { cover: Cover::None, ..blow };
        let needed = [needed_save(look, unit, &blow), needed_save(look, unit, &open)];
        for (count, chance) in hits.iter().enumerate() {
            let covered =
                if blow.cover == Cover::None { count } else { morale::part_of(count as u8, share).into() };
            let parts = [(covered, needed[0]), (count - covered, needed[1])];
            let (mut a, mut b) = (left.clone(), spent.clone());
            for (dice, needed) in parts.into_iter().filter(|(dice, _)| *dice > 0) {
                (a, b) = saved(&a, &b, dice, needed, stubborn);
            }
            pour(&mut new_left, &a, *chance);
            pour(&mut new_spent, &b, *chance);
        }
        (left, spent) = (new_left, new_spent);
    }
    pour(&mut left, &spent, S::CERTAIN);
    left
}

/// One batch of saves added to what was suffered before.
fn saved<S: Chance>(
    left: &[S],
    spent: &[S],
    dice: usize,
    needed: u8,
    stubborn: bool,
) -> (Chances<S>, Chances<S>) {
    let failed: Chances<S> = failures(dice, needed);
    let spent_now = added(spent, &failed);
    if !stubborn || needed > 6 {
        return (added(left, &failed), spent_now);
    }
    // None fails: the throw is left; else one of them is thrown again.
    let none = vec![failed[0]];
    let mut some = vec![S::NONE; failed.len()];
    for (count, chance) in failed.iter().enumerate().skip(1) {
        some[count - 1] += *chance * face(needed);
        some[count] += *chance * missed(needed);
    }
    let mut both = added(left, &some);
    pour(&mut both, &spent_now, S::CERTAIN);
    (added(left, &none), both)
}

/// HC-WILD-01, HC-TOUGH-01: hits of one strike, with the second throws that the strikes before it leave.
fn hits<S: Chance>(look: Look<'_>, round: &Round, strike: &Strike) -> Chances<S> {
    if !strike.is_of_fighter() {
        return successes(strike.dice.into(), strike.needed);
    }
    let (tough, wild) = look.second_throws(strike.by);
    let mut throws = vec![S::NONE; usize::from(tough + wild) + 1];
    if let Some(all) = throws.last_mut() {
        *all = S::CERTAIN;
    }
    for before in round.strikes.iter().filter(|other| other.by == strike.by && other.is_of_fighter()) {
        if before.on == strike.on {
            break;
        }
        throws = left_after(&throws, before);
    }
    let first: Chances<S> = successes(strike.dice.into(), strike.needed);
    let mut found = vec![S::NONE; usize::from(strike.dice) + 1];
    for (hit, one) in first.iter().enumerate() {
        let misses = usize::from(strike.dice) - hit;
        for (left, other) in throws.iter().enumerate() {
            for (more, last) in successes::<S>(misses.min(left), strike.needed).iter().enumerate() {
                found[hit + more] += *one * *other * *last;
            }
        }
    }
    found
}

/// How many second throws are left after a strike.
fn left_after<S: Chance>(throws: &[S], strike: &Strike) -> Chances<S> {
    let first: Chances<S> = successes(strike.dice.into(), strike.needed);
    let mut left = vec![S::NONE; throws.len()];
    for (hit, one) in first.iter().enumerate() {
        let misses = usize::from(strike.dice) - hit;
        for (count, other) in throws.iter().enumerate() {
            left[count.saturating_sub(misses)] += *one * *other;
        }
    }
    left
}
