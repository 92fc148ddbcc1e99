//! How a game is told: names for its pieces, words for its facts, pictures of its table.

use aelian_game::{Match, Ruleset};
use aelian_rulebook::{Reason, RuleId};
use serde_json::Value;

/// The number of a piece, the same all through a match. Bases of games that count their own are numbered as there.
pub type PieceId = u16;

/// A ruleset that can be put into words, drawn and asked.
pub trait Told: Ruleset {
    /// Names of the pieces of a match, as its setup tells them.
    fn names(setup: &Self::Setup) -> Names;

    /// Whether an event may give a piece its name, or tell it to one who did not know it. Such events are kept as long as
    /// the match lasts.
    fn gives_name(_event: &Self::Event) -> bool {
        false
    }

    /// The names that somebody knows who found the match so and has been told of these events since. A piece that two
    /// people see has one name for both.
    fn named(setup: &Self::Setup, _first: &Self::State, _given: &[&Self::Event]) -> Names {
        Self::names(setup)
    }

    /// Names of the pieces as far as a match has come.
    fn names_in(game: &Match<Self>) -> Names {
        let events = game.record.steps.iter().flat_map(|step| &step.events);
        let given: Vec<&Self::Event> = events.filter(|event| Self::gives_name(event)).collect();
        Self::named(&game.record.setup, game.first(), &given)
    }

    /// A reason in a sentence: what the rule says, and the fact with the figure and the limit.
    fn tell_reason(&self, state: &Self::State, names: &Names, rule: RuleId, fact: &Self::Fact) -> String;

    /// The same of a fault of a setup that cannot be started.
    fn tell_setup_reason(setup: &Self::Setup, reason: &Reason<Self::Fact>) -> String;

    fn tell_event(&self, before: &Self::State, names: &Names, event: &Self::Event) -> String;

    fn tell_choice(&self, state: &Self::State, names: &Names, choice: &Self::Choice) -> String;

    fn tell_prompt(&self, state: &Self::State, names: &Names, prompt: &Self::Prompt) -> String;

    /// One line for where the game stands: the turn as `tell_turn` gives it, then the phase.
    fn tell_moment(&self, state: &Self::State) -> String;

    /// The turn by itself: what a log or a report puts under one heading.
    fn tell_turn(&self, state: &Self::State) -> String;

    /// Whether the event only says that the game goes on to its next part: a log may leave it out.
    fn is_passage(_event: &Self::Event) -> bool {
        false
    }

    /// Which of the events that follow only carries this one on, such as the next move of the same unit: the two are
    /// told as one.
    fn carried_on(_event: &Self::Event, _rest: &[Self::Event]) -> Option<usize> {
        None
    }

    /// Whether something was lost by the event for good: worth a mark where a battle is shown at a glance.
    fn is_loss(event: &Self::Event) -> bool;

    /// One line for each piece on the table.
    fn tell_table(&self, state: &Self::State, names: &Names) -> Vec<String>;

    /// Where a piece is: position, facing in degrees, and a word for its place.
    fn whereabouts(&self, state: &Self::State, id: PieceId) -> Option<Whereabouts>;

    /// What a choice costs, in the game's own currency.
    fn cost(ghost: &Self::Ghost) -> Option<i64>;

    /// The answer to a question of the game's own, as lines; an error says which questions there are.
    fn answer(
        &self,
        state: &Self::State,
        names: &Names,
        word: &str,
        base: Option<PieceId>,
    ) -> Result<Vec<String>, String>;

    /// The questions of the game's own: their words, and what each asks.
    fn questions() -> Vec<(&'static str, &'static str)>;

    /// The table as a picture.
    fn svg(&self, state: &Self::State, names: &Names) -> String;
}

/// Where a piece is.
#[derive(Clone, Debug, PartialEq)]
pub struct Whereabouts {
    pub x: f64,
    pub y: f64,
    /// Degrees clockwise from north.
    pub facing: f64,
    pub place: &'static str,
    /// Casualties of a unit, lost bases of a group; none where the game counts no such thing.
    pub losses: Option<u16>,
}

/// Names of pieces, by their number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    names: Vec<String>,
    /// What an army list calls each piece.
    labels: Vec<String>,
    /// Names of other kinds of things that a game counts apart, such as commanders; kind 1 first.
    kinds: Vec<Vec<String>>,
    /// Units of length that may be written, in mm.
    units: Vec<(&'static str, f64)>,
    /// How places of a choice are written in plain numbers.
    plain_places: Option<PlainPlaces>,
    /// What a plain number of a place stands for in the file, in the unit of `Whereabouts`.
    plain: Option<f64>,
}

/// Places of a choice as people write those of a position: pairs of plain numbers, and directions as degrees clockwise
/// from north or as words such as `north-east`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainPlaces {
    /// How long a plain number is, in mm.
    pub unit: f64,
    /// Width and depth of the table, in mm, and how far beyond it one may come who leaves it: other numbers are no
    /// place.
    pub table: [f64; 2],
    pub beyond: f64,
    /// The words of the game's choices that a place or a direction stands behind.
    pub places: &'static [&'static str],
    pub directions: &'static [&'static str],
}

impl Names {
    pub fn new(names: Vec<String>) -> Names {
        Names { names, ..Names::default() }
    }

    /// The same names, each written so.
    pub fn written(self, so: impl Fn(&str) -> String) -> Names {
        let all = |names: Vec<String>| names.iter().map(|name| so(name)).collect();
        let kinds = self.kinds.into_iter().map(all).collect();
        Names { names: all(self.names), kinds, ..self }
    }

    /// The same names, with what an army list calls each piece.
    pub fn with_labels(self, labels: Vec<String>) -> Names {
        Names { labels, ..self }
    }

    /// What an army list calls a piece; empty if nothing.
    pub fn label(&self, id: PieceId) -> &str {
        self.labels.get(usize::from(id)).map_or("", String::as_str)
    }

    /// The same names, with units that lengths may be written in.
    pub fn with_units(self, units: Vec<(&'static str, f64)>) -> Names {
        Names { units, ..self }
    }

    /// The same names; places of a choice may be written in plain numbers, as those of the position.
    pub fn with_plain_places(self, places: PlainPlaces) -> Names {
        Names { plain_places: Some(places), ..self }
    }

    /// A choice with numbers for names, mm for lengths, and directions for degrees and words.
    pub fn chosen(&self, value: Value) -> Value {
        match &self.plain_places {
            Some(places) => self.numbered(places.shaped(value)),
            None => self.numbered(value),
        }
    }

    /// The same names, for a file whose plain numbers of places are so long.
    pub fn with_plain(self, plain: f64) -> Names {
        Names { plain: Some(plain), ..self }
    }

    /// How long a plain number of a place is.
    pub fn plain(&self) -> f64 {
        self.plain.unwrap_or(1.0)
    }

    /// The same names, and those of another kind of things.
    pub fn with_kind(mut self, names: Vec<String>) -> Names {
        self.kinds.push(names);
        self
    }

    /// The name of a thing of another kind, the first being 1; kind 0 are the pieces.
    pub fn of_kind(&self, kind: usize, id: PieceId) -> String {
        if kind == 0 {
            return self.of(id);
        }
        let names = self.kinds.get(kind - 1);
        names.and_then(|names| names.get(usize::from(id))).cloned().unwrap_or_else(|| format!("#{id}"))
    }

    /// From now on a piece is called so; an empty name tells nothing.
    pub fn call(&mut self, id: PieceId, name: &str) {
        put(&mut self.names, id, name);
    }

    /// The same for what an army list calls it.
    pub fn call_by_list(&mut self, id: PieceId, label: &str) {
        put(&mut self.labels, id, label);
    }

    /// The same for a thing of another kind, the first being 1.
    pub fn call_of_kind(&mut self, kind: usize, id: PieceId, name: &str) {
        if let Some(names) = kind.checked_sub(1).and_then(|kind| self.kinds.get_mut(kind)) {
            put(names, id, name);
        }
    }

    pub fn of(&self, id: PieceId) -> String {
        self.names.get(usize::from(id)).cloned().unwrap_or_else(|| format!("#{id}"))
    }

    /// The piece of this name; things of other kinds are numbered from `KIND` times their kind on.
    pub fn find(&self, name: &str) -> Option<PieceId> {
        let (kind, id) = self.find_kind(name)?;
        PieceId::try_from(kind * Self::KIND + usize::from(id)).ok()
    }

    /// All names, for a message.
    pub fn listed(&self) -> String {
        let all: Vec<&str> =
            self.names.iter().chain(self.kinds.iter().flatten()).map(String::as_str).collect();
        all.join(", ")
    }

    /// What `find` adds for each kind.
    pub const KIND: usize = 2000;

    /// The kind of a name, and its number within it.
    fn find_kind(&self, name: &str) -> Option<(usize, PieceId)> {
        let mut kinds = std::iter::once(&self.names).chain(&self.kinds).enumerate();
        kinds.find_map(|(kind, names)| {
            let at = names.iter().position(|known| known == name)?;
            Some((kind, PieceId::try_from(at).ok()?))
        })
    }

    /// Wherever a text in the tree is the name of a piece, its number; lengths with a unit become mm, and the
    /// word `none` stands for what is not there.
    pub fn numbered(&self, value: Value) -> Value {
        match value {
            Value::String(text) if text == "none" => Value::Null,
            Value::String(text) => match self.find_kind(&text) {
                Some((_, id)) => Value::from(id),
                None => self.length(&text).map_or(Value::String(text), Value::from),
            },
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.numbered(item)).collect()),
            Value::Object(entries) => {
                // A side is not a piece, whatever is named after it.
                let is_side =
                    |key: &str, item: &Value| key == "side" && matches!(item.as_str(), Some("red" | "blue"));
                let number = |(key, item): (String, Value)| {
                    let item = if is_side(&key, &item) { item } else { self.numbered(item) };
                    (key, item)
                };
                Value::Object(entries.into_iter().map(number).collect())
            }
            other => other,
        }
    }

    /// A length written with its unit, such as `2.5 MU`, in mm.
    fn length(&self, text: &str) -> Option<f64> {
        let unit = self.units.iter().find(|(unit, _)| text.ends_with(unit))?;
        let number: f64 = text.strip_suffix(unit.0)?.trim_end().parse().ok()?;
        number.is_finite().then_some(number * unit.1)
    }
}

fn put(names: &mut Vec<String>, id: PieceId, name: &str) {
    if name.is_empty() {
        return;
    }
    let at = usize::from(id);
    if names.len() <= at {
        names.resize(at + 1, String::new());
    }
    name.clone_into(&mut names[at]);
}

impl PlainPlaces {
    fn shaped(&self, value: Value) -> Value {
        match value {
            Value::Object(entries) => {
                let shape = |(key, item): (String, Value)| {
                    let item = match key.as_str() {
                        word if self.places.contains(&word) => self.place(item),
                        word if self.directions.contains(&word) => direction(item),
                        _ => item,
                    };
                    (key, self.shaped(item))
                };
                Value::Object(entries.into_iter().map(shape).collect())
            }
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.shaped(item)).collect()),
            other => other,
        }
    }

    fn place(&self, value: Value) -> Value {
        let Value::Array(items) = &value else { return value };
        let numbers: Vec<f64> =
            items.iter().filter_map(Value::as_f64).map(|number| number * self.unit).collect();
        let near = |length: f64, whole: f64| length.abs() <= whole + self.beyond;
        match numbers[..] {
            [x, y] if items.len() == 2 && near(x, self.table[0]) && near(y, self.table[1]) => {
                serde_json::json!([x, y])
            }
            _ if items.iter().all(Value::is_array) => {
                Value::Array(items.iter().cloned().map(|item| self.place(item)).collect())
            }
            _ => value,
        }
    }
}

fn direction(value: Value) -> Value {
    let degrees = match &value {
        Value::Number(number) => number.as_f64(),
        Value::String(word) => crate::case::compass(word),
        _ => None,
    };
    degrees.map_or(value, |degrees| {
        let facing = aelian_geometry::Facing::compass(degrees).vector();
        serde_json::json!([facing.x, facing.y])
    })
}
