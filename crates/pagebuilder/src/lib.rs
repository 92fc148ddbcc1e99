//! Builds the browser table: `crates/web` as WebAssembly with everything a browser needs beside it.
//!
//! What comes of it lies in `target/page` (or `target/page-dev`), ready to be served from the root of an
//! address:
//!
//! | file | from | its name |
//! |---|---|---|
//! | `index.html` | `crates/web/index.html`, placeholders filled | plain |
//! | `GAME-HASH.js`, `GAME-HASH.wasm` | the crate with one game, through wasm-bindgen | hashed |
//! | `start-HASH.js` | written here: loads the two of the wanted game and calls `start_page`, if the crate exports it | hashed |
//! | `style-HASH.css` | `crates/web/style/*.css`, joined in the order of their names | hashed |
//! | `names.js` | written here: exports `programs` (`script` and `wasm` by game) and `version`, for the worker | plain |
//! | `books/GAME.json` | `rulebook/GAME/*.md` as a list of name and text | plain |
//! | `books/cited.json` | the lines of that file of `rulebook` | plain |
//! | `sw.js` | written here: keeps these for use without a connection, programs and books once they were used | plain |
//! | `art/*.svg` | `crates/web/art` | plain |
//! | `fonts/*.woff2` | `assets/fonts` | plain |
//! | `notices.txt` | written here: the licences of what is built into the page | plain |
//! | anything else | `crates/web/public`, as it is | plain |
//!
//! A player loads the program of the game that he plays, and no other: what the address asks for by `?game=`, else
//! the last one, which the page keeps in the browser's storage as `aelian.game`, else the first. The development page
//! and the one for one's own machine have one program with every game, since that is built faster than several.
//!
//! A hashed name changes with the bytes, so a browser may keep such a file for ever. Placeholders of
//! `index.html` are `{{start}}`, `{{style}}` and `{{version}}`; the first two become an
//! address from the root, such as `/style-0123456789abcdef.css`. The server's policy allows no script inside
//! the page, so the page holds `<script type="module" src="{{start}}"></script>` and no other.
//!
//! A worker is a file of `public` that begins with
//! `import { programs } from '/names.js';` and goes on with `const { script, wasm } = programs[game];
//! const page = await import(script); await page.default({ module_or_path: wasm });`.
//!
//! The page as it is shipped also has a `.br` and a `.gz` beside each file where that saves bytes. The development
//! page uses its service worker only where the browser's storage holds `aelian.service-worker`, for tests. The quick one (`target/page-quick`) is what a plain start of Aelian builds, for
//! the machine that it runs on.

mod assemble;
mod bindgen;
mod compile;
#[cfg(feature = "compress")]
mod compress;
mod files;
mod notices;
mod places;

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub use assemble::{Program, Sources, assemble};
pub use bindgen::Bound;
pub use files::Files;
pub use places::Places;

/// Which page is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// As players get it: small.
    Release,
    /// For use on the machine that builds it: built fast, uncompressed.
    Quick,
    /// Built fast: for tests and for the edit loop.
    Dev,
}

impl Page {
    fn profile(self) -> &'static str {
        match self {
            Page::Release => "wasm-release",
            Page::Quick => "wasm-quick",
            Page::Dev => "wasm-dev",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Page::Release => "page",
            Page::Quick => "page-quick",
            Page::Dev => "page-dev",
        }
    }

    /// Whether people use it, so that it keeps itself for use without a connection.
    fn is_for_use(self) -> bool {
        self != Page::Dev
    }
}

/// The programs of a page: the games of each, and its WebAssembly before binding.
type Compiled = Vec<(Vec<String>, Vec<u8>)>;

/// Builds the page of the workspace at `root` and gives its folder. Says on standard error what it is doing.
pub fn build(root: &Path, page: Page) -> Result<PathBuf> {
    finish(root, page, compiled(root, &work(root), page)?)
}

/// Makes the quick page of the workspace at `root` around WebAssembly that was built while this program was.
pub fn bind(root: &Path, wasm: &Path) -> Result<PathBuf> {
    let games = compile::games(root)?;
    let wasm = std::fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    finish(root, Page::Quick, vec![(games, wasm)])
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Where the page is compiled and bound.
fn work(root: &Path) -> PathBuf {
    target(root).join("web")
}

fn finish(root: &Path, page: Page, compiled: Compiled) -> Result<PathBuf> {
    let folder = target(root).join(page.folder());
    let work = work(root);
    let mut sources = Sources::read(root)?;
    match notices::of(root) {
        Ok(notices) => sources.add_to_read(notices::FILE, notices),
        Err(error) if page == Page::Release => return Err(error),
        // Nobody else gets this page.
        Err(error) => eprintln!("page: without the notices of what is built in: {error:#}"),
    }
    let mark = work.join(format!("{}.built", page.folder()));
    let hashes: Vec<String> = compiled.iter().map(|(_, wasm)| files::hash(wasm)).collect();
    let print = format!("{} {}", hashes.join(" "), sources.hash());
    if folder.join("index.html").exists() && std::fs::read_to_string(&mark).is_ok_and(|old| old == print) {
        eprintln!("page: unchanged in {}", folder.display());
        return Ok(folder);
    }
    let mut programs = Vec::new();
    for (games, wasm) in compiled {
        eprintln!("page: binding {:.1} MB of WebAssembly to its script", megabytes(wasm.len()));
        let bound = Bound::of(wasm, &work.join(format!("bound-{}", page.folder())))?;
        programs.push(Program { games, bound });
    }
    let mut files = assemble(&sources, programs, page)?;
    nothing_told(root, page, &files)?;
    if page == Page::Release {
        compress(&mut files)?;
    }
    files.write(&folder)?;
    std::fs::write(&mark, print).with_context(|| format!("cannot write {}", mark.display()))?;
    eprintln!("page: {}", files.summary(&folder));
    Ok(folder)
}

/// Refuses a page that would tell others of the machine that built it. The quick one, whose program the launcher builds,
/// stays on that machine.
fn nothing_told(root: &Path, page: Page, files: &Files) -> Result<()> {
    let places = Places::of_this_machine(root)?;
    let mut told = files.iter().filter_map(|(name, bytes)| Some((name, places.told_in(bytes)?)));
    match told.next() {
        Some((name, path)) if page != Page::Quick => {
            anyhow::bail!("{name} holds {}, a path of this machine", path.display())
        }
        _ => Ok(()),
    }
}

#[cfg(feature = "compress")]
fn compress(files: &mut Files) -> Result<()> {
    eprintln!("page: compressing");
    compress::all(files)
}

#[cfg(not(feature = "compress"))]
fn compress(_files: &mut Files) -> Result<()> {
    anyhow::bail!("this page builder was built without the feature compress, which the small page needs")
}

fn compiled(root: &Path, work: &Path, page: Page) -> Result<Compiled> {
    let games = compile::games(root)?;
    if page != Page::Release {
        eprintln!("page: building aelian-web as WebAssembly ({})", page.profile());
        return Ok(vec![(games, compile::wasm(root, work, page.profile(), None)?)]);
    }
    let one = |game: String| {
        eprintln!("page: building aelian-web as WebAssembly ({}) with {game}", page.profile());
        let wasm = compile::wasm(root, work, page.profile(), Some(&game))?;
        Ok((vec![game], wasm))
    };
    games.into_iter().map(one).collect()
}

/// The workspace that this program belongs to, wherever the user stands.
pub fn workspace() -> Result<PathBuf> {
    let told_by_cargo = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = told_by_cargo.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let root = here.ancestors().find(|folder| folder.join("crates/pagebuilder").is_dir());
    Ok(root.with_context(|| format!("{} is not inside Aelian's workspace", here.display()))?.to_owned())
}

pub(crate) fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}
