//! The pictures of docs/screens, taken anew: `cargo test -p aelian-browser-tests --test screens -- --ignored`.
//! They are to be looked at: nothing here decides whether they are good, only that they show what they are named for.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use aelian_browser_tests::{Browser, QUICK, in_browser};

const FOLDER: &str = "docs/screens";

async fn shoot(browser: &Browser, name: &str) {
    // Fonts, transitions and the dice come to rest.
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    browser.picture_into(FOLDER, name).await.unwrap();
}

async fn begin(browser: &Browser, habits: &str) {
    browser.start_page(habits).await;
    browser.fix_seed(7).await;
    browser.click("game-blood-and-blades").await;
    browser.click("open").await;
}

/// Plays on until a question of this kind lies open.
async fn until_mode(browser: &Browser, mode: &str, words: &str) {
    for _ in 0..400 {
        let facts = browser.asked().await;
        let asked = browser.run("return document.querySelector('#prompt h2')?.textContent ?? ''").await;
        if facts.mode == mode && asked.as_str().is_some_and(|text| text.contains(words)) {
            return;
        }
        assert!(!facts.is_over, "the battle is over, and nobody was asked: {mode} {words}");
        browser.do_the_usual().await;
    }
    panic!("nobody is asked: {mode} {words}");
}

/// Opens a battle of a game on the start page.
async fn begin_battle(browser: &Browser, habits: &str, game: &str, battle: &str) {
    browser.start_page(habits).await;
    browser.fix_seed(7).await;
    browser.click(&format!("game-{game}")).await;
    browser.click(&format!("battle-{battle}")).await;
    browser.click("against-computer").await;
    browser.click("side-red").await;
    browser.click("open").await;
}

/// Whether these words are to be read in such a part of the page.
async fn reads(browser: &Browser, part: &str, words: &str) -> bool {
    let script = format!("return document.querySelector('{part}')?.textContent ?? ''");
    browser.run(&script).await.as_str().is_some_and(|text| text.contains(words))
}

/// Turns back the tray until it shows these dice.
async fn turn_tray_back(browser: &Browser, words: &str) {
    for _ in 0..40 {
        if reads(browser, ".tray", words).await {
            return;
        }
        browser.run("document.querySelector('.tray .x button')?.click()").await;
    }
    panic!("no such dice lie in the tray: {words}");
}

/// Plays on until there has been a fight, and puts its dice into the tray.
async fn until_fight(browser: &Browser, words: &str) {
    for _ in 0..1500 {
        if reads(browser, ".log", words).await {
            return turn_tray_back(browser, words).await;
        }
        assert!(!browser.asked().await.is_over, "the battle is over without a fight: {words}");
        browser.do_as_advised().await;
    }
    panic!("no fight: {words}");
}

/// Field of Glory: the set-up by the book, the first move of the Trebia, and the guided battle up to a fight and its replay.
async fn fog_battle(browser: &Browser, habits: &str, ending: &str) {
    begin_battle(browser, habits, "fog-ancients", "open").await;
    until_mode(browser, "lay", "").await;
    shoot(browser, &format!("fog-set-up{ending}")).await;
    until_mode(browser, "place", "Deploy").await;
    shoot(browser, &format!("fog-deployment{ending}")).await;
    begin_battle(browser, habits, "fog-ancients", "trebia").await;
    until_mode(browser, "orders", "Move").await;
    browser.press("ng").await;
    let grip = browser.middle_of("[data-test=grip-flank-right] .knob").await;
    browser.drag(grip, (grip.0 + 24.0, grip.1), 4).await;
    shoot(browser, &format!("fog-table{ending}")).await;
    browser.start_page(habits).await;
    browser.fix_seed(7).await;
    browser.click("game-fog-ancients").await;
    browser.click("guided-again").await;
    browser.click("guide-shut").await;
    until_fight(browser, "The fight").await;
    shoot(browser, &format!("fog-result{ending}")).await;
    browser.click("menu").await;
    browser.click("open-replay").await;
    shoot(browser, &format!("fog-replay{ending}")).await;
}

/// Hail Caesar: its battles, an order in hand with its chances, a fight, and its replay.
async fn caesar_battle(browser: &Browser, habits: &str, ending: &str) {
    browser.start_page(habits).await;
    browser.click("game-hail-caesar").await;
    browser.find("battle-kadesh").await;
    shoot(browser, &format!("caesar-start{ending}")).await;
    begin_battle(browser, habits, "hail-caesar", "with-your-shield").await;
    until_mode(browser, "orders", "order?").await;
    browser.press("n").await;
    let unit = browser.middle_of(".pieces .piece.ready[data-side=red] .bz").await;
    browser.drag(unit, (unit.0, unit.1 - 120.0), 8).await;
    shoot(browser, &format!("caesar-order{ending}")).await;
    browser.press("\u{e00c}").await;
    until_fight(browser, " strike").await;
    shoot(browser, &format!("caesar-result{ending}")).await;
    browser.click("menu").await;
    browser.click("open-replay").await;
    shoot(browser, &format!("caesar-replay{ending}")).await;
}

/// A whole battle in pictures, from the start page to the replay; each name with this ending.
async fn battle(browser: &Browser, habits: &str, ending: &str) {
    browser.start_page(habits).await;
    browser.click("game-blood-and-blades").await;
    shoot(browser, &format!("start{ending}")).await;
    begin(browser, habits).await;
    until_mode(browser, "lay", "").await;
    shoot(browser, &format!("set-up{ending}")).await;
    until_mode(browser, "place", "Deploy").await;
    shoot(browser, &format!("deployment{ending}")).await;
    until_mode(browser, "answers", "close combat").await;
    browser.run("document.querySelector('.oddsbtn')?.click()").await;
    shoot(browser, &format!("odds{ending}")).await;
    until_mode(browser, "orders", "").await;
    browser.run("document.querySelector('.tray .rule')?.click()").await;
    shoot(browser, &format!("result{ending}")).await;
    browser.press("\u{e00c}").await;
    browser.click("menu").await;
    browser.click("open-replay").await;
    shoot(browser, &format!("replay{ending}")).await;
    browser.guided_battle(habits).await;
    let from = browser.base("R2").await;
    browser.drag(from, (from.0, from.1 - 60.0), 8).await;
    shoot(browser, &format!("table{ending}")).await;
}

#[test]
#[ignore = "writes docs/screens"]
fn the_pictures_of_the_documentation() {
    in_browser("screens", async |browser| {
        browser.resize(1440, 900).await;
        let dark = QUICK.replace('{', "{\"theme\":\"dark\",");
        battle(browser, QUICK, "").await;
        fog_battle(browser, QUICK, "").await;
        caesar_battle(browser, QUICK, "").await;
        battle(browser, &dark, "-dark").await;
        fog_battle(browser, &dark, "-dark").await;
        caesar_battle(browser, &dark, "-dark").await;
        browser.phone().await;
        battle(browser, QUICK, "-phone").await;
        fog_battle(browser, QUICK, "-phone").await;
        caesar_battle(browser, QUICK, "-phone").await;
    });
}
