//! The table as a picture: bases to scale with their fronts, commanders, camps, terrain.

use super::group_name;
use crate::story::tell_ending;
use crate::told::Names;
use aelian_fog_ancients::field::{Area, AreaKind, Field};
use aelian_fog_ancients::state::{Cohesion, Place};
use aelian_fog_ancients::{GroupId, Look, Rules, State};
use aelian_game::Side;
use aelian_geometry::{Corner, Rect, Vec2};
use std::fmt::Write as _;

const MARGIN: f64 = 30.0;

/// The whole table in mm, north up.
pub fn svg(rules: &Rules, state: &State, names: &Names) -> String {
    let field = &state.field;
    let (width, depth) = (field.width, field.depth);
    let (wide, deep) = (width + 2.0 * MARGIN, depth + 2.0 * MARGIN);
    // Writing into a `String` cannot fail, so the results are dropped here and below.
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {wide} {deep}\" width=\"{wide}\" height=\"{deep}\" font-family=\"sans-serif\">\n<rect x=\"{0}\" y=\"{0}\" width=\"{wide}\" height=\"{deep}\" fill=\"#2B2018\"/>\n<rect width=\"{width}\" height=\"{depth}\" fill=\"#93A05C\"/>\n",
        -MARGIN
    );
    for area in &field.areas {
        draw_area(&mut out, field, area);
    }
    for river in &field.rivers {
        for piece in river.course.pieces() {
            let _ = writeln!(out, "<polygon points=\"{}\" fill=\"#6F9AA8\"/>", points(field, piece.points()));
        }
    }
    for road in &field.roads {
        let line = points(field, road.line.points());
        let _ = writeln!(
            out,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"#CDB88A\" stroke-width=\"{}\"/>",
            rules.width
        );
    }
    for (side, camp) in Side::BOTH.into_iter().zip(&state.camps) {
        if let Some(camp) = camp.as_ref().filter(|camp| !camp.gone) {
            draw_rect(&mut out, field, &camp.rect, "#B99B6B", colour(side).0);
        }
    }
    for work in &state.works {
        draw_rect(&mut out, field, &work.rect, "#6B4A2B", "#2B2018");
    }
    for marker in &state.markers {
        draw_rect(&mut out, field, &marker.rect, "#EADFC2", colour(marker.side).0);
    }
    for id in state.group_ids().filter(|id| state.group(*id).place == Place::Table) {
        draw_group(&mut out, rules, state, names, id);
    }
    for commander in state.commanders.iter().filter(|commander| commander.on_table()) {
        let at = commander.rect.centre();
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"8\" fill=\"#F4E7C2\" stroke=\"{}\" stroke-width=\"3\"/>",
            at.x,
            field.depth - at.y,
            colour(commander.side).0
        );
    }
    let caption = match &state.ending {
        Some(ending) => format!("turn {}: {}", state.turn, tell_ending(ending)),
        None => super::words::moment(state),
    };
    let _ =
        writeln!(out, "<text x=\"4\" y=\"-9\" font-size=\"16\" fill=\"#F1E4C6\">{}</text>", escape(&caption));
    out.push_str("</svg>\n");
    out
}

fn draw_group(out: &mut String, rules: &Rules, state: &State, names: &Names, id: GroupId) {
    let field = &state.field;
    let group = state.group(id);
    let (fill, front) = colour(group.side);
    for rect in state.rects_of(id) {
        draw_rect(out, field, rect, fill, "#1E1710");
        let [left, right] = [Corner::FrontLeft, Corner::FrontRight].map(|corner| rect.corner(corner));
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" stroke=\"{front}\" stroke-width=\"3\"/>",
            points(field, &[left, right])
        );
    }
    let block = Look::new(rules, state).block(id);
    let at = block.centre();
    let mark = match group.cohesion {
        Cohesion::Steady => "",
        Cohesion::Disrupted => " D",
        Cohesion::Fragmented => " F",
        Cohesion::Broken => " B",
    };
    let label = format!("{} {}{mark}", group_name(names, id), group.troops[0].kind.code());
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"#FFF8E4\">{}</text>",
        at.x,
        field.depth - at.y + 4.0,
        escape(&label)
    );
}

/// Body and front of a side's bases.
fn colour(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::Red => ("#A63D2F", "#FFD9A0"),
        Side::Blue => ("#2F5D8A", "#CFE6FF"),
    }
}

fn draw_rect(out: &mut String, field: &Field, rect: &Rect, fill: &str, edge: &str) {
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1\"/>",
        points(field, &rect.corners())
    );
}

/// Table points have y northwards, pictures downwards.
fn points(field: &Field, list: &[Vec2]) -> String {
    list.iter().map(|at| format!("{:.2},{:.2}", at.x, field.depth - at.y)).collect::<Vec<_>>().join(" ")
}

fn draw_area(out: &mut String, field: &Field, area: &Area) {
    let (fill, edge) = ground(area.kind);
    let outline = points(field, area.outline.points());
    let _ =
        writeln!(out, "<polygon points=\"{outline}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>");
    if let Some(covering) = &area.covering {
        let part = covering.outline.as_ref().unwrap_or(&area.outline);
        let (fill, _) = ground(covering.kind);
        let part = points(field, part.points());
        let _ = writeln!(out, "<polygon points=\"{part}\" fill=\"{fill}\" fill-opacity=\"0.6\"/>");
    }
    let middle = area.outline.centroid();
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#2E2418\" opacity=\"0.7\">{}</text>",
        middle.x,
        field.depth - middle.y,
        super::plain::plain(&Names::default(), &area.kind)
    );
}

fn ground(kind: AreaKind) -> (&'static str, &'static str) {
    match kind {
        AreaKind::Open => ("#9DAA66", "#8A965A"),
        AreaKind::OpenFields | AreaKind::EnclosedFields => ("#B7B06A", "#8E8646"),
        AreaKind::BrokenGround | AreaKind::Brush => ("#7F8F4E", "#5F6D38"),
        AreaKind::Plantation | AreaKind::Vineyards => ("#7C9A54", "#4F6B33"),
        AreaKind::Gully => ("#8B7B55", "#6A5C3D"),
        AreaKind::Forest => ("#4F6B3A", "#344A26"),
        AreaKind::Marsh => ("#7E9A86", "#577463"),
        AreaKind::SoftSand => ("#D8C48A", "#B49E63"),
        AreaKind::Village => ("#B89A78", "#7A6147"),
        AreaKind::SteepHill | AreaKind::GentleHill => ("#A8A468", "#7D7848"),
        AreaKind::Impassable => ("#6E6A62", "#46433D"),
        AreaKind::Coast => ("#6F9AA8", "#4C7582"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
