//! `rowsmith learn`: from pages to a wrapper file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rowsmith::PageOptions;
use rowsmith::wrapper::{LearnOptions, Learnt, PartKind, Template, Wrapper};

use super::schema::read_schema;
use super::wrapper_file::{read, tell_columns, tell_exhausted, write};
use crate::args::WrapperArgs;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::source::PageContext;
use crate::common::text::count;
use crate::run::{Outcome, refuse_overwriting};
use crate::sources::Task;
use crate::sources::inputs::{self, Inputs};
use crate::sources::queue::Queue;
use crate::sources::settings::Settings;

/// Runs the command.
pub(crate) fn learn(args: &WrapperArgs) -> Result<Outcome, Failure> {
    args.page.check().map_err(Failure::Usage)?;
    let schema = args.schema.as_deref().map(read_schema).transpose().map_err(Failure::Usage)?;
    let inputs = Inputs { arguments: args.inputs.clone(), lists: Vec::new() };
    // the name of a domain is no file
    let file = args.schema.as_deref().map(Path::new).filter(|path| path.is_file());
    refuse_overwriting(&inputs, &[file], &[("--out", Some(&args.out))])?;
    let before = if args.append || args.update { read_if_there(args)? } else { None };
    #[cfg(not(feature = "render"))]
    args.render.refuse()?;
    let settings = Settings {
        max_bytes: args.limits.max_bytes,
        #[cfg(feature = "fetch")]
        fetcher: Some(crate::sources::fetch::Fetcher::open(&args.fetch)?),
        #[cfg(feature = "render")]
        rendering: rendering(args)?,
        ..Settings::default()
    };
    let limits = args.limits.limits();
    let (projects, plain): (Vec<PathBuf>, Vec<PathBuf>) =
        args.inputs.iter().cloned().partition(|input| is_project(input));
    let (mut pages, mut outcome) = (Vec::new(), Outcome::AllWell);
    of_projects(&projects, args, &mut pages, &mut outcome)?;
    if !plain.is_empty() || projects.is_empty() {
        let inputs = inputs::expand(&plain)?;
        let sample = sample(Queue::new(Box::new(inputs.iter()), &settings), args, &settings);
        if sample.outcome != Outcome::AllWell {
            outcome = sample.outcome;
        }
        // pages that cannot be parsed teach nothing
        pages.extend(sample.pages.iter().filter_map(|page| parsed(page, limits).ok()));
    }
    let names: Vec<String> = pages.iter().map(|page| page.source().to_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut options = LearnOptions::new().limits(limits);
    options.records.min_confidence = args.min_confidence;
    options.schema = schema.map(Arc::new);
    if let Some(before) = before.as_ref().filter(|_| args.update) {
        let updated = before.update(&pages, &options);
        if !args.quiet {
            tell_exhausted(&names, &updated.exhausted);
            updated.templates.iter().for_each(|template| tell_columns(template, &updated.wrapper));
            updated.wrapper.templates.iter().for_each(describe);
        }
        write(&args.out, &updated.wrapper)?;
        return Ok(outcome);
    }
    let Learnt { wrapper: learnt, exhausted, .. } = Wrapper::learn_telling(&pages, &options);
    if !args.quiet {
        tell_exhausted(&names, &exhausted);
        learnt.templates.iter().for_each(describe);
    }
    if learnt.templates.iter().all(|t| t.parts.is_empty()) {
        notices::error(&args.out.display().to_string(), "nothing was learnt: no list, posts or article on any page");
        return Ok(Outcome::SomeFailed);
    }
    let wrapper = match before {
        Some(before) => before.with(learnt),
        None => learnt,
    };
    write(&args.out, &wrapper)?;
    Ok(outcome)
}

/// Whether an input is a project of the studio.
#[cfg(feature = "studio")]
fn is_project(input: &Path) -> bool {
    rowsmith_studio::project::Project::is_one(input)
}

/// A program without the studio reads the pages in its folder like any others.
#[cfg(not(feature = "studio"))]
fn is_project(_: &Path) -> bool {
    false
}

/// Adds the pages of projects that are marked to learn from, with the corrections that a person made.
#[cfg(feature = "studio")]
fn of_projects(
    folders: &[PathBuf],
    args: &WrapperArgs,
    pages: &mut Vec<rowsmith::Page>,
    outcome: &mut Outcome,
) -> Result<(), Failure> {
    let sample = if args.sample == 0 { usize::MAX } else { args.sample };
    for folder in folders {
        let project = rowsmith_studio::project::Project::open(folder);
        let project = project.map_err(|why| Failure::Usage(why.to_string()))?;
        let found = project.pages_to_learn(sample, args.limits.limits());
        for why in found.failed {
            notices::error(&folder.display().to_string(), &why.to_string());
            *outcome = Outcome::SomeFailed;
        }
        pages.extend(found.pages);
    }
    Ok(())
}

#[cfg(not(feature = "studio"))]
fn of_projects(_: &[PathBuf], _: &WrapperArgs, _: &mut Vec<rowsmith::Page>, _: &mut Outcome) -> Result<(), Failure> {
    Ok(())
}

/// The browser, if pages are to be rendered; it renders one page after the other.
#[cfg(feature = "render")]
fn rendering(args: &WrapperArgs) -> Result<Option<crate::sources::render::Rendering>, Failure> {
    use crate::sources::render::Rendering;
    let rendering = || Rendering::new(&args.render, &args.fetch, args.limits.max_bytes, 1, false);
    let rendering = args.render.render.then(rendering).transpose()?;
    Ok(rendering.map(|rendering| if args.quiet { rendering } else { rendering.warned() }))
}

/// A page with what is known about it.
fn parsed(page: &Sampled, limits: rowsmith::Limits) -> Result<rowsmith::Page, rowsmith::Error> {
    let mut options = PageOptions::new().limits(limits).source(page.name.clone());
    (options.url, options.charset) = (page.context.base_url.clone(), page.context.charset.clone());
    rowsmith::Page::parse(&page.bytes, &options)
}

/// A page to learn from.
struct Sampled {
    name: String,
    bytes: Vec<u8>,
    context: PageContext,
}

/// The pages to learn from.
struct Sample {
    pages: Vec<Sampled>,
    /// Whether everything that was named could be read.
    outcome: Outcome,
}

/// Keeps this many of the pages, evenly spaced, whatever their total number: whenever there are twice as many, every
/// other one is dropped.
fn sample(queue: Queue<'_>, args: &WrapperArgs, settings: &Settings) -> Sample {
    let most = if args.sample == 0 { usize::MAX } else { args.sample };
    let (mut pages, mut outcome, mut stride) = (Vec::new(), Outcome::AllWell, 1);
    for (number, task) in queue.enumerate() {
        if number % stride != 0 {
            continue;
        }
        let Task { mut source, content, .. } = task;
        match content.load(&mut source.context, settings) {
            Ok(loaded) => {
                pages.push(Sampled { name: source.name.clone(), bytes: loaded.bytes, context: args.page.of(&source) })
            }
            Err(problem) => {
                notices::error(&source.name, &problem.why);
                outcome = Outcome::SomeFailed;
            }
        }
        if pages.len() >= most.saturating_mul(2) {
            let mut at = 0;
            pages.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            stride *= 2;
        }
    }
    let n = pages.len();
    let mut at = 0;
    pages.retain(|_| {
        at += 1;
        n <= most || at * most / n > (at - 1) * most / n
    });
    Sample { pages, outcome }
}

/// Describes what the pages of a template hold, with one line per part.
fn describe(template: &Template) {
    let pages = count(template.pages as usize, "page");
    if template.parts.is_empty() {
        notices::error(&template.name, &format!("{pages}, nothing found"));
    }
    for part in &template.parts {
        let noun = match part.kind {
            PartKind::List => "record",
            PartKind::Objects => "object",
            PartKind::Posts => "post",
            PartKind::Article => "article",
            PartKind::Item => "page",
        };
        let names: Vec<&str> = part.columns.iter().filter(|c| !c.dropped).map(|c| c.name.as_str()).collect();
        let css = match part.kind {
            PartKind::Item => "the page itself",
            _ => part.selectors.edited.as_ref().unwrap_or(&part.selectors.css),
        };
        let records = count(part.statistics.records as usize, noun);
        let what = format!("{pages}, {records}, columns {}; {}", names.join(", "), css);
        notices::error(&template.name, &what);
    }
}

fn read_if_there(args: &WrapperArgs) -> Result<Option<Wrapper>, Failure> {
    match args.append && !args.out.exists() {
        true => Ok(None),
        false => read(&args.out).map(Some),
    }
}
