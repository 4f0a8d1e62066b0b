//! Logistic regression.

use rowsmith::learn::Linear;

use super::Labelled;
use super::adam::minimise;
use super::standard::Standard;

/// The logit of the label; deterministic.
pub fn train_logistic(rows: &[Labelled], penalty: f64, rounds: usize) -> Linear {
    let Some(width) = rows.first().map(|r| r.row.len()) else { return Linear::default() };
    let standard = Standard::new(rows.iter().map(|r| &r.row), width);
    let all: f64 = rows.iter().map(|r| r.weight).sum();
    let w = minimise(
        width + 1,
        rounds,
        |w| penalty * w,
        width,
        |_, w, gradient| {
            for Labelled { row, label, weight } in rows {
                let x = |j: usize| standard.value(j, row[j]);
                let z: f64 = w[width] + (0..width).map(|j| x(j) * w[j]).sum::<f64>();
                let g = (1.0 / (1.0 + (-z).exp()) - f64::from(u8::from(*label))) * weight / all;
                (0..width).for_each(|j| gradient[j] += g * x(j));
                gradient[width] += g;
            }
        },
    );
    standard.raw(&w[..width], w[width])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logit_is_that_of_the_share() {
        let row = |i: u8| Labelled { row: vec![0.0], label: i < 75, weight: 1.0 };
        let rows: Vec<Labelled> = (0..100).map(row).collect();
        let logit = train_logistic(&rows, 0.01, 500).value(&[0.0]);
        assert!((logit - 3f64.ln()).abs() < 0.05, "{logit}");
    }
}
