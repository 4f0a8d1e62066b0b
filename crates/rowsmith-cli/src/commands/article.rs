//! `rowsmith article`: from the flags to the library and back to a [`Page`].

use std::collections::HashMap;

use rowsmith::options::ArticleSearch;
use rowsmith::sites::parse_feed;
use rowsmith::sites::{SiteArticle, SiteMethod};
use rowsmith::types::{ArticlePage, Warning, article_table};
use rowsmith::{ArticleOptions, LearntSite, Site, SiteOptions};

use super::front_matter::front_matter;
use crate::args::{ArticleArgs, ArticleMethod, Format, OutputArgs, Results};
use crate::common::failure::{Failure, why};
use crate::common::html::escape_html;
use crate::common::source::PageSource;
use crate::output::json::json;
use crate::output::page::Page;
use crate::output::place::Place;
use crate::run::{Extracted, Outcome, Rows, Run, SamplePage};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn article(args: &ArticleArgs) -> Result<Outcome, Failure> {
    args.page.check().map_err(Failure::Usage)?;
    let inputs = inputs::expand(&args.inputs)?;
    let output = OutputArgs {
        format: args.format,
        out: args.out.clone(),
        long: false,
        typed: false,
        width: args.width,
        color: args.color,
    };
    let rows = Rows { noun: "article", regions: false, results: Results::Articles };
    let run = Run::new(inputs, &output, &args.run, &args.limits, rows)?;
    let format = run.format;
    // a document of its own says what is known of its page
    let with_front_matter = format == Format::MdText && matches!(run.place, Place::Folder(_));
    let one_page = |page, warnings| one_page(page, warnings, format, with_front_matter);
    let sample = if args.single || args.comments { Vec::new() } else { run.sample(SiteOptions::default().sample) };
    if sample.len() < 2 {
        let search = ArticleSearch::new().date_kind(args.date.kind());
        let options = ArticleOptions::new().search(search).markdown(args.markdown.options()).comments(args.comments);
        return run.run(|bytes, source, warnings| one_page(parsed(args, source, bytes)?.article(&options), warnings));
    }
    let Learnt { site, articles } = learn(args, &sample)?;
    run.run(|bytes, source, warnings| {
        let article = match articles.get(&identity(source)) {
            Some(known) => known.clone(),
            None => site.article(&parsed(args, source, bytes)?),
        };
        one_page(article.page, warnings)
    })
}

/// Learns from a sample of the inputs.
fn learn(args: &ArticleArgs, sample: &[SamplePage]) -> Result<Learnt, Failure> {
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
    let mut options =
        SiteOptions::new().limits(args.limits.limits()).method(method).feed(feed).markdown(args.markdown.options());
    options.article.date_kind = args.date.kind();
    // pages that cannot be parsed teach nothing, and fail when their turn comes
    let (names, pages): (Vec<String>, Vec<rowsmith::Page>) = sample
        .iter()
        .filter_map(|page| Some((identity(&page.source), parsed(args, &page.source, &page.bytes).ok()?)))
        .unzip();
    let LearntSite { site, articles } = Site::learn(&pages, &options);
    Ok(Learnt { site, articles: names.into_iter().zip(articles).collect() })
}

/// What was learnt about the pages as those of a site.
struct Learnt {
    site: Site,
    /// The results for pages of the sample, by [`identity`].
    articles: HashMap<String, SiteArticle>,
}

/// Identifies a page by its name, and by its position if it is in an archive, which may contain an address twice.
fn identity(source: &PageSource) -> String {
    let place = source.origin.as_ref().map_or(0, |origin| origin.position);
    format!("{place} {}", source.name)
}

/// A page with what is known about it.
fn parsed(args: &ArticleArgs, source: &PageSource, bytes: &[u8]) -> Result<rowsmith::Page, String> {
    let options = args.page.options(source, args.limits.limits(), None);
    rowsmith::Page::parse(bytes, &options).map_err(|error| error.to_string())
}

fn one_page(
    mut page: ArticlePage,
    warnings: Vec<Warning>,
    format: Format,
    with_front_matter: bool,
) -> Result<Extracted, String> {
    // what happened to the input comes before its consequences
    page.warnings.splice(0..0, warnings);
    let line = match format {
        Format::Text => page.text.clone(),
        Format::MdText if with_front_matter => front_matter(&page) + &markdown_document(&page),
        Format::MdText => markdown_document(&page),
        Format::Html => html_document(&page),
        Format::Jsonl | Format::Json => json(format, &page)?,
        Format::Table | Format::Csv | Format::Md | Format::Xlsx | Format::Sqlite | Format::Parquet => String::new(),
        Format::Tsv | Format::Report | Format::Feed | Format::Arrow => String::new(),
    };
    // whatever the format, since what is in it is counted
    let tables = vec![article_table(&page)];
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
        notices: Vec::new(),
    })
}

/// So many blocks may stand above a page's own title in its Markdown.
const MOST_BEFORE_TITLE: usize = 4;

fn markdown_document(page: &ArticlePage) -> String {
    let title = page.title().unwrap_or_default();
    // the only heading of the first level is the page's own title; a kicker or a date may stand above it
    let mut opening =
        page.markdown.split("\n\n").take(MOST_BEFORE_TITLE + 1).take_while(|block| !block.starts_with("```"));
    match title.is_empty() || opening.any(|block| block.starts_with("# ")) {
        true => page.markdown.clone(),
        false => format!("# {}\n\n{}", title.replace(['*', '_', '`', '<'], ""), page.markdown),
    }
}

fn html_document(page: &ArticlePage) -> String {
    let title = escape_html(page.title().unwrap_or_default());
    let heading = if page.html.contains("<h1>") { String::new() } else { format!("<h1>{title}</h1>\n") };
    format!("<article>\n{heading}{}\n</article>", page.html)
}
