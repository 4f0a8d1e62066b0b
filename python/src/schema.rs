//! Schemas of domains.

use std::sync::Arc;

use pyo3::prelude::*;
use rowsmith::schema::{DOMAINS, domain, shipped_file};

use crate::errors::SchemaError;

/// What attributes the objects of a domain have, and how they are recognised.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Schema {
    pub(crate) schema: Arc<rowsmith::schema::Schema>,
}

#[pymethods]
impl Schema {
    /// An included schema by name, or None if there is none with that name.
    #[staticmethod]
    fn shipped(name: &str) -> PyResult<Option<Schema>> {
        let schema = domain(name).transpose().map_err(|error| SchemaError::new_err(format!("{name}: {error}")))?;
        Ok(schema.map(|schema| Schema { schema: Arc::new(schema) }))
    }

    /// A schema from its text; `read` returns the texts of files beside it, or None.
    #[staticmethod]
    fn parse(text: &str, read: &Bound<'_, PyAny>) -> PyResult<Schema> {
        let mut beside = |file: &str| -> Result<String, String> {
            let given = read.call1((file,)).and_then(|text| text.extract::<Option<String>>());
            match given.map_err(|error| error.to_string())? {
                Some(text) => Ok(text),
                None => shipped_file(file).map(str::to_owned).ok_or_else(|| "there is no such file".to_owned()),
            }
        };
        let schema = rowsmith::schema::Schema::parse(text, &mut beside);
        Ok(Schema { schema: Arc::new(schema.map_err(|error| SchemaError::new_err(error.to_string()))?) })
    }

    /// The names of the included schemas.
    #[staticmethod]
    fn domains() -> Vec<&'static str> {
        DOMAINS.to_vec()
    }

    /// The text of an included schema.
    #[staticmethod]
    fn text(name: &str) -> Option<&'static str> {
        DOMAINS.contains(&name).then(|| shipped_file(name)).flatten()
    }

    #[getter]
    fn name(&self) -> &str {
        &self.schema.name
    }
}
