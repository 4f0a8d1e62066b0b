//! The words of bylines: those before a name, and those in the place of one.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::recognize::AnyOf;

/// Words that precede an author's name, in lower case. Without this list, bylines without markup are not found.
const BY: &[&str] = &[
    "by",
    "view all posts by",
    "all posts by",
    "posts by",
    "articles by",
    "authored by",
    "contributed by",
    "reported by",
    "written by",
    "posted by",
    "published by",
    "words by",
    "story by",
    "author",
    "authors",
    "text",
    "von",
    "autor",
    "autorin",
    "verfasst von",
    "geschrieben von",
    "ein beitrag von",
    "par",
    "auteur",
    "rédigé par",
    "écrit par",
    "publié par",
    "propos recueillis par",
    "por",
    "autora",
    "escrito por",
    "publicado por",
    "di",
    "da",
    "autore",
    "testo di",
    "a cura di",
    "scritto da",
    "door",
    "tekst",
    "geschreven door",
    "av",
    "skriven av",
    "skrevet av",
    "af",
    "skrevet af",
    "kirjoittaja",
    "kirjoittanut",
    "przez",
    "napisał",
    "napisała",
    "napsal",
    "napsala",
    "písal",
    "piše",
    "napisao",
    "napisala",
    "írta",
    "scris de",
    "de",
    "yazan",
    "автор",
    "автор текста",
    "γράφει",
    "γράφει ο",
    "γράφει η",
    "του",
    "της",
    "oleh",
    "ditulis oleh",
    "作者",
    "撰文",
    "记者",
    "記者",
    "本报记者",
    "本報記者",
    "取材・文",
    "執筆",
    "기자",
    "كتب",
    "كتبت",
    "كتبه",
    "بقلم",
    "الكاتب",
    "نویسنده",
    "نوشته",
    "خبرنگار",
    "מאת",
    "כתב",
    "כתבה",
    "โดย",
    "ผู้เขียน",
    "द्वारा",
];

/// Words for the text or its author that precede a name behind a colon or a stroke; without one they belong to what follows.
const LABELS: &[&str] = &[
    "texte",
    "texto",
    "testo",
    "szöveg",
    "haber",
    "yazar",
    "reporter",
    "penulis",
    "autrice",
    "tekstas",
    "autorius",
    "teksts",
    "autors",
    "текст",
    "корреспондент",
    "κείμενο",
    "συντάκτης",
    "bài",
    "文",
    "取材",
    "글",
    "글쓴이",
    "작성자",
    "تقرير",
    "إعداد",
    "گزارش",
    "เรื่อง",
    "skribent",
    "teksti",
    "szerző",
    "tác giả",
    "ライター",
    "筆者",
    "著者",
    "執筆者",
    "avtor",
    "लेखक",
];
/// Words of [`BY`] that are also the first of many surnames: alone before one word they belong to it.
pub(super) const PARTICLES: &[&str] = &["di", "da", "de", "von", "por", "par"];

/// The length of the longest of them, in bytes.
pub(super) const LONGEST_BY: usize = 26;
/// The words of [`BY`] and [`LABELS`], with whether they are labels, by how they begin and end: few are tried on a text.
pub(super) struct Leads {
    pub(super) by_first: FxHashMap<char, Vec<(&'static str, bool)>>,
    pub(super) by_last: FxHashMap<char, Vec<&'static str>>,
}

pub(super) static LEADS: LazyLock<Leads> = LazyLock::new(|| {
    let mut leads = Leads { by_first: FxHashMap::default(), by_last: FxHashMap::default() };
    for (by, is_label) in BY.iter().map(|by| (*by, false)).chain(LABELS.iter().map(|label| (*label, true))) {
        by.chars().next().into_iter().for_each(|c| leads.by_first.entry(c).or_default().push((by, is_label)));
        by.chars().next_back().into_iter().for_each(|c| leads.by_last.entry(c).or_default().push(by));
    }
    leads
});

/// Parts of words, in lower case, for whoever runs a site or writes for it, in the place of a name; no name has them.
static OFFICES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "super user",
        "superuser",
        "webmaster",
        "redak",
        "redac",
        "redaz",
        "rédac",
        "redatt",
        "редак",
        "newsroom",
        "news desk",
        "editorial",
        "press office",
        "correspondent",
        "編集",
        "编辑",
        "記者",
        "记者",
        "编者",
        "toimitus",
        "haber merkezi",
        "szerkeszt",
        "redigering",
        "contributor",
    ])
});

/// Such words that are parts of names as well, as in "Hauser" and "Staffan": whole words only, or with a digit behind them.
const WHOLE_OFFICES: [&str; 18] = [
    "admin",
    "administrator",
    "anonym",
    "anonymous",
    "author",
    "authors",
    "editor",
    "editors",
    "guest",
    "reporter",
    "reporters",
    "staff",
    "szerk",
    "team",
    "teams",
    "user",
    "users",
    "webteam",
];

/// Whether a text says what somebody is, and not who.
pub(super) fn is_office(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words =
        lower.split(|c: char| !c.is_alphanumeric()).map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    OFFICES.is_in(&lower) || words.any(|word| WHOLE_OFFICES.contains(&word))
}

/// Degrees and the like as they stand behind names, without full stops.
const DEGREES: [&str; 54] = [
    "BA", "BS", "BSc", "BSN", "CFA", "CFP", "CMT", "CNS", "CPA", "CPT", "CSCS", "DC", "DDS", "DMD", "DO", "DPhil",
    "DPT", "DVM", "EdD", "Esq", "JD", "Jr", "LCSW", "LD", "LDN", "LLM", "LMFT", "LMHC", "LPC", "MA", "MBA", "MD",
    "MEd", "MFA", "MPH", "MS", "MSc", "MSN", "MSW", "NP", "OD", "PA", "PharmD", "PhD", "PsyD", "RD", "RDN", "RN",
    "RPh", "Sr", "VMD", "CISSP", "PMP", "CPsychol",
];

/// Whether the text behind a name is a comma with degrees: the first is well known, any others look like it.
pub(super) fn is_of_degrees(behind: &str) -> bool {
    let Some(degrees) = behind.strip_prefix(',') else { return false };
    let plain = |word: &str| word.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let mut words = degrees.split([',', ' ']).map(plain).filter(|word| !word.is_empty());
    let is_like = |word: &str| word.len() <= 6 && word.chars().filter(|c| c.is_uppercase()).count() >= 2;
    words.next().is_some_and(|first| DEGREES.contains(&first.as_str())) && words.all(|word| is_like(&word))
}

/// Words, in lower case, behind which a name is of somebody else than who wrote the text: pictures, checks, translations.
static OF_HELPERS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "photo",
        "image",
        "illustrat",
        "picture",
        "graphic",
        "video",
        "review",
        "edited by",
        "fact",
        "checked",
        "verif",
        "approv",
        "translat",
        "foto",
        "bild",
        "fotó",
        "grafi",
        "übersetz",
        "geprüft",
        "traduc",
        "traduit",
        "traduz",
        "tradot",
        "vertal",
        "фото",
        "перевод",
        "редактор",
        "иллюстр",
        "摄影",
        "图/",
        "图：",
        "写真",
        "撮影",
        "編集",
        "編輯",
        "编辑",
        "责任编辑",
        "翻译",
        "翻訳",
        "사진",
        "تصوير",
        "צילום",
        "φωτο",
    ])
});

/// Whether the text before a name says that it is of somebody else than who wrote the text.
pub(super) fn is_of_helper(before: &str) -> bool {
    OF_HELPERS.is_in(&before.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_before_names_is_longer_than_the_longest() {
        assert_eq!(BY.iter().chain(LABELS).map(|by| by.len()).max(), Some(LONGEST_BY));
    }

    #[test]
    fn degrees_stand_behind_names() {
        for behind in [", MD", ", Ph.D.", ", MS, RD, FAND", ", M.D. FACLM", ", Jr."] {
            assert!(is_of_degrees(behind), "{behind}");
        }
        for behind in ["", " MD", ", USA TODAY", ", MD of the clinic", ", Ma", ", Boston"] {
            assert!(!is_of_degrees(behind), "{behind}");
        }
    }

    #[test]
    fn offices_are_words_and_no_parts_of_names() {
        for office in
            ["Super User", "admin2", "Sportredaktion", "The Herald Staff", "Author", "WebTeam", "Editorial Team"]
        {
            assert!(is_office(office), "{office}");
        }
        for name in ["Eva Hauser", "Staffan Berg", "Ann Teamer", "Guestave Roy", "Badminton"] {
            assert!(!is_office(name), "{name}");
        }
    }
}
