//! How informative an element is: Jeffrey's density, unexpectedness, and their product (FOREST 3.3).

/// Counts of signifiers and of other terms, with their multiplicity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Signifiers: x for an element, X for its page.
    pub signifiers: u32,
    /// Other terms: y for an element, Y for its page.
    pub others: u32,
}

/// Equation 1: the signifier density by Jeffrey's add-half rule, and its standard deviation.
pub fn density(counts: Counts) -> (f64, f64) {
    let (x, y) = (f64::from(counts.signifiers), f64::from(counts.others));
    let n = x + y;
    if n == 0.0 {
        return (0.5, f64::INFINITY);
    }
    ((x + 0.5) / (n + 1.0), ((x + 0.5) * (y + 0.5) / n).sqrt() / (n + 1.0))
}

/// Equation 2: Jeffrey's statistical density J, the density that is exceeded with 70 % confidence.
pub fn jeffrey(counts: Counts) -> f64 {
    let (mean, deviation) = density(counts);
    (mean - deviation).max(0.0)
}

/// Equation 3: the unexpectedness U of an element among all terms of its page, in nats (the paper's figures, which it
/// calls bits, come out with natural logarithms).
pub fn unexpectedness(element: Counts, page: Counts) -> f64 {
    let (x, y) = (f64::from(element.signifiers), f64::from(element.others));
    let (all_x, all_y) = (f64::from(page.signifiers), f64::from(page.others));
    let times_log = |n: f64, of: f64| if n > 0.0 { n * of.ln() } else { 0.0 };
    times_log(x + y, all_x + all_y) - times_log(x, all_x) - times_log(y, all_y)
}

/// Equation 4: the informativeness I of an element.
pub fn informativeness(element: Counts, page: Counts) -> f64 {
    jeffrey(element) * unexpectedness(element, page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(signifiers: u32, others: u32) -> Counts {
        Counts { signifiers, others }
    }

    #[test]
    fn density_of_the_papers_examples() {
        // equation 1 for x = 8, y = 20: 8.5/29 ± √(8.5·20.5/28)/29
        let (mean, deviation) = density(counts(8, 20));
        assert!((mean - 0.2931).abs() < 1e-4 && (deviation - 0.0860).abs() < 1e-4, "{mean} {deviation}");
        // "comparable to that of a node with x = 3 signifiers and y = 5"
        assert!((jeffrey(counts(8, 20)) - jeffrey(counts(3, 5))).abs() < 0.03);
        assert!((jeffrey(counts(1, 0)) - 0.32).abs() < 0.005, "{}", jeffrey(counts(1, 0)));
        assert_eq!(jeffrey(counts(0, 1)), 0.0);
        assert_eq!(jeffrey(counts(0, 0)), 0.0);
    }

    #[test]
    fn unexpectedness_of_the_papers_examples() {
        let page = counts(20, 100);
        assert!((unexpectedness(counts(10, 26), page) - 22.66).abs() < 0.005);
        assert!((unexpectedness(counts(3, 1), page) - 5.56).abs() < 0.005);
        assert_eq!(unexpectedness(counts(0, 0), page), 0.0);
    }

    #[test]
    fn informativeness_is_the_product() {
        let page = counts(20, 100);
        let product = jeffrey(counts(10, 26)) * unexpectedness(counts(10, 26), page);
        assert!((informativeness(counts(10, 26), page) - product).abs() < 1e-12);
    }
}
