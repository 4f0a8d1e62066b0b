//! Wrappers learnt on the first page of each site's list of articles.

use std::io::Write;
use std::path::Path;

use rowsmith::wrapper::LearnOptions;

use crate::eval::asked::{applied, learnt};

use crate::eval::data::{eval_root, read};

/// Learns from `home.html` of each site, and applies the wrapper to both pages of the list (result lines for score.py)
/// and to the site's other pages, none of which has that list.
pub fn sites(out: &mut dyn Write, lines: &Path) -> Result<(), String> {
    let root = eval_root()?.join("sites");
    let listing = std::fs::read_dir(&root).map_err(|e| format!("{}: {e}", root.display()))?;
    let mut sites: Vec<_> =
        listing.flatten().map(|e| e.path()).filter(|p| p.join("other/home.html").exists()).collect();
    sites.sort();
    let mut text = String::new();
    for site in sites {
        let first = read(&site.join("other/home.html"))?;
        let wrapper = learnt(&[&first], &LearnOptions::default());
        let mut alarms = Vec::new();
        for name in ["home.html", "home-page-2.html"] {
            let path = site.join("other").join(name);
            let source = path.display().to_string();
            let page = applied(&wrapper, &read(&path)?, &source).map_err(|e| e.to_string())?;
            alarms.extend(page.drift.iter().map(|d| format!("{name}: {d}")));
            text += &serde_json::to_string(&page).map_err(|e| e.to_string())?;
            text.push('\n');
        }
        let (mut others, mut without_template, mut records) = (0, 0, 0);
        let mut pages: Vec<_> = std::fs::read_dir(site.join("pages")).map_err(|e| e.to_string())?.flatten().collect();
        pages.sort_by_key(std::fs::DirEntry::path);
        for page in pages {
            let page = applied(&wrapper, &read(&page.path())?, "").map_err(|e| e.to_string())?;
            others += 1;
            without_template += usize::from(page.template.is_none());
            records += page.regions.iter().map(|r| r.records.len()).sum::<usize>();
        }
        let name = site.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(
            out,
            "{name:<28} alarms on the list's pages: {alarms:?}; of {others} articles {without_template} told as of no template, {records} records taken"
        )
        .map_err(|e| e.to_string())?;
    }
    std::fs::write(lines, text).map_err(|e| format!("{}: {e}", lines.display()))
}
