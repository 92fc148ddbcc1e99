//! Blood and Blades in the mirror: what changes when left and right do.

use crate::choice::{
    Choice, ColumnForm, ColumnLeg, Command, ExtendAt, ExtendMethod, ExtendPlace, Leg, Manoeuvre, Order,
    RushChoice, Turn,
};
use crate::field::{Area, Field, Piece, River, Road, TableEdge};
use crate::rules::Rules;
use crate::state::{Answer, Pending, Retreat, Rush, State, Told};
use aelian_game::Seldom;
use aelian_game::kit::{Glass, Mirrored};
use aelian_geometry::{Corner, Facing};
use aelian_rulebook::{RuleId, rule};
use std::ops::Deref;
use std::sync::Arc;

impl Mirrored for Rules {
    fn mirrored(&self, state: &State) -> Option<State> {
        if state.set_up.is_some() {
            return None;
        }
        let mirror = Mirror(Glass { width: state.field.width });
        let mut image = state.clone();
        image.field = Arc::new(mirror.field(&state.field)?);
        for base in &mut image.bases {
            base.rect = base.rect.with_pose(mirror.pose(base.rect.pose));
        }
        image.weather.wind = state.weather.wind.map(Facing::mirrored);
        image.time.sun = state.time.sun.map(TableEdge::mirrored);
        image.pending = state.pending.iter().map(|pending| mirror.pending(pending)).collect();
        for column in &mut image.bent_columns {
            column.track.iter_mut().for_each(|pose| *pose = mirror.pose(*pose));
        }
        Some(image)
    }

    fn mirrored_choice(&self, _state: &State, choice: &Choice) -> Option<Choice> {
        Some(match choice {
            Choice::PickTerrain(_)
            | Choice::NameSide { .. }
            | Choice::Lay(_)
            | Choice::Discard
            | Choice::PlaceBaggage(_)
            | Choice::DeployFirst(_)
            | Choice::Ambush(_)
            | Choice::Deploy(_) => return None,
            Choice::Order(told) => Choice::Order(order(told)),
            Choice::Together(orders) => Choice::Together(orders.iter().map(order).collect()),
            Choice::Rush(rush) => Choice::Rush(RushChoice {
                deviate: -rush.deviate,
                hand: rush.hand.map(|hand| hand.other()),
                ..*rush
            }),
            Choice::Separate(hand) => Choice::Separate(hand.other()),
            Choice::Answer(given) => Choice::Answer(answer(*given)),
            other => other.clone(),
        })
    }

    /// BB-MOVE-64 is BB-MOVE-62 and BB-MOVE-63 to the other hand, and the flanks have a rule each.
    fn unhanded(rule: RuleId) -> RuleId {
        match rule.as_str() {
            "BB-MOVE-62" | "BB-MOVE-63" => rule!("BB-MOVE-64"),
            "BB-CC-51" => rule!("BB-CC-50"),
            _ => rule,
        }
    }

    fn apart(one: &State, other: &State) -> Option<String> {
        /// Lengths in mm and turns in radians that rounding and searching may make.
        const LENGTH: f64 = 0.25;
        const TURN: f64 = 0.005;
        let whole = |state: &State| {
            let pending: Vec<_> = state.pending.iter().map(std::mem::discriminant).collect();
            let places: Vec<_> = state.bases.iter().map(|base| base.place).collect();
            (state.stage, state.round, state.active, state.armies, pending, places)
        };
        if whole(one) != whole(other) {
            return Some(format!("{:?} and {:?}", one.pending, other.pending));
        }
        let standing = one.ids().filter(|id| one.base(*id).on_table());
        let mut pairs = standing.map(|id| (id, one.rect(id).pose, other.rect(id).pose));
        pairs.find_map(|(id, a, b)| {
            let same = (a.at - b.at).length() <= LENGTH && a.facing.angle_to(b.facing) <= TURN;
            (!same).then(|| format!("{id} ends at {a:?} and at {b:?}"))
        })
    }
}

/// The mirror beside the table, and what it shows of this game.
#[derive(Clone, Copy, Debug)]
struct Mirror(Glass);

impl Deref for Mirror {
    type Target = Glass;

    fn deref(&self) -> &Glass {
        &self.0
    }
}

impl Mirror {
    fn field(self, field: &Field) -> Option<Field> {
        let mut pieces = Vec::new();
        for area in &field.areas {
            let outline = self.outline(&area.outline)?;
            let crest = self.points(&area.crest);
            pieces.push(Piece::Area(Area { outline, crest, ..area.clone() }));
        }
        for river in &field.rivers {
            let course = self.course(&river.course)?;
            pieces.push(Piece::River(River { course, ..river.clone() }));
        }
        for road in &field.roads {
            pieces.push(Piece::Road(Road { line: self.line(&road.line)?, ..road.clone() }));
        }
        Some(Field::new(field.width, field.depth, pieces))
    }

    fn pending(self, pending: &Pending) -> Pending {
        match pending {
            Pending::Align { body, shift, must } => {
                Pending::Align { body: *body, shift: -shift, must: *must }
            }
            Pending::GoOn { order: told, at, seen } => {
                Pending::GoOn { order: Box::new(order(told)), at: *at, seen: *seen }
            }
            Pending::Rush(rush) => Pending::Rush(Rush {
                start: self.pose(rush.start),
                told: rush.told.map(|told| Told {
                    deviate: -told.deviate,
                    hand: Seldom(told.hand.map(|hand| hand.other())),
                    ..told
                }),
                ..rush.clone()
            }),
            Pending::Retreat(retreat) => Pending::Retreat(Retreat {
                answers: retreat.answers.iter().map(|given| answer(*given)).collect(),
                ..retreat.clone()
            }),
            other => other.clone(),
        }
    }
}

fn corner(corner: Corner) -> Corner {
    match corner {
        Corner::FrontLeft => Corner::FrontRight,
        Corner::FrontRight => Corner::FrontLeft,
        Corner::RearRight => Corner::RearLeft,
        Corner::RearLeft => Corner::RearRight,
    }
}

fn answer(answer: Answer) -> Answer {
    match answer {
        Answer::Left => Answer::Right,
        Answer::Right => Answer::Left,
        other => other,
    }
}

fn order(order: &Order) -> Order {
    let what = match &order.what {
        Command::Halt => Command::Halt,
        Command::Move { reach, how, displace } => {
            Command::Move { reach: *reach, how: manoeuvre(how), displace: *displace }
        }
    };
    Order { to: order.to, what }
}

fn manoeuvre(how: &Manoeuvre) -> Manoeuvre {
    let turn = |turn: &Option<Turn>| turn.map(|turn| Turn { hand: turn.hand.other(), ..turn });
    match how {
        Manoeuvre::Pivot { hand, distance } => Manoeuvre::Pivot { hand: hand.other(), distance: *distance },
        Manoeuvre::Light { first, distance, last } => {
            Manoeuvre::Light { first: turn(first), distance: *distance, last: turn(last) }
        }
        Manoeuvre::Free { legs } => Manoeuvre::Free { legs: legs.iter().map(leg).collect() },
        Manoeuvre::Column { legs } => Manoeuvre::Column { legs: legs.iter().map(column_leg).collect() },
        Manoeuvre::FormColumn { head, followers, form } => {
            let form = match form {
                ColumnForm::SameFacing { advance } => ColumnForm::SameFacing { advance: *advance },
                ColumnForm::RightAngle { hand, advance } => {
                    ColumnForm::RightAngle { hand: hand.other(), advance: *advance }
                }
            };
            Manoeuvre::FormColumn { head: *head, followers: followers.clone(), form }
        }
        Manoeuvre::Extend { method, places } => {
            let method = match method {
                ExtendMethod::HeadStays => ExtendMethod::HeadStays,
                ExtendMethod::HeadPivots(hand) => ExtendMethod::HeadPivots(hand.other()),
            };
            let place = |place: &ExtendPlace| ExtendPlace {
                at: match place.at {
                    ExtendAt::Line(hand) => ExtendAt::Line(hand.other()),
                    behind => behind,
                },
                ..*place
            };
            Manoeuvre::Extend { method, places: places.iter().map(place).collect() }
        }
        other => other.clone(),
    }
}

fn leg(leg: &Leg) -> Leg {
    match *leg {
        Leg::Go { ahead, right } => Leg::Go { ahead, right: -right },
        Leg::Turn { about, degrees } => Leg::Turn { about: corner(about), degrees: -degrees },
        Leg::Spin { degrees } => Leg::Spin { degrees: -degrees },
        Leg::About { ahead, right, degrees } => Leg::About { ahead, right: -right, degrees: -degrees },
        Leg::Turnabout => Leg::Turnabout,
    }
}

fn column_leg(leg: &ColumnLeg) -> ColumnLeg {
    match *leg {
        ColumnLeg::Pivot { hand, degrees } => ColumnLeg::Pivot { hand: hand.other(), degrees },
        ahead => ahead,
    }
}
