#!/usr/bin/env python3
"""Whether wrappers mend themselves on pages made anew: `rowsmith apply --repair`.

    python3 -m venv VENV && VENV/bin/pip install lxml
    VENV/bin/python eval/mending.py [--only TEXT] [--most N] [--pages]

Of each page of `records` with a main list two are made, with every other record each. A wrapper is learnt from the first. The second
is redesigned: `names` (every class and id is called otherwise), `structure` (other tags, more elements), `both`, `reordered` (what records
hold stands the other way round), `all` three. What the mended wrapper gives there is compared with what the first one gives on the
second page as it was, column by column: found back where nine tenths of the values are the same; told where they are not and an alarm
names the column or is about the whole page; silent where none does. `another` is the page of another host in its place: mended is wrong
there. A third of the hosts, by a hash of their names, was not looked at while the rules were written, and taught the weights nothing
(mending_weights.py). Needs ROWSMITH_BIN, else target/release/rowsmith.
"""
import argparse
import collections
import copy
import gzip
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile

import lxml.html

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVAL = pathlib.Path(os.environ.get("ROWSMITH_EVAL", ROOT / "../shared/eval"))
BIN = os.environ.get("ROWSMITH_BIN", str(ROOT / "target/release/rowsmith"))
DESIGNS = ["names", "structure", "both", "reordered", "all"]
TAGS = {
    "div": "section", "ul": "div", "ol": "div", "li": "article", "span": "em", "strong": "span", "b": "span", "i": "b",
    "h1": "h2", "h2": "h4", "h3": "p", "h4": "p", "h5": "p", "p": "div", "dl": "div", "dt": "p", "dd": "div", "article": "div",
}


def run(*arguments):
    return subprocess.run([BIN, *map(str, arguments)], capture_output=True, text=True)


def is_aside(host):
    """Whether pages of a host are not looked at while rules are written, and teach nothing."""
    return hashlib.md5(host.encode()).digest()[0] % 3 == 0


def write(path, document):
    path.write_bytes(lxml.html.tostring(document, encoding="utf-8", doctype="<!DOCTYPE html>"))


def line_of(wrapper, page, *flags):
    ran = run("apply", "--wrapper", wrapper, page, "-f", "jsonl", *flags)
    return ran, json.loads(ran.stdout) if ran.stdout.strip() else {}


def mended_line(wrapper, page, mended):
    """The result with the mended wrapper, its alarms about columns, and whether there is one about the whole page."""
    mended.unlink(missing_ok=True)
    alarms = mended.with_suffix(".drift")
    alarms.unlink(missing_ok=True)
    ran, line = line_of(wrapper, page, "-q", f"--repair={mended}", "--drift", alarms)
    told = [json.loads(each) for each in alarms.read_text().splitlines()] if alarms.exists() else []
    columns = {each["column"] for each in told if each.get("column")}
    whole = any(each["kind"] in ("no_template", "no_records", "many_records", "other_records", "few_values") for each in told)
    return line, columns, whole or not line.get("regions") and ran.returncode != 0


def columns_of(line):
    """The values of each column of the list."""
    region = next(iter(line.get("regions", [])), None)
    if region is None:
        return {}
    return {
        column["name"]: [(record["cells"].get(column["name"]) or "").strip() for record in region["records"]]
        for column in region["columns"]
    }


def renamed(document):
    for element in document.iter(lxml.html.etree.Element):
        for name in ("class", "id"):
            if element.get(name):
                words = element.get(name).split()
                element.set(name, " ".join("".join(c for c in hashlib.md5(w.encode()).hexdigest() if c.isalpha())[:8] or "x" for w in words))


def restructured(records):
    # the outermost elements of records stay beside each other; each gets a box within
    for record in records:
        for element in list(record.iter(lxml.html.etree.Element)):
            element.tag = TAGS.get(element.tag, element.tag)
        if record.tag not in ("tr", "td", "table", "tbody", "dt", "dd"):
            box = lxml.html.Element("div")
            box.text, record.text = record.text, None
            for child in list(record):
                box.append(child)
            record.append(box)
    parents = {record.getparent() for record in records if record.getparent() is not None}
    for parent in parents:
        if parent.tag in ("ul", "ol", "dl"):
            parent.tag = "div"
        if parent.tag in ("div", "section", "main") and parent.getparent() is not None:
            around, outer = lxml.html.Element("div"), parent.getparent()
            around.tail, parent.tail = parent.tail, None
            outer.replace(parent, around)
            around.append(parent)


def reordered(records):
    for record in records:
        widest = max(record.iter(lxml.html.etree.Element), key=lambda e: (len(e), e is record))
        if widest.tag in ("tr", "tbody", "table"):
            continue
        children = list(widest)
        for child in children:
            widest.remove(child)
        for child in reversed(children):
            widest.append(child)


def halves(page, folder):
    """The wrapper of a half, the other half as it was, and a function that makes it anew; None where that cannot be."""
    source = lxml.html.document_fromstring(gzip.open(page).read())
    whole = folder / "whole.html"
    write(whole, source)
    source = lxml.html.document_fromstring(whole.read_bytes(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    line = json.loads(run("records", whole, "-q", "-f", "jsonl").stdout or "{}")
    main = next((r for r in line.get("regions", []) if r.get("main")), None)
    if main is None or len(main["records"]) < 8:
        return None
    tree = source.getroottree()
    paths = [record["nodes"] for record in main["records"]]
    found = [[tree.xpath(path) for path in nodes] for nodes in paths]
    if any(len(nodes) != 1 for record in found for nodes in record):
        return None
    paths = [[tree.getpath(nodes[0]) for nodes in record] for record in found]

    def half(keep, change=None):
        document = copy.deepcopy(source)
        own = document.getroottree()
        records = [[own.xpath(path)[0] for path in record] for record in paths]
        kept = [record for i, record in enumerate(records) if i % 2 == keep]
        for i, record in enumerate(records):
            for node in record if i % 2 != keep else []:
                node.drop_tree()
        if change:
            change(document, [node for record in kept for node in record])
        return document

    first, second = folder / "first.html", folder / "second.html"
    write(first, half(0))
    write(second, half(1))
    wrapper = folder / "w.wrapper"
    wrapper.unlink(missing_ok=True)
    if run("learn", first, "--out", wrapper, "-q").returncode:
        return None
    return wrapper, second, half


def changed(design):
    def change(document, records):
        if design in ("structure", "both", "all"):
            restructured(records)
        if design in ("reordered", "all"):
            reordered(records)
        if design in ("names", "both", "all"):
            renamed(document)

    return change


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--most", type=int, default=10**6, help="so many pages")
    parser.add_argument("--step", type=int, default=1, help="every so many-th page")
    parser.add_argument("--pages", action="store_true", help="name what was not found back, of the hosts that may be looked at")
    asked = parser.parse_args()
    hosts = {key: entry["host"] for key, entry in json.loads((EVAL / "folds.json").read_text()).items()}
    sums = collections.defaultdict(collections.Counter)
    pages = [p for p in sorted((EVAL / "records/pages").glob("*.html.gz")) if asked.only in p.name][:: asked.step][: asked.most]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, page in enumerate(pages):
            key = page.name.removesuffix(".html.gz")
            aside = is_aside(hosts.get(key, key))
            try:
                made = halves(page, folder)
            except (ValueError, lxml.etree.LxmlError):
                continue
            if made is None:
                continue
            wrapper, second, half = made
            _, line = line_of(wrapper, second, "-q")
            before = {name: values for name, values in columns_of(line).items() if sum(map(bool, values)) * 2 >= len(values)}
            if not before or line.get("drift"):
                continue
            for design in DESIGNS:
                new, mended = folder / "new.html", folder / "mended.wrapper"
                write(new, half(1, changed(design)))
                line, told, whole = mended_line(wrapper, new, mended)
                now = columns_of(line)
                for column, values in before.items():
                    other = now.get(column, [])
                    same = sum(1 for a, b in zip(values, other) if "".join(a.split()) == "".join(b.split()))
                    what = "found" if len(values) == len(other) and same * 10 >= 9 * len(values) else "told" if whole or column in told else "silent"
                    sums[design, aside][what] += 1
                    if asked.pages and not aside and what != "found":
                        print(f"{key} {design} {column}: {what}: {values[:2]} {other[:2]} {len(values)} {len(other)}")
            other = next((p for p in pages[number + 1 :] + pages[:number] if hosts.get(p.name.removesuffix(".html.gz")) != hosts.get(key)), None)
            if other:
                mended = folder / "mended.wrapper"
                mended.unlink(missing_ok=True)
                foreign = folder / "other.html"
                foreign.write_bytes(gzip.open(other).read())
                _, line = line_of(wrapper, foreign, "-q", f"--repair={mended}")
                silent = bool(line.get("regions")) and not line.get("drift")
                sums["another", aside]["mended" if mended.exists() else "silent" if silent else "told"] += 1
                if asked.pages and not aside and mended.exists():
                    print(f"{key} mended from {other.name}: {list(columns_of(line))}")
    for (design, aside), counts in sorted(sums.items()):
        whole = sum(counts.values())
        print(f"{design:<10} {'set aside' if aside else 'looked at'} {whole:>5}: " + ", ".join(f"{what} {n / whole:.3f}" for what, n in sorted(counts.items())))


if __name__ == "__main__":
    main()
