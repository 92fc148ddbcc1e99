//! A position stated directly, without playing up to it: for cases, scenarios and puzzles (docs/cases.md).
//!
//! The setup names the units and where they stand; this says what has become of them, and where the turn stands.

use crate::fact::Fact;
use crate::rules::{Look, Rules};
use crate::stage::{Part, Stage};
use crate::state::{Bend, Bout, Combat, CommanderPlace, Deed, Side4, State};
use aelian_game::Side;
use aelian_geometry::Pose;
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Serialize};

/// Where the game stands, and what is remembered of units and commanders; all of it by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "command")]
    pub part: Part,
    /// The first stage of the part in which a player decides, unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    #[serde(default = "one")]
    pub turn: u16,
    #[serde(default = "red")]
    pub active: Side,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitMemory>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commanders: Vec<CommanderMemory>,
    /// Who fights whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fights: Vec<NamedFight>,
    /// HC-BDIV-07: divisions that are broken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<String>,
    /// HC-GEN-02: sides whose re-roll is spent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rerolled: Vec<Side>,
}

fn command() -> Part {
    Part::Command
}

fn one() -> u16 {
    1
}

fn red() -> Side {
    Side::Red
}

/// What has become of a unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitMemory {
    pub name: String,
    pub casualties: u8,
    pub disordered: bool,
    /// Nobody has to say that a unit near the enemy is entitled to initiative (HC-INIT-11).
    pub did: Vec<Deed>,
    pub moves: u8,
    pub combat: Combat,
    /// HC-COL-03: the way of a bent column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub track: Vec<Pose>,
    pub destroyed: bool,
}

/// What has become of a commander.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CommanderMemory {
    pub name: String,
    /// HC-CMOV-05: the unit he is with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    pub wounded: bool,
    pub finished: bool,
    pub moved: bool,
}

/// HC-ENG-01: two units that fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFight {
    pub red: String,
    pub blue: String,
    /// HC-ALLOC-09: the edges on which they fight; as they touch, unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red_edge: Option<Side4>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blue_edge: Option<Side4>,
    /// HC-ENG-05.
    #[serde(default)]
    pub fought: bool,
}

impl Position {
    /// Puts the state where the position says it is.
    pub fn lay(&self, rules: &Rules, state: &mut State) -> Result<(), Vec<Reason<Fact>>> {
        let mut faults = Vec::new();
        (state.part, state.turn, state.active) = (self.part, self.turn, self.active);
        state.stage = self.stage.unwrap_or_else(|| first_stage(self.part));
        if !self.part.stages().contains(&state.stage) {
            faults.push(named(format!("{:?}", state.stage)));
        }
        for unit in &self.units {
            lay_unit(unit, rules, state, &mut faults);
        }
        for commander in &self.commanders {
            lay_commander(commander, rules, state, &mut faults);
        }
        for fight in &self.fights {
            lay_fight(fight, rules, state, &mut faults);
        }
        for name in &self.broken {
            match rules.divisions.iter().position(|division| division.name == *name) {
                Some(at) => state.divisions[at].broken = true,
                None => faults.push(named(name.clone())),
            }
        }
        for side in &self.rerolled {
            state.rerolled[side.index()] = true;
        }
        entitle(rules, state);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

/// The stage of a part in which a player first decides.
fn first_stage(part: Part) -> Stage {
    match part {
        Part::SetUp => Stage::Deploy,
        Part::Start => Stage::TurnStart,
        Part::Command => Stage::Orders,
        Part::Ranged => Stage::Shoot,
        Part::HandToHand => Stage::Engagements,
        Part::End => Stage::Recovery,
    }
}

fn named(name: String) -> Reason<Fact> {
    Reason { rule: rule!("HC-SETUP-03"), fact: Fact::Named(name) }
}

fn lay_unit(memory: &UnitMemory, rules: &Rules, state: &mut State, faults: &mut Vec<Reason<Fact>>) {
    let Some(id) = rules.unit_named(&memory.name) else {
        faults.push(named(memory.name.clone()));
        return;
    };
    let unit = &mut state.units[id.index()];
    unit.casualties = memory.casualties.min(rules.card(id).stats.stamina.saturating_mul(2));
    unit.disordered = memory.disordered;
    unit.moves = memory.moves;
    unit.combat = memory.combat;
    unit.deeds = memory.did.iter().fold(unit.deeds, |deeds, deed| deeds.with(*deed));
    if memory.destroyed {
        unit.place = crate::state::Place::Destroyed;
    }
    if memory.track.len() > 1 && memory.track.iter().all(|pose| pose.at.is_finite()) {
        state.bends.push(Bend { unit: id, track: memory.track.clone() });
    }
}

fn lay_commander(memory: &CommanderMemory, rules: &Rules, state: &mut State, faults: &mut Vec<Reason<Fact>>) {
    let Some(at) = rules.leaders.iter().position(|leader| leader.name == memory.name) else {
        faults.push(named(memory.name.clone()));
        return;
    };
    let with = memory.with.as_ref().map(|name| (name, rules.unit_named(name)));
    if let Some((name, None)) = with {
        faults.push(named(name.clone()));
    }
    if let Some((_, Some(unit))) = with {
        state.commanders[at].place = CommanderPlace::With(unit);
        state.commanders[at].at = state.unit(unit).rect.pose.at;
    }
    let commander = &mut state.commanders[at];
    commander.wounded = memory.wounded;
    commander.finished = memory.finished;
    commander.moved = memory.moved;
}

fn lay_fight(fight: &NamedFight, rules: &Rules, state: &mut State, faults: &mut Vec<Reason<Fact>>) {
    let (Some(red), Some(blue)) = (rules.unit_named(&fight.red), rules.unit_named(&fight.blue)) else {
        faults.push(named(format!("{}, {}", fight.red, fight.blue)));
        return;
    };
    if rules.card(red).side != Side::Red || rules.card(blue).side != Side::Blue {
        faults.push(named(format!("{}, {}", fight.red, fight.blue)));
        return;
    }
    let meeting = Look::new(rules, state).meeting(red, blue);
    let found = meeting.map_or([Side4::Front; 2], |meeting| meeting.edges);
    let edges = [fight.red_edge.unwrap_or(found[0]), fight.blue_edge.unwrap_or(found[1])];
    state.bouts.push(Bout { units: [red, blue], edges, fought: fight.fought });
}

/// HC-INIT-11, HC-CMD-02: in a position of the Command part, whoever stands within 12 inches of an enemy is taken to
/// have stood so when it began.
fn entitle(rules: &Rules, state: &mut State) {
    if state.part != Part::Command {
        return;
    }
    let look = Look::new(rules, state);
    let near: Vec<_> = look.on_table(state.active).filter(|id| look.enemy_within(*id, 12.0)).collect();
    for id in near {
        state.units[id.index()].deeds = state.units[id.index()].deeds.with(Deed::Entitled);
    }
}
