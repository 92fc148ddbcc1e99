//! The processes of a test: the server and the driver of the browser. Both end with the test.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::build::Built;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const DRIVER: &str = "chromedriver";

/// Where Chromium and its driver are.
#[derive(Debug)]
pub(crate) struct Programs {
    pub(crate) browser: PathBuf,
    driver: PathBuf,
}

impl Programs {
    /// None, with a message, where one is missing; under `CI` that is a failure.
    pub(crate) fn find() -> Option<Programs> {
        let browser = BROWSERS.iter().find_map(|name| on_path(name));
        match (browser, on_path(DRIVER)) {
            (Some(browser), Some(driver)) => Some(Programs { browser, driver }),
            (browser, _) => {
                let missing = if browser.is_none() { "Chromium" } else { DRIVER };
                let message = format!("the page was NOT tried in a browser: {missing} is not installed");
                assert!(env::var_os("CI").is_none(), "{message}");
                // Written past the test runner, which would keep the words of a passing test to itself.
                let _ = writeln!(std::io::stderr(), "{message} (Debian: chromium chromium-driver)");
                None
            }
        }
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let file = |folder: PathBuf| folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    env::split_paths(&path).map(file).find(|file| file.is_file())
}

/// A process that ends when it is dropped.
#[derive(Debug)]
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(program: &Path, arguments: &[&OsStr]) -> (Running, BufReader<ChildStdout>) {
    let child = Command::new(program).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
    let output = BufReader::new(child.stdout.take().unwrap());
    (Running(child), output)
}

/// The driver of the browser.
#[derive(Debug)]
pub(crate) struct Driver {
    _running: Running,
    pub(crate) address: String,
}

impl Driver {
    pub(crate) fn start(programs: &Programs) -> Driver {
        let (running, mut output) = start(&programs.driver, &["--port=0".as_ref()]);
        let mut line = String::new();
        loop {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "{DRIVER} has ended without naming its port");
            if let Some((_, port)) = line.split_once("successfully on port ") {
                let port = port.trim().trim_end_matches('.');
                return Driver { _running: running, address: format!("http://127.0.0.1:{port}") };
            }
        }
    }
}

/// `aelian serve` with a folder for its games.
#[derive(Debug)]
pub(crate) struct Server {
    running: Option<Running>,
    pub(crate) address: String,
    data: tempfile::TempDir,
    built: &'static Built,
}

impl Server {
    pub(crate) fn start(built: &'static Built) -> Server {
        let data = tempfile::tempdir().unwrap();
        let (running, address) = serve(built, data.path(), 0);
        Server { running: Some(running), address, data, built }
    }

    pub(crate) fn program(&self) -> &Path {
        &self.built.aelian
    }

    /// Ends the server without a warning, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        self.running = None;
    }

    /// The body of its answer, if it is a success.
    pub(crate) fn ask(&self, path: &str) -> Option<String> {
        let host = self.address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).ok()?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        head.lines().next()?.contains(" 200 ").then(|| body.to_owned())
    }

    /// Starts it again at the same address, with the games that are there.
    pub(crate) fn start_again(&mut self) {
        self.kill();
        let port = self.address.rsplit(':').next().and_then(|port| port.trim_end_matches('/').parse().ok());
        let (running, address) = serve(self.built, self.data.path(), port.unwrap());
        assert_eq!(address, self.address);
        self.running = Some(running);
    }
}

/// Starts the server and waits until it says its address.
fn serve(built: &Built, data: &Path, port: u16) -> (Running, String) {
    let port = port.to_string();
    let arguments: [&OsStr; 8] = [
        "serve".as_ref(),
        "--no-open".as_ref(),
        "--port".as_ref(),
        port.as_ref(),
        "--data".as_ref(),
        data.as_ref(),
        "--page".as_ref(),
        built.page.as_ref(),
    ];
    let (running, mut output) = start(&built.aelian, &arguments);
    let mut address = String::new();
    output.read_line(&mut address).unwrap();
    assert!(address.starts_with("http://"), "aelian serve has not said its address");
    (running, address.trim().to_owned())
}
