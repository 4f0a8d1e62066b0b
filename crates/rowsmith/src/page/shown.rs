//! A page prepared for being shown beside its tables.

use crate::inspect;
use crate::page::{Page, RecordsOptions};
use crate::types::{RecordPlaces, RegionPlaces, RegionTable, ShownPage};

/// If two columns agree in this share of records, they are the same column under two names.
const SAME: f64 = 0.5;

impl Page {
    /// Returns the page as HTML that is safe to show, with the tables that [`Page::records`] gives with the same
    /// options, and the numbers of the elements that their records and cells come from. It is for programs in which a
    /// person points at a page and sees its table. Costs what [`Page::records`] costs, with the alignment done twice.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul><script>alert(1)</script>";
    /// let shown = Page::parse(html, &PageOptions::new())?.shown(&RecordsOptions::new());
    /// let price = shown.found.regions[0].column("price").expect("prices are named");
    /// let place = shown.places[0].records[2].cells[price][0];
    /// assert!(shown.html.contains(&format!("<b data-rs-node=\"{place}\">$3</b>")));
    /// assert!(!shown.html.contains("alert(1)"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn shown(&self, options: &RecordsOptions) -> ShownPage {
        let html = inspect::numbered_html(self.document(), self.source());
        let mut found = self.shown_records(options);
        let plain = found.regions.clone();
        self.complete_by_state(&mut found, options);
        let marked = self.with_regions(options, |wanted| {
            let marks = inspect::marks_of(&wanted.context, &wanted.regions);
            inspect::places_of(self.document(), &marks)
        });
        // a table that the page does not show comes before those that it does
        let before = found.regions.len().saturating_sub(plain.len());
        let place = |(at, table): (usize, &RegionTable)| {
            let of_plain = at.checked_sub(before).and_then(|at| Some((plain.get(at)?, marked.get(at)?)));
            of_plain.map_or_else(RegionPlaces::default, |(plain, places)| of_columns(table, plain, places))
        };
        let places = found.regions.iter().enumerate().map(place).collect();
        ShownPage { html, found, places }
    }
}

/// Maps the columns of a table to what they were before anything was added to it.
fn of_columns(table: &RegionTable, plain: &RegionTable, places: &RegionPlaces) -> RegionPlaces {
    let columns: Vec<Option<usize>> = (0..table.columns.len()).map(|at| column_before(table, at, plain)).collect();
    let record = |record: &RecordPlaces| RecordPlaces {
        elements: record.elements.clone(),
        cells: columns.iter().map(|at| at.and_then(|at| record.cells.get(at).cloned()).unwrap_or_default()).collect(),
    };
    RegionPlaces { records: places.records.iter().map(record).collect() }
}

/// Finds an earlier column again: the one of the same name, or else the one that agrees with it in most records.
fn column_before(table: &RegionTable, at: usize, plain: &RegionTable) -> Option<usize> {
    let same = |before: &usize| {
        let cells = table.records.iter().zip(&plain.records);
        let cells =
            cells.filter_map(|(now, before_row)| Some((now.cells.get(at)?.as_ref()?, &before_row.cells[*before])));
        let (mut both, mut same) = (0usize, 0usize);
        for (now, before) in cells {
            both += 1;
            same += usize::from(before.as_ref().is_some_and(|before| before.text == now.text));
        }
        if both == 0 { 0.0 } else { same as f64 / both as f64 }
    };
    let column = &table.columns[at];
    let alike = |before: &usize| plain.columns[*before].kind == column.kind;
    let named = plain.column(&column.name).filter(alike);
    named.or_else(|| {
        let all = (0..plain.columns.len()).filter(alike).map(|before| (before, same(&before)));
        all.filter(|&(_, share)| share >= SAME).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(before, _)| before)
    })
}
