//! Tests of every feature of related candidates, on pages made for them.

use crate::dom::{ParseOptions, parse};
use crate::records::facts::PageFacts;
use crate::records::ranking::measure::{Measurer, Measures};
use crate::records::ranking::relation_features::{relation_features, relation_names};
use crate::records::ranking::relations::relations;
use crate::records::record::{Candidate, Generator};
use crate::tree::{PageTree, Run, Similarities};

/// Pages with several lists. The records of list `a` are the elements with an attribute `a`; those with `a=+` continue
/// the previous record. After each page, the expected values of some features of some lists.
const PAGES: &[(&str, &[(char, &str, f32)])] = &[
    (
        "<h1 a>T</h1><section d><div a b class=k><p c class=n>one</p><i>1</i><i>2</i></div><div a b class=k><p c class=n>three four</p><i>3</i></div></section><section d><div a b class=k><p c class=n>five</p><i>4</i></div><div a class=m><p c>six</p><u>5 May 2024</u><img src=x></div></section><p>end</p>",
        &[
            ('b', "superset_exists", 1.0),
            ('b', "superset_worst_fit", -1.0),
            ('b', "superset_once", -0.693),
            ('b', "superset_path_once", -0.693),
            ('b', "superset_once_share", -0.4286),
            ('b', "superset_same_class", -0.4),
            ('b', "superset_extra_h1", 1.0),
            ('a', "subset_worst_fit", 1.0),
            ('a', "subset_once", 0.693),
            ('a', "subset_path_once", 0.693),
            ('a', "subset_once_share", 0.4286),
            ('a', "subset_same_class", 0.4),
            ('a', "subset_extra_h1", 1.0),
            ('d', "finer_text", -0.4643),
            ('d', "finer_terminals", -0.3185),
            ('d', "finer_once", 0.693),
            ('d', "finer_once_share", 0.4286),
            ('a', "coarser_text", -0.0282),
            ('a', "coarser_terminals", -0.087),
            ('b', "coarser_once", -0.693),
            ('b', "coarser_once_share", -0.4286),
            ('c', "larger_count", 0.2231),
            ('a', "smaller_count", -0.2231),
        ],
    ),
    (
        "<dl><dt a>a</dt><dd a=+ b>1</dd><dt b=+ a>b</dt><dd a=+ b>2</dd><dt a b=+>c</dt><dd a=+ b>3</dd><dt b=+>d</dt></dl>",
        &[('b', "shifted_exists", 1.0), ('a', "alone", 1.0)],
    ),
    (
        "<div><p a>one</p><p a b>two</p><p a b>three</p><p a b>four</p><i>x</i></div><div><h2 c>x</h2><h2 c>longer text</h2></div>",
        &[
            ('b', "superset_count", 0.2877),
            ('b', "superset_first", 1.0),
            ('b', "superset_extra_chars", -0.2231),
            ('a', "subset_exists", 1.0),
            ('a', "subset_count", -0.2877),
            ('a', "subset_text", -0.2076),
            ('a', "subset_first", 1.0),
            ('a', "subset_extra_chars", -0.2231),
        ],
    ),
    (
        "<main><div a><p b>aa</p><p b>bb</p><p b c>cc</p></div><div a><p b>dd</p><p b c>ee</p></div><div a><h3 b c>ff</h3><i b>gg</i></div></main>",
        &[
            ('c', "superset_text", 0.7621),
            ('c', "superset_mean_fit", 0.0476),
            ('c', "superset_similarity", 0.1667),
            ('c', "superset_last", 1.0),
            ('c', "superset_extra_fit", 0.75),
            ('c', "superset_extra_path_fit", 0.75),
            ('c', "superset_extra_kinds", 0.3333),
            ('b', "subset_mean_fit", -0.0476),
            ('b', "subset_last", 1.0),
            ('b', "subset_extra_fit", 0.75),
            ('b', "subset_extra_path_fit", 0.75),
            ('b', "subset_extra_kinds", 0.3333),
            ('a', "finer_mean_fit", 0.0476),
            ('a', "finer_repeated", -0.7143),
            ('a', "finer_similarity", 0.15),
            ('a', "finer_spread", -0.202),
            ('b', "coarser_mean_fit", -0.0476),
            ('b', "coarser_repeated", 0.7143),
            ('b', "coarser_similarity", -0.15),
            ('b', "coarser_spread", 0.202),
        ],
    ),
    (
        "<ul><li a><b b>x</b><i>1</i><a href=1>l</a></li><li a><b b>y</b><i>2</i></li><li a class=q><b b>zz</b><i>3</i><i>4</i></li></ul>",
        &[
            ('b', "larger_exists", 1.0),
            ('b', "larger_terminals", 0.8109),
            ('b', "larger_repeated", 0.25),
            ('b', "larger_similarity", -0.1667),
            ('b', "larger_spread", 0.1768),
            ('b', "larger_same_class", -0.3333),
            ('a', "smaller_exists", 1.0),
            ('a', "smaller_terminals", -0.8109),
            ('a', "smaller_repeated", -0.25),
            ('a', "smaller_similarity", 0.1667),
            ('a', "smaller_spread", -0.1768),
            ('a', "smaller_same_class", 0.3333),
        ],
    ),
    (
        "<div><p b>0</p><u a>1</u><p a b>2</p><p a b>3</p><p a b>2</p><p a b>3</p><tt a>4</tt><p b>5</p><s b=+>6</s></div>",
        &[
            ('a', "same_but_ends_exists", 1.0),
            ('a', "same_but_ends_first_size", -0.1542),
            ('a', "same_but_ends_last_size", 0.539),
            ('b', "same_but_ends_first_fit", -1.0),
            ('b', "same_but_ends_last_fit", -1.0),
            ('a', "same_but_ends_first_own", -1.0),
            ('a', "same_but_ends_last_own", -0.5),
            ('a', "same_but_ends_rare", -0.1905),
            ('a', "same_but_ends_ends_spread", 0.3194),
        ],
    ),
    (
        "<dl><dt a>a</dt><dd a=+ b>1</dd><dt b=+ a>b</dt><dd a=+ b class=k>2</dd><dt a b=+>c</dt><dd a=+ b>3</dd><dt b=+ a class=k>d</dt><dd a=+ b>4</dd><dt a b=+>e</dt><dd a=+ b>5</dd><dt a b=+>f</dt><dd a=+>6</dd></dl>",
        &[
            ('a', "shifted_phase", 0.8),
            ('a', "shifted_fit", -0.0333),
            ('a', "shifted_same_first", -0.0333),
            ('b', "text_rank", 0.5),
            ('b', "text_of_best", 0.8333),
            ('b', "count_rank", 0.5),
            ('b', "matched_of_best", 0.9306),
        ],
    ),
    (
        "<ul><li a b><u>1</u><u>2</u><li a b><u>3</u><u>4</u><li a><u>5</u><li a><u>6</u></ul>",
        &[
            ('b', "superset_terminals", 0.3365),
            ('b', "superset_repeated", -1.0),
            ('b', "superset_spread", 0.3333),
            ('b', "superset_extra_size", -0.4055),
            ('b', "superset_extra_gap", 0.0833),
            ('a', "subset_terminals", -0.3365),
            ('a', "subset_repeated", 1.0),
            ('a', "subset_similarity", 0.0833),
            ('a', "subset_spread", -0.3333),
            ('a', "subset_extra_size", -0.4055),
            ('a', "subset_extra_gap", 0.0833),
        ],
    ),
    (
        "<main><div a><p b class=k>a</p><p b>b</p></div><div a><p b>d</p><p b>e</p></div></main>",
        &[
            ('a', "finer_exists", 1.0),
            ('a', "finer_count", 0.693),
            ('a', "finer_worst_fit", -0.5),
            ('a', "finer_path_once", 0.693),
            ('a', "finer_same_class", -0.25),
            ('b', "coarser_exists", 1.0),
            ('b', "coarser_count", -0.693),
            ('b', "coarser_worst_fit", 0.5),
            ('b', "coarser_path_once", -0.693),
            ('b', "coarser_same_class", 0.25),
        ],
    ),
    (
        "<ul><li a><b b>x</b><i>1</i><u>2</u><u>3</u><li a><b b>y</b><i>2</i><u>2</u><u>3</u><li a><b b>z</b><i>3</i></ul>",
        &[
            ('b', "larger_text", 1.0116),
            ('b', "larger_worst_fit", -0.3333),
            ('b', "larger_mean_fit", -0.1111),
            ('b', "larger_once", 0.4055),
            ('b', "larger_path_once", 0.4055),
            ('b', "larger_once_share", -0.4),
            ('a', "smaller_text", -1.0116),
            ('a', "smaller_worst_fit", 0.3333),
            ('a', "smaller_mean_fit", 0.1111),
            ('a', "smaller_once", -0.4055),
            ('a', "smaller_path_once", -0.4055),
            ('a', "smaller_once_share", 0.4),
        ],
    ),
];

/// The features of the lists `a` to `f`, as far as the page has them.
fn related(html: &str) -> Vec<(char, Vec<f32>)> {
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let page = PageTree::new(&document);
    let facts = PageFacts::new(&document, &page);
    let mut lists: Vec<(char, Candidate)> = Vec::new();
    for name in 'a'..='f' {
        let mut runs: Vec<Run> = Vec::new();
        for id in page.tree.nodes().filter(|&id| !page.is_text(id)) {
            match document.attr_named(page.node(id), &name.to_string()) {
                Some("+") => runs.last_mut().unwrap().end = page.tree.end(id),
                Some(_) => runs.push(Run::subtree(&page.tree, id)),
                None => {}
            }
        }
        if !runs.is_empty() {
            lists.push((name, Candidate { runs, runs_per_record: 1, generator: Generator::PathGroup }));
        }
    }
    let mut sims = Similarities::new(&page.tree, &facts.classes, u64::MAX);
    let mut measurer = Measurer::new(&facts, &mut sims);
    let measures: Vec<Measures> = lists.iter().map(|(_, list)| measurer.measure(list)).collect();
    let candidates: Vec<&Candidate> = lists.iter().map(|(_, list)| list).collect();
    let rows = relations(&facts, &candidates, &measures.iter().collect::<Vec<_>>());
    lists.iter().map(|(name, _)| *name).zip(rows).collect()
}

#[test]
fn relations_have_the_expected_values() {
    let names = relation_names();
    let mut wrong = Vec::new();
    for (html, expected) in PAGES {
        let rows = related(html);
        assert!(rows.iter().all(|(_, row)| row.len() == names.len()));
        for (list, name, value) in *expected {
            let at = names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no feature {name}"));
            let found = rows.iter().find(|r| r.0 == *list).unwrap().1[at];
            if (found - value).abs() > 1e-3 {
                wrong.push(format!("{name} of {list} is {found}, not {value}, in {html}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_relation_is_tested_and_named_once() {
    let names = relation_names();
    assert!(relation_features().iter().all(|(_, meaning)| meaning.ends_with('.')));
    for (i, name) in names.iter().enumerate() {
        let tested = PAGES.iter().any(|(_, expected)| expected.iter().any(|(_, n, value)| n == name && *value != 0.0));
        assert!(tested, "no page for {name}");
        assert!(!names[..i].contains(name), "{name} twice");
    }
}
