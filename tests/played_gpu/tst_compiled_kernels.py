#!/usr/bin/env python3
"""Where kernels of Triton and of torch.compile come from, in sessions of PyTorch's own wheels on the played GPU: with empty caches,
in which all is compiled, and with full ones. Skips, and says why, where no such wheel is installed."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import build
from recorded import Session

HERE = Path(__file__).resolve().parent
PROGRAM = HERE / "programs/compiled_kernels.py"
WHEELS = [cuda for cuda in build.installed() if cuda.python]


def line_of(text):
    lines = PROGRAM.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def has_triton(cuda):
    return subprocess.run([cuda.python, "-c", "import triton"], capture_output=True, check=False).returncode == 0


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class CompiledKernels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for cuda in WHEELS:
            build.Builder(cuda).build()

    def test_they_lead_to_their_sources(self):
        for cuda in filter(has_triton, WHEELS):
            with tempfile.TemporaryDirectory() as caches:
                for state in ("empty", "full"):
                    with self.subTest(cuda.name, caches=state):
                        session = self.record(cuda, Path(caches))
                        self.assertEqual((session.reason, session.info["lost"]), ("", 0))
                        self.check_triton(session)
                        self.check_compiled(session, state)

    def record(self, cuda, caches):
        variables = os.environ | build.environment(cuda) | {
            "TORCHINDUCTOR_CACHE_DIR": str(caches / "inductor"), "TRITON_CACHE_DIR": str(caches / "triton")}
        return Session(cuda, [cuda.python, PROGRAM], variables=variables)

    def check_triton(self, session):
        ours = [kernel["args"] for kernel in session.kernels() if kernel["name"] == "add_kernel"]
        self.assertEqual(len(ours), 6)
        # Triton counts from the first line of what its decorator stands on.
        self.assertEqual({args["kernel source"] for args in ours}, {f"{PROGRAM}:{line_of('@triton.jit')}"})
        self.assertEqual({args["kernel arguments"] for args in ours},
                         {"x_ptr: *fp32, y_ptr: *fp32, out_ptr: *fp32, n_elements: i32, scale: fp32"})
        for args in ours:
            warps = args["block"][0] // 32
            self.assertIn(f"BLOCK_SIZE={warps * 64}, num_warps={warps}", args["kernel constants"])
        self.assertEqual({args["block"][0] for args in ours}, {128, 256})
        # Each launch's own: the program gives them other sizes.
        given = [args["launch arguments"] for args in sorted(ours, key=lambda args: args["correlation"])]
        self.assertEqual(given, session.stdout.splitlines())
        self.assertEqual(len(set(given)), 6)  # another place for each

    def check_compiled(self, session, state):
        made = [kernel for kernel in session.kernels() if kernel["name"].startswith("triton_")]
        backward = [kernel["args"] for kernel in made if "backward" in kernel["name"]]
        forward = [kernel["args"] for kernel in made if "backward" not in kernel["name"]]
        self.assertTrue(forward and backward)
        lines = [line_of(f"# line of {name}") for name in ("total", "positive", "sum")]
        for args in forward:
            self.assertEqual(args["source lines"], "".join(f"{PROGRAM}({line}): compiled;" for line in lines))
            self.assertEqual(args["original operators"], "aten.add, aten.relu, aten.mul, aten.sum")
        for args in backward:
            if state == "empty":  # a backward pass is compiled with the lines of its forward nodes
                self.assertEqual(args["source lines"], "".join(f"{PROGRAM}({line}): compiled;" for line in lines[1:]))
            else:  # what was compiled before has none any more: those of its forward operator
                self.assertNotIn("source lines", args)
            self.assertIn("aten.threshold_backward", args["original operators"])
        for args in forward + backward:
            self.assertRegex(args["launch arguments"], r"_ptr\d=0x[1-9a-f][0-9a-f]{6,}, .*xnumel=\d")
        for args in forward + backward:
            file, line = args["generated code"].rsplit(":", 1)
            self.assertTrue(file.endswith(".py") and int(line) > 0, args)
            self.assertRegex(args["launched as"], r"^triton_\w+\.run\(.*\)$")
            self.assertIn("*fp32", args["kernel arguments"])
            self.assertTrue(args["kernel source"].endswith(".py"), args)
        # Nothing of ours stands in torch's way to its own launcher: Triton's would be cuLaunchKernelEx.
        calls = {call["args"]["correlation"]: call["name"] for call in session.calls()}
        self.assertEqual({calls[kernel["args"]["correlation"]] for kernel in made}, {"cuLaunchKernel"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
