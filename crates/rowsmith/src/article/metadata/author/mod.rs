//! The author: among everything that the page may call its author, and the option that there is none, whatever a
//! trained ranker puts first.

pub mod candidates;
pub mod features;
pub mod model;
pub mod names;

use crate::article::metadata::author::candidates::{AuthorPage, candidates};
use crate::article::metadata::author::features::features;
use crate::article::metadata::author::model::AuthorModel;
pub(crate) use names::{is_by, until_date, without_by};

/// Chooses the author; several are joined by commas. `None` if that option is more likely than any candidate.
pub fn author(page: &AuthorPage<'_>, model: &AuthorModel) -> Option<String> {
    let mut all = candidates(page);
    let best = model.best(&all, &features(page, &all))?;
    let best = all.swap_remove(best);
    (!best.is_nobody).then_some(best.shown)
}
