//! Every prompt as one question in the players' words.

mod wording;

use super::board::capitalised;
use super::seen::Seen;
use super::setup;
use crate::fog_ancients::words;
use crate::table::{AnswerView, Mode, OddsView, OutcomeView, Question};
use aelian_dice::Tape;
use aelian_fog_ancients::combat::{CombatPrompt, Decided};
use aelian_fog_ancients::impact::{ImpactChoice, ImpactPrompt};
use aelian_fog_ancients::joint::{JointChoice, JointPrompt};
use aelian_fog_ancients::movement::{MovementChoice, MovementPrompt};
use aelian_fog_ancients::setup::SetUpChoice;
use aelian_fog_ancients::shooting::{ShootingChoice, ShootingPrompt};
use aelian_fog_ancients::{Choice, GroupId, Prompt};
use aelian_game::{Ruleset, Side, Want, play_on};
use aelian_rulebook::{RuleId, rule};
use wording::{Wording, wording};

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

fn of(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
    let Wording { text, detail, rule, about } = wording(seen, prompt);
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
        text,
        detail: detail.to_owned(),
        rule: Some(rule),
        mode,
        answers,
        aside: Vec::new(),
        about: seen.pieces_of(about),
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
