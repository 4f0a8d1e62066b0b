//! Where the page shows a table: from rows and cells back to elements.

use crate::dom::{Document, ElementPaths, NodeId, PathFinder};
use crate::page::Page;
use crate::places::{ShownTexts, Sought};
use crate::tree::Span;
use crate::types::{Cell, RecordPlaces, RecordRow, RegionPlaces, RegionTable};

impl Page {
    /// Returns the elements in which the page shows the records and cells of a table that came from it, by whatever
    /// extractor: a record is where its paths lead, a cell the element in it with that text, date or amount. Elements are
    /// numbered as in [`Page::shown`]. A cell whose text the page does not show has no elements, and neither has one with a long text,
    /// which is the record itself. Takes time linear in the size of the records and the number of cells.
    ///
    /// ```
    /// use rowsmith::types::article_table;
    /// use rowsmith::{ArticleOptions, Page, PageOptions, RecordsOptions};
    ///
    /// let text = "The lamp was lit at dusk, as every evening, and nobody on the pier thought anything of it. ".repeat(4);
    /// let html = format!("<title>The lamp</title><h1>The lamp</h1><p>{text}</p>");
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let table = article_table(&page.article(&ArticleOptions::new()));
    /// let title = table.column("title").expect("articles have titles");
    /// let place = page.places_of(&table).records[0].cells[title][0];
    /// assert!(page.shown(&RecordsOptions::new()).html.contains(&format!("<h1 data-rs-node=\"{place}\">The lamp</h1>")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn places_of(&self, table: &RegionTable) -> RegionPlaces {
        let document = &*self.document;
        let area =
            |element: NodeId| ShownTexts::new(document, Span { from: element, to: document.end(element) }, self.base());
        // a single row may have values anywhere on the page
        let whole = (table.records.len() == 1).then(|| area(Document::ROOT));
        let mut paths = PathFinder::new(document);
        let mut record = |row: &RecordRow| {
            let elements: Vec<NodeId> = row.nodes.iter().filter_map(|path| paths.find(path)).collect();
            let areas: Vec<ShownTexts<'_>> = match whole {
                Some(_) => Vec::new(),
                None => elements.iter().map(|&element| area(element)).collect(),
            };
            let mut cell = |(at, cell): (usize, &Option<Cell>)| {
                let Some(cell) = cell else { return Vec::new() };
                let column = &table.columns[at];
                let said = self.fields.iter().rev().find(|field| field.name == column.name && whole.is_some());
                let said = said.and_then(|field| paths.find(field.path.as_ref()?));
                let sought = Sought { text: cell.address(), kind: column.kind, value_type: column.value_type };
                let found = said.or_else(|| whole.iter().chain(&areas).find_map(|area| area.find(sought)));
                found.map(|element| vec![element.0]).unwrap_or_default()
            };
            RecordPlaces {
                cells: row.cells.iter().enumerate().map(&mut cell).collect(),
                elements: elements.iter().map(|id| id.0).collect(),
            }
        };
        RegionPlaces { records: table.records.iter().map(&mut record).collect() }
    }

    /// Returns the path of an element by its number in [`Page::shown`], in the form of [`RecordRow::nodes`](crate::types::RecordRow::nodes),
    /// which is what [`PageOptions::field`](crate::PageOptions::field) takes. `None` if there is no such element.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = Page::parse(b"<p>Oak<p>Elm", &PageOptions::new())?;
    /// let paths: Vec<_> = (0..9).filter_map(|number| page.element_path(number)).collect();
    /// assert_eq!(paths.last().map(String::as_str), Some("/html[1]/body[1]/p[2]"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn element_path(&self, element: u32) -> Option<String> {
        let id = NodeId(element);
        let is_element = id.index() < self.document.len() && !self.document.is_text(id);
        is_element.then(|| ElementPaths::new(&self.document).path(id))
    }
}
