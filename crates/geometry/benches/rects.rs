//! What measuring, contact, sweeps and the broad phase cost. Each figure is for one call.

use aelian_geometry::*;
use divan::{Bencher, black_box, counter::ItemsCount};

const T: Tolerance = Tolerance { length: 0.1, angle: degrees(0.2) };
const TABLE: Vec2 = Vec2::new(1500.0, 1050.0);

fn main() {
    divan::main();
}

/// A plain xorshift, so that every run measures the same table.
struct Chance(u64);

impl Chance {
    fn part(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn rect(&mut self, within: Vec2) -> Rect {
        let at = Vec2::new(self.part(), self.part()) * within;
        Rect::new(Pose { at, facing: Facing::compass(self.part() * 360.0) }.on_grid(), 40.0, 20.0)
    }
}

fn bases(count: usize, within: Vec2) -> Vec<Rect> {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    (0..count).map(|_| chance.rect(within)).collect()
}

/// Runs over all ordered pairs of 64 rectangles and counts each as one item.
fn pairs<R>(bencher: Bencher, rects: Vec<Rect>, question: impl Fn(&Rect, &Rect) -> R + Sync) {
    let count = rects.len() * rects.len();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for a in &rects {
            for b in &rects {
                black_box(question(black_box(a), black_box(b)));
            }
        }
    });
}

/// Bases of a battle line, half a degree and a little off each other, so that nearly all pairs are close.
fn line() -> Vec<Rect> {
    (0..64)
        .map(|i| {
            let (file, rank) = (f64::from(i % 3) * 40.0, f64::from(i / 3 % 2) * 20.0);
            Rect::new(Pose::new(file, rank, Facing::compass(f64::from(i % 2) * 180.0)), 40.0, 20.0)
        })
        .collect()
}

const NEAR: Vec2 = Vec2::new(90.0, 90.0);

#[divan::bench]
fn distance_far(bencher: Bencher) {
    pairs(bencher, bases(64, TABLE), distance);
}

#[divan::bench]
fn distance_near(bencher: Bencher) {
    pairs(bencher, bases(64, NEAR), distance);
}

#[divan::bench]
fn overlap_far(bencher: Bencher) {
    pairs(bencher, bases(64, TABLE), |a, b| overlaps(a, b, T));
}

#[divan::bench]
fn overlap_near(bencher: Bencher) {
    pairs(bencher, bases(64, NEAR), |a, b| overlaps(a, b, T));
}

#[divan::bench]
fn penetration_near(bencher: Bencher) {
    pairs(bencher, bases(64, NEAR), penetration);
}

#[divan::bench]
fn contacts_far(bencher: Bencher) {
    pairs(bencher, bases(64, TABLE), |a, b| contacts(a, b, T).len());
}

#[divan::bench]
fn contacts_near(bencher: Bencher) {
    pairs(bencher, bases(64, NEAR), |a, b| contacts(a, b, T).len());
}

#[divan::bench]
fn contacts_in_line(bencher: Bencher) {
    pairs(bencher, line(), |a, b| contacts(a, b, T).len());
}

#[divan::bench]
fn within_far(bencher: Bencher) {
    pairs(bencher, bases(64, TABLE), |a, b| within(a, b, 120.0));
}

#[divan::bench]
fn sweep_far(bencher: Bencher) {
    pairs(bencher, bases(64, TABLE), |a, b| sweep(a, a.pose.facing.vector(), 120.0, b, T));
}

#[divan::bench]
fn sweep_near(bencher: Bencher) {
    pairs(bencher, bases(64, NEAR * 2.0), |a, b| sweep(a, a.pose.facing.vector(), 120.0, b, T));
}

#[divan::bench]
fn turn_far(bencher: Bencher) {
    pairs(bencher, bases(64, TABLE), |a, b| {
        sweep_rotation(a, a.corner(Corner::FrontLeft), degrees(60.0), b, T)
    });
}

#[divan::bench]
fn turn_near(bencher: Bencher) {
    pairs(bencher, bases(64, NEAR), |a, b| {
        sweep_rotation(a, a.corner(Corner::FrontLeft), degrees(60.0), b, T)
    });
}

#[divan::bench]
fn polygon_meets_rect(bencher: Bencher) {
    let wood = Polygon::rounded(NEAR * 0.5, 120.0, 80.0, 0.4, &[0.1, 0.9, 0.3, 0.5]);
    pairs(bencher, bases(64, NEAR * 2.0), |a, _| wood.meets_rect(a, T));
}

#[divan::bench]
fn polygon_sweep(bencher: Bencher) {
    let wood = Polygon::rounded(NEAR * 0.5, 120.0, 80.0, 0.4, &[0.1, 0.9, 0.3, 0.5]);
    pairs(bencher, bases(64, NEAR * 3.0), |a, _| sweep_polygon(a, a.pose.facing.vector(), 120.0, &wood, T));
}

/// Who is near each base: cells against looking at every circle.
#[divan::bench(args = [80, 300])]
fn neighbours_by_cells(bencher: Bencher, count: usize) {
    let rects = bases(count, TABLE);
    let mut cells = Cells::new(Vec2::ZERO, TABLE, 120.0);
    for rect in &rects {
        cells.insert(rect.circle());
    }
    let mut found = Vec::with_capacity(count);
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for rect in &rects {
            cells.query(&rect.circle(), 60.0, &mut found);
            black_box(&found);
        }
    });
}

#[divan::bench(args = [80, 300])]
fn neighbours_by_circles(bencher: Bencher, count: usize) {
    let rects = bases(count, TABLE);
    let circles: Vec<Circle> = rects.iter().map(Rect::circle).collect();
    let mut found: Vec<u32> = Vec::with_capacity(count);
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for rect in &rects {
            let circle = rect.circle();
            found.clear();
            found.extend((0u32..).zip(&circles).filter(|(_, c)| c.near(&circle, 60.0)).map(|(i, _)| i));
            black_box(&found);
        }
    });
}

#[divan::bench(args = [80, 300])]
fn build_cells(bencher: Bencher, count: usize) {
    let rects = bases(count, TABLE);
    let mut cells = Cells::new(Vec2::ZERO, TABLE, 120.0);
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        cells.clear();
        for rect in &rects {
            black_box(cells.insert(rect.circle()));
        }
    });
}
