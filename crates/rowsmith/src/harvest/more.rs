//! Controls that load more of a list.

/// Words that say that something is loaded, beside those for "more" and "older".
#[rustfmt::skip]
const LOADS: &[&str] = &[
    "load", "weitere", "cargar", "carregar", "carica", "загрузить", "załaduj", "načíst", "yükle", "muat",
    "加载", "載入", "さらに",
];
/// Words for "more" that are also parts of names ("USB hub Plus"), and words beside which they mean it.
const OFTEN_NAMES: &[&str] = &["plus", "mer", "mais"];
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "voir", "afficher", "charger", "montrer", "lire", "en", "de", "visa", "ladda", "vis", "last", "se", "ver", "carregar", "mostrar",
    "exibir",
];
/// Controls with longer labels are sentences.
const MOST_WORDS: usize = 6;

/// Whether the label of a button says that it loads more of a list, or older entries, in any of some thirty languages.
/// For whoever drives a browser: what it loads belongs to the list that [`Harvest`](crate::harvest::Harvest) takes.
///
/// ```
/// use rowsmith::harvest::loads_more;
///
/// let labels = ["Load more", "Mehr anzeigen", "Voir plus", "Показать ещё", "加载更多", "Show 20 more results"];
/// assert!(labels.iter().all(|label| loads_more(label)));
/// let others = ["Add to cart", "USB hub Plus", "Log out", "Show less", "More about how we use your data and what for"];
/// assert!(!others.iter().any(|label| loads_more(label)));
/// ```
pub fn loads_more(label: &str) -> bool {
    if label.split_whitespace().count() > MOST_WORDS {
        return false;
    }
    let lower = label.to_lowercase();
    let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_name = words().count() > 1 && !words().any(|word| BESIDE.contains(&word));
    let left: Vec<&str> = words().filter(|word| !(is_name && OFTEN_NAMES.contains(word))).collect();
    let says = crate::pagination::says(&left.join(" "));
    // scripts without spaces have no words
    let is_one = |word: &str, load: &str| if load.is_ascii() { word == load } else { word.starts_with(load) };
    let loads = words().any(|word| LOADS.iter().any(|load| is_one(word, load)));
    says.more || says.older || loads
}
