//! The server behind the browser table: saved games under `/api`, and the page's files for everything else.
//!
//! It listens on this machine only unless told otherwise, answers only those who ask for it by a name it has (`guard`),
//! and waits for nobody for ever (`connections`). Texts that come in have an end (`limits`). Records are read as the rules' own code reads them before they are stored (`records`); matches
//! in play stay open for it (`matches`). docs/server.md describes the addresses.

mod api;
mod connections;
mod fault;
mod guard;
mod limits;
mod list;
mod matches;
mod page;
mod records;
mod run;
mod steps;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use tower_http::trace::TraceLayer;

pub use aelian_store::{Place, Store, StoreError};
pub use connections::{Patience, answer};
pub use guard::Names;
use matches::Matches;
pub use page::Page;
pub use run::{ServeError, Wish, serve};

/// What every answer needs.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) matches: Matches,
    pub(crate) page: Page,
}

/// All addresses of the server, inside a runtime, for those who ask by one of its names.
pub fn routes(store: Store, page: Page, names: Names) -> Router {
    api::routes()
        .fallback(page::serve)
        .layer(middleware::from_fn(limits::ids))
        .layer(DefaultBodyLimit::max(api::LARGEST_BODY))
        .layer(middleware::from_fn_with_state(names, guard::check))
        .layer(middleware::map_response(guard::policy))
        .layer(TraceLayer::new_for_http())
        .with_state(Shared { store, matches: Matches::default().watched(), page })
}
