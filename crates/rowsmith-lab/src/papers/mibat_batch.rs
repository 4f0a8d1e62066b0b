//! MiBAT's table 4: online and batch mode on the threads of forums.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::PostsOptions;
use rowsmith::posts::{Method, Options};
use rowsmith::wrapper::{LearnOptions, Wrapper};

use crate::eval::asked::{parsable, parsed};

use crate::eval::posts_pages::{PostsGold, PostsPage, posts_pages, words};
use crate::eval::report::{Report, Table, f1, percent, share};
use crate::eval::truth::Quality;
use crate::train::posts::posts_models;

/// A body is that of a post if it has at least this token F1, as in the scorer.
const LEAST_F1: f64 = 0.8;

/// Matches bodies with the texts of posts, one to one, best pairs first.
fn matched(bodies: &[Vec<String>], golds: &[Vec<String>]) -> usize {
    let bag = |words: &Vec<String>| {
        let mut bag: HashMap<String, usize> = HashMap::new();
        words.iter().for_each(|w| *bag.entry(w.clone()).or_default() += 1);
        bag
    };
    let (bodies, golds): (Vec<_>, Vec<_>) = (bodies.iter().map(bag).collect(), golds.iter().map(bag).collect());
    let size = |bag: &HashMap<String, usize>| bag.values().sum::<usize>();
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (i, a) in bodies.iter().enumerate() {
        for (j, b) in golds.iter().enumerate() {
            let both: usize = a.iter().map(|(word, &n)| n.min(b.get(word).copied().unwrap_or(0))).sum();
            let score = share(2 * both, size(a) + size(b));
            if score >= LEAST_F1 {
                pairs.push((score, i, j));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut used, mut found) = (vec![false; bodies.len()], vec![false; golds.len()]);
    for (_, i, j) in pairs {
        if !used[i] && !found[j] {
            (used[i], found[j]) = (true, true);
        }
    }
    found.iter().filter(|&&f| f).count()
}

fn quality(page: &PostsPage, all: &[PostsPage], options: Options, batch: bool) -> Quality {
    let PostsGold::Texts(texts) = &page.gold else { return Quality::default() };
    let golds: Vec<Vec<String>> = texts.iter().map(|t| words(t)).filter(|w| !w.is_empty()).collect();
    let mut wanted = PostsOptions::new().search(options);
    if batch {
        let others = all.iter().filter(|p| p.set == page.set && p.host == page.host && p.key != page.key);
        let others: Vec<&[u8]> = others.map(|p| p.html.as_slice()).collect();
        let learning = LearnOptions::new().posts(wanted.search.clone());
        let forum = Wrapper::learn_posts(&parsable(&others), &learning).wrapper;
        wanted.template = (!forum.templates.is_empty()).then(|| Arc::new(forum));
    }
    let posts = parsed(&page.html, &page.key).map(|page| page.posts(&wanted).posts).unwrap_or_default();
    let bodies: Vec<Vec<String>> = posts.iter().map(|p| words(&p.body)).filter(|w| !w.is_empty()).collect();
    Quality { hits: matched(&bodies, &golds), predicted: bodies.len(), gold: golds.len() }
}

/// Table 4.
pub fn table_4() -> Result<Report, String> {
    let pages = posts_pages()?;
    let models = posts_models(&pages)?;
    let threads: Vec<&PostsPage> = pages.iter().filter(|p| p.set == "threads").collect();
    let mut report = Report::new(format!(
        "{} pages of `threads`. A post is right when its body has a token F1 of {LEAST_F1} \
         with a golden one; bodies of MiBAT's posts are told from the rest by our fields. In batch mode a page is read by \
         a template learnt on the other pages of its forum (the paper: 20 pages, none of them left out). Yang et al. is \
         not repeated: it learns from labelled pages. Ours is cross-validated by site.",
        threads.len()
    ));
    let mibat = || Options::new().method(Method::Mibat);
    let run = |kept: &(dyn Fn(&Quality) -> bool + Sync), ours: bool, batch: bool| -> (f64, f64) {
        let found: Vec<Quality> = threads
            .par_iter()
            .map(|page| {
                let learnt = || Options::new().with_model(models[page.fold].clone());
                quality(page, &pages, if ours { learnt() } else { mibat() }, batch)
            })
            .filter(|q| kept(q))
            .collect();
        let sum = super::mibat_posts::pooled(&found);
        (share(sum.hits, sum.predicted), share(sum.hits, sum.gold))
    };
    let several = |q: &Quality| q.gold >= 2;
    let rows = [
        ("Yang et al.: SP", None, "93.2 % / 65.6 %"),
        ("Yang et al.: SP+SL", None, "93.7 % / 69.5 %"),
        ("Yang et al.: SP+SL+MP", None, "99.6 % / 94.1 %"),
        ("MiBAT, ≥ 2 posts", Some(run(&several, false, false)), "99.3 % / 99.2 %"),
        ("MiBAT, all pages", Some(run(&|_| true, false, false)), "95.6 % / 98.1 %"),
        ("MiBAT+MP, all pages", Some(run(&|_| true, false, true)), "99.7 % / 98.5 %"),
        ("Rowsmith, ≥ 2 posts", Some(run(&several, true, false)), "–"),
        ("Rowsmith, all pages", Some(run(&|_| true, true, false)), "–"),
        ("Rowsmith by templates, all pages", Some(run(&|_| true, true, true)), "–"),
    ];
    let mut table = Table::new("", "model | precision | recall | F1 | the paper's precision / recall");
    for (name, figures, paper) in &rows {
        let shown = figures.map_or(["–".to_owned(), "–".to_owned(), "–".to_owned()], |(p, r)| {
            [percent(p), percent(r), percent(f1(p, r))]
        });
        table.row(std::iter::once((*name).to_owned()).chain(shown).chain([(*paper).to_owned()]));
    }
    report.tables.push(table);
    let others = |page: &&&PostsPage| threads.iter().filter(|p| p.host == page.host && p.key != page.key).count();
    let with = |least: usize, most: usize| threads.iter().filter(|p| (least..=most).contains(&others(p))).count();
    let single = |page: &&&PostsPage| matches!(&page.gold, PostsGold::Texts(texts) if texts.len() == 1);
    let why = format!(
        "Of the {} pages {} have no other page of their host to learn from, {} have one and {} have more (the paper: 20); {} hold \
         a single post, which batch mode alone can find.",
        threads.len(),
        with(0, 0),
        with(1, 1),
        with(2, usize::MAX),
        threads.iter().filter(single).count()
    );
    let score = |at: usize| rows[at].1.map_or(0.0, |(p, r)| f1(p, r));
    report.claim(
        score(5) > score(4),
        &format!(
            "batch mode is better than pages one by one, MiBAT (F1 {} to {})",
            percent(score(5)),
            percent(score(4))
        ),
        &why,
    );
    report.claim(
        score(8) > score(7),
        &format!(
            "batch mode is better than pages one by one, ours (F1 {} to {})",
            percent(score(8)),
            percent(score(7))
        ),
        &why,
    );
    report.ours("F1 of pages one by one", score(7), score(4));
    report.ours("F1 by templates", score(8), score(5));
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_match_one_to_one() {
        let of = |texts: &[&str]| -> Vec<Vec<String>> { texts.iter().map(|t| words(t)).collect() };
        assert_eq!(matched(&of(&["a b c d e", "a b c d e"]), &of(&["a b c d e"])), 1);
        assert_eq!(matched(&of(&["a b c d", "x y"]), &of(&["a b c d e", "x z w"])), 1);
    }
}
