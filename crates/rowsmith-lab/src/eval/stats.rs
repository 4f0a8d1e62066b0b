//! The significance of a comparison of two methods on the same pages.

use crate::eval::refill::Numbers;

/// The two-sided sign test: the probability that of the pages on which two methods differ, at least this many are won
/// by one of them if neither were better. Pages with equal figures are left out, as usual. 1 if they differ on none.
pub fn sign_test(pairs: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    let (mut wins, mut losses) = (0u32, 0u32);
    for (a, b) in pairs {
        wins += u32::from(a > b + 1e-12);
        losses += u32::from(b > a + 1e-12);
    }
    let n = wins + losses;
    // the tail of the binomial distribution, in logarithms since 2^-n underflows
    let mut choose = -f64::from(n) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=wins.min(losses) {
        tail += choose.exp();
        choose += f64::from(n - k).max(f64::MIN_POSITIVE).ln() - f64::from(k + 1).ln();
    }
    (2.0 * tail).min(1.0)
}

/// The number of resamples in a bootstrap.
const RESAMPLES: usize = 1000;

/// The 95 % interval of the mean by the percentile bootstrap. `groups` contain the values of dependent pages, those of
/// one site; whole groups are drawn. The same in every run.
pub fn bootstrap(groups: &[Vec<f64>]) -> (f64, f64) {
    if groups.is_empty() {
        return (0.0, 0.0);
    }
    let sums: Vec<(f64, usize)> = groups.iter().map(|g| (g.iter().sum(), g.len())).collect();
    let mut numbers = Numbers::new(95);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..sums.len()).map(|_| sums[numbers.below(sums.len())]);
            let (sum, count) = drawn.fold((0.0, 0), |(s, n), (sum, count)| (s + sum, n + count));
            sum / count.max(1) as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    (means[RESAMPLES / 40], means[RESAMPLES - RESAMPLES / 40 - 1])
}

/// The value below which this share of the values lies, by linear interpolation.
pub fn quantile(values: &[f64], at: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = at * last as f64;
    let (low, part) = (place.floor() as usize, place.fract());
    sorted[low] + part * (sorted[(low + 1).min(last)] - sorted[low])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_test_of_known_cases() {
        // five of five: 2 / 32
        assert!((sign_test([(1.0, 0.0); 5]) - 0.0625).abs() < 1e-9);
        // eight of nine: 2 * (1 + 9) / 512
        let nine = [(1.0, 0.0); 8].into_iter().chain([(0.0, 1.0)]);
        assert!((sign_test(nine) - 20.0 / 512.0).abs() < 1e-9);
        assert_eq!(sign_test([(0.5, 0.5); 7]), 1.0);
        assert_eq!(sign_test([(1.0, 0.0), (0.0, 1.0)]), 1.0);
        assert!(sign_test([(1.0, 0.0); 2000]) < 1e-100);
    }

    #[test]
    fn intervals_hold_the_mean_and_narrow_with_more_groups() {
        let groups = |n: usize| -> Vec<Vec<f64>> { (0..n).map(|i| vec![(i % 2) as f64; 3]).collect() };
        let (few, many) = (bootstrap(&groups(8)), bootstrap(&groups(200)));
        assert!(few.0 < 0.5 && few.1 > 0.5 && many.0 < 0.5 && many.1 > 0.5);
        assert!(many.1 - many.0 < few.1 - few.0);
        assert_eq!(bootstrap(&[vec![1.0], vec![1.0]]), (1.0, 1.0));
    }

    #[test]
    fn quantiles_interpolate() {
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&[0.0, 1.0], 0.25), 0.25);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}
