#!/usr/bin/env python3
"""docs/examples on the played GPU: what each is there to show stands in its session. Skips, and says why, where no PyTorch with CUDA is
installed."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import build
from recorded import RECORDER

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
WHEELS = [cuda for cuda in build.installed() if cuda.python]


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class ExamplesOnAGpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cuda = WHEELS[0]
        build.Builder(cls.cuda).build()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def record(self, name, *words):
        session = self.folder / f"{name}{len(list(self.folder.iterdir()))}.lanes"
        variables = build.environment(self.cuda) | {"PLAYED_NOISE_PERCENT": "0", "OMP_NUM_THREADS": "1"}
        inside = ["env", *(f"{key}={value}" for key, value in variables.items() if os.environ.get(key) != value)]
        done = subprocess.run([RECORDER, "record", "-o", session, "--", *inside, self.cuda.python, EXAMPLES / name, *words],
                              capture_output=True, text=True, timeout=600, check=False)
        # Seldom, and on a busy machine only, torch 2.15 ends so with Python 3.13, behind all its work: not what is asked here.
        self.assertTrue(done.returncode == 0 or "terminate called without an active exception" in done.stderr, done.stderr)
        return session

    def ask(self, command, session, *words):
        done = subprocess.run([RECORDER, command, session, *words, "--format", "json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def kernels(self, session):
        return sum(row["calls"] for row in self.ask("stats", session, "--by", "kernel", "--top", "0"))

    def test_the_loop_that_reads_its_loss(self):
        each, once = (self.ask("stats", self.record("item_in_loop.py", word), "--by", "sync", "--top", "0") for word in ("each", "once"))
        line = next(number for number, text in enumerate((EXAMPLES / "item_in_loop.py").read_text().splitlines(), 1) if "loss.item()" in text)
        self.assertIn(f"main (item_in_loop.py:{line})", [row["line"] for row in each])
        self.assertNotIn(f"main (item_in_loop.py:{line})", [row["line"] for row in once])

    def test_many_small_kernels(self):
        many, one = (self.kernels(self.record("small_kernels.py", word)) for word in ("many", "one"))
        self.assertGreater(many, 2 * one)

    def test_mixed_precision(self):
        rows = {row["name"]: row for row in self.ask("stats", self.record("amp.py", "on"), "--top", "0")}
        self.assertGreater(rows["aten::_to_copy"]["total_device_ns"], 0)
        self.assertGreater(rows["aten::addmm"]["total_device_ns"], 0)

    def test_the_loader_without_workers(self):
        session = self.record("dataloader.py", "0")
        found, = (one for one in self.ask("advice", session) if one["rule"] == "data-loading")
        self.assertIn("with the device idle; the loader has no workers", found["seen"])
        self.assertTrue([row for row in self.ask("stats", session, "--by", "copy", "--top", "0") if "Pinned -> Device" in row["name"]])

    def test_the_leak(self):
        done = subprocess.run([RECORDER, "memory", self.record("leak.py"), "--peak"], capture_output=True, text=True, check=True)
        self.assertRegex(done.stdout, r"device 1:0[\s\S]*aten::sigmoid +\+5\.50\sMiB .* 11 of 11, every one")


if __name__ == "__main__":
    unittest.main(verbosity=2)
