//! The broad phase: which of many rectangles can be near at all.

use crate::{Rect, Vec2};

/// The circle about the centre of a rectangle that holds all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    pub centre: Vec2,
    pub radius: f64,
}

impl Circle {
    /// The circles are no further apart than `gap`.
    #[inline]
    pub fn near(&self, other: &Circle, gap: f64) -> bool {
        let reach = self.radius + other.radius + gap;
        // The surplus covers rounding: nothing that is near may be left out.
        reach >= 0.0 && (other.centre - self.centre).length_squared() <= reach * reach * (1.0 + 1e-12)
    }
}

impl Rect {
    #[inline]
    pub fn circle(&self) -> Circle {
        Circle { centre: self.centre(), radius: self.radius() }
    }
}

/// Circles sorted into the square cells of a table, for quick questions about a neighbourhood.
///
/// Each circle lives in the cell of its centre, and a question looks as far around as the greatest radius
/// demands. Answers are the numbers of the circles in ascending order, whatever the order of the moves
/// that brought them where they are. Nothing is allocated once the vectors have grown.
#[derive(Clone, Debug)]
pub struct Cells {
    low: Vec2,
    per_length: f64,
    columns: u32,
    rows: u32,
    /// The first circle of each cell.
    heads: Vec<u32>,
    /// The next circle in the same cell.
    nexts: Vec<u32>,
    circles: Vec<Circle>,
    widest: f64,
}

const NONE: u32 = u32::MAX;

/// More cells than this help no table and would only cost memory.
const MOST_CELLS_A_SIDE: f64 = 256.0;

impl Cells {
    /// Cells of this side over the table between two corners. What lies outside belongs to the outermost
    /// cells.
    pub fn new(low: Vec2, high: Vec2, side: f64) -> Cells {
        let across = |length: f64| {
            let cells = (length / side).ceil();
            if cells >= 1.0 { if cells < MOST_CELLS_A_SIDE { cells as u32 } else { 256 } } else { 1 }
        };
        let (columns, rows) = (across(high.x - low.x), across(high.y - low.y));
        let heads = vec![NONE; columns as usize * rows as usize];
        let per_length = 1.0 / side;
        Cells { low, per_length, columns, rows, heads, nexts: Vec::new(), circles: Vec::new(), widest: 0.0 }
    }

    /// Takes everything out and keeps the memory.
    pub fn clear(&mut self) {
        self.heads.fill(NONE);
        self.nexts.clear();
        self.circles.clear();
        self.widest = 0.0;
    }

    pub fn len(&self) -> u32 {
        self.circles.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.circles.is_empty()
    }

    /// Adds a circle and returns its number: 0, 1, 2 and so on.
    pub fn insert(&mut self, circle: Circle) -> u32 {
        let number = self.len();
        self.circles.push(circle);
        self.nexts.push(NONE);
        self.link(number, circle);
        number
    }

    /// Moves the circle of this number; a number never given out is ignored.
    pub fn place(&mut self, number: u32, circle: Circle) {
        let Some(slot) = self.circles.get_mut(number as usize) else { return };
        let before = std::mem::replace(slot, circle);
        self.unlink(number, before);
        self.link(number, circle);
    }

    /// Fills `found` with the numbers of all circles no further than `gap` from `circle`, in ascending
    /// order.
    pub fn query(&self, circle: &Circle, gap: f64, found: &mut Vec<u32>) {
        found.clear();
        let reach = Vec2::splat(circle.radius + gap + self.widest);
        let (from, to) = (self.cell(circle.centre - reach), self.cell(circle.centre + reach));
        for row in from.1..=to.1 {
            let start = row as usize * self.columns as usize;
            for &head in &self.heads[start + from.0 as usize..=start + to.0 as usize] {
                self.gather(head, circle, gap, found);
            }
        }
        found.sort_unstable();
    }

    #[inline]
    fn gather(&self, head: u32, circle: &Circle, gap: f64, found: &mut Vec<u32>) {
        let mut number = head;
        while number != NONE {
            if self.circles[number as usize].near(circle, gap) {
                found.push(number);
            }
            number = self.nexts[number as usize];
        }
    }

    fn link(&mut self, number: u32, circle: Circle) {
        let head = self.head_of(circle.centre);
        self.nexts[number as usize] = self.heads[head];
        self.heads[head] = number;
        if circle.radius > self.widest {
            self.widest = circle.radius;
        }
    }

    fn unlink(&mut self, number: u32, circle: Circle) {
        let head = self.head_of(circle.centre);
        let next = self.nexts[number as usize];
        if self.heads[head] == number {
            self.heads[head] = next;
            return;
        }
        let mut at = self.heads[head];
        while at != NONE {
            if self.nexts[at as usize] == number {
                self.nexts[at as usize] = next;
                return;
            }
            at = self.nexts[at as usize];
        }
    }

    fn head_of(&self, point: Vec2) -> usize {
        let (column, row) = self.cell(point);
        row as usize * self.columns as usize + column as usize
    }

    /// Column and row of a point; the conversion of a number below zero gives zero.
    #[inline]
    fn cell(&self, point: Vec2) -> (u32, u32) {
        let place = (point - self.low) * self.per_length;
        ((place.x as u32).min(self.columns - 1), (place.y as u32).min(self.rows - 1))
    }
}
