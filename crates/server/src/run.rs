//! From a wish to a running server and to its end.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use aelian_store::{Place, Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal;
use tracing_subscriber::EnvFilter;

use crate::{Page, routes};

/// What the server is to be.
#[derive(Clone, Debug)]
pub struct Wish {
    /// A name or a number of this machine; `127.0.0.1` can be reached from this machine alone.
    pub host: String,
    /// 0 for any that is free.
    pub port: u16,
    pub place: Place,
    pub page: Page,
}

#[derive(Debug, Error)]
pub enum ServeError {
    #[error(
        "port {0} is in use: another program, perhaps another Aelian, listens there; end it, or choose another port with --port, or --port 0 for any that is free"
    )]
    PortInUse(u16),
    #[error("port {0} may not be used by this user; choose one above 1023 with --port")]
    PortForbidden(u16),
    #[error("cannot listen on {host}: {source}; write a name or number of this machine after --host")]
    Host { host: String, source: io::Error },
    #[error(
        "the page is not in {0}; run cargo run --release, which builds it, or name its folder with --page"
    )]
    NoPage(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the server has failed: {0}")]
    Io(#[from] io::Error),
}

/// Serves until an interrupt or a request to end. `ready` is told the address once it can be opened.
pub fn serve(wish: &Wish, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let filter = EnvFilter::try_from_env("AELIAN_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // A program that has its own messages keeps them.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
    Runtime::new()?.block_on(run(wish, ready))
}

async fn run(wish: &Wish, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    if let Page::Folder(folder) = &wish.page
        && !wish.page.is_there()
    {
        return Err(ServeError::NoPage(folder.display().to_string()));
    }
    let listener = listen(&wish.host, wish.port).await?;
    let store = Store::open(&wish.place).await?;
    let address = listener.local_addr()?;
    let router = routes(store.clone(), wish.page.clone(), names(&wish.host, address));
    ready(&url(&wish.host, address));
    axum::serve(listener, router).with_graceful_shutdown(asked_to_end()).await?;
    store.close().await;
    Ok(())
}

async fn listen(host: &str, port: u16) -> Result<TcpListener, ServeError> {
    TcpListener::bind((host, port)).await.map_err(|source| match source.kind() {
        ErrorKind::AddrInUse => ServeError::PortInUse(port),
        ErrorKind::PermissionDenied => ServeError::PortForbidden(port),
        _ => ServeError::Host { host: host.to_owned(), source },
    })
}

/// The names by which a server on loopback is asked for. One that others may reach can have any name.
fn names(host: &str, address: SocketAddr) -> Option<Vec<String>> {
    let own = ["localhost", "127.0.0.1", "::1", host].map(str::to_owned).to_vec();
    address.ip().is_loopback().then_some(own)
}

/// The address to open on this machine.
fn url(host: &str, address: SocketAddr) -> String {
    let (ip, port) = (address.ip(), address.port());
    match ip {
        ip if ip.is_unspecified() => format!("http://localhost:{port}/"),
        _ if host.parse::<std::net::Ipv6Addr>().is_ok() => format!("http://[{host}]:{port}/"),
        _ => format!("http://{host}:{port}/"),
    }
}

/// Ctrl-C, or the signal by which systems ask programs to end.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
            let _ = signal::ctrl_c().await;
            return;
        };
        tokio::select! {
            _ = signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = signal::ctrl_c().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_can_be_opened() {
        let at = |text: &str| text.parse().unwrap();
        assert_eq!(url("127.0.0.1", at("127.0.0.1:7500")), "http://127.0.0.1:7500/");
        assert_eq!(url("0.0.0.0", at("0.0.0.0:80")), "http://localhost:80/");
        assert_eq!(url("::1", at("[::1]:7500")), "http://[::1]:7500/");
    }

    #[test]
    fn only_a_server_on_loopback_minds_its_names() {
        assert!(names("127.0.0.1", "127.0.0.1:1".parse().unwrap()).is_some());
        assert!(names("0.0.0.0", "0.0.0.0:1".parse().unwrap()).is_none());
    }

    #[tokio::test]
    async fn a_port_in_use_is_named() {
        let taken = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = listen("127.0.0.1", port).await.unwrap_err();
        assert!(matches!(error, ServeError::PortInUse(named) if named == port), "{error}");
        assert!(matches!(listen("no.such.host.invalid", 0).await, Err(ServeError::Host { .. })));
    }
}
