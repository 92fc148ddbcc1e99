//! A set-up that is stated in the middle of the terrain (32.2 to 32.5): what has been picked, what lies already, and
//! the piece that is being laid.

use super::lay::{due, name_side};
use super::{Named, SetUp, SetUpStage, pick};
use crate::army::homeland::plain_name;
use crate::choice::{Pick, PickKind};
use crate::fact::Fact;
use crate::field::{Piece, Size, TableEdge};
use crate::rules::{Look, Rules};
use crate::state::State;
use aelian_game::Side;
use aelian_rulebook::{Reason, RuleId, rule};
use serde::{Deserialize, Serialize};

/// How far the terrain has come. The pieces that lie already stand in the order in which they were laid, each with the
/// side that laid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub invader: Side,
    /// All that each side has picked, Red first; none if it has not picked yet.
    pub picked: [Option<Vec<Pick>>; 2],
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub laid: Vec<Piece>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub naming: Option<Naming>,
}

/// BB-SET-52, BB-SET-34: the piece that is laid next, as it was named and rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    pub what: PickKind,
    pub size: Size,
    /// The side to which an area must be nearest after the die; the edge of a WW or La; the edge from which the band
    /// of a river is measured; none for a road.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<TableEdge>,
    /// The two dice of a river.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<(u8, u8)>,
}

type Faults = Vec<Reason<Fact>>;

/// Brings a set-up to where the terrain stands; every fault at once.
pub fn brought_to(rules: &Rules, mut state: State, terrain: &Terrain) -> Result<State, Faults> {
    let mut faults = of_picks(Look::new(rules, &state), terrain);
    let mut left = terrain.picked.clone().map(Option::unwrap_or_default);
    for piece in &terrain.laid {
        take(&mut left, piece, &mut faults);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let invaded = terrain.invader.other();
    let stage = match terrain.picked[terrain.invader.index()] {
        _ if terrain.picked[invaded.index()].is_none() => SetUpStage::Pick(invaded),
        None => SetUpStage::Pick(terrain.invader),
        Some(_) => SetUpStage::Lay,
    };
    let Some(set_up) = &mut state.set_up else { return Ok(state) };
    set_up.picks = left;
    set_up.stage = stage;
    if stage == SetUpStage::Lay && set_up.picks.iter().all(Vec::is_empty) {
        let after = SetUp::after(Look::new(rules, &state), SetUpStage::Lay);
        state.set_up.iter_mut().for_each(|set_up| set_up.stage = after);
    }
    let Some(naming) = terrain.naming else { return Ok(state) };
    let named = named(Look::new(rules, &state), naming)?;
    state.set_up.iter_mut().for_each(|set_up| set_up.named = Some(named));
    Ok(state)
}

/// BB-SET-11 to BB-SET-16: what has been picked could be picked, the invaded player's pieces first.
fn of_picks(look: Look<'_>, terrain: &Terrain) -> Faults {
    let mut faults = Vec::new();
    for side in Side::BOTH {
        if let Some(picks) = &terrain.picked[side.index()] {
            faults.extend(pick::check(look, side, picks).breaches);
        }
    }
    let [red, blue] = terrain.picked.each_ref().map(Option::is_some);
    let picked = |side: Side| if side == Side::Red { red } else { blue };
    if picked(terrain.invader) && !picked(terrain.invader.other()) {
        faults.push(fault(rule!("BB-SET-16"), "the invaded player picks before the invader"));
    }
    if !terrain.laid.is_empty() && (!red || !blue) {
        faults.push(fault(rule!("BB-SET-20"), "nothing is laid before both have picked"));
    }
    faults
}

/// Takes a piece that lies already from what its side has still to lay.
fn take(left: &mut [Vec<Pick>; 2], piece: &Piece, faults: &mut Faults) {
    let (what, size, laid_by) = match piece {
        Piece::Area(area) => (PickKind::Area(area.kind), Some(area.size), area.laid_by),
        Piece::River(river) => (PickKind::River, None, river.laid_by),
        Piece::Road(road) => (PickKind::Road(road.kind), None, road.laid_by),
    };
    let Some(side) = laid_by else {
        return faults
            .push(fault(rule!("BB-SET-20"), "of each piece that lies already, `laid_by` says who laid it"));
    };
    let is_it = |pick: &Pick| pick.what == what && size.is_none_or(|size| pick.size == size);
    let picks = &mut left[side.index()];
    match picks.iter().position(is_it) {
        Some(at) => _ = picks.remove(at),
        None => {
            let text = format!("{} has not picked {}, or not so many", side.name(), plain_name(what));
            faults.push(fault(rule!("BB-SET-20"), &text));
        }
    }
}

/// BB-SET-20, BB-SET-34, BB-SET-52: the named piece must be one whose turn it is, with what its kind needs.
fn named(look: Look<'_>, naming: Naming) -> Result<Named, Faults> {
    let pick = Pick { what: naming.what, size: naming.size };
    let set_up = look.state.set_up.as_ref().filter(|set_up| set_up.stage == SetUpStage::Lay);
    let due = set_up.and_then(|set_up| {
        let (side, pieces) = due(look, set_up)?;
        let (piece, _) = pieces.into_iter().find(|(_, known)| *known == pick)?;
        Some((set_up, side, piece))
    });
    let Some((set_up, side, piece)) = due else {
        let text = format!("it is not the turn of {} to be laid", plain_name(pick.what));
        return Err(vec![fault(rule!("BB-SET-20"), &text)]);
    };
    let mut faults = name_side(look, set_up, piece, naming.edge);
    let dice = naming.dice.map(|(one, two)| (one.min(two), one.max(two)));
    let thrown = dice.is_some_and(|(low, high)| low >= 1 && high <= 6);
    if (naming.what == PickKind::River) != dice.is_some() || (dice.is_some() && !thrown) {
        faults.push(fault(rule!("BB-SET-34"), "a river, and nothing else, has two dice from 1 to 6"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let on_land = matches!(naming.what, PickKind::Area(kind) if !kind.is_impassable());
    let (edge, nearest) = if on_land { (None, naming.edge) } else { (naming.edge, None) };
    Ok(Named { side, piece, pick, edge, nearest, dice })
}

fn fault(rule: RuleId, text: &str) -> Reason<Fact> {
    Reason { rule, fact: Fact::Word(text.to_owned()) }
}
