"""The package gives what the command gives: the same lines for all pages of the corpus, and the same wrapper files."""

import json

import pytest

import rowsmith


@pytest.mark.parametrize(
    ("what", "flags", "options"),
    [
        ("records", [], {}),
        ("records", ["--all", "--all-columns"], {"all": True, "all_columns": True}),
        ("tables", [], {}),
        ("posts", ["--html"], {"html": True}),
        ("posts", ["--no-state"], {"state": False}),
        ("article", ["--single"], {}),
        ("item", [], {}),
        ("objects", ["--schema", "products"], {"schema": "products"}),
        ("extract", ["--markdown"], {"markdown": True}),
        ("extract", ["--schema", "jobs", "--no-state"], {"schema": "jobs", "state": False}),
    ],
)
def test_lines_are_those_of_the_command(what, flags, options, corpus, command):
    url = "https://example.com/pages/"
    lines = command(what, *flags, "-f", "jsonl", "--base-url", url, *corpus).decode().splitlines()
    found = rowsmith.extract_many(((path, url) for path in corpus), what, threads=2, **options)
    for path, line, result in zip(corpus, lines, found, strict=True):
        assert result.to_dict() == json.loads(line), path.name


def test_a_wrapper_goes_both_ways(tmp_path, page_path, command):
    pages = [page_path("shop"), page_path("shop-bem-german")]
    theirs = tmp_path / "theirs.wrapper"
    command("learn", *pages, "--out", theirs)
    ours = rowsmith.learn(pages)
    assert json.loads(ours.to_json()) == json.loads(theirs.read_text())
    ours.save(tmp_path / "ours.wrapper")
    line = command("apply", "--wrapper", tmp_path / "ours.wrapper", "-f", "jsonl", pages[0])
    applied = rowsmith.Wrapper.load(theirs).apply(pages[0])
    assert applied.to_dict() == json.loads(line)
    assert len(applied) > 3


def test_the_columns_are_those_of_the_command(page_path, command, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    command("records", page_path("shop"), "-o", tmp_path / "shop.parquet")
    theirs = parquet.read_table(tmp_path / "shop.parquet").drop_columns(["source", "region", "record"])
    ours = rowsmith.Page(page_path("shop")).records().to_arrow()
    assert ours.column_names == theirs.column_names
    assert ours.to_pydict() == theirs.to_pydict()


def test_the_command_says_how_it_ended(command, tmp_path):
    assert b"rowsmith" in command("--version")
    command("records", tmp_path / "no-such-file.html", status=1)
    command("records", "--no-such-flag", status=2)
