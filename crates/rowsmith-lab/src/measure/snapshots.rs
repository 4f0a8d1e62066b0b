//! The `records` pages as a browser lays them out, without scripts and without the network: the same document, with boxes.
//! Kept in `eval/out/snapshots`.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rowsmith::dom::layout::Snapshot;
use rowsmith_render::{Content, Options, Renderer};

use crate::eval::data::GoldPage;

/// Puts the snapshot of each page in place of its HTML; pages that cannot be rendered are left out, by name.
///
/// # Errors
/// There is no browser, or the snapshots cannot be kept.
pub fn rendered(pages: Vec<GoldPage>) -> Result<(Vec<GoldPage>, Vec<String>), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/out/snapshots");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let options = Options {
        scripts: false,
        scroll: 0,
        settle: std::time::Duration::from_secs(4),
        timeout: std::time::Duration::from_secs(120),
        ..Options::default()
    };
    let renderer = Renderer::new(options).map_err(|e| e.to_string())?;
    let one = |mut page: GoldPage| -> Result<GoldPage, String> {
        let file: PathBuf = folder.join(format!("{}.html", page.key));
        page.html = match std::fs::read(&file).ok().filter(|bytes| Snapshot::find(bytes).is_some()) {
            Some(kept) => kept,
            None => {
                let url = "http://page.invalid/".to_owned();
                let content = Content::Html { html: page.html, url, charset: None };
                let snapshot = renderer.render(&content).map_err(|e| format!("{}: {e}", page.key))?.snapshot;
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
