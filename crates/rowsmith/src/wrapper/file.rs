//! Wrappers as text: JSON, versioned.

use crate::wrapper::error::WrapperError;
use crate::wrapper::format::{Part, VERSION, Wrapper};
use crate::wrapper::parts::objects::schema_of;

impl Wrapper {
    /// This wrapper with the templates of another one behind its own, renamed where both have a name.
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

    /// A version of the wrapper, eight hexadecimal digits, by what it says: equal wrappers have the same, others another.
    ///
    /// ```
    /// use rowsmith::wrapper::Wrapper;
    ///
    /// let wrapper = Wrapper::from_json(r#"{"rowsmith_wrapper": 2, "templates": []}"#)?;
    /// let mut changed = wrapper.clone();
    /// changed.rowsmith_wrapper = 1;
    /// assert_eq!((wrapper.version().len(), wrapper.version() == wrapper.clone().version()), (8, true));
    /// assert_ne!(wrapper.version(), changed.version());
    /// # Ok::<(), rowsmith::wrapper::WrapperError>(())
    /// ```
    pub fn version(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
        format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
    }

    /// The wrapper as indented JSON, to be kept in a file.
    ///
    /// # Errors
    /// None that is known of; a failure of the JSON writer.
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
    /// assert!(kept.contains("\"rowsmith_wrapper\": 2"));
    /// assert_eq!(Wrapper::from_json(&kept)?, wrapper);
    /// # Ok::<(), rowsmith::wrapper::WrapperError>(())
    /// ```
    pub fn to_json(&self) -> Result<String, WrapperError> {
        serde_json::to_string_pretty(self).map_err(|e| WrapperError::NotAWrapper(e.to_string()))
    }

    /// Reads a wrapper from what [`Wrapper::to_json`] wrote.
    ///
    /// # Errors
    /// [`WrapperError`] for another version of the file, what is no wrapper, and one that contradicts itself.
    ///
    /// ```
    /// use rowsmith::wrapper::{Wrapper, WrapperError};
    ///
    /// let empty = Wrapper::from_json(r#"{"rowsmith_wrapper": 2, "templates": []}"#)?;
    /// assert!(empty.templates.is_empty());
    /// assert!(matches!(Wrapper::from_json(r#"{"rowsmith_wrapper": 1}"#), Err(WrapperError::Version(1))));
    /// assert!(matches!(Wrapper::from_json("{}"), Err(WrapperError::NotAWrapper(_))));
    /// # Ok::<(), WrapperError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Wrapper, WrapperError> {
        #[derive(serde::Deserialize)]
        struct Head {
            rowsmith_wrapper: u32,
        }
        let head: Head = serde_json::from_str(text).map_err(|e| WrapperError::NotAWrapper(e.to_string()))?;
        if head.rowsmith_wrapper != VERSION {
            return Err(WrapperError::Version(head.rowsmith_wrapper));
        }
        let wrapper: Wrapper = serde_json::from_str(text).map_err(|e| WrapperError::NotAWrapper(e.to_string()))?;
        for part in wrapper.templates.iter().flat_map(|t| &t.parts) {
            check(part)?;
        }
        Ok(wrapper)
    }
}

/// Whether numbers refer to what is there.
fn check(part: &Part) -> Result<(), WrapperError> {
    let in_order = part.prototype.iter().enumerate().all(|(i, node)| (node.parent as usize) < i.max(1));
    if !in_order {
        return Err(WrapperError::Damaged("the prototype is not in preorder"));
    }
    let columns = part.columns.len() as u32;
    if part.prototype.iter().any(|node| node.columns.keys().any(|&c| c >= columns)) {
        return Err(WrapperError::Damaged("the prototype names a column that is not there"));
    }
    if let Some(rules) = &part.objects {
        schema_of(rules)?;
    }
    Ok(())
}
