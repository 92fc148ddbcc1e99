//! The table, its terrain, and where the battle stands.

use crate::hail_caesar::words;
use crate::table::{BoardView, GroundKind, GroundView, HillCover, LossView, StandingView};
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::Vec2;
use aelian_hail_caesar::field::{Area, AreaKind, Block, Crossing, Obstacle, River, Strength};
use aelian_hail_caesar::setup::Setup;
use aelian_hail_caesar::stage::Part;
use aelian_hail_caesar::{INCH, Rules, State};
use aelian_rulebook::rule;

pub fn board(state: &State) -> BoardView {
    let field = &state.field;
    let areas = field.areas.iter().map(area_view);
    let rivers = field.rivers.iter().flat_map(river_views);
    let roads = field.roads.iter().map(|road| GroundView {
        kind: GroundKind::Road { paved: false },
        name: "road".to_owned(),
        outline: Vec::new(),
        line: road.line.points().to_vec(),
        width: road.width,
        effect: "Columns, wagons and elephants go along it as in the open.".to_owned(),
    });
    let obstacles = field.obstacles.iter().map(obstacle_view);
    let blocks = field.blocks.iter().map(block_view);
    BoardView {
        width: field.width,
        depth: field.depth,
        unit: INCH,
        unit_name: "″",
        whole_units: true,
        grounds: areas.chain(rivers).chain(roads).chain(obstacles).chain(blocks).collect(),
    }
}

fn area_view(area: &Area) -> GroundView {
    let (kind, effect) = match area.kind {
        AreaKind::Wood => (
            GroundKind::Woods,
            "Only infantry and cavalry in open order enter; cover; nobody sees into or through it beyond its edge.",
        ),
        AreaKind::Rough => {
            (GroundKind::Brush, "All but infantry and cavalry in open order make one move only.")
        }
        AreaKind::Hill => (
            GroundKind::Hill { steep: false, cover: HillCover::Bare },
            "Uphill troops that stand fight with an advantage.",
        ),
        AreaKind::Impassable => (GroundKind::Rocks, "Nobody can enter."),
        AreaKind::Cover => (GroundKind::Orchard, "Cover."),
        AreaKind::Plain => (GroundKind::Fields, "No effect."),
    };
    let kind = painted(&area.look).unwrap_or(kind);
    let name = if area.name.is_empty() { words::area(area.kind).to_owned() } else { area.name.clone() };
    GroundView {
        kind,
        name,
        outline: area.outline.points().to_vec(),
        line: area.crests.first().cloned().unwrap_or_default(),
        width: 0.0,
        effect: effect.to_owned(),
    }
}

/// What scenario files call looks.
fn painted(look: &str) -> Option<GroundKind> {
    Some(match look {
        "camp" => GroundKind::Camp,
        "meadow" => GroundKind::Meadow,
        "orchard" => GroundKind::Orchard,
        "palms" => GroundKind::Palms,
        "pen" => GroundKind::Pen,
        "scrub" => GroundKind::Brush,
        "stockade" => GroundKind::Stockade,
        "sunken" => GroundKind::Sunken,
        "tower" => GroundKind::Tower,
        "town" => GroundKind::Town,
        _ => return None,
    })
}

fn river_views(river: &River) -> impl Iterator<Item = GroundView> + '_ {
    let effect = match river.crossing {
        Crossing::Obstacle => "An obstacle: formed units spend a move to cross.",
        Crossing::Impassable => "Crossed only at fords and bridges.",
        Crossing::Fordable => "Rough ground.",
    };
    let view = |kind, name: &str, outline: &[Vec2], effect: &str| GroundView {
        kind,
        name: name.to_owned(),
        outline: outline.to_vec(),
        line: river.course.line().points().to_vec(),
        width: river.course.widths().iter().copied().fold(0.0, f64::max),
        effect: effect.to_owned(),
    };
    let name = if river.name.is_empty() { "river" } else { &river.name };
    let banks =
        river.course.outline().iter().map(move |banks| view(GroundKind::River, name, banks.points(), effect));
    let how = if river.column_only {
        "The river is crossed here, in column."
    } else {
        "The river is crossed here as open ground."
    };
    let fords = river.fords.iter().map(move |ford| GroundView {
        line: Vec::new(),
        ..view(GroundKind::Dunes, "ford", ford.points(), how)
    });
    banks.chain(fords)
}

fn obstacle_view(obstacle: &Obstacle) -> GroundView {
    let cover = if obstacle.cover { " Cover for those behind it." } else { "" };
    let (kind, plain) =
        if obstacle.cover { (GroundKind::Wall, "wall") } else { (GroundKind::Ditch, "ditch") };
    GroundView {
        kind,
        name: if obstacle.name.is_empty() { plain.to_owned() } else { obstacle.name.clone() },
        outline: Vec::new(),
        line: obstacle.line.points().to_vec(),
        width: 0.3 * INCH,
        effect: format!("Formed units spend a whole move to cross it.{cover}"),
    }
}

fn block_view(block: &Block) -> GroundView {
    let effect = match block.strength {
        Strength::Light => "Infantry can occupy it: +1 to saves.",
        Strength::Substantial => "Infantry can occupy it: +2 to saves.",
        Strength::Fortification => "Infantry can occupy it: +3 to saves.",
        Strength::Closed => "Nobody can enter.",
    };
    GroundView {
        kind: painted(&block.look).unwrap_or(GroundKind::Village),
        name: if block.name.is_empty() { "building".to_owned() } else { block.name.clone() },
        outline: block.rect.corners().to_vec(),
        line: Vec::new(),
        width: 0.0,
        effect: effect.to_owned(),
    }
}

/// The same text with a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// HC-TURN-02: the three parts of a turn.
const PARTS: [(Part, &str); 3] =
    [(Part::Command, "Command"), (Part::Ranged, "Ranged attacks"), (Part::HandToHand, "Hand-to-hand")];

pub fn standing(rules: &Rules, setup: &Setup, state: &State) -> StandingView {
    let phase = PARTS.iter().position(|(part, _)| *part == state.part).filter(|_| state.ending.is_none());
    StandingView {
        turn: if state.part == Part::SetUp { "Set-up".to_owned() } else { format!("Turn {}", state.turn) },
        active: acts(rules, state),
        phases: PARTS.iter().map(|(_, name)| *name).collect(),
        phase,
        note: match &state.ending {
            Some(ending) => crate::story::tell_ending(ending),
            None => words::stage(state.stage).to_owned(),
        },
        purse: None,
        losses: Side::BOTH.map(|side| loss(rules, setup, state, side)),
    }
}

/// Whose turn it is; before the first, who draws up.
fn acts(rules: &Rules, state: &State) -> Side {
    match rules.next(state) {
        Next::Ask { side, .. } if state.part == Part::SetUp => side,
        _ => state.active,
    }
}

/// HC-VIC-02: broken divisions against what breaks the army.
fn loss(rules: &Rules, setup: &Setup, state: &State, side: Side) -> LossView {
    let name = &setup.armies[side.index()].name;
    let army = if name.is_empty() { capitalised(side.name()) } else { name.clone() };
    let own =
        rules.divisions.iter().zip(&state.divisions).filter(|(card, _)| card.side == side && !card.minor);
    let (mut all, mut broken) = (0u32, 0u32);
    for (_, division) in own {
        all += 1;
        broken += u32::from(division.broken);
    }
    let units = state.ids().filter(|id| rules.card(*id).side == side);
    let (mut count, mut lost) = (0, 0);
    for id in units {
        count += 1;
        lost += u32::from(state.unit(id).is_lost());
    }
    // HC-VIC-02, HC-VIC-04: so many broken divisions are the end.
    let settings = &rules.settings;
    let one = all < 3 && settings.one_of_two_is_enough;
    let limit = if one {
        1
    } else if settings.half_is_enough {
        all.div_ceil(2)
    } else {
        all / 2 + 1
    };
    LossView {
        army,
        lost: f64::from(broken),
        limit: f64::from(limit.max(1)),
        text: format!(
            "{broken} of {all} divisions broken, {limit} are the end; {lost} of {count} units lost"
        ),
        rule: Some(rule!("HC-VIC-02")),
    }
}
