//! `rowsmith extract`: from the flags to the library and back to a [`Page`].

use rowsmith::ExtractOptions;
use rowsmith::types::{ExtractPage, Kind, ObjectTable, RegionTable, Warning};

use super::schema::read_schema;
use crate::args::{ExtractArgs, Format, check_picks};
use crate::common::failure::Failure;
use crate::common::source::PageSource;
use crate::output::columns::pick;
use crate::output::json::json;
use crate::output::page::{Page, PageKind};
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn extract(args: &ExtractArgs) -> Result<Outcome, Failure> {
    check_picks(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let schema = args.schema.as_deref().map(read_schema).transpose().map_err(Failure::Usage)?;
    let mut wanted = ExtractOptions::new()
        .markdown(args.markdown)
        .markdown_options(args.markdown_form.options())
        .html(args.html)
        .state(args.state.used());
    wanted.search.date_kind = args.date.kind();
    wanted.schema = schema.as_ref();
    let inputs = inputs::expand(&args.inputs)?;
    let rows = Rows::tables("row", false);
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &wanted, args, run.format))
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    wanted: &ExtractOptions<'_>,
    args: &ExtractArgs,
    format: Format,
) -> Result<Extracted, String> {
    let options = args.common.page.options(source, args.common.limits.limits(), args.now);
    let mut page = rowsmith::Page::parse(bytes, &options).map_err(|error| error.to_string())?.extract(wanted);
    // what happened to the input comes before its consequences
    page.warnings.splice(0..0, warnings);
    let line = json(format, &page)?;
    let mut kind =
        PageKind { name: page.kind.name().into(), confidence: page.confidence, rows: rows(&page), parts: Vec::new() };
    let (source, warnings) = (std::mem::take(&mut page.source), std::mem::take(&mut page.warnings));
    let mut tables = Vec::new();
    if format.has_tables() {
        for part in parts(page, format.holds_all_parts()) {
            kind.parts.push(part.noun.into());
            tables.push(part.table);
        }
    }
    let notices = pick(&mut tables, args.stable.or(&args.columns), "column");
    Ok(Extracted {
        page: Page { source, tables, titles: Vec::new(), shared: Vec::new(), warnings, line, kind: Some(kind) },
        notices,
    })
}

/// The number of rows in the parts that make the page what it is.
fn rows(page: &ExtractPage) -> u64 {
    let rows = match page.kind {
        Kind::List => page.regions.iter().map(|region| region.records.len()).sum(),
        Kind::Thread => page.posts.len(),
        Kind::Article | Kind::Item => 1,
        Kind::Nothing => 0,
    };
    rows as u64
}

/// A part of a page as a table.
#[derive(Clone)]
struct Part {
    /// What one of its rows is.
    noun: &'static str,
    table: RegionTable,
}

/// The parts of a page as tables, with the one that the page is about first. Without `all` only that one, or the
/// objects if a schema was given and there are any.
fn parts(page: ExtractPage, all: bool) -> Vec<Part> {
    let kind = page.kind;
    let posts: Vec<_> = page.posts_table().map(|table| Part { noun: "post", table }).into_iter().collect();
    let article = vec![Part { noun: "article", table: page.article_table() }];
    let item: Vec<_> = page.item_table().map(|table| Part { noun: "item", table }).into_iter().collect();
    let objects = page.areas.unwrap_or_default();
    let objects: Vec<_> =
        objects.iter().map(|area| Part { noun: "object", table: ObjectTable::to_region(area) }).collect();
    let lists: Vec<_> = page.regions.into_iter().map(|table| Part { noun: "record", table }).collect();
    match (all, kind) {
        (false, _) if !objects.is_empty() => objects,
        (false, Kind::List) => lists,
        (false, Kind::Thread) => posts,
        (false, Kind::Article) => article,
        (false, Kind::Item) => item,
        (false, Kind::Nothing) => Vec::new(),
        (true, Kind::List) => [lists, objects, item, posts, article].concat(),
        (true, Kind::Thread) => [posts, lists, objects, item, article].concat(),
        (true, Kind::Item) => [item, article, posts, lists, objects].concat(),
        (true, Kind::Article | Kind::Nothing) => [article, posts, lists, item, objects].concat(),
    }
}
