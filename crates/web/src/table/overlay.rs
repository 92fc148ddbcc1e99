//! What is laid over the table: zones, fights, selection, sketches, the measuring stick.

use super::camera::{UNIT, to_world};
use super::paint::{self, escaped, ghost, path, pill};
use super::stage::Stage;
use super::terrain;
use crate::desk::Desk;
use aelian_game::Side;
use aelian_geometry::{Corner, Pose, Rect, Vec2};
use aelian_view::table::{GroundView, LayShape, Light, Mode, PieceId, Question, ZoneKind};
use leptos::prelude::*;
use std::fmt::Write as _;

fn depth_of(desk: Desk) -> f64 {
    desk.board.with(|board| board.depth)
}

/// Zones that are switched on: of the enemy and of what is selected.
pub fn zones(desk: Desk) -> String {
    let kinds = desk.zones.get();
    if kinds.is_empty() {
        return String::new();
    }
    let (depth, selected) = (depth_of(desk), desk.selected.get());
    let all: Vec<PieceId> = desk.pieces.with(|pieces| pieces.iter().map(|piece| piece.id).collect());
    let of: &[PieceId] = if selected.is_empty() { &all } else { &selected };
    let mut text = String::new();
    for kind in kinds {
        for zone in desk.zones_of(kind, of) {
            let class = match kind {
                ZoneKind::Control => "control",
                ZoneKind::Shooting => "shooting",
                ZoneKind::Command => "command",
                ZoneKind::Threat => "threat",
                ZoneKind::Gaps => "gaps",
            };
            let rule = zone.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
            let _ = write!(
                text,
                "<path class=\"zone {class} {}\" d=\"{}\"><title>{}{rule}</title></path>",
                paint::side_class(zone.owner),
                path(depth, &zone.outline, true),
                escaped(&zone.title)
            );
        }
    }
    text
}

/// The pieces in question and the places where something may be put.
pub fn asked(desk: Desk) -> String {
    let Some(question) = desk.question.get() else { return String::new() };
    let depth = depth_of(desk);
    let mut text = String::new();
    let put: &[Vec<Vec2>] = match &question.mode {
        Mode::Place { zones, .. } => zones,
        _ => &question.room,
    };
    for zone in put {
        let _ = write!(
            text,
            "<path class=\"room {}\" d=\"{}\"/>",
            paint::side_class(question.side),
            path(depth, zone, true)
        );
    }
    desk.pieces.with(|pieces| {
        for piece in pieces.iter().filter(|piece| question.about.contains(&piece.id)) {
            let _ =
                write!(text, "<path class=\"hot\" d=\"{}\"/>", path(depth, &grown(&piece.rect, 2.5), true));
        }
    });
    text
}

/// Names over the pieces in question and the one that is looked at, for as long as bases bear no tags.
pub fn named(desk: Desk, stage: Stage, turned: bool) -> String {
    /// With more of them names would cover each other.
    const MOST: usize = 3;
    let depth = depth_of(desk);
    let pointed = |question: &Question<String>| question.answers.get(stage.pointed.get()?)?.piece;
    let mut wanted: Vec<PieceId> = desk.question.with(|question| {
        let Some(question) = question else { return Vec::new() };
        let about = Some(question.about.clone()).filter(|about| about.len() <= MOST);
        about.into_iter().flatten().chain(pointed(question)).collect()
    });
    wanted.extend(desk.hovered.get());
    wanted.sort_unstable();
    wanted.dedup();
    let mut text = String::new();
    let scale = stage.camera.with(|camera| camera.scale);
    let mut lying: Vec<(Vec2, f64)> = Vec::new();
    desk.pieces.with(|pieces| {
        for piece in pieces.iter().filter(|piece| wanted.contains(&piece.id)) {
            let Some(at) = above(depth, &[piece.rect], turned) else { continue };
            let word = match piece.tag.strip_prefix(&piece.name) {
                Some(_) => piece.tag.clone(),
                None => format!("{} {}", piece.name, piece.tag),
            };
            let (place, wide) = (at * scale, paint::pill_width(&word));
            let lift = free(&lying, place, wide);
            lying.push((place - Vec2::new(0.0, lift), wide));
            text.push_str(&pill(at, lift, &word, paint::side_class(piece.side)));
        }
    });
    text
}

/// How far above its place a name must hang so that it covers none of those that hang already, in pixels.
fn free(lying: &[(Vec2, f64)], place: Vec2, wide: f64) -> f64 {
    const HIGH: f64 = 21.0;
    let covers = |lift: f64| {
        lying.iter().any(|(other, width)| {
            (place.x - other.x).abs() < (wide + width) * 0.5 && (place.y - lift - other.y).abs() < HIGH
        })
    };
    (0..6).map(|step| 14.0 + f64::from(step) * HIGH).find(|lift| !covers(*lift)).unwrap_or(14.0)
}

fn grown(rect: &Rect, by: f64) -> [Vec2; 4] {
    let pose = Pose { at: rect.pose.at + rect.pose.facing.vector() * by, ..rect.pose };
    Rect::new(pose, rect.width + 2.0 * by, rect.depth + 2.0 * by).corners()
}

/// Medals where bases fight.
pub fn fights(desk: Desk) -> String {
    let depth = depth_of(desk);
    desk.fights.with(|fights| {
        let mut text = String::new();
        for (at, fight) in fights.iter().enumerate() {
            let world = to_world(depth, fight.at);
            let odds = fight.odds.as_ref().map(|odds| {
                let chances: Vec<String> = odds
                    .outcomes
                    .iter()
                    .filter(|outcome| outcome.chance > 0.0)
                    .map(|outcome| format!("{} {:.1} %", outcome.label, outcome.chance * 100.0))
                    .collect();
                chances.join("\n")
            });
            let _ = write!(
                text,
                "<g class=\"clash\" data-fight=\"{at}\" style=\"transform:translate({:.1}px,{:.1}px) var(--upright)\"><title>{}</title>\
                 <circle r=\"9\"/><path class=\"sw\" d=\"M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5M-5 2.5L-2.5 5M5 2.5L2.5 5\"/></g>",
                world.x,
                world.y,
                escaped(&odds.unwrap_or_default())
            );
        }
        text
    })
}

/// Outlines of what is selected.
pub fn selection(desk: Desk) -> String {
    let (depth, selected) = (depth_of(desk), desk.selected.get());
    let placed = desk.placed.get();
    let mut text = String::new();
    let mut outline = |rect: &Rect| {
        let d = path(depth, &grown(rect, 1.0), true);
        let _ = write!(text, "<path class=\"sel0\" d=\"{d}\"/><path class=\"sel1\" d=\"{d}\"/>");
    };
    desk.pieces.with(|pieces| {
        for piece in pieces.iter().filter(|piece| selected.contains(&piece.id)) {
            if !placed.iter().any(|(id, _)| *id == piece.id) {
                outline(&piece.rect);
            }
        }
    });
    placed.iter().filter(|(id, _)| selected.contains(id)).for_each(|(_, rect)| outline(rect));
    text
}

fn light_class(light: Light) -> &'static str {
    match light {
        Light::Legal => "legal",
        Light::Amber => "amber",
        Light::Refused => "refused",
    }
}

/// What is sketched: where the bases would stand, the way they take, and the umpire's word.
pub fn sketch(desk: Desk, turned: bool) -> String {
    let depth = depth_of(desk);
    let mut text = String::new();
    for held in desk.held.get() {
        held.ghosts.iter().for_each(|(id, rect)| text.push_str(&ghost(depth, rect, "legal held", Some(*id))));
    }
    let Some(sketch) = desk.sketch.get() else { return text };
    let class = light_class(sketch.light);
    if matches!(desk.mode(), Some(Mode::Place { .. })) {
        // Those stand on the table themselves.
        return text;
    }
    for (id, rect) in &sketch.ghosts {
        if let Some(piece) = desk.piece(*id) {
            let (from, to) = (to_world(depth, piece.rect.pose.at), to_world(depth, rect.pose.at));
            let _ = write!(
                text,
                "<path class=\"way\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
                from.x, from.y, to.x, to.y
            );
        }
        text.push_str(&ghost(depth, rect, class, Some(*id)));
    }
    let ghosts: Vec<Rect> = sketch.ghosts.iter().map(|(_, rect)| *rect).collect();
    if let Some(at) = above(depth, &ghosts, turned) {
        let word = match sketch.reasons.first().filter(|_| sketch.light != Light::Legal) {
            Some(reason) => format!("{} ({})", short(&reason.text), reason.rule),
            None => short(&sketch.summary),
        };
        text.push_str(&pill(at, 44.0, &word, class));
    }
    text
}

/// The place in the middle over these rectangles as they are seen: the upper edge of a turned view is the lower one
/// of the world.
fn above(depth: f64, rects: &[Rect], turned: bool) -> Option<Vec2> {
    let corners = || rects.iter().flat_map(Rect::corners).map(|corner| to_world(depth, corner));
    let least = corners().reduce(Vec2::min)?;
    let most = corners().reduce(Vec2::max)?;
    Some(Vec2::new((least.x + most.x) * 0.5, if turned { most.y } else { least.y }))
}

fn short(text: &str) -> String {
    if text.chars().count() > 64 {
        text.chars().take(62).chain("…".chars()).collect()
    } else {
        text.to_owned()
    }
}

/// Where pieces would end by the answer under the pointer.
pub fn pointed(desk: Desk, stage: Stage) -> String {
    let (Some(at), Some(question)) = (stage.pointed.get(), desk.question.get()) else { return String::new() };
    let depth = depth_of(desk);
    let Some(answer) = question.answers.get(at) else { return String::new() };
    let mut text: String =
        answer.ghosts.iter().map(|(id, rect)| ghost(depth, rect, "legal", Some(*id))).collect();
    if let Some(piece) = answer.piece.and_then(|id| desk.piece(id)) {
        let _ = write!(
            text,
            "<path class=\"hot strong\" d=\"{}\"/>",
            path(depth, &grown(&piece.rect, 3.0), true)
        );
    }
    text
}

/// Handles of single points that would lie nearer to each other than this, in pixels, are not shown.
const APART: f64 = 14.0;

/// The piece of terrain that is being laid.
pub fn laying(desk: Desk, stage: Stage) -> String {
    let Some(shape) = desk.laid.get() else { return String::new() };
    let depth = depth_of(desk);
    let class = desk.sketch.get().map_or("legal", |sketch| light_class(sketch.light));
    let LayShape { kind, outline, line, width, points_move, .. } = shape;
    let ground = GroundView { kind, name: String::new(), outline, line, width, effect: String::new() };
    let mut text = "<g class=\"lay\" data-lay=\"whole\">".to_owned();
    terrain::shape(depth, &ground, &mut text);
    let (points, closed) =
        if ground.outline.is_empty() { (&ground.line, false) } else { (&ground.outline, true) };
    let _ = write!(text, "<path class=\"layline {class}\" d=\"{}\"/></g>", path(depth, points, closed));
    let middle = points.iter().fold(Vec2::ZERO, |sum, point| sum + *point) / points.len().max(1) as f64;
    let top = points.iter().map(|point| point.y).fold(f64::MIN, f64::max);
    let spin = to_world(depth, Vec2::new(middle.x, (top + 22.0).min(depth - 6.0)));
    let _ = write!(
        text,
        "<g class=\"handle\" data-lay=\"spin\" style=\"transform:translate({:.1}px,{:.1}px) var(--upright)\"><title>Turn it</title><circle class=\"hit\" r=\"18\"/><circle class=\"knob\" r=\"9\"/></g>",
        spin.x, spin.y
    );
    let moved = if ground.line.is_empty() { &ground.outline } else { &ground.line };
    let pixels = UNIT * stage.camera.get().scale;
    let apart = |pair: &[Vec2]| (pair[1] - pair[0]).length() * pixels >= APART;
    if points_move && moved.windows(2).all(apart) {
        for (at, point) in moved.iter().enumerate() {
            let world = to_world(depth, *point);
            let _ = write!(
                text,
                "<g class=\"handle\" data-lay=\"{at}\" style=\"transform:translate({:.1}px,{:.1}px) var(--upright)\"><circle class=\"hit\" r=\"14\"/><circle class=\"knob small\" r=\"5.5\"/></g>",
                world.x, world.y
            );
        }
    }
    text
}

/// The lasso and the measuring stick.
pub fn drawn(desk: Desk, stage: Stage) -> String {
    let depth = depth_of(desk);
    let mut text = String::new();
    if let Some((a, b)) = stage.lasso.get() {
        let corners = [a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)];
        let _ = write!(text, "<path class=\"lasso\" d=\"{}\"/>", path(depth, &corners, true));
    }
    if let Some((a, b)) = stage.ruler.get() {
        stick(desk, depth, a, b, &mut text);
    }
    text.push_str(&measured(desk, depth).unwrap_or_default());
    text
}

/// The way of a single base, laid along its outer front corner.
fn measured(desk: Desk, depth: f64) -> Option<String> {
    let sketch = desk.sketch.get().filter(|sketch| sketch.used > 0.0)?;
    let [(id, rect)] = sketch.ghosts.as_slice() else { return None };
    let corner = Corner::FrontRight;
    let (a, b) =
        (to_world(depth, desk.piece(*id)?.rect.corner(corner)), to_world(depth, rect.corner(corner)));
    Some(format!("<path class=\"stick\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>", a.x, a.y, b.x, b.y))
}

fn stick(desk: Desk, depth: f64, a: Vec2, b: Vec2, text: &mut String) {
    let (unit, name) = desk.board.with(|board| (board.unit, board.unit_name));
    let (from, to) = (to_world(depth, a), to_world(depth, b));
    let _ = write!(
        text,
        "<path class=\"stick case\" d=\"M{0:.1} {1:.1}L{2:.1} {3:.1}\"/><path class=\"stick\" d=\"M{0:.1} {1:.1}L{2:.1} {3:.1}\"/>",
        from.x, from.y, to.x, to.y
    );
    let length = (b - a).length();
    let along = (to - from) / (length.max(1e-9));
    let across = Vec2::new(-along.y, along.x) * 0.5;
    let count = (length / unit).floor().min(200.0) as u32;
    for tick in 1..=count {
        let at = from + along * (f64::from(tick) * unit);
        let _ = write!(
            text,
            "<path class=\"tick\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            at.x - across.x * UNIT * 4.0,
            at.y - across.y * UNIT * 4.0,
            at.x + across.x * UNIT * 4.0,
            at.y + across.y * UNIT * 4.0
        );
    }
    let word = format!("{:.2} {name} · {:.1} cm · {:.1} in", length / unit, length / 10.0, length / 25.4);
    text.push_str(&pill((from + to) * 0.5, 18.0, &word, "measure"));
}

/// The colour of a side, for words about it.
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::Red => "Red",
        Side::Blue => "Blue",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_on_a_sketch_stand_over_it_from_either_side_of_the_table() {
        let facing = aelian_geometry::Facing::UP;
        let rect = |x: f64| Rect::new(Pose { at: Vec2::new(x, 300.0), facing }, 40.0, 20.0);
        let body = [rect(100.0), rect(140.0)];
        let seen = above(750.0, &body, false).unwrap();
        let turned = above(750.0, &body, true).unwrap();
        assert_eq!((seen, turned), (Vec2::new(240.0, 900.0), Vec2::new(240.0, 940.0)));
        assert_eq!(above(750.0, &[], true), None);
    }
}
