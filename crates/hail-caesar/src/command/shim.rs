//! Stands for the charge chapter until it can carry charges out: nobody reaches anybody.

use super::Charge;
use crate::event::MoveWhy;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Pose, Rect};

pub use crate::charge::forbidden;

pub struct Outlook {
    pub target: Option<UnitId>,
    pub contact: Option<()>,
    pub end: Rect,
    pub formation: Formation,
}

impl Outlook {
    pub fn foes(&self) -> UnitSet {
        UnitSet::EMPTY
    }
}

pub fn reach(look: Look<'_>, unit: UnitId, _order: &Charge, _moves: u8) -> Outlook {
    let standing = look.state.unit(unit);
    Outlook { target: None, contact: None, end: standing.rect, formation: standing.formation }
}

pub fn carry(
    _cx: &mut Cx<'_, Rules>,
    _unit: UnitId,
    _order: &Charge,
    _moves: u8,
    _stood: Pose,
    _why: MoveWhy,
) -> Result<(), NeedRoll> {
    Ok(())
}
