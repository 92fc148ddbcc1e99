//! Ready battles, fought against the computer to their end: by hand where the table allows it, by the offered answers
//! elsewhere; then their records natively.

use aelian_browser_tests::{Browser, Facts, QUICK, in_browser};
use serde_json::Value;

/// How many groups are taken hold of each time that orders are asked for.
const DRAGS: usize = 4;
/// A battle that is longer than this does not end.
const MOST_QUESTIONS: usize = 3000;

/// A ready base of Red in the foremost group that has not been tried yet, in pixels of the window. Every base bears the
/// name of its group.
const FOREMOST: &str = "const tried = TRIED; \
    const ready = [...document.querySelectorAll('.pieces .piece.ready[data-side=red]')] \
      .map((one) => ({ group: one.dataset.name, box: one.querySelector('.bz').getBoundingClientRect() })) \
      .filter((one) => !tried.includes(one.group)).sort((a, b) => a.box.y - b.box.y)[0]; \
    return ready ? [ready.group, ready.box.x + ready.box.width / 2, ready.box.y + ready.box.height / 2] : null";

/// Drags groups ahead, one after the other, and confirms what the umpire allows. How many have moved.
async fn drag_ahead(browser: &Browser, tried: &mut Vec<String>) -> usize {
    let mut moved = 0;
    while tried.len() < DRAGS {
        let script = FOREMOST.replace("TRIED", &Value::from(tried.clone()).to_string());
        let found = browser.run(&script).await;
        let Some(group) = found[0].as_str() else { break };
        tried.push(group.to_owned());
        let (x, y) = (found[1].as_f64().unwrap(), found[2].as_f64().unwrap());
        let before = browser.facts().await;
        browser.drag((x, y), (x, y - 24.0), 4).await;
        if browser.count("verdict").await == 0 {
            continue;
        }
        if browser.attribute("confirm", "disabled").await.is_some() {
            browser.click("drop").await;
            continue;
        }
        browser.click("confirm").await;
        let now = browser.until_facts("the order is not given", |now| now.steps > before.steps).await;
        moved += 1;
        if now.mode != "orders" {
            break;
        }
    }
    moved
}

/// Plays Red until the battle is over. How often he was asked for orders, and how many groups he dragged.
async fn fight(browser: &Browser) -> (Facts, usize, usize) {
    let (mut orders, mut dragged, mut ended) = (0, 0, true);
    let mut tried = Vec::new();
    for _ in 0..MOST_QUESTIONS {
        let facts = browser.asked().await;
        if facts.is_over {
            return (facts, orders, dragged);
        }
        assert_eq!((facts.asked.as_str(), facts.curtain.as_str()), ("red", ""));
        if facts.mode == "orders" && ended {
            orders += 1;
            ended = false;
            tried.clear();
        }
        let moved = if facts.mode == "orders" { drag_ahead(browser, &mut tried).await } else { 0 };
        dragged += moved;
        if moved == 0 {
            ended |= facts.mode == "orders";
            browser.do_the_usual().await;
        }
    }
    panic!("the battle does not end: {:?}", browser.facts().await);
}

/// Fights a ready battle as Red, and holds its end against what the program says of the record.
fn fought(game: &'static str, battle: &'static str, seed: u8) {
    in_browser(battle, async move |browser| {
        browser.start_page(QUICK).await;
        browser.fix_seed(seed).await;
        browser.click(&format!("game-{game}")).await;
        browser.click(&format!("battle-{battle}")).await;
        browser.click("against-computer").await;
        browser.click("side-red").await;
        browser.click("open").await;
        let (over, orders, dragged) = fight(browser).await;
        assert!(orders > 5 && dragged > 5, "{orders} times asked for orders, {dragged} bodies dragged");
        browser.check_natively(&over).await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_trebia_has_the_same_hash_here_and_natively() {
    fought("fog-ancients", "trebia", 7);
}

#[test]
fn with_your_shield_has_the_same_hash_here_and_natively() {
    fought("hail-caesar", "with-your-shield", 7);
}
