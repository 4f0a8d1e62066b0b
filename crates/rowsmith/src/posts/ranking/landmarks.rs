//! What of a page is the same for all of its lists that may be posts.

use crate::dom::Tag;
use crate::posts::profiles::is_profile;
use crate::posts::ranking::called::CalledElements;
use crate::posts::ranking::numbers::{NumberText, number_texts};
use crate::records::PageFacts;
use crate::tree::{Run, TreeId};

/// Places of a page that lists are compared with, and what was found out about elements that lists share.
#[derive(Clone, Debug)]
pub(crate) struct Landmarks<'d> {
    /// The main headings, in order.
    pub(crate) headings: Vec<TreeId>,
    /// The quotations, in order.
    pub(crate) quotes: Vec<TreeId>,
    /// The paragraphs and line breaks, in order.
    pub(crate) breaks: Vec<TreeId>,
    /// The texts that are numbers, in order.
    pub(crate) numbers: Vec<NumberText>,
    /// Which links are named after their target.
    pub(crate) profiles: ProfileLinks,
    /// Which elements are called as what people say is.
    pub(crate) called: CalledElements<'d>,
}

impl<'d> Landmarks<'d> {
    /// The landmarks of a page. Takes time linear in it.
    pub(crate) fn new(facts: &PageFacts<'d>) -> Landmarks<'d> {
        let mut landmarks = Landmarks {
            headings: Vec::new(),
            quotes: Vec::new(),
            breaks: Vec::new(),
            numbers: number_texts(facts),
            profiles: ProfileLinks(vec![None; facts.targets.len()]),
            called: CalledElements::new(facts),
        };
        for id in facts.page.tree.nodes() {
            match facts.page.tag(id) {
                Tag::H1 => landmarks.headings.push(id),
                Tag::BLOCKQUOTE => landmarks.quotes.push(id),
                Tag::P | Tag::BR => landmarks.breaks.push(id),
                _ => {}
            }
        }
        landmarks
    }
}

/// How many of these nodes, which are in order, are in a run.
pub(crate) fn within(nodes: &[TreeId], run: Run) -> usize {
    let from = nodes.partition_point(|&id| id < run.first);
    nodes[from..].partition_point(|&id| id < run.end)
}

/// Which links of a page are named after their target; each is examined once, when first asked for.
#[derive(Clone, Debug)]
pub(crate) struct ProfileLinks(Vec<Option<bool>>);

impl ProfileLinks {
    /// Whether the link `at` of [`PageFacts::targets`] is named after its target.
    pub(crate) fn has(&mut self, facts: &PageFacts<'_>, at: usize) -> bool {
        *self.0[at].get_or_insert_with(|| is_profile(facts, facts.targets[at].0))
    }
}
