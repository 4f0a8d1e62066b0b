//! The commit of the source tree.

use std::process::Command;
use std::sync::OnceLock;

/// The commit, marked if there are changes other than to the results themselves. It is determined when first asked for,
/// so that everything that a run writes names the same commit.
pub fn commit() -> String {
    static COMMIT: OnceLock<String> = OnceLock::new();
    COMMIT.get_or_init(checked_out).clone()
}

fn checked_out() -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(head) = git(&["log", "-1", "--format=%h"]) else { return "unknown".into() };
    let changed = git(&["status", "--porcelain", "--", "..", ":!../../lab"]).unwrap_or_default();
    if changed.is_empty() { head } else { format!("{head}, with changes") }
}
