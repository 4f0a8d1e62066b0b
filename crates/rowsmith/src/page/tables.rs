//! The data tables of a page.

use crate::Budget;
use crate::dom::ElementPaths;
use crate::output::{DataTableContext, data_table};
use crate::page::Page;
use crate::tables::{self, Headings, Placed, find_tables, follows, joined};
use crate::types::{DataTable, TablesPage, Warning};

/// How the data tables of a page are read, and which of them are returned.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TablesOptions {
    /// Return every table as it is: layout tables too, with all rows, columns and texts, hidden ones included.
    pub raw: bool,
    /// Join tables with equal headers that follow each other, whatever comes between them, and add a column with the
    /// heading or caption that each row comes from. Without this option a table is joined to the one before only if it
    /// plainly continues it.
    pub join: bool,
    /// Transpose tables whose columns are their records.
    pub turn: bool,
}

impl TablesOptions {
    /// The default options: only data tables.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>";
    /// let found = Page::parse(html, &PageOptions::new())?.tables(&TablesOptions::new());
    /// assert_eq!(found.tables[0].rows, [["Turku", "245"], ["Oulu", "1,410"]]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> TablesOptions {
        TablesOptions::default()
    }

    /// Return every table as it is, including layout tables, with header rows kept as rows.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>";
    /// let found = Page::parse(html, &PageOptions::new())?.tables(&TablesOptions::new().raw(true));
    /// assert_eq!(found.tables[0].rows, [["City", "Area"], ["Turku", "245"], ["Oulu", "1,410"]]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn raw(mut self, raw: bool) -> TablesOptions {
        self.raw = raw;
        self
    }

    /// Join tables with equal headers that follow each other, and add a column with the heading or caption that each
    /// row comes from.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<h2>Finland</h2><table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>
    ///     <h2>Sweden</h2><table><tr><th>City<th>Area<tr><td>Lund<td>26<tr><td>Kiruna<td>16</table>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// assert_eq!(page.tables(&TablesOptions::new()).tables.len(), 2);
    /// let joined = page.tables(&TablesOptions::new().join(true)).tables;
    /// assert_eq!(joined[0].rows[2], ["Sweden", "Lund", "26"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn join(mut self, join: bool) -> TablesOptions {
        self.join = join;
        self
    }

    /// Transpose tables whose columns are their records: those with headers on the left and several values beside each.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<td>Turku<td>Oulu<tr><th>Area<td>245<td>1,410<tr><th>People<td>194,391<td>207,327</table>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// assert_eq!(page.tables(&TablesOptions::new()).tables[0].rows[0], ["City", "Turku", "Oulu"]);
    /// let turned = page.tables(&TablesOptions::new().turn(true));
    /// assert_eq!(turned.tables[0].rows, [["Turku", "245", "194,391"], ["Oulu", "1,410", "207,327"]]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn turn(mut self, turn: bool) -> TablesOptions {
        self.turn = turn;
        self
    }
}

/// At most this many bytes of output for each byte of text on a page. The text of a spanning cell is repeated in every
/// row and column that it spans, so output may be larger than the page.
const OUTPUT_A_BYTE: usize = 64;

impl Page {
    /// Returns the data tables of the page in document order, as a reader sees them: columns are named by their
    /// headers, spanning cells are repeated, full-width rows that title a group become a column, totals are marked, and
    /// hidden sort keys and footnote marks are kept apart from the texts. Tables used only for layout are left out.
    /// Takes time linear in the size of the page.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th rowspan=2>City<th colspan=2>Population<tr><th>2010<th>2020
    ///     <tr><td>Turku<td>177,326<td>194,391<tr><td>Oulu<td>141,671<td>207,327</table>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let found = page.tables(&TablesOptions::new());
    /// let table = &found.tables[0];
    /// assert_eq!(table.columns[1].name, "Population 2010");
    /// assert_eq!(table.columns[1].levels, ["Population", "2010"]);
    /// assert_eq!(table.text(1, "Population 2020"), Some("207,327"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn tables(&self, options: &TablesOptions) -> TablesPage {
        let document = &self.document;
        let found = find_tables(document, &tables::Options { raw: options.raw, turn: options.turn });
        let mut truncated = self.truncated();
        let most = (self.document.raw_text(crate::dom::Document::ROOT).len() * OUTPUT_A_BYTE).max(1 << 20);
        let output = Budget::new(self.limits.max_output.min(most) as u64);
        let tables: Vec<DataTable> = if found.is_empty() {
            Vec::new()
        } else {
            let (paths, headings) = (ElementPaths::new(document), Headings::new(document));
            let context =
                DataTableContext { document, paths: &paths, headings: &headings, base: self.base(), output: &output };
            let within = found.iter().take_while(|_| !output.is_exhausted());
            within.enumerate().map(|(at, found)| data_table(&context, found, at + 1)).collect()
        };
        truncated.work |= found.iter().any(|table| table.cut);
        truncated.output = output.is_exhausted();
        let follows = |at: usize| at > 0 && follows(document, found[at - 1].node, found[at].node);
        let placed = |(at, table): (usize, DataTable)| Placed { table, follows: follows(at) };
        let tables = match options.raw {
            true => tables,
            false => joined(tables.into_iter().enumerate().map(placed).collect(), options.join),
        };
        let nothing = tables.is_empty().then_some(Warning::NoTablesFound);
        TablesPage::new(self.source.as_str(), tables, self.warnings(truncated, nothing))
    }
}
