//! A move by hand: of the moves that fit the gesture, the legal one that follows the pointer best.
//!
//! A wish is what the hand means, as a manoeuvre that can be made in part. The rules judge a handful of such
//! parts: all of it, what the distance allows, up to a zone of control, and into a contact that is near.

mod wish;

use super::act;
use super::actions::{asks_for_orders, form, reaches};
use super::legs::{Drawn, drawn};
use super::seen::Seen;
use super::sketch;
use crate::table::{ActionView, Drag, Grip, HandleView, Light, Sketch};
use aelian_blood_and_blades::choice::{Choice, ColumnLeg, Command, Ghost, Leg, Manoeuvre, Order, Reach};
use aelian_blood_and_blades::movement::approach::Search;
use aelian_blood_and_blades::movement::bind;
use aelian_blood_and_blades::movement::motion::Motion;
use aelian_blood_and_blades::{BaseId, BaseSet, Fact, Rules};
use aelian_game::Verdict;
use aelian_geometry::{Hand, Rect, overlaps, strip_ahead};
use aelian_rulebook::rule;
use wish::Wish;

/// Rules that speak of the bases and of the kind of move, not of its way.
const HOPELESS: [&str; 11] = [
    "BB-PIG-02",
    "BB-PIG-51",
    "BB-MOVE-30",
    "BB-MOVE-31",
    "BB-MOVE-40",
    "BB-MOVE-71",
    "BB-MOVE-72",
    "BB-MOVE-73",
    "BB-HALT-04",
    "BB-TRP-12",
    "BB-GRP-09",
];

/// A way that is stopped at the border of a zone goes this little beyond it, in mm.
const INTO_ZONE: f64 = 0.5;

/// So often the part of a way that is still legal is halved, where nothing better is known.
const HALVINGS: u32 = 5;

/// Bodies of more bases than this are not tried so often: the hand would have to wait.
const MANY: usize = 16;

/// Less than this nobody moves by hand, in mm.
const LEAST: f64 = 0.5;

/// The corners wheel a body, the handle before it turns it.
pub fn handles(seen: Seen<'_>) -> Vec<HandleView> {
    let handle = |(grip, title)| HandleView { grip, title };
    let wheel = "Wheel this corner: it pivots about the other one";
    let all = [
        (Grip::Spin, "Turn about the middle"),
        (Grip::Corner(Hand::Left), wheel),
        (Grip::Corner(Hand::Right), wheel),
    ];
    all.into_iter().map(handle).filter(|_| asks_for_orders(seen)).collect()
}

pub fn drag(seen: Seen<'_>, to: BaseSet, before: Option<&Choice>, drag: Drag) -> Option<Sketch<Choice>> {
    if !asks_for_orders(seen) || !drag.from.is_finite() || !drag.to.is_finite() {
        return None;
    }
    let drawn = drawn(seen, to, before);
    let wish = wish::of(seen, to, &drawn, drag)?;
    let mut best: Option<Followed> = None;
    for reach in declared(seen, to, &drawn) {
        let found = Follow { seen, to, reach, wish: &wish, fresh: drawn.reach.is_none() }.best();
        let better = best.as_ref().is_none_or(|known| found.rank() < known.rank());
        if better {
            best = Some(found);
        }
        if best.as_ref().is_some_and(Followed::is_whole) {
            break;
        }
    }
    let Followed { choice, verdict, .. } = best?;
    let mut sketch = sketch::of(seen, choice, &verdict);
    if sketch.ghosts.is_empty() {
        sketch.ghosts = wish.ghosts.iter().map(|(id, rect)| (id.number(), *rect)).collect();
    }
    if sketch.light != Light::Refused {
        sketch.action = action(seen, to, &sketch.choice, sketch.allowed);
    }
    Some(sketch)
}

/// What the move can be declared as, as before if it was drawn before.
fn declared(seen: Seen<'_>, to: BaseSet, drawn: &Drawn) -> Vec<Reach> {
    let mut all = reaches(seen.look(), to);
    if let Some(at) = drawn.reach.and_then(|reach| all.iter().position(|known| *known == reach)) {
        all.swap(0, at);
    }
    all
}

/// A move with the word of the rules on it, and how much of the wish it is.
struct Followed {
    choice: Choice,
    verdict: Verdict<Rules>,
    part: f64,
}

impl Followed {
    /// Legal before refused, more of the wish before less, cheap before dear.
    fn rank(&self) -> (bool, i64, u8) {
        let missed = ((1.0 - self.part) * 200.0).round() as i64;
        (!self.verdict.is_legal(), missed, self.verdict.ghost.cost.unwrap_or(0))
    }

    fn is_too_far(&self) -> bool {
        self.verdict.breaches.iter().any(|reason| matches!(reason.fact, Fact::TooFar { .. }))
    }

    /// Refused for what no shorter way makes good: who moves, not how far.
    fn is_hopeless(&self) -> bool {
        self.verdict.breaches.iter().any(|reason| HOPELESS.contains(&reason.rule.as_str()))
    }

    fn is_whole(&self) -> bool {
        self.verdict.is_legal() && self.part >= 1.0
    }
}

struct Follow<'a> {
    seen: Seen<'a>,
    to: BaseSet,
    reach: Reach,
    wish: &'a Wish,
    /// Nothing was drawn before.
    fresh: bool,
}

impl Follow<'_> {
    fn best(&self) -> Followed {
        let whole = self.judge((self.wish.make)(1.0), 1.0);
        // What is too far already does not come into a contact beyond.
        let snapped = if whole.is_too_far() { None } else { self.snapped(&whole) };
        if let Some(better) = snapped.or_else(|| self.with_room(&whole)) {
            return better;
        }
        if whole.verdict.is_legal() {
            return whole;
        }
        if whole.is_hopeless() && !whole.is_too_far() {
            return whole;
        }
        self.bound().or_else(|| self.shorter(&whole)).unwrap_or(whole)
    }

    fn judge(&self, how: Manoeuvre, part: f64) -> Followed {
        self.judge_displacing(how, part, BaseSet::EMPTY)
    }

    fn judge_displacing(&self, how: Manoeuvre, part: f64, displace: BaseSet) -> Followed {
        let what = Command::Move { reach: self.reach, how, displace };
        let choice = Choice::Order(Order { to: self.to, what });
        let verdict = self.seen.check(&choice);
        Followed { choice, verdict, part }
    }

    /// BB-PASS-08: the whole wish with friends displaced, where there is no room beyond one that is passed.
    fn with_room(&self, whole: &Followed) -> Option<Followed> {
        let Verdict { breaches, consequences, .. } = &whole.verdict;
        let passed = breaches.iter().chain(consequences).find_map(|reason| match reason.fact {
            Fact::BlockedBy(friend) if reason.rule == rule!("BB-PASS-09") => Some(friend),
            _ => None,
        })?;
        let make_room = |friends| self.judge_displacing((self.wish.make)(1.0), 1.0, friends);
        let further = |found: &Followed| {
            found.verdict.is_legal() && found.verdict.ghost.used > whole.verdict.ghost.used + LEAST
        };
        let friends = self.friends_ahead().minus(BaseSet::one(passed));
        let found = Some(make_room(friends)).filter(further)?;
        // Only those are named who have to move.
        let moved: BaseSet = found.verdict.ghost.moves.iter().map(|moved| moved.base).collect();
        let needed = friends.iter().filter(|friend| moved.contains(*friend)).collect();
        Some(make_room(needed)).filter(further).or(Some(found))
    }

    /// Friends straight ahead on the way and a little beyond, who could make room.
    fn friends_ahead(&self) -> BaseSet {
        let (look, side) = (self.seen.look(), self.seen.state.active);
        let ahead = |id: BaseId| {
            let rect = look.state.rect(id);
            let reach = self.wish.size + 3.0 * rect.width;
            let way = strip_ahead(rect, reach, rect.width);
            let met = look.friends_near(side, &way, 0.0);
            met.filter(move |friend| overlaps(&way, look.state.rect(*friend), look.rules.tolerance))
        };
        self.to.iter().flat_map(ahead).collect::<BaseSet>().minus(self.to)
    }

    /// A legal move of this part of the wish, if it goes anywhere.
    fn part(&self, part: f64) -> Option<Followed> {
        let found = self.is_a_part(part).then(|| self.judge((self.wish.make)(part), part));
        found.filter(|found| found.verdict.is_legal())
    }

    fn is_a_part(&self, part: f64) -> bool {
        part > 0.0 && part < 1.0 && part * self.wish.size >= LEAST
    }

    /// What is almost meant: a contact that is near, an aligned end.
    fn snapped(&self, whole: &Followed) -> Option<Followed> {
        if whole.verdict.is_legal() && !whole.verdict.ghost.engages.is_empty() {
            return None;
        }
        let snaps = self.wish.snaps.iter().map(|snap| (self.judge(snap.how.clone(), 1.0), snap.into_contact));
        let fits = |(found, contact): &(Followed, bool)| {
            found.verdict.is_legal() && (!contact || !found.verdict.ghost.engages.is_empty())
        };
        snaps.into_iter().find(fits).map(|(found, _)| found).or_else(|| self.approach())
    }

    /// BB-ENG-02: a single base that is brought close to an enemy comes aligned into contact with it.
    fn approach(&self) -> Option<Followed> {
        let enemy = self.wish.enemy.filter(|_| self.fresh && self.reach == Reach::Tactical)?;
        let base = self.to.first().filter(|_| self.to.len() == 1)?;
        let found = Search::new(self.seen.look(), base, self.reach).aligned_on_any_edge(enemy)?;
        let (_, wanted) = self.wish.ghosts.first()?;
        is_near(wanted, &found.end)
            .then(|| self.judge(Manoeuvre::Free { legs: found.legs }, 1.0))
            .filter(|found| found.verdict.is_legal())
    }

    /// BB-ZOC-10, BB-ZOC-11: a base in a zone of control can go only into the contact that the rules demand.
    fn bound(&self) -> Option<Followed> {
        let base = self.to.first().filter(|_| self.to.len() == 1 && self.fresh)?;
        let look = self.seen.look();
        let zoccers = look.zoccers(base);
        if zoccers.is_empty() || self.reach == Reach::Far {
            return None;
        }
        let forced = bind::best(&Search::new(look, base, self.reach), zoccers)?;
        let (_, wanted) = self.wish.ghosts.first()?;
        let from = look.state.rect(base).centre();
        let along = (wanted.centre() - from).dot(forced.end.centre() - from) > 0.0;
        let found = along.then(|| self.judge(Manoeuvre::Free { legs: forced.legs }, 1.0))?;
        found.verdict.is_legal().then_some(found)
    }

    /// The longest part that the rules were found to allow.
    fn shorter(&self, whole: &Followed) -> Option<Followed> {
        let size = self.wish.size;
        if size < LEAST {
            return None;
        }
        let within = if whole.is_too_far() { self.within_distance(&whole.verdict.ghost) } else { None };
        match within {
            Some(found) if found.verdict.is_legal() || found.is_hopeless() => Some(found),
            // Refused for another reason than the distance: that is what the player must know.
            refused => self.to_zone().or_else(|| self.halved()).or(refused),
        }
    }

    /// The wish as far as the distance allows, legal or not.
    ///
    /// That is what is left after the legs before; or, where they are not known, less by what was too much. A hair less, if
    /// rounding makes it too far again.
    fn within_distance(&self, ghost: &Ghost) -> Option<Followed> {
        let size = self.wish.size;
        let left = (ghost.allowed - self.wish.before) / size;
        let less = 1.0 - (ghost.used - ghost.allowed) / size;
        for part in [left, left - 0.01 / size, less, less - 0.01 / size] {
            if !self.is_a_part(part) {
                continue;
            }
            let found = self.judge((self.wish.make)(part), part);
            if !found.is_too_far() {
                return Some(found);
            }
        }
        None
    }

    /// BB-ZOC-16: straight ahead to the border of the first zone of control.
    fn to_zone(&self) -> Option<Followed> {
        let Manoeuvre::Advance { distance } = (self.wish.make)(1.0) else { return None };
        let (look, side) = (self.seen.look(), self.seen.state.active);
        let entry = |id| {
            let rect = look.state.rect(id);
            let ahead = Motion::Go(rect.pose.facing.vector() * distance);
            look.zone_entry(side, rect, ahead).map(|entry| entry.part)
        };
        let first = self.to.iter().filter_map(entry).reduce(f64::min)?;
        self.part(first + INTO_ZONE / distance)
    }

    fn halved(&self) -> Option<Followed> {
        let (mut legal, mut refused) = (0.0, 1.0);
        let mut best = None;
        let halvings = if self.to.len() > MANY { 2 } else { HALVINGS };
        for _ in 0..halvings {
            let middle = 0.5 * (legal + refused);
            match self.part(middle) {
                Some(found) => {
                    legal = middle;
                    best = Some(found);
                }
                None => refused = middle,
            }
        }
        best
    }
}

/// Whether a base as the hand holds it is almost where it would be put.
fn is_near(wanted: &Rect, end: &Rect) -> bool {
    let askew = wanted.pose.facing.angle_to(end.pose.facing);
    (wanted.centre() - end.centre()).length() <= 0.75 * wanted.width && askew <= 1.0
}

/// The move as one that can be changed by numbers.
fn action(seen: Seen<'_>, to: BaseSet, choice: &Choice, allowed: f64) -> Option<ActionView> {
    let Choice::Order(Order { what: Command::Move { reach, how, .. }, .. }) = choice else { return None };
    let (key, values) = numbers(how)?;
    let mut form = form(seen, to, key, Some(allowed))?;
    let declared = form.reaches.iter().position(|known| known == reach).unwrap_or(0) as f64;
    let values = values.into_iter().chain([declared]);
    for (field, value) in form.view.fields.iter_mut().zip(values) {
        field.value = value;
    }
    let same = act::command(seen, to, &form, &form.values());
    same.is_some_and(|what| matches!(&what, Command::Move { how: known, .. } if known == how))
        .then_some(form.view)
}

/// The numbers of a manoeuvre, in the order of its action's fields.
fn numbers(how: &Manoeuvre) -> Option<(&'static str, Vec<f64>)> {
    Some(match how {
        Manoeuvre::Advance { distance } => ("advance", vec![*distance]),
        Manoeuvre::Pivot { hand: Hand::Left, distance } => ("pivot-left", vec![*distance]),
        Manoeuvre::Pivot { hand: Hand::Right, distance } => ("pivot-right", vec![*distance]),
        Manoeuvre::Turnabout => ("turnabout", Vec::new()),
        Manoeuvre::TurnaboutAdvance { distance } => ("turnabout-advance", vec![*distance]),
        Manoeuvre::Free { legs } => match legs[..] {
            [Leg::Go { ahead, right }] => ("free", vec![ahead, right, 0.0]),
            [Leg::Spin { degrees }] => ("free", vec![0.0, 0.0, degrees]),
            [Leg::Go { ahead, right }, Leg::Spin { degrees }] => ("free", vec![ahead, right, degrees]),
            _ => return None,
        },
        Manoeuvre::Column { legs } => {
            let side = |hand: Hand| if hand == Hand::Left { 0.0 } else { 1.0 };
            match legs[..] {
                [ColumnLeg::Pivot { hand, degrees }] => ("column", vec![side(hand), degrees, 0.0]),
                [ColumnLeg::Advance { distance }] => ("column", vec![0.0, 0.0, distance]),
                [ColumnLeg::Pivot { hand, degrees }, ColumnLeg::Advance { distance }] => {
                    ("column", vec![side(hand), degrees, distance])
                }
                _ => return None,
            }
        }
        _ => return None,
    })
}
