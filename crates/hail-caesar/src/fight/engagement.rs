//! Engagements (55.1): who fights together, and in which order they are fought.

use super::{FightChoice, FightPrompt, Round, Waiting};
use crate::breaks::ground;
use crate::charge;
use crate::choice::{Asked, Choice, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};
use aelian_rulebook::rule;

impl Look<'_> {
    /// HC-PASS-02: all in the same engagement, who fight in it or support; nobody if it does neither.
    pub fn all_engaged_with(&self, unit: UnitId) -> UnitSet {
        if !self.is_engaged(unit) {
            return UnitSet::EMPTY;
        }
        let supported = |fighter: &UnitId| self.supports_of(*fighter).iter().any(|one| one.unit == unit);
        let fighter = match self.state.is_fighting(unit) {
            true => Some(unit),
            false => self.engaged().iter().filter(|one| self.state.is_fighting(*one)).find(supported),
        };
        let fighters = fighter.map_or(UnitSet::EMPTY, |fighter| self.engagement_of(fighter));
        let supports = fighters.iter().flat_map(|one| self.supports_of(one)).map(|support| support.unit);
        fighters.union(supports.collect())
    }

    /// HC-ENG-02, HC-ENG-03, HC-ENG-12, EX-88: the fighting units that are linked to this one by fighting pairs, itself
    /// among them. A support that two share links nobody.
    pub fn engagement_of(&self, unit: UnitId) -> UnitSet {
        let mut units = UnitSet::one(unit);
        loop {
            let mut more = units;
            for bout in &self.state.bouts {
                if bout.units.iter().any(|one| units.contains(*one)) {
                    bout.units.iter().for_each(|one| {
                        more.insert(*one);
                    });
                }
            }
            if more == units {
                return units;
            }
            units = more;
        }
    }

    /// HC-ENG-05, HC-TURN-05: engagements with a bout that has not been fought in this part.
    pub fn unfought(&self) -> Vec<UnitSet> {
        let mut found: Vec<UnitSet> = Vec::new();
        for bout in self.state.bouts.iter().filter(|bout| !bout.fought) {
            if !found.iter().any(|units| units.contains(bout.units[0])) {
                found.push(self.engagement_of(bout.units[0]));
            }
        }
        found
    }
}

/// HC-ENG-05, HC-ENG-06, HC-TURN-05, HC-TURN-06: each is fought once in the part; the active player says which is next.
pub(super) fn next(look: Look<'_>) -> Asked {
    let mut engagements = look.unfought();
    engagements.sort_by_key(|units| units.first());
    let (side, count) = (look.active(), engagements.len());
    let prompt = Prompt::Fight(FightPrompt::Engagement { engagements });
    match count {
        0 => None,
        1 => Some(Next::Only { side, prompt, choice: Choice::Proceed }),
        _ => Some(Next::Ask { side, prompt }),
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let unit = match choice {
        Choice::Fight(FightChoice::Engagement { unit }) => Some(*unit),
        _ => look.unfought().first().and_then(|units| units.first()),
    };
    if let Some(unit) = unit {
        begin(cx, unit);
    }
    Ok(())
}

/// HC-SUPP-28, HC-OOC-06: an open order support that now fights closes up against its enemy, if there is room.
fn close_up(cx: &mut Cx<'_, Rules>, unit: UnitId, foe: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    if !look.state.unit(unit).is_open() {
        return;
    }
    let found = charge::contact(look, unit, look.rect(unit), foe, look.quarter_in(unit, foe));
    let Some(contact) = found else { return };
    cx.cite(rule!("HC-SUPP-28"), || Fact::Unit(unit));
    ground::shift(cx, unit, &contact.rect, MoveWhy::ClosedUp);
    super::part(cx, unit);
    super::meet(cx, unit, false);
}

/// HC-ENG-05, HC-ENG-08, HC-ENG-09: a round of this unit's engagement begins. Supports that enemies now touch with a
/// centre-front fight too.
pub(crate) fn begin(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let units = look.engagement_of(unit);
    let supports: UnitSet = units.iter().flat_map(|one| look.supports_of(one)).map(|one| one.unit).collect();
    for support in supports.iter() {
        if let Some(foe) = super::meet(cx, support, false).first() {
            close_up(cx, support, foe);
        }
    }
    let look = Look::new(cx.rules, cx.state());
    let units = look.engagement_of(unit);
    cx.cite(rule!("HC-ENG-05"), || Fact::Units(units));
    let bouts: Vec<_> =
        cx.state().bouts.iter().filter(|bout| units.contains(bout.units[0])).copied().collect();
    for mut bout in bouts {
        bout.fought = true;
        cx.emit(Event::Bout(bout));
    }
    cx.emit(Event::Waits(Pending::Fight(Waiting::Round(Box::new(Round::new(units))))));
}
