//! The words in the names of members, and what common words refer to.
//!
//! A word list is a last resort. These are words of programmers' English, as they occur in the state of any site
//! whatever its language, and each only adds to what the values themselves look like.

/// The words of a name, in lower case: `dangerousHed`, `price_eur`, `@id`.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_lower = false;
    let mut fresh = true;
    let chars: Vec<char> = name.chars().take(80).collect();
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            fresh = true;
            was_lower = false;
            continue;
        }
        let next_lower = chars.get(at + 1).is_some_and(|next| next.is_lowercase());
        if fresh || c.is_uppercase() && (was_lower || next_lower) {
            words.push(String::new());
        }
        fresh = false;
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// The words of the names on a path. What stands in parentheses is left out: the arguments of a query, as they are part
/// of names in caches.
pub(crate) fn words_on(path: &str) -> Vec<String> {
    let mut depth = 0usize;
    let names = path.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    names.collect::<String>().split('.').flat_map(words_of).collect()
}

/// Words on the path to lists that are never what the page is for.
pub(crate) const BESIDE: &[&str] = &[
    "ad",
    "advertisement",
    "advertisements",
    "aggregation",
    "aggregations",
    "analytics",
    "answers",
    "attributes",
    "banner",
    "banners",
    "breadcrumb",
    "breadcrumbs",
    "carousel",
    "comment",
    "comments",
    "config",
    "configuration",
    "consent",
    "contributors",
    "cookies",
    "countries",
    "cta",
    "currencies",
    "currency",
    "drawer",
    "dropdown",
    "experiments",
    "facet",
    "facets",
    "faq",
    "faqs",
    "filter",
    "filters",
    "flags",
    "footer",
    "header",
    "hero",
    "i18n",
    "icons",
    "labels",
    "language",
    "languages",
    "locale",
    "locales",
    "mega",
    "menu",
    "menus",
    "messages",
    "modal",
    "nav",
    "navbar",
    "navigation",
    "navigations",
    "newsletters",
    "nudges",
    "option",
    "options",
    "pagination",
    "placement",
    "plans",
    "popular",
    "promo",
    "promotions",
    "recently",
    "recirc",
    "recommendation",
    "recommendations",
    "recommended",
    "recommender",
    "refinement",
    "refinements",
    "related",
    "replies",
    "review",
    "reviews",
    "rewards",
    "scripts",
    "seo",
    "settings",
    "sidebar",
    "similar",
    "sitemap",
    "sizes",
    "slots",
    "social",
    "sort",
    "sorting",
    "sorts",
    "sponsored",
    "step",
    "steps",
    "strings",
    "stylesheets",
    "subcategories",
    "suggestions",
    "tags",
    "testimonials",
    "tooltip",
    "tooltips",
    "topics",
    "tracking",
    "translation",
    "translations",
    "trending",
    "upsell",
    "variant",
    "variants",
    "variations",
    "viewed",
    "widget",
    "widgets",
];

/// Words on the path to lists that pages are made for.
pub(crate) const MATTER: &[&str] = &[
    "articles",
    "cards",
    "cars",
    "catalog",
    "collection",
    "docs",
    "documents",
    "edges",
    "elements",
    "entries",
    "estates",
    "feed",
    "hits",
    "item",
    "items",
    "jobs",
    "list",
    "listing",
    "listings",
    "offers",
    "posts",
    "product",
    "products",
    "properties",
    "records",
    "result",
    "results",
    "search",
    "stories",
    "tiles",
    "vehicles",
];

/// Whether one of several words is in a list.
pub(crate) fn has(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&word.as_str()))
}

/// Names of the languages in which data is given: two letters, as in pages' `lang`.
pub(crate) const LANGUAGES: &[&str] = &[
    "ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hr", "hu", "it", "ja", "ko", "lt", "lv",
    "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh",
];
