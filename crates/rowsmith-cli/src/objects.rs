//! `rowsmith objects`: from the flags to the library and back to a [`Page`].

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use rowsmith::dom::ParseOptions;
use rowsmith::objects::{DOMAINS, Method, Options, Schema, domain, shipped_file};
use rowsmith::types::Warning;
use rowsmith::{ObjectsRequest, objects_page, records};

use crate::args::{ObjectMethod, ObjectsArgs, ObjectsCommand};
use crate::failure::{Failure, why};
use crate::page::{Layout, Page};
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::{PageContext, PageSource};
use crate::{columns, inputs, learn};

/// Runs the command.
pub(crate) fn objects(args: &ObjectsArgs) -> Result<Outcome, Failure> {
    if let Some(ObjectsCommand::Learn(args)) = &args.command {
        return learn::learn(args);
    }
    let name = args.schema.as_deref().unwrap_or_default();
    if args.print_schema {
        let text = schema_text(name).map_err(Failure::Usage)?;
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
        return Ok(Outcome::AllWell);
    }
    columns::check(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let schema = read_schema(name).map_err(Failure::Usage)?;
    let method = match args.method {
        ObjectMethod::Agreement => Method::Agreement,
        ObjectMethod::Amber => Method::Amber,
    };
    let records = records::Options { min_confidence: args.min_confidence, ..Default::default() };
    let request = ObjectsRequest {
        // charset and address come with each page
        parse: ParseOptions { charset: None, limits: args.common.limits.limits() },
        base_url: None,
        schema: &schema,
        objects: Options { method, records, ..Options::default() },
        all_areas: args.all,
        min_records: args.min_records,
    };
    let inputs = inputs::expand(&args.inputs)?;
    let rows = Rows { noun: "object", regions: args.all };
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let layout = run.layout();
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &request, args, layout))
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    request: &ObjectsRequest<'_>,
    args: &ObjectsArgs,
    layout: Layout,
) -> Result<Extracted, String> {
    let PageContext { base_url, charset } = args.common.page.of(source);
    let request =
        ObjectsRequest { parse: ParseOptions { charset, ..request.parse.clone() }, base_url, ..request.clone() };
    let mut page = objects_page(bytes, source, &request).map_err(|error| error.to_string())?;
    page.warnings.splice(0..0, warnings);
    let line = layout.json(&page)?;
    let mut tables: Vec<_> = page.areas.iter().map(rowsmith::types::ObjectTable::to_region).collect();
    let missing = columns::pick(&mut tables, &args.columns);
    let notices = missing.iter().map(|name| format!("no attribute {name:?}")).collect();
    Ok(Extracted {
        page: Page { source: page.source, tables, shared: Vec::new(), warnings: page.warnings, line, kind: None },
        notices,
    })
}

/// A shipped schema by its name, or one from a file, with its gazetteers: files beside it, else shipped ones.
///
/// # Errors
/// A message for the user, with line and column where the schema is wrong.
pub(crate) fn read_schema(name: &str) -> Result<Schema, String> {
    if let Some(schema) = domain(name) {
        return schema.map_err(|error| format!("{name}: {error}"));
    }
    let text = schema_text(name)?;
    let folder = Path::new(name).parent().unwrap_or(Path::new("")).to_owned();
    let mut read = |file: &str| match fs::read_to_string(folder.join(file)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            shipped_file(file).map(str::to_owned).ok_or_else(|| why(&error))
        }
        read => read.map_err(|error| why(&error)),
    };
    Schema::parse(&text, &mut read).map_err(|error| format!("{name}: {error}"))
}

fn schema_text(name: &str) -> Result<String, String> {
    if DOMAINS.contains(&name) {
        return Ok(shipped_file(name).unwrap_or_default().to_owned());
    }
    fs::read_to_string(name).map_err(|error| {
        format!("'{name}' is none of the domains {} and no schema file: {}", DOMAINS.join(", "), why(&error))
    })
}
