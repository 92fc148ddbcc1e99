//! From a wish to a running server and to its end.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use aelian_store::{Place, Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal;
use tracing_subscriber::EnvFilter;

use crate::{Names, Page, Patience, answer, routes};

/// For work that goes on without anybody who waits for it, when the server ends.
const LEFT_OVER: Duration = Duration::from_millis(400);

/// What the server is to be.
#[derive(Clone, Debug)]
pub struct Wish {
    /// A name or a number of this machine; `127.0.0.1` can be reached from this machine alone.
    pub host: String,
    /// Other names by which this server may be asked for.
    pub names: Vec<String>,
    /// 0 for any that is free.
    pub port: u16,
    pub place: Place,
    pub page: Page,
}

impl Wish {
    /// Whether somebody at another machine may reach this server.
    pub fn is_open_to_others(&self) -> bool {
        let address = self.host.trim_matches(['[', ']']).parse::<IpAddr>();
        !(self.host == "localhost" || address.is_ok_and(|address| address.is_loopback()))
    }
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
    let runtime = Runtime::new()?;
    let done = runtime.block_on(run(wish, ready));
    // A long record that is just being read would hold the program; what it was read for has not happened.
    runtime.shutdown_timeout(LEFT_OVER);
    done
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
    let names = Names::new(address, &wish.host, &wish.names);
    let router = routes(store.clone(), wish.page.clone(), names);
    ready(&url(&wish.host, address));
    answer(listener, router, Patience::default(), asked_to_end()).await;
    // What was answered is on the disk already.
    let _ = tokio::time::timeout(LEFT_OVER, store.close()).await;
    Ok(())
}

async fn listen(host: &str, port: u16) -> Result<TcpListener, ServeError> {
    TcpListener::bind((host, port)).await.map_err(|source| match source.kind() {
        ErrorKind::AddrInUse => ServeError::PortInUse(port),
        ErrorKind::PermissionDenied => ServeError::PortForbidden(port),
        _ => ServeError::Host { host: host.to_owned(), source },
    })
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

    #[tokio::test]
    async fn a_port_in_use_is_named() {
        let taken = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = listen("127.0.0.1", port).await.unwrap_err();
        assert!(matches!(error, ServeError::PortInUse(named) if named == port), "{error}");
        assert!(matches!(listen("no.such.host.invalid", 0).await, Err(ServeError::Host { .. })));
    }
}
