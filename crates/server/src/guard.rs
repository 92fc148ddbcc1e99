//! Who is answered, and what a browser is allowed to do with the answers.
//!
//! A page of another site can point a name of its own at this machine and then read what it likes, as if the
//! server were its own (DNS rebinding). So a server answers only to names that mean this machine: those of loopback, the
//! one that it listens on, and those that its owner names. Where others may come, they may also ask for it by its
//! number: nobody can point a number somewhere else.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::fault::Refused;

const POLICY: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; \
         connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// The host names that the server answers to.
#[derive(Clone, Debug)]
pub struct Names {
    names: Arc<[String]>,
    /// Whether it also answers to every number.
    numbers: bool,
}

impl Names {
    /// Of a server that listens at an address, for which `host` was asked, and which may have other names.
    pub fn new(address: SocketAddr, host: &str, others: &[String]) -> Names {
        let own =
            ["localhost", "127.0.0.1", "::1", host].into_iter().chain(others.iter().map(String::as_str));
        let names = own.map(|name| without_port(name).trim_end_matches('.').to_lowercase()).collect();
        Names { names, numbers: !address.ip().is_loopback() }
    }

    fn hold(&self, host: Option<&str>) -> bool {
        let Some(host) = host.map(|host| without_port(host).trim_end_matches('.').to_lowercase()) else {
            return false;
        };
        (self.numbers && host.parse::<IpAddr>().is_ok()) || self.names.contains(&host)
    }

    /// What would be right for somebody who asked by another name.
    fn right(&self) -> String {
        let number = if self.numbers { "by the number of its machine, " } else { "" };
        format!(
            "open it by the address it printed when it started, {number}or by a name that its owner has given it with \
             --allow-host"
        )
    }
}

/// Refuses requests for another name, and changes asked for by another site.
pub(crate) async fn check(State(names): State<Names>, request: Request, next: Next) -> Response {
    let host = text(request.headers(), HOST);
    if !names.hold(host) {
        let what = format!("this server is not {}", host.unwrap_or("named"));
        return Refused::new(StatusCode::MISDIRECTED_REQUEST, what, "Host", names.right()).into_response();
    }
    if is_foreign(request.method(), text(request.headers(), ORIGIN), host) {
        let what = "another site may not change anything here";
        let right = "use the page that this server serves";
        return Refused::new(StatusCode::FORBIDDEN, what, "Origin", right).into_response();
    }
    next.run(request).await
}

pub(crate) async fn policy(mut response: Response) -> Response {
    for (name, value) in POLICY {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Browsers name the site that asks; programs do not, and may.
fn is_foreign(method: &Method, origin: Option<&str>, host: Option<&str>) -> bool {
    let changes = *method != Method::GET && *method != Method::HEAD;
    let site = origin.map(|origin| origin.split_once("://").map_or(origin, |(_, site)| site));
    changes && site.is_some() && site != host
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// `localhost:7500` and `[::1]:7500` without their ports and brackets.
fn without_port(host: &str) -> &str {
    // So it may be given as an option.
    if host.parse::<IpAddr>().is_ok() {
        return host;
    }
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split_once(':').map_or(host, |(name, _)| name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine_are_held_and_others_not() {
        let names = Names::new("127.0.0.1:7500".parse().unwrap(), "127.0.0.1", &[]);
        for good in ["localhost:7500", "LOCALHOST", "localhost.:7500", "127.0.0.1:1", "[::1]:7500", "[::1]"] {
            assert!(names.hold(Some(good)), "{good}");
        }
        for bad in ["evil.example:7500", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::2]:7500"]
        {
            assert!(!names.hold(Some(bad)), "{bad}");
        }
        assert!(!names.hold(None));
    }

    #[test]
    fn who_lets_others_in_still_minds_his_names() {
        let others = ["Table.example".to_owned(), "aelian.local:80".to_owned()];
        let names = Names::new("0.0.0.0:7500".parse().unwrap(), "0.0.0.0", &others);
        for good in
            ["localhost", "192.0.2.7:7500", "[2001:db8::7]:7500", "table.example:7500", "aelian.local"]
        {
            assert!(names.hold(Some(good)), "{good}");
        }
        for bad in ["evil.example:7500", "table.example.evil.example", "192.0.2.7.evil.example", ""] {
            assert!(!names.hold(Some(bad)), "{bad}");
        }
        assert!(names.right().contains("--allow-host") && names.right().contains("number"));
        let behind = Names::new("127.0.0.1:7500".parse().unwrap(), "127.0.0.1", &others);
        assert!(behind.hold(Some("table.example")) && !behind.hold(Some("192.0.2.7")));
    }

    #[test]
    fn changes_come_from_the_own_page_or_from_no_page() {
        let host = Some("localhost:7500");
        assert!(!is_foreign(&Method::POST, Some("http://localhost:7500"), host));
        assert!(!is_foreign(&Method::POST, None, host));
        assert!(!is_foreign(&Method::GET, Some("http://evil.example"), host));
        assert!(is_foreign(&Method::DELETE, Some("http://evil.example"), host));
        assert!(is_foreign(&Method::POST, Some("null"), host));
        assert!(is_foreign(&Method::POST, Some("http://localhost:1"), host));
    }
}
