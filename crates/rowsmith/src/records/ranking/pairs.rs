//! Lists whose records are pairs of two lists that have nothing to do with each other, but are of equal length.

use crate::dom::Tag;
use crate::records::facts::PageFacts;
use crate::records::record::Candidate;
use crate::tree::{Run, TreeId};

/// If each record of the chosen list consists of parts in containers of different kinds (a card, and the row of a list
/// further down), the list of one of these parts on the shortlist that has the highest score; else the chosen list.
/// Parts in containers of one kind stay together, as DEPTA has it (section 4.4): names in one row of a table and prices
/// in the next. `candidates` and `scores` are those of the shortlist; a position there. Takes time linear in the
/// shortlist's runs.
pub fn unpaired(facts: &PageFacts<'_>, candidates: &[&Candidate], scores: &[f64], chosen: usize) -> usize {
    let list = candidates[chosen];
    let container = |run: &Run| facts.page.tree.parent(run.first);
    let is_pair = |runs: &[Run]| runs.windows(2).any(|two| !are_alike(facts, container(&two[0]), container(&two[1])));
    if !list.records().all(is_pair) {
        return chosen;
    }
    // the parts of a record stand in the order of the page
    let is_part = |part: &[Run], whole: &[Run]| {
        let mut rest = whole.iter();
        part.len() < whole.len() && part.iter().all(|run| rest.any(|other| other == run))
    };
    let parts = (0..candidates.len()).filter(|&i| {
        candidates[i].len() == list.len()
            && candidates[i].records().zip(list.records()).all(|(part, whole)| is_part(part, whole))
    });
    parts.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a))).unwrap_or(chosen)
}

/// Whether two elements have one path and one set of classes. The rows of a table are told apart by classes that say
/// what they hold, and belong together all the same.
fn are_alike(facts: &PageFacts<'_>, one: Option<TreeId>, other: Option<TreeId>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) if facts.page.tag(one) == Tag::TR => facts.paths[one] == facts.paths[other],
        (Some(one), Some(other)) => facts.signatures[one] == facts.signatures[other],
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Page, PageOptions, RecordsOptions};

    const LAMPS: [&str; 6] = ["Lantern", "Pendant", "Torch", "Candle", "Spot", "Reading lamp"];

    /// The records of each list, and the elements of its first record.
    fn sizes(html: &str) -> Vec<(usize, usize)> {
        let page = Page::parse(html.as_bytes(), &PageOptions::default()).unwrap();
        let found = page.records(&RecordsOptions::new().all_regions(true));
        found.regions.iter().map(|region| (region.records.len(), region.records[0].nodes.len())).collect()
    }

    #[test]
    fn two_lists_of_equal_length_are_not_one_of_pairs() {
        let card = |name: &str| format!("<div><a href='/{name}'><h3>{name}</h3></a><p>By hand.</p><b>$1.50</b></div>");
        let row = |name: &str| format!("<div><i>Maker of the {name}</i><u>{}</u></div>", name.len());
        let (cards, rows) = (LAMPS.map(card).concat(), LAMPS.map(row).concat());
        for html in [
            format!("<h1>Lamps</h1><main>{cards}</main><div>{rows}</div>"),
            format!("<h1>Lamps</h1><div class=cards>{cards}</div><div class=makers>{rows}</div>"),
        ] {
            assert_eq!(sizes(&html), [(6, 1), (6, 1)], "{html}");
        }
    }

    #[test]
    fn names_and_prices_in_rows_of_a_table_stay_together() {
        for (names, prices) in [("<tr>", "<tr>"), ("<tr class=names>", "<tr class=prices>")] {
            let cells =
                |three: &[&str], cell: &dyn Fn(&str) -> String| three.iter().map(|name| cell(name)).collect::<String>();
            let rows = |three: &[&str]| {
                let name = cells(three, &|name| format!("<td><img src='/{name}.jpg'><a href='/{name}'>{name}</a>"));
                let price = cells(three, &|name| format!("<td><b>${}.50</b><p>Made by hand in our shop", name.len()));
                format!("{names}{name}</tr>{prices}{price}</tr>")
            };
            let html = format!("<h1>Lamps</h1><table>{}{}</table>", rows(&LAMPS[..3]), rows(&LAMPS[3..]));
            assert_eq!(sizes(&html)[0], (6, 2), "{html}");
        }
    }

    #[test]
    fn lists_of_one_kind_stay_together() {
        let names = LAMPS.map(|name| format!("<li><a href='/{name}'>{name}</a>")).concat();
        let prices = LAMPS.map(|name| format!("<li><b>${}.50</b>", name.len())).concat();
        assert_eq!(sizes(&format!("<h1>Lamps</h1><ul>{names}</ul><ul>{prices}</ul>"))[0], (6, 2));
    }
}
