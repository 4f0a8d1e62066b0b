#!/usr/bin/env python3
"""Pages for the figures on lists in state, beside those of the data's own script.

  shells.py none OUT      all pages of records, text and threads without what their bodies show, but those whose list stands in
                          their scripts (state/pages.json): no list is to be found on them
  shells.py shown OUT     the pages of state/pages.json as they are
  shells.py count LINES [--json]
                          the lists that were found on the pages of `none`: false ones, where the page is none of a list. Pages
                          of the kinds collection and listing are counted by themselves: many do hold their list

Data: ROWSMITH_EVAL, else ../shared/eval beside the project. Python 3.11, standard library only.
"""
import gzip
import json
import os
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
ROOT = Path(os.environ.get("ROWSMITH_EVAL") or PROJECT.parent / "shared" / "eval")
SETS = ["records", "text", "threads"]
OF_LISTS = ["collection", "listing"]


def key_of(path):
    return Path(path).name.split(".")[0]


def pages():
    found = {}
    for name in SETS:
        for path in sorted((ROOT / name / "pages").glob("*.html.gz")):
            found.setdefault(key_of(path), path)
    return found


def html(path):
    with gzip.open(path) as f:
        return f.read()


def kinds():
    found = {}
    for path in sorted((ROOT / "text" / "gold").glob("*.json.gz")):
        found.update({key: gold["kind"] for key, gold in json.loads(html(path)).items()})
    return found


def make(what, out):
    sys.path.insert(0, str(ROOT / "state"))
    import score_state

    held = set(json.loads((ROOT / "state" / "pages.json").read_text()))
    out.mkdir(parents=True, exist_ok=True)
    if what == "shown":
        for key in held:
            (out / f"{key}.html").write_bytes(html(score_state.find(str(ROOT), key, "pages")))
        return
    for key, path in pages().items():
        if key not in held:
            text = score_state.shell(html(path).decode("utf-8", "replace"))
            (out / f"{key}.html").write_text(text, encoding="utf-8")


def count(lines, as_json):
    of_kind = kinds()
    totals = dict(pages=0, pages_of_lists=0, false_lists=0, lists_of_lists=0)
    for line in Path(lines).read_text(encoding="utf-8").splitlines():
        page = json.loads(line)
        of_lists = of_kind.get(key_of(page["source"])) in OF_LISTS
        totals["pages_of_lists" if of_lists else "pages"] += 1
        if any(region.get("main") for region in page.get("regions", [])):
            totals["lists_of_lists" if of_lists else "false_lists"] += 1
    totals["false_share"] = round(totals["false_lists"] / max(totals["pages"], 1), 4)
    print(json.dumps(totals) if as_json else "\n".join(f"{name:<20} {value}" for name, value in totals.items()))


def main():
    match sys.argv[1:]:
        case [("none" | "shown") as what, out]:
            make(what, Path(out))
        case ["count", lines, *rest]:
            count(lines, "--json" in rest)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
