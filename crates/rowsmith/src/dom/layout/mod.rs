//! How a browser laid a page out: plain data that optionally accompanies a [`Document`].
//!
//! No browser is needed to use it: its measurements are stored after the HTML of a [`Snapshot`], which
//! [`parse`](crate::dom::parse) reads into [`Document::layout`].

pub(crate) mod boxes;
pub(crate) mod snapshot;

pub use boxes::{ElementBox, Layout, SnapshotError, visual_conflict};
pub use snapshot::Snapshot;

use crate::dom::{Document, NodeId};

impl Layout {
    /// Assigns the boxes of a snapshot to the nodes of its document, which must have been parsed from the HTML of that
    /// snapshot. If a limit cut the document off, the elements that remain get their boxes. Takes linear time.
    ///
    /// # Errors
    /// [`SnapshotError::OtherDocument`] if the snapshot is of another document.
    ///
    /// ```
    /// use rowsmith::dom::layout::{ElementBox, Layout, Snapshot, SnapshotError};
    /// use rowsmith::dom::{ParseOptions, parse};
    ///
    /// let page = parse(b"<p>Oak", &ParseOptions::default())?;
    /// // <html>, <head>, <body> and <p>; the head takes no space
    /// let line = ElementBox { width: 800, height: 20, visible: true, ..ElementBox::default() };
    /// let snapshot = Snapshot::of(&page, vec![Some(line), None, Some(line), Some(line)], (800, 600));
    /// assert_eq!(Layout::of(&page, &snapshot).map(|layout| layout.viewport), Ok((800, 600)));
    /// let changed = parse(b"<h1>Oak", &ParseOptions::default())?;
    /// assert_eq!(Layout::of(&changed, &snapshot), Err(SnapshotError::OtherDocument));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn of(document: &Document, snapshot: &Snapshot) -> Result<Layout, SnapshotError> {
        let elements = || document.nodes().filter(|&id| !document.is_text(id));
        let count = elements().count();
        let whole = count == snapshot.boxes.len();
        let fits = whole && snapshot::fingerprint(document) == snapshot.fingerprint;
        let cut = count < snapshot.boxes.len() && document.source.truncated.nodes;
        if !(fits || cut) {
            return Err(SnapshotError::OtherDocument);
        }
        let mut boxes = vec![None; document.len()];
        for (id, measured) in elements().zip(&snapshot.boxes) {
            boxes[id.index()] = *measured;
        }
        Ok(Layout { boxes, viewport: snapshot.viewport })
    }

    /// The box of an element, or of the element that contains a text; `None` if the browser gave it none.
    ///
    /// ```
    /// use rowsmith::dom::layout::{ElementBox, Layout, Snapshot};
    /// use rowsmith::dom::{NodeId, ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<p>Oak", &ParseOptions::default())?;
    /// let line = ElementBox { width: 800, height: 20, visible: true, ..ElementBox::default() };
    /// let snapshot = Snapshot::of(&page, vec![Some(line), None, Some(line), Some(line)], (800, 600));
    /// let layout = Layout::of(&page, &snapshot).expect("the snapshot is that of the page");
    /// let paragraph = find_path(&page, "/html/body/p").expect("the page has a paragraph");
    /// let its_text = NodeId(paragraph.0 + 1);
    /// assert_eq!(layout.of_node(&page, its_text).map(|found| found.height), Some(20));
    /// let head = find_path(&page, "/html/head").expect("every page has a head");
    /// assert_eq!(layout.of_node(&page, head), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn of_node(&self, document: &Document, id: NodeId) -> Option<&ElementBox> {
        let element = if document.is_text(id) { document.parent(id)? } else { id };
        self.boxes[element.index()].as_ref()
    }

    /// Whether a reader can see an element or, for a text, the element that contains it.
    ///
    /// ```
    /// use rowsmith::dom::layout::{ElementBox, Layout, Snapshot};
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<p>Oak<p>Elm", &ParseOptions::default())?;
    /// let seen = ElementBox { width: 800, height: 20, visible: true, ..ElementBox::default() };
    /// let unseen = ElementBox { visible: false, ..seen };
    /// let boxes = vec![Some(seen), None, Some(seen), Some(seen), Some(unseen)];
    /// let layout = Layout::of(&page, &Snapshot::of(&page, boxes, (800, 600))).expect("it is that of the page");
    /// let visible = |path| find_path(&page, path).is_some_and(|id| layout.is_visible(&page, id));
    /// assert!(visible("/html/body/p[1]") && !visible("/html/body/p[2]"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn is_visible(&self, document: &Document, id: NodeId) -> bool {
        self.of_node(document, id).is_some_and(|found| found.visible)
    }

    /// The box around everything visible, which tells how wide and high the page is.
    ///
    /// ```
    /// use rowsmith::dom::layout::{ElementBox, Layout};
    ///
    /// let line = |y| ElementBox { y, width: 800, height: 20, visible: true, ..ElementBox::default() };
    /// let hidden = ElementBox { visible: false, ..line(5000) };
    /// let layout = Layout { boxes: vec![Some(line(0)), None, Some(line(300)), Some(hidden)], viewport: (800, 600) };
    /// assert_eq!(layout.page().bottom(), 320);
    /// ```
    pub fn page(&self) -> ElementBox {
        let mut seen = self.boxes.iter().flatten().filter(|b| b.visible && !b.is_empty());
        let first = seen.next().copied().unwrap_or_default();
        seen.fold(first, |page, b| page.around(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    pub(crate) fn at(x: i32, y: i32, width: i32, height: i32) -> ElementBox {
        ElementBox { x, y, width, height, visible: true, font_size: 16.0 }
    }

    #[test]
    fn boxes_contain_and_join() {
        let (a, b) = (at(0, 0, 10, 10), at(5, 5, 5, 5));
        assert!(a.contains(&b) && !b.contains(&a) && a.contains(&a));
        assert_eq!(b.around(&at(20, 0, 1, 1)), at(5, 0, 16, 10));
        assert!(at(0, 0, 0, 5).is_empty());
        assert!(visual_conflict((10, 10), (20, 10)) && visual_conflict((10, 30), (10, 10)));
        assert!(!visual_conflict((10, 10), (19, 19)) && !visual_conflict((0, 10), (20, 10)));
    }

    #[test]
    fn boxes_stand_beside_their_elements() {
        let html = "<body><p>a<b>b</b></p>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let boxes = vec![Some(at(0, 0, 9, 9)), None, Some(at(0, 0, 9, 8)), Some(at(0, 0, 9, 2)), Some(at(1, 0, 2, 2))];
        let snapshot = Snapshot::of(&document, boxes, (9, 9));
        let mut bytes = html.as_bytes().to_vec();
        snapshot.append(&mut bytes);
        let again = parse(&bytes, &ParseOptions::default()).unwrap();
        let layout = again.layout.as_ref().unwrap();
        let b = again.nodes().find(|&id| again.tag_name(again.tag(id)) == "b").unwrap();
        assert_eq!(layout.of_node(&again, b), Some(&at(1, 0, 2, 2)));
        assert_eq!(layout.of_node(&again, NodeId(b.0 + 1)), Some(&at(1, 0, 2, 2)), "its text");
        assert_eq!(layout.page(), at(0, 0, 9, 9));
        assert_eq!(again.len(), document.len());
    }

    #[test]
    fn boxes_of_another_page_are_refused() {
        let document = parse(b"<p>a<p>b", &ParseOptions::default()).unwrap();
        let snapshot = Snapshot::of(&document, vec![None; 5], (9, 9));
        let mut other = b"<p>a<div>b</div>".to_vec();
        snapshot.append(&mut other);
        let other = parse(&other, &ParseOptions::default()).unwrap();
        assert_eq!((other.layout, other.layout_error), (None, Some(SnapshotError::OtherDocument)));
    }
}
