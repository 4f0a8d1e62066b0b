//! `rowsmith article`: from the flags to the library and back to a [`Page`].

use std::collections::HashMap;

use rowsmith::site::feed::parse_feed;
use rowsmith::site::folder::SiteModel;
use rowsmith::site::request::{SiteArticle, SiteInput, SiteMethod, SiteRequest};
use rowsmith::dom::ParseOptions;
use rowsmith::types::{ArticlePage, Warning, article_table};
use rowsmith::{ArticleRequest, article_page};

use crate::args::{ArticleArgs, ArticleMethod, Format, OutputArgs, Results};
use crate::common::failure::{Failure, why};
use crate::common::html::escape_html;
use crate::common::source::{PageContext, PageSource};
use crate::output::json::json;
use crate::output::page::Page;
use crate::run::{Extracted, Outcome, Rows, Run, SamplePage};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn article(args: &ArticleArgs) -> Result<Outcome, Failure> {
    args.page.check().map_err(Failure::Usage)?;
    let request = ArticleRequest {
        // charset and address come with each page
        parse: ParseOptions { charset: None, limits: args.limits.limits() },
        ..ArticleRequest::default()
    };
    let inputs = inputs::expand(&args.inputs)?;
    let output =
        OutputArgs { format: args.format, out: args.out.clone(), long: false, width: args.width, color: args.color };
    let rows = Rows { noun: "article", regions: false, results: Results::Articles };
    let run = Run::new(inputs, &output, &args.run, &args.limits, rows)?;
    let format = run.format;
    let sample = if args.single { Vec::new() } else { run.sample(SiteRequest::default().sample) };
    if sample.len() < 2 {
        return run.run(|bytes, source, warnings| {
            let page = article_page(bytes, source, &of_page(args, source, &request)).map_err(|e| e.to_string())?;
            one_page(page, warnings, format)
        });
    }
    let Site { model, learnt } = site_model(args, &sample, &request)?;
    run.run(|bytes, source, warnings| {
        let page = match learnt.get(&identity(source)) {
            Some(known) => known.clone().map_err(|e| e.to_string())?,
            None => model.article(site_input(args, source, bytes)).map_err(|e| e.to_string())?,
        };
        one_page(page.page, warnings, format)
    })
}

/// Learns from a sample of the inputs.
fn site_model(args: &ArticleArgs, sample: &[SamplePage], request: &ArticleRequest) -> Result<Site, Failure> {
    let feed = match &args.feed {
        Some(path) => {
            let wrong = |why: String| Failure::Usage(format!("--feed '{}': {why}", path.display()));
            let bytes = std::fs::read(path).map_err(|error| wrong(why(&error)))?;
            parse_feed(&bytes).map_err(|error| wrong(error.to_string()))?
        }
        None => Vec::new(),
    };
    let method = match args.method {
        ArticleMethod::Forest => SiteMethod::Forest,
        ArticleMethod::Rtdm => SiteMethod::Rtdm,
        ArticleMethod::Both => SiteMethod::Both,
    };
    let site = SiteRequest { parse: request.parse.clone(), method, feed, ..SiteRequest::default() };
    let inputs: Vec<SiteInput<'_>> = sample.iter().map(|page| site_input(args, &page.source, &page.bytes)).collect();
    let (model, results) = SiteModel::learn(&inputs, &site);
    Ok(Site { model, learnt: sample.iter().map(|page| identity(&page.source)).zip(results).collect() })
}

/// What was learnt of the pages as those of a site.
struct Site {
    model: SiteModel,
    /// What was found on pages of the sample, by [`identity`].
    learnt: HashMap<String, Result<SiteArticle, rowsmith::Error>>,
}

/// A page by its name, and by its place where it is one of an archive: an address may stand there twice.
fn identity(source: &PageSource) -> String {
    let place = source.origin.as_ref().map_or(0, |origin| origin.position);
    format!("{place} {}", source.name)
}

/// A page of a site with what is known about it.
fn site_input<'a>(args: &'a ArticleArgs, source: &'a PageSource, bytes: &'a [u8]) -> SiteInput<'a> {
    let base_url = source.context.base_url.as_deref().or(args.page.base_url.as_deref());
    let charset = args.page.charset.as_deref().or(source.context.charset.as_deref());
    SiteInput { source, bytes, base_url, charset }
}

/// The request with what is known about a page.
fn of_page(args: &ArticleArgs, source: &PageSource, request: &ArticleRequest) -> ArticleRequest {
    let PageContext { base_url, charset } = args.page.of(source);
    ArticleRequest { parse: ParseOptions { charset, ..request.parse.clone() }, base_url, ..request.clone() }
}

fn one_page(mut page: ArticlePage, warnings: Vec<Warning>, format: Format) -> Result<Extracted, String> {
    // what happened to the input comes before what follows from it
    page.warnings.splice(0..0, warnings);
    let line = match format {
        Format::Text => page.text.clone(),
        Format::MdText => markdown_document(&page),
        Format::Html => html_document(&page),
        Format::Jsonl | Format::Json => json(format, &page)?,
        Format::Table | Format::Csv | Format::Md | Format::Xlsx | Format::Sqlite | Format::Parquet => String::new(),
    };
    let tables = if format.has_tables() { vec![article_table(&page)] } else { Vec::new() };
    Ok(Extracted {
        page: Page { source: page.source, tables, shared: Vec::new(), warnings: page.warnings, line, kind: None },
        notices: Vec::new(),
    })
}

fn markdown_document(page: &ArticlePage) -> String {
    let title = page.title.as_deref().unwrap_or_default();
    match title.is_empty() || page.markdown.starts_with("# ") {
        true => page.markdown.clone(),
        false => format!("# {}\n\n{}", title.replace(['*', '_', '`', '<'], ""), page.markdown),
    }
}

fn html_document(page: &ArticlePage) -> String {
    let title = escape_html(page.title.as_deref().unwrap_or_default());
    let heading = if page.html.contains("<h1>") { String::new() } else { format!("<h1>{title}</h1>\n") };
    format!("<article>\n{heading}{}\n</article>", page.html)
}
