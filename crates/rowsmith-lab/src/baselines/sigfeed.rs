//! SIGFEED: the lowest `<div>` of a page with the highest density of keywords from its feed item (Oita and Senellart
//! 2010, as described in FOREST 2 and 4).

use std::collections::BTreeMap;

use rowsmith::dom::{NodeId, Tag};
use rowsmith::site::forest::signifiers::Signifiers;
use rowsmith::site::sample::SamplePage;
use rowsmith::site::terms::shown_texts;

/// The block of one page: significant texts, which contain a keyword, are grouped by their lowest `<div>`; the group
/// with most keywords wins, or the smaller block if they are equal. `None` if no text in a `<div>` contains any.
pub fn sigfeed_block(page: &SamplePage, keywords: &Signifiers) -> Option<NodeId> {
    let document = &page.document;
    let mut groups: BTreeMap<NodeId, usize> = BTreeMap::new();
    for text in shown_texts(document) {
        let count = page.terms.within(document, text).iter().filter(|t| keywords.contains(t)).count();
        if count == 0 {
            continue;
        }
        let mut above = std::iter::successors(document.parent(text), |&n| document.parent(n));
        if let Some(block) = above.find(|&n| document.tag(n) == Tag::DIV) {
            *groups.entry(block).or_default() += count;
        }
    }
    let size = |block: NodeId| document.end(block).index() - block.index();
    groups
        .into_iter()
        .max_by(|a, b| a.1.cmp(&b.1).then(size(b.0).cmp(&size(a.0))).then(b.0.cmp(&a.0)))
        .map(|(block, _)| block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, parse};
    use rowsmith::site::sample::Site;
    use rowsmith::site::terms::Language;

    #[test]
    fn the_lowest_div_with_most_keywords() {
        let html = "<div id=page><div id=menu><p>violins</div><div id=story><h1>Violins of Cremona</h1><p>violins are\
                    <section><p>made in Cremona</section></div></div>";
        let mut site = Site::default();
        let page = SamplePage::new(
            &rowsmith::site::sample::SitePage::new(parse(html.as_bytes(), &ParseOptions::default()).unwrap()),
            &mut site,
        );
        let mut terms = Vec::new();
        Language::with(page.terms.language).terms("violins Cremona", &mut site.vocabulary, &mut terms);
        let keywords: Signifiers = terms.into_iter().collect();
        let block = sigfeed_block(&page, &keywords).unwrap();
        assert_eq!(page.document.attr_named(block, "id"), Some("story"));
        assert_eq!(sigfeed_block(&page, &Signifiers::default()), None);
    }
}
