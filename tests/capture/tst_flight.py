#!/usr/bin/env python3
"""The flight recorder and the schedule of steps with real torch: a death, a hang, a slow step, and pauses that see steps."""
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions

PATIENCE = 600


class Training:
    def __init__(self, test, *options):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.test, self.folder = test, Path(folder.name)
        self.session = self.folder / 'run.lanes'
        self.process = subprocess.Popen([RECORDER, 'record', *options, '-o', self.session, '--', test.python, PROGRAMS / 'trains.py'],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        test.addCleanup(self.process.communicate)
        test.addCleanup(self.process.kill)
        self.program = int(self.process.stdout.readline())
        test.addCleanup(self.kill_program)

    def kill_program(self):
        if self.process.poll() is None:
            os.kill(self.program, signal.SIGKILL)

    def tell(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def ask(self, line):
        self.tell(line)
        return self.process.stdout.readline().strip()

    def state(self):
        return self.ctl('status').split()[1]

    def ctl(self, word):
        return subprocess.run([RECORDER, 'ctl', str(self.process.pid), word], capture_output=True, text=True, check=True,
                              timeout=PATIENCE).stdout

    def is_recording(self):
        """Also in the program, where a thread puts the callback back."""
        names = [name.read_text() for name in Path(f'/proc/{self.program}/task').glob('*/comm')]
        return self.state() == 'recording' and 'lanescope-pause\n' not in names

    def wait_for(self, condition):
        until = time.monotonic() + PATIENCE
        while not (result := condition()):
            self.test.assertLess(time.monotonic(), until, 'it did not happen')
            time.sleep(0.01)
        return result

    def saved(self):
        path = self.folder / 'run-1.lanes'
        self.wait_for(lambda: path.exists() and path.stat().st_size)
        return path

    def finish(self, code=0):
        _, errors = self.process.communicate(timeout=PATIENCE)
        self.test.assertEqual(self.process.returncode, code, errors)
        return errors


def events(session):
    said = json.loads(subprocess.run([RECORDER, 'info', '--json', session], capture_output=True, text=True, check=True).stdout)
    trace = session.with_suffix('.json')
    subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
    return said, json.loads(trace.read_text())['traceEvents']


class FlightCase(unittest.TestCase):
    python = None

    def test_a_death_is_saved(self):
        run = Training(self, '--keep', '60s')
        run.ask('step')
        run.tell('die')
        errors = run.finish(1)
        self.assertIn('RuntimeError: as told', errors)
        self.assertIn('run-1.lanes: the program ended with code 1', errors)
        said, found = events(run.saved())
        self.assertTrue(said['complete'])
        self.assertEqual(said['diagnostics'], [])
        self.assertEqual(sum(event['name'] == 'Optimizer.step#SGD.step' for event in found), 1)

    def test_a_slow_step_is_saved(self):
        run = Training(self, '--keep', '60s', '--when', 'step>20x')
        for _ in range(12):
            run.ask('step 0.2')
        run.ask('slow 8')
        _, found = events(run.saved())
        self.assertEqual(sum(event['name'] == 'Optimizer.step#SGD.step' for event in found), 13)
        self.assertRegex(run.finish(), r'run-1.lanes: step 13 took \d+\.')

    def test_a_failed_allocation_is_saved(self):
        run = Training(self, '--keep', '60s', '--when', 'oom')
        run.ask('step')
        self.assertEqual(run.ask('exhaust'), 'refused')
        said, found = events(run.saved())
        self.assertTrue(said['complete'])
        [failed] = [event for event in found if event['name'] == '[OutOfMemory]']
        self.assertEqual(sum(event['name'] == 'Optimizer.step#SGD.step' for event in found), 1)
        self.assertGreaterEqual(failed['ts'], max(event['ts'] for event in found if event['name'] == 'Optimizer.step#SGD.step'))
        run.ask('step')  # the program has caught it, and goes on
        self.assertIn('run-1.lanes: torch', run.finish())

    def test_a_hang_is_saved_with_where_it_stands(self):
        run = Training(self, '--keep', '60s', '--when', 'hang>2s')
        run.ask('step')
        run.tell('hang')
        # A torch that imports for so long within its first step is one of its own.
        run.wait_for(lambda: [path for path in run.folder.glob('run-*.lanes') if self.hangs_in_the_lock(path)])
        run.kill_program()
        self.assertIn('the program has done nothing for 2.0', run.finish(-signal.SIGKILL))

    def hangs_in_the_lock(self, session):
        if not session.stat().st_size:
            return False
        said, found = events(session)
        self.assertTrue(said['complete'])
        marks = [event for event in found if event['name'].startswith('Hang: process')]
        stacks = [mark['args']['Call stack'] for mark in marks if 'Call stack' in mark.get('args', {})]
        return any('trains.py(' in stack and 'wait_for_ever' in stack for stack in stacks)

    def test_steps_are_seen_in_a_pause(self):
        run = Training(self, '--wait', '2', '--active', '1', '--repeat', '1')
        run.wait_for(lambda: run.state() == 'paused')
        run.ask('step')
        run.ask('step')
        run.wait_for(run.is_recording)
        run.ask('step')
        run.wait_for(lambda: run.state() == 'paused')
        run.finish()
        _, found = events(run.session)
        # The active step's, and no other operator; of the steps before it their optimizer's.
        self.assertEqual(sum(event['name'] == 'aten::linear' for event in found), 1)
        self.assertEqual(sum(event['name'] == 'Optimizer.step#SGD.step' for event in found), 3)


def load_tests(loader, _tests, _pattern):
    suite = unittest.TestSuite()
    for python in pythons():
        name, _ = versions(python)
        case = type(f'{FlightCase.__name__} [{name}]', (FlightCase,), {'python': python})
        suite.addTests(loader.loadTestsFromTestCase(case))
    return suite


if __name__ == '__main__':
    unittest.main()
