//! DEPTA's table 3: data items aligned by DEPTA, RoadRunner, a center tree and ours, on given records.

use rayon::prelude::*;
use rowsmith::dom::{Document, ParseOptions, line, parse};
use rowsmith::records::{AlignOptions, ColumnOptions, align, column_drafts};
use rowsmith::tree::{PageTree, TreeId};
use rowsmith::types::ColumnKind;

use crate::baselines::center_tree::center_tree_columns;
use crate::baselines::content::Contents;
use crate::baselines::roadrunner::{Bounds, GaveUp, roadrunner_columns};
use crate::eval::data::{GoldPage, record_pages};
use crate::eval::items::{Columns, GoldList, Items, count_items, count_items_of, gold_lists};
use crate::eval::report::{Report, Table, f1, p_value, percent, share};
use crate::eval::stats::sign_test;

/// How items are put into columns.
enum Method {
    /// Partial tree alignment with these options, with texts unchanged.
    Aligned(AlignOptions),
    CenterTree,
    RoadRunner,
    /// What users get: these options, and the final columns.
    Ours(AlignOptions),
}

fn methods() -> Vec<(&'static str, Method)> {
    let paper = AlignOptions::paper();
    let ours = AlignOptions::default();
    vec![
        ("DEPTA", Method::Aligned(paper)),
        ("DEPTA without content similarity", Method::Aligned(paper.max_words(0))),
        ("center tree", Method::CenterTree),
        ("RoadRunner", Method::RoadRunner),
        ("Rowsmith", Method::Ours(ours)),
        ("… without class evidence", Method::Ours(ours.class_evidence(false))),
        ("… without groups of the unaligned", Method::Ours(ours.group_unaligned(false))),
        ("… without composites", Method::Ours(ours.composites(false))),
        ("… without merged alternatives", Method::Ours(ours.merge_alternatives(false))),
        ("… without texts of attributes", Method::Ours(ours.attribute_texts(false))),
    ]
}

/// The columns of one list; `None` if the method gives up.
fn columns(document: &Document, page: &PageTree, list: &GoldList<'_>, method: &Method) -> Option<Columns> {
    let text = |id: &TreeId| line(document, page.spans[*id].from, page.spans[*id].to);
    let cells = |items: Vec<Option<TreeId>>| -> Vec<Vec<String>> {
        items.into_iter().map(|item| item.iter().map(text).collect()).collect()
    };
    match method {
        Method::Aligned(options) => {
            let aligned = align(document, page, &list.records, options);
            Some(aligned.into_iter().filter(|c| c.kind == ColumnKind::Text).map(|c| cells(c.items)).collect())
        }
        Method::CenterTree => {
            let runs = list.records.iter().flat_map(|r| r.runs.iter().copied());
            let contents = Contents::new(document, page, runs);
            let found = center_tree_columns(page, &list.records, &|a, b| contents.similarity(a, b));
            Some(found.into_iter().map(cells).collect())
        }
        Method::RoadRunner => roadrunner(document, page, list, Bounds::default()).ok(),
        Method::Ours(options) => {
            let aligned = align(document, page, &list.records, options);
            let drafts = column_drafts(document, page, &list.records, aligned, &ColumnOptions::default());
            let shown = drafts.into_iter().filter(|c| c.kind == ColumnKind::Text);
            Some(
                shown
                    .map(|c| c.items.into_iter().map(|i| i.map(|(_, text)| text).into_iter().collect()).collect())
                    .collect(),
            )
        }
    }
}

/// The columns of one list according to RoadRunner, or why there are none.
fn roadrunner(document: &Document, page: &PageTree, list: &GoldList<'_>, bounds: Bounds) -> Result<Columns, GaveUp> {
    let text = |id: &TreeId| line(document, page.spans[*id].from, page.spans[*id].to);
    let found = roadrunner_columns(page, &list.records, bounds)?;
    Ok(found.into_iter().map(|c| c.iter().map(|cell| cell.iter().map(text).collect()).collect()).collect())
}

/// The result of a method on one page.
#[derive(Clone, Copy)]
struct PageResult {
    items: Items,
    /// For the values that are one text fragment of their record.
    fragments: Items,
    /// Whether the method gave up on none of the page's lists.
    all_lists: bool,
}

/// One page: the result of each method, and properties of its lists.
struct PageResults {
    by_method: Vec<PageResult>,
    lists: usize,
    /// The number of lists whose records have one parent and one root.
    plain_lists: usize,
    /// For each of [`ROADRUNNER_BOUNDS`]: the items, and the numbers of lists given up for lack of an operator and
    /// because of a bound.
    roadrunner: Vec<RoadRunnerRun>,
}

impl PageResults {
    /// Whether the page satisfies DEPTA's assumptions.
    fn is_plain(&self) -> bool {
        self.plain_lists == self.lists
    }
}

/// RoadRunner's result on a page within certain bounds.
#[derive(Clone, Copy, Default)]
struct RoadRunnerRun {
    items: Items,
    no_operator: usize,
    by_bound: usize,
}

/// The bounds that are tried for RoadRunner, the usual ones first.
const ROADRUNNER_BOUNDS: [Bounds; 4] = [
    Bounds { fan_out: 4, tries: 400 },
    Bounds { fan_out: 4, tries: 130 },
    Bounds { fan_out: 4, tries: 40 },
    Bounds { fan_out: 8, tries: 40 },
];

/// `None` for a page without items.
fn page_results(page: &GoldPage, methods: &[(&str, Method)]) -> Option<PageResults> {
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let lists = gold_lists(&document, &tree, &page.gold);
    let fragments: Vec<_> = lists.iter().map(|list| list.fragments(&document, &tree)).collect();
    // RoadRunner is slow, so each list is processed once for each of the bounds
    let runs: Vec<Vec<Result<Columns, GaveUp>>> = ROADRUNNER_BOUNDS
        .iter()
        .map(|bounds| lists.iter().map(|list| roadrunner(&document, &tree, list, *bounds)).collect())
        .collect();
    let of_method = |(_, method): &(&str, Method)| {
        let none = PageResult { items: Items::default(), fragments: Items::default(), all_lists: true };
        lists.iter().enumerate().fold(none, |sum, (at, list)| {
            let columns = match method {
                Method::RoadRunner => runs[0][at].clone().ok(),
                _ => columns(&document, &tree, list, method),
            };
            let all_lists = sum.all_lists && columns.is_some();
            let columns = columns.unwrap_or_default();
            let is_one =
                |record: usize, values: &[String]| values.iter().any(|value| fragments[at][record].contains(value));
            PageResult {
                items: sum.items.add(count_items(list, &columns)),
                fragments: sum.fragments.add(count_items_of(list, &columns, &is_one)),
                all_lists,
            }
        })
    };
    let by_method: Vec<PageResult> = methods.iter().map(of_method).collect();
    if by_method.iter().all(|result| result.items.actual == 0) {
        return None;
    }
    let run = |results: &Vec<Result<Columns, GaveUp>>| {
        let gave_up = |why: GaveUp| results.iter().filter(|r| r.as_ref().err() == Some(&why)).count();
        let items = |(list, found): (&GoldList<'_>, &Result<Columns, GaveUp>)| {
            found.as_ref().map_or_else(|_| count_items(list, &Columns::new()), |columns| count_items(list, columns))
        };
        RoadRunnerRun {
            items: lists.iter().zip(results).map(items).fold(Items::default(), Items::add),
            no_operator: gave_up(GaveUp::NoOperator),
            by_bound: gave_up(GaveUp::Bound),
        }
    };
    Some(PageResults {
        by_method,
        lists: lists.len(),
        plain_lists: lists.iter().filter(|list| list.has_one_parent_and_root(&tree)).count(),
        roadrunner: runs.iter().map(run).collect(),
    })
}

/// The indices of the [`methods`] that the paper's claims are about, and of the first ablation.
const DEPTA: usize = 0;
const WITHOUT_CONTENT: usize = 1;
const CENTER_TREE: usize = 2;
const ROADRUNNER: usize = 3;
const OURS: usize = 4;
const FIRST_WITHOUT: usize = 5;

/// The results of all methods on some pages.
struct Results {
    /// For each page, one entry per method.
    pages: Vec<Vec<PageResult>>,
}

impl Results {
    /// The items of all pages.
    fn items(&self, method: usize) -> Items {
        self.pages.iter().fold(Items::default(), |sum, page| sum.add(page[method].items))
    }

    fn precision(&self, method: usize) -> f64 {
        let items = self.items(method);
        share(items.correct, items.aligned.max(items.correct))
    }

    fn recall(&self, method: usize) -> f64 {
        let items = self.items(method);
        share(items.correct, items.actual)
    }

    fn f1(&self, method: usize) -> f64 {
        f1(self.precision(method), self.recall(method))
    }

    /// The recall on each page.
    fn page_recalls(&self, method: usize) -> impl Iterator<Item = f64> + '_ {
        self.pages.iter().map(move |page| share(page[method].items.correct, page[method].items.actual))
    }

    /// On how many pages the recall of `method` is higher than that of `other`.
    fn pages_better(&self, method: usize, other: usize) -> usize {
        self.page_recalls(method).zip(self.page_recalls(other)).filter(|(a, b)| a > b).count()
    }

    /// A row of the table.
    fn row(&self, method: usize, name: &str) -> Vec<String> {
        let items = self.items(method);
        let right = self.pages.iter().filter(|page| page[method].items.correct == page[method].items.actual).count();
        let lost = self.pages.iter().filter(|page| !page[method].all_lists).count();
        let counts = [items.actual, items.aligned, items.correct].map(|n| n.to_string());
        let shares = [percent(self.precision(method)), percent(self.recall(method))];
        let pages = [right, self.pages.len() - right - lost, lost].map(|n| n.to_string());
        std::iter::once(name.to_owned()).chain(counts).chain(shares).chain(pages).collect()
    }
}

/// The columns of the table, ours and the paper's.
const HEAD: &str = "method | ACT | ALG | COR | precision | recall | pages all right | in part | not aligned";

/// Table 3.
pub fn table_3() -> Result<Report, String> {
    let pages: Vec<GoldPage> = record_pages()?.into_iter().filter(|p| !p.gold.debatable).collect();
    let methods = methods();
    let found: Vec<PageResults> = pages.par_iter().filter_map(|page| page_results(page, &methods)).collect();
    let results = Results { pages: found.iter().map(|page| page.by_method.clone()).collect() };
    let of_fragments = |page: &PageResults| {
        page.by_method.iter().map(|result| PageResult { items: result.fragments, ..*result }).collect::<Vec<_>>()
    };
    let plain = Results { pages: found.iter().filter(|page| page.is_plain()).map(of_fragments).collect() };
    let lists: usize = found.iter().map(|page| page.lists).sum();
    let plain_lists: usize = found.iter().map(|page| page.plain_lists).sum();
    let values = results.items(DEPTA).actual;
    let fragments: usize = found.iter().map(|page| page.by_method[DEPTA].fragments.actual).sum();
    let mut report = Report::new(format!(
        "{} pages of `records` with {lists} main lists, given as annotated, so that no error of the first step counts. ACT are \
         the values of annotated fields that are shown as texts, ALG those that stand in a column with an item of another \
         record, COR those in the column that has most of their field. RoadRunner gets every record as a page of its own, \
         and where it finds no template every record is one item. To its favour a text that is the same in all records is \
         an item too, and one right text of an iterator's is enough. The first table has all pages and values. DEPTA \
         assumes that the records of a region have one parent and trees of one root, and aligns text fragments: {} lists \
         have several parents or roots, and {} of {values} values are composites or texts of attributes, which no single \
         fragment equals. The second table has the {} pages without such lists, and of their values those that are one \
         fragment.",
        results.pages.len(),
        lists - plain_lists,
        values - fragments,
        plain.pages.len()
    ));
    let titles = ["All pages and values", "Pages and values that DEPTA assumes"];
    for (title, results) in titles.into_iter().zip([&results, &plain]) {
        let mut measured = Table::new(title, HEAD);
        for (method, (name, _)) in methods.iter().enumerate() {
            measured.row(results.row(method, name));
        }
        report.tables.push(measured);
    }
    report.tables.push(papers_own());
    let runs = roadrunner_runs(&found);
    report.tables.push(bounds_table(&runs, values));
    claims(&results, "all pages and values", &runs, lists, &mut report);
    claims(&plain, "pages and values that DEPTA assumes", &runs, lists, &mut report);
    additions(&results, &methods, &mut report);
    let best_other = (DEPTA..OURS).map(|method| results.f1(method)).fold(0.0, f64::max);
    report.ours("F1 of items", results.f1(OURS), best_other);
    let best_other = (DEPTA..OURS).map(|method| plain.f1(method)).fold(0.0, f64::max);
    report.ours("F1 of items, on what DEPTA assumes", plain.f1(OURS), best_other);
    Ok(report)
}

/// RoadRunner's results on all pages, by its bounds.
fn roadrunner_runs(found: &[PageResults]) -> Vec<RoadRunnerRun> {
    let of = |at: usize| {
        found.iter().map(|page| page.roadrunner[at]).fold(RoadRunnerRun::default(), |sum, run| RoadRunnerRun {
            items: sum.items.add(run.items),
            no_operator: sum.no_operator + run.no_operator,
            by_bound: sum.by_bound + run.by_bound,
        })
    };
    (0..ROADRUNNER_BOUNDS.len()).map(of).collect()
}

fn bounds_table(runs: &[RoadRunnerRun], values: usize) -> Table {
    let mut table = Table::new(
        "RoadRunner on all pages, by what bounds its search",
        "fan-out | generalisations a record | lists given up: no operator fits | a bound is passed | COR | recall",
    );
    for (bounds, run) in ROADRUNNER_BOUNDS.iter().zip(runs) {
        let counts = [bounds.fan_out, bounds.tries, run.no_operator, run.by_bound, run.items.correct];
        table.row(counts.map(|n| n.to_string()).into_iter().chain([percent(share(run.items.correct, values))]));
    }
    table
}

/// The table as in the paper.
fn papers_own() -> Table {
    let mut table = Table::new("The paper's own", HEAD);
    table.row(["DEPTA", "18290", "18290", "18203", "99.52 %", "99.52 %", "174", "26", "0"]);
    table.row(["RoadRunner", "18290", "13241", "10476", "79.12 %", "57.28 %", "110", "28", "62"]);
    table
}

/// The paper's claims about its method compared with others.
fn claims(results: &Results, what: &str, runs: &[RoadRunnerRun], lists: usize, report: &mut Report) {
    let precision = |method: usize| results.precision(method);
    let recall = |method: usize| results.recall(method);
    let signs = results.page_recalls(DEPTA).zip(results.page_recalls(ROADRUNNER));
    let p = p_value(sign_test(signs));
    report.claim(
        precision(DEPTA) >= precision(ROADRUNNER) && recall(DEPTA) > recall(ROADRUNNER),
        &format!("DEPTA is better than RoadRunner in precision and recall ({what}; sign test over pages, {p})"),
        &format!(
            "Recall is {} to {}, precision {} to {}: what RoadRunner aligns it aligns well, and it gives up on {} of {lists} \
             lists. On {} of them no operator fits: records differ where one has one element and another a different one, \
             and without unions nothing describes both. On {} the search finds nothing within any of the bounds of the table above.",
            percent(recall(DEPTA)),
            percent(recall(ROADRUNNER)),
            percent(precision(DEPTA)),
            percent(precision(ROADRUNNER)),
            runs[0].no_operator + runs[0].by_bound,
            runs[0].no_operator,
            runs[0].by_bound
        ),
    );
    report.claim(
        recall(DEPTA) > recall(CENTER_TREE),
        &format!(
            "partial alignment finds more than a center tree ({what}; recall {} to {})",
            percent(recall(DEPTA)),
            percent(recall(CENTER_TREE))
        ),
        &format!(
            "It is better on {} pages and worse on {}.",
            results.pages_better(DEPTA, CENTER_TREE),
            results.pages_better(CENTER_TREE, DEPTA)
        ),
    );
    report.claim(
        recall(DEPTA) > recall(WITHOUT_CONTENT),
        &format!(
            "content similarity helps ({what}; recall {} to {} without)",
            percent(recall(DEPTA)),
            percent(recall(WITHOUT_CONTENT))
        ),
        &format!(
            "It is better on {} pages and worse on {}.",
            results.pages_better(DEPTA, WITHOUT_CONTENT),
            results.pages_better(WITHOUT_CONTENT, DEPTA)
        ),
    );
}

/// The contribution of each of our additions.
fn additions(results: &Results, methods: &[(&str, Method)], report: &mut Report) {
    let ours = results.recall(OURS);
    let without = methods.iter().enumerate().skip(FIRST_WITHOUT);
    let better: Vec<&str> =
        without.filter(|(method, _)| results.recall(*method) > ours).map(|(_, (name, _))| *name).collect();
    report.claim(
        better.is_empty(),
        "each of our additions helps or does no harm by recall of shown texts",
        &format!("Better: {}.", better.join(", ")),
    );
}
