#!/usr/bin/env python3
"""key_averages() of a training on the played GPU: what lanescope.profile says of operators and kernels is what torch.profiler says."""
import json
import os
import subprocess
import unittest

import build

HERE = build.HERE
PACKAGE = build.BUILD.parent / "lib/lanescope/python"
WHEELS = [cuda for cuda in build.installed() if cuda.python]
# Each profiler waits for the device in the end, in its own way.
OF_THE_PROFILER = {"CPU cudaDeviceSynchronize"}


@unittest.skipUnless(WHEELS, "no PyTorch for CUDA: ./test torch 2.15.0")
class Averages(unittest.TestCase):
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        for cuda in WHEELS:
            build.Builder(cuda).build()

    def told(self, cuda, by):
        variables = os.environ | build.environment(cuda) | {"PLAYED_NOISE_PERCENT": "0", "LANESCOPE_PACKAGE": str(PACKAGE)}
        run = subprocess.run([cuda.python, HERE / "programs/averaged_gpu.py", by], env=variables, capture_output=True, text=True,
                             timeout=300, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout.splitlines()[-1])

    def test_what_devices_did_is_told_of_operators(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                torchs, ours = self.told(cuda, "torch"), self.told(cuda, "lanescope")
                wanted, found = ({name: row for name, row in told["rows"].items() if name not in OF_THE_PROFILER} for told in (torchs, ours))
                self.assertEqual({name: row[0] for name, row in found.items()}, {name: row[0] for name, row in wanted.items()})
                for name, (_, own, total) in wanted.items():
                    self.assertAlmostEqual(found[name][1], own, delta=0.1, msg=name)
                    self.assertAlmostEqual(found[name][2], total, delta=0.1, msg=name)
                self.assertGreater(wanted["CPU aten::mm"][1], 1)
                first = [line.split()[0] for line in ours["table"].splitlines()[3:5]]
                self.assertEqual(first[0], "aten::mm", ours["table"])


if __name__ == "__main__":
    unittest.main()
