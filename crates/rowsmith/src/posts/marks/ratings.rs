//! The rating that a review gives.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, NodeId, Tag};
use crate::posts::marks::agree::{Column, Shown, agreed, are_of_authors};
use crate::posts::marks::around::Around;
use crate::posts::marks::icons::{Icons, icons};
use crate::posts::marks::names::{are_of_rating, beginning, names};
use crate::recognize::find_rating;

/// A rating on a scale from nothing to the best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct StarRating {
    /// How many stars or points are given.
    pub(crate) value: f64,
    /// How many may be, if the page says so or draws them.
    pub(crate) best: Option<f64>,
}

impl StarRating {
    /// "4", "3.5", or "8/10" on a scale that is not that of five stars.
    pub(crate) fn text(self) -> String {
        match self.best.filter(|&best| best != STARS) {
            Some(best) => format!("{}/{best}", self.value),
            None => self.value.to_string(),
        }
    }
}

/// The scale of stars.
const STARS: f64 = 5.0;

/// How a rating is shown, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Way {
    /// `itemprop=ratingValue`.
    Declared,
    /// What an element says to those who do not see it.
    Label,
    /// An attribute for scripts.
    Data,
    /// A bar of stars that is cut to a part of its width.
    Width,
    /// A number in a name for stars or ratings: `star-4`.
    Name,
    /// A number in the only other name with one of an element that is called so: `rating bubble_40`.
    Beside,
    /// Full stars and empty ones.
    Icons,
    /// A text.
    Text,
}

/// A rating, or what it can be told from once those of all posts are known.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Raw {
    Rating(StarRating),
    /// A number in a name, on a scale that the others tell.
    Scaled(f64),
    Icons(Icons),
}

/// Of posts by those who wrote several a rating needs a surer way.
const MOST_AGAIN: f64 = 0.3;
/// So many of the posts must show a rating by a number or text alone, and so many by stars: of the comments below a recipe most give none. What is declared
/// or labelled needs no more than any column.
const LEAST_POSTS: f64 = 0.4;
const LEAST_STARS: f64 = 0.1;

/// Finds the rating of each post.
pub(super) fn find_ratings(around: &Around<'_>, authors: &[Option<&str>]) -> Vec<Option<StarRating>> {
    let shown: Vec<Vec<Shown<Way, Raw>>> = (0..around.len()).map(|post| shown_by(around, post)).collect();
    let authored = authors.iter().flatten().count();
    let mut different: Vec<&str> = authors.iter().flatten().copied().collect();
    different.sort_unstable();
    different.dedup();
    // who answers whom in a thread gives no stars; pictures of stars are ranks there
    let is_thread = (authored - different.len()) as f64 > MOST_AGAIN * authored as f64;
    let accepted = |column: &mut Column<Way, Raw>| {
        let count = column.count();
        let share = count as f64 / around.len().max(1) as f64;
        let enough = match column.way {
            Way::Declared | Way::Label => true,
            Way::Data | Way::Width | Way::Icons => !is_thread && count > 1 && share >= LEAST_STARS,
            Way::Name | Way::Beside | Way::Text => !is_thread && count > 1 && share >= LEAST_POSTS,
        };
        enough && scaled(column) && vary_enough(column) && !are_of_authors(&column.values, authors)
    };
    let same = |a: &Raw, b: &Raw| match (a, b) {
        (Raw::Rating(a), Raw::Rating(b)) => a.value == b.value,
        _ => false,
    };
    let Some(column) = agreed(&shown, accepted, same) else { return vec![None; around.len()] };
    let rating = |raw: Option<Raw>| raw.and_then(|raw| if let Raw::Rating(rating) = raw { Some(rating) } else { None });
    column.values.into_iter().map(rating).collect()
}

/// Reads the raw values of a column by each other. `false` if they are no ratings.
fn scaled(column: &mut Column<Way, Raw>) -> bool {
    let values = || column.values.iter().flatten();
    let numbers: Vec<f64> = values().filter_map(|raw| if let Raw::Scaled(n) = raw { Some(*n) } else { None }).collect();
    let rows: Vec<Icons> =
        values().filter_map(|raw| if let Raw::Icons(row) = raw { Some(*row) } else { None }).collect();
    let most = numbers.iter().copied().fold(0.0, f64::max);
    let of_five = |by: f64| numbers.iter().all(|n| n % by == 0.0);
    let by = match most {
        most if most <= STARS => Some(1.0),
        // up to ten is on that scale, or halves of five stars
        most if most > 10.0 && most <= 50.0 && of_five(5.0) => Some(10.0),
        most if most > 50.0 && most <= 100.0 && of_five(10.0) => Some(20.0),
        _ => None,
    };
    let vary = |values: &[f64]| values.iter().any(|&value| value != values[0]);
    // each star of a row may be numbered: the first is always "1". Another name may be one of layout: "mt-5"
    let is_best = |by| most == STARS * by && column.way == Way::Name;
    if !numbers.is_empty() && !by.is_some_and(|by| vary(&numbers) || is_best(by)) {
        return false;
    }
    let counts: Vec<f64> = rows.iter().map(|row| row.all as f64).collect();
    let told = rows.iter().any(|row| row.told);
    // as many as are meant, without empty ones
    let counted = !told && counts.len() > 1 && vary(&counts) && counts.iter().all(|&count| count <= STARS);
    let of_row = |row: Icons| match (told, row.all) {
        (true, 5 | 10) => Some(StarRating { value: row.full, best: Some(row.all as f64) }),
        (false, _) if counted => Some(StarRating { value: row.all as f64, best: Some(STARS) }),
        _ => None,
    };
    for value in &mut column.values {
        *value = match *value {
            Some(Raw::Scaled(number)) => by.map(|by| Raw::Rating(StarRating { value: number / by, best: Some(STARS) })),
            Some(Raw::Icons(row)) => of_row(row).map(Raw::Rating),
            other => other,
        };
    }
    set_best(column);
    column.values.iter().any(Option::is_some)
}

/// Where nothing says of how many a rating is, more than five are of ten, and more than ten of a hundred.
fn set_best(column: &mut Column<Way, Raw>) {
    let mut ratings: Vec<&mut StarRating> = column
        .values
        .iter_mut()
        .filter_map(|raw| if let Some(Raw::Rating(rating)) = raw { Some(rating) } else { None })
        .collect();
    let most = ratings.iter().map(|rating| rating.value).fold(0.0, f64::max);
    let best = [10.0, 100.0].into_iter().find(|&best| most > STARS && most <= best);
    if ratings.iter().all(|rating| rating.best.is_none()) {
        ratings.iter_mut().for_each(|rating| rating.best = best);
    }
}

/// Whether ratings may be those of different people: not an average that all of them repeat, and no bars that are always full.
fn vary_enough(column: &Column<Way, Raw>) -> bool {
    let mut values = column.values.iter().flatten().filter_map(|raw| match raw {
        Raw::Rating(rating) => Some(rating.value),
        _ => None,
    });
    let Some(first) = values.next() else { return false };
    let (others, differ) = values.fold((0, false), |(count, differ), value| (count + 1, differ || value != first));
    differ || others == 0 || (first * 2.0).fract() == 0.0 && (column.way != Way::Width || others >= LEAST_BARS)
}

/// So many further bars may all be equal.
const LEAST_BARS: usize = 4;

/// All ratings that a post shows outside its body.
fn shown_by(around: &Around<'_>, post: usize) -> Vec<Shown<Way, Raw>> {
    let mut all = Vec::new();
    for node in around.nodes(post) {
        let found = match around.document.is_text(node) {
            true => in_text(around, node).into_iter().collect(),
            false => of_element(around, node),
        };
        all.extend(found.into_iter().map(|(way, value)| Shown { way, place: around.place(node), value }));
    }
    add_up_bars(&mut all);
    leave_scales(&mut all);
    all
}

/// A post that shows several numbers at one place shows the scale, each with its number, and not which of them is meant.
fn leave_scales(all: &mut Vec<Shown<Way, Raw>>) {
    let mut numbers: FxHashMap<(Way, u64), usize> = FxHashMap::default();
    let is_number = |shown: &Shown<Way, Raw>| matches!(shown.way, Way::Text | Way::Name | Way::Beside);
    all.iter()
        .filter(|shown| is_number(shown))
        .for_each(|shown| *numbers.entry((shown.way, shown.place)).or_default() += 1);
    all.retain(|shown| numbers.get(&(shown.way, shown.place)).is_none_or(|&count| count < LEAST_SCALE));
}

/// So many numbers are a scale.
const LEAST_SCALE: usize = 4;

/// Each of five stars may be a bar of its own: what is full of all of them is the rating.
fn add_up_bars(all: &mut Vec<Shown<Way, Raw>>) {
    // how many bars there are at a place, and what is full of them
    let mut bars: FxHashMap<u64, (usize, f64)> = FxHashMap::default();
    for shown in all.iter().filter(|shown| shown.way == Way::Width) {
        if let Raw::Rating(rating) = shown.value {
            let (count, sum) = bars.entry(shown.place).or_default();
            *count += 1;
            *sum += rating.value / STARS;
        }
    }
    all.retain_mut(|shown| {
        let Some((count, sum)) = bars.get_mut(&shown.place).filter(|_| shown.way == Way::Width) else { return true };
        match *count {
            1 => true,
            // the first stands for all of them
            5 => {
                *count = 0;
                shown.value = Raw::Rating(StarRating { value: (*sum * 10.0).round() / 10.0, best: Some(STARS) });
                true
            }
            _ => false,
        }
    });
}

/// Longer labels are sentences.
const LONGEST_LABEL: usize = 100;

/// All that an element says, in whatever ways.
fn of_element(around: &Around<'_>, node: NodeId) -> Vec<(Way, Raw)> {
    let document = around.document;
    let mut all = Vec::new();
    // what a reader may click on to give a rating, or to see others
    if matches!(document.tag(node), Tag::INPUT | Tag::BUTTON | Tag::LABEL | Tag::OPTION) {
        return all;
    }
    let mut put = |way, rating: Option<StarRating>| all.extend(rating.map(|rating| (way, Raw::Rating(rating))));
    for (attribute, value) in document.attrs(node) {
        match attribute {
            AttrName::ARIA_LABEL | AttrName::TITLE | AttrName::ALT => put(Way::Label, labelled(value)),
            AttrName::STYLE => {
                let is_rating = |outer| are_of_rating(&names(document, outer));
                let share = width(value).filter(|_| document.ancestors(node).take(3).any(is_rating));
                put(Way::Width, share.map(|share| StarRating { value: share / 20.0, best: Some(STARS) }));
            }
            AttrName::CLASS | AttrName::HREF | AttrName::SRC => {}
            _ => match document.attr_name(attribute) {
                "itemprop" if value.eq_ignore_ascii_case("ratingValue") && !is_aggregate(around, node) => {
                    let said = document.attr(node, AttrName::CONTENT).unwrap_or_else(|| document.raw_text(node));
                    put(Way::Declared, number(said).map(|value| StarRating { value, best: None }));
                }
                name if is_data(name, || are_of_rating(&names(document, node))) => {
                    let value = number(value).filter(|&value| value <= STARS);
                    put(Way::Data, value.map(|value| StarRating { value, best: None }));
                }
                _ => {}
            },
        }
    }
    let class = document.attr(node, AttrName::CLASS).unwrap_or_default();
    all.extend(number_in_names(class).map(|(way, number)| (way, Raw::Scaled(number))));
    all.extend(icons(document, node).map(|row| (Way::Icons, Raw::Icons(row))));
    all
}

/// Whether an attribute tells scripts a rating; some of these names say so only on an element that is called so, too.
fn is_data(name: &str, is_called_rating: impl FnOnce() -> bool) -> bool {
    let Some(name) = name.strip_prefix("data-") else { return false };
    // but not `data-rating-filter`
    let is_rating = ["rating", "stars", "star", "rating-value", "rating-score"].iter().any(|end| name.ends_with(end));
    is_rating || matches!(name, "score" | "rate" | "value") && is_called_rating()
}

/// Whether a rating is the average of many.
fn is_aggregate(around: &Around<'_>, node: NodeId) -> bool {
    let document = around.document;
    let is = |id: NodeId, name, of: &str| document.attr_named(id, name).is_some_and(|value| value.contains(of));
    document
        .ancestors(node)
        .take(MOST_AROUND)
        .any(|id| is(id, "itemtype", "AggregateRating") || is(id, "itemprop", "aggregateRating"))
}

/// So many elements around a rating say what it is of.
const MOST_AROUND: usize = 24;

/// The rating that a label says: "4 of 5 stars", but not what clicking it does ("Rate 4 stars").
fn labelled(label: &str) -> Option<StarRating> {
    if label.len() > LONGEST_LABEL || !label.contains(|c: char| c.is_ascii_digit() || "★☆⭐".contains(c)) {
        return None;
    }
    let lower = label.trim().to_lowercase();
    if lower.starts_with("rate ") || is_of_readers(&lower) {
        return None;
    }
    let found = find_rating(label).filter(|found| found.certain)?;
    Some(StarRating { value: found.rating.value, best: found.rating.best })
}

/// Whether a text says how many found a post useful: "4 of 5 people".
fn is_of_readers(lower: &str) -> bool {
    ["people", "found", "helpful", "users", "votes", "reviews"].iter().any(|word| lower.contains(word))
}

/// A number as machines are told it.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.len() > 8 || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    text.replace(',', ".").parse().ok().filter(|value: &f64| (0.0..=100.0).contains(value))
}

/// The width of an element in percent.
fn width(style: &str) -> Option<f64> {
    let style = style.to_lowercase();
    let (before, behind) = style.split_once("width")?;
    if before.ends_with('-') {
        return None;
    }
    let (number, _) = behind.trim_start().strip_prefix(':')?.split_once('%')?;
    number.trim().parse().ok().filter(|share| (0.0..=100.0).contains(share))
}

/// The number in the names of an element of stars: `star-4`, `stars-4-5`, `star4half`, or beside such a name, if that is the only one.
fn number_in_names(class: &str) -> Option<(Way, f64)> {
    if !class.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let class = beginning(class).to_lowercase();
    let mut numbered =
        class.split_whitespace().filter_map(|name| Some(name.split_at(name.find(|c: char| c.is_ascii_digit())?)));
    let of_stars = numbered.clone().find_map(|(words, rest)| number_behind(rest).filter(|_| are_of_rating(words)));
    let mut beside = || match (numbered.next(), numbered.next()) {
        (Some((_, rest)), None) if are_of_rating(&class) => number_behind(rest),
        _ => None,
    };
    of_stars.map(|number| (Way::Name, number)).or_else(|| Some((Way::Beside, beside()?)))
}

/// The number that the end of a name says: `4`, `45`, `4-5`, `4half`.
fn number_behind(rest: &str) -> Option<f64> {
    let (rest, half) = rest.strip_suffix("half").map_or((rest, 0.0), |rest| (rest.trim_end_matches(['-', '_']), 0.5));
    let mut parts = rest.split(['-', '_', '.']);
    let whole = parts.next().filter(|whole| whole.len() <= 3)?.parse::<f64>().ok()?;
    let fraction = match (parts.next(), parts.next()) {
        (None, _) => 0.0,
        (Some("0" | "00"), None) => 0.0,
        (Some("5" | "50"), None) => 0.5,
        _ => return None,
    };
    Some(whole + fraction + half)
}

/// The longest text that is no more than a rating, in bytes.
const LONGEST_TEXT: usize = 40;

fn in_text(around: &Around<'_>, node: NodeId) -> Option<(Way, Raw)> {
    let document = around.document;
    let text = document.raw_text(node).trim();
    if text.is_empty()
        || text.len() > LONGEST_TEXT
        || !text.contains(|c: char| c.is_ascii_digit() || "★☆⭐".contains(c))
    {
        return None;
    }
    let is_drawn = text.contains(['★', '☆', '⭐']);
    if !is_drawn && text.matches(|c: char| c.is_ascii_digit()).count() > MOST_DIGITS {
        return None;
    }
    let called = || {
        let outer = document.ancestors(node).skip(1).take(2);
        let names = outer.map(|outer| names(document, outer)).collect::<Vec<_>>().join(" ");
        are_of_rating(&names) && !names.contains("count")
    };
    let lower = text.to_lowercase();
    let is_worded = lower.contains("star") || lower.contains("rat");
    if is_of_readers(&lower) || !is_drawn && !is_worded && !called() {
        return None;
    }
    let way = |rating| Some((Way::Text, Raw::Rating(rating)));
    let found = find_rating(text);
    if let Some(found) = found.filter(|found| found.certain) {
        let beside = text[..found.start].chars().chain(text[found.end..].chars()).filter(|c| c.is_alphabetic()).count();
        let drawn = text[found.span()].contains(['★', '☆', '⭐']);
        if drawn && beside == 0 || beside <= LONGEST_WORD && (is_worded || called()) {
            return way(StarRating { value: found.rating.value, best: found.rating.best });
        }
        return None;
    }
    let value = number(text).filter(|&value| value <= 10.0)?;
    if called() { way(StarRating { value, best: None }) } else { None }
}

/// More digits are those of a date, or of several numbers.
const MOST_DIGITS: usize = 6;

/// So many letters beside a rating are a word for it.
const LONGEST_WORD: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_of_stars() {
        for (names, number) in [
            ("star-rating-4", Some((Way::Name, 4.0))),
            ("a-icon a-star-4-5 col-3", Some((Way::Name, 4.5))),
            ("stars4half", Some((Way::Name, 4.5))),
            ("rating45", Some((Way::Name, 45.0))),
            ("ui_bubble_rating bubble_40", Some((Way::Beside, 40.0))),
            ("rating mt-5 col-4", None),
            ("bubble_40", None),
            ("starter-4", None),
            ("comment-4", None),
            ("rating-2024-05-01", None),
        ] {
            assert_eq!(number_in_names(names), number, "{names}");
        }
    }

    #[test]
    fn labels_that_say_ratings() {
        assert_eq!(labelled("4 of 5 stars"), Some(StarRating { value: 4.0, best: Some(5.0) }));
        assert_eq!(labelled("Rate 4 stars"), None);
        assert_eq!(labelled("4 of 5 people found this helpful"), None);
        assert_eq!(labelled("2024"), None);
        assert_eq!(StarRating { value: 8.0, best: Some(10.0) }.text(), "8/10");
        assert_eq!(StarRating { value: 3.5, best: Some(5.0) }.text(), "3.5");
    }

    #[test]
    fn widths_of_bars() {
        assert_eq!(width("width: 80%"), Some(80.0));
        assert_eq!(width("max-width:80%"), None);
        assert_eq!(width("width:80px"), None);
    }
}
