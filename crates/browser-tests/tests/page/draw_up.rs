//! Hail Caesar before its first turn: a division is taken up and moved as one, and arrays are told apart by their outline.

use aelian_browser_tests::{Browser, QUICK, in_browser};

async fn open(browser: &Browser, battle: &str) {
    browser.start_page(QUICK).await;
    browser.fix_seed(7).await;
    browser.click("game-hail-caesar").await;
    browser.click(&format!("battle-{battle}")).await;
    browser.click("against-computer").await;
    browser.click("side-red").await;
    browser.click("open").await;
    browser.until_facts("nobody draws up", |facts| facts.asked == "red" && facts.mode == "orders").await;
}

#[test]
fn a_division_is_moved_as_one_and_taken_back() {
    in_browser("draw-up", async |browser| {
        open(browser, "with-your-shield").await;
        assert_eq!(browser.count_of(".marked .room").await, 1, "the zone is shown");
        let names = ["Spartan hoplites", "Lacedaemonian hoplites", "Helot skirmishers", "Adrastus"];
        let mut before = Vec::new();
        for name in names {
            before.push(browser.base(name).await);
        }
        browser.drag(before[0], before[0], 1).await;
        browser.press("g").await;
        browser.until_facts("the division is not taken up", |facts| facts.selected == 3).await;

        let begun = browser.facts().await;
        let (x, y) = before[0];
        browser.drag((x, y), (x - 30.0, y + 12.0), 4).await;
        assert_eq!(browser.attribute("verdict", "data-light").await.as_deref(), Some("legal"));
        assert_eq!(browser.count_of(".sketch [data-ghost]").await, names.len());
        browser.click("confirm").await;
        let moved = browser.until_facts("they do not move", |facts| facts.steps > begun.steps).await;
        assert_eq!(moved.steps, begun.steps + 1);
        for (name, was) in names.iter().zip(&before) {
            let is = browser.base(name).await;
            assert!((was.0 - is.0 - 30.0).abs() < 3.0 && (is.1 - was.1 - 12.0).abs() < 3.0, "{name}: {is:?}");
        }
        browser.click("take-back").await;
        let back =
            browser.until_facts("the move is not taken back", |facts| facts.steps == begun.steps).await;
        assert_eq!(back.hash, begun.hash);
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn open_order_and_line_have_outlines_of_their_own() {
    in_browser("arrays", async |browser| {
        open(browser, "with-your-shield").await;
        let outline = async |name: &str, shape: &str| {
            browser.count_of(&format!(".pieces [data-name='{name}'] .bz{shape}")).await
        };
        assert_eq!(outline("Helot skirmishers", ".loose").await, 1);
        assert_eq!(outline("Spartan hoplites", ":not(.loose)").await, 1);
        assert!(browser.count_of(".pieces [data-name='Helot skirmishers'] .bzb").await > 3, "base by base");
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
