//! Pages that a browser saved "complete": the page, and beside it a folder of what belongs to it.

use memchr::memmem;

/// Bytes at the beginning of a page in which the comment of the browser stands.
const HEAD: usize = 8192;

/// What browsers and Windows put behind the name of a page to name the folder of what belongs to it. Windows keeps page and
/// folder together by these, in the languages that it is translated to; `.files` and `-filer` stand for several.
const ENDINGS: [&str; 23] = [
    "_files",
    ".files",
    "_arquivos",
    "_archivos",
    "_bylos",
    "-Dateien",
    "_datoteke",
    "_dosyalar",
    "_elemei",
    "_failid",
    "_ficheiros",
    "_fichiers",
    "-filer",
    "_file",
    "-file",
    "_fitxategiak",
    "_fitxers",
    "_pliki",
    "_soubory",
    "_tiedostot",
    "-tiedostot",
    "_bestanden",
    "-bestanden",
];

/// The name of the saved page, without its ending, that a folder of this name belongs to; `None` where the name is not one that
/// browsers give. Whether there is such a page is for the caller to see.
///
/// ```
/// use rowsmith::dom::page_of_asset_folder;
///
/// assert_eq!(page_of_asset_folder("Chairs_files"), Some("Chairs"));
/// assert_eq!(page_of_asset_folder("Stühle-Dateien"), Some("Stühle"));
/// assert_eq!(page_of_asset_folder("chairs"), None);
/// ```
pub fn page_of_asset_folder(folder: &str) -> Option<&str> {
    ENDINGS.iter().find_map(|ending| folder.strip_suffix(ending)).filter(|page| !page.is_empty())
}

/// The folder that the links of a saved page name for what was saved with it, as they write it. Only of pages that say in
/// a comment that a browser saved them: on a page of the web such a folder is a folder of that site. Linear in the page
/// where it has that comment, else in its first bytes.
pub(crate) fn asset_folder(page: &str) -> Option<String> {
    let bytes = page.as_bytes();
    memmem::find(&bytes[..bytes.len().min(HEAD)], b"<!-- saved from url=(")?;
    let folders = memmem::find_iter(bytes, "=\"./").filter_map(|at| page.get(at + 4..)?.split_once('/'));
    let folders =
        folders.map(|(folder, _)| folder).filter(|folder| folder.len() < 400 && !folder.contains(['"', '?', '#']));
    folders.take(1000).find(|folder| page_of_asset_folder(folder).is_some()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_that_of_the_pictures_of_a_page_that_says_it_was_saved() {
        let saved = "<!-- saved from url=(0023)https://example.com/a/ --><a href=\"./b/c\">C</a>";
        let of = |picture: &str| asset_folder(&format!("{saved}<img src=\"{picture}\">"));
        assert_eq!(of("./Chairs_files/a.jpg").as_deref(), Some("Chairs_files"));
        assert_eq!(of("./My%20chairs-Dateien/a.jpg").as_deref(), Some("My%20chairs-Dateien"));
        assert_eq!(of("./pictures/a.jpg"), None);
        assert_eq!(of("./_files/a.jpg"), None);
        assert_eq!(asset_folder("<img src=\"./Chairs_files/a.jpg\">"), None);
    }
}
