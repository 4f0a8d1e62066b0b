//! Wrappers learnt on one half of a page's records and applied to the other half, compared with extraction by search;
//! to pages with one record and with none; and to redesigned pages.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::RecordsOptions;
use rowsmith::dom::{NodeId, ParseOptions, parse};
use rowsmith::posts::PostModel;
use rowsmith::records::{Model, Options, Record};
use rowsmith::tree::{PageTree, Span, TreeId};
use rowsmith::types::RegionTable;
use rowsmith::wrapper::{AppliedPage, LearnOptions, PartKind, Wrapper, apply_to, verdict};

use crate::eval::asked;

use crate::eval::data::{Extra, GoldPage, record_pages};
use crate::eval::half_pages::{Made, Redesign, keep_records, to_html};
use crate::eval::truth::{Quality, Truth};
use crate::train::posts::fold_models;
use crate::train::records::record_models;

/// A wrapper's result on a page, and that of the search.
struct Outcome<'a> {
    page: &'a GoldPage,
    what: &'static str,
    searched: Quality,
    wrapped: Quality,
    /// Whether drift was reported.
    reported: bool,
    note: String,
    lines: Option<Lines>,
}

/// The input of score.py for a page that was made.
pub struct Lines {
    pub name: String,
    pub gold: String,
    pub searched: String,
    pub wrapped: String,
}

/// The pages that are divided: with at least eight records, not debatable.
pub fn pages() -> Result<Vec<GoldPage>, String> {
    let mut pages = record_pages()?;
    pages.retain(|p| {
        let records = p.gold.regions.iter().filter(|r| r.main).map(|r| r.records.len()).sum::<usize>();
        p.extra == Extra::No && !p.gold.debatable && records >= 8
    });
    Ok(pages)
}

/// Options of the run.
pub struct Run {
    /// Print the pages with losses.
    pub failures: bool,
    /// Also print why records are missing or superfluous.
    pub explain: bool,
    /// Only pages whose name contains this.
    pub only: Option<String>,
}

/// The models that have not seen a page's site.
struct Models<'m> {
    records: &'m Arc<Model>,
    posts: &'m Arc<PostModel>,
}

/// Prints the figures.
pub fn wrappers(out: &mut dyn Write, lines: Option<&Path>, what: &Run) -> Result<(), String> {
    let only = what.only.as_deref();
    let message = |e: std::io::Error| e.to_string();
    let all = pages()?;
    let (models, posts) = (record_models()?, fold_models()?);
    let chosen: Vec<usize> = (0..all.len()).filter(|&i| only.is_none_or(|only| all[i].key.contains(only))).collect();
    let outcomes: Vec<Vec<Outcome<'_>>> = chosen
        .par_iter()
        .map(|&i| {
            // the page of another site, by which a template may be replaced
            let other = (1..all.len()).map(|d| &all[(i + d) % all.len()]).find(|p| p.host != all[i].host);
            let models = Models { records: &models[all[i].fold], posts: &posts[all[i].fold] };
            of_page(&all[i], other.unwrap_or(&all[i]), &models, what.explain)
        })
        .collect();
    let outcomes: Vec<Outcome<'_>> = outcomes.into_iter().flatten().collect();
    if let Some(path) = lines {
        write_lines(path, outcomes.iter().filter_map(|o| o.lines.as_ref()))?;
    }
    let mut by: BTreeMap<&str, Vec<&Outcome<'_>>> = BTreeMap::new();
    for outcome in &outcomes {
        by.entry(outcome.what).or_default().push(outcome);
    }
    for (what, of) in &by {
        let n = of.len() as f64;
        let mean = |f: &dyn Fn(&Outcome<'_>) -> f64| of.iter().map(|o| f(o)).sum::<f64>() / n;
        let share = |f: &dyn Fn(&Outcome<'_>) -> bool| of.iter().filter(|o| f(o)).count() as f64 / n;
        let survived = |o: &Outcome<'_>| o.wrapped.f1() + 0.01 >= o.searched.f1();
        writeln!(
            out,
            "{what:<22} {n:>5}: compared with F1 {:.4} perfect {:.3}; wrapper F1 {:.4} perfect {:.3}; worse {}, better {}; reported {:.3}; neither survived nor reported {}",
            mean(&|o| o.searched.f1()),
            share(&|o| o.searched.perfect()),
            mean(&|o| o.wrapped.f1()),
            share(&|o| o.wrapped.perfect()),
            of.iter().filter(|o| o.wrapped.f1() + 1e-9 < o.searched.f1()).count(),
            of.iter().filter(|o| o.wrapped.f1() > o.searched.f1() + 1e-9).count(),
            share(&|o| o.reported),
            of.iter().filter(|o| !survived(o) && !o.reported).count(),
        )
        .map_err(message)?;
    }
    if what.failures {
        let mut worst: Vec<&Outcome<'_>> = outcomes.iter().collect();
        let unexpected = |o: &&Outcome<'_>| o.wrapped.f1() + 1e-9 < o.searched.f1() || o.reported;
        worst.retain(|o| unexpected(o));
        worst.sort_by(|a, b| {
            let loss = |o: &Outcome<'_>| o.wrapped.f1() - o.searched.f1();
            a.what.cmp(b.what).then(loss(a).total_cmp(&loss(b)))
        });
        for o in worst {
            writeln!(
                out,
                "{} | {} {}: {:.3} against {:.3} {:?} {}",
                o.what,
                o.page.key,
                o.page.gold.kind,
                o.wrapped.f1(),
                o.searched.f1(),
                o.wrapped,
                o.note
            )
            .map_err(message)?;
        }
    }
    Ok(())
}

/// Writes result lines of wrappers to a file, and beside it those of the search, and the annotations.
pub fn write_lines<'l>(path: &Path, all: impl Iterator<Item = &'l Lines>) -> Result<(), String> {
    let message = |e: std::io::Error| format!("{}: {e}", path.display());
    let folder = path.with_extension("gold");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(message)?;
    let (mut searched, mut wrapped) = (String::new(), String::new());
    for lines in all {
        std::fs::write(folder.join(format!("{}.json", lines.name)), &lines.gold).map_err(message)?;
        searched += &lines.searched;
        searched.push('\n');
        wrapped += &lines.wrapped;
        wrapped.push('\n');
    }
    std::fs::write(path, wrapped).map_err(message)?;
    std::fs::write(path.with_extension("search.jsonl"), searched).map_err(message)
}

/// A page divided into two halves, on one of which a wrapper is learnt.
struct Parted<'a, 'h> {
    page: &'a GoldPage,
    models: &'h Models<'h>,
    /// The records of the half that is learnt from.
    is_learnt: &'h dyn Fn(usize) -> bool,
    /// The name of this division and direction.
    what: &'static str,
    explain: bool,
}

/// Everything right, whatever there was.
const RIGHT: Quality = Quality { hits: 1, predicted: 1, gold: 1 };

fn of_page<'a>(page: &'a GoldPage, other: &GoldPage, models: &Models<'_>, explain: bool) -> Vec<Outcome<'a>> {
    let total: usize = page.gold.regions.iter().filter(|r| r.main).map(|r| r.records.len()).sum();
    let (even, front) = (|i: usize| i.is_multiple_of(2), |i: usize| i < total.div_ceil(2));
    let (odd, back) = (|i: usize| !even(i), |i: usize| !front(i));
    let parted = |what, is_learnt| Parted { page, models, is_learnt, what, explain };
    let partings: [[Parted<'a, '_>; 2]; 2] = [
        [parted("alternate a to b", &even), parted("alternate b to a", &odd)],
        [parted("halves a to b", &front), parted("halves b to a", &back)],
    ];
    let mut outcomes = Vec::new();
    for (p, [forth, back]) in partings.iter().enumerate() {
        let (Some(a), Some(b)) = (forth.made(forth.is_learnt), forth.made(back.is_learnt)) else {
            outcomes.push(empty(page, "not parted"));
            continue;
        };
        for (half, from, to) in [(forth, &a, &b), (back, &b, &a)] {
            let wrapper = learnt(&from.html, models);
            let result = run(&wrapper, to);
            outcomes.push(half.other_half(&wrapper, to, &result));
            outcomes.push(half.own_half(&wrapper, from));
            // the results of redesigned pages are compared with those of the wrapper on the unchanged half
            let plain = quality_of_tables(to, &records_of(&wrapper, &result));
            if p == 0 && std::ptr::eq(half, forth) {
                outcomes.extend(redesigned(page, &wrapper, forth.is_learnt, plain));
                outcomes.extend(without_columns(page, &wrapper, to, plain));
                outcomes.extend(replaced(page, &wrapper, other));
            }
            if plain.perfect() {
                outcomes.extend(half.few_left(&wrapper, total));
            }
        }
    }
    outcomes
}

impl<'a> Parted<'a, '_> {
    /// The page with only some of its records.
    fn made(&self, keep: &dyn Fn(usize) -> bool) -> Option<Made> {
        keep_records(&self.page.html, &self.page.gold, keep, Redesign::default())
    }

    /// On the half that the wrapper has not seen, compared with the search.
    fn other_half(&self, wrapper: &Wrapper, to: &Made, result: &AppliedPage) -> Outcome<'a> {
        let searched = search(to, self.models.records);
        let name = format!("{}-{}", self.page.key, self.what.replace(' ', "-"));
        let records = records_of(wrapper, result);
        let mut outcome = compare(self.page, self.what, to, &searched, (&records, result), Some(name));
        if self.explain && outcome.wrapped.f1() < outcome.searched.f1() {
            outcome.note += &explained(to, wrapper, result);
        }
        outcome
    }

    /// On the half that it was learnt on.
    fn own_half(&self, wrapper: &Wrapper, from: &Made) -> Outcome<'a> {
        let own = run(wrapper, from);
        Outcome {
            searched: quality_of_tables(from, &search(from, self.models.records)),
            wrapped: quality_of_tables(from, &records_of(wrapper, &own)),
            reported: !own.drift.is_empty(),
            note: format!("{:?}", own.drift),
            ..empty(self.page, "on the page learnt from")
        }
    }

    /// On the other half with one record left, and with none.
    fn few_left(&self, wrapper: &Wrapper, total: usize) -> Vec<Outcome<'a>> {
        let left: Vec<usize> = (0..total).filter(|&i| !(self.is_learnt)(i)).collect();
        let single = [left.first(), left.get(left.len() / 2), left.last()];
        let one_left = |&one: &usize| {
            let made = self.made(&|i| i == one)?;
            let applied = run(wrapper, &made);
            Some(Outcome {
                searched: RIGHT,
                wrapped: quality_of_tables(&made, &records_of(wrapper, &applied)),
                reported: !applied.drift.is_empty(),
                note: format!("record {one} {:?}", applied.drift),
                ..empty(self.page, "one record left")
            })
        };
        let none_left = || {
            let applied = run(wrapper, &self.made(&|_| false)?);
            let records = record_count(wrapper, &applied);
            Some(Outcome {
                searched: RIGHT,
                wrapped: if records == 0 { RIGHT } else { Quality::default() },
                reported: !applied.drift.is_empty(),
                note: format!("{records} records {:?}", applied.drift),
                ..empty(self.page, "no record left")
            })
        };
        single.into_iter().flatten().filter_map(one_left).chain(none_left()).collect()
    }
}

fn record_count(wrapper: &Wrapper, applied: &AppliedPage) -> usize {
    records_of(wrapper, applied).iter().map(|r| r.records.len()).sum()
}

/// On a page of another site. If that uses the same publishing software and its records come out right, it does not
/// count as another template.
fn replaced<'a>(page: &'a GoldPage, wrapper: &Wrapper, other: &GoldPage) -> Option<Outcome<'a>> {
    let foreign = keep_records(&other.html, &other.gold, &|_| true, Redesign::default())?;
    let applied = run(wrapper, &foreign);
    Some(Outcome {
        searched: RIGHT,
        wrapped: quality_of_tables(&foreign, &records_of(wrapper, &applied)),
        reported: !applied.drift.is_empty(),
        note: format!("{} records of {} {:?}", record_count(wrapper, &applied), other.key, applied.drift),
        ..empty(page, "template replaced")
    })
}

fn redesigned<'a>(
    page: &'a GoldPage,
    wrapper: &Wrapper,
    in_a: &dyn Fn(usize) -> bool,
    plain: Quality,
) -> Vec<Outcome<'a>> {
    let designs = [
        ("classes renamed", Redesign { rename: true, wrap: false }),
        ("list wrapped twice", Redesign { rename: false, wrap: true }),
    ];
    let made = designs
        .into_iter()
        .filter_map(|(what, redesign)| Some((what, keep_records(&page.html, &page.gold, &|i| !in_a(i), redesign)?)));
    made.map(|(what, made)| {
        let applied = run(wrapper, &made);
        Outcome {
            searched: plain,
            wrapped: quality_of_tables(&made, &records_of(wrapper, &applied)),
            reported: !applied.drift.is_empty(),
            note: format!("fit {} {:?}", applied.fit, applied.drift),
            ..empty(page, what)
        }
    })
    .collect()
}

/// The most columns that are removed from a page.
const COLUMNS: usize = 4;

/// The page without the items of one column, for columns that nearly all records have.
fn without_columns<'a>(page: &'a GoldPage, wrapper: &Wrapper, to: &Made, plain: Quality) -> Vec<Outcome<'a>> {
    let mut outcomes = Vec::new();
    let Ok(document) = parse(&to.html, &ParseOptions::default()) else { return outcomes };
    let tree = PageTree::new(&document);
    let applied = apply_to(wrapper, &document, &tree, None, u64::MAX);
    for (part, nodes) in &applied.parts {
        let full = part.columns.iter().zip(&nodes.columns).filter(|(column, draft)| {
            let filled = draft.items.iter().flatten().count();
            column.statistics.fill >= 0.9 && filled * 10 >= draft.items.len() * 9 && draft.items.len() >= 4
        });
        for (column, draft) in full.take(COLUMNS) {
            let mut removed: HashSet<NodeId> = HashSet::new();
            for (id, _) in draft.items.iter().flatten() {
                let Span { from, to } = tree.spans[*id];
                removed.extend((from.0..to.0).map(NodeId));
            }
            // without its only link a card is not a card: a page without records is another case
            let is_left = |id: TreeId| tree.is_terminal(id) && !removed.contains(&tree.node(id));
            let shows = |record: &&Record| record.runs.iter().any(|run| run.nodes().any(is_left));
            if nodes.records.iter().filter(shows).count() * 10 < nodes.records.len() {
                continue;
            }
            let html = to_html(&document, &removed, None, false).into_bytes();
            let made = Made { html, gold: empty_gold() };
            let result = run(wrapper, &made);
            // a card's second link to the same page is as good as the first
            let texts: Vec<Option<&str>> = draft.items.iter().map(|i| i.as_ref().map(|(_, t)| t.as_str())).collect();
            let tables = records_of(wrapper, &result);
            let left: Vec<Option<&str>> = tables
                .iter()
                .flat_map(|r| Some((r.column(&column.name)?, r)))
                .flat_map(|(c, r)| {
                    r.records.iter().map(move |row| row.cells[c].as_ref().map(|cell| cell.text.as_str()))
                })
                .collect();
            let same = texts.len() == left.len()
                && texts.iter().zip(&left).filter(|(a, b)| a == b).count() * 10 >= texts.len() * 9;
            outcomes.push(Outcome {
                searched: plain,
                wrapped: if same { plain } else { Quality::default() },
                reported: !result.drift.is_empty(),
                note: format!(
                    "column {} of {}, {:?} was {:?} {:?}",
                    column.name,
                    draft.items.len(),
                    left.iter().take(3).collect::<Vec<_>>(),
                    texts.iter().take(3).collect::<Vec<_>>(),
                    result.drift
                ),
                ..empty(page, "column removed")
            });
        }
    }
    outcomes
}

fn empty_gold() -> crate::eval::data::Gold {
    crate::eval::data::Gold {
        kind: String::new(),
        debatable: false,
        url: None,
        leaves: Vec::new(),
        regions: Vec::new(),
    }
}

fn empty<'a>(page: &'a GoldPage, what: &'static str) -> Outcome<'a> {
    let nothing = Quality::default();
    let note = String::new();
    Outcome { page, what, searched: nothing, wrapped: nothing, reported: false, note, lines: None }
}

fn compare<'a>(
    page: &'a GoldPage,
    what: &'static str,
    to: &Made,
    searched: &[RegionTable],
    (tables, result): (&[RegionTable], &AppliedPage),
    name: Option<String>,
) -> Outcome<'a> {
    let lines = name.and_then(|name| {
        let line = |regions: &[RegionTable]| {
            serde_json::to_string(&serde_json::json!({ "source": format!("{name}.html"), "regions": regions }))
        };
        Some(Lines { gold: to.named_gold(&name)?, searched: line(searched).ok()?, wrapped: line(tables).ok()?, name })
    });
    let (searched, wrapped) = (quality_of_tables(to, searched), quality_of_tables(to, tables));
    let note = format!("fit {} {:?}", result.fit, result.drift);
    Outcome { page, what, searched, wrapped, reported: !result.drift.is_empty(), note, lines }
}

/// The verdicts on records that are missing and on those that are superfluous.
fn explained(to: &Made, wrapper: &Wrapper, result: &AppliedPage) -> String {
    let mut note = String::new();
    let Ok(document) = parse(&to.html, &ParseOptions::default()) else { return note };
    let tree = PageTree::new(&document);
    let Some(part) = wrapper.templates.first().and_then(|t| t.parts.first()) else { return note };
    let tables = records_of(wrapper, result);
    let found: Vec<&String> = tables.iter().flat_map(|r| &r.records).filter_map(|r| r.nodes.first()).collect();
    let gold = to.gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records);
    let gold: Vec<&String> = gold.filter_map(|r| r.nodes.first()).collect();
    let mut tell = |what: &str, path: &str| {
        let node = rowsmith::dom::find_path(&document, path);
        if let Some(id) = tree.tree.nodes().find(|&id| Some(tree.node(id)) == node) {
            note += &format!("\n    {what} {path} {:?}", verdict(&document, &tree, part, id));
        }
    };
    gold.iter().filter(|path| !found.contains(path)).take(3).for_each(|path| tell("missing", path));
    found.iter().filter(|path| !gold.contains(path)).take(3).for_each(|path| tell("extra", path));
    note
}

/// The lists that a wrapper extracts from a page, or the posts if it knows no list: both count as records here.
fn records_of(wrapper: &Wrapper, page: &AppliedPage) -> Vec<RegionTable> {
    let has_list = wrapper.templates.iter().flat_map(|t| &t.parts).any(|part| part.kind == PartKind::List);
    let wanted = if has_list { PartKind::List } else { PartKind::Posts };
    page.tables.iter().filter(|t| t.kind == wanted).map(|t| t.table.clone()).collect()
}

fn learnt(html: &[u8], model: &Models<'_>) -> Wrapper {
    let mut options = LearnOptions::default();
    options.records.model = Some(model.records.clone());
    options.posts.model = Some(model.posts.clone());
    asked::learnt(&[html], &options)
}

fn run(wrapper: &Wrapper, page: &Made) -> AppliedPage {
    asked::applied(wrapper, &page.html, "").unwrap_or_default()
}

fn search(page: &Made, model: &Arc<Model>) -> Vec<RegionTable> {
    let records = Options::new().with_model(model.clone());
    let wanted = RecordsOptions::new().search(records);
    asked::parsed(&page.html, "").map_or(Vec::new(), |page| page.records(&wanted).regions)
}

/// The quality of the records in all tables, as measured by the scorer.
fn quality_of_tables(page: &Made, tables: &[RegionTable]) -> Quality {
    let Ok(document) = parse(&page.html, &ParseOptions::default()) else { return Quality::default() };
    let truth = Truth::new(&document, &page.gold);
    truth.quality_of_paths(&document, tables.iter().flat_map(|t| &t.records).map(|r| r.nodes.as_slice()))
}
