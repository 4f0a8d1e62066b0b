#!/usr/bin/env python3
"""What the selectors of `rowsmith wrapper export` give under the real parsel, or crawl4ai, against the wrapper itself.

    python3 -m venv VENV && VENV/bin/pip install parsel
    VENV/bin/python eval/exported.py [--crawl4ai] [--only TEXT] [--most N] [--pages]

A wrapper is learnt from each page of `records` with a main list (on the page learnt from), from the first list page of each site of
`sites` and of each host of `records` with several pages (on its further pages, where the wrapper has records). Of a page the values of
the column that the wrapper fills best, of those that are exported, are compared, with their counts: a record that the selectors miss, or give too much, counts, and
so does one whose value is another. Then the same for all columns that the wrapper fills. With --crawl4ai the exported schema is read by
its JsonCssExtractionStrategy (`VENV/bin/pip install crawl4ai`). Needs ROWSMITH_BIN, else target/release/rowsmith.
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


def read_by_parsel(wrapper):
    """A function that gives the rows of a part of a page by the exported module, and the columns that it has."""
    module = {"__name__": "exported"}
    exec(compile(run("wrapper", "export", wrapper, "--to", "parsel").stdout, "exported", "exec"), module)

    def rows(html, name):
        part = module["PARTS"].get(name)
        return None if part is None else list(module["rows"](module["Selector"](text=html), name))

    return rows


def read_by_crawl4ai(wrapper):
    """The same by the exported schema."""
    from crawl4ai import JsonCssExtractionStrategy

    schemas = json.loads(run("wrapper", "export", wrapper, "--to", "crawl4ai").stdout)
    by_name = {schema["name"]: schema for schema in (schemas if isinstance(schemas, list) else [schemas])}

    def rows(html, name):
        schema = by_name.get(name)
        return None if schema is None else JsonCssExtractionStrategy(schema).extract("http://localhost/", html)

    return rows


def learnt(page, folder, read):
    """The wrapper of a page, and what reads pages by its selectors; None where nothing is learnt."""
    wrapper = folder / "w.wrapper"
    wrapper.unlink(missing_ok=True)
    if run("learn", page, "--out", wrapper, "-q").returncode or not wrapper.exists():
        return None
    return wrapper, read(wrapper)


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


def compared(wrapper, rows_of, page):
    """Hits, given and wanted values of the best filled column, of all lists of a page; and the same of all columns."""
    html = html_of(page)
    sums = collections.Counter()
    for name, rows in tables(wrapper, page):
        columns = list(dict.fromkeys(column for row in rows for column in row if row.get(column)))
        filled = {column: sum(1 for row in rows if row.get(column)) for column in columns}
        found = rows_of(html, name)
        exported = {column for row in found or [] for column in row}
        best = max((column for column in columns if column in exported), key=filled.get, default=None)
        sums["wanted"] += len(rows)
        for column in columns:
            wanted = collections.Counter(squeezed(row.get(column)) for row in rows)
            given = [squeezed(row.get(column)) for row in found or []]
            hits = sum((wanted & collections.Counter(given)).values())
            sums["all_wanted"] += len(rows)
            sums["all_given"] += len(given)
            sums["all_hits"] += hits
            if column == best:
                sums["given"] += len(given)
                sums["hits"] += hits
    return sums


def f1(sums, of=""):
    return 2 * sums[of + "hits"] / max(sums[of + "given"] + sums[of + "wanted"], 1)


def report(name, results, pages):
    figures = [f1(sums) for _, sums in results]
    whole = sum((sums for _, sums in results), collections.Counter())
    if not figures:
        return
    perfect = sum(1 for figure in figures if figure == 1)
    print(f"{name}: {len(figures)} pages, page_mean_f1 {sum(figures) / len(figures):.3f}, f1 {f1(whole):.3f}, perfect {perfect / len(figures):.3f}; all columns f1 {f1(whole, 'all_'):.3f}")
    for page, sums in results:
        if pages and f1(sums) < 0.98:
            print(f"   {page}: {dict(sums)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--most", type=int, default=10**6, help="so many pages of records")
    parser.add_argument("--pages", action="store_true", help="name the pages below 0.98")
    parser.add_argument("--crawl4ai", action="store_true", help="read the schema for crawl4ai in place of the module for parsel")
    asked = parser.parse_args()
    read = read_by_crawl4ai if asked.crawl4ai else read_by_parsel
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
            made = learnt(page, folder, read)
            if made:
                sums = compared(*made, page)
                if sums["wanted"]:
                    own.append((key, sums))
        groups = [pages for pages in hosts.values() if len(pages) > 1]
        groups += [sorted((site / "other").glob("home*.html")) for site in (EVAL / "sites").iterdir() if site.is_dir()]
        for pages in groups:
            made = learnt(pages[0], folder, read)
            for page in pages[1:] if made else []:
                sums = compared(*made, page)
                if sums["wanted"]:
                    others.append((page.name, sums))
    report("on the pages learnt from", own, asked.pages)
    report("on pages not learnt from", others, asked.pages)


if __name__ == "__main__":
    main()
