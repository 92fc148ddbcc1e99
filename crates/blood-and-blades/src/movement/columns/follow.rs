//! Following a road (BB-ROAD-08 to BB-ROAD-10, BB-MOVE-07, BB-MOVE-08) or the bank of a river (BB-RIV-14 to
//! BB-RIV-17, BB-MOVE-46): single bases and columns whose centres keep to a line and turn where it turns.

use super::march::{March, Under, Whole, allow, check_ends, check_followers, judge_distance, stop};
use super::route::Route;
use super::track::{Anchor, Way};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::movement::allowance::Footing;
use crate::movement::motion::{Motion, cut};
use crate::movement::plan::{Plan, Shape};
use crate::movement::sweep::{Obstacle, first_part, steps};
use crate::rules::Look;
use aelian_geometry::{Facing, Hand, Polyline, Pose, Rect, Vec2, to_degrees};
use aelian_rulebook::{Reason, RuleId, rule};

/// BB-ROAD-08, BB-MOVE-08: the order to follow a road by this distance of the head, measured as any move of a
/// column. By giving it the player chooses that the move counts as following the road.
pub fn road(look: Look<'_>, to: BaseSet, reach: Reach, number: u8, distance: f64) -> Plan {
    let Some(road) = look.state.field.roads.get(usize::from(number)) else {
        return Plan::refused(rule!("BB-ROAD-08"), Fact::Rule);
    };
    let Some((head, column)) = column_of(look, to) else {
        return Plan::refused(rule!("BB-ROAD-08"), Fact::Bases(to));
    };
    let trail = Trail { rule: rule!("BB-ROAD-08"), under: Under::Road(number), askew: Askew::Stays };
    let forth = trail.set_out(look, (head, &column), to, &road.line);
    let mut march = match forth.or_else(|_| trail.set_out(look, (head, &column), to, &road.line.reversed())) {
        Ok(march) => march,
        Err(stray) => return Plan::refused(rule!("BB-ROAD-08"), off_line(look, stray, &road.line)),
    };
    let (mut plan, routes) = trail.march(look, &mut march, distance, reach);
    let pace = |route: &Route| look.pace(route.base, footing(look, number, route), reach);
    plan.allowed = routes.iter().map(pace).reduce(f64::min).unwrap_or(0.0);
    judge_distance(look, &mut plan, routes.len());
    let bends = routes.iter().any(|route| route.motions.len() > 1);
    if look.rules.settings.road_counts_as_straight || !bends {
        plan.shape = shape(look, &plan, distance);
    }
    plan
}

/// BB-RIV-14 to BB-RIV-17, BB-MOVE-46: the order to follow the bank of a river by this distance of the head. It
/// goes as on a road along the bank, and every base stays nearer to it than a quarter of its width.
pub fn river(look: Look<'_>, to: BaseSet, reach: Reach, number: u8, distance: f64) -> Plan {
    let Some((head, column)) = column_of(look, to) else {
        // BB-PACK-09: neither a pack nor a broad group keeps near enough.
        let rule = if look.is_group(to) { rule!("BB-RIV-15") } else { rule!("BB-RIV-16") };
        return Plan::refused(rule, Fact::Bases(to));
    };
    let trail = Trail { rule: rule!("BB-RIV-17"), under: Under::Ground, askew: Askew::Turns };
    let lines = bank_lines(look, look.state.rect(head), number);
    let set_out = |line: &Polyline| trail.set_out(look, (head, &column), to, line).ok();
    let Some(mut march) = lines.iter().flatten().find_map(set_out) else {
        return Plan::refused(rule!("BB-RIV-15"), Fact::Bases(to));
    };
    let (mut plan, routes) = trail.march(look, &mut march, distance, reach);
    plan.breaches.extend(routes.iter().filter_map(|route| {
        let distance = strays(look, route, number)?;
        let fact = Fact::Strays { base: route.base, distance, most: look.near_to_bank() };
        Some(Reason::new(rule!("BB-RIV-15"), fact))
    }));
    if let Some(border) = allow(look, &routes, reach, &mut plan) {
        plan.refuse(rule!("BB-MOVE-17"), Fact::TooFar { used: plan.used, allowed: border });
    }
    plan.shape = shape(look, &plan, distance);
    plan
}

/// The head, and the bases of its column head first; a single base is its own head.
fn column_of(look: Look<'_>, to: BaseSet) -> Option<(BaseId, Vec<BaseId>)> {
    let column = if to.len() == 1 { to.iter().collect() } else { look.as_column(to)? };
    Some((*column.first()?, column))
}

/// BB-MOVE-07, BB-ROAD-07, BB-ROAD-09: what a base has under it that follows a road all the way.
fn footing(look: Look<'_>, road: u8, route: &Route) -> Footing {
    if !look.is_muddy(road) {
        return Footing::Road;
    }
    let troop = &look.state.base(route.base).troop;
    let going = |rect: &Rect| look.going_on_road(road, rect, troop);
    let worst = route.places().map(|rect| going(&rect)).max().unwrap_or_default();
    Footing::MuddyRoad(worst)
}

/// BB-RIV-15, AMB-124: how far from the bank the base first is on its way, if it does not keep near at every moment.
fn strays(look: Look<'_>, route: &Route, river: u8) -> Option<f64> {
    let away = route.places().find(|rect| !look.near_bank(rect, river))?;
    Some(look.distance_to_river(&away, river))
}

/// BB-ROAD-08: how a base stands that is not on the line and looks along it.
fn off_line(look: Look<'_>, base: BaseId, line: &Polyline) -> Fact {
    let rect = look.state.rect(base);
    let (_, aside, direction) = line.nearest(rect.centre());
    let askew = rect.pose.facing.angle_to(Facing::along(direction));
    let degrees = to_degrees(askew.min(core::f64::consts::PI - askew));
    Fact::OffLine { base, aside, degrees }
}

/// BB-RIV-17: the line along the bank on which the centre of a base is, both ways.
fn bank_lines(look: Look<'_>, head: &Rect, river: u8) -> [Option<Polyline>; 2] {
    let Some(river_line) = look.state.field.rivers.get(usize::from(river)) else { return [None, None] };
    let course = &river_line.course;
    let centre = head.centre();
    let (along, apart, direction) = course.line().nearest(centre);
    let (on_line, _) = course.line().at(along);
    let right = Vec2::new(direction.y, -direction.x);
    let hand = if (centre - on_line).dot(right) > 0.0 { Hand::Right } else { Hand::Left };
    let off = apart - 0.5 * course.width_at(along) - 0.5 * head.width;
    let line = look.bank_line_at(river, hand, off);
    [line.clone(), line.map(|line| line.reversed())]
}

/// What is being followed.
struct Trail {
    /// The rule that is broken by a base that does not stand on the line.
    rule: RuleId,
    under: Under,
    askew: Askew,
}

/// What a single base may do whose centre is on the line but that does not look along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Askew {
    /// BB-ROAD-09: the whole move must follow the road.
    Stays,
    /// Near a bank it may turn along it first.
    Turns,
}

impl Trail {
    /// The column on its line, if all of it stands there and looks along it; else the first base that does not.
    fn set_out(
        &self,
        look: Look<'_>,
        (head, column): (BaseId, &[BaseId]),
        members: BaseSet,
        line: &Polyline,
    ) -> Result<March, BaseId> {
        let mut way = Way::along(line, Anchor::Centre).ok_or(head)?;
        if self.askew == Askew::Turns && column.len() == 1 {
            way = turned_onto(look, look.state.rect(head), line).unwrap_or(way);
        }
        let place = |base: &BaseId| way.place_of(look.state.rect(*base), look.rules.tolerance).ok_or(*base);
        let was = column.iter().map(place).collect::<Result<Vec<f64>, BaseId>>()?;
        Ok(March { head, column: column.to_vec(), members, way, was })
    }

    /// Carries the column along by a distance of the head, or until something stops it.
    fn march(&self, look: Look<'_>, march: &mut March, distance: f64, reach: Reach) -> (Plan, Vec<Route>) {
        let mut plan = Plan::default();
        if distance.is_nan() || distance <= 0.0 {
            plan.refuse(self.rule, Fact::TooShort { used: distance, least: 0.0 });
            return (plan, Vec::new());
        }
        let most = distance.min(look.furthest(march.members, reach));
        let (route, place) = self.drive_head(look, march, (most, reach), &mut plan);
        if route.motions.is_empty() {
            let reason = self.stopped_at_once(look, march, plan.stopped_by);
            plan.breaches.push(reason);
        }
        plan.used = route.length(look);
        march.way.cut_at(place);
        let (places, mut routes) = march.routes(look, &mut plan);
        if let Some(first) = routes.first_mut() {
            *first = route;
        }
        let mut passed = plan.passed;
        let ground = (reach, self.under);
        check_followers(look, &routes, ground, march.members, &mut passed, &mut plan);
        check_ends(look, &routes, passed, &mut plan);
        plan.passed = passed;
        plan.bent = if routes.len() > 1 { march.bent(look, &places) } else { None };
        plan.tracks = routes.iter().map(Route::track).collect();
        (plan, routes)
    }

    /// BB-MOVE-47, BB-RIV-09: what keeps the head from setting out at all.
    fn stopped_at_once(&self, look: Look<'_>, march: &March, by: Option<BaseId>) -> Reason<Fact> {
        let from = *look.state.rect(march.head);
        if let Some(by) = by {
            return Reason::new(rule!("BB-MOVE-47"), Fact::BlockedBy(by));
        }
        let was = march.was.first().copied().unwrap_or(0.0);
        let whole =
            Route::through(look, march.head, from, &march.way.path(was, march.way.length(), from.depth));
        let first = whole.legs().next();
        let block = first.and_then(|(start, motion)| {
            let block = look.block(march.head, &start, motion, march.members)?;
            Some(look.reason_of(&block, &start, motion))
        });
        let least = look.rules.tolerance.length;
        block.unwrap_or(Reason::new(rule!("BB-MOVE-47"), Fact::TooShort { used: 0.0, least }))
    }

    /// The head's way along the line, and the place where it ends. A turn is made wholly or not at all.
    fn drive_head(
        &self,
        look: Look<'_>,
        march: &March,
        (most, reach): (f64, Reach),
        plan: &mut Plan,
    ) -> (Route, f64) {
        let head = march.head;
        let from = *look.state.rect(head);
        let was = march.was.first().copied().unwrap_or(0.0);
        let whole = Route::through(look, head, from, &march.way.path(was, march.way.length(), from.depth));
        let mut route = Route::stay(head, from);
        let mut measure = route.measure(look);
        let wanted = Route { motions: cut(&whole.motions, measure, look.at_most(most)), ..whole.clone() };
        let wanted = Whole { route: &wanted, reach, under: self.under };
        for (start, motion) in whole.legs() {
            // A turn is made wholly where it is within the distance; a straight leg is as long as was ordered.
            let turns = matches!(motion, Motion::Turn { .. });
            let limit = if turns { look.at_most(most) } else { most };
            let Some(leg) = cut(&[motion], measure, limit).pop() else { break };
            let block = self.first_stop(look, wanted, (start, leg), march.members, plan);
            if turns && (leg != motion || block.is_some()) {
                break;
            }
            let done = leg.part(block.unwrap_or(1.0));
            measure.walk(done);
            route.motions.push(done);
            if done != motion {
                break;
            }
        }
        route.motions.retain(|motion| motion.size() > 0.0);
        let place = march.way.place_of(&route.end(), look.rules.tolerance);
        (route, place.unwrap_or(was))
    }

    /// The part of a leg after which something stops the head: a base, the table's edge, or the ground.
    fn first_stop(
        &self,
        look: Look<'_>,
        wanted: Whole<'_>,
        (start, motion): (Rect, Motion),
        members: BaseSet,
        plan: &mut Plan,
    ) -> Option<f64> {
        let block = stop(look, wanted, (start, motion), members, &mut plan.passed);
        let off = |part: f64| look.edge_crossed(&motion.part(part).apply(&start)).is_some();
        let edge = if off(1.0) { first_part(steps(&start, motion), off) } else { None };
        if let Some(block) = block.filter(|block| edge.is_none_or(|edge| block.part <= edge)) {
            plan.stopped_by = match block.by {
                Obstacle::Base(base) => Some(base),
                _ => None,
            };
            return Some(block.part);
        }
        edge
    }
}

/// BB-PIG-45, BB-PIG-47, BB-RIV-14, BB-MOVE-46, AMB-130: it counts as straight forward at full distance if all
/// that is allowed was used, or if ground, the table's edge or the line itself ended it before that was asked for.
fn shape(look: Look<'_>, plan: &Plan, distance: f64) -> Shape {
    let cut_short = plan.stopped_by.is_none() && plan.used < look.at_least(distance);
    if plan.used >= look.at_least(plan.allowed) || cut_short { Shape::StraightFull } else { Shape::Other }
}

/// The way of a single base whose centre is on the line and who looks along it only roughly: it begins with a
/// turn on the spot, by at most half a right angle.
fn turned_onto(look: Look<'_>, rect: &Rect, line: &Polyline) -> Option<Way> {
    const MOST: f64 = 0.5 * core::f64::consts::FRAC_PI_2;
    let (along, apart, direction) = line.nearest(rect.centre());
    let facing = Facing::along(direction);
    let askew = rect.pose.facing.angle_to(facing);
    if apart > look.rules.tolerance.length || askew <= look.rules.tolerance.angle || askew > MOST {
        return None;
    }
    let start = Pose { at: rect.centre(), facing: rect.pose.facing };
    let mut way = Way::new(start, Anchor::Centre);
    way.turn_to(Pose { facing, ..start });
    way.go_along(line, along);
    Some(way)
}

#[cfg(test)]
mod tests;
