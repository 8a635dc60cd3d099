#!/usr/bin/env python3
"""One run of PyTorch's own wheels on the played GPU, recorded by us and by torch.profiler at once: both have the same, to the
nanosecond and to the byte, and every kernel leads to its launch, operator, shapes and line. Skips, and says why, where there is
no PyTorch with CUDA."""
import re
import tempfile
import unittest
from collections import Counter, defaultdict
from pathlib import Path

import build
import call_ids
from recorded import Session
from tst_cupti_shared import CALLS, DRIFT, ROUNDING, WORK, Trace

WHEELS = [cuda for cuda in build.installed() if cuda.python]
PROGRAM = build.HERE / "programs/one_run.py"
PROGRAMS = str(PROGRAM.parent)
BY_HAND, REPLAYS = 20, 100


class OneRun:
    def __init__(self, cuda):
        folder = build.Builder(cuda).build().extension("launching_extension")
        with tempfile.TemporaryDirectory() as traces:
            path = Path(traces) / "trace.json"
            self.session = Session(cuda, [cuda.python, PROGRAM, path, folder], origins=True)
            self.theirs = Trace(path)
        measured = next(event for event in self.session.slices if event["name"] == "measured")
        self.calls = self.within(measured, self.session.calls())
        self.work = [event for event in self.session.of(*WORK) if event["args"]["correlation"] in self.calls]
        self.kernels = [kernel for kernel in self.session.origins if int(kernel["fields"]["correlation"]) in self.calls]
        self.memory = [event["args"] for event in sorted(self.session.points, key=lambda event: event["ts"])
                       if event["name"] == "[memory]" and measured["ts"] <= event["ts"] < measured["ts"] + measured["dur"]]

    @staticmethod
    def within(measured, calls):
        """By correlation."""
        return {call["args"]["correlation"]: call for call in calls if measured["ts"] <= call["ts"] < measured["ts"] + measured["dur"]}

    def their_calls(self):
        measured = next(event for event in self.theirs.of("user_annotation") if event["name"] == "measured")
        return self.within(measured, self.theirs.of(*CALLS))

    def lines_of(self, kernel):
        """Of the program: those that led to it, or where Python of torch's own computes a gradient, those of the forward operator."""
        forward = [event for event in self.session.of("cpu_op") if event["name"] == link(kernel, "forward")]
        return own_lines(kernel) or [event for event in forward if PROGRAMS in event["args"].get("Call stack", "")]

    def launched_by(self, name):
        return [kernel for kernel in self.kernels if any(link["role"] == "launch" and link["name"].startswith(name)
                                                         for link in kernel["links"])]


def link(kernel, role):
    return next((link["name"] for link in kernel["links"] if link["role"] == role), "")


def own_lines(kernel):
    return [f"{Path(frame['file']).name}: {frame['function']}" for frame in kernel["stack"] if frame["file"].startswith(PROGRAMS)]


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class Both(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = {cuda.name: OneRun(cuda) for cuda in WHEELS}

    def test_nothing_is_lost(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                self.assertEqual((run.session.reason, run.session.info["lost"]), ("", 0))

    def test_the_same_work_and_calls_to_the_nanosecond(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                # At the range's edges two clocks may differ. What says nothing is not recorded, also where Kineto has it, and of
                # questions that follow each other the first stands for all.
                ours = {call["args"]["correlation"] for call in run.session.calls()}
                missing = {call["name"] for correlation, call in run.their_calls().items() if correlation not in ours}
                self.assertEqual({name for name in missing if not re.match(call_ids.NOISE, name) and "Query" not in name}, set())
                for categories, ours in ((WORK, run.work), (CALLS, run.calls.values())):
                    theirs = defaultdict(list)
                    for event in run.theirs.of(*categories):
                        theirs[event["args"]["correlation"]].append(event)
                    mine = defaultdict(list)
                    for event in ours:
                        mine[event["args"]["correlation"]].append(event)
                    # Its session began before the range and ended behind it, and of the driver's calls it keeps launches alone.
                    self.assertGreater(len(mine), 400)
                    for correlation, events in mine.items():
                        if not theirs[correlation]:
                            self.assertEqual({event["cat"] for event in events}, {"cuda_driver"})
                            self.assertFalse([event for event in events if "Launch" in event["name"]])
                            continue
                        self.assertEqual(Counter((event["cat"], event["name"]) for event in events),
                                         Counter((event["cat"], event["name"]) for event in theirs[correlation]))
                        if "calls" in events[0]["args"]:
                            continue  # lasts as long as all that it stands for
                        for one, other in zip(sorted(event["dur"] for event in events), sorted(event["dur"] for event in theirs[correlation])):
                            self.assertLess(abs(one - other) * 1000, ROUNDING + DRIFT * one / 1e6, (events, theirs[correlation]))

    def test_every_kernel_leads_to_its_launch_operator_shapes_and_line(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                self.assertEqual({kernel["name"] for kernel in run.kernels if not link(kernel, "launch")}, set())
                of_operators = [kernel for kernel in run.kernels if not link(kernel, "launch").startswith("cuLaunchKernel")]
                self.assertGreater(len(of_operators), 2000)
                self.assertEqual([kernel["name"] for kernel in of_operators if not link(kernel, "operator") or not kernel["inputs"]], [])
                self.assertEqual([kernel["name"] for kernel in run.kernels if not run.lines_of(kernel)], [])

    def test_backward_kernels_lead_to_their_forward_line(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                backward = [kernel for kernel in run.kernels if kernel["stack_of_forward"]]
                self.assertGreater(len(backward), 150)
                self.assertEqual({bool(link(kernel, "forward")) for kernel in backward}, {True})
                lines = {line for kernel in backward for line in own_lines(kernel)}
                for line in ("trained.py: train", "trained.py: Block.forward", "trained.py: Transformer.forward"):
                    self.assertIn(line, lines)

    def test_replayed_kernels_lead_to_the_captured_line(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                replayed = run.launched_by("cudaGraphLaunch")
                self.assertEqual((len(replayed) % REPLAYS, len(replayed) // REPLAYS > 10), (0, True))
                self.assertEqual({"trained.py: captured" in own_lines(kernel) for kernel in replayed}, {True})

    def test_launches_that_torch_knows_nothing_of_lead_to_their_line(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                for made_by, line in (("by_ctypes", "one_run.py: Driver.launch"), ("by_extension", "one_run.py: main")):
                    made = [kernel for kernel in run.kernels if kernel["name"] == made_by]
                    self.assertEqual(len(made), BY_HAND)
                    self.assertEqual({own_lines(kernel)[0] for kernel in made}, {line})

    def test_compiled_kernels_lead_to_their_line_and_say_what_they_were_given(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                made = [kernel for kernel in run.kernels if kernel["name"].startswith("triton_")]
                self.assertGreaterEqual(len(made), 3)
                self.assertEqual([kernel["name"] for kernel in made if not run.lines_of(kernel)], [])
                self.assertEqual([kernel["name"] for kernel in made if "_ptr" not in kernel["fields"].get("launch arguments", "")], [])

    def test_ranges_of_nvtx_hold_what_was_launched_below_them(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                described, = [event for event in run.session.of("user_annotation") if event["name"] == "described"]
                began = {call["args"]["correlation"] for call in run.calls.values()
                         if described["ts"] <= call["ts"] < described["ts"] + described["dur"]}
                self.assertEqual(len([kernel for kernel in run.kernels if int(kernel["fields"]["correlation"]) in began]), 2)

    def test_the_curve_of_memory_is_torchs_own_to_the_byte(self):
        for name, run in self.runs.items():
            with self.subTest(name):
                ours = [(event["Bytes"], event["Total Allocated"]) for event in run.memory if event["Device Type"] == 1]
                theirs = [(event["Bytes"], event["Total Allocated"]) for event in run.theirs.memory if event["Device Type"] == 1]
                self.assertGreater(len(ours), 500)
                self.assertEqual(ours, theirs)


if __name__ == "__main__":
    unittest.main(verbosity=2)
