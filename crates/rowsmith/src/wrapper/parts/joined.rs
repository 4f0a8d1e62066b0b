//! The pages of a part joined into one, so that all their records are aligned together.

use crate::dom::document::Document;
use crate::dom::join::join;
use crate::records::align::record_tree::RecordTree;
use crate::records::align::{Aligned, align_with_seed};
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
        let Joined { document, page, records, .. } = self;
        // what a page has at one place is one column of a wrapper
        let table = &ColumnOptions { composites: true, ..table.clone() };
        let labels = PageLabels::new(document, page);
        let work = budget(options);
        let Aligned { columns, seed } =
            align_with_seed(document, page, records, trees.clone(), &options.records.align, &work);
        let drafts = choose(column_drafts(document, page, records, columns, table));
        let mut prototype = learn_prototype(&labels, &trees, &seed, &work);
        let rows = Rows { records, trees: &trees };
        let columns = learn_columns(&labels, &rows, &drafts, first, &mut prototype, &work);
        JoinedColumns { columns, prototype }
    }
}
