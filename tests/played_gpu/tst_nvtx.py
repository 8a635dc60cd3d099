#!/usr/bin/env python3
"""NVTX's ranges and marks in sessions of the recorder: of a program with NVIDIA's own header, and of torch.cuda.nvtx. The
programs say what they did. Skips, and says why, where there is no header and no PyTorch that has NVTX."""
import json
import subprocess
import unittest
from collections import Counter
from pathlib import Path

import build
from recorded import Session

HERE = Path(__file__).resolve().parent
FOUND = build.installed()
WHEELS = [cuda for cuda in FOUND if cuda.python]
WITH_HEADER = [cuda for cuda in FOUND if cuda.header("nvtx3/nvToolsExt.h")]
NO_HEADER = "no header of NVTX: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)"
ARGUMENTS = ("Domain", "Category", "Color", "Payload")
DEBIAN = "/usr/bin/python3"


class Annotated(Session):
    """A session, and what its program says that it did."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.told = [json.loads(line) for line in self.stdout.splitlines()]
        ours = sorted(self.of("user_annotation"), key=lambda event: event["ts"])
        self.started = [event for event in ours if str(event["tid"]).startswith("ranges")]
        self.ranges = [event for event in ours if event not in self.started]

    def said(self, kind):
        return [(line["name"], line["args"]) for line in self.told if line["kind"] == kind]

    @staticmethod
    def recorded(events):
        return [(event["name"], {key: event["args"][key] for key in ARGUMENTS if key in event.get("args", {})})
                for event in sorted(events, key=lambda event: (event["ts"], -event.get("dur", 0)))]


@unittest.skipUnless(WITH_HEADER, NO_HEADER)
class Header(unittest.TestCase):
    def test_layouts_are_those_of_the_headers(self):
        for cuda in WITH_HEADER:
            with self.subTest(cuda.name):
                builder = build.Builder(cuda)
                builder.out.mkdir(parents=True, exist_ok=True)
                builder.run("g++", *build.FLAGS, *builder.include_flags, "-fsyntax-only", HERE / "nvtx_layouts.cpp")


@unittest.skipUnless(WITH_HEADER, NO_HEADER)
class Native(unittest.TestCase):
    """A program without Python, which has compiled NVTX into itself."""

    @classmethod
    def setUpClass(cls):
        cls.cuda = WITH_HEADER[0]
        cls.program = build.Builder(cls.cuda).program("nvtx_program", "-ldl", "-lpthread")

    def record(self, *parts):
        session = Annotated(self.cuda, [self.program, *parts])
        self.assertEqual(session.said("wrong"), [])
        self.assertEqual(session.info["lost"], 0)
        return session

    def check(self, session):
        for kind, events in (("range", session.ranges), ("started", session.started), ("mark", session.instants)):
            with self.subTest(kind):
                self.assertEqual(session.recorded(events), session.said(kind))

    def test_what_it_does_is_what_is_recorded(self):
        for part in ("simple", "attributed", "started"):
            with self.subTest(part):
                session = self.record(part)
                self.check(session)
                self.assertEqual((session.reason, session.info["open_slices"]), ("", 0))

    def test_started_ranges_overlap_on_a_track_of_their_own(self):
        first, second = sorted(self.record("started").started, key=lambda event: event["ts"])
        self.assertLess(first["ts"], second["ts"])
        self.assertLess(second["ts"], first["ts"] + first["dur"])
        self.assertLess(first["ts"] + first["dur"], second["ts"] + second["dur"])

    def test_what_no_tool_expects_does_no_harm(self):
        session = self.record("hostile")
        self.check(session)
        self.assertIn("recorded up to 512 levels", session.reason)
        self.assertIn("63 domains are recorded", session.reason)

    def test_a_child_has_ranges_of_its_own(self):
        session = self.record("forked")
        self.check(session)
        self.assertEqual(len({event["pid"] for event in session.ranges}), 2)

    def test_threads_have_ranges_of_their_own(self):
        session = self.record("threads")
        self.check(session)
        self.assertEqual(sorted(Counter(event["tid"] for event in session.ranges).values()), [1000, 1000])

    def test_another_tool_goes_first(self):
        session = Annotated(self.cuda, ["env", "NVTX_INJECTION64_PATH=libm.so.6", self.program, "simple"])
        self.assertEqual(session.ranges + session.instants, [])


@unittest.skipUnless(WITH_HEADER, NO_HEADER)
class Streams(unittest.TestCase):
    """What a program calls its streams of CUDA, through the runtime's part of NVTX and the driver's."""

    def test_their_rows_bear_their_names(self):
        for cuda in WITH_HEADER:
            with self.subTest(cuda.name):
                session = Annotated(cuda, [build.Builder(cuda).build().cuda_program("stream_names")])
                self.assertEqual((session.said("wrong"), session.info["lost"], session.reason), ([], 0, ""))
                rows = {fill["args"]["bytes"]: (session.rows[fill["pid"], fill["tid"]], fill["args"]["stream"])
                        for fill in session.of("gpu_memset")}
                told = {arguments["bytes"]: name for name, arguments in session.said("stream")}
                self.assertEqual(rows, {size: (f"{told[size]} (stream {stream})" if told[size] else f"stream {stream}", stream)
                                        for size, (_, stream) in rows.items()})
                self.assertEqual(rows.keys(), told.keys())
                # Asking CUPTI for a stream's number is no call of the program's.
                self.assertEqual([call["name"] for call in session.calls() if call["name"].startswith(("cuStream", "cuCtx"))], [])


class Torch(unittest.TestCase):
    @unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
    def test_torch_cuda_nvtx_is_recorded(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                build.Builder(cuda).build()
                session = Annotated(cuda, [cuda.python, HERE / "programs/annotated.py"])
                self.assertEqual((session.reason, session.info["lost"]), ("", 0))
                for kind, events in (("range", session.ranges), ("started", session.started), ("mark", session.instants)):
                    self.assertEqual(session.recorded(events), session.said(kind))
                self.check_kernels(session)
                self.check_lines(session)

    def check_kernels(self, session):
        """What was launched below a range, and nothing else, leads to it."""
        calls = {call["args"]["correlation"]: call for call in session.calls()}
        for line, event in zip((line for line in session.told if line["kind"] == "range"), session.ranges):
            if "kernels" in line:
                began = [calls[kernel["args"]["correlation"]]["ts"] for kernel in session.kernels()]
                self.assertEqual(sum(event["ts"] <= start < event["ts"] + event["dur"] for start in began), line["kernels"],
                                 event["name"])

    def check_lines(self, session):
        stacks = {event["args"]["Call stack"] for event in session.ranges if event["name"] == "forward"}
        self.assertEqual(len(stacks), 1)
        self.assertIn("annotated.py", stacks.pop())

    def test_debians_torch_has_none(self):
        found = subprocess.run([DEBIAN, "-c", "import torch; torch.cuda.nvtx.mark('')"], capture_output=True, text=True, check=False)
        if "NVTX functions not installed" in found.stderr:
            self.skipTest("Debian's torch is built without NVTX")
        self.assertEqual(found.returncode, 0, found.stderr)


if __name__ == "__main__":
    unittest.main()
