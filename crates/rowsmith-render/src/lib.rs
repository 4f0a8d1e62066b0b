//! Web pages as a browser shows them: a headless Chromium loads a page and lets it settle. The result is its settled
//! HTML with the box of every element ([`rowsmith::dom::layout`]).
//!
//! ```no_run
//! use rowsmith_render::{Content, Options, Renderer};
//!
//! let renderer = Renderer::new(Options::default())?;
//! let page = renderer.render(&Content::Address("https://example.com/list".to_owned()))?;
//! let page = rowsmith::Page::parse(&page.snapshot, &rowsmith::PageOptions::new().url(&page.url))?;
//! let records = page.records(&rowsmith::RecordsOptions::new());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One browser serves many pages and threads. All its network requests go through a proxy of our own, which connects
//! only where [`Reach`] allows it. Anything that crashes or hangs is replaced. When the [`Renderer`] is dropped, or the
//! process ends in whatever way, the browser ends.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod capture;
mod connection;
mod error;
mod events;
mod find;
mod frames;
mod gate;
mod grow;
mod local;
mod nodes;
mod process;
mod profile;
mod renderer;
mod serialize;
mod session;
mod tab;
mod visit;

use std::path::PathBuf;
use std::time::Duration;

pub use error::RenderError;
pub use find::find_browser;
pub use gate::Reach;
pub use grow::{Grow, Grown};
pub use renderer::Renderer;

/// How to render.
#[derive(Clone, Debug)]
pub struct Options {
    /// The browser, in the form that [`find_browser`] takes. Default: the first that is installed.
    pub browser: Option<PathBuf>,
    /// Width and height of the window in CSS pixels. Default 1280 by 900.
    pub viewport: (u32, u32),
    /// The user agent that the browser sends. Default: its own.
    pub user_agent: Option<String>,
    /// What pages with an address may connect to. Default: nothing.
    pub reach: Reach,
    /// The time limit for a page, from the request to the last scrolling. Default 30 s.
    pub timeout: Duration,
    /// How long to wait for a loaded page to settle; after that it is used as it is. Default 8 s.
    pub settle: Duration,
    /// How many windows to scroll down, for what is loaded only when it becomes visible. Default 20.
    pub scroll: usize,
    /// Bytes that a page may load, and its HTML may have. Default 64 MiB.
    pub max_bytes: usize,
    /// Whether scripts run. Default true.
    pub scripts: bool,
    /// Whether style sheets are included in the page, in place of links to them. Default false.
    pub styles: bool,
    /// The most tabs at a time; further threads wait. Default 4.
    pub tabs: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            browser: None,
            viewport: (1280, 900),
            user_agent: None,
            reach: Reach::Nothing,
            timeout: Duration::from_secs(30),
            settle: Duration::from_secs(8),
            scroll: 20,
            max_bytes: 64 << 20,
            scripts: true,
            styles: false,
            tabs: 4,
        }
    }
}

/// What to render.
#[derive(Clone, Debug)]
pub enum Content {
    /// The page at an http or https address.
    Address(String),
    /// A page that is available as bytes, treated as if it had come from an http or https address.
    Html {
        /// Its bytes.
        html: Vec<u8>,
        /// The address. Requests of the page go to the network, if [`Options::reach`] allows it.
        url: String,
        /// The charset of its HTTP header, if known.
        charset: Option<String>,
    },
    /// A page that is available as bytes and has no address, such as a file. It reaches no network, whatever
    /// [`Options::reach`] says, and no files except those of its folder.
    Local {
        /// Its bytes.
        html: Vec<u8>,
        /// Its charset, if known.
        charset: Option<String>,
        /// The folder whose files it may load, including those in folders below; none if `None`. Links that lead out of
        /// it and names that begin with a dot are not followed.
        folder: Option<PathBuf>,
    },
}

/// A rendered page.
#[derive(Clone, PartialEq, Debug)]
pub struct Rendered {
    /// The snapshot: HTML in UTF-8 followed by the layout ([`rowsmith::dom::layout::Snapshot`]).
    pub snapshot: Vec<u8>,
    /// The page's final address; empty if it has none.
    pub url: String,
    /// Whether network and document had settled in time.
    pub settled: bool,
    /// What came of making it longer, if that was asked for.
    pub grown: Grown,
}
