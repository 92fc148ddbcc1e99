//! Every prompt as one question in the players' words.

use super::board::capitalised;
use super::seen::Seen;
use super::setup;
use crate::fog_ancients::{commander_name, words};
use crate::table::{AnswerView, Mode, OddsView, OutcomeView, PieceId, Question};
use aelian_dice::Tape;
use aelian_fog_ancients::align::AlignPrompt;
use aelian_fog_ancients::cohesion::CohesionPrompt;
use aelian_fog_ancients::combat::{CombatPrompt, Decided};
use aelian_fog_ancients::impact::{ImpactChoice, ImpactPrompt};
use aelian_fog_ancients::joint::{JointChoice, JointPrompt, Stopping};
use aelian_fog_ancients::movement::{MovementChoice, MovementPrompt};
use aelian_fog_ancients::rout::RoutPrompt;
use aelian_fog_ancients::setup::SetUpChoice;
use aelian_fog_ancients::shooting::{ShootingChoice, ShootingPrompt};
use aelian_fog_ancients::{Choice, GroupId, GroupSet, Prompt};
use aelian_game::{Ruleset, Side, Want, play_on};
use aelian_rulebook::{RuleId, rule};

/// At most so many answers are put as buttons.
const MOST: usize = 40;

pub fn question(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
    let mut question = match prompt {
        Prompt::SetUp(prompt) => setup::question(seen, side, prompt),
        other => of(seen, side, other),
    };
    question.aside = aside(seen, side);
    question
}

/// What may be said at any time.
fn aside(seen: Seen<'_>, side: Side) -> Vec<AnswerView<Choice>> {
    let said = [
        (Choice::Concede { side }, "Concede", "The battle ends and is lost.", rule!("FA-VIC-09")),
        (Choice::TimeOut, "Time is out", "The battle is decided by attrition.", rule!("FA-VIC-08")),
    ];
    let legal = said.into_iter().filter(|(choice, ..)| seen.check(choice).is_legal());
    legal.map(|(choice, label, detail, rule)| plain(choice, label, detail, Some(rule))).collect()
}

/// An answer without anything special about it.
pub fn plain(choice: Choice, label: &str, detail: &str, rule: Option<RuleId>) -> AnswerView<Choice> {
    AnswerView {
        label: label.to_owned(),
        detail: detail.to_owned(),
        rule,
        choice,
        piece: None,
        ghosts: Vec::new(),
        odds: None,
        primary: false,
    }
}

/// What the rules propose, in full.
pub fn proposed(seen: Seen<'_>) -> Vec<Choice> {
    let mut proposals = Vec::new();
    seen.rules.propose(seen.state, Want::All, &mut proposals);
    proposals
}

/// The proposals as answers to press.
pub fn answers(seen: Seen<'_>) -> Vec<AnswerView<Choice>> {
    let one = |(at, choice): (usize, Choice)| {
        let verdict = seen.check(&choice);
        let label = capitalised(&words::choice(seen.rules, seen.state, seen.names, &choice));
        let ghosts = seen.ghosts(&verdict.ghost.moves);
        let odds = verdict.ghost.test.as_ref().map(|test| passing(test.chance));
        AnswerView { ghosts, odds, primary: at == 0, ..plain(choice, &label, "", None) }
    };
    proposed(seen).into_iter().take(MOST).enumerate().map(one).collect()
}

fn passing(chance: f64) -> OddsView {
    OddsView {
        outcomes: vec![
            OutcomeView { label: "passes the test".to_owned(), chance, favour: 1 },
            OutcomeView { label: "fails".to_owned(), chance: 1.0 - chance, favour: -1 },
        ],
        tallies: Vec::new(),
        exact: true,
    }
}

/// A question with its words, rule and the pieces in question.
struct Put {
    text: String,
    detail: &'static str,
    rule: RuleId,
    about: Vec<PieceId>,
}

fn of(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
    let put = put(seen, prompt);
    let (mode, answers) = match prompt {
        Prompt::Impact(ImpactPrompt::Declare) => {
            let end = Choice::Impact(ImpactChoice::EndDeclarations);
            let end = last(end, "No more charges", "The tests and the answers of the enemy come next.");
            (Mode::Orders, ambushes(seen, side).chain([end]).collect())
        }
        Prompt::Movement(MovementPrompt::Moves) => {
            let end = Choice::Movement(MovementChoice::EndMoves);
            let end = last(end, "No more moves", "The shooting phase comes next.");
            (Mode::Orders, ambushes(seen, side).chain([end]).collect())
        }
        Prompt::Movement(MovementPrompt::SecondMove { .. } | MovementPrompt::SimpleOrStay { .. }) => {
            let stay = Choice::Movement(MovementChoice::Stay);
            (Mode::Orders, vec![last(stay, "Stay", "It moves no farther in this phase.")])
        }
        Prompt::Joint(JointPrompt::Commanders) => {
            let end = Choice::Joint(JointChoice::EndCommanders);
            (Mode::Orders, vec![last(end, "No more commanders", "Bolstering and rallying come next.")])
        }
        _ => (Mode::Answers, answers(seen)),
    };
    let mut answers = answers;
    if let Prompt::Combat(CombatPrompt::FrontRank { group, .. }) = prompt {
        add_fight_odds(seen, side, *group, &mut answers);
    }
    if let Prompt::Shooting(ShootingPrompt::Shoot { .. }) = prompt {
        add_shooting_odds(seen, side, &mut answers);
    }
    Question {
        side,
        text: put.text,
        detail: put.detail.to_owned(),
        rule: Some(put.rule),
        mode,
        answers,
        aside: Vec::new(),
        about: put.about,
        room: Vec::new(),
        secret: false,
    }
}

/// FA-AMB-10: the player's own markers, which he may reveal.
fn ambushes(seen: Seen<'_>, side: Side) -> impl Iterator<Item = AnswerView<Choice>> + '_ {
    let own = seen.state.markers.iter().enumerate().filter(move |(_, marker)| marker.side == side);
    own.map(|(at, _)| {
        let reveal = Choice::SetUp(SetUpChoice::RevealOwn { marker: at as u8 });
        let label = format!("Reveal ambush marker {}", at + 1);
        plain(reveal, &label, "Its battle group is placed now.", Some(rule!("FA-AMB-10")))
    })
}

fn last(choice: Choice, label: &str, detail: &str) -> AnswerView<Choice> {
    plain(choice, label, detail, None)
}

/// What the fight of the group promises after each answer.
fn add_fight_odds(seen: Seen<'_>, side: Side, group: GroupId, answers: &mut [AnswerView<Choice>]) {
    for answer in answers.iter_mut() {
        let mut state = seen.state.clone();
        // A commander goes to the front rank or stays without dice.
        let Ok(mut dice) = Tape::new(Vec::new()) else { return };
        if play_on(seen.rules, &mut state, &answer.choice, &mut dice).is_err() {
            continue;
        }
        let then = Seen { state: &state, ..seen };
        let look = then.look();
        let combat = look.combats().into_iter().find(|groups| groups.contains(group));
        answer.odds =
            combat.map(|groups| super::fights::odds_of(then, side, &look.fight(groups, &Decided::default())));
    }
}

/// What the shooting at each target promises.
fn add_shooting_odds(seen: Seen<'_>, side: Side, answers: &mut [AnswerView<Choice>]) {
    let plan = seen.look().shooting_plan();
    for answer in answers.iter_mut() {
        if let Choice::Shooting(ShootingChoice::Shoot { target }) = &answer.choice {
            answer.odds = Some(super::fights::shooting_odds(seen, side, &plan, *target));
        }
    }
}

fn put(seen: Seen<'_>, prompt: &Prompt) -> Put {
    let put = |text: String, detail: &'static str, rule: RuleId, about: GroupSet| Put {
        text,
        detail,
        rule,
        about: seen.pieces_of(about),
    };
    let one = GroupSet::one;
    match prompt {
        Prompt::Impact(prompt) => impact(seen, prompt),
        Prompt::Movement(MovementPrompt::Moves) => put(
            "Move your battle groups".to_owned(),
            "Drag a group, wheel it by a corner, or choose a move. Several groups with a commander go as a battle line.",
            rule!("FA-MAN-03"),
            GroupSet::EMPTY,
        ),
        Prompt::Movement(MovementPrompt::SimpleOrStay { who }) => put(
            format!("{} failed its test: a simple move, or none?", seen.list(*who)),
            "After a failed test only simple moves are left.",
            rule!("FA-CMT-10"),
            *who,
        ),
        Prompt::Movement(MovementPrompt::SecondMove { who }) => put(
            format!("Does {} move a second time?", seen.list(*who)),
            "A simple advance, with its commander, and nowhere near the enemy.",
            rule!("FA-2ND-01"),
            *who,
        ),
        Prompt::Movement(
            MovementPrompt::CornerAnswer { group, by } | MovementPrompt::SideAnswer { group, by },
        ) => put(
            format!("{} has turned against {}: what does it do?", seen.named(*by), seen.named(*group)),
            "",
            rule!("FA-SIDE-04"),
            one(*group),
        ),
        Prompt::Movement(MovementPrompt::GoOn { who, .. }) => put(
            format!("Ambushers have stopped {}: does it complete its move?", seen.list(*who)),
            "The same move from where it began, as far as its distance still allows.",
            rule!("FA-AMB-09"),
            *who,
        ),
        Prompt::Movement(MovementPrompt::RideOn { commander }) => put(
            format!(
                "Ambushers have stopped {}: does he complete his move?",
                commander_name(seen.names, *commander)
            ),
            "With what is left of his distance.",
            rule!("FA-AMB-09"),
            GroupSet::EMPTY,
        ),
        Prompt::Movement(MovementPrompt::Caught { commander, by }) => put(
            format!(
                "{} comes at {}: where does he go?",
                seen.named(*by),
                commander_name(seen.names, *commander)
            ),
            "He joins a group within his move, or is lost.",
            rule!("FA-CMOVE-13"),
            one(*by),
        ),
        Prompt::Align(AlignPrompt::Reform { group }) => put(
            format!("Does {} reform?", seen.named(*group)),
            "It must before it can move.",
            rule!("FA-REF-01"),
            one(*group),
        ),
        Prompt::Align(AlignPrompt::Conform { group, .. }) => put(
            format!("How does {} conform?", seen.named(*group)),
            "Several ways are equally short.",
            rule!("FA-CONF-01"),
            one(*group),
        ),
        Prompt::Align(AlignPrompt::Feed) => put(
            "Feed more bases into a melee?".to_owned(),
            "One file on one side of a group.",
            rule!("FA-FEED-01"),
            GroupSet::EMPTY,
        ),
        Prompt::Shooting(prompt) => {
            let (group, text) = match prompt {
                ShootingPrompt::Side { group } => {
                    (*group, "From which long side do the wagons shoot?".to_owned())
                }
                ShootingPrompt::Hand { group } => {
                    (*group, format!("{} has equal targets: left or right?", seen.named(*group)))
                }
                ShootingPrompt::LessAt { group, .. } => {
                    (*group, format!("Against whom does {} lose the die?", seen.named(*group)))
                }
                ShootingPrompt::Shoot { targets } => {
                    return put(
                        "Which target is rolled for next?".to_owned(),
                        "",
                        rule!("FA-SHOOT-03"),
                        *targets,
                    );
                }
            };
            put(text, "", rule!("FA-SHOOT-18"), one(group))
        }
        Prompt::Combat(prompt) => combat(seen, prompt),
        Prompt::Cohesion(CohesionPrompt::Lose { group, .. }) => {
            put(format!("Which base does {} lose?", seen.named(*group)), "", rule!("FA-REM-04"), one(*group))
        }
        Prompt::Cohesion(_) => {
            put("Which group tests next?".to_owned(), "", rule!("FA-CT-25"), GroupSet::EMPTY)
        }
        Prompt::Rout(prompt) => rout(seen, prompt),
        Prompt::Joint(JointPrompt::Stop { group, what }) => {
            let doing = if *what == Stopping::Looting { "looting" } else { "pursuing" };
            put(
                format!("Does {} try to stop {doing}?", seen.named(*group)),
                "It needs a test.",
                rule!("FA-JPUR-01"),
                one(*group),
            )
        }
        Prompt::Joint(JointPrompt::Commanders) => put(
            "Move your commanders".to_owned(),
            "Drag a commander; over a friendly group he joins it.",
            rule!("FA-JCMD-01"),
            GroupSet::EMPTY,
        ),
        Prompt::Joint(JointPrompt::Rally) => put(
            "Which commander bolsters or rallies his group?".to_owned(),
            "One attempt each; a failure costs nothing.",
            rule!("FA-JCMD-02"),
            GroupSet::EMPTY,
        ),
        Prompt::Joint(JointPrompt::AfterRally { commander, group }) => put(
            format!(
                "Does {} rout along with {}?",
                commander_name(seen.names, *commander),
                seen.named(*group)
            ),
            "",
            rule!("FA-JCMD-09"),
            one(*group),
        ),
        Prompt::SetUp(_) => put("Set up".to_owned(), "", rule!("FA-SET-04"), GroupSet::EMPTY),
    }
}

fn impact(seen: Seen<'_>, prompt: &ImpactPrompt) -> Put {
    let put = |text: String, detail: &'static str, rule: RuleId, about: GroupSet| Put {
        text,
        detail,
        rule,
        about: seen.pieces_of(about),
    };
    let one = GroupSet::one;
    match prompt {
        ImpactPrompt::Declare => put(
            "Declare your charges".to_owned(),
            "Take up a group and drag it at the enemy, or choose a charge. Charges are final once you say there are no more.",
            rule!("FA-CHG-01"),
            GroupSet::EMPTY,
        ),
        ImpactPrompt::EvadeOrStand { group, by, test } => put(
            format!("{} is charged by {}: stand, or evade?", seen.named(*group), seen.list(*by)),
            if *test { "To stand it must pass a test." } else { "" },
            rule!("FA-EV-05"),
            one(*group),
        ),
        ImpactPrompt::Intercept { groups } => put(
            "Does anybody intercept a charge?".to_owned(),
            "Across its path, or into its flank.",
            rule!("FA-ZOI-03"),
            *groups,
        ),
        ImpactPrompt::MoveCharges { left } => {
            put("Which charge moves next?".to_owned(), "", rule!("FA-RESP-03"), *left)
        }
        ImpactPrompt::Chase { group, .. } => put(
            format!("The targets of {} have left its path: does it wheel after them?", seen.named(*group)),
            "",
            rule!("FA-CHG-25"),
            one(*group),
        ),
        ImpactPrompt::StepInto { group, .. } => put(
            format!("Does {} step forward into battle troops?", seen.named(*group)),
            "Skirmishers need not.",
            rule!("FA-STEP-08"),
            one(*group),
        ),
        ImpactPrompt::TurnBase { group, .. } => put(
            format!("Which base of {} turns to face the flank charge?", seen.named(*group)),
            "",
            rule!("FA-FLK-11"),
            one(*group),
        ),
        ImpactPrompt::Evade { groups } => put(
            "Who evades, and which way?".to_owned(),
            "The die for the distance comes after.",
            rule!("FA-EV-07"),
            *groups,
        ),
    }
}

fn combat(seen: Seen<'_>, prompt: &CombatPrompt) -> Put {
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
    Put { text, detail: "", rule, about: seen.pieces_of(about) }
}

fn rout(seen: Seen<'_>, prompt: &RoutPrompt) -> Put {
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
            return Put {
                text: "Which pursuer moves next?".to_owned(),
                detail: "",
                rule: rule!("FA-JPUR-07"),
                about: seen.pieces_of(*groups),
            };
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
    Put { text, detail: "", rule, about: seen.pieces_of(GroupSet::one(about)) }
}
