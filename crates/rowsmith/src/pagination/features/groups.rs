//! Features of a link from the group of links around it.

use rustc_hash::FxHashMap;

use super::flag;
use super::links::{Facts, LinkFacts};
use super::names::NamedElements;
use crate::dom::{AttrName, Document};
use crate::pagination::address::{Change, change};
use crate::pagination::groups::{Group, Groups};
use crate::pagination::links::Link;

/// Facts about a group.
pub(super) struct GroupFacts {
    pub(super) numbers: usize,
    run: usize,
    right: usize,
    left: usize,
    next: usize,
    previous: usize,
    page: bool,
    greatest: Option<u32>,
    /// The position of the last number in the group.
    last_number: Option<usize>,
    current: Option<u32>,
    near: usize,
}

impl GroupFacts {
    pub(super) fn new(
        document: &Document,
        group: &Group,
        facts: &Facts<'_>,
        elements: &mut NamedElements<'_>,
    ) -> GroupFacts {
        let of = || group.links.iter().map(|&at| &facts.links[at]);
        let mut numbers: Vec<u32> = of().filter_map(|fact| fact.number).chain(group.plain.iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let (mut run, mut longest) = (usize::from(!numbers.is_empty()), usize::from(!numbers.is_empty()));
        for pair in numbers.windows(2) {
            run = if pair[1] == pair[0] + 1 { run + 1 } else { 1 };
            longest = longest.max(run);
        }
        let named = document.ancestors(group.root).take(3).any(|node| elements.of(node).page)
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
            near: count(&LinkFacts::is_near),
        }
    }

    /// Features of a link from the wide group that it belongs to.
    pub(super) fn measure_wide(&self, group: &Group, at: usize, facts: &Facts<'_>, row: &mut Vec<f32>) {
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

    /// The difference between a number and that of the current page.
    fn to_current(&self, number: Option<u32>) -> f32 {
        match (number, self.current) {
            (Some(number), Some(current)) => (f64::from(number) - f64::from(current)).clamp(-20.0, 20.0) as f32,
            _ => -50.0,
        }
    }

    pub(super) fn measure(&self, group: &Group, at: usize, links: &[Link], facts: &Facts<'_>, row: &mut Vec<f32>) {
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

/// For each group, how many other groups on the page look like it and contain numbers: the small pagers of threads in a
/// list of threads.
pub(super) fn alike(document: &Document, groups: &Groups, facts: &[GroupFacts]) -> Vec<u32> {
    let appearance = |group: &Group| {
        let class = document.attr(group.root, AttrName::CLASS).unwrap_or_default();
        let parent = document
            .parent(group.root)
            .map(|parent| (document.tag(parent), document.attr(parent, AttrName::CLASS).unwrap_or_default()));
        (document.tag(group.root), class, parent)
    };
    let mut counts = FxHashMap::default();
    for (group, _) in groups.all.iter().zip(facts).filter(|(_, facts)| facts.numbers > 0) {
        *counts.entry(appearance(group)).or_insert(0) += 1;
    }
    groups.all.iter().map(|group| counts.get(&appearance(group)).copied().unwrap_or_default()).collect()
}
