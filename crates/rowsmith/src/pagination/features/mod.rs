//! The features of links that the models use.

mod groups;
mod links;
mod names;
mod own;

use rustc_hash::FxHashMap;

use self::groups::{GroupFacts, alike};
use self::links::{Facts, LinkFacts};
use self::names::NamedElements;
use self::own::Own;
use super::Known;
use super::groups::{Groups, GroupsOfPage, groups};
use super::links::{Link, links};
use crate::dom::Document;

/// The names of the features for recognising links to pages of the list.
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

/// Additional features for recognising the link to the next page; they follow the others.
const NEXT_FEATURES: &[&str] =
    &["page", "group_mean", "group_best", "group_sure", "best_of_page", "sure_of_page", "address_best"];

/// The names of the features for recognising the link to the next page.
pub fn next_features() -> impl Iterator<Item = &'static str> {
    PAGE_FEATURES.iter().chain(NEXT_FEATURES).copied()
}

/// The links of a page with their features.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The links in document order.
    pub links: Vec<Link>,
    /// For each link, a row with the values of [`PAGE_FEATURES`].
    pub rows: Vec<Vec<f32>>,
    /// For each link, what is used in addition to the models.
    pub traits: Vec<Traits>,
    pub(crate) groups: Groups,
}

/// Properties of a link that are used in addition to the models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    /// Whether its address differs from that of the page as the addresses of pages of one list do.
    pub is_near: bool,
    /// Whether it differs in another way. Neither is so if the page's own address is unknown.
    pub is_far: bool,
    /// Whether its text says that it leads forward or back.
    pub leads_on: bool,
    /// Whether it has any property of a pager link: a number, an arrow, a word or a name.
    pub is_like_pager: bool,
    /// Where its text, its label or `rel` says that it leads.
    pub direction: Option<Direction>,
    /// Whether it says that it leads on or loads more, and its address is that of the page but for what turns its pages.
    pub turns: bool,
}

/// A direction in a sequence of pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the next or to older ones.
    Forward,
    /// To the previous or to newer ones.
    Back,
}

fn flag(x: bool) -> f32 {
    f32::from(u8::from(x))
}

/// Computes the features of a page's links. Takes time near-linear in its size.
pub fn measured(document: &Document, known: Known<'_>) -> Measured {
    let links = links(document, known.base);
    let GroupsOfPage { tight, wide } = groups(document, &links);
    let own = Own::new(document, known);
    let mut elements = NamedElements::new(document);
    let facts = Facts::new(document, &links, &own, &mut elements);
    let mut of_group = |group| GroupFacts::new(document, group, &facts, &mut elements);
    let of_tight: Vec<GroupFacts> = tight.all.iter().map(&mut of_group).collect();
    let of_wide: Vec<GroupFacts> = wide.all.iter().map(&mut of_group).collect();
    let alike = alike(document, &tight, &of_tight);
    let row = |(at, link): (usize, &Link)| {
        let (group, around, fact) = (tight.of_link[at], wide.of_link[at], &facts.links[at]);
        let mut row = Vec::with_capacity(PAGE_FEATURES.len());
        facts.of_link(at, link, &mut row);
        own.measure(fact.changed, fact.number, &mut row);
        of_tight[group].measure(&tight.all[group], at, &links, &facts, &mut row);
        row.push(alike[group] as f32);
        of_wide[around].measure_wide(&wide.all[around], at, &facts, &mut row);
        facts.of_page(at, link, &mut row);
        debug_assert_eq!(row.len(), PAGE_FEATURES.len());
        row
    };
    let rows = links.iter().enumerate().map(row).collect();
    let traits = |(fact, link): (&LinkFacts, &Link)| Traits {
        is_near: fact.is_near(),
        is_far: fact.changed.is_some() && !fact.is_near(),
        leads_on: fact.leads_on(),
        is_like_pager: fact.is_like_pager(),
        direction: fact.direction(),
        turns: fact.turns(link, &own),
    };
    let traits = facts.links.iter().zip(&links).map(traits).collect();
    Measured { links, rows, traits, groups: tight }
}

impl Measured {
    /// How many other links in its group have an address of their own and satisfy `is`.
    pub fn others_beside(&self, is: &[bool]) -> Vec<usize> {
        let others = |at: usize| {
            let url = &self.links[at].url;
            let group = &self.groups.all[self.groups.of_link[at]].links;
            group.iter().filter(|&&other| is[other] && self.links[other].url != *url).count()
        };
        (0..self.links.len()).map(others).collect()
    }

    /// A row of [`next_features`] for each link, given the probabilities that the links lead to a page of the list.
    pub fn next_rows(&self, page: &[f64]) -> Vec<Vec<f32>> {
        let mut best_of_address: FxHashMap<&str, f64> = FxHashMap::default();
        for (link, &page) in self.links.iter().zip(page) {
            let best = best_of_address.entry(&link.url).or_insert(0.0);
            *best = best.max(page);
        }
        let best = page.iter().copied().fold(0.0, f64::max);
        let sure = page.iter().filter(|&&page| page >= 0.5).count();
        let of_groups: Vec<[f64; 3]> = self
            .groups
            .all
            .iter()
            .map(|group| {
                let pages = || group.links.iter().map(|&at| page[at]);
                let n = group.links.len().max(1) as f64;
                [pages().sum::<f64>() / n, pages().fold(0.0, f64::max), pages().filter(|&p| p >= 0.5).count() as f64]
            })
            .collect();
        let row = |(at, link): (usize, &Link)| {
            let mut row = self.rows[at].clone();
            row.push(page[at] as f32);
            row.extend(of_groups[self.groups.of_link[at]].iter().map(|&x| x as f32));
            row.push(best as f32);
            row.push(sure as f32);
            row.push(best_of_address.get(link.url.as_str()).copied().unwrap_or_default() as f32);
            row
        };
        self.links.iter().enumerate().map(row).collect()
    }
}
