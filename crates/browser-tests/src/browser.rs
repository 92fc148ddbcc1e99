//! The browser as a test uses it: open, click, type, drag, wait, read.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use aelian_pagebuilder::workspace;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::{WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use url::Url;

pub use fantoccini::key::Key;

use crate::build::Built;
use crate::process::{Driver, Programs, Server};

const PATIENCE: Duration = Duration::from_secs(30);
/// What Chromium needs to run without a screen, as any user, and without asking the network for anything.
/// A window that is not looked at goes on as the others do.
const FLAGS: [&str; 13] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--window-size=1400,900",
];

/// A browser and the server it looks at.
#[derive(Debug)]
pub struct Browser {
    /// For whatever has no function of its own here.
    pub client: Client,
    server: Server,
    _driver: Driver,
}

impl Browser {
    pub(crate) async fn start(programs: &Programs, built: &'static Built) -> Browser {
        let server = Server::start(built);
        let driver = Driver::start(programs);
        let wanted = json!({
            "goog:chromeOptions": { "args": FLAGS, "binary": programs.browser },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(wanted) = wanted else { unreachable!("an object is written above") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(wanted).connect(&driver.address).await.unwrap();
        Browser { client, server, _driver: driver }
    }

    pub(crate) async fn close(self) {
        // The test is over; a browser that will not close is ended with its driver.
        let _ = self.client.close().await;
    }

    /// The server's address, without a slash at its end.
    pub fn address(&self) -> &str {
        self.server.address.trim_end_matches('/')
    }

    /// Ends the server without a warning.
    pub fn kill_server(&mut self) {
        self.server.kill();
    }

    /// Starts the server again at the same address with the same games.
    pub fn start_server_again(&mut self) {
        self.server.start_again();
    }

    /// The program that serves the page, to be run beside it.
    pub(crate) fn program(&self) -> Command {
        Command::new(self.server.program())
    }

    /// Opens a path of the server, such as `/rules`.
    pub async fn open(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.address())).await.unwrap();
    }

    /// The window that everything is done in now.
    pub async fn window(&self) -> WindowHandle {
        self.client.window().await.unwrap()
    }

    /// Opens another window on the same page, and goes on in it.
    pub async fn second_window(&self) -> WindowHandle {
        let address = self.client.current_url().await.unwrap();
        let window = self.client.new_window(false).await.unwrap().handle;
        self.turn_to(&window).await;
        self.client.goto(address.as_str()).await.unwrap();
        window
    }

    /// Everything that follows is done in this window.
    pub async fn turn_to(&self, window: &WindowHandle) {
        self.client.switch_to_window(window.clone()).await.unwrap();
    }

    /// Loads the page anew as one that does not notice when it is looked at.
    pub async fn make_unaware(&self) {
        let script = "const add = window.addEventListener; window.addEventListener = function (name, ...rest) { \
            if (name !== 'focus' && name !== 'visibilitychange') add.call(this, name, ...rest); }";
        let first = Devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
        self.client.issue_cmd(first).await.unwrap();
        self.reload().await;
    }

    /// What the server answers to somebody who asks it without a browser; nothing if it does not answer.
    pub fn ask_server(&self, path: &str) -> Option<String> {
        self.server.ask(path)
    }

    pub async fn reload(&self) {
        self.client.refresh().await.unwrap();
    }

    /// The path that the browser is at.
    pub async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    pub async fn title(&self) -> String {
        self.client.title().await.unwrap()
    }

    pub async fn resize(&self, width: u32, height: u32) {
        self.client.set_window_size(width, height).await.unwrap();
    }

    /// A phone in place of the window: 390 by 844, with a finger.
    pub async fn phone(&self) {
        let size = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        self.client.issue_cmd(Devtools("Emulation.setDeviceMetricsOverride", size)).await.unwrap();
        let finger = json!({ "enabled": true });
        self.client.issue_cmd(Devtools("Emulation.setTouchEmulationEnabled", finger)).await.unwrap();
    }

    /// The element with this `data-test`, once it is there.
    pub async fn find(&self, test: &str) -> Element {
        let css = by_test(test);
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(&css)).await;
        found.unwrap_or_else(|error| panic!("{test} does not come: {error}"))
    }

    /// How many elements have this `data-test` now.
    pub async fn count(&self, test: &str) -> usize {
        self.client.find_all(Locator::Css(&by_test(test))).await.unwrap().len()
    }

    pub async fn click(&self, test: &str) {
        self.until(&format!("{test} cannot be clicked"), async || {
            self.find(test).await.click().await.is_ok()
        })
        .await;
    }

    /// Replaces what stands in a field.
    pub async fn fill(&self, test: &str, text: &str) {
        let field = self.find(test).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Chooses in a list by the value.
    pub async fn choose(&self, test: &str, value: &str) {
        self.find(test).await.select_by_value(value).await.unwrap();
    }

    /// Presses one key after the other on whatever has the focus; letters as they are, others as `Key::Enter`.
    pub async fn press(&self, keys: &str) {
        let mut actions = KeyActions::new("keys".to_owned());
        for value in keys.chars() {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.unwrap();
    }

    /// The text that is shown, also in an `<output>`.
    pub async fn text(&self, test: &str) -> String {
        self.find(test).await.text().await.unwrap()
    }

    pub async fn attribute(&self, test: &str, name: &str) -> Option<String> {
        self.find(test).await.attr(name).await.unwrap()
    }

    /// Waits until an element shows this text, or part of it.
    pub async fn wait_for_text(&self, test: &str, text: &str) {
        self.until(&format!("{test} does not show {text:?}"), async || {
            let shown = self.find(test).await.text().await;
            shown.is_ok_and(|shown| shown.contains(text))
        })
        .await;
    }

    /// Waits until no element has this `data-test`.
    pub async fn wait_until_gone(&self, test: &str) {
        self.until(&format!("{test} does not go"), async || self.count(test).await == 0).await;
    }

    /// Waits until something is so. The words say what is wrong when it never is.
    pub async fn until(&self, trouble: &str, mut is_so: impl AsyncFnMut() -> bool) {
        let begun = std::time::Instant::now();
        while !is_so().await {
            assert!(begun.elapsed() < PATIENCE, "{trouble}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The middle of an element in the window, in pixels.
    pub async fn middle(&self, test: &str) -> (f64, f64) {
        let (x, y, width, height) = self.find(test).await.rectangle().await.unwrap();
        (x + width / 2.0, y + height / 2.0)
    }

    /// Drags with the left button from one point of the window to another, by so many moves.
    pub async fn drag(&self, from: (f64, f64), to: (f64, f64), moves: u32) {
        self.drag_without_letting_go(from, to, moves).await;
        self.let_go().await;
    }

    /// Drags, and leaves the button down: to look at what is shown meanwhile.
    pub async fn drag_without_letting_go(&self, from: (f64, f64), to: (f64, f64), moves: u32) {
        let down = PointerAction::Down { button: MOUSE_BUTTON_LEFT };
        let mut actions = MouseActions::new("mouse".to_owned()).then(move_to(from)).then(down);
        for point in way(from, to, moves) {
            actions = actions.then(move_to(point));
        }
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Lets the left button go.
    pub async fn let_go(&self) {
        let up = PointerAction::Up { button: MOUSE_BUTTON_LEFT };
        self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(up)).await.unwrap();
    }

    /// Drags with a finger from one point of the window to another, by so many moves.
    pub async fn touch(&self, from: (f64, f64), to: (f64, f64), moves: u32) {
        let down = PointerAction::Down { button: MOUSE_BUTTON_LEFT };
        let mut actions = TouchActions::new("finger".to_owned()).then(move_to(from)).then(down);
        for point in way(from, to, moves) {
            actions = actions.then(move_to(point));
        }
        let actions = actions.then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Moves the pointer to a point of the window.
    pub async fn hover(&self, point: (f64, f64)) {
        self.client
            .perform_actions(MouseActions::new("mouse".to_owned()).then(move_to(point)))
            .await
            .unwrap();
    }

    /// Runs a script in the page and gives what it returns.
    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Runs a script that ends by calling its last argument, and gives what it calls it with.
    pub async fn run_async(&self, script: &str) -> Value {
        self.client.execute_async(script, Vec::new()).await.unwrap()
    }

    /// Errors that the browser has told since it was last asked: of scripts, of the policy, of missing files.
    pub async fn errors(&self) -> Vec<String> {
        let messages = self.client.issue_cmd(Messages).await.unwrap();
        let is_severe = |message: &&Value| message["level"] == "SEVERE";
        let text = |message: &Value| message["message"].as_str().unwrap_or_default().to_owned();
        messages.as_array().into_iter().flatten().filter(is_severe).map(text).collect()
    }

    /// A picture of what is shown, into `target/browser-tests/NAME.png`.
    pub async fn picture(&self, name: &str) -> Result<PathBuf, CmdError> {
        self.picture_into("target/browser-tests", name).await
    }

    /// A picture of what is shown, into a folder of the workspace.
    pub async fn picture_into(&self, folder: &str, name: &str) -> Result<PathBuf, CmdError> {
        let folder = workspace().unwrap().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.png"));
        std::fs::write(&path, self.client.screenshot().await?).unwrap();
        Ok(path)
    }

    pub(crate) async fn leave_picture(&self, name: &str) {
        if let Ok(path) = self.picture(name).await {
            eprintln!("what the browser showed: {}", path.display());
        }
        for error in self.errors().await {
            eprintln!("the browser: {error}");
        }
    }
}

fn by_test(test: &str) -> String {
    format!("[data-test=\"{test}\"]")
}

fn move_to((x, y): (f64, f64)) -> PointerAction {
    PointerAction::MoveTo { duration: Some(Duration::from_millis(5)), x, y }
}

/// Points on the way from one point to another, the last one included.
fn way(from: (f64, f64), to: (f64, f64), moves: u32) -> impl Iterator<Item = (f64, f64)> {
    (1..=moves).map(move |n| {
        let part = f64::from(n) / f64::from(moves.max(1));
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    })
}

/// A command of Chromium's own, which chromedriver passes on.
#[derive(Debug)]
struct Devtools(&'static str, Value);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "cmd": self.0, "params": self.1 }).to_string()))
    }
}

/// The messages of the console, which chromedriver tells beside the standard.
#[derive(Debug)]
struct Messages;

impl WebDriverCompatibleCommand for Messages {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}
