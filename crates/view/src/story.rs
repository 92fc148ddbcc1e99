//! A match told step by step: the choice, the dice, the reasons and what came of it.

use crate::told::{Names, Told};
use aelian_game::{Ending, Match, Next, Seen, SeenStep, Side};
use aelian_rulebook::RuleId;
use serde::Serialize;

/// What is told of a choice that the viewer may not know.
pub(crate) const HIDDEN: &str = "something hidden";

/// One step in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepStory {
    /// Where the game stood before it, and the turn by itself.
    pub moment: String,
    pub turn: String,
    /// The side that decided it; none if nobody did.
    pub side: Option<Side>,
    /// Empty if the viewer may not know of it.
    pub choice: String,
    /// The viewer may know what was chosen.
    pub known: bool,
    pub dice: Vec<DiceLine>,
    pub reasons: Vec<ReasonLine>,
    pub events: Vec<String>,
    /// Something was lost by it.
    pub loss: bool,
    /// Nobody decided it, no die was thrown, and it only went on to the next part of the game.
    pub passing: bool,
}

impl StepStory {
    /// Whether the viewer may not know that there was such a step; a log leaves it out.
    pub fn is_silent(&self) -> bool {
        self.choice.is_empty()
    }
}

/// A throw and what lay on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiceLine {
    pub rule: RuleId,
    pub throw: String,
    pub faces: Vec<u8>,
}

/// A rule and what it said here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReasonLine {
    pub rule: RuleId,
    pub text: String,
}

/// Tells a step and moves what is seen, which must be the state before it, to the one after it. All that is told is
/// made of what this viewer sees and of the step as he may know it.
pub fn tell_step<R: Told>(rules: &R, names: &Names, seen: &mut Seen<R>, step: &SeenStep<R>) -> StepStory {
    let state = seen.state();
    let (moment, turn) = (rules.tell_moment(state), rules.tell_turn(state));
    let loss = step.events.iter().any(R::is_loss);
    let choice = match &step.choice {
        Some(choice) => rules.tell_choice(state, names, choice),
        None if step.is_unheard() => String::new(),
        None => HIDDEN.to_owned(),
    };
    let dice = step.rolls.iter().map(|roll| DiceLine {
        rule: roll.rule,
        throw: roll.throw.to_string(),
        faces: roll.faces.to_vec(),
    });
    let reasons = step
        .reasons
        .iter()
        .map(|reason| (reason.rule, rules.tell_reason(state, names, reason.rule, &reason.fact)))
        .map(|(rule, text)| ReasonLine { rule, text });
    let (dice, reasons) = (dice.collect(), reasons.collect());
    let passing = step.side.is_none() && step.rolls.is_empty() && step.events.iter().all(R::is_passage);
    let mut events = tell_events(rules, names, seen, &step.events);
    events.retain(|told| !told.is_empty());
    let known = step.choice.is_some();
    StepStory { moment, turn, side: step.side, choice, known, dice, reasons, events, loss, passing }
}

/// A line for each event; those that carry one another on are told once, from before the first to the last.
fn tell_events<R: Told>(rules: &R, names: &Names, seen: &mut Seen<R>, events: &[R::Event]) -> Vec<String> {
    let mut lines = Vec::with_capacity(events.len());
    let mut begun: Option<(usize, Seen<R>)> = None;
    for (at, event) in events.iter().enumerate() {
        let rest = events.get(at + 1..).unwrap_or_default();
        let before = begun.take_if(|(last, _)| *last == at).map(|(_, before)| before);
        match R::carried_on(event, rest) {
            Some(next) => begun = Some((at + 1 + next, before.unwrap_or_else(|| seen.clone()))),
            None => lines.push(rules.tell_event(before.as_ref().unwrap_or(seen).state(), names, event)),
        }
        seen.follow(event);
    }
    lines
}

/// The whole match as lines of text; `brief` leaves the reasons out.
pub fn tell_match<R: Told>(game: &Match<R>, brief: bool) -> Vec<String> {
    let names = R::names_in(game);
    let mut seen: Seen<R> = Seen::by_umpire(game.first().clone());
    let mut moment = String::new();
    let mut lines = Vec::new();
    for (at, step) in game.record.steps.iter().enumerate() {
        let step = match game.seen_by() {
            Some(viewer) => game.told(viewer, &mut seen.state().clone(), step),
            None => SeenStep::by_umpire(&game.rules, seen.state(), step),
        };
        let told = tell_step(&game.rules, &names, &mut seen, &step);
        if told.moment != moment {
            lines.push(String::new());
            lines.push(format!("== {}", told.moment));
            moment.clone_from(&told.moment);
        }
        lines.push(format!("{:>5}  {}", at + 1, told.choice));
        lines
            .extend(told.dice.iter().map(|d| format!("         dice {}: {} {:?}", d.rule, d.throw, d.faces)));
        if !brief {
            lines.extend(
                told.reasons.iter().map(|reason| format!("         {}: {}", reason.rule, reason.text)),
            );
        }
        lines.extend(told.events.iter().map(|event| format!("       * {event}")));
    }
    if let Next::Over(ending) = game.next() {
        lines.push(String::new());
        lines.push(tell_ending(&ending));
    }
    lines
}

/// Who has won, by which rule, and the score.
pub fn tell_ending(ending: &Ending) -> String {
    let winner = ending.winner.map_or("a draw".to_owned(), |side| format!("{} wins", side.name()));
    format!("{winner} ({}), score {} : {}", ending.cause, ending.score[0], ending.score[1])
}
