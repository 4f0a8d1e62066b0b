//! The title of each post: a heading outside its body that says something of the post. Forums put ranks and mottos of their members into
//! headings, too, which tell who wrote and not what.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::Tag;
use crate::posts::fields::{PostList, PostNodes, element_kind};
use crate::records::{described, fragment};
use crate::tree::{Run, Span, TreeId};

/// Nodes of a post that are looked at, and the most characters of a title.
const MOST_NODES: usize = 400;
const LONGEST: u32 = 300;

/// A heading of a post that may be its title.
struct Heading {
    post: usize,
    id: TreeId,
    text: String,
    /// Whether it stands before the body.
    leads: bool,
    /// Who wrote the post; nothing where that is not known.
    author: String,
}

/// Finds the first heading of each post, and its title: the first of a kind that mostly stands before bodies and says nothing of authors.
pub(crate) fn find_titles(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let mut kinds: FxHashMap<u64, Vec<Heading>> = FxHashMap::default();
    for (at, post) in posts.iter_mut().enumerate() {
        let author = author_of(list, post);
        let headings: Vec<TreeId> =
            list.nodes(at).take(MOST_NODES).filter(|&id| is_free_heading(list, post, id)).collect();
        post.heading = headings.first().copied();
        let tree = &facts.page.tree;
        for id in headings {
            let Span { from, to } = facts.page.spans[id];
            let text = crate::dom::line(facts.document, from, to);
            let leads = post.body.is_none_or(|body| tree.end(id) <= body);
            let heading = Heading { post: at, id, text, leads, author: author.clone() };
            kinds.entry(element_kind(facts, id)).or_default().push(heading);
        }
    }
    let thread = words_of_thread(list);
    let lead = |headings: &[Heading]| headings.iter().filter(|heading| heading.leads).count() * 2 >= headings.len();
    for headings in kinds.into_values().filter(|headings| lead(headings) && !tells_authors(headings, &thread)) {
        for Heading { post, id, .. } in headings {
            let title = &mut posts[post].title;
            *title = Some(title.map_or(id, |known| known.min(id)));
        }
    }
}

/// Whether an element is a heading outside the body that holds no other field.
fn is_free_heading(list: &PostList<'_>, post: &PostNodes, id: TreeId) -> bool {
    let facts = list.facts;
    let tree = &facts.page.tree;
    let holds = |other: Option<TreeId>| other.is_some_and(|o| tree.contains(id, o));
    matches!(facts.page.tag(id), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6)
        && (1..=LONGEST).contains(&facts.chars.of(Run::subtree(tree, id)))
        && !post.body_parts().any(|body| tree.contains(body, id) || tree.contains(id, body))
        && !holds(post.author)
        && !holds(post.number)
        && !holds(post.date.map(|d| list.pivots.list[d].node))
}

/// The name of a post's author as the page writes it.
pub(crate) fn author_of(list: &PostList<'_>, post: &PostNodes) -> String {
    let Some(id) = post.author else { return String::new() };
    let page = list.facts.page;
    let text = match page.is_text(id) {
        true => fragment(list.facts.document, page, id),
        false => described(list.facts.document, page.node(id)).unwrap_or_default(),
    };
    let name = post.author_name.clone().and_then(|name| text.get(name)).unwrap_or(text);
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text begins with a name, as a whole.
fn begins_with(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The words by which the page calls the thread.
fn words_of_thread(list: &PostList<'_>) -> FxHashSet<String> {
    let document = list.facts.document;
    let names = document.nodes().filter(|&id| matches!(document.tag(id), Tag::TITLE | Tag::H1)).take(4);
    names.flat_map(|id| words(document.raw_text(id)).collect::<Vec<_>>()).collect()
}

/// Whether headings of one kind say who wrote and not what: most begin with the author's name, several authors have one each in all of
/// their posts, or most have one that other authors have, too. The thread's own title, which answers repeat, is none of these.
fn tells_authors(headings: &[Heading], thread: &FxHashSet<String>) -> bool {
    let is_of_thread = |text: &str| {
        let (mut all, mut known) = (0, 0);
        for word in words(text) {
            all += 1;
            known += usize::from(thread.contains(&word));
        }
        known * 2 >= all
    };
    let own: Vec<&Heading> = headings.iter().filter(|heading| !is_of_thread(&heading.text)).collect();
    let mut by_author: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut by_text: FxHashMap<&str, Vec<&Heading>> = FxHashMap::default();
    for heading in &own {
        if !heading.author.is_empty() {
            by_author.entry(&heading.author).or_default().push(&heading.text);
        }
        by_text.entry(&heading.text).or_default().push(heading);
    }
    let several = || by_author.values().filter(|texts| texts.len() > 1);
    let is_constant = |texts: &&Vec<&str>| texts.iter().all(|text| *text == texts[0]);
    let named =
        headings.iter().filter(|heading| !heading.author.is_empty() && begins_with(&heading.text, &heading.author));
    if named.count() * 2 > headings.len() {
        return true;
    }
    if several().filter(is_constant).count() >= 2 && several().all(|texts| is_constant(&texts)) {
        return true;
    }
    let is_shared = |with: &&Vec<&Heading>| {
        with.iter().any(|heading| heading.author.is_empty() || heading.author != with[0].author) && with.len() > 1
    };
    let shared: usize = by_text.values().filter(is_shared).map(Vec::len).sum();
    // what many say each for themselves is no rank
    let single = by_text.values().filter(|with| with.len() == 1).count();
    shared >= 3 && shared * 2 > headings.len() && single * 5 <= headings.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tells(headings: &[(&str, &str)]) -> bool {
        let heading = |(post, (author, text)): (usize, &(&str, &str))| Heading {
            post,
            id: TreeId::ROOT,
            text: (*text).to_owned(),
            leads: true,
            author: (*author).to_owned(),
        };
        let headings: Vec<Heading> = headings.iter().enumerate().map(heading).collect();
        tells_authors(&headings, &words("Rainy days - The Weather Forum").collect())
    }

    #[test]
    fn ranks_and_mottos_are_no_titles() {
        assert!(tells(&[("Ann", "Senior Member"), ("Bob", "Member"), ("Cem", "Member"), ("Dora", "Senior Member")]));
        assert!(tells(&[("Ann", "I have spoken"), ("Bob", "maybe"), ("Ann", "I have spoken"), ("Bob", "maybe")]));
        assert!(!tells(&[("Ann", "Rainy days"), ("Bob", "Re: Rainy days"), ("Cem", "Re: Rainy days")]));
        assert!(!tells(&[("Ann", "Too small"), ("Bob", "Great"), ("Cem", "Great"), ("Dora", "Lovely colours")]));
        assert!(tells(&[("Ann", "Ann Senior Member"), ("Bob", "Bob 12"), ("Cem", "Cem")]));
        assert!(!tells(&[("A", "A great lamp"), ("Bob", "Too dark"), ("Cem", "Fine")]));
        let stars: Vec<(String, &str)> = (0..6).map(|n| (format!("Author {n}"), "Five stars")).collect();
        let own = [("Ann", "Too small"), ("Bob", "Lovely"), ("Cem", "Never again"), ("Dora", "Good for the price")];
        let all: Vec<(&str, &str)> = stars.iter().map(|(author, text)| (author.as_str(), *text)).chain(own).collect();
        assert!(!tells(&all));
        // what one author calls two posts otherwise is about the posts
        assert!(!tells(&[("Ann", "Yes"), ("Bob", "No"), ("Ann", "Yes"), ("Bob", "No"), ("Cem", "A"), ("Cem", "B")]));
    }

    #[test]
    fn a_name_is_the_beginning_as_a_whole() {
        assert!(begins_with("Ann Senior Member", "Ann") && begins_with("Ann", "Ann"));
        assert!(!begins_with("Anna's lamps", "Ann"));
    }
}
