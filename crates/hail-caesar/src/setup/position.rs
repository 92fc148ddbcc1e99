//! A position stated directly, without playing up to it: for cases, scenarios and puzzles (docs/cases.md).
//!
//! The setup names the units and where they stand; this says what has become of them, and where the turn stands.

use crate::charge::{closed_up, is_without_bonus};
use crate::fact::Fact;
use crate::field::{Area, AreaKind};
use crate::ids::{UnitId, UnitSet};
use crate::numbers::numbers;
use crate::rules::{INCH, Look, Rules};
use crate::scenario::Camp;
use crate::scenario::raid::Alarm;
use crate::stage::{Part, Stage};
use crate::state::{Bend, Bout, Combat, CommanderPlace, Deed, Place, Side4, State};
use aelian_game::Side;
use aelian_geometry::{Pose, Tolerance, Vec2, overlaps};
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
    /// What has come about in a battle of the book.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub happened: Vec<Happened>,
    /// HC-VIC-02: sides of whose army only a piece is stated. It is not beaten while anybody is left on the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Side>,
}

/// What a battle of the book remembers, besides its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    /// HS-KADESH-11: Amun has been brought to order.
    Regrouped,
    /// HS-GATES-15: Romans held the villa when this turn began.
    VillaHeld,
    /// HS-RAID-17: the alarm was given, in the turn before the last.
    Alarm,
    /// HS-RAID-20: the lookout post was attacked: the alarm sounds when the next British turn begins.
    LookoutAttacked,
    /// HS-RAID-15: the villagers were warned.
    Warned,
    /// HS-RAID-12: Romans came to the open village.
    VillageAttacked,
}

impl Happened {
    fn lay(self, state: &mut State) {
        let turn = state.turn.saturating_sub(2).max(1);
        let raid = &mut state.script.raid;
        match self {
            Happened::Regrouped => state.script.camp = Camp::Ready,
            Happened::VillaHeld => state.script.villa_held = true,
            Happened::Alarm => raid.alarm = Alarm::Given(turn),
            Happened::LookoutAttacked => raid.alarm = Alarm::Coming,
            Happened::Warned => raid.warned = true,
            Happened::VillageAttacked => raid.attacked = true,
        }
    }
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
    /// HC-WEDGE-12: the wedge in which it shelters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
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
            let known: Vec<String> = self.part.stages().iter().map(|stage| stage.word()).collect();
            let text = format!(
                "the stage {} is not one of this part; its stages are {}",
                state.stage.word(),
                known.join(", ")
            );
            faults.push(named(text));
        }
        for unit in &self.units {
            lay_unit(unit, rules, state, &mut faults);
        }
        for unit in &self.units {
            shelter(unit, rules, state, &mut faults);
        }
        for commander in &self.commanders {
            lay_commander(commander, rules, state, &mut faults);
        }
        let fighting: Vec<_> = self.fights.iter().flat_map(|fight| [&fight.red, &fight.blue]).collect();
        let fighting: UnitSet = fighting.into_iter().filter_map(|name| rules.unit_named(name)).collect();
        close_up(fighting, rules, state);
        impossible(rules, state, &mut faults);
        for fight in &self.fights {
            lay_fight(fight, rules, state, &mut faults);
        }
        lay_contacts(rules, state);
        lay_rounds(state);
        lay_charges(rules, state);
        for name in &self.broken {
            match rules.divisions.iter().position(|division| division.name == *name) {
                Some(at) => state.divisions[at].broken = true,
                None => {
                    let known: Vec<&str> = rules.divisions.iter().map(|one| one.name.as_str()).collect();
                    let text =
                        format!("broken: no division is named `{name}`; known are {}", known.join(", "));
                    faults.push(named(text));
                }
            }
        }
        gone_for_good(rules, state);
        for side in &self.rerolled {
            state.rerolled[side.index()] = true;
        }
        self.happened.iter().for_each(|happened| happened.lay(state));
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

/// HC-WEDGE-12: within a wedge of its side.
fn shelter(memory: &UnitMemory, rules: &Rules, state: &mut State, faults: &mut Vec<Reason<Fact>>) {
    let (Some(name), Some(unit)) = (&memory.within, rules.unit_named(&memory.name)) else { return };
    let Some(wedge) = rules.unit_named(name) else {
        faults.push(named(name.clone()));
        return;
    };
    if !Look::new(rules, state).may_shelter(unit, wedge).is_empty() {
        let text = format!(
            "{} cannot be within {name}: that must be a wedge of its side, with one fighting unit and one of baggage at most",
            memory.name
        );
        faults.push(Reason { rule: rule!("HC-WEDGE-12"), fact: Fact::Named(text) });
        return;
    }
    let rect = state.unit(wedge).rect;
    let unit = &mut state.units[unit.index()];
    (unit.place, unit.rect) = (Place::Enclosed(wedge), rect);
}

fn lay_unit(memory: &UnitMemory, rules: &Rules, state: &mut State, faults: &mut Vec<Reason<Fact>>) {
    let Some(id) = rules.unit_named(&memory.name) else {
        faults.push(named(memory.name.clone()));
        return;
    };
    let most = rules.card(id).stats.stamina.saturating_mul(2);
    if memory.casualties > most {
        let text =
            format!("{}: {} casualties, at most {most} (twice its stamina)", memory.name, memory.casualties);
        faults.push(Reason { rule: rule!("HC-CMARK-02"), fact: Fact::Named(text) });
    }
    let unit = &mut state.units[id.index()];
    unit.casualties = memory.casualties.min(most);
    unit.disordered = memory.disordered;
    unit.moves = memory.moves;
    unit.combat = memory.combat;
    unit.deeds = memory.did.iter().fold(unit.deeds, |deeds, deed| deeds.with(*deed));
    if memory.destroyed {
        unit.place = Place::Destroyed;
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
        faults.push(named(format!("{}: with: no unit is named `{name}`", memory.name)));
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
        let unknown = [&fight.red, &fight.blue].into_iter().filter(|name| rules.unit_named(name).is_none());
        faults.extend(unknown.map(|name| named(format!("[[fight]]: no unit is named `{name}`"))));
        return;
    };
    if rules.card(red).side != Side::Red || rules.card(blue).side != Side::Blue {
        let text = format!("[[fight]]: `{}` must be a unit of red, `{}` one of blue", fight.red, fight.blue);
        faults.push(named(text));
        return;
    }
    for id in [red, blue].into_iter().filter(|id| !state.unit(*id).is_here()) {
        let text = format!("[[fight]]: {} is not on the table; say where it stands", rules.card(id).name);
        faults.push(Reason { rule: rule!("HC-ENG-01"), fact: Fact::Named(text) });
    }
    let look = Look::new(rules, state);
    let on_table = [red, blue].iter().all(|id| state.unit(*id).place == Place::Table);
    let gap = look.distance(red, blue);
    // Who writes a position need not know how deep and wide each unit is.
    if on_table && gap > 4.0 * INCH {
        let text = format!(
            "[[fight]]: {} and {} stand {:.1} inches apart; units that fight touch",
            fight.red,
            fight.blue,
            gap / INCH
        );
        faults.push(Reason { rule: rule!("HC-ENG-01"), fact: Fact::Named(text) });
        return;
    }
    // HC-ALLOC-09: of units that do not quite touch, by the quarter in which each other's centre-front lies.
    let apart = || [look.quarter_in(blue, red), look.quarter_in(red, blue)];
    let found = look.meeting(red, blue).map_or_else(apart, |meeting| meeting.edges);
    let edges = [fight.red_edge.unwrap_or(found[0]), fight.blue_edge.unwrap_or(found[1])];
    state.bouts.push(Bout { units: [red, blue], edges, fought: fight.fought });
}

/// HC-GEO-06, HC-EXIT-01, HC-BLDG-02, HC-IMP-01: units that stand on one another, on buildings, where nobody can be, or
/// beside the table.
fn impossible(rules: &Rules, state: &State, faults: &mut Vec<Reason<Fact>>) {
    let look = Look::new(rules, state);
    let name = |id: UnitId| &rules.card(id).name;
    let standing: Vec<UnitId> = state.ids().filter(|id| state.unit(*id).place == Place::Table).collect();
    let give = Tolerance { length: 0.1 * INCH, ..rules.tolerance };
    for (at, one) in standing.iter().enumerate() {
        let Vec2 { x, y } = look.rect(*one).pose.at;
        let (width, depth) = (state.field.width, state.field.depth);
        if x < -rules.slack || y < -rules.slack || x > width + rules.slack || y > depth + rules.slack {
            let text = format!(
                "{} stands at ({:.1}, {:.1}), beside the table of {:.1} by {:.1} inches",
                name(*one),
                x / INCH,
                y / INCH,
                width / INCH,
                depth / INCH
            );
            faults.push(Reason { rule: rule!("HC-EXIT-01"), fact: Fact::Named(text) });
        }
        let rect = look.rect(*one);
        if let Some(block) = state.field.blocks.iter().find(|block| overlaps(&block.rect, rect, give)) {
            let which = if block.name.is_empty() { "a building" } else { block.name.as_str() };
            let text = format!("{} stands on {which}; `place` says who is in one", name(*one));
            faults.push(Reason { rule: rule!("HC-BLDG-02"), fact: Fact::Named(text) });
        }
        let rock = |area: &&Area| area.kind == AreaKind::Impassable && area.outline.meets_rect(rect, give);
        if state.field.areas.iter().any(|area| rock(&area)) {
            let text = format!("{} stands on impassable ground", name(*one));
            faults.push(Reason { rule: rule!("HC-IMP-01"), fact: Fact::Named(text) });
        }
        // HC-COL-03: of a bent column each rank.
        let meets = |other: &&UnitId| {
            look.footprint(*one).any(|part| look.footprint(**other).any(|his| overlaps(&part, &his, give)))
        };
        let on = standing[at + 1..].iter().filter(meets);
        faults.extend(on.map(|other| Reason {
            rule: rule!("HC-GEO-06"),
            fact: Fact::Named(format!("{} and {} stand on one another", name(*one), name(*other))),
        }));
    }
}

/// HC-OPEN-09, HC-OOC-06: units in open order that fight have closed up to a line.
fn close_up(units: UnitSet, rules: &Rules, state: &mut State) {
    let look = Look::new(rules, state);
    let loose = units.iter().filter(|unit| look.state.unit(*unit).is_open());
    let closed: Vec<_> = loose.map(|unit| (unit, closed_up(look, unit))).collect();
    for (unit, (width, depth)) in closed {
        let rect = &mut state.units[unit.index()].rect;
        (rect.width, rect.depth) = (width, depth);
    }
}

/// HC-OFF-03, HC-EXIT-02, HC-EXIT-03: who is off the table shaken, or of a broken division, can never come back.
fn gone_for_good(rules: &Rules, state: &mut State) {
    let look = Look::new(rules, state);
    let off = |id: &UnitId| {
        matches!(look.state.unit(*id).place, Place::Off { .. } | Place::Following { .. })
            && (look.is_shaken(*id) || look.is_of_broken_division(*id))
    };
    let gone: Vec<(UnitId, bool)> = state.ids().filter(off).map(|id| (id, look.is_shaken(id))).collect();
    for (id, shaken) in gone {
        state.units[id.index()].place = Place::Gone { shaken };
    }
}

/// HC-ENG-01: whoever touches an enemy with a centre-front fights him, said or not.
fn lay_contacts(rules: &Rules, state: &mut State) {
    let look = Look::new(rules, state);
    let mut found = Vec::new();
    for red in look.on_table(Side::Red) {
        for blue in look.on_table(Side::Blue) {
            let stated = state.bouts.iter().any(|bout| bout.units == [red, blue]);
            if let Some(meeting) = look.meeting(red, blue).filter(|meeting| meeting.fights && !stated) {
                found.push(Bout { units: [red, blue], edges: meeting.edges, fought: false });
            }
        }
    }
    let loose = found.iter().flat_map(|bout: &Bout| bout.units).collect();
    state.bouts.extend(found);
    close_up(loose, rules, state);
}

/// HC-HTH-03, HC-HIT-H04: who won the last round has fought one, and so has whoever fights only such units and has not
/// charged into this round.
fn lay_rounds(state: &mut State) {
    let fighting: Vec<UnitId> = state.bouts.iter().flat_map(|bout| bout.units).collect();
    for unit in &fighting {
        let combat = &mut state.units[unit.index()].combat;
        combat.rounds = combat.rounds.max(u8::from(combat.won));
    }
    let won = |unit: UnitId| state.unit(unit).combat.won;
    let waited = |unit: &UnitId| state.foes(*unit).all(won) && !state.unit(*unit).combat.charged;
    let beaten: Vec<UnitId> = fighting.into_iter().filter(waited).collect();
    for unit in beaten {
        let combat = &mut state.units[unit.index()].combat;
        combat.rounds = combat.rounds.max(1);
    }
}

/// HC-HIT-H15, HC-BLDG-16: what follows for a fight from who charged into it: whose charge brings no bonus, and that
/// whoever did not charge into its first round has awaited the charge where it stood, and has its cover.
fn lay_charges(rules: &Rules, state: &mut State) {
    let look = Look::new(rules, state);
    let mut laid = Vec::new();
    for bout in &state.bouts {
        for (own, other) in [(0, 1), (1, 0)] {
            let [unit, foe] = [bout.units[own], bout.units[other]];
            let [is, enemy] = [unit, foe].map(|one| state.unit(one).combat);
            let no_bonus = is.charged && is_without_bonus(look, unit, foe, bout.edges[other], enemy.charged);
            let covered = !is.charged && !is.moved && is.rounds == 0;
            laid.push((unit, no_bonus, covered));
        }
    }
    for (unit, no_bonus, covered) in laid {
        let combat = &mut state.units[unit.index()].combat;
        combat.no_bonus |= no_bonus;
        combat.covered |= covered;
    }
}

/// HC-INIT-11, HC-CMD-02: in a position of the Command part, whoever stands within 12 inches of an enemy is taken to
/// have stood so when it began.
fn entitle(rules: &Rules, state: &mut State) {
    if state.part != Part::Command {
        return;
    }
    let look = Look::new(rules, state);
    let near: Vec<_> = look
        .here(state.active)
        .filter(|id| look.enemy_within(*id, numbers().commanding.initiative))
        .collect();
    for id in near {
        state.units[id.index()].deeds = state.units[id.index()].deeds.with(Deed::Entitled);
    }
}
