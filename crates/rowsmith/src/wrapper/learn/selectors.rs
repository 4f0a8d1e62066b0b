//! XPath and CSS of what a wrapper locates, for people and other tools.

use std::fmt::Write;

use crate::wrapper::format::{ElementPattern, Part, Selectors};

/// The share of the elements that a name in a selector is found on.
const LEAST_SHARE: f32 = 0.9;

/// Selectors of the records of a part, and of its columns within them.
pub(crate) fn add_selectors(part: &mut Part) {
    let of_patterns: Vec<Selectors> = part.records.patterns.iter().map(of_pattern).collect();
    let join = |texts: Vec<&str>, between: &str| texts.join(between);
    part.selectors = Selectors {
        xpath: join(of_patterns.iter().map(|s| s.xpath.as_str()).collect(), " | "),
        css: join(of_patterns.iter().map(|s| s.css.as_str()).collect(), ", "),
    };
    for column in &mut part.columns {
        let best = column.paths.iter().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.len().cmp(&a.0.len())));
        let Some((path, _)) = best else { continue };
        // the first step is the record itself
        let steps: Vec<&str> = path.split('/').skip(1).filter(|step| *step != "#text").collect();
        let xpath: Vec<String> = steps.iter().map(|step| xpath_step(step)).collect();
        let css: Vec<String> = steps.iter().map(|step| css_step(step)).collect();
        column.xpath = if xpath.is_empty() { ".".to_owned() } else { format!("./{}", xpath.join("/")) };
        column.css = if css.is_empty() { ":scope".to_owned() } else { format!(":scope > {}", css.join(" > ")) };
    }
}

/// The element with its names, below the nearest element around it that has a name of its own.
fn of_pattern(pattern: &ElementPattern) -> Selectors {
    let own: Vec<&str> = usable(pattern.names.iter());
    let (mut xpath, mut css) = (xpath_of(&pattern.tag, &own), css_of(&pattern.tag, &own));
    let mut between = (String::new(), String::new());
    for level in pattern.within.first().map_or(&[][..], |way| &way.up) {
        let names = usable(level.names.iter());
        if !names.is_empty() || level.tag == "body" {
            let names = &names[..names.len().min(2)];
            xpath = format!("//{}/{}{xpath}", xpath_of(&level.tag, names), between.0);
            css = format!("{} > {}{css}", css_of(&level.tag, names), between.1);
            return Selectors { xpath, css };
        }
        between = (format!("{}/{}", level.tag, between.0), format!("{} > {}", level.tag, between.1));
    }
    Selectors { xpath: format!("//{xpath}"), css }
}

/// Classes and ids that nearly all elements have, as they stand in the page: names with digits are not known in full.
fn usable<'a>(names: impl Iterator<Item = (&'a String, &'a f32)>) -> Vec<&'a str> {
    let plain = |name: &str| name.len() > 1 && name[1..].chars().all(|c| c.is_alphabetic() || c == '-' || c == '_');
    let is_name = |name: &str| name.starts_with(['.', '#']) && plain(name);
    names.filter(|(name, share)| **share >= LEAST_SHARE && is_name(name)).map(|(name, _)| name.as_str()).collect()
}

fn xpath_of(tag: &str, names: &[&str]) -> String {
    let mut out = tag.to_owned();
    for name in names {
        let value = &name[1..];
        let _ = match name.starts_with('#') {
            true => write!(out, "[@id='{value}']"),
            false => write!(out, "[contains(concat(' ', normalize-space(@class), ' '), ' {value} ')]"),
        };
    }
    out
}

fn css_of(tag: &str, names: &[&str]) -> String {
    let mut out = tag.to_owned();
    names.iter().for_each(|name| out.push_str(name));
    out
}

fn parts(step: &str) -> (&str, Vec<String>) {
    let mut parts = step.split('.');
    let tag = parts.next().unwrap_or_default();
    let plain = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphabetic() || c == '-' || c == '_');
    (tag, parts.filter(plain).map(|name| format!(".{name}")).collect())
}

fn xpath_step(step: &str) -> String {
    let (tag, names) = parts(step);
    xpath_of(tag, &names.iter().map(String::as_str).collect::<Vec<_>>())
}

fn css_step(step: &str) -> String {
    let (tag, names) = parts(step);
    format!("{tag}{}", names.concat())
}
