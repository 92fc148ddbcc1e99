//! What a division is about: `rash` seeks the enemy, unless the battle gives his side something better to do.

use aelian_game::Side;
use aelian_geometry::{Rect, Vec2, distance};
use aelian_hail_caesar::field::TableEdge;
use aelian_hail_caesar::scenario::Battle;
use aelian_hail_caesar::scenario::raid::{Sack, Sacked, Site};
use aelian_hail_caesar::state::Place;
use aelian_hail_caesar::troop::Size;
use aelian_hail_caesar::{BlockId, CommanderId, INCH, Look, UnitId};

/// What a division wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// The enemy.
    Fight,
    /// This place; who stands in the way is fought.
    Reach(Rect),
    /// This building: one unit goes in, the others stand about it.
    Occupy(BlockId, Rect),
    /// To stand, face the enemy and let him come.
    Hold,
    /// To leave the table by this edge, between two points of it (in mm), and to fight only whoever bars the way.
    Leave(TableEdge, f64, f64),
}

/// What the division of a commander wants now.
pub fn of(look: Look<'_>, commander: CommanderId) -> Aim {
    let side = look.side_of_commander(commander);
    match (look.rules.battle, side) {
        (Some(Battle::RoadToDamascus), Side::Red) => through(look, commander),
        (Some(Battle::BarbariansAtTheGates), Side::Red) => villa(look, commander),
        (Some(Battle::BorderRaid), Side::Red) => loot(look, commander),
        (Some(Battle::BorderRaid), Side::Blue) => valley(look, commander),
        _ => Aim::Fight,
    }
}

/// HS-DAMASCUS-13: the stretch of the far edge that the Crusaders make for, in inches, with room for a unit on
/// either side.
const FAR_SIDE: (f64, f64) = (26.0, 66.0);

/// HS-DAMASCUS-01, HS-DAMASCUS-13: they wait until all have come on, since bowmen on horseback shoot whoever marches past
/// them alone; then they drive riders away where there are any, and make for the far side where there are none.
fn through(look: Look<'_>, commander: CommanderId) -> Aim {
    let riders = || {
        let enemies = look.on_table(look.side_of_commander(commander).other());
        enemies.filter(|enemy| look.class(*enemy).is_cavalry())
    };
    let hold = look.inches(RIDERS);
    let threatened = |unit: UnitId| {
        let near = |enemy: UnitId| look.rect(enemy).circle().near(&look.rect(unit).circle(), hold);
        riders().any(|enemy| near(enemy) && look.distance(unit, enemy) <= hold)
    };
    if look.state.turn < GATHERED {
        Aim::Hold
    } else if units_of(look, commander).any(threatened) {
        Aim::Fight
    } else {
        Aim::Leave(TableEdge::North, FAR_SIDE.0 * INCH, FAR_SIDE.1 * INCH)
    }
}

/// Riders so near keep them from marching, in inches.
const RIDERS: f64 = 22.0;

/// By this turn, of both sides together, all have come on.
const GATHERED: u16 = 8;

/// Units of a commander on the table.
pub fn units_of(look: Look<'_>, commander: CommanderId) -> impl Iterator<Item = UnitId> + '_ {
    look.on_table(look.side_of_commander(commander)).filter(move |unit| look.commander_of(*unit) == commander)
}

/// HS-GATES-15: foot goes for the villa as long as no foot of its own is in it.
fn villa(look: Look<'_>, commander: CommanderId) -> Aim {
    let villa = BlockId(0);
    let Some(block) = look.state.field.block(villa) else { return Aim::Fight };
    let held = look.on_table(Side::Red).any(|unit| look.state.unit(unit).place == Place::Block(villa));
    let foot = units_of(look, commander).any(|unit| look.class(unit).is_infantry());
    if foot && !held { Aim::Occupy(villa, block.rect) } else { Aim::Fight }
}

/// HS-RAID-26, HS-RAID-27, HS-RAID-28: the nearest place of which something is left to take or to burn; the herd for
/// horsemen. Who has the enemy upon him fights first.
fn loot(look: Look<'_>, commander: CommanderId) -> Aim {
    let Some(middle) = middle_of(look, commander) else { return Aim::Fight };
    let pressed = units_of(look, commander).any(|unit| {
        let formed = |enemy: &UnitId| !look.state.unit(*enemy).is_open();
        look.on_table(Side::Blue).filter(formed).any(|enemy| {
            (look.rect(enemy).centre() - look.rect(unit).centre()).length() < look.inches(PRESSED)
        })
    });
    if pressed {
        return Aim::Fight;
    }
    let raid = &look.state.script.raid;
    let guarded = |rect: &Rect| {
        look.on_table(Side::Blue).any(|enemy| {
            !look.state.unit(enemy).is_open() && distance(look.rect(enemy), rect) < look.inches(PRESSED)
        })
    };
    let herd = raid.herd.filter(|herd| !herd.taken && !guarded(&herd.rect)).map(|herd| herd.rect);
    let mounted = units_of(look, commander).all(|unit| !look.class(unit).is_infantry());
    if let Some(herd) = herd.filter(|_| mounted) {
        return Aim::Reach(herd);
    }
    let left = |site: &Site| {
        let burnt = Sacked { site: *site, how: Sack::Destroy };
        !raid.sacked.contains(&burnt)
    };
    let far = |rect: &Rect| {
        (rect.centre() - middle).length() + taken_by_others(look, commander, rect) + watched(look, rect)
    };
    let sites = Site::ALL.into_iter().filter(left).filter_map(|site| site.rect(look));
    let nearest = sites.min_by(|one, other| far(one).total_cmp(&far(other)));
    nearest.map_or(Aim::Fight, Aim::Reach)
}

/// An enemy so near presses a division, in inches.
const PRESSED: f64 = 20.0;

/// A place that another division stands at already is worth less to this one, in mm.
fn taken_by_others(look: Look<'_>, commander: CommanderId, rect: &Rect) -> f64 {
    let others = look.on_table(look.side_of_commander(commander));
    let mut others = others.filter(|unit| look.commander_of(*unit) != commander);
    if others.any(|unit| distance(look.rect(unit), rect) < look.inches(6.0)) {
        look.inches(30.0)
    } else {
        0.0
    }
}

/// HS-RAID-26: so is one that cannot be sacked because an enemy is near.
fn watched(look: Look<'_>, rect: &Rect) -> f64 {
    let near = |enemy: UnitId| distance(look.rect(enemy), rect) <= look.inches(12.0);
    if look.on_table(Side::Blue).any(near) { look.inches(20.0) } else { 0.0 }
}

/// HS-RAID-10, HS-RAID-19: until the alarm is given all that the Britons can do is gather at the stockade; villagers
/// run there in any case.
fn valley(look: Look<'_>, commander: CommanderId) -> Aim {
    let quiet = !look.state.script.raid.alarm.is_given();
    let leader = &look.rules.leaders[commander.index()];
    let minor = leader.division.is_some_and(|division| look.rules.divisions[division.index()].minor);
    let stockade = look.state.field.blocks.iter().find(|block| block.name == "stockaded village");
    match stockade {
        Some(block) if quiet || minor => Aim::Reach(block.rect),
        _ => Aim::Fight,
    }
}

/// The middle of the units of a commander.
pub fn middle_of(look: Look<'_>, commander: CommanderId) -> Option<Vec2> {
    let (count, sum) = units_of(look, commander)
        .fold((0, Vec2::ZERO), |(count, sum), unit| (count + 1, sum + look.rect(unit).centre()));
    (count > 0).then(|| sum / f64::from(count))
}

/// HS-DAMASCUS-13: a unit that has left the table where it should has nothing more to do on it.
pub fn has_left(look: Look<'_>, unit: UnitId) -> bool {
    let far_side = look.rules.battle == Some(Battle::RoadToDamascus) && look.side(unit) == Side::Red;
    far_side && matches!(look.state.unit(unit).place, Place::Off { edge: TableEdge::North, .. })
}

/// Light troops of an army that has far to go follow when most of the others have got through.
pub fn keeps_back(look: Look<'_>, unit: UnitId) -> bool {
    let light = |unit: UnitId| look.card(unit).size == Size::Small;
    let others = look.state.ids().filter(|id| look.side(*id) == look.side(unit) && !light(*id));
    let through = |id: &UnitId| match look.state.unit(*id).place {
        Place::Table => look.rect(*id).centre().y > look.state.field.depth * 0.75,
        Place::Off { edge, .. } => edge == TableEdge::North,
        _ => false,
    };
    let (all, gone) = others.fold((0, 0), |(all, gone), id| (all + 1, gone + usize::from(through(&id))));
    light(unit) && gone * 2 < all
}
