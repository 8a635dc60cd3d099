#!/usr/bin/env python3
"""Real torch under command: what runs in a pause is not recorded and costs nothing, what runs before and after is."""
import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions

# Long enough for a machine that has much else to do.
PATIENCE = 600


class Steered:
    """programs/steered.py, recorded with these options."""

    def __init__(self, test, python, *options):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.test, self.session = test, Path(folder.name) / 'run.lanes'
        self.process = subprocess.Popen([RECORDER, 'record', *options, '-o', self.session, '--', python,
                                         PROGRAMS / 'steered.py'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        test.addCleanup(self.process.communicate)
        test.addCleanup(self.process.kill)
        self.program = int(self.process.stdout.readline())

    def ctl(self, word):
        subprocess.run([RECORDER, 'ctl', str(self.program), word], check=True, capture_output=True, timeout=PATIENCE)

    def work(self, word, where='here'):
        """How many of the program's threads wait for the end of a pause afterwards."""
        self.process.stdin.write(f'{word} {where}\n')
        self.process.stdin.flush()
        return int(self.process.stdout.readline().split()[1])

    def work_until(self, word, waiting):
        until = time.monotonic() + PATIENCE
        while (found := self.work(word)) != waiting:
            if time.monotonic() > until:
                self.test.fail(f'{found} threads wait for the end of a pause, not {waiting}; {self.state()}')

    def state(self):
        """What there is to say of a recording that does not do as it should."""
        if self.process.poll() is not None:
            return f'the recorder has ended with {self.process.returncode}: {self.process.stderr.read()}'
        said = [subprocess.run([RECORDER, *words], capture_output=True, text=True, timeout=PATIENCE, check=False).stdout
                for words in (['ctl', str(self.program), 'status'], ['info', self.session])]
        return '\n'.join(said)

    def finish(self):
        _, errors = self.process.communicate(timeout=PATIENCE)
        self.test.assertEqual(self.process.returncode, 0, errors)
        trace = self.session.with_suffix('.json')
        subprocess.run([RECORDER, 'convert', self.session, trace], check=True, capture_output=True)
        self.test.assertNotIn('not found', errors)  # what torch says of a callback that it does not know
        return json.loads(trace.read_text())['traceEvents']


def calls(events, word):
    return [event for event in events if event['name'] == f'aten::{word}']


class PauseCase(unittest.TestCase):
    python = None

    def test_only_what_runs_outside_of_pauses_is_recorded(self):
        run = Steered(self, self.python)
        self.assertEqual(run.work('sin'), 0)
        run.ctl('stop')
        run.work_until('cos', 1)
        run.work('cos', 'thread')
        run.work('cos', 'fork')
        run.ctl('start')
        run.work_until('tanh', 0)
        run.work('exp')
        run.work('exp', 'thread')
        run.work('exp', 'fork')
        run.ctl('stop')
        run.work('cos')
        events = run.finish()
        self.assertEqual(len(calls(events, 'sin')), 1)
        self.assertEqual(calls(events, 'cos'), [])
        self.assertEqual(len(calls(events, 'exp')), 22)
        pauses = [event for event in events if event['name'] == 'Recording paused']
        self.assertEqual(len(pauses), 2)
        for operator in calls(events, 'exp'):
            self.assertGreaterEqual(operator['ts'], pauses[0]['ts'] + pauses[0]['dur'])

    def test_a_recording_that_starts_paused_lacks_nothing_later(self):
        run = Steered(self, self.python, '--start-paused')
        run.work_until('cos', 1)
        run.ctl('start')
        run.work_until('tanh', 0)
        run.work('exp')
        events = run.finish()
        self.assertEqual(calls(events, 'cos'), [])
        self.assertEqual(len(calls(events, 'exp')), 1)
        self.assertIn('Call stack', calls(events, 'exp')[0]['args'])
        self.assertIn('Input Dims', calls(events, 'exp')[0]['args'])
        self.assertTrue([event for event in events if event['name'] == '[memory]'])

    def test_a_recorder_that_dies_in_a_pause_is_noticed(self):
        run = Steered(self, self.python)
        self.assertEqual(run.work('sin'), 0)
        run.ctl('stop')
        run.work_until('cos', 1)
        run.process.kill()
        run.work_until('cos', 0)
        os.kill(run.program, 9)

    def test_what_is_left_out_is_not_there(self):
        run = Steered(self, self.python, '--no-shapes', '--no-stacks', '--no-memory')
        run.work('exp')
        events = run.finish()
        self.assertEqual(set(calls(events, 'exp')[0]['args']) & {'Call stack', 'Input Dims', 'Input type'}, set())
        self.assertEqual([event for event in events if event['name'] == '[memory]'], [])


def load_tests(loader, _tests, _pattern):
    suite = unittest.TestSuite()
    for python in pythons():
        name, _ = versions(python)
        case = type(f'{PauseCase.__name__} [{name}]', (PauseCase,), {'python': python})
        suite.addTests(loader.loadTestsFromTestCase(case))
    return suite


if __name__ == '__main__':
    unittest.main()
