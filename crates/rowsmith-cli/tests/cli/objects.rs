//! `rowsmith objects` and `rowsmith objects learn`.

use crate::support::{Folder, page};

const SCHEMA: &str = "name = 'flats'\npivots = ['price']\n\
    [[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nrecognise = ['price']\n\
    [[attribute]]\nname = 'place'\nregular = true\ndistinct = true\nwhole = true\ngazetteers = ['places.txt']\n";

fn flats(places: &[&str]) -> String {
    let flat = |(at, place): (usize, &&str)| {
        format!("<li><img src={at}.jpg><a href=/f/{at}>Details</a><b>{place}</b><p>£{}50</p></li>", at + 1)
    };
    format!("<ul>{}</ul>", places.iter().enumerate().map(flat).collect::<String>())
}

#[test]
fn objects_in_every_format() {
    let folder = Folder::new("objects");
    folder.write("a.html", page("Oak chair"));
    let ran = folder.run(&["objects", "--schema", "products", "a.html"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let line = &ran.lines()[0];
    assert_eq!(line["areas"][0]["records"][2]["attributes"]["price"]["value"]["amount"], 3.5);
    let ran = folder.run(&["objects", "-s", "products", "a.html", "-f", "csv", "-c", "title,cost=price"]);
    assert!(
        ran.out.starts_with("title,cost\n\"Oak chair 1\",$1.50\n") || ran.out.contains("Oak chair 1,$1.50"),
        "{ran:?}"
    );
    for name in ["out.json", "out.md", "out.txt"] {
        let ran = folder.run(&["objects", "-s", "products", "a.html", "-q", "-o", name]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{name}");
        assert!(folder.read(name).contains("Oak chair 40"), "{name}");
    }
}

#[test]
fn a_wrong_schema_is_told_with_its_place() {
    let folder = Folder::new("objects-schema");
    folder.write("a.html", page("a")).write("s.toml", SCHEMA);
    for (schema, what) in [
        ("nothing", "'nothing' is none of the domains products, real-estate, used-cars, jobs and no schema file"),
        ("s.toml", "s.toml: line 13, column 15: the gazetteer \"places.txt\" cannot be read"),
    ] {
        // places.txt is shipped; a folder in its stead cannot be read
        std::fs::create_dir_all(folder.path.join("places.txt")).unwrap();
        let ran = folder.run(&["objects", "--schema", schema, "a.html"]);
        assert!(ran.code == Some(2) && ran.err.contains(what), "{ran:?}");
    }
    let ran = folder.run(&["objects", "a.html"]);
    assert!(ran.code == Some(2) && ran.err.contains("--schema"), "{ran:?}");
    let ran = folder.run(&["objects", "--schema", "jobs", "--print-schema"]);
    assert!(ran.code == Some(0) && ran.out.contains("name = \"jobs\""));
}

#[test]
fn gazetteers_are_learnt_and_the_run_goes_on() {
    let folder = Folder::new("objects-learn");
    folder.write("s.toml", SCHEMA).write("places.txt", "Oxford\nBath\nWells\nDeal\n");
    folder.write("pages/a.html", flats(&["Oxford", "Bath", "Wells", "Much Wenlock", "Hay-on-Wye"]));
    folder.write("pages/b.html", flats(&["Much Wenlock", "Oxford", "Hay-on-Wye", "Ludlow", "Bath"]));
    let learn = ["objects", "learn", "--schema", "s.toml", "--pages", "pages", "--out", "learnt"];
    let first = folder.run(&[&learn[..], &["--rounds", "1"]].concat());
    assert!(first.code == Some(0) && first.out.contains("## Round 1"), "{first:?}");
    let terms = folder.read("learnt/place.txt");
    assert!(terms.contains("\nMuch Wenlock\t2\t0\t1\n") && terms.contains("\nOxford\t2\t0\t0\n"), "{terms}");
    // goes on with the second round, and is as one run would be
    let second = folder.run(&learn);
    assert!(!second.out.contains("## Round 1") && second.out.contains("nothing changed"), "{second:?}");
    let whole = folder.run(&["objects", "learn", "-s", "s.toml", "--pages", "pages", "--out", "whole"]);
    assert_eq!(whole.code, Some(0));
    for file in ["place.txt", "place.noise.txt", "report.md"] {
        assert_eq!(folder.read(format!("learnt/{file}").as_str()), folder.read(format!("whole/{file}").as_str()));
    }
    // and what was learnt is a gazetteer
    folder.write("learnt/s.toml", SCHEMA.replace("places.txt", "place.txt"));
    let ran = folder.run(&["objects", "-s", "learnt/s.toml", "pages/b.html"]);
    assert_eq!(ran.lines()[0]["areas"][0]["records"][3]["attributes"]["place"]["from"], "annotated", "{ran:?}");
}
