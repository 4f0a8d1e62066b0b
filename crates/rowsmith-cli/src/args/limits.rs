//! Limits on what one page may cost.

use clap::Args;
use rowsmith::Limits;

use super::values::size;

/// Limits on what one page may cost.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits of a page")]
pub(crate) struct LimitArgs {
    /// Bytes that are read, after decompression (K, M and G can be used)
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub(crate) max_bytes: usize,

    /// Memory that a page may take, about; what would take more is left out [default: 64M and 40 times its bytes, at least 512M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<usize>,

    /// Elements and texts that are kept
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_nodes)]
    pub(crate) max_nodes: usize,

    /// Depth of nested elements; deeper ones are flattened
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_depth)]
    pub(crate) max_depth: usize,

    /// Steps of comparing subtrees
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_work)]
    pub(crate) max_work: u64,
}

impl LimitArgs {
    /// The limits in the form that the library takes.
    pub(crate) fn limits(&self) -> Limits {
        Limits::new()
            .max_bytes(self.max_bytes)
            .max_nodes(self.max_nodes)
            .max_depth(self.max_depth)
            .max_work(self.max_work)
            .max_memory(self.max_memory)
    }
}
