#!/usr/bin/env python3
"""Recordings on the played GPU below modules and ranges (--where): the kernels of those and of their backward pass, no others. And
with --nonfinite, which must do nothing on the device. Skips, and says why, where no PyTorch with CUDA is installed."""
import unittest
from collections import Counter
from pathlib import Path

import build
from recorded import Session

PROGRAM = Path(__file__).resolve().parent / "programs/below.py"
WHEELS = [cuda for cuda in build.installed() if cuda.python]
STEPS = 5
# A part of the names of kernels that one place of the program launches, and how often in each step.
MADE = ("cos_kernel", "tanh_kernel", "sigmoid_kernel", "exp_kernel", "erf_kernel", "floor_kernel", "tanh_backward", "sigmoid_backward")


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class Below(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for cuda in WHEELS:
            build.Builder(cuda).build()

    def record(self, cuda, *options):
        return Session(cuda, [cuda.python, PROGRAM], options=options)

    @staticmethod
    def made(session):
        """How often each of the kernels that tell where they come from ran in a step."""
        names = Counter(part for kernel in session.kernels() for part in MADE if part in kernel["name"])
        return {part: count // STEPS for part, count in names.items() if count >= STEPS}

    def test_kernels_below_a_module_and_of_its_backward_pass(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                whole, below = self.record(cuda), self.record(cuda, "--where", "module:layers.1")
                self.assertEqual(set(self.made(whole)), set(MADE))
                self.assertEqual(self.made(below), {part: self.made(whole)[part] for part in ("tanh_kernel", "tanh_backward")})
                self.assertEqual((below.info["lost"], below.stdout), (0, whole.stdout))
                self.assertNotIn("work-without-launch", below.diagnostics)
                products = [kernel for kernel in whole.kernels() if "gemm" in kernel["name"].lower()]
                own = [kernel for kernel in below.kernels() if "gemm" in kernel["name"].lower()]
                # The first layer's input wants no gradient.
                self.assertEqual((len(own), len(products)), (3 * STEPS, 8 * STEPS))

    def test_kernels_below_a_range(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                self.assertEqual(self.made(self.record(cuda, "--where", "range:validate")), {"erf_kernel": 1})

    def test_nothing_is_launched_and_nothing_waited_for_to_find_values(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                alone, watched = self.record(cuda), self.record(cuda, "--nonfinite", "--outputs")
                self.assertEqual(Counter(call["name"] for call in watched.calls()), Counter(call["name"] for call in alone.calls()))
                self.assertEqual(Counter(kernel["name"] for kernel in watched.kernels()),
                                 Counter(kernel["name"] for kernel in alone.kernels()))
                made = [event["name"] for event in watched.of("non_finite") if " made by " in event["name"]]
                self.assertEqual(made, [])  # what went in is on the device: nobody can say
                sub = next(event for event in watched.of("cpu_op") if event["name"] == "aten::sub")
                self.assertEqual(sub["args"]["Output Dims"], [[4]])


if __name__ == "__main__":
    unittest.main()
