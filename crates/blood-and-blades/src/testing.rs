//! Positions for tests, built in a few words: a table, what lies on it, bases by name, and dice by face.
//!
//! `Table::new().base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0).build()` gives a [`Scene`] in the
//! voluntary moves phase of Red's bound, with six PIGs each. Lengths in mm; facings as a compass.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::Choice;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Crossing, Field, Piece, River, Road, RoadKind, Size};
use crate::pairing::{Paired, Pairing, pairings};
use crate::rules::{Look, Rules};
use crate::settings::Settings;
use crate::state::{Army, Base, Deeds, Place, Stage, State, Time, Weather};
use crate::tables::Scale;
use crate::troop::{Grade, Status, Troop, TroopType, Weapon};
use aelian_game::{Ruleset, Side, Step, Verdict, testing};
use aelian_geometry::{Course, Facing, Polygon, Polyline, Pose, Rect, Vec2};
use aelian_rulebook::{Reason, RuleId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table being laid.
#[derive(Clone, Debug)]
pub struct Table {
    settings: Settings,
    scale: Scale,
    /// Width along the players' edges and depth between them, in MU.
    size: (f64, f64),
    pieces: Vec<Piece>,
    bases: Vec<(String, Base)>,
    stage: Stage,
    active: Side,
    pigs: u8,
    weather: Option<Weather>,
    time: Option<Time>,
}

/// A position in which choices can be checked and played.
#[derive(Clone, Debug)]
pub struct Scene {
    pub rules: Rules,
    pub state: State,
    pub names: BTreeMap<String, BaseId>,
}

impl Default for Table {
    fn default() -> Self {
        Table::new()
    }
}

impl Table {
    /// 15 mm scale, 50 MU wide and 35 MU deep, empty.
    pub fn new() -> Table {
        Table {
            settings: Settings::default(),
            scale: Scale::Fifteen,
            size: (50.0, 35.0),
            pieces: Vec::new(),
            bases: Vec::new(),
            stage: Stage::Moves,
            active: Side::Red,
            pigs: 6,
            weather: None,
            time: None,
        }
    }

    pub fn settings(mut self, settings: Settings) -> Table {
        self.settings = settings;
        self
    }

    /// Call it before any base is put down: bases take their measures from it.
    pub fn scale(mut self, scale: Scale) -> Table {
        assert!(self.bases.is_empty(), "the scale comes before the bases");
        self.scale = scale;
        self
    }

    /// Width along the players' edges and depth between them, in MU.
    pub fn size(mut self, width: f64, depth: f64) -> Table {
        self.size = (width, depth);
        self
    }

    pub fn area(self, kind: AreaKind, size: Size, outline: &[(f64, f64)]) -> Table {
        self.hill(kind, size, outline, &[])
    }

    /// An area with a crest.
    pub fn hill(self, kind: AreaKind, size: Size, outline: &[(f64, f64)], crest: &[(f64, f64)]) -> Table {
        let outline = Polygon::new(points(outline)).expect("an outline that does not cross itself");
        self.piece(Piece::Area(Area { kind, size, outline, crest: points(crest), laid_by: None }))
    }

    /// A river of the same width everywhere.
    pub fn river(self, line: &[(f64, f64)], width: f64) -> Table {
        let line = Polyline::new(points(line)).expect("a line of at least two points");
        let course = Course::new(line, width).expect("no bend too sharp for its width");
        self.piece(Piece::River(River { course, laid_by: None }))
    }

    pub fn road(self, kind: RoadKind, line: &[(f64, f64)], crossing: Option<Crossing>) -> Table {
        let line = Polyline::new(points(line)).expect("a line of at least two points");
        self.piece(Piece::Road(Road { kind, line, crossing, laid_by: None }))
    }

    pub fn piece(mut self, piece: Piece) -> Table {
        self.pieces.push(piece);
        self
    }

    /// A base with the midpoint of its front edge at (x, y), looking towards `compass` degrees (0 north,
    /// 90 east). The troop is written as in the book: `Reg Sp(O)`.
    pub fn base(mut self, name: &str, side: Side, troop: &str, x: f64, y: f64, compass: f64) -> Table {
        assert!(self.bases.iter().all(|(known, _)| known != name), "two bases are called {name}");
        let troop = parse_troop(troop);
        let rules = Rules::new(self.settings.clone(), self.scale);
        let depth = rules.tables.depth(self.scale, &troop);
        let pose = Pose::new(x, y, Facing::compass(compass)).on_grid();
        let base = Base {
            side,
            troop,
            commander: false,
            vehicles: false,
            pairing: Pairing::default(),
            place: Place::Table,
            rect: Rect::new(pose, rules.width, depth),
            deeds: Deeds::default(),
        };
        self.bases.push((name.to_owned(), base));
        self
    }

    /// The base is the general of its army.
    pub fn commander(self, name: &str) -> Table {
        self.with(name, |base| base.commander = true)
    }

    pub fn weapon(self, name: &str, weapon: Weapon) -> Table {
        self.with(name, |base| base.troop.weapon = weapon)
    }

    /// BB-TRP-32.
    pub fn special_support(self, name: &str) -> Table {
        self.with(name, |base| base.troop.special_support = true)
    }

    /// BB-LST-13: the base gives special support to that one only.
    pub fn supports_only(self, name: &str, front: &str) -> Table {
        let bound = [front.to_owned()];
        let paired = [Paired { name, supports: &bound }, Paired { name: front, supports: &[] }];
        let [rear, other] = pairings(&paired)[..] else { unreachable!("two bases, two pairings") };
        self.with(name, |base| base.pairing = rear).with(front, |base| base.pairing = other)
    }

    /// BB-CLS-07: mounted infantry that still has its vehicles.
    pub fn vehicles(self, name: &str) -> Table {
        self.with(name, |base| base.vehicles = true)
    }

    /// The base is hidden in an ambush.
    pub fn ambush(self, name: &str) -> Table {
        self.with(name, |base| base.place = Place::Ambush)
    }

    pub fn deeds(self, name: &str, deeds: Deeds) -> Table {
        self.with(name, |base| base.deeds = deeds)
    }

    pub fn stage(mut self, stage: Stage) -> Table {
        self.stage = stage;
        self
    }

    pub fn active(mut self, side: Side) -> Table {
        self.active = side;
        self
    }

    /// PIGs left to either side.
    pub fn pigs(mut self, pigs: u8) -> Table {
        self.pigs = pigs;
        self
    }

    /// The optional weather rules are used, and this is the weather.
    pub fn weather(mut self, weather: Weather) -> Table {
        self.weather = Some(weather);
        self
    }

    /// The optional rules of the time of day are used, and this is the time.
    pub fn time(mut self, time: Time) -> Table {
        self.time = Some(time);
        self
    }

    pub fn build(self) -> Scene {
        let mut rules = Rules::new(self.settings, self.scale);
        rules.weather = self.weather.is_some();
        rules.time_of_day = self.time.is_some();
        let (width, depth) = self.size;
        let field = Field::new(rules.mu * width, rules.mu * depth, self.pieces);
        let names = self.bases.iter().enumerate().map(|(at, (name, _))| (name.clone(), BaseId::at(at)));
        let names = names.collect();
        let army = Army { pigs: self.pigs, reference: 100, ..Army::default() };
        let state = State {
            stage: self.stage,
            round: 1,
            active: self.active,
            moves_first: Side::Red,
            invader: Side::Red,
            bases: self.bases.into_iter().map(|(_, base)| base).collect(),
            field: Arc::new(field),
            weather: self.weather.unwrap_or_default(),
            time: self.time.unwrap_or_default(),
            armies: [army; 2],
            pending: Vec::new(),
            bent_columns: Vec::new(),
            fights: Vec::new(),
            shots: Vec::new(),
            named_opponents: Vec::new(),
            set_up: None,
        };
        Scene { rules, state, names }
    }

    fn with(mut self, name: &str, change: impl FnOnce(&mut Base)) -> Table {
        let found = self.bases.iter_mut().find(|(known, _)| known == name);
        let (_, base) = found.unwrap_or_else(|| panic!("no base is called {name}"));
        change(base);
        self
    }
}

impl Scene {
    pub fn id(&self, name: &str) -> BaseId {
        *self.names.get(name).unwrap_or_else(|| panic!("no base is called {name}"))
    }

    pub fn ids(&self, names: &[&str]) -> Vec<BaseId> {
        names.iter().map(|name| self.id(name)).collect()
    }

    pub fn set(&self, names: &[&str]) -> BaseSet {
        names.iter().map(|name| self.id(name)).collect()
    }

    pub fn look(&self) -> Look<'_> {
        Look::new(&self.rules, &self.state)
    }

    pub fn named(&self, name: &str) -> &Base {
        self.state.base(self.id(name))
    }

    pub fn pose(&self, name: &str) -> Pose {
        self.named(name).rect.pose
    }

    /// The middle of the front edge and the compass facing: handy to compare with `close`.
    pub fn stands(&self, name: &str) -> (f64, f64, f64) {
        let pose = self.pose(name);
        (pose.at.x, pose.at.y, pose.facing.to_compass())
    }

    pub fn check(&self, choice: &Choice) -> Verdict<Rules> {
        self.rules.check(&self.state, choice)
    }

    /// The rules that a choice breaks; empty if it is legal.
    pub fn breaches(&self, choice: &Choice) -> Vec<RuleId> {
        self.check(choice).breaches.iter().map(|reason| reason.rule).collect()
    }

    /// Applies an event as it is, to bring about what a test starts from.
    pub fn happens(&mut self, event: &Event) {
        Rules::apply(&mut self.state, event);
    }

    /// Plays one choice with these dice, which must be used up exactly; on success the state is the next.
    pub fn play(&mut self, choice: &Choice, faces: &[u8]) -> Result<Step<Rules>, Vec<Reason<Fact>>> {
        let (state, step) = testing::play(&self.rules, &self.state, choice, faces)?;
        self.state = state;
        Ok(step)
    }
}

/// `Reg Sp(O)` as a troop with no special weapon.
pub fn parse_troop(text: &str) -> Troop {
    try_troop(text).unwrap_or_else(|| panic!("`{text}` is not a troop: write it as `Reg Sp(O)`"))
}

/// Whether two poses differ by less than a hundredth of a millimetre and of a degree.
pub fn close(pose: Pose, x: f64, y: f64, compass: f64) -> bool {
    (pose.at - Vec2::new(x, y)).length() < 0.01
        && pose.facing.angle_to(Facing::compass(compass)) < aelian_geometry::degrees(0.01)
}

fn try_troop(text: &str) -> Option<Troop> {
    let (status, rest) = text.split_once(' ')?;
    let status = match status {
        "Reg" => Status::Reg,
        "Irr" => Status::Irr,
        _ => return None,
    };
    let (kind, grade) = rest.strip_suffix(')')?.split_once('(')?;
    let kind = TroopType::ALL.into_iter().find(|known| known.to_string() == kind)?;
    let grade = match grade {
        "S" => Grade::S,
        "O" => Grade::O,
        "I" => Grade::I,
        "F" => Grade::F,
        "X" => Grade::X,
        _ => return None,
    };
    Some(Troop { kind, grade, status, weapon: Weapon::Other, special_support: false })
}

fn points(pairs: &[(f64, f64)]) -> Vec<Vec2> {
    pairs.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}
