//! Painting a piece in its array: plate, figures, front and losses, each as a piece of SVG text.
//!
//! The middle of the front is the origin and the front looks up. No shape leaves the rectangle that the rules know.

use super::camera::UNIT;
use aelian_game::Side;
use aelian_view::table::{ArrayShape, PieceId, PieceView};
use std::fmt::Write as _;

/// Width and height of a figure of the art.
pub fn figure_size(figure: &str) -> (f64, f64) {
    match figure {
        "fig-lancer" | "fig-cavalry" | "fig-lighthorse" | "fig-camel" => (24.0, 54.0),
        "fig-elephant" | "fig-commander" | "fig-art-light" | "fig-art-heavy" | "fig-onager" => (64.0, 80.0),
        "fig-chariot-light" | "fig-chariot-heavy" | "fig-chariot-scythed" => (64.0, 80.0),
        "fig-wagon" => (80.0, 160.0),
        "fig-camp" => (240.0, 160.0),
        _ => (20.0, 28.0),
    }
}

/// A small number from an id: the same base always stands the same way.
fn scatter(id: PieceId, at: u32) -> f64 {
    let mixed =
        (u32::from(id).wrapping_mul(2_654_435_761) ^ at.wrapping_mul(40_503)).wrapping_mul(2_246_822_519);
    f64::from((mixed >> 16) & 0xff) / 255.0 - 0.5
}

/// The plate with its figures, glyph and front; the same for as long as the piece stands as it does.
pub fn base(piece: &PieceView) -> String {
    let body = Body { piece, width: piece.rect.width * UNIT, depth: piece.rect.depth * UNIT };
    let mut text = String::with_capacity(1600);
    body.plate("shade", 3.0, &mut text);
    body.plate("bz", 0.0, &mut text);
    body.flock(&mut text);
    if piece.array.shape == ArrayShape::Roofed {
        body.roof(&mut text);
    } else {
        body.figures(&mut text);
        body.plate("block", 0.0, &mut text);
        body.glyph(&mut text);
    }
    if piece.array.wavering {
        body.plate("wavering", 0.0, &mut text);
    }
    body.front(&mut text);
    body.borne(&mut text);
    if piece.commander {
        standard(body.width * 0.5, &mut text);
    }
    text
}

/// Where a figure stands: its middle, and how far it is turned from the front, in degrees.
struct Slot {
    x: f64,
    y: f64,
    turn: f64,
}

/// A piece and its size on the page.
struct Body<'a> {
    piece: &'a PieceView,
    width: f64,
    depth: f64,
}

impl Body<'_> {
    fn shape(&self) -> ArrayShape {
        self.piece.array.shape
    }

    /// Figures side by side, and ranks, as they are drawn.
    fn files(&self) -> (u32, u32) {
        let (files, ranks) = (u32::from(self.piece.figures.max(1)), u32::from(self.piece.ranks.max(1)));
        match self.shape() {
            ArrayShape::Dense => ((files * 3).div_ceil(2), (ranks * 3).div_ceil(2)),
            ArrayShape::Pointed => (files * 2 - 1, files),
            _ => (files, ranks),
        }
    }

    /// Its outline, moved a little to the lower right.
    fn plate(&self, class: &str, by: f64, text: &mut String) {
        let (half, shape) = (self.width * 0.5, shape_class(self.shape()));
        let _ = match self.shape() {
            ArrayShape::Ragged | ArrayShape::Pointed => {
                let mut path = line(self.ahead().into_iter().map(|(x, y)| (x + by, y + by)), 'M');
                path += &line(self.behind().into_iter().map(|(x, y)| (x + by, y + by)), 'L');
                write!(text, "<path class=\"{class}{shape}\" d=\"{path}Z\"/>")
            }
            _ => write!(
                text,
                "<rect class=\"{class}{shape}\" x=\"{:.1}\" y=\"{by}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{}\"/>",
                by - half,
                self.width,
                self.depth,
                if self.piece.side == Side::Blue { 5 } else { 0 }
            ),
        };
    }

    /// The front from left to right.
    fn ahead(&self) -> Vec<(f64, f64)> {
        let half = self.width * 0.5;
        match self.shape() {
            ArrayShape::Ragged => {
                self.torn(0, 10.0).map(|(share, into)| (-half + share * self.width, into)).collect()
            }
            ArrayShape::Pointed => vec![(-half, self.depth), (-7.0, 1.0), (7.0, 1.0), (half, self.depth)],
            _ => vec![(-half, 0.0), (half, 0.0)],
        }
    }

    /// The rear from right to left.
    fn behind(&self) -> Vec<(f64, f64)> {
        let half = self.width * 0.5;
        match self.shape() {
            ArrayShape::Ragged => self
                .torn(500, 7.0)
                .map(|(share, into)| (half - share * self.width, self.depth - into))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A torn edge: shares of its length, each with how far the edge keeps inside.
    fn torn(&self, seed: u32, deep: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
        let steps = (self.width / 17.0).clamp(4.0, 60.0) as u32;
        (0..=steps).map(move |at| {
            let tooth = if at % 2 == 0 { 0.75 } else { 0.2 };
            let into = deep * (tooth + 0.4 * scatter(self.piece.id, seed + at)).clamp(0.0, 1.0);
            let ends = at == 0 || at == steps;
            (f64::from(at) / f64::from(steps), if ends { deep * 0.8 } else { into })
        })
    }

    fn flock(&self, text: &mut String) {
        let id = self.piece.id;
        text.push_str("<g class=\"flock\">");
        if self.shape() == ArrayShape::Hollow {
            let (wide, deep) = (self.width * 0.42, self.depth * 0.42);
            let _ = write!(
                text,
                "<rect class=\"hole\" x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{deep:.1}\"/>",
                -wide * 0.5,
                (self.depth - deep) * 0.5
            );
        }
        if self.shape() == ArrayShape::Loose {
            self.bases(text);
        }
        for at in 0..5 {
            let (x, y) =
                (scatter(id, at * 2) * self.width * 0.86, self.depth * (0.5 + scatter(id, at * 2 + 1) * 0.8));
            let _ = write!(
                text,
                "<path class=\"tuft\" d=\"M{x:.1} {y:.1}l-1-3M{:.1} {y:.1}l.3-3.6M{:.1} {y:.1}l1.4-2.8\"/>",
                x + 0.9,
                x + 1.8
            );
        }
        text.push_str("</g>");
    }

    /// Each base of open order by itself.
    fn bases(&self, text: &mut String) {
        let (files, ranks) = self.files();
        let (step, row) = (self.width / f64::from(files), self.depth / f64::from(ranks));
        let (wide, deep) = (step * LOOSE, row * LOOSE);
        for slot in self.ranked(files, ranks) {
            let _ = write!(
                text,
                "<rect class=\"bzb\" x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{deep:.1}\" rx=\"{:.1}\"/>",
                slot.x - wide * 0.5,
                slot.y - deep * 0.5,
                wide.min(deep) * 0.3
            );
        }
    }

    fn figures(&self, text: &mut String) {
        let (w, h) = figure_size(self.piece.figure);
        let (files, ranks) = self.files();
        let (step, row) = (self.width / f64::from(files), self.depth / f64::from(ranks));
        let room = if self.shape() == ArrayShape::Loose { LOOSE } else { 1.0 };
        let deep = if self.shape() == ArrayShape::Hollow { row.max(self.depth * 0.29) } else { row };
        let scale =
            (room * step / (w * 0.98)).min((room * deep - 3.0 / f64::from(ranks)) / (h * 0.86)).min(1.9);
        let (stray, swing) = self.disorder();
        text.push_str("<g class=\"figs\">");
        for (at, slot) in (0u32..).zip(self.slots(files, ranks, h * scale)) {
            let id = self.piece.id;
            let x = slot.x + scatter(id, 40 + at) * (2.0 + stray * step);
            let y = slot.y + scatter(id, 80 + at) * (2.0 + stray * row * 0.6) + h * scale * 0.03;
            let turn = slot.turn + scatter(id, 120 + at) * swing;
            let turned = if turn == 0.0 {
                String::new()
            } else {
                format!(" transform=\"rotate({turn:.0} {x:.1} {y:.1})\"")
            };
            let _ = write!(
                text,
                "<use href=\"#{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"{turned}/>",
                self.piece.figure,
                x - w * scale * 0.5,
                y - h * scale * 0.5,
                w * scale,
                h * scale
            );
        }
        text.push_str("</g>");
    }

    /// How far figures stray from their places, as a share of a file, and turn about, in degrees.
    fn disorder(&self) -> (f64, f64) {
        let (stray, swing) = match self.shape() {
            ArrayShape::Ragged => (0.5, 26.0),
            ArrayShape::Loose => (0.12, 16.0),
            _ => (0.0, 0.0),
        };
        if self.piece.array.unruly { (stray + 0.55, swing + 70.0) } else { (stray, swing) }
    }

    fn slots(&self, files: u32, ranks: u32, tall: f64) -> Vec<Slot> {
        match self.shape() {
            ArrayShape::Hollow => self.four_sides(files, tall),
            ArrayShape::Pointed => self.ranked(files, ranks).filter(|slot| self.in_wedge(slot)).collect(),
            _ => self.ranked(files, ranks).collect(),
        }
    }

    fn ranked(&self, files: u32, ranks: u32) -> impl Iterator<Item = Slot> {
        let (step, row, half) =
            (self.width / f64::from(files), self.depth / f64::from(ranks), self.width * 0.5);
        let place = move |number: u32| Slot {
            x: -half + step * (f64::from(number % files) + 0.5),
            y: row * (f64::from(number / files) + 0.5),
            turn: 0.0,
        };
        (0..files * ranks).map(place)
    }

    /// The first rank is one figure, each further one two more.
    fn in_wedge(&self, slot: &Slot) -> bool {
        slot.x.abs() <= self.width * 0.5 * (slot.y / self.depth)
    }

    fn four_sides(&self, files: u32, tall: f64) -> Vec<Slot> {
        let (step, inset) = (self.width / f64::from(files), tall * 0.5 + 2.0);
        let mut slots = Vec::new();
        for at in 0..files {
            let along = step * (f64::from(at) + 0.5);
            let x = along - self.width * 0.5;
            slots.push(Slot { x, y: inset, turn: 0.0 });
            slots.push(Slot { x, y: self.depth - inset, turn: 180.0 });
            if at > 0 && at + 1 < files {
                let y = along * self.depth / self.width;
                slots.push(Slot { x: inset - self.width * 0.5, y, turn: -90.0 });
                slots.push(Slot { x: self.width * 0.5 - inset, y, turn: 90.0 });
            }
        }
        slots
    }

    /// Shields like tiles, the front ones last so that they lie over the others; to be seen from afar too.
    fn roof(&self, text: &mut String) {
        let (files, _) = self.files();
        let files = files.max(4);
        let wide = self.width / f64::from(files);
        let rows = (self.depth / (wide * 1.15)).round().max(2.0) as u32;
        let deep = self.depth / f64::from(rows);
        for row in (0..rows).rev() {
            for at in 0..files {
                let _ = write!(
                    text,
                    "<use href=\"#part-scutum\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                    -self.width * 0.5 + wide * f64::from(at),
                    deep * f64::from(row),
                    wide,
                    deep * 1.12
                );
            }
        }
    }

    fn glyph(&self, text: &mut String) {
        let size = (self.depth * 0.86).min(self.width * 0.5);
        let size = if self.shape() == ArrayShape::Pointed { size * 0.62 } else { size };
        let low = if self.shape() == ArrayShape::Pointed {
            self.depth * 0.94 - size
        } else {
            (self.depth - size) * 0.5
        };
        let _ = write!(
            text,
            "<use class=\"glyph\" href=\"#{}\" x=\"{:.1}\" y=\"{low:.1}\" width=\"{size:.1}\" height=\"{size:.1}\"/>",
            self.piece.glyph,
            -size * 0.5
        );
    }

    /// The front edge, and before it what bristles there.
    fn front(&self, text: &mut String) {
        let half = self.width * 0.5;
        let edge = match self.shape() {
            ArrayShape::Hollow => {
                let (x, y) = (half - 2.0, self.depth - 2.0);
                format!("M{:.1} 2H{x:.1}V{y:.1}H{:.1}Z", -x, -x)
            }
            ArrayShape::Ragged | ArrayShape::Pointed => {
                line(self.ahead().into_iter().map(|(x, y)| (x * 0.985, y + 1.5)), 'M')
            }
            _ => format!("M{:.1} 2H{:.1}", -half + 1.0, half - 1.0),
        };
        if self.shape() == ArrayShape::Dense {
            let (files, _) = self.files();
            let step = self.width / f64::from(files * 2);
            let mut points = String::new();
            for at in 0..files * 2 {
                let x = -half + step * (f64::from(at) + 0.5);
                let _ = write!(points, "M{x:.1} 4V{}", if at % 2 == 0 { -13 } else { -9 });
            }
            let _ = write!(text, "<path class=\"points\" d=\"{points}\"/>");
        }
        let _ = write!(text, "<path class=\"fe\" d=\"{edge}\"/>");
        if self.piece.array.whole {
            let at = if self.shape() == ArrayShape::Dense { -15.0 } else { -3.0 };
            let _ = write!(text, "<path class=\"chev\" d=\"M-9 {at}L0 {:.0}L9 {at}Z\"/>", at - 10.0);
        }
    }

    /// One pip for each casualty that it can bear, along the rear edge.
    fn borne(&self, text: &mut String) {
        let Some((lost, most)) = self.piece.array.borne else { return };
        let most = most.max(1);
        let step = (self.width * 0.9 / f64::from(most)).min(24.0);
        let left = -step * f64::from(most) * 0.5;
        text.push_str("<g class=\"borne\">");
        for at in 0..most {
            let _ = write!(
                text,
                "<rect{} x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"10\" rx=\"2\"/>",
                if at < lost { " class=\"lost\"" } else { "" },
                left + step * f64::from(at) + 1.0,
                self.depth - 7.0,
                step - 2.0
            );
        }
        text.push_str("</g>");
    }
}

/// So much of its room does a base of open order cover.
const LOOSE: f64 = 0.7;

fn shape_class(shape: ArrayShape) -> &'static str {
    match shape {
        ArrayShape::Ranked => "",
        ArrayShape::Dense => " dense",
        ArrayShape::Ragged => " ragged",
        ArrayShape::Loose => " loose",
        ArrayShape::Hollow => " hollow",
        ArrayShape::Roofed => " roofed",
        ArrayShape::Pointed => " pointed",
    }
}

/// A path through points, begun with this letter.
fn line(points: impl IntoIterator<Item = (f64, f64)>, first: char) -> String {
    let mut text = String::new();
    for (at, (x, y)) in points.into_iter().enumerate() {
        let _ = write!(text, "{}{x:.1} {y:.1}", if at == 0 { first } else { 'L' });
    }
    text
}

/// The standard of a commander, at the right front corner.
fn standard(half: f64, text: &mut String) {
    let x = half - 9.0;
    let _ = write!(
        text,
        "<g class=\"standard\"><path class=\"pole\" d=\"M{x:.1} 26V-4\"/><path class=\"flag\" d=\"M{x:.1}-4h-17l4 5-4 5h17z\"/>\
         <path class=\"star\" d=\"M{:.1}-2.6l1.1 2.3 2.5.3-1.9 1.7.5 2.5-2.2-1.3-2.2 1.3.5-2.5-1.9-1.7 2.5-.3z\"/></g>",
        x - 7.5
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_geometry::{Facing, Pose, Rect, Vec2};
    use aelian_view::table::ArrayView;

    fn piece(shape: ArrayShape, files: u8, ranks: u8) -> PieceView {
        let pose = Pose { at: Vec2::ZERO, facing: Facing::UP };
        PieceView {
            id: 7,
            side: Side::Red,
            rect: Rect::new(pose, 200.0, 50.0),
            name: String::new(),
            tag: String::new(),
            folded: "",
            figure: "fig-spear",
            figures: files,
            ranks,
            array: ArrayView { whole: true, shape, ..ArrayView::default() },
            glyph: "glyph-spear",
            commander: false,
            hidden: false,
            ready: false,
            label: String::new(),
            word: "",
            marks: Vec::new(),
            spoken: String::new(),
        }
    }

    fn drawn(shape: ArrayShape, files: u8, ranks: u8) -> usize {
        base(&piece(shape, files, ranks)).matches("href=\"#fig-spear\"").count()
    }

    #[test]
    fn each_array_has_its_own_outline_and_number_of_figures() {
        assert_eq!(drawn(ArrayShape::Ranked, 8, 2), 16);
        assert_eq!(drawn(ArrayShape::Dense, 8, 2), 36);
        assert_eq!(drawn(ArrayShape::Pointed, 4, 4), 16, "one, three, five and seven");
        assert_eq!(drawn(ArrayShape::Hollow, 4, 4), 12, "four sides of four, corners shared");
        assert_eq!(drawn(ArrayShape::Roofed, 4, 4), 0, "shields hide them");
        let looks: Vec<String> = [
            ArrayShape::Ranked,
            ArrayShape::Dense,
            ArrayShape::Ragged,
            ArrayShape::Loose,
            ArrayShape::Hollow,
            ArrayShape::Roofed,
            ArrayShape::Pointed,
        ]
        .map(|shape| base(&piece(shape, 4, 4)))
        .to_vec();
        for (at, look) in looks.iter().enumerate() {
            assert!(!looks[..at].contains(look));
        }
    }

    #[test]
    fn losses_are_pips_against_what_can_be_borne() {
        let mut worn = piece(ArrayShape::Ranked, 8, 2);
        assert!(!base(&worn).contains("borne"));
        worn.array.borne = Some((2, 6));
        let text = base(&worn);
        assert_eq!((text.matches("height=\"10\"").count(), text.matches("class=\"lost\"").count()), (6, 2));
    }
}
