//! Whether and where a charge comes to contact (50.3, HC-ALG-05, HC-ALG-08): pure, for the reach test, for ghosts and
//! for computer players.

use super::approach::{Approach, obeys};
use super::contact::{Contact, contact};
use super::forbidden;
use crate::command::{Charge, Leg, Target};
use crate::event::MoveWhy;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{Glide, MovePlan, Mover, Obey, foreseen};
use crate::position::Quarter;
use crate::rules::{INCH, Look};
use crate::state::{Deed, State};
use aelian_geometry::{Pose, Rect};

/// What a charge order would come to if nobody responded.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// Whom it goes for; none: nobody whom it may charge.
    pub target: Option<UnitId>,
    /// Where the moves before the charge move end, one after the other.
    pub steps: Vec<MovePlan>,
    /// HC-CHG-03: where the charge move ends; none if it falls short.
    pub contact: Option<Contact>,
    /// How it stands in the end.
    pub end: Rect,
    pub formation: Formation,
}

impl Outlook {
    /// The moves that it takes.
    pub fn moves(&self) -> u8 {
        (self.steps.len() + usize::from(self.contact.is_some())) as u8
    }

    /// Where it stands on its way, the last where it meets the enemy.
    pub fn places(&self) -> impl Iterator<Item = Rect> + '_ {
        let contact = self.contact.iter().map(|contact| contact.rect);
        self.steps.iter().flat_map(MovePlan::places).chain(contact)
    }

    /// Whom it would fight.
    pub fn foes(&self) -> UnitSet {
        self.contact.as_ref().map_or(UnitSet::EMPTY, |contact| contact.foes)
    }
}

/// HC-ALG-08: what a charge that begins now, with so many moves, comes to; can it contact, whom, and where does it end.
pub fn reach(look: Look<'_>, unit: UnitId, order: &Charge, moves: u8) -> Outlook {
    reach_as(look, unit, order, moves, MoveWhy::Ordered)
}

/// HC-ALG-08: whether it comes to contact with so many moves. Cheaper: where it ends without contact is not asked.
pub fn reaches(look: Look<'_>, unit: UnitId, order: &Charge, moves: u8) -> bool {
    let why = MoveWhy::Ordered;
    let aim = Aim { unit, order, stood: look.rect(unit).pose, fled: UnitSet::EMPTY, why };
    let comes = |target: UnitId| aim.course(look, target, moves, moves.saturating_sub(1)).contact.is_some();
    aim.targets_when_formed(look, &aim.first(look, moves)).into_iter().any(comes)
}

/// The same of a charge that is made for another reason (HC-SWEEP-16).
pub fn reach_as(look: Look<'_>, unit: UnitId, order: &Charge, moves: u8, why: MoveWhy) -> Outlook {
    let aim = Aim { unit, order, stood: look.rect(unit).pose, fled: UnitSet::EMPTY, why };
    aim.outlook(look, moves)
}

/// Who charges by which order, and from where he began.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    pub unit: UnitId,
    pub order: &'a Charge,
    /// HC-CHG-36: where it stood when the order was received.
    pub stood: Pose,
    /// HC-EVADE-12: who has evaded and got away.
    pub fled: UnitSet,
    /// HC-SWEEP-16: a victor who is still beside a fighting friend may charge. HC-BLUN-06: a blunder heeds no proximity.
    pub why: MoveWhy,
}

impl Aim<'_> {
    /// HC-ALG-08: the moves of this charge if nobody responds.
    pub fn outlook(&self, look: Look<'_>, moves: u8) -> Outlook {
        let standing = look.state.unit(self.unit);
        let mut best: Option<Outlook> = None;
        let first = self.first(look, moves);
        for target in self.targets_when_formed(look, &first) {
            let outlook = self.outlook_at(look, target, moves);
            if outlook.contact.is_some() {
                return outlook;
            }
            best.get_or_insert(outlook);
        }
        let last =
            first.last().map_or((standing.rect, standing.formation), |step| (step.rect, step.formation));
        let (end, formation) = last;
        best.unwrap_or(Outlook { target: None, steps: first, contact: None, end, formation })
    }

    /// HC-NOCH-05, HC-FCH-13: whom it may charge as it stands when it has done what its order puts first.
    fn targets_when_formed(&self, look: Look<'_>, first: &[MovePlan]) -> Vec<UnitId> {
        let formed = first.iter().fold(None, |state, step| Some(foreseen(look, state, self.unit, step)));
        self.targets(look.at(formed.as_ref().unwrap_or(look.state)))
    }

    /// The moves of this charge against one enemy.
    pub fn outlook_at(&self, look: Look<'_>, target: UnitId, moves: u8) -> Outlook {
        self.course(look, target, moves, moves)
    }

    /// The same if at most so many of the moves are made to come nearer.
    fn course(&self, look: Look<'_>, target: UnitId, moves: u8, nearer: u8) -> Outlook {
        let mut scratch: Option<State> = None;
        let mut steps: Vec<MovePlan> = Vec::new();
        let mut contact = None;
        let approach = Approach {
            unit: self.unit,
            target,
            ignore_open: self.order.ignore_open,
            obey: obeys(look, self.why, target),
        };
        for step in self.first(look, moves) {
            scratch = Some(foreseen(look, scratch, self.unit, &step));
            steps.push(step);
        }
        if let Some(step) = self.rides_on(look, &approach, &steps, moves) {
            scratch = Some(foreseen(look, None, self.unit, &step));
            steps = vec![step];
        }
        while steps.len() < usize::from(moves) {
            let now = look.at(scratch.as_ref().unwrap_or(look.state));
            if now.state.unit(self.unit).did(Deed::Stopped) || !now.state.unit(self.unit).is_on_table() {
                break;
            }
            contact = self.charge_now(now, target);
            if contact.is_some() || steps.len() >= usize::from(nearer) {
                break;
            }
            let Some(step) = approach.step(now) else { break };
            scratch = Some(foreseen(look, scratch, self.unit, &step));
            steps.push(step);
        }
        let standing = look.state.unit(self.unit);
        let last =
            steps.last().map_or((standing.rect, standing.formation), |step| (step.rect, step.formation));
        let (end, formation) = contact.as_ref().map_or(last, |contact| (contact.rect, contact.formation));
        Outlook { target: Some(target), steps, contact, end, formation }
    }

    /// HC-FCH-03, HC-CHO-06: light troops that open or close their order before the charge go on with the same move, unless
    /// they can charge from where they are with the next.
    fn rides_on(
        &self,
        look: Look<'_>,
        approach: &Approach,
        first: &[MovePlan],
        moves: u8,
    ) -> Option<MovePlan> {
        let task = self.order.first.iter().find(|task| task.unit == self.unit)?;
        let ([change @ Leg::Form(_)], [step]) = (task.way.as_slice(), first) else { return None };
        let state = foreseen(look, None, self.unit, step);
        let formed = look.at(&state);
        let charges = moves > 1 && self.charge_now(formed, approach.target).is_some();
        if charges { None } else { approach.step_formed(look, formed, change) }
    }

    /// HC-INTENT-03: the moves that its order puts before the charge.
    fn first(&self, look: Look<'_>, moves: u8) -> Vec<MovePlan> {
        let task = self.order.first.iter().find(|task| task.unit == self.unit);
        let untouched = look.state.unit(self.unit).rect.pose == self.stood;
        task.filter(|_| untouched).map_or_else(Vec::new, |task| look.plan(self.unit, task, moves))
    }

    /// HC-CHG-24, HC-CHG-25, HC-CHG-36: the face of an enemy that this charge can only go for.
    pub fn quarter(&self, look: Look<'_>, target: UnitId) -> Quarter {
        let standing = look.state.unit(self.unit);
        if standing.is_in_block() {
            return look.quarter(target, look.way_out(self.unit, target));
        }
        if standing.is_open() {
            let there = standing.rect.with_pose(self.stood);
            return look.quarter(target, aelian_geometry::nearest_points(&there, look.rect(target)).0);
        }
        look.quarter(target, self.stood.at)
    }

    /// HC-ALG-05, HC-CHG-20, HC-CHG-21, HC-OOC-01, HC-OOC-02: where the charge move brings it, if it can be made from
    /// here.
    pub fn charge_now(&self, look: Look<'_>, target: UnitId) -> Option<Contact> {
        if look.reach(self.unit, target) > look.rate(self.unit) + look.rules.slack {
            return None;
        }
        if !self.may_charge(look, target) || !self.has_before_it(look, target) {
            return None;
        }
        let rect = look.rect(self.unit);
        let found = contact(look, self.unit, rect, target, self.quarter(look, target))?;
        self.gets_there(look, &found, target).then_some(found)
    }

    /// HC-CHG-31, HC-CHG-33, HC-CHG-35, HC-OBST-03, HC-OBST-08: nothing holds up the charge move: no closed ground, no friend
    /// who fights elsewhere, no obstacle that would take a move of its own. Enemies in the way are `contact`'s matter.
    fn gets_there(&self, look: Look<'_>, contact: &Contact, target: UnitId) -> bool {
        let standing = look.state.unit(self.unit);
        if standing.is_in_block() {
            return look.comes_out(self.unit, target, contact.rect.pose.at);
        }
        let enemies: UnitSet = look.on_table(look.side(self.unit).other()).collect();
        let obey = Obey { ignored: enemies, ..obeys(look, self.why, target) };
        let (unit, formation) = (self.unit, standing.formation);
        let mover = Mover { unit, formation, obey, walled: UnitSet::EMPTY };
        let glide = Glide::new(&standing.rect, contact.rect.pose);
        if let Some(halt) = look.halt(&mover, &glide)
            && !is_the_end(&glide, halt.part)
        {
            return false;
        }
        let barriers = look.barriers(unit, formation, glide.circle());
        barriers.into_iter().all(|barrier| {
            // HC-OBST-08: an obstacle along the line of contact is fought across.
            look.barrier_entry(&mover, &glide, barrier).is_none_or(|part| is_the_end(&glide, part))
        })
    }

    /// HC-CHG-20, HC-TWO-03, HC-VIS-11, HC-MEAS-08: it sees the enemy, and part of it lies directly in front. Engaged units hide nobody who is
    /// engaged himself.
    pub(super) fn has_before_it(&self, look: Look<'_>, target: UnitId) -> bool {
        if look.state.unit(self.unit).is_in_block() {
            return look.sees(self.unit, target);
        }
        let ignored = if look.is_engaged(target) { look.engaged() } else { UnitSet::EMPTY };
        if !look.state.unit(self.unit).is_open() {
            return look.faces(self.unit, target) && look.sees_past(self.unit, target, ignored);
        }
        // HC-MEAS-08: of an open order unit the way is measured to the part that it sees.
        let most = look.rate(self.unit) + look.rules.slack;
        look.faces(self.unit, target)
            && look.seen_past(self.unit, target, ignored).is_some_and(|seen| seen.distance <= most)
    }

    /// 50.2: no rule keeps it from charging this enemy.
    pub fn may_charge(&self, look: Look<'_>, target: UnitId) -> bool {
        let never = if self.why == MoveWhy::Swept {
            forbidden::unfit(look, self.unit)
        } else {
            forbidden::never(look, self.unit)
        };
        never.is_empty() && forbidden::at(look, self.unit, target, self.quarter(look, target)).is_empty()
    }

    /// HC-INTENT-03, HC-CHO-02, HC-CHO-03: whom the order names and may be charged, in the order in which they are gone
    /// for.
    pub fn targets(&self, look: Look<'_>) -> Vec<UnitId> {
        let mut targets: Vec<UnitId> = Vec::new();
        for target in &self.order.targets {
            for enemy in self.named(look, target) {
                if !targets.contains(&enemy) && self.may_charge(look, enemy) {
                    targets.push(enemy);
                }
            }
            // A later one comes into question only when there is no earlier.
            if !targets.is_empty() {
                break;
            }
        }
        targets
    }

    /// The enemies of one expression, the nearest first.
    fn named(&self, look: Look<'_>, target: &Target) -> Vec<UnitId> {
        let foes = look.on_table(look.side(self.unit).other()).filter(|enemy| !self.fled.contains(*enemy));
        let by_distance = |enemies: &mut Vec<UnitId>| {
            enemies.sort_by(|a, b| look.reach(self.unit, *a).total_cmp(&look.reach(self.unit, *b)));
        };
        match target {
            Target::Unit(enemy) => foes.filter(|foe| foe == enemy).collect(),
            // HC-CHO-03.
            Target::Closest => {
                let mut all: Vec<UnitId> = foes.collect();
                by_distance(&mut all);
                all.into_iter().find(|enemy| look.sees(self.unit, *enemy)).into_iter().collect()
            }
            Target::Front => {
                let front = |enemy: &UnitId| {
                    look.is_partly_in_front(self.unit, *enemy) && look.sees(self.unit, *enemy)
                };
                let mut seen: Vec<UnitId> = foes.filter(front).collect();
                by_distance(&mut seen);
                seen
            }
            Target::Zone(zone) => {
                let mut there: Vec<UnitId> =
                    foes.filter(|enemy| zone.contains(look.rect(*enemy).centre())).collect();
                by_distance(&mut there);
                there
            }
        }
    }
}

/// HC-OBST-08: what holds up a charge within half an inch of its end does not.
fn is_the_end(glide: &Glide, part: f64) -> bool {
    (1.0 - part) * glide.length() <= 0.5 * INCH
}
