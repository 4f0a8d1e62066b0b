//! AMBER's algorithms (Furche et al. 2012): data areas, segmentation, attribute alignment, learning of terms.

pub(crate) mod align;
pub(crate) mod areas;
pub(crate) mod learn;
pub(crate) mod observe;
pub(crate) mod segmentation;
