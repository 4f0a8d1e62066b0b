//! The schemas of domains: included ones and files.

use std::fs;
use std::io;
use std::path::Path;

use rowsmith::schema::{DOMAINS, Schema, domain, shipped_file};

use crate::common::failure::{Failure, why};

/// An included schema by name, or one from a file, with its gazetteers, which are files beside it or included ones.
///
/// # Errors
/// A message for the user, with line and column if there is an error in the schema.
pub(super) fn read_schema(name: &str) -> Result<Schema, String> {
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

/// A schema with the thresholds that `--threshold` sets.
///
/// # Errors
/// If a setting is invalid.
pub(super) fn with_thresholds(mut schema: Schema, settings: &[String]) -> Result<Schema, Failure> {
    for setting in settings {
        schema.thresholds.set(setting).map_err(|why| Failure::Usage(format!("--threshold: {why}")))?;
    }
    Ok(schema)
}

/// The text of a schema: of an included one by name, or of a file.
///
/// # Errors
/// A message for the user if it is neither.
pub(super) fn schema_text(name: &str) -> Result<String, String> {
    if DOMAINS.contains(&name) {
        return Ok(shipped_file(name).unwrap_or_default().to_owned());
    }
    fs::read_to_string(name).map_err(|error| {
        format!("'{name}' is neither one of the domains {} nor a schema file: {}", DOMAINS.join(", "), why(&error))
    })
}
