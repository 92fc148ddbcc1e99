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

/// From the middle of one mark to that of the next; a wide one leaves more room.
fn spread(marks: &[MarkView]) -> f64 {
    if marks.iter().any(|mark| mark.sign.chars().count() > 2) { 19.0 } else { 13.5 }
}

/// The tag of a base and its marks: written upright, always of the same size. The marks lie on the base, whose
/// neighbours have tags of their own; `turned` says from which side it is seen.
pub fn tag(piece: &PieceView, turned: bool) -> String {
    let upwards = (piece.rect.pose.facing.vector().y >= 0.0) != turned;
    let mut text = match (piece.tag.is_empty(), piece.folded) {
        (true, _) => String::new(),
        (false, "") => plate(piece, &piece.tag, ""),
        // Pixels that it covers where tags begin to be shown.
        (false, _) if wide(&piece.tag) < piece.rect.width * 1.02 => plate(piece, &piece.tag, ""),
        (false, folded) => plate(piece, folded, " folded") + &plate(piece, &piece.tag, " spread"),
    };
    if piece.array.whole {
        text = format!("<g transform=\"translate(0 {})\">{text}</g>", if upwards { 11 } else { -11 });
    }
    let lift = if piece.array.whole { 9 } else { 14 };
    let middle = (piece.marks.len().saturating_sub(1)) as f64 * 0.5;
    text.push_str("<g class=\"marks\">");
    for (at, mark) in piece.marks.iter().enumerate() {
        let _ = write!(
            text,
            "<g class=\"mark{}{}\" transform=\"translate({:.1} {})\"><title>{}</title>{}<text y=\"3.4\">{}</text></g>",
            if mark.grave { " grave" } else { "" },
            shape_class(mark.shape),
            (at as f64 - middle) * spread(&piece.marks),
            if upwards { -lift } else { lift },
            escaped(&mark.title),
            outline(mark),
            escaped(&mark.sign)
        );
    }
    text.push_str("</g>");
    text
}

/// Pixels that a tag with these words is wide.
fn wide(words: &str) -> f64 {
    words.chars().count() as f64 * 6.4 + 10.0
}

fn plate(piece: &PieceView, words: &str, class: &str) -> String {
    let wide = wide(words);
    let radius = if piece.side == Side::Blue { 7.0 } else { 1.5 };
    format!(
        "<g class=\"tag{}{class}\"><rect x=\"{:.1}\" y=\"-7\" width=\"{wide:.1}\" height=\"14\" rx=\"{radius}\"/><text y=\"4\">{}</text></g>",
        if piece.commander { " cm" } else { "" },
        -wide * 0.5,
        escaped(words)
    )
}

/// The class of a mark's outline, with a space before it.
pub fn shape_class(shape: MarkShape) -> &'static str {
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

/// Pixels that a line of words on its plate is wide.
pub fn pill_width(text: &str) -> f64 {
    text.chars().count() as f64 * 6.2 + 16.0
}

/// A line of words on a plate that does not turn, so many pixels above its place.
pub fn pill(world: Vec2, lift: f64, text: &str, class: &str) -> String {
    let wide = pill_width(text);
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
