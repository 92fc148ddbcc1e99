//! The record in docs/records.md is one that the program reads.

#![allow(clippy::unwrap_used)]

use aelian_blood_and_blades::Rules;
use aelian_game::Record;

const PAGE: &str = include_str!("../../../docs/records.md");

#[test]
fn the_documented_record_can_be_read() {
    let (_, rest) = PAGE.split_once("```jsonl\n").unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    let record = Record::<Rules>::read(text).unwrap();
    let faces: Vec<u8> = record.steps[0].rolls.iter().flat_map(|roll| roll.faces.clone()).collect();
    assert_eq!((record.steps.len(), faces), (1, vec![2, 6]));
}
