//! Whether the best list of the state is the one that the page is for, or whether the page has none.
//!
//! The score of a list says which of several lists is the page's. That it is the best of them is no reason to take it: most
//! pages hold lists of other things. What is added here says nothing about which list is better, only whether the page is
//! one of a list.

use rustc_hash::FxHashSet;
use url::Url;

use crate::declared::Data;
use crate::state::about::About;
use crate::state::choose::Judged;
use crate::state::lists::List;
use crate::state::text::{folded, plain};
use crate::state::words::words_of;
use crate::types::Role;

/// How many records are looked at.
const SAMPLE: usize = 40;

/// How many members of the object around a list are looked at.
const MOST_MEMBERS: usize = 60;

/// An address whose last part has so many words is that of a text, which is named after its title.
const WORDS_OF_TEXTS: usize = 4;

/// The contributions to whether the page is one of this list, in addition to its score.
pub(crate) fn evidence(list: &List<'_>, judged: &Judged<'_>, about: &About) -> Vec<(&'static str, f64)> {
    let is = |test: bool| f64::from(u8::from(test));
    // set by hand, on the scale of the scores
    vec![
        ("counted", is(is_counted(list))),
        ("topic", 0.6 * on_topic(judged, about)),
        ("told", -is(is_described(judged, about))),
        ("slug", -0.8 * is(about.words_of_slug() >= WORDS_OF_TEXTS)),
        ("home", -0.5 * is(about.is_home())),
        ("elsewhere", -leading_elsewhere(judged, about)),
    ]
}

/// A number beyond this counts nothing that a page lists.
const MOST_COUNTED: f64 = 1e8;

/// Whether numbers beside the list say how many records there are, here or on all pages: only what is shown page by page
/// is counted so.
fn is_counted(list: &List<'_>) -> bool {
    let count = list.objects.len() as f64;
    let Some(around) = list.around else { return false };
    let members = around.members().iter().take(MOST_MEMBERS);
    let inner = || members.clone().flat_map(|member| member.value.members().iter().take(MOST_MEMBERS));
    members.clone().chain(inner()).any(|member| {
        let (Data::Number(number) | Data::Text(number)) = &member.value else { return false };
        let Ok(number) = number.parse::<f64>() else { return false };
        let words = words_of(&member.name);
        let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        let of_page = says(&["limit"]) || says(&["page"]) && says(&["per", "size"]);
        let of_all = says(&["total", "count", "hits", "found", "totalcount"]);
        of_page && number >= count && number <= 2.0 * count
            || of_all && !of_page && number >= count && number < MOST_COUNTED
    })
}

/// The share of titles that have a word of what the page is about.
fn on_topic(judged: &Judged<'_>, about: &About) -> f64 {
    let topic = about.topic();
    let shared = judged.titles.iter().filter(|title| folded(title).split(' ').any(|word| topic.contains(word))).count();
    shared as f64 / judged.titles.len().max(1) as f64
}

/// Whether the page describes itself with the title of a record: then it is about that one.
fn is_described(judged: &Judged<'_>, about: &About) -> bool {
    judged.titles.iter().any(|title| {
        let title = folded(&plain(title));
        title.len() >= 8 && title.contains(' ') && about.description.contains(&title)
    })
}

/// The share of records whose addresses are those of other sites.
fn leading_elsewhere(judged: &Judged<'_>, about: &About) -> f64 {
    let Some(own) = about.address.as_ref().and_then(Url::host_str) else { return 0.0 };
    let own = own.trim_start_matches("www.");
    let Some(field) = judged.field(Role::Url) else { return 0.0 };
    let texts = || judged.flat.fields[field].values.iter().take(SAMPLE).flatten();
    let is_other = |host: &str| {
        let host = host.trim_start_matches("www.");
        !(host.ends_with(own) || own.ends_with(host))
    };
    let others =
        texts().filter(|value| Url::parse(value.text()).is_ok_and(|address| address.host_str().is_some_and(is_other)));
    others.count() as f64 / texts().count().max(1) as f64
}

/// Words that are shorter say little about what a text is about.
const LEAST_LETTERS: usize = 4;

/// The words of texts that say what they are about.
pub(crate) fn telling_words<'t>(texts: impl Iterator<Item = &'t str>) -> FxHashSet<String> {
    let folded: Vec<String> = texts.map(folded).collect();
    let words = folded.iter().flat_map(|text| text.split(' ')).filter(|word| word.chars().count() >= LEAST_LETTERS);
    words.map(str::to_owned).collect()
}
