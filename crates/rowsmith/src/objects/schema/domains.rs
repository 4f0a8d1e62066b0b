//! The domains included in the library.

use crate::error::Error;
use crate::objects::schema::domain_schema::Schema;

/// The names of the domains.
pub const DOMAINS: &[&str] = &["products", "real-estate", "used-cars", "jobs"];

const FILES: &[(&str, &str)] = &[
    ("products", include_str!("domains/products.toml")),
    ("real-estate", include_str!("domains/real-estate.toml")),
    ("used-cars", include_str!("domains/used-cars.toml")),
    ("jobs", include_str!("domains/jobs.toml")),
    ("brands.txt", include_str!("domains/brands.txt")),
    ("product-nouns.txt", include_str!("domains/product-nouns.txt")),
    ("places.txt", include_str!("domains/places.txt")),
    ("property-types.txt", include_str!("domains/property-types.txt")),
    ("car-makes.txt", include_str!("domains/car-makes.txt")),
    ("car-models.txt", include_str!("domains/car-models.txt")),
    ("fuels.txt", include_str!("domains/fuels.txt")),
    ("transmissions.txt", include_str!("domains/transmissions.txt")),
    ("body-types.txt", include_str!("domains/body-types.txt")),
    ("contracts.txt", include_str!("domains/contracts.txt")),
    ("property-status.txt", include_str!("domains/property-status.txt")),
    ("colours.txt", include_str!("domains/colours.txt")),
    ("job-titles.txt", include_str!("domains/job-titles.txt")),
    ("employers.txt", include_str!("domains/employers.txt")),
];

/// The text of an included file: of a schema by the name of its domain, of a gazetteer by its file name.
///
/// ```
/// use rowsmith::schema::shipped_file;
///
/// assert!(shipped_file("jobs").is_some_and(|schema| schema.contains("name = \"jobs\"")));
/// assert!(shipped_file("places.txt").is_some_and(|places| places.lines().any(|place| place == "Aberdeen")));
/// assert_eq!(shipped_file("cakes"), None);
/// ```
pub fn shipped_file(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
}

/// The schema of an included domain; `None` for another name.
///
/// # Errors
/// None for the included files, as a test checks.
///
/// ```
/// use rowsmith::schema::{DOMAINS, domain};
///
/// let cars = domain("used-cars").expect("it is shipped")?;
/// assert_eq!(cars.name, "used-cars");
/// assert!(domain("cakes").is_none());
/// assert_eq!(DOMAINS.len(), 4);
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn domain(name: &str) -> Option<Result<Schema, Error>> {
    let text = DOMAINS.contains(&name).then(|| shipped_file(name)).flatten()?;
    Some(Schema::parse(text, &mut |file| shipped_file(file).map(str::to_owned).ok_or_else(|| "not shipped".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_domains_are_sound() {
        for name in DOMAINS {
            let schema = domain(name).unwrap().unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(schema.name, *name);
            assert!(!schema.gazetteers.is_empty());
        }
        assert!(domain("brands.txt").is_none() && domain("x").is_none());
    }
}
