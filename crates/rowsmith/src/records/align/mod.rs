//! Partial tree alignment: the data items of a list's records, put into columns (DEPTA 5).

mod evidence;
mod record_tree;
mod seed;

use rustc_hash::FxHashMap;

use super::candidate::Record;
use crate::Budget;
use crate::dom::{AttrName, Document, Tag};
use crate::output::ColumnKind;
use crate::tree::{PageTree, TreeId, estm_mapping_within, mix};
use evidence::Evidence;
use record_tree::RecordTree;
use seed::Seed;

/// Options of the alignment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlignOptions {
    /// Elements of equal class match rather than others, beside the paper's content similarity of leaves. Default
    /// true; without it `item_recall_of_found` on `records` is lower (see ARCHITECTURE.md).
    pub class_evidence: bool,
    /// Items that stay unaligned share a column when tag path, class and occurrence are equal, instead of a column
    /// for each as in the paper (5.2.2). Default true.
    pub group_unaligned: bool,
    /// Words of a text that content similarity looks at. Default 64; the paper has no bound.
    pub max_words: usize,
}

impl Default for AlignOptions {
    fn default() -> Self {
        AlignOptions { class_evidence: true, group_unaligned: true, max_words: 64 }
    }
}

/// A data item column before it has a name.
#[derive(Clone, PartialEq, Debug)]
pub struct AlignedColumn {
    /// What the items are.
    pub kind: ColumnKind,
    /// Per record, the node of the page tree that holds the item: a fragment, an `a` or an `img`.
    pub items: Vec<Option<TreeId>>,
}

/// Aligns the records of a list. Columns come in the order of the final seed tree, those that stayed unaligned last.
///
/// O(k) tree matchings for k records where one pass is enough, which it nearly always is (5.2.2).
pub fn align(document: &Document, page: &PageTree, records: &[Record], options: &AlignOptions) -> Vec<AlignedColumn> {
    align_within(document, page, records, options, &Budget::new(u64::MAX))
}

/// As [`align`], with a bound on the cells of the dynamic programs: items of records for which none are left stay
/// unaligned.
pub(crate) fn align_within(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    options: &AlignOptions,
    work: &Budget,
) -> Vec<AlignedColumn> {
    let evidence = Evidence::new(document, page, records, options);
    let trees: Vec<RecordTree> = records.iter().map(|r| RecordTree::new(page, r)).collect();
    let mut order: Vec<usize> = (0..trees.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(trees[i].tree.terminals(0)), i));
    let Some(&first) = order.first() else { return Vec::new() };
    let mut seed = Seed::new(&trees[first]);
    // per record and node, the node of the seed it is aligned with
    let mut aligned: Vec<Vec<Option<u32>>> = trees.iter().map(|t| vec![None; t.tree.len()]).collect();
    aligned[first] = (0..trees[first].tree.len() as u32).map(Some).collect();
    let mut waiting = order.split_off(1);
    let most_nodes = 4 * trees[first].tree.len() + 64;
    loop {
        let mut again = Vec::new();
        let mut grown = false;
        for &i in &waiting {
            let record = &trees[i];
            if work.is_exhausted() {
                continue;
            }
            let content = |s: TreeId, r: TreeId| evidence.of(seed.sources[s], record.sources[r]);
            let mapping = estm_mapping_within(&seed.tree, &record.tree, &content, work);
            aligned[i].fill(None);
            for (s, r) in mapping.pairs {
                aligned[i][r] = Some(seed.ids[s]);
            }
            if aligned[i].iter().any(Option::is_none) {
                if seed.tree.len() < most_nodes {
                    grown |= seed.insert_unaligned(record, &mut aligned[i]);
                }
                if aligned[i].iter().any(Option::is_none) {
                    again.push(i);
                }
            }
        }
        // the paper goes through the rest again while something new was aligned; nothing is, unless the seed grew
        if again.is_empty() || !grown {
            break;
        }
        waiting = again;
    }
    columns(document, page, &trees, &aligned, &seed, options)
}

/// Gathers the items by seed node.
fn columns(
    document: &Document,
    page: &PageTree,
    trees: &[RecordTree],
    aligned: &[Vec<Option<u32>>],
    seed: &Seed,
    options: &AlignOptions,
) -> Vec<AlignedColumn> {
    let mut position = vec![0u64; seed.ids.len()];
    for (at, &id) in seed.ids.iter().enumerate() {
        position[id as usize] = at as u64;
    }
    // the key orders the columns: by seed node, then the unaligned by first appearance
    let mut numbers: FxHashMap<(u64, ColumnKind), usize> = FxHashMap::default();
    let mut found: Vec<(u64, AlignedColumn)> = Vec::new();
    for (i, record) in trees.iter().enumerate() {
        let mut occurrences: FxHashMap<(u64, ColumnKind), u64> = FxHashMap::default();
        for (r, &source) in record.sources.iter().enumerate() {
            let Some(kind) = source.and_then(|id| item_kind(document, page, id)) else { continue };
            let key = match aligned[i][r] {
                Some(id) => position[id as usize],
                None => {
                    let path = if options.group_unaligned {
                        record.path_hash(document, page, r)
                    } else {
                        mix(i as u64, r as u64)
                    };
                    let nth = occurrences.entry((path, kind)).or_insert(0);
                    *nth += 1;
                    mix(path, *nth) | 1 << 63
                }
            };
            let column = *numbers.entry((key, kind)).or_insert_with(|| {
                found.push((key.min(1 << 63), AlignedColumn { kind, items: vec![None; trees.len()] }));
                found.len() - 1
            });
            found[column].1.items[i] = source;
        }
    }
    found.sort_by_key(|(key, _)| *key);
    found.into_iter().map(|(_, column)| column).collect()
}

/// Whether a node is a data item: a text fragment, a link with a target, an image.
fn item_kind(document: &Document, page: &PageTree, id: TreeId) -> Option<ColumnKind> {
    match page.tag(id) {
        Tag::TEXT => Some(ColumnKind::Text),
        Tag::IMG => Some(ColumnKind::Image),
        Tag::A => {
            let target = document.attr(page.node(id), AttrName::HREF)?.trim();
            let is_script = target.get(..11).is_some_and(|s| s.eq_ignore_ascii_case("javascript:"));
            (!target.is_empty() && target != "#" && !is_script).then_some(ColumnKind::Link)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, line, parse};

    /// The text columns of a list whose records are the children of the first `div`.
    fn table(html: &str) -> Vec<Vec<String>> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let list = (0..page.tree.len()).find(|&id| page.tag(id) == Tag::DIV).unwrap();
        let records: Vec<Record> = page.tree.children(list).map(|c| Record::subtree(&page.tree, c)).collect();
        align(&document, &page, &records, &AlignOptions::default())
            .into_iter()
            .filter(|c| c.kind == ColumnKind::Text)
            .map(|c| {
                let text = |id: TreeId| line(&document, page.spans[id].0, page.spans[id].1);
                c.items.iter().map(|item| item.map_or("-".into(), text)).collect()
            })
            .collect()
    }

    /// Figure 18: T1 = x b d, T2 = b n c k g, T3 = b c d h k; T2 is aligned only once T3 has grown the seed. Table 1.
    #[test]
    fn figure_18_and_table_1() {
        // the seed is the largest tree: the many nodes omitted on the left of T1 are written as "o"
        let html = "<div><p><o>o</o><o>o</o><o>o</o><x>x1</x><b>b1</b><d>d1</d></p>\
                    <p><b>b2</b><n>n2</n><c>c2</c><k>k2</k><g>g2</g></p>\
                    <p><b>b3</b><c>c3</c><d>d3</d><h>h3</h><k>k3</k></p></div>";
        let columns = table(html);
        let expected = [
            ["x1", "-", "-"],
            ["b1", "b2", "b3"],
            ["-", "n2", "-"],
            ["-", "c2", "c3"],
            ["d1", "-", "d3"],
            ["-", "-", "h3"],
            ["-", "k2", "k3"],
            ["-", "g2", "-"],
        ];
        assert_eq!(columns[3..], expected, "{columns:?}");
    }

    #[test]
    fn figure_16c_an_ambiguous_place_is_not_taken() {
        // x could stand between a and b or between b and e of the seed: it gets a column behind the others
        let columns = table("<div><p><a>a1</a><b>b1</b><e>e1</e></p><p><a>a2</a><x>x2</x><e>e2</e></p></div>");
        assert_eq!(columns, [["a1", "a2"], ["b1", "-"], ["e1", "e2"], ["-", "x2"]]);
    }

    #[test]
    fn common_words_resolve_a_conflict() {
        let html =
            "<div><p><i>by Ann Lee</i><i>May 5</i></p><p><i>by Bob Ray</i><i>May 7</i></p><p><i>May 9</i></p></div>";
        assert_eq!(table(html), [["by Ann Lee", "by Bob Ray", "-"], ["May 5", "May 7", "May 9"]]);
    }

    #[test]
    fn classes_resolve_a_conflict() {
        let html = "<div><p><i class=a>1</i><i class=b>2</i></p><p><i class=b>3</i></p><p><i class=a>4</i></p></div>";
        assert_eq!(table(html), [["1", "-", "4"], ["2", "3", "-"]]);
    }

    #[test]
    fn unaligned_items_of_one_path_share_a_column() {
        let html = "<div><p><a>1</a><b>2</b><e>3</e></p><p><a>4</a><x>5</x></p><p><a>6</a><x>7</x><e>8</e></p></div>";
        assert_eq!(table(html)[3], ["-", "5", "7"]);
    }
}
