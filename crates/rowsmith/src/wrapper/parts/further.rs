//! The further columns of posts, in addition to author, date and body. Posts are aligned like the records of a list
//! (DEPTA 5), but without their bodies, since what people write is not part of the template's structure.

use crate::Budget;
use crate::dom::{Document, Tag};
use crate::posts::PostNodes;
use crate::records::{ColumnDraft, ColumnOptions, Record, RecordTree, item_text};
use crate::tree::{PageTree, TreeId};
use crate::types::{ColumnKind, POST_COLUMNS};
use crate::wrapper::format::Part;
use crate::wrapper::labels::PageLabels;
use crate::wrapper::options::LearnOptions;
use crate::wrapper::parts::columns::{Rows, Taken, take_items};
use crate::wrapper::parts::joined::{Joined, JoinedColumns};
use crate::wrapper::parts::post_fields::is_field;
use crate::wrapper::parts::posts::{FieldItem, field_items};
use crate::wrapper::prepared::Prepared;

/// A column is that of a field if this share of its items are the field's.
const MOSTLY: f64 = 0.8;

/// The least number of items in a column, if there are more posts.
const LEAST_ITEMS: usize = 2;
/// The least share of the posts that have an item in the column.
const LEAST_FILL: f64 = 0.05;

/// What is known about a post when its further columns are looked for.
struct Known {
    fields: Vec<FieldItem>,
    body: Option<TreeId>,
}

/// Learns the further columns of posts, and their prototype. `first` is the index of the first of them among the
/// columns of the part.
pub(crate) fn learn_further_columns(
    examples: &[(&Prepared<'_>, Vec<Record>)],
    posts: &[Vec<PostNodes>],
    first: usize,
    options: &LearnOptions,
) -> Option<JoinedColumns> {
    let pages: Vec<(&PageLabels<'_>, &[Record])> =
        examples.iter().map(|(page, records)| (&page.labels, records.as_slice())).collect();
    let joined = Joined::new(&pages)?;
    let mut known: Vec<Known> = Vec::new();
    for (((page, _), posts), &shift) in examples.iter().zip(posts).zip(&joined.shifts) {
        known.extend(posts.iter().map(|post| {
            let moved = |item: FieldItem| FieldItem { node: item.node + shift, ..item };
            let fields = field_items(page, post).into_iter().map(moved).collect();
            Known { fields, body: post.body.map(|body| body + shift) }
        }));
    }
    let hollow = |(record, known): (&Record, &Known)| RecordTree::hollow(&joined.page, record, known.body);
    let trees = joined.records.iter().zip(&known).map(hollow).collect();
    Some(joined.columns(trees, first, options, &ColumnOptions::plain(), |drafts| {
        further(&joined.document, &joined.page, drafts, &known)
    }))
}

/// The columns that say something in addition to the fields, under names that no field has.
fn further(document: &Document, page: &PageTree, drafts: Vec<ColumnDraft>, known: &[Known]) -> Vec<ColumnDraft> {
    let mut kept: Vec<ColumnDraft> = Vec::new();
    for mut draft in drafts {
        without_bodies(page, &mut draft, known.iter().map(|k| k.body));
        let (mut items, mut of_field) = (0usize, 0usize);
        for ((id, text), known) in
            draft.items.iter().zip(known).filter_map(|(item, known)| Some((item.as_ref()?, known)))
        {
            items += 1;
            of_field += usize::from(known.fields.iter().any(|field| says_same(page, field, draft.kind, *id, text)));
        }
        let least =
            if known.len() > LEAST_ITEMS { LEAST_ITEMS.max((LEAST_FILL * known.len() as f64) as usize) } else { 1 };
        let is_field = of_field as f64 >= MOSTLY * items as f64;
        if items >= least && !is_field && !is_control(document, page, &draft) {
            draft.name = free_name(&draft.name, &kept);
            kept.push(draft);
        }
    }
    kept
}

/// Whether a column is the same for all posts, or is a link with the same text: buttons for answering, quoting,
/// reporting.
fn is_control(document: &Document, page: &PageTree, draft: &ColumnDraft) -> bool {
    let of_link = |id: TreeId| {
        let text = item_text(document, page, ColumnKind::Text, id);
        let image = || page.tree.subtree(id).find(|&id| page.tag(id) == Tag::IMG);
        let source = || Some(item_text(document, page, ColumnKind::Image, image()?));
        if text.is_empty() { source().unwrap_or_default() } else { text }
    };
    let says = |(id, text): &(TreeId, String)| match draft.kind {
        ColumnKind::Link => of_link(*id),
        ColumnKind::Text | ColumnKind::Image => text.clone(),
    };
    let texts: Vec<String> = draft.items.iter().flatten().map(says).collect();
    texts.len() > LEAST_ITEMS && !texts[0].is_empty() && texts.iter().all(|text| *text == texts[0])
}

/// An element around the body is not an item: its text would include the body's.
fn without_bodies(page: &PageTree, draft: &mut ColumnDraft, bodies: impl Iterator<Item = Option<TreeId>>) {
    for (item, body) in draft.items.iter_mut().zip(bodies) {
        if let (Some((id, _)), Some(body)) = (&item, body)
            && draft.kind == ColumnKind::Text
            && page.tree.contains(*id, body)
        {
            *item = None;
        }
    }
}

/// Whether an item repeats a field: a link to the same place, the same text, or a text with hardly anything more. A
/// part of a field does not repeat it: `Re: iron (Score: 5)` contains a score.
fn says_same(page: &PageTree, field: &FieldItem, kind: ColumnKind, id: TreeId, text: &str) -> bool {
    if field.kind != kind || field.text.is_empty() {
        return false;
    }
    if field.text == text {
        return true;
    }
    let (a, b) = (field.node, id);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    kind == ColumnKind::Text
        && (page.tree.contains(a, b) || page.tree.contains(b, a))
        && text.contains(&field.text)
        && 2 * letters(&field.text) >= letters(text)
}

/// A name that neither a column of posts nor one of `kept` has.
fn free_name(name: &str, kept: &[ColumnDraft]) -> String {
    let is_free = |name: &str| {
        POST_COLUMNS.iter().all(|taken| !taken.name.eq_ignore_ascii_case(name))
            && kept.iter().all(|k| k.name.to_lowercase() != name.to_lowercase())
    };
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let base = base.strip_suffix('_').filter(|base| !base.is_empty()).unwrap_or(name);
    let numbered = (2..).map(|n: u32| format!("{base}_{n}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| is_free(name)).unwrap_or_default()
}

/// Extracts the further columns of posts; those of fields stay empty.
pub(crate) fn take_further(
    page: &Prepared<'_>,
    records: &[Record],
    posts: &[PostNodes],
    part: &Part,
    work: &Budget,
) -> Taken {
    let view = page.labels.page;
    if part.columns.iter().all(|column| is_field(&column.name)) {
        return Taken::default();
    }
    let trees: Vec<RecordTree> =
        records.iter().zip(posts).map(|(record, post)| RecordTree::hollow(view, record, post.body)).collect();
    let mut taken = take_items(&page.labels, &Rows { records, trees: &trees }, part, work);
    for draft in taken.drafts.iter_mut().filter(|draft| !is_field(&draft.name)) {
        without_bodies(view, draft, posts.iter().map(|post| post.body));
    }
    taken
}
