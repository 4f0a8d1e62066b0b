//! State that is the result of a function called where it is defined, which Nuxt 2 and SvelteKit use to give names to
//! repeated values: `(function(a,b){return {x:a,y:[b,a]}}("one",2))`. The function is not run: what it returns is read,
//! with its parameters replaced by the arguments.

use crate::declared::Data;
use crate::declared::bounds::Allowance;
use crate::declared::literal::{Names, read_prefix, read_with_names};
use crate::declared::scripts::name_before;
use crate::state::piece::{Form, Piece};

/// The function must begin within this many bytes from the beginning of the script.
const HEAD: usize = 4_000;

/// The least number of values in it.
const LEAST_VALUES: usize = 8;

/// Reads it; `None` if a script is not of this form.
pub(crate) fn read(text: &str, allowance: &Allowance) -> Option<Piece> {
    let mut head = text.len().min(HEAD);
    while !text.is_char_boundary(head) {
        head -= 1;
    }
    let start = text[..head].find("(function(")?;
    let (parameters, body) = text[start + "(function(".len()..].split_once(')')?;
    let body = body.trim_start().strip_prefix('{')?;
    let parameters: Vec<&str> = parameters.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if parameters.iter().any(|name| name.is_empty() || name.len() > 8) {
        return None;
    }
    let returned = body.find("return")? + "return".len();
    let literal = body[returned..].trim_start();
    if !literal.starts_with(['{', '[']) {
        return None;
    }
    let first = read_prefix(literal, allowance)?;
    let behind = literal.get(first.end..)?.trim_start().trim_start_matches(';').trim_start();
    let given = behind.strip_prefix('}')?.trim_start().trim_start_matches(')').trim_start().strip_prefix('(')?;
    let values = arguments(given, parameters.len(), allowance);
    let names: Names<'_> = parameters.into_iter().zip(values).collect();
    let read = read_with_names(literal, &names, allowance)?;
    let name = name_before(text[..start].trim_end()).unwrap_or_else(|| "script".to_owned());
    (read.data.size() >= LEAST_VALUES).then(|| Piece::new(Form::Function, name, read.data))
}

/// The arguments of the function, up to its closing bracket.
fn arguments(text: &str, most: usize, allowance: &Allowance) -> Vec<Data> {
    let mut values = Vec::new();
    let mut rest = text.trim_start();
    while values.len() < most && !rest.is_empty() && !rest.starts_with(')') {
        let Some(literal) = read_prefix(rest, allowance) else { break };
        if literal.end == 0 {
            break;
        }
        values.push(literal.data);
        rest = rest.get(literal.end..).unwrap_or_default().trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    values
}
