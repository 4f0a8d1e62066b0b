//! A candidate list of records, as ranges of the page tree.

use crate::tree::{Tree, TreeId};

/// A data record: runs of sibling subtrees. One run but for non-contiguous records (DEPTA 4.4.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// The runs `first..end` in preorder numbers of the page tree, in document order.
    pub runs: Vec<(TreeId, TreeId)>,
}

impl Record {
    /// A record of one run of siblings.
    pub fn run(first: TreeId, end: TreeId) -> Record {
        Record { runs: vec![(first, end)] }
    }

    /// The record that is one subtree.
    pub fn subtree(tree: &Tree, root: TreeId) -> Record {
        Record::run(root, tree.end(root))
    }

    /// The roots of the record's subtrees.
    pub fn roots<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = TreeId> + 'a {
        self.runs.iter().flat_map(move |&(first, end)| {
            std::iter::successors(Some(first), move |&root| Some(tree.ends[root] as usize).filter(|&next| next < end))
        })
    }

    /// The number of texts and images in the record.
    pub fn terminals(&self, tree: &Tree) -> usize {
        let before = |id: TreeId| tree.terminals_before[id] as usize;
        self.runs.iter().map(|&(first, end)| before(end) - before(first)).sum()
    }

    /// The number of nodes in the record.
    pub fn size(&self) -> usize {
        self.runs.iter().map(|&(first, end)| end - first).sum()
    }
}

/// What found a candidate first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Generator {
    /// A data region of MDR-2, not covered by another, with its records (DEPTA 4.3 and 4.4).
    Region,
    /// Adjacent regions of equal count, joined record by record (DEPTA 4.4.1).
    NonContiguous,
    /// The generalized nodes of a region whose records were found to be smaller.
    GeneralizedNodes,
    /// A region of MDR-2 that a region higher up covers.
    CoveredRegion,
    /// All elements of one tag path, wherever they are on the page.
    PathGroup,
    /// All elements of one tag path and class, wherever they are on the page.
    ClassGroup,
}

impl Generator {
    /// The name shown to users.
    pub fn name(self) -> &'static str {
        match self {
            Generator::Region => "mdr2",
            Generator::NonContiguous => "mdr2-noncontiguous",
            Generator::GeneralizedNodes => "mdr2-generalized",
            Generator::CoveredRegion => "mdr2-covered",
            Generator::PathGroup => "path-group",
            Generator::ClassGroup => "class-group",
        }
    }
}

/// A list of records that may be one of the page's lists.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The records in document order, two or more.
    pub records: Vec<Record>,
    /// What found it first.
    pub generator: Generator,
}
