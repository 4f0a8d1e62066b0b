//! Exporting wrappers as selectors for other programs, with a report of what these select.

mod python;

use serde_json::{Map, Value, json};

use crate::types::{ColumnKind, PartKind};
use crate::wrapper::file::write::{xpath_of, xpath_within};
use crate::wrapper::format::{ColumnLocator, Part, Template, Wrapper};

/// The formats in which a wrapper can be exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExportForm {
    /// A schema for crawl4ai's `JsonCssExtractionStrategy`, as JSON; a list of them if there are several parts.
    Crawl4ai,
    /// A spider of Scrapy, as Python.
    Scrapy,
    /// A module that uses parsel, as Python.
    Parsel,
    /// A SITEINFO of AutoPagerize, as JSON.
    Autopagerize,
}

/// A wrapper in the format of another program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Exported {
    /// The content of the file.
    pub text: String,
    /// What the selectors select on the pages that the wrapper was learnt from, and what they cannot express: one line
    /// each.
    pub report: Vec<String>,
}

/// A part with selectors.
pub(crate) struct Chosen<'w> {
    pub(crate) template: &'w Template,
    pub(crate) part: &'w Part,
    /// Its name.
    pub(crate) name: String,
    /// The selector of its records.
    pub(crate) css: String,
    /// Its columns with selectors.
    pub(crate) columns: Vec<ChosenColumn<'w>>,
}

/// A column with a selector.
pub(crate) struct ChosenColumn<'w> {
    pub(crate) column: &'w ColumnLocator,
    /// The selector of its items, within a record.
    pub(crate) css: String,
}

impl Wrapper {
    /// Exports the wrapper as selectors for another program. The report says what these select on the pages that the
    /// wrapper was learnt from, and what selectors cannot express. The wrapper itself recognises records by more than
    /// its selectors.
    ///
    /// ```
    /// use rowsmith::wrapper::{ExportForm, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let items = ["Chair", "Table", "Lamp", "Bed", "Sofa"].map(|name| format!("<li class=card><a href=/{name}>{name}</a> <i>$ 5.00</i>"));
    /// let page = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// let page = Page::parse(page.as_bytes(), &PageOptions::new())?;
    /// let exported = Wrapper::learn(&[page], &LearnOptions::new()).export(ExportForm::Crawl4ai);
    /// assert!(exported.text.contains("\"baseSelector\": \"li.card\""), "{}", exported.text);
    /// assert!(exported.report[0].contains("records: 100 % found"), "{:?}", exported.report);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn export(&self, form: ExportForm) -> Exported {
        let mut report = Vec::new();
        let mut chosen: Vec<Chosen<'_>> = Vec::new();
        for template in &self.templates {
            for part in &template.parts {
                let name = if template.parts.len() > 1 {
                    format!("{} {}", template.name, part.kind.name())
                } else {
                    template.name.clone()
                };
                chosen.extend(choose(template, part, name, form, &mut report));
            }
        }
        let text = match form {
            ExportForm::Crawl4ai => crawl4ai(&chosen),
            ExportForm::Autopagerize => autopagerize(&chosen, &mut report),
            ExportForm::Parsel => python::parsel(&chosen),
            ExportForm::Scrapy => python::scrapy(&chosen),
        };
        Exported { text, report }
    }
}

/// Whether a part is one record a page.
fn is_single(part: &Part) -> bool {
    matches!(part.kind, PartKind::Article | PartKind::Item)
}

/// A part with its selectors, if it has any; remarks about them are added to the report.
fn choose<'w>(
    template: &'w Template,
    part: &'w Part,
    name: String,
    form: ExportForm,
    report: &mut Vec<String>,
) -> Option<Chosen<'w>> {
    let css = match part.kind {
        // its fields may stand anywhere on the page
        PartKind::Item => "body",
        PartKind::List | PartKind::Posts | PartKind::Article | PartKind::Objects => {
            part.selectors.edited.as_deref().unwrap_or(&part.selectors.css)
        }
    };
    if css.is_empty() {
        report.push(format!("{name}: no selector expresses where its records are; it is left out"));
        return None;
    }
    let percent = |share: f32| (share * 100.0).round();
    match part.selectors.edited {
        _ if part.kind == PartKind::Item => report.push(format!("{name}: one record a page, the page itself")),
        Some(_) => report.push(format!("{name}: records: by your own selector")),
        None => {
            let [found, right] = part.selectors.agreement.map(percent);
            report.push(format!("{name}: records: {found} % found, {right} % of those selected are right"));
        }
    }
    if part.records.tail.most > 0 {
        report.push(format!(
            "{name}: a record has up to {} elements; the selector selects only the first of them, so columns in the others are missing",
            part.records.tail.most + 1
        ));
    }
    match part.kind {
        PartKind::Article => report.push(format!(
            "{name}: the selector selects the element of the article; title, author, date and the choice of its text cannot be expressed"
        )),
        PartKind::Posts => report.push(format!("{name}: bodies of posts include quotations and signatures")),
        PartKind::Objects => report.push(format!("{name}: values are texts, as they are in the page")),
        PartKind::List | PartKind::Item => {}
    }
    let mut columns = Vec::new();
    for column in part.columns.iter().filter(|column| !column.dropped) {
        if form == ExportForm::Autopagerize {
            break;
        }
        if part.kind == PartKind::Article {
            if column.selector.edited.is_some() {
                let what = "its selector looks at the whole page, and not at the text of the article; it is left out";
                report.push(format!("{name}: column {:?}: {what}", column.name));
            }
            continue;
        }
        let css = column.selector.edited.as_deref().unwrap_or(&column.selector.css);
        if css.is_empty() {
            report.push(format!("{name}: column {:?}: no selector expresses where it is; it is left out", column.name));
            continue;
        }
        let share = percent(column.selector.agreement);
        if column.selector.edited.is_none() && share < 100.0 {
            let why = if column.label.is_some() { "; the texts include the label" } else { "" };
            report.push(format!("{name}: column {:?}: {share} % of its values are exactly the same{why}", column.name));
        }
        columns.push(ChosenColumn { column, css: for_reader(css, form) });
    }
    Some(Chosen { template, part, name, css: for_reader(css, form), columns })
}

/// A selector for the parser of another program. Browsers, and the HTML standard, put a `tbody` around the rows of a table where the page
/// has none; libxml2, on which these Python programs stand, does not. So whatever has a `tbody` on its way is looked for without it, too.
fn for_reader(css: &str, form: ExportForm) -> String {
    let has_tbody = css.split(' ').any(|step| step == "tbody");
    if form == ExportForm::Autopagerize || !has_tbody {
        return css.to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut steps = css.split(' ').peekable();
    while let Some(step) = steps.next() {
        if step == "tbody" && kept.is_empty() {
            kept.push("table");
        } else if step == "tbody" && steps.peek().is_some() {
            // one of the combinators around it goes with it
            steps.next_if_eq(&">");
        } else {
            kept.push(step);
        }
    }
    let without = kept.join(" ");
    if without == css { without } else { format!("{css}, {without}") }
}

/// The attribute that the values of a column come from.
pub(crate) fn attribute_of(column: &ColumnLocator) -> Option<&str> {
    let of_kind = match column.kind {
        ColumnKind::Text => None,
        ColumnKind::Link => Some("href"),
        ColumnKind::Image => Some("src"),
    };
    column.selector.html_attribute.as_deref().or(of_kind)
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn crawl4ai(chosen: &[Chosen<'_>]) -> String {
    let field = |ChosenColumn { column, css }: &ChosenColumn<'_>| {
        let mut field = Map::new();
        field.insert("name".to_owned(), column.name.clone().into());
        // without a selector it is the record itself
        if css != ":scope" {
            field.insert("selector".to_owned(), css.clone().into());
        }
        match attribute_of(column) {
            None => field.insert("type".to_owned(), "text".into()),
            Some(name) => {
                field.insert("type".to_owned(), "attribute".into());
                field.insert("attribute".to_owned(), name.into())
            }
        };
        Value::Object(field)
    };
    let of = |chosen: &Chosen<'_>| {
        let mut fields: Vec<Value> = chosen.columns.iter().map(field).collect();
        if chosen.part.kind == PartKind::Article {
            fields.push(json!({ "name": "text", "type": "text" }));
        }
        json!({ "name": chosen.name, "baseSelector": chosen.css, "fields": fields })
    };
    match chosen {
        [one] => pretty(&of(one)),
        several => pretty(&Value::Array(several.iter().map(of).collect())),
    }
}

fn autopagerize(chosen: &[Chosen<'_>], report: &mut Vec<String>) -> String {
    let of = |chosen: &Chosen<'_>| {
        let hosts: Vec<String> = chosen.template.hosts.iter().map(|host| host.replace('.', "\\.")).collect();
        let url = match hosts.as_slice() {
            [] => "^https?://".to_owned(),
            [host] => format!("^https?://{host}/"),
            hosts => format!("^https?://(?:{})/", hosts.join("|")),
        };
        json!({
            "name": chosen.name,
            "data": {
                "url": url,
                "nextLink": "//a[contains(concat(' ',normalize-space(@rel),' '),' next ')] | //link[@rel='next']",
                "pageElement": xpath_of(&chosen.css).unwrap_or_default(),
                "exampleUrl": chosen.template.sources.first().cloned().unwrap_or_default(),
            }
        })
    };
    let lists: Vec<Value> = chosen.iter().filter(|chosen| !is_single(chosen.part)).map(of).collect();
    report.push(
        "nextLink: a wrapper does not know the link to the next page; links marked rel=next are used, please check them"
            .to_owned(),
    );
    for chosen in chosen {
        if is_single(chosen.part) {
            let what = if chosen.part.kind == PartKind::Article { "an article" } else { "an object" };
            report.push(format!("{}: {what} has no next page, so it is left out", chosen.name));
        } else if chosen.template.hosts.is_empty() {
            report.push(format!(
                "{}: the hosts of its pages are unknown; \"url\" matches any page, so replace it by their address",
                chosen.name
            ));
        }
    }
    pretty(&Value::Array(lists))
}

/// The XPath of a column within its record.
pub(crate) fn column_xpath(css: &str) -> String {
    xpath_within(css).unwrap_or_else(|| ".".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_selected_where_a_parser_adds_no_tbody_too() {
        let parsel = |css| for_reader(css, ExportForm::Parsel);
        assert_eq!(
            parsel("#t > tbody > tr:not(:first-child)"),
            "#t > tbody > tr:not(:first-child), #t > tr:not(:first-child)"
        );
        assert_eq!(parsel("table tbody tr"), "table tbody tr, table tr");
        assert_eq!(parsel("tbody > tr"), "tbody > tr, table > tr");
        assert_eq!(parsel("tbody.rows > tr"), "tbody.rows > tr", "the page has it");
        assert_eq!(parsel("div > tbody"), "div > tbody", "it is the record");
        let css = "#t > tbody > tr";
        assert_eq!(for_reader(css, ExportForm::Autopagerize), css, "that is for browsers");
    }
}
