//! Pages that a browser saved as "complete": the page, and beside it a folder with its pictures and styles.

use memchr::memmem;

/// The browser's comment is within this many bytes from the beginning of a page.
const HEAD: usize = 8192;

/// Suffixes that browsers and Windows append to the name of a page to name the folder of its files. Windows keeps page
/// and folder together by these suffixes, in every language that it is translated to; `.files` and `-filer` are shared
/// by several languages.
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

/// The name of the saved page, without its extension, that a folder of this name belongs to; `None` if the name is not
/// one that browsers give. The caller has to check whether there is such a page.
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

/// The folder of a saved page's files, as the page's links write it. Only for pages with a comment which says that a
/// browser saved them: in any other page such a folder is a folder of the site. Takes time linear in the page if it has
/// that comment, otherwise in the first bytes.
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
