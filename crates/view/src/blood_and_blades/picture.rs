//! The table as a picture: bases to scale with their fronts, terrain that looks like terrain.

use crate::story::tell_ending;
use crate::told::Names;
use aelian_blood_and_blades::field::{Area, AreaKind, Field, RoadKind};
use aelian_blood_and_blades::state::{Base, Place, Stage};
use aelian_blood_and_blades::{Rules, State};
use aelian_game::Side;
use aelian_geometry::{Facing, Vec2};
use std::fmt::Write as _;

/// The whole table in mm, north up.
pub fn svg(_rules: &Rules, state: &State, names: &Names) -> String {
    let field = &state.field;
    let (width, depth) = (field.width, field.depth);
    let margin = 30.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\">\n",
        -margin,
        -margin,
        width + 2.0 * margin,
        depth + 2.0 * margin,
        width + 2.0 * margin,
        depth + 2.0 * margin
    );
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#2B2018\"/>",
        -margin,
        -margin,
        width + 2.0 * margin,
        depth + 2.0 * margin
    );
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{depth}\" fill=\"#93A05C\"/>");
    let _ = writeln!(
        out,
        "<clipPath id=\"table\"><rect width=\"{width}\" height=\"{depth}\"/></clipPath><g clip-path=\"url(#table)\">"
    );
    terrain(&mut out, field);
    out.push_str("</g>\n");
    for id in state.ids() {
        let base = state.base(id);
        if matches!(base.place, Place::Table | Place::Ambush) {
            draw_base(&mut out, field, base, &names.of(id.number()));
        }
    }
    let _ = writeln!(
        out,
        "<text x=\"4\" y=\"-9\" font-size=\"16\" fill=\"#F1E4C6\">{}</text>",
        escape(&caption(state))
    );
    out.push_str("</svg>\n");
    out
}

/// When it is, or how the battle ended.
fn caption(state: &State) -> String {
    match &state.stage {
        Stage::Over(ending) => format!("after round {}: {}", state.round, tell_ending(ending)),
        _ => super::words::moment(state),
    }
}

/// Table points have y northwards, pictures downwards.
fn point(field: &Field, at: Vec2) -> String {
    format!("{:.2},{:.2}", at.x, field.depth - at.y)
}

fn points(field: &Field, list: &[Vec2]) -> String {
    list.iter().map(|at| point(field, *at)).collect::<Vec<_>>().join(" ")
}

fn terrain(out: &mut String, field: &Field) {
    for area in &field.areas {
        draw_area(out, field, area);
    }
    for river in &field.rivers {
        for piece in river.course.pieces() {
            let _ = writeln!(out, "<polygon points=\"{}\" fill=\"#6F9AA8\"/>", points(field, piece.points()));
        }
    }
    for road in &field.roads {
        let dash = if road.kind == RoadKind::Unpaved { " stroke-dasharray=\"14 5\"" } else { "" };
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#CDB88A\" stroke-width=\"14\" stroke-linejoin=\"round\"{dash}/>",
            points(field, road.line.points())
        );
    }
}

fn draw_area(out: &mut String, field: &Field, area: &Area) {
    let (fill, edge) = colours(area.kind);
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\" stroke-linejoin=\"round\"><title>{:?} {:?}</title></polygon>",
        points(field, area.outline.points()),
        area.size,
        area.kind
    );
    if area.crest.len() > 1 {
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{edge}\" stroke-width=\"3\" stroke-dasharray=\"6 4\"/>",
            points(field, &area.crest)
        );
    }
    for top in area.crest.iter().filter(|_| area.crest.len() == 1) {
        let _ = writeln!(
            out,
            "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"3\" fill=\"{edge}\"/>",
            top.x,
            field.depth - top.y
        );
    }
    let middle = area.outline.centroid();
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#2E2418\" opacity=\"0.7\">{}</text>",
        middle.x,
        field.depth - middle.y,
        kind_name(area.kind)
    );
}

fn kind_name(kind: AreaKind) -> &'static str {
    use AreaKind::*;
    match kind {
        GentleHill => "gentle hill",
        SteepHill => "steep hill",
        BrushHill | SteepBrushHill => "brushy hill",
        RockyHill | SteepRockyHill => "rocky hill",
        Brush => "brush",
        Rocky => "rocks",
        Marsh => "marsh",
        Gully => "gully",
        BuiltUpArea => "built-up area",
        Orchard => "orchard",
        Vines => "vines",
        Woods => "woods",
        Dunes => "dunes",
        Fields => "fields",
        Lake => "lake",
        Waterway => "waterway",
    }
}

fn colours(kind: AreaKind) -> (&'static str, &'static str) {
    use AreaKind::*;
    match kind {
        GentleHill => ("#A9B46F", "#7C8B49"),
        SteepHill | SteepBrushHill | SteepRockyHill => ("#A58A5B", "#6E5A36"),
        BrushHill | Brush => ("#8A9150", "#5F6A33"),
        RockyHill | Rocky => ("#A39E92", "#6F6A5F"),
        Marsh => ("#7C8757", "#4C7787"),
        Gully => ("#8B7A4C", "#5A4A2A"),
        BuiltUpArea => ("#C9B48A", "#4A3220"),
        Orchard | Vines => ("#7C8B49", "#4F5B2B"),
        Woods => ("#64723A", "#3C4720"),
        Dunes => ("#D9C48F", "#A58A5B"),
        Fields => ("#B79C60", "#8C7440"),
        Lake | Waterway => ("#6F9AA8", "#4C7787"),
    }
}

/// Pale ground, a dark rim, the front edge in the colour of its side, an arrow, and the label.
fn draw_base(out: &mut String, field: &Field, base: &Base, name: &str) {
    let corners = base.rect.corners();
    let (colour, dark) = match base.side {
        Side::Red => ("#B83A1B", "#7A2410"),
        Side::Blue => ("#1F5FA8", "#123A6B"),
    };
    let opacity = if base.place == Place::Ambush { " opacity=\"0.5\"" } else { "" };
    let _ = writeln!(
        out,
        "<g{opacity}><polygon points=\"{}\" fill=\"#E4DAB0\" stroke=\"{dark}\" stroke-width=\"1\"/>",
        points(field, &corners)
    );
    let _ = writeln!(
        out,
        "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{colour}\" stroke-width=\"3\"/>",
        corners[0].x,
        field.depth - corners[0].y,
        corners[1].x,
        field.depth - corners[1].y
    );
    arrow(out, field, base, colour);
    label(out, field, base, name, dark);
    out.push_str("</g>\n");
}

/// A small arrow in the front edge, and a star beside it for the C-in-C.
fn arrow(out: &mut String, field: &Field, base: &Base, colour: &str) {
    let (facing, part) = (base.rect.pose.facing, base.rect.width * 0.1);
    let tip = base.rect.pose.at - facing.vector();
    let left = tip - (facing.vector() + facing.right()) * part;
    let right = tip - (facing.vector() - facing.right()) * part;
    let _ = writeln!(out, "<polygon points=\"{}\" fill=\"{colour}\"/>", points(field, &[tip, left, right]));
    if base.commander {
        let middle = base.rect.pose.at - facing.vector() * (1.6 * part) - facing.right() * (3.6 * part);
        let _ =
            writeln!(out, "<polygon points=\"{}\" fill=\"{colour}\"/>", points(field, &star(middle, part)));
    }
}

/// Five points and five notches, north up.
fn star(middle: Vec2, radius: f64) -> Vec<Vec2> {
    const NOTCH: f64 = 0.42;
    let at = |turn: u32| {
        let facing = Facing::compass(f64::from(turn) * 36.0);
        middle + facing.vector() * if turn.is_multiple_of(2) { radius } else { radius * NOTCH }
    };
    (0..10).map(at).collect()
}

/// Type and grade, and under them, or beside them on a shallow base, which one it is.
fn label(out: &mut String, field: &Field, base: &Base, name: &str, colour: &str) {
    let (facing, part) = (base.rect.pose.facing, base.rect.width * 0.1);
    let compass = facing.to_compass();
    let upside_down = (90.0..270.0).contains(&compass);
    let turn = if upside_down { compass - 180.0 } else { compass };
    let deep = base.rect.depth >= 7.0 * part;
    // Behind the arrow.
    let middle = base.rect.centre() - facing.vector() * (0.5 * part);
    let (large, small) = if deep { (2.0 * part, 1.6 * part) } else { (1.8 * part, 1.4 * part) };
    let kind = format!("{:?}({:?})", base.troop.kind, base.troop.grade);
    let (first, next) = if deep {
        (-0.1 * part, format!("x=\"0\" dy=\"{:.2}\"", 1.9 * part))
    } else {
        (0.6 * part + if upside_down { 0.0 } else { 0.3 * part }, format!("dx=\"{:.2}\"", 0.4 * part))
    };
    let _ = writeln!(
        out,
        "<text transform=\"translate({:.2} {:.2}) rotate({turn:.2})\" text-anchor=\"middle\" y=\"{first:.2}\" font-size=\"{large:.2}\" font-weight=\"bold\" fill=\"{colour}\">{kind}<tspan {next} font-size=\"{small:.2}\" font-weight=\"normal\">{}</tspan></text>",
        middle.x,
        field.depth - middle.y,
        escape(name)
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
