//! Which of the passages found by a pattern are title and body (Reis et al. 2004, section 4.4).

use rustc_hash::FxHashSet;

use crate::dom::Tag;
use crate::site::rtdm::matching::PatternMatch;
use crate::site::rtdm::pattern::Pattern;
use crate::site::sample::SamplePage;
use crate::site::terms::TermId;
use crate::tree::{Span, TreeId};

/// How the body is distinguished from other passages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyLabel {
    /// As in the paper: the longest passage of a page, if it has more than 100 words.
    Passage,
    /// The node of the pattern that contains most of what changes from page to page. Passages of neighbouring wildcards
    /// belong together even if nodes of the template are between them.
    Node,
}

/// The title and body of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Labelled {
    /// The body.
    pub body: Option<Span>,
    /// The title.
    pub title: Option<Span>,
}

/// The paper's least number of words of a body.
const MIN_BODY: u32 = 100;
/// The paper's largest number of words of a title.
const MAX_TITLE: u32 = 20;
/// A child continues the body if it contains this share of what changes in its parent.
const MOST: f64 = 0.5;

/// The run of the document that corresponds to a run of a page's tree.
fn span(page: &SamplePage, from: TreeId, to: TreeId) -> Span {
    let end = page.view.spans[from].to.max(page.view.spans[to - 1].to);
    let mut end = end;
    // the last top-level subtree of the run ends last
    let mut at = from;
    while at < to {
        end = end.max(page.view.spans[at].to);
        at = page.tree.end(at);
    }
    Span { from: page.view.spans[from].from, to: end }
}

fn terms(page: &SamplePage, Span { from, to }: Span) -> &[TermId] {
    &page.terms.terms[page.terms.starts[from.index()] as usize..page.terms.starts[to.index()] as usize]
}

/// The number of words of a passage.
fn words(page: &SamplePage, Span { from, to }: Span) -> u32 {
    page.document.raw_text_between(from, to).split_whitespace().count() as u32
}

/// Title and body by the paper's rules, from the passages of one page.
pub fn label_passages(page: &SamplePage, matched: &PatternMatch) -> Labelled {
    let passages: Vec<Span> = matched.consumed.iter().map(|run| span(page, run.first, run.end)).collect();
    let body = passages.iter().copied().max_by_key(|&run| (words(page, run), std::cmp::Reverse(run.from)));
    let body = body.filter(|&run| words(page, run) > MIN_BODY);
    let title = body.and_then(|body| title_of(page, body, &passages));
    Labelled { body, title }
}

/// Among passages of 1 to 20 words, the one that shares most terms with the body; among equal ones the nearest before
/// the body.
fn title_of(page: &SamplePage, body: Span, passages: &[Span]) -> Option<Span> {
    let body_terms: FxHashSet<TermId> = terms(page, body).iter().copied().collect();
    let outside = passages.iter().filter(|run| run.to <= body.from || run.from >= body.to);
    let short = outside.filter(|&&run| (1..=MAX_TITLE).contains(&words(page, run)));
    let shared = |run: Span| {
        let own: FxHashSet<TermId> = terms(page, run).iter().copied().collect();
        own.intersection(&body_terms).count()
    };
    // before the body, the later one is nearer; what follows the body comes last
    short.copied().max_by_key(|&run| {
        let is_before = run.from < body.from;
        (shared(run), is_before, if is_before { run.from.0 } else { u32::MAX - run.from.0 })
    })
}

/// The node of a pattern that contains the body: down from the root, as long as one child contains most of the words
/// that change from page to page (the mean over the pages). `None` if fewer than 100 change per page.
pub fn label(pattern: &Pattern, pages: &[(&SamplePage, &PatternMatch)]) -> Option<TreeId> {
    let mut words = vec![0.0f64; pattern.tree.len() + 1];
    for (page, matched) in pages {
        for run in &matched.consumed {
            let Span { from, to } = span(page, run.first, run.end);
            words[run.wildcard] += f64::from(page.terms.starts[to.index()] - page.terms.starts[from.index()]);
        }
    }
    let mut below = words.clone();
    for id in pattern.tree.nodes().skip(1).rev() {
        if let Some(parent) = pattern.tree.parent(id) {
            below[parent] += below[id];
        }
    }
    // terms exclude stop words: about half the words
    if pattern.tree.is_empty() || below[0] < f64::from(MIN_BODY) / 2.0 * pages.len() as f64 {
        return None;
    }
    let mut at = TreeId::ROOT;
    loop {
        let ordinary = pattern.tree.children(at).filter(|&c| pattern.wildcard(c).is_none() && !is_flow(pattern, c));
        let Some(most) = ordinary.max_by(|&c, &d| below[c].total_cmp(&below[d]).then(d.cmp(&c))) else { break };
        if below[most] < MOST * below[at] {
            break;
        }
        at = most;
    }
    (at != TreeId::ROOT).then_some(at)
}

/// Whether a node is a part of a text and cannot be a body by itself.
fn is_flow(pattern: &Pattern, id: TreeId) -> bool {
    let flow = [Tag::P, Tag::BLOCKQUOTE, Tag::UL, Tag::OL, Tag::DL, Tag::LI, Tag::PRE, Tag::FIGURE, Tag::A, Tag::SPAN];
    let headings = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::TEXT];
    flow.iter().chain(&headings).any(|tag| tag.0 == pattern.tree.labels[id])
}
