//! The man page and shell completions, generated from the one definition of the flags.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::common::failure::Failure;
use crate::run::Outcome;

/// Writes completions for a shell to standard output.
pub(crate) fn completions(shell: Shell) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "rowsmith", &mut script);
    write(&script)
}

/// Writes the man page of a command, or of the whole program, to standard output.
pub(crate) fn man(command: Option<&str>) -> Result<Outcome, Failure> {
    let mut page = Vec::new();
    let mut whole = Cli::command();
    whole.build();
    let of = match command {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(command) => {
                // the name shown in `man` files and in the header of the page
                let name: &'static str = Box::leak(format!("rowsmith-{name}").into_boxed_str());
                command.clone().name(name).version(env!("CARGO_PKG_VERSION"))
            }
            None => return Err(Failure::Usage(format!("there is no command {name:?}"))),
        },
    };
    clap_mangen::Man::new(of).render(&mut page).map_err(|error| Failure::stdout(&error))?;
    write(&page)
}

fn write(bytes: &[u8]) -> Result<Outcome, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
    Ok(Outcome::AllWell)
}
