//! Impetuous moves (50): step 5 of a bound.
//!
//! The active player chooses which impetuous base moves next and, where the book leaves it to him, at whom. A
//! move that runs into friends waits on the stack while they move first or make way.

mod rush;
mod rusher;
mod separate;
pub mod target;
mod ways;
pub mod who;

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Choice, Ghost, Placement, Prompt, RushChoice};
use crate::event::{Event, Step};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::state::{Grid, Pending, Rush, Told};
use crate::troop::TroopType;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Seldom, Verdict, Want};
use aelian_geometry::{GRID, Hand};
use aelian_rulebook::{Reason, rule};
use rush::Course;
use rusher::{RushWay, Rusher};
use target::{Class, Selection};
use who::Impulse;

/// What this chapter wants next.
enum Asked {
    /// One of these bases moves; the chain is that of the moves that wait for it.
    Rush(BaseSet),
    Separate(BaseId),
    /// BB-IMP-31: in the middle of its move a base has come to two equally short ways at this target.
    Fork(BaseId, BaseId),
    /// A move goes on, or the phase ends.
    GoOn,
}

pub fn next(look: Look<'_>) -> Next<Prompt, Choice> {
    let side = look.active();
    match asked(look) {
        Asked::Rush(bases) => match only_choice(look, bases) {
            Some(choice) => Next::Only { side, prompt: Prompt::Rush { bases }, choice: Choice::Rush(choice) },
            None => Next::Ask { side, prompt: Prompt::Rush { bases } },
        },
        Asked::Separate(base) => Next::Ask { side, prompt: Prompt::Separate { base } },
        Asked::Fork(base, _) => Next::Ask { side, prompt: Prompt::Rush { bases: BaseSet::one(base) } },
        Asked::GoOn => Next::Forced(Choice::Proceed),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (asked(look), choice) {
        (Asked::Rush(bases), Choice::Rush(rush)) => check_rush(look, bases, rush),
        (Asked::Separate(base), Choice::Separate(hand)) => match look.parted_to(base, *hand) {
            Some(pose) => Verdict::legal(Ghost { moves: vec![Placement { base, pose }], ..Ghost::default() }),
            None => Verdict::refused(rule!("BB-IMP-48"), Fact::Base(base)),
        },
        (Asked::Fork(base, target), Choice::Rush(choice)) => check_fork(look, (base, target), choice),
        (Asked::GoOn, Choice::Proceed) => Verdict::legal(Ghost::default()),
        // BB-IMP-01: the moves are compulsory, and only for the impetuous.
        (Asked::Rush(bases), Choice::Proceed) => Verdict::refused(rule!("BB-IMP-01"), Fact::Bases(bases)),
        (Asked::GoOn, Choice::Rush(rush)) if look.state.pending.is_empty() => {
            check_rush(look, BaseSet::EMPTY, rush)
        }
        (_, other) => not_asked(other),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Rush(choice) => begin(cx, choice),
        Choice::Separate(hand) => separate(cx, *hand),
        _ if cx.state().pending.is_empty() => cx.emit(Event::Enters(Step::Shooting)),
        _ => {}
    }
    rush::go_on(cx);
    Ok(())
}

/// Every base with every target it may have; of the turns aside a fixed sample.
pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    match asked(look) {
        Asked::Rush(bases) => {
            let mut bases: Vec<BaseId> = bases.iter().collect();
            if let Want::Sample(_, sampler) = want {
                let at = sampler.below(bases.len() as u32) as usize;
                bases.swap(0, at);
                bases.truncate(1);
            }
            out.extend(bases.into_iter().flat_map(|base| choices(look, base)).map(Choice::Rush));
        }
        Asked::Separate(_) => out.extend(Hand::BOTH.map(Choice::Separate)),
        Asked::Fork(base, target) => {
            out.extend(Hand::BOTH.map(|hand| Choice::Rush(along(base, target, Some(hand)))));
        }
        Asked::GoOn => out.push(Choice::Proceed),
    }
}

fn asked(look: Look<'_>) -> Asked {
    match look.state.pending.last() {
        Some(Pending::Rush(rush)) if rush.told.is_none() => Asked::Rush(BaseSet::one(rush.base)),
        Some(Pending::Rush(rush)) if let Some(target) = fork_of(look, rush) => Asked::Fork(rush.base, target),
        Some(Pending::Separate { base }) => Asked::Separate(*base),
        Some(_) => Asked::GoOn,
        None => {
            let bases = look.impetuous();
            if bases.is_empty() { Asked::GoOn } else { Asked::Rush(bases) }
        }
    }
}

/// The target at which a move that goes on has two equally short ways, if it has come to such a place.
fn fork_of(look: Look<'_>, rush: &Rush) -> Option<BaseId> {
    let told = rush.told?;
    told.target.filter(|_| rush::forks(look, rush, told))
}

/// The move that goes on at its target, to this hand.
fn along(base: BaseId, target: BaseId, hand: Option<Hand>) -> RushChoice {
    RushChoice { base, target: Some(target), deviate: 0.0, straight_first: false, hand }
}

/// BB-IMP-31, BB-IMP-51: of a base at a fork only the hand is asked; its target is kept for the whole move.
fn check_fork(look: Look<'_>, (base, target): (BaseId, BaseId), choice: &RushChoice) -> Verdict<Rules> {
    if choice.base.index() >= look.state.bases.len() {
        return Verdict::refused(rule!("BB-IMP-01"), Fact::NoSuchBase(choice.base));
    }
    if choice.hand.is_none() && *choice == along(base, target, None) {
        return Verdict::refused(rule!("BB-IMP-31"), Fact::Base(base));
    }
    if *choice != along(base, target, choice.hand) {
        return Verdict::refused(rule!("BB-IMP-51"), Fact::Pair { base, other: target });
    }
    let way = Rusher::of(look, &rush_of(look, base)).next_way(told(choice));
    Verdict::legal(way.map_or_else(Ghost::default, |way| ghost_of(base, way)))
}

/// The one thing that can be done, if only one base is left and it has no choice.
fn only_choice(look: Look<'_>, bases: BaseSet) -> Option<RushChoice> {
    if bases.len() != 1 {
        return None;
    }
    match choices(look, bases.first()?)[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// BB-IMP-43: the move of a base as it stands: a chain may have told it to go first.
fn rush_of(look: Look<'_>, base: BaseId) -> Rush {
    match look.state.pending.last() {
        Some(Pending::Rush(rush)) if rush.base == base => rush.clone(),
        _ => {
            let start = look.state.rect(base).pose;
            Rush { base, start, told: None, used: 0, chain: BaseSet::EMPTY }
        }
    }
}

/// BB-IMP-43: who must go first does so by his type, even if he was halted.
fn impulse_of(look: Look<'_>, base: BaseId) -> Option<Impulse> {
    let first = matches!(look.state.pending.last(), Some(Pending::Rush(rush)) if rush.base == base);
    if first { Some(Impulse::Type) } else { look.impulse_of(base) }
}

/// A base about to begin its move, and what it may go for.
struct Beginner<'a> {
    rusher: Rusher<'a>,
    impulse: Impulse,
    selection: Selection,
}

impl<'a> Beginner<'a> {
    fn of(look: Look<'a>, base: BaseId) -> Option<Beginner<'a>> {
        let impulse = impulse_of(look, base)?;
        let rusher = Rusher::of(look, &rush_of(look, base));
        let selection = rusher.select(impulse);
        Some(Beginner { rusher, impulse, selection })
    }

    /// All that it may do; turns aside by steps of 15 degrees.
    fn choices(&self) -> Vec<RushChoice> {
        let (base, selection) = (self.rusher.base, &self.selection);
        let targets: Vec<Option<BaseId>> = match selection.options.is_empty() || selection.bound {
            true => vec![None],
            false => selection.options.iter().map(Some).collect(),
        };
        let mut found = Vec::new();
        for target in targets {
            let plain = RushChoice { base, target, deviate: 0.0, straight_first: false, hand: None };
            match self.forks(&plain) {
                true => found.extend(Hand::BOTH.map(|hand| RushChoice { hand: Some(hand), ..plain })),
                false => found.push(plain),
            }
            let straight = RushChoice { straight_first: true, ..plain };
            if target.is_some() && self.may_begin_straight(&straight) {
                found.push(straight);
            }
            if self.meets_difficult(&plain) {
                let steps = (1..=6).flat_map(|step| [f64::from(step) * 15.0, f64::from(step) * -15.0]);
                let aside = steps.map(|deviate| RushChoice { deviate, ..plain });
                found.extend(aside.filter(|choice| self.may_deviate(choice)));
            }
        }
        found
    }

    /// Whether the target is one that it may have, or none is named where there is none.
    fn fits(&self, choice: &RushChoice) -> bool {
        let none = self.selection.options.is_empty() || self.selection.bound;
        choice.target.map_or(none, |target| !none && self.selection.options.contains(target))
    }

    /// BB-IMP-25 to BB-IMP-30, BB-IMP-47: all that is wrong with a choice but that a hand must be named.
    fn breaches(&self, choice: &RushChoice) -> Vec<Reason<Fact>> {
        let mut found = Vec::new();
        let (base, fits) = (choice.base, self.fits(choice));
        if !fits {
            found.push(self.why_no_target(choice));
        }
        if choice.straight_first && !self.may_begin_straight(choice) {
            let fact = choice.target.map_or(Fact::Base(base), |other| Fact::Pair { base, other });
            found.push(Reason { rule: rule!("BB-IMP-47"), fact });
        }
        if choice.deviate != 0.0 && !(fits && self.may_deviate(choice)) {
            let most = self.rusher.look.rules.tables.numbers.rushing.aside_degrees;
            let fact = match choice.deviate {
                degrees if degrees.is_finite() && degrees.abs() > most => Fact::Angle { degrees, most },
                _ => Fact::Base(base),
            };
            found.push(Reason { rule: rule!("BB-IMP-30"), fact });
        }
        found
    }

    /// BB-IMP-47, BB-IMP-28: whether it may begin straight ahead at this target: at El there is no move to begin.
    fn may_begin_straight(&self, choice: &RushChoice) -> bool {
        let ahead = |target| !self.rusher.is(target, TroopType::El) && self.rusher.is_ahead(target);
        self.selection.class == Class::None && self.fits(choice) && choice.target.is_some_and(ahead)
    }

    /// BB-IMP-20 to BB-IMP-28: why the target is not the one to go for, or why there must be one.
    fn why_no_target(&self, choice: &RushChoice) -> Reason<Fact> {
        match choice.target {
            Some(target) => self.rusher.why_not(self.impulse, &self.selection, target),
            None if self.selection.class == Class::None => {
                Reason { rule: rule!("BB-IMP-26"), fact: Fact::Bases(self.selection.options) }
            }
            None => Reason { rule: rule!("BB-IMP-25"), fact: Fact::Bases(self.selection.options) },
        }
    }

    /// BB-IMP-31: whether there are two equally short ways at the target, one to either hand.
    fn forks(&self, choice: &RushChoice) -> bool {
        let asked = !self.selection.bound && !choice.straight_first && choice.deviate == 0.0;
        asked
            && choice.target.is_some()
            && matches!(self.rusher.course(Told { hand: Seldom(None), ..told(choice) }), Course::Fork)
    }

    /// BB-IMP-30: mounted whose way would meet DGo, in which they are not yet, may turn first so that it does not.
    fn may_deviate(&self, choice: &RushChoice) -> bool {
        let most = self.rusher.look.rules.tables.numbers.rushing.aside_degrees;
        let sound = choice.deviate.is_finite() && choice.deviate.abs() <= most && !choice.straight_first;
        sound
            && self.meets_difficult(choice)
            && self.rusher.next_way(told(choice)).is_some_and(|way| !way.meets_difficult)
    }

    /// BB-IMP-30: whether mounted that are not in DGo would meet it on the way that they have to go, be it only on the
    /// way to a target in reach.
    fn meets_difficult(&self, choice: &RushChoice) -> bool {
        let look = self.rusher.look;
        let own = look.state.base(choice.base);
        if self.selection.bound
            || !own.troop.kind.is_mounted()
            || (look.state.field.areas.is_empty() && look.state.field.rivers.is_empty())
        {
            return false;
        }
        // Where two ways are equally short and none is named, either may be the one.
        let hands = choice.hand.map_or(Hand::BOTH, |hand| [hand; 2]);
        let meets = |hand: Hand| {
            let plain =
                Told { target: choice.target, straight_first: false, deviate: 0, hand: Seldom(Some(hand)) };
            self.rusher.next_way(plain).is_some_and(|way| way.meets_difficult)
        };
        !look.in_difficult_going(choice.base) && hands.into_iter().any(meets)
    }
}

fn check_rush(look: Look<'_>, bases: BaseSet, choice: &RushChoice) -> Verdict<Rules> {
    if choice.base.index() >= look.state.bases.len() {
        return Verdict::refused(rule!("BB-IMP-01"), Fact::NoSuchBase(choice.base));
    }
    if !bases.contains(choice.base) {
        return Verdict::refused(look.calmed_by(choice.base), Fact::Base(choice.base));
    }
    let Some(beginner) = Beginner::of(look, choice.base) else { return not_asked(&Choice::Rush(*choice)) };
    let mut breaches = beginner.breaches(choice);
    // The way that it goes, or that it forks, is found once.
    let course = match beginner.fits(choice) {
        true => beginner.rusher.course(told(choice)),
        false => Course::Ends,
    };
    let ghost = match course {
        Course::Goes(way) if breaches.is_empty() => ghost_of(choice.base, *way),
        Course::Fork if !choice.straight_first => {
            breaches.push(Reason { rule: rule!("BB-IMP-31"), fact: Fact::Base(choice.base) });
            Ghost::default()
        }
        _ => Ghost::default(),
    };
    Verdict { breaches, ..Verdict::legal(ghost) }
}

/// All that a base may do.
fn choices(look: Look<'_>, base: BaseId) -> Vec<RushChoice> {
    Beginner::of(look, base).map(|beginner| beginner.choices()).unwrap_or_default()
}

fn told(choice: &RushChoice) -> Told {
    let deviate = if choice.deviate.is_finite() { (choice.deviate * GRID).round() as Grid } else { 0 };
    Told { target: choice.target, straight_first: choice.straight_first, deviate, hand: Seldom(choice.hand) }
}

/// Where the base would end if no friend is in its way.
fn ghost_of(base: BaseId, way: RushWay) -> Ghost {
    Ghost {
        moves: vec![Placement { base, pose: way.end.pose }],
        used: way.used,
        allowed: way.used,
        engages: way.reached,
        ..Ghost::default()
    }
}

/// BB-IMP-01, BB-IMP-09: one base begins its move.
fn begin(cx: &mut Cx<'_, Rules>, choice: &RushChoice) {
    let told = told(choice);
    let look = Look::new(cx.rules, cx.state());
    let goes_first =
        matches!(look.state.pending.last(), Some(Pending::Rush(rush)) if rush.base == choice.base);
    if goes_first {
        let mut rush = rush_of(look, choice.base);
        // At a fork nothing but the hand was asked.
        rush.told = Some(rush.told.map_or(told, |known| Told { hand: told.hand, ..known }));
        cx.emit(Event::Settled);
        cx.emit(Event::Waits(Pending::Rush(rush)));
    } else {
        rush::begin(cx, choice.base, Some(told), BaseSet::EMPTY);
    }
}

fn separate(cx: &mut Cx<'_, Rules>, hand: Hand) {
    if let Some(Pending::Separate { base }) = cx.state().pending.last() {
        let base = *base;
        let pose = Look::new(cx.rules, cx.state()).parted_to(base, hand);
        cx.emit(Event::Settled);
        if let Some(pose) = pose {
            rush::part_to(cx, base, pose);
        }
    }
}

#[cfg(test)]
mod tests;
