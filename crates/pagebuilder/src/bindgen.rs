//! wasm-bindgen as a library: the script that joins WebAssembly and browser.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::Files;

/// What wasm-bindgen makes of the crate.
#[derive(Debug)]
pub struct Bound {
    pub script: Vec<u8>,
    pub wasm: Vec<u8>,
    /// Scripts that dependencies bring, under `snippets/`.
    pub snippets: Files,
}

const NAME: &str = "aelian_web";

impl Bound {
    /// Binds WebAssembly to its script, with this folder as a place to work in.
    pub fn of(wasm: Vec<u8>, folder: &Path) -> Result<Bound> {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        Bindgen::new()
            .input_bytes(NAME, wasm)
            .web(true)?
            .typescript(false)
            .demangle(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(folder)
            .context("wasm-bindgen cannot bind the page")?;
        let read = |name: String| {
            let path = folder.join(name);
            fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let mut snippets = Files::default();
        snippets.add_folder(&folder.join("snippets"), "snippets", |_| true)?;
        Ok(Bound { script: read(format!("{NAME}.js"))?, wasm: read(format!("{NAME}_bg.wasm"))?, snippets })
    }
}
