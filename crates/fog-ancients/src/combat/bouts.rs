//! Who is in close combat with whom, kept true while bases come and go (FA-ALG-07, FA-MEL-03).

use crate::event::Event;
use crate::ids::GroupId;
use crate::rules::{Look, Rules};
use aelian_game::Cx;

/// FA-MEL-03: the fights of a group with enemies whom it no longer touches are over.
pub fn part(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let apart = |pair: &[GroupId; 2]| !look.touch(pair[0], pair[1]);
    let over: Vec<_> = look.state.bouts_of(group).map(|bout| bout.groups).filter(apart).collect();
    for pair in over {
        cx.emit(Event::BoutOver(pair));
    }
}
