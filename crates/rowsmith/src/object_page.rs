//! From the bytes of a page to the objects on it, in one call.

use crate::Budget;
use crate::dom::{ElementPaths, ParseOptions, parse};
use crate::dom::{address_of, base_of};
use crate::error::Error;
use crate::objects;
use crate::objects::{Schema, find_objects};
use crate::output::{ObjectContext, object_table};
use crate::tree::PageTree;
use crate::types::{ObjectsPage, Warning};
use crate::warnings::page_warnings;

/// Everything [`objects_page`] can be told.
#[derive(Clone, Debug)]
pub struct ObjectsRequest<'a> {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The address of the page, against which links are made absolute (a `<base>` in the page goes before it).
    pub base_url: Option<String>,
    /// What is looked for.
    pub schema: &'a Schema,
    /// Options of the extractor.
    pub objects: objects::Options,
    /// Return every data area, not only the main ones.
    pub all_areas: bool,
    /// Leave out areas with fewer objects. 0 keeps all.
    pub min_records: usize,
}

impl<'a> ObjectsRequest<'a> {
    /// All defaults.
    pub fn new(schema: &'a Schema) -> Self {
        ObjectsRequest {
            parse: ParseOptions::default(),
            base_url: None,
            schema,
            objects: objects::Options::default(),
            all_areas: false,
            min_records: 0,
        }
    }
}

/// Extracts the objects of one page. `source` names the page in the result.
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`]. A page without objects is no error: its result has no areas and says so.
pub fn objects_page(bytes: &[u8], source: &str, request: &ObjectsRequest<'_>) -> Result<ObjectsPage, Error> {
    let address = address_of(request.base_url.as_deref())?;
    let document = parse(bytes, &request.parse)?;
    let page = PageTree::new(&document);
    let mut truncated = document.source.truncated;
    let max_work = request.parse.limits.max_work;
    let found = find_objects(&document, &page, request.schema, &request.objects, request.all_areas, max_work);
    truncated.work |= found.exhausted;
    let base = base_of(&document, address.as_ref());
    let paths = ElementPaths::new(&document);
    let room = Budget::new(request.parse.limits.max_output as u64);
    let context =
        ObjectContext { page: &page, paths: &paths, base: base.as_ref(), schema: request.schema, room: &room };
    let wanted = found.lists.iter().filter(|list| list.objects.len() >= request.min_records);
    let areas: Vec<_> = wanted.take_while(|_| !room.is_exhausted()).map(|list| object_table(&context, list)).collect();
    truncated.output = room.is_exhausted();
    let nothing = areas.iter().all(|a| !a.main).then_some(Warning::NoListFound);
    let warnings = page_warnings(&document, &page, truncated, nothing);
    Ok(ObjectsPage { source: source.to_owned(), schema: request.schema.name.clone(), areas, warnings })
}
