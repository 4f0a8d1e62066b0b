//! The learnt choice among candidate posts.

pub(crate) mod choose;
pub(crate) mod evidence;
pub(crate) mod model;
