//! Training which place in posts is that of their authors.

use rowsmith::learn::Trees;

use crate::eval::posts_pages::{JudgedPlace, PostsData};
use crate::train::TreeOptions;
use crate::train::linear::Labelled;
use crate::train::rankers::{RANKER_TREES, trees_alone};

const TREES: TreeOptions = TreeOptions {
    trees: 150,
    leaves: 6,
    rate: 0.06,
    penalty: 0.0,
    min_rows: 6,
    min_curvature: 0.01,
    features: 0.4,
    ..RANKER_TREES
};

/// Trains on the places of the best list of each page, if authors are annotated.
pub fn train_authors(pages: &[&PostsData<'_>]) -> Trees {
    let rows: Vec<Labelled> = pages.iter().flat_map(|page| labelled(page)).collect();
    trees_alone(&rows, &TREES)
}

/// A place is right if nine of ten of its texts are the authors; places without annotation are not used.
fn labelled(page: &PostsData<'_>) -> Vec<Labelled> {
    let is_right = |p: &JudgedPlace| p.right * 10 >= p.known * 9 && p.right > 0;
    if !page.authors.iter().any(is_right) {
        return Vec::new();
    }
    let known = page.authors.iter().filter(|p| p.known > 0);
    known.map(|p| Labelled { row: p.place.row.clone(), label: is_right(p), weight: 1.0 }).collect()
}
