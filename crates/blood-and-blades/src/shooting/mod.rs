//! Shooting (55): step 6 of a bound, after the impetuous moves and before close combat (BB-SHT-06).

pub mod aim;
mod lane;
pub mod shot;
mod target;
mod who;

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Choice, Ghost, Prompt};
use crate::combat::resolution::{CombatResult, Engagement, Outcomes, Party};
use crate::event::{Event, Step};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::outcome::after_shot;
use crate::rules::{Look, Rules};
use crate::setup::ambush::reveal;
use crate::state::Pending;
use crate::troop::TroopType;
use aelian_dice::{Distribution, NeedRoll, Throw};
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::{Reason, RuleId, rule};
use aim::{Aim, Aims};
use shot::Shot;

/// Where the shooting phase stands.
enum Stand {
    /// BB-SHT-22, BB-SHT-23, BB-SHT-25: a shooter's owner has a say.
    Aim {
        shooter: BaseId,
        options: BaseSet,
        may_give_up: bool,
    },
    /// BB-SHT-31: the owner of the shooters names the primary one.
    Primary {
        target: BaseId,
        shooters: BaseSet,
    },
    /// BB-SHT-50: the active player says who is shot at next.
    Pick(BaseSet),
    End,
}

impl Stand {
    fn of(look: Look<'_>, aims: &Aims) -> Stand {
        if let Some(Pending::Shot { target }) = look.state.pending.last() {
            return Stand::Primary { target: *target, shooters: look.primary_shooters(aims, *target) };
        }
        if let Some((shooter, options, may_give_up)) = aims.open() {
            return Stand::Aim { shooter, options, may_give_up };
        }
        let targets = look.targets_left(aims);
        if targets.is_empty() { Stand::End } else { Stand::Pick(targets) }
    }
}

impl Look<'_> {
    /// BB-SHT-54, BB-SHT-56: those who can still be shot at and are. Of two who shoot at each other, one
    /// resolution serves both: the active player's enemy stands for the pair.
    fn targets_left(&self, aims: &Aims) -> BaseSet {
        let fresh = |target: &BaseId| !self.state.base(*target).deeds.shot_at;
        let targets: BaseSet = aims.targets().iter().filter(fresh).collect();
        let stands = |target: &BaseId| {
            let own = self.state.base(*target).side == self.active();
            let mutual = match aims.of(*target) {
                Some(Aim::At(enemy)) => aims.of(enemy) == Some(Aim::At(*target)) && targets.contains(enemy),
                _ => false,
            };
            !(own && mutual)
        };
        targets.iter().filter(stands).collect()
    }
}

pub fn next(look: Look<'_>) -> Next<Prompt, Choice> {
    let aims = look.aims();
    let owner = |id: BaseId| look.state.base(id).side;
    match Stand::of(look, &aims) {
        Stand::Aim { shooter, options, may_give_up } => {
            Next::Ask { side: owner(shooter), prompt: Prompt::Target { shooter, options, may_give_up } }
        }
        Stand::Primary { target, shooters } => {
            Next::Ask { side: owner(target).other(), prompt: Prompt::Primary { target, shooters } }
        }
        Stand::Pick(targets) => {
            let (side, prompt) = (look.active(), Prompt::NextShot { targets });
            match targets.first() {
                Some(target) if targets.len() == 1 => {
                    Next::Only { side, prompt, choice: Choice::NextShot { target } }
                }
                _ => Next::Ask { side, prompt },
            }
        }
        Stand::End => Next::Forced(Choice::Proceed),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let aims = look.aims();
    let allowed = |fine: bool, rule: RuleId, fact: Fact| {
        if fine { Verdict::legal(Ghost::default()) } else { Verdict::refused(rule, fact) }
    };
    match (Stand::of(look, &aims), choice) {
        (
            _,
            Choice::Target { shooter: id, .. }
            | Choice::NextShot { target: id }
            | Choice::Primary { shooter: id },
        ) if look.state.bases.get(id.index()).is_none() => {
            Verdict::refused(rule!("BB-SHT-01"), Fact::NoSuchBase(*id))
        }
        (Stand::Aim { shooter, options, may_give_up }, Choice::Target { shooter: said, target })
            if *said == shooter =>
        {
            match target {
                None => allowed(may_give_up, rule!("BB-SHT-26"), Fact::Base(shooter)),
                Some(target) => check_target(look, shooter, *target, options),
            }
        }
        (_, Choice::Target { shooter, target }) => {
            why_not_asked(look, &aims, *shooter, *target).unwrap_or_else(|| not_asked(choice))
        }
        (stand @ (Stand::Pick(_) | Stand::End), Choice::NextShot { target }) => {
            let targets = if let Stand::Pick(targets) = stand { targets } else { BaseSet::EMPTY };
            let Reason { rule, fact } = why_not_next(look, &aims, *target);
            allowed(targets.contains(*target), rule, fact)
        }
        (Stand::Primary { shooters, .. }, Choice::Primary { shooter }) => {
            allowed(shooters.contains(*shooter), rule!("BB-SHT-31"), Fact::Base(*shooter))
        }
        (Stand::End, Choice::Proceed) => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

/// BB-SHT-04, BB-SHT-20, BB-SHT-50, BB-SHT-54: why this base is not the next one shot at.
fn why_not_next(look: Look<'_>, aims: &Aims, target: BaseId) -> Reason<Fact> {
    let instead = aims.instead_of(target);
    if !look.state.base(target).on_table() {
        return Reason::new(rule!("BB-SHT-20"), Fact::NotOnTable(target));
    }
    if !look.can_be_shot_at(target) {
        return Reason::new(rule!("BB-SHT-04"), Fact::Base(target));
    }
    if look.state.base(target).deeds.shot_at {
        Reason::new(rule!("BB-SHT-54"), Fact::Base(target))
    } else if instead.is_empty() {
        why_nobody_shoots(look, target).unwrap_or(Reason::new(rule!("BB-SHT-50"), Fact::Base(target)))
    } else {
        Reason::new(rule!("BB-SHT-20"), Fact::Instead { of: instead, base: target })
    }
}

/// BB-SHT-10 to BB-SHT-13: why the nearest of those who could shoot may not shoot at this base; if nobody can shoot at
/// all, why the nearest Bw cannot. Nobody may learn anything of those in hiding.
fn why_nobody_shoots(look: Look<'_>, target: BaseId) -> Option<Reason<Fact>> {
    let side = look.state.base(target).side;
    let mut archers: Vec<BaseId> = look.state.on_table_of(side.other()).collect();
    archers.retain(|archer| look.state.base(*archer).is(TroopType::Bw));
    archers.sort_by(|a, b| look.distance(*a, target).total_cmp(&look.distance(*b, target)).then(a.cmp(b)));
    let able = archers.iter().find(|archer| look.why_no_shooter(**archer).is_none());
    match able {
        Some(archer) => look.why_no_target(*archer, target),
        None => archers.first().and_then(|archer| look.why_no_shooter(*archer)),
    }
}

/// BB-SHT-20: a target must be eligible, and of those among which the owner may choose.
fn check_target(look: Look<'_>, shooter: BaseId, target: BaseId, options: BaseSet) -> Verdict<Rules> {
    if options.contains(target) {
        return Verdict::legal(Ghost::default());
    }
    match look.state.bases.get(target.index()) {
        None => return Verdict::refused(rule!("BB-SHT-20"), Fact::NoSuchBase(target)),
        Some(base) if !base.on_table() => {
            return Verdict::refused(rule!("BB-SHT-20"), Fact::NotOnTable(target));
        }
        Some(_) => {}
    }
    match look.why_no_target(shooter, target) {
        Some(Reason { rule, fact }) => Verdict::refused(rule, fact),
        None => Verdict::refused(rule!("BB-SHT-20"), Fact::Instead { of: options, base: target }),
    }
}

/// BB-SHT-01, BB-SHT-20, BB-SHT-26: why the owner of a shooter is not asked for its target: it cannot shoot, the
/// target is not eligible, or another is compulsory. None if all that is said goes without saying, and for those
/// in hiding, of whom nobody may learn anything.
fn why_not_asked(
    look: Look<'_>,
    aims: &Aims,
    shooter: BaseId,
    target: Option<BaseId>,
) -> Option<Verdict<Rules>> {
    if !look.state.base(shooter).on_table() {
        return None;
    }
    if let Some(Reason { rule, fact }) = look.why_no_shooter(shooter) {
        return Some(Verdict::refused(rule, fact));
    }
    let compulsory = match aims.of(shooter) {
        Some(Aim::At(enemy)) => BaseSet::one(enemy),
        None => BaseSet::EMPTY,
        Some(Aim::Open { .. } | Aim::GivenUp) => return None,
    };
    match target {
        None if compulsory.is_empty() => None,
        None => Some(Verdict::refused(rule!("BB-SHT-26"), Fact::Base(shooter))),
        Some(target) if compulsory.contains(target) => None,
        Some(target) => Some(check_target(look, shooter, target, compulsory)),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Target { shooter, target } => {
            declare(cx, *shooter, *target);
            Ok(())
        }
        Choice::NextShot { target } => begin_shot(cx, *target),
        Choice::Primary { shooter } => {
            let Some(Pending::Shot { target }) = cx.state().pending.last().cloned() else { return Ok(()) };
            cx.emit(Event::Settled);
            let aims = Look::new(cx.rules, cx.state()).aims();
            shoot(cx, &aims, target, *shooter)
        }
        _ => {
            cx.emit(Event::Enters(Step::CloseCombat));
            Ok(())
        }
    }
}

/// BB-BUSH-09: who shoots out of an ambush is seen; the owner may then show the rest of it.
fn declare(cx: &mut Cx<'_, Rules>, shooter: BaseId, target: Option<BaseId>) {
    if target.is_some() {
        reveal(cx, BaseSet::one(shooter));
    }
    cx.emit(Event::TargetDeclared { shooter, target });
}

/// BB-SHT-31: names the primary shooter if there is no choice, else waits for it.
fn begin_shot(cx: &mut Cx<'_, Rules>, target: BaseId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let aims = look.aims();
    let shooters = look.primary_shooters(&aims, target);
    match shooters.first() {
        Some(primary) if shooters.len() == 1 => shoot(cx, &aims, target, primary),
        _ => {
            cx.emit(Event::Waits(Pending::Shot { target }));
            Ok(())
        }
    }
}

/// BB-SHT-51, BB-RES-09: the dice, and what comes of them.
fn shoot(cx: &mut Cx<'_, Rules>, aims: &Aims, target: BaseId, primary: BaseId) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let shot = look.shot(aims, target, primary);
    let engagement = Engagement::of_shot(look, &shot);
    let throw = Throw::Pair;
    let (die, other) = cx.roll(rule!("BB-RES-02"), throw)?.pair().ok_or(NeedRoll { throw })?;
    let result = engagement.result(die, other);
    cx.cite(rule!("BB-SHT-33"), || Fact::Bases(shot.shooters));
    if shot.is_mutual() {
        cx.cite(rule!("BB-SHT-56"), || Fact::Pair { base: primary, other: target });
    }
    engagement.cite(cx, &result);
    mark(cx, &shot);
    suffer(cx, &shot, &result);
    Ok(())
}

/// BB-SHT-08, BB-SHT-59, BB-MTD-03: all have shot, the targets were shot at, and vehicles are left behind.
fn mark(cx: &mut Cx<'_, Rules>, shot: &Shot) {
    let shots = [(shot.shooters, shot.target)].into_iter().chain(shot.back.map(|back| (back, shot.primary)));
    for (shooters, target) in shots {
        cx.emit(Event::Shot { shooters, target });
        for shooter in shooters.iter() {
            if cx.state().base(shooter).vehicles {
                cx.emit(Event::VehiclesLost(shooter));
                cx.cite(rule!("BB-SHT-08"), || Fact::Base(shooter));
            }
        }
    }
}

/// BB-SHT-56 to BB-SHT-58, BB-OM-01: the loser suffers at once; nobody pursues.
fn suffer(cx: &mut Cx<'_, Rules>, shot: &Shot, result: &CombatResult) {
    let loser = match result.loser {
        Some(Party::First) => shot.primary,
        Some(Party::Second) => shot.target,
        None => return,
    };
    after_shot(cx, loser, result.fate.outcome);
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    let aims = look.aims();
    match Stand::of(look, &aims) {
        Stand::Aim { shooter, options, may_give_up } => {
            out.extend(options.iter().map(|target| Choice::Target { shooter, target: Some(target) }));
            if may_give_up {
                out.push(Choice::Target { shooter, target: None });
            }
        }
        Stand::Primary { shooters, .. } => {
            out.extend(shooters.iter().map(|shooter| Choice::Primary { shooter }));
        }
        Stand::Pick(targets) => out.extend(targets.iter().map(|target| Choice::NextShot { target })),
        Stand::End => out.push(Choice::Proceed),
    }
}

/// The odds of the shot at a target as all stand and aim, if this is the primary shooter; the outcome for the
/// primary shooter is the first.
pub fn odds_of_shot(look: Look<'_>, target: BaseId, primary: BaseId) -> Distribution<Outcomes> {
    Engagement::of_shot(look, &look.shot(&look.aims(), target, primary)).odds()
}

#[cfg(test)]
mod tests;
