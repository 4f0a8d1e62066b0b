//! The dates of a page: when it was published, and when it was changed. A trained ranker chooses among all days that
//! the page declares, has in its address or shows, and the option that it has none.

mod address;
pub mod candidates;
pub mod features;
mod labels;
pub mod model;
pub mod place;
mod statements;

use crate::article::metadata::date::candidates::{Candidate, DatePage, candidates};
use crate::article::metadata::date::features::features;
use crate::article::metadata::date::model::DateModel;
use crate::article::metadata::date::place::Place;
use crate::recognize::date::DateTime;
pub use crate::types::DateKind;

/// The dates of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dates {
    /// The date of the wanted kind.
    pub date: Option<DateTime>,
    /// When it was last changed, where the page says so.
    pub modified: Option<DateTime>,
}

/// Chooses the dates of a page.
pub fn dates(page: &DatePage<'_>, model: &DateModel, kind: DateKind) -> Dates {
    let all = candidates(page);
    let modified = modified(&all);
    let date = match kind {
        DateKind::Modified => modified,
        DateKind::Any => chosen(page, model, &all, |_| true),
        DateKind::Published => chosen(page, model, &all, |c| !c.is_only_change()),
    };
    Dates { date, modified }
}

fn chosen(
    page: &DatePage<'_>,
    model: &DateModel,
    all: &[Candidate],
    wanted: impl Fn(&Candidate) -> bool,
) -> Option<DateTime> {
    if all.len() < 2 {
        return None;
    }
    let best = model.choose(all, &features(page, all), page.declares_news(), wanted)?;
    all[best].date
}

/// The day of the last change: as it is declared, else as words beside a date near the title say. What a page
/// declares in JSON-LD goes first, since its time is the most precise.
fn modified(all: &[Candidate]) -> Option<DateTime> {
    let declared = [Place::JsonLdModified, Place::MetaModified, Place::MicrodataModified];
    let by_place = declared.iter().find_map(|&place| {
        let stated = all.iter().filter(|c| c.is_in(place)).filter_map(|c| c.date);
        stated.max_by_key(DateTime::unix_seconds)
    });
    let labelled = || all.iter().find(|c| c.labelled[1] || c.named[1] && !c.labelled[0]).and_then(|c| c.date);
    by_place.or_else(labelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::Blocks;
    use crate::article::blocks::context::Context;
    use crate::article::blocks::main_posts::MainPosts;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::article::metadata::sources::Sources;
    use crate::dom::{ParseOptions, parse};

    fn of(html: &str, address: Option<&str>, kind: DateKind) -> (Option<String>, Option<String>) {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let (metas, json) = (Metas::new(&document), JsonLd::new(&document));
        let sources = Sources::new(&document, &context, &blocks, &metas, &json);
        let page = DatePage {
            document: &document,
            context: &context,
            blocks: &blocks,
            metas: &metas,
            json: &json,
            sources: &sources,
            posts: &MainPosts::default(),
            address,
            title_block: Some(0),
        };
        let dates = dates(&page, DateModel::built_in(), kind);
        (dates.date.map(|d| d.to_iso()), dates.modified.map(|d| d.to_iso()))
    }

    fn published(html: &str) -> Option<String> {
        of(html, None, DateKind::Published).0
    }

    #[test]
    fn the_day_of_publication_is_not_that_of_a_change() {
        let html = "<h1>Walk</h1><p>Updated 6 Feb 2024<p>Published 5 Jan 2024<p>Text";
        assert_eq!(of(html, None, DateKind::Published), (Some("2024-01-05".into()), Some("2024-02-06".into())));
        assert_eq!(of(html, None, DateKind::Modified).0.as_deref(), Some("2024-02-06"));
        let html = "<h1>Walk</h1><p>Last updated: 6 Feb 2024<p>Text";
        assert_eq!(published(html), None);
        assert_eq!(of(html, None, DateKind::Any).0.as_deref(), Some("2024-02-06"));
    }

    #[test]
    fn dates_behind_labels_in_attributes_and_at_the_foot() {
        for html in [
            "<h1>Walk</h1><p>Posted on the 15/12/2025 at 19:00 by Ann<p>Text",
            "<h1>Walk</h1><h4>Published</h4><div>December 15, 2025</div><p>Text",
            "<h1>Walk</h1><p><abbr class=published title='2025-12-15T19:00:00Z'>last winter</abbr> by Ann<p>Text",
            "<h1>Walk</h1><p>Text<p>More<p>Still more<footer><time datetime=2025-12-15>15 Dec</time></footer>",
        ] {
            assert_eq!(published(html).unwrap_or_default().get(..10), Some("2025-12-15"), "{html}");
        }
        assert_eq!(published("<h1>Walk</h1><p>Text"), None);
    }

    #[test]
    fn the_time_of_a_declared_date_is_kept() {
        let html =
            "<meta property=article:published_time content='2024-01-05T10:00:00Z'><h1>Walk</h1><p>5 January 2024";
        assert_eq!(published(html).as_deref(), Some("2024-01-05T10:00:00Z"));
    }

    #[test]
    fn a_page_of_dates_has_few_candidates_and_takes_linear_time() {
        let days = (0..40_000).map(|n| format!("<p>{} January {}", n % 28 + 1, 1900 + n % 190));
        let html = format!("<h1>Days</h1>{}", days.collect::<String>());
        of(&html, None, DateKind::Any);
    }
}
