//! Cells: the items of records.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{SerializeMap, Serializer};

use crate::types::named::Named;

/// The item of one record in one column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The text on one line. For a link or image, the attribute as the page has it.
    pub text: String,
    /// The absolute URL of a link or image, if the base address is known or the attribute is absolute.
    pub url: Option<String>,
}

impl Cell {
    /// A cell of text.
    ///
    /// ```
    /// use rowsmith::types::Cell;
    ///
    /// let cell = Cell::text("Desk lamp");
    /// assert_eq!((cell.text.as_str(), cell.url), ("Desk lamp", None));
    /// ```
    pub fn text(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), url: None }
    }

    /// The address of a link or image: absolute if known, else the attribute as the page has it.
    ///
    /// ```
    /// use rowsmith::types::Cell;
    ///
    /// let link = Cell { text: "/lamp".into(), url: Some("https://example.com/lamp".into()) };
    /// assert_eq!(link.address(), "https://example.com/lamp");
    /// ```
    pub fn address(&self) -> &str {
        self.url.as_deref().unwrap_or(&self.text)
    }

    /// The absolute address, if it differs from the text.
    pub(crate) fn absolute(&self) -> Option<&str> {
        self.url.as_deref().filter(|url| *url != self.text)
    }
}

/// A cell with the name of its column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedCell {
    /// The name of the column.
    pub name: String,
    /// The cell in that column.
    pub cell: Cell,
}

impl NamedCell {
    /// A cell of text in a column.
    pub(crate) fn text(name: &str, text: impl Into<String>) -> NamedCell {
        NamedCell { name: name.into(), cell: Cell::text(text) }
    }
}

/// A cell and its column's name, borrowed.
#[derive(Clone, Copy)]
pub(crate) struct CellRef<'c> {
    pub(crate) name: &'c str,
    pub(crate) cell: &'c Cell,
}

/// Writes cells as the entry `cells`, a map of their texts, and, if any address differs from its text, the entry
/// `urls`, a map of the absolute addresses.
pub(crate) fn write_cells<'c, M, I>(map: &mut M, cells: impl Fn() -> I) -> Result<(), M::Error>
where
    M: SerializeMap,
    I: Iterator<Item = CellRef<'c>>,
{
    map.serialize_entry("cells", &MapOf(|| cells().map(|c| (c.name, c.cell.text.as_str()))))?;
    let addresses = || cells().filter_map(|c| Some((c.name, c.cell.absolute()?)));
    if addresses().next().is_some() {
        map.serialize_entry("urls", &MapOf(addresses))?;
    }
    Ok(())
}

/// Entries as a map.
struct MapOf<F>(F);

impl<'c, I: Iterator<Item = (&'c str, &'c str)>, F: Fn() -> I> serde::Serialize for MapOf<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

/// The entries `cells` and `urls` as they appear in a result line.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct CellMaps {
    /// The texts by column. For a link or image, the attribute as the page has it.
    pub(crate) cells: Named<String>,
    /// The absolute addresses of links and images by column, if known and different from the texts.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub(crate) urls: Named<String>,
}

impl CellMaps {
    /// The cells in the order of the line.
    pub(crate) fn into_cells(self) -> impl Iterator<Item = NamedCell> {
        let mut urls: BTreeMap<String, String> = self.urls.entries.into_iter().map(|e| (e.name, e.value)).collect();
        self.cells.entries.into_iter().map(move |entry| {
            let url = urls.remove(&entry.name);
            NamedCell { name: entry.name, cell: Cell { text: entry.value, url } }
        })
    }
}

/// Writes named cells as the fields `cells` and `urls` of the struct they belong to, as records have them.
pub(crate) fn serialize_cells<S: Serializer>(cells: &[NamedCell], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    write_cells(&mut map, || cells.iter().map(|named| CellRef { name: &named.name, cell: &named.cell }))?;
    map.end()
}

/// Reads what [`serialize_cells`] wrote. Missing entries are read as no cells.
pub(crate) fn deserialize_cells<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<NamedCell>, D::Error> {
    let maps = OptionalCellMaps::deserialize(deserializer)?;
    let maps = maps.cells.map(|cells| CellMaps { cells, urls: maps.urls });
    Ok(maps.map(|maps| maps.into_cells().collect()).unwrap_or_default())
}

/// [`CellMaps`] of something that may have no cells.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OptionalCellMaps {
    /// The texts of further columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Named<String>>,
    /// The absolute addresses of links and images among them, if known and different from the texts.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    urls: Named<String>,
}
