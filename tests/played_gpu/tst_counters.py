#!/usr/bin/env python3
"""Counters of the played GPU in a session of the recorder. Skips, and says why, where no CUDA headers are installed."""
import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import build

FOUND = build.installed()
HELD = (520 << 20) + (1 << 20)  # a context, and what the program took
BUILT = Path(os.environ.get("LANESCOPE_BUILD") or build.ROOT / "build")
RECORDER, HELPER = BUILT / "bin/lanescope-record", BUILT / "lib/lanescope/lanescope-nvml"


def name_of(process):
    return Path(f"/proc/{process}/comm").read_text().strip()


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
                self.niceness = {name_of(child): os.getpriority(os.PRIO_PROCESS, int(child)) for child in children}
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
        self.assertEqual(self.niceness["lanescope-nvml"], self.niceness["program"] + 10)
        self.assertEqual([values[-1] for (name, _), values in samples.items() if name.startswith("Memory of process ")], [HELD])
        self.assertFalse(any(name.startswith(("Throttled", "ECC", "NVLink")) for name, _ in samples))
        self.assertEqual([entry for entry in info["diagnostics"] if "counters" in entry["kind"]], [])

    def test_gpm_has_what_sms_and_links_do(self):
        samples, info = self.record()
        load = max(samples[("SM active", "%")])
        self.assertGreater(load, 50)
        for name, share in (("SM occupancy", 0.5), ("Tensor cores active", 0.4), ("DRAM bandwidth used", 0.6), ("FP32 active", 0.2),
                            ("FP16 active", 0.1)):
            self.assertEqual([round(value / share) for value in samples[(name, "%")]],
                             [round(value) for value in samples[("SM active", "%")]])
        self.assertEqual(set(samples[("PCIe sent", "bytes/s")]), {100 << 20})
        self.assertEqual(set(samples[("PCIe received", "bytes/s")]), {200 << 20})
        self.assertNotIn(("FP64 active", "%"), samples)  # it was never used
        self.assertEqual([entry for entry in info["diagnostics"] if "counters" in entry["kind"]], [])

    def test_without_gpm_nothing_of_it_is_shown(self):
        for settings in ({"gpm": 0}, {"gpm": 2}, {"gpm": 3}, {"cc": 80}):
            with self.subTest(**settings):
                samples, info = self.record(**settings)
                self.assertFalse([name for name, _ in samples if name.startswith(("SM a", "SM o", "Tensor", "DRAM", "FP"))])
                self.assertEqual(set(samples[("PCIe sent", "bytes/s")]), {0})  # NVML's own figure
                self.assertEqual([entry for entry in info["diagnostics"] if "counters" in entry["kind"]], [])

    def helper(self, rounds, **settings):
        """What the helper prints until it has sampled so often, its CPU time, and what was refused."""
        with tempfile.TemporaryDirectory() as folder:
            refusals = Path(folder) / "refusals"
            variables = os.environ | {"LD_LIBRARY_PATH": str(self.cuda.folder), "PLAYED_REFUSALS": str(refusals)}
            variables |= {f"PLAYED_{name.upper()}": str(value) for name, value in settings.items()}
            lines = []
            with subprocess.Popen([HELPER, "10"], env=variables, stdout=subprocess.PIPE, text=True) as helper:
                begin = time.monotonic()
                while sum(" pcie_sent" in line for line in lines) < rounds:
                    lines.append(helper.stdout.readline())
                threads = Path(f"/proc/{helper.pid}/task").glob("*/schedstat")
                share = sum(int(path.read_text().split()[0]) for path in threads) / 1e9 / (time.monotonic() - begin)
                helper.kill()
            return lines, share, refusals.read_text().split("\n")[:-1] if refusals.exists() else []

    def test_what_is_not_supported_is_asked_once(self):
        _, _, refused = self.helper(3)
        self.assertEqual(sorted(refused), ["field", "field", "gpm metric", "gpm metric"])  # both directions of NVLink
        _, _, refused = self.helper(3, mig=1, gpm=0)
        self.assertEqual(sorted(refused), ["field", "field", "gpm", "utilisation"])
        _, _, refused = self.helper(3, gpm=3, devices=2)
        self.assertEqual(refused, ["gpm sample"] * 2)  # once for each device

    def test_the_helper_takes_a_small_part_of_a_core(self):
        lines, share, _ = self.helper(4, gpm_ns=20_000_000)
        self.assertEqual(sum(" sm_active_percent" in line for line in lines), 4)
        self.assertLess(share, 0.03)  # 0.02, and what starting takes

    def test_what_goes_over_nvlink_is_a_rate(self):
        samples, _ = self.record(devices=2)
        for name, per_second in (("NVLink sent", 1 << 30), ("NVLink received", 2 << 30)):
            self.assertEqual(set(samples[(name, "bytes/s")]), {per_second})

    def test_without_gpm_nvml_counts_what_goes_over_nvlink(self):
        samples, _ = self.record(devices=2, gpm=0)
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
