//! From links with probabilities to the pagination of a page.

use super::features::Measured;
use super::groups::Group;
use super::model::{PaginationModel, probabilities};
use super::numbers::page_number;

/// The least probability with which a link is taken as the link to the next page.
const LEAST_NEXT: f64 = 0.3;
/// The least probability with which a link is taken as a link to a page of the list.
const LEAST_PAGE: f64 = 0.5;

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
    let best = best.filter(|&at| next[at] >= LEAST_NEXT).or_else(|| by_number(&judged));
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
