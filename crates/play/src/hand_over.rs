//! Handing over to another program: its exit code is ours, and an interrupt reaches it.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Becomes the program, so that the terminal, signals and the exit code are its own. Returns only if the
/// program cannot be started.
#[cfg(unix)]
pub fn to(program: &Path, arguments: &[OsString]) -> Result<ExitCode, String> {
    use std::os::unix::process::CommandExt;
    let error = Command::new(program).args(arguments).exec();
    Err(format!("cannot start {}: {error}", program.display()))
}

/// Runs the program and waits for it. A console interrupt is sent to every program in the console.
#[cfg(not(unix))]
pub fn to(program: &Path, arguments: &[OsString]) -> Result<ExitCode, String> {
    let status = Command::new(program).args(arguments).status();
    let status = status.map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(ExitCode::from(code))
}
