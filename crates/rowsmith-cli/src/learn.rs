//! `rowsmith learn`: from pages to a wrapper file.

use std::fs;
use std::io::{self, Write};

use rowsmith::dom::ParseOptions;
use rowsmith::wrapper::{LearnInput, LearnOptions, Template, Wrapper, learn as learn_wrapper};

use crate::args::LearnArgs;
use crate::failure::{Failure, why};
use crate::inputs::{self, Input};
use crate::load::load;
use crate::run::Outcome;
use crate::atomic::AtomicFile;
use crate::notices;

/// Runs the command.
pub(crate) fn learn(args: &LearnArgs) -> Result<Outcome, Failure> {
    args.page.check().map_err(Failure::Usage)?;
    let before = if args.append { read_if_there(args)? } else { None };
    let inputs = inputs::expand(&args.inputs)?;
    let mut outcome = Outcome::AllWell;
    let mut pages: Vec<Vec<u8>> = Vec::new();
    for input in sample(&inputs.list, args.sample) {
        match load(input, args.limits.max_bytes) {
            Ok(loaded) => pages.push(loaded.bytes),
            Err(why) => {
                notices::error(&input.name(), &why);
                outcome = Outcome::SomeFailed;
            }
        }
    }
    let base = args.page.base_url.as_deref().and_then(|url| url::Url::parse(url).ok());
    let host = base.as_ref().and_then(url::Url::host_str);
    let pages: Vec<LearnInput<'_>> = pages.iter().map(|bytes| LearnInput { bytes, host }).collect();
    let mut options = LearnOptions {
        parse: ParseOptions { charset: args.page.charset.clone(), limits: args.limits.limits() },
        ..LearnOptions::default()
    };
    options.records.min_confidence = args.min_confidence;
    let learnt = learn_wrapper(&pages, &options);
    if !args.quiet {
        learnt.templates.iter().for_each(tell);
    }
    if learnt.templates.iter().all(|t| t.parts.is_empty()) {
        notices::error(&args.out.display().to_string(), "nothing was learnt: no list was found on any page");
        return Ok(Outcome::SomeFailed);
    }
    let wrapper = match before {
        Some(before) => before.with(learnt),
        None => learnt,
    };
    write(args, &wrapper)?;
    Ok(outcome)
}

/// So many of the inputs, evenly spread.
fn sample(inputs: &[Input], most: usize) -> impl Iterator<Item = &Input> {
    let n = inputs.len();
    let most = if most == 0 { n } else { most.min(n) };
    (0..most).map(move |i| &inputs[i * n / most])
}

fn tell(template: &Template) {
    let pages = crate::writers::count(template.pages as usize, "page");
    match template.parts.first() {
        None => notices::error(&template.name, &format!("{pages}, no list")),
        Some(part) => {
            let names: Vec<&str> = part.columns.iter().map(|c| c.name.as_str()).collect();
            let records = crate::writers::count(part.statistics.records as usize, "record");
            let what = format!("{pages}, {records}, columns {}; {}", names.join(", "), part.selectors.css);
            notices::error(&template.name, &what);
        }
    }
}

fn read_if_there(args: &LearnArgs) -> Result<Option<Wrapper>, Failure> {
    match fs::read_to_string(&args.out) {
        Ok(text) => Wrapper::from_json(&text)
            .map(Some)
            .map_err(|error| Failure::Usage(format!("--append: '{}': {error}", args.out.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Usage(format!("--append: '{}': {}", args.out.display(), why(&error)))),
    }
}

fn write(args: &LearnArgs, wrapper: &Wrapper) -> Result<(), Failure> {
    let place = args.out.display().to_string();
    let text = wrapper.to_json().map_err(|error| Failure::Output { place: place.clone(), why: error.to_string() })?;
    let write = || {
        let mut file = AtomicFile::create(&args.out)?;
        file.write_all(text.as_bytes())?;
        file.write_all(b"\n")?;
        file.commit()
    };
    write().map_err(|error| Failure::output(&place, &error))
}
