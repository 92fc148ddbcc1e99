//! Giving ground (60.7, HC-ALG-15): six inches away from the enemy, with its supports, past friends who step aside.

use super::room::{self, plan};
use super::{Disorder, destroy, disordered, stampede, wedge};
use crate::choice::{Asked, Choice, Prompt};
use crate::commander;
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::fight::{self, FightChoice, FightPrompt, Round, Supporting, Waiting, with_round};
use crate::foreign::Has;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement;
use crate::pending::Pending;
use crate::position::SupportSide;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{Combat, Place, Side4};
use crate::troop::Class;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Seldom};
use aelian_geometry::{Facing, Pose, Rect, Vec2};
use aelian_rulebook::{Reason, RuleId, rule};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A unit that gives ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ground {
    pub unit: UnitId,
    pub why: Why,
    /// The direction in which it is pushed.
    pub push: Facing,
    pub disorder: Disorder,
    /// HC-GIVE-07: supports that go with it.
    pub supports: Vec<Supporting>,
    /// HC-GIVE-10: friends whose owner has said that they step aside.
    pub agreed: UnitSet,
    /// HC-GIVE-10: friends whose owner has said that they stay.
    #[serde(default, skip_serializing_if = "Seldom::is_usual")]
    pub refused: Seldom<UnitSet>,
    /// HC-GIVE-16: where their owner wants those to stand who step aside, if he has said it.
    #[serde(default, skip_serializing_if = "Seldom::is_usual")]
    pub places: Seldom<Vec<(UnitId, Pose)>>,
}

/// Why it gives ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// HC-BRES-21: it was beaten, and breaks if it cannot.
    Beaten,
    /// HC-BRES-27: it supported a unit that is destroyed; it goes as far as it can.
    Support,
    /// HC-INC-03: it parts from an incidental contact; it goes as far as it can.
    Parts,
}

/// What giving ground comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// HC-GIVE-08.
    Blocked(RuleId),
    Goes(Box<Going>),
}

/// Where everybody ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Going {
    /// The unit and its supports, in the order in which they go.
    pub ends: Vec<UnitEnd>,
    pub push: Facing,
    /// HC-GIVE-06: engines and baggage that supported it.
    pub lost: UnitSet,
    /// HC-GIVE-10, HC-GIVE-16: friends who make room before, in the order in which they go.
    pub aside: Vec<Aside>,
}

/// A friend who steps aside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aside {
    pub friend: UnitId,
    /// Those in whose way he stood.
    pub of: UnitSet,
    pub rect: Rect,
}

impl Plan {
    /// The first friend who would make room of whom it is not yet said whether he does.
    fn open(&self, ground: &Ground) -> Option<Aside> {
        let Plan::Goes(going) = self else { return None };
        going.aside.iter().find(|aside| !ground.agreed.contains(aside.friend)).copied()
    }
}

impl Aside {
    /// For whom he makes room: the unit itself, or one of its supports.
    fn made_for(&self, unit: UnitId) -> UnitId {
        self.of.iter().find(|one| *one == unit).or(self.of.first()).unwrap_or(unit)
    }
}

/// Where one unit ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitEnd {
    pub unit: UnitId,
    pub rect: Rect,
    /// HC-GIVE-18: the edge that it crosses.
    pub left: Option<(crate::field::TableEdge, crate::state::Along)>,
}

impl Ground {
    /// By itself and in good order.
    pub(super) fn new(unit: UnitId, why: Why, push: Facing) -> Ground {
        let (agreed, refused) = (UnitSet::EMPTY, UnitSet::EMPTY);
        let (supports, places) = (Vec::new(), Vec::new());
        Ground {
            unit,
            why,
            push,
            disorder: Disorder::None,
            supports,
            agreed,
            refused: Seldom(refused),
            places: Seldom(places),
        }
    }

    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        has.unit(self.unit)
            && [self.agreed, *self.refused].into_iter().all(|units| has.units(units))
            && self.places.iter().all(|(unit, _)| has.unit(*unit))
            && self.supports.iter().all(|support| has.unit(support.unit) && has.unit(support.of))
    }
}

/// How a unit begins to give ground.
enum Begun {
    /// HC-GIVE-05, HC-GIVE-06: it cannot.
    Breaks(RuleId),
    /// HC-WEDGE-09: this wedge bursts through it.
    Burst(UnitId),
    Gives(Ground),
}

/// HC-BRES-27, HC-GIVE-05, HC-GIVE-06, HC-WEDGE-09: a fighting unit, or a support of this friend.
fn begun(look: Look<'_>, round: &Round, unit: UnitId, support_of: Option<UnitId>) -> Begun {
    let class = look.class(unit);
    if class.is_artillery() || class == Class::Baggage {
        return Begun::Breaks(rule!("HC-GIVE-06"));
    }
    let (why, push, supports) = match support_of {
        Some(friend) => (Why::Support, push_of_support(look, round, unit, friend), Vec::new()),
        None => match wedge::before(look, unit) {
            Some(wedge) => return Begun::Burst(wedge),
            None => (Why::Beaten, push(look, round, unit), followers(look, round, unit)),
        },
    };
    match push {
        Some(push) => Begun::Gives(Ground { supports, ..Ground::new(unit, why, push) }),
        None => Begun::Breaks(rule!("HC-GIVE-05")),
    }
}

/// HC-BRES-21, HC-BRES-22, HC-BRES-23, HC-BRES-27, HC-GIVE-05, HC-GIVE-06: a unit must give ground. The round in
/// which it was beaten waits on top of the stack.
pub(crate) fn begin(cx: &mut Cx<'_, Rules>, unit: UnitId, support_of: Option<UnitId>, disorder: Disorder) {
    let look = Look::new(cx.rules, cx.state());
    let Some(Pending::Fight(Waiting::Round(round))) = look.state.pending.last() else { return };
    let ground = match begun(look, round, unit, support_of) {
        Begun::Breaks(rule) => return breaks(cx, unit, rule),
        Begun::Burst(wedge) => {
            let round = round.clone();
            return wedge::burst(cx, &round, wedge, unit);
        }
        Begun::Gives(ground) => Ground { disorder, ..ground },
    };
    let sideways = (ground.why == Why::Beaten).then(|| sideways(look, unit)).flatten();
    cx.cite(result(disorder), || Fact::Unit(unit));
    if let Some(rule) = sideways {
        cx.cite(rule, || Fact::Unit(unit));
    }
    cx.emit(Event::Waits(Pending::Fight(Waiting::Ground(Box::new(ground)))));
}

/// The result that says so.
fn result(disorder: Disorder) -> RuleId {
    match disorder {
        Disorder::None => rule!("HC-BRES-21"),
        Disorder::Unit => rule!("HC-BRES-22"),
        Disorder::All => rule!("HC-BRES-23"),
    }
}

/// HC-GIVE-05, HC-GIVE-06, HC-GIVE-08, HC-WEDGE-14: whether a unit that had to give ground now, itself or as a support,
/// would be destroyed, if friends step aside.
pub(crate) fn is_stuck(look: Look<'_>, round: &Round, unit: UnitId, support_of: Option<UnitId>) -> bool {
    match begun(look, round, unit, support_of) {
        Begun::Breaks(_) => true,
        Begun::Burst(wedge) => wedge::has_no_room(look, round, wedge, unit),
        Begun::Gives(ground) => matches!(plan(look, &ground), Plan::Blocked(_)),
    }
}

/// HC-SUPM-01, HC-SUPM-04: its supports, but for those who have followed somebody else.
fn followers(look: Look<'_>, round: &Round, unit: UnitId) -> Vec<Supporting> {
    let mut found: Vec<Supporting> = round
        .supports_of(unit)
        .filter(|support| !round.followed.contains(support.unit))
        .filter(|support| look.state.unit(support.unit).is_here())
        .copied()
        .collect();
    // HC-ALG-15: those behind it first.
    found.sort_by_key(|support| support.side != SupportSide::Rear);
    found
}

/// The way in which an enemy on this edge pushes.
fn pushed(rect: &Rect, edge: Side4) -> Vec2 {
    let (ahead, right) = (rect.pose.facing.unit(), rect.pose.facing.right());
    match edge {
        Side4::Front => ahead * -1.0,
        Side4::Rear => ahead,
        Side4::Left => right,
        Side4::Right => right * -1.0,
    }
}

/// HC-GIVE-01, HC-GIVE-02, HC-GIVE-03, HC-GIVE-04, HC-GIVE-05, HC-WEDGE-07, EX-133, EX-134: away from whom it fights,
/// by the weight of their attacks; none if enemies fight it from opposite sides.
fn push(look: Look<'_>, round: &Round, unit: UnitId) -> Option<Facing> {
    let rect = look.rect(unit);
    let bouts: Vec<(UnitId, Side4)> =
        look.state.bouts.iter().filter_map(|bout| Some((bout.foe(unit)?, bout.edge_of(unit)?))).collect();
    let on = |edge: Side4| bouts.iter().any(|(_, other)| *other == edge);
    if (on(Side4::Front) && on(Side4::Rear)) || (on(Side4::Left) && on(Side4::Right)) {
        return None;
    }
    let weight = |foe: UnitId| {
        let blows = round.strikes.iter().filter(|strike| strike.of == foe && strike.on == unit);
        f64::from(blows.map(|strike| u16::from(strike.dice)).sum::<u16>().max(1))
    };
    let sum =
        bouts.iter().fold(Vec2::new(0.0, 0.0), |sum, (foe, edge)| sum + pushed(rect, *edge) * weight(*foe));
    let sum = if sum.length() < 1e-9 { pushed(rect, Side4::Front) } else { sum };
    Some(Facing::along(sum))
}

/// HC-GIVE-02, HC-GIVE-03: the rule by which it does not go straight back: whom it fights is not before it, or not all
/// of them are.
fn sideways(look: Look<'_>, unit: UnitId) -> Option<RuleId> {
    let edges = || look.state.bouts.iter().filter_map(|bout| bout.edge_of(unit));
    let first = edges().next()?;
    match (edges().all(|edge| edge == first), first) {
        (true, Side4::Front) => None,
        (true, _) => Some(rule!("HC-GIVE-02")),
        (false, _) => Some(rule!("HC-GIVE-03")),
    }
}

/// HC-BRES-27: away from the closest enemy of the unit that it supported, straight out from the edge on which he
/// fought.
fn push_of_support(look: Look<'_>, round: &Round, unit: UnitId, friend: UnitId) -> Option<Facing> {
    let foes = round.strikes.iter().filter(|strike| strike.on == friend && strike.is_of_fighter());
    let alive = foes.map(|strike| strike.by).filter(|foe| look.state.unit(*foe).is_on_table());
    let closest = alive.min_by(|a, b| look.distance(unit, *a).total_cmp(&look.distance(unit, *b)));
    let Some(foe) = closest else { return Some(look.rect(unit).pose.facing.reversed()) };
    let rect = look.rect(foe);
    let edge = crate::position::quarter_of(rect, look.rect(friend).centre(), look.rules.slack);
    Some(Facing::along(pushed(rect, edge) * -1.0))
}

/// HC-GIVE-10: the owner of each friend in the way says whether he steps aside; it is one owner here.
pub(crate) fn next(look: Look<'_>, ground: &Ground) -> Asked {
    if !look.state.unit(ground.unit).is_on_table() {
        return None;
    }
    match open(look, ground) {
        Some(aside) => {
            let (friend, unit) = (aside.friend, aside.made_for(ground.unit));
            let prompt = Prompt::Fight(FightPrompt::StepAside { unit, friend });
            Some(Next::Ask { side: look.side(friend), prompt })
        }
        None => Some(Next::Forced(Choice::Proceed)),
    }
}

/// The plan of the unit that gives ground; for the one that waits on top of the stack it is made once.
pub(super) fn planned(look: Look<'_>, ground: &Ground) -> Arc<Plan> {
    let make = || Arc::new(plan(look, ground));
    match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Ground(top))) if **top == *ground => look.state.memo.ground(make),
        _ => make(),
    }
}

/// The first friend in the way of whom it is not yet said whether he steps aside.
fn open(look: Look<'_>, ground: &Ground) -> Option<Aside> {
    planned(look, ground).open(ground)
}

/// HC-GIVE-16: why the friend who is asked may not make room by going there; none if he may.
pub(crate) fn place_faults(look: Look<'_>, ground: &Ground, pose: Pose) -> Vec<Reason<Fact>> {
    match open(look, ground) {
        Some(aside) => room::place_faults(look, ground, aside.friend, pose),
        None => vec![Reason::new(rule!("HC-TURN-02"), Fact::NotAsked)],
    }
}

/// HC-GIVE-16: some places where the friend who is asked may make room, other than the nearest.
pub(crate) fn places(look: Look<'_>, ground: &Ground) -> Vec<Pose> {
    let Some(aside) = open(look, ground) else { return Vec::new() };
    let mut places = room::places(look, ground, aside.friend);
    places.retain(|pose| {
        *pose != aside.rect.pose && room::place_faults(look, ground, aside.friend, *pose).is_empty()
    });
    places
}

pub(crate) fn resolve(cx: &mut Cx<'_, Rules>, ground: Ground, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let planned = planned(look, &ground);
    cx.emit(Event::Settled);
    match (planned.open(&ground), &*planned) {
        (Some(aside), _) => answered(cx, ground, aside.friend, choice),
        (None, Plan::Blocked(rule)) => breaks(cx, ground.unit, *rule),
        (None, Plan::Goes(going)) => return carry_out(cx, &ground, going),
    }
    Ok(())
}

/// HC-GIVE-10, HC-GIVE-16: a friend makes room, there or at the nearest place; or he stays, and the unit may be lost by it.
fn answered(cx: &mut Cx<'_, Rules>, mut ground: Ground, friend: UnitId, choice: &Choice) {
    match choice {
        Choice::Fight(FightChoice::StepAside(true)) => {
            ground.agreed.insert(friend);
        }
        Choice::Fight(FightChoice::MakeRoom(pose)) => {
            ground.agreed.insert(friend);
            ground.places.push((friend, pose.on_grid()));
        }
        _ => {
            ground.refused.insert(friend);
            if let Plan::Blocked(rule) = plan(Look::new(cx.rules, cx.state()), &ground) {
                return breaks(cx, ground.unit, rule);
            }
        }
    }
    cx.emit(Event::Waits(Pending::Fight(Waiting::Ground(Box::new(ground)))));
}

/// HC-GIVE-05, HC-GIVE-06, HC-GIVE-08, HC-GIVE-12: it cannot give ground and is destroyed; its supports test as if it
/// had been in combat. The round lies on top of the stack.
fn breaks(cx: &mut Cx<'_, Rules>, unit: UnitId, why: RuleId) {
    with_round(cx, |look, round| fight::queue_supports(look, round, unit));
    destroy(cx, unit, why);
}

fn carry_out(cx: &mut Cx<'_, Rules>, ground: &Ground, going: &Going) -> Result<(), NeedRoll> {
    let followed: UnitSet = ground.supports.iter().map(|support| support.unit).collect();
    if ground.why == Why::Beaten {
        with_round(cx, |_, round| {
            round.followed = round.followed.union(followed);
            // HC-WAV-02, HC-VICM-02: who wins and gives ground all the same has no move of a victor.
            round.victors.remove(ground.unit);
        });
    }
    going.lost.iter().for_each(|unit| destroy(cx, unit, rule!("HC-GIVE-06")));
    for aside in &going.aside {
        shift(cx, aside.friend, &aside.rect, MoveWhy::SteppedAside);
    }
    let from = cx.state().unit(ground.unit).rect;
    for end in &going.ends {
        if end.unit == ground.unit {
            move_unit(cx, ground, end)
        } else {
            move_support(cx, ground, end)
        }
        leave(cx, end);
    }
    // HC-WEDGE-12: a support within it goes along.
    let within = |unit: &UnitId| cx.state().unit(*unit).place == Place::Enclosed(ground.unit);
    for unit in
        followed.iter().filter(within).filter(|_| ground.disorder == Disorder::All).collect::<Vec<_>>()
    {
        disordered(cx, unit, rule!("HC-BRES-23"));
    }
    // HC-GIVE-11: whoever needed the room.
    let cleared: UnitSet = going.aside.iter().fold(UnitSet::EMPTY, |all, aside| all.union(aside.of));
    cleared.iter().for_each(|unit| disordered(cx, unit, rule!("HC-GIVE-11")));
    for aside in &going.aside {
        jostle(cx, aside)?;
    }
    if let Some(end) = going.ends.iter().find(|end| end.unit == ground.unit) {
        commander::displace(cx, ground.unit, &from, &end.rect);
    }
    // The unit itself before its supports.
    let beasts = || going.ends.iter().map(|end| end.unit);
    let first = beasts().filter(|beast| *beast == ground.unit);
    for beast in first.chain(beasts().filter(|beast| *beast != ground.unit)) {
        stampede::risk(cx, beast)?;
    }
    Ok(())
}

/// HC-GIVE-01, HC-BRES-22, HC-BRES-23: the unit itself gives ground.
fn move_unit(cx: &mut Cx<'_, Rules>, ground: &Ground, end: &UnitEnd) {
    let from = *cx.state().unit(ground.unit);
    let why = if ground.why == Why::Parts { MoveWhy::Parted } else { MoveWhy::GaveGround };
    shift(cx, ground.unit, &end.rect, why);
    let is = Combat { moved: true, ..from.combat };
    cx.emit(Event::Combat { unit: ground.unit, is });
    fight::part(cx, ground.unit);
    if ground.disorder != Disorder::None {
        disordered(cx, ground.unit, result(ground.disorder));
    }
}

/// HC-GIVE-07, HC-GIVE-09, HC-BRES-23: a support goes along.
fn move_support(cx: &mut Cx<'_, Rules>, ground: &Ground, end: &UnitEnd) {
    let from = cx.state().unit(end.unit).rect;
    cx.cite(rule!("HC-GIVE-07"), || Fact::Unit(end.unit));
    shift(cx, end.unit, &end.rect, MoveWhy::GaveGround);
    if ground.disorder == Disorder::All {
        disordered(cx, end.unit, rule!("HC-BRES-23"));
    }
    commander::displace(cx, end.unit, &from, &end.rect);
}

/// HC-GIVE-11, HC-GIVE-13, HC-DRILL-04, HC-DRILL-05, HC-DRILL-06: a friend who stepped aside is disordered on 1 to 3,
/// unless he and all for whom he did are drilled and in battle line.
fn jostle(cx: &mut Cx<'_, Rules>, aside: &Aside) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let drilled = |one: UnitId| {
        look.card(one).specials.drilled_passing() && look.state.unit(one).formation == Formation::Line
    };
    let friend = aside.friend;
    if drilled(friend) && aside.of.iter().all(drilled) {
        cx.cite(rule!("HC-GIVE-13"), || Fact::Unit(friend));
        return Ok(());
    }
    let face = rolls::die(cx, rule!("HC-GIVE-11"))?;
    cx.cite(rule!("HC-GIVE-11"), || Fact::Roll { unit: friend, face, needed: 4 });
    if face <= 3 {
        disordered(cx, friend, rule!("HC-GIVE-11"));
    }
    Ok(())
}

/// A unit now stands there.
pub(crate) fn shift(cx: &mut Cx<'_, Rules>, unit: UnitId, to: &Rect, why: MoveWhy) {
    let standing = cx.state().unit(unit);
    if standing.rect == *to {
        return;
    }
    let (way, formation) = (vec![standing.rect.pose, to.pose], standing.formation);
    cx.emit(Event::Moved(Moved { unit, why, way, formation, rect: *to }));
}

/// HC-GIVE-18, HC-EXIT-05: over the edge it has left.
fn leave(cx: &mut Cx<'_, Rules>, end: &UnitEnd) {
    if let Some((edge, along)) = end.left {
        cx.cite(rule!("HC-GIVE-18"), || Fact::OffTable(edge));
        movement::leave_table(cx, end.unit, edge, along);
    }
}
