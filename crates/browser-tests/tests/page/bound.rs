//! A bound to its end: every phase, dice in the tray with their rules, and no way back behind them.

use aelian_browser_tests::{Browser, QUICK, in_browser};

/// The moments that the log names, such as `Round 1, Red's bound, shooting`.
async fn moments(browser: &Browser) -> String {
    let script = "return [...document.querySelectorAll('#loglines .moment')].map((one) => one.textContent).join('\\n')";
    browser.run(script).await.as_str().unwrap().to_lowercase()
}

#[test]
fn bounds_are_fought_and_every_throw_names_its_rule() {
    in_browser("bound", async |browser| {
        browser.guided_battle(QUICK).await;
        browser.run("[...document.querySelectorAll('.log .chip')].at(-1).click()").await;
        let mut decisions = 0;
        let fought = loop {
            let facts = browser.do_the_usual().await;
            let moments = moments(browser).await;
            let all = ["moves", "impetuous", "shooting", "close combat"];
            if all.iter().all(|phase| moments.contains(phase)) && facts.mode == "orders" {
                break facts;
            }
            decisions += 1;
            assert!(decisions < 200 && !facts.is_over, "not every phase has come: {moments}");
        };

        // The last throw lies in the tray, with the rule that asked for it and the reasons of what came.
        assert!(browser.count_of("[data-test=tray] .die[data-face]").await > 0);
        assert!(browser.count_of("[data-test=tray] .dr [data-rule^=BB-]").await > 0);
        let rule = browser.run("return document.querySelector('.tray .dr [data-rule]').dataset.rule").await;
        browser.run("document.querySelector('.tray .dr [data-rule]').click()").await;
        // Its book is fetched when a rule of it is first asked for.
        let words = "return document.querySelector('#why .statement')?.textContent.length ?? 0";
        browser.until("the rule has no words", async || browser.run(words).await.as_u64() > Some(20)).await;
        assert_eq!(browser.run("return document.querySelector('#why h2').textContent").await, rule);
        browser.click("why-close").await;
        browser.until("the rule stays open", async || browser.count_of("#why").await == 0).await;

        // Dice have been thrown since the last decision: it is final.
        browser.click("take-back").await;
        browser.wait_for_text("slip", "cannot be taken back").await;
        let still = browser.facts().await;
        assert_eq!((still.steps, still.hash), (fought.steps, fought.hash));
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
