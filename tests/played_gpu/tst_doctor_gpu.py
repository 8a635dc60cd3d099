#!/usr/bin/env python3
"""The doctor on the played GPU, whole and with faults. Skips, and says why, where no PyTorch with CUDA is installed."""
import json
import os
import subprocess
import unittest

import build
from recorded import RECORDER

WHEELS = [cuda for cuda in build.installed() if cuda.python]


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class Doctor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for cuda in WHEELS:
            build.Builder(cuda).build()

    def examine(self, cuda, without=(), nvml=True, **settings):
        """Name -> finding, and the exit code."""
        inside = build.environment(cuda, without) | {f"PLAYED_{name.upper()}": str(value) for name, value in settings.items()}
        command = [RECORDER, "doctor", "--json", "--", "env", *(f"{name}={value}" for name, value in inside.items()), cuda.python]
        outside = os.environ | {"LD_LIBRARY_PATH": str(cuda.folder)} if nvml else None
        result = subprocess.run(command, env=outside, capture_output=True, text=True, timeout=300, check=False)
        report = json.loads(result.stdout)
        self.assertEqual(result.returncode, int(report["broken"] > 0), result.stdout)
        return {finding["name"]: finding for finding in report["findings"]}

    def test_a_machine_where_everything_works(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                found = self.examine(cuda)
                self.assertIn("Played H100", found["CUDA in the program"]["found"])
                for name in ("CUDA in the program", "Recording of kernels", "NVML", "Python and torch", "Probe"):
                    self.assertEqual(found[name]["state"], "good", found[name])
                # Both of these torches bring a libcupti with known faults.
                self.assertEqual(found["libcupti"]["state"], "limited", found["libcupti"])
                self.assertIn("13.4 update 1", found["libcupti"]["why"])

    def test_faults_are_named(self):
        cuda = WHEELS[0]
        for setting, part, fix in (("busy", "another profiler", "without its other profiler"),
                                   ("no_permission", "administrators", "NVreg_RestrictProfilingToAdminUsers=0")):
            with self.subTest(setting):
                found = self.examine(cuda, **{setting: 1})["Recording of kernels"]
                self.assertEqual(found["state"], "broken")
                self.assertIn(part, found["found"])
                self.assertIn(fix, found["fix"][0])

    def test_a_driver_that_is_missing(self):
        found = self.examine(WHEELS[0], without=("cuda",))
        self.assertEqual(found["CUDA in the program"]["state"], "broken")
        self.assertEqual(found["Probe"]["state"], "good")
        self.assertNotIn("libcupti", found)

    def test_nvml_that_is_missing(self):
        found = self.examine(WHEELS[0], nvml=False)["NVML"]
        self.assertEqual(found["state"], "limited")
        self.assertIn("utility", found["fix"][0])


if __name__ == "__main__":
    unittest.main()
