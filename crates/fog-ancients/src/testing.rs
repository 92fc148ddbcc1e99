//! Positions for tests, built in a few words: a table, what lies on it, battle groups by name, and dice by face.
//!
//! `Table::new().group("a", Side::Red, "HF armoured superior drilled", (8, 4), (30.0, 20.0), 0.0).build()` gives a
//! [`Scene`] in the manoeuvre phase of Red's turn: eight bases in four files, the middle of the front edge 30 MU from
//! the west edge and 20 MU from the south edge, facing north. Lengths in MU; facings as a compass.

use crate::army::Part;
use crate::choice::Choice;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Field, Level, Piece, River, Road, Size};
use crate::flow;
use crate::formation::Array;
use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::settings::{Edition, MoveUnit, Scale, Settings};
use crate::setup::{self, NewGroup};
use crate::stage::{Phase, Stage};
use crate::state::{Bout, Camp, Cohesion, Commander, CommanderPlace, Grade, Place, Rank, State, Tie};
use crate::troop::{Quality, Training, Troop};
use aelian_dice::Generator;
use aelian_game::testing::{self, Laid};
use aelian_game::{Cx, Next, Ruleset, Side, Step, Trace, Verdict, Want};
use aelian_geometry::{Course, Facing, Polygon, Polyline, Pose, Rect, Vec2};
use aelian_rulebook::{Reason, RuleId};
use std::collections::BTreeMap;

/// A table being laid.
#[derive(Clone, Debug)]
pub struct Table {
    settings: Settings,
    edition: Edition,
    scale: Scale,
    /// In MU.
    size: (f64, f64),
    pieces: Vec<Piece>,
    groups: Vec<Told>,
    commanders: Vec<Officer>,
    camps: [Option<(Rect, bool)>; 2],
    stage: (Phase, Stage),
    active: Side,
}

#[derive(Clone, Debug)]
struct Told {
    name: String,
    side: Side,
    parts: Vec<(Troop, u8)>,
    quality: Quality,
    training: Training,
    files: u8,
    front: Pose,
}

#[derive(Clone, Debug)]
struct Officer {
    name: String,
    side: Side,
    grade: Grade,
    with: Option<String>,
    at: (f64, f64),
}

/// A position in which choices can be checked and played.
#[derive(Clone, Debug)]
pub struct Scene {
    pub rules: Rules,
    pub state: Laid<State>,
    pub names: BTreeMap<String, GroupId>,
    pub officers: BTreeMap<String, CommanderId>,
}

impl Default for Table {
    fn default() -> Self {
        Table::new()
    }
}

impl Table {
    /// 15 mm scale, 25 mm to the MU, 72 by 48 MU, empty; the moves of Red's manoeuvre phase.
    pub fn new() -> Table {
        Table {
            settings: Settings::default(),
            edition: Edition::First,
            scale: Scale::Fifteen,
            size: (72.0, 48.0),
            pieces: Vec::new(),
            groups: Vec::new(),
            commanders: Vec::new(),
            camps: [None, None],
            stage: (Phase::Manoeuvre, Stage::Moves),
            active: Side::Red,
        }
    }

    pub fn settings(mut self, settings: Settings) -> Table {
        self.settings = settings;
        self
    }

    pub fn edition(mut self, edition: Edition) -> Table {
        self.edition = edition;
        self
    }

    pub fn stage(mut self, phase: Phase, stage: Stage) -> Table {
        self.stage = (phase, stage);
        self
    }

    pub fn active(mut self, side: Side) -> Table {
        self.active = side;
        self
    }

    /// An area with corners in MU.
    pub fn area(self, kind: AreaKind, outline: &[(f64, f64)]) -> Table {
        let outline = Polygon::new(points(outline)).expect("an outline that does not cross itself");
        let area = Area {
            kind,
            size: Size::Normal,
            outline,
            covering: None,
            crests: Vec::new(),
            high: false,
            laid_by: None,
        };
        self.piece(Piece::Area(area))
    }

    pub fn river(self, line: &[(f64, f64)], width: f64, level: Level) -> Table {
        let line = Polyline::new(points(line)).expect("a river");
        let course = Course::new(line, width * 25.0).expect("a river");
        self.piece(Piece::River(River { course, level }))
    }

    pub fn road(self, line: &[(f64, f64)]) -> Table {
        let line = Polyline::new(points(line)).expect("a road");
        self.piece(Piece::Road(Road { line }))
    }

    pub fn piece(mut self, piece: Piece) -> Table {
        self.pieces.push(piece);
        self
    }

    /// A group of one kind of troops: average and drilled unless the words say otherwise.
    pub fn group(
        self,
        name: &str,
        side: Side,
        troop: &str,
        (bases, files): (u8, u8),
        front: (f64, f64),
        compass: f64,
    ) -> Table {
        self.mixed(name, side, &[(troop, bases)], files, front, compass)
    }

    /// A mixed group; the first part stands in front. Quality and training are those of the first part.
    pub fn mixed(
        mut self,
        name: &str,
        side: Side,
        parts: &[(&str, u8)],
        files: u8,
        front: (f64, f64),
        compass: f64,
    ) -> Table {
        let read: Vec<_> = parts
            .iter()
            .map(|(words, bases)| {
                (Troop::read(words).unwrap_or_else(|error| panic!("{words}: {error}")), *bases)
            })
            .collect();
        let (_, quality, training) = read[0].0;
        self.groups.push(Told {
            name: name.to_owned(),
            side,
            parts: read.iter().map(|((troop, _, _), bases)| (*troop, *bases)).collect(),
            quality: quality.unwrap_or(Quality::Average),
            training: training.unwrap_or(Training::Drilled),
            files,
            front: Pose::new(front.0 * 25.0, front.1 * 25.0, Facing::compass(compass)),
        });
        self
    }

    /// A commander alone at this place, or with the group of this name (then the place is that of his marker).
    pub fn commander(
        mut self,
        name: &str,
        side: Side,
        grade: Grade,
        with: Option<&str>,
        at: (f64, f64),
    ) -> Table {
        self.commanders.push(Officer {
            name: name.to_owned(),
            side,
            grade,
            with: with.map(str::to_owned),
            at,
        });
        self
    }

    /// A camp with the middle of its front edge there.
    pub fn camp(mut self, side: Side, at: (f64, f64), fortified: bool) -> Table {
        let facing = if side == Side::Red { Facing::UP } else { Facing::DOWN };
        let rect = Rect::new(Pose::new(at.0 * 25.0, at.1 * 25.0, facing), 120.0, 80.0);
        self.camps[side.index()] = Some((rect, fortified));
        self
    }

    pub fn build(self) -> Scene {
        let rules = Rules::new(self.settings.clone(), self.edition, self.scale, MoveUnit::Millimetres25);
        let field = Field::new(self.size.0 * 25.0, self.size.1 * 25.0, self.pieces.clone());
        let mut state = State {
            phase: self.stage.0,
            stage: self.stage.1,
            turn: 1,
            active: self.active,
            initiative: self.active.other(),
            ..setup::empty_state(field)
        };
        let mut names = BTreeMap::new();
        for told in &self.groups {
            names.insert(told.name.clone(), add_group(&rules, &mut state, told));
        }
        let mut officers = BTreeMap::new();
        for Officer { name, side, grade, with, at } in &self.commanders {
            let side_len = rules.tables.commander(rules.scale);
            let pose = Pose::new(at.0 * 25.0, at.1 * 25.0, Facing::UP);
            let with = with.as_ref().map(|group| names[group]);
            officers.insert(name.clone(), CommanderId(state.commanders.len() as u8));
            let first = !state.commanders.iter().any(|other| other.side == *side);
            state.commanders.push(Commander {
                side: *side,
                grade: *grade,
                rank: if first { Rank::CommanderInChief } else { Rank::Sub },
                contingent: 0,
                place: with.map_or(CommanderPlace::Alone, CommanderPlace::With),
                rect: Rect::new(pose, side_len, side_len),
                with_since: with,
                stood: pose,
                moved: false,
                tried: false,
                bound: false,
            });
        }
        for side in Side::BOTH {
            state.camps[side.index()] = self.camps[side.index()].map(|(rect, fortified)| Camp {
                rect,
                fortified,
                sacked: false,
                gone: false,
            });
        }
        Scene { rules, state: state.into(), names, officers }
    }
}

fn add_group(rules: &Rules, state: &mut State, told: &Told) -> GroupId {
    let parts: Vec<Part> =
        told.parts.iter().map(|(troop, bases)| Part { troop: *troop, bases: *bases }).collect();
    let new = NewGroup {
        side: told.side,
        contingent: 0,
        parts: &parts,
        quality: told.quality,
        training: told.training,
    };
    let id = setup::add_group(rules, state, &new);
    let group = &mut state.groups[id.index()];
    group.place = Place::Table;
    group.facing = told.front.facing;
    let bases: Vec<BaseId> = state.bases_of(id).collect();
    let tail = Array::usual_tail(bases.len(), told.files);
    let array = Array::arranged(bases, told.files, tail);
    for place in Look::new(rules, state).places(&array, told.front) {
        let rect = &mut state.bases[place.base.index()].rect;
        *rect = rect.with_pose(place.pose);
    }
    id
}

impl Scene {
    pub fn look(&self) -> Look<'_> {
        Look::new(&self.rules, &self.state)
    }

    pub fn group(&self, name: &str) -> GroupId {
        *self.names.get(name).unwrap_or_else(|| panic!("no group `{name}`"))
    }

    pub fn officer(&self, name: &str) -> CommanderId {
        *self.officers.get(name).unwrap_or_else(|| panic!("no commander `{name}`"))
    }

    /// The base of a group at this file and rank.
    pub fn base(&self, name: &str, file: u8, rank: u8) -> BaseId {
        let array = self.look().array(self.group(name));
        array.at(file, rank).unwrap_or_else(|| panic!("`{name}` has no base at file {file}, rank {rank}"))
    }

    pub fn cohesion(mut self, name: &str, cohesion: Cohesion) -> Scene {
        let id = self.group(name);
        self.state.groups[id.index()].cohesion = cohesion;
        self
    }

    /// The two groups are in close combat, front to front, since an earlier turn.
    pub fn fighting(mut self, red: &str, blue: &str) -> Scene {
        let bout = Bout::between(self.group(red), self.group(blue), [Tie::Front, Tie::Front], false);
        self.state.bouts.push(bout);
        self
    }

    /// All of one stage by the rules of the game, for odds; the first proposal where somebody is asked.
    pub fn run_stage(&self, state: &mut State, stage: Stage, dice: &mut Generator) {
        (state.stage, state.dealt) = (stage, GroupSet::EMPTY);
        while let Some(next) = flow::asked(Look::new(&self.rules, state)) {
            let choice = match next {
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                _ => {
                    let mut choices = Vec::new();
                    self.rules.propose(state, Want::All, &mut choices);
                    choices.swap_remove(0)
                }
            };
            let chapter = flow::Chapter::of(state);
            let mut cx = Cx::new(&self.rules, state, dice, Trace::Off);
            match chapter {
                flow::Chapter::Combat => crate::combat::resolve(&mut cx, &choice),
                flow::Chapter::Shooting => crate::shooting::resolve(&mut cx, &choice),
                _ => crate::cohesion::resolve(&mut cx, &choice),
            }
            .expect("dice without end");
        }
    }

    pub fn check(&self, choice: &Choice) -> Verdict<Rules> {
        self.rules.check(&self.state, choice)
    }

    /// The rules that refuse a choice; empty if it is legal.
    pub fn refusals(&self, choice: &Choice) -> Vec<RuleId> {
        self.check(choice).breaches.iter().map(|reason| reason.rule).collect()
    }

    /// Plays a choice with these faces, which must be used up.
    pub fn play(&mut self, choice: &Choice, faces: &[u8]) -> Step<Rules> {
        let played = testing::play(&self.rules, &self.state, choice, faces);
        let (state, step) = played.unwrap_or_else(|reasons| panic!("refused: {reasons:?}"));
        self.state = state.into();
        step
    }

    pub fn events(&mut self, choice: &Choice, faces: &[u8]) -> Vec<Event> {
        self.play(choice, faces).events
    }

    pub fn reasons(&mut self, choice: &Choice, faces: &[u8]) -> Vec<Reason<Fact>> {
        self.play(choice, faces).reasons
    }
}

fn points(corners: &[(f64, f64)]) -> Vec<Vec2> {
    corners.iter().map(|(x, y)| Vec2::new(x * 25.0, y * 25.0)).collect()
}
