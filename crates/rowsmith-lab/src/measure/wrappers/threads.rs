//! For each page of the threads, wrappers learnt on the other pages of its forum.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::PostsOptions;
use rowsmith::posts::Options;
use rowsmith::wrapper::LearnOptions;

use crate::eval::asked::{applied, learnt, parsed};

use crate::eval::posts_pages::{PostsPage, posts_pages};
use crate::measure::wrappers::cases::{Case, cases, print};
use crate::train::posts::fold_models;
use crate::train::records::record_models;

/// Result lines for score.py: those of wrappers, and beside them those of the search. The only page of a forum is
/// searched in both cases.
pub fn threads(out: &mut dyn Write, path: &Path, failures: bool) -> Result<(), String> {
    let pages: Vec<PostsPage> = posts_pages()?.into_iter().filter(|p| p.set == "threads").collect();
    let (posts, records) = (fold_models()?, record_models()?);
    type Of = (String, String, Vec<(String, Case)>);
    let of_page = |page: &PostsPage| -> Result<Of, String> {
        let source = page.file.display().to_string();
        let search = Options::new().with_model(posts[page.fold].clone());
        let asked = parsed(&page.html, &source).map_err(|e| e.to_string())?;
        let searched = asked.posts(&PostsOptions::new().search(search.clone()));
        let searched = serde_json::to_string(&searched).map_err(|e| e.to_string())?;
        let others: Vec<&PostsPage> = pages.iter().filter(|p| p.host == page.host && p.key != page.key).collect();
        if others.is_empty() {
            return Ok((searched.clone(), searched, Vec::new()));
        }
        let mut options = LearnOptions::new().posts(search);
        options.records.model = Some(Arc::clone(&records[page.fold]));
        let others: Vec<&[u8]> = others.iter().map(|p| p.html.as_slice()).collect();
        let wrapper = learnt(&others, &options);
        let result = applied(&wrapper, &page.html, &source).map_err(|e| e.to_string())?;
        let line = serde_json::to_string(&result).map_err(|e| e.to_string())?;
        let foreign = pages.iter().find(|p| p.fold != page.fold).map_or(&[][..], |p| &p.html);
        let cases = cases(&wrapper, &page.html, foreign).into_iter().map(|c| (page.key.clone(), c)).collect();
        Ok((line, searched, cases))
    };
    let results = pages.par_iter().map(of_page).collect::<Result<Vec<Of>, String>>()?;
    let text = |of: &dyn Fn(&Of) -> &str| results.iter().map(|r| of(r).to_owned() + "\n").collect::<String>();
    let write = |path: &Path, text: String| std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    write(path, text(&|r| &r.0))?;
    write(&path.with_extension("search.jsonl"), text(&|r| &r.1))?;
    let all: Vec<(String, Case)> = results.into_iter().flat_map(|r| r.2).collect();
    print(out, &all, failures)
}
