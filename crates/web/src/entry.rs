//! What JavaScript may call: the page itself, and the computer player in its worker.
#![allow(unsafe_code, reason = "a name exported to JavaScript counts as unsafe code")]

use aelian_opponents::{Thinker, thinker};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static FOLLOWED: RefCell<Option<Box<dyn Thinker>>> = const { RefCell::new(None) };
}

/// Shows the page.
#[wasm_bindgen]
pub fn start_page() {
    crate::app::show();
}

/// The worker begins to follow a match.
#[wasm_bindgen]
pub fn think_open(record: &str) -> Result<(), String> {
    let opened = thinker(record).map_err(|error| error.to_string())?;
    FOLLOWED.with_borrow_mut(|followed| *followed = Some(opened));
    Ok(())
}

/// The worker keeps so many steps and takes these lines, written one below the other, after them.
#[wasm_bindgen]
pub fn think_follow(keep: usize, lines: &str) -> Result<(), String> {
    let lines: Vec<&str> = lines.lines().filter(|line| !line.is_empty()).collect();
    FOLLOWED.with_borrow_mut(|followed| match followed {
        Some(thinker) => thinker.follow(keep, &lines).map_err(|error| error.to_string()),
        None => Err("no match is followed".to_owned()),
    })
}

/// The answer of the named player to what is asked now.
#[wasm_bindgen]
pub fn think_answer(opponent: &str, seed: u32) -> Result<String, String> {
    FOLLOWED.with_borrow(|followed| match followed {
        Some(thinker) => thinker.answer(opponent, u64::from(seed)).map_err(|error| error.to_string()),
        None => Err("no match is followed".to_owned()),
    })
}
