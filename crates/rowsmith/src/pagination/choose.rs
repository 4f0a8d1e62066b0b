//! From links with probabilities to the pagination of a page.

use super::address::{Change, change};
use super::features::{Direction, Measured};
use super::groups::Group;
use super::model::{PaginationModel, probabilities};
use super::numbers::page_number;

/// The least probability with which a link is taken as the link to the next page.
pub(super) const LEAST_NEXT: f64 = 0.3;
/// The least probability with which a link is taken as a link to a page of the list.
const LEAST_PAGE: f64 = 0.5;
/// How many links away from the link forward the link back may be: the page numbers are between them.
const LINKS_BETWEEN: usize = 12;

/// The links that were chosen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chosen {
    /// The link to the next page.
    pub next: Option<NextLink>,
    /// The links to pages of the list in document order, without duplicate addresses.
    pub pages: Vec<PageLink>,
    /// The number of this page, if a pager marks it.
    pub current: Option<u32>,
}

/// A link to a page of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct PageLink {
    /// Its address.
    pub url: String,
    /// Its index in [`Measured::links`].
    pub link: usize,
}

/// The link to the next page.
#[derive(Clone, PartialEq, Debug)]
pub struct NextLink {
    /// Its address.
    pub url: String,
    /// Its index in [`Measured::links`].
    pub link: usize,
    /// The probability that it is right.
    pub confidence: f64,
}

/// Links with the probability that each leads to a page of the list.
struct Judged<'m> {
    measured: &'m Measured,
    page: &'m [f64],
}

/// Chooses links by the probabilities of both models.
pub fn choose(measured: &Measured, model: &PaginationModel) -> Chosen {
    let page = probabilities(&model.page, &measured.rows);
    let next = probabilities(&model.next, &measured.next_rows(&page));
    let judged = Judged { measured, page: &page };
    let best = (0..next.len()).reduce(|a, b| if next[b] > next[a] { b } else { a });
    let best = best.filter(|&at| next[at] >= LEAST_NEXT).or_else(|| by_number(&judged)).or_else(|| by_steps(measured));
    let best = match best {
        Some(at) if is_of_pager(measured, at) => best,
        // a link without anything of a pager, such as that of a record below the address of its list, is none where another says
        // where it leads
        best => by_turning(measured).or(best),
    };
    let mut chosen = Chosen {
        next: best.map(|at| NextLink {
            url: measured.links[at].url.clone(),
            link: at,
            confidence: next[at].max(LEAST_NEXT),
        }),
        pages: Vec::new(),
        current: current(&judged),
    };
    let next_url = chosen.next.as_ref().map(|next| next.url.as_str());
    let mut seen = rustc_hash::FxHashSet::default();
    for (at, (link, &page)) in measured.links.iter().zip(&page).enumerate() {
        let is_page = page >= LEAST_PAGE || next_url == Some(link.url.as_str());
        if is_page && seen.insert(link.url.as_str()) {
            chosen.pages.push(PageLink { url: link.url.clone(), link: at });
        }
    }
    chosen
}

/// The number that a pager, if its links are probable enough, marks as the current page.
fn current(judged: &Judged<'_>) -> Option<u32> {
    let is_sure = |group: &&Group| group.links.iter().any(|&at| judged.page[at] >= LEAST_PAGE);
    judged.measured.groups.all.iter().filter(is_sure).find_map(|group| group.current)
}

/// The link in a probable pager whose number is one more than the current page: for pagers without a word or an arrow.
fn by_number(judged: &Judged<'_>) -> Option<usize> {
    let is_sure = |at: usize| judged.page[at] >= LEAST_PAGE;
    let of_group = |group: &Group| {
        let next = group.current? + 1;
        let sure = group.links.iter().filter(|&&at| is_sure(at)).count();
        let link = group
            .links
            .iter()
            .copied()
            .find(|&at| is_sure(at) && page_number(&judged.measured.links[at].text) == Some(next));
        link.filter(|_| sure >= 2 || group.links.len() == 1)
    };
    judged.measured.groups.all.iter().find_map(of_group)
}

/// The link forward, if the address of a link back near it differs in nothing but a smaller page number, or in having
/// none. This is for pages that count records (`offset=40`), on which the models are less sure because few of the pages
/// that they learnt from do. If the page's own address is known, both differ from it as pages of one list do.
fn by_steps(measured: &Measured) -> Option<usize> {
    let leads = |at: usize, direction| {
        let traits = measured.traits[at];
        traits.direction == Some(direction) && !traits.is_far
    };
    let n = measured.links.len();
    let steps = |&at: &usize| {
        let forward = &measured.links[at].parts;
        let mut near = at.saturating_sub(LINKS_BETWEEN)..(at + LINKS_BETWEEN + 1).min(n);
        near.any(|other| {
            leads(other, Direction::Back)
                && match change(&measured.links[other].parts, forward) {
                    Change::Number { from, to, named } => named && from < to,
                    Change::Added { named, .. } => named,
                    _ => false,
                }
        })
    };
    (0..n).filter(|&at| leads(at, Direction::Forward)).find(steps)
}

/// Whether a link has anything of a pager: a number, a word, an arrow or a name.
fn is_of_pager(measured: &Measured, at: usize) -> bool {
    let traits = measured.traits[at];
    traits.is_like_pager || traits.leads_on || traits.turns
}

/// The link that says that it leads on or loads more, and whose address is that of the page but for what turns its pages;
/// if all such links have one address. Several of them belong to single records, or to filters.
fn by_turning(measured: &Measured) -> Option<usize> {
    let url = |at: usize| measured.links[at].url.as_str();
    let mut turning = (0..measured.links.len()).filter(|&at| measured.traits[at].turns);
    let first = turning.next()?;
    turning.all(|other| url(other) == url(first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use url::Url;

    use crate::dom::{ParseOptions, parse};
    use crate::pagination::{Known, PaginationModel, choose, measured};

    fn next(page: &str, address: Option<&str>) -> Option<String> {
        let document = parse(page.as_bytes(), &ParseOptions::default()).expect("a page");
        let address = address.map(|address| Url::parse(address).expect("an address"));
        let base = Url::parse("http://a.b/").expect("an address");
        let known = Known { base: Some(&base), address: address.as_ref() };
        choose(&measured(&document, known), PaginationModel::built_in()).next.map(|next| next.url)
    }

    const PAGER: &str = "<p>Some words</p><a href='/l?offset=0'>Previous</a> <a href='/l?offset=40'>Next</a>";

    #[test]
    fn next_of_pages_that_count_records() {
        let expected = Some("http://a.b/l?offset=40".to_owned());
        assert_eq!(next(PAGER, Some("http://a.b/l?offset=20")), expected);
        assert_eq!(next(PAGER, None), expected);
        let from_two = "<a href='/l'>« zurück</a> | <a href='/l?start=40'>weiter »</a>";
        assert_eq!(next(from_two, Some("http://a.b/l?start=20")), Some("http://a.b/l?start=40".to_owned()));
    }

    #[test]
    fn no_next_page_by_steps_of_something_else() {
        assert_eq!(next(PAGER, Some("http://a.b/other/list")), None, "the pages of another list");
        let ends = "<a href='/l?offset=0'>Previous</a> <a href='/l?offset=80'>Last</a>";
        assert_ne!(next(ends, Some("http://a.b/l?offset=60")), Some("http://a.b/l?offset=80".to_owned()));
    }

    /// A page of short cards, with something below them.
    fn cards(below: &str) -> String {
        let card = |n: u32| {
            format!(
                "<article><a href=/shop/p/{n}><img src=/{n}.jpg></a><h3><a href=/shop/p/{n}>Lamp {n}</a></h3><p>${n}0.00</p></article>"
            )
        };
        format!("<main><h1>Lamps</h1><div>{}</div>{below}</main>", (1..=10).map(card).collect::<String>())
    }

    #[test]
    fn a_lone_link_that_says_next() {
        let shop = |below: &str| next(&cards(below), Some("http://a.b/shop"));
        let offset = Some("http://a.b/shop?offset=10".to_owned());
        assert_eq!(shop("<p><a href='/shop?offset=10'>Next</a>"), offset);
        assert_eq!(shop("<p><a href='/shop?after=aWQ'>Next</a>"), Some("http://a.b/shop?after=aWQ".to_owned()));
        let second = Some("http://a.b/shop?page=2".to_owned());
        assert_eq!(shop("<p><a href='/shop?page=2'>Load more</a>"), second);
        assert_eq!(shop("<p><button data-url='/shop?page=2'>Load more</button>"), second);
        assert_eq!(shop("<div data-next-url='/shop?page=2'></div>"), second);
        let other = Some("http://a.b/help?page=2".to_owned());
        assert_ne!(shop("<p><a href='/help?page=2'>Next</a>"), other, "of something else");
        let several = shop("<p><a href='/shop?q=a'>Next</a> <a href='/shop?q=b'>Next</a>");
        assert!(several.is_none_or(|url| !url.contains("q=")), "several");
    }

    #[test]
    fn a_link_that_says_next_goes_before_that_of_a_record_below_the_address_of_the_list() {
        let page = cards("<p><a href='/shop/?offset=10'>Next</a>");
        assert_eq!(next(&page, Some("http://a.b/shop/")), Some("http://a.b/shop/?offset=10".to_owned()));
    }
}
