//! The people of a page's state, to whom posts refer by a number or a name: `{"users": [{"id": 7, "name": "Ann"}]}`.

use rustc_hash::FxHashMap;

use crate::declared::Data;
use crate::state::piece::Pieces;

/// So many people are known.
const MOST_PEOPLE: usize = 50_000;

/// The names, in lower case, of arrays and tables of people.
const LISTS: &[&str] = &[
    "users",
    "members",
    "authors",
    "people",
    "persons",
    "participants",
    "profiles",
    "accounts",
    "customers",
    "usersbyid",
    "userbyid",
    "usermap",
    "authorsbyid",
];

/// People by what refers to them.
#[derive(Clone, Debug, Default)]
pub(super) struct People<'d> {
    by_name: FxHashMap<&'d str, &'d Data>,
}

impl<'d> People<'d> {
    /// All people of the state. Takes linear time.
    pub(super) fn of(pieces: &'d Pieces) -> People<'d> {
        let mut people = People::default();
        let mut open: Vec<&'d Data> = pieces.list.iter().map(|piece| &piece.data).collect();
        while let Some(data) = open.pop() {
            match data {
                Data::List(items) => open.extend(items.iter().filter(|item| item.is_object() || is_list(item))),
                Data::Object(members) => {
                    people.add_named(data);
                    for member in members.iter().filter(|member| member.value.is_object() || is_list(&member.value)) {
                        let called = member.name.to_ascii_lowercase().replace(['_', '-'], "");
                        if LISTS.contains(&called.as_str()) {
                            people.add_all(&member.value);
                        }
                        open.push(&member.value);
                    }
                }
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
            }
        }
        people
    }

    /// Adds an object that says itself that it is a person: of JSON-LD, or of JSON:API.
    fn add_named(&mut self, data: &'d Data) {
        let of_ld = data.get("@id").filter(|_| data.get("name").is_some());
        let is_user =
            || data.get("type").and_then(Data::text).is_some_and(|kind| LISTS.contains(&kind) || kind == "user");
        let of_api = || data.get("id").filter(|_| data.get("attributes").is_some() && is_user());
        if let Some(id) = of_ld.or_else(of_api).and_then(Data::text) {
            self.add(id, data);
        }
    }

    fn add_all(&mut self, list: &'d Data) {
        for person in list.values().iter().filter(|person| person.is_object()) {
            if let Some(id) = ["id", "_id", "uuid"].into_iter().find_map(|name| person.get(name)?.text()) {
                self.add(id, person);
            }
        }
        // a table, by its names
        for member in list.members().iter().filter(|member| member.value.is_object()) {
            self.add(&member.name, &member.value);
        }
    }

    fn add(&mut self, id: &'d str, person: &'d Data) {
        if self.by_name.len() < MOST_PEOPLE {
            self.by_name.entry(id).or_insert(person);
        }
    }

    /// Whom a value refers to: by number or name, or as an object with nothing but that.
    pub(super) fn referred(&self, data: &'d Data) -> Option<&'d Data> {
        let members = data.members();
        let id = match members.len() {
            0 => data.text(),
            1 | 2 => data.get("@id").or_else(|| data.get("id")).and_then(Data::text),
            _ => None,
        };
        self.by_name.get(id?).copied()
    }
}

fn is_list(data: &Data) -> bool {
    matches!(data, Data::List(_))
}
