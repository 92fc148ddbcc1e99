//! Deployment: the foot in one line in the middle, mounted beside it, light horse outside, the general
//! behind.

use aelian_blood_and_blades::choice::Placement;
use aelian_blood_and_blades::field::TableEdge;
use aelian_blood_and_blades::setup::home_facing;
use aelian_blood_and_blades::troop::{Grade, Troop, TroopType};
use aelian_blood_and_blades::{BaseId, BaseSet, Choice, Look};
use aelian_game::{Ruleset, Side};
use aelian_geometry::{Pose, Vec2};

/// Space between blocks in base widths: more than one, so that the blocks make no gap.
const SPACE: f64 = 1.25;
/// How far the general stands behind the line, in base widths.
const GENERAL_BEHIND: f64 = 2.0;
/// So many ranks more than they like troops stand on a narrow table.
const MOST_DEEPER: usize = 4;

/// The first of a few fixed ways to deploy that the rules allow.
pub fn deployment(look: Look<'_>, side: Side, bases: BaseSet) -> Option<Choice> {
    let width = look.rules.width;
    let fitting = (0..MOST_DEEPER).map(|deeper| Army::of(look, bases, deeper)).filter(|army| army.fits(look));
    for army in fitting {
        for back in [0.0, 1.0, 3.0] {
            for aside in [0.0, 1.0, -1.0, 3.0, -3.0, 6.0, -6.0] {
                let choice = Choice::Deploy(army.placed(look, side, aside * width, back * width));
                if look.rules.check(look.state, &choice).is_legal() {
                    return Some(choice);
                }
            }
        }
    }
    None
}

/// The army as it will stand: blocks from left to right, each a list of files, each file from front to rear.
struct Army {
    blocks: Vec<Vec<Vec<BaseId>>>,
    general: Option<BaseId>,
}

/// The blocks of a deployment, from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Block {
    LeftLightHorse,
    LeftWing,
    Foot,
    Skirmishers,
    RightWing,
    RightLightHorse,
}

impl Army {
    /// `deeper` ranks more than the troops would like, where the table is narrow.
    fn of(look: Look<'_>, bases: BaseSet, deeper: usize) -> Army {
        let troop = |id: BaseId| look.state.base(id).troop;
        let general = bases.iter().find(|id| look.state.base(*id).commander);
        let mut others: Vec<BaseId> = bases.iter().filter(|id| Some(*id) != general).collect();
        others.sort_by_key(|id| (place_in_line(&troop(*id)), troop(*id), *id));
        let supporters: Vec<BaseId> =
            others.iter().copied().filter(|id| troop(*id).special_support).collect();
        others.retain(|id| !supporters.contains(id));
        let mut blocks: Vec<(Block, Vec<Vec<BaseId>>)> = Vec::new();
        for run in others.chunk_by(|a, b| troop(*a) == troop(*b)) {
            let ranks = ranks(&troop(run[0])) + deeper;
            let files: Vec<Vec<BaseId>> = files(run, ranks);
            for (at, file) in files.into_iter().enumerate() {
                let block = block(&troop(file[0]), at);
                match blocks.iter_mut().find(|(which, _)| *which == block) {
                    Some((_, files)) => files.push(file),
                    None => blocks.push((block, vec![file])),
                }
            }
        }
        blocks.sort_by_key(|(block, _)| *block);
        let mut blocks: Vec<Vec<Vec<BaseId>>> = blocks.into_iter().map(|(_, files)| files).collect();
        stand_behind(look, &mut blocks, supporters);
        Army { blocks, general }
    }

    /// The width of the whole line in mm.
    fn front(&self, look: Look<'_>) -> f64 {
        let files: usize = self.blocks.iter().map(Vec::len).sum();
        let spaces = self.blocks.len().saturating_sub(1) as f64 * SPACE;
        (files as f64 + spaces) * look.rules.width
    }

    fn fits(&self, look: Look<'_>) -> bool {
        self.front(look) <= look.state.field.width
    }

    fn placed(&self, look: Look<'_>, side: Side, aside: f64, back: f64) -> Vec<Placement> {
        let width = look.rules.width;
        let line = Line::of(look, side, back);
        let mut from_left = aside - self.front(look) / 2.0;
        let mut placements = Vec::new();
        let mut deepest = 0.0f64;
        for block in &self.blocks {
            for file in block {
                let mut behind = 0.0;
                for base in file {
                    placements
                        .push(Placement { base: *base, pose: line.at(from_left + width / 2.0, behind) });
                    behind += look.state.rect(*base).depth;
                }
                deepest = deepest.max(behind);
                from_left += width;
            }
            from_left += SPACE * width;
        }
        if let Some(general) = self.general {
            let pose = line.at(aside, deepest + GENERAL_BEHIND * width);
            placements.push(Placement { base: general, pose });
        }
        placements
    }
}

/// The front line of a deployment, as its owner sees it.
struct Line {
    middle: Vec2,
    pose: Pose,
}

impl Line {
    fn of(look: Look<'_>, side: Side, back: f64) -> Line {
        let field = &look.state.field;
        let facing = home_facing(side);
        // A hair more than the rules ask for, so that rounding does no harm.
        let from_centre = look.mu(look.rules.settings.deployment_margin_from_centre) + 0.01 + back;
        let y = match TableEdge::of(side) {
            TableEdge::North => field.depth / 2.0 + from_centre,
            _ => field.depth / 2.0 - from_centre,
        };
        Line { middle: Vec2::new(field.width / 2.0, y), pose: Pose { at: Vec2::ZERO, facing } }
    }

    fn at(&self, right: f64, behind: f64) -> Pose {
        let facing = self.pose.facing;
        Pose { at: self.middle + facing.right() * right - facing.unit() * behind, facing }.on_grid()
    }
}

/// Where troops stand in the line of foot, from the left; like stands by like.
fn place_in_line(troop: &Troop) -> u8 {
    match troop.kind {
        TroopType::Ax => 0,
        TroopType::Bw => 1,
        TroopType::Sp => 2,
        TroopType::Pk => 3,
        TroopType::Bd => 4,
        TroopType::Wb => 5,
        TroopType::El => 6,
        TroopType::Hd => 7,
        TroopType::HCh => 8,
        TroopType::LCh => 9,
        TroopType::Cv => 10,
        TroopType::Cm => 11,
        TroopType::LH => 12,
        TroopType::Ps => 13,
        TroopType::Bg => 14,
    }
}

/// How deep troops like to stand: as deep as it helps them in close combat (65.3).
fn ranks(troop: &Troop) -> usize {
    match (troop.kind, troop.grade) {
        (TroopType::Pk, Grade::I | Grade::X) => 3,
        (TroopType::Pk | TroopType::Sp | TroopType::Wb | TroopType::Hd | TroopType::Ps, _) => 2,
        _ => 1,
    }
}

/// Mounted go to both wings in turn.
fn block(troop: &Troop, at: usize) -> Block {
    let left = at.is_multiple_of(2);
    match troop.kind {
        TroopType::LH if left => Block::LeftLightHorse,
        TroopType::LH => Block::RightLightHorse,
        TroopType::Ps => Block::Skirmishers,
        kind if kind.is_mounted() && kind != TroopType::El => {
            if left {
                Block::LeftWing
            } else {
                Block::RightWing
            }
        }
        _ => Block::Foot,
    }
}

/// Like troops in files of so many ranks; if it does not come out even the last files are shorter.
fn files(run: &[BaseId], ranks: usize) -> Vec<Vec<BaseId>> {
    let count = run.len().div_ceil(ranks.max(1)).max(1);
    let mut files = vec![Vec::new(); count];
    for (at, base) in run.iter().enumerate() {
        files[at % count].push(*base);
    }
    files
}

/// BB-TAC-20, BB-LST-13: Ps with special support stand behind Ax, Bd or Sp of one rank whom they may support, and
/// else in files of their own.
fn stand_behind(look: Look<'_>, blocks: &mut Vec<Vec<Vec<BaseId>>>, mut supporters: Vec<BaseId>) {
    let supported =
        |id: BaseId| matches!(look.state.base(id).troop.kind, TroopType::Ax | TroopType::Bd | TroopType::Sp);
    for file in blocks.iter_mut().flatten() {
        if let [front] = file[..]
            && supported(front)
        {
            let pairing = |id: BaseId| look.state.base(id).pairing;
            let last = supporters.iter().rposition(|rear| pairing(*rear).may_support(pairing(front)));
            file.extend(last.map(|at| supporters.remove(at)));
        }
    }
    if !supporters.is_empty() {
        blocks.push(supporters.chunks(2).map(<[BaseId]>::to_vec).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_blood_and_blades::army::ready;
    use aelian_blood_and_blades::setup::{Setup, Start, TableSize};
    use aelian_blood_and_blades::{Rules, State};
    use aelian_geometry::overlaps;

    fn start(red: usize, blue: usize, depth: f64, width: f64) -> (Rules, State) {
        let army = |at: usize| ready()[at].order_of_battle.clone();
        Rules::start(&Setup {
            scale: Default::default(),
            table: TableSize { depth, width },
            weather: false,
            time_of_day: false,
            budget: 250.0,
            settings: Default::default(),
            armies: [army(red), army(blue)],
            start: Start::Book,
        })
        .unwrap()
    }

    fn without_baggage(state: &State, side: Side) -> BaseSet {
        let fights = |id: &BaseId| state.base(*id).side == side && !state.base(*id).is(TroopType::Bg);
        state.ids().filter(fights).collect()
    }

    /// BB-DEP-10: every ready army finds room in its half of the usual table, and no base lies on another.
    #[test]
    fn every_army_finds_room() {
        for at in 0..ready().len() {
            let (rules, state) = start(at, at, 25.0, 40.0);
            let look = Look::new(&rules, &state);
            for side in Side::BOTH {
                let bases = without_baggage(&state, side);
                let fitting = (0..MOST_DEEPER).map(|deeper| Army::of(look, bases, deeper));
                let army = fitting.into_iter().find(|army| army.fits(look)).unwrap();
                let placements = army.placed(look, side, 0.0, 0.0);
                assert_eq!(placements.iter().map(|placed| placed.base).collect::<BaseSet>(), bases);
                assert_eq!(placements.len(), bases.len());
                let rects: Vec<_> =
                    placements.iter().map(|placed| state.rect(placed.base).with_pose(placed.pose)).collect();
                for (index, rect) in rects.iter().enumerate() {
                    let free =
                        rects.iter().skip(index + 1).all(|other| !overlaps(rect, other, rules.tolerance));
                    assert!(free, "{} {side:?}: {:?}", ready()[at].slug, placements[index]);
                    let half = |y: f64| if side == Side::Red { y } else { state.field.depth - y };
                    let inside = |corner: Vec2| {
                        (0.0..=state.field.width).contains(&corner.x)
                            && (0.0..=state.field.depth / 2.0 - rules.mu * 4.0).contains(&half(corner.y))
                    };
                    assert!(
                        rect.corners().into_iter().all(inside),
                        "{} {side:?}: {rect:?}",
                        ready()[at].slug
                    );
                }
            }
        }
    }

    /// Like troops stand side by side as one group, supports behind them.
    #[test]
    fn the_foot_stands_in_one_group() {
        let (rules, mut state) = start(0, 5, 25.0, 40.0);
        let placements = {
            let look = Look::new(&rules, &state);
            Army::of(look, without_baggage(&state, Side::Red), 0).placed(look, Side::Red, 0.0, 0.0)
        };
        for Placement { base, pose } in placements {
            let event = aelian_blood_and_blades::Event::Placed { base, pose, hidden: false };
            Rules::apply(&mut state, &event);
        }
        let look = Look::new(&rules, &state);
        let foot = |id: &BaseId| {
            let base = look.state.base(*id);
            base.troop.kind.is_heavy_infantry() && !base.commander
        };
        let line: Vec<BaseId> = state.on_table_of(Side::Red).filter(foot).collect();
        assert!(line.len() > 8);
        assert!(line.iter().all(|id| look.group_of(line[0]).contains(*id)));
    }
}
