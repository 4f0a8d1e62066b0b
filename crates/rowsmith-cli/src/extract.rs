//! `rowsmith extract`: from the flags to the library and back to a [`Page`].

use rowsmith::dom::ParseOptions;
use rowsmith::types::{ExtractPage, Kind, ObjectTable, RegionTable, Warning};
use rowsmith::{ExtractRequest, extract_page};

use crate::args::ExtractArgs;
use crate::failure::Failure;
use crate::format::Format;
use crate::objects::read_schema;
use crate::page::{Layout, Page, PageKind};
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::{PageContext, PageSource};
use crate::{columns, inputs};

/// Runs the command.
pub(crate) fn extract(args: &ExtractArgs) -> Result<Outcome, Failure> {
    columns::check(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let schema = args.schema.as_deref().map(read_schema).transpose().map_err(Failure::Usage)?;
    let request = ExtractRequest {
        // charset and address come with each page
        parse: ParseOptions { charset: None, limits: args.common.limits.limits() },
        now: args.now,
        markdown: args.markdown,
        html: args.html,
        schema: schema.as_ref(),
        ..ExtractRequest::default()
    };
    let inputs = inputs::expand(&args.inputs)?;
    let rows = Rows { noun: "row", regions: false };
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let form = Form { layout: run.layout(), all_parts: matches!(run.format, Format::Sqlite | Format::Xlsx) };
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &request, args, form))
}

/// What is made of a result.
#[derive(Clone, Copy)]
struct Form {
    layout: Layout,
    /// Whether there is a table for each part of a page, not only for what the page is.
    all_parts: bool,
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    request: &ExtractRequest<'_>,
    args: &ExtractArgs,
    form: Form,
) -> Result<Extracted, String> {
    let PageContext { base_url, charset } = args.common.page.of(source);
    let request =
        ExtractRequest { parse: ParseOptions { charset, ..request.parse.clone() }, base_url, ..request.clone() };
    let mut page = extract_page(bytes, source, &request).map_err(|error| error.to_string())?;
    // what happened to the input comes before what follows from it
    page.warnings.splice(0..0, warnings);
    let line = form.layout.json(&page)?;
    let mut kind =
        PageKind { name: page.kind.name(), confidence: page.confidence, rows: rows(&page), parts: Vec::new() };
    let (source, warnings) = (std::mem::take(&mut page.source), std::mem::take(&mut page.warnings));
    let mut tables = Vec::new();
    if form.layout == Layout::None {
        (kind.parts, tables) = parts(page, form.all_parts).into_iter().unzip();
    }
    let missing = columns::pick(&mut tables, &args.columns);
    let notices = missing.iter().map(|name| format!("no column {name:?}")).collect();
    Ok(Extracted { page: Page { source, tables, shared: Vec::new(), warnings, line, kind: Some(kind) }, notices })
}

/// How many rows the parts of a page have that make it what it is.
fn rows(page: &ExtractPage) -> u64 {
    let rows = match page.kind {
        Kind::List => page.regions.iter().map(|region| region.records.len()).sum(),
        Kind::Thread => page.posts.len(),
        Kind::Article => 1,
        Kind::Nothing => 0,
    };
    rows as u64
}

/// The parts of a page by name, as tables: what the page is comes first. Without `all` only that, or the objects, if
/// a schema was given and there are any.
fn parts(page: ExtractPage, all: bool) -> Vec<(&'static str, RegionTable)> {
    let kind = page.kind;
    let posts: Vec<_> = page.posts_table().map(|table| ("post", table)).into_iter().collect();
    let article = vec![("article", page.article_table())];
    let objects = page.areas.unwrap_or_default();
    let objects: Vec<_> = objects.iter().map(|area| ("object", ObjectTable::to_region(area))).collect();
    let lists: Vec<_> = page.regions.into_iter().map(|region| ("record", region)).collect();
    match (all, kind) {
        (false, _) if !objects.is_empty() => objects,
        (false, Kind::List) => lists,
        (false, Kind::Thread) => posts,
        (false, Kind::Article) => article,
        (false, Kind::Nothing) => Vec::new(),
        (true, Kind::List) => [lists, objects, posts, article].concat(),
        (true, Kind::Thread) => [posts, lists, objects, article].concat(),
        (true, _) => [article, posts, lists, objects].concat(),
    }
}
