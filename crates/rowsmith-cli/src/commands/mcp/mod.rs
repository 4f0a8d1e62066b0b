//! `rowsmith mcp`: a server of the Model Context Protocol on standard input and output, for agents.
//!
//! Each tool is a question to a page, or to pages: [`tools`] has them, [`pages`] gets the pages within what the user allowed,
//! [`answer`] puts what was found into lines, and [`paging`] hands the lines out in portions. [`server`] is the only file that
//! knows the protocol.

mod answer;
mod arguments;
mod pages;
mod paging;
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
        // an agent that goes before it has said anything is no failure
        if let Ok(running) = running {
            let _ = running.waiting().await;
        }
    });
    // a page that is still being worked on is nobody's any more
    runtime.shutdown_background();
    Ok(Outcome::AllWell)
}
