//! Which currency a sign means that several countries share, by the country of the page.

/// For each language of a page, with its country if the language alone says none, the currency there.
const KRONE: [(&str, &str); 6] =
    [("sv", "SEK"), ("nb", "NOK"), ("nn", "NOK"), ("no", "NOK"), ("da", "DKK"), ("is", "ISK")];
const KRONE_DOMAINS: [(&str, &str); 4] = [("se", "SEK"), ("no", "NOK"), ("dk", "DKK"), ("is", "ISK")];

/// For each country whose currency is written with a dollar sign alone, its code and its currency.
const DOLLAR: [(&str, &str); 9] = [
    ("au", "AUD"),
    ("ca", "CAD"),
    ("nz", "NZD"),
    ("sg", "SGD"),
    ("hk", "HKD"),
    ("mx", "MXN"),
    ("ar", "ARS"),
    ("cl", "CLP"),
    ("co", "COP"),
];
/// Those whose domains are not used for pages of everywhere.
const DOLLAR_DOMAINS: [&str; 7] = ["au", "ca", "nz", "sg", "hk", "mx", "cl"];

/// The currency of a shown price: what its sign says alone, or what it means in the country of the page, as told by the page's
/// language ("en-AU") or else its address.
pub(crate) fn currency_there(
    price: &str,
    currency: Option<&str>,
    language: Option<&str>,
    address: Option<&str>,
) -> Option<String> {
    let language = language.unwrap_or_default().trim().to_ascii_lowercase().replace('_', "-");
    let mut parts = language.split('-');
    let (spoken, country) = (parts.next().unwrap_or_default(), parts.next_back().unwrap_or_default());
    let domain = address.and_then(domain_of).unwrap_or_default();
    let of = |table: &[(&'static str, &'static str)], key: &str| {
        table.iter().find(|(name, _)| *name == key).map(|(_, code)| (*code).to_owned())
    };
    match currency {
        None if price.to_lowercase().contains("kr") => of(&KRONE, spoken).or_else(|| of(&KRONE_DOMAINS, &domain)),
        Some("USD") if has_bare_dollar(price) => {
            let known = Some(domain.as_str()).filter(|domain| DOLLAR_DOMAINS.contains(domain));
            let by_domain = || known.and_then(|domain| of(&DOLLAR, domain));
            of(&DOLLAR, country).or_else(by_domain).or_else(|| currency.map(str::to_owned))
        }
        _ => currency.map(str::to_owned),
    }
}

/// Whether a price has a dollar sign without the letters of a country.
fn has_bare_dollar(price: &str) -> bool {
    price.contains('$') && !price.contains(|c: char| c.is_alphabetic())
}

/// The last part of a host.
fn domain_of(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("//")?;
    let host = rest.split(['/', '?', '#', ':']).next()?;
    host.rsplit_once('.').map(|(_, domain)| domain.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_signs_are_of_the_country_of_the_page() {
        let there = |price, currency, language: &str, address| {
            currency_there(price, currency, Some(language).filter(|l| !l.is_empty()), address)
        };
        for (price, currency, language, address, expected) in [
            ("499 kr", None, "sv-SE", None, Some("SEK")),
            ("499 kr", None, "nb", None, Some("NOK")),
            ("kr. 499", None, "", Some("https://shop.dk/a"), Some("DKK")),
            ("499 kr", None, "en", None, None),
            ("$49", Some("USD"), "en-AU", None, Some("AUD")),
            ("$49", Some("USD"), "fr-CA", None, Some("CAD")),
            ("$49", Some("USD"), "en", Some("https://shop.co.nz/a"), Some("NZD")),
            ("$49", Some("USD"), "en-US", Some("https://shop.com.au/a"), Some("AUD")),
            ("$49", Some("USD"), "en", Some("https://shop.com/a"), Some("USD")),
            ("US$49", Some("USD"), "en-AU", None, Some("USD")),
            ("€49", Some("EUR"), "en-AU", None, Some("EUR")),
        ] {
            assert_eq!(
                there(price, currency, language, address).as_deref(),
                expected,
                "{price} {language} {address:?}"
            );
        }
    }
}
