"""lanescope stats --by copy on copies whose sizes and times are known."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from kineto import Kineto

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
UP, DOWN = "Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH (Device -> Pinned)"


class Copies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        session = Kineto()
        for at, name, length, size in ((1000, UP, 40, 4000), (2000, UP, 60, 6000), (3000, DOWN, 10, 8000), (4000, "Memset (Device)", 5, None)):
            more = {} if size is None else {"bytes": size}
            session.slice(name, "gpu_memset" if "set" in name else "gpu_memcpy", at * 1000, length * 1000, 7, 0, stream=7, device=0, **more)
        session.work("gemm", 5_000_000, 100_000)
        self.path = session.write(Path(folder.name) / "session.json")

    def ask(self, *options):
        return subprocess.run([PROGRAM, "stats", self.path, "--by", "copy", *options], capture_output=True, text=True, check=True).stdout

    def test_each_kind_of_copy_has_a_row(self):
        rows = {row.pop("name"): row for row in json.loads(self.ask("--format", "json"))}
        self.assertEqual(rows[UP], {"calls": 2, "total_ns": 100_000, "bytes": 10_000, "mean_bytes": 5_000, "bytes_per_s": 100_000_000,
                                    "longest_ns": 60_000})
        self.assertEqual(rows[DOWN]["bytes_per_s"], 800_000_000)
        self.assertEqual((rows["Memset (Device)"]["bytes"], rows["Memset (Device)"]["bytes_per_s"]), (None, None))
        self.assertEqual(len(rows), 3)

    def test_range_filter_and_csv(self):
        self.assertEqual([row["calls"] for row in json.loads(self.ask("--format", "json", "--range", "0us..500us"))], [1])
        self.assertEqual([row["name"] for row in json.loads(self.ask("--format", "json", "--where", "DtoH"))], [DOWN])
        self.assertEqual([row["bytes"] for row in csv.DictReader(io.StringIO(self.ask("--format", "csv")))], ["10000", "8000", ""])


if __name__ == "__main__":
    unittest.main()
