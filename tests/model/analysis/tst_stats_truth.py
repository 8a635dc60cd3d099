"""Every number of `lanescope stats`, `overview` and `memory` equals the slow reference, and torch's own operator table,
on each of the real traces."""
import gzip
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))
import stats_truth  # noqa: E402

SOURCE = Path(__file__).resolve().parents[3]
TRACES = Path(os.environ.get("LANESCOPE_TRACES", SOURCE.parent / "shared" / "traces"))
PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
COLUMNS = ("calls", "total_cpu_ns", "self_cpu_ns", "total_device_ns", "self_device_ns", "min_ns", "max_ns", "mean_ns",
           "allocated_bytes", "freed_bytes")


def traces():
    return sorted(p for p in TRACES.glob("*.json.gz") if ".key_averages." not in p.name)


def ask(command, path, *options):
    out = subprocess.run([PROGRAM, command, path, "--format", "json", *options], capture_output=True, check=True)
    return json.loads(out.stdout)


def flat(shapes):
    return json.dumps(shapes)


class Numbers:
    """what each(check) calls check(path, truth) with"""
    maxDiff = 4000

    def test_numbers_equal_the_slow_reference(self):
        self.each(self.check_one)

    def check_one(self, path, truth):
        rows = {r["name"]: {c: r[c] or 0 for c in COLUMNS} for r in ask("stats", path, "--by", "name", "--top", "0")}
        self.assertEqual(rows, {k: {c: v[c] for c in COLUMNS} for k, v in truth.by_name().items()})
        rows = {(r["name"], flat(r["shapes"] or [])): {c: r[c] or 0 for c in COLUMNS}
                for r in ask("stats", path, "--by", "shapes", "--top", "0")}
        self.assertEqual(rows, {k: {c: v[c] for c in COLUMNS} for k, v in truth.by_shapes().items()})
        kernels = {r["name"]: {c: set(r[c]) if c == "operators" else r[c]
                               for c in ("calls", "total_ns", "min_ns", "max_ns", "mean_ns", "operators")}
                   for r in ask("stats", path, "--by", "kernel", "--top", "0")}
        self.assertEqual(kernels, truth.by_kernel())
        self.assertEqual(ask("memory", path)["devices"], truth.devices_memory())
        answer = ask("overview", path)
        self.check_overview(answer, truth.overview())
        begin = min(s.start for s in truth.slices) + answer["range_ns"] // 3
        end = begin + answer["range_ns"] // 5
        for step in answer["steps"][:3]:
            first = step["start_ns"]
            self.assertEqual(step["split_ns"], truth.overview(first, first + step["range_ns"])["split_ns"])
        self.check_overview(ask("overview", path, "--range", "%d..%d" % (begin, end)), truth.overview(begin, end))

    def check_overview(self, answer, expected):
        self.assertEqual(sum(answer["split_ns"].values()), answer["range_ns"])
        self.assertEqual(answer["range_ns"], expected["range_ns"])
        self.assertEqual(answer["split_ns"], expected["split_ns"])
        devices = {k: {n: v for n, v in d.items() if n != "utilisation"} for k, d in answer["devices"].items()}
        self.assertEqual(devices, expected["devices"])
        for step in answer["steps"]:
            self.assertEqual(sum(step["split_ns"].values()), step["range_ns"])


@unittest.skipUnless(TRACES.is_dir(), "the real traces are not there: %s" % TRACES)
class EveryTrace(Numbers, unittest.TestCase):
    def each(self, check):
        for path in traces():
            with self.subTest(path.name):
                check(path, stats_truth.Truth(path))

    def test_the_operator_table_is_torchs_own(self):
        for path in sorted(TRACES.glob("*.key_averages.json.gz")):
            with self.subTest(path.name):
                self.check_torch(path, TRACES / path.name.replace(".key_averages", ""))

    def check_torch(self, path, trace):
        """torch = ours with torch's rules applied: what the rules change is taken from the reference, whose rows without
        them are ours (the test above) and with them are torch's (here)."""
        theirs = json.load(gzip.open(path))
        truth = stats_truth.Truth(trace)
        for table, by, shapes in (("by_name", "name", False), ("by_input_shape", "shapes", True)):
            with_rules = stats_truth.torch_rules(truth, shapes, theirs["torch"])
            plain = stats_truth.merged_names(truth, shapes)
            ours = stats_truth.merge_rows(ask("stats", trace, "--by", by, "--top", "0"), shapes)
            self.assertTrue(theirs[table])
            for row in theirs[table]:
                key = (row["key"], flat(row["input_shapes"])) if shapes else row["key"]
                if key == "Python GC" or key == ("Python GC", "[]"):
                    continue  # a Python function of the trace, no operator
                wanted = {"count": row["count"], "total": round(row["cpu_time_total"] * 1000),
                          "self": round(row["self_cpu_time_total"] * 1000), "memory": row["cpu_memory_usage"]}
                got = {c: ours[key][c] + with_rules[key][c] - plain[key][c] for c in wanted}
                self.assertEqual(got, wanted, key)


if __name__ == "__main__":
    unittest.main(verbosity=2)
