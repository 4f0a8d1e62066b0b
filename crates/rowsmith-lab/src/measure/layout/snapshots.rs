//! Pages as a browser lays them out, without scripts and without the network: the same document, with boxes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;
use rowsmith::dom::layout::Snapshot;
use rowsmith_render::{Content, Options, Renderer};

use crate::eval::data::GoldPage;

/// A browser for pages as they are stored.
///
/// # Errors
/// If there is none.
pub fn browser() -> Result<Renderer, String> {
    let options = Options {
        scripts: false,
        scroll: 0,
        settle: Duration::from_secs(4),
        timeout: Duration::from_secs(120),
        ..Options::default()
    };
    Renderer::new(options).map_err(|e| e.to_string())
}

/// The snapshot of a page.
///
/// # Errors
/// If it cannot be rendered; the message names the page.
pub fn snapshot(browser: &Renderer, key: &str, html: Vec<u8>) -> Result<Vec<u8>, String> {
    let content = Content::Html { html, url: "http://page.invalid/".to_owned(), charset: None };
    browser.render(&content).map(|rendered| rendered.snapshot).map_err(|e| format!("{key}: {e}"))
}

/// Replaces the HTML of each page by its snapshot; pages that cannot be rendered are left out, and their names
/// returned. The snapshots are stored in `eval/out/snapshots`.
///
/// # Errors
/// If there is no browser, or the snapshots cannot be stored.
pub fn rendered(pages: Vec<GoldPage>) -> Result<(Vec<GoldPage>, Vec<String>), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/out/snapshots");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let browser = browser()?;
    let one = |mut page: GoldPage| -> Result<GoldPage, String> {
        let file: PathBuf = folder.join(format!("{}.html", page.key));
        page.html = match std::fs::read(&file).ok().filter(|bytes| Snapshot::find(bytes).is_some()) {
            Some(kept) => kept,
            None => {
                let snapshot = snapshot(&browser, &page.key, page.html)?;
                std::fs::write(&file, &snapshot).map_err(|e| format!("{}: {e}", file.display()))?;
                snapshot
            }
        };
        Ok(page)
    };
    let (mut done, mut failed) = (Vec::new(), Vec::new());
    for outcome in pages.into_par_iter().map(one).collect::<Vec<_>>() {
        match outcome {
            Ok(page) => done.push(page),
            Err(why) => failed.push(why),
        }
    }
    Ok((done, failed))
}
