//! The table, its terrain, and where the battle stands.

use crate::fog_ancients::words;
use crate::table::{BoardView, GroundKind, GroundView, HillCover, LossView, StandingView};
use aelian_fog_ancients::field::{Area, AreaKind};
use aelian_fog_ancients::ground::level_of;
use aelian_fog_ancients::setup::{Setup, Step};
use aelian_fog_ancients::stage::Phase;
use aelian_fog_ancients::{Look, Rules, State};
use aelian_game::Side;
use aelian_rulebook::rule;

pub fn board(rules: &Rules, state: &State) -> BoardView {
    let field = &state.field;
    let areas = field.areas.iter().map(area_view);
    let rivers = field.rivers.iter().flat_map(|river| {
        river.course.outline().iter().map(move |banks| GroundView {
            kind: GroundKind::River,
            name: "river".to_owned(),
            outline: banks.points().to_vec(),
            line: river.course.line().points().to_vec(),
            width: river.course.widths().iter().copied().fold(0.0, f64::max),
            effect: format!(
                "{}; troops in it go only about straight across.",
                capitalised(words::level(river.level))
            ),
        })
    });
    let roads = field.roads.iter().map(|road| GroundView {
        kind: GroundKind::Road { paved: true },
        name: "road".to_owned(),
        outline: Vec::new(),
        line: road.line.points().to_vec(),
        width: rules.width * 0.5,
        effect: "Columns go 1 MU farther along it.".to_owned(),
    });
    BoardView {
        width: field.width,
        depth: field.depth,
        unit: rules.mu,
        unit_name: "MU",
        whole_units: false,
        grounds: areas.chain(rivers).chain(roads).collect(),
    }
}

fn area_view(area: &Area) -> GroundView {
    let name = kind_name(area.kind);
    let covered =
        area.covering.as_ref().map_or(String::new(), |covering| format!(", {}", kind_name(covering.kind)));
    let level = area
        .covering
        .as_ref()
        .map_or(level_of(area.kind), |covering| level_of(covering.kind).max(level_of(area.kind)));
    GroundView {
        kind: ground_kind(area.kind, area.covering.as_ref().map(|covering| covering.kind)),
        name: format!("{name}{covered}"),
        outline: area.outline.points().to_vec(),
        line: area.crests.first().cloned().unwrap_or_default(),
        width: 0.0,
        effect: format!("{}.", capitalised(words::level(level))),
    }
}

pub fn kind_name(kind: AreaKind) -> String {
    crate::fog_ancients::words::kind_word(kind)
}

/// How a kind of terrain is painted.
pub fn ground_kind(kind: AreaKind, covering: Option<AreaKind>) -> GroundKind {
    let cover = match covering {
        None => HillCover::Bare,
        Some(AreaKind::BrokenGround | AreaKind::Village) => HillCover::Rocks,
        Some(_) => HillCover::Brush,
    };
    match kind {
        AreaKind::Open | AreaKind::OpenFields | AreaKind::EnclosedFields => GroundKind::Fields,
        AreaKind::BrokenGround | AreaKind::Impassable => GroundKind::Rocks,
        AreaKind::Brush => GroundKind::Brush,
        AreaKind::Plantation => GroundKind::Orchard,
        AreaKind::Gully => GroundKind::Gully,
        AreaKind::Forest => GroundKind::Woods,
        AreaKind::Vineyards => GroundKind::Vines,
        AreaKind::Marsh => GroundKind::Marsh,
        AreaKind::SoftSand => GroundKind::Dunes,
        AreaKind::Village => GroundKind::Village,
        AreaKind::SteepHill => GroundKind::Hill { steep: true, cover },
        AreaKind::GentleHill => GroundKind::Hill { steep: false, cover },
        AreaKind::Coast => GroundKind::Water,
    }
}

/// The same text with a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// FA-SEQ-02: the five phases of a turn.
const PHASES: [&str; 5] = ["Impact", "Manoeuvre", "Shooting", "Melee", "Joint action"];

pub fn standing(rules: &Rules, setup: &Setup, state: &State) -> StandingView {
    let phase = Phase::TURN.iter().position(|phase| *phase == state.phase).filter(|_| state.ending.is_none());
    StandingView {
        turn: if state.phase == Phase::SetUp { "Set-up".to_owned() } else { format!("Turn {}", state.turn) },
        active: active(state),
        phases: PHASES.to_vec(),
        phase,
        note: match (&state.ending, &state.set_up) {
            (Some(ending), _) => crate::story::tell_ending(ending),
            (None, Some(set_up)) => step_word(set_up.step).to_owned(),
            (None, None) => String::new(),
        },
        purse: None,
        losses: Side::BOTH.map(|side| loss(rules, setup, state, side)),
    }
}

fn active(state: &State) -> Side {
    match state.set_up.as_ref().map(|set_up| set_up.step) {
        Some(
            Step::Compulsory(side)
            | Step::Further(side)
            | Step::Works(side)
            | Step::Camp(side)
            | Step::Markers(side)
            | Step::Marches(side)
            | Step::Deploy(side)
            | Step::Dismount(side)
            | Step::Commanders(side),
        ) => side,
        Some(_) => state.initiative,
        None => state.active,
    }
}

fn step_word(step: Step) -> &'static str {
    match step {
        Step::Initiative => "initiative",
        Step::Territory => "territory",
        Step::Compulsory(_) | Step::Further(_) => "terrain is chosen",
        Step::Terrain => "terrain is placed",
        Step::Works(_) => "field fortifications",
        Step::Camp(_) => "camps",
        Step::Markers(_) => "ambushes",
        Step::Marches(_) => "outflanking marches",
        Step::Deploy(_) => "deployment",
        Step::Dismount(_) => "dismounting",
        Step::Commanders(_) => "commanders",
        Step::Done => "the battle begins",
    }
}

/// FA-VIC-01: attrition points against the number of battle groups.
fn loss(rules: &Rules, setup: &Setup, state: &State, side: Side) -> LossView {
    let name = &setup.armies[side.index()].name;
    let army = if name.is_empty() { capitalised(side.name()) } else { name.clone() };
    let lost = f64::from(Look::new(rules, state).attrition(side));
    let limit = f64::from(state.armies[side.index()].initial);
    let text = format!("{lost} attrition points; the army routs at {limit}");
    LossView { army, lost, limit, text, rule: Some(rule!("FA-VIC-01")) }
}
