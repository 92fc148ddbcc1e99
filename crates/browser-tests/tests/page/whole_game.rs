//! A whole game against the computer; its record natively, replayed in the page, and played on from the middle.

use aelian_browser_tests::{Browser, QUICK, in_browser};

/// Where every base stands on the screen's table.
async fn standing(browser: &Browser) -> String {
    let script = "return [...document.querySelectorAll('.pieces [data-piece]')]\
        .map((one) => one.dataset.name + ' ' + one.getAttribute('style')).sort().join('\\n')";
    browser.run(script).await.as_str().unwrap().to_owned()
}

async fn at_step(browser: &Browser, step: usize, of: usize) {
    browser.wait_for_text("replay-step", &format!("step {step} of {of}")).await;
}

#[test]
fn a_whole_game_has_the_same_hash_here_and_natively() {
    in_browser("whole_game", async |browser| {
        browser.start_page(QUICK).await;
        browser.fix_seed(11).await;
        browser.click("open").await;
        let over = loop {
            let facts = browser.do_the_usual().await;
            if facts.is_over {
                break facts;
            }
        };

        // The server's record is whole, and rules and dice give the same natively.
        let record = browser.check_natively(&over).await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        std::fs::write(&path, &record).unwrap();
        let path = path.to_str().unwrap();

        // The replay begins with an empty table and ends where the game did.
        let end = standing(browser).await;
        browser.click("replay").await;
        at_step(browser, 0, over.steps).await;
        assert_ne!(standing(browser).await, end);
        browser.click("replay-on").await;
        at_step(browser, 1, over.steps).await;
        browser.click("replay-last").await;
        at_step(browser, over.steps, over.steps).await;
        assert_eq!(standing(browser).await, end);
        browser.click("replay-back").await;
        at_step(browser, over.steps - 1, over.steps).await;
        browser.click("replay-close").await;
        let closed = browser.asked().await;
        assert_eq!((closed.is_over, &closed.hash), (true, &over.hash));

        // The report tells the same hash; the record, opened as a file, comes to it again.
        browser.click("report").await;
        browser.find("luck-0").await;
        let report = browser.run("return document.querySelector('.report').textContent").await;
        assert!(report.as_str().unwrap().contains(&over.hash), "{report}");
        browser.click("home").await;
        browser.find("upload").await.send_keys(path).await.unwrap();
        let opened = browser.facts().await;
        assert_eq!((opened.steps, opened.is_over, opened.hash), (over.steps, true, over.hash));
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_game_is_played_on_from_a_step_of_its_replay() {
    in_browser("branch", async |browser| {
        browser.guided_battle(QUICK).await;
        let mut played = browser.facts().await;
        while played.steps < 12 {
            played = browser.do_the_usual().await;
        }
        let played = browser.asked().await;
        let (first, whole) = (browser.path().await, browser.stored_record().await);
        browser.click("menu").await;
        browser.click("open-replay").await;
        browser.click("replay-first").await;
        at_step(browser, 0, played.steps).await;
        for step in 1..=3 {
            browser.click("replay-on").await;
            at_step(browser, step, played.steps).await;
        }
        let third = standing(browser).await;
        browser.click("branch").await;
        browser.until("no new game is begun", async || browser.path().await != first).await;
        browser.facts().await;
        let branched = browser.asked().await;
        assert!(branched.steps >= 3, "{branched:?}");
        if branched.steps == 3 {
            assert_eq!(standing(browser).await, third);
        }
        // Its record begins with the first three steps of the other, and nothing more was taken along.
        let title = browser.run("return document.querySelector('.scn b').textContent").await;
        assert!(title.as_str().unwrap().ends_with("from step 3"), "{title}");
        let record = browser.stored_record().await;
        let first_lines = |record: &str| record.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(first_lines(&record), first_lines(&whole));
        assert!(record.lines().count() <= branched.steps + 1);

        // The first game is as it was.
        browser.open(&first).await;
        let old = browser.asked().await;
        assert_eq!((old.steps, old.hash), (played.steps, played.hash));
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
