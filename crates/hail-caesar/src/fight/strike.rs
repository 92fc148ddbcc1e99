//! Blows and saves (55.5, 55.6): the dice of one unit after the other, all by what held before the first.

use super::round::{Round, Strike};
use super::{declare, share, supports};
use crate::again::Second;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::morale::{self, Blow, Cover, Kind};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{Combat, Side4};
use crate::troop::Special;
use aelian_dice::{NeedRoll, Reroll};
use aelian_game::Cx;
use aelian_rulebook::rule;

pub(super) fn is_left(round: &Round) -> bool {
    !round.fixed || round.strikes.iter().any(|strike| strike.hits.is_none())
}

/// Who strikes next; before all is fixed, who will strike first.
pub(super) fn next_striker(look: Look<'_>, round: &Round) -> Option<UnitId> {
    let unrolled =
        |round: &Round| round.strikes.iter().find(|strike| strike.hits.is_none()).map(|strike| strike.by);
    if round.fixed {
        return unrolled(round);
    }
    let mut round = round.clone();
    declare::suppose(look, &mut round);
    fix_strikes(look, &mut round);
    unrolled(&round)
}

/// HC-HTH-01, HC-HTH-02: the attacks of the next unit; before the first of them everything is fixed.
pub(super) fn roll(cx: &mut Cx<'_, Rules>, round: &mut Round) -> Result<(), NeedRoll> {
    if !round.fixed {
        fix(cx, round);
    }
    let by = round.strikes.iter().find(|strike| strike.hits.is_none()).map(|strike| strike.by);
    let Some(by) = by else { return Ok(()) };
    let look = Look::new(cx.rules, cx.state());
    let mut again = SecondThrows::of(look, by);
    let mine = |strike: &&mut Strike| strike.by == by && strike.hits.is_none();
    cite_value(cx, by);
    for strike in round.strikes.iter_mut().filter(mine) {
        cite_modifiers(cx, strike);
        let Strike { on, dice, needed, .. } = *strike;
        if !strike.is_of_fighter() {
            let of = strike.of;
            cx.cite(rule!("HC-SUPP-32"), || Fact::Pair { unit: by, other: of });
        }
        cx.cite(rule!("HC-HTH-02"), || Fact::Dice { unit: by, against: on, dice, needed });
        let (mut hits, _) = rolls::hits(cx, rule!("HC-HIT-H01"), dice, needed, Reroll::None)?;
        if strike.is_of_fighter() {
            let SecondThrows { wild: by_wild, tough: by_tough } = again.take(dice - hits);
            hits += rolls::hits(cx, rule!("HC-WILD-01"), by_wild, needed, Reroll::None)?.0;
            hits += rolls::hits(cx, rule!("HC-TOUGH-01"), by_tough, needed, Reroll::None)?.0;
        }
        strike.hits = Some(hits);
    }
    Ok(())
}

/// HC-WILD-01, HC-TOUGH-01: missed attacks that a unit may roll again in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SecondThrows {
    wild: u8,
    tough: u8,
}

impl SecondThrows {
    pub fn of(look: Look<'_>, unit: UnitId) -> SecondThrows {
        let willing = look.rolls_again(unit, Second::Attacks);
        let (tough, wild) = if willing { look.second_throws(unit) } else { (0, 0) };
        SecondThrows { wild, tough }
    }

    /// HC-SPEC-02: those that are taken for so many misses; no die a third time.
    pub fn take(&mut self, misses: u8) -> SecondThrows {
        let wild = misses.min(self.wild);
        let tough = (misses - wild).min(self.tough);
        *self = SecondThrows { wild: self.wild - wild, tough: self.tough - tough };
        SecondThrows { wild, tough }
    }

    pub fn dice(self) -> u8 {
        self.wild + self.tough
    }
}

/// HC-HTH-03, HC-TAB-HFORM: where the attacks of a fighting unit come from.
fn cite_value(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    if !cx.is_traced() || !cx.state().is_fighting(unit) {
        return;
    }
    let look = Look::new(cx.rules, cx.state());
    let (value, first) = (look.combat_value(unit), look.state.unit(unit).combat.rounds == 0);
    let limit = look.attack_limit(unit);
    cx.cite(rule!("HC-HTH-03"), || Fact::Attacks { unit, value, first });
    if let Some(rule) = limit {
        cx.cite(rule, || Fact::Unit(unit));
    }
}

fn cite_modifiers(cx: &mut Cx<'_, Rules>, strike: &Strike) {
    if !cx.is_traced() {
        return;
    }
    let look = Look::new(cx.rules, cx.state());
    let closed = look.state.unit(strike.by).combat.closed;
    let mut lines = Vec::new();
    look.each_hit_modifier((strike.by, strike.on), strike.is_of_fighter(), closed, |rule, value| {
        lines.push((rule, value));
    });
    for (rule, value) in lines {
        cx.cite(rule, || Fact::Modifier { unit: strike.by, value });
    }
}

/// HC-ALG-13 (2): who supports, who strikes whom with what, and who touches whom, all as it is before the first blow.
fn fix(cx: &mut Cx<'_, Rules>, round: &mut Round) {
    declare::complete(cx, round);
    // Whoever declared first: Red's units strike first, each side's in their order.
    round.declared.sort_by_key(|declared| declared.unit);
    let look = Look::new(cx.rules, cx.state());
    fix_strikes(look, round);
    share::keep(cx, round);
    let look = Look::new(cx.rules, cx.state());
    round.uphill = below(look, round.units);
    round.fixed = true;
    round.foes = round.units.iter().map(|unit| (unit, look.state.foes(unit).collect())).collect();
}

/// HC-UPH-03: units that fight an enemy with the advantage of the slope.
pub(super) fn below(look: Look<'_>, units: UnitSet) -> UnitSet {
    let pressed = |unit: &UnitId| look.state.foes(*unit).any(|foe| look.has_uphill_advantage(foe, *unit));
    units.iter().filter(pressed).collect()
}

/// Supports and attacks of a round whose declarations are made.
pub(super) fn fix_strikes(look: Look<'_>, round: &mut Round) {
    round.supports = look.all_supports(round.units);
    let mut strikes = Vec::new();
    for declared in &round.declared {
        let unit = declared.unit;
        for (on, dice) in declared.split.iter().filter(|(_, dice)| *dice > 0) {
            let needed = look.needed_to_hit((unit, *on), true, declared.close, round.fresh_of(unit));
            strikes.push(Strike { by: unit, of: unit, on: *on, dice: *dice, needed, hits: None });
        }
    }
    round.strikes = strikes;
    let supports = supports::strikes(look, round);
    round.strikes.extend(supports);
}

/// The next unit that has been hit and has not saved.
pub(super) fn next_saver(round: &Round) -> Option<UnitId> {
    let hit = round.strikes.iter().filter(|strike| strike.hits.is_some_and(|hits| hits > 0));
    hit.map(|strike| strike.on).find(|unit| !round.saved.contains(*unit))
}

/// HC-HSAVE-01, HC-HSAVE-02, HC-HSAVE-03, HC-HSAVE-04, HC-SAVE-07, HC-CRES-01, HC-CRES-09: one unit saves against all
/// that hit it, batch by batch, and suffers the rest.
pub(super) fn save(cx: &mut Cx<'_, Rules>, round: &mut Round) -> Result<(), NeedRoll> {
    let Some(unit) = next_saver(round) else { return Ok(()) };
    let look = Look::new(cx.rules, cx.state());
    let hit = |strike: &Strike| strike.hits.filter(|hits| *hits > 0);
    let batches = batches(look, round, unit, hit, |sum, more| sum + more);
    let mut casualties = 0;
    for (blow, share, hits) in batches {
        casualties += morale::save(cx, unit, hits, &blow, share)?;
    }
    let counted = counted(Look::new(cx.rules, cx.state()), unit, casualties);
    morale::suffer(cx, unit, casualties);
    let side = Look::new(cx.rules, cx.state()).side(unit);
    round.inflicted[side.other().index()] += counted;
    round.saved.insert(unit);
    let is = Combat { suffered: counted, ..cx.state().unit(unit).combat };
    cx.emit(Event::Combat { unit, is });
    cx.cite(rule!("HC-HTH-05"), || Fact::Count { found: i32::from(counted), allowed: i32::from(casualties) });
    Ok(())
}

/// HC-CRES-01, HC-CRES-09: how many casualties of a unit count for the result.
pub(super) fn counted(look: Look<'_>, unit: UnitId, casualties: u8) -> u8 {
    let marked = morale::marked(look, unit, casualties) - look.state.unit(unit).casualties;
    if look.rules.settings.count_all_hits { casualties } else { marked }
}

/// HC-SAVE-07: hits on a unit by what touches the saves against them, and the share of it that is covered, in the order in
/// which it saves.
pub(super) fn batches<T: Clone>(
    look: Look<'_>,
    round: &Round,
    unit: UnitId,
    hits: impl Fn(&Strike) -> Option<T>,
    add: impl Fn(T, T) -> T,
) -> Vec<(Blow, f64, T)> {
    let mut found: Vec<(Blow, f64, T)> = Vec::new();
    for strike in round.strikes.iter().filter(|strike| strike.on == unit) {
        let Some(hits) = hits(strike) else { continue };
        let (blow, share) = blow(look, strike, round.has_closed(unit));
        match found.iter_mut().find(|(known, part, _)| *known == blow && *part == share) {
            Some(batch) => batch.2 = add(batch.2.clone(), hits),
            None => found.push((blow, share, hits)),
        }
    }
    if look.is_stubborn_still(unit) {
        // HC-STUB-01: its one re-roll goes where a save is easiest.
        found.sort_by_key(|(blow, _, _)| morale::needed_save(look, unit, blow));
    }
    found
}

/// HC-PIL-01, HC-PIL-02, HC-LANCE-01, HC-LANCE-02, HC-DBL-01, HC-DBL-02, HC-SUPP-39, HC-HSAVE-02, HC-HSAVE-03,
/// HC-BLDG-16: what touches the saves against these attacks.
pub(super) fn blow(look: Look<'_>, strike: &Strike, closed: bool) -> (Blow, f64) {
    let Strike { by, on, .. } = *strike;
    let fights = strike.is_of_fighter();
    let (card, combat) = (look.card(by), look.state.unit(by).combat);
    let front = look.state.bout(by, on).and_then(|bout| bout.edge_of(by)) == Some(Side4::Front);
    let (cover, share) = match look.state.unit(on).combat.covered {
        true => look.cover(on, look.rect(strike.of).centre()),
        false => (Cover::None, 1.0),
    };
    let blow = Blow {
        kind: Kind::HandToHand,
        cover,
        pilum: fights && card.has(Special::Pilum) && combat.rounds == 0 && front,
        lance: fights && card.has(Special::Lance) && combat.charged,
        double_handed: fights && card.has(Special::DoubleHanded),
        closed,
        ..Blow::default()
    };
    (blow, share)
}
