#!/usr/bin/env python3
"""An id of a file cannot be read as a bare number: such code does not compile, and says why."""
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CACHE = Path(os.environ["LANESCOPE_BUILD"]) / "CMakeCache.txt"
COMPILER = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", CACHE.read_text(), re.MULTILINE).group(1)
KEYS = re.findall(r'"([^"]+)"', re.search(r"kIdKeys\{(.*?)\}", (ROOT / "model/trace/args/ArgKey.h").read_text(), re.DOTALL)[1])

READER = """#include "model/trace/args/ArgReader.h"
lanes::ArgReader reader(const lanes::ArgTable& args, const lanes::StringTable& strings) {{
    return {{args, strings, {key}}};
}}
"""
KEY = """#include "model/trace/args/ArgKey.h"
lanes::ArgKey key() {{ return {key}; }}
"""
ONE_ARGUMENT = """#include "model/trace/Trace.h"
auto argument(const lanes::Trace& trace) {{ return trace.arg(lanes::SliceId(0), {key}); }}
"""
RIGHT = """#include "model/trace/args/IdReader.h"
lanes::IdReader reader(const lanes::Trace& trace) {{ return {{trace, {key}}}; }}
"""


def compiled(template, key):
    """What the compiler says of the code with that key; nothing if it takes it."""
    run = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", f"-I{ROOT}", "-x", "c++", "-"], text=True,
                         capture_output=True, check=False, env=os.environ | {"LC_ALL": "C"},
                         input=template.format(key=f'"{key}"'))
    assert (run.returncode == 0) == ("error" not in run.stderr), run.stderr
    return run.stderr


class IdsHaveTheirProcess(unittest.TestCase):
    def test_a_plain_argument_is_read_as_it_is(self):
        self.assertEqual(compiled(READER, "Input Dims"), "")
        self.assertEqual(compiled(ONE_ARGUMENT, "Input Dims"), "")

    def test_the_known_ids_are_among_the_keys(self):
        self.assertLessEqual({"correlation", "External id", "external id", "graph id"}, set(KEYS))

    def test_a_bare_reader_of_an_id_does_not_compile(self):
        self.assertIn("idsAreReadByIdReader", compiled(READER, "correlation"))
        for key in KEYS:
            with self.subTest(key):
                self.assertIn("idsAreReadByIdReader", compiled(KEY, key))

    def test_the_argument_of_one_slice_that_is_an_id_does_not_compile(self):
        self.assertIn("idsAreReadByIdReader", compiled(ONE_ARGUMENT, "correlation"))

    def test_a_key_that_is_known_at_run_time_only_does_not_compile(self):
        code = READER.replace("{key}", "std::string_view(args.layouts.empty() ? \"a\" : \"correlation\")")
        self.assertIn("args", compiled(code, ""))

    def test_the_reader_of_ids_takes_them(self):
        self.assertEqual(compiled(RIGHT, "correlation"), "")


if __name__ == "__main__":
    unittest.main()
