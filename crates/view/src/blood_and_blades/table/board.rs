//! The table and its terrain.

use crate::table::{BoardView, GroundKind, GroundView, HillCover};
use aelian_blood_and_blades::army::homeland::plain_name;
use aelian_blood_and_blades::choice::PickKind;
use aelian_blood_and_blades::field::{Area, AreaKind, Crossing, River, Road, RoadKind, Size};
use aelian_blood_and_blades::ground::{Going, going_of};
use aelian_blood_and_blades::troop::{Grade, Status, Troop, TroopType};
use aelian_blood_and_blades::{Rules, State};
use aelian_geometry::Polygon;

/// How wide a road is painted, in base widths: no rule asks.
const ROAD_WIDTH: f64 = 0.4;

pub fn board(rules: &Rules, state: &State) -> BoardView {
    let field = &state.field;
    let areas = field.areas.iter().map(|area| area_view(rules, area));
    let rivers = field.rivers.iter().flat_map(river_views);
    let roads = field.roads.iter().map(|road| road_view(rules, state, road));
    BoardView {
        width: field.width,
        depth: field.depth,
        unit: rules.mu,
        unit_name: "MU",
        whole_units: false,
        grounds: areas.chain(rivers).chain(roads).collect(),
    }
}

fn area_view(rules: &Rules, area: &Area) -> GroundView {
    GroundView {
        kind: ground_kind(PickKind::Area(area.kind)),
        name: plain_name(PickKind::Area(area.kind)).to_owned(),
        outline: area.outline.points().to_vec(),
        line: area.crest.clone(),
        width: 0.0,
        effect: effect(rules, area.kind, area.size),
    }
}

fn river_views(river: &River) -> impl Iterator<Item = GroundView> + '_ {
    let widest = river.course.widths().iter().copied().fold(0.0, f64::max);
    let view = move |banks: &Polygon| GroundView {
        kind: GroundKind::River,
        name: plain_name(PickKind::River).to_owned(),
        outline: banks.points().to_vec(),
        line: river.course.line().points().to_vec(),
        width: widest,
        effect:
            "Who wades goes only straight on or back, and fights at a disadvantage against a defended bank."
                .to_owned(),
    };
    river.course.outline().iter().map(view)
}

fn road_view(rules: &Rules, state: &State, road: &Road) -> GroundView {
    let paved = road.kind == RoadKind::Paved;
    let mud = if state.weather.muddy && !paved { " It is muddy." } else { "" };
    let crossing = match road.crossing {
        Some(Crossing::Bridge) => " It crosses the river by a bridge.",
        Some(Crossing::Ford) => " It crosses the river by a ford.",
        None => "",
    };
    GroundView {
        kind: GroundKind::Road { paved },
        name: plain_name(PickKind::Road(road.kind)).to_owned(),
        outline: Vec::new(),
        line: road.line.points().to_vec(),
        width: rules.width * ROAD_WIDTH,
        effect: format!("Who follows it in column moves by the road's own distance.{crossing}{mud}"),
    }
}

/// How a kind of terrain is painted.
pub fn ground_kind(what: PickKind) -> GroundKind {
    let kind = match what {
        PickKind::River => return GroundKind::River,
        PickKind::Road(kind) => return GroundKind::Road { paved: kind == RoadKind::Paved },
        PickKind::Area(kind) => kind,
    };
    let hill = |cover| GroundKind::Hill { steep: kind.is_steep(), cover };
    match kind {
        AreaKind::GentleHill | AreaKind::SteepHill => hill(HillCover::Bare),
        AreaKind::BrushHill | AreaKind::SteepBrushHill => hill(HillCover::Brush),
        AreaKind::RockyHill | AreaKind::SteepRockyHill => hill(HillCover::Rocks),
        AreaKind::Brush => GroundKind::Brush,
        AreaKind::Rocky => GroundKind::Rocks,
        AreaKind::Marsh => GroundKind::Marsh,
        AreaKind::Gully => GroundKind::Gully,
        AreaKind::BuiltUpArea => GroundKind::Village,
        AreaKind::Orchard => GroundKind::Orchard,
        AreaKind::Vines => GroundKind::Vines,
        AreaKind::Woods => GroundKind::Woods,
        AreaKind::Dunes => GroundKind::Dunes,
        AreaKind::Fields => GroundKind::Fields,
        AreaKind::Lake | AreaKind::Waterway => GroundKind::Water,
    }
}

/// The going that the ground is for each class of troops, as the rules say it.
pub fn effect(rules: &Rules, kind: AreaKind, size: Size) -> String {
    const CLASSES: [(TroopType, &str); 5] = [
        (TroopType::Sp, "heavy foot"),
        (TroopType::Ps, "light foot"),
        (TroopType::Cv, "horse"),
        (TroopType::LCh, "chariots"),
        (TroopType::Cm, "camels"),
    ];
    let of = |troop: TroopType| {
        let troop = Troop::new(Status::Irr, troop, Grade::O);
        going_of(kind, size, &troop, rules.settings.dunes_going)
    };
    let goings = [
        (Going::Good, "Good going for"),
        (Going::Rough, "rough for"),
        (Going::Difficult, "difficult for"),
        (Going::Impassable, "impassable for"),
    ];
    let mut parts = Vec::new();
    for (going, word) in goings {
        let who: Vec<&str> =
            CLASSES.iter().filter(|(troop, _)| of(*troop) == going).map(|(_, w)| *w).collect();
        if !who.is_empty() {
            let who = if who.len() == CLASSES.len() { "all".to_owned() } else { who.join(", ") };
            parts.push(format!("{word} {who}"));
        }
    }
    capitalised(&parts.join("; ")) + "."
}

/// The same text with a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
