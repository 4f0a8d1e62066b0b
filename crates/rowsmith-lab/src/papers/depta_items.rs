//! DEPTA's table 3: data items aligned by DEPTA, RoadRunner, a center tree and ours, on records that are given.

use rayon::prelude::*;
use rowsmith::dom::{Document, ParseOptions, line, parse};
use rowsmith::records::{AlignOptions, ColumnOptions, align, column_drafts};
use rowsmith::tree::{PageTree, TreeId};
use rowsmith::types::ColumnKind;

use crate::baselines::center_tree::center_tree_columns;
use crate::baselines::content::Contents;
use crate::baselines::roadrunner::roadrunner_columns;
use crate::eval::data::{GoldPage, record_pages};
use crate::eval::items::{Columns, GoldList, Items, count_items, gold_lists};
use crate::eval::report::{Report, Table, f1, p_value, percent, share};
use crate::eval::stats::sign_test;

/// How items are put into columns.
enum Method {
    /// Partial tree alignment by these options, texts as they are.
    Aligned(AlignOptions),
    CenterTree,
    RoadRunner,
    /// What users get: these options, and columns with what is made of them.
    Ours(AlignOptions),
}

fn methods() -> Vec<(&'static str, Method)> {
    let paper = AlignOptions::paper();
    let ours = AlignOptions::default();
    vec![
        ("DEPTA", Method::Aligned(paper)),
        ("DEPTA without content similarity", Method::Aligned(AlignOptions { max_words: 0, ..paper })),
        ("center tree", Method::CenterTree),
        ("RoadRunner", Method::RoadRunner),
        ("Rowsmith", Method::Ours(ours)),
        ("… without class evidence", Method::Ours(AlignOptions { class_evidence: false, ..ours })),
        ("… without groups of the unaligned", Method::Ours(AlignOptions { group_unaligned: false, ..ours })),
        ("… without composites", Method::Ours(AlignOptions { composites: false, ..ours })),
        ("… without merged alternatives", Method::Ours(AlignOptions { merge_alternatives: false, ..ours })),
        ("… without texts of attributes", Method::Ours(AlignOptions { attribute_texts: false, ..ours })),
    ]
}

/// The columns of one list; `None` where the method gives up.
fn columns(document: &Document, page: &PageTree, list: &GoldList<'_>, method: &Method) -> Option<Columns> {
    let text = |id: &TreeId| line(document, page.spans[*id].0, page.spans[*id].1);
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
        Method::RoadRunner => {
            let found = roadrunner_columns(page, &list.records)?;
            Some(found.into_iter().map(|c| c.iter().map(|cell| cell.iter().map(text).collect()).collect()).collect())
        }
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

/// Per method, the items of one page; `None` where it gave up on a list.
fn page_items(page: &GoldPage, methods: &[(&str, Method)]) -> Option<Vec<(Items, bool)>> {
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let lists = gold_lists(&document, &tree, &page.gold);
    let of_method = |(_, method): &(&str, Method)| {
        lists.iter().fold((Items::default(), true), |(sum, all), list| match columns(&document, &tree, list, method) {
            Some(columns) => (sum.add(count_items(list, &columns)), all),
            None => (sum.add(count_items(list, &Vec::new())), false),
        })
    };
    let found: Vec<(Items, bool)> = methods.iter().map(of_method).collect();
    found.iter().any(|f| f.0.actual > 0).then_some(found)
}

/// Table 3.
pub fn table_3() -> Result<Report, String> {
    let pages: Vec<GoldPage> = record_pages()?.into_iter().filter(|p| !p.gold.debatable).collect();
    let methods = methods();
    let found: Vec<Vec<(Items, bool)>> = pages.par_iter().filter_map(|p| page_items(p, &methods)).collect();
    let mut report = Report::new(format!(
        "{} pages of `records`, their main lists given as annotated, so that no error of the first step counts. ACT are \
         the values of annotated fields that are shown as texts, ALG those that stand in a column with an item of another \
         record, COR those in the column that has most of their field. RoadRunner gets every record as a page of its own, \
         and where it finds no template within its bounds (fan-out 4, 400 generalisations a record, 12 a square) every record is one \
         item. To its favour a text that is the same in all records is an item too, and one right text of an iterator's \
         is enough.",
        found.len()
    ));
    let mut table =
        Table::new("", "method | ACT | ALG | COR | precision | recall | pages all right | in part | not aligned");
    let sum = |at: usize| found.iter().fold(Items::default(), |sum, page| sum.add(page[at].0));
    let figures = |at: usize| {
        (share(sum(at).correct, sum(at).aligned.max(sum(at).correct)), share(sum(at).correct, sum(at).actual))
    };
    for (at, (name, _)) in methods.iter().enumerate() {
        let items = sum(at);
        let right = found.iter().filter(|p| p[at].0.correct == p[at].0.actual).count();
        let lost = found.iter().filter(|p| !p[at].1).count();
        let (precision, recall) = figures(at);
        let counts = [items.actual, items.aligned, items.correct].map(|n| n.to_string());
        let pages = [right, found.len() - right - lost, lost].map(|n| n.to_string());
        let shares = [percent(precision), percent(recall)];
        table.row(std::iter::once((*name).to_owned()).chain(counts).chain(shares).chain(pages));
    }
    report.tables.push(table);
    let mut paper = Table::new(
        "The paper's own",
        "method | ACT | ALG | COR | precision | recall | pages all right | in part | not aligned",
    );
    paper.row(["DEPTA", "18290", "18290", "18203", "99.52 %", "99.52 %", "174", "26", "0"]);
    paper.row(["RoadRunner", "18290", "13241", "10476", "79.12 %", "57.28 %", "110", "28", "62"]);
    report.tables.push(paper);
    let recall = |at: usize| figures(at).1;
    let of_page = |at: usize| found.iter().map(move |p| share(p[at].0.correct, p[at].0.actual));
    let p = p_value(sign_test(of_page(0).zip(of_page(3))));
    report.claim(
        figures(0).0 >= figures(3).0 && recall(0) > recall(3),
        &format!("DEPTA is better than RoadRunner in precision and recall (sign test over pages, {p})"),
        &format!(
            "Recall is {} to {}, precision {} to {}: what RoadRunner aligns it aligns well, and it gives up on the rest.",
            percent(recall(0)),
            percent(recall(3)),
            percent(figures(0).0),
            percent(figures(3).0)
        ),
    );
    let pages_won = |a: usize, b: usize| of_page(a).zip(of_page(b)).filter(|(x, y)| x > y).count();
    report.claim(
        recall(0) > recall(2),
        &format!(
            "partial alignment finds more than a center tree (recall {} to {})",
            percent(recall(0)),
            percent(recall(2))
        ),
        &format!(
            "It is better on {} pages and worse on {}. It begins with the largest record, the center is the most usual one.",
            pages_won(0, 2),
            pages_won(2, 0)
        ),
    );
    report.claim(
        recall(0) > recall(1),
        &format!("content similarity helps (recall {} to {} without)", percent(recall(0)), percent(recall(1))),
        &format!("It is better on {} pages and worse on {}.", pages_won(0, 1), pages_won(1, 0)),
    );
    let worse: Vec<&str> =
        methods.iter().enumerate().skip(5).filter(|(at, _)| recall(*at) > recall(4)).map(|(_, m)| m.0).collect();
    report.claim(
        worse.is_empty(),
        "each of our additions helps or does no harm by recall of shown texts",
        &format!("Better: {}.", worse.join(", ")),
    );
    let score = |at: usize| f1(figures(at).0, figures(at).1);
    report.ours("F1 of items", score(4), (0..4).map(score).fold(0.0, f64::max));
    Ok(report)
}
