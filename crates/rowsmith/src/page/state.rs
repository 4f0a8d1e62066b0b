//! The tables and posts of a page, completed by its state.

use crate::Budget;
use crate::declared::Bounds;
use crate::dom::{AttrName, Document, Tag};
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

/// So many of the posts that are shown are looked for in scripts before all data is read.
const LOOKED_FOR: usize = 4;
/// Two words with fewer letters say too little.
const LEAST_LETTERS: usize = 9;
/// Shorter attributes, in bytes, hold no posts.
const LEAST_ATTRIBUTE: usize = 200;

/// Whether scripts or attributes have words of posts that are shown. It costs far less than reading what they hold,
/// and most threads are in no script.
fn may_say(document: &Document, posts: &[Post]) -> bool {
    let phrases: Vec<&str> = posts.iter().filter_map(|post| phrase_of(&post.body)).take(LOOKED_FOR).collect();
    let has = |text: &str| phrases.iter().any(|phrase| text.contains(phrase));
    let in_attributes = |id| document.attrs(id).any(|(_, value)| value.len() >= LEAST_ATTRIBUTE && has(value));
    let in_script = |id| document.tag(id) == Tag::SCRIPT && has(document.raw_text(id));
    !phrases.is_empty()
        && document.nodes().filter(|&id| !document.is_text(id)).any(|id| in_script(id) || in_attributes(id))
}

/// Two words next to each other that are written in data as they are on the page, or in other scripts some letters.
fn phrase_of(body: &str) -> Option<&str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == ' ';
    let plain = body
        .split(|c: char| !is_plain(c))
        .map(str::trim)
        .filter(|text| text.len() >= LEAST_LETTERS && text.contains(' '));
    let two = plain.map(|text| {
        let ends = text.match_indices(' ').map(|(at, _)| at).find(|&at| at >= LEAST_LETTERS);
        &text[..ends.unwrap_or(text.len())]
    });
    two.max_by_key(|text| text.len()).or_else(|| {
        let letters = body.split(|c: char| !c.is_alphabetic());
        letters.max_by_key(|text| text.len()).filter(|text| text.len() >= LEAST_LETTERS)
    })
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
        if used == StateUse::Nothing || !may_say(&self.document, posts) {
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
