//! Data records of list pages: MDR-2 and DEPTA.

/// Options of the record extractor.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {}
