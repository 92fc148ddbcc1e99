//! `aelian-pagebuilder [--dev | --quick [WASM]]`: builds the page and prints the folder it lies in. The WebAssembly of
//! the quick page may be there already: the launcher builds it while this program is still being built.

use std::path::Path;
use std::process::ExitCode;

use aelian_pagebuilder::{Page, bind, build, workspace};
use anyhow::{Result, bail};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = workspace()?;
    let folder = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => build(&root, Page::Release)?,
        ["--dev"] => build(&root, Page::Dev)?,
        ["--quick"] => build(&root, Page::Quick)?,
        ["--quick", wasm] => bind(&root, Path::new(wasm))?,
        _ => bail!("usage: aelian-pagebuilder [--dev | --quick [WASM]]"),
    };
    println!("{}", folder.display());
    Ok(())
}
