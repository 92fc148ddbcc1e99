//! Moves and charges by numbers.

use super::seen::Seen;
use super::sketch;
use crate::table::{ActionView, Arrow, FieldView, PieceId, Sketch};
use aelian_fog_ancients::impact::{ChargePath, ImpactChoice};
use aelian_fog_ancients::movement::{Leg, MoveOrder, MovementChoice, Turn};
use aelian_fog_ancients::stage::Stage;
use aelian_fog_ancients::{Choice, GroupSet};
use aelian_game::Exact;
use aelian_geometry::Hand;

/// What the table asks for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Moves,
    Charges,
    Commanders,
    Nothing,
}

pub fn asks(seen: Seen<'_>) -> Asks {
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
    form("wheel-left", "Wheel left", None, Some(Arrow::Left), &[ANGLE, AHEAD]),
    form("wheel-right", "Wheel right", None, Some(Arrow::Right), &[ANGLE, AHEAD]),
    form("double-left", "Double wheel left", None, None, &[ANGLE, AHEAD]),
    form("double-right", "Double wheel right", None, None, &[ANGLE, AHEAD]),
    form("shift-left", "Shift left", None, None, &[("shift", "Shift", "MU"), AHEAD]),
    form("shift-right", "Shift right", None, None, &[("shift", "Shift", "MU"), AHEAD]),
    form("turn-left", "Turn left", None, None, &[AHEAD]),
    form("turn-right", "Turn right", None, None, &[AHEAD]),
    form("turn-about", "Turn about", Some('T'), None, &[AHEAD]),
    form("expand-left", "Expand left", None, None, &[("bases", "Bases", ""), AHEAD]),
    form("expand-right", "Expand right", Some('X'), None, &[("bases", "Bases", ""), AHEAD]),
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
    form("charge", "Charge straight ahead", Some('H'), Some(Arrow::Ahead), &[]),
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
    let mut all = [0.0, 0.5, 1.0]
        .map(|share| form.fields.iter().map(|(key, ..)| number(key, share)).collect())
        .to_vec();
    match form.key {
        // A narrow front loses a base at one end only.
        "contract" => all.extend([vec![1.0, 0.0, 0.0], vec![1.0, 0.0, most]]),
        // Two wheels leave less of the way.
        "double-left" | "double-right" => all.extend([vec![5.0, most * 0.4], vec![3.0, most * 0.2]]),
        _ => {}
    }
    all
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
    let mut sketch = sketch::judged(seen, choice(seen, who, action, values)?);
    sketch.action = acted(seen, who, action, values);
    Some(sketch)
}

/// The action that these parts of a move are, with its numbers; none if they are more than one action.
pub fn action_of(seen: Seen<'_>, who: GroupSet, legs: &[Leg]) -> Option<ActionView> {
    let mu = seen.rules.mu;
    let to =
        |hand: Hand, left: &'static str, right: &'static str| if hand == Hand::Left { left } else { right };
    let hand_of = |right: f64| if right < 0.0 { Hand::Left } else { Hand::Right };
    let (first, ahead) = match legs {
        [Leg::Advance { distance }] => return acted(seen, who, "advance", &[distance / mu]),
        [
            Leg::Wheel { hand, degrees },
            Leg::Advance { distance },
            Leg::Wheel { hand: back, degrees: same },
        ] if hand != back && degrees == same => {
            return acted(seen, who, to(*hand, "double-left", "double-right"), &[*degrees, distance / mu]);
        }
        [Leg::Advance { distance }, Leg::Shift { right }] => {
            let key = to(hand_of(*right), "shift-left", "shift-right");
            return acted(seen, who, key, &[right.abs() / mu, distance / mu]);
        }
        [first] => (first, 0.0),
        [first, Leg::Advance { distance }] => (first, distance / mu),
        _ => return None,
    };
    match *first {
        Leg::Wheel { hand, degrees } => {
            acted(seen, who, to(hand, "wheel-left", "wheel-right"), &[degrees, ahead])
        }
        Leg::Turn(Turn::Left) => acted(seen, who, "turn-left", &[ahead]),
        Leg::Turn(Turn::Right) => acted(seen, who, "turn-right", &[ahead]),
        Leg::Turn(Turn::About) => acted(seen, who, "turn-about", &[ahead]),
        Leg::Expand { left, right: 0 } => acted(seen, who, "expand-left", &[f64::from(left), ahead]),
        Leg::Expand { left: 0, right } => acted(seen, who, "expand-right", &[f64::from(right), ahead]),
        Leg::Contract { left, right } => {
            acted(seen, who, "contract", &[f64::from(left), f64::from(right), ahead])
        }
        _ => None,
    }
}

/// An action with these numbers.
fn acted(seen: Seen<'_>, who: GroupSet, key: &str, values: &[f64]) -> Option<ActionView> {
    let form = MOVES.iter().chain(&CHARGES).find(|form| form.key == key)?;
    let mut action = view(seen, who, form);
    for (field, value) in action.fields.iter_mut().zip(values) {
        // What a hand has drawn is shown to a hundredth.
        field.value = (*value * 100.0).round() / 100.0;
    }
    Some(action)
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
