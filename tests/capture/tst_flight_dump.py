#!/usr/bin/env python3
"""Collectives as torch's own flight recorders have seen them, on rows of their own. The one of NCCL is asked with what it would say, as
NCCL needs GPUs; gloo's is real, and has nothing that is not recorded already. With torch that has them (2.4 and later)."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions


class FlightDump(unittest.TestCase):
    def test_what_the_flight_recorder_of_nccl_holds_is_on_the_axis(self):
        tried = [python for python in pythons() if versions(python)[1] >= (2, 4)]
        if not tried:
            self.skipTest('no torch 2.4 or later: ./test torch installs some')
        for python in tried:
            with self.subTest(versions(python)[0]), tempfile.TemporaryDirectory() as folder:
                session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
                run = subprocess.run([RECORDER, 'record', '-o', session, '--', python, PROGRAMS / 'flight_dump.py'], capture_output=True,
                                     text=True, timeout=300, check=False)
                self.assertEqual(run.returncode, 0, run.stderr)
                subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
                self.check(json.loads(trace.read_text())['traceEvents'], int(run.stdout.split()[-1]))

    def check(self, events, took):
        found = {event['name']: event for event in events if event.get('cat') == 'flight_recorder'}
        self.assertEqual(set(found), {'nccl:all_reduce', 'nccl:broadcast', 'nccl:all_gather'})
        around = next(event for event in events if event['name'] == 'around')
        whole = found['nccl:all_reduce']
        self.assertAlmostEqual(whole['dur'], took / 1000, delta=1)
        for event in found.values():
            self.assertTrue(around['ts'] < event['ts'] < around['ts'] + around['dur'], (event, around))
        gloo = next(event for event in events if event['name'] == 'gloo:all_reduce')
        self.assertTrue(whole['ts'] - 5000 - 1 < gloo['ts'] < whole['ts'] + whole['dur'], (whole, gloo))  # called between the two moments
        facts = whole['args']
        self.assertEqual((facts['State'], facts['Sequence in its group'], facts['In sizes'], facts['In types']),
                         ('completed', 1, '[[4, 2]]', '["Float"]'))
        self.assertEqual(found['nccl:all_gather']['args']['State'], 'scheduled')


if __name__ == '__main__':
    unittest.main(verbosity=2)
