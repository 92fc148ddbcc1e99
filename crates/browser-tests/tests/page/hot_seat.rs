//! Two players at one screen, one of whom hides an ambush: the other never sees it.

use std::collections::BTreeMap;

use aelian_browser_tests::{Browser, Facts, QUICK, in_browser};
use serde_json::Value;

/// So many looks at what the other side must not see.
const ENOUGH: usize = 12;

/// Begins a game of two people with woods to hide in.
async fn begin(browser: &Browser) {
    browser.start_page(QUICK).await;
    browser.fix_seed(3).await;
    choose_army(browser, "army-red", "Shang").await;
    choose_army(browser, "army-blue", "Shang").await;
    browser.click("against-people").await;
    browser.click("open").await;
}

/// Chooses the army whose name holds this word.
async fn choose_army(browser: &Browser, list: &str, word: &str) {
    let script = format!(
        "return [...document.querySelectorAll('[data-test={list}] option')].find((one) => one.textContent.includes('{word}')).value"
    );
    let value = browser.run(&script).await;
    browser.choose(list, value.as_str().unwrap()).await;
}

/// Picks woods in place of hills and marshes, as far as the rules allow it.
async fn plant_woods(browser: &Browser) {
    let script = "for (const row of document.querySelectorAll('.picks li')) { \
        const [less, more] = row.querySelectorAll('button'); const name = row.querySelector('b').textContent; \
        const has = () => Number(row.querySelector('output').textContent); \
        if (/hill|marsh/.test(name)) for (let n = has(); n > 0; n -= 1) less.click(); \
        if (name === 'Large woods') more.click(); }";
    browser.run(script).await;
}

/// Sets the game up until somebody can hide bases in woods, and lets him: his side and the names of the bases.
async fn lay_ambush(browser: &Browser) -> (String, Vec<String>) {
    let hide = "const hide = [...document.querySelectorAll('#prompt [data-answer]')]\
        .find((one) => /^Hide.*in the woods/.test(one.textContent)); \
        const names = hide?.textContent.match(/[RB][0-9]+/g); hide?.click(); return names ?? []";
    loop {
        let facts = browser.asked().await;
        assert_ne!(facts.mode, "orders", "no ambush was offered");
        if facts.mode == "pick" {
            plant_woods(browser).await;
        }
        let names = browser.run(hide).await;
        let names: Vec<String> =
            names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        if !names.is_empty() {
            return (facts.asked, names);
        }
        browser.do_the_usual().await;
    }
}

/// Ids of the bases that lie in ambush, by the record: what was hidden and not revealed since.
async fn in_ambush(browser: &Browser, facts: &Facts) -> Vec<u64> {
    let mut record = String::new();
    browser
        .until("the server does not have every step", async || {
            record = browser.stored_record().await;
            record.lines().count() == facts.steps + 1
        })
        .await;
    let mut hidden = Vec::new();
    for line in record.lines().skip(1) {
        let step: Value = serde_json::from_str(line).unwrap();
        for event in step["events"].as_array().into_iter().flatten() {
            if event["placed"]["hidden"] == true {
                hidden.push(event["placed"]["base"].as_u64().unwrap());
            }
            hidden.retain(|base| event["revealed"] != *base);
        }
    }
    hidden
}

/// Nothing on the page is, or names, one of these bases.
async fn keeps_secret(browser: &Browser, secret: &[u64], names: &BTreeMap<u64, String>, facts: &Facts) {
    assert_eq!(browser.count_of(".piece.hidden").await, 0, "{facts:?}");
    for base in secret {
        let there = format!("[data-piece='{base}'], [data-ghost='{base}']");
        assert_eq!(browser.count_of(&there).await, 0, "{base} is on the page: {facts:?}");
        let Some(name) = names.get(base) else { continue };
        let script = format!(
            "const name = /.{{0,40}}\\b{name}\\b.{{0,40}}/; \
             const said = [...document.querySelectorAll('[title],[aria-label]')].flatMap((one) => [one.title, one.ariaLabel]); \
             return [document.body.textContent, ...said].map((text) => text?.match?.(name)?.[0]).find(Boolean) ?? null"
        );
        assert_eq!(browser.run(&script).await, Value::Null, "{name} is told: {facts:?}");
    }
}

/// The curtain lies over the whole table.
async fn covers_the_table(browser: &Browser) {
    let script = "const box = document.getElementById('table').getBoundingClientRect(); \
        const at = (x, y) => document.elementFromPoint(box.x + box.width * x, box.y + box.height * y); \
        return [.02, .25, .5, .75, .98].every((x) => [.02, .25, .5, .75, .98].every((y) => at(x, y)?.closest('[data-test=curtain]')))";
    assert_eq!(browser.run(script).await, true, "the table can be seen beside the curtain");
}

#[test]
fn an_ambush_is_known_to_its_own_side_only() {
    in_browser("hot_seat", async |browser| {
        begin(browser).await;
        let (keeper, hidden) = lay_ambush(browser).await;
        let placed = in_ambush(browser, &browser.asked().await).await;
        assert_eq!(placed.len(), hidden.len(), "{hidden:?}");
        // Who lies in ambush is named after all others of its side: its own side tells how.
        let mut names: BTreeMap<u64, String> = BTreeMap::new();
        let (mut looks, mut curtains) = (0, 0);
        while looks + curtains < ENOUGH {
            let facts = browser.asked().await;
            let secret = in_ambush(browser, &facts).await;
            assert!(!secret.is_empty(), "after {looks} looks and {curtains} curtains the ambush is over");
            if facts.asked == keeper {
                for base in secret {
                    let there = format!(".pieces .piece.hidden[data-piece='{base}']");
                    let name = format!("return document.querySelector(\"{there}\")?.dataset.name ?? null");
                    let name = browser.run(&name).await;
                    assert!(name.is_string(), "its own side does not see {base}: {facts:?}");
                    names.insert(base, name.as_str().unwrap().to_owned());
                }
            } else {
                keeps_secret(browser, &secret, &names, &facts).await;
                if facts.curtain.is_empty() {
                    looks += 1;
                } else {
                    curtains += 1;
                    covers_the_table(browser).await;
                }
            }
            browser.do_the_usual().await;
        }
        assert!(!names.is_empty(), "the side in ambush was never asked");
        assert!(looks >= 3 && curtains >= 3, "{looks} looks of the other side, {curtains} curtains");
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
