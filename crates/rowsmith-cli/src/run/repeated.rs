//! Notices that many pages of a run have.

use std::collections::BTreeMap;

use crate::common::text::count;

/// How often a notice is shown; more of the same only hide others.
const SHOWN: usize = 3;

/// How often there was each notice.
#[derive(Default)]
pub(crate) struct Repeated {
    times: BTreeMap<String, usize>,
}

impl Repeated {
    /// Takes note of a notice. Whether it is to be shown.
    pub(crate) fn is_shown(&mut self, notice: &str) -> bool {
        // which other columns a page has is different from page to page
        let what = notice.split("; there ").next().unwrap_or(notice);
        let times = self.times.entry(what.to_owned()).or_default();
        *times += 1;
        *times <= SHOWN
    }

    /// What was not shown.
    pub(crate) fn rest(&self) -> Vec<String> {
        let more = self.times.iter().filter(|(_, times)| **times > SHOWN);
        more.map(|(what, times)| format!("{what}: the same on {}", count(times - SHOWN, "further page"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_shown_and_the_others_counted() {
        let mut repeated = Repeated::default();
        let shown = (0..5).map(|page| repeated.is_shown(&format!("no column \"x\"; there are: a{page}")));
        assert_eq!(shown.collect::<Vec<_>>(), [true, true, true, false, false]);
        assert!(repeated.is_shown("no column \"y\"; there are none"));
        assert_eq!(repeated.rest(), ["no column \"x\": the same on 2 further pages"]);
    }
}
