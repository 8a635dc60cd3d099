"""Two ranks of real jobs, opened as one session: device times, overlap, steps and memory of each rank are what the file of
that rank says alone. Ranks number their devices, streams and steps alike, and must not be added up."""
import json
import os
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
TRACES = Path(os.environ.get("LANESCOPE_TRACES", SOURCE.parent / "shared" / "traces"))
PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
JOBS = ("ddp", "torch29_ddp_gloo")


def ask(command, *files):
    out = subprocess.run([PROGRAM, command, *files, "--format", "json"], capture_output=True, check=True)
    return json.loads(out.stdout)


def without(keys, figures):
    return {key: value for key, value in figures.items() if key not in keys}


def of_rank(rank, devices):
    """what the keys of one rank say, by its own numbers: "0 (rank 1)" is its 0"""
    return {key.split(" (")[0]: without(("rank", "process", "utilisation"), figures) for key, figures in devices.items()
            if figures.get("rank", rank) == rank}


class MergedRanks(unittest.TestCase):
    maxDiff = 4000

    def each(self, check):
        for job in JOBS:
            files = [TRACES / f"{job}_rank{rank}.json.gz" for rank in (0, 1)]
            with self.subTest(job):
                if not all(file.exists() for file in files):
                    self.skipTest(f"{files[0]} or that of rank 1 is not there")
                check(files)

    def test_devices_and_steps(self):
        def check(files):
            merged = ask("overview", *files)
            for rank, file in enumerate(files):
                alone = ask("overview", file)
                self.assertEqual(of_rank(rank, merged["devices"]), of_rank(rank, alone["devices"]))
                steps = [dict(step, name=step["name"].split(" (")[0]) for step in merged["steps"] if step["rank"] == rank]
                self.assertEqual([without(("rank",), step) for step in steps], alone["steps"])
                self.assertTrue(steps)
        self.each(check)

    def test_memory(self):
        def check(files):
            merged = ask("memory", *files)["devices"]
            for rank, file in enumerate(files):
                self.assertEqual(of_rank(rank, merged), of_rank(rank, ask("memory", file)["devices"]))
        self.each(check)

    def test_kernels_add_up(self):
        def check(files):
            sums = {}
            for file in files:
                for row in ask("stats", file, "--by", "kernel", "--top", "0"):
                    calls, total = sums.get(row["name"], (0, 0))
                    sums[row["name"]] = (calls + row["calls"], total + row["total_ns"])
            merged = ask("stats", *files, "--by", "kernel", "--top", "0")
            self.assertEqual({row["name"]: (row["calls"], row["total_ns"]) for row in merged}, sums)
        self.each(check)


if __name__ == "__main__":
    unittest.main(verbosity=2)
