//! Losing a base (75.5, 75.6): which one, what breaks by it.

use super::Waiting;
use super::fought::Toll;
use super::shuffle::Closing;
use crate::command::moves;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::pending::Pending;
use crate::position::front_edge_contact;
use crate::rules::{Look, Rules};
use crate::state::{BrokenWhy, CommanderPlace, Place};
use crate::troop::Quality;
use aelian_game::Cx;
use aelian_geometry::{Hand, distance};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// What costs a group a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// FA-REM-01.
    Shooting,
    /// FA-REM-02.
    CloseCombat,
    /// FA-REM-03: these pursue it.
    Routing { by: GroupSet },
}

/// One way to lose a base: which one goes, and to which hand the others close up where that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Removal {
    pub base: BaseId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Hand>,
}

/// FA-REM-01 to FA-REM-12, FA-AUTO-01: a group loses a base now. Where its owner has a choice that matters (FA-DEC-35,
/// FA-DEC-36) a step waits on top of the stack and he is asked next.
pub fn lose_base(cx: &mut Cx<'_, Rules>, group: GroupId, loss: Loss) {
    let ways = Look::new(cx.rules, cx.state()).removals(group, loss);
    match ways.as_slice() {
        [] => {}
        [only] => remove(cx, group, *only, loss),
        _ => cx.emit(Event::Waits(Pending::Cohesion(Waiting::Losing { group, loss }))),
    }
}

/// Takes the base away, breaks the group if that is too much, and closes its ranks.
pub(super) fn remove(cx: &mut Cx<'_, Rules>, group: GroupId, removal: Removal, loss: Loss) {
    let rule = match loss {
        Loss::Shooting => rule!("FA-REM-01"),
        Loss::CloseCombat => rule!("FA-REM-02"),
        Loss::Routing { .. } => rule!("FA-REM-03"),
    };
    cx.cite(rule, || Fact::Base(removal.base));
    let look = Look::new(cx.rules, cx.state());
    let last = look.state.strength(group) <= 1;
    if last || look.would_autobreak(group, 1) {
        // FA-CT-07, FA-CT-09: friends measure before the base is gone.
        let (why, by) = blame(look, group, loss);
        let rule = if last { rule!("FA-CT-09") } else { rule!("FA-AUTO-01") };
        super::lower(cx, group, 3, rule, why, by);
    }
    if cx.state().group(group).place != Place::Table {
        return;
    }
    let closing = Look::new(cx.rules, cx.state()).closed_up(group, removal);
    cx.emit(Event::BaseLost(removal.base));
    if last {
        cx.emit(Event::Leaves { group, to: Place::Destroyed });
        return;
    }
    close_up(cx, group, closing);
    keep_commander(cx, group, removal.base);
    crate::combat::part(cx, group);
}

fn blame(look: Look<'_>, group: GroupId, loss: Loss) -> (BrokenWhy, GroupSet) {
    let toll = Toll::of(look.state, group);
    match loss {
        Loss::Shooting => (BrokenWhy::Shooting, toll.shooters),
        Loss::CloseCombat => (BrokenWhy::CloseCombat, toll.opponents(look.state, group)),
        Loss::Routing { by } => (BrokenWhy::Otherwise, by),
    }
}

/// FA-REM-08.
fn close_up(cx: &mut Cx<'_, Rules>, group: GroupId, closing: Closing) {
    let state = cx.state();
    let moved = |place: &crate::choice::Placement| state.rect(place.base).pose != place.pose;
    let places: Vec<_> = closing.places.into_iter().filter(moved).collect();
    if places.is_empty() {
        return;
    }
    let (facing, shape) = (state.group(group).facing, state.group(group).shape);
    cx.cite(rule!("FA-REM-08"), || Fact::Group(group));
    moves(cx, Moved { group, why: MoveWhy::ClosedRanks, way: Vec::new(), places, facing, shape });
}

/// FA-REM-06: a commander who had displaced the lost base stays in his place; he has now displaced the one that
/// filled it.
fn keep_commander(cx: &mut Cx<'_, Rules>, group: GroupId, lost: BaseId) {
    let displaced =
        |place: CommanderPlace| matches!(place, CommanderPlace::Front { displaced, .. } if displaced == lost);
    let Some(id) = cx.state().commanders_with(group).find(|id| displaced(cx.state().commander(*id).place))
    else {
        return;
    };
    let look = Look::new(cx.rules, cx.state());
    let pose = look.state.commander(id).rect.pose;
    let nearest = look.front_bases(group).min_by(|one, other| {
        let off = |base: &BaseId| (look.state.rect(*base).pose.at - pose.at).length();
        off(one).total_cmp(&off(other)).then(one.cmp(other))
    });
    cx.cite(rule!("FA-REM-06"), || Fact::Commander(id));
    let (place, pose) = match nearest {
        Some(base) => (CommanderPlace::Front { group, displaced: base }, cx.state().rect(base).pose),
        None => (CommanderPlace::With(group), pose),
    };
    cx.emit(Event::CommanderMoves { commander: id, place, pose });
}

impl Look<'_> {
    /// FA-AUTO-01 to FA-AUTO-05, FA-AUTO-08, FA-V31-21, FA-V31-22, FA-V31-23: with so many more bases lost the group would be beyond its
    /// limit.
    pub fn would_autobreak(&self, id: GroupId, more: usize) -> bool {
        let group = self.state.group(id);
        let original = usize::from(group.original);
        let lost = original.saturating_sub(self.state.strength(id)) + more;
        // FA-V31-21: groups of two break at the first loss, whatever their quality.
        if self.rules.v31() && original == 2 && group.quality >= Quality::Superior {
            return lost >= 1;
        }
        let percent = self.rules.tables.cohesion.autobreak.percent(group.quality) as usize;
        lost * 100 > percent * original
    }

    /// FA-AUTO-06: it has lost so much that it cannot be rallied.
    pub fn is_beyond_autobreak(&self, id: GroupId) -> bool {
        self.would_autobreak(id, 0)
    }

    /// FA-REM-04, FA-REM-05, FA-REM-10: the ways to lose a base that lead to different positions. A base is kept before
    /// each enemy where that is possible, and be it that the loss falls elsewhere.
    pub fn removals(&self, group: GroupId, loss: Loss) -> Vec<Removal> {
        let mut ways = self.ways_to_lose(group, self.losable(group, loss));
        let kept = |(_, closing): &(Removal, Closing)| closing.faces_all;
        if loss == Loss::CloseCombat && !ways.iter().any(kept) {
            ways.extend(self.ways_to_lose(group, self.front_bases(group).collect()).into_iter().filter(kept));
        }
        if ways.iter().any(kept) {
            ways.retain(kept);
        }
        ways.into_iter().map(|(removal, _)| removal).collect()
    }

    /// FA-REM-04, FA-REM-10: the removal that an answer means: one of those asked about, with the hand left out where
    /// the base is enough, or one of an equal base that leads to the same position.
    pub fn removal_meant(&self, group: GroupId, loss: Loss, answer: Removal) -> Option<Removal> {
        let ways = self.removals(group, loss);
        let named = |way: &&Removal| **way == answer || (answer.from.is_none() && way.base == answer.base);
        if let Some(way) = ways.iter().find(named) {
            return Some(*way);
        }
        if !self.losable(group, loss).contains(&answer.base) {
            return None;
        }
        let asked: Vec<Closing> = ways.iter().map(|way| self.closed_up(group, *way)).collect();
        let meant = |from: &Option<Hand>| answer.from.is_none() || answer.from == *from;
        let hands = self.closing_hands(group, answer.base).into_iter().filter(meant);
        let mut equal = hands.map(|from| Removal { base: answer.base, from });
        equal.find(|way| {
            let closing = self.closed_up(group, *way);
            asked.iter().any(|other| other.is_like(&closing))
        })
    }

    fn ways_to_lose(&self, group: GroupId, bases: Vec<BaseId>) -> Vec<(Removal, Closing)> {
        let mut ways: Vec<(Removal, Closing)> = Vec::new();
        for base in bases {
            for from in self.closing_hands(group, base) {
                let removal = Removal { base, from };
                let closing = self.closed_up(group, removal);
                if !ways.iter().any(|(_, other)| other.is_like(&closing)) {
                    ways.push((removal, closing));
                }
            }
        }
        ways
    }

    /// FA-REM-01 to FA-REM-04: the bases among which the loss falls.
    fn losable(&self, group: GroupId, loss: Loss) -> Vec<BaseId> {
        match loss {
            Loss::Shooting => {
                let shooters = Toll::of(self.state, group).shooters;
                self.extreme(group, shooters, |distance| distance)
            }
            Loss::Routing { by } => self.extreme(group, by, |distance| -distance),
            Loss::CloseCombat => self.facing_hardest(group),
        }
    }

    /// The bases for which a measure of their distance to these enemies is least; all if there are no enemies.
    fn extreme(&self, group: GroupId, enemies: GroupSet, measure: impl Fn(f64) -> f64) -> Vec<BaseId> {
        let away = |base: BaseId| {
            let rects = enemies.iter().flat_map(|enemy| self.state.rects_of(enemy));
            let nearest =
                rects.map(|rect| distance(self.state.rect(base), rect)).fold(f64::INFINITY, f64::min);
            if nearest.is_finite() { measure(nearest) } else { 0.0 }
        };
        let all: Vec<(BaseId, f64)> = self.state.bases_of(group).map(|base| (base, away(base))).collect();
        let best = all.iter().map(|one| one.1).fold(f64::INFINITY, f64::min);
        all.into_iter().filter(|one| one.1 <= best + self.rules.slack).map(|one| one.0).collect()
    }

    /// FA-REM-02, FA-REM-12: front rank bases facing the enemy group that hit hardest in this phase.
    fn facing_hardest(&self, group: GroupId) -> Vec<BaseId> {
        let inflicted = |enemy: GroupId| {
            let on = |hits: &&crate::state::Hits| hits.by == enemy && hits.on == group && !hits.shooting;
            self.state.hits.iter().filter(on).map(|hits| u32::from(hits.hits)).sum::<u32>()
        };
        let foes = Toll::of(self.state, group).foes;
        let most = foes.iter().map(inflicted).max().unwrap_or(0);
        let hardest: GroupSet = foes.iter().filter(|enemy| inflicted(*enemy) == most).collect();
        let fronts: Vec<BaseId> = self.front_bases(group).collect();
        let facing = |base: &BaseId| self.is_facing_any(*base, hardest);
        let found: Vec<BaseId> = fronts.iter().copied().filter(facing).collect();
        if found.is_empty() { fronts } else { found }
    }

    /// The base has its front on a base of one of these groups, or one of them has its front on it.
    pub fn is_facing_any(&self, base: BaseId, enemies: GroupSet) -> bool {
        let rect = self.state.rect(base);
        let t = self.rules.tolerance;
        let meets = |enemy: &aelian_geometry::Rect| {
            front_edge_contact(rect, enemy, t) || front_edge_contact(enemy, rect, t)
        };
        enemies.iter().flat_map(|enemy| self.state.rects_of(enemy)).any(meets)
    }
}
