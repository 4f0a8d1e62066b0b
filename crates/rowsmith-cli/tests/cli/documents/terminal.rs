//! A terminal that a command can print to.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Its size in lines and characters.
const SIZE: Winsize = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };

/// What a shell prints for `line` in this folder, on a terminal without colours: standard output, then standard error.
///
/// Standard error is not a terminal, so there is no progress bar.
pub fn typed(line: &str, folder: &Path) -> String {
    // a command of another test that kept it open would keep this one from seeing its end
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let terminal = openpt(flags).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let screen = ioctl_tiocgptpeer(&terminal, flags).unwrap();
    tcsetwinsize(&screen, SIZE).unwrap();
    // several tests have a terminal at the same time
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let errors = std::env::temp_dir().join(format!("rowsmith-test-{}-errors-{number}", std::process::id()));
    let bin = Path::new(env!("CARGO_BIN_EXE_rowsmith")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(folder).env("PATH", path).env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::null()).stdout(Stdio::from(screen)).stderr(Stdio::from(File::create(&errors).unwrap()));
    let mut child = command.spawn().unwrap();
    // this side also holds the terminal open, as long as the command is running
    drop(command);
    let mut printed = Vec::new();
    // Linux reports an error when nobody prints to a terminal any more
    let _ = File::from(terminal).read_to_end(&mut printed);
    child.wait().unwrap();
    let mut text = String::from_utf8(printed).unwrap().replace("\r\n", "\n");
    text.push_str(&fs::read_to_string(&errors).unwrap());
    let _ = fs::remove_file(&errors);
    text
}
