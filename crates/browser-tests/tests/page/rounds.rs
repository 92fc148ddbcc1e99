//! Rounds of everything that can go wrong with saving: two windows on one game, a server that is killed and comes back,
//! reloads. Whatever a window has shown as saved must be in the stored record, always.
//!
//! `AELIAN_ROUNDS` says how many; unless it does, only a few are played.

use std::collections::BTreeMap;

use aelian_browser_tests::{Browser, QUICK, WindowHandle, in_browser};
use serde_json::Value;

const A_FEW: usize = 3;
/// A battle is long enough for so many rounds.
const ROUNDS_OF_A_GAME: usize = 6;

/// Writes down each state that the page shows as saved, and keeps it through a reload.
const WATCH: &str = "if (!window.watched) { window.watched = true; \
    const look = () => { const facts = document.getElementById('facts'); \
    const safety = document.querySelector('[data-test=safety]'); \
    if (!facts || safety?.dataset.safety !== 'saved' || facts.dataset.steps === '0') return; \
    const line = `${location.pathname} ${facts.dataset.steps} ${facts.dataset.hash}\\n`; \
    const all = sessionStorage.getItem('shown') ?? ''; \
    if (!all.endsWith(line)) sessionStorage.setItem('shown', all + line); }; \
    new MutationObserver(() => setTimeout(look)).observe(document.body, { subtree: true, attributes: true, childList: true }); \
    look(); }";
const SHOWN: &str =
    "const all = sessionStorage.getItem('shown') ?? ''; sessionStorage.removeItem('shown'); return all";
/// Numbers that look like chance and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

struct Rounds<'a> {
    browser: &'a mut Browser,
    windows: [WindowHandle; 2],
    is_up: bool,
    /// What was shown as saved: for each game and number of steps the hash.
    shown: BTreeMap<(String, usize), String>,
    played: usize,
}

impl Rounds<'_> {
    async fn begin(browser: &mut Browser) -> Rounds<'_> {
        browser.with_service_worker().await;
        let first = browser.window().await;
        let second = browser.second_window().await;
        browser.turn_to(&first).await;
        let mut rounds =
            Rounds { browser, windows: [first, second], is_up: true, shown: BTreeMap::new(), played: 0 };
        // One of them never notices by itself that it is looked at again.
        rounds.browser.turn_to(&rounds.windows[1]).await;
        rounds.browser.make_unaware().await;
        rounds.new_game().await;
        rounds
    }

    /// A battle of two people, open in both windows.
    async fn new_game(&mut self) {
        let [first, second] = self.windows.clone();
        self.browser.turn_to(&first).await;
        self.browser.guided_battle(QUICK).await;
        self.browser.seat_person(1).await;
        self.browser.until_safe("saved").await;
        let path = self.browser.path().await;
        self.browser.run(WATCH).await;
        self.browser.turn_to(&second).await;
        self.browser.open(&path).await;
        self.browser.asked().await;
        self.browser.run(WATCH).await;
    }

    /// One step in a window: the usual, or a base straight ahead.
    async fn play(&mut self, at: usize) {
        self.browser.turn_to(&self.windows[at]).await;
        self.browser.run(WATCH).await;
        let before = self.browser.asked().await;
        if before.is_over {
            return;
        }
        self.played += 1;
        if at == 1 && before.mode == "orders" && self.try_advance().await {
            return;
        }
        self.browser.press_the_usual().await;
        // What it comes to may be another game, which the window fetches meanwhile.
        for _ in 0..40 {
            if self.browser.facts().await.hash != before.hash {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }

    async fn try_advance(&mut self) -> bool {
        let before = self.browser.facts().await;
        self.browser.press("n\u{E013}").await;
        let confirm = "const confirm = document.querySelector('#prompt [data-test=confirm]:not([disabled])'); \
            confirm?.click(); return !!confirm";
        for _ in 0..20 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            if self.browser.facts().await.hash != before.hash {
                return true;
            }
            self.browser.run(confirm).await;
        }
        self.browser.press("\u{E00C}").await;
        false
    }

    async fn reload(&mut self, at: usize) {
        self.browser.turn_to(&self.windows[at]).await;
        self.browser.reload().await;
        self.browser.asked().await;
        self.browser.run(WATCH).await;
    }

    fn kill(&mut self) {
        self.browser.kill_server();
        self.is_up = false;
    }

    fn start(&mut self) {
        if !self.is_up {
            self.browser.start_server_again();
            self.is_up = true;
        }
    }

    async fn something(&mut self, chance: &mut Chance) {
        let at = usize::try_from(chance.below(2)).unwrap();
        match chance.below(8) {
            0..=3 => self.play(at).await,
            4 => self.reload(at).await,
            5 => self.kill(),
            6 => self.start(),
            _ => self.play(1 - at).await,
        }
    }

    async fn round(&mut self, chance: &mut Chance) {
        for _ in 0..5 {
            self.something(chance).await;
        }
        // In each round all of it at least once.
        self.play(0).await;
        self.kill();
        self.play(1).await;
        self.reload(usize::try_from(chance.below(2)).unwrap()).await;
        self.start();
        self.settle().await;
        self.check();
        if chance.below(3) == 0 {
            self.take_back().await;
        }
        self.kill();
        self.start();
        self.check();
    }

    /// The other window is loaded anew where it does not notice that the game went on.
    async fn come_back(&mut self, at: usize) {
        self.browser.turn_to(&self.windows[at]).await;
        if at == 1 {
            self.reload(1).await;
        }
        self.browser.run("window.dispatchEvent(new Event('focus'))").await;
        self.browser.until_safe("saved").await;
    }

    /// Both windows come to what the server has.
    async fn settle(&mut self) {
        for at in [0, 1, 0] {
            self.browser.turn_to(&self.windows[at]).await;
            self.browser.until_safe("saved").await;
            self.come_back(at).await;
        }
        for window in &self.windows {
            self.browser.turn_to(window).await;
            self.browser.until_safe("saved").await;
            self.browser.run("document.querySelector('[data-test=elsewhere-close]')?.click()").await;
            let all = self.browser.run(SHOWN).await;
            for line in all.as_str().unwrap_or_default().lines() {
                let [path, steps, hash] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
                let at = (path.to_owned(), steps.parse().unwrap());
                let before = self.shown.insert(at, hash.to_owned());
                assert!(
                    before.is_none_or(|before| before == hash),
                    "another step was shown as saved: {line}"
                );
            }
        }
    }

    /// What a window takes back that has seen everything is rightly gone.
    async fn take_back(&mut self) {
        self.browser.turn_to(&self.windows[0]).await;
        let before = self.browser.until_safe("saved").await;
        self.browser.click("take-back").await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let after = self.browser.until_safe("saved").await;
        let path = self.browser.path().await;
        self.shown.retain(|(game, steps), _| *game != path || *steps <= after.steps);
        assert!(after.steps <= before.steps);
        self.browser.run(SHOWN).await;
        self.come_back(1).await;
        let steps = after.steps;
        self.browser.until_facts("it is not taken back there", |facts| facts.steps == steps).await;
        self.browser.until_safe("saved").await;
        self.browser.run(SHOWN).await;
    }

    /// Compares everything that was shown as saved with what is stored.
    fn check(&self) {
        let mut records: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((path, steps), hash) in &self.shown {
            let record = records.entry(path).or_insert_with(|| stored(self.browser, path));
            let there = record.get(steps - 1);
            assert_eq!(there, Some(hash), "step {steps} of {path} was shown as saved and is lost");
        }
    }
}

/// Hashes of the stored steps, as the server tells them to anybody.
fn stored(browser: &Browser, path: &str) -> Vec<String> {
    let id = path.rsplit('/').next().unwrap();
    let record = browser.ask_server(&format!("/api/games/{id}/record")).unwrap_or_default();
    let hash = |line: &str| serde_json::from_str::<Value>(line).unwrap()["hash"].as_str().unwrap().to_owned();
    record.lines().skip(1).filter(|line| !line.is_empty()).map(hash).collect()
}

#[test]
fn no_step_that_was_shown_as_saved_is_ever_lost() {
    let count = std::env::var("AELIAN_ROUNDS").ok().and_then(|count| count.parse().ok()).unwrap_or(A_FEW);
    in_browser("rounds", async |browser| {
        let mut rounds = Rounds::begin(browser).await;
        for round in 0..count {
            if round > 0 && round % ROUNDS_OF_A_GAME == 0 {
                rounds.new_game().await;
            }
            rounds.round(&mut Chance(u64::try_from(round).unwrap())).await;
            let (shown, played) = (rounds.shown.len(), rounds.played);
            eprintln!("round {}: {played} steps played, {shown} shown as saved, 0 lost", round + 1);
        }
        assert!(rounds.shown.len() >= count, "hardly anything was shown as saved");
    });
}
