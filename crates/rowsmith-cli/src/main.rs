//! The command `rowsmith`. All of it is in the library of this crate, so that another program, such as the Python
//! package, can hold the command without a second copy.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    rowsmith_cli::run(std::env::args_os()).into()
}
