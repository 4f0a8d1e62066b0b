//! `rowsmith wrapper`: showing, testing, comparing and exporting wrapper files.

use std::path::Path;

use rowsmith::wrapper::{ExportForm, Exported};

use super::wrapper_diff::differences;
use super::wrapper_file::{print, read, write_text};
use super::wrapper_show::shown;
use super::wrapper_test::test;
use crate::args::{ExportTo, WrapperCommand};
use crate::common::failure::Failure;
use crate::common::notices;
use crate::run::{Outcome, refuse_overwriting};
use crate::sources::inputs::Inputs;

/// Runs the command.
pub(crate) fn wrapper(command: &WrapperCommand) -> Result<Outcome, Failure> {
    match command {
        WrapperCommand::Show { file } => {
            print(&shown(&file.display().to_string(), &read(file)?))?;
            Ok(Outcome::AllWell)
        }
        WrapperCommand::Test(args) => test(args),
        WrapperCommand::Diff { before, now } => {
            let lines = differences(&read(before)?, &read(now)?);
            print(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
            Ok(Outcome::AllWell)
        }
        WrapperCommand::Export { file, to, out } => export(file, *to, out.as_deref()),
    }
}

fn export(file: &Path, to: ExportTo, out: Option<&Path>) -> Result<Outcome, Failure> {
    let form = match to {
        ExportTo::Crawl4ai => ExportForm::Crawl4ai,
        ExportTo::Scrapy => ExportForm::Scrapy,
        ExportTo::Parsel => ExportForm::Parsel,
        ExportTo::Autopagerize => ExportForm::Autopagerize,
    };
    refuse_overwriting(&Inputs::default(), &[Some(file)], &[("--out", out)])?;
    let Exported { text, report } = read(file)?.export(form);
    match out {
        Some(path) => write_text(path, &text)?,
        None => print(&text)?,
    }
    report.iter().for_each(|line| notices::line(line));
    Ok(Outcome::AllWell)
}
