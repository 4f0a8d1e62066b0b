//! All pages of a list as one table: what to fetch next, and what came of it.
//!
//! A [`Harvest`] is a plain state machine without I/O: it says which page it wants ([`Harvest::next_request`]), is
//! given that page or the reason why there is none ([`Harvest::feed`]), and returns the new rows. The caller decides
//! how to fetch. The list of the first page is found by a search, and a wrapper is learnt from it. A further page
//! counts if it has a list of the same kind with records that were not there before. A wrapper of one's own is used in its place
//! if there is one ([`Harvest::use_wrapper`]). The state is plain data, so a run
//! can be suspended at any time.
//!
//! ```
//! use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
//! use rowsmith::{Page, PageOptions};
//!
//! // a shop of three pages
//! let shop = |address: &str| {
//!     let number: usize = address.rsplit('=').next().and_then(|n| n.parse().ok()).unwrap_or(1);
//!     let items = (1..=4).map(|i| format!("<li class=item><a href='/item/{number}-{i}'>Lamp {number}.{i}</a> <b>${number}{i}.00</b></li>"));
//!     let next = if number < 3 { format!("<a rel=next href='/list?page={}'>Next</a>", number + 1) } else { String::new() };
//!     format!("<h1>Lamps</h1><ul>{}</ul><div class=pager>{next}</div>", items.collect::<String>())
//! };
//! let mut harvest = Harvest::new(["https://example.com/list?page=1"], HarvestOptions::new());
//! let mut titles = Vec::new();
//! while let Some(request) = harvest.next_request() {
//!     let page = Page::parse(shop(&request.address).as_bytes(), &PageOptions::new().url(&request.address))?;
//!     if let Some(found) = harvest.feed(Answer::Page(&page)).page {
//!         titles.extend(found.records().filter_map(|lamp| lamp.text("title").map(str::to_owned)));
//!     }
//! }
//! assert_eq!((titles.len(), titles[0].as_str(), titles[11].as_str()), (12, "Lamp 1.1", "Lamp 3.4"));
//! # Ok::<(), rowsmith::Error>(())
//! ```

mod address;
mod chain;
mod changes;
mod choice;
mod details;
mod fields;
mod given;
mod identity;
mod keys;
mod lists;
mod login;
mod machine;
mod more;
mod options;
mod parts;
mod repeats;
mod since;
mod summary;
mod table;
#[cfg(test)]
mod tests;

pub use address::Refusal;
pub use changes::{Change, ChangeKind, Changes, compare};
pub use choice::detail_links;
pub use machine::{Answer, Fed, Harvest, Outcome, Purpose, Request, TakenBy};
pub use more::loads_more;
pub use options::{Follow, HarvestOptions};
pub use summary::{End, NoDetails, StartSummary, Summary, UnknownKey};
