//! The pages of a part joined into one, so that all their records are aligned together.

use crate::dom::document::Document;
use crate::dom::join::join;
use crate::records::GrownSeed;
use crate::records::align::record_tree::RecordTree;
use crate::records::align::{Aligned, AlignedColumn, align_with_seed};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::{ColumnOptions, column_drafts};
use crate::records::record::Record;
use crate::tree::page_tree::PageTree;
use crate::tree::run::Run;
use crate::wrapper::format::ColumnLocator;
use crate::wrapper::format::PrototypeNode;
use crate::wrapper::labels::PageLabels;
use crate::wrapper::options::LearnOptions;
use crate::wrapper::options::budget;
use crate::wrapper::parts::columns::Rows;
use crate::wrapper::parts::columns::learn_columns;
use crate::wrapper::parts::prototype::learn_prototype;

/// The pages of a part joined into one, so that all their records are aligned together.
pub(crate) struct Joined {
    pub(crate) document: Document,
    pub(crate) page: PageTree,
    pub(crate) records: Vec<Record>,
    /// For each page, the offset of its node numbers.
    pub(crate) shifts: Vec<usize>,
}

/// The columns of the records of all pages, and the prototype in which their items are.
#[derive(Default)]
pub(crate) struct JoinedColumns {
    pub(crate) columns: Vec<ColumnLocator>,
    pub(crate) prototype: Vec<PrototypeNode>,
}

impl Joined {
    /// `None` if there are too many nodes to number.
    pub(crate) fn new(pages: &[(&PageLabels<'_>, &[Record])]) -> Option<Joined> {
        let documents: Vec<&Document> = pages.iter().map(|(labels, _)| labels.document).collect();
        let document = join(&documents)?;
        let (mut shift, mut records, mut shifts) = (1, Vec::new(), Vec::new());
        for (labels, of) in pages {
            let moved = |record: &Record| Record {
                runs: record.runs.iter().map(|run| Run::new(run.first + shift, run.end + shift)).collect(),
            };
            records.extend(of.iter().map(moved));
            shifts.push(shift);
            shift += labels.page.tree.len();
        }
        Some(Joined { page: PageTree::new(&document), document, records, shifts })
    }

    /// Columns and prototype from the alignment of the records, given as `trees`; only columns that `choose` keeps.
    /// `first` is the index of the first of them in its part.
    pub(crate) fn columns(
        &self,
        trees: Vec<RecordTree>,
        first: usize,
        options: &LearnOptions,
        table: &ColumnOptions,
        choose: impl FnOnce(Vec<ColumnDraft>) -> Vec<ColumnDraft>,
    ) -> JoinedColumns {
        let Aligned { columns, seed } = self.align(&trees, options);
        let drafts = choose(self.drafts(columns, table));
        self.learn(&trees, &seed, &drafts, first, options)
    }

    /// The records, given as `trees`, aligned.
    pub(crate) fn align(&self, trees: &[RecordTree], options: &LearnOptions) -> Aligned {
        let Joined { document, page, records, .. } = self;
        align_with_seed(document, page, records, trees.to_vec(), &options.records.align, &budget(options))
    }

    /// The columns of a table of the aligned records.
    pub(crate) fn drafts(&self, aligned: Vec<AlignedColumn>, table: &ColumnOptions) -> Vec<ColumnDraft> {
        // what a page has at one place is one column of a wrapper
        let table = &ColumnOptions { composites: true, ..table.clone() };
        column_drafts(&self.document, &self.page, &self.records, aligned, table)
    }

    /// Where the items of these columns are in the records.
    pub(crate) fn learn(
        &self,
        trees: &[RecordTree],
        seed: &GrownSeed,
        drafts: &[ColumnDraft],
        first: usize,
        options: &LearnOptions,
    ) -> JoinedColumns {
        let labels = PageLabels::new(&self.document, &self.page);
        let work = budget(options);
        let mut prototype = learn_prototype(&labels, trees, seed, &work);
        let rows = Rows { records: &self.records, trees };
        let columns = learn_columns(&labels, &rows, drafts, first, &mut prototype, &work);
        JoinedColumns { columns, prototype }
    }
}
