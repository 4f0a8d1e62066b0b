//! What a title is, whatever its markup: records differ in it, and a column that the page calls "Title" is one.

use rustc_hash::FxHashMap;

use crate::recognize::ValueType;
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::Judged;
use crate::records::columns::roles::fitting::{LEAST_REPEATED, sample};
use crate::records::columns::roles::vocabulary::{TOPICS, Topics, topics_of_text};
use crate::types::{ColumnKind, Role};

/// The share of items that say the same in a column that is no title where another can be.
const MOST_REPEATED: f64 = 0.9;
/// The share of items that must differ, and of records that must have one, in a column that can be the title.
const LEAST_DIFFERENT: f64 = 0.7;
/// How probable a text and a date are at least in a table of posts.
const LEAST_TEXT_OF_POSTS: f64 = 0.8;
const LEAST_DATE_OF_POSTS: f64 = 0.4;
/// A column that is so probably something else is not taken for one that can be the title.
const LEAST_OF_OTHER: f64 = 0.5;
/// How probable the title is at least in a column that the page calls so. A name beside it is likelier: "Title" is also what
/// people do.
const CALLED_SO: f64 = 0.9;

/// Takes the title off a column that says one thing nearly everywhere, such as "More like this", where another column can be the title,
/// which becomes likelier; and makes it likely where the page's own label says so and nothing else.
pub(crate) fn judge_titles(columns: &[ColumnDraft], judged: &mut Judged) {
    let at = Role::Title.index();
    let counted: Vec<Option<Counted>> = columns.iter().map(Counted::new).collect();
    let is_text = |c: usize| columns[c].kind == ColumnKind::Text;
    let can_be = |c: usize| {
        is_text(c) && columns[c].value_type == ValueType::Text && counted[c].as_ref().is_some_and(Counted::differs)
    };
    let says_title = |label: &str| topics_of_text(label) == title();
    for c in (0..columns.len()).filter(|&c| can_be(c) && columns[c].label.as_deref().is_some_and(says_title)) {
        judged.roles[c][at] = judged.roles[c][at].max(CALLED_SO);
    }
    let Some(constant) = judged.likeliest(Role::Title).filter(|&c| is_text(c)) else { return };
    if !counted[constant].as_ref().is_some_and(Counted::is_constant) || is_thread(judged) {
        return;
    }
    let is_open = |c: usize| judged.roles[c].iter().enumerate().all(|(role, &p)| role == at || p < LEAST_OF_OTHER);
    let open = (0..columns.len()).filter(|&c| can_be(c) && is_open(c));
    let Some(other) = open.max_by(|&a, &b| judged.roles[a][at].total_cmp(&judged.roles[b][at]).then(b.cmp(&a))) else {
        return;
    };
    let before = std::mem::take(&mut judged.roles[constant][at]);
    judged.roles[other][at] = judged.roles[other][at].max(before / 2.0);
}

/// Whether records are likely posts, which have a text and a date each, and may all have the title of their thread.
fn is_thread(judged: &Judged) -> bool {
    let likeliest = |role: Role| judged.roles.iter().map(|roles| roles[role.index()]).fold(0.0, f64::max);
    likeliest(Role::Text) >= LEAST_TEXT_OF_POSTS && likeliest(Role::Date) >= LEAST_DATE_OF_POSTS
}

/// How the items of a column differ.
struct Counted {
    texts: usize,
    different: usize,
    /// How often the commonest comes.
    most: usize,
    filled: f64,
}

impl Counted {
    fn new(column: &ColumnDraft) -> Option<Counted> {
        let texts = sample(column);
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        texts.iter().for_each(|text| *counts.entry(text).or_default() += 1);
        let filled = column.items.iter().flatten().count() as f64 / column.items.len().max(1) as f64;
        let most = counts.values().copied().max()?;
        Some(Counted { texts: texts.len(), different: counts.len(), most, filled })
    }

    fn is_constant(&self) -> bool {
        self.most >= LEAST_REPEATED && self.most as f64 >= MOST_REPEATED * self.texts as f64
    }

    fn differs(&self) -> bool {
        self.filled >= LEAST_DIFFERENT && self.different as f64 >= LEAST_DIFFERENT * self.texts as f64
    }
}

fn title() -> Topics {
    TOPICS.iter().position(|topic| topic.name == Role::Title.topic()).map_or(0, |bit| 1 << bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::columns::roles::fitting::column_of;

    fn titles(columns: &[ColumnDraft], probabilities: &[f64]) -> Vec<f64> {
        let roles = |&p: &f64| {
            let mut roles = vec![0.0; Role::ALL.len()];
            roles[Role::Title.index()] = p;
            roles
        };
        let mut judged = Judged { roles: probabilities.iter().map(roles).collect(), ..Judged::default() };
        judge_titles(columns, &mut judged);
        judged.roles.iter().map(|roles| roles[Role::Title.index()]).collect()
    }

    #[test]
    fn what_all_records_say_is_no_title() {
        let (more, names) = (column_of(&["More like this"; 4]), column_of(&["Rope", "Glaciers", "Walls", "Ice"]));
        assert_eq!(titles(&[more.clone(), names], &[0.9, 0.2]), [0.0, 0.45]);
        // unless nothing else can be
        let numbers = column_of(&["4", "5", "8", "9"]);
        assert_eq!(titles(&[more, numbers], &[0.9, 0.2]), [0.9, 0.2]);
    }

    #[test]
    fn posts_may_all_have_the_title_of_their_thread() {
        let columns = [
            column_of(&["Re: Rope"; 4]),
            column_of(&["Ann", "Bob", "Cem", "Dea"]),
            column_of(&["So", "is", "it", "not"]),
        ];
        let mut roles = vec![vec![0.0; Role::ALL.len()]; 3];
        roles[0][Role::Title.index()] = 0.9;
        roles[2][Role::Text.index()] = 0.9;
        let title = |roles: &[Vec<f64>]| {
            let mut judged = Judged { roles: roles.to_vec(), ..Judged::default() };
            judge_titles(&columns, &mut judged);
            judged.roles[0][Role::Title.index()]
        };
        assert_eq!(title(&roles), 0.0, "texts without a day");
        roles[2][Role::Date.index()] = 0.5;
        assert_eq!(title(&roles), 0.9);
    }

    #[test]
    fn what_the_page_calls_title_is_one() {
        let labelled = |label: &str| ColumnDraft {
            label: Some(label.to_owned()),
            ..column_of(&["Rope", "Glaciers", "Walls", "Ice"])
        };
        assert_eq!(titles(&[labelled("Title:")], &[0.2]), [0.9]);
        assert_eq!(titles(&[labelled("Title and date")], &[0.2]), [0.2]);
    }
}
