//! The dependency graph: cycles, and layers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::modules::Sources;

/// The name of the root in messages about modules.
const ROOT: &str = "the root";

/// How many lines are shown for each use.
const SHOWN: usize = 5;

/// Which module uses which, and where.
pub struct Graph {
    uses: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    rooms: BTreeSet<String>,
}

impl Graph {
    /// The graph of the top-level modules of a crate.
    pub fn of_rooms(sources: &Sources) -> Self {
        let room = |path: &[String]| path.first().map_or(ROOT, String::as_str).to_owned();
        let uses = sources.uses().into_iter().map(|found| (room(&found.from), room(&found.to), found.place));
        Graph::new(uses, sources.rooms().into_iter().map(str::to_owned).collect())
    }

    /// The graph of the files of a crate.
    pub fn of_files(sources: &Sources) -> Self {
        let uses = sources.uses().into_iter().map(|found| (found.from_file, found.to_file, found.place));
        Graph::new(uses, BTreeSet::new())
    }

    fn new(found: impl Iterator<Item = (String, String, String)>, rooms: BTreeSet<String>) -> Self {
        let mut uses: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for (from, to, place) in found.filter(|(from, to, _)| from != to) {
            uses.entry(from).or_default().entry(to).or_default().push(place);
        }
        Graph { uses, rooms }
    }

    /// One of the shortest cycles, with the lines that cause it.
    pub fn circle(&self) -> Option<String> {
        let circles = self.uses.keys().filter_map(|start| self.way_back(start));
        let circle = circles.min_by_key(Vec::len)?;
        let next = |at: usize| &circle[(at + 1) % circle.len()];
        let lines: Vec<String> = circle.iter().enumerate().map(|(at, from)| self.shown(from, next(at), "")).collect();
        Some(lines.join("\n"))
    }

    /// The shortest path from a node back to it, without the last step.
    fn way_back(&self, start: &str) -> Option<Vec<String>> {
        let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
        let mut waiting = VecDeque::from([start]);
        while let Some(at) = waiting.pop_front() {
            for next in self.uses.get(at).into_iter().flat_map(BTreeMap::keys).map(String::as_str) {
                if next == start {
                    let mut way = vec![at.to_owned()];
                    let mut before = at;
                    while before != start {
                        before = came_from[before];
                        way.push(before.to_owned());
                    }
                    way.reverse();
                    return Some(way);
                }
                if !came_from.contains_key(next) {
                    came_from.insert(next, at);
                    waiting.push_back(next);
                }
            }
        }
        None
    }

    fn shown(&self, from: &str, to: &str, remark: &str) -> String {
        let places = &self.uses[from][to];
        let lines: Vec<String> = places.iter().take(SHOWN).map(|place| format!("    {place}")).collect();
        let more =
            if places.len() > SHOWN { format!("\n    and {} more", places.len() - SHOWN) } else { String::new() };
        format!("  {from} uses {to}{remark}:\n{}{more}", lines.join("\n"))
    }

    /// The violations of an order of layers, from the lowest to the highest. The root is above all of them.
    pub fn against(&self, layers: &[&[&str]]) -> Vec<String> {
        let layer = |room: &str| layers.iter().position(|layer| layer.contains(&room));
        let unplaced = self.rooms.iter().filter(|room| layer(room).is_none());
        let mut wrong: Vec<String> = unplaced.map(|room| format!("  '{room}' stands in no layer")).collect();
        let missing = layers.iter().copied().flatten().filter(|room| !self.rooms.contains(**room));
        wrong.extend(missing.map(|room| format!("  '{room}' stands in a layer, but there is no such module")));
        for (from, uses) in &self.uses {
            let upward = uses.keys().filter(|to| match (layer(from), layer(to)) {
                (Some(from), Some(to)) => to > from,
                (Some(_), None) => to.as_str() == ROOT,
                (None, _) => false,
            });
            wrong.extend(upward.map(|to| self.shown(from, to, ", which stands above it")));
        }
        wrong
    }
}
