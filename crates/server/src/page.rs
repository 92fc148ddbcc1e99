//! The files of the page, from a folder or from inside the program, as the page builder made them.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Component, Path, PathBuf};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::Shared;
use crate::fault::Refused;

const INDEX: &str = "index.html";
/// Ways to write a file smaller: the name in headers, and the ending of the copy. The best comes first.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];
const TYPES: [(&str, &str); 13] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("md", "text/markdown; charset=utf-8"),
];

/// Where the page's files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    Folder(PathBuf),
    /// Inside the program.
    #[cfg(feature = "page")]
    Inside,
}

#[cfg(feature = "page")]
#[derive(rust_embed::RustEmbed)]
#[folder = "$AELIAN_PAGE"]
struct Inside;

/// Named so that cargo builds this file anew for another page; by itself it would not look into the folder.
#[cfg(feature = "page")]
const _: Option<&str> = option_env!("AELIAN_PAGE_VERSION");

type Bytes = Cow<'static, [u8]>;

impl Page {
    /// The page inside this program, if it was built with one.
    pub fn inside() -> Option<Page> {
        #[cfg(feature = "page")]
        return Some(Page::Inside);
        #[cfg(not(feature = "page"))]
        None
    }

    pub fn is_there(&self) -> bool {
        self.read(INDEX).is_some()
    }

    fn read(&self, name: &str) -> Option<Bytes> {
        match self {
            Page::Folder(folder) if is_plain(name) => std::fs::read(folder.join(name)).ok().map(Cow::Owned),
            Page::Folder(_) => None,
            #[cfg(feature = "page")]
            Page::Inside => Inside::get(name).map(|file| file.data),
        }
    }

    /// The file and how it is written: the smallest way that is accepted.
    fn find(&self, name: &str, accepted: &str) -> Option<(Bytes, Option<&'static str>)> {
        let copies = ENCODINGS.iter().filter(|(encoding, _)| accepts(accepted, encoding));
        let mut found = copies.filter_map(|(encoding, ending)| {
            Some((self.read(&format!("{name}.{ending}"))?, Some(*encoding)))
        });
        found.next().or_else(|| Some((self.read(name)?, None)))
    }
}

/// Any address outside `/api`. A last part without an ending is a place of the page's own: the page itself
/// shows it.
pub(crate) async fn serve(
    State(shared): State<Shared>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let right = "GET; what can be changed lies under /api";
        let what = "files of the page cannot be changed";
        return Refused::new(StatusCode::METHOD_NOT_ALLOWED, what, uri.path(), right).into_response();
    }
    let name = match uri.path().trim_start_matches('/') {
        path if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => path.to_owned(),
        _ => INDEX.to_owned(),
    };
    let asked = name.clone();
    let accepted = text(&headers, header::ACCEPT_ENCODING);
    match tokio::task::spawn_blocking(move || shared.page.find(&asked, &accepted)).await {
        Ok(Some((bytes, encoding))) => file(&name, bytes, encoding, &headers),
        _ => missing(&name),
    }
}

fn file(name: &str, bytes: Bytes, encoding: Option<&'static str>, asked: &HeaderMap) -> Response {
    let mut response = if is_hashed(name) {
        [(header::CACHE_CONTROL, "public, max-age=31536000, immutable")].into_response()
    } else {
        let tag = tag(&bytes);
        let known = text(asked, header::IF_NONE_MATCH);
        let headers = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag.clone())];
        if known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.into_response()
    };
    *response.body_mut() = bytes.into_owned().into();
    let kind = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let kind = TYPES.iter().find(|(ending, _)| *ending == kind).map(|(_, kind)| *kind);
    let mut set = |name: HeaderName, value: &'static str| {
        response.headers_mut().insert(name, header::HeaderValue::from_static(value));
    };
    set(header::CONTENT_TYPE, kind.unwrap_or("application/octet-stream"));
    set(header::VARY, "accept-encoding");
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    response
}

fn missing(name: &str) -> Response {
    let refused = if name == INDEX {
        let right = "start Aelian with cargo run --release, or name the folder of a built page with --page";
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the page has not been built", name, right)
    } else {
        Refused::new(StatusCode::NOT_FOUND, "the page has no such file", name, "begin at /")
    };
    refused.into_response()
}

fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}

fn text(headers: &HeaderMap, name: HeaderName) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// Whether a header such as `gzip, br;q=0.5` takes an encoding.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

/// Whether the page builder put a hash of the content into the name: `style-0123456789abcdef.css`.
fn is_hashed(name: &str) -> bool {
    let stem = name.rsplit_once('.').and_then(|(stem, _)| stem.rsplit_once('-'));
    stem.is_some_and(|(_, hash)| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Only names inside the folder, and none that is hidden.
fn is_plain(name: &str) -> bool {
    let plain = |part: Component<'_>| match part {
        Component::Normal(part) => !part.to_string_lossy().starts_with('.'),
        _ => false,
    };
    !name.contains(['\\', '\0']) && Path::new(name).components().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out_of_the_folder_are_not_plain() {
        for bad in
            ["../a.txt", "a/../../b.txt", "/etc/passwd.txt", ".hidden.txt", "a/.git/config.txt", "a\\b.c"]
        {
            assert!(!is_plain(bad), "{bad}");
        }
        assert!(is_plain("art/base.svg"));
    }

    #[test]
    fn hashed_names_are_known() {
        assert!(is_hashed("aelian_web_bg-0123456789abcdef.wasm"));
        assert!(!is_hashed("lato-latin-400-normal.woff2") && !is_hashed("index.html"));
        assert!(!is_hashed("style-0123456789abcdeg.css"));
    }

    #[test]
    fn encodings_are_taken_unless_refused() {
        assert!(accepts("gzip, deflate, br", "br") && accepts("BR;q=0.5", "br"));
        assert!(!accepts("gzip, br;q=0", "br") && !accepts("", "br") && !accepts("brotli", "br"));
    }
}
