//! What the library returns: plain data, as it is serialised. Nothing here knows how it was found.

pub(crate) mod article_page;
pub(crate) mod column;
pub(crate) mod extracted;
pub(crate) mod kind;
pub(crate) mod objects;
pub(crate) mod posts;
pub(crate) mod table;
pub(crate) mod value;
pub(crate) mod warning;

pub use article_page::{ArticlePage, article_table};
pub use column::{Column, ColumnCategory, ColumnKind};
pub(crate) use column::{category, common_affixes};
pub use extracted::ExtractPage;
pub use kind::{Kind, KindProbabilities};
pub(crate) use objects::value_type_of;
pub use objects::{FoundBy, ObjectAttribute, ObjectCell, ObjectRow, ObjectTable, ObjectsPage, Provenance};
pub use posts::{POST_COLUMNS, Post, PostsPage, posts_table, posts_table_of};
pub use table::{Cell, RecordRow, RecordsPage, RegionTable};
pub use value::{Value, ValueKind};
pub use warning::Warning;
