//! The page in a real browser: each test gets a server of its own with an empty data folder, and a Chromium
//! that is driven through chromedriver.
//!
//! ```no_run
//! aelian_browser_tests::in_browser("start_page", async |browser| {
//!     browser.open("/").await;
//!     browser.click("new-game").await;
//!     assert_eq!(browser.text("title").await, "New game");
//! });
//! ```
//!
//! Elements are found by their attribute `data-test`. What is waited for has half a minute to come: long
//! enough for a busy machine, so a test that fails by it is about something that does not come at all.
//!
//! The page and the program are built once for each test binary; `AELIAN_TEST_PAGE` names a page that lies
//! ready. Tests of a binary run one after the other, since each is busy with several processes. Where Chromium
//! or its driver is missing a test is skipped with a message; under `CI` it fails. When a test fails, a
//! picture of what the browser showed and its messages are left in `target/browser-tests`.

// All of this is part of tests: what cannot be done ends the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod browser;
mod build;
mod process;
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tokio::runtime::Builder;

pub use browser::{Browser, Key};
pub use fantoccini::wd::WindowHandle;
pub use table::{Facts, QUICK, QUICK_OWN_DICE};

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The folder of the page that the tests open.
pub fn page() -> &'static Path {
    &build::built().page
}

/// Runs a test in a browser. The name is that of the picture which is left when the test fails.
pub fn in_browser(name: &str, test: impl AsyncFnOnce(&mut Browser)) {
    let Some(programs) = process::Programs::find() else { return };
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let built = build::built();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let mut browser = runtime.block_on(Browser::start(&programs, built));
    let ended = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut browser))));
    if ended.is_err() {
        runtime.block_on(browser.leave_picture(name));
    }
    runtime.block_on(browser.close());
    if let Err(panic) = ended {
        resume_unwind(panic);
    }
}
