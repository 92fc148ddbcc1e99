//! Who fights in melee (65, 65.1 to 65.3): fronts, overlaps, two directions.

use super::Kind;
use super::choice::Decided;
use super::fighter::Fighter;
use super::strike::Strike;
use crate::align::{Contest, contacts_as_chosen};
use crate::ids::{BaseId, GroupId};
use crate::position::side_contact;
use crate::rules::Look;
use crate::state::Shape;
use crate::troop::TroopType;
use aelian_game::Side;
use aelian_geometry::{Corner, Facing, Hand, Rect, touching};

/// A decision of a melee that nobody has made yet.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Open {
    /// FA-DEC-63: a base that could overlap one of these.
    Overlap(BaseId, Vec<BaseId>),
    /// FA-OFF-02: several bases are equally near to one opponent.
    Opponent(Contest),
}

impl Open {
    /// The base of which it speaks.
    pub(super) fn base(&self) -> BaseId {
        match self {
            Open::Overlap(base, _) => *base,
            Open::Opponent(contest) => contest.on,
        }
    }
}

/// One way for a base to overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lap {
    by: Fighter,
    on: BaseId,
    end: End,
}

/// FA-OVM-02: one end of one of the four edges of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    group: GroupId,
    edge: u8,
    hand: Hand,
}

impl Look<'_> {
    /// FA-MEL-01 to FA-MEL-06, FA-OVM-01 to FA-OVM-07: all strikes of all melees as the groups now stand, and the first
    /// thing that its owner has to decide.
    pub(super) fn melee_strikes(&self, decided: &Decided) -> (Vec<Strike>, Option<Open>) {
        let mut strikes = Vec::new();
        let mut contest = None;
        for group in self.state.on_table().filter(|id| self.is_in_melee(*id)) {
            let (own, open) = self.front_strikes(group, decided);
            strikes.extend(own);
            contest = contest.or(open.map(Open::Opponent));
        }
        let open = self.add_overlaps(&mut strikes, decided);
        (strikes, contest.or(open))
    }

    /// FA-SHOOT-32, FA-SHOOT-33: the bases in position to fight in this turn's melee in the 1st or 2nd rank or as an
    /// overlap, and those that they fight.
    pub fn engaged_bases(&self) -> Vec<BaseId> {
        if self.state.bouts.is_empty() {
            return Vec::new();
        }
        let (strikes, _) = self.melee_strikes(&Decided::default());
        let all =
            strikes.iter().flat_map(|strike| [Some(strike.by), self.behind(strike.by), Some(strike.on)]);
        let mut bases: Vec<BaseId> = all.flatten().collect();
        bases.sort_unstable();
        bases.dedup();
        bases
    }

    /// FA-MEL-01: unbroken, and more than an overlap with somebody unbroken.
    fn is_in_melee(&self, id: GroupId) -> bool {
        !self.state.group(id).is_broken() && self.melee_enemies(id).next().is_some()
    }

    fn melee_enemies(&self, id: GroupId) -> impl Iterator<Item = GroupId> + '_ {
        // FA-IMP-08: what has not been fought at impact waits for the next impact phase.
        let committed = self.state.bouts_of(id).filter(|bout| bout.is_committed() && !bout.fresh);
        committed.map(move |bout| bout.enemy_of(id)).filter(|enemy| !self.state.group(*enemy).is_broken())
    }

    /// FA-MEL-04, FA-MEL-06, FA-OFF-01: the front bases of a group against those before them.
    fn front_strikes(&self, group: GroupId, decided: &Decided) -> (Vec<Strike>, Option<Contest>) {
        if self.state.group(group).shape == Shape::Orb {
            return (self.orb_melee(group), None);
        }
        let enemies: Vec<GroupId> = self.melee_enemies(group).collect();
        let mut offset = false;
        let mut strikes = Vec::new();
        for fighter in self.fighters(group) {
            let mut best: Option<(bool, f64, BaseId)> = None;
            for enemy in enemies.iter().flat_map(|enemy| self.state.bases_of(*enemy)) {
                let outline = self.outline(enemy);
                let Some(shared) = self.fronts(&fighter.rect, &outline) else { continue };
                let square = self.is_square(&fighter.rect, &outline);
                offset |= !square && !self.fights_as_it_touches(group, enemy);
                let better = best.is_none_or(|(old_square, old, _)| (square, shared) > (old_square, old));
                if better {
                    best = Some((square, shared, enemy));
                }
            }
            if let Some((_, _, enemy)) = best {
                strikes.push(self.melee_strike(fighter.base, enemy, fighter.rect.pose.facing));
            }
        }
        if offset { self.as_if_conformed(group, strikes, decided) } else { (strikes, None) }
    }

    /// Battle wagons and orbs fight whatever touches them.
    fn fights_as_it_touches(&self, group: GroupId, enemy: BaseId) -> bool {
        let foe = self.state.group(self.state.base(enemy).group);
        self.state.group(group).is_kind(TroopType::BattleWagons)
            || foe.is_kind(TroopType::BattleWagons)
            || foe.shape == Shape::Orb
    }

    /// FA-OFF-01, FA-OFF-02, FA-OFF-03, FA-OFF-04: the pairs that there would be if all had conformed, in the places where they stand.
    fn as_if_conformed(
        &self,
        group: GroupId,
        real: Vec<Strike>,
        decided: &Decided,
    ) -> (Vec<Strike>, Option<Contest>) {
        let (pairs, contest) = contacts_as_chosen(*self, group, &decided.opponents);
        if pairs.is_empty() {
            return (real, None);
        }
        let strikes = pairs
            .into_iter()
            .map(|pair| self.melee_strike(pair.base, pair.enemy, self.state.rect(pair.base).pose.facing));
        (strikes.collect(), contest)
    }

    /// FA-ORB-12: each edge of an orb that is met fights.
    fn orb_melee(&self, group: GroupId) -> Vec<Strike> {
        self.orb_met(group, self.melee_enemies(group).collect())
            .into_iter()
            .flat_map(|met| self.orb_strikes(Kind::Melee, &met))
            .collect()
    }

    /// The edges of an orb with the enemy bases whose fronts are on them.
    pub(super) fn orb_met(
        &self,
        group: GroupId,
        enemies: Vec<GroupId>,
    ) -> Vec<Vec<(BaseId, BaseId, Facing)>> {
        let front = self.state.group(group).facing;
        let mut edges: Vec<Vec<(BaseId, BaseId, Facing)>> = vec![Vec::new(); 4];
        for enemy in enemies {
            for fighter in self.fighters(enemy) {
                let met = self
                    .state
                    .bases_of(group)
                    .find_map(|base| self.fronts(&fighter.rect, self.state.rect(base)).map(|_| base));
                if let Some(base) = met {
                    let facing = fighter.rect.pose.facing.reversed();
                    edges[usize::from(edge_towards(front, facing))].push((base, fighter.base, facing));
                }
            }
        }
        edges
    }

    /// FA-OVL-06 to FA-OVL-09, FA-OVM-01 to FA-OVM-07: a base gives its dice against one enemy only (FA-OVM-04), that of
    /// a friend beside it (FA-OVM-06).
    fn add_overlaps(&self, strikes: &mut Vec<Strike>, decided: &Decided) -> Option<Open> {
        let fronts: Vec<Strike> = strikes.clone();
        let mut laps: Vec<Lap> = Vec::new();
        for side in Side::BOTH {
            for fighter in self.idle_fighters(side, &fronts) {
                self.laps_of(&fighter, &fronts, &mut laps);
            }
        }
        let mut open = None;
        let mut taken: Vec<End> = Vec::new();
        let mut done: Vec<BaseId> = Vec::new();
        for at in 0..laps.len() {
            let by = laps[at].by;
            let same = |lap: &&Lap| lap.by == by && !taken.contains(&lap.end);
            let ways: Vec<Lap> = laps.iter().filter(same).copied().collect();
            if done.contains(&by.base) || ways.is_empty() {
                continue;
            }
            done.push(by.base);
            let chosen = decided.overlaps.iter().find(|one| one[0] == by.base).map(|one| one[1]);
            let way = ways.iter().find(|lap| Some(lap.on) == chosen).or(ways.first());
            let mut on: Vec<BaseId> = ways.iter().map(|lap| lap.on).collect();
            on.sort_unstable();
            on.dedup();
            if on.len() > 1 && chosen.is_none() && open.is_none() {
                open = Some(Open::Overlap(by.base, on));
            }
            if let Some(lap) = way {
                taken.push(lap.end);
                let facing = lap.by.rect.pose.facing;
                strikes.push(Strike { overlap: true, ..self.melee_strike(by.base, lap.on, facing) });
            }
        }
        open
    }

    /// FA-OVM-05, FA-OVM-07: front bases near a fight that have nobody before them.
    fn idle_fighters(&self, side: Side, fronts: &[Strike]) -> Vec<Fighter> {
        let reach = self.rules.width;
        let mut found = Vec::new();
        for group in self.state.on_table_of(side) {
            let state = self.state.group(group);
            if state.is_broken() || state.shape == Shape::Orb {
                continue;
            }
            let circle = self.block(group).circle();
            let near = |strike: &Strike| circle.near(&self.state.rect(strike.on).circle(), reach);
            if !fronts.iter().any(|strike| self.state.group(strike.by_group).side == side && near(strike)) {
                continue;
            }
            let busy = |fighter: &Fighter| {
                let same = |strike: &&Strike| {
                    strike.by == fighter.base
                        && strike.facing.same(fighter.rect.pose.facing, self.rules.tolerance)
                };
                let mut mine = fronts.iter().filter(same);
                // The other half of a battle wagon's side may still be free.
                mine.any(|strike| {
                    !state.is_kind(TroopType::BattleWagons)
                        || self.fronts(&fighter.rect, &self.outline(strike.on)).is_some()
                })
            };
            found.extend(self.fighters(group).into_iter().filter(|fighter| !busy(fighter)));
        }
        found
    }

    /// The ways for one base to overlap: beside a friend in contact, or side against side.
    fn laps_of(&self, fighter: &Fighter, fronts: &[Strike], laps: &mut Vec<Lap>) {
        let side = self.state.group(fighter.group).side;
        for strike in fronts.iter().filter(|strike| self.state.group(strike.by_group).side == side) {
            let foe = self.state.group(strike.on_group);
            if foe.shape == Shape::Orb {
                continue;
            }
            let hand = self.beside(fighter, strike).or_else(|| self.alongside(fighter, strike));
            let Some(hand) = hand else { continue };
            let edge = edge_towards(foe.facing, strike.facing.reversed());
            let end = End { group: strike.on_group, edge, hand };
            if !self.is_closed_corner(strike, hand, fronts) {
                laps.push(Lap { by: *fighter, on: strike.on, end });
            }
        }
    }

    /// FA-OVL-07 to FA-OVL-09: it stands beside a friend who fights, front corner on front corner; on which hand of him.
    fn beside(&self, fighter: &Fighter, strike: &Strike) -> Option<Hand> {
        let t = self.rules.tolerance;
        let friend = self.striking_rect(strike);
        if !fighter.rect.pose.facing.same(friend.pose.facing, t) {
            return None;
        }
        let near = |mine: Corner, theirs: Corner| {
            (fighter.rect.corner(mine) - friend.corner(theirs)).length() <= 2.0 * t.length
        };
        if near(Corner::FrontLeft, Corner::FrontRight) {
            Some(Hand::Right)
        } else if near(Corner::FrontRight, Corner::FrontLeft) {
            Some(Hand::Left)
        } else {
            None
        }
    }

    /// The outline with which a strike is made: of a battle wagon the width that meets the enemy.
    fn striking_rect(&self, strike: &Strike) -> Rect {
        if self.state.troop(strike.by).kind != TroopType::BattleWagons {
            return self.outline(strike.by);
        }
        let on = self.outline(strike.on);
        let meets = |piece: &Fighter| {
            piece.rect.pose.facing.same(strike.facing, self.rules.tolerance)
                && self.fronts(&piece.rect, &on).is_some()
        };
        self.pieces(strike.by).find(meets).map_or(self.outline(strike.by), |piece| piece.rect)
    }

    /// FA-OVL-06: a base of its file has a side edge along a side edge of the enemy, who is fought in front; on which
    /// hand of those who fight him.
    fn alongside(&self, fighter: &Fighter, strike: &Strike) -> Option<Hand> {
        let t = self.rules.tolerance;
        let enemy = self.state.rect(strike.on);
        let frontal = edge_towards(enemy.pose.facing, strike.facing.reversed()) == 0;
        if !frontal || self.state.group(strike.by_group).side == self.state.group(strike.on_group).side {
            return None;
        }
        let mut at = Some(fighter.base);
        let mut found = false;
        while let Some(base) = at.filter(|_| !found) {
            found =
                touching(self.state.rect(base), enemy, t) && side_contact(self.state.rect(base), enemy, t);
            at = self.behind(base);
        }
        if !found {
            return None;
        }
        let (_, right) = enemy.local(fighter.rect.centre());
        // The enemy's right is the left of those who face him.
        Some(if right > 0.0 { Hand::Left } else { Hand::Right })
    }

    /// FA-OVM-03: fronts lie on both edges that meet at this corner of the base.
    fn is_closed_corner(&self, strike: &Strike, hand: Hand, fronts: &[Strike]) -> bool {
        let enemy = self.state.rect(strike.on);
        let edge = edge_towards(enemy.pose.facing, strike.facing.reversed());
        // Seen by those who face the edge, their right is the next edge anticlockwise about the enemy.
        let next = match hand {
            Hand::Right => (edge + 3) % 4,
            Hand::Left => (edge + 1) % 4,
        };
        fronts.iter().any(|other| {
            other.on == strike.on && edge_towards(enemy.pose.facing, other.facing.reversed()) == next
        })
    }

    /// FA-TWO-01, FA-TWO-02, FA-TWO-05, FA-FF-06, FA-ORB-14: bases that face differently fight different enemy groups.
    pub(super) fn is_split(&self, group: GroupId, strikes: &[Strike]) -> bool {
        let state = self.state.group(group);
        if state.shape == Shape::Orb || state.is_kind(TroopType::BattleWagons) {
            return false;
        }
        let mine = || {
            strikes.iter().filter(|strike| {
                strike.by_group == group && !strike.overlap && !self.defends_works(strike.by, strike.on)
            })
        };
        mine().any(|one| {
            mine().any(|other| {
                one.on_group != other.on_group
                    && one.facing.angle_to(other.facing).abs() > core::f64::consts::FRAC_PI_4
            })
        })
    }
}

/// Which edge of something that faces so lies towards this direction: 0 its front, then clockwise.
fn edge_towards(facing: Facing, direction: Facing) -> u8 {
    let turn = facing.turn_to(direction);
    let quarters = (turn / core::f64::consts::FRAC_PI_2).round() as i32;
    quarters.rem_euclid(4) as u8
}
