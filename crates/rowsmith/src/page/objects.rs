//! The objects of a domain, found on a page.

use crate::Budget;
use crate::dom::ElementPaths;
use crate::inspect::marks::elements;
use crate::objects::{self, LearnRules, Schema, Seen, Sighting, Surroundings, find_objects_on};
use crate::output::record_tables::container;
use crate::output::{ObjectContext, object_table};
use crate::page::Page;
use crate::records::Record;
use crate::tree::TreeId;
use crate::types::{AreaPlaces, ObjectPlaces, ObjectsPage, ValuePlace, Warning};

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
    /// let amber = ObjectSearch::new().method(ObjectMethod::Amber);
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

    /// Returns where the objects that [`Page::objects`] finds are on the page, with the numbers that elements have in
    /// the HTML of [`Page::shown`], and the terms that were recognised in their values. It is for programs that show a
    /// person what was found where. Costs what [`Page::objects`] costs.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions, RecordsOptions};
    ///
    /// let flat = |kind: &str, price: &str| format!("<li><h3><a href=/{price}>To let</a></h3><i>{kind}</i><b>£{price}</b></li>");
    /// let html = [flat("bungalow", "900"), flat("cottage", "750"), flat("maisonette", "820")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let areas = page.object_places(&domain("real-estate").expect("it is shipped")?, &ObjectsOptions::new());
    /// let kind = areas[0].objects[1].values.iter().find(|value| value.attribute == "property_type").expect("it is known");
    /// assert_eq!(kind.terms, ["cottage"]);
    /// let html = page.shown(&RecordsOptions::new()).html;
    /// assert!(html.contains(&format!("<i data-rs-node=\"{}\">cottage</i>", kind.elements[0])));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn object_places(&self, schema: &Schema, options: &ObjectsOptions) -> Vec<AreaPlaces> {
        let max_work = self.limits.max_work;
        let found = find_objects_on(&self.facts(), schema, &options.search, options.all_areas, max_work);
        let page = self.tree();
        let value = |value: &objects::ObjectValue| ValuePlace {
            attribute: schema.attributes[value.attribute].name.clone(),
            text: value.text.clone(),
            from: value.provenance,
            support: value.support,
            terms: objects::terms_of(schema, value.attribute, &value.text).into_iter().map(str::to_owned).collect(),
            elements: self.elements_of(value.node),
        };
        let object = |object: &objects::Object| {
            let roots = object.record.roots(&page.tree);
            let mut elements: Vec<u32> = roots.flat_map(|root| self.elements_of(root)).collect();
            elements.dedup();
            ObjectPlaces { elements, values: object.values.iter().map(value).collect() }
        };
        let area = |list: &objects::ObjectList| {
            let records: Vec<Record> = list.objects.iter().map(|object| object.record.clone()).collect();
            AreaPlaces {
                main: list.main,
                found_by: list.found_by,
                pivot: list.pivot.map(|pivot| schema.attributes[pivot].name.clone()),
                element: page.node(container(page, &records)).0,
                objects: list.objects.iter().map(object).collect(),
            }
        };
        let wanted = found.lists.iter().filter(|list| list.objects.len() >= options.min_records);
        wanted.map(area).collect()
    }

    /// Returns what the page shows of the terms of a schema: which are where an attribute is, and which are elsewhere.
    /// [`Learning`](crate::schema::Learning) learns from it. Costs what [`Page::objects`] costs.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::domain;
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let flat = |kind: &str, price: &str| format!("<li><h3><a href=/{price}>To let</a></h3><i>{kind}</i><b>£{price}</b></li>");
    /// let html = [flat("bungalow", "900"), flat("cottage", "750"), flat("yurt", "620")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let seen = page.observe(&domain("real-estate").expect("it is shipped")?, &ObjectSearch::default());
    /// let yurt = seen.sightings.iter().find(|sighting| sighting.term == "yurt").expect("it is where types are");
    /// assert!(yurt.is_value);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn observe(&self, schema: &Schema, search: &objects::Options) -> Seen {
        let facts = self.facts();
        let extraction = find_objects_on(&facts, schema, search, false, self.limits.max_work);
        let rules = LearnRules::of(search.method);
        let mut sightings = Vec::new();
        let mut each = |at: objects::TermAt<'_>| {
            sightings.push(Sighting {
                attribute: at.attribute,
                term: at.term.to_owned(),
                element: self.elements_of(at.node).first().copied().unwrap_or_default(),
                text: at.text.to_owned(),
                is_value: at.is_value,
            });
        };
        let page = self.tree();
        let surroundings = Surroundings::new(page);
        let observed =
            objects::observe_places(&self.document, page, schema, &extraction, &surroundings, &rules, &mut each);
        Seen { observed, sightings }
    }

    /// The numbers of the elements that a node stands for.
    fn elements_of(&self, node: TreeId) -> Vec<u32> {
        elements(&self.document, self.tree().spans[node])
    }
}
