//! Exact odds of a round of combat: casualties, who wins, and what becomes of each unit.
//!
//! The round is walked step by step as it is fought; each throw is counted with all its readings (`counted`), and what a
//! reading means is asked of the step that throws it in play. The dice against one unit are other dice than those against
//! the next, so casualties of different units are independent; what follows for a unit depends on its own casualties, on
//! those of its friends and on those of the enemy. One thing is left out: where a unit with second throws strikes several
//! enemies, the throws that one of them takes are lacking at the other, and their casualties are treated as independent
//! all the same.
//!
//! What players decide is taken so: what has been declared holds, others do as `declare::complete` says; friends step
//! aside; the owner of an elephant has a die rolled again where that is worse for the enemy on average.

use super::result::{self, Demand, Ended};
use super::round::{self, Round, Strike, Test};
use super::strike::{self, SecondThrows};
use super::{declare, trial};
use crate::breaks::{Disorder, Outcome, ground};
use crate::commander::risk::Danger;
use crate::counted::{Chances, Saving, added, apart, each_pair, pour, successes};
use crate::event::{self, Event};
use crate::ids::{UnitId, UnitSet};
use crate::morale::{self, Blow};
use crate::pending::Pending;
use crate::rules::Look;
use crate::state::CommanderPlace;
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

/// HC-FRESH-01: freshly raised units that have not rolled yet make a mixture of what each face does to them.
fn of_round<S: Chance>(look: Look<'_>, round: Round) -> FightOdds<S> {
    let Some(unit) = round::fresh_unit(look, &round) else { return planned(look, round) };
    let mut mixed: Option<FightOdds<S>> = None;
    let mut counted: Vec<(Raised, u32)> = Vec::new();
    for face in 1..=6 {
        let raised = Raised::by(look, unit, face);
        match counted.iter_mut().find(|(one, _)| one.is_like(&raised)) {
            Some((_, ways)) => *ways += 1,
            None => counted.push((raised, 1)),
        }
    }
    for (raised, ways) in counted {
        let mut one = round.clone();
        one.fresh.push((unit, raised.face));
        let mut state = look.state.clone();
        if raised.confused {
            event::apply(&mut state, &Event::Disordered { unit, is: true });
        }
        let (part, share) = (of_round(look.at(&state), one), S::ways(ways, 1));
        match &mut mixed {
            Some(sum) => sum.add(&part, share),
            none => *none = Some(part.times(share)),
        }
    }
    mixed.unwrap_or_else(|| planned(look, round))
}

/// What a face does to a freshly raised unit.
struct Raised {
    face: u8,
    confused: bool,
    attacks: u8,
    needed: Vec<u8>,
}

impl Raised {
    fn by(look: Look<'_>, unit: UnitId, face: u8) -> Raised {
        let foes = look.state.foes(unit);
        Raised {
            face,
            confused: round::is_confused(face),
            attacks: look.own_attacks(unit, Some(face)),
            needed: foes.map(|foe| look.needed_to_hit((unit, foe), true, false, Some(face))).collect(),
        }
    }

    fn is_like(&self, other: &Raised) -> bool {
        (self.confused, self.attacks, &self.needed) == (other.confused, other.attacks, &other.needed)
    }
}

/// The round with all that has not been declared as it is done when nobody is asked.
fn planned<S: Chance>(look: Look<'_>, mut round: Round) -> FightOdds<S> {
    declare::suppose(look, &mut round);
    strike::fix_strikes(look, &mut round);
    round.uphill = strike::below(look, round.units);
    Reckoning::new(look, round).odds()
}

struct Reckoning<'a, S> {
    look: Look<'a>,
    round: Round,
    /// Casualties of each fighting unit, before they are marked.
    losses: Vec<(UnitId, Chances<S>)>,
    /// HC-CRES-03: commanders hit, by side.
    hit: [Chances<S>; 2],
}

impl<'a, S: Chance> Reckoning<'a, S> {
    fn new(look: Look<'a>, round: Round) -> Reckoning<'a, S> {
        let losses = round.units.iter().map(|unit| (unit, unsaved(look, &round, unit))).collect();
        let hit = commanders_hit(look, &round);
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
            let (after, ruined) = self.aftermath(*unit, casualties);
            units.push(UnitOdds { unit: *unit, casualties: self.counted(*unit, casualties), after });
            ruin.push(ruined);
        }
        units.extend(self.supports(&ruin));
        let round = &self.round;
        let blow = |strike: &Strike| strike::blow(self.look, strike, round.has_closed(strike.on)).0;
        let strikes = round.strikes.iter().map(|strike| (*strike, blow(strike))).collect();
        FightOdds { inflicted, wins, draw, units, strikes }
    }

    /// HC-CRES-09: casualties of a unit that count.
    fn counted(&self, unit: UnitId, casualties: &[S]) -> Chances<S> {
        let mut counted = Vec::new();
        for (suffered, chance) in casualties.iter().enumerate() {
            let count = usize::from(strike::counted(self.look, unit, suffered as u8));
            counted.resize(counted.len().max(count + 1), S::NONE);
            counted[count] += *chance;
        }
        counted
    }

    /// Casualties of a side that count, of all units but one, with hits on its commanders.
    fn lost(&self, side: Side, but: Option<UnitId>) -> Chances<S> {
        let mut sum = self.hit[side.index()].clone();
        for (unit, chances) in &self.losses {
            if self.look.side(*unit) == side && Some(*unit) != but {
                sum = added(&sum, &self.counted(*unit, chances));
            }
        }
        sum
    }

    /// What becomes of a fighting unit, and whether its supports then test.
    fn aftermath(&self, unit: UnitId, casualties: &[S]) -> (Aftermath<S>, Ruin<S>) {
        let (look, side) = (self.look, self.look.side(unit));
        let friends = self.lost(side, Some(unit));
        let enemies = self.lost(side.other(), None);
        let mut tests = Tests::new(look, &self.round, unit, None);
        let mut after = Aftermath::default();
        let destroyed = vec![S::NONE; casualties.len() + friends.len() + 1];
        let mut ruin = Ruin { unit, stands: S::NONE, destroyed };
        let lead = apart(&friends, &enemies);
        let base = enemies.len() as i32 - 1;
        for (unsaved, one) in casualties.iter().enumerate() {
            let suffered = strike::counted(look, unit, unsaved as u8);
            let casualties = morale::marked(look, unit, unsaved as u8);
            for (at, other) in lead.iter().enumerate() {
                let chance = *one * *other;
                if chance == S::NONE {
                    continue;
                }
                let behind = i32::from(suffered) + at as i32 - base;
                let lost = Aftermath { destroyed: S::CERTAIN, ..Aftermath::default() };
                let fate = match (Ended { behind, casualties, suffered }).demand(look, unit) {
                    Demand::Nothing => Aftermath { untested: S::CERTAIN, ..Aftermath::default() },
                    Demand::Test(minus) => tests.of(minus, look.is_shaken_by(unit, casualties)),
                    Demand::Shattered => lost,
                    Demand::Spent => {
                        // Nobody tests for them.
                        ruin.stands += chance;
                        after.add(&lost, chance);
                        continue;
                    }
                };
                after.add(&fate, chance);
                ruin.stands += chance * fate.stands();
                if let Some(place) = ruin.destroyed.get_mut(usize::from(result::minus(behind))) {
                    *place += chance * fate.destroyed;
                }
            }
        }
        (after, ruin)
    }

    /// HC-BRK-21: supports test if one of those they support is destroyed; as if they suffered no excess casualties.
    fn supports(&self, ruin: &[Ruin<S>]) -> Vec<UnitOdds<S>> {
        let mut found: Vec<UnitOdds<S>> = Vec::new();
        for support in &self.round.supports {
            let Some(ruin) = ruin.iter().find(|ruin| ruin.unit == support.of) else { continue };
            let unit = support.unit;
            let (shaken, tests) = (self.look.is_shaken(unit), result::may_test(self.look, unit));
            let mut results = Tests::new(self.look, &self.round, unit, Some(support.of));
            let mut after = Aftermath { untested: ruin.stands, ..Aftermath::default() };
            for (minus, chance) in ruin.destroyed.iter().enumerate().filter(|(_, chance)| **chance != S::NONE)
            {
                match tests {
                    true => after.add(&results.of(minus as u8, shaken), *chance),
                    false => after.untested += *chance,
                }
            }
            match found.iter_mut().find(|known| known.unit == unit) {
                // Of two friends: it tests for the first that is destroyed.
                Some(known) => known.after = known.after.or_else(&after),
                None => found.push(UnitOdds { unit, casualties: vec![S::CERTAIN], after }),
            }
        }
        found
    }
}

/// Whether the supports of a fighting unit test.
struct Ruin<S> {
    unit: UnitId,
    /// The chance that they do not: it is not destroyed.
    stands: S,
    /// The chances that they do with 0, 1, 2... taken from the dice.
    destroyed: Chances<S>,
}

/// The break tests of one unit, each with what is taken from the dice and shaken or not; each is made once.
struct Tests<'a, S> {
    look: Look<'a>,
    round: &'a Round,
    test: Test,
    /// Whether it would be destroyed if it had to give ground; found out when that comes up.
    stuck: Option<bool>,
    made: Vec<((u8, bool), Aftermath<S>)>,
}

impl<'a, S: Chance> Tests<'a, S> {
    fn new(look: Look<'a>, round: &'a Round, unit: UnitId, support_of: Option<UnitId>) -> Tests<'a, S> {
        Tests { look, round, test: Test { unit, minus: 0, support_of }, stuck: None, made: Vec::new() }
    }

    fn of(&mut self, minus: u8, shaken: bool) -> Aftermath<S> {
        if let Some((_, made)) = self.made.iter().find(|(one, _)| *one == (minus, shaken)) {
            return *made;
        }
        let made = self.make(minus, shaken);
        self.made.push(((minus, shaken), made));
        made
    }

    /// HC-ELE-01, HC-VAL-01: every throw, with what is rolled again.
    fn make(&mut self, minus: u8, shaken: bool) -> Aftermath<S> {
        let (look, round, test) = (self.look, self.round, Test { minus, ..self.test });
        let outcome = |dice: u8| trial::outcome(look, round, &test, dice, shaken).0;
        let demanded = trial::may_be_demanded(look, &test);
        let heart = look.would_take_heart(test.unit);
        let mut results: Vec<(Outcome, S)> = Vec::new();
        each_pair(|dice, chance: S| {
            let stands = outcome(dice[0] + dice[1]);
            let again = (1..=6).map(|face| outcome(trial::stays(dice) + face)).collect::<Vec<_>>();
            let mean = again.iter().map(|outcome| weight(*outcome)).sum::<f64>() / 6.0;
            match demanded && mean > weight(stands) {
                true => results.extend(again.into_iter().map(|outcome| (outcome, chance * S::ways(1, 1)))),
                false => results.push((stands, chance)),
            }
        });
        let mut after = Aftermath::default();
        for (outcome_of, chance) in results {
            match outcome_of {
                Outcome::Break if heart => each_pair(|dice, part: S| {
                    after.count(outcome(dice[0] + dice[1]), chance * part, || self.is_stuck());
                }),
                found => after.count(found, chance, || self.is_stuck()),
            }
        }
        after
    }

    fn is_stuck(&mut self) -> bool {
        let Test { unit, support_of, .. } = self.test;
        *self.stuck.get_or_insert_with(|| ground::is_stuck(self.look, self.round, unit, support_of))
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
    fn count(&mut self, outcome: Outcome, chance: S, mut is_stuck: impl FnMut() -> bool) {
        let place = match outcome {
            Outcome::Hold(Disorder::None) => &mut self.holds,
            Outcome::GiveGround(_) if is_stuck() => &mut self.destroyed,
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

    /// The chance that the unit is not destroyed.
    fn stands(&self) -> S {
        self.untested + self.holds + self.gives_ground + self.disordered
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

/// HC-CRISK-07: how many commanders of each side are hit, by side.
fn commanders_hit<S: Chance>(look: Look<'_>, round: &Round) -> [Chances<S>; 2] {
    let mut sums = [vec![S::CERTAIN], vec![S::CERTAIN]];
    let mut round = round.clone();
    while let Some(both) = round::take_risk(look, &mut round) {
        let Some(commander) = both.first().copied() else { break };
        let used = match look.state.commander(commander).place {
            CommanderPlace::With(unit) => round.declared_of(unit).map_or(0, |declared| declared.attacks),
            _ => 0,
        };
        let danger = Danger::of(look.rules, used);
        let (mut once, mut spared) = (S::NONE, S::NONE);
        each_pair(|dice, chance| {
            let hits = i32::from(dice[0] + dice[1]) >= danger.from;
            *(if hits { &mut once } else { &mut spared }) += chance;
        });
        // Spared by every roll, or hit by one of them.
        let (mut missed, mut hit) = (S::CERTAIN, S::NONE);
        for _ in 0..danger.rolls {
            hit += missed * once;
            missed = missed * spared;
        }
        let sum = &mut sums[look.side_of_commander(commander).index()];
        *sum = added(sum, &[missed, hit]);
    }
    sums
}

/// HC-HSAVE-01: hits that are not saved.
fn unsaved<S: Chance>(look: Look<'_>, round: &Round, unit: UnitId) -> Chances<S> {
    let mut saving = Saving::new(look, unit);
    let hit = |strike: &Strike| Some(hits::<S>(look, round, strike));
    for (blow, share, hits) in strike::batches(look, round, unit, hit, |one, other| added(&one, &other)) {
        saving.against(&hits, &blow, share);
    }
    saving.casualties()
}

/// HC-WILD-01, HC-TOUGH-01: hits of one strike, with the second throws that the strikes before it leave.
fn hits<S: Chance>(look: Look<'_>, round: &Round, strike: &Strike) -> Chances<S> {
    if !strike.is_of_fighter() {
        return successes(strike.dice, strike.needed);
    }
    let mut throws = vec![(SecondThrows::of(look, strike.by), S::CERTAIN)];
    for before in round.strikes.iter().filter(|other| other.by == strike.by && other.is_of_fighter()) {
        if before.on == strike.on {
            break;
        }
        throws = left_after(&throws, before);
    }
    let first: Chances<S> = successes(strike.dice, strike.needed);
    let mut found = vec![S::NONE; usize::from(strike.dice) + 1];
    for (hit, one) in first.iter().enumerate() {
        for (mut left, other) in throws.iter().copied() {
            let again = left.take(strike.dice - hit as u8).dice();
            for (more, last) in successes::<S>(again, strike.needed).iter().enumerate() {
                found[hit + more] += *one * other * *last;
            }
        }
    }
    found
}

/// The second throws that are left after a strike.
fn left_after<S: Chance>(throws: &[(SecondThrows, S)], strike: &Strike) -> Vec<(SecondThrows, S)> {
    let mut found: Vec<(SecondThrows, S)> = Vec::new();
    for (hit, one) in successes::<S>(strike.dice, strike.needed).into_iter().enumerate() {
        for (mut left, other) in throws.iter().copied() {
            left.take(strike.dice - hit as u8);
            match found.iter_mut().find(|(known, _)| *known == left) {
                Some((_, chance)) => *chance += one * other,
                None => found.push((left, one * other)),
            }
        }
    }
    found
}
