//! The modules of a crate, and the paths by which one refers to another.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::tokens::{Token, tokens};

/// The names of a module and of the modules that contain it; empty for the root.
pub type ModulePath = Vec<String>;

/// A crate.
#[derive(Default)]
pub struct Sources {
    modules: BTreeMap<ModulePath, Module>,
    references: Vec<Reference>,
}

#[derive(Default)]
struct Module {
    /// The file; for a module within a file, that file.
    file: String,
    /// Its re-exports: the name, and the path that it stands for.
    passed_on: BTreeMap<String, Vec<String>>,
    /// Modules from which it re-exports everything.
    globs: Vec<Vec<String>>,
    /// The names of what it defines.
    items: BTreeSet<String>,
}

/// A path in the code of a module.
struct Reference {
    from: ModulePath,
    path: Vec<String>,
    line: usize,
    /// Whether it is a `pub use`.
    passes_on: bool,
}

/// One module's use of another.
pub struct Use {
    pub from: ModulePath,
    pub from_file: String,
    pub to: ModulePath,
    pub to_file: String,
    /// The file, line and path.
    pub place: String,
}

impl Sources {
    /// Reads the crate whose root is `main.rs` or `lib.rs` in a folder, or both.
    pub fn read(src: &Path) -> Self {
        let sources = Self::parse(&|file| fs::read_to_string(src.join(file)).ok());
        assert!(!sources.modules.is_empty(), "no crate in {}", src.display());
        sources
    }

    /// Parses a crate whose files are given by their names within its folder.
    pub fn parse(read: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut sources = Sources::default();
        for root in ["lib.rs", "main.rs"] {
            if let Some(text) = read(root) {
                sources.file(read, root, "", Vec::new(), &text);
            }
        }
        sources
    }

    /// Adds a file; its child modules are in the folder `folder`.
    fn file(&mut self, read: &dyn Fn(&str) -> Option<String>, file: &str, folder: &str, path: ModulePath, text: &str) {
        let tokens = tokens(text);
        let mut children = Vec::new();
        self.block(file, path.clone(), &tokens, &mut children);
        for child in children {
            let (own, within) = (format!("{folder}{child}.rs"), format!("{folder}{child}/mod.rs"));
            let (name, text) = match read(&own) {
                Some(text) => (own, text),
                None => {
                    (within.clone(), read(&within).unwrap_or_else(|| panic!("no file of module {child} of {file}")))
                }
            };
            let path = [path.clone(), vec![child.clone()]].concat();
            self.file(read, &name, &format!("{folder}{child}/"), path, &text);
        }
    }

    /// Adds the tokens of a module, whether or not it has a file of its own.
    fn block(&mut self, file: &str, path: ModulePath, tokens: &[Token], children: &mut Vec<String>) {
        self.modules.entry(path.clone()).or_insert_with(|| Module { file: file.to_owned(), ..Module::default() });
        let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            let follows_path = at > 0 && word(at - 1) == "::";
            match token.text.as_str() {
                "mod" if word(at + 2) == ";" => {
                    children.push(word(at + 1).to_owned());
                    at += 3;
                }
                "mod" if word(at + 2) == "{" => {
                    let end = closing(tokens, at + 2);
                    let inner = [path.clone(), vec![word(at + 1).to_owned()]].concat();
                    self.block(file, inner, &tokens[at + 3..end], &mut Vec::new());
                    at = end;
                }
                "use" => {
                    let passes_on = at > 0 && (word(at - 1) == "pub" || word(at - 1) == ")");
                    let end = (at..tokens.len()).find(|&at| word(at) == ";").unwrap_or(tokens.len());
                    let mut leaves = Vec::new();
                    use_tree(&tokens[at + 1..end], &mut 0, &[], &mut leaves);
                    leaves.into_iter().for_each(|leaf| self.leaf(&path, leaf, passes_on));
                    at = end;
                }
                _ if token.is_word() && !follows_path && word(at + 1) == "::" => {
                    let line = token.line;
                    let mut segments = vec![token.text.clone()];
                    while word(at + 1) == "::" && tokens.get(at + 2).is_some_and(Token::is_word) {
                        segments.push(word(at + 2).to_owned());
                        at += 2;
                    }
                    self.references.push(Reference { from: path.clone(), path: segments, line, passes_on: false });
                    at += 1;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" => {
                    if let Some(module) = self.modules.get_mut(&path) {
                        module.items.insert(word(at + 1).to_owned());
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    fn leaf(&mut self, from: &ModulePath, leaf: Leaf, passes_on: bool) {
        let Leaf { path, name, line } = leaf;
        if let Some(module) = self.modules.get_mut(from).filter(|_| passes_on) {
            match name {
                Some(name) => drop(module.passed_on.insert(name, path.clone())),
                None => module.globs.push(path.clone()),
            }
        }
        self.references.push(Reference { from: from.clone(), path, line, passes_on });
    }

    /// The module that defines what a path refers to; `None` if it is not in this crate.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<ModulePath> {
        let (first, mut rest) = path.split_first()?;
        let mut module = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.to_vec(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            child => [from, &[child.to_owned()]].concat(),
        };
        while let Some((name, more)) = rest.split_first().filter(|(name, _)| *name == "super" || *name == "self") {
            if name == "super" {
                module.pop()?;
            }
            rest = more;
        }
        if !self.modules.contains_key(&module) {
            return None;
        }
        for name in rest {
            let child = [module.as_slice(), std::slice::from_ref(name)].concat();
            let known = &self.modules[&module];
            if self.modules.contains_key(&child) {
                module = child;
                continue;
            }
            // what is re-exported from others belongs to the module itself
            let within = |target: &[String]| {
                self.resolve(&module, target, depth + 1).filter(|target| depth < 8 && target.starts_with(&module))
            };
            let has = |target: &ModulePath| self.modules[target].items.contains(name);
            let target = match known.passed_on.get(name) {
                Some(target) => within(target),
                None if known.items.contains(name) => None,
                None => known.globs.iter().filter_map(|glob| within(glob)).find(has),
            };
            match target {
                Some(target) => module = target,
                None => break,
            }
        }
        Some(module)
    }

    /// All top-level modules.
    pub fn rooms(&self) -> BTreeSet<&str> {
        self.modules.keys().filter_map(|path| path.first()).map(String::as_str).collect()
    }

    /// Which module uses which, line by line. Re-exports of a module's own child modules, and of the root, do not
    /// count.
    pub fn uses(&self) -> Vec<Use> {
        let of = |reference: &Reference| {
            let Reference { from, path, line, passes_on } = reference;
            let to = self.resolve(from, path, 0)?;
            let (from_file, to_file) = (self.modules[from].file.clone(), self.modules[&to].file.clone());
            let is_own = *passes_on && to.starts_with(from);
            let place = format!("{from_file}:{line}: {}", path.join("::"));
            (from_file != to_file && !is_own).then(|| Use { from: from.clone(), from_file, to, to_file, place })
        };
        self.references.iter().filter_map(of).collect()
    }
}

/// What a `use` imports: a name, or everything in a module.
pub struct Leaf {
    pub path: Vec<String>,
    /// `None` for everything.
    pub name: Option<String>,
    line: usize,
}

/// What a `use` imports, given the text after that word.
pub fn leaves(text: &str) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    use_tree(&tokens(text), &mut 0, &[], &mut leaves);
    leaves
}

fn use_tree(tokens: &[Token], at: &mut usize, prefix: &[String], leaves: &mut Vec<Leaf>) {
    let mut path = prefix.to_vec();
    let mut line = tokens.get(*at).map_or(0, |token| token.line);
    while let Some(token) = tokens.get(*at) {
        *at += 1;
        match token.text.as_str() {
            "::" => {}
            "{" => {
                while tokens.get(*at).is_some_and(|token| token.text != "}") {
                    use_tree(tokens, at, &path, leaves);
                    if tokens.get(*at).is_some_and(|token| token.text == ",") {
                        *at += 1;
                    }
                }
                *at += 1;
                return;
            }
            "*" => return leaves.push(Leaf { path, name: None, line }),
            "as" => {
                let name = tokens.get(*at).map(|token| token.text.clone());
                *at += 1;
                return leaves.push(Leaf { path, name, line });
            }
            "," | "}" => {
                *at -= 1;
                break;
            }
            // of `a::{self}`
            "self" if !path.is_empty() => {}
            _ => {
                line = token.line;
                path.push(token.text.clone());
            }
        }
    }
    let name = path.last().cloned();
    leaves.push(Leaf { path, name, line });
}

fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        depth += i32::from(token.text == "{") - i32::from(token.text == "}");
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}
