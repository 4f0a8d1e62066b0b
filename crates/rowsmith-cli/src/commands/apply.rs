//! `rowsmith apply`: from a wrapper file and pages to one [`Page`] each.

use std::sync::atomic::{AtomicUsize, Ordering};

use rowsmith::types::{RegionTable, Warning};
use rowsmith::wrapper::{Applier, ApplyOptions, Wrapper};

use super::wrapper_file::read;
use super::wrapper_own::OwnColumns;
use super::wrapper_repair::{Departures, repaired};
use crate::args::{ApplyArgs, CommonArgs, Format, check_picks};
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::source::PageSource;
use crate::output::columns::pick;
use crate::output::json::json;
use crate::output::page::{Page, Shared};
use crate::output::sink::check_folder;
use crate::run::{Extracted, Outcome, Rows, Run, refuse_overwriting};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn apply(args: &ApplyArgs) -> Result<Outcome, Failure> {
    check_picks(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let mut wrapper = read(&args.wrapper)?;
    let options = ApplyOptions::new().markdown(args.markdown).html(args.html);
    let inputs = inputs::expand(&args.inputs)?;
    let rows = Rows::tables("record", false);
    let mut run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let CommonArgs { output, run: common, .. } = &args.common;
    let wanted = [
        ("--out", output.out.as_deref()),
        ("--failures", common.failures.as_deref()),
        ("--drift", args.drift.as_deref()),
    ];
    refuse_overwriting(&run.inputs, &[Some(&args.wrapper)], &wanted)?;
    // the wrapper itself may be replaced by what it is repaired to
    let mended = args.repair.as_ref().and_then(Option::as_deref);
    refuse_overwriting(&run.inputs, &[], &[wanted[0], wanted[1], wanted[2], ("--repair", mended)])?;
    args.drift.as_deref().map_or(Ok(()), check_folder)?;
    // a site that was redesigned must not empty the table that it had filled
    run.needs_rows = true;
    let mut is_alarm = false;
    if let Some(out) = &args.repair {
        let repaired = repaired(wrapper, &run.sample(SAMPLE), out.as_deref(), args)?;
        (wrapper, is_alarm) = (repaired.wrapper, repaired.is_alarm);
    }
    let wrapper = Read { version: wrapper.version(), applier: Applier::new(&wrapper), wrapper: &wrapper };
    let format = run.format;
    let drifted = AtomicUsize::new(0);
    let departures = Departures::new(args.drift.is_some() || args.common.run.summary);
    let own = OwnColumns::of(wrapper.wrapper);
    let outcome = run.run(|bytes, source, warnings| {
        let extracted = one_page(bytes, source, warnings, &wrapper, &options, (args, format), (&departures, &own))?;
        let is_drift = |w: &Warning| matches!(w, Warning::Drifted(_));
        drifted.fetch_add(usize::from(extracted.page.warnings.iter().any(is_drift)), Ordering::Relaxed);
        Ok(extracted)
    })?;
    let drifted = drifted.load(Ordering::Relaxed);
    departures.tell(args.drift.as_deref(), args.common.run.summary)?;
    let place = args.wrapper.display().to_string();
    if !args.common.run.quiet {
        own.lines().iter().for_each(|line| notices::warning(&place, line));
    }
    if drifted > 1 && !args.common.run.quiet {
        notices::warning(&place, &format!("{drifted} pages drifted from what was learnt"));
    }
    // pages that could not be repaired are alarms
    if args.repair.is_some() && (is_alarm || drifted > 0) {
        return Ok(Outcome::SomeFailed);
    }
    Ok(outcome)
}

/// The most pages that are checked for drift before the run.
const SAMPLE: usize = 200;

/// A wrapper as it was read.
struct Read<'w> {
    wrapper: &'w Wrapper,
    applier: Applier<'w>,
    /// The version that its records are marked with.
    version: String,
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    wrapper: &Read<'_>,
    options: &ApplyOptions,
    (args, format): (&ApplyArgs, Format),
    (departures, own): (&Departures, &OwnColumns),
) -> Result<Extracted, String> {
    let known = args.common.page.options(source, args.common.limits.limits(), None);
    let parsed = rowsmith::Page::parse(bytes, &known).map_err(|error| error.to_string())?;
    let mut page = wrapper.applier.apply(&parsed, options);
    page.warnings.splice(0..0, warnings);
    departures.add(&source.name, &page);
    own.add(&page);
    let line = json(format, &page)?;
    // the parts of a template are separate tables
    let template = page.template.as_deref().and_then(|name| wrapper.wrapper.templates.iter().find(|t| t.name == name));
    let several = template.is_some_and(|t| t.parts.len() > 1);
    let shared = page.tables.iter().map(|part| {
        let name = page.template.as_deref().unwrap_or_default();
        let part = if several { format!(" {}", part.kind.name()) } else { String::new() };
        Shared { name: format!("{name}{part}"), wrapper: wrapper.version.clone() }
    });
    let shared = shared.collect();
    let mut tables: Vec<RegionTable> = page.tables.into_iter().map(|part| part.table).collect();
    let notices = pick(&mut tables, args.stable.or(&args.columns), "column");
    let drift = page.drift.iter().map(|drift| Warning::Drifted(drift.to_string()));
    let warnings = drift.chain(page.warnings).collect();
    Ok(Extracted {
        page: Page { source: page.source, tables, titles: Vec::new(), shared, warnings, line, kind: None },
        notices,
    })
}
