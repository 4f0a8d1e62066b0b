//! From judged links to what a page says of its pages.

use super::PaginationModel;
use super::features::{Judged, probability};

/// Least probability of a link to the next page.
const LEAST_NEXT: f64 = 0.5;
/// Least probability of a link to a page.
const LEAST_PAGE: f64 = 0.5;

/// The links that were chosen, by their index in [`Judged::links`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chosen {
    /// The address of the next page, absolute where the base is known.
    pub next: Option<NextLink>,
    /// The addresses of the list's pages that are linked, in document order, each once.
    pub pages: Vec<String>,
}

/// The link to the next page.
#[derive(Clone, PartialEq, Debug)]
pub struct NextLink {
    /// Its address.
    pub url: String,
    /// The probability that it is right.
    pub confidence: f64,
}

/// Chooses by the probabilities of both models.
pub fn choose(judged: &Judged<'_>, model: &PaginationModel) -> Chosen {
    let rows = judged.next_rows();
    let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
    let next: Vec<f64> = model.next.sums(&rows).into_iter().map(probability).collect();
    let best = (0..next.len()).reduce(|a, b| if next[b] > next[a] { b } else { a });
    let best = best.filter(|&at| next[at] >= LEAST_NEXT);
    let mut chosen = Chosen {
        next: best.map(|at| NextLink { url: judged.links[at].url.clone(), confidence: next[at] }),
        pages: Vec::new(),
    };
    let next_url = chosen.next.as_ref().map(|next| next.url.as_str());
    let mut seen = rustc_hash::FxHashSet::default();
    for (link, &page) in judged.links.iter().zip(&judged.page) {
        let is_page = page >= LEAST_PAGE || next_url == Some(link.url.as_str());
        if is_page && seen.insert(link.url.as_str()) {
            chosen.pages.push(link.url.clone());
        }
    }
    chosen
}
