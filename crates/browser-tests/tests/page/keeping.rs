//! Games survive a reload and a server that dies without a warning.

use aelian_browser_tests::{QUICK, in_browser};

/// Steps of a record: its lines without the first.
fn steps(record: &str) -> usize {
    record.lines().filter(|line| !line.is_empty()).count().saturating_sub(1)
}

fn last_hash(record: &str) -> String {
    let last: serde_json::Value = serde_json::from_str(record.trim_end().lines().last().unwrap()).unwrap();
    last["hash"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_goes_on_after_a_reload() {
    in_browser("reload", async |browser| {
        browser.guided_battle(QUICK).await;
        let moved = browser.advance().await;
        browser.until_safe("saved").await;
        browser.reload().await;
        let again = browser.asked().await;
        assert_eq!((again.steps, &again.hash), (moved.steps, &moved.hash));
        assert_eq!(again.mode, "orders");
        let on = browser.advance().await;
        assert_eq!(on.steps, moved.steps + 1);
        browser.until_safe("saved").await;
        assert_eq!(last_hash(&browser.stored_record().await), on.hash);

        // It stands in the list of the start page, and what was taken back is gone there too.
        browser.click("take-back").await;
        browser.until_facts("it is not taken back", |facts| facts.steps == moved.steps).await;
        browser.until_safe("saved").await;
        assert_eq!(steps(&browser.stored_record().await), moved.steps);
        browser.click("home").await;
        browser.click("saved-game").await;
        let listed = browser.asked().await;
        assert_eq!((listed.steps, listed.hash), (moved.steps, moved.hash));
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_game_goes_on_while_the_server_is_gone() {
    in_browser("killed", async |browser| {
        browser.guided_battle(QUICK).await;
        browser.advance().await;
        browser.until_safe("saved").await;

        browser.kill_server();
        let alone = browser.advance().await;
        browser.until_safe("here").await;
        browser.wait_for_text("slip", "The connection was lost").await;

        browser.start_server_again();
        browser.until_safe("saved").await;
        let record = browser.stored_record().await;
        assert_eq!((steps(&record), last_hash(&record)), (alone.steps, alone.hash));

        // The same with a reload as soon as the server is back: what only the browser had is sent all the same.
        browser.kill_server();
        let alone = browser.advance().await;
        browser.until_safe("here").await;
        browser.start_server_again();
        browser.reload().await;
        let again = browser.asked().await;
        assert_eq!((again.steps, &again.hash), (alone.steps, &alone.hash));
        browser
            .until("the server never gets the last step", async || {
                steps(&browser.stored_record().await) == alone.steps
            })
            .await;
        browser.until_safe("saved").await;
    });
}

#[test]
fn a_game_opened_without_the_server_says_what_is_safe() {
    in_browser("offline", async |browser| {
        browser.with_service_worker().await;
        browser.guided_battle(QUICK).await;
        browser.advance().await;
        browser.until_safe("saved").await;
        let kept = browser.asked().await;

        // The copy was renewed with the step, though the game was not read again since; and it says what it is.
        browser.kill_server();
        browser.reload().await;
        let seen = browser.asked().await;
        assert_eq!((seen.steps, &seen.hash), (kept.steps, &kept.hash));
        browser.until_safe("away").await;
        browser.wait_for_text("elsewhere", "This is an old copy of the game").await;
        browser.start_server_again();
        browser.until_safe("saved").await;
        browser.wait_until_gone("elsewhere").await;

        browser.kill_server();
        let alone = browser.advance().await;
        browser.until_safe("here").await;
        browser.reload().await;
        let again = browser.asked().await;
        assert_eq!((again.steps, &again.hash), (alone.steps, &alone.hash));
        browser.until_safe("here").await;

        // The computer's worker is kept too: it answers when the bound is ended.
        for _ in 0..3 {
            browser.do_the_usual().await;
        }
        let answered = browser.asked().await;
        assert!(answered.steps > alone.steps);
        let faults = browser.errors().await;
        assert!(!faults.iter().any(|fault| fault.contains("Error:")), "{faults:?}");
        browser.start_server_again();
        browser.until_safe("saved").await;
        assert_eq!(last_hash(&browser.stored_record().await), answered.hash);
    });
}
