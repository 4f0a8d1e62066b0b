//! Which of a page's dates is wanted.

use serde::{Deserialize, Serialize};

/// Which of a page's dates is wanted as the date of its text.
///
/// ```
/// use rowsmith::options::{ArticleSearch, DateKind};
/// use rowsmith::{ArticleOptions, Page, PageOptions};
///
/// let html = b"<h1>Low tide</h1><p>Last updated: 6 February 2024<p>The boats lay on the sand all day.";
/// let page = Page::parse(html, &PageOptions::new())?;
/// let date = |kind| {
///     let search = ArticleSearch::new().date_kind(kind);
///     page.article(&ArticleOptions::new().search(search)).date().map(|date| date.to_iso())
/// };
/// assert_eq!(date(DateKind::Modified).as_deref(), Some("2024-02-06"));
/// assert_eq!(date(DateKind::Published), None);
/// # Ok::<(), rowsmith::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DateKind {
    /// The date that the page puts beside its text. Usually it is that of the publication; on pages that show only when
    /// they were updated, it is that.
    #[default]
    Any,
    /// When the text was published; none if the page tells only when it was changed.
    Published,
    /// When the text was last changed.
    Modified,
}
