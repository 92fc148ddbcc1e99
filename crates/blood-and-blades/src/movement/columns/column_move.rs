//! The move of a column (BB-MOVE-37, BB-COL-03 to BB-COL-09): the head goes ahead and pivots at will, the others
//! follow its track.

use super::march::{
    March, Near, Under, Whole, allow, check_ends, check_followers, check_gaps, refuse_block, stop,
};
use super::route::Route;
use super::track::Way;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{ColumnLeg, Reach};
use crate::fact::Fact;
use crate::movement::motion::{Motion, cut};
use crate::movement::plan::{Plan, Shape};
use crate::movement::sweep::{Block, Obstacle};
use crate::rules::Look;
use aelian_geometry::{Rect, degrees};
use aelian_rulebook::rule;

/// Nobody needs more legs on a table; more would only cost time.
const MOST_LEGS: usize = 32;

/// BB-MOVE-37, BB-COL-03, BB-COL-04: the head's legs may be any, of any number; there is no limit of 1 MU on
/// its pivots.
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, legs: &[ColumnLeg]) -> Plan {
    let Some(column) = look.as_column(to) else {
        return Plan::refused(rule!("BB-COL-01"), Fact::Bases(to));
    };
    if legs.is_empty() || legs.len() > MOST_LEGS || !legs.iter().all(is_sound) {
        return Plan::refused(rule!("BB-COL-03"), Fact::Rule);
    }
    let Some(march) = set_out(look, column, to) else {
        return Plan::refused(rule!("BB-COL-01"), Fact::Bases(to));
    };
    let mut most = f64::INFINITY;
    // Ground that is too slow to enter ends the move at its border (BB-MOVE-17); on a shorter way another base
    // may be the first to be stopped, but each time it is an earlier one.
    for _ in 0..march.column.len() {
        let (plan, border) = plan_up_to(look, march.clone(), reach, legs, most);
        match border {
            Some(border) if border < most => most = border,
            _ => return plan,
        }
    }
    plan_up_to(look, march, reach, legs, most).0
}

/// The plan with the head's way cut at a distance, and where ground stops the column, if it does.
fn plan_up_to(
    look: Look<'_>,
    mut march: March,
    reach: Reach,
    legs: &[ColumnLeg],
    most: f64,
) -> (Plan, Option<f64>) {
    let mut plan = Plan { stopped_by_ground: most.is_finite(), ..Plan::default() };
    let head = drive_head(look, &mut march, legs, (most, reach), &mut plan);
    plan.used = head.length(look);
    let (places, mut routes) = march.routes(look, &mut plan);
    if let Some(first) = routes.first_mut() {
        *first = head;
    }
    let mut passed = plan.passed;
    let near = Near::to(look, &routes, march.members);
    if near.ground || !near.bases.is_empty() {
        check_followers(look, &routes, (reach, Under::Ground), march.members, &mut passed, &mut plan);
    }
    if near.bases.len() > 1 {
        check_gaps(look, &routes, march.members, &mut plan);
    }
    check_ends(look, &routes, passed, &mut plan);
    let border = allow(look, &routes, reach, &mut plan);
    plan.passed = passed;
    plan.shape = shape(look, legs, &plan);
    plan.bent = march.bent(look, &places);
    plan.tracks = routes.iter().map(Route::track).collect();
    (plan, border)
}

fn is_sound(leg: &ColumnLeg) -> bool {
    match leg {
        ColumnLeg::Advance { distance } => distance.is_finite() && *distance > 0.0,
        ColumnLeg::Pivot { degrees, .. } => degrees.is_finite() && *degrees > 0.0 && *degrees <= 180.0,
    }
}

/// The column on the way that it stands on.
pub fn set_out(look: Look<'_>, column: Vec<BaseId>, members: BaseSet) -> Option<March> {
    let head = *column.first()?;
    let way = Way::of_column(look, &column)?;
    let place = |base: &BaseId| way.place_of(look.state.rect(*base), look.rules.tolerance);
    let was = column.iter().map(place).collect::<Option<Vec<f64>>>()?;
    Some(March { head, column, members, way, was })
}

/// BB-COL-03, BB-MOVE-47: the head's own way. It ends where something stops it on a straight leg, or at the
/// enemy that it meets while it pivots, or when it has used `most`.
fn drive_head(
    look: Look<'_>,
    march: &mut March,
    legs: &[ColumnLeg],
    (most, reach): (f64, Reach),
    plan: &mut Plan,
) -> Route {
    let head = march.head;
    let mut route = Route::stay(head, *look.state.rect(head));
    let mut measure = route.measure(look);
    let wanted = Route { motions: cut(&motions_of(legs, route.from), measure, most), ..route.clone() };
    let whole_way = Whole { route: &wanted, reach, under: Under::Ground };
    let mut here = route.from;
    for leg in legs {
        let whole = motion_of(leg, &here);
        let Some(motion) = cut(&[whole], measure, most).pop() else { break };
        let block = stop(look, whole_way, (here, motion), march.members, &mut plan.passed);
        let done = block.map_or(motion, |block| motion.part(block.part));
        take(&mut march.way, &here, done);
        here = done.apply(&here);
        measure.walk(done);
        route.motions.push(done);
        if let Some(block) = block {
            end_at(look, head, motion, &block, plan);
            break;
        }
        if motion != whole {
            break;
        }
    }
    route.motions.retain(|motion| motion.size() > 0.0);
    if route.motions.is_empty() && plan.is_legal() {
        let fact = plan.stopped_by.map_or(Fact::Base(head), Fact::BlockedBy);
        plan.refuse(rule!("BB-MOVE-47"), fact);
    }
    route
}

/// All the legs from a place, whatever may stop them.
fn motions_of(legs: &[ColumnLeg], from: Rect) -> Vec<Motion> {
    let motions = legs.iter().scan(from, |here, leg| {
        let motion = motion_of(leg, here);
        *here = motion.apply(here);
        Some(motion)
    });
    motions.collect()
}

fn motion_of(leg: &ColumnLeg, here: &Rect) -> Motion {
    match *leg {
        ColumnLeg::Advance { distance } => Motion::Go(here.pose.facing.vector() * distance),
        ColumnLeg::Pivot { hand, degrees: angle } => {
            Motion::Turn { about: here.corner(hand.front_corner()), angle: degrees(angle) * hand.sign() }
        }
    }
}

/// BB-ALG-08: a pivot may end early only against an enemy; a straight leg ends at whatever stops it.
fn end_at(look: Look<'_>, head: BaseId, motion: Motion, block: &Block, plan: &mut Plan) {
    let by = match block.by {
        Obstacle::Base(base) => Some(base),
        _ => None,
    };
    let enemy = by.is_some_and(|other| look.state.base(other).side != look.state.base(head).side);
    if enemy || matches!(motion, Motion::Go(_)) {
        plan.stopped_by = by;
    } else {
        refuse_block(plan, block);
    }
}

/// BB-COL-07: adds a leg to the way. A turn of more than a right angle is two bends at one place.
fn take(way: &mut Way, here: &Rect, motion: Motion) {
    match motion {
        Motion::Go(vector) => way.go(vector.length()),
        Motion::Turn { angle: 0.0, .. } => {}
        Motion::Turn { angle, .. } => {
            if angle.abs() > degrees(90.5) {
                way.turn_to(motion.part(0.5).pose(here));
            }
            way.turn_to(motion.pose(here));
        }
        Motion::Turnabout => {}
    }
}

/// BB-PIG-14, BB-PIG-15, BB-PIG-47, AMB-58b: straight forward by all that the slowest may go, or until ground,
/// water or the table's edge stopped it.
fn shape(look: Look<'_>, legs: &[ColumnLeg], plan: &Plan) -> Shape {
    match legs {
        [ColumnLeg::Advance { distance }] => {
            let by_ground = plan.stopped_by.is_none() && plan.used < look.at_least(*distance);
            let full = plan.used >= look.at_least(plan.allowed) || plan.stopped_by_ground || by_ground;
            if full { Shape::StraightFull } else { Shape::Other }
        }
        _ => Shape::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Event, MoveWhy};
    use crate::field::{AreaKind, Size};
    use crate::settings::{PivotMeasure, Settings};
    use crate::testing::{Scene, Table, close};
    use aelian_game::Side;
    use aelian_geometry::Hand;
    use aelian_rulebook::RuleId;

    fn column(troops: &[(&str, &str)]) -> Table {
        on(Table::new(), troops)
    }

    /// A column with its head at (500, 300) that looks north.
    fn on(table: Table, troops: &[(&str, &str)]) -> Table {
        let mut y = 300.0;
        let mut table = table;
        for (name, troop) in troops {
            table = table.base(name, Side::Red, troop, 500.0, y, 0.0);
            let probe = table.clone().build();
            y -= probe.named(name).rect.depth;
        }
        table
    }

    fn order(scene: &Scene, legs: &[ColumnLeg]) -> Plan {
        let all = scene.state.on_table_of(Side::Red).collect();
        plan(scene.look(), all, Reach::Tactical, legs)
    }

    fn ahead(distance: f64) -> ColumnLeg {
        ColumnLeg::Advance { distance }
    }

    fn right(degrees: f64) -> ColumnLeg {
        ColumnLeg::Pivot { hand: Hand::Right, degrees }
    }

    fn rules(plan: &Plan) -> Vec<RuleId> {
        plan.breaches.iter().map(|reason| reason.rule).collect()
    }

    /// Carries out a plan as the rules of movement do.
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

    const RIDERS: [(&str, &str); 3] = [("a", "Reg LH(O)"), ("b", "Reg LH(O)"), ("c", "Reg LH(O)")];

    /// EX-45: BB-COL-03, BB-COL-04, BB-COL-05, BB-MOVE-37: ahead, a right angle, ahead; far more than 1 MU
    /// of pivot, and the followers turn at the same place.
    #[test]
    fn the_head_pivots_at_will_and_the_others_follow() {
        let mut scene = column(&RIDERS).build();
        let plan = order(&scene, &[ahead(40.0), right(90.0), ahead(40.0)]);
        assert!((plan.used - (80.0 + 3200f64.sqrt())).abs() < 1e-6 && plan.allowed == 150.0);
        carry_out(&mut scene, &plan);
        assert!(close(scene.pose("a"), 560.0, 360.0, 90.0));
        assert!(close(scene.pose("b"), 530.0, 360.0, 90.0));
        assert!(close(scene.pose("c"), 500.0, 340.0, 0.0), "{:?}", scene.pose("c"));
        assert_eq!(scene.look().as_column(scene.set(&["a", "b", "c"])), Some(scene.ids(&["a", "b", "c"])));
        assert_eq!(plan.shape, Shape::Other);
    }

    /// BB-COL-09: a bent column goes on as a column and is straight again once all have passed the bend.
    #[test]
    fn a_bent_column_goes_on_and_straightens() {
        let mut scene = column(&RIDERS).build();
        let bend = order(&scene, &[ahead(20.0), right(90.0), ahead(40.0)]);
        carry_out(&mut scene, &bend);
        assert_eq!(scene.state.bent_columns.len(), 1);
        let on = order(&scene, &[ahead(60.0)]);
        carry_out(&mut scene, &on);
        assert!(scene.state.bent_columns.is_empty());
        assert!(close(scene.pose("b"), 590.0, 340.0, 90.0) && close(scene.pose("c"), 560.0, 340.0, 90.0));
        assert!(scene.look().as_column(scene.set(&["a", "b", "c"])).is_some());
    }

    /// BB-COL-08, BB-GRP-08: the head's way is limited by the slowest base.
    #[test]
    fn the_slowest_base_limits_the_column() {
        let scene = column(&[("cv", "Reg Cv(O)"), ("bd", "Reg Bd(O)"), ("bw", "Reg Bw(O)")]).build();
        assert!(order(&scene, &[ahead(60.0)]).is_legal());
        let plan = order(&scene, &[ahead(61.0)]);
        assert!(rules(&plan).contains(&rule!("BB-COL-08")));
        assert_eq!((plan.used, plan.allowed), (61.0, 60.0));
    }

    /// AMB-81: pivots are measured at the outer front corner, straight or along the arc.
    #[test]
    fn pivots_count_by_the_outer_corner() {
        let chord = order(&column(&RIDERS).build(), &[right(60.0)]);
        assert!((chord.used - 40.0).abs() < 1e-6);
        let settings = Settings { pivot_measure: PivotMeasure::Arc, ..Settings::default() };
        let arc = order(&on(Table::new().settings(settings), &RIDERS).build(), &[right(60.0)]);
        assert!((arc.used - 41.8879).abs() < 1e-3);
    }

    /// BB-COL-01: bases that stand two abreast are no column.
    #[test]
    fn only_columns_move_so() {
        let scene = Table::new()
            .base("a", Side::Red, "Reg LH(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Red, "Reg LH(O)", 540.0, 300.0, 0.0)
            .build();
        assert_eq!(rules(&order(&scene, &[ahead(10.0)])), [rule!("BB-COL-01")]);
    }

    /// Absurd legs are refused and break nothing.
    #[test]
    fn absurd_legs_are_refused() {
        let scene = column(&RIDERS).build();
        for leg in
            [ahead(f64::NAN), ahead(f64::INFINITY), ahead(-5.0), right(f64::NAN), right(-3.0), right(400.0)]
        {
            assert_eq!(rules(&order(&scene, &[leg])), [rule!("BB-COL-03")]);
        }
        assert!(!order(&scene, &[]).is_legal());
        assert!(!order(&scene, &[ahead(1e300)]).is_legal());
    }

    /// BB-MOVE-47: the head stops at an enemy, and a later leg is not made.
    #[test]
    fn the_head_stops_at_an_enemy() {
        let scene = column(&RIDERS).base("z", Side::Blue, "Irr Bd(O)", 500.0, 350.0, 180.0).build();
        let plan = order(&scene, &[ahead(80.0), right(30.0)]);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert!(close(plan.tracks[0].to, 500.0, 350.0, 0.0) && plan.used == 50.0);
        assert!(close(plan.tracks[2].to, 500.0, 290.0, 0.0));
    }

    /// BB-ALG-08, BB-GEO-12: the head does not pivot into a friend, and no follower runs over one.
    #[test]
    fn nobody_runs_over_a_friend() {
        let with =
            |x: f64, y: f64| column(&RIDERS).base("friend", Side::Red, "Irr Bd(O)", x, y, 90.0).build();
        let go = |scene: &Scene| {
            let legs = [ahead(20.0), right(90.0), ahead(60.0)];
            plan(scene.look(), scene.set(&["a", "b", "c"]), Reach::Tactical, &legs)
        };
        assert!(go(&with(300.0, 300.0)).is_legal());
        assert_eq!(rules(&go(&with(480.0, 350.0))), [rule!("BB-GEO-12")]);
        let deep_follower = |x: f64| {
            let table = column(&[("a", "Irr Ax(O)"), ("b", "Irr LH(O)")]);
            table.base("friend", Side::Red, "Irr Bd(O)", x, 330.0, 90.0).build()
        };
        let turn = |scene: &Scene| {
            let legs = [right(90.0), ahead(25.0)];
            plan(scene.look(), scene.set(&["a", "b"]), Reach::Tactical, &legs)
        };
        assert!(turn(&deep_follower(469.0)).is_legal(), "{:?}", turn(&deep_follower(469.0)).breaches);
        assert_eq!(
            rules(&turn(&deep_follower(473.0))),
            [rule!("BB-GEO-12")],
            "only the follower swings so wide"
        );
    }

    /// BB-MOVE-12, BB-MOVE-17, AMB-79: each base counts the ground that it enters itself.
    #[test]
    fn ground_slows_the_column() {
        let wood = [(400.0, 320.0), (600.0, 320.0), (600.0, 480.0), (400.0, 480.0)];
        let scene = on(Table::new().area(AreaKind::Woods, Size::Medium, &wood), &RIDERS).build();
        let plan = order(&scene, &[ahead(60.0)]);
        assert!(plan.is_legal(), "LH go 2 MU in difficult going: {:?}", plan.breaches);
        assert!(rules(&order(&scene, &[ahead(61.0)])).contains(&rule!("BB-COL-08")));
    }

    /// BB-PIG-14: straight on by all that is allowed is straight forward at full distance; less is not.
    #[test]
    fn tells_a_full_straight_move() {
        let scene = column(&RIDERS).build();
        assert_eq!(order(&scene, &[ahead(150.0)]).shape, Shape::StraightFull);
        assert_eq!(order(&scene, &[ahead(149.0)]).shape, Shape::Other);
    }

    /// BB-PASS-01, BB-PASS-13: a column of Ps passes through a friend if all of it ends clear of him.
    #[test]
    fn a_column_passes_through_friends() {
        let ps = [("a", "Irr Ps(O)"), ("b", "Irr Ps(O)")];
        let scene = column(&ps).build();
        let to = scene.set(&["a", "b"]);
        let with = |y: f64| column(&ps).base("bd", Side::Red, "Reg Bd(O)", 500.0, y, 0.0).build();
        let go = |scene: &Scene| plan(scene.look(), to, Reach::Tactical, &[ahead(90.0)]);
        assert!(go(&with(345.0)).is_legal(), "{:?}", go(&with(345.0)).breaches);
        assert!(rules(&go(&with(365.0))).contains(&rule!("BB-PASS-09")), "the second would lie over the Bd");
    }
}
