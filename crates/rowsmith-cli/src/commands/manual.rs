//! The man pages and shell completions, generated from the one definition of the flags.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

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

/// Writes the man page of a command, or of the whole program, to standard output. A command within another is named by
/// both: `wrapper show`.
pub(crate) fn man(command: &[String]) -> Result<Outcome, Failure> {
    let mut of = whole();
    for name in command {
        let Some(found) = of.get_subcommands().find(|of| of.get_name() == name && !of.is_hide_set()).cloned() else {
            return Err(Failure::Usage(format!("there is no command {:?}", command.join(" "))));
        };
        of = found;
    }
    write(&page(of).map_err(|error| Failure::stdout(&error))?)
}

/// Writes the man pages of the program and of all commands into a folder, which is made if there is none.
pub(crate) fn all_man_pages(folder: &Path) -> Result<Outcome, Failure> {
    let failed = |error: io::Error| Failure::output(&folder.to_string_lossy(), &error);
    fs::create_dir_all(folder).map_err(failed)?;
    let mut waiting = vec![whole()];
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().filter(|command| !command.is_hide_set()).cloned());
        let name = format!("{}.1", command.get_display_name().unwrap_or("rowsmith"));
        page(command).and_then(|page| fs::write(folder.join(name), page)).map_err(failed)?;
    }
    Ok(Outcome::AllWell)
}

/// The program, without the commands `help`, which have no pages.
fn whole() -> clap::Command {
    let mut whole = Cli::command().disable_help_subcommand(true);
    whole.build();
    whole
}

fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    // the name shown in `man` files and in the header of the page; a command's own is without those that it is in
    let name: &'static str = Box::leak(command.get_display_name().unwrap_or("rowsmith").to_owned().into_boxed_str());
    let command = command.name(name).version(env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}

fn write(bytes: &[u8]) -> Result<Outcome, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
    Ok(Outcome::AllWell)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages that a page sends its reader to: `rowsmith\-wrapper\-show(1)`.
    fn named(page: &str) -> impl Iterator<Item = String> {
        page.lines().filter_map(|line| line.strip_suffix("(1)")).map(|name| name.replace("\\-", "-") + ".1")
    }

    #[test]
    fn every_page_that_a_man_page_names_is_made() {
        let folder = tempfile::tempdir().unwrap();
        all_man_pages(&folder.path().join("man1")).map_err(|_| "not written").unwrap();
        let made: Vec<_> = fs::read_dir(folder.path().join("man1")).unwrap().map(|file| file.unwrap().path()).collect();
        let mut count = 0;
        for path in &made {
            let text = fs::read_to_string(path).unwrap();
            for name in named(&text) {
                assert!(made.contains(&path.with_file_name(&name)), "{} names {name}", path.display());
                count += 1;
            }
        }
        assert_eq!(count + 1, made.len(), "each page is named by one other, but that of the program");
        let show = fs::read_to_string(folder.path().join("man1/rowsmith-wrapper-show.1")).unwrap();
        assert!(show.contains(".TH rowsmith-wrapper-show 1") && show.contains("rowsmith wrapper show"), "{show}");
    }
}
