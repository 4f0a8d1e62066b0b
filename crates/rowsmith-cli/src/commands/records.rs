//! `rowsmith records`: from the flags to the library and back to a [`Page`].

use rowsmith::RecordsOptions;
use rowsmith::options::{ColumnOptions, ListMethod as Method, ListSearch as Options};
use rowsmith::types::{RecordsPage, Warning};

use crate::args::{self, Format, RecordsArgs, check_picks};
use crate::common::failure::Failure;
use crate::common::source::{Data, PageSource};
use crate::data;
use crate::output::columns::pick;
use crate::output::explain::candidates;
use crate::output::json::json;
use crate::output::page::Page;
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn records(args: &RecordsArgs) -> Result<Outcome, Failure> {
    check_picks(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let mut wanted =
        RecordsOptions::new().search(options(args)).all_regions(args.all || args.explain).state(args.state.used());
    wanted.explain = args.explain;
    wanted.copies = args.explain;
    wanted.min_records = args.min_records;
    wanted.min_score = args.min_score;
    let inputs = inputs::expand(&args.inputs)?;
    let rows = match args.explain {
        true => Rows::tables("candidate", false),
        false => Rows::tables("record", args.all),
    };
    let mut run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    run.settings.data.push(Data::Json);
    if args.feed_items {
        run.settings.data.push(Data::List);
    }
    let format = run.format;
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &wanted, args, format))
}

fn options(args: &RecordsArgs) -> Options {
    let method = match args.method {
        args::Method::Learned => Method::Learned,
        args::Method::Mdr2 => Method::Mdr2,
    };
    let visual = args::Visual::options(&args.visual);
    let mut columns = ColumnOptions::new().split_labels(args.split_labels);
    columns.all = args.all_columns;
    Options::new().method(method).min_confidence(args.min_confidence).visual(visual).columns(columns)
}

/// The rows of an input that is not a page.
fn of_data(bytes: &[u8], source: &PageSource, kind: Data, args: &RecordsArgs) -> Result<RecordsPage, String> {
    if bytes.len() > args.common.limits.max_bytes {
        return Err("the input is longer than --max-bytes, and only pages can be read partially".to_owned());
    }
    let mut tables = match kind {
        Data::Json => data::json_tables(bytes, args.all)?,
        #[cfg(feature = "fetch")]
        Data::List => vec![data::list_table(bytes, args.common.page.of(source).base_url.as_deref())?],
        #[cfg(not(feature = "fetch"))]
        Data::List => return Err("this rowsmith was built without feeds; build it with '--features fetch', or everything with '--features full'".to_owned()),
    };
    tables.retain(|table| table.records.len() >= args.min_records);
    let warnings = if tables.is_empty() { vec![Warning::NoListFound] } else { Vec::new() };
    Ok(RecordsPage::new(&**source, tables, warnings))
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    wanted: &RecordsOptions,
    args: &RecordsArgs,
    format: Format,
) -> Result<Extracted, String> {
    let mut page = match source.context.data {
        Some(data) => of_data(bytes, source, data, args)?,
        None => {
            let options = args.common.page.options(source, args.common.limits.limits(), None);
            rowsmith::Page::parse(bytes, &options).map_err(|error| error.to_string())?.records(wanted)
        }
    };
    // what happened to the input comes before its consequences
    page.warnings.splice(0..0, warnings);
    let notices = pick(&mut page.regions, args.stable.or(&args.columns), "column");
    let line = json(format, &page)?;
    let tables = match args.explain && format.has_tables() {
        true => candidates(&page.regions),
        false => page.regions,
    };
    Ok(Extracted {
        page: Page {
            source: page.source,
            tables,
            titles: Vec::new(),
            shared: Vec::new(),
            warnings: page.warnings,
            line,
            kind: None,
        },
        notices,
    })
}
