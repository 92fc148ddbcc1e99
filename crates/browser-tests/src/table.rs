//! Aelian's table as a test plays on it: begin a game, answer, take hold of bases, read where the game stands.

use aelian_pagebuilder::workspace;
use serde_json::Value;

use crate::browser::{Browser, Key};

/// What a player has set for himself in most tests: nothing is animated or waited for.
pub const QUICK: &str = r#"{"guided":true,"speed":"instant","motion":false}"#;
/// The same with dice that are thrown by hand and typed.
pub const QUICK_OWN_DICE: &str = r#"{"guided":true,"speed":"instant","motion":false,"own_dice":true}"#;

/// Where a game stands, as the page tells it to programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub steps: usize,
    pub hash: String,
    pub is_over: bool,
    /// The side at this screen that is asked; empty if none is.
    pub asked: String,
    /// What kind of question lies open; empty if none does.
    pub mode: String,
    /// How many bases are in hand.
    pub selected: usize,
    /// The side for which a curtain hangs; empty if none does.
    pub curtain: String,
    /// Real dice are waited for.
    pub wants_dice: bool,
}

const FACTS: &str = "const facts = document.getElementById('facts'); if (!facts) return null; \
    const at = (test) => document.querySelector(`[data-test=\"${test}\"]`); \
    return { ...facts.dataset, mode: at('prompt')?.dataset.mode ?? '', \
    curtain: at('curtain')?.dataset.side ?? '', dice: at('own-dice') ? 'yes' : '' };";

impl Browser {
    /// Opens the start page as a player who has been here before, with his habits.
    pub async fn start_page(&self, habits: &str) {
        self.open("/").await;
        self.find("start").await;
        let keep = format!("localStorage.setItem('aelian.habits', {})", Value::from(habits));
        self.run(&keep).await;
        self.reload().await;
        self.find("start").await;
    }

    /// Opens the guided battle: Red's seven bases before Blue's six, Red to move with 5 PIGs.
    pub async fn guided_battle(&self, habits: &str) -> Facts {
        self.start_page(habits).await;
        self.click("guided-again").await;
        self.asked().await;
        self.click("guide-shut").await;
        self.facts().await
    }

    /// The next game that is begun has always the same dice.
    pub async fn fix_seed(&self, seed: u8) {
        let same = format!("crypto.getRandomValues = (bytes) => bytes.fill({seed})");
        self.run(&same).await;
    }

    /// How safe the page says the game is.
    pub async fn safety(&self) -> String {
        self.attribute("safety", "data-safety").await.unwrap_or_default()
    }

    pub async fn until_safe(&self, safety: &str) -> Facts {
        self.until(&format!("the game is not {safety}"), async || self.safety().await == safety).await;
        self.facts().await
    }

    /// Lets a person play this side from now on.
    pub async fn seat_person(&self, side: usize) {
        self.click("menu").await;
        self.choose(&format!("seat-{side}"), "human").await;
        self.run("document.querySelector('[data-test=menu-sheet] .x').click()").await;
        self.wait_until_gone("menu-sheet").await;
    }

    /// Sends a base straight ahead by the keyboard and waits for the step.
    pub async fn advance(&self) -> Facts {
        let before = self.facts().await;
        self.press("n").await;
        self.until_facts("no base is taken up", |facts| facts.selected == 1).await;
        self.press(&char::from(Key::Up).to_string()).await;
        self.find("verdict").await;
        self.click("confirm").await;
        self.until_facts("the move is not made", |facts| facts.steps > before.steps).await
    }

    /// Where the game stands, once its table is there.
    pub async fn facts(&self) -> Facts {
        let mut told = Value::Null;
        self.until("no table comes", async || {
            told = self.run(FACTS).await;
            !told.is_null()
        })
        .await;
        let text = |key: &str| told[key].as_str().unwrap_or_default().to_owned();
        Facts {
            steps: text("steps").parse().unwrap(),
            hash: text("hash"),
            is_over: text("over") == "true",
            asked: text("asked"),
            mode: text("mode"),
            selected: text("selected").parse().unwrap(),
            curtain: text("curtain"),
            wants_dice: text("dice") == "yes",
        }
    }

    /// Waits until something is so of the game.
    pub async fn until_facts(&self, trouble: &str, is_so: impl Fn(&Facts) -> bool) -> Facts {
        let mut facts = self.facts().await;
        self.until(trouble, async || {
            facts = self.facts().await;
            is_so(&facts)
        })
        .await;
        facts
    }

    /// Waits until somebody at this screen must do something, or the game is over.
    pub async fn asked(&self) -> Facts {
        self.until_facts("nobody is asked", |facts| {
            facts.is_over || !facts.mode.is_empty() || !facts.curtain.is_empty() || facts.wants_dice
        })
        .await
    }

    /// Waits until somebody is asked and nothing more happens by itself: a step may bring others, which come a moment
    /// after it.
    pub async fn settled(&self) -> Facts {
        const QUIET_LOOKS: u32 = 20;
        let (mut facts, mut quiet) = (self.asked().await, 0);
        self.until("the table does not come to rest", async || {
            let now = self.asked().await;
            quiet = if now == facts { quiet + 1 } else { 0 };
            facts = now;
            quiet == QUIET_LOOKS
        })
        .await;
        facts
    }

    /// Does what the computer would do in this place: asks for its hint and takes it. The usual, where it gives none.
    pub async fn do_as_advised(&self) -> Facts {
        let asks = "const hint = document.querySelector('[data-test=hint]:not([disabled])'); hint?.click(); return !!hint";
        let before = self.asked().await;
        if before.is_over || !self.run(asks).await.as_bool().unwrap_or_default() {
            return self.do_the_usual().await;
        }
        let takes = "const chip = document.querySelector('#prompt .advised'); if (!chip) return false; \
            const way = chip.closest('[data-answer]') ?? chip.closest('.option')?.querySelector('[data-answer]') \
            ?? document.querySelector('#prompt [data-test=confirm]:not([disabled])'); way?.click(); return !!way";
        for _ in 0..80 {
            if self.run(takes).await.as_bool().unwrap_or_default() {
                return self.until_facts("nothing comes of the hint", |now| now.steps != before.steps).await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        self.do_the_usual().await
    }

    /// Does the most usual thing that can be done, and waits until it is done: the marked answer or the first,
    /// what is proposed, no more orders.
    pub async fn do_the_usual(&self) -> Facts {
        let before = self.asked().await;
        if before.is_over {
            return before;
        }
        let word = self.press_the_usual().await;
        self.until_facts(&format!("nothing comes of {word:?}"), |now| {
            *now != before && (now.steps != before.steps || now.curtain != before.curtain || now.wants_dice)
        })
        .await
    }

    /// Presses the most usual answer that can be pressed, and gives its words.
    pub async fn press_the_usual(&self) -> String {
        let pressed = "const all = (css) => [...document.querySelectorAll(css)]; \
            const usual = all('[data-test=lift]')[0] ?? all('[data-test=face-4]')[0] \
            ?? all('#prompt .option.best [data-answer], #prompt .btn.pri[data-answer]')[0] \
            ?? all('#prompt [data-test=confirm]:not([disabled])')[0] ?? all('#prompt [data-answer]:not(details *)')[0]; \
            usual?.click(); return usual?.textContent ?? ''";
        let mut word = String::new();
        self.until("nothing can be pressed", async || {
            word = self.run(pressed).await.as_str().unwrap_or_default().to_owned();
            !word.is_empty()
        })
        .await;
        word
    }

    /// The middle of a base by its name, in pixels of the window.
    pub async fn base(&self, name: &str) -> (f64, f64) {
        let css = format!(".pieces [data-name=\"{name}\"] .bz, .sketch [data-name=\"{name}\"] .bz");
        self.middle_of(&css).await
    }

    /// The middle of whatever this selector finds first, once it is there.
    pub async fn middle_of(&self, css: &str) -> (f64, f64) {
        let script = format!(
            "const found = document.querySelector({}); if (!found) return null; \
             const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            Value::from(css)
        );
        let mut middle = Value::Null;
        self.until(&format!("{css} does not come"), async || {
            middle = self.run(&script).await;
            !middle.is_null()
        })
        .await;
        (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap())
    }

    /// How many elements this selector finds now.
    pub async fn count_of(&self, css: &str) -> usize {
        let script = format!("return document.querySelectorAll({}).length", Value::from(css));
        usize::try_from(self.run(&script).await.as_u64().unwrap()).unwrap()
    }

    /// Lets the page have its service worker, which one that was built for development does not have by itself.
    pub async fn with_service_worker(&self) {
        self.open("/").await;
        self.run("localStorage.setItem('aelian.service-worker', 'yes')").await;
        self.reload().await;
        self.until("no service worker comes", async || self.is_controlled().await).await;
        // It keeps the program that this page was loaded with before it was there.
        self.reload().await;
        let script = "const done = arguments[arguments.length - 1]; \
            caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)))) \
            .then((all) => Promise.all(all.map((one) => one.keys()))) \
            .then((all) => done(all.flat().some((one) => one.url.endsWith('.wasm'))), () => done(false))";
        self.until("the program is not kept", async || self.run_async(script).await == true).await;
    }

    /// Whether the service worker answers for the server where that is gone. It must hold the whole page.
    pub async fn is_controlled(&self) -> bool {
        self.run("return navigator.serviceWorker.controller !== null").await.as_bool().unwrap_or_default()
    }

    /// The record as the server has stored it.
    pub async fn stored_record(&self) -> String {
        let path = self.path().await;
        let id = path.rsplit('/').next().unwrap();
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             fetch('/api/games/{id}/record').then((answer) => answer.text()).then(done, () => done(''))"
        );
        self.run_async(&script).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the server has the whole record of a game that stands so, and replays it natively: the rules and the
    /// recorded dice must come to the same hashes. The record.
    pub async fn check_natively(&self, facts: &Facts) -> String {
        let mut record = String::new();
        let steps = |record: &str| record.lines().filter(|line| !line.is_empty()).count().saturating_sub(1);
        self.until("the record is not whole", async || {
            record = self.stored_record().await;
            steps(&record) == facts.steps
        })
        .await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        std::fs::write(&path, &record).unwrap();
        let said = self.aelian(&["replay", "verify", path.to_str().unwrap()]);
        assert!(said.contains(&format!("{} steps, every step is the same", facts.steps)), "{said}");
        let last: Value = serde_json::from_str(record.trim_end().lines().last().unwrap()).unwrap();
        assert_eq!(last["hash"], facts.hash.as_str());
        record
    }

    /// What `aelian` says with these arguments; a failure ends the test.
    pub fn aelian(&self, arguments: &[&str]) -> String {
        let root = workspace().unwrap();
        let output = self.program().args(arguments).current_dir(root).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        said
    }
}
