//! Orders that a side could give: the full fixed sample, or a few drawn at random.

use crate::choice::Choice;
use crate::rules::{Look, Rules};
use aelian_game::{Proposals, Want};

/// Orders for the active side; ending the phase is always among them.
pub fn orders(_look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::EndMoves);
}
