//! Union-free regular expressions over tags and texts, and parsing records with them.

use rowsmith::tree::TreeId;

/// A piece of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// The start of an element.
    Open(u32),
    /// Its end.
    Close(u32),
    /// A text.
    Text(TreeId),
}

/// A piece of a template. The contents of optionals and iterators are balanced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// The start of an element.
    Open(u32),
    /// Its end.
    Close(u32),
    /// `#PCDATA`, or a constant text: its number.
    Slot(usize),
    /// `( … )?`
    Optional(Vec<Expression>),
    /// `( … )+`
    Plus(Vec<Expression>),
}

/// The template that describes only one record.
pub fn to_expression(tokens: &[Token]) -> Vec<Expression> {
    let one = |token: &Token| match *token {
        Token::Open(tag) => Expression::Open(tag),
        Token::Close(tag) => Expression::Close(tag),
        Token::Text(_) => Expression::Slot(0),
    };
    tokens.iter().map(one).collect()
}

/// Numbers the slots in order, starting from `next`; returns the number after the last.
pub fn number_slots(expressions: &mut [Expression], mut next: usize) -> usize {
    for expression in expressions {
        match expression {
            Expression::Slot(number) => {
                *number = next;
                next += 1;
            }
            Expression::Optional(inner) | Expression::Plus(inner) => next = number_slots(inner, next),
            _ => {}
        }
    }
    next
}

/// Whether an expression may begin with a token.
pub fn may_begin(expressions: &[Expression], token: Token) -> bool {
    for expression in expressions {
        match (expression, token) {
            (Expression::Open(a), Token::Open(b)) | (Expression::Close(a), Token::Close(b)) => return *a == b,
            (Expression::Slot(_), Token::Text(_)) => return true,
            (Expression::Plus(inner), _) => return may_begin(inner, token),
            (Expression::Optional(inner), _) if may_begin(inner, token) => return true,
            (Expression::Optional(_), _) => {}
            _ => return false,
        }
    }
    false
}

/// Where parsing stops in a record that a template does not describe.
#[derive(Clone, Debug, Default)]
pub struct Mismatch {
    /// The farthest token reached.
    pub token: usize,
    /// The list of expressions in which it did not fit: positions of optionals and iterators, from the outermost
    /// inwards.
    pub path: Vec<usize>,
    /// The expression in that list.
    pub place: usize,
}

/// The most steps for parsing one record; optionals and iterators that begin alike are tried in turn.
const MAX_STEPS: usize = 20_000;

/// The slots of a record with their texts, or the farthest mismatch.
pub fn parse(expressions: &[Expression], tokens: &[Token]) -> Result<Vec<(usize, TreeId)>, Mismatch> {
    let mut reader = Reader { tokens, found: Vec::new(), farthest: None, path: Vec::new(), steps: 0 };
    match reader.read(expressions, 0, 0, &Rest::End) {
        true => Ok(reader.found),
        false => Err(reader.farthest.unwrap_or_default()),
    }
}

/// What follows a list of expressions.
enum Rest<'a> {
    /// The end of the record.
    End,
    /// The enclosing list, after the optional.
    After { list: &'a [Expression], place: usize, depth: usize, rest: &'a Rest<'a> },
    /// The iterator once more, or the enclosing list.
    Again { list: &'a [Expression], place: usize, depth: usize, from: usize, rest: &'a Rest<'a> },
}

struct Reader<'t> {
    tokens: &'t [Token],
    found: Vec<(usize, TreeId)>,
    farthest: Option<Mismatch>,
    path: Vec<usize>,
    steps: usize,
}

impl Reader<'_> {
    /// Parses `list[place..]`, then the rest. Recursion is as deep as optionals and iterators follow each other.
    fn read(&mut self, list: &[Expression], mut place: usize, mut at: usize, rest: &Rest<'_>) -> bool {
        let before = self.found.len();
        loop {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return false;
            }
            let Some(expression) = list.get(place) else {
                return self.read_rest(at, rest, place) || self.fail(before);
            };
            match (expression, self.tokens.get(at)) {
                (Expression::Open(a), Some(Token::Open(b))) | (Expression::Close(a), Some(Token::Close(b)))
                    if a == b => {}
                (Expression::Slot(number), Some(Token::Text(text))) => self.found.push((*number, *text)),
                (Expression::Optional(inner), _) => {
                    let depth = self.path.len();
                    self.path.push(place);
                    let taken = self.read(inner, 0, at, &Rest::After { list, place: place + 1, depth, rest });
                    self.path.truncate(depth);
                    if taken {
                        return true;
                    }
                    place += 1;
                    continue;
                }
                (Expression::Plus(inner), _) => {
                    let depth = self.path.len();
                    self.path.push(place);
                    let read = self.read(inner, 0, at, &Rest::Again { list, place, depth, from: at, rest });
                    self.path.truncate(depth);
                    return read || self.fail(before);
                }
                _ => {
                    self.note(at, place);
                    return self.fail(before);
                }
            }
            place += 1;
            at += 1;
        }
    }

    fn read_rest(&mut self, at: usize, rest: &Rest<'_>, place: usize) -> bool {
        match *rest {
            Rest::End => {
                if at < self.tokens.len() {
                    self.note(at, place);
                }
                at == self.tokens.len()
            }
            Rest::After { list, place, depth, rest } => self.outside(depth, |r| r.read(list, place, at, rest)),
            Rest::Again { list, place, depth, from, rest } => {
                let Expression::Plus(inner) = &list[place] else { return false };
                let again = at > from && self.read(inner, 0, at, &Rest::Again { list, place, depth, from: at, rest });
                again || self.outside(depth, |r| r.read(list, place + 1, at, rest))
            }
        }
    }

    /// Continues in the list at a depth, and backtracks if that fails.
    fn outside(&mut self, depth: usize, read: impl FnOnce(&mut Self) -> bool) -> bool {
        let inner = self.path.split_off(depth);
        let found = read(self);
        self.path.truncate(depth);
        self.path.extend(inner);
        found
    }

    fn note(&mut self, token: usize, place: usize) {
        if self.farthest.as_ref().is_none_or(|f| token > f.token) {
            self.farthest = Some(Mismatch { token, path: self.path.clone(), place });
        }
    }

    fn fail(&mut self, found: usize) -> bool {
        self.found.truncate(found);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Expression::{Close, Open, Optional, Plus, Slot};

    #[test]
    fn optionals_and_iterators_are_read_with_backtracking() {
        // (<1>#0</1>)+ (<1>#1</1>)? <2></2>: the iterator takes as much as it can, and gives back what it must
        let item = |slot| vec![Open(1), Slot(slot), Close(1)];
        let wrapper = vec![Plus(item(0)), Open(1), Slot(1), Close(1), Optional(vec![Open(2), Close(2)])];
        let token = |n| [Token::Open(1), Token::Text(n), Token::Close(1)];
        let three: Vec<Token> = [token(TreeId::new(7)), token(TreeId::new(8)), token(TreeId::new(9))].concat();
        assert_eq!(
            parse(&wrapper, &three).unwrap(),
            [(0, 7), (0, 8), (1, 9)].map(|(slot, id)| (slot, TreeId::new(id)))
        );
        let mismatch = parse(&wrapper, &three[..3]).unwrap_err();
        assert_eq!(mismatch.token, 3);
    }

    #[test]
    fn the_farthest_mismatch_is_inside_the_iterator() {
        let wrapper = vec![Plus(vec![Open(1), Slot(0), Close(1)])];
        let tokens = [Token::Open(1), Token::Text(TreeId::new(1)), Token::Close(1), Token::Open(1), Token::Open(2)];
        let found = parse(&wrapper, &tokens).unwrap_err();
        assert_eq!((found.token, found.path.as_slice(), found.place), (4, &[0][..], 1));
    }
}
