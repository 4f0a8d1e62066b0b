//! Which of several things that posts show is meant: what most of them show in one way at one place.

use rustc_hash::FxHashMap;

/// Something that a post shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Shown<K, V> {
    /// In which way; the less, the surer.
    pub(super) way: K,
    /// Where in the post.
    pub(super) place: u64,
    pub(super) value: V,
}

/// What all posts show in one way at one place.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Column<K, V> {
    pub(super) way: K,
    /// The first value of each post.
    pub(super) values: Vec<Option<V>>,
}

impl<K, V> Column<K, V> {
    pub(super) fn count(&self) -> usize {
        self.values.iter().flatten().count()
    }
}

/// Places at which fewer posts show something than this part of what most show are not taken, however sure.
const LEAST_OF_MOST: f64 = 0.6;

/// What fewer of the posts show at one place is looked at no further, in whatever way, so that there are few columns for each value.
const LEAST_SHARE: f64 = 0.05;

/// What posts show by way and place, in the order in which it comes first. Takes time and memory linear in what they show, whatever the number of
/// places.
fn columns_of<K: Copy + Ord + std::hash::Hash, V: Copy>(shown: &[Vec<Shown<K, V>>]) -> Vec<Column<K, V>> {
    // the first value of each post that has one
    let mut found: Vec<(K, Vec<(usize, V)>)> = Vec::new();
    let mut places: FxHashMap<(K, u64), usize> = FxHashMap::default();
    for (post, all) in shown.iter().enumerate() {
        for &Shown { way, place, value } in all {
            let at = *places.entry((way, place)).or_insert(found.len());
            if at == found.len() {
                found.push((way, Vec::new()));
            }
            let values = &mut found[at].1;
            if values.last().is_none_or(|&(last, _)| last < post) {
                values.push((post, value));
            }
        }
    }
    let least = LEAST_SHARE * shown.len() as f64;
    let column = |(way, values): (K, Vec<(usize, V)>)| {
        let mut column = Column { way, values: vec![None; shown.len()] };
        values.into_iter().for_each(|(post, value)| column.values[post] = Some(value));
        column
    };
    found.into_iter().filter(|(_, values)| values.len() as f64 >= least).map(column).collect()
}

/// Of the columns that are accepted the surest that nearly as many posts have as any other, and the first of those. Posts that have nothing in it may show
/// the same in another column: one that is in the same way elsewhere, or has the same values where both are.
pub(super) fn agreed<K: Copy + Ord + std::hash::Hash, V: Copy>(
    shown: &[Vec<Shown<K, V>>],
    accepted: impl Fn(&mut Column<K, V>) -> bool,
    same: impl Fn(&V, &V) -> bool,
) -> Option<Column<K, V>> {
    let mut columns: Vec<Column<K, V>> = columns_of(shown);
    columns.retain_mut(accepted);
    let most = columns.iter().map(Column::count).max()?;
    let is_shown = |column: &&Column<K, V>| column.count() as f64 >= LEAST_OF_MOST * most as f64;
    let mut best = columns.iter().filter(is_shown).min_by_key(|column| column.way)?.clone();
    for column in columns {
        let both =
            || column.values.iter().zip(&best.values).filter_map(|(value, own)| Some((value.as_ref()?, own.as_ref()?)));
        let is_same = both().all(|(value, own)| same(value, own));
        if is_same && (both().next().is_some() || column.way == best.way) && column.count() > 1 {
            best.values.iter_mut().zip(column.values).for_each(|(own, value)| *own = own.or(value));
        }
    }
    Some(best)
}

/// Whether values say something of the authors: those who wrote several posts have one value each.
pub(super) fn are_of_authors<V: PartialEq>(values: &[Option<V>], authors: &[Option<&str>]) -> bool {
    let mut first: FxHashMap<&str, &V> = FxHashMap::default();
    let (mut again, mut equal, mut differ) = (0, 0, false);
    let mut any: Option<&V> = None;
    for (value, author) in values.iter().zip(authors) {
        let Some(value) = value else { continue };
        differ |= any.is_some_and(|any| any != value);
        any = any.or(Some(value));
        let Some(author) = author else { continue };
        match first.get(author) {
            Some(before) => {
                again += 1;
                equal += usize::from(*before == value);
            }
            None => {
                first.insert(author, value);
            }
        }
    }
    differ && again >= LEAST_AGAIN && equal == again
}

/// So many further posts of authors must have the value of their first.
const LEAST_AGAIN: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surest_way_that_most_posts_show() {
        let shown = |way: u8, place: u64, value: i32| Shown { way, place, value };
        let posts = [
            vec![shown(2, 1, 4), shown(2, 1, 9), shown(1, 5, 3)],
            vec![shown(2, 1, 5)],
            vec![shown(2, 1, 1), shown(3, 2, 7)],
        ];
        let column = agreed(&posts, |_| true, i32::eq).unwrap();
        assert_eq!((column.way, column.values), (2, vec![Some(4), Some(5), Some(1)]));
        assert_eq!(agreed(&posts, |column| column.way == 3, i32::eq).unwrap().values, [None, None, Some(7)]);
        assert_eq!(agreed(&posts, |_| false, i32::eq), None);
    }

    #[test]
    fn what_goes_with_authors() {
        let authors = [Some("ann"), Some("bob"), Some("ann"), Some("bob")];
        assert!(are_of_authors(&[Some(5), Some(2), Some(5), Some(2)], &authors));
        assert!(!are_of_authors(&[Some(5), Some(2), Some(4), Some(2)], &authors));
        assert!(!are_of_authors(&[Some(5), Some(5), Some(5), Some(5)], &authors));
        assert!(!are_of_authors(&[Some(5), Some(2), Some(5), Some(2)], &[None; 4]));
    }
}
