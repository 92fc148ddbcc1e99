//! Bases put on the table before the battle: baggage, ambush, deployment.

use super::answers;
use super::question::Asked;
use super::seen::{Seen, ids};
use super::sketch;
use crate::table::{AnswerView, Mode, PieceId, Question, Sketch};
use aelian_blood_and_blades::army::homeland::plain_name;
use aelian_blood_and_blades::choice::{Choice, PickKind, Placement};
use aelian_blood_and_blades::setup::{Purpose, SetUpStage, deployment_zone, home_facing};
use aelian_blood_and_blades::state::Place;
use aelian_blood_and_blades::troop::TroopType;
use aelian_blood_and_blades::{BaseId, BaseSet, Prompt};
use aelian_game::Side;
use aelian_geometry::{Pose, Rect, Vec2};
use aelian_rulebook::rule;

/// Pieces nearer than this to an edge, a zone's border or a neighbour are put exactly there, in mm.
const SNAP: f64 = 4.0;

/// At most so many ambushes are offered to be taken as they are.
const OFFERS: usize = 4;

/// The bases where the hand has put them, set edge to edge where they nearly are. Who is left off the table is left
/// out.
pub fn place(seen: Seen<'_>, poses: &[(PieceId, Pose)]) -> Sketch<Choice> {
    let stage = seen.state.set_up.as_ref().map(|set_up| set_up.stage);
    let side = match stage {
        Some(SetUpStage::Baggage(side) | SetUpStage::Ambush(side) | SetUpStage::Deploy(side)) => side,
        _ => seen.state.active,
    };
    let hides = matches!(stage, Some(SetUpStage::Ambush(_)));
    let purpose = if hides { Purpose::Ambush } else { Purpose::Open };
    let zone = deployment_zone(seen.look(), side, purpose);
    let known = poses.iter().filter(|(piece, _)| usize::from(*piece) < seen.state.bases.len());
    let rects =
        known.map(|(piece, pose)| (BaseId::of(*piece), seen.state.rect(BaseId::of(*piece)).with_pose(*pose)));
    let kept = rects.filter(|(_, rect)| !hides || is_over_table(seen, rect)).collect();
    let places = snapped(seen, zone, kept);
    sketch::judged(
        seen,
        match stage {
            Some(SetUpStage::Baggage(_)) => Choice::PlaceBaggage(places),
            Some(SetUpStage::Ambush(_)) => Choice::Ambush(places),
            _ => Choice::Deploy(places),
        },
    )
}

fn is_over_table(seen: Seen<'_>, rect: &Rect) -> bool {
    let (middle, field) = (rect.centre(), &seen.state.field);
    (0.0..=field.width).contains(&middle.x) && (0.0..=field.depth).contains(&middle.y)
}

/// Each base moved to the border of the zone or beside one that was put before it, if it is near.
fn snapped(seen: Seen<'_>, (least, most): (f64, f64), rects: Vec<(BaseId, Rect)>) -> Vec<Placement> {
    let mut done: Vec<Rect> = Vec::with_capacity(rects.len());
    let mut places = Vec::with_capacity(rects.len());
    for (base, rect) in rects {
        let beside = done.iter().find_map(|other| beside(other, &rect));
        let rect = beside.unwrap_or_else(|| within(&rect, (0.0, seen.state.field.width), (least, most)));
        let pose = rect.pose.on_grid();
        done.push(rect.with_pose(pose));
        places.push(Placement { base, pose });
    }
    places
}

/// Beside, before or behind another that faces the same way, edge to edge and corner to corner.
fn beside(other: &Rect, rect: &Rect) -> Option<Rect> {
    const ASKEW: f64 = 0.1;
    if rect.pose.facing.angle_to(other.pose.facing) > ASKEW {
        return None;
    }
    let (ahead, right) = other.local(rect.pose.at);
    let wide = (other.width + rect.width) * 0.5;
    let spots = [(0.0, wide), (0.0, -wide), (-other.depth, 0.0), (rect.depth, 0.0)];
    let near = |(a, r): &(f64, f64)| Vec2::new(ahead - a, right - r).length() <= SNAP;
    let (a, r) = spots.into_iter().find(near)?;
    let pose = other.pose.advanced(a).shifted(r);
    Some(rect.with_pose(Pose { facing: other.pose.facing, ..pose }))
}

/// Shifted onto the zone if it is beyond its border by little, or stands a little inside it.
fn within(rect: &Rect, wide: (f64, f64), deep: (f64, f64)) -> Rect {
    let (low, high) = rect.aabb();
    let shift = |low: f64, high: f64, (least, most): (f64, f64)| {
        let borders = [least - low, most - high];
        borders
            .into_iter()
            .filter(|by| by.abs() <= SNAP)
            .min_by(|a, b| a.abs().total_cmp(&b.abs()))
            .unwrap_or(0.0)
    };
    let by = Vec2::new(shift(low.x, high.x, wide), shift(low.y, high.y, deep));
    rect.with_pose(rect.pose.translated(by))
}

pub fn question(asked: &Asked<'_>, prompt: &Prompt) -> Question<Choice> {
    match prompt {
        Prompt::Ambush => of_ambush(asked),
        Prompt::PlaceBaggage { bases } => {
            let detail = "In your deployment zone; the enemy wants to plunder it.";
            whole(asked, *bases, ("Where does your baggage stand?", detail), rule!("BB-DEP-01"))
        }
        Prompt::Deploy { bases } => {
            let detail = "Every base that is not in ambush, in your deployment zone.";
            whole(asked, *bases, ("Deploy your army", detail), rule!("BB-DEP-08"))
        }
        _ => whole(asked, BaseSet::EMPTY, ("Place your bases", ""), rule!("BB-DEP-08")),
    }
}

/// All these bases must be placed; they stand where the rules propose it.
fn whole(
    asked: &Asked<'_>,
    bases: BaseSet,
    (text, detail): (&str, &str),
    rule: aelian_rulebook::RuleId,
) -> Question<Choice> {
    let seen = asked.seen;
    let proposed = answers::proposed(seen).into_iter().find_map(|choice| match choice {
        Choice::PlaceBaggage(places) | Choice::Deploy(places) => Some(places),
        _ => None,
    });
    let places = proposed.unwrap_or_default();
    let mut pieces = seen.ghosts(&places);
    let placed: BaseSet = places.iter().map(|place| place.base).collect();
    pieces.extend(parked(seen, asked.side, bases.minus(placed)));
    let strip = deployment_zone(seen.look(), asked.side, Purpose::Open);
    let mode = Mode::Place { pieces, zones: vec![across(seen, strip)], may_leave_out: false, whole: false };
    asked.asked(text.to_owned(), detail.to_owned(), rule, mode, Vec::new(), ids(bases))
}

/// BB-DEP-07: any of the bases that wait, or none; whole ambushes that can be taken as they are.
fn of_ambush(asked: &Asked<'_>) -> Question<Choice> {
    let seen = asked.seen;
    let waits = |id: &BaseId| {
        let base = seen.state.base(*id);
        base.side == asked.side && base.place == Place::Waiting && !base.is(TroopType::Bg)
    };
    let bases: BaseSet = seen.state.ids().filter(waits).collect();
    let zones = seen.look().ambush_sites(asked.side).map(|area| area.outline.points().to_vec()).collect();
    let mode =
        Mode::Place { pieces: parked(seen, asked.side, bases), zones, may_leave_out: true, whole: false };
    let detail = "One group, hidden in woods and the like or behind a hill in your own half; or nobody.";
    let answers =
        answers::proposed(seen).into_iter().take(1 + OFFERS).map(|choice| ambush(seen, choice)).collect();
    asked.asked(
        "Do you lay an ambush?".to_owned(),
        detail.to_owned(),
        rule!("BB-DEP-07"),
        mode,
        answers,
        ids(bases),
    )
}

fn ambush(seen: Seen<'_>, choice: Choice) -> AnswerView<Choice> {
    let places = match &choice {
        Choice::Ambush(places) => places.clone(),
        _ => Vec::new(),
    };
    let rule = Some(rule!("BB-DEP-07"));
    if places.is_empty() {
        let none = answers::plain(choice, "No ambush", "All bases are deployed openly.", rule);
        return AnswerView { primary: true, ..none };
    }
    let who: BaseSet = places.iter().map(|place| place.base).collect();
    let label = format!("Hide {} {}", seen.list(who), hideout(seen, &places));
    let detail = "They lie hidden here until they move, shoot or are seen.";
    AnswerView { ghosts: seen.ghosts(&places), ..answers::plain(choice, &label, detail, rule) }
}

/// Where they would lie: in the ground under them, or behind something.
fn hideout(seen: Seen<'_>, places: &[Placement]) -> String {
    let look = seen.look();
    let rect = places.first().map(|place| seen.state.rect(place.base).with_pose(place.pose));
    let ground = rect.and_then(|rect| look.areas_under(&rect).next());
    match (ground, rect) {
        (Some(area), Some(rect)) => {
            format!(
                "in the {} at {:.0}, {:.0} mm",
                plain_name(PickKind::Area(area.kind)),
                rect.pose.at.x,
                rect.pose.at.y
            )
        }
        (None, Some(rect)) => format!("out of sight at {:.0}, {:.0} mm", rect.pose.at.x, rect.pose.at.y),
        _ => String::new(),
    }
}

/// Bases that are not placed yet, in a row behind the table's edge.
fn parked(seen: Seen<'_>, side: Side, bases: BaseSet) -> Vec<(PieceId, Rect)> {
    let (field, width) = (&seen.state.field, seen.rules.width);
    let behind = if side == Side::Red { -width } else { field.depth + width };
    let row = (field.width / width).floor().max(1.0) as usize;
    let spot = |(at, id): (usize, BaseId)| {
        let x = (at % row) as f64 * width + width * 0.5;
        let back = (at / row) as f64 * width * if side == Side::Red { -1.0 } else { 1.0 };
        let pose = Pose::new(x, behind + back, home_facing(side));
        (id.number(), seen.state.rect(id).with_pose(pose))
    };
    bases.iter().enumerate().map(spot).collect()
}

/// A strip from the west to the east edge.
fn across(seen: Seen<'_>, (least, most): (f64, f64)) -> Vec<Vec2> {
    let width = seen.state.field.width;
    [(0.0, least), (width, least), (width, most), (0.0, most)].map(|(x, y)| Vec2::new(x, y)).to_vec()
}
