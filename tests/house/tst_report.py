#!/usr/bin/env python3
"""The closing line of ./test is true: it counts cases, names what failed and says why something was skipped."""
import os
import subprocess
import sys
import tempfile
import unittest

import tree

QT_GOOD = """PASS   : TestFormat::one()
SKIP   : TestFormat::two() no traces beside the checkout
   Loc: [tst_format.cpp(12)]
Totals: 12 passed, 0 failed, 1 skipped, 0 blacklisted, 3ms
"""
QT_BAD = """FAIL!  : TestFormat::three(long) Compared values are not the same
   Actual   (a): 1
Totals: 4 passed, 1 failed, 0 skipped, 0 blacklisted, 3ms
"""
PYTHON_MIXED = """test_a (__main__.T.test_a) ... ok
test_b (__main__.T.test_b) ... skipped 'no torch'
test_c (__main__.T.test_c) ... FAIL
FAIL: test_c (__main__.T.test_c)
Ran 3 tests in 0.1s

FAILED (failures=1, skipped=1)
"""


def case(name, status, output="", extra=""):
    return f'<testcase name="{name}" status="{status}">{extra}<system-out>{output}</system-out></testcase>'


class Report(unittest.TestCase):
    def report(self, *cases, options=()):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write("<testsuite>" + "".join(cases) + "</testsuite>")
            file.flush()
            script = os.path.join(tree.ROOT, "scripts", "report.py")
            result = subprocess.run([sys.executable, script, *options, file.name], capture_output=True, text=True, check=False)
        self.assertEqual(result.stderr, "")
        return result.returncode, result.stdout.strip().splitlines()

    def test_cases_of_qt_tests_are_counted(self):
        code, lines = self.report(case("tst_format", "run", QT_GOOD))
        self.assertEqual(code, 0)
        self.assertEqual(lines[-1], "12 passed, 0 failed, 1 skipped")
        self.assertIn("  tst_format: TestFormat::two() no traces beside the checkout", lines)

    def test_a_failed_case_is_named(self):
        code, lines = self.report(case("tst_format", "fail", QT_BAD, '<failure message="Failed"/>'))
        self.assertEqual(code, 1)
        self.assertEqual(lines[-1], "4 passed, 1 failed, 0 skipped")
        self.assertIn("  tst_format: TestFormat::three(long) Compared values are not the same", lines)

    def test_python_cases_are_counted(self):
        code, lines = self.report(case("tst_layers", "fail", PYTHON_MIXED, '<failure message="Failed"/>'))
        self.assertEqual(code, 1)
        self.assertEqual(lines[-1], "1 passed, 1 failed, 1 skipped")
        self.assertIn("  tst_layers: test_c (__main__.T.test_c)", lines)
        self.assertIn("  tst_layers: test_b (__main__.T.test_b): no torch", lines)

    def test_tests_that_pass_alone_are_counted(self):
        bad = case("tst_layers", "fail", PYTHON_MIXED, '<failure message="Failed"/>')
        code, lines = self.report(case("tst_format", "run", QT_GOOD), bad, options=["--again"])
        self.assertEqual(code, 1)
        self.assertIn("Failed before and passed alone: 1: tst_format", lines)
        self.assertIn("Failed before and passed alone: 0", self.report(bad, options=["--again"])[1])

    def test_a_crash_counts_as_a_failure(self):
        code, lines = self.report(case("tst_format", "fail", "", '<failure message="SEGFAULT"/>'))
        self.assertEqual(code, 1)
        self.assertEqual(lines[-1], "0 passed, 1 failed, 0 skipped")
        self.assertIn("  tst_format: stopped before it could name a case [SEGFAULT]", lines)

    def test_a_sanitizer_says_what_it_found(self):
        output = "==12==ERROR: libFuzzer: deadly signal\nSUMMARY: libFuzzer: deadly signal\n"
        code, lines = self.report(case("fuzz_json", "fail", output, '<failure message="Failed"/>'))
        self.assertEqual(code, 1)
        self.assertIn("  fuzz_json: libFuzzer: deadly signal", lines)

    def test_a_program_that_did_not_run_counts_as_a_failure(self):
        extra = '<skipped message="Unable to find executable"/>'
        code, lines = self.report(case("tst_format", "notrun", "", extra))
        self.assertEqual(code, 1)
        self.assertIn("  tst_format: did not run [Unable to find executable]", lines)

    def test_a_program_that_skips_itself_says_why(self):
        extra = '<skipped message="SKIP_RETURN_CODE=77"/>'
        code, lines = self.report(case("capture", "notrun", "no torch here\n", extra))
        self.assertEqual(code, 0)
        self.assertEqual(lines[-1], "0 passed, 0 failed, 1 skipped")
        self.assertIn("  capture: no torch here", lines)

    def test_a_program_without_cases_counts_as_one(self):
        code, lines = self.report(case("fuzz_json", "run", "Done 1000 runs\n"))
        self.assertEqual((code, lines[-1]), (0, "1 passed, 0 failed, 0 skipped"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
