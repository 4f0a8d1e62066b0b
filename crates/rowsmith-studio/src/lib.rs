//! The studio: from a page to a table, a wrapper and a data set, in a browser.
//!
//! A local web application on top of the library. [`Studio`] listens only on 127.0.0.1, and answers only those who have
//! the random token in its address. What a person opens and corrects there is a [`Project`](project::Project): a folder
//! of plain files. This crate reads no input and opens no connection by itself: whoever starts it provides [`Inputs`]
//! and [`Defuse`]. It contains no extraction logic.
//!
//! ```text
//! server    who may ask, what can be asked, the window's own files
//! app       the project as it is looked at and changed; work that takes long
//! export, commands    rows as files; what was done as commands
//! rows, result, holds, view  what pages give, as one table; tables as they are shown
//! project, recent, jobs, inputs, formats, samples, error
//! ```
//!
//! Untrusted pages are shown as the library's safe HTML, in frames in which nothing runs and which make no requests.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod app;
mod commands;
mod error;
mod export;
mod formats;
mod holds;
mod inputs;
mod jobs;
pub mod project;
mod recent;
mod result;
mod rows;
mod samples;
mod server;
mod view;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rowsmith::Limits;

use app::App;
use server::Listening;

pub use app::LearntWrapper;
pub use error::StudioError;
pub use export::{Defuse, all_formats};
pub use formats::{FileFormat, Formats, PageRows};
pub use inputs::{Inputs, Unreadable};

/// A studio with a project.
pub struct Studio {
    app: Arc<App>,
}

impl Studio {
    /// Opens the project in a folder, which is created when something is saved in it. Rows are saved as CSV using
    /// `defuse`, and in further formats by `formats`.
    ///
    /// # Errors
    /// If the folder contains something that is not a project.
    pub fn open(
        folder: &Path,
        limits: Limits,
        inputs: Box<dyn Inputs>,
        formats: Box<dyn Formats>,
        defuse: Defuse,
    ) -> Result<Studio, StudioError> {
        Ok(Studio { app: Arc::new(App::open(folder, limits, inputs, formats, defuse)?) })
    }

    /// Remembers the projects that are open in this file, which may not exist yet, and offers those that were open before.
    pub fn remember_in(&self, file: PathBuf) {
        self.app.remember_in(file);
    }

    /// Opens what a person names, as soon as the studio runs.
    ///
    /// # Errors
    /// If the name is empty.
    pub fn open_input(&self, what: &str, render: bool) -> Result<(), StudioError> {
        self.app.open_input(what, render)
    }

    /// Listens on 127.0.0.1, on a port or, for 0, on any free one; passes the address to `ready`, and answers requests
    /// until `stop` returns true.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn run(&self, port: u16, ready: impl FnOnce(&str), stop: &dyn Fn() -> bool) -> Result<(), StudioError> {
        let listening = Listening::new(port)?;
        ready(&listening.address());
        listening.run(&self.app, stop);
        Ok(())
    }

    /// The rows of all pages of the project as a file in one of [`all_formats`], by its name.
    ///
    /// # Errors
    /// If a file of the project cannot be read, there is no such format, or it cannot hold the rows.
    pub fn export(&self, format: &str) -> Result<Vec<u8>, StudioError> {
        self.app.update_now()?;
        self.app.export(None, format)
    }

    /// Learns the wrapper from the pages that are marked for it, with the corrections made on them, and saves it in the
    /// project.
    ///
    /// # Errors
    /// If a file of the project cannot be read or written, or no page is marked.
    pub fn learn(&self) -> Result<Option<LearntWrapper>, StudioError> {
        let learnt = self.app.learnt(&|_, _| true)?;
        self.app.project().set_wrapper(learnt.as_ref().map(|learnt| learnt.wrapper.clone()))?;
        Ok(learnt)
    }
}
