//! The learnt ranker as data: linear weights and packed trees in a versioned text file.

use std::fmt::Write;
use std::sync::OnceLock;

use crate::records::ranking::features::FEATURES;
use crate::records::ranking::relation_features::relation_names;

/// A node of the packed trees. A leaf has `feature == LEAF` and its value in `threshold`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeNode {
    /// Index of the feature looked at, or [`TreeNode::LEAF`].
    pub feature: u16,
    /// The child for values that are not greater than the threshold, counted from the tree's root; the other child
    /// follows it.
    pub left: u16,
    /// What the feature is compared with, or a leaf's value.
    pub threshold: f32,
}

impl TreeNode {
    /// Marks a leaf.
    pub const LEAF: u16 = u16::MAX;
}

/// How many candidates of a page the trees judge.
pub const JUDGED_BY_TREES: usize = 60;

/// A linear function plus a sum of trees.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranker {
    /// Added to every score.
    pub bias: f64,
    /// One weight a feature; features behind the last have none.
    pub weights: Vec<f64>,
    /// Nodes of all trees, one tree behind the other.
    pub nodes: Vec<TreeNode>,
    /// Where each tree begins.
    pub roots: Vec<u32>,
}

impl Ranker {
    /// The score of a row of features.
    pub fn score(&self, row: &[f32]) -> f64 {
        self.linear(row) + self.trees(row)
    }

    /// The linear part of the score.
    pub fn linear(&self, row: &[f32]) -> f64 {
        self.bias + row.iter().zip(&self.weights).map(|(&x, w)| f64::from(x) * w).sum::<f64>()
    }

    /// What the trees add to it.
    pub fn trees(&self, row: &[f32]) -> f64 {
        self.roots.iter().map(|&root| self.tree(root as usize, row)).sum()
    }

    /// The scores of a page's candidates. The trees judge the likeliest by the linear part, which are what they learnt
    /// from; the others fall behind these.
    pub fn scores(&self, rows: &[Vec<f32>]) -> Vec<f64> {
        let mut scores: Vec<f64> = rows.iter().map(|row| self.linear(row)).collect();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        let (front, rest) = order.split_at(JUDGED_BY_TREES.min(order.len()));
        let judged: Vec<&[f32]> = front.iter().map(|&i| rows[i].as_slice()).collect();
        for (&i, sum) in front.iter().zip(self.trees_of_all(&judged)) {
            scores[i] += sum;
        }
        let least = front.iter().map(|&i| scores[i]).fold(f64::INFINITY, f64::min);
        for &i in rest {
            scores[i] = scores[i].min(least);
        }
        scores
    }

    /// As [`score`](Self::score), of many rows of the same length: tree by tree, which takes a fraction of the time.
    pub fn scores_of_all(&self, rows: &[Vec<f32>]) -> Vec<f64> {
        let slices: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        rows.iter().zip(self.trees_of_all(&slices)).map(|(row, sum)| self.linear(row) + sum).collect()
    }

    /// What the trees add to many rows of the same length. Eight rows go down a tree together, without branches:
    /// where one has come to a leaf it stays.
    fn trees_of_all(&self, rows: &[&[f32]]) -> Vec<f64> {
        const TOGETHER: usize = 8;
        let width = rows.iter().map(|r| r.len()).max().unwrap_or(0);
        let fits = |n: &TreeNode| n.feature == TreeNode::LEAF || (n.feature as usize) < width;
        if rows.iter().any(|r| r.len() != width) || !self.nodes.iter().all(fits) {
            return rows.iter().map(|row| self.trees(row)).collect();
        }
        let mut sums = vec![0.0; rows.len()];
        let mut steps: Vec<TreeNode> = Vec::new();
        let mut levels: Vec<u32> = Vec::new();
        for (i, &root) in self.roots.iter().enumerate() {
            let end = self.roots.get(i + 1).map_or(self.nodes.len(), |&r| r as usize);
            let nodes = &self.nodes[root as usize..end];
            // nothing is greater than infinity, so a leaf leads to itself
            let step = |(at, n): (usize, &TreeNode)| match n.feature {
                TreeNode::LEAF => TreeNode { feature: 0, left: at as u16, threshold: f32::INFINITY },
                _ => *n,
            };
            steps.clear();
            steps.extend(nodes.iter().enumerate().map(step));
            levels.clear();
            levels.resize(nodes.len(), 0);
            for (at, n) in nodes.iter().enumerate().filter(|(_, n)| n.feature != TreeNode::LEAF) {
                for child in [n.left as usize, n.left as usize + 1] {
                    levels[child] = levels[at] + 1;
                }
            }
            let depth = levels.iter().copied().max().unwrap_or(0);
            for (rows, sums) in rows.chunks(TOGETHER).zip(sums.chunks_mut(TOGETHER)) {
                let mut at = [0usize; TOGETHER];
                for _ in 0..depth {
                    for (at, row) in at.iter_mut().zip(rows) {
                        let node = steps[*at];
                        *at = node.left as usize + usize::from(row[node.feature as usize] > node.threshold);
                    }
                }
                for (sum, at) in sums.iter_mut().zip(at) {
                    *sum += f64::from(nodes[at].threshold);
                }
            }
        }
        sums
    }

    fn tree(&self, root: usize, row: &[f32]) -> f64 {
        let mut at = root;
        loop {
            let node = self.nodes[at];
            if node.feature == TreeNode::LEAF {
                return f64::from(node.threshold);
            }
            let right = row.get(node.feature as usize).copied().unwrap_or(0.0) > node.threshold;
            at = root + node.left as usize + usize::from(right);
        }
    }
}

/// The model of the page's main list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    /// Ranks all candidates by their own features.
    pub first: Ranker,
    /// Ranks the shortlist by own features, relations and the first score, which it is added to.
    pub second: Ranker,
    /// How sure the choice is: the logit of the probability that the page has a list and this is it.
    pub confidence: Ranker,
}

/// First line of the file; the number changes with its meaning.
const HEADER: &str = "rowsmith records model 1";
const RANKERS: [&str; 3] = ["first", "second", "confidence"];

impl Model {
    /// The model that comes with the library.
    pub fn built_in() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| Model::parse(include_str!("../../models/records.txt")).unwrap_or_default())
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// The line that is wrong, and why; also if the file was made for other features.
    pub fn parse(text: &str) -> Result<Model, String> {
        let rankers = parse_rankers(text, HEADER, &feature_names_hash(), &RANKERS)?;
        let mut rankers = rankers.into_iter();
        let mut next = || rankers.next().unwrap_or_default();
        Ok(Model { first: next(), second: next(), confidence: next() })
    }

    /// Writes a model file; `notes` become comments at its top.
    pub fn to_text(&self, notes: &str) -> String {
        let rankers = [&self.first, &self.second, &self.confidence];
        rankers_to_text(HEADER, notes, &feature_names_hash(), RANKERS.into_iter().zip(rankers))
    }
}

/// The rankers of a model file by their names; those that are not there are empty.
///
/// # Errors
/// The line that is wrong, and why; also if the file was made for other features.
pub(crate) fn parse_rankers(text: &str, header: &str, features: &str, names: &[&str]) -> Result<Vec<Ranker>, String> {
    let mut lines = text.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#'));
    if lines.next().map(|(_, l)| l) != Some(header) {
        return Err(format!("the first line is not {header:?}"));
    }
    let mut rankers = vec![Ranker::default(); names.len()];
    let mut section = None;
    for (number, line) in lines {
        let wrong = |what: &str| format!("line {}: {what}", number + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "features" {
            if rest != features {
                return Err(wrong("made for other features; train again"));
            }
            continue;
        }
        if word == "ranker" {
            section = names.iter().position(|&name| name == rest);
            continue;
        }
        let ranker = section.and_then(|at: usize| rankers.get_mut(at)).ok_or_else(|| wrong("no such ranker"))?;
        let numbers = || rest.split(' ').map(|n| n.parse::<f64>().map_err(|_| wrong("not a number")));
        match word {
            "bias" => ranker.bias = rest.parse().map_err(|_| wrong("not a number"))?,
            "weights" => ranker.weights = numbers().collect::<Result<_, _>>()?,
            "tree" => read_tree(ranker, rest).ok_or_else(|| wrong("not a tree"))?,
            _ => return Err(wrong("neither bias, weights nor tree")),
        }
    }
    Ok(rankers)
}

/// A model file of some rankers; `notes` become comments at its top.
pub(crate) fn rankers_to_text<'a>(
    header: &str,
    notes: &str,
    features: &str,
    rankers: impl Iterator<Item = (&'static str, &'a Ranker)>,
) -> String {
    let mut out = format!("{header}\n");
    for note in notes.lines() {
        let _ = writeln!(out, "# {note}");
    }
    let _ = writeln!(out, "features {features}");
    for (name, ranker) in rankers {
        let _ = writeln!(out, "ranker {name}\nbias {}", ranker.bias);
        if !ranker.weights.is_empty() {
            let weights: Vec<String> = ranker.weights.iter().map(|&w| format!("{}", w as f32)).collect();
            let _ = writeln!(out, "weights {}", weights.join(" "));
        }
        for (i, &root) in ranker.roots.iter().enumerate() {
            let end = ranker.roots.get(i + 1).map_or(ranker.nodes.len(), |&r| r as usize);
            let nodes = ranker.nodes[root as usize..end].iter().map(|n| match n.feature {
                TreeNode::LEAF => format!("{}", n.threshold),
                feature => format!("{feature}:{}:{}", n.left, n.threshold),
            });
            let _ = writeln!(out, "tree {}", nodes.collect::<Vec<_>>().join(" "));
        }
    }
    out
}

fn read_tree(ranker: &mut Ranker, text: &str) -> Option<()> {
    let root = ranker.nodes.len();
    for (at, part) in text.split(' ').enumerate() {
        let mut fields = part.split(':');
        let (a, b, c) = (fields.next()?, fields.next(), fields.next());
        let node = match (b, c) {
            (None, None) => TreeNode { feature: TreeNode::LEAF, left: 0, threshold: a.parse().ok()? },
            (Some(left), Some(threshold)) => {
                TreeNode { feature: a.parse().ok()?, left: left.parse().ok()?, threshold: threshold.parse().ok()? }
            }
            _ => return None,
        };
        // children come behind their parent, so that every walk ends
        if node.feature != TreeNode::LEAF && node.left as usize <= at {
            return None;
        }
        ranker.nodes.push(node);
    }
    let size = ranker.nodes.len() - root;
    let inside = ranker.nodes[root..].iter().all(|n| n.feature == TreeNode::LEAF || (n.left as usize) + 1 < size);
    ranker.roots.push(root as u32);
    inside.then_some(())
}

/// Number and hash of all feature names, so that a file is not used with features it was not made for.
fn feature_names_hash() -> String {
    let relations = relation_names();
    names_hash(FEATURES.iter().map(|f| f.0).chain(relations.iter().map(String::as_str)))
}

/// Number and hash of names.
pub(crate) fn names_hash<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let (count, hash) =
        names.fold((0, 0), |(n, h), name| (n + 1, name.bytes().fold(h, |h, b| crate::tree::mix(h, u64::from(b)))));
    format!("{count} {hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(value: f32) -> TreeNode {
        TreeNode { feature: TreeNode::LEAF, left: 0, threshold: value }
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let first = Ranker {
            bias: 0.5,
            weights: vec![1.0, -2.0],
            nodes: vec![TreeNode { feature: 1, left: 1, threshold: 0.25 }, leaf(3.0), leaf(-4.0), leaf(1.0)],
            roots: vec![0, 3],
        };
        let model = Model { first: first.clone(), second: first, confidence: Ranker::default() };
        assert_eq!(Model::parse(&model.to_text("made by a test")).unwrap(), model);
        assert_eq!(model.first.score(&[2.0, 0.0]), 0.5 + 2.0 + 3.0 + 1.0);
        assert_eq!(model.first.score(&[0.0, 1.0]), 0.5 - 2.0 - 4.0 + 1.0);
    }

    #[test]
    fn wrong_files_are_refused() {
        for text in [
            "",
            "rowsmith records model 9",
            "rowsmith records model 1\nranker first\ntree 1:0:2 3 4",
            "rowsmith records model 1\nfeatures 3 0",
        ] {
            assert!(Model::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_built_in_model_is_readable() {
        assert_eq!(Model::parse(include_str!("../../models/records.txt")).map(|_| ()), Ok(()));
    }
}
