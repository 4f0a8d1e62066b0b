#!/usr/bin/env python3
"""What the selectors of `rowsmith wrapper export --to parsel` give under the real parsel, against the wrapper itself.

    python3 -m venv VENV && VENV/bin/pip install parsel
    VENV/bin/python eval/exported.py [--only TEXT] [--most N] [--pages]

A wrapper is learnt from each page of `records` with a main list (on the page learnt from), from the first list page of each site of
`sites` and of each host of `records` with several pages (on its further pages, where the wrapper has records). Of a page the values of
the column that the wrapper fills best are compared, with their counts: a record that the selectors miss, or give too much, counts, and
so does one whose value is another. Needs ROWSMITH_BIN, else target/release/rowsmith.
"""
import argparse
import collections
import gzip
import json
import os
import pathlib
import subprocess
import tempfile

from parsel import Selector  # noqa: F401  (the exported module needs it; fail early)

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVAL = pathlib.Path(os.environ.get("ROWSMITH_EVAL", ROOT / "../shared/eval"))
BIN = os.environ.get("ROWSMITH_BIN", str(ROOT / "target/release/rowsmith"))


def run(*arguments):
    return subprocess.run([BIN, *map(str, arguments)], capture_output=True, text=True)


def html_of(path):
    data = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
    return data.decode("utf-8", "replace")


def squeezed(text):
    return "".join(text.split()) if text else ""


def learnt(page, folder):
    """The wrapper of a page and the module of its selectors; None where nothing is learnt."""
    wrapper = folder / "w.wrapper"
    wrapper.unlink(missing_ok=True)
    if run("learn", page, "--out", wrapper, "-q").returncode or not wrapper.exists():
        return None
    exported = run("wrapper", "export", wrapper, "--to", "parsel")
    module = {"__name__": "exported"}
    exec(compile(exported.stdout, "exported", "exec"), module)
    return wrapper, module


def tables(wrapper, page):
    """Per template and part of a page: its rows by the wrapper, as dictionaries."""
    line = json.loads(run("apply", "--wrapper", wrapper, page, "-q", "-f", "jsonl").stdout or "{}")
    known = json.loads(wrapper.read_text())
    template = next((t for t in known["templates"] if t["name"] == line.get("template")), None)
    if template is None:
        return
    for part in template["parts"]:
        name = template["name"] if len(template["parts"]) == 1 else f"{template['name']} {part['kind']}"
        if part["kind"] != "list":
            continue
        for region in line.get("regions", []):
            yield name, [record["cells"] for record in region["records"]]


def compared(wrapper, module, page):
    """Hits, given and wanted values of the best filled column, of all lists of a page."""
    html = html_of(page)
    sums = collections.Counter()
    for name, rows in tables(wrapper, page):
        sums["wanted"] += len(rows)
        part = module["PARTS"].get(name)
        if part is None:
            continue
        filled = {column: sum(1 for row in rows if row.get(column)) for column in part["columns"]}
        if not filled:
            continue
        best = max(filled, key=filled.get)
        given = [squeezed(row[best]) for row in module["rows"](module["Selector"](text=html), name)]
        wanted = collections.Counter(squeezed(row.get(best)) for row in rows)
        sums["given"] += len(given)
        sums["hits"] += sum((wanted & collections.Counter(given)).values())
    return sums


def f1(sums):
    return 2 * sums["hits"] / max(sums["given"] + sums["wanted"], 1)


def report(name, results, pages):
    figures = [f1(sums) for _, sums in results]
    whole = sum((sums for _, sums in results), collections.Counter())
    if not figures:
        return
    perfect = sum(1 for figure in figures if figure == 1)
    print(f"{name}: {len(figures)} pages, page_mean_f1 {sum(figures) / len(figures):.3f}, f1 {f1(whole):.3f}, perfect {perfect / len(figures):.3f}")
    for page, sums in results:
        if pages and f1(sums) < 0.98:
            print(f"   {page}: {dict(sums)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--most", type=int, default=10**6, help="so many pages of records")
    parser.add_argument("--pages", action="store_true", help="name the pages below 0.98")
    asked = parser.parse_args()
    own, others = [], []
    hosts = collections.defaultdict(list)
    folds = json.loads((EVAL / "folds.json").read_text())
    host_of = {}
    for key, entry in folds.get("records", folds).items():
        host_of[key] = entry.get("host") if isinstance(entry, dict) else entry[0] if isinstance(entry, list) else None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for page in sorted((EVAL / "records/pages").glob("*.html.gz"))[: asked.most]:
            key = page.name.removesuffix(".html.gz")
            if asked.only not in key:
                continue
            gold = json.loads(gzip.open(EVAL / "records/gold" / f"{key}.json.gz").read())
            if not any(region.get("main") for region in gold.get("regions", [])):
                continue
            hosts[host_of.get(key) or key].append(page)
            made = learnt(page, folder)
            if made:
                sums = compared(*made, page)
                if sums["wanted"]:
                    own.append((key, sums))
        groups = [pages for pages in hosts.values() if len(pages) > 1]
        groups += [sorted((site / "other").glob("home*.html")) for site in (EVAL / "sites").iterdir() if site.is_dir()]
        for pages in groups:
            made = learnt(pages[0], folder)
            for page in pages[1:] if made else []:
                sums = compared(*made, page)
                if sums["wanted"]:
                    others.append((page.name, sums))
    report("on the pages learnt from", own, asked.pages)
    report("on pages not learnt from", others, asked.pages)


if __name__ == "__main__":
    main()
