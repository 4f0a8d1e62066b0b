//! Posts in the state: threads, comments and reviews that a page's scripts hold.
//!
//! Posts are objects with a text, of which most have an author and a date (`fields.rs`), in an array, in an object that is used as a
//! table, or within each other: an answer in what it answers, comments in what is commented on. `complete.rs` completes
//! by them the posts that a page shows.

mod complete;
mod fields;
mod people;

pub(crate) use complete::complete;
pub(crate) use fields::StatePost;

use rustc_hash::FxHashMap;

use crate::declared::Data;
use crate::state::lists::{Named, find};
use crate::state::paths::{Name, PathId, Paths};
use crate::state::piece::Pieces;
use crate::state::posts::people::People;
use crate::state::text::plain;
use crate::state::words::{BESIDE, has, words_on};

/// The posts of a page according to its state.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StatePosts<'d> {
    /// Where they are: `@data-preloaded.topic_12.post_stream.posts[]`.
    pub(crate) path: String,
    /// In the order of the state, each answer behind what it answers.
    pub(crate) posts: Vec<StatePost<'d>>,
    /// Whether they are a thread, and not what is said beside something else.
    pub(crate) is_thread: bool,
}

/// The fewest posts that are taken for posts.
const LEAST_POSTS: usize = 2;
/// So many posts are read.
const MOST_POSTS: usize = 5_000;
/// So many lists of posts are compared.
const MOST_GROUPS: usize = 200;
/// Posts have at least so many words on average.
const LEAST_WORDS: f64 = 3.0;
/// How many objects may stand between a post and the array of its answers.
const MOST_BETWEEN: usize = 3;
/// How deeply answers are within each other.
const MOST_NESTED: usize = 64;
/// Longer posts, in bytes, do not count for more.
const MOST_COUNTED: usize = 3_000;

/// Names on the way to posts that elsewhere are those of lists which no page is for.
const SAID: &[&str] = &["answers", "comment", "comments", "messages", "replies", "review", "reviews", "topics"];
/// Names on the way to posts that belong to something else.
const BESIDE_SOMETHING: &[&str] =
    &["comment", "comments", "review", "reviews", "article", "product", "recipe", "video"];

/// Posts within each other, or a list of them.
struct Group<'d> {
    path: PathId,
    posts: Vec<StatePost<'d>>,
    /// Whether the first one holds the others.
    has_root: bool,
}

/// The posts with the most text in the state. Takes time near-linear in the state.
pub(crate) fn posts<'d>(pieces: &'d Pieces) -> Option<StatePosts<'d>> {
    let named = find(pieces).named;
    let people = People::of(pieces);
    let mut search = Search { paths: Paths::default(), named: &named, people: &people, groups: Vec::new() };
    for (piece, from) in pieces.list.iter().enumerate() {
        let path = search.paths.step(None, Name::Piece(piece));
        search.walk(&from.data, path);
    }
    let Search { paths, groups, .. } = search;
    let judged = groups.into_iter().filter_map(|group| {
        let path = paths.written(group.path, pieces);
        let words = words_on(&path);
        let beside: Vec<String> = words.iter().filter(|word| !SAID.contains(&word.as_str())).cloned().collect();
        let text: usize = group.posts.iter().map(|post| post.body.len().min(MOST_COUNTED)).sum();
        (!has(&beside, BESIDE)).then(|| {
            let is_thread = group.has_root || !has(&words, BESIDE_SOMETHING);
            (text, StatePosts { path, posts: group.posts, is_thread })
        })
    });
    // of several with the same text the first
    let best = judged.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
    Some(best.1)
}

/// A value that is still to be looked at.
struct Open<'d> {
    data: &'d Data,
    path: PathId,
}

struct Search<'d, 'n> {
    paths: Paths<'d>,
    named: &'n Named<'d>,
    people: &'n People<'d>,
    groups: Vec<Group<'d>>,
}

impl<'d> Search<'d, '_> {
    /// An object as a post.
    fn post(&self, object: &'d Data) -> Option<StatePost<'d>> {
        fields::post(object, self.named, self.people)
    }

    /// Looks at all values within a value, in document order.
    fn walk(&mut self, top: &'d Data, path: PathId) {
        let mut open = vec![Open { data: top, path }];
        while let Some(Open { data, path }) = open.pop() {
            if self.groups.len() == MOST_GROUPS {
                return;
            }
            let first = open.len();
            match data {
                Data::List(items) => {
                    let path = self.paths.step(Some(path), Name::Item);
                    // the likeliest type of several is the one with the most text
                    let found = by_type(items).into_iter().map(|of_type| self.listed(&of_type));
                    let posts = found.max_by_key(|posts| posts.iter().map(|post| post.body.len()).sum::<usize>());
                    if let Some(posts) = posts.filter(|posts| posts.len() >= LEAST_POSTS) {
                        self.groups.push(Group { path, posts, has_root: false });
                        continue;
                    }
                    let inner = items.iter().filter(|data| matches!(data, Data::Object(_) | Data::List(_)));
                    open.extend(inner.map(|data| Open { data, path }));
                }
                Data::Object(members) => {
                    let posts = self.within_first(data);
                    if posts.len() >= LEAST_POSTS {
                        self.groups.push(Group { path, posts, has_root: true });
                        continue;
                    }
                    let entries: Vec<&Data> = members.iter().map(|member| &member.value).collect();
                    let is_table = entries.len() >= LEAST_POSTS && entries.iter().all(|entry| entry.is_object());
                    let posts = if is_table { self.listed(&entries) } else { Vec::new() };
                    if posts.len() >= LEAST_POSTS {
                        let path = self.paths.step(Some(path), Name::Entry);
                        self.groups.push(Group { path, posts, has_root: false });
                        continue;
                    }
                    for member in members.iter().filter(|m| matches!(m.value, Data::Object(_) | Data::List(_))) {
                        let path = self.paths.step(Some(path), Name::Member(&member.name));
                        open.push(Open { data: &member.value, path });
                    }
                }
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
            }
            open[first..].reverse();
        }
    }

    /// The posts in an array, each with those within it behind it. Empty if what is there are no posts.
    fn listed(&self, items: &[&'d Data]) -> Vec<StatePost<'d>> {
        if items.len() < LEAST_POSTS || !self.are_posts(items) {
            return Vec::new();
        }
        let mut posts = Vec::new();
        self.add(items, None, 0, &mut posts);
        finished(posts)
    }

    /// A post and those within it, of which it is the first. Empty if it is none, or there are none.
    fn within_first(&self, object: &'d Data) -> Vec<StatePost<'d>> {
        let Some(first) = self.post(object) else { return Vec::new() };
        if first.author.is_none() || first.date.is_none() || first.is_entry {
            return Vec::new();
        }
        let mut posts = vec![first];
        for within in self.within(object) {
            self.add(&within, None, 0, &mut posts);
        }
        finished(posts)
    }

    /// Adds the posts among some objects, each with those within it behind it.
    fn add(&self, items: &[&'d Data], parent: Option<usize>, nested: usize, posts: &mut Vec<StatePost<'d>>) {
        for item in items {
            let Some(object) = self.unwrapped(item) else { continue };
            if posts.len() == MOST_POSTS {
                return;
            }
            let Some(one) = self.post(object) else { continue };
            let at = posts.len();
            posts.push(StatePost { parent, ..one });
            if nested < MOST_NESTED {
                for within in self.within(object) {
                    self.add(&within, Some(at), nested + 1, posts);
                }
            }
        }
    }

    /// What a wrapper such as `{"node": {…}}` or `{"kind": "t1", "data": {…}}` holds, and anything else itself, if that is a post.
    fn unwrapped(&self, data: &'d Data) -> Option<&'d Data> {
        let data = self.named.resolve(data);
        if self.post(data).is_some() {
            return Some(data);
        }
        let held = ["node", "data", "comment", "post", "review", "reply", "answer", "message", "item"];
        let held = held.into_iter().filter_map(|name| data.get(name)).map(|inner| self.named.resolve(inner));
        held.into_iter().find(|inner| inner.is_object() && self.post(inner).is_some())
    }

    /// Whether most of some objects are posts: with texts, and most of these with authors and dates, and no entries of a list of
    /// articles.
    fn are_posts(&self, items: &[&'d Data]) -> bool {
        let objects = items.iter().filter(|item| item.is_object()).count();
        if objects == 0 || objects * 2 < items.len() {
            return false;
        }
        let found: Vec<StatePost<'d>> = items.iter().filter_map(|item| self.post(self.unwrapped(item)?)).collect();
        let count = |is: fn(&StatePost<'d>) -> bool| found.iter().filter(|post| is(post)).count();
        let authors = count(|post| post.author.is_some());
        let dates = count(|post| post.date.is_some());
        let entries = count(|post| post.is_entry);
        let words: usize = found.iter().map(|post| words(&post.body)).sum();
        found.len() * 10 >= objects * 8
            && authors * 10 >= found.len() * 6
            && dates * 10 >= found.len() * 6
            && entries * 2 < found.len()
            && words as f64 >= LEAST_WORDS * found.len() as f64
    }

    /// The arrays and tables of posts within a post, and the posts that are members of it by such a name.
    fn within(&self, object: &'d Data) -> Vec<Vec<&'d Data>> {
        let mut out: Vec<Vec<&'d Data>> = Vec::new();
        let mut open: Vec<(&'d Data, usize)> = vec![(object, 0)];
        while let Some((around, depth)) = open.pop() {
            let first = open.len();
            for member in around.members() {
                let accepted = matches!(member.name.as_str(), "acceptedAnswer" | "bestAnswer" | "topAnswer");
                match &member.value {
                    Data::Object(_) if accepted && self.unwrapped(&member.value).is_some() => {
                        out.insert(0, vec![&member.value]);
                    }
                    Data::Object(_) if depth < MOST_BETWEEN => open.push((&member.value, depth + 1)),
                    Data::List(items) => {
                        let items: Vec<&Data> = items.iter().collect();
                        if self.are_posts(&items) {
                            out.push(items);
                        }
                    }
                    _ => {}
                }
            }
            open[first..].reverse();
        }
        out
    }
}

/// So many types of objects stand in one array.
const MOST_TYPES: usize = 16;

/// The items of an array, by the type that they name, as JSON:API's included objects do.
fn by_type(items: &[Data]) -> Vec<Vec<&Data>> {
    let of = |item: &Data| {
        ["type", "__typename", "@type"].into_iter().find_map(|name| item.get(name)?.text().map(str::to_owned))
    };
    let mut types: Vec<(Option<String>, Vec<&Data>)> = Vec::new();
    for item in items {
        let called = of(item);
        match types.iter().position(|(known, _)| *known == called) {
            Some(at) => types[at].1.push(item),
            None if types.len() == MOST_TYPES => return vec![items.iter().collect()],
            None => types.push((called, vec![item])),
        }
    }
    types.into_iter().map(|(_, of_type)| of_type).collect()
}

/// The number of words of a text, or a third of its letters in scripts without spaces.
fn words(text: &str) -> usize {
    text.split_whitespace().count().max(text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count() / 3)
}

/// Posts without those that are there twice, with what they answer by its name or number.
fn finished(posts: Vec<StatePost<'_>>) -> Vec<StatePost<'_>> {
    let mut seen: FxHashMap<(String, Option<String>, Option<&str>), usize> = FxHashMap::default();
    // where each one has gone, for the answers to it
    let mut places: Vec<usize> = Vec::with_capacity(posts.len());
    let mut kept: Vec<StatePost<'_>> = Vec::with_capacity(posts.len());
    for mut post in posts {
        let place = *seen.entry((plain(&post.body), post.author.clone(), post.date)).or_insert(kept.len());
        places.push(place);
        if place == kept.len() {
            post.parent = post.parent.map(|parent| places[parent]);
            kept.push(post);
        }
    }
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    for (at, post) in kept.iter().enumerate() {
        by_name.extend(post.number.into_iter().chain(post.id).map(|name| (name, at)));
    }
    for at in 0..kept.len() {
        let named = kept[at].answers.and_then(|name| by_name.get(name)).copied();
        kept[at].parent = kept[at].parent.or(named.filter(|&answered| answered < at));
    }
    kept
}

#[cfg(test)]
mod tests;
