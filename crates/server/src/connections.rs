//! Connections from the first sign of a request to the last of an answer, with an end to everybody's patience.
//!
//! Who sends a request sign by sign, or its body, or nothing, holds a connection for a while and no longer; and who
//! holds one when the server is to end does not hold the server.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::time::Duration;

use axum::body::Body;
use axum::{Extension, Router};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// How long is waited for what clients do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the first line and the headers of a request, and for the next request on an open connection.
    pub header: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For the requests under way when the server is to end.
    pub end: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let [header, body, end] = [30, 120, 2].map(Duration::from_secs);
        Patience { header, body, end }
    }
}

/// Answers everybody who connects, until `end` is there.
pub async fn answer(
    listener: TcpListener,
    router: Router,
    patience: Patience,
    end: impl Future<Output = ()>,
) {
    let router = router.layer(Extension(patience));
    let (ending, told) = watch::channel(false);
    let mut open = JoinSet::new();
    let mut end = pin!(end);
    loop {
        tokio::select! {
            () = &mut end => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    open.spawn(connection(stream, router.clone(), patience, told.clone()));
                }
                Err(error) => recover(&error).await,
            },
            // Those that are over are forgotten.
            Some(_) = open.join_next(), if !open.is_empty() => {}
        }
    }
    drop(listener);
    let _ = ending.send(true);
    let all = async { while open.join_next().await.is_some() {} };
    if tokio::time::timeout(patience.end, all).await.is_err() {
        tracing::warn!("{} connections were cut off at the end", open.len());
        open.shutdown().await;
    }
}

/// One client that is gone is no trouble; without room for another connection there may be some in a moment.
async fn recover(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!("nobody can connect: {error}");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn connection(stream: TcpStream, router: Router, patience: Patience, mut told: watch::Receiver<bool>) {
    let service =
        service_fn(move |request: Request<Incoming>| router.clone().oneshot(request.map(Body::new)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.header)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // What goes wrong with a connection is its client's trouble.
    tokio::select! {
        over = connection.as_mut() => return told_of(over),
        _ = told.wait_for(|ending| *ending) => {}
    }
    connection.as_mut().graceful_shutdown();
    told_of(connection.await);
}

fn told_of(over: hyper::Result<()>) {
    if let Err(error) = over {
        tracing::debug!("a connection has failed: {error}");
    }
}
