"""Many pages in threads."""

import itertools
import sys
import threading
import time

import pytest

import rowsmith
from rowsmith import extract_many


def test_order_is_kept_for_any_number_of_threads(corpus):
    expected = [result.to_json() for result in extract_many(corpus, threads=1)]
    for threads in (2, 5):
        assert [result.to_json() for result in extract_many(corpus, threads=threads)] == expected
    assert expected == [rowsmith.Page(path).extract().to_json() for path in corpus]


def test_only_some_pages_are_under_way():
    read = itertools.count()
    taken = 0

    def pages():
        for number in read:
            assert number - taken <= 2 * 8 + 1
            yield f"<title>{number}</title><p>text"

    for taken, result in enumerate(itertools.islice(extract_many(pages(), "article", threads=2), 500)):
        assert result.title == str(taken)


def test_a_page_that_fails_is_an_exception_in_its_place():
    pages = ["<title>a</title>", b"", "<title>c</title>"]
    results = extract_many(pages, "article")
    assert next(results).title == "a"
    with pytest.raises(rowsmith.PageError, match="the input is empty"):
        next(results)
    results = list(extract_many(pages, "article", errors="return"))
    assert isinstance(results[1], rowsmith.PageError) and results[2].title == "c"


def test_a_path_as_text_and_a_file_that_is_missing_are_told_in_their_places(page_path, tmp_path):
    pages = [page_path("shop"), str(page_path("shop")), tmp_path / "none.html", "https://example.com/", page_path("shop")]
    found = list(extract_many(pages, "records", errors="return"))
    assert len(found[0]) == len(found[4]) > 3
    path, missing, address = map(str, found[1:4])
    assert "is a path" in path and "none.html: No such file" in missing and "is an address" in address
    with pytest.raises(rowsmith.PageError, match="is a path, and text is taken for a page: give pathlib.Path"):
        list(extract_many(pages, "records"))
    with pytest.raises(rowsmith.PageError, match="is a path"):
        rowsmith.Page("pages/1.html")
    with pytest.raises(FileNotFoundError):
        rowsmith.read_html("none.html")
    with pytest.raises(rowsmith.PageError, match="is an address"):
        rowsmith.read_html("https://example.com/list.html")
    with pytest.raises(rowsmith.PageError, match="give rowsmith.read_pages"):
        rowsmith.Page("crawl.warc.gz\n")


def test_what_pages_raises_is_raised():
    def pages():
        yield "<title>a</title>"
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        list(extract_many(pages(), "article"))


def test_wrong_options_are_told_at_once():
    with pytest.raises(TypeError, match="article has no option markdwon"):
        extract_many([], "article", markdwon=True)
    with pytest.raises(ValueError, match="not a question"):
        extract_many([], "everything")
    with pytest.raises(ValueError, match="needs a schema"):
        extract_many([], "objects")


def test_other_python_threads_go_on_meanwhile(page_path):
    html = page_path("register-120-rows").read_bytes()
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    started = time.perf_counter()
    page = rowsmith.Page(html * 30)
    page.extract()
    page.records(all=True)
    took = time.perf_counter() - started
    done.set()
    thread.join()
    during = [t for t in ticks if started < t < started + took]
    # with the lock held for all of it there would be none
    assert len(during) > 3, (took, len(during))


def test_a_run_that_is_left_is_given_up(corpus):
    results = extract_many(itertools.cycle(corpus), threads=2)
    next(results)
    results.close()
    deadline = time.monotonic() + 20
    while _rowsmith_threads() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _rowsmith_threads() == 0


def _rowsmith_threads():
    if not sys.platform.startswith("linux"):
        return 0
    from pathlib import Path

    return sum(path.read_text().strip() == "rowsmith" for path in Path("/proc/self/task").glob("*/comm"))


def test_progress_is_shown(capsys):
    pytest.importorskip("tqdm")
    list(extract_many(["<p>a", "<p>b"], "article", progress=True))
    assert "2" in capsys.readouterr().err
