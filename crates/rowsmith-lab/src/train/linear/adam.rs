//! Adam (Kingma and Ba, ICLR 2015) with a decreasing rate.

/// The weights, starting from 0, after this many steps against a gradient. `gradient` gets the number of the round and
/// the weights, and adds to the gradient, which is initialised with that of the penalty, `penalty` times the weights;
/// weights from index `penalised` on have no penalty.
pub fn minimise(
    width: usize,
    rounds: usize,
    penalty: impl Fn(f64) -> f64,
    penalised: usize,
    mut gradient: impl FnMut(usize, &[f64], &mut [f64]),
) -> Vec<f64> {
    let mut w = vec![0.0f64; width];
    let (mut mean, mut square, mut slope) = (vec![0.0; width], vec![0.0; width], vec![0.0; width]);
    for round in 0..rounds {
        for (slope, &w) in slope[..penalised].iter_mut().zip(&w) {
            *slope = penalty(w);
        }
        slope[penalised..].fill(0.0);
        gradient(round, &w, &mut slope);
        let step = round + 1;
        let rate = 0.05 * (1.0 - step as f64 / (rounds as f64 * 1.1));
        let (first, second) = (1.0 - 0.9f64.powi(step as i32), 1.0 - 0.999f64.powi(step as i32));
        for j in 0..width {
            mean[j] = 0.9 * mean[j] + 0.1 * slope[j];
            square[j] = 0.999 * square[j] + 0.001 * slope[j] * slope[j];
            w[j] -= rate * (mean[j] / first) / ((square[j] / second).sqrt() + 1e-8);
        }
    }
    w
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_point_of_a_bowl_is_found() {
        let found = minimise(
            2,
            800,
            |w| w,
            1,
            |_, w, slope| {
                slope[0] += w[0] - 1.0;
                slope[1] += w[1] - 1.0;
            },
        );
        assert!((found[0] - 0.5).abs() < 0.01 && (found[1] - 1.0).abs() < 0.01, "{found:?}");
    }
}
