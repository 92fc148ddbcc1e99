//! The table as a picture: units to scale with their fronts, commanders, terrain, buildings.

use super::{unit_name, words};
use crate::story::tell_ending;
use crate::told::Names;
use aelian_game::Side;
use aelian_geometry::{Corner, Rect, Vec2};
use aelian_hail_caesar::field::{AreaKind, Field};
use aelian_hail_caesar::state::CommanderPlace;
use aelian_hail_caesar::{Look, Rules, State, UnitId};
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
    draw_terrain(&mut out, field);
    for id in state.ids().filter(|id| state.unit(*id).is_on_table()) {
        draw_unit(&mut out, rules, state, names, id);
    }
    for id in state.commander_ids() {
        let commander = state.commander(id);
        if matches!(commander.place, CommanderPlace::Alone | CommanderPlace::With(_)) {
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"12\" fill=\"#F4E7C2\" stroke=\"{}\" stroke-width=\"4\"/>",
                commander.at.x,
                depth - commander.at.y,
                colour(rules.leaders[id.index()].side).0
            );
        }
    }
    let caption = match &state.ending {
        Some(ending) => format!("turn {}: {}", state.turn, tell_ending(ending)),
        None => words::moment(state),
    };
    let _ =
        writeln!(out, "<text x=\"4\" y=\"-9\" font-size=\"18\" fill=\"#F1E4C6\">{}</text>", escape(&caption));
    out.push_str("</svg>\n");
    out
}

fn draw_terrain(out: &mut String, field: &Field) {
    for area in &field.areas {
        let (fill, edge) = ground(area.kind);
        let outline = points(field, area.outline.points());
        let _ = writeln!(
            out,
            "<polygon points=\"{outline}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>"
        );
        let middle = area.outline.centroid();
        let name = if area.name.is_empty() { words::area(area.kind) } else { &area.name };
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"14\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#2E2418\" opacity=\"0.7\">{}</text>",
            middle.x,
            field.depth - middle.y,
            escape(name)
        );
    }
    for river in &field.rivers {
        for piece in river.course.pieces() {
            let _ = writeln!(out, "<polygon points=\"{}\" fill=\"#6F9AA8\"/>", points(field, piece.points()));
        }
        for ford in &river.fords {
            let _ = writeln!(out, "<polygon points=\"{}\" fill=\"#C9B98A\"/>", points(field, ford.points()));
        }
    }
    for road in &field.roads {
        draw_line(out, field, road.line.points(), "#CDB88A", road.width);
    }
    for obstacle in &field.obstacles {
        draw_line(out, field, obstacle.line.points(), "#5B4A33", 6.0);
    }
    for block in &field.blocks {
        draw_rect(out, field, &block.rect, "#B89A78", "#5B4A33");
    }
}

fn draw_line(out: &mut String, field: &Field, line: &[Vec2], stroke: &str, width: f64) {
    let line = points(field, line);
    let _ = writeln!(
        out,
        "<polyline points=\"{line}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
    );
}

fn draw_unit(out: &mut String, rules: &Rules, state: &State, names: &Names, id: UnitId) {
    let field = &state.field;
    let look = Look::new(rules, state);
    let (fill, front) = colour(rules.card(id).side);
    for rect in look.footprint(id) {
        draw_rect(out, field, &rect, fill, "#1E1710");
    }
    let rect = look.rect(id);
    let [left, right] = [Corner::FrontLeft, Corner::FrontRight].map(|corner| rect.corner(corner));
    let ends = points(field, &[left, right]);
    let _ = writeln!(out, "<polyline points=\"{ends}\" stroke=\"{front}\" stroke-width=\"4\"/>");
    let unit = state.unit(id);
    let mut label = unit_name(names, id);
    if unit.casualties > 0 {
        label.push_str(&format!(" {}/{}", unit.casualties, rules.card(id).stats.stamina));
    }
    if unit.disordered {
        label.push_str(" D");
    }
    let at = rect.centre();
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"15\" text-anchor=\"middle\" fill=\"#FFF8E4\">{}</text>",
        at.x,
        field.depth - at.y + 5.0,
        escape(&label)
    );
}

/// Body and front of a side's units.
fn colour(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::Red => ("#A63D2F", "#FFD9A0"),
        Side::Blue => ("#2F5D8A", "#CFE6FF"),
    }
}

fn draw_rect(out: &mut String, field: &Field, rect: &Rect, fill: &str, edge: &str) {
    let corners = points(field, &rect.corners());
    let _ =
        writeln!(out, "<polygon points=\"{corners}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1\"/>");
}

/// Table points have y northwards, pictures downwards.
fn points(field: &Field, list: &[Vec2]) -> String {
    list.iter().map(|at| format!("{:.2},{:.2}", at.x, field.depth - at.y)).collect::<Vec<_>>().join(" ")
}

fn ground(kind: AreaKind) -> (&'static str, &'static str) {
    match kind {
        AreaKind::Wood => ("#4F6B3A", "#344A26"),
        AreaKind::Rough => ("#7F8F4E", "#5F6D38"),
        AreaKind::Hill => ("#A8A468", "#7D7848"),
        AreaKind::Impassable => ("#6E6A62", "#46433D"),
        AreaKind::Cover => ("#B7B06A", "#8E8646"),
        AreaKind::Plain => ("#9DAA66", "#8A965A"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
