//! The list of saved games on the start page, and what the page says of those who made its parts.

use aelian_browser_tests::{QUICK, in_browser, page};
use aelian_pagebuilder::{Places, workspace};

/// Saves so many further games with the record of the one that is open.
fn save_more(count: usize) -> String {
    format!(
        "const done = arguments[arguments.length - 1]; (async () => {{
           const record = await (await fetch('/api/games/' + location.pathname.split('/').pop() + '/record')).text();
           for (let number = 0; number < {count}; number += 1) {{
             const body = JSON.stringify({{ title: `Evening ${{number}}`, record, seats: ['human', 'human'] }});
             const headers = {{ 'content-type': 'application/json' }};
             await fetch('/api/games', {{ method: 'POST', headers, body }});
           }}
         }})().then(() => done(true), (lost) => done(String(lost)))"
    )
}

#[test]
fn a_long_list_is_shown_page_by_page_and_can_be_narrowed() {
    in_browser("long_list", async |browser| {
        browser.guided_battle(QUICK).await;
        assert_eq!(browser.run_async(&save_more(60)).await, true);
        browser.open("/").await;
        let listed = async |count: usize| {
            let trouble = format!("{count} games are not listed");
            browser.until(&trouble, async || browser.count("saved-game").await == count).await;
        };
        listed(50).await;
        browser.click("more-games").await;
        listed(61).await;
        browser.wait_until_gone("more-games").await;
        browser.fill("saved-title", "EVENING 17").await;
        listed(1).await;
        browser.click("saved-game").await;
        assert!(browser.path().await.starts_with("/play/"));
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_page_names_those_whose_works_are_built_into_it() {
    in_browser("notices", async |browser| {
        browser.start_page(QUICK).await;
        assert_eq!(browser.attribute("notices", "href").await.as_deref(), Some("/notices.txt"));
        let script = "const done = arguments[arguments.length - 1]; \
            fetch('/notices.txt').then((answer) => answer.text()).then(done, () => done(''))";
        let text = browser.run_async(script).await;
        assert!(text.as_str().unwrap().contains("\nleptos "), "{text}");
    });
}

#[test]
fn no_file_of_the_page_tells_where_it_was_built() {
    let places = Places::of_this_machine(&workspace().unwrap()).unwrap();
    let mut folders = vec![page().to_owned()];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            read += 1;
            let bytes = std::fs::read(&path).unwrap();
            assert_eq!(places.told_in(&bytes), None, "{} tells a path", path.display());
        }
    }
    assert!(read > 10, "{read} files");
}
