//! The flags of rendering, for every command that reads pages.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::seconds;

/// Whether and how pages are rendered.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rendering")]
pub(crate) struct RenderArgs {
    /// Load each page in a browser first, and take the result of its scripts
    ///
    /// A headless Chromium, which has to be installed, loads the page, runs its scripts, waits until it has settled and
    /// scrolls through it. Addresses are fetched by the browser, as politely as otherwise. Pages from files load
    /// nothing from the network, and no other file without --local-files. Pages that are snapshots already are used as
    /// they are.
    #[arg(long)]
    pub(crate) render: bool,

    /// The browser: a program, or its name [default: the first Chromium or Chrome on the path]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) browser: Option<PathBuf>,

    /// Width and height of the browser's window
    #[arg(long, value_name = "WxH", value_parser = viewport, default_value = "1280x900")]
    pub(crate) viewport: (u32, u32),

    /// How many seconds a loaded page may take to settle; after that it is used as it is
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "8")]
    pub(crate) settle: Duration,

    /// How many windows to scroll down, for what is loaded only then; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) scroll: usize,

    /// How often to load more of the list: by scrolling to its end, and by pressing what says 'load more' in any language
    /// [default: 0, of harvest 50]
    ///
    /// It ends when nothing new comes. Only what has no address is pressed, and nothing that submits a form or opens a
    /// menu; links with an address are for harvest. Each time may take as long as a page (--timeout).
    #[arg(long, value_name = "N")]
    pub(crate) more: Option<usize>,

    /// Let files load what is in their folder and below: styles, scripts, images, frames
    ///
    /// Nothing else on this machine, nothing outside that a link leads to, and no name that begins with a dot.
    #[arg(long)]
    pub(crate) local_files: bool,

    /// Let rendered pages load nothing from the network: neither styles nor images nor data
    #[arg(long)]
    pub(crate) offline: bool,
}

#[cfg(not(feature = "render"))]
impl RenderArgs {
    /// # Errors
    /// If pages are to be rendered, which this program cannot do.
    pub(crate) fn refuse(&self) -> Result<(), crate::common::failure::Failure> {
        if self.render { Err(not_built()) } else { Ok(()) }
    }
}

/// The message if the program was built without rendering.
#[cfg(not(feature = "render"))]
pub(crate) fn not_built() -> crate::common::failure::Failure {
    let what = "this rowsmith was built without rendering; build it with '--features render', or everything with '--features full'";
    crate::common::failure::Failure::Usage(what.to_owned())
}

fn viewport(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (16..=16_384).contains(side));
    let sides = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| "two numbers from 16 to 16384 such as 1280x900".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows() {
        assert_eq!(viewport("1280x900"), Ok((1280, 900)));
        for wrong in ["", "1280", "0x0", "1280x", "ax9", "99999x20"] {
            assert!(viewport(wrong).is_err(), "{wrong}");
        }
    }
}
