//! The wrapper that a harvest takes its lists by: reading it, and writing what was repaired in it.

use std::path::PathBuf;

use rowsmith::harvest::Harvest;
use rowsmith::types::Warning;
use rowsmith::wrapper::{MendedTemplate, PartKind, Wrapper};

use super::wrapper_file::{next_version, read, tell_columns, write};
use crate::args::HarvestArgs;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::text::count;

/// The wrapper of the arguments, if they name one.
pub(super) fn given(args: &HarvestArgs) -> Result<Option<Wrapper>, Failure> {
    let Some(path) = &args.wrapper else { return Ok(None) };
    let wrapper = read(path)?;
    let is_list = |kind: PartKind| !matches!(kind, PartKind::Article | PartKind::Item);
    match wrapper.templates.iter().flat_map(|template| &template.parts).any(|part| is_list(part.kind)) {
        true => Ok(Some(wrapper)),
        false => {
            let why = "it has no list; learn it from a page of the list".to_owned();
            Err(Failure::File { place: path.display().to_string(), why })
        }
    }
}

/// What was repaired in the wrapper of a run. It is written as soon as it is repaired, and that is a warning of the page,
/// so that both are there however the run ends.
#[derive(Default)]
pub(super) struct Repairs {
    templates: Vec<MendedTemplate>,
    /// Where it is written, once it was.
    place: Option<PathBuf>,
    failure: Option<Failure>,
}

impl Repairs {
    /// Takes note of what was repaired for a page. A warning for the page that says so.
    pub(super) fn add(
        &mut self,
        templates: Vec<MendedTemplate>,
        harvest: &Harvest,
        args: &HarvestArgs,
    ) -> Option<Warning> {
        let (Some(old), Some(wrapper)) = (&args.wrapper, harvest.wrapper()) else { return None };
        if templates.is_empty() {
            return None;
        }
        self.templates.extend(templates);
        let named = args.repair.clone().flatten();
        let place = self.place.get_or_insert_with(|| named.unwrap_or_else(|| next_version(old)));
        self.failure = write(place, wrapper).err();
        Some(Warning::Other(format!("the wrapper was repaired for this page: '{}'", place.display())))
    }

    /// Tells what was repaired, and how many pages deviate. Whether some do that were to be repaired.
    pub(super) fn tell(self, harvest: &Harvest, args: &HarvestArgs) -> Result<bool, Failure> {
        let Some(old) = &args.wrapper else { return Ok(false) };
        let is_quiet = args.common.run.quiet;
        if !is_quiet {
            let wrapper = harvest.wrapper().into_iter();
            wrapper.for_each(|wrapper| self.templates.iter().for_each(|template| tell_columns(template, wrapper)));
        }
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if let Some(new) = self.place {
            let same = if new == *old { String::new() } else { format!("; '{}' is unchanged", old.display()) };
            notices::error(&new.display().to_string(), &format!("the repaired wrapper{same}"));
        }
        let summary = harvest.summary();
        if self.templates.is_empty() && summary.repaired > 0 && !is_quiet {
            let what =
                "was repaired in an earlier part of this run: the new one is beside it, or where --repair=FILE says";
            notices::warning(&old.display().to_string(), what);
        }
        let drifted = summary.drifted;
        if (drifted > 1 || args.repair.is_some() && drifted > 0) && !is_quiet {
            let what = format!("{} drifted from what was learnt", count(drifted as usize, "page"));
            notices::warning(&old.display().to_string(), &what);
        }
        Ok(args.repair.is_some() && drifted > 0)
    }
}
