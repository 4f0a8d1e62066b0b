//! Data records of list pages: MDR-2 and DEPTA, and the choice of the page's main list.
//!
//! [`candidates`] finds lists by several generators, [`choose`] orders them, [`align`] and [`column_drafts`] put the
//! items of a list into named columns.

pub(crate) mod align;
pub(crate) mod candidates;
pub(crate) mod distinct;
pub(crate) mod odd;
pub(crate) mod options;
pub(crate) mod search;
pub(crate) mod tables;

pub(crate) mod columns;
pub(crate) mod facts;
pub(crate) mod mdr;
pub(crate) mod ranking;
pub(crate) mod record;
pub(crate) mod visual;

pub use align::{AlignOptions, AlignedColumn, RecordTree, align};
pub(crate) use align::{FAIR_CELLS, GrownSeed, ROOT_LABEL, grid_columns};
pub(crate) use align::{align_within, described};
pub use candidates::clean::cleaned;
pub use candidates::copies::{copied_after, without_copies};
pub use candidates::groups::page_groups;
pub use candidates::sibling_runs::sibling_runs;
pub use candidates::{candidates, candidates_seen, groups};
pub(crate) use columns::role_probabilities;
pub use columns::roles::assignment::{Judged, assign, judge, judge_alone};
pub use columns::roles::beside::{Beside, beside_feature_names};
pub use columns::roles::features::{column_feature_names, column_features};
pub use columns::roles::model::ColumnModel;
pub use columns::roles::shared::{Group, SHARED, shared_feature_names, shared_features, speaks_of};
pub use columns::roles::wanted::wanted_features;
pub use columns::texts::image_source;
pub(crate) use columns::texts::{composite_text, item_text};
pub use columns::{Assigned, ColumnDraft, ColumnOptions, column_drafts, labelled_columns};
pub(crate) use distinct::{distinct, kind_of_list};
pub use facts::declared::Declared;
pub(crate) use facts::nodes::fragment;
pub use facts::nodes::{NodeData, NodeFacts};
pub use facts::searched::Searched;
pub use facts::sums::Sums;
pub use facts::{PageData, PageFacts, Section};
pub use mdr::matched_nodes::matched_nodes;
pub use mdr::regions::{
    DataRegion, RegionOptions, RegionSearch, find_regions, find_regions_by, find_valid_regions, uncovered,
};
pub use mdr::segment::{joined_record_lists, record_lists};
pub use options::{Method, Options, Ranked};
pub use ranking::choose::{
    Measured, SHORTLIST, Shortlist, choose, choose_seen, confidence, confidence_row, first_copy, further_lists,
    measure_all, shortlist,
};
pub use ranking::features::{FEATURES, features};
pub use ranking::measure::{Measurer, Measures};
pub use ranking::model::Model;
pub use ranking::pairs::unpaired;
pub use ranking::relation_features::{Relation, relation_features, relation_names};
pub use ranking::relations::relations;
pub use ranking::results::results_beside;
pub use ranking::slots::{SlotCounter, SlotFigures};
pub use record::{Candidate, Generator, Record};
pub use search::{find_candidates, ranked_lists};
pub use visual::{PLACE, Sight, VisualOptions};
