//! Who is answered, and what a browser is allowed to do with the answers.
//!
//! A page of another site can point a name of its own at this machine and then read what it likes, as if the
//! server were its own (DNS rebinding). So a server on loopback answers only to names that mean this machine.

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

/// The host names that the server answers to; none means any.
#[derive(Clone, Debug)]
pub(crate) struct Names(Option<Arc<[String]>>);

impl Names {
    pub(crate) fn new(names: Option<Vec<String>>) -> Names {
        Names(names.map(|names| names.iter().map(|name| name.to_lowercase()).collect()))
    }

    fn hold(&self, host: Option<&str>) -> bool {
        let Some(names) = &self.0 else { return true };
        let host = host.map(|host| without_port(host).to_lowercase());
        host.is_some_and(|host| names.contains(&host))
    }
}

/// Refuses requests for another name, and changes asked for by another site.
pub(crate) async fn check(State(names): State<Names>, request: Request, next: Next) -> Response {
    let host = text(request.headers(), HOST);
    if !names.hold(host) {
        let what = format!("this server is not {}", host.unwrap_or("named"));
        let right = "open it by the address it printed when it started";
        return Refused::new(StatusCode::MISDIRECTED_REQUEST, what, "Host", right).into_response();
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
        let names = Names::new(Some(vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()]));
        for good in ["localhost:7500", "LOCALHOST", "127.0.0.1:1", "[::1]:7500", "[::1]"] {
            assert!(names.hold(Some(good)), "{good}");
        }
        for bad in ["evil.example:7500", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::2]:7500"]
        {
            assert!(!names.hold(Some(bad)), "{bad}");
        }
        assert!(!names.hold(None));
        assert!(Names::new(None).hold(Some("table.example")));
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
