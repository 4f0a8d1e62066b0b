"""Pages of the project's own corpus, and the command of the installed package."""

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
CORPUS = PROJECT / "crates" / "rowsmith" / "tests" / "corpus" / "pages"


@pytest.fixture(scope="session")
def corpus():
    """Paths of the pages of the corpus, in order."""
    paths = sorted(CORPUS.glob("*.html"))
    assert len(paths) > 80
    return paths


@pytest.fixture
def page_path():
    """The path of a page of the corpus, or of the examples, by its name."""

    def path(name):
        own = CORPUS / f"{name}.html"
        return own if own.exists() else PROJECT / "examples" / f"{name}.html"

    return path


@pytest.fixture(scope="session")
def command():
    """Runs the command as `python -m rowsmith`, and gives its standard output."""

    def run(*arguments, status=0):
        line = [sys.executable, "-m", "rowsmith", *map(str, arguments)]
        # from where the sources of the package are not
        done = subprocess.run(line, capture_output=True, timeout=120, cwd=Path(sys.executable).parent)
        assert done.returncode == status, done.stderr.decode()
        return done.stdout

    return run
