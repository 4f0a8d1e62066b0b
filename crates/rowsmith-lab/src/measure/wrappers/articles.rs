//! Wrappers learnt on half of a site's articles and applied to the other half.

use std::io::Write;
use std::path::Path;

use rowsmith::wrapper::LearnOptions;

use crate::eval::asked::{applied, learnt};

use crate::eval::data::read;
use crate::eval::sites::site_files;
use crate::measure::wrappers::cases::{Case, cases, print};

/// Result lines for score.py: the last half of the pages with a wrapper learnt on the first, and vice versa.
pub fn articles(out: &mut dyn Write, path: &Path, failures: bool) -> Result<(), String> {
    let sites = site_files()?;
    let mut lines = String::new();
    let mut all: Vec<(String, Case)> = Vec::new();
    for (number, site) in sites.iter().enumerate() {
        let other = sites.get((number + 1) % sites.len()).and_then(|s| s.pages.first());
        let other = other.map_or(Ok(Vec::new()), |path| read(path))?;
        for half in 0..2 {
            let (first, last) = site.pages.split_at(site.pages.len() / 2);
            let of = |h: usize| if h == 0 { first } else { last };
            let known = of(half).iter().map(|p| read(p)).collect::<Result<Vec<_>, _>>()?;
            let known: Vec<&[u8]> = known.iter().map(Vec::as_slice).collect();
            let wrapper = learnt(&known, &LearnOptions::default());
            let templates: Vec<String> = wrapper
                .templates
                .iter()
                .map(|t| format!("{} pages {:?}", t.pages, t.parts.iter().map(|p| p.kind).collect::<Vec<_>>()))
                .collect();
            writeln!(out, "{} half {half}: {}", site.name, templates.join("; ")).map_err(|e| e.to_string())?;
            for path in of(1 - half) {
                let html = read(path)?;
                let source = path.display().to_string();
                let page = applied(&wrapper, &html, &source).map_err(|e| e.to_string())?;
                lines += &serde_json::to_string(&page).map_err(|e| e.to_string())?;
                lines.push('\n');
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let name = format!("{} {name}", site.name);
                all.extend(cases(&wrapper, &html, &other).into_iter().map(|c| (name.clone(), c)));
            }
        }
    }
    std::fs::write(path, lines).map_err(|e| format!("{}: {e}", path.display()))?;
    print(out, &all, failures)
}
