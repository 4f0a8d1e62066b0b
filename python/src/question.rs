//! Questions to pages: one of the library's questions with its options.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rowsmith::options::{ListMethod, PostMethod, StateUse};
use rowsmith::wrapper::{Applier, ApplyOptions};
use rowsmith::{
    ArticleOptions, ExtractOptions, ItemOptions, ObjectsOptions, PostsOptions, RecordsOptions, TablesOptions,
};

use crate::found::Answer;
use crate::options::Options;
use crate::schema::Schema;
use crate::wrapper::Wrapper;

/// A question with its options, ready to be asked of any page.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Question {
    pub(crate) asked: Arc<Asked>,
}

/// The question.
pub(crate) enum Asked {
    Records(RecordsOptions),
    Posts(PostsOptions),
    Article(ArticleOptions),
    Item(ItemOptions),
    Tables(TablesOptions),
    Objects { schema: Arc<rowsmith::schema::Schema>, options: ObjectsOptions },
    Extract { schema: Option<Arc<rowsmith::schema::Schema>>, markdown: bool, html: bool, state: StateUse },
    Apply { wrapper: Arc<rowsmith::wrapper::Wrapper>, options: ApplyOptions },
}

#[pymethods]
impl Question {
    /// The question with this name and these options.
    #[new]
    fn new(what: &str, options: &Bound<'_, PyDict>) -> PyResult<Question> {
        let asked = match what {
            "records" => records(Options::new("records", options)?)?,
            "posts" => posts(Options::new("posts", options)?)?,
            "article" => {
                Options::new("article", options)?.end()?;
                Asked::Article(ArticleOptions::new())
            }
            "item" => item(Options::new("item", options)?)?,
            "tables" => tables(Options::new("tables", options)?)?,
            "objects" => objects(Options::new("objects", options)?)?,
            "extract" => extract(Options::new("extract", options)?)?,
            "apply" => apply(Options::new("apply", options)?)?,
            _ => {
                let known = "records, posts, article, item, tables, objects, extract, apply";
                return Err(PyValueError::new_err(format!("{what:?} is not a question; use one of {known}")));
            }
        };
        Ok(Question { asked: Arc::new(asked) })
    }
}

fn records(mut options: Options<'_>) -> PyResult<Asked> {
    let mut wanted = RecordsOptions::new();
    options.take("all", &mut wanted.all_regions)?;
    options.take("min_records", &mut wanted.min_records)?;
    wanted.min_score = options.get("min_score")?;
    options.take("min_confidence", &mut wanted.search.min_confidence)?;
    options.take("all_columns", &mut wanted.search.columns.all)?;
    options.take("split_labels", &mut wanted.search.columns.split_labels)?;
    if let Some(method) = options.get::<String>("method")? {
        wanted.search.method = match method.as_str() {
            "learned" => ListMethod::Learned,
            "mdr2" => ListMethod::Mdr2,
            _ => return Err(PyValueError::new_err(format!("{method:?} is not a method; use \"learned\" or \"mdr2\""))),
        };
    }
    wanted.state = state(&mut options)?;
    options.end()?;
    Ok(Asked::Records(wanted))
}

/// True for all of a page's state, False for none of it, None for what is missing on the page.
fn state(options: &mut Options<'_>) -> PyResult<StateUse> {
    Ok(match options.get::<bool>("state")? {
        Some(true) => StateUse::Everything,
        Some(false) => StateUse::Nothing,
        None => StateUse::default(),
    })
}

fn posts(mut options: Options<'_>) -> PyResult<Asked> {
    let mut wanted = PostsOptions::new();
    options.take("html", &mut wanted.html)?;
    options.take("min_confidence", &mut wanted.search.min_confidence)?;
    if let Some(method) = options.get::<String>("method")? {
        wanted.search.method = match method.as_str() {
            "learned" => PostMethod::Learned,
            "mibat" => PostMethod::Mibat,
            _ => {
                return Err(PyValueError::new_err(format!("{method:?} is not a method; use \"learned\" or \"mibat\"")));
            }
        };
    }
    wanted.state = state(&mut options)?;
    wanted.template = options.object::<Wrapper>("template")?.map(|template| Arc::clone(&template.get().wrapper));
    options.end()?;
    Ok(Asked::Posts(wanted))
}

fn item(mut options: Options<'_>) -> PyResult<Asked> {
    let mut wanted = ItemOptions::new();
    options.take("declared", &mut wanted.search.declared)?;
    options.take("shown", &mut wanted.search.shown)?;
    options.end()?;
    Ok(Asked::Item(wanted))
}

fn tables(mut options: Options<'_>) -> PyResult<Asked> {
    let mut wanted = TablesOptions::new();
    options.take("raw", &mut wanted.raw)?;
    options.take("join", &mut wanted.join)?;
    options.take("turn", &mut wanted.turn)?;
    options.end()?;
    Ok(Asked::Tables(wanted))
}

fn objects(mut options: Options<'_>) -> PyResult<Asked> {
    let mut wanted = ObjectsOptions::new();
    options.take("all", &mut wanted.all_areas)?;
    options.take("min_records", &mut wanted.min_records)?;
    options.take("min_confidence", &mut wanted.search.records.min_confidence)?;
    let schema = options.object::<Schema>("schema")?;
    let schema = schema.ok_or_else(|| PyValueError::new_err("finding objects needs a schema"))?;
    options.end()?;
    Ok(Asked::Objects { schema: Arc::clone(&schema.get().schema), options: wanted })
}

fn extract(mut options: Options<'_>) -> PyResult<Asked> {
    let schema = options.object::<Schema>("schema")?.map(|schema| Arc::clone(&schema.get().schema));
    let (mut markdown, mut html) = (false, false);
    options.take("markdown", &mut markdown)?;
    options.take("html", &mut html)?;
    let state = state(&mut options)?;
    options.end()?;
    Ok(Asked::Extract { schema, markdown, html, state })
}

fn apply(mut options: Options<'_>) -> PyResult<Asked> {
    let mut wanted = ApplyOptions::new();
    options.take("markdown", &mut wanted.markdown)?;
    options.take("html", &mut wanted.html)?;
    let wrapper = options.object::<Wrapper>("wrapper")?;
    let wrapper = wrapper.ok_or_else(|| PyValueError::new_err("applying needs a wrapper"))?;
    options.end()?;
    Ok(Asked::Apply { wrapper: Arc::clone(&wrapper.get().wrapper), options: wanted })
}

/// A question prepared for many pages.
pub(crate) struct Asker<'a> {
    asked: &'a Asked,
    applier: Option<Applier<'a>>,
}

impl<'a> Asker<'a> {
    pub(crate) fn new(asked: &'a Asked) -> Asker<'a> {
        let applier = match asked {
            Asked::Apply { wrapper, .. } => Some(Applier::new(wrapper)),
            _ => None,
        };
        Asker { asked, applier }
    }

    /// Asks a page.
    pub(crate) fn ask(&self, page: &rowsmith::Page) -> Answer {
        match self.asked {
            Asked::Records(options) => Answer::Records(page.records(options)),
            Asked::Posts(options) => Answer::Posts(page.posts(options)),
            Asked::Article(options) => Answer::Article(page.article(options)),
            Asked::Item(options) => Answer::Item(Box::new(page.item(options))),
            Asked::Tables(options) => Answer::Tables(page.tables(options)),
            Asked::Objects { schema, options } => Answer::Objects(page.objects(schema, options)),
            Asked::Extract { schema, markdown, html, state } => {
                let mut options = ExtractOptions::new().markdown(*markdown).html(*html).state(*state);
                options.schema = schema.as_deref();
                Answer::Extract(Box::new(page.extract(&options)))
            }
            Asked::Apply { wrapper, options } => Answer::Applied(Box::new(match &self.applier {
                Some(applier) => applier.apply(page, options),
                None => wrapper.apply(page, options),
            })),
        }
    }

    /// Parses a page and asks it. A panic becomes an error of this page.
    ///
    /// # Errors
    /// The library's error for the page.
    pub(crate) fn parse_and_ask(&self, bytes: &[u8], options: &rowsmith::PageOptions) -> Result<Answer, String> {
        rowsmith_cli::catch(|| {
            let page = rowsmith::Page::parse(bytes, options).map_err(|error| error.to_string())?;
            Ok(self.ask(&page))
        })
    }
}
