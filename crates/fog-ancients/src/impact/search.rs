//! One group that looks for a charge (FA-ALG-21 to FA-ALG-24): what each path leads to, and what forbids it.

use super::choice::ChargePath;
use super::declare::judge;
use super::outlook::{Outlook, outlook};
use super::pace::Pace;
use super::paths::sample;
use super::trace::{Around, End, is_near, ring};
use crate::fact::Fact;
use crate::formation::wheel_cost;
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use aelian_geometry::{Rect, degrees, sweep};
use aelian_rulebook::{RuleId, rule};
use std::cell::{Cell, OnceCell};
use std::ops::ControlFlow;

/// One group that looks for a charge.
pub struct Search<'a> {
    pub look: Look<'a>,
    pub group: GroupId,
    pub around: Around,
    pub pace: Pace,
    block: Rect,
    column: bool,
    /// FA-CHG-18, FA-CHG-21: bases that would fight after a charge straight ahead, and whether friends are in its way,
    /// once somebody has asked.
    straight: OnceCell<(usize, bool)>,
    /// FA-CHG-21: friends were in the way of a charge that was looked at since this was last taken.
    hindered: Cell<bool>,
}

impl<'a> Search<'a> {
    pub fn of(look: Look<'a>, group: GroupId) -> Search<'a> {
        let pace = Pace::charge(look, group, 0.0);
        let reach = pace.most() + look.step_reach();
        let around = Around::of(look, group, reach, GroupSet::EMPTY);
        let (block, column) = (look.block(group), look.is_column(group));
        Search {
            look,
            group,
            around,
            pace,
            block,
            column,
            straight: OnceCell::new(),
            hindered: Cell::new(false),
        }
    }

    pub fn outlook(&self, path: &ChargePath) -> Option<Outlook> {
        let spare = |met| self.look.never_stepped_into(self.group, met);
        outlook(self.look, self.group, path, &self.around, self.pace, spare)
    }

    /// FA-TER-21: in a river a charge goes within 45 degrees of straight across.
    pub(super) fn may_cross_rivers(&self, path: &ChargePath, found: &Outlook) -> bool {
        if self.look.state.field.rivers.is_empty() {
            return true;
        }
        let rects: Vec<Rect> = self.look.state.rects_of(self.group).copied().collect();
        let there: Vec<Rect> = found.trace.body.rects().copied().collect();
        let start = self.look.state.group(self.group).facing.vector();
        let end = found.trace.body.facing.vector();
        let begins_straight = path.wheel.is_none() || path.ahead.0 > 0.0;
        (!begins_straight || self.look.may_cross(&rects, start)) && self.look.may_cross(&there, end)
    }

    /// FA-CHG-20: friends are about for whom a file might have to drop back, and it has one to drop.
    pub(super) fn may_drop(&self) -> bool {
        !self.around.friends.is_empty() && !self.column
    }

    /// FA-CHG-21: whether friends were in the way of a charge that was looked at since the last time.
    pub(super) fn was_hindered(&self) -> bool {
        self.hindered.replace(false)
    }

    /// FA-CHG-20, FA-CHG-21: without the drop friends are in the way.
    pub(super) fn needs_drop(&self, path: &ChargePath) -> bool {
        if path.wheel.is_none() {
            return self.straight().1;
        }
        let whole = self.outlook(&ChargePath { drop: None, ..*path });
        whole.is_some_and(|whole| matches!(whole.trace.end, End::Friends(_)))
    }

    /// FA-CHG-09, FA-CHG-13, FA-LOS-06, FA-SKC-01: what forbids these targets.
    pub(super) fn refuse_targets(&self, found: &Outlook, refuse: &mut impl FnMut(RuleId, Fact)) {
        let (look, group) = (self.look, self.group);
        let with = |others: GroupSet| Fact::Pair { group, other: others.first().unwrap_or(group) };
        if found.sides_only {
            refuse(rule!("FA-CHG-09"), with(found.targets));
        }
        let barred = look.barred_to_light_foot(group, found, &self.around);
        if !barred.is_empty() {
            refuse(rule!("FA-SKC-01"), Fact::Groups(barred));
        }
        let overlapped: GroupSet = look.state.bouts_of(group).map(|bout| bout.enemy_of(group)).collect();
        if found.targets.is_subset(overlapped) {
            refuse(rule!("FA-CHG-13"), with(overlapped));
        }
        if !found.targets.iter().any(|target| look.sees_group(group, target)) {
            refuse(rule!("FA-LOS-06"), with(found.targets));
        }
    }

    /// FA-CHG-18, FA-ALG-22, AMB-37: fewer bases would fight than in a charge straight ahead.
    pub(super) fn wheel_loses(&self, found: &Outlook) -> bool {
        found.eligible < self.straight_eligible()
    }

    /// How many bases would fight after a charge straight ahead; none if friends are in the way of it.
    pub(super) fn straight_eligible(&self) -> usize {
        self.straight().0
    }

    fn straight(&self) -> (usize, bool) {
        *self.straight.get_or_init(|| match self.outlook(&ChargePath::default()) {
            Some(straight) if straight.is_contact() => (straight.eligible, false),
            Some(straight) => (0, matches!(straight.trace.end, End::Friends(_))),
            None => (0, false),
        })
    }

    /// The legal charges of the fixed sample, straight ones first.
    pub fn legal(&self) -> Vec<(ChargePath, Outlook)> {
        let mut legal = Vec::new();
        let _ = self.each_legal(sample(self.look, self.group), |path, found| {
            legal.push((path, found));
            ControlFlow::Continue(())
        });
        legal
    }

    /// What a charge along this path leads to, if it may be declared.
    pub fn judged(&self, path: &ChargePath) -> Option<Outlook> {
        if !self.could_meet(path) {
            return None;
        }
        let mut breaches = Vec::new();
        judge(self, path, &mut breaches).filter(|_| breaches.is_empty())
    }

    /// Some enemy is near enough to what this path sweeps: without that it leads to no contact. Measured generously;
    /// columns that wheel go by their track, and are always looked at.
    pub fn could_meet(&self, path: &ChargePath) -> bool {
        let Some((hand, angle)) = path.wheel else { return true };
        if self.column {
            return true;
        }
        let block = self.block.with_pose(self.block.pose.advanced(path.ahead.0));
        let pivot = block.corner(hand.front_corner());
        // A file that drops back makes another block of it: for that what is near is enough.
        let whole = path.drop.is_none();
        let wheel = if whole { wheel_cost(block.width, degrees(angle.0)) } else { 0.0 };
        let left = (self.pace.most() - path.ahead.0 - wheel).max(0.0);
        let wheeled = block.pose.rotated_about(pivot, degrees(angle.0) * hand.sign());
        let before = Rect::new(block.pose, block.width, block.depth + path.ahead.0);
        let after = Rect::new(wheeled.advanced(left), block.width, block.depth + left);
        let (ring, slack) = (ring(&block, pivot), 4.0 * self.look.rules.tolerance.length);
        let (on, t) = (block.with_pose(wheeled), self.look.rules.tolerance);
        let meets = |rect: &Rect| sweep(&on, wheeled.facing.unit(), left + slack, rect, t).is_some();
        self.around.enemies.iter().any(|enemy| {
            ring.near(&enemy.circle, slack)
                || is_near(&before, &enemy.circle, slack)
                || is_near(&after, &enemy.circle, slack) && (!whole || meets(&enemy.rect))
        })
    }

    /// Looks at each legal charge along these paths, best with narrow wheels before wider ones: a wheel that is
    /// stopped before it is whole ends where every wider one does.
    pub fn each_legal(
        &self,
        paths: impl IntoIterator<Item = ChargePath>,
        mut visit: impl FnMut(ChargePath, Outlook) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_end(
            paths.into_iter().filter(|path| self.could_meet(path)),
            |path| {
                if path.drop.is_some() && path.wheel.is_none() && !self.needs_drop(path) {
                    return None;
                }
                let mut breaches = Vec::new();
                let found = judge(self, path, &mut breaches)?;
                if matches!(found.trace.end, End::Friends(_)) {
                    self.hindered.set(true);
                }
                let short = found.trace.stops_in_wheel(path);
                Some((Some(found).filter(|_| breaches.is_empty()), short))
            },
            |path, found| found.map_or(ControlFlow::Continue(()), |found| visit(path, found)),
        )
    }

    /// One of these paths leads to a flank or the rear of this group.
    pub fn takes_in_flank(&self, paths: impl IntoIterator<Item = ChargePath>, group: GroupId) -> bool {
        let hits = |found: &Outlook| found.is_contact() && found.flanks.contains(group);
        let looked = self.each_end(
            paths.into_iter().filter(|path| self.could_meet(path)),
            |path| self.outlook(path).map(|found| (hits(&found), found.trace.stops_in_wheel(path))),
            |_, hits| if hits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        );
        looked.is_break()
    }

    /// What is found along each of these paths, and whether its wheel was stopped: then all wider ones find the same.
    pub fn each_end<T: Clone>(
        &self,
        paths: impl IntoIterator<Item = ChargePath>,
        find: impl Fn(&ChargePath) -> Option<(T, bool)>,
        mut visit: impl FnMut(ChargePath, T) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stopped: Vec<(ChargePath, T)> = Vec::new();
        for path in paths {
            let path = &path;
            if let Some((_, found)) = stopped.iter().find(|(narrower, _)| is_wider(path, narrower)) {
                visit(*path, found.clone())?;
                continue;
            }
            let Some((found, short)) = find(path) else { continue };
            if short {
                stopped.push((*path, found.clone()));
            }
            visit(*path, found)?;
        }
        ControlFlow::Continue(())
    }
}

/// The wheel of this path is that of the other carried on.
fn is_wider(path: &ChargePath, other: &ChargePath) -> bool {
    let wheels = path.wheel.zip(other.wheel);
    let further = wheels.is_some_and(|((hand, angle), (its, least))| hand == its && angle.0 >= least.0);
    further && path.ahead.0 == other.ahead.0 && path.drop == other.drop
}
