//! The requests and how they are answered.

use std::io::Read;

use rowsmith::schema::Verdict;
use rowsmith::types::PartKind;
use rowsmith::wrapper::ExportForm;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tiny_http::{Method, Request};

use super::assets::ASSETS;
use super::guard::Inner;
use super::reply::Reply;
use crate::app::{App, Chosen, lines};
use crate::error::StudioError;
use crate::export::all_formats;
use crate::project::{ColumnChange, LearnMethod, NewPage};

/// The most bytes in a page that is uploaded.
const MAX_PAGE: u64 = 256 << 20;

/// The most bytes in any other request.
const MAX_REQUEST: u64 = 4 << 20;

/// Answers a request that was accepted.
pub(super) fn answer(request: &mut Request, inner: &Inner, app: &App) -> Reply {
    let steps: Vec<&str> = inner.path.split('/').collect();
    let reply = match (request.method(), &steps[..]) {
        (Method::Get, [name]) => match ASSETS.iter().find(|asset| asset.name == *name) {
            Some(asset) => Ok(Reply::of(asset.media_type, asset.content)),
            None => Ok(Reply::failed(404, "there is no such file")),
        },
        (Method::Get, ["api", rest @ ..]) => get(rest, &inner.query, app),
        (Method::Post, ["api", rest @ ..]) => post(request, rest, &inner.query, app),
        _ => Ok(Reply::failed(404, "there is nothing here")),
    };
    reply.unwrap_or_else(|why| Reply::failed(400, &why.to_string()))
}

fn get(steps: &[&str], query: &str, app: &App) -> Result<Reply, StudioError> {
    Ok(match steps {
        ["state"] => Reply::json(&app.state()),
        ["status"] => Reply::json(&app.jobs.status()),
        ["rows"] => Reply::json(&app.rows_view()),
        ["pages", id] => Reply::json(&app.page_view(number(id)?)?),
        ["pages", id, "html"] => Reply::stranger(app.html(number(id)?)?),
        ["learning"] => Reply::json(&app.learning_view()),
        ["learning", "terms"] => Reply::json(&app.terms(&parameter(query, "attribute").unwrap_or_default())?),
        ["learning", "pages", id] => Reply::json(&app.objects_on(number(id)?)?),
        ["learning", "gazetteer"] => {
            let attribute = parameter(query, "attribute").unwrap_or_default();
            let noise = parameter(query, "noise").is_some();
            let text = app.gazetteer(&attribute, noise)?;
            let plain: String = attribute.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            let name = if noise { format!("{plain}.noise.txt") } else { format!("{plain}.txt") };
            Reply::file("text/plain; charset=utf-8", name, text.into_bytes())
        }
        ["export"] => {
            let of = |name: &str| parameter(query, name);
            let wanted = of("format").unwrap_or_else(|| "csv".to_owned());
            let page = of("page").map(|id| number(&id)).transpose()?;
            let format = all_formats(&*app.formats).into_iter().find(|known| known.name == wanted);
            let format = format.ok_or_else(|| StudioError::request(format!("there is no format {wanted:?}")))?;
            let name = page.map_or_else(|| "rows".to_owned(), |id| format!("page-{id}"));
            let rows = app.export(page, &format.name)?;
            Reply::file(format.media_type, format!("{name}.{}", format.ending), rows)
        }
        ["wrapper"] => {
            let project = app.project();
            let wrapper = project.wrapper().ok_or_else(|| StudioError::request("nothing has been learnt yet"))?;
            if let Some(program) = parameter(query, "for") {
                let (form, name) = match program.as_str() {
                    "crawl4ai" => (ExportForm::Crawl4ai, "crawl4ai.json"),
                    "scrapy" => (ExportForm::Scrapy, "spider.py"),
                    "parsel" => (ExportForm::Parsel, "rows.py"),
                    "autopagerize" => (ExportForm::Autopagerize, "siteinfo.json"),
                    other => return Err(StudioError::request(format!("nothing is written for {other:?}"))),
                };
                let exported = wrapper.export(form);
                app.jobs.notice(exported.report.join("; "));
                return Ok(Reply::file("text/plain; charset=utf-8", name.to_owned(), exported.text.into_bytes()));
            }
            let json = wrapper.to_json().map_err(|why| StudioError::request(why.to_string()))?;
            Reply::file("application/json", "wrapper.json".to_owned(), json.into_bytes())
        }
        _ => Reply::failed(404, "there is nothing here"),
    })
}

#[derive(Deserialize)]
struct Open {
    what: String,
    #[serde(default)]
    render: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Choose {
    Region {
        list: usize,
    },
    At {
        elements: Vec<u32>,
        #[serde(default)]
        wider: i32,
    },
}

#[derive(Deserialize)]
struct Element {
    element: u32,
}

#[derive(Deserialize)]
struct Number {
    number: usize,
}

#[derive(Deserialize)]
struct Part {
    /// `None` leaves it to the search.
    part: Option<PartKind>,
}

#[derive(Deserialize)]
struct Point {
    name: String,
    /// An element and those around it; none of them if the page lacks the field.
    elements: Vec<u32>,
}

#[derive(Deserialize)]
struct Field {
    name: String,
}

#[derive(Deserialize)]
struct Learn {
    learn: bool,
}

#[derive(Deserialize)]
struct Begin {
    schema: String,
    #[serde(default)]
    method: LearnMethod,
}

#[derive(Deserialize)]
struct Try {
    domain: String,
}

/// Terms of an attribute, one a line.
#[derive(Deserialize)]
struct Terms {
    attribute: String,
    terms: String,
}

#[derive(Deserialize)]
struct Decide {
    attribute: String,
    term: String,
    verdict: Verdict,
}

#[derive(Deserialize)]
struct Go {
    #[serde(default)]
    rounds: Option<u32>,
}

#[derive(Deserialize)]
struct Switch {
    folder: String,
}

#[derive(Deserialize)]
struct Job {
    job: u64,
}

fn post(request: &mut Request, steps: &[&str], query: &str, app: &App) -> Result<Reply, StudioError> {
    // pages of all projects have the same numbers: what is meant for one is not done to another
    if parameter(query, "project").is_some_and(|project| project != app.generation().to_string()) {
        return Err(StudioError::request("another project was opened; this window will show it"));
    }
    match steps {
        ["open"] => {
            let Open { what, render } = body(request)?;
            app.open_input(&what, render)?;
        }
        ["pages"] => {
            let name = parameter(query, "name").filter(|name| !name.is_empty());
            let page = NewPage {
                source: name.unwrap_or_else(|| "pasted.html".to_owned()),
                url: parameter(query, "url").filter(|url| !url.is_empty()),
                charset: None,
                bytes: bytes(request, MAX_PAGE)?,
            };
            return Ok(Reply::json(&json!({ "id": app.add_page(page)? })));
        }
        ["archives"] => {
            let name = parameter(query, "name").unwrap_or_default();
            app.open_archive(&name, &bytes(request, MAX_PAGE)?)?;
        }
        ["pages", id, "choose"] => {
            let chosen = match body(request)? {
                Choose::Region { list } => Chosen::Region(list),
                Choose::At { elements, wider } => Chosen::At { elements, wider },
            };
            app.choose(number(id)?, &chosen)?;
        }
        ["pages", id, "leave-out"] => app.leave_out(number(id)?, body::<Element>(request)?.element)?,
        ["pages", id, "put-back"] => app.put_back(number(id)?, body::<Number>(request)?.number)?,
        ["pages", id, "part"] => app.set_part(number(id)?, body::<Part>(request)?.part)?,
        ["pages", id, "point"] => {
            let Point { name, elements } = body(request)?;
            app.point(number(id)?, &name, &elements)?;
        }
        ["pages", id, "forget-field"] => app.forget_field(number(id)?, &body::<Field>(request)?.name)?,
        ["pages", id, "forget-list"] => app.forget_list(number(id)?)?,
        ["pages", id, "learn"] => app.learn_from(number(id)?, body::<Learn>(request)?.learn)?,
        ["pages", id, "remove"] => app.remove(number(id)?)?,
        ["pages", id, "column"] => app.column(number(id)?, &body::<ColumnChange>(request)?)?,
        ["switch"] => app.switch(&body::<Switch>(request)?.folder)?,
        ["undo"] => app.undo()?,
        ["learning", "begin"] => {
            let Begin { schema, method } = body(request)?;
            app.begin_learning(&schema, method)?;
        }
        ["learning", "try"] => app.try_sample(&body::<Try>(request)?.domain)?,
        ["learning", "seed"] => {
            let Terms { attribute, terms } = body(request)?;
            app.seed(&attribute, lines(&terms))?;
        }
        ["learning", "compare"] => {
            let Terms { attribute, terms } = body(request)?;
            app.compare(&attribute, lines(&terms))?;
        }
        ["learning", "decide"] => {
            let Decide { attribute, term, verdict } = body(request)?;
            app.decide(&attribute, &term, verdict)?;
        }
        ["learning", "undo"] => app.undo_decision()?,
        ["learning", "go"] => app.go_on_learning(body::<Go>(request)?.rounds)?,
        ["learning", "forget"] => app.forget_learning()?,
        ["learn"] => app.learn()?,
        ["forget-wrapper"] => app.forget_wrapper()?,
        ["cancel"] => app.jobs.cancel(body::<Job>(request)?.job),
        _ => return Ok(Reply::failed(404, "there is nothing here")),
    }
    Ok(Reply::json(&json!({})))
}

fn number(text: &str) -> Result<u32, StudioError> {
    text.parse().map_err(|_| StudioError::request("pages have numbers"))
}

fn bytes(request: &mut Request, most: u64) -> Result<Vec<u8>, StudioError> {
    let mut bytes = Vec::new();
    let read = request.as_reader().take(most + 1).read_to_end(&mut bytes);
    read.map_err(|why| StudioError::request(format!("the request was interrupted: {why}")))?;
    if bytes.len() as u64 > most {
        return Err(StudioError::request(format!("this is larger than {} MB", most >> 20)));
    }
    Ok(bytes)
}

fn body<T: DeserializeOwned>(request: &mut Request) -> Result<T, StudioError> {
    let bytes = bytes(request, MAX_REQUEST)?;
    serde_json::from_slice(&bytes).map_err(|why| StudioError::request(format!("this is not understood: {why}")))
}

/// A parameter of a query, decoded.
fn parameter(query: &str, name: &str) -> Option<String> {
    let value = query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name))?.1;
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: Option<u8>| char::from(byte?).to_digit(16);
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => match (hex(rest.next()), hex(rest.next())) {
                (Some(high), Some(low)) => (high * 16 + low) as u8,
                _ => b'%',
            },
            other => other,
        });
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded() {
        let query = "name=a%20b%2F..%2Fc.html&url=x+y&bad=%zz";
        assert_eq!(parameter(query, "name").as_deref(), Some("a b/../c.html"));
        assert_eq!(parameter(query, "url").as_deref(), Some("x y"));
        assert_eq!((parameter(query, "bad").as_deref(), parameter(query, "no")), (Some("%"), None));
    }
}
