//! `rowsmith item`: from the flags to the library and back to a [`Page`].

use rowsmith::ItemOptions;
use rowsmith::types::{Warning, item_table};

use crate::args::{Format, ItemArgs, check_picks};
use crate::common::failure::Failure;
use crate::common::source::PageSource;
use crate::output::columns::pick;
use crate::output::json::json;
use crate::output::page::Page;
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn item(args: &ItemArgs) -> Result<Outcome, Failure> {
    check_picks(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let wanted = ItemOptions::new().declared(!args.no_declared).shown(!args.no_shown);
    let inputs = inputs::expand(&args.inputs)?;
    let rows = Rows::tables("item", false);
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let format = run.format;
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &wanted, args, format))
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    wanted: &ItemOptions,
    args: &ItemArgs,
    format: Format,
) -> Result<Extracted, String> {
    let options = args.common.page.options(source, args.common.limits.limits(), None);
    let mut page = rowsmith::Page::parse(bytes, &options).map_err(|error| error.to_string())?.item(wanted);
    // what happened to the input comes before its consequences
    page.warnings.splice(0..0, warnings);
    let line = json(format, &page)?;
    // whatever the format, since what is in it is counted
    let mut tables: Vec<_> = page.item.iter().map(item_table).collect();
    let mut notices = Vec::new();
    if format.has_tables() && !tables.is_empty() {
        notices.extend(pick(&mut tables, args.stable.or(&args.columns), "column"));
    }
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
