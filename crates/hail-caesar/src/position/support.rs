//! Supports (55.8, 55.9): who stands in a position to support a fighting unit, and who may.

use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{INCH, Look};
use crate::state::{Place, Side4};
use crate::troop::{Class, Special};
use aelian_geometry::{Facing, Rect, Segment, degrees, segment_to_rect};
use serde::{Deserialize, Serialize};

/// HC-SUPP-24: where a support stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SupportSide {
    Left,
    Right,
    Rear,
    /// HC-BLDG-17: in the same building; HC-WEDGE-06: inside the wedge.
    Inside,
}

/// A unit that supports another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    pub unit: UnitId,
    pub of: UnitId,
    pub side: SupportSide,
}

impl Look<'_> {
    /// HC-ENG-04, HC-SUPP-12: units that fight or support.
    pub fn engaged(&self) -> UnitSet {
        self.state.memo.engaged(|| {
            let fighting: UnitSet = self.state.bouts.iter().flat_map(|bout| bout.units).collect();
            let supports =
                fighting.iter().flat_map(|unit| self.supports_of(unit)).map(|support| support.unit);
            fighting.union(supports.collect())
        })
    }

    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.engaged().contains(unit)
    }

    /// HC-ALG-12, HC-SUPP-21, HC-SUPP-23, HC-SUPP-24, HC-SUPP-25: the supports of a fighting unit: one on each
    /// flank, one behind
    /// (two with Pig's Head).
    pub fn supports_of(&self, unit: UnitId) -> Vec<Support> {
        if !self.can_be_supported(unit) {
            return Vec::new();
        }
        let mut found: Vec<(SupportSide, f64, UnitId)> = Vec::new();
        for friend in self.state.ids().filter(|id| self.side(*id) == self.side(unit) && *id != unit) {
            if let Some((side, rank)) = self.supporting_place(friend, unit) {
                found.push((side, rank, friend));
            }
        }
        found.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap_or(std::cmp::Ordering::Equal));
        // HC-PIG-01: two of foot behind a third come before anybody else.
        let heads =
            |side: SupportSide, friend: UnitId| side == SupportSide::Rear && self.is_pigs_head(friend, unit);
        let pigs_head = found.iter().filter(|(side, _, friend)| heads(*side, *friend)).count() >= 2;
        let mut supports: Vec<Support> = Vec::new();
        for (side, _, friend) in found {
            let taken = supports.iter().filter(|support| support.side == side).count();
            let rear = side == SupportSide::Rear && pigs_head;
            let most = if rear { 2 } else { 1 };
            if taken < most && (!rear || heads(side, friend)) {
                supports.push(Support { unit: friend, of: unit, side });
            }
        }
        // HC-PIG-02: with two behind it, nobody supports its flanks.
        if supports.iter().filter(|support| support.side == SupportSide::Rear).count() == 2 {
            supports.retain(|support| support.side == SupportSide::Rear);
        }
        supports
    }

    /// HC-PIG-01: both are foot, and the one in front knows the pig's head.
    pub fn is_pigs_head(&self, behind: UnitId, front: UnitId) -> bool {
        self.card(front).has(Special::PigsHead)
            && [behind, front].into_iter().all(|unit| self.class(unit).is_infantry())
    }

    /// HC-SUPP-01, HC-SQ-08, HC-TESTU-08, HC-WEDGE-06, HC-PIG-01: whether a unit can be supported at all.
    pub fn can_be_supported(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        let class = self.class(unit);
        standing.is_on_table()
            && !standing.is_open()
            && !class.is_artillery()
            && class != Class::Baggage
            && !matches!(standing.formation, Formation::Square | Formation::Testudo)
            && !self.card(unit).has(Special::ScythedChariots)
    }

    /// HC-SUPP-01, HC-SUPP-02, HC-SUPP-03, HC-SUPP-09, HC-ELE-03, HC-SCYTH-06, AMB-70: whether a unit that stands
    /// in position supports this friend.
    pub fn can_support(&self, unit: UnitId, friend: UnitId) -> bool {
        let class = self.class(unit);
        let for_cavalry = class == Class::Elephant && self.class(friend).is_cavalry();
        class != Class::Baggage
            && !class.is_heavy_engine()
            && !self.card(unit).has(Special::ScythedChariots)
            && self.state.unit(unit).formation != Formation::Wedge
            && !for_cavalry
    }

    /// Where a friend supports a unit from, and how well (less is better); none if it does not.
    fn supporting_place(&self, friend: UnitId, unit: UnitId) -> Option<(SupportSide, f64)> {
        let (supporter, fighter) = (self.state.unit(friend), self.state.unit(unit));
        if self.state.is_fighting(friend) || !self.can_support(friend, unit) {
            return None;
        }
        match (supporter.place, fighter.place) {
            // HC-WEDGE-06, HC-WEDGE-12.
            (Place::Enclosed(wedge), _) => (wedge == unit).then_some((SupportSide::Inside, 0.0)),
            // HC-BLDG-17.
            (Place::Block(one), Place::Block(other)) => (one == other).then_some((SupportSide::Inside, 0.0)),
            (Place::Table, Place::Table) => {
                self.place_beside((friend, supporter.formation), &supporter.rect, unit)
            }
            _ => None,
        }
    }

    /// The same of a unit that would stand so in the open.
    fn place_beside(
        &self,
        (friend, formation): (UnitId, Formation),
        rect: &Rect,
        unit: UnitId,
    ) -> Option<(SupportSide, f64)> {
        match (self.state.unit(unit).formation, formation) {
            (Formation::Wedge, _) => None,
            (_, Formation::Open) => self.loose_place(rect, unit),
            _ => self.formed_place(friend, rect, unit),
        }
    }

    /// HC-SUPP-20, HC-SUPP-24: the fighting friend whom a unit would come to support if it stood so; none where others hold the
    /// place better.
    pub fn would_support(&self, unit: UnitId, formation: Formation, rect: &Rect) -> Option<UnitId> {
        let friends = self.state.bouts.iter().flat_map(|bout| bout.units);
        let mut friends = friends.filter(|friend| *friend != unit && self.side(*friend) == self.side(unit));
        friends.find(|friend| {
            let near = self.state.unit(*friend).rect.circle().near(&rect.circle(), INCH + self.rules.slack);
            let open = self.state.unit(*friend).place == Place::Table;
            let can = near && open && self.can_be_supported(*friend) && self.can_support(unit, *friend);
            let place = if can { self.place_beside((unit, formation), rect, *friend) } else { None };
            place.is_some_and(|(side, rank)| !self.is_held_by_others(unit, *friend, side, rank))
        })
    }

    /// HC-SUPP-24, HC-PIG-02: others support it there, at least as well.
    fn is_held_by_others(&self, unit: UnitId, friend: UnitId, side: SupportSide, rank: f64) -> bool {
        let others = self.supports_of(friend);
        let others = others.iter().filter(|support| support.unit != unit);
        let heads = |one: UnitId| self.is_pigs_head(one, friend);
        let (mut here, mut behind) = (0, 0);
        for support in others {
            behind += usize::from(support.side == SupportSide::Rear);
            // HC-PIG-01: beside one of foot another of foot finds its place.
            if side == SupportSide::Rear && support.side == side && heads(unit) && heads(support.unit) {
                continue;
            }
            let better = self.supporting_place(support.unit, friend).is_some_and(|(_, own)| own <= rank);
            here += usize::from(support.side == side && better);
        }
        here >= 1 || behind == 2
    }

    /// HC-SUPP-27: open order: some model touches a flank or the rear of the fighting unit.
    fn loose_place(&self, loose: &Rect, unit: UnitId) -> Option<(SupportSide, f64)> {
        let fighter = self.rect(unit);
        let gap = self.distance_to(loose, unit);
        if gap > 0.1 * INCH + self.rules.slack {
            return None;
        }
        let side = match super::quarter_of(fighter, loose.centre(), self.rules.slack) {
            Side4::Left => SupportSide::Left,
            Side4::Right => SupportSide::Right,
            Side4::Rear => SupportSide::Rear,
            Side4::Front => {
                let (_, right) = fighter.local(loose.centre());
                if right < 0.0 { SupportSide::Left } else { SupportSide::Right }
            }
        };
        Some((side, 200.0 + gap))
    }

    /// HC-SUPP-20, HC-SUPP-22, HC-SUPP-23, HC-SUPP-29, HC-SUPP-30, AMB-69: a formed unit beside or behind it.
    fn formed_place(&self, friend: UnitId, supporter: &Rect, unit: UnitId) -> Option<(SupportSide, f64)> {
        let fighter = self.rect(unit);
        if self.distance_to(supporter, unit) > INCH + self.rules.slack {
            return None;
        }
        let behind = is_behind(supporter, fighter, self.rules.slack);
        if behind || (self.is_pigs_head(friend, unit) && is_head(supporter, fighter, self.rules.slack)) {
            return Some((SupportSide::Rear, (supporter.pose.at - fighter.centre()).length()));
        }
        let side = flank_place(supporter, fighter, self.rules.slack)?;
        Some((side, self.aside_of_foes(supporter, unit)))
    }

    /// HC-SUPP-25, HC-SUPP-29: how far from straight ahead of it the nearest to straight ahead of the enemies lies whom a
    /// friend fights.
    fn aside_of_foes(&self, supporter: &Rect, unit: UnitId) -> f64 {
        let off = |foe: UnitId| {
            let towards = self.rect(foe).centre() - supporter.centre();
            supporter.pose.facing.angle_to(Facing::along(towards))
        };
        let nearest = self.state.foes(unit).map(off).reduce(f64::min);
        nearest.unwrap_or_else(|| supporter.pose.facing.angle_to(self.rect(unit).pose.facing))
    }
}

/// HC-SUPP-30: the line backwards from the middle of the rear meets it within an inch; facings differ by less than 45
/// degrees.
fn is_behind(supporter: &Rect, fighter: &Rect, slack: f64) -> bool {
    let rear = fighter.pose.advanced(-fighter.depth).at;
    let back = Segment::new(rear, fighter.pose.advanced(-fighter.depth - INCH).at);
    let turned = supporter.pose.facing.angle_to(fighter.pose.facing);
    turned < degrees(45.0) && segment_to_rect(back, supporter) <= slack
}

/// HC-PIG-04: behind a pig's head it is enough to touch some part of its rear edge.
fn is_head(supporter: &Rect, fighter: &Rect, slack: f64) -> bool {
    let corners = fighter.corners();
    let rear = Segment::new(corners[2], corners[3]);
    let turned = supporter.pose.facing.angle_to(fighter.pose.facing);
    let (behind, _) = fighter.local(supporter.pose.at);
    turned < degrees(45.0) && behind <= slack - fighter.depth && segment_to_rect(rear, supporter) <= slack
}

/// HC-SUPP-29: beside it and level with its front, or hinged at its front corner and inclined towards the enemy.
fn flank_place(supporter: &Rect, fighter: &Rect, slack: f64) -> Option<SupportSide> {
    let spots: Vec<(f64, f64)> = supporter.corners().iter().map(|corner| fighter.local(*corner)).collect();
    let (foremost, rearmost) = spots
        .iter()
        .fold((f64::NEG_INFINITY, f64::INFINITY), |(most, least), (y, _)| (most.max(*y), least.min(*y)));
    let turned = supporter.pose.facing.angle_to(fighter.pose.facing);
    let (_, middle) = fighter.local(supporter.centre());
    // Towards the enemy ahead of the fighter: a unit on the left turns right, one on the right turns left.
    let turn = fighter.pose.facing.turn_to(supporter.pose.facing);
    let outward = if middle < 0.0 { -turn } else { turn };
    let beside = middle.abs() > fighter.width / 2.0 - slack;
    let level = foremost >= -INCH - slack && rearmost <= supporter.width + slack;
    let inclined = turned <= degrees(90.0) && outward <= degrees(15.0);
    let side = if middle < 0.0 { SupportSide::Left } else { SupportSide::Right };
    (beside && level && inclined).then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    const WIDTH: f64 = 180.0 / 25.4;
    const DEPTH: f64 = 40.0 / 25.4;

    fn line() -> Table {
        Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .fighting("u", "e")
    }

    fn supports(table: Table) -> Vec<(String, SupportSide)> {
        let scene = table.build();
        let found = scene.look().supports_of(scene.unit("u"));
        found.iter().map(|support| (scene.look().card(support.unit).name.clone(), support.side)).collect()
    }

    /// HC-SUPP-20, HC-SUPP-21, HC-SUPP-23, HC-SUPP-24, EX-87: one on each side and one behind; all are engaged.
    #[test]
    fn neighbours_and_the_unit_behind_support() {
        let table = line()
            .unit("left", Side::Red, "heavy-infantry", (30.0 - WIDTH, 20.0), 0.0)
            .unit("right", Side::Red, "medium-infantry", (30.0 + WIDTH + 0.9, 19.5), 0.0)
            .unit("rear", Side::Red, "heavy-infantry", (32.0, 20.0 - DEPTH), 0.0)
            .unit("far", Side::Red, "heavy-infantry", (30.0, 15.0), 0.0);
        let found = supports(table.clone());
        let expected =
            [("left", SupportSide::Left), ("right", SupportSide::Right), ("rear", SupportSide::Rear)];
        assert_eq!(found, expected.map(|(name, side)| (name.to_owned(), side)));
        let scene = table.build();
        assert!(scene.look().is_engaged(scene.unit("rear")) && !scene.look().is_engaged(scene.unit("far")));
    }

    /// HC-SUPP-22, HC-SUPP-29: it must reach the front line, and may not face away.
    #[test]
    fn a_support_reaches_the_front_line() {
        let beside = |y: f64, facing: f64| {
            supports(line().unit("s", Side::Red, "heavy-infantry", (30.0 + WIDTH, y), facing)).len()
        };
        assert_eq!((beside(20.0, 0.0), beside(18.5, 0.0), beside(20.0, 180.0)), (1, 0, 0));
    }

    /// HC-SUPP-25, HC-SUPP-29: of two on one flank the one that faces the enemy more directly.
    #[test]
    fn who_faces_the_enemy_supports() {
        let beside = |name: &'static str, at: (f64, f64), facing: f64| {
            move |table: Table| table.unit(name, Side::Red, "heavy-infantry", at, facing)
        };
        let level = beside("level", (30.0 - WIDTH, 20.0), 0.0);
        let inclined = beside("inclined", (24.6, 23.0), 60.0);
        let expected = [("inclined".to_owned(), SupportSide::Left)];
        assert_eq!(supports(inclined(level(line()))), expected);
        assert_eq!(supports(level(inclined(line()))), expected);
    }

    /// HC-PIG-01, HC-PIG-02, HC-PIG-04: two units side by side behind a pig's head support it, though neither stands
    /// behind its middle; of other units that one alone does.
    #[test]
    fn two_support_a_pigs_head_from_behind() {
        let behind_by = |troop: &str, rear: &str| {
            let table = Table::new()
                .unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
                .unit("left", Side::Red, rear, (30.0 - WIDTH / 2.0 - 0.1, 20.0 - DEPTH), 0.0)
                .unit("right", Side::Red, rear, (30.0 + WIDTH / 2.0 + 0.1, 20.0 - DEPTH), 0.0)
                .fighting("u", "e");
            supports(table)
        };
        let behind = |troop: &str| behind_by(troop, "heavy-infantry");
        let both = [("left", SupportSide::Rear), ("right", SupportSide::Rear)];
        assert_eq!(behind("heavy-infantry pigs-head"), both.map(|(name, side)| (name.to_owned(), side)));
        assert_eq!(behind("heavy-infantry"), []);
        assert_eq!(behind_by("heavy-infantry pigs-head", "heavy-cavalry"), []);
    }

    /// HC-SUPP-01, HC-SUPP-02, HC-SUPP-03, HC-SUPP-09, HC-ELE-03: who neither supports nor is supported.
    #[test]
    fn some_never_support() {
        let behind =
            |troop: &str| supports(line().unit("s", Side::Red, troop, (30.0, 20.0 - DEPTH), 0.0)).len();
        assert_eq!((behind("baggage"), behind("medium-artillery"), behind("light-artillery")), (0, 0, 1));
        assert_eq!(behind("elephant"), 1);
        let cavalry = Table::new()
            .unit("u", Side::Red, "heavy-cavalry", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .unit("s", Side::Red, "elephant", (30.0, 20.0 - 100.0 / 25.4), 0.0)
            .fighting("u", "e");
        assert_eq!(supports(cavalry).len(), 0);
    }

    /// HC-SUPP-27, EX-110: open order supports touch a flank or the rear.
    #[test]
    fn open_order_supports_touch() {
        let behind = |gap: f64| {
            supports(line().unit("s", Side::Red, "skirmishers", (30.0, 20.0 - DEPTH - gap), 0.0)).len()
        };
        assert_eq!((behind(0.05), behind(0.5)), (1, 0));
    }
}
