//! Pages with posts and articles as a redesign may leave them: what a wrapper extracts from each, compared with the
//! page before.

use std::collections::HashSet;

use rowsmith::dom::{Document, NodeId, ParseOptions, Tag, find_path, line, parse};
use rowsmith::tree::{PageTree, Span, TreeId};
use rowsmith::types::PartTable;
use rowsmith::wrapper::{AppliedPage, PartKind, Wrapper, apply_to};

use crate::eval::half_pages::to_html;

/// The result on a page.
pub struct Case {
    pub what: &'static str,
    /// Whether it gives what it gave before, except for what was removed.
    pub survived: bool,
    /// Whether drift is reported.
    pub reported: bool,
    pub note: String,
}

/// Applies a wrapper to the page as it is.
pub fn applied(wrapper: &Wrapper, html: &[u8]) -> AppliedPage {
    crate::eval::asked::applied(wrapper, html, "").unwrap_or_default()
}

/// The results on a page, as named texts per row.
type Rows = Vec<Vec<(String, Option<String>)>>;

fn rows(page: &AppliedPage) -> Rows {
    let mut rows = Rows::new();
    for PartTable { kind, table } in &page.tables {
        for record in &table.records {
            let cells = table.columns.iter().zip(&record.cells);
            let of_head =
                |name: &str| *kind == PartKind::Article && !["title", "author", "date", "text"].contains(&name);
            let cells = cells.filter(|(column, _)| !of_head(&column.name));
            rows.push(cells.map(|(c, cell)| (c.name.clone(), cell.as_ref().map(|c| c.text.clone()))).collect());
        }
    }
    rows
}

/// Whether nine tenths of the previous results are still there, not counting the columns `without`.
fn same(before: &Rows, now: &Rows, without: &[&str]) -> bool {
    let kept = |rows: &Rows| -> Vec<Vec<Option<String>>> {
        let of = |row: &Vec<(String, Option<String>)>| {
            row.iter().filter(|(name, _)| !without.contains(&name.as_str())).map(|(_, text)| text.clone()).collect()
        };
        rows.iter().map(of).collect()
    };
    let (before, now) = (kept(before), kept(now));
    let cells = |rows: &[Vec<Option<String>>]| rows.iter().map(Vec::len).sum::<usize>();
    let equal = before.iter().flatten().zip(now.iter().flatten()).filter(|(a, b)| a == b).count();
    before.len() == now.len() && cells(&before) == cells(&now) && equal * 10 >= cells(&before) * 9
}

/// All cases of a page on which the wrapper gives something: nothing changed, one post left, classes renamed, wrapped
/// in two more elements, a column removed, replaced by a page of another site.
pub fn cases(wrapper: &Wrapper, html: &[u8], other: &[u8]) -> Vec<Case> {
    let Ok(document) = parse(html, &ParseOptions::default()) else { return Vec::new() };
    let tree = PageTree::new(&document);
    let plain = applied(wrapper, html);
    let before = rows(&plain);
    let mut cases = Vec::new();
    if before.is_empty() {
        return cases;
    }
    let note = |page: &AppliedPage| format!("{:?} {:?}", page.template, page.drift);
    cases.push(Case { what: "unchanged", survived: true, reported: !plain.drift.is_empty(), note: note(&plain) });
    let mut tell = |what: &'static str, html: String, without: &[&str], note: &str| {
        let page = applied(wrapper, html.as_bytes());
        let survived = same(&before, &rows(&page), without);
        cases.push(Case { what, survived, reported: !page.drift.is_empty(), note: format!("{note} {:?}", page.drift) });
    };
    let none = HashSet::new();
    tell("written again", to_html(&document, &none, None, false), &[], "");
    tell("classes renamed", to_html(&document, &none, None, true), &[], "");
    let nodes: Vec<NodeId> = plain
        .tables
        .iter()
        .flat_map(|part| &part.table.records)
        .flat_map(|record| record.nodes.iter().filter_map(|path| find_path(&document, path)))
        .collect();
    if let Some(around) = nodes.iter().copied().reduce(|a, b| document.common_ancestor(a, b)) {
        let around = if nodes.len() == 1 { document.parent(around).unwrap_or(around) } else { around };
        tell("wrapped twice", to_html(&document, &none, Some(around), false), &[], "");
    }
    for (column, removed) in columns(wrapper, &document, &tree, &plain) {
        let html = to_html(&document, &removed, None, false);
        let page = applied(wrapper, html.as_bytes());
        let now = rows(&page);
        // if removed, it must be reported, or empty, or still given by the head
        let of = |rows: &Rows| -> Vec<Option<String>> {
            rows.iter().flatten().filter(|(name, _)| *name == column).map(|(_, text)| text.clone()).collect()
        };
        let survived = of(&now) == of(&before);
        let (what, reported) = ("column removed", !page.drift.is_empty());
        cases.push(Case {
            what,
            survived,
            reported,
            note: format!("{column} {:?}, was {:?} {:?}", of(&now), of(&before), page.drift),
        });
    }
    let page = applied(wrapper, other);
    let (what, reported) = ("template replaced", !page.drift.is_empty());
    cases.push(Case { what, survived: page.tables.is_empty(), reported, note: note(&page) });
    cases.extend(one_left(wrapper, &document, &plain));
    cases
}

/// The page with one of its posts: the first, the middle one, the last.
fn one_left(wrapper: &Wrapper, document: &Document, plain: &AppliedPage) -> Vec<Case> {
    let mut cases = Vec::new();
    let posts = &plain.posts;
    for at in HashSet::from([0, posts.len() / 2, posts.len().saturating_sub(1)]) {
        let Some(own) = posts.get(at) else { continue };
        let others = posts.iter().enumerate().filter(|(i, _)| *i != at).flat_map(|(_, post)| &post.nodes);
        let kept: Vec<NodeId> = own.nodes.iter().filter_map(|path| find_path(document, path)).collect();
        let others: Vec<NodeId> = others.filter_map(|path| find_path(document, path)).collect();
        // answers nested in the post that is left are removed, too
        let mut removed: HashSet<NodeId> = HashSet::new();
        for node in others.into_iter().filter(|&node| !kept.iter().any(|&k| document.contains(node, k))) {
            removed.extend(document.subtree(node));
        }
        let page = applied(wrapper, to_html(document, &removed, None, false).as_bytes());
        let exact = page.posts.len() == 1
            && page
                .posts
                .iter()
                .all(|p| (&p.author, &p.date_text, &p.body) == (&own.author, &own.date_text, &own.body));
        let of = |p: &rowsmith::types::Post| (p.author.clone(), p.date_text.clone(), p.body.len());
        let now: Vec<_> = page.posts.iter().take(2).map(of).collect();
        let note = format!("post {at}, was {:?}: {now:?} {:?}", of(own), page.drift);
        cases.push(Case { what: "one post left", survived: exact, reported: !page.drift.is_empty(), note });
    }
    cases
}

/// The nodes of each column that nearly all rows have.
fn columns(
    wrapper: &Wrapper,
    document: &Document,
    tree: &PageTree,
    plain: &AppliedPage,
) -> Vec<(String, HashSet<NodeId>)> {
    let mut found = Vec::new();
    let nodes = apply_to(wrapper, document, tree, None, u64::MAX);
    for (part, applied) in &nodes.parts {
        if part.kind == PartKind::Article {
            continue;
        }
        for (column, draft) in part.columns.iter().zip(&applied.columns).filter(|(c, _)| c.statistics.fill >= 0.9) {
            let filled: Vec<TreeId> = draft.items.iter().flatten().map(|(id, _)| *id).collect();
            if filled.len() < 3 || filled.len() * 10 < draft.items.len() * 9 || column.name.ends_with("url") {
                continue;
            }
            let mut removed: HashSet<NodeId> = HashSet::new();
            for id in filled {
                let Span { from, to } = tree.spans[id];
                removed.extend((from.0..to.0).map(NodeId));
            }
            found.push((column.name.clone(), removed));
        }
    }
    if let Some(article) = &plain.article {
        let says = |wanted: &str, slack: usize| -> HashSet<NodeId> {
            let is = |&id: &NodeId| {
                let text = document.raw_text(id);
                !document.is_text(id)
                    && text.len() <= 4 * wanted.len() + 80
                    && !document.ancestors(id).any(|a| document.tag(a) == Tag::HEAD)
                    && {
                        let text = line(document, id, document.end(id));
                        text.contains(wanted) && text.len() <= wanted.len() + slack
                    }
            };
            document.nodes().filter(is).flat_map(|id| document.subtree(id)).collect()
        };
        if let Some(title) = &article.metadata.title {
            found.push(("title".to_owned(), says(title, 0)));
        }
        if let Some(author) = &article.metadata.author {
            found.push(("author".to_owned(), says(author, 12)));
        }
        let times = document.nodes().filter(|&id| document.tag(id) == Tag::TIME).flat_map(|id| document.subtree(id));
        let times: HashSet<NodeId> = times.collect();
        if article.metadata.date.is_some() && !times.is_empty() {
            found.push(("date".to_owned(), times));
        }
    }
    found
}

/// Prints the cases of some pages, one line per kind; with `failures`, those that were neither survived nor reported,
/// and the alarms on unchanged pages.
pub fn print(out: &mut dyn std::io::Write, cases: &[(String, Case)], failures: bool) -> Result<(), String> {
    let message = |e: std::io::Error| e.to_string();
    let mut kinds: Vec<&str> = cases.iter().map(|c| c.1.what).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of: Vec<&(String, Case)> = cases.iter().filter(|c| c.1.what == kind).collect();
        let count = |f: &dyn Fn(&Case) -> bool| of.iter().filter(|c| f(&c.1)).count();
        writeln!(
            out,
            "{kind:<20} {:>4}: survived {}, reported {}, neither {}",
            of.len(),
            count(&|c| c.survived),
            count(&|c| c.reported),
            count(&|c| !c.survived && !c.reported),
        )
        .map_err(message)?;
        let wanted = |c: &Case| match kind {
            "unchanged" | "written again" | "one post left" => c.reported || !c.survived,
            _ => !c.reported && !c.survived,
        };
        for (name, case) in of.into_iter().filter(|c| failures && wanted(&c.1)) {
            writeln!(out, "   {name}: {}", case.note).map_err(message)?;
        }
    }
    Ok(())
}
