#!/usr/bin/env python3
"""./test bench believes no benchmark that dies, stays silent or says that its bound is not held."""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import tree


class BenchRunner(unittest.TestCase):
    """Each test runs the runner on a project that holds nothing but it and one benchmark script."""

    def run_with(self, script, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("scripts", "tests/bench", "build/bench"):
                (Path(folder) / name).mkdir(parents=True)
            shutil.copy(tree.ROOT / "scripts/bench.py", Path(folder) / "scripts")
            (Path(folder) / "tests/bench/bench_frame.py").write_text(script)
            result = subprocess.run([sys.executable, f"{folder}/scripts/bench.py", *arguments],
                                    capture_output=True, text=True, check=False)
            report = Path(folder) / "build/bench.json"
            return result, json.loads(report.read_text()) if report.exists() else None

    def test_rows_become_a_table_and_a_file(self):
        row = {"name": "frame p99", "value": 2.25, "unit": "ms", "reference": None, "ratio": None, "bound": 4, "ok": True}
        result, rows = self.run_with(f"print('warming up'); print({json.dumps(json.dumps(row))})")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(rows, [row])
        self.assertIn("warming up", result.stdout)
        self.assertRegex(result.stdout, r"frame p99 +2\.25  ms +4  ok")

    def test_a_bound_that_is_not_held_fails_the_run(self):
        result, rows = self.run_with("""print('{"name": "a", "value": 5, "bound": 4, "ok": false}')""")
        self.assertEqual(result.returncode, 1)
        self.assertIn("NOT HELD", result.stdout)
        self.assertFalse(rows[0]["ok"])

    def test_a_benchmark_that_dies_fails_the_run(self):
        result, rows = self.run_with("import os; os.abort()")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(rows[0]["name"], "frame: ended with code -6")

    def test_a_silent_benchmark_fails_the_run(self):
        result, rows = self.run_with("")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(rows[0]["name"], "frame: printed no figure")

    def test_an_unknown_name_is_wrong_usage(self):
        result, rows = self.run_with("", "nothing")
        self.assertEqual((result.returncode, rows), (2, None))
        self.assertIn("there are: frame", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
