//! The answers of a closed question: all that the rules propose, each with what comes of it.

use super::board::capitalised;
use super::odds;
use super::seen::Seen;
use crate::blood_and_blades::words;
use crate::table::{AnswerView, OddsView, PieceId};
use aelian_blood_and_blades::army::homeland::plain_name;
use aelian_blood_and_blades::choice::{Choice, Ghost, PickKind, RushChoice};
use aelian_blood_and_blades::field::TableEdge;
use aelian_blood_and_blades::state::{Answer, Pending, ShotDeclared};
use aelian_blood_and_blades::{BaseId, BaseSet, Prompt};
use aelian_game::{Next, Ruleset, Side, Want};
use aelian_geometry::Hand;
use aelian_rulebook::{RuleId, rule};

/// An answer with nothing but words.
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

/// All choices that the rules propose for the question that is asked.
pub fn proposed(seen: Seen<'_>) -> Vec<Choice> {
    let mut choices = Vec::new();
    seen.rules.propose(seen.state, Want::All, &mut choices);
    choices
}

/// Who is asked, and what he sees.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    pub seen: Seen<'a>,
    pub side: Side,
}

impl Answers<'_> {
    /// Every legal answer, the usual one marked.
    pub fn all(&self) -> Vec<AnswerView<Choice>> {
        let answers = proposed(self.seen).into_iter().filter_map(|choice| self.one(choice));
        let mut answers: Vec<AnswerView<Choice>> = answers.collect();
        if let Some(at) = usual(&answers) {
            answers[at].primary = true;
        }
        answers
    }

    fn one(&self, choice: Choice) -> Option<AnswerView<Choice>> {
        let verdict = self.seen.check(&choice);
        if !verdict.is_legal() {
            return None;
        }
        let (label, detail, rule) = self.words(&choice, &verdict.ghost);
        Some(AnswerView {
            piece: self.piece(&choice),
            ghosts: self.seen.ghosts(&verdict.ghost.moves),
            odds: self.odds(&choice, &verdict.ghost),
            ..plain(choice, &label, &detail, Some(rule))
        })
    }

    /// Label, what happens then, and the rule.
    fn words(&self, choice: &Choice, ghost: &Ghost) -> (String, String, RuleId) {
        let seen = self.seen;
        let say = |label: &str, detail: &str, rule: RuleId| (label.to_owned(), detail.to_owned(), rule);
        match choice {
            Choice::NameSide { piece, edge } => self.of_side(*piece, *edge),
            Choice::DeployFirst(true) => {
                say("Deploy first", "You deploy first and have the second bound.", rule!("BB-DEP-05"))
            }
            Choice::DeployFirst(false) => {
                say("Deploy second", "You deploy second and have the first bound.", rule!("BB-DEP-05"))
            }
            Choice::Align(true) => {
                say("Align", "The body shifts until front corners meet.", rule!("BB-ENG-03"))
            }
            Choice::Align(false) => say("Stay", "It stays in contact as it is.", rule!("BB-ENG-03")),
            Choice::RevealRest(true) => {
                say("Show all", "The whole ambush comes on the table.", rule!("BB-BUSH-09"))
            }
            Choice::RevealRest(false) if seen.look().ambushers(self.side).is_empty() => {
                say("Go on", "Nothing is left to be shown.", rule!("BB-BUSH-09"))
            }
            Choice::RevealRest(false) => {
                say("Keep hidden", "Only what was seen is shown.", rule!("BB-BUSH-09"))
            }
            Choice::GoOn(true) => say("Go on", "The move goes on as ordered.", rule!("BB-BUSH-12")),
            Choice::GoOn(false) => say("Stop", "The move ends here.", rule!("BB-BUSH-12")),
            Choice::Rush(rush) => self.of_rush(rush, ghost),
            Choice::Separate(hand) => (
                capitalised(words::hand(*hand)),
                format!("It is shifted a little to the {}.", words::hand(*hand)),
                rule!("BB-IMP-48"),
            ),
            Choice::Target { target: Some(target), .. } => {
                (seen.named(*target), "It shoots at this base.".to_owned(), rule!("BB-SHT-22"))
            }
            Choice::Target { target: None, .. } => {
                say("Give up the shot", "It does not shoot in this phase.", rule!("BB-SHT-25"))
            }
            Choice::NextShot { target } => (seen.named(*target), self.next_shot(*target), rule!("BB-SHT-50")),
            Choice::Primary { shooter } => {
                (seen.named(*shooter), "Its own factor and grade count.".to_owned(), rule!("BB-SHT-31"))
            }
            Choice::MainOpponent { enemy, .. } => {
                (seen.named(*enemy), "It becomes the main opponent.".to_owned(), rule!("BB-CC-22"))
            }
            Choice::NextFight { base, enemy } => (
                format!("{} against {}", seen.name(*base), seen.name(*enemy)),
                format!("{} fights {}.", seen.named(*base), seen.named(*enemy)),
                rule!("BB-CC-29"),
            ),
            Choice::RecoilNext { base } => {
                (seen.named(*base), "It recoils before the others.".to_owned(), rule!("BB-CC-27"))
            }
            Choice::Answer(answer) => of_answer(*answer),
            other => {
                let told = capitalised(&words::choice(seen.rules, seen.names, other));
                (told, String::new(), rule!("BB-TURN-04"))
            }
        }
    }

    fn of_side(&self, piece: u8, edge: Option<TableEdge>) -> (String, String, RuleId) {
        let pick = match self.seen.rules.next(self.seen.state) {
            Next::Ask { prompt: Prompt::NameSide { pieces }, .. } => {
                pieces.iter().find(|(number, _)| *number == piece).map(|(_, pick)| *pick)
            }
            _ => None,
        };
        let what = pick.map_or(format!("piece {}", piece + 1), |pick| words::pick(&pick));
        let Some(edge) = edge else {
            return (capitalised(&what), "It is laid next.".to_owned(), rule!("BB-SET-40"));
        };
        let word = words::edge_word(edge);
        let (detail, rule) = match pick.map(|pick| pick.what) {
            Some(PickKind::River) => {
                (format!("Its band is measured from the {word} edge."), rule!("BB-SET-34"))
            }
            Some(PickKind::Area(kind)) if kind.is_impassable() => (
                format!("The {} lies along the {word} edge.", plain_name(PickKind::Area(kind))),
                rule!("BB-SET-30"),
            ),
            _ => (
                format!("A die decides: 1 to 3 is the {word} side, else one of the others."),
                rule!("BB-SET-52"),
            ),
        };
        (format!("{}, {word}", capitalised(&what)), detail, rule)
    }

    fn of_rush(&self, rush: &RushChoice, ghost: &Ghost) -> (String, String, RuleId) {
        let seen = self.seen;
        let mut label = match rush.target {
            Some(target) => format!("{} at {}", seen.name(rush.base), seen.name(target)),
            None => format!("{} straight ahead", seen.name(rush.base)),
        };
        let mut rule = if rush.target.is_some() { rule!("BB-IMP-27") } else { rule!("BB-IMP-29") };
        if rush.straight_first {
            label.push_str(", straight on first");
            rule = rule!("BB-IMP-47");
        }
        if let Some(hand) = rush.hand {
            label.push_str(&format!(", the way on the {}", words::hand(hand)));
            rule = rule!("BB-IMP-31");
        }
        if rush.deviate != 0.0 {
            let hand = if rush.deviate > 0.0 { Hand::Right } else { Hand::Left };
            label.push_str(&format!(", turning {:.0}° {}", rush.deviate.abs(), words::hand(hand)));
            rule = rule!("BB-IMP-30");
        }
        let detail = match (ghost.engages.is_empty(), ghost.moves.is_empty()) {
            (false, _) => format!("It reaches {}.", seen.list(ghost.engages)),
            (true, false) => format!("It goes {} and reaches nobody.", words::mm(ghost.used)),
            (true, true) => "It stays where it is.".to_owned(),
        };
        (label, detail, rule)
    }

    /// BB-SHT-31: the odds of a shot are those of its primary shooter.
    fn next_shot(&self, target: BaseId) -> String {
        match odds::primary(self.seen, target) {
            Some((primary, shooters)) if shooters.len() > 1 => {
                format!("The chances are those with {} as primary shooter.", self.seen.name(primary))
            }
            Some((primary, _)) => format!("{} is the primary shooter.", self.seen.name(primary)),
            None => String::new(),
        }
    }

    /// The base that stands for an answer on the table.
    fn piece(&self, choice: &Choice) -> Option<PieceId> {
        match choice {
            Choice::Rush(rush) if self.is_alone(rush.base) => rush.target.or(Some(rush.base)),
            Choice::Rush(rush) => Some(rush.base),
            Choice::Target { target, .. } => *target,
            Choice::NextShot { target } => Some(*target),
            Choice::Primary { shooter } => Some(*shooter),
            Choice::MainOpponent { enemy, .. } => Some(*enemy),
            Choice::NextFight { base, .. } | Choice::RecoilNext { base } => Some(*base),
            _ => None,
        }
        .map(|id| id.number())
    }

    /// Whether no other base could rush now.
    fn is_alone(&self, base: BaseId) -> bool {
        match self.seen.rules.next(self.seen.state) {
            Next::Ask { prompt: Prompt::Rush { bases }, .. } => bases == BaseSet::one(base),
            _ => true,
        }
    }

    fn odds(&self, choice: &Choice, ghost: &Ghost) -> Option<OddsView> {
        let (seen, side) = (self.seen, self.side);
        match choice {
            Choice::NextFight { base, enemy } => Some(odds::of_fight(seen, side, *base, *enemy)),
            Choice::MainOpponent { of, enemy } => Some(odds::of_fight(seen, side, *of, *enemy)),
            Choice::NextShot { target } => {
                let (primary, _) = odds::primary(seen, *target)?;
                Some(odds::of_shot(seen, side, *target, primary))
            }
            Choice::Target { shooter, target: Some(target) } => self.declared(*shooter, *target),
            Choice::Primary { shooter } => match seen.state.pending.last() {
                Some(Pending::Shot { target }) => Some(odds::of_shot(seen, side, *target, *shooter)),
                _ => None,
            },
            Choice::Rush(rush) => self.rushed(rush, ghost),
            _ => None,
        }
    }

    /// The shot as it would be if the shooter said so.
    fn declared(&self, shooter: BaseId, target: BaseId) -> Option<OddsView> {
        let mut state = self.seen.state.clone();
        state.shots.push(ShotDeclared { shooter, target: Some(target) });
        let there = self.seen.at(&state);
        Some(odds::of_shot(there, self.side, target, shooter))
    }

    /// The fight in which an impetuous move would end, as the bases meet.
    fn rushed(&self, rush: &RushChoice, ghost: &Ghost) -> Option<OddsView> {
        let reached = rush.target.filter(|target| ghost.engages.contains(*target));
        let enemy = reached.or_else(|| ghost.engages.first())?;
        let state = self.seen.moved(&ghost.moves);
        let there = self.seen.at(&state);
        let fights = there.look().fights(rush.base, enemy);
        fights.then(|| odds::of_fight(there, self.side, rush.base, enemy))
    }
}

fn of_answer(answer: Answer) -> (String, String, RuleId) {
    let (label, detail, rule) = match answer {
        Answer::PassThrough => ("Pass through", "It goes through its friend.", rule!("BB-REC-10")),
        Answer::PushBack => ("Push back", "Its friend is pushed back with it.", rule!("BB-REC-10")),
        Answer::Left => ("Left", "It turns to the left.", rule!("BB-FLEE-12")),
        Answer::Right => ("Right", "It turns to the right.", rule!("BB-FLEE-12")),
        Answer::AvoidDifficult => {
            ("Avoid it", "It turns away from the difficult going.", rule!("BB-FLEE-08"))
        }
        Answer::RunIntoDifficult => ("Run on", "It runs into the difficult going.", rule!("BB-FLEE-08")),
    };
    (label.to_owned(), detail.to_owned(), rule)
}

/// The answer that is mostly given: the first, but of the two ways to say yes or no the usual one; none where
/// there is no such thing.
fn usual(answers: &[AnswerView<Choice>]) -> Option<usize> {
    let wanted = |choice: &Choice| match choice {
        Choice::RevealRest(all) | Choice::DeployFirst(all) => !all,
        Choice::Align(yes) | Choice::GoOn(yes) => *yes,
        Choice::NameSide { .. } | Choice::Separate(_) => false,
        Choice::Answer(answer) => matches!(answer, Answer::PassThrough | Answer::AvoidDifficult),
        Choice::Target { target, .. } => target.is_some(),
        _ => true,
    };
    answers.iter().position(|answer| wanted(&answer.choice)).or((answers.len() == 1).then_some(0))
}
