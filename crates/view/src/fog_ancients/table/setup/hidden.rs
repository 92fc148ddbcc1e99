//! What the other player may not know: ambush markers (30.5) and outflanking marches (30.6); and who dismounts.

use super::ground;
use crate::fog_ancients::table::question::plain;
use crate::fog_ancients::table::seen::{Seen, Thing};
use crate::fog_ancients::{commander_name, group_name};
use crate::table::{AnswerView, Mode, PickItem, PieceId};
use aelian_fog_ancients::setup::ambush::square;
use aelian_fog_ancients::setup::{MarkerAt, Outflank, SetUpChoice};
use aelian_fog_ancients::state::{CommanderPlace, Place, Rank};
use aelian_fog_ancients::{Choice, CommanderId, GroupId, GroupSet};
use aelian_game::Side;
use aelian_geometry::{Hand, Pose, Rect};
use aelian_rulebook::rule;

/// FA-AMB-05: so many markers without anybody.
pub const DUMMIES: u8 = 3;

/// A commander no farther than this from a marker hides with its group, in mm.
const NEAR: f64 = 25.0;

pub fn waiting(seen: Seen<'_>, side: Side) -> impl Iterator<Item = GroupId> + '_ {
    seen.state.group_ids().filter(move |id| {
        let group = seen.state.group(*id);
        group.side == side && group.place == Place::Waiting
    })
}

/// FA-DISM-01: those of them who may appear dismounted.
pub fn riders(seen: Seen<'_>, side: Side) -> impl Iterator<Item = GroupId> + '_ {
    waiting(seen, side).filter(move |id| seen.look().may_dismount(*id))
}

pub fn commanders(seen: Seen<'_>, side: Side) -> impl Iterator<Item = CommanderId> + '_ {
    seen.state.commander_ids().filter(move |id| {
        let commander = seen.state.commander(*id);
        commander.side == side && commander.place == CommanderPlace::Waiting
    })
}

/// A marker for each group that waits, one more for each that may dismount, dummies, and the commanders who may hide with a group: all beside the table.
pub fn markers_mode(seen: Seen<'_>, side: Side) -> (Mode, Vec<AnswerView<Choice>>) {
    let things = waiting(seen, side).map(Thing::Hiding).chain((0..DUMMIES).map(Thing::Dummy));
    let things = things.chain(commanders(seen, side).map(Thing::Commander));
    let things = things.chain(riders(seen, side).map(Thing::Afoot));
    let rect = |thing: Thing, pose: Pose| match thing {
        Thing::Commander(id) => seen.state.commander(id).rect.with_pose(pose),
        _ => square(seen.look(), pose),
    };
    let parked =
        |(at, thing): (usize, Thing)| (thing.piece(), rect(thing, ground::beside_table(seen, side, at)));
    let field = &seen.state.field;
    let deep = if seen.state.initiative == side { field.depth * 0.5 } else { seen.rules.mu * 18.0 };
    let thirds = [(0.0, field.width / 3.0), (field.width * 2.0 / 3.0, field.width)];
    let mode = Mode::Place {
        pieces: things.enumerate().map(parked).collect(),
        zones: thirds.map(|third| ground::part(seen, side, third, deep)).to_vec(),
        may_leave_out: true,
        whole: true,
    };
    let none = Choice::SetUp(SetUpChoice::Markers(Vec::new()));
    let rule = Some(rule!("FA-AMB-05"));
    let answer = plain(none, "No ambush", "All your battle groups are deployed openly.", rule);
    (mode, vec![AnswerView { primary: true, ..answer }])
}

/// FA-AMB-05, FA-AMB-12: the markers that lie on the table; a commander beside one is with its group.
pub fn markers(seen: Seen<'_>, poses: &[(PieceId, Pose)]) -> SetUpChoice {
    let laid = |(piece, pose): &(PieceId, Pose)| {
        let thing = Thing::of(*piece);
        let group = match thing {
            Thing::Hiding(group) | Thing::Afoot(group) => Some(group),
            Thing::Dummy(_) => None,
            _ => return None,
        };
        let dismounted = matches!(thing, Thing::Afoot(_));
        let rect = square(seen.look(), *pose);
        let commander = group.and_then(|_| beside(seen, &rect, poses));
        let marker = MarkerAt { at: pose.on_grid(), group, commander, dismounted };
        ground::is_over_table(seen, &rect).then_some(marker)
    };
    SetUpChoice::Markers(poses.iter().filter_map(laid).collect())
}

/// The commander who was put beside a marker.
fn beside(seen: Seen<'_>, marker: &Rect, poses: &[(PieceId, Pose)]) -> Option<CommanderId> {
    let away = |(piece, pose): &(PieceId, Pose)| {
        let Thing::Commander(id) = Thing::of(*piece) else { return None };
        let rect = seen.state.commanders.get(id.index())?.rect.with_pose(*pose);
        let away = aelian_geometry::distance(&rect, marker);
        (away <= NEAR).then_some((id, away))
    };
    poses.iter().filter_map(away).min_by(|one, other| one.1.total_cmp(&other.1)).map(|(id, _)| id)
}

/// FA-FLANK-02: who may lead a march, in the order of the items.
fn leaders(seen: Seen<'_>, side: Side) -> Vec<CommanderId> {
    let leads = |id: &CommanderId| seen.state.commander(*id).rank != Rank::CommanderInChief;
    commanders(seen, side).filter(leads).collect()
}

/// What an item of the marches stands for.
#[derive(Clone, Copy)]
enum Part {
    Flank(CommanderId, Hand),
    Goes(CommanderId, GroupId),
}

fn parts(seen: Seen<'_>, side: Side) -> Vec<Part> {
    let leaders = leaders(seen, side);
    let flanks = Hand::BOTH.into_iter().flat_map(|hand| leaders.iter().map(move |id| Part::Flank(*id, hand)));
    let groups = waiting(seen, side).flat_map(|group| leaders.iter().map(move |id| Part::Goes(*id, group)));
    flanks.chain(groups).collect()
}

/// FA-FLANK-01: for each leader the flank that he goes round, and whom he takes with him.
pub fn marches_mode(seen: Seen<'_>, side: Side) -> (Mode, Vec<AnswerView<Choice>>) {
    let item = |part: Part| {
        let (label, detail) = match part {
            Part::Flank(id, hand) => {
                let hand = if hand == Hand::Left { "left" } else { "right" };
                (format!("{} round the {hand}", commander_name(seen.names, id)), "leads a march".to_owned())
            }
            Part::Goes(id, group) => {
                (group_label(seen, group), format!("goes with {}", commander_name(seen.names, id)))
            }
        };
        PickItem { label, detail, chosen: 0, most: 1 }
    };
    let none = Choice::SetUp(SetUpChoice::Marches(Vec::new()));
    let items: Vec<PickItem> = parts(seen, side).into_iter().map(item).collect();
    let answer = plain(none, "No outflanking march", "", Some(rule!("FA-FLANK-01")));
    let mode = if items.is_empty() { Mode::Answers } else { Mode::Pick { items } };
    (mode, vec![AnswerView { primary: true, ..answer }])
}

/// `R1 · 4 Cv Cavalry`.
fn group_label(seen: Seen<'_>, group: GroupId) -> String {
    let label = seen.names.label(PieceId::from(group.0));
    let kind = seen.state.group(group).troops[0].kind.code();
    format!("{} \u{b7} {} {kind} {label}", group_name(seen.names, group), seen.state.strength(group))
        .trim_end()
        .to_owned()
}

/// FA-FLANK-01: the marches that were ticked. Who has troops and no flank goes round the left.
pub fn marches(seen: Seen<'_>, side: Side, counts: &[u8]) -> SetUpChoice {
    let chosen: Vec<Part> = parts(seen, side)
        .into_iter()
        .zip(counts)
        .filter(|(_, count)| **count > 0)
        .map(|(part, _)| part)
        .collect();
    let mut marches = Vec::new();
    for leader in leaders(seen, side) {
        let flanks = chosen.iter().filter_map(|part| match part {
            Part::Flank(id, hand) if *id == leader => Some(*hand),
            _ => None,
        });
        let flanks: Vec<Hand> = flanks.collect();
        let groups = chosen.iter().filter_map(|part| match part {
            Part::Goes(id, group) if *id == leader => Some(*group),
            _ => None,
        });
        let groups: GroupSet = groups.collect();
        let unsaid = (flanks.is_empty() && !groups.is_empty()).then_some(Hand::Left);
        let all = flanks.into_iter().chain(unsaid);
        marches.extend(all.map(|flank| Outflank { flank, groups, commander: leader }));
    }
    SetUpChoice::Marches(marches)
}

/// FA-DISM-02: any of those who may.
pub fn dismount_mode(seen: Seen<'_>, groups: GroupSet) -> Mode {
    let item = |group: GroupId| PickItem {
        label: group_label(seen, group),
        detail: "fights on foot".to_owned(),
        chosen: 0,
        most: 1,
    };
    Mode::Pick { items: groups.iter().map(item).collect() }
}

/// FA-DISM-02: those who were ticked.
pub fn dismount(groups: GroupSet, counts: &[u8]) -> SetUpChoice {
    let ticked = groups.iter().zip(counts).filter(|(_, count)| **count > 0);
    SetUpChoice::Dismount(ticked.map(|(group, _)| group).collect())
}
