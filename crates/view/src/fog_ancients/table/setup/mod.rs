//! The set-up on a page: terrain picked and laid, works and camps, markers, marches, groups and commanders.

mod ground;
mod hidden;
mod stand;
mod terrain;

use super::pieces;
use super::question::answers;
use super::seen::{Seen, Thing};
use super::sketch;
use crate::table::{LayShape, Light, Mode, PieceId, PieceView, Question, Sketch};
use aelian_fog_ancients::setup::{CommanderAt, Deployed, MarkerAt, Pick, SetUpChoice, SetUpPrompt, Step};
use aelian_fog_ancients::state::{Holds, MarchProgress};
use aelian_fog_ancients::{Choice, CommanderId, GroupId, GroupSet, Prompt, State};
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::{RuleId, rule};
pub use stand::widened;
use terrain::pick_name;

pub fn question(seen: Seen<'_>, side: Side, prompt: &SetUpPrompt) -> Question<Choice> {
    let (text, detail, rule) = put(seen, prompt);
    let (mode, answers) = match prompt {
        SetUpPrompt::Further { .. } => (terrain::pick_mode(seen, side), Vec::new()),
        SetUpPrompt::Lay { pick, .. } => terrain::lay_mode(seen, pick),
        SetUpPrompt::Adjust { piece, .. } => match picked(seen, *piece) {
            Some(pick) => terrain::adjust_mode(seen, &pick),
            None => (Mode::Answers, answers(seen)),
        },
        SetUpPrompt::Camp => stand::camp_mode(seen, side),
        SetUpPrompt::Fortify { .. } => stand::works_mode(seen, side),
        SetUpPrompt::Markers => hidden::markers_mode(seen, side),
        SetUpPrompt::Marches => hidden::marches_mode(seen, side),
        SetUpPrompt::Deploy { groups } => stand::deploy_mode(seen, *groups, stand::deployment(seen, side)),
        SetUpPrompt::Arrive { groups, .. } => stand::deploy_mode(seen, *groups, Vec::new()),
        SetUpPrompt::Reveal { group, .. } => stand::deploy_mode(seen, GroupSet::one(*group), Vec::new()),
        SetUpPrompt::Dismount { groups } => (hidden::dismount_mode(seen, *groups), Vec::new()),
        SetUpPrompt::Commanders { .. } => stand::commanders_mode(seen),
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
        room: Vec::new(),
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
        SetUpPrompt::Adjust { die, piece } => {
            let what = picked(seen, *piece).map_or("the piece".to_owned(), |pick| pick_name(&pick));
            let detail = match die {
                5 => "Slide it by up to 12 MU, or turn it about a point of its outline.",
                3 | 4 => "Slide it by up to 6 MU.",
                _ => "",
            };
            (format!("The die is {die}: do you move {what}?"), detail, rule!("FA-PLACE-09"))
        }
        SetUpPrompt::Fortify { pieces } => {
            (format!("Where do your {pieces} pieces of field fortifications stand?"), "", rule!("FA-CAMP-02"))
        }
        SetUpPrompt::Camp => (
            "Where do you pitch your camp?".to_owned(),
            "Within 10 MU of your edge, on ground that can be walked on.",
            rule!("FA-CAMP-03"),
        ),
        SetUpPrompt::Markers => (
            "Do you lay ambushes?".to_owned(),
            "Drag up to three markers, some of them dummies if you like, to places in the outer thirds that the enemy does not see.",
            rule!("FA-AMB-05"),
        ),
        SetUpPrompt::Marches => (
            "Do you send an outflanking march?".to_owned(),
            "At most one round each flank: a commander who is not the commander-in-chief, with one to three groups.",
            rule!("FA-FLANK-01"),
        ),
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

/// The piece of terrain with this number among those that were picked.
fn picked(seen: Seen<'_>, piece: u8) -> Option<Pick> {
    seen.state.set_up.as_ref()?.picked(piece).map(|picked| picked.pick)
}

/// Who is asked now, and for what.
fn asked(seen: Seen<'_>) -> Option<(Side, SetUpPrompt)> {
    match seen.rules.next(seen.state) {
        Next::Ask { side, prompt: Prompt::SetUp(prompt) } => Some((side, prompt)),
        _ => None,
    }
}

/// The pieces where the hand has put them: edge to edge with what they nearly touch if they may stand so, else exactly
/// there if they may.
pub fn place(seen: Seen<'_>, poses: &[(PieceId, Pose)]) -> Sketch<Choice> {
    let mut meant = None;
    for at in [stand::At::Edges, stand::At::Hand] {
        for choice in placed(seen, poses, at) {
            let sketch = sketch::judged(seen, Choice::SetUp(choice));
            if sketch.light != Light::Refused {
                return sketch;
            }
            meant.get_or_insert(sketch);
        }
    }
    meant.unwrap_or_else(|| sketch::judged(seen, Choice::SetUp(SetUpChoice::Deploy(Vec::new()))))
}

/// What the hand may mean, the likeliest first.
fn placed(seen: Seen<'_>, poses: &[(PieceId, Pose)], at: stand::At) -> Vec<SetUpChoice> {
    match asked(seen) {
        Some((side, SetUpPrompt::Commanders { .. })) => vec![stand::commanders(seen, side, poses, at)],
        Some((side, SetUpPrompt::Camp)) => vec![stand::camp(seen, side, poses, at)],
        Some((_, SetUpPrompt::Fortify { .. })) => vec![stand::works(poses)],
        Some((_, SetUpPrompt::Markers)) => vec![hidden::markers(seen, poses)],
        Some((_, SetUpPrompt::Arrive { .. })) => {
            let all = stand::deployed(seen, poses, at);
            stand::led_by_each(&all).into_iter().map(SetUpChoice::Arrive).collect()
        }
        Some((_, SetUpPrompt::Reveal { group, .. })) => {
            let dismounted = appears_on_foot(seen, group);
            let first = stand::deployed(seen, poses, at).into_iter().next();
            first.map(|one| SetUpChoice::Reveal(Deployed { dismounted, ..one })).into_iter().collect()
        }
        _ => vec![SetUpChoice::Deploy(stand::deployed(seen, poses, at))],
    }
}

/// FA-AMB-12: the marker of this group says that it comes on foot.
fn appears_on_foot(seen: Seen<'_>, group: GroupId) -> bool {
    let mut holds = seen.state.markers.iter().map(|marker| &marker.holds);
    holds.any(
        |holds| matches!(holds, Holds::Group { group: hidden, dismounted: true, .. } if *hidden == group),
    )
}

/// So many of each item.
pub fn pick(seen: Seen<'_>, counts: &[u8]) -> Sketch<Choice> {
    let choice = match asked(seen) {
        Some((side, SetUpPrompt::Marches)) => hidden::marches(seen, side, counts),
        Some((_, SetUpPrompt::Dismount { groups })) => hidden::dismount(groups, counts),
        Some((side, _)) => return terrain::pick(seen, side, counts),
        None => return terrain::pick(seen, seen.state.initiative, counts),
    };
    sketch::judged(seen, Choice::SetUp(choice))
}

/// The shape where the hand has put it.
pub fn lay(seen: Seen<'_>, shape: &LayShape) -> Sketch<Choice> {
    match asked(seen) {
        Some((_, SetUpPrompt::Adjust { piece, .. })) => match picked(seen, piece) {
            Some(pick) => terrain::adjust(seen, &pick, shape),
            None => terrain::lay(seen, shape),
        },
        _ => terrain::lay(seen, shape),
    }
}

/// Where the things of a set-up choice stand that no group is: camps, works, markers and commanders.
pub fn ghosts(seen: Seen<'_>, choice: &SetUpChoice) -> Vec<(PieceId, Rect)> {
    match choice {
        SetUpChoice::Camp(pose) => {
            let side = asked(seen).map_or(seen.state.active, |(side, _)| side);
            vec![(Thing::Camp(side).piece(), ground::camp(seen, *pose))]
        }
        SetUpChoice::Fortify(poses) => {
            let number = |at: usize| Thing::Work(seen.state.works.len() + at).piece();
            poses.iter().enumerate().map(|(at, pose)| (number(at), ground::work(seen, *pose))).collect()
        }
        SetUpChoice::Markers(markers) => {
            let mut dummies = (0..hidden::DUMMIES).map(Thing::Dummy);
            let thing = |marker: &MarkerAt| match marker.group {
                Some(group) if marker.dismounted => Some(Thing::Afoot(group)),
                Some(group) => Some(Thing::Hiding(group)),
                None => dummies.next(),
            };
            let things: Vec<_> = markers.iter().map(thing).collect();
            let square = |pose: Pose| aelian_fog_ancients::setup::ambush::square(seen.look(), pose);
            let pairs = things.into_iter().zip(markers);
            pairs.filter_map(|(thing, marker)| Some((thing?.piece(), square(marker.at)))).collect()
        }
        SetUpChoice::Commanders(placed) => {
            let rect = |id: CommanderId| Some(seen.state.commanders.get(id.index())?.rect);
            let piece = |one: &CommanderAt| {
                Some((Thing::Commander(one.commander).piece(), rect(one.commander)?.with_pose(one.at)))
            };
            placed.iter().filter_map(piece).collect()
        }
        _ => Vec::new(),
    }
}

/// From the ambushes to the end of the set-up each player keeps to himself what waits; afterwards only he who has
/// troops in ambush or on a march that nobody has heard of.
pub fn hides(state: &State, side: Side) -> bool {
    let step = state.set_up.as_ref().map(|set_up| set_up.step);
    let secret = |step: Step| {
        matches!(
            step,
            Step::Markers(_) | Step::Marches(_) | Step::Deploy(_) | Step::Dismount(_) | Step::Commanders(_)
        )
    };
    step.is_some_and(secret)
        || state.markers.iter().any(|marker| marker.side == side)
        || state.marches.iter().any(|march| march.side == side && march.progress == MarchProgress::Marching)
}

/// What waits to be put on the table, as it will be put there: markers where ambushes are laid, else a camp or works,
/// groups and commanders; and who is on a march.
pub fn reserve(seen: Seen<'_>) -> Vec<PieceView> {
    let (side, prompt) = match asked(seen) {
        Some((side, prompt)) => (side, Some(prompt)),
        None => (seen.state.active, None),
    };
    let mut all = Vec::new();
    match prompt {
        Some(SetUpPrompt::Markers) => {
            all.extend(hidden::waiting(seen, side).map(|id| pieces::hiding(seen, id)));
            all.extend((0..hidden::DUMMIES).map(|at| pieces::dummy(seen, side, at)));
            all.extend(hidden::commanders(seen, side).map(|id| pieces::of_commander(seen, id)));
            all.extend(hidden::riders(seen, side).map(|id| pieces::afoot(seen, id)));
            return all;
        }
        Some(SetUpPrompt::Camp) => {
            return vec![pieces::of_camp(side, "camp", ground::camp(seen, pieces::OFF))];
        }
        Some(SetUpPrompt::Fortify { pieces: count }) => {
            let work = |at: usize| {
                let thing = Thing::Work(seen.state.works.len() + at);
                pieces::of_work(thing, side, ground::work(seen, pieces::OFF))
            };
            return (0..usize::from(count)).map(work).collect();
        }
        _ if !hides(seen.state, side) => return Vec::new(),
        _ => {}
    }
    all.extend(pieces::waiting(seen));
    all
}
