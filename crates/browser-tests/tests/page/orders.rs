//! Orders by hand: a drag to a legal place, to one that is refused, and a move that is taken back.

use aelian_browser_tests::{Browser, Key, QUICK, in_browser};

/// Pixels for a millimetre of the guided battle, whose R1 and R2 stand 40 mm apart.
async fn pixels(browser: &Browser) -> f64 {
    (browser.base("R2").await.0 - browser.base("R1").await.0) / 40.0
}

/// A point so many millimetres before a point, for Red, who looks up the window.
fn ahead((x, y): (f64, f64), millimetres: f64, pixels: f64) -> (f64, f64) {
    (x, y - millimetres * pixels)
}

async fn light(browser: &Browser) -> String {
    browser.attribute("verdict", "data-light").await.unwrap()
}

#[test]
fn a_base_is_dragged_and_the_move_is_taken_back() {
    in_browser("orders", async |browser| {
        let begun = browser.guided_battle(QUICK).await;
        assert_eq!((begun.steps, begun.mode.as_str()), (0, "orders"));
        let (from, scale) = (browser.base("R6").await, pixels(browser).await);

        // While the button is down a ghost follows it and the umpire speaks.
        browser.drag_without_letting_go(from, ahead(from, 50.0, scale), 6).await;
        assert_eq!(light(browser).await, "legal");
        assert_eq!(browser.count_of(".sketch [data-ghost]").await, 1);
        browser.let_go().await;
        assert_eq!(browser.facts().await.steps, 0, "a sketch is no step");
        let word = browser.text("verdict").await;
        assert!(word.contains("PIG"), "{word}");

        browser.click("confirm").await;
        let moved = browser.until_facts("the move is not made", |facts| facts.steps == 1).await;
        assert_ne!(moved.hash, begun.hash);
        let now = browser.base("R6").await;
        assert!(now.1 < from.1 - 30.0 * scale, "R6 went from {from:?} to {now:?}");

        browser.click("take-back").await;
        let back = browser.until_facts("the move is not taken back", |facts| facts.steps == 0).await;
        assert_eq!(back.hash, begun.hash);
        assert_eq!(browser.base("R6").await, from);
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_refused_order_names_its_rule_and_makes_no_step() {
    in_browser("refused", async |browser| {
        let begun = browser.guided_battle(QUICK).await;
        let (from, scale) = (browser.base("R6").await, pixels(browser).await);
        browser.drag(from, ahead(from, 40.0, scale), 4).await;
        browser.click("confirm").await;
        let once = browser.until_facts("the move is not made", |facts| facts.steps == 1).await;

        // A second tactical move of the same base.
        let from = browser.base("R6").await;
        browser.drag(from, ahead(from, 40.0, scale), 4).await;
        assert_eq!(light(browser).await, "refused");
        let reason = browser.count_of("#prompt .because [data-rule^=BB-]").await;
        assert_eq!(reason, 1, "{}", browser.text("verdict").await);
        assert!(browser.count_of(".sketch .refused").await > 0);
        assert!(browser.attribute("confirm", "disabled").await.is_some());
        browser.press(&char::from(Key::Enter).to_string()).await;
        browser.find("slip").await;
        let still = browser.facts().await;
        assert_eq!((still.steps, &still.hash), (1, &once.hash));
        assert_ne!(still.hash, begun.hash);

        browser.click("drop").await;
        browser.wait_until_gone("verdict").await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_hint_is_sketched_and_can_be_confirmed_like_any_move() {
    in_browser("hint", async |browser| {
        let begun = browser.guided_battle(QUICK).await;
        browser.click("hint").await;
        let advised = async || browser.count_of("#prompt .advised").await == 1;
        browser.until("the computer has no hint", advised).await;
        assert_eq!(browser.facts().await.steps, begun.steps, "a hint is no step");
        assert_ne!(light(browser).await, "refused");
        browser.click("confirm").await;
        browser.until_facts("the move is not made", |facts| facts.steps == begun.steps + 1).await;
        assert_eq!(browser.count_of("#prompt .advised").await, 0);
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
