//! What stands behind a label: codes and brands, among the properties and in short texts around the headline.

use crate::dom::NodeId;
use crate::item::shown::view::View;
use crate::item::text::folded;
use crate::types::Property;

/// The value of the first property with one of these names.
pub(crate) fn labelled<'p>(properties: &'p [Property], words: &[&str]) -> Option<&'p str> {
    let is = |name: &str| words.contains(&bare(name).as_str());
    properties.iter().find(|property| is(&property.name)).map(|property| property.value.as_str())
}

/// The letters and digits of a label, in lower case.
fn bare(label: &str) -> String {
    label.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// A short text with a label, outside of properties.
pub(crate) struct LabelledText {
    /// The letters and digits of the label, in lower case.
    label: String,
    value: String,
}

/// The labelled texts around the headline, such as "SKU: 123", in document order.
pub(crate) fn labelled_texts(view: &View<'_>, headline: NodeId) -> Vec<LabelledText> {
    let document = view.document;
    let from = headline.index().saturating_sub(60);
    let to = (headline.index() + 3_000).min(document.len());
    let of = |index: usize| {
        let id = NodeId(index as u32);
        if document.is_text(id) || !view.is_own(id) {
            return None;
        }
        let text = view.short(id, 80)?;
        let (label, value) = match text.split_once([':', '#', '：']).or_else(|| text.split_once(". ")) {
            Some((label, value)) => (label.to_owned(), value.to_owned()),
            None => label_beside(view, id)?,
        };
        let value = value.trim().trim_start_matches(['#', ':']).trim();
        let is_value = !value.is_empty() && value.split_whitespace().count() <= 4;
        is_value.then(|| LabelledText { label: bare(&label), value: value.to_owned() })
    };
    (from..to).filter_map(of).collect()
}

/// Shorter numbers beside a label count something.
const LEAST_CODE: usize = 5;

/// The two texts of an element, of which the first is a label of a brand, or the second a code: `<strong>SKU</strong> <div>RC-40</div>`.
fn label_beside(view: &View<'_>, id: NodeId) -> Option<(String, String)> {
    let document = view.document;
    if view.texts(id) != 2 {
        return None;
    }
    let says = |&id: &NodeId| document.is_text(id) && view.texts(id) > 0;
    let mut texts = document.subtree(id).filter(says).map(|text| folded(document.raw_text(text)));
    let (label, value) = (texts.next()?, texts.next()?);
    // "Article 3" and "Item 1" are places on a list
    let is_code = !value.contains(' ')
        && value.bytes().any(|b| b.is_ascii_digit())
        && (value.len() >= LEAST_CODE || value.contains(|c: char| c.is_ascii_alphabetic()));
    if BRAND.contains(&bare(&label).as_str()) {
        return Some((label, value));
    }
    (is_code && !label.contains(char::is_numeric)).then_some((label, value))
}

/// The value of the first of them with one of these labels.
pub(crate) fn labelled_text<'t>(texts: &'t [LabelledText], words: &[&str]) -> Option<&'t str> {
    let is_called = |LabelledText { label, .. }: &&LabelledText| {
        words.iter().any(|word| label == word || word.len() > 6 && label.len() < 24 && label.ends_with(word))
    };
    texts.iter().find(is_called).map(|text| text.value.as_str())
}

/// Labels of the shop's own identifier.
pub(crate) const SKU: [&str; 47] = [
    "sku",
    "item",
    "itemno",
    "itemnumber",
    "itemcode",
    "itemid",
    "productcode",
    "productid",
    "productnumber",
    "articlenumber",
    "articleno",
    "article",
    "artnr",
    "artikelnummer",
    "artikelnr",
    "bestellnummer",
    "référence",
    "reference",
    "ref",
    "referencia",
    "codice",
    "asin",
    "referenz",
    "réf",
    "référenceproduit",
    "codiceprodotto",
    "codicearticolo",
    "códigoproducto",
    "códigodeproducto",
    "códigodoproduto",
    "kodproduktu",
    "kódproduktu",
    "kódzboží",
    "numerkatalogowy",
    "katalogovéčíslo",
    "indeks",
    "артикул",
    "кодтовара",
    "cikkszám",
    "ürünkodu",
    "varenummer",
    "tuotenumero",
    "stockcode",
    "商品番号",
    "商品コード",
    "品番",
    "货号",
];
/// Labels that are the shop's own identifier where there is none of these, since other codes may have them, too.
pub(crate) const CODE: [&str; 5] = ["code", "código", "codigo", "kód", "kod"];
/// Labels of the manufacturer's part number.
pub(crate) const MPN: [&str; 7] =
    ["mpn", "part", "manufacturerpartnumber", "partnumber", "mfrpart", "herstellernummer", "herstellerartikelnummer"];
/// Labels that are the manufacturer's part number where there is none of these.
pub(crate) const MODEL: [&str; 4] = ["modelnumber", "itemmodelnumber", "model", "型番"];
/// Labels of GTINs.
pub(crate) const GTIN: [&str; 27] = [
    "gtin",
    "ean",
    "upc",
    "barcode",
    "isbn13",
    "isbn",
    "gtin13",
    "eancode",
    "ean13",
    "ean8",
    "gtin14",
    "gtin12",
    "gtin8",
    "upca",
    "eankód",
    "kodean",
    "códigodebarras",
    "codigodebarras",
    "codiceabarre",
    "codebarres",
    "codeàbarres",
    "strichcode",
    "streckkod",
    "barkod",
    "kodkreskowy",
    "čárovýkód",
    "штрихкод",
];
/// Labels of the manufacturer.
pub(crate) const BRAND: [&str; 25] = [
    "brand",
    "brandname",
    "manufacturer",
    "marke",
    "hersteller",
    "marque",
    "marca",
    "merk",
    "vendor",
    "fabricante",
    "varumärke",
    "mærke",
    "merke",
    "produsent",
    "fabrikant",
    "producent",
    "producător",
    "produttore",
    "marchio",
    "značka",
    "výrobce",
    "gyártó",
    "бренд",
    "производитель",
    "marka",
];
