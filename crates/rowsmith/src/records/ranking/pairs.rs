//! Lists whose records are pairs of two lists that have nothing to do with each other, but are of equal length.

use crate::records::facts::PageFacts;
use crate::records::record::Candidate;
use crate::tree::Run;

/// If each record of the chosen list consists of parts in different places of the page (a card, and the row of a table
/// further down), the list of one of these parts on the shortlist that has the highest score; else the chosen list.
/// Parts below one parent, such as two rows of a table, stay together. `candidates` and `scores` are those of the
/// shortlist; a position there. Takes time linear in the shortlist's runs.
pub fn unpaired(facts: &PageFacts<'_>, candidates: &[&Candidate], scores: &[f64], chosen: usize) -> usize {
    let list = candidates[chosen];
    let parent = |run: &Run| facts.page.tree.parent(run.first);
    let is_pair = |runs: &[Run]| runs.windows(2).any(|two| parent(&two[0]) != parent(&two[1]));
    if !list.records().all(is_pair) {
        return chosen;
    }
    let is_part = |part: &[Run], whole: &[Run]| part.len() < whole.len() && part.iter().all(|run| whole.contains(run));
    let parts = (0..candidates.len()).filter(|&i| {
        candidates[i].len() == list.len()
            && candidates[i].records().zip(list.records()).all(|(part, whole)| is_part(part, whole))
    });
    parts.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a))).unwrap_or(chosen)
}

#[cfg(test)]
mod tests {
    use crate::{Page, PageOptions, RecordsOptions};

    #[test]
    fn two_lists_of_equal_length_are_not_one_of_pairs() {
        let card = |name: &str| {
            format!("<div class=card><a href='/{name}'><h3>{name}</h3></a><p>By hand.</p><b>$1.50</b></div>")
        };
        let row = |town: &str| format!("<div class=line><i>{town}</i><u>4</u></div>");
        let cards: String = ["Lantern", "Pendant", "Torch", "Candle", "Spot"].map(card).concat();
        let rows: String = ["Leeds", "Porto", "Ghent", "Graz", "Turku"].map(row).concat();
        let html = format!("<h1>Lamps</h1><main>{cards}</main><div class=shops>{rows}</div>");
        let page = Page::parse(html.as_bytes(), &PageOptions::default()).unwrap();
        let found = page.records(&RecordsOptions::new().all_regions(true));
        let sizes: Vec<(usize, usize)> =
            found.regions.iter().map(|region| (region.records.len(), region.records[0].nodes.len())).collect();
        assert_eq!(sizes, [(5, 1), (5, 1)]);
        assert!(format!("{:?}", found.regions[0].records[0]).contains("Lantern"));
    }
}
