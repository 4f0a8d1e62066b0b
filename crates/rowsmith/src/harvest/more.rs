//! Controls that load more of a list.

/// Words that say that something is loaded, beside those for "more" and "older".
#[rustfmt::skip]
const LOADS: &[&str] = &[
    "load", "weitere", "charger", "cargar", "carregar", "carica", "загрузить", "załaduj", "načíst", "yükle", "muat",
    "加载", "載入", "さらに",
];
/// Controls with longer labels are sentences.
const MOST_WORDS: usize = 6;

/// Whether the label of a button says that it loads more of a list, or older entries, in any of some thirty languages.
/// For whoever drives a browser: what it loads belongs to the list that [`Harvest`](crate::harvest::Harvest) takes.
///
/// ```
/// use rowsmith::harvest::loads_more;
///
/// let labels = ["Load more", "Mehr anzeigen", "Показать ещё", "加载更多", "Show 20 more results"];
/// assert!(labels.iter().all(|label| loads_more(label)));
/// let others = ["Add to cart", "Log out", "Show less", "More about how we use your data and what for"];
/// assert!(!others.iter().any(|label| loads_more(label)));
/// ```
pub fn loads_more(label: &str) -> bool {
    if label.split_whitespace().count() > MOST_WORDS {
        return false;
    }
    let says = crate::pagination::says(label);
    let lower = label.to_lowercase();
    // scripts without spaces have no words
    let is_one = |word: &str, load: &str| if load.is_ascii() { word == load } else { word.starts_with(load) };
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let loads = words.any(|word| LOADS.iter().any(|load| is_one(word, load)));
    says.more || says.older || loads
}
