//! `rowsmith tables`.

use crate::support::Folder;

const PAGE: &str =
    "<h2>Medals</h2><table><caption>By nation</caption><tr><th>Nation<th>Gold<tr><td><a href=/no>Norway</a><td>016
    <tr><td>Sweden<td>8</table><table><tr><td>a layout</table>
    <h2>Heat 1</h2><table><tr><th>Rank<th>Name<tr><td>1<td>Ann</table>
    <h2>Heat 2</h2><table><tr><th>Rank<th>Name<tr><td>1<td>Bob<br>Cox</table>";

#[test]
fn tables_in_every_form() {
    let folder = Folder::new("tables");
    folder.write("page.html", PAGE).write("none.html", "<p>nothing here");
    let ran = folder.run(&["tables", "page.html", "none.html"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((ran.code, lines.len()), (Some(0), 2), "{ran:?}");
    assert_eq!(lines[0]["tables"].as_array().map(Vec::len), Some(3));
    assert_eq!(lines[0]["tables"][0]["rows"][0][1], "016");
    assert_eq!(lines[0]["tables"][0]["details"][0]["links"][0], "/no");
    assert_eq!(lines[1]["warnings"][0], "no tables found");
    // one file per table
    let ran = folder.run(&["tables", "page.html", "-o", "out/"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(folder.read("out/page.csv"), "Nation,Gold\nNorway,016\nSweden,8\n");
    assert_eq!(folder.read("out/page-3.csv"), "Rank,Name\n1,Bob Cox\n");
    let table = folder.run(&["tables", "page.html", "-f", "table"]).out;
    assert!(table.contains("table 1 · By nation") && table.contains("table 3 · Heat 2"), "{table}");
}

#[test]
fn tables_are_picked_and_joined() {
    let folder = Folder::new("tables-picked");
    folder.write("page.html", PAGE);
    let csv = |args: &[&str]| folder.run(&[&["tables", "page.html", "-f", "csv"], args].concat());
    assert_eq!(csv(&["--table", "2"]).out, "Rank,Name\n1,Ann\n");
    assert_eq!(csv(&["--match", "Heat 2"]).out, "Rank,Name\n1,Bob Cox\n");
    assert_eq!(csv(&["--match", "^Norway$", "--links"]).out, "Nation,Nation_url,Gold\nNorway,/no,016\nSweden,,8\n");
    assert_eq!(csv(&["--join", "--table", "2"]).out, "table,Rank,Name\nHeat 1,1,Ann\nHeat 2,1,Bob Cox\n");
    assert!(csv(&["--table", "9"]).err.contains("none of the 3 tables"));
    assert_eq!(csv(&["--match", "("]).code, Some(2));
    assert_eq!(csv(&["--table", "0"]).code, Some(2));
}
