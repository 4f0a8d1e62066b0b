//! Commands that take one page and write one file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crate::args::SingleArgs;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::source::PageSource;
use crate::output::atomic::AtomicFile;
use crate::run::{Outcome, refuse_overwriting};
use crate::sources::Task;
use crate::sources::inputs::{self, Inputs};
use crate::sources::load::Loaded;
use crate::sources::queue::Queue;
use crate::sources::settings::Settings;

/// A page that was read.
pub(super) struct SinglePage {
    /// Identifies it.
    pub(super) source: PageSource,
    /// Its bytes.
    pub(super) loaded: Loaded,
}

/// One page to be read.
pub(super) struct Single<'a> {
    args: &'a SingleArgs,
    settings: Settings,
}

impl<'a> Single<'a> {
    /// The page of an input.
    ///
    /// # Errors
    /// If it is standard input and that is a terminal.
    pub(super) fn new(args: &'a SingleArgs, max_bytes: usize) -> Result<Single<'a>, Failure> {
        if args.input == Path::new("-") && io::stdin().is_terminal() {
            let what = "no input: name an HTML file or address, or '-' for standard input";
            return Err(Failure::Usage(what.to_owned()));
        }
        refuse_overwriting(&Inputs::default(), &[Some(&args.input)], &[("--out", args.out.as_deref())])?;
        let settings = Settings {
            max_bytes,
            #[cfg(feature = "fetch")]
            fetcher: Some(crate::sources::fetch::Fetcher::open(&args.fetch)?),
            ..Settings::default()
        };
        Ok(Single { args, settings })
    }

    /// The same, rendered.
    ///
    /// # Errors
    /// If there is no browser.
    #[cfg(feature = "render")]
    pub(super) fn rendered(mut self, styles: bool) -> Result<Self, Failure> {
        use crate::sources::render::Rendering;
        let SingleArgs { page, fetch, render, .. } = self.args;
        let rendering = Rendering::new(render, fetch, self.settings.max_bytes, 1, styles)?.warned();
        self.settings.rendering = Some(rendering.with_base(page.base_url.clone()));
        Ok(self)
    }

    /// Reads the page; `None` if that failed, which has been reported.
    ///
    /// # Errors
    /// If the input has more than one page.
    pub(super) fn load(&self) -> Result<Option<SinglePage>, Failure> {
        let inputs = inputs::expand(std::slice::from_ref(&self.args.input))?;
        let mut queue = Queue::new(Box::new(inputs.iter()), &self.settings);
        let name = self.args.input.display().to_string();
        let Some(Task { mut source, content, .. }) = queue.next() else {
            failed(&name, "there is no page in it");
            return Ok(None);
        };
        if queue.next().is_some() {
            return Err(Failure::Usage(format!("'{name}' has more than one page; name one")));
        }
        match content.load(&mut source.context, &self.settings) {
            Ok(loaded) => {
                if let Some(damage) = &loaded.damage {
                    notices::warning(&source, damage);
                }
                Ok(Some(SinglePage { source, loaded }))
            }
            Err(problem) => {
                failed(&source, &problem.why);
                Ok(None)
            }
        }
    }
}

/// Checks that there is a destination for the output.
///
/// # Errors
/// If there is only a terminal, to which no page is written.
pub(super) fn check_out(out: Option<&Path>) -> Result<(), Failure> {
    if out.is_none() && io::stdout().is_terminal() {
        return Err(Failure::Usage("a page is not written to a terminal: add '--out FILE'".to_owned()));
    }
    Ok(())
}

/// Reports why there is no result.
pub(super) fn failed(name: &str, why: &str) -> Outcome {
    notices::error(name, why);
    Outcome::SomeFailed
}

/// Writes a file, completely or not at all, or standard output.
pub(super) fn write(out: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let Some(path) = out else {
        let mut stdout = io::stdout().lock();
        return stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| Failure::stdout(&error));
    };
    let write = || {
        let mut file = AtomicFile::create(path)?;
        file.write_all(bytes)?;
        file.commit()
    };
    write().map_err(|error| Failure::output(&path.display().to_string(), &error))
}
