//! Attribute alignment by characteristic tag paths (AMBER 3.5, algorithm 4).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::objects::annotate::Annotation;
use crate::objects::extraction::Aligned;
use crate::objects::schema::domain_schema::{AttributeThresholds, Schema};
use crate::records::Record;
use crate::tree::{PageTree, Run, TreeId, mix};
use crate::types::Provenance;

/// The characteristic tag paths of all nodes of a record (definition 6), as hashes: the tags starting from the record's
/// first node, each with the step to it, first child or next sibling; texts are not steps. A text has the path of its
/// element, and its number among the element's texts.
///
/// Takes time linear in the size of the record.
pub fn tag_paths(page: &PageTree, record: &Record) -> Vec<(TreeId, u64)> {
    const FIRST_CHILD: u64 = 1 << 40;
    const NEXT_SIBLING: u64 = 2 << 40;
    const TEXT: u64 = 3 << 40;
    let tree = &page.tree;
    let mut out = Vec::with_capacity(record.size());
    // for each open node: its end, its path, the path of its last element child, the number of its texts
    let mut open: Vec<(TreeId, u64, Option<u64>, u64)> = vec![(TreeId::MAX, 0, None, 0)];
    for &Run { first, end } in &record.runs {
        for id in TreeId::between(first, end) {
            while open.len() > 1 && id >= open[open.len() - 1].0 {
                open.pop();
            }
            let top = open.len() - 1;
            let (_, path, last_child, texts) = &mut open[top];
            if page.is_text(id) {
                out.push((id, mix(last_child.filter(|_| top == 0).unwrap_or(*path), TEXT | *texts)));
                *texts += 1;
                continue;
            }
            let label = u64::from(tree.labels[id]);
            let own = match *last_child {
                Some(before) => mix(before, NEXT_SIBLING | label),
                None => mix(*path, FIRST_CHILD | label),
            };
            *last_child = Some(own);
            out.push((id, own));
            open.push((tree.end(id), own, None, 0));
        }
    }
    out
}

/// Algorithm 4: for each record, its attributes.
///
/// The support of a node for an attribute is the share of records that have an annotation of the attribute at the
/// node's tag path (definition 7, applied to annotations since no node is typed yet). A node becomes an attribute if
/// its support is above Θ^infer, or if it is annotated and its support is above Θ^keep. If a record has several, the
/// first is used (lines 5 to 7), unless the attribute is multi-valued. Of disjoint attributes at one node, the one with
/// more support is used. O(|Σ|·nodes of the records).
pub fn align(page: &PageTree, records: &[Record], schema: &Schema, annotations: &[Annotation]) -> Vec<Vec<Aligned>> {
    let paths: Vec<Vec<(TreeId, u64)>> = records.iter().map(|r| tag_paths(page, r)).collect();
    let mut supports: FxHashMap<(usize, u64), u32> = FxHashMap::default();
    let mut annotated: FxHashSet<(TreeId, usize)> = FxHashSet::default();
    for nodes in &paths {
        let mut counted: FxHashSet<(usize, u64)> = FxHashSet::default();
        for &(node, path) in nodes {
            for annotation in of_node(annotations, node) {
                let attribute = annotation.found.attribute;
                annotated.insert((node, attribute));
                if counted.insert((attribute, path)) {
                    *supports.entry((attribute, path)).or_default() += 1;
                }
            }
        }
    }
    let mut at_path: FxHashMap<u64, Vec<(usize, f64)>> = FxHashMap::default();
    for (&(attribute, path), &count) in &supports {
        at_path.entry(path).or_default().push((attribute, f64::from(count) / records.len() as f64));
    }
    for list in at_path.values_mut() {
        list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    }
    paths
        .iter()
        .map(|nodes| {
            let mut typed: Vec<Aligned> = Vec::new();
            for &(node, path) in nodes {
                let mut here: Vec<Aligned> = Vec::new();
                for &(attribute, support) in at_path.get(&path).into_iter().flatten() {
                    let AttributeThresholds { infer, keep } = schema.thresholds.of(&schema.attributes[attribute]);
                    let is_annotated = annotated.contains(&(node, attribute));
                    let provenance = match is_annotated {
                        true if support > infer => Provenance::Annotated,
                        true if support > keep => Provenance::Kept,
                        false if support > infer => Provenance::Inferred,
                        _ => continue,
                    };
                    if here.iter().all(|other| !schema.are_disjoint(other.attribute, attribute)) {
                        here.push(Aligned { attribute, node, provenance, support });
                    }
                }
                for aligned in here {
                    let first = typed.iter().all(|t| t.attribute != aligned.attribute);
                    if first || schema.attributes[aligned.attribute].multiple {
                        typed.push(aligned);
                    }
                }
            }
            typed
        })
        .collect()
}

/// The annotations of a node. They are ordered by node.
pub(crate) fn of_node(annotations: &[Annotation], node: TreeId) -> &[Annotation] {
    let start = annotations.partition_point(|a| a.node < node);
    let end = annotations[start..].partition_point(|a| a.node == node);
    &annotations[start..start + end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Document, ParseOptions, Tag, line, parse};
    use crate::objects::annotate::{Surroundings, annotate};
    use crate::objects::schema::attribute::Thresholds;
    use crate::objects::schema::test_schema;
    use crate::tree::Span;

    /// `attribute=text` (with ! if inferred) for every record, with `per` children of the first `section` per record.
    fn aligned(html: &str, per: usize, thresholds: Thresholds) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let mut schema = test_schema();
        schema.thresholds = thresholds;
        let list = page.tree.nodes().find(|&id| page.tag(id) == Tag::SECTION).unwrap();
        let children: Vec<TreeId> = page.tree.children(list).collect();
        let run = |c: &[TreeId]| Record::run(c[0], page.tree.end(c[c.len() - 1]));
        let records: Vec<Record> = children.chunks(per).map(run).collect();
        let found = annotate(&document, &page, &schema, &Surroundings::new(&page), &|_| true);
        let show = |document: &Document, a: &Aligned| {
            let Span { from, to } = page.spans[a.node];
            let mark = if a.provenance == Provenance::Inferred { "!" } else { "" };
            format!("{}={}{mark}", schema.attributes[a.attribute].name, line(document, from, to))
        };
        align(&page, &records, &schema, &found)
            .iter()
            .map(|record| record.iter().map(|a| show(&document, a)).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn figure_8() {
        // Θ^infer 40 %, Θ^keep 0 % regular and 30 % optional; price and place regular, beds optional
        let thresholds = Thresholds {
            infer_regular: 0.4,
            infer_optional: 0.4,
            keep_regular: 0.0,
            keep_optional: 0.3,
            ..Thresholds::default()
        };
        let html = "<section>\
            <a href=x><p><span>£1</span><i>4 bed</i></p></a><div><b>Nowhere</b></div>\
            <a href=x><p><span>ask</span></p></a><div><b>Bath</b></div>\
            <a href=x><p><span>£3</span></p></a><div><em>Oxford</em></div>\
            <a href=x><p><u class=x>£4</u></p></a><div><b>Wells</b><u>£5</u></div></section>";
        assert_eq!(
            aligned(html, 2, thresholds),
            [
                // beds: 25 % is too little for an optional attribute; the place is inferred from records 2 and 4
                "price=£1 place=Nowhere!",
                // the price is inferred from records 1 and 3
                "price=ask! place=Bath",
                // 25 % is enough for a regular attribute
                "price=£3 place=Oxford",
                // the first price is kept at 25 %, the second one dropped since it comes later
                "price=£4 place=Wells",
            ]
        );
    }

    #[test]
    fn the_running_example() {
        // figure 12: the third of the featured properties lacks its place, which two of three have (2/3 > 50 %); the
        // bedrooms of a flat to sublet occur in one of four (1/4 < 30 %)
        let featured = "<section><div><p>£1</p><b>Bath</b></div><div><p>£2</p><b>Oxford</b></div>\
            <div><p>£3</p><b>Medhurst Way</b></div></section>";
        let found = aligned(featured, 1, Thresholds::default());
        assert_eq!(found, ["price=£1 place=Bath", "price=£2 place=Oxford", "price=£3 place=Medhurst Way!"]);
        let listed = "<section><div><p>£1</p><i>2 beds</i></div><div><p>£2</p><i>3 beds</i></div>\
            <div><p>£3</p><i>x</i><u>1 bed</u></div><div><p>£4</p><i>4 beds</i></div></section>";
        let found = aligned(listed, 1, Thresholds { keep_optional: 0.3, ..Thresholds::default() });
        assert_eq!(found, ["price=£1 beds=2 beds", "price=£2 beds=3 beds", "price=£3 beds=x!", "price=£4 beds=4 beds"]);
    }

    #[test]
    fn paths_count_elements_not_texts() {
        let path = |html: &str| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let list = page.tree.nodes().find(|&id| page.tag(id) == Tag::SECTION).unwrap();
            let record = Record::run(list + 1, page.tree.end(list));
            let paths = tag_paths(&page, &record);
            paths.iter().find(|(id, _)| page.tag(*id) == Tag::I).unwrap().1
        };
        // a/first-child::p/first-child::span/next-sibl::i
        let i = "<i class=x>y</i>";
        let first = path(&format!("<section><a><p><span class=s>x</span>{i}"));
        assert_eq!(first, path(&format!("<section><a>t<p>u<span class=s></span>v{i}")));
        assert_ne!(first, path(&format!("<section><a><p>{i}")));
        assert_ne!(path(&format!("<section><a></a><p>{i}")), path(&format!("<section><a><p>{i}")));
    }
}
