//! The objects of a domain, found on a page.

use crate::Budget;
use crate::dom::ElementPaths;
use crate::objects::{self, Schema, find_objects_on};
use crate::output::{ObjectContext, object_table};
use crate::page::Page;
use crate::types::{ObjectsPage, Warning};

/// How the objects of a page are found, and which of them are returned.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ObjectsOptions {
    /// How objects are found.
    pub search: objects::Options,
    /// Return every data area, not only the main ones.
    pub all_areas: bool,
    /// Leave out areas with fewer objects. 0 keeps all.
    pub min_records: usize,
}

impl ObjectsOptions {
    /// The default options: the main areas of objects, found from pivots and lists together.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// assert_eq!((found.areas.len(), found.objects().count()), (1, 3));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> ObjectsOptions {
        ObjectsOptions::default()
    }

    /// Sets how objects are found.
    ///
    /// ```
    /// use rowsmith::options::{ObjectMethod, ObjectSearch};
    /// use rowsmith::schema::domain;
    /// use rowsmith::types::FoundBy;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let (page, products) = (Page::parse(html.as_bytes(), &PageOptions::new())?, domain("products").expect("it is shipped")?);
    /// // AMBER as its paper has it
    /// let amber = ObjectSearch { method: ObjectMethod::Amber, ..ObjectSearch::default() };
    /// let found_by = |options: &ObjectsOptions| page.objects(&products, options).areas[0].found_by;
    /// assert_eq!(found_by(&ObjectsOptions::new().search(amber)), FoundBy::Pivots);
    /// assert_eq!(found_by(&ObjectsOptions::new()), FoundBy::Agreement);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn search(mut self, search: objects::Options) -> ObjectsOptions {
        self.search = search;
        self
    }
}

impl Page {
    /// Returns the objects of a domain on the page, with the attributes that the schema defines. On a page without
    /// objects the result has no areas, and a warning that says so.
    ///
    /// Each value has its text and, if its kind has one, a normalised [`Value`](crate::types::Value) ("£2k" becomes
    /// 2000 GBP). Its [`Provenance`](crate::types::Provenance) says whether it was recognised, or inferred from where
    /// other records have theirs.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let items = ["Lamp", "Desk", "Chair", "Shelf"];
    /// let items = items.map(|item| format!("<li><h3><a href=/{item}>{item}</a></h3><b>$20.00</b><img src={item}.jpg></li>"));
    /// let html = format!("<h1>Shop</h1><ul>{}</ul>", items.concat());
    /// let schema = domain("products").expect("it is shipped")?;
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&schema, &ObjectsOptions::new());
    /// assert_eq!(found.areas[0].records.len(), 4);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn objects(&self, schema: &Schema, options: &ObjectsOptions) -> ObjectsPage {
        let max_work = self.limits.max_work;
        let mut truncated = self.truncated();
        let found = find_objects_on(&self.facts(), schema, &options.search, options.all_areas, max_work);
        truncated.work |= found.exhausted;
        let paths = ElementPaths::new(&self.document);
        let output = Budget::new(self.limits.max_output as u64);
        let context = ObjectContext { page: self.tree(), paths: &paths, base: self.base(), schema, output: &output };
        let wanted = found.lists.iter().filter(|list| list.objects.len() >= options.min_records);
        let areas: Vec<_> =
            wanted.take_while(|_| !output.is_exhausted()).map(|list| object_table(&context, list)).collect();
        truncated.output = output.is_exhausted();
        let nothing = areas.iter().all(|a| !a.main).then_some(Warning::NoListFound);
        let warnings = self.warnings(truncated, nothing);
        ObjectsPage { source: self.source.clone(), schema: schema.name.clone(), areas, warnings }
    }
}
