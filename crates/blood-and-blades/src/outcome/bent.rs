//! Bent columns that go back (BB-COL-12, BB-COL-13): the base and all that follow it slide along the track.

use super::behind::{Obstacle, What};
use crate::baseset::{BaseId, BaseSet};
use crate::field::TableEdge;
use crate::ground::Going;
use crate::movement::columns::track::{slide_back, still_bent};
use crate::movement::plan::Track;
use crate::movement::sweep::first_part;
use crate::rules::Look;
use crate::state::BentColumn;
use aelian_geometry::Rect;

/// The bases behind this one in its bent column, nearest first; none if it is in none or closes it.
pub(super) fn followers<'a>(look: Look<'a>, base: BaseId) -> &'a [BaseId] {
    let column = look.state.bent_columns.iter().find(|column| column.bases.contains(&base));
    let behind = column.and_then(|column| {
        let at = column.bases.iter().position(|member| *member == base)?;
        column.bases.get(at + 1..)
    });
    behind.unwrap_or_default()
}

/// BB-COL-11: whether two bases are of one bent column.
pub(super) fn in_one_column(look: Look<'_>, a: BaseId, b: BaseId) -> bool {
    look.state.bent_column_of(a).is_some_and(|column| column.bases.contains(&b))
}

/// BB-COL-13, AMB-86: the ways of a base and of those that it pushes when it goes back along the track.
pub(super) fn slide(look: Look<'_>, base: BaseId, distance: f64) -> Vec<Track> {
    look.state.bent_column_of(base).map_or(Vec::new(), |column| slide_back(look, column, base, distance))
}

/// BB-COL-09: the bent columns that are left after that.
pub(super) fn left_bent(look: Look<'_>, base: BaseId, tracks: &[Track]) -> Vec<BentColumn> {
    look.state.bent_column_of(base).map_or(Vec::new(), |column| still_bent(look, column, tracks))
}

/// BB-REC-05, BB-COL-13: what the sliding bases meet first; bases in `but` are not there. The way is looked
/// at in steps of a millimetre, and the place is then found by halving.
pub(super) fn met_sliding(look: Look<'_>, base: BaseId, length: f64, but: BaseSet) -> Option<Obstacle> {
    let met = |part: f64| first_trouble(look, &slide(look, base, length * part), but);
    let count = length.ceil().clamp(1.0, 1000.0) as u32;
    let steps = (1..=count).map(|step| f64::from(step) / f64::from(count));
    let free = first_part(steps, |part| part > 0.0 && met(part).is_some())?;
    // A little further on the trouble is there to be named.
    let beyond = (free + 1.0 / f64::from(count)).min(1.0);
    let (what, by) = met(beyond).or_else(|| met(1.0))?;
    Some(Obstacle { at: free * length, what, by })
}

fn first_trouble(look: Look<'_>, tracks: &[Track], but: BaseSet) -> Option<(What, BaseId)> {
    tracks.iter().find_map(|track| {
        let base = look.state.base(track.base);
        let there = base.rect.with_pose(track.to);
        trouble_at(look, track.base, &there, but).map(|what| (what, track.base))
    })
}

fn trouble_at(look: Look<'_>, id: BaseId, there: &Rect, but: BaseSet) -> Option<What> {
    let troop = &look.state.base(id).troop;
    if let Some(edge) = edge_crossed(look, there) {
        return Some(What::Edge(edge));
    }
    let here = look.going_under(look.state.rect(id), troop);
    if here != Going::Impassable && look.going_under(there, troop) == Going::Impassable {
        return Some(What::Impassable);
    }
    look.overlapped(there, but).next().map(What::Base)
}

fn edge_crossed(look: Look<'_>, there: &Rect) -> Option<TableEdge> {
    look.edge_crossed(there)
}
