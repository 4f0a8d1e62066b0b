//! The posts of a template (MiBAT 6.3, MiBAT+MP): boxes that look like those learnt from, with fields at the same
//! places. Fields that a page has elsewhere are found by their regularity, as without a wrapper.

use crate::wrapper::parts::post_fields::FIELDS;
use crate::wrapper::parts::post_fields::Field;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::line;
use crate::posts::fields::PostList;
use crate::posts::fields::author::cut_names;
use crate::posts::{PostModel, PostNodes, find_fields, link_around};
use crate::recognize::ValueType;
use crate::records::{Candidate, Generator, Record, fragment, item_text};
use crate::tree::{Run, Span, TreeId};
use crate::types::ColumnKind;
use crate::wrapper::format::ColumnLocator;
use crate::wrapper::labels::{PathHashes, path_hashes};
use crate::wrapper::parts::columns::{Certainty, ColumnShare, Taken, root_of};
use crate::wrapper::parts::element_pattern::share;
use crate::wrapper::prepared::Prepared;

/// A field of a post: a node, and which kind of column its value is.
pub(crate) struct FieldItem {
    pub(crate) node: TreeId,
    pub(crate) kind: ColumnKind,
    pub(crate) text: String,
}

/// The fields of a post, except its body.
pub(crate) fn field_items(page: &Prepared<'_>, post: &PostNodes) -> Vec<FieldItem> {
    let (document, tree) = (page.labels.document, page.labels.page);
    let item = |field: &Field| {
        let node = (field.of)(post, page.pivots())?;
        let text = item_text(document, tree, field.kind, node);
        let shown = post.date.and_then(|at| page.pivots().list.get(at)?.shown.as_ref());
        let text = match (field.value_type, shown) {
            // of a text that contains a date, the date
            (ValueType::Date, Some(shown)) => {
                fragment(document, tree, node).get(shown.span.clone()).unwrap_or_default().to_owned()
            }
            (ValueType::Date, None) => text,
            (ValueType::Text | ValueType::Number | ValueType::Price | ValueType::Url, _) => text,
        };
        Some(FieldItem { node, kind: field.kind, text })
    };
    FIELDS.iter().filter(|field| field.name != "body").filter_map(item).collect()
}

/// The fields of the posts of each page, found by their regularity.
pub(crate) fn fields_of(examples: &[(&Prepared<'_>, Vec<Record>)]) -> Vec<Vec<PostNodes>> {
    let of = |(page, records): &(&Prepared<'_>, Vec<Record>)| {
        find_fields(page.facts(), page.pivots(), &as_candidate(records), PostModel::built_in())
    };
    examples.iter().map(of).collect()
}

fn as_candidate(records: &[Record]) -> Candidate {
    let runs = records.iter().flat_map(|r| r.runs.first().copied()).collect();
    Candidate { runs, runs_per_record: 1, generator: Generator::Template }
}

/// Where the path of a node in a post begins: below the post's first element, whose names may be `odd` and `even` or
/// depend on the author; for further siblings, above them.
fn top_of(page: &Prepared<'_>, record: &Record, id: TreeId) -> TreeId {
    let root = root_of(&page.labels, record, id);
    let is_first = record.runs.first().is_some_and(|run| run.first == root);
    if is_first { root } else { page.labels.page.tree.parent(root).unwrap_or(root) }
}

fn hashes_of(page: &Prepared<'_>, record: &Record, id: TreeId) -> PathHashes {
    page.labels.path(top_of(page, record, id), id)
}

/// A node of a record, and its place.
struct Place {
    id: TreeId,
    path: PathHashes,
    /// The number of nodes of the record at the same path that come before it.
    nth: u32,
}

/// The nodes of a record.
fn places<'p>(page: &'p Prepared<'_>, record: &'p Record) -> impl Iterator<Item = Place> {
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    record.runs.iter().flat_map(|run| run.nodes()).map(move |id| {
        let path = hashes_of(page, record, id);
        let count = counts.entry(path.full).or_default();
        *count += 1;
        Place { id, path, nth: *count - 1 }
    })
}

/// The number of nodes of a record at each path.
fn counts(page: &Prepared<'_>, record: &Record) -> FxHashMap<u64, u32> {
    let mut counts = FxHashMap::default();
    for Place { path, nth, .. } in places(page, record) {
        counts.insert(path.full, nth + 1);
    }
    counts
}

/// A path and the minimum number of nodes there, if there are several.
fn several(path: &str, fewest: &FxHashMap<u64, u32>) -> Option<(String, u32)> {
    let least = *fewest.get(&path_hashes(parse_numbered(path).path).full)?;
    (least > 1).then(|| (path.to_owned(), least))
}

/// A path and which of the nodes there is meant, counted from 0.
struct NumberedPath<'p> {
    path: &'p str,
    nth: u32,
}

/// A path and which of the nodes there is meant: `div/p.meta/#text[2]`.
fn numbered(path: &str, nth: u32) -> String {
    if nth == 0 { path.to_owned() } else { format!("{path}[{}]", nth + 1) }
}

fn parse_numbered(path: &str) -> NumberedPath<'_> {
    let parsed = path.strip_suffix(']').and_then(|p| p.rsplit_once('[')).and_then(|(p, n)| Some((p, n.parse().ok()?)));
    parsed
        .map_or(NumberedPath { path, nth: 0 }, |(path, n): (&str, u32)| NumberedPath { path, nth: n.saturating_sub(1) })
}

/// Learns where the fields of posts are: the columns that any of them has.
pub(crate) fn learn_post_columns(
    examples: &[(&Prepared<'_>, Vec<Record>)],
    posts: &[Vec<PostNodes>],
) -> Vec<ColumnLocator> {
    // how often a place is a field, and how often it occurs
    let mut items: Vec<BTreeMap<String, u32>> = vec![BTreeMap::new(); FIELDS.len()];
    let mut there: FxHashMap<(u64, u32), u32> = FxHashMap::default();
    let mut fewest: FxHashMap<u64, u32> = FxHashMap::default();
    for ((page, records), posts) in examples.iter().zip(posts) {
        for (record, post) in records.iter().zip(posts) {
            let fields: Vec<Option<TreeId>> = FIELDS.iter().map(|f| (f.of)(post, page.pivots())).collect();
            for (hash, count) in counts(page, record) {
                let least = fewest.entry(hash).or_insert(count);
                *least = count.min(*least);
            }
            for Place { id, path, nth } in places(page, record) {
                *there.entry((path.full, nth)).or_default() += 1;
                for (items, _) in items.iter_mut().zip(&fields).filter(|(_, field)| **field == Some(id)) {
                    *items.entry(numbered(&page.labels.path_text(top_of(page, record, id), id), nth)).or_default() += 1;
                }
            }
        }
    }
    let of = |path: &str| {
        let NumberedPath { path, nth } = parse_numbered(path);
        there.get(&(path_hashes(path).full, nth)).copied().unwrap_or(0) as usize
    };
    let columns = FIELDS.iter().zip(items).filter(|(_, items)| !items.is_empty());
    columns
        .map(|(field, items)| ColumnLocator {
            fewest: items.keys().filter_map(|path| several(path, &fewest)).collect(),
            paths: items.into_iter().map(|(path, n)| (path.clone(), share(n, of(&path)))).collect(),
            ..ColumnLocator::new(field.name, field.kind, field.value_type)
        })
        .collect()
}

/// At least this share of the nodes at a path must be the field for further ones to be.
const LEAST_SHARE: f32 = 0.2;
/// The certainty of a field that is not where it was learnt, but where the posts of this page show it by regularity, or
/// at a path with the same tags and other names.
const ELSEWHERE: f32 = 0.5;

/// The likeliest node of a field in a post.
#[derive(Clone, Copy)]
struct LikelyField {
    /// The share of the nodes at its path that were the field.
    share: f32,
    node: TreeId,
}

/// Posts that were taken from a page by a wrapper.
pub(crate) struct TakenPosts {
    pub(crate) posts: Vec<PostNodes>,
    /// Their fields as columns.
    pub(crate) taken: Taken,
}

/// The fields of some posts of a page. `names` says whether classes are those of the template; otherwise fields are
/// found by regularity alone.
pub(crate) fn take_fields(
    page: &Prepared<'_>,
    records: &[Record],
    columns: &[ColumnLocator],
    names: bool,
) -> TakenPosts {
    if records.is_empty() {
        let drafts = columns.iter().map(|c| c.with_items(Vec::new())).collect();
        return TakenPosts { posts: Vec::new(), taken: Taken { drafts, certainty: vec![0.0; columns.len()] } };
    }
    let mut posts = find_fields(page.facts(), page.pivots(), &as_candidate(records), PostModel::built_in());
    let mut paths: FxHashMap<(u64, u32), Vec<ColumnShare>> = FxHashMap::default();
    let mut of_tags: FxHashMap<(u64, u32), Vec<ColumnShare>> = FxHashMap::default();
    for (c, column) in columns.iter().enumerate() {
        for (path, &share) in column.paths.iter().filter(|(_, share)| names && **share >= LEAST_SHARE) {
            let NumberedPath { path, nth } = parse_numbered(path);
            let PathHashes { full, tags } = path_hashes(path);
            paths.entry((full, nth)).or_default().push(ColumnShare { column: c, share });
            of_tags.entry((tags, nth)).or_default().push(ColumnShare { column: c, share });
        }
    }
    let fewest: Vec<FxHashMap<u64, u32>> = columns
        .iter()
        .map(|c| c.fewest.iter().map(|(path, n)| (path_hashes(parse_numbered(path).path).full, *n)).collect())
        .collect();
    let mut certainty = vec![Certainty::default(); columns.len()];
    let mut items: Vec<Vec<Option<(TreeId, String)>>> = vec![Vec::new(); columns.len()];
    for (record, post) in records.iter().zip(&mut posts) {
        let mut best: Vec<Option<LikelyField>> = vec![None; columns.len()];
        let mut alike: Vec<Option<LikelyField>> = vec![None; columns.len()];
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for Place { id, path: PathHashes { full, tags }, nth } in places(page, record) {
            counts.insert(full, nth + 1);
            let known = paths.get(&(full, nth));
            let found = if known.is_some() { &mut best } else { &mut alike };
            for &ColumnShare { column: c, share } in
                known.or_else(|| of_tags.get(&(tags, nth))).map_or(&[][..], Vec::as_slice)
            {
                if found[c].is_none_or(|other| share > other.share) && is_filled(page, &columns[c], id) {
                    found[c] = Some(LikelyField { share, node: id });
                }
            }
        }
        if records.len() == 1 && names {
            // a single post shows no regularity
            *post = PostNodes { number: None, title: None, ..std::mem::take(post) };
        }
        for (c, column) in columns.iter().enumerate() {
            let by_regularity =
                || FIELDS.iter().any(|f| f.name == column.name && (f.of)(post, page.pivots()).is_some());
            let found = best[c].or_else(|| alike[c].filter(|_| !by_regularity()));
            if let Some(LikelyField { node, .. }) = found {
                put(page, post, record, &column.name, node);
            }
        }
        for (c, column) in columns.iter().enumerate() {
            let Some(field) = FIELDS.iter().find(|f| f.name == column.name) else { continue };
            let node = (field.of)(post, page.pivots());
            if node.is_some() {
                // fewer than ever at this path: what remains there belongs to something else
                let is_short = |id: TreeId| {
                    let hash = hashes_of(page, record, id).full;
                    fewest[c].get(&hash).is_some_and(|least| counts.get(&hash).is_none_or(|n| n < least))
                };
                let sure = if best[c].is_some_and(|best| !is_short(best.node)) { 1.0 } else { ELSEWHERE };
                certainty[c].add(sure);
            }
            items[c].push(node.map(|id| (id, shown(page, id))));
        }
    }
    let candidate = as_candidate(records);
    cut_names(
        &PostList { facts: page.facts(), pivots: page.pivots(), records: candidate.records().collect(), refined: true },
        &mut posts,
    );
    for (_, items) in columns.iter().zip(&mut items).filter(|(column, _)| column.name == "author") {
        for (item, post) in items.iter_mut().zip(&posts) {
            if let (Some((id, text)), Some(name)) = (item, &post.author_name)
                && let Some(name) = fragment(page.labels.document, page.labels.page, *id).get(name.clone())
            {
                name.clone_into(text);
            }
        }
    }
    let drafts = columns.iter().zip(items).map(|(column, items)| column.with_items(items)).collect();
    let certainty = certainty.into_iter().map(Certainty::mean).collect();
    TakenPosts { posts, taken: Taken { drafts, certainty } }
}

fn shown(page: &Prepared<'_>, id: TreeId) -> String {
    let Span { from, to } = page.labels.page.spans[id];
    line(page.labels.document, from, to)
}

/// Whether a node has what the values of a column are made of.
fn is_filled(page: &Prepared<'_>, column: &ColumnLocator, id: TreeId) -> bool {
    let tree = &page.labels.page.tree;
    match (column.value_type, column.kind) {
        (ValueType::Date, _) => !page.pivots().within(Run::subtree(tree, id)).is_empty(),
        (ValueType::Text | ValueType::Number | ValueType::Price | ValueType::Url, ColumnKind::Text) => {
            tree.terminals(id) > 0 || page.labels.page.is_terminal(id)
        }
        (
            ValueType::Text | ValueType::Number | ValueType::Price | ValueType::Url,
            ColumnKind::Link | ColumnKind::Image,
        ) => true,
    }
}

/// Sets a field to what is at the template's place.
pub(crate) fn put(page: &Prepared<'_>, post: &mut PostNodes, record: &Record, name: &str, id: TreeId) {
    let tree = &page.labels.page.tree;
    match name {
        "number" => post.number = Some(id),
        "title" => post.title = Some(id),
        "url" => post.permalink = Some(id),
        "author" => {
            post.author = Some(id);
            post.author_link = link_around(page.facts(), id, record.runs.first().map_or(TreeId::ROOT, |r| r.first));
        }
        "author_url" => post.author_link = post.author_link.or(Some(id)),
        "date" => {
            let list = &page.pivots().list;
            let within = |node: TreeId| id <= node && node < tree.end(id);
            post.date = list.iter().position(|p| within(p.node)).or(post.date);
        }
        "body" if post.body != Some(id) && !holds_author_alone(page, post, id) => {
            post.cuts.clear();
            post.body = Some(id);
            post.body_rest.clear();
        }
        _ => {}
    }
}

/// Whether the author is in the body of the template and not in the one that the posts of this page show by regularity: where a page has who wrote a post
/// in the same box as what was written, that box is no body.
fn holds_author_alone(page: &Prepared<'_>, post: &PostNodes, body: TreeId) -> bool {
    let tree = &page.labels.page.tree;
    let holds = |part: TreeId| post.author.is_some_and(|author| tree.contains(part, author));
    post.body.is_some() && holds(body) && !post.body_parts().any(holds)
}

/// Whether two lists of records on one page have records in common, or nested in each other.
pub(crate) fn overlap(a: &[Record], b: &[Record]) -> bool {
    let inside: FxHashSet<TreeId> = a.iter().flat_map(|r| &r.runs).flat_map(|run| run.nodes()).collect();
    b.iter().flat_map(|r| &r.runs).any(|run| run.nodes().any(|id| inside.contains(&id)))
}
