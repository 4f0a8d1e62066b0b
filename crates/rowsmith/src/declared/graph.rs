//! Finding objects within embedded data, and following their references.

use rustc_hash::FxHashMap;

use crate::declared::{Block, Data};

/// An object within a block.
#[derive(Clone, Copy, Debug)]
pub struct ObjectAt<'d> {
    /// The object.
    pub object: &'d Data,
    /// The index of its block.
    pub block: usize,
    /// The number of objects around it.
    pub depth: usize,
    /// The name of the member that it is the value of, directly or within a list; empty at the top.
    pub name: &'d str,
    /// The index, among the objects found, of the object around it.
    pub parent: Option<usize>,
    /// Whether it is one of several in a list.
    pub listed: bool,
}

/// All objects of some blocks, from the outside in, in document order, up to this many. Takes linear time.
pub fn objects<'d>(blocks: &'d [Block], most: usize) -> Vec<ObjectAt<'d>> {
    let mut found = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        objects_within(&block.data, number, most, &mut found);
    }
    found
}

/// All objects of one piece of data, like [`objects`].
pub(crate) fn objects_of(data: &Data, most: usize) -> Vec<ObjectAt<'_>> {
    let mut found = Vec::new();
    objects_within(data, 0, most, &mut found);
    found
}

fn objects_within<'d>(data: &'d Data, block: usize, most: usize, found: &mut Vec<ObjectAt<'d>>) {
    let mut open = vec![ObjectAt { object: data, block, depth: 0, name: "", parent: None, listed: false }];
    while let Some(at) = open.pop() {
        match at.object {
            Data::List(list) => {
                let objects = list.iter().filter(|data| matches!(data, Data::Object(_) | Data::List(_)));
                let listed = at.listed || list.len() > 1;
                open.extend(objects.rev().map(|object| ObjectAt { object, listed, ..at }));
            }
            Data::Object(members) => {
                if found.len() >= most {
                    return;
                }
                let parent = Some(found.len());
                found.push(at);
                let inner = members.iter().filter(|m| matches!(m.value, Data::Object(_) | Data::List(_)));
                open.extend(inner.rev().map(|member| ObjectAt {
                    object: &member.value,
                    block,
                    depth: at.depth + 1,
                    name: &member.name,
                    parent,
                    listed: false,
                }));
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }
}

/// The types of an object, without the address of their vocabulary.
pub fn types(object: &Data) -> impl Iterator<Item = &str> {
    let declared = object.get("@type").map(Data::values).unwrap_or_default();
    let names = declared.iter().filter_map(Data::text).flat_map(str::split_ascii_whitespace);
    names.map(|name| name.rsplit(['/', ':', '#']).next().unwrap_or(name))
}

/// Objects by the name under which others refer to them.
#[derive(Clone, Debug, Default)]
pub struct Ids<'d> {
    by_id: FxHashMap<&'d str, &'d Data>,
}

impl<'d> Ids<'d> {
    /// The objects that have an `@id`; among those with the same one, the one with most members.
    pub fn new(objects: &[ObjectAt<'d>]) -> Ids<'d> {
        let mut by_id: FxHashMap<&str, &Data> = FxHashMap::default();
        for at in objects {
            if let Some(id) = at.object.get("@id").and_then(Data::text) {
                let kept = by_id.entry(id).or_insert(at.object);
                if at.object.members().len() > kept.members().len() {
                    *kept = at.object;
                }
            }
        }
        Ids { by_id }
    }

    /// What a value stands for: a reference for the object that it refers to, anything else for itself. References are
    /// followed for one step, so circular ones cost nothing.
    pub fn resolve(&self, data: &'d Data) -> &'d Data {
        let names_only = |member: &crate::declared::Member| member.name == "@id" || member.name == "@type";
        let Some(id) = data.get("@id").and_then(Data::text) else { return data };
        match data.members().iter().all(names_only) {
            true => self.by_id.get(id).copied().unwrap_or(data),
            false => data,
        }
    }
}
