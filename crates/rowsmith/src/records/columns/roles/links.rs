//! The link of a record is the link that its title stands in.

use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::{Judged, logit, probability};
use crate::tree::PageTree;
use crate::types::{ColumnKind, Role};

/// How much more likely, in logits, a link is the record's where a sure title stands in it.
const WITH_TITLE: f64 = 2.0;
/// How much less likely where the title stands in another.
const WITHOUT_TITLE: f64 = 1.5;
/// Items of a column that are looked at.
const LOOKED_AT: usize = 60;

/// Judges links again by where the likeliest title stands.
pub(crate) fn judge_links(page: &PageTree, columns: &[ColumnDraft], judged: &mut Judged) {
    let best = judged.likeliest(Role::Title).filter(|&c| columns[c].kind == ColumnKind::Text);
    let Some(best) = best else { return };
    let sure = judged.roles[best][Role::Title.index()];
    if judged.roles[best].iter().any(|&p| p > sure) {
        return; // a name of somebody, rather
    }
    let links: Vec<(usize, f64)> = (0..columns.len())
        .filter(|&c| columns[c].kind == ColumnKind::Link)
        .map(|c| (c, share_inside(page, &columns[best], &columns[c])))
        .collect();
    let any = links.iter().any(|&(_, share)| share > 0.5);
    for (c, share) in links {
        let more = if share > 0.5 {
            WITH_TITLE * share
        } else if any {
            -WITHOUT_TITLE
        } else {
            0.0
        };
        let known = &mut judged.roles[c][Role::Url.index()];
        *known = probability(logit(*known) + more * sure);
    }
}

/// The share of a column's items that lie in the other's of the same record.
pub(crate) fn share_inside(page: &PageTree, inner: &ColumnDraft, outer: &ColumnDraft) -> f64 {
    let (mut all, mut inside) = (0u32, 0u32);
    for (a, b) in inner.items.iter().zip(&outer.items).take(LOOKED_AT) {
        let Some((a, _)) = a else { continue };
        all += 1;
        inside += u32::from(b.as_ref().is_some_and(|(b, _)| page.tree.contains(*b, *a)));
    }
    f64::from(inside) / f64::from(all.max(1))
}
