//! The progress of a call that takes long.

/// What a call has done so far. It holds nothing that was taken from a page, since clients show it as the server's own
/// words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The number of pages requested so far, whether or not they could be had.
    pub(super) pages: u64,
    /// The number of records found so far.
    pub(super) records: usize,
}

impl Step {
    /// A sentence for the user of the client.
    pub(super) fn message(self) -> String {
        let of = |count: u64, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
        format!("{}, {}", of(self.pages, "page", "pages"), of(self.records as u64, "record", "records"))
    }
}

/// Receives each step; returns whether the client still waits for the answer.
pub(super) type Progress<'a> = &'a dyn Fn(Step) -> bool;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        assert_eq!(Step { pages: 1, records: 0 }.message(), "1 page, 0 records");
        assert_eq!(Step { pages: 2, records: 1 }.message(), "2 pages, 1 record");
    }
}
