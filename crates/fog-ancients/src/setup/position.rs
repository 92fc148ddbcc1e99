//! A position stated directly, without playing up to it: for cases, scenarios and puzzles (docs/cases.md).

use super::Setup;
use crate::army::Part;
use crate::fact::Fact;
use crate::field::{Field, Piece};
use crate::formation::{Array, Body, MOST_BASES, bounds};
use crate::ids::{BaseId, CommanderId, GroupId};
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::{
    Bout, Camp, Cohesion, Commander, CommanderPlace, Deed, Defences, Grade, Holds, Kink, March,
    MarchProgress, Marker, Place, Pursuit, Rank, Shape, State, Tie, Work,
};
use crate::troop::{Quality, Training};
use aelian_game::Side;
use aelian_geometry::{Edge, Facing, Hand, Pose, Rect, Tolerance, Vec2, contacts};
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Serialize};

/// Everything that can stand on a table, in words and numbers that a person can write. Lengths in mm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "manoeuvre")]
    pub phase: Phase,
    /// The first stage of the phase in which a player decides, unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    #[serde(default = "one")]
    pub turn: u16,
    #[serde(default = "red")]
    pub active: Side,
    /// FA-VIC-01: groups at the beginning, red then blue; counted from those named unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<[u8; 2]>,
    #[serde(default)]
    pub terrain: Vec<Piece>,
    pub groups: Vec<PlacedGroup>,
    #[serde(default)]
    pub commanders: Vec<PlacedCommander>,
    #[serde(default)]
    pub camps: Vec<PlacedCamp>,
    #[serde(default)]
    pub works: Vec<PlacedWork>,
    /// Who is in close combat with whom.
    #[serde(default)]
    pub fights: Vec<NamedFight>,
    /// Pursuers and the routers whom they touch.
    #[serde(default)]
    pub pursuits: Vec<NamedPursuit>,
    /// 30.5: ambush markers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<PlacedMarker>,
    /// 30.6: outflanking marches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marches: Vec<NamedMarch>,
}

/// FA-AMB-05, FA-AMB-06: a marker, and what it stands for: nothing, or a group whose place is `ambush`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedMarker {
    pub side: Side,
    /// Middle of the front edge of the square.
    pub at: Vec2,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// By name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dismounted: bool,
}

/// FA-FLANK-01: a march of groups whose place is `march`, and its commander, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedMarch {
    pub side: Side,
    /// As its own army sees it.
    pub flank: Hand,
    pub groups: Vec<String>,
    pub commander: String,
    #[serde(default = "marching")]
    pub progress: MarchProgress,
}

impl NamedMarch {
    /// FA-FLANK-09: a march is known of from its successful roll on.
    pub fn is_known(&self) -> bool {
        self.progress != MarchProgress::Marching
    }
}

/// A battle group: a block, or base by base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedGroup {
    pub name: String,
    pub side: Side,
    /// The first part stands in front.
    pub parts: Vec<Part>,
    pub quality: Quality,
    pub training: Training,
    /// FA-ARMY-06: the line of its army list, if it matters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
    #[serde(default)]
    pub contingent: u8,
    #[serde(default = "table")]
    pub place: Place,
    /// Middle of the front edge, from the south-west corner.
    #[serde(default)]
    pub at: Vec2,
    /// Towards the enemy unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    #[serde(default = "two")]
    pub files: u8,
    /// AMB-21: the file from which a short last rank begins; in the middle unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<u8>,
    /// Bases lost already, from the rear.
    #[serde(default)]
    pub lost: u8,
    #[serde(default = "steady")]
    pub cohesion: Cohesion,
    #[serde(default)]
    pub did: Vec<Deed>,
    #[serde(default)]
    pub defences: Defences,
    /// Base by base instead of a block: middle of the front edge and facing of each base that is left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<Pose>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub orb: bool,
    /// FA-FORM-05: a kinked column: the way of its first base, newest first; with `bases`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub track: Vec<Pose>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedCommander {
    pub name: String,
    pub side: Side,
    pub grade: Grade,
    /// The first of a side is its commander-in-chief unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    #[serde(default)]
    pub contingent: u8,
    /// The group he is with, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// FA-CMOVE-11: he fights in its front rank, in the place of this file counted from the left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front_file: Option<u8>,
    /// Middle of the front edge of his marker; behind his group unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec2>,
    /// Nothing is known of where he is, in a setup as it is sent to a viewer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unknown: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedCamp {
    pub side: Side,
    /// Middle of the front edge.
    pub at: Vec2,
    #[serde(default)]
    pub fortified: bool,
    #[serde(default)]
    pub sacked: bool,
}

/// A row of fortification pieces, each one base wide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedWork {
    pub side: Side,
    /// Middle of the front edge of the whole row.
    pub at: Vec2,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    #[serde(default = "one_piece")]
    pub pieces: u8,
    /// FA-PD-05: portable defences of this group, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portable_of: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFight {
    pub red: String,
    pub blue: String,
    #[serde(default = "front")]
    pub red_tie: Tie,
    #[serde(default = "front")]
    pub blue_tie: Tie,
    /// Not fought yet: an impact.
    #[serde(default)]
    pub fresh: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedPursuit {
    pub pursuer: String,
    pub quarry: String,
}

fn manoeuvre() -> Phase {
    Phase::Manoeuvre
}

fn one() -> u16 {
    1
}

fn one_piece() -> u8 {
    1
}

fn two() -> u8 {
    2
}

fn red() -> Side {
    Side::Red
}

fn table() -> Place {
    Place::Table
}

fn steady() -> Cohesion {
    Cohesion::Steady
}

fn marching() -> MarchProgress {
    MarchProgress::Marching
}

fn front() -> Tie {
    Tie::Front
}

/// FA-SEQ-02: the stage of a phase at which players first decide.
fn first_decision(phase: Phase) -> Stage {
    match phase {
        Phase::SetUp => Stage::SetUp,
        Phase::Impact => Stage::DeclareCharges,
        Phase::Manoeuvre => Stage::Moves,
        Phase::Shooting => Stage::Shoot,
        Phase::Melee => Stage::FrontRank,
        Phase::Joint => Stage::ScythedRemoval,
    }
}

/// The state of a position; every fault of it at once.
pub fn state_of(rules: &Rules, setup: &Setup, position: &Position) -> Result<State, Vec<Reason<Fact>>> {
    let field =
        Field::new(setup.table.width * rules.mu, setup.table.depth * rules.mu, position.terrain.clone());
    let mut building = Building { rules, position, state: super::empty_state(field), faults: Vec::new() };
    building.heading();
    building.groups();
    building.commanders();
    building.works();
    building.relations();
    building.markers();
    building.marches();
    if building.faults.is_empty() { Ok(building.state) } else { Err(building.faults) }
}

struct Building<'a> {
    rules: &'a Rules,
    position: &'a Position,
    state: State,
    faults: Vec<Reason<Fact>>,
}

impl Building<'_> {
    /// What is wrong, in words that say what would be right.
    fn fault(&mut self, rule: aelian_rulebook::RuleId, wrong: impl Into<String>) {
        self.faults.push(Reason::new(rule, Fact::Line(wrong.into())));
    }

    fn heading(&mut self) {
        let position = self.position;
        let stage = position.stage.unwrap_or(first_decision(position.phase));
        if position.phase == Phase::SetUp || !position.phase.stages().contains(&stage) {
            self.fault(rule!("FA-SEQ-02"), stages_of(position.phase));
        }
        self.state.phase = position.phase;
        self.state.stage = stage;
        self.state.turn = position.turn;
        self.state.active = position.active;
        // FA-DEP-11: the loser of the initiative has the first, the third, the fifth turn.
        let first = if position.turn % 2 == 1 { position.active } else { position.active.other() };
        self.state.initiative = first.other();
    }

    fn groups(&mut self) {
        let most = GroupId::MOST;
        for (at, placed) in self.position.groups.iter().enumerate() {
            let twice = self.position.groups[..at].iter().any(|other| other.name == placed.name);
            let bases: usize = placed.parts.iter().map(|part| usize::from(part.bases)).sum();
            let parts = (1..=2).contains(&placed.parts.len());
            let name = &placed.name;
            if twice {
                self.fault(rule!("FA-BG-08"), format!("two groups are named {name}"));
            } else if at >= most {
                self.fault(rule!("FA-BG-08"), format!("{name} is one group too many: {most} at most"));
            } else if !parts || bases == 0 || bases > MOST_BASES {
                self.fault(rule!("FA-BG-01"), format!("{name} has {bases} bases: 1 to {MOST_BASES} can be"));
            } else if usize::from(placed.lost) >= bases {
                let lost = placed.lost;
                self.fault(
                    rule!("FA-BG-01"),
                    format!("{name} has lost {lost} of {bases} bases: none is left"),
                );
            } else if !placed.bases.is_empty() && placed.bases.len() + usize::from(placed.lost) != bases {
                let (each, left) = (placed.bases.len(), bases - usize::from(placed.lost));
                self.fault(rule!("FA-FORM-01"), format!("{name}: {each} places for {left} bases"));
            } else if !is_sound(placed) {
                self.fault(
                    rule!("FA-MEAS-01"),
                    format!("{name} stands nowhere near a table, or has no files"),
                );
            } else {
                self.group(placed);
            }
        }
        if let Some(initial) = self.position.initial {
            for (army, groups) in self.state.armies.iter_mut().zip(initial) {
                army.initial = groups;
            }
        }
    }

    fn group(&mut self, placed: &PlacedGroup) {
        let facing = placed.facing.unwrap_or(super::home_facing(placed.side));
        let front = Pose { at: placed.at, facing };
        let new = super::NewGroup {
            side: placed.side,
            contingent: placed.contingent,
            parts: &placed.parts,
            quality: placed.quality,
            training: placed.training,
        };
        let id = super::add_group(self.rules, &mut self.state, &new);
        let first = self.state.group(id).first;
        let original = u16::from(self.state.group(id).original);
        for base in first.0 + original - u16::from(placed.lost)..first.0 + original {
            self.state.bases[usize::from(base)].lost = true;
        }
        let left: Vec<BaseId> = self.state.bases_of(id).collect();
        if placed.bases.is_empty() {
            let tail = placed.tail.unwrap_or(Array::usual_tail(left.len(), placed.files));
            let array = Array::arranged(left, placed.files, tail);
            let places = Look::new(self.rules, &self.state).places(&array, front);
            for place in places {
                self.put(place.base, place.pose);
            }
        } else {
            for (base, pose) in left.into_iter().zip(&placed.bases) {
                self.put(base, pose.on_grid());
            }
        }
        let loose = !placed.bases.is_empty();
        let group = &mut self.state.groups[id.index()];
        group.place = placed.place;
        group.facing = match placed.bases.first() {
            Some(pose) if placed.facing.is_none() => pose.facing,
            _ => facing,
        };
        group.shape = match (placed.orb, placed.track.is_empty(), loose) {
            (true, _, _) => Shape::Orb,
            (_, false, _) => Shape::KinkedColumn,
            (_, _, true) => Shape::Loose,
            _ => Shape::Normal,
        };
        group.cohesion = placed.cohesion;
        group.deeds = placed.did.iter().copied().collect();
        // FA-SHOOT-12: whoever charged, intercepted or evaded earlier in this turn moved then.
        let went = [Deed::Charged, Deed::Intercepted, Deed::Evades];
        if self.position.phase != Phase::Impact && went.iter().any(|deed| group.deeds.has(*deed)) {
            group.deeds = group.deeds.with(Deed::MovedInImpact);
        }
        // FA-CMOVE-18: who is broken and has dropped in this turn broke in it.
        let fresh = [Deed::Dropped, Deed::Routed].iter().any(|deed| group.deeds.has(*deed));
        let led = self.position.commanders.iter().any(|officer| officer.with.as_ref() == Some(&placed.name));
        if fresh && led && group.is_broken() && self.position.phase != Phase::Joint {
            group.deeds = group.deeds.with(Deed::BrokeLed);
        }
        group.defences = placed.defences;
        if !placed.track.is_empty() {
            self.state.kinks.push(Kink { group: id, track: placed.track.clone() });
        }
        let block = Look::new(self.rules, &self.state).is_in_formation(&Body::of(&self.state, id));
        if loose && !placed.orb && placed.track.is_empty() && block {
            self.state.groups[id.index()].shape = Shape::Normal;
        }
        if placed.place == Place::Table {
            self.on_table(id, &placed.name);
        }
    }

    fn put(&mut self, base: BaseId, pose: Pose) {
        let rect = &mut self.state.bases[base.index()].rect;
        *rect = rect.with_pose(pose);
    }

    /// FA-EDGE-01: nobody stands beyond the edge of the table, or on others.
    fn on_table(&mut self, id: GroupId, name: &str) {
        let slack = self.rules.tolerance.length;
        let rects: Vec<Rect> = self.state.rects_of(id).copied().collect();
        let off = rects.iter().any(|rect| self.state.field.edge_crossed(rect, slack).is_some());
        let hits = |other: GroupId| {
            self.state.rects_of(other).any(|theirs| {
                rects.iter().any(|mine| aelian_geometry::overlaps(mine, theirs, self.rules.tolerance))
            })
        };
        let onto: Vec<GroupId> = self.state.on_table().filter(|other| *other != id && hits(*other)).collect();
        if off {
            self.fault(rule!("FA-EDGE-01"), format!("{name} stands partly beyond the edge of the table"));
        }
        for other in onto {
            let other = self.position.groups.get(other.index()).map_or("another group", |other| &other.name);
            self.fault(rule!("FA-BASE-01"), format!("bases of {name} stand on bases of {other}"));
        }
    }

    fn commanders(&mut self) {
        for placed in &self.position.commanders {
            let with = match &placed.with {
                None => None,
                Some(name) => match self.named(name) {
                    Some(group) => Some(group),
                    None => {
                        let wrong = format!("{} is with `{name}`, and no group is named so", placed.name);
                        self.fault(rule!("FA-CMD-07"), wrong);
                        continue;
                    }
                },
            };
            self.commander(placed, with);
        }
    }

    fn commander(&mut self, placed: &PlacedCommander, with: Option<GroupId>) {
        let first = !self.state.commanders.iter().any(|other| other.side == placed.side);
        let usual = if first { Rank::CommanderInChief } else { Rank::Sub };
        let size = self.rules.tables.commander(self.rules.scale);
        let facing = with.map_or(super::home_facing(placed.side), |group| self.state.group(group).facing);
        let behind = with.map(|group| behind(&self.state, group));
        let pose = Pose { at: placed.at.or(behind).unwrap_or_default(), facing }.on_grid();
        let displaced = with
            .zip(placed.front_file)
            .and_then(|(group, file)| Look::new(self.rules, &self.state).array(group).at(file, 0));
        let place = match (with, displaced) {
            (Some(group), Some(displaced)) => CommanderPlace::Front { group, displaced },
            (Some(group), None) if self.state.group(group).place == Place::Table => {
                CommanderPlace::With(group)
            }
            (Some(group), None) => CommanderPlace::Hidden(group),
            (None, _) if placed.unknown => CommanderPlace::Unknown,
            (None, _) => CommanderPlace::Alone,
        };
        if placed.front_file.is_some() && displaced.is_none() {
            let wrong =
                format!("{} fights in a file that his group does not have: the first is 0", placed.name);
            self.fault(rule!("FA-CMOVE-11"), wrong);
        }
        self.state.commanders.push(Commander {
            side: placed.side,
            grade: placed.grade,
            rank: placed.rank.unwrap_or(usual),
            contingent: placed.contingent,
            place,
            rect: Rect::new(pose, size, size),
            with_since: with,
            stood: pose,
            moved: false,
            tried: false,
            bound: false,
        });
    }

    fn works(&mut self) {
        for placed in &self.position.camps {
            let (width, depth) = self.rules.tables.camp(self.rules.scale);
            let rect =
                Rect::new(Pose { at: placed.at, facing: super::home_facing(placed.side) }, width, depth);
            let camp = Camp { rect, fortified: placed.fortified, sacked: placed.sacked, gone: false };
            self.state.camps[placed.side.index()] = Some(camp);
        }
        for placed in &self.position.works {
            let portable_of = placed.portable_of.as_ref().and_then(|name| self.named(name));
            let facing = placed.facing.unwrap_or(super::home_facing(placed.side));
            let depth = self.rules.tables.work_depth(self.rules.scale);
            for piece in 0..placed.pieces {
                let aside = (f64::from(piece) - (f64::from(placed.pieces) - 1.0) * 0.5) * self.rules.width;
                let pose = Pose { at: placed.at, facing }.shifted(aside).on_grid();
                let rect = Rect::new(pose, self.rules.width, depth);
                self.state.works.push(Work { side: placed.side, portable_of, rect });
            }
        }
    }

    fn relations(&mut self) {
        for fight in &self.position.fights {
            match (self.named(&fight.red), self.named(&fight.blue)) {
                (Some(red), Some(blue))
                    if self.state.group(red).side == Side::Red
                        && self.state.group(blue).side == Side::Blue =>
                {
                    let ties = [fight.red_tie, fight.blue_tie];
                    self.state.bouts.push(Bout::between(red, blue, ties, fight.fresh));
                }
                _ => {
                    let wrong = format!(
                        "`{}` and `{}` are not a group of red and one of blue",
                        fight.red, fight.blue
                    );
                    self.fault(rule!("FA-COMB-02"), wrong);
                }
            }
        }
        self.unsaid_fights();
        for pursuit in &self.position.pursuits {
            match (self.named(&pursuit.pursuer), self.named(&pursuit.quarry)) {
                (Some(pursuer), Some(quarry)) => self.state.pursuits.push(Pursuit { pursuer, quarry }),
                _ => {
                    let wrong = format!("`{}` or `{}` is no group", pursuit.pursuer, pursuit.quarry);
                    self.fault(rule!("FA-JPUR-01"), wrong);
                }
            }
        }
    }

    /// FA-MEL-01: unbroken enemies that stand front to front are in close combat, whether or not it was said.
    fn unsaid_fights(&mut self) {
        let t = self.rules.tolerance;
        let fights = |group: &GroupId| !self.state.group(*group).is_broken();
        let of = |side: Side| self.state.on_table_of(side).filter(fights).collect::<Vec<_>>();
        let mut found = Vec::new();
        for red in of(Side::Red) {
            for blue in of(Side::Blue) {
                let known = self.state.bouts.iter().any(|bout| bout.groups == [red, blue]);
                let meet =
                    |mine: &Rect| self.state.rects_of(blue).any(|theirs| front_to_front(mine, theirs, t));
                if !known && self.state.rects_of(red).any(meet) {
                    found.push(Bout::between(red, blue, [Tie::Front; 2], false));
                }
            }
        }
        self.state.bouts.extend(found);
    }

    /// FA-AMB-06: what each marker stands for.
    fn markers(&mut self) {
        for placed in &self.position.markers {
            let facing = placed.facing.unwrap_or(super::home_facing(placed.side));
            let pose = Pose { at: placed.at, facing }.on_grid();
            let group = placed.group.as_ref().map(|name| self.named(name));
            let commander = placed.commander.as_ref().map(|name| self.officer(name));
            let hides = |id: GroupId| {
                let group = self.state.group(id);
                group.side == placed.side && group.place == Place::Ambush
            };
            let holds = match (group, commander) {
                (None, None) => Some(Holds::Dummy),
                (Some(Some(group)), commander) if hides(group) && commander != Some(None) => {
                    Some(Holds::Group {
                        group,
                        commander: commander.flatten(),
                        dismounted: placed.dismounted,
                    })
                }
                _ => None,
            };
            let sound = placed.at.is_finite() && placed.at.abs().max_element() < 1e6;
            let Some(holds) = holds.filter(|_| sound) else {
                let group = placed.group.as_deref().unwrap_or("nobody");
                let wrong = format!("a marker for {group}: name a group of its side whose place is `ambush`");
                self.fault(rule!("FA-AMB-06"), wrong);
                continue;
            };
            if let Holds::Group { group, commander: Some(commander), .. } = holds {
                self.state.commanders[commander.index()].place = CommanderPlace::Hidden(group);
            }
            let rect = Rect::new(pose, self.rules.width, self.rules.width);
            self.state.markers.push(Marker { side: placed.side, rect, holds });
        }
    }

    /// FA-FLANK-02: who is on which march.
    fn marches(&mut self) {
        for sent in &self.position.marches {
            let groups: Option<Vec<GroupId>> = sent.groups.iter().map(|name| self.named(name)).collect();
            let marching = |id: &GroupId| {
                let group = self.state.group(*id);
                group.side == sent.side && group.place == Place::March
            };
            let groups = groups.filter(|groups| !groups.is_empty() && groups.iter().all(marching));
            let commander = self.officer(&sent.commander);
            let (Some(groups), Some(commander)) = (groups, commander) else {
                let wrong = "a march needs a commander and groups of its side whose place is `march`";
                self.fault(rule!("FA-FLANK-02"), wrong);
                continue;
            };
            self.state.commanders[commander.index()].place = CommanderPlace::March;
            let groups = groups.into_iter().collect();
            let (side, flank, progress) = (sent.side, sent.flank, sent.progress);
            self.state.marches.push(March { side, flank, groups, commander, progress });
        }
        self.state.marches.sort_by_key(|march| march.commander);
    }

    fn officer(&self, name: &str) -> Option<CommanderId> {
        let at = self.position.commanders.iter().position(|commander| commander.name == name)?;
        (at < self.state.commanders.len()).then_some(CommanderId(at as u8))
    }

    fn named(&self, name: &str) -> Option<GroupId> {
        let at = self.position.groups.iter().position(|group| group.name == name)?;
        (at < self.state.groups.len()).then_some(GroupId(at as u8))
    }
}

/// Front edge along front edge.
fn front_to_front(mine: &Rect, theirs: &Rect, t: Tolerance) -> bool {
    contacts(mine, theirs, t)
        .edge_edge(Edge::Front, Edge::Front)
        .is_some_and(|shared| shared > 2.0 * t.length)
}

/// The stages that a position of this phase may begin with.
fn stages_of(phase: Phase) -> String {
    let stages: Vec<String> = phase.stages().iter().map(|stage| format!("{stage:?}")).collect();
    format!("the stages of this phase are, written with hyphens: {}", stages.join(", "))
}

/// Numbers that a table can hold.
fn is_sound(placed: &PlacedGroup) -> bool {
    let poses = placed.bases.iter().chain(&placed.track).map(|pose| pose.at);
    let sound = |at: Vec2| at.x.is_finite() && at.y.is_finite() && at.x.abs() < 1e6 && at.y.abs() < 1e6;
    poses.chain([placed.at]).all(sound) && placed.files >= 1
}

/// Where a commander's marker stands behind his group.
fn behind(state: &State, group: GroupId) -> Vec2 {
    let block = bounds(state.group(group).facing, state.rects_of(group));
    block.pose.advanced(-block.depth).at
}
