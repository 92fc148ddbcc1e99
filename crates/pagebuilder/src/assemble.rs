//! Putting the page together: names, placeholders, styles in one file, the service worker.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::{Bound, Files, Page};

const SERVICE_WORKER: &str = include_str!("service-worker.js");
const START: &str = include_str!("start.js");
/// In `rulebook`: the rules that a case or a test names.
const CITED: &str = "cited.txt";

/// One program of the page.
#[derive(Debug)]
pub struct Program {
    /// The games that it carries.
    pub games: Vec<String>,
    pub bound: Bound,
}

/// Everything of the page that is not compiled.
#[derive(Debug)]
pub struct Sources {
    index: String,
    style: Files,
    /// `public`, `art` and the fonts, under the names they are served by.
    plain: Files,
    /// The rulebooks and what else is fetched when somebody reads in it.
    books: Files,
}

impl Sources {
    /// Reads them from `crates/web`, `assets/fonts` and `rulebook` of a workspace.
    pub fn read(root: &Path) -> Result<Sources> {
        let web = root.join("crates/web");
        let index = web.join("index.html");
        let index = fs::read_to_string(&index).with_context(|| format!("cannot read {}", index.display()))?;
        let mut style = Files::default();
        style.add_folder(&web.join("style"), "", |name| name.ends_with(".css"))?;
        let mut plain = Files::default();
        plain.add_folder(&web.join("public"), "", |_| true)?;
        plain.add_folder(&web.join("art"), "art", |name| name.ends_with(".svg"))?;
        plain.add_folder(&root.join("assets/fonts"), "fonts", |name| name.ends_with(".woff2"))?;
        Ok(Sources { index, style, plain, books: books(&root.join("rulebook"))? })
    }

    /// Adds a file that is only fetched when somebody reads it.
    pub fn add_to_read(&mut self, name: &str, text: String) {
        self.books.add(name, text);
    }

    /// Changes whenever a file does, or this program's own scripts do.
    pub fn hash(&self) -> String {
        let mut all = self.plain.clone();
        all.add("books", self.books.hash());
        all.add("style", self.style.hash());
        all.add("index", self.index.as_str());
        all.add("service worker", SERVICE_WORKER);
        all.add("start", start_script("", Page::Release) + &start_script("", Page::Dev));
        all.hash()
    }
}

/// The files of the page, without compressed copies.
pub fn assemble(sources: &Sources, programs: Vec<Program>, page: Page) -> Result<Files> {
    let mut files = sources.plain.clone();
    // What is kept for use without a connection once it was used: by game, and the books.
    let mut on_demand = sources.books.clone();
    let mut places = Vec::new();
    for Program { games, bound } in programs {
        files.join(bound.snippets);
        let name = if let [game] = &games[..] { game } else { "aelian" };
        let script = on_demand.add_hashed(&format!("{name}.js"), bound.script);
        let wasm = on_demand.add_hashed(&format!("{name}.wasm"), bound.wasm);
        places.extend(games.into_iter().map(|game| Placed {
            game,
            script: script.clone(),
            wasm: wasm.clone(),
        }));
    }
    let programs = table(&places);
    let start = files.add_hashed("start.js", start_script(&programs, page));
    let style = files.add_hashed("style.css", joined(&sources.style));
    let kept = files.clone();
    files.join(on_demand);
    let index = [("start", &start), ("style", &style)]
        .into_iter()
        .fold(sources.index.clone(), |text, (name, file)| fill(&text, name, &format!("/{file}")));
    // The version names everything that stands beside the page itself, and the page before it knows it.
    files.add("index.html", index.as_str());
    let version = files.hash();
    let index = fill(&index, "version", &version);
    ensure!(!index.contains("{{"), "crates/web/index.html: {}", unknown_placeholder(&index));
    files.add("index.html", index);
    files.add(
        "names.js",
        format!(
            "// Written by the page builder: where the program of each game lies.\n\
             export const programs = {programs};\nexport const version = '{version}';\n"
        ),
    );
    let kept = kept.iter().map(|(name, _)| name).chain(["index.html", "names.js"]);
    files.add("sw.js", service_worker(kept.collect(), &programs, &version));
    Ok(files)
}

/// Where the program of a game lies.
struct Placed {
    game: String,
    script: String,
    wasm: String,
}

/// The programs by game, as a script writes them.
fn table(places: &[Placed]) -> String {
    let line = |Placed { game, script, wasm }: &Placed| {
        format!("  '{game}': {{ script: '/{script}', wasm: '/{wasm}' }},\n")
    };
    format!("{{\n{}}}", places.iter().map(line).collect::<String>())
}

/// The books as the page reads them: for each game the names and texts of its files, and which rules cases bring about.
fn books(rulebook: &Path) -> Result<Files> {
    let mut texts = Files::default();
    texts.add_folder(rulebook, "", |name| name.ends_with(".md") || name == CITED)?;
    let mut games: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    let mut books = Files::default();
    for (name, bytes) in texts.iter() {
        let text = std::str::from_utf8(bytes).with_context(|| format!("rulebook/{name} is not UTF-8"))?;
        if let Some((game, file)) = name.split_once('/') {
            games.entry(game).or_default().push((file, text));
        } else if name == CITED {
            let rules: Vec<&str> = text.lines().map(str::trim).collect();
            books.add("books/cited.json", serde_json::to_vec(&rules)?);
        }
    }
    for (game, files) in games {
        books.add(format!("books/{game}.json"), serde_json::to_vec(&files)?);
    }
    Ok(books)
}

const KEEP: &str = "navigator.serviceWorker?.register('/sw.js')\n  \
     .then(() => navigator.serviceWorker.ready)\n  \
     .then((ready) => ready.active?.postMessage({ game })).catch(() => {});\n";
const SEND_AWAY: &str = "navigator.serviceWorker?.getRegistrations()\n  \
     .then((all) => all.forEach((one) => one.unregister())).catch(() => {});\n";

/// Loads the program of the wanted game and starts it. A browser may still have a service worker of an earlier page,
/// which the development page sends away, unless a test wants one.
fn start_script(programs: &str, page: Page) -> String {
    let keep = if page.is_for_use() {
        KEEP.to_owned()
    } else {
        format!("if (stored('aelian.service-worker')) {{\n{KEEP}}} else {{\n{SEND_AWAY}}}\n")
    };
    fill(START, "programs", programs) + &keep
}

/// All styles in the order of their names, each under its name.
fn joined(style: &Files) -> Vec<u8> {
    let mut all = Vec::new();
    for (name, bytes) in style.iter() {
        all.extend_from_slice(format!("/* {name} */\n").as_bytes());
        all.extend_from_slice(bytes);
        all.push(b'\n');
    }
    all
}

fn service_worker(kept: Vec<&str>, programs: &str, version: &str) -> String {
    let address = |name: &str| if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
    let list: Vec<String> = kept.into_iter().map(|name| format!("  '{}',\n", address(name))).collect();
    let worker = fill(&fill(SERVICE_WORKER, "version", version), "programs", programs);
    fill(&worker, "files", &list.concat())
}

fn fill(text: &str, name: &str, value: &str) -> String {
    text.replace(&format!("{{{{{name}}}}}"), value)
}

fn unknown_placeholder(index: &str) -> String {
    let from = index.find("{{").unwrap_or_default();
    let found: String =
        index.chars().skip(index.get(..from).map_or(0, |text| text.chars().count())).take(30).collect();
    format!("what is `{found}`? There are start, style and version")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const INDEX: &str = "<link href=\"{{style}}\"><meta content=\"{{version}}\">\
        <script src=\"{{start}}\"></script>";

    fn sources(index: &str, public: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("crates/web/index.html", index);
        write("crates/web/style/20-table.css", "b{}");
        write("crates/web/style/10-page.css", "a{}");
        write("crates/web/art/base.svg", "<svg/>");
        write("crates/web/art/notes.txt", "x");
        write("assets/fonts/Lato.woff2", "font");
        write("rulebook/chess/20-moves.md", "moves");
        write("rulebook/chess/10-board.md", "board");
        write("rulebook/README.md", "readme");
        write("rulebook/cited.txt", "CH-MOVE-01\nCH-MOVE-02\n");
        public.iter().for_each(|(name, text)| write(&format!("crates/web/public/{name}"), text));
        root
    }

    fn page(root: &Path, wasm: &str, page: Page) -> Result<Files> {
        let mut snippets = Files::default();
        snippets.add("snippets/a/inline0.js", "export {}");
        let program = |game: &str| Program {
            games: vec![game.to_owned()],
            bound: Bound {
                script: format!("script of {game}").into_bytes(),
                wasm: format!("{wasm} of {game}").into_bytes(),
                snippets: snippets.clone(),
            },
        };
        assemble(&Sources::read(root)?, vec![program("chess"), program("go")], page)
    }

    fn name<'a>(files: &'a Files, begins: &str) -> &'a str {
        files.iter().map(|(name, _)| name).find(|name| name.starts_with(begins)).unwrap()
    }

    fn program<'a>(files: &'a Files, game: &str, ending: &str) -> &'a str {
        let is_it =
            |name: &&str| name.starts_with(&format!("{game}-")) && name.ends_with(&format!(".{ending}"));
        files.iter().map(|(name, _)| name).find(is_it).unwrap()
    }

    fn text<'a>(files: &'a Files, name: &str) -> &'a str {
        std::str::from_utf8(files.get(name).unwrap()).unwrap()
    }

    #[test]
    fn all_files_find_their_place_and_the_page_names_them() {
        let root = sources(INDEX, &[("worker.js", "w"), ("icons/icon.svg", "<svg/>"), (".hidden", "")]);
        let files = page(root.path(), "wasm", Page::Release).unwrap();
        for plain in
            ["worker.js", "icons/icon.svg", "art/base.svg", "fonts/Lato.woff2", "snippets/a/inline0.js"]
        {
            assert!(files.get(plain).is_some(), "{plain}");
        }
        assert!(files.get("art/notes.txt").is_none() && files.get(".hidden").is_none());
        let index = text(&files, "index.html");
        for hashed in ["start-", "style-"] {
            assert!(index.contains(&format!("\"/{}\"", name(&files, hashed))), "{hashed} in {index}");
        }
        let style = text(&files, name(&files, "style-"));
        assert_eq!(style, "/* 10-page.css */\na{}\n/* 20-table.css */\nb{}\n");
        let start = text(&files, name(&files, "start-"));
        assert!(start.contains("/sw.js") && !start.contains("{{"), "{start}");
        for game in ["chess", "go"] {
            let [script, wasm] = ["js", "wasm"].map(|ending| program(&files, game, ending));
            let line = format!("  '{game}': {{ script: '/{script}', wasm: '/{wasm}' }},\n");
            assert!(text(&files, "names.js").contains(&line) && start.contains(&line), "{start}");
        }
    }

    #[test]
    fn a_program_with_every_game_is_named_under_each() {
        let root = sources(INDEX, &[]);
        let bound = Bound { script: b"script".to_vec(), wasm: b"wasm".to_vec(), snippets: Files::default() };
        let both = Program { games: vec!["chess".to_owned(), "go".to_owned()], bound };
        let files = assemble(&Sources::read(root.path()).unwrap(), vec![both], Page::Dev).unwrap();
        let wasm = program(&files, "aelian", "wasm");
        assert_eq!(text(&files, "names.js").matches(wasm).count(), 2);
    }

    #[test]
    fn the_books_are_lists_of_their_files() {
        let root = sources(INDEX, &[]);
        let files = page(root.path(), "wasm", Page::Dev).unwrap();
        assert_eq!(text(&files, "books/chess.json"), r#"[["10-board.md","board"],["20-moves.md","moves"]]"#);
        assert_eq!(text(&files, "books/cited.json"), r#"["CH-MOVE-01","CH-MOVE-02"]"#);
        assert_eq!(files.iter().filter(|(name, _)| name.starts_with("books/")).count(), 2);
    }

    #[test]
    fn the_service_worker_keeps_all_but_programs_and_books() {
        let root = sources(INDEX, &[("worker.js", "w")]);
        let files = page(root.path(), "wasm", Page::Release).unwrap();
        let worker = text(&files, "sw.js");
        let listed: Vec<&str> =
            worker.lines().filter_map(|line| line.strip_prefix("  '/")?.strip_suffix("',")).collect();
        let later = |name: &str| ["chess-", "go-", "books/", "sw.js"].iter().any(|one| name.starts_with(one));
        let names = files.iter().map(|(name, _)| name).filter(|name| !later(name));
        let expected: BTreeSet<&str> =
            names.map(|name| if name == "index.html" { "" } else { name }).collect();
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected);
        assert!(worker.contains(program(&files, "go", "wasm")) && !worker.contains("{{"), "{worker}");
        let [here, dev] = [Page::Release, Page::Dev].map(|kind| page(root.path(), "wasm", kind).unwrap());
        assert!(!text(&here, name(&here, "start-")).contains("unregister"));
        assert!(text(&dev, name(&dev, "start-")).contains("unregister"), "only tests have it there");
    }

    #[test]
    fn names_and_version_change_with_the_content() {
        let root = sources(INDEX, &[("worker.js", "w")]);
        let [old, same, new] =
            ["one", "one", "two"].map(|wasm| page(root.path(), wasm, Page::Release).unwrap());
        assert_eq!(text(&old, "sw.js"), text(&same, "sw.js"));
        assert_ne!(text(&old, "sw.js"), text(&new, "sw.js"));
        assert_ne!(program(&old, "go", "wasm"), program(&new, "go", "wasm"));
        assert_eq!(program(&old, "go", "js"), program(&new, "go", "js"));
        assert_eq!(name(&old, "style-"), name(&new, "style-"));
        let other = sources(INDEX, &[("worker.js", "another")]);
        let other = page(other.path(), "one", Page::Release).unwrap();
        assert_ne!(text(&old, "names.js"), text(&other, "names.js"), "a plain file changes the version");
    }

    #[test]
    fn an_unknown_placeholder_is_told() {
        let root = sources("<p>é{{stile}}</p>", &[]);
        let error = page(root.path(), "wasm", Page::Release).unwrap_err().to_string();
        assert!(error.contains("what is `{{stile}}"), "{error}");
    }
}
