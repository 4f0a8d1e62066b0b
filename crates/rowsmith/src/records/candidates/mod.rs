//! Candidate lists beyond those of MDR-2: groups by tag and class, runs of siblings, lists without intruders and
//! without copies.

pub(crate) mod clean;
pub(crate) mod copies;
pub(crate) mod groups;
pub(crate) mod sibling_runs;
