//! 7z files. The library returns the members one after the other, so a separate thread reads them, one member ahead.

use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use sevenz_rust2::{ArchiveReader, Password};

use super::super::pages::{Found, Pages};
use super::super::skipped::Skipped;
use super::Budget;
use super::file::Seekable;
use super::member::{Members, Source};
use crate::common::failure::why;

/// The members of a 7z file.
pub(crate) struct SevenZip {
    found: Receiver<Found>,
}

impl SevenZip {
    /// Reads a 7z file.
    pub(crate) fn new(file: Seekable, archive: String, max_bytes: usize, skipped: Skipped) -> Self {
        let (send, found) = sync_channel(1);
        thread::spawn(move || {
            let mut members = Members::new(archive, max_bytes, skipped, Budget::of_size(file.size));
            let last = match read(&file, &mut members, &send) {
                Ok(()) => members.end(),
                Err(what) => Some(members.broken(what)),
            };
            if let Some(found) = last {
                // the receiver may be gone
                let _ = send.send(found);
            }
        });
        SevenZip { found }
    }
}

/// Sends what the members give.
fn read(file: &Seekable, members: &mut Members, send: &SyncSender<Found>) -> Result<(), String> {
    let reader = BufReader::new(file.section(0, file.size));
    let message = |error: sevenz_rust2::Error| match error {
        sevenz_rust2::Error::PasswordRequired | sevenz_rust2::Error::MaybeBadPassword(_) => {
            "it is encrypted; unpack the archive with its password first".to_owned()
        }
        error => format!("the 7z archive is damaged or truncated ({error})"),
    };
    let mut archive = ArchiveReader::new(reader, Password::empty()).map_err(message)?;
    let paths: Vec<String> = archive.archive().files.iter().map(|file| file.name().replace('\\', "/")).collect();
    paths.iter().for_each(|path| members.expect(path));
    let mut spent = None;
    let outcome = archive.for_each_entries(|entry, content| {
        if entry.is_directory() || !entry.has_stream() {
            return Ok(true);
        }
        let path = entry.name().replace('\\', "/");
        let found =
            members.budget.member().and_then(|()| members.member(&path, entry.size(), Source::once(&mut *content)));
        // the next member follows in the same stream
        let found = found.and_then(|found| {
            drain(content, members)?;
            Ok(found)
        });
        match found {
            Ok(Some(found)) => Ok(send.send(found).is_ok()),
            Ok(None) => Ok(true),
            Err(error) => {
                spent = Some(format!("{}; nothing after member {} is read", why(&error), members.position));
                Ok(false)
            }
        }
    });
    match spent {
        Some(what) => Err(what),
        None => outcome.map_err(message),
    }
}

/// Reads a member to its end.
fn drain(content: &mut dyn Read, members: &mut Members) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match content.read(&mut buffer)? {
            0 => return Ok(()),
            read => members.budget.spend(read as u64)?,
        }
    }
}

impl Pages for SevenZip {
    fn next(&mut self) -> Option<Found> {
        self.found.recv().ok()
    }
}
