//! `rowsmith article`: from the flags to the library and back to a [`Page`].

use std::collections::HashMap;

use rowsmith::dom::ParseOptions;
use rowsmith::site::feed::parse_feed;
use rowsmith::site::folder::SiteModel;
use rowsmith::site::request::{SiteArticle, SiteInput, SiteMethod, SiteRequest};
use rowsmith::types::{ArticlePage, Warning, article_table};
use rowsmith::{ArticleRequest, article_page};

use crate::args::{ArticleArgs, ArticleFormat, ArticleMethod, OutputArgs};
use crate::failure::{Failure, why};
use crate::format::Format;
use crate::inputs;
use crate::page::{Layout, Page};
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::{PageContext, PageSource};

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
        OutputArgs { format: format(args), out: args.out.clone(), long: false, width: args.width, color: args.color };
    let run = Run::new(inputs, &output, &args.run, &args.limits, Rows { noun: "article", regions: false })?;
    let (layout, document) = (run.layout(), run.document());
    let sample = if args.single { Vec::new() } else { run.sample(SiteRequest::default().sample) };
    if sample.len() < 2 {
        return run.run(|bytes, source, warnings| {
            let page = article_page(bytes, source, &of_page(args, source, &request)).map_err(|e| e.to_string())?;
            one_page(page, warnings, layout, document)
        });
    }
    let (model, learnt) = site_model(args, &sample, &request)?;
    run.run(|bytes, source, warnings| {
        let page = match learnt.get(&identity(source)) {
            Some(known) => known.clone().map_err(|e| e.to_string())?,
            None => model.article(site_input(args, source, bytes)).map_err(|e| e.to_string())?,
        };
        one_page(page.page, warnings, layout, document)
    })
}

/// Learns from a sample of the inputs; also gives what was found on its pages, by name.
fn site_model(
    args: &ArticleArgs,
    sample: &[(PageSource, Vec<u8>)],
    request: &ArticleRequest,
) -> Result<(SiteModel, Learnt), Failure> {
    let feed = match &args.feed {
        Some(path) => {
            let told = |why: String| Failure::Usage(format!("--feed '{}': {why}", path.display()));
            let bytes = std::fs::read(path).map_err(|error| told(why(&error)))?;
            parse_feed(&bytes).map_err(|error| told(error.to_string()))?
        }
        None => Vec::new(),
    };
    let method = match args.method {
        ArticleMethod::Forest => SiteMethod::Forest,
        ArticleMethod::Rtdm => SiteMethod::Rtdm,
        ArticleMethod::Both => SiteMethod::Both,
    };
    let site = SiteRequest { parse: request.parse.clone(), method, feed, ..SiteRequest::default() };
    let inputs: Vec<SiteInput<'_>> = sample.iter().map(|(source, bytes)| site_input(args, source, bytes)).collect();
    let (model, results) = SiteModel::learn(&inputs, &site);
    Ok((model, sample.iter().map(|(source, _)| identity(source)).zip(results).collect()))
}

/// What was found on pages of the sample, by [`identity`].
type Learnt = HashMap<String, Result<SiteArticle, rowsmith::Error>>;

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

/// What was asked for, else what the name of the output asks for; on a terminal the text.
fn format(args: &ArticleArgs) -> Option<Format> {
    use std::io::IsTerminal;
    if let Some(format) = args.format {
        return Some(match format {
            ArticleFormat::Text => Format::Text,
            ArticleFormat::Md => Format::MdText,
            ArticleFormat::Html => Format::Html,
            ArticleFormat::Jsonl => Format::Jsonl,
            ArticleFormat::Json => Format::Json,
            ArticleFormat::Table => Format::Table,
            ArticleFormat::Csv => Format::Csv,
            ArticleFormat::Xlsx => Format::Xlsx,
            ArticleFormat::Sqlite => Format::Sqlite,
            ArticleFormat::Parquet => Format::Parquet,
        });
    }
    let path = args.out.as_deref().filter(|path| path.as_os_str() != "-");
    let Some(path) = path else { return std::io::stdout().is_terminal().then_some(Format::Text) };
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("txt") => Some(Format::Text),
        Some("md" | "markdown") => Some(Format::MdText),
        Some("html" | "htm") => Some(Format::Html),
        _ => None,
    }
}

fn one_page(
    mut page: ArticlePage,
    warnings: Vec<Warning>,
    layout: Layout,
    document: Option<Format>,
) -> Result<Extracted, String> {
    // what happened to the input comes before what follows from it
    page.warnings.splice(0..0, warnings);
    let line = match document {
        Some(format) => as_document(&page, format),
        None => layout.json(&page)?,
    };
    let tables = if document.is_none() && layout == Layout::None { vec![article_table(&page)] } else { Vec::new() };
    Ok(Extracted {
        page: Page { source: page.source, tables, shared: Vec::new(), warnings: page.warnings, line, kind: None },
        notices: Vec::new(),
    })
}

fn as_document(page: &ArticlePage, format: Format) -> String {
    let title = page.title().unwrap_or_default();
    match format {
        Format::MdText if !title.is_empty() && !page.markdown.starts_with("# ") => {
            format!("# {}\n\n{}", title.replace(['*', '_', '`', '<'], ""), page.markdown)
        }
        Format::MdText => page.markdown.clone(),
        Format::Html => {
            let escaped = title.replace('&', "&amp;").replace('<', "&lt;");
            let heading = if page.html.contains("<h1>") { String::new() } else { format!("<h1>{escaped}</h1>\n") };
            format!("<article>\n{heading}{}\n</article>", page.html)
        }
        _ => page.text.clone(),
    }
}
