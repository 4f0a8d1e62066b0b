//! The records of a list, aligned with a seed.

use crate::records::align::record_tree::RecordTree;
use crate::records::align::seed::Seed;
/// The records of a list, aligned with a seed.
pub(crate) struct Alignment {
    pub(crate) trees: Vec<RecordTree>,
    /// For each record and each of its nodes, the id of the seed node that it is aligned with.
    pub(crate) aligned: Vec<Vec<Option<u32>>>,
    pub(crate) seed: Seed,
}
