#!/usr/bin/env python3
"""Counters of the played GPU in a session of the recorder. Skips, and says why, where no CUDA headers are installed."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import build

FOUND = build.installed()
HELD = (520 << 20) + (1 << 20)  # a context, and what the program took
RECORDER = Path(os.environ.get("LANESCOPE_BUILD") or build.ROOT / "build") / "bin/lanescope-record"


@unittest.skipUnless(FOUND, "no CUDA headers: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)")
class Recorded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cuda = FOUND[0]
        build.Builder(cls.cuda).build()

    def record(self, without=(), **settings):
        """The device's samples by name and unit, and the session's facts. The program ends once its device has been sampled
        and its kernel has come."""
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / "run.lanes", Path(folder) / "run.json"
            variables = os.environ | build.environment(self.cuda, without) | {
                "PROGRAM_UNPROFILED": "1", "PLAYED_BOARD": str(Path(folder) / "board")}
            variables |= {f"PLAYED_{name.upper()}": str(value) for name, value in settings.items()}
            program = subprocess.Popen([RECORDER, "record", "-o", session, "--", self.cuda.folder / "program", "hold"],
                                       env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                       stderr=subprocess.DEVNULL)
            with program:
                program.stdout.readline()
                while True:
                    subprocess.run([RECORDER, "convert", session, trace], check=True, capture_output=True)
                    events = json.loads(trace.read_text())["traceEvents"]
                    samples = {}
                    for event in events:
                        if event["ph"] == "C" and event["pid"] == "GPU 0":
                            (unit, value), = event["args"].items()
                            samples.setdefault((event["name"], unit), []).append(value)
                    # What CUPTI holds of the kernel is handed over by period, the samples come at once.
                    kernels = any(event.get("cat") == "kernel" and event["pid"] == "GPU 0" for event in events)
                    if (min(len(samples.get(("Power", "W"), ())), len(samples.get(("PCIe sent", "bytes/s"), ()))) >= 5 and kernels) or without:
                        break
                children = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()
                program.communicate("\n")
            self.assertEqual(program.returncode, 0)
            self.assertEqual([child for child in children if Path(f"/proc/{child}").exists()], [])
            info = subprocess.run([RECORDER, "info", "--json", session], check=True, capture_output=True, text=True).stdout
            return samples, json.loads(info)

    def test_what_nvml_says_stands_on_the_device(self):
        samples, info = self.record()
        for name, unit, least, most in (("Power", "W", 70, 620), ("Temperature", "°C", 35, 70), ("Utilisation", "%", 0, 100),
                                        ("Memory busy", "%", 0, 100), ("SM clock", "MHz", 1980, 1980),
                                        ("Memory clock", "MHz", 2619, 2619), ("Energy", "J", 0, 1e6)):
            values = samples[(name, unit)]
            self.assertTrue(all(least <= value <= most for value in values), (name, values))
        self.assertGreater(max(samples[("Utilisation", "%")]), 50)
        self.assertEqual(samples[("Memory used", "bytes")][-1], HELD)
        self.assertEqual([values[-1] for (name, _), values in samples.items() if name.startswith("Memory of process ")], [HELD])
        self.assertFalse(any(name.startswith(("Throttled", "ECC", "NVLink")) for name, _ in samples))
        self.assertEqual([entry for entry in info["diagnostics"] if "counters" in entry["kind"]], [])

    def test_what_goes_over_nvlink_is_a_rate(self):
        samples, _ = self.record(devices=2)
        for name, per_second in (("NVLink sent", 1 << 30), ("NVLink received", 2 << 30)):
            values = samples[(name, "bytes/s")]
            self.assertGreaterEqual(len(values), 3)
            # What lies between asking and looking at the clock is the machine's.
            self.assertLess(abs(sorted(values)[len(values) // 2] / per_second - 1), 0.2, values)

    def test_a_device_that_is_split_has_curves_without_utilisation_and_says_so(self):
        samples, info = self.record(mig=1)
        self.assertNotIn(("Utilisation", "%"), samples)
        self.assertIn(("Memory used", "bytes"), samples)
        said = [entry["message"] for entry in info["diagnostics"] if entry["kind"] == "device-counters-split"]
        self.assertEqual(len(said), 1)
        self.assertIn("MIG", said[0])

    def test_without_nvml_the_reason_is_said(self):
        samples, info = self.record(without=("nvml",))
        self.assertEqual(samples, {})
        said = [entry["message"] for entry in info["diagnostics"] if entry["kind"] == "device-counters-missing"]
        self.assertEqual(len(said), 1)
        self.assertIn("libnvidia-ml.so.1 is not there", said[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
