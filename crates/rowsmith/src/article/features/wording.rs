//! What the words of a block and around it weigh.

/// The last columns of a row: sums of weights of words, of the block and of those beside it.
pub const WORDING: [&str; 10] = [
    "wording_names",
    "wording_own",
    "wording_heading",
    "wording_all",
    "wording_names_before",
    "wording_own_before",
    "wording_heading_before",
    "wording_names_behind",
    "wording_own_behind",
    "wording_heading_behind",
];

/// The columns [`WORDING`] of a block of a page with these sums.
pub fn wording_columns(sums: &[[f32; 3]], at: usize) -> [f32; WORDING.len()] {
    let of = |at: Option<usize>| at.and_then(|at| sums.get(at)).copied().unwrap_or_default();
    let ([a, b, c], before, behind) = (of(Some(at)), of(at.checked_sub(1)), of(at.checked_add(1)));
    let mut row = [a, b, c, a + b + c, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    row[4..7].copy_from_slice(&before);
    row[7..].copy_from_slice(&behind);
    row
}
