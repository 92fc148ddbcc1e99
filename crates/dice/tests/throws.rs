//! Throws and readings: worked examples of the books, and re-reading what was rolled.

#![allow(clippy::unwrap_used)]

use aelian_dice::{BadFaces, Dice, Generator, Reading, Reroll, Rolled, Throw};
use proptest::prelude::*;

fn read(throw: Throw, faces: &[u8]) -> Reading {
    throw.read(faces).unwrap()
}

#[test]
fn ex_02_a_six_sided_die_serves_as_an_average_die() {
    let counted: Vec<_> = (1..=6).map(|face| read(Throw::Average, &[face]).face().unwrap()).collect();
    assert_eq!(counted, [3, 2, 3, 4, 5, 4]);
}

#[test]
fn a_die_from_one_to_three_is_half_a_die_rounded_up() {
    let counted: Vec<_> = (1..=6).map(|face| read(Throw::D3, &[face]).face().unwrap()).collect();
    assert_eq!(counted, [1, 1, 2, 2, 3, 3]);
}

/// Field of Glory Renaissance, example 6: twos re-rolled as 6 and 1 count 6 and 2.
#[test]
fn a_re_rolled_low_die_is_never_lowered() {
    let test = Throw::Total { dice: 2, reroll: Reroll::OnesAndTwos };
    assert_eq!(read(test, &[2, 2, 6, 1]), Reading::Sum(8));
}

/// The same at the edge of a hit: a 3 that hits is re-rolled as 1 and still hits.
#[test]
fn a_re_rolled_low_hit_stays_a_hit() {
    let throw = Throw::Hits { dice: 2, at_least: 3, reroll: Reroll::OnesToThrees };
    assert_eq!(read(throw, &[3, 4, 1]), Reading::Hits(2));
}

#[test]
fn a_re_rolled_six_takes_the_new_face() {
    let throw = Throw::Hits { dice: 3, at_least: 5, reroll: Reroll::Sixes };
    assert_eq!(read(throw, &[6, 5, 6, 1, 6]), Reading::Hits(2));
    assert_eq!(read(Throw::Total { dice: 2, reroll: Reroll::Sixes }, &[6, 3, 2]), Reading::Sum(5));
}

/// Field of Glory Renaissance, example 51: 6, 4, 3, 2, 1, 1 needing 4, the ones re-rolled as 5 and 1.
#[test]
fn ones_are_re_rolled_once() {
    let throw = Throw::Hits { dice: 6, at_least: 4, reroll: Reroll::Ones };
    assert_eq!(read(throw, &[6, 4, 3, 2, 1, 1, 5, 1]), Reading::Hits(3));
    assert_eq!(throw.faces_needed(&[6, 4, 3, 2, 1, 1]), 2);
    assert_eq!(throw.faces_needed(&[6, 4, 3, 2, 1, 1, 5]), 1);
    assert_eq!(throw.faces_needed(&[6, 4, 3, 2, 1, 1, 5, 1]), 0);
}

/// Hail Caesar, example 40: three dice needing 4.
#[test]
fn hits_are_counted() {
    let throw = Throw::Hits { dice: 3, at_least: 4, reroll: Reroll::None };
    assert_eq!(read(throw, &[1, 5, 6]), Reading::Hits(2));
    assert_eq!(read(throw, &[4, 5, 5]), Reading::Hits(3));
    assert_eq!(read(throw, &[2, 3, 3]), Reading::Hits(0));
}

#[test]
fn only_so_many_misses_are_re_rolled_and_sixes_are_told() {
    let throw = Throw::HitsAndSixes { dice: 4, at_least: 4, reroll: Reroll::MissesUpTo(1) };
    assert_eq!(throw.faces_needed(&[2, 3, 6, 1]), 1);
    assert_eq!(read(throw, &[2, 3, 6, 1, 6]), Reading::HitsAndSixes { hits: 2, sixes: 2 });
    assert_eq!(read(throw, &[4, 4, 6, 5]), Reading::HitsAndSixes { hits: 4, sixes: 1 });
}

#[test]
fn faces_keep_their_order_and_sorted_ones_fall() {
    assert_eq!(read(Throw::Faces { dice: 3 }, &[2, 6, 4]), Reading::Faces(vec![2, 6, 4]));
    assert_eq!(read(Throw::Sorted { dice: 4 }, &[2, 6, 4, 6]), Reading::Faces(vec![6, 6, 4, 2]));
    assert_eq!(read(Throw::Pair, &[2, 5]), Reading::Pair(2, 5));
}

#[test]
fn no_dice_are_a_throw_too() {
    let none = Throw::Hits { dice: 0, at_least: 4, reroll: Reroll::Misses };
    assert_eq!(none.faces_needed(&[]), 0);
    assert_eq!(read(none, &[]), Reading::Hits(0));
}

#[test]
fn bad_faces_say_what_is_wrong() {
    let throw = Throw::Hits { dice: 2, at_least: 4, reroll: Reroll::Ones };
    assert_eq!(throw.read(&[4, 7]), Err(BadFaces::Face { position: 2, face: 7 }));
    assert_eq!(throw.read(&[0, 4]), Err(BadFaces::Face { position: 1, face: 0 }));
    assert_eq!(throw.read(&[4]), Err(BadFaces::Count { throw, needed: 2, given: 1 }));
    assert_eq!(throw.read(&[1, 4]), Err(BadFaces::Count { throw, needed: 3, given: 2 }));
    assert_eq!(throw.read(&[4, 4, 4]), Err(BadFaces::Count { throw, needed: 2, given: 3 }));
    let text = throw.read(&[1, 4]).unwrap_err().to_string();
    assert_eq!(text, "2 dice needing 4, ones re-rolled needs 3 faces, 2 were given");
}

#[test]
fn a_roll_read_as_another_kind_is_a_roll_still_needed() {
    let rolled = Rolled::new(Throw::D6, vec![3]).unwrap();
    assert_eq!(rolled.face(), Ok(3));
    assert_eq!(rolled.hits().unwrap_err().throw, Throw::D6);
}

#[test]
fn a_forged_record_is_found() {
    let mut rolled = Rolled::new(Throw::Sum { dice: 2 }, vec![3, 4]).unwrap();
    assert_eq!(rolled.check(), Ok(()));
    rolled.reading = Reading::Sum(12);
    assert_eq!(rolled.check(), Err(BadFaces::Reading { throw: Throw::Sum { dice: 2 } }));
}

#[test]
fn the_record_is_written_in_few_words() {
    let throw = Throw::Hits { dice: 2, at_least: 4, reroll: Reroll::MissesUpTo(1) };
    let rolled = Rolled::new(throw, vec![5, 2, 6]).unwrap();
    let text = serde_json::to_string(&rolled).unwrap();
    let expected = r#"{"throw":{"hits":{"dice":2,"at_least":4,"reroll":{"misses_up_to":1}}},"faces":[5,2,6],"reading":{"hits":2}}"#;
    assert_eq!(text, expected);
    assert_eq!(serde_json::from_str::<Rolled>(&text).unwrap(), rolled);
    assert_eq!(serde_json::to_string(&Throw::D6).unwrap(), r#""d6""#);
}

fn any_reroll() -> impl Strategy<Value = Reroll> {
    prop_oneof![
        Just(Reroll::None),
        Just(Reroll::Ones),
        Just(Reroll::OnesAndTwos),
        Just(Reroll::OnesToThrees),
        Just(Reroll::Sixes),
        Just(Reroll::Misses),
        (0u8..6).prop_map(Reroll::MissesUpTo),
        Just(Reroll::Hits),
    ]
}

fn any_throw() -> impl Strategy<Value = Throw> {
    let dice = 0u8..20;
    prop_oneof![
        Just(Throw::D6),
        Just(Throw::D3),
        Just(Throw::Average),
        Just(Throw::Pair),
        dice.clone().prop_map(|dice| Throw::Sum { dice }),
        dice.clone().prop_map(|dice| Throw::Faces { dice }),
        dice.clone().prop_map(|dice| Throw::Sorted { dice }),
        (dice.clone(), any_reroll()).prop_map(|(dice, reroll)| Throw::Total { dice, reroll }),
        (dice.clone(), 0u8..9, any_reroll()).prop_map(|(dice, at_least, reroll)| Throw::Hits {
            dice,
            at_least,
            reroll
        }),
        (dice, 0u8..9, any_reroll()).prop_map(|(dice, at_least, reroll)| Throw::HitsAndSixes {
            dice,
            at_least,
            reroll
        }),
    ]
}

proptest! {
    /// Faces can be read exactly when none is needed any more, and one more or less is refused.
    #[test]
    fn reading_and_asking_agree(throw in any_throw(), stream in prop::collection::vec(1u8..=6, 41)) {
        let mut faces = Vec::new();
        let mut source = stream.into_iter();
        loop {
            let needed = throw.faces_needed(&faces);
            prop_assert_eq!(throw.read(&faces).is_ok(), needed == 0);
            if needed == 0 {
                break;
            }
            // Asking again after one of the faces asked for must not ask for less than was left.
            faces.push(source.next().unwrap());
            prop_assert!(throw.faces_needed(&faces) >= needed - 1);
        }
        prop_assert!(faces.len() <= 2 * usize::from(throw.dice()));
        faces.push(source.next().unwrap());
        prop_assert!(throw.read(&faces).is_err());
    }

    /// Reading never panics, whatever the faces are.
    #[test]
    fn absurd_faces_are_refused(throw in any_throw(), faces in prop::collection::vec(any::<u8>(), 0..50)) {
        let bad = faces.iter().any(|face| !(1..=6).contains(face));
        prop_assert!(!bad || throw.read(&faces).is_err());
        throw.faces_needed(&faces);
    }

    /// What the generator rolls is what its faces read, and `reading` throws the same dice as `roll`.
    #[test]
    fn rolls_read_as_recorded(throw in any_throw(), seed: u64) {
        let mut generator = Generator::new(seed);
        let mut twin = generator.clone();
        let rolled = generator.roll(&throw).unwrap();
        prop_assert_eq!(rolled.check(), Ok(()));
        prop_assert_eq!(twin.reading(&throw).unwrap(), rolled.reading);
        prop_assert_eq!(generator, twin);
    }
}
