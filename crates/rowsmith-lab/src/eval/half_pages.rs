//! Makes two pages with the same template from one: each has some of the annotated records, and the others are removed.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use rowsmith::dom::{Document, NodeId, ParseOptions, Tag, escape, find_path, is_raw_text, is_void, parse};

use crate::eval::data::{Gold, GoldRecord, GoldRegion};

/// What is written as references, in content as in attributes.
const SPECIAL: &str = "&<>\"\u{a0}";

/// A page made from another, with the remaining annotations.
pub struct Made {
    pub html: Vec<u8>,
    pub gold: Gold,
}

impl Made {
    /// The annotation in the form that score.py reads, for a page with this name.
    pub fn named_gold(&self, name: &str) -> Option<String> {
        let mut gold = serde_json::to_value(&self.gold).ok()?;
        gold["page"] = name.into();
        Some(gold.to_string())
    }
}

/// How the page is changed apart from its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Redesign {
    /// Rename every class and id.
    pub rename: bool,
    /// Wrap the children of the smallest element that contains all records in two more elements.
    pub wrap: bool,
}

/// The page with those records of the main lists that `keep` accepts, by index. `None` if the parser turns it into a
/// different page, or a record cannot be separated from the rest.
pub fn keep_records(html: &[u8], gold: &Gold, keep: &dyn Fn(usize) -> bool, redesign: Redesign) -> Option<Made> {
    let document = parse(html, &ParseOptions::default()).ok()?;
    let records: Vec<&GoldRecord> = gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records).collect();
    let mut removed: HashSet<NodeId> = HashSet::new();
    let mut kept_roots: Vec<NodeId> = Vec::new();
    for (i, record) in records.iter().enumerate() {
        for path in &record.nodes {
            let node = find_path(&document, path)?;
            if keep(i) { kept_roots.push(node) } else { removed.extend(document.subtree(node)) }
        }
    }
    kept_roots.retain(|node| !removed.contains(node));
    let container = kept_roots.iter().copied().reduce(|a, b| document.common_ancestor(a, b));
    let container = container.map(|c| if kept_roots.len() == 1 { document.parent(c).unwrap_or(c) } else { c });
    let wrap = container.filter(|_| redesign.wrap);
    let html = to_html(&document, &removed, wrap, redesign.rename);
    let made = parse(html.as_bytes(), &ParseOptions::default()).ok()?;
    // elements correspond one to one in document order, except for the two that wrap
    let old = document.nodes().filter(|id| !document.is_text(*id) && !removed.contains(id));
    let new = made.nodes().filter(|&id| {
        let class = made.attr_named(id, "class").unwrap_or_default();
        !made.is_text(id) && class != "rs-outer" && class != "rs-inner"
    });
    let (old, new): (Vec<NodeId>, Vec<NodeId>) = (old.collect(), new.collect());
    if old.len() != new.len()
        || old.iter().zip(&new).any(|(a, b)| document.tag_name(document.tag(*a)) != made.tag_name(made.tag(*b)))
    {
        return None;
    }
    let moved: HashMap<NodeId, NodeId> = old.into_iter().zip(new).collect();
    let paths = rowsmith::dom::ElementPaths::new(&made);
    let mut leaves = Vec::new();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    for (i, path) in gold.leaves.iter().enumerate() {
        if let Some(at) = find_path(&document, path).and_then(|node| moved.get(&node)) {
            numbers.insert(i, leaves.len());
            leaves.push(paths.path(*at));
        }
    }
    let mut number = 0;
    let regions = gold
        .regions
        .iter()
        .map(|region| {
            let mut records = Vec::new();
            for record in &region.records {
                let wanted = !region.main || keep(number);
                number += usize::from(region.main);
                let left: Vec<usize> = record.leaves.iter().filter_map(|l| numbers.get(l).copied()).collect();
                if wanted && left.len() == record.leaves.len() {
                    let nodes = record.nodes.iter().filter_map(|p| moved.get(&find_path(&document, p)?));
                    let nodes = nodes.map(|&node| paths.path(node)).collect();
                    records.push(GoldRecord { leaves: left, nodes, fields: record.fields.clone() });
                }
            }
            GoldRegion { main: region.main, records }
        })
        .collect();
    let gold = Gold { kind: gold.kind.clone(), debatable: gold.debatable, url: gold.url.clone(), leaves, regions };
    Some(Made { html: html.into_bytes(), gold })
}

/// The document as HTML, without some nodes.
pub fn to_html(document: &Document, removed: &HashSet<NodeId>, wrap: Option<NodeId>, rename: bool) -> String {
    let mut out = String::from("<!DOCTYPE html>");
    let mut open: Vec<NodeId> = Vec::new();
    let close = |out: &mut String, node: NodeId| {
        if wrap == Some(node) {
            out.push_str("</div></div>");
        }
        let _ = write!(out, "</{}>", document.tag_name(document.tag(node)));
    };
    for node in document.nodes() {
        while let Some(&last) = open.last().filter(|&&last| node >= document.end(last)) {
            close(&mut out, last);
            open.pop();
        }
        if removed.contains(&node) {
            continue;
        }
        if document.is_text(node) {
            let raw = document.parent(node).is_some_and(|p| {
                is_raw_text(document.tag(p)) && !matches!(document.tag(p), Tag::TITLE | Tag::TEXTAREA)
            });
            let text = document.raw_text(node);
            if raw {
                out.push_str(text)
            } else {
                escape(text, SPECIAL, &mut out)
            }
            continue;
        }
        let tag = document.tag(node);
        let _ = write!(out, "<{}", document.tag_name(tag));
        for (name, value) in document.attrs(node) {
            let name = document.attr_name(name);
            let _ = write!(out, " {name}=\"");
            match name {
                "class" | "id" if rename => {
                    let renamed: Vec<String> = value.split_ascii_whitespace().map(renamed).collect();
                    escape(&renamed.join(" "), SPECIAL, &mut out);
                }
                _ => escape(value, SPECIAL, &mut out),
            }
            out.push('"');
        }
        out.push('>');
        if is_void(tag) {
            continue;
        }
        if matches!(tag, Tag::PRE | Tag::TEXTAREA) {
            out.push('\n'); // the parser takes one off
        }
        if wrap == Some(node) {
            out.push_str("<div class=rs-outer><div class=rs-inner>");
        }
        open.push(node);
    }
    while let Some(node) = open.pop() {
        close(&mut out, node);
    }
    out
}

/// A new name, always the same for the same old one.
fn renamed(name: &str) -> String {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    let letter = |i: u32| char::from(b'a' + ((hash >> (5 * i)) % 26) as u8);
    (0..7).map(letter).collect()
}
