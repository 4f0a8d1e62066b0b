//! What the fields of a list mean to a person: from what their values look like, from their names, and from how well
//! the two agree.

use crate::state::about::About;
use crate::state::flatten::{Flat, Value};
use crate::state::text::folded;
use crate::state::values::{ValueProfile, profile_of};
use crate::state::words::{LANGUAGES, words_of};
use crate::types::Role;

/// How many records are checked for titles in their addresses.
const SAMPLE: usize = 24;

/// The meaning of a field, as far as it could be determined.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    pub(crate) profile: ValueProfile,
    /// The words of its own name.
    pub(crate) own: Vec<String>,
    /// The words of the names on the path to it.
    pub(crate) around: Vec<String>,
    /// Its depth.
    pub(crate) depth: usize,
    pub(crate) role: Option<Role>,
    /// How suitable it is as the title; negative if not at all.
    pub(crate) as_title: f64,
}

impl Meaning {
    /// Whether its own name says that it is a title, and not of something else.
    pub(crate) fn is_called_title(&self) -> bool {
        let any = |words: &[String], list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        any(&self.own, TITLE) && !any(&self.own, NOT_TITLE) && !any(&self.around, NOT_TITLE)
    }
}

/// Words for titles, best first.
const TITLE: &[&str] = &["title", "headline", "name", "hed", "heading", "subject"];
/// Names of texts that titles may also have.
const MAYBE_TITLE: &[&str] = &["label", "text", "caption", "display", "description", "slug"];
/// Words that make a title the title of something else, or less than a title.
const NOT_TITLE: &[&str] = &[
    "sub",
    "seo",
    "meta",
    "short",
    "subtitle",
    "brand",
    "author",
    "seller",
    "company",
    "user",
    "category",
    "image",
    "img",
    "alt",
    "vendor",
    "store",
    "tag",
    "section",
    "breadcrumb",
    "agent",
    "agency",
    "dealer",
    "media",
    "video",
    "location",
    "city",
    "region",
    "country",
    "address",
    "badge",
    "type",
    "label",
    "status",
    "button",
    "cta",
    "tooltip",
    "provider",
    "manufacturer",
    "file",
    "owner",
    "logo",
    "icon",
    "photo",
    "variant",
    "variants",
    "option",
    "options",
    "attribute",
    "attributes",
    "feature",
    "features",
    "typename",
    "class",
    "css",
    "group",
    "color",
    "colour",
    "size",
    "lister",
    "contact",
    "advertiser",
    "publisher",
    "creator",
    "rubric",
    "channel",
    "topic",
    "topics",
    "promo",
    "credit",
    "source",
    "person",
    "genre",
    "genres",
    "byline",
    "contributor",
    "contributors",
    "style",
    "department",
];

struct RoleWords {
    role: Role,
    words: &'static [&'static str],
    not: &'static [&'static str],
}

/// Words for the other roles.
const ROLES: &[RoleWords] = &[
    RoleWords {
        role: Role::OldPrice,
        words: &[
            "old", "was", "original", "regular", "compare", "strike", "msrp", "retail", "list", "previous", "base",
            "full",
        ],
        not: &["min", "max"],
    },
    RoleWords {
        role: Role::Price,
        words: &["price", "amount", "cost", "prices", "buy", "rent"],
        not: &["currency", "type", "label", "range", "unit", "per", "min", "max", "id"],
    },
    RoleWords {
        role: Role::Date,
        words: &[
            "date",
            "published",
            "created",
            "publish",
            "updated",
            "posted",
            "time",
            "timestamp",
            "modified",
            "added",
            "at",
            "start",
        ],
        not: &["zone"],
    },
    RoleWords {
        role: Role::Author,
        words: &["author", "byline", "creator", "contributor", "writer", "authors"],
        not: &["image", "url", "id"],
    },
    RoleWords {
        role: Role::Text,
        words: &[
            "description",
            "summary",
            "excerpt",
            "teaser",
            "dek",
            "abstract",
            "body",
            "snippet",
            "content",
            "subtitle",
            "text",
            "intro",
            "lead",
            "plot",
        ],
        not: &["meta", "seo", "alt"],
    },
    RoleWords {
        role: Role::Rating,
        words: &["rating", "stars", "score", "ratings"],
        not: &["count", "total", "number", "best", "max", "id"],
    },
    RoleWords {
        role: Role::Reviews,
        words: &["reviews", "review", "ratings", "votes"],
        not: &["url", "average", "rating", "id"],
    },
    RoleWords {
        role: Role::Location,
        words: &["city", "location", "locality", "address", "place", "region", "town"],
        not: &["id", "url", "country"],
    },
    RoleWords { role: Role::Brand, words: &["brand", "manufacturer", "make", "vendor"], not: &["id", "url"] },
    RoleWords {
        role: Role::Seller,
        words: &["seller", "dealer", "company", "agency", "merchant", "employer", "store", "organization"],
        not: &["id", "url"],
    },
    RoleWords {
        role: Role::Category,
        words: &["category", "genre", "section", "genres", "categories", "rubric"],
        not: &["id", "url"],
    },
    RoleWords { role: Role::Availability, words: &["availability", "stock", "available"], not: &["id"] },
    RoleWords { role: Role::Sku, words: &["sku", "mpn", "gtin"], not: &[] },
];

/// Determines the meanings of the fields of a list.
pub(crate) fn meanings(flat: &Flat<'_>, about: &About) -> Vec<Meaning> {
    let mut found: Vec<Meaning> = flat
        .fields
        .iter()
        .map(|field| {
            let profile = profile_of(field);
            let (own, around) = field.names.split_last().map_or((Vec::new(), Vec::new()), |(own, around)| {
                (words_of(own), around.iter().flat_map(|name| words_of(name)).collect())
            });
            Meaning { profile, own, around, depth: field.names.len(), role: None, as_title: -1.0 }
        })
        .collect();
    let base = found.iter().map(|m| m.depth).min().unwrap_or(1);
    let addresses = address_fields(flat, &found);
    for (at, meaning) in found.iter_mut().enumerate() {
        meaning.as_title = title_score(flat, at, meaning, base, &addresses, about);
    }
    let best = (0..found.len())
        .filter(|&at| found[at].as_title > 0.0)
        .max_by(|&a, &b| found[a].as_title.total_cmp(&found[b].as_title).then(b.cmp(&a)));
    if let Some(at) = best {
        found[at].role = Some(Role::Title);
    }
    let mut give = |role: Role, score: &dyn Fn(&Meaning) -> Option<f64>| {
        let scores = found.iter().map(|m| if m.role.is_none() { score(m) } else { None });
        let scores: Vec<Option<f64>> = scores.collect();
        let best = (0..scores.len())
            .filter(|&at| scores[at].is_some())
            .max_by(|&a, &b| scores[a].unwrap_or_default().total_cmp(&scores[b].unwrap_or_default()).then(b.cmp(&a)));
        if let Some(at) = best {
            found[at].role = Some(role);
        }
    };
    let shallow = |m: &Meaning| -0.15 * (m.depth - base) as f64;
    give(Role::Url, &|m| {
        let own = m
            .own
            .iter()
            .any(|w| ["url", "link", "href", "permalink", "canonical", "uri", "path", "@id"].contains(&w.as_str()));
        let fit = m.profile.addresses - m.profile.images >= 0.8 && m.profile.distinct >= 0.6 && m.profile.fill >= 0.5;
        let other = m.around.iter().chain(&m.own).any(|w| {
            [
                "image",
                "images",
                "img",
                "author",
                "media",
                "logo",
                "api",
                "brand",
                "agent",
                "seller",
                "user",
                "dealer",
                "breadcrumbs",
                "tracking",
                "video",
                "thumbnail",
                "photo",
                "stream",
                "company",
            ]
            .contains(&w.as_str())
        });
        fit.then(|| {
            m.profile.fill + m.profile.distinct + f64::from(u8::from(own)) - f64::from(u8::from(other)) + shallow(m)
        })
    });
    give(Role::Image, &|m| {
        let named = |list: &[String]| {
            list.iter().any(|w| {
                [
                    "image",
                    "images",
                    "img",
                    "photo",
                    "photos",
                    "picture",
                    "pictures",
                    "thumbnail",
                    "media",
                    "cover",
                    "poster",
                    "thumb",
                    "gallery",
                ]
                .contains(&w.as_str())
            })
        };
        let fit = m.profile.images >= 0.7 && m.profile.fill >= 0.3
            || m.profile.addresses >= 0.8 && m.profile.fill >= 0.3 && (named(&m.own) || named(&m.around));
        let other = m.around.iter().chain(&m.own).any(|w| {
            ["logo", "icon", "avatar", "author", "brand", "badge", "agent", "seller", "user", "dealer"]
                .contains(&w.as_str())
        });
        let person = m.around.iter().chain(&m.own).any(|w| w == "avatar");
        (fit && !person).then(|| {
            m.profile.fill + m.profile.distinct + m.profile.images + 0.5 * f64::from(u8::from(named(&m.own)))
                - f64::from(u8::from(other))
                + shallow(m)
        })
    });
    for RoleWords { role, words, not } in ROLES {
        give(*role, &|m| {
            let own = m.own.iter().any(|w| words.contains(&w.as_str()));
            let near = m.around.last().is_some_and(|w| words.contains(&w.as_str()));
            if !own && !near || m.own.iter().any(|w| not.contains(&w.as_str())) || m.profile.fill < 0.2 {
                return None;
            }
            fits(*role, m, own)
                .then(|| m.profile.fill + f64::from(u8::from(own)) + 0.5 * m.profile.distinct.min(0.5) + shallow(m))
        });
    }
    found
}

/// Whether the values of a field are suitable for a role.
fn fits(role: Role, m: &Meaning, own: bool) -> bool {
    let profile = &m.profile;
    let priced = m.own.iter().chain(&m.around).any(|w| w == "price" || w == "prices" || w == "pricing");
    match role {
        Role::Price => profile.prices + profile.numbers >= 0.8 && profile.dates < 0.5 && (own || priced),
        Role::OldPrice => profile.prices + profile.numbers >= 0.8 && profile.dates < 0.5 && priced && own,
        Role::Date => profile.dates >= 0.7,
        Role::Text => profile.prose >= 0.7 && profile.words >= 4.0 && own,
        Role::Rating => profile.numbers >= 0.8 && profile.dates < 0.5,
        Role::Reviews => {
            profile.numbers >= 0.8
                && profile.dates < 0.5
                && m.own.iter().any(|w| ["count", "total", "number", "reviews", "num"].contains(&w.as_str()))
        }
        Role::Author | Role::Location | Role::Brand | Role::Seller | Role::Category => {
            let name = own || m.own.iter().any(|w| ["name", "title", "label", "text"].contains(&w.as_str()));
            profile.prose >= 0.6 && profile.words <= 12.0 && name
        }
        Role::Availability => profile.bools + profile.prose + profile.codes >= 0.8 || profile.addresses >= 0.8,
        Role::Sku => profile.distinct >= 0.8,
        _ => true,
    }
}

/// Fields whose values name the records within addresses.
fn address_fields(flat: &Flat<'_>, found: &[Meaning]) -> Vec<usize> {
    let telling = |at: &usize| {
        let profile = &found[*at].profile;
        profile.addresses + profile.slugs - profile.images >= 0.7 && profile.distinct >= 0.5 && profile.fill >= 0.5
    };
    (0..flat.fields.len()).filter(telling).take(6).collect()
}

/// How suitable a field is as the title of its records.
fn title_score(flat: &Flat<'_>, at: usize, m: &Meaning, base: usize, addresses: &[usize], about: &About) -> f64 {
    let profile = &m.profile;
    let texts = profile.prose + 0.5 * profile.slugs + 0.3 * profile.codes;
    if texts < 0.5
        || profile.fill < 0.5
        || profile.dates > 0.3
        || profile.addresses > 0.3
        || profile.bools > 0.1
        || profile.length < 2.0
    {
        return -1.0;
    }
    let is = |test: bool| f64::from(u8::from(test));
    let any = |words: &[String], list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    let own = if any(&m.own, TITLE) {
        1.2
    } else if any(&m.own, MAYBE_TITLE) {
        0.25
    } else {
        0.0
    };
    let exact = m.own.len() == 1 && TITLE.contains(&m.own[0].as_str());
    let about_other = is(any(&m.own, NOT_TITLE)) + 0.9 * is(any(&m.around, NOT_TITLE));
    let long = if profile.words > 40.0 {
        -2.0
    } else if profile.words > 22.0 {
        -0.9
    } else {
        0.0
    };
    let short = if profile.length < 4.0 { -0.6 } else { 0.0 };
    let several = is(profile.words >= 1.6) * 0.4;
    let in_address = if addresses.is_empty() { 0.0 } else { standing_in(flat, at, addresses) };
    let elsewhere = share_repeated(flat, at, about);
    let other_language = flat.fields[at]
        .names
        .iter()
        .any(|name| LANGUAGES.contains(name) && !about.language.is_empty() && !about.language.starts_with(name));
    own + 0.3 * is(exact) + 1.5 * elsewhere - 0.8 * is(other_language) - 1.2 * about_other
        + long
        + short
        + several
        + 1.2 * profile.distinct
        + 0.8 * profile.fill
        + 1.2 * in_address
        + 0.5 * (texts - 1.0)
        - 0.15 * (m.depth - base) as f64
        - 0.5 * is(flat.fields[at].in_array)
        - 1.2
}

/// The share of records whose text the page repeats in data for search engines.
fn share_repeated(flat: &Flat<'_>, at: usize, about: &About) -> f64 {
    if about.named.is_empty() {
        return 0.0;
    }
    let texts = || flat.fields[at].values.iter().take(SAMPLE).flatten();
    let repeated = texts().filter(|value| about.named.contains(&folded(value.text()))).count();
    repeated as f64 / texts().count().max(1) as f64
}

/// The share of records whose text occurs in one of their addresses, word by word.
fn standing_in(flat: &Flat<'_>, at: usize, addresses: &[usize]) -> f64 {
    let (mut all, mut standing) = (0.0, 0.0);
    for record in 0..flat.count.min(SAMPLE) {
        let Some(value) = &flat.fields[at].values[record] else { continue };
        let words: Vec<String> = plain_words(value.text());
        if words.len() < 2 || words.len() > 40 {
            continue;
        }
        let best = addresses.iter().filter_map(|&field| {
            let address = flat.fields[field].values[record].as_ref().map(Value::text)?;
            let address = plain_words(address);
            let found = words.iter().filter(|word| address.contains(word)).count();
            Some(found as f64 / words.len() as f64)
        });
        all += 1.0;
        standing += f64::from(u8::from(best.fold(0.0, f64::max) >= 0.6));
    }
    if all >= 2.0 { standing / all } else { 0.0 }
}

/// The words of a text as they would be written in an address.
fn plain_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= 2);
    words.take(60).map(str::to_lowercase).collect()
}
