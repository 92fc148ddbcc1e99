//! The words of every question but those of the set-up: what is asked, why, by which rule, and of whom.

use super::super::seen::Seen;
use crate::fog_ancients::commander_name;
use aelian_fog_ancients::align::AlignPrompt;
use aelian_fog_ancients::cohesion::CohesionPrompt;
use aelian_fog_ancients::combat::CombatPrompt;
use aelian_fog_ancients::impact::ImpactPrompt;
use aelian_fog_ancients::joint::{JointPrompt, Stopping};
use aelian_fog_ancients::movement::MovementPrompt;
use aelian_fog_ancients::rout::RoutPrompt;
use aelian_fog_ancients::shooting::ShootingPrompt;
use aelian_fog_ancients::{GroupSet, Prompt};
use aelian_rulebook::{RuleId, rule};

/// A question with its words, rule and the groups in question.
pub struct Wording {
    pub text: String,
    pub detail: &'static str,
    pub rule: RuleId,
    pub about: GroupSet,
}

impl Wording {
    fn new(text: impl Into<String>, detail: &'static str, rule: RuleId, about: GroupSet) -> Wording {
        Wording { text: text.into(), detail, rule, about }
    }
}

pub fn wording(seen: Seen<'_>, prompt: &Prompt) -> Wording {
    match prompt {
        Prompt::Impact(prompt) => impact(seen, prompt),
        Prompt::Movement(prompt) => movement(seen, prompt),
        Prompt::Align(prompt) => align(seen, prompt),
        Prompt::Shooting(prompt) => shooting(seen, prompt),
        Prompt::Combat(prompt) => combat(seen, prompt),
        Prompt::Cohesion(CohesionPrompt::Lose { group, .. }) => Wording::new(
            format!("Which base does {} lose?", seen.named(*group)),
            "",
            rule!("FA-REM-04"),
            GroupSet::one(*group),
        ),
        Prompt::Cohesion(_) => {
            Wording::new("Which group tests next?", "", rule!("FA-CT-25"), GroupSet::EMPTY)
        }
        Prompt::Rout(prompt) => rout(seen, prompt),
        Prompt::Joint(prompt) => joint(seen, prompt),
        Prompt::SetUp(_) => Wording::new("Set up", "", rule!("FA-SET-04"), GroupSet::EMPTY),
    }
}

fn movement(seen: Seen<'_>, prompt: &MovementPrompt) -> Wording {
    let one = GroupSet::one;
    match prompt {
        MovementPrompt::Moves => Wording::new(
            "Move your battle groups",
            "Drag a group, wheel it by a corner, or choose a move. Several groups with a commander go as a battle line.",
            rule!("FA-MAN-03"),
            GroupSet::EMPTY,
        ),
        MovementPrompt::SimpleOrStay { who } => Wording::new(
            format!("{} failed its test: a simple move, or none?", seen.list(*who)),
            "After a failed test only simple moves are left.",
            rule!("FA-CMT-10"),
            *who,
        ),
        MovementPrompt::SecondMove { who } => Wording::new(
            format!("Does {} move a second time?", seen.list(*who)),
            "A simple advance, with its commander, and nowhere near the enemy.",
            rule!("FA-2ND-01"),
            *who,
        ),
        MovementPrompt::CornerAnswer { group, by } | MovementPrompt::SideAnswer { group, by } => {
            Wording::new(
                format!("{} has turned against {}: what does it do?", seen.named(*by), seen.named(*group)),
                "",
                rule!("FA-SIDE-04"),
                one(*group),
            )
        }
        MovementPrompt::GoOn { who, .. } => Wording::new(
            format!("Ambushers have stopped {}: does it complete its move?", seen.list(*who)),
            "The same move from where it began, as far as its distance still allows.",
            rule!("FA-AMB-09"),
            *who,
        ),
        MovementPrompt::RideOn { commander } => Wording::new(
            format!(
                "Ambushers have stopped {}: does he complete his move?",
                commander_name(seen.names, *commander)
            ),
            "With what is left of his distance.",
            rule!("FA-AMB-09"),
            GroupSet::EMPTY,
        ),
        MovementPrompt::Caught { commander, by } => Wording::new(
            format!(
                "{} comes at {}: where does he go?",
                seen.named(*by),
                commander_name(seen.names, *commander)
            ),
            "He joins a group within his move, or is lost.",
            rule!("FA-CMOVE-13"),
            one(*by),
        ),
    }
}

fn align(seen: Seen<'_>, prompt: &AlignPrompt) -> Wording {
    let one = GroupSet::one;
    match prompt {
        AlignPrompt::Reform { group } => Wording::new(
            format!("Does {} reform?", seen.named(*group)),
            "It must before it can move.",
            rule!("FA-REF-01"),
            one(*group),
        ),
        AlignPrompt::Conform { group, .. } => Wording::new(
            format!("How does {} conform?", seen.named(*group)),
            "Several ways are equally short.",
            rule!("FA-CONF-01"),
            one(*group),
        ),
        AlignPrompt::Feed => Wording::new(
            "Feed more bases into a melee?",
            "One file on one side of a group.",
            rule!("FA-FEED-01"),
            GroupSet::EMPTY,
        ),
    }
}

fn shooting(seen: Seen<'_>, prompt: &ShootingPrompt) -> Wording {
    let (group, text) = match prompt {
        ShootingPrompt::Side { group } => (*group, "From which long side do the wagons shoot?".to_owned()),
        ShootingPrompt::Hand { group } => {
            (*group, format!("{} has equal targets: left or right?", seen.named(*group)))
        }
        ShootingPrompt::LessAt { group, .. } => {
            (*group, format!("Against whom does {} lose the die?", seen.named(*group)))
        }
        ShootingPrompt::Shoot { targets } => {
            return Wording::new("Which target is rolled for next?", "", rule!("FA-SHOOT-03"), *targets);
        }
    };
    Wording::new(text, "", rule!("FA-SHOOT-18"), GroupSet::one(group))
}

fn joint(seen: Seen<'_>, prompt: &JointPrompt) -> Wording {
    let one = GroupSet::one;
    match prompt {
        JointPrompt::Stop { group, what } => {
            let doing = if *what == Stopping::Looting { "looting" } else { "pursuing" };
            Wording::new(
                format!("Does {} try to stop {doing}?", seen.named(*group)),
                "It needs a test.",
                rule!("FA-JPUR-01"),
                one(*group),
            )
        }
        JointPrompt::Commanders => Wording::new(
            "Move your commanders",
            "Drag a commander; over a friendly group he joins it.",
            rule!("FA-JCMD-01"),
            GroupSet::EMPTY,
        ),
        JointPrompt::Rally => Wording::new(
            "Which commander bolsters or rallies his group?",
            "One attempt each; a failure costs nothing.",
            rule!("FA-JCMD-02"),
            GroupSet::EMPTY,
        ),
        JointPrompt::AfterRally { commander, group } => Wording::new(
            format!(
                "Does {} rout along with {}?",
                commander_name(seen.names, *commander),
                seen.named(*group)
            ),
            "",
            rule!("FA-JCMD-09"),
            one(*group),
        ),
    }
}

fn impact(seen: Seen<'_>, prompt: &ImpactPrompt) -> Wording {
    let one = GroupSet::one;
    match prompt {
        ImpactPrompt::Declare => Wording::new(
            "Declare your charges",
            "Take up a group and drag it at the enemy, or choose a charge. Charges are final once you say there are no more.",
            rule!("FA-CHG-01"),
            GroupSet::EMPTY,
        ),
        ImpactPrompt::EvadeOrStand { group, by, test } => Wording::new(
            format!("{} is charged by {}: stand, or evade?", seen.named(*group), seen.list(*by)),
            if *test { "To stand it must pass a test." } else { "" },
            rule!("FA-EV-05"),
            one(*group),
        ),
        ImpactPrompt::Intercept { groups } => Wording::new(
            "Does anybody intercept a charge?",
            "Across its path, or into its flank.",
            rule!("FA-ZOI-03"),
            *groups,
        ),
        ImpactPrompt::MoveCharges { left } => {
            Wording::new("Which charge moves next?", "", rule!("FA-RESP-03"), *left)
        }
        ImpactPrompt::Chase { group, .. } => Wording::new(
            format!("The targets of {} have left its path: does it wheel after them?", seen.named(*group)),
            "",
            rule!("FA-CHG-25"),
            one(*group),
        ),
        ImpactPrompt::StepInto { group, .. } => Wording::new(
            format!("Does {} step forward into battle troops?", seen.named(*group)),
            "Skirmishers need not.",
            rule!("FA-STEP-08"),
            one(*group),
        ),
        ImpactPrompt::TurnBase { group, .. } => Wording::new(
            format!("Which base of {} turns to face the flank charge?", seen.named(*group)),
            "",
            rule!("FA-FLK-11"),
            one(*group),
        ),
        ImpactPrompt::Evade { groups } => Wording::new(
            "Who evades, and which way?",
            "The die for the distance comes after.",
            rule!("FA-EV-07"),
            *groups,
        ),
    }
}

fn combat(seen: Seen<'_>, prompt: &CombatPrompt) -> Wording {
    let (text, rule, about) = match prompt {
        CombatPrompt::FrontRank { commander, group, .. } => (
            format!(
                "Does {} fight in the front rank of {}?",
                commander_name(seen.names, *commander),
                seen.named(*group)
            ),
            rule!("FA-CLOSS-01"),
            GroupSet::one(*group),
        ),
        CombatPrompt::Pair { .. } => ("Who fights whom?".to_owned(), rule!("FA-IMP-04"), GroupSet::EMPTY),
        CombatPrompt::LoseAgainst { group, .. } => (
            format!("Against whom does {} lose the die?", seen.named(*group)),
            rule!("FA-ALLOC-05"),
            GroupSet::one(*group),
        ),
        CombatPrompt::Overlap { base, .. } => (
            "Whom does this base overlap?".to_owned(),
            rule!("FA-OVM-04"),
            GroupSet::one(seen.state.base(*base).group),
        ),
        CombatPrompt::Opponent { on, .. } => (
            "Several bases are equally near to this one: which of them fights it?".to_owned(),
            rule!("FA-OFF-02"),
            GroupSet::one(seen.state.base(*on).group),
        ),
    };
    Wording::new(text, "", rule, about)
}

fn rout(seen: Seen<'_>, prompt: &RoutPrompt) -> Wording {
    let (text, rule, about) = match prompt {
        RoutPrompt::AtEdge { group, .. } => (
            format!("{} reaches the edge of the table: run along it, or leave?", seen.named(*group)),
            rule!("FA-EV-21"),
            *group,
        ),
        RoutPrompt::Sense { group } => {
            (format!("Which way does {} run along the edge?", seen.named(*group)), rule!("FA-EV-28"), *group)
        }
        RoutPrompt::Pursue { group } => (
            format!("Does {} pursue the horse that it broke?", seen.named(*group)),
            rule!("FA-PUR-03"),
            *group,
        ),
        RoutPrompt::MoveNext { groups } => {
            return Wording::new("Which pursuer moves next?", "", rule!("FA-JPUR-07"), *groups);
        }
        RoutPrompt::AtGround { group } => (
            format!("Does {} stop at the edge of bad ground?", seen.named(*group)),
            rule!("FA-JPUR-10"),
            *group,
        ),
        RoutPrompt::AtEnemy { group, enemy, .. } => (
            format!(
                "{} meets {} in its pursuit: halt, or charge on?",
                seen.named(*group),
                seen.named(*enemy)
            ),
            rule!("FA-JPUR-12"),
            *group,
        ),
        RoutPrompt::Meet { group, by, .. } => (
            format!("{} comes at {} in pursuit: stand, or evade?", seen.named(*by), seen.named(*group)),
            rule!("FA-JPUR-14"),
            *group,
        ),
        RoutPrompt::Evade { group, .. } => {
            (format!("Which way does {} evade?", seen.named(*group)), rule!("FA-EV-07"), *group)
        }
    };
    Wording::new(text, "", rule, GroupSet::one(about))
}
