//! The features of a block: numbers that say what it is, where it stands and what is around it.

use super::blocks::Blocks;
use super::containers::{Containers, FIGURES, NONE};
use super::context::{Context, bit};
use super::evidence::Evidence;
use super::facts::{Facts, LONG, Sum, VERY_LONG, is_long};
use super::main_list::MainList;
use super::main_posts::{MainPosts, PostPart};
use super::repetition::Groups;
use crate::dom::{Document, NodeId, Tag};
use crate::recognize::ValueType;

/// Everything about a page that features are made of.
pub struct Page<'a> {
    /// The page.
    pub document: &'a Document,
    /// What its nodes lie in.
    pub context: &'a Context,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// What is known of them.
    pub facts: &'a Facts,
    /// What the page says of itself.
    pub evidence: &'a Evidence,
    /// Its main list.
    pub list: &'a MainList,
    /// Its posts.
    pub posts: &'a MainPosts,
    /// Weights of the words by block ([`wording`](super::wording::wording)).
    pub wording: &'a [[f32; 3]],
}

const OWN: [&str; 56] = [
    "own_words",
    "own_chars",
    "own_word_length",
    "own_link_share",
    "own_links",
    "own_strong_share",
    "own_sentences",
    "own_sentence_words",
    "own_commas",
    "own_capitals",
    "own_numbers",
    "own_shouted",
    "own_separators",
    "own_questions",
    "own_longest",
    "own_dense",
    "own_ends_sentence",
    "own_ends_colon",
    "own_ends_other_mark",
    "own_is_number",
    "own_is_price",
    "own_is_date",
    "own_is_url",
    "own_copies",
    "own_earlier_copies",
    "own_signifiers",
    "own_title_cover",
    "own_title_share",
    "own_common",
    "own_described",
    "own_told",
    "own_replied",
    "own_heading",
    "own_long",
    "own_very_long",
    "own_depth",
    "own_images",
    "own_controls",
    "tag_p",
    "tag_li",
    "tag_div",
    "tag_cell",
    "tag_row_or_definition",
    "tag_other",
    "only_block_of_parent",
    "first_of_parent",
    "last_of_parent",
    "like_blocks",
    "like_words",
    "like_links",
    "like_long",
    "like_share",
    "parent_like_blocks",
    "parent_like_words",
    "parent_like_links",
    "parent_like_share",
];

const PLACE: [&str; 24] = [
    "place_index",
    "place_share",
    "place_words_before",
    "place_words_after",
    "place_from_h1",
    "place_words_from_h1",
    "place_h1_known",
    "place_from_heading",
    "place_words_from_heading",
    "place_heading_level",
    "place_heading_title",
    "place_to_heading",
    "place_from_long",
    "place_to_long",
    "place_long_before",
    "place_long_after",
    "place_from_title",
    "to_readable_up",
    "to_readable_down",
    "in_readable",
    "to_informative_up",
    "to_informative_down",
    "in_informative",
    "place_from_end_of_long",
];

const NEIGHBOUR: [&str; 7] = ["words", "links", "ends_sentence", "heading", "same_like", "depth", "common"];
const NEIGHBOURS: [isize; 6] = [-3, -2, -1, 1, 2, 3];

const WINDOW: [&str; 6] = ["words", "links", "long", "sentences", "common", "copied"];
const WINDOWS: [usize; 3] = [5, 12, 30];

const CONTAINERS: [&str; 7] = ["up1", "up2", "up3", "up4", "min15", "min40", "max60"];

const GROUP: [&str; 7] = ["count", "words", "share", "spread", "links", "long", "images"];
const GROUPS: [&str; 3] = ["nearest", "outermost", "largest"];

const LIST: [&str; 9] = [
    "list_inside",
    "list_confidence",
    "list_sure_inside",
    "list_count",
    "list_share",
    "list_between",
    "list_before",
    "list_record_share",
    "list_place",
];

const POSTS: [&str; 15] = [
    "posts_inside",
    "posts_confidence",
    "posts_sure_inside",
    "posts_count",
    "posts_share",
    "posts_between",
    "posts_before",
    "posts_post_share",
    "posts_place",
    "posts_in_body",
    "posts_in_cut",
    "posts_author",
    "posts_date",
    "posts_title",
    "posts_body_share",
];

const PAGE: [&str; 37] = [
    "page_words",
    "page_blocks",
    "page_links",
    "page_long",
    "page_very_long",
    "page_sentences",
    "page_common",
    "page_headings",
    "page_h1",
    "page_dates",
    "page_prices",
    "page_copied",
    "page_images",
    "page_controls",
    "page_paragraphs",
    "page_dense",
    "page_has_article",
    "page_has_main",
    "page_articles",
    "page_hidden",
    "page_described",
    "page_told",
    "page_replied",
    "page_article",
    "page_list",
    "page_discussion",
    "page_product",
    "page_website",
    "page_service",
    "page_news",
    "page_address_depth",
    "page_address_words",
    "page_questions",
    "page_main_long",
    "page_list_confidence",
    "page_longest_share",
    "page_code",
];

/// The last columns of a row: sums of weights of words, of the block and of those beside it.
pub const WORDING: [&str; 10] = [
    "wording_names",
    "wording_own",
    "wording_heading",
    "wording_all",
    "wording_names_before",
    "wording_own_before",
    "wording_heading_before",
    "wording_names_behind",
    "wording_own_behind",
    "wording_heading_behind",
];

/// The names of all features, in order.
pub fn feature_names() -> Vec<String> {
    let mut names: Vec<String> = OWN.iter().chain(&PLACE).map(|&n| n.to_owned()).collect();
    names.extend(bit::NAMED.iter().map(|(name, _)| format!("in_{}", name.to_lowercase())));
    for at in NEIGHBOURS {
        names.extend(NEIGHBOUR.iter().map(|n| format!("neighbour{at:+}_{n}")));
    }
    for size in WINDOWS {
        names.extend(WINDOW.iter().map(|n| format!("window{size}_{n}")));
    }
    for which in CONTAINERS {
        names.extend(FIGURES.iter().map(|n| format!("{which}_{n}")));
    }
    for which in GROUPS {
        names.extend(GROUP.iter().map(|n| format!("group_{which}_{n}")));
    }
    names.push("group_place".to_owned());
    names.push("group_last".to_owned());
    names.extend(LIST.iter().chain(&POSTS).chain(&PAGE).chain(&WORDING).map(|&n| n.to_owned()));
    names
}

fn log(x: f32) -> f32 {
    (1.0 + x.max(0.0)).ln()
}

/// A logarithm that keeps the sign: for distances.
fn signed(x: f32) -> f32 {
    if x < 0.0 { -(1.0 - x).ln() } else { (1.0 + x).ln() }
}

fn yes(so: bool) -> f32 {
    f32::from(u8::from(so))
}

/// Computes the features of every block in order and hands them to `visit`, one row at a time, so that a page of a
/// million blocks needs no table. Linear in the number of blocks times the depth of the page.
pub fn features(page: &Page<'_>, mut visit: impl FnMut(&[f32])) {
    let (document, facts, blocks) = (page.document, page.facts, page.blocks);
    let mut containers = Containers::new(document, page.context, blocks, facts);
    let groups = Groups::new(document, page.context, blocks, facts);
    let like = Like::new(page);
    let surroundings = Surroundings::new(page);
    let whole = page_figures(page);
    let chains = [containers.readable, containers.informative].map(|id| Chain::new(document, page.context, id));
    let parts = parts_of_posts(page);
    let mut row: Vec<f32> = Vec::new();
    for at in 0..blocks.len() {
        row.clear();
        own(page, &like, at, &mut row);
        place(page, &surroundings, &chains, at, &mut row);
        let bits = facts.blocks[at].bits;
        row.extend(bit::NAMED.iter().map(|&(_, b)| yes(bits & b != 0)));
        neighbours(page, &like, at, &mut row);
        windows(page, at, &mut row);
        around(page, &mut containers, at, &mut row);
        repeated(page, &groups, at, &mut row);
        listed(page, at, &mut row);
        posted(page, &parts, at, &mut row);
        row.extend(&whole);
        row.extend(wording_columns(page.wording, at));
        visit(&row);
    }
}

fn own(page: &Page<'_>, like: &Like, at: usize, out: &mut Vec<f32>) {
    let (block, fact) = (&page.blocks.list[at], &page.facts.blocks[at]);
    let c = &fact.counts;
    let words = c.words.max(1) as f32;
    let share = |n: u32| n as f32 / words;
    let tag = page.document.tag(block.owner);
    let one_of = |tags: &[Tag]| yes(tags.contains(&tag));
    let parent_range = page.blocks.range(page.document, page.document.parent(block.owner).unwrap_or(block.owner));
    let in_owner = page.context.count(page.document, block.owner);
    let (own, above) = like.of(at);
    let total = page.facts.sum(Sum::Words, &(0..page.blocks.len())).max(1) as f32;
    let row: [f32; OWN.len()] = [
        log(words),
        log(c.chars as f32),
        c.chars as f32 / words,
        share(fact.link_words),
        log(fact.links as f32),
        share(fact.strong_words),
        log(c.sentences as f32),
        words / c.sentences.max(1) as f32,
        share(c.commas),
        share(c.capitals),
        share(c.numbers),
        share(c.shouted),
        share(c.separators),
        yes(c.questions > 0),
        c.longest.min(60) as f32,
        share(c.dense),
        yes(matches!(fact.last, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '।' | '"' | '”' | '»' | '“')),
        yes(fact.last == ':' || fact.last == '：'),
        yes(!fact.last.is_alphanumeric()),
        yes(fact.kind == ValueType::Number),
        yes(fact.kind == ValueType::Price),
        yes(fact.kind == ValueType::Date),
        yes(fact.kind == ValueType::Url),
        log(fact.copies as f32 - 1.0),
        log(fact.earlier_copies as f32),
        share(fact.signifiers),
        fact.title_words as f32 / page.evidence.title.len().max(1) as f32,
        share(fact.title_words),
        share(fact.common),
        share(fact.known[0]),
        share(fact.known[1]),
        share(fact.known[2]),
        f32::from(fact.heading),
        yes(is_long(c, LONG)),
        yes(is_long(c, VERY_LONG)),
        f32::from(page.context.depth[block.owner.index()]),
        log(in_owner[0] as f32),
        log(in_owner[1] as f32),
        one_of(&[Tag::P]),
        one_of(&[Tag::LI]),
        one_of(&[Tag::DIV]),
        one_of(&[Tag::TD, Tag::TH]),
        one_of(&[Tag::TR, Tag::DT, Tag::DD]),
        one_of(&[Tag::SECTION, Tag::ARTICLE, Tag::HEADER, Tag::FOOTER, Tag::MAIN, Tag::BODY, Tag::BLOCKQUOTE]),
        yes(parent_range.len() == 1),
        yes(parent_range.start == at),
        yes(parent_range.end == at + 1),
        log(own[0] - 1.0),
        log(own[1] / own[0].max(1.0)),
        own[2] / own[1].max(1.0),
        own[3] / own[1].max(1.0),
        own[1] / total,
        log(above[0] - 1.0),
        log(above[1] / above[0].max(1.0)),
        above[2] / above[1].max(1.0),
        above[1] / total,
    ];
    out.extend(row);
}

/// Blocks anywhere on the page whose owner has the same tag and class: number, words, words in links, long words; and
/// the same by owner and its parent.
struct Like {
    slots: Vec<(u32, u32)>,
    sums: Vec<[f32; 4]>,
}

impl Like {
    fn new(page: &Page<'_>) -> Like {
        let mut numbers: rustc_hash::FxHashMap<u64, u32> = rustc_hash::FxHashMap::default();
        let mut like = Like { slots: Vec::with_capacity(page.blocks.len()), sums: Vec::new() };
        for (block, fact) in page.blocks.list.iter().zip(&page.facts.blocks) {
            let own = u64::from(page.context.signature[block.owner.index()]);
            let parent = page.document.parent(block.owner).map_or(0, |p| page.context.signature[p.index()]);
            let words = fact.counts.words as f32;
            let long = if is_long(&fact.counts, LONG) { words } else { 0.0 };
            let keys = [own, crate::tree::mix(own, u64::from(parent) | 1 << 45)];
            let slots = keys.map(|key| {
                let slot = *numbers.entry(key).or_insert(like.sums.len() as u32);
                if slot as usize == like.sums.len() {
                    like.sums.push([0.0; 4]);
                }
                for (sum, own) in like.sums[slot as usize].iter_mut().zip([1.0, words, fact.link_words as f32, long]) {
                    *sum += own;
                }
                slot
            });
            like.slots.push((slots[0], slots[1]));
        }
        like
    }

    fn of(&self, at: usize) -> ([f32; 4], [f32; 4]) {
        let (own, above) = self.slots[at];
        (self.sums[own as usize], self.sums[above as usize])
    }
}

/// Per block, where the nearest headings and long blocks are.
struct Surroundings {
    h1: Option<usize>,
    title: Option<usize>,
    last_heading: Vec<Option<usize>>,
    next_heading: Vec<Option<usize>>,
    last_long: Vec<Option<usize>>,
    next_long: Vec<Option<usize>>,
    final_long: Option<usize>,
}

impl Surroundings {
    fn new(page: &Page<'_>) -> Surroundings {
        let facts = &page.facts.blocks;
        let n = facts.len();
        let shown = |at: &usize| facts[*at].bits & bit::HIDDEN == 0;
        let h1 = (0..n).filter(shown).find(|&at| facts[at].heading == 1).or((0..n).find(|&at| facts[at].heading == 1));
        let title = (0..n).max_by_key(|&at| {
            let cover =
                facts[at].title_words * 1000 / facts[at].counts.words.max(1).max(page.evidence.title.len() as u32);
            (cover, std::cmp::Reverse(at))
        });
        let last = |is: &dyn Fn(usize) -> bool| {
            let mut last = None;
            let scan = |at| {
                let found = last;
                if is(at) {
                    last = Some(at);
                }
                found
            };
            (0..n).map(scan).collect::<Vec<_>>()
        };
        let next = |is: &dyn Fn(usize) -> bool| {
            let mut next = None;
            let scan = |at| {
                let found = next;
                if is(at) {
                    next = Some(at);
                }
                found
            };
            let mut all = (0..n).rev().map(scan).collect::<Vec<_>>();
            all.reverse();
            all
        };
        let heading = |at: usize| facts[at].heading > 0;
        let long =
            |at: usize| is_long(&facts[at].counts, VERY_LONG) && facts[at].link_words * 4 < facts[at].counts.words;
        Surroundings {
            h1,
            title: title.filter(|&at| facts[at].title_words > 0),
            last_heading: last(&heading),
            next_heading: next(&heading),
            last_long: last(&long),
            next_long: next(&long),
            final_long: (0..n).rev().find(|&at| long(at)),
        }
    }
}

/// An element with its ancestors, to find how far a block is from it in the tree.
struct Chain {
    nodes: Vec<NodeId>,
    depth: u16,
}

impl Chain {
    fn new(document: &Document, context: &Context, id: NodeId) -> Chain {
        Chain { nodes: document.ancestors(id).collect(), depth: context.depth[id.index()] }
    }

    /// Steps up from a block's owner to the common ancestor, and down from there to the element.
    fn distance(&self, page: &Page<'_>, owner: NodeId) -> (f32, f32) {
        let at = self.nodes.partition_point(|&a| !page.document.contains(a, owner));
        let common = self.nodes.get(at).copied().unwrap_or(Document::ROOT);
        let depth = |id: NodeId| f32::from(page.context.depth[id.index()]);
        (depth(owner) - depth(common), f32::from(self.depth) - depth(common))
    }
}

fn place(page: &Page<'_>, surroundings: &Surroundings, chains: &[Chain; 2], at: usize, out: &mut Vec<f32>) {
    let facts = page.facts;
    let n = page.blocks.len();
    let total = facts.sum(Sum::Words, &(0..n)).max(1) as f32;
    let before = facts.sum(Sum::Words, &(0..at)) as f32;
    let words = |from: usize, to: usize| facts.sum(Sum::Words, &(from.min(to)..from.max(to))) as f32;
    let distance = |to: Option<usize>| to.map_or(-1.0, |to| log(to.abs_diff(at) as f32));
    let from_h1 = surroundings.h1.map_or(0.0, |h| at as f32 - h as f32);
    let words_from_h1 = surroundings.h1.map_or(0.0, |h| words(h, at) * if at < h { -1.0 } else { 1.0 });
    let heading = surroundings.last_heading[at];
    let very_long = facts.sum(Sum::VeryLongWords, &(0..n)).max(1) as f32;
    let long_before = facts.sum(Sum::VeryLongWords, &(0..at)) as f32;
    let owner = page.blocks.list[at].owner;
    let [(up1, down1), (up2, down2)] = [0, 1].map(|i| chains[i].distance(page, owner));
    let title_of = |h: usize| facts.blocks[h].title_words as f32 / page.evidence.title.len().max(1) as f32;
    let row: [f32; PLACE.len()] = [
        log(at as f32),
        at as f32 / n as f32,
        before / total,
        log(total - before),
        signed(from_h1),
        signed(words_from_h1),
        yes(surroundings.h1.is_some()),
        distance(heading),
        heading.map_or(-1.0, |h| log(words(h, at))),
        heading.map_or(0.0, |h| f32::from(facts.blocks[h].heading)),
        heading.map_or(-1.0, title_of),
        distance(surroundings.next_heading[at]),
        distance(surroundings.last_long[at]),
        distance(surroundings.next_long[at]),
        long_before / very_long,
        log(very_long - long_before),
        surroundings.title.map_or(0.0, |t| signed(at as f32 - t as f32)),
        up1,
        down1,
        yes(down1 == 0.0),
        up2,
        down2,
        yes(down2 == 0.0),
        surroundings.final_long.map_or(0.0, |l| signed(at as f32 - l as f32)),
    ];
    out.extend(row);
}

fn neighbours(page: &Page<'_>, like: &Like, at: usize, out: &mut Vec<f32>) {
    let depth = |at: usize| f32::from(page.context.depth[page.blocks.list[at].owner.index()]);
    for offset in NEIGHBOURS {
        let Some(other) = at.checked_add_signed(offset).filter(|&o| o < page.blocks.len()) else {
            out.extend([-1.0; NEIGHBOUR.len()]);
            continue;
        };
        let fact = &page.facts.blocks[other];
        let words = fact.counts.words.max(1) as f32;
        out.extend([
            log(words),
            fact.link_words as f32 / words,
            yes(fact.counts.sentences > 0),
            f32::from(fact.heading),
            yes(like.slots[at].1 == like.slots[other].1),
            depth(other) - depth(at),
            fact.common as f32 / words,
        ]);
    }
}

fn windows(page: &Page<'_>, at: usize, out: &mut Vec<f32>) {
    for size in WINDOWS {
        let range = at.saturating_sub(size / 2)..(at + size / 2 + 1).min(page.blocks.len());
        let of = |sum| page.facts.sum(sum, &range) as f32;
        let words = of(Sum::Words).max(1.0);
        out.extend([
            log(words / range.len().max(1) as f32),
            of(Sum::LinkWords) / words,
            of(Sum::LongWords) / words,
            of(Sum::Sentences) / words,
            of(Sum::Common) / words,
            of(Sum::CopiedWords) / words,
        ]);
    }
}

fn around(page: &Page<'_>, containers: &mut Containers, at: usize, out: &mut Vec<f32>) {
    let owner = page.blocks.list[at].owner;
    let mut up = owner.0;
    // the first container holds more than the block alone
    if page.blocks.range(page.document, owner).len() == 1 {
        up = containers.wider[owner.index()];
    }
    for _ in 0..4 {
        out.extend(containers.figures(page, up));
        if up != NONE {
            up = containers.wider[up as usize];
        }
    }
    let i = owner.index();
    for which in [containers.smallest_15[i], containers.smallest_40[i], containers.largest_60[i]] {
        out.extend(containers.figures(page, which));
    }
}

fn repeated(page: &Page<'_>, groups: &Groups, at: usize, out: &mut Vec<f32>) {
    let total = page.facts.sum(Sum::Words, &(0..page.blocks.len())).max(1) as f32;
    let i = page.blocks.list[at].first.index();
    for number in [groups.nearest[i], groups.outermost[i], groups.largest[i]] {
        if number == NONE {
            out.extend([-1.0; GROUP.len()]);
            continue;
        }
        let group = &groups.list[number as usize];
        let words = group.words.max(1) as f32;
        out.extend([
            log(group.count as f32),
            log(words / group.count as f32),
            words / total,
            group.spread() as f32,
            group.link_words as f32 / words,
            group.long_words as f32 / words,
            group.images as f32 / group.count as f32,
        ]);
    }
    let last = match groups.nearest[i] {
        NONE => -1.0,
        number => yes(groups.place[i] + 1 == groups.list[number as usize].count),
    };
    out.extend([log(groups.place[i] as f32), last]);
}

fn listed(page: &Page<'_>, at: usize, out: &mut Vec<f32>) {
    let list = page.list;
    let (Some(first), Some(last)) = (list.runs.first(), list.runs.last()) else {
        out.extend([0.0; LIST.len()]);
        return;
    };
    let node = page.blocks.list[at].first;
    let before = |node: NodeId| page.blocks.before[node.index().min(page.blocks.before.len() - 1)] as usize;
    let (from, to) = (before(first.0), before(last.1).max(before(first.0)));
    let run = list.run_of(node);
    let total = page.facts.sum(Sum::Words, &(0..page.blocks.len())).max(1) as f32;
    let inside = page.facts.sum(Sum::Words, &(from..to)) as f32;
    let record = run.map_or(0.0, |r| {
        let range = before(list.runs[r].0)..before(list.runs[r].1).max(before(list.runs[r].0));
        page.facts.blocks[at].counts.words as f32 / page.facts.sum(Sum::Words, &range).max(1) as f32
    });
    let between = from <= at && at < to;
    let row: [f32; LIST.len()] = [
        yes(run.is_some()),
        list.confidence,
        if run.is_some() { list.confidence } else { 0.0 },
        log(list.count as f32),
        inside / total,
        yes(between && run.is_none()),
        if at < from { -log((from - at) as f32) } else { log((at + 1).saturating_sub(to) as f32) },
        record,
        run.map_or(-1.0, |r| list.runs[r].2 as f32 / list.count.max(1) as f32),
    ];
    out.extend(row);
}

/// The columns [`WORDING`] of a block of a page with these sums.
pub fn wording_columns(sums: &[[f32; 3]], at: usize) -> [f32; WORDING.len()] {
    let of = |at: Option<usize>| at.and_then(|at| sums.get(at)).copied().unwrap_or_default();
    let ([a, b, c], before, behind) = (of(Some(at)), of(at.checked_sub(1)), of(at.checked_add(1)));
    let mut row = [a, b, c, a + b + c, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    row[4..7].copy_from_slice(&before);
    row[7..].copy_from_slice(&behind);
    row
}

/// What blocks are of posts.
#[derive(Default)]
struct PostParts {
    /// Per block, the parts that it lies in or holds, as bits.
    of: Vec<u8>,
    /// Per block, the words in bodies before it; one more entry than there are blocks.
    body_words: Vec<u32>,
}

fn parts_of_posts(page: &Page<'_>) -> PostParts {
    if page.posts.parts.is_empty() {
        return PostParts::default();
    }
    let mut of = vec![0u8; page.blocks.len()];
    for &(first, end, part) in &page.posts.parts {
        let last = page.blocks.before.len() - 1;
        let before = |node: NodeId| page.blocks.before[node.index().min(last)] as usize;
        let (from, to) = (before(first), before(end));
        // a part within a line: the block has begun before it
        let within = from > 0 && page.blocks.list[from - 1].end > first;
        let from = if within { from - 1 } else { from };
        of[from..to.max(from)].iter_mut().for_each(|bits| *bits |= 1 << part as u8);
    }
    let mut body_words = vec![0];
    for (bits, fact) in of.iter().zip(&page.facts.blocks) {
        let own = if bits & 1 << PostPart::Body as u8 == 0 { 0 } else { fact.counts.words };
        body_words.push(body_words.last().copied().unwrap_or_default() + own);
    }
    PostParts { of, body_words }
}

fn posted(page: &Page<'_>, parts: &PostParts, at: usize, out: &mut Vec<f32>) {
    let list = &page.posts.list;
    let (Some(first), Some(last)) = (list.runs.first(), list.runs.last()) else {
        out.extend([0.0; POSTS.len()]);
        return;
    };
    let node = page.blocks.list[at].first;
    let before = |node: NodeId| page.blocks.before[node.index().min(page.blocks.before.len() - 1)] as usize;
    let (from, to) = (before(first.0), before(last.1).max(before(first.0)));
    let run = list.run_of(node);
    let words = |range: &std::ops::Range<usize>| page.facts.sum(Sum::Words, range).max(1) as f32;
    let post = run.map(|r| before(list.runs[r].0)..before(list.runs[r].1).max(before(list.runs[r].0)));
    let between = from <= at && at < to;
    let bits = parts.of.get(at).copied().unwrap_or_default();
    let is = |part: PostPart| yes(bits & 1 << part as u8 != 0);
    let body_words = |post: &std::ops::Range<usize>| match parts.body_words.as_slice() {
        [] => 0.0,
        words => (words[post.end] - words[post.start]) as f32,
    };
    let row: [f32; POSTS.len()] = [
        yes(run.is_some()),
        list.confidence,
        if run.is_some() { list.confidence } else { 0.0 },
        log(list.count as f32),
        words(&(from..to)) / words(&(0..page.blocks.len())),
        yes(between && run.is_none()),
        if at < from { -log((from - at) as f32) } else { log((at + 1).saturating_sub(to) as f32) },
        post.as_ref().map_or(0.0, |post| page.facts.blocks[at].counts.words as f32 / words(post)),
        run.map_or(-1.0, |r| list.runs[r].2 as f32 / list.count.max(1) as f32),
        is(PostPart::Body),
        is(PostPart::Cut),
        is(PostPart::Author),
        is(PostPart::Date),
        is(PostPart::Title),
        post.as_ref().map_or(0.0, |post| body_words(post) / words(post)),
    ];
    out.extend(row);
}

fn page_figures(page: &Page<'_>) -> Vec<f32> {
    let all = 0..page.blocks.len();
    let of = |sum| page.facts.sum(sum, &all) as f32;
    let words = of(Sum::Words).max(1.0);
    let blocks = page.blocks.len().max(1) as f32;
    let facts = &page.facts.blocks;
    let [images, controls, paragraphs, _] = page.context.count(page.document, Document::ROOT);
    let count = |test: &dyn Fn(&super::facts::BlockFacts) -> bool| facts.iter().filter(|f| test(f)).count() as f32;
    let words_in = |bits: u64| facts.iter().filter(|f| f.bits & bits != 0).map(|f| f.counts.words as f32).sum::<f32>();
    let articles = page.document.nodes().filter(|&id| page.document.tag(id) == Tag::ARTICLE).count();
    let dense: u32 = facts.iter().map(|f| f.counts.dense).sum();
    let longest = facts.iter().filter(|f| f.link_words * 4 < f.counts.words).map(|f| f.counts.words).max();
    let declared = page.evidence.declared.map(yes);
    let row: [f32; PAGE.len()] = [
        log(words),
        log(blocks),
        of(Sum::LinkWords) / words,
        of(Sum::LongWords) / words,
        of(Sum::VeryLongWords) / words,
        of(Sum::Sentences) / words,
        of(Sum::Common) / words,
        of(Sum::Headings) / blocks,
        count(&|f| f.heading == 1),
        log(of(Sum::Dates)),
        log(of(Sum::Prices)),
        of(Sum::CopiedWords) / words,
        log(images as f32),
        log(controls as f32),
        log(paragraphs as f32),
        dense as f32 / words,
        words_in(bit::ARTICLE) / words,
        words_in(bit::MAIN) / words,
        log(articles as f32),
        of(Sum::HiddenWords) / words,
        log(of(Sum::Described)),
        log(of(Sum::Told)),
        log(of(Sum::Replied)),
        declared[0],
        declared[1],
        declared[2],
        declared[3],
        declared[4],
        declared[5],
        declared[6],
        page.evidence.address.0,
        page.evidence.address.1,
        log(count(&|f| f.counts.questions > 0)),
        log(of(Sum::VeryLongWords)),
        page.list.confidence,
        longest.unwrap_or(0) as f32 / words,
        words_in(bit::PREFORMATTED) / words,
    ];
    row.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::metadata::json_ld::JsonLd;
    use crate::article::metadata::meta::Metas;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn a_row_has_a_value_a_name() {
        let html = "<title>One two</title><h1>One two</h1><ul><li>a<li>b<li>c</ul><p>Three, four.</p>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let evidence = Evidence::new(&document, &Metas::new(&document), &JsonLd::new(&document));
        let facts = Facts::new(&document, &context, &blocks, &evidence);
        let list = MainList::default();
        let page = Page {
            document: &document,
            context: &context,
            blocks: &blocks,
            facts: &facts,
            evidence: &evidence,
            list: &list,
            posts: &MainPosts::default(),
            wording: &[],
        };
        let mut rows = 0;
        features(&page, |row| {
            assert_eq!(row.len(), feature_names().len());
            assert!(row.iter().all(|v| v.is_finite()));
            rows += 1;
        });
        assert_eq!(rows, 5);
    }
}
