//! Moves of victors (60.9, 60.10, HC-ALG-16): staying, moving, following up, going into a building, sweeping on.

use super::ground::shift;
use super::{sweep, wedge};
use crate::charge;
use crate::choice::{Asked, Choice, Ghost, GhostMove, Prompt};
use crate::command::{Leg, Target, Task};
use crate::commander;
use crate::event::{self, Event, MoveWhy};
use crate::fact::Fact;
use crate::fight::{self, FightChoice, FightPrompt, Round, Waiting, with_round};
use crate::formation::Formation;
use crate::ids::{BlockId, UnitId, UnitSet};
use crate::movement::{self, Glide, Manner, Mover, Obey};
use crate::pending::Pending;
use crate::rules::{INCH, Look, Rules};
use crate::state::{Combat, Deed, Place, Side4};
use crate::troop::Class;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict, Want};
use aelian_geometry::{Facing, Pose, Rect, degrees};
use aelian_rulebook::{Reason, RuleId, rule};
use serde::{Deserialize, Serialize};

/// What a victor does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    Stay,
    /// HC-VICM-02, HC-VICM-07: one move, to this pose of its centre-front.
    Move(Pose),
    /// HC-VICM-04: into contact with an enemy that gave ground.
    FollowUp {
        enemy: UnitId,
    },
    /// HC-VICM-11, HC-BLDG-19: into the building that it has cleared.
    Occupy {
        block: BlockId,
    },
    /// HC-SWEEP-03: up to two moves into its front quarter.
    Sweep(Pose),
    /// HC-SWEEP-04: the same, as a charge.
    SweepCharge {
        targets: Vec<Target>,
    },
}

/// Units that take part in a round, as far as victors ask.
struct Won<'a> {
    look: Look<'a>,
    unit: UnitId,
    /// HC-SWEEP-01: whom it fought; all of these must be destroyed for a sweep.
    foes: UnitSet,
    /// HC-WEDGE-10: a wedge that has broken through.
    burst: bool,
    /// HC-SUPM-05: a support that is freed by its friend who went into a building; it makes a plain move.
    freed: bool,
}

impl<'a> Won<'a> {
    fn new(look: Look<'a>, unit: UnitId) -> Won<'a> {
        let (foes, freed, burst) = match look.state.pending.last() {
            Some(Pending::Fight(Waiting::Round(round))) => {
                let known = round.foes.iter().find(|(one, _)| *one == unit);
                let foes = known.map_or(UnitSet::EMPTY, |(_, foes)| *foes);
                (foes, round.freed.contains(unit), round.burst.contains(unit))
            }
            _ => (UnitSet::EMPTY, false, false),
        };
        Won { look, unit, foes, freed, burst }
    }

    /// It stands on the table and can move at all; that it is disordered does not hinder it (HC-DIS-12).
    fn is_able(&self) -> bool {
        let standing = self.look.state.unit(self.unit);
        standing.place == Place::Table
            && standing.formation != Formation::Square
            && !standing.did(Deed::Stopped)
            && self.look.rate(self.unit) > 0.0
            && (self.burst || !self.look.state.is_fighting(self.unit))
    }

    /// HC-VICM-02, HC-VICM-14, HC-INC-02: no enemy touches it any more, but for those who do not block (HC-INC-05).
    fn may_move(&self) -> bool {
        self.is_able() && self.touching().next().is_none()
    }

    /// HC-VICM-01, HC-VICM-02, HC-VICM-14, HC-MOVE-08: what keeps it from a move: those whom it fights hold, somebody
    /// else touches it, or it is a square.
    fn held_by(&self) -> RuleId {
        if self.look.state.is_fighting(self.unit) {
            rule!("HC-VICM-02")
        } else if self.look.state.unit(self.unit).formation == Formation::Square {
            rule!("HC-MOVE-08")
        } else {
            rule!("HC-VICM-14")
        }
    }

    fn touching(&self) -> impl Iterator<Item = UnitId> + '_ {
        let enemies = self.look.on_table(self.look.side(self.unit).other());
        enemies.filter(|enemy| self.look.blocks(*enemy) && self.look.is_against(self.unit, *enemy))
    }

    /// HC-SWEEP-01, HC-SWEEP-08, HC-SWEEP-13, HC-SHK-04, HC-DIS-11: all whom it fought are destroyed, nobody touches
    /// its front, and it is in good order.
    fn may_sweep(&self) -> bool {
        let look = self.look;
        let front = |enemy: UnitId| {
            look.meeting(self.unit, enemy).is_some_and(|meeting| meeting.edges[0] == Side4::Front)
        };
        self.is_able()
            && !self.freed
            && !look.is_unsteady(self.unit)
            && !look.is_of_broken_division(self.unit)
            && !look.state.unit(self.unit).did(Deed::Swept)
            && (self.burst || self.may_sweep_by_foes())
            && !self.touching().any(front)
    }

    /// HC-SWEEP-03, HC-SWEEP-15, HC-WEDGE-10: how many moves it may sweep.
    fn moves(&self) -> u8 {
        if self.burst { wedge::MOVES } else { sweep::MOVES }
    }

    /// HC-WEDGE-10, HC-WEDGE-11, AMB-99: a wedge that has broken through goes on, though it be shaken or disordered:
    /// then as a plain move.
    fn may_go_on(&self) -> bool {
        self.may_sweep() || (self.burst && self.is_able() && !self.look.is_of_broken_division(self.unit))
    }

    /// HC-VICM-04: enemies that gave ground before it.
    fn beaten(&self) -> UnitSet {
        if self.freed || !self.may_move() || self.look.is_of_broken_division(self.unit) {
            return UnitSet::EMPTY;
        }
        self.foes.iter().filter(|foe| self.look.state.unit(*foe).place == Place::Table).collect()
    }

    /// HC-VICM-03, HC-SWEEP-05, HC-WEDGE-11: proximity binds it, but for a wedge that has broken through and goes
    /// straight on.
    fn obeys(&self) -> Obey {
        Obey { proximity: !self.burst, ..Obey::ORDER }
    }

    fn task(&self, pose: Pose) -> Task {
        Task { unit: self.unit, way: vec![Leg::Go(pose)], ignore_open: false }
    }
}

impl Look<'_> {
    /// HC-INC-05, AMB-97: baggage and heavier engines are no hindrance; they are swept away.
    pub fn blocks(&self, enemy: UnitId) -> bool {
        let class = self.class(enemy);
        let light = class == Class::LightArtillery && self.rules.settings.light_engines_do_not_block;
        !(class == Class::Baggage || class.is_heavy_engine() || light) || self.state.is_fighting(enemy)
    }

    /// HC-INC-04, HC-INC-06: this enemy touches it along more than half an inch, or they fight; less does not block.
    pub fn is_against(&self, unit: UnitId, enemy: UnitId) -> bool {
        let meeting = self.meeting(unit, enemy);
        meeting.is_some_and(|meeting| meeting.fights || meeting.length >= 0.5 * INCH)
    }

    /// HC-VICM-02, HC-SWEEP-01: whether a victor may do anything but stay.
    pub fn victor_may_act(&self, unit: UnitId) -> bool {
        let won = Won::new(*self, unit);
        won.may_move() || won.may_go_on()
    }

    /// HC-INC-05: those who touch a victor and do not block it.
    fn swept_away(&self, unit: UnitId) -> UnitSet {
        let enemies = self.on_table(self.side(unit).other());
        enemies.filter(|enemy| self.touch(unit, *enemy) && !self.blocks(*enemy)).collect()
    }

    /// HC-VICM-04, HC-VICM-13, HC-INC-02: where a victor stands that follows up, or why it cannot.
    fn follow_up(&self, unit: UnitId, enemy: UnitId) -> Result<charge::Contact, Reason<Fact>> {
        let (distance, rate) = (self.reach(unit, enemy), self.rate(unit));
        if distance > rate + self.rules.slack {
            let fact = Fact::TooFar { used: distance, allowed: rate };
            return Err(Reason::new(rule!("HC-VICM-13"), fact));
        }
        let from = *self.rect(unit);
        let ahead = self.is_partly_in_front(unit, enemy);
        let found = charge::contact(*self, unit, &from, enemy, self.quarter_in(unit, enemy));
        let Some(contact) = found.filter(|_| ahead) else {
            return Err(Reason::new(rule!("HC-VICM-04"), Fact::Pair { unit, other: enemy }));
        };
        let formation = self.state.unit(unit).formation;
        let ignored = contact.foes.union(self.swept_away(unit));
        let obey = Obey { ignored, comrades: self.all_engaged_with(enemy), ..Obey::GIVE_GROUND };
        let mover = Mover { unit, formation, obey, walled: UnitSet::EMPTY };
        match self.halt(&mover, &Glide::new(&from, contact.rect.pose)) {
            Some(halt) => Err(Reason::new(rule!("HC-INC-02"), halt.reason.fact)),
            None => Ok(contact),
        }
    }
}

/// HC-VICM-01, HC-VICM-02, HC-ENDC-06, HC-SWEEP-14: the victors of a round may each move, one after the other as
/// their owner says. Those who can only stay need not say so.
pub(crate) fn asked(look: Look<'_>, victors: UnitSet) -> Asked {
    let units: UnitSet = victors.iter().filter(|unit| look.victor_may_act(*unit)).collect();
    if let Some(first) = units.first() {
        return Some(Next::Ask {
            side: look.side(first),
            prompt: Prompt::Fight(FightPrompt::Victors { units }),
        });
    }
    let units: UnitSet = victors.iter().filter(|unit| look.state.unit(*unit).is_on_table()).collect();
    let (side, prompt) = (look.side(units.first()?), Prompt::Fight(FightPrompt::Victors { units }));
    Some(Next::Only { side, prompt, choice: Choice::Proceed })
}

/// HC-VICM-02, HC-VICM-03, HC-VICM-04, HC-VICM-05, HC-VICM-06, HC-VICM-07, HC-VICM-08, HC-VICM-09, HC-VICM-10,
/// HC-VICM-11, HC-VICM-12, HC-VICM-13, HC-VICM-14, HC-SWEEP-01, HC-SWEEP-02, HC-SWEEP-03, HC-SWEEP-04, HC-SWEEP-05.
pub(crate) fn check(look: Look<'_>, units: UnitSet, unit: UnitId, act: &Act) -> Verdict<Rules> {
    if !look.state.has_unit(unit) {
        return Verdict::refused(rule!("HC-VICM-02"), Fact::NoSuchUnit(unit));
    }
    if !units.contains(unit) {
        return Verdict::refused(rule!("HC-VICM-02"), Fact::Unit(unit));
    }
    let won = Won::new(look, unit);
    let judged = match act {
        Act::Stay => Ok(Ghost::default()),
        Act::Move(pose) => check_move(&won, *pose),
        Act::FollowUp { enemy } => check_follow_up(&won, *enemy),
        Act::Occupy { block } => check_occupy(&won, *block),
        Act::Sweep(pose) => check_sweep(&won, *pose),
        Act::SweepCharge { targets } => {
            sweep_allowed(&won).and_then(|()| sweep::check(look, unit, targets, won.moves()))
        }
    };
    match judged {
        Ok(ghost) => Verdict::legal(ghost),
        Err(breaches) => {
            let mut verdict = Verdict::legal(Ghost::default());
            verdict.breaches = breaches;
            verdict
        }
    }
}

type Judged = Result<Ghost, Vec<Reason<Fact>>>;

fn ghost(won: &Won<'_>, rect: Rect, moves: u8, contact: bool) -> Ghost {
    let formation = won.look.state.unit(won.unit).formation;
    let moves = vec![GhostMove { unit: won.unit, moves, formation, rect, contact }];
    Ghost { moves, ..Ghost::default() }
}

/// HC-VICM-03, HC-VICM-07, HC-VICM-08, HC-VICM-09, AMB-34.
fn check_move(won: &Won<'_>, pose: Pose) -> Judged {
    if !won.may_move() {
        return Err(vec![Reason::new(won.held_by(), Fact::Unit(won.unit))]);
    }
    let rect = planned(won, pose, 1)?;
    if won.look.is_of_broken_division(won.unit) && comes_nearer(won, &rect) {
        return Err(vec![Reason::new(rule!("HC-VICM-08"), Fact::Unit(won.unit))]);
    }
    Ok(ghost(won, rect, 1, false))
}

/// HC-VICM-08, HC-RET-08: nearer to the enemy than it was.
fn comes_nearer(won: &Won<'_>, rect: &Rect) -> bool {
    let look = won.look;
    let enemies = || look.on_table(look.side(won.unit).other());
    let nearest = |rect: &Rect| enemies().map(|enemy| look.distance_to(rect, enemy)).fold(1e9, f64::min);
    nearest(rect) < nearest(look.rect(won.unit)) - look.rules.slack
}

/// Where a move to this pose ends, if it gets there.
fn planned(won: &Won<'_>, pose: Pose, moves: u8) -> Result<Rect, Vec<Reason<Fact>>> {
    let look = won.look;
    if !movement::is_sound(&look.rect(won.unit).with_pose(pose)) {
        return Err(vec![Reason::new(rule!("HC-GEO-01"), Fact::Unit(won.unit))]);
    }
    // HC-INC-05: what is swept away is gone before it moves.
    let manner = Manner { obey: won.obeys(), link: None };
    let swept = look.swept_away(won.unit);
    let plan = if swept.is_empty() {
        look.plan_in(won.unit, &won.task(pose), moves, &manner)
    } else {
        let mut scratch = look.state.clone();
        for unit in swept.iter() {
            event::apply(&mut scratch, &Event::Leaves { unit, to: Place::Destroyed });
        }
        look.at(&scratch).plan_in(won.unit, &won.task(pose), moves, &manner)
    };
    match (plan.moves.last(), plan.done) {
        (Some(last), true) => Ok(last.rect),
        _ => {
            let used = movement::cost(look.rect(won.unit), &look.rect(won.unit).with_pose(pose));
            let allowed = look.rate(won.unit) * f64::from(moves);
            let rule = if moves > 1 { rule!("HC-SWEEP-03") } else { rule!("HC-VICM-02") };
            let far = Reason::new(rule, Fact::TooFar { used, allowed });
            let too_far = used > allowed + look.rules.slack;
            let also = (too_far && plan.stopped.is_some()).then(|| far.clone());
            Err(std::iter::once(plan.stopped.unwrap_or(far)).chain(also).collect())
        }
    }
}

fn check_follow_up(won: &Won<'_>, enemy: UnitId) -> Judged {
    if !won.look.state.has_unit(enemy) {
        return Err(vec![Reason::new(rule!("HC-VICM-04"), Fact::NoSuchUnit(enemy))]);
    }
    if won.look.is_of_broken_division(won.unit) {
        return Err(vec![Reason::new(rule!("HC-VICM-08"), Fact::Unit(won.unit))]);
    }
    if !won.beaten().contains(enemy) {
        return Err(vec![Reason::new(rule!("HC-VICM-04"), Fact::Unit(enemy))]);
    }
    let contact = won.look.follow_up(won.unit, enemy).map_err(|reason| vec![reason])?;
    let mut ghost = ghost(won, contact.rect, 1, true);
    ghost.targets = contact.foes;
    Ok(ghost)
}

/// HC-BLDG-19, HC-VICM-11: it touches the building, and its defenders are destroyed.
fn check_occupy(won: &Won<'_>, block: BlockId) -> Judged {
    let look = won.look;
    let Some(building) = look.state.field.block(block) else {
        return Err(vec![Reason::new(rule!("HC-BLDG-19"), Fact::NoSuchBlock(block))]);
    };
    let mut broken = look.may_enter(won.unit, block);
    let apart = aelian_geometry::distance(look.rect(won.unit), &building.rect) > look.rules.slack;
    if apart || !won.may_move() || won.freed || !won.may_sweep_by_foes() {
        broken.push(Reason::new(rule!("HC-BLDG-19"), Fact::Block(block)));
    }
    if look.is_of_broken_division(won.unit) {
        broken.push(Reason::new(rule!("HC-VICM-08"), Fact::Unit(won.unit)));
    }
    if broken.is_empty() { Ok(ghost(won, building.rect, 1, false)) } else { Err(broken) }
}

impl Won<'_> {
    /// HC-SWEEP-01: one whom it fought and who is not destroyed.
    fn opposed_by(&self) -> Fact {
        let unit = self.unit;
        let alive = |foe: &UnitId| self.look.state.unit(*foe).place != Place::Destroyed;
        self.foes.iter().find(alive).map_or(Fact::Unit(unit), |other| Fact::Pair { unit, other })
    }

    /// Whom it fought is destroyed.
    fn may_sweep_by_foes(&self) -> bool {
        self.foes.iter().all(|foe| self.look.state.unit(foe).place == Place::Destroyed)
    }
}

/// HC-SHK-04, HC-DIS-11, HC-SWEEP-08, HC-SWEEP-01: every rule that keeps a victor from sweeping on, the closest first.
fn sweep_allowed(won: &Won<'_>) -> Result<(), Vec<Reason<Fact>>> {
    if won.may_sweep() {
        return Ok(());
    }
    let Won { look, unit, .. } = *won;
    let swept = look.state.unit(unit).did(Deed::Swept);
    let special = [
        (look.is_shaken(unit), rule!("HC-SHK-04")),
        (look.is_disordered(unit), rule!("HC-DIS-11")),
        (swept, rule!("HC-SWEEP-08")),
        (look.is_of_broken_division(unit), rule!("HC-SWEEP-13")),
    ];
    let special = special.into_iter().filter(|(broken, _)| *broken).map(|(_, rule)| rule);
    let special = special.map(|rule| Reason::new(rule, Fact::Unit(unit)));
    Err(special.chain([Reason::new(rule!("HC-SWEEP-01"), won.opposed_by())]).collect())
}

/// HC-SWEEP-03, HC-SWEEP-05: up to two moves, into the front quarter.
fn check_sweep(won: &Won<'_>, pose: Pose) -> Judged {
    if !won.may_go_on() {
        sweep_allowed(won)?;
    }
    let moves = won.moves();
    let behind = pose.at.is_finite() && won.look.quarter(won.unit, pose.at) != Side4::Front;
    let behind = behind.then(|| Reason::new(rule!("HC-SWEEP-03"), Fact::Unit(won.unit)));
    match (planned(won, pose, moves), behind) {
        (Ok(_), None) if goes_aside(won, pose) => {
            Err(vec![Reason::new(rule!("HC-WEDGE-11"), Fact::Unit(won.unit))])
        }
        (Ok(rect), None) => Ok(ghost(won, rect, moves, false)),
        (Ok(_), Some(behind)) => Err(vec![behind]),
        (Err(reasons), behind) => Err(behind.into_iter().chain(reasons).collect()),
    }
}

/// HC-WEDGE-11: a wedge that has burst through could go as far more nearly straight ahead; looked at by each 5 degrees.
fn goes_aside(won: &Won<'_>, pose: Pose) -> bool {
    let from = won.look.rect(won.unit).pose;
    let way = pose.at - from.at;
    let (_, right) = won.look.rect(won.unit).local(pose.at);
    if !won.burst || right.abs() <= won.look.rules.slack.max(1.0) {
        return false;
    }
    let turned = from.facing.turn_to(Facing::along(way));
    let steps = (turned.abs() / degrees(5.0)).ceil().max(1.0) as usize;
    (0..steps).any(|step| {
        let facing = from.facing.turned(turned * step as f64 / steps as f64);
        let goal = Pose { at: from.at + facing.unit() * way.length(), facing: from.facing };
        planned(won, goal.on_grid(), won.moves()).is_ok()
    })
}

pub(crate) fn resolve(cx: &mut Cx<'_, Rules>, mut round: Round, choice: &Choice) -> Result<(), NeedRoll> {
    let Choice::Fight(FightChoice::Victor { unit, act }) = choice else { return Ok(()) };
    let unit = *unit;
    round.victors.remove(unit);
    let supports: Vec<UnitId> = round.supports_of(unit).map(|support| support.unit).collect();
    fight::keep(cx, round);
    carry_out(cx, unit, act, &supports)
}

/// What the victor chose, and what its supports do with it.
pub(crate) fn carry_out(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    act: &Act,
    supports: &[UnitId],
) -> Result<(), NeedRoll> {
    let from = cx.state().unit(unit).rect;
    let won = Won::new(Look::new(cx.rules, cx.state()), unit);
    let (moves, obey) = (won.moves(), won.obeys());
    match act {
        Act::Stay => Ok(()),
        Act::Move(pose) => {
            cx.cite(rule!("HC-VICM-02"), || Fact::Unit(unit));
            marks_move(cx, unit);
            go(cx, unit, (*pose, 1), obey, MoveWhy::VictoryMove)?;
            follow(cx, unit, &from, supports, 1);
            Ok(())
        }
        Act::FollowUp { enemy } => {
            follow_up(cx, unit, *enemy, supports);
            Ok(())
        }
        Act::Occupy { block } => {
            occupy(cx, unit, *block, supports);
            Ok(())
        }
        Act::Sweep(pose) => {
            cx.cite(rule!("HC-SWEEP-01"), || Fact::Unit(unit));
            let sweeps = !Look::new(cx.rules, cx.state()).is_unsteady(unit);
            marks_move(cx, unit);
            cx.emit(Event::Did { unit, deed: Deed::Swept });
            go(cx, unit, (*pose, moves), obey, MoveWhy::Swept)?;
            fight::part(cx, unit);
            follow(cx, unit, &from, supports, moves);
            if sweeps { sweep::disorder(cx, unit) } else { Ok(()) }
        }
        Act::SweepCharge { targets } => sweep::charge(cx, unit, targets, moves),
    }
}

/// HC-HIT-H06, HC-UPH-02: it moves after the round.
fn marks_move(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let is = Combat { moved: true, ..cx.state().unit(unit).combat };
    cx.emit(Event::Combat { unit, is });
}

/// HC-INC-05: what stood in its way without stopping it is destroyed; then it moves.
fn go(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    (pose, moves): (Pose, u8),
    obey: Obey,
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    clear(cx, unit);
    let look = Look::new(cx.rules, cx.state());
    let task = Task { unit, way: vec![Leg::Go(pose)], ignore_open: false };
    let plan = look.plan_in(unit, &task, moves, &Manner { obey, link: None });
    movement::carry_plan(cx, unit, &plan.moves, why)
}

/// HC-INC-05: baggage and engines that touch it are destroyed.
fn clear(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let swept: Vec<UnitId> = look.swept_away(unit).iter().collect();
    swept.into_iter().for_each(|enemy| super::destroy(cx, enemy, rule!("HC-INC-05")));
}

/// HC-VICM-04, HC-VICM-05, HC-VICM-06, HC-VICM-12, EX-108: it closes with the enemy again; the fight goes on in the
/// next turn.
fn follow_up(cx: &mut Cx<'_, Rules>, unit: UnitId, enemy: UnitId, supports: &[UnitId]) {
    let look = Look::new(cx.rules, cx.state());
    let Ok(contact) = look.follow_up(unit, enemy) else { return };
    let from = *look.rect(unit);
    cx.cite(rule!("HC-VICM-04"), || Fact::Pair { unit, other: enemy });
    marks_move(cx, unit);
    for (loose, rect) in &contact.closes {
        shift(cx, *loose, rect, MoveWhy::ClosedUp);
    }
    clear(cx, unit);
    shift(cx, unit, &contact.rect, MoveWhy::FollowedUp);
    fight::meet(cx, unit, true);
    follow(cx, unit, &from, supports, 1);
    commander::displace(cx, unit, &from, &contact.rect);
}

/// HC-SUPM-01, HC-SUPM-02, HC-SUPM-06: each support keeps its place beside the victor, if that many moves bring it
/// there; else it drops out.
pub(super) fn follow(cx: &mut Cx<'_, Rules>, unit: UnitId, from: &Rect, supports: &[UnitId], moves: u8) {
    let to = cx.state().unit(unit).rect;
    for support in supports {
        let look = Look::new(cx.rules, cx.state());
        if to == *from || !follows(look, *support) {
            continue;
        }
        match place_beside(look, (*support, unit), from, &to, moves) {
            Some(new) => {
                let old = *look.rect(*support);
                cx.cite(rule!("HC-SUPM-01"), || Fact::Pair { unit: *support, other: unit });
                shift(cx, *support, &new, MoveWhy::Supported);
                fight::meet(cx, *support, true);
                commander::displace(cx, *support, &old, &new);
            }
            None => cx.cite(rule!("HC-SUPM-06"), || Fact::Unit(*support)),
        }
    }
}

/// How much further back than before a support may stand, in inches: up to that it still reaches the front line of its
/// friend, or his rear (HC-SUPP-22, HC-SUPP-29, HC-SUPP-30).
const FURTHER_BACK: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// HC-SUPM-02, HC-SUPM-06: where a support keeps its place beside a victor who went from here to there, or one a little
/// further back if that is taken.
fn place_beside(
    look: Look<'_>,
    (support, victor): (UnitId, UnitId),
    from: &Rect,
    to: &Rect,
    moves: u8,
) -> Option<Rect> {
    let old = *look.rect(support);
    let turn = from.pose.facing.turn_to(to.pose.facing);
    let pose = old.pose.rotated_about(from.pose.at, turn).translated(to.pose.at - from.pose.at);
    let formation = look.state.unit(support).formation;
    let furthest = look.rate(support) * f64::from(moves) + look.rules.slack;
    let places = FURTHER_BACK.map(|back| old.with_pose(pose.advanced(-look.inches(back)).on_grid()));
    // HC-PASS-01: not through those who are still there.
    let obey = Obey { comrades: look.all_engaged_with(victor), ..Obey::SUPPORT };
    let mover = Mover { unit: support, formation, obey, walled: UnitSet::EMPTY };
    places.into_iter().find(|place| {
        movement::cost(&old, place) <= furthest
            && look.may_rest(support, formation, place).is_empty()
            && look.halt(&mover, &Glide::new(&old, place.pose)).is_none_or(|halt| halt.part >= 1.0)
    })
}

fn follows(look: Look<'_>, support: UnitId) -> bool {
    let standing = look.state.unit(support);
    standing.place == Place::Table
        && standing.formation != Formation::Square
        && !look.state.is_fighting(support)
}

/// HC-BLDG-19, HC-SUPM-05, AMB-92: it goes in; its supports are free to make a move of their own.
fn occupy(cx: &mut Cx<'_, Rules>, unit: UnitId, block: BlockId, supports: &[UnitId]) {
    let Some(rect) = cx.state().field.block(block).map(|block| block.rect) else { return };
    cx.cite(rule!("HC-BLDG-19"), || Fact::Block(block));
    marks_move(cx, unit);
    shift(cx, unit, &rect, MoveWhy::VictoryMove);
    cx.emit(Event::Leaves { unit, to: Place::Block(block) });
    let freed: UnitSet = supports.iter().copied().collect();
    with_round(cx, |_, round| {
        round.freed = round.freed.union(freed);
        round.victors = round.victors.union(freed);
    });
}

/// Staying; following up every enemy that can be; going into each building that can be; straight on by halves of a
/// move, back by halves of a move, and a wheel to either side; sweeping on by halves of a move; each enemy that can
/// be charged.
pub(crate) fn propose(look: Look<'_>, units: UnitSet, _want: Want<'_>) -> Vec<FightChoice> {
    let mut out = Vec::new();
    for unit in units.iter() {
        let won = Won::new(look, unit);
        let mut acts = vec![Act::Stay];
        let rate = look.rate(unit);
        let pose = look.rect(unit).pose;
        if won.may_move() {
            acts.extend(won.beaten().iter().map(|enemy| Act::FollowUp { enemy }));
            let blocks = (0..look.state.field.blocks.len()).map(|at| BlockId(at as u8));
            acts.extend(blocks.map(|block| Act::Occupy { block }));
            let ways = [1.0, 0.5, -0.5, -1.0].map(|part| pose.advanced(rate * part));
            acts.extend(ways.map(|pose| Act::Move(pose.on_grid())));
        }
        if won.may_go_on() {
            let furthest = rate * f64::from(won.moves());
            let ways = [1.0, 0.75, 0.5, 0.25].map(|part| pose.advanced(furthest * part));
            acts.extend(ways.map(|pose| Act::Sweep(pose.on_grid())));
            acts.extend(
                sweep::targets(look, unit, won.moves())
                    .into_iter()
                    .map(|target| Act::SweepCharge { targets: vec![Target::Unit(target)] }),
            );
        }
        let legal = acts.into_iter().filter(|act| check(look, units, unit, act).is_legal());
        out.extend(legal.map(|act| FightChoice::Victor { unit, act }));
    }
    out
}
