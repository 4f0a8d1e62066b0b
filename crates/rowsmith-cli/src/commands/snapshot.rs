//! `rowsmith snapshot`: a page as a browser shows it, as a file.

#[cfg(feature = "render")]
use super::single::{self, Single};
use crate::args::SnapshotArgs;
use crate::common::failure::Failure;
use crate::run::Outcome;

/// Runs the command.
#[cfg(feature = "render")]
pub(crate) fn snapshot(args: &SnapshotArgs) -> Result<Outcome, Failure> {
    args.single.page.check().map_err(Failure::Usage)?;
    single::check_out(args.single.out.as_deref())?;
    let single = Single::new(&args.single, args.max_bytes)?.rendered(args.styles)?;
    let Some(page) = single.load()? else { return Ok(Outcome::SomeFailed) };
    single::write(args.single.out.as_deref(), &page.loaded.bytes)?;
    Ok(Outcome::AllWell)
}

/// Runs the command.
#[cfg(not(feature = "render"))]
pub(crate) fn snapshot(_: &SnapshotArgs) -> Result<Outcome, Failure> {
    Err(crate::args::not_built())
}
