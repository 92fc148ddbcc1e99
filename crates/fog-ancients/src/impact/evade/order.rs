//! The direction of an evade and its first turn (FA-EV-07 to FA-EV-12, FA-ALG-70, FA-ALG-71).

use crate::choice::Ghost;
use crate::fact::Fact;
use crate::ids::{GroupId, GroupSet};
use crate::rolls;
use crate::rout::direction::{bisector, charge_of};
use crate::rout::{FirstTurn, Flight, Heading, Kind, fly, forget, part, run};
use crate::rules::{Look, Rules, hundredths};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Verdict};
use aelian_geometry::{Edge, Facing, Hand, segment_to_rect};
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// FA-DEC-25: how a group evades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EvadeOrder {
    pub group: GroupId,
    pub to: EvadeTo,
    pub turn: EvadeTurn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvadeTo {
    /// FA-EV-07: the way of the charge, or between the ways of several.
    Along,
    /// FA-EV-08.
    Rear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvadeTurn {
    /// FA-EV-11: its facing is already nearest to where it runs.
    None,
    /// FA-EV-12: away from the side that is nearer to the chargers.
    Quarter,
    About,
}

/// Those before whom a group evades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    pub by: GroupSet,
    /// FA-EV-07; none if the directions cancel out (AMB-24).
    pub direction: Option<Facing>,
    /// FA-EV-08: any of them comes at its flank or rear.
    pub in_flank: bool,
}

impl Threat {
    /// The charges that have this group among their targets.
    pub fn of_charges(look: Look<'_>, group: GroupId) -> Option<Threat> {
        let due = |charge: &&crate::impact::Charge| {
            charge.status == crate::impact::ChargeStatus::Declared && charge.targets.contains(group)
        };
        let mut by = GroupSet::EMPTY;
        let mut in_flank = false;
        for charge in look.state.charges.iter().filter(due) {
            by.insert(charge.group);
            in_flank |= charge.flanks.contains(group);
        }
        let directions = by.iter().filter_map(|charger| charge_of(look, charger)).map(Facing::unit);
        (!by.is_empty()).then(|| Threat { by, direction: bisector(directions), in_flank })
    }

    /// FA-FLANK-20: enemy arrive at this edge: straight away from it, as before a charge from there.
    pub fn of_arrival(from: crate::field::TableEdge) -> Threat {
        let direction = Some(from.outward().reversed());
        Threat { by: GroupSet::EMPTY, direction, in_flank: true }
    }

    /// FA-JPUR-14: one pursuer that comes straight on.
    pub fn of_pursuer(look: Look<'_>, group: GroupId, pursuer: GroupId, facing: Facing) -> Threat {
        let in_flank = look.is_on_flank(pursuer, group);
        Threat { by: GroupSet::one(pursuer), direction: Some(facing), in_flank }
    }
}

/// All orders that a group may choose from.
pub fn orders(look: Look<'_>, group: GroupId, threat: &Threat) -> Vec<EvadeOrder> {
    let mut orders = Vec::new();
    for to in [EvadeTo::Along, EvadeTo::Rear] {
        for turn in [EvadeTurn::None, EvadeTurn::Quarter, EvadeTurn::About] {
            let order = EvadeOrder { group, to, turn };
            if breaches(look, &order, threat).is_empty() {
                orders.push(order);
            }
        }
    }
    orders
}

/// FA-EV-07 to FA-EV-12: every reason against an order, and where the group would go without a die.
pub fn check_order(look: Look<'_>, order: &EvadeOrder, threat: &Threat) -> Verdict<Rules> {
    let breaches = breaches(look, order, threat);
    if !breaches.is_empty() {
        return Verdict { breaches, ..Verdict::legal(Ghost::default()) };
    }
    let ghost = match run(look, &flight(look, order, threat, 0)) {
        Ok(course) => Ghost {
            moves: course.body.places(),
            used: course.used,
            allowed: course.allowed,
            targets: threat.by,
            ..Ghost::default()
        },
        Err(_) => Ghost { targets: threat.by, ..Ghost::default() },
    };
    Verdict::legal(ghost)
}

fn breaches(look: Look<'_>, order: &EvadeOrder, threat: &Threat) -> Vec<Reason<Fact>> {
    let fact = || Fact::Group(order.group);
    let mut breaches = Vec::new();
    match (order.to, threat.direction) {
        (EvadeTo::Rear, direction) => {
            // AMB-24: without a direction there is only the rear.
            if threat.in_flank && direction.is_some() {
                let from = threat.by.first().map(|other| Fact::Pair { group: order.group, other });
                breaches.push(Reason { rule: rule!("FA-EV-08"), fact: from.unwrap_or_else(fact) });
            }
            if order.turn != EvadeTurn::About {
                breaches.push(Reason { rule: rule!("FA-EV-10"), fact: fact() });
            }
        }
        (EvadeTo::Along, None) => breaches.push(Reason { rule: rule!("FA-EV-07"), fact: fact() }),
        (EvadeTo::Along, Some(direction)) => {
            let stays = faces_away(look, order.group, direction);
            if stays != (order.turn == EvadeTurn::None) {
                breaches.push(Reason { rule: rule!("FA-EV-11"), fact: fact() });
            }
        }
    }
    breaches
}

/// FA-EV-11, FA-ALG-71: of its own facing and those after a turn its own is nearest to the direction.
fn faces_away(look: Look<'_>, group: GroupId, direction: Facing) -> bool {
    look.state.group(group).facing.angle_to(direction)
        <= core::f64::consts::FRAC_PI_4 + look.rules.tolerance.angle
}

/// FA-EV-12: it turns away from the side edge that is nearer to the chargers. FA-FLANK-20: with nobody there yet, the
/// side from which they will come.
fn quarter(look: Look<'_>, group: GroupId, threat: &Threat) -> Hand {
    let (block, by) = (look.block(group), threat.by);
    let either = look.hands(block.pose)[0];
    if let (true, Some(direction)) = (by.is_empty(), threat.direction) {
        return match hundredths(block.pose.facing.right().dot(direction.vector())) {
            0 => either,
            right => {
                if right > 0 {
                    Hand::Right
                } else {
                    Hand::Left
                }
            }
        };
    }
    let gap = |edge: Edge| {
        let side = block.edge(edge);
        let rects = by.iter().flat_map(|enemy| look.state.rects_of(enemy));
        rects.map(|rect| segment_to_rect(side, rect)).fold(f64::INFINITY, f64::min)
    };
    match hundredths(gap(Edge::Left)).cmp(&hundredths(gap(Edge::Right))) {
        Ordering::Less => Hand::Right,
        Ordering::Equal => either,
        Ordering::Greater => Hand::Left,
    }
}

fn flight(look: Look<'_>, order: &EvadeOrder, threat: &Threat, change: i8) -> Flight {
    let group = order.group;
    let own = look.state.group(group).facing;
    let (facing, turn) = match (order.to, order.turn, threat.direction) {
        (EvadeTo::Rear, _, _) | (_, _, None) => (own.reversed(), FirstTurn::About),
        (_, EvadeTurn::None, Some(direction)) => (direction, FirstTurn::None),
        (_, EvadeTurn::About, Some(direction)) => (direction, FirstTurn::About),
        (_, EvadeTurn::Quarter, Some(direction)) => {
            (direction, FirstTurn::quarter(quarter(look, group, threat)))
        }
    };
    let away = threat.direction.unwrap_or(facing);
    let heading = Heading::Along { facing, turn };
    Flight { group, kind: Kind::Evade, heading, change, away, at_edge: None, sense: None }
}

/// FA-EV-09 to FA-EV-25, FA-VMD-02: rolls and runs. What it was doing otherwise, as an overlap or as a pursuer, it gives up.
pub fn evade(cx: &mut Cx<'_, Rules>, order: &EvadeOrder, threat: &Threat) -> Result<(), NeedRoll> {
    let change = rolls::variable_move(cx, rule!("FA-EV-09"))? as i8;
    let rule = match order.to {
        EvadeTo::Along => rule!("FA-EV-07"),
        EvadeTo::Rear => rule!("FA-EV-08"),
    };
    cx.cite(rule, || Fact::Group(order.group));
    let flight = flight(Look::new(cx.rules, cx.state()), order, threat, change);
    part(cx, order.group);
    forget(cx, order.group);
    fly(cx, flight);
    Ok(())
}

/// FA-CORN-03, FA-SIDE-04: an evade directly to its own rear, outside a charge.
pub fn evade_to_rear(cx: &mut Cx<'_, Rules>, group: GroupId, by: GroupSet) -> Result<(), NeedRoll> {
    let order = EvadeOrder { group, to: EvadeTo::Rear, turn: EvadeTurn::About };
    evade(cx, &order, &Threat { by, direction: None, in_flank: false })
}
