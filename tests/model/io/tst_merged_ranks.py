"""Two ranks of real jobs, opened as one session: device times, overlap, steps and memory of each rank are what the file of
that rank says alone. Ranks number their devices, streams and steps alike, and must not be added up."""
import json
import os
import subprocess
import tempfile
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


class ShortRanks(unittest.TestCase):
    """made-up ranks of one job, which give their blocks the same addresses"""

    def write(self, folder, rank):
        def memory(time, size):
            return {"ph": "i", "s": "t", "name": "[memory]", "cat": "cpu_instant_event", "pid": 10, "tid": 10, "ts": time, "args": {
                "Total Reserved": 1 << 30, "Total Allocated": max(size, 0), "Bytes": size, "Addr": 4096, "Device Id": 0,
                "Device Type": 1}}
        events = [{"ph": "X", "cat": "cpu_op", "name": "aten::empty", "pid": 10, "tid": 10, "ts": 0, "dur": 100, "args": {}},
                  memory(10, 1000), memory(90, -1000)]
        path = Path(folder) / f"rank{rank}.json"
        path.write_text(json.dumps({"distributedInfo": {"backend": "nccl", "rank": rank, "world_size": 2},
                                    "baseTimeNanoseconds": 1_700_000_000_000_000_000, "traceEvents": events}))
        return path

    def test_addresses_of_ranks_are_their_own(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [self.write(folder, rank) for rank in (0, 1)]
            row, = ask("stats", *files, "--by", "name")
            self.assertEqual((row["allocated_bytes"], row["freed_bytes"]), (2000, 2000))
            out = subprocess.run([PROGRAM, "check", *files, "--format", "json"], capture_output=True, text=True)
            self.assertIn("entries", json.loads(out.stdout))
            self.assertNotIn("free-without-allocation", out.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
