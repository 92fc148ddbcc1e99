//! Every prompt as one question in the players' words.

use super::answers::{self, Answers};
use super::seen::{Seen, ids};
use super::standing::pigs;
use super::{lay, length, pick, place};
use crate::blood_and_blades::words;
use crate::table::{AnswerView, Mode, PieceId, Question};
use aelian_blood_and_blades::choice::Choice;
use aelian_blood_and_blades::{BaseId, BaseSet, Prompt};
use aelian_game::Side;
use aelian_rulebook::{RuleId, rule};

pub fn question(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
    let asked = Asked { seen, side };
    let mut question = asked.of(prompt);
    question.aside = aside(seen, side);
    question
}

/// AMB-63, BB-VIC-04: what may be said at any time.
fn aside(seen: Seen<'_>, side: Side) -> Vec<AnswerView<Choice>> {
    let concede = Choice::Concede { side };
    let said = [
        (concede, "Concede", "The battle ends and is lost.", rule!("BB-VIC-05")),
        (Choice::TimeOut, "Time is out", "The battle ends as a draw.", rule!("BB-VIC-04")),
    ];
    let legal = said.into_iter().filter(|(choice, ..)| seen.check(choice).is_legal());
    legal.map(|(choice, label, detail, rule)| answers::plain(choice, label, detail, Some(rule))).collect()
}

/// A side to which a question is put.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub seen: Seen<'a>,
    pub side: Side,
}

impl Asked<'_> {
    fn of(&self, prompt: &Prompt) -> Question<Choice> {
        match prompt {
            Prompt::PickTerrain { .. }
            | Prompt::NameSide { .. }
            | Prompt::Lay { .. }
            | Prompt::PlaceBaggage { .. }
            | Prompt::DeployFirst
            | Prompt::Ambush
            | Prompt::Deploy { .. } => self.of_set_up(prompt),
            Prompt::Orders { pigs } => self.of_orders(*pigs),
            Prompt::Align { .. } | Prompt::RevealRest | Prompt::GoOn { .. } => self.of_move(prompt),
            Prompt::Rush { .. } | Prompt::Separate { .. } => self.of_rush(prompt),
            Prompt::Target { .. } | Prompt::NextShot { .. } | Prompt::Primary { .. } => self.of_shots(prompt),
            Prompt::MainOpponent { .. } | Prompt::NextFight { .. } | Prompt::RecoilNext { .. } => {
                self.of_fights(prompt)
            }
            Prompt::PassOrPush { .. }
            | Prompt::FleeSide { .. }
            | Prompt::AvoidDifficult { .. }
            | Prompt::Pursue { .. } => self.of_outcome(prompt),
        }
    }

    /// A question with the answers that the rules propose.
    fn closed(&self, text: String, detail: String, rule: RuleId, about: Vec<PieceId>) -> Question<Choice> {
        let answers = Answers { seen: self.seen, side: self.side }.all();
        self.asked(text, detail, rule, Mode::Answers, answers, about)
    }

    /// A question with its mode and answers.
    pub fn asked(
        &self,
        text: String,
        detail: String,
        rule: RuleId,
        mode: Mode,
        answers: Vec<AnswerView<Choice>>,
        about: Vec<PieceId>,
    ) -> Question<Choice> {
        let (side, rule, aside) = (self.side, Some(rule), Vec::new());
        Question { side, text, detail, rule, mode, answers, aside, about, room: Vec::new(), secret: false }
    }

    fn of_set_up(&self, prompt: &Prompt) -> Question<Choice> {
        let seen = self.seen;
        match prompt {
            Prompt::PickTerrain { invaded } => {
                let (who, rule) = match invaded {
                    true => ("You are invaded: pick your terrain", rule!("BB-SET-13")),
                    false => ("You invade: pick from the terrain of the invaded", rule!("BB-SET-16")),
                };
                self.asked(who.to_owned(), pick::limits(), rule, pick::mode(seen), Vec::new(), Vec::new())
            }
            Prompt::NameSide { .. } => self.closed(
                "Which piece is laid next, and on which side?".to_owned(),
                "A die may move an area to another side; for a river it is the edge from which its band is measured."
                    .to_owned(),
                rule!("BB-SET-52"),
                Vec::new(),
            ),
            Prompt::Lay { pick, nearest, band } => lay::question(self, pick, *nearest, *band),
            Prompt::DeployFirst => self.closed(
                "Do you deploy first and move second?".to_owned(),
                "The dice leave it to the invader.".to_owned(),
                rule!("BB-DEP-05"),
                Vec::new(),
            ),
            _ => place::question(self, prompt),
        }
    }

    /// BB-PIG-02: orders are given on the table; the end of them is a button.
    fn of_orders(&self, left: u8) -> Question<Choice> {
        let end = AnswerView {
            primary: left == 0,
            ..answers::plain(
                Choice::EndMoves,
                "No more orders",
                "The impetuous moves come next; PIGs that are left are lost.",
                Some(rule!("BB-PIG-02")),
            )
        };
        let text = format!("Your orders, {}?", pigs(left));
        let detail = "Take up a base or a group and move it, or halt it.".to_owned();
        self.asked(text, detail, rule!("BB-PIG-02"), Mode::Orders, vec![end], Vec::new())
    }

    fn of_move(&self, prompt: &Prompt) -> Question<Choice> {
        let seen = self.seen;
        match prompt {
            Prompt::Align { body, shift } => self.closed(
                format!("{} align with the enemy?", does(seen, *body)),
                format!("It may shift sideways by {} so that front corners meet.", words::mm(shift.abs())),
                rule!("BB-ENG-03"),
                ids(*body),
            ),
            Prompt::GoOn { order } => self.closed(
                format!("An ambush is discovered. {} go on?", does(seen, order.to)),
                "It may stop where it is, or go on with its move.".to_owned(),
                rule!("BB-BUSH-12"),
                ids(order.to),
            ),
            _ => self.of_rest(),
        }
    }

    /// BB-BUSH-09, BB-BUSH-13: whether the rest of an ambush is shown.
    fn of_rest(&self) -> Question<Choice> {
        let rest = self.seen.look().ambushers(self.side);
        let (text, detail) = match rest.is_empty() {
            true => ("Your whole ambush has been seen", "The enemy is not told that nothing is left of it."),
            false => {
                ("Do you show your whole ambush?", "A part of it has been seen; the rest may stay hidden.")
            }
        };
        let asked = self.closed(text.to_owned(), detail.to_owned(), rule!("BB-BUSH-09"), ids(rest));
        Question { secret: true, ..asked }
    }

    fn of_rush(&self, prompt: &Prompt) -> Question<Choice> {
        let seen = self.seen;
        match prompt {
            Prompt::Separate { base } => self.closed(
                format!("To which hand is {} set apart?", seen.name(*base)),
                "After an impetuous move it may not stand in a group.".to_owned(),
                rule!("BB-IMP-48"),
                vec![base.number()],
            ),
            Prompt::Rush { bases } => {
                let text = match (bases.first(), bases.len()) {
                    (Some(only), 1) => format!("How does {} rush forward?", seen.name(only)),
                    _ => "Which impetuous base rushes forward next?".to_owned(),
                };
                let detail = "Every impetuous base must move; you choose the order and among equal targets.";
                self.closed(text, detail.to_owned(), rule!("BB-IMP-01"), ids(*bases))
            }
            _ => self.of_move(prompt),
        }
    }

    fn of_shots(&self, prompt: &Prompt) -> Question<Choice> {
        let seen = self.seen;
        let joined = |base: BaseId, more: BaseSet| [vec![base.number()], ids(more)].concat();
        match prompt {
            Prompt::Target { shooter, options, may_give_up } => {
                let (detail, rule) = match may_give_up {
                    true => ("It may spare an elephant that could recoil into your own.", rule!("BB-SHT-25")),
                    false => ("These targets face it alike.", rule!("BB-SHT-22")),
                };
                let text = format!("At whom does {} shoot?", seen.name(*shooter));
                self.closed(text, detail.to_owned(), rule, joined(*shooter, *options))
            }
            Prompt::Primary { target, shooters } => self.closed(
                format!("Who is the primary shooter at {}?", seen.name(*target)),
                "His factors count; the others support him.".to_owned(),
                rule!("BB-SHT-31"),
                joined(*target, *shooters),
            ),
            Prompt::NextShot { targets } => self.closed(
                "Who is shot at next?".to_owned(),
                "The active player orders the shots of both sides.".to_owned(),
                rule!("BB-SHT-50"),
                ids(*targets),
            ),
            _ => self.of_move(prompt),
        }
    }

    fn of_fights(&self, prompt: &Prompt) -> Question<Choice> {
        let seen = self.seen;
        match prompt {
            Prompt::MainOpponent { of, options } => self.closed(
                format!("Whom must {} fight first?", seen.name(*of)),
                "These enemies are equally dangerous to it; you name its main opponent.".to_owned(),
                rule!("BB-CC-22"),
                [vec![of.number()], ids(*options)].concat(),
            ),
            Prompt::RecoilNext { bases } => self.closed(
                "Which base recoils next?".to_owned(),
                "All that face the winner recoil with the loser.".to_owned(),
                rule!("BB-CC-27"),
                ids(*bases),
            ),
            Prompt::NextFight { fights } => {
                let all = fights.iter().flat_map(|(base, enemy)| [base.number(), enemy.number()]).collect();
                self.closed(
                    "Which close combat is fought next?".to_owned(),
                    "The active player chooses; what recoils or flees may change the other combats."
                        .to_owned(),
                    rule!("BB-CC-29"),
                    all,
                )
            }
            _ => self.of_move(prompt),
        }
    }

    fn of_outcome(&self, prompt: &Prompt) -> Question<Choice> {
        let seen = self.seen;
        match prompt {
            Prompt::PassOrPush { base, friend } => self.closed(
                format!(
                    "{} recoils into {}: does it pass through or push back?",
                    seen.name(*base),
                    seen.name(*friend)
                ),
                "Both are possible here.".to_owned(),
                rule!("BB-REC-10"),
                vec![base.number(), friend.number()],
            ),
            Prompt::FleeSide { base, degrees } => self.closed(
                format!("To which hand does {} flee?", seen.name(*base)),
                format!("It must turn by {degrees:.0}° either way."),
                rule!("BB-FLEE-12"),
                vec![base.number()],
            ),
            Prompt::AvoidDifficult { base } => self.closed(
                format!("{} flees: does it avoid difficult going?", seen.name(*base)),
                "Mounted that are not yet in it may turn away from it.".to_owned(),
                rule!("BB-FLEE-08"),
                vec![base.number()],
            ),
            Prompt::Pursue { base, least, most, must } => {
                length::question(self, *base, (*least, *most), *must)
            }
            _ => self.of_move(prompt),
        }
    }
}

/// `Does R12`, `Do R12, R13`, `Do these 6 bases`.
fn does(seen: Seen<'_>, bases: BaseSet) -> String {
    const NAMED: usize = 3;
    match bases.len() {
        1 => format!("Does {}", seen.list(bases)),
        count if count > NAMED => format!("Do these {count} bases"),
        _ => format!("Do {}", seen.list(bases)),
    }
}
