//! What the texts of a column rule out: a number of replies has a digit, a name is no price, a place is no date.

use rustc_hash::FxHashMap;

use crate::recognize::date::find_date;
use crate::recognize::{Number, ValueType, find_price, find_rating, parse_number};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::{Judged, least};
use crate::records::columns::roles::vocabulary::{TOPICS, Topics, topics_of_text};
use crate::types::{ColumnCategory, ColumnKind, Role};

/// Items of a column that are looked at.
const SAMPLE: usize = 40;
/// The share of items in which a number must be where the column is a count: some say "none", or nothing.
const LEAST_WITH_DIGIT: f64 = 0.3;
/// The share of items that are clock times in a column that is no amount.
const MOST_TIMES: f64 = 0.5;
/// The share of items that are prices of an area in a column that is no price.
const MOST_UNIT_PRICES: f64 = 0.5;
/// How often a text must come for being the same everywhere to count.
pub(crate) const LEAST_REPEATED: usize = 3;
/// Roles that are counts.
const COUNTS: [Role; 5] = [Role::Reviews, Role::Replies, Role::Views, Role::Comments, Role::Number];
/// Roles that no column of amounts or dates has.
const WORDED: [Role; 3] = [Role::Author, Role::Location, Role::Brand];

/// Takes roles off columns whose texts cannot have them: "Reply" is no number of replies, "14:42" is no price.
pub(crate) fn rule_out(columns: &[ColumnDraft], judged: &mut Judged) {
    for (column, roles) in columns.iter().zip(&mut judged.roles).filter(|(column, _)| column.kind == ColumnKind::Text) {
        let texts = sample(column);
        let share =
            |test: fn(&str) -> bool| texts.iter().filter(|text| test(text)).count() as f64 / texts.len().max(1) as f64;
        let mut none = |of: &[Role]| of.iter().for_each(|role| roles[role.index()] = 0.0);
        let with_digit = share(|text| text.contains(char::is_numeric));
        if with_digit < LEAST_WITH_DIGIT {
            none(&COUNTS);
        }
        // "Free", "On request" and one amount are prices
        if with_digit == 0.0 {
            none(&[Role::Price, Role::OldPrice]);
        }
        if share(is_clock_time) >= MOST_TIMES || share(is_unit_price) >= MOST_UNIT_PRICES {
            none(&[Role::Price, Role::OldPrice]);
        }
        if matches!(column.value_type, ValueType::Price | ValueType::Date) {
            none(&WORDED);
        }
        // "Add to cart" on every record tells nothing of any
        if column.category == ColumnCategory::Identical && texts.len() >= LEAST_REPEATED {
            none(&[Role::Text]);
        }
    }
}

/// The share of items that must be what a role says where that is hardly likely by all else.
const LEAST_FITTING: f64 = 0.5;
/// The same for dates, which stand in texts of any kind, and are not all known.
const LEAST_DATES: f64 = 0.3;
/// So probable a role must be for a column whose items do not fit it: what is learnt from names, labels and neighbours may know
/// better than what recognises values.
const LEAST_AGAINST: f64 = 0.5;
/// The share of items that say so, in a column of prices without a currency elsewhere: a menu has "6" and "11.5".
const LEAST_SAYING: f64 = 0.1;
/// So probable a price must be if all are whole numbers without a currency: of 17 columns of `records` and `search` that were called prices with
/// less, all are counts, years and the like.
const LEAST_OF_BARE: f64 = 0.3;
/// Longer texts, in bytes, are more than a date.
const MOST_OF_DATE: usize = 60;
/// More words are no name.
const MOST_WORDS_OF_NAME: usize = 8;
/// From so many words on what ends with a full stop is a sentence.
const LEAST_WORDS_OF_SENTENCE: usize = 3;

/// What the items of a column with a role are like.
struct Fit {
    roles: &'static [Role],
    /// The share of items that must be like that.
    least: f64,
    /// So probable a role must be for a column of other items.
    against: f64,
    is_like: fn(&str) -> bool,
}

impl Fit {
    const fn new(roles: &'static [Role], is_like: fn(&str) -> bool) -> Fit {
        Fit { roles, least: LEAST_FITTING, against: LEAST_AGAINST, is_like }
    }
}

const FITS: [Fit; 7] = [
    Fit::new(&[Role::Price, Role::OldPrice], is_like_price),
    Fit { against: LEAST_OF_BARE, least: LEAST_SAYING, ..Fit::new(&[Role::Price], is_more_than_count) },
    Fit { least: LEAST_DATES, ..Fit::new(&[Role::Date], is_like_date) },
    Fit::new(&[Role::Rating], is_like_rating),
    Fit::new(&[Role::Reviews], is_like_reviews),
    Fit::new(&[Role::Author], is_like_person),
    Fit::new(&[Role::Location, Role::Brand, Role::Category, Role::Seller], is_like_name),
];

/// Takes roles that are hardly likely off columns most of whose items are something else: "1,213 notes" is no price, "1 of 5 stars" no
/// date, a sentence no author.
pub(crate) fn judge_fitting(columns: &[ColumnDraft], judged: &mut Judged) {
    for (column, roles) in columns.iter().zip(&mut judged.roles).filter(|(column, _)| column.kind == ColumnKind::Text) {
        let mut texts = None;
        for Fit { roles: of, least: share, against, is_like } in &FITS {
            // what is less likely is not looked at, since it is not taken
            let doubtful = |role: &&Role| (least(**role)..*against).contains(&roles[role.index()]);
            let doubtful: Vec<usize> = of.iter().filter(doubtful).map(|role| role.index()).collect();
            if doubtful.is_empty() {
                continue;
            }
            let texts = texts.get_or_insert_with(|| sample(column));
            let like = texts.iter().filter(|text| is_like(text.trim())).count();
            if (like as f64) < share * texts.len() as f64 {
                doubtful.into_iter().for_each(|role| roles[role] = 0.0);
            }
        }
    }
}

/// An amount with its currency, a number alone, or a word in its place ("Free").
fn is_like_price(text: &str) -> bool {
    let is_number = || parse_number(text).is_some_and(|number| number.unit.is_none()) && !text.starts_with('(');
    !text.contains(char::is_numeric) || find_price(text).is_some() || is_number()
}

/// An amount with its currency or a fraction, or a word in its place.
fn is_more_than_count(text: &str) -> bool {
    !text.contains(char::is_numeric) || find_price(text).is_some() || count(text).is_none()
}

/// A whole number alone, or a text with a word for reviews.
fn is_like_reviews(text: &str) -> bool {
    topics_of_text(text) & reviews() != 0 || count(text).is_some_and(|number| number.unit.is_none())
}

/// A date, also of another calendar ("1394/11/27"), a day alone, or an age ("18d").
fn is_like_date(text: &str) -> bool {
    let is_day = |text: &str| text.len() <= 2 && text.parse().is_ok_and(|day: u8| (1..=31).contains(&day));
    let numbers = || text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).count();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_age = ["s", "m", "h", "d", "w", "mo", "y"].contains(&&text[digits.len()..]) && digits.len() <= 3;
    let is_of_numbers =
        || text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(['/', '.', '-']) && numbers() >= 3;
    // a day, a month in a language that is not known, and a year
    let is_of_words = || {
        let lengths = || text.split(|c: char| !c.is_numeric()).map(|run| run.chars().count());
        let has_words = text.len() <= MOST_OF_DATE && text.contains(char::is_alphabetic);
        has_words && lengths().any(|length| length == 4) && lengths().any(|length| matches!(length, 1 | 2))
    };
    is_of_words()
        || is_day(text)
        || is_age && digits.parse::<u16>().is_ok()
        || find_date(text).is_some()
        || is_of_numbers()
}

fn is_like_rating(text: &str) -> bool {
    let is_number = || parse_number(text).is_some_and(|number| number.unit.is_none() && number.value <= 100.0);
    find_rating(text).is_some() || is_number()
}

/// A few words that are no sentence.
fn is_like_person(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let is_sentence = words >= LEAST_WORDS_OF_SENTENCE && text.ends_with(['.', '?']) && !ends_with_abbreviation(text);
    is_like_name(text) && words <= MOST_WORDS_OF_NAME && !is_sentence
}

/// Whether the last word is short, as in "Smith Jr."
fn ends_with_abbreviation(text: &str) -> bool {
    text.split_whitespace().last().is_some_and(|word| word.ends_with('.') && word.chars().count() <= 4)
}

/// Something with letters that is no number, amount, share or date.
fn is_like_name(text: &str) -> bool {
    let is_value = || parse_number(text).is_some() || find_price(text).is_some() || is_date(text);
    // what has no digit is read as no value
    text.contains(char::is_alphabetic) && !text.ends_with('%') && !(text.contains(char::is_numeric) && is_value())
}

/// Whether a text is a date and hardly anything else.
fn is_date(text: &str) -> bool {
    find_date(text).is_some_and(|found| 2 * found.span.len() >= text.len())
}

/// Roles of names, of which lists have many.
const NAMES: [Role; 5] = [Role::Author, Role::Location, Role::Brand, Role::Category, Role::Seller];
/// The share of items that say the same in a column that is hardly of names.
const MOST_REPEATED: f64 = 0.8;
/// How probable such a role must be for a column of one name.
const LEAST_OF_ONE: f64 = 0.2;

/// The same where that one thing leads on or does something: "Read more", "Add to cart".
const LEAST_OF_LEADING: f64 = 0.6;

/// Takes roles of names off columns that say one thing nearly everywhere, unless they are likely: "Read more" is no author, "Sale" no
/// place. Where all records are of one author or one place, that is told by more than the texts.
pub(crate) fn judge_repeated(columns: &[ColumnDraft], judged: &mut Judged) {
    for (column, roles) in columns.iter().zip(&mut judged.roles).filter(|(column, _)| column.kind == ColumnKind::Text) {
        let texts = sample(column);
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        texts.iter().for_each(|text| *counts.entry(text).or_default() += 1);
        let most = counts.values().copied().max().unwrap_or(0);
        if most >= LEAST_REPEATED && most as f64 >= MOST_REPEATED * texts.len() as f64 {
            let leads_on = counts.iter().any(|(text, &count)| count == most && topics_of_text(text) & leads() != 0);
            let least = if leads_on { LEAST_OF_LEADING } else { LEAST_OF_ONE };
            let unlikely = NAMES.map(Role::index).into_iter().filter(|&role| roles[role] < least);
            unlikely.collect::<Vec<_>>().into_iter().for_each(|role| roles[role] = 0.0);
        }
    }
}

/// The share of items that are counts of reviews by their form.
const LEAST_COUNTS: f64 = 0.8;
/// How probable a price or a rating must be beside which a number in brackets counts reviews.
const LEAST_BESIDE: f64 = 0.3;
/// A column is taken for the number of reviews by its form where none is so probably that number.
const LEAST_KNOWN: f64 = 0.3;
/// How probably a column is that number by its form.
const BY_FORM: f64 = 0.5;

/// Beside prices or ratings, a number alone in brackets ("(1,234)") or with a word for reviews ("146 Reviews") counts
/// reviews.
pub(crate) fn judge_reviews(columns: &[ColumnDraft], judged: &mut Judged) {
    let at = Role::Reviews.index();
    let most = |role: Role| judged.roles.iter().map(|roles| roles[role.index()]).fold(0.0, f64::max);
    if most(Role::Reviews) >= LEAST_KNOWN || most(Role::Price).max(most(Role::Rating)) < LEAST_BESIDE {
        return;
    }
    let share = |column: &ColumnDraft| {
        let texts = sample(column);
        texts.iter().filter(|text| counts_reviews(text)).count() as f64 / texts.len().max(1) as f64
    };
    let texts = (0..columns.len()).filter(|&c| columns[c].kind == ColumnKind::Text);
    if let Some(c) = texts.into_iter().find(|&c| share(&columns[c]) >= LEAST_COUNTS) {
        judged.roles[c][at] = BY_FORM;
    }
}

fn counts_reviews(text: &str) -> bool {
    let text = text.trim();
    if text.len() > 40 {
        return false;
    }
    let in_brackets = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if let Some(inner) = in_brackets
        && count(inner).is_some_and(|number| number.unit.is_none())
    {
        return true;
    }
    // units are known in small letters
    let lower = text.to_lowercase();
    count(&lower).and_then(|number| number.unit).is_some_and(|unit| topics_of_text(unit) & reviews() != 0)
}

/// A number that counts something.
fn count(text: &str) -> Option<Number<'_>> {
    parse_number(text).filter(|number| number.decimals == 0 && number.value >= 0.0)
}

/// What words of links and of buttons speak of.
fn leads() -> Topics {
    let of_both = TOPICS.iter().enumerate().filter(|(_, topic)| matches!(topic.name, "link" | "action"));
    of_both.fold(0, |topics, (bit, _)| topics | 1 << bit)
}

fn reviews() -> Topics {
    TOPICS.iter().position(|topic| topic.name == Role::Reviews.topic()).map_or(0, |bit| 1 << bit)
}

/// Some items of a column, evenly spread.
pub(crate) fn sample(column: &ColumnDraft) -> Vec<&str> {
    let texts: Vec<&str> = column.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
    let step = texts.len().div_ceil(SAMPLE).max(1);
    texts.into_iter().step_by(step).collect()
}

/// Whether a text begins with a time of the day and has no amount: "14:42", "9:05 AM".
fn is_clock_time(text: &str) -> bool {
    let Some((hours, rest)) = text.trim().split_once(':') else { return false };
    let minutes = rest.get(..2).unwrap_or_default();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    find_price(text).is_none()
        && hours.len() <= 2
        && digits(hours)
        && digits(minutes)
        && !rest[2..].starts_with(|c: char| c.is_ascii_digit())
}

/// Units of areas, as prices are given by.
const AREAS: [&str; 17] = [
    "m²", "m2", "м²", "м2", "㎡", "qm", "kvm", "sqm", "sqft", "sq ft", "sq. ft", "sq m", "ft²", "ft2", "mq", "nm",
    "平米",
];
/// What stands before them.
const BY: [&str; 9] = ["/", "per ", "pro ", "par ", "por ", "al ", "za ", "за ", "na "];

/// Whether a text is one amount for one unit of area: "4 500 €/m²", "$310 per sqft". A price beside it is another amount.
fn is_unit_price(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let by_area = |by: &str| {
        let (amount, unit) = text.split_once(by)?;
        let unit = unit.trim_start();
        let area = AREAS.iter().find(|area| unit.starts_with(**area))?;
        let ends = !unit[area.len()..].starts_with(char::is_alphanumeric);
        ends.then_some(amount)
    };
    text.len() <= 60 && BY.iter().find_map(|by| by_area(by)).is_some_and(|amount| amounts(amount) == 1)
}

/// How many numbers a text has; groups of three digits behind a space or a point go on.
fn amounts(text: &str) -> usize {
    let is_number = |c: char| c.is_ascii_digit() || ".,' \u{a0}\u{202f}".contains(c);
    text.split(|c| !is_number(c)).filter(|part| part.contains(|c: char| c.is_ascii_digit())).count()
}

/// A column of texts, for tests.
#[cfg(test)]
pub(crate) fn column_of(texts: &[&str]) -> ColumnDraft {
    let item = |text: &&str| Some((crate::tree::TreeId::new(0), (*text).to_owned()));
    let mut column = ColumnDraft {
        name: String::new(),
        label: None,
        role: None,
        kind: ColumnKind::Text,
        category: crate::types::category(texts.iter().copied()),
        value_type: ValueType::Text,
        items: texts.iter().map(item).collect(),
    };
    column.value_type = super::super::column_type(&column);
    column
}

#[cfg(test)]
mod tests {
    use super::column_of as column;
    use super::*;

    /// Roles that stay possible where all were.
    fn possible(texts: &[&str], roles: &[Role]) -> Vec<Role> {
        let mut judged = Judged { roles: vec![vec![0.5; Role::ALL.len()]], ..Judged::default() };
        rule_out(&[column(texts)], &mut judged);
        roles.iter().copied().filter(|role| judged.roles[0][role.index()] > 0.0).collect()
    }

    #[test]
    fn texts_rule_roles_out() {
        let of = [Role::Title, Role::Price, Role::Replies, Role::Author, Role::Location];
        assert_eq!(possible(&["Reply", "Reply to", "Reply"], &of), [Role::Title, Role::Author, Role::Location]);
        assert_eq!(possible(&["Add to cart"; 3], &[Role::Title, Role::Text, Role::Brand]), [Role::Title, Role::Brand]);
        assert_eq!(
            possible(&["14:42", "9:05 AM", "23:10"], &of),
            [Role::Title, Role::Replies, Role::Author, Role::Location]
        );
        assert_eq!(possible(&["$3", "$4.50", "$1"], &of), [Role::Title, Role::Price, Role::Replies]);
        assert_eq!(possible(&["3 Mar 2024", "4 Mar 2024"], &[Role::Date, Role::Location]), [Role::Date]);
        assert_eq!(possible(&["Free", "Free", "Free", "$2", "Free"], &[Role::Price]), [Role::Price]);
        assert_eq!(possible(&["12 replies", "none", "none"], &[Role::Replies]), [Role::Replies]);
    }

    #[test]
    fn what_is_hardly_likely_must_fit() {
        let judge = |texts: &[&str], role: Role, probability: f64| {
            let mut judged = Judged { roles: vec![vec![probability; Role::ALL.len()]], ..Judged::default() };
            judge_fitting(&[column(texts)], &mut judged);
            judged.roles[0][role.index()] > 0.0
        };
        let is_kept = |texts: &[&str], role| judge(texts, role, 0.4);
        for (texts, role) in [
            (["1,213 notes", "187 notes"], Role::Price),
            (["1,213 notes", "187 notes"], Role::Reviews),
            (["44.95", "9.50"], Role::Reviews),
            (["(3,655)", "(13,175)"], Role::Price),
            (["130.000 km", "214.000 km"], Role::OldPrice),
            (["1 of 5 stars", "Javier Carbajal"], Role::Date),
            (["4.7 mi", "10 miles"], Role::Date),
            (["40 min", "1 h 15 min"], Role::Date),
            (["4K 24p Video", "Eye Control"], Role::Rating),
            (["AFFIRMED AND REMANDED. SEE OPINION.", "What to look for?"], Role::Author),
            (["Progress: 0%", "Progress: 50%"], Role::Location),
            (["3 days ago", "Jan 5, 2024"], Role::Category),
        ] {
            assert!(!is_kept(&texts, role), "{texts:?}");
            // unless all else speaks for it
            assert!(judge(&texts, role, 0.6), "{texts:?}");
        }
        for (texts, role) in [
            (["Free", "$4.50"], Role::Price),
            (["45", "1,200"], Role::Price),
            (["4.4 128 reviews", "4.1 61 reviews"], Role::Reviews),
            (["4.5", "Rated 3 out of 5"], Role::Rating),
            (["John Smith Jr.", "Ann Lee"], Role::Author),
            (["Porto", "Paris 12e"], Role::Location),
            (["News", "Published 3 March 2024"], Role::Date),
            (["1394/11/27, 10:28", "1394/12/20"], Role::Date),
            (["14", "31"], Role::Date),
            (["1 مايو 2024", "30 أبريل 2024"], Role::Date),
            (["18d", "2mo"], Role::Date),
        ] {
            assert!(is_kept(&texts, role), "{texts:?}");
        }
    }

    #[test]
    fn one_text_everywhere_is_hardly_a_name() {
        let judge = |texts: &[&str], probability: f64| {
            let mut judged = Judged { roles: vec![vec![probability; Role::ALL.len()]], ..Judged::default() };
            judge_repeated(&[column(texts)], &mut judged);
            judged.roles[0][Role::Author.index()] > 0.0
        };
        assert!(
            !judge(&["Read more"; 4], 0.15)
                && !judge(&["Read more", "Read more", "Read more", "Read more", "Show"], 0.15)
        );
        assert!(!judge(&["Read More"; 4], 0.4) && judge(&["Ann"; 4], 0.4));
        assert!(judge(&["Ann"; 4], 0.9) && judge(&["Ann", "Bob", "Ann", "Cem"], 0.15) && judge(&["Ann"; 2], 0.15));
    }

    #[test]
    fn prices_of_an_area_are_no_prices() {
        for text in
            ["4 500 €/m²", "$310 per sqft", "(€ 3.100 / m²)", "85 000 ₽ за м²", "1,2 M Ft/m2", "price 12 € / qm"]
        {
            assert!(is_unit_price(text), "{text}");
        }
        for text in ["4 500 €", "450 000 € (4 500 €/m²)", "85 m²", "900 €/mes", "$5 / month", "3 rooms / 85 m²"]
        {
            assert!(!is_unit_price(text), "{text}");
        }
        assert_eq!(possible(&["4 500 €/m²", "3 900 €/m²"], &[Role::Title, Role::Price]), [Role::Title]);
    }

    #[test]
    fn numbers_in_brackets_count_reviews_beside_prices() {
        for text in ["(1,234)", "(7)", "146 Reviews", "12 Bewertungen"] {
            assert!(counts_reviews(text), "{text}");
        }
        for text in ["7", "(2.5)", "(new)", "146 Replies", "4.5 stars"] {
            assert!(!counts_reviews(text), "{text}");
        }
        let columns = [column(&["$5", "$6"]), column(&["(12)", "(3)"])];
        let judge = |price: f64| {
            let mut judged = Judged { roles: vec![vec![0.0; Role::ALL.len()]; 2], ..Judged::default() };
            judged.roles[0][Role::Price.index()] = price;
            judge_reviews(&columns, &mut judged);
            judged.roles[1][Role::Reviews.index()] > 0.0
        };
        assert!(judge(0.9) && !judge(0.1));
    }
}
