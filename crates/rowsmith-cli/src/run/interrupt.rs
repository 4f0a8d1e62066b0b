//! Ctrl-C and termination: the first asks the run to end with a valid output, the second ends it at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::atomic;

/// The exit code of a run that was interrupted, as shells have it.
pub(crate) const EXIT_CODE: i32 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on interrupts are noted.
pub(crate) fn install() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without the handler an interrupt ends the run as it ends any program; that is no reason not to run.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::SeqCst) {
                atomic::remove_unfinished(|| std::process::exit(EXIT_CODE));
            }
        });
    });
}

/// Whether the user wants the run to end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
