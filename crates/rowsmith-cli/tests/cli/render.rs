//! Pages as a browser shows them, and snapshots of them used as inputs.

use crate::server::{Server, answer, html};
use crate::support::{Folder, gz, page};

/// A page that is empty except for the script that builds its list.
const BUILT: &str = "<!DOCTYPE html><h1>Lamps</h1><ul id=list></ul><script>
    for (let at = 1; at <= 10; at++) document.getElementById('list').insertAdjacentHTML('beforeend',
        `<li><a href='/lamp/${at}'>Lamp ${at}</a> <b>$${at}.50</b> <p>A lamp for room number ${at * 7}`);
</script>";

/// What is told where the browser runs as root.
const UNBOXED: &str =
    "rowsmith: warning: as root the browser runs without its sandbox; use another user for pages you do not trust\n";

/// Whether we are root, judging by the owner of a folder of ours.
fn is_root(folder: &Folder) -> bool {
    #[cfg(unix)]
    let is_root = std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(&folder.path).unwrap()) == 0;
    #[cfg(not(unix))]
    let is_root = !folder.path.exists();
    is_root
}

/// Whether there is a browser; prints a note if not.
#[allow(clippy::print_stderr)]
pub(crate) fn browser() -> bool {
    let found = rowsmith_render::find_browser(None);
    match &found {
        Err(why) if std::env::var_os("ROWSMITH_BROWSER_REQUIRED").is_some() => panic!("{why}"),
        Err(why) => eprintln!("\n##### NOT TESTED: {why} #####\n"),
        Ok(_) => {}
    }
    found.is_ok()
}

#[test]
fn without_a_browser_it_says_what_to_install() {
    let folder = Folder::new("render-none");
    folder.write("a.html", page("a"));
    let mut command = folder.command(&["records", "a.html", "--render"]);
    let ran = crate::support::Ran::of(command.env("PATH", "/nonexistent").output().unwrap());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("apt-get install chromium") && ran.err.contains("--browser"), "{ran:?}");
    let ran = folder.run(&["snapshot", "a.html", "--browser", "/no/such/browser"]);
    assert!(ran.code == Some(1) && ran.err.contains("/no/such/browser is not a browser"), "{ran:?}");
}

#[test]
fn lists_that_scripts_build() {
    if !browser() {
        return;
    }
    let folder = Folder::new("render-files");
    folder.write("built.html", BUILT).write("packed.html.gz", gz(BUILT.as_bytes())).write("plain.html", page("b"));
    let before = folder.run(&["records", "built.html"]);
    assert!(before.lines()[0]["regions"].as_array().unwrap().is_empty(), "{before:?}");
    let ran = folder.run(&["records", "built.html", "packed.html.gz", "plain.html", "--render", "--offline"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let counts: Vec<usize> =
        ran.lines().iter().map(|line| line["regions"][0]["records"].as_array().unwrap().len()).collect();
    assert_eq!(counts, [10, 10, 40]);
    let ran = folder.run(&["posts", "plain.html", "--render", "--offline"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn pages_are_rendered_from_where_they_are() {
    if !browser() {
        return;
    }
    let server = Server::start(|path| match path {
        "/robots.txt" => answer("200 OK", "Content-Type: text/plain", "User-agent: *\nDisallow: /no\n"),
        "/private" => answer("302 Found", "Location: http://127.0.0.1:9/", ""),
        _ => html(BUILT),
    });
    let folder = Folder::new("render-fetch");
    let fast = ["--render", "--delay", "0", "--allow-private", "--timeout", "90"];
    let run = |arguments: &[&str]| folder.run(&[&["records"][..], arguments, &fast].concat());
    let ran = run(&[&server.url("/shop/")]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.lines()[0]["regions"][0]["records"][0]["urls"]["url"], server.url("/lamp/1"));
    let ran = run(&[&server.url("/no")]);
    assert!(ran.code == Some(1) && ran.err.contains("robots.txt forbids it"), "{ran:?}");
    let ran = folder.run(&["records", &server.url("/shop/"), "--render", "--delay", "0", "--ignore-robots"]);
    assert!(ran.code == Some(1) && ran.err.contains("private network"), "{ran:?}");
}

#[test]
fn snapshots_are_inputs() {
    if !browser() {
        return;
    }
    let folder = Folder::new("snapshot");
    folder
        .write("built.html", format!("<link rel=stylesheet href=style.css>{BUILT}"))
        .write("style.css", "li{color:red}");
    // only if that is allowed does a file load what is beside it
    let alone = folder.run(&["snapshot", "built.html", "--styles"]);
    assert!(alone.out.contains("<li>") && !alone.out.contains("color:red"), "{alone:?}");
    let ran = folder.run(&["snapshot", "built.html", "--out", "kept.html", "--styles", "--local-files"]);
    let told = if is_root(&folder) { UNBOXED } else { "" };
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", told), "{ran:?}");
    let kept = folder.read("kept.html");
    assert!(kept.contains("<!--rowsmith-snapshot 1") && kept.contains("<style>li{color:red}</style>"), "{kept}");
    let of = |arguments: &[&str]| folder.run(&[&["records"][..], arguments].concat());
    let ran = of(&["kept.html"]);
    assert_eq!(ran.lines()[0]["regions"][0]["records"].as_array().unwrap().len(), 10, "{ran:?}");
    // packed and piped like any page; and rendered already
    folder.write("kept.html.gz", gz(kept.as_bytes()));
    assert_eq!(
        of(&["kept.html.gz", "--render", "--browser", "chromium"]).lines()[0]["regions"],
        ran.lines()[0]["regions"]
    );
    folder.write("changed.html", kept.replacen("<h1>", "<h1><i>x</i>", 1));
    let changed = of(&["changed.html"]);
    assert!(changed.warnings()[0].contains("take the snapshot again"), "{changed:?}");
}

#[test]
fn as_root_a_run_warns_once_that_there_is_no_sandbox_unless_it_is_to_be_quiet() {
    if !browser() {
        return;
    }
    let folder = Folder::new("render-root");
    folder.write("a.html", BUILT).write("b.html", BUILT);
    let ran = folder.run(&["records", "a.html", "b.html", "--render"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), if is_root(&folder) { UNBOXED } else { "" }), "{ran:?}");
    let ran = folder.run(&["records", "a.html", "b.html", "--render", "--quiet"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
}

#[test]
fn a_file_copies_no_other_and_asks_no_server() {
    if !browser() {
        return;
    }
    let server = Server::start(|_| html("<p>From the network"));
    let folder = Folder::new("render-thief");
    let secret = folder.path.join("other");
    std::fs::create_dir_all(&secret).unwrap();
    folder.write("other/secret.html", "<p>TOPSECRET");
    let file = format!("file://{}", secret.join("secret.html").display());
    let thief = format!(
        "<p>Here</p><iframe width=300 height=90 src='{file}'></iframe><iframe width=300 height=90 src=../other/secret.html></iframe>
         <iframe width=300 height=90 src='{}'></iframe>",
        server.url("/x")
    );
    std::fs::create_dir_all(folder.path.join("own")).unwrap();
    folder.write("own/thief.html", &*thief).write("own/packed.html.gz", gz(thief.as_bytes()));
    for page in ["own/thief.html", "own/packed.html.gz"] {
        for more in [&["--allow-private"][..], &["--allow-private", "--local-files"]] {
            let ran = folder.run(&[&["snapshot", page, "--timeout", "90"][..], more].concat());
            assert!(ran.code == Some(0) && ran.out.contains("Here"), "{ran:?}");
            assert!(!ran.out.contains("TOPSECRET") && !ran.out.contains("From the network"), "{ran:?}");
        }
    }
}

#[test]
fn a_page_is_seen_with_its_list() {
    let folder = Folder::new("inspect");
    folder.write("a.html", page("Lamp").replace("<h1>", "<script>evil()</script><h1>"));
    let ran = folder.run(&["inspect", "a.html", "--out", "seen.html"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""), "{ran:?}");
    let seen = folder.read("seen.html");
    assert!(seen.contains("40 records") && !seen.contains("evil"), "{seen}");
    let piped = folder.run_with(&["inspect"], &folder.read("a.html").into_bytes());
    assert!(piped.out.contains("40 records"), "{piped:?}");
    folder.write("b.html", page("b"));
    let ran = folder.run(&["inspect", ".", "--out", "seen.html"]);
    assert!(ran.code == Some(2) && ran.err.contains("more than one page"), "{ran:?}");
    let ran = folder.run(&["inspect", "none.html"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    if browser() {
        let ran = folder.run(&["inspect", "a.html", "--png", "seen.png", "--timeout", "90"]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{ran:?}");
        assert!(std::fs::read(folder.path.join("seen.png")).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn wrappers_are_learnt_from_what_scripts_make() {
    if !browser() {
        return;
    }
    let folder = Folder::new("render-learn");
    folder.write("built.html", BUILT);
    let ran = folder.run(&["learn", "built.html", "--out", "plain.wrapper"]);
    assert!(ran.code == Some(1) && ran.err.contains("nothing was learnt"), "{ran:?}");
    let ran = folder.run(&["learn", "built.html", "--render", "--offline", "--out", "built.wrapper"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = folder.run(&["apply", "--wrapper", "built.wrapper", "built.html", "--render", "--offline"]);
    assert_eq!(ran.lines()[0]["regions"][0]["records"].as_array().unwrap().len(), 10, "{ran:?}");
}

#[test]
fn parts_of_the_layout_are_used_where_there_is_one() {
    let folder = Folder::new("visual");
    folder.write("a.html", page("a"));
    let ran = folder.run(&["records", "a.html", "--visual", "visible,gaps"]);
    assert!(ran.code == Some(0) && ran.warnings()[0].contains("no layout"), "{ran:?}");
    let ran = folder.run(&["records", "a.html", "--visual", "everything"]);
    assert!(ran.code == Some(2) && ran.err.contains("possible values: tree, visible, conflict"), "{ran:?}");
    if !browser() {
        return;
    }
    // every other lamp is invisible
    folder.write("half.html", BUILT.replace("<li>", "<li style='${at % 2 ? `display:none` : ``}'>"));
    let count = |more: &[&str]| {
        let ran = folder.run(&[&["records", "half.html", "--render", "--offline"][..], more].concat());
        assert!(ran.warnings().is_empty(), "{ran:?}");
        ran.lines()[0]["regions"][0]["records"].as_array().unwrap().len()
    };
    assert_eq!((count(&[]), count(&["--visual", "visible"])), (10, 5));
}
