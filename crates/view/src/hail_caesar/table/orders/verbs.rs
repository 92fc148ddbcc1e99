//! The verbs of an order with their numbers (HC-INTENT-02 to HC-INTENT-11).

use super::super::seen::Seen;
use super::{AHEAD, number, one_of};
use crate::table::{Arrow, FieldView};
use aelian_geometry::{Corner, Hand, Rect, degrees};
use aelian_hail_caesar::command::{Charge, Leg, Reform, SupportAt, Target, Task, Verb};
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::{BlockId, INCH, UnitId, UnitSet};

/// A verb as the page offers it.
pub struct Form {
    pub key: &'static str,
    pub label: &'static str,
    pub letter: Option<char>,
    pub arrow: Option<Arrow>,
}

const fn form(key: &'static str, label: &'static str, letter: Option<char>, arrow: Option<Arrow>) -> Form {
    Form { key, label, letter, arrow }
}

pub const FORMS: [Form; 21] = [
    form("advance", "Advance", None, AHEAD),
    form("back", "Fall back, facing as now", None, None),
    form("wheel-left", "Wheel left, then advance", None, Some(Arrow::Left)),
    form("wheel-right", "Wheel right, then advance", None, Some(Arrow::Right)),
    form("about", "About face", Some('T'), None),
    form("charge", "Charge a unit", Some('H'), None),
    form("charge-closest", "Charge the closest enemy", None, None),
    form("charge-front", "Charge any enemy to your front", None, None),
    form("support", "Support a friend", Some('B'), None),
    form("form-line", "Form battle line", None, None),
    form("form-phalanx", "Form phalanx", None, None),
    form("form-warband", "Form warband", None, None),
    form("form-column", "Form column", Some('K'), None),
    form("form-open", "Form open order", Some('D'), None),
    form("form-square", "Form square", None, None),
    form("form-testudo", "Form testudo", None, None),
    form("form-wedge", "Form wedge", None, None),
    form("occupy", "Occupy a building", None, None),
    form("follow-me", "Follow me", Some('J'), None),
    form("rally", "Rally", Some('Y'), None),
    form("enter", "Come upon the table", None, None),
];

/// How many targets or friends are offered by name.
const MOST: usize = 12;

impl Form {
    /// What it needs to know.
    pub fn fields(&self, seen: Seen<'_>, who: UnitSet) -> Vec<FieldView> {
        let most = reach(seen, who) * 3.0;
        let ahead = |value: f64| number("ahead", "Ahead", "″", (value, most), 0.5);
        match self.key {
            "advance" | "enter" => vec![ahead(most)],
            "back" => vec![number("back", "Back", "″", (reach(seen, who), most), 0.5)],
            "wheel-left" | "wheel-right" => {
                vec![number("angle", "Angle", "°", (30.0, 180.0), 1.0), ahead(reach(seen, who))]
            }
            "charge" => vec![one_of("target", "Whom", names(seen, &targets(seen, who)))],
            "support" => vec![
                one_of("friend", "Whom", names(seen, &friends(seen, who))),
                one_of("at", "Where", ["nearest", "left", "right", "rear"].map(str::to_owned).to_vec()),
            ],
            "occupy" => vec![one_of("block", "Which", blocks(seen))],
            _ => Vec::new(),
        }
    }

    /// Numbers worth a try.
    pub fn trials(&self, seen: Seen<'_>, who: UnitSet) -> Vec<Vec<f64>> {
        let reach = reach(seen, who);
        match self.key {
            "advance" | "back" | "enter" => vec![vec![reach * 0.25], vec![reach], vec![reach * 2.0]],
            "wheel-left" | "wheel-right" => vec![vec![15.0, 0.0], vec![45.0, reach * 0.3]],
            "charge" => (0..targets(seen, who).len()).map(|at| vec![at as f64]).collect(),
            "support" => (0..friends(seen, who).len()).map(|at| vec![at as f64, 0.0]).collect(),
            "occupy" => (0..seen.state.field.blocks.len()).map(|at| vec![at as f64]).collect(),
            _ => vec![Vec::new()],
        }
    }
}

/// One move of the slowest, in inches.
fn reach(seen: Seen<'_>, who: UnitSet) -> f64 {
    let slowest = who.iter().map(|unit| seen.look().rate(unit)).fold(f64::INFINITY, f64::min);
    if slowest.is_finite() { slowest / INCH } else { 0.0 }
}

/// Enemies by their distance, nearest first.
pub fn targets(seen: Seen<'_>, who: UnitSet) -> Vec<UnitId> {
    let Some(first) = who.first() else { return Vec::new() };
    let look = seen.look();
    nearest(seen, first, look.on_table(look.side(first).other()).collect())
}

/// Friends who fight, or could be charged beside, nearest first.
fn friends(seen: Seen<'_>, who: UnitSet) -> Vec<UnitId> {
    let Some(first) = who.first() else { return Vec::new() };
    let look = seen.look();
    let fighting =
        look.on_table(look.side(first)).filter(|id| seen.state.is_fighting(*id) && !who.contains(*id));
    nearest(seen, first, fighting.collect())
}

fn nearest(seen: Seen<'_>, from: UnitId, mut units: Vec<UnitId>) -> Vec<UnitId> {
    let look = seen.look();
    units.sort_by(|one, other| look.distance(from, *one).total_cmp(&look.distance(from, *other)));
    units.truncate(MOST);
    units
}

fn names(seen: Seen<'_>, units: &[UnitId]) -> Vec<String> {
    units.iter().map(|unit| seen.named(*unit)).collect()
}

fn blocks(seen: Seen<'_>) -> Vec<String> {
    let name = |at: usize| crate::hail_caesar::block_name(seen.names, BlockId(at as u8));
    (0..seen.state.field.blocks.len()).map(name).collect()
}

/// The verb that an action with these numbers is.
pub fn verb(seen: Seen<'_>, who: UnitSet, action: &str, values: &[f64]) -> Option<Verb> {
    let value = |at: usize| values.get(at).copied().unwrap_or(0.0);
    let inches = |at: usize| value(at) * INCH;
    let at = |list: &[UnitId]| list.get(value(0) as usize).copied();
    Some(match action {
        "advance" => advance(seen, who, |rect| vec![Leg::Go(rect.pose.advanced(inches(0)).on_grid())]),
        "back" => advance(seen, who, |rect| vec![Leg::Go(rect.pose.advanced(-inches(0)).on_grid())]),
        "wheel-left" => wheel(seen, who, Hand::Left, value(0), inches(1)),
        "wheel-right" => wheel(seen, who, Hand::Right, value(0), inches(1)),
        "about" => advance(seen, who, |rect| vec![Leg::Go(rect.pose.about_faced(rect.depth).on_grid())]),
        "charge" => charge(Target::Unit(at(&targets(seen, who))?)),
        "charge-closest" => charge(Target::Closest),
        "charge-front" => charge(Target::Front),
        "support" => Verb::Support { friend: at(&friends(seen, who))?, at: support_at(value(1)) },
        "form-line" => reform(seen, who, Formation::Line),
        "form-phalanx" => reform(seen, who, Formation::Phalanx),
        "form-warband" => reform(seen, who, Formation::Warband),
        "form-column" => reform(seen, who, Formation::Column),
        "form-open" => reform(seen, who, Formation::Open),
        "form-square" => reform(seen, who, Formation::Square),
        "form-testudo" => reform(seen, who, Formation::Testudo),
        "form-wedge" => reform(seen, who, Formation::Wedge),
        "occupy" => Verb::Occupy { block: BlockId(value(0) as u8) },
        "follow-me" => Verb::FollowMe,
        "rally" => Verb::Rally,
        "enter" => enter(seen, who, inches(0)),
        _ => return None,
    })
}

pub fn charge(target: Target) -> Verb {
    Verb::Charge(Charge { targets: vec![target], first: Vec::new(), ignore_open: false })
}

fn support_at(value: f64) -> SupportAt {
    match value as u8 {
        1 => SupportAt::Left,
        2 => SupportAt::Right,
        3 => SupportAt::Rear,
        _ => SupportAt::Nearest,
    }
}

/// The same for each unit, from where it stands.
pub fn advance(seen: Seen<'_>, who: UnitSet, way: impl Fn(&Rect) -> Vec<Leg>) -> Verb {
    let task = |unit: UnitId| Task { unit, way: way(&seen.state.unit(unit).rect), ignore_open: false };
    Verb::Advance(who.iter().map(task).collect())
}

/// HC-MOVE-04: all wheel about the front corner of the one at that end.
fn wheel(seen: Seen<'_>, who: UnitSet, hand: Hand, angle: f64, ahead: f64) -> Verb {
    let angle = degrees(angle.clamp(0.0, 180.0)) * hand.sign();
    let Some(hinge) = hinge(seen, who, hand) else { return Verb::Advance(Vec::new()) };
    advance(seen, who, |rect| {
        let wheeled = rect.pose.rotated_about(hinge, angle).on_grid();
        let mut way = vec![Leg::Go(wheeled)];
        if ahead > 0.0 {
            way.push(Leg::Go(wheeled.advanced(ahead).on_grid()));
        }
        way
    })
}

/// The front corner at one end of a line of units.
pub fn hinge(seen: Seen<'_>, who: UnitSet, hand: Hand) -> Option<aelian_geometry::Vec2> {
    let first = seen.state.unit(who.first()?).rect;
    let corner = match hand {
        Hand::Left => Corner::FrontLeft,
        Hand::Right => Corner::FrontRight,
    };
    let out = |unit: &UnitId| {
        let (_, right) = first.local(seen.state.unit(*unit).rect.centre());
        right * hand.sign()
    };
    let last = who.iter().max_by(|one, other| out(one).total_cmp(&out(other)))?;
    Some(seen.state.unit(last).rect.corner(corner))
}

/// HC-INTENT-05: with the facing it has.
fn reform(seen: Seen<'_>, who: UnitSet, to: Formation) -> Verb {
    advance(seen, who, |rect| vec![Leg::Form(Reform { to, facing: rect.pose.facing, leading: false })])
}

/// HC-INTENT-10, HC-OFF-04: straight on from where it waits.
fn enter(seen: Seen<'_>, who: UnitSet, ahead: f64) -> Verb {
    let task = |unit: UnitId| {
        let way = seen.look().way_on(unit, ahead).map(Leg::Go).into_iter().collect();
        Task { unit, way, ignore_open: false }
    };
    Verb::Enter(who.iter().map(task).collect())
}
