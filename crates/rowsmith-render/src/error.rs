//! The one error type of the crate.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Why a page could not be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// There is no browser.
    #[error(
        "no Chromium was found; install one (Debian, Ubuntu: apt-get install chromium; Fedora: dnf install chromium; \
         macOS: brew install --cask chromium) or name one with --browser"
    )]
    NoBrowser,
    /// The browser that was named is not a program.
    #[error("{} is not a browser that can be run", .0.display())]
    NotABrowser(PathBuf),
    /// It does not start, or ended at once.
    #[error("{} does not start{}", .browser.display(), .why)]
    Launch {
        /// The program.
        browser: PathBuf,
        /// Its output after a colon, if there was any.
        why: String,
    },
    /// The browser has exited and could not be started again.
    #[error("the browser has exited")]
    BrowserGone,
    /// The page's tab crashed.
    #[error("the page crashed its tab")]
    Crashed,
    /// The page kept its tab busy until the time was up.
    #[error("the page did not answer within {} s", .0.as_secs_f64())]
    Hung(Duration),
    /// Nothing arrived in time.
    #[error("no page within {} s", .0.as_secs_f64())]
    Timeout(Duration),
    /// The network or the server returned no page; this is the browser's name for the error.
    #[error("the page cannot be loaded ({0})")]
    Load(String),
    /// The server answered with an error.
    #[error("the server answered {0}")]
    Status(u16),
    /// The address, or one that it redirects to, must not be connected to.
    #[error("its host is on a private network; use --allow-private to allow this")]
    Private,
    /// Something that was pressed on the page led to another one, or replaced its list.
    #[error("a control of the page led to another page")]
    Left,
    /// The address leads to a download, not a page.
    #[error("this is a download, not a page")]
    Download,
    /// The browser should not be sent to this address.
    #[error("{0:?} is not an http or https address")]
    Address(String),
    /// The page exceeds the size limit.
    #[error("the page is larger than {0} bytes")]
    TooLarge(usize),
    /// The browser sent something unexpected.
    #[error("unexpected answer from the browser: {0}")]
    Protocol(String),
    /// An error with one of our own files, folders or sockets.
    #[error("rendering failed because of the operating system: {0}")]
    System(#[from] io::Error),
}
