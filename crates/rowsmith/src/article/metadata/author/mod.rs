//! Who wrote it: of all that the page may call its author, and of nobody, what a learnt ranker likes best.

pub mod candidates;
pub mod features;
pub mod model;
pub mod names;

use crate::article::metadata::author::candidates::{AuthorPage, candidates};
use crate::article::metadata::author::features::features;
use crate::article::metadata::author::model::AuthorModel;
pub(crate) use names::{is_by, until_date, without_by};

/// Chooses the author; several are joined by commas. `None` if that is likelier than any candidate.
pub fn author(page: &AuthorPage<'_>, model: &AuthorModel) -> Option<String> {
    let mut all = candidates(page);
    let best = model.best(&all, &features(page, &all))?;
    let best = all.swap_remove(best);
    (!best.is_nobody).then_some(best.shown)
}
