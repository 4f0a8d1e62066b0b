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

use std::cell::Cell;

use rustc_hash::FxHashMap;

use crate::declared::Data;
use crate::recognize::date::{find_date, parse_unix};
use crate::state::lists::{Named, find};
use crate::state::paths::{Name, PathId, Paths};
use crate::state::piece::Pieces;
use crate::state::posts::people::People;
use crate::state::text::plain;
use crate::state::words::{BESIDE, has, words_of, words_on};

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

/// So many members and pieces of text are looked at, since references let a small state be looked at any number of times.
const MOST_WORK: u64 = 8_000_000;
/// So many bytes of a text cost as much as a member.
const BYTES_OF_WORK: usize = 32;
/// So many dates of a list are read.
const MOST_DATES: usize = 24;
/// Names on the way to what people said elsewhere on the site, or what the site says itself.
const ELSEWHERE: &[&str] = &[
    "activity",
    "announcement",
    "announcements",
    "chat",
    "edits",
    "history",
    "latest",
    "notices",
    "notification",
    "notifications",
    "quoted",
    "recent",
    "revisions",
    "tweets",
    "versions",
];
/// Names on the way to posts that elsewhere are those of lists which no page is for.
const SAID: &[&str] = &["answers", "comment", "comments", "messages", "replies", "review", "reviews", "topics"];
/// Names on the way to posts that belong to something else.
const BESIDE_SOMETHING: &[&str] =
    &["comment", "comments", "review", "reviews", "article", "product", "recipe", "video"];

/// The posts with the most text in the state. Takes time linear in the state, within [`MOST_WORK`].
pub(crate) fn posts<'d>(pieces: &'d Pieces) -> Option<StatePosts<'d>> {
    let named = find(pieces).named;
    let people = People::of(pieces);
    let mut search = Search {
        pieces,
        paths: Paths::default(),
        named: &named,
        people: &people,
        work: Cell::new(MOST_WORK),
        groups: 0,
        best: None,
    };
    for (piece, from) in pieces.list.iter().enumerate() {
        let path = search.paths.step(None, Name::Piece(piece));
        search.walk(&from.data, path);
    }
    search.best.map(|best| best.posts)
}

/// Posts with the length of their texts.
struct Best<'d> {
    text: usize,
    posts: StatePosts<'d>,
}

/// Whether a name on the way says that what is there belongs elsewhere.
fn is_elsewhere(words: &[String]) -> bool {
    words.iter().any(|word| {
        let word = word.as_str();
        ELSEWHERE.contains(&word) || BESIDE.contains(&word) && !SAID.contains(&word)
    })
}

/// A post, and the object that it is, without what wraps it.
struct Unwrapped<'d> {
    object: &'d Data,
    post: StatePost<'d>,
}

/// A value that is still to be looked at.
struct Open<'d> {
    data: &'d Data,
    path: PathId,
}

struct Search<'d, 'n> {
    pieces: &'d Pieces,
    paths: Paths<'d>,
    named: &'n Named<'d>,
    people: &'n People<'d>,
    /// What may still be looked at.
    work: Cell<u64>,
    groups: usize,
    /// The posts with the most text so far.
    best: Option<Best<'d>>,
}

impl<'d> Search<'d, '_> {
    /// An object as a post. `None` also when there has been too much to look at.
    fn post(&self, object: &'d Data) -> Option<StatePost<'d>> {
        let post = (self.work.get() > 0).then(|| fields::post(object, self.named, self.people)).flatten();
        let text = post.as_ref().map_or(0, |post| post.body.len() / BYTES_OF_WORK);
        self.work.set(self.work.get().saturating_sub((object.members().len() + text + 1) as u64));
        post
    }

    /// Keeps posts if they have more text than all before.
    fn keep(&mut self, path: PathId, posts: Vec<StatePost<'d>>, has_root: bool) {
        self.groups += 1;
        let text = posts.iter().map(|post| post.body.len().min(MOST_COUNTED)).sum();
        if self.best.as_ref().is_some_and(|best| best.text >= text) {
            return;
        }
        let path = self.paths.written(path, self.pieces);
        let words = words_on(&path);
        if !is_elsewhere(&words) {
            let is_thread =
                !has(&words, BESIDE_SOMETHING) && (has_root || posts.iter().all(|post| post.rating.is_none()));
            self.best = Some(Best { text, posts: StatePosts { path, posts, is_thread } });
        }
    }

    /// Looks at all values within a value, in document order.
    fn walk(&mut self, top: &'d Data, path: PathId) {
        let mut open = vec![Open { data: top, path }];
        while let Some(Open { data, path }) = open.pop() {
            if self.groups == MOST_GROUPS || self.work.get() == 0 {
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
                        self.keep(path, posts, false);
                        continue;
                    }
                    let inner = items.iter().filter(|data| matches!(data, Data::Object(_) | Data::List(_)));
                    open.extend(inner.map(|data| Open { data, path }));
                }
                Data::Object(members) => {
                    let posts = self.within_first(data);
                    if posts.len() >= LEAST_POSTS {
                        self.keep(path, posts, true);
                        continue;
                    }
                    let entries: Vec<&Data> = members.iter().map(|member| &member.value).collect();
                    let is_table = entries.len() >= LEAST_POSTS && entries.iter().all(|entry| entry.is_object());
                    let posts = if is_table { self.listed(&entries) } else { Vec::new() };
                    if posts.len() >= LEAST_POSTS {
                        let path = self.paths.step(Some(path), Name::Entry);
                        self.keep(path, posts, false);
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
            if posts.len() == MOST_POSTS {
                return;
            }
            let Some(Unwrapped { object, post }) = self.unwrapped(item) else { continue };
            let at = posts.len();
            posts.push(StatePost { parent, ..post });
            if nested < MOST_NESTED {
                for within in self.within(object) {
                    self.add(&within, Some(at), nested + 1, posts);
                }
            }
        }
    }

    /// What a wrapper such as `{"node": {…}}` or `{"kind": "t1", "data": {…}}` holds, and anything else itself, if that is a post.
    fn unwrapped(&self, data: &'d Data) -> Option<Unwrapped<'d>> {
        let data = self.named.resolve(data);
        let own = self.post(data);
        // a wrapper named as a text is: `{"review": {…}}`
        let of = |post: StatePost<'d>| Unwrapped { object: data, post };
        if own.as_ref().is_some_and(|post| post.author.is_some() || post.date.is_some()) {
            return own.map(of);
        }
        let held = ["node", "data", "comment", "post", "review", "reply", "answer", "message", "item"];
        let held = held.into_iter().filter_map(|name| data.get(name)).map(|inner| self.named.resolve(inner));
        let mut held = held.filter(|inner| inner.is_object());
        held.find_map(|object| Some(Unwrapped { object, post: self.post(object)? })).or(own.map(of))
    }

    /// Whether most of some objects are posts: with texts, and most of these with authors and dates, and no entries of a list of
    /// articles.
    fn are_posts(&self, items: &[&'d Data]) -> bool {
        let objects = items.iter().filter(|item| item.is_object()).count();
        if objects == 0 || objects * 2 < items.len() {
            return false;
        }
        let (mut found, mut authors, mut dates, mut entries, mut said) = (0, 0, 0, 0, 0);
        for Unwrapped { post, .. } in items.iter().filter_map(|item| self.unwrapped(item)) {
            found += 1;
            authors += usize::from(post.author.is_some());
            dates += usize::from(post.date.is_some_and(|text| found > MOST_DATES || is_date(text)));
            entries += usize::from(post.is_entry);
            said += words(&post.body);
        }
        found * 10 >= objects * 8
            && authors * 10 >= found * 6
            && dates * 10 >= found * 6
            && entries * 2 < found
            && said as f64 >= LEAST_WORDS * found as f64
    }

    /// The arrays and tables of posts within a post, and the posts that are members of it by such a name.
    fn within(&self, object: &'d Data) -> Vec<Vec<&'d Data>> {
        let mut out: Vec<Vec<&'d Data>> = Vec::new();
        let mut open: Vec<(&'d Data, usize)> = vec![(object, 0)];
        while let Some((around, depth)) = open.pop() {
            let first = open.len();
            let own = around.members().iter().filter(|member| !is_elsewhere(&words_of(&member.name)));
            for member in own {
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

fn is_date(text: &str) -> bool {
    parse_unix(text).is_some() || find_date(text).is_some()
}

/// The number of words of a text, or a third of its letters in scripts without spaces.
fn words(text: &str) -> usize {
    text.split_whitespace().count().max(text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count() / 3)
}

/// Posts without those that are there twice, with what they answer by its name or number.
fn finished(posts: Vec<StatePost<'_>>) -> Vec<StatePost<'_>> {
    let mut seen: FxHashMap<(String, Option<String>, Option<&str>, Option<&str>), usize> = FxHashMap::default();
    // where each one has gone, for the answers to it
    let mut places: Vec<usize> = Vec::with_capacity(posts.len());
    let mut kept: Vec<StatePost<'_>> = Vec::with_capacity(posts.len());
    for mut post in posts {
        let place = *seen.entry((plain(&post.body), post.author.clone(), post.date, post.id)).or_insert(kept.len());
        places.push(place);
        if place == kept.len() {
            post.parent = post.parent.map(|parent| places[parent]);
            kept.push(post);
        }
    }
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    let mut by_number: FxHashMap<&str, usize> = FxHashMap::default();
    for (at, post) in kept.iter().enumerate() {
        by_name.extend(post.id.map(|name| (name, at)));
        by_number.extend(post.number.map(|number| (number, at)));
    }
    for at in 0..kept.len() {
        let numbered = kept[at].answers_number.and_then(|number| by_number.get(number));
        let answered = numbered.or_else(|| by_name.get(kept[at].answers?)).copied();
        kept[at].parent = kept[at].parent.or(answered.filter(|&answered| answered < at));
    }
    kept
}

#[cfg(test)]
mod tests;
