#!/usr/bin/env python3
"""What the probe believes of CUPTI against the headers of each CUDA that is installed and of each libcupti that PyPI carries, from
11.8 on; and how long those libraries say that their records are, asked as the probe asks, each in a process of its own. Skips, and
says why, where there is none."""
import concurrent.futures
import json
import os
import re
import subprocess
import unittest

import build
import call_ids

PROBER = build.BUILD.parent / "tests/probe_strides"
LIBRARIES = build.libcuptis()
WITH_HEADERS = [cuda for cuda in [*build.installed(), *LIBRARIES] if cuda.cupti]
NEEDS_A_DRIVER = 13020  # CUDA 13.2: from here on a libcupti that is called without one crashes the process, or refuses
KINDS = 17


def by_kind(*command):
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()
    return {line["kind"]: line for line in map(json.loads, lines)}


@unittest.skipUnless(WITH_HEADERS, "no headers of CUPTI are here (./test cupti fetches some)")
class Headers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            built = pool.map(lambda cuda: build.Builder(cuda).record_sizes(), WITH_HEADERS)
            cls.sizes = {cuda.name: by_kind(program) for cuda, program in zip(WITH_HEADERS, built)}

    def test_layouts_are_those_of_the_headers(self):
        for cuda in WITH_HEADERS:  # their fields were compared when it was built
            with self.subTest(cuda.name):
                self.assertEqual(len(self.sizes[cuda.name]), KINDS)
                for kind in self.sizes[cuda.name].values():
                    self.assertGreaterEqual(kind["bytes"], kind["needed"], kind)

    def test_libraries_write_what_their_headers_say(self):
        asked = [cuda for cuda in LIBRARIES if cuda.version < NEEDS_A_DRIVER]
        if not asked:
            self.skipTest("no libcupti of PyPI is here (./test cupti fetches them)")
        for cuda in asked:
            with self.subTest(cuda.name):
                told = by_kind(PROBER, cuda.libcupti())
                self.assertEqual(len(told), KINDS)
                self.assertEqual(told, self.sizes.get(cuda.name, told))  # one brings no headers

    def test_numbers_of_functions_are_those_of_the_headers(self):
        for cuda in WITH_HEADERS:
            for domain in ("Runtime", "Driver"):
                with self.subTest(cuda.name, domain=domain):
                    names = call_ids.of_header(cuda, domain)
                    works = {number for number, name in names.items() if re.match(call_ids.WORKS, name)}
                    self.assertGreater(len(works), 60)
                    self.assertEqual(call_ids.of_table(f"k{domain}Launches") & names.keys(), works)
                    table = call_ids.of_table("kDriverShown" if domain == "Driver" else "kRuntimeNoise")
                    shown = domain == "Driver"
                    self.assertEqual({names[number] for number in table & names.keys()},
                                     {name for name in names.values() if call_ids.is_shown(name) == shown})
                    if domain == "Driver":
                        self.assertLessEqual(works, table)
                    self.assertLess(max(names), call_ids.MOST)


if __name__ == "__main__":
    unittest.main(verbosity=2)
