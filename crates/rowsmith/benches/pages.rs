//! The library's time on real pages, relative to a yardstick: parsing the same pages with dom_query in the same run. It
//! uses one thread. For each page the best of several rounds counts; the jobs take turns, so that noise affects all of
//! them alike.
//!
//! `cargo bench --bench pages [-- FILTER]` reads the pages of `ROWSMITH_EVAL` or `../shared/eval`.

#![allow(clippy::print_stdout)] // a bench prints its table

use std::io::Read;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use rowsmith::dom::ParseOptions;
use rowsmith::objects::Schema;
use rowsmith::records;
use rowsmith::records::{AlignOptions, Method, Model, Options, PageFacts, RegionOptions};
use rowsmith::tree::{PageTree, Similarities};
use rowsmith::wrapper::{Applier, ApplyOptions, LearnOptions, Wrapper};
use rowsmith::{
    ArticleOptions, ExtractOptions, ItemOptions, Limits, ObjectsOptions, Page, PageOptions, PostsOptions,
    RecordsOptions, TablesOptions,
};

/// What is done with the bytes of a page. The wrapper was learnt from the same page.
type Job = fn(&[u8], &Applier<'_>);

/// The jobs that are timed, in addition to the yardstick.
const JOBS: &[(&str, Job)] = &[
    ("parse to frozen document", |bytes, _| {
        std::hint::black_box(rowsmith::dom::parse(bytes, &ParseOptions::default()).ok());
    }),
    ("records, by the papers", |bytes, _| records_to_json(bytes, Method::Mdr2)),
    ("records, bytes to JSON", |bytes, _| records_to_json(bytes, Method::Learned)),
    ("tables, bytes to JSON", |bytes, _| {
        to_json(bytes, |page| page.tables(&TablesOptions::new()));
    }),
    ("posts, bytes to JSON", |bytes, _| {
        to_json(bytes, |page| page.posts(&PostsOptions::new()));
    }),
    ("objects, bytes to JSON", |bytes, _| objects_to_json(bytes)),
    ("article, bytes to JSON", |bytes, _| {
        to_json(bytes, |page| page.article(&ArticleOptions::new()));
    }),
    ("item, bytes to JSON", |bytes, _| {
        to_json(bytes, |page| page.item(&ItemOptions::new()));
    }),
    ("extract, bytes to JSON", |bytes, _| {
        to_json(bytes, |page| page.extract(&ExtractOptions::new()));
    }),
    ("apply, bytes to JSON", |bytes, wrapper| {
        to_json(bytes, |page| wrapper.apply(page, &ApplyOptions::default()));
    }),
];

/// From the bytes of a page to a result line.
fn to_json<T: serde::Serialize>(bytes: &[u8], ask: impl FnOnce(&Page) -> T) {
    let page = Page::parse(bytes, &PageOptions::new().source("page"));
    std::hint::black_box(page.ok().map(|page| serde_json::to_string(&ask(&page)).expect("serialises")));
}

fn records_to_json(bytes: &[u8], method: Method) {
    let search = Options::new().method(method);
    to_json(bytes, |page| page.records(&RecordsOptions::new().search(search)));
}

/// Parsed once: a schema is meant for many pages.
static PRODUCTS: LazyLock<Schema> =
    LazyLock::new(|| rowsmith::objects::domain("products").expect("shipped").expect("sound"));

fn objects_to_json(bytes: &[u8]) {
    to_json(bytes, |page| page.objects(&PRODUCTS, &ObjectsOptions::new()));
}

const ROUNDS: usize = 5;

/// The steps of `records`, as in [`steps`].
const STEPS: [&str; 7] =
    ["parse", "comparison tree", "facts", "candidates", "measure", "choice of all measured", "align"];

/// The time of each step on one page.
fn steps(bytes: &[u8]) -> Option<[Duration; STEPS.len()]> {
    let mut times = [Duration::ZERO; STEPS.len()];
    let mut start = Instant::now();
    let mut lap = |i: usize| {
        times[i] = start.elapsed();
        start = Instant::now();
    };
    let document = rowsmith::dom::parse(bytes, &ParseOptions::default()).ok()?;
    lap(0);
    let page = PageTree::new(&document);
    lap(1);
    let facts = PageFacts::new(&document, &page);
    lap(2);
    let mut sims = Similarities::new(&page.tree, &facts.classes, Limits::default().max_work);
    let candidates = records::candidates(&facts, &RegionOptions::default(), &mut sims);
    lap(3);
    // measured once by itself and once within the choice, with nothing cached
    drop(records::measure_all(&facts, candidates.clone(), &mut sims));
    lap(4);
    let mut sims = Similarities::new(&page.tree, &facts.classes, Limits::default().max_work);
    let ranked = records::choose(&facts, candidates, &mut sims, Model::built_in(), 4.0, false);
    lap(5);
    if let Some(list) = ranked.first() {
        let list = list.candidate.to_records();
        std::hint::black_box(records::align(&document, &page, &list, &AlignOptions::default()));
    }
    lap(6);
    times[5] = times[5].saturating_sub(times[4]);
    Some(times)
}

fn main() {
    let root = std::env::var_os("ROWSMITH_EVAL")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/eval")), PathBuf::from);
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    for set in ["records", "threads", "text", "news"].into_iter().filter(|s| s.contains(&filter)) {
        let Ok(folder) = std::fs::read_dir(root.join(set).join("pages")) else {
            println!("{set}: no pages under {}, nothing measured", root.display());
            continue;
        };
        let mut files: Vec<PathBuf> = folder.flatten().map(|f| f.path()).collect();
        files.sort();
        if set == "text" {
            files = files.into_iter().step_by(5).collect();
        }
        measure(set, &files);
    }
}

fn measure(set: &str, files: &[PathBuf]) {
    let mut bytes_read = 0;
    let mut yardstick = Duration::ZERO;
    let mut totals = vec![Duration::ZERO; JOBS.len()];
    let mut worst = vec![(0.0f64, String::new()); JOBS.len()];
    let mut over = vec![0; JOBS.len()];
    let mut step_totals = [Duration::ZERO; STEPS.len()];
    for file in files {
        let mut page = Vec::new();
        let raw = std::fs::File::open(file).expect("readable");
        flate2::read::GzDecoder::new(raw).read_to_end(&mut page).expect("gzip");
        bytes_read += page.len();
        let text = String::from_utf8_lossy(&page).into_owned();
        let parsed = Page::parse(&page, &PageOptions::new()).expect("a page");
        let wrapper = Wrapper::learn(&[parsed], &LearnOptions::default());
        let wrapper = Applier::new(&wrapper);
        let mut best = vec![Duration::MAX; JOBS.len() + 1];
        let mut best_steps = [Duration::MAX; STEPS.len()];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            std::hint::black_box(dom_query::Document::from(text.as_str()));
            best[0] = best[0].min(start.elapsed());
            for (i, (_, job)) in JOBS.iter().enumerate() {
                let start = Instant::now();
                job(&page, &wrapper);
                best[i + 1] = best[i + 1].min(start.elapsed());
            }
            for (best, time) in best_steps.iter_mut().zip(steps(&page).unwrap_or_default()) {
                *best = time.min(*best);
            }
        }
        yardstick += best[0];
        for (total, best) in step_totals.iter_mut().zip(best_steps) {
            *total += best;
        }
        for i in 0..JOBS.len() {
            totals[i] += best[i + 1];
            // "3 x its own yardstick plus 2 ms"
            let allowed = best[0] * 3 + Duration::from_millis(2);
            over[i] += usize::from(best[i + 1] > allowed);
            let ratio = best[i + 1].as_secs_f64() / allowed.as_secs_f64();
            if ratio > worst[i].0 {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                worst[i] = (ratio, format!("{name} {:.1?} (yardstick {:.1?})", best[i + 1], best[0]));
            }
        }
    }
    let pages = files.len() as u32;
    println!(
        "{set}: {pages} pages, {:.1} MB; yardstick (dom_query) {:.2?} a page",
        bytes_read as f64 / 1e6,
        yardstick / pages
    );
    for (i, (name, _)) in JOBS.iter().enumerate() {
        println!(
            "  {name:<26} {:>9.2?} a page = {:.3} x yardstick; over 3 x + 2 ms: {}; worst: {}",
            totals[i] / pages,
            totals[i].as_secs_f64() / yardstick.as_secs_f64(),
            over[i],
            worst[i].1
        );
    }
    let steps = STEPS.iter().zip(step_totals).map(|(name, total)| format!("{name} {:.2?}", total / pages));
    println!("  steps: {}", steps.collect::<Vec<_>>().join(", "));
}
