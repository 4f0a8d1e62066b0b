//! Tests of every feature, each on a page made for it.

use crate::dom::{ParseOptions, parse};
use crate::records::facts::PageFacts;
use crate::records::ranking::features::{FEATURES, features};
use crate::records::ranking::measure::Measurer;
use crate::records::record::{Candidate, Generator};
use crate::tree::{PageTree, Run, Similarities};

/// Pages with the expected values of some features. The records of the list are the elements with an attribute `r`;
/// those with `r=+` continue the previous record. A test requires that for every feature some page gives a value other
/// than 0.
const PAGES: &[(&str, &[(&str, f32)])] = &[
    (
        "<h1>Shop</h1><ul><li r><a href=/p/1>ant</a><p>$5</p><li r><a href=/p/2>bee</a><p>$6</p><li r><a href=/p/3>cat</a><p>$7</p></ul><p>bye</p>",
        &[
            ("text_share", 0.6818),
            ("count", 1.0986),
            ("count_three", 1.0),
            ("some_without_image", 0.0),
            ("parents", 0.3333),
            ("siblings_left", 0.0),
            ("class_none_left", 0.0),
            ("distinct_second", 1.0),
            ("sorted_many", 1.0986),
            ("before", 0.125),
            ("heading_before", 1.0),
            ("in_hidden", 0.0),
            ("tag_li", 1.0),
        ],
    ),
    (
        "<main><div><p r><i>a</i><p r><i>b</i></div></main>",
        &[
            ("link_share", 0.0),
            ("single_terminal", 1.0),
            ("with_number", 0.0),
            ("some_without_link", 0.0),
            ("roots", 0.0),
            ("siblings_alike_left", 0.0),
            ("class_none_left", 1.0),
            ("last_size", 0.0),
            ("before", 0.0),
            ("liftable", 0.0),
            ("in_main", 1.0),
            ("tag_li", 0.0),
            ("tag_p", 1.0),
        ],
    ),
    (
        "<div><p r>1<p r>2<p>x<p r>3<p r>4<p r>5<p r>6</div>",
        &[
            ("text_share_root", 0.9258),
            ("link_density", 0.0),
            ("with_heading", 0.0),
            ("some_without_heading", 0.0),
            ("adjacent", 0.8),
            ("gaps", 0.1667),
            ("beyond_gap", 0.3333),
            ("others_alike", 0.1667),
            ("others_on_path", 0.1667),
            ("siblings_left", 0.1667),
            ("in_form", 0.0),
            ("tag_tr", 0.0),
            ("tag_heading", 0.0),
        ],
    ),
    (
        "<article><h1>T</h1><p>one</p><div><h2 r>a</h2><p r=+>1 January 2024</p><h2 r>b</h2><p r=+>2 January 2024</p></div></article>",
        &[
            ("image_share", 0.0),
            ("record_chars", 2.7726),
            ("terminal_chars", 2.1401),
            ("spread", 0.0),
            ("several_roots", 1.0),
            ("any_alike_left", 0.0),
            ("path_once", 1.0986),
            ("class_first_fit", 1.0),
            ("behind", 0.0),
            ("behind_h1", 1.0),
            ("from_h1", 0.1667),
            ("in_article", 1.0),
            ("tag_heading", 1.0),
        ],
    ),
    (
        "<table><tr r><td><img src=a><td>12<tr r><td><img src=b><td>13</table><img src=c>",
        &[
            ("image_share", 0.6667),
            ("record_images", 0.693),
            ("with_long_text", 0.0),
            ("longest_excess", 0.0),
            ("several_roots", 0.0),
            ("class_once", 1.0986),
            ("path_repeated", 0.0),
            ("sorted", 0.0),
            ("sorted_many", 0.0),
            ("lift_gain", 0.0),
            ("in_table", 1.0),
            ("tag_tr", 1.0),
            ("tag_option", 0.0),
        ],
    ),
    (
        "<nav><a r href=//fr.example.net/ lang=fr>fr</a> <a r href=//de.example.net/ lang=de>de</a></nav><a href=//example.org/1>x</a><a href=//example.org/2>y</a><a href=//example.org/3>z</a>",
        &[
            ("word_share", 0.4),
            ("link_share", 0.4),
            ("foreign_links", 1.0),
            ("language_links", 1.0),
            ("phase", 0.0),
            ("class_repeated", 0.0),
            ("path_rare", 0.0),
            ("distinct_links", 1.0),
            ("behind", 0.6),
            ("in_nav", 1.0),
            ("in_dialog", 0.0),
            ("tag_div", 0.0),
        ],
    ),
    (
        "<form><label r>a<input></label><label r>b<input></label></form>",
        &[
            ("in_body", 1.0),
            ("all_links", 0.0),
            ("with_control", 1.0),
            ("all_adjacent", 1.0),
            ("container_filled", 1.0),
            ("class_rare", 0.0),
            ("path_worst_fit", 1.0),
            ("class_last_fit", 1.0),
            ("prose_before", 0.0),
            ("in_nav", 0.0),
            ("in_form", 1.0),
            ("tag_a", 0.0),
            ("tag_option", 1.0),
        ],
    ),
    (
        "<div><section r><b>a</b><b>b</b><b>c</b></section><section r><b>d</b><b>e</b></section></div>",
        &[
            ("count_two", 1.0),
            ("record_terminals", 1.2528),
            ("with_control", 0.0),
            ("spread", 0.2),
            ("smallest", 0.6667),
            ("similarity", 0.8333),
            ("same_structure", 0.0),
            ("class_once", 0.0),
            ("class_once_share", 0.0),
            ("class_repeated", 1.0),
            ("path_once", 0.0),
            ("path_once_share", 0.0),
            ("path_repeated", 1.0),
            ("no_slot_once", 1.0),
            ("tag_section", 1.0),
        ],
    ),
    (
        "<header><span r>a</span><i>x</i><span r>a</span></header>",
        &[
            ("body_share", 0.0),
            ("foreign_links", 0.0),
            ("one_link", 0.0),
            ("adjacent", 0.0),
            ("widest_gap", 0.3333),
            ("class_worst_fit", 1.0),
            ("path_mean_fit", 1.0),
            ("distinct_first", 0.5),
            ("distinct", 0.5),
            ("in_header", 1.0),
            ("in_list", 0.0),
            ("tag_article", 0.0),
        ],
    ),
    (
        "<footer><div r class=k>a</div><div r class=k>b</div><div class=k>c</div></footer><footer><div class=k>d</div></footer>",
        &[
            ("in_body", 0.0),
            ("inner_links", 0.0),
            ("one_image", 0.0),
            ("gaps", 0.0),
            ("container_filled", 0.0),
            ("has_class", 1.0),
            ("siblings_alike_left", 0.5),
            ("any_alike_left", 1.0),
            ("prose_inside", 0.0),
            ("in_header", 0.0),
            ("in_footer", 1.0),
            ("tag_div", 1.0),
        ],
    ),
    (
        "<aside><div><a r href=#a>a</a></div><div><a r href=#b>b</a></div></aside>",
        &[
            ("count_three", 0.0),
            ("all_links", 1.0),
            ("inner_links", 1.0),
            ("widest_gap", 0.0),
            ("one_parent", 0.0),
            ("levels", 2.0),
            ("path_full_fit", 1.0),
            ("path_first_fit", 1.0),
            ("prose_of_page", 0.0),
            ("in_footer", 0.0),
            ("in_aside", 1.0),
            ("tag_a", 1.0),
        ],
    ),
    (
        "<dialog><article r>a</article><article r>b</article></dialog>",
        &[
            ("count_few", 1.0),
            ("language_links", 0.0),
            ("one_price", 0.0),
            ("beyond_gap", 0.0),
            ("same_class", 1.0),
            ("class_mean_fit", 1.0),
            ("path_left_out", 0.0),
            ("path_last_fit", 1.0),
            ("behind_h1", 0.0),
            ("in_aside", 0.0),
            ("in_dialog", 1.0),
            ("tag_article", 1.0),
        ],
    ),
    (
        "<ul><li>x<ul><li r>a<li r>b<li r>a<li r>b</ul></ul>",
        &[
            ("count_two", 0.0),
            ("same_folder", 0.0),
            ("one_date", 0.0),
            ("longest_share", 0.25),
            ("container_depth", 0.4),
            ("matched", 1.9459),
            ("no_slot_once", 0.0),
            ("copies", 1.0),
            ("sorted", 0.3333),
            ("in_main", 0.0),
            ("in_list", 1.0),
            ("in_inner_list", 1.0),
        ],
    ),
    (
        "<details><div hidden><p r>a<p r>b</div></details>",
        &[
            ("record_links", 0.0),
            ("with_link", 0.0),
            ("one_heading", 0.0),
            ("one_parent", 1.0),
            ("has_class", 0.0),
            ("class_full_fit", 1.0),
            ("distinct_second", 0.0),
            ("class_first_own", 0.0),
            ("from_h1", 0.0),
            ("hidden", 1.0),
            ("in_inner_list", 0.0),
            ("in_details", 1.0),
            ("in_hidden", 1.0),
        ],
    ),
    (
        "<select><option r>a<option r>b</select><p>c",
        &[
            ("record_images", 0.0),
            ("with_image", 0.0),
            ("one_long_text", 0.0),
            ("own_parents", 0.0),
            ("others_alike", 0.0),
            ("class_left_out", 0.0),
            ("copies", 0.0),
            ("class_last_own", 0.0),
            ("heading_before", 0.0),
            ("in_article", 0.0),
            ("in_select", 1.0),
            ("tag_section", 0.0),
        ],
    ),
    (
        "<p>one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen<div><p r>one two three four five six seven eight nine ten eleven twelve thirteen fourteen sixteen<p r>a</div>",
        &[
            ("body_share", 0.5028),
            ("record_words", 2.1972),
            ("with_long_text", 0.5),
            ("one_long_text", 0.5),
            ("longest_excess", 0.6818),
            ("class_left_out", 0.5),
            ("distinct_links", 0.0),
            ("path_first_own", 0.0),
            ("prose_before", 0.5),
            ("prose_inside", 0.5),
            ("prose_of_page", 0.9677),
            ("tag_text", 0.0),
        ],
    ),
    (
        "<div><dd>0</dd><dt r>a</dt><dd r=+>1</dd><dt r>b</dt><dd r=+>2</dd></div>",
        &[
            ("record_blocks", 1.0986),
            ("single_terminal", 0.0),
            ("some_without_price", 0.0),
            ("roots", 0.693),
            ("phase", 1.0),
            ("container_fill", 0.8),
            ("path_left_out", 0.25),
            ("path_last_own", 0.0),
            ("hidden", 0.0),
            ("in_table", 0.0),
            ("in_select", 0.0),
            ("tag_p", 0.0),
        ],
    ),
    (
        "<div><div><b r>a</b><i>1</i></div><div><b r>b</b><i>2</i></div></div>",
        &[
            ("record_blocks", 0.0),
            ("with_price", 0.0),
            ("some_without_date", 0.0),
            ("all_adjacent", 0.0),
            ("own_parents", 1.0),
            ("container_text_fill", 0.5),
            ("first_size", 0.0),
            ("copied_elsewhere", 0.0),
            ("liftable", 1.0),
            ("lift_gain", 1.0),
            ("in_details", 0.0),
            ("tag_text", 1.0),
        ],
    ),
    (
        "<div><p r><u>a</u><s>1</s><p r><u>b</u><p r><u>c</u><p r><u>d</u><p r><u>e</u><p r><u>f</u><s>2</s><tt>3</tt></div>",
        &[
            ("count_few", 0.0),
            ("with_date", 0.0),
            ("with_number", 0.3333),
            ("largest", 0.3333),
            ("others_on_path", 0.0),
            ("worst_similarity", 0.6),
            ("same_structure", 0.6),
            ("class_once_share", 0.6667),
            ("class_rare", 0.1111),
            ("class_same_last", 0.6667),
            ("path_once_share", 0.6667),
            ("path_rare", 0.1111),
            ("path_same_last", 0.6667),
            ("first_size", 0.2877),
            ("last_size", 0.693),
            ("class_last_own", 0.3333),
            ("path_last_own", 0.3333),
        ],
    ),
    (
        "<h1>T</h1><i>x</i><div><p r><a href=/1>a</a><p r>b<img src=c><h3 r>$1</h3><p r><time>1 May 2024</time></p></div><p><a href=2>a</a></p>",
        &[
            ("terminal_share", 0.625),
            ("record_links", 0.2231),
            ("link_density", 0.0714),
            ("same_folder", 0.25),
            ("with_link", 0.25),
            ("with_image", 0.25),
            ("with_price", 0.25),
            ("with_date", 0.25),
            ("with_heading", 0.25),
            ("one_link", 0.25),
            ("one_image", 0.25),
            ("one_price", 0.25),
            ("one_date", 0.25),
            ("one_heading", 0.25),
            ("some_without_price", 0.75),
            ("some_without_date", 0.75),
            ("some_without_image", 0.75),
            ("some_without_link", 0.75),
            ("some_without_heading", 0.75),
            ("same_tag", 0.75),
            ("worst_similarity", 0.0),
            ("class_worst_fit", 0.0),
            ("class_mean_fit", 0.0),
            ("class_full_fit", 0.0),
            ("class_same_first", 0.25),
            ("path_worst_fit", 0.0),
            ("path_mean_fit", 0.0),
            ("path_full_fit", 0.0),
            ("path_same_first", 0.25),
            ("class_first_fit", 0.0),
            ("class_last_fit", 0.0),
            ("path_first_fit", 0.0),
            ("path_last_fit", 0.0),
            ("class_first_own", 1.0),
            ("path_first_own", 1.0),
            ("copied_elsewhere", 0.25),
        ],
    ),
    ("<div><div r>a</div><div r><i>x</i><h1>T</h1></div></div>", &[("in_body", 1.0), ("holds_h1", 1.0)]),
    ("<table><tr><td r>a<td r>b</table>", &[("in_table", 1.0), ("tag_td", 1.0)]),
    (
        "<input name=q value=ants><p r>ants<p r>bees<p r>things<p>ants",
        &[("with_searched", 0.3333), ("searched_share", 0.5)],
    ),
];

/// The features of the marked list.
fn measured(html: &str, generator: Generator) -> Vec<f32> {
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let page = PageTree::new(&document);
    let facts = PageFacts::new(&document, &page);
    let mut runs: Vec<Run> = Vec::new();
    for id in page.tree.nodes().filter(|&id| !page.is_text(id)) {
        match document.attr_named(page.node(id), "r") {
            Some("+") => runs.last_mut().unwrap().end = page.tree.end(id),
            Some(_) => runs.push(Run::subtree(&page.tree, id)),
            None => {}
        }
    }
    let mut sims = Similarities::new(&page.tree, &facts.classes, u64::MAX);
    let list = Candidate { runs, runs_per_record: 1, generator };
    features(&Measurer::new(&facts, &mut sims).measure(&list), generator)
}

fn place(name: &str) -> usize {
    FEATURES.iter().position(|f| f.0 == name).unwrap_or_else(|| panic!("no feature {name}"))
}

#[test]
fn features_have_the_expected_values() {
    let mut wrong = Vec::new();
    for (html, expected) in PAGES {
        let row = measured(html, Generator::PathGroup);
        for (name, value) in *expected {
            let found = row[place(name)];
            if (found - value).abs() > 1e-3 {
                wrong.push(format!("{name} is {found}, not {value}, in {html}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn generators_are_features() {
    use Generator::{Cleaned, Lifted, Part, PathGroup, Region, Segments};
    for (name, generator) in [
        ("by_mdr2", Region),
        ("by_segments", Segments),
        ("by_cleaning", Cleaned),
        ("by_lifting", Lifted),
        ("by_part", Part),
        ("by_group", PathGroup),
    ] {
        let row = measured("<p r>a<p r>b", generator);
        let set: Vec<&str> =
            FEATURES.iter().zip(&row).filter(|(f, x)| f.0.starts_with("by_") && **x > 0.0).map(|(f, _)| f.0).collect();
        assert_eq!(set, [name]);
    }
}

#[test]
fn every_feature_is_tested_and_named_once() {
    for (i, (name, about)) in FEATURES.iter().enumerate() {
        let tested = PAGES.iter().any(|(_, expected)| expected.iter().any(|(n, value)| n == name && *value != 0.0));
        assert!(tested || name.starts_with("by_") || *name == "count_many", "no page for {name}");
        assert!(about.ends_with('.'), "{name}: {about:?} is no sentence");
        assert!(FEATURES[..i].iter().all(|f| f.0 != *name), "{name} twice");
    }
}

#[test]
fn very_long_lists_are_told_apart() {
    let row = measured(&"<p r>a".repeat(200), Generator::PathGroup);
    assert!((row[place("count_many")] - 2f32.ln()).abs() < 1e-3);
}
