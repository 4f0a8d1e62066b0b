//! `rowsmith tables`: from the flags to the library and back to a [`Page`].

use regex::Regex;
use rowsmith::TablesOptions;
use rowsmith::types::{DataTable, Warning};

use crate::args::{Format, TablesArgs, check_picks};
use crate::common::failure::Failure;
use crate::common::source::PageSource;
use crate::output::columns::pick;
use crate::output::json::json;
use crate::output::page::Page;
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn tables(args: &TablesArgs) -> Result<Outcome, Failure> {
    check_picks(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let wanted = TablesOptions::new().raw(args.raw).join(args.join).turn(args.turn);
    let inputs = inputs::expand(&args.inputs)?;
    let rows = Rows::tables("row", false);
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let format = run.format;
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &wanted, args, format))
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    wanted: &TablesOptions,
    args: &TablesArgs,
    format: Format,
) -> Result<Extracted, String> {
    let options = args.common.page.options(source, args.common.limits.limits(), None);
    let mut page = rowsmith::Page::parse(bytes, &options).map_err(|error| error.to_string())?.tables(wanted);
    let found = page.tables.len();
    page.tables.retain(|table| {
        let numbered = args.table.is_empty() || args.table.iter().any(|&number| number as usize == table.number);
        numbered && args.r#match.as_ref().is_none_or(|pattern| matches(table, pattern))
    });
    // what happened to the input comes before its consequences
    page.warnings.splice(0..0, warnings);
    let mut notices = Vec::new();
    if page.tables.is_empty() && found > 0 {
        notices.push(format!("none of the {found} tables was asked for"));
    }
    let line = json(format, &page)?;
    let region = |table: &DataTable| if args.links { table.to_region_with_links() } else { table.to_region() };
    let mut tables: Vec<_> = page.tables.iter().map(region).collect();
    notices.extend(pick(&mut tables, args.stable.or(&args.columns), "column"));
    let titles = page.tables.iter().map(title).collect();
    Ok(Extracted {
        page: Page {
            source: page.source,
            tables,
            titles,
            shared: Vec::new(),
            warnings: page.warnings,
            line,
            kind: None,
        },
        notices,
    })
}

/// Whether a pattern matches a text of a table.
fn matches(table: &DataTable, pattern: &Regex) -> bool {
    let places = table.caption.iter().chain(&table.heading);
    let labels = table.columns.iter().flat_map(|column| column.label.iter().chain(&column.levels));
    let mut texts = places.chain(labels).chain(table.rows.iter().flatten()).chain(&table.notes);
    texts.any(|text| pattern.is_match(text))
}

/// How a reader identifies a table: by its number and what is above it.
fn title(table: &DataTable) -> String {
    match table.caption.as_ref().or(table.heading.as_ref()) {
        Some(text) => format!("table {} · {text}", table.number),
        None => format!("table {}", table.number),
    }
}
