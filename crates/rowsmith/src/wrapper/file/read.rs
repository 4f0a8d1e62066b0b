//! From a file to its wrapper. What people changed in it takes effect here, and what cannot take effect is reported
//! with its place.

use std::collections::{BTreeMap, BTreeSet};

use crate::recognize::ValueType;
use crate::records::Assigned;
use crate::selector::Selector;
use crate::types::{ColumnCategory, ColumnKind, PartKind, ValueKind, value_type_of};
use crate::wrapper::file::elements::read as element;
use crate::wrapper::file::model::{
    ByShare, ColumnEntry, ColumnMarks, PartEntry, PartMarks, PatternEntry, SeedNode, TemplateEntry, TemplateMarks,
    WrapperFile, Written,
};
use crate::wrapper::file::write::{xpath_of, xpath_within};
use crate::wrapper::format::{
    AttributeRules, ColumnAttribute, ColumnLocator, ColumnSelector, ColumnStatistics, ElementPattern, Level, Part,
    PrototypeNode, Recognition, RecordLocator, Selectors, Template, Way, Wrapper,
};
use crate::wrapper::parts::objects::schema_of;
use crate::wrapper::parts::post_fields::is_field;

/// An error in a file, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    /// The place: `templates[0].parts[1].css`.
    pub(crate) at: String,
    pub(crate) what: String,
}

impl Wrong {
    fn at(at: impl Into<String>, what: impl Into<String>) -> Wrong {
        Wrong { at: at.into(), what: what.into() }
    }
}

/// The probability of a role given by a person.
const SAID: f64 = 1.0;

/// The wrapper described by a file.
pub(crate) fn wrapper_of(file: WrapperFile) -> Result<Wrapper, Wrong> {
    let mut names = BTreeSet::new();
    let mut templates = Vec::new();
    let mut recognition = file.recognition;
    for (t, entry) in file.templates.into_iter().enumerate() {
        let at = format!("templates[{t}]");
        if entry.name.trim().is_empty() || !names.insert(entry.name.clone()) {
            return Err(Wrong::at(
                format!("{at}.name"),
                format!("another template has the name {:?}, or the name is empty", entry.name),
            ));
        }
        let marks = recognition.remove(&entry.id).ok_or_else(|| {
            Wrong::at(
                format!("{at}.id"),
                format!("\"recognition\" knows no template {:?}, or two have this id", entry.id),
            )
        })?;
        templates.push(template_of(entry, marks, &at)?);
    }
    Ok(Wrapper { rowsmith_wrapper: file.rowsmith_wrapper, templates })
}

fn template_of(entry: TemplateEntry, marks: TemplateMarks, at: &str) -> Result<Template, Wrong> {
    let base = format!("recognition.{}", entry.id);
    let shared = Shared::new(&marks, &base)?;
    let mut steps = BTreeMap::new();
    for (share, names) in marks.elements {
        let number = shared.number(&share, "elements")?;
        steps.extend(names.into_iter().map(|name| (name, number)));
    }
    let recognition = Recognition { steps, paths: shared.paths(&marks.paths, "paths")?, least_fit: marks.least_fit };
    let mut of_parts = marks.parts;
    let mut parts = Vec::new();
    for (p, part) in entry.parts.into_iter().enumerate() {
        let at = format!("{at}.parts[{p}]");
        let marks = of_parts.remove(&part.id).ok_or_else(|| {
            Wrong::at(
                format!("{at}.id"),
                format!("\"recognition\" knows no part {:?} of this template, or two have this id", part.id),
            )
        })?;
        parts.push(part_of(part, marks, &shared, &at)?);
    }
    let TemplateEntry { name, hosts, pages, sources, .. } = entry;
    let mut removed = marks.removed;
    for kind in of_parts.into_values().filter_map(|marks| marks.kind) {
        if !removed.contains(&kind) {
            removed.push(kind);
        }
    }
    Ok(Template { name, hosts, pages, sources, recognition, parts, removed })
}

/// The paths and elements to which others refer by index.
struct Shared {
    /// The place of the template in the file.
    base: String,
    places: Vec<String>,
    around: Vec<Level>,
}

impl Shared {
    fn new(marks: &TemplateMarks, base: &str) -> Result<Shared, Wrong> {
        let mut places: Vec<String> = Vec::with_capacity(marks.places.len());
        for (i, step) in marks.places.iter().enumerate() {
            let whole = match step.split_once('/') {
                None => Some(step.clone()),
                Some((before, step)) => {
                    before.parse().ok().and_then(|n: usize| places.get(n)).map(|before| format!("{before}/{step}"))
                }
            };
            let wrong =
                || Wrong::at(format!("{base}.places[{i}]"), format!("{step:?} does not continue any place before it"));
            places.push(whole.ok_or_else(wrong)?);
        }
        let mut around = Vec::with_capacity(marks.around.len());
        for (i, text) in marks.around.iter().enumerate() {
            let (tag, names) = element(text)
                .ok_or_else(|| Wrong::at(format!("{base}.around[{i}]"), format!("{text:?} is not an element")))?;
            around.push(Level { tag, names });
        }
        Ok(Shared { base: base.to_owned(), places, around })
    }

    fn number(&self, share: &str, at: &str) -> Result<f32, Wrong> {
        let wrong = || Wrong::at(format!("{}.{at}", self.base), format!("{share:?} is not a share from 0 to 1"));
        share.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(wrong)
    }

    fn place(&self, number: u32, at: &str) -> Result<String, Wrong> {
        let wrong = || Wrong::at(format!("{}.{at}", self.base), format!("there is no place {number}"));
        self.places.get(number as usize).cloned().ok_or_else(wrong)
    }

    fn paths(&self, of: &ByShare<u32>, at: &str) -> Result<BTreeMap<String, f32>, Wrong> {
        let mut out = BTreeMap::new();
        for (share, numbers) in of {
            let share = self.number(share, at)?;
            for number in numbers {
                out.insert(self.place(*number, at)?, share);
            }
        }
        Ok(out)
    }

    fn pattern(&self, entry: &PatternEntry, at: &str) -> Result<ElementPattern, Wrong> {
        let (tag, names) = element(&entry.is)
            .ok_or_else(|| Wrong::at(format!("{}.{at}", self.base), format!("{:?} is not an element", entry.is)))?;
        let level = |number: &u32| {
            let wrong =
                || Wrong::at(format!("{}.{at}", self.base), format!("there is no element {number} in \"around\""));
            self.around.get(*number as usize).cloned().ok_or_else(wrong)
        };
        let way = |(count, up): &(u32, Vec<u32>)| {
            Ok(Way { count: *count, up: up.iter().map(level).collect::<Result<_, Wrong>>()? })
        };
        Ok(ElementPattern {
            count: entry.count,
            tag,
            names,
            within: entry.within.iter().map(way).collect::<Result<_, Wrong>>()?,
            content: self.paths(&entry.holds, at)?,
            texts: entry.texts,
        })
    }
}

fn part_of(entry: PartEntry, marks: PartMarks, shared: &Shared, at: &str) -> Result<Part, Wrong> {
    let own = format!("parts.{}", entry.id);
    let edited = edited(&entry.css, &marks.css, &entry.xpath, xpath_of, at)?;
    if entry.kind == PartKind::Item && edited.is_some() {
        let what = "the record of an object is its page, which has no selector; change those of its columns";
        return Err(Wrong::at(format!("{at}.css"), what));
    }
    let patterns = |looks: &[PatternEntry], name: &str| {
        looks.iter().map(|entry| shared.pattern(entry, &format!("{own}.{name}"))).collect::<Result<Vec<_>, Wrong>>()
    };
    let records = RecordLocator {
        patterns: patterns(&marks.looks, "looks")?,
        lookalikes: patterns(&marks.lookalikes, "lookalikes")?,
        threshold: marks.threshold,
        tail: marks.tail.clone(),
    };
    let mut objects = marks.objects;
    let mut columns: Vec<ColumnLocator> = Vec::new();
    // the index of each column that was learnt
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mut of_columns = marks.columns;
    for (c, column) in entry.columns.into_iter().enumerate() {
        let at = format!("{at}.columns[{c}]");
        if column.name.trim().is_empty() || !names.insert(column.name.to_lowercase()) {
            return Err(Wrong::at(
                format!("{at}.name"),
                format!("another column has the name {:?}, or the name is empty", column.name),
            ));
        }
        let Some(id) = &column.id else {
            columns.push(own_column(column, entry.kind, objects.as_mut(), &at)?);
            continue;
        };
        let known = of_columns.remove(id).ok_or_else(|| {
            let what = format!("\"recognition\" knows no column {id:?} of this part, or two have this id; a column that you add has no id");
            Wrong::at(format!("{at}.id"), what)
        })?;
        numbers.insert(id.clone(), columns.len() as u32);
        columns.push(column_of(column, known, shared, entry.kind, &at)?);
    }
    if entry.kind == PartKind::Article && of_columns.values().any(|marks| marks.learnt_name == "text") {
        return Err(Wrong::at(format!("{at}.columns"), "the text of an article cannot be removed"));
    }
    let mut dropped: Vec<(String, ColumnMarks)> = of_columns.into_iter().collect();
    dropped.sort_by_key(|(id, _)| (id.len(), id.clone()));
    for (id, marks) in dropped {
        numbers.insert(id, columns.len() as u32);
        columns.push(dropped_column(marks, shared)?);
    }
    if let Some(rules) = &mut objects {
        name_attributes(&mut columns, rules, at)?;
        schema_of(rules).map_err(|error| Wrong::at(format!("{}.{own}.objects", shared.base), error.to_string()))?;
    }
    let mut prototype = Vec::with_capacity(marks.prototype.len());
    for (i, node) in marks.prototype.iter().enumerate() {
        let wrong = |what: &str| Wrong::at(format!("{}.{own}.prototype[{i}]", shared.base), what);
        let SeedNode { parent, is, share, text, cell, value_type, columns } = node;
        if *parent as usize >= i.max(1) {
            return Err(wrong("the prototype is not in preorder"));
        }
        let known = match is {
            Written::Around(number) => {
                shared.around.get(*number as usize).map(|level| (level.tag.clone(), level.names.clone()))
            }
            Written::Element(text) => element(text),
        };
        let (tag, names) = known.ok_or_else(|| wrong("it is not an element"))?;
        let columns = columns.iter().map(|(id, share)| {
            let number = numbers.get(id).ok_or_else(|| wrong(&format!("there is no column {id:?}")))?;
            Ok((*number, *share))
        });
        prototype.push(PrototypeNode {
            parent: *parent,
            tag,
            names,
            share: *share,
            text: text.clone(),
            cell: *cell,
            value_type: *value_type,
            columns: columns.collect::<Result<_, Wrong>>()?,
        });
    }
    Ok(Part {
        kind: entry.kind,
        selectors: Selectors { css: marks.css, agreement: entry.css_agreement, edited },
        records,
        columns,
        prototype,
        article: marks.article,
        objects,
        statistics: marks.statistics,
    })
}

/// A person's selector, if the one in the file differs from what was learnt. It is an error if it is not a selector, or
/// if only its XPath was changed.
fn edited(
    css: &str,
    learnt: &str,
    xpath: &str,
    written: impl Fn(&str) -> Option<String>,
    at: &str,
) -> Result<Option<String>, Wrong> {
    let of = |css: &str| written(css).unwrap_or_default();
    if !xpath.is_empty() && xpath != of(css) && xpath != of(learnt) {
        let what = "this is written from \"css\" and has no effect by itself; change \"css\", and leave \"xpath\" as it is or out";
        return Err(Wrong::at(format!("{at}.xpath"), what));
    }
    if css == learnt {
        return Ok(None);
    }
    if css.is_empty() {
        let what = "the selector is missing; to leave something out, delete its {…}";
        return Err(Wrong::at(format!("{at}.css"), what));
    }
    Selector::parse(css).map_err(|what| Wrong::at(format!("{at}.css"), what))?;
    Ok(Some(css.to_owned()))
}

fn column_of(
    entry: ColumnEntry,
    marks: ColumnMarks,
    shared: &Shared,
    kind: PartKind,
    at: &str,
) -> Result<ColumnLocator, Wrong> {
    let edited = edited(&entry.css, &marks.css, &entry.xpath, xpath_within, at)?;
    let fixed = kind == PartKind::Article || kind == PartKind::Posts && is_field(&marks.learnt_name);
    if fixed && entry.name != marks.learnt_name {
        let what = format!(
            "{:?} is a fixed name of posts and articles; rename the column in the output instead: --columns {}={}",
            marks.learnt_name, entry.name, marks.learnt_name
        );
        return Err(Wrong::at(format!("{at}.name"), what));
    }
    if kind == PartKind::Article && marks.learnt_name == "text" && edited.is_some() {
        return Err(Wrong::at(
            format!("{at}.css"),
            "the text of an article is that of its element, which has a selector",
        ));
    }
    if entry.takes != marks.takes {
        let what = "what a column is taken from cannot be changed; add a column of your own, without \"id\"";
        return Err(Wrong::at(format!("{at}.takes"), what));
    }
    if entry.html_attribute != marks.html_attribute && edited.is_none() {
        return Err(Wrong::at(format!("{at}.html_attribute"), "this counts only with a \"css\" of your own"));
    }
    let role = entry.role.map(|role| Assigned {
        role,
        probability: if marks.role == Some(role) { marks.role_probability.unwrap_or(SAID) } else { SAID },
    });
    let locator = locator_of(&marks, shared)?;
    Ok(ColumnLocator {
        name: entry.name,
        value_type: entry.value_type,
        role,
        label: entry.label,
        example: entry.example,
        selector: ColumnSelector {
            css: marks.css,
            html_attribute: entry.html_attribute,
            agreement: entry.css_agreement.unwrap_or_default(),
            edited,
            own: marks.own,
            lost: marks.lost,
        },
        ..locator
    })
}

fn dropped_column(marks: ColumnMarks, shared: &Shared) -> Result<ColumnLocator, Wrong> {
    let locator = locator_of(&marks, shared)?;
    let role = marks.role.map(|role| Assigned { role, probability: marks.role_probability.unwrap_or(SAID) });
    Ok(ColumnLocator {
        name: marks.learnt_name,
        dropped: true,
        value_type: marks.value_type.unwrap_or_default(),
        role,
        label: marks.label,
        selector: ColumnSelector {
            css: marks.css,
            html_attribute: marks.html_attribute,
            own: marks.own,
            lost: marks.lost,
            ..ColumnSelector::default()
        },
        ..locator
    })
}

/// How a column is recognised, under the name under which it was learnt.
fn locator_of(marks: &ColumnMarks, shared: &Shared) -> Result<ColumnLocator, Wrong> {
    let fewest = marks.fewest.iter().map(|(place, least)| Ok((shared.place(*place, "parts")?, *least)));
    Ok(ColumnLocator {
        name: marks.learnt_name.clone(),
        learnt_name: marks.learnt_name.clone(),
        dropped: false,
        kind: marks.takes,
        category: marks.category,
        value_type: ValueType::Text,
        role: None,
        label: None,
        selector: ColumnSelector::default(),
        example: None,
        place: marks.place,
        seen: marks.seen.split(' ').filter_map(|hash| u32::from_str_radix(hash, 16).ok()).collect(),
        paths: shared.paths(&marks.paths, "parts")?,
        fewest: fewest.collect::<Result<_, Wrong>>()?,
        above: marks.above.clone(),
        attribute: marks.attribute.clone(),
        statistics: marks.statistics.clone(),
    })
}

/// The columns that every article has.
const METADATA: [&str; 4] = ["title", "author", "date", "text"];

/// A column that a person added.
fn own_column(
    entry: ColumnEntry,
    kind: PartKind,
    objects: Option<&mut crate::wrapper::format::ObjectRules>,
    at: &str,
) -> Result<ColumnLocator, Wrong> {
    if kind == PartKind::Article && METADATA.contains(&&*entry.name) {
        let what = format!("{:?} is a column of every article, and no name for one of your own", entry.name);
        return Err(Wrong::at(format!("{at}.name"), what));
    }
    if kind == PartKind::Posts && is_field(&entry.name) {
        let what = format!("{:?} is a field of posts, and no name for a column of your own", entry.name);
        return Err(Wrong::at(format!("{at}.name"), what));
    }
    if entry.css.is_empty() {
        return Err(Wrong::at(at, "a column of your own needs \"css\", a selector within the record"));
    }
    let edited = edited(&entry.css, "", &entry.xpath, xpath_within, at)?;
    let attribute = objects.map(|rules| {
        let value = match entry.takes {
            ColumnKind::Text => ValueKind::Text,
            ColumnKind::Link => ValueKind::Url,
            ColumnKind::Image => ValueKind::Image,
        };
        rules.attributes.push(AttributeRules {
            name: entry.name.clone(),
            value,
            whole: true,
            ..AttributeRules::default()
        });
        ColumnAttribute { name: entry.name.clone(), inferred: true, support: 0.0 }
    });
    Ok(ColumnLocator {
        learnt_name: entry.name.clone(),
        name: entry.name,
        dropped: false,
        kind: entry.takes,
        category: ColumnCategory::Distinctive,
        value_type: entry.value_type,
        role: entry.role.map(|role| Assigned { role, probability: SAID }),
        label: entry.label,
        selector: ColumnSelector {
            html_attribute: entry.html_attribute,
            edited,
            own: true,
            ..ColumnSelector::default()
        },
        example: entry.example,
        seen: Vec::new(),
        place: 0.0,
        paths: BTreeMap::new(),
        fewest: BTreeMap::new(),
        above: Vec::new(),
        attribute,
        statistics: ColumnStatistics::default(),
    })
}

/// The attributes of objects get the names of their first columns and are put into the same order; attributes without a
/// column are removed.
fn name_attributes(
    columns: &mut [ColumnLocator],
    rules: &mut crate::wrapper::format::ObjectRules,
    at: &str,
) -> Result<(), Wrong> {
    let mut ordered: Vec<AttributeRules> = Vec::new();
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for (c, column) in columns.iter().enumerate().filter(|(_, column)| !column.dropped) {
        let Some(of) = &column.attribute else { continue };
        let Some(known) = rules.attributes.iter().find(|attribute| attribute.name == of.name) else {
            return Err(Wrong::at(format!("{at}.columns[{c}]"), format!("there is no attribute {:?}", of.name)));
        };
        let expected = if column.selector.own { column.value_type } else { value_type_of(known.value) };
        if column.value_type != expected {
            return Err(Wrong::at(
                format!("{at}.columns[{c}].type"),
                "the schema says the type of an attribute; it cannot be changed here",
            ));
        }
        if !renamed.contains_key(&of.name) {
            renamed.insert(of.name.clone(), column.name.clone());
            ordered.push(AttributeRules { name: column.name.clone(), ..known.clone() });
        }
    }
    for column in columns.iter_mut() {
        if let Some(of) = &mut column.attribute
            && let Some(name) = renamed.get(&of.name)
        {
            of.name.clone_from(name);
        }
    }
    rules.attributes = ordered;
    Ok(())
}
