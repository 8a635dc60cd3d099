#!/usr/bin/env python3
"""What torch's allocator of CUDA memory does beyond its blocks, on the played GPU: segments of each stream on a row of the process, where
the recording asks for it or the program keeps the history itself; and each time that the driver had no memory, always. Skips, and says
why, where no PyTorch with CUDA is installed."""
import re
import unittest
from pathlib import Path

import build
from recorded import Session

PROGRAM = Path(__file__).resolve().parent / "programs/segments.py"
WHEELS = [cuda for cuda in build.installed() if cuda.python]
MIB, GIB = 1 << 20, 1 << 30
DONE = [("Segment of 100 MiB", 100 * MIB), ("Segment of 60 MiB", 60 * MIB), ("Segment of 100 MiB given back", 100 * MIB),
        ("Segment of 1.37 GiB", 1400 * MIB), ("Out of memory", 4 * GIB)]


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class Allocator(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for cuda in WHEELS:
            build.Builder(cuda).build()

    def record(self, cuda, *arguments, options=()):
        return Session(cuda, [cuda.python, PROGRAM, *arguments], options=options, memory_mb=2048)

    def check_segments(self, session):
        told = sorted((point for point in session.points if point["cat"] == "cuda_allocator"), key=lambda point: point["ts"])
        plain = lambda name: name.split(":")[0].replace("\u2009", " ")  # a thin space stands before units
        self.assertEqual([(plain(point["name"]), point["args"]["bytes"]) for point in told], DONE)
        self.assertEqual({session.rows[(point["pid"], point["tid"])] for point in told}, {"CUDA allocator 0"})
        first, second, back, _, out = (point["args"] for point in told)
        self.assertEqual((first["stream of the allocator"], first["device"], first["address"]), (0, 0, back["address"]))
        self.assertNotEqual(second["stream of the allocator"], 0)
        self.assertLess(out["bytes free"], 100 * MIB)
        # Where it was: the call that took the memory has just returned, or the one that gave it back.
        calls = {name: [call for call in session.calls() if call["name"] == name] for name in ("cudaMalloc", "cudaFree")}
        for point in told[:2]:
            behind = [point["ts"] - call["ts"] - call["dur"] for call in calls["cudaMalloc"]
                      if call.get("args", {}).get("address") == point["args"]["address"]]
            self.assertEqual(len(behind), 1)
            self.assertTrue(-1500 < behind[0] < 20_000, behind)  # microseconds; its own clock counts whole ones

    def test_segments_where_the_recording_asks_for_them(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                session = self.record(cuda, options=("--allocator",))
                self.check_segments(session)
                self.assertEqual((session.reason, session.info["lost"]), ("", 0))

    def test_segments_of_the_programs_own_history(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                self.check_segments(self.record(cuda, "own"))
                self.check_segments(self.record(cuda, "own", options=("--allocator",)))  # each once

    def test_none_otherwise(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                session = self.record(cuda)
                self.assertEqual([point for point in session.points if point.get("cat") == "cuda_allocator"], [])

    def test_each_time_that_the_driver_had_no_memory(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                session = self.record(cuda)
                retries, ends = map(int, session.stdout.split())
                marks = [point for point in session.instants if point["name"].startswith("No device memory for ")]
                # Asked before the cache was given back, and after; what torch calls a retry is the second time.
                asked = [re.match(r"No device memory for ([\d.]+) MiB: cudaMalloc\w* failed", mark["name"])[1] for mark in marks]
                self.assertEqual(asked, ["1400.0", "4096.0", "4096.0"])
                self.assertEqual((retries, ends), (2, 1))
                for mark in marks:
                    self.assertIn("segments.py", mark["args"]["Call stack"].split(";")[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
