//! The title of the page: among everything that the page calls itself, and parts of it, whatever a trained ranker puts
//! first.

pub mod candidates;
pub mod features;
pub mod model;

use crate::article::declared::meta::Metas;
use crate::article::metadata::sources::Sources;
use crate::article::metadata::title::candidates::candidates;
use crate::article::metadata::title::features::{TitlePage, features};
use crate::article::metadata::title::model::TitleModel;

/// Chooses the title. `address` is the page's own. `None` if the page has nothing to choose from.
pub fn title(sources: &Sources, metas: &Metas, address: Option<&str>, model: &TitleModel) -> Option<String> {
    let page = TitlePage::new(sources, metas, address);
    let all = candidates(sources, &page.sites);
    let scores = model.ranker.scores(&features(&page, &all));
    let best = (0..all.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))?;
    Some(all[best].shown.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::metadata::sources::{Found, Source};

    fn of(list: &[(Source, &str)], site: &str) -> Option<String> {
        let titles = list.iter().map(|&(source, value)| Found { source, value: value.to_owned(), node: None });
        let sources = Sources { titles: titles.collect(), sites: vec![site.to_owned()], ..Sources::default() };
        title(&sources, &Metas::default(), None, TitleModel::built_in())
    }

    #[test]
    fn the_name_of_the_site_is_no_part_of_the_title() {
        let sources =
            [(Source::Title, "A long walk home | The Daily"), (Source::OpenGraph, "A long walk home | The Daily")];
        assert_eq!(of(&sources, "The Daily").as_deref(), Some("A long walk home"));
    }

    #[test]
    fn the_heading_decides() {
        let sources = [
            (Source::Title, "Walking: home at last - The Daily"),
            (Source::Heading, "The Daily"),
            (Source::Heading, "Walking: home at last"),
            (Source::Heading, "Other news of today"),
        ];
        assert_eq!(of(&sources, "The Daily").as_deref(), Some("Walking: home at last"));
        assert_eq!(of(&[], ""), None);
    }
}
