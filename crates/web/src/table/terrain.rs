//! Painting the ground: the cloth, hills, woods, water and all that players lay.

use super::camera::{UNIT, to_world};
use super::paint::{escaped, path};
use aelian_geometry::Vec2;
use aelian_view::table::{BoardView, GroundKind, GroundView, HillCover};
use std::fmt::Write as _;

/// The whole board: wood round it, grass on it, terrain on that.
pub fn board(board: &BoardView) -> String {
    let (width, depth) = (board.width * UNIT, board.depth * UNIT);
    let mut text = format!(
        "<rect x=\"-60\" y=\"-60\" width=\"{:.0}\" height=\"{:.0}\" rx=\"14\" fill=\"url(#wood)\"/>\
         <rect x=\"-8\" y=\"-8\" width=\"{:.0}\" height=\"{:.0}\" fill=\"#2b1a0c\"/>\
         <rect width=\"{width:.0}\" height=\"{depth:.0}\" fill=\"#93A05C\"/>\
         <rect width=\"{width:.0}\" height=\"{depth:.0}\" fill=\"url(#flock)\" opacity=\".85\"/>",
        width + 120.0,
        depth + 120.0,
        width + 16.0,
        depth + 16.0
    );
    let _ = write!(
        text,
        "<clipPath id=\"cloth\"><rect width=\"{width:.0}\" height=\"{depth:.0}\"/></clipPath><g clip-path=\"url(#cloth)\">"
    );
    // Water and fields lie lowest, then hills; roads and villages over them, trees on top.
    for layer in 0..4 {
        for (at, ground) in
            board.grounds.iter().enumerate().filter(|(_, ground)| layer_of(ground.kind) == layer)
        {
            piece(board.depth, ground, at, &mut text);
        }
    }
    text.push_str("</g>");
    for ground in &board.grounds {
        name(board.depth, ground, &mut text);
    }
    text
}

fn layer_of(kind: GroundKind) -> u8 {
    match kind {
        GroundKind::Water
        | GroundKind::River
        | GroundKind::Fields
        | GroundKind::Marsh
        | GroundKind::Meadow
        | GroundKind::Pen
        | GroundKind::Dunes => 0,
        GroundKind::Hill { .. } | GroundKind::Gully => 1,
        GroundKind::Sunken => 3,
        _ => 2,
    }
}

fn piece(depth: f64, ground: &GroundView, at: usize, text: &mut String) {
    let _ = write!(
        text,
        "<g data-ground=\"{at}\"><title>{}: {}</title>",
        escaped(&ground.name),
        escaped(&ground.effect)
    );
    shape(depth, ground, text);
    text.push_str("</g>");
}

/// One piece of terrain.
pub fn shape(depth: f64, ground: &GroundView, text: &mut String) {
    match ground.kind {
        GroundKind::Hill { steep, cover } => hill(depth, ground, steep, cover, text),
        GroundKind::Gully => gully(depth, ground, text),
        GroundKind::River => river(depth, ground, text),
        GroundKind::Road { paved } => road(depth, ground, paved, text),
        GroundKind::Wall => wall(depth, ground, text),
        GroundKind::Ditch => ditch(depth, ground, text),
        GroundKind::Sunken => sunken(depth, ground, text),
        _ => area(depth, ground, text),
    }
}

/// A wall of stones along its line.
fn wall(depth: f64, ground: &GroundView, text: &mut String) {
    let line = path(depth, &ground.line, false);
    let _ = write!(
        text,
        "<path d=\"{line}\" fill=\"none\" stroke=\"#4A3F31\" stroke-width=\"13\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
         <path d=\"{line}\" fill=\"none\" stroke=\"#B3A68B\" stroke-width=\"9\" stroke-dasharray=\"11 3\" stroke-linejoin=\"round\"/>"
    );
}

/// Banks that fall towards the middle.
fn sunken(depth: f64, ground: &GroundView, text: &mut String) {
    let outline = path(depth, &ground.outline, true);
    let inner = path(depth, &shrunk(&ground.outline, 0.86), true);
    let _ = write!(
        text,
        "<path d=\"{outline}\" fill=\"#7C6A3E\" fill-opacity=\".55\" stroke=\"#4E4020\" stroke-width=\"2\"/>\
         <path d=\"{outline}\" fill=\"none\" stroke=\"#4E4020\" stroke-opacity=\".8\" stroke-width=\"16\" stroke-dasharray=\"2 8\"/>\
         <path d=\"{inner}\" fill=\"#A98F5C\" fill-opacity=\".75\"/>"
    );
}

/// Water between two banks of earth along its line.
fn ditch(depth: f64, ground: &GroundView, text: &mut String) {
    let line = path(depth, &ground.line, false);
    let _ = write!(
        text,
        "<path d=\"{line}\" fill=\"none\" stroke=\"#6B5632\" stroke-width=\"17\" stroke-linejoin=\"round\"/>\
         <path d=\"{line}\" fill=\"none\" stroke=\"#A68F5E\" stroke-width=\"14\" stroke-linejoin=\"round\"/>\
         <path d=\"{line}\" fill=\"none\" stroke=\"#5B8796\" stroke-width=\"7\" stroke-linejoin=\"round\"/>\
         <path d=\"{line}\" fill=\"none\" stroke=\"#A9CBD0\" stroke-width=\"1.4\" stroke-dasharray=\"16 30 9 34\"/>"
    );
}

fn name(depth: f64, ground: &GroundView, text: &mut String) {
    // A road is plain to see.
    if matches!(ground.kind, GroundKind::Road { .. }) {
        return;
    }
    let points = if ground.outline.is_empty() { &ground.line } else { &ground.outline };
    let Some(middle) = middle(points) else { return };
    let world = to_world(depth, middle);
    let _ = write!(
        text,
        "<text class=\"tl\" style=\"transform:translate({:.1}px,{:.1}px) var(--half)\">{}</text>",
        world.x,
        world.y,
        escaped(&ground.name)
    );
}

fn middle(points: &[Vec2]) -> Option<Vec2> {
    let sum = points.iter().fold(Vec2::ZERO, |sum, point| sum + *point);
    (!points.is_empty()).then(|| sum / points.len() as f64)
}

/// The outline drawn in towards its middle.
fn shrunk(points: &[Vec2], share: f64) -> Vec<Vec2> {
    let Some(middle) = middle(points) else { return Vec::new() };
    points.iter().map(|point| middle + (*point - middle) * share).collect()
}

fn hill(depth: f64, ground: &GroundView, steep: bool, cover: HillCover, text: &mut String) {
    let steps = if steep { 6 } else { 4 };
    let tones = ["#8C9A55", "#99A560", "#A5B06A", "#B1BA76", "#BCC483", "#C6CD90"];
    for step in 0..steps {
        let share = 1.0 - f64::from(step) * if steep { 0.13 } else { 0.2 };
        let outline = path(depth, &shrunk(&ground.outline, share), true);
        let tone = tones.get(step as usize).copied().unwrap_or("#C6CD90");
        let _ = write!(
            text,
            "<path d=\"{outline}\" fill=\"{tone}\" stroke=\"#6E7A3E\" stroke-opacity=\".45\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>"
        );
        if steep {
            let _ = write!(
                text,
                "<path d=\"{outline}\" fill=\"none\" stroke=\"#5D5527\" stroke-opacity=\".5\" stroke-width=\"5\" stroke-dasharray=\"1.6 9\"/>"
            );
        }
    }
    let outline = path(depth, &ground.outline, true);
    let _ = write!(
        text,
        "<path d=\"{outline}\" fill=\"url(#hillshade)\" stroke=\"#5F6A33\" stroke-width=\"2\" stroke-dasharray=\"2 6\" stroke-linecap=\"round\"/>"
    );
    match cover {
        HillCover::Bare => {}
        HillCover::Brush => scattered(depth, &ground.outline, 60.0, &[("ter-bush", 24.0, 20.0)], text),
        HillCover::Rocks => scattered(depth, &ground.outline, 64.0, &[("ter-rock", 24.0, 20.0)], text),
    }
    if ground.line.len() > 1 {
        let crest = path(depth, &ground.line, false);
        let _ = write!(
            text,
            "<path d=\"{crest}\" fill=\"none\" stroke=\"#5A4A22\" stroke-width=\"2.6\" stroke-dasharray=\"12 7\"/>"
        );
    }
}

fn gully(depth: f64, ground: &GroundView, text: &mut String) {
    for (share, tone) in [(1.0, "#8A8350"), (0.8, "#7C7445"), (0.6, "#6D653B"), (0.4, "#5F5833")] {
        let outline = path(depth, &shrunk(&ground.outline, share), true);
        let _ = write!(
            text,
            "<path d=\"{outline}\" fill=\"{tone}\" stroke=\"#4E4828\" stroke-opacity=\".5\" stroke-width=\"1.4\"/>"
        );
    }
}

fn river(depth: f64, ground: &GroundView, text: &mut String) {
    let middle = path(depth, &ground.line, false);
    if ground.outline.is_empty() {
        // While it is being laid it has no banks of its own yet.
        let width = ground.width * UNIT;
        let _ = write!(
            text,
            "<path d=\"{middle}\" fill=\"none\" stroke=\"#CDB88A\" stroke-width=\"{:.1}\" opacity=\".8\"/>\
             <path d=\"{middle}\" fill=\"none\" stroke=\"#6F9AA8\" stroke-width=\"{width:.1}\"/>",
            width + 16.0
        );
        return;
    }
    let banks = path(depth, &ground.outline, true);
    let _ = write!(
        text,
        "<path d=\"{banks}\" fill=\"#CDB88A\" stroke=\"#CDB88A\" stroke-width=\"16\" stroke-linejoin=\"round\" opacity=\".8\"/>\
         <path d=\"{banks}\" fill=\"#6F9AA8\" stroke=\"#4C7787\" stroke-width=\"2\"/>\
         <path d=\"{middle}\" fill=\"none\" stroke=\"#A9CBD0\" stroke-width=\"2.4\" stroke-dasharray=\"26 34 14 40\" opacity=\".8\"/>"
    );
}

fn road(depth: f64, ground: &GroundView, paved: bool, text: &mut String) {
    let middle = path(depth, &ground.line, false);
    let width = ground.width * UNIT;
    let (body, rut) = if paved { ("#BDB7A6", "#8E887A") } else { ("#CDB88A", "#B49C68") };
    let _ = write!(
        text,
        "<path d=\"{middle}\" fill=\"none\" stroke=\"#9C8354\" stroke-opacity=\".6\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>\
         <path d=\"{middle}\" fill=\"none\" stroke=\"{body}\" stroke-width=\"{width:.1}\" stroke-linejoin=\"round\"/>\
         <path d=\"{middle}\" fill=\"none\" stroke=\"{rut}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>\
         <path d=\"{middle}\" fill=\"none\" stroke=\"{body}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>",
        width + 4.0,
        width * 0.6,
        width * 0.46
    );
}

fn area(depth: f64, ground: &GroundView, text: &mut String) {
    let outline = path(depth, &ground.outline, true);
    let fill = fill(ground.kind);
    let _ = write!(
        text,
        "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"#4A4426\" stroke-opacity=\".7\" stroke-width=\"2\" stroke-dasharray=\"2 6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    );
    if let Some(pattern) = pattern(ground.kind) {
        let _ = write!(text, "<path d=\"{outline}\" fill=\"url(#{pattern})\" opacity=\".75\"/>");
    }
    if let Some((below, above, wide, dashes)) = rim(ground.kind) {
        let _ = write!(
            text,
            "<path d=\"{outline}\" fill=\"none\" stroke=\"{below}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>\
             <path d=\"{outline}\" fill=\"none\" stroke=\"{above}\" stroke-width=\"{wide}\" stroke-dasharray=\"{dashes}\"/>",
            wide + 4.0
        );
    }
    if ground.kind == GroundKind::Tower {
        tower(depth, ground, text);
    }
    if let Some((apart, figures)) = strewn(ground.kind) {
        scattered(depth, &ground.outline, apart, figures, text);
    }
}

fn fill(kind: GroundKind) -> &'static str {
    match kind {
        GroundKind::Woods => "#64723A",
        GroundKind::Orchard => "#87964F",
        GroundKind::Vines => "#94934F",
        GroundKind::Fields => "#B79C60",
        GroundKind::Marsh => "#7C8757",
        GroundKind::Village | GroundKind::Stockade | GroundKind::Tower => "#BFA777",
        GroundKind::Dunes => "#D2BC86",
        GroundKind::Water => "#6F9AA8",
        GroundKind::Rocks => "#A39E82",
        GroundKind::Camp => "#B5A774",
        GroundKind::Meadow => "#A9B46F",
        GroundKind::Pen => "#A5A764",
        GroundKind::Palms => "#A9AE68",
        GroundKind::Town => "#C6B184",
        _ => "#8F9A58",
    }
}

fn pattern(kind: GroundKind) -> Option<&'static str> {
    match kind {
        GroundKind::Orchard | GroundKind::Vines => Some("rows"),
        GroundKind::Fields => Some("furrow"),
        GroundKind::Dunes => Some("stipple"),
        _ => None,
    }
}

/// Figures that stand about on an area, with their width and depth in mm.
type Figures = &'static [(&'static str, f64, f64)];

/// What stands about on an area: how far apart in mm, and which figures.
fn strewn(kind: GroundKind) -> Option<(f64, Figures)> {
    match kind {
        GroundKind::Woods => {
            Some((40.0, &[("ter-tree", 40.0, 40.0), ("ter-tree", 46.0, 46.0), ("ter-conifer", 36.0, 36.0)]))
        }
        GroundKind::Marsh => Some((46.0, &[("ter-tuft", 20.0, 16.0), ("ter-tuft", 26.0, 20.0)])),
        GroundKind::Village | GroundKind::Stockade | GroundKind::Town => {
            Some((78.0, &[("ter-house", 48.0, 40.0)]))
        }
        GroundKind::Camp => Some((96.0, &[("ter-tent", 40.0, 40.0), ("ter-tent", 48.0, 48.0)])),
        GroundKind::Palms => Some((62.0, &[("ter-palm", 40.0, 40.0), ("ter-palm", 52.0, 52.0)])),
        GroundKind::Rocks => Some((42.0, &[("ter-rock", 24.0, 20.0), ("ter-rock", 32.0, 26.0)])),
        GroundKind::Brush => Some((40.0, &[("ter-bush", 24.0, 20.0), ("ter-bush", 30.0, 25.0)])),
        _ => None,
    }
}

/// A round tower in the middle of its ground.
fn tower(depth: f64, ground: &GroundView, text: &mut String) {
    let Some(middle) = middle(&ground.outline).map(|at| to_world(depth, at)) else { return };
    let far = |least: f64, point: &Vec2| least.min((to_world(depth, *point) - middle).length());
    let radius = (ground.outline.iter().fold(f64::MAX, far) * 0.5).min(70.0);
    for (share, fill) in [(1.0, "#8F8672"), (0.84, "#B3A68B"), (0.5, "#6B5B43")] {
        let _ = write!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"#3C2A17\" stroke-width=\"2\"/>",
            middle.x,
            middle.y,
            radius * share
        );
    }
}

/// What runs along the outline of an area: its fill below, its posts or stones above.
fn rim(kind: GroundKind) -> Option<(&'static str, &'static str, f64, &'static str)> {
    match kind {
        GroundKind::Pen => Some(("#4A3820", "#A07C4A", 5.0, "16 4")),
        GroundKind::Stockade => Some(("#3C2A17", "#8A5F34", 10.0, "5 2")),
        GroundKind::Town => Some(("#4A3F31", "#C2B594", 18.0, "20 4")),
        GroundKind::Camp => Some(("#5B4A2B", "#9C8556", 9.0, "12 0")),
        _ => None,
    }
}

/// So many symbols at most stand in a row.
const MOST_SYMBOLS: f64 = 60.0;

/// Symbols strewn over an outline, always the same way.
fn scattered(depth: f64, outline: &[Vec2], step: f64, symbols: &[(&str, f64, f64)], text: &mut String) {
    let world: Vec<Vec2> = outline.iter().map(|point| to_world(depth, *point)).collect();
    let (mut least, mut most) = (Vec2::splat(f64::MAX), Vec2::splat(f64::MIN));
    for point in &world {
        (least, most) = (least.min(*point), most.max(*point));
    }
    // Large ground has larger symbols, not more of them than a page draws at once.
    let wide = (most - least).max_element();
    let scale = (wide / (step * MOST_SYMBOLS)).clamp(1.0, 100.0);
    let step = step * scale;
    let count = |length: f64| (length / step).ceil().clamp(0.0, MOST_SYMBOLS) as u32;
    let (columns, rows) = (count(most.x - least.x), count(most.y - least.y));
    for row in 0..rows {
        for column in 0..columns {
            let seed =
                row.wrapping_mul(73_856_093) ^ column.wrapping_mul(19_349_663) ^ (least.x as i64 as u32);
            let jitter = Vec2::new(noise(seed), noise(seed ^ 0x9e37)) * (step * 0.55);
            let shift = if row % 2 == 0 { 0.0 } else { step * 0.5 };
            let at = least
                + Vec2::new(f64::from(column) * step + shift, f64::from(row) * step)
                + Vec2::splat(step * 0.5)
                + jitter;
            let Some((symbol, w, h)) = symbols.get((seed >> 7) as usize % symbols.len().max(1)) else {
                continue;
            };
            if inside(&world, at) {
                let (w, h) = (w * scale, h * scale);
                let _ = write!(
                    text,
                    "<use href=\"#{symbol}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"/>",
                    at.x - w * 0.5,
                    at.y - h * 0.5
                );
            }
        }
    }
}

fn noise(seed: u32) -> f64 {
    let mixed = (seed ^ (seed >> 15)).wrapping_mul(0x2c1b_3c6d);
    f64::from((mixed >> 12) & 0xffff) / 65535.0 - 0.5
}

fn inside(outline: &[Vec2], at: Vec2) -> bool {
    let mut inside = false;
    for (index, a) in outline.iter().enumerate() {
        let b = outline[(index + 1) % outline.len()];
        if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
    }
    inside
}
