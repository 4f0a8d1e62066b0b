//! From the format of an archive to the pages in it.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::arc::ArcFile;
#[cfg(feature = "archives")]
use super::archive::SevenZip;
use super::archive::{Budget, Seekable, Tar, Zip};
use super::cdx::Index;
use super::flows::Flows;
use super::form::{Archive, Form};
use super::har::Har;
use super::mbox::Mbox;
use super::pages::Pages;
use super::settings::Settings;
use super::settle::no_page;
use super::unpack::{Packing, Unpacked};
use super::warc::Warc;
use crate::common::problem::Problem;

/// An archive to open.
pub(super) struct Opening<'a> {
    /// Its name in results.
    pub(super) name: &'a str,
    /// Its file, if it is one.
    pub(super) path: Option<&'a Path>,
    /// Its bytes.
    pub(super) unpacked: Unpacked,
    /// How many bytes of it were read, before decompression.
    pub(super) count: Arc<AtomicU64>,
    /// The addresses of the pages that are wanted from it, if not all are.
    pub(super) wanted: Option<Arc<HashSet<String>>>,
}

/// The pages of an archive.
///
/// # Errors
/// If it is damaged, or in a format that this program was built without.
pub(super) fn archive(archive: Archive, opening: Opening<'_>, settings: &Settings) -> Result<Box<dyn Pages>, Problem> {
    let (name, max_bytes, skipped) = (opening.name.to_owned(), settings.max_bytes, settings.skipped.clone());
    Ok(match archive {
        Archive::Warc => Box::new(Warc::new(opening.unpacked, name, max_bytes, skipped).only(opening.wanted)),
        Archive::Arc => Box::new(ArcFile::new(opening.unpacked, name, max_bytes, skipped)),
        Archive::Har => Box::new(Har::new(opening.unpacked.stream, name, max_bytes, skipped)),
        Archive::Flows => Box::new(Flows::new(opening.unpacked.stream, name, max_bytes, skipped)),
        Archive::Mbox => Box::new(Mbox::new(opening.unpacked.stream, name, max_bytes, skipped)),
        Archive::Zip => Box::new(Zip::open(seekable(opening)?, name, max_bytes, skipped)?),
        Archive::Tar => {
            let budget = Budget::new(opening.count);
            Box::new(Tar::new(opening.unpacked.stream, name, max_bytes, skipped, budget))
        }
        #[cfg(feature = "archives")]
        Archive::SevenZip => Box::new(SevenZip::new(seekable(opening)?, name, max_bytes, skipped)),
        #[cfg(not(feature = "archives"))]
        Archive::SevenZip => {
            let what = "this rowsmith was built without 7z; build it with '--features archives', or everything with '--features full'";
            return Err(Problem::new("unreadable", what));
        }
        #[cfg(feature = "parquet")]
        Archive::Parquet => {
            let file = seekable(opening)?.file().map_err(|error| Problem::unreadable(&error))?;
            super::parquet::open(file, &name, settings)?
        }
        #[cfg(not(feature = "parquet"))]
        Archive::Parquet => {
            let what = "this rowsmith was built without Parquet; build it with '--features parquet', or everything with '--features full'";
            return Err(Problem::new("unreadable", what));
        }
        Archive::Cdx => {
            let Some(folder) = opening.path.map(|path| path.parent().unwrap_or(Path::new("")).to_owned()) else {
                return Err(no_page(Form::Archive(Archive::Cdx)));
            };
            Box::new(Index::new(opening.unpacked.stream, name, folder, max_bytes, skipped))
        }
    })
}

/// An archive as a file with readers at any position: itself, or a copy of the content of a stream.
fn seekable(opening: Opening<'_>) -> Result<Seekable, Problem> {
    let unreadable = |error: io::Error| Problem::unreadable(&error);
    match opening.path {
        Some(path) if opening.unpacked.packing == Packing::None => Seekable::open(path).map_err(unreadable),
        _ => Seekable::spool(opening.unpacked.stream, &mut Budget::new(opening.count)).map_err(unreadable),
    }
}
