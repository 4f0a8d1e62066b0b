//! Features from the weights of the words in and around a block.

use crate::article::features::wording::VOCABULARIES;

/// The last columns of a row: sums of word weights, for the block and for its neighbours.
pub const WORDING: [&str; 3 * VOCABULARIES + 1] = [
    "wording_names",
    "wording_own",
    "wording_heading",
    "wording_outline",
    "wording_all",
    "wording_names_before",
    "wording_own_before",
    "wording_heading_before",
    "wording_outline_before",
    "wording_names_behind",
    "wording_own_behind",
    "wording_heading_behind",
    "wording_outline_behind",
];

/// The columns [`WORDING`] of a block, given the sums for the blocks of its page.
pub fn wording_columns(sums: &[[f32; VOCABULARIES]], at: usize) -> [f32; WORDING.len()] {
    let of = |at: Option<usize>| at.and_then(|at| sums.get(at)).copied().unwrap_or_default();
    let (own, before, behind) = (of(Some(at)), of(at.checked_sub(1)), of(at.checked_add(1)));
    let mut row = [0.0; WORDING.len()];
    row[..VOCABULARIES].copy_from_slice(&own);
    row[VOCABULARIES] = own.iter().sum();
    row[VOCABULARIES + 1..2 * VOCABULARIES + 1].copy_from_slice(&before);
    row[2 * VOCABULARIES + 1..].copy_from_slice(&behind);
    row
}
