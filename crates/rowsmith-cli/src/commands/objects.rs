//! `rowsmith objects`: from the flags to the library and back to a [`Page`].

use std::io::{self, Write};

use rowsmith::dom::ParseOptions;
use rowsmith::objects::{Method, Options};
use rowsmith::types::{ObjectTable, Warning};
use rowsmith::{ObjectsRequest, objects_page, records};

use super::learn_objects;
use super::schema::{read_schema, schema_text};
use crate::args::{Format, ObjectMethod, ObjectsArgs, ObjectsCommand, check_picks};
use crate::common::failure::Failure;
use crate::common::source::{PageContext, PageSource};
use crate::output::columns::pick;
use crate::output::json::json;
use crate::output::page::Page;
use crate::run::{Extracted, Outcome, Rows, Run};
use crate::sources::inputs;

/// Runs the command.
pub(crate) fn objects(args: &ObjectsArgs) -> Result<Outcome, Failure> {
    if let Some(ObjectsCommand::Learn(args)) = &args.command {
        return learn_objects::learn(args);
    }
    let name = args.schema.as_deref().unwrap_or_default();
    if args.print_schema {
        let text = schema_text(name).map_err(Failure::Usage)?;
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
        return Ok(Outcome::AllWell);
    }
    check_picks(&args.columns).map_err(Failure::Usage)?;
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
    let rows = Rows::tables("object", args.all);
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let format = run.format;
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &request, args, format))
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    request: &ObjectsRequest<'_>,
    args: &ObjectsArgs,
    format: Format,
) -> Result<Extracted, String> {
    let PageContext { base_url, charset } = args.common.page.of(source);
    let request =
        ObjectsRequest { parse: ParseOptions { charset, ..request.parse.clone() }, base_url, ..request.clone() };
    let mut page = objects_page(bytes, source, &request).map_err(|error| error.to_string())?;
    page.warnings.splice(0..0, warnings);
    let line = json(format, &page)?;
    let mut tables: Vec<_> = page.areas.iter().map(ObjectTable::to_region).collect();
    let notices = pick(&mut tables, &args.columns, "attribute");
    Ok(Extracted {
        page: Page { source: page.source, tables, shared: Vec::new(), warnings: page.warnings, line, kind: None },
        notices,
    })
}
