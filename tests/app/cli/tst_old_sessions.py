"""Sessions that earlier versions have written are read as those read them: tests/data/sessions/NAME.lanes, and beside it what
`info --json` (NAME.info.json) and `stats --format csv` (NAME.stats.csv) of that version said of it.

before-devices: a small training with ranges, a thread and a child process, recorded on 2026-11-22, before sessions had
devices of their own, clocks and watermarks."""
import csv
import io
import json
import os
import subprocess
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
SESSIONS = sorted((Path(__file__).resolve().parents[2] / "data" / "sessions").glob("*.lanes"))


def said_then(session, what):
    return session.with_suffix(what).read_text()


def says_now(*command):
    return subprocess.run([PROGRAM, *command], capture_output=True, text=True, check=True).stdout


class OldSessions(unittest.TestCase):
    maxDiff = None

    def test_there_are_some(self):
        self.assertTrue(SESSIONS)

    def test_what_is_inside(self):
        for session in SESSIONS:
            with self.subTest(session.name):
                then = json.loads(said_then(session, ".info.json"))
                now = json.loads(says_now("info", "--json", session))
                for one in (then, now):
                    one.pop("file", None)  # where it lay
                self.assertEqual({key: now.get(key) for key in then}, then)  # keys may have come since

    def test_figures_of_operators(self):
        for session in SESSIONS:
            with self.subTest(session.name):
                then = list(csv.DictReader(io.StringIO(said_then(session, ".stats.csv"))))
                now = list(csv.DictReader(io.StringIO(says_now("stats", "--top", "50", "--format", "csv", session))))
                # columns may have come since, and what is not known was 0
                self.assertEqual([{key: row[key] or "0" for key in then[0]} for row in now], then)


if __name__ == "__main__":
    unittest.main()
