//! Nobody is stuck at a page: in random battles of every game each question is put so that it can be answered, by what is
//! offered to be pressed and by what is proposed to be put down, picked or laid; and where pieces are put down, whatever
//! the rules propose can be put down there as a hint puts it.

#![allow(clippy::panic)]

#[path = "../../opponents/tests/common/drawn.rs"]
mod drawn;

use aelian_dice::Sampler;
use aelian_fog_ancients::settings::Edition;
use aelian_game::Want;
use aelian_game::kit::{Asked, try_questions};
use aelian_geometry::Pose;
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};
use aelian_view::table::{Gesture, Light, Mode, PieceId, Question, Shown, Sight, Sketch};
use aelian_view::told::Names;

/// How many battles of each kind are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Turns of both players together, or rounds, after which time is out.
const TURNS: u16 = 6;

fn never_stuck<R: Shown>(draw: impl Fn(&mut Sampler) -> R::Setup) {
    for seed in 0..games() {
        let setup = draw(&mut Sampler::stream(seed, u64::MAX));
        if let Err(violation) = try_questions::<R>(&setup, seed, |asked| Page::of(asked).is_answered()) {
            panic!("seed {seed}: {violation:#?}");
        }
    }
}

/// A question on a page.
struct Page<'a, R: Shown> {
    asked: &'a Asked<'a, R>,
    names: Names,
    question: Question<R::Choice>,
}

impl<'a, R: Shown> Page<'a, R> {
    fn of(asked: &'a Asked<'a, R>) -> Self {
        let names = R::names(&asked.game.record.setup);
        let question =
            R::question(Sight::new(&asked.game.rules, asked.seen, &names), asked.side, asked.prompt);
        Page { asked, names, question }
    }

    fn is_answered(&self) -> Result<(), String> {
        let question = &self.question;
        for answer in question.answers.iter().chain(&question.aside) {
            if let Some(why) = self.asked.refusal(&answer.choice) {
                return Err(format!("{}: the answer `{}`: {why}", question.text, answer.label));
            }
        }
        match &question.mode {
            Mode::Answers | Mode::Orders if question.answers.is_empty() => {
                Err(format!("{}: nothing can be pressed", question.text))
            }
            Mode::Answers | Mode::Orders => Ok(()),
            Mode::Place { pieces, .. } => {
                let poses: Vec<_> = pieces.iter().map(|(id, rect)| (*id, rect.pose)).collect();
                self.is_legal("as it is proposed", &self.drawn(Gesture::Place(&poses))?)?;
                self.hints(&poses)
            }
            Mode::Pick { items } => {
                let counts: Vec<u8> = items.iter().map(|item| item.chosen).collect();
                let picked = self.drawn(Gesture::Pick(&counts))?;
                if question.answers.is_empty() { self.is_legal("as it is proposed", &picked) } else { Ok(()) }
            }
            Mode::Lay { shape } => {
                let laid = self.drawn(Gesture::Lay(shape))?;
                self.is_legal("as it is proposed", &laid)
            }
            Mode::Length { proposed, .. } => {
                let chosen = self.drawn(Gesture::Length(*proposed))?;
                self.is_legal("as it is proposed", &chosen)
            }
        }
    }

    fn drawn(&self, gesture: Gesture<'_, R::Choice>) -> Result<Sketch<R::Choice>, String> {
        let seen = Sight::new(&self.asked.game.rules, self.asked.seen, &self.names);
        R::sketch(seen, gesture)
            .ok_or_else(|| format!("{}: the page knows no such answer", self.question.text))
    }

    /// What the rules propose, put down as a page shows a hint: each piece where it would stand, the others left out.
    fn hints(&self, pieces: &[(PieceId, Pose)]) -> Result<(), String> {
        let rules = &self.asked.game.rules;
        let mut proposals = Vec::new();
        let mut sampler = Sampler::stream(3, self.asked.game.record.steps.len() as u64);
        rules.propose(self.asked.seen, Want::Sample(3, &mut sampler), &mut proposals);
        for choice in proposals {
            if self.question.answers.iter().any(|answer| answer.choice == choice) {
                continue;
            }
            let judged = self.drawn(Gesture::Choice(choice.clone()))?;
            let ghost = |id: PieceId| judged.ghosts.iter().find(|(one, _)| *one == id);
            let poses = pieces.iter().filter_map(|(id, _)| Some((*id, ghost(*id)?.1.pose)));
            let placed = self.drawn(Gesture::Place(&poses.collect::<Vec<_>>()))?;
            self.is_legal(&format!("by the hint {choice:?}"), &placed)?;
        }
        Ok(())
    }

    fn is_legal(&self, what: &str, sketch: &Sketch<R::Choice>) -> Result<(), String> {
        let why = self.asked.refusal(&sketch.choice);
        match why {
            Some(why) => Err(format!("{} {what}: {why}", self.question.text)),
            None if sketch.light == Light::Refused => Err(format!(
                "{} {what}: the page refuses {:?}: {:?}",
                self.question.text, sketch.choice, sketch.reasons
            )),
            None => Ok(()),
        }
    }
}

#[test]
fn blood_and_blades_can_be_answered() {
    never_stuck::<BloodAndBlades>(|sampler| {
        let mut setup = drawn::blood_and_blades(sampler);
        setup.settings.most_rounds = Some(TURNS);
        setup
    });
}

#[test]
fn field_of_glory_by_the_book_can_be_answered() {
    for edition in [Edition::First, Edition::V31] {
        never_stuck::<FogAncients>(|sampler| {
            let mut setup = drawn::fog_ancients(sampler, edition);
            setup.settings.most_turns = Some(TURNS);
            setup
        });
    }
}

#[test]
fn battles_of_field_of_glory_can_be_answered() {
    never_stuck::<FogAncients>(|sampler| {
        let mut setup = drawn::fog_battle(sampler);
        setup.settings.most_turns = Some(TURNS);
        setup
    });
}

#[test]
fn hail_caesar_can_be_answered() {
    never_stuck::<HailCaesar>(|sampler| {
        let mut setup = drawn::hail_caesar(sampler);
        setup.settings.most_turns = Some(TURNS);
        setup
    });
}

#[test]
fn battles_of_hail_caesar_can_be_answered() {
    never_stuck::<HailCaesar>(|sampler| {
        let mut setup = drawn::caesar_battle(sampler);
        setup.settings.most_turns = Some(TURNS);
        setup
    });
}
