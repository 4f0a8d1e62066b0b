//! `rowsmith objects`: from the flags to the library and back to a [`Page`].

use std::io::{self, Write};

use rowsmith::ObjectsOptions;
use rowsmith::options::{ListSearch, ObjectSearch as Options};
use rowsmith::schema::Schema;
use rowsmith::types::{ObjectTable, Warning};

use super::learn_objects;
use super::schema::{read_schema, schema_text, with_thresholds};
use crate::args::{Format, ObjectsArgs, ObjectsCommand, check_picks};
use crate::common::failure::Failure;
use crate::common::source::PageSource;
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
    let schema = with_thresholds(read_schema(name).map_err(Failure::Usage)?, &args.threshold)?;
    let records = ListSearch::new().min_confidence(args.min_confidence);
    let mut wanted = ObjectsOptions::new();
    wanted.search = Options::new().method(args.method.into()).records(records);
    wanted.all_areas = args.all;
    wanted.min_records = args.min_records;
    let inputs = inputs::expand(&args.inputs)?;
    let rows = Rows::tables("object", args.all);
    let run = Run::new(inputs, &args.common.output, &args.common.run, &args.common.limits, rows)?;
    let format = run.format;
    run.run(|bytes, source, warnings| one_page(bytes, source, warnings, &schema, &wanted, args, format))
}

fn one_page(
    bytes: &[u8],
    source: &PageSource,
    warnings: Vec<Warning>,
    schema: &Schema,
    wanted: &ObjectsOptions,
    args: &ObjectsArgs,
    format: Format,
) -> Result<Extracted, String> {
    let options = args.common.page.options(source, args.common.limits.limits(), None);
    let parsed = rowsmith::Page::parse(bytes, &options).map_err(|error| error.to_string())?;
    let mut page = parsed.objects(schema, wanted);
    page.warnings.splice(0..0, warnings);
    let line = json(format, &page)?;
    let mut tables: Vec<_> = page.areas.iter().map(ObjectTable::to_region).collect();
    let notices = pick(&mut tables, args.stable.or(&args.columns), "attribute");
    Ok(Extracted {
        page: Page {
            source: page.source,
            tables,
            titles: Vec::new(),
            shared: Vec::new(),
            warnings: page.warnings,
            line,
            kind: None,
        },
        notices,
    })
}
