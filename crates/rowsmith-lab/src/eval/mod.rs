//! The evaluation data (pages, annotations, folds), the quality of results, and how figures are reported.

pub mod asked;
pub mod bigrams;
pub mod commit;
pub mod data;
pub mod fingerprint;
pub mod folds;
pub mod half_pages;
pub mod items;
pub mod lcs;
pub mod list_pages;
pub mod objects_score;
pub mod plot;
pub mod posts_pages;
pub mod refill;
pub mod report;
pub mod row_truth;
pub mod short_threads;
pub mod sites;
pub mod software;
pub mod stats;
pub mod text_pages;
pub mod truth;
