//! Pages within the page.

use rowsmith::dom::layout::ElementBox;
use rowsmith::dom::{Document, NodeId};

use crate::server::{html, serve};
use crate::{document, listed, options, render, renderer, stored};

/// A list of eight, in a page for a frame.
const LIST: &str =
    "<!DOCTYPE html><title>Framed</title><base href=/shop/><style>body{margin:0}</style><ul id=list></ul><script>
    for (let at = 1; at <= 8; at++) document.getElementById('list').insertAdjacentHTML('beforeend',
        `<li style='height:40px'><a href='lamp/${at}'>Lamp ${at}</a> <b>$${at}.50</b> <p>For room ${at * 7}`);
</script>";

fn by_id(document: &Document, wanted: &str) -> Option<NodeId> {
    document.nodes().find(|&id| document.attr_named(id, "id") == Some(wanted))
}

fn box_of(document: &Document, wanted: &str) -> ElementBox {
    *document.layout.as_ref().unwrap().of_node(document, by_id(document, wanted).unwrap()).unwrap()
}

#[test]
fn a_list_in_a_frame_of_the_same_site() {
    let Some(renderer) = renderer(options()) else { return };
    let address = serve(|path| {
        match path {
        "/list" => html(LIST),
        _ => html(
            "<!DOCTYPE html><body style='margin:0'><h1 style='margin:0;height:60px'>Lamps</h1>
            <p>Before <iframe id=frame src=/list
                style='position:absolute;left:100px;top:80px;width:500px;height:900px;border:3px solid;padding:2px'></iframe>
            <p id=after>After",
        ),
    }
    });
    let page = render(&renderer, format!("{address}/")).unwrap();
    assert_eq!(listed(&page), (1..=8).map(|at| format!("Lamp {at}")).collect::<Vec<_>>());
    let document = document(&page);
    // where the frame shows it: inside its border and padding
    let (frame, list, body) = (box_of(&document, "frame"), box_of(&document, "list"), box_of(&document, "after"));
    assert_eq!((frame.x, frame.y), (100, 80));
    assert_eq!(list.x, 105, "{list:?}");
    assert!(list.visible && frame.contains(&list) && list.y >= 85 && body.visible, "{list:?}");
    let text = String::from_utf8_lossy(&page.snapshot);
    assert!(text.contains(&format!("href=\"{address}/shop/lamp/3\"")), "links are relative to the frame's page");
    assert!(!text.contains("<iframe") && !text.contains("Framed") && !text.contains("insertAdjacentHTML"), "{text}");
}

#[test]
fn frames_within_frames_and_pages_written_into_them() {
    let Some(renderer) = renderer(options()) else { return };
    let html = "<!DOCTYPE html><body style='margin:0'><iframe id=outer width=800 height=600 style='border:0' srcdoc=\"<body style='margin:10px'>
        <iframe id=inner width=300 height=200 style='border:0' srcdoc='<body style=margin:7px><p id=deep style=margin:0>Deep'></iframe>\"></iframe>";
    let page = renderer.render(&stored(html)).unwrap();
    let document = document(&page);
    let deep = box_of(&document, "deep");
    assert_eq!((deep.x, deep.y, deep.visible), (17, 17, true));
    let (outer, inner) = (by_id(&document, "outer").unwrap(), by_id(&document, "inner").unwrap());
    assert!(document.contains(outer, inner) && document.contains(inner, by_id(&document, "deep").unwrap()));
}

#[test]
fn frames_of_others_and_frames_that_nobody_sees_stay_empty() {
    let Some(renderer) = renderer(options()) else { return };
    let other = serve(|_| html("<p>An advertisement"));
    let address = serve(move |path| match path {
        "/hidden" => html("<p>A counter"),
        _ => html(format!(
            "<!DOCTYPE html><p>Text<iframe src={other}/ad></iframe><iframe src=/hidden style=display:none></iframe>
            <iframe src=/hidden width=1 height=1 style=border:0></iframe>"
        )),
    });
    let page = render(&renderer, format!("{address}/")).unwrap();
    let text = String::from_utf8_lossy(&page.snapshot).into_owned();
    assert!(!text.contains("advertisement") && !text.contains("A counter"), "{text}");
    assert_eq!(text.matches("</iframe>").count(), 3);
    document(&page);
}
