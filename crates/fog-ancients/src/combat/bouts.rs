//! Who is in close combat with whom, kept true while bases come and go (FA-ALG-07, FA-MEL-03).

use crate::event::Event;
use crate::ids::GroupId;
use crate::rules::{Look, Rules};
use aelian_game::Cx;
use aelian_geometry::touching;

/// FA-MEL-03: the fights of a group with enemies whom it no longer touches are over.
pub fn part(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let look = Look::new(cx.rules, cx.state());
    let apart = |pair: &[GroupId; 2]| {
        let outlines = |group| look.state.bases_of(group).map(|base| look.outline(base));
        let t = look.rules.tolerance;
        !outlines(pair[0]).any(|one| outlines(pair[1]).any(|other| touching(&one, &other, t)))
    };
    let over: Vec<_> = look.state.bouts_of(group).map(|bout| bout.groups).filter(apart).collect();
    for pair in over {
        cx.emit(Event::BoutOver(pair));
    }
}
