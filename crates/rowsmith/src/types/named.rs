//! Maps by name that keep the order in which a line has their entries.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// The entries of a map in a line, in order.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Named<T> {
    pub(crate) entries: Vec<Entry<T>>,
}

/// A name and its value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry<T> {
    pub(crate) name: String,
    pub(crate) value: T,
}

impl<T> Named<T> {
    /// Whether the map is empty. Empty maps are left out of lines.
    #[cfg_attr(not(feature = "schema"), allow(dead_code))]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named { entries: Vec::new() }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(name) = map.next_key()? {
                    entries.push(Entry { name, value: map.next_value()? });
                }
                Ok(Named { entries })
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("MapOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <std::collections::BTreeMap<String, T>>::json_schema(generator)
    }
}
