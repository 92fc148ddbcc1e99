//! Line of sight as far as ground decides it (20.6). Friends in the way matter only to shooters (60.6).

use super::cover::is_close;
use crate::field::{Area, AreaKind};
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_geometry::{Edge, Rect, Segment, Vec2, distance, segments_cross};

/// Something that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    pub rect: &'a Rect,
    /// FA-LOS-03: some ground hides only light foot.
    pub light_foot: bool,
    /// FA-LOS-04, FA-SHOOT-39: hidden light foot that have shot at those who look.
    pub revealed: bool,
}

impl Look<'_> {
    /// FA-LOS-06, FA-LOS-07: ground hides no part of this group from all of that one.
    pub fn sees_group(&self, from: GroupId, to: GroupId) -> bool {
        self.is_bare() || {
            let eyes = || self.state.bases_of(from);
            self.state.bases_of(to).any(|base| eyes().any(|eye| self.sees_base(eye, base)))
        }
    }

    /// FA-LOS-03, FA-LOS-09, FA-LOS-10, FA-LOS-11, FA-LOS-12: the ground leaves a line free from the front
    /// edge of this base to that one.
    pub fn sees_base(&self, from: BaseId, to: BaseId) -> bool {
        self.sees(self.state.rect(from), self.mark(to))
    }

    /// FA-LOS-08: as `sees_base`, for anything.
    pub fn sees(&self, eye: &Rect, mark: Mark<'_>) -> bool {
        if self.is_bare() {
            return true;
        }
        let far = distance(eye, mark.rect);
        let [left, right] = front_corners(eye);
        let eyes = [eye.pose.at, left, right];
        !self.is_hidden(eye, mark, far)
            && points(mark.rect).iter().any(|point| {
                eyes.iter().any(|from| self.ground_is_clear(eye, mark, Segment::new(*from, *point)))
            })
    }

    /// A base as others look at it.
    pub fn mark(&self, base: BaseId) -> Mark<'_> {
        let light_foot = self.state.troop(base).kind == TroopType::LightFoot;
        Mark { rect: self.state.rect(base), light_foot, revealed: false }
    }

    /// No piece on the table could hide anything.
    pub(crate) fn is_bare(&self) -> bool {
        self.state.field.areas.is_empty()
    }

    /// FA-LOS-03, FA-LOS-04, FA-LOS-12: the ground in which one of the two stands wholly hides the mark at this
    /// distance (in mm). Who stands in trees or houses sees no farther than he is seen; all others see out.
    pub fn is_hidden(&self, eye: &Rect, mark: Mark<'_>, far: f64) -> bool {
        let t = self.rules.tolerance;
        self.state.field.areas.iter().any(|area| {
            let (kind, outline) = area.growth();
            let Some(limit) = self.rules.distances().ground.hides_within(kind, mark.light_foot) else {
                return false;
            };
            if self.within(far, limit) {
                return false;
            }
            if is_close(kind) {
                return outline.holds_rect(mark.rect, t) || outline.holds_rect(eye, t);
            }
            let shown = mark.light_foot && mark.revealed;
            let from_outside = kind != AreaKind::Gully || !outline.meets_rect(eye, t);
            !shown && from_outside && outline.holds_rect(mark.rect, t)
        })
    }

    /// FA-LOS-02, FA-LOS-03, FA-LOS-09: no piece of terrain cuts this line from the eye to the mark.
    pub fn ground_is_clear(&self, eye: &Rect, mark: Mark<'_>, line: Segment) -> bool {
        let cuts =
            |area: &Area| self.growth_cuts(area, eye, mark, line) || self.crest_cuts(area, eye, mark, line);
        !self.state.field.areas.iter().any(cuts)
    }

    /// FA-LOS-03, FA-LOS-11, AMB-74: a plantation or a forest hides what lies beyond it; a village what lies more
    /// than its 2 MU of houses beyond; high impassable ground everything. Those partly inside look through as much
    /// of it as one sees in it.
    fn growth_cuts(&self, area: &Area, eye: &Rect, mark: Mark<'_>, line: Segment) -> bool {
        let (kind, outline) = area.growth();
        let t = self.rules.tolerance;
        if area.high && area.kind == AreaKind::Impassable {
            return outline.holds_more_of(line, t.length);
        }
        if !is_close(kind) || !outline.holds_more_of(line, t.length) {
            return false;
        }
        if outline.holds_rect(eye, t) || outline.holds_rect(mark.rect, t) {
            // `is_hidden` has compared the whole distance.
            return false;
        }
        let partly = outline.meets_rect(eye, t) || outline.meets_rect(mark.rect, t);
        let limit = self.rules.distances().ground.hides_within(kind, mark.light_foot).unwrap_or(0.0);
        let most = if partly || kind == AreaKind::Village { self.reach(limit) } else { 0.0 };
        outline.holds_more_of(line, most)
    }

    /// FA-LOS-09, FA-LOS-10, AMB-90: a crest or a peak lies between; then one sees 1 MU. Those who touch the top
    /// with their front edge see and are seen on both sides.
    fn crest_cuts(&self, area: &Area, eye: &Rect, mark: Mark<'_>, line: Segment) -> bool {
        if !area.kind.is_hill() || self.within(line.length(), self.rules.distances().ground.over_a_crest) {
            return false;
        }
        let beyond = if area.crests.is_empty() {
            is_beyond_peak(area, area.outline.centroid(), line)
        } else {
            area.crest_lines().any(|crest| {
                if crest.length() == 0.0 {
                    is_beyond_peak(area, crest.a, line)
                } else {
                    segments_cross(crest, line).is_some_and(|at| area.outline.contains(at))
                }
            })
        };
        beyond && !self.front_on_summit(eye) && !self.front_on_summit(mark.rect)
    }
}

/// FA-LOS-10: the line passes a single peak on the hill, with more than a right angle between its two ends.
fn is_beyond_peak(hill: &Area, peak: Vec2, line: Segment) -> bool {
    let part = line.nearest_part(peak);
    let between = part > 0.0 && part < 1.0 && (line.a - peak).dot(line.b - peak) < 0.0;
    between && hill.outline.contains(line.at(part))
}

/// FA-LOS-02: the two front corners.
pub fn front_corners(rect: &Rect) -> [Vec2; 2] {
    let front = rect.edge(Edge::Front);
    [front.a, front.b]
}

/// FA-LOS-02: the points of a base that are tried: corners and middles of edges.
pub fn points(rect: &Rect) -> [Vec2; 8] {
    let [a, b, c, d] = rect.corners();
    let middle = |edge| rect.edge_middle(edge);
    [middle(Edge::Front), middle(Edge::Left), middle(Edge::Right), middle(Edge::Rear), a, b, c, d]
}
