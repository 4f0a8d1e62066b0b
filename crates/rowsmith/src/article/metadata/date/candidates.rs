//! Candidates for the date of a page: every day that it declares, has in its address, or shows, and the option that it
//! has none.

use rustc_hash::FxHashMap;

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::blocks::main_posts::{MainPosts, PostPart};
use crate::article::declared::json_ld::{JsonLd, types};
use crate::article::declared::meta::Metas;
use crate::article::metadata::date::labels::Meaning;
use crate::article::metadata::date::place::Place;
use crate::article::metadata::date::statements::{Statement, statements};
use crate::article::metadata::sources::Sources;
use crate::dom::{AttrName, Document, NodeId};
use crate::recognize::date::context::DateContext;
use crate::recognize::date::raw::RawDate;
use crate::recognize::date::{DateTime, DayMonthOrder, Precision};

/// The most candidates of a page; those that it declares come first, then those near the title.
const MAX_CANDIDATES: usize = 48;

/// What candidates are taken from.
#[derive(Clone, Copy)]
pub struct DatePage<'a> {
    /// The page.
    pub document: &'a Document,
    /// What surrounds its nodes.
    pub context: &'a Context,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// Its meta elements.
    pub metas: &'a Metas,
    /// Its JSON-LD.
    pub json: &'a JsonLd,
    /// What it declares about its publication, and its `<time>` elements.
    pub sources: &'a Sources,
    /// Its posts.
    pub posts: &'a MainPosts,
    /// Its own address.
    pub address: Option<&'a str>,
    /// The block of the title.
    pub title_block: Option<usize>,
}

impl DatePage<'_> {
    /// Whether the page declares in JSON-LD that it is news.
    pub fn declares_news(&self) -> bool {
        let is_news = |t: &str| matches!(t, "NewsArticle" | "ReportageNewsArticle" | "LiveBlogPosting");
        self.json.objects().iter().any(|p| p.is_page && types(p.object).any(is_news))
    }
}

/// A day with all places that state it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Candidate {
    /// The day with its time as the first place that has one states it; `None` stands for no date at all.
    pub date: Option<DateTime>,
    /// Which places state it.
    pub places: [bool; Place::COUNT],
    /// How often it is shown.
    pub shown_times: usize,
    /// The words beside it say that it is when the page was published; when it was changed; something else.
    pub labelled: [bool; 3],
    /// The names of the elements around it say so.
    pub named: [bool; 2],
    /// It is all that its block says.
    pub whole_block: bool,
    /// It is the date of the first post; of a later one.
    pub posted: [bool; 2],
    /// It stands in the first post; in a later one.
    pub in_post: [bool; 2],
    /// Numbers that could be read as another day, and nothing told which is meant.
    pub ambiguous: bool,
    /// The place where it is shown that speaks most for it.
    pub shown: Option<Shown>,
}

impl Candidate {
    /// Whether a place states it.
    pub fn is_in(&self, place: Place) -> bool {
        self.places[place.index()]
    }

    /// Whether the page declares that it was published then.
    pub fn is_declared(&self) -> bool {
        Place::ALL.iter().any(|(place, _)| place.declares_publication() && self.is_in(*place))
    }

    /// Whether all that is known of it says that it is when the page was changed.
    pub fn is_only_change(&self) -> bool {
        let published = self.is_declared() || self.labelled[0] || self.named[0] || self.is_in(Place::Address);
        let changed = self.labelled[1]
            || self.named[1]
            || Place::ALL.iter().any(|(place, _)| place.declares_change() && self.is_in(*place));
        changed && !published
    }

    /// The first place that declares that it was published then.
    pub fn first_declaration(&self) -> Option<usize> {
        Place::ALL.iter().position(|(place, _)| place.declares_publication() && self.is_in(*place))
    }

    fn day(&self) -> Option<i64> {
        self.date.map(|d| day_number(&d))
    }
}

/// Where a date is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shown {
    /// The node.
    pub node: NodeId,
    /// Its block.
    pub block: usize,
}

/// The number of the day as the page writes it, whatever its time zone.
pub(super) fn day_number(date: &DateTime) -> i64 {
    let local = DateTime { offset: None, hour: 0, minute: 0, second: 0, ..*date };
    local.unix_seconds().div_euclid(86_400)
}

/// All candidates without duplicates; the last one stands for no date.
pub fn candidates(page: &DatePage<'_>) -> Vec<Candidate> {
    let stated = statements(page);
    let language = page.document.attr(Document::ROOT, AttrName::LANG);
    let order = order(&stated, language);
    let mut at_day: FxHashMap<i64, usize> = FxHashMap::default();
    let mut all: Vec<Candidate> = Vec::new();
    let parts = post_dates(page.posts);
    for statement in &stated {
        let context = DateContext { order, language, ..DateContext::default() };
        let Some(date) = statement.raw.resolve(&context).filter(|d| d.precision >= Precision::Day) else { continue };
        let day = day_number(&date);
        let at = match at_day.get(&day) {
            Some(&at) => at,
            None if all.len() < MAX_CANDIDATES => {
                at_day.insert(day, all.len());
                all.push(Candidate { date: Some(date), ambiguous: true, ..Candidate::default() });
                all.len() - 1
            }
            None => continue,
        };
        all[at].add(page, statement, date, &parts);
    }
    all.push(Candidate::default());
    all
}

/// The order of day and month: as most dates of the page have it; else the one in which its numbers say a day that the
/// page also states without ambiguity.
fn order(stated: &[Statement], language: Option<&str>) -> Option<DayMonthOrder> {
    let raw = || stated.iter().map(|s| &s.raw);
    if let Some(order) = DayMonthOrder::decide(raw(), None) {
        return Some(order);
    }
    let plain: Vec<i64> = raw()
        .filter_map(|date| match date {
            RawDate::Absolute(date) if date.precision >= Precision::Day => Some(day_number(date)),
            _ => None,
        })
        .collect();
    let agreed = raw().find_map(|date| match date {
        RawDate::Numeric(numeric) if date.is_ambiguous() => {
            let says = |(_, day): &(DayMonthOrder, DateTime)| plain.iter().any(|p| (p - day_number(day)).abs() <= 1);
            numeric.readings().find(says).map(|(order, _)| order)
        }
        _ => None,
    });
    agreed.or_else(|| DayMonthOrder::decide(raw(), language))
}

/// The ranges of the dates of posts, with whether it is the first post.
fn post_dates(posts: &MainPosts) -> Vec<(NodeId, NodeId, bool)> {
    let first_post = posts.list.runs.iter().filter(|run| run.record == 0);
    let first_end = first_post.map(|run| run.end).max();
    let dates = posts.parts.iter().filter(|range| range.part == PostPart::Date);
    dates.map(|range| (range.first, range.end, first_end.is_some_and(|end| range.first < end))).collect()
}

impl Candidate {
    fn add(&mut self, page: &DatePage<'_>, statement: &Statement, date: DateTime, posts: &[(NodeId, NodeId, bool)]) {
        self.places[statement.place.index()] = true;
        self.ambiguous &= date.ambiguous;
        if let Some(known) = self.date
            && known.precision < date.precision
        {
            self.date = Some(date);
        }
        let Some(node) = statement.node else { return };
        self.shown_times += 1;
        self.labelled[0] |= statement.label == Some(Meaning::Published);
        self.labelled[1] |= statement.label == Some(Meaning::Changed);
        self.labelled[2] |= statement.label == Some(Meaning::Other);
        self.named[0] |= statement.names == Some(Meaning::Published);
        self.named[1] |= statement.names == Some(Meaning::Changed);
        self.whole_block |= statement.whole_block;
        let behind = posts.partition_point(|(first, ..)| *first <= node);
        if let Some(&(_, end, is_first)) = behind.checked_sub(1).and_then(|at| posts.get(at))
            && node < end
        {
            self.posted[usize::from(!is_first)] = true;
        }
        let runs = &page.posts.list.runs;
        let behind = runs.partition_point(|run| run.first <= node);
        if let Some(run) = behind.checked_sub(1).map(|at| runs[at])
            && node < run.end
        {
            self.in_post[usize::from(run.record > 0)] = true;
        }
        let shown = Shown { node, block: statement.block };
        if self.shown.is_none_or(|known| worth(page, shown) > worth(page, known)) {
            self.shown = Some(shown);
        }
    }
}

/// How much a place where a date is shown speaks for it: outside of comments, lists of links and the like, and near the
/// title.
fn worth(page: &DatePage<'_>, shown: Shown) -> (bool, std::cmp::Reverse<usize>) {
    let beside = bit::NAV | bit::FOOTER | bit::COMMENT | bit::REVIEW | bit::ASIDE | bit::SELECT;
    let far = page.title_block.map_or(shown.block, |title| shown.block.abs_diff(title));
    (!page.context.has(shown.node, beside), std::cmp::Reverse(far))
}

/// The days of all candidates that are dates.
pub(super) fn days(candidates: &[Candidate]) -> Vec<Option<i64>> {
    candidates.iter().map(Candidate::day).collect()
}
