//! The list of a page as given by the caller.

use crate::dom::{NodeId, PathFinder, find_path};
use crate::page::Page;
#[cfg(feature = "sites")]
use crate::page::options::GivenField;
use crate::records::{Candidate, Generator, Ranked, Record};
#[cfg(feature = "sites")]
use crate::site::sample::{FieldNode, Given};
use crate::tree::{PageTree, Run, TreeId};
use crate::types::PartKind;

/// The name of the method that found a list given by the caller.
pub(super) const GIVEN: &str = "given";

impl Page {
    /// The list given by the caller, in a view of the page. `None` if none was given, or nothing of it is on the page.
    pub(super) fn given_list(&self, tree: &PageTree) -> Option<Ranked> {
        if self.part.is_some_and(|part| !matches!(part, PartKind::List | PartKind::Objects)) {
            return None;
        }
        let candidate = candidate_of(self.given_records(tree))?;
        Some(Ranked { candidate, main: true, score: 0.0, confidence: Some(1.0), evidence: Vec::new() })
    }

    /// The posts given by the caller. `None` if none were given, or nothing of them is on the page.
    pub(super) fn given_posts(&self) -> Option<Candidate> {
        self.part.filter(|part| *part == PartKind::Posts)?;
        candidate_of(self.given_records(self.tree()))
    }

    /// What a person said of the page, as far as it is there.
    #[cfg(feature = "sites")]
    pub(super) fn given(&self) -> Given {
        let field = |field: &GivenField| {
            let element = field.path.as_ref().map(|path| find_path(&self.document, path));
            // a path that leads nowhere says nothing
            (element != Some(None)).then(|| FieldNode {
                name: field.name.clone(),
                element: element.flatten(),
                is_guess: false,
            })
        };
        Given {
            part: self.part,
            records: self.given_records(self.tree()),
            fields: self.fields.iter().filter_map(field).collect(),
        }
    }

    /// The records given by the caller, those whose elements are on the page.
    pub(crate) fn given_records(&self, tree: &PageTree) -> Vec<Record> {
        let mut finder = PathFinder::new(&self.document);
        let record = |paths: &Vec<String>| {
            let roots: Vec<TreeId> = paths.iter().filter_map(|path| node_of(tree, finder.find(path)?)).collect();
            (!roots.is_empty()).then(|| Record { runs: runs_of(tree, roots) })
        };
        let mut records: Vec<Record> = self.list.iter().filter_map(record).collect();
        records.sort_by(|a, b| a.runs.cmp(&b.runs));
        // no two records share a node
        let mut behind = TreeId::ROOT;
        records.retain(|record| {
            let (first, end) = (record.runs.first().map(|run| run.first), record.runs.last().map(|run| run.end));
            let apart = first.is_some_and(|first| first >= behind);
            behind = if apart { end.unwrap_or(behind) } else { behind };
            apart
        });
        records
    }
}

/// The records as a list whose records all consist of the same number of runs.
fn candidate_of(records: Vec<Record>) -> Option<Candidate> {
    let runs_per_record = records.first()?.runs.len();
    let equal = records.iter().all(|record| record.runs.len() == runs_per_record);
    let (runs, runs_per_record) = match equal {
        true => (records.into_iter().flat_map(|record| record.runs).collect(), runs_per_record),
        // anything between the parts of a record belongs to it, too
        false => {
            let whole = |record: Record| Some(Run::new(record.runs.first()?.first, record.runs.last()?.end));
            (records.into_iter().filter_map(whole).collect(), 1)
        }
    };
    Some(Candidate { runs, runs_per_record, generator: Generator::Template })
}

/// Groups sibling subtrees into runs: those next to each other, with nothing but texts between them, form one run.
fn runs_of(tree: &PageTree, mut roots: Vec<TreeId>) -> Vec<Run> {
    roots.sort_unstable();
    roots.dedup();
    let mut runs: Vec<Run> = Vec::new();
    for root in roots {
        let own = Run::subtree(&tree.tree, root);
        if let Some(last) = runs.last_mut() {
            if root < last.end {
                continue;
            }
            let siblings = tree.tree.parent(last.first) == tree.tree.parent(root);
            let between = Run::new(last.end, root);
            if siblings && (last.end == root || between.roots(&tree.tree).all(|id| tree.is_text(id))) {
                last.end = own.end;
                continue;
            }
        }
        runs.push(own);
    }
    runs
}

/// The node of the comparison tree for an element.
fn node_of(tree: &PageTree, element: NodeId) -> Option<TreeId> {
    let behind = tree.spans.partition_point(|span| span.from <= element);
    let mut at = TreeId::new(behind.checked_sub(1)?);
    loop {
        if tree.node(at) == element && !tree.is_text(at) {
            return Some(at);
        }
        at = tree.tree.parent(at)?;
        if tree.spans[at].from < element {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Page, PageOptions, RecordsOptions};

    fn texts(html: &str, list: &[&[&str]]) -> Vec<String> {
        let list = list.iter().map(|paths| paths.iter().map(|path| format!("/html[1]/body[1]/{path}")).collect());
        let page = Page::parse(html.as_bytes(), &PageOptions::new().list(list.collect::<Vec<_>>())).unwrap();
        let found = page.records(&RecordsOptions::new());
        let given = found.regions.into_iter().filter(|region| region.found_by == super::GIVEN);
        let row = |row: crate::types::RecordRow| {
            let texts = row.cells.into_iter().flatten().map(|cell| cell.text);
            texts.collect::<Vec<_>>().join(" ")
        };
        given.flat_map(|region| region.records).map(row).collect()
    }

    #[test]
    fn what_is_given_is_the_list() {
        let html = "<ul><li>Home<li>Shop<li>News</ul><div><p>Oak 45<p>Elm 30<p>Ash 25<p>Yew 15</div>";
        assert_eq!(texts(html, &[&["ul/li[3]"], &["ul/li[1]"]]), ["Home", "News"]);
        assert_eq!(texts(html, &[&["div/p[2]"]]), ["Elm 30"]);
        // a record inside another is ignored, and so is one that does not exist
        let outer = texts(html, &[&["div[1]/p[9]"], &["ul/li[1]"], &["ul"]]);
        let mut words: Vec<&str> = outer.iter().flat_map(|record| record.split(' ')).collect();
        words.sort_unstable();
        assert_eq!((outer.len(), words), (1, vec!["Home", "News", "Shop"]));
        assert!(texts(html, &[&["ol/li"], &["nonsense"]]).is_empty());
    }

    #[test]
    fn records_of_several_elements() {
        let html = "<dl><dt>Oak<dd>45<dt>Elm<dd>30<dd>low<dt>Ash<dd>25</dl>";
        let list: [&[&str]; 3] = [&["dl/dt[1]", "dl/dd[1]"], &["dl/dt[2]", "dl/dd[2]", "dl/dd[3]"], &["dl/dt[3]"]];
        assert_eq!(texts(html, &list), ["Oak 45", "Elm 30 low", "Ash"]);
        // parts with something else between them
        let apart: [&[&str]; 2] = [&["dl/dt[1]", "dl/dd[2]"], &["dl/dt[3]"]];
        assert_eq!(texts(html, &apart).len(), 2);
    }
}
