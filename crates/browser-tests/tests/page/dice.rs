//! Dice that are thrown on the player's own table and typed.

use aelian_browser_tests::{Browser, QUICK_OWN_DICE, in_browser};

/// The faces of the last step of the log that threw dice.
async fn logged(browser: &Browser) -> String {
    let script = "return [...document.querySelectorAll('#loglines .faces')].at(-1)?.textContent ?? ''";
    browser.run(script).await.as_str().unwrap().to_owned()
}

#[test]
fn typed_faces_are_those_of_the_log() {
    in_browser("dice", async |browser| {
        browser.guided_battle(QUICK_OWN_DICE).await;
        browser.run("[...document.querySelectorAll('.log .chip')].at(-1).click()").await;
        while !browser.asked().await.wants_dice {
            browser.do_the_usual().await;
        }
        browser.wait_for_text("own-dice", "Throw your own dice").await;
        assert!(browser.count_of("#loglines .faces").await == 0, "no dice have been thrown yet");
        let before = browser.facts().await.steps;

        // Keys and buttons, one die after the other, until the throw is whole.
        let mut typed = String::new();
        for face in ["5", "2", "3", "6", "1", "4"] {
            if typed.is_empty() {
                browser.press(face).await;
            } else {
                browser.click(&format!("face-{face}")).await;
            }
            typed.push_str(face);
            let shown = typed.len();
            let took = async || {
                let whole = browser.facts().await.steps > before;
                whole || browser.count_of("[data-test=own-dice] .die").await == shown
            };
            browser.until("the die is not taken", took).await;
            if browser.facts().await.steps > before {
                break;
            }
        }
        assert!(browser.facts().await.steps > before, "{typed} was not enough");
        assert_eq!(logged(browser).await, typed);

        // The next throw is left to the program.
        while !browser.asked().await.wants_dice {
            browser.do_the_usual().await;
        }
        let before = browser.facts().await;
        browser.click("throw-instead").await;
        browser.until_facts("the program does not throw", |facts| facts.steps > before.steps).await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
