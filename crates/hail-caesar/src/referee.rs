//! What the referee is told of Hail Caesar: units with their footprints, how each kind of move may go, and who may pass
//! whom. Plain sentences with the rule that has them; nothing here is used to move anybody.

use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::fight;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::pending::Pending;
use crate::ranged;
use crate::rules::{DivisionCard, INCH, Rules};
use crate::scenario::Battle;
use crate::stage::Part;
use crate::state::{Deed, Place, State, Unit};
use crate::troop::Class;
use aelian_game::Step;
use aelian_game::referee::{
    Course, Measure, Meeting, Piece, Refereed, Turning, Walk, beyond, farthest, farthest_front, middle,
};
use aelian_geometry::{Rect, Vec2, distance};
use aelian_rulebook::Reason;

impl Refereed for Rules {
    fn table(state: &State) -> [f64; 2] {
        [state.field.width, state.field.depth]
    }

    /// HC-BLDG-06, HC-WEDGE-12: those in buildings and within wedges have no footprint of their own.
    fn pieces(&self, state: &State) -> Vec<Piece> {
        let open = state.ids().filter(|id| state.unit(*id).place == Place::Table);
        open.map(|id| Piece {
            id: number(id),
            side: self.card(id).side,
            body: number(id),
            outline: outline(state, id),
        })
        .collect()
    }

    fn name(&self, state: &State, piece: u16) -> String {
        let Some(id) = state.ids().find(|id| number(*id) == piece) else { return format!("#{piece}") };
        let (card, unit) = (self.card(id), state.unit(id));
        let pose = unit.rect.pose;
        format!(
            "{} ({} {:?}, {}, at {:.1} {:.1} facing {:.1}, {:.0} by {:.0})",
            card.name,
            card.side.name(),
            card.class,
            unit.formation.name(),
            pose.at.x,
            pose.at.y,
            pose.facing.to_compass(),
            unit.rect.width,
            unit.rect.depth,
        )
    }

    fn course(
        &self,
        before: &State,
        event: &Event,
        rest: &[Event],
        reasons: &[Reason<Fact>],
    ) -> Option<Course> {
        let moved = match event {
            Event::Moved(moved) => moved,
            Event::Appears(moved) => {
                return Some(course(moved, vec![moved.rect], None));
            }
            _ => return None,
        };
        let unit = before.unit(moved.unit);
        if unit.place != Place::Table {
            return Some(course(moved, vec![moved.rect], None));
        }
        // HC-TTF-05: its corners swing wider than it stands.
        if moved.why == MoveWhy::TurnedToFace {
            return Some(course(moved, swing(&unit.rect, &moved.rect), None));
        }
        // Where nobody goes anywhere, every man takes his new place.
        if matches!(moved.why, MoveWhy::Reformed | MoveWhy::ClosedUp | MoveWhy::SpreadOut | MoveWhy::CameOut)
        {
            return Some(course(moved, vec![moved.rect], None));
        }
        // HC-BLDG-19: nor does he who goes into the building at which he stands.
        let goes_in =
            matches!(rest.first(), Some(Event::Leaves { unit, to: Place::Block(_) }) if *unit == moved.unit);
        if goes_in {
            return Some(course(moved, vec![moved.rect], None));
        }
        let path = path(unit, moved);
        let gone = if self.is_herdsman(moved.unit) { middle(&path) } else { how_far(moved, &path) };
        let measure = match moved.why {
            // HC-TTF-03, HC-RESP-13: he who has turned or drawn up as it came stood elsewhere when that was measured.
            _ if reasons.iter().any(is_of_turning) && charges(moved.why) => None,
            MoveWhy::Charged | MoveWhy::Countercharged => self.charged(before, moved, rest, reasons),
            MoveWhy::Swept if sweeps_into(before, moved.unit) => self.charged(before, moved, rest, reasons),
            MoveWhy::Blundered => self.blundered(before, moved, gone),
            _ => self.most(before, moved).map(|(most, sentence)| Measure { gone, most, sentence }),
        };
        // HC-VICM-04: who follows up lines up as in a charge.
        let path = if charges(moved.why) || moved.why == MoveWhy::FollowedUp {
            centre_front(unit, &path)
        } else {
            path
        };
        let mut course = course(moved, path, measure);
        // HC-CHG-28, HC-CHG-32: what a charger goes before its last move is part of its charge, and so if it falls short.
        let then_charges = |event: &Event| matches!(event, Event::Moved(next) if next.unit == moved.unit && charges(next.why));
        let falls_short = |reason: &Reason<Fact>| reason.rule.as_str() == "HC-CHG-32";
        let comes =
            moved.why != MoveWhy::Swept && (rest.iter().any(then_charges) || reasons.iter().any(falls_short));
        // HC-SWEEP-16: a sweeping charge is a charge.
        if comes || (moved.why == MoveWhy::Swept && sweeps_into(before, moved.unit)) {
            course.manner = "Charged".to_owned();
        }
        Some(course)
    }

    /// HC-OFF-12: the rear of a unit that has come on may hang over the edge, until it has gone clear of it.
    fn may_hang_over(&self, before: &State, after: &State, piece: &Piece) -> bool {
        let Some(id) = unit_of(after, piece) else { return false };
        let was = before.unit(id);
        let table = Self::table(after);
        let came = was.place != Place::Table || beyond(&outline(before, id), table) > Self::SLACK.overlap;
        let [left, right, ..] = after.unit(id).rect.corners();
        let holds = |p: Vec2| p.x > -1.0 && p.y > -1.0 && p.x < table[0] + 1.0 && p.y < table[1] + 1.0;
        came && holds(left) && holds(right)
    }

    fn may_pass(&self, before: &State, meeting: Meeting<'_>) -> bool {
        let (Some(who), Some(whom)) = (unit_of(before, meeting.mover), unit_of(before, meeting.other)) else {
            return true;
        };
        if self.is_herdsman(whom) || self.is_herdsman(who) {
            return true;
        }
        let (mover, other) = (self.card(who), self.card(whom));
        // HC-WEDGE-09: a wedge bursts through whom it has beaten. HC-ELE-05 and others: beasts that run amok.
        if matches!(meeting.manner, "BurstThrough" | "Stampeded") {
            return true;
        }
        // HC-PASS-01: units never move through enemy units.
        if mover.side != other.side {
            // HC-CHG-23: a charger that has come up to its target lines up with it.
            return meeting.ends_there
                && matches!(meeting.manner, "Charged" | "Countercharged" | "FollowedUp");
        }
        // HC-PASS-13: units giving ground do not pass through friends. HC-TTF-05: nor do those that turn.
        if matches!(meeting.manner, "GaveGround" | "SteppedAside" | "TurnedToFace") {
            return false;
        }
        // HC-PASS-02: nor through friends who fight, but for joining that fight.
        let joins = matches!(meeting.manner, "Charged" | "Countercharged" | "Supported");
        !before.is_fighting(whom) || joins
    }

    fn may_overlap(&self, after: &State, one: &Piece, other: &Piece) -> bool {
        let units = || [one, other].into_iter().filter_map(|piece| unit_of(after, piece));
        // HC-PASS-03: who passes through friends gets clear of them with the last of his moves; where shots stop him
        // after each (the setting `traverse_each_move`), he may be among them between two.
        let goes_on = |unit: UnitId| {
            after.pending.iter().any(|pending| match pending {
                Pending::Ranged(ranged::Waiting::MovesOn(onward)) => onward.unit == unit,
                _ => false,
            })
        };
        units().any(|unit| self.is_herdsman(unit)) || (one.side == other.side && units().any(goes_on))
    }

    fn own_sentences(
        &self,
        before: &State,
        step: &Step<Rules>,
        after: &State,
    ) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        let moved = |unit: UnitId| {
            step.events.iter().any(|event| match event {
                Event::Moved(moved) => moved.unit == unit,
                Event::Leaves { unit: gone, .. } => *gone == unit,
                _ => false,
            })
        };
        for event in &step.events {
            match event {
                Event::Did { unit, deed: Deed::Retired } if !moved(*unit) && step.reasons.is_empty() => {
                    found.push((
                        "who must retire retires, or a rule says why not (HC-RET-02)",
                        self.name(before, number(*unit)),
                    ));
                }
                // HC-BDIV-01: the test at the start of a turn has been made when anything else is done in it.
                Event::Enters { part: Part::Command, .. } if before.part != Part::Command => {
                    found.extend(self.unbroken(before, after));
                }
                _ => {}
            }
        }
        found
    }
}

impl Rules {
    /// HC-BDIV-01: divisions of the active side that have lost more than half of their units that count, and are not broken.
    fn unbroken(&self, before: &State, after: &State) -> Vec<(&'static str, String)> {
        let counts = |division: &DivisionCard| division.side == after.active && !division.minor;
        let all = self.divisions.iter().enumerate().filter(|(_, division)| counts(division));
        let whole = all.filter(|(at, _)| after.divisions.get(*at).is_some_and(|division| !division.broken));
        let wrong = whole.filter(|(at, _)| {
            let counted =
                || before.ids().filter(|id| self.card(*id).counts && self.card(*id).division.index() == *at);
            let lost = |id: &UnitId| {
                matches!(before.unit(*id).place, Place::Destroyed | Place::Gone { shaken: true })
            };
            2 * counted().filter(lost).count() > counted().count()
        });
        wrong.map(|(_, division)| ("losses break a division (HC-BDIV-01)", division.name.clone())).collect()
    }
}

impl Rules {
    /// HS-RAID-14: a single man without a stand, who joins others, and whom others ride over.
    fn is_herdsman(&self, unit: UnitId) -> bool {
        self.battle == Some(Battle::BorderRaid) && self.card(unit).name == "Herdsman"
    }

    /// HC-MOVE-03: no model goes further than the rate in one move. One event is one move.
    fn most(&self, before: &State, moved: &Moved) -> Option<(f64, &'static str)> {
        let card = self.card(moved.unit);
        let inch = INCH * self.settings.distance_scale;
        let loose = [before.unit(moved.unit).formation, moved.formation].contains(&Formation::Open);
        // HC-TAB-MOVE.
        let rate = match card.class {
            Class::LightCavalry | Class::HorseArchers if loose => 12.0,
            Class::LightChariots
            | Class::HeavyCavalry
            | Class::MediumCavalry
            | Class::LightCavalry
            | Class::HorseArchers => 9.0,
            _ => 6.0,
        };
        // HS-RAID-14: the moves of the herdsman are one.
        let one = rate * inch * if self.is_herdsman(moved.unit) { 3.0 } else { 1.0 };
        match moved.why {
            MoveWhy::Ordered
            | MoveWhy::Initiative
            | MoveWhy::FreeMove
            | MoveWhy::Retired
            | MoveWhy::VictoryMove => Some((one, "HC-MOVE-03")),
            // HC-SUPM-06.
            MoveWhy::Supported => Some((2.0 * one, "HC-SUPM-06")),
            MoveWhy::Charged | MoveWhy::Countercharged => Some((one, "HC-CHG-20")),
            MoveWhy::Swept => Some((3.0 * one, "HC-SWEEP-15")),
            MoveWhy::Blundered => Some((3.0 * one, "HC-BLUN-20")),
            MoveWhy::SteppedAside => Some((one, "HC-GIVE-16")),
            // HC-GIVE-15: a support that makes room for its friend goes aside by up to a move.
            MoveWhy::GaveGround => Some((one.max(6.0 * inch), "HC-GIVE-01")),
            MoveWhy::Retreated => Some((3.0 * one, "HC-RETR-04")),
            _ => None,
        }
    }
}

impl Rules {
    /// HC-CHG-20, HC-OOC-01: how far the enemy is off whom a charge move reaches, from the centre-front or, in open order, from
    /// the nearest man. Where it then lines up is not measured (HC-MOVE-03).
    fn charged(
        &self,
        before: &State,
        moved: &Moved,
        rest: &[Event],
        reasons: &[Reason<Fact>],
    ) -> Option<Measure> {
        let (most, sentence) = self.most(before, moved)?;
        let unit = before.unit(moved.unit);
        let from = if unit.is_open() { unit.rect } else { Rect::new(unit.rect.pose, 0.0, 0.0) };
        let enemies = self.pieces(before).into_iter();
        let enemies = enemies.filter(|piece| piece.side != self.card(moved.unit).side);
        let closes = |piece: &Piece| {
            rest.iter().any(|event| matches!(event, Event::Moved(next) if next.why == MoveWhy::ClosedUp && number(next.unit) == piece.id))
        };
        let touched = |piece: &Piece| piece.outline.iter().any(|body| distance(body, &moved.rect) < 1.5);
        // HC-EVADE-09: who is caught as he evades is destroyed before he has closed up.
        let caught = |piece: &Piece| reasons.iter().any(|reason| is_caught(reason, moved.unit, piece.id));
        let met = enemies.filter(|piece| touched(piece) || closes(piece) || caught(piece));
        let met = met.flat_map(|piece| piece.outline);
        let gone = met.map(|body| distance(&from, &body)).min_by(f64::total_cmp)?;
        Some(Measure { gone, most, sentence })
    }

    /// HC-BLUN-15: who must go on until he is clear of friends goes as far as that takes, and stops behind the last of them.
    fn blundered(&self, before: &State, moved: &Moved, gone: f64) -> Option<Measure> {
        let (most, sentence) = self.most(before, moved)?;
        let side = self.card(moved.unit).side;
        let friends = self.pieces(before).into_iter();
        let friends = friends.filter(|piece| piece.side == side && piece.id != number(moved.unit));
        let just_clear =
            friends.flat_map(|piece| piece.outline).any(|body| distance(&body, &moved.rect) < 5.0);
        (!just_clear).then_some(Measure { gone, most, sentence })
    }
}

fn charges(why: MoveWhy) -> bool {
    matches!(why, MoveWhy::Charged | MoveWhy::Countercharged | MoveWhy::Swept)
}

fn is_of_turning(reason: &Reason<Fact>) -> bool {
    let rule = reason.rule.as_str();
    rule.starts_with("HC-TTF") || rule == "HC-RESP-13"
}

/// HC-EVADE-09: the unit has caught this piece as it evaded.
fn is_caught(reason: &Reason<Fact>, unit: UnitId, piece: u16) -> bool {
    let of_both =
        matches!(reason.fact, Fact::Pair { unit: one, other } if one == unit && number(other) == piece);
    of_both && reason.rule.as_str() == "HC-EVADE-09"
}

/// HC-SWEEP-04: the unit is on a sweeping charge.
fn sweeps_into(before: &State, unit: UnitId) -> bool {
    before.pending.iter().any(
        |pending| matches!(pending, Pending::Fight(fight::Waiting::Swept { unit: one, .. }) if *one == unit),
    )
}

fn number(id: UnitId) -> u16 {
    u16::from(id.0)
}

fn unit_of(state: &State, piece: &Piece) -> Option<UnitId> {
    state.ids().find(|id| number(*id) == piece.id)
}

/// HC-COL-03: of a column that bends only the head is looked at; its ranks stand behind it on its track.
fn outline(state: &State, id: UnitId) -> Vec<Rect> {
    let rect = state.unit(id).rect;
    let bends = state.bends.iter().any(|bend| bend.unit == id);
    if bends { vec![Rect { depth: rect.depth.min(rect.width), ..rect }] } else { vec![rect] }
}

/// HC-GEO-04: the corner that goes farthest. HC-COL-03: the ranks of a column follow its head.
fn how_far(moved: &Moved, path: &[Rect]) -> f64 {
    if moved.formation == Formation::Column { farthest_front(path) } else { farthest(path) }
}

/// HC-CHG-31: the way of a charge is that of the centre-front; the men on either side find their own. HC-OOC-06: of a unit in
/// open order it begins at its middle.
fn centre_front(unit: &Unit, path: &[Rect]) -> Vec<Rect> {
    let mut way: Vec<Rect> = path.iter().map(|rect| Rect::new(rect.pose, 1.0, 1.0)).collect();
    if let Some(first) = way.first_mut().filter(|_| unit.is_open()) {
        first.pose.at = unit.rect.centre();
    }
    way
}

/// Where it stood, where each glide ended. HC-FCH-04: who changes his formation takes his new place before he goes.
fn path(unit: &Unit, moved: &Moved) -> Vec<Rect> {
    let (width, depth) = (unit.rect.width.min(moved.rect.width), unit.rect.depth.min(moved.rect.depth));
    let between = moved.way.iter().map(|pose| Rect::new(*pose, width, depth));
    let reforms = moved.formation != unit.formation && !charges(moved.why) && !moved.way.is_empty();
    if reforms {
        return moved.way.iter().map(|pose| moved.rect.with_pose(*pose)).collect();
    }
    let mut path: Vec<Rect> = std::iter::once(unit.rect).chain(between).collect();
    match path.last_mut() {
        Some(last) if path_ends(last, moved) => *last = moved.rect,
        _ => path.push(moved.rect),
    }
    path
}

/// A turn about its middle, by way of half of it; who turns about stays on his ground.
fn swing(from: &Rect, to: &Rect) -> Vec<Rect> {
    let turn = from.pose.facing.turn_to(to.pose.facing);
    if turn.abs() > 3.0 {
        return vec![*to];
    }
    let half = from.with_pose(from.pose.rotated_about(from.centre(), turn / 2.0));
    vec![*from, half, *to]
}

fn path_ends(last: &Rect, moved: &Moved) -> bool {
    last.pose == moved.rect.pose && !moved.way.is_empty()
}

fn course(moved: &Moved, path: Vec<Rect>, measure: Option<Measure>) -> Course {
    let piece = number(moved.unit);
    Course {
        manner: format!("{:?}", moved.why),
        joint: false,
        turning: Turning::Glide,
        walks: vec![Walk { piece, body: piece, path, measure }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_game::referee::watch;
    use aelian_geometry::{Facing, Pose};
    use aelian_rulebook::rule;

    fn scene() -> Scene {
        Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("friend", Side::Red, "heavy-infantry", (30.0, 25.0), 0.0)
            .unit("enemy", Side::Blue, "heavy-infantry", (50.0, 25.0), 180.0)
            .build()
    }

    /// A unit goes there, in inches, in this manner.
    fn moved(scene: &Scene, name: &str, why: MoveWhy, (x, y): (f64, f64)) -> Moved {
        let unit = scene.unit(name);
        let standing = *scene.state.unit(unit);
        let pose = Pose::new(x * INCH, y * INCH, Facing::UP);
        let rect = standing.rect.with_pose(pose);
        Moved { unit, why, way: vec![pose], formation: standing.formation, rect }
    }

    fn seen(scene: &Scene, name: &str, why: MoveWhy, to: (f64, f64)) -> Vec<&'static str> {
        seen_in(scene, vec![Event::Moved(moved(scene, name, why, to))], Vec::new())
    }

    /// What is seen in these events.
    fn seen_in(scene: &Scene, events: Vec<Event>, reasons: Vec<Reason<Fact>>) -> Vec<&'static str> {
        let step =
            Step { side: None, choice: Some(Choice::Proceed), rolls: Vec::new(), events, reasons, hash: 0 };
        let mut state = scene.state.clone();
        watch(&scene.rules, &mut state, &step, 1).iter().map(|breach| breach.sentence).collect()
    }

    /// HC-PASS-01, HC-PASS-03, HC-PASS-13.
    #[test]
    fn who_goes_through_another_is_seen() {
        let scene = scene();
        let through = "nobody goes through another";
        assert!(seen(&scene, "u", MoveWhy::Ordered, (30.0, 26.0)).contains(&"nobody stands on another"));
        assert!(seen(&scene, "u", MoveWhy::Charged, (30.0, 30.0)).is_empty());
        assert!(seen(&scene, "u", MoveWhy::GaveGround, (30.0, 30.0)).contains(&through));
        assert!(seen(&scene, "enemy", MoveWhy::Retreated, (10.0, 25.0)).contains(&through));
        assert!(seen(&scene, "enemy", MoveWhy::Retreated, (50.0, 40.0)).is_empty());
    }

    /// HC-TTF-05: a turn through a friend beside it is seen, though it ends clear of him.
    #[test]
    fn who_turns_through_another_is_seen() {
        let turned = |y: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-cavalry", (30.0, 20.0), 0.0)
                .unit("friend", Side::Red, "heavy-infantry", (30.0, y), 0.0)
                .build();
            let unit = scene.unit("u");
            let rect = scene.state.unit(unit).rect;
            let rect = rect.with_pose(rect.pose.rotated_about(rect.centre(), aelian_geometry::degrees(90.0)));
            let formation = scene.state.unit(unit).formation;
            let (why, way) = (MoveWhy::TurnedToFace, vec![rect.pose]);
            seen_in(&scene, vec![Event::Moved(Moved { unit, why, way, formation, rect })], Vec::new())
        };
        // Its corners lie 101 mm from its middle, its ends 88 mm.
        let behind = 20.0 - 50.0 / INCH;
        assert_eq!(turned(behind - 93.0 / INCH), ["nobody goes through another"]);
        assert!(turned(behind - 103.0 / INCH).is_empty());
    }

    /// HC-MOVE-03, HC-EXIT-01.
    #[test]
    fn who_goes_too_far_is_seen() {
        let scene = scene();
        assert_eq!(
            seen(&scene, "enemy", MoveWhy::Ordered, (50.0, 33.0)),
            ["nobody goes further than he may"]
        );
        assert!(seen(&scene, "enemy", MoveWhy::Retired, (50.0, 21.0)).is_empty());
        assert!(
            seen(&scene, "u", MoveWhy::Retreated, (1.0, 5.0)).contains(&"nobody stands beyond the table")
        );
    }

    /// HC-EVADE-09, HC-CHG-21: the way of a charge is measured to whom it has caught, not to who stands beside him.
    #[test]
    fn who_is_caught_has_been_met() {
        let scene = Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("caught", Side::Blue, "skirmishers", (27.0, 25.0), 180.0)
            .unit("beside", Side::Blue, "heavy-infantry", (38.0, 25.1), 180.0)
            .build();
        let (unit, other) = (scene.unit("u"), scene.unit("caught"));
        let further = |reasons: Vec<Reason<Fact>>| {
            let moved = moved(&scene, "u", MoveWhy::Charged, (36.5, 25.08));
            let gone = Event::Leaves { unit: other, to: Place::Destroyed };
            let found = seen_in(&scene, vec![Event::Moved(moved), gone], reasons);
            found.contains(&"nobody goes further than he may")
        };
        assert!(further(Vec::new()));
        assert!(!further(vec![Reason::new(rule!("HC-EVADE-09"), Fact::Pair { unit, other })]));
    }
}
