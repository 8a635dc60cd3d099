#!/usr/bin/env python3
"""Own categories of kernels and calls: every command that reads sessions takes them, and says what is wrong with their file."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
CATEGORIES = """
[[category]]
name = "my exchange"
patterns = ["ring_exchange"]
color = "#E4572E"
communication = true
events = "gpu"

[[category]]
name = "my operators"
patterns = ["^mylib::"]
color = "#17BEBB"
"""
STEPS = 4


def events(rank):
    """In each of four milliseconds a product from 100 to 300 us, and an exchange that ends at 600 us with that of the other rank."""
    for step in range(STEPS):
        for number, (operator, kernel, stream, begin, end) in enumerate((
                ("aten::mm", "ampere_sgemm_128x64_nn", 7, 100, 300),
                ("mylib::exchange", "my_Ring_Exchange_kernel", 9, 200 if rank == 0 else 500, 600))):
            at, ident = step * 1000 + 5000, step * 10 + number + 1
            host = {"ph": "X", "pid": 100 + rank, "tid": 1}
            yield host | {"cat": "cpu_op", "name": operator, "ts": at + 40 * number, "dur": 30, "args": {"External id": ident}}
            yield host | {"cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": at + 40 * number + 5, "dur": 5,
                          "args": {"correlation": ident, "External id": ident}}
            yield {"ph": "X", "cat": "kernel", "name": kernel, "pid": 0, "tid": stream, "ts": at + begin, "dur": end - begin,
                   "args": {"device": 0, "stream": stream, "correlation": ident}}


class OwnCategories(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keeper = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.keeper.name)
        cls.file = cls.folder / "own.toml"
        cls.file.write_text(CATEGORIES)
        cls.ranks = []
        for rank in range(2):
            cls.ranks.append(str(cls.folder / f"rank{rank}.json"))
            Path(cls.ranks[-1]).write_text(json.dumps({"baseTimeNanoseconds": 1700000000000000000,
                                                       "distributedInfo": {"rank": rank, "world_size": 2},
                                                       "traceEvents": list(events(rank))}))

    @classmethod
    def tearDownClass(cls):
        cls.keeper.cleanup()

    def run_program(self, *words, config="none"):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, timeout=120,
                              env=os.environ | {"XDG_CONFIG_HOME": str(self.folder / config)})

    def answer(self, *words, **options):
        run = self.run_program(*words, "--format", "json", **options)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout)

    def own(self, *words):
        return self.answer(*words, "--categories", self.file)

    def test_an_own_collective_is_communication_in_the_overview(self):
        before = self.answer("overview", self.ranks[0])["devices"]["0"]
        self.assertEqual((before["compute_ns"], before["communication_ns"]), (STEPS * 500_000, 0))
        after = self.own("overview", self.ranks[0])["devices"]["0"]
        self.assertEqual((after["compute_ns"], after["communication_ns"], after["overlap_ns"]),
                         (STEPS * 200_000, STEPS * 400_000, STEPS * 100_000))

    def test_ranks_wait_for_one_another_in_it(self):
        self.assertEqual(self.answer("ranks", *self.ranks)["collectives"], [])
        found = self.own("ranks", *self.ranks)
        self.assertEqual({rank: times["exposed_ns"] for rank, times in found["overlap"].items()},
                         {"0": STEPS * 300_000, "1": STEPS * 100_000})
        self.assertEqual([one["wait_ns"] for one in found["collectives"]], [{"0": 300_000, "1": 0}] * STEPS)
        self.assertEqual({one["name"] for one in found["collectives"]}, {"my_Ring_Exchange_kernel"})

    def test_operators_are_grouped_by_it(self):
        groups = {row["name"]: row["calls"] for row in self.own("stats", self.ranks[0], "--by", "category")}
        self.assertEqual(groups, {"operator": STEPS, "my operators": STEPS})

    def test_kernels_name_it(self):
        kernels = {row["name"]: row["category"] for row in self.own("stats", self.ranks[0], "--by", "kernel")}
        self.assertEqual(kernels, {"ampere_sgemm_128x64_nn": "gemm", "my_Ring_Exchange_kernel": "my exchange"})
        run = self.run_program("stats", self.ranks[0], "--by", "kernel", "--format", "csv", "--categories", self.file)
        self.assertEqual({row["category"] for row in csv.DictReader(io.StringIO(run.stdout))}, {"gemm", "my exchange"})

    def test_filters_find_it(self):
        for where, count in (('category:"my exchange"', STEPS), ("comm:", STEPS), ("category:gemm", STEPS),
                             ("kernel: -category:exchange", STEPS), ("category:\"my op\"", STEPS)):
            with self.subTest(where):
                found = self.own("search", self.ranks[0], "--where", where)
                self.assertEqual(found["count"], count)
        found = self.own("search", self.ranks[0], "--where", "kernel:ring")
        self.assertEqual({event["category"] for event in found["events"]}, {"my exchange"})

    def test_the_flame_graph_has_its_colour(self):
        run = self.run_program("flame", self.ranks[0], "--svg", "--categories", self.file)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("#17BEBB", run.stdout)
        self.assertNotIn("#17BEBB", self.run_program("flame", self.ranks[0], "--svg").stdout)

    def test_the_file_beside_the_settings_counts_unless_another_is_named(self):
        usual = self.folder / "config" / "lanescope" / "categories.toml"
        usual.parent.mkdir(parents=True)
        usual.write_text(CATEGORIES.replace("my exchange", "from the settings"))

        def names(*words):
            rows = self.answer("stats", self.ranks[0], "--by", "kernel", *words, config="config")
            return {row["category"] for row in rows}
        self.assertEqual(names(), {"gemm", "from the settings"})
        self.assertEqual(names("--categories", self.file), {"gemm", "my exchange"})
        usual.write_text("[[category]]\n")
        run = self.run_program("stats", self.ranks[0], config="config")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, f"lanescope stats: {usual}:1: the category has no name; add a line name = \"my kernels\"\n")

    def test_each_command_says_what_is_wrong_with_the_file(self):
        wrong = self.folder / "wrong.toml"
        wrong.write_text(CATEGORIES.replace("#17BEBB", "blue"))
        one, both = self.ranks[:1], self.ranks
        for words in (("stats", *one), ("overview", *one), ("info", *one), ("check", *one), ("advice", *one), ("memory", *one),
                      ("search", *one, "--where", "gemm"), ("flame", *one), ("path", *both), ("ranks", *both), ("diff", *both),
                      ("gate", *one, "--against", one[0], "--max", "step=+3%"), ("table", *one, "kernels")):
            with self.subTest(words[0]):
                run = self.run_program(*words, "--categories", wrong)
                self.assertEqual((run.returncode, run.stdout), (1, ""))
                self.assertEqual(run.stderr, f"lanescope {words[0]}: {wrong}:12: this is not a color; write it like "
                                             "color = \"#E4572E\"\n")


if __name__ == "__main__":
    unittest.main()
