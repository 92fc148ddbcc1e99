//! A round of an engagement (55.2, HC-ALG-13, HC-ALG-14): its steps, and what is known of it on the way.

use super::share::{self, Shares};
use super::{Declared, FightChoice};
use super::{FightPrompt, Waiting, declare, end, reallocate, result, strike, trial};
use crate::breaks::victors;
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::commander::{self, risk};
use crate::event::Event;
use crate::fact::Fact;
use crate::foreign::Has;
use crate::ids::{CommanderId, CommanderSet, UnitId, UnitSet};
use crate::pending::Pending;
use crate::position::SupportSide;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Deed};
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Seldom, Side, Verdict};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// The steps of 55.2, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// HC-CJOIN-06: the other side first, then the active one.
    Join,
    /// HC-FRESH-01.
    Fresh,
    /// HC-CLR-02, HC-ATT-06, HC-ALLOC-01; then where the dice of supports go (HC-SUPP-34, HC-SUPP-36).
    Declare,
    /// HC-HTH-01: the dice of one unit after the other.
    Strike,
    /// HC-HSAVE-01: the saves of one unit after the other.
    Save,
    /// HC-CRISK-07.
    Risk,
    /// HC-CRES-04, HC-CRES-05, HC-CRES-06.
    Result,
    /// HC-REAL-01.
    Reallocate,
    /// HC-ENDC-01.
    Tests,
    /// HC-VICM-02.
    Victors,
    /// Step 11 of 55.2.
    CleanUp,
}

/// What is known of the round of an engagement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    pub step: Step,
    /// The fighting units of both sides.
    pub units: UnitSet,
    /// HC-CJOIN-06: sides that have said who joins, Red's first.
    pub joined: [bool; 2],
    /// HC-TAB-FRESH: the die of each freshly raised unit.
    pub fresh: Vec<(UnitId, u8)>,
    pub declared: Vec<Declared>,
    /// HC-SUPP-36: what owners said of the dice of their supports.
    #[serde(default, skip_serializing_if = "Seldom::is_usual")]
    pub shares: Seldom<Vec<(UnitId, Shares)>>,
    /// Who supports whom, from the first blow on.
    pub supports: Vec<Supporting>,
    /// HC-HTH-01: all attacks.
    pub strikes: Vec<Strike>,
    /// The attacks are fixed: the first of them is about to be rolled, or has been.
    pub fixed: bool,
    /// HC-UPH-03: units with an enemy above them who has the advantage of it.
    pub uphill: UnitSet,
    /// Units that have made their saves.
    pub saved: UnitSet,
    /// HC-CRISK-07: commanders who have been rolled at.
    pub risked: CommanderSet,
    /// HC-CRES-01, HC-CRES-03: what each side has inflicted, Red's first.
    pub inflicted: [u8; 2],
    /// HC-CRES-04: the winning side, once the result is known.
    pub winner: Option<Side>,
    pub difference: u8,
    /// Units that have more casualties than stamina, to be shared out.
    pub excess: Vec<(UnitId, u8)>,
    pub tests: Vec<Test>,
    /// HC-ELE-01: the dice of the unit that tests now, while the owner of an elephant has the word.
    pub rolled: Option<(UnitId, [u8; 2])>,
    /// HC-SUPM-04: supports that have done what one of their friends did.
    pub followed: UnitSet,
    /// HC-SWEEP-01: whom each unit fought when the blows fell.
    pub foes: Vec<(UnitId, UnitSet)>,
    /// HC-WEDGE-10: wedges that have burst through, or whose enemy in front is destroyed.
    pub burst: UnitSet,
    /// HC-SUPM-05: supports that may make a move of their own.
    pub freed: UnitSet,
    /// Victors who have yet to say what they do.
    pub victors: UnitSet,
}

/// A unit that supports another in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Supporting {
    pub unit: UnitId,
    pub of: UnitId,
    pub side: SupportSide,
}

/// Attacks of one unit on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    pub by: UnitId,
    /// Whom it helps; itself if it fights.
    pub of: UnitId,
    pub on: UnitId,
    pub dice: u8,
    /// HC-HIT-H13.
    pub needed: u8,
    /// None until they are rolled.
    pub hits: Option<u8>,
}

/// HC-ENDC-01, HC-BRK-09: a break test that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Test {
    pub unit: UnitId,
    /// HC-BRK-19.
    pub minus: u8,
    /// HC-BRK-21: the fighting unit whose destruction makes it test.
    pub support_of: Option<UnitId>,
}

impl Strike {
    /// HC-SUPP-37: not of a support.
    pub fn is_of_fighter(&self) -> bool {
        self.by == self.of
    }
}

impl Step {
    /// Whether a question of this step that has only one answer is passed without a step of its own.
    fn is_passed(self) -> bool {
        matches!(self, Step::Join | Step::Declare | Step::Victors)
    }

    /// The step of the questions to which a choice speaks.
    fn of(choice: &Choice) -> Option<Step> {
        let Choice::Fight(answer) = choice else { return None };
        match answer {
            FightChoice::Join { .. } | FightChoice::NobodyJoins => Some(Step::Join),
            FightChoice::Declare(_) | FightChoice::Share { .. } => Some(Step::Declare),
            FightChoice::Victor { .. } => Some(Step::Victors),
            _ => None,
        }
    }

    const ALL: [Step; 11] = [
        Step::Join,
        Step::Fresh,
        Step::Declare,
        Step::Strike,
        Step::Save,
        Step::Risk,
        Step::Result,
        Step::Reallocate,
        Step::Tests,
        Step::Victors,
        Step::CleanUp,
    ];
}

impl Round {
    pub(super) fn new(units: UnitSet) -> Round {
        Round {
            step: Step::Join,
            units,
            joined: [false; 2],
            fresh: Vec::new(),
            declared: Vec::new(),
            shares: Seldom::default(),
            supports: Vec::new(),
            strikes: Vec::new(),
            fixed: false,
            uphill: UnitSet::EMPTY,
            saved: UnitSet::EMPTY,
            risked: CommanderSet::EMPTY,
            inflicted: [0; 2],
            winner: None,
            difference: 0,
            excess: Vec::new(),
            tests: Vec::new(),
            rolled: None,
            followed: UnitSet::EMPTY,
            foes: Vec::new(),
            burst: UnitSet::EMPTY,
            freed: UnitSet::EMPTY,
            victors: UnitSet::EMPTY,
        }
    }

    pub(super) fn fits(&self, has: &Has<'_>) -> bool {
        let one = |unit: &UnitId| has.unit(*unit);
        has.units(self.units)
            && has.units(self.saved)
            && has.units(self.followed)
            && has.units(self.uphill)
            && has.units(self.victors)
            && self.risked.iter().all(|id| has.commander(id))
            && self.fresh.iter().chain(&self.excess).all(|(unit, _)| one(unit))
            && self.declared.iter().all(|declared| declared.fits(has))
            && self
                .shares
                .iter()
                .all(|(unit, shares)| one(unit) && shares.iter().all(|share| share.fits(has)))
            && self.supports.iter().all(|support| one(&support.unit) && one(&support.of))
            && self.strikes.iter().all(|strike| one(&strike.by) && one(&strike.of) && one(&strike.on))
            && self.tests.iter().all(|test| one(&test.unit) && test.support_of.iter().all(one))
            && self.rolled.iter().all(|(unit, _)| one(unit))
            && self.foes.iter().all(|(unit, foes)| one(unit) && has.units(*foes))
            && has.units(self.freed)
            && has.units(self.burst)
    }

    /// Supports of one of its fighting units.
    pub fn supports_of(&self, unit: UnitId) -> impl Iterator<Item = &Supporting> {
        self.supports.iter().filter(move |support| support.of == unit)
    }

    /// HC-TAB-FRESH: what the die of a freshly raised unit showed.
    pub fn fresh_of(&self, unit: UnitId) -> Option<u8> {
        self.fresh.iter().find(|(one, _)| *one == unit).map(|(_, face)| *face)
    }

    pub fn declared_of(&self, unit: UnitId) -> Option<&Declared> {
        self.declared.iter().find(|declared| declared.unit == unit)
    }
}

/// The first step from the present one on in which something is to do, and what. Questions that have only one answer are
/// passed together with what comes after them: the first of them stands for all.
pub(super) fn due(look: Look<'_>, round: &Round) -> Option<(Step, Next<Prompt, Choice>)> {
    let mut passed = None;
    for step in Step::ALL.into_iter().filter(|step| *step >= round.step) {
        match wanted(look, round, step) {
            Some(only @ Next::Only { .. }) if step.is_passed() => passed = passed.or(Some(only)),
            Some(forced @ Next::Forced(_)) => return Some((step, passed.unwrap_or(forced))),
            Some(next) => return Some((step, next)),
            None => {}
        }
    }
    None
}

/// The question to which such an answer speaks, though it is not the one that is put: it has only one answer, which may be
/// given as long as it is of its time.
pub(super) fn aside(look: Look<'_>, round: &Round, answer: &FightChoice) -> Option<FightPrompt> {
    let is_open = round.step <= Step::Declare && fresh_unit(look, round).is_none();
    match answer {
        FightChoice::Join { .. } if round.step == Step::Join => Some(FightPrompt::Join { ways: Vec::new() }),
        FightChoice::NobodyJoins if round.step == Step::Join => match join_asked(look, round)? {
            Next::Only { .. } => Some(FightPrompt::Join { ways: Vec::new() }),
            _ => None,
        },
        FightChoice::Declare(_) if is_open => match declare::asked(look, round)?.question()? {
            (_, Prompt::Fight(prompt)) => Some(prompt.clone()),
            _ => None,
        },
        FightChoice::Share { unit, .. } if is_open => {
            let ways = share::only_way(look, round, *unit)?;
            Some(FightPrompt::Share { unit: *unit, ways })
        }
        FightChoice::Victor { unit, .. } if round.victors.contains(*unit) => match due(look, round)? {
            (Step::Victors | Step::CleanUp, _) => Some(FightPrompt::Victors { units: round.victors }),
            _ => None,
        },
        _ => None,
    }
}

fn wanted(look: Look<'_>, round: &Round, step: Step) -> Asked {
    let forced = |is: bool| is.then_some(Next::Forced(Choice::Proceed));
    match step {
        Step::Join => join_asked(look, round),
        Step::Fresh => forced(fresh_unit(look, round).is_some()),
        Step::Declare => match declare::asked(look, round) {
            asked @ Some(Next::Ask { .. }) => asked,
            only => match share::asked(look, round) {
                asked @ Some(Next::Ask { .. }) => asked,
                other => only.or(other),
            },
        },
        Step::Strike => forced(strike::is_left(round)),
        Step::Save => forced(strike::next_saver(round).is_some()),
        Step::Risk => forced(at_risk(look, round).is_some()),
        Step::Result => forced(true),
        Step::Reallocate => reallocate::asked(look, round),
        Step::Tests => trial::asked(look, round),
        Step::Victors => victors::asked(look, round.victors),
        Step::CleanUp => forced(true),
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, mut round: Round, choice: &Choice) -> Result<(), NeedRoll> {
    let Some((due, _)) = due(Look::new(cx.rules, cx.state()), &round) else { return Ok(()) };
    let step = Step::of(choice).unwrap_or(due);
    round.step = step;
    match step {
        Step::Join => join(cx, &mut round, choice),
        Step::Fresh => raise(cx, &mut round)?,
        Step::Declare => {
            declare::resolve(cx, &mut round, choice);
            share::resolve(&mut round, choice);
        }
        Step::Strike => strike::roll(cx, &mut round)?,
        Step::Save => strike::save(cx, &mut round)?,
        Step::Risk => return risk_one(cx, round),
        Step::Result => return result::resolve(cx, round),
        Step::Reallocate => reallocate::resolve(cx, &mut round, choice),
        Step::Tests => return trial::resolve(cx, round, choice),
        Step::Victors => return victors::resolve(cx, round, choice),
        Step::CleanUp => return end::resolve(cx, round),
    }
    keep(cx, round);
    Ok(())
}

/// The round on top of the stack is now so.
pub(crate) fn keep(cx: &mut Cx<'_, Rules>, round: Round) {
    cx.emit(Event::Settled);
    cx.emit(Event::Waits(Pending::Fight(Waiting::Round(Box::new(round)))));
}

/// Changes the round that waits on top of the stack, if one does.
pub(crate) fn with_round(cx: &mut Cx<'_, Rules>, change: impl FnOnce(Look<'_>, &mut Round)) {
    let look = Look::new(cx.rules, cx.state());
    if let Some(Pending::Fight(Waiting::Round(round))) = look.state.pending.last() {
        let mut round = (**round).clone();
        change(look, &mut round);
        keep(cx, round);
    }
}

/// HC-CJOIN-01, HC-CJOIN-06: who of a side may join whom.
fn joiners(look: Look<'_>, round: &Round, side: Side) -> Vec<(CommanderId, UnitId)> {
    let mut ways = Vec::new();
    for commander in look.state.commander_ids() {
        let who = look.state.commander(commander);
        if look.side_of_commander(commander) != side || who.place != CommanderPlace::Alone {
            continue;
        }
        for unit in round.units.iter() {
            if look.refuse_joining(commander, unit).is_empty() {
                ways.push((commander, unit));
            }
        }
    }
    ways
}

fn join_asked(look: Look<'_>, round: &Round) -> Asked {
    let sides = [look.active().other(), look.active()];
    let mut only = None;
    for side in sides.into_iter().filter(|side| !round.joined[side.index()]) {
        let ways = joiners(look, round, side);
        let nobody = ways.is_empty();
        let prompt = Prompt::Fight(FightPrompt::Join { ways });
        match nobody {
            false => return Some(Next::Ask { side, prompt }),
            true => only = only.or(Some(Next::Only { side, prompt, choice: Choice::Proceed })),
        }
    }
    only
}

pub(super) fn check_join(
    look: Look<'_>,
    ways: &[(CommanderId, UnitId)],
    commander: CommanderId,
    unit: UnitId,
) -> Verdict<Rules> {
    if !look.state.has_unit(unit) {
        return Verdict::refused(rule!("HC-CJOIN-01"), Fact::NoSuchUnit(unit));
    }
    if !look.state.has_commander(commander) {
        return Verdict::refused(rule!("HC-CJOIN-01"), Fact::NoSuchCommander(commander));
    }
    let mut breaches = look.refuse_joining(commander, unit);
    if breaches.is_empty() && !ways.contains(&(commander, unit)) {
        breaches = vec![aelian_rulebook::Reason { rule: rule!("HC-CJOIN-03"), fact: Fact::Unit(unit) }];
    }
    let at = look.centre_front(unit);
    let mut verdict = Verdict::legal(Ghost { commanders: vec![(commander, at)], ..Ghost::default() });
    verdict.breaches = breaches;
    verdict
}

/// HC-CJOIN-03: not once the blows fall; so this is asked first.
fn join(cx: &mut Cx<'_, Rules>, round: &mut Round, choice: &Choice) {
    let asked = join_asked(Look::new(cx.rules, cx.state()), round);
    let Some((side, _)) = asked.as_ref().and_then(Next::question) else { return };
    match choice {
        Choice::Fight(FightChoice::Join { commander, unit }) => {
            cx.cite(rule!("HC-CJOIN-01"), || Fact::Commander(*commander));
            commander::join(cx, *commander, *unit);
        }
        _ => round.joined[side.index()] = true,
    }
}

/// HC-FRESH-01: a freshly raised unit that fights its first round of the game and has not rolled for it.
pub(super) fn fresh_unit(look: Look<'_>, round: &Round) -> Option<UnitId> {
    round.units.iter().find(|unit| {
        look.card(*unit).has(Special::FreshlyRaised)
            && !look.state.unit(*unit).did(Deed::Blooded)
            && round.fresh_of(*unit).is_none()
    })
}

/// HC-FRESH-01, HC-FRESH-02, HC-TAB-FRESH.
fn raise(cx: &mut Cx<'_, Rules>, round: &mut Round) -> Result<(), NeedRoll> {
    let Some(unit) = fresh_unit(Look::new(cx.rules, cx.state()), round) else { return Ok(()) };
    let face = rolls::die(cx, rule!("HC-FRESH-01"))?;
    cx.cite(rule!("HC-FRESH-01"), || Fact::Roll { unit, face, needed: 4 });
    round.fresh.push((unit, face));
    if is_confused(face) {
        crate::breaks::disordered(cx, unit, rule!("HC-FRESH-01"));
    }
    Ok(())
}

/// HC-TAB-FRESH: this face disorders it.
pub(super) fn is_confused(face: u8) -> bool {
    face == 1
}

/// HC-CRISK-07: a commander with a fighting unit at whom nobody has rolled.
fn at_risk(look: Look<'_>, round: &Round) -> Option<CommanderId> {
    look.state.commander_ids().find(|id| match look.state.commander(*id).place {
        CommanderPlace::With(unit) => round.units.contains(unit) && !round.risked.contains(*id),
        _ => false,
    })
}

/// HC-CRISK-07, HC-CINC-04: the next commander at whom is rolled, and a commander-in-chief who is with him and shares his
/// risk.
pub(super) fn take_risk(look: Look<'_>, round: &mut Round) -> Option<Vec<CommanderId>> {
    let place = look.state.commander(at_risk(look, round)?).place;
    let both: Vec<CommanderId> =
        look.state.commander_ids().filter(|id| look.state.commander(*id).place == place).collect();
    round.risked = round.risked.union(both.iter().copied().collect());
    Some(both)
}

/// HC-CRISK-07, HC-CRISK-08, HC-CRISK-09, HC-CRISK-10, HC-CRISK-11, HC-CRISK-12, HC-CRES-03: win or lose, the other
/// side rolls at him.
fn risk_one(cx: &mut Cx<'_, Rules>, mut round: Round) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(commander) = at_risk(look, &round) else { return Ok(()) };
    let both = take_risk(look, &mut round).unwrap_or_default();
    let side = look.side_of_commander(commander);
    let used = both.iter().map(|id| look.state.commander(*id).used).max().unwrap_or(0);
    let is_hit = risk::at_risk(cx, commander, used, risk::Blow::Combat)?;
    if is_hit {
        cx.cite(rule!("HC-CRISK-09"), || Fact::Commander(commander));
        round.inflicted[side.other().index()] += 1;
    }
    keep(cx, round);
    match (is_hit, both.as_slice()) {
        (false, _) => Ok(()),
        (true, [one, other, ..]) => {
            let face = rolls::die(cx, rule!("HC-CINC-04"))?;
            risk::hit(cx, if face <= 3 { *one } else { *other }, risk::Blow::Combat)
        }
        (true, _) => risk::hit(cx, commander, risk::Blow::Combat),
    }
}
