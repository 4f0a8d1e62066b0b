//! The words that a page of results was asked for. Results mention them; the choices of a filter, menus and dialogs
//! beside them seldom do.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::recognize::AnyOf;
use crate::tree::mix;

/// The letters of a word that are compared, so that "clothing" and "clothes" are one word.
const STEM: usize = 5;
/// The least letters of a word that counts.
const LEAST: usize = 3;
/// The least letters of a word if one of the words has as many: then shorter ones are articles and prepositions.
const LEAST_OF_SEVERAL: usize = 4;
/// A search box holds at most this many bytes; more is a text to be edited.
const MOST: usize = 100;
/// What the names of search boxes, and invitations to fill them, hold.
static SEARCH: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "search",
        "query",
        "keyword",
        "suche",
        "suchbegriff",
        "busca",
        "búsqueda",
        "busqueda",
        "pesquis",
        "recherche",
        "cerca",
        "zoek",
        "szuka",
        "hled",
        "sök",
        "поиск",
        "пошук",
        "搜索",
        "検索",
    ])
});
/// What has a part like these, and nothing to do with searching.
const NO_SEARCH: [&str; 2] = ["research", "besuch"];
/// Words in the names of boxes for what to search for.
const QUERY: [&str; 10] = ["q", "qt", "qs", "qry", "s", "k", "kw", "term", "terms", "what"];

/// The words in the filled search boxes of a page, as numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched(FxHashSet<u64>);

impl Searched {
    /// Adds the words in an element if it is a search box that was filled by a visitor. Takes linear time.
    pub(crate) fn add_box(&mut self, document: &Document, input: NodeId) {
        let value = document.attr(input, AttrName::VALUE).unwrap_or_default().trim();
        let is_short = !value.is_empty() && value.len() <= MOST;
        if !is_short || !is_search_box(document, input) || is_invitation(document, input, value) {
            return;
        }
        let mut longest = 0;
        for_each_word(value, |letters, _| longest = longest.max(letters));
        let least = if longest >= LEAST_OF_SEVERAL { LEAST_OF_SEVERAL } else { LEAST };
        for_each_word(value, |letters, stem| {
            if letters >= least {
                self.0.insert(stem);
            }
        });
    }

    /// Whether nothing was searched for.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a text mentions a word that was searched for. Takes linear time.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let mut mentioned = false;
        for_each_word(text, |_, stem| mentioned |= self.0.contains(&stem));
        mentioned
    }
}

/// Whether an element is a box for what to search for, which can be typed into: by its type, or a box for text by its name.
fn is_search_box(document: &Document, input: NodeId) -> bool {
    let kind = document.attr(input, AttrName::TYPE).unwrap_or_default().trim();
    let is_kind = |known: &str| kind.eq_ignore_ascii_case(known);
    let is_named = |name: &str| {
        let name = document.attr_named(input, name).unwrap_or_default().to_lowercase();
        holds_search(&name) || name.split(|c: char| !c.is_ascii_alphabetic()).any(|word| QUERY.contains(&word))
    };
    let is_fixed = ["readonly", "disabled"].iter().any(|name| document.attr_named(input, name).is_some());
    document.tag(input) == Tag::INPUT
        && !is_fixed
        && (is_kind("search") || (is_kind("") || is_kind("text")) && (is_named("name") || is_named("id")))
}

/// Whether a text in lower case has a word for searching.
fn holds_search(lower: &str) -> bool {
    SEARCH.is_in(lower) && !NO_SEARCH.iter().any(|word| lower.contains(word))
}

/// Whether the value of a search box is not what a visitor typed: what the box invites to do, or an address or a template.
fn is_invitation(document: &Document, input: NodeId, value: &str) -> bool {
    let lower = value.to_lowercase();
    let said = |name| document.attr_named(input, name).is_some_and(|text| text.to_lowercase().contains(&lower));
    ["://", "{{", "${", "<%", "..."].iter().any(|part| value.contains(part))
        || value.ends_with('\u{2026}')
        || holds_search(&lower)
        || ["placeholder", "title", "aria-label", "onfocus", "onblur", "onclick"].iter().any(|name| said(name))
}

/// Calls `take` with the letters of each word and its stem as a number, without the `s` of a plural. Scripts without spaces
/// have no words; there, any two neighbouring signs are one, which says as much as a long word and counts as one. A syllable of
/// Korean counts as two letters.
fn for_each_word(text: &str, mut take: impl FnMut(usize, u64)) {
    let (mut letters, mut stem, mut singular, mut sign) = (0, 0, None, None);
    for c in text.chars().chain([' ']) {
        let is_sign = is_unspaced(c);
        if c.is_alphabetic() && !is_sign {
            let before = if letters == 0 { 1 } else { stem };
            // "shoes" is "shoe"; in longer words the end is not compared
            singular = (matches!(c, 's' | 'S') && (LEAST..STEM).contains(&letters)).then_some(before);
            if letters < STEM {
                stem = mix(before, c.to_lowercase().fold(0, |code, lower| code << 32 | u64::from(u32::from(lower))));
            }
            letters += if matches!(c, '\u{ac00}'..='\u{d7a3}') { 2 } else { 1 };
        } else {
            if letters >= LEAST {
                take(letters, singular.unwrap_or(stem));
            }
            letters = 0;
        }
        if let (true, Some(before)) = (is_sign, sign) {
            take(LEAST_OF_SEVERAL, mix(u64::from(u32::from(before)), u64::from(u32::from(c))));
        }
        sign = is_sign.then_some(c);
    }
}

/// Whether a character is of a script that is written without spaces: Thai and Lao, Chinese, Japanese.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn is_mentioned(html: &str, text: &str) -> bool {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let mut searched = Searched::default();
        for id in document.nodes() {
            searched.add_box(&document, id);
        }
        searched.is_in(text)
    }

    #[test]
    fn what_was_searched_for_stands_in_a_text_box() {
        for input in [
            "name=q value='Sport Clothing'",
            "type=search value=clothing",
            "type=TEXT id=siteSearchBox value=clothes",
            "name='ctl00$Master$qry' value=clothes",
            "name=q value='the clothing'",
        ] {
            assert!(is_mentioned(&format!("<input {input}>"), "Clothes make the man"), "{input}");
        }
        for input in [
            "name=q type=hidden value=clothing",
            "name=search type=submit value=clothing",
            "name=email value=clothing",
            "name=q",
            "name=q value='to a'",
            "name=q value='Search clothing'",
            "name=q value='Clothing ...'",
            "name=q value=clothing placeholder=clothing",
            "name=q value=clothing onfocus=\"if (this.value == 'clothing') this.value = ''\"",
            "name=q value=https://example.com/clothing",
            "name=q value=clothing readonly",
            "name=research value=clothing",
        ] {
            assert!(!is_mentioned(&format!("<input {input}>"), "clothing to a search https"), "{input}");
        }
        assert!(!is_mentioned("<input name=q value='the clothing'>", "the"));
        let long = "clothes ".repeat(20);
        assert!(!is_mentioned(&format!("<input name=q value='{long}'>"), "clothes"));
    }

    #[test]
    fn a_plural_is_the_same_word() {
        for (one, other) in
            [("lamp", "Lamps"), ("shoes", "shoe"), ("jobs", "a job"), ("glass", "glass"), ("bus", "bus")]
        {
            assert!(is_mentioned(&format!("<input name=q value={one}>"), other), "{one}, {other}");
        }
        assert!(!is_mentioned("<input name=q value=bus>", "bush"));
    }

    #[test]
    fn words_of_other_scripts_are_known() {
        assert!(is_mentioned("<input name=q value=Ноутбуки>", "НОУТБУК Asus"));
        assert!(is_mentioned("<input name=q value=京都観光>", "嵐山の観光"));
        assert!(!is_mentioned("<input name=q value=京都観光>", "大阪"));
        assert!(is_mentioned("<input name=q value=서울>", "서울 호텔"));
        assert!(is_mentioned("<input name=q value=ที่พัก>", "ค้นหาที่พักในกรุงเทพ"));
        assert!(!is_mentioned("<input name=q value='Поиск по сайту'>", "по сайту"));
    }
}
