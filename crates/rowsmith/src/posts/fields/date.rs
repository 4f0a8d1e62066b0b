//! The date of each post: the kind of date that every post has once, and that progresses from post to post.

use rustc_hash::FxHashMap;

use crate::posts::fields::{PostList, PostNodes};
use crate::posts::pivots::Pivot;
use crate::posts::ranking::evidence::pivot_kind;
use crate::recognize::date::DateTime;
use crate::recognize::date::context::DateContext;
use crate::recognize::date::raw::RawDate;
use crate::tree::{Run, TreeId};

/// Facts about a kind of date.
#[derive(Default)]
struct Kind {
    /// For each post with such a date, the post and the index of its earliest date: a post is written before it is
    /// edited.
    firsts: Vec<(usize, usize)>,
    /// For each post with such a date, the post and all its dates of this kind.
    members: Vec<(usize, Vec<usize>)>,
    /// The dates of this kind, one per post.
    all: usize,
}

impl Kind {
    /// If a post has several dates, the earliest is that of the post: a post is written before it is edited. The
    /// exception is if the first or the last ones progress from post to post and the earliest do not: then the earliest
    /// say since when somebody has been a member.
    fn choose(&mut self, list: &PostList<'_>) {
        let of = |at: usize| time(&list.pivots.list[at]);
        let earliest = |m: &Vec<usize>| m.iter().copied().min_by_key(|&at| (of(at), at));
        let first = |m: &Vec<usize>| m.first().copied();
        let last = |m: &Vec<usize>| m.last().copied();
        let mut best: Option<(f64, Vec<(usize, usize)>)> = None;
        for pick in [&earliest as &dyn Fn(&Vec<usize>) -> Option<usize>, &first, &last] {
            let picked: Vec<(usize, usize)> = self.members.iter().filter_map(|(p, m)| Some((*p, pick(m)?))).collect();
            let times: Vec<i64> = picked.iter().filter_map(|&(_, at)| of(at)).collect();
            let order = going_on(&times);
            if best.as_ref().is_none_or(|b| times.len() >= 4 && order > b.0 + 0.25) {
                best = Some((order, picked));
            }
        }
        self.firsts = best.map(|b| b.1).unwrap_or_default();
        let distinct = |m: &Vec<usize>| {
            let mut times: Vec<Option<i64>> = m.iter().map(|&at| of(at)).collect();
            times.sort_unstable();
            times.dedup();
            times.len()
        };
        self.all = self.members.iter().map(|(_, m)| distinct(m)).sum();
    }
}

/// The share of neighbouring pairs that are in order, in the better of the two directions; one half for fewer than two
/// dates.
fn going_on(times: &[i64]) -> f64 {
    if times.len() < 2 {
        return 0.5;
    }
    let pairs = (times.len() - 1) as f64;
    let rising = times.windows(2).filter(|p| p[0] <= p[1]).count() as f64;
    let falling = times.windows(2).filter(|p| p[0] >= p[1]).count() as f64;
    rising.max(falling) / pairs
}

/// Chooses the kind of date with the best score. Posts without it get their date of the next best kind. Returns the
/// nodes of all dates of kinds that nearly every post has once: none of them is part of a body.
pub(crate) fn find_dates(list: &PostList<'_>, posts: &mut [PostNodes]) -> Vec<TreeId> {
    let mut kinds: FxHashMap<u64, Kind> = FxHashMap::default();
    for post in 0..posts.len() {
        for &run in list.records[post] {
            let from = list.pivots.list.partition_point(|p| p.node < run.first);
            for (at, pivot) in list.pivots.within(run).iter().enumerate() {
                let kind = kinds.entry(pivot_kind(list.facts, pivot)).or_default();
                match kind.members.last_mut() {
                    Some(last) if last.0 == post => last.1.push(from + at),
                    _ => kind.members.push((post, vec![from + at])),
                }
            }
        }
    }
    kinds.values_mut().for_each(|kind| kind.choose(list));
    let mut scored: Vec<(f64, u64, Kind)> =
        kinds.into_iter().map(|(key, kind)| (score(list, &kind, posts.len()), key, kind)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut regular = Vec::new();
    for (score, _, kind) in scored {
        // an element that repeats the same date belongs to it
        let common = kind.firsts.len() * 5 >= posts.len() * 4;
        if common && kind.firsts.iter().all(|f| list.pivots.list[f.1].pure) {
            for ((_, members), &(_, chosen)) in kind.members.iter().zip(&kind.firsts) {
                let same = |&&at: &&usize| time(&list.pivots.list[at]) == time(&list.pivots.list[chosen]);
                regular.extend(members.iter().filter(same).map(|&at| list.pivots.list[at].node));
            }
        }
        if score < LEAST_SCORE {
            continue;
        }
        for (post, at) in kind.firsts {
            if posts[post].date.is_none() {
                posts[post].date = Some(at);
            }
        }
    }
    regular.sort_unstable();
    regular
}

/// Kinds with a lower score are dates in prose.
const LEAST_SCORE: f64 = 0.25;

/// How much dates count for less on which nothing was written.
const OTHER_DAY: f64 = 1.5;

/// How much a kind of date resembles that of posts: in every post, once, progressing from one to the next, with a time
/// of day, with little text next to it, near the beginning or the end of the post.
fn score(list: &PostList<'_>, kind: &Kind, posts: usize) -> f64 {
    let with = kind.firsts.len() as f64;
    let pivots: Vec<&Pivot> = kind.firsts.iter().map(|&(_, at)| &list.pivots.list[at]).collect();
    let times: Vec<i64> = pivots.iter().filter_map(|p| time(p)).collect();
    let raws: Vec<RawDate> = pivots.iter().filter_map(|p| raw(p)).collect();
    let going_on = going_on(&times);
    let pure = pivots.iter().filter(|p| p.pure || p.attribute.is_some()).count() as f64 / with;
    let ages = pivots.iter().filter(|p| p.age && p.attribute.is_none()).count() as f64 / with;
    // two dates are in order half of the time by chance
    let going_on_weight = 0.5 + 0.1 * (times.len().min(8) as f64);
    let other = pivots.iter().filter(|p| list.refined && p.other_day).count() as f64 / with;
    let unseen = pivots.iter().filter(|p| p.shown.is_none()).count() as f64 / with;
    let timed = raws.iter().filter(|r| has_time(r)).count() as f64 / with;
    // dates in the middle of prose have much text on both sides
    let deep = kind.firsts.iter().filter(|&&(post, at)| {
        let at = list.pivots.list[at].node;
        let words = |from, to| list.facts.words.of(Run { first: from, end: to });
        let (start, end) = (list.start(post), list.records[post].last().map_or(TreeId::ROOT, |r| r.end));
        words(start, at) > 40 && words(at, end.max(at)) > 40
    });
    with / posts as f64 + going_on_weight * going_on + 0.3 * timed + 0.4 * pure
        - 0.4 * ages
        - 0.3 * ((kind.all as f64 - with) / with).min(1.0)
        - 0.4 * deep.count() as f64 / with
        - 0.4 * unseen
        - OTHER_DAY * other
        - (0.4 + 0.5 * going_on_weight)
}

/// The date of a pivot, taken from its attribute if it has one.
fn raw(pivot: &Pivot) -> Option<RawDate> {
    pivot.attribute.map(|a| a.date).or(pivot.shown.as_ref().map(|s| s.date))
}

/// The time of a pivot, for ordering dates: relative ones are counted from an arbitrary time.
fn time(pivot: &Pivot) -> Option<i64> {
    let context = DateContext { reference: DateTime::from_day(2000, 1, 1), ages: true, ..DateContext::default() };
    raw(pivot)?.resolve(&context).map(|d| d.unix_seconds())
}

/// Whether a date has a time of day.
pub(crate) fn has_time(date: &RawDate) -> bool {
    match date {
        RawDate::Absolute(d) => d.precision >= crate::recognize::date::Precision::Minute,
        RawDate::Numeric(d) => d.time.is_some(),
        RawDate::Yearless { time, .. } => time.is_some(),
        RawDate::Relative(_) => true,
    }
}
