//! A new game from the start page through terrain, baggage, ambush and deployment to the first orders.

use aelian_browser_tests::{QUICK, in_browser};

#[test]
fn a_new_game_is_set_up_by_its_prompts() {
    in_browser("new_game", async |browser| {
        browser.start_page(QUICK).await;
        browser.fix_seed(3).await;
        browser.click("against-computer").await;
        browser.click("side-red").await;
        browser.click("open").await;
        let mut modes = Vec::new();
        let ready = loop {
            let facts = browser.asked().await;
            assert!(facts.curtain.is_empty() && !facts.is_over, "{facts:?}");
            assert_eq!(facts.asked, "red");
            modes.push(facts.mode.clone());
            if facts.mode == "orders" {
                break facts;
            }
            browser.do_the_usual().await;
        };
        for mode in ["pick", "lay", "place"] {
            assert!(modes.iter().any(|one| one == mode), "no question of the kind {mode}: {modes:?}");
        }
        assert!(ready.steps > modes.len(), "the computer and the dice have their steps too");
        assert!(browser.path().await.starts_with("/play/"));
        for side in ["red", "blue"] {
            let seen = browser.count_of(&format!(".pieces [data-side={side}]")).await;
            assert!(seen >= 8, "{seen} bases of {side} stand on the table");
        }
        assert_eq!(browser.attribute("prompt", "data-side").await.as_deref(), Some("red"));
        browser.wait_for_text("prompt", "PIG").await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
