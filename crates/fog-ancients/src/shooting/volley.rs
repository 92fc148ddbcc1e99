//! The shooting at one target (60.1, 60.10): whether it is rolled at all, the rolls, the hits.

use super::aim::{Aims, Shot};
use super::dice::{Bundle, Hand};
use super::who::is_artillery;
use crate::cohesion::Toll;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{GroupId, GroupSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{Deed, Hits};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_rulebook::rule;
use std::sync::Arc;

/// The shooting of a phase, worked out.
#[derive(Clone, Debug)]
pub struct Plan {
    pub aims: Aims,
    pub hand: Hand,
}

impl Look<'_> {
    /// Who shoots at whom with how many dice.
    pub fn shooting_plan(&self) -> Arc<Plan> {
        self.state.memo.shooting(|| {
            let aims = self.aims();
            let hand = if aims.shots.is_empty() { Hand::default() } else { self.shooting_dice(&aims) };
            Plan { aims, hand }
        })
    }

    /// FA-SHOOT-04: the targets at which dice are rolled and have not been yet.
    pub fn targets_left(&self, plan: &Plan) -> GroupSet {
        let targets: GroupSet = plan.hand.bundles.iter().map(|bundle| bundle.on).collect();
        let left = targets.minus(self.state.dealt);
        left.iter().filter(|on| self.is_worth_rolling(plan, *on)).collect()
    }

    /// FA-SHOOT-04, AMB-44: as many hits as there are dice would force a cohesion test, or could cost a base.
    fn is_worth_rolling(&self, plan: &Plan, on: GroupId) -> bool {
        let by_artillery = plan.shots_at(on).any(|shot| is_artillery(self.state.troop(shot.base)));
        let toll = Toll { shot: plan.dice_at(on), by_artillery, ..Toll::default() };
        self.is_shaken_by(on, &toll) || self.death_roll_after(on, &toll).is_some()
    }

    /// The groups that shot at this one in this phase, whether or not they hit (FA-CTM-07, FA-SOUT-02).
    pub fn shooters_at(&self, on: GroupId) -> GroupSet {
        let shot = self.state.hits.iter().filter(|hits| hits.shooting && hits.on == on);
        shot.map(|hits| hits.by).collect()
    }
}

impl Plan {
    pub fn shots_at(&self, on: GroupId) -> impl Iterator<Item = &Shot> {
        self.aims.shots.iter().filter(move |shot| shot.on == on)
    }

    pub fn bundles_at(&self, on: GroupId) -> impl Iterator<Item = &Bundle> {
        self.hand.bundles.iter().filter(move |bundle| bundle.on == on)
    }

    /// Dice of all shooters together.
    pub fn dice_at(&self, on: GroupId) -> u32 {
        self.bundles_at(on).map(|bundle| bundle.dice).sum()
    }
}

/// FA-SHOOT-03: all that shoot at one target roll; what comes of it waits until all have shot.
pub fn shoot(cx: &mut Cx<'_, Rules>, on: GroupId) -> Result<(), NeedRoll> {
    let plan = Look::new(cx.rules, cx.state()).shooting_plan();
    let shooters: GroupSet = plan.shots_at(on).map(|shot| shot.by).collect();
    cite_points(cx, &plan, on);
    for by in shooters.iter() {
        let hits = roll(cx, &plan, by, on)?;
        cx.cite(rule!("FA-SHOOT-02"), || Fact::Hits { by, on, hits });
        cx.emit(Event::Hit(Hits { by, on, hits, shooting: true }));
        if plan.aims.revealed.contains(&(by, on)) && !cx.state().did(by, Deed::ShotFromHiding) {
            cx.cite(rule!("FA-LOS-04"), || Fact::Pair { group: by, other: on });
            cx.emit(Event::Did { group: by, deed: Deed::ShotFromHiding });
        }
    }
    cx.emit(Event::Dealt(on));
    Ok(())
}

/// The hits of one group, dice that hit alike rolled together (FA-ALLOC-02).
fn roll(cx: &mut Cx<'_, Rules>, plan: &Plan, by: GroupId, on: GroupId) -> Result<u8, NeedRoll> {
    let mut throws: Vec<Bundle> = Vec::new();
    for bundle in plan.bundles_at(on).filter(|bundle| bundle.by == by && bundle.dice > 0) {
        let alike = |other: &&mut Bundle| (other.poa, other.quality) == (bundle.poa, bundle.quality);
        match throws.iter_mut().find(alike) {
            Some(other) => other.dice += bundle.dice,
            None => throws.push(*bundle),
        }
    }
    let mut hits = 0u8;
    for throw in throws {
        let dice = throw.dice.min(u32::from(u8::MAX)) as u8;
        cx.cite(rule!("FA-SDICE-14"), || Fact::Dice { group: by, against: on, dice: i32::from(dice) });
        let at_least = cx.rules.tables.shooting.to_hit(throw.poa);
        let scored = rolls::hits(cx, rule!("FA-SHOOT-02"), dice, at_least, throw.quality.reroll())?;
        hits = hits.saturating_add(scored);
    }
    Ok(hits)
}

/// FA-SPOA-01: the points of advantage of each shooting base.
fn cite_points(cx: &mut Cx<'_, Rules>, plan: &Plan, on: GroupId) {
    if !cx.is_traced() {
        return;
    }
    for shot in plan.shots_at(on) {
        let poas = Look::new(cx.rules, cx.state()).shot_poas(shot);
        for (rule, value) in poas.lines() {
            cx.cite(rule, || Fact::Poa { base: shot.base, against: shot.target, value });
        }
    }
}
