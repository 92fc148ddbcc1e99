//! The handles of a battle group: each makes its move, by hand and with the arrow keys, with the test it needs and
//! its odds.

use aelian_browser_tests::{Browser, Key, QUICK, in_browser};

/// The Trebia for two people, with the first battle group of Red in hand.
async fn begin(browser: &Browser) {
    browser.start_page(QUICK).await;
    browser.fix_seed(7).await;
    browser.click("game-fog-ancients").await;
    browser.click("battle-trebia").await;
    browser.click("against-people").await;
    browser.click("open").await;
    browser.until_facts("no moves are asked for", |facts| facts.mode == "orders").await;
    browser.press("ng").await;
    browser.find("grip-spin").await;
}

/// Drags a handle by so many pixels and reads the umpire's word.
async fn pull(browser: &Browser, grip: &str, by: (f64, f64)) -> (String, String) {
    let from = browser.middle_of(&format!("[data-test=grip-{grip}] .knob")).await;
    browser.drag(from, (from.0 + by.0, from.1 + by.1), 4).await;
    word(browser).await
}

/// The light and the words of the verdict.
async fn word(browser: &Browser) -> (String, String) {
    let light = browser.attribute("verdict", "data-light").await.unwrap();
    (light, browser.text("verdict").await)
}

async fn drop_it(browser: &Browser) {
    browser.click("drop").await;
    browser.wait_until_gone("verdict").await;
}

#[test]
fn every_handle_makes_its_move() {
    in_browser("handles", async |browser| {
        begin(browser).await;
        let moves: [(&str, (f64, f64), &str); 5] = [
            ("flank-right", (22.0, 0.0), "expand by "),
            ("flank-left", (22.0, 0.0), "contract by "),
            ("slide", (16.0, 0.0), "shift right"),
            ("aslant", (-12.0, -40.0), "wheel left"),
            ("spin", (30.0, 4.0), "turn right"),
        ];
        for (grip, by, words) in moves {
            let (light, said) = pull(browser, grip, by).await;
            assert_ne!(light, "refused", "{grip}: {said}");
            assert!(said.contains(words), "{grip}: {said}");
            let complex = matches!(grip, "flank-right" | "flank-left" | "spin");
            assert_eq!(said.contains("test") && said.contains('%'), complex, "{grip}: {said}");
            assert_eq!(browser.count("hold").await, 0, "nothing is held in this game");
            drop_it(browser).await;
        }
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_handle_is_moved_with_keys_and_keeps_them() {
    in_browser("handle_keys", async |browser| {
        begin(browser).await;
        browser.run("document.querySelector('[data-test=grip-flank-right]').focus()").await;
        let right = char::from(Key::Right).to_string();
        browser.press(&right.repeat(4)).await;
        browser.wait_for_text("verdict", "expand by 1 base on the right").await;
        browser.press(&right.repeat(7)).await;
        browser.wait_for_text("verdict", "expand by 2 bases on the right").await;
        let focused = browser.run("return document.activeElement.dataset.test").await;
        assert_eq!(focused, "grip-flank-right");
        let before = browser.facts().await;
        browser.press(&char::from(Key::Enter).to_string()).await;
        browser.until_facts("the order is not given", |now| now.steps > before.steps).await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
