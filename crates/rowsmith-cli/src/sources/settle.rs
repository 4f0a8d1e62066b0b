//! Decides what to do with a loaded input: pages are used as they are, or extracted from the file that they were saved
//! in; data is passed on to the commands that read it; anything else is an error in plain words.

use super::form::{Archive, Form};
use super::http::{Head, is_charset};
use super::load::{Loaded, has_end};
use super::mail::{self, MailPage};
use super::plist::Plist;
use super::saved;
use super::tell::tell;
use crate::common::problem::Problem;
use crate::common::source::{Data, PageContext, is_base};

/// Extracts the page from a loaded input; what is learnt on the way is recorded in the context.
///
/// # Errors
/// If it is not a page, and contains none.
pub(super) fn settle(loaded: Loaded, max_bytes: usize, context: &mut PageContext) -> Result<Loaded, Problem> {
    let form = tell(&loaded.bytes);
    let out = match form {
        Form::Page | Form::Empty => loaded,
        Form::Text => noted(loaded, "this is plain text and not HTML, so there are no elements to go by"),
        Form::Xml => noted(loaded, "this is XML and not XHTML; it was read as HTML, which it is not"),
        Form::Json => return data(loaded, Data::Json, context),
        Form::List => return data(loaded, Data::List, context),
        Form::Mail => of_mail(loaded, max_bytes, context)?,
        Form::WebArchive => of_web_archive(&loaded, context)?,
        Form::Http => of_response(loaded, max_bytes, context)?,
        Form::Packed(_) | Form::Archive(_) | Form::Other(_) => return Err(no_page(form)),
    };
    if context.base_url.is_none() && context.saved_from.is_none() {
        context.saved_from = saved::saved_from(&out.bytes);
    }
    // what comes out of a container is not searched again
    match tell(&out.bytes) {
        Form::Page | Form::Empty | Form::Text | Form::Xml => Ok(out),
        other if other == form => Err(no_page(form)),
        Form::Json => data(out, Data::Json, context),
        other => Err(no_page(other)),
    }
}

fn noted(loaded: Loaded, note: &str) -> Loaded {
    Loaded { note: Some(note.to_owned()), ..loaded }
}

fn data(loaded: Loaded, data: Data, context: &mut PageContext) -> Result<Loaded, Problem> {
    context.data = Some(data);
    Ok(loaded)
}

/// The message for something that is not a page.
pub(super) fn no_page(form: Form) -> Problem {
    let advice = match form {
        Form::Packed(_) => "compressed twice; decompress it once",
        Form::Archive(Archive::Parquet) => "name the file itself",
        Form::Archive(Archive::Cdx) => "name the file itself, in the folder with its WARC files",
        Form::Archive(_) => "name the file itself, with an extension other than that of a page",
        Form::Other(other) => other.advice,
        _ => "",
    };
    let separator = if advice.is_empty() { "" } else { "; " };
    Problem::new("not-html", format!("the input is not HTML but {}{separator}{advice}", form.name()))
}

/// The message for data where a page is wanted.
pub(crate) fn no_data(data: Data) -> Problem {
    let why = match data {
        Data::Json => "the input is not HTML but JSON; 'rowsmith records' gives the longest list in it as rows",
        Data::List => {
            "the input is not HTML but a sitemap or feed; 'rowsmith records --feed-items' gives its entries as rows, and \
             named by itself it stands for the pages that it names"
        }
    };
    Problem::new("not-html", why)
}

fn of_mail(loaded: Loaded, max_bytes: usize, context: &mut PageContext) -> Result<Loaded, Problem> {
    let is_whole = loaded.bytes.len() <= max_bytes;
    let Some(MailPage { bytes, charset, address, damage, is_frame }) = mail::page(&loaded.bytes) else {
        let why = match is_whole {
            true => "the input is a mail without an HTML part",
            false => "the input is a mail or MHTML file whose HTML is beyond the limit; raise --max-bytes",
        };
        return Err(Problem::new("not-html", why));
    };
    context.base_url = context.base_url.take().or(address.filter(|address| is_base(address)));
    context.charset = charset.or(context.charset.take());
    let frames = "the page is a set of frames; the largest of them was read";
    let note = is_frame.then(|| frames.to_owned()).or(loaded.note);
    let interrupted = (loaded.interrupted || damage.is_some()) && !has_end(&bytes);
    Ok(Loaded { bytes, damage: loaded.damage.or(damage), note, interrupted })
}

fn of_web_archive(loaded: &Loaded, context: &mut PageContext) -> Result<Loaded, Problem> {
    let plist = Plist::new(&loaded.bytes);
    let at = |key: &'static str| ["WebMainResource", key];
    let Some(html) = plist.as_ref().and_then(|plist| plist.data(&at("WebResourceData"))) else {
        let why = match plist {
            Some(_) => "the input is a property list, and not a page saved by Safari",
            None => "the web archive is damaged: its end is missing",
        };
        return Err(Problem::new("damaged", why));
    };
    let text = |key| plist.as_ref().and_then(|plist| plist.text(&at(key)));
    context.base_url = context.base_url.take().or(text("WebResourceURL").filter(|address| is_base(address)));
    context.charset = text("WebResourceTextEncodingName").filter(|label| is_charset(label)).or(context.charset.take());
    Ok(Loaded { bytes: html.to_owned(), damage: loaded.damage.clone(), note: None, interrupted: loaded.interrupted })
}

fn of_response(loaded: Loaded, max_bytes: usize, context: &mut PageContext) -> Result<Loaded, Problem> {
    let Some(parsed) = Head::parse(&loaded.bytes) else {
        return Err(Problem::new("not-html", "the input is an HTTP response whose head cannot be read"));
    };
    if !parsed.head.is_success() {
        let status = parsed.head.status;
        return Err(Problem::new(
            format!("http-{status}"),
            format!("the input is an HTTP response of status {status}"),
        ));
    }
    context.charset = parsed.head.charset().or(context.charset.take());
    let body = parsed.head.body(&loaded.bytes[parsed.body_at..], max_bytes);
    let interrupted = body.interrupted || loaded.interrupted && !has_end(&body.bytes);
    Ok(Loaded { damage: loaded.damage.or(body.damage), interrupted, ..body })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(bytes: &[u8]) -> (Result<Loaded, Problem>, PageContext) {
        let mut context = PageContext::default();
        (settle(Loaded { bytes: bytes.to_owned(), ..Loaded::default() }, 1000, &mut context), context)
    }

    #[test]
    fn pages_come_out_of_what_they_were_saved_in() {
        let (page, context) =
            settled(b"Subject: a\nContent-Location: https://x.example/\nContent-Type: text/html\n\n<p>a");
        assert_eq!((&page.unwrap().bytes[..], context.base_url.as_deref()), (&b"<p>a"[..], Some("https://x.example/")));
        let (page, context) = settled(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<p>a");
        assert_eq!((&page.unwrap().bytes[..], context.charset.as_deref()), (&b"<p>a"[..], Some("koi8-r")));
        let (page, context) = settled(b"<!-- saved from url=(0018)https://x.example/ --><p>a");
        assert!(
            page.is_ok() && context.saved_from.as_deref() == Some("https://x.example/") && context.base_url.is_none()
        );
    }

    #[test]
    fn what_is_no_page_is_told() {
        for (bytes, message) in [
            (&b"%PDF-1.7"[..], "the input is not HTML but a PDF document; turn it into HTML first"),
            (b"WARC/1.0\r\n", "the input is not HTML but a WARC file; name the file itself"),
            (b"bplist00", "the web archive is damaged"),
            (b"Subject: a\nFrom: b\n\nHello", "the input is a mail without an HTML part"),
            (b"HTTP/1.1 404 Not Found\r\n\r\n<p>no", "the input is an HTTP response of status 404"),
            (b"HTTP/1.1 200 OK\r\n\r\n\x89PNG\r\n\x1a\n", "the input is not HTML but a PNG image"),
            (b"Content-Type: text/html\nMIME-Version: 1.0\n\nPK\x03\x04", "the input is not HTML but a ZIP archive"),
        ] {
            let problem = settled(bytes).0.unwrap_err();
            assert!(problem.why.starts_with(message), "{problem}");
        }
        assert!(settled(b"plain").0.unwrap().note.is_some_and(|note| note.contains("plain text")));
        assert_eq!(settled(b"{\"a\": [1]}").1.data, Some(Data::Json));
    }
}
