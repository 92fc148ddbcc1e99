//! A position stated directly, without playing up to it: for cases, scenarios and puzzles (docs/cases.md).

use super::{Setup, home_facing};
use crate::army;
use crate::baseset::BaseId;
use crate::fact::Fact;
use crate::field::{Field, Piece, TableEdge};
use crate::morale::reference;
use crate::pairing::{Paired, Pairing, pairings, supported_lines};
use crate::rules::Rules;
use crate::state::{Army, Base, BentColumn, Deeds, Moved, Place, Stage, State, Time, Weather};
use crate::troop::{Troop, Weapon};
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Rect, Vec2, overlaps};
use aelian_rulebook::{Reason, rule};
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// As many bases as two armies may have.
const MOST_BASES: usize = 2 * army::check::MOST_BASES as usize;

/// Everything that can stand on a table, in words and numbers that a person can write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default)]
    pub stage: StageName,
    #[serde(default = "red")]
    pub active: Side,
    #[serde(default = "one")]
    pub round: u16,
    /// Who has the first bound of each round; the active side unless said otherwise.
    #[serde(default)]
    pub moves_first: Option<Side>,
    /// The active side unless said otherwise.
    #[serde(default)]
    pub invader: Option<Side>,
    /// PIGs left to the active side.
    #[serde(default)]
    pub pigs: u8,
    /// Whether the general's rebate of this bound is used up.
    #[serde(default)]
    pub rebate_used: bool,
    /// BB-MOR-06: reference moral levels, red then blue; worked out from the bases unless said.
    #[serde(default)]
    pub reference: Option<[u32; 2]>,
    #[serde(default)]
    pub weather: WeatherNow,
    #[serde(default)]
    pub time: TimeNow,
    #[serde(default)]
    pub terrain: Vec<Piece>,
    pub bases: Vec<PlacedBase>,
    /// BB-COL-09: bent columns: bases by name, head first, and the track of the head, newest point first.
    #[serde(default)]
    pub bent_columns: Vec<NamedColumn>,
}

/// The step of the bound at which the position stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageName {
    Weather,
    TimeOfDay,
    Pigs,
    #[default]
    Moves,
    Impetuous,
    Shooting,
    CloseCombat,
    Morale,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WeatherNow {
    pub rain_risk: bool,
    pub raining: bool,
    pub rain_over: bool,
    pub rain_bounds: u16,
    pub muddy: bool,
    /// The direction towards which the wind blows.
    #[serde(deserialize_with = "facing_or_none", skip_serializing_if = "Option::is_none")]
    pub wind_towards: Option<Facing>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeNow {
    pub day_rounds: Option<u16>,
    pub dusk: bool,
    pub sun: Option<TableEdge>,
    pub dazzle: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedColumn {
    pub bases: Vec<String>,
    pub track: Vec<Pose>,
}

/// A base on the table, hidden, or already lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedBase {
    pub name: String,
    pub side: Side,
    /// As `Reg Sp(O)`.
    #[serde(with = "written")]
    pub troop: Troop,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    #[serde(default)]
    pub special_support: bool,
    /// BB-LST-13: the bases, by name, to which alone it gives special support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supports: Vec<String>,
    #[serde(default)]
    pub commander: bool,
    #[serde(default)]
    pub vehicles: bool,
    /// Midpoint of the front edge in mm, from the south-west corner.
    #[serde(default)]
    pub at: Vec2,
    /// Degrees clockwise from north, a word such as `north`, or a vector; towards the enemy unless said.
    #[serde(default, deserialize_with = "facing_or_none")]
    pub facing: Option<Facing>,
    #[serde(default)]
    pub place: PlaceName,
    /// `tactical`, or the number of far moves made.
    #[serde(default)]
    pub moved: MovedName,
    /// How far it moved this bound, in mm.
    #[serde(default)]
    pub distance: f64,
    #[serde(default)]
    pub did: Vec<Deed>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceName {
    #[default]
    Table,
    Ambush,
    Waiting,
    Destroyed,
    Spent,
    /// BB-BUSH-13: nothing is known of it, in a setup as it is sent to a viewer.
    Unknown,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MovedName {
    #[default]
    No,
    Tactical,
    Far(u8),
}

/// What a base has done in this bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    Halted,
    Rushed,
    PackMoved,
    Fled,
    Shot,
    ShotAt,
    Fought,
}

fn red() -> Side {
    Side::Red
}

fn one() -> u16 {
    1
}

impl Position {
    /// The base of this name.
    pub fn id(&self, name: &str) -> Option<BaseId> {
        let at = self.bases.iter().position(|base| base.name == name)?;
        Some(BaseId::at(at))
    }
}

/// The state that a position describes; every fault at once.
pub fn state_of(rules: &Rules, setup: &Setup, position: &Position) -> Result<State, Vec<Reason<Fact>>> {
    let faults = faults(rules, position);
    if !faults.is_empty() {
        return Err(faults);
    }
    let field = Field::new(
        setup.table.width * rules.mu,
        setup.table.depth * rules.mu,
        position.terrain.iter().cloned(),
    );
    let paired = paired(position);
    let placed = position.bases.iter().zip(pairings(&paired));
    let bases: Vec<Base> = placed.map(|(placed, pairing)| base_of(rules, placed, pairing)).collect();
    let armies = Side::BOTH.map(|side| Army {
        pigs: if side == position.active { position.pigs } else { 0 },
        rebate_used: side == position.active && position.rebate_used,
        reference: position
            .reference
            .map_or_else(|| reference(rules, &bases, side), |levels| levels[side.index()]),
        aggression: 0,
    });
    Ok(State {
        stage: stage_of(position.stage),
        round: position.round,
        active: position.active,
        moves_first: position.moves_first.unwrap_or(position.active),
        invader: position.invader.unwrap_or(position.active),
        bases,
        field: Arc::new(field),
        weather: weather_of(&position.weather),
        time: time_of(&position.time),
        armies,
        pending: Vec::new(),
        bent_columns: bent_columns(position),
        fights: Vec::new(),
        shots: Vec::new(),
        named_opponents: Vec::new(),
        set_up: None,
    })
}

fn faults(rules: &Rules, position: &Position) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    let mut fault = |rule, text: String| faults.push(Reason { rule, fact: Fact::Word(text) });
    if position.bases.len() > MOST_BASES {
        fault(rule!("BB-BASE-01"), format!("a position holds at most {MOST_BASES} bases"));
    }
    for (at, placed) in position.bases.iter().enumerate() {
        if position.bases.iter().take(at).any(|other| other.name == placed.name) {
            fault(
                rule!("BB-BASE-01"),
                format!("two bases are named `{}`; give each its own name", placed.name),
            );
        }
        if rules.tables.points(&placed.troop).is_none() {
            fault(rule!("BB-AP-08"), format!("`{}`: there is no {}", placed.name, placed.troop));
        }
        if !(placed.at.x.is_finite() && placed.at.y.is_finite() && placed.distance.is_finite()) {
            fault(
                rule!("BB-GEO-01"),
                format!("`{}`: `at` and `distance` must be finite numbers", placed.name),
            );
        }
    }
    for side in Side::BOTH {
        let commanders = position.bases.iter().filter(|base| base.side == side && base.commander).count();
        if commanders > 1 {
            fault(
                rule!("BB-CIC-01"),
                format!("{} has {commanders} commanders; one is the most", side.name()),
            );
        }
    }
    for text in pairing_faults(position) {
        fault(rule!("BB-LST-13"), text);
    }
    for column in &position.bent_columns {
        for name in column.bases.iter().filter(|name| position.id(name).is_none()) {
            fault(rule!("BB-COL-09"), format!("a bent column names `{name}`, but no base has that name"));
        }
    }
    if faults.is_empty() {
        faults.extend(on_one_another(rules, position));
    }
    faults
}

/// BB-GEO-02: bases that stand on one another.
fn on_one_another(rules: &Rules, position: &Position) -> Vec<Reason<Fact>> {
    let stands = |placed: &&PlacedBase| matches!(placed.place, PlaceName::Table | PlaceName::Ambush);
    let rects: Vec<(&str, Rect)> = position
        .bases
        .iter()
        .filter(stands)
        .map(|placed| (placed.name.as_str(), base_of(rules, placed, Pairing::default()).rect))
        .collect();
    let mut faults = Vec::new();
    for (at, (one, own)) in rects.iter().enumerate() {
        let on = |(_, other): &&(&str, Rect)| overlaps(own, other, rules.tolerance);
        for (other, _) in rects.iter().skip(at + 1).filter(on) {
            let text = format!("`{one}` and `{other}` stand on one another");
            faults.push(Reason { rule: rule!("BB-GEO-02"), fact: Fact::Word(text) });
        }
    }
    faults
}

/// BB-LST-13.
fn paired(position: &Position) -> Vec<Paired<'_>> {
    position.bases.iter().map(|placed| Paired { name: &placed.name, supports: &placed.supports }).collect()
}

/// BB-LST-13: what is wrong with the pairings.
fn pairing_faults(position: &Position) -> Vec<String> {
    let mut faults = Vec::new();
    for placed in &position.bases {
        let name = &placed.name;
        if !placed.supports.is_empty() && !placed.special_support {
            faults.push(format!("`{name}` has `supports` but not `special_support = true`"));
        }
        for other in placed.supports.iter().filter(|other| position.id(other).is_none()) {
            faults.push(format!("`{name}` supports `{other}`, but no base has that name"));
        }
    }
    if supported_lines(&paired(position)).len() > Pairing::MOST_LINES {
        faults.push(format!("at most {} bases can be named in `supports`", Pairing::MOST_LINES));
    }
    faults
}

fn base_of(rules: &Rules, placed: &PlacedBase, pairing: Pairing) -> Base {
    let mut troop = placed.troop;
    troop.weapon = placed.weapon.unwrap_or(troop.weapon);
    troop.special_support = placed.special_support;
    let facing = placed.facing.unwrap_or_else(|| home_facing(placed.side));
    let pose = Pose { at: placed.at, facing }.on_grid();
    let did = |deed: Deed| placed.did.contains(&deed);
    Base {
        side: placed.side,
        troop,
        commander: placed.commander,
        vehicles: placed.vehicles,
        pairing,
        place: match placed.place {
            PlaceName::Table => Place::Table,
            PlaceName::Ambush => Place::Ambush,
            PlaceName::Waiting => Place::Waiting,
            PlaceName::Destroyed => Place::Destroyed,
            PlaceName::Spent => Place::Spent,
            PlaceName::Unknown => Place::Unknown,
        },
        rect: Rect::new(pose, rules.width, rules.tables.depth(rules.scale, &troop)),
        deeds: Deeds {
            moved: match placed.moved {
                MovedName::No => Moved::No,
                MovedName::Tactical => Moved::Tactical,
                MovedName::Far(times) => Moved::Far(times),
            },
            distance: placed.distance,
            halted: did(Deed::Halted),
            impetuous: did(Deed::Rushed),
            pack: did(Deed::PackMoved),
            fled: did(Deed::Fled),
            shot: did(Deed::Shot),
            shot_at: did(Deed::ShotAt),
            fought: did(Deed::Fought),
        },
    }
}

fn stage_of(name: StageName) -> Stage {
    match name {
        StageName::Weather => Stage::Weather,
        StageName::TimeOfDay => Stage::TimeOfDay,
        StageName::Pigs => Stage::Pigs,
        StageName::Moves => Stage::Moves,
        StageName::Impetuous => Stage::Impetuous,
        StageName::Shooting => Stage::Shooting,
        StageName::CloseCombat => Stage::CloseCombat,
        StageName::Morale => Stage::Morale,
    }
}

fn weather_of(now: &WeatherNow) -> Weather {
    Weather {
        rain_risk: now.rain_risk,
        raining: now.raining,
        rain_over: now.rain_over,
        rain_bounds: now.rain_bounds,
        muddy: now.muddy,
        wind: now.wind_towards,
    }
}

fn time_of(now: &TimeNow) -> Time {
    Time { day_rounds: now.day_rounds, dusk: now.dusk, sun: now.sun, dazzle: now.dazzle }
}

fn bent_columns(position: &Position) -> Vec<BentColumn> {
    let column = |named: &NamedColumn| BentColumn {
        bases: named.bases.iter().filter_map(|name| position.id(name)).collect(),
        track: named.track.clone(),
    };
    position.bent_columns.iter().map(column).collect()
}

/// Facings as people write them: degrees, a word, or a vector.
pub fn facing_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Facing>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Degrees(f64),
        Word(String),
        Vector(Facing),
    }
    let degrees = match Option::<Written>::deserialize(deserializer)? {
        None => return Ok(None),
        Some(Written::Vector(facing)) => return Ok(Some(facing)),
        Some(Written::Degrees(degrees)) => degrees,
        Some(Written::Word(word)) => compass_word(&word).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "`{word}` is not a direction; write degrees clockwise from north, or north, north-east, east ..."
            ))
        })?,
    };
    if !degrees.is_finite() {
        return Err(serde::de::Error::custom("a facing must be a finite number of degrees"));
    }
    Ok(Some(Facing::compass(degrees)))
}

fn compass_word(word: &str) -> Option<f64> {
    let words = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    words.iter().position(|known| *known == word).map(|at| at as f64 * 45.0)
}

/// Troops as people write them.
mod written {
    use super::*;

    pub fn serialize<S: serde::Serializer>(troop: &Troop, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(troop)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Troop, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
