//! How `rash` marches: as one body, straight at its goal, or aside where something bars the straight way.

use super::aims::Aim;
use super::{orders, worth};
use aelian_geometry::{Facing, Pose, Rect, Segment, Vec2, nearest_points, segment_to_rect};
use aelian_hail_caesar::command::{CommandChoice, Leg, Order, Reform, Task, Verb};
use aelian_hail_caesar::field::{AreaKind, TableEdge};
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::{CommanderId, Look, UnitId, UnitSet};

/// Where a group goes.
struct Bearing {
    goal: Vec2,
    towards: Facing,
    /// How far, in mm.
    go: f64,
}

/// As far as three moves of the slowest go, and not nearer than it needs to be; none if it stands where it should.
pub fn order(look: Look<'_>, commander: CommanderId, group: UnitSet, aim: Aim) -> Option<CommandChoice> {
    if aim == Aim::Hold {
        return face(look, commander, group);
    }
    let bearing = bearing(look, group, aim)?;
    let slowest = group.iter().map(|unit| look.rate(unit)).fold(f64::INFINITY, f64::min);
    if bearing.go < 0.0 {
        return draw_off(look, commander, group, bearing.towards, -bearing.go);
    }
    let march = March { look, commander, group, towards: bearing.towards, go: bearing.go.min(slowest * 3.0) };
    march.order(bearing.goal).map(CommandChoice::Order)
}

/// How far away an enemy is faced by those who wait for him, in inches.
const FACED: f64 = 24.0;

/// Each of them turns to the enemy who is nearest to it; who is turned to him already gets no order.
fn face(look: Look<'_>, commander: CommanderId, group: UnitSet) -> Option<CommandChoice> {
    let task = |unit: UnitId| {
        let rect = look.rect(unit);
        let (foe, gap) = orders::nearest_enemy(look, unit)?;
        let towards = along(look.rect(foe).centre() - rect.centre());
        let turns = gap < look.inches(FACED) && is_turned(look, unit, towards);
        let pivot = rect.pose.rotated_about(rect.centre(), rect.pose.facing.turn_to(towards)).on_grid();
        turns.then(|| Task { unit, way: vec![Leg::Go(pivot)], ignore_open: false })
    };
    let tasks: Vec<Task> = group.iter().filter_map(task).collect();
    let units: UnitSet = tasks.iter().map(|task| task.unit).collect();
    let whole = !units.is_empty() && look.is_group(units);
    whole.then_some(CommandChoice::Order(Order { commander, units, verb: Verb::Advance(tasks) }))
}

/// A group on its way.
struct March<'a> {
    look: Look<'a>,
    commander: CommanderId,
    group: UnitSet,
    towards: Facing,
    go: f64,
}

/// What is tried where the straight way is barred: whether they turn to their goal first, and how far aside of it they
/// go, in radians.
const WAYS_ROUND: [(bool, f64); 5] = [(false, 0.0), (false, 0.8), (false, -0.8), (false, 1.4), (false, -1.4)];

impl March<'_> {
    fn order(&self, goal: Vec2) -> Option<Order> {
        let mut best = self.way_aside(true, 0.0)?;
        if self.group.iter().any(|unit| deploys(self.look, unit)) {
            return Some(best);
        }
        let enough = self.go * 0.3;
        let mut most = progress(self.look, &best, goal);
        for (turns, aside) in WAYS_ROUND {
            if most > enough {
                break;
            }
            let Some(other) = self.way_aside(turns, aside) else { continue };
            let gained = progress(self.look, &other, goal);
            if gained > most + 20.0 {
                (best, most) = (other, gained);
            }
        }
        let turns = self.go < 10.0 && best.units.iter().any(|unit| is_turned(self.look, unit, self.towards));
        (most > 10.0 || turns).then_some(best)
    }

    /// Whoever stands where he should gets no order.
    fn way_aside(&self, turns: bool, aside: f64) -> Option<Order> {
        let step = self.towards.turned(aside).vector() * self.go;
        let task = |unit: UnitId| {
            let facing = if turns { self.towards } else { self.look.rect(unit).pose.facing };
            Task { unit, way: way(self.look, unit, facing, step), ignore_open: true }
        };
        let tasks: Vec<Task> = self.group.iter().map(task).filter(|task| !task.way.is_empty()).collect();
        let units: UnitSet = tasks.iter().map(|task| task.unit).collect();
        let whole = !units.is_empty() && self.look.is_group(units);
        whole.then_some(Order { commander: self.commander, units, verb: Verb::Advance(tasks) })
    }
}

/// How much nearer an order with two moves brings its units to a place, on average, in mm.
fn progress(look: Look<'_>, order: &Order, goal: Vec2) -> f64 {
    let Verb::Advance(tasks) = &order.verb else { return 0.0 };
    let gained = |task: &Task| {
        let now = (look.rect(task.unit).centre() - goal).length();
        let plan = look.plan(task.unit, task, 2);
        plan.last().map_or(0.0, |end| now - (end.rect.centre() - goal).length())
    };
    // Some of them stand for all.
    let every = tasks.len().div_ceil(2).max(1);
    let tried = tasks.iter().step_by(every);
    let count = tried.len().max(1);
    tried.map(gained).sum::<f64>() / count as f64
}

fn middle(look: Look<'_>, group: UnitSet) -> Vec2 {
    let sum = group.iter().map(|unit| look.rect(unit).centre()).fold(Vec2::ZERO, |sum, at| sum + at);
    sum / group.len().max(1) as f64
}

fn along(way: Vec2) -> Facing {
    Facing::along(if way.length() > 1.0 { way } else { Facing::UP.vector() })
}

/// How far round a closed place a body of troops goes, in inches.
const WIDE_BERTH: f64 = 5.0;

/// The corner by which a closed place that lies on the straight way is gone round; none if none does.
fn detour(look: Look<'_>, here: Vec2, goal: Vec2) -> Option<Vec2> {
    let field = &look.state.field;
    let closed = field.areas.iter().filter(|area| area.kind == AreaKind::Impassable);
    let boxes =
        field.blocks.iter().map(|block| block.rect.aabb()).chain(closed.map(|area| area.outline.aabb()));
    let berth = look.inches(WIDE_BERTH);
    let way = Segment::new(here, goal);
    let length = |corner: &Vec2| (*corner - here).length() + (goal - *corner).length();
    let round = |(low, high): (Vec2, Vec2)| {
        // Who goes to it, or stands at its wall, has it not in his way.
        let within = |at: Vec2, by: f64| {
            at.x > low.x - by && at.x < high.x + by && at.y > low.y - by && at.y < high.y + by
        };
        if within(goal, 10.0) || segment_to_rect(way, &boxed(low, high)) > 0.0 {
            return None;
        }
        let (low, high) = (low - berth, high + berth);
        let corners = [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)];
        let open = corners.into_iter().filter(|corner| {
            (*corner - here).length() > berth
                && TableEdge::ALL.into_iter().all(|edge| field.inside(edge, *corner) > 0.0)
        });
        open.min_by(|one, other| length(one).total_cmp(&length(other)))
    };
    boxes.filter_map(round).min_by(|one, other| (*one - here).length().total_cmp(&(*other - here).length()))
}

/// What lies well within a box.
fn boxed(low: Vec2, high: Vec2) -> Rect {
    let inset = 10.0;
    let at = Vec2::new((low.x + high.x) / 2.0, high.y - inset);
    Rect::new(Pose { at, facing: Facing::UP }, high.x - low.x - 2.0 * inset, high.y - low.y - 2.0 * inset)
}

fn bearing(look: Look<'_>, group: UnitSet, aim: Aim) -> Option<Bearing> {
    let here = middle(look, group);
    let to = |goal: Vec2, go: f64| match detour(look, here, goal) {
        Some(corner) => Bearing { goal: corner, towards: along(corner - here), go: (corner - here).length() },
        None => Bearing { goal, towards: along(goal - here), go },
    };
    match aim {
        Aim::Fight => Some(at_the_enemy(look, group, here)),
        Aim::Hold => None,
        Aim::Leave(edge, low, high) => {
            let goal = beyond(look, edge, here, low, high);
            // Who is beside the stretch that is wanted gets before it first.
            let out = edge.outward();
            let aside = (goal - here).dot(out.right());
            let far = aside.abs() > look.inches(1.0);
            let goal = if far { here + out.right() * aside + out.vector() * aside.abs() * 0.6 } else { goal };
            Some(to(goal, (goal - here).length()))
        }
        Aim::Reach(rect) | Aim::Occupy(_, rect) => {
            let goal = nearest_points(&Rect::new(Pose { at: here, facing: Facing::UP }, 0.0, 0.0), &rect).1;
            let gap = (goal - here).length();
            (gap > look.inches(0.1)).then(|| to(goal, gap))
        }
    }
}

/// A point beyond an edge of the table, straight ahead or within the stretch that is wanted.
fn beyond(look: Look<'_>, edge: TableEdge, here: Vec2, low: f64, high: f64) -> Vec2 {
    let field = &look.state.field;
    let far = 200.0;
    match edge {
        TableEdge::North => Vec2::new(here.x.clamp(low, high), field.depth + far),
        TableEdge::South => Vec2::new(here.x.clamp(low, high), -far),
        TableEdge::East => Vec2::new(field.width + far, here.y.clamp(low, high)),
        TableEdge::West => Vec2::new(-far, here.y.clamp(low, high)),
    }
}

fn nearest(look: Look<'_>, group: UnitSet) -> Option<(UnitId, f64)> {
    let foes = group.iter().filter_map(|unit| orders::nearest_enemy(look, unit));
    foes.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// The nearest enemy; without one in sight, the middle of the field.
fn at_the_enemy(look: Look<'_>, group: UnitSet, here: Vec2) -> Bearing {
    match nearest(look, group) {
        Some((foe, gap)) => {
            let goal = look.rect(foe).centre();
            if let Some(corner) = detour(look, here, goal) {
                return Bearing { goal: corner, towards: along(corner - here), go: (corner - here).length() };
            }
            let keeps_off = group.iter().all(|unit| keeps_off(look, unit));
            let least = if keeps_off { f64::NEG_INFINITY } else { 0.0 };
            Bearing { goal, towards: along(goal - here), go: (gap - standoff(look, group)).max(least) }
        }
        None => {
            let field = &look.state.field;
            let goal = Vec2::new(field.width / 2.0, field.depth / 2.0);
            Bearing { goal, towards: along(goal - here), go: (goal - here).length() }
        }
    }
}

/// How near it pays to come without charging: within range for those who shoot, just out of reach for the others.
fn standoff(look: Look<'_>, group: UnitSet) -> f64 {
    let eager = f64::from(look.state.turn.saturating_sub(16)) * 0.25;
    let shoots = |unit: UnitId| worth::is_shooter(look, unit) && look.stats(unit).long > 0;
    let most = if group.iter().all(shoots) { 11.0 } else { f64::max(6.5 - eager, 1.0) };
    look.inches(most)
}

/// Shooters who are quick enough keep the enemy at the distance of their shots.
fn keeps_off(look: Look<'_>, unit: UnitId) -> bool {
    worth::is_shooter(look, unit) && look.stats(unit).long > 0 && !look.class(unit).is_artillery()
}

/// Back from the enemy with the face to him, if he has come much nearer than is good.
fn draw_off(
    look: Look<'_>,
    commander: CommanderId,
    group: UnitSet,
    towards: Facing,
    back: f64,
) -> Option<CommandChoice> {
    if back < look.inches(3.0) {
        return None;
    }
    let field = &look.state.field;
    let task = |unit: UnitId| {
        let rect = look.rect(unit);
        let goal = rect.pose.translated(towards.vector() * -back).on_grid();
        let inside = TableEdge::ALL.into_iter().all(|edge| field.inside(edge, goal.at) > rect.radius());
        inside.then(|| Task { unit, way: vec![Leg::Go(goal)], ignore_open: false })
    };
    let tasks: Vec<Task> = group.iter().filter_map(task).collect();
    let units: UnitSet = tasks.iter().map(|task| task.unit).collect();
    let whole = !units.is_empty() && look.is_group(units);
    whole.then_some(CommandChoice::Order(Order { commander, units, verb: Verb::Advance(tasks) }))
}

/// HC-COL-09: a column near the enemy forms its line of battle.
fn deploys(look: Look<'_>, unit: UnitId) -> bool {
    let standing = look.state.unit(unit);
    standing.formation == Formation::Column
        && !standing.is_in_block()
        && orders::nearest_enemy(look, unit).is_some_and(|(_, gap)| gap < look.inches(27.0))
}

fn is_turned(look: Look<'_>, unit: UnitId, towards: Facing) -> bool {
    !look.state.unit(unit).is_open() && look.rect(unit).pose.facing.angle_to(towards) >= 0.35
}

/// This step, if the goal is about ahead; else it turns to it first.
fn way(look: Look<'_>, unit: UnitId, towards: Facing, step: Vec2) -> Vec<Leg> {
    let rect = *look.rect(unit);
    if deploys(look, unit) {
        let foe = orders::nearest_enemy(look, unit).map(|(foe, _)| look.rect(foe).centre() - rect.centre());
        let facing = foe.map_or(towards, along);
        return vec![Leg::Form(Reform { to: look.card(unit).normal, facing, leading: false })];
    }
    let stays = step.length() < 10.0;
    if !is_turned(look, unit, towards) {
        return if stays { Vec::new() } else { vec![Leg::Go(rect.pose.translated(step).on_grid())] };
    }
    let pivot = rect.pose.rotated_about(rect.centre(), rect.pose.facing.turn_to(towards)).on_grid();
    if stays {
        return vec![Leg::Go(pivot)];
    }
    vec![Leg::Go(pivot), Leg::Go(Pose { at: pivot.at + step, ..pivot }.on_grid())]
}

/// Straight away from the nearest enemy, if he is near, with the face to him.
pub fn away(look: Look<'_>, commander: CommanderId, unit: UnitId) -> Option<CommandChoice> {
    let (foe, gap) = orders::nearest_enemy(look, unit)?;
    if gap > look.inches(18.0) {
        return None;
    }
    let rect = look.rect(unit);
    let back = along(rect.centre() - look.rect(foe).centre());
    let goal = rect.pose.translated(back.vector() * (2.0 * look.rate(unit))).on_grid();
    let field = &look.state.field;
    let inside = TableEdge::ALL.into_iter().all(|edge| field.inside(edge, goal.at) > rect.radius());
    let task = Task { unit, way: vec![Leg::Go(goal)], ignore_open: false };
    let order = Order { commander, units: UnitSet::one(unit), verb: Verb::Advance(vec![task]) };
    inside.then_some(CommandChoice::Order(order))
}
