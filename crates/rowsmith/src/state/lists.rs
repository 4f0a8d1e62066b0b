//! Lists within state: arrays of similar objects, objects used as tables, and arrays of the names of their entries.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::declared::Data;
use crate::state::paths::{Name, PathId, Paths};
use crate::state::piece::{Form, Pieces};

/// The least number of records in a list.
pub(crate) const LEAST_RECORDS: usize = 3;

/// How many records of a list are used.
const MOST_RECORDS: usize = 5_000;

/// The most lists that are looked at.
const MOST_LISTS: usize = 20_000;

/// The most objects to which others may refer by name.
const MOST_NAMED: usize = 200_000;

/// The average share that each object of a list must have of the names that occur in any of them.
const LEAST_ALIKE: f64 = 0.25;

/// The most types among the objects of one list.
const MOST_TYPES: usize = 16;

/// How many objects of a list are checked for similarity.
const SAMPLE: usize = 24;

/// A list of similar objects.
#[derive(Clone, Debug)]
pub(crate) struct List<'d> {
    /// Where it is: `script#__NEXT_DATA__.props.pageProps.results[]`.
    pub(crate) path: String,
    pub(crate) form: Form,
    /// The index of its piece.
    pub(crate) piece: usize,
    pub(crate) objects: Vec<&'d Data>,
    /// The innermost object that contains the array; none for entries of a table, which are not counted beside it.
    pub(crate) around: Option<&'d Data>,
    /// Whether it combines objects of several arrays at one path.
    pub(crate) joined: bool,
}

/// Objects to which others refer by name, in caches such as those of Apollo and Relay and in tables of normalised
/// stores.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named<'d> {
    by_name: FxHashMap<&'d str, &'d Data>,
}

impl<'d> Named<'d> {
    fn add(&mut self, name: &'d str, data: &'d Data) {
        if self.by_name.len() < MOST_NAMED {
            let kept = self.by_name.entry(name).or_insert(data);
            if data.members().len() > kept.members().len() {
                *kept = data;
            }
        }
    }

    /// What a value stands for: a reference for the object that it refers to, anything else for itself. References are
    /// followed for one step, so that cycles end.
    pub(crate) fn resolve(&self, data: &'d Data) -> &'d Data {
        let members = data.members();
        if self.by_name.is_empty() || members.is_empty() || members.len() > 4 {
            return data;
        }
        let name = match members {
            [only] if matches!(only.name.as_str(), "__ref" | "@id") => only.value.text(),
            _ if members.iter().any(|m| m.name == "generated" || m.name == "typename") => {
                data.get("id").and_then(Data::text)
            }
            _ => None,
        };
        name.and_then(|name| self.by_name.get(name)).copied().unwrap_or(data)
    }

    fn get(&self, name: &str) -> Option<&'d Data> {
        self.by_name.get(name).copied()
    }
}

/// What was found in the state of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists<'d> {
    pub(crate) list: Vec<List<'d>>,
    pub(crate) named: Named<'d>,
}

/// A value that is still to be looked at.
#[derive(Clone, Copy)]
struct Open<'d> {
    data: &'d Data,
    at: At<'d>,
}

/// Where a value is.
#[derive(Clone, Copy)]
struct At<'d> {
    path: PathId,
    piece: usize,
    /// The innermost object that contains it.
    around: Option<&'d Data>,
}

/// The objects at one path.
struct Found<'d> {
    at: At<'d>,
    objects: Vec<&'d Data>,
    arrays: usize,
}

/// Names in an array that may be names of objects.
struct NamesAt<'d> {
    at: At<'d>,
    names: Vec<&'d str>,
}

/// Finds all lists in the state. Takes time near-linear in the state.
pub(crate) fn find(pieces: &Pieces) -> Lists<'_> {
    let mut search = Search::default();
    for (piece, from) in pieces.list.iter().enumerate() {
        let path = search.paths.step(None, Name::Piece(piece));
        search.walk(Open { data: &from.data, at: At { path, piece, around: None } });
    }
    search.finish(pieces)
}

#[derive(Default)]
struct Search<'d> {
    paths: Paths<'d>,
    arrays: Vec<Found<'d>>,
    names: Vec<NamesAt<'d>>,
    named: Named<'d>,
}

impl<'d> Search<'d> {
    /// Looks at all values within a value, in document order.
    fn walk(&mut self, top: Open<'d>) {
        let mut open = vec![top];
        while let Some(Open { data, at }) = open.pop() {
            let first = open.len();
            match data {
                Data::List(list) => {
                    let at = At { path: self.paths.step(Some(at.path), Name::Item), ..at };
                    self.array(list, at);
                    let inner = list.iter().filter(|data| matches!(data, Data::Object(_) | Data::List(_)));
                    open.extend(inner.map(|data| Open { data, at }));
                }
                Data::Object(members) => {
                    if data.get("@type").and_then(Data::text).is_some_and(|name| name.ends_with("BreadcrumbList")) {
                        continue;
                    }
                    let is_table = self.table(data, at);
                    for member in members.iter().filter(|m| matches!(m.value, Data::Object(_) | Data::List(_))) {
                        let name = if is_table { Name::Entry } else { Name::Member(&member.name) };
                        let path = self.paths.step(Some(at.path), name);
                        open.push(Open { data: &member.value, at: At { path, around: Some(data), ..at } });
                    }
                }
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
            }
            open[first..].reverse();
        }
    }

    fn array(&mut self, list: &'d [Data], at: At<'d>) {
        let objects: Vec<&Data> = list.iter().filter(|data| data.is_object()).take(MOST_RECORDS).collect();
        if objects.is_empty() {
            let names: Vec<&str> = list.iter().filter_map(Data::text).take(MOST_RECORDS).collect();
            if names.len() >= LEAST_RECORDS && names.len() == list.len() && self.names.len() < MOST_LISTS {
                self.names.push(NamesAt { at, names });
            }
            return;
        }
        if objects.len() * 2 >= list.len() && self.arrays.len() < MOST_LISTS {
            self.arrays.push(Found { at, objects, arrays: 1 });
        }
    }

    /// Records an object that is used as a table: its entries are objects with the same structure.
    fn table(&mut self, data: &'d Data, at: At<'d>) -> bool {
        let members = data.members();
        if members.len() < LEAST_RECORDS {
            return false;
        }
        let entries: Vec<_> = members.iter().filter(|m| m.value.is_object()).collect();
        let cache = entries.iter().any(|m| m.name.contains(':')) && entries.len() * 2 >= members.len();
        if !cache && (entries.len() * 10 < members.len() * 9 || !names_look_like_ids(entries.iter().map(|m| &*m.name)))
        {
            // recognised as a table only by its shape
            if entries.len() < members.len() || !are_alike(entries.iter().map(|m| &m.value), 0.8) {
                return false;
            }
        }
        for entry in &entries {
            self.named.add(&entry.name, &entry.value);
        }
        let objects: Vec<&Data> = entries.iter().take(MOST_RECORDS).map(|m| &m.value).collect();
        if self.arrays.len() < MOST_LISTS {
            let at = At { path: self.paths.step(Some(at.path), Name::Entry), around: None, ..at };
            self.arrays.push(Found { at, objects, arrays: 1 });
        }
        true
    }

    fn finish(mut self, pieces: &'d Pieces) -> Lists<'d> {
        // arrays of names of entries are lists of these entries
        for NamesAt { at, names } in std::mem::take(&mut self.names) {
            let objects: Vec<&Data> = names.iter().filter_map(|name| self.named.get(name)).collect();
            if objects.len() * 10 >= names.len() * 9 {
                self.arrays.push(Found { at, objects, arrays: 1 });
            }
        }
        // arrays at one path are one list, too
        let mut at_path: FxHashMap<PathId, Vec<usize>> = FxHashMap::default();
        for (number, found) in self.arrays.iter().enumerate() {
            at_path.entry(found.at.path).or_default().push(number);
        }
        let mut joined: Vec<Found<'d>> = Vec::new();
        for (number, found) in self.arrays.iter().enumerate() {
            let numbers = &at_path[&found.at.path];
            if numbers.len() >= 2 && numbers[0] == number {
                let objects = numbers.iter().flat_map(|&number| self.arrays[number].objects.iter().copied());
                let objects = objects.take(MOST_RECORDS).collect();
                joined.push(Found { objects, arrays: numbers.len(), ..*found });
            }
        }
        let mut all: Vec<Found<'d>> =
            self.arrays.into_iter().filter(|found| found.objects.len() >= LEAST_RECORDS).collect();
        all.extend(joined.into_iter().filter(|found| found.objects.len() >= LEAST_RECORDS));
        let mut lists = Vec::new();
        for found in all {
            let objects: Vec<&Data> = found.objects.iter().map(|object| self.named.resolve(object)).collect();
            let linked = pieces.list[found.at.piece].form == Form::JsonLd;
            for OfType { of_type, objects } in by_type(objects) {
                let of = of_type.or_else(|| one_type(&objects));
                if of.is_some_and(|name| PARTS.contains(&name.rsplit(['/', ':']).next().unwrap_or(name))) {
                    continue;
                }
                // what a page says about itself, its site and its publisher is not a list
                if linked && of.is_none() && objects.iter().any(|object| object.get("@type").is_some()) {
                    continue;
                }
                let path = of_type.map_or(found.at.path, |name| self.paths.step(Some(found.at.path), Name::Type(name)));
                if objects.len() >= LEAST_RECORDS && are_alike(objects.iter().copied(), LEAST_ALIKE) {
                    let piece = &pieces.list[found.at.piece];
                    lists.push(List {
                        path: self.paths.written(path, pieces),
                        form: piece.form,
                        piece: found.at.piece,
                        objects,
                        around: found.at.around,
                        joined: found.arrays > 1,
                    });
                }
            }
        }
        lists.truncate(MOST_LISTS);
        Lists { list: lists, named: self.named }
    }
}

/// Types of schema.org for parts of what a page is about, which are not records of a list.
const PARTS: &[&str] = &[
    "Answer",
    "BreadcrumbList",
    "Comment",
    "ContactPoint",
    "HowToSection",
    "HowToStep",
    "ImageObject",
    "Offer",
    "OpeningHoursSpecification",
    "Organization",
    "Person",
    "PostalAddress",
    "PropertyValue",
    "Question",
    "Review",
    "SiteNavigationElement",
    "WebPage",
    "WebPageElement",
    "WebSite",
    "Brand",
    "Rating",
    "AggregateRating",
    "Thing",
    "SpeakableSpecification",
    "ReadAction",
    "SearchAction",
];

/// The type that all objects declare.
fn one_type<'d>(objects: &[&'d Data]) -> Option<&'d str> {
    let of = |object: &'d Data| object.get("@type").and_then(|data| data.values().first()).and_then(Data::text);
    let first = of(objects.first()?)?;
    objects.iter().all(|object| of(object) == Some(first)).then_some(first)
}

/// Objects of one type.
struct OfType<'d> {
    of_type: Option<&'d str>,
    objects: Vec<&'d Data>,
}

/// All objects, and those of each type that they declare.
fn by_type(objects: Vec<&Data>) -> Vec<OfType<'_>> {
    let mut types: Vec<OfType<'_>> = Vec::new();
    for &object in &objects {
        let of_type = ["@type", "__typename", "_type", "type"].iter().find_map(|name| object.get(name)?.text());
        let Some(name) = of_type else { continue };
        match types.iter().position(|known| known.of_type == Some(name)) {
            Some(at) => types[at].objects.push(object),
            None if types.len() < MOST_TYPES => types.push(OfType { of_type: Some(name), objects: vec![object] }),
            None => {}
        }
    }
    types.retain(|known| known.objects.len() >= LEAST_RECORDS && known.objects.len() < objects.len());
    types.insert(0, OfType { of_type: None, objects });
    types
}

/// Whether the names of entries are like those of tables: numbers, codes and addresses, not words.
fn names_look_like_ids<'n>(names: impl Iterator<Item = &'n str>) -> bool {
    let (mut all, mut ids) = (0, 0);
    for name in names.take(SAMPLE) {
        all += 1;
        let digits = name.bytes().filter(u8::is_ascii_digit).count();
        ids += usize::from(digits > 0 && (digits * 4 >= name.len() || name.len() >= 16) || name.starts_with('/'));
    }
    all > 0 && ids * 10 >= all * 8
}

/// Whether each object has, on average, a sufficient share of the names that occur in any of them.
fn are_alike<'d>(objects: impl Iterator<Item = &'d Data>, least: f64) -> bool {
    let mut names: FxHashSet<&str> = FxHashSet::default();
    let (mut count, mut members) = (0usize, 0usize);
    for object in objects.take(SAMPLE) {
        count += 1;
        members += object.members().len();
        names.extend(object.members().iter().map(|m| m.name.as_str()));
    }
    count > 0 && !names.is_empty() && members as f64 >= least * (names.len() * count) as f64
}
