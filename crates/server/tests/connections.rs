//! Clients that take their time, over real connections: they are left, and hold nobody up.

#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use aelian_server::{Names, Page, Patience, Place, Store, answer, routes};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Longer than any of these tests waits for something that must come; nothing is measured.
const LONG: Duration = Duration::from_secs(120);
const SHORT: Duration = Duration::from_millis(150);

struct Serving {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    server: JoinHandle<()>,
    _folder: tempfile::TempDir,
}

async fn serving(patience: Patience) -> Serving {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Place::Folder(folder.path().join("data"))).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = routes(store, Page::Folder(folder.path().to_owned()), Names::new(address, "127.0.0.1", &[]));
    let (end, ended) = oneshot::channel();
    let end_of = async move { drop(ended.await) };
    let server = tokio::spawn(answer(listener, router, patience, end_of));
    Serving { address, end, server, _folder: folder }
}

/// Sends this and reads until the server closes the connection.
async fn all_that_comes(address: SocketAddr, sent: &'static str) -> String {
    tokio::task::spawn_blocking(move || {
        let mut stream = connected(address, sent);
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    })
    .await
    .unwrap()
}

fn connected(address: SocketAddr, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream.write_all(sent.as_bytes()).unwrap();
    stream
}

const HALF_A_HEAD: &str = "GET /api/health HTTP/1.1\r\nHost: localh";
const HALF_A_BODY: &str = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
    Content-Length: 1000\r\n\r\n{\"title\":";
const WHOLE: &str = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn who_sends_sign_by_sign_is_left() {
    let serving = serving(Patience { header: SHORT, body: SHORT, end: LONG }).await;
    assert!(!all_that_comes(serving.address, "").await.contains(" 200 "), "nothing was asked");
    assert!(!all_that_comes(serving.address, HALF_A_HEAD).await.contains(" 200 "), "half was asked");
    let told = all_that_comes(serving.address, HALF_A_BODY).await;
    assert!(
        told.starts_with("HTTP/1.1 408 ") && told.contains("the body of the request did not come"),
        "{told}"
    );
    let told = all_that_comes(serving.address, WHOLE).await;
    assert!(told.starts_with("HTTP/1.1 200 "), "and then nothing: {told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_comes_whatever_clients_do() {
    let serving = serving(Patience { header: LONG, body: LONG, end: SHORT }).await;
    let address = serving.address;
    let held = tokio::task::spawn_blocking(move || {
        let mut held = ["", HALF_A_HEAD, HALF_A_BODY, WHOLE].map(|sent| connected(address, sent));
        // An answer shows that the others were met before, too.
        held[3].read_exact(&mut [0; 12]).unwrap();
        held
    });
    let held = held.await.unwrap();
    serving.end.send(()).unwrap();
    tokio::time::timeout(LONG / 2, serving.server)
        .await
        .expect("it ends long before its clients do")
        .unwrap();
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_is_answered_before_the_end() {
    let serving = serving(Patience { header: LONG, body: LONG, end: LONG }).await;
    let address = serving.address;
    let mut stream = tokio::task::spawn_blocking(move || {
        let mut asked = connected(address, WHOLE);
        asked.read_exact(&mut [0; 12]).unwrap();
        let body = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
            Content-Length: 4\r\n\r\nnu";
        let stream = connected(address, body);
        // Whoever is asked after him was met after him.
        connected(address, WHOLE).read_exact(&mut [0; 12]).unwrap();
        stream
    })
    .await
    .unwrap();
    serving.end.send(()).unwrap();
    let told = tokio::task::spawn_blocking(move || {
        stream.write_all(b"ll").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    });
    let told = told.await.unwrap();
    assert!(told.starts_with("HTTP/1.1 422 "), "{told}");
    serving.server.await.unwrap();
}
