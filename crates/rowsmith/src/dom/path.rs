//! Element paths: `/html[1]/body[1]/div[3]`, counting element siblings of the same name from 1.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::dom::document::{Document, NodeId};
use crate::dom::tags::Tag;

/// The paths of a document's elements. Building them takes one pass over the nodes; after that, a path costs time
/// linear in its length.
#[derive(Debug)]
pub struct ElementPaths<'a> {
    document: &'a Document,
    /// The position among the siblings of the same name, from 1; 0 for texts.
    positions: Vec<u32>,
}

impl<'a> ElementPaths<'a> {
    /// Counts the siblings of all elements. Takes time linear in the number of nodes.
    ///
    /// ```
    /// use rowsmith::dom::{ElementPaths, ParseOptions, parse};
    ///
    /// let page = parse(b"<ul><li>Oak<li>Elm</ul>", &ParseOptions::default())?;
    /// let paths = ElementPaths::new(&page);
    /// let all: Vec<String> = page.nodes().filter(|&id| !page.is_text(id)).map(|id| paths.path(id)).collect();
    /// assert_eq!(all[3..], ["/html[1]/body[1]/ul[1]", "/html[1]/body[1]/ul[1]/li[1]", "/html[1]/body[1]/ul[1]/li[2]"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new(document: &'a Document) -> Self {
        let mut positions = vec![0; document.len()];
        let mut counts: FxHashMap<(u32, Tag), u32> = FxHashMap::default();
        for id in document.nodes() {
            if document.is_text(id) {
                continue;
            }
            let parent = document.parent(id).map_or(u32::MAX, |p| p.0);
            let count = counts.entry((parent, document.tag(id))).or_insert(0);
            *count += 1;
            positions[id.index()] = *count;
        }
        ElementPaths { document, positions }
    }

    /// The path of an element, or of the element that contains a text.
    ///
    /// ```
    /// use rowsmith::dom::{ElementPaths, ParseOptions, parse};
    ///
    /// let page = parse(b"<p>Oak<p>Elm", &ParseOptions::default())?;
    /// let elm = page.nodes().find(|&id| page.is_text(id) && page.raw_text(id) == "Elm").expect("it is there");
    /// assert_eq!(ElementPaths::new(&page).path(elm), "/html[1]/body[1]/p[2]");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn path(&self, id: NodeId) -> String {
        let mut chain: Vec<NodeId> = self.document.ancestors(id).filter(|&n| !self.document.is_text(n)).collect();
        chain.reverse();
        let mut path = String::new();
        for node in chain {
            let name = self.document.tag_name(self.document.tag(node));
            let _ = write!(path, "/{name}[{}]", self.positions[node.index()]);
        }
        path
    }
}

/// The element at a path such as `/html[1]/body[1]/ul[2]` (a step without a number means the first); `None` if there is
/// none. Takes time linear in the number of siblings on the way.
///
/// ```
/// use rowsmith::dom::{ParseOptions, find_path, parse};
///
/// let page = parse(b"<ul><li>Oak<li>Elm</ul>", &ParseOptions::default())?;
/// let second = find_path(&page, "/html/body/ul/li[2]");
/// assert_eq!(second.map(|id| page.raw_text(id)), Some("Elm"));
/// assert_eq!(find_path(&page, "/html/body/ul/li[3]"), None);
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn find_path(document: &Document, path: &str) -> Option<NodeId> {
    PathFinder::new(document).find(path)
}

/// Looks up many paths of one document: the children of an element are gone through once, however many of them have paths.
pub(crate) struct PathFinder<'d> {
    document: &'d Document,
    /// The children of an element with a tag, in order.
    children: FxHashMap<(NodeId, Tag), Vec<NodeId>>,
}

impl<'d> PathFinder<'d> {
    pub(crate) fn new(document: &'d Document) -> PathFinder<'d> {
        PathFinder { document, children: FxHashMap::default() }
    }

    /// The element at a path; see [`find_path`].
    pub(crate) fn find(&mut self, path: &str) -> Option<NodeId> {
        let document = self.document;
        let mut steps = path.strip_prefix('/')?.split('/');
        if !matches!(steps.next()?, "html" | "html[1]") {
            return None;
        }
        let mut at = Document::ROOT;
        for step in steps {
            let (name, position) = match step.split_once('[') {
                Some((name, rest)) => (name, rest.strip_suffix(']')?.parse::<usize>().ok()?.checked_sub(1)?),
                None => (step, 0),
            };
            let tag = document.find_tag(name).filter(|&tag| tag != Tag::TEXT)?;
            let of_tag = || document.children(at).filter(|&id| document.tag(id) == tag).collect();
            at = *self.children.entry((at, tag)).or_insert_with(of_tag).get(position)?;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn paths_lead_there_and_back() {
        let page =
            parse(b"<div>x<p>a</p><my-tag>b</my-tag><p>c<svg><g/></svg></p></div><div>", &ParseOptions::default())
                .expect("parses");
        let paths = ElementPaths::new(&page);
        for id in page.nodes().filter(|&id| !page.is_text(id)) {
            assert_eq!(find_path(&page, &paths.path(id)), Some(id));
        }
        let c = find_path(&page, "/html[1]/body/div[1]/p[2]").expect("is there");
        assert_eq!(page.raw_text(c), "c");
        for wrong in
            ["", "/", "/html[2]", "/html[1]/body[1]/p[1]", "/html[1]/body[0]", "/html[1]/body[x]", "/html/#text"]
        {
            assert_eq!(find_path(&page, wrong), None, "{wrong}");
        }
    }
}
