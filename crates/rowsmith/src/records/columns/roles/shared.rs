//! Features of a column for one role: whether the page's words speak of the role, and of others.

use std::sync::OnceLock;

use crate::records::columns::roles::among::AMONG;
use crate::records::columns::roles::own::{OWN, TOPIC_PLACES};
use crate::records::columns::roles::vocabulary::TOPICS;
use crate::types::Role;

/// How much the trees that a role has alone say beside those of its group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Alone {
    /// As much: the role is seen often.
    Half,
    /// Nothing: it is seen too seldom to learn it alone.
    Nothing,
}

/// Roles that are recognised in the same way, by the words around them: a number that something calls views is views.
pub struct Group {
    /// What the group is called.
    pub name: &'static str,
    /// Its roles; each belongs to the first group that has it, and teaches all.
    pub roles: &'static [Role],
    /// What its roles' own trees say.
    pub alone: Alone,
}

/// The groups of roles.
pub const SHARED: &[Group] = &[
    Group { name: "authors", roles: &[Role::Author], alone: Alone::Half },
    Group {
        name: "names",
        roles: &[
            Role::Location,
            Role::Category,
            Role::Brand,
            Role::Seller,
            Role::Availability,
            Role::Sku,
            Role::Author,
        ],
        alone: Alone::Nothing,
    },
    Group {
        name: "counts",
        roles: &[Role::Reviews, Role::Replies, Role::Views, Role::Comments, Role::Score],
        alone: Alone::Nothing,
    },
    Group { name: "amounts", roles: &[Role::Price, Role::OldPrice], alone: Alone::Half },
    Group { name: "dates", roles: &[Role::Date], alone: Alone::Half },
    Group { name: "ratings", roles: &[Role::Rating], alone: Alone::Half },
    Group { name: "numbers", roles: &[Role::Number], alone: Alone::Half },
];

/// The features of each place where topics are looked for.
const OF_PLACE: &[&str] = &["this", "related", "other", "others"];

/// The names of the features of a column for a role.
pub fn shared_feature_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let own = OWN.iter().chain(AMONG).map(|n| format!("{n} for a role"));
        let places = TOPIC_PLACES.iter().flat_map(|place| OF_PLACE.iter().map(move |of| format!("{place}:{of}")));
        own.chain(places).collect()
    })
}

/// The topics of a role, by their places in [`TOPICS`].
#[derive(Clone, Copy)]
struct RoleTopics {
    topic: usize,
    related: Option<usize>,
}

fn topics_of(role: Role) -> RoleTopics {
    static OF_ROLES: OnceLock<Vec<RoleTopics>> = OnceLock::new();
    let of = |role: &Role| RoleTopics {
        topic: TOPICS.iter().position(|t| t.name == role.topic()).unwrap_or(0),
        related: TOPICS.iter().position(|t| Some(t.name) == role.related_topic()),
    };
    OF_ROLES.get_or_init(|| Role::ALL.iter().map(of).collect())[role.index()]
}

/// The features of a column for a role, made of the [features](super::features::column_features) of the column.
pub fn shared_features(row: &[f32], role: Role) -> Vec<f32> {
    SharedRow::new(row).of(role)
}

/// The features of a column, prepared for making those for many roles.
pub(crate) struct SharedRow<'a> {
    row: &'a [f32],
    /// The features of each place, for all roles.
    places: [Place; TOPIC_PLACES.len()],
}

/// The topics that are found in a place.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The topics with the greatest shares: a role leaves out at most two.
    top: [(usize, f32); 3],
    /// The number of topics that more than half of the items speak of.
    spoken: u32,
}

impl Place {
    fn of(topics: &[f32]) -> Place {
        let mut place = Place::default();
        for (at, &share) in topics.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            place.spoken += u32::from(share > 0.5);
            let rank = place.top.iter().position(|&(_, most)| share > most).unwrap_or(place.top.len());
            if rank < place.top.len() {
                place.top[rank..].rotate_right(1);
                place.top[rank] = (at, share);
            }
        }
        place
    }
}

impl<'a> SharedRow<'a> {
    pub(crate) fn new(row: &'a [f32]) -> SharedRow<'a> {
        let topics = row[OWN.len()..].chunks(TOPICS.len());
        let mut places = [Place::default(); TOPIC_PLACES.len()];
        for (place, topics) in places.iter_mut().zip(topics) {
            *place = Place::of(topics);
        }
        SharedRow { row, places }
    }

    /// The features of the column for a role.
    pub(crate) fn of(&self, role: Role) -> Vec<f32> {
        let RoleTopics { topic, related } = topics_of(role);
        let (own, rest) = self.row.split_at(OWN.len());
        let (topics, among) = rest.split_at(TOPIC_PLACES.len() * TOPICS.len());
        let mut out: Vec<f32> = Vec::with_capacity(own.len() + among.len() + TOPIC_PLACES.len() * OF_PLACE.len());
        out.extend_from_slice(own);
        out.extend_from_slice(among);
        for (shares, place) in topics.chunks(TOPICS.len()).zip(&self.places) {
            let is_other = |at: usize| at != topic && Some(at) != related;
            let most = place.top.iter().find(|&&(at, _)| is_other(at)).map_or(0.0, |&(_, share)| share);
            let of_role = [Some(topic), related.filter(|&at| at != topic)];
            let spoken = of_role.into_iter().flatten().filter(|&at| shares[at] > 0.5).count() as u32;
            out.extend([shares[topic], related.map_or(0.0, |at| shares[at]), most, (place.spoken - spoken) as f32]);
        }
        out
    }
}

/// Whether the page's words speak of a role: names of the elements that hold the items, words of their own, their label.
pub fn speaks_of(row: &[f32], role: Role) -> bool {
    let RoleTopics { topic, .. } = topics_of(role);
    let mut places =
        row[OWN.len()..OWN.len() + TOPIC_PLACES.len() * TOPICS.len()].chunks(TOPICS.len()).zip(TOPIC_PLACES);
    places.any(|(topics, place)| matches!(*place, "near" | "words" | "label") && topics[topic] > 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_s_topic_is_one() {
        for role in Role::ALL {
            assert!(TOPICS.iter().any(|t| t.name == role.topic()), "{role:?}");
        }
    }

    #[test]
    fn features_have_names() {
        let row = vec![0.0; OWN.len() + TOPIC_PLACES.len() * TOPICS.len() + AMONG.len()];
        assert_eq!(shared_features(&row, Role::Views).len(), shared_feature_names().len());
    }
}
