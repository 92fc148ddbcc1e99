//! Putting the page together: names, placeholders, styles in one file, the service worker.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::{Bound, Files, Page};

const SERVICE_WORKER: &str = include_str!("service-worker.js");

/// Everything of the page that is not compiled.
#[derive(Debug)]
pub struct Sources {
    index: String,
    style: Files,
    /// `public`, `art` and the fonts, under the names they are served by.
    plain: Files,
}

impl Sources {
    /// Reads them from `crates/web` and `assets/fonts` of a workspace.
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
        Ok(Sources { index, style, plain })
    }

    /// Changes whenever a file does, or this program's own scripts do.
    pub fn hash(&self) -> String {
        let mut all = self.plain.clone();
        all.add("style", self.style.hash());
        all.add("index", self.index.as_str());
        all.add("service worker", SERVICE_WORKER);
        all.add("start", start_script("", "", Page::Release) + &start_script("", "", Page::Dev));
        all.hash()
    }
}

/// The files of the page, without compressed copies.
pub fn assemble(sources: &Sources, bound: Bound, page: Page) -> Result<Files> {
    let mut files = sources.plain.clone();
    files.join(bound.snippets);
    let script = files.add_hashed("aelian_web.js", bound.script);
    let wasm = files.add_hashed("aelian_web_bg.wasm", bound.wasm);
    let start = files.add_hashed("start.js", start_script(&script, &wasm, page));
    let style = files.add_hashed("style.css", joined(&sources.style));
    let index = [("start", &start), ("script", &script), ("wasm", &wasm), ("style", &style)]
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
            "// Written by the page builder: where the program of the page lies.\n\
             export const script = '/{script}';\nexport const wasm = '/{wasm}';\n\
             export const version = '{version}';\n"
        ),
    );
    if page == Page::Release {
        let worker = service_worker(&files, &version);
        files.add("sw.js", worker);
    }
    Ok(files)
}

/// Loads the program and starts it. Without a service worker a browser may still have one of an earlier page,
/// so the development page sends it away.
fn start_script(script: &str, wasm: &str, page: Page) -> String {
    let keep = match page {
        Page::Release => "navigator.serviceWorker?.register('/sw.js').catch(() => {});\n",
        Page::Dev => {
            "navigator.serviceWorker?.getRegistrations()\n  \
             .then((all) => all.forEach((one) => one.unregister())).catch(() => {});\n"
        }
    };
    format!(
        "import init, * as page from '/{script}';\n\
         await init({{ module_or_path: '/{wasm}' }});\n\
         page.start_page?.();\n{keep}"
    )
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

fn service_worker(files: &Files, version: &str) -> String {
    let address = |name: &str| if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
    let list: Vec<String> = files.iter().map(|(name, _)| format!("  '{}',\n", address(name))).collect();
    let worker = fill(SERVICE_WORKER, "version", version);
    fill(&worker, "files", &list.concat())
}

fn fill(text: &str, name: &str, value: &str) -> String {
    text.replace(&format!("{{{{{name}}}}}"), value)
}

fn unknown_placeholder(index: &str) -> String {
    let from = index.find("{{").unwrap_or_default();
    let found: String =
        index.chars().skip(index.get(..from).map_or(0, |text| text.chars().count())).take(30).collect();
    format!("what is `{found}`? There are start, script, wasm, style and version")
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "<link href=\"{{style}}\"><meta content=\"{{version}}\">\
        <link href=\"{{script}}\"><link href=\"{{wasm}}\"><script src=\"{{start}}\"></script>";

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
        public.iter().for_each(|(name, text)| write(&format!("crates/web/public/{name}"), text));
        root
    }

    fn page(root: &Path, wasm: &str, page: Page) -> Result<Files> {
        let mut snippets = Files::default();
        snippets.add("snippets/a/inline0.js", "export {}");
        let bound = Bound { script: b"script".to_vec(), wasm: wasm.as_bytes().to_vec(), snippets };
        assemble(&Sources::read(root)?, bound, page)
    }

    fn name<'a>(files: &'a Files, begins: &str) -> &'a str {
        files.iter().map(|(name, _)| name).find(|name| name.starts_with(begins)).unwrap()
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
        for hashed in ["aelian_web-", "aelian_web_bg-", "start-", "style-"] {
            assert!(index.contains(&format!("\"/{}\"", name(&files, hashed))), "{hashed} in {index}");
        }
        let style = text(&files, name(&files, "style-"));
        assert_eq!(style, "/* 10-page.css */\na{}\n/* 20-table.css */\nb{}\n");
        assert!(text(&files, "names.js").contains(name(&files, "aelian_web_bg-")));
        assert!(text(&files, name(&files, "start-")).contains("/sw.js"));
    }

    #[test]
    fn the_service_worker_keeps_exactly_these_files() {
        let root = sources(INDEX, &[("worker.js", "w")]);
        let files = page(root.path(), "wasm", Page::Release).unwrap();
        let worker = text(&files, "sw.js");
        let listed: Vec<&str> =
            worker.lines().filter_map(|line| line.strip_prefix("  '/")?.strip_suffix("',")).collect();
        let names: Vec<&str> = files.iter().map(|(name, _)| name).filter(|name| *name != "sw.js").collect();
        let expected: Vec<&str> =
            names.into_iter().map(|name| if name == "index.html" { "" } else { name }).collect();
        assert_eq!(listed, expected);
        assert!(!worker.contains("{{"));
        let dev = page(root.path(), "wasm", Page::Dev).unwrap();
        assert!(dev.get("sw.js").is_none() && text(&dev, name(&dev, "start-")).contains("unregister"));
    }

    #[test]
    fn names_and_version_change_with_the_content() {
        let root = sources(INDEX, &[("worker.js", "w")]);
        let [old, same, new] =
            ["one", "one", "two"].map(|wasm| page(root.path(), wasm, Page::Release).unwrap());
        assert_eq!(text(&old, "sw.js"), text(&same, "sw.js"));
        assert_ne!(text(&old, "sw.js"), text(&new, "sw.js"));
        assert_ne!(name(&old, "aelian_web_bg-"), name(&new, "aelian_web_bg-"));
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
