//! The set-up on a page: terrain picked and laid, works and camps, markers, groups and commanders put on the table.

use super::board::{capitalised, ground_kind, kind_name};
use super::question::{answers, plain, proposed};
use super::seen::{Seen, Thing};
use super::sketch;
use crate::table::{AnswerView, LayShape, Mode, PickItem, PieceId, Question, Sketch};
use aelian_fog_ancients::field::{AreaKind, Size};
use aelian_fog_ancients::setup::{
    CommanderAt, Deployed, Laying, Pick, SetUpChoice, SetUpPrompt, Step, home_facing, terrain,
};
use aelian_fog_ancients::{Choice, GroupId, GroupSet};
use aelian_game::Side;
use aelian_geometry::{Pose, Rect, Vec2};
use aelian_rulebook::{RuleId, rule};

/// How near a marker must be to a group to stand with it, in mm.
const NEAR: f64 = 15.0;

pub fn question(seen: Seen<'_>, side: Side, prompt: &SetUpPrompt) -> Question<Choice> {
    let (text, detail, rule) = put(seen, prompt);
    let (mode, answers) = match prompt {
        SetUpPrompt::Further { .. } => (pick_mode(seen, side), Vec::new()),
        SetUpPrompt::Lay { pick, .. } => lay_mode(seen, pick),
        SetUpPrompt::Deploy { groups } => (deploy_mode(seen, side, *groups), Vec::new()),
        SetUpPrompt::Commanders { .. } => commanders_mode(seen),
        _ => (Mode::Answers, answers(seen)),
    };
    Question {
        side,
        text,
        detail,
        rule: Some(rule),
        mode,
        answers,
        aside: Vec::new(),
        about: Vec::new(),
        secret: matches!(prompt, SetUpPrompt::Marches | SetUpPrompt::Markers),
    }
}

fn put(seen: Seen<'_>, prompt: &SetUpPrompt) -> (String, String, RuleId) {
    let (text, detail, rule) = match prompt {
        SetUpPrompt::Territory { .. } => (
            "In which territory is the battle fought?".to_owned(),
            "You have the initiative: any territory that either army lists.",
            rule!("FA-INIT-06"),
        ),
        SetUpPrompt::Compulsory { .. } => {
            ("Choose your compulsory piece of terrain".to_owned(), "", rule!("FA-TERR-06"))
        }
        SetUpPrompt::Further { .. } => (
            "Choose two to four further selections of terrain".to_owned(),
            "A river or coast costs two, and so does a large piece.",
            rule!("FA-TERR-08"),
        ),
        SetUpPrompt::Lay { pick, .. } => (
            format!("Where do you place {}?", pick_name(pick)),
            "The die says in which part of the table.",
            rule!("FA-PLACE-07"),
        ),
        SetUpPrompt::Adjust { die, .. } => {
            (format!("The die is {die}: do you move the piece?"), "", rule!("FA-PLACE-09"))
        }
        SetUpPrompt::Fortify { pieces } => {
            (format!("Where do your {pieces} pieces of field fortifications stand?"), "", rule!("FA-CAMP-02"))
        }
        SetUpPrompt::Camp => ("Where do you pitch your camp?".to_owned(), "", rule!("FA-CAMP-03")),
        SetUpPrompt::Markers => ("Do you lay ambushes?".to_owned(), "", rule!("FA-AMB-05")),
        SetUpPrompt::Marches => ("Do you send an outflanking march?".to_owned(), "", rule!("FA-FLANK-01")),
        SetUpPrompt::Deploy { groups } => (
            format!("Deploy {}", seen.list(*groups)),
            "Within 10 MU of your edge, light troops within 15.",
            rule!("FA-DEP-05"),
        ),
        SetUpPrompt::Dismount { .. } => ("Does anybody dismount?".to_owned(), "", rule!("FA-DISM-02")),
        SetUpPrompt::Commanders { .. } => (
            "Place your commanders".to_owned(),
            "Touching the group that each is with, within 15 MU of your edge.",
            rule!("FA-DEP-10"),
        ),
        SetUpPrompt::Reveal { group, .. } => (
            format!("{} comes out of its ambush: how does it stand?", seen.named(*group)),
            "",
            rule!("FA-AMB-08"),
        ),
        SetUpPrompt::Arrive { groups, .. } => {
            (format!("{} arrives: where?", seen.list(*groups)), "", rule!("FA-FLANK-10"))
        }
        SetUpPrompt::Surprised { groups } => (
            format!("Enemy arrive near {}: which of them flees next, and how?", seen.list(*groups)),
            "Straight away from the table edge, even if it could not evade otherwise.",
            rule!("FA-FLANK-20"),
        ),
        SetUpPrompt::Enter { groups } => (
            format!("How far does {} come?", seen.list(*groups)),
            "Straight in from the edge where it said that it would arrive.",
            rule!("FA-FLANK-21"),
        ),
    };
    (text, detail.to_owned(), rule)
}

fn pick_name(pick: &Pick) -> String {
    match pick {
        Pick::River => "the river".to_owned(),
        Pick::Coast => "the coast".to_owned(),
        Pick::Road => "the road".to_owned(),
        Pick::Area { kind, size, covering } => {
            let large = if *size == Size::Large { "large " } else { "" };
            let covered = covering.map_or(String::new(), |kind| format!(" with {}", kind_name(kind)));
            format!("the {large}{}{covered}", kind_name(*kind))
        }
    }
}

/// What may be picked, one item each: single pieces of every kind that the territory has, then water and road.
fn offered(seen: Seen<'_>, side: Side) -> Vec<Pick> {
    let Some(set_up) = &seen.state.set_up else { return Vec::new() };
    let Some(territory) = set_up.territory else { return Vec::new() };
    let first = side == seen.state.initiative;
    let mut picks: Vec<Pick> = AreaKind::ALL
        .into_iter()
        .filter(|kind| *kind != AreaKind::Coast && set_up.most(*kind) > 0)
        .filter(|kind| first || *kind != AreaKind::Village)
        .flat_map(terrain::picks_of)
        .filter(|pick| first || !matches!(pick, Pick::Area { covering: Some(AreaKind::Village), .. }))
        .collect();
    let row = terrain::row(territory);
    if row.road > 0 {
        picks.push(Pick::Road);
    }
    if first && row.water > 0 {
        picks.extend([Pick::River, Pick::Coast]);
    }
    picks
}

fn pick_mode(seen: Seen<'_>, side: Side) -> Mode {
    let proposed = proposed(seen).into_iter().find_map(|choice| match choice {
        Choice::SetUp(SetUpChoice::Further(picks)) => Some(picks),
        _ => None,
    });
    let proposed = proposed.unwrap_or_default();
    let item = |pick: Pick| PickItem {
        label: capitalised(pick_name(&pick).trim_start_matches("the ")),
        detail: format!("{} selection{}", pick.selections(), if pick.selections() == 1 { "" } else { "s" }),
        chosen: proposed.iter().filter(|known| **known == pick).count() as u8,
        most: 4,
    };
    Mode::Pick { items: offered(seen, side).into_iter().map(item).collect() }
}

/// So many of each item.
pub fn pick(seen: Seen<'_>, counts: &[u8]) -> Sketch<Choice> {
    let side = match seen.state.set_up.as_ref().map(|set_up| set_up.step) {
        Some(Step::Further(side)) => side,
        _ => seen.state.initiative,
    };
    let picks = offered(seen, side)
        .into_iter()
        .zip(counts)
        .flat_map(|(pick, count)| std::iter::repeat_n(pick, usize::from(*count)))
        .collect();
    sketch::judged(seen, Choice::SetUp(SetUpChoice::Further(picks)))
}

fn lay_mode(seen: Seen<'_>, pick: &Pick) -> (Mode, Vec<AnswerView<Choice>>) {
    let first = proposed(seen).into_iter().next();
    match first {
        Some(Choice::SetUp(SetUpChoice::Lay(laying))) => {
            (Mode::Lay { shape: shape(seen, pick, &laying) }, Vec::new())
        }
        _ => {
            let none = Choice::SetUp(SetUpChoice::CannotLay);
            let answer =
                plain(none, "It has no place", "No legal place is left for it.", Some(rule!("FA-PLACE-16")));
            (Mode::Answers, vec![AnswerView { primary: true, ..answer }])
        }
    }
}

fn shape(seen: Seen<'_>, pick: &Pick, laying: &Laying) -> LayShape {
    let kind = match pick {
        Pick::Area { kind, covering, .. } => ground_kind(*kind, *covering),
        Pick::Coast => crate::table::GroundKind::Water,
        Pick::River => crate::table::GroundKind::River,
        Pick::Road => crate::table::GroundKind::Road { paved: true },
    };
    let bare = LayShape {
        kind,
        outline: Vec::new(),
        line: Vec::new(),
        width: 0.0,
        points_move: true,
        widths: None,
        options: Vec::new(),
        option: 0,
    };
    match laying {
        Laying::Area { outline, .. } => LayShape { outline: outline.clone(), ..bare },
        Laying::River { line, width } => {
            let widths = Some((seen.rules.mu, 4.0 * seen.rules.mu));
            LayShape { line: line.clone(), width: *width, widths, ..bare }
        }
        Laying::Road { line } => LayShape { line: line.clone(), width: seen.rules.width * 0.5, ..bare },
    }
}

/// The shape where the hand has put it.
pub fn lay(seen: Seen<'_>, shape: &LayShape) -> Sketch<Choice> {
    let laying = if shape.outline.is_empty() {
        match shape.kind {
            crate::table::GroundKind::River => Laying::River { line: shape.line.clone(), width: shape.width },
            _ => Laying::Road { line: shape.line.clone() },
        }
    } else {
        Laying::Area { outline: shape.outline.clone(), crests: Vec::new(), covered: None, high: false }
    };
    sketch::judged(seen, Choice::SetUp(SetUpChoice::Lay(laying)))
}

/// A strip along the rear edge.
fn strip(seen: Seen<'_>, side: Side, deep: f64) -> Vec<Vec2> {
    let field = &seen.state.field;
    let (from, to) = match side {
        Side::Red => (0.0, seen.rules.mu * deep),
        Side::Blue => (field.depth - seen.rules.mu * deep, field.depth),
    };
    [(0.0, from), (field.width, from), (field.width, to), (0.0, to)].map(|(x, y)| Vec2::new(x, y)).to_vec()
}

/// All bases of the batch where they are proposed, to be dragged group by group.
fn deploy_mode(seen: Seen<'_>, side: Side, groups: GroupSet) -> Mode {
    let proposal = proposed(seen).into_iter().find_map(|choice| match choice {
        Choice::SetUp(SetUpChoice::Deploy(deployed)) => Some(deployed),
        _ => None,
    });
    let look = seen.look();
    let mut pieces = Vec::new();
    for one in proposal.unwrap_or_default().iter().filter(|one| groups.contains(one.group)) {
        let (places, rects) = aelian_fog_ancients::setup::deploy::formed(look, one);
        pieces.extend(places.iter().zip(rects).map(|(place, rect)| (place.base.0, rect)));
    }
    Mode::Place {
        pieces,
        zones: vec![strip(seen, side, 10.0), strip(seen, side, 15.0)],
        may_leave_out: false,
    }
}

fn commanders_mode(seen: Seen<'_>) -> (Mode, Vec<AnswerView<Choice>>) {
    let proposal = proposed(seen).into_iter().find_map(|choice| match choice {
        Choice::SetUp(SetUpChoice::Commanders(placed)) => Some(placed),
        _ => None,
    });
    let Some(placed) = proposal else { return (Mode::Answers, answers(seen)) };
    let piece = |one: &CommanderAt| {
        let rect = seen.state.commander(one.commander).rect.with_pose(one.at);
        (Thing::Commander(one.commander).piece(), rect)
    };
    let pieces = placed.iter().map(piece).collect();
    (Mode::Place { pieces, zones: Vec::new(), may_leave_out: false }, Vec::new())
}

/// The pieces where the hand has put them: groups as the blocks that their bases make, or commanders.
pub fn place(seen: Seen<'_>, poses: &[(PieceId, Pose)]) -> Sketch<Choice> {
    let step = seen.state.set_up.as_ref().map(|set_up| set_up.step);
    if let Some(Step::Commanders(side)) = step {
        let placed =
            poses.iter().filter_map(|(piece, pose)| commander_at(seen, side, *piece, *pose)).collect();
        return sketch::judged(seen, Choice::SetUp(SetUpChoice::Commanders(placed)));
    }
    let mut groups = GroupSet::EMPTY;
    for (piece, _) in poses {
        if let Thing::Base(base) = Thing::of(*piece)
            && let Some(base) = seen.state.bases.get(base.index())
        {
            groups.insert(base.group);
        }
    }
    let deployed = groups.iter().filter_map(|group| block(seen, group, poses)).collect();
    sketch::judged(seen, Choice::SetUp(SetUpChoice::Deploy(deployed)))
}

/// A commander joins the group that his marker touches, or nearly.
fn commander_at(seen: Seen<'_>, side: Side, piece: PieceId, pose: Pose) -> Option<CommanderAt> {
    let Thing::Commander(commander) = Thing::of(piece) else { return None };
    let rect = seen.state.commanders.get(commander.index())?.rect.with_pose(pose);
    let look = seen.look();
    let near = |id: &GroupId| look.distance_to(*id, &rect) <= NEAR;
    let with = seen
        .state
        .on_table_of(side)
        .filter(near)
        .min_by(|one, other| look.distance_to(*one, &rect).total_cmp(&look.distance_to(*other, &rect)));
    let beside = |group: GroupId| {
        let rects: Vec<Rect> = seen.state.rects_of(group).copied().collect();
        look.place_near(&rects, pose.at)
    };
    let at = with.and_then(beside).unwrap_or(pose);
    Some(CommanderAt { commander, at: at.on_grid(), with })
}

/// A group as a block: as wide as its bases were put, its front where they stand foremost.
fn block(seen: Seen<'_>, group: GroupId, poses: &[(PieceId, Pose)]) -> Option<Deployed> {
    let own: Vec<Rect> = poses
        .iter()
        .filter_map(|(piece, pose)| match Thing::of(*piece) {
            Thing::Base(base) => {
                let base = seen.state.bases.get(base.index()).filter(|base| base.group == group)?;
                Some(base.rect.with_pose(*pose))
            }
            _ => None,
        })
        .collect();
    let facing = own.first().map_or(home_facing(seen.state.group(group).side), |rect| rect.pose.facing);
    let bounds = aelian_fog_ancients::formation::bounds(facing, own.iter());
    let files = (bounds.width / seen.rules.width).round().clamp(1.0, own.len().max(1) as f64) as u8;
    Some(Deployed { group, front: bounds.pose.on_grid(), files, tail: None, dismounted: false })
}
