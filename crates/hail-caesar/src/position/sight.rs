//! Visibility (20.4): what a unit sees from its centre-front, or all round in open order.

use super::cone::Cone;
use super::overhead::Overhead;
use crate::fact::Fact;
use crate::field::{Area, AreaKind};
use crate::ids::{UnitId, UnitSet};
use crate::rules::Look;
use crate::state::Place;
use aelian_geometry::{Polygon, Rect, Segment, Vec2, point_to_rect, point_to_segment, segment_to_rect};
use aelian_rulebook::{Reason, rule};

/// HC-VIS-09: as many lines of sight are laid across the width of a target.
const LINES: usize = 25;

/// What of a target can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// HC-VIS-09: the visible part of its width as seen from there, 0 to 1.
    pub share: f64,
    /// HC-MEAS-05: how far its nearest visible point is, in mm.
    pub distance: f64,
    /// That point.
    pub point: Vec2,
}

impl Look<'_> {
    /// HC-VIS-01, HC-VIS-02, HC-VIS-03, HC-VIS-04, HC-VIS-05, HC-VIS-06, HC-VIS-07, HC-VIS-08: whether a unit sees
    /// another.
    pub fn sees(&self, unit: UnitId, other: UnitId) -> bool {
        self.sees_past(unit, other, UnitSet::EMPTY)
    }

    /// `seen_past` as a bare yes or no.
    pub fn sees_past(&self, unit: UnitId, other: UnitId, ignored: UnitSet) -> bool {
        let from = |eye: Vec2| self.is_seen_from(eye, (unit, other), ignored);
        let rect = self.rect(unit);
        from(self.eye(unit, other))
            || (self.state.unit(unit).is_open()
                && rect.corners().into_iter().chain([rect.centre()]).any(from))
    }

    /// HC-VIS-01, HC-VIS-02, HC-VIS-09: what a unit sees of another; none if nothing. An open order unit looks from its
    /// model nearest to the target, or from others if that one sees nothing; those in a building from the middle of the
    /// nearest face (HC-BLDG-24).
    pub fn seen(&self, unit: UnitId, other: UnitId) -> Option<Seen> {
        self.seen_past(unit, other, UnitSet::EMPTY)
    }

    /// The same, as if these units were not there (HC-VIS-11, HC-PROX-12).
    pub fn seen_past(&self, unit: UnitId, other: UnitId, ignored: UnitSet) -> Option<Seen> {
        let seen = self.seen_from(self.eye(unit, other), (unit, other), ignored);
        if seen.is_some() || !self.state.unit(unit).is_open() {
            return seen;
        }
        // HC-VIS-02: any model may see.
        let rect = self.rect(unit);
        let others = rect.corners().into_iter().chain([rect.centre()]);
        let best = |a: &Seen, b: &Seen| a.share.total_cmp(&b.share);
        others.filter_map(|eye| self.seen_from(eye, (unit, other), ignored)).max_by(best)
    }

    /// HC-VIS-03, HC-VIS-04, HC-VIS-07, HC-VIS-12: what hides a unit from another that does not see it: the nearest
    /// formation on the line between them, or the ground.
    pub fn hidden_by(&self, unit: UnitId, other: UnitId) -> Reason<Fact> {
        let eye = self.eye(unit, other);
        let line = Segment::new(eye, nearest_point(eye, self.rect(other)));
        let near = |a: &UnitId, b: &UnitId| {
            point_to_rect(eye, self.rect(*a)).total_cmp(&point_to_rect(eye, self.rect(*b)))
        };
        let hides = |id: &UnitId| self.footprint(*id).any(|part| segment_to_rect(line, &part) <= 0.0);
        if let Some(hiding) = self.blockers(unit, other, UnitSet::EMPTY).filter(hides).min_by(near) {
            return Reason { rule: rule!("HC-VIS-04"), fact: Fact::Pair { unit: hiding, other } };
        }
        let fact = Fact::Pair { unit, other };
        let areas = &self.state.field.areas;
        let wood = |area: &Area| area.kind == AreaKind::Wood && self.is_hidden_by_wood(line, &area.outline);
        let hill = |area: &Area| area.kind == AreaKind::Hill && self.is_hidden_by_hill(line, area);
        if areas.iter().any(wood) {
            Reason { rule: rule!("HC-VIS-07"), fact }
        } else if areas.iter().any(hill) {
            Reason { rule: rule!("HC-VIS-12"), fact }
        } else if !self.is_clear_of_terrain(line, None) {
            Reason { rule: rule!("HC-VIS-03"), fact }
        } else {
            Reason { rule: rule!("HC-VIS-01"), fact }
        }
    }

    /// HC-VIS-01: a corner of its front would see what its middle does not.
    pub fn sees_aside_only(&self, unit: UnitId, other: UnitId) -> Option<Reason<Fact>> {
        let standing = self.state.unit(unit);
        let formed = !standing.is_open() && !standing.is_in_block() && !self.sees(unit, other);
        let from = |corner: &Vec2| self.is_seen_from(*corner, (unit, other), UnitSet::EMPTY);
        let aside = formed && standing.rect.corners()[..2].iter().any(from);
        aside.then_some(Reason { rule: rule!("HC-VIS-01"), fact: Fact::Pair { unit, other } })
    }

    /// Where a unit looks at another from.
    pub fn eye(&self, unit: UnitId, other: UnitId) -> Vec2 {
        let standing = self.state.unit(unit);
        if standing.is_open() {
            return aelian_geometry::nearest_points(self.rect(unit), self.rect(other)).0;
        }
        if standing.is_in_block() {
            return self.nearest_face(unit, self.rect(other).centre());
        }
        standing.rect.pose.at
    }

    /// HC-BLDG-24: the middle of the face of its building that is nearest to a point.
    fn nearest_face(&self, unit: UnitId, point: Vec2) -> Vec2 {
        use aelian_geometry::Edge;
        let rect = self.rect(unit);
        let middles = Edge::ALL.map(|edge| rect.edge_middle(edge));
        let near = |a: &Vec2, b: &Vec2| (*a - point).length().total_cmp(&(*b - point).length());
        middles.into_iter().min_by(near).unwrap_or(rect.centre())
    }

    /// HC-VIS-09: lines across the whole width of the target, from its nearest point on.
    pub fn seen_from(&self, eye: Vec2, (unit, other): (UnitId, UnitId), ignored: UnitSet) -> Option<Seen> {
        self.seen_over(eye, (unit, other), ignored, None)
    }

    /// The same for an engine that may shoot over what lies between (HC-OVER-01).
    pub fn seen_by_engine(&self, eye: Vec2, (unit, other): (UnitId, UnitId)) -> Option<Seen> {
        let over = Overhead::of(*self, unit, other, eye);
        self.seen_over(eye, (unit, other), UnitSet::EMPTY, over.as_ref())
    }

    fn seen_over(
        &self,
        eye: Vec2,
        (unit, other): (UnitId, UnitId),
        ignored: UnitSet,
        over: Option<&Overhead<'_>>,
    ) -> Option<Seen> {
        let cone = self.cone(eye, other);
        let mut blockers = self.between(eye, (unit, other), ignored, cone.as_ref());
        if let Some(over) = over {
            blockers.retain(|part| !over.clears_unit(part));
        }
        if blockers.is_empty() && cone.as_ref().is_some_and(|cone| !self.terrain_hides(cone)) {
            let point = nearest_point(eye, self.rect(other));
            return Some(Seen { share: 1.0, distance: (point - eye).length(), point });
        }
        let (mut visible, mut lines) = (0, 0);
        let mut best: Option<(f64, Vec2)> = None;
        for target in self.footprint(other) {
            for (point, counts) in sight_points(eye, &target) {
                lines += usize::from(counts);
                let line = Segment::new(eye, point);
                if aelian_geometry::sight::clear(line, blockers.iter())
                    && self.is_clear_of_terrain(line, over)
                {
                    visible += usize::from(counts);
                    let distance = (point - eye).length();
                    if best.is_none_or(|(nearest, _)| distance < nearest) {
                        best = Some((distance, point));
                    }
                }
            }
        }
        let (distance, point) = best?;
        Some(Seen { share: visible as f64 / lines.max(1) as f64, distance, point })
    }

    /// The ground between an eye and a unit; none of a bent column, which has many parts.
    fn cone(&self, eye: Vec2, other: UnitId) -> Option<Cone> {
        let bent = self.state.bends.iter().any(|bend| bend.unit == other);
        (!bent).then(|| Cone::new(eye, self.rect(other)))
    }

    /// Footprints that could hide any part of a unit from there.
    fn between(
        &self,
        eye: Vec2,
        (unit, other): (UnitId, UnitId),
        ignored: UnitSet,
        cone: Option<&Cone>,
    ) -> Vec<Rect> {
        let target = self.rect(other);
        let way = target.centre() - eye;
        let (length, wide) = (way.length(), target.radius());
        let along = if length > 0.0 { way / length } else { Vec2::Y };
        // No nearer to the line than both are wide: no root is taken for whoever is far off.
        let near = |part: &Rect| {
            let (there, reach) = (part.centre() - eye, wide + (part.width + part.depth) * 0.5);
            let ahead = there.dot(along);
            ahead > -reach && ahead < length + reach && along.perp_dot(there).abs() < reach
        };
        let hides = |part: &Rect| cone.is_none_or(|cone| near(part) && cone.may_meet(part));
        let mut found = Vec::new();
        for id in self.blockers(unit, other, ignored) {
            found.extend(self.footprint(id).filter(hides));
        }
        found
    }

    /// Whether anything but units can hide what lies in a cone.
    fn terrain_hides(&self, cone: &Cone) -> bool {
        let (field, within) = (&self.state.field, cone.aabb());
        let hides = |kind: AreaKind| matches!(kind, AreaKind::Wood | AreaKind::Hill);
        field.blocks.iter().any(|block| cone.may_meet(&block.rect))
            || field.areas.iter().any(|area| hides(area.kind) && area.outline.box_meets(within))
    }

    /// Whether the point of a unit that is nearest to the eye can be seen; of a straight footprint.
    pub fn sees_nearest_point(&self, eye: Vec2, (unit, other): (UnitId, UnitId)) -> bool {
        self.sees_nearest_point_past(eye, (unit, other), UnitSet::EMPTY)
    }

    fn sees_nearest_point_past(&self, eye: Vec2, (unit, other): (UnitId, UnitId), ignored: UnitSet) -> bool {
        let line = Segment::new(eye, nearest_point(eye, self.rect(other)));
        let near = |part: &Rect| point_to_segment(part.centre(), line) <= part.radius();
        let open = |part: Rect| !near(&part) || aelian_geometry::sight::clear(line, std::iter::once(&part));
        self.blockers(unit, other, ignored).all(|id| self.footprint(id).all(open))
            && self.is_clear_of_terrain(line, None)
    }

    /// The same as a bare yes or no: it ends at the first line that is clear.
    pub fn is_seen_from(&self, eye: Vec2, (unit, other): (UnitId, UnitId), ignored: UnitSet) -> bool {
        let cone = self.cone(eye, other);
        if cone.is_some() && self.sees_nearest_point_past(eye, (unit, other), ignored) {
            return true;
        }
        let blockers = self.between(eye, (unit, other), ignored, cone.as_ref());
        let clear = |point: Vec2| self.is_clear(Segment::new(eye, point), &blockers);
        self.footprint(other).any(|target| {
            clear(nearest_point(eye, &target)) || sight_points(eye, &target).any(|(point, _)| clear(point))
        })
    }

    /// HC-OPEN-12, HC-VIS-03, HC-VIS-04, HC-VIS-05, HC-VIS-06: formations of all other units, of both sides; commanders never.
    fn blockers(&self, unit: UnitId, other: UnitId, ignored: UnitSet) -> impl Iterator<Item = UnitId> + '_ {
        self.all_on_table()
            .filter(move |id| *id != unit && *id != other && !ignored.contains(*id))
            .filter(|id| self.state.unit(*id).place == Place::Table)
    }

    /// Nothing stands in the way of a line of sight: no unit, no building, no wood, no hill.
    pub fn is_clear(&self, line: Segment, blockers: &[Rect]) -> bool {
        aelian_geometry::sight::clear(line, blockers.iter()) && self.is_clear_of_terrain(line, None)
    }

    fn is_clear_of_terrain(&self, line: Segment, over: Option<&Overhead<'_>>) -> bool {
        let field = &self.state.field;
        let built = field.blocks.iter().any(|block| {
            let inside = |point| aelian_geometry::point_to_rect(point, &block.rect) <= self.rules.slack;
            !inside(line.a)
                && !inside(line.b)
                && segment_to_rect(line, &block.rect) <= 0.0
                && !over.is_some_and(|over| over.clears_block(&block.rect))
        });
        let grown = |area: &Area| {
            let hides = match area.kind {
                AreaKind::Wood => self.is_hidden_by_wood(line, &area.outline),
                AreaKind::Hill => self.is_hidden_by_hill(line, area),
                _ => false,
            };
            hides && !over.is_some_and(|over| over.clears_area(area))
        };
        !built && !field.areas.iter().any(grown)
    }

    /// HC-VIS-07, HC-VIS-08, HC-WOOD-03, AMB-12: nobody looks further into or out of a wood than the depth of its edge.
    fn is_hidden_by_wood(&self, line: Segment, wood: &Polygon) -> bool {
        let edge = self.rules.settings.wood_edge * crate::rules::INCH + self.rules.slack;
        let inside = wood.length_inside(line);
        let ends = [line.a, line.b].into_iter().filter(|end| wood.contains(*end)).count();
        match ends {
            0 => inside > self.rules.slack,
            1 => inside > edge,
            _ => inside > 2.0 * edge,
        }
    }

    /// HC-VIS-12: a hill hides between points that both lie outside it on lower ground; its crest hides one slope from the
    /// other.
    fn is_hidden_by_hill(&self, line: Segment, hill: &Area) -> bool {
        let outside = |point| !hill.outline.contains(point);
        if outside(line.a) && outside(line.b) {
            let lower = |point| self.level_at(point) < hill.level;
            return hill.outline.length_inside(line) > 1.0 && lower(line.a) && lower(line.b);
        }
        let crosses = |crest: &Vec<Vec2>| {
            crest.windows(2).any(|pair| {
                let crest = Segment::new(pair[0], pair[1]);
                let on = |point| point_to_segment(point, crest) <= 25.4;
                !on(line.a) && !on(line.b) && aelian_geometry::segments_cross(line, crest).is_some()
            })
        };
        hill.crests.iter().any(crosses)
    }
}

/// Points of a target to look at, and whether they count for the visible share: lines evenly across its width, and its
/// nearest point.
fn sight_points(eye: Vec2, target: &Rect) -> impl Iterator<Item = (Vec2, bool)> {
    let corners = target.corners();
    let towards = target.centre() - eye;
    let across = |corner: &Vec2| towards.perp_dot(*corner - eye) / towards.dot(*corner - eye).max(1.0);
    let by = |a: &&Vec2, b: &&Vec2| across(a).total_cmp(&across(b));
    let left = corners.iter().min_by(by).copied().unwrap_or(target.centre());
    let right = corners.iter().max_by(by).copied().unwrap_or(target.centre());
    let target = *target;
    let step = move |at: usize| {
        let aim = left + (right - left) * ((at as f64 + 0.5) / LINES as f64);
        (entry_point(eye, aim, &target), true)
    };
    (0..LINES).map(step).chain(std::iter::once((nearest_point(eye, &target), false)))
}

fn nearest_point(eye: Vec2, target: &Rect) -> Vec2 {
    let corners = target.corners();
    let nearest = |at: usize| Segment::new(corners[at], corners[(at + 1) % 4]).nearest(eye);
    let far = |point: Vec2| ((point - eye).length(), point);
    (0..4).map(nearest).map(far).min_by(|a, b| a.0.total_cmp(&b.0)).map_or(eye, |(_, point)| point)
}

/// Where the line through the eye and a point of the silhouette first meets the target.
fn entry_point(eye: Vec2, aim: Vec2, target: &Rect) -> Vec2 {
    let corners = target.corners();
    let line = Segment::new(eye, eye + (aim - eye) * 1.5);
    let met =
        |at: usize| aelian_geometry::segments_cross(line, Segment::new(corners[at], corners[(at + 1) % 4]));
    let far = |point: Vec2| ((point - eye).length(), point);
    let nearest = (0..4).filter_map(met).map(far).min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map_or(aim, |(_, point)| point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    fn scene() -> Table {
        Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0).unit(
            "e",
            Side::Blue,
            "heavy-infantry",
            (30.0, 32.0),
            180.0,
        )
    }

    /// HC-VIS-01, HC-VIS-03, HC-VIS-04, HC-VIS-09: a formation in the way hides, wholly or in part.
    #[test]
    fn units_hide_what_is_behind_them() {
        let clear = scene().build();
        let seen = clear.look().seen(clear.unit("u"), clear.unit("e")).unwrap();
        assert_eq!(seen.share, 1.0);
        assert!((seen.distance - 12.0 * 25.4).abs() < 0.01);
        let hidden = scene().unit("f", Side::Blue, "heavy-infantry", (30.0, 26.0), 180.0).build();
        assert!(!hidden.look().sees(hidden.unit("u"), hidden.unit("e")));
        let half = scene().unit("f", Side::Red, "elephant", (31.6, 26.0), 0.0).build();
        let seen = half.look().seen(half.unit("u"), half.unit("e")).unwrap();
        assert!(seen.share > 0.3 && seen.share < 0.7, "{seen:?}");
    }

    /// HC-VIS-04, HC-VIS-07, HC-VIS-12: what hides a unit is named.
    #[test]
    fn what_hides_is_named() {
        let hiding = |table: Table| {
            let scene = table.build();
            scene.look().hidden_by(scene.unit("u"), scene.unit("e")).rule
        };
        let outline = [(20.0, 24.0), (40.0, 24.0), (40.0, 28.0), (20.0, 28.0)];
        assert_eq!(
            hiding(scene().unit("f", Side::Blue, "skirmishers", (30.0, 26.0), 180.0)),
            rule!("HC-VIS-04")
        );
        assert_eq!(hiding(scene().area(AreaKind::Wood, &outline)), rule!("HC-VIS-07"));
        assert_eq!(hiding(scene().area(AreaKind::Hill, &outline)), rule!("HC-VIS-12"));
    }

    /// HC-OPEN-12, HC-VIS-04: nobody looks through the gaps of open order.
    #[test]
    fn open_order_hides_too() {
        let scene = Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
            .unit("screen", Side::Blue, "skirmishers", (30.0, 20.0), 180.0)
            .unit("e", Side::Blue, "elephant", (30.0, 30.0), 180.0)
            .build();
        assert!(!scene.look().sees(scene.unit("u"), scene.unit("e")));
        assert!(!scene.look().is_seen_from(
            scene.look().centre_front(scene.unit("u")),
            (scene.unit("u"), scene.unit("e")),
            UnitSet::EMPTY
        ));
        assert!(scene.look().sees(scene.unit("u"), scene.unit("screen")));
    }

    /// HC-VIS-05: commanders hide nothing. HC-VIS-02: open order looks all round.
    #[test]
    fn commanders_hide_nothing_and_open_order_looks_all_round() {
        let scene = Table::new()
            .unit("u", Side::Red, "skirmishers", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 10.0), 180.0)
            .commander("king", Side::Red, (30.0, 15.0))
            .build();
        assert!(scene.look().sees(scene.unit("u"), scene.unit("e")));
    }

    /// HC-VIS-07, HC-VIS-08, HC-WOOD-03: nobody sees through a wood; at its edge one sees out and is seen.
    #[test]
    fn woods_hide_but_for_their_edge() {
        let wood = |low: f64, high: f64| {
            let outline = [(20.0, low), (40.0, low), (40.0, high), (20.0, high)];
            let scene = scene().area(AreaKind::Wood, &outline).build();
            scene.look().sees(scene.unit("u"), scene.unit("e"))
        };
        assert!(!wood(24.0, 28.0));
        assert!(wood(31.2, 40.0));
        assert!(!wood(30.0, 40.0));
    }

    /// HC-VIS-12: a hill hides what is behind it; from the hill one sees and is seen, but for what lies beyond its crest.
    #[test]
    fn hills_hide_what_is_behind_them() {
        let hill = |low: f64, high: f64, crest: Option<f64>| {
            let points = |corners: &[(f64, f64)]| {
                corners.iter().map(|(x, y)| Vec2::new(x * 25.4, y * 25.4)).collect::<Vec<_>>()
            };
            let outline = points(&[(15.0, low), (45.0, low), (45.0, high), (15.0, high)]);
            let crests = crest.map(|y| points(&[(15.0, y), (45.0, y)])).into_iter().collect();
            let area = crate::field::Area {
                kind: AreaKind::Hill,
                outline: Polygon::new(outline).unwrap(),
                level: 1,
                crests,
                name: String::new(),
                look: String::new(),
            };
            let scene = scene().piece(crate::field::Piece::Area(area)).build();
            scene.look().sees(scene.unit("u"), scene.unit("e"))
        };
        assert!(!hill(24.0, 28.0, None));
        assert!(hill(24.0, 40.0, None) && hill(18.0, 28.0, None) && hill(18.0, 40.0, None));
        assert!(!hill(18.0, 40.0, Some(26.0)));
        assert!(hill(18.0, 40.0, Some(20.5)));
    }

    /// HC-VIS-02: where the nearest model sees nothing, another may.
    #[test]
    fn any_model_in_open_order_may_see() {
        let scene = Table::new()
            .unit("u", Side::Red, "skirmishers", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "elephant", (30.0, 30.0), 180.0)
            .unit("f", Side::Red, "light-artillery", (30.0, 24.0), 0.0)
            .unit("g", Side::Red, "light-artillery", (27.5, 24.0), 0.0)
            .unit("h", Side::Red, "light-artillery", (32.5, 24.0), 0.0)
            .build();
        let (unit, enemy) = (scene.unit("u"), scene.unit("e"));
        let look = scene.look();
        assert!(
            look.seen_from(look.eye(unit, enemy), (unit, enemy), UnitSet::EMPTY)
                .is_none_or(|seen| seen.share < 0.5)
        );
        assert!(look.sees(unit, enemy));
    }
}
