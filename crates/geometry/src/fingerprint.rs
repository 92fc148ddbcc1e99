//! One number over many operations of every kind, to compare machines with each other.

use crate::*;

/// The fingerprint of `n` rounds. Every machine, WebAssembly included, must give the same number.
pub fn fingerprint(n: u32) -> u64 {
    let mut print = Print { chance: Chance(0x9e37_79b9_7f4a_7c15), sum: 0xcbf2_9ce4_8422_2325 };
    let cells = Cells::new(Vec2::ZERO, Vec2::splat(TABLE), 100.0);
    let mut table =
        Table { cells, found: Vec::new(), terrain: print.chance.polygon(), course: print.chance.course() };
    for round in 0..n {
        print.pair(round, &mut table);
    }
    print.sum
}

const TABLE: f64 = 400.0;
const T: Tolerance = Tolerance { length: 0.1, angle: degrees(0.2) };

/// Rounds after which the terrain is laid out anew.
const TERRAIN_ROUNDS: u32 = 256;

struct Table {
    cells: Cells,
    found: Vec<u32>,
    terrain: Polygon,
    course: Option<Course>,
}

struct Print {
    chance: Chance,
    sum: u64,
}

impl Print {
    fn pair(&mut self, round: u32, table: &mut Table) {
        if round.is_multiple_of(TERRAIN_ROUNDS) {
            table.terrain = self.chance.polygon();
            table.course = self.chance.course();
            table.cells.clear();
        }
        let (a, b) = (self.chance.rect(), self.chance.rect());
        self.measure(&a, &b);
        self.touch(&a, &b);
        self.regions(&a, &b);
        let along = self.chance.facing().unit();
        self.moves(&a, along, &b, table);
        self.terrain(&a, &b, &table.terrain);
        table.cells.insert(a.circle());
        table.cells.query(&b.circle(), 20.0, &mut table.found);
        table.found.iter().for_each(|&number| self.word(u64::from(number)));
    }

    fn measure(&mut self, a: &Rect, b: &Rect) {
        self.number(distance(a, b));
        self.number(penetration(a, b));
        let (p, q) = nearest_points(a, b);
        self.point(p);
        self.point(q);
        self.number(segment_to_rect(a.edge(Edge::Left), b));
        self.truth(within(a, b, 60.0));
        self.truth(convex_overlap(&a.corners(), b, T));
        self.number(a.pose.facing.turn_to(b.pose.facing));
    }

    /// Random rectangles hardly ever touch, so one is laid beside the other.
    fn touch(&mut self, a: &Rect, b: &Rect) {
        let beside = a.with_pose(a.pose.shifted(a.width).on_grid());
        for contact in contacts(a, &beside, T).iter().chain(contacts(a, b, T).iter()) {
            self.feature(contact.mine);
            self.feature(contact.theirs);
            self.number(contact.shared);
        }
    }

    fn regions(&mut self, a: &Rect, b: &Rect) {
        self.truth(straight_ahead(a, b, T));
        self.truth(wholly_beyond(a, Hand::Left, b, T));
        self.truth(wholly_behind_front(a, b, T));
        self.truth(in_arc(a, b.pose.at, degrees(45.0), T));
        self.truth(meets_arc(a, b, degrees(45.0), T));
        self.truth(clear(Segment::new(a.pose.at, b.centre()), [*a, *b].iter()));
    }

    fn moves(&mut self, a: &Rect, along: Vec2, b: &Rect, table: &Table) {
        let angle = self.chance.between(-3.0, 3.0);
        let pivot = a.corner(Corner::FrontLeft);
        self.maybe(sweep(a, along, 200.0, b, T));
        self.maybe(sweep_rotation(a, pivot, angle, b, T));
        self.maybe(sweep_polygon(a, along, 200.0, &table.terrain, T));
        self.maybe(sweep_rotation_polygon(a, pivot, angle, &table.terrain, T));
        if let Some(course) = &table.course {
            self.maybe(course.sweep(a, along, 200.0, T));
            self.point(course.tangent_near(a.pose.at));
        }
        let turned = a.pose.rotated_about(pivot, angle).on_grid();
        self.point(turned.at);
        self.point(turned.facing.vector());
    }

    fn terrain(&mut self, a: &Rect, b: &Rect, terrain: &Polygon) {
        self.truth(terrain.meets_rect(a, T));
        self.truth(terrain.holds_rect(a, T));
        self.number(terrain.distance_to_rect(a));
        self.number(terrain.length_inside(Segment::new(a.pose.at, b.pose.at)));
        self.number(slope_height(terrain, &[], a.pose.at));
        self.number(terrain.area());
    }

    fn word(&mut self, word: u64) {
        self.sum = (self.sum ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }

    fn number(&mut self, number: f64) {
        // Adding zero gives both zeros the same bits.
        self.word((number + 0.0).to_bits());
    }

    fn point(&mut self, point: Vec2) {
        self.number(point.x);
        self.number(point.y);
    }

    fn truth(&mut self, truth: bool) {
        self.word(u64::from(truth) + 1);
    }

    fn maybe(&mut self, number: Option<f64>) {
        match number {
            Some(number) => self.number(number),
            None => self.word(u64::MAX),
        }
    }

    fn feature(&mut self, feature: Feature) {
        let place = Feature::ALL.iter().position(|&one| one == feature);
        self.word(place.map_or(0, |place| place as u64 + 1));
    }
}

/// A plain xorshift: the same numbers everywhere, for this comparison only.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        let part = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * part
    }

    fn point(&mut self) -> Vec2 {
        Vec2::new(self.between(0.0, TABLE), self.between(0.0, TABLE))
    }

    fn facing(&mut self) -> Facing {
        Facing::compass(self.between(0.0, 360.0))
    }

    fn rect(&mut self) -> Rect {
        let pose = Pose { at: self.point(), facing: self.facing() }.on_grid();
        Rect::new(pose, self.between(20.0, 80.0), self.between(10.0, 60.0))
    }

    fn polygon(&mut self) -> Polygon {
        let (length, angle) = (self.between(100.0, 300.0), self.between(0.0, 3.0));
        let width = length * self.between(0.4, 1.0);
        let bumps: Vec<f64> = (0..7).map(|_| self.between(0.0, 1.0)).collect();
        Polygon::rounded(self.point(), length, width, angle, &bumps)
    }

    /// A band through four random points, unless they bend too sharply.
    fn course(&mut self) -> Option<Course> {
        let line = Polyline::new((0..4).map(|_| self.point()).collect()).ok()?;
        Course::new(line, self.between(5.0, 30.0)).ok()
    }
}
