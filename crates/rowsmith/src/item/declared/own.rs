//! Which declared object is the page's own. Related products are declared, too.

use crate::declared::{Data, Declared, Form, Ids, ObjectAt, types};
use crate::item::declared::PageNames;
use crate::item::declared::vocabulary::{facts_of, kind_of};
use crate::item::facts::Facts;
use crate::item::text::{agreement, covered, plain};

/// The page's own object.
#[derive(Debug, Default)]
pub(crate) struct Own {
    pub(crate) facts: Facts,
    /// How certain it is: 0 if there is none, above 2 if name or address match.
    pub(crate) score: f64,
    /// The number of other objects of such types.
    pub(crate) others: usize,
    pub(crate) declares_other: bool,
}

/// Members whose objects are not the subject of the page.
const BESIDE: [&str; 18] = [
    "isrelatedto",
    "issimilarto",
    "isaccessoryorsparepartfor",
    "itemlistelement",
    "item",
    "hasvariant",
    "isvariantof",
    "mentions",
    "about",
    "itemoffered",
    "recommendation",
    "relatedlink",
    "haspart",
    "ispartof",
    "review",
    "reviews",
    "model",
    "isconsumablefor",
];

/// Chooses it, and merges what else the page declares under the same name.
pub(crate) fn own_object(declared: &Declared, found: &[ObjectAt<'_>], ids: &Ids<'_>, names: &PageNames) -> Own {
    let structured =
        |at: &ObjectAt<'_>| matches!(declared.blocks[at.block].form, Form::JsonLd | Form::Microdata | Form::Rdfa);
    let mut own = Own::default();
    let mut rated: Vec<(f64, usize)> = Vec::new();
    for (index, at) in found.iter().enumerate().filter(|(_, at)| structured(at)) {
        own.declares_other |= at.depth <= 1
            && types(at.object).any(is_other)
            && at.name != "mainEntityOfPage"
            && at.parent.is_none_or(|p| kind_of(found[p].object).is_none());
        if kind_of(at.object).is_none() || at.object.members().len() < 2 {
            continue;
        }
        // a reference is judged at the object that it refers to
        if at.object.members().iter().all(|member| member.name.starts_with('@')) {
            continue;
        }
        own.others += 1;
        if rated.len() >= MOST_RATED {
            continue;
        }
        rated.push((score(found, at, names), index));
    }
    // the first among equals
    let Some(&(best, index)) = rated.iter().max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))) else { return own };
    if best < LEAST {
        return own;
    }
    own.others -= 1;
    own.score = best;
    own.facts = facts_of(found[index].object, ids);
    // the same object again, in another form or in parts
    let name = name_of(found[index].object);
    for &(score, other) in rated.iter().filter(|&&(score, other)| other != index && score >= best - 2.5) {
        let same = match (&name, name_of(found[other].object)) {
            (Some(a), Some(b)) => agreement(a, &b) > 0.8,
            _ => score > 1.0 && found[other].block != found[index].block,
        };
        if same && kind_of(found[other].object) == kind_of(found[index].object) {
            own.facts.fill(facts_of(found[other].object, ids));
            own.others -= 1;
        }
    }
    own
}

/// How many objects are compared with the names of the page; the page's own object is not after these.
const MOST_RATED: usize = 2_000;

/// Below this score no object is the page's own.
const LEAST: f64 = 0.5;

fn is_other(name: &str) -> bool {
    matches!(
        name,
        "ItemList"
            | "CollectionPage"
            | "SearchResultsPage"
            | "OfferCatalog"
            | "DiscussionForumPosting"
            | "QAPage"
            | "LiveBlogPosting"
            | "Report"
            | "ProfilePage"
    ) || name.ends_with("Article")
        || name.ends_with("BlogPosting")
}

fn name_of(object: &Data) -> Option<String> {
    ["name", "title", "headline"].iter().find_map(|key| object.get(key)?.values().first()?.text()).map(plain)
}

/// How likely an object is to be the subject of the page.
fn score(found: &[ObjectAt<'_>], at: &ObjectAt<'_>, names: &PageNames) -> f64 {
    let object = at.object;
    let mut score = 0.0;
    let name = name_of(object);
    if let Some(name) = &name {
        let of_heading = names.headings.iter().take(3).map(|h| agreement(name, h).max(0.8 * covered(h, name)));
        let heading = of_heading.fold(0.0, f64::max);
        let title = names.title.as_ref().map_or(0.0, |title| agreement(name, title).max(0.9 * covered(name, title)));
        let best = heading.max(title);
        score += 3.0 * best - if best < 0.3 && !names.headings.is_empty() { 1.5 } else { 0.0 };
    }
    let address = ["url", "@id", "mainEntityOfPage"].iter().find_map(|key| {
        let data = object.get(key)?;
        data.text().or_else(|| data.get("@id")?.text())
    });
    if let (Some(address), Some(url)) = (address, &names.url) {
        let (a, b) = (path_of(address), path_of(url));
        if !a.is_empty() && a == b {
            score += 1.0;
        } else if address.starts_with("http") && object.get("url").is_some() {
            score -= 0.5;
        }
    }
    let rich =
        ["offers", "recipeIngredient", "ingredients", "hiringOrganization", "startDate", "sku", "image", "description"];
    score += 0.3 * rich.iter().filter(|key| object.get(key).is_some()).count() as f64;
    // its place
    let mut place = Some(*at);
    let mut beside = false;
    while let Some(here) = place {
        let member = here.name.to_lowercase();
        beside |= BESIDE.contains(&member.as_str());
        if here.name == "mainEntity" {
            score += 0.5;
        }
        place = here.parent.map(|parent| found[parent]);
    }
    score -= if beside { 3.0 } else { 0.3 * at.depth.min(4) as f64 };
    if at.listed && at.name != "@graph" && !at.name.is_empty() {
        score -= 0.5;
    }
    score
}

/// The path of an address, without query and final slash.
pub(crate) fn path_of(address: &str) -> &str {
    let path = address.split("://").last().unwrap_or_default();
    let path = path.split_once('/').map_or("", |(_, path)| path);
    path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/')
}
