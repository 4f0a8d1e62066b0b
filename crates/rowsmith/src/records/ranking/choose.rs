//! The page's main list: candidates ranked by the trained model, and the confidence in the choice.

use rustc_hash::FxHashSet;

use crate::dom::Tag;
use crate::records::facts::PageFacts;
use crate::records::facts::searched::is_unspaced;
use crate::records::facts::sums::Sums;
use crate::records::fragment;
use crate::records::options::Ranked;
use crate::records::ranking::features::{FEATURES, features};
use crate::records::ranking::measure::{Measurer, Measures};
use crate::records::ranking::model::Model;
use crate::records::ranking::pairs::unpaired;
use crate::records::ranking::relations::relations;
use crate::records::ranking::results::{Results, results_beside};
use crate::records::record::Candidate;
use crate::records::visual::Sight;
use crate::tree::{PageTree, Run, Similarities, TreeId};

/// How many candidates the second ranker looks at.
pub const SHORTLIST: usize = 40;

/// A page's candidates with their measures and features.
pub struct Measured {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// Their measures.
    pub measures: Vec<Measures>,
    /// Their own features.
    pub rows: Vec<Vec<f32>>,
}

/// Measures all candidates.
pub fn measure_all<'a>(facts: &'a PageFacts<'a>, candidates: Vec<Candidate>, sims: &mut Similarities<'a>) -> Measured {
    let mut measurer = Measurer::new(facts, sims);
    let measures: Vec<Measures> = candidates.iter().map(|c| measurer.measure(c)).collect();
    let rows = candidates.iter().zip(&measures).map(|(c, m)| features(m, c.generator)).collect();
    Measured { candidates, measures, rows }
}

/// The likeliest candidates of a page by a first ranker, best first.
pub struct Shortlist {
    /// Their indices among all candidates.
    pub order: Vec<usize>,
    /// For the second ranker: their own features, relations to the others of the list, and first score.
    pub rows: Vec<Vec<f32>>,
}

/// The likeliest candidates by the first scores.
pub fn shortlist(facts: &PageFacts<'_>, measured: &Measured, scores: &[f64], size: usize) -> Shortlist {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    order.truncate(size);
    let candidates: Vec<&Candidate> = order.iter().map(|&i| &measured.candidates[i]).collect();
    let measures: Vec<&Measures> = order.iter().map(|&i| &measured.measures[i]).collect();
    let related = relations(facts, &candidates, &measures);
    let rows = order
        .iter()
        .zip(related)
        .map(|(&i, related)| measured.rows[i].iter().copied().chain(related).chain([scores[i] as f32]).collect());
    let rows = rows.collect();
    Shortlist { order, rows }
}

/// The features for the confidence: the chosen candidate's own, its lead over the others, and what else the page holds.
/// `order` is the shortlist, `rows` and `scores` are its features and scores, and `best` is the position of the chosen
/// candidate.
pub fn confidence_row(
    facts: &PageFacts<'_>,
    measured: &Measured,
    order: &[usize],
    rows: &[Vec<f32>],
    scores: &[f64],
    best: usize,
) -> Vec<f32> {
    let chosen = &measured.candidates[order[best]];
    let m = &measured.measures[order[best]];
    let log = |x: f64| (1.0 + x.max(0.0)).ln() as f32;
    let mut out: Vec<f32> = rows[best][..FEATURES.len()].to_vec();
    let lead = Lead::new(facts, measured, order, scores, best);
    out.extend([scores[best] as f32, lead.mass, lead.mass_alike, lead.ahead]);
    out.push(log(facts.terminals.len() as f64));
    out.push(log(f64::from(facts.words.total()) - m.words));
    out.push(log(f64::from(facts.long_texts.total()) - m.with[6] * m.n));
    out.push(log(f64::from(facts.links.total()) - m.links));
    out.push(log(measured.candidates.len() as f64));
    out.push(f32::from(u8::from(facts.first_h1.is_some())));
    let [before, inside, prose] = m.prose;
    out.push(((prose - inside) / f64::from(facts.words.total()).max(1.0)) as f32);
    out.push(log(prose - inside));
    out.push(log(before));
    out.push(log(m.body_chars[1] - m.body_chars[0]));
    let holds_body = chosen.runs.iter().map(|&r| facts.body_chars.of(r)).max().unwrap_or(0);
    out.push(log(f64::from(holds_body)));
    out.extend(facts.declared.types.map(|declared| f32::from(u8::from(declared))));
    out
}

/// The least confidence there is that results which mention what was searched for are the page's list.
const OF_RESULTS: f64 = 0.3;
/// The most confidence there is that a menu is the page's list.
const OF_MENU: f64 = 0.1;
/// The most records of a menu. An index of names (brands, letters, places) has more.
const MENU_RECORDS: usize = 20;
/// The most words of each record of a menu.
const MENU_WORDS: u32 = 4;
/// The most characters of scripts that have no spaces between words.
const MENU_CHARACTERS: usize = 8;

/// The fewest characters beside the links of an entry that are a text; a mark or a small count is shorter.
const BESIDE_LINK: u32 = 5;

/// The confidence that a chosen candidate is the page's list, by the features in [`confidence_row`]. A few entries of a
/// few words are a menu, wherever they stand, and get hardly any; results that mention what was searched for get some.
pub fn confidence(facts: &PageFacts<'_>, model: &Model, chosen: &Candidate, row: &[f32]) -> f64 {
    let learnt = 1.0 / (1.0 + (-model.confidence.score(row)).exp());
    if is_menu(facts, chosen) {
        learnt.min(OF_MENU)
    } else if learnt < OF_RESULTS && Results::of(facts).is_some_and(|results| results.is_of_results(chosen)) {
        OF_RESULTS
    } else {
        learnt
    }
}

/// Whether a list is a few entries of a few words each, links among them, most without text beside the link, all without an
/// image, a price or a date. Rows of a table do not count as a menu, however short.
fn is_menu(facts: &PageFacts<'_>, list: &Candidate) -> bool {
    let sum = |record: &[Run], of: &Sums| record.iter().map(|&run| of.of(run)).sum::<u32>();
    let texts = |record: &[Run]| -> usize {
        let terminals = record.iter().flat_map(|&run| &facts.terminals[facts.terminal_range(run)]);
        let texts = terminals.filter(|&&id| facts.page.is_text(id));
        texts.map(|&id| fragment(facts.document, facts.page, id).chars().filter(|&c| is_unspaced(c)).count()).sum()
    };
    let says_more = |record: &[Run]| {
        sum(record, &facts.words) > MENU_WORDS
            || texts(record) > MENU_CHARACTERS
            || record.iter().any(|run| facts.page.tag(run.first) == Tag::TR)
            || [&facts.images, &facts.prices, &facts.dates].iter().any(|of| sum(record, of) > 0)
    };
    let explains = |record: &&[Run]| {
        sum(record, &facts.links) > 0 && sum(record, &facts.chars) >= sum(record, &facts.link_chars) + BESIDE_LINK
    };
    list.len() <= MENU_RECORDS
        && list.runs.iter().any(|&run| facts.links.of(run) > 0)
        && !list.records().any(says_more)
        && list.records().filter(explains).count() * 2 <= list.len()
}

/// How the chosen candidate compares with the others.
struct Lead {
    /// Its share in the softmax of the scores.
    mass: f32,
    /// The total share of all candidates that cover the same place.
    mass_alike: f32,
    /// How far its score is ahead of those that do not, at most 10.
    ahead: f32,
}

impl Lead {
    fn new(facts: &PageFacts<'_>, measured: &Measured, order: &[usize], scores: &[f64], best: usize) -> Lead {
        let span = |i: usize| {
            let runs = &measured.candidates[order[i]].runs;
            (facts.terminal_range(runs[0]).start, facts.terminal_range(runs[runs.len() - 1]).end)
        };
        let top = scores.iter().copied().fold(f64::MIN, f64::max);
        let (from, to) = span(best);
        let (mut sum, mut alike, mut rival) = (0.0, 0.0, top - 10.0);
        for (i, score) in scores.iter().enumerate() {
            let (start, end) = span(i);
            let common = end.min(to).saturating_sub(start.max(from));
            sum += (score - top).exp();
            if common * 2 >= (end - start).min(to - from) {
                alike += (score - top).exp();
            } else {
                rival = score.max(rival);
            }
        }
        let own = (scores[best] - top).exp();
        Lead {
            mass: (own / sum) as f32,
            mass_alike: (alike / sum) as f32,
            ahead: (scores[best] - rival).clamp(-10.0, 10.0) as f32,
        }
    }
}

/// If the chosen list is a later copy of another one on the shortlist (for example for another screen width), that
/// other list.
///
/// A copy has as many records, nearly all of their first links in the same order, and nearly as much content. A bare
/// index of the same links is not a copy.
pub fn first_copy(facts: &PageFacts<'_>, candidates: &[&Candidate], chosen: usize) -> usize {
    let links = |i: usize| -> Vec<Option<u64>> { candidates[i].records().map(|runs| facts.first_link(runs)).collect() };
    let mine = links(chosen);
    if mine.len() < 3 || mine.iter().flatten().count() * 10 < mine.len() * 8 {
        return chosen;
    }
    let copies = (0..candidates.len()).filter(|&i| {
        let end = candidates[i].runs[candidates[i].runs.len() - 1].end;
        if end > candidates[chosen].runs[0].first || candidates[i].len() != mine.len() {
            return false;
        }
        let held = |c: &Candidate| c.runs.iter().map(|&r| facts.terminal_range(r).len()).sum::<usize>();
        if held(candidates[i]) * 10 < held(candidates[chosen]) * 6 {
            return false;
        }
        let same = links(i).iter().zip(&mine).filter(|(a, b)| a.is_some() && a == b).count();
        same * 10 >= mine.len() * 8
    });
    copies.min_by_key(|&i| candidates[i].runs[0].first).map_or(chosen, |earliest| {
        // among the candidates that cover the earliest copy, the one that the ranker likes best comes first
        let start = facts.terminal_range(candidates[earliest].runs[0]).start;
        let same_place = |&i: &usize| {
            candidates[i].len() == mine.len()
                && facts.terminal_range(candidates[i].runs[0]).start.abs_diff(start) <= 2
                && candidates[i].runs[candidates[i].runs.len() - 1].end <= candidates[chosen].runs[0].first
        };
        (0..candidates.len()).find(same_place).unwrap_or(earliest)
    })
}

/// Further main lists in addition to the chosen one: candidates on the shortlist that share nothing with it or with
/// each other, whose records have the same tag path and are in the same sections of the page, and whose scores are at
/// most `behind` lower. A list is excluded as a copy if half of its first links occur in another. Returns positions in
/// the shortlist, best first.
pub fn further_lists(
    facts: &PageFacts<'_>,
    candidates: &[&Candidate],
    scores: &[f64],
    best: usize,
    behind: f64,
) -> Vec<usize> {
    let tree = &facts.page.tree;
    let span = |i: usize| {
        let runs = &candidates[i].runs;
        (runs[0].first, runs.iter().map(|r| r.end).max().unwrap_or(TreeId::ROOT))
    };
    // the tag path of the first record, not counting elements that contain nothing else, and the sections around it
    let kind = |i: usize| {
        let root = span(i).0;
        let held = facts.terminal_range(Run::subtree(tree, root));
        let alone = |&id: &TreeId| facts.terminal_range(Run::subtree(tree, id)) == held;
        let outermost = std::iter::successors(Some(root), |&id| tree.parent(id).filter(alone)).last().unwrap_or(root);
        (facts.paths[outermost], facts.sections[tree.parent(outermost).unwrap_or(TreeId::ROOT)])
    };
    let mut order: Vec<usize> =
        (0..scores.len()).filter(|&i| i != best && scores[i] >= scores[best] - behind).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let mut taken = vec![best];
    for i in order {
        let (from, to) = span(i);
        let apart = taken.iter().all(|&other| {
            let (start, end) = span(other);
            to <= start || end <= from
        });
        if apart && kind(i) == kind(best) && !is_copy(facts, candidates[i], taken.iter().map(|&t| candidates[t])) {
            taken.push(i);
        }
    }
    taken.split_off(1)
}

fn is_copy<'c>(facts: &PageFacts<'_>, list: &Candidate, others: impl Iterator<Item = &'c Candidate>) -> bool {
    let known: FxHashSet<u64> = others.flat_map(|other| other.records()).filter_map(|r| facts.first_link(r)).collect();
    list.records().filter_map(|r| facts.first_link(r)).filter(|link| known.contains(link)).count() * 2 >= list.len()
}

/// Ranks candidates by the model. The first one has the confidence that it is the page's list. Further main lists
/// ([`further_lists`], with `behind`) come next and are marked as main, too.
pub fn choose<'a>(
    facts: &'a PageFacts<'a>,
    candidates: Vec<Candidate>,
    sims: &mut Similarities<'a>,
    model: &Model,
    behind: f64,
    explain: bool,
) -> Vec<Ranked> {
    choose_seen(facts, candidates, sims, model, behind, explain, None)
}

/// Like [`choose`], using the layout of the page.
pub fn choose_seen<'a>(
    facts: &'a PageFacts<'a>,
    candidates: Vec<Candidate>,
    sims: &mut Similarities<'a>,
    model: &Model,
    behind: f64,
    explain: bool,
    sight: Option<&Sight<'_>>,
) -> Vec<Ranked> {
    let mut measured = measure_all(facts, candidates, sims);
    if measured.candidates.is_empty() {
        return Vec::new();
    }
    let first = model.first.scores(&measured.rows);
    let Shortlist { order, rows } = shortlist(facts, &measured, &first, SHORTLIST);
    let place = |i: usize| sight.map_or(0.0, |sight| sight.place_score(&measured.candidates[i]));
    let second: Vec<f64> =
        order.iter().zip(model.second.scores_of_all(&rows)).map(|(&i, s)| first[i] + s + place(i)).collect();
    let best = (0..order.len()).max_by(|&a, &b| second[a].total_cmp(&second[b]).then(b.cmp(&a))).unwrap_or(0);
    let short_candidates: Vec<&Candidate> = order.iter().map(|&i| &measured.candidates[i]).collect();
    let best = results_beside(facts, &short_candidates, &second, best);
    let best = unpaired(facts, &short_candidates, &second, best);
    let best = first_copy(facts, &short_candidates, best);
    let row = confidence_row(facts, &measured, &order, &rows, &second, best);
    let confidence = confidence(facts, model, &measured.candidates[order[best]], &row);
    let mut scores = first.clone();
    for (&i, &score) in order.iter().zip(&second) {
        scores[i] = score;
    }
    // the shortlist stays ahead of the rest, whatever the second ranker added
    let mut ranks: Vec<usize> = (0..scores.len()).collect();
    let mut short = vec![false; scores.len()];
    for &i in &order {
        short[i] = true;
    }
    ranks.sort_by(|&a, &b| short[b].cmp(&short[a]).then(scores[b].total_cmp(&scores[a])).then(a.cmp(&b)));
    let further = further_lists(facts, &short_candidates, &second, best, behind);
    let main: Vec<usize> = std::iter::once(best).chain(further).map(|at| order[at]).collect();
    let chosen = main[0];
    ranks.sort_by_key(|i| main.iter().position(|m| m == i).unwrap_or(main.len()));
    let means = if explain { mean_row(&measured.rows) } else { Vec::new() };
    let mut candidates: Vec<Option<Candidate>> = measured.candidates.drain(..).map(Some).collect();
    ranks
        .into_iter()
        .filter_map(|i| {
            let confidence = (i == chosen).then_some(confidence);
            let evidence = if explain { contributions(model, &measured.rows[i], &means) } else { Vec::new() };
            Some(Ranked {
                main: main.contains(&i),
                candidate: with_links(facts.page, candidates[i].take()?),
                score: scores[i],
                confidence,
                evidence,
            })
        })
        .collect()
}

/// How far up a link around a record is looked for.
const LINK_LEVELS: usize = 4;

/// The list whose records are the links around those of another, where each record is all that a link of its own holds: so the
/// record has its address.
fn with_links(page: &PageTree, list: Candidate) -> Candidate {
    if list.runs_per_record != 1 {
        return list;
    }
    let tree = &page.tree;
    let link = |run: &Run| {
        let held = tree.terminals_before[run.end] - tree.terminals_before[run.first];
        let around = std::iter::successors(tree.parent(run.first), |&id| tree.parent(id)).take(LINK_LEVELS);
        let alone = |&id: &TreeId| tree.terminals(id) == held as usize;
        around.take_while(alone).find(|&id| page.tag(id) == Tag::A).map(|id| Run::subtree(tree, id))
    };
    match list.runs.iter().map(link).collect::<Option<Vec<Run>>>() {
        Some(runs) => Candidate { runs, ..list },
        None => list,
    }
}

/// The features with the largest contributions, positive or negative, largest first.
fn contributions(model: &Model, row: &[f32], means: &[f64]) -> Vec<(&'static str, f64)> {
    let mut all: Vec<(&'static str, f64)> = FEATURES
        .iter()
        .zip(row.iter().zip(means))
        .zip(&model.first.linear.weights)
        .map(|(((name, _), (&x, mean)), weight)| (*name, weight * (f64::from(x) - mean)))
        .collect();
    all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    all.truncate(8);
    all
}

fn mean_row(rows: &[Vec<f32>]) -> Vec<f64> {
    let width = rows.first().map_or(0, Vec::len);
    let sum = |j: usize| rows.iter().map(|r| f64::from(r[j])).sum::<f64>();
    (0..width).map(|j| sum(j) / rows.len() as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::records::ranking::test_lists::with_lists;
    use crate::records::record::Generator;

    /// How many `ul`s of the page, as lists of their `li`s, are main lists in addition to the first.
    fn further(html: &str, scores: &[f64]) -> Vec<usize> {
        with_lists(html, |facts, lists| further_lists(facts, lists, scores, 0, 4.0))
    }

    #[test]
    fn a_few_entries_of_a_few_words_are_a_menu() {
        let is_menu_of = |item: &str, count: usize| {
            let html = format!("<ul>{}</ul>", item.repeat(count));
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let facts = PageFacts::new(&document, &page);
            let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
            is_menu(&facts, &Candidate::of_subtrees(&page.tree, &items, Generator::Region))
        };
        assert!(is_menu_of("<li><a href=1>Terms of use</a>", 20));
        assert!(!is_menu_of("<li><a href=1>Terms of use</a>", 21));
        assert!(!is_menu_of("<li><a href=1>What they say of us</a>", 5));
        assert!(is_menu_of("<li><a href=1>联系我们</a>", 5));
        assert!(!is_menu_of("<li><a href=1>新型灯具将于明年春季上市销售</a>", 5));
        assert!(is_menu_of("<li><a href=1>Cups</a> (12)", 5));
        assert!(!is_menu_of("<li><a href=1>Cups</a> of china", 5));
        // what has no links leads nowhere
        assert!(!is_menu_of("<li>Terms of use", 5));
        for more in ["<img src=a>", "$5.00", "<time>2026-01-02</time>"] {
            assert!(!is_menu_of(&format!("<li><a href=1>Cup</a> {more}"), 5), "{more}");
        }
    }

    #[test]
    fn results_get_some_confidence_and_menus_none() {
        let confidence_of = |page: &str| {
            let document = parse(page.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let facts = PageFacts::new(&document, &page);
            let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
            let list = Candidate::of_subtrees(&page.tree, &items, Generator::Region);
            let mut sims = Similarities::new(&page.tree, &facts.classes, u64::MAX);
            let measured = measure_all(&facts, vec![list], &mut sims);
            let row = confidence_row(&facts, &measured, &[0], &measured.rows, &[-20.0], 0);
            confidence(&facts, Model::built_in(), &measured.candidates[0], &row)
        };
        let searched = "<input name=q value=ants>";
        let results = "<p>Some words</p><ul><li>What is known of ants and of their ways<li>The ants that live below the \
                       stones of roads<li>A book of songs about ants and bees and spring</ul>";
        assert!(confidence_of(results) < OF_RESULTS);
        assert!((confidence_of(&format!("{searched}{results}")) - OF_RESULTS).abs() < 1e-9);
        let menu = "<ul><li><a href=1>Ants</a><li><a href=2>More ants</a><li><a href=3>All ants</a></ul>";
        assert!(confidence_of(&format!("{searched}{menu}")) <= OF_MENU);
    }

    #[test]
    fn lists_of_one_kind_are_main_lists_together() {
        let list = "<div><ul><li>a<li>b</ul></div>";
        assert_eq!(further(&format!("{list}{list}{list}"), &[5.0, 4.0, 0.0]), [1]);
        assert_eq!(further(&format!("{list}<aside>{list}</aside>{list}"), &[5.0, 4.5, 4.0]), [2]);
    }

    #[test]
    fn a_copy_is_no_further_list() {
        let list = "<div><ul><li><a href=1>a</a><li><a href=2>b</a></ul></div>";
        assert!(further(&format!("{list}{list}"), &[5.0, 5.0]).is_empty());
    }

    #[test]
    fn a_record_is_the_link_that_holds_it_alone() {
        let widened = |html: &str| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
            let list = with_links(&page, Candidate::of_subtrees(&page.tree, &items, Generator::Region));
            list.runs.iter().map(|run| page.tag(run.first) == Tag::A).collect::<Vec<_>>()
        };
        assert_eq!(widened("<ul><a href=1><div><li>a</div></a><a href=2><div><li>b</div></a></ul>"), [true, true]);
        assert_eq!(widened("<ul><a href=1><li>a</a><li>b</ul>"), [false, false]);
        assert_eq!(widened("<ul><a href=1><li>a<li>b</a></ul>"), [false, false]);
    }
}
