//! Blunders (30.7): what a double six makes of an order.

use super::{Blunder, Charge, Leg, Target, Task, Waiting};
use crate::charge;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{self, Friends, Glide, Manner, Mover, Obey};
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::settings::ForwardBlunders;
use crate::state::{Bend, Deed};
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Facing, Vec2};
use aelian_rulebook::rule;

/// HC-BLUN-02, HC-BLUN-24: these units blunder; the die comes next.
pub fn begin(cx: &mut Cx<'_, Rules>, units: UnitSet) {
    let blunder = Blunder { units, eager: UnitSet::EMPTY };
    cx.emit(Event::Waits(Pending::Command(Waiting::BlunderRoll(blunder))));
}

/// HC-BLUN-02, HC-DIVO-09: one die for all of them; none where nothing is left to chance (HC-EAGER-02).
pub fn roll(cx: &mut Cx<'_, Rules>, blunder: Blunder) -> Result<(), NeedRoll> {
    let certain = blunder.units == blunder.eager;
    let face = if certain { 6 } else { rolls::die(cx, rule!("HC-BLUN-02"))? };
    cx.emit(Event::Settled);
    cx.emit(Event::Waits(Pending::Command(Waiting::Blundering { face, blunder })));
    Ok(())
}

/// HC-TAB-BLUN, HC-BLUN-12, HC-BLUN-13, AMB-05: the line of the table for one unit; 0: it does nothing.
pub fn result_for(look: Look<'_>, unit: UnitId, face: u8, eager: bool) -> u8 {
    let forward_only = matches!(look.state.unit(unit).formation, Formation::Testudo | Formation::Wedge)
        && !look.state.unit(unit).is_in_block();
    match look.rules.settings.forward_blunders {
        _ if eager => 6,
        ForwardBlunders::Halves if forward_only => {
            if face <= 3 {
                5
            } else {
                6
            }
        }
        ForwardBlunders::FiveAndSix if forward_only && face < 5 => 0,
        _ => face,
    }
}

/// HC-BLUN-03, HC-CMD-05: one of them obeys.
pub fn resolve(
    cx: &mut Cx<'_, Rules>,
    face: u8,
    blunder: Blunder,
    named: Option<UnitId>,
) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let able: UnitSet = blunder.units.iter().filter(|unit| look.state.unit(*unit).is_on_table()).collect();
    let unit = named.filter(|unit| able.contains(*unit)).or(able.first());
    cx.emit(Event::Settled);
    let Some(unit) = unit else { return Ok(()) };
    let mut units = blunder.units;
    units.remove(unit);
    if !units.is_empty() {
        let blunder = Blunder { units, ..blunder };
        cx.emit(Event::Waits(Pending::Command(Waiting::Blundering { face, blunder })));
    }
    let result = result_for(Look::new(cx.rules, cx.state()), unit, face, blunder.eager.contains(unit));
    if blunder.eager.contains(unit) {
        // No die decides for them.
        cx.cite(rule!("HC-BLUN-12"), || Fact::Unit(unit));
        cx.cite(rule!("HC-EAGER-02"), || Fact::Unit(unit));
        cx.cite(line(result), || Fact::Unit(unit));
    } else {
        if result != face {
            cx.cite(rule!("HC-BLUN-13"), || Fact::Roll { unit, face, needed: result });
        }
        cx.cite(line(result), || Fact::Roll { unit, face, needed: result });
    }
    match result {
        1 => flees(cx, unit),
        2..=4 => drifts(cx, unit, result),
        5 => advances(cx, unit, 1),
        6 => advances(cx, unit, 3),
        _ => Ok(()),
    }
}

/// The rule of a line of HC-TAB-BLUN.
fn line(result: u8) -> aelian_rulebook::RuleId {
    match result {
        1 => rule!("HC-BLUN-15"),
        2 => rule!("HC-BLUN-16"),
        3 => rule!("HC-BLUN-17"),
        4 => rule!("HC-BLUN-18"),
        5 => rule!("HC-BLUN-19"),
        6 => rule!("HC-BLUN-20"),
        _ => rule!("HC-BLUN-13"),
    }
}

impl Look<'_> {
    /// HC-BLUN-22, AMB-06: it cannot move: a square, an engine that was built where it stands, those in buildings.
    fn is_fixed(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        standing.is_in_block()
            || standing.formation == Formation::Square
            || self.card(unit).has(Special::Immobile)
    }

    /// HC-BLUN-04: ahead: where it faces; in open order where the closest enemy is, or else the enemy's edge.
    fn blunders_towards(&self, unit: UnitId) -> Facing {
        let rect = self.rect(unit);
        if !self.state.unit(unit).is_open() {
            return rect.pose.facing;
        }
        let side = self.side(unit);
        let enemies = self.on_table(side.other());
        let closest = enemies.min_by(|a, b| self.distance(unit, *a).total_cmp(&self.distance(unit, *b)));
        closest.map_or(self.home(side.other()).outward(), |enemy| {
            Facing::along(self.rect(enemy).centre() - rect.centre())
        })
    }

    /// HC-BLUN-23, HC-WOOD-02: how far so many moves take it there: engines make one, and one that comes upon rough ground
    /// is the last.
    fn blunder_distance(&self, unit: UnitId, direction: Vec2, moves: u8) -> f64 {
        let standing = self.state.unit(unit);
        let (formation, mut rect) = (standing.formation, standing.rect);
        let mover = Mover { unit, formation, obey: Obey::BLUNDER, walled: UnitSet::EMPTY };
        let mut distance = 0.0;
        for _ in 0..if self.class(unit).is_heavy_engine() { 1 } else { moves } {
            let rate = self.rate_at(unit, formation, &rect);
            let glide = Glide::new(&rect, rect.pose.translated(direction * rate));
            distance += rate;
            if !self.is_unhindered(unit, formation) && self.meets_rough(&mover, &glide, 1.0) {
                break;
            }
            rect = glide.at(1.0);
        }
        distance
    }
}

/// Goes straight there, as far as it can (HC-BLUN-06, HC-BLUN-07, HC-BLUN-21).
fn goes(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    direction: Vec2,
    moves: u8,
    obey: Obey,
) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let straight = look.straight(unit, direction, look.blunder_distance(unit, direction, moves), obey);
    if !cx.state().unit(unit).did(Deed::Moved) {
        cx.emit(Event::Did { unit, deed: Deed::Moved });
    }
    movement::shift(cx, unit, &straight, MoveWhy::Blundered)
}

/// HC-BLUN-15: about, two moves, on until clear of friends, and a casualty that is beyond no stamina.
fn flees(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let stamina = look.stats(unit).stamina;
    if !look.is_fixed(unit) {
        if let Some((rect, track)) = look.about_faced_column(unit) {
            let formation = look.state.unit(unit).formation;
            let way = Vec::new();
            cx.emit(Event::Moved(Moved { unit, why: MoveWhy::Blundered, way, formation, rect }));
            cx.emit(Event::Bends(Bend { unit, track }));
            marches(cx, unit, rect.pose.facing, 2)?;
            return suffers(cx, unit, stamina);
        }
        let back = look.blunders_towards(unit).reversed();
        if !look.state.unit(unit).is_open() {
            let rect = movement::about_faced(look.rect(unit));
            let formation = look.state.unit(unit).formation;
            let rect = rect.with_pose(rect.pose.on_grid());
            cx.emit(Event::Moved(Moved { unit, why: MoveWhy::Blundered, way: Vec::new(), formation, rect }));
        }
        let obey = Obey { friends: Friends::Clear(3), ..Obey::BLUNDER };
        goes(cx, unit, back.vector(), 2, obey)?;
    }
    suffers(cx, unit, stamina)
}

/// Ahead, move by move: obstacles cost it one (HC-OBST-03), rough ground ends it (HC-BLUN-23); of a bent column every rank
/// goes behind the one before (HC-COL-03).
fn marches(cx: &mut Cx<'_, Rules>, unit: UnitId, to: Facing, moves: u8) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let far = f64::from(moves) * look.rate_as(unit, look.state.unit(unit).formation).max(look.rate(unit));
    let ahead = look.rect(unit).pose.translated(to.vector() * far).on_grid();
    let task = Task { unit, way: vec![Leg::Go(ahead)], ignore_open: false };
    let plan = look.plan_in(unit, &task, moves, &Manner { obey: Obey::BLUNDER, link: None });
    if let Some(reason) = plan.stopped {
        cx.cite(reason.rule, || reason.fact);
    }
    movement::carry_plan(cx, unit, &plan.moves, MoveWhy::Blundered)
}

/// HC-BLUN-15: one casualty, but none beyond the stamina.
fn suffers(cx: &mut Cx<'_, Rules>, unit: UnitId, stamina: u8) -> Result<(), NeedRoll> {
    let casualties = cx.state().unit(unit).casualties;
    if casualties < stamina && !cx.state().unit(unit).is_lost() {
        cx.emit(Event::Casualties { unit, to: casualties + 1 });
    }
    Ok(())
}

/// HC-BLUN-16, HC-BLUN-17, HC-BLUN-18: one move back, left or right, its facing kept.
fn drifts(cx: &mut Cx<'_, Rules>, unit: UnitId, result: u8) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if look.is_fixed(unit) {
        return Ok(());
    }
    let ahead = look.blunders_towards(unit);
    let direction = match result {
        2 => -ahead.vector(),
        3 => -ahead.right(),
        _ => ahead.right(),
    };
    goes(cx, unit, direction, 1, Obey::BLUNDER)
}

/// HC-BLUN-05, HC-BLUN-19, HC-BLUN-20: ahead, and into whom it faces if it may charge him.
fn advances(cx: &mut Cx<'_, Rules>, unit: UnitId, moves: u8) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if look.is_fixed(unit) {
        return Ok(());
    }
    if let Some(enemy) = enemy_ahead(look, unit, moves) {
        let stood = look.rect(unit).pose;
        let order = Charge { targets: vec![Target::Unit(enemy)], first: Vec::new(), ignore_open: false };
        return charge::carry(cx, unit, &order, moves, stood, MoveWhy::Blundered);
    }
    marches(cx, unit, look.blunders_towards(unit), moves)
}

/// The nearest enemy whom it faces, sees and may charge, if it reaches him.
fn enemy_ahead(look: Look<'_>, unit: UnitId, moves: u8) -> Option<UnitId> {
    let far = f64::from(moves) * look.rate(unit) + look.rules.slack;
    let open = look.state.unit(unit).is_open();
    let mut faced: Vec<UnitId> = look
        .on_table(look.side(unit).other())
        .filter(|enemy| look.reach(unit, *enemy) <= far && (open || look.faces(unit, *enemy)))
        .collect();
    faced.sort_by(|a, b| look.reach(unit, *a).total_cmp(&look.reach(unit, *b)));
    let may = |enemy: &UnitId| {
        let order = Charge { targets: vec![Target::Unit(*enemy)], first: Vec::new(), ignore_open: false };
        look.sees(unit, *enemy)
            && charge::forbidden(look, unit, *enemy).is_empty()
            && charge::reaches(look, unit, &order, moves)
    };
    let nearest = faced.into_iter().find(|enemy| look.sees(unit, *enemy))?;
    may(&nearest).then_some(nearest)
}
