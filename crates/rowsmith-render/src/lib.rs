//! Web pages as a browser shows them: a headless Chromium loads a page, lets it come to rest, and what comes out is its
//! settled HTML with the box of every element ([`rowsmith::dom::layout`]).
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
//! One browser serves many pages and threads. Everything it asks the network for goes through a proxy of our own, which
//! connects only where [`Reach`] says it may. What crashes or hangs is replaced; when the [`Renderer`] is dropped, or the
//! process ends however it does, the browser ends.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod capture;
mod connection;
mod error;
mod events;
mod find;
mod frames;
mod gate;
mod local;
mod nodes;
mod process;
mod profile;
mod renderer;
mod serialize;
mod session;
mod tab;

use std::path::PathBuf;
use std::time::Duration;

pub use error::RenderError;
pub use find::find_browser;
pub use gate::Reach;
pub use renderer::Renderer;

/// How to render.
#[derive(Clone, Debug)]
pub struct Options {
    /// The browser, as [`find_browser`] takes it. Default: the first that is installed.
    pub browser: Option<PathBuf>,
    /// Width and height of the window in CSS pixels. Default 1280 by 900.
    pub viewport: (u32, u32),
    /// Whom the browser says it is. Default: itself.
    pub user_agent: Option<String>,
    /// What pages that have an address may connect to. Default nothing.
    pub reach: Reach,
    /// For a page, from the request to the last scrolling. Default 30 s.
    pub timeout: Duration,
    /// How long a page that was loaded is waited for to come to rest; one that does not is taken as it is then. Default
    /// 8 s.
    pub settle: Duration,
    /// How many windows to scroll down, for what is loaded only when it is seen. Default 20.
    pub scroll: usize,
    /// Bytes that a page may load, and its HTML may have. Default 64 MiB.
    pub max_bytes: usize,
    /// Whether scripts run. Default yes.
    pub scripts: bool,
    /// Whether style sheets are kept within the page, in place of links to them. Default no.
    pub styles: bool,
    /// Tabs at a time; further threads wait. Default 4.
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
    /// A page that is here, as if it had come from an http or https address.
    Html {
        /// Its bytes.
        html: Vec<u8>,
        /// The address; what the page asks for is asked of there, if it may be reached.
        url: String,
        /// The charset of its HTTP header, if known.
        charset: Option<String>,
    },
    /// A page that is here and has no address, as a file. It reaches no network, whatever [`Options::reach`] says, and no
    /// file but those of its folder.
    Local {
        /// Its bytes.
        html: Vec<u8>,
        /// Its charset, if known.
        charset: Option<String>,
        /// The folder whose files it may load, and those of folders below; none if `None`. Links that lead out of it
        /// and names that begin with a dot are not followed.
        folder: Option<PathBuf>,
    },
}

/// A rendered page.
#[derive(Clone, PartialEq, Debug)]
pub struct Rendered {
    /// The snapshot: HTML in UTF-8 with the layout behind it ([`rowsmith::dom::layout::Snapshot`]).
    pub snapshot: Vec<u8>,
    /// The page's address in the end; empty if it has none.
    pub url: String,
    /// Whether network and document had come to rest in time.
    pub settled: bool,
}
