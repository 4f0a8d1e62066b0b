//! The extension module of the Python package: the library's facade for Python, and nothing else.
//!
//! The Python side (`python/rowsmith`) has the types and the documentation that users see. This side has what needs
//! Rust: pages and questions to them; results as JSON, as values and as Arrow; many pages in threads; the pages of
//! archives; and the command.
//!
//! The crate is empty without its feature `extension`, which maturin sets, so that building and testing the workspace
//! needs neither Python nor the crates for it.
#![cfg(feature = "extension")]

mod arrow_table;
mod batches;
mod errors;
mod found;
mod harvest;
mod known;
mod nested;
mod options;
mod page;
mod pages;
mod question;
mod rows;
mod runner;
mod schema;
mod table;
mod wrapper;

use pyo3::prelude::*;

/// The native half of the package `rowsmith`.
#[pymodule(gil_used = false)]
mod _native {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batches::batches;
    #[pymodule_export]
    use super::errors::{PageError, RowsmithError, SchemaError, WrapperError};
    #[pymodule_export]
    use super::found::Found;
    #[pymodule_export]
    use super::harvest::Harvest;
    #[pymodule_export]
    use super::page::Page;
    #[pymodule_export]
    use super::pages::Pages;
    #[pymodule_export]
    use super::question::Question;
    #[pymodule_export]
    use super::runner::Runner;
    #[pymodule_export]
    use super::schema::Schema;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::wrapper::Wrapper;

    /// The version of the library.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Runs the command with these arguments, of which the first is the program's name, and returns its exit status.
    #[pyfunction]
    fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        py.detach(|| rowsmith_cli::run(arguments))
    }
}
