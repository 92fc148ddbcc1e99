//! Following a road (BB-ROAD-08 to BB-ROAD-10, BB-MOVE-07, BB-MOVE-08) or the bank of a river (BB-RIV-14 to
//! BB-RIV-17, BB-MOVE-46): single bases and columns whose centres keep to a line and turn where it turns.

use super::march::{March, SLACK, Under, allow, check_ends, judge_distance, refuse_block, stop};
use super::route::{Route, only_touches};
use super::track::{Anchor, Way};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::movement::allowance::Footing;
use crate::movement::motion::{Motion, cut};
use crate::movement::plan::{Plan, Shape};
use crate::movement::sweep::{Obstacle, first_part, steps};
use crate::rules::Look;
use aelian_geometry::{Hand, Polyline, Rect, Vec2};
use aelian_rulebook::{RuleId, rule};

/// BB-ROAD-08, BB-MOVE-08: the order to follow a road by this distance of the head, measured as any move of a
/// column. By giving it the player chooses that the move counts as following the road.
pub fn road(look: Look<'_>, to: BaseSet, reach: Reach, number: u8, distance: f64) -> Plan {
    let Some(road) = look.state.field.roads.get(usize::from(number)) else {
        return Plan::refused(rule!("BB-ROAD-08"), Fact::Rule);
    };
    let Some(column) = column_of(look, to) else {
        return Plan::refused(rule!("BB-ROAD-08"), Fact::Bases(to));
    };
    let lines = [road.line.clone(), road.line.reversed()];
    let trail = Trail { rule: rule!("BB-ROAD-08"), under: Under::Road, turns_onto: false };
    let mut march = match lines.iter().find_map(|line| trail.set_out(look, &column, to, line).ok()) {
        Some(march) => march,
        None => {
            let stray = trail.set_out(look, &column, to, &road.line).err().unwrap_or(column[0]);
            return Plan::refused(rule!("BB-ROAD-08"), Fact::Base(stray));
        }
    };
    let (mut plan, routes) = trail.march(look, &mut march, distance, reach);
    let pace = |route: &Route| look.pace(route.base, footing(look, number, route), reach);
    plan.allowed = routes.iter().map(pace).reduce(f64::min).unwrap_or(0.0);
    judge_distance(&mut plan, routes.len());
    let bends = routes.iter().any(|route| route.motions.len() > 1);
    if look.rules.settings.road_counts_as_straight || !bends {
        plan.shape = shape(&plan, distance);
    }
    plan
}

/// BB-RIV-14 to BB-RIV-17, BB-MOVE-46: the order to follow the bank of a river by this distance of the head. It
/// goes as on a road along the bank, and every base stays nearer to it than a quarter of its width.
pub fn river(look: Look<'_>, to: BaseSet, reach: Reach, number: u8, distance: f64) -> Plan {
    let Some(column) = column_of(look, to) else {
        // BB-PACK-09: neither a pack nor a broad group keeps near enough.
        let rule = if look.is_group(to) { rule!("BB-RIV-15") } else { rule!("BB-RIV-16") };
        return Plan::refused(rule, Fact::Bases(to));
    };
    let trail = Trail { rule: rule!("BB-RIV-17"), under: Under::Ground, turns_onto: true };
    let lines = bank_lines(look, look.state.rect(column[0]), number);
    let Some(mut march) = lines.iter().flatten().find_map(|line| trail.set_out(look, &column, to, line).ok())
    else {
        return Plan::refused(rule!("BB-RIV-15"), Fact::Bases(to));
    };
    let (mut plan, routes) = trail.march(look, &mut march, distance, reach);
    for route in &routes {
        if !keeps_near(look, route, number) {
            plan.refuse(rule!("BB-RIV-15"), Fact::Base(route.base));
        }
    }
    if let Some(border) = allow(look, &routes, reach, &mut plan) {
        plan.refuse(rule!("BB-MOVE-17"), Fact::TooFar { used: plan.used, allowed: border });
    }
    plan.shape = shape(&plan, distance);
    plan
}

/// A single base, or the bases of a column head first.
fn column_of(look: Look<'_>, to: BaseSet) -> Option<Vec<BaseId>> {
    match to.len() {
        0 => None,
        1 => to.first().map(|base| vec![base]),
        _ => look.as_column(to),
    }
}

/// BB-MOVE-07, BB-ROAD-07, BB-ROAD-09: what a base has under it that follows a road all the way.
fn footing(look: Look<'_>, road: u8, route: &Route) -> Footing {
    if !look.is_muddy(road) {
        return Footing::Road;
    }
    let troop = &look.state.base(route.base).troop;
    let going = |rect: &Rect| look.going_on_road(road, rect, troop);
    let worst = places(route).map(|rect| going(&rect)).max().unwrap_or_default();
    Footing::MuddyRoad(worst)
}

/// BB-RIV-15, AMB-124: near the bank at every moment of the way.
fn keeps_near(look: Look<'_>, route: &Route, river: u8) -> bool {
    places(route).all(|rect| look.near_bank(&rect, river))
}

/// Where a base is on its way, a few mm apart.
fn places(route: &Route) -> impl Iterator<Item = Rect> + '_ {
    let on_way = route
        .legs()
        .flat_map(|(start, motion)| steps(&start, motion).map(move |part| motion.part(part).apply(&start)));
    std::iter::once(route.from).chain(on_way)
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
    /// Whether a single base that stands on the line askew may turn along it first.
    turns_onto: bool,
}

impl Trail {
    /// The column on its line, if all of it stands there and looks along it; else the first base that does not.
    fn set_out(
        &self,
        look: Look<'_>,
        column: &[BaseId],
        members: BaseSet,
        line: &Polyline,
    ) -> Result<March, BaseId> {
        let head = column.first().copied().unwrap_or(BaseId(0));
        let mut way = Way::along(line, Anchor::Centre).ok_or(head)?;
        if self.turns_onto && column.len() == 1 {
            way = turned_onto(look, look.state.rect(head), line).unwrap_or(way);
        }
        let place = |base: &BaseId| way.place_of(look.state.rect(*base), look.rules.tolerance).ok_or(*base);
        let was = column.iter().map(place).collect::<Result<Vec<f64>, BaseId>>()?;
        Ok(March { column: column.to_vec(), members, way, was })
    }

    /// Carries the column along by a distance of the head, or until something stops it.
    fn march(&self, look: Look<'_>, march: &mut March, distance: f64, reach: Reach) -> (Plan, Vec<Route>) {
        let mut plan = Plan::default();
        let head = march.column.first().copied().unwrap_or(BaseId(0));
        if !(distance > 0.0) {
            plan.refuse(self.rule, Fact::TooShort { used: distance, least: 0.0 });
            return (plan, Vec::new());
        }
        let most = distance.min(look.furthest(march.members, reach));
        let (route, place) = self.drive_head(look, march, most, &mut plan);
        if route.motions.is_empty() {
            let fact = plan.stopped_by.map_or(Fact::Base(head), Fact::BlockedBy);
            plan.refuse(rule!("BB-MOVE-47"), fact);
        }
        plan.used = route.length(look);
        march.way.cut_at(place);
        let (places, mut routes) = march.routes(look, &mut plan);
        if let Some(first) = routes.first_mut() {
            *first = route;
        }
        let mut passed = plan.passed;
        for leg in routes.iter().skip(1).flat_map(|route| route.legs().map(|leg| (route.base, leg))) {
            let block = stop(look, leg.0, leg.1, march.members, self.under, &mut passed);
            if let Some(block) = block.filter(|block| !only_touches(block)) {
                refuse_block(&mut plan, &block);
            }
        }
        check_ends(look, &routes, passed, &mut plan);
        plan.passed = passed;
        plan.bent = if routes.len() > 1 { march.bent(look, &places) } else { None };
        plan.tracks = routes.iter().map(Route::track).collect();
        (plan, routes)
    }

    /// The head's way along the line, and the place where it ends. A turn is made wholly or not at all.
    fn drive_head(&self, look: Look<'_>, march: &March, most: f64, plan: &mut Plan) -> (Route, f64) {
        let head = march.column.first().copied().unwrap_or(BaseId(0));
        let from = *look.state.rect(head);
        let was = march.was.first().copied().unwrap_or(0.0);
        let whole = Route::through(look, head, from, &march.way.path(was, march.way.length(), from.depth));
        let mut route = Route::stay(head, from);
        let mut measure = route.measure(look);
        for (start, motion) in whole.legs() {
            let Some(wanted) = cut(&[motion], measure, most + SLACK * 0.1).pop() else { break };
            let block = self.first_stop(look, head, (start, wanted), march.members, plan);
            if matches!(motion, Motion::Turn { .. }) && (wanted != motion || block.is_some()) {
                break;
            }
            let done = wanted.part(block.unwrap_or(1.0));
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
        head: BaseId,
        (start, motion): (Rect, Motion),
        members: BaseSet,
        plan: &mut Plan,
    ) -> Option<f64> {
        let block = stop(look, head, (start, motion), members, self.under, &mut plan.passed);
        let slack = look.rules.tolerance.length;
        let off =
            |part: f64| look.state.field.edges_crossed(&motion.part(part).apply(&start), slack).is_some();
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
fn shape(plan: &Plan, distance: f64) -> Shape {
    let cut_short = plan.stopped_by.is_none() && plan.used < distance - SLACK;
    if plan.used >= plan.allowed - SLACK || cut_short { Shape::StraightFull } else { Shape::Other }
}

/// The way of a single base whose centre is on the line and who looks along it only roughly: it begins with a
/// turn on the spot, by at most half a right angle.
fn turned_onto(look: Look<'_>, rect: &Rect, line: &Polyline) -> Option<Way> {
    const MOST: f64 = 0.5 * core::f64::consts::FRAC_PI_2;
    let (along, apart, direction) = line.nearest(rect.centre());
    let facing = aelian_geometry::Facing::along(direction);
    let askew = rect.pose.facing.angle_to(facing);
    if apart > look.rules.tolerance.length || askew <= look.rules.tolerance.angle || askew > MOST {
        return None;
    }
    let start = aelian_geometry::Pose { at: rect.centre(), facing: rect.pose.facing };
    let mut way = Way::new(start, Anchor::Centre);
    way.turn_to(aelian_geometry::Pose { facing, ..start });
    way.go_along(line, along);
    Some(way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Event, MoveWhy};
    use crate::field::{Crossing, RoadKind};
    use crate::settings::Settings;
    use crate::state::Weather;
    use crate::testing::{Scene, Table, close};
    use aelian_game::Side;

    /// North to (600, 500), then east.
    const BENT: [(f64, f64); 3] = [(600.0, 0.0), (600.0, 500.0), (1500.0, 500.0)];

    fn follow(scene: &Scene, names: &[&str], distance: f64) -> Plan {
        road(scene.look(), scene.set(names), Reach::Tactical, 0, distance)
    }

    fn rules(plan: &Plan) -> Vec<RuleId> {
        plan.breaches.iter().map(|reason| reason.rule).collect()
    }

    fn carry_out(scene: &mut Scene, plan: &Plan) {
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        for track in &plan.tracks {
            let (base, via, to) = (track.base, track.via.clone(), track.to);
            scene.happens(&Event::Moved { base, via, to, why: MoveWhy::Ordered });
        }
        if let Some((bases, track)) = plan.bent.clone() {
            scene.happens(&Event::ColumnBent { bases, track });
        }
    }

    /// A column on the road, its head's front at y.
    fn column(table: Table, troops: &[(&str, &str)], head: f64) -> Table {
        let mut y = head;
        troops.iter().fold(table, |table, (name, troop)| {
            let table = table.base(name, Side::Red, troop, 600.0, y, 0.0);
            y -= table.clone().build().named(name).rect.depth;
            table
        })
    }

    const MIXED: [(&str, &str); 3] = [("cv", "Reg Cv(O)"), ("bd", "Reg Bd(O)"), ("bw", "Reg Bw(O)")];

    /// EX-09: BB-ROAD-08: centres stay on the middle line, and bases turn where the road turns.
    #[test]
    fn a_column_follows_the_bends_of_a_road() {
        let table = Table::new().road(RoadKind::Unpaved, &BENT, None);
        let mut scene = column(table, &MIXED, 470.0).build();
        let line = scene.state.field.roads[0].line.clone();
        for step in 0..4 {
            let plan = follow(&scene, &["cv", "bd", "bw"], 40.0);
            carry_out(&mut scene, &plan);
            scene.happens(&Event::BoundEnds);
            for name in ["cv", "bd", "bw"] {
                let rect = scene.named(name).rect;
                let (along, apart, _) = line.nearest(rect.centre());
                assert!(apart < 0.01, "{name} is off the road after step {step}");
                let east = rect.pose.facing.to_compass() > 45.0;
                assert!(
                    east == (along > 500.0) || (along - 500.0).abs() < 0.01,
                    "{name} turns at the corner"
                );
            }
            let look = scene.look();
            let pairs = [("cv", "bd"), ("cv", "bw"), ("bd", "bw")];
            assert!(pairs.iter().all(|(a, b)| {
                !aelian_geometry::overlaps(&scene.named(a).rect, &scene.named(b).rect, look.rules.tolerance)
            }));
        }
        assert!(scene.pose("cv").at.x > 600.0);
    }

    /// BB-ROAD-08: at the bend the base turns about its centre; the turn is counted.
    #[test]
    fn a_single_base_turns_on_the_road() {
        let table = Table::new().road(RoadKind::Paved, &BENT, None);
        let scene = table.base("cv", Side::Red, "Reg Cv(O)", 600.0, 465.0, 0.0).build();
        // 50 mm to the corner for the centre, a right angle about it, and on.
        let turn = 2.0 * 25.0 * libm::sin(aelian_geometry::degrees(45.0));
        let plan = follow(&scene, &["cv"], 50.0 + turn + 20.0);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        let end = plan.tracks[0].to;
        assert!(close(end, 635.0, 500.0, 90.0), "{end:?}");
        let before = follow(&scene, &["cv"], 50.0 + turn - 1.0);
        assert!(close(before.tracks[0].to, 600.0, 515.0, 0.0), "no part of a turn: {:?}", before.tracks[0]);
    }

    /// BB-ROAD-08: who does not stand on the road, along it, does not follow it; nor does a line of bases.
    #[test]
    fn only_those_on_the_road_follow_it() {
        let table = Table::new().road(RoadKind::Paved, &BENT, None);
        let scene = table
            .base("on", Side::Red, "Reg Bd(O)", 600.0, 300.0, 0.0)
            .base("back", Side::Red, "Reg Bd(O)", 600.0, 200.0, 180.0)
            .base("beside", Side::Red, "Reg Bd(O)", 605.0, 400.0, 0.0)
            .base("askew", Side::Red, "Reg Bd(O)", 600.0, 100.0, 20.0)
            .base("flank", Side::Red, "Reg Bd(O)", 640.0, 300.0, 0.0)
            .build();
        assert!(follow(&scene, &["on"], 60.0).is_legal());
        assert!(close(follow(&scene, &["back"], 60.0).tracks[0].to, 600.0, 140.0, 180.0));
        for names in [&["beside"][..], &["askew"], &["on", "flank"]] {
            assert_eq!(rules(&follow(&scene, names, 60.0)), [rule!("BB-ROAD-08")], "{names:?}");
        }
        let none = road(scene.look(), scene.set(&["on"]), Reach::Tactical, 7, 60.0);
        assert_eq!(rules(&none), [rule!("BB-ROAD-08")]);
        for absurd in [0.0, -4.0, f64::NAN] {
            assert!(!follow(&scene, &["on"], absurd).is_legal());
        }
    }

    /// BB-MOVE-07, BB-MOVE-08, BB-ROAD-09, BB-ROAD-10: 4 MU for all who follow a road, LH and F included.
    #[test]
    fn everybody_goes_four_units_on_a_road() {
        for troop in ["Reg Bd(O)", "Irr Bd(F)", "Reg LH(O)", "Reg HCh(O)"] {
            let table = Table::new().road(RoadKind::Paved, &BENT, None);
            let scene = table.base("a", Side::Red, troop, 600.0, 300.0, 0.0).build();
            assert!(follow(&scene, &["a"], 120.0).is_legal(), "{troop}");
            let more = follow(&scene, &["a"], 121.0);
            assert_eq!(rules(&more), [rule!("BB-MOVE-01")], "{troop}");
            assert_eq!(more.allowed, 120.0);
        }
    }

    /// BB-MOVE-07, BB-ROAD-07, BB-ROAD-09: on a muddy road the RGo column counts.
    #[test]
    fn mud_slows_those_who_follow() {
        let build = |kind, troop: &str| {
            let weather = Weather { muddy: true, ..Weather::default() };
            let table = Table::new().weather(weather).road(kind, &BENT, None);
            table.base("a", Side::Red, troop, 600.0, 300.0, 0.0).build()
        };
        let allowed = |kind, troop: &str| follow(&build(kind, troop), &["a"], 30.0).allowed;
        assert_eq!(allowed(RoadKind::Unpaved, "Reg LCh(O)"), 60.0);
        assert_eq!(allowed(RoadKind::Unpaved, "Irr Ax(O)"), 90.0);
        assert_eq!(allowed(RoadKind::Paved, "Reg LCh(O)"), 120.0);
    }

    /// BB-PIG-45, AMB-130: a whole move along a road is straight forward for PIGs, bends or not, unless the
    /// setting wants it literally.
    #[test]
    fn a_road_counts_as_straight() {
        let build = |counts: bool, y: f64| {
            let settings = Settings { road_counts_as_straight: counts, ..Settings::default() };
            let table = Table::new().settings(settings).road(RoadKind::Paved, &BENT, None);
            table.base("a", Side::Red, "Irr Hd(O)", 600.0, y, 0.0).build()
        };
        assert_eq!(follow(&build(true, 465.0), &["a"], 120.0).shape, Shape::StraightFull);
        assert_eq!(follow(&build(false, 465.0), &["a"], 120.0).shape, Shape::Other);
        assert_eq!(follow(&build(false, 300.0), &["a"], 120.0).shape, Shape::StraightFull);
        assert_eq!(follow(&build(true, 300.0), &["a"], 80.0).shape, Shape::Other, "not the full distance");
    }

    /// BB-ROAD-05, BB-MOVE-47: over a bridge, and up to the enemy.
    #[test]
    fn a_road_leads_over_a_bridge_to_the_enemy() {
        let table = Table::new()
            .river(&[(0.0, 400.0), (1500.0, 400.0)], 50.0)
            .road(RoadKind::Paved, &BENT, Some(Crossing::Bridge))
            .base("a", Side::Red, "Reg Bd(O)", 600.0, 370.0, 0.0);
        let scene = table.clone().build();
        assert!(follow(&scene, &["a"], 100.0).is_legal());
        let met = table.base("z", Side::Blue, "Irr Bd(O)", 600.0, 440.0, 180.0).build();
        let plan = follow(&met, &["a"], 100.0);
        assert!(close(plan.tracks[0].to, 600.0, 440.0, 0.0));
        assert_eq!((plan.stopped_by, plan.shape), (Some(met.id("z")), Shape::Other));
    }

    /// A river that runs east and then bends to the north-east; its left bank is the northern one.
    fn stream() -> Table {
        Table::new().river(&[(0.0, 500.0), (700.0, 500.0), (1400.0, 800.0)], 40.0)
    }

    fn bank(scene: &Scene, names: &[&str], distance: f64) -> Plan {
        river(scene.look(), scene.set(names), Reach::Tactical, 0, distance)
    }

    /// EX-10: BB-RIV-14, BB-RIV-15, BB-RIV-17, BB-MOVE-46, BB-PIG-45: bases with a flank on the bank follow it
    /// round its bend, which counts as straight forward.
    #[test]
    fn bases_follow_a_bank() {
        let mut scene = stream()
            .base("a", Side::Red, "Irr LH(O)", 640.0, 460.0, 90.0)
            .base("b", Side::Red, "Irr LH(O)", 610.0, 460.0, 90.0)
            .base("c", Side::Red, "Irr LH(O)", 580.0, 460.0, 90.0)
            .build();
        let plan = bank(&scene, &["a", "b", "c"], 150.0);
        assert_eq!(plan.shape, Shape::StraightFull);
        carry_out(&mut scene, &plan);
        let look = scene.look();
        for name in ["a", "b", "c"] {
            assert!(look.near_bank(&scene.named(name).rect, 0), "{name}");
        }
        let bend = aelian_geometry::to_degrees(libm::atan2(700.0, 300.0));
        assert!((scene.pose("a").facing.to_compass() - bend).abs() < 0.01);
        assert!(scene.state.bent_columns.len() == 1);
        let again = bank(&scene, &["a", "b", "c"], 100.0);
        assert_eq!(again.shape, Shape::Other, "not the full distance: {again:?}");
    }

    /// BB-RIV-15, AMB-124: nearer than W/4 at every moment.
    #[test]
    fn a_bank_is_followed_closely() {
        let at = |y: f64| stream().base("a", Side::Red, "Reg Bd(O)", 300.0, y, 90.0).build();
        assert!(bank(&at(460.0), &["a"], 60.0).is_legal());
        assert!(bank(&at(450.5), &["a"], 60.0).is_legal());
        assert_eq!(rules(&bank(&at(449.5), &["a"], 60.0)), [rule!("BB-RIV-15")]);
        let across = stream().base("a", Side::Red, "Reg Bd(O)", 300.0, 470.0, 0.0).build();
        assert_eq!(rules(&bank(&across, &["a"], 60.0)), [rule!("BB-RIV-15")]);
    }

    /// BB-RIV-17: a single base that stands a little askew turns along the bank first.
    #[test]
    fn a_single_base_turns_along_the_bank() {
        let scene = stream().base("a", Side::Red, "Reg Bd(O)", 300.0, 456.0, 86.0).build();
        let plan = bank(&scene, &["a"], 60.0);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert!((plan.tracks[0].to.facing.to_compass() - 90.0).abs() < 0.01);
        assert!(plan.used <= 60.01);
    }

    /// BB-RIV-16, BB-PACK-09: a pack cannot follow a bank, nor can a broad group.
    #[test]
    fn packs_follow_no_bank() {
        let scene = stream()
            .base("a", Side::Red, "Reg Bd(O)", 300.0, 460.0, 90.0)
            .base("b", Side::Red, "Reg Bd(O)", 285.0, 457.0, 90.0)
            .base("c", Side::Red, "Reg Bd(O)", 300.0, 420.0, 90.0)
            .build();
        assert_eq!(rules(&bank(&scene, &["a", "b"], 60.0)), [rule!("BB-RIV-16")]);
        assert_eq!(rules(&bank(&scene, &["a", "c"], 60.0)), [rule!("BB-RIV-15")]);
    }
}
