//! Battles of Hail Caesar played at random: everything that is told of them is plain English.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

use aelian_dice::{Generator, Sampler, Seed};
use aelian_game::{Drawn, Match, Next, Ruleset, Seen, SeenStep, Side, Viewer};
use aelian_hail_caesar::scenario::{Scenario, scenarios};
use aelian_hail_caesar::{Choice, Event, Prompt, Rules, State};
use aelian_view::story::{StepStory, tell_step};
use aelian_view::table::{Gesture, Question, Shown, Sight, Sketch};
use aelian_view::told::{Names, PieceId, Told};

/// Turns of both players together that are played of each battle.
const TURNS: u16 = 12;

struct Telling {
    battle: &'static str,
    game: Match<Rules>,
    names: Names,
    /// Names that say nothing by themselves.
    bare: Vec<String>,
    sampler: Sampler,
    seed: Seed,
}

impl Telling {
    fn of(scenario: &'static Scenario, seed: u64) -> Telling {
        let mut setup = scenario.setup.clone();
        setup.settings.most_turns = Some(TURNS);
        let game = Match::<Rules>::new(setup).unwrap();
        let names = Rules::names(&game.record.setup);
        let units = (0..game.rules.cards.len()).map(|id| names.of(id as PieceId));
        let leaders = (0..game.rules.leaders.len()).map(|id| names.of_kind(1, id as PieceId));
        let divisions = (0..game.rules.divisions.len()).map(|id| names.of_kind(2, id as PieceId));
        let bare = units.chain(leaders).chain(divisions).chain(["red".into(), "blue".into()]).collect();
        let sampler = Sampler::new(seed);
        Telling { battle: scenario.slug, game, names, bare, sampler, seed: Seed::from(seed) }
    }

    fn play(&mut self) {
        for _ in 0..20_000 {
            let choice = match self.game.next() {
                Next::Over(_) => return,
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                Next::Ask { side, prompt } => self.decide(side, &prompt),
            };
            let before = self.game.state.clone();
            let at = self.game.record.steps.len() as u64;
            self.game.play(&choice, &mut Generator::stream(self.seed, at)).unwrap();
            let step = self.game.record.steps.last().unwrap().clone();
            let told = SeenStep::by_umpire(&self.game.rules, &before, &step);
            let story = tell_step(&self.game.rules, &self.names, &mut Seen::by_umpire(before), &told);
            let decides = |event: &Event| {
                matches!(event, Event::Casualties { .. } | Event::Leaves { .. } | Event::DivisionBreaks(_))
            };
            if step.events.iter().any(decides) && self.game.state.turn > 0 {
                assert!(!story.reasons.is_empty(), "{}: no rule for {:?}", self.battle, story);
            }
            self.hear(&story);
        }
        panic!("{} does not end", self.battle);
    }

    fn decide(&mut self, side: Side, prompt: &Prompt) -> Choice {
        let rules = &self.game.rules;
        let seen: State = rules.view(&self.game.state, Viewer::Side(side));
        let question = Rules::question(Sight::new(rules, &seen, &self.names), side, prompt);
        self.read(&question);
        let drawn = Drawn::proposed(rules, &seen, &mut self.sampler).expect("something can be answered");
        let judged = Gesture::Choice(drawn.choice.clone());
        let sketch = Rules::sketch(Sight::new(rules, &seen, &self.names), judged).expect("it is judged");
        self.weigh(&sketch);
        drawn.choice
    }

    fn read(&self, question: &Question<Choice>) {
        self.plain(&question.text);
        assert!(question.rule.is_some(), "{}: {}", self.battle, question.text);
        for answer in question.answers.iter().chain(&question.aside) {
            self.plain(&answer.label);
            if let Some(odds) = &answer.odds {
                odds.outcomes.iter().for_each(|outcome| self.plain(&outcome.label));
                for tally in &odds.tallies {
                    self.plain(&tally.heading);
                    tally.lines.iter().for_each(|line| self.plain(&line.text));
                }
            }
        }
    }

    fn weigh(&self, sketch: &Sketch<Choice>) {
        self.plain(&sketch.summary);
        sketch.reasons.iter().for_each(|reason| self.telling(&reason.text, reason.rule.as_str()));
    }

    fn hear(&self, story: &StepStory) {
        for text in [&story.moment, &story.turn, &story.choice] {
            self.plain(text);
        }
        assert_ne!(story.choice, "go on", "{}: {story:?}", self.battle);
        story.events.iter().for_each(|event| self.plain(event));
        story.reasons.iter().for_each(|reason| self.telling(&reason.text, reason.rule.as_str()));
    }

    /// Words, and no trace of the program.
    fn plain(&self, text: &str) {
        const TRACES: [&str; 13] =
            ["Some(", "None", "{", "}", "_", "::", "#", ": none", ": yes", "NaN", "null", "  ", " ,"];
        assert!(!text.trim().is_empty(), "{}: nothing is said", self.battle);
        let trace = TRACES.iter().find(|trace| text.contains(**trace));
        assert_eq!(trace, None, "{}: {text}", self.battle);
    }

    /// A reason says more than whom it is about.
    fn telling(&self, text: &str, rule: &str) {
        self.plain(text);
        let parts = text.split(", ").flat_map(|part| part.split(" and "));
        let said = parts.into_iter().any(|part| !self.bare.iter().any(|name| name == part));
        assert!(said, "{}: {rule} says nothing of {text}", self.battle);
    }
}

#[test]
fn all_that_is_told_of_the_seven_battles_is_plain() {
    assert_eq!(scenarios().len(), 7);
    for scenario in scenarios() {
        for seed in 1..=2 {
            Telling::of(scenario, seed).play();
        }
    }
}
