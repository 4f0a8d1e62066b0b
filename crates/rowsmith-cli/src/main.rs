//! The command `rowsmith`. All of it is in the library of this crate, so that other programs, such as the Python
//! package, can include the command.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    rowsmith_cli::run(std::env::args_os()).into()
}
