#!/usr/bin/env python3
"""Peak memory of the command on pages that are made to hurt, against 40 times their bytes and 64 MB.

    python3 eval/memory.py [--megabytes N] [--only TEXT] [--commands records,extract] [--pages] [-- FLAG…]

Each page is one input of a run of its own with one thread; its peak is that of the process (`ru_maxrss`), so the program itself and its
models are in it. `--pages` takes the largest pages of the evaluation data as well. FLAGs go to the command, as `--max-memory 200M`.
Needs ROWSMITH_BIN, else target/release/rowsmith; `.zst` inputs need the feature `zstd`. Ends with status 1 where a peak is higher.
"""
import argparse
import gzip
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVAL = pathlib.Path(os.environ.get("ROWSMITH_EVAL", ROOT / "../shared/eval"))
BIN = os.environ.get("ROWSMITH_BIN", str(ROOT / "target/release/rowsmith"))
FACTOR, FIXED = 40, 64 << 20

COMMANDS = {
    "records": ["records"],
    "records --all": ["records", "--all"],
    "tables": ["tables"],
    "posts": ["posts"],
    "article": ["article"],
    "item": ["item"],
    "objects": ["objects", "--schema", "products"],
    "extract": ["extract"],
    "csv": ["records", "-f", "csv"],
    "inspect": ["inspect"],
}


def filled(size, unit, start="", end=""):
    """A unit, or a function from a number to one, as often as fits."""
    if callable(unit):
        made, length, at = [], 0, 0
        while length < size:
            made.append(unit(at))
            length += len(made[-1])
            at += 1
        return start + "".join(made) + end
    return start + unit * (size // len(unit)) + end


def soup(size):
    chance = random.Random(1)
    tags = ["table", "tr", "td", "b", "a", "p", "div", "svg", "select", "option", "li", "ul", "button", "font", "h2"]
    return filled(size, lambda i: f"<{chance.choice(['', '', '/'])}{chance.choice(tags)}>" + chance.choice(["", "x", f"{i}"]))


PAGES = {
    "nested div": lambda n: filled(n, "<div>"),
    "nested div with text": lambda n: filled(n, "<div>x"),
    "nested formatting": lambda n: filled(n, lambda i: f"<p><b id={i}>x</p>"),
    "nested lists": lambda n: filled(n, "<ul><li>x"),
    "nested tables": lambda n: filled(n, "<table><tr><td>x"),
    "empty elements": lambda n: filled(n, "<b></b>"),
    "shortest elements": lambda n: filled(n, "<p>"),
    "shortest elements with text": lambda n: filled(n, "<p>x"),
    "breaks": lambda n: filled(n, "x<br>"),
    "rules": lambda n: filled(n, "<hr>"),
    "items": lambda n: filled(n, "<li>x", "<ul>"),
    "items, all different": lambda n: filled(n, lambda i: f"<li class=c{i}>{i}", "<ul>"),
    "items of two parts": lambda n: filled(n, lambda i: f"<li><b>{i}</b><i>x</i>", "<ul>"),
    "cells of one row": lambda n: filled(n, "<td>x", "<table><tr>"),
    "rows of one table": lambda n: filled(n, "<tr><td>x<td>y", "<table>"),
    "rows of ten cells": lambda n: filled(n, "<tr>" + "<td>1" * 10, "<table>"),
    "tables of two rows": lambda n: filled(n, "<table><tr><th>a<th>b<tr><td>1<td>2</table>"),
    "lists of three": lambda n: filled(n, "<ul><li>a<li>b<li>c</ul>"),
    "paragraphs": lambda n: filled(n, lambda i: f"<p>Word {i} and some more words that are said here, as everywhere."),
    "headings": lambda n: filled(n, lambda i: f"<h2>a{i}</h2>x"),
    "links": lambda n: filled(n, lambda i: f"<a href={i}>x</a> "),
    "links, nothing else": lambda n: filled(n, "<a href=x>x</a>"),
    "images": lambda n: filled(n, "<img src=x>"),
    "options": lambda n: filled(n, "<option>x", "<select>"),
    "dates": lambda n: filled(n, lambda i: f"<p>{1 + i % 28} May 2024<p>text"),
    "prices": lambda n: filled(n, lambda i: f"<li>${i % 99}.50<b>a</b>"),
    "drawings": lambda n: filled(n, "<svg><g><path d=M0 /></g></svg>"),
    "attributes": lambda n: filled(n, lambda i: f"<b a{i % 9}=x b=y c=z d=w>"),
    "attributes of one tag": lambda n: filled(n, lambda i: f" a{i}=x", "<div", ">x"),
    "long attribute": lambda n: filled(n, "v ", "<div class='", "'>x"),
    "classes": lambda n: filled(n, lambda i: f"<i class='a{i} b{i} c{i}'></i>"),
    "one text": lambda n: filled(n, "lorem ipsum ", "<p>"),
    "one word": lambda n: "<p>" + "x" * n,
    "references": lambda n: filled(n, "&amp;", "<p>"),
    "less-than signs": lambda n: "<" * n,
    "comments": lambda n: filled(n, "<!--x-->"),
    "one script": lambda n: filled(n, "x=1;", "<script>", "</script><p>x"),
    "state": lambda n: filled(n, lambda i: f'{{"title":"t{i}","price":{i},"url":"/{i}"}},', "<script>window.x={\"a\":[", "{}]}</script><p>x"),
    "numbers as state": lambda n: filled(n, "1,", '<script type=application/json>{"a":[', "1]}</script><p>x"),
    "nested state": lambda n: filled(n, '{"a":[', '<script type=application/json>', "</script><p>x"),
    "microdata": lambda n: filled(n, "<b itemscope itemprop=a>x</b>", "<div itemscope>"),
    "metas": lambda n: filled(n, lambda i: f"<meta name=a{i % 50} content=x>"),
    "posts": lambda n: filled(n, lambda i: f"<div><a href=/u{i}>ann{i}</a> <i>{1 + i % 28} May 2024</i><p>I think so, too, {i}.</div>"),
    "unknown elements": lambda n: filled(n, lambda i: f"<x-{i % 30000}>"),
    "UTF-8 of four bytes": lambda n: filled(n // 4, "😀", "<p>"),
    "soup": soup,
}


class Peak:
    """What a run took."""

    def __init__(self, arguments, limit):
        begun = time.monotonic()
        child = subprocess.Popen([BIN, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = child.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - begun
        self.bytes = usage.ru_maxrss * 1024
        self.over = self.bytes > limit
        self.cut = "limit" in said
        # 1 is an input that failed, as one without content does
        self.failed = child.returncode not in (0, 1) or "internal error" in said or "cannot be read: the crate" in said


def inputs(folder, size):
    for name, make in PAGES.items():
        html = make(size)
        path = folder / "page.html"
        path.write_text(html)
        yield name, path, path.stat().st_size
    for name, unit in [("tags as .html.zst", "<p>"), ("rows as .html.zst", "<tr><td>x<td>y")]:
        html = ("<table>" + unit * (12 * size // len(unit))).encode()
        path = folder / "page.html.zst"
        subprocess.run(["zstd", "-q", "-f", "-3", "-o", path], input=html, check=True)
        yield name, path, len(html)


def largest(folder, count=20):
    pages = sorted(EVAL.rglob("*.html.gz"), key=lambda path: -path.stat().st_size)[:count]
    for page in pages:
        html = gzip.decompress(page.read_bytes())
        path = folder / "page.html"
        path.write_bytes(html)
        yield page.name, path, len(html)


def main():
    own, flags = sys.argv[1:], []
    if "--" in own:
        flags = own[own.index("--") + 1:]
        own = own[:own.index("--")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=4)
    parser.add_argument("--only", default="")
    parser.add_argument("--commands", default=",".join(COMMANDS))
    parser.add_argument("--pages", action="store_true")
    given = parser.parse_args(own)
    commands = given.commands.split(",")
    over = runs = 0
    worst = (0.0, "")
    print(f"{'page':<28} {'MB':>6} {'limit':>6}  " + " ".join(f"{name:>14}" for name in commands))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        sets = [inputs(folder, int(given.megabytes * 1e6))] + ([largest(folder)] if given.pages else [])
        for name, path, size in (one for made in sets for one in made):
            if given.only not in name:
                continue
            limit = FACTOR * size + FIXED
            cells = []
            for command in commands:
                own = [] if command == "inspect" else ["-j1", "-q"]
                peak = Peak([*COMMANDS[command], str(path), *own, *flags], limit)
                mark = "!" if peak.over else "X" if peak.failed else ""
                cells.append(f"{peak.bytes / 1e6:.0f}M {peak.seconds:.1f}s{mark}")
                over += peak.over or peak.failed
                runs += 1
                worst = max(worst, (peak.bytes / limit, f"{name}, {command}"))
            print(f"{name[:28]:<28} {size / 1e6:>6.1f} {limit / 1e6:>6.0f}  " + " ".join(f"{cell:>14}" for cell in cells), flush=True)
    print(f"{runs} runs, {over} over {FACTOR} x + {FIXED >> 20} MB (marked !) or failed (X); the highest is {worst[0]:.2f} of what is allowed: {worst[1]}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
