//! The results of rendering: lists built by scripts, layout, shadow trees.

use rowsmith_render::Options;

use crate::server::{html, serve};
use crate::{document, listed, options, render, renderer, stored};

/// A script that builds a list of ten using DOM functions.
const BUILT: &str = "<!DOCTYPE html><h1>Lamps</h1><ul id=list></ul><script>
    for (let at = 1; at <= 10; at++) {
        const item = document.createElement('li');
        item.innerHTML = `<a href='/lamp/${at}'>Lamp ${at}</a> <b>$${at}.50</b> <p>A lamp for room number ${at * 7}`;
        document.getElementById('list').append(item);
    }
</script>";

fn lamps(count: usize) -> Vec<String> {
    (1..=count).map(|at| format!("Lamp {at}")).collect()
}

#[test]
fn a_list_that_a_script_builds() {
    let Some(renderer) = renderer(options()) else { return };
    let address =
        serve(|path| if path == "/old" { ("302 Found\r\nLocation: /new", String::new()) } else { html(BUILT) });
    let page = render(&renderer, format!("{address}/old")).unwrap();
    assert_eq!((page.url.clone(), page.settled), (format!("{address}/new"), true));
    assert_eq!(listed(&page), lamps(10));
    // the same page, provided and not fetched
    assert_eq!(listed(&renderer.render(&stored(BUILT)).unwrap()), lamps(10));
    // the same bytes give the same snapshot
    let again = renderer.render(&stored(BUILT)).unwrap();
    assert_eq!(again, renderer.render(&stored(BUILT)).unwrap());
}

#[test]
fn a_list_that_a_framework_builds() {
    let Some(renderer) = renderer(options()) else { return };
    let address = serve(|path| match path {
        "/preact.mjs" => ("200 OK\r\nContent-Type: text/javascript", include_str!("../vendor/preact.mjs").to_owned()),
        "/lamps.json" => {
            let lamps: Vec<String> = (1..=12).map(|at| format!("{{\"name\":\"Lamp {at}\",\"price\":{at}}}")).collect();
            ("200 OK\r\nContent-Type: application/json", format!("[{}]", lamps.join(",")))
        }
        _ => html(
            "<!DOCTYPE html><div id=root></div><script type=module>
            import { h, render, Component } from '/preact.mjs';
            class Shop extends Component {
                componentDidMount() {
                    fetch('/lamps.json').then(answer => answer.json()).then(lamps => this.setState({ lamps }));
                }
                render(props, state) {
                    if (!state.lamps) return h('p', null, 'Loading');
                    return h('main', null, h('h1', null, 'Shop'), state.lamps.map(lamp =>
                        h('div', { class: 'card' }, h('h2', null, lamp.name), h('span', null, '$' + lamp.price),
                            h('p', null, 'It costs ' + lamp.price + ' and shines.'))));
                }
            }
            render(h(Shop), document.getElementById('root'));
            </script>",
        ),
    });
    let page = render(&renderer, format!("{address}/")).unwrap();
    assert_eq!((listed(&page), page.settled), (lamps(12), true));
}

#[test]
fn a_list_that_grows_as_it_is_scrolled_to() {
    let lazy = "<!DOCTYPE html><body style='margin:0'><h1>Lamps</h1><div id=list></div><div id=end>…</div><script>
        let at = 0;
        const more = () => { for (let i = 0; i < 4 && at < 20; i++) {
            at++;
            document.getElementById('list').insertAdjacentHTML('beforeend',
                `<div class=card style='height:300px'><h2>Lamp ${at}</h2><p>Lamp for room ${at * 3}</p></div>`);
        } };
        more();
        new IntersectionObserver(seen => { if (seen[0].isIntersecting) setTimeout(more, 30); })
            .observe(document.getElementById('end'));
        addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 400) more(); });
        </script>";
    let Some(scrolling) = renderer(options()) else { return };
    assert_eq!(listed(&scrolling.render(&stored(lazy)).unwrap()), lamps(20));
    let still = renderer(Options { scroll: 0, ..options() }).unwrap();
    let seen = listed(&still.render(&stored(lazy)).unwrap()).len();
    assert!((4..12).contains(&seen), "{seen}");
}

#[test]
fn boxes_are_where_the_browser_shows_them() {
    let Some(renderer) = renderer(options()) else { return };
    let html = "<!DOCTYPE html><body style='margin:0;font-size:20px'>
        <div id=a style='position:absolute;left:100px;top:50px;width:200px;height:30px'>a</div>
        <div id=b style='display:none'>b</div><div id=c style='visibility:hidden;width:9px'>c</div>
        <div id=d style='opacity:0'><p id=e>e</p></div><div id=f style='height:0;overflow:hidden'><p id=g>g</p></div>
        <table id=h><tr id=i><td>x</table><div style='height:3000px'></div><i id=j style='font-size:10px'>far</i>";
    let page = renderer.render(&stored(html)).unwrap();
    let document = document(&page);
    let layout = document.layout.as_ref().unwrap();
    assert_eq!(layout.viewport, (1280, 900));
    let of = |wanted: &str| {
        let id = document.nodes().find(|&id| document.attr_named(id, "id") == Some(wanted)).unwrap();
        layout.of_node(&document, id)
    };
    let a = of("a").unwrap();
    assert_eq!((a.x, a.y, a.width, a.height, a.visible, a.font_size), (100, 50, 200, 30, true, 20.0));
    assert_eq!(of("b"), None);
    for hidden in ["c", "d", "e", "f", "g"] {
        assert!(!of(hidden).unwrap().visible, "{hidden}");
    }
    assert!(of("h").unwrap().visible && of("h").unwrap().contains(of("i").unwrap()));
    assert!(of("j").unwrap().visible && of("j").unwrap().y > 3000 && of("j").unwrap().font_size == 10.0);
}

#[test]
fn what_components_show_is_in_the_page() {
    let Some(renderer) = renderer(options()) else { return };
    let html = "<!DOCTYPE html><h1>Lamps</h1><div id=list></div><script>
        customElements.define('lamp-card', class extends HTMLElement {
            connectedCallback() {
                this.attachShadow({ mode: 'closed' }).innerHTML =
                    `<article><h2><slot></slot></h2><p>Shines in room ${this.getAttribute('room')}</p></article>`;
            }
        });
        for (let at = 1; at <= 8; at++)
            document.getElementById('list').insertAdjacentHTML('beforeend',
                `<lamp-card room=${at * 11}>Lamp ${at}</lamp-card>`);
        </script>";
    let page = renderer.render(&stored(html)).unwrap();
    assert_eq!(listed(&page), lamps(8));
    assert!(String::from_utf8_lossy(&page.snapshot).contains("Shines in room 88"));
}
