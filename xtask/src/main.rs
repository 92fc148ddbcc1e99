//! The command `cargo xtask`: chores of the repository. `cargo xtask` alone lists them.

use anyhow::{Result, bail};
use xtask::{Repository, codegen, dist, house, report, status, test, tidy, tidy::proofs};

const USAGE: &str = "\
cargo xtask test                                                formatting, lints and every test
cargo xtask status ID... done|partial|todo|text [--note TEXT]   set the status of rules
cargo xtask rules-report [GAME]                                 count rules by chapter and status
cargo xtask read ID...|all                                      the cases of rules were read against their words
cargo xtask golden                                              write playthroughs and lists of reasons and words anew
cargo xtask codegen                                             write the generated sources
cargo xtask dist                                                one program with the page inside, in target/dist
cargo xtask house [FOLDER]                                      the figures of docs/house.md, of this checkout or another
cargo xtask tidy                                                run the checks of `cargo test -p xtask`";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let repository = Repository::here()?;
    match words.as_slice() {
        ["status", rest @ ..] => status::command(&repository, rest),
        ["rules-report"] => report::print(&repository, None),
        ["rules-report", game] => report::print(&repository, Some(game)),
        ["golden"] => test::write_playthroughs(),
        ["read", ids @ ..] => proofs::command(&repository, ids),
        ["codegen"] => codegen::write(&repository),
        ["house"] => house::command(&repository, None),
        ["house", folder] => house::command(&repository, Some(folder)),
        ["tidy"] => tidy::command(&repository),
        ["test"] => test::command(),
        ["dist"] => dist::command(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [other, ..] => bail!("there is no task \"{other}\"\n\n{USAGE}"),
    }
}
