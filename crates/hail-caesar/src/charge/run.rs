//! A charge on its way (HC-RESP-11, HC-ALG-06, HC-ALG-07): a step that waits, is taken from the stack when it goes on, and
//! is put back where somebody has to answer or to roll.

use super::engage::meetings;
use super::evade::{self, Rolled};
use super::onset::{self, Blows, Trial};
use super::reach::{Aim, Outlook};
use super::respond::{Charged, Response};
use super::{Contact, Waiting, approach, contact, counter, engage, halted, turn};
use crate::command::Charge;
use crate::event::{self, Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::foreign::Has;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement::MovePlan;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::{Combat, Deed, Side4};
use crate::{breaks, command, movement, ranged, scenario};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// A charge that is being carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    pub unit: UnitId,
    pub order: Charge,
    /// HC-CHG-36: where it stood when the order was received.
    pub stood: Pose,
    pub why: MoveWhy,
    /// Moves that are left to it.
    pub left: u8,
    /// Whom it goes for now.
    pub target: Option<UnitId>,
    /// HC-RESP-09: who still has to say what he does.
    pub asked: UnitSet,
    /// HC-ALG-06 step 2: the neighbours of the target have been asked.
    pub neighbours: bool,
    pub answers: Vec<Answer>,
    /// HC-EVADE-12: who has got away.
    pub fled: UnitSet,
    /// Where it has stood on its way, for those who shoot at it (HC-TRAV-04).
    pub way: Vec<Rect>,
    /// HC-PASS-10: friends through whom it has passed and with whom it tests when it has moved.
    pub passed: UnitSet,
    /// HC-PARTH-05: it has been stopped, and goes no further.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    pub at: At,
}

/// HC-RESP-01: what a charged unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    pub unit: UnitId,
    pub response: Response,
}

/// What a charge waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// It has not begun.
    Begins,
    /// HC-RESP-02.
    Answers,
    /// HC-ALG-06 step 3: several evade, and who is first is to be said.
    EvadeOrder,
    /// HC-EVADE-04: this unit tests.
    EvadeTest { unit: UnitId },
    /// HC-EVADE-07: the general may roll this total again.
    Reroll { unit: UnitId, total: u8 },
    /// HC-EVADE-09: it has fled; the charger goes on.
    Fled { unit: UnitId },
    /// HC-PARTH-02: it has been shot at by this unit, which then evades; whether it had been tested in this part before.
    Parthian { unit: UnitId, tested: bool },
    /// HC-ALG-06 step 8: it has been shot at in contact with these.
    Shot { foes: UnitSet },
    /// HC-ALG-06 step 9: what is still rolled for.
    Onset { trials: Vec<Trial> },
}

impl Run {
    /// A charge that has not begun.
    pub(super) fn new(
        look: Look<'_>,
        unit: UnitId,
        order: &Charge,
        moves: u8,
        stood: Pose,
        why: MoveWhy,
    ) -> Run {
        let standing = *look.state.unit(unit);
        Run {
            unit,
            order: order.clone(),
            stood,
            why,
            left: moves,
            target: None,
            asked: UnitSet::EMPTY,
            neighbours: false,
            answers: Vec::new(),
            fled: UnitSet::EMPTY,
            way: if standing.is_in_block() { Vec::new() } else { vec![standing.rect] },
            passed: UnitSet::EMPTY,
            stopped: false,
            at: At::Begins,
        }
    }

    pub fn aim(&self) -> Aim<'_> {
        Aim { unit: self.unit, order: &self.order, stood: self.stood, fled: self.fled, why: self.why }
    }

    pub fn answer(&self, unit: UnitId) -> Response {
        let given = self.answers.iter().find(|answer| answer.unit == unit);
        given.map_or(Response::Stand, |answer| answer.response)
    }

    pub(super) fn fits(&self, has: &Has<'_>) -> bool {
        let at = match &self.at {
            At::Begins | At::Answers | At::EvadeOrder => true,
            At::EvadeTest { unit }
            | At::Reroll { unit, .. }
            | At::Fled { unit }
            | At::Parthian { unit, .. } => has.unit(*unit),
            At::Shot { foes } => has.units(*foes),
            At::Onset { trials } => trials.iter().all(|trial| has.unit(trial.unit) && has.unit(trial.foe)),
        };
        at && has.unit(self.unit)
            && crate::command::Verb::Charge(self.order.clone()).fits(has)
            && self.target.is_none_or(|target| has.unit(target))
            && [self.asked, self.fled, self.passed].into_iter().all(|set| has.units(set))
            && self.answers.iter().all(|answer| has.unit(answer.unit))
    }

    /// HC-ALG-06 step 3: those who have said that they evade and have not yet.
    pub fn evaders(&self) -> UnitSet {
        let evades = |answer: &&Answer| answer.response == Response::Evade;
        self.answers.iter().filter(evades).map(|answer| answer.unit).collect()
    }

    /// HC-ALG-06 step 6: who meets the charger halfway: its target, or else a neighbour whom it would fight (HC-ONE-02).
    fn counterer(&self) -> Option<UnitId> {
        let counters = |answer: &&Answer| answer.response == Response::Countercharge;
        let first = self.answers.iter().find(|answer| Some(answer.unit) == self.target);
        let own = first.filter(counters);
        own.or_else(|| self.answers.iter().find(counters)).map(|answer| answer.unit)
    }

    fn waits(self, cx: &mut Cx<'_, Rules>, at: At) {
        cx.emit(Event::Waits(Pending::Charge(Waiting::Run(Box::new(Run { at, ..self })))));
    }
}

/// HC-CHG-01, HC-CHG-02, HC-CHG-05, HC-CHG-06, HC-ALG-01 step 0: carries out a charge with so many moves by a unit that stood so when it
/// received the order.
pub fn carry(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    order: &Charge,
    moves: u8,
    stood: Pose,
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    let run = Run::new(Look::new(cx.rules, cx.state()), unit, order, moves, stood, why);
    begin(cx, run)
}

/// HC-RESP-11 steps 3 and 4: the reach test, and who may respond.
pub fn begin(cx: &mut Cx<'_, Rules>, mut run: Run) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if !look.state.unit(run.unit).is_on_table() {
        return Ok(());
    }
    let mut outlook = run.aim().outlook(look, run.left);
    if scenario::spring_upon(cx, run.unit, outlook.places()) {
        outlook = run.aim().outlook(Look::new(cx.rules, cx.state()), run.left);
    }
    let look = Look::new(cx.rules, cx.state());
    run.target = outlook.target;
    run.answers.clear();
    run.neighbours = false;
    let Some(target) = outlook.target else {
        // HC-INTENT-03: what it was told to do before.
        go(cx, &mut run, &outlook.steps);
        if cx.is_traced() {
            let reasons = halted::nobody(Look::new(cx.rules, cx.state()), &run);
            reasons.into_iter().for_each(|reason| cx.cite(reason.rule, || reason.fact));
        }
        return finish(cx, run);
    };
    run.asked = responders(look, &run, &outlook, UnitSet::one(target));
    go_on(cx, run, Some(outlook))
}

/// Of these, those who have more than one response.
/// HC-RESP-12: whom it does not reach has nothing to answer, unless he can countercharge.
fn responders(look: Look<'_>, run: &Run, outlook: &Outlook, units: UnitSet) -> UnitSet {
    let free = |unit: &UnitId| Charged { look, run, outlook, unit: *unit }.options().len() > 1;
    units.iter().filter(free).collect()
}

/// When all who were asked have answered: neighbours, evades, and then the charge itself.
///
/// `known`: what the charge comes to, if that has just been worked out.
fn go_on(cx: &mut Cx<'_, Rules>, run: Run, known: Option<Outlook>) -> Result<(), NeedRoll> {
    if !run.asked.is_empty() {
        run.waits(cx, At::Answers);
        return Ok(());
    }
    let Some(target) = run.target else { return finish(cx, run) };
    // HC-ALG-01 step 0: a plain evade of the target comes before all else.
    if !run.neighbours && run.answer(target) == Response::Evade {
        run.waits(cx, At::EvadeTest { unit: target });
        return Ok(());
    }
    let look = Look::new(cx.rules, cx.state());
    let outlook = known.unwrap_or_else(|| run.aim().outlook_at(look, target, run.left));
    if !run.neighbours {
        return ask_neighbours(cx, run, target, outlook);
    }
    let shooter = run.answers.iter().find(|answer| answer.response == Response::ParthianShot);
    if let Some(shooter) = shooter.map(|answer| answer.unit) {
        return parthian(cx, run, &outlook, shooter);
    }
    let evaders = run.evaders();
    if let Some(unit) = evaders.first() {
        let at = if evaders.len() > 1 { At::EvadeOrder } else { At::EvadeTest { unit } };
        run.waits(cx, at);
        return Ok(());
    }
    if run.stopped {
        return finish(cx, run);
    }
    charge(cx, run, target, outlook)
}

/// HC-ALG-06 steps 1 and 2: the charger comes within one move; then those say what they do whom it would fight beside its
/// target (HC-ONE-02). Who is met halfway by the target meets nobody else.
fn ask_neighbours(
    cx: &mut Cx<'_, Rules>,
    mut run: Run,
    target: UnitId,
    outlook: Outlook,
) -> Result<(), NeedRoll> {
    run.neighbours = true;
    let beside = outlook.foes().minus(UnitSet::one(target));
    if beside.is_empty() || run.answer(target) == Response::Countercharge {
        return go_on(cx, run, Some(outlook));
    }
    go(cx, &mut run, &outlook.steps);
    let look = Look::new(cx.rules, cx.state());
    let outlook = run.aim().outlook_at(look, target, run.left);
    run.asked = responders(look, &run, &outlook, outlook.foes().minus(UnitSet::one(target)));
    go_on(cx, run, Some(outlook))
}

/// HC-ALG-06 step 3: the responder has said who evades first.
pub fn evades_first(cx: &mut Cx<'_, Rules>, run: Run, unit: UnitId) -> Result<(), NeedRoll> {
    run.waits(cx, At::EvadeTest { unit });
    Ok(())
}

/// HC-PARTH-02, HC-PARTH-03, HC-PARTH-07: the charger comes within one move; then it is shot at.
fn parthian(cx: &mut Cx<'_, Rules>, mut run: Run, outlook: &Outlook, unit: UnitId) -> Result<(), NeedRoll> {
    go(cx, &mut run, &outlook.steps);
    cx.cite(rule!("HC-PARTH-02"), || Fact::Pair { unit, other: run.unit });
    let (charger, tested) = (run.unit, cx.state().unit(run.unit).did(Deed::Tested));
    run.waits(cx, At::Parthian { unit, tested });
    ranged::closing_shots(cx, charger, UnitSet::one(unit));
    Ok(())
}

/// HC-PARTH-04, HC-PARTH-05, HC-PARTH-06: the shooter evades whatever its shots did; a charger that had to test
/// goes no further.
pub fn parthian_shot(
    cx: &mut Cx<'_, Rules>,
    mut run: Run,
    unit: UnitId,
    tested: bool,
) -> Result<(), NeedRoll> {
    let charger = cx.state().unit(run.unit);
    if charger.did(Deed::Tested) && !tested {
        run.stopped = true;
        cx.cite(rule!("HC-PARTH-05"), || Fact::Unit(run.unit));
    }
    let there = cx.state().unit(unit).is_on_table();
    for answer in run.answers.iter_mut().filter(|answer| answer.unit == unit) {
        answer.response = Response::Evade;
    }
    run.answers.retain(|answer| answer.unit != unit || there);
    if !there {
        return finish(cx, run);
    }
    go_on(cx, run, None)
}

/// HC-RESP-01, HC-RESP-02, HC-RESP-03, HC-RESP-04, HC-RESP-09: the first of those asked has answered.
pub fn answered(cx: &mut Cx<'_, Rules>, mut run: Run, response: Response) -> Result<(), NeedRoll> {
    if let Some(unit) = run.asked.first() {
        run.asked.remove(unit);
        run.answers.push(Answer { unit, response });
        let rule = match response {
            Response::Stand => rule!("HC-RESP-03"),
            Response::ClosingShots => rule!("HC-RESP-04"),
            _ => rule!("HC-RESP-09"),
        };
        cx.cite(rule, || Fact::Unit(unit));
    }
    go_on(cx, run, None)
}

/// HC-EVADE-02, HC-EVADE-04, HC-EVADE-06, HC-EVADE-07, HC-EVADE-13: the test to evade.
pub fn evade_test(cx: &mut Cx<'_, Rules>, run: Run, unit: UnitId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if evade::is_leaderless(look, unit) {
        cx.cite(rule!("HC-EVADE-06"), || Fact::Unit(unit));
        return flees(cx, run, unit, 1);
    }
    let rolled = evade::roll(cx, unit)?;
    let look = Look::new(cx.rules, cx.state());
    if rolled.moves < 3 && evade::may_reroll(look, look.commander_of(unit)) {
        run.waits(cx, At::Reroll { unit, total: rolled.total });
        return Ok(());
    }
    evade_stands(cx, run, unit, rolled)
}

/// HC-GEN-07: the general rolls again, or lets the dice lie.
pub fn reroll(
    cx: &mut Cx<'_, Rules>,
    run: Run,
    (unit, total): (UnitId, u8),
    again: bool,
) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    if !again {
        let rolled = evade::rolled(look, unit, total);
        return evade_stands(cx, run, unit, rolled);
    }
    let side = look.side(unit);
    cx.cite(rule!("HC-EVADE-07"), || Fact::Unit(unit));
    cx.emit(Event::RerollSpent(side));
    let rolled = evade::roll(cx, unit)?;
    evade_stands(cx, run, unit, rolled)
}

/// HC-EVADE-16: the result of an evade test is carried out; the commander may order others to evade.
fn evade_stands(cx: &mut Cx<'_, Rules>, run: Run, unit: UnitId, rolled: Rolled) -> Result<(), NeedRoll> {
    if !rolled.passed {
        cx.cite(rule!("HC-EVADE-06"), || Fact::Unit(unit));
        let commander = Look::new(cx.rules, cx.state()).commander_of(unit);
        if cx.rules.settings.one_failed_evade {
            cx.emit(Event::CommanderFinishes(commander));
        }
    }
    if rolled.blunder {
        return blunders(cx, run, unit);
    }
    flees(cx, run, unit, rolled.moves)
}

/// HC-EVADE-13, HC-BLUN-24: it does what the blunder table says; then the charger goes on.
fn blunders(cx: &mut Cx<'_, Rules>, mut run: Run, unit: UnitId) -> Result<(), NeedRoll> {
    cx.cite(rule!("HC-EVADE-13"), || Fact::Unit(unit));
    run.answers.retain(|answer| answer.unit != unit);
    run.waits(cx, At::Fled { unit });
    cx.emit(Event::Did { unit, deed: Deed::Evaded });
    command::begin_blunder(cx, UnitSet::one(unit));
    Ok(())
}

/// The unit evades; then the charger goes on.
fn flees(cx: &mut Cx<'_, Rules>, mut run: Run, unit: UnitId, moves: u8) -> Result<(), NeedRoll> {
    run.answers.retain(|answer| answer.unit != unit);
    run.clone().waits(cx, At::Fled { unit });
    evade::flee(cx, &run, unit, moves)
}

/// HC-ALG-07, HC-EVADE-09, HC-EVADE-10, HC-EVADE-11, HC-EVADE-12, HC-EVADE-13, HC-EVADE-14, HC-EVADE-15: after an
/// evade the charger catches the evader, charges another whom its order
/// covers, or goes on after him.
pub fn fled(cx: &mut Cx<'_, Rules>, mut run: Run, unit: UnitId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    // HC-ALG-06 step 3: others evade too.
    if !run.evaders().is_empty() && look.state.unit(run.unit).is_on_table() {
        run.fled.insert(unit);
        return go_on(cx, run, None);
    }
    // A blunder may have led the evader into the charger.
    if run.stopped || look.state.is_fighting(run.unit) || !look.state.unit(run.unit).is_on_table() {
        return finish(cx, run);
    }
    let target = run.target.filter(|target| *target == unit || run.fled.contains(*target));
    let Some(unit) = target else {
        run.fled.insert(unit);
        return go_on(cx, run, None);
    };
    let there = look.state.unit(unit).is_on_table();
    let chase = there.then(|| run.aim().outlook_at(look, unit, run.left));
    if let Some(chase) = &chase
        && let Some(contact) = chase.contact.clone()
    {
        return catches(cx, run, unit, &chase.steps.clone(), contact);
    }
    run.fled.insert(unit);
    let next = run.aim().outlook(look, run.left);
    if next.contact.is_some() {
        cx.cite(rule!("HC-EVADE-12"), || Fact::Unit(unit));
        return begin(cx, run);
    }
    // HC-EVADE-15.
    if let Some(chase) = chase {
        cx.cite(rule!("HC-EVADE-15"), || Fact::Unit(unit));
        go(cx, &mut run, &chase.steps);
    }
    finish(cx, run)
}

/// HC-EVADE-09, HC-EVADE-10: the evader is caught and destroyed; the charger has beaten it.
fn catches(
    cx: &mut Cx<'_, Rules>,
    mut run: Run,
    evader: UnitId,
    steps: &[MovePlan],
    contact: Contact,
) -> Result<(), NeedRoll> {
    go(cx, &mut run, steps);
    cx.cite(rule!("HC-EVADE-09"), || Fact::Pair { unit: run.unit, other: evader });
    charges(cx, &mut run, contact.rect, contact.formation);
    // HC-EVADE-11: once, and when all else that comes of its move is done, it has the options of a victor.
    breaks::sweep::offer(cx, run.unit);
    breaks::destroy(cx, evader, rule!("HC-EVADE-10"));
    breaks::contacts::spread(cx, run.unit);
    finish(cx, run)
}

/// HC-ALG-06 steps 5 to 7: the charge as far as the responses let it come.
fn charge(cx: &mut Cx<'_, Rules>, mut run: Run, target: UnitId, outlook: Outlook) -> Result<(), NeedRoll> {
    go(cx, &mut run, &outlook.steps);
    if let Some(unit) = run.counterer() {
        return countercharge(cx, run, unit);
    }
    let Some(planned) = outlook.contact.clone() else {
        cx.cite(rule!("HC-CHG-32"), || Fact::Pair { unit: run.unit, other: target });
        if cx.is_traced() {
            cite_too_far_to_counter(cx, &run, target, &outlook);
            let reasons = halted::before(Look::new(cx.rules, cx.state()), &run, target);
            reasons.into_iter().for_each(|reason| cx.cite(reason.rule, || reason.fact));
        }
        return finish(cx, run);
    };
    let contact = turn_target(cx, &run, target, planned);
    meet(cx, run, target, contact)
}

/// HC-CCH-05: the target would have come to meet the charger, had the charge ended nearer.
fn cite_too_far_to_counter(cx: &mut Cx<'_, Rules>, run: &Run, target: UnitId, outlook: &Outlook) {
    let look = Look::new(cx.rules, cx.state());
    let charged = Charged { look, run, outlook, unit: target };
    let refusals = charged.refusals(Response::Countercharge);
    if !refusals.is_empty() && refusals.iter().all(|reason| reason.rule == rule!("HC-CCH-05")) {
        cx.cite(rule!("HC-CCH-05"), || Fact::Unit(target));
    }
}

/// HC-TTF-03, HC-TTF-04, HC-TTF-06, HC-TTF-08, HC-RESP-13: the target turns or draws up as the charger comes; where it is then met.
fn turn_target(cx: &mut Cx<'_, Rules>, run: &Run, target: UnitId, planned: Contact) -> Contact {
    let look = Look::new(cx.rules, cx.state());
    let charger = *look.rect(run.unit);
    let standing = *look.state.unit(target);
    let testudo = standing.formation == Formation::Testudo && !standing.is_in_block();
    let (why, rule, formation, places) = if run.answer(target) == Response::TurnToFace {
        // HC-TTF-02: about face from the rear.
        let about = run.aim().quarter(look, target) == Side4::Rear;
        let rule = if about { rule!("HC-TTF-02") } else { rule!("HC-TTF-04") };
        let places = turn::turned(look, target, &charger).into_iter().collect();
        (MoveWhy::TurnedToFace, rule, standing.formation, places)
    } else if testudo && !look.is_engaged(target) {
        let (formation, places) = turn::drawn_up(look, target, &charger);
        (MoveWhy::Reformed, rule!("HC-RESP-13"), formation, places)
    } else {
        return planned;
    };
    let stands = |rect: &Rect| {
        let way = vec![standing.rect.pose, rect.pose];
        Moved { unit: target, why, way, formation, rect: *rect }
    };
    let met = |rect: &Rect| {
        let mut scratch = look.state.clone();
        event::apply(&mut scratch, &Event::Moved(stands(rect)));
        contact(look.at(&scratch), run.unit, &charger, target, Side4::Front)
    };
    let found = places.iter().find_map(|rect| Some((stands(rect), met(rect)?)));
    // HC-TESTU-07: on its own ground a testudo is met where it was to be met, and counts as a battle line.
    let own = || places.last().filter(|_| testudo).map(|rect| (stands(rect), planned.clone()));
    let Some((moved, contact)) = found.or_else(own) else { return planned };
    cx.cite(rule, || Fact::Unit(target));
    cx.emit(Event::Moved(moved));
    contact
}

/// HC-CCH-04, HC-CCH-06, HC-CCH-07, HC-CCH-08, HC-CCH-09, HC-CCH-10, HC-CCH-11, HC-CCH-12: both meet halfway.
fn countercharge(cx: &mut Cx<'_, Rules>, run: Run, target: UnitId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let charger = *look.rect(run.unit);
    let met = counter::meeting(look, run.unit, &charger, target);
    let mut moves = counter::companions(look, target, &met);
    moves.insert(0, (target, met));
    let mut scratch = look.state.clone();
    let mut events = Vec::new();
    for (unit, rect) in moves {
        let standing = *scratch.unit(unit);
        let free = unit == target || turn::is_free(look.at(&scratch), unit, &rect);
        if free {
            let way = vec![standing.rect.pose, rect.pose];
            let why = MoveWhy::Countercharged;
            let moved = Event::Moved(Moved { unit, why, way, formation: standing.formation, rect });
            event::apply(&mut scratch, &moved);
            events.push(moved);
        }
    }
    let Some(found) = contact(look.at(&scratch), run.unit, &charger, target, Side4::Front) else {
        return finish(cx, run);
    };
    cx.cite(rule!("HC-CCH-06"), || Fact::Pair { unit: run.unit, other: target });
    for event in &events {
        if let Event::Moved(moved) = event
            && moved.unit != target
        {
            cx.cite(rule!("HC-CCH-11"), || Fact::Unit(moved.unit));
        }
    }
    events.into_iter().for_each(|event| cx.emit(event));
    meet(cx, run, target, found)
}

/// HC-ALG-06 steps 7 to 10: the charger is in contact.
fn meet(cx: &mut Cx<'_, Rules>, mut run: Run, target: UnitId, contact: Contact) -> Result<(), NeedRoll> {
    cx.cite(rule!("HC-CHG-22"), || Fact::Pair { unit: run.unit, other: target });
    charges(cx, &mut run, contact.rect, contact.formation);
    for (unit, rect) in contact.closes.iter().copied() {
        let standing = *cx.state().unit(unit);
        let way = vec![standing.rect.pose, rect.pose];
        let (why, formation) = (MoveWhy::ClosedUp, standing.formation);
        let look = Look::new(cx.rules, cx.state());
        if standing.is_open() && look.is_engaged(unit) && !look.state.is_fighting(unit) {
            cx.cite(rule!("HC-SUPP-28"), || Fact::Unit(unit));
        }
        cx.emit(Event::Moved(Moved { unit, why, way, formation, rect }));
    }
    settle(cx, &mut run)?;
    let shoots = |unit: &UnitId| run.answer(*unit) == Response::ClosingShots;
    let closing: UnitSet = contact.foes.iter().filter(shoots).collect();
    let (unit, way, waiting) = (run.unit, run.way.clone(), cx.state().pending.len());
    run.waits(cx, At::Shot { foes: contact.foes });
    ranged::shots_at_charger(cx, unit, closing, &way);
    if cx.state().pending.len() > waiting + 1 {
        return Ok(());
    }
    // Nobody shoots.
    match super::waiting(Look::new(cx.rules, cx.state())).cloned() {
        Some(run) => {
            cx.emit(Event::Settled);
            shot(cx, run, contact.foes)
        }
        None => Ok(()),
    }
}

/// HC-CLOS-08, HC-TRAV-08: a charger that shots have driven off fights nobody, and those who had closed up spread out.
pub fn shot(cx: &mut Cx<'_, Rules>, run: Run, foes: UnitSet) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let there = look.state.unit(run.unit).is_on_table();
    let meets = |foe: UnitId| look.meeting(run.unit, foe).is_some_and(|meeting| meeting.fights);
    if there && foes.iter().any(meets) {
        return come_to_blows(cx, run);
    }
    let idle: Vec<UnitId> = foes.iter().filter(|foe| !look.state.is_fighting(*foe)).collect();
    let closing = foes.iter().any(|foe| run.answer(foe) == Response::ClosingShots);
    let rule = if closing { rule!("HC-CLOS-08") } else { rule!("HC-TRAV-08") };
    cx.cite(rule, || Fact::Unit(run.unit));
    idle.into_iter().for_each(|foe| breaks::contacts::spread(cx, foe));
    breaks::contacts::spread(cx, run.unit);
    Ok(())
}

/// HC-ALG-06 steps 9 and 10: engagement, flags, and the dice of contact.
fn come_to_blows(cx: &mut Cx<'_, Rules>, run: Run) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let meetings = meetings(look, run.unit);
    let counters = |foe: UnitId| run.answer(foe) == Response::Countercharge;
    let blows = Blows::of(look, run.unit, &meetings, counters);
    // HC-OBST-07: what it charges across covers the enemy, not the charger.
    let mut flags = vec![(run.unit, Combat { charged: true, moved: true, ..Combat::default() })];
    for (foe, _) in &meetings {
        if counters(*foe) {
            // HC-CCH-08.
            flags.push((*foe, Combat { charged: true, moved: true, ..Combat::default() }));
        } else if !look.state.is_fighting(*foe) {
            // HC-BLDG-16, HC-TTF-07.
            let covered = run.answer(*foe) != Response::TurnToFace;
            flags.push((*foe, Combat { covered, ..Combat::default() }));
        }
    }
    let aside: Vec<UnitId> = meetings
        .iter()
        .filter(|(foe, edges)| !look.counts_as_front(*foe, edges[1]))
        .map(|(foe, _)| *foe)
        .collect();
    for foe in aside {
        cx.cite(rule!("HC-CHG-24"), || Fact::Pair { unit: run.unit, other: foe });
    }
    for unit in &blows.unshaken {
        cx.cite(rule!("HC-KONT-02"), || Fact::Unit(*unit));
    }
    engage(cx, run.unit);
    for (who, mut combat) in flags {
        for (_, rule) in blows.no_bonus.iter().filter(|(one, _)| *one == who) {
            cx.cite(*rule, || Fact::Unit(who));
            combat.no_bonus = true;
        }
        combat.tested = cx.state().unit(who).combat.tested;
        cx.emit(Event::Combat { unit: who, is: combat });
    }
    if blows.ridden_down && !cx.state().unit(run.unit).disordered {
        cx.emit(Event::Disordered { unit: run.unit, is: true });
    }
    if !blows.trials.is_empty() {
        run.waits(cx, At::Onset { trials: blows.trials });
    }
    Ok(())
}

/// One die of contact.
pub fn onset(cx: &mut Cx<'_, Rules>, run: Run, mut trials: Vec<Trial>) -> Result<(), NeedRoll> {
    let trial = trials.remove(0);
    if !trials.is_empty() {
        run.waits(cx, At::Onset { trials });
    }
    onset::roll(cx, trial)
}

/// The moves of the charger before its charge move, one after the other.
fn go(cx: &mut Cx<'_, Rules>, run: &mut Run, steps: &[MovePlan]) {
    for step in steps {
        movement::make(cx, run.unit, step, run.why);
        run.left = run.left.saturating_sub(1);
        run.way.extend(step.places());
        run.passed = run.passed.union(step.tested);
    }
}

/// HC-CHG-03, HC-CHG-34, HC-BLDG-10: the charge move, which may lead out of a building.
fn charges(cx: &mut Cx<'_, Rules>, run: &mut Run, rect: Rect, formation: Formation) {
    let unit = run.unit;
    let standing = *cx.state().unit(unit);
    run.passed = run.passed.union(approach::tested(Look::new(cx.rules, cx.state()), unit, &rect));
    let why = if run.why == MoveWhy::Swept { MoveWhy::Swept } else { MoveWhy::Charged };
    let way = vec![rect.pose];
    let moved = Moved { unit, why, way, formation, rect };
    if standing.is_in_block() {
        cx.cite(rule!("HC-BLDG-10"), || Fact::Unit(unit));
    }
    cx.emit(if standing.is_in_block() { Event::Appears(moved) } else { Event::Moved(moved) });
    cx.emit(Event::Moves { unit, made: standing.moves.saturating_add(1) });
    if !standing.did(Deed::Moved) {
        cx.emit(Event::Did { unit, deed: Deed::Moved });
    }
    run.left = run.left.saturating_sub(1);
    run.way.push(rect);
}

/// HC-ALG-01: what comes when the charger has moved: tests of those passed through, commanders in its way.
fn settle(cx: &mut Cx<'_, Rules>, run: &mut Run) -> Result<(), NeedRoll> {
    let friends = std::mem::take(&mut run.passed);
    movement::after(cx, run.unit, friends, &run.way)
}

/// HC-ALG-01: the charge ends without contact.
fn finish(cx: &mut Cx<'_, Rules>, mut run: Run) -> Result<(), NeedRoll> {
    settle(cx, &mut run)?;
    ranged::offer_traverse(cx, run.unit, &run.way);
    Ok(())
}
