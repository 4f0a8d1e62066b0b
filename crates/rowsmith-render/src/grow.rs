//! Lists that scripts continue: a page is made longer by scrolling to its end and by pressing what loads more.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::RenderError;
use crate::visit::{QUIET, Visit};

/// How a page is made longer.
#[derive(Clone, Copy, Debug)]
pub struct Grow {
    /// How often at most.
    pub most: usize,
    /// Whether the label of a control says that it loads more, such as
    /// [`loads_more`](rowsmith::harvest::loads_more).
    pub loads_more: fn(&str) -> bool,
}

/// What came of making a page longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Grown {
    /// How often something was added.
    pub times: usize,
    /// Whether the page could have been longer still: a limit was reached, or it was lost (a control led elsewhere or
    /// replaced the list, or the tab did not bear it) and loaded again, and is as it opens.
    pub cut: bool,
}

/// How long it may take until something new begins to arrive.
const BEGINS: Duration = Duration::from_millis(1200);
/// How many controls are tried in vain.
const MOST_TRIED: usize = 4;
/// A label that more controls than this have is that of the records, such as "More" on each card.
const MOST_ALIKE: usize = 2;
/// How often a page is asked that does not answer.
const MOST_ASKED: usize = 20;
/// A page has grown if it has this many elements more; a spinner is fewer.
const LEAST_ELEMENTS: f64 = 3.0;

/// The number of elements; nothing if the document is another than before, or another list stands in it: more than a tenth
/// of the addresses that were linked are not any more (a few change anyway, with what is advertised), and hardly more have
/// come.
const SIZE: &str = "(() => {
    if (!globalThis.known) return null;
    const linked = new Set(Array.from(document.links, link => link.href));
    const lost = [...globalThis.known].filter(address => !linked.has(address)).length;
    const gained = [...linked].filter(address => !globalThis.known.has(address)).length;
    if (lost > Math.max(2, globalThis.known.size / 10) && lost * 2 > gained) return null;
    return document.getElementsByTagName('*').length;
})()";

/// Marks the document as the one that is made longer, and notes what it links to.
const KNOWN: &str = "globalThis.known = new Set(Array.from(document.links, link => link.href)), true";

/// Scrolls to a place above the end. What is watched for coming into view has to go out of it first.
const ABOVE_END: &str = "(() => {
    const box = document.scrollingElement || document.documentElement;
    box.scrollTo({ top: box.scrollHeight - 3 * innerHeight, behavior: 'instant' });
})()";

/// Scrolls to the end.
const END: &str = "(() => {
    const box = document.scrollingElement || document.documentElement;
    box.scrollTo({ top: box.scrollHeight, behavior: 'instant' });
})()";

/// The labels of controls that have no address, submit nothing, and open no menu.
const CONTROLS: &str = "(() => {
    const all = \"button, [role=button], input[type=button], a:not([href]), a[href^='#'], a[href^='javascript:' i], [onclick]\";
    const menus = 'nav, header, [role=navigation], [role=menu], [role=menubar], [role=tablist], [role=dialog]';
    const shown = control => control.getClientRects().length > 0 && getComputedStyle(control).visibility !== 'hidden';
    const acts = control => !control.disabled && control.getAttribute('aria-disabled') !== 'true'
        && !control.hasAttribute('aria-haspopup') && !control.hasAttribute('aria-expanded')
        && !(control.form && control.type === 'submit') && !control.matches('a[href]:not([href^=\"#\"], [href^=\"javascript:\" i])');
    globalThis.controls = [...document.querySelectorAll(all)].filter(control => shown(control) && acts(control) && !control.closest(menus));
    return globalThis.controls.map(control =>
        (control.innerText || control.value || control.getAttribute('aria-label') || control.title || '').trim().slice(0, 80));
})()";

/// Makes the page longer until nothing new comes; each step may take as long as a page.
///
/// # Errors
/// [`RenderError::Left`] if a control led to another page, and those of loading.
pub(crate) fn grow(page: &mut Visit<'_>, grow: Grow) -> Result<Grown, RenderError> {
    let mut grown = Grown::default();
    let mut in_vain: HashSet<String> = HashSet::new();
    page.evaluate(KNOWN)?;
    while !page.state.stopped {
        page.end = Instant::now() + page.options.timeout;
        let Some(before) = size(page)? else { break };
        page.evaluate(ABOVE_END)?;
        page.pause()?;
        page.evaluate(END)?;
        let mut is_longer = has_grown(page, before)?;
        while !is_longer && in_vain.len() < MOST_TRIED {
            let Some(label) = press(page, grow.loads_more, &in_vain)? else { break };
            is_longer = has_grown(page, before)?;
            if !is_longer {
                in_vain.insert(label);
            }
        }
        if !is_longer {
            break;
        }
        page.evaluate(KNOWN)?;
        grown.times += 1;
        // what the page has so far must not be lost by what would come
        if grown.times == grow.most || page.state.is_half_full() {
            grown.cut = true;
            break;
        }
    }
    Ok(grown)
}

/// Fails if the page is not the one any more that was made longer.
pub(crate) fn check(page: &mut Visit<'_>) -> Result<(), RenderError> {
    size(page).map(drop)
}

/// The number of elements; `None` if scripts were stopped.
fn size(page: &mut Visit<'_>) -> Result<Option<f64>, RenderError> {
    for _ in 0..MOST_ASKED {
        match page.evaluate(SIZE)? {
            Some(size) => return size.as_f64().map(Some).ok_or(RenderError::Left),
            None if page.state.stopped => return Ok(None),
            // the document is being replaced
            None => page.pause()?,
        }
    }
    Err(RenderError::Left)
}

/// Waits for something new, and until it has settled.
fn has_grown(page: &mut Visit<'_>, before: f64) -> Result<bool, RenderError> {
    let begun = Instant::now();
    let until = (begun + page.options.settle).min(page.end);
    loop {
        let Some(now) = size(page)? else { return Ok(false) };
        if now >= before + LEAST_ELEMENTS {
            page.settle(QUIET, until)?;
            // what announces it may have come and gone
            if size(page)?.is_some_and(|now| now >= before + LEAST_ELEMENTS) {
                return Ok(true);
            }
        }
        let (open, _) = page.state.network();
        if Instant::now() >= until || open == 0 && begun.elapsed() >= BEGINS {
            return Ok(false);
        }
        page.pause()?;
    }
}

/// Presses the last control that says it loads more and was not pressed in vain; returns its label.
fn press(
    page: &mut Visit<'_>,
    loads_more: fn(&str) -> bool,
    in_vain: &HashSet<String>,
) -> Result<Option<String>, RenderError> {
    let labels = page.evaluate(CONTROLS)?;
    let labels: Vec<&str> = labels.iter().flat_map(Value::as_array).flatten().filter_map(Value::as_str).collect();
    let alike = |label: &str| labels.iter().filter(|other| **other == label).count();
    let wanted = |label: &str| loads_more(label) && !in_vain.contains(label) && alike(label) <= MOST_ALIKE;
    let Some(at) = labels.iter().rposition(|label| wanted(label)) else { return Ok(None) };
    let label = labels[at].to_owned();
    let press = format!(
        "(() => {{ const control = globalThis.controls[{at}]; control.scrollIntoView({{ block: 'center' }}); control.click(); }})()"
    );
    page.evaluate(&press)?;
    Ok(Some(label))
}
