#!/usr/bin/env python3
"""Collectives as torch's own flight recorders have seen them, on rows of their own. The one of NCCL is asked with what it would say, as
NCCL needs GPUs; gloo's is real, and has nothing that is not recorded already. With torch that has them (2.4 and later)."""
import json
import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions


STACKS_SIGNAL = 59  # HangStacks.cpp has the same


class FlightDump(unittest.TestCase):
    def test_what_the_flight_recorder_of_nccl_holds_is_on_the_axis(self):
        tried = [python for python in pythons() if versions(python)[1] >= (2, 4)]
        if not tried:
            self.skipTest('no torch 2.4 or later: ./test torch installs some')
        for python in tried:
            with self.subTest(versions(python)[0]), tempfile.TemporaryDirectory() as folder:
                session = Path(folder) / 'run.lanes'
                run = subprocess.run([RECORDER, 'record', '-o', session, '--', python, PROGRAMS / 'flight_dump.py'], capture_output=True,
                                     text=True, timeout=300, check=False)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.check(self.events(session), int(run.stdout.split()[-1]))

    def test_a_collective_that_hangs_is_in_what_the_hang_saves(self):
        """While it hangs: the program is killed afterwards."""
        stacks = self.hang(signal.SIGUSR1)
        self.assertTrue(any('hung_collective.py' in stack for stack in stacks), stacks)
        self.assertFalse(any('lanescope_probe' in stack for stack in stacks), stacks)  # where the program stands, not we

    def test_it_is_saved_without_stacks_too(self):
        """Which a program does not give that uses the signal itself."""
        self.assertEqual(self.hang(STACKS_SIGNAL), [])

    def hang(self, used):
        """The call stacks in what is saved."""
        tried = [python for python in pythons() if versions(python)[1] >= (2, 8)]
        if not tried:
            self.skipTest('no torch 2.8 or later, whose gloo has a flight recorder: ./test torch installs some')
        stacks_of_all = []
        for python in tried:
            with self.subTest(versions(python)[0]), tempfile.TemporaryDirectory() as folder:
                session, program = Path(folder) / 'run.lanes', [python, PROGRAMS / 'hung_collective.py']
                absent = subprocess.Popen([*program, '1', Path(folder) / 'meeting', str(int(used))], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
                recorder = subprocess.Popen([RECORDER, 'record', '--keep', '60s', '--when', 'hang>2s', '-o', session, '--', *program, '0',
                                             Path(folder) / 'meeting', str(int(used))], stderr=subprocess.PIPE, text=True,
                                            env=os.environ | {'TORCH_FR_BUFFER_SIZE': '2000'})  # torch 2.9 keeps none without it
                try:
                    found = []
                    for line in recorder.stderr:  # on a busy machine it may have done nothing for two seconds before
                        if 'done nothing' in line:
                            found = self.events(Path(line.split('saved ')[1].split(': ')[0]))
                        if any(event.get('cat') == 'flight_recorder' for event in found):
                            break
                finally:
                    for process in (recorder, absent):
                        process.terminate()
                        process.communicate()
                hung = [event for event in found if event.get('cat') == 'flight_recorder']
                self.assertEqual([(event['name'], event['args']['In sizes'], event['args']['State']) for event in hung],
                                 [('gloo:all_reduce', '[[7]]', 'scheduled')])
                marks = [event for event in found if event['name'].startswith('Hang: process')]
                stacks = [mark['args']['Call stack'] for mark in marks if 'Call stack' in mark.get('args', {})]
                stacks_of_all += stacks
        return stacks_of_all

    def events(self, session):
        trace = session.with_suffix('.json')
        subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
        return json.loads(trace.read_text())['traceEvents']

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
