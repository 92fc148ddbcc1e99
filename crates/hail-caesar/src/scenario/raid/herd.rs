//! The herd (HS-RAID-24, HS-RAID-25): it goes up the valley until Romans take it, and then down.

use super::{BRITONS, ROMANS};
use crate::event::Event;
use crate::fact::Fact;
use crate::rules::{INCH, Look, Rules};
use crate::scenario::ScenarioEvent;
use crate::scenario::arrivals::done;
use crate::scenario::script::Matter;
use aelian_game::{Cx, Side};
use aelian_geometry::{Facing, Pose, Rect, Vec2, overlaps};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// HS-RAID-24: how far it goes in a turn, in inches.
const STEP: f64 = 6.0;
/// Its middle at the start, its length and its breadth, in inches.
const START: (f64, f64) = (34.0, 28.0);
const LONG: f64 = 8.0;
const WIDE: f64 = 4.0;
/// How far up the valley it goes, in inches: ours.
const HEAD: f64 = 90.0;

/// The herd on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Herd {
    pub rect: Rect,
    /// Romans drive it.
    pub taken: bool,
}

impl Herd {
    /// HS-RAID-04.
    pub fn start() -> Herd {
        let at = Vec2::new((START.0 + LONG / 2.0) * INCH, START.1 * INCH);
        let pose = Pose { at, facing: Facing::RIGHT }.on_grid();
        Herd { rect: Rect::new(pose, WIDE * INCH, LONG * INCH), taken: false }
    }
}

/// HA-RAID-07: in the turn of whoever has it.
pub fn moves(look: Look<'_>) -> bool {
    let owner = |herd: &Herd| if herd.taken { ROMANS } else { BRITONS };
    look.raid().herd.as_ref().is_some_and(|herd| owner(herd) == look.active())
}

/// How far aside it goes round those in its way, in inches: ours.
const ROUND: [f64; 9] = [0.0, 1.5, -1.5, 3.0, -3.0, 4.5, -4.5, 5.5, -5.5];

/// HS-RAID-24: where it comes with up to six inches, as far along the valley as it can, round those in its way.
fn furthest(look: Look<'_>, herd: &Herd) -> Option<Rect> {
    let way = if herd.taken { -1.0 } else { 1.0 };
    let room = if herd.taken { STEP } else { (HEAD - herd.rect.pose.at.x / INCH).clamp(0.0, STEP) };
    let free = |rect: &Rect| {
        let blocks = look.state.field.blocks.iter().map(|block| block.rect);
        let mut all = look.all_on_table().map(|unit| *look.rect(unit)).chain(blocks);
        !all.any(|other| overlaps(rect, &other, look.rules.tolerance))
    };
    let places = ROUND.into_iter().flat_map(|aside| {
        let along = (STEP * STEP - aside * aside).sqrt().min(room);
        (0..6u8).map(move |step| (along * f64::from(6 - step) / 6.0, aside))
    });
    let mut best: Option<(f64, Rect)> = None;
    for (along, aside) in places {
        let by = Vec2::new(way * along * INCH, aside * INCH);
        let rect = herd.rect.with_pose(herd.rect.pose.translated(by).on_grid());
        if best.is_none_or(|(most, _)| along > most) && free(&rect) {
            best = Some((along, rect));
        }
    }
    best.map(|(_, rect)| rect)
}

/// HS-RAID-24, HS-RAID-25: six inches, or as far as it finds a way; beyond the western edge it is driven off.
pub fn move_on(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(herd) = look.raid().herd else { return };
    let rect = furthest(look, &herd).unwrap_or(herd.rect);
    cx.cite(rule!("HS-RAID-24"), || Fact::TooFar {
        used: (rect.pose.at - herd.rect.pose.at).length(),
        allowed: STEP * INCH,
    });
    if herd.taken && rect.corners().iter().any(|corner| corner.x < 0.0) {
        cx.cite(rule!("HS-RAID-25"), || Fact::Side(ROMANS));
        cx.emit(Event::Scenario(ScenarioEvent::DrivenOff));
    } else if rect != herd.rect {
        cx.emit(Event::Scenario(ScenarioEvent::Herd(Herd { rect, ..herd })));
    }
    done(cx, Matter::Herd);
}

/// HS-RAID-25: whoever touches it alone has it.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(herd) = look.raid().herd else { return };
    let touched = |side: Side| look.near(side, &herd.rect, 0.0);
    let taken = match (touched(ROMANS), touched(BRITONS)) {
        (true, false) => true,
        (false, true) => false,
        _ => return,
    };
    if taken != herd.taken {
        cx.cite(rule!("HS-RAID-25"), || Fact::Side(if taken { ROMANS } else { BRITONS }));
        cx.emit(Event::Scenario(ScenarioEvent::Herd(Herd { taken, ..herd })));
    }
}
