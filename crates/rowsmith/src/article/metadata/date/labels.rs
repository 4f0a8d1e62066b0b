//! Words that say what a date on a page means.

use std::sync::LazyLock;

use crate::recognize::AnyOf;
use crate::recognize::date::labels::{CHANGED, MEMBERSHIP, last_start};

/// What a date means, by the words beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// When it was published.
    Published,
    /// When it was changed, updated or reviewed.
    Changed,
    /// Something else: since when somebody is a member, until when something holds.
    Other,
}

/// Beginnings of words that say that a date is of something else than the text.
const OTHER: &[&str] = &["expire", "deadline", "valid until", "until", "copyright", "©", "born", "due"];

/// Beginnings of words that say that something was published or written, in lower case.
const PUBLISHED: &[&str] = &[
    "publi",
    "posted",
    "written",
    "created",
    "issued",
    "released",
    "added",
    "posted on",
    "date",
    "veröffentlicht",
    "erschienen",
    "erstellt",
    "geschrieben",
    "paru",
    "mis en ligne",
    "écrit",
    "créé",
    "escrito",
    "creado",
    "criado",
    "postado",
    "pubblicat",
    "scritto",
    "gepubliceerd",
    "geplaatst",
    "datum",
    "publicer",
    "udgivet",
    "skrevet",
    "skriven",
    "julkaist",
    "opublikowan",
    "dodan",
    "publikován",
    "vydáno",
    "zveřejn",
    "megjelen",
    "közzét",
    "опублик",
    "размещен",
    "дата",
    "опубліков",
    "yayın",
    "tarih",
    "发布",
    "發布",
    "发表",
    "公開",
    "投稿",
    "掲載",
    "등록",
    "입력",
    "게시",
    "نشر",
    "פורסם",
    "δημοσ",
    "diterbitkan",
    "dipublikasi",
    "đăng",
    "เผยแพร่",
    "fecha",
];

/// The words for each meaning.
const MEANINGS: [(&[&str], Meaning); 4] = [
    (PUBLISHED, Meaning::Published),
    (OTHER, Meaning::Other),
    (MEMBERSHIP, Meaning::Other),
    (CHANGED, Meaning::Changed),
];

/// All of these words: few texts hold one.
static ANY: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&MEANINGS.map(|(words, _)| words).concat()));

/// What names of elements with a date of a change hold.
static CHANGED_NAMES: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["updat", "modif", "revis", "edited", "lastmod"]));

/// What names of elements with a date of publication hold.
static PUBLISHED_NAMES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&["publi", "posted", "post-date", "post_date", "postdate", "entry-date", "created", "release"])
});

/// What a short text before a date says of it; the last such word counts.
///
/// With these words .878 of the dates of `text` are right, without them .873; and they alone tell a day of publication from one of a change
/// where a page declares neither.
pub(super) fn meaning(text: &str) -> Option<Meaning> {
    let text = text.to_lowercase();
    if !ANY.is_in(&text) {
        return None;
    }
    let last = |words: &[&str]| words.iter().filter_map(|word| last_start(&text, word)).max();
    // of two words at one place the one that says more counts
    let last_words = MEANINGS.into_iter().filter_map(|(words, meaning)| Some((last(words)?, meaning)));
    last_words.max_by_key(|(at, _)| *at).map(|(_, meaning)| meaning)
}

/// What the names of classes and identifiers say of a date in their element.
pub(super) fn meaning_of_names(names: &str) -> Option<Meaning> {
    let names = names.to_ascii_lowercase();
    if CHANGED_NAMES.is_in(&names) {
        Some(Meaning::Changed)
    } else if PUBLISHED_NAMES.is_in(&names) {
        Some(Meaning::Published)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_dates() {
        let of = |text| meaning(text);
        assert_eq!(of("Published on"), Some(Meaning::Published));
        assert_eq!(of("Last updated:"), Some(Meaning::Changed));
        assert_eq!(of("Published 5 May, updated"), Some(Meaning::Changed));
        assert_eq!(of("Updated 6 May. Originally published on"), Some(Meaning::Published));
        assert_eq!(of("Veröffentlicht am"), Some(Meaning::Published));
        assert_eq!(of("最后更新"), Some(Meaning::Changed));
        assert_eq!(of("Joined:"), Some(Meaning::Other));
        assert_eq!(of("by Ann Bloggs"), None);
        assert_eq!(of("the republic"), None, "only whole words begin");
    }

    #[test]
    fn names_of_elements() {
        assert_eq!(meaning_of_names("meta entry-date published"), Some(Meaning::Published));
        assert_eq!(meaning_of_names("header__datemodified"), Some(Meaning::Changed));
        assert_eq!(meaning_of_names("price"), None);
    }
}
