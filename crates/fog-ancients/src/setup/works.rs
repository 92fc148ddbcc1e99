//! Field fortifications and camps (30.5).

use crate::event::Event;
use crate::fact::{Fact, Placed};
use crate::rules::{Look, Rules};
use crate::state::{Camp, Work};
use aelian_dice::Sampler;
use aelian_game::{Cx, Side};
use aelian_geometry::{Pose, Rect, overlaps};
use aelian_rulebook::{Reason, rule};

fn piece(look: Look<'_>, pose: Pose) -> Rect {
    Rect::new(pose, look.rules.width, look.rules.tables.work_depth(look.rules.scale))
}

/// FA-FF-01, FA-CAMP-02: why the fortifications may not stand so; none if they may. Fewer than were paid for will do.
pub fn fortify_faults(look: Look<'_>, side: Side, paid: u8, poses: &[Pose]) -> Vec<Reason<Fact>> {
    let book = &look.rules.distances().set_up;
    let mut faults = Vec::new();
    if poses.len() > usize::from(paid) {
        let fact = Fact::Between { found: poses.len() as i32, least: 0, most: i32::from(paid) };
        faults.push(Reason::new(rule!("FA-FF-01"), fact));
    }
    let rects: Vec<Rect> = poses.iter().take(256).map(|pose| piece(look, pose.on_grid())).collect();
    for (at, rect) in rects.iter().enumerate() {
        let zone = look.is_within_rear(side, rect, book.zone)
            || (look.is_within_rear(side, rect, book.forward_zone) && look.is_in_central_third(rect));
        if !zone {
            faults.push(Reason::new(rule!("FA-CAMP-02"), Fact::Count { found: at as i32, allowed: 10 }));
        }
        let onto = rects[..at].iter().any(|other| overlaps(rect, other, look.rules.tolerance));
        if onto || look.is_taken(rect) || look.is_in_water_or_rocks(rect) {
            faults.push(Reason::new(rule!("FA-FF-16"), Fact::Count { found: at as i32, allowed: 0 }));
        }
    }
    faults
}

pub fn fortify(cx: &mut Cx<'_, Rules>, side: Side, poses: &[Pose]) {
    for pose in poses {
        let rect = piece(Look::new(cx.rules, cx.state()), pose.on_grid());
        cx.emit(Event::WorkPlaced(Work { side, portable_of: None, rect }));
    }
}

fn camp_rect(look: Look<'_>, pose: Pose) -> Rect {
    let (width, depth) = look.rules.tables.camp(look.rules.scale);
    Rect::new(pose, width, depth)
}

/// FA-CAMP-03, FA-CAMP-04: why the camp may not stand there; none if it may.
pub fn camp_faults(look: Look<'_>, side: Side, pose: Pose) -> Vec<Reason<Fact>> {
    let rect = camp_rect(look, pose.on_grid());
    let mut faults = Vec::new();
    if let Some(fact) = look.too_deep(side, &[rect], look.rules.distances().set_up.zone, Placed::Camp(side))
        && !look.is_behind_works(side, &rect)
    {
        faults.push(Reason::new(rule!("FA-CAMP-03"), fact));
    }
    if look.is_in_water_or_rocks(&rect) || look.closed_sides(&rect) > 2 || look.is_taken(&rect) {
        faults.push(Reason::new(rule!("FA-CAMP-04"), Fact::Side(side)));
    }
    faults
}

pub fn pitch(cx: &mut Cx<'_, Rules>, side: Side, pose: Pose) {
    let look = Look::new(cx.rules, cx.state());
    let fortified = look.state.set_up.as_ref().is_some_and(|set_up| set_up.fortified_camps[side.index()]);
    let rect = camp_rect(look, pose.on_grid());
    cx.emit(Event::CampIs { side, camp: Camp { rect, fortified, sacked: false, gone: false } });
}

/// Rows of fortifications to choose from: all pieces side by side, as far forward as they may stand, at each MU.
pub fn rows(look: Look<'_>, side: Side, paid: u8) -> Vec<Vec<Pose>> {
    let field = &look.state.field;
    let facing = super::home_facing(side);
    let width = look.rules.width;
    let mut rows = vec![Vec::new()];
    let book = &look.rules.distances().set_up;
    for depth in [book.forward_zone, book.zone] {
        let y = match side {
            Side::Red => look.mu(depth),
            Side::Blue => field.depth - look.mu(depth),
        };
        let mut x = 0.0;
        while x <= field.width {
            let row: Vec<Pose> =
                (0..paid).map(|at| Pose::new(x + f64::from(at) * width, y, facing).on_grid()).collect();
            if fortify_faults(look, side, paid, &row).is_empty() {
                rows.push(row);
            }
            x += look.mu(1.0);
        }
    }
    rows
}

/// Places for a camp to choose from: at the rear edge, at every 2 MU.
pub fn camps(look: Look<'_>, side: Side) -> Vec<Pose> {
    let field = &look.state.field;
    let facing = super::home_facing(side);
    let deep = look.rules.tables.camp(look.rules.scale).1;
    let mut found = Vec::new();
    for back in [deep, look.mu(6.0), look.mu(look.rules.distances().set_up.zone)] {
        let y = match side {
            Side::Red => back,
            Side::Blue => field.depth - back,
        };
        let mut x = look.mu(3.0);
        while x < field.width {
            let pose = Pose::new(x, y, facing).on_grid();
            if camp_faults(look, side, pose).is_empty() {
                found.push(pose);
            }
            x += look.mu(2.0);
        }
    }
    found
}

/// One of them by lot.
pub fn one<T>(mut all: Vec<T>, sampler: &mut Sampler) -> Option<T> {
    if all.is_empty() {
        return None;
    }
    let at = sampler.below(all.len() as u32) as usize;
    Some(all.swap_remove(at))
}
