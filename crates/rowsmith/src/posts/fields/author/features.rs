//! Features that tell whether a place in posts is that of their authors.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{AttrName, Display, Tag, display};
use crate::posts::fields::author::link_around;
use crate::posts::fields::author::places::{Place, PlaceText};
use crate::posts::fields::{PostList, PostNodes};
use crate::posts::profiles::Folded;
use crate::recognize::AnyOf;
use crate::records::{NodeFacts, fragment};
use crate::tree::{Run, TreeId};

/// The names and meanings of a place's features. Shares are of its texts, unless stated otherwise.
pub const AUTHOR_FEATURES: &[(&str, &str)] = &[
    ("author_with", "Share of the posts that have a text there."),
    ("author_posts", "Logarithm of the posts."),
    ("author_linked", "Share within links."),
    ("author_named", "Share within links whose address contains the text, and not that of another."),
    ("author_pictured", "Share that an image or the post's box also names."),
    ("author_declared", "Share that the page declares to be authors."),
    ("author_near", "Share within four texts of the date."),
    ("author_distance", "Logarithm of the mean distance to the date, in texts."),
    ("author_before_date", "Among those in posts with a date, the share before the date."),
    ("author_dated", "Share in posts with a date."),
    ("author_early", "How early in the post, on average: 1 for the first text."),
    ("author_first", "Share that are the first text of the post."),
    ("author_place_spread", "Spread of the positions in the post."),
    ("author_emphatic", "Share in bold or in a small heading."),
    ("author_heading", "Share in headings."),
    ("author_in_text", "Share in a paragraph, a quotation, an item of a list, a button, a label."),
    ("author_quoted", "Share in quotations."),
    ("author_prose", "Share in blocks with many words."),
    ("author_block_alone", "Share that are the whole text of their block."),
    ("author_variety", "The number of different texts, over texts."),
    ("author_distinct", "Logarithm of the number of different texts."),
    ("author_returns", "Share of texts that another post has there as well."),
    ("author_constant", "All texts are the same."),
    ("author_unfaithful", "Share within links that differ from those of the same text in earlier posts."),
    ("author_shared_links", "The number of different links, over different texts within links."),
    ("author_several", "Share with a comma or a parenthesis."),
    ("author_more", "Average number of further texts at this place in a post."),
    ("author_elsewhere", "Share of texts that also occur at other places in the posts."),
    ("author_twice", "Share of texts that also occur elsewhere in the same post."),
    ("author_chars", "Mean number of characters."),
    ("author_chars_spread", "Spread of the number of characters."),
    ("author_words", "Mean number of words."),
    ("author_capital", "Share that begin with a capital letter."),
    ("author_lower", "Share without a capital letter, among those in a script that has capitals."),
    ("author_digits", "Share with a digit."),
    ("author_joined", "Share consisting of one word."),
    ("author_label_before", "The text before is the same in most posts."),
    ("author_label_behind", "The text after is the same in most posts."),
    ("author_date_beside", "Share directly before or after the date."),
    ("author_called", "Share within elements with names typical of authors."),
    ("author_address", "Share within links to the page of a person."),
    ("author_cut", "Share of texts that contain more than the name."),
    ("author_labelled", "Share of texts that end with a colon."),
    ("author_hand", "A sum of the above with hand-made weights."),
    ("author_hand_behind", "How far that sum is below that of the best place."),
    ("author_with_behind", "How many fewer posts have a text there than at the place with the most, over posts."),
];

/// The features of all places. Takes time linear in the size of the posts.
pub(crate) fn author_features(list: &PostList<'_>, posts: &[PostNodes], places: &[Place]) -> Vec<Vec<f32>> {
    let contents = Contents::new(list);
    let mut rows: Vec<Vec<f32>> = places.iter().map(|place| figures(list, posts, place, &contents)).collect();
    let most_with = rows.iter().map(|row| row[0]).fold(0.0, f32::max);
    let most = rows.iter().map(|row| row[row.len() - 1]).fold(f32::MIN, f32::max);
    for row in &mut rows {
        let (with, hand) = (row[0], row[row.len() - 1]);
        row.extend([most - hand, most_with - with]);
    }
    rows
}

/// The share of posts, and of texts, that [`is_named`] asks for.
const NEARLY_ALL: f32 = 0.9;

/// Whether, by its features, nearly all posts have a text at a place, in elements that are named as those of authors, and the
/// texts differ.
pub(crate) fn is_named(row: &[f32]) -> bool {
    static AT: LazyLock<[usize; 3]> = LazyLock::new(|| {
        ["author_with", "author_called", "author_constant"]
            .map(|name| AUTHOR_FEATURES.iter().position(|feature| feature.0 == name).unwrap_or(usize::MAX))
    });
    let [with, called, constant] = AT.map(|at| row.get(at).copied().unwrap_or_default());
    with >= NEARLY_ALL && called >= NEARLY_ALL && constant == 0.0
}

/// In which posts each text occurs.
struct Contents {
    /// For each text, how often it occurs in all posts together.
    counts: FxHashMap<u64, u32>,
}

impl Contents {
    fn new(list: &PostList<'_>) -> Contents {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for &run in list.records.iter().copied().flatten() {
            for terminal in list.facts.terminal_range(run) {
                *counts.entry(list.facts.contents[terminal]).or_default() += 1;
            }
        }
        Contents { counts }
    }
}

/// Counts over the texts of a place.
#[derive(Default)]
struct Counts {
    linked: f64,
    faithful: f64,
    pictured: f64,
    declared: f64,
    near: f64,
    dated: f64,
    before_date: f64,
    beside_date: f64,
    distance: f64,
    early: f64,
    first: f64,
    emphatic: f64,
    heading: f64,
    inside: f64,
    quoted: f64,
    prose: f64,
    alone: f64,
    several: f64,
    elsewhere: f64,
    twice: f64,
    words: f64,
    capital: f64,
    cased: f64,
    lower: f64,
    digits: f64,
    joined: f64,
    called: f64,
    address: f64,
    cut: f64,
    labelled: f64,
}

fn figures(list: &PostList<'_>, posts: &[PostNodes], place: &Place, contents: &Contents) -> Vec<f32> {
    let facts = list.facts;
    let n = posts.len() as f64;
    let with = place.texts.len() as f64;
    let mut count = Counts::default();
    let mut names: FxHashMap<&str, usize> = FxHashMap::default();
    // what is said about a name must be said about it everywhere
    let mut targets: FxHashMap<&str, &str> = FxHashMap::default();
    let mut distinct_targets: FxHashSet<&str> = FxHashSet::default();
    let mut called: Vec<(&str, Folded)> = Vec::new();
    let (mut lengths, mut befores) = (Vec::new(), Vec::new());
    let (mut labels_before, mut labels_behind): (FxHashMap<u64, usize>, FxHashMap<u64, usize>) = Default::default();
    let of_place: FxHashMap<u64, u32> = place.texts.iter().fold(FxHashMap::default(), |mut counts, text| {
        *counts.entry(content(facts, text.node)).or_default() += 1;
        counts
    });
    for text in &place.texts {
        let PlaceText { post, node, before, from_date, .. } = *text;
        let whole = fragment(facts.document, facts.page, node);
        let name = &whole[text.name.clone()];
        count.cut += is(whole.trim().len() > name.len() + 1);
        count.labelled += is(whole.trim_end().ends_with(':'));
        let start = list.start(post);
        *names.entry(name).or_default() += 1;
        if let Some(link) = link_around(facts, node, start) {
            let target = facts.document.attr(facts.page.node(link), AttrName::HREF).unwrap_or_default();
            count.linked += 1.0;
            count.address += is(says(target, &OF_PERSONS));
            let folded = Folded::address(target);
            if Folded::text(name).names(&folded) {
                called.push((name, folded));
            }
            count.faithful += is(*targets.entry(name).or_insert(target) == target);
            distinct_targets.insert(target);
        }
        count.pictured += is(is_attribute(list, post, name));
        count.declared += is(is_declared(facts, node, start));
        count.several += is(name.contains([',', '(']));
        count.early += 1.0 / (1.0 + before as f64 / 3.0);
        count.first += is(before == 0);
        befores.push(before as f64);
        if let Some(from_date) = from_date {
            let distance = from_date.unsigned_abs() as f64;
            count.dated += 1.0;
            count.distance += distance;
            count.near += is(distance <= 4.0);
            count.before_date += is(from_date < 0);
            count.beside_date += is(distance <= 1.0);
        }
        around(list, text, &mut count);
        let hash = content(facts, node);
        let everywhere = contents.counts.get(&hash).copied().unwrap_or(0);
        count.elsewhere += is(everywhere > of_place.get(&hash).copied().unwrap_or(0));
        let terminals = || list.terminals(post).take(400).filter(|&id| content(facts, id) == hash);
        count.twice += is(everywhere > 1 && terminals().count() > 1);
        let at = facts.terminal_range(Run::new(node, node + 1)).start;
        let neighbour = |at: Option<usize>| at.and_then(|at| facts.contents.get(at)).copied().unwrap_or(0);
        *labels_before.entry(neighbour(at.checked_sub(1).filter(|_| before > 0))).or_default() += 1;
        *labels_behind.entry(neighbour(Some(at + 1))).or_default() += 1;
        lengths.push(name.chars().count() as f64);
        let words = name.split_whitespace().count();
        count.words += words as f64;
        count.joined += is(words == 1);
        count.digits += is(name.bytes().any(|b| b.is_ascii_digit()));
        count.capital += is(name.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase));
        let cased = name.chars().any(|c| c.is_lowercase() || c.is_uppercase());
        count.cased += is(cased);
        count.lower += is(cased && !name.chars().any(char::is_uppercase));
    }
    let distinct = names.len() as f64;
    let returning: usize = names.values().filter(|&&count| count > 1).sum();
    let named = named(&called, names.len());
    let constant = is(names.len() == 1 && place.texts.len() >= 2);
    let label = |labels: &FxHashMap<u64, usize>| is(labels.values().any(|&c| c as f64 >= 0.8 * with) && with >= 2.0);
    let share = |count: f64| count / with;
    let unfaithful = share(count.linked - count.faithful);
    let more = ((place.all as f64 - with) / with).min(2.0);
    let few = if distinct / with < 0.34 && place.texts.len() >= 6 { 0.4 } else { 0.0 };
    let hand = 2.0 * with / n
        + 0.3 * share(count.linked)
        + 0.9 * share(named)
        + 0.6 * share(count.pictured)
        + share(count.declared)
        + 0.3 * share(count.near)
        + 0.4 * share(count.early)
        + 0.15 * share(count.emphatic)
        + 0.3 * distinct / with
        - 1.2 * constant
        - few
        - 0.8 * unfaithful
        - 0.3 * share(count.inside)
        - 0.5 * share(count.several)
        - 0.6 * share(count.prose)
        - 0.4 * more;
    let log = |x: f64| (1.0 + x).ln();
    let row = [
        with / n,
        log(n),
        share(count.linked),
        share(named),
        share(count.pictured),
        share(count.declared),
        share(count.near),
        log(count.distance / count.dated.max(1.0)),
        count.before_date / count.dated.max(1.0),
        share(count.dated),
        share(count.early),
        share(count.first),
        spread(&befores).min(20.0),
        share(count.emphatic),
        share(count.heading),
        share(count.inside),
        share(count.quoted),
        share(count.prose),
        share(count.alone),
        distinct / with,
        log(distinct),
        share(returning as f64),
        constant,
        unfaithful,
        distinct_targets.len() as f64 / (targets.len() as f64).max(1.0),
        share(count.several),
        more,
        share(count.elsewhere),
        share(count.twice),
        mean(&lengths),
        spread(&lengths),
        share(count.words),
        share(count.capital),
        count.lower / count.cased.max(1.0),
        share(count.digits),
        share(count.joined),
        label(&labels_before),
        label(&labels_behind),
        share(count.beside_date),
        share(count.called),
        share(count.address),
        share(count.cut),
        share(count.labelled),
        hand,
    ];
    row.map(|x| x as f32).to_vec()
}

/// Words in the addresses of people's pages, across publishing systems and languages.
static OF_PERSONS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&["user", "member", "profile", "author", "people", "/u/", "/u-", "nick", "autor", "profil"])
});
/// Words in the names of elements that hold authors.
static OF_AUTHORS: LazyLock<AnyOf> =
    LazyLock::new(|| AnyOf::new(&["author", "user", "nick", "name", "poster", "byline", "creator", "autor", "writer"]));

fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

fn says(value: &str, words: &AnyOf) -> bool {
    words.is_in(&value.to_ascii_lowercase())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn spread(values: &[f64]) -> f64 {
    let mean = mean(values);
    (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len().max(1) as f64).sqrt()
}

/// The content of a terminal as a number.
fn content(facts: &NodeFacts<'_>, id: TreeId) -> u64 {
    facts.contents.get(facts.terminal_range(Run::new(id, id + 1)).start).copied().unwrap_or(0)
}

/// How many texts also occur in the addresses of their links. A word that occurs in every address ("member") names
/// nobody.
fn named(called: &[(&str, Folded)], distinct: usize) -> f64 {
    if distinct <= 1 && called.len() >= 2 {
        return 0.0;
    }
    let looked_at = &called[..called.len().min(40)];
    let own = |(name, _): &&(&str, Folded)| {
        let folded = Folded::text(name);
        !looked_at.iter().any(|(other, target)| other != name && folded.names(target))
    };
    looked_at.iter().filter(own).count() as f64 / looked_at.len().max(1) as f64 * called.len() as f64
}

/// Counts what surrounds a text within its post.
fn around(list: &PostList<'_>, text: &PlaceText, count: &mut Counts) {
    let facts = list.facts;
    let (page, tree) = (facts.page, &facts.page.tree);
    let start = list.start(text.post);
    let above = || std::iter::successors(tree.parent(text.node), |&n| tree.parent(n)).take_while(|&a| a >= start);
    if let Some(block) = above().take(4).find(|&n| display(page.tag(n)) != Display::Inline) {
        count.prose += is(facts.words.of(Run::subtree(tree, block)) > 25);
        count.alone += is(tree.terminals(block) == 1);
    }
    let near = |tags: &[Tag]| above().take(3).any(|a| tags.contains(&page.tag(a)));
    count.emphatic += is(near(&[Tag::B, Tag::STRONG, Tag::H3, Tag::H4, Tag::H5]));
    count.heading += is(near(&[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6]));
    count.inside += is(near(&[Tag::P, Tag::BLOCKQUOTE, Tag::LI, Tag::BUTTON, Tag::LABEL]));
    count.quoted += is(above().take(8).any(|a| page.tag(a) == Tag::BLOCKQUOTE));
    let mut classes = above().take(3).filter_map(|a| facts.document.attr(page.node(a), AttrName::CLASS));
    count.called += is(classes.any(|class| says(class, &OF_AUTHORS)));
}

/// Whether an attribute of the post's box, or of a picture in it, contains the name: `data-author`, `alt`.
fn is_attribute(list: &PostList<'_>, post: usize, name: &str) -> bool {
    let facts = list.facts;
    let says = |id: TreeId| {
        let document = facts.document;
        document.attrs(facts.page.node(id)).any(|(attr, value)| {
            attr != AttrName::HREF
                && attr != AttrName::CLASS
                && value.len() <= 120
                && value.contains(name)
                && (value.trim() == name || attr == AttrName::ALT)
        })
    };
    let start = list.start(post);
    let elements = || list.nodes(post).take(200).filter(|&id| !facts.page.is_text(id));
    name.len() >= 2 && elements().any(|id| (facts.page.tag(id) == Tag::IMG || id <= start + 2) && says(id))
}

/// Whether the page itself marks it as the author, by `itemprop` or `rel`, within the post.
fn is_declared(facts: &NodeFacts<'_>, id: TreeId, start: TreeId) -> bool {
    let above = std::iter::successors(Some(id), |&n| facts.page.tree.parent(n)).take(5).take_while(|&n| n >= start);
    above.filter(|&n| !facts.page.is_text(n)).any(|n| {
        let node = facts.page.node(n);
        let says = |name: AttrName| {
            facts.document.attr(node, name).is_some_and(|v| {
                v.split_ascii_whitespace()
                    .any(|w| w.eq_ignore_ascii_case("author") || w.eq_ignore_ascii_case("creator"))
            })
        };
        says(AttrName::ITEMPROP) || says(AttrName::REL)
    })
}
