//! The tables of a page, completed by its state.

use crate::Budget;
use crate::declared::Bounds;
use crate::dom::{AttrName, Document};
use crate::output::{PostWriter, StatePostWriter};
use crate::page::Page;
use crate::posts::PostNodes;
use crate::state::posts::complete;
use crate::state::{State, StateUse};
use crate::types::{Post, RegionTable, Warning};
use crate::warnings::may_be_filled;

/// What the state of a page contributed.
#[derive(Debug, Default)]
pub(super) struct FromState {
    /// Whether the list of the page is the one in its state.
    pub(super) is_list: bool,
    warnings: Vec<Warning>,
}

impl FromState {
    /// Adds what happened to the warnings of the page.
    pub(super) fn warn_in(self, warnings: &mut Vec<Warning>) {
        if self.is_list {
            warnings.retain(|warning| !matches!(warning, Warning::NoListFound | Warning::ClientRendered));
        }
        warnings.extend(self.warnings);
    }
}

/// What finds posts in the state, as results name it.
pub(super) const BY_STATE: &str = "state";

/// The posts that the state of a page has.
#[derive(Debug)]
pub(super) struct PostsOfState {
    pub(super) posts: Vec<Post>,
    /// Where they are.
    pub(super) state: String,
    /// Whether they are a thread, and not what is said beside something else.
    pub(super) is_thread: bool,
    /// If a limit was exceeded.
    pub(super) warning: Option<Warning>,
}

impl Page {
    /// The posts that the state of the page has. `None` if it has none.
    pub(super) fn posts_of_state(&self, used: StateUse, html: bool, output: &Budget) -> Option<PostsOfState> {
        if used == StateUse::Nothing || self.part.is_some() {
            return None;
        }
        let state = State::read(&self.document, self.base(), &Bounds::default());
        let found = state.posts(used)?;
        let language = self.document.attr(Document::ROOT, AttrName::LANG);
        let writer = StatePostWriter { base: self.base(), now: self.fetched, language, html, output };
        let posts = writer.posts(&found.posts);
        let warning = state.is_cut().then_some(Warning::EmbeddedDataCut);
        Some(PostsOfState { posts, state: found.path, is_thread: found.is_thread, warning })
    }

    /// Completes posts that the page shows by the same ones of its state. Where they are in it, if they are.
    pub(super) fn complete_posts(
        &self,
        posts: &mut [Post],
        nodes: &[PostNodes],
        writer: &PostWriter<'_>,
        used: StateUse,
    ) -> Option<String> {
        if posts.is_empty() {
            return None;
        }
        let of_state = self.posts_of_state(used, writer.html, &Budget::new(self.limits.max_output as u64))?;
        let is_same = complete(posts, &of_state.posts, &|at| writer.all_of(&nodes[at]));
        is_same.then_some(of_state.state)
    }

    /// The posts in the state of a page that shows nothing because scripts fill it.
    pub(super) fn posts_of_shell(&self, used: StateUse, html: bool, output: &Budget) -> Option<PostsOfState> {
        if may_be_filled(&self.document, self.tree()) { self.posts_of_state(used, html, output) } else { None }
    }

    /// Completes tables from the state of the page. For a page that is a shell, the table is built from the state.
    pub(super) fn with_state(&self, regions: &mut Vec<RegionTable>, used: StateUse) -> FromState {
        let shows = regions.iter().any(|region| region.main);
        if used == StateUse::Nothing || !shows && !may_be_filled(&self.document, self.tree()) {
            return FromState::default();
        }
        let state = State::read(&self.document, self.base(), &Bounds::default());
        let mut from_state = FromState::default();
        if shows {
            from_state.warnings = state.complete(regions, used);
        } else if let Some(list) = state.list(used) {
            regions.insert(0, list);
            from_state.is_list = true;
        }
        if state.is_cut() {
            from_state.warnings.push(Warning::EmbeddedDataCut);
        }
        from_state
    }
}
