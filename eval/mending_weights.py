#!/usr/bin/env python3
"""What each piece of evidence counts by which `rowsmith apply --repair` finds columns again: crates/rowsmith/src/wrapper/mend/weights.rs.

    python3 -m venv VENV && VENV/bin/pip install lxml scikit-learn
    VENV/bin/python eval/mending_weights.py > crates/rowsmith/src/wrapper/mend/weights.rs

Learns from the redesigned pages of mending.py, without those of the third of the hosts that is set aside. Two logistic regressions: of
pairs of columns judged alone, and judged beside the others, for which the first judges hosts that it has not seen. Columns are the same if
nine tenths of their values are. Needs ROWSMITH_BIN and ROWSMITH_LAB_BIN, else those in target/release.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile

import numpy
from sklearn.linear_model import LogisticRegression

import mending

LAB = os.environ.get("ROWSMITH_LAB_BIN", str(mending.ROOT / "target/release/rowsmith-lab"))
SURE, UNKNOWN_SHIFT, LEAST_RIVAL = 0.7, 0.3, 0.02
HEAD = '''//! What each piece of evidence that two columns are the same counts. Written by `eval/mending_weights.py`.

/// What a piece of evidence adds to the logarithm of the odds that two columns are the same.
pub(crate) struct Weight {
    /// What it is; see [`features`](super::likeness::features) and [`beside`](super::likeness::beside).
    pub(crate) of: &'static str,
    /// In the first round, in which each pair of columns is judged alone.
    pub(crate) alone: f32,
    /// In the second, in which it is judged beside the others.
    pub(crate) beside: f32,
}

/// What holds for any two columns, in both rounds.
pub(crate) const BIAS: [f32; 2] = [%.3f, %.3f];

/// By a logistic regression of pairs of columns on redesigned pages of two thirds of the hosts of the evaluation. Names of classes,
/// ids and columns are not among it: a redesign changes them.
#[rustfmt::skip]
pub(crate) const WEIGHTS: [Weight; %d] = [
%s];
'''


def same(a, b):
    squeezed = zip(["".join(text.split()) for text in a], ["".join(text.split()) for text in b])
    # that neither has a value says nothing
    either = [x == y for x, y in squeezed if x or y]
    return len(a) == len(b) and bool(either) and sum(either) * 10 >= 9 * len(either)


def cases():
    """For each page and design: its host, places of columns and candidates, pairs with evidence, and whether each is the same."""
    hosts = {key: entry["host"] for key, entry in json.loads((mending.EVAL / "folds.json").read_text()).items()}
    names = []
    out = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for page in sorted((mending.EVAL / "records/pages").glob("*.html.gz")):
            key = page.name.removesuffix(".html.gz")
            host = hosts.get(key, key)
            if mending.is_aside(host):
                continue
            try:
                made = mending.halves(page, folder)
            except (ValueError, mending.lxml.etree.LxmlError):
                continue
            if made is None:
                continue
            wrapper, second, half = made
            _, line = mending.line_of(wrapper, second, "-q")
            before = mending.columns_of(line)
            if not any(any(values) for values in before.values()) or line.get("drift"):
                continue
            for design in mending.DESIGNS:
                new = folder / "new.html"
                mending.write(new, half(1, mending.changed(design)))
                ran = subprocess.run([LAB, "column-pairs", str(wrapper), str(new)], capture_output=True, text=True, check=True)
                found = json.loads(ran.stdout)
                if not found or not found["pairs"]:
                    continue
                names = found["evidence"]
                truth = [
                    int(same(before.get(found["columns"][column]["name"], []), found["candidates"][candidate]["values"]))
                    for column, candidate, _ in found["pairs"]
                ]
                records = len(found["candidates"][0]["values"])
                if records != len(next(iter(before.values()))):
                    continue
                places = [[each["place"] for each in found[of]] for of in ("columns", "candidates")]
                out.append((host, places, found["pairs"], numpy.array([p[2] for p in found["pairs"]]), numpy.array(truth)))
    return names, out


def beside(places, pairs, alone):
    """What the other pairs say of each: see `beside` in likeness.rs."""
    of_column, of_candidate = {}, {}
    for p, (column, candidate, _) in enumerate(pairs):
        of_column.setdefault(column, []).append((alone[p], p))
        of_candidate.setdefault(candidate, []).append((alone[p], p))
    best = lambda found: max(found, key=lambda each: (each[0], -each[1]))[1]
    surest = {p for found in of_column.values() for p in [best(found)]} & {p for found in of_candidate.values() for p in [best(found)]}
    anchors = [(pairs[p][0], pairs[p][1]) for p in sorted(surest) if alone[p] > SURE]
    odds = lambda p: numpy.log((p + 1e-3) / (1 - p + 1e-3))
    rows = []
    for p, (column, candidate, _) in enumerate(pairs):
        others = [(c, n) for c, n in anchors if c != column and n != candidate]
        was, now = places[0][column], places[1][candidate]
        shift = UNKNOWN_SHIFT
        if others:
            near = min(others, key=lambda each: abs(was - places[0][each[0]]))
            shift = abs((was - places[0][near[0]]) - (now - places[1][near[1]]))
        rival = lambda found: max(LEAST_RIVAL, max((q for q, other in found if other != p), default=0.0))
        own = odds(max(LEAST_RIVAL, alone[p]))
        rows.append([shift, own, own - odds(rival(of_column[column])), own - odds(rival(of_candidate[candidate]))])
    return numpy.array(rows)


def fit(rows, truths):
    weights = numpy.concatenate([numpy.full(len(truth), 1 / numpy.sqrt(len(truth) + 1)) for truth in truths])
    return LogisticRegression(max_iter=3000).fit(numpy.vstack(rows), numpy.concatenate(truths), sample_weight=weights)


def main():
    names, all_cases = cases()
    fold = lambda case: hashlib.md5(case[0].encode()).digest()[1] % 5
    alone = [None] * len(all_cases)
    for k in range(5):
        others = [case for case in all_cases if fold(case) != k]
        model = fit([case[3] for case in others], [case[4] for case in others])
        for i, case in enumerate(all_cases):
            if fold(case) == k:
                alone[i] = model.predict_proba(case[3])[:, 1]
    truths = [case[4] for case in all_cases]
    first = fit([case[3] for case in all_cases], truths)
    second = fit([numpy.hstack([case[3], beside(case[1], case[2], p)]) for case, p in zip(all_cases, alone)], truths)
    own = list(first.coef_[0]) + [0.0] * (len(names) - len(first.coef_[0]))
    lines = "".join(
        f'    Weight {{ of: "{name}", alone: {a:.3f}, beside: {b:.3f} }},\n' for name, a, b in zip(names, own, second.coef_[0])
    )
    print(HEAD % (first.intercept_[0], second.intercept_[0], len(names), lines), end="")


if __name__ == "__main__":
    main()
