//! The commit of this program.

use std::process::Command;
use std::sync::OnceLock;

/// The commit, marked where there are changes beside the results themselves; as it was when first asked for, so that all
/// that a run writes is of one commit.
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
