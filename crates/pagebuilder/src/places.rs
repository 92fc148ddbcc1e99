//! Folders of the machine that builds, which nobody needs to learn from the page.
//!
//! The compiler writes the paths of sources into the messages of panics. They get other names, so that the page tells
//! nothing of who has built it, and two machines build the same bytes.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Folders of this machine, each with the name it gets in the page. One inside another comes later.
#[derive(Clone, Debug)]
pub struct Places(Vec<(PathBuf, &'static str)>);

impl Places {
    /// Where this machine keeps the workspace at `root`, cargo's sources and the compiler's own.
    pub fn of_this_machine(root: &Path) -> Result<Places> {
        let home = env::home_dir().context("this user has no home folder")?;
        let cargo = env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
        let sysroot = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--print", "sysroot"])
            .current_dir(root)
            .output()
            .context("cannot start rustc")?;
        ensure!(sysroot.status.success(), "rustc does not say where it is");
        let sysroot = PathBuf::from(String::from_utf8(sysroot.stdout)?.trim_end());
        let mut places = vec![
            (home, "/home"),
            (cargo.clone(), "/cargo"),
            (sysroot, "/rust"),
            (root.to_owned(), "/aelian"),
        ];
        // What scripts of a build write lies there.
        places.extend(
            Some(crate::target(root)).filter(|path| path.is_absolute()).map(|path| (path, "/target")),
        );
        // Each index has a folder of its own there, whose name holds a hash.
        places.extend(registries(&cargo).into_iter().map(|registry| (registry, "/crates")));
        // The compiler is given some paths as the user wrote them, and some as they are without links.
        let real = |(path, name): &(PathBuf, &'static str)| Some((path.canonicalize().ok()?, *name));
        let others: Vec<_> = places.iter().filter_map(real).filter(|place| !places.contains(place)).collect();
        places.extend(others);
        places.sort_by_key(|(path, _)| path.components().count());
        Ok(Places(places))
    }

    /// Flags of the compiler, as cargo takes them from the environment. The last one that fits counts.
    pub fn flags(&self) -> String {
        let flag = |(path, name): &(PathBuf, &str)| format!("--remap-path-prefix={}={name}", path.display());
        self.0.iter().map(flag).collect::<Vec<_>>().join("\x1f")
    }

    /// One of these folders that stands in a file of the page.
    pub fn told_in(&self, bytes: &[u8]) -> Option<&Path> {
        // A short one, such as that of the user root, also stands in words that mean something else.
        let paths = self.0.iter().map(|(path, _)| path.as_path()).filter(|path| path.as_os_str().len() > 5);
        let paths: Vec<(&Path, &[u8])> =
            paths.map(|path| (path, path.as_os_str().as_encoded_bytes())).collect();
        let begins = |byte: &u8| paths.iter().any(|(_, text)| text.first() == Some(byte));
        let mut places = bytes.iter().enumerate().filter(|(_, byte)| begins(byte)).map(|(at, _)| at);
        places.find_map(|at| {
            let rest = bytes.get(at..)?;
            paths.iter().find(|(_, text)| rest.starts_with(text)).map(|(path, _)| *path)
        })
    }
}

/// The folders in which cargo keeps the sources of crates, one for each index.
fn registries(cargo: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(cargo.join("registry/src")).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = folders.map(|folder| folder.path()).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_folder_gives_the_name() {
        let root = crate::workspace().unwrap();
        let places = Places::of_this_machine(&root).unwrap();
        let flags = places.flags();
        let flags: Vec<&str> = flags.split('\x1f').collect();
        let at = |name: &str| flags.iter().rposition(|flag| flag.ends_with(&format!("={name}"))).unwrap();
        assert!(at("/home") < at("/cargo") && at("/cargo") < at("/crates"), "{flags:?}");
        assert!(
            flags.contains(&format!("--remap-path-prefix={}=/aelian", root.display()).as_str()),
            "{flags:?}"
        );
    }

    #[test]
    fn a_folder_of_this_machine_is_found_in_a_file() {
        let root = crate::workspace().unwrap();
        let places = Places::of_this_machine(&root).unwrap();
        let told = format!("\0asm panicked at {}/crates/web/src/lib.rs", root.display());
        assert!(places.told_in(told.as_bytes()).is_some());
        assert_eq!(places.told_in(b"\0asm panicked at /aelian/crates/web/src/lib.rs"), None);
    }
}
