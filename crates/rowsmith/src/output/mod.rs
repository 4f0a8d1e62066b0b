//! The result types, as they are serialised: paths instead of node ids, text instead of ranges.

mod objects;
mod posts;
mod record_tables;

pub use crate::types::article_page::{ArticlePage, article_table};
pub use crate::types::extracted::ExtractPage;
pub use crate::types::table::{Cell, Column, ColumnCategory, ColumnKind, RecordRow, RecordsPage, RegionTable};
pub use crate::types::warning::Warning;
pub use objects::{ObjectAttribute, ObjectCell, ObjectRow, ObjectTable, ObjectsPage};
pub(crate) use objects::{ObjectContext, object_table, value_type_of};
pub(crate) use posts::PostWriter;
pub use posts::{POST_COLUMNS, Post, PostsPage, posts_table, posts_table_of};
pub(crate) use record_tables::{TableContext, address_of, base_of, column_of, drafts_table, region_table};
