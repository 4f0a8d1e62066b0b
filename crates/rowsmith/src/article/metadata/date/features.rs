//! Features of candidates for the date.

use crate::article::blocks::context::bit;
use crate::article::metadata::date::candidates::{Candidate, DatePage, days};
use crate::article::metadata::date::place::Place;
use crate::dom::line;

/// Elements that may contain the place where a candidate is shown, each a feature.
const IN: [(&str, u64, &str); 12] = [
    ("in_article", bit::ARTICLE, "It is shown in an article."),
    ("in_main", bit::MAIN, "It is shown in the main part."),
    ("in_header", bit::HEADER, "It is shown in a header."),
    ("in_footer", bit::FOOTER, "It is shown in a footer."),
    ("in_aside", bit::ASIDE | bit::NAV, "It is shown in an aside or a menu."),
    ("in_comment", bit::COMMENT | bit::REVIEW, "It is shown in a comment or review."),
    ("in_heading", bit::HEADING, "It is shown in a heading."),
    ("in_link", bit::LINK, "It is shown in a link."),
    ("in_list", bit::LIST, "It is shown in a list."),
    ("in_table", bit::TABLE, "It is shown in a table."),
    ("in_paragraph", bit::PARAGRAPH, "It is shown in a paragraph."),
    ("in_hidden", bit::HIDDEN | bit::ARIA_HIDDEN, "The place is not shown."),
];

/// Features of a candidate among the others and on its page.
const OWN: [(&str, &str); 50] = [
    ("none", "It is the candidate that stands for no date."),
    ("declared", "The page declares that it was published then."),
    ("changed", "The page declares that it was changed then."),
    ("only_change", "All that is known of it says that the page was changed then."),
    ("places", "The number of places that state it."),
    ("shown", "Logarithm of how often it is shown."),
    ("not_shown", "It is only in data for programs."),
    ("label_published", "Words beside it say that it is the day of publication."),
    ("label_changed", "Words beside it say that something was changed then."),
    ("label_other", "Words beside it say that it is the day of something else."),
    ("name_published", "Names of elements around it say that it is the day of publication."),
    ("name_changed", "Names of elements around it say that something was changed then."),
    ("whole_block", "It is the whole text of its block."),
    ("block_words", "Logarithm of the number of words in its block."),
    ("timed", "It has a time of day."),
    ("zoned", "It has a time zone other than that of Greenwich."),
    ("hour", "The hour of the day, if it has one, else -1."),
    ("ambiguous", "Its numbers could be read as another day."),
    ("behind_title", "Logarithm of the blocks from the title to it, negative before it."),
    ("from_title", "Logarithm of the blocks between the title and it."),
    ("place", "Its position on the page, from 0 to 1."),
    ("nearest", "The number of candidates that are shown nearer to the title."),
    ("alike", "Logarithm of the number of candidates in elements with the same tag and class."),
    ("posted_first", "It is the date of the first post; the confidence that the page has posts."),
    ("posted_later", "It is the date of a later post; the confidence that the page has posts."),
    ("in_first_post", "It stands in the first post; the confidence that the page has posts."),
    ("in_later_post", "It stands in a later post; the confidence that the page has posts."),
    ("behind", "The number of candidates that are shown before it."),
    ("beside_declared", "Another candidate, the day before or after it, is declared."),
    ("beside_shown", "Another candidate, the day before or after it, is shown."),
    ("beside_address", "Another candidate, the day before or after it, is in the address."),
    ("earlier_declared", "Logarithm of the days from the first declared day to it."),
    ("before_declared", "Logarithm of the days from it to the first declared day."),
    ("day_before_declared", "The day after it is declared as that of the publication."),
    ("earliest", "It is the earliest candidate."),
    ("latest", "It is the latest candidate."),
    ("earlier", "Share of the candidates that are earlier."),
    ("first_shown", "It is the earliest of those shown near the title."),
    ("labelled_others", "Another candidate is labelled as the day of publication."),
    ("labelled_changes", "Another candidate is labelled as the day of a change."),
    ("page_candidates", "Logarithm of the number of candidates on the page."),
    ("page_declares", "The page declares when it was published."),
    ("page_changes", "The page declares when it was changed."),
    ("page_shows_declared", "A day that is declared as that of the publication is shown."),
    ("page_shows_change", "A day that is declared as that of a change is shown."),
    ("page_near", "Logarithm of the number of candidates shown near the title."),
    ("page_news", "The page declares in JSON-LD that it is news."),
    ("news_declared", "The page declares that it is news, and published then."),
    ("page_posts", "The confidence that the page has posts."),
    ("page_titled", "The page shows its title."),
];

/// How many blocks from the title are near.
const NEAR: usize = 12;

/// The name and meaning of every feature, in the order of [`features`].
pub fn date_features() -> Vec<(String, &'static str)> {
    let mut all: Vec<(String, &'static str)> = Vec::new();
    all.extend(Place::ALL.map(|(_, place)| (format!("at_{place}"), "The place states it.")));
    all.extend(Place::ALL.map(|(_, place)| (format!("page_{place}"), "The place states another day.")));
    all.extend(IN.map(|(name, _, meaning)| (name.to_owned(), meaning)));
    all.extend(OWN.map(|(name, meaning)| (name.to_owned(), meaning)));
    all
}

/// The features of all candidates of a page. O(c²) for c candidates.
pub fn features(page: &DatePage<'_>, candidates: &[Candidate]) -> Vec<Vec<f32>> {
    let among = Among::new(page, candidates);
    candidates
        .iter()
        .enumerate()
        .map(|(at, c)| {
            let mut row: Vec<f32> = c.places.iter().map(|&has| yes(has)).collect();
            row.extend(
                (0..Place::COUNT)
                    .map(|place| yes(candidates.iter().enumerate().any(|(other, o)| other != at && o.places[place]))),
            );
            let bits = c.shown.map_or(0, |shown| page.context.bits[shown.node.index()]);
            row.extend(IN.iter().map(|&(_, of, _)| yes(bits & of != 0)));
            row.extend(among.own(page, candidates, at));
            row
        })
        .collect()
}

/// What is known of all candidates together.
struct Among {
    days: Vec<Option<i64>>,
    /// The blocks between the title and the place where each is shown.
    distances: Vec<Option<usize>>,
    /// The look of the elements in which they are shown.
    looks: Vec<Option<u32>>,
    declared: Vec<bool>,
    changed: Vec<bool>,
    is_news: bool,
    first_declared: Option<i64>,
    first_near: Option<i64>,
}

impl Among {
    fn new(page: &DatePage<'_>, candidates: &[Candidate]) -> Among {
        let title = page.title_block.unwrap_or(0);
        let distances: Vec<Option<usize>> =
            candidates.iter().map(|c| c.shown.map(|shown| shown.block.abs_diff(title))).collect();
        let appearance = |c: &Candidate| {
            let node = c.shown?.node;
            let element = if page.document.is_text(node) { page.document.parent(node)? } else { node };
            Some(page.context.signature[element.index()])
        };
        let days = days(candidates);
        let declared: Vec<bool> = candidates.iter().map(Candidate::is_declared).collect();
        let is_change = |c: &Candidate| Place::ALL.iter().any(|(p, _)| p.declares_change() && c.is_in(*p));
        let first =
            |wanted: &dyn Fn(usize) -> bool| (0..days.len()).filter(|&i| wanted(i)).filter_map(|i| days[i]).min();
        Among {
            is_news: page.declares_news(),
            first_declared: first(&|i| declared[i]),
            first_near: first(&|i| distances[i].is_some_and(|d| d <= NEAR)),
            looks: candidates.iter().map(appearance).collect(),
            changed: candidates.iter().map(is_change).collect(),
            days,
            distances,
            declared,
        }
    }

    fn own(&self, page: &DatePage<'_>, candidates: &[Candidate], at: usize) -> [f32; OWN.len()] {
        let c = &candidates[at];
        let others = || (0..candidates.len()).filter(move |&other| other != at);
        let dated = candidates.len().saturating_sub(1);
        let posts = page.posts.list.confidence;
        let is_near = |i: usize| self.distances[i].is_some_and(|d| d <= NEAR);
        let of_page = [
            log(dated),
            yes(self.declared.contains(&true)),
            yes(self.changed.contains(&true)),
            yes((0..candidates.len()).any(|i| self.declared[i] && candidates[i].shown_times > 0)),
            yes((0..candidates.len()).any(|i| self.changed[i] && candidates[i].shown_times > 0)),
            log((0..candidates.len()).filter(|&i| is_near(i)).count()),
            yes(self.is_news),
            yes(self.is_news && self.declared[at]),
            posts,
            yes(page.title_block.is_some()),
        ];
        let mut row = [0.0; OWN.len()];
        row[OWN.len() - of_page.len()..].copy_from_slice(&of_page);
        let (Some(date), Some(day)) = (c.date, self.days[at]) else {
            row[0] = 1.0;
            return row;
        };
        let beside = |wanted: &dyn Fn(usize) -> bool| {
            yes(others().any(|i| self.days[i].is_some_and(|d| d.abs_diff(day) == 1) && wanted(i)))
        };
        let signed = match (c.shown, page.title_block) {
            (Some(shown), Some(title)) if shown.block < title => -log(title - shown.block),
            (Some(shown), Some(title)) => log(shown.block - title),
            _ => 0.0,
        };
        let nearer = self.distances[at]
            .map_or(dated, |own| others().filter(|&i| self.distances[i].is_some_and(|d| d < own)).count());
        let words = c.shown.and_then(|shown| page.blocks.list.get(shown.block)).map_or(0, |block| {
            let is_long = page.document.raw_text_between(block.first, block.end).len() > LONG;
            if is_long { LONG / 8 } else { line(page.document, block.first, block.end).split_whitespace().count() }
        });
        let alike =
            self.looks.iter().filter(|appearance| appearance.is_some() && **appearance == self.looks[at]).count();
        let since = |first: Option<i64>| first.map_or(0, |first| day - first);
        let earlier = others().filter(|&i| self.days[i].is_some_and(|d| d < day)).count();
        let later = others().filter(|&i| self.days[i].is_some_and(|d| d > day)).count();
        row[..OWN.len() - of_page.len()].copy_from_slice(&[
            0.0,
            yes(self.declared[at]),
            yes(self.changed[at]),
            yes(c.is_only_change()),
            c.places.iter().filter(|&&has| has).count() as f32,
            log(c.shown_times),
            yes(c.shown_times == 0),
            yes(c.labelled[0]),
            yes(c.labelled[1]),
            yes(c.labelled[2]),
            yes(c.named[0]),
            yes(c.named[1]),
            yes(c.whole_block),
            log(words),
            yes(date.precision > crate::recognize::date::Precision::Day),
            yes(date.offset.is_some_and(|offset| offset != 0)),
            if date.precision > crate::recognize::date::Precision::Day { f32::from(date.hour) } else { -1.0 },
            yes(c.ambiguous),
            signed,
            if page.title_block.is_some() && c.shown.is_some() { signed.abs() } else { 6.0 },
            c.shown.map_or(-1.0, |shown| shown.block as f32 / page.blocks.len().max(1) as f32),
            nearer as f32,
            log(alike),
            if c.posted[0] { posts } else { 0.0 },
            if c.posted[1] { posts } else { 0.0 },
            if c.in_post[0] { posts } else { 0.0 },
            if c.in_post[1] { posts } else { 0.0 },
            c.shown.map_or(0.0, |own| {
                others().filter(|&i| candidates[i].shown.is_some_and(|s| s.node < own.node)).count() as f32
            }),
            beside(&|i| self.declared[i]),
            beside(&|i| candidates[i].shown_times > 0),
            beside(&|i| candidates[i].is_in(Place::Address)),
            log(since(self.first_declared).max(0) as usize),
            log(-since(self.first_declared).min(0) as usize),
            yes(others().any(|i| self.declared[i] && self.days[i] == Some(day + 1))),
            yes(earlier == 0),
            yes(later == 0),
            earlier as f32 / dated.max(1) as f32,
            yes(is_near(at) && self.first_near == Some(day)),
            yes(others().any(|i| candidates[i].labelled[0])),
            yes(others().any(|i| candidates[i].labelled[1])),
        ]);
        row
    }
}

/// The words of longer blocks, in bytes, are not counted.
const LONG: usize = 2000;

fn yes(so: bool) -> f32 {
    f32::from(u8::from(so))
}

fn log(n: usize) -> f32 {
    (1.0 + n as f32).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_and_a_sentence() {
        let names = date_features();
        for (i, (name, meaning)) in names.iter().enumerate() {
            assert!(meaning.ends_with('.'));
            assert!(names[..i].iter().all(|n| n.0 != *name), "{name} twice");
        }
    }
}
