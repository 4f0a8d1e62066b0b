//! Compares data items in columns with the annotated fields of records, as the scorer does: for every field, it counts
//! the values in the column that has most of them.

use rowsmith::dom::{Document, NodeId, find_path, line};
use rowsmith::records::Record;
use rowsmith::tree::{PageTree, Run, TreeId};

use crate::eval::data::{Gold, GoldRecord};

/// An annotated list whose records are known as nodes of the page tree.
pub struct GoldList<'g> {
    /// The records in the form that an extractor gets.
    pub records: Vec<Record>,
    /// Their annotations.
    pub gold: Vec<&'g GoldRecord>,
}

/// The main lists of a page with at least two records, all of which were found in the tree.
pub fn gold_lists<'g>(document: &Document, page: &PageTree, gold: &'g Gold) -> Vec<GoldList<'g>> {
    let tree_node = |path: &String| -> Option<Run> {
        let node: NodeId = find_path(document, path)?;
        let at = TreeId::new(page.spans.partition_point(|s| s.from < node));
        (page.spans.get(at.index())?.from == node).then(|| Run::subtree(&page.tree, at))
    };
    let list = |records: &'g Vec<GoldRecord>| -> Option<GoldList<'g>> {
        let runs: Vec<Record> = records
            .iter()
            .map(|r| {
                let mut runs: Vec<Run> = r.nodes.iter().map(tree_node).collect::<Option<_>>()?;
                runs.sort_unstable();
                (!runs.is_empty()).then_some(Record { runs })
            })
            .collect::<Option<_>>()?;
        (runs.len() >= 2).then(|| GoldList { records: runs, gold: records.iter().collect() })
    };
    gold.regions.iter().filter(|r| r.main).filter_map(|r| list(&r.records)).collect()
}

/// The items of a list in columns: for each column and record, the texts there.
pub type Columns = Vec<Vec<Vec<String>>>;

/// DEPTA's counts of data items (6.1).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Items {
    /// ACT: the values that exist.
    pub actual: usize,
    /// ALG: those in a column with an item of another record.
    pub aligned: usize,
    /// COR: those in the column that has most of their field.
    pub correct: usize,
}

impl Items {
    /// The sum of both.
    pub fn add(self, other: Items) -> Items {
        Items {
            actual: self.actual + other.actual,
            aligned: self.aligned + other.aligned,
            correct: self.correct + other.correct,
        }
    }
}

impl GoldList<'_> {
    /// Whether the list meets DEPTA's assumptions: all records have one parent, and their trees have the same root,
    /// which is an element with one name or, for records of several elements, the artificial one. Otherwise the largest
    /// record, which is the seed, matches none of those with another root.
    pub fn has_one_parent_and_root(&self, page: &PageTree) -> bool {
        let mut parents = self.records.iter().flat_map(|r| r.roots(&page.tree)).map(|root| page.tree.parent(root));
        let root = |record: &Record| {
            let mut roots = record.roots(&page.tree);
            let first = roots.next().map(|root| page.tree.labels[root]);
            first.filter(|_| roots.next().is_none())
        };
        let first = parents.next();
        let mut roots = self.records.iter().map(root);
        let one = roots.next();
        parents.all(|parent| Some(parent) == first) && roots.all(|root| Some(root) == one)
    }

    /// For each record, its text fragments in the form that the scorer compares.
    pub fn fragments(&self, document: &Document, page: &PageTree) -> Vec<std::collections::HashSet<String>> {
        let texts = |record: &Record| {
            let nodes = record.runs.iter().flat_map(|run| run.nodes());
            nodes
                .filter(|&id| page.is_text(id))
                .map(|id| fold(&line(document, page.spans[id].from, page.spans[id].to)))
                .collect()
        };
        self.records.iter().map(texts).collect()
    }
}

/// Counts the values of fields that are shown as texts; links and images are not items in DEPTA.
pub fn count_items(list: &GoldList<'_>, columns: &Columns) -> Items {
    count_items_of(list, columns, &|_, _| true)
}

/// Like [`count_items`], for only those values that `counts` accepts, given the index of their record and the allowed
/// texts.
pub fn count_items_of(list: &GoldList<'_>, columns: &Columns, counts: &dyn Fn(usize, &[String]) -> bool) -> Items {
    let mut names: Vec<&String> = list.gold.iter().flat_map(|r| r.fields.keys()).collect();
    names.sort();
    names.dedup();
    let folded: Vec<Vec<Vec<String>>> =
        columns.iter().map(|c| c.iter().map(|cell| cell.iter().map(|t| fold(t)).collect()).collect()).collect();
    let shared: Vec<bool> = folded.iter().map(|c| c.iter().filter(|cell| !cell.is_empty()).count() >= 2).collect();
    let mut items = Items::default();
    for name in names.into_iter().filter(|n| !n.ends_with("url") && *n != "image") {
        let mut votes = vec![0usize; folded.len()];
        for (at, record) in list.gold.iter().enumerate() {
            let values = record.fields.get(name).map(allowed).unwrap_or_default();
            if values.is_empty() || !counts(at, &values) {
                continue;
            }
            items.actual += 1;
            let mut aligned = false;
            for (column, cells) in folded.iter().enumerate() {
                let here = cells[at].iter().any(|text| values.contains(text));
                votes[column] += usize::from(here);
                aligned |= here && shared[column];
            }
            items.aligned += usize::from(aligned);
        }
        items.correct += votes.into_iter().max().unwrap_or(0);
    }
    items
}

/// The texts that the annotation allows for a value, except addresses.
fn allowed(value: &serde_json::Value) -> Vec<String> {
    let texts: Vec<&str> = match value {
        serde_json::Value::Array(all) => all.iter().filter_map(|v| v.as_str()).collect(),
        other => other.as_str().into_iter().collect(),
    };
    texts
        .into_iter()
        .filter(|t| !t.starts_with('/') && !t.contains("://"))
        .map(fold)
        .filter(|t| !t.is_empty())
        .collect()
}

/// The letters and digits of a text in lower case, as compared by the scorer.
pub fn fold(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Whether an item is one of the values that the annotation allows for a field, as judged by score.py: an attribute's,
/// or the text that is shown, whose label may be left to the column.
pub fn value_matches(field: &str, value: &serde_json::Value, item: &str) -> bool {
    let texts: Vec<&str> = match value {
        serde_json::Value::Array(all) => all.iter().filter_map(|v| v.as_str()).collect(),
        other => other.as_str().into_iter().collect(),
    };
    let link = field.ends_with("url") || field == "image";
    texts.into_iter().any(|gold| {
        let address = gold.starts_with('/') || gold.starts_with("http://") || gold.starts_with("https://");
        if link || address { same_link(gold, item) } else { same_text(field, gold, item) }
    })
}

/// Fields whose texts may begin with anything.
fn is_prose(field: &str) -> bool {
    const PROSE: &[&str] =
        &["title", "name", "topic", "thread", "headline", "body", "snippet", "description", "excerpt", "summary"];
    PROSE.contains(&field) || field.starts_with("last_")
}

fn same_text(field: &str, gold: &str, item: &str) -> bool {
    if fold(gold).is_empty() {
        // stars, question marks: no word to compare
        return !gold.trim().is_empty() && gold.split_whitespace().eq(item.split_whitespace());
    }
    let label = gold.find(':').filter(|&at| {
        let (label, rest) = (&gold[..at], &gold[at + 1..]);
        (2..=25).contains(&label.chars().count())
            && label.starts_with(char::is_alphabetic)
            && !label.contains(|c: char| c.is_ascii_digit())
            && rest.starts_with(char::is_whitespace)
    });
    let without = label.filter(|_| !is_prose(field)).map(|at| fold(&gold[at + 1..])).filter(|v| !v.is_empty());
    let item = fold(item);
    item == fold(gold) || without.is_some_and(|value| value == item)
}

/// Whether two addresses are the same: as the page has them, or made absolute.
fn same_link(gold: &str, item: &str) -> bool {
    fn path(address: &str) -> &str {
        let rest = address.split_once("//").filter(|(scheme, _)| matches!(*scheme, "" | "http:" | "https:"));
        let path = rest.map_or(address, |(_, rest)| rest.find('/').map_or("", |at| &rest[at..]));
        if path.is_empty() { "/" } else { path }
    }
    let (gold, item) = (gold.trim(), item.trim());
    let mut relative = gold;
    while let Some(rest) = relative.strip_prefix("./").or_else(|| relative.strip_prefix("../")) {
        relative = rest;
    }
    !item.is_empty() && (item == gold || path(item) == path(gold) || item.ends_with(&format!("/{relative}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(title: &str, price: Option<&str>) -> GoldRecord {
        let mut fields = std::collections::HashMap::from([("title".to_owned(), json!(title))]);
        fields.insert("url".to_owned(), json!("/x"));
        fields.extend(price.map(|p| ("price".to_owned(), json!([p, "other"]))));
        GoldRecord { leaves: Vec::new(), nodes: Vec::new(), fields }
    }

    fn cells(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|t| if t.is_empty() { Vec::new() } else { vec![(*t).to_owned()] }).collect()
    }

    #[test]
    fn the_paper_s_example_of_two_alignments() {
        // five titles, three in one column and two in another: three are right
        let gold: Vec<GoldRecord> = (0..5).map(|i| record(&format!("T-{i}"), None)).collect();
        let list = GoldList { records: Vec::new(), gold: gold.iter().collect() };
        let columns = vec![cells(&["t 0", "t 1", "t 2", "", ""]), cells(&["", "", "", "T 3", "T 4"])];
        assert_eq!(count_items(&list, &columns), Items { actual: 5, aligned: 5, correct: 3 });
    }

    #[test]
    fn an_item_alone_in_its_column_is_not_aligned() {
        let gold = [record("a", Some("1")), record("b", None)];
        let list = GoldList { records: Vec::new(), gold: gold.iter().collect() };
        let columns = vec![cells(&["a", "b"]), cells(&["1", ""])];
        assert_eq!(count_items(&list, &columns), Items { actual: 3, aligned: 2, correct: 3 });
    }

    #[test]
    fn values_match_as_the_scorer_has_it() {
        assert!(value_matches("price", &json!("Price: $36"), "$36") && value_matches("price", &json!("$36"), "$ 36"));
        assert!(!value_matches("title", &json!("Review: Dune"), "Dune"));
        assert!(value_matches("url", &json!("../a/b"), "https://x.org/a/b"));
        assert!(value_matches("image", &json!(["/i.png", "/j.png"]), "//cdn.x.org/j.png"));
        assert!(value_matches("rating", &json!("★★★"), "★★★") && !value_matches("rating", &json!("★★★"), "★★"));
    }
}
