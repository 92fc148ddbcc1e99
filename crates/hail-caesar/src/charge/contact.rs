//! Where a charger ends (50.3 to 50.6): aligned with the face that it charges, on the greatest frontage.

use super::forbidden;
use super::slide::Slide;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::position::{Quarter, quarter_of};
use crate::rules::{INCH, Look};
use crate::state::Side4;
use aelian_geometry::{Facing, Pose, Rect, Segment, Vec2, degrees, overlaps, segment_to_rect};

/// HC-ONE-06: how far inside a front a centre-front must be to touch it clearly, in mm.
const CLEAR: f64 = 0.25 * INCH;

/// HC-ONE-05: gaps that are closed, in mm.
const GAP: f64 = 0.5 * INCH;

/// Where a charge brings a unit, and whom it then fights.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    pub rect: Rect,
    pub formation: Formation,
    /// The face of the target against which it stands.
    pub face: Side4,
    /// HC-ONE-02: whom it fights there; the target too.
    pub foes: UnitSet,
    /// How long it touches them, in mm.
    pub length: f64,
    /// HC-OOC-06, HC-ONE-05: enemies who close up to meet it, and where they then stand.
    pub closes: Vec<(UnitId, Rect)>,
}

/// An edge that lies along the line of the face that is charged.
struct Front {
    unit: UnitId,
    edge: Side4,
    /// Along the face, from the middle of it.
    span: (f64, f64),
    /// Where the centre-front of that unit lies along the face, if it looks this way.
    centre: Option<f64>,
    /// How far it stands before the line of the face, in mm; 0 if on it or behind.
    ahead: f64,
}

/// The face that is charged, and what stands along it.
struct Face {
    middle: Vec2,
    /// Along the face, to the right of the charger.
    along: Vec2,
    /// The way the charger looks.
    facing: Facing,
    half: f64,
    fronts: Vec<Front>,
}

/// HC-CHG-22, HC-CHG-23, HC-CHG-24, HC-CHG-25, HC-CHG-26, HC-CHG-27, HC-CHG-28, HC-CHG-29, HC-CHG-30, HC-CHG-31,
/// HC-CHG-23, HC-CHG-26, HC-TWO-01, HC-TWO-02, HC-ONE-01, HC-ONE-02, HC-ONE-03, HC-ONE-04, HC-ONE-05, HC-ONE-06,
/// HC-ONE-03, HC-OOC-03 to
/// HC-OOC-06, HC-OOC-05, HC-BLDG-24: how a unit that
/// stands so would stand in contact with this enemy, in whose quarter it lies; none if there is no room for it
/// (HC-CHG-30). An enemy in open order is met on the side on which the charger comes.
pub fn contact(
    look: Look<'_>,
    unit: UnitId,
    from: &Rect,
    target: UnitId,
    quarter: Quarter,
) -> Option<Contact> {
    let drawn_up = drawn_up(look, unit, from);
    // HC-ONE-05: with those who stand a little before the line, or else past them.
    aligned(look, (unit, from), target, quarter, drawn_up, true)
        .or_else(|| aligned(look, (unit, from), target, quarter, drawn_up, false))
        .or_else(|| {
            // HC-TESTU-07: no room to draw up.
            let testudo = look.state.unit(unit).formation == Formation::Testudo;
            let narrow = (drawn_up.0, from.width, from.depth);
            if testudo { aligned(look, (unit, from), target, quarter, narrow, false) } else { None }
        })
}

/// The same for a unit that is drawn up so. `forward`: enemies beside the target who stand before its line are met where they
/// stand (HC-ONE-05).
fn aligned(
    look: Look<'_>,
    (unit, from): (UnitId, &Rect),
    target: UnitId,
    quarter: Quarter,
    drawn_up: (Formation, f64, f64),
    forward: bool,
) -> Option<Contact> {
    let placed = place(look, (unit, from), target, quarter, drawn_up, forward)?;
    let Placed { rect, foes, length, face, forward } = placed;
    let formation = drawn_up.0;
    if forbids(look, unit, target, &rect, foes).is_some() {
        return None;
    }
    let closes = closing(look, unit, &rect, foes);
    let met = |foe: UnitId| {
        let near = || look.distance_to(&rect, foe) <= look.rules.slack;
        closes.iter().any(|(one, _)| *one == foe) || near()
    };
    if forward && !foes.iter().all(met) {
        return None;
    }
    Some(Contact { rect, formation, face, foes, length, closes })
}

/// HC-NOCH-08: nobody may be brought in whom it may not charge.
fn forbids(look: Look<'_>, unit: UnitId, target: UnitId, rect: &Rect, foes: UnitSet) -> Option<UnitId> {
    let barred = |foe: &UnitId| {
        let side = quarter_of(look.rect(*foe), rect.pose.at, look.rules.slack);
        *foe != target && !forbidden::at(look, unit, *foe, side).is_empty()
    };
    foes.iter().find(barred)
}

/// HC-NOCH-08: the enemy beside the target whom a charger that stands so would meet as well, and may not charge.
pub fn forbidden_neighbour(
    look: Look<'_>,
    unit: UnitId,
    from: &Rect,
    target: UnitId,
    quarter: Quarter,
) -> Option<UnitId> {
    let placed = place(look, (unit, from), target, quarter, drawn_up(look, unit, from), true)?;
    forbids(look, unit, target, &placed.rect, placed.foes)
}

/// Where a charger stands.
struct Placed {
    rect: Rect,
    foes: UnitSet,
    length: f64,
    face: Side4,
    /// HC-ONE-05: somebody stands before the line of the face.
    forward: bool,
}

/// HC-OOC-06, HC-TESTU-06: formation, width and depth in which a unit fights.
fn drawn_up(look: Look<'_>, unit: UnitId, from: &Rect) -> (Formation, f64, f64) {
    let card = look.card(unit);
    let standing = look.state.unit(unit);
    match standing.formation {
        Formation::Open => {
            let (width, depth) = closed_up(look, unit);
            (Formation::Open, width, depth)
        }
        Formation::Testudo => {
            let (width, depth) = card.extent(card.normal);
            (card.normal, width, depth)
        }
        _ if standing.is_in_block() => {
            let (width, depth) = card.extent(card.normal);
            (card.normal, width, depth)
        }
        formation => (formation, from.width, from.depth),
    }
}

/// HC-OPEN-09, HC-OOC-06: width and depth of an open order unit that fights.
pub fn closed_up(look: Look<'_>, unit: UnitId) -> (f64, f64) {
    let card = look.card(unit);
    let (files, ranks) = card.loose();
    (f64::from(files) * card.base.0, f64::from(ranks) * card.base.1)
}

/// HC-CHG-29: the place with the most frontage in contact, nearest to where the charger starts.
fn place(
    look: Look<'_>,
    (unit, from): (UnitId, &Rect),
    target: UnitId,
    quarter: Quarter,
    (formation, width, depth): (Formation, f64, f64),
    forward: bool,
) -> Option<Placed> {
    let standing = look.state.unit(unit);
    let start = match standing.is_open() {
        true => from.centre(),
        false if standing.is_in_block() => look.way_out(unit, target),
        false => from.pose.at,
    };
    let part = nearest_part(look, target, start);
    let open = look.state.unit(target).is_open();
    let edge = if open { quarter_of(&part, start, look.rules.slack) } else { quarter };
    let face = Face::of(look, unit, target, &part, edge, forward);
    let half = width / 2.0;
    let level = face.fronts.iter().filter(|front| front.ahead > 0.0).map(|front| front.unit);
    let rect = Rect::new(Pose { at: face.middle, facing: face.facing }, width, depth);
    let slide = Slide {
        look,
        rect,
        along: face.along,
        range: face.range(look, target, half),
        spans: face.fronts.iter().map(|front| front.span).collect(),
        prefer: (start - face.middle).dot(face.along),
        apart_from: UnitSet::from_iter([unit, target]).union(level.collect()),
        others: &[],
        back: face
            .fronts
            .iter()
            .filter(|front| front.ahead > 0.0)
            .map(|front| (front.span, front.ahead))
            .collect(),
    };
    let fits = |s: f64, rect: &Rect| {
        let mut foes = face.foes(s, half);
        foes.insert(target);
        face.target_fights(s, half)
            && !goes_through(look, unit, start, rect.pose.at, foes)
            && !is_barred(look, unit, formation, rect)
    };
    let (s, rect, length) = slide.best(fits)?;
    let mut foes = face.foes(s, half);
    foes.insert(target);
    let forward = face.fronts.iter().any(|front| front.ahead > 0.0);
    Some(Placed { rect, foes, length, face: edge, forward })
}

/// HC-CHG-31: the straight way of the centre-front leads through an enemy whom it does not charge.
fn goes_through(look: Look<'_>, unit: UnitId, from: Vec2, to: Vec2, foes: UnitSet) -> bool {
    let way = Segment::new(from, to);
    let enemies = look.on_table(look.side(unit).other()).filter(|enemy| !foes.contains(*enemy));
    let slack = look.rules.slack;
    enemies.into_iter().any(|enemy| {
        look.footprint(enemy).any(|part| {
            segment_to_rect(way, &part) <= 0.0 && aelian_geometry::point_to_rect(to, &part) > slack
        })
    })
}

/// HC-CHG-29 step 4: ground on which the unit cannot stand.
pub fn is_barred(look: Look<'_>, unit: UnitId, formation: Formation, rect: &Rect) -> bool {
    look.ground_bars(unit, formation, rect).is_some()
        || look.state.field.edge_crossed(rect, look.rules.slack).is_some()
}

/// The part of a unit that is nearest to a point; a bent column has many.
fn nearest_part(look: Look<'_>, unit: UnitId, point: Vec2) -> Rect {
    let near = |a: &Rect, b: &Rect| {
        aelian_geometry::point_to_rect(point, a).total_cmp(&aelian_geometry::point_to_rect(point, b))
    };
    look.footprint(unit).min_by(near).unwrap_or(*look.rect(unit))
}

impl Face {
    /// HC-CHG-24, HC-ONE-05: the face, and the enemy edges beside it.
    fn of(look: Look<'_>, unit: UnitId, target: UnitId, part: &Rect, edge: Side4, forward: bool) -> Face {
        let side = part.edge(edge.edge());
        let normal = outward(part, edge);
        let facing = normal.reversed();
        let along = facing.right();
        let half = side.length() / 2.0;
        let mut face = Face { middle: side.middle(), along, facing, half, fronts: Vec::new() };
        let standing = look.state.unit(target);
        let centre = (edge == Side4::Front && !standing.is_in_block()).then_some(0.0);
        face.fronts.push(Front { unit: target, edge, span: (-half, half), centre, ahead: 0.0 });
        if standing.is_in_block() {
            return face;
        }
        for other in look.on_table(look.side(unit).other()).filter(|other| *other != target) {
            if !look.state.unit(other).is_in_block() {
                face.add(look, other, forward);
            }
        }
        face
    }

    /// HC-ONE-05: an enemy edge of the same direction, in front of the charger and not far from the line.
    fn add(&mut self, look: Look<'_>, other: UnitId, forward: bool) {
        let rect = look.rect(other);
        let far = (rect.centre() - self.middle).length() - rect.radius();
        if far > self.half + 600.0 {
            return;
        }
        for edge in Side4::ALL {
            let normal = outward(rect, edge);
            let side = rect.edge(edge.edge());
            let behind = (side.middle() - self.middle).dot(self.facing.unit());
            // One who stands before the line is met with all of his edge.
            let ahead = [side.a, side.b].map(|end| (self.middle - end).dot(self.facing.unit()));
            let ahead = ahead[0].max(ahead[1]);
            let before = forward && behind < -look.rules.slack && ahead <= GAP + look.rules.slack;
            let level = before || (behind >= -look.rules.slack && behind <= GAP + look.rules.slack);
            if level && normal.angle_to(self.facing.reversed()) <= degrees(10.0) {
                let ends = [side.a, side.b].map(|end| (end - self.middle).dot(self.along));
                let span = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                let looks = edge == Side4::Front || look.state.unit(other).is_open();
                let centre = looks.then_some((span.0 + span.1) / 2.0);
                let ahead = if before { ahead } else { 0.0 };
                self.fronts.push(Front { unit: other, edge, span, centre, ahead });
            }
        }
    }

    /// HC-CHG-22, HC-CHG-27, HC-ONE-04, HC-TWO-02: how far the charger's centre-front may lie from the middle.
    fn range(&self, look: Look<'_>, target: UnitId, half: f64) -> (f64, f64) {
        let edge = self.fronts[0].edge;
        let joined = look.state.bouts.iter().any(|bout| bout.edge_of(target) == Some(edge));
        let own = if joined { (self.half - CLEAR).max(0.0) } else { self.half };
        if self.fronts.len() > 1 && self.fronts[0].centre.is_some() {
            let most = own.max(half - CLEAR);
            return (-most, most);
        }
        (-own, own)
    }

    /// HC-ONE-04, HC-ONE-05: the target still fights.
    fn target_fights(&self, s: f64, half: f64) -> bool {
        let target = &self.fronts[0];
        s.abs() <= self.half + 1e-6 || target.centre.is_some_and(|centre| (centre - s).abs() <= half - CLEAR)
    }

    /// HC-ONE-02, HC-ONE-06: whose front a centre-front clearly touches.
    fn foes(&self, s: f64, half: f64) -> UnitSet {
        let fights = |front: &&Front| {
            let under = front.centre.is_some_and(|centre| (centre - s).abs() <= half - CLEAR);
            under || (s >= front.span.0 + CLEAR && s <= front.span.1 - CLEAR)
        };
        self.fronts.iter().skip(1).filter(fights).map(|front| front.unit).collect()
    }
}

/// The direction away from an edge.
fn outward(rect: &Rect, edge: Side4) -> Facing {
    let facing = rect.pose.facing;
    match edge {
        Side4::Front => facing,
        Side4::Rear => facing.reversed(),
        Side4::Right => Facing::along(facing.right()),
        Side4::Left => Facing::along(-facing.right()),
    }
}

/// HC-OOC-04, HC-OOC-06, HC-ONE-05: foes in open order draw up against the charger's front; others close a small gap.
fn closing(look: Look<'_>, unit: UnitId, rect: &Rect, foes: UnitSet) -> Vec<(UnitId, Rect)> {
    let mut closes: Vec<(UnitId, Rect)> = Vec::new();
    for foe in foes.iter() {
        let standing = look.state.unit(foe);
        if standing.is_in_block() {
            continue;
        }
        let touches = look.distance_to(rect, foe) <= look.rules.slack;
        if !standing.is_open() && touches {
            continue;
        }
        let mut others: Vec<Rect> = closes.iter().map(|(_, rect)| *rect).collect();
        others.push(*rect);
        let apart = UnitSet::from_iter([unit, foe]).union(closes.iter().map(|(unit, _)| *unit).collect());
        // Engaged units in open order are drawn up already.
        if standing.is_open() && look.state.is_fighting(foe) && touches {
            continue;
        }
        let found = match standing.is_open() {
            true => drawn_against(look, rect, &standing.rect, closed_up(look, foe), apart, &others),
            false => stepped_up(look, rect, foe, apart, &others),
        };
        closes.extend(found.map(|found| (foe, found)));
    }
    closes
}

/// HC-ONE-05: a formed unit only closes the gap, with the facing that it has, whichever of its sides is met.
fn stepped_up(look: Look<'_>, front: &Rect, foe: UnitId, apart: UnitSet, others: &[Rect]) -> Option<Rect> {
    let stands = look.rect(foe);
    let towards = front.pose.facing.reversed().unit();
    let nearest = stands.corners().iter().map(|corner| corner.dot(towards)).fold(f64::NEG_INFINITY, f64::max);
    let gap = front.pose.at.dot(towards) - nearest;
    let to = stands.with_pose(stands.pose.translated(towards * gap).on_grid());
    let tolerance = look.rules.tolerance;
    let taken = others.iter().any(|other| overlaps(other, &to, tolerance));
    (gap > 0.0 && !taken && look.overlapped(foe, &to, apart).is_none()).then_some(to)
}

/// HC-OOC-06: the place along a front at which a unit meets it with the greatest overlap, nearest to where it stands.
pub fn drawn_against(
    look: Look<'_>,
    front: &Rect,
    stands: &Rect,
    (width, depth): (f64, f64),
    apart_from: UnitSet,
    others: &[Rect],
) -> Option<Rect> {
    let facing = front.pose.facing.reversed();
    let along = facing.right();
    let rect = Rect::new(Pose { at: front.pose.at, facing }, width, depth);
    let half = front.width / 2.0;
    let prefer = (stands.centre() - front.pose.at).dot(along);
    let range = (-half - width / 2.0, half + width / 2.0);
    let slide = Slide {
        look,
        rect,
        along,
        range,
        spans: vec![(-half, half)],
        prefer,
        apart_from,
        others,
        back: Vec::new(),
    };
    slide.best(|_, _| true).filter(|(_, _, length)| *length > 0.0).map(|(_, rect, _)| rect)
}
