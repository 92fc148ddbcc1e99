//! Deployments worth proposing: a battle line with heavy foot in the centre, mounted troops on the wings and
//! skirmishers in front, fitted to the ground.

use super::deploy::{self, Purpose, deployment_zone, fits};
use super::home_facing;
use super::lay::between;
use crate::baseset::BaseId;
use crate::choice::{Choice, Placement};
use crate::rules::{Look, Rules};
use crate::troop::TroopType;
use aelian_dice::Sampler;
use aelian_game::{Proposals, Side, Want};
use aelian_geometry::{Pose, Rect};

/// So many deployments are offered when the whole list is wanted.
const FULL_LIST: u16 = 6;

/// A base that finds its place taken looks for another every so many mm.
const STEP: f64 = 20.0;

pub fn propose(look: Look<'_>, side: Side, want: Want<'_>, out: &mut Proposals<Rules>) {
    let bases: Vec<BaseId> = deploy::waiting(look, side).iter().collect();
    draw_some(want, |sampler| {
        if let Some(places) = battle_line(look, side, &bases, sampler) {
            out.push(Choice::Deploy(places));
        }
        !out.is_empty()
    });
}

/// BB-DEP-01: behind the middle, behind a wing, or anywhere in the zone.
pub fn propose_baggage(look: Look<'_>, side: Side, want: Want<'_>, out: &mut Proposals<Rules>) {
    let bases: Vec<BaseId> = deploy::baggage(look, side).iter().collect();
    draw_some(want, |sampler| {
        let width = look.state.field.width;
        let mut taken = Vec::new();
        let mut places = Vec::new();
        for base in &bases {
            let x = between(sampler, 0.1 * width, 0.9 * width);
            let pose = home_pose(look, side, x, look.state.rect(*base).depth);
            let Some(pose) = near(look, side, *base, pose, &taken) else { break };
            taken.push(look.state.rect(*base).with_pose(pose));
            places.push(Placement { base: *base, pose });
        }
        if places.len() == bases.len() {
            out.push(Choice::PlaceBaggage(places));
        }
        !out.is_empty()
    });
}

/// Calls `make` as often as proposals are wanted, and some times more as long as it has made none.
fn draw_some(want: Want<'_>, mut make: impl FnMut(&mut Sampler) -> bool) {
    let mut fixed = Sampler::new(11);
    let (count, sampler) = match want {
        Want::All => (FULL_LIST, &mut fixed),
        Want::Sample(count, sampler) => (count.max(1), sampler),
    };
    let mut made = false;
    for _ in 0..count {
        made = make(sampler);
    }
    for _ in 0..8 {
        if made {
            return;
        }
        made = make(sampler);
    }
}

/// Where troops stand in a line of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Post {
    LeftWing,
    Centre,
    RightWing,
    Front,
}

/// Bases one behind the other.
struct File {
    post: Post,
    bases: Vec<BaseId>,
}

/// A whole army in line, each base at the nearest free place to the one it should have; none if some base
/// finds no place at all.
fn battle_line(
    look: Look<'_>,
    side: Side,
    bases: &[BaseId],
    sampler: &mut Sampler,
) -> Option<Vec<Placement>> {
    let width = look.rules.width;
    let (least, most) = deployment_zone(look, side, Purpose::Open);
    let room = (look.state.field.width / width).floor() as usize;
    let files = files(look, bases, room, sampler);
    let (mut front, mut line): (Vec<File>, Vec<File>) =
        files.into_iter().partition(|file| file.post == Post::Front);
    line.sort_by_key(|file| file.post);
    let total = line.len() as f64 * width;
    let slack = (look.state.field.width - total).max(0.0);
    let left = slack * between(sampler, 0.3, 0.7);
    // Skirmishers stand before the line, and the line may stand somewhat back.
    let ahead = if front.is_empty() { 0.0 } else { look.mu(1.0) };
    let back = ahead + between(sampler, 0.0, (most - least) * 0.15);
    let mut layout = Layout { look, side, taken: Vec::new(), places: Vec::new() };
    for (at, file) in line.iter().enumerate() {
        layout.file(file, left + (at as f64 + 0.5) * width, back)?;
    }
    let gap = (total / front.len().max(1) as f64).max(width);
    let start = left + (total - gap * front.len() as f64).max(0.0) * 0.5;
    for (at, file) in front.drain(..).enumerate() {
        layout.file(&file, start + (at as f64 + 0.5) * gap, 0.0)?;
    }
    Some(layout.places)
}

/// Files of like troops: Pk, Sp and Wb in depth, all deeper if the table is too narrow.
fn files(look: Look<'_>, bases: &[BaseId], room: usize, sampler: &mut Sampler) -> Vec<File> {
    let mut sorted = bases.to_vec();
    sorted.sort_by_key(|id| (look.state.base(*id).troop, *id));
    let wings = [Post::LeftWing, Post::RightWing];
    let lean = sampler.below(3);
    let deep = sampler.below(3) > 0;
    for extra in 0..6 {
        let mut files: Vec<File> = Vec::new();
        let mut mounted = 0;
        for id in &sorted {
            let troop = look.state.base(*id).troop;
            let depth = depth_of(troop.kind, deep) + extra;
            let open = files.last_mut().filter(|file| {
                file.bases.len() < depth
                    && file.bases.first().is_some_and(|first| look.state.base(*first).troop == troop)
            });
            if let Some(file) = open {
                file.bases.push(*id);
                continue;
            }
            let post = match troop.kind {
                TroopType::Ps => Post::Front,
                kind if kind.is_mounted() && kind != TroopType::El => {
                    mounted += 1;
                    wings[usize::from(if lean == 0 { mounted % 2 == 0 } else { mounted % 3 == 0 })]
                }
                _ => Post::Centre,
            };
            files.push(File { post, bases: vec![*id] });
        }
        let in_line = files.iter().filter(|file| file.post != Post::Front).count();
        if in_line <= room || extra == 5 {
            return files;
        }
    }
    Vec::new()
}

fn depth_of(kind: TroopType, deep: bool) -> usize {
    match kind {
        TroopType::Pk if deep => 3,
        TroopType::Pk | TroopType::Sp | TroopType::Wb | TroopType::Hd => 2,
        _ => 1,
    }
}

/// Places as they fill up.
struct Layout<'a> {
    look: Look<'a>,
    side: Side,
    taken: Vec<Rect>,
    places: Vec<Placement>,
}

impl Layout<'_> {
    /// Puts a file down with its head at x, so far behind the front of the zone.
    fn file(&mut self, file: &File, x: f64, back: f64) -> Option<()> {
        let mut behind = back;
        for base in &file.bases {
            let wanted = front_pose(self.look, self.side, x, behind);
            let pose = near(self.look, self.side, *base, wanted, &self.taken)?;
            let rect = self.look.state.rect(*base).with_pose(pose);
            behind += rect.depth;
            self.taken.push(rect);
            self.places.push(Placement { base: *base, pose });
        }
        Some(())
    }
}

/// The pose at x, so far behind the front of the zone, looking at the enemy.
fn front_pose(look: Look<'_>, side: Side, x: f64, behind: f64) -> Pose {
    let (least, most) = deployment_zone(look, side, Purpose::Open);
    let y = match side {
        Side::Red => most - behind,
        Side::Blue => least + behind,
    };
    Pose::new(x, y, home_facing(side)).on_grid()
}

/// The pose at x with the rear edge at the own table edge.
fn home_pose(look: Look<'_>, side: Side, x: f64, depth: f64) -> Pose {
    let y = match side {
        Side::Red => depth,
        Side::Blue => look.state.field.depth - depth,
    };
    Pose::new(x, y, home_facing(side)).on_grid()
}

/// The wanted pose, or else a free one near it, looked for in widening rings.
fn near(look: Look<'_>, side: Side, base: BaseId, wanted: Pose, taken: &[Rect]) -> Option<Pose> {
    let free = |pose: Pose| fits(look, side, base, pose, Purpose::Open, taken);
    if free(wanted) {
        return Some(wanted);
    }
    let rings = (look.state.field.width.max(look.state.field.depth) / STEP) as i32;
    for ring in 1..=rings {
        for (x, y) in around(ring) {
            let by = aelian_geometry::Vec2::new(f64::from(x) * STEP, f64::from(y) * STEP);
            let pose = wanted.translated(by).on_grid();
            if look.state.field.holds(&look.state.rect(base).with_pose(pose), 0.0) && free(pose) {
                return Some(pose);
            }
        }
    }
    None
}

/// The steps of a square ring.
fn around(ring: i32) -> impl Iterator<Item = (i32, i32)> {
    let rows = (-ring..=ring).flat_map(move |x| [(x, -ring), (x, ring)]);
    let columns = (1 - ring..ring).flat_map(move |y| [(-ring, y), (ring, y)]);
    rows.chain(columns)
}
