//! The tools: name, description for agents, arguments, and the question that each asks.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rowsmith::harvest::{Answer as Fetched, Harvest, HarvestOptions};
use rowsmith::types::{PartTable, RegionTable};
use rowsmith::wrapper::{ApplyOptions, LearnOptions, Learnt, Wrapper};
use rowsmith::{ArticleOptions, ExtractOptions, ItemOptions, PostsOptions, RecordsOptions, TablesOptions};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::answer::{Answer, without_paths};
use super::arguments::{
    ApplyArguments, HarvestArguments, LearnArguments, MoreArguments, OnePage, PageArguments, RecordsArguments,
};
use super::pages::{MOST_PAGES, Reader, Several};
use super::progress::{Progress, Step};
use crate::sources::Task;
use crate::sources::store::Store;

/// The most pages of a list that a harvest may request.
const MOST_HARVESTED: u64 = 50;
/// The most records that a harvest may return.
const MOST_ROWS: u64 = 5000;
/// How many wrappers are kept; the oldest is dropped first.
const WRAPPERS: usize = 32;

/// A tool as agents see it.
pub(super) struct Tool {
    /// Its name.
    pub(super) name: &'static str,
    /// What it does and returns.
    pub(super) description: &'static str,
    /// Whether it may use the network.
    pub(super) fetches: bool,
    schema: fn(&mut SchemaGenerator) -> Schema,
    ask: Ask,
}

/// How a tool is called.
enum Ask {
    /// It answers soon.
    Soon(fn(&Tools, Value) -> Result<Asked, String>),
    /// It takes long, and reports its progress meanwhile.
    InSteps(fn(&Tools, Value, Progress<'_>) -> Result<Asked, String>),
}

/// The result of a call.
pub(super) enum Asked {
    /// A new answer, with the budget given in the call.
    New(Answer, Option<u32>),
    /// A request for more of an earlier answer.
    More(MoreArguments),
}

/// All tools.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "records",
        description: "The list that a web page is about (products, search results, articles, rows) as records with named \
                      columns: first a line with the columns, then one JSON line per record. Use it for list pages.",
        fetches: true,
        schema: schema::<RecordsArguments>,
        ask: Ask::Soon(records),
    },
    Tool {
        name: "tables",
        description: "Every data table of a web page as a reader sees it: a line with caption and columns, then one line per row.",
        fetches: true,
        schema: schema::<OnePage>,
        ask: Ask::Soon(tables),
    },
    Tool {
        name: "article",
        description: "The main text of a web page as Markdown, after a line with its title, author, date and language.",
        fetches: true,
        schema: schema::<OnePage>,
        ask: Ask::Soon(article),
    },
    Tool {
        name: "posts",
        description: "The posts of a thread, or the comments or reviews of a page: one JSON line per post, with author, date and body.",
        fetches: true,
        schema: schema::<OnePage>,
        ask: Ask::Soon(posts),
    },
    Tool {
        name: "item",
        description: "The one item that a web page is about (product, recipe, job, event): name, price, availability, brand, \
                      rating, properties and more.",
        fetches: true,
        schema: schema::<OnePage>,
        ask: Ask::Soon(item),
    },
    Tool {
        name: "extract",
        description: "What a web page is (list, thread, article, item or nothing) and everything found on it. Use it if you do not \
                      know which of the other tools fits.",
        fetches: true,
        schema: schema::<OnePage>,
        ask: Ask::Soon(extract),
    },
    Tool {
        name: "harvest",
        description: "All records of a list that continues over several pages, each once: follows the links to the next pages \
                      within the given bounds. Slow: a host gets at most one request per second.",
        fetches: true,
        schema: schema::<HarvestArguments>,
        ask: Ask::InSteps(harvest),
    },
    Tool {
        name: "learn",
        description: "Learns a wrapper from some pages of one site. 'apply' uses it to extract records from further pages: always \
                      with the same columns, even from pages with a single record. Returns the wrapper's name.",
        fetches: true,
        schema: schema::<LearnArguments>,
        ask: Ask::Soon(learn),
    },
    Tool {
        name: "apply",
        description: "Extracts records, posts or articles from pages with a wrapper made by 'learn'.",
        fetches: true,
        schema: schema::<ApplyArguments>,
        ask: Ask::Soon(apply),
    },
    Tool {
        name: "more",
        description: "The next portion of an answer that was cut to its budget, identified by its cursor.",
        fetches: false,
        schema: schema::<MoreArguments>,
        ask: Ask::Soon(|_, arguments| Ok(Asked::More(read(arguments)?))),
    },
];

impl Tool {
    /// The tool with this name.
    pub(super) fn named(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// The JSON Schema of its arguments.
    pub(super) fn schema(&self) -> Map<String, Value> {
        let mut generator = schemars::generate::SchemaSettings::draft2020_12()
            .with(|settings| settings.inline_subschemas = true)
            .into_generator();
        match (self.schema)(&mut generator).to_value() {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }

    /// Calls it.
    ///
    /// # Errors
    /// What is wrong with the arguments, or why there is no answer, for the agent to read.
    pub(super) fn ask(
        &self,
        tools: &Tools,
        arguments: Map<String, Value>,
        progress: Progress<'_>,
    ) -> Result<Asked, String> {
        let schema = self.schema();
        let known = schema.get("properties").and_then(Value::as_object);
        check_names(&arguments, known, |unknown| format!("'{}' has no argument '{unknown}'; it takes", self.name))?;
        // the pages in an argument have names of their own
        for (name, value) in &arguments {
            let known = known.and_then(|known| known.get(name)?.pointer("/items/properties")?.as_object());
            for page in value.as_array().into_iter().flatten().filter_map(Value::as_object) {
                check_names(page, known, |unknown| format!("'{name}' have no '{unknown}'; each takes"))?;
            }
        }
        match self.ask {
            Ask::Soon(ask) => ask(tools, Value::Object(arguments)),
            Ask::InSteps(ask) => ask(tools, Value::Object(arguments), progress),
        }
    }
}

/// Names that a schema does not have are a mistake that the agent can correct.
fn check_names(
    given: &Map<String, Value>,
    known: Option<&Map<String, Value>>,
    what: impl Fn(&str) -> String,
) -> Result<(), String> {
    let Some(known) = known else { return Ok(()) };
    let unknown = given.keys().find(|name| !known.contains_key(*name));
    let names = || known.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    unknown.map_or(Ok(()), |unknown| Err(format!("{} {}", what(unknown), names())))
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.root_schema_for::<T>()
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("wrong arguments: {error}"))
}

/// What the tools share between calls.
pub(super) struct Tools {
    pub(super) reader: Reader,
    wrappers: Mutex<Wrappers>,
}

#[derive(Default)]
struct Wrappers {
    learnt: BTreeMap<usize, Wrapper>,
    next: usize,
}

impl Tools {
    pub(super) fn new(reader: Reader) -> Tools {
        Tools { reader, wrappers: Mutex::default() }
    }

    fn keep(&self, wrapper: Wrapper) -> String {
        let mut wrappers = self.wrappers.lock().unwrap_or_else(PoisonError::into_inner);
        wrappers.next += 1;
        let number = wrappers.next;
        wrappers.learnt.insert(number, wrapper);
        if wrappers.learnt.len() > WRAPPERS {
            wrappers.learnt.pop_first();
        }
        format!("wrapper-{number}")
    }

    fn wrapper(&self, name: &str) -> Result<Wrapper, String> {
        let Some(number) = name.strip_prefix("wrapper-").and_then(|number| number.parse().ok()) else {
            let text = self.reader.text(name)?;
            return Wrapper::from_json(&text).map_err(|error| format!("'{name}': {error}"));
        };
        let wrappers = self.wrappers.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = || format!("there is no wrapper '{name}'; 'learn' makes one and returns its name");
        wrappers.learnt.get(&number).cloned().ok_or_else(missing)
    }
}

fn records(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let arguments: RecordsArguments = read(arguments)?;
    let found = tools.reader.page(&arguments.page)?.records(&RecordsOptions::new().all_regions(arguments.all));
    // agents give an empty list for what they leave out
    let columns = arguments.columns.as_deref().filter(|columns| !columns.is_empty());
    if let (Some(columns), Some(first)) = (columns, found.regions.first()) {
        check_columns(columns, first)?;
    }
    // of a list that has none of the columns only empty rows would be left
    let has_any = |region: &&RegionTable| {
        columns.is_none_or(|columns| columns.iter().any(|column| region.column(column).is_some()))
    };
    let shown: Vec<&RegionTable> = found.regions.iter().filter(has_any).collect();
    let mut answer = Answer::default()
        .fact("lists", shown.len())
        .fact("records", shown.iter().map(|region| region.records.len()).sum::<usize>())
        .fact("confidence", found.regions.first().and_then(|region| region.confidence));
    if shown.len() < found.regions.len() {
        answer = answer.fact("lists_left_out", found.regions.len() - shown.len());
    }
    for region in shown {
        answer.table(region, columns);
    }
    if let Some(next) = &found.pagination.next {
        answer.json(&json!({ "next_page": next }));
    }
    answer.warnings(&found.warnings);
    Ok(Asked::New(answer, arguments.budget))
}

/// Columns that no list has are a mistake that the agent can correct.
fn check_columns(columns: &[String], table: &RegionTable) -> Result<(), String> {
    let missing = columns.iter().find(|column| table.column(column).is_none());
    // the existing names are not listed: they may be texts from the page, which do not belong in an error
    missing.map_or(Ok(()), |column| {
        Err(format!("the list has no column '{column}'; ask without 'columns' to see them all"))
    })
}

fn tables(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let OnePage { page, budget } = read(arguments)?;
    let found = tools.reader.page(&page)?.tables(&TablesOptions::new());
    let mut answer = Answer::default()
        .fact("tables", found.tables.len())
        .fact("rows", found.tables.iter().map(|table| table.rows.len()).sum::<usize>());
    found.tables.iter().for_each(|table| answer.data_table(table));
    answer.warnings(&found.warnings);
    Ok(Asked::New(answer, budget))
}

fn article(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let OnePage { page, budget } = read(arguments)?;
    let found = tools.reader.page(&page)?.article(&ArticleOptions::new());
    let mut answer =
        Answer::default().fact("confidence", found.confidence).fact("characters", found.markdown.chars().count());
    answer.article(&found);
    answer.warnings(&found.warnings);
    Ok(Asked::New(answer, budget))
}

fn posts(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let OnePage { page, budget } = read(arguments)?;
    let found = tools.reader.page(&page)?.posts(&PostsOptions::new());
    let mut answer = Answer::default().fact("posts", found.posts.len()).fact("confidence", found.confidence);
    for post in &found.posts {
        answer.json(&without_paths(plain(post)?));
    }
    answer.warnings(&found.warnings);
    Ok(Asked::New(answer, budget))
}

fn item(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let OnePage { page, budget } = read(arguments)?;
    let found = tools.reader.page(&page)?.item(&ItemOptions::new());
    let mut answer = Answer::default().fact("found", found.item.is_some());
    if let Some(item) = &found.item {
        answer.json(&without_paths(plain(item)?));
    }
    answer.warnings(&found.warnings);
    Ok(Asked::New(answer, budget))
}

fn extract(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let OnePage { page, budget } = read(arguments)?;
    let found = tools.reader.page(&page)?.extract(&ExtractOptions::new().markdown(true));
    let value = without_paths(plain(&found)?);
    let mut answer = Answer::default();
    for name in ["kind", "confidence"] {
        answer = answer.fact(name, value.get(name).cloned().unwrap_or_default());
    }
    // one line per member, so that portions end between them
    if let Value::Object(members) = value {
        for (name, value) in members {
            answer.json(&json!({ name: value }));
        }
    }
    Ok(Asked::New(answer, budget))
}

fn harvest(tools: &Tools, arguments: Value, progress: Progress<'_>) -> Result<Asked, String> {
    let arguments: HarvestArguments = read(arguments)?;
    let bounds = [("max_pages", arguments.max_pages, MOST_HARVESTED), ("max_rows", arguments.max_rows, MOST_ROWS)];
    for (name, value, most) in bounds {
        if !(1..=most).contains(&value) {
            return Err(format!("'{name}' must be from 1 to {most}, not {value}"));
        }
    }
    let store = match &arguments.from {
        Some(from) => {
            let from = tools.reader.allowed(from)?;
            let store = Store::open(&[from], arguments.base_url.as_deref(), &tools.reader.settings);
            Some(store.map_err(|_| "'from' contains no page with an address".to_owned())?)
        }
        None => {
            tools.reader.address(&arguments.address)?;
            None
        }
    };
    let mut options = HarvestOptions::new();
    (options.max_pages, options.max_rows) = (Some(arguments.max_pages), Some(arguments.max_rows));
    let mut harvest = Harvest::new([arguments.address.clone()], options);
    let mut answer = Answer::default();
    let (mut asked, mut rows) = (0, 0);
    while let Some(request) = harvest.next_request() {
        let task = match &store {
            Some(store) => store.page(&request.address),
            None => Task::at(request.address),
        };
        let page = tools.reader.parse(task, None);
        let fed = match &page {
            Ok(page) => harvest.feed(Fetched::Page(page)),
            Err(why) => harvest.feed(Fetched::Failed(why)),
        };
        for region in fed.page.iter().flat_map(|page| &page.regions).filter(|region| !region.records.is_empty()) {
            rows += region.records.len();
            answer.table(region, None);
        }
        asked += 1;
        if !progress(Step { pages: asked, records: rows }) {
            return Err("the call was cancelled".to_owned());
        }
    }
    let summary = harvest.summary();
    let ends: Vec<String> = summary.starts.iter().map(|start| start.end.to_string()).collect();
    answer.json(&json!({ "ended": ends }));
    answer = answer.fact("pages", summary.pages).fact("records", rows);
    Ok(Asked::New(answer, arguments.budget))
}

fn learn(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let arguments: LearnArguments = read(arguments)?;
    let Named { pages, failed, left_out } = tools.all(&arguments.pages)?;
    let Learnt { wrapper, exhausted, .. } = Wrapper::learn_telling(&pages, &LearnOptions::new());
    let unfinished: Vec<&str> = exhausted.iter().filter_map(|at| pages.get(*at)).map(rowsmith::Page::source).collect();
    if wrapper.templates.iter().all(|template| template.parts.is_empty()) {
        let why = "nothing was learnt: no list, posts or article on these pages";
        return Err(match unfinished.is_empty() {
            true => why.to_owned(),
            false => format!("{why}; not searched whole: {}", unfinished.join(", ")),
        });
    }
    let mut answer = Answer::default().fact("pages", pages.len()).fact("templates", wrapper.templates.len());
    answer = answer.fact("pages_left_out", left_out);
    for template in &wrapper.templates {
        let part = |part: &rowsmith::wrapper::Part| {
            let columns: Vec<&str> = part.columns.iter().map(|column| column.name.as_str()).collect();
            json!({ "kind": part.kind, "columns": columns })
        };
        let parts: Vec<Value> = template.parts.iter().map(part).collect();
        answer.json(&json!({ "template": template.name, "pages": template.pages, "parts": parts }));
    }
    failed.iter().for_each(|why| answer.json(&json!({ "failed": why })));
    unfinished.iter().for_each(|page| answer.json(&json!({ "not_searched_whole": page })));
    Ok(Asked::New(answer.fact("wrapper", tools.keep(wrapper)), arguments.budget))
}

fn apply(tools: &Tools, arguments: Value) -> Result<Asked, String> {
    let arguments: ApplyArguments = read(arguments)?;
    let wrapper = tools.wrapper(&arguments.wrapper)?;
    let Named { pages, failed, left_out } = tools.all(&arguments.pages)?;
    let mut answer = Answer::default().fact("pages", pages.len()).fact("pages_left_out", left_out);
    let mut rows = 0;
    for page in &pages {
        let applied = wrapper.apply(page, &ApplyOptions::new());
        let drift: Vec<Value> = applied.drift.iter().map(plain).collect::<Result<_, _>>()?;
        answer.json(&json!({ "page": applied.source, "template": applied.template, "drift": drift }));
        for PartTable { table, .. } in &applied.tables {
            rows += table.records.len();
            answer.table(table, None);
        }
        answer.warnings(&applied.warnings);
    }
    failed.iter().for_each(|why| answer.json(&json!({ "failed": why })));
    Ok(Asked::New(answer.fact("records", rows), arguments.budget))
}

/// The pages that a call names.
struct Named {
    /// Those that are available.
    pages: Vec<rowsmith::Page>,
    /// Why the others are not.
    failed: Vec<String>,
    /// Whether there are more than a call may name.
    left_out: bool,
}

impl Tools {
    fn all(&self, of: &[PageArguments]) -> Result<Named, String> {
        let (mut pages, mut failed) = (Vec::new(), Vec::new());
        let Several { pages: several, left_out } = self.reader.pages(of)?;
        for page in several {
            match page {
                Ok(page) => pages.push(page),
                Err(why) => failed.push(why),
            }
        }
        match (pages.is_empty(), failed.first()) {
            (true, Some(why)) => Err(why.clone()),
            (true, None) => Err(format!("there is no page among these; at most {MOST_PAGES} are read")),
            (false, _) => Ok(Named { pages, failed, left_out }),
        }
    }
}

fn plain(value: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| format!("internal error: {error}"))
}
