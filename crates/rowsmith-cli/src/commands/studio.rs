//! `rowsmith studio`: a window in the browser, and operations on its projects without one.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rowsmith_studio::project::NewPage;
use rowsmith_studio::{Inputs, Studio, StudioError, Unreadable, all_formats};

use super::single;
use super::studio_formats::BuiltIn;
#[cfg(feature = "fetch")]
use super::studio_formats::message;
use super::wrapper_file::tell_exhausted;
use crate::args::{FetchArgs, RenderArgs, StudioArgs};
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::text::count;
use crate::output::writers::csv::defused;
use crate::run::{Outcome, interrupt};
use crate::sources::Task;
use crate::sources::inputs;
use crate::sources::queue::Queue;
use crate::sources::settings::Settings;

/// Runs the command.
pub(crate) fn studio(args: &StudioArgs) -> Result<Outcome, Failure> {
    let format = args.export.as_deref().map(|file| format_of(file, args.values)).transpose()?;
    let failed = |why: StudioError| Failure::Output { place: "studio".to_owned(), why: why.to_string() };
    let inputs = Read { fetch: args.fetch.clone(), render: args.render.clone(), max_bytes: args.limits.max_bytes };
    let studio = Studio::open(&args.project, args.limits.limits(), Box::new(inputs), Box::new(BuiltIn), defused);
    let studio = studio.map_err(failed)?;
    if args.learn {
        let learnt = studio.learn().map_err(failed)?;
        let templates = learnt.as_ref().map_or(0, |learnt| learnt.wrapper.templates.len());
        let unfinished: Vec<&str> = learnt.iter().flat_map(|learnt| &learnt.unfinished).map(String::as_str).collect();
        tell_exhausted(&unfinished, &(0..unfinished.len()).collect::<Vec<_>>());
        notices::line(&format!("learnt {}", count(templates, "template")));
    }
    if let (Some(file), Some(format)) = (&args.export, format) {
        let rows = studio.export(&format).map_err(failed)?;
        single::write(Some(file), &rows)?;
    }
    if args.learn || args.export.is_some() {
        return Ok(Outcome::AllWell);
    }
    for input in &args.open {
        studio
            .open_input(&input.display().to_string(), args.render.render)
            .map_err(|why| Failure::Usage(why.to_string()))?;
    }
    if let Some(file) = recent_file() {
        studio.remember_in(file);
    }
    interrupt::install();
    let ready = |address: &str| {
        // the address is the output of the command; whoever started it may read it from there
        let _ = writeln!(io::stdout(), "{address}");
        notices::line("the studio is open at this address; press Ctrl-C to stop it");
        if !args.no_browser {
            show(address);
        }
    };
    studio.run(args.port, ready, &interrupt::asked).map_err(failed)?;
    Ok(Outcome::AllWell)
}

/// Where the projects that were open last are remembered: among the person's own files of state, where the system keeps these.
fn recent_file() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = if cfg!(windows) {
        of("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        of("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        of("XDG_STATE_HOME").or_else(|| Some(of("HOME")?.join(".local/state")))
    };
    Some(folder?.join("rowsmith").join("studio-projects.json"))
}

/// The name of the studio's format for a file name.
fn format_of(file: &Path, values: bool) -> Result<String, Failure> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let name = if values && ending == "csv" { "csv-values" } else { ending };
    let known = all_formats(&BuiltIn);
    if known.iter().any(|format| format.name == name && format.ending == ending) {
        return Ok(name.to_owned());
    }
    let mut endings: Vec<String> = known.iter().map(|format| format!(".{}", format.ending)).collect();
    endings.dedup();
    Err(Failure::Usage(format!("'{}' does not end in one of {}", file.display(), endings.join(", "))))
}

/// Opens an address in the desktop's browser, if there is one.
fn show(address: &str) {
    let programs: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["rundll32", "url.dll,FileProtocolHandler"]]
    } else {
        &[&["xdg-open"]]
    };
    for program in programs {
        let (name, arguments) = (program[0], &program[1..]);
        let mut command = Command::new(name);
        command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.spawn().is_ok() {
            return;
        }
    }
    notices::line("no browser was found; open the address yourself");
}

/// Reads inputs in the same way as all commands.
struct Read {
    fetch: FetchArgs,
    render: RenderArgs,
    max_bytes: usize,
}

impl Read {
    fn settings(&self, render: bool) -> Result<Settings, String> {
        let settings = Settings {
            max_bytes: self.max_bytes,
            #[cfg(feature = "fetch")]
            fetcher: Some(crate::sources::fetch::Fetcher::open(&self.fetch).map_err(message)?),
            ..Settings::default()
        };
        match render {
            false => Ok(settings),
            true => self.rendered(settings),
        }
    }

    #[cfg(feature = "render")]
    fn rendered(&self, mut settings: Settings) -> Result<Settings, String> {
        use crate::sources::render::Rendering;
        let rendering = Rendering::new(&self.render, &self.fetch, self.max_bytes, 1, false);
        settings.rendering = Some(rendering.map_err(message)?.warned());
        Ok(settings)
    }

    #[cfg(not(feature = "render"))]
    fn rendered(&self, _: Settings) -> Result<Settings, String> {
        let _ = (&self.fetch, &self.render);
        let all = "or everything with '--features full'";
        Err(format!("this rowsmith was built without rendering; build it with '--features render', {all}"))
    }
}

impl Inputs for Read {
    fn open(
        &self,
        what: &str,
        render: bool,
        each: &mut dyn FnMut(Result<NewPage, Unreadable>) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let settings = self.settings(render)?;
        if what == "-" {
            return Err("standard input is not read here".to_owned());
        }
        let inputs = inputs::expand(&[PathBuf::from(what)]).map_err(|failure| format!("{failure:?}"))?;
        for Task { mut source, content, .. } in Queue::new(Box::new(inputs.iter()), &settings) {
            let page = match content.load(&mut source.context, &settings) {
                Ok(loaded) => Ok(NewPage {
                    source: source.name.clone(),
                    url: source.context.base_url.clone().or_else(|| source.context.saved_from.clone()),
                    charset: source.context.charset.clone(),
                    bytes: loaded.bytes,
                }),
                Err(problem) => Err(Unreadable { name: source.name.clone(), why: problem.why.to_string() }),
            };
            if each(page).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn renders(&self) -> bool {
        cfg!(feature = "render")
    }
}
