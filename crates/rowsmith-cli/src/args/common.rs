//! The flags that every extractor shares.

use clap::Args;

use super::{LimitArgs, OutputArgs, PageArgs, RunArgs};

/// The flags that every extractor has whose results are tables.
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
