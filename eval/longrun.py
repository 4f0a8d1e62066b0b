#!/usr/bin/env python3
"""A long run that is disturbed, against the same run undisturbed: `rowsmith extract --resume` over real pages and mutants of them.

    python3 eval/longrun.py [--pages N] [--disturbances N] [--seed N] [--size MB]

The pages are those of the evaluation data and, up to N, mutants: bytes changed, taken out, doubled, pieces of another page put in. Half are
files, half lie in web archives. The disturbed run is killed, interrupted, and stopped by a full disk at random moments, and files vanish
while it goes on and come back; each time it is resumed. Then every page has to be there once: with the line that it has in the undisturbed
run, or, for a file that was away, among the failures. As root the disk is a small one of memory (tmpfs), else the length of files is limited.
Needs ROWSMITH_BIN, else target/release/rowsmith.
"""
import argparse
import collections
import gzip
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVAL = pathlib.Path(os.environ.get("ROWSMITH_EVAL", ROOT / "../shared/eval"))
BIN = os.environ.get("ROWSMITH_BIN", str(ROOT / "target/release/rowsmith"))


def mutant(page, other, chance):
    """A page with a few things changed."""
    page = bytearray(page)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(page) + 1)
        length = min(chance.choice([1, 4, 40, 400, 4000]), len(page) - at)
        kind = chance.randrange(4)
        if kind == 0:
            page[at:at + length] = chance.randbytes(min(length, 16))
        elif kind == 1:
            del page[at:at + length]
        elif kind == 2:
            page[at:at] = page[at:at + length]
        else:
            begin = chance.randrange(len(other) + 1)
            page[at:at] = other[begin:begin + length]
    return bytes(page)


def record(address, page):
    message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\nContent-Length: {len(message)}\r\n\r\n"
    return gzip.compress(head.encode() + message + b"\r\n\r\n", 1)


def make_inputs(folder, count, chance):
    """Files and archives; gives the files."""
    paths = sorted(EVAL.rglob("*.html.gz"))
    pages = [gzip.decompress(path.read_bytes()) for path in chance.sample(paths, min(len(paths), count))]
    pages = [page for page in pages if page.strip() and len(page) < 400_000]
    files, archive = [], None
    for at in range(count):
        page = pages[at % len(pages)]
        if at >= len(pages):
            page = mutant(page, chance.choice(pages), chance)
        if at % 1000 < 500:
            path = folder / f"{at // 1000:04}" / f"{at:06}.html.gz"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(gzip.compress(page, 1))
            files.append(path)
        else:
            if at % 1000 == 500:
                archive = folder / f"{at // 1000:04}.warc.gz"
            with open(archive, "ab") as out:
                out.write(record(f"https://example.com/{at}", page))
    return files


def lines_of(path):
    """The lines of an output by the names of their pages; a name that is there twice is told."""
    lines, twice = {}, []
    with open(path, "rb") as file:
        for line in file:
            name = json.loads(line)["source"]
            if name in lines:
                twice.append(name)
            lines[name] = line
    return lines, twice


def failed_in(path):
    text = path.read_text() if path.exists() else ""
    return collections.Counter(json.loads(line)["source"] for line in text.splitlines())


class Disk:
    """Where the disturbed run writes: a place that can be filled."""

    def __init__(self, folder, size):
        self.folder, self.limit = folder, None
        folder.mkdir()
        self.mounted = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}M", "tmpfs", folder], stderr=subprocess.DEVNULL
        ).returncode == 0

    def fill(self, left):
        """Leaves so many bytes."""
        if self.mounted:
            free = shutil.disk_usage(self.folder).free
            with open(self.folder / "filler", "wb") as file:
                os.posix_fallocate(file.fileno(), 0, max(free - left, 1))
        else:
            longest = max((path.stat().st_size for path in self.folder.iterdir()), default=0)
            self.limit = longest + left

    def clear(self):
        (self.folder / "filler").unlink(missing_ok=True)
        self.limit = None

    def close(self):
        if self.mounted:
            subprocess.run(["umount", self.folder], check=True)

    def prepare(self):
        """In the child: a limit that is passed is an error of the write, as a full disk is."""
        if self.limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, self.limit))


def run(inputs, out, disk=None):
    arguments = [BIN, "extract", "inputs", "-o", str(out), "--failures", f"{out}.failed", "-q"]
    if disk is None:
        return subprocess.run(arguments, cwd=inputs.parent, stderr=subprocess.DEVNULL)
    return subprocess.Popen([*arguments, "--resume"], cwd=inputs.parent, stderr=subprocess.DEVNULL, preexec_fn=disk.prepare)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--disturbances", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=0, help="megabytes of the small disk; by default what the output needs and 64")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        inputs = scratch / "inputs"
        inputs.mkdir()
        files = make_inputs(inputs, given.pages, chance)
        begun = time.monotonic()
        whole = scratch / "whole.jsonl"
        code = run(inputs, whole).returncode
        took = time.monotonic() - begun
        wanted, twice = lines_of(whole)
        failed = failed_in(scratch / "whole.jsonl.failed")
        print(f"{given.pages} pages, {len(files)} of them files: {len(wanted)} lines, {sum(failed.values())} failed, in {took:.0f} s (status {code})", flush=True)
        disk = Disk(scratch / "disk", given.size or (whole.stat().st_size >> 20) + 64)
        out = disk.folder / "out.jsonl"
        journal = disk.folder / "out.jsonl.journal"
        happened, away = collections.Counter(), set()
        try:
            for at in range(given.disturbances + 1):
                kind = chance.choice(["kill", "interrupt", "end", "full", "vanish"]) if at < given.disturbances else "nothing"
                gone = []
                if kind == "full":
                    disk.fill(chance.choice([0, 1 << 12, 1 << 16, 1 << 20]))
                if kind == "vanish":
                    gone = [path for path in chance.sample(files, chance.randint(1, 20)) if path.exists()]
                child = run(inputs, out, disk)
                # on average half as often as the run would take again
                wait = chance.expovariate(given.disturbances / took / 1.5) if at < given.disturbances else None
                if kind == "vanish":
                    time.sleep(wait / 2)
                    for path in gone:
                        path.rename(path.with_suffix(".away"))
                    away.update(str(path.relative_to(scratch)) for path in gone)
                try:
                    child.wait(None if kind in ("nothing", "full") and wait is None else max(wait, 0.05) * (4 if kind == "full" else 1))
                except subprocess.TimeoutExpired:
                    child.send_signal({"interrupt": signal.SIGINT, "end": signal.SIGTERM}.get(kind, signal.SIGKILL))
                    child.wait()
                for path in gone:
                    path.with_suffix(".away").rename(path)
                disk.clear()
                happened[kind] += 1
                if not journal.exists() and out.exists() and kind != "full":
                    break
            got, more = lines_of(out)
            got_failed = failed_in(disk.folder / "out.jsonl.failed")
        finally:
            disk.close()
    twice += more
    lost = [name for name in wanted if name not in got and not (name in away and got_failed[name])]
    other = [name for name in got if got[name] != wanted.get(name)]
    failures = [name for name in set(failed) | set(got_failed) if failed[name] != got_failed[name] and name not in away]
    print(f"disturbed: {', '.join(f'{count} x {kind}' for kind, count in sorted(happened.items()))}; disk {'of its own' if disk.mounted else 'by limit'}")
    print(f"{len(got)} lines; lost {len(lost)}, there twice {len(twice)}, of other content {len(other)}, failures that differ {len(failures)}; "
          f"{sum(1 for name in wanted if name not in got)} files were away when they were read")
    for what, names in [("lost", lost), ("twice", twice), ("other", other), ("failures", failures)]:
        print("".join(f"  {what}: {name}\n" for name in names[:5]), end="")
    return 1 if lost or twice or other or failures else 0


if __name__ == "__main__":
    sys.exit(main())
