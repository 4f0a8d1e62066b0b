//! The labels of a page's elements: tags, names, and the hashes of the paths between them.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId};
use crate::tree::{PageTree, TreeId, mix};

/// The base of the rolling hash of paths; odd, so that no step is lost.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A name in the form that wrappers store: every run of digits becomes one `0`, since `post-123` names a page and
/// `post-0` names the template; characters that separate steps and names in a path are escaped.
pub(crate) fn folded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut in_digits = false;
    for c in name.chars() {
        let digit = c.is_ascii_digit();
        match c {
            _ if digit && in_digits => {}
            _ if digit => out.push('0'),
            '/' | '.' | '#' | '@' | '%' => out.push_str(&format!("%{:02x}", c as u32)),
            _ => out.push(c),
        }
        in_digits = digit;
    }
    out
}

/// The hash of a name as written in a wrapper, byte by byte.
#[derive(Clone, Copy)]
struct NameHash(u64);

impl NameHash {
    /// `.` for a class, `#` for an id, `@` for an attribute, 0 for a bare tag.
    fn new(kind: u8) -> NameHash {
        NameHash(u64::from(kind))
    }

    fn add(&mut self, byte: u8) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    /// Adds the characters of the [`folded`] name, without allocating it.
    fn add_folded(&mut self, name: &str) {
        let mut in_digits = false;
        for &byte in name.as_bytes() {
            let digit = byte.is_ascii_digit();
            match byte {
                _ if digit && in_digits => {}
                _ if digit => self.add(b'0'),
                b'/' | b'.' | b'#' | b'@' | b'%' => {
                    self.add(b'%');
                    let digits = b"0123456789abcdef";
                    self.add(digits[usize::from(byte >> 4)]);
                    self.add(digits[usize::from(byte & 15)]);
                }
                _ => self.add(byte),
            }
            in_digits = digit;
        }
    }
}

fn folded_hash(kind: u8, name: &str) -> u64 {
    let mut hash = NameHash::new(kind);
    hash.add_folded(name);
    hash.0
}

/// The hash of a name in a wrapper: `.class`, `#id`, `@itemprop=price`, or a bare tag.
pub(crate) fn name_hash(name: &str) -> u64 {
    let (kind, rest) = match name.as_bytes().first() {
        Some(&kind @ (b'.' | b'#' | b'@')) => (kind, &name[1..]),
        _ => (0, name),
    };
    // already folded, since digits have become 0
    let mut hash = NameHash::new(kind);
    rest.bytes().for_each(|byte| hash.add(byte));
    hash.0
}

/// The hashes of a step or path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PathHashes {
    /// With classes.
    pub(crate) full: u64,
    /// By tags only.
    pub(crate) tags: u64,
}

/// The hashes of a step such as `li.product.new`.
pub(crate) fn step_hashes(step: &str) -> PathHashes {
    let mut parts = step.split('.');
    let tag = name_hash(parts.next().unwrap_or_default());
    let classes = parts.fold(0u64, |sum, class| sum.wrapping_add(name_hash(&format!(".{class}"))));
    PathHashes { full: mix(tag, classes), tags: tag }
}

/// The hashes of a path such as `a/h3.title/#text`.
pub(crate) fn path_hashes(path: &str) -> PathHashes {
    let steps = path.split('/').filter(|step| !step.is_empty()).map(step_hashes);
    steps.fold(PathHashes::default(), |path, step| PathHashes {
        full: path.full.wrapping_mul(BASE).wrapping_add(step.full),
        tags: path.tags.wrapping_mul(BASE).wrapping_add(step.tags),
    })
}

/// Names and paths of all nodes of a page's tree.
pub(crate) struct PageLabels<'a> {
    pub(crate) document: &'a Document,
    pub(crate) page: &'a PageTree,
    /// For each node, the hash of its tag.
    pub(crate) tags: Vec<u64>,
    /// For each node, the hash of tag and classes.
    pub(crate) steps: Vec<u64>,
    /// The names of all nodes, one after another, and where those of each node end.
    names: Vec<u64>,
    name_ends: Vec<u32>,
    full_prefix: Vec<u64>,
    tag_prefix: Vec<u64>,
    pub(crate) depths: Vec<u32>,
    powers: Vec<u64>,
    /// The terminals in order.
    pub(crate) terminals: Vec<TreeId>,
}

impl<'a> PageLabels<'a> {
    /// Makes one pass over the nodes and their attributes.
    pub(crate) fn new(document: &'a Document, page: &'a PageTree) -> PageLabels<'a> {
        let n = page.tree.len();
        let mut labels = PageLabels {
            document,
            page,
            tags: Vec::with_capacity(n),
            steps: Vec::with_capacity(n),
            names: Vec::with_capacity(n),
            name_ends: Vec::with_capacity(n),
            full_prefix: vec![0; n],
            tag_prefix: vec![0; n],
            depths: vec![0; n],
            powers: vec![1],
            terminals: Vec::new(),
        };
        let mut of_tag: FxHashMap<u32, u64> = FxHashMap::default();
        let mut of_data: FxHashMap<u32, Option<u64>> = FxHashMap::default();
        for id in page.tree.nodes() {
            let tag = page.tag(id);
            let tag_hash = *of_tag.entry(tag.0).or_insert_with(|| name_hash(document.tag_name(tag)));
            let start = labels.names.len();
            let mut classes = 0u64;
            if !page.is_text(id) {
                classes = labels.push_names(page.node(id), &mut of_data);
                labels.names[start..].sort_unstable();
            }
            labels.name_ends.push(labels.names.len() as u32);
            let step = mix(tag_hash, classes);
            labels.tags.push(tag_hash);
            labels.steps.push(step);
            if let Some(parent) = page.tree.parent(id) {
                labels.depths[id] = labels.depths[parent] + 1;
                labels.full_prefix[id] = labels.full_prefix[parent].wrapping_mul(BASE).wrapping_add(step);
                labels.tag_prefix[id] = labels.tag_prefix[parent].wrapping_mul(BASE).wrapping_add(tag_hash);
            }
            if labels.powers.len() <= labels.depths[id] as usize {
                labels.powers.push(labels.powers[labels.powers.len() - 1].wrapping_mul(BASE));
            }
            if page.is_terminal(id) {
                labels.terminals.push(id);
            }
        }
        labels
    }

    /// Adds the names of an element, and returns the sum of its classes' hashes. `of_data` has the hashes of attributes
    /// that count as names whatever their value.
    fn push_names(&mut self, node: NodeId, of_data: &mut FxHashMap<u32, Option<u64>>) -> u64 {
        let mut classes = 0u64;
        for (name, value) in self.document.attrs(node) {
            match name {
                AttrName::CLASS => {
                    let start = self.names.len();
                    for class in value.split_ascii_whitespace() {
                        let hash = folded_hash(b'.', class);
                        if !self.names[start..].contains(&hash) && self.names.len() < start + MAX_CLASSES {
                            self.names.push(hash);
                            classes = classes.wrapping_add(hash);
                        }
                    }
                }
                AttrName::ID => self.names.push(folded_hash(b'#', value.trim())),
                AttrName::ITEMPROP | AttrName::ITEMTYPE | AttrName::ROLE | AttrName::REL => {
                    self.names.push(attribute_hash(self.document.attr_name(name), value));
                }
                _ => {
                    let hash = of_data.entry(name.0).or_insert_with(|| {
                        let name = self.document.attr_name(name);
                        name.starts_with("data-").then(|| attribute_hash(name, ""))
                    });
                    self.names.extend(*hash);
                }
            }
        }
        classes
    }

    /// The names of an element, as hashes in order.
    pub(crate) fn names(&self, id: TreeId) -> &[u64] {
        let start = if id == TreeId::ROOT { 0 } else { self.name_ends[id - 1] as usize };
        &self.names[start..self.name_ends[id] as usize]
    }

    /// The hashes of the path from below `top` to `node`.
    pub(crate) fn path(&self, top: TreeId, node: TreeId) -> PathHashes {
        let power = self.powers[(self.depths[node] - self.depths[top]) as usize];
        let full = self.full_prefix[node].wrapping_sub(self.full_prefix[top].wrapping_mul(power));
        let tags = self.tag_prefix[node].wrapping_sub(self.tag_prefix[top].wrapping_mul(power));
        PathHashes { full, tags }
    }

    /// The hashes of the path from below `top` to `node` with a further step after `at`, a node on the way.
    pub(crate) fn path_with(&self, top: TreeId, at: TreeId, step: &str, node: TreeId) -> PathHashes {
        let (before, step, after) = (self.path(top, at), step_hashes(step), self.path(at, node));
        let power = self.powers[(self.depths[node] - self.depths[at]) as usize];
        let join = |before: u64, step: u64, after: u64| {
            before.wrapping_mul(BASE).wrapping_add(step).wrapping_mul(power).wrapping_add(after)
        };
        PathHashes { full: join(before.full, step.full, after.full), tags: join(before.tags, step.tags, after.tags) }
    }

    /// The terminals of a subtree.
    pub(crate) fn terminals_of(&self, id: TreeId) -> &[TreeId] {
        let before = &self.page.tree.terminals_before;
        &self.terminals[before[id] as usize..before[self.page.tree.end(id)] as usize]
    }

    /// A step in the notation of a wrapper's file: `li.product`.
    pub(crate) fn step(&self, id: TreeId) -> String {
        let mut out = self.document.tag_name(self.page.tag(id)).to_owned();
        if !self.page.is_text(id) {
            for name in self.name_texts(id).iter().filter(|n| n.starts_with('.')) {
                out.push_str(name);
            }
        }
        out
    }

    /// The names of an element in the notation of a wrapper's file, sorted: `#main`, `.product`, `@itemprop=name`.
    pub(crate) fn name_texts(&self, id: TreeId) -> Vec<String> {
        let mut out = Vec::new();
        if self.page.is_text(id) {
            return out;
        }
        for (name, value) in self.document.attrs(self.page.node(id)) {
            match name {
                AttrName::CLASS => {
                    let mut classes: Vec<String> =
                        value.split_ascii_whitespace().map(|c| format!(".{}", folded(c))).collect();
                    let mut seen = rustc_hash::FxHashSet::default();
                    classes.retain(|c| seen.insert(c.clone()));
                    classes.truncate(MAX_CLASSES);
                    out.extend(classes);
                }
                AttrName::ID => out.push(format!("#{}", folded(value.trim()))),
                AttrName::ITEMPROP | AttrName::ITEMTYPE | AttrName::ROLE | AttrName::REL => {
                    out.push(format!("@{}={}", self.document.attr_name(name), folded(value)));
                }
                _ => {
                    let name = self.document.attr_name(name);
                    if name.starts_with("data-") {
                        out.push(format!("@{}=", folded(name)));
                    }
                }
            }
        }
        out.sort_unstable();
        out
    }

    /// The path from below `top` to `node` in the notation of a wrapper's file.
    pub(crate) fn path_text(&self, top: TreeId, node: TreeId) -> String {
        let above = std::iter::successors(Some(node), |&id| self.page.tree.parent(id)).take_while(|&id| id != top);
        let mut steps: Vec<String> = above.map(|id| self.step(id)).collect();
        steps.reverse();
        steps.join("/")
    }
}

/// How many classes of one element are looked at.
const MAX_CLASSES: usize = 24;

/// The hash of `@name=value`, both folded.
fn attribute_hash(name: &str, value: &str) -> u64 {
    let mut hash = NameHash::new(b'@');
    hash.add_folded(name);
    hash.add(b'=');
    hash.add_folded(value);
    hash.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};

    #[test]
    fn hashes_of_names_and_paths_are_those_of_their_texts() {
        let html = "<div id=m12 class='b a-7 md:w-1/2 b' data-x=1><p class=x%.y>t<img></div>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let labels = PageLabels::new(&document, &page);
        let div = page.tree.nodes().find(|&id| page.tag(id) == Tag::DIV).unwrap();
        let mut hashes: Vec<u64> = labels.name_texts(div).iter().map(|n| name_hash(n)).collect();
        hashes.sort_unstable();
        assert_eq!(hashes, labels.names(div));
        assert_eq!(labels.name_texts(div), ["#m0", ".a-0", ".b", ".md:w-0%2f0", "@data-x="]);
        for node in TreeId::between(div, page.tree.end_of_all()) {
            for top in [TreeId::ROOT, div] {
                let text = labels.path_text(top, node);
                assert_eq!(path_hashes(&text), labels.path(top, node), "{text}");
            }
        }
        assert_eq!(labels.terminals_of(div).len(), 2);
    }
}
