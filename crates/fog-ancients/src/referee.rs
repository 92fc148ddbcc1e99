//! What the referee is told of Field of Glory: the bases of battle groups, how far each kind of move may go, and who may
//! pass whom. Plain sentences with the rule that has them; nothing here is used to move anybody.

use crate::choice::Placement;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::field::Level;
use crate::ids::{BaseId, GroupId};
use crate::movement::Leg;
use crate::rules::Rules;
use crate::settings::Edition;
use crate::state::{Cohesion, Deed, Group, Place, Shape, State};
use crate::tables::Allowance;
use crate::troop::TroopType;
use aelian_game::referee::{Course, Measure, Meeting, Piece, Refereed, Turning, Walk};
use aelian_game::{Side, Step};
use aelian_geometry::{Facing, Hand, Pose, Rect, Vec2, degrees, distance, penetration};
use aelian_rulebook::{Reason, rule};

impl Refereed for Rules {
    fn table(state: &State) -> [f64; 2] {
        [state.field.width, state.field.depth]
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let open = state.groups.iter().enumerate().filter(|(_, group)| group.place == Place::Table);
        open.flat_map(|(at, group)| {
            bases(state, group).map(move |(base, rect)| Piece {
                id: base.0,
                side: group.side,
                body: at as u16,
                outline: vec![rect],
            })
        })
        .collect()
    }

    fn name(&self, state: &State, piece: u16) -> String {
        let Some(base) = state.bases.get(usize::from(piece)) else { return format!("#{piece}") };
        let (group, pose) = (state.group(base.group), base.rect.pose);
        format!(
            "base {piece} of group {} ({} {} {:?}, {:?}, at {:.1} {:.1} facing {:.1})",
            base.group.0,
            group.side.name(),
            group.troops[0],
            group.shape,
            group.cohesion,
            pose.at.x,
            pose.at.y,
            pose.facing.to_compass(),
        )
    }

    fn course(
        &self,
        before: &State,
        event: &Event,
        _rest: &[Event],
        reasons: &[Reason<Fact>],
    ) -> Option<Course> {
        let Event::Moved(moved) = event else { return None };
        let group = before.group(moved.group);
        if group.place != Place::Table {
            return None;
        }
        let mut walks = Vec::new();
        let told = Told::of(before, moved);
        // FA-EV-16: where files fall in behind others, only the front rank goes as the legs say.
        let narrows = reasons.contains(&Reason::new(rule!("FA-EV-16"), Fact::Group(moved.group)));
        let ahead = |pose: &Pose| pose.at.dot(moved.facing.vector());
        let front = moved.places.iter().map(|place| ahead(&place.pose)).fold(f64::NEG_INFINITY, f64::max);
        for Placement { base, pose } in &moved.places {
            let from = before.rect(*base);
            let walk = |path: Vec<Rect>, measure| Walk {
                piece: base.0,
                body: u16::from(moved.group.0),
                path,
                measure,
            };
            let to = from.with_pose(*pose);
            let (first, last) = told.of_base(*from, to);
            let fell_in = narrows && ahead(pose) < front - 1.0;
            if is_a_walk(before, moved) && !fell_in {
                walks.push(walk(first, None));
                walks.push(walk(last, None));
            } else {
                walks.push(walk(vec![to], None));
            }
        }
        if let Some(walk) = walks.last_mut() {
            walk.measure = self.most(before, moved, reasons).map(|(most, sentence)| Measure {
                gone: told.gone,
                most,
                sentence,
            });
        }
        let manner = format!("{:?}", moved.why);
        // FA-BL-01: the groups of a battle line go together, one before another if they stand so.
        let joint = moved.why == MoveWhy::Manoeuvred;
        Some(Course { manner, joint, turning: Turning::Wheel, walks })
    }

    fn goes_with(&self, event: &Event) -> bool {
        matches!(event, Event::Did { .. } | Event::Dealt(_) | Event::CommanderMoves { .. })
    }

    /// FA-INT-01 to FA-INT-06, FA-INT-14, FA-INT-15.
    fn may_pass(&self, before: &State, meeting: Meeting<'_>) -> bool {
        let (who, whom) = (group_of(before, meeting.mover), group_of(before, meeting.other));
        if who.side == whom.side {
            return match meeting.manner {
                // FA-BURST-06: they burst through whom they may not pass.
                "Evaded" | "Routed" => true,
                // FA-BURST-10: only shock troops, through those whom they could not help meeting.
                "Charged" => {
                    let [mover, other] =
                        [meeting.mover, meeting.other].map(|piece| GroupId(piece.body as u8));
                    let mut charges = before.charges.iter().filter(|charge| charge.group == mover);
                    charges.any(|charge| charge.unordered && charge.bursts.contains(other))
                }
                "Manoeuvred" => self.may_go_through(before, meeting),
                // FA-JPUR-06: pursuers drop bases back to avoid friends.
                _ => false,
            };
        }
        let lets_go = matches!(meeting.manner, "Routed" | "Pursued") && at_it(before, who, whom);
        // FA-EV-11, FA-ROUT-04: the first turn is made on the spot, also where an enemy is so near that there is no room.
        let turned = matches!(meeting.manner, "Routed" | "Evaded") && meeting.begins_there;
        // FA-EV-13: as an evader wheels away from those whom he touches, a corner that swings out brushes them.
        let brushes = penetration(meeting.at, &meeting.other.outline[0]) <= self.width * 0.25 + 0.5;
        lets_go || turned || (meeting.manner == "Evaded" && brushes)
    }

    /// FA-FORM-05: the bases of a kinked column overlap where it bends, and brush those round whom it bends.
    fn may_overlap(&self, after: &State, one: &Piece, other: &Piece) -> bool {
        let kinked = |piece: &Piece| group_of(after, piece).shape == Shape::KinkedColumn;
        let bends = if one.body == other.body {
            kinked(one)
        } else {
            (kinked(one) || kinked(other)) && penetration(&one.outline[0], &other.outline[0]) < 4.0
        };
        // FA-FORM-07: bases that turn to a threat overlap with those behind them until they reform.
        let turned = one.body == other.body && group_of(after, one).shape == Shape::Loose;
        bends || turned
    }

    fn own_sentences(
        &self,
        before: &State,
        step: &Step<Rules>,
        after: &State,
    ) -> Vec<(&'static str, String)> {
        let moved = step.events.iter().filter_map(|event| match event {
            Event::Moved(moved) | Event::Appears(moved) => Some(moved.group),
            Event::BaseLost(base) => Some(after.base(*base).group),
            _ => None,
        });
        let mut groups: Vec<GroupId> = moved.collect();
        groups.sort();
        groups.dedup();
        let ragged = groups.into_iter().filter_map(|group| ragged(after, group));
        let mut found: Vec<_> =
            ragged.map(|what| ("a group keeps its formation (FA-FORM-01)", what)).collect();
        for event in &step.events {
            match event {
                Event::Ends(ending) => {
                    let [red, blue] = Side::BOTH.map(|side| self.suffered(after, side));
                    if ending.score != [blue, red] {
                        let detail =
                            format!("red has lost {red}, blue {blue}, but the score is {:?}", ending.score);
                        found.push(("points add up (FA-VIC-02)", detail));
                    }
                }
                Event::TurnBegins { .. } => found.extend(idle_routers(before, step, after)),
                _ => {}
            }
        }
        found
    }
}

impl Rules {
    /// FA-INT-03 to FA-INT-06.
    fn may_go_through(&self, before: &State, meeting: Meeting<'_>) -> bool {
        let (who, whom) = (group_of(before, meeting.mover), group_of(before, meeting.other));
        let nimble = [
            TroopType::Cavalry,
            TroopType::LightCamelry,
            TroopType::Camelry,
            TroopType::LightHorse,
            TroopType::LightChariots,
            TroopType::Elephants,
        ];
        let guns = whom.troops.iter().all(|troop| troop.kind.is_artillery());
        let [mover, friend] = [meeting.mover, meeting.other].map(|piece| GroupId(piece.body as u8));
        all(who, &[TroopType::LightFoot])
            || (all(who, &nimble) && all(whom, &[TroopType::LightFoot]))
            || (who.is_foot() && guns)
            || self.passages.iter().any(|special| special.names(before, mover, friend))
    }

    /// FA-TAB-MOVE, FA-MOVE-05, FA-TAB-VMD, FA-INT-07: the most that a group ever goes in one move of this kind, in mm;
    /// none where friends through whom it went have put it further (FA-INT-08, FA-BURST-07).
    fn most(&self, before: &State, moved: &Moved, reasons: &[Reason<Fact>]) -> Option<(f64, &'static str)> {
        let group = before.group(moved.group);
        let open = group.troops.iter().map(|troop| match self.allowance(troop, Level::Open) {
            Allowance::Mu(units) => f64::from(units),
            _ => 0.0,
        });
        let open = open.fold(f64::INFINITY, f64::min);
        // A column on a road has one more; light foot that pass through friends two.
        let road = if in_column(before, group) { 1.0 } else { 0.0 };
        let past = if all(group, &[TroopType::LightFoot]) { 2.0 } else { 0.0 };
        let put = [rule!("FA-INT-08"), rule!("FA-BURST-07")];
        let put = reasons.iter().any(|reason| put.contains(&reason.rule));
        match moved.why {
            MoveWhy::Manoeuvred if !put => Some(((open + road + past) * self.mu, "FA-TAB-MOVE")),
            MoveWhy::Charged => Some(((open + 2.0) * self.mu, "FA-VMD-03")),
            MoveWhy::Pursued => Some(((open + 2.0) * self.mu, "FA-VMD-05")),
            MoveWhy::Evaded if !put => Some(((open + 2.0) * self.mu, "FA-VMD-02")),
            MoveWhy::Routed if !put => Some(((open + 2.0) * self.mu, "FA-VMD-04")),
            MoveWhy::Intercepted => Some((open * self.mu, "FA-TAB-MOVE")),
            _ => None,
        }
    }
}

/// One file wide.
fn in_column(state: &State, group: &Group) -> bool {
    let aside = |rect: &Rect| rect.pose.at.dot(group.facing.right());
    let files: Vec<f64> = bases(state, group).map(|(_, rect)| aside(&rect)).collect();
    group.shape == Shape::KinkedColumn || files.iter().all(|file| (file - files[0]).abs() < 1.0)
}

/// Its bases go somewhere; in all other moves they are put into their new places. FA-WHEEL-07: in a column that wheels
/// each follows the one before.
fn is_a_walk(before: &State, moved: &Moved) -> bool {
    use MoveWhy::{BrokeOff, Charged, Evaded, Intercepted, Manoeuvred, Pursued, Routed, SteppedForward};
    let goes = matches!(
        moved.why,
        BrokeOff | Charged | Evaded | Intercepted | Manoeuvred | Pursued | Routed | SteppedForward
    );
    let wheels = moved.way.iter().any(|leg| matches!(leg, Leg::Wheel { .. }));
    let aside = |at: Vec2| at.dot(moved.facing.right());
    let files = moved.places.iter().map(|place| aside(place.pose.at));
    let one = moved.places.first().map_or(0.0, |place| aside(place.pose.at));
    let column = files.into_iter().all(|file| (file - one).abs() < 1.0) && moved.places.len() > 1;
    let bends = [before.group(moved.group).shape, moved.shape].contains(&Shape::KinkedColumn);
    goes && !bends && !(wheels && column)
}

/// FA-ROUT-04, FA-JPUR-06: who has been at a group lets it go as it breaks, whichever way it turns, and those who pursue it
/// turn with it.
fn at_it(state: &State, one: &Group, other: &Group) -> bool {
    // A base that is lost may leave the depth of a base between the two.
    gap(state, one, other) < 40.0
}

fn gap(state: &State, one: &Group, other: &Group) -> f64 {
    let gaps = bases(state, one).flat_map(|(_, a)| bases(state, other).map(move |(_, b)| distance(&a, &b)));
    gaps.fold(f64::INFINITY, f64::min)
}

/// FA-JPUR-01, FA-ROUT-04: a broken group does not stay where it is for a whole turn, unless it is trapped or its side
/// still fights it.
fn idle_routers(before: &State, step: &Step<Rules>, after: &State) -> Vec<(&'static str, String)> {
    let broken = |state: &State, id: GroupId| {
        let group = state.group(id);
        group.place == Place::Table && group.cohesion == Cohesion::Broken
    };
    let idle = before.group_ids().filter(|id| broken(before, *id) && broken(after, *id));
    let idle = idle.filter(|id| {
        let deeds = before.group(*id).deeds;
        let now = [Deed::Routed, Deed::Trapped].map(|deed| Event::Did { group: *id, deed });
        let goes = step.events.iter().any(|event| now.contains(event));
        !goes && !deeds.has(Deed::Routed) && !deeds.has(Deed::Trapped)
    });
    idle.map(|id| ("who is broken has routed (FA-ROUT-04)", format!("group {}", id.0))).collect()
}

impl Rules {
    /// FA-VIC-02 to FA-VIC-07, FA-V31-33 to FA-V31-37: attrition points of a side.
    fn suffered(&self, state: &State, side: Side) -> i32 {
        let own = state.groups.iter().filter(|group| group.side == side);
        let own = own.filter(|group| group.troops[0].kind != TroopType::ScythedChariots);
        let newer = self.edition == Edition::V31;
        let points = own.map(|group| {
            let light = newer && all(group, &[TroopType::LightFoot, TroopType::LightHorse]);
            let gone = if light { 1 } else { 2 };
            match (group.place, group.cohesion) {
                (Place::Destroyed | Place::RoutedOff, _) | (Place::Table, Cohesion::Broken) => gone,
                (Place::EvadedOff, _) => {
                    if newer && !light {
                        2
                    } else {
                        1
                    }
                }
                (Place::Straggled, _) | (Place::Table, Cohesion::Fragmented) => 1,
                _ => 0,
            }
        });
        let camp = state.camps[side.index()].as_ref().is_some_and(|camp| camp.sacked);
        points.sum::<i32>() + if camp { 2 } else { 0 }
    }
}

fn bases<'a>(state: &'a State, group: &'a Group) -> impl Iterator<Item = (BaseId, Rect)> + 'a {
    let first = group.first.0;
    let ids = (first..first.saturating_add(u16::from(group.original))).map(BaseId);
    ids.filter(|id| !state.base(*id).lost).map(|id| (id, *state.rect(id)))
}

fn group_of<'a>(state: &'a State, piece: &Piece) -> &'a Group {
    state.group(state.base(BaseId(piece.id)).group)
}

fn all(group: &Group, kinds: &[TroopType]) -> bool {
    group.troops.iter().all(|troop| kinds.contains(&troop.kind))
}

/// What the legs of a move say of every base: the parts before its formation first changes, and those after it changes
/// for the last time.
struct Told {
    first: Vec<Motion>,
    last: Vec<Motion>,
    /// All that is measured of it, in mm.
    gone: f64,
    whole: bool,
    /// Not all of its bases go as the legs say.
    leaves_ranks: bool,
    /// FA-INT-08: some of its ranks were put beyond friends, the others before them.
    parted: bool,
}

#[derive(Clone, Copy)]
enum Motion {
    Go(Vec2),
    Wheel(Vec2, f64),
}

impl Told {
    fn of(before: &State, moved: &Moved) -> Told {
        let group = before.group(moved.group);
        let rigid = |leg: &Leg| matches!(leg, Leg::Advance { .. } | Leg::Wheel { .. } | Leg::Shift { .. });
        let column = moved.shape == Shape::KinkedColumn || group.shape == Shape::KinkedColumn;
        let head = moved.way.iter().take_while(|leg| rigid(leg)).count();
        let tail = moved.way.iter().rev().take_while(|leg| rigid(leg)).count();
        let whole = head == moved.way.len();
        let stood: Vec<Rect> = bases(before, group).map(|(_, rect)| rect).collect();
        let stands: Vec<Rect> =
            moved.places.iter().map(|place| before.rect(place.base).with_pose(place.pose)).collect();
        let wheels = moved.way.iter().any(|leg| matches!(leg, Leg::Wheel { .. }));
        let leaves_ranks = match moved.why {
            MoveWhy::Evaded | MoveWhy::Routed | MoveWhy::Pursued => true,
            MoveWhy::Manoeuvred => wheels,
            _ => false,
        };
        let flees = matches!(moved.why, MoveWhy::Evaded | MoveWhy::Routed);
        let parted = flees && moved.shape == Shape::Loose;
        let mut told = Told { first: Vec::new(), last: Vec::new(), gone: 0.0, whole, leaves_ranks, parted };
        let (mut body, mut facing) = (stood, group.facing);
        for leg in moved.way.iter().take(if column { 0 } else { head }) {
            let motion = motion(leg, &body, facing);
            told.first.push(motion);
            facing = step(motion, &mut body, facing);
        }
        if !whole && !column {
            let (mut body, mut facing) = (stands, moved.facing);
            for leg in moved.way.iter().rev().take(tail) {
                let back = undone(leg, &body, facing);
                told.last.insert(0, back);
                facing = step(inverse(back), &mut body, facing);
            }
        }
        // FA-WHEEL-02: a wheel costs what its outer corner goes in a straight line.
        let breadth = |rects: &[Rect], facing: Facing| {
            let aside = rects.iter().flat_map(Rect::corners).map(|corner| corner.dot(facing.right()));
            let (low, high) =
                aside.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
            (high - low).max(0.0)
        };
        let stood: Vec<Rect> = bases(before, group).map(|(_, rect)| rect).collect();
        let width = if column || !whole || group.shape != Shape::Normal {
            0.0
        } else {
            breadth(&stood, group.facing)
        };
        told.gone = moved
            .way
            .iter()
            .map(|leg| match leg {
                Leg::Advance { distance } => distance.abs(),
                Leg::Wheel { degrees: angle, .. } => 2.0 * width * libm::sin(degrees(*angle) * 0.5),
                _ => 0.0,
            })
            .sum();
        told
    }

    /// The places of one base before its group changed its formation, and after it.
    fn of_base(&self, from: Rect, to: Rect) -> (Vec<Rect>, Vec<Rect>) {
        let mut first = vec![from];
        for motion in &self.first {
            let last = first.last().copied().unwrap_or(from);
            first.push(moved(*motion, &last));
        }
        if !self.whole && self.last.is_empty() && self.first.is_empty() {
            return (vec![from], vec![to]);
        }
        if self.whole {
            let near = first.last().is_some_and(|last| (last.pose.at - to.pose.at).length() < 1.0);
            return match near {
                true => (first, vec![to]),
                // Files of pursuers fall in behind others, and a battle line wheels about the corner of its end group.
                false if self.leaves_ranks => (vec![to], vec![to]),
                // Who is put beyond friends went there straight.
                false => (vec![from, to], vec![to]),
            };
        }
        if self.parted {
            return (first, vec![to]);
        }
        let mut last = vec![to];
        for motion in self.last.iter().rev() {
            let next = last.first().copied().unwrap_or(to);
            last.insert(0, moved(inverse(*motion), &next));
        }
        (first, last)
    }
}

fn motion(leg: &Leg, body: &[Rect], facing: Facing) -> Motion {
    match leg {
        Leg::Advance { distance } => Motion::Go(facing.vector() * *distance),
        Leg::Shift { right } => Motion::Go(facing.right() * *right),
        Leg::Wheel { hand, degrees: angle } => {
            Motion::Wheel(front_corner(body, facing, *hand), degrees(*angle) * hand.sign())
        }
        _ => Motion::Go(Vec2::ZERO),
    }
}

/// The motion that has led a body here by this leg.
fn undone(leg: &Leg, body: &[Rect], facing: Facing) -> Motion {
    // The corner of a wheel stays where it is.
    motion(leg, body, facing)
}

fn inverse(motion: Motion) -> Motion {
    match motion {
        Motion::Go(way) => Motion::Go(-way),
        Motion::Wheel(about, angle) => Motion::Wheel(about, -angle),
    }
}

fn step(motion: Motion, body: &mut [Rect], facing: Facing) -> Facing {
    for rect in body.iter_mut() {
        *rect = moved(motion, rect);
    }
    match motion {
        Motion::Go(_) => facing,
        Motion::Wheel(_, angle) => facing.turned(angle),
    }
}

fn moved(motion: Motion, rect: &Rect) -> Rect {
    rect.with_pose(match motion {
        Motion::Go(way) => rect.pose.translated(way),
        Motion::Wheel(about, angle) => rect.pose.rotated_about(about, angle),
    })
}

fn front_corner(body: &[Rect], facing: Facing, hand: Hand) -> Vec2 {
    let corners = || body.iter().flat_map(Rect::corners);
    let far = |along: Vec2| corners().map(|corner| corner.dot(along)).fold(f64::NEG_INFINITY, f64::max);
    let (ahead, aside) = (facing.unit(), facing.right() * hand.sign());
    ahead * far(ahead) + aside * far(aside)
}

/// FA-FORM-01: what is wrong with a group in normal formation: all its bases face as it does, and each touches another.
fn ragged(state: &State, id: GroupId) -> Option<String> {
    let group = state.group(id);
    if group.place != Place::Table || group.shape != Shape::Normal {
        return None;
    }
    let all: Vec<(BaseId, Rect)> = bases(state, group).collect();
    let askew = all.iter().find(|(_, rect)| rect.pose.facing.angle_to(group.facing) > degrees(1.0));
    if let Some((base, rect)) = askew {
        let (is, should) = (rect.pose.facing.to_compass(), group.facing.to_compass());
        return Some(format!("group {} faces {should:.1}, its base {} {is:.1}", id.0, base.0));
    }
    let alone = all.iter().find(|(one, rect)| {
        all.len() > 1 && all.iter().all(|(other, near)| one == other || distance(rect, near) > 1.0)
    });
    alone.map(|(base, _)| format!("base {} of group {} touches none of it", base.0, id.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;
    use crate::testing::{Scene, Table};
    use aelian_game::referee::watch;

    fn seen(scene: &Scene, name: &str, way: Vec<Leg>, why: MoveWhy) -> Vec<&'static str> {
        let (group, state) = (scene.group(name), &scene.state);
        let of = state.group(group);
        let mut body: Vec<(BaseId, Rect)> = bases(state, of).collect();
        let mut facing = of.facing;
        for leg in &way {
            let rects: Vec<Rect> = body.iter().map(|(_, rect)| *rect).collect();
            let motion = motion(leg, &rects, facing);
            for (_, rect) in &mut body {
                *rect = moved(motion, rect);
            }
            facing = step(motion, &mut [], facing);
        }
        let places = body.iter().map(|(base, rect)| Placement { base: *base, pose: rect.pose }).collect();
        let events = vec![Event::Moved(Moved { group, why, way, places, facing, shape: Shape::Normal })];
        let step = Step {
            side: None,
            choice: Some(Choice::Proceed),
            rolls: Vec::new(),
            events,
            reasons: Vec::new(),
            hash: 0,
        };
        let mut sentences: Vec<&'static str> =
            watch(&scene.rules, &mut state.clone(), &step, 1).iter().map(|breach| breach.sentence).collect();
        sentences.dedup();
        sentences
    }

    /// FA-BL-01: of a battle line one group may stand behind another; they go together, whoever is told first. Who does not
    /// go with them is still in their way.
    #[test]
    fn the_groups_of_a_battle_line_go_together() {
        let scene = Table::new()
            .group("front", Side::Red, "HF protected", (4, 2), (20.0, 10.0), 0.0)
            .group("behind", Side::Red, "HF protected", (4, 2), (20.5, 8.4), 0.0)
            .group("wall", Side::Red, "HF protected", (4, 2), (22.0, 12.0), 0.0)
            .build();
        let goes = |name: &str, mu: f64| {
            let (group, way) = (scene.group(name), vec![Leg::Advance { distance: mu * 25.0 }]);
            let facing = scene.state.group(group).facing;
            let places = bases(&scene.state, scene.state.group(group));
            let places = places.map(|(base, rect)| Placement { base, pose: rect.pose.advanced(mu * 25.0) });
            let why = MoveWhy::Manoeuvred;
            Event::Moved(Moved { group, why, way, places: places.collect(), facing, shape: Shape::Normal })
        };
        let seen = |mu: f64| {
            let did = Event::Did { group: scene.group("behind"), deed: Deed::MovedInManoeuvre };
            let events = vec![goes("behind", mu), did, goes("front", mu)];
            let step = Step {
                side: None,
                choice: Some(Choice::Proceed),
                rolls: Vec::new(),
                events,
                reasons: Vec::new(),
                hash: 0,
            };
            watch(&scene.rules, &mut scene.state.clone(), &step, 1)
        };
        assert_eq!(seen(0.7), []);
        assert!(!seen(2.9).is_empty());
    }

    /// FA-INT-01, FA-INT-03, FA-TAB-MOVE, FA-WHEEL-01: heavy foot do not pass through friends, light foot do; nobody goes
    /// further than he may.
    #[test]
    fn who_walks_through_another_or_too_far_is_seen() {
        let scene = Table::new()
            .group("foot", Side::Red, "HF protected", (4, 2), (20.0, 10.0), 0.0)
            .group("light", Side::Red, "LF unprotected", (4, 2), (40.0, 10.0), 0.0)
            .group("wall", Side::Red, "HF protected", (4, 2), (20.0, 12.0), 0.0)
            .group("other", Side::Red, "HF protected", (4, 2), (40.0, 12.0), 0.0)
            .build();
        let ahead = |mu: f64| vec![Leg::Advance { distance: mu * 25.0 }];
        assert_eq!(
            seen(&scene, "foot", ahead(4.0), MoveWhy::Manoeuvred),
            ["nobody goes through another", "nobody goes further than he may"]
        );
        assert!(seen(&scene, "light", ahead(4.0), MoveWhy::Manoeuvred).is_empty());
        assert_eq!(
            seen(&scene, "other", ahead(7.0), MoveWhy::Manoeuvred),
            ["nobody goes further than he may"]
        );
        assert_eq!(seen(&scene, "light", ahead(2.0), MoveWhy::Manoeuvred), ["nobody stands on another"]);
        let wheel = vec![Leg::Wheel { hand: Hand::Left, degrees: 60.0 }];
        assert_eq!(
            seen(&scene, "foot", wheel, MoveWhy::Manoeuvred),
            ["nobody goes through another", "nobody goes further than he may", "nobody stands on another"],
            "the outer corner of a front of 80 mm goes 80 mm of the 75 that heavy foot may"
        );
    }
}
