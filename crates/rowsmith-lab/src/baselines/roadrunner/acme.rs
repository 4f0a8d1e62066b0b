//! ACME: align, collapse under mismatch, and extract (RoadRunner, sections 4 and 5). A template is generalised until it
//! describes another record: at a mismatch of tags, an iterator is tried before an optional.

use rowsmith::tree::TreeId;

use super::expression::{Expression, Mismatch, Token, may_begin, parse, to_expression};

/// Bounds on the search, which is exponential.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// RoadRunner's bound on the fan-out of a mismatch: candidates of a kind, nearest first.
    pub fan_out: usize,
    /// The most generalisations that are tried for a record; after that, it counts as one that cannot be aligned.
    pub tries: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { fan_out: 4, tries: 400 }
    }
}

/// Why a record could not be described together with the previous ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// At some mismatch neither an iterator nor an optional lets template and record continue alike: there is a choice
    /// between two alternatives, which union-free expressions cannot express.
    NoOperator,
    /// [`Bounds::tries`] or the work limit was exceeded.
    Bound,
}

/// The most generalisations that are tried for a candidate square.
const MAX_SQUARE_TRIES: usize = 12;
/// The most tokens and expressions that are read for a record.
const MAX_WORK: usize = 20_000_000;
/// How deep nested squares are generalised.
const MAX_DEPTH: usize = 3;

/// Generalises the template so that it describes another record.
///
/// # Errors
/// Why that is not possible.
pub fn generalise(wrapper: &[Expression], sample: &[Token], bounds: Bounds) -> Result<Vec<Expression>, GaveUp> {
    Search { work: 0, bounds }.resolve(wrapper.to_vec(), sample, 0)
}

struct Search {
    work: usize,
    bounds: Bounds,
}

impl Search {
    /// Depth-first over the mismatches; every step must get at least as far into the record.
    fn resolve(&mut self, wrapper: Vec<Expression>, sample: &[Token], depth: usize) -> Result<Vec<Expression>, GaveUp> {
        let mut open = vec![(wrapper, 0)];
        let limit = if depth == 0 { self.bounds.tries } else { MAX_SQUARE_TRIES };
        let mut tries = 0;
        while let Some((wrapper, reached)) = open.pop() {
            self.work += wrapper.len() + sample.len();
            let mismatch = match parse(&wrapper, sample) {
                Ok(_) => return Ok(wrapper),
                Err(mismatch) => mismatch,
            };
            tries += 1;
            if tries > limit || self.work > MAX_WORK {
                return Err(GaveUp::Bound);
            }
            if mismatch.token < reached {
                continue;
            }
            let mut candidates = self.iterators(&wrapper, sample, &mismatch, depth);
            candidates.extend(optionals(&wrapper, sample, &mismatch, self.bounds.fan_out));
            // the first candidate is tried first
            candidates.reverse();
            // skips an optional of the template if that does not get farther
            open.extend(candidates.into_iter().map(|w| (w, mismatch.token)));
        }
        Err(GaveUp::NoOperator)
    }

    /// Squares before the mismatch that occur once more, in the record or in the template.
    fn iterators(
        &mut self,
        wrapper: &[Expression],
        sample: &[Token],
        mismatch: &Mismatch,
        depth: usize,
    ) -> Vec<Vec<Expression>> {
        let Some(list) = list_at(wrapper, &mismatch.path).filter(|_| depth < MAX_DEPTH) else { return Vec::new() };
        let place = mismatch.place;
        let mut found = Vec::new();
        let mut squares: Vec<(Vec<Token>, usize)> = Vec::new();
        for end in spans(sample, mismatch.token).into_iter().take(self.bounds.fan_out) {
            squares.push((sample[mismatch.token..end].to_vec(), place));
        }
        for end in expression_spans(list, place).into_iter().take(self.bounds.fan_out) {
            if let Some(tokens) = as_tokens(&list[place..end]) {
                squares.push((tokens, end));
            }
        }
        for (square, end) in squares {
            for start in starts(list, place).into_iter().take(self.bounds.fan_out) {
                // a square begins and ends with the same tags as its previous occurrence
                let ends_alike =
                    as_tokens(&list[place - 1..place]).is_none_or(|t| alike(t[0], square[square.len() - 1]));
                if !ends_alike || !may_begin(&list[start..place], square[0]) || self.work > MAX_WORK {
                    continue;
                }
                let Ok(body) = self.resolve(list[start..place].to_vec(), &square, depth + 1) else { continue };
                if matches!(body.as_slice(), [Expression::Plus(_)]) {
                    continue;
                }
                // earlier occurrences also belong to the iterator
                let mut first = start;
                while let Some(&before) = starts(list, first)
                    .iter()
                    .find(|&&b| as_tokens(&list[b..first]).is_some_and(|t| parse(&body, &t).is_ok()))
                {
                    first = before;
                }
                let mut changed = list[..first].to_vec();
                changed.push(Expression::Plus(body));
                changed.extend_from_slice(&list[end..]);
                found.extend(with_list(wrapper, &mismatch.path, changed));
                break;
            }
        }
        found
    }
}

fn alike(a: Token, b: Token) -> bool {
    a == b || matches!((a, b), (Token::Text(_), Token::Text(_)))
}

/// What can be skipped on either side until the two continue alike.
fn optionals(wrapper: &[Expression], sample: &[Token], mismatch: &Mismatch, fan_out: usize) -> Vec<Vec<Expression>> {
    let Some(list) = list_at(wrapper, &mismatch.path) else { return Vec::new() };
    let (place, at) = (mismatch.place, mismatch.token);
    let mut found = Vec::new();
    let ends = spans(sample, at);
    let goes_on = |&end: &usize| match sample.get(end) {
        Some(&token) => place == list.len() && !mismatch.path.is_empty() || may_begin(&list[place..], token),
        None => place == list.len() || mismatch.path.is_empty(),
    };
    for end in ends.into_iter().filter(goes_on).take(fan_out) {
        let mut changed = list[..place].to_vec();
        changed.push(Expression::Optional(to_expression(&sample[at..end])));
        changed.extend_from_slice(&list[place..]);
        found.extend(with_list(wrapper, &mismatch.path, changed));
    }
    let resumes = |&end: &usize| match (list.get(end..).filter(|l| !l.is_empty()), sample.get(at)) {
        (Some(list), Some(&token)) => may_begin(list, token),
        _ => true,
    };
    for end in expression_spans(list, place).into_iter().filter(resumes).take(fan_out) {
        if matches!(list[place..end], [Expression::Optional(_)]) {
            continue;
        }
        let mut changed = list[..place].to_vec();
        changed.push(Expression::Optional(list[place..end].to_vec()));
        changed.extend_from_slice(&list[end..]);
        found.extend(with_list(wrapper, &mismatch.path, changed));
    }
    found
}

/// The ends of the balanced runs of tokens that begin at a position, shortest first.
fn spans(tokens: &[Token], from: usize) -> Vec<usize> {
    let step = |token: &Token| match token {
        Token::Open(_) => 1,
        Token::Close(_) => -1,
        Token::Text(_) => 0,
    };
    balanced(tokens[from.min(tokens.len())..].iter().map(step)).into_iter().map(|n| from + n).collect()
}

/// The same for expressions.
fn expression_spans(list: &[Expression], from: usize) -> Vec<usize> {
    balanced(list[from.min(list.len())..].iter().map(depth_step)).into_iter().map(|n| from + n).collect()
}

/// Where balanced runs of expressions that end before a position begin, shortest first.
fn starts(list: &[Expression], end: usize) -> Vec<usize> {
    let backwards = list[..end].iter().rev().map(|e| -depth_step(e));
    balanced(backwards).into_iter().map(|n| end - n).collect()
}

fn depth_step(expression: &Expression) -> i32 {
    match expression {
        Expression::Open(_) => 1,
        Expression::Close(_) => -1,
        _ => 0,
    }
}

/// The lengths of the prefixes whose steps sum to zero and are never negative before.
fn balanced(steps: impl Iterator<Item = i32>) -> Vec<usize> {
    let mut depth = 0;
    let mut lengths = Vec::new();
    for (at, step) in steps.enumerate() {
        depth += step;
        if depth < 0 {
            break;
        }
        if depth == 0 {
            lengths.push(at + 1);
        }
    }
    lengths
}

/// Expressions without optionals and iterators as the record that they describe.
fn as_tokens(expressions: &[Expression]) -> Option<Vec<Token>> {
    let one = |expression: &Expression| match *expression {
        Expression::Open(tag) => Some(Token::Open(tag)),
        Expression::Close(tag) => Some(Token::Close(tag)),
        Expression::Slot(_) => Some(Token::Text(TreeId::ROOT)),
        _ => None,
    };
    expressions.iter().map(one).collect()
}

fn list_at<'w>(wrapper: &'w [Expression], path: &[usize]) -> Option<&'w [Expression]> {
    path.iter().try_fold(wrapper, |list, &at| match list.get(at)? {
        Expression::Optional(inner) | Expression::Plus(inner) => Some(inner.as_slice()),
        _ => None,
    })
}

/// The template with one list replaced.
fn with_list(wrapper: &[Expression], path: &[usize], list: Vec<Expression>) -> Option<Vec<Expression>> {
    let Some((&at, inner_path)) = path.split_first() else { return Some(list) };
    let mut out = wrapper.to_vec();
    match out.get_mut(at)? {
        Expression::Optional(inner) | Expression::Plus(inner) => *inner = with_list(inner, inner_path, list)?,
        _ => return None,
    }
    Some(out)
}
