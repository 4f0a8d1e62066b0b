//! Turns a panic while working on a page into an error of that page, so that the run goes on.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

static HOOK: Once = Once::new();

/// Runs `work`. A panic inside becomes an error that says where it happened.
///
/// Nothing of `work` survives a panic: it gets the name of an input and returns a new value, so no state can be left
/// half changed.
///
/// # Errors
/// Those of `work`, and panics.
pub fn catch<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    HOOK.call_once(|| {
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                let place = info.location().map(|l| format!(" at {}:{}", l.file(), l.line())).unwrap_or_default();
                PLACE.with_borrow_mut(|p| *p = place);
            } else {
                default(info);
            }
        }));
    });
    // one call may be within another
    let before = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(before);
    result.unwrap_or_else(|payload| {
        let place = PLACE.with_borrow_mut(std::mem::take);
        Err(format!("internal error{place}: {} (a bug of rowsmith; please report it)", message(payload.as_ref())))
    })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "no message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_that_names_its_place() {
        let error = catch::<()>(|| panic!("index {} of {}", 3, 2)).unwrap_err();
        assert!(error.contains("index 3 of 2") && error.contains("panics.rs:"), "{error}");
        assert_eq!(catch(|| Ok(7)), Ok(7));
    }
}
