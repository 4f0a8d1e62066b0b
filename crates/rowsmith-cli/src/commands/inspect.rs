//! `rowsmith inspect`: a page in which the findings are outlined.

use rowsmith::RecordsOptions;
use rowsmith::options::ListSearch as Options;

use super::single::{self, Single, SinglePage};
use crate::args::{InspectArgs, Method, SingleArgs};
use crate::common::failure::Failure;
use crate::run::Outcome;

/// Runs the command.
pub(crate) fn inspect(args: &InspectArgs) -> Result<Outcome, Failure> {
    let SingleArgs { page, out, .. } = &args.single;
    page.check().map_err(Failure::Usage)?;
    single::check_out(out.as_deref().or(args.png.as_deref()))?;
    let single = Single::new(&args.single, args.limits.max_bytes)?;
    #[cfg(feature = "render")]
    let single = if args.single.render.render { single.rendered(true)? } else { single };
    #[cfg(not(feature = "render"))]
    args.single.render.refuse()?;
    let Some(SinglePage { source, loaded }) = single.load()? else { return Ok(Outcome::SomeFailed) };
    let method = match args.method {
        Method::Learned => rowsmith::options::ListMethod::Learned,
        Method::Mdr2 => rowsmith::options::ListMethod::Mdr2,
    };
    let search = Options::new().method(method).min_confidence(args.min_confidence);
    let wanted = RecordsOptions::new().search(search).all_regions(args.all);
    let options = page.options(&source, args.limits.limits(), None);
    let html = match rowsmith::Page::parse(&loaded.bytes, &options) {
        Ok(page) => page.inspect(&wanted),
        Err(error) => return Ok(single::failed(&source, &error.to_string())),
    };
    // if only a picture was asked for, do not fill the terminal
    if out.is_some() || args.png.is_none() {
        single::write(out.as_deref(), html.as_bytes())?;
    }
    match &args.png {
        Some(file) => picture(args, html, file),
        None => Ok(Outcome::AllWell),
    }
}

#[cfg(feature = "render")]
fn picture(args: &InspectArgs, html: String, file: &std::path::Path) -> Result<Outcome, Failure> {
    use crate::sources::render::Rendering;
    let flags = crate::args::RenderArgs { offline: true, ..args.single.render.clone() };
    let rendering = Rendering::new(&flags, &args.single.fetch, args.limits.max_bytes, 1, false)?.warned();
    match rendering.picture(html) {
        Ok(png) => single::write(Some(file), &png).map(|()| Outcome::AllWell),
        Err(problem) => Ok(single::failed(&args.single.input.display().to_string(), &problem.why)),
    }
}

#[cfg(not(feature = "render"))]
fn picture(_: &InspectArgs, _: String, _: &std::path::Path) -> Result<Outcome, Failure> {
    Err(crate::args::not_built())
}
