//! Sitemaps, feeds and answers in JSON as rows.

use rowsmith::sites::parse_feed;
use rowsmith_cli::fuzzing::{json_tables, list_table};

/// Reads a list by all readers of lists, twice.
///
/// # Panics
/// Where two repetitions differ, or a row has more cells than there are columns.
pub fn run(input: &[u8]) {
    let (tables, list) = (json_tables(input), list_table(input));
    for table in tables.iter().flatten().chain(&list) {
        assert!(table.records.iter().all(|record| record.cells.len() <= table.columns.len()));
    }
    assert_eq!(tables, json_tables(input));
    assert_eq!(list, list_table(input));
    let feed = parse_feed(input);
    assert_eq!(feed, parse_feed(input));
}
