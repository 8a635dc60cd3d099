#!/usr/bin/env python3
"""Every real trace in ../shared/traces (or LANESCOPE_TRACES) and every small one as another tool writes it: what
`lanescope info --json` says equals what an independent slow script computes, to the nanosecond and to the last event;
and every event comes back from JSON -> .lanes -> JSON -> .lanes."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "reference"))
import trace_truth

LANESCOPE = Path(os.environ.get("LANESCOPE_BUILD", HERE.parents[2] / "build")) / "bin/lanescope"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", HERE.parents[3] / "shared/traces"))
SESSIONS = TRACES.parent / "device"
# What says how a session is stored, not what it holds.
NOT_CONTENT = {"file", "diagnostics", "diagnostics_total", "loss", "bytes"}


def lanescope(*arguments):
    done = subprocess.run([LANESCOPE, *map(str, arguments)], capture_output=True, text=True, timeout=250, check=False)
    if done.returncode != 0:
        raise AssertionError(f"lanescope {' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def exact(value):
    """Numbers that are equal become equal, however they are written; texts stay as they are."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else value.normalize()
    if isinstance(value, dict):
        return {key: exact(inner) for key, inner in value.items()}
    return [exact(inner) for inner in value] if isinstance(value, list) else value


def content(path):
    """Every event with how often it occurs, and what stands beside them."""
    document = trace_truth.load(path)
    if isinstance(document, list):
        document = {"traceEvents": document}
    events = Counter(json.dumps(exact(e), sort_keys=True, default=str) for e in document.pop("traceEvents"))
    return events, exact(document)


def traces():
    real = sorted(p for p in TRACES.glob("*.json.gz") if ".key_averages." not in p.name)
    return real + sorted((HERE.parents[1] / "data/odd").glob("of_*.json"))


class RealTraces(unittest.TestCase):
    maxDiff = 2000

    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_real_ones_are_there(self):
        self.assertTrue(any(p.parent == TRACES for p in traces()))

    def test_info_equals_the_reference(self):
        for path in traces():
            with self.subTest(path.name):
                told = json.loads(lanescope("info", "--json", path))
                for key, value in trace_truth.summary(path).items():
                    self.assertEqual(told[key], value, key)

    def test_every_event_comes_back(self):
        with tempfile.TemporaryDirectory() as folder:
            first, plain, second = (Path(folder) / name for name in ("a.lanes", "b.json", "c.lanes"))
            for path in traces():
                with self.subTest(path.name):
                    lanescope("convert", "-q", path, first)
                    lanescope("convert", "-q", first, plain)
                    lanescope("convert", "-q", plain, second)
                    events, beside = content(path)
                    back, beside_back = content(plain)
                    self.assertEqual(events - back, Counter(), "lost")
                    self.assertEqual(back - events, Counter(), "added")
                    self.assertEqual(beside, beside_back)
                    one, two = (json.loads(lanescope("info", "--json", p)) for p in (first, second))
                    self.assertEqual({k: v for k, v in one.items() if k not in NOT_CONTENT},
                                     {k: v for k, v in two.items() if k not in NOT_CONTENT})


@unittest.skipUnless(SESSIONS.is_dir(), f"no {SESSIONS}: sessions of a real GPU")
class Sessions(unittest.TestCase):
    """Recorded when calls came late: 14,474 slices of one and 75,277 of the other stood on tracks beside their thread."""

    def test_what_came_late_is_among_the_others(self):
        for name, slices, threads in (("attach", 448_121, {"1572/1572": 172_154, "1572/1714": 228_950}),
                                      ("endless", 494_519, {"1076/1076": 411_785})):
            with self.subTest(name):
                told = json.loads(lanescope("info", "--json", SESSIONS / f"{name}.lanes"))
                self.assertEqual([thread for thread in told["threads"] if "late" in thread], [])
                self.assertEqual([entry for entry in told["diagnostics"] if entry["kind"] == "late-slice"], [])
                self.assertEqual(told["slices"], slices)
                for thread, count in threads.items():
                    self.assertEqual(told["threads"][thread]["count"], count)

    def test_kernels_have_their_operators_again(self):
        covered = json.loads(lanescope("check", "--format", "json", SESSIONS / "attach.lanes"))["coverage"]
        for what in ("launch", "operator", "stack"):  # 83 % had an operator while their calls stood beside their threads
            self.assertGreater(covered[what], 0.97 * covered["kernels"], what)


if __name__ == "__main__":
    unittest.main(verbosity=2)
