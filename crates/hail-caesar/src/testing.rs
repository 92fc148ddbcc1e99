//! Positions for tests, built in a few words: a table, what lies on it, units by name, and dice by face.
//!
//! `Table::new().unit("a", Side::Red, "heavy-infantry drilled", (30.0, 20.0), 0.0).build()` gives a [`Scene`] in the
//! orders stage of Red's turn: a unit with its centre-front 30 inches from the west edge and 20 from the south edge,
//! facing north. Lengths in inches; facings as a compass. Each side has one division until `division` begins another;
//! its commander stands at the south-west or north-east corner unless `commander` says otherwise.

use crate::choice::Choice;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Block, Obstacle, Piece, Road, Strength};
use crate::formation::Formation;
use crate::ids::{BlockId, CommanderId, UnitId};
use crate::rules::{INCH, Look, Rules};
use crate::settings::Settings;
use crate::setup::{self, ArmyEntry, DivisionEntry, LeaderEntry, Setup, Stands, UnitEntry};
use crate::stage::{Part, Stage};
use crate::state::{Bout, Side4, State};
use aelian_dice::NeedRoll;
use aelian_game::testing::{self, Laid};
use aelian_game::{Cx, Ruleset, Side, Step, Verdict, Want};
use aelian_geometry::{Facing, Polygon, Polyline, Pose, Rect, Vec2};
use aelian_rulebook::{Reason, RuleId};
use std::collections::BTreeMap;

/// A position in the making.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    stage: (Part, Stage),
    active: Side,
    fights: Vec<(String, String)>,
}

/// A position, with the names of its units and commanders.
#[derive(Clone, Debug)]
pub struct Scene {
    pub rules: Rules,
    pub state: Laid<State>,
    names: BTreeMap<String, UnitId>,
    officers: BTreeMap<String, CommanderId>,
}

fn leader(name: &str, general: bool, at: (f64, f64)) -> LeaderEntry {
    LeaderEntry { name: name.to_owned(), leadership: 8, attacks: None, general, at: Some(point(at)) }
}

fn point((x, y): (f64, f64)) -> Vec2 {
    Vec2::new(x * INCH, y * INCH)
}

fn points(corners: &[(f64, f64)]) -> Vec<Vec2> {
    corners.iter().map(|corner| point(*corner)).collect()
}

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}

impl Table {
    /// Six feet by four.
    pub fn new() -> Table {
        let army = |name: &str, at| ArmyEntry {
            name: name.to_owned(),
            divisions: vec![DivisionEntry {
                name: format!("{name} 1"),
                commander: leader(&format!("{name} general"), true, at),
                units: Vec::new(),
                zone: None,
                arrival: None,
                minor: false,
            }],
            chief: None,
        };
        Table {
            setup: Setup {
                title: String::new(),
                battle: None,
                settings: Settings::default(),
                width: 72.0 * INCH,
                depth: 48.0 * INCH,
                terrain: Vec::new(),
                armies: [army("red", (1.0, 1.0)), army("blue", (71.0, 47.0))],
                first: Some(Side::Red),
                deployed: true,
                draws_up_first: None,
                homes: None,
                entries: Vec::new(),
                position: None,
            },
            stage: (Part::Command, Stage::Orders),
            active: Side::Red,
            fights: Vec::new(),
        }
    }

    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Table {
        change(&mut self.setup.settings);
        self
    }

    pub fn stage(mut self, part: Part, stage: Stage) -> Table {
        self.stage = (part, stage);
        self
    }

    pub fn active(mut self, side: Side) -> Table {
        self.active = side;
        self
    }

    /// Units named after this belong to a new division of the side, whose commander stands there.
    pub fn division(mut self, name: &str, side: Side, at: (f64, f64)) -> Table {
        self.setup.armies[side.index()].divisions.push(DivisionEntry {
            name: name.to_owned(),
            commander: leader(name, false, at),
            units: Vec::new(),
            zone: None,
            arrival: None,
            minor: false,
        });
        self
    }

    /// The commander of the side's present division has this name and stands there.
    pub fn commander(mut self, name: &str, side: Side, at: (f64, f64)) -> Table {
        if let Some(division) = self.setup.armies[side.index()].divisions.last_mut() {
            division.commander.name = name.to_owned();
            division.commander.at = Some(point(at));
        }
        self
    }

    /// A unit in its normal formation.
    pub fn unit(self, name: &str, side: Side, troop: &str, at: (f64, f64), compass: f64) -> Table {
        let pose = Pose { at: point(at), facing: Facing::compass(compass) };
        self.entry(name, side, troop, Stands::At { pose, formation: None })
    }

    /// A unit in another formation.
    pub fn formed(
        self,
        name: &str,
        side: Side,
        troop: &str,
        formation: Formation,
        at: (f64, f64),
        compass: f64,
    ) -> Table {
        let pose = Pose { at: point(at), facing: Facing::compass(compass) };
        self.entry(name, side, troop, Stands::At { pose, formation: Some(formation) })
    }

    /// HC-CINC-01: the side's first commander is no general any more; a commander-in-chief is.
    pub fn chief(mut self, name: &str, side: Side, at: (f64, f64)) -> Table {
        let army = &mut self.setup.armies[side.index()];
        army.divisions.iter_mut().for_each(|division| division.commander.general = false);
        army.chief = Some(leader(name, true, at));
        self
    }

    /// HC-BDIV-04: the side's last unit does not count when its division is tested.
    pub fn uncounted(mut self, side: Side) -> Table {
        let units = self.setup.armies[side.index()].divisions.last_mut().map(|division| &mut division.units);
        if let Some(unit) = units.and_then(|units| units.last_mut()) {
            unit.counts = Some(false);
        }
        self
    }

    pub fn entry(mut self, name: &str, side: Side, troop: &str, stands: Stands) -> Table {
        if let Some(division) = self.setup.armies[side.index()].divisions.last_mut() {
            division.units.push(UnitEntry {
                name: name.to_owned(),
                troop: troop.to_owned(),
                worn: None,
                instead: None,
                files: None,
                ranks: None,
                base: None,
                counts: None,
                parent: None,
                stands,
            });
        }
        self
    }

    /// A unit of so many files.
    pub fn wide(
        mut self,
        name: &str,
        side: Side,
        troop: &str,
        files: u8,
        at: (f64, f64),
        compass: f64,
    ) -> Table {
        self = self.unit(name, side, troop, at, compass);
        let division = self.setup.armies[side.index()].divisions.last_mut();
        if let Some(entry) = division.and_then(|division| division.units.last_mut()) {
            entry.files = Some(files);
        }
        self
    }

    /// A unit in the building of this number.
    pub fn inside(self, name: &str, side: Side, troop: &str, block: u8) -> Table {
        self.entry(name, side, troop, Stands::In(BlockId(block)))
    }

    /// Two units that touch fight each other.
    pub fn fighting(mut self, one: &str, other: &str) -> Table {
        self.fights.push((one.to_owned(), other.to_owned()));
        self
    }

    pub fn area(self, kind: AreaKind, outline: &[(f64, f64)]) -> Table {
        let outline = Polygon::new(points(outline)).expect("an outline that does not cross itself");
        let level = u8::from(kind == AreaKind::Hill);
        self.piece(Piece::Area(Area {
            kind,
            outline,
            level,
            crests: Vec::new(),
            name: String::new(),
            look: String::new(),
        }))
    }

    pub fn obstacle(self, line: &[(f64, f64)], cover: bool) -> Table {
        let line = Polyline::new(points(line)).expect("a line");
        self.piece(Piece::Obstacle(Obstacle {
            line,
            cover,
            fortified: false,
            no_wheels: false,
            name: String::new(),
        }))
    }

    pub fn road(self, line: &[(f64, f64)]) -> Table {
        let line = Polyline::new(points(line)).expect("a road");
        self.piece(Piece::Road(Road { line, width: 3.0 * INCH }))
    }

    /// A building with the middle of its south edge there.
    pub fn block(self, at: (f64, f64), (width, depth): (f64, f64), strength: Strength) -> Table {
        let pose = Pose { at: point(at), facing: Facing::DOWN };
        let rect = Rect::new(pose, width * INCH, depth * INCH);
        self.piece(Piece::Block(Block {
            rect,
            strength,
            room: 1,
            small_only: false,
            gates: Vec::new(),
            name: String::new(),
            look: String::new(),
        }))
    }

    pub fn piece(mut self, piece: Piece) -> Table {
        self.setup.terrain.push(piece);
        self
    }

    /// HC-SETUP-05: nobody has been given the first turn.
    pub fn rolls_for_first(mut self) -> Table {
        self.setup.first = None;
        self
    }

    /// The battle as it would be set up, for whole games.
    pub fn into_setup(self) -> Setup {
        self.setup
    }

    pub fn build(self) -> Scene {
        let (rules, mut state) = setup::start(&self.setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        (state.part, state.stage, state.active, state.turn) = (self.stage.0, self.stage.1, self.active, 1);
        let names =
            rules.cards.iter().enumerate().map(|(at, card)| (card.name.clone(), UnitId(at as u8))).collect();
        let officers = rules
            .leaders
            .iter()
            .enumerate()
            .map(|(at, card)| (card.name.clone(), CommanderId(at as u8)))
            .collect();
        let mut scene = Scene { rules, state: state.into(), names, officers };
        for (one, other) in &self.fights {
            scene.fight(one, other);
        }
        scene
    }
}

impl Scene {
    pub fn look(&self) -> Look<'_> {
        Look::new(&self.rules, &self.state)
    }

    pub fn unit(&self, name: &str) -> UnitId {
        *self.names.get(name).unwrap_or_else(|| panic!("no unit `{name}`"))
    }

    pub fn officer(&self, name: &str) -> CommanderId {
        *self.officers.get(name).unwrap_or_else(|| panic!("no commander `{name}`"))
    }

    fn fight(&mut self, one: &str, other: &str) {
        let (one, other) = (self.unit(one), self.unit(other));
        let meeting = self.look().meeting(one, other);
        let edges = meeting.map_or([Side4::Front; 2], |meeting| meeting.edges);
        let bout = Bout::between((one, other), self.rules.card(one).side, edges, false);
        self.state.bouts.push(bout);
    }

    pub fn casualties(mut self, name: &str, casualties: u8) -> Scene {
        let id = self.unit(name);
        self.state.units[id.index()].casualties = casualties;
        self
    }

    pub fn disordered(mut self, name: &str) -> Scene {
        let id = self.unit(name);
        self.state.units[id.index()].disordered = true;
        self
    }

    pub fn check(&self, choice: &Choice) -> Verdict<Rules> {
        self.rules.check(&self.state, choice)
    }

    /// The rules that refuse a choice; empty if it is legal.
    pub fn refusals(&self, choice: &Choice) -> Vec<RuleId> {
        self.check(choice).breaches.iter().map(|reason| reason.rule).collect()
    }

    pub fn proposals(&self) -> Vec<Choice> {
        let mut out = Vec::new();
        self.rules.propose(&self.state, Want::All, &mut out);
        out
    }

    /// Plays a choice with these faces, which must be used up.
    pub fn play(&mut self, choice: &Choice, faces: &[u8]) -> Step<Rules> {
        let played = testing::play(&self.rules, &self.state, choice, faces);
        let (state, step) = played.unwrap_or_else(|reasons| panic!("refused: {reasons:?}"));
        self.state = state.into();
        step
    }

    /// Runs one piece of the rules with these faces, which must be used up; the game does not go on by itself.
    pub fn run(&mut self, faces: &[u8], work: impl FnOnce(&mut Cx<'_, Rules>) -> Result<(), NeedRoll>) {
        self.state = testing::run(&self.rules, &self.state, faces, work).into();
    }

    pub fn events(&mut self, choice: &Choice, faces: &[u8]) -> Vec<Event> {
        self.play(choice, faces).events
    }

    pub fn reasons(&mut self, choice: &Choice, faces: &[u8]) -> Vec<Reason<Fact>> {
        self.play(choice, faces).reasons
    }
}
