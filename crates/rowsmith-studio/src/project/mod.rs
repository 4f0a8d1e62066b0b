//! A project: a folder of plain files, with `studio.json`, the pages in `pages/` and the wrapper `wrapper.json`.

mod columns;
mod file;
mod folder;

pub use columns::{ColumnChange, Placed, changed, check, edited, placed};
pub use file::{ColumnEdit, LeftOut, PageEntry, ProjectFile, ToldList, VERSION};
pub use folder::{NewPage, Project};
