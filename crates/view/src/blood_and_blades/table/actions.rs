//! The kinds of move that bases could try, with the numbers that they need.

use super::act::command;
use super::seen::Seen;
use crate::table::{ActionView, Arrow, FieldView};
use aelian_blood_and_blades::choice::{Choice, Command, Leg, Manoeuvre, Order, Reach};
use aelian_blood_and_blades::movement::approach::Search;
use aelian_blood_and_blades::movement::bind;
use aelian_blood_and_blades::movement::columns::manoeuvres;
use aelian_blood_and_blades::movement::order::own_eyes;
use aelian_blood_and_blades::state::{Moved, Stage};
use aelian_blood_and_blades::troop::TroopType;
use aelian_blood_and_blades::{BaseId, BaseSet, Look};
use aelian_geometry::Hand;

/// Key, label and keyboard key of each.
const ALL: [(&str, &str, Option<char>); 16] = [
    ("advance", "Advance", None),
    ("pivot-left", "Pivot left", None),
    ("pivot-right", "Pivot right", None),
    ("turnabout", "Turn about", Some('T')),
    ("turnabout-advance", "Turn about and advance", None),
    ("contact", "Into the contact that is demanded", None),
    ("free", "Free move", None),
    ("light", "Pivot, advance, pivot", None),
    ("column", "Column move", None),
    ("form-column", "Form a column", Some('K')),
    ("extend", "Extend into line", Some('X')),
    ("follow-road", "Follow the road", None),
    ("follow-river", "Follow the river", None),
    ("full-speed", "Full speed ahead", None),
    ("pack-into-group", "Pack into a group", None),
    ("halt", "Halt", Some('H')),
];

pub fn shortcuts() -> Vec<(char, &'static str)> {
    ALL.iter().filter_map(|(_, label, letter)| Some(((*letter)?, *label))).collect()
}

fn arrow(key: &str) -> Option<Arrow> {
    match key {
        "advance" => Some(Arrow::Ahead),
        "pivot-left" => Some(Arrow::Left),
        "pivot-right" => Some(Arrow::Right),
        _ => None,
    }
}

/// Longer than any move: the rules say how far it may really go.
pub const FAR_AWAY: f64 = 3000.0;

/// A kind of move with its numbers, and numbers worth a try.
pub struct Form {
    pub view: ActionView,
    /// What it could be declared as, the usual first. If there are two, the last field says which.
    pub reaches: Vec<Reach>,
    tries: Vec<Vec<f64>>,
}

/// Every kind of move that some numbers make legal.
pub fn actions(seen: Seen<'_>, to: BaseSet) -> Vec<ActionView> {
    if !asks_for_orders(seen) {
        return Vec::new();
    }
    ALL.iter().filter_map(|(key, ..)| form(seen, to, key, None)?.legal(seen, to)).collect()
}

pub fn asks_for_orders(seen: Seen<'_>) -> bool {
    seen.state.stage == Stage::Moves && seen.state.pending.is_empty()
}

/// A kind of move for these bases; none if they could never make it. How far they may go is asked of the rules where it
/// is not known.
pub fn form(seen: Seen<'_>, to: BaseSet, key: &str, allowed: Option<f64>) -> Option<Form> {
    let (key, label, shortcut) = ALL.into_iter().find(|(known, ..)| *known == key)?;
    let side = seen.state.base(to.first()?).side;
    let table = own_eyes(seen.look(), side);
    let look = Look::new(seen.rules, &table);
    let reaches = if key == "halt" { vec![Reach::Tactical] } else { reaches(look, to) };
    let reach = *reaches.first()?;
    let Shape { mut fields, tries } =
        shape(look, to, key, &|how| allowed.unwrap_or_else(|| self::allowed(seen, to, reach, how)), reach)?;
    if reaches.len() > 1 {
        let words = reaches.iter().map(|reach| if *reach == Reach::Far { "far" } else { "tactical" });
        fields.push(choice("reach", "Kind of move", words.map(str::to_owned).collect()));
    }
    let view = ActionView { key, label: label.to_owned(), shortcut, arrow: arrow(key), fields };
    Some(Form { view, reaches, tries })
}

impl Form {
    /// The values of its fields, in their order.
    pub fn values(&self) -> Vec<f64> {
        self.view.fields.iter().map(|field| field.value).collect()
    }

    /// With the first numbers that make it legal.
    fn legal(mut self, seen: Seen<'_>, to: BaseSet) -> Option<ActionView> {
        let ways = self.reaches.len();
        let tries = self.tries.iter().flat_map(|values| (0..ways).map(move |at| (values.clone(), at)));
        let values = tries.map(|(mut values, at)| {
            if ways > 1 {
                values.push(at as f64);
            }
            values
        });
        let legal = values.into_iter().find(|values| {
            let order = command(seen, to, &self, values).map(|what| Choice::Order(Order { to, what }));
            order.is_some_and(|choice| seen.check(&choice).is_legal())
        })?;
        for (field, value) in self.view.fields.iter_mut().zip(legal) {
            field.value = value;
        }
        Some(self.view)
    }
}

/// BB-MOVE-71 to BB-MOVE-73: what a move of these bases can be declared as: tactical before far, unless they would
/// lose their vehicles by it (BB-MTD-05).
pub fn reaches(look: Look<'_>, to: BaseSet) -> Vec<Reach> {
    let base = |id: BaseId| look.state.base(id);
    let fresh = to.iter().all(|id| base(id).deeds.moved == Moved::No);
    let far =
        to.iter().all(|id| base(id).deeds.moved != Moved::Tactical && look.enemy_too_near(id).is_none());
    let rides = to.iter().any(|id| base(id).vehicles);
    match (fresh, far) {
        (true, true) if rides => vec![Reach::Far, Reach::Tactical],
        (true, true) => vec![Reach::Tactical, Reach::Far],
        (false, true) => vec![Reach::Far],
        _ => vec![Reach::Tactical],
    }
}

/// The fields of a kind of move, and values for them to be tried.
struct Shape {
    fields: Vec<FieldView>,
    tries: Vec<Vec<f64>>,
}

fn shape(
    look: Look<'_>,
    to: BaseSet,
    key: &str,
    allowed: &dyn Fn(Manoeuvre) -> f64,
    reach: Reach,
) -> Option<Shape> {
    let alone = to.len() == 1;
    let all = |test: fn(TroopType) -> bool| to.iter().all(|id| test(look.state.base(id).troop.kind));
    let most = || allowed(Manoeuvre::Advance { distance: FAR_AWAY });
    let plain = |tries: Vec<Vec<f64>>, fields: Vec<FieldView>| Some(Shape { fields, tries });
    match key {
        "halt" | "turnabout" => plain(vec![Vec::new()], Vec::new()),
        "advance" => lengths(most()),
        "turnabout-advance" if alone || all(TroopType::is_skirmisher) => lengths(most()),
        "pivot-left" | "pivot-right" => {
            let hand = if key == "pivot-left" { Hand::Left } else { Hand::Right };
            lengths(allowed(Manoeuvre::Pivot { hand, distance: FAR_AWAY }))
        }
        "contact" if demanded(look, to, reach).is_some() => plain(vec![Vec::new()], Vec::new()),
        "free" if alone => free(most()),
        "light" if !alone && all(TroopType::is_light) => light(look, most()),
        "column" if !alone && look.as_column(to).is_some() => column(most()),
        "form-column" if !alone && look.as_column(to).is_none() => form_column(look, to, most()),
        "extend" if !alone && look.as_column(to).is_some() => extend(to.len() - 1),
        "follow-road" | "follow-river" | "full-speed" | "pack-into-group" => offered(look, to, reach, key),
        _ => None,
    }
}

/// BB-ZOC-10, BB-ZOC-11: the way into close combat that a single base in a zone of control must take if it moves.
pub fn demanded(look: Look<'_>, to: BaseSet, reach: Reach) -> Option<Vec<Leg>> {
    let base = to.first().filter(|_| to.len() == 1)?;
    let zoccers = look.zoccers(base);
    if zoccers.is_empty() || reach == Reach::Far {
        return None;
    }
    bind::best(&Search::new(look, base, reach), zoccers).map(|way| way.legs)
}

/// How far a manoeuvre may go, as the rules say.
fn allowed(seen: Seen<'_>, to: BaseSet, reach: Reach, how: Manoeuvre) -> f64 {
    let what = Command::Move { reach, how, displace: BaseSet::EMPTY };
    seen.check(&Choice::Order(Order { to, what })).ghost.allowed
}

fn lengths(most: f64) -> Option<Shape> {
    let tries = [most, most * 0.5, most * 0.25, 5.0].into_iter().map(|length| vec![length]).collect();
    Some(Shape { fields: vec![distance(most)], tries })
}

fn free(most: f64) -> Option<Shape> {
    let fields = vec![
        FieldView { least: -most, ..length("ahead", "Ahead", most) },
        FieldView { least: -most, value: 0.0, ..length("right", "To the right", most) },
        angle("degrees", "Turn", -180.0, 180.0),
    ];
    let tries = [
        [most, 0.0, 0.0],
        [most * 0.5, 0.0, 0.0],
        [5.0, 0.0, 0.0],
        [-5.0, 0.0, 0.0],
        [0.0, 5.0, 0.0],
        [0.0, -5.0, 0.0],
        [0.0, 0.0, 15.0],
        [0.0, 0.0, -15.0],
    ];
    Some(Shape { fields, tries: tries.map(|values| values.to_vec()).to_vec() })
}

fn light(look: Look<'_>, most: f64) -> Option<Shape> {
    let hands = || vec!["no pivot".to_owned(), "left".to_owned(), "right".to_owned()];
    let part = look.mu(1.0).min(most);
    let pivot = |key, label| FieldView { value: part, ..length(key, label, part) };
    let fields = vec![
        choice("first", "First pivot", hands()),
        pivot("first-distance", "First pivot"),
        distance(most),
        choice("last", "Last pivot", hands()),
        pivot("last-distance", "Last pivot"),
    ];
    let (ahead, short) = ((most - part).max(1.0), part * 0.5);
    let tries = vec![
        vec![1.0, part, ahead, 0.0, part],
        vec![2.0, part, ahead, 0.0, part],
        vec![0.0, part, ahead, 1.0, part],
        vec![0.0, part, ahead, 2.0, part],
        vec![1.0, short, short, 0.0, short],
        vec![2.0, short, short, 0.0, short],
    ];
    Some(Shape { fields, tries })
}

fn column(most: f64) -> Option<Shape> {
    let fields = vec![
        choice("hand", "To the", vec!["left".to_owned(), "right".to_owned()]),
        angle("degrees", "Pivot", 0.0, 180.0),
        FieldView { least: 0.0, ..distance(most) },
    ];
    let tries = [
        [0.0, 20.0, most * 0.5],
        [1.0, 20.0, most * 0.5],
        [0.0, 0.0, most],
        [0.0, 10.0, 0.0],
        [1.0, 10.0, 0.0],
        [0.0, 0.0, 5.0],
    ];
    Some(Shape { fields, tries: tries.map(|values| values.to_vec()).to_vec() })
}

/// BB-COL-20, BB-COL-28: the head, how the column stands to the line, and how far the head goes.
fn form_column(look: Look<'_>, to: BaseSet, most: f64) -> Option<Shape> {
    let front = look.front_of(to).len();
    let heads = (1..=front).map(|at| format!("number {at} from the left")).collect();
    let forms = ["same facing", "turned left", "turned right"].map(str::to_owned).to_vec();
    let fields = vec![
        choice("head", "Head", heads),
        choice("form", "Column", forms),
        FieldView { least: 0.0, ..distance(most) },
    ];
    let last = front.saturating_sub(1) as f64;
    let middle = (front / 2) as f64;
    let tries = vec![
        vec![middle, 0.0, 0.0],
        vec![last, 0.0, 0.0],
        vec![0.0, 0.0, 0.0],
        vec![middle, 0.0, most],
        vec![last, 2.0, 0.0],
        vec![0.0, 1.0, 0.0],
    ];
    Some(Shape { fields, tries })
}

/// BB-EXT-02, BB-EXT-06: so many go into line on either hand of the head; the others fall in behind.
fn extend(others: usize) -> Option<Shape> {
    let most = others as f64;
    let methods =
        ["the head stays", "the head pivots left", "the head pivots right"].map(str::to_owned).to_vec();
    let number = |key, label, value| FieldView { step: 1.0, unit: "", value, ..length(key, label, most) };
    let fields = vec![
        choice("method", "Head", methods),
        FieldView { least: 0.0, ..number("left", "In line on the left", 0.0) },
        FieldView { least: 0.0, ..number("right", "In line on the right", most) },
    ];
    let half = (most * 0.5).floor();
    let lines = [(half, most - half), (0.0, most), (most, 0.0), (0.0, 1.0), (1.0, 0.0)];
    let stays = lines.iter().map(|(left, right)| vec![0.0, *left, *right]);
    let pivots = [vec![1.0, most, 0.0], vec![2.0, 0.0, most]];
    Some(Shape { fields, tries: stays.chain(pivots).collect() })
}

/// What the rules offer to bodies on roads and banks and to packs.
fn offered(look: Look<'_>, to: BaseSet, reach: Reach, key: &str) -> Option<Shape> {
    let mut hows = Vec::new();
    manoeuvres(look, to, reach, &mut hows);
    match key {
        "full-speed" => {
            let found = hows.iter().any(|how| matches!(how, Manoeuvre::FullSpeedAhead));
            found.then(|| Shape { fields: Vec::new(), tries: vec![Vec::new()] })
        }
        "pack-into-group" => {
            let leaders = leaders(&hows);
            let words = (1..=leaders.len()).map(|at| format!("number {at} of the foremost")).collect();
            let tries = (0..leaders.len()).map(|at| vec![at as f64]).collect();
            (!leaders.is_empty()).then(|| Shape { fields: vec![choice("leader", "Leader", words)], tries })
        }
        "follow-road" => {
            let most = hows.iter().filter_map(|how| match how {
                Manoeuvre::FollowRoad { distance, .. } => Some(*distance),
                _ => None,
            });
            lengths(most.reduce(f64::max)?)
        }
        _ => {
            let rivers = rivers(&hows);
            let most = rivers.iter().map(|(_, distance)| *distance).reduce(f64::max)?;
            let words = rivers.iter().map(|(river, _)| format!("river {}", river + 1)).collect();
            let fields = vec![choice("river", "Along", words), distance(most)];
            let tries =
                (0..rivers.len()).flat_map(|at| [vec![at as f64, most], vec![at as f64, 5.0]]).collect();
            Some(Shape { fields, tries })
        }
    }
}

/// BB-PACK-30: who could lead a pack.
pub fn leaders(hows: &[Manoeuvre]) -> Vec<BaseId> {
    let leader = |how: &Manoeuvre| match how {
        Manoeuvre::PackIntoGroup { leader } => Some(*leader),
        _ => None,
    };
    hows.iter().filter_map(leader).collect()
}

/// BB-RIV-14: the rivers along which a body could go, with the longest way.
pub fn rivers(hows: &[Manoeuvre]) -> Vec<(u8, f64)> {
    let mut found: Vec<(u8, f64)> = Vec::new();
    for how in hows {
        if let Manoeuvre::FollowRiver { river, distance } = how
            && !found.iter().any(|(known, _)| known == river)
        {
            found.push((*river, *distance));
        }
    }
    found
}

fn distance(most: f64) -> FieldView {
    length("distance", "Distance", most)
}

fn length(key: &'static str, label: &str, most: f64) -> FieldView {
    FieldView {
        key,
        label: label.to_owned(),
        unit: "mm",
        value: most,
        least: 1.0_f64.min(most),
        most,
        step: 1.0,
        words: Vec::new(),
    }
}

fn angle(key: &'static str, label: &str, least: f64, most: f64) -> FieldView {
    FieldView { unit: "°", value: 0.0, least, ..length(key, label, most) }
}

fn choice(key: &'static str, label: &str, words: Vec<String>) -> FieldView {
    let most = words.len().saturating_sub(1) as f64;
    FieldView { unit: "", value: 0.0, least: 0.0, words, ..length(key, label, most) }
}
