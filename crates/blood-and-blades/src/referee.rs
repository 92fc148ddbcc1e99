//! What the referee is told of Blood and Blades: bases, how far each kind of move may go, and who may pass whom. Plain
//! sentences with the rule that has them; nothing here is used to move anybody.

use crate::baseset::BaseId;
use crate::event::{Event, MoveWhy, Step as Bound};
use crate::fact::Fact;
use crate::rules::Rules;
use crate::state::{Base, Moved, Pending, Place, State};
use crate::troop::{Grade, Status, TroopType};
use aelian_game::referee::{Course, Measure, Meeting, Piece, Refereed, Turning, Walk, middle};
use aelian_game::{Side, Step};
use aelian_geometry::{Rect, degrees, distance};
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
        _rest: &[Event],
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
        let measure = self.most(before, *base, *why).map(|(most, sentence)| Measure {
            gone: middle(&path),
            most,
            sentence,
        });
        let walk = Walk { piece: base.number(), body: base.number(), path, measure };
        Some(Course { manner: format!("{why:?}"), joint: true, turning: Turning::Wheel, walks: vec![walk] })
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
    /// BB-MOVE-01 to BB-MOVE-07: the most that a type ever goes in one move of this kind, in mm. The measure of a move is
    /// taken at front corners; the middle of a base never goes further than the corner that goes farthest.
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
        let step = Step { choice: Choice::Proceed, rolls: Vec::new(), events, reasons: Vec::new(), hash: 0 };
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
}
