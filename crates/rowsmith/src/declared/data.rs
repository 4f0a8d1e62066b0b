//! The plain tree that all embedded data is converted to.

/// A value of embedded data.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Data {
    /// `null`, `undefined`, or what could not be read.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written, so that product codes keep their digits.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Data>),
    /// An object: its members in order. A name may occur twice; the last one counts, as in a browser.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Data,
}

impl Data {
    /// The member with this name, unless it is null. Takes time linear in the members.
    pub fn get(&self, name: &str) -> Option<&Data> {
        let found = self.members().iter().rev().find(|member| member.name == name)?;
        (found.value != Data::Null).then_some(&found.value)
    }

    /// The members of an object; none for anything else.
    pub fn members(&self) -> &[Member] {
        match self {
            Data::Object(members) => members,
            _ => &[],
        }
    }

    /// The values of a list. Null gives none, and anything else gives itself.
    pub fn values(&self) -> &[Data] {
        match self {
            Data::List(list) => list,
            Data::Null => &[],
            other => std::slice::from_ref(other),
        }
    }

    /// A text, or a number as it is written, if it is not blank.
    pub fn text(&self) -> Option<&str> {
        match self {
            Data::Text(text) | Data::Number(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            _ => None,
        }
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self, Data::Object(_))
    }

    /// The number of values within it, including itself. Takes linear time.
    pub fn size(&self) -> usize {
        let mut open = vec![self];
        let mut count = 0;
        while let Some(data) = open.pop() {
            count += 1;
            match data {
                Data::List(list) => open.extend(list),
                Data::Object(members) => open.extend(members.iter().map(|member| &member.value)),
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
            }
        }
        count
    }
}
