#!/usr/bin/env python3
"""Harvests of a shop on this machine: killed and resumed, and of many pages.

    python3 eval/harvest.py kills [--kills N] [--seed N]
    python3 eval/harvest.py pages [--pages N]
    python3 eval/harvest.py sites

`kills` runs harvests with details and --resume, which are killed at random moments until there were N kills in all. After each harvest the
table has to be that of an undisturbed run, byte by byte. `pages` harvests a list of N pages of ten records each, and prints pages a second
and the most memory (VmHWM), beside curl, which fetches the same pages one after the other over one connection and does nothing with them.
`sites` harvests the eight
sites of the evaluation data from their home pages with --details, from a folder of their pages: every article has to be there once, and the
shares of right titles, authors and dates and of words of the text are printed. The shop is served by this script in a process of its own. Needs ROWSMITH_BIN, else target/release/rowsmith, and curl.
"""
import argparse
import collections
import html
import http.server
import json
import multiprocessing
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVAL = pathlib.Path(os.environ.get("ROWSMITH_EVAL", ROOT / "../shared/eval"))
BIN = os.environ.get("ROWSMITH_BIN", str(ROOT / "target/release/rowsmith"))
PER_PAGE = 10


def list_page(number, pages):
    items = "".join(
        f"<li class=item><a href='/lamp/{at}'>Lamp number {at}</a> <b class=price>${10 + at * 7 % 90}.00</b> <i>in {at % 9} days</i></li>\n"
        for at in range((number - 1) * PER_PAGE + 1, number * PER_PAGE + 1))
    more = f"<a class=next rel=next href='/list?page={number + 1}'>Next page</a>" if number < pages else ""
    return (f"<title>Lamps</title><nav><a href=/>Home</a> <a href=/cart>Cart</a></nav><h1>Lamps</h1><ul class=lamps>{items}</ul>"
            f"<div class=pager>{more}</div><footer>A shop</footer>")


def detail_page(at):
    return (f"<title>Lamp number {at}</title><h1>Lamp number {at}</h1><b class=price>$10.00</b><button>Add to cart</button>"
            f"<table><tr><th>Colour<td>{['red', 'blue', 'green'][at % 3]}<tr><th>Bulb<td>E{14 + at}</table>")


class Shop(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    pages = 5

    def do_GET(self):
        name, _, number = self.path.replace("?page=", "/").rpartition("/")
        known = number.isdigit() and name in ("/list", "/lamp")
        text = (list_page(int(number), self.pages) if name == "/list" else detail_page(int(number))) if known else "<h1>Not found</h1>"
        body = text.encode()
        head = (f"HTTP/1.1 {'200 OK' if known else '404 Not Found'}\r\nContent-Type: text/html; charset=utf-8\r\n"
                f"Content-Length: {len(body)}\r\n\r\n")
        self.wfile.write(head.encode() + body)

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass  # the other side was killed

    def log_message(self, *_):
        pass


def serve(pages, port):
    Shop.pages = pages
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    port.put(server.server_port)
    server.serve_forever()


def shop(pages):
    """Serves a shop, and gives its process and the address of its list."""
    port = multiprocessing.Queue()
    process = multiprocessing.Process(target=serve, args=(pages, port), daemon=True)
    process.start()
    return process, f"http://127.0.0.1:{port.get()}/list?page="


def command(start, out, *more):
    return [BIN, "harvest", start + "1", "-q", "--allow-private", "-o", str(out), *more]


def kills(args):
    chance = random.Random(args.seed)
    process, start = shop(5)
    killed = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        expected = {}
        for name in ("rows.jsonl", "rows.csv"):
            out = pathlib.Path(folder) / name
            subprocess.run(command(start, out, "--details", "--delay", "0"), check=True)
            expected[name] = out.read_bytes()
            out.unlink()
        while killed < args.kills:
            name = ("rows.jsonl", "rows.csv")[runs % 2]
            out = pathlib.Path(folder) / name
            arguments = command(start, out, "--details", "--resume", "--delay", "0.02")
            while True:
                child = subprocess.Popen(arguments)
                try:
                    child.wait(timeout=chance.uniform(0.05, 1.0) if killed < args.kills else None)
                    break
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
                    killed += 1
            runs += 1
            left = sorted(path.name for path in pathlib.Path(folder).iterdir())
            if child.returncode != 0 or out.read_bytes() != expected[name] or left != [name]:
                sys.exit(f"harvest {runs} ({name}) after {killed} kills: another table; exit code {child.returncode}, files {left}")
            out.unlink()
    process.terminate()
    print(f"{killed} kills in {runs} harvests; every table is that of an undisturbed run")


def most_memory(child):
    """Waits for a process, and gives its most memory in MB."""
    most = 0
    while child.poll() is None:
        try:
            for line in open(f"/proc/{child.pid}/status"):
                if line.startswith("VmHWM"):
                    most = max(most, int(line.split()[1]))
        except OSError:
            pass
        time.sleep(0.05)
    return most / 1024


def pages(args):
    process, start = shop(args.pages)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("rows.csv", "rows.jsonl"):
            for resume in ([], ["--resume"]):
                out = pathlib.Path(folder) / name
                begun = time.time()
                child = subprocess.Popen(command(start, out, "--delay", "0", *resume))
                memory = most_memory(child)
                took = time.time() - begun
                rows = out.read_bytes().count(b"Lamp number")
                if child.returncode != 0 or rows != args.pages * PER_PAGE:
                    sys.exit(f"{name}: exit code {child.returncode}, {rows} rows")
                what = " ".join([name, *resume])
                print(f"harvest, {what}: {args.pages / took:.0f} pages a second, {memory:.0f} MB, {rows} rows, each once", flush=True)
                out.unlink()
    begun = time.time()
    subprocess.run(["curl", "-s", f"{start}[1-{args.pages}]", "-o", os.devnull], check=True)
    print(f"curl: {args.pages / (time.time() - begun):.0f} pages a second")
    process.terminate()


def words(text):
    return re.findall(r"\w+", html.unescape(text or "").lower())


def right_share(texts, wanted):
    """The F1 of the words of the best text."""
    def f1(text):
        common = sum((collections.Counter(words(text)) & collections.Counter(words(wanted))).values())
        return 2 * common / max(1, len(words(text)) + len(words(wanted)))
    return max(map(f1, texts), default=0)


def lay_out(site, gold, folder):
    """Puts the pages of a site where their addresses are, and gives the address of its home page and the titles by address."""
    lists = {name: (site / "other" / f"{name}.html").read_text() for name in ("home", "home-page-2")}
    anchors = [(href, words(re.sub("<[^>]*>", " ", text)))
               for page in lists.values() for href, text in re.findall(r"<a[^>]*?href=[\"']([^\"']*)[\"'][^>]*>(.*?)</a>", page, re.S)]
    absolute = re.search(r"[\"'](https?://[^\"']*?)/page/2/", lists["home"])
    base = absolute.group(1) if absolute else "http://site.example"
    places, listed = {"home": "", "home-page-2": "page/2/"}, {}
    titles = {entry["title"] for entries in gold["lists"].values() for entry in entries}
    for name, page in gold["pages"].items():
        if page["title"] in titles:
            href = next(href for href, text in anchors if text == words(page["title"]))
            address = href if href.startswith("http") else base + "/" + href.lstrip("/")
            listed[address] = page
            places[name] = address[len(base) + 1:].removesuffix("index.html")
    for name, place in places.items():
        file = folder / place / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(lists[name] if name in lists else (site / name).read_text())
    return base + "/", listed


def sites(_):
    for site in sorted(path for path in (EVAL / "sites").iterdir() if path.is_dir()):
        gold = json.loads((site / "gold.json").read_text())
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            home, listed = lay_out(site, gold, folder)
            ran = subprocess.run([BIN, "harvest", home, "--from", name, "--base-url", home, "--details", "-f", "jsonl"],
                                 capture_output=True, text=True)
        rows = [row["cells"] for line in ran.stdout.splitlines() for region in json.loads(line)["regions"] for row in region["records"]]
        times = collections.Counter(row.get("detail_address", "").removesuffix("index.html") for row in rows)
        once = sum(times[address.removesuffix("index.html")] == 1 for address in listed)
        right, told = collections.Counter(), collections.Counter()
        for address, page in listed.items():
            row = next((row for row in rows if row.get("detail_address", "").startswith(address.removesuffix("index.html"))), {})
            for field in ("title", "author", "date"):
                if page[field]:
                    told[field] += 1
                    values = [row.get(name, "") for name in (field, "detail_" + field, "detail_name" if field == "title" else "")]
                    right[field] += any(value.startswith(page[field]) if field == "date" else words(value) == words(page[field])
                                        for value in values)
            right["text"] += right_share([row.get("detail_text", ""), row.get("detail_description", "")], page["text"])
        fields = ", ".join(f"{field} {right[field]} of {told[field]}" for field in ("title", "author", "date"))
        print(f"{site.name}: {once} of {len(listed)} once, {len(rows)} rows; {fields}; F1 of words {right['text'] / max(1, len(listed)):.3f}", flush=True)
        if ran.returncode != 0:
            print(ran.stderr.strip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    of_kills = what.add_parser("kills")
    of_kills.add_argument("--kills", type=int, default=100)
    of_kills.add_argument("--seed", type=int, default=1)
    of_pages = what.add_parser("pages")
    of_pages.add_argument("--pages", type=int, default=10_000)
    what.add_parser("sites")
    args = parser.parse_args()
    {"kills": kills, "pages": pages, "sites": sites}[args.what](args)


if __name__ == "__main__":
    main()
