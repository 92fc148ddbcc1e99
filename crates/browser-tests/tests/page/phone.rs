//! The page in the hand: nothing is wider than the screen, and the tabs change what is shown.

use aelian_browser_tests::{Browser, QUICK, in_browser};

/// Fails if the page is wider than its window.
async fn fits(browser: &Browser, where_: &str) {
    let widths = browser
        .run("const page = document.scrollingElement; return [page.scrollWidth, page.clientWidth]")
        .await;
    let (whole, seen) = (widths[0].as_u64().unwrap(), widths[1].as_u64().unwrap());
    assert!(seen <= 400, "the window is {seen} wide");
    let widest = "return [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > \
        document.scrollingElement.clientWidth + 1).slice(0, 6).map((one) => one.outerHTML.slice(0, 120)).join('\\n')";
    assert!(whole <= seen, "{where_} is {whole} wide in a window of {seen}: {}", browser.run(widest).await);
}

/// Whether any of this can be seen.
async fn is_seen(browser: &Browser, css: &str) -> bool {
    let script = format!(
        "const box = document.querySelector('{css}')?.getBoundingClientRect(); \
         return !!box && box.width > 0 && box.height > 0 && box.top < innerHeight && box.bottom > 0"
    );
    browser.run(&script).await == true
}

#[test]
fn the_page_fits_a_phone_and_its_tabs_work() {
    in_browser("phone", async |browser| {
        browser.phone().await;
        browser.start_page(QUICK).await;
        fits(browser, "the start page").await;
        browser.open("/rules").await;
        browser.find("rules-search").await;
        fits(browser, "the rules").await;

        browser.guided_battle(QUICK).await;
        fits(browser, "the table").await;
        for (tab, css) in
            [("tab-dice", ".tray"), ("tab-armies", ".roster"), ("tab-log", ".log"), ("tab-table", "#table")]
        {
            browser.click(tab).await;
            browser.until(&format!("{tab} shows no {css}"), async || is_seen(browser, css).await).await;
            fits(browser, tab).await;
        }
        for hidden in [".tray", ".roster", ".log"] {
            assert!(!is_seen(browser, hidden).await, "{hidden} lies over the table");
        }

        // A finger takes up a group and drags it.
        let from = browser.base("R3").await;
        browser.touch(from, (from.0, from.1 - 30.0), 6).await;
        browser.find("verdict").await;
        fits(browser, "a sketch").await;
        browser.click("confirm").await;
        browser.until_facts("the move is not made", |facts| facts.steps == 1).await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
