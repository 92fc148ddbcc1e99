//! Contact with the enemy (48): which contacts a move may end in (BB-ENG-33, BB-ENG-34).

use super::plan::Plan;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::position::{Frontal, frontal_in};
use crate::rules::Look;
use crate::state::State;
use crate::troop::TroopType;
use aelian_geometry::{
    Contacts, Corner, Edge, Feature, Hand, Rect, Vec2, touching, wholly_behind_front, wholly_behind_rear,
    wholly_beyond,
};
use aelian_rulebook::{RuleId, rule};

/// The side of a base that another attacks, where it matters how it came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// BB-CC-48, BB-CC-49.
    Flank(Hand),
    /// BB-CC-53, BB-CC-54.
    Rear,
}

impl Attack {
    /// BB-CC-50, BB-CC-51, BB-CC-55: the rule that says from where it may be made.
    pub fn start_rule(self) -> RuleId {
        match self {
            Attack::Flank(Hand::Left) => rule!("BB-CC-50"),
            Attack::Flank(Hand::Right) => rule!("BB-CC-51"),
            Attack::Rear => rule!("BB-CC-55"),
        }
    }
}

impl<'a> Look<'a> {
    /// The state as it would be if all went as planned and nothing else happened.
    pub fn after(&self, plan: &Plan) -> State {
        let mut state = self.state.clone();
        for track in plan.tracks.iter().chain(&plan.displaced) {
            if let Some(base) = state.bases.get_mut(track.base.index()) {
                base.rect.pose = track.to.on_grid();
            }
        }
        state
    }

    /// Enemies that any base touches where the plan leaves it.
    pub fn touched(&self, plan: &Plan) -> BaseSet {
        let tolerance = self.rules.tolerance;
        let meets = |enemy: &BaseId| {
            let there = self.state.rect(*enemy);
            plan.tracks
                .iter()
                .any(|track| touching(&self.state.rect(track.base).with_pose(track.to), there, tolerance))
        };
        plan.near.iter().filter(meets).collect()
    }

    /// Whether two bases touch.
    pub fn touches(&self, a: BaseId, b: BaseId) -> bool {
        touching(self.state.rect(a), self.state.rect(b), self.rules.tolerance)
    }

    /// BB-ENG-01: the enemies whom a base engages with its own front.
    pub fn engaged_by(&self, base: BaseId) -> BaseSet {
        let own = self.state.base(base);
        self.enemies_near(own.side, &own.rect, self.rules.tolerance.length)
            .filter(|enemy| self.engages(base, *enemy))
            .collect()
    }

    /// BB-ENG-01, BB-ENG-20: the enemies whom a body engages with its front.
    ///
    /// Reading: the front of a group is one line. A corner of an enemy at the joint of two bases that stand side by side is
    /// on that line, though it is corner on corner for each of the two.
    pub fn engaged_by_front(&self, body: BaseSet) -> BaseSet {
        body.iter().fold(BaseSet::EMPTY, |all, base| {
            let at_joint =
                self.enemies_touched(base).iter().filter(|enemy| self.at_joint(base, *enemy, body));
            all.union(self.engaged_by(base)).union(at_joint.collect())
        })
    }

    /// Whether a corner of an enemy stands where the front of a base goes over into that of another of its body.
    pub fn at_joint(&self, base: BaseId, enemy: BaseId, body: BaseSet) -> bool {
        let touch = self.contacts(base, enemy);
        Hand::BOTH.into_iter().any(|hand| {
            let level = |other: BaseId| {
                let contacts = self.contacts(base, other);
                contacts.corner_corner(hand.front_corner(), hand.other().front_corner())
                    && contacts.edge_edge(hand.flank(), hand.other().flank()).is_some()
            };
            Corner::ALL.iter().any(|theirs| touch.corner_corner(hand.front_corner(), *theirs))
                && body.iter().any(|other| other != base && level(other))
        })
    }

    /// BB-ENG-01: whether the front of a base makes contact with an enemy.
    pub fn engages(&self, base: BaseId, enemy: BaseId) -> bool {
        let baggage = self.state.base(enemy).is(TroopType::Bg);
        if baggage { self.fights(base, enemy) } else { meets_with_front(&self.contacts(base, enemy)) }
    }
}

/// Whether the contacts of one base (mine) with another are made by its own front.
///
/// Reading (AMB-96): where its flank or rear lies along an edge of the other, a front corner on that edge is part
/// of that contact: such a base is held, it does not hold.
pub fn meets_with_front(contacts: &Contacts) -> bool {
    let lies_along = |edge: Edge| {
        [Edge::Left, Edge::Right, Edge::Rear].iter().any(|mine| contacts.edge_edge(*mine, edge).is_some())
    };
    frontal_in(contacts).any(|frontal| !matches!(frontal, Frontal::CornerOnEdge(edge) if lies_along(edge)))
}

/// BB-ENG-33, BB-ENG-34, BB-MOVE-76: every contact that the move makes must be allowed. `look` stands before
/// the move, `after` behind it.
pub fn judge(look: Look<'_>, after: Look<'_>, reach: Reach, plan: &mut Plan) {
    for at in 0..plan.tracks.len() {
        let Some(base) = plan.tracks.get(at).map(|track| track.base) else { continue };
        for enemy in plan.near.iter().filter(|enemy| after.touches(base, *enemy)) {
            if reach == Reach::Far {
                plan.refuse(rule!("BB-MOVE-76"), Fact::Pair { base, other: enemy });
            }
            if !look.contacts(base, enemy).is_empty() {
                continue;
            }
            let contacts = after.contacts(base, enemy);
            judge_start(look, base, enemy, &contacts, look.state.rect(base), plan);
        }
    }
}

/// BB-CC-50 to BB-CC-55, BB-CC-56: a flank or a rear may be attacked only by one who started beyond it.
pub fn judge_start(
    look: Look<'_>,
    base: BaseId,
    enemy: BaseId,
    contacts: &Contacts,
    start: &Rect,
    plan: &mut Plan,
) {
    if look.state.base(enemy).is(TroopType::Bg) {
        return;
    }
    if let Some(attack) = attack(contacts)
        && !may_attack(look, look.state.rect(enemy), start, attack)
    {
        let by = short_of_start(look.state.rect(enemy), start, attack);
        plan.refuse(attack.start_rule(), Fact::Began { base, other: enemy, by });
    }
}

/// BB-CC-48, BB-CC-49, BB-CC-53, BB-CC-54: what kind of attack the contacts of one base (mine) on another
/// (theirs) are.
///
/// Reading: for the start conditions a front along a flank is a flank attack even if both its corners lie beyond
/// the ends of a short flank (EX-77), and a rear corner under it is part of that flank attack.
pub fn attack(contacts: &Contacts) -> Option<Attack> {
    let corners = [Corner::FrontLeft, Corner::FrontRight];
    let along = |hand: &Hand| contacts.edge_edge(Edge::Front, hand.flank()).is_some();
    if let Some(hand) = Hand::BOTH.into_iter().find(along) {
        return Some(Attack::Flank(hand));
    }
    let on_rear = contacts.edge_edge(Edge::Front, Edge::Rear).is_some()
        || corners.iter().any(|mine| contacts.corner_on_edge(*mine, Edge::Rear))
        || [Corner::RearLeft, Corner::RearRight]
            .iter()
            .any(|theirs| contacts.has(Feature::Edge(Edge::Front), Feature::Corner(*theirs)));
    on_rear.then_some(Attack::Rear)
}

/// BB-CC-50, BB-CC-51, BB-CC-55: how far a base that stood at `start` reached over a line of `target` beyond which it would
/// have to begin such an attack, in mm.
pub fn short_of_start(target: &Rect, start: &Rect, attack: Attack) -> f64 {
    let over = |corner: Vec2| {
        let (ahead, right) = target.local(corner);
        match attack {
            Attack::Flank(hand) => ahead.max(target.width * 0.5 - right * hand.sign()),
            Attack::Rear => ahead + target.depth,
        }
    };
    start.corners().into_iter().map(over).fold(0.0, f64::max)
}

/// BB-CC-50, BB-CC-51, BB-CC-55, BB-GEO-06, BB-GEO-07: whether a base that stood at `start` may attack `target` so.
pub fn may_attack(look: Look<'_>, target: &Rect, start: &Rect, attack: Attack) -> bool {
    let tolerance = look.rules.tolerance;
    match attack {
        Attack::Flank(hand) => {
            wholly_beyond(target, hand, start, tolerance) && wholly_behind_front(target, start, tolerance)
        }
        Attack::Rear => wholly_behind_rear(target, start, tolerance),
    }
}

impl Look<'_> {
    pub fn enemies_touched(&self, base: BaseId) -> BaseSet {
        let (own, tolerance) = (self.state.base(base), self.rules.tolerance);
        self.enemies_near(own.side, &own.rect, tolerance.length)
            .filter(|enemy| touching(&own.rect, self.state.rect(*enemy), tolerance))
            .collect()
    }
}
