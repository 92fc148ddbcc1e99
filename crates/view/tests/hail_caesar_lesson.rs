//! The guided battle of Hail Caesar, part by part as it asks for it, and on to its end.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

use aelian_dice::Seed;
use aelian_game::{Side, Viewer};
use aelian_geometry::Vec2;
use aelian_view::sitting::{Awaits, DiceFrom, Sitting};
use aelian_view::start::{Until, lesson, offer};
use aelian_view::table::{Drag, Gesture, Grip, Light, Mode, PieceId, Question};

const INCH: f64 = 25.4;

struct Pupil {
    sitting: Box<dyn Sitting>,
    seed: Seed,
}

impl Pupil {
    fn new(seed: u64) -> Pupil {
        let mut sitting = lesson("hail-caesar").unwrap_or_else(|faults| panic!("{faults:?}"));
        sitting.look(Viewer::Side(Side::Red), None);
        Pupil { sitting, seed: Seed::from(seed) }
    }

    fn question(&self) -> Question<String> {
        self.sitting.question().expect("somebody is asked")
    }

    fn rule(&self) -> String {
        self.question().rule.unwrap().to_string()
    }

    fn play(&mut self, choice: &str) {
        self.sitting.play(choice, DiceFrom::Seed(&self.seed)).unwrap();
    }

    /// Goes on until a player is asked; false at the end.
    fn goes_on(&mut self) -> bool {
        loop {
            match self.sitting.awaits() {
                Awaits::Forced => self.sitting.play_forced(DiceFrom::Seed(&self.seed)).unwrap(),
                Awaits::Player(_) => return true,
                Awaits::End { .. } => return false,
            }
        }
    }

    fn ready(&self, side: Side) -> Vec<PieceId> {
        let pieces = self.sitting.pieces();
        pieces
            .iter()
            .filter(|piece| piece.side == side && piece.ready && !piece.commander)
            .map(|p| p.id)
            .collect()
    }

    /// Whoever is asked charges if he can, and else does the usual thing.
    fn decide(&mut self) {
        let question = self.question();
        if question.mode == Mode::Orders {
            for unit in self.ready(question.side) {
                let charge = self.sitting.sketch(Gesture::Act {
                    pieces: &[unit],
                    action: "charge-closest",
                    values: &[],
                });
                if let Some(sketch) = charge.filter(|sketch| sketch.light != Light::Refused) {
                    return self.play(&sketch.choice);
                }
            }
        }
        let answer = question.answers.iter().find(|answer| answer.primary).or(question.answers.first());
        let choice = answer.expect("there is an answer").choice.clone();
        self.play(&choice);
    }
}

#[test]
fn the_lesson_can_be_followed_from_its_first_part_to_its_end() {
    let parts = offer("hail-caesar").unwrap().lesson.unwrap().parts;
    let mut pupil = Pupil::new(20);
    assert_eq!(pupil.question().mode, Mode::Orders);
    assert_eq!(pupil.rule(), "HC-ORD-01");

    // A unit, then its division.
    let unit = pupil.ready(Side::Red)[0];
    assert_eq!(pupil.sitting.body(unit), [unit]);
    let division = pupil.sitting.gathered(&[unit]);
    assert_eq!(division.len(), 4);
    assert!(pupil.sitting.card(unit).unwrap().rows.len() >= 6);

    // An order by hand, with its chances.
    let from = Vec2::new(29.0 * INCH, 12.0 * INCH);
    let to = from + Vec2::new(0.0, 8.0 * INCH);
    let drag = Drag { grip: Grip::Body, from, to, free: false };
    let sketch = pupil.sitting.sketch(Gesture::Drag { pieces: &division, before: None, drag }).unwrap();
    assert_ne!(sketch.light, Light::Refused, "{:?}", sketch.reasons);
    let odds = sketch.odds.as_ref().unwrap();
    let sum: f64 = odds.outcomes.iter().map(|outcome| outcome.chance).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(odds.outcomes.iter().any(|outcome| outcome.label == "a blunder" && outcome.chance > 0.0));
    // One cohort is drilled and moves in any case: its chances stand apart.
    let chances = sketch.reasons.iter().filter(|reason| reason.text.contains("a blunder")).count();
    assert_eq!(chances, 2, "{:?}", sketch.reasons);

    // The dice, and what they say.
    pupil.sitting.play(&sketch.choice, DiceFrom::Typed(&[2, 3])).unwrap();
    let story = pupil.sitting.story(Viewer::Side(Side::Red), 0).unwrap();
    assert!(
        story.reasons.iter().any(|reason| reason.text == "Lucius rolls 5 against 9: 3 moves"),
        "{story:?}"
    );
    assert!(pupil.goes_on());
    while pupil.rule() == "HC-CMD-05" {
        let question = pupil.question();
        assert!(question.answers.iter().all(|answer| answer.piece.is_some()));
        pupil.play(&question.answers[0].choice);
        assert!(pupil.goes_on());
    }
    assert!(
        parts.iter().any(|part| matches!(part.until, Until::Asks(rule) if rule.as_str() == "HC-CMOV-02"))
    );
    assert_eq!(pupil.rule(), "HC-CMOV-02");

    // The rest, with charges and answers to them, fights and tests.
    let (mut answered, mut looked, mut tested) = (false, false, false);
    for _ in 0..4000 {
        if !pupil.goes_on() {
            break;
        }
        let question = pupil.question();
        if question.side == Side::Red && pupil.rule() == "HC-RESP-01" && question.answers.len() > 1 {
            assert!(question.answers.iter().all(|answer| answer.rule.is_some() && !answer.detail.is_empty()));
            answered |= question.answers.iter().any(|answer| answer.odds.is_some());
        }
        for fight in pupil.sitting.fights() {
            let odds = fight.odds.unwrap();
            let heads: Vec<&str> = odds.tallies.iter().map(|tally| tally.heading.as_str()).collect();
            looked |=
                heads.iter().any(|head| head.contains(" at ")) && heads.contains(&"Casualties inflicted");
        }
        pupil.decide();
    }
    for story in pupil.sitting.stories(Viewer::Side(Side::Red), 0) {
        tested |= story.dice.iter().any(|dice| dice.rule.as_str() == "HC-BRK-19");
    }
    assert!(answered, "nobody had to answer a charge");
    assert!(looked, "no fight could be looked at");
    assert!(tested, "nobody tested");
    assert!(pupil.sitting.result().is_some(), "it does not end: {}", pupil.sitting.moment());
}

/// A charge that is only sketched says who may answer it, and what fight it comes to.
#[test]
fn a_sketched_charge_foretells_answers_and_the_fight() {
    let mut pupil = Pupil::new(3);
    let (red, blue) = (pupil.sitting.pieces(), pupil.sitting.pieces());
    let cavalry = red.iter().find(|piece| piece.name == "Auxiliary cavalry").unwrap();
    let enemy = blue.iter().find(|piece| piece.name == "Warband (3)").unwrap();
    let drag = Drag { grip: Grip::Body, from: cavalry.rect.centre(), to: enemy.rect.centre(), free: false };
    let sketch = pupil.sitting.sketch(Gesture::Drag { pieces: &[cavalry.id], before: None, drag }).unwrap();
    assert_ne!(sketch.light, Light::Refused, "{:?}", sketch.reasons);
    assert!(sketch.summary.contains("charge Warband (3)"), "{}", sketch.summary);
    let odds = sketch.odds.unwrap();
    let heads: Vec<&str> = odds.tallies.iter().map(|tally| tally.heading.as_str()).collect();
    assert!(heads.contains(&"Warband (3) may answer"), "{heads:?}");
    assert!(heads.contains(&"If it comes to blows"), "{heads:?}");
    assert!(heads.iter().any(|head| head.starts_with("Auxiliary cavalry strikes at")), "{heads:?}");
    assert!(odds.tallies.iter().flat_map(|tally| &tally.lines).any(|line| line.text.contains("charging")));
    pupil.play(&sketch.choice);
}
