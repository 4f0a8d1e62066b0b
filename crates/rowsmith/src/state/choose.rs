//! Which of the lists in the state the page is for.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::about::About;
use crate::state::evidence::evidence;
use crate::state::flatten::{Flat, flatten};
use crate::state::lists::{List, Lists};
use crate::state::piece::{Form, Pieces};
use crate::state::roles::{Meaning, meanings};
use crate::state::words::{BESIDE, MATTER, has, words_of, words_on};
use crate::types::Role;

/// How many records of a list are looked at for the choice.
const SAMPLE: usize = 40;

/// The most lists that are looked at closely.
const MOST_LOOKED_AT: usize = 400;

/// A list with the meanings of its fields and its score.
#[derive(Clone, Debug)]
pub(crate) struct Judged<'d> {
    /// Its index in [`Lists::list`].
    pub(crate) number: usize,
    pub(crate) flat: Flat<'d>,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) score: f64,
    /// The contributions to the score.
    pub(crate) parts: Vec<(&'static str, f64)>,
    /// The titles in lower case.
    pub(crate) titles: FxHashSet<String>,
}

impl Judged<'_> {
    /// The field with this role.
    pub(crate) fn field(&self, role: Role) -> Option<usize> {
        self.meanings.iter().position(|m| m.role == Some(role))
    }
}

/// Scores the lists, best first.
pub(crate) fn judge<'d>(lists: &Lists<'d>, pieces: &Pieces, about: &About) -> Vec<Judged<'d>> {
    let mut order: Vec<usize> = (0..lists.list.len()).collect();
    // large ones are looked at first, in case there are too many
    order.sort_by_key(|&at| (std::cmp::Reverse(lists.list[at].objects.len().min(30)), at));
    order.truncate(MOST_LOOKED_AT);
    order.sort_unstable();
    let all = pieces.list.iter().filter(|piece| piece.form != Form::JsonLd).map(|piece| piece.data.size()).sum();
    // JSON-LD cannot confirm itself
    let unnamed = About { named: FxHashSet::default(), ..about.clone() };
    let about_of = |at: usize| if lists.list[at].form == Form::JsonLd { &unnamed } else { about };
    let judged = order.into_iter().filter_map(|at| judge_one(lists, at, about_of(at), all));
    let mut judged: Vec<Judged<'d>> = judged.collect();
    agree(&lists.list, &mut judged);
    judged.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.number.cmp(&b.number)));
    judged
}

fn judge_one<'d>(lists: &Lists<'d>, number: usize, about: &About, all: usize) -> Option<Judged<'d>> {
    let list = &lists.list[number];
    let flat = flatten(list, &lists.named, &about.language, SAMPLE);
    let meanings = meanings(&flat, about);
    let at_title = meanings.iter().position(|m| m.role == Some(Role::Title))?;
    let title = &meanings[at_title];
    let texts = flat.fields[at_title].values.iter().flatten();
    let titles: FxHashSet<String> = texts.map(|value| value.text().to_lowercase()).collect();
    let mut parts = parts(list, &meanings, title, titles.len());
    parts.push(("one_object", -3.0 * about.one_object));
    parts.push(("own", if about.is_among(&titles) { -2.0 } else { 0.0 }));
    parts.push(("share", 1.6 * (share_of(list, all) / LARGE_SHARE).min(1.0) - 0.6));
    parts.push(("variants", if have_one_beginning(&titles) { -1.5 } else { 0.0 }));
    let score = parts.iter().map(|(_, value)| value).sum();
    Some(Judged { number, flat, meanings, score, parts, titles })
}

/// A list with at least this share of all values in the state is what the state is for.
const LARGE_SHARE: f64 = 0.35;

/// The share of all values in the state that a list has, estimated from its first objects.
fn share_of(list: &List<'_>, all: usize) -> f64 {
    let looked_at = list.objects.len().min(10);
    let size: usize = list.objects[..looked_at].iter().map(|object| object.size()).sum();
    size as f64 / looked_at.max(1) as f64 * list.objects.len() as f64 / all.max(1) as f64
}

/// The contribution of the number of records: few records are a selection rather than a list.
fn worth_of_count(count: usize) -> f64 {
    let tens = (count.min(40) as f64 / 10.0).ln();
    1.0 + tens * if count < 10 { 1.4 } else { 0.9 }
}

/// Whether almost all titles begin with the same two words: then they are variants of one thing.
fn have_one_beginning(titles: &FxHashSet<String>) -> bool {
    let mut beginnings: FxHashMap<Vec<&str>, usize> = FxHashMap::default();
    for title in titles {
        *beginnings.entry(title.split_whitespace().take(2).collect()).or_default() += 1;
    }
    let most = beginnings.iter().filter(|(words, _)| words.len() == 2).map(|(_, count)| *count).max().unwrap_or(0);
    // variants are named by their options: "Blue / Large"
    let choices = titles.iter().filter(|title| title.contains(" / ")).count();
    titles.len() >= 3 && (most * 10 >= titles.len() * 9 || choices * 10 >= titles.len() * 8)
}

/// The contributions to the score that do not depend on other lists.
fn parts(list: &List<'_>, meanings: &[Meaning], title: &Meaning, titles: usize) -> Vec<(&'static str, f64)> {
    let has_role =
        |role: Role| f64::from(u8::from(meanings.iter().any(|m| m.role == Some(role) && m.profile.fill >= 0.5)));
    let words = words_on(&list.path);
    let last: Vec<String> = words.iter().rev().take(3).cloned().collect();
    let varying =
        meanings.iter().filter(|m| m.profile.fill >= 0.5 && m.profile.distinct >= 0.3 && m.profile.bools < 0.5).count();
    let identified = meanings.iter().any(|m| {
        m.profile.fill >= 0.9
            && m.profile.distinct >= 0.95
            && (m.profile.numbers >= 0.9 || m.profile.codes >= 0.9 || m.profile.slugs >= 0.9)
    });
    let is = |test: bool| f64::from(u8::from(test));
    vec![
        ("title", title.as_title.min(3.5) * 0.6),
        ("words", (title.profile.words.min(8.0) - 2.0) * 0.12),
        ("count", worth_of_count(list.objects.len())),
        ("titles", -1.5 * (1.0 - (titles as f64 / list.objects.len().min(SAMPLE) as f64).min(1.0))),
        ("url", 0.7 * has_role(Role::Url)),
        ("identified", 0.3 * is(identified)),
        ("image", 0.7 * has_role(Role::Image)),
        ("price", 0.9 * has_role(Role::Price)),
        ("date", 0.5 * has_role(Role::Date)),
        ("text", 0.4 * has_role(Role::Text)),
        ("rating", 0.3 * has_role(Role::Rating).max(has_role(Role::Reviews))),
        ("varying", (varying.min(30) as f64 + 1.0).ln() * 0.6),
        ("beside", -1.6 * is(has(&words, BESIDE))),
        ("beside_last", -is(has(&last, BESIDE))),
        ("matter", 0.5 * is(has(&last, MATTER))),
        (
            "form",
            match list.form {
                Form::JsonLd => -0.4,
                Form::Json | Form::Literal | Form::Flight | Form::Indexed | Form::Function | Form::Attribute => 0.0,
            },
        ),
        ("joined", -0.4 * is(list.joined)),
    ]
}

/// Raises the score of lists whose titles also occur in another piece of state: a page repeats what it is for.
fn agree(lists: &[List<'_>], judged: &mut [Judged<'_>]) {
    let mut pieces: FxHashMap<&str, FxHashSet<usize>> = FxHashMap::default();
    for one in judged.iter() {
        for title in &one.titles {
            pieces.entry(title).or_default().insert(lists[one.number].piece);
        }
    }
    let gains: Vec<f64> = judged
        .iter()
        .map(|one| {
            let shared = one.titles.iter().filter(|title| pieces[title.as_str()].len() >= 2).count();
            shared as f64 / one.titles.len().max(1) as f64
        })
        .collect();
    for (one, gain) in judged.iter_mut().zip(gains) {
        one.parts.push(("agrees", 1.0 * gain));
        one.score += 1.0 * gain;
    }
}

/// A list whose score is lower than this, together with the other evidence, is not taken to be the page's.
const LEAST_SCORE: f64 = 6.6;

/// A part of the page's list may have a score this much lower than the best.
const LESS_FOR_PARTS: f64 = 3.5;

/// The least share of fields that a part has in common with the list.
const LEAST_COMMON: f64 = 0.6;

/// The most path steps that the parts of one list may not share.
const OWN_STEPS: usize = 3;

/// The list that the page is for: the best one, if there is enough evidence that the page is one of a list, together
/// with neighbouring lists that have the same structure and other records.
pub(crate) fn best<'j, 'd>(lists: &[List<'_>], judged: &'j [Judged<'d>], about: &About) -> Vec<&'j Judged<'d>> {
    let accepted = |best: &&Judged<'d>| {
        let more: f64 = evidence(&lists[best.number], best, about).iter().map(|(_, value)| value).sum();
        best.score + more >= LEAST_SCORE
    };
    let Some(best) = judged.first().filter(accepted) else { return Vec::new() };
    let mut parts = vec![best];
    for one in &judged[1..] {
        let is_part = one.score >= best.score - LESS_FOR_PARTS
            && lists[one.number].piece == lists[best.number].piece
            && is_near(&lists[one.number].path, &lists[best.number].path)
            && title_of(one) == title_of(best)
            && common_fields(one, best) >= LEAST_COMMON
            && parts.iter().all(|part| {
                one.titles.iter().filter(|title| part.titles.contains(*title)).count() * 10 < one.titles.len()
            });
        if is_part {
            parts.push(one);
        }
    }
    parts.sort_by_key(|part| part.number);
    parts
}

/// Path steps that say nothing about what is there.
const GENERAL: &[&str] = &["nodes", "edges", "items", "data"];

/// Whether two lists are near each other, have the same name, and neither is irrelevant.
fn is_near(one: &str, other: &str) -> bool {
    let steps = |path: &str| path.split('.').map(str::to_owned).collect::<Vec<String>>();
    let (one, other) = (steps(&one.replace("[]", "")), steps(&other.replace("[]", "")));
    let shared = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let own = |path: &[String]| path.len() - shared <= OWN_STEPS && !has(&words_of(&path[shared..].join(".")), BESIDE);
    let called = |path: &[String]| path.iter().rev().find(|step| !GENERAL.contains(&step.as_str())).cloned();
    shared >= 2 && own(&one) && own(&other) && called(&one) == called(&other)
}

fn title_of<'j>(judged: &'j Judged<'_>) -> Option<&'j [&'j str]> {
    judged.field(Role::Title).map(|at| judged.flat.fields[at].names.as_slice())
}

/// The share of fields that two lists have in common.
fn common_fields(one: &Judged<'_>, other: &Judged<'_>) -> f64 {
    let names = |judged: &Judged<'_>| -> FxHashSet<String> {
        judged.flat.fields.iter().map(|field| field.names.join(".")).collect()
    };
    let (one, other) = (names(one), names(other));
    let common = one.intersection(&other).count();
    common as f64 / one.len().min(other.len()).max(1) as f64
}
