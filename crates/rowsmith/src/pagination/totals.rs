//! The number of records and pages that a page states: "1-24 of 271", "271 results", "page 2 of 12".

use crate::dom::{Display, display};
use crate::dom::{Document, NodeId, is_hidden, is_raw_text, line};

/// What a page states about its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stated {
    /// The number of records on all pages together.
    pub(crate) total: Option<u64>,
    /// The number of this page.
    pub(crate) page: Option<u32>,
    /// The number of pages.
    pub(crate) pages: Option<u32>,
}

/// The longest text, in characters, that makes such a statement.
const LONGEST: usize = 80;
/// The most records that a single page shows.
const MOST_ON_PAGE: u64 = 1_000;

/// Numbers that may be years.
const YEARS: std::ops::RangeInclusive<u64> = 1900..=2100;

/// Words for the things that are counted.
const THINGS: &[&str] = &[
    "results",
    "result",
    "items",
    "item",
    "products",
    "product",
    "entries",
    "matches",
    "hits",
    "records",
    "listings",
    "jobs",
    "homes",
    "properties",
    "vehicles",
    "cars",
    "offers",
    "articles",
    "ergebnisse",
    "ergebnissen",
    "treffer",
    "produkte",
    "produkten",
    "artikel",
    "einträge",
    "einträgen",
    "angebote",
    "stellen",
    "résultats",
    "résultat",
    "produits",
    "annonces",
    "offres",
    "resultados",
    "resultado",
    "productos",
    "artículos",
    "anuncios",
    "ofertas",
    "produtos",
    "artigos",
    "anúncios",
    "risultati",
    "prodotti",
    "articoli",
    "annunci",
    "resultaten",
    "producten",
    "artikelen",
    "resultat",
    "produkter",
    "varor",
    "annonser",
    "treff",
    "resultater",
    "tulosta",
    "tuotetta",
    "wyników",
    "wyniki",
    "produktów",
    "ogłoszeń",
    "výsledků",
    "produktů",
    "találat",
    "termék",
    "rezultate",
    "produse",
    "результатов",
    "результата",
    "товаров",
    "товара",
    "объявлений",
    "объявления",
    "найдено",
    "sonuç",
    "ürün",
    "ilan",
    "αποτελέσματα",
    "προϊόντα",
    "תוצאות",
    "نتيجة",
    "نتائج",
    "hasil",
    "kết",
    "件",
    "条",
    "個",
    "개",
    "건",
];
/// Words between a number and the total.
const OF: &[&str] = &[
    "of", "von", "sur", "de", "di", "van", "av", "af", "z", "ze", "dari", "из", "з", "od", "din", "/", "της", "από",
    "trong",
];
/// Words between the first and the last number of the records on a page.
const TO: &[&str] = &["to", "bis", "à", "a", "al", "tot", "till", "til", "do", "до", "hasta", "até"];
/// Words for a page, as in "page 2 of 12".
const PAGE: &[&str] = &[
    "page",
    "seite",
    "página",
    "pagina",
    "sivu",
    "sida",
    "side",
    "страница",
    "стр",
    "strona",
    "strana",
    "stránka",
    "oldal",
    "sayfa",
    "σελίδα",
    "halaman",
    "trang",
];

/// What the texts of a page state. The first statement of each kind counts. Takes time linear in the size of the page.
pub(crate) fn stated(document: &Document) -> Stated {
    let mut stated = Stated::default();
    for node in document.nodes().filter(|&node| is_short_block(document, node)) {
        let text = line(document, node, document.end(node));
        if text.len() > LONGEST * 3 || text.chars().count() > LONGEST {
            continue;
        }
        let words = words(&text);
        if stated.total.is_none() {
            stated.total = total(&words);
        }
        if stated.pages.is_none()
            && let Some((page, pages)) = page_of(&words)
        {
            (stated.page, stated.pages) = (Some(page), Some(pages));
        }
        if stated.total.is_some() && stated.pages.is_some() {
            break;
        }
    }
    stated
}

/// Whether an element is a line of its own, or part of one, that may hold such a statement: it is short and has a number.
fn is_short_block(document: &Document, node: NodeId) -> bool {
    if document.is_text(node) || is_raw_text(document.tag(node)) {
        return false;
    }
    let text = document.raw_text(node);
    if !(1..=4 * LONGEST).contains(&text.len())
        || !text.bytes().any(|b| b.is_ascii_digit())
        || is_hidden(document, node)
    {
        return false;
    }
    let is_line = |node: NodeId| {
        display(document.tag(node)) != Display::Inline || document.children(node).any(|child| document.is_text(child))
    };
    // what is only around another line says the same, and is not read twice
    let mut children = document.children(node);
    let only = children.next().filter(|_| children.next().is_none());
    is_line(node) && !only.is_some_and(|child| !document.is_text(child) && is_line(child))
}

/// A token of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    Number(u64),
    /// A dash between numbers.
    To,
    Other(String),
}

/// Splits a text into numbers and words. Thousands may be separated by a comma, a point, a space or an apostrophe.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_ascii_digit() {
            let mut digits = String::new();
            let mut group = 0;
            while let Some(&c) = chars.peek() {
                if c.is_ascii_digit() {
                    digits.push(c);
                    group += 1;
                    chars.next();
                    continue;
                }
                let parts = matches!(c, ',' | '.' | '\u{a0}' | '\u{202f}' | '\'' | '’');
                let mut ahead = chars.clone();
                ahead.next();
                let follow = ahead.take_while(char::is_ascii_digit).count();
                if parts && follow == 3 && group <= 3 {
                    chars.next();
                    group = 0;
                    continue;
                }
                break;
            }
            words.push(digits.parse().map_or(Word::Other(digits), Word::Number));
        } else if c.is_alphabetic() {
            let mut word = String::new();
            while let Some(&c) = chars.peek().filter(|c| c.is_alphabetic()) {
                word.extend(c.to_lowercase());
                chars.next();
            }
            words.push(Word::Other(word));
        } else {
            match c {
                '-' | '–' | '—' | '~' | '−' => words.push(Word::To),
                '/' => words.push(Word::Other("/".to_owned())),
                _ => {}
            }
            chars.next();
        }
    }
    words
}

/// The total number of records in "1-24 of 271" and "271 results".
fn total(words: &[Word]) -> Option<u64> {
    let is_to = |word: &Word| match word {
        Word::To => true,
        Word::Other(word) => TO.contains(&word.as_str()),
        Word::Number(_) => false,
    };
    for (at, window) in words.windows(3).enumerate() {
        let [Word::Number(from), to, Word::Number(last)] = window else { continue };
        // "2026-11-20 21:58" is a day and an hour
        let is_date = at >= 2 && is_to(&words[at - 1]) && matches!(words[at - 2], Word::Number(_));
        if !is_to(to) || last < from || last - from >= MOST_ON_PAGE || is_date {
            continue;
        }
        let behind = &words[at + 3..];
        let all = behind.iter().take(3).find_map(|word| match word {
            Word::Number(n) => Some(*n),
            _ => None,
        });
        // "3 - 5 July 2026" states a year
        let says_of = matches!(behind.first(), Some(Word::Other(of)) if OF.contains(&of.as_str()));
        return all.filter(|all| all >= last && (says_of || !YEARS.contains(all)));
    }
    counted(words)
}

/// The number before a word for the counted things, if it is the statement's only number.
fn counted(words: &[Word]) -> Option<u64> {
    let numbers = words.iter().filter(|word| matches!(word, Word::Number(_))).count();
    if numbers != 1 || words.len() > 8 {
        return None;
    }
    let at = words.iter().position(|word| matches!(word, Word::Number(_)))?;
    let Word::Number(number) = words[at] else { return None };
    let is_thing = |word: &Word| matches!(word, Word::Other(w) if THINGS.contains(&w.as_str()));
    let near = words[at + 1..].iter().take(2).chain(words[..at].iter().rev().take(1));
    near.into_iter().any(is_thing).then_some(number)
}

/// The number of this page and the number of pages in "page 2 of 12".
fn page_of(words: &[Word]) -> Option<(u32, u32)> {
    let at = words.iter().position(|word| matches!(word, Word::Other(w) if PAGE.contains(&w.as_str())))?;
    let [Word::Number(page), Word::Other(of), Word::Number(pages)] = words.get(at + 1..at + 4)? else { return None };
    let fits = OF.contains(&of.as_str()) && 1 <= *page && page <= pages && *pages <= 1_000_000;
    fits.then(|| Some((u32::try_from(*page).ok()?, u32::try_from(*pages).ok()?))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn of(html: &str) -> Stated {
        stated(&parse(html.as_bytes(), &ParseOptions::default()).expect("a page"))
    }

    #[test]
    fn totals_are_read() {
        assert_eq!(of("<p>Showing 1–24 of 1,271 results</p>").total, Some(1271));
        assert_eq!(of("<span>25 to 48 of 271</span>").total, Some(271));
        assert_eq!(of("<p>1 - 10 von 2.345 Treffern</p>").total, Some(2345));
        assert_eq!(of("<h2>557 artikelen</h2>").total, Some(557));
        assert_eq!(of("<p>全 38 件</p>").total, Some(38));
        assert_eq!(of("<p>1-10 of 2026</p>").total, Some(2026));
    }

    /// The number of records of a site was 2026.
    #[test]
    fn a_year_behind_two_days_is_no_total() {
        assert_eq!(of("<p>Open 3 - 5 July 2026</p>").total, None);
        assert_eq!(of("<p>2026-11-20 21:58:20</p>").total, None);
    }

    #[test]
    fn numbers_of_pages_are_read() {
        let stated = of("<div>Page 2 of 12</div>");
        assert_eq!((stated.page, stated.pages), (Some(2), Some(12)));
    }

    #[test]
    fn other_numbers_are_no_totals() {
        assert_eq!(of("<p>Open 9-17 on 5 days</p><p>12 comments</p><p>2010-2020</p>"), Stated::default());
    }
}
