//! Checks that everything a user can call has an example: the functions that can be reached from the root of a library
//! through public modules and re-exports, and the methods of the types that can be reached in this way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::items::{Item, What, items};
use crate::modules::ModulePath;

/// The modules of a library, and their items.
pub struct Library {
    modules: BTreeMap<ModulePath, File>,
}

/// The file of a module.
struct File {
    name: String,
    items: Vec<Item>,
}

/// What a path refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Module(ModulePath),
    /// An item, in the module that defines it.
    Item(ModulePath, String),
}

/// The result of the check.
pub struct Found {
    /// The number of functions that a user can call.
    pub functions: usize,
    /// The file, line and name of those without an example.
    pub without: Vec<String>,
}

impl Library {
    /// Reads the library whose root is `lib.rs` in a folder.
    pub fn read(src: &Path) -> Self {
        Self::parse(&|file| fs::read_to_string(src.join(file)).ok())
    }

    /// Parses a library whose files are given by their names within its folder.
    pub fn parse(read: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut modules = BTreeMap::new();
        let text = read("lib.rs").expect("no library");
        take_in(&mut modules, read, "lib.rs", "", Vec::new(), &text);
        Library { modules }
    }

    /// The functions that a user can call, and those of them without an example.
    pub fn functions(&self) -> Found {
        let mut reached = BTreeSet::new();
        self.reach(&[], &mut reached);
        let mut found = Found { functions: 0, without: Vec::new() };
        for (path, file) in &self.modules {
            for item in file.items.iter().filter(|item| item.is_public) {
                let What::Function { name, of } = &item.what else { continue };
                let target = match of {
                    None => Some(Target::Item(path.clone(), name.clone())),
                    Some(of) => self.resolve(path, of, 0),
                };
                if target.is_some_and(|target| reached.contains(&target)) {
                    found.functions += 1;
                    if !item.has_example {
                        found.without.push(format!("  {}:{}: {name}", file.name, item.line));
                    }
                }
            }
        }
        found
    }

    /// Adds the public items and re-exports of a module.
    fn reach(&self, module: &[String], reached: &mut BTreeSet<Target>) {
        if !reached.insert(Target::Module(module.to_vec())) {
            return;
        }
        for item in self.modules[module].items.iter().filter(|item| item.is_public) {
            match &item.what {
                What::Definition { name } | What::Function { name, of: None } => {
                    reached.insert(Target::Item(module.to_vec(), name.clone()));
                }
                What::Function { .. } => {}
                What::Module { name } => self.reach(&child(module, name), reached),
                What::InlineModule { name } => {
                    panic!("the public module {name} of {} needs a file of its own", self.modules[module].name)
                }
                What::Import(leaves) => {
                    for target in leaves.iter().filter_map(|leaf| self.resolve(module, &leaf.path, 0)) {
                        match target {
                            Target::Module(target) => self.reach(&target, reached),
                            item => drop(reached.insert(item)),
                        }
                    }
                }
            }
        }
    }

    /// What a path in a module refers to; `None` if it is not in this library.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Target> {
        let (last, leading) = path.split_last()?;
        let mut module = from.to_vec();
        for name in leading {
            module = match name.as_str() {
                "crate" => Vec::new(),
                "self" => module,
                "super" => module[..module.len().checked_sub(1)?].to_vec(),
                name => self.module_of(&module, name, depth)?,
            };
        }
        let module = module.as_slice();
        if last == "super" {
            return Some(Target::Module(module[..module.len().checked_sub(1)?].to_vec()));
        }
        self.item_of(module, last, depth)
            .or_else(|| self.modules.contains_key(&child(module, last)).then(|| Target::Module(child(module, last))))
    }

    /// The module that a name in a module refers to.
    fn module_of(&self, module: &[String], name: &str, depth: usize) -> Option<ModulePath> {
        let own = child(module, name);
        if self.modules.contains_key(&own) {
            return Some(own);
        }
        match self.item_of(module, name, depth)? {
            Target::Module(module) => Some(module),
            Target::Item(..) => None,
        }
    }

    /// What a name in a module refers to: something that it defines or imports.
    fn item_of(&self, module: &[String], name: &str, depth: usize) -> Option<Target> {
        const DEEPEST: usize = 16;
        let file = self.modules.get(module).filter(|_| depth < DEEPEST)?;
        let defines = |item: &Item| match &item.what {
            What::Definition { name: own } | What::Function { name: own, of: None } => own == name,
            _ => false,
        };
        if file.items.iter().any(defines) {
            return Some(Target::Item(module.to_vec(), name.to_owned()));
        }
        let imports = || {
            file.items.iter().filter_map(|item| match &item.what {
                What::Import(leaves) => Some(leaves),
                _ => None,
            })
        };
        let named = imports().flatten().find(|leaf| leaf.name.as_deref() == Some(name));
        if let Some(leaf) = named {
            return self.resolve(module, &leaf.path, depth + 1);
        }
        let globs = imports().flatten().filter(|leaf| leaf.name.is_none());
        globs.filter_map(|leaf| self.resolve(module, &leaf.path, depth + 1)).find_map(|target| match target {
            Target::Module(of) => self.item_of(&of, name, depth + 1),
            Target::Item(..) => None,
        })
    }
}

fn child(module: &[String], name: &str) -> ModulePath {
    [module, &[name.to_owned()]].concat()
}

/// Adds a file and those of its modules; `folder` is where they are.
fn take_in(
    modules: &mut BTreeMap<ModulePath, File>,
    read: &dyn Fn(&str) -> Option<String>,
    name: &str,
    folder: &str,
    path: ModulePath,
    text: &str,
) {
    let items = items(text);
    for item in &items {
        let What::Module { name: own } = &item.what else { continue };
        let (file, within) = (format!("{folder}{own}.rs"), format!("{folder}{own}/mod.rs"));
        let found = read(&file).map(|text| (file, text)).or_else(|| Some((within.clone(), read(&within)?)));
        let (file, text) = found.unwrap_or_else(|| panic!("no file of module {own} of {name}"));
        take_in(modules, read, &file, &format!("{folder}{own}/"), child(&path, own), &text);
    }
    modules.insert(path, File { name: name.to_owned(), items });
}
