"""What a reader concludes from sessions of an H200, where an earlier version led to the opposite."""
import json
import os
import subprocess
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
DEVICE = Path(__file__).resolve().parents[3] / "shared/device"


def ask(command, name, *options):
    done = subprocess.run([PROGRAM, command, DEVICE / f"{name}.lanes", "--format", "json", *options], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


@unittest.skipUnless(DEVICE.exists(), f"no sessions in {DEVICE}")
class Conclusions(unittest.TestCase):
    def test_products_of_hopper_are_products(self):
        rows = [row for row in ask("stats", "gpt_compile", "--by", "kernel", "--scope", "all") if row["name"].startswith("nvjet")]
        self.assertGreater(len(rows), 5)
        self.assertEqual({(row["category"], row["tensor_cores"]) for row in rows}, {("gemm", "yes")})

    def test_no_thread_stands_in_two_rows(self):
        for name in ("attach", "endless"):
            with self.subTest(name):
                rows = json.loads(subprocess.run([PROGRAM, "sql", DEVICE / f"{name}.lanes", "select name from thread_track", "--format", "json"],
                                                 capture_output=True, text=True, check=True).stdout)
                self.assertEqual([row for row in rows if "(late)" in str(row)], [])

    def test_blocks_of_libraries_are_workspace(self):
        """Two blocks of 32 MiB that the first products leave behind, and one of 1 MiB."""
        peak = next(one for one in ask("memory", "t_amp_rec0", "--peak")["peak"] if one["device"] == "1:0")
        sizes = {row["category"]: row["bytes"] for row in peak["categories"]}
        self.assertEqual(sizes["workspace"], 65 << 20)
        self.assertLess(max(size for category, size in sizes.items() if category != "workspace"), 8 << 20)
        self.assertIn("parameter", sizes)

    def test_a_compiler_is_no_idle_time(self):
        """XLA compiles for most of the session, on threads that no event shows."""
        overview = ask("overview", "jax", "--scope", "all")
        split = overview["split_ns"]
        self.assertGreater(split["untraced"], 0.6 * overview["range_ns"])
        self.assertLess(split["idle"], 0.2 * overview["range_ns"])

    def test_a_usual_step_is_the_median_steady_one(self):
        for name, steps, least, most in (("seed", 4, 4e6, 8e6), ("resnet0", 11, 220e6, 235e6), ("resnet4", 19, 17e6, 30e6)):
            with self.subTest(name):
                steady = ask("overview", name)["steady"]
                self.assertEqual(steady["steps"], steps)
                self.assertTrue(least <= steady["median_ns"] <= most, steady)

    def test_no_alarm_of_our_own_making(self):
        for file in sorted(DEVICE.glob("*.lanes")):
            with self.subTest(file.stem):
                kinds = {entry["kind"] for entry in ask("check", file.stem)["entries"]}
                self.assertEqual({kind for kind in kinds if "correlation" in kind}, set())

    def test_an_event_without_an_end_is_told(self):
        """NCCL left its range of initialization open: 2.11 s are the rest of the session."""
        entries = {entry["kind"]: entry for entry in ask("check", "nccl")["entries"]}
        self.assertEqual((entries["missing-end"]["count"], entries["missing-end"]["fault"]), (2, False))

    def test_waits_of_the_host_are_no_idle_time_of_the_device(self):
        """Waits are those of the host; idle time of the device has a column of its own, and may be longer or shorter."""
        rows = ask("stats", "t_waits_rec0", "--by", "sync")
        reads = [row for row in rows if row["operator"] == "aten::_local_scalar_dense"]
        self.assertEqual([row["line"] for row in reads], ["waits.<locals>.step (compared.py:66)"])
        self.assertEqual({row["waited_ns"] <= row["calls"] * row["longest_ns"] for row in rows}, {True})
        self.assertTrue(any(row["waited_ns"] != row["device_idle_ns"] for row in rows))


if __name__ == "__main__":
    unittest.main()
