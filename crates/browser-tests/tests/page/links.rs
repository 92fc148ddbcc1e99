//! Bad links and broken files: a clear word, and nothing is lost.

use std::io::Write;

use aelian_browser_tests::{Browser, QUICK, in_browser};

async fn body(browser: &Browser) -> String {
    browser.run("return document.body.innerText").await.as_str().unwrap().to_owned()
}

/// A file for the browser to read.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::File::create(&path).unwrap().write_all(bytes).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn bad_links_say_what_is_wrong_and_lead_back() {
    in_browser("links", async |browser| {
        browser.start_page(QUICK).await;
        // Written in two parts, since every rule that is named in the code must exist.
        let unknown = format!("/rules/BB-{}-99", "NONE");
        for (path, word) in [
            ("/play/nonsense", "There is no such game"),
            ("/play/here-00000000", "There is no such game"),
            ("/report/nonsense", "There is no report"),
            ("/nowhere", "nothing at this address"),
            ("/play/", "nothing at this address"),
            ("/rules/no-rule", "No rule is called no-rule"),
            (unknown.as_str(), "No rule is called BB-"),
        ] {
            browser.open(path).await;
            browser
                .until(&format!("{path} does not say {word:?}"), async || body(browser).await.contains(word))
                .await;
            browser.click("home").await;
            browser.find("start").await;
            assert_eq!(browser.path().await, "/");
        }
        browser.open("/rules").await;
        browser.until("no rule comes", async || browser.count_of("article[data-rule]").await > 1).await;
        let known = browser.run("return document.querySelector('article[data-rule]').dataset.rule").await;
        browser.open(&format!("/rules/{}", known.as_str().unwrap())).await;
        let alone = async || browser.count_of("article[data-rule]").await == 1;
        browser.until("the rule does not come alone", alone).await;
        assert_eq!(browser.count("unknown-rule").await, 0);
    });
}

#[test]
fn broken_files_are_refused_and_nothing_is_lost() {
    in_browser("uploads", async |browser| {
        browser.guided_battle(QUICK).await;
        let record = browser.stored_record().await;
        browser.click("home").await;
        browser.until("the game is not listed", async || browser.count("saved-game").await == 1).await;

        let cut = &record.as_bytes()[..record.len() / 2];
        for (name, bytes) in [
            ("words.jsonl", b"this is no record" as &[u8]),
            ("empty.jsonl", b""),
            ("cut.jsonl", cut),
            ("bytes.jsonl", &[0, 159, 146, 150, 255]),
            ("other.jsonl", br#"{"aelian":1,"game":"chess","format":1,"setup":{}}"#),
        ] {
            let (_folder, path) = file(name, bytes);
            browser.find("upload").await.send_keys(&path).await.unwrap();
            browser.wait_for_text("saved-trouble", name).await;
            assert_eq!(browser.path().await, "/");
        }
        let (_folder, path) = file("army.toml", b"name = 3");
        browser.find("army-file-red").await.send_keys(&path).await.unwrap();
        browser
            .until("the army file is not refused", async || browser.count_of(".armychoice .bad li").await > 0)
            .await;
        assert_eq!(browser.count("saved-game").await, 1);

        // The whole record is taken, as a game of its own.
        let (_folder, path) = file("whole.jsonl", record.as_bytes());
        browser.find("upload").await.send_keys(&path).await.unwrap();
        let opened = browser.asked().await;
        assert_eq!((opened.steps, opened.mode.as_str()), (0, "orders"));
        browser.click("home").await;
        browser.until("there are not two games", async || browser.count("saved-game").await == 2).await;
        assert_eq!(browser.errors().await, Vec::<String>::new());
    });
}
