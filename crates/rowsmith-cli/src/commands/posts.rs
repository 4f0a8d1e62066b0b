//! `rowsmith posts`: from the flags to the library and back to a [`Page`].

use std::path::PathBuf;
use std::sync::Arc;

use rowsmith::options::{MibatOptions, PostMethod as Method, PostSearch as Options, StateUse};
use rowsmith::types::{Warning, posts_table};
use rowsmith::wrapper::{LearnOptions, Learnt, Wrapper};
use rowsmith::{PageOptions, PostsOptions};

use super::wrapper_file::{read, tell_exhausted, write};
use crate::args::{self, Format, PostsArgs, check_picks};
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::source::PageSource;
use crate::output::columns::pick;
use crate::output::json::json;
use crate::output::page::Page;
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::inputs::{self, Input};
use crate::sources::load::load;

/// Runs the command.
pub(crate) fn posts(args: &PostsArgs) -> Result<Outcome, Failure> {
    check_picks(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let mut wanted = PostsOptions::new().html(args.html);
    if args.no_state {
        wanted.state = StateUse::Nothing;
    }
    wanted.search = options(args);
    if let Some(path) = &args.template {
        wanted.template = Some(Arc::new(read(path)?));
    }
    let inputs = inputs::expand(&args.inputs)?;
    if let Some(path) = &args.learn_template {
        let files = inputs.iter().filter_map(|input| if let Input::File(path) = input { Some(path) } else { None });
        let limits = args.common.limits.limits();
        let parsed = |path: PathBuf| {
            let loaded = load(&path, args.common.limits.max_bytes).ok()?;
            let options = PageOptions::new().limits(limits).source(path.display().to_string());
            rowsmith::Page::parse(&loaded.bytes, &options).ok()
        };
        let pages: Vec<rowsmith::Page> = files.take(MAX_LEARNT).filter_map(parsed).collect();
        let learning = LearnOptions::new().limits(limits).posts(wanted.search.clone());
        let Learnt { wrapper: template, exhausted, .. } = Wrapper::learn_posts(&pages, &learning);
        tell_exhausted(&pages.iter().map(rowsmith::Page::source).collect::<Vec<_>>(), &exhausted);
        match template.templates.is_empty() {
            false => {
                write(path, &template)?;
                wanted.template = Some(Arc::new(template));
            }
            true => notices::warning(&path.display().to_string(), "not written: no page shows posts"),
        }
    }
    let rows = Rows::tables("post", false);
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let format = run.format;
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &wanted, args, format))
}

/// How many pages a template is learnt from (MiBAT 6.3).
const MAX_LEARNT: usize = 20;

fn options(args: &PostsArgs) -> Options {
    let method = match args.method {
        args::PostsMethod::Learned => Method::Learned,
        args::PostsMethod::Mibat => Method::Mibat,
    };
    let mibat = MibatOptions::new().threshold(args.threshold);
    Options::new().method(method).mibat(mibat).min_confidence(args.min_confidence)
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    wanted: &PostsOptions,
    args: &PostsArgs,
    format: Format,
) -> Result<Extracted, String> {
    let options = args.common.page.options(source, args.common.limits.limits(), args.now);
    let mut page = rowsmith::Page::parse(bytes, &options).map_err(|error| error.to_string())?.posts(wanted);
    if page.posts.len() < args.min_posts {
        page.posts.clear();
    }
    // what happened to the input comes before its consequences
    page.warnings.splice(0..0, warnings);
    let line = json(format, &page)?;
    let mut tables: Vec<_> = posts_table(&page).into_iter().collect();
    let notices = pick(&mut tables, args.stable.or(&args.columns), "column");
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
