//! Orders of the manoeuvre phase.

use crate::choice::Placement;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::state::Shape;
use aelian_game::Exact;
use aelian_geometry::{Facing, Hand, Pose};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// 40, 55.4 to 55.8, 25.4.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovementChoice {
    /// FA-DEC-52: one group, or several as a battle line.
    Move(MoveOrder),
    /// FA-CMT-10: after a failed test, no move at all; FA-DEC-53: no second move; FA-AMB-09: no further.
    Stay,
    /// FA-CMOVE-02: a commander by himself; FA-CMOVE-13: to which group a commander in danger goes.
    Commander(CommanderMove),
    /// FA-DEC-56, FA-DEC-59: what those do against whom enemy turned or shifted.
    Answer(Answer),
    /// FA-AMB-10, FA-DEC-11: the active player opens one of his own ambushes, by its place in the list of markers.
    Reveal { marker: u8 },
    /// The active player moves nothing more.
    EndMoves,
}

/// FA-ALG-13: a move as an ordered list of parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveOrder {
    pub who: GroupSet,
    pub legs: Vec<Leg>,
    /// FA-FORM-03, AMB-21: the file, counted from the left, from which on a short last rank stands after a change of
    /// formation; its usual place without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<u8>,
    /// FA-DEC-54, FA-RA-08: the pinning enemy to whom the limits refer; any of them for whom the move is allowed
    /// without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<GroupId>,
}

/// FA-CORN-03, FA-SIDE-04 to FA-SIDE-07.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It stays as it is and fights in the melee phase, as far as it can.
    Stand,
    /// Directly to its own rear.
    EvadeToRear,
    /// Directly away from those who turned.
    EvadeAway,
    /// FA-SIDE-06, FA-SIDE-07: the bases in contact turn.
    TurnBases,
    /// FA-SIDE-07: all of it turns.
    TurnAll,
}

/// A part of a move. Distances in mm, angles in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leg {
    Advance {
        distance: f64,
    },
    /// FA-WHEEL-01: about the front corner of this hand, towards it.
    Wheel {
        hand: Hand,
        degrees: f64,
    },
    /// FA-SHIFT-01: to the right, negative to the left.
    Shift {
        right: f64,
    },
    /// FA-TURN-01, FA-TURN-07.
    Turn(Turn),
    /// FA-EXP-01: bases added to the front rank on each side.
    Expand {
        left: u8,
        right: u8,
    },
    /// FA-CON-01: bases taken from the ends of the front rank.
    Contract {
        left: u8,
        right: u8,
    },
    /// FA-ORB-02.
    FormOrb,
    /// FA-ORB-07: facing the edge that lies there as seen by the orb; ahead without a turn.
    LeaveOrb {
        facing: Option<Turn>,
    },
    /// FA-PD-03.
    PlaceDefences,
    LiftDefences,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    Left,
    Right,
    About,
}

/// FA-CMOVE-05: anywhere within his move; with a group there, or alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommanderMove {
    pub commander: CommanderId,
    pub to: Pose,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<GroupId>,
}

/// 40, 55: what is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovementPrompt {
    /// FA-MAN-03: what moves next.
    Moves,
    /// FA-CMT-10: the test failed; a simple move, or none.
    SimpleOrStay { who: GroupSet },
    /// FA-DEC-53.
    SecondMove { who: GroupSet },
    /// FA-DEC-59: enemy shifted from corner contact against its front.
    CornerAnswer { group: GroupId, by: GroupId },
    /// FA-DEC-56: enemy turned against its side.
    SideAnswer { group: GroupId, by: GroupId },
    /// FA-DEC-58: enemy comes at a commander who is alone.
    Caught { commander: CommanderId, by: GroupId },
    /// FA-AMB-09: the move was stopped by ambushers; these parts of it are made.
    GoOn { who: GroupSet, walked: Vec<Leg> },
    /// FA-AMB-09: a commander was stopped by ambushers.
    RideOn { commander: CommanderId },
}

/// 40, 55: what waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    SimpleOrStay {
        who: GroupSet,
    },
    SecondMove {
        who: GroupSet,
    },
    CornerAnswer {
        group: GroupId,
        by: GroupId,
    },
    SideAnswer {
        group: GroupId,
        by: GroupId,
    },
    Caught {
        commander: CommanderId,
        by: GroupId,
    },
    /// FA-AMB-09: a move that ambushers interrupted.
    GoOn(Box<Interrupted>),
    /// FA-AMB-09: a commander whom ambushers stopped after so many mm.
    RideOn {
        commander: CommanderId,
        spent: Exact,
    },
}

/// FA-AMB-09: a move that stands still while ambushers are placed: the parts made so far, and where it began.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interrupted {
    pub who: GroupSet,
    pub walked: Vec<Leg>,
    pub began: Vec<Placement>,
    pub facing: Facing,
    pub commanders: Vec<(CommanderId, Pose)>,
    /// The formation in which it began.
    #[serde(default)]
    pub shape: Shape,
    /// FA-FORM-05: and the way of a kinked column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub track: Vec<Pose>,
    /// FA-2ND-01: it is a second move, and stays far from enemy.
    #[serde(default)]
    pub second: bool,
}

/// Numbers of a leg that stands in a state have been found sensible: none is no number, and none is a zero with a sign.
impl Eq for Leg {}

impl Hash for Leg {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match *self {
            Leg::Advance { distance } => distance.to_bits().hash(state),
            Leg::Wheel { hand, degrees } => (hand, degrees.to_bits()).hash(state),
            Leg::Shift { right } => right.to_bits().hash(state),
            Leg::Turn(turn) => turn.hash(state),
            Leg::Expand { left, right } | Leg::Contract { left, right } => (left, right).hash(state),
            Leg::LeaveOrb { facing } => facing.hash(state),
            Leg::FormOrb | Leg::PlaceDefences | Leg::LiftDefences => {}
        }
    }
}

impl Interrupted {
    /// FA-AMB-09: the order begins with what has been walked; its last part may go on.
    pub fn begins(&self, order: &MoveOrder) -> bool {
        let Some((last, before)) = self.walked.split_last() else { return true };
        let goes_on = |walked: f64, now: f64| now / walked >= 1.0;
        let same = order.legs.len() > before.len() && order.legs[..before.len()] == *before;
        let longer = order.legs.get(before.len()).is_some_and(|leg| match (last, leg) {
            (Leg::Advance { distance: walked }, Leg::Advance { distance }) => goes_on(*walked, *distance),
            (Leg::Shift { right: walked }, Leg::Shift { right }) => goes_on(*walked, *right),
            (Leg::Wheel { hand, degrees: walked }, Leg::Wheel { hand: same, degrees }) => {
                hand == same && goes_on(*walked, *degrees)
            }
            _ => last == leg,
        });
        same && longer
    }
}

impl MovementChoice {
    /// FA-MEAS-12: it moves others than the earlier choice did.
    pub fn is_of_others(&self, earlier: &MovementChoice) -> bool {
        let moves = |choice: &MovementChoice| {
            matches!(choice, MovementChoice::Move(_) | MovementChoice::Commander(_))
        };
        let same = match (self, earlier) {
            (MovementChoice::Move(now), MovementChoice::Move(before)) => now.who == before.who,
            (MovementChoice::Commander(now), MovementChoice::Commander(before)) => {
                now.commander == before.commander
            }
            _ => false,
        };
        moves(self) && moves(earlier) && !same
    }
}

impl Leg {
    /// So much of a part that is made bit by bit; other parts are made whole.
    pub fn part(&self, share: f64) -> Leg {
        match *self {
            Leg::Advance { distance } => Leg::Advance { distance: distance * share },
            Leg::Wheel { hand, degrees } => Leg::Wheel { hand, degrees: degrees * share },
            Leg::Shift { right } => Leg::Shift { right: right * share },
            leg => leg,
        }
    }
}

impl MoveOrder {
    /// These parts by one group.
    pub fn one(group: GroupId, legs: Vec<Leg>) -> MoveOrder {
        MoveOrder::all(GroupSet::one(group), legs)
    }

    /// These parts by several groups as a battle line, or by one.
    pub fn all(who: GroupSet, legs: Vec<Leg>) -> MoveOrder {
        MoveOrder { who, legs, tail: None, against: None }
    }
}
