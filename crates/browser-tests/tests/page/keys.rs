//! An order, and the end of orders, without a mouse.

use aelian_browser_tests::{Key, QUICK, in_browser};

#[test]
fn an_order_is_given_by_keys_alone() {
    in_browser("keys", async |browser| {
        let begun = browser.guided_battle(QUICK).await;
        browser.press("n").await;
        browser.until_facts("no base is taken up", |facts| facts.selected == 1).await;
        browser.press(&char::from(Key::Up).to_string()).await;
        assert_eq!(browser.attribute("verdict", "data-light").await.as_deref(), Some("legal"));

        // Escape puts the sketch down, and nothing was done.
        browser.press(&char::from(Key::Escape).to_string()).await;
        browser.wait_until_gone("verdict").await;
        assert_eq!(browser.facts().await.hash, begun.hash);

        browser.press(&char::from(Key::Up).to_string()).await;
        browser.find("verdict").await;
        browser.press(&char::from(Key::Enter).to_string()).await;
        let moved = browser.until_facts("the move is not made", |facts| facts.steps == 1).await;
        assert_ne!(moved.hash, begun.hash);

        browser.press(&char::from(Key::Backspace).to_string()).await;
        let back = browser.until_facts("the move is not taken back", |facts| facts.steps == 0).await;
        assert_eq!(back.hash, begun.hash);

        // The whole group, by its letter; then no more orders.
        browser.press("ng").await;
        browser.until_facts("the group is not taken up", |facts| facts.selected > 1).await;
        browser.press("1").await;
        browser.until_facts("the orders do not end", |facts| facts.steps > 0).await;
        browser.asked().await;
        browser.press("?").await;
        browser.find("help-sheet").await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
