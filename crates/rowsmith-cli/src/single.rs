//! Commands that take one page and write one file.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::args::FetchArgs;
use crate::atomic::AtomicFile;
use crate::failure::Failure;
use crate::inputs;
use crate::load::Loaded;
use crate::notices;
use crate::run::Outcome;
use crate::sources::queue::{Queue, Settings};
use crate::sources::{PageSource, Task};

/// One page to be read.
pub(crate) struct Single {
    input: PathBuf,
    settings: Settings,
}

impl Single {
    /// The page of an input.
    ///
    /// # Errors
    /// It is standard input, and that is a terminal.
    #[cfg_attr(not(feature = "fetch"), allow(unused_variables))]
    pub(crate) fn new(input: &Path, max_bytes: usize, fetch: &FetchArgs) -> Result<Single, Failure> {
        if input == Path::new("-") && io::stdin().is_terminal() {
            let what = "no input: name an HTML file or address, or '-' for standard input";
            return Err(Failure::Usage(what.to_owned()));
        }
        let settings = Settings {
            max_bytes,
            #[cfg(feature = "fetch")]
            fetcher: Some(crate::sources::fetch::Fetcher::new(fetch.options())),
            ..Settings::default()
        };
        Ok(Single { input: input.to_owned(), settings })
    }

    /// The same, rendered if so wanted.
    ///
    /// # Errors
    /// There is no browser.
    #[cfg(feature = "render")]
    pub(crate) fn rendered(
        mut self,
        wanted: bool,
        render: &crate::args::RenderArgs,
        fetch: &FetchArgs,
        page: &crate::args::PageArgs,
        styles: bool,
    ) -> Result<Single, Failure> {
        use crate::sources::render::Rendering;
        if wanted {
            let rendering = Rendering::new(render, fetch, self.settings.max_bytes, 1, styles)?;
            self.settings.rendering = Some(rendering.with_base(page.base_url.clone()));
        }
        Ok(self)
    }

    /// Reads it; `None` if that failed, which was said.
    ///
    /// # Errors
    /// The input is more than one page.
    pub(crate) fn load(&self) -> Result<Option<(PageSource, Loaded)>, Failure> {
        let inputs = inputs::expand(std::slice::from_ref(&self.input))?;
        let mut queue = Queue::new(Box::new(inputs.iter()), &self.settings);
        let name = self.input.display().to_string();
        let Some(Task { mut source, content, .. }) = queue.next() else {
            failed(&name, "there is no page in it");
            return Ok(None);
        };
        if queue.next().is_some() {
            return Err(Failure::Usage(format!("'{name}' is more than one page; name one")));
        }
        match content.load(&mut source.context, &self.settings) {
            Ok(loaded) => {
                if let Some(damage) = &loaded.damage {
                    notices::warning(&source, damage);
                }
                Ok(Some((source, loaded)))
            }
            Err(problem) => {
                failed(&source, &problem.why);
                Ok(None)
            }
        }
    }
}

/// Whether there is somewhere to write to.
///
/// # Errors
/// There is only a terminal, which no page is for.
pub(crate) fn check_out(out: Option<&Path>) -> Result<(), Failure> {
    if out.is_none() && io::stdout().is_terminal() {
        return Err(Failure::Usage("a page is for a file and not for a terminal: add '--out FILE'".to_owned()));
    }
    Ok(())
}

/// Says why there is no result.
pub(crate) fn failed(name: &str, why: &str) -> Outcome {
    notices::error(name, why);
    Outcome::SomeFailed
}

/// Writes a file, whole or not at all, or standard output.
pub(crate) fn write(out: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
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
