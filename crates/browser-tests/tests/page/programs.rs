//! Each game has a program of its own, which is loaded when it is needed. A development page has one for all of them:
//! there the same ways lead to the same places without loading anything.

use aelian_browser_tests::{Browser, QUICK, in_browser};

const ONE: &str = "game-blood-and-blades";
const OTHER: &str = "game-fog-ancients";

/// How many programs this page was loaded with.
async fn loaded(browser: &Browser) -> usize {
    let script = "return new Set(performance.getEntriesByType('resource').map((one) => one.name)\
        .filter((name) => name.endsWith('.wasm'))).size";
    usize::try_from(browser.run(script).await.as_u64().unwrap()).unwrap()
}

async fn is_chosen(browser: &Browser, game: &str) {
    browser
        .until(&format!("{game} is not chosen"), async || {
            browser.attribute(game, "aria-pressed").await.as_deref() == Some("true")
        })
        .await;
}

async fn home(browser: &Browser) {
    browser.click("home").await;
    browser.find("start").await;
}

#[test]
fn a_game_is_opened_whatever_program_the_page_was_loaded_with() {
    in_browser("programs", async |browser| {
        let one = browser.guided_battle(QUICK).await;
        let (first, record) = (browser.path().await, browser.stored_record().await);
        assert_eq!(loaded(browser).await, 1);
        home(browser).await;

        // Another game from its card, with its own ready battles; the next visit begins with it.
        browser.click(OTHER).await;
        is_chosen(browser, OTHER).await;
        browser.click("battle-trebia").await;
        browser.click("open").await;
        let other = browser.asked().await;
        let second = browser.path().await;
        assert!(loaded(browser).await == 1 && second.starts_with("/play/") && second != first);
        home(browser).await;
        browser.open("/").await;
        is_chosen(browser, OTHER).await;

        // A link to a game of the first kind, and one of the second again.
        browser.open(&first).await;
        assert_eq!(browser.asked().await.hash, one.hash);
        assert_eq!(browser.path().await, first);
        browser.open(&second).await;
        assert_eq!(browser.asked().await.hash, other.hash);
        browser.open(&first.replace("play", "report")).await;
        browser.find("luck-0").await;

        // From the list of saved games, and from a file.
        home(browser).await;
        browser.click(ONE).await;
        is_chosen(browser, ONE).await;
        browser.until("there are not two games", async || browser.count("saved-game").await == 2).await;
        let id = second.rsplit('/').next().unwrap();
        browser.run(&format!("document.querySelector('[data-id=\"{id}\"]').click()")).await;
        browser.until("the Trebia does not come", async || browser.path().await == second).await;
        assert_eq!(browser.asked().await.hash, other.hash);
        home(browser).await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("guided.jsonl");
        std::fs::write(&path, record).unwrap();
        browser.find("upload").await.send_keys(path.to_str().unwrap()).await.unwrap();
        browser.until("the record is not opened", async || browser.path().await.starts_with("/play/")).await;
        assert_eq!(browser.asked().await.hash, one.hash);
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_rulebook_comes_when_a_rule_is_asked_for() {
    in_browser("books", async |browser| {
        let books = "return performance.getEntriesByType('resource').filter((one) => one.name.includes('/books/')).length";
        browser.guided_battle(QUICK).await;
        assert_eq!(browser.run(books).await, 0);
        browser.run("document.querySelector('#prompt [data-rule]').click()").await;
        browser.until("the rule is not told", async || browser.count_of("#why .statement").await == 1).await;
        assert_eq!(browser.run(books).await, 1);
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
