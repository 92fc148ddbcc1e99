//! What the referee is told of Blood and Blades: bases, how far each kind of move may go, and who may pass whom. Plain
//! sentences with the rule that has them; nothing here is used to move anybody.

use crate::baseset::BaseId;
use crate::event::{Event, MoveWhy, Step as Bound};
use crate::fact::Fact;
use crate::rules::Rules;
use crate::state::{Base, Moved, Pending, Place, State};
use crate::troop::{Grade, Status, TroopType};
use aelian_game::referee::{Course, Measure, Meeting, Piece, Refereed, Turning, Walk};
use aelian_game::{Side, Step};
use aelian_geometry::{Corner, Rect, degrees, distance};
use aelian_rulebook::Reason;

impl Refereed for Rules {
    fn table(state: &State) -> [f64; 2] {
        [state.field.width, state.field.depth]
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let open = state.ids().filter(|id| state.base(*id).place == Place::Table);
        open.map(|id| Piece {
            id: id.number(),
            side: state.base(id).side,
            body: id.number(),
            outline: vec![*state.rect(id)],
        })
        .collect()
    }

    fn name(&self, state: &State, piece: u16) -> String {
        let base = state.base(BaseId::of(piece));
        let pose = base.rect.pose;
        format!(
            "#{piece} ({} {}, at {:.1} {:.1} facing {:.1})",
            base.side.name(),
            base.troop,
            pose.at.x,
            pose.at.y,
            pose.facing.to_compass(),
        )
    }

    fn course(
        &self,
        before: &State,
        event: &Event,
        rest: &[Event],
        _reasons: &[Reason<Fact>],
    ) -> Option<Course> {
        let Event::Moved { base, via, to, why } = event else { return None };
        let from = before.base(*base).rect;
        if before.base(*base).place != Place::Table {
            return None;
        }
        let mut path: Vec<Rect> =
            std::iter::once(from.pose).chain(via.iter().copied()).map(|pose| from.with_pose(pose)).collect();
        path.push(from.with_pose(to.on_grid()));
        // 48: bases that align or conform are put into their new places; AMB-43: so are those who are carried away.
        if matches!(why, MoveWhy::Aligned | MoveWhy::Conformed | MoveWhy::Separated | MoveWhy::CarriedAway) {
            path.truncate(0);
        }
        let swings = path.last().is_some_and(|end| swings_behind_others(before, *base, end));
        let measure = self.most(before, *base, *why).filter(|_| !swings).map(|(most, sentence)| Measure {
            gone: front_corner_goes(&path),
            most,
            sentence,
        });
        let walk = Walk { piece: base.number(), body: base.number(), path, measure };
        let walks = std::iter::once(walk).chain(taken_along(*why, rest)).collect();
        Some(Course { manner: format!("{why:?}"), joint: true, turning: Turning::Wheel, walks })
    }

    /// BB-PASS-01 to BB-PASS-06, BB-PASS-12, BB-PASS-15.
    fn may_pass(&self, before: &State, meeting: Meeting<'_>) -> bool {
        let (who, whom) =
            (before.base(BaseId::of(meeting.mover.id)), before.base(BaseId::of(meeting.other.id)));
        // BB-IMP-53: who makes way for a rush goes as if the rushing base were not there.
        let rushes = |pending: &Pending| matches!(pending, Pending::Rush(rush) if rush.base.number() == meeting.other.id);
        if before.pending.iter().any(rushes) {
            return true;
        }
        if who.side != whom.side || meeting.manner == "PushedBack" || fights(before, meeting.other) {
            return false;
        }
        if whom.is(TroopType::Bg) {
            return !who.is(TroopType::El);
        }
        let turn = meeting.at.pose.facing.angle_to(whom.rect.pose.facing);
        let in_line = turn < degrees(1.0) || turn > degrees(179.0);
        let firm = whom.is(TroopType::Pk) && matches!(whom.troop.grade, Grade::I | Grade::X);
        let light = matches!(whom.troop.kind, TroopType::LH | TroopType::Ps | TroopType::Ax);
        let by_type = (who.is(TroopType::Ps) && !firm)
            || (who.is(TroopType::LH) && light && meeting.manner != "Recoiled")
            || (who.troop.kind.is_mounted() && whom.is(TroopType::Ps));
        in_line && by_type
    }

    fn own_sentences(
        &self,
        before: &State,
        step: &Step<Rules>,
        after: &State,
    ) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        if step.events.contains(&Event::Enters(Bound::Shooting)) {
            let idle = after.ids().filter(|id| stays_though_impetuous(before, after, *id));
            found.extend(
                idle.map(|id| ("who is impetuous has moved (BB-IMP-02)", self.name(after, id.number()))),
            );
        }
        let routed = Side::BOTH.map(|side| self.is_routed(after, side));
        let goes_on = step.events.contains(&Event::BoundEnds) && routed.contains(&true);
        let ended = step.events.iter().find_map(|event| match event {
            Event::Ends(ending) => Some(ending),
            _ => None,
        });
        let wrongly = ended.is_some_and(|ending| match ending.cause.as_str() {
            "BB-VIC-01" => {
                ending.winner.is_none_or(|side| !routed[side.other().index()] || routed[side.index()])
            }
            "BB-VIC-02" => routed != [true, true],
            _ => false,
        });
        if goes_on || wrongly {
            let detail = format!("red routed: {}, blue routed: {}, {ended:?}", routed[0], routed[1]);
            found.push(("losses add up (BB-MOR-10)", detail));
        }
        found
    }
}

/// BB-MOVE-20, BB-MOVE-50: how far the front corner goes that goes farthest, straight from where it was; after a turnabout
/// from where the new front is.
fn front_corner_goes(path: &[Rect]) -> f64 {
    /// No leg turns so far at once; who does has turned about.
    const ABOUT: f64 = degrees(149.0);
    let [first, .., last] = path else { return 0.0 };
    let mut sums = [0.0; 2];
    let go = |sums: &mut [f64; 2], from: &Rect, to: &Rect| {
        for (sum, corner) in sums.iter_mut().zip([Corner::FrontLeft, Corner::FrontRight]) {
            *sum += (to.corner(corner) - from.corner(corner)).length();
        }
    };
    let mut from = first;
    for pair in path.windows(2) {
        if let [before, after] = pair
            && before.pose.facing.angle_to(after.pose.facing) > ABOUT
        {
            go(&mut sums, from, before);
            sums.swap(0, 1);
            from = after;
        }
    }
    go(&mut sums, from, last);
    f64::max(sums[0], sums[1])
}

/// BB-MOVE-21, BB-MOVE-60: a group that pivots is measured at its front; who stands behind others in it swings further.
fn swings_behind_others(before: &State, base: BaseId, end: &Rect) -> bool {
    let (own, turn) = (before.base(base), |a: &Rect, b: &Rect| a.pose.facing.angle_to(b.pose.facing));
    let stands_before = |there: &Rect, rect: &Rect| {
        let rear = there.pose.advanced(-there.depth).at;
        (rear - rect.pose.at).length() < 0.75 * rect.width && turn(there, rect) < degrees(1.0)
    };
    let others = before.ids().filter(|other| *other != base).map(|other| before.base(other));
    let mut friends = others.filter(|other| other.side == own.side && other.place == Place::Table);
    turn(&own.rect, end) > degrees(1.0)
        && friends.any(|other| stands_before(&other.rect, &own.rect) || stands_before(&other.rect, end))
}

/// BB-FLEE-03, BB-FLEE-09, BB-EL-01: who is lost because somebody runs into him has gone with him.
fn taken_along(why: MoveWhy, rest: &[Event]) -> Vec<Walk> {
    let lost = |event: &Event| match event {
        Event::Spent(base) | Event::Destroyed(base) if why == MoveWhy::Fled => Some(base.number()),
        _ => None,
    };
    let same = |event: &&Event| {
        use Event::{ColumnBent, Destroyed, Fled, Moved, Spent};
        matches!(event, Moved { .. } | ColumnBent { .. } | Fled(_) | Spent(_) | Destroyed(_))
    };
    let gone = rest.iter().take_while(same).filter_map(lost);
    gone.map(|piece| Walk { piece, body: piece, path: Vec::new(), measure: None }).collect()
}

/// BB-IMP-02, BB-IMP-04, BB-IMP-05: an impetuous type of the active side that did nothing in this bound, though neither
/// it nor anybody who touches it touches an enemy.
fn stays_though_impetuous(before: &State, after: &State, id: BaseId) -> bool {
    let (base, stood) = (after.base(id), before.base(id));
    let impetuous = match base.troop.kind {
        TroopType::Wb => true,
        TroopType::HCh => base.troop.status == Status::Irr,
        TroopType::Bd => base.troop.status == Status::Irr && base.troop.grade == Grade::F,
        _ => false,
    };
    let deeds = &base.deeds;
    let acted = deeds.moved != Moved::No || deeds.halted || deeds.impetuous || deeds.fled;
    let near = |one: &Base, enemies: bool| {
        let others = before.bases.iter().filter(|other| other.place == Place::Table);
        let others = others.filter(|other| (other.side != stood.side) == enemies && other.rect != one.rect);
        others.filter(|other| distance(&one.rect, &other.rect) < 1.0).cloned().collect::<Vec<Base>>()
    };
    impetuous
        && !acted
        && base.side == before.active
        && [base.place, stood.place] == [Place::Table; 2]
        && near(stood, true).is_empty()
        && near(stood, false).iter().all(|friend| near(friend, true).is_empty())
}

impl Rules {
    /// BB-MOVE-01 to BB-MOVE-07: the most that a type ever goes in one move of this kind, in mm, as front corners go
    /// (BB-MOVE-20).
    fn most(&self, before: &State, base: BaseId, why: MoveWhy) -> Option<(f64, &'static str)> {
        let base = before.base(base);
        let swift = if base.troop.grade == Grade::F { 1.0 } else { 0.0 };
        // BB-MOVE-07, BB-MOVE-06: 4 MU along roads, and for infantry that rides.
        let pace = match base.troop.kind {
            TroopType::LH => 5.0 + swift,
            TroopType::Bg => 0.0,
            TroopType::Cv | TroopType::Cm | TroopType::LCh => 4.0 + swift,
            _ => f64::max(4.0, 3.0 + swift),
        };
        let (full, deep, wide) = (pace * self.mu, base.rect.depth, base.rect.width);
        match why {
            MoveWhy::Ordered => Some((full, "BB-MOVE-01")),
            MoveWhy::Impetuous => Some((full, "BB-IMP-40")),
            // BB-PUR-02.
            MoveWhy::Pursued => {
                Some((if base.troop.kind.is_mounted() { wide } else { deep.max(wide / 2.0) }, "BB-PUR-02"))
            }
            // BB-IMP-48.
            MoveWhy::Separated => Some((5.0 * wide / 40.0, "BB-IMP-48")),
            _ => None,
        }
    }
}

impl Rules {
    /// BB-MOR-06 to BB-MOR-14, with the values of the table and what the settings put for lost ones: losses of a third.
    fn is_routed(&self, state: &State, side: Side) -> bool {
        let (part, whole) = self.settings.spent_loss_fraction;
        let value = |base: &Base| {
            let best = base.troop.grade == Grade::S;
            let worst = matches!(base.troop.grade, Grade::I | Grade::X);
            match base.troop.kind {
                _ if base.commander => 16,
                TroopType::Bg => 16,
                TroopType::El | TroopType::HCh => self.settings.poc_strong,
                TroopType::Cv | TroopType::LCh | TroopType::LH if best => self.settings.poc_strong,
                TroopType::Ps | TroopType::Hd => self.settings.poc_weak,
                TroopType::LH if worst => self.settings.poc_weak,
                _ => 4,
            }
        };
        let own = || state.bases.iter().filter(|base| base.side == side);
        let all: u32 = own().filter(|base| !base.is(TroopType::Bg)).map(value).sum();
        let lost: u32 = own()
            .map(|base| match base.place {
                Place::Destroyed => value(base) * whole,
                Place::Spent => value(base) * part,
                _ => 0,
            })
            .sum();
        3 * lost >= all * whole
    }
}

/// BB-PASS-12: its front lies on an enemy, or an enemy's front on it, by more than a corner.
fn fights(state: &State, piece: &Piece) -> bool {
    let own = state.rect(BaseId::of(piece.id));
    let meets = |front: &Rect, other: &Rect| {
        let strip = Rect::new(front.pose, front.width - 1.0, 0.1);
        distance(&strip, other) < 0.1
    };
    let enemies = state.bases.iter().filter(|base| base.side != piece.side && base.place == Place::Table);
    enemies.map(|base| &base.rect).any(|enemy| meets(own, enemy) || meets(enemy, own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;
    use crate::testing::{Scene, Table};
    use aelian_game::referee::watch;
    use aelian_geometry::{Facing, Pose};

    fn seen(scene: &Scene, name: &str, why: MoveWhy, (x, y): (f64, f64)) -> Vec<&'static str> {
        let to = Pose::new(x, y, Facing::UP);
        let events = vec![Event::Moved { base: scene.id(name), via: Vec::new(), to, why }];
        let step = Step {
            side: None,
            choice: Some(Choice::Proceed),
            rolls: Vec::new(),
            events,
            reasons: Vec::new(),
            hash: 0,
        };
        let mut state = scene.state.clone();
        watch(&scene.rules, &mut state, &step, 1).iter().map(|breach| breach.sentence).collect()
    }

    /// BB-PASS-01, BB-PASS-05, BB-PASS-12, BB-PASS-15, BB-MOVE-01: cavalry does not walk through spears, Ps do; nobody
    /// through an enemy.
    #[test]
    fn who_walks_through_another_or_too_far_is_seen() {
        let scene = Table::new()
            .base("cavalry", Side::Red, "Reg Cv(O)", 500.0, 300.0, 0.0)
            .base("spears", Side::Red, "Reg Sp(O)", 500.0, 340.0, 0.0)
            .base("light", Side::Red, "Irr Ps(O)", 600.0, 300.0, 0.0)
            .base("more", Side::Red, "Reg Sp(O)", 600.0, 340.0, 0.0)
            .base("lone", Side::Red, "Irr Ps(O)", 700.0, 300.0, 0.0)
            .base("enemy", Side::Blue, "Reg Sp(O)", 700.0, 330.0, 180.0)
            .build();
        let through = ["nobody goes through another"];
        assert_eq!(seen(&scene, "cavalry", MoveWhy::Ordered, (500.0, 390.0)), through);
        assert!(seen(&scene, "light", MoveWhy::Ordered, (600.0, 380.0)).is_empty());
        assert_eq!(seen(&scene, "light", MoveWhy::PushedBack, (600.0, 380.0)), through);
        assert_eq!(seen(&scene, "lone", MoveWhy::Ordered, (700.0, 380.0)), through);
        assert_eq!(seen(&scene, "light", MoveWhy::Ordered, (600.0, 330.0)), ["nobody stands on another"]);
        assert_eq!(
            seen(&scene, "cavalry", MoveWhy::Ordered, (350.0, 300.0)),
            ["nobody goes further than he may"]
        );
    }

    /// BB-MOVE-20, BB-MOVE-50: front corners count, straight from where they were; a turnabout is no way.
    #[test]
    fn the_way_is_that_of_the_front() {
        let base =
            |x: f64, y: f64, compass: f64| Rect::new(Pose::new(x, y, Facing::compass(compass)), 40.0, 30.0);
        let about = [base(0.0, 0.0, 0.0), base(0.0, -30.0, 180.0), base(0.0, -90.0, 180.0)];
        assert!((front_corner_goes(&about) - 60.0).abs() < 1e-6);
        // About the left front corner by 97 degrees the right one goes by the chord.
        let from = base(0.0, 0.0, 0.0);
        let to = from.with_pose(from.pose.rotated_about(from.corner(Corner::FrontLeft), degrees(-97.0)));
        let chord = 80.0 * libm::sin(degrees(48.5));
        assert!((front_corner_goes(&[from, to]) - chord).abs() < 1e-3);
    }

    /// BB-MOVE-21: the rear ranks of a group that pivots swing further than its front.
    #[test]
    fn a_rear_rank_is_not_measured_when_it_swings() {
        let scene = Table::new()
            .base("front", Side::Red, "Reg LCh(O)", 500.0, 300.0, 0.0)
            .base("rear", Side::Red, "Reg LCh(O)", 500.0, 260.0, 0.0)
            .build();
        let about = scene.named("front").rect.corner(Corner::FrontLeft);
        let end = |name: &str| {
            let rect = scene.named(name).rect;
            rect.with_pose(rect.pose.rotated_about(about, degrees(-90.0)))
        };
        assert!(swings_behind_others(&scene.state, scene.id("rear"), &end("rear")));
        assert!(!swings_behind_others(&scene.state, scene.id("front"), &end("front")));
    }

    /// BB-FLEE-03, BB-FLEE-09: who is lost on the way of a flight was taken along.
    #[test]
    fn who_is_lost_to_a_flight_is_taken_along() {
        let rest = [
            Event::Fled(BaseId::of(3)),
            Event::Spent(BaseId::of(5)),
            Event::Settled,
            Event::Spent(BaseId::of(7)),
        ];
        let gone: Vec<u16> = taken_along(MoveWhy::Fled, &rest).iter().map(|walk| walk.piece).collect();
        assert_eq!(gone, [5]);
        assert!(taken_along(MoveWhy::Ordered, &rest).is_empty());
    }
}
