//! Pages from files: what they may load, and what they may not.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rowsmith_render::{Content, Options, RenderError, Rendered, Renderer};

use crate::server::{html, serve};
use crate::{listed, options, renderer};

fn local(html: &str, folder: Option<&Path>) -> Content {
    Content::Local { html: html.into(), charset: None, folder: folder.map(Path::to_owned) }
}

fn text(page: &Rendered) -> String {
    String::from_utf8_lossy(&page.snapshot).into_owned()
}

/// A folder with a page's files, inside one with files that nobody should read.
struct Site {
    _around: tempfile::TempDir,
    folder: PathBuf,
    secret: String,
}

fn site() -> Site {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("site");
    std::fs::create_dir_all(folder.join("parts")).unwrap();
    let script = "document.getElementById('list').innerHTML =
        [1, 2, 3, 4, 5].map(at => `<li><a href=${at}>Lamp ${at}</a> <i>café ${at}</i></li>`).join('')";
    std::fs::write(folder.join("list.js"), script).unwrap();
    std::fs::write(folder.join("parts/a frame.html"), "<p>Of the folder <a href=b.html>b</a>").unwrap();
    std::fs::write(folder.join(".env"), "TOPSECRET").unwrap();
    let secret = around.path().join("secret.html");
    std::fs::write(&secret, "<p>TOPSECRET").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, folder.join("link.html")).unwrap();
    let secret = url::Url::from_file_path(secret.canonicalize().unwrap()).unwrap().into();
    Site { folder, secret, _around: around }
}

const SHELL: &str = "<!DOCTYPE html><title>größer</title><ul id=list></ul><script src=list.js></script>";

#[test]
fn files_load_what_lies_beside_them_if_that_is_wanted() {
    let Some(renderer) = renderer(options()) else { return };
    let Site { folder, _around, .. } = site();
    let with = renderer.render(&local(SHELL, Some(&folder))).unwrap();
    assert_eq!(listed(&with), (1..=5).map(|at| format!("Lamp {at}")).collect::<Vec<_>>());
    assert_eq!(with.url, "");
    assert!(text(&with).contains("café 5") && text(&with).contains("<title>größer</title>"), "{}", text(&with));
    assert!(!text(&with).contains("page.invalid"), "{}", text(&with));
    // the next page of the same tab has no files
    let without = renderer.render(&local(SHELL, None)).unwrap();
    assert!(!text(&without).contains("Lamp 1"), "{}", text(&without));
    // frames in folders below, whose links lead to the same places as from the page
    let framed = renderer.render(&local("<iframe src='parts/a frame.html'></iframe>", Some(&folder))).unwrap();
    assert!(text(&framed).contains("Of the folder <a href=\"parts/b.html\""), "{}", text(&framed));
}

/// A page that tries every way to read a file that is not its own.
fn thief(secret: &str) -> String {
    let path = secret.trim_start_matches("file://");
    let frames: String = [secret, "../secret.html", "%2e%2e/secret.html", "link.html", ".env", path]
        .map(|from| {
            format!(
                "<iframe width=300 height=90 src='{from}'></iframe><object width=300 height=90 data='{from}'></object>
                 <embed width=300 height=90 src='{from}'><p class=got></p><script>
                 fetch('{from}').then(a => a.text()).then(t => document.body.append(t)).catch(() => 0);
                 try {{ const x = new XMLHttpRequest(); x.open('GET', '{from}', false); x.send(); document.body.append(x.responseText) }}
                 catch (e) {{}}</script>"
            )
        })
        .concat();
    format!("<!DOCTYPE html><p>Here</p>{frames}<script>window.open('{secret}')</script>")
}

#[test]
fn no_file_reads_another() {
    let Some(renderer) = renderer(options()) else { return };
    let Site { folder, secret, _around } = site();
    for folder in [None, Some(&*folder)] {
        let page = renderer.render(&local(&thief(&secret), folder)).unwrap();
        assert!(text(&page).contains("Here") && !text(&page).contains("TOPSECRET"), "{}", text(&page));
    }
    // nor does a page that navigates there itself, which stays what it is and is waited for no longer than any other
    for lead in [
        format!("<script>location.href='{secret}'</script>"),
        "<script>location.href='link.html'</script>".to_owned(),
        format!("<meta http-equiv=refresh content='0;url={secret}'>"),
    ] {
        let page = renderer.render(&local(&format!("<p>Here</p>{lead}"), Some(&folder)));
        let page = page.map(|page| (page.settled, text(&page)));
        let is_itself = |text: &str| text.contains("Here") && !text.contains("TOPSECRET");
        assert!(page.as_ref().is_ok_and(|(settled, text)| *settled && is_itself(text)), "{page:?}");
    }
    // a page on the web does not read them either, and its requests do not become file requests
    let web = renderer.render(&crate::stored(&thief(&secret))).map(|page| text(&page)).unwrap();
    assert!(web.contains("Here") && !web.contains("TOPSECRET"), "{web}");
    assert!(matches!(renderer.render(&Content::Address(secret)), Err(RenderError::Address(_))));
}

#[test]
fn no_file_reaches_a_network() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let address = serve(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        html("<p>From the network")
    });
    // which pages with an address may reach
    let Some(renderer): Option<Renderer> = renderer(Options { ..options() }) else { return };
    let Site { folder, _around, .. } = site();
    let beacon = format!(
        "<!DOCTYPE html><p>Here</p><img src={address}/i><link rel=stylesheet href={address}/s><script src={address}/j></script>
         <iframe src={address}/f width=300 height=90></iframe><script>fetch('{address}/d').catch(() => 0);
         navigator.sendBeacon('{address}/b'); try {{ new WebSocket('{address}/w'.replace('http', 'ws')) }} catch (e) {{}}
         new Worker(URL.createObjectURL(new Blob([`fetch('{address}/k')`]))); new Image().src = '{address}/g';
         setTimeout(() => {{ location.href = '{address}/l' }}, 100)</script>"
    );
    for folder in [None, Some(&*folder)] {
        let page = renderer.render(&local(&beacon, folder)).unwrap();
        assert!(text(&page).contains("Here") && !text(&page).contains("From the network"), "{}", text(&page));
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    // the same page with an address may: what was requested can be requested
    let page = renderer.render(&crate::stored(&format!("<p>Here</p><img src={address}/i>"))).unwrap();
    assert!(text(&page).contains("Here") && asked.load(Ordering::SeqCst) > 0);
}
