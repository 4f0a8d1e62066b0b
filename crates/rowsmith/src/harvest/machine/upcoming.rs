//! The requests that are certain to follow, whatever the answers before them say.

use super::{Harvest, Purpose, Request};

impl Harvest {
    /// The pages that are wanted, at most `most`, in the order in which they have to be passed to [`Harvest::feed`]. The
    /// first is that of [`Harvest::next_request`]; the others are certain to follow it, so they can be fetched at the
    /// same time: they are the pages of the records of a page. Empty when the harvest has ended.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Follow, Harvest, HarvestOptions, Request};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>\
    ///     <a rel=next href='/list?page=2'>Next</a>";
    /// let mut options = HarvestOptions::new();
    /// options.follow = Follow::Details;
    /// let mut harvest = Harvest::new(["https://example.com/list"], options);
    /// assert_eq!(harvest.upcoming(8).len(), 1);
    /// let start = harvest.next_request().expect("it begins with the start");
    /// harvest.feed(Answer::Page(&Page::parse(html, &PageOptions::new().url(start.address))?));
    /// let paths: Vec<String> = harvest.upcoming(8).iter().map(|r| r.address.replace("https://example.com", "")).collect();
    /// assert_eq!(paths, ["/1", "/2", "/3"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn upcoming(&mut self, most: usize) -> Vec<Request> {
        let Some(first) = self.next_request() else { return Vec::new() };
        let purpose = first.purpose;
        let mut upcoming = vec![first];
        // what comes after these depends on what is on them: an article may have further parts
        if purpose == Purpose::Detail {
            let detail = |address: &str| Request { address: address.to_owned(), purpose: Purpose::Detail };
            match (&self.choice, &self.held) {
                (Some(choice), _) => upcoming.extend(choice.wanted().skip(1).map(detail).take(most)),
                (None, Some(held)) => upcoming.extend(held.wanted().skip(1).map(detail).take(most)),
                (None, None) => {}
            }
        }
        upcoming.truncate(most);
        upcoming
    }
}
