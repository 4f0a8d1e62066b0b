//! Data in attributes of the elements that show it: microdata and RDFa Lite.

use crate::declared::bounds::Allowance;
use crate::declared::{Block, Data, Form, Member};
use crate::dom::{AttrName, Document, NodeId, Tag, line};

/// The attributes of one of the two syntaxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    form: Form,
    /// The attribute that begins an object.
    scope: &'static str,
    /// The attribute that names its type.
    kind: &'static str,
    /// The attribute that names a property.
    property: &'static str,
    /// The attribute that identifies the object.
    id: &'static str,
}

/// Microdata, as in the HTML standard.
pub(crate) const MICRODATA: Dialect =
    Dialect { form: Form::Microdata, scope: "itemscope", kind: "itemtype", property: "itemprop", id: "itemid" };

/// RDFa Lite 1.1.
pub(crate) const RDFA: Dialect =
    Dialect { form: Form::Rdfa, scope: "typeof", kind: "typeof", property: "property", id: "resource" };

/// An object whose element is open.
struct Open {
    end: NodeId,
    node: NodeId,
    /// The properties of the enclosing object whose value it is.
    properties: Vec<String>,
    members: Vec<Member>,
}

/// The most property names of an object; further ones are ignored.
const MOST_NAMES: usize = 256;

/// Reads the objects of a page. Takes time linear in its size, times the nesting depth of properties. An object that is
/// the value of several properties is kept only under the first, since copies within copies would double with every
/// level.
pub(crate) fn read(document: &Document, dialect: Dialect, allowance: &Allowance, blocks: &mut Vec<Block>) {
    let (Some(scope), Some(property)) = (document.find_attr(dialect.scope), document.find_attr(dialect.property))
    else {
        return;
    };
    let mut open: Vec<Open> = Vec::new();
    for node in document.nodes() {
        while open.last().is_some_and(|top| node >= top.end) {
            close(&mut open, dialect, allowance, blocks);
        }
        if document.is_text(node) {
            continue;
        }
        let begins = document.attr(node, scope).is_some();
        let names = document.attr(node, property).unwrap_or_default();
        if !begins && (names.is_empty() || open.is_empty()) {
            continue;
        }
        let names: Vec<String> = names.split_ascii_whitespace().map(|name| plain(name).to_owned()).collect();
        if begins {
            if open.len() >= allowance.max_depth || !allowance.value() {
                allowance.cut();
                continue;
            }
            let mut members = Vec::new();
            let kinds = document.attr_named(node, dialect.kind).unwrap_or_default().split_ascii_whitespace();
            let kinds: Vec<Data> = kinds.map(|kind| Data::Text(plain(kind).to_owned())).collect();
            if !kinds.is_empty() {
                members.push(Member { name: "@type".into(), value: Data::List(kinds) });
            }
            if let Some(id) = document.attr_named(node, dialect.id) {
                members.push(Member { name: "@id".into(), value: Data::Text(id.to_owned()) });
            }
            open.push(Open { end: document.end(node), node, properties: names, members });
        } else if let Some(top) = open.last_mut() {
            let value = value_of(document, node);
            for name in names {
                if !allowance.bytes(value.len()) || !allowance.value() {
                    return;
                }
                if !value.is_empty() {
                    add(&mut top.members, name, Data::Text(value.clone()), allowance);
                }
            }
        }
    }
    while !open.is_empty() {
        close(&mut open, dialect, allowance, blocks);
    }
}

fn close(open: &mut Vec<Open>, dialect: Dialect, allowance: &Allowance, blocks: &mut Vec<Block>) {
    let Some(Open { node, properties, members, .. }) = open.pop() else { return };
    let data = Data::Object(members);
    match (open.last_mut(), properties.into_iter().next()) {
        (Some(outer), Some(name)) => add(&mut outer.members, name, data, allowance),
        _ => blocks.push(Block { form: dialect.form, node, name: None, data }),
    }
}

/// Adds a value to a property, which may have several.
fn add(members: &mut Vec<Member>, name: String, value: Data, allowance: &Allowance) {
    let Some(known) = members.iter().position(|member| member.name == name) else {
        if members.len() < MOST_NAMES {
            members.push(Member { name, value });
        } else {
            allowance.cut();
        }
        return;
    };
    match &mut members[known].value {
        Data::List(list) => list.push(value),
        first => *first = Data::List(vec![std::mem::take(first), value]),
    }
}

/// A name without the address or prefix of its vocabulary.
fn plain(name: &str) -> &str {
    name.rsplit(['/', ':', '#']).next().filter(|last| !last.is_empty()).unwrap_or(name)
}

/// The value of the property that an element represents.
fn value_of(document: &Document, node: NodeId) -> String {
    let attr = |name: AttrName| document.attr(node, name).map(str::trim).filter(|value| !value.is_empty());
    let tag = document.tag(node);
    let declared = attr(AttrName::CONTENT).or_else(|| match tag {
        Tag::A | Tag::AREA | Tag::LINK => attr(AttrName::HREF),
        Tag::IMG => attr(AttrName::SRC)
            .filter(|src| !src.starts_with("data:"))
            .or_else(|| attr(AttrName::DATA_SRC))
            .or_else(|| attr(AttrName::SRC)),
        Tag::AUDIO | Tag::EMBED | Tag::IFRAME | Tag::SOURCE | Tag::TRACK | Tag::VIDEO => attr(AttrName::SRC),
        Tag::TIME => attr(AttrName::DATETIME),
        Tag::DATA | Tag::METER => attr(AttrName::VALUE),
        _ => None,
    });
    match declared {
        Some(value) => value.to_owned(),
        None => line(document, node, document.end(node)),
    }
}
