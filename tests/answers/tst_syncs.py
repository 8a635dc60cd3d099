"""lanescope stats --by sync on a session whose waits are known: line, operator, count, time of the host and idle time of the device."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from gap_sessions import BUSY, CALL, LATENCY, GapSession
from kineto import Kineto

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"


class WaitingSession(GapSession):
    def waits(self, line, operator, length):
        """The host waits in an operator that a line of Python called, and launches the next kernel right after."""
        at = self.device_free
        self.function(line, at, length)
        if operator:
            self.operator(operator, at, length)
        self.call("cudaStreamSynchronize", at, length)
        self.end_launch_bound(at + length, self.expected_here)
        self.device_free = at + length + CALL + LATENCY + BUSY

    @property
    def expected_here(self):
        return {"launch_bound": 0}


class Syncs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ask(self, session, *options):
        path = session.write(self.folder / "session.json")
        done = subprocess.run([PROGRAM, "stats", path, "--by", "sync", "--format", "json", *options], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def session(self):
        session = WaitingSession()
        session.waits("train.py(27): step", "aten::item", 30_000)
        session.waits("train.py(27): step", "aten::item", 50_000)
        session.waits("train.py(31): report", "aten::nonzero", 10_000)
        session.waits("train.py(40): main", None, 90_000)
        return session

    def test_waits_by_line_and_operator(self):
        rows = {(r["line"], r["operator"]): (r["call"], r["calls"], r["waited_ns"], r["longest_ns"]) for r in self.ask(self.session())}
        self.assertEqual(rows, {("step (train.py:27)", "aten::item"): ("cudaStreamSynchronize", 2, 80_000, 50_000),
                                ("report (train.py:31)", "aten::nonzero"): ("cudaStreamSynchronize", 1, 10_000, 10_000),
                                ("main (train.py:40)", None): ("cudaStreamSynchronize", 1, 90_000, 90_000)})

    def test_idle_time_covers_the_wait_and_what_follows_until_the_launch(self):
        for row in self.ask(self.session()):
            self.assertGreaterEqual(row["device_idle_ns"], row["waited_ns"])
            self.assertLessEqual(row["device_idle_ns"], row["waited_ns"] + row["calls"] * (CALL + LATENCY))

    def test_the_costliest_comes_first_and_a_filter_chooses(self):
        self.assertEqual([r["waited_ns"] for r in self.ask(self.session())], [90_000, 80_000, 10_000])
        self.assertEqual([r["operator"] for r in self.ask(self.session(), "--where", "op:nonzero")], ["aten::nonzero"])

    def test_a_session_without_waits_has_no_rows(self):
        session = Kineto()
        session.operator("aten::mm", 1_000_000, 10_000)
        self.assertEqual(self.ask(session), [])


if __name__ == "__main__":
    unittest.main()
