//! Wrappers as text: versioned JSON, designed to be read and edited by people.

pub(crate) mod elements;
pub(crate) mod model;
pub(crate) mod read;
pub(crate) mod text;
pub(crate) mod write;

use crate::wrapper::error::WrapperError;
use crate::wrapper::file::model::WrapperFile;
use crate::wrapper::file::read::{Wrong, wrapper_of};
use crate::wrapper::file::text::{laid_out, line_of, place_at};
use crate::wrapper::format::{VERSION, Wrapper};

impl Wrapper {
    /// Returns this wrapper with the templates of another one appended, renamed if both use the same name.
    ///
    /// ```
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let shop = |host: &str| {
    ///     let items = ["Chair", "Table", "Lamp", "Bed", "Sofa"].map(|name| format!("<li><a href=/{name}>{name}</a> <i>$ 5.00</i>"));
    ///     let page = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    ///     let page = Page::parse(page.as_bytes(), &PageOptions::new().url(format!("https://{host}/")))?;
    ///     Ok::<_, rowsmith::Error>(Wrapper::learn(&[page], &LearnOptions::new()))
    /// };
    /// let both = shop("a.example")?.with(shop("b.example")?).with(shop("a.example")?);
    /// let names: Vec<&str> = both.templates.iter().map(|template| template.name.as_str()).collect();
    /// assert_eq!(names, ["a.example 1", "b.example 1", "a.example 1 (2)"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn with(mut self, other: Wrapper) -> Wrapper {
        for mut template in other.templates {
            let base = template.name.clone();
            let mut number = 2;
            while self.templates.iter().any(|t| t.name == template.name) {
                template.name = format!("{base} ({number})");
                number += 1;
            }
            self.templates.push(template);
        }
        self
    }

    /// Identifies the content of the wrapper, by eight hexadecimal digits: equal wrappers have the same, different ones
    /// another.
    ///
    /// ```
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let wrapper = Wrapper::learn(&[page], &LearnOptions::new());
    /// let mut changed = wrapper.clone();
    /// changed.templates.clear();
    /// assert_eq!((wrapper.version().len(), wrapper.version() == wrapper.clone().version()), (8, true));
    /// assert_ne!(wrapper.version(), changed.version());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn version(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
        format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
    }

    /// Returns the wrapper as indented JSON, for storing in a file.
    ///
    /// # Errors
    /// An error of the JSON writer; none are known to occur.
    ///
    /// ```
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let items = ["Chair", "Table", "Lamp", "Bed", "Sofa"].map(|name| format!("<li><a href=/{name}>{name}</a> <i>$ 5.00</i>"));
    /// let page = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// let page = Page::parse(page.as_bytes(), &PageOptions::new()).expect("it is HTML");
    /// let wrapper = Wrapper::learn(&[page], &LearnOptions::new());
    /// let kept = wrapper.to_json()?;
    /// assert!(kept.contains("\"rowsmith_wrapper\": 4"));
    /// assert_eq!(Wrapper::from_json(&kept)?, wrapper);
    /// # Ok::<(), rowsmith::wrapper::WrapperError>(())
    /// ```
    pub fn to_json(&self) -> Result<String, WrapperError> {
        let compact = serde_json::to_string(self).map_err(|e| WrapperError::NotAWrapper(e.to_string()))?;
        Ok(laid_out(&compact))
    }

    /// Parses a wrapper that [`Wrapper::to_json`] wrote and a person may have edited: columns renamed, moved, removed,
    /// added with a selector, or given another type; the selector of records or of a column replaced.
    ///
    /// # Errors
    /// [`WrapperError`] for another version of the file, for anything that is not a wrapper, and for one that
    /// contradicts itself or has a change that can have no effect, with the line and the place in the file.
    ///
    /// ```
    /// use rowsmith::wrapper::{Wrapper, WrapperError};
    ///
    /// let empty = Wrapper::from_json(r#"{"rowsmith_wrapper": 4, "templates": []}"#)?;
    /// assert!(empty.templates.is_empty());
    /// assert!(matches!(Wrapper::from_json(r#"{"rowsmith_wrapper": 1}"#), Err(WrapperError::Version(1))));
    /// assert!(matches!(Wrapper::from_json("{}"), Err(WrapperError::NotAWrapper(_))));
    /// let wrong = Wrapper::from_json("{\"rowsmith_wrapper\": 4,\n \"templates\": [{\"id\": 5}]}");
    /// assert!(matches!(wrong, Err(WrapperError::At { line: 2, .. })));
    /// # Ok::<(), WrapperError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Wrapper, WrapperError> {
        #[derive(serde::Deserialize)]
        struct Head {
            rowsmith_wrapper: u32,
        }
        // editors write a byte order mark before a text
        let text = text.trim_start_matches('\u{feff}');
        match serde_json::from_str::<Head>(text) {
            Ok(head) if head.rowsmith_wrapper != VERSION => return Err(WrapperError::Version(head.rowsmith_wrapper)),
            Err(error) => return Err(WrapperError::NotAWrapper(error.to_string())),
            Ok(_) => {}
        }
        let file: WrapperFile = serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            // the message states the place together with the line
            let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what).to_owned();
            WrapperError::At { line: error.line(), place: place_at(text, error.line(), error.column()), what }
        })?;
        wrapper_of(file).map_err(|Wrong { at, what }| WrapperError::At { line: line_of(text, &at), place: at, what })
    }
}

impl TryFrom<WrapperFile> for Wrapper {
    type Error = String;

    fn try_from(file: WrapperFile) -> Result<Wrapper, String> {
        wrapper_of(file).map_err(|Wrong { at, what }| format!("{at}: {what}"))
    }
}
