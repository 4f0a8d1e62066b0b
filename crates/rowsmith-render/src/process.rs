//! A browser's process: started with a temporary profile; both are removed when it is dropped.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::RenderError;
use crate::connection::Connection;
use crate::profile;

/// How long a browser that was asked to exit may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// The browser's arguments: send no requests of its own, show nothing, and draw the same everywhere.
const ARGUMENTS: &[&str] = &[
    "--headless",
    "--remote-debugging-pipe",
    "--block-new-web-contents",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication",
    "--disable-gpu",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-quic",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    // no page needs more, and a hundred of them should not use it
    "--js-flags=--max-old-space-size=1024",
    "--log-level=3",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--password-store=basic",
    "--use-mock-keychain",
    // no datagrams that bypass the proxy
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    // requests to this machine go through the proxy, too
    "--proxy-bypass-list=<-loopback>",
];

/// A running browser.
pub(crate) struct Process {
    child: Child,
    profile: Option<TempDir>,
}

impl Process {
    /// Starts a browser that reaches the network through a proxy.
    ///
    /// # Errors
    /// [`RenderError::Launch`], [`RenderError::System`].
    pub(crate) fn start(
        browser: &Path,
        proxy: &str,
        (width, height): (u32, u32),
    ) -> Result<(Process, Connection), RenderError> {
        let profile = profile::create(&std::env::temp_dir())?;
        let stderr = profile.path().join("stderr");
        let mut command = Command::new(browser);
        command.args(ARGUMENTS).arg(format!("--proxy-server={proxy}")).arg(format!("--window-size={width},{height}"));
        let mut folder = OsString::from("--user-data-dir=");
        folder.push(profile.path());
        command.arg(folder);
        if !is_sandboxed() {
            command.arg("--no-sandbox");
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&stderr)?);
        let failed = |why: String| RenderError::Launch { browser: browser.to_owned(), why };
        let (child, connection) = spawn(command).map_err(|error| failed(format!(": {error}")))?;
        let mut process = Process { child, profile: Some(profile) };
        match process.greet(&connection) {
            Ok(()) => Ok((process, connection)),
            Err(_) => Err(failed(last_line(&stderr))),
        }
    }

    /// Waits until the browser answers.
    fn greet(&mut self, connection: &Connection) -> Result<(), RenderError> {
        let incoming = connection.listen("")?;
        connection.send("", "Browser.getVersion", serde_json::json!({}))?;
        // a machine under load takes its time
        incoming.recv_timeout(Duration::from_secs(60)).map_err(|_| RenderError::BrowserGone)?;
        Ok(())
    }

    /// Waits for the browser to exit by itself, which it does when its pipe is closed; otherwise kills it.
    fn end(&mut self) {
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // its children may still be writing
        let Some(profile) = self.profile.take() else { return };
        let path: PathBuf = profile.keep();
        for _ in 0..50 {
            match fs::remove_dir_all(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                _ => return,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn spawn(mut command: Command) -> std::io::Result<(Child, Connection)> {
    use command_fds::{CommandFdExt, FdMapping};
    use std::os::unix::process::CommandExt;

    let (to_read, our_writer) = std::io::pipe()?;
    let (our_reader, to_write) = std::io::pipe()?;
    command
        .fd_mappings(vec![
            FdMapping { parent_fd: to_read.into(), child_fd: 3 },
            FdMapping { parent_fd: to_write.into(), child_fd: 4 },
        ])
        .map_err(std::io::Error::other)?;
    // Ctrl-C in the terminal is ours to handle
    command.process_group(0);
    let child = command.spawn()?;
    limit(&child);
    // the child's ends belong to the command
    drop(command);
    Ok((child, Connection::new(our_reader, our_writer)))
}

#[cfg(not(unix))]
fn spawn(_: Command) -> std::io::Result<(Child, Connection)> {
    Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "rendering needs Unix: Linux, macOS or BSD"))
}

/// The largest file that a browser may write, in bytes: what a page loads is less, and what it stores is thrown away.
#[cfg(target_os = "linux")]
const LARGEST_FILE: u64 = 4 << 30;

/// Limits what a browser and the processes that it starts may leave on the disk. Not its memory, of which Chromium reserves far more than
/// it uses, nor its processor time, since one browser may render for days.
#[cfg(target_os = "linux")]
fn limit(browser: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
    let process = Pid::from_child(browser);
    for (resource, most) in [(Resource::Core, 0), (Resource::Fsize, LARGEST_FILE)] {
        // a limit that is lower already stays, also for root, who could raise it; the browser has inherited ours
        let Rlimit { current, maximum } = getrlimit(resource);
        let lower = |limit: Option<u64>| Some(limit.map_or(most, |limit| limit.min(most)));
        let _ = prlimit(Some(process), resource, Rlimit { current: lower(current), maximum: lower(maximum) });
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn limit(_: &Child) {}

/// Whether a browser runs in its own sandbox, which that of Chromium refuses to do for root.
#[cfg(unix)]
pub(crate) fn is_sandboxed() -> bool {
    !rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
pub(crate) fn is_sandboxed() -> bool {
    true
}

/// The last line of a browser's output, after a colon.
fn last_line(file: &Path) -> String {
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map_or(String::new(), |line| format!(": {line}"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_browser_leaves_no_memory_on_the_disk_and_no_endless_file() {
        // stands for a browser: it waits for the end of its input
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        limit(&child);
        let limits = fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
        drop(child.stdin.take());
        child.wait().unwrap();
        let of = |name: &str| {
            let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
            line[name.len()..].split_whitespace().next().unwrap().to_owned()
        };
        assert_eq!(of("Max core file size"), "0");
        assert!(of("Max file size").parse::<u64>().unwrap() <= LARGEST_FILE);
    }
}
