//! What of a page is the same for all of its lists that may be posts.

use crate::dom::Tag;
use crate::posts::profiles::is_profile;
use crate::posts::ranking::called::CalledElements;
use crate::posts::ranking::numbers::{NumberText, number_texts};
use crate::records::{PageFacts, Sums};
use crate::tree::TreeId;

/// Places of a page that lists are compared with, and what was found out about elements that lists share.
#[derive(Clone, Debug)]
pub(crate) struct Landmarks<'d> {
    /// The main headings, in order.
    pub(crate) headings: Vec<TreeId>,
    /// Quotations.
    pub(crate) quotes: Sums,
    /// Paragraphs and line breaks.
    pub(crate) breaks: Sums,
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
        let tags = |tags: &'static [Tag]| facts.page.tree.nodes().filter(move |&id| tags.contains(&facts.page.tag(id)));
        let count = |these| Sums::counting(facts.page.tree.nodes().len(), tags(these));
        Landmarks {
            headings: tags(&[Tag::H1]).collect(),
            quotes: count(&[Tag::BLOCKQUOTE]),
            breaks: count(&[Tag::P, Tag::BR]),
            numbers: number_texts(facts),
            profiles: ProfileLinks(vec![None; facts.targets.len()]),
            called: CalledElements::new(facts),
        }
    }
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
