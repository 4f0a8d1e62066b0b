//! Posts as they are serialised: one [`PostsPage`] per page.

use std::ops::Range;

use crate::types::posts::{RATING, SCORE};
use crate::types::{NamedCell, Post};

use crate::Budget;
use crate::dom::absolute;
use crate::dom::{AttrName, Base, Document, ElementPaths, NodeId, line, text_without};
use crate::output::moments::moment_around;
use crate::output::record_tables::cell_of;
use crate::posts::marks::{PostMarks, find_marks};
use crate::posts::{Pivot, Pivots, PostNodes, clean_html};
use crate::recognize::date::context::DateContext;
use crate::recognize::date::raw::{FoundDate, RawDate};
use crate::recognize::date::{DateTime, DayMonthOrder, Precision, find_date};
use crate::records::ColumnDraft;
use crate::tree::{PageTree, Span, TreeId};

/// A date in the text of an element around its own.
struct WiderDate {
    text: String,
    found: FoundDate,
}

/// What is needed to write posts.
pub(crate) struct PostWriter<'a> {
    pub(crate) document: &'a Document,
    pub(crate) page: &'a PageTree,
    pub(crate) pivots: &'a Pivots,
    pub(crate) paths: &'a ElementPaths<'a>,
    /// The base of links, if known.
    pub(crate) base: Option<&'a Base>,
    /// When the page was fetched.
    pub(crate) now: Option<DateTime>,
    /// Whether to write HTML.
    pub(crate) html: bool,
    /// Further columns with items of the posts.
    pub(crate) further: &'a [ColumnDraft],
    /// The number of bytes left of [`Limits::max_output`](crate::Limits).
    pub(crate) output: &'a Budget,
}

impl PostWriter<'_> {
    /// Writes the posts until the output limit is reached. The order of day and month is determined from all their
    /// dates.
    pub(crate) fn posts(&self, nodes: &[PostNodes]) -> Vec<Post> {
        let language = self.document.attr(Document::ROOT, AttrName::LANG);
        let found: Vec<RawDate> = nodes
            .iter()
            .filter_map(|post| self.pivots.list.get(post.date?))
            .flat_map(|p| [p.shown.as_ref().map(|s| s.date), p.attribute.map(|a| a.date)])
            .flatten()
            .collect();
        let order = DayMonthOrder::decide(&found, language);
        let dates = DateContext { reference: self.now, order, language, ages: true };
        let cells = |at: usize| -> Vec<NamedCell> {
            let cell = |draft: &ColumnDraft| {
                Some(NamedCell { name: draft.name.clone(), cell: cell_of(draft, at, self.base)? })
            };
            self.further.iter().filter_map(cell).collect()
        };
        let posts = nodes.iter().enumerate().map(|(at, post)| Post { cells: cells(at), ..self.post(post, &dates) });
        let mut posts: Vec<Post> = posts.take_while(|post| self.output.spend(bytes_of(post))).collect();
        self.add_marks(&mut posts, nodes);
        posts
    }

    /// Adds the ratings that reviews give and the scores that posts got, unless a wrapper has columns for them.
    fn add_marks(&self, posts: &mut [Post], nodes: &[PostNodes]) {
        let authors: Vec<Option<&str>> = posts.iter().map(|post| post.author.as_deref()).collect();
        let marks = find_marks(self.document, self.page, &nodes[..posts.len()], &authors);
        let is_new = |name: &str| self.further.iter().all(|draft| draft.name != name);
        for (post, PostMarks { rating, score }) in posts.iter_mut().zip(marks) {
            let rating = rating.filter(|_| is_new(RATING)).map(|rating| NamedCell::text(RATING, rating.text()));
            let score = score.filter(|_| is_new(SCORE)).map(|score| NamedCell::text(SCORE, score.to_string()));
            post.cells.extend(rating.into_iter().chain(score));
        }
    }

    fn post(&self, post: &PostNodes, dates: &DateContext<'_>) -> Post {
        let pivot = post.date.and_then(|at| self.pivots.list.get(at));
        let cuts = post.cut_nodes(self.document, self.page);
        let shown = |id: Option<TreeId>| id.map(|id| self.line(id)).filter(|t| !t.is_empty());
        let author = match (&post.author_name, post.author) {
            (Some(name), Some(id)) => self.part(id, name.clone()),
            _ => shown(post.author),
        };
        Post {
            nodes: self.paths_of(post),
            number: shown(post.number),
            title: shown(post.title),
            author_url: post.author_link.and_then(|link| self.address(link)),
            author,
            date: pivot.and_then(|p| self.date(p, dates)),
            date_text: pivot.map(|p| self.date_text(p)).filter(|t| !t.is_empty()),
            body: self.body(post, &cuts),
            html: post.body.filter(|_| self.html).map(|_| post.body_parts().map(|id| self.html(id, &cuts)).collect()),
            quotes: post
                .quotes
                .iter()
                .map(|&q| line(self.document, q, self.document.end(q)))
                .filter(|q| !q.is_empty())
                .collect(),
            url: post.permalink.and_then(|link| self.address(link)),
            parent: post.parent,
            cells: Vec::new(),
        }
    }

    fn line(&self, id: TreeId) -> String {
        let Span { from, to } = self.page.spans[id];
        line(self.document, from, to)
    }

    /// The text in a part of a fragment.
    fn part(&self, id: TreeId, part: Range<usize>) -> Option<String> {
        let text = crate::records::fragment(self.document, self.page, id).get(part)?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|t| !t.is_empty())
    }

    /// The text of a body without what is cut from it.
    fn body(&self, post: &PostNodes, cuts: &[NodeId]) -> String {
        let of = |id: TreeId| {
            let Span { from, to } = self.page.spans[id];
            text_without(self.document, from, to, cuts)
        };
        let parts: Vec<String> = post.body_parts().map(of).filter(|text| !text.is_empty()).collect();
        parts.join("\n\n")
    }

    /// The HTML of a part of a body without what is cut from it.
    fn html(&self, id: TreeId, cuts: &[NodeId]) -> String {
        let Span { from, to } = self.page.spans[id];
        clean_html(self.document, from, to, cuts)
    }

    fn address(&self, link: TreeId) -> Option<String> {
        let target = self.document.attr(self.page.node(link), AttrName::HREF)?.trim();
        (!target.is_empty()).then(|| absolute(self.base, target).unwrap_or_else(|| target.to_owned()))
    }

    /// The day comes from the shown text if that has one, since the attribute may be in another time zone; the time of
    /// day comes from whichever is more precise.
    fn date(&self, pivot: &Pivot, dates: &DateContext<'_>) -> Option<String> {
        let shown = self.wider(pivot).map(|wider| wider.found.date).or(pivot.shown.as_ref().map(|s| s.date));
        let attribute = pivot.attribute.and_then(|a| a.date.resolve(dates));
        let found = match shown {
            Some(raw) if !raw.needs_reference() => {
                let text = raw.resolve(dates)?;
                match attribute {
                    Some(a) if text.ambiguous || same_day(&a, &text) && a.precision >= text.precision => a,
                    _ => text,
                }
            }
            Some(raw) => {
                let around = || moment_around(self.document, self.page.node(pivot.node))?.resolve(dates);
                attribute.or_else(around).or_else(|| raw.resolve(dates))?
            }
            None => attribute?,
        };
        Some(found.to_iso())
    }

    fn date_text(&self, pivot: &Pivot) -> String {
        let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(WiderDate { text, found }) = self.wider(pivot) {
            return folded(text.get(found.span).unwrap_or_default());
        }
        if let Some(found) = &pivot.shown {
            let raw = crate::records::fragment(self.document, self.page, pivot.node);
            return folded(raw.get(found.span.clone()).unwrap_or_default());
        }
        let value = pivot.attribute.and_then(|a| self.document.attr(a.node, a.name));
        value.unwrap_or_default().trim().to_owned()
    }

    /// The date with a time of day that is in a separate element next to it: the text of the smallest element around
    /// both, if there is little else in it.
    fn wider(&self, pivot: &Pivot) -> Option<WiderDate> {
        let timed = |date: &RawDate| match date {
            RawDate::Absolute(d) => d.precision > Precision::Day,
            RawDate::Numeric(d) => d.time.is_some(),
            RawDate::Yearless { time, .. } => time.is_some(),
            RawDate::Relative(_) => true,
        };
        let shown = pivot.shown.as_ref().filter(|s| !timed(&s.date))?;
        let tree = &self.page.tree;
        let mut above = std::iter::successors(tree.parent(pivot.node), |&n| tree.parent(n)).take(2);
        above.find_map(|element| {
            let Span { from, to } = self.page.spans[element];
            if self.document.raw_text_between(from, to).len() > 200 {
                return None;
            }
            let text = self.line(element);
            let found = find_date(&text).filter(|f| timed(&f.date) && f.span.len() > shown.span.len())?;
            (text.len() <= found.span.len() + 24).then_some(WiderDate { text, found })
        })
    }

    /// The text of a post with all that stands around its body, on one line.
    pub(crate) fn all_of(&self, post: &PostNodes) -> String {
        let roots = post.runs.iter().flat_map(|&run| run.roots(&self.page.tree));
        roots.map(|root| self.line(root)).collect::<Vec<_>>().join(" ")
    }

    fn paths_of(&self, post: &PostNodes) -> Vec<String> {
        let roots = || post.runs.iter().flat_map(|&run| run.roots(&self.page.tree));
        let paths: Vec<String> =
            roots().filter(|&r| !self.page.is_text(r)).map(|r| self.paths.path(self.page.node(r))).collect();
        match paths.is_empty() {
            true => roots().take(1).map(|r| self.paths.path(self.page.node(r))).collect(),
            false => paths,
        }
    }
}

fn same_day(a: &DateTime, b: &DateTime) -> bool {
    b.precision < Precision::Day || (a.year, a.month, a.day) == (b.year, b.month, b.day)
}

/// The approximate size of a post in a result.
pub(super) fn bytes_of(post: &Post) -> u64 {
    let paths: usize = post.nodes.iter().chain(&post.quotes).map(String::len).sum();
    let cells: usize = post.cells.iter().map(|named| named.name.len() + named.cell.text.len() + 16).sum();
    (paths + cells + post.body.len() + post.html.as_ref().map_or(0, String::len) + 256) as u64
}
