"""The notebook of the examples runs, and what each cell gives can be shown."""

import ast
import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_notebook_runs(monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(EXAMPLES)
    notebook = json.loads((EXAMPLES / "python.ipynb").read_text())
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    names = {}
    for cell in cells:
        *body, last = ast.parse(cell).body
        if not isinstance(last, ast.Expr):
            exec(cell, names)
            continue
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        shown = value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
        assert shown
