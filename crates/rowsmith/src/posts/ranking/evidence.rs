//! Features that tell whether a list is the posts of a page, in addition to those that `records` measures of any list.

use rustc_hash::FxHashMap;

use crate::dom::is_formatting;
use crate::posts::candidates::pivot_boxes::class_above;
use crate::posts::pivots::{Pivot, Pivots};
use crate::posts::ranking::called::called;
use crate::posts::ranking::landmarks::{Landmarks, ProfileLinks};
use crate::posts::ranking::numbers::numbered;
use crate::recognize::date::DateTime;
use crate::recognize::date::context::DateContext;
use crate::recognize::date::raw::RawDate;
use crate::records::{Candidate, NodeFacts, PageFacts};
use crate::tree::{Run, TreeId, mix};

/// The names and meanings of the features of a list that may be posts, in order.
pub const POST_FEATURES: &[(&str, &str)] = &[
    ("dated", "Share of records with a date."),
    ("pivot_once", "Share of records with exactly one date of the most common kind."),
    ("pivot_repeated", "Share of records with several dates of that kind."),
    ("pivot_covered", "Share of the page's dates of that kind that are in records."),
    ("pivots_per_record", "Logarithm of the dates per record."),
    ("pivots_left", "Dates of that kind outside the records, over records."),
    ("first_dated", "The first record has a date of that kind."),
    ("last_dated", "The last record has a date of that kind."),
    ("rising", "Share of neighbouring records whose dates do not decrease."),
    ("falling", "Share of neighbouring records whose dates do not increase."),
    ("timed", "Share of these dates with a time of day."),
    ("distinct_dates", "The number of different dates, over dates."),
    ("attribute_dates", "Share of these dates with a machine-readable attribute."),
    ("prose_words", "Logarithm of the words outside links per record."),
    ("prose_spread", "Spread of the words outside links per record."),
    ("prose_share", "The records' share of the page's words outside links."),
    ("least_prose", "Logarithm of the fewest words outside links in per record."),
    ("unlinked_prose", "Share of the records' words outside links."),
    ("profile_once", "Share of records with exactly one link of the most common kind whose target contains its text."),
    ("profile_any", "Share of records with a link whose target contains its text."),
    ("profile_repeats", "The number of different such links, over records with one."),
    ("numbered", "Share of neighbouring records whose numbers increase by one."),
    ("long_link", "Share of records whose longest link without a date has four words or more."),
    ("quotes", "Share of records with a quotation."),
    ("declared", "The page declares itself a discussion."),
    ("declared_article", "The page declares itself an article."),
    ("first_prose", "Logarithm of the first record's words outside links, over the mean."),
    ("dates_per_prose", "Logarithm of the words per date."),
    ("links_per_prose", "Logarithm of the words per link."),
    ("first_like_rest", "Whether the first record has a date and a profile link of the most common kinds."),
    ("paragraphs", "Logarithm of the paragraphs and line breaks per record."),
    ("called", "Share of records whose own element is called a comment, a review, an answer or the like."),
    ("called_above", "Whether an element around the first record is called so."),
    (
        "left_before",
        "Logarithm of the words outside links between the heading and the first record, over the mean of a record.",
    ),
    ("dates_before", "The number of dates between the heading and the first record."),
];

/// What is between the last main heading before the first record and that record.
#[derive(Default)]
struct LeftBefore {
    /// The words outside links.
    words: f64,
    dates: f64,
}

/// Counts what a list leaves out between the heading and its first record.
fn left_before(facts: &PageFacts<'_>, pivots: &Pivots, headings: &[TreeId], candidate: &Candidate) -> LeftBefore {
    let Some(first) = candidate.runs.first().map(|run| run.first) else { return LeftBefore::default() };
    let before = headings.partition_point(|&heading| heading < first);
    let Some(&heading) = before.checked_sub(1).and_then(|at| headings.get(at)) else { return LeftBefore::default() };
    let end = facts.page.tree.end(heading);
    if end >= first {
        return LeftBefore::default();
    }
    let between = Run::new(end, first);
    LeftBefore { words: prose_words(facts, &[between]), dates: pivots.within(between).len() as f64 }
}

/// The features of one list. Takes time linear in the number of its records, dates and links.
pub(crate) fn post_evidence(
    facts: &PageFacts<'_>,
    pivots: &Pivots,
    landmarks: &mut Landmarks<'_>,
    candidate: &Candidate,
) -> Vec<f32> {
    let declared = facts.declared.types;
    let n = candidate.len();
    let records = n as f64;
    let kind = PivotKind::commonest(facts, pivots, candidate);
    let prose: Vec<f64> = candidate.records().map(|runs| prose_words(facts, runs)).collect();
    let total: f64 = prose.iter().sum();
    let mean = total / records;
    let spread = (prose.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / records).sqrt() / mean.max(1.0);
    let page_prose = f64::from(facts.words.total())
        * (1.0 - share(f64::from(facts.link_chars.total()), f64::from(facts.chars.total())));
    let all_words: f64 = candidate.runs.iter().map(|&r| f64::from(facts.words.of(r))).sum();
    let profiles = Profiles::new(facts, &mut landmarks.profiles, candidate);
    let links: f64 = candidate.runs.iter().map(|&r| f64::from(facts.links.of(r))).sum();
    let all_pivots: f64 = candidate.runs.iter().map(|&r| pivots.within(r).len() as f64).sum();
    let dated = candidate.records().filter(|runs| runs.iter().any(|&r| !pivots.within(r).is_empty())).count() as f64;
    let quotes = candidate.records().filter(|runs| runs.iter().any(|&run| landmarks.quotes.of(run) > 0)).count();
    let paragraphs: u32 = candidate.runs.iter().map(|&run| landmarks.breaks.of(run)).sum();
    let log = |x: f64| (1.0 + x).ln();
    let called = called(facts, &mut landmarks.called, candidate);
    let before = left_before(facts, pivots, &landmarks.headings, candidate);
    let row = [
        dated / records,
        kind.once / records,
        kind.repeated / records,
        share(kind.inside, kind.page),
        log(all_pivots / records),
        ((kind.page - kind.inside) / records).min(3.0),
        kind.first,
        kind.last,
        kind.rising,
        kind.falling,
        kind.timed,
        kind.distinct,
        kind.attributes,
        log(mean),
        spread.min(4.0),
        share(total, page_prose).min(1.0),
        log(prose.iter().copied().fold(f64::INFINITY, f64::min)),
        share(total, all_words).min(1.0),
        profiles.once / records,
        profiles.any / records,
        profiles.distinct,
        numbered(facts, &landmarks.numbers, candidate),
        long_links(facts, pivots, candidate) / records,
        quotes as f64 / records,
        f64::from(u8::from(declared[2])),
        f64::from(u8::from(declared[0])),
        ((prose[0] + 1.0) / (mean + 1.0)).ln(),
        log(total / all_pivots.max(1.0)),
        log(total / links.max(1.0)),
        f64::from(u8::from(kind.first > 0.0 && (profiles.once < 1.0 || profiles.first))),
        log(f64::from(paragraphs) / records),
        called.records,
        f64::from(u8::from(called.above)),
        log(before.words / mean.max(1.0)),
        before.dates.min(5.0),
    ];
    row.map(|x| x as f32).to_vec()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The number of words outside links, estimated from the share of characters.
fn prose_words(facts: &PageFacts<'_>, runs: &[Run]) -> f64 {
    let sum = |of: &crate::records::Sums| runs.iter().map(|&r| f64::from(of.of(r))).sum::<f64>();
    let (chars, linked) = (sum(&facts.chars), sum(&facts.link_chars));
    sum(&facts.words) * (1.0 - share(linked, chars))
}

/// In how many records something of one kind occurs, counted record by record.
#[derive(Default)]
struct Occurrences {
    /// The records with exactly one.
    once: u32,
    /// The records with several.
    repeated: u32,
    /// Whether the first record has one.
    in_first: bool,
    /// The last record with one, and how many it has.
    last: Option<usize>,
    in_last: u32,
}

impl Occurrences {
    /// Counts an occurrence in a record; the records come in order.
    fn count_in(&mut self, record: usize) {
        if self.last != Some(record) {
            self.once += 1;
            self.in_first |= record == 0;
            (self.last, self.in_last) = (Some(record), 1);
            return;
        }
        self.in_last += 1;
        if self.in_last == 2 {
            self.once -= 1;
            self.repeated += 1;
        }
    }
}

/// The kind of date (tags and nearest class) that most records have exactly once, and how it is distributed.
#[derive(Default)]
struct PivotKind {
    once: f64,
    repeated: f64,
    inside: f64,
    page: f64,
    first: f64,
    last: f64,
    rising: f64,
    falling: f64,
    timed: f64,
    distinct: f64,
    attributes: f64,
}

/// What the dates of one kind share: their tag, that of their parent, and the nearest class.
pub(crate) fn pivot_kind(facts: &NodeFacts<'_>, pivot: &Pivot) -> u64 {
    let tree = &facts.page.tree;
    let parent = tree.parent(pivot.node).unwrap_or(TreeId::ROOT);
    let tags = mix(u64::from(tree.labels[pivot.node]), u64::from(tree.labels[parent]));
    mix(tags, u64::from(class_above(facts, pivot.node)))
}

impl PivotKind {
    fn commonest(facts: &PageFacts<'_>, pivots: &Pivots, candidate: &Candidate) -> PivotKind {
        let mut kinds: FxHashMap<u64, Occurrences> = FxHashMap::default();
        for (i, runs) in candidate.records().enumerate() {
            for pivot in runs.iter().flat_map(|&r| pivots.within(r)).take(64) {
                kinds.entry(pivot_kind(&facts.nodes, pivot)).or_default().count_in(i);
            }
        }
        let best = kinds.iter().max_by_key(|(kind, of)| (of.once, std::cmp::Reverse(of.repeated), **kind));
        let Some((&kind, &Occurrences { once, repeated, .. })) = best else { return PivotKind::default() };
        let of_kind = |p: &&Pivot| pivot_kind(&facts.nodes, p) == kind;
        let first_of = |runs: &[Run]| runs.iter().find_map(|&r| pivots.within(r).iter().find(of_kind));
        let found: Vec<Option<&Pivot>> = candidate.records().map(first_of).collect();
        let mut figures = PivotKind { once: f64::from(once), repeated: f64::from(repeated), ..Default::default() };
        figures.page = pivots.list.iter().filter(of_kind).count() as f64;
        figures.inside = candidate.runs.iter().map(|&r| pivots.within(r).iter().filter(of_kind).count() as f64).sum();
        figures.first = f64::from(u8::from(found[0].is_some()));
        figures.last = f64::from(u8::from(found[found.len() - 1].is_some()));
        // relative dates are ordered with an arbitrary reference time
        let context = DateContext { reference: DateTime::from_day(2000, 1, 1), ages: true, ..DateContext::default() };
        let raw = |p: &&Pivot| p.attribute.map(|a| a.date).or(p.shown.as_ref().map(|s| s.date));
        let raws: Vec<RawDate> = found.iter().flatten().filter_map(raw).collect();
        let times: Vec<i64> = raws.iter().filter_map(|r| r.resolve(&context)).map(|d| d.unix_seconds()).collect();
        let pairs = times.len().saturating_sub(1).max(1) as f64;
        figures.rising = times.windows(2).filter(|p| p[0] <= p[1]).count() as f64 / pairs;
        figures.falling = times.windows(2).filter(|p| p[0] >= p[1]).count() as f64 / pairs;
        let timed = |r: &&RawDate| match r {
            RawDate::Absolute(d) => d.precision >= crate::recognize::date::Precision::Minute,
            RawDate::Numeric(d) => d.time.is_some(),
            RawDate::Yearless { time, .. } => time.is_some(),
            RawDate::Relative(_) => true,
        };
        figures.timed = raws.iter().filter(timed).count() as f64 / raws.len().max(1) as f64;
        let mut distinct = times.clone();
        distinct.sort_unstable();
        distinct.dedup();
        figures.distinct = distinct.len() as f64 / times.len().max(1) as f64;
        let attributes = found.iter().flatten().filter(|p| p.attribute.is_some()).count();
        figures.attributes = attributes as f64 / raws.len().max(1) as f64;
        figures
    }
}

/// Links whose target contains their text: `ann` to `/users/ann.17`.
#[derive(Default)]
struct Profiles {
    once: f64,
    any: f64,
    distinct: f64,
    first: bool,
}

impl Profiles {
    fn new(facts: &PageFacts<'_>, profiles: &mut ProfileLinks, candidate: &Candidate) -> Profiles {
        let mut kinds: FxHashMap<u32, Occurrences> = FxHashMap::default();
        let mut figures = Profiles::default();
        let (mut targets, mut with) = (Vec::new(), 0usize);
        for (i, runs) in candidate.records().enumerate() {
            let mut any = false;
            for &Run { first, end } in runs {
                let from = facts.targets.partition_point(|t| t.0 < first);
                let links = facts.targets.iter().enumerate().skip(from);
                for (at, &(link, target)) in links.take_while(|(_, t)| t.0 < end).take(64) {
                    if !profiles.has(facts, at) {
                        continue;
                    }
                    if !any {
                        targets.push(target);
                    }
                    any = true;
                    kinds.entry(class_above(&facts.nodes, link)).or_default().count_in(i);
                }
            }
            with += usize::from(any);
        }
        figures.any = with as f64;
        if let Some((_, best)) = kinds.iter().max_by_key(|(class, of)| (of.once, **class)) {
            figures.once = f64::from(best.once);
            figures.first = best.in_first;
        }
        targets.sort_unstable();
        targets.dedup();
        figures.distinct = targets.len() as f64 / with.max(1) as f64;
        figures
    }
}

/// Counts records with a link of four words or more outside prose, as lists of threads and articles have. A date that
/// links to its post has as many words but does not count.
fn long_links(facts: &PageFacts<'_>, pivots: &Pivots, candidate: &Candidate) -> f64 {
    let tree = &facts.page.tree;
    let long = |runs: &&[Run]| {
        runs.iter().any(|&Run { first, end }| {
            let from = facts.targets.partition_point(|t| t.0 < first);
            facts.targets[from..].iter().take_while(|t| t.0 < end).take(32).any(|&(link, _)| {
                let parent = tree.parent(link).filter(|&p| !is_formatting(facts.page.tag(p)));
                facts.words.of(Run::subtree(tree, link)) >= 4
                    && pivots.within(Run::subtree(tree, link)).is_empty()
                    && parent.is_some_and(|p| {
                        facts.words.of(Run::subtree(tree, p)) <= facts.words.of(Run::subtree(tree, link)) + 2
                    })
            })
        })
    };
    candidate.records().filter(long).count() as f64
}
