//! Two players at one screen set a battle up by hand: what one hides in ambush or sends on a march the other never
//! sees, neither on the table nor in any word of the page.

use aelian_browser_tests::{Browser, Facts, QUICK, in_browser};
use serde_json::Value;

/// So many looks at what the other side must not see.
const ENOUGH: usize = 8;

async fn begin(browser: &Browser) {
    browser.start_page(QUICK).await;
    browser.fix_seed(7).await;
    browser.click("game-fog-ancients").await;
    browser.click("battle-open").await;
    browser.click("against-people").await;
    browser.click("open").await;
}

async fn asked(browser: &Browser) -> String {
    let text = browser.run("return document.querySelector('#prompt h2')?.textContent ?? ''").await;
    text.as_str().unwrap().to_owned()
}

/// Drags the marker of a light group over the places where ambushes may be, until the umpire lets it lie. The name of
/// the group.
async fn hide(browser: &Browser) -> Option<String> {
    let light = "return [...document.querySelectorAll('.roster li b')].map((one) => one.textContent) \
        .find((text) => / LF$/.test(text))?.split(' ')[0] ?? null";
    let name = browser.run(light).await.as_str()?.to_owned();
    let rooms = browser
        .run("return [...document.querySelectorAll('.ground .area, .ground g')].map((one) => one.getBoundingClientRect()) \
            .map((box) => [box.x + box.width / 2, box.y + box.height / 2])")
        .await;
    let room = "return [...document.querySelectorAll('.room')].map((one) => one.getBoundingClientRect()) \
        .flatMap((box) => [1, 2, 3, 4, 5].flatMap((x) => [1, 2, 3, 4].map((y) => [box.x + box.width * x / 6, box.y + box.height * y / 5])))";
    let inside = browser.run(room).await;
    for place in rooms.as_array().into_iter().chain(inside.as_array()).flatten() {
        let to = (place[0].as_f64()?, place[1].as_f64()?);
        let from = browser.base(&name).await;
        browser.drag(from, to, 2).await;
        let laid = browser.count_of(&format!(".sketch [data-name='{name}']")).await == 1;
        let light = browser.attribute("verdict", "data-light").await;
        let said = browser.text("verdict").await;
        if laid && light.as_deref() != Some("refused") && said.contains(&name) {
            return Some(name);
        }
    }
    None
}

/// Sets the game up by the usual answers until somebody has hidden a group: his side and its name.
async fn lay_ambush(browser: &Browser) -> (String, String) {
    for _ in 0..80 {
        let facts = browser.asked().await;
        assert_ne!(facts.mode, "orders", "nobody could hide");
        if facts.mode == "place"
            && asked(browser).await.contains("ambush")
            && let Some(name) = hide(browser).await
        {
            browser.click("confirm").await;
            browser.until_facts("the ambush is not laid", |now| now.steps > facts.steps).await;
            return (facts.asked, name);
        }
        browser.do_the_usual().await;
    }
    panic!("no ambush is ever asked for")
}

/// Sends the first group that can go round the left, if this is the question.
async fn march(browser: &Browser) -> Option<String> {
    let tick = "const items = [...document.querySelectorAll('.ticks li')]; \
        const goes = items.find((one) => /goes with/.test(one.textContent)); \
        if (!goes) return null; items[0].querySelector('input').click(); goes.querySelector('input').click(); \
        return goes.querySelector('b').textContent.split(' ')[0]";
    let name = browser.run(tick).await.as_str()?.to_owned();
    browser.wait_for_text("verdict", "round the left").await;
    assert_eq!(browser.attribute("confirm", "disabled").await, None);
    browser.click("confirm").await;
    Some(name)
}

/// No word of the page is one of these names, and nothing hidden lies on the table.
async fn keeps_secret(browser: &Browser, names: &[String], facts: &Facts) {
    assert_eq!(browser.count_of(".piece.hidden").await, 0, "{facts:?}");
    for name in names.iter().map(String::as_str).chain(["round the left"]) {
        let script = format!(
            "const name = /.{{0,40}}\\b{name}\\b.{{0,40}}/; \
             const said = [...document.querySelectorAll('[title],[aria-label]')].flatMap((one) => [one.title, one.ariaLabel]); \
             return [document.body.textContent, ...said].map((text) => text?.match?.(name)?.[0]).find(Boolean) ?? null"
        );
        assert_eq!(browser.run(&script).await, Value::Null, "{name} is told: {facts:?}");
    }
}

#[test]
fn ambushes_and_marches_are_known_to_their_own_side_only() {
    in_browser("fog_ambush", async |browser| {
        begin(browser).await;
        let (keeper, name) = lay_ambush(browser).await;
        let mut secret = vec![name.clone()];
        let (mut own, mut looks, mut curtains) = (0, 0, 0);
        while looks < ENOUGH {
            let facts = browser.asked().await;
            if facts.mode == "orders" {
                break;
            }
            if facts.asked == keeper && facts.curtain.is_empty() {
                let there = format!(".pieces .piece.hidden[data-name='{name}']");
                assert_eq!(browser.count_of(&there).await, 1, "its own side does not see it: {facts:?}");
                own += 1;
                if secret.len() == 1 && facts.mode == "pick" {
                    let steps = facts.steps;
                    secret.extend(march(browser).await);
                    browser.until_facts("nobody marches", |now| now.steps > steps).await;
                    continue;
                }
            } else {
                keeps_secret(browser, &secret, &facts).await;
                assert_eq!(browser.count_of(".pieces [data-name='ambush marker']").await, 1, "{facts:?}");
                if facts.curtain.is_empty() { looks += 1 } else { curtains += 1 }
            }
            browser.do_the_usual().await;
        }
        assert_eq!(secret.len(), 2, "nobody was sent on a march");
        assert!(
            own >= 3 && looks >= 3 && curtains >= 3,
            "{own} own looks, {looks} others, {curtains} curtains"
        );
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
