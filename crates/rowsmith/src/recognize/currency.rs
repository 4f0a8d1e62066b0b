//! Currencies as pages write them: signs, codes and words.

/// Currency signs, codes and words. A longer one comes before one that is its prefix or suffix.
const CURRENCIES: &[(&str, Option<&str>)] = &[
    ("US$", Some("USD")),
    ("U$S", Some("USD")),
    ("CA$", Some("CAD")),
    ("AU$", Some("AUD")),
    ("NZ$", Some("NZD")),
    ("HK$", Some("HKD")),
    ("NT$", Some("TWD")),
    ("MX$", Some("MXN")),
    ("SG$", Some("SGD")),
    ("R$", Some("BRL")),
    ("A$", Some("AUD")),
    ("C$", Some("CAD")),
    ("S$", Some("SGD")),
    ("$", Some("USD")),
    ("€", Some("EUR")),
    ("£", Some("GBP")),
    ("¥", Some("JPY")),
    ("￥", Some("JPY")),
    ("₹", Some("INR")),
    ("₽", Some("RUB")),
    ("₩", Some("KRW")),
    ("₺", Some("TRY")),
    ("₴", Some("UAH")),
    ("₦", Some("NGN")),
    ("₫", Some("VND")),
    ("฿", Some("THB")),
    ("₪", Some("ILS")),
    ("₱", Some("PHP")),
    ("₡", Some("CRC")),
    ("₲", Some("PYG")),
    ("₵", Some("GHS")),
    ("₸", Some("KZT")),
    ("₼", Some("AZN")),
    ("₾", Some("GEL")),
    ("元", Some("CNY")),
    ("円", Some("JPY")),
    ("원", Some("KRW")),
    ("EUR", Some("EUR")),
    ("USD", Some("USD")),
    ("GBP", Some("GBP")),
    ("CHF", Some("CHF")),
    ("JPY", Some("JPY")),
    ("CNY", Some("CNY")),
    ("RMB", Some("CNY")),
    ("CAD", Some("CAD")),
    ("AUD", Some("AUD")),
    ("NZD", Some("NZD")),
    ("SEK", Some("SEK")),
    ("NOK", Some("NOK")),
    ("DKK", Some("DKK")),
    ("PLN", Some("PLN")),
    ("CZK", Some("CZK")),
    ("HUF", Some("HUF")),
    ("RON", Some("RON")),
    ("BGN", Some("BGN")),
    ("RUB", Some("RUB")),
    ("UAH", Some("UAH")),
    ("TRY", Some("TRY")),
    ("INR", Some("INR")),
    ("BRL", Some("BRL")),
    ("MXN", Some("MXN")),
    ("ARS", Some("ARS")),
    ("CLP", Some("CLP")),
    ("COP", Some("COP")),
    ("PEN", Some("PEN")),
    ("ZAR", Some("ZAR")),
    ("KRW", Some("KRW")),
    ("SGD", Some("SGD")),
    ("HKD", Some("HKD")),
    ("TWD", Some("TWD")),
    ("THB", Some("THB")),
    ("IDR", Some("IDR")),
    ("MYR", Some("MYR")),
    ("PHP", Some("PHP")),
    ("VND", Some("VND")),
    ("ILS", Some("ILS")),
    ("AED", Some("AED")),
    ("SAR", Some("SAR")),
    ("EGP", Some("EGP")),
    ("NGN", Some("NGN")),
    ("KES", Some("KES")),
    ("PKR", Some("PKR")),
    ("BTC", Some("BTC")),
    ("ETH", Some("ETH")),
    ("Euros", Some("EUR")),
    ("euros", Some("EUR")),
    ("Euro", Some("EUR")),
    ("euro", Some("EUR")),
    ("dollars", Some("USD")),
    ("pounds", Some("GBP")),
    ("zł", Some("PLN")),
    ("Kč", Some("CZK")),
    ("Ft", Some("HUF")),
    ("lei", Some("RON")),
    ("лв.", Some("BGN")),
    ("лв", Some("BGN")),
    ("грн", Some("UAH")),
    ("руб.", Some("RUB")),
    ("руб", Some("RUB")),
    ("рублей", Some("RUB")),
    ("р.", Some("RUB")),
    ("TL", Some("TRY")),
    ("Rs.", Some("INR")),
    ("Rs", Some("INR")),
    ("SFr.", Some("CHF")),
    ("Fr.", Some("CHF")),
    ("RM", Some("MYR")),
    ("Rp", Some("IDR")),
    ("kr.", None),
    ("kr", None),
    ("Kr", None),
];

/// The currencies by their first byte and by their last.
pub(crate) static BY_FIRST: Chains = Chains::new(true);
pub(crate) static BY_LAST: Chains = Chains::new(false);

const NONE: u8 = u8::MAX;

/// Lists of currencies that share a byte, each in the order of the table.
pub(crate) struct Chains {
    heads: [u8; 256],
    next: [u8; CURRENCIES.len()],
}

impl Chains {
    const fn new(first: bool) -> Chains {
        assert!(CURRENCIES.len() < NONE as usize);
        let mut chains = Chains { heads: [NONE; 256], next: [NONE; CURRENCIES.len()] };
        let mut i = CURRENCIES.len();
        while i > 0 {
            i -= 1;
            let sign = CURRENCIES[i].0.as_bytes();
            let byte = sign[if first { 0 } else { sign.len() - 1 }] as usize;
            chains.next[i] = chains.heads[byte];
            chains.heads[byte] = i as u8;
        }
        chains
    }

    /// Those that share a byte: the signs and their codes.
    pub(crate) fn of(&'static self, byte: u8) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
        let at = |i: u8| (i != NONE).then_some(i);
        std::iter::successors(at(self.heads[usize::from(byte)]), move |&i| at(self.next[usize::from(i)]))
            .map(|i| CURRENCIES[usize::from(i)])
    }
}

/// Whether a text is a currency and nothing else.
pub(crate) fn is_currency(text: &str) -> bool {
    text.bytes().next().is_some_and(|first| BY_FIRST.of(first).any(|(sign, _)| sign == text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_codes_and_words_are_currencies() {
        for text in ["€", "EUR", "zł", "руб.", "euro"] {
            assert!(is_currency(text), "{text}");
        }
        for text in ["", "zł / m", "km", "eur"] {
            assert!(!is_currency(text), "{text}");
        }
    }
}
