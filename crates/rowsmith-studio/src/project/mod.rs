//! A project: a folder of plain files, with `studio.json`, the pages in `pages/`, the wrapper `wrapper.json` and
//! the gazetteers in `learnt/`.

mod columns;
mod file;
mod folder;
mod learning;

pub use columns::{ColumnChange, Placed, changed, check, edited, placed};
pub use file::{ColumnEdit, GivenList, LeftOut, PageEntry, ProjectFile, VERSION};
pub use folder::{NewPage, Project};
pub use learning::{LearnMethod, Learner, OWN_SCHEMA};
