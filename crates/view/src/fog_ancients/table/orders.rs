//! Moves and charges by hand and by numbers.

use super::seen::Seen;
use super::sketch;
use crate::table::{ActionView, Arrow, Drag, FieldView, Grip, Light, PieceId, Sketch};
use aelian_fog_ancients::formation::{Body, wheel_angle, wheel_cost};
use aelian_fog_ancients::impact::{ChargePath, ImpactChoice};
use aelian_fog_ancients::joint::JointChoice;
use aelian_fog_ancients::movement::{CommanderMove, Leg, MoveOrder, MovementChoice, Turn};
use aelian_fog_ancients::stage::Stage;
use aelian_fog_ancients::{Choice, CommanderId, GroupId, GroupSet};
use aelian_game::Exact;
use aelian_geometry::{Facing, Hand, Pose, Rect, Vec2, degrees, to_degrees};

/// What the table asks for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Moves,
    Charges,
    Commanders,
    Nothing,
}

fn asks(seen: Seen<'_>) -> Asks {
    match seen.state.stage {
        Stage::Moves => Asks::Moves,
        Stage::DeclareCharges if seen.state.pending.is_empty() => Asks::Charges,
        Stage::CommandersMove | Stage::CommandersAnswer => Asks::Commanders,
        _ => Asks::Nothing,
    }
}

/// Key, label, letter and the numbers it needs: (key, label, unit).
struct Form {
    key: &'static str,
    label: &'static str,
    letter: Option<char>,
    arrow: Option<Arrow>,
    fields: &'static [(&'static str, &'static str, &'static str)],
}

const AHEAD: (&str, &str, &str) = ("ahead", "Ahead", "MU");
const ANGLE: (&str, &str, &str) = ("angle", "Angle", "\u{b0}");

const MOVES: [Form; 17] = [
    form("advance", "Advance", None, Some(Arrow::Ahead), &[AHEAD]),
    form("wheel-left", "Wheel left, then advance", None, Some(Arrow::Left), &[ANGLE, AHEAD]),
    form("wheel-right", "Wheel right, then advance", None, Some(Arrow::Right), &[ANGLE, AHEAD]),
    form("double-left", "Wheel left, advance, wheel right", None, None, &[ANGLE, AHEAD]),
    form("double-right", "Wheel right, advance, wheel left", None, None, &[ANGLE, AHEAD]),
    form("shift-left", "Advance with a shift to the left", None, None, &[("shift", "Shift", "MU"), AHEAD]),
    form("shift-right", "Advance with a shift to the right", None, None, &[("shift", "Shift", "MU"), AHEAD]),
    form("turn-left", "Turn left", None, None, &[AHEAD]),
    form("turn-right", "Turn right", None, None, &[AHEAD]),
    form("turn-about", "Turn about", Some('T'), None, &[AHEAD]),
    form("expand-left", "Expand to the left", None, None, &[("bases", "Bases", ""), AHEAD]),
    form("expand-right", "Expand to the right", Some('X'), None, &[("bases", "Bases", ""), AHEAD]),
    form(
        "contract",
        "Contract",
        Some('K'),
        None,
        &[("left", "From the left", ""), ("right", "From the right", ""), AHEAD],
    ),
    form("form-orb", "Form orb", None, None, &[]),
    form("leave-orb", "Leave orb", None, None, &[]),
    form("place-defences", "Place portable defences", None, None, &[]),
    form("lift-defences", "Lift portable defences", None, None, &[]),
];

const CHARGES: [Form; 3] = [
    form("charge", "Charge straight ahead", Some('G'), Some(Arrow::Ahead), &[]),
    form(
        "charge-left",
        "Charge, wheeling left",
        None,
        Some(Arrow::Left),
        &[ANGLE, ("before", "Ahead before the wheel", "MU")],
    ),
    form(
        "charge-right",
        "Charge, wheeling right",
        None,
        Some(Arrow::Right),
        &[ANGLE, ("before", "Ahead before the wheel", "MU")],
    ),
];

const fn form(
    key: &'static str,
    label: &'static str,
    letter: Option<char>,
    arrow: Option<Arrow>,
    fields: &'static [(&'static str, &'static str, &'static str)],
) -> Form {
    Form { key, label, letter, arrow, fields }
}

pub fn shortcuts() -> Vec<(char, &'static str)> {
    MOVES.iter().chain(&CHARGES).filter_map(|form| Some((form.letter?, form.label))).collect()
}

/// The kinds of moves that these pieces could try; those that no usual number makes legal are left out.
pub fn actions(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ActionView> {
    let who = seen.groups(pieces);
    let forms: &[Form] = match asks(seen) {
        Asks::Moves => &MOVES,
        Asks::Charges => &CHARGES,
        Asks::Commanders | Asks::Nothing => return Vec::new(),
    };
    if who.is_empty() {
        return Vec::new();
    }
    let legal = |form: &&Form| {
        usual(seen, who, form).into_iter().any(|values| {
            choice(seen, who, form.key, &values).is_some_and(|choice| seen.check(&choice).is_legal())
        })
    };
    forms.iter().filter(legal).map(|form| view(seen, who, form)).collect()
}

/// Numbers worth a try for a form.
fn usual(seen: Seen<'_>, who: GroupSet, form: &Form) -> Vec<Vec<f64>> {
    let most = reach(seen, who);
    let number = |key: &str, share: f64| match key {
        "ahead" => most * share,
        "angle" => 10.0 + 20.0 * (1.0 - share),
        "before" => 0.0,
        "shift" => 0.5,
        _ => 1.0,
    };
    [0.0, 0.5, 1.0].map(|share| form.fields.iter().map(|(key, ..)| number(key, share)).collect()).to_vec()
}

/// The open move of the slowest, in MU.
fn reach(seen: Seen<'_>, who: GroupSet) -> f64 {
    let look = seen.look();
    let slowest = who.iter().map(|id| look.base_move(id)).fold(f64::INFINITY, f64::min);
    if slowest.is_finite() { slowest / seen.rules.mu } else { 0.0 }
}

fn view(seen: Seen<'_>, who: GroupSet, form: &Form) -> ActionView {
    let most = reach(seen, who);
    let field = |(key, label, unit): &(&'static str, &'static str, &'static str)| {
        let (value, least, most, step) = match *key {
            "angle" => (15.0, 0.0, 180.0, 1.0),
            "bases" | "left" | "right" => (1.0, 0.0, 2.0, 1.0),
            "shift" => (0.5, 0.0, 1.6, 0.1),
            "before" => (0.0, 0.0, most, 0.25),
            _ if form.key == "advance" => (most, 0.0, most, 0.25),
            _ => (0.0, 0.0, most, 0.25),
        };
        FieldView { key, label: (*label).to_owned(), unit, value, least, most, step, words: Vec::new() }
    };
    ActionView {
        key: form.key,
        label: form.label.to_owned(),
        shortcut: form.letter,
        arrow: form.arrow,
        fields: form.fields.iter().map(field).collect(),
    }
}

/// A move by its numbers.
pub fn act(seen: Seen<'_>, pieces: &[PieceId], action: &str, values: &[f64]) -> Option<Sketch<Choice>> {
    let who = seen.groups(pieces);
    let forms = MOVES.iter().chain(&CHARGES);
    let form = forms.into_iter().find(|form| form.key == action)?;
    let choice = choice(seen, who, action, values)?;
    let mut sketch = sketch::judged(seen, choice);
    let mut action = view(seen, who, form);
    for (field, value) in action.fields.iter_mut().zip(values) {
        field.value = *value;
    }
    sketch.action = Some(action);
    Some(sketch)
}

fn choice(seen: Seen<'_>, who: GroupSet, action: &str, values: &[f64]) -> Option<Choice> {
    let mu = seen.rules.mu;
    let value = |at: usize| values.get(at).copied().unwrap_or(0.0);
    let count = |at: usize| value(at).clamp(0.0, 12.0) as u8;
    let ahead = |at: usize| Leg::Advance { distance: value(at) * mu };
    let wheel = |hand, at: usize| Leg::Wheel { hand, degrees: value(at) };
    let then = |first: Leg, at: usize| if value(at) > 0.0 { vec![first, ahead(at)] } else { vec![first] };
    let charge = |hand: Option<Hand>| {
        let path = ChargePath {
            ahead: Exact(value(1).max(0.0) * mu * if hand.is_some() { 1.0 } else { 0.0 }),
            wheel: hand.map(|hand| (hand, Exact(value(0)))),
            drop: None,
        };
        who.first().map(|group| Choice::Impact(ImpactChoice::Declare { group, path }))
    };
    let legs = match action {
        "advance" => vec![ahead(0)],
        "wheel-left" => then(wheel(Hand::Left, 0), 1),
        "wheel-right" => then(wheel(Hand::Right, 0), 1),
        "double-left" => vec![wheel(Hand::Left, 0), ahead(1), wheel(Hand::Right, 0)],
        "double-right" => vec![wheel(Hand::Right, 0), ahead(1), wheel(Hand::Left, 0)],
        "shift-left" => vec![ahead(1), Leg::Shift { right: -value(0) * mu }],
        "shift-right" => vec![ahead(1), Leg::Shift { right: value(0) * mu }],
        "turn-left" => then(Leg::Turn(Turn::Left), 0),
        "turn-right" => then(Leg::Turn(Turn::Right), 0),
        "turn-about" => then(Leg::Turn(Turn::About), 0),
        "expand-left" => then(Leg::Expand { left: count(0), right: 0 }, 1),
        "expand-right" => then(Leg::Expand { left: 0, right: count(0) }, 1),
        "contract" => then(Leg::Contract { left: count(0), right: count(1) }, 2),
        "form-orb" => vec![Leg::FormOrb],
        "leave-orb" => vec![Leg::LeaveOrb { facing: None }],
        "place-defences" => vec![Leg::PlaceDefences],
        "lift-defences" => vec![Leg::LiftDefences],
        "charge" => return charge(None),
        "charge-left" => return charge(Some(Hand::Left)),
        "charge-right" => return charge(Some(Hand::Right)),
        _ => return None,
    };
    Some(Choice::Movement(MovementChoice::Move(MoveOrder::all(who, legs))))
}

/// A move by hand.
pub fn drag(seen: Seen<'_>, pieces: &[PieceId], drag: Drag) -> Option<Sketch<Choice>> {
    if !drag.from.is_finite() || !drag.to.is_finite() {
        return None;
    }
    if let Some(commander) = seen.commander(pieces) {
        return Some(dragged_commander(seen, commander, drag));
    }
    let who = seen.groups(pieces);
    let first = who.first()?;
    match asks(seen) {
        Asks::Moves => Some(dragged_body(seen, who, drag)),
        Asks::Charges => Some(dragged_charge(seen, first, drag)),
        Asks::Commanders | Asks::Nothing => None,
    }
}

/// FA-CMOVE-05: a commander goes where he is put; over a friendly group he joins it.
fn dragged_commander(seen: Seen<'_>, commander: CommanderId, drag: Drag) -> Sketch<Choice> {
    let officer = seen.state.commander(commander);
    let pose = officer.rect.pose.translated(drag.to - drag.from).on_grid();
    let rect = officer.rect.with_pose(pose);
    let look = seen.look();
    let near = seen.state.on_table_of(officer.side).filter(|id| look.distance_to(*id, &rect) < look.mu(0.8));
    let join =
        near.min_by(|one, other| look.distance_to(*one, &rect).total_cmp(&look.distance_to(*other, &rect)));
    let to = join.map_or(pose, |group| behind(seen, group));
    let order = CommanderMove { commander, to, join };
    let choice = match asks(seen) {
        Asks::Commanders => Choice::Joint(JointChoice::Commander(order)),
        _ => Choice::Movement(MovementChoice::Commander(order)),
    };
    let hand = vec![(super::seen::Thing::Commander(commander).piece(), officer.rect.with_pose(to))];
    sketch::followed(sketch::judged(seen, choice), hand)
}

/// Behind the middle of a group.
fn behind(seen: Seen<'_>, group: GroupId) -> Pose {
    let block = seen.look().block(group);
    block.pose.advanced(-block.depth).on_grid()
}

/// The legal move that follows the pointer best: by the corner a wheel, by the body ahead with a wheel towards the
/// pointer; as much of it as is allowed.
fn dragged_body(seen: Seen<'_>, who: GroupSet, drag: Drag) -> Sketch<Choice> {
    let facing = who.first().map_or(Facing::UP, |id| seen.state.group(id).facing);
    let body = Body::of_all(seen.state, facing, who.iter());
    let wished = wished(seen, &body, drag);
    let mut refused = None;
    for share in [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1] {
        let legs = part_of(&wished, share);
        if legs.is_empty() {
            continue;
        }
        let order = MoveOrder::all(who, legs);
        let found = sketch::judged(seen, Choice::Movement(MovementChoice::Move(order)));
        if found.light != Light::Refused {
            return found;
        }
        refused.get_or_insert(found);
    }
    let hand = body.translated(drag.to - drag.from);
    let hand = hand.bases.iter().map(|(base, rect)| (base.0, *rect)).collect();
    let refused = refused.unwrap_or_else(|| {
        sketch::judged(seen, Choice::Movement(MovementChoice::Move(MoveOrder::all(who, Vec::new()))))
    });
    sketch::followed(refused, hand)
}

/// What the hand means, as parts of a move.
fn wished(seen: Seen<'_>, body: &Body, drag: Drag) -> Vec<Leg> {
    let block = body.block();
    let (ahead, right) = local(&block, drag.to - drag.from);
    match drag.grip {
        Grip::Corner(hand) => {
            // The corner on this side moves; the body wheels about the other one.
            let about = hand.other();
            let angle = wheel_angle(block.width.max(1.0), ahead.max(0.0)).min(degrees(90.0));
            vec![Leg::Wheel { hand: about, degrees: to_degrees(angle) }]
        }
        Grip::Spin => {
            let hand = if right > 0.0 { Hand::Right } else { Hand::Left };
            vec![Leg::Turn(match (ahead < -right.abs(), hand) {
                (true, _) => Turn::About,
                (false, Hand::Left) => Turn::Left,
                (false, Hand::Right) => Turn::Right,
            })]
        }
        Grip::Body => {
            let angle = degrees(bearing(right.abs(), ahead.max(0.001)));
            let hand = if right > 0.0 { Hand::Right } else { Hand::Left };
            let distance = (ahead * ahead + right * right).sqrt();
            if ahead <= 0.0 {
                return vec![Leg::Advance { distance: ahead }];
            }
            // A small step aside is no wheel.
            if right.abs() < seen.rules.mu * 0.3 || angle < degrees(2.0) {
                return vec![Leg::Advance { distance: ahead }];
            }
            let cost = wheel_cost(block.width, angle);
            let rest = (distance - cost * 0.5).max(0.0);
            vec![Leg::Wheel { hand, degrees: to_degrees(angle) }, Leg::Advance { distance: rest }]
        }
    }
}

/// By how many degrees something so far aside and ahead lies off straight ahead.
fn bearing(aside: f64, ahead: f64) -> f64 {
    Facing::along(Vec2::new(aside, ahead)).to_compass()
}

fn local(block: &Rect, by: Vec2) -> (f64, f64) {
    (by.dot(block.pose.facing.vector()), by.dot(block.pose.facing.right()))
}

/// As much of a move as this share of its last part says; wheels are kept, unless there is nothing else.
fn part_of(legs: &[Leg], share: f64) -> Vec<Leg> {
    let mut part: Vec<Leg> = legs.to_vec();
    match part.last_mut() {
        Some(Leg::Advance { distance }) => *distance *= share,
        Some(Leg::Wheel { degrees, .. }) => *degrees *= share,
        _ => {}
    }
    part.retain(|leg| !matches!(leg, Leg::Advance { distance } if distance.abs() < 1.0));
    part
}

/// FA-DEC-21: a charge the way the hand goes: straight ahead, or with the wheel that points there.
fn dragged_charge(seen: Seen<'_>, group: GroupId, drag: Drag) -> Sketch<Choice> {
    let block = seen.look().block(group);
    let (ahead, right) = local(&block, drag.to - drag.from);
    let angle = degrees(bearing(right.abs(), ahead.max(0.001)).min(90.0));
    let hand = if right > 0.0 { Hand::Right } else { Hand::Left };
    let declare =
        |path: ChargePath| sketch::judged(seen, Choice::Impact(ImpactChoice::Declare { group, path }));
    let straight = declare(ChargePath::default());
    if angle < degrees(4.0) {
        return straight;
    }
    let mut first = None;
    for share in [1.0, 0.85, 1.15, 0.6, 0.4] {
        let path =
            ChargePath { wheel: Some((hand, Exact(to_degrees(angle * share)))), ..ChargePath::default() };
        let found = declare(path);
        if found.light != Light::Refused {
            return found;
        }
        first.get_or_insert(found);
    }
    if straight.light == Light::Refused { first.unwrap_or(straight) } else { straight }
}
