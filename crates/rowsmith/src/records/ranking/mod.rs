//! The trained choice among candidate lists: measurements of each, relations among them, and the model.

pub(crate) mod choose;
#[cfg(test)]
pub(crate) mod feature_tests;
pub(crate) mod features;
pub(crate) mod measure;
pub(crate) mod model;
pub(crate) mod pairs;
pub(crate) mod relation_features;
#[cfg(test)]
pub(crate) mod relation_tests;
pub(crate) mod relations;
pub(crate) mod results;
pub(crate) mod slots;
#[cfg(test)]
pub(crate) mod test_lists;
