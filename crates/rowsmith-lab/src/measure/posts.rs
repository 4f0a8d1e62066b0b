//! Posts, cross-validated by site: the choice, its confidence, and its errors.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::PostsOptions;
use rowsmith::dom::{ElementPaths, parse};
use rowsmith::posts::{Options, PostModel};
use rowsmith::tree::{PageTree, Run, TreeId};
use rowsmith::wrapper::{LearnOptions, Wrapper};

use crate::eval::asked::{parsable, parsed};

use super::{message, result_lines};
use crate::eval::folds::{FOLDS, fold_by};
use crate::eval::posts_pages::{PostsData, PostsPage, posts_dataset, posts_pages};
use crate::eval::short_threads::undated_threads;
use crate::eval::software::software;
use crate::eval::truth::Quality;
use crate::train::posts::{Choice, choice, models_from, posts_models, train_parts};

const SETS: [&str; 4] = ["records", "threads", "sites", "comments"];

/// A page with what was chosen on it.
struct Chosen<'a> {
    page: &'a PostsData<'a>,
    choice: Option<Choice>,
}

impl Chosen<'_> {
    fn quality(&self) -> Quality {
        self.choice.map(|c| self.page.qualities[c.candidate]).unwrap_or_default()
    }

    fn is_of(&self, set: &str, posts: bool) -> bool {
        self.page.page.set == set && self.page.has_posts == posts
    }
}

/// How pages are parted: a model has seen nothing of the part of a page that it is used on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parted {
    /// As `folds.json` has it for seed 0, and in another way for each other seed; never within a site.
    BySite { seed: u64 },
    /// By software: a part for each publishing software, and the other sites in the usual number of parts.
    BySoftware,
}

/// What is written of the posts.
pub struct Written<'a> {
    /// The set of the pages.
    pub set: &'a str,
    /// Where to.
    pub path: &'a Path,
    /// Each page uses a template that was learnt on the other pages of its site (MiBAT+MP).
    pub batch: bool,
    /// How the pages are parted.
    pub parted: Parted,
}

/// The pages with their models.
fn parted_pages(parted: Parted) -> Result<(Vec<PostsPage>, Vec<Arc<PostModel>>), String> {
    let mut pages = posts_pages()?;
    let parts = match parted {
        Parted::BySite { seed: 0 } => {
            let models = posts_models(&pages)?;
            return Ok((pages, models));
        }
        Parted::BySite { seed } => {
            pages.iter_mut().for_each(|page| page.fold = fold_by(&page.host, seed));
            FOLDS
        }
        Parted::BySoftware => part_by_software(&mut pages),
    };
    let models = train_parts(&posts_dataset(&pages), parts).into_iter().map(Arc::new).collect();
    Ok((pages, models))
}

/// Puts the pages of each software that threads are of into a part of their own, and the others by their sites; returns how many
/// parts there are.
fn part_by_software(pages: &mut [PostsPage]) -> usize {
    let named: Vec<Option<&str>> = pages.par_iter().map(|page| software(&page.html)).collect();
    let of_threads = pages.iter().zip(&named).filter(|(page, _)| page.set == "threads");
    let names: BTreeSet<&str> = of_threads.filter_map(|(_, &name)| name).collect();
    for (page, name) in pages.iter_mut().zip(named) {
        let part = name.and_then(|name| names.iter().position(|&n| n == name));
        page.fold = part.unwrap_or_else(|| names.len() + fold_by(&page.host, 0));
    }
    names.len() + FOLDS
}

/// Prints for each software what is lost on its threads if the models saw no page of it, compared with models that saw no page of
/// the site. Counts lists as the choice does, and nothing where the confidence is too low.
///
/// # Errors
/// If the evaluation data is missing.
pub fn cross_validate_by_software(out: &mut dyn Write) -> Result<(), String> {
    let pages = posts_pages()?;
    let by_site = posts_dataset(&pages);
    let site_models = models_from(&by_site)?;
    let mut parted = posts_pages()?;
    let parts = part_by_software(&mut parted);
    let by_software = posts_dataset(&parted);
    let software_models = train_parts(&by_software, parts);
    let least = Options::default().min_confidence;
    let f1 = |data: &PostsData<'_>, model: &PostModel| {
        let sure = choice(data, model).filter(|c| c.confidence >= least);
        sure.map_or(0.0, |c| data.qualities[c.candidate].f1())
    };
    let mut lost: BTreeMap<&str, Vec<[f64; 2]>> = BTreeMap::new();
    for (site, soft) in by_site.iter().zip(&by_software).filter(|(p, _)| p.page.set == "threads" && p.has_posts) {
        let Some(name) = software(&site.page.html) else { continue };
        let of_page = [f1(site, &site_models[site.page.fold]), f1(soft, &software_models[soft.page.fold])];
        lost.entry(name).or_default().push(of_page);
    }
    let line = |name: &str, pages: &[[f64; 2]]| {
        let [site, soft] = [0, 1].map(|k| pages.iter().map(|of| of[k]).sum::<f64>() / pages.len().max(1) as f64);
        format!("{name:<16} {:>4} {site:.3} {soft:.3} {:+.3}", pages.len(), soft - site)
    };
    writeln!(out, "software, threads, page mean without the site, without the software, difference")
        .map_err(message)?;
    for (name, pages) in &lost {
        writeln!(out, "{}", line(name, pages)).map_err(message)?;
    }
    writeln!(out, "{}", line("all", &lost.into_values().flatten().collect::<Vec<_>>())).map_err(message)
}

/// Writes the result lines of one set, using for each page the model that did not see its part.
///
/// # Errors
/// If the evaluation data is missing or the file cannot be written.
pub fn write_lines(written: &Written<'_>) -> Result<(), String> {
    let &Written { set, path, batch, parted } = written;
    let (pages, models) = parted_pages(parted)?;
    let of_set: Vec<&PostsPage> = pages.iter().filter(|page| page.set == set).collect();
    result_lines(path, &of_set, |page| {
        let posts = Options::new().with_model(models[page.fold].clone());
        let mut wanted = PostsOptions::new().search(posts);
        if batch {
            let others = of_set.iter().filter(|p| p.host == page.host && p.key != page.key);
            let others: Vec<&[u8]> = others.map(|p| p.html.as_slice()).collect();
            let learning = LearnOptions::new().posts(wanted.search.clone());
            let forum = Wrapper::learn_posts(&parsable(&others), &learning).wrapper;
            wanted.template = (!forum.templates.is_empty()).then(|| Arc::new(forum));
        }
        let source = page.file.display().to_string();
        match parsed(&page.html, &source).map(|page| page.posts(&wanted)) {
            Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
            Err(_) => Ok(format!("{{\"source\":{source:?},\"posts\":[]}}")),
        }
    })
}

/// Prints the figures of the out-of-fold choice; with `failures` also its errors.
///
/// # Errors
/// If the evaluation data is missing.
pub fn cross_validate(out: &mut dyn Write, failures: bool) -> Result<(), String> {
    let pages = posts_pages()?;
    let data = posts_dataset(&pages);
    bounds(out, &data, failures)?;
    let models = models_from(&data)?;
    let chosen: Vec<Chosen<'_>> =
        data.par_iter().map(|page| Chosen { page, choice: choice(page, &models[page.page.fold]) }).collect();
    choices(out, &chosen)?;
    thresholds(out, &chosen)?;
    without_dates(out, &data, &models)?;
    if failures { print_failures(out, &chosen) } else { Ok(()) }
}

/// The best of the candidates.
fn bounds(out: &mut dyn Write, data: &[PostsData<'_>], failures: bool) -> Result<(), String> {
    let candidates: usize = data.iter().map(|p| p.measured.candidates.len()).sum();
    writeln!(out, "candidates: {:.1} a page", candidates as f64 / data.len() as f64).map_err(message)?;
    for set in SETS {
        let of: Vec<&PostsData<'_>> = data.iter().filter(|p| p.page.set == set && p.has_posts).collect();
        let best = of.iter().map(|p| p.qualities.iter().map(|q| q.f1()).fold(0.0, f64::max)).sum::<f64>();
        let perfect = of.iter().filter(|p| p.qualities.iter().any(|q| q.perfect())).count();
        writeln!(out, "bound, {set}: {} pages, F1 {:.4}, perfect {perfect}", of.len(), best / of.len() as f64)
            .map_err(message)?;
        for p in of.iter().filter(|p| failures && !p.qualities.iter().any(|q| q.perfect())) {
            let best = p.qualities.iter().max_by(|a, b| a.f1().total_cmp(&b.f1()));
            writeln!(out, "   unreachable: {} {best:?}", p.page.key).map_err(message)?;
        }
    }
    Ok(())
}

/// Only the choice.
fn choices(out: &mut dyn Write, chosen: &[Chosen<'_>]) -> Result<(), String> {
    for set in SETS {
        let of: Vec<&Chosen<'_>> = chosen.iter().filter(|c| c.is_of(set, true)).collect();
        let (mut hits, mut predicted, mut gold, mut perfect, mut f1) = (0, 0, 0, 0, 0.0);
        for c in &of {
            let q = c.quality();
            hits += q.hits;
            predicted += q.predicted;
            gold += q.gold.max(c.page.qualities.first().map_or(0, |q| q.gold));
            perfect += usize::from(q.perfect());
            f1 += q.f1() / of.len() as f64;
        }
        writeln!(
            out,
            "choice, {set}: F1 {:.4}, page mean {f1:.4}, perfect {perfect} of {} = {:.3}",
            2.0 * hits as f64 / (predicted + gold) as f64,
            of.len(),
            perfect as f64 / of.len() as f64
        )
        .map_err(message)?;
    }
    Ok(())
}

/// What remains of the choice at each minimum confidence.
fn thresholds(out: &mut dyn Write, chosen: &[Chosen<'_>]) -> Result<(), String> {
    for least in [0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
        let kept = |set: &str, posts: bool| {
            let of = || chosen.iter().filter(|c| c.is_of(set, posts));
            let sure = of().filter(|c| c.choice.is_some_and(|c| c.confidence >= least)).count();
            format!("{sure}/{}", of().count())
        };
        writeln!(
            out,
            "confidence >= {least}: kept records {} threads {} sites {} comments {}; without posts: records {} sites {} articles {}",
            kept("records", true),
            kept("threads", true),
            kept("sites", true),
            kept("comments", true),
            kept("records", false),
            kept("sites", false),
            kept("text", false)
        )
        .map_err(message)?;
    }
    Ok(())
}

/// Copies of the threads without their dates, which are rare among what is annotated: what the sites' models, which saw neither
/// thread nor copy, choose on them, and how much of that is sure enough.
fn without_dates(out: &mut dyn Write, data: &[PostsData<'_>], models: &[Arc<PostModel>]) -> Result<(), String> {
    let pages = undated_threads(data);
    let copies = posts_dataset(&pages);
    let least = Options::default().min_confidence;
    let of_threads = copies.par_iter().filter(|page| page.page.set == "threads");
    let f1s: Vec<(f64, bool)> = of_threads
        .map(|page| {
            let choice = choice(page, &models[page.page.fold]);
            let f1 = choice.map_or(0.0, |c| page.qualities[c.candidate].f1());
            (f1, choice.is_some_and(|c| c.confidence >= least))
        })
        .collect();
    let mean = |of: &dyn Fn(&(f64, bool)) -> f64| f1s.iter().map(of).sum::<f64>() / f1s.len().max(1) as f64;
    writeln!(
        out,
        "threads without their dates: {}, page mean of the choice {:.3}, of what is sure enough {:.3}, not sure enough {:.3}",
        f1s.len(),
        mean(&|&(f1, _)| f1),
        mean(&|&(f1, sure)| if sure { f1 } else { 0.0 }),
        mean(&|&(_, sure)| f64::from(u8::from(!sure))),
    )
    .map_err(message)
}

fn print_failures(out: &mut dyn Write, chosen: &[Chosen<'_>]) -> Result<(), String> {
    let least = Options::default().min_confidence;
    for c in chosen {
        let (p, q) = (c.page, c.quality());
        let confidence = c.choice.map_or(0.0, |c| c.confidence);
        if p.has_posts && q.perfect() && confidence >= 0.5 || !p.has_posts && confidence < least {
            continue;
        }
        let Ok(document) = parse(&p.page.html, &Default::default()) else { continue };
        let tree = PageTree::new(&document);
        let paths = ElementPaths::new(&document);
        let note = |i: usize| {
            let c = &p.measured.candidates[i];
            format!("{} {} {}", c.generator.name(), c.len(), paths.path(tree.node(c.runs[0].first)))
        };
        writeln!(out, "{} {confidence:.2} F1 {:.3} {q:?}", p.page.key, q.f1()).map_err(message)?;
        if let Some(Choice { candidate, .. }) = c.choice {
            writeln!(out, "   chosen {}", note(candidate)).map_err(message)?;
            let last =
                p.measured.candidates[candidate].runs.last().copied().unwrap_or(Run::new(TreeId::ROOT, TreeId::new(1)));
            let text = rowsmith::dom::line(&document, tree.spans[last.first].from, tree.spans[last.end - 1].to);
            let text: String = text.chars().take(160).collect();
            writeln!(out, "   last: {text}").map_err(message)?;
        }
        let right = (0..p.qualities.len()).max_by(|&a, &b| p.qualities[a].f1().total_cmp(&p.qualities[b].f1()));
        if let Some(right) = right.filter(|_| p.has_posts) {
            writeln!(out, "   right F1 {:.3} {}", p.qualities[right].f1(), note(right)).map_err(message)?;
        }
    }
    Ok(())
}
