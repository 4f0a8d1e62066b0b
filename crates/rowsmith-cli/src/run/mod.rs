//! Runs over many inputs: what the flags determine (`plan`), parallel work with results in order (`workers`,
//! `ordered`), and what is written meanwhile: output, journal, failures, progress, summary (`writing`).

mod failures;
mod following;
pub(crate) mod interrupt;
mod journal;
mod ordered;
mod overwriting;
mod permits;
mod plan;
mod progress;
mod repeated;
mod results;
mod summary;
mod workers;
mod writing;

pub(crate) use following::{Following, Taken};
pub(crate) use overwriting::refuse_overwriting;
pub(crate) use plan::{Rows, Run, SamplePage};
pub(crate) use progress::Said;
pub(crate) use results::{Extracted, Outcome};
