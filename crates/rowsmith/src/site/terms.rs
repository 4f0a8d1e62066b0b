//! Terms of a page: tokens without stop words, stemmed by the page's language (FOREST 3.1).

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::{FxHashMap, FxHashSet};
use unicode_segmentation::UnicodeSegmentation;
use whatlang::Lang;

use crate::dom::{Display, Document, NodeId, Tag, display, is_hidden};

/// The number of a term of a [`Vocabulary`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

impl TermId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The terms of the pages of a site, numbered in the order of their first occurrence.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    numbers: FxHashMap<String, TermId>,
}

impl Vocabulary {
    /// The number of terms.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    fn number(&mut self, term: &str) -> TermId {
        if let Some(&number) = self.numbers.get(term) {
            return number;
        }
        let number = TermId(self.numbers.len() as u32);
        self.numbers.insert(term.to_owned(), number);
        number
    }
}

/// How the words of one language are processed.
pub struct Language {
    /// The ISO 639-1 code, if the language was recognised.
    pub code: Option<&'static str>,
    stop_words: FxHashSet<&'static str>,
    stemmer: Option<Stemmer>,
}

/// How many bytes of text are used to recognise the language.
const DETECTED: usize = 20_000;

impl Language {
    /// The language of a text, recognised by its trigrams. If it is not recognised (the text is short, or the language
    /// unknown), words are neither dropped nor stemmed.
    pub fn of(text: &str) -> Language {
        let mut end = text.len().min(DETECTED);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let code =
            whatlang::detect(&text[..end]).filter(|info| info.is_reliable()).and_then(|info| code_of(info.lang()));
        Language::with(code)
    }

    /// The language with this ISO 639-1 code.
    pub fn with(code: Option<&'static str>) -> Language {
        let stop_words = code.and_then(stop_words::lookup).map(|words| words.iter().copied().collect());
        Language { code, stop_words: stop_words.unwrap_or_default(), stemmer: code.and_then(stemmer) }
    }

    /// The terms of a text, in order.
    pub fn terms(&self, text: &str, vocabulary: &mut Vocabulary, out: &mut Vec<TermId>) {
        for word in text.unicode_words() {
            let word = word.to_lowercase();
            if self.stop_words.contains(word.as_str()) {
                continue;
            }
            let stem = self.stemmer.as_ref().map_or(std::borrow::Cow::Borrowed(word.as_str()), |s| s.stem(&word));
            out.push(vocabulary.number(&stem));
        }
    }
}

/// The ISO 639-1 codes of the languages with stop words or a stemmer.
fn code_of(language: Lang) -> Option<&'static str> {
    Some(match language {
        Lang::Ara => "ar",
        Lang::Bul => "bg",
        Lang::Cat => "ca",
        Lang::Ces => "cs",
        Lang::Cmn => "zh",
        Lang::Dan => "da",
        Lang::Deu => "de",
        Lang::Ell => "el",
        Lang::Eng => "en",
        Lang::Fin => "fi",
        Lang::Fra => "fr",
        Lang::Heb => "he",
        Lang::Hin => "hi",
        Lang::Hrv => "hr",
        Lang::Hun => "hu",
        Lang::Ind => "id",
        Lang::Ita => "it",
        Lang::Jpn => "ja",
        Lang::Kor => "ko",
        Lang::Lav => "lv",
        Lang::Lit => "lt",
        Lang::Nld => "nl",
        Lang::Nob => "no",
        Lang::Pes => "fa",
        Lang::Pol => "pl",
        Lang::Por => "pt",
        Lang::Ron => "ro",
        Lang::Rus => "ru",
        Lang::Slk => "sk",
        Lang::Slv => "sl",
        Lang::Spa => "es",
        Lang::Swe => "sv",
        Lang::Tam => "ta",
        Lang::Tha => "th",
        Lang::Tur => "tr",
        Lang::Ukr => "uk",
        Lang::Vie => "vi",
        _ => return None,
    })
}

fn stemmer(code: &str) -> Option<Stemmer> {
    let algorithm = match code {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "nl" => Algorithm::Dutch,
        "en" => Algorithm::English,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "no" => Algorithm::Norwegian,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "es" => Algorithm::Spanish,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    };
    Some(Stemmer::create(algorithm))
}

/// The terms of a page in document order, and where those of each node begin.
#[derive(Debug)]
pub struct PageTerms {
    /// The terms.
    pub terms: Vec<TermId>,
    /// For each node, how many terms come before it; has one entry more than there are nodes.
    pub starts: Vec<u32>,
    /// The ISO 639-1 code of the page's language, recognised from its text.
    pub language: Option<&'static str>,
}

impl PageTerms {
    /// Collects the terms of what a reader sees. Takes linear time.
    pub fn new(document: &Document, vocabulary: &mut Vocabulary) -> PageTerms {
        let shown = shown_texts(document);
        let mut sample = String::new();
        for &id in &shown {
            sample.push_str(document.raw_text(id));
            sample.push(' ');
            if sample.len() > DETECTED {
                break;
            }
        }
        let language = Language::of(&sample);
        let mut terms = Vec::new();
        let mut starts = Vec::with_capacity(document.len() + 1);
        for id in shown {
            starts.resize(id.index() + 1, terms.len() as u32);
            language.terms(document.raw_text(id), vocabulary, &mut terms);
        }
        starts.resize(document.len() + 1, terms.len() as u32);
        PageTerms { terms, starts, language: language.code }
    }

    /// The number of terms in a subtree.
    pub fn count(&self, document: &Document, id: NodeId) -> u32 {
        self.starts[document.end(id).index()] - self.starts[id.index()]
    }

    /// The terms of a subtree.
    pub fn within(&self, document: &Document, id: NodeId) -> &[TermId] {
        &self.terms[self.starts[id.index()] as usize..self.starts[document.end(id).index()] as usize]
    }
}

/// The texts of the body that are not blank and that a reader sees, in document order.
pub fn shown_texts(document: &Document) -> Vec<NodeId> {
    let mut shown = Vec::new();
    let mut at = Document::ROOT;
    while at.index() < document.len() {
        let tag = document.tag(at);
        if tag == Tag::TEXT {
            if !document.raw_text(at).trim().is_empty() {
                shown.push(at);
            }
        } else if at != Document::ROOT && (display(tag) == Display::None || is_hidden(document, at)) {
            at = document.end(at);
            continue;
        }
        at = NodeId(at.0 + 1);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn stop_words_go_and_the_rest_is_stemmed() {
        let text =
            "The festivals were celebrated in all of the old villages, and a festival was planned for the winter.";
        let english = Language::of(text);
        assert_eq!(english.code, Some("en"));
        let mut vocabulary = Vocabulary::default();
        let mut terms = Vec::new();
        english.terms("The festivals of a festival", &mut vocabulary, &mut terms);
        assert_eq!(terms, [TermId(0), TermId(0)]);
    }

    #[test]
    fn terms_are_counted_by_subtree() {
        let page =
            parse(b"<title>x</title><div>one two<p>three</div><script>no</script>four", &ParseOptions::default());
        let page = page.unwrap();
        let mut vocabulary = Vocabulary::default();
        let terms = PageTerms::new(&page, &mut vocabulary);
        let div = page.nodes().find(|&n| page.tag(n) == Tag::DIV).unwrap();
        assert_eq!((terms.terms.len(), terms.count(&page, div)), (4, 3));
    }
}
