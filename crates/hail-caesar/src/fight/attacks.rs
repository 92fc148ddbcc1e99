//! Attacks of fighting units (55.3 to 55.5): how many dice, against whom, and what each needs.

use super::Round;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::Look;
use crate::state::{Deed, Side4};
use crate::troop::Class;
use aelian_rulebook::{RuleId, rule};

/// HC-ALLOC-01: how many attacks go to each enemy.
pub type Split = Vec<(UnitId, u8)>;

/// HC-TAB-FRESH: up to this face all attacks need sixes; the last face gives one more.
const PANIC: u8 = 3;
const INSPIRED: u8 = 6;

impl Look<'_> {
    /// HC-HTH-03, HC-HTH-04, HC-TAB-HFORM, HC-ATT-01, HC-ATT-02, HC-ATT-03, HC-ATT-04, HC-ATT-05, HC-ATT-08,
    /// HC-BLDG-13, HC-COL-07, HC-SQ-06, EX-145: its own attacks in this round.
    pub fn own_attacks(&self, unit: UnitId, fresh: Option<u8>) -> u8 {
        let standing = self.state.unit(unit);
        let value = self.combat_value(unit);
        let by_faces = || value.min(2 * self.faces_engaged(unit));
        let dice = match standing.formation {
            _ if standing.is_in_block() => by_faces(),
            Formation::Square => by_faces(),
            Formation::Column => value.min(1),
            Formation::Line | Formation::Phalanx | Formation::Warband => self.squeezed(unit, value),
            _ => value,
        };
        dice + u8::from(fresh == Some(INSPIRED))
    }

    /// HC-HTH-03, HC-HTH-04: Clash in its first round of an engagement, Sustained afterwards.
    pub fn combat_value(&self, unit: UnitId) -> u8 {
        let stats = self.stats(unit);
        if self.state.unit(unit).combat.rounds == 0 { stats.clash } else { stats.sustained }
    }

    /// HC-TAB-HFORM, HC-ATT-08: what leaves it fewer attacks than its value.
    pub fn attack_limit(&self, unit: UnitId) -> Option<RuleId> {
        let standing = self.state.unit(unit);
        let rule = match standing.formation {
            _ if standing.is_in_block() => rule!("HC-ATT-04"),
            Formation::Square => rule!("HC-ATT-03"),
            Formation::Column => rule!("HC-ATT-02"),
            _ => rule!("HC-ATT-08"),
        };
        (self.own_attacks(unit, None) < self.combat_value(unit)).then_some(rule)
    }

    /// How many of its edges or faces enemies fight.
    fn faces_engaged(&self, unit: UnitId) -> u8 {
        let engaged = |edge: &Side4| self.state.bouts.iter().any(|bout| bout.edge_of(unit) == Some(*edge));
        Side4::ALL.iter().filter(|edge| engaged(edge)).count() as u8
    }

    /// HC-ATT-08: a battle line that had no room to draw up fights with the part that did, at least one die.
    fn squeezed(&self, unit: UnitId, value: u8) -> u8 {
        let standing = self.state.unit(unit);
        let whole = self.card(unit).extent(standing.formation).0;
        if standing.rect.width >= whole - 1.0 || whole <= 0.0 {
            return value;
        }
        let share = f64::from(value) * standing.rect.width / whole;
        ((share + 0.5).floor() as u8).max(value.min(1))
    }

    /// HC-TAB-HHIT, HC-HIT-H01, HC-HIT-H02, HC-HIT-H03, HC-HIT-H04, HC-HIT-H05, HC-HIT-H06, HC-HIT-H07, HC-HIT-H08,
    /// HC-HIT-H09, HC-HIT-H10, HC-HIT-H11, HC-HIT-H12, HC-HIT-H13, HC-HIT-H14, HC-HIT-H15, HC-HIT-H16, HC-SUPP-35,
    /// HC-SUPP-38: every modifier of the attacks of a unit on an enemy; `fights`: not as a support.
    pub fn each_hit_modifier(
        &self,
        (unit, on): (UnitId, UnitId),
        fights: bool,
        closed: bool,
        mut each: impl FnMut(RuleId, i32),
    ) {
        let mut add = |applies: bool, rule: RuleId, value: i32| {
            if applies {
                each(rule, value);
            }
        };
        let standing = self.state.unit(unit);
        let charging = fights && standing.combat.charged && !standing.combat.no_bonus;
        let both = self.rules.settings.charging_and_winning;
        let winning = fights && standing.combat.won && (both || !charging);
        add(charging, rule!("HC-HIT-H03"), 1);
        add(winning, rule!("HC-HIT-H04"), 1);
        add(fights && self.has_uphill_advantage(unit, on), rule!("HC-HIT-H06"), 1);
        // HC-SHK-01, HC-DIS-04.
        add(self.is_unsteady(unit), rule!("HC-HIT-H07"), -1);
        // HC-ELE-02: they run in and out among the beasts.
        let nimble = fights && self.class(unit).is_infantry() && self.class(on) == Class::Elephant;
        add(standing.is_open() && nimble, rule!("HC-HIT-H11"), 1);
        add(standing.is_open() && !nimble, rule!("HC-HIT-H08"), -1);
        add(fights && self.is_outflanked(unit), rule!("HC-HIT-H09"), -1);
        add(fights && closed, rule!("HC-HIT-H10"), -1);
    }

    /// HC-HIT-H13, HC-HIT-H12: what each die needs.
    pub fn needed_to_hit(&self, pair: (UnitId, UnitId), fights: bool, closed: bool, fresh: Option<u8>) -> u8 {
        if fresh.is_some_and(|face| face <= PANIC) {
            return 6;
        }
        let mut sum = 0;
        self.each_hit_modifier(pair, fights, closed, |_, value| sum += value);
        (4 - sum).clamp(2, 6) as u8
    }

    /// HC-HIT-H09, HC-HIT-H14, HC-ARC-09, HC-ARC-10: an enemy fights it on a flank or in the rear.
    pub fn is_outflanked(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        if standing.is_in_block() || standing.formation.is_front_all_round() {
            return false;
        }
        let beside = |edge: Side4| edge != Side4::Front;
        self.state.bouts.iter().any(|bout| bout.edge_of(unit).is_some_and(beside))
    }

    /// HC-UPH-01, HC-UPH-02, HC-UPH-04, HC-UPH-05, HC-HIT-H05, HC-HIT-H06: it stands above this enemy, has not moved
    /// after the last round nor charged, and does not win.
    pub fn has_uphill_advantage(&self, unit: UnitId, enemy: UnitId) -> bool {
        let combat = self.state.unit(unit).combat;
        !combat.charged && !combat.won && !combat.moved && self.is_uphill(unit, enemy)
    }

    /// HC-ALLOC-01, HC-ALLOC-02, HC-ALLOC-03, HC-ALLOC-04, HC-ALLOC-05, HC-ALLOC-06, HC-ALLOC-07, HC-ALLOC-08,
    /// HC-ALLOC-09, HC-ALLOC-10: every way to share out so many attacks of a fighting unit.
    pub fn splits(&self, unit: UnitId, attacks: u8) -> Splits {
        Splits::new(*self, unit, attacks)
    }

    /// HC-WILD-01, HC-WILD-02, HC-WILD-03, HC-TOUGH-01, HC-TOUGH-02: how many missed attacks of a fighting unit are
    /// rolled again.
    pub fn second_throws(&self, unit: UnitId) -> (u8, u8) {
        let card = self.card(unit);
        let tough = u8::from(card.has(crate::troop::Special::ToughFighters));
        let first = !self.state.unit(unit).did(Deed::Blooded);
        (tough, if first { card.specials.wild } else { 0 })
    }
}

/// The legal ways to share out attacks.
#[derive(Clone, Debug, PartialEq)]
pub struct Splits {
    pub ways: Vec<Split>,
}

/// Enemies on one edge, and how few and how many attacks may go there.
struct Group {
    foes: Vec<UnitId>,
    least: u8,
    most: u8,
}

impl Splits {
    fn new(look: Look<'_>, unit: UnitId, attacks: u8) -> Splits {
        let groups = groups(look, unit, attacks);
        let room: u16 = groups.iter().map(|group| u16::from(group.most)).sum();
        // HC-ALLOC-04, AMB-71: what no edge can take is lost.
        let used = attacks.min(u8::try_from(room).unwrap_or(u8::MAX));
        let mut ways = Vec::new();
        share(&groups, used, Vec::new(), &mut ways);
        Splits { ways }
    }

    /// The way that is taken when nobody chooses: as much as can be to the front, then evenly.
    pub fn first(&self) -> Split {
        self.ways.first().cloned().unwrap_or_default()
    }
}

/// The enemies of a unit by edges, the front first.
fn groups(look: Look<'_>, unit: UnitId, attacks: u8) -> Vec<Group> {
    let standing = look.state.unit(unit);
    let on = |edge: Side4| -> Vec<UnitId> {
        let bouts = look.state.bouts.iter().filter(|bout| bout.edge_of(unit) == Some(edge));
        bouts.filter_map(|bout| bout.foe(unit)).collect()
    };
    let mut foes: Vec<UnitId> = look.state.foes(unit).collect();
    foes.sort();
    let group = |foes: Vec<UnitId>, least: u8, most: u8| Group { foes, least, most };
    let half = attacks / 2;
    if standing.is_in_block() || standing.formation == Formation::Square {
        // HC-ALLOC-07, EX-145: two for each face; a commander's attacks go where there is room.
        let faces: Vec<Vec<UnitId>> =
            Side4::ALL.into_iter().map(on).filter(|foes| !foes.is_empty()).collect();
        let each = attacks.div_ceil(faces.len().max(1) as u8).max(2);
        return faces.into_iter().map(|foes| group(foes, 0, each)).collect();
    }
    match standing.formation {
        // HC-ALLOC-06: as equally as possible.
        Formation::Open => vec![group(foes, 0, attacks)],
        // HC-ALLOC-08, HC-WEDGE-05.
        Formation::Wedge => foes.into_iter().map(|foe| group(vec![foe], 0, attacks)).collect(),
        _ => {
            let [front, left, right, rear] = Side4::ALL.map(on);
            let engaged = !front.is_empty();
            // HC-ALLOC-05, AMB-91: front and rear alone share evenly.
            let even = engaged && !rear.is_empty() && left.is_empty() && right.is_empty();
            let mut found = Vec::new();
            let most_front = if even { attacks - half } else { attacks };
            found.push(group(front, attacks - half, most_front));
            found.push(group(left, 0, half));
            found.push(group(right, 0, half));
            found.push(group(rear, 0, if engaged { half } else { attacks }));
            found.retain(|group| !group.foes.is_empty());
            found
        }
    }
}

/// Every way to give the groups so many attacks between them.
fn share(groups: &[Group], left: u8, so_far: Split, ways: &mut Vec<Split>) {
    let Some((group, rest)) = groups.split_first() else {
        if left == 0 {
            ways.push(so_far);
        }
        return;
    };
    let room: u8 = rest.iter().fold(0, |sum, group| sum.saturating_add(group.most));
    let most = group.most.min(left);
    let least = group.least.min(most).max(left.saturating_sub(room));
    for given in (least..=most).rev() {
        for inside in even(&group.foes, given) {
            let mut split = so_far.clone();
            split.extend(inside);
            share(rest, left - given, split, ways);
        }
    }
}

/// HC-ALLOC-03: as equally as possible; the odd ones as the owner says.
pub(super) fn even(foes: &[UnitId], dice: u8) -> Vec<Split> {
    let count = foes.len() as u8;
    if count == 0 {
        return vec![Vec::new()];
    }
    let (each, odd) = (dice / count, dice % count);
    let plus = |chosen: UnitSet| {
        foes.iter().map(|foe| (*foe, each + u8::from(chosen.contains(*foe)))).collect::<Split>()
    };
    choose(foes, odd).into_iter().map(plus).collect()
}

/// Every choice of so many of these.
pub(super) fn choose(from: &[UnitId], count: u8) -> Vec<UnitSet> {
    if count == 0 {
        return vec![UnitSet::EMPTY];
    }
    let Some((first, rest)) = from.split_first() else { return Vec::new() };
    let mut found: Vec<UnitSet> = choose(rest, count - 1)
        .into_iter()
        .map(|mut set| {
            set.insert(*first);
            set
        })
        .collect();
    found.extend(choose(rest, count));
    found
}

impl Round {
    /// HC-CLR-02: it has closed ranks in this round.
    pub fn has_closed(&self, unit: UnitId) -> bool {
        self.declared_of(unit).is_some_and(|declared| declared.close)
    }
}
