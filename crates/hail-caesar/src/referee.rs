//! What the referee is told of Hail Caesar: units with their footprints, how each kind of move may go, and who may pass
//! whom. Plain sentences with the rule that has them; nothing here is used to move anybody.

use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
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
use aelian_geometry::{Rect, Vec2};
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
        // Where nobody goes anywhere, every man takes his new place.
        if matches!(
            moved.why,
            MoveWhy::TurnedToFace
                | MoveWhy::Reformed
                | MoveWhy::ClosedUp
                | MoveWhy::SpreadOut
                | MoveWhy::CameOut
        ) {
            return Some(course(moved, vec![moved.rect], None));
        }
        let path = path(unit, moved);
        let gone = if self.is_herdsman(moved.unit) { middle(&path) } else { how_far(unit, moved, &path) };
        let measure = self.most(before, moved).map(|(most, sentence)| Measure { gone, most, sentence });
        let charges =
            |why: MoveWhy| matches!(why, MoveWhy::Charged | MoveWhy::Countercharged | MoveWhy::Swept);
        let path = if charges(moved.why) { centre_front(&path) } else { path };
        let mut course = course(moved, path, measure);
        // HC-CHG-28, HC-CHG-32: what a charger goes before its last move is part of its charge, and so if it falls short.
        let then_charges = |event: &Event| matches!(event, Event::Moved(next) if next.unit == moved.unit && charges(next.why));
        let falls_short = |reason: &Reason<Fact>| reason.rule.as_str() == "HC-CHG-32";
        if moved.why != MoveWhy::Swept && (rest.iter().any(then_charges) || reasons.iter().any(falls_short)) {
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
            return meeting.ends_there && matches!(meeting.manner, "Charged" | "Countercharged" | "Swept");
        }
        // HC-PASS-13: units giving ground do not pass through friends.
        if matches!(meeting.manner, "GaveGround" | "SteppedAside") {
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
            MoveWhy::Charged | MoveWhy::Countercharged | MoveWhy::Swept => Some((3.0 * one, "HC-MOVE-01")),
            // Two moves, and as far as it takes to come clear of friends.
            MoveWhy::Blundered => Some((4.0 * one, "HC-BLUN-15")),
            MoveWhy::SteppedAside => Some((one, "HC-GIVE-16")),
            _ => None,
        }
    }
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

/// HC-GEO-04: the corner that goes farthest. HC-COL-03: the ranks of a column follow its head. HC-FCH-04: whoever
/// changes his formation keeps his centre-front.
fn how_far(unit: &Unit, moved: &Moved, path: &[Rect]) -> f64 {
    let (from, to) = (&unit.rect, &moved.rect);
    if (from.width - to.width).abs() + (from.depth - to.depth).abs() > 0.1 {
        // HC-FCH-05, HC-FCH-06: the front of the one may become the middle of the other.
        return (to.pose.at - from.pose.at).length() - from.depth.max(to.depth) / 2.0;
    }
    if moved.formation == Formation::Column { farthest_front(path) } else { farthest(path) }
}

/// HC-CHG-31: the way of a charge is that of the centre-front; the men on either side find their own.
fn centre_front(path: &[Rect]) -> Vec<Rect> {
    path.iter().map(|rect| Rect::new(rect.pose, 1.0, 1.0)).collect()
}

/// Where it stood, where each glide ended. While its formation changes it is as narrow and as shallow as it is before or
/// after.
fn path(unit: &Unit, moved: &Moved) -> Vec<Rect> {
    let (width, depth) = (unit.rect.width.min(moved.rect.width), unit.rect.depth.min(moved.rect.depth));
    let between = moved.way.iter().map(|pose| Rect::new(*pose, width, depth));
    let mut path: Vec<Rect> = std::iter::once(unit.rect).chain(between).collect();
    match path.last_mut() {
        Some(last) if path_ends(last, moved) => *last = moved.rect,
        _ => path.push(moved.rect),
    }
    path
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

    fn scene() -> Scene {
        Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("friend", Side::Red, "heavy-infantry", (30.0, 25.0), 0.0)
            .unit("enemy", Side::Blue, "heavy-infantry", (50.0, 25.0), 180.0)
            .build()
    }

    /// What is seen when a unit goes there, in inches, in this manner.
    fn seen(scene: &Scene, name: &str, why: MoveWhy, (x, y): (f64, f64)) -> Vec<&'static str> {
        let unit = scene.unit(name);
        let standing = *scene.state.unit(unit);
        let pose = Pose::new(x * INCH, y * INCH, Facing::UP);
        let rect = standing.rect.with_pose(pose);
        let moved = Moved { unit, why, way: vec![pose], formation: standing.formation, rect };
        let step = Step {
            choice: Choice::Proceed,
            rolls: Vec::new(),
            events: vec![Event::Moved(moved)],
            reasons: Vec::new(),
            hash: 0,
        };
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
}
