//! The program of the table as somebody starts and ends it.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// It ends within three seconds; a loaded machine may need longer, and without the end it would take for ever.
const BOUND: Duration = Duration::from_secs(60);

struct Table {
    program: Child,
    /// Such as `127.0.0.1:45678`.
    place: String,
    _folder: tempfile::TempDir,
}

impl Table {
    fn start(options: &[&str], errors: Stdio) -> Table {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("index.html"), "<title>Aelian</title>").unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_aelian-table"))
            .args(["--port", "0", "--no-open", "--page"])
            .arg(folder.path())
            .arg("--data")
            .arg(folder.path().join("data"))
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let place = address
            .trim()
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .replace("localhost", "127.0.0.1");
        Table { program, place, _folder: folder }
    }

    fn connect(&self, sent: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.place).unwrap();
        stream.set_read_timeout(Some(BOUND)).unwrap();
        stream.write_all(sent.as_bytes()).unwrap();
        stream
    }

    /// The status of an answer to a question with this host name.
    fn status(&self, host: &str) -> String {
        let mut stream =
            self.connect(&format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// Sends it the signal of Ctrl-C; whether it ended well, and in time.
    fn interrupt(&mut self) -> bool {
        let asked = Command::new("kill").args(["-INT", &self.program.id().to_string()]).status().unwrap();
        assert!(asked.success());
        let begun = Instant::now();
        while begun.elapsed() < BOUND {
            if let Some(status) = self.program.try_wait().unwrap() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn ctrl_c_ends_it_whatever_clients_do() {
    let mut table = Table::start(&[], Stdio::null());
    let post = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 100000\r\n\r\n{\"title\":";
    let held =
        ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", post].map(|sent| table.connect(sent));
    assert_eq!(table.status("localhost"), "200");
    assert!(table.interrupt(), "it still runs, or failed");
    drop(held);
}

#[test]
fn a_server_for_others_minds_its_names() {
    let table = Table::start(&["--host", "0.0.0.0", "--allow-host", "Table.example"], Stdio::null());
    for host in ["localhost:7500", "192.0.2.7:7500", "table.example"] {
        assert_eq!(table.status(host), "200", "{host}");
    }
    assert_eq!(table.status("evil.example"), "421");
}

#[test]
fn nobody_who_reads_its_words_is_no_trouble() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut table = Table::start(&[], writer.into());
    assert_eq!(table.status("localhost"), "200");
    assert!(table.interrupt());
}
