//! `--columns`: which columns, in which order, under which names.

use std::collections::BTreeSet;

/// One entry of `--columns`: `name`, or `new=old`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pick {
    /// The name in the output.
    pub(crate) name: String,
    /// The name of the column as found.
    pub(crate) from: String,
}

/// Parses an entry.
///
/// # Errors
/// If a name is missing.
pub(super) fn parse_pick(entry: &str) -> Result<Pick, String> {
    let (name, from) = entry.split_once('=').unwrap_or((entry, entry));
    let (name, from) = (name.trim(), from.trim());
    if name.is_empty() || from.is_empty() {
        return Err("a column is 'name' or 'new=old'".to_owned());
    }
    Ok(Pick { name: name.to_owned(), from: from.to_owned() })
}

/// # Errors
/// If two columns would have the same name.
pub(crate) fn check_picks(picks: &[Pick]) -> Result<(), String> {
    let mut names = BTreeSet::new();
    match picks.iter().find(|pick| !names.insert(&pick.name)) {
        Some(twice) => Err(format!("--columns names {:?} twice; rename one of them with new=old", twice.name)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_checked() {
        assert!(parse_pick("=a").is_err() && parse_pick("a=").is_err() && parse_pick(" ").is_err());
        assert_eq!(parse_pick("a b = c").unwrap(), Pick { name: "a b".into(), from: "c".into() });
        assert!(check_picks(&[parse_pick("a").unwrap(), parse_pick("a=b").unwrap()]).unwrap_err().contains("twice"));
    }
}
