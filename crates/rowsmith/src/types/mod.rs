//! What the library returns: plain data that is serialised as it is. Nothing here knows how it was found.
//!
//! All of it can be written as JSON and read back; reading a line and writing it again gives the same line.
//! `docs/schema` has a JSON Schema of every kind of line, generated from these types (feature `schema`).

pub(crate) mod applied;
pub(crate) mod article_page;
pub(crate) mod cell;
pub(crate) mod column;
pub(crate) mod data_table;
pub(crate) mod date_kind;
pub(crate) mod drift;
pub(crate) mod extracted;
pub(crate) mod item;
pub(crate) mod kind;
pub(crate) mod metadata;
pub(crate) mod named;
pub(crate) mod objects;
pub(crate) mod objects_line;
pub(crate) mod pagination;
pub(crate) mod posts;
pub(crate) mod reading;
pub(crate) mod record;
pub(crate) mod region_line;
pub(crate) mod region_table;
pub(crate) mod role;
pub(crate) mod rounding;
pub(crate) mod scanner;
pub(crate) mod shown;
pub(crate) mod value;
pub(crate) mod warning;

pub use applied::{AppliedArticle, AppliedPage, PartKind, PartTable};
pub use article_page::{ArticlePage, article_table};
pub use cell::{Cell, NamedCell};
pub(crate) use column::{Affixes, category, common_affixes};
pub use column::{Column, ColumnCategory, ColumnKind};
pub use data_table::{
    CellDetails, ColumnRole, DataTable, Footnote, MarkedRow, RowMark, TableColumn, TableForm, TablesPage,
};
pub use date_kind::DateKind;
pub use drift::{Change, Drift, Nearest};
pub use extracted::ExtractPage;
pub use item::{
    Availability, Breadcrumb, ItemKind, ItemPage, ItemPrice, ItemRating, PageItem, Property, ValueEvidence,
    ValueSource, Variant, item_table,
};
pub use kind::{Kind, KindProbabilities, LikelyKind};
pub use metadata::Metadata;
pub(crate) use objects::value_type_of;
pub use objects::{
    FoundBy, Object, ObjectAttribute, ObjectCell, ObjectItem, ObjectRow, ObjectTable, ObjectsPage, Provenance,
};
pub use pagination::Pagination;
pub(crate) use posts::posts_table_of;
pub use posts::{POST_COLUMNS, Post, PostColumn, PostsPage, posts_table};
pub use reading::found::{CellAmount, CellCurrency, CellNumber, CellValue};
pub use reading::{ColumnReading, ColumnSurvey, around_digits, compared_readings, compared_value, holds_amounts};
pub use record::{Item, Record, Records};
pub use region_table::{Evidence, RecordRow, RecordsPage, RegionTable};
pub use role::Role;
pub use shown::{AreaPlaces, ObjectPlaces, RecordPlaces, RegionPlaces, ShownPage, ValuePlace};
pub use value::{Value, ValueKind};
pub use warning::Warning;
