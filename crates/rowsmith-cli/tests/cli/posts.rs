//! `rowsmith posts`.

use crate::support::Folder;

const THREAD: &str = include_str!("../../../../examples/thread.html");

#[test]
fn posts_in_every_form() {
    let folder = Folder::new("posts");
    folder.write("thread.html", THREAD).write("none.html", "<p>nothing here");
    let ran = folder.run(&["posts", "thread.html", "none.html"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((ran.code, lines.len()), (Some(0), 2), "{ran:?}");
    assert_eq!(lines[0]["posts"].as_array().map(Vec::len), Some(5));
    assert_eq!(lines[0]["posts"][1]["author"], "old_stove");
    assert_eq!(lines[1]["warnings"][0], "no posts found");
    let csv = folder.run(&["posts", "thread.html", "-f", "csv", "-c", "who=author,date"]).out;
    assert!(csv.lines().next().unwrap().ends_with("who,date") && csv.contains("kettle"), "{csv}");
}

#[test]
fn a_template_is_written_and_read() {
    let folder = Folder::new("posts-template");
    folder.write("thread.html", THREAD);
    let learnt = folder.run(&["posts", "thread.html", "--learn-template", "t.json"]);
    assert_eq!(learnt.code, Some(0), "{learnt:?}");
    let applied = folder.run(&["posts", "thread.html", "--template", "t.json"]);
    assert_eq!(applied.out, learnt.out);
    folder.write("wrong.json", folder.read("t.json").replace("\"rowsmith_wrapper\": 4", "\"rowsmith_wrapper\": 99"));
    for (name, why) in
        [("wrong.json", "version 99"), ("thread.html", "not a wrapper of Rowsmith"), ("missing", "No such file")]
    {
        let ran = folder.run(&["posts", "thread.html", "--template", name]);
        assert!(ran.code == Some(2) && ran.err.contains(why), "{ran:?}");
    }
}
