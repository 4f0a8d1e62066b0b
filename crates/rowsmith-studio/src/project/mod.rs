//! A project: a folder of plain files, with `studio.json`, the pages in `pages/`, the wrapper `wrapper.json` and
//! the gazetteers in `learnt/`.

mod columns;
mod derived;
mod file;
mod folder;
mod learning;

pub use columns::{ColumnChange, Placed, changed, check, edited, is_joined, placed, reference};
pub use file::{ColumnEdit, ColumnRef, GivenList, LeftOut, PageEntry, PointedField, ProjectFile, TextPart, VERSION};
pub(crate) use folder::write;
pub use folder::{NewPage, PagesToLearn, Project};
pub use learning::{LearnMethod, Learner, OWN_SCHEMA};
