//! `aelian-pagebuilder [--dev]`: builds the page and prints the folder it lies in.

use std::process::ExitCode;

use aelian_pagebuilder::{Page, build, workspace};
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
    let page = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Page::Release,
        ["--dev"] => Page::Dev,
        _ => bail!("usage: aelian-pagebuilder [--dev]"),
    };
    println!("{}", build(&workspace()?, page)?.display());
    Ok(())
}
