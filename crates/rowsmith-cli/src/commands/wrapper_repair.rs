//! Deviations found while a wrapper is applied, and repairing the wrapper beforehand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;

use rowsmith::types::{Drift, PartKind};
use rowsmith::wrapper::{AppliedPage, FoundBack, LearnOptions, Wrapper};
use serde_json::json;

use super::wrapper_file::{next_version, tell_columns, tell_exhausted, write, write_text};
use crate::args::ApplyArgs;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::text::count;
use crate::run::SamplePage;

/// A wrapper that was repaired, if necessary.
pub(super) struct Repaired {
    pub(super) wrapper: Wrapper,
    /// Whether pages still deviate.
    pub(super) is_alarm: bool,
}

/// Repairs the wrapper if pages have drifted. A new version is written beside the old one, or to `out`.
pub(super) fn repaired(
    wrapper: Wrapper,
    sample: &[SamplePage],
    out: Option<&Path>,
    args: &ApplyArgs,
) -> Result<Repaired, Failure> {
    if sample.is_empty() {
        return Err(Failure::Usage("--repair: the inputs must be files, which can be read twice".to_owned()));
    }
    let limits = args.common.limits.limits();
    // pages that cannot be parsed teach nothing
    let parsed = |page: &SamplePage| {
        rowsmith::Page::parse(&page.bytes, &args.common.page.options(&page.source, limits, None)).ok()
    };
    let (names, pages): (Vec<&str>, Vec<rowsmith::Page>) =
        sample.iter().filter_map(|page| Some((page.source.name.as_str(), parsed(page)?))).unzip();
    let mended = wrapper.repair(&pages, &LearnOptions::new().limits(limits));
    if !args.common.run.quiet {
        tell_exhausted(&names, &mended.exhausted);
    }
    // of an object some pages lack this and some that
    let columns = || mended.templates.iter().flat_map(|template| &template.columns);
    let is_alarm = !mended.alarms.is_empty()
        || columns().any(|column| column.part != PartKind::Item && column.found == FoundBack::Nothing);
    if mended.templates.is_empty() {
        if !mended.alarms.is_empty() {
            let place = args.wrapper.display().to_string();
            let what = format!(
                "{} drifted, and the wrapper could not be repaired: it is unchanged",
                count(mended.alarms.len(), "page")
            );
            notices::error(&place, &what);
        }
        return Ok(Repaired { wrapper, is_alarm });
    }
    if !args.common.run.quiet {
        mended.templates.iter().for_each(|template| tell_columns(template, &mended.wrapper));
    }
    let path = out.map_or_else(|| next_version(&args.wrapper), Path::to_owned);
    write(&path, &mended.wrapper)?;
    let same =
        if path == args.wrapper { String::new() } else { format!("; '{}' is unchanged", args.wrapper.display()) };
    notices::error(&path.display().to_string(), &format!("the repaired wrapper{same}"));
    Ok(Repaired { wrapper: mended.wrapper, is_alarm })
}

/// The deviations on all pages of a run.
pub(super) struct Departures {
    found: Option<Mutex<Vec<Departure>>>,
}

struct Departure {
    source: String,
    template: Option<String>,
    drift: Drift,
}

impl Departures {
    /// They are collected only if asked for.
    pub(super) fn new(is_wanted: bool) -> Departures {
        Departures { found: is_wanted.then(Mutex::default) }
    }

    pub(super) fn add(&self, source: &str, page: &AppliedPage) {
        let Some(found) = &self.found else { return };
        let of = |drift: &Drift| Departure {
            source: source.to_owned(),
            template: page.template.clone(),
            drift: drift.clone(),
        };
        if let Ok(mut found) = found.lock() {
            found.extend(page.drift.iter().map(of));
        }
    }

    /// Writes the file of deviations, and the table of how many pages have each.
    pub(super) fn tell(self, file: Option<&Path>, summary: bool) -> Result<(), Failure> {
        let mut found = self.found.and_then(|found| found.into_inner().ok()).unwrap_or_default();
        // pages are processed in parallel
        found.sort_by(|a, b| {
            (&a.source, a.drift.kind(), a.drift.column()).cmp(&(&b.source, b.drift.kind(), b.drift.column()))
        });
        if let Some(path) = file {
            let line = |Departure { source, template, drift }: &Departure| {
                let line = json!({
                    "source": source, "template": template, "kind": drift.kind(), "column": drift.column(),
                    "says": drift.to_string(), "advice": drift.advice(),
                });
                line.to_string() + "\n"
            };
            write_text(path, &found.iter().map(line).collect::<String>())?;
        }
        if summary && !found.is_empty() {
            table(&found).iter().for_each(|line| notices::line(line));
        }
        Ok(())
    }
}

/// One line per deviation: how many pages have it, and what to do about it.
fn table(found: &[Departure]) -> Vec<String> {
    type Row<'d> = (BTreeSet<&'d str>, &'static str);
    let mut rows: BTreeMap<(&str, &str, &str), Row<'_>> = BTreeMap::new();
    for Departure { source, template, drift } in found {
        let key = (template.as_deref().unwrap_or("-"), drift.kind(), drift.column().unwrap_or("-"));
        rows.entry(key).or_insert_with(|| (BTreeSet::new(), drift.advice())).0.insert(source);
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by(|a, b| b.1.0.len().cmp(&a.1.0.len()).then(a.0.cmp(&b.0)));
    let mut lines = vec![format!("drift: {:>6}  {:<16}  {:<14}  {}", "pages", "kind", "column", "template")];
    for ((template, kind, column), (pages, advice)) in rows {
        lines.push(format!("drift: {:>6}  {kind:<16}  {column:<14}  {template}: {advice}", pages.len()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_by_departure() {
        let of = |source: &str, drift: Drift| Departure {
            source: source.to_owned(),
            template: Some("a 1".to_owned()),
            drift,
        };
        let lines = table(&[of("x", Drift::Renamed), of("x", Drift::NoRecords { least: 2 }), of("y", Drift::Renamed)]);
        assert_eq!(lines.len(), 3);
        assert!(lines[1].contains("     2  renamed") && lines[2].contains("     1  no_records"), "{lines:?}");
    }
}
