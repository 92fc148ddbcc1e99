//! A move by its numbers.

use super::actions::{Form, asks_for_orders, demanded, form, leaders, rivers};
use super::seen::Seen;
use super::sketch;
use crate::table::Sketch;
use aelian_blood_and_blades::choice::{
    Choice, ColumnForm, ColumnLeg, Command, ExtendAt, ExtendMethod, ExtendPlace, Leg, Manoeuvre, Order, Turn,
};
use aelian_blood_and_blades::movement::columns::manoeuvres;
use aelian_blood_and_blades::movement::order::own_eyes;
use aelian_blood_and_blades::{BaseId, BaseSet, Look};
use aelian_geometry::Hand;

/// The sketch of an action; numbers that are not given are the usual ones.
pub fn act(seen: Seen<'_>, to: BaseSet, action: &str, values: &[f64]) -> Option<Sketch<Choice>> {
    if !asks_for_orders(seen) {
        return None;
    }
    let mut form = form(seen, to, action, None)?;
    for (field, value) in form.view.fields.iter_mut().zip(values).filter(|(_, value)| value.is_finite()) {
        field.value = *value;
    }
    let what = command(seen, to, &form, &form.values())?;
    let mut sketch = sketch::judged(seen, Choice::Order(Order { to, what }));
    sketch.action = Some(form.view);
    Some(sketch)
}

/// The command that a form with these numbers means.
pub fn command(seen: Seen<'_>, to: BaseSet, form: &Form, values: &[f64]) -> Option<Command> {
    let numbers = Numbers(values);
    if form.view.key == "halt" {
        return Some(Command::Halt);
    }
    let declared = if form.reaches.len() > 1 { numbers.word(form.view.fields.len() - 1) } else { 0 };
    let reach = *form.reaches.get(declared).or(form.reaches.first())?;
    let table = own_eyes(seen.look(), seen.state.base(to.first()?).side);
    let look = Look::new(seen.rules, &table);
    let how = match form.view.key {
        "advance" => Manoeuvre::Advance { distance: numbers.at(0) },
        "pivot-left" => Manoeuvre::Pivot { hand: Hand::Left, distance: numbers.at(0) },
        "pivot-right" => Manoeuvre::Pivot { hand: Hand::Right, distance: numbers.at(0) },
        "turnabout" => Manoeuvre::Turnabout,
        "turnabout-advance" => Manoeuvre::TurnaboutAdvance { distance: numbers.at(0) },
        "contact" => Manoeuvre::Free { legs: demanded(look, to, reach)? },
        "free" => Manoeuvre::Free { legs: free(numbers) },
        "light" => {
            Manoeuvre::Light { first: numbers.turn(0), distance: numbers.at(2), last: numbers.turn(3) }
        }
        "column" => Manoeuvre::Column { legs: column(numbers) },
        "form-column" => form_column(look, to, numbers)?,
        "extend" => extend(&look.as_column(to)?, numbers),
        "full-speed" => Manoeuvre::FullSpeedAhead,
        _ => {
            let mut hows = Vec::new();
            manoeuvres(look, to, reach, &mut hows);
            offered(&hows, form.view.key, numbers)?
        }
    };
    Some(Command::Move { reach, how, displace: BaseSet::EMPTY })
}

/// The values of the fields, in their order.
#[derive(Clone, Copy)]
struct Numbers<'a>(&'a [f64]);

impl Numbers<'_> {
    fn at(self, field: usize) -> f64 {
        self.0.get(field).copied().unwrap_or(0.0)
    }

    /// The number of a word.
    fn word(self, field: usize) -> usize {
        self.at(field).round().clamp(0.0, 255.0) as usize
    }

    /// A hand (none, left, right) with its distance in the field after it.
    fn turn(self, field: usize) -> Option<Turn> {
        let hand = match self.word(field) {
            1 => Hand::Left,
            2 => Hand::Right,
            _ => return None,
        };
        Some(Turn { hand, distance: self.at(field + 1) })
    }
}

fn free(numbers: Numbers<'_>) -> Vec<Leg> {
    let (ahead, right, degrees) = (numbers.at(0), numbers.at(1), numbers.at(2));
    let mut legs = Vec::new();
    if ahead != 0.0 || right != 0.0 {
        legs.push(Leg::Go { ahead, right });
    }
    if degrees != 0.0 {
        legs.push(Leg::Spin { degrees });
    }
    legs
}

fn column(numbers: Numbers<'_>) -> Vec<ColumnLeg> {
    let hand = if numbers.word(0) == 0 { Hand::Left } else { Hand::Right };
    let mut legs = Vec::new();
    if numbers.at(1) > 0.0 {
        legs.push(ColumnLeg::Pivot { hand, degrees: numbers.at(1) });
    }
    if numbers.at(2) > 0.0 {
        legs.push(ColumnLeg::Advance { distance: numbers.at(2) });
    }
    legs
}

/// BB-COL-28: the head counted from the left of the front; the others fall in from the nearest on.
fn form_column(look: Look<'_>, to: BaseSet, numbers: Numbers<'_>) -> Option<Manoeuvre> {
    let right = look.state.rect(to.first()?).pose.facing.right();
    let aside = |id: &BaseId| look.state.rect(*id).pose.at.dot(right);
    let mut row: Vec<BaseId> = look.front_of(to).iter().collect();
    row.sort_by(|a, b| aside(a).total_cmp(&aside(b)));
    let head = *row.get(numbers.word(0))?;
    let from = look.state.rect(head).centre();
    let away = |id: &BaseId| (look.state.rect(*id).centre() - from).length();
    let mut followers: Vec<BaseId> = to.iter().filter(|id| *id != head).collect();
    followers.sort_by(|a, b| away(a).total_cmp(&away(b)));
    let advance = numbers.at(2);
    let form = match numbers.word(1) {
        1 => ColumnForm::RightAngle { hand: Hand::Left, advance },
        2 => ColumnForm::RightAngle { hand: Hand::Right, advance },
        _ => ColumnForm::SameFacing { advance },
    };
    Some(Manoeuvre::FormColumn { head, followers, form })
}

/// BB-EXT-04, BB-EXT-07: from the head on, by turns to the left and to the right until so many stand there; the
/// others fall in behind, file after file.
fn extend(column: &[BaseId], numbers: Numbers<'_>) -> Manoeuvre {
    let method = match numbers.word(0) {
        1 => ExtendMethod::HeadPivots(Hand::Left),
        2 => ExtendMethod::HeadPivots(Hand::Right),
        _ => ExtendMethod::HeadStays,
    };
    let mut left = [numbers.word(1), numbers.word(2)];
    let mut files: Vec<BaseId> = column.first().copied().into_iter().collect();
    let mut places = Vec::new();
    let mut file = 0;
    for (number, base) in column.iter().skip(1).enumerate() {
        let turn = number % 2;
        let hand = [turn, 1 - turn].into_iter().find(|hand| left[*hand] > 0);
        let at = match hand {
            Some(hand) => {
                left[hand] -= 1;
                files.push(*base);
                ExtendAt::Line(Hand::BOTH[hand])
            }
            None => {
                let at = file % files.len().max(1);
                file += 1;
                let front = files.get_mut(at).map_or(*base, |last| std::mem::replace(last, *base));
                ExtendAt::Behind(front)
            }
        };
        places.push(ExtendPlace { base: *base, at });
    }
    Manoeuvre::Extend { method, places }
}

fn offered(hows: &[Manoeuvre], key: &str, numbers: Numbers<'_>) -> Option<Manoeuvre> {
    match key {
        "pack-into-group" => {
            let leader = *leaders(hows).get(numbers.word(0))?;
            Some(Manoeuvre::PackIntoGroup { leader })
        }
        "follow-river" => {
            let (river, _) = *rivers(hows).get(numbers.word(0))?;
            Some(Manoeuvre::FollowRiver { river, distance: numbers.at(1) })
        }
        "follow-road" => hows.iter().find_map(|how| match how {
            Manoeuvre::FollowRoad { road, .. } => {
                Some(Manoeuvre::FollowRoad { road: *road, distance: numbers.at(0) })
            }
            _ => None,
        }),
        _ => None,
    }
}
