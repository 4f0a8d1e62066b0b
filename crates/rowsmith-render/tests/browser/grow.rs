//! Lists that scripts continue when they are scrolled to their end, or when something is pressed.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rowsmith_render::{Content, Grow, Grown, Options, Rendered, Renderer};

use crate::server::{html, serve};
use crate::{listed, options, renderer};

fn cards(from: usize, to: usize) -> String {
    let card = |at| {
        format!(
            "<li class=card><h2><a href='/lamp/{at}'>Lamp {at}</a></h2> <b>${at}.50</b> <p>For room {}</p> <a class=more href='/lamp/{at}'>More</a> <button>More</button></li>",
            at * 7
        )
    };
    (from..=to).map(card).collect()
}

fn lamps(count: usize) -> Vec<String> {
    (1..=count).map(|at| format!("Lamp {at}")).collect()
}

/// A shop of which ten lamps are in the page and the others in pages that a script adds; `below` is what follows the list,
/// and `script` calls `more()`.
fn shop(below: &str, script: &str) -> String {
    let (first, below, script) = (cards(1, 10), below.to_owned(), script.to_owned());
    serve(move |path| {
        match path.strip_prefix("/more/").and_then(|at| at.parse::<usize>().ok()) {
        Some(at) => {
            std::thread::sleep(Duration::from_millis(200));
            html(cards(at * 10 + 1, at * 10 + 10))
        }
        None if path == "/" => html(format!(
            "<!DOCTYPE html><nav><button>More shops</button></nav><h1>Lamps</h1><ul id=list>{first}</ul>{below}<footer>A shop</footer>
             <script>
             let at = 0, busy = false;
             const more = async last => {{
                 if (busy || at >= last) return;
                 busy = true;
                 const answer = await fetch('/more/' + ++at);
                 document.getElementById('list').insertAdjacentHTML('beforeend', await answer.text());
                 busy = false;
             }};
             {script}</script>"
        )),
        None => html("<p>Another page</p>"),
    }
    })
}

fn grown(renderer: &Renderer, address: &str, most: usize) -> Rendered {
    let grow = Grow { most, loads_more: rowsmith::harvest::loads_more };
    renderer.render_grown(&Content::Address(format!("{address}/")), grow).unwrap()
}

#[test]
fn a_button_is_pressed_until_nothing_new_comes() {
    let Some(renderer) = renderer(Options { scroll: 2, ..options() }) else { return };
    // one that goes, and one that stays and does nothing any more
    for end in ["button.remove()", ""] {
        let address = shop(
            "<div><button id=b>Mehr anzeigen</button></div>",
            &format!(
                "const button = document.getElementById('b'); button.onclick = async () => {{ await more(4); if (at == 4) {{ {end} }} }};"
            ),
        );
        let page = grown(&renderer, &address, 50);
        assert_eq!((listed(&page), page.grown), (lamps(50), Grown { times: 4, cut: false }), "{end}");
    }
}

#[test]
fn an_anchor_without_an_address_is_pressed_within_a_limit() {
    let Some(renderer) = renderer(Options { scroll: 2, ..options() }) else { return };
    let address =
        shop("<a class=load href='#'>Load more</a>", "document.querySelector('.load').onclick = () => more(9);");
    let page = grown(&renderer, &address, 2);
    assert_eq!((listed(&page), page.grown), (lamps(30), Grown { times: 2, cut: true }));
    assert_eq!(listed(&grown(&renderer, &address, 0)), lamps(10));
}

#[test]
fn an_endless_list_is_scrolled_until_nothing_new_comes() {
    let Some(renderer) = renderer(options()) else { return };
    let address = shop(
        "<div id=end>…</div>",
        "new IntersectionObserver(seen => { if (seen[0].isIntersecting) setTimeout(() => more(6), 300); }).observe(document.getElementById('end'));",
    );
    let page = grown(&renderer, &address, 50);
    assert_eq!(listed(&page), lamps(70));
    assert!(!page.grown.cut, "{:?}", page.grown);
}

#[test]
fn what_leads_elsewhere_or_acts_is_not_pressed() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = asked.clone();
    let address = serve(move |path| {
        seen.lock().unwrap().push(path.to_owned());
        html(format!(
            "<!DOCTYPE html><h1>Lamps</h1><ul>{}</ul><form action=/order><button>Load more</button></form>
             <a href=/page/2>Load more lamps</a> <button aria-expanded=false onclick='location = \"/menu\"'>More options</button>
             <button disabled onclick='location = \"/off\"'>Load more</button> <button style='display:none' onclick='location = \"/hidden\"'>Show more</button>",
            cards(1, 10)
        ))
    });
    let Some(renderer) = renderer(options()) else { return };
    let page = grown(&renderer, &address, 50);
    assert_eq!((listed(&page), page.grown), (lamps(10), Grown::default()));
    let asked = asked.lock().unwrap();
    assert!(asked.iter().all(|path| path == "/" || path == "/favicon.ico"), "{asked:?}");
    // a script that leaves the page: the page is as it opens
    let address = shop("<button onclick='location = \"/away\"'>Load more</button>", "");
    let page = grown(&renderer, &address, 50);
    assert_eq!((listed(&page), page.grown), (lamps(10), Grown { times: 0, cut: true }));
    assert!(page.url.ends_with('/'), "{}", page.url);
}
