//! What the texts of a column say around their values, such as the brackets of "(491)", "von 5 Sternen" or "inkl. MwSt.".

/// Longer surroundings, in characters, are prose, and the text is no value.
const MOST_CHARS: usize = 40;

/// What stands around the values of a column, as far as its texts are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Surroundings {
    first: Option<Around>,
    /// How many values there are.
    values: usize,
    differ: bool,
}

/// What stands around a value.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Around {
    before: String,
    after: String,
}

impl Surroundings {
    /// Takes note of what stands around a further value.
    pub(super) fn add(&mut self, before: &str, after: &str) {
        self.values += 1;
        match &self.first {
            None => {
                let fits = before.chars().count() + after.chars().count() <= MOST_CHARS;
                self.differ |= !fits || changes_value(after);
                self.first = Some(Around { before: before.to_owned(), after: after.to_owned() });
            }
            Some(_) => self.differ |= !self.are(before, after),
        }
    }

    /// Whether all values so far have these surroundings, so that they say nothing about a single one of them; not so if there is one
    /// value only.
    pub(super) fn are_common(&self, before: &str, after: &str) -> bool {
        !self.differ && self.values > 1 && self.are(before, after)
    }

    /// Whether these are the surroundings, where words may have another form ("1 review" beside "12 reviews").
    fn are(&self, before: &str, after: &str) -> bool {
        self.first.as_ref().is_some_and(|first| same_words(&first.before, before) && same_words(&first.after, after))
    }
}

/// Whether two texts have the same words, or forms of the same.
fn same_words(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.split_whitespace(), b.split_whitespace());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if is_same_word(a, b) => {}
            _ => return false,
        }
    }
}

/// Whether two words are the same, or two forms of one: at least two thirds of the longer are common, and five letters where both
/// have endings of their own ("review" and "reviews", "комментарий" and "комментария", not "week" and "weekend" or "inch" and "incl"); or
/// one ends in "y" and the other in "ies".
fn is_same_word(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let bare = |word: &'_ str| word.trim_matches(['(', ')', '[', ']', '.', ',', ';', ':']).to_owned();
    let (a, b) = (bare(a), bare(b));
    let count = |word: &str| word.chars().count();
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (longer, shorter) = (count(&a).max(count(&b)), count(&a).min(count(&b)));
    let plural =
        |one: &str, more: &str| one.strip_suffix('y').is_some_and(|stem| more.strip_suffix("ies") == Some(stem));
    let is_word = |word: &str| !word.is_empty() && word.chars().all(char::is_alphabetic);
    let forms = same >= 3 && 3 * same >= 2 * longer && (same == shorter || same >= 5);
    is_word(&a) && is_word(&b) && (forms || plural(&a, &b) || plural(&b, &a))
}

/// Whether what follows a number makes it another one, such as "million".
pub(super) fn changes_value(after: &str) -> bool {
    const WHOLE: &[&str] = &[
        "k", "m", "b", "t", "bn", "mn", "mm", "tsd", "mil", "mila", "mille", "lac", "lacs", "cr", "тыс", "млн", "млрд",
        "mln", "mld", "mrd", "mio",
    ];
    const BEGIN: &[&str] = &[
        "thousand",
        "tausend",
        "duizend",
        "tysi",
        "tys",
        "тысяч",
        "тисяч",
        "milli",
        "miljo",
        "miljar",
        "milhõ",
        "milho",
        "milha",
        "milió",
        "milio",
        "milyo",
        "millo",
        "milló",
        "миллион",
        "миллиард",
        "мільйон",
        "billi",
        "bilj",
        "bilh",
        "trilli",
        "lakh",
        "crore",
        "万",
        "萬",
        "億",
        "亿",
        "千",
        "만",
        "억",
        "천",
        "½",
        "¼",
        "¾",
        "⅓",
        "⅔",
        "⅛",
    ];
    let after = after.trim_start().to_lowercase();
    let word = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    WHOLE.contains(&word) || BEGIN.iter().any(|begin| word.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_common(texts: &[(&str, &str)]) -> bool {
        let mut around = Surroundings::default();
        texts.iter().for_each(|(before, after)| around.add(before, after));
        texts.iter().all(|(before, after)| around.are_common(before, after))
    }

    #[test]
    fn what_all_texts_have_in_common() {
        assert!(is_common(&[("(", ")"), ("(", ")")]));
        assert!(is_common(&[("", " review"), ("", " reviews"), ("", "\u{a0}reviews")]));
        assert!(is_common(&[("", "reply"), ("", "replies")]));
        assert!(is_common(&[("", " отзыв"), ("", " отзывов"), ("", " отзыва")]));
        assert!(is_common(&[("", " von 5 Sternen"), ("", " von 5 Sternen")]));
        assert!(is_common(&[("", " miles"), ("", " mile")]));
        for texts in [
            &[("(", ")")][..],
            &[("(", ")"), ("", "")],
            &[("", " km"), ("", " m")],
            &[("", " of 5"), ("", " of 10")],
            &[("", " per week"), ("", " per weekend")],
            &[("", " in stock"), ("", " in store")],
            &[("", " inch"), ("", " incl")],
            &[("from ", ""), ("", "")],
            &[("", " million"), ("", " million")],
            &[("", " miljoen"), ("", " miljoen")],
            &[("", "万人"), ("", "万人")],
            &[("", "½ cups"), ("", "½ cups")],
            &[("Buy it now for as little as you like, only ", ""), ("Buy it now for as little as you like, only ", "")],
        ] {
            assert!(!is_common(texts), "{texts:?}");
        }
    }
}
