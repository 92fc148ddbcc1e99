//! Painting bases, ghosts and signs: each as a piece of SVG text.

use super::camera::{UNIT, to_world};
use aelian_game::Side;
use aelian_geometry::{Rect, Vec2};
use aelian_view::table::{MarkShape, MarkView, PieceId, PieceView};
use std::fmt::Write as _;

/// Text that may stand in SVG or HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub fn side_class(side: Side) -> &'static str {
    match side {
        Side::Red => "sideA",
        Side::Blue => "sideB",
    }
}

/// Where a base stands, as a style: its front middle is the origin, its front looks up.
pub fn place(depth: f64, rect: &Rect) -> String {
    let at = to_world(depth, rect.pose.at);
    format!(
        "transform:translate({:.2}px,{:.2}px) rotate({:.3}deg)",
        at.x,
        at.y,
        rect.pose.facing.to_compass()
    )
}

/// A closed path through points of the table.
pub fn path(depth: f64, points: &[Vec2], closed: bool) -> String {
    let mut text = String::with_capacity(points.len() * 14 + 2);
    for (at, point) in points.iter().enumerate() {
        let world = to_world(depth, *point);
        let _ = write!(text, "{}{:.1} {:.1}", if at == 0 { 'M' } else { 'L' }, world.x, world.y);
    }
    if closed {
        text.push('Z');
    }
    text
}

/// Width and height of a figure of the art.
pub fn figure_size(figure: &str) -> (f64, f64) {
    match figure {
        "fig-lancer" | "fig-cavalry" | "fig-lighthorse" | "fig-camel" => (24.0, 54.0),
        "fig-elephant" | "fig-commander" | "fig-art-light" | "fig-art-heavy" => (64.0, 80.0),
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

/// The plate with its figures, glyph and front; the same for as long as the base lives.
pub fn base(piece: &PieceView) -> String {
    let (width, depth) = (piece.rect.width * UNIT, piece.rect.depth * UNIT);
    let half = width * 0.5;
    let mut text = String::with_capacity(900);
    let radius = if piece.side == Side::Blue { 5.0 } else { 0.0 };
    let _ = write!(
        text,
        "<rect class=\"shade\" x=\"{:.1}\" y=\"3\" width=\"{width:.1}\" height=\"{depth:.1}\" rx=\"{radius}\"/>\
         <rect class=\"bz\" x=\"{:.1}\" width=\"{width:.1}\" height=\"{depth:.1}\" rx=\"{radius}\"/>",
        -half + 3.0,
        -half
    );
    text.push_str("<g class=\"flock\">");
    for at in 0..5 {
        let (x, y) =
            (scatter(piece.id, at * 2) * width * 0.86, depth * (0.5 + scatter(piece.id, at * 2 + 1) * 0.8));
        let _ = write!(
            text,
            "<path class=\"tuft\" d=\"M{x:.1} {y:.1}l-1-3M{:.1} {y:.1}l.3-3.6M{:.1} {y:.1}l1.4-2.8\"/>",
            x + 0.9,
            x + 1.8
        );
    }
    text.push_str("</g><g class=\"figs\">");
    figures(piece, width, depth, &mut text);
    text.push_str("</g>");
    let size = (depth * 0.86).min(width * 0.5);
    let _ = write!(
        text,
        "<rect class=\"block\" x=\"{:.1}\" width=\"{width:.1}\" height=\"{depth:.1}\" rx=\"{}\"/>\
         <use class=\"glyph\" href=\"#{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{size:.1}\" height=\"{size:.1}\"/>\
         <path class=\"fe\" d=\"M{:.1} 2H{:.1}\"/>",
        -half,
        radius * 2.0,
        piece.glyph,
        -size * 0.5,
        (depth - size) * 0.5,
        -half + 1.0,
        half - 1.0
    );
    if piece.commander {
        standard(half, &mut text);
    }
    text
}

/// Figures side by side in their ranks, the first rank at the front.
fn figures(piece: &PieceView, width: f64, depth: f64, text: &mut String) {
    let (w, h) = figure_size(piece.figure);
    let (count, ranks) = (f64::from(piece.figures.max(1)), f64::from(piece.ranks.max(1)));
    let (step, row) = (width / count, depth / ranks);
    let scale = (step / (w * 0.98)).min((row - 3.0 / ranks) / (h * 0.86)).min(1.9);
    for rank in 0..piece.ranks.max(1) {
        for at in 0..piece.figures.max(1) {
            let number = u32::from(rank) * 64 + u32::from(at);
            let x = -width * 0.5 + step * (f64::from(at) + 0.5) + scatter(piece.id, 40 + number) * 2.0;
            let top = row * f64::from(rank) + (row - h * scale) * 0.5;
            let y = top + scatter(piece.id, 80 + number) * 2.0 + h * scale * 0.03;
            let _ = write!(
                text,
                "<use href=\"#{}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                piece.figure,
                x - w * scale * 0.5,
                w * scale,
                h * scale
            );
        }
    }
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

/// From the middle of one mark to that of the next; a wide one leaves more room.
fn spread(marks: &[MarkView]) -> f64 {
    if marks.iter().any(|mark| mark.sign.chars().count() > 2) { 19.0 } else { 13.5 }
}

/// The tag of a base and its marks: written upright, always of the same size. The marks lie on the base, whose
/// neighbours have tags of their own; `turned` says from which side it is seen.
pub fn tag(piece: &PieceView, turned: bool) -> String {
    let wide = piece.tag.chars().count() as f64 * 6.4 + 10.0;
    let radius = if piece.side == Side::Blue { 7.0 } else { 1.5 };
    let plate = || {
        format!(
            "<g class=\"tag{}\"><rect x=\"{:.1}\" y=\"-7\" width=\"{wide:.1}\" height=\"14\" rx=\"{radius}\"/><text y=\"4\">{}</text></g>",
            if piece.commander { " cm" } else { "" },
            -wide * 0.5,
            escaped(&piece.tag)
        )
    };
    let mut text = if piece.tag.is_empty() { String::new() } else { plate() };
    let upwards = (piece.rect.pose.facing.vector().y >= 0.0) != turned;
    let middle = (piece.marks.len().saturating_sub(1)) as f64 * 0.5;
    for (at, mark) in piece.marks.iter().enumerate() {
        let _ = write!(
            text,
            "<g class=\"mark{}{}\" transform=\"translate({:.1} {})\"><title>{}</title>{}<text y=\"3.4\">{}</text></g>",
            if mark.grave { " grave" } else { "" },
            shape_class(mark.shape),
            (at as f64 - middle) * spread(&piece.marks),
            if upwards { -14 } else { 14 },
            escaped(&mark.title),
            outline(mark),
            escaped(&mark.sign)
        );
    }
    text
}

fn shape_class(shape: MarkShape) -> &'static str {
    match shape {
        MarkShape::Round => "",
        MarkShape::Square => " square",
        MarkShape::Diamond => " diamond",
        MarkShape::Hexagon => " hexagon",
    }
}

/// The plate of a mark, as wide as its sign needs.
fn outline(mark: &MarkView) -> String {
    match mark.shape {
        MarkShape::Round => "<circle r=\"6.5\"/>".to_owned(),
        MarkShape::Square => {
            let wide = (mark.sign.chars().count() as f64 * 6.0 + 3.0).max(13.0);
            format!(
                "<rect x=\"{:.1}\" y=\"-6.5\" width=\"{wide:.1}\" height=\"13\" rx=\"1.5\"/>",
                -wide * 0.5
            )
        }
        MarkShape::Diamond => "<path d=\"M0-9L9 0L0 9L-9 0z\"/>".to_owned(),
        MarkShape::Hexagon => "<path d=\"M-4-7H4L8 0L4 7H-4L-8 0z\"/>".to_owned(),
    }
}

/// A base where it may come to stand.
pub fn ghost(depth: f64, rect: &Rect, class: &str, piece: Option<PieceId>) -> String {
    let (width, deep) = (rect.width * UNIT, rect.depth * UNIT);
    let half = width * 0.5;
    let data = piece.map(|id| format!(" data-ghost=\"{id}\"")).unwrap_or_default();
    format!(
        "<g class=\"ghost {class}\"{data} style=\"{}\"><rect class=\"gcase\" x=\"{:.1}\" width=\"{width:.1}\" height=\"{deep:.1}\"/>\
         <rect class=\"gout\" x=\"{:.1}\" width=\"{width:.1}\" height=\"{deep:.1}\"/><path class=\"gchev\" d=\"M-9 -2L0 -12L9 -2z\"/></g>",
        place(depth, rect),
        -half,
        -half
    )
}

/// A line of words on a plate that does not turn, so many pixels above its place.
pub fn pill(world: Vec2, lift: f64, text: &str, class: &str) -> String {
    let wide = text.chars().count() as f64 * 6.2 + 16.0;
    format!(
        "<g class=\"pill {class}\" style=\"transform:translate({:.1}px,{:.1}px) var(--upright)\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"20\" rx=\"10\"/><text y=\"{:.1}\">{}</text></g>",
        world.x,
        world.y,
        -wide * 0.5,
        -10.0 - lift,
        4.0 - lift,
        escaped(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_write_cannot_become_markup() {
        assert_eq!(escaped("<script>\"&\""), "&lt;script&gt;&quot;&amp;&quot;");
        assert!(!pill(Vec2::ZERO, 0.0, "<b>", "").contains("<b>"));
    }

    #[test]
    fn a_path_closes_only_if_asked() {
        let points = [Vec2::ZERO, Vec2::new(10.0, 0.0)];
        assert_eq!(path(100.0, &points, true), "M0.0 200.0L20.0 200.0Z");
        assert_eq!(path(100.0, &points, false), "M0.0 200.0L20.0 200.0");
    }
}
