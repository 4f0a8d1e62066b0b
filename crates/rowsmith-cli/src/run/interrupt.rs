//! Ctrl-C and termination: the first asks the run to end with a valid output, the second ends it at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::atomic;

/// The exit code of an interrupted run, as in shells.
pub(crate) const EXIT_CODE: i32 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Starts to watch for interrupts.
pub(crate) fn install() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without the handler an interrupt ends the run like any other program; that is no reason not to run.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::SeqCst) {
                atomic::remove_unfinished(|| std::process::exit(EXIT_CODE));
            }
        });
    });
}

/// Whether the user has asked for the run to end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
