//! Which pages are used to train which model, as data.

/// For each model, the pages of its sets that it is not trained on; the file describes its own format.
const TAUGHT: &str = include_str!("taught.txt");

/// Whether the model with this name is trained on the page with this key, which is in one of its sets.
pub fn teaches(model: &str, key: &str) -> bool {
    !without(TAUGHT, model).any(|prefix| key.starts_with(prefix))
}

/// The prefixes of the keys of pages that a model is not trained on.
fn without<'a>(table: &'a str, model: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let named = lines.filter_map(move |line| line.split_once(':').filter(|(name, _)| *name == model));
    named.flat_map(|(_, prefixes)| prefixes.split_whitespace()).map(|p| p.trim_end_matches('*'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_teach_unless_the_line_of_the_model_leaves_them_out() {
        let table = "# a comment: x-*\nrecords: later-* x-*\nposts:\n";
        let of = |model| without(table, model).collect::<Vec<_>>();
        assert_eq!(of("records"), ["later-", "x-"]);
        assert!(of("posts").is_empty());
        assert!(teaches("records", "wcxb-dev-0040") && !teaches("records", "autopager-12"));
        assert!(teaches("article", "autopager-12"));
    }

    #[test]
    fn every_model_has_its_line() {
        for model in crate::train::MODELS {
            assert!(TAUGHT.lines().any(|line| line.split(':').next() == Some(model)), "{model}");
        }
    }
}
