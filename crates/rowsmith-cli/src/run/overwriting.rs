//! What a command must not write: files that it reads, and one file twice.

use std::path::{Path, PathBuf};

use crate::common::failure::Failure;
use crate::sources::inputs::Inputs;

/// Refuses to write a file that is one of the inputs, one of the other files that are `read`, or that another flag writes. Each file that
/// is written comes with its flag.
///
/// # Errors
/// Which file would be overwritten, and by which flag.
pub(crate) fn refuse_overwriting(
    inputs: &Inputs,
    read: &[Option<&Path>],
    written: &[(&str, Option<&Path>)],
) -> Result<(), Failure> {
    let mut taken: Vec<PathBuf> = read.iter().flatten().map(|path| real(path)).collect();
    for (flag, path) in written {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else { continue };
        let what = match (inputs.contain(path), taken.contains(&real(path)) && !is_device(path)) {
            (true, _) => "the input ",
            (false, true) => "",
            (false, false) => {
                taken.push(real(path));
                continue;
            }
        };
        return Err(Failure::Usage(format!("{flag} would overwrite {what}'{}'", path.display())));
    }
    Ok(())
}

/// A path in the one form in which it is compared, whether the file is there or not.
fn real(path: &Path) -> PathBuf {
    // a file that is not there yet is told by its folder
    let new = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(new).unwrap_or_else(|| path.to_owned())
}

/// Whether something is there that is no file, such as /dev/null, which keeps nothing.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|there| !there.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;

    #[test]
    fn nothing_that_is_read_or_written_is_overwritten() {
        let folder = Folder::new("overwriting");
        let [page, other, new] = ["a.html", "t.wrapper", "new.csv"].map(|name| folder.0.join(name));
        std::fs::write(&page, "<p>").unwrap();
        std::fs::write(&other, "{}").unwrap();
        let inputs = Inputs { arguments: vec![page.clone()], lists: Vec::new() };
        let refused = |written: &[(&str, Option<&Path>)]| {
            let refused = refuse_overwriting(&inputs, &[Some(&other), None], written).err();
            refused.map(|why| match why {
                Failure::Usage(why) => why.split(" '").next().unwrap().to_owned(),
                other => panic!("{other:?}"),
            })
        };
        assert_eq!(refused(&[("--out", Some(&new)), ("--drift", None)]), None);
        assert_eq!(refused(&[("--out", Some(&page))]).as_deref(), Some("--out would overwrite the input"));
        // however it is called
        let around = folder.0.join(".").join("t.wrapper");
        assert_eq!(refused(&[("--out", Some(&around))]).as_deref(), Some("--out would overwrite"));
        let twice = [("--out", Some(&*new)), ("--drift", Some(&*new))];
        assert_eq!(refused(&twice).as_deref(), Some("--drift would overwrite"));
        let around = folder.0.join("..").join(folder.0.file_name().unwrap()).join("new.csv");
        assert_eq!(refused(&[twice[0], ("--drift", Some(&around))]).as_deref(), Some("--drift would overwrite"));
        let nowhere = Path::new("/dev/null");
        assert_eq!(refused(&[("--out", Some(nowhere)), ("--drift", Some(nowhere))]).filter(|_| cfg!(unix)), None);
        let streams = Path::new("-");
        assert_eq!(refused(&[("--out", Some(streams)), ("--drift", Some(streams))]), None);
    }
}
