//! The width of each column of a table on a terminal, and which columns are left out.

/// The number of spaces between two columns.
pub(crate) const GAP: usize = 2;

/// A column narrower than this is useless, unless its texts are that short.
const LEAST: usize = 12;

/// The width of an address while texts are cut: its host and its end.
const ADDRESS: usize = 28;

/// A column to lay out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    /// The width of its widest text.
    pub(crate) width: usize,
    /// Whether its texts are addresses, which are cut before others.
    pub(crate) address: bool,
    /// The higher, the sooner the column is left out.
    pub(crate) dispensable: u8,
}

/// The widths of the columns within a budget of characters, `None` for those that are left out; a budget of 0 means any
/// width.
///
/// First addresses are cut, then the widest columns down to a common width. Only when all are at their minimum are
/// columns left out, the most dispensable first, from the right.
pub(crate) fn lay_out(wishes: &[Wish], budget: usize) -> Vec<Option<usize>> {
    let mut widths: Vec<Option<usize>> = wishes.iter().map(|wish| Some(wish.width)).collect();
    if budget == 0 || taken(&widths) <= budget {
        return widths;
    }
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_unstable_by_key(|&at| std::cmp::Reverse((wishes[at].dispensable, at)));
    let mut least = wishes.iter().map(|wish| wish.width.min(LEAST) + GAP).sum::<usize>() - GAP;
    for &at in &order[..order.len() - 1] {
        if least <= budget {
            break;
        }
        least -= wishes[at].width.min(LEAST) + GAP;
        widths[at] = None;
    }
    let gaps = GAP * widths.iter().flatten().count().saturating_sub(1);
    let budget = budget.saturating_sub(gaps);
    let short = |at: usize| match wishes[at].address {
        false => wishes[at].width,
        true => wishes[at].width.min(ADDRESS),
    };
    let shown: Vec<usize> = (0..wishes.len()).filter(|&at| widths[at].is_some()).collect();
    let texts: usize = shown.iter().map(|&at| short(at)).sum();
    if texts <= budget {
        // what texts do not need is for the addresses
        let addresses: Vec<usize> = shown.iter().copied().filter(|&at| wishes[at].address).collect();
        let fixed: usize = shown.iter().filter(|at| !addresses.contains(at)).map(|&at| wishes[at].width).sum();
        share(&mut widths, &addresses, |at| wishes[at].width, budget - fixed);
    } else {
        share(&mut widths, &shown, short, budget);
    }
    widths
}

/// Gives each column its full width up to the largest common bound that fits, and what is left to the first of those
/// that were cut.
fn share(widths: &mut [Option<usize>], columns: &[usize], wants: impl Fn(usize) -> usize, budget: usize) {
    let total = |bound: usize| columns.iter().map(|&at| wants(at).min(bound)).sum::<usize>();
    let bound = (1..=budget).rev().find(|&bound| total(bound) <= budget).unwrap_or(1);
    let mut left = budget.saturating_sub(total(bound));
    for &at in columns {
        let more = usize::from(left > 0 && wants(at) > bound);
        left -= more;
        widths[at] = Some(wants(at).min(bound) + more);
    }
}

fn taken(widths: &[Option<usize>]) -> usize {
    let shown = widths.iter().flatten().count();
    widths.iter().flatten().sum::<usize>() + GAP * shown.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(wishes: &[(usize, u8)], budget: usize) -> Vec<Option<usize>> {
        let wishes: Vec<Wish> =
            wishes.iter().map(|&(width, dispensable)| Wish { width, dispensable, address: dispensable > 0 }).collect();
        let widths = lay_out(&wishes, budget);
        assert!(budget == 0 || taken(&widths) <= budget || widths.iter().flatten().count() == 1, "{widths:?}");
        widths
    }

    #[test]
    fn what_fits_is_left_alone() {
        assert_eq!(of(&[(30, 0), (8, 0)], 40), [Some(30), Some(8)]);
        assert_eq!(of(&[(500, 0), (900, 1)], 0), [Some(500), Some(900)]);
        assert_eq!(of(&[], 40), []);
    }

    #[test]
    fn addresses_are_cut_before_texts() {
        assert_eq!(of(&[(40, 0), (90, 1)], 80), [Some(40), Some(38)]);
        assert_eq!(of(&[(90, 0), (6, 0), (90, 1)], 100), [Some(62), Some(6), Some(28)]);
    }

    #[test]
    fn wide_columns_are_cut_to_a_common_width() {
        assert_eq!(of(&[(100, 0), (5, 0), (100, 0)], 60), [Some(26), Some(5), Some(25)]);
    }

    #[test]
    fn columns_are_left_out_when_all_are_narrow() {
        assert_eq!(of(&[(50, 0), (50, 2), (50, 1), (50, 0)], 42), [Some(13), None, Some(13), Some(12)]);
        assert_eq!(of(&[(50, 0), (50, 2), (50, 1), (50, 0)], 5), [Some(5), None, None, None]);
    }

    #[test]
    fn many_columns_take_no_time() {
        let widths = of(&vec![(60, 0); 20_000], 200);
        assert_eq!(widths.iter().flatten().count(), 14);
    }
}
