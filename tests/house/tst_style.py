#!/usr/bin/env python3
"""Every file keeps to the house's style, and the check that says so can fail."""
import re
import shutil
import subprocess
import unittest

import style
import tree

CLANG_FORMAT = shutil.which("clang-format")


def clang_format_major():
    if not CLANG_FORMAT:
        return None
    version = subprocess.run([CLANG_FORMAT, "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"version (\d+)", version).group(1))


class TheProject(unittest.TestCase):
    def test_every_file_keeps_to_the_style(self):
        self.assertEqual(style.violations(tree.ROOT), [])

    @unittest.skipUnless(clang_format_major() == 14, "needs clang-format 14, whose output .clang-format was written for")
    def test_code_is_formatted(self):
        names = tree.code_files(tree.ROOT)
        result = subprocess.run([CLANG_FORMAT, "--dry-run", *names], cwd=tree.ROOT, capture_output=True, text=True,
                                check=True)
        unformatted = sorted({line.split(":")[0] for line in result.stderr.splitlines() if "warning:" in line})
        self.assertEqual(unformatted, [], "run clang-format -i on them")


class TheCheck(unittest.TestCase):
    def complaints(self, path, text):
        return style.file_complaints(path, text.encode())

    def test_good_header_passes(self):
        self.assertEqual(self.complaints("app/A.h", "#pragma once\n\nclass A;\n"), [])

    def test_unfinished_words_are_found(self):
        for word in ("TO" + "DO", "FIX" + "ME", "not impl" + "emented", "for " + "now"):
            with self.subTest(word):
                self.assertEqual(self.complaints("app/A.cpp", f"\n// {word}: x\n"),
                                 [f"app/A.cpp:2: says that something is unfinished: // {word}: x"])

    def test_machine_path_is_found(self):
        path = "/ro" + "ot/x"
        self.assertEqual(self.complaints("README.md", f"see {path}\n"),
                         [f"README.md:1: names a folder of one machine: see {path}"])
        self.assertEqual(self.complaints("README.md", "see /usr/root/x and $root/x\n"), [])

    def test_header_without_guard_is_found(self):
        self.assertEqual(self.complaints("app/A.h", "class A;\n"), ["app/A.h: has no #pragma once"])

    def test_namespace_opened_in_a_header_is_found(self):
        self.assertEqual(self.complaints("app/A.h", "#pragma once\nusing namespace std;\n"),
                         ["app/A.h:2: opens a namespace for everyone who includes it"])

    def test_impatient_wait_is_found(self):
        for wait in ("QTRY_VERIFY(a)", "QTRY_COMPARE(a, b)", "QVERIFY(QTest::qWaitForWindowExposed(&window))"):
            with self.subTest(wait):
                self.assertEqual(self.complaints("tests/a.cpp", f"    {wait};\n"),
                                 [f"tests/a.cpp:1: waits no longer than Qt does by itself; say kPatience: {wait};"])
        self.assertEqual(self.complaints("tests/a.cpp", "    QTRY_VERIFY_WITH_TIMEOUT(a, kPatience);\n"), [])

    def test_read_that_throws_is_found(self):
        line = "    return {std::istreambuf_iterator<char>(file), {}};\n"
        self.assertEqual(self.complaints("collector/a.cpp", line),
                         [f"collector/a.cpp:1: reads in a way that throws; wholeFile() does not: {line.strip()}"])
        self.assertEqual(self.complaints("tests/a.cpp", line), [])

    def test_long_file_is_found(self):
        self.assertEqual(self.complaints("app/A.cpp", "int a;\n" * 801), ["app/A.cpp: has 801 lines; 800 are the most"])

    def test_blanks_tabs_and_missing_line_end_are_found(self):
        self.assertEqual(self.complaints("app/A.cpp", "a \n\tb\nc"), [
            "app/A.cpp:1: ends in blanks or holds a tab", "app/A.cpp:2: ends in blanks or holds a tab",
            "app/A.cpp: ends without a line end"])

    def test_large_file_is_found(self):
        self.assertEqual(self.complaints("a.png", "x" * 500_001),
                         ["a.png: has 500001 bytes; more than 500000 do not belong into the repository"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
