//! Wrappers as text: JSON, versioned.

use crate::wrapper::error::WrapperError;
use crate::wrapper::format::{Part, VERSION, Wrapper};
use crate::wrapper::parts::objects::schema_of;

impl Wrapper {
    /// This wrapper with the templates of another behind its own, renamed where names meet.
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

    /// A version of the wrapper, eight hexadecimal digits: another for another wrapper, the same for the same.
    pub fn version(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
        format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
    }

    /// The wrapper as indented JSON.
    ///
    /// # Errors
    /// None that is known of; a failure of the JSON writer.
    pub fn to_json(&self) -> Result<String, WrapperError> {
        serde_json::to_string_pretty(self).map_err(|e| WrapperError::NotAWrapper(e.to_string()))
    }

    /// Reads what [`Wrapper::to_json`] wrote.
    ///
    /// # Errors
    /// [`WrapperError`].
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
