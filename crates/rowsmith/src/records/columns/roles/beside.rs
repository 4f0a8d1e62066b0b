//! What a column is likely to be beside what the others are: of two dates the one that no other role claims, the link
//! that the title stands in, the name that is the brand because another is the title.

use std::sync::OnceLock;

use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::{Judged, logit};
use crate::records::columns::roles::links::share_inside;
use crate::records::columns::roles::own::OWN;
use crate::tree::PageTree;
use crate::types::Role;

/// Roles that nearly every table has, and that others stand around.
pub(crate) const LANDMARKS: [Role; 7] =
    [Role::Title, Role::Url, Role::Image, Role::Price, Role::Date, Role::Author, Role::Text];

/// The features of a column beside each landmark.
const OF_LANDMARK: [&str; 4] = ["rival", "place", "inside", "holds"];

/// Features of the column itself that are looked at again.
const AGAIN: [&str; 8] = ["fill", "distinct", "length", "words", "heading", "in_link", "depth", "composite"];

/// The features of a column for the role in question.
const FOR_ROLE: [&str; 6] = ["logit", "rank", "rival", "before rival", "other role", "before other role"];

/// The farthest place, in columns, that is distinguished; columns beyond count as if they stood there.
const FAR: f32 = 20.0;
/// A role that no column can have.
const IMPOSSIBLE: f64 = -20.0;
/// A column that is so much less likely to have a role, as a logit, does not have it, whatever the others are.
const RULED_OUT: f64 = -7.0;

/// The names of the features, in their order.
pub fn beside_feature_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let for_role = FOR_ROLE.iter().map(|name| format!("beside:{name}"));
        for_role.chain(Beside::common_names()).collect()
    })
}

/// The best logit of a role in all columns, or of a column for all roles, and the best of the others.
struct Best {
    /// The column, or the role.
    at: usize,
    first: f64,
    second: f64,
}

/// The likeliest role of a column, as logits.
pub(crate) struct LikeliestRole {
    /// Of that role.
    pub(crate) first: f64,
    /// Of the next.
    pub(crate) second: f64,
    /// How much likelier it is than the best of the other columns.
    pub(crate) before_rival: f64,
}

/// The columns of a table as they were judged alone.
pub struct Beside<'a> {
    columns: &'a [ColumnDraft],
    /// Per column the logit of each role.
    logits: Vec<Vec<f64>>,
    /// Per role of [`Role::ALL`] its likeliest column.
    best: Vec<Best>,
    /// Per role of [`Role::ALL`] the logits of all columns, in descending order.
    ranked: Vec<Vec<f64>>,
    /// Per column its likeliest role.
    likeliest: Vec<Best>,
    /// Per column the features that do not depend on the role in question.
    common: Vec<Vec<f32>>,
}

impl<'a> Beside<'a> {
    /// Looks at the columns with their [features](super::features::column_features) and first judgement. Linear in the
    /// columns; some sixty of each one's items are compared with those of the landmarks.
    pub fn new(page: &PageTree, columns: &'a [ColumnDraft], rows: &[Vec<f32>], judged: &Judged) -> Self {
        let logits: Vec<Vec<f64>> =
            judged.roles.iter().map(|of| of.iter().map(|&p| logit(p).max(IMPOSSIBLE)).collect()).collect();
        let of_role = |role: usize| logits.iter().map(move |of| of[role]);
        let best: Vec<Best> = (0..Role::ALL.len()).map(|role| best_of(of_role(role))).collect();
        let descending = |role: usize| {
            let mut ranked: Vec<f64> = of_role(role).collect();
            ranked.sort_unstable_by(|a, b| b.total_cmp(a));
            ranked
        };
        let ranked = (0..Role::ALL.len()).map(descending).collect();
        let likeliest = logits.iter().map(|of| best_of(of.iter().copied())).collect();
        let common = (0..columns.len()).map(|c| common(page, columns, &rows[c], &logits, &best, c)).collect();
        Beside { columns, logits, best, ranked, likeliest, common }
    }

    /// The names of the features of a column that do not depend on the role in question, in order.
    pub(crate) fn common_names() -> impl Iterator<Item = String> {
        let roles = Role::ALL.iter().map(|role| format!("beside:is {}", role.name()));
        let landmarks =
            LANDMARKS.iter().flat_map(|role| OF_LANDMARK.iter().map(move |of| format!("beside:{} {of}", role.name())));
        let again = AGAIN.iter().map(|name| format!("beside:{name}"));
        roles.chain(landmarks).chain(again)
    }

    /// The features of a column that do not depend on the role in question.
    pub(crate) fn common(&self, column: usize) -> &[f32] {
        &self.common[column]
    }

    /// The likeliest column of a role.
    pub(crate) fn likeliest_column(&self, role: Role) -> usize {
        self.best[role.index()].at
    }

    /// The likeliest role of a column.
    pub(crate) fn likeliest_role(&self, column: usize) -> LikeliestRole {
        let Best { at, first, second } = self.likeliest[column];
        LikeliestRole { first, second, before_rival: first - self.best[at].beside(column) }
    }

    /// The columns that may have a role.
    pub fn open(&self, role: Role) -> Vec<usize> {
        (0..self.columns.len())
            .filter(|&c| self.columns[c].kind == role.kind() && self.logit(c, role) > RULED_OUT)
            .collect()
    }

    /// How likely a column was alone, as a logit.
    pub fn logit(&self, column: usize, role: Role) -> f64 {
        self.logits[column][role.index()]
    }

    /// The features of a column for a role.
    pub fn features(&self, column: usize, role: Role) -> Vec<f32> {
        let own = self.logit(column, role);
        let better = self.ranked[role.index()].partition_point(|&logit| logit > own);
        let rival = self.best[role.index()].beside(column);
        let other = self.likeliest[column].beside(role.index());
        let for_role = [own, better as f64, rival, own - rival, other, own - other];
        for_role.iter().map(|&v| v as f32).chain(self.common[column].iter().copied()).collect()
    }
}

impl Best {
    /// The best logit of another one.
    fn beside(&self, at: usize) -> f64 {
        if self.at == at { self.second } else { self.first }
    }
}

fn best_of(logits: impl Iterator<Item = f64>) -> Best {
    let mut best = Best { at: 0, first: IMPOSSIBLE, second: IMPOSSIBLE };
    for (at, logit) in logits.enumerate() {
        if logit > best.first {
            best = Best { at, first: logit, second: best.first };
        } else {
            best.second = best.second.max(logit);
        }
    }
    best
}

fn common(
    page: &PageTree,
    columns: &[ColumnDraft],
    row: &[f32],
    logits: &[Vec<f64>],
    best: &[Best],
    column: usize,
) -> Vec<f32> {
    static AGAIN_AT: OnceLock<Vec<usize>> = OnceLock::new();
    let again = AGAIN_AT.get_or_init(|| AGAIN.iter().filter_map(|name| OWN.iter().position(|n| n == name)).collect());
    let mut out: Vec<f32> = logits[column].iter().map(|&l| l as f32).collect();
    for role in LANDMARKS {
        let of = &best[role.index()];
        let (own, landmark) = (&columns[column], &columns[of.at]);
        let place = (column as f32 - of.at as f32).clamp(-FAR, FAR);
        let (inside, holds) = match of.at == column {
            true => (1.0, 1.0),
            false => (share_inside(page, own, landmark), share_inside(page, landmark, own)),
        };
        out.extend([of.beside(column) as f32, place, inside as f32, holds as f32]);
    }
    out.extend(again.iter().map(|&at| row[at]));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rival_of_the_best_is_the_second() {
        let best = best_of([-3.0, 2.0, 1.0].into_iter());
        assert_eq!((best.at, best.beside(1), best.beside(2)), (1, 1.0, 2.0));
    }

    #[test]
    fn what_is_looked_at_again_is_a_feature() {
        assert!(AGAIN.iter().all(|name| OWN.contains(name)));
    }
}
