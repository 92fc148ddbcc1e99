//! One game in several windows, with a server that goes and comes back: no step that was saved is taken away, and
//! whatever happens elsewhere is said.

use aelian_browser_tests::{Browser, Facts, QUICK, WindowHandle, in_browser};
use serde_json::Value;

/// A battle of two people, and a second window on it.
async fn two_windows(browser: &Browser) -> [WindowHandle; 2] {
    browser.with_service_worker().await;
    browser.guided_battle(QUICK).await;
    browser.seat_person(1).await;
    browser.advance().await;
    browser.until_safe("saved").await;
    let first = browser.window().await;
    let second = browser.second_window().await;
    browser.asked().await;
    browser.until_safe("saved").await;
    [first, second]
}

/// Hashes of the stored steps, as the server tells them to anybody.
fn stored(browser: &Browser, path: &str) -> Vec<String> {
    let id = path.rsplit('/').next().unwrap();
    let record = browser.ask_server(&format!("/api/games/{id}/record")).unwrap_or_default();
    let hash = |line: &str| serde_json::from_str::<Value>(line).unwrap()["hash"].as_str().unwrap().to_owned();
    record.lines().skip(1).filter(|line| !line.is_empty()).map(hash).collect()
}

fn has(stored: &[String], facts: &Facts) -> bool {
    stored.get(facts.steps - 1) == Some(&facts.hash)
}

/// A while in which the page might do what it must not do.
async fn a_while() {
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
}

#[test]
fn eight_steps_are_eight_steps_after_the_server_was_gone() {
    in_browser("eight_steps", async |browser| {
        browser.with_service_worker().await;
        browser.guided_battle(QUICK).await;
        browser.seat_person(1).await;
        for _ in 0..3 {
            browser.advance().await;
        }
        let mut facts = browser.facts().await;
        while facts.steps < 8 {
            facts = browser.do_the_usual().await;
        }
        let facts = browser.until_safe("saved").await;
        let path = browser.path().await;
        browser.kill_server();
        browser.reload().await;
        let copy = browser.until_safe("away").await;
        assert_eq!(
            (copy.steps, &copy.hash),
            (facts.steps, &facts.hash),
            "the copy is as new as the last step"
        );
        browser.wait_for_text("elsewhere", "This is an old copy of the game").await;
        browser.start_server_again();
        browser.until_safe("saved").await;
        a_while().await;
        assert!(has(&stored(browser, &path), &facts));
        assert_eq!(stored(browser, &path).len(), facts.steps);
        assert_eq!(browser.facts().await, browser.until_safe("saved").await);
    });
}

#[test]
fn an_old_copy_is_not_taken_for_what_the_server_has() {
    in_browser("old_copy", async |browser| {
        browser.with_service_worker().await;
        browser.guided_battle(QUICK).await;
        browser.advance().await;
        let old = browser.until_safe("saved").await;
        let path = browser.path().await;
        let id = path.rsplit('/').next().unwrap().to_owned();
        let read = browser.ask_server(&format!("/api/games/{id}")).unwrap();
        browser.advance().await;
        browser.advance().await;
        let new = browser.until_safe("saved").await;
        browser.kill_server();
        // As if this browser had slept through the last steps.
        let put = format!(
            "const done = arguments[arguments.length - 1]; caches.open('answers') \
             .then((cache) => cache.put('/api/games/{id}', new Response({}))).then(() => done(true))",
            Value::from(read)
        );
        browser.run_async(&put).await;
        browser.reload().await;
        let shown = browser.until_safe("away").await;
        assert_eq!((shown.steps, &shown.hash), (old.steps, &old.hash));
        browser.wait_for_text("elsewhere", "This is an old copy of the game").await;
        browser.picture("words-old-copy").await.unwrap();

        browser.start_server_again();
        let caught_up = browser.until_safe("saved").await;
        assert_eq!((caught_up.steps, &caught_up.hash), (new.steps, &new.hash));
        browser.wait_for_text("elsewhere", "This game went on in another window").await;
        browser.picture("words-went-on").await.unwrap();
        a_while().await;
        assert!(has(&stored(browser, &path), &new));
    });
}

#[test]
fn an_older_window_takes_nothing_from_a_newer_one() {
    in_browser("older_window", async |browser| {
        let [newer, older] = two_windows(browser).await;
        let path = browser.path().await;
        browser.make_unaware().await;
        browser.asked().await;
        browser.turn_to(&newer).await;
        browser.advance().await;
        browser.advance().await;
        let saved = browser.until_safe("saved").await;

        // No more orders, in the older one: it did not know of these.
        browser.turn_to(&older).await;
        assert!(browser.facts().await.steps < saved.steps);
        browser.press_the_usual().await;
        browser.wait_for_text("elsewhere", "This game went on differently").await;
        browser.wait_for_text("elsewhere", "did not get lost").await;
        browser.until_safe("saved").await;
        assert!(has(&stored(browser, &path), &saved));

        // Taking back there what is not the last step any more.
        browser.turn_to(&newer).await;
        browser.run("window.dispatchEvent(new Event('focus'))").await;
        browser.until_facts("it does not catch up", |facts| facts.steps >= saved.steps).await;
        browser.advance().await;
        let saved = browser.until_safe("saved").await;
        browser.turn_to(&older).await;
        browser.run("document.querySelector('[data-test=elsewhere-close]')?.click()").await;
        browser.click("take-back").await;
        browser.wait_for_text("elsewhere", "This game went on in another window").await;
        browser.until_safe("saved").await;
        assert!(has(&stored(browser, &path), &saved));

        // What both have seen can be taken back, and the other window is told.
        browser.click("take-back").await;
        let back = browser.until_facts("it is not taken back", |facts| facts.steps < saved.steps).await;
        browser.until_safe("saved").await;
        assert_eq!(stored(browser, &path).len(), back.steps);
        browser.turn_to(&newer).await;
        browser.run("window.dispatchEvent(new Event('focus'))").await;
        browser.wait_for_text("elsewhere", "This game was taken back in another window").await;
        assert_eq!(browser.facts().await.hash, back.hash);
    });
}

#[test]
fn two_windows_that_went_on_without_the_server_lose_nothing() {
    in_browser("apart", async |browser| {
        let [one, other] = two_windows(browser).await;
        let path = browser.path().await;
        browser.kill_server();
        browser.advance().await;
        let second = browser.until_safe("here").await;
        browser.turn_to(&one).await;
        browser.do_the_usual().await;
        let first = browser.until_safe("here").await;
        assert_ne!(first.hash, second.hash);
        // Either is still there after a reload: each window keeps its own.
        browser.reload().await;
        assert_eq!(browser.until_safe("here").await.hash, first.hash);
        browser.turn_to(&other).await;
        browser.reload().await;
        assert_eq!(browser.until_safe("here").await.hash, second.hash);

        browser.start_server_again();
        browser.turn_to(&one).await;
        browser.until_safe("saved").await;
        browser.turn_to(&other).await;
        browser.until_safe("saved").await;
        // One of them was first; the other was told, and has its steps in a game of its own.
        let there = stored(browser, &path);
        assert!(has(&there, &first) != has(&there, &second), "{there:?}");
        let (late, mine) = if has(&there, &first) { (&other, &second) } else { (&one, &first) };
        browser.turn_to(late).await;
        browser.wait_for_text("elsewhere", "did not get lost").await;
        browser.picture("words-kept-apart").await.unwrap();
        browser.click("open-mine").await;
        browser.until_facts("it is not opened", |facts| facts.hash == mine.hash).await;
        browser.until_safe("saved").await;
        let apart = browser.path().await;
        assert!(apart != path && !apart.contains("here-"));
        assert!(has(&stored(browser, &apart), mine));
        let games: Value = serde_json::from_str(&browser.ask_server("/api/games").unwrap()).unwrap();
        assert_eq!(games["games"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn a_game_begun_without_the_server_moves_in_once() {
    in_browser("moves_in", async |browser| {
        browser.with_service_worker().await;
        browser.start_page(QUICK).await;
        browser.kill_server();
        browser.click("guided-again").await;
        browser.asked().await;
        browser.advance().await;
        browser.settled().await;
        let alone = browser.until_safe("here").await;
        assert!(browser.path().await.contains("/play/here-"));
        let first = browser.window().await;
        let second = browser.second_window().await;
        assert_eq!(browser.until_safe("here").await.hash, alone.hash);
        browser.start_server_again();
        for window in [&second, &first] {
            browser.turn_to(window).await;
            browser.until_safe("saved").await;
            assert_eq!(browser.facts().await.hash, alone.hash);
        }
        let games: Value = serde_json::from_str(&browser.ask_server("/api/games").unwrap()).unwrap();
        assert_eq!(games["games"].as_array().unwrap().len(), 1, "{games}");
        // A name that is given without the server arrives too.
        browser.kill_server();
        browser.click("menu").await;
        let field = "const field = document.querySelector('[data-test=menu-sheet] input'); field.value = 'At the ford'; \
            field.dispatchEvent(new Event('change', { bubbles: true }))";
        browser.run(field).await;
        browser.until_safe("here").await;
        browser.start_server_again();
        browser.until_safe("saved").await;
        assert!(browser.ask_server("/api/games").unwrap().contains("At the ford"));
    });
}
