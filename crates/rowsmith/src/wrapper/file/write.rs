//! From a wrapper to its file.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::selector::Selector;
use crate::types::PartKind;
use crate::wrapper::file::elements::written;
use crate::wrapper::file::model::{
    ByShare, ColumnEntry, ColumnMarks, PartEntry, PartMarks, PatternEntry, SeedNode, TemplateEntry, TemplateMarks,
    WrapperFile, Written,
};
use crate::wrapper::format::{ColumnLocator, ElementPattern, Part, Template, VERSION, Wrapper};

impl From<Wrapper> for WrapperFile {
    fn from(wrapper: Wrapper) -> WrapperFile {
        let mut file = WrapperFile { rowsmith_wrapper: VERSION, ..WrapperFile::default() };
        for (template, number) in wrapper.templates.iter().zip(1..) {
            let id = format!("t{number}");
            file.templates.push(entry_of(template, id.clone()));
            file.recognition.insert(id, marks_of(template));
        }
        file
    }
}

fn part_id(number: usize) -> String {
    format!("p{}", number + 1)
}

pub(crate) fn column_id(number: usize) -> String {
    format!("c{}", number + 1)
}

fn entry_of(template: &Template, id: String) -> TemplateEntry {
    TemplateEntry {
        id,
        name: template.name.clone(),
        hosts: template.hosts.clone(),
        pages: template.pages,
        sources: template.sources.clone(),
        parts: template.parts.iter().enumerate().map(|(p, part)| part_entry(part, part_id(p))).collect(),
    }
}

fn part_entry(part: &Part, id: String) -> PartEntry {
    let css = part.selectors.edited.as_ref().unwrap_or(&part.selectors.css);
    let columns = part.columns.iter().enumerate().filter(|(_, column)| !column.dropped);
    PartEntry {
        id,
        kind: part.kind,
        xpath: xpath_of(css).unwrap_or_default(),
        css: css.clone(),
        css_agreement: part.selectors.agreement,
        columns: columns.map(|(c, column)| column_entry(column, column_id(c), part.kind)).collect(),
    }
}

/// The XPath of a selector of records.
pub(crate) fn xpath_of(css: &str) -> Option<String> {
    Selector::parse(css).ok().map(|selector| selector.xpath())
}

/// The XPath of a selector within a record.
pub(crate) fn xpath_within(css: &str) -> Option<String> {
    Selector::parse(css).ok().map(|selector| selector.xpath_within())
}

fn column_entry(column: &ColumnLocator, id: String, kind: PartKind) -> ColumnEntry {
    let selector = &column.selector;
    let css = selector.edited.as_ref().unwrap_or(&selector.css);
    let was_seen = column.statistics.fill > 0.0;
    ColumnEntry {
        id: Some(id),
        name: column.name.clone(),
        role: column.role.map(|role| role.role),
        value_type: column.value_type,
        takes: column.kind,
        html_attribute: selector.html_attribute.clone(),
        label: column.label.clone(),
        example: column.example.clone(),
        xpath: xpath_within(css).unwrap_or_default(),
        css: css.clone(),
        // what is not written is read as none
        css_agreement: (selector.agreement != 0.0 || was_seen && kind != PartKind::Article && !css.is_empty())
            .then_some(selector.agreement),
        filled: was_seen.then_some(column.statistics.fill),
    }
}

/// Shorter elements are written where they are.
const LEAST_SHARED: usize = 8;

/// Paths and elements to which several others refer by index.
#[derive(Default)]
struct Shared {
    places: Vec<String>,
    known: FxHashMap<String, u32>,
    around: Vec<String>,
    known_around: FxHashMap<String, u32>,
}

impl Shared {
    /// The index of a path; the path that it extends has a smaller one.
    fn place(&mut self, path: &str) -> u32 {
        let mut number = None;
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let mut start = 0;
        for end in ends {
            let whole = &path[..end];
            let next = self.places.len() as u32;
            number = Some(*self.known.entry(whole.to_owned()).or_insert_with(|| {
                let step = &path[start..end];
                self.places.push(number.map_or_else(|| step.to_owned(), |before| format!("{before}/{step}")));
                next
            }));
            start = end + 1;
        }
        number.unwrap_or_default()
    }

    fn places_of(&mut self, paths: &BTreeMap<String, f32>) -> ByShare<u32> {
        let mut out: ByShare<u32> = BTreeMap::new();
        for (path, share) in paths {
            out.entry(share.to_string()).or_default().push(self.place(path));
        }
        out
    }

    fn around(&mut self, element: String) -> u32 {
        let next = self.around.len() as u32;
        *self.known_around.entry(element).or_insert_with_key(|element| {
            self.around.push(element.clone());
            next
        })
    }

    fn pattern_entry(&mut self, pattern: &ElementPattern) -> PatternEntry {
        let within = pattern.within.iter().map(|way| {
            (way.count, way.up.iter().map(|level| self.around(written(&level.tag, &level.names))).collect())
        });
        PatternEntry {
            is: written(&pattern.tag, &pattern.names),
            count: pattern.count,
            within: within.collect(),
            holds: self.places_of(&pattern.content),
            texts: pattern.texts,
        }
    }
}

fn marks_of(template: &Template) -> TemplateMarks {
    let mut shared = Shared::default();
    let recognition = &template.recognition;
    let mut elements: ByShare<String> = BTreeMap::new();
    for (step, share) in &recognition.steps {
        elements.entry(share.to_string()).or_default().push(step.clone());
    }
    let paths = shared.places_of(&recognition.paths);
    let parts =
        template.parts.iter().enumerate().map(|(p, part)| (part_id(p), part_marks(part, &mut shared))).collect();
    let Shared { places, around, .. } = shared;
    let removed = template.removed.clone();
    TemplateMarks { elements, paths, least_fit: recognition.least_fit, places, around, parts, removed }
}

fn part_marks(part: &Part, shared: &mut Shared) -> PartMarks {
    let columns = part.columns.iter().enumerate().map(|(c, column)| (column_id(c), column_marks(column, shared)));
    let columns = columns.collect();
    let elements: Vec<String> = part.prototype.iter().map(|node| written(&node.tag, &node.names)).collect();
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for element in &elements {
        *counts.entry(element).or_default() += 1;
    }
    let is_shared = |element: &str| element.len() >= LEAST_SHARED && counts.get(element).is_some_and(|n| *n > 1);
    let named = |element: &String| match is_shared(element) {
        true => Written::Around(shared.around(element.clone())),
        false => Written::Element(element.clone()),
    };
    let elements: Vec<Written> = elements.iter().map(named).collect();
    let node = |(node, is): (&crate::wrapper::format::PrototypeNode, Written)| SeedNode {
        parent: node.parent,
        is,
        share: node.share,
        text: node.text.clone(),
        cell: node.cell,
        value_type: node.value_type,
        columns: node.columns.iter().map(|(c, share)| (column_id(*c as usize), *share)).collect(),
    };
    let locator = &part.records;
    PartMarks {
        kind: Some(part.kind),
        css: part.selectors.css.clone(),
        statistics: part.statistics.clone(),
        looks: locator.patterns.iter().map(|pattern| shared.pattern_entry(pattern)).collect(),
        lookalikes: locator.lookalikes.iter().map(|pattern| shared.pattern_entry(pattern)).collect(),
        threshold: locator.threshold,
        tail: locator.tail.clone(),
        columns,
        prototype: part.prototype.iter().zip(elements).map(node).collect(),
        article: part.article.clone(),
        objects: part.objects.clone(),
    }
}

fn column_marks(column: &ColumnLocator, shared: &mut Shared) -> ColumnMarks {
    let selector = &column.selector;
    ColumnMarks {
        learnt_name: column.learnt_name.clone(),
        takes: column.kind,
        category: column.category,
        own: selector.own,
        lost: selector.lost,
        value_type: column.dropped.then_some(column.value_type),
        label: column.label.clone().filter(|_| column.dropped),
        role: column.role.map(|role| role.role),
        role_probability: column.role.map(|role| role.probability),
        css: selector.css.clone(),
        html_attribute: selector.html_attribute.clone(),
        paths: shared.places_of(&column.paths),
        fewest: column.fewest.iter().map(|(path, least)| (shared.place(path), *least)).collect(),
        above: column.above.clone(),
        attribute: column.attribute.clone(),
        seen: column.seen.iter().map(|hash| format!("{hash:x}")).collect::<Vec<_>>().join(" "),
        place: column.place,
        statistics: column.statistics.clone(),
    }
}
