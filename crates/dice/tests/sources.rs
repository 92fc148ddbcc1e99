//! Sources of dice: the generator's stability and fairness, samplers, tapes, typed dice and scripts.

#![allow(clippy::unwrap_used)]

use aelian_dice::{
    BadFaces, Dice, Generator, NeedRoll, Reroll, Sampler, Scripted, Strayed, Tape, Throw, Typed,
};

fn faces(generator: &mut Generator, count: usize) -> Vec<u8> {
    (0..count).map(|_| generator.d6()).collect()
}

/// Saved games depend on these faces: if this test fails, the code is wrong and not the test.
#[test]
fn the_generator_is_stable_for_ever() {
    let shown =
        |seed: u64| faces(&mut Generator::new(seed), 32).iter().map(u8::to_string).collect::<String>();
    assert_eq!(shown(0), "25425261234153144114562551662516");
    assert_eq!(shown(1), "26346136133156523343522452646456");
    assert_eq!(shown(42), "42514665316255453641321446252553");
}

/// A key of 32 bytes is used as it is: its first words are those of the published ChaCha8 for the zero key.
#[test]
fn the_zero_key_gives_the_published_stream() {
    // The keystream of ChaCha8 with a zero key begins 3e 00 ef 2f 89 5f 40 d6 7f 5b b8 e8 1f 09 a5 a1.
    let words = [0x2fef_003e_u32, 0xd640_5f89, 0xe8b8_5b7f, 0xa1a5_091f];
    let expected: Vec<u8> = words.iter().map(|&word| ((u64::from(word) * 6) >> 32) as u8 + 1).collect();
    assert_eq!(faces(&mut Generator::new([0; 32]), 4), expected);
}

#[test]
fn every_face_is_as_likely_as_the_next() {
    let mut generator = Generator::new(2026);
    let mut counts = [0f64; 6];
    let mut pairs = [[0f64; 6]; 6];
    let mut before = 0;
    for _ in 0..60_000 {
        let face = usize::from(generator.d6() - 1);
        counts[face] += 1.0;
        pairs[before][face] += 1.0;
        before = face;
    }
    let distance = |counts: &[f64], expected: f64| {
        counts.iter().map(|count| (count - expected) * (count - expected) / expected).sum::<f64>()
    };
    // Chi-square, 5 degrees of freedom: 20.5 is passed by chance once in a thousand; the seed is fixed.
    assert!(distance(&counts, 10_000.0) < 20.5);
    // 35 degrees of freedom (the marginals are free): 66.6 once in a thousand.
    assert!(distance(pairs.as_flattened(), 60_000.0 / 36.0) < 66.6);
}

#[test]
fn streams_differ_and_can_be_entered_anywhere() {
    let mut first = Generator::stream(42, 1);
    let mut second = Generator::stream(42, 2);
    assert_ne!(faces(&mut first, 40), faces(&mut second, 40));
    assert_eq!(Generator::new(42), Generator::stream(42, 0));

    let position = first.position();
    let onward = faces(&mut first, 40);
    let mut again = Generator::stream(42, 1);
    again.go_to(position);
    assert_eq!(faces(&mut again, 40), onward);
}

#[test]
fn a_search_does_not_foresee_the_match() {
    let mut sampler = Sampler::new(42);
    let sampled: Vec<_> = (0..40).map(|_| sampler.d6()).collect();
    assert_ne!(sampled, faces(&mut Generator::new(42), 40));
    assert_eq!(sampler.below(0), 0);
    assert!((0..1000).all(|_| sampler.below(7) < 7));
    assert!((1..100).all(|_| sampler.below(1) == 0));
}

#[test]
fn a_generator_does_not_show_its_seed() {
    let shown = format!("{:?}", Generator::new([7; 32]));
    assert_eq!(shown, "Generator { stream: 0, position: 0, .. }");
}

#[test]
fn a_tape_gives_its_faces_and_then_asks() {
    let mut tape = Tape::new([5, 2, 6, 1, 3]).unwrap();
    assert_eq!(tape.roll(&Throw::D6).unwrap().face(), Ok(5));
    assert_eq!(tape.roll(&Throw::Pair).unwrap().pair(), Ok((2, 6)));
    assert_eq!(tape.left(), 2);
    let throw = Throw::Hits { dice: 2, at_least: 4, reroll: Reroll::Ones };
    assert_eq!(tape.roll(&throw), Err(NeedRoll { throw }));
    assert_eq!(tape.rest(), [1, 3], "a throw that does not fit uses up nothing");
    assert_eq!(throw.faces_needed(tape.rest()), 1);
}

#[test]
fn a_tape_takes_only_faces() {
    assert_eq!(Tape::new([1, 0]), Err(BadFaces::Face { position: 2, face: 0 }));
}

#[test]
fn a_replayed_tape_gives_the_same_rolls() {
    let throws = [
        Throw::Average,
        Throw::Hits { dice: 9, at_least: 4, reroll: Reroll::OnesAndTwos },
        Throw::HitsAndSixes { dice: 7, at_least: 5, reroll: Reroll::MissesUpTo(2) },
        Throw::Pair,
        Throw::Total { dice: 2, reroll: Reroll::Sixes },
        Throw::Faces { dice: 4 },
    ];
    let mut generator = Generator::new(7);
    for _ in 0..50 {
        let rolls: Vec<_> = throws.iter().map(|throw| generator.roll(throw).unwrap()).collect();
        let all: Vec<u8> = rolls.iter().flat_map(|rolled| rolled.faces.clone()).collect();
        let mut tape = Tape::new(all).unwrap();
        let again: Vec<_> = throws.iter().map(|throw| tape.roll(throw).unwrap()).collect();
        assert_eq!(rolls, again);
        assert_eq!(tape.left(), 0);
    }
}

/// A step with two throws, run as the play loop runs it with real dice.
#[test]
fn a_human_is_asked_until_the_step_is_done() {
    fn step(dice: &mut dyn Dice) -> Result<(u8, u8), NeedRoll> {
        let pigs = dice.roll(&Throw::Average)?.face()?;
        let hits = dice.roll(&Throw::Hits { dice: 2, at_least: 4, reroll: Reroll::Ones })?.hits()?;
        Ok((pigs, hits))
    }
    let mut table = [6, 1, 5, 4].into_iter();
    let mut typed = Typed::new();
    let mut asked = Vec::new();
    let done = loop {
        typed.rewind();
        match step(&mut typed) {
            Ok(done) => break done,
            Err(need) => {
                let wanted = typed.wanted(&need);
                asked.push(wanted);
                let shown: Vec<u8> = table.by_ref().take(wanted).collect();
                typed.extend(&shown).unwrap();
            }
        }
    };
    assert_eq!(done, (4, 2));
    assert_eq!(asked, [1, 2, 1], "the average die, both dice, then the one re-roll");
    typed.push(3).unwrap();
    typed.settle();
    assert_eq!(typed.rest(), [3], "what was typed ahead stays for the next step");
    assert!(typed.push(9).is_err());
    assert_eq!(typed.left(), 1);
}

#[test]
fn a_script_notices_another_throw() {
    let mut script = Scripted::new([(Throw::D6, vec![4]), (Throw::Average, vec![1])]).unwrap();
    assert_eq!(script.roll(&Throw::D6).unwrap().face(), Ok(4));
    assert_eq!(script.roll(&Throw::D6), Err(NeedRoll { throw: Throw::D6 }));
    assert_eq!(script.strayed(), Some(Strayed { asked: Throw::D6, written: Some(Throw::Average) }));
    assert_eq!(script.left(), 1);
    assert!(Scripted::new([(Throw::Pair, vec![4])]).is_err());
}

/// The trait is used behind references and boxes.
#[test]
fn sources_can_be_handed_on() {
    let mut boxed: Box<dyn Dice> = Box::new(Tape::new([2, 3, 4]).unwrap());
    assert_eq!(boxed.roll(&Throw::D6).unwrap().face(), Ok(2));
    let mut borrowed: &mut dyn Dice = &mut *boxed;
    assert_eq!((&mut borrowed).roll(&Throw::D6).unwrap().face(), Ok(3));
    assert_eq!(boxed.reading(&Throw::D6).unwrap().face(), Some(4));
}
