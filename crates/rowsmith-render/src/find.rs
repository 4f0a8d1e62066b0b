//! Finds the browser: the one that is named, or the first on the path.

use std::env;
use std::path::{Path, PathBuf};

use crate::RenderError;

/// The names that Chromium and its relatives are installed under, best first.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "headless_shell",
    "chrome-headless-shell",
    "microsoft-edge",
    "brave-browser",
];

/// Where it is on a Mac, which does not add programs to the path.
const PLACES: &[&str] = &[
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The named browser (a file, or a program on the path), or else the first that is installed.
///
/// # Errors
/// [`RenderError::NoBrowser`] and [`RenderError::NotABrowser`].
pub fn find_browser(named: Option<&Path>) -> Result<PathBuf, RenderError> {
    match named {
        Some(named) if named.components().count() > 1 || named.is_absolute() => {
            if is_program(named) {
                Ok(named.to_owned())
            } else {
                Err(RenderError::NotABrowser(named.to_owned()))
            }
        }
        Some(named) => on_path(named).ok_or_else(|| RenderError::NotABrowser(named.to_owned())),
        None => NAMES
            .iter()
            .find_map(|name| on_path(Path::new(name)))
            .or_else(|| PLACES.iter().map(PathBuf::from).find(|place| is_program(place)))
            .ok_or(RenderError::NoBrowser),
    }
}

fn on_path(name: &Path) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_taken_or_refused() {
        assert!(matches!(find_browser(Some(Path::new("/no/such/browser"))), Err(RenderError::NotABrowser(_))));
        assert!(matches!(find_browser(Some(Path::new("no-such-browser"))), Err(RenderError::NotABrowser(_))));
        assert!(find_browser(Some(Path::new("/"))).is_err(), "a folder is no program");
    }
}
