//! Hidden bases near the ways of outcome moves, impetuous moves and moves after contact (BB-BUSH-09, BB-BUSH-10): they
//! are seen, or run into, and put on the table before the move is made.

use crate::baseset::{BaseId, BaseSet};
use crate::event::Event;
use crate::fact::Fact;
use crate::movement::order::Unfolds;
use crate::movement::plan::{Plan, Track};
use crate::rules::{Look, Rules};
use crate::state::{Pending, Place};
use aelian_game::{Cx, Side};
use aelian_geometry::overlaps;
use aelian_rulebook::rule;

/// Looks for own hidden bases at so many places of a way.
const LOOKS: u32 = 40;

/// BB-BUSH-09, BB-BUSH-10: puts on the table whoever is discovered on these ways. True if anybody was: then
/// the move has to be planned anew, after the owner of the ambush has been asked for the rest.
pub fn reveal(cx: &mut Cx<'_, Rules>, tracks: Vec<Track>) -> bool {
    let found = Look::new(cx.rules, cx.state()).found_on(tracks);
    show(cx, found);
    !found.is_empty()
}

/// BB-BUSH-10: as `reveal`; what the move belongs to is asked again after that.
pub fn reveal_before(cx: &mut Cx<'_, Rules>, tracks: Vec<Track>, again: Pending) -> bool {
    let found = Look::new(cx.rules, cx.state()).found_on(tracks);
    if !found.is_empty() {
        cx.emit(Event::Waits(again));
        show(cx, found);
    }
    !found.is_empty()
}

fn show(cx: &mut Cx<'_, Rules>, found: BaseSet) {
    for base in found.iter() {
        cx.emit(Event::Revealed(base));
        cx.cite(rule!("BB-BUSH-09"), || Fact::Base(base));
    }
    let owner = |base: BaseId| cx.state().base(base).side;
    let sides: Vec<Side> =
        Side::BOTH.into_iter().filter(|side| found.iter().any(|base| owner(base) == *side)).collect();
    for side in sides {
        cx.emit(Event::Waits(Pending::RevealRest { side }));
    }
}

impl Look<'_> {
    /// Hidden enemies whom these ways discover, and hidden friends upon whom they lead.
    fn found_on(&self, tracks: Vec<Track>) -> BaseSet {
        if !self.state.bases.iter().any(|base| base.place == Place::Ambush) {
            return BaseSet::EMPTY;
        }
        let plan = Plan { tracks, ..Plan::default() };
        let seen = self.discovery(&plan, Unfolds::InColumn).map_or(BaseSet::EMPTY, |found| found.seen);
        seen.union(self.own_hidden_in_way(&plan))
    }

    /// Hidden friends of the moving bases upon whom these would come.
    fn own_hidden_in_way(&self, plan: &Plan) -> BaseSet {
        let Some(side) = plan.tracks.first().map(|track| self.state.base(track.base).side) else {
            return BaseSet::EMPTY;
        };
        let hidden = self.ambushers(side);
        let mut met = BaseSet::EMPTY;
        for number in 1..=LOOKS {
            for track in self.cut_tracks(plan, Unfolds::InColumn, f64::from(number) / f64::from(LOOKS)) {
                let there = self.state.rect(track.base).with_pose(track.to);
                let upon = |id: &BaseId| overlaps(&there, self.state.rect(*id), self.rules.tolerance);
                met = met.union(hidden.iter().filter(upon).collect());
            }
        }
        met
    }
}
