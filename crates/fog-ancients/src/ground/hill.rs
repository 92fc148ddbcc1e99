//! Hills (20.4): who stands higher.

use crate::field::Area;
use crate::ids::BaseId;
use crate::rules::Look;
use aelian_geometry::{Edge, Rect, Segment, Vec2, point_to_segment};

impl Area {
    /// FA-HILL-01: the point of its peaks and crests nearest to this one; of a hill without any, its middle.
    pub fn summit_near(&self, at: Vec2) -> Vec2 {
        let found = self.crest_lines().map(|line| line.nearest(at));
        let nearer = |one: &Vec2, other: &Vec2| (*one - at).length().total_cmp(&(*other - at).length());
        found.min_by(nearer).unwrap_or_else(|| self.outline.centroid())
    }

    /// Its marked peaks and crests as lines; a peak is a line without length.
    pub fn crest_lines(&self) -> impl Iterator<Item = Segment> + '_ {
        let peaks = self.crests.iter().filter_map(|crest| match crest.as_slice() {
            [peak] => Some(Segment::new(*peak, *peak)),
            _ => None,
        });
        let ridges = self.crests.iter().flat_map(|crest| crest.windows(2));
        peaks.chain(ridges.filter_map(|pair| match pair {
            [from, to] => Some(Segment::new(*from, *to)),
            _ => None,
        }))
    }

    /// How far a rectangle is from its nearest peak or crest, in mm.
    pub(super) fn summit_distance(&self, rect: &Rect) -> f64 {
        let lines = self.crest_lines().map(|line| aelian_geometry::segment_to_rect(line, rect));
        let nearest = lines.fold(f64::INFINITY, f64::min);
        if nearest < f64::INFINITY {
            return nearest;
        }
        aelian_geometry::point_to_rect(self.outline.centroid(), rect)
    }
}

impl Look<'_> {
    /// FA-HILL-02, FA-HILL-03, FA-HILL-04: this base is uphill of that one.
    pub fn is_uphill(&self, base: BaseId, enemy: BaseId) -> bool {
        if !self.state.field.areas.iter().any(|area| area.kind.is_hill()) {
            return false;
        }
        let (mine, theirs) = (self.fighting_rect(base, enemy), self.fighting_rect(enemy, base));
        let both_on_top = self.front_on_summit(&mine) && self.front_on_summit(&theirs);
        self.stands_uphill(&mine) && !self.stands_uphill(&theirs) && !both_on_top
    }

    /// FA-HILL-02: wholly on a hill with its nearest summit behind the line of the front edge.
    fn stands_uphill(&self, rect: &Rect) -> bool {
        self.hill_under(rect).is_some_and(|hill| {
            let summit = hill.summit_near(rect.pose.at);
            (summit - rect.pose.at).dot(rect.pose.facing.vector()) < 0.0
        })
    }

    /// FA-HILL-03: its front edge touches a peak or a crest.
    pub(super) fn front_on_summit(&self, rect: &Rect) -> bool {
        let (front, reach) = (rect.edge(Edge::Front), self.rules.tolerance.length);
        let hills = self.state.field.areas.iter().filter(|area| area.kind.is_hill());
        hills.into_iter().any(|hill| {
            if hill.crests.is_empty() {
                return point_to_segment(hill.outline.centroid(), front) <= reach;
            }
            hill.crest_lines().any(|line| aelian_geometry::segment_to_segment(line, front) <= reach)
        })
    }

    /// The hill on which a rectangle stands entirely.
    pub fn hill_under(&self, rect: &Rect) -> Option<&Area> {
        let on = |area: &&Area| area.kind.is_hill() && area.outline.holds_rect(rect, self.rules.tolerance);
        self.state.field.areas.iter().find(on)
    }

    /// FA-SHOOT-37, AMB-91: from this hill these friends can be shot over: they are off it, or farther from its
    /// summit than the shooters.
    pub fn is_below(&self, hill: &Area, shooters: &Rect, friends: &Rect) -> bool {
        !hill.outline.meets_rect(friends, self.rules.tolerance)
            || hill.summit_distance(friends) > hill.summit_distance(shooters)
    }
}
