//! Use of a page's layout by the extractor of records (DEPTA 4.1, 4.2.3, 4.3.2).

use crate::dom::Document;
use crate::dom::layout::{ElementBox, Layout};
use crate::records::mdr::regions::DataRegion;
use crate::records::record::{Candidate, Generator};
use crate::tree::{PageTree, Run, TreeId, content_classes, nested_by_boxes};

/// Which uses are made of the layout of a page that comes as a snapshot; pages without a layout are not affected.
/// `lab/RENDER.md` says what each does to the figures.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct VisualOptions {
    /// Build the tree from nested rectangles instead of nested tags (4.1, figure 4). Default off.
    pub nested_rectangles: bool,
    /// Leave invisible elements out of the tree. Default off.
    pub visible_only: bool,
    /// When looking for regions, do not match elements of which one is at least twice as wide or high as the other
    /// (4.2.3). Default off.
    pub conflict: bool,
    /// A region is valid only if no gap within a generalized node is wider than one between two (4.3.2). Default off.
    pub gaps: bool,
    /// Elements below each other in several rows form records together (4.4.1, by their position on the page). Default
    /// off.
    pub side_by_side: bool,
    /// Let the position and area of a list on the page count in its rank. Default off.
    pub position: bool,
    /// The weight of each feature in `PLACE`, if that is used.
    pub place_weights: [f64; 8],
}

impl Default for VisualOptions {
    fn default() -> Self {
        VisualOptions {
            nested_rectangles: false,
            visible_only: false,
            conflict: false,
            gaps: false,
            side_by_side: false,
            position: false,
            place_weights: PLACE_WEIGHTS,
        }
    }
}

impl VisualOptions {
    /// The default options: no use is made of the layout.
    ///
    /// ```
    /// use rowsmith::options::VisualOptions;
    ///
    /// assert!(!VisualOptions::new().gaps);
    /// ```
    pub fn new() -> VisualOptions {
        VisualOptions::default()
    }

    /// Sets whether the tree is built from nested rectangles instead of nested tags.
    ///
    /// ```
    /// use rowsmith::options::VisualOptions;
    ///
    /// assert!(VisualOptions::new().nested_rectangles(true).nested_rectangles);
    /// ```
    #[must_use]
    pub fn nested_rectangles(mut self, nested_rectangles: bool) -> VisualOptions {
        self.nested_rectangles = nested_rectangles;
        self
    }

    /// Sets whether invisible elements are left out of the tree.
    ///
    /// ```
    /// use rowsmith::options::VisualOptions;
    ///
    /// assert!(VisualOptions::new().visible_only(true).visible_only);
    /// ```
    #[must_use]
    pub fn visible_only(mut self, visible_only: bool) -> VisualOptions {
        self.visible_only = visible_only;
        self
    }

    /// Sets whether elements of very different sizes do not match in regions.
    ///
    /// ```
    /// use rowsmith::options::VisualOptions;
    ///
    /// assert!(VisualOptions::new().conflict(true).conflict);
    /// ```
    #[must_use]
    pub fn conflict(mut self, conflict: bool) -> VisualOptions {
        self.conflict = conflict;
        self
    }

    /// Sets whether a region needs its widest gaps between its generalized nodes.
    ///
    /// ```
    /// use rowsmith::options::VisualOptions;
    ///
    /// assert!(VisualOptions::new().gaps(true).gaps);
    /// ```
    #[must_use]
    pub fn gaps(mut self, gaps: bool) -> VisualOptions {
        self.gaps = gaps;
        self
    }

    /// Sets whether elements below each other in several rows form records together.
    ///
    /// ```
    /// use rowsmith::options::VisualOptions;
    ///
    /// assert!(VisualOptions::new().side_by_side(true).side_by_side);
    /// ```
    #[must_use]
    pub fn side_by_side(mut self, side_by_side: bool) -> VisualOptions {
        self.side_by_side = side_by_side;
        self
    }

    /// Sets whether the position and area of a list count in its rank.
    ///
    /// ```
    /// use rowsmith::options::VisualOptions;
    ///
    /// assert!(VisualOptions::new().position(true).position);
    /// ```
    #[must_use]
    pub fn position(mut self, position: bool) -> VisualOptions {
        self.position = position;
        self
    }

    /// Whether any use is made of the layout.
    pub(crate) fn any(&self) -> bool {
        self.nested_rectangles || self.visible_only || self.conflict || self.gaps || self.side_by_side || self.position
    }

    /// The comparison tree of a document as these options define it. It exists for the laboratory, which alone has
    /// access to the tree.
    #[doc(hidden)]
    pub fn page_tree(&self, document: &Document) -> PageTree {
        let Some(layout) = &document.layout else { return PageTree::new(document) };
        let mut page = match self.visible_only {
            // an element without a box is invisible, too
            true => PageTree::with(document, &|id| layout.is_visible(document, id)),
            false => PageTree::new(document),
        };
        if self.nested_rectangles {
            let boxes = element_boxes(document, layout, &page);
            nested_by_boxes(&mut page, &boxes);
        }
        page
    }
}

/// The boxes of a comparison tree's elements; texts have none.
fn element_boxes(document: &Document, layout: &Layout, page: &PageTree) -> Vec<Option<ElementBox>> {
    let measured = |id: TreeId| layout.of_node(document, page.node(id)).copied().filter(|b| !b.is_empty());
    page.tree.nodes().map(|id| if page.is_text(id) { None } else { measured(id) }).collect()
}

/// The boxes of a page's elements, prepared as the options require.
pub struct Sight<'a> {
    page: &'a PageTree,
    options: VisualOptions,
    /// For each node of the tree, its box; `None` for texts and for elements without extent.
    pub boxes: Vec<Option<ElementBox>>,
    /// The box around everything visible.
    whole: ElementBox,
    /// For each node, its width and height, 0 if unknown.
    sizes: Vec<(i32, i32)>,
    /// Classes of subtrees that are equal in structure and size.
    classes: Vec<u32>,
}

/// The features of a list's position, by name.
pub const PLACE: [&str; 8] =
    ["area", "area_root", "off_centre", "top", "width", "filled", "above_fold", "record_height"];

/// What each of [`PLACE`] adds to a list's score, trained on all annotated pages by `rowsmith-lab layout`.
const PLACE_WEIGHTS: [f64; 8] = [0.293, 1.872, -0.527, -1.131, 0.355, 2.758, -1.273, -0.282];

impl<'a> Sight<'a> {
    /// The layout of a page as needed here; `None` if it has none or no use is made of it.
    pub fn new(document: &Document, page: &'a PageTree, options: VisualOptions) -> Option<Sight<'a>> {
        let layout = document.layout.as_ref().filter(|_| options != VisualOptions::default())?;
        let boxes = element_boxes(document, layout, page);
        let sizes: Vec<(i32, i32)> = boxes.iter().map(|b| b.map_or((0, 0), |b| (b.width, b.height))).collect();
        let classes = match options.conflict {
            true => content_classes(&page.tree, |id| (sizes[id].0 as u64) << 32 | sizes[id].1 as u64),
            false => Vec::new(),
        };
        Some(Sight { page, options, boxes, whole: layout.page(), sizes, classes })
    }

    /// The sizes and classes by which subtrees conflict, if that is asked for: see
    /// [`Similarities::with_sizes`](crate::tree::Similarities::with_sizes).
    pub fn conflicts(&self) -> Option<(&[(i32, i32)], &[u32])> {
        self.options.conflict.then_some((&self.sizes, &self.classes))
    }

    /// VisuallyValid (figure 13b): no gap between siblings of one generalized node is wider than the smallest gap
    /// between two nodes. A region whose nodes consist of one sibling each has no gap inside. Takes time linear in the
    /// number of siblings covered.
    pub fn is_valid(&self, region: &DataRegion) -> bool {
        if !self.options.gaps || region.length < 2 {
            return true;
        }
        let siblings: Vec<TreeId> = region.children(&self.page.tree).collect();
        let (mut within, mut between) = (0, i32::MAX);
        for (at, pair) in siblings.windows(2).enumerate() {
            let (Some(a), Some(b)) = (&self.boxes[pair[0]], &self.boxes[pair[1]]) else { continue };
            match (at + 1) % region.length {
                0 => between = between.min(gap(a, b)),
                _ => within = within.max(gap(a, b)),
            }
        }
        // edges are rounded
        between.saturating_add(1) >= within
    }

    /// Lists of what is below each other in several rows: the j-th elements of all rows, if the rows have equally many,
    /// in the same columns. Rows whose elements are all alike do not count: in those each element is a record.
    pub fn side_by_side(&self, classes: &[u32]) -> Vec<Candidate> {
        let mut lists = Vec::new();
        if !self.options.side_by_side {
            return lists;
        }
        let tree = &self.page.tree;
        for parent in tree.nodes() {
            let mut rows: Vec<(TreeId, Vec<TreeId>)> = Vec::new();
            for child in tree.children(parent).filter(|&child| tree.terminals(child) > 0) {
                let cells = self.cells(child);
                let fits = |(_, above): &(TreeId, Vec<TreeId>)| {
                    cells.as_ref().is_some_and(|cells| self.in_columns(above, cells))
                };
                if !rows.last().is_some_and(fits) {
                    self.flush(&mut rows, classes, &mut lists);
                }
                rows.extend(cells.map(|cells| (child, cells)));
            }
            self.flush(&mut rows, classes, &mut lists);
        }
        lists
    }

    /// The elements that a row shows side by side: its children with data, if there are two or more.
    fn cells(&self, row: TreeId) -> Option<Vec<TreeId>> {
        let tree = &self.page.tree;
        let mut at = row;
        loop {
            let cells: Vec<TreeId> = tree.children(at).filter(|&child| tree.terminals(child) > 0).collect();
            match cells.as_slice() {
                [] => return None,
                [only] => at = *only,
                cells_here => {
                    let boxes: Option<Vec<ElementBox>> = cells_here.iter().map(|&cell| self.boxes[cell]).collect();
                    let beside = boxes?.windows(2).all(|b| b[1].x >= b[0].right() - 1 && b[1].y < b[0].bottom());
                    return beside.then_some(cells);
                }
            }
        }
    }

    /// Whether cells are below those of another row, one by one.
    fn in_columns(&self, above: &[TreeId], below: &[TreeId]) -> bool {
        above.len() == below.len()
            && above.iter().zip(below).all(|(&a, &b)| match (&self.boxes[a], &self.boxes[b]) {
                (Some(a), Some(b)) => {
                    a.x < b.right() && b.x < a.right() && (a.x - b.x).abs() <= a.width.max(b.width) / 4
                }
                _ => false,
            })
    }

    /// Makes lists of rows in columns: of all rows, or of as many as repeat.
    fn flush(&self, rows: &mut Vec<(TreeId, Vec<TreeId>)>, classes: &[u32], lists: &mut Vec<Candidate>) {
        let rows = std::mem::take(rows);
        if rows.len() < 2 {
            return;
        }
        let alike = |a: usize, b: usize| classes[rows[a].1[0]] == classes[rows[b].1[0]];
        let repeats = |period: &usize| {
            rows.len().is_multiple_of(*period) && (*period..rows.len()).all(|at| alike(at - period, at))
        };
        let period = (1..=rows.len() / 2).find(repeats).unwrap_or(rows.len());
        if !(2..=10).contains(&period) {
            return;
        }
        let tree = &self.page.tree;
        let mut runs = Vec::new();
        for group in rows.chunks_exact(period) {
            for column in 0..group[0].1.len() {
                runs.extend(group.iter().map(|(_, cells)| Run::subtree(tree, cells[column])));
            }
        }
        lists.push(Candidate { runs, runs_per_record: period, generator: Generator::NonContiguous });
    }

    /// The position of a list on the page, in the order of [`PLACE`].
    pub fn place(&self, candidate: &Candidate) -> [f64; 8] {
        let tree = &self.page.tree;
        let seen = |root: TreeId| -> Option<ElementBox> {
            // a bare text is where its element is
            self.boxes[root].or_else(|| self.boxes[tree.parent(root)?]).filter(|b| b.visible)
        };
        let records = candidate.records().filter_map(|runs| {
            let roots = runs.iter().flat_map(|&run| run.roots(tree));
            roots.filter_map(seen).reduce(|a, b| a.around(&b))
        });
        let records: Vec<ElementBox> = records.collect();
        let Some(all) = records.iter().copied().reduce(|a, b| a.around(&b)) else { return [0.0; 8] };
        let share = |part: f64, whole: f64| (part / whole.max(1.0)).clamp(0.0, 1.0);
        let (width, height) = (f64::from(self.whole.width), f64::from(self.whole.height));
        let centre = |b: &ElementBox| f64::from(b.x) + f64::from(b.width) / 2.0;
        let filled: f64 = records.iter().map(ElementBox::area).sum();
        let area = share(all.area(), self.whole.area());
        [
            area,
            area.sqrt(),
            share((centre(&all) - centre(&self.whole)).abs(), width / 2.0),
            share(f64::from(all.y - self.whole.y), height),
            share(f64::from(all.width), width),
            share(filled, all.area()),
            f64::from(u8::from(all.y < 900)),
            (f64::from(all.height) / records.len() as f64).max(1.0).ln() / 6.0,
        ]
    }

    /// What the position adds to a list's score.
    pub fn place_score(&self, candidate: &Candidate) -> f64 {
        match self.options.position {
            true => self.place(candidate).iter().zip(self.options.place_weights).map(|(x, weight)| x * weight).sum(),
            false => 0.0,
        }
    }
}

/// The pixels between two boxes, in the direction in which they are apart; 0 if they touch or overlap.
fn gap(a: &ElementBox, b: &ElementBox) -> i32 {
    let across = (b.x - a.right()).max(a.x - b.right());
    let down = (b.y - a.bottom()).max(a.y - b.bottom());
    across.max(down).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{NodeId, parse};
    use crate::records::{AlignOptions, Options, Record, align, find_candidates};
    use crate::tree::{Span, structural_classes};

    /// A page whose elements have their boxes in `data-b="x y w h"`, in document order; -1 means hidden.
    fn page(html: &str) -> Document {
        let mut document = parse(html.as_bytes(), &Default::default()).unwrap();
        let measured = |id: NodeId| -> Option<ElementBox> {
            let numbers = document.attr_named(id, "data-b").unwrap_or("0 0 1000 1000").split(' ');
            let n: Vec<i32> = numbers.map(|n| n.parse().unwrap()).collect();
            let b = ElementBox { x: n[0], y: n[1], width: n[2], height: n[3], visible: n[2] > 0, font_size: 16.0 };
            (!document.is_text(id)).then_some(b)
        };
        let boxes = document.nodes().map(measured).collect();
        document.layout = Some(Layout { boxes, viewport: (1000, 1000) });
        document
    }

    fn named(document: &Document, tree: &PageTree, name: &str) -> TreeId {
        let id = document.nodes().find(|&id| document.attr_named(id, "id") == Some(name)).unwrap();
        tree.tree.nodes().find(|&at| tree.node(at) == id).unwrap()
    }

    #[test]
    fn rectangles_nest_what_tags_do_not() {
        // rows and cells that are all siblings, and one cell that its row does not hold
        let document = page(
            "<div id=t data-b='0 0 100 40'><div id=r data-b='0 0 100 20'></div><p id=a data-b='0 0 50 20'>a</p>\
             <p id=b data-b='50 0 50 20'>b</p><div id=s data-b='0 20 100 20'><p id=c data-b='0 20 50 20'>c</p></div>\
             <p id=d data-b='50 20 50 20'>d</p></div>",
        );
        let options = VisualOptions { nested_rectangles: true, ..Default::default() };
        let tree = options.page_tree(&document);
        let parent = |name: &str| tree.tree.parent(named(&document, &tree, name)).unwrap();
        let is = |name: &str| named(&document, &tree, name);
        assert_eq!([parent("r"), parent("s")], [is("t"); 2]);
        assert_eq!([parent("a"), parent("b")], [is("r"); 2]);
        assert_eq!([parent("c"), parent("d")], [is("s"); 2]);
        assert_eq!(tree.tree.terminals(is("r")), 2);
        let Span { from, to } = tree.spans[is("r")];
        assert_eq!(crate::dom::line(&document, from, to).replace(' ', ""), "ab");
    }

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        let document = page("<div><p id=a>seen</p><p id=b data-b='0 0 0 0'>not</p></div>");
        let tree = VisualOptions { visible_only: true, ..Default::default() }.page_tree(&document);
        assert_eq!(tree.tree.terminals(TreeId::ROOT), 1);
        let all = VisualOptions::default().page_tree(&document);
        assert_eq!(all.tree.terminals(TreeId::ROOT), 2);
    }

    #[test]
    fn boxes_of_very_different_size_do_not_match() {
        let item = |size: &str, at: usize| {
            format!("<div data-b='{size}'><a href={at}>Item {at}</a><p>text {at}</p><b>more {at}</b></div>")
        };
        let rows: String = (1..=4).map(|at| item("0 0 100 100", at)).collect();
        let document = page(&format!("<main>{rows}{}</main>", item("0 0 900 300", 5)));
        let found = |conflict: bool| {
            let visual = VisualOptions { conflict, ..Default::default() };
            let options = Options { method: crate::records::Method::Mdr2, visual, ..Options::default() };
            let tree = visual.page_tree(&document);
            find_candidates(&document, &tree, &options, u64::MAX).found[0].candidate.len()
        };
        assert_eq!((found(false), found(true)), (5, 4));
    }

    #[test]
    fn items_of_very_different_size_are_no_column() {
        let record = |first: &str, size: &str| format!("<div><p data-b='{size}'>{first}</p><b>more</b></div>");
        let html =
            [record("name", "0 0 100 20"), record("teaser", "0 0 900 20"), record("name", "0 0 120 20")].concat();
        let document = page(&format!("<main id=l>{html}<i>x</i></main>"));
        let tree = PageTree::new(&document);
        let children = tree.tree.children(named(&document, &tree, "l")).take(3);
        let mut records: Vec<Record> = children.map(|id| Record::subtree(&tree.tree, id)).collect();
        let columns = |records: &[Record], visual_conflict: bool| {
            let options = AlignOptions {
                visual_conflict,
                group_unaligned: false,
                merge_alternatives: false,
                ..Default::default()
            };
            align(&document, &tree, records, &options).len()
        };
        // records of equal shape match wholly, so one of them is given another shape
        let last = tree.tree.children(named(&document, &tree, "l")).last().unwrap();
        records[2].runs.push(Run::subtree(&tree.tree, last));
        assert_eq!((columns(&records, false), columns(&records, true)), (3, 4));
    }

    #[test]
    fn gaps_within_are_no_wider_than_between() {
        // pairs of a and b: the wide gap is before the a, so a b belong together, and b a do not
        let mut html = String::new();
        for at in 0..4 {
            let y = at * 100;
            html.push_str(&format!("<h3 data-b='0 {y} 100 20'>n</h3><p data-b='0 {} 100 20'>t</p>", y + 25));
        }
        let document = page(&format!("<div id=l>{html}</div>"));
        let options = VisualOptions { gaps: true, ..Default::default() };
        let tree = options.page_tree(&document);
        let sight = Sight::new(&document, &tree, options).unwrap();
        let parent = named(&document, &tree, "l");
        let children: Vec<TreeId> = tree.tree.children(parent).collect();
        let region = |start: usize, covered| DataRegion { parent, length: 2, start, covered, first: children[start] };
        assert!(sight.is_valid(&region(0, 8)) && !sight.is_valid(&region(1, 6)));
        assert!(sight.is_valid(&DataRegion { length: 1, ..region(0, 8) }));
    }

    #[test]
    fn what_stands_below_each_other_is_a_record() {
        let row = |y: usize, cell: &dyn Fn(usize) -> String| {
            let cells: String =
                (0..3).map(|at| format!("<td data-b='{} {y} 90 20'>{}</td>", at * 100, cell(at))).collect();
            format!("<tr data-b='0 {y} 300 20'>{cells}</tr>")
        };
        let group = |y: usize| {
            row(y, &|at| format!("<img src={at}>"))
                + &row(y + 20, &|at| format!("<b>name {at}</b>"))
                + &row(y + 40, &|at| format!("${at}"))
        };
        let document = page(&format!("<table>{}{}</table>", group(0), group(60)));
        let options = VisualOptions { side_by_side: true, ..Default::default() };
        let tree = options.page_tree(&document);
        let sight = Sight::new(&document, &tree, options).unwrap();
        let lists = sight.side_by_side(&structural_classes(&tree.tree));
        assert_eq!(lists.iter().map(|l| (l.len(), l.runs_per_record)).collect::<Vec<_>>(), [(6, 3)]);
    }
}
