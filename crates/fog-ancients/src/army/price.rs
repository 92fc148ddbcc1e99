//! Points (80.2): what bases, commanders and works cost.

use super::{Enlisted, Officer, OrderOfBattle, Part};
use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::{Defences, Rank};
use crate::troop::{Armour, Capability, Quality, Training, Troop, TroopType};
use aelian_game::Side;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The points tables, read from `data/fog-ancients/tables/points.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Points {
    commander: BTreeMap<String, i32>,
    extra: BTreeMap<String, i32>,
    foot: BTreeMap<Armour, Row>,
    horse: BTreeMap<Armour, Row>,
    #[serde(rename = "type")]
    kinds: BTreeMap<String, Row>,
    foot_capability: BTreeMap<Capability, i32>,
    mounted_capability: BTreeMap<Capability, i32>,
}

#[derive(Clone, Debug, Deserialize)]
struct Row {
    /// Elite, superior, average, poor; 0: not to be had.
    quality: [i32; 4],
    drilled: i32,
}

fn points() -> &'static Points {
    static POINTS: OnceLock<Points> = OnceLock::new();
    POINTS.get_or_init(|| {
        // The file is compiled in and a test reads it: only a broken build could fail here.
        #[allow(clippy::expect_used)]
        toml::from_str(include_str!("../../../../data/fog-ancients/tables/points.toml"))
            .expect("the points that come with the program are well formed")
    })
}

/// FA-PTS-01, FA-PTS-09, FA-PTS-11, FA-TAB-PTS-FOOT, FA-TAB-PTS-MTD, FA-TAB-PTS-CAP: one base of this kind; none if the tables have no price for it.
pub fn of_base(troop: &Troop, quality: Quality, training: Training) -> Option<i32> {
    let row = row(troop)?;
    let basic = row.quality[3 - quality as usize];
    // No drilled addition for light foot and light horse.
    let drilled = training == Training::Drilled && !troop.is_light();
    let capabilities: i32 =
        troop.capabilities.iter().map(|capability| of_capability(troop, capability)).sum();
    let camels = if troop.kind.is_camelry() { extra("camelry") } else { 0 };
    (basic > 0).then(|| basic + if drilled { row.drilled } else { 0 } + capabilities + camels)
}

/// FA-PTS-04, FA-PTS-08.
fn of_capability(troop: &Troop, capability: Capability) -> i32 {
    let table = if troop.is_foot() { &points().foot_capability } else { &points().mounted_capability };
    let cost = table.get(&capability).copied().unwrap_or(0);
    if troop.kind == TroopType::BattleWagons { cost * extra("wagon-capability-factor") } else { cost }
}

fn row(troop: &Troop) -> Option<&'static Row> {
    use TroopType::*;
    let points = points();
    let named = |name: &str| points.kinds.get(name);
    match troop.kind {
        HeavyFoot | MediumFoot | LightFoot | Mob => points.foot.get(&troop.armour),
        LightHorse | Cavalry | Camelry | LightCamelry if troop.armour != Armour::HeavilyArmoured => {
            points.horse.get(&troop.armour)
        }
        // FA-TROOP-12: heavily armoured camelry are cataphracts on camels.
        Camelry | Cataphracts => named("cataphracts"),
        LightHorse | Cavalry | LightCamelry => None,
        Knights if troop.armour == Armour::HeavilyArmoured => named("knights-heavily-armoured"),
        Knights => named("knights-armoured"),
        BattleWagons if troop.can(Capability::LightArtillery) => named("battle-wagons-with-artillery"),
        BattleWagons => named("battle-wagons"),
        LightArtillery => named("light-artillery"),
        HeavyArtillery => named("heavy-artillery"),
        HeavyChariots => named("heavy-chariots"),
        LightChariots => named("light-chariots"),
        ScythedChariots => named("scythed-chariots"),
        Elephants => named("elephants"),
    }
}

fn extra(name: &str) -> i32 {
    points().extra.get(name).copied().unwrap_or(0)
}

/// FA-PTS-01, FA-PTS-03, FA-PTS-07: a whole group, with its portable defences for half its bases (FA-PD-02).
pub fn of_group(group: &Enlisted) -> Option<i32> {
    let mut sum = 0;
    for part in &group.parts {
        sum += of_base(&part.troop, group.quality, group.training)? * i32::from(part.bases);
    }
    let defences = if group.portable_defences { i32::from(group.bases().div_ceil(2)) } else { 0 };
    Some(sum + defences * extra("portable-defences"))
}

/// FA-PTS-02, FA-PTS-05.
pub fn of_commander(officer: &Officer) -> i32 {
    let points = &points().commander;
    let cost = points.get(officer.grade.name()).copied().unwrap_or(0);
    if officer.rank == Rank::Ally { cost + points.get("ally").copied().unwrap_or(0) } else { cost }
}

/// The whole army; groups without a price count nothing (`check` names them).
pub fn of_army(army: &OrderOfBattle) -> i32 {
    let commanders: i32 = army.commanders.iter().map(of_commander).sum();
    let groups: i32 = army.groups.iter().filter_map(of_group).sum();
    let camp = if army.fortified_camp { extra("fortified-camp") } else { 0 };
    commanders + groups + camp + i32::from(army.works) * extra("field-fortifications")
}

impl Look<'_> {
    /// A group of a state as an army has it, with the bases that it has left.
    pub fn enlisted(&self, id: GroupId) -> Enlisted {
        let group = self.state.group(id);
        let of =
            |troop: u8| self.state.bases_of(id).filter(move |base| self.state.base(*base).troop == troop);
        let parts = group
            .troops
            .iter()
            .zip(0..)
            .map(|(troop, at)| Part { troop: *troop, bases: of(at).count() as u8 });
        Enlisted {
            label: String::new(),
            line: String::new(),
            parts: parts.filter(|part| part.bases > 0).collect(),
            quality: group.quality,
            training: group.training,
            contingent: group.contingent,
            portable_defences: group.defences != Defences::None,
            may_dismount: false,
            dismounts_as: None,
        }
    }
}

/// What the commanders, groups, camp and fortifications of a side cost that are in a state.
pub fn of_side(look: Look<'_>, side: Side) -> i32 {
    let state = look.state;
    let waiting = state.set_up.as_ref().map_or(0, |set_up| usize::from(set_up.works[side.index()]));
    let placed = state.works.iter().filter(|work| work.side == side && work.portable_of.is_none()).count();
    let pitched = state.camps[side.index()].as_ref().is_some_and(|camp| camp.fortified);
    let to_pitch = state.set_up.as_ref().is_some_and(|set_up| set_up.fortified_camps[side.index()]);
    let own = |id: &GroupId| state.group(*id).side == side;
    of_army(&OrderOfBattle {
        commanders: state
            .commanders
            .iter()
            .filter(|commander| commander.side == side)
            .map(|commander| Officer {
                label: String::new(),
                grade: commander.grade,
                rank: commander.rank,
                contingent: commander.contingent,
            })
            .collect(),
        groups: state.group_ids().filter(own).map(|id| look.enlisted(id)).collect(),
        fortified_camp: pitched || to_pitch,
        works: (waiting + placed) as u8,
        ..OrderOfBattle::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(words: &str) -> Option<i32> {
        let (troop, quality, training) = Troop::read(words).unwrap();
        of_base(&troop, quality.unwrap(), training.unwrap())
    }

    /// FA-PTS-01, FA-PTS-08, FA-PTS-09, EX-41, EX-57.
    #[test]
    fn bases_cost_what_the_book_says() {
        assert_eq!(price("Cv armoured superior undrilled light-spear swordsmen"), Some(16));
        assert_eq!(price("Cv protected superior undrilled light-spear swordsmen"), Some(12));
        assert_eq!(price("LH unprotected average undrilled javelins light-spear"), Some(7));
        assert_eq!(price("HF protected average drilled pikemen"), Some(6));
        assert_eq!(price("Kn heavily-armoured superior undrilled lancers swordsmen"), Some(23));
        // FA-PTS-01: no drilled addition for light foot.
        assert_eq!(price("LF protected average drilled javelins light-spear"), Some(5));
    }

    /// FA-PTS-03, FA-PTS-04, FA-PTS-11 and prices that the tables do not have.
    #[test]
    fn wagons_camels_and_what_is_not_for_sale() {
        assert_eq!(price("BWg average undrilled crossbow"), Some(14 + 3));
        assert_eq!(price("BWg poor undrilled light-artillery"), Some(14));
        assert_eq!(price("Cm protected average undrilled swordsmen"), Some(6 + 2 + 1));
        assert_eq!(price("El superior undrilled"), None);
        assert_eq!(price("HF heavily-armoured poor undrilled"), None);
    }
}
