//! Morale saves (40.6): what a hit unit needs, and the rolls.

use super::cover::Cover;
use crate::again::Second;
use crate::event::Event;
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Part;
use crate::state::Deed;
use aelian_dice::{NeedRoll, Reroll};
use aelian_game::Cx;
use aelian_rulebook::{RuleId, rule};

/// Where hits come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    #[default]
    Ranged,
    HandToHand,
}

/// HC-ARTY-06: the engine that hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Engine {
    #[default]
    None,
    Light,
    /// Medium or heavy.
    Heavy,
}

/// HC-SAVE-07: all that touches the saves against one batch of hits, beside what the hit unit is itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Blow {
    pub kind: Kind,
    /// HC-SAVE-10, HC-SAVE-12, HC-SAVE-13, HC-SAVE-17: what it stands behind.
    pub cover: Cover,
    pub engine: Engine,
    /// HC-SLING-01.
    pub sling: bool,
    /// HC-LANCE-01.
    pub lance: bool,
    /// HC-PIL-01.
    pub pilum: bool,
    /// HC-CLR-02: the hit unit has closed ranks.
    pub closed: bool,
    /// HC-XBOW-01.
    pub crossbow: bool,
    /// HC-DBL-01.
    pub double_handed: bool,
}

/// HC-SAVE-09, HC-SAVE-10, HC-SAVE-11, HC-SAVE-12, HC-SAVE-13, HC-SAVE-14, HC-SAVE-15, HC-SAVE-16, HC-SAVE-17,
/// HC-SAVE-18, HC-TAB-SAVE, HC-COL-08, HC-SQ-07, HC-TESTU-03, HC-WEDGE-04: every modifier of a save, bonuses above 0.
pub fn each_modifier(look: Look<'_>, unit: UnitId, blow: &Blow, mut each: impl FnMut(RuleId, i32)) {
    let mut add = |applies: bool, rule: RuleId, value: i32| {
        if applies {
            each(rule, value);
        }
    };
    let standing = look.state.unit(unit);
    let formation = (!standing.is_in_block()).then_some(standing.formation);
    add(matches!(formation, Some(Formation::Square | Formation::Wedge)), rule!("HC-SAVE-09"), 1);
    let testudo = formation == Some(Formation::Testudo) && blow.kind == Kind::Ranged;
    add(testudo, rule!("HC-SAVE-11"), 2);
    add(formation == Some(Formation::Column), rule!("HC-SAVE-16"), -2);
    add(blow.cover == Cover::Light, rule!("HC-SAVE-10"), 1);
    add(blow.cover == Cover::Building, rule!("HC-SAVE-12"), 2);
    add(blow.cover == Cover::Fortification, rule!("HC-SAVE-13"), 3);
    add(blow.engine == Engine::Light, rule!("HC-SAVE-14"), -1);
    add(blow.engine == Engine::Heavy, rule!("HC-SAVE-15"), -2);
    add(blow.sling, rule!("HC-SLING-01"), -1);
    add(blow.lance, rule!("HC-LANCE-01"), -1);
    add(blow.pilum, rule!("HC-PIL-01"), -1);
    add(blow.closed, rule!("HC-CLR-02"), 1);
    let fanatic = look.card(unit).specials.fanatic;
    add(fanatic > 0 && look.is_fanatic_still(unit), rule!("HC-FAN-01"), i32::from(fanatic));
}

/// HC-SAVE-02, HC-SAVE-03, HC-SAVE-04, HC-SAVE-05, HC-SAVE-08: the score that saves; 7 if none does.
pub fn needed_save(look: Look<'_>, unit: UnitId, blow: &Blow) -> u8 {
    let mut sum = 0;
    each_modifier(look, unit, blow, |_, value| sum += value);
    let value = i32::from(look.stats(unit).save);
    let base = if value == 0 { 7 } else { value };
    let mut needed = base - sum;
    if value != 0 {
        needed = needed.min(6);
    }
    needed = needed.max(2);
    if blow.crossbow || blow.double_handed {
        needed = needed.max(5);
    }
    needed.min(7) as u8
}

impl Look<'_> {
    /// HC-FAN-01, HC-FAN-02, HC-SHK-11, AMB-39: its fanaticism has not been spent.
    pub fn is_fanatic_still(&self, unit: UnitId) -> bool {
        let spent = self.state.unit(unit).did(Deed::BeenShaken) && !self.rules.settings.fanatics_recover;
        !self.is_shaken(unit) && !spent
    }

    /// HC-STUB-01, HC-STUB-02, EX-92: it may roll one failed save again in this part of the turn; what it spent on shots
    /// at its charge is spent for the combat too.
    pub fn is_stubborn_still(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        let most = self.card(unit).specials.stubborn;
        let spent = standing.did(Deed::StubbornSpent) || standing.did(Deed::StubbornInCharge);
        most.is_some_and(|most| standing.casualties <= most) && !spent
    }

    /// The same, if its owner would.
    pub fn saves_again(&self, unit: UnitId) -> bool {
        self.is_stubborn_still(unit) && self.rolls_again(unit, Second::Save)
    }
}

/// HC-SAVE-01, HC-SAVE-06, HC-SAVE-07: saves against one batch of hits; how many casualties come of it. `share` of the
/// unit is covered as the blow says; hits on the rest have no cover.
pub fn save(cx: &mut Cx<'_, Rules>, unit: UnitId, hits: u8, blow: &Blow, share: f64) -> Result<u8, NeedRoll> {
    let mut casualties = 0;
    for (hits, blow) in batches(hits, blow, share) {
        casualties += batch(cx, unit, hits, &blow)?;
    }
    Ok(casualties)
}

/// HC-SAVE-06: hits on the covered part of a unit, and those on the rest.
pub fn batches(hits: u8, blow: &Blow, share: f64) -> [(u8, Blow); 2] {
    let covered = if blow.cover == Cover::None { hits } else { part_of(hits, share) };
    [(covered, *blow), (hits - covered, Blow { cover: Cover::None, ..*blow })]
}

/// HC-SAVE-06: a share of the dice, half up.
pub fn part_of(dice: u8, share: f64) -> u8 {
    let part = (f64::from(dice) * share.clamp(0.0, 1.0) + 0.5).floor();
    (part as u8).min(dice)
}

/// HC-SAVE-01: saves against one batch of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saves {
    pub hits: u8,
    /// 7: none is possible.
    pub needed: u8,
}

impl Saves {
    pub fn of(look: Look<'_>, unit: UnitId, hits: u8, blow: &Blow) -> Saves {
        Saves { hits, needed: needed_save(look, unit, blow) }
    }

    /// HC-STUB-01: with so many that succeed, one that failed is rolled again by whoever may.
    pub fn again(&self, saved: u8, may_again: bool) -> bool {
        may_again && saved < self.hits && self.needed <= 6
    }

    /// HC-CAS-01: hits that are not saved.
    pub fn lost(&self, saved: u8) -> u8 {
        self.hits.saturating_sub(saved)
    }
}

/// One batch of saves, with the re-roll of the stubborn.
fn batch(cx: &mut Cx<'_, Rules>, unit: UnitId, hits: u8, blow: &Blow) -> Result<u8, NeedRoll> {
    if hits == 0 {
        return Ok(0);
    }
    cite_needed(cx, unit, blow);
    let look = Look::new(cx.rules, cx.state());
    let (saves, may_again) = (Saves::of(look, unit, hits, blow), look.saves_again(unit));
    let needed = saves.needed;
    let mut saved = rolls::saves(cx, rule!("HC-SAVE-01"), hits, needed, Reroll::None)?;
    if saves.again(saved, may_again) {
        let in_charge = cx.state().part == Part::Command;
        let deed = if in_charge { Deed::StubbornInCharge } else { Deed::StubbornSpent };
        cx.emit(Event::Did { unit, deed });
        saved += rolls::saves(cx, rule!("HC-STUB-01"), 1, needed, Reroll::None)?;
    }
    let casualties = saves.lost(saved);
    cx.cite(rule!("HC-SAVE-01"), || Fact::Saves { unit, hits, needed, casualties });
    Ok(casualties)
}

fn cite_needed(cx: &mut Cx<'_, Rules>, unit: UnitId, blow: &Blow) {
    let look = Look::new(cx.rules, cx.state());
    if cx.is_traced() {
        let mut lines = Vec::new();
        each_modifier(look, unit, blow, |rule, value| lines.push((rule, value)));
        for (rule, value) in lines {
            cx.cite(rule, || Fact::Modifier { unit, value });
        }
        if blow.crossbow {
            cx.cite(rule!("HC-XBOW-01"), || Fact::Unit(unit));
        }
        if blow.double_handed {
            cx.cite(rule!("HC-DBL-01"), || Fact::Unit(unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HC-SAVE-06, EX-44: half of the unit in cover: half of the dice, the odd one in its favour.
    #[test]
    fn shares_of_dice_round_half_up() {
        assert_eq!(
            [(3, 0.5), (4, 0.5), (3, 0.1), (5, 1.0), (2, 0.0)].map(|(n, s)| part_of(n, s)),
            [2, 2, 0, 5, 0]
        );
    }
}
