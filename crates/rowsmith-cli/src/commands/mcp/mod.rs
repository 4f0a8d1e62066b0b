//! `rowsmith mcp`: a server of the Model Context Protocol on standard input and output, for agents.
//!
//! Each tool asks a question about one or more pages. [`tools`] has them, [`pages`] gets the pages within what the user
//! allowed, [`answer`] writes the results as lines, and [`paging`] returns the lines in portions. [`server`] is the
//! only file that knows the protocol.

mod answer;
mod arguments;
mod pages;
mod paging;
mod progress;
mod server;
mod tools;

use std::io;

use rmcp::ServiceExt;

use crate::args::McpArgs;
use crate::common::failure::Failure;
use crate::run::Outcome;

/// Runs the command until standard input ends.
pub(crate) fn mcp(args: &McpArgs) -> Result<Outcome, Failure> {
    let server = server::Server::new(args)?;
    let failed = |error: io::Error| Failure::output("standard output", &error);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let running = server.serve(rmcp::transport::stdio()).await;
        // an agent that leaves before saying anything is not a failure
        if let Ok(running) = running {
            let _ = running.waiting().await;
        }
    });
    // nobody waits for pages that are still being worked on
    runtime.shutdown_background();
    Ok(Outcome::AllWell)
}
