//! `aelian serve`: the browser table on this machine.
//!
//! It stands apart from the command, so that a plain start need not wait for opponents, pictures and odds.

// Whoever reads what is printed may go away; these macros would panic then.
#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use aelian_server::{Page, Place, Wish, serve};
use anyhow::{Context, Result};
use clap::Args;

/// Serves the browser table and keeps its games.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Port to listen on; 0 for any that is free
    #[arg(long, default_value_t = 7500)]
    port: u16,
    /// Name or number of this machine to listen on; with 0.0.0.0 others can play here, too
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Name by which others may ask for this server, once for each; localhost and, where they can reach it, the numbers
    /// of this machine are always allowed
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
    /// Folder that games are kept in; that of the user unless said
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Database to keep games in instead: sqlite:FILE or postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Folder of the page; the one inside this program unless said
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

pub fn run(args: &ServeArgs) -> Result<ExitCode> {
    let place = match (&args.database, &args.data) {
        (Some(address), _) => Place::Address(address.clone()),
        (None, Some(folder)) => Place::Folder(folder.clone()),
        (None, None) => Place::Folder(data_folder(|name| std::env::var_os(name).map(PathBuf::from))?),
    };
    let page = args.page.clone().map(Page::Folder).or_else(Page::inside);
    let page = page.context(
        "this program was built without a page; start it with cargo run --release, which builds one, or \
         name the folder of a page with --page",
    )?;
    let (host, names) = (args.host.clone(), args.allow_host.clone());
    let wish = Wish { host, names, port: args.port, place, page };
    serve(&wish, |address| ready(address, &wish, args.no_open))?;
    tell("Aelian has ended; every step that was shown as saved had been written.");
    Ok(ExitCode::SUCCESS)
}

fn ready(address: &str, wish: &Wish, no_open: bool) {
    // Who started this program may read the address from its output, so nothing else stands on that line.
    let _ = writeln!(std::io::stdout().lock(), "{address}");
    if let Place::Folder(folder) = &wish.place {
        tell(&format!("Games are kept in {}.", folder.display()));
    }
    if wish.is_open_to_others() {
        tell(&others(&wish.names));
    }
    tell("Press Ctrl-C to end.");
    if !no_open && !open(address) {
        tell("No browser could be started; open the address above yourself.");
    }
}

/// A line for the person at the terminal; the server goes on if nobody reads it.
pub fn tell(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// By what others may ask for a server that they can reach.
fn others(names: &[String]) -> String {
    let known = if names.is_empty() { String::new() } else { format!(" or as {}", names.join(", ")) };
    format!(
        "Others who can reach this machine can play, change and delete here. They open it by its number{known}; another \
         name is refused unless it is given with --allow-host."
    )
}

/// A name as a browser writes it after `http://`.
fn host_name(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if !text.is_empty() && text.len() <= 253 && text.chars().all(fits) {
        return Ok(text.to_owned());
    }
    Err("write the name alone, as it stands in the address after http://, such as table.example".to_owned())
}

/// Where programs of this system keep what their user has made.
fn data_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf> {
    let absolute = |name: &str| variable(name).filter(|path| path.is_absolute());
    let under = |name: &str, path: &str| absolute(name).map(|home| home.join(path));
    let folder = if cfg!(windows) {
        under("LOCALAPPDATA", "Aelian")
    } else if cfg!(target_os = "macos") {
        under("HOME", "Library/Application Support/Aelian")
    } else {
        under("XDG_DATA_HOME", "aelian").or_else(|| under("HOME", ".local/share/aelian"))
    };
    folder.context("this user has no home folder; name a folder for the games with --data")
}

/// Opens an address with the program that the system has for it; whether there was one.
fn open(address: &str) -> bool {
    let openers: &[(&str, &[&str])] = if cfg!(windows) {
        &[("rundll32", &["url.dll,FileProtocolHandler"])]
    } else if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else {
        &[("xdg-open", &[]), ("wslview", &[]), ("gio", &["open"])]
    };
    openers.iter().any(|(program, words)| is_started(Path::new(program), words, address))
}

fn is_started(program: &Path, words: &[&str], address: &str) -> bool {
    let silent = || Stdio::null();
    let mut command = Command::new(program);
    command.args(words).arg(address).stdin(silent()).stdout(silent()).stderr(silent());
    // A thread of its own waits for the end, so that no dead program stays behind.
    command.spawn().map(|mut child| std::thread::spawn(move || child.wait())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn games_are_kept_where_the_system_keeps_such_things() {
        let home = |name: &str| (name == "HOME").then(|| PathBuf::from("/home/a"));
        assert_eq!(data_folder(home).unwrap(), PathBuf::from("/home/a/.local/share/aelian"));
        let told = |name: &str| (name == "XDG_DATA_HOME").then(|| PathBuf::from("/data"));
        assert_eq!(data_folder(told).unwrap(), PathBuf::from("/data/aelian"));
        let relative = |name: &str| (name == "HOME").then(|| PathBuf::from("here"));
        assert!(data_folder(relative).is_err_and(|error| error.to_string().contains("--data")));
    }

    #[test]
    fn who_lets_others_in_is_told_by_which_names() {
        assert!(others(&[]).contains("by its number; another name is refused"));
        assert!(others(&["table.example".to_owned()]).contains("or as table.example;"));
        assert!(host_name("table.example").is_ok() && host_name("[::1]").is_ok());
        for bad in ["", "http://table.example", "a b", "a/b", "*"] {
            assert!(host_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_missing_opener_is_noticed() {
        assert!(!is_started(Path::new("no-such-program-anywhere"), &[], "http://localhost/"));
    }
}
