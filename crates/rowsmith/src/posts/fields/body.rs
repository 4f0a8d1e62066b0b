//! The body of each post: the element that holds most of what differs from post to post, except author and date.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{Display, Tag, display, is_formatting};
use crate::posts::fields::endings::endings;
use crate::posts::fields::{PostList, PostNodes, element_kind};
use crate::records::{NodeFacts, fragment};
use crate::tree::{Run, TreeId, mix};

/// A kind of element that may be the body, over all posts.
#[derive(Default)]
struct Kind {
    /// For each post that has one, the element with the most own words, and the number of those.
    best: Vec<(usize, TreeId, u32)>,
    /// The total of those own words.
    words: u64,
    /// The number of posts with more than one such element not inside another.
    several: usize,
    depth: u64,
}

/// An inner kind replaces one around it if it keeps at least this share of its words.
const KEPT: f64 = 0.9;
/// Of so many posts one may differ: its box holds much more than its body.
const ODD: usize = 10;
/// With fewer posts none may.
const LEAST_POSTS: usize = 5;

/// Whether a kind holds nearly all words of another: in all posts together, or in all but the few that differ most, since
/// advertisements and titles stand in the first post's box. Both have their posts in ascending order.
fn holds_nearly_all(inner: &Kind, outer: &Kind) -> bool {
    if inner.words as f64 >= KEPT * outer.words as f64 {
        return true;
    }
    let mut inner_at = inner.best.iter().peekable();
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(outer.best.len());
    for &(post, _, words) in &outer.best {
        while inner_at.next_if(|best| best.0 < post).is_some() {}
        let within = inner_at.peek().filter(|best| best.0 == post).map_or(0, |best| best.2);
        pairs.push((words.saturating_sub(within), words));
    }
    pairs.sort_unstable_by_key(|&(missing, _)| std::cmp::Reverse(missing));
    let odd = if outer.best.len() >= LEAST_POSTS { outer.best.len().div_ceil(ODD) } else { 0 };
    let (missing, all) = pairs
        .iter()
        .skip(odd)
        .fold((0u64, 0u64), |(m, a), &(missing, words)| (m + u64::from(missing), a + u64::from(words)));
    odd > 0 && all > 0 && missing as f64 <= (1.0 - KEPT) * all as f64
}

/// Finds the bodies and what is cut from them. `dates` are nodes that no body contains, in ascending order.
pub(crate) fn find_bodies(list: &PostList<'_>, posts: &mut [PostNodes], dates: &[TreeId]) {
    let own = own_words(list, posts);
    let mut kinds: FxHashMap<u64, Kind> = FxHashMap::default();
    for post in 0..posts.len() {
        let mut ends: FxHashMap<u64, TreeId> = FxHashMap::default();
        let roots: Vec<TreeId> = list.records[post].iter().flat_map(|run| run.roots(&list.facts.page.tree)).collect();
        for id in list.nodes(post) {
            let is_bare = is_bare_text(list, &posts[post], dates, id);
            if !is_bare && !may_hold(list, &posts[post], dates, id) {
                continue;
            }
            let key = if is_bare { bare_kind(list.facts, id) } else { body_kind(list.facts, &roots, id) };
            let kind = kinds.entry(key).or_default();
            let words = own.of(list.facts, id);
            let inside = ends.get(&key).is_some_and(|&end| id < end);
            match kind.best.last_mut() {
                Some(last) if last.0 == post => {
                    if !inside {
                        kind.several += usize::from(words > 0 && last.2 > 0);
                    }
                    if words > last.2 {
                        kind.words += u64::from(words - last.2);
                        *last = (post, id, words);
                    }
                }
                _ => {
                    kind.best.push((post, id, words));
                    kind.words += u64::from(words);
                    kind.depth += u64::from(list.facts.depths[id]);
                }
            }
            if !inside {
                ends.insert(key, list.facts.page.tree.end(id));
            }
        }
    }
    let n = posts.len();
    let mut common: Vec<(&u64, &Kind)> = kinds.iter().filter(|(_, k)| k.best.len() * 2 >= n).collect();
    // the most words; among those with nearly as many, the innermost that no post has twice
    common.sort_by_key(|(key, k)| (std::cmp::Reverse(k.words), **key));
    if let Some((_, most)) = common.first() {
        let enough = |k: &Kind| holds_nearly_all(k, most) && k.best.len() + n / 20 >= most.best.len();
        let depth = |k: &Kind| k.depth as f64 / k.best.len() as f64;
        let inner = common.iter().filter(|(_, k)| enough(k) && k.several * 10 <= n);
        let chosen = inner.max_by(|a, b| depth(a.1).total_cmp(&depth(b.1)).then(b.0.cmp(a.0))).map_or(*most, |c| c.1);
        for &(post, id, _) in &chosen.best {
            posts[post].body = Some(id);
        }
    }
    for post in 0..n {
        if posts[post].body.is_none() {
            posts[post].body = lone_body(list, &posts[post], post, &own, dates);
        }
    }
    for post in posts.iter_mut() {
        join_siblings(list, post, &own, dates);
        join_alike(list, post, &own, dates);
    }
    cut(list, posts);
}

/// The kind of an element that may be a body. If it has no class itself, it is identified by the classes of its parent,
/// except those of the post's own box: they distinguish posts ("post-12", "even") and not their parts.
fn body_kind(facts: &NodeFacts<'_>, roots: &[TreeId], id: TreeId) -> u64 {
    let tree = &facts.page.tree;
    match tree.parent(id).filter(|parent| facts.class_sets[id] == 0 && roots.contains(parent)) {
        Some(parent) => mix(u64::from(tree.labels[id]) << 32 | u64::from(tree.labels[parent]), 1 << 41),
        None => element_kind(facts, id),
    }
}

/// Whether a text stands by itself beside the author or the date of its post, so that no element holds it alone.
fn is_bare_text(list: &PostList<'_>, post: &PostNodes, dates: &[TreeId], id: TreeId) -> bool {
    let page = list.facts.page;
    if !page.is_text(id) || Some(id) == post.author || dates.binary_search(&id).is_ok() {
        return false;
    }
    let date = post.date.map(|at| list.pivots.list[at].node);
    let is_beside = |node: Option<TreeId>, parent: TreeId| node.is_some_and(|n| page.tree.contains(parent, n));
    date != Some(id) && page.tree.parent(id).is_some_and(|p| is_beside(post.author, p) || is_beside(date, p))
}

/// The kind of a bare text: that of the element around it.
fn bare_kind(facts: &NodeFacts<'_>, id: TreeId) -> u64 {
    mix(element_kind(facts, facts.page.tree.parent(id).unwrap_or(TreeId::ROOT)), 1 << 42)
}

/// A body that is a paragraph continues in the paragraphs, lists and quotations next to it, as long as these have text
/// of their own and contain neither author nor date. This covers posts without a box around their text.
fn join_siblings(list: &PostList<'_>, post: &mut PostNodes, own: &OwnWords, dates: &[TreeId]) {
    let page = list.facts.page;
    let Some(body) = post.body.filter(|&id| page.tag(id) == Tag::P) else { return };
    let siblings = siblings_in_post(list, post, body);
    let Ok(at) = siblings.binary_search(&body) else { return };
    let goes_on = |id: TreeId| {
        let is_prose =
            matches!(page.tag(id), Tag::P | Tag::UL | Tag::OL | Tag::DL | Tag::BLOCKQUOTE | Tag::PRE | Tag::TABLE);
        is_prose && own.of(list.facts, id) > 0 && may_hold(list, post, dates, id)
    };
    let is_empty = |id: TreeId| page.tree.terminals(id) == 0;
    let before = siblings[..at].iter().rev().take_while(|&&id| is_empty(id) || goes_on(id)).count();
    let behind = siblings[at + 1..].iter().take_while(|&&id| is_empty(id) || goes_on(id)).count();
    let mut parts = siblings[at - before..=at + behind].iter().copied().filter(|&id| !is_empty(id));
    let (first, rest) = (parts.next(), parts.collect());
    (post.body, post.body_rest) = (first, rest);
}

/// A body goes from the first to the last of the siblings of its kind, as far as nothing between them holds the author or a
/// date: posts whose paragraphs are boxes or bare texts have several.
fn join_alike(list: &PostList<'_>, post: &mut PostNodes, own: &OwnWords, dates: &[TreeId]) {
    let page = list.facts.page;
    let Some(body) = post.body.filter(|&id| page.tag(id) != Tag::P && post.body_rest.is_empty()) else { return };
    let siblings = siblings_in_post(list, post, body);
    let Ok(at) = siblings.binary_search(&body) else { return };
    let is_bare = page.is_text(body);
    let is_free = |id: TreeId| may_stand_between(list, post, dates, id);
    let is_alike = |&id: &TreeId| match is_bare {
        // texts that other posts have, too, are labels
        true => page.is_text(id) && own.of(list.facts, id) > 0,
        false => !page.is_text(id) && element_kind(list.facts, id) == element_kind(list.facts, body),
    };
    let before = siblings[..at].iter().rev().take_while(|&&id| is_free(id));
    let first = before.filter(|id| is_alike(id)).last().copied().unwrap_or(body);
    let behind = siblings[at + 1..].iter().take_while(|&&id| is_free(id));
    let last = behind.filter(|id| is_alike(id)).last().copied().unwrap_or(body);
    let has_text = |id: &TreeId| page.tree.terminals(*id) > 0;
    let mut parts = siblings.into_iter().filter(|&id| first <= id && id <= last).filter(has_text);
    let (first, rest) = (parts.next(), parts.collect());
    (post.body, post.body_rest) = (first, rest);
}

/// The siblings of an element that belong to its post, in document order.
fn siblings_in_post(list: &PostList<'_>, post: &PostNodes, id: TreeId) -> Vec<TreeId> {
    let tree = &list.facts.page.tree;
    let Some(parent) = tree.parent(id) else { return Vec::new() };
    let inside = |id: TreeId| post.runs.iter().any(|&Run { first, end }| first <= id && id < end);
    // those of the post alone: an element around all posts has as many children as the page has paragraphs
    match inside(parent) {
        true => tree.children(parent).collect(),
        false => {
            let roots = post.runs.iter().flat_map(|run| run.roots(tree));
            roots.filter(|&root| tree.parent(root) == Some(parent)).collect()
        }
    }
}

/// Whether a node neither is nor contains the author of a post or a date.
fn may_stand_between(list: &PostList<'_>, post: &PostNodes, dates: &[TreeId], id: TreeId) -> bool {
    let tree = &list.facts.page.tree;
    let holds = |node: Option<TreeId>| node.is_some_and(|n| tree.contains(id, n));
    let dated = dates.get(dates.partition_point(|&d| d < id)).is_some_and(|&d| d < tree.end(id));
    !dated && !holds(post.author) && !holds(post.date.map(|d| list.pivots.list[d].node))
}

/// Whether an element may be the body of a post: it contains neither its author nor its date.
fn may_hold(list: &PostList<'_>, post: &PostNodes, dates: &[TreeId], id: TreeId) -> bool {
    let page = list.facts.page;
    if page.is_text(id) || page.tree.terminals(id) == 0 && page.tree.size(id) == 1 {
        return false;
    }
    let tag = page.tag(id);
    if is_formatting(tag) || matches!(tag, Tag::A | Tag::IMG | Tag::BUTTON | Tag::FORM | Tag::TIME) {
        return false;
    }
    may_stand_between(list, post, dates, id)
}

/// The element of a single post with the most own words; among those with nearly as many, the innermost.
fn lone_body(list: &PostList<'_>, post: &PostNodes, at: usize, own: &OwnWords, dates: &[TreeId]) -> Option<TreeId> {
    let possible = || list.nodes(at).filter(|&id| may_hold(list, post, dates, id));
    let most = possible().map(|id| own.of(list.facts, id)).max()?;
    possible().filter(|&id| own.of(list.facts, id) as f64 >= KEPT * f64::from(most)).last()
}

/// Counts a post's own words as prefix sums over nodes: the words of texts that no other post has at the same place.
pub(crate) struct OwnWords(Vec<u32>);

impl OwnWords {
    fn of(&self, facts: &NodeFacts<'_>, id: TreeId) -> u32 {
        self.0[facts.page.tree.end(id)] - self.0[id]
    }
}

fn own_words(list: &PostList<'_>, posts: &[PostNodes]) -> OwnWords {
    let facts = list.facts;
    // the number of posts in which each text occurs
    let mut posts_with: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
    for post in 0..posts.len() {
        for &run in list.records[post] {
            for t in facts.terminal_range(run) {
                let entry = posts_with.entry(facts.contents[t]).or_insert((0, usize::MAX));
                if entry.1 != post {
                    *entry = (entry.0 + 1, post);
                }
            }
        }
    }
    let mut sums = Vec::with_capacity(facts.page.tree.len() + 1);
    let mut sum = 0u32;
    let mut terminal = 0;
    sums.push(0);
    for id in facts.page.tree.nodes() {
        if facts.page.is_terminal(id) {
            let with = posts_with.get(&facts.contents[terminal]).map_or(0, |p| p.0);
            terminal += 1;
            if facts.page.is_text(id) && with <= 1 && !facts.hidden[id] && !in_heading(facts, id) {
                // a text without spaces has words, too
                let chars = facts.chars.of(Run::new(id, id + 1));
                sum += facts.words.of(Run::new(id, id + 1)).max(chars / 12).max(1);
            }
        }
        sums.push(sum);
    }
    OwnWords(sums)
}

/// Whether a text is in a heading: a title is usually outside the body.
fn in_heading(facts: &NodeFacts<'_>, id: TreeId) -> bool {
    let above = std::iter::successors(facts.page.tree.parent(id), |&n| facts.page.tree.parent(n)).take(3);
    let mut above = above.map(|n| facts.page.tag(n));
    above.any(|tag| matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6))
}

/// Cuts off signatures: the last part of bodies, of a kind whose text is the same in all posts of one author, for more
/// than one post and more than one author. What forums put at the end of a body goes, too: links for answering, and
/// who changed it last.
fn cut(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let tree = &facts.page.tree;
    let name =
        |post: &PostNodes| post.author.map(|id| facts.contents[facts.terminal_range(Run::new(id, id + 1)).start]);
    let hash = |id: TreeId| {
        facts.contents[facts.terminal_range(Run::subtree(tree, id))].iter().fold(0, |h, &c| crate::tree::mix(h, c))
    };
    // for each kind: the text of each author, how often one recurred, how often it changed, and the elements
    #[derive(Default)]
    struct Part {
        text: FxHashMap<u64, u64>,
        returned: FxHashSet<u64>,
        changed: usize,
        elements: Vec<(usize, TreeId)>,
    }
    let mut parts: FxHashMap<u64, Part> = FxHashMap::default();
    for (at, post) in posts.iter().enumerate() {
        let (Some(body), Some(name)) = (post.body_parts().last(), name(post)) else { continue };
        // the elements at the end of the body, from the outside in
        let mut last = tree.children(body).last();
        while let Some(id) = last {
            let is_block = display(facts.page.tag(id)) != Display::Inline;
            if !facts.page.is_text(id) && is_block && facts.class_sets[id] != 0 && tree.terminals(id) > 0 {
                let part = parts.entry(element_kind(facts, id)).or_default();
                part.elements.push((at, id));
                let text = hash(id);
                match part.text.insert(name, text) {
                    Some(before) if before == text => {
                        part.returned.insert(name);
                    }
                    Some(_) => part.changed += 1,
                    None => {}
                }
            }
            last = tree.children(id).last();
        }
    }
    let mut cuts: Vec<(usize, TreeId)> = Vec::new();
    for part in parts.into_values().filter(|p| p.returned.len() >= 2 && p.changed == 0) {
        cuts.extend(part.elements);
    }
    for (at, post) in posts.iter().enumerate() {
        cuts.extend(behind_rule(facts, post).into_iter().map(|id| (at, id)));
    }
    if list.refined {
        cuts.extend(endings(list, posts));
    }
    cuts.sort_unstable();
    for (post, id) in cuts {
        if posts[post].cuts.last().is_none_or(|&last| id >= tree.end(last)) {
            posts[post].cuts.push(id);
        }
    }
}

/// The most words of a signature.
const LONGEST_SIGNATURE: u32 = 80;

/// What stands in a body behind a line of underscores, and the line: forums part signatures so. Nothing unless there is
/// one such line, with text before it and little behind it.
fn behind_rule(facts: &NodeFacts<'_>, post: &PostNodes) -> Vec<TreeId> {
    let tree = &facts.page.tree;
    let Some(body) = post.body else { return Vec::new() };
    let texts = || {
        let nodes = post.body_parts().flat_map(|part| Run::subtree(tree, part).nodes());
        nodes.filter(|&id| facts.page.is_text(id))
    };
    let is_rule = |&id: &TreeId| {
        let text = fragment(facts.document, facts.page, id).trim();
        let behind = text.trim_start_matches('_');
        (10..=40).contains(&(text.len() - behind.len())) && !behind.starts_with(|c: char| c != '\n')
    };
    let mut rules = texts().filter(is_rule);
    let (Some(rule), None) = (rules.next(), rules.next()) else { return Vec::new() };
    let end = post.body_parts().last().map_or(body, |last| tree.end(last));
    // a text without spaces has words, too
    let words = |run: Run| facts.words.of(run).max(facts.chars.of(run) / 12);
    if words(Run::new(body, rule)) == 0 || words(Run::new(rule, end)) > LONGEST_SIGNATURE {
        return Vec::new();
    }
    let mut cuts = vec![rule];
    let mut at = tree.end(rule);
    while at < end {
        cuts.push(at);
        at = tree.end(at);
    }
    cuts
}
