//! What a page shows of terms: which are where an attribute is, and which are elsewhere (AMBER 4, the cases of
//! algorithm 5).

use std::collections::BTreeSet;

use crate::dom::{Document, ParseOptions, line, parse};
use crate::error::Error;
use crate::limits::Limits;
use crate::objects::amber::learn::{LearnRules, Observed, phrases};
use crate::objects::annotate::{Surroundings, TextItem, annotate_text};
use crate::objects::schema::domain_schema::Schema;
use crate::objects::{Extraction, Options, find_objects};
use crate::tree::{PageTree, Run, Span, TreeId};
use crate::types::ValueKind;

/// A term at a place of a page.
#[derive(Clone, Copy, Debug)]
pub struct TermAt<'t> {
    /// The attribute that it may be a term of.
    pub attribute: usize,
    /// The term.
    pub term: &'t str,
    /// The node.
    pub node: TreeId,
    /// The text that it stands in.
    pub text: &'t str,
    /// Whether the attribute is there: evidence for the term, not against it.
    pub is_value: bool,
}

/// Compares what was extracted from a page with what was annotated (algorithm 5's three cases).
pub fn observe(
    document: &Document,
    page: &PageTree,
    schema: &Schema,
    extraction: &Extraction,
    surroundings: &Surroundings,
    rules: &LearnRules,
) -> Observed {
    observe_places(document, page, schema, extraction, surroundings, rules, &mut |_| {})
}

/// Like [`observe`]; each term that is counted is passed on with its place.
pub fn observe_places(
    document: &Document,
    page: &PageTree,
    schema: &Schema,
    extraction: &Extraction,
    surroundings: &Surroundings,
    rules: &LearnRules,
    each: &mut dyn FnMut(TermAt<'_>),
) -> Observed {
    let mut out = Observed::default();
    let learnable: Vec<usize> =
        (0..schema.attributes.len()).filter(|&a| !schema.attributes[a].term_lists.is_empty()).collect();
    let values = || extraction.lists.iter().flat_map(|l| &l.objects).flat_map(|o| &o.values);
    let is_text = |a: usize| learnable.contains(&a) && schema.attributes[a].value == ValueKind::Text;
    let prose: Vec<usize> = learnable
        .iter()
        .copied()
        .filter(|&a| in_terms(values().filter(|v| v.attribute == a).map(|v| v.text.as_str())) < rules.least_in_terms)
        .collect();
    let learns = |a: usize| is_text(a) && !prose.contains(&a);
    let mut typed: BTreeSet<(TreeId, usize)> = BTreeSet::new();
    for value in values() {
        if !learns(value.attribute) {
            continue;
        }
        typed.extend(page.tree.subtree(value.node).map(|node| (node, value.attribute)));
        let annotated: Vec<&str> = terms_of(schema, value.attribute, &value.text);
        let count = out.values.entry(value.attribute).or_default();
        count.0 += 1;
        count.1 += u32::from(!annotated.is_empty());
        for component in rules.terms_in(&value.text) {
            let known = annotated.iter().any(|term| term.eq_ignore_ascii_case(&component));
            let (attribute, node, text) = (value.attribute, value.node, value.text.as_str());
            each(TermAt { attribute, term: &component, node, text, is_value: true });
            let entry = out.positive.entry((value.attribute, component)).or_default();
            entry.0 += 1;
            entry.1 += u32::from(!known);
        }
        for term in annotated.into_iter().filter(|_| rules.parts_validate) {
            let entry = out.positive.entry((value.attribute, term.to_owned())).or_default();
            if entry.0 == 0 {
                let (attribute, node, text) = (value.attribute, value.node, value.text.as_str());
                each(TermAt { attribute, term, node, text, is_value: true });
                entry.0 = 1;
            }
        }
    }
    let objects = || extraction.lists.iter().flat_map(|l| &l.objects);
    let runs: Vec<Run> = match rules.noise_within_objects {
        true => objects().flat_map(|o| o.record.runs.iter().copied()).collect(),
        false => vec![Run::new(TreeId::ROOT, page.tree.end_of_all())],
    };
    for id in runs.into_iter().flat_map(Run::nodes).filter(|&id| page.is_text(id)) {
        let Span { from, to } = page.spans[id];
        let text = line(document, from, to);
        let item: TextItem<'_> = surroundings.item(id, &text, &[]);
        for found in annotate_text(schema, item, &learns) {
            if typed.contains(&(id, found.attribute)) {
                continue;
            }
            let term = text.get(found.span).unwrap_or_default();
            each(TermAt { attribute: found.attribute, term, node: id, text: &text, is_value: false });
            *out.negative.entry((found.attribute, term.to_owned())).or_default() += 1;
        }
    }
    out
}

/// Finds the objects of a page and compares them with what was recognised in its texts: which terms are where an
/// attribute is, and which are elsewhere. `Knowledge::learn` learns from the result.
///
/// # Errors
/// The same as for [`parse`](crate::dom::parse).
///
/// ```
/// use rowsmith::Limits;
/// use rowsmith::options::ObjectSearch;
/// use rowsmith::schema::{Schema, observe_page};
///
/// let file = "name = 'flats'\npivots = ['price']\n[[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nrecognise = ['price']
///     [[attribute]]\nname = 'place'\nregular = true\ndistinct = true\ngazetteers = ['places.txt']";
/// let schema = Schema::parse(file, &mut |_| Ok("Oxford\nLeeds\n".to_owned()))?;
/// let flat = |place: &str, price: u32| format!("<li><b>{place}</b> <i>£{price} pcm</i></li>");
/// let html = format!("<ul>{}</ul>", [flat("Oxford", 900), flat("Leeds", 700), flat("Hull", 500)].concat());
/// let observed = observe_page(html.as_bytes(), &schema, &ObjectSearch::default(), &Limits::default())?;
/// // seen once where places stand, and not known before
/// assert_eq!(observed.positive[&(1, "Hull".to_owned())], (1, 1));
/// assert_eq!(observed.positive[&(1, "Leeds".to_owned())], (1, 0));
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn observe_page(bytes: &[u8], schema: &Schema, options: &Options, limits: &Limits) -> Result<Observed, Error> {
    let document = parse(bytes, &ParseOptions { limits: *limits, ..ParseOptions::default() })?;
    let page = PageTree::new(&document);
    let extraction = find_objects(&document, &page, schema, options, false, limits.max_work);
    let rules = LearnRules::of(options.method);
    Ok(observe(&document, &page, schema, &extraction, &Surroundings::new(&page), &rules))
}

/// The share of the letters and digits in some texts that is in their [`phrases`]; 1 if there are none.
fn in_terms<'t>(texts: impl Iterator<Item = &'t str>) -> f64 {
    let count = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let sums = texts.fold((0, 0), |(inside, all), text| {
        let parts: usize = phrases(text).iter().map(|part| count(part)).sum();
        (inside + parts, all + count(text))
    });
    if sums.1 == 0 { 1.0 } else { sums.0 as f64 / sums.1 as f64 }
}

/// The terms of an attribute's gazetteers in a text.
pub(crate) fn terms_of<'t>(schema: &Schema, attribute: usize, text: &'t str) -> Vec<&'t str> {
    let found = schema.gazetteers.find(text).into_iter().filter(|f| f.attribute == attribute);
    found.filter_map(|f| text.get(f.span)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::objects::Method;
    use crate::objects::schema::test_schema;

    #[test]
    fn prose_that_mentions_terms_is_not_made_of_them() {
        assert_eq!(in_terms(["Walton Street, Oxford", "Hay"].into_iter()), 1.0);
        let prose = "Topo Athletic - Vista 4. Color Stone/Grey. Low stock. On sale for $108.00, 4.4 out of 5 stars";
        assert!(in_terms([prose, "Oxford"].into_iter()) < LearnRules::default().least_in_terms);
        assert_eq!(in_terms([].into_iter()), 1.0);
    }

    /// What a page of two flats and a menu shows, by rules.
    fn seen(rules: &LearnRules) -> Observed {
        let schema = test_schema();
        let flat = |place: &str, price: u32| format!("<li><p>{place}</p><b>£{price}</b></li>");
        let html = format!(
            "<nav><a href=/r>Rye</a></nav><ul>{}{}</ul>",
            flat("Oxford, Mill Lane, ground-floor flat", 900),
            flat("Bath", 800)
        );
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let options = Options { method: Method::Amber, ..Options::default() };
        let extraction = find_objects(&document, &page, &schema, &options, false, u64::MAX);
        assert_eq!(extraction.lists[0].objects.len(), 2);
        observe(&document, &page, &schema, &extraction, &Surroundings::new(&page), rules)
    }

    #[test]
    fn the_paper_counts_noise_of_the_whole_page_and_parts_names_from_words() {
        let (paper, ours) = (seen(&LearnRules::paper()), seen(&LearnRules::default()));
        let terms = |seen: &Observed| seen.positive.keys().map(|k| k.1.clone()).collect::<Vec<_>>();
        assert_eq!(terms(&paper), ["Bath", "Mill Lane", "Oxford", "flat", "ground-floor"]);
        assert_eq!(terms(&ours), ["Bath", "Mill Lane", "Oxford", "ground-floor flat"]);
        assert_eq!(paper.negative, BTreeMap::from([((1, "Rye".to_owned()), 1)]));
        assert!(ours.negative.is_empty());
    }
}
