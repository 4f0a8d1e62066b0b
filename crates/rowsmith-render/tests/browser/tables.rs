//! DEPTA's figure 5: a table with misplaced tags, whose boxes are measured in the browser.

use rowsmith::dom::{Document, line};
use rowsmith::records::VisualOptions;
use rowsmith::tree::{PageTree, Span, TreeId};

use crate::{document, options, renderer, stored};

/// The elements with these names, each with the nearest of them above it.
fn nesting(document: &Document, tree: &PageTree, names: &[&str]) -> Vec<(String, String)> {
    let name = |id: TreeId| document.tag_name(tree.tag(id)).to_owned();
    let is = |id: &TreeId| names.contains(&&*name(*id));
    let above = |id: TreeId| {
        let mut at = id;
        while let Some(parent) = tree.tree.parent(at) {
            if is(&parent) {
                return name(parent);
            }
            at = parent;
        }
        String::new()
    };
    tree.tree.nodes().filter(is).map(|id| (name(id), above(id))).collect()
}

#[test]
fn figure_5_an_ill_formed_table() {
    let Some(renderer) = renderer(options()) else { return };
    // as in the prose: one </td> after the next <td>, no </tr> for the first row, no last </td>
    let html = "<!DOCTYPE html><table border=1>
        <tr>
        <td>data 1
        <td></td>data 2</td>
        <tr>
        <td>data 3</td>
        <td>data 4
        </table>";
    let document = document(&renderer.render(&stored(html)).unwrap());
    let visual = VisualOptions::new().nested_rectangles(true);
    let tree = visual.page_tree(&document);
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let row = || [pair("tr", "table"), pair("td", "tr"), pair("td", "tr")];
    let expected: Vec<_> = std::iter::once(pair("table", "")).chain(row()).chain(row()).collect();
    assert_eq!(nesting(&document, &tree, &["table", "tr", "td"]), expected);
    assert_eq!(nesting(&document, &PageTree::new(&document), &["table", "tr", "td"]), expected);
}

#[test]
fn rows_that_only_the_rectangles_show() {
    let Some(renderer) = renderer(options()) else { return };
    // scripts and style sheets move things anywhere: cells next to the row that shows them
    let cell = |x: usize, y: usize, text: &str| {
        format!("<p style='position:absolute;margin:0;left:{x}px;top:{y}px;width:90px;height:20px'>{text}</p>")
    };
    let row = |y: usize, a: &str, b: &str| {
        format!("<section style='position:absolute;left:0;top:{y}px;width:300px;height:30px'></section>")
            + &cell(5, y + 5, a)
            + &cell(105, y + 5, b)
    };
    let html = format!(
        "<!DOCTYPE html><body style='margin:0;height:500px'>{}{}",
        row(0, "data 1", "data 2"),
        row(100, "data 3", "data 4")
    );
    let document = document(&renderer.render(&stored(&html)).unwrap());
    let tree = VisualOptions::new().nested_rectangles(true).page_tree(&document);
    let sections: Vec<TreeId> = tree.tree.nodes().filter(|&id| document.tag_name(tree.tag(id)) == "section").collect();
    let shown = |id: TreeId| {
        let Span { from, to } = tree.spans[id];
        (tree.tree.terminals(id), line(&document, from, to).replace(' ', ""))
    };
    let rows: Vec<(usize, String)> = sections.into_iter().map(shown).collect();
    assert_eq!(rows, [(2, "data1data2".to_owned()), (2, "data3data4".to_owned())]);
}
