//! Lists that are taken by a wrapper which the caller gives.

use super::{Harvest, Place};
use crate::harvest::given::Given;
use crate::harvest::lists::{List, Miss};
use crate::page::Page;
use crate::types::Warning;
use crate::wrapper::{MendedTemplate, Wrapper};

impl Harvest {
    /// Takes the lists by a wrapper and not by searching, so that the table has the wrapper's columns, run after run. To be
    /// called before the first page. A page that fits none of its templates ends its list with
    /// [`End::Drift`](crate::harvest::End::Drift); other deviations are warnings of the page.
    ///
    /// Of each template the lists and the objects of a domain are taken, or else the posts.
    ///
    /// With `repair` the wrapper is learnt again from a page that deviates, as [`Wrapper::repair`] does: if it finds no
    /// records there, or if all of its columns are found again for the same records. What happened is told by [`Fed::repaired`](crate::harvest::Fed),
    /// and [`Harvest::wrapper`] is the wrapper from then on. Templates that other pages of the run belong to stay beside
    /// the new ones.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = |html: &str| Page::parse(html.as_bytes(), &PageOptions::new().url("https://example.com/list"));
    /// let learnt = Wrapper::learn(&[page("<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b>")?], &LearnOptions::new());
    /// // a person's name for a column
    /// let changed = learnt.to_json().expect("it can be written").replace("\"name\": \"price\"", "\"name\": \"cost\"");
    /// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// harvest.use_wrapper(Wrapper::from_json(&changed).expect("it can be read"), true);
    /// harvest.next_request();
    /// let today = page("<ul><li><a href=/4>Four</a> <b>$4</b><li><a href=/5>Five</a> <b>$5</b>")?;
    /// let found = harvest.feed(Answer::Page(&today)).page.expect("two rows");
    /// assert_eq!(found.records().filter_map(|row| row.text("cost")).collect::<Vec<_>>(), ["$4", "$5"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn use_wrapper(&mut self, wrapper: Wrapper, repair: bool) {
        self.wrapper = Some(Given::new(wrapper, repair));
    }

    /// The wrapper that was given, as far as it is repaired.
    ///
    /// ```
    /// use rowsmith::harvest::{Harvest, HarvestOptions};
    /// use rowsmith::wrapper::Wrapper;
    ///
    /// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// assert!(harvest.wrapper().is_none());
    /// harvest.use_wrapper(Wrapper::default(), false);
    /// assert_eq!(harvest.wrapper(), Some(&Wrapper::default()));
    /// ```
    pub fn wrapper(&self) -> Option<&Wrapper> {
        self.wrapper.as_ref().map(|given| &given.wrapper)
    }

    /// The list of a page, and what was repaired for it.
    pub(super) fn taken(&mut self, page: &Page, place: Place) -> Result<(List, Vec<MendedTemplate>), Miss> {
        let Some(given) = &mut self.wrapper else {
            let list = self.lists.take(page, &self.columns, place, self.options.min_confidence)?;
            return Ok((list, Vec::new()));
        };
        let (list, repaired) = given.take(page, self.options.min_confidence)?;
        self.summary.repaired += u64::from(!repaired.is_empty());
        self.summary.drifted += u64::from(list.warnings.iter().any(|warning| matches!(warning, Warning::Drifted(_))));
        Ok((list, repaired))
    }
}
