//! The main opponent (60.2): who of several enemies is the most dangerous.

use crate::baseset::{BaseId, BaseSet};
use crate::position::facing::aligning_distance;
use crate::rules::Look;
use crate::state::Stage;
use crate::troop::TroopType;
use aelian_geometry::{Contacts, Corner, Edge, Feature};

/// BB-CC-11: how an enemy is in contact with one's own base, from the most dangerous to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Danger {
    /// BB-CC-12.
    FrontOnRear,
    /// BB-CC-13.
    FrontOnRearCorner,
    /// BB-CC-14.
    CornerOnRear,
    /// BB-CC-15.
    FrontOnFlank,
    /// BB-CC-16.
    CornerOnFlank,
    /// BB-CC-17.
    FrontOnFrontCorner,
    /// BB-CC-18.
    FrontOnFront,
    /// BB-CC-19.
    CornerOnFront,
    /// BB-CC-23: his front does not touch; one's own front touches him.
    Attacked,
}

/// A position, and the edge of one's own base on which the enemy would align (BB-CC-20, BB-CC-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    pub danger: Danger,
    pub edge: Edge,
}

impl<'a> Look<'a> {
    /// BB-CC-10 to BB-CC-23: the main opponent of a base in close combat. Among equals it is the one that the
    /// enemy player named; until he has named one, the one with the lowest id stands for it.
    pub fn main_opponent(&self, base: BaseId) -> Option<BaseId> {
        let equals = self.main_opponents(base);
        self.named_opponent(base, equals).or_else(|| equals.first())
    }

    /// BB-CC-22: the one of these equals that was named as the main opponent of a base.
    pub(super) fn named_opponent(&self, base: BaseId, equals: BaseSet) -> Option<BaseId> {
        let named =
            |(of, enemy): &(BaseId, BaseId)| (*of == base && equals.contains(*enemy)).then_some(*enemy);
        self.state.named_opponents.iter().find_map(named)
    }

    /// BB-CC-11, BB-CC-20: the enemies among whom the main opponent is; more than one if they are equals.
    pub fn main_opponents(&self, base: BaseId) -> BaseSet {
        let enemies = self.contenders(base);
        if enemies.len() < 2 {
            return enemies;
        }
        let threat = |enemy: BaseId| self.threat(base, enemy).map(|threat| (enemy, threat));
        let mut threats: Vec<(BaseId, Threat)> = enemies.iter().filter_map(threat).collect();
        let worst = threats.iter().map(|(_, threat)| threat.danger).min();
        threats.retain(|(_, threat)| Some(threat.danger) == worst);
        self.most_directly_facing(base, &threats)
    }

    /// BB-CC-11, BB-CC-23: how an enemy threatens a base with which it is in close combat.
    ///
    /// Reading: where edge lies along edge, the corners within that stretch are part of it and make no
    /// position of their own; else a front on a flank would nearly always also be a front on a rear corner.
    pub fn threat(&self, base: BaseId, enemy: BaseId) -> Option<Threat> {
        let touching = self.contacts(enemy, base);
        if self.state.base(base).is(TroopType::Bg) {
            return threat_by_contact(&touching).map(as_on_front).or_else(|| attacked(&touching));
        }
        if self.state.base(enemy).is(TroopType::Bg) {
            return threat_by_baggage(&touching).or_else(|| attacked(&touching));
        }
        threat_by_contact(&touching).or_else(|| attacked(&touching))
    }

    /// BB-CC-06, BB-CC-30: the enemies who can be the main opponent. In the close combat phase contacts that
    /// were made in it wait; but a base whose other enemies are gone belongs to the enemy it now touches.
    fn contenders(&self, base: BaseId) -> BaseSet {
        if self.state.stage == Stage::CloseCombat {
            let from_the_start = self.opponents_from_the_start(base);
            if !from_the_start.is_empty() {
                return from_the_start;
            }
        }
        self.opponents_set(base)
    }

    /// BB-CC-30: the enemies that a base fought when the close combat phase began and still touches.
    pub fn opponents_from_the_start(&self, base: BaseId) -> BaseSet {
        let other = |(a, z): &(BaseId, BaseId)| match base {
            _ if *a == base => Some(*z),
            _ if *z == base => Some(*a),
            _ => None,
        };
        let there = |enemy: &BaseId| self.state.base(*enemy).on_table() && self.fights(base, *enemy);
        self.state.fights.iter().filter_map(other).filter(there).collect()
    }

    /// BB-CC-20, BB-CC-21, BB-CC-23: of enemies in equal positions those that would have the shortest way to
    /// align on the edge they touch, or whom the base itself would have the shortest way to align with.
    fn most_directly_facing(&self, base: BaseId, enemies: &[(BaseId, Threat)]) -> BaseSet {
        let way = |(enemy, threat): &(BaseId, Threat)| match threat.danger {
            Danger::Attacked => self.engaging_distance(base, *enemy),
            _ => aligning_distance(self.state.rect(*enemy), self.state.rect(base), threat.edge),
        };
        let shortest = enemies.iter().map(way).fold(f64::INFINITY, f64::min);
        let limit = shortest + self.rules.tolerance.length;
        enemies.iter().filter(|enemy| way(enemy) <= limit).map(|(enemy, _)| *enemy).collect()
    }
}

/// BB-CC-12 to BB-CC-19, from the contacts of the enemy (mine) with one's own base (theirs).
fn threat_by_contact(touching: &Contacts) -> Option<Threat> {
    let along = touching.iter().find_map(|contact| match (contact.mine, contact.theirs) {
        (Feature::Edge(mine), Feature::Edge(theirs)) => Some((mine, theirs)),
        _ => None,
    });
    match along {
        Some((Edge::Front, edge)) => Some(front_on_edge(edge)),
        Some(_) => None,
        None => {
            touching.iter().filter_map(|contact| by_corner(contact.mine, contact.theirs)).min_by_key(rank)
        }
    }
}

fn rank(threat: &Threat) -> Danger {
    threat.danger
}

fn front_on_edge(edge: Edge) -> Threat {
    let danger = match edge {
        Edge::Rear => Danger::FrontOnRear,
        Edge::Left | Edge::Right => Danger::FrontOnFlank,
        Edge::Front => Danger::FrontOnFront,
    };
    Threat { danger, edge }
}

fn by_corner(mine: Feature, theirs: Feature) -> Option<Threat> {
    let (danger, edge) = match (mine, theirs) {
        (Feature::Edge(Edge::Front), Feature::Corner(corner)) if corner.is_front() => {
            (Danger::FrontOnFrontCorner, Edge::Front)
        }
        (Feature::Edge(Edge::Front), Feature::Corner(_)) => (Danger::FrontOnRearCorner, Edge::Rear),
        (Feature::Corner(corner), Feature::Edge(edge)) if corner.is_front() => match edge {
            Edge::Rear => (Danger::CornerOnRear, edge),
            Edge::Left | Edge::Right => (Danger::CornerOnFlank, edge),
            Edge::Front => (Danger::CornerOnFront, edge),
        },
        _ => return None,
    };
    Some(Threat { danger, edge })
}

/// BB-TRP-14, BB-CC-07: a Bg is always contacted on its front.
fn as_on_front(threat: Threat) -> Threat {
    let danger = match threat.danger {
        Danger::FrontOnRear | Danger::FrontOnFlank | Danger::FrontOnFront => Danger::FrontOnFront,
        Danger::FrontOnRearCorner | Danger::FrontOnFrontCorner => Danger::FrontOnFrontCorner,
        Danger::CornerOnRear | Danger::CornerOnFlank | Danger::CornerOnFront => Danger::CornerOnFront,
        Danger::Attacked => Danger::Attacked,
    };
    Threat { danger, ..threat }
}

/// BB-CC-07: a Bg meets those who touch it with their front as if with its own front. It never moves, so it
/// threatens nobody's flank or rear.
fn threat_by_baggage(touching: &Contacts) -> Option<Threat> {
    let danger = |mine: Feature, theirs: Feature| match (mine, theirs) {
        (Feature::Edge(_), Feature::Edge(Edge::Front)) => Some(Danger::FrontOnFront),
        (Feature::Edge(_), Feature::Corner(corner)) if corner.is_front() => Some(Danger::FrontOnFrontCorner),
        (Feature::Corner(_), Feature::Edge(Edge::Front)) => Some(Danger::CornerOnFront),
        _ => None,
    };
    let edge = Edge::Front;
    let along = touching.iter().any(|contact| contact.shared > 0.0);
    let counts = touching.iter().filter(|contact| !along || contact.shared > 0.0);
    counts
        .filter_map(|contact| danger(contact.mine, contact.theirs))
        .min()
        .map(|danger| Threat { danger, edge })
}

/// BB-CC-23: in contact, but not by the enemy's front.
fn attacked(touching: &Contacts) -> Option<Threat> {
    let edge = touching.iter().map(|contact| match contact.theirs {
        Feature::Edge(edge) => edge,
        Feature::Corner(corner) => edge_of(corner),
    });
    edge.min().map(|edge| Threat { danger: Danger::Attacked, edge })
}

/// BB-CC-21.
fn edge_of(corner: Corner) -> Edge {
    if corner.is_front() { Edge::Front } else { Edge::Rear }
}
