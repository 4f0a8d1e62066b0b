//! Features of a link from how its address differs from that of the page.

use super::flag;
use crate::dom::{Document, declared_addresses};
use crate::pagination::Known;
use crate::pagination::address::{Change, Parts, change, turned};

/// The address of the page.
pub(super) struct Own {
    parts: Option<Parts>,
    /// 2 if it was given, 1 if the page declares it, 0 if it is unknown.
    known: f32,
}

impl Own {
    pub(super) fn new(document: &Document, known: Known<'_>) -> Own {
        if let Some(address) = known.address {
            return Own { parts: Some(Parts::of(address)), known: 2.0 };
        }
        let unknown = url::Url::parse("http://page.invalid/").ok();
        let base = known.base.or(unknown.as_ref());
        let declared = declared_addresses(document).next().and_then(|address| base?.join(address).ok());
        let parts = declared.map(|url| Parts::of(&url));
        Own { known: f32::from(u8::from(parts.is_some())), parts }
    }

    /// How an address differs from it, if it is known.
    pub(super) fn change(&self, parts: &Parts) -> Option<Change> {
        self.parts.as_ref().map(|own| change(own, parts))
    }

    /// The entry of the query in which an address alone differs from it.
    pub(super) fn turned<'p>(&self, parts: &'p Parts) -> Option<&'p str> {
        self.parts.as_ref().and_then(|own| turned(own, parts))
    }

    /// Features of a link from its address and the number that is its text.
    pub(super) fn measure(&self, changed: Option<Change>, number: Option<u32>, row: &mut Vec<f32>) {
        let (kind, by, to, named, is_one) = match changed {
            None => (6.0, 0.0, 0.0, false, false),
            Some(Change::Same) => (0.0, 0.0, 0.0, false, false),
            Some(Change::Number { from, to, named }) => {
                let by = f64::from(to) - f64::from(from);
                (1.0, by.clamp(-100.0, 100.0) as f32, to as f32, named, by == 1.0)
            }
            Some(Change::Added { to, named }) => (2.0, 0.0, to as f32, named, to == 2),
            Some(Change::Removed { from }) => (3.0, 0.0, from as f32, false, false),
            Some(Change::Other) => (4.0, 0.0, 0.0, false, false),
            Some(Change::Elsewhere) => (5.0, 0.0, 0.0, false, false),
        };
        row.extend([self.known, kind, by, to.min(10_000.0), flag(named), flag(is_one)]);
        row.push(flag(number.is_some_and(|number| number as f32 == to)));
    }
}
