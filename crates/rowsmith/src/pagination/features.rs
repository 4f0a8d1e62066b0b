//! What is measured of a link, for the models.

use rustc_hash::FxHashMap;

use super::address::{Change, Parts, change};
use super::groups::{Group, Groups, groups};
use super::links::{Form, Link, links};
use super::numbers::page_number;
use super::words::{Arrows, Says, arrows, says};
use super::{Known, PaginationModel};
use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::learn::Trees;

/// The names of what is measured to tell links to pages of the list.
pub const PAGE_FEATURES: &[&str] = &[
    "text_length",
    "label_length",
    "number",
    "number_value",
    "arrow_right",
    "arrow_left",
    "arrow_far",
    "says_next",
    "says_previous",
    "says_older",
    "says_newer",
    "says_more",
    "says_first",
    "says_last",
    "says_page",
    "label_next",
    "label_previous",
    "label_page",
    "label_end",
    "no_text",
    "own_name_next",
    "own_name_previous",
    "own_name_page",
    "own_name_more",
    "around_name_next",
    "around_name_previous",
    "around_name_page",
    "around_name_more",
    "disabled",
    "rel_next",
    "rel_previous",
    "form",
    "own_known",
    "change",
    "change_by",
    "change_to",
    "change_named",
    "change_is_one",
    "change_to_number",
    "mates",
    "mates_share",
    "mates_named",
    "number_in_address",
    "group_links",
    "group_letters",
    "group_numbers",
    "group_number_share",
    "group_plain",
    "group_right",
    "group_left",
    "group_next",
    "group_previous",
    "group_name_page",
    "group_run",
    "group_has_current",
    "place_in_group",
    "links_behind",
    "behind_numbers",
    "to_current",
    "is_greatest",
    "like_current_and_one",
    "near_own",
    "alike",
    "wide_links",
    "wide_letters",
    "wide_numbers",
    "wide_run",
    "wide_next",
    "wide_previous",
    "wide_name_page",
    "wide_to_current",
    "wide_near_own",
    "wide_place",
    "place",
    "same_address",
    "same_text",
    "links",
    "part",
    "numbers_before",
    "numbers_behind",
];

/// Those that tell the link to the next page, behind the same.
const NEXT_FEATURES: &[&str] =
    &["page", "group_mean", "group_best", "group_sure", "best_of_page", "sure_of_page", "address_best"];

/// The names of what is measured to tell the link to the next page.
pub fn next_features() -> impl Iterator<Item = &'static str> {
    PAGE_FEATURES.iter().chain(NEXT_FEATURES).copied()
}

/// The links of a page with what is measured of them.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The links in document order.
    pub links: Vec<Link>,
    /// A row of [`PAGE_FEATURES`] for each.
    pub rows: Vec<Vec<f32>>,
    /// The probability that it leads to a page of the list, by the model.
    pub page: Vec<f64>,
    pub(crate) groups: Groups,
}

/// Measures the links of a page, and judges which lead to pages of its list.
pub fn judged(document: &Document, known: Known<'_>, model: &PaginationModel) -> Judged {
    let mut measured = measured(document, known);
    measured.page = measured.pages_by(&model.page);
    measured
}

pub(crate) fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// Measures the links of a page; nothing is judged.
pub fn measured(document: &Document, known: Known<'_>) -> Judged {
    let links = links(document, known.base);
    let (tight, wide) = groups(document, &links);
    let own = Own::new(document, known);
    let facts = Facts::new(document, &links, &own);
    let of_tight: Vec<GroupFacts> = tight.all.iter().map(|group| GroupFacts::new(document, group, &facts)).collect();
    let of_wide: Vec<GroupFacts> = wide.all.iter().map(|group| GroupFacts::new(document, group, &facts)).collect();
    let alike = alike(document, &tight, &of_tight);
    let mut rows = Vec::with_capacity(links.len());
    for (at, link) in links.iter().enumerate() {
        let (group, around) = (tight.of_link[at], wide.of_link[at]);
        let mut row = Vec::with_capacity(PAGE_FEATURES.len());
        facts.of_link(at, link, &mut row);
        own.measure(link, facts.links[at].number, &mut row);
        of_tight[group].measure(&tight.all[group], at, &links, &facts, &mut row);
        row.push(alike[group] as f32);
        of_wide[around].measure_wide(&wide.all[around], at, &facts, &mut row);
        facts.of_page(at, link, &mut row);
        debug_assert_eq!(row.len(), PAGE_FEATURES.len());
        rows.push(row);
    }
    Judged { page: vec![0.0; links.len()], links, rows, groups: tight }
}

impl Judged {
    /// The probability of each link of leading to a page of the list, by these trees.
    pub fn pages_by(&self, trees: &Trees) -> Vec<f64> {
        let rows: Vec<&[f32]> = self.rows.iter().map(Vec::as_slice).collect();
        trees.sums(&rows).into_iter().map(probability).collect()
    }

    /// The same links, with these probabilities of leading to a page of the list.
    #[must_use]
    pub fn with_pages(&self, page: Vec<f64>) -> Self {
        Judged { page, ..self.clone() }
    }

    /// Whether the address of a link differs from the page's own as those of one list's pages differ.
    pub fn is_near(&self, at: usize) -> bool {
        let change = PAGE_FEATURES.iter().position(|name| *name == "change");
        change.is_some_and(|column| self.rows[at][column] < 4.0)
    }

    /// Whether a link says that it leads on or back.
    pub fn leads_on(&self, at: usize) -> bool {
        self.has_any(
            at,
            &[
                "arrow_right",
                "arrow_left",
                "says_next",
                "says_previous",
                "says_older",
                "says_newer",
                "label_next",
                "label_previous",
                "own_name_next",
                "own_name_previous",
                "around_name_next",
                "around_name_previous",
                "rel_next",
            ],
        )
    }

    fn has_any(&self, at: usize, names: &[&str]) -> bool {
        PAGE_FEATURES.iter().zip(&self.rows[at]).any(|(name, &value)| value > 0.0 && names.contains(name))
    }

    /// Whether a link has anything of a pager: a number, an arrow, a word or a name.
    pub fn is_like_pager(&self, at: usize) -> bool {
        self.has_any(
            at,
            &["number", "arrow_right", "says_next", "says_page", "own_name_next", "around_name_page", "rel_next"],
        )
    }

    /// How many other links of its group have an address of its own for which `is` holds.
    pub fn others_beside(&self, is: &[bool]) -> Vec<usize> {
        let others = |at: usize| {
            let url = &self.links[at].url;
            let group = &self.groups.all[self.groups.of_link[at]].links;
            group.iter().filter(|&&other| is[other] && self.links[other].url != *url).count()
        };
        (0..self.links.len()).map(others).collect()
    }

    /// A row of [`next_features`] for each link, by the probabilities of being a page.
    pub fn next_rows(&self) -> Vec<Vec<f32>> {
        let mut best_of_address: FxHashMap<&str, f64> = FxHashMap::default();
        for (link, &page) in self.links.iter().zip(&self.page) {
            let best = best_of_address.entry(&link.url).or_insert(0.0);
            *best = best.max(page);
        }
        let best = self.page.iter().copied().fold(0.0, f64::max);
        let sure = self.page.iter().filter(|&&page| page >= 0.5).count();
        let of_groups: Vec<[f64; 3]> = self
            .groups
            .all
            .iter()
            .map(|group| {
                let pages = || group.links.iter().map(|&at| self.page[at]);
                let n = group.links.len().max(1) as f64;
                [pages().sum::<f64>() / n, pages().fold(0.0, f64::max), pages().filter(|&p| p >= 0.5).count() as f64]
            })
            .collect();
        let row = |(at, link): (usize, &Link)| {
            let mut row = self.rows[at].clone();
            row.push(self.page[at] as f32);
            row.extend(of_groups[self.groups.of_link[at]].iter().map(|&x| x as f32));
            row.push(best as f32);
            row.push(sure as f32);
            row.push(best_of_address.get(link.url.as_str()).copied().unwrap_or_default() as f32);
            row
        };
        self.links.iter().enumerate().map(row).collect()
    }
}

/// The page's own address.
struct Own {
    parts: Option<Parts>,
    /// 2 if it was given, 1 if the page says it, 0 if it is not known.
    known: f32,
}

impl Own {
    fn new(document: &Document, known: Known<'_>) -> Own {
        if let Some(address) = known.address {
            return Own { parts: Some(Parts::of(address)), known: 2.0 };
        }
        let canonical = document.nodes().find_map(|node| match document.tag(node) {
            Tag::LINK
                if document.attr(node, AttrName::REL).is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) =>
            {
                document.attr(node, AttrName::HREF)
            }
            Tag::META if document.attr(node, AttrName::PROPERTY) == Some("og:url") => {
                document.attr(node, AttrName::CONTENT)
            }
            _ => None,
        });
        let unknown = url::Url::parse("http://page.invalid/").ok();
        let base = known.base.or(unknown.as_ref());
        let parts = canonical.and_then(|href| base?.join(href.trim()).ok()).map(|url| Parts::of(&url));
        Own { known: f32::from(u8::from(parts.is_some())), parts }
    }

    /// Whether an address is one of the same list, as far as addresses tell.
    fn is_near(&self, parts: &Parts) -> bool {
        let changed = self.parts.as_ref().map(|own| change(own, parts));
        matches!(changed, Some(Change::Same | Change::Number { .. } | Change::Added { .. } | Change::Removed { .. }))
    }

    fn measure(&self, link: &Link, number: Option<u32>, row: &mut Vec<f32>) {
        let changed = self.parts.as_ref().map(|own| change(own, &link.parts));
        let (kind, by, to, named, is_one) = match changed {
            None => (6.0, 0.0, 0.0, false, false),
            Some(Change::Same) => (0.0, 0.0, 0.0, false, false),
            Some(Change::Number { from, to, named }) => {
                let by = f64::from(to) - f64::from(from);
                (1.0, by.clamp(-100.0, 100.0) as f32, to as f32, named, by == 1.0)
            }
            Some(Change::Added { to, named }) => (2.0, 0.0, to as f32, named, to == 2),
            Some(Change::Removed { from }) => (3.0, 0.0, from as f32, false, false),
            Some(Change::Other) => (4.0, 0.0, 0.0, false, false),
            Some(Change::Elsewhere) => (5.0, 0.0, 0.0, false, false),
        };
        row.extend([self.known, kind, by, to.min(10_000.0), flag(named), flag(is_one)]);
        row.push(flag(number.is_some_and(|number| number as f32 == to)));
    }
}

/// For each group, how many groups of the page look like it and have numbers, too: the small pagers of threads in a list.
fn alike(document: &Document, groups: &Groups, facts: &[GroupFacts]) -> Vec<u32> {
    let look = |group: &Group| {
        let class = document.attr(group.root, AttrName::CLASS).unwrap_or_default();
        let parent = document
            .parent(group.root)
            .map(|parent| (document.tag(parent), document.attr(parent, AttrName::CLASS).unwrap_or_default()));
        (document.tag(group.root), class, parent)
    };
    let mut counts = FxHashMap::default();
    for (group, _) in groups.all.iter().zip(facts).filter(|(_, facts)| facts.numbers > 0) {
        *counts.entry(look(group)).or_insert(0) += 1;
    }
    groups.all.iter().map(|group| counts.get(&look(group)).copied().unwrap_or_default()).collect()
}

/// What the names of elements say.
#[derive(Clone, Copy, Default)]
struct Named {
    next: bool,
    previous: bool,
    page: bool,
    more: bool,
    disabled: bool,
}

impl Named {
    fn of(document: &Document, node: NodeId) -> Named {
        let mut named = Named::default();
        for name in [AttrName::CLASS, AttrName::ID] {
            let value = document.attr(node, name).unwrap_or_default().to_ascii_lowercase();
            named.next |= value.contains("next") || value.contains("nxt") || value.contains("older");
            named.previous |= value.contains("prev") || value.contains("newer");
            named.page |= value.contains("pag") || value.contains("nav-links");
            named.more |= value.contains("more");
            named.disabled |= value.contains("disabled") || value.contains("inactive");
        }
        named
    }

    fn or(self, other: Named) -> Named {
        Named {
            next: self.next || other.next,
            previous: self.previous || other.previous,
            page: self.page || other.page,
            more: self.more || other.more,
            disabled: self.disabled || other.disabled,
        }
    }
}

/// What is known of single links.
struct LinkFacts {
    number: Option<u32>,
    arrows: Arrows,
    says: Says,
    label: Says,
    own: Named,
    around: Named,
    rel_next: bool,
    rel_previous: bool,
    /// Whether its address is near the page's own.
    near: bool,
}

/// What is known of a page's links together.
struct Facts<'f> {
    document: &'f Document,
    links: Vec<LinkFacts>,
    same_address: FxHashMap<&'f str, u32>,
    same_text: FxHashMap<&'f str, u32>,
    /// How many links before each have a number for their text.
    numbers_before: Vec<u32>,
}

fn flag(x: bool) -> f32 {
    f32::from(u8::from(x))
}

impl<'f> Facts<'f> {
    fn new(document: &'f Document, links: &'f [Link], own: &Own) -> Facts<'f> {
        let (mut same_address, mut same_text) = (FxHashMap::default(), FxHashMap::default());
        for link in links {
            *same_address.entry(link.url.as_str()).or_insert(0) += 1;
            *same_text.entry(link.text.as_str()).or_insert(0) += 1;
        }
        let fact = |link: &Link| {
            let rel = document.attr(link.node, AttrName::REL).unwrap_or_default().to_ascii_lowercase();
            let parent = document.parent(link.node);
            let grandparent = parent.and_then(|parent| document.parent(parent));
            let around = [parent, grandparent].into_iter().flatten().map(|node| Named::of(document, node));
            LinkFacts {
                number: page_number(&link.text),
                arrows: arrows(&link.text),
                says: says(&link.text),
                label: says(&link.label),
                own: Named::of(document, link.node),
                around: around.fold(Named::default(), Named::or),
                rel_next: rel.split_ascii_whitespace().any(|word| word == "next"),
                rel_previous: rel.split_ascii_whitespace().any(|word| word == "prev" || word == "previous"),
                near: own.is_near(&link.parts),
            }
        };
        let facts: Vec<LinkFacts> = links.iter().map(fact).collect();
        let mut numbers_before = Vec::with_capacity(links.len() + 1);
        let mut numbers = 0;
        for fact in &facts {
            numbers_before.push(numbers);
            numbers += u32::from(fact.number.is_some());
        }
        numbers_before.push(numbers);
        Facts { document, links: facts, same_address, same_text, numbers_before }
    }

    fn of_link(&self, at: usize, link: &Link, row: &mut Vec<f32>) {
        let fact = &self.links[at];
        let (says, label, own, around) = (fact.says, fact.label, fact.own, fact.around);
        row.extend([
            link.text.chars().count() as f32,
            link.label.chars().count() as f32,
            flag(fact.number.is_some()),
            fact.number.unwrap_or_default().min(10_000) as f32,
            f32::from(fact.arrows.right),
            f32::from(fact.arrows.left),
            flag(fact.arrows.far),
            flag(says.next),
            flag(says.previous),
            flag(says.older),
            flag(says.newer),
            flag(says.more),
            flag(says.first),
            flag(says.last),
            flag(says.page),
            flag(label.next || label.older || label.more),
            flag(label.previous || label.newer),
            flag(label.page),
            flag(label.first || label.last),
            flag(link.text.is_empty()),
            flag(own.next),
            flag(own.previous),
            flag(own.page),
            flag(own.more),
            flag(around.next),
            flag(around.previous),
            flag(around.page),
            flag(around.more),
            flag(own.disabled || around.disabled),
            flag(fact.rel_next),
            flag(fact.rel_previous),
            match link.form {
                Form::Anchor => 0.0,
                Form::Head => 1.0,
                Form::Button => 2.0,
            },
        ]);
    }

    fn of_page(&self, at: usize, link: &Link, row: &mut Vec<f32>) {
        let document = self.document;
        let part = document.ancestors(link.node).find_map(|node| match document.tag(node) {
            Tag::NAV => Some(1.0),
            Tag::FOOTER => Some(2.0),
            Tag::HEADER => Some(3.0),
            Tag::ASIDE => Some(4.0),
            Tag::MAIN => Some(5.0),
            Tag::ARTICLE => Some(6.0),
            _ => None,
        });
        let near = 12;
        let from = at.saturating_sub(near);
        let to = (at + 1 + near).min(self.links.len());
        row.extend([
            link.node.index() as f32 / document.len().max(1) as f32,
            self.same_address.get(link.url.as_str()).copied().unwrap_or_default() as f32,
            self.same_text.get(link.text.as_str()).copied().unwrap_or_default() as f32,
            (self.links.len() as f32).ln_1p(),
            part.unwrap_or_default(),
            (self.numbers_before[at] - self.numbers_before[from]) as f32,
            (self.numbers_before[to] - self.numbers_before[(at + 1).min(to)]) as f32,
        ]);
    }
}

/// What is known of a group.
struct GroupFacts {
    numbers: usize,
    run: usize,
    right: usize,
    left: usize,
    next: usize,
    previous: usize,
    page: bool,
    greatest: Option<u32>,
    /// The place of the last number in the group.
    last_number: Option<usize>,
    current: Option<u32>,
    near: usize,
}

impl GroupFacts {
    fn new(document: &Document, group: &Group, facts: &Facts<'_>) -> GroupFacts {
        let of = || group.links.iter().map(|&at| &facts.links[at]);
        let mut numbers: Vec<u32> = of().filter_map(|fact| fact.number).chain(group.plain.iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let (mut run, mut longest) = (usize::from(!numbers.is_empty()), usize::from(!numbers.is_empty()));
        for pair in numbers.windows(2) {
            run = if pair[1] == pair[0] + 1 { run + 1 } else { 1 };
            longest = longest.max(run);
        }
        let named = document.ancestors(group.root).take(3).any(|node| Named::of(document, node).page)
            || group.links.iter().any(|&at| facts.links[at].around.page);
        let count = |is: &dyn Fn(&LinkFacts) -> bool| of().filter(|fact| is(fact)).count();
        GroupFacts {
            numbers: count(&|fact| fact.number.is_some()),
            run: longest,
            right: count(&|fact| fact.arrows.right > 0),
            left: count(&|fact| fact.arrows.left > 0),
            next: count(&|fact| fact.says.next || fact.label.next || fact.rel_next),
            previous: count(&|fact| fact.says.previous || fact.label.previous || fact.rel_previous),
            page: named,
            greatest: of().filter_map(|fact| fact.number).max(),
            last_number: group.links.iter().rposition(|&at| facts.links[at].number.is_some()),
            current: group.current,
            near: count(&|fact| fact.near),
        }
    }

    /// What is measured of a link by the wide group that it stands in.
    fn measure_wide(&self, group: &Group, at: usize, facts: &Facts<'_>, row: &mut Vec<f32>) {
        let n = group.links.len().max(1) as f32;
        let place = group.links.partition_point(|&link| link < at);
        row.extend([
            n,
            group.letters as f32 / n,
            self.numbers as f32,
            self.run as f32,
            self.next as f32,
            self.previous as f32,
            flag(self.page),
            self.to_current(facts.links[at].number),
            self.near as f32 / n,
            place as f32 / n,
        ]);
    }

    /// How far a number is from that of the current page.
    fn to_current(&self, number: Option<u32>) -> f32 {
        match (number, self.current) {
            (Some(number), Some(current)) => (f64::from(number) - f64::from(current)).clamp(-20.0, 20.0) as f32,
            _ => -50.0,
        }
    }

    fn measure(&self, group: &Group, at: usize, links: &[Link], facts: &Facts<'_>, row: &mut Vec<f32>) {
        let link = &links[at];
        let place = group.links.partition_point(|&other| other < at);
        let (mut mates, mut named_mates) = (0usize, 0usize);
        let mut like_current_and_one = false;
        for &other in group.links.iter().filter(|&&other| other != at) {
            match change(&links[other].parts, &link.parts) {
                Change::Number { named, .. } | Change::Added { named, .. } => {
                    mates += 1;
                    named_mates += usize::from(named);
                }
                Change::Removed { .. } => mates += 1,
                Change::Same => {
                    let number = facts.links[other].number;
                    like_current_and_one |= number.is_some() && number == self.current.map(|current| current + 1);
                }
                Change::Other | Change::Elsewhere => {}
            }
        }
        let fact = &facts.links[at];
        let n = group.links.len();
        let in_address = fact.number.is_some() && fact.number == link.parts.last_number();
        row.extend([
            mates as f32,
            mates as f32 / n.saturating_sub(1).max(1) as f32,
            named_mates as f32,
            flag(in_address),
            n as f32,
            group.letters as f32 / n.max(1) as f32,
            self.numbers as f32,
            self.numbers as f32 / n.max(1) as f32,
            group.plain.len() as f32,
            self.right as f32,
            self.left as f32,
            self.next as f32,
            self.previous as f32,
            flag(self.page),
            self.run as f32,
            flag(self.current.is_some()),
            place as f32 / n.max(1) as f32,
            (n - 1 - place) as f32,
            flag(self.last_number.is_some_and(|last| place > last)),
            self.to_current(fact.number),
            flag(fact.number.is_some() && fact.number == self.greatest),
            flag(like_current_and_one),
            self.near as f32 / n.max(1) as f32,
        ]);
    }
}
