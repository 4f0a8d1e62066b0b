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
        ("nothing", "'nothing' is neither one of the domains products, real-estate, used-cars, jobs nor a schema file"),
        ("s.toml", "s.toml: line 13, column 15: the gazetteer \"places.txt\" cannot be read"),
    ] {
        // places.txt is an included file; a folder with its name cannot be read
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
    // continues with the second round, with the same result as a single run
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

#[test]
fn the_papers_method_finds_nothing_where_there_is_no_data_area() {
    let folder = Folder::new("objects-amber");
    let item = |name: &str| format!("<li><a href=/{name}>{name} two article</a> <i>by Ann</i><p>some text</p></li>");
    let list: String = ["Alpha", "Beta", "Gamma", "Delta"].map(item).concat();
    folder.write("a.html", format!("<h1>Links</h1><ul>{list}</ul>"));
    let ran = folder.run(&["objects", "-s", "products", "--method", "amber", "a.html"]);
    assert_eq!(ran.lines()[0]["areas"].as_array().map(Vec::len), Some(0), "{ran:?}");
    let ran = folder.run(&["objects", "-s", "products", "a.html"]);
    assert_eq!(ran.lines()[0]["areas"][0]["records"].as_array().map(Vec::len), Some(4), "{ran:?}");
}

#[test]
fn thresholds_are_set_in_the_command_as_in_the_schema() {
    let folder = Folder::new("objects-thresholds");
    folder.write("s.toml", SCHEMA).write("places.txt", "Oxford\n");
    folder.write("a.html", flats(&["Oxford", "Bath", "Wells", "Hay-on-Wye"]));
    let places = |arguments: &[&str]| {
        let ran = folder.run(&[&["objects", "-s", "s.toml", "--method", "amber", "a.html"], arguments].concat());
        let line = &ran.lines()[0];
        let found = line["areas"][0]["records"]
            .as_array()
            .map_or(0, |records| records.iter().filter(|record| !record["attributes"]["place"].is_null()).count());
        (line["areas"].as_array().map_or(0, Vec::len), found)
    };
    // one of four places is known: too few to infer the others, unless the threshold is one fifth
    assert_eq!(places(&[]), (1, 1));
    assert_eq!(places(&["--threshold", "infer_regular=0.2"]), (1, 4));
    // no width is less than 0, so there is no data area
    assert_eq!(places(&["--threshold", "spread=printed", "--threshold", "depth=0"]), (0, 0));
    folder.write("s.toml", SCHEMA.replacen("[[attribute]]", "[thresholds]\ninfer_regular = 0.2\n[[attribute]]", 1));
    assert_eq!(places(&[]), (1, 4));
    let ran = folder.run(&["objects", "-s", "s.toml", "--threshold", "width=1", "a.html"]);
    assert!(ran.code == Some(2) && ran.err.contains("no threshold 'width'; expected depth"), "{ran:?}");
}

#[test]
fn terms_are_learnt_by_the_papers_algorithm_on_request() {
    let folder = Folder::new("objects-learn-amber");
    folder.write("s.toml", SCHEMA).write("places.txt", "Oxford\nBath\nWells\nRye\n");
    let menu = "<nav><a href=/r>Rye</a></nav>";
    let texts = ["Oxford", "Bath", "Wells", "Mill Lane, ground-floor flat"];
    folder.write("pages/a.html", menu.to_owned() + &flats(&texts));
    let learn = ["objects", "learn", "-s", "s.toml", "--pages", "pages", "--out", "learnt"];
    let ours = folder.run(&learn);
    assert_eq!(ours.code, Some(0), "{ours:?}");
    let terms = folder.read("learnt/place.txt");
    assert!(terms.contains("\nground-floor flat\t") && terms.contains("\nRye\t"), "{terms}");
    // a run with the other method does not continue this one: names separated from words, and the menu is noise
    let paper = folder.run(&[&learn[..], &["--method", "amber"]].concat());
    assert!(paper.code == Some(0) && paper.out.contains("## Round 1"), "{paper:?}");
    let (terms, noise) = (folder.read("learnt/place.txt"), folder.read("learnt/place.noise.txt"));
    assert!(terms.contains("\nground-floor\t") && terms.contains("\nMill Lane\t"), "{terms}");
    assert!(!terms.contains("\nRye\t") && noise.contains("Rye\t"), "{terms} {noise}");
}
