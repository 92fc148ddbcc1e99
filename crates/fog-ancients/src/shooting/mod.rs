//! The shooting phase (60): both sides shoot with all who can; the active player says in what order.

pub mod aim;
mod choice;
pub mod dice;
mod lane;
mod odds;
pub mod poa;
mod post;
mod refuse;
mod tables;
mod target;
pub mod volley;
mod who;

#[cfg(test)]
mod tests;

pub use choice::{Aiming, ShootingChoice, ShootingPrompt, Waiting};
pub use odds::ShotOdds;
pub use tables::{DiceRow, Range, Rate, ShootingTable, TargetRow};

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::Hand;
use aelian_rulebook::rule;
use aim::Open;

/// Where the shooting phase stands.
enum Stand {
    /// An owner has something to say before anybody shoots.
    Ask(Side, ShootingPrompt),
    /// FA-DEC-60.
    Targets(GroupSet),
    End,
}

impl Stand {
    fn of(look: Look<'_>) -> Stand {
        let plan = look.shooting_plan();
        let owner = |group: GroupId| look.state.group(group).side;
        if let Some(open) = plan.aims.open.first() {
            return match *open {
                Open::Side(group) => Stand::Ask(owner(group), ShootingPrompt::Side { group }),
                Open::Hand(group) => Stand::Ask(owner(group), ShootingPrompt::Hand { group }),
            };
        }
        if let Some((group, targets)) = plan.hand.open.first().copied() {
            return Stand::Ask(owner(group), ShootingPrompt::LessAt { group, targets });
        }
        let targets = look.targets_left(&plan);
        if targets.is_empty() { Stand::End } else { Stand::Targets(targets) }
    }
}

pub fn next(look: Look<'_>) -> Asked {
    match Stand::of(look) {
        Stand::Ask(side, prompt) => Some(Next::Ask { side, prompt: Prompt::Shooting(prompt) }),
        Stand::Targets(targets) => {
            let (side, prompt) = (look.active(), Prompt::Shooting(ShootingPrompt::Shoot { targets }));
            Some(match targets.first() {
                Some(target) if targets.len() == 1 => {
                    let choice = Choice::Shooting(ShootingChoice::Shoot { target });
                    Next::Only { side, prompt, choice }
                }
                _ => Next::Ask { side, prompt },
            })
        }
        Stand::End => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Choice::Shooting(choice) = choice else { return not_asked(choice) };
    let group = choice.group();
    if group.index() >= look.state.groups.len() {
        return Verdict::refused(rule!("FA-SHOOT-15"), Fact::NoSuchGroup(group));
    }
    match (Stand::of(look), choice) {
        (Stand::Ask(_, ShootingPrompt::Side { group: asked }), ShootingChoice::Side { group, .. })
        | (Stand::Ask(_, ShootingPrompt::Hand { group: asked }), ShootingChoice::Hand { group, .. })
            if asked == *group =>
        {
            Verdict::legal(Ghost::default())
        }
        (
            Stand::Ask(_, ShootingPrompt::LessAt { group: asked, targets }),
            ShootingChoice::LessAt { group, target },
        ) if asked == *group => match targets.contains(*target) {
            true => Verdict::legal(aimed_at(*target)),
            false => Verdict::refused(rule!("FA-SDICE-12"), Fact::Pair { group: *group, other: *target }),
        },
        (Stand::Targets(targets), ShootingChoice::Shoot { target }) => match targets.contains(*target) {
            true => Verdict::legal(aimed_at(*target)),
            false => not_shot(look, *target),
        },
        (Stand::End, ShootingChoice::Shoot { target }) => not_shot(look, *target),
        _ => not_asked(&Choice::Shooting(choice.clone())),
    }
}

fn not_shot(look: Look<'_>, target: GroupId) -> Verdict<Rules> {
    let reason = look.why_not_shot(target);
    Verdict::refused(reason.rule, reason.fact)
}

fn aimed_at(target: GroupId) -> Ghost {
    Ghost { targets: GroupSet::one(target), ..Ghost::default() }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let Choice::Shooting(choice) = choice else { return Ok(()) };
    let aiming = Look::new(cx.rules, cx.state()).aiming(choice.group());
    match *choice {
        ShootingChoice::Side { group, side } => {
            cx.cite(rule!("FA-SHOOT-24"), || Fact::Group(group));
            cx.emit(Event::Aims(Aiming { side: Some(side), ..aiming }));
        }
        ShootingChoice::Hand { group, hand } => {
            cx.cite(rule!("FA-SHOOT-18"), || Fact::Group(group));
            cx.emit(Event::Aims(Aiming { hand: Some(hand), ..aiming }));
        }
        ShootingChoice::LessAt { group, target } => {
            cx.cite(rule!("FA-SDICE-12"), || Fact::Pair { group, other: target });
            cx.emit(Event::Aims(aiming.and_less_at(target)));
        }
        ShootingChoice::Shoot { target } => volley::shoot(cx, target)?,
    }
    Ok(())
}

/// The full list; there are never many.
pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut push = |choice| out.push(Choice::Shooting(choice));
    match Stand::of(look) {
        Stand::Ask(_, ShootingPrompt::Side { group }) => {
            Hand::BOTH.into_iter().for_each(|side| push(ShootingChoice::Side { group, side }));
        }
        Stand::Ask(_, ShootingPrompt::Hand { group }) => {
            Hand::BOTH.into_iter().for_each(|hand| push(ShootingChoice::Hand { group, hand }));
        }
        Stand::Ask(_, ShootingPrompt::LessAt { group, targets }) => {
            targets.iter().for_each(|target| push(ShootingChoice::LessAt { group, target }));
        }
        Stand::Ask(_, ShootingPrompt::Shoot { targets }) | Stand::Targets(targets) => {
            targets.iter().for_each(|target| push(ShootingChoice::Shoot { target }));
        }
        Stand::End => {}
    }
}

impl ShootingChoice {
    /// The group it is about: the shooters, or those shot at.
    pub fn group(&self) -> GroupId {
        match *self {
            ShootingChoice::Side { group, .. }
            | ShootingChoice::Hand { group, .. }
            | ShootingChoice::LessAt { group, .. } => group,
            ShootingChoice::Shoot { target } => target,
        }
    }
}
