"""Energy by device, step, kernel and module, on devices whose power at every moment is known."""
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from kineto import DEVICE, Kineto

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
DEVICES = Path(__file__).resolve().parents[3] / "shared/device"
MS = 1_000_000
BEGIN = 1_000_000_000


class Powered(Kineto):
    """A device that takes `idle` watts, and of each kernel its own more. Samples every 100 ms, in J since some moment."""

    def __init__(self, idle=50):
        super().__init__()
        self.ran, self.idle = [], idle  # (name, begin, end, watts)

    def kernel(self, name, begin, length, watts, stream=7):
        self.launched(name, begin - 20_000, begin, length, stream)
        self.ran.append((name, begin, begin + length, watts))

    def joules(self, begin, end):
        """The truth."""
        return (self.idle * (end - begin) + sum(watts * max(0, min(end, last) - max(begin, first))
                                                for _, first, last, watts in self.ran)) / 1e9

    def sample(self, begin, end, counter="Energy", every=100 * MS, age=0):
        self.annotation("main", begin, end - begin)  # the session is as long as its slices
        for time in range(begin, end + 1, every):
            value = 7_000 + self.joules(begin, max(begin, time - age)) if counter == "Energy" else self.joules(time - MS, time) * 1000
            self.events.append({"ph": "C", "name": counter, "pid": DEVICE, "tid": 0, "ts": time / 1000,
                                "args": {"J" if counter == "Energy" else "W": value}})


class Energies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ask(self, file, by, *options):
        out = subprocess.run([PROGRAM, "stats", file, "--by", by, "--format", "json", *options], capture_output=True, check=True).stdout
        rows = json.loads(out)
        for row in rows:
            self.assertLessEqual(row["low_joules"], row["joules"] + 1e-3, row)
            self.assertLessEqual(row["joules"], row["high_joules"] + 1e-3, row)
        return {row["name"]: row for row in rows}

    def two_kernels(self):
        """A second at 100 W, a second at 300 W, a second without work."""
        one = Powered()
        one.kernel("ampere_sgemm", BEGIN, 1000 * MS, 50)
        one.kernel("vectorized_add", BEGIN + 1000 * MS, 1000 * MS, 250)
        return one

    def test_of_kernels_that_run_alone(self):
        one = self.two_kernels()
        one.sample(BEGIN, BEGIN + 3000 * MS)
        rows = self.ask(one.write(self.folder / "one.json"), "energy_kernel")
        for name, joules in (("ampere_sgemm", 100), ("vectorized_add", 300), ("idle", 50)):
            self.assertAlmostEqual(rows[name]["joules"], joules, delta=0.01)
            # Of ten samples a second, two at each end may be of the neighbour.
            self.assertGreater(rows[name]["low_joules"], 0.4 * joules)
            self.assertLess(rows[name]["high_joules"], joules + 3 * 0.1 * 300 + 15)
        self.assertAlmostEqual(rows["ampere_sgemm"]["watts"], 100, delta=0.01)
        self.assertAlmostEqual(sum(row["share"] for row in rows.values()), 1, delta=1e-5)
        [(name, device)] = self.ask(one.write(self.folder / "one.json"), "energy_device").items()
        self.assertEqual(name, "GPU 0")
        self.assertAlmostEqual(device["joules"], 450, delta=0.01)

    def test_what_runs_at_once_shares(self):
        one = Powered(idle=0)
        one.kernel("ampere_sgemm", BEGIN, 1000 * MS, 100)
        one.kernel("vectorized_add", BEGIN + 500 * MS, 1000 * MS, 100, stream=8)
        one.sample(BEGIN, BEGIN + 1500 * MS)
        rows = self.ask(one.write(self.folder / "one.json"), "energy_kernel")
        self.assertAlmostEqual(rows["ampere_sgemm"]["joules"], 100, delta=0.01)
        self.assertAlmostEqual(rows["vectorized_add"]["joules"], 100, delta=0.01)
        self.assertAlmostEqual(rows["idle"]["joules"], 0, delta=0.01)

    def test_of_power_where_there_is_no_energy(self):
        one = self.two_kernels()
        one.sample(BEGIN, BEGIN + 3000 * MS, "Power")
        rows = self.ask(one.write(self.folder / "one.json"), "energy_kernel")
        # A trapezoid is off by half a sample where power jumps: by 10 J of 200 W.
        for name, joules in (("ampere_sgemm", 100), ("vectorized_add", 300), ("idle", 50)):
            self.assertAlmostEqual(rows[name]["joules"], joules, delta=13)

    def test_of_steps(self):
        one = self.two_kernels()
        for number in range(3):
            one.annotation(f"ProfilerStep#{number}", BEGIN + number * 1000 * MS, 1000 * MS)
        one.sample(BEGIN, BEGIN + 3000 * MS)
        rows = self.ask(one.write(self.folder / "one.json"), "energy_step", "--scope", "all")
        self.assertEqual([round(rows[f"Step {number}"]["joules"], 2) for number in range(3)], [100, 300, 50])

    def test_a_range_and_a_counter_that_begins_anew(self):
        one = self.two_kernels()
        one.sample(BEGIN, BEGIN + 1500 * MS)
        for event in one.events:
            if event["ph"] == "C" and event["ts"] * 1000 > BEGIN + 800 * MS:
                event["args"]["J"] -= 7_080  # the driver was loaded again
        rows = self.ask(one.write(self.folder / "one.json"), "energy_device", "--range", f"{BEGIN + 200 * MS}..{BEGIN + 700 * MS}")
        self.assertAlmostEqual(rows["GPU 0"]["joules"], 50, delta=0.01)
        rows = self.ask(one.write(self.folder / "one.json"), "energy_device")
        self.assertAlmostEqual(rows["GPU 0"]["joules"], 100 + 150, delta=11)

    def test_without_curves_nothing_is_said(self):
        one = self.two_kernels()
        for by in ("energy_device", "energy_step", "energy_class", "energy_kernel", "energy_module"):
            self.assertEqual(self.ask(one.write(self.folder / "one.json"), by), {})

    def test_the_truth_lies_within_the_bounds(self):
        for seed in range(20):
            chance = random.Random(seed)
            one, time = Powered(chance.choice((0, 70))), BEGIN + chance.randrange(300) * MS
            for _ in range(chance.choice((5, 60))):
                length = chance.choice((2, 30, 400)) * MS + chance.randrange(MS)
                one.kernel(f"kernel_{chance.randrange(4)}", time, length, chance.randrange(50, 600))
                time += length + chance.choice((0, 0, 3, 150)) * MS
            one.sample(BEGIN, time + 200 * MS, age=chance.randrange(100 * MS))
            end = BEGIN + (time + 200 * MS - BEGIN) // (100 * MS) * (100 * MS)
            rows = self.ask(one.write(self.folder / "one.json"), "energy_kernel", "--range", f"{BEGIN}..{end}")
            truth = {}
            for name, first, last, watts in one.ran:
                part = max(0, min(last, end) - first) / 1e9
                truth[name] = truth.get(name, 0) + (one.idle + watts) * part
            for name, joules in truth.items():
                self.assertLessEqual(rows[name]["low_joules"], joules * 1.001 + 0.01, (seed, name))
                self.assertGreaterEqual(rows[name]["high_joules"], joules * 0.999 - 0.01, (seed, name))

    def test_of_a_training_on_a_real_device(self):
        session = DEVICES / "resnet0.lanes"
        if not session.exists():
            self.skipTest(f"{session} is not there")
        [device] = self.ask(session, "energy_device", "--scope", "all").values()
        self.assertTrue(640 < device["joules"] < 667.7, device)  # the last sample less the first is 667.7 J, and behind the end
        classes = self.ask(session, "energy_class", "--scope", "all")
        self.assertAlmostEqual(sum(row["joules"] for row in classes.values()), device["joules"], delta=0.1)
        modules = self.ask(session, "energy_module", "--scope", "all")
        self.assertIn("ResNet.conv1 (Conv2d)", modules)


if __name__ == "__main__":
    unittest.main(verbosity=2)
