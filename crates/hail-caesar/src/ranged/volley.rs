//! Rolling a volley: hits, saves, casualties, and what they leave for the tests (40.4 to 40.7).

use super::Barrage;
use super::hit::Volley;
use crate::again::Second;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use crate::troop::Special;
use crate::{breaks, morale};
use aelian_dice::{NeedRoll, Reroll};
use aelian_game::Cx;
use aelian_rulebook::rule;

/// HC-ALG-09, HC-HIT-01, HC-HIT-02: the dice of one volley. True if the re-roll of marksmen was used.
pub(super) fn roll(cx: &mut Cx<'_, Rules>, volley: &Volley) -> Result<bool, NeedRoll> {
    let Volley { shooter, target, dice, needed, .. } = *volley;
    if dice == 0 || !cx.state().unit(target).is_on_table() {
        return Ok(false);
    }
    cite(cx, volley);
    let (mut hits, mut sixes) = rolls::hits(cx, rule!("HC-HIT-01"), dice, needed, Reroll::None)?;
    let again = volley.again(Look::new(cx.rules, cx.state()), hits);
    if again {
        let (more, six) = rolls::hits(cx, rule!("HC-MARK-01"), 1, needed, Reroll::None)?;
        (hits, sixes) = (hits + more, sixes + six);
    }
    let mut casualties = 0;
    for (hits, blow) in volley.batches(hits) {
        casualties += morale::save(cx, target, hits, &blow, 1.0)?;
    }
    note(cx, volley, sixes, casualties);
    let suffered = morale::suffer(cx, target, casualties);
    if suffered.shattered {
        breaks::destroy(cx, target, rule!("HC-CAS-04"));
    }
    cx.cite(rule!("HC-RNG-01"), || Fact::Pair { unit: shooter, other: target });
    Ok(again)
}

impl Volley {
    /// HC-MARK-01: with so many hits, a miss is rolled again.
    pub(super) fn again(&self, look: Look<'_>, hits: u8) -> bool {
        self.marksmen && hits < self.dice && look.rolls_again(self.shooter, Second::Shot)
    }
}

fn cite(cx: &mut Cx<'_, Rules>, volley: &Volley) {
    if !cx.is_traced() {
        return;
    }
    let mut lines = Vec::new();
    Look::new(cx.rules, cx.state()).each_shot_modifier(volley, |rule| lines.push(rule));
    let Volley { shooter, target, dice, needed, .. } = *volley;
    for rule in lines {
        cx.cite(rule, || Fact::Modifier { unit: shooter, value: -1 });
    }
    cx.cite(rule!("HC-HIT-12"), || Fact::Dice { unit: shooter, against: target, dice, needed });
}

/// HC-RTRIG-07: what the shooting leaves behind for the test: sixes count even if the hits are saved.
fn note(cx: &mut Cx<'_, Rules>, volley: &Volley, sixes: u8, casualties: u8) {
    let target = volley.target;
    let barrage = noted(Look::new(cx.rules, cx.state()), volley, sixes, casualties);
    if sixes > 0 && Look::new(cx.rules, cx.state()).is_steady_still(target) {
        cx.cite(rule!("HC-STEADY-01"), || Fact::Unit(target));
        cx.emit(Event::Did { unit: target, deed: Deed::SteadySpent });
    }
    if volley.needed == 6 && sixes > 0 && barrage.sixes == 0 && barrage.needed_sixes == 1 {
        cx.cite(rule!("HC-RTRIG-02"), || Fact::Count { found: barrage.needed_sixes.into(), allowed: 2 });
    }
    cx.emit(Event::Barrage(barrage));
}

/// HC-RTRIG-06, HC-RTRIG-08, HC-RTRIG-10, HC-STEADY-02: the account of a target with this volley added to it; a steady
/// unit ignores one six in each turn.
pub(super) fn noted(look: Look<'_>, volley: &Volley, sixes: u8, casualties: u8) -> Barrage {
    let target = volley.target;
    let ignored = u8::from(sixes > 0 && look.is_steady_still(target));
    let mut barrage = look.barrage(target).unwrap_or(Barrage {
        target,
        by: UnitSet::EMPTY,
        sixes: 0,
        needed_sixes: 0,
        casualties: 0,
        was_shaken: look.is_shaken(target),
        napfa: false,
    });
    barrage.by.insert(volley.shooter);
    let counted = if volley.needed < 6 { &mut barrage.sixes } else { &mut barrage.needed_sixes };
    *counted = counted.saturating_add(sixes - ignored);
    barrage.casualties = barrage.casualties.saturating_add(casualties);
    // HC-SCN-04.
    barrage.napfa |= casualties > 0 && look.card(volley.shooter).has(Special::Napfa);
    barrage
}

impl Look<'_> {
    /// HC-STEADY-01, HC-STEADY-02: it has not yet ignored a six in this turn.
    fn is_steady_still(&self, unit: UnitId) -> bool {
        self.card(unit).has(Special::Steady) && !self.state.unit(unit).did(Deed::SteadySpent)
    }
}
