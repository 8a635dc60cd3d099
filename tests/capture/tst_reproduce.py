#!/usr/bin/env python3
"""lanescope reproduce: an operator that was recorded runs alone, in the torch that was recorded and on its values' shapes."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, with_each_python

RESULTS = {  # the first line of "result:", and what the check says
    "addmm": ("[32, 96] torch.float32", "checked"), "convolution": ("[2, 4, 9, 9] torch.float32", "checked"),
    "cat": ("[69, 64] torch.float32", "checked"), "embedding": ("[7, 3, 64] torch.float32", "checked"),
    "native_layer_norm": ("[32, 64] torch.float32", "checked"), "add_": ("[32, 64] torch.float32", "checked"),
    "mul": ("[32, 64] torch.bfloat16", "checked"), "sum": ("[] torch.float32", "checked"),
    "zeros": ("[3, 5] torch.float32", "not checked: it has no tensors"), "_to_copy": ("[32, 64] torch.bfloat16", "checked")}


class Reproduced(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def script(self, session, operator):
        """Its text; the operator by its whole name."""
        return subprocess.run([RECORDER, "reproduce", session, "--where", f"op:/^aten::{operator}$/"], capture_output=True, text=True,
                              check=True).stdout

    @with_each_python
    def test_each_runs_alone(self, python):
        session = self.folder / f"{abs(hash(python))}.lanes"
        subprocess.run([RECORDER, "record", "-o", session, "--", python, PROGRAMS / "reproduced.py"], check=True, capture_output=True)
        # All in one process: importing torch takes longer than everything else.
        names = list(RESULTS)
        for operator in names:
            (self.folder / f"{operator}.py").write_text(self.script(session, operator))
        every = "import runpy\n" + "".join(f"print('== {operator}')\nrunpy.run_path('{operator}.py', run_name='__main__')\n" for operator in names)
        done = subprocess.run([python, "-c", every], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        told = dict(zip(re.findall(r"^== (\w+)$", done.stdout, re.M), re.split(r"^== \w+$", done.stdout, flags=re.M)[1:]))
        for operator in names:
            result, check = RESULTS[operator]
            self.assertIn(f"result: {result}\n", told[operator], operator)
            self.assertRegex(told[operator], rf"(?m)^{check}", operator)
            self.assertRegex(told[operator], r"median of 20 runs: \d+\.\d us; recorded: \d+\.\d us on (cpu|an unknown device)")

    def test_names_stay_texts(self):
        trace = self.folder / "trace.json"
        trace.write_text('{"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "a::\\"\\"\\"\\nimport os", "pid": 1, "tid": 1, "ts": 1, "dur": 2},'
                         '{"ph": "X", "cat": "cpu_op", "name": "a::b\\"\\\\", "pid": 1, "tid": 1, "ts": 9, "dur": 2, "args": '
                         '{"Input Dims": [[2, 3], []], "Input type": ["float\\"", "Scalar"], "Concrete Inputs": ["", "\\"\\n"]}}]}')
        done = subprocess.run([RECORDER, "reproduce", trace, "--where", "op:"], capture_output=True, text=True, check=True)
        compile(done.stdout, "script", "exec")
        self.assertIn('NAME = "a::b\\"\\\\"\n', done.stdout)
        self.assertIn('("", "Scalar", None, None, "\\"\\x0a"),\n', done.stdout)

    def test_what_cannot_run_is_said(self):
        trace = self.folder / "trace.json"
        trace.write_text('{"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]}')
        for where in ("op:mm", "kernel:gemm"):
            done = subprocess.run([RECORDER, "reproduce", trace, "--where", where], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("Record with shapes", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
