//! The flags that all extractors share.

use clap::Args;

use super::{LimitArgs, OutputArgs, PageArgs, RunArgs};

/// The flags of all extractors whose results are tables.
#[derive(Args, Debug)]
pub(crate) struct CommonArgs {
    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
