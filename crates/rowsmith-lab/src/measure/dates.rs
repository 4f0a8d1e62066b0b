//! Dates, cross-validated by site.

use std::io::Write;

use super::message;
use crate::train::article::{DateChoice, date_choices};

/// Prints the share of right dates by models that did not see the page's site; with `failures` also the wrong ones.
///
/// # Errors
/// If the evaluation data is missing.
pub fn cross_validate(out: &mut dyn Write, failures: bool) -> Result<(), String> {
    let all = date_choices()?;
    for set in ["text", "news"] {
        let of_set: Vec<&DateChoice> = all.iter().filter(|p| p.set == set).collect();
        let (dated, undated): (Vec<&DateChoice>, Vec<&DateChoice>) = of_set.into_iter().partition(|p| p.gold.is_some());
        for page in dated.iter().filter(|p| failures && p.chosen != p.gold) {
            let missing = if page.is_possible { "" } else { " (no candidate)" };
            writeln!(out, "{} {:?}{missing}: {:?}", page.key, page.gold, page.chosen).map_err(message)?;
        }
        let count = |wanted: &dyn Fn(&DateChoice) -> bool| dated.iter().filter(|p| wanted(p)).count();
        let share = |n: usize| n as f64 / dated.len().max(1) as f64;
        writeln!(
            out,
            "{set}: {:.4} of {} dates right ({:.4} if only days of publication are taken), {} wrong, {} missing, \
             candidates hold {:.4}; dated where the annotation has no date: {} of {}",
            share(count(&|p| p.chosen == p.gold)),
            dated.len(),
            share(count(&|p| p.published == p.gold)),
            count(&|p| p.chosen.is_some() && p.chosen != p.gold),
            count(&|p| p.chosen.is_none()),
            share(count(&|p| p.is_possible)),
            undated.iter().filter(|p| p.chosen.is_some()).count(),
            undated.len(),
        )
        .map_err(message)?;
    }
    let candidates: usize = all.iter().map(|p| p.candidates).sum();
    writeln!(out, "{:.1} candidates a page", candidates as f64 / all.len().max(1) as f64).map_err(message)
}
