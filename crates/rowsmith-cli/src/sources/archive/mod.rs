//! Files with folders of pages in them: ZIP, tar, 7z. There is one iterator for each; what a member is, is decided in
//! one place.

mod budget;
mod coding;
mod file;
mod member;
#[cfg(feature = "archives")]
mod seven;
mod tar;
mod wacz;
mod zip;

pub(super) use budget::Budget;
pub(super) use file::Seekable;
#[cfg(feature = "archives")]
pub(super) use seven::SevenZip;
pub(super) use tar::Tar;
pub(super) use zip::Zip;
