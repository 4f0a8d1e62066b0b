//! What forums put at the end of a body: links for answering, and who changed it last.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{Tag, line};
use crate::posts::fields::date::has_time;
use crate::posts::fields::title::author_of;
use crate::posts::fields::{PostList, PostNodes, slot};
use crate::recognize::date::find_date;
use crate::recognize::date::labels::tells_edit;
use crate::records::NodeFacts;
use crate::tree::{Run, Span, TreeId, mix};

/// The controls and the notes of changes at the ends of bodies, each with its post.
pub(crate) fn endings(list: &PostList<'_>, posts: &[PostNodes]) -> Vec<(usize, TreeId)> {
    let authors = posts.iter().map(|post| author_of(list, post)).filter(|name| !name.is_empty());
    let authors: FxHashSet<String> = authors.take(MOST_AUTHORS).collect();
    let ends = Ends::new(list.facts, posts);
    let mut found: Vec<(usize, TreeId)> = Vec::new();
    for (at, post) in posts.iter().enumerate() {
        let controls = controls_at_end(list.facts, post, &ends);
        let end = controls.last().copied();
        found.extend(controls.into_iter().map(|id| (at, id)));
        found.extend(note_of_change(list, post, &authors, end).map(|id| (at, id)));
    }
    found
}

/// So many posts must have a text for it to be a control.
const LEAST_WITH_CONTROL: usize = 3;
/// The share of the posts that must have it.
const WITH_CONTROL: f64 = 0.6;

/// How many texts at the end of a body are looked at.
const AT_END: usize = 12;

/// What stands at the ends of bodies.
struct Ends {
    /// How many posts have a text at a place there.
    posts_with: FxHashMap<u64, usize>,
    posts: usize,
}

impl Ends {
    fn new(facts: &NodeFacts<'_>, posts: &[PostNodes]) -> Ends {
        let mut posts_with: FxHashMap<u64, usize> = FxHashMap::default();
        for post in posts {
            let said: FxHashSet<u64> = last_terminals(facts, post).map(|id| said_there(facts, id)).collect();
            said.into_iter().for_each(|text| *posts_with.entry(text).or_default() += 1);
        }
        Ends { posts_with, posts: posts.len() }
    }

    /// Whether most posts have a text at this place.
    fn is_common(&self, facts: &NodeFacts<'_>, id: TreeId) -> bool {
        let with = self.posts_with.get(&said_there(facts, id)).copied().unwrap_or(0);
        with >= LEAST_WITH_CONTROL && with as f64 >= WITH_CONTROL * self.posts as f64
    }
}

/// What a text says, and at which place.
fn said_there(facts: &NodeFacts<'_>, id: TreeId) -> u64 {
    mix(facts.contents[facts.terminal_range(Run::new(id, id + 1)).start], slot(facts, id))
}

/// The last texts and images of a body, from the end.
fn last_terminals<'f>(facts: &'f NodeFacts<'_>, post: &PostNodes) -> impl Iterator<Item = TreeId> + use<'f> {
    let page = facts.page;
    let bounds = post.body.zip(post.body_parts().last());
    let (first, end) = bounds.map_or((TreeId::ROOT, TreeId::ROOT), |(first, last)| (first, page.tree.end(last)));
    TreeId::between(first, end).rev().filter(|&id| page.is_terminal(id)).take(AT_END)
}

/// The texts at the end of a body that most posts have there, from the last one: "(Reply)", "Report". Nothing unless one of
/// them is a link or a button, and something else stands before them.
fn controls_at_end(facts: &NodeFacts<'_>, post: &PostNodes, ends: &Ends) -> Vec<TreeId> {
    let page = facts.page;
    let Some(first) = post.body else { return Vec::new() };
    let is_control = |&id: &TreeId| page.is_text(id) && ends.is_common(facts, id);
    let controls: Vec<TreeId> = last_terminals(facts, post).take_while(is_control).collect();
    let is_link = |id: &TreeId| {
        let around = std::iter::successors(Some(*id), |&id| page.tree.parent(id)).take_while(|&id| id > first);
        around.take(4).any(|id| matches!(page.tag(id), Tag::A | Tag::BUTTON))
    };
    let has_more = controls.last().is_some_and(|&at| TreeId::between(first, at).any(|id| page.is_terminal(id)));
    if has_more && controls.iter().any(is_link) { controls } else { Vec::new() }
}

/// The most characters of a note of a change.
const LONGEST_NOTE: u32 = 160;
/// How many of them its words of a change are among.
const START_OF_NOTE: usize = 24;
/// How many elements around the last text may be the note.
const LEVELS_OF_NOTE: usize = 5;
/// How many posts are looked at for who may have changed what others wrote: each note is compared with all of their authors.
const MOST_AUTHORS: usize = 200;

/// Whether a text has a name, and not only as a part of a word; an empty one is in none.
fn holds_word(text: &str, name: &str) -> bool {
    let is_apart = |(at, found): (usize, &str)| {
        !text[..at].ends_with(char::is_alphanumeric) && !text[at + found.len()..].starts_with(char::is_alphanumeric)
    };
    !name.is_empty() && text.match_indices(name).any(is_apart)
}

/// The note at the end of a body, or before `end`, that says who changed it last and when: "Last edited by Ann on May 5, 2010".
fn note_of_change(
    list: &PostList<'_>,
    post: &PostNodes,
    authors: &FxHashSet<String>,
    end: Option<TreeId>,
) -> Option<TreeId> {
    let facts = list.facts;
    let (page, tree) = (facts.page, &facts.page.tree);
    let (first, last) = post.body.zip(post.body_parts().last())?;
    let own = author_of(list, post);
    let end = end.unwrap_or(tree.end(last));
    let text = TreeId::between(first, end).rev().find(|&id| page.is_text(id))?;
    let fits =
        |&id: &TreeId| id > first && tree.end(id) <= end && facts.chars.of(Run::subtree(tree, id)) <= LONGEST_NOTE;
    let is_note = |&id: &TreeId| {
        let Span { from, to } = page.spans[id];
        let said = line(facts.document, from, to);
        let start: String = said.chars().take(START_OF_NOTE).collect();
        let Some(found) = tells_edit(&start).then(|| find_date(&said)).flatten() else { return false };
        // people name others in what they add, but not with the time of day
        holds_word(&said, &own) || has_time(&found.date) && authors.iter().any(|name| holds_word(&said, name))
    };
    // the smallest element that says all of it
    let mut around =
        std::iter::successors(Some(text).filter(fits), |&id| tree.parent(id).filter(fits)).take(LEVELS_OF_NOTE);
    let note = around.find(is_note)?;
    TreeId::between(first, note).any(|id| page.is_text(id)).then_some(note)
}
