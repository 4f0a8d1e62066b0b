#!/usr/bin/env python3
"""What the package costs beside the command, on the same pages in one run.

  python/bench.py PAGES [PAGES…] [--repeat N] [--others] [--spark N]

PAGES are HTML files, also compressed by gzip, or folders of them. It runs with the interpreter that has the wheel. Every
way is a process of its own on one core, in turns, N times (3), and the least time counts; `cpu` is user and system time of the
process, which other work on the machine disturbs less than `wall`. A bare interpreter and the imports are in it.

  --others    trafilatura's and resiliparse's packages beside it, where they are installed
  --spark N   the pages repeated to N on a local cluster of two workers, beside two plain processes, and an identity job
"""

from __future__ import annotations

import argparse
import gzip
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WAYS = {
    "command": None,
    "extract_many": """
with open(out, "w") as file:
    for found in rowsmith.extract_many(paths, threads=threads, errors="return"):
        file.write(found.to_json() + "\\n" if not isinstance(found, Exception) else "")
""",
    "extract_batches": """
import pyarrow as pa
def batches():
    for at in range(0, len(paths), 64):
        some = paths[at : at + 64]
        yield pa.record_batch({"html": pa.array([path.read_bytes() for path in some], pa.binary()), "url": [None for _ in some]}, schema=schema)
schema = pa.schema([("html", pa.binary()), ("url", pa.string())])
reader = rowsmith.extract_batches(pa.RecordBatchReader.from_batches(schema, batches()), threads=threads)
with pa.OSFile(out, "wb") as sink, pa.ipc.new_stream(sink, reader.schema) as writer:
    for batch in reader:
        writer.write_batch(batch)
""",
    "article (extract_many)": """
with open(out, "w") as file:
    for found in rowsmith.extract_many(paths, "article", threads=threads, errors="return"):
        file.write(found.to_json() + "\\n" if not isinstance(found, Exception) else "")
""",
}

OTHERS = {
    "trafilatura": """
import trafilatura
with open(out, "w") as file:
    for path in paths:
        text = trafilatura.extract(path.read_bytes(), include_comments=False) or ""
        file.write(json.dumps({"source": str(path), "text": text}) + "\\n")
""",
    "resiliparse": """
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding
with open(out, "w") as file:
    for path in paths:
        html = path.read_bytes()
        text = extract_plain_text(bytes_to_str(html, detect_encoding(html)), main_content=True)
        file.write(json.dumps({"source": str(path), "text": text}) + "\\n")
""",
}

HEAD = """
import json, sys
from pathlib import Path
{imports}
folder, out, threads, part, parts = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
paths = sorted(Path(folder).iterdir())[part::parts]
"""


def unpack(named, folder):
    """The pages as plain files."""
    count = 0
    for name in named:
        path = Path(name)
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            if file.name.endswith((".html", ".htm", ".html.gz")):
                html = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
                (folder / file.name.removesuffix(".gz")).write_bytes(html)
                count += 1
    return count


def line_of(way, folder, out, threads=1, part=0, parts=1):
    if way == "command":
        command = [str(Path(sys.executable).parent / "rowsmith"), "extract", str(folder), "-q", "-j", str(threads)]
        return [*command, "-f", "jsonl", "-o", str(out)]
    own = way in WAYS
    script = HEAD.format(imports="import rowsmith" if own else "") + (WAYS if own else OTHERS)[way]
    return [sys.executable, "-c", script, str(folder), str(out), str(threads), str(part), str(parts)]


def timed(line, cores):
    """Wall and processor seconds and megabytes of a process on some cores."""
    started = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.sched_setaffinity(0, cores)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execv(line[0], line)
    _, status, used = os.wait4(child, 0)
    if status != 0 and os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"failed: {line[:3]}")
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def import_time():
    """Milliseconds that an import takes, beside an interpreter without it: medians of 15."""
    def milliseconds(code):
        times = []
        for _ in range(15):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append((time.perf_counter() - started) * 1000)
        return statistics.median(times)

    return milliseconds("import rowsmith") - milliseconds("pass")


def one_core(folder, pages, work, repeat, ways):
    best = {}
    core = {sorted(os.sched_getaffinity(0))[0]}
    for _ in range(repeat):
        for way in ways:
            out = work / f"{way.split()[0]}.out"
            out.unlink(missing_ok=True)
            wall, cpu, memory = timed(line_of(way, folder, out), core)
            before = best.get(way, (wall, cpu, memory))
            best[way] = tuple(map(min, before, (wall, cpu, memory)))
    print(f"{'one core':<24} {'wall s':>8} {'cpu s':>8} {'MB':>7} {'to the command':>15} {'hours a million pages':>22}")
    for way, (wall, cpu, memory) in best.items():
        ratio = cpu / best["command"][1]
        print(f"{way:<24} {wall:8.1f} {cpu:8.1f} {memory:7.0f} {ratio:15.3f} {cpu / pages * 1e6 / 3600:22.1f}")


def two_cores(folder, work, repeat):
    cores = set(sorted(os.sched_getaffinity(0))[:2])
    if len(cores) < 2:
        return
    threads, processes = [], []
    for _ in range(repeat):
        threads.append(timed(line_of("extract_many", folder, work / "two.out", threads=2), cores)[:2])
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        lines = [line_of("extract_many", folder, work / f"two.{part}", part=part, parts=2) for part in (0, 1)]
        running = [subprocess.Popen(line) for line in lines]
        for process in running:
            process.wait()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
        processes.append((time.perf_counter() - started, cpu))
    (wall, cpu), (wall_2, cpu_2) = (tuple(map(min, *times, times[0])) for times in (threads, processes))
    print(f"two threads {wall:.1f} s (cpu {cpu:.1f}), two processes {wall_2:.1f} s (cpu {cpu_2:.1f}): ", end="")
    print(f"throughput {wall_2 / wall:.3f} by wall time, {cpu_2 / cpu:.3f} by cpu time")


def spark_job(folder, work, pages, total):
    """Two workers of Spark beside two plain processes, over a Parquet of the pages repeated."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    table = work / "pages.parquet"
    paths = sorted(folder.iterdir())
    schema = pa.schema([("id", pa.int64()), ("html", pa.binary()), ("url", pa.string())])
    files = 8
    table.mkdir()
    for file in range(files):
        with parquet.ParquetWriter(table / f"{file}.parquet", schema, compression="zstd") as writer:
            ids = list(range(file, total, files))
            for at in range(0, len(ids), 256):
                some = ids[at : at + 256]
                html = [paths[number % len(paths)].read_bytes() for number in some]
                writer.write_table(pa.table({"id": some, "html": html, "url": [None] * len(some)}, schema=schema))
    plain = """
import sys, pyarrow.parquet as parquet, pyarrow as pa, rowsmith
for path in sys.argv[2:]:
    file = parquet.ParquetFile(path)
    batches = pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches(64))
    for _ in rowsmith.extract_batches(batches, "article", keep=["id"], threads=1): pass
"""
    names = sorted(map(str, table.iterdir()))
    started = time.perf_counter()
    running = [subprocess.Popen([sys.executable, "-c", plain, "-", *names[part::2]]) for part in (0, 1)]
    for process in running:
        process.wait()
    processes = time.perf_counter() - started

    from pyspark.sql import SparkSession

    from rowsmith.spark import extract_df

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,2048]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.sql.execution.arrow.maxRecordsPerBatch", "256")
    builder = builder.config("spark.executor.memory", "2g").config("spark.driver.bindAddress", "127.0.0.1")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    df = spark.read.parquet(str(table))
    extract_df(df.limit(8), "article", keep=["id"]).write.format("noop").mode("overwrite").save()

    def seconds(df):
        started = time.perf_counter()
        df.write.format("noop").mode("overwrite").save()
        return time.perf_counter() - started

    identity = seconds(df.mapInArrow(lambda batches: batches, df.schema))
    extraction = seconds(extract_df(df, "article", keep=["id"]))
    spark.stop()
    print(f"{total} pages: two processes {processes:.1f} s, Spark {extraction:.1f} s, identity job {identity:.1f} s:")
    print(f"throughput {processes / (extraction - identity):.3f} after subtracting, {processes / extraction:.3f} before")


def main():
    # what is measured is the package that is installed, not the sources beside this file
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]
    arguments = argparse.ArgumentParser()
    arguments.add_argument("pages", nargs="+")
    arguments.add_argument("--repeat", type=int, default=3)
    arguments.add_argument("--others", action="store_true")
    arguments.add_argument("--spark", type=int, default=0)
    arguments.add_argument("--only-spark", action="store_true")
    arguments.add_argument("--keep", type=Path, help="a folder that the lines of the others and of `article` are kept in")
    args = arguments.parse_args()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        folder = work / "pages"
        folder.mkdir()
        pages = unpack(args.pages, folder)
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        print(f"{pages} pages, {size:.0f} MB; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        if not args.only_spark:
            ways = list(WAYS)
            if args.others:
                from importlib.util import find_spec

                ways += [way for way in OTHERS if find_spec(way) is not None]
            print(f"import rowsmith: {import_time():.0f} ms")
            one_core(folder, pages, work, args.repeat, ways)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                for file in work.glob("*.out"):
                    shutil.copy(file, args.keep)
            two_cores(folder, work, args.repeat)
        if args.spark:
            spark_job(folder, work, pages, args.spark)


if __name__ == "__main__":
    main()
