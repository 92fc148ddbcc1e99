//! A compelled run before it is worked out: who runs, where to, how it turns first (FA-ALG-70 to FA-ALG-72, FA-ALG-80).

use crate::formation::{Array, Formed};
use crate::ids::{BaseId, GroupId};
use crate::movement::Turn;
use crate::rules::{Look, hundredths};
use crate::state::Shape;
use aelian_geometry::{Edge, Facing, Hand, Pose, Rect, to_degrees};
use serde::{Deserialize, Serialize};

/// A run that nobody stops any more. What the owner has to say on the way is kept in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flight {
    pub group: GroupId,
    pub kind: Kind,
    pub heading: Heading,
    /// FA-TAB-VMD: in MU.
    pub change: i8,
    /// FA-EV-21: directly away from whoever causes it; decides the sense in which it runs along a table edge.
    pub away: Facing,
    /// FA-DEC-26.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_edge: Option<AtEdge>,
    /// FA-EV-28: which way along an edge if both are equally near.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sense: Option<Hand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Evade,
    Rout,
}

/// Where a run leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heading {
    /// First the turn, then a wheel until it faces so.
    Along { facing: Facing, turn: FirstTurn },
    /// FA-ROUT-05, FA-JPUR-04: as near to its own rear edge as turns and wheels allow.
    RearEdge,
}

/// The turn with which a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    None,
    Left,
    Right,
    About,
}

/// FA-EV-21.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtEdge {
    Leave,
    RunAlong,
}

impl FirstTurn {
    /// All that one who stands so can make; of equally good ones the first is made.
    pub fn all(look: Look<'_>, pose: Pose) -> [FirstTurn; 4] {
        let [one, other] = look.hands(pose).map(FirstTurn::quarter);
        [FirstTurn::None, one, other, FirstTurn::About]
    }

    /// The turn as a part of a move.
    pub fn turn(self) -> Option<Turn> {
        match self {
            FirstTurn::None => None,
            FirstTurn::Left => Some(Turn::Left),
            FirstTurn::Right => Some(Turn::Right),
            FirstTurn::About => Some(Turn::About),
        }
    }

    /// A quarter turn to this hand.
    pub fn quarter(hand: Hand) -> FirstTurn {
        match hand {
            Hand::Left => FirstTurn::Left,
            Hand::Right => FirstTurn::Right,
        }
    }

    /// Where a group that faces so faces after the turn.
    pub fn faces(self, from: Facing) -> Facing {
        match self {
            FirstTurn::None => from,
            FirstTurn::Left => from.turned(-core::f64::consts::FRAC_PI_2),
            FirstTurn::Right => from.turned(core::f64::consts::FRAC_PI_2),
            FirstTurn::About => from.reversed(),
        }
    }
}

impl Flight {
    /// A rout in this direction, with the turn that brings its facing nearest to it (FA-ALG-80).
    pub fn rout(look: Look<'_>, group: GroupId, facing: Facing, change: i8) -> Flight {
        let now = look.state.group(group).facing;
        let off = |turn: &FirstTurn| hundredths(to_degrees(turn.faces(now).angle_to(facing)));
        let turn = FirstTurn::all(look, look.block(group).pose).into_iter().min_by_key(off);
        let heading = Heading::Along { facing, turn: turn.unwrap_or(FirstTurn::None) };
        Flight { group, kind: Kind::Rout, heading, change, away: facing, at_edge: None, sense: None }
    }

    /// FA-ROUT-05: a rout towards its own rear edge.
    pub fn home(look: Look<'_>, group: GroupId, change: i8) -> Flight {
        let away = crate::field::TableEdge::of(look.state.group(group).side).outward();
        Flight {
            group,
            kind: Kind::Rout,
            heading: Heading::RearEdge,
            change,
            away,
            at_edge: None,
            sense: None,
        }
    }
}

impl Look<'_> {
    /// The group in normal formation where it stands: files and ranks, and the middle of its front edge. Bases out of
    /// their places fall in (FA-FORM-08): the foremost fill the front rank.
    pub fn gathered(&self, group: GroupId) -> Formed {
        let array = self.array(group);
        let block = self.block(group);
        let whole = array.len() == self.state.strength(group);
        if whole && array.is_normal() {
            return Formed { array, front: block.pose };
        }
        if self.state.group(group).shape == Shape::KinkedColumn {
            let front = array.front().next().map_or(block.pose, |base| self.state.rect(base).pose);
            return Formed { array, front };
        }
        self.fallen_in(group, &block)
    }

    fn fallen_in(&self, group: GroupId, block: &Rect) -> Formed {
        let facing = self.state.group(group).facing;
        let mut bases: Vec<BaseId> = self.state.bases_of(group).collect();
        let files = (block.width / self.rules.width).round().clamp(1.0, bases.len().max(1) as f64) as u8;
        let at = |base: &BaseId| self.state.rect(*base).centre();
        bases.sort_by_key(|base| (-hundredths(at(base).dot(facing.vector())), *base));
        for rank in bases.chunks_mut(usize::from(files)) {
            rank.sort_by(|one, other| at(one).dot(facing.right()).total_cmp(&at(other).dot(facing.right())));
        }
        let tail = Array::usual_tail(bases.len(), files);
        Formed { array: Array::arranged(bases, files, tail), front: block.pose }
    }

    /// FA-EV-10 to FA-EV-12, FA-TURN-01 to FA-TURN-07: the formation after the first turn of a run.
    pub fn after_first_turn(&self, flight: &Flight, turn: FirstTurn) -> Formed {
        let group = flight.group;
        let formed = self.gathered(group);
        let kinked = self.state.group(group).shape == Shape::KinkedColumn;
        if turn == FirstTurn::About && kinked {
            return self.column_about(&formed);
        }
        let Some(part) = turn.turn() else { return formed };
        let block = formed.body(*self).block();
        let turned = self.turned_from(&formed.array, &block, part, None);
        if turn == FirstTurn::About || flight.kind == Kind::Rout {
            return turned;
        }
        // FA-EV-12: its rear edge lies on the old side edge that is nearer to the chargers, the one it turns away from.
        let depth = turned.body(*self).block().depth;
        Formed { front: turned.front.advanced(depth - block.width), ..turned }
    }

    /// A kinked column runs back the way it came: its last base leads.
    fn column_about(&self, formed: &Formed) -> Formed {
        let bases: Vec<BaseId> = formed.array.bases().rev().collect();
        let front = bases.first().map_or(formed.front, |last| {
            let rect = self.state.rect(*last);
            Pose { at: rect.edge_middle(Edge::Rear), facing: rect.pose.facing.reversed() }
        });
        Formed { array: Array::arranged(bases, 1, 0), front }
    }
}
