//! The trained choice among candidates for posts.

pub(crate) mod called;
pub(crate) mod choose;
pub(crate) mod evidence;
pub(crate) mod landmarks;
pub(crate) mod model;
pub(crate) mod numbers;
