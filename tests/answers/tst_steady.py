"""The steps of a session, what kind each is, and the steady ones, on recordings and traces whose answers a person gave."""
import json
import os
import subprocess
import unittest
from collections import Counter
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
SHARED = Path(__file__).resolve().parents[3] / "shared"
EXPECTED = SHARED / "steady" / "expected_given.json"
NO_STEPS = ("stub", "evaluation")  # what a person does not count


def overview(path):
    done = subprocess.run([PROGRAM, "overview", path, "--format", "json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@unittest.skipUnless(EXPECTED.exists(), f"no answers in {EXPECTED.parent}")
class Steady(unittest.TestCase):
    def test_steps_kinds_and_steady_ones(self):
        for name, expected in json.loads(EXPECTED.read_text()).items():
            file = expected["file"]
            path = SHARED / file.removeprefix("shared/") if file.startswith("shared/") else EXPECTED.parent / file
            if not path.exists():
                continue
            with self.subTest(name):
                self.compare(overview(path), expected)

    def compare(self, answer, expected):
        ranks = [step.get("rank") for step in answer["steps"]]
        steps = [step for step in answer["steps"] if step.get("rank") == ranks[0]]
        kinds = Counter(step["kind"] for step in steps)
        self.assert_within(sum(count for kind, count in kinds.items() if kind not in NO_STEPS), expected["steps"], f"steps of {kinds}")
        for kind, range_ in expected["kinds"].items():
            self.assert_within(kinds[kind], range_, f"{kind} of {kinds}")
        for step in steps:
            self.assertEqual(step["why"] is None, step["kind"] == "steady", step)
        steady = answer["steady"]
        if expected["steady"] is None or expected["steady"]["steps"] == [0, 0]:
            self.assertIsNone(steady)
            return
        self.assert_within(steady["steps"], expected["steady"]["steps"], f"steady steps of {kinds}")
        low, high = expected["steady"]["median_ns"]
        self.assert_within(steady["median_ns"], [low * 0.99, high * 1.01], "median of the steady steps")

    @unittest.skipUnless((SHARED / "device" / "resnet4.lanes").exists(), "no sessions of a device")
    def test_diff_and_gate_say_what_changed_of_a_steady_step(self):
        before, after = (SHARED / "device" / f"resnet{workers}.lanes" for workers in (0, 4))
        diff = subprocess.run([PROGRAM, "diff", before, after, "--format", "json"], capture_output=True, text=True, check=True)
        steady = json.loads(diff.stdout)["steady"]
        self.assertEqual((round(steady["a"]["mean_ns"] / 1e6, 1), round(steady["b"]["mean_ns"] / 1e6, 1)), (229.5, 44.2))
        self.assertEqual((round(steady["a"]["median_ns"] / 1e6), round(steady["b"]["median_ns"] / 1e6)), (227, 19))
        self.assertTrue(steady["text"].startswith("Mean steady step: 229.5"), steady["text"])
        self.assertTrue(steady["text"].endswith(" Nearly all of the change is waiting for data."), steady["text"])
        for side in "ab":
            parts = sum(steady[side][f"{part}_ns"] for part in ("device", "communication", "data", "host", "nothing"))
            self.assertAlmostEqual(parts / steady[side]["mean_ns"], 1, places=3)
        gate = subprocess.run([PROGRAM, "gate", after, "--against", before, "--max", "step=+3%"], capture_output=True, text=True)
        self.assertIn(steady["text"], gate.stdout)
        self.assertIn(steady["verdict"], gate.stdout)
        table = subprocess.run([PROGRAM, "diff", before, after], capture_output=True, text=True, check=True).stdout
        self.assertTrue(table.startswith(steady["text"]), table)

    def assert_within(self, value, range_, what):
        self.assertTrue(range_[0] <= value <= range_[1], f"{what}: {value}, not {range_[0]} to {range_[1]}")


if __name__ == "__main__":
    unittest.main()
