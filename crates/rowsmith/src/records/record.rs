//! A candidate list of records, as ranges of the page tree.

use crate::tree::{Run, Tree, TreeId};

/// A data record: runs of sibling subtrees. There is one run, except for non-contiguous records (DEPTA 4.4.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// The runs, in document order.
    pub runs: Vec<Run>,
}

impl Record {
    /// A record of one run of siblings.
    pub fn run(first: TreeId, end: TreeId) -> Record {
        Record { runs: vec![Run::new(first, end)] }
    }

    /// The record that is one subtree.
    pub fn subtree(tree: &Tree, root: TreeId) -> Record {
        Record::run(root, tree.end(root))
    }

    /// The roots of the record's subtrees.
    pub fn roots<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = TreeId> + 'a {
        self.runs.iter().flat_map(move |&run| run.roots(tree))
    }

    /// The number of texts and images in the record.
    pub fn terminals(&self, tree: &Tree) -> usize {
        let before = |id: TreeId| tree.terminals_before[id] as usize;
        self.runs.iter().map(|&Run { first, end }| before(end) - before(first)).sum()
    }

    /// The number of nodes in the record.
    pub fn size(&self) -> usize {
        self.runs.iter().map(|&Run { first, end }| end - first).sum()
    }
}

/// The generator that found a candidate first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Generator {
    /// A data region of MDR-2 that no other covers, with its records (DEPTA 4.3 and 4.4).
    Region,
    /// Adjacent regions with equal counts, joined record by record (DEPTA 4.4.1).
    NonContiguous,
    /// The generalized nodes of a region whose records were found to be smaller.
    GeneralizedNodes,
    /// A region of MDR-2 that is covered by a region higher up.
    CoveredRegion,
    /// All elements with one tag path, wherever they are on the page.
    PathGroup,
    /// All elements with one tag path and class, wherever they are on the page.
    ClassGroup,
    /// All elements with one tag and class, at any depth.
    TagClassGroup,
    /// The part of a group below one ancestor.
    Part,
    /// The members of a group, each with what surrounds it alone.
    Lifted,
    /// Runs of siblings that begin with one signature.
    Segments,
    /// Another candidate without its intruders.
    Cleaned,
    /// Another candidate without repeated records.
    WithoutCopies,
    /// Siblings around anchor trees, which match at a date (MiBAT 5).
    AnchorTrees,
    /// Boxes that contain one pivot of the page each, at any depth.
    PivotBoxes,
    /// The list described by a template of the site.
    Template,
}

impl Generator {
    /// The name that users see.
    pub fn name(self) -> &'static str {
        match self {
            Generator::Region => "mdr2",
            Generator::NonContiguous => "mdr2-noncontiguous",
            Generator::GeneralizedNodes => "mdr2-generalized",
            Generator::CoveredRegion => "mdr2-covered",
            Generator::PathGroup => "path-group",
            Generator::ClassGroup => "class-group",
            Generator::TagClassGroup => "tag-class-group",
            Generator::Part => "part",
            Generator::Lifted => "lifted",
            Generator::Segments => "segments",
            Generator::Cleaned => "cleaned",
            Generator::WithoutCopies => "without-copies",
            Generator::AnchorTrees => "mibat",
            Generator::PivotBoxes => "pivot-boxes",
            Generator::Template => "template",
        }
    }
}

/// A list of records that may be one of the page's lists.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The runs of all records; those of one record are consecutive.
    pub runs: Vec<Run>,
    /// The number of runs per record: 1, except for non-contiguous records.
    pub runs_per_record: usize,
    /// The generator that found it first.
    pub generator: Generator,
}

impl Candidate {
    /// A list of subtrees.
    pub fn of_subtrees(tree: &Tree, roots: &[TreeId], generator: Generator) -> Candidate {
        let runs = roots.iter().map(|&root| Run::subtree(tree, root)).collect();
        Candidate { runs, runs_per_record: 1, generator }
    }

    /// The number of records.
    #[allow(clippy::len_without_is_empty)] // there are always two
    pub fn len(&self) -> usize {
        self.runs.len() / self.runs_per_record
    }

    /// The runs of each record.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &[Run]> + DoubleEndedIterator + Clone {
        self.runs.chunks_exact(self.runs_per_record)
    }

    /// The records, each on its own.
    pub fn to_records(&self) -> Vec<Record> {
        self.records().map(|runs| Record { runs: runs.to_vec() }).collect()
    }

    /// Whether two lists share content.
    pub fn overlaps(&self, other: &Candidate) -> bool {
        let mut runs: Vec<Run> = self.runs.clone();
        runs.sort_unstable();
        // runs of one list do not overlap, so the last that begins before an end reaches furthest
        other.runs.iter().any(|&Run { first, end }| {
            let at = runs.partition_point(|r| r.first < end);
            at > 0 && runs[at - 1].end > first
        })
    }

    /// A hash of which terminals each record contains. Lists that differ only in wrapping elements have the same hash.
    pub fn terminals_hash(&self, tree: &Tree) -> u64 {
        let before = |id: TreeId| u64::from(tree.terminals_before[id]);
        let runs = self.runs.iter().map(|&Run { first, end }| before(first) << 32 | before(end));
        runs.fold(self.runs_per_record as u64, crate::tree::mix)
    }
}
