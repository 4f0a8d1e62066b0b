#!/usr/bin/env python3
"""Harvests of a shop on this machine: killed and resumed, and of many pages.

    python3 eval/harvest.py kills [--kills N] [--seed N]
    python3 eval/harvest.py pages [--pages N]

`kills` runs harvests with details and --resume, which are killed at random moments until there were N kills in all. After each harvest the
table has to be that of an undisturbed run, byte by byte. `pages` harvests a list of N pages of ten records each, and prints pages a second
and the most memory (VmHWM), beside curl, which fetches the same pages one after the other over one connection and does nothing with them.
The shop is served by this script in a process of its own. Needs ROWSMITH_BIN, else target/release/rowsmith, and curl.
"""
import argparse
import http.server
import multiprocessing
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    of_kills = what.add_parser("kills")
    of_kills.add_argument("--kills", type=int, default=100)
    of_kills.add_argument("--seed", type=int, default=1)
    of_pages = what.add_parser("pages")
    of_pages.add_argument("--pages", type=int, default=10_000)
    args = parser.parse_args()
    {"kills": kills, "pages": pages}[args.what](args)


if __name__ == "__main__":
    main()
