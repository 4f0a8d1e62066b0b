//! The objects of a template: a list whose columns are the attributes of a domain. Further pages then give objects
//! without the domain's gazetteers and without searching.

use std::sync::Arc;

use regex::{Regex, RegexBuilder};

use crate::dom::{AttrName, Document};
use crate::limits::WithinWork;
use crate::objects;
use crate::objects::{
    Annotator, Attribute, Gazetteers, ItemReader, Object, ObjectList, ObjectValue, Schema, Thresholds, find_objects_on,
    label_columns,
};
use crate::records::{ColumnDraft, ColumnOptions, PageFacts, Record, RecordTree};
use crate::types::{ColumnKind, FoundBy, PartKind, Provenance, ValueKind, value_type_of};
use crate::wrapper::error::WrapperError;
use crate::wrapper::format::{
    AttributeRules, ColumnAttribute, ColumnLocator, ObjectRules, Part, Selectors, Statistics,
};
use crate::wrapper::labels::PageLabels;
use crate::wrapper::learn::agree::Found;
use crate::wrapper::options::LearnOptions;
use crate::wrapper::parts::columns::Taken;
use crate::wrapper::parts::element_pattern::share;
use crate::wrapper::parts::joined::{Joined, JoinedColumns};
use crate::wrapper::parts::locate::{PageExample, learn_locator};

/// The most memory, in bytes, that the automaton of a pattern may take.
const MAX_PATTERN: usize = 1 << 20;

/// The objects of a page by search, if it has any.
pub(crate) fn search_objects(
    facts: &PageFacts<'_>,
    schema: &Schema,
    options: &LearnOptions,
) -> WithinWork<Option<Found>> {
    let search = objects::Options { records: options.records.clone(), ..objects::Options::default() };
    let extraction = find_objects_on(facts, schema, &search, false, options.limits.max_work);
    let found = extraction.lists.into_iter().find(|list| list.main).map(|list| {
        // a list in which most records have a pivot is certain, whatever the ranking of lists says
        let confidence = list.confidence.unwrap_or(0.0).max(list.pivot_share);
        Found { records: list.objects.into_iter().map(|object| object.record).collect(), confidence }
    });
    WithinWork { found, exhausted: extraction.exhausted }
}

/// Learns a part of objects from pages with their records. `None` if no column is an attribute.
pub(crate) fn learn_objects(pages: &[PageExample<'_, '_>], schema: &Schema, options: &LearnOptions) -> Option<Part> {
    let of: Vec<(&PageLabels<'_>, &[Record])> = pages.iter().map(|p| (p.labels, p.records)).collect();
    let joined = Joined::new(&of)?;
    let language = pages.first().and_then(|p| p.labels.document.attr(Document::ROOT, AttrName::LANG));
    let trees = joined.records.iter().map(|record| RecordTree::new(&joined.page, record)).collect();
    let mut attributes: Vec<(usize, ColumnAttribute)> = Vec::new();
    let JoinedColumns { mut columns, prototype } =
        joined.columns(trees, 0, options, &ColumnOptions::plain(), |drafts| {
            let Joined { document, page, records, .. } = &joined;
            let values = label_columns(document, page, schema, &drafts, records, language);
            let (chosen, of) = attribute_columns(schema, drafts, &values);
            attributes = of;
            chosen
        });
    if columns.is_empty() {
        return None;
    }
    for (column, (_, attribute)) in columns.iter_mut().zip(&attributes) {
        column.attribute = Some(attribute.clone());
    }
    let known: Vec<&Attribute> = schema
        .attributes
        .iter()
        .enumerate()
        .filter(|(at, _)| attributes.iter().any(|(of, _)| of == at))
        .map(|(_, attribute)| attribute)
        .collect();
    Some(Part {
        kind: PartKind::Objects,
        selectors: Selectors::default(),
        records: learn_locator(pages),
        columns,
        prototype,
        article: None,
        objects: Some(ObjectRules {
            schema: schema.name.clone(),
            attributes: known.into_iter().map(rules_of).collect(),
        }),
        statistics: Statistics::default(),
    })
}

/// A column of a text attribute is kept if this share of its items are values: nothing distinguishes these from the
/// others once the terms are unknown.
const MOSTLY_VALUES: f64 = 0.5;

/// The columns that attributes take values from, renamed after them, with those of one attribute next to each other.
fn attribute_columns(
    schema: &Schema,
    drafts: Vec<ColumnDraft>,
    values: &[Vec<ObjectValue>],
) -> (Vec<ColumnDraft>, Vec<(usize, ColumnAttribute)>) {
    let (mut chosen, mut attributes) = (Vec::new(), Vec::new());
    for (at, attribute) in schema.attributes.iter().enumerate() {
        // for each column, the numbers of recognised and of inferred values
        let mut counts: Vec<(usize, [usize; 2])> = Vec::new();
        for value in values.iter().flatten().filter(|value| value.attribute == at) {
            let Some(column) = value.column else { continue };
            let known = counts.iter().position(|c| c.0 == column).unwrap_or_else(|| {
                counts.push((column, [0, 0]));
                counts.len() - 1
            });
            counts[known].1[usize::from(value.provenance == Provenance::Inferred)] += 1;
        }
        counts.sort_by_key(|&(column, [recognised, inferred])| (std::cmp::Reverse(recognised + inferred), column));
        let infer = schema.thresholds.of(attribute).infer;
        let mut number = 0;
        for (column, [recognised, inferred]) in counts {
            let Some(draft) = drafts.get(column) else { continue };
            let items = draft.items.iter().flatten().count().max(1) as f64;
            let is_text = attribute.value == ValueKind::Text;
            if is_text && ((recognised + inferred) as f64) < MOSTLY_VALUES * items {
                continue;
            }
            number += 1;
            let name = if number == 1 { attribute.name.clone() } else { format!("{}_{number}", attribute.name) };
            let value_type = value_type_of(attribute.value);
            chosen.push(ColumnDraft { name, value_type, ..draft.clone() });
            let support = share(recognised as u32, values.len());
            let inferred = inferred > 0 || recognised as f64 > infer * items;
            attributes.push((at, ColumnAttribute { name: attribute.name.clone(), inferred, support }));
        }
    }
    (chosen, attributes)
}

/// What a wrapper stores about an attribute.
fn rules_of(attribute: &Attribute) -> AttributeRules {
    let texts = |patterns: &[Regex]| patterns.iter().map(|p| p.as_str().to_owned()).collect();
    let mut rules = AttributeRules {
        name: attribute.name.clone(),
        value: attribute.value,
        unless: texts(&attribute.unless),
        not_after: attribute.not_after.clone(),
        not_before: attribute.not_before.clone(),
        rather_not_after: attribute.rather_not_after.clone(),
        units: attribute.units.clone(),
        whole: attribute.whole,
        multiple: attribute.multiple,
        struck: attribute.struck,
        ..AttributeRules::default()
    };
    for annotator in &attribute.annotators {
        match annotator {
            Annotator::Recogniser(recogniser) => rules.recognise.push(*recogniser),
            Annotator::Pattern(pattern) => rules.patterns.push(pattern.as_str().to_owned()),
            Annotator::Property(_) => {}
        }
    }
    rules
}

/// A schema for reading the values of a part.
///
/// # Errors
/// If a pattern is invalid.
pub(crate) fn schema_of(rules: &ObjectRules) -> Result<Schema, WrapperError> {
    let compile = |pattern: &String| {
        let built = RegexBuilder::new(pattern).size_limit(MAX_PATTERN).dfa_size_limit(MAX_PATTERN).build();
        built.map_err(|_| WrapperError::Damaged("a pattern of an attribute is invalid"))
    };
    let compiled = |patterns: &[String]| patterns.iter().map(compile).collect::<Result<Vec<Regex>, WrapperError>>();
    let attribute = |rules: &AttributeRules| -> Result<Attribute, WrapperError> {
        let patterns = compiled(&rules.patterns)?.into_iter().map(Annotator::Pattern);
        Ok(Attribute {
            name: rules.name.clone(),
            regular: false,
            value: rules.value,
            annotators: rules.recognise.iter().map(|r| Annotator::Recogniser(*r)).chain(patterns).collect(),
            term_lists: Vec::new(),
            unless: compiled(&rules.unless)?,
            not_after: rules.not_after.clone(),
            not_before: rules.not_before.clone(),
            rather_not_after: rules.rather_not_after.clone(),
            whole: rules.whole,
            multiple: rules.multiple,
            distinct: false,
            choose: objects::Choice::First,
            above: None,
            struck: rules.struck,
            units: rules.units.clone(),
            labels: Vec::new(),
            role: None,
            near: Vec::new(),
        })
    };
    let attributes = rules.attributes.iter().map(attribute).collect::<Result<Vec<Attribute>, WrapperError>>()?;
    Ok(Schema {
        name: rules.schema.clone(),
        object: "object".to_owned(),
        pivots: Vec::new(),
        disjoint: Vec::new(),
        thresholds: Thresholds::default(),
        gazetteers: Gazetteers::of(attributes.iter().map(|a| a.term_lists.as_slice())),
        attributes,
    })
}

/// Objects, and the schema that their values refer to.
#[derive(Clone, Debug)]
pub(crate) struct WrappedObjects {
    pub(crate) schema: Arc<Schema>,
    pub(crate) list: ObjectList,
}

/// Reads the items of a part's columns as values of objects. Items that are not values are removed from `taken`.
pub(crate) fn read_objects(
    page: &PageLabels<'_>,
    records: &[Record],
    columns: &[ColumnLocator],
    schema: &Arc<Schema>,
    taken: &mut Taken,
) -> WrappedObjects {
    let reader = ItemReader::new(page.document, page.page, schema);
    let of: Vec<Option<(usize, &ColumnAttribute)>> = columns
        .iter()
        .map(|column| column.attribute.as_ref().and_then(|of| Some((schema.attribute(&of.name)?, of))))
        .collect();
    let mut objects = Vec::with_capacity(records.len());
    for (r, record) in records.iter().enumerate() {
        let mut values: Vec<ObjectValue> = Vec::new();
        // recognised values before inferred ones
        let mut read: Vec<(usize, ObjectValue)> = Vec::new();
        for (c, draft) in taken.drafts.iter_mut().enumerate() {
            let item = draft.items.get_mut(r).and_then(Option::take);
            if let (Some((node, text)), Some((attribute, of))) = (item, of[c]) {
                let value = reader.value(draft.kind, attribute, (node, &text), of.inferred);
                read.extend(value.map(|v| (c, ObjectValue { support: f64::from(of.support), column: Some(c), ..v })));
            }
        }
        let is_link = |c: usize| taken.drafts[c].kind != ColumnKind::Text;
        read.sort_by_key(|(c, v)| (v.attribute, !is_link(*c) && v.provenance == Provenance::Inferred, *c));
        for (c, value) in read {
            let again = values.iter().any(|v| v.attribute == value.attribute);
            if again && !schema.attributes[value.attribute].multiple {
                continue;
            }
            if let Some(item) = taken.drafts[c].items.get_mut(r) {
                *item = Some((value.node, value.text.clone()));
            }
            values.push(value);
        }
        values.sort_by_key(|v| (v.attribute, v.node));
        objects.push(Object { record: record.clone(), values });
    }
    let list =
        ObjectList { main: true, found_by: FoundBy::Wrapper, pivot: None, pivot_share: 0.0, confidence: None, objects };
    WrappedObjects { schema: Arc::clone(schema), list }
}
