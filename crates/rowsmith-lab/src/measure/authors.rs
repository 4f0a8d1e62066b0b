//! Authors, cross-validated by site.

use std::io::Write;

use super::message;
use crate::train::article::author_choices;

/// Prints the share of right authors by models that did not see the page's site; with `failures` also the wrong ones.
///
/// # Errors
/// If the evaluation data is missing.
pub fn cross_validate(out: &mut dyn Write, failures: bool) -> Result<(), String> {
    let all = author_choices()?;
    for set in ["text", "news"] {
        let (mut right, mut possible, mut named, mut invented, mut nameless) = (0, 0, 0, 0, 0);
        for page in all.iter().filter(|p| p.set == set) {
            let Some(gold) = &page.gold else {
                nameless += 1;
                invented += usize::from(!page.is_right);
                continue;
            };
            named += 1;
            right += usize::from(page.is_right);
            possible += usize::from(page.is_possible);
            if failures && !page.is_right {
                let missing = if page.is_possible { "" } else { " (no candidate)" };
                writeln!(out, "{} {gold:?}{missing}: {:?}", page.key, page.chosen).map_err(message)?;
            }
        }
        let share = |n: usize, of: usize| n as f64 / of.max(1) as f64;
        writeln!(
            out,
            "{set}: {:.4} of {named} authors right, candidates hold {:.4}; named where the annotation names nobody: \
             {invented} of {nameless}",
            share(right, named),
            share(possible, named)
        )
        .map_err(message)?;
    }
    let candidates: usize = all.iter().map(|p| p.candidates).sum();
    writeln!(out, "{:.1} candidates a page", candidates as f64 / all.len().max(1) as f64).map_err(message)
}
