//! Hostile pages, and their effect on the pages after them.

use std::time::Duration;

use rowsmith_render::{Content, Options, Reach, RenderError};

use crate::server::{html, serve};
use crate::{document, options, render, renderer, stored};

const GOOD: &str = "<!DOCTYPE html><p id=good>good";

#[test]
fn a_page_that_never_settles_is_taken_as_it_is() {
    let Some(renderer) = renderer(Options { settle: Duration::from_secs(2), scroll: 2, ..options() }) else { return };
    let page = renderer.render(&stored(
        "<ul></ul><script>setInterval(() =>
        document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>more</li>'), 20)</script>",
    ));
    let page = page.unwrap();
    assert!(!page.settled && String::from_utf8_lossy(&page.snapshot).contains("<li>more</li>"));
    let address = serve(|path| {
        if path == "/wait" {
            std::thread::sleep(Duration::from_secs(120));
        }
        html("<p id=here>here<script>fetch('/wait'); fetch('/wait'); fetch('/wait')</script>")
    });
    let page = render(&renderer, address).unwrap();
    assert!(!page.settled && String::from_utf8_lossy(&page.snapshot).contains("here"));
}

#[test]
fn a_script_without_end_is_stopped() {
    // its scripts are stopped after this
    let Some(renderer) = renderer(Options { settle: Duration::from_secs(8), ..options() }) else { return };
    let page = renderer.render(&stored("<p id=made>made<script>setTimeout(() => { for (;;); }, 1)</script>"));
    let page = page.unwrap();
    assert!(!page.settled && String::from_utf8_lossy(&page.snapshot).contains("made"));
    assert!(renderer.render(&stored(GOOD)).unwrap().settled, "the next page has a tab of its own");
}

#[test]
fn dialogs_are_dismissed() {
    let Some(renderer) = renderer(options()) else { return };
    let page = renderer.render(&stored(
        "<p><script>
        alert('a'); const b = confirm('b'), c = prompt('c');
        onbeforeunload = event => { event.preventDefault(); return 'stay'; };
        document.querySelector('p').id = `${b} ${c}`;</script>",
    ));
    assert!(String::from_utf8_lossy(&page.unwrap().snapshot).contains("<p id=\"false null\">"));
    assert!(renderer.render(&stored(GOOD)).is_ok(), "a page that does not want to be left is left");
}

#[test]
fn private_addresses_are_not_reached() {
    let secret = serve(|_| html("<p id=secret>secret"));
    let redirect: &'static str = Box::leak(format!("302 Found\r\nLocation: {secret}/").into_boxed_str());
    let script = format!(
        "<p>x<img src={secret}/i><iframe src={secret}/f></iframe><script>
        fetch('{secret}/s', {{mode: 'no-cors'}}).then(() => document.title = 'reached');
        new WebSocket('{}/w').onopen = () => document.title = 'reached'</script>",
        secret.replace("http", "ws")
    );
    let leave = format!("<script>location.href = '{secret}/'</script>");
    // this machine is private, except for the address that pages come from here
    let public = serve(move |path| match path {
        "/redirect" => (redirect, String::new()),
        "/leave" => html(leave.clone()),
        _ => html(script.clone()),
    });
    let public = public.replace("127.0.0.1", "127.0.0.2");
    let listener_is_up = std::net::TcpStream::connect(public.trim_start_matches("http://")).is_ok();
    let Some(closed) = renderer(Options { reach: Reach::Only(|address| !address.is_loopback()), ..options() }) else {
        return;
    };
    for url in [format!("{secret}/"), format!("{}/", secret.replace("127.0.0.1", "localhost"))] {
        let refused = render(&closed, url);
        assert!(matches!(refused, Err(RenderError::Private)), "{refused:?}");
    }
    // pages of our own, as if from the network
    let given = |html: String| closed.render(&stored(&html));
    let page = given(format!(
        "<p>x<img src={secret}/i><iframe src={secret}/f></iframe><script>
        fetch('{secret}/s', {{mode: 'no-cors'}}).then(answer => {{ if (answer.ok) document.title = 'reached' }});
        new WebSocket('{}/w').onopen = () => document.title = 'reached'</script>",
        secret.replace("http", "ws")
    ));
    let text = String::from_utf8_lossy(&page.unwrap().snapshot).into_owned();
    assert!(!text.contains("reached</title>") && !text.contains("id=\"secret\""), "{text}");
    let left = given(format!("<script>location.href = '{secret}/'</script>"));
    assert!(matches!(left, Err(RenderError::Private)), "{left:?}");
    // a redirect by a server that may be contacted
    if listener_is_up {
        let some = Reach::Only(|address| address.to_string() == "127.0.0.2");
        let some = renderer(Options { reach: some, ..options() }).unwrap();
        for path in ["/redirect", "/leave"] {
            let refused = render(&some, format!("{public}{path}"));
            assert!(matches!(refused, Err(RenderError::Private)), "{path}: {refused:?}");
        }
    }
}

#[test]
fn a_crashed_tab_is_replaced() {
    let Some(renderer) = renderer(options()) else { return };
    // more memory than a tab may have
    let hog = "<p>x<script>const all = []; for (;;) all.push(new Array(1 << 24).fill(all.length))</script>";
    let crashed = renderer.render(&stored(hog));
    assert!(matches!(crashed, Err(RenderError::Crashed)), "{crashed:?}");
    let page = renderer.render(&stored(GOOD)).unwrap();
    assert!(page.settled && document(&page).len() > 3);
}

#[test]
fn what_is_no_page_is_an_error() {
    let Some(renderer) = renderer(options()) else { return };
    let address = serve(|path| match path {
        "/missing" => ("404 Not Found\r\nContent-Type: text/html", "<p>not here".to_owned()),
        "/file" => ("200 OK\r\nContent-Type: application/zip", "PK".to_owned()),
        _ => ("200 OK\r\nContent-Type: text/html\r\nContent-Disposition: attachment; filename=a", "<p>x".to_owned()),
    });
    let of = |path: &str| render(&renderer, format!("{address}{path}"));
    assert!(matches!(of("/missing"), Err(RenderError::Status(404))));
    assert!(matches!(of("/file"), Err(RenderError::Download)));
    assert!(matches!(of("/attached"), Err(RenderError::Download)));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(render(&renderer, format!("http://{closed}/")).is_err());
    for address in ["chrome://crash", "about:blank", "javascript:1", "no address"] {
        let refused = render(&renderer, address.to_owned());
        assert!(matches!(refused, Err(RenderError::Address(_))), "{address}");
    }
    let large = renderer.render(&Content::Address(address.replace("http", "ftp")));
    assert!(large.is_err());
}

#[test]
fn a_page_without_end_is_too_large() {
    let Some(renderer) = renderer(Options { max_bytes: 1 << 20, ..options() }) else { return };
    let address = serve(|_| html("<p>text</p>".repeat(1 << 18)));
    let refused = render(&renderer, address);
    assert!(matches!(refused, Err(RenderError::TooLarge(_))), "{refused:?}");
    assert!(renderer.render(&stored(GOOD)).is_ok());
}

#[test]
fn many_threads_share_a_browser_and_nothing_is_left_of_it() {
    let Some(renderer) = renderer(Options { tabs: 2, ..options() }) else { return };
    std::thread::scope(|scope| {
        for at in 0..6 {
            let renderer = &renderer;
            scope.spawn(move || {
                let page = renderer.render(&stored(&format!("<p>page {at}"))).unwrap();
                assert!(String::from_utf8_lossy(&page.snapshot).contains(&format!("page {at}")));
            });
        }
    });
    renderer.close();
    assert!(renderer.render(&stored(GOOD)).is_ok(), "another is started");
}
