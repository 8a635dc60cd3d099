#!/usr/bin/env python3
"""Programs that record themselves: what ran within a recording is in its session, whole, and nothing else; whether torch came
before or within it, and however often."""
import json
import os
import subprocess
import tempfile
import time
import unittest
from collections import Counter
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, with_each_python

PATIENCE = 900
ENVIRONMENT = os.environ | {'LANESCOPE_PACKAGE': str(BUILD / 'lib/lanescope/python'), 'LANESCOPE_RECORDER': str(RECORDER)}


def calls(session):
    """How often each name stands in a session."""
    rows = subprocess.run([RECORDER, 'stats', session, '--by', 'name', '--top', '0', '--format', 'json'], check=True,
                          capture_output=True, text=True, timeout=PATIENCE).stdout
    return Counter({row['name']: row['calls'] for row in json.loads(rows)})


def info(session):
    return json.loads(subprocess.run([RECORDER, 'info', '--json', session], check=True, capture_output=True,
                                     text=True, timeout=PATIENCE).stdout)


def events(session):
    trace = subprocess.run([RECORDER, 'convert', '-q', session, '-'], check=True, capture_output=True, timeout=PATIENCE)
    return json.loads(trace.stdout)['traceEvents']


def thread_names(session):
    return {event['args']['name'] for event in events(session) if event['name'] == 'thread_name'}


class SelfRecorded(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.session = self.folder / 'run.lanes'

    def run_program(self, python, what, *arguments, around=(), check=True):
        self.session.unlink(missing_ok=True)
        result = subprocess.run([*around, python, PROGRAMS / 'self_recorded.py', what, self.folder, *arguments],
                                capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
        if check:
            self.assertEqual(result.returncode, 0, result.stderr)
        return result

    @with_each_python
    def test_torch_before_the_recording(self, python):
        result = self.run_program(python, 'torch_before')
        self.assertEqual(result.stderr, '')
        self.assertEqual(calls(self.session)['aten::eye'] // 3, 5)  # each calls itself twice

    @with_each_python
    def test_torch_within_the_recording(self, python):
        path, restored = self.run_program(python, 'torch_within').stdout.split()
        self.assertEqual(path, str(self.session))
        self.assertEqual(restored, 'True')
        self.assertEqual(calls(self.session)['aten::eye'] // 3, 5)
        facts = info(self.session)
        self.assertTrue(facts['complete'])
        self.assertEqual([entry for entry in facts['diagnostics'] if entry['severity'] != 'note'], [])

    @with_each_python
    def test_again_and_again_beside_a_busy_thread(self, python):
        times = 6
        self.run_program(python, 'again_and_again', str(times))
        for number in range(times):
            session = self.folder / f'{number}.lanes'
            found = calls(session)
            self.assertEqual(found['aten::eye'] // 3, number + 1)
            self.assertEqual(found['ReluBackward0'], 1)
            self.assertTrue(any('busy one' in thread for thread in thread_names(session)))

    @with_each_python
    def test_what_the_program_says(self, python):
        self.run_program(python, 'said')
        found = calls(self.session)
        self.assertEqual({name: found[name] for name in ('batch 0', 'batch 1', 'batch 2', 'decorated')},
                         {'batch 0': 1, 'batch 1': 1, 'batch 2': 1, 'decorated': 1})
        self.assertEqual([name for name in sorted(found) if name.startswith('ProfilerStep#')],
                         ['ProfilerStep#1', 'ProfilerStep#2', 'ProfilerStep#3'])
        self.assertEqual(info(self.session)['instants'], 3)

    @with_each_python
    def test_within_a_recording_from_outside(self, python):
        outer = self.folder / 'outer.lanes'
        result = self.run_program(python, 'annotated', around=(RECORDER, 'record', '-o', outer, '--'))
        self.assertIn('is being recorded already', result.stderr)
        self.assertEqual(result.stdout.split(), ['None', 'False'])
        self.assertEqual(calls(outer)['aten::eye'] // 3, 5)
        self.assertEqual(calls(outer)['around'], 1)

    @with_each_python
    def test_the_innermost_line_of_what_is_said_is_the_programs(self, python):
        self.run_program(python, 'said_where')
        lines = {line.split('  # ')[1]: number for number, line in enumerate((PROGRAMS / 'self_recorded.py').read_text().splitlines(), 1)
                 if '  # ' in line}
        for said in 'ProfilerStep#1', 'a range', 'a mark', 'by hand':
            stacks = [event['args']['Call stack'] for event in events(self.session) if event['name'] == said]
            self.assertEqual(len(stacks), 1, said)
            self.assertRegex(stacks[0], rf'^[^;]*self_recorded\.py\({lines[said]}\): said_where;', said)

    @with_each_python
    def test_ranges_that_end_behind_the_recording_where_shared_memory_is_full(self, python):
        mount = 'mount -t tmpfs -o size=300m tmpfs /dev/shm && exec "$@"'  # a smaller one would not be taken for rings
        around = ('unshare', '-m', 'sh', '-c', mount, 'sh')
        if subprocess.run([*around, 'true'], capture_output=True, check=False).returncode != 0:
            self.skipTest('mounting needs rights')
        result = self.run_program(python, 'ends_late', around=around)
        self.assertEqual(result.stdout.splitlines(), ['No space left on device', 'ran on'])
        self.assertEqual(calls(self.session)["torch's"], 1)

    @with_each_python
    def test_children(self, python):
        self.run_program(python, 'children')
        self.assertEqual(calls(self.session)['aten::eye'] // 3, 4)
        self.assertEqual(len(info(self.session)['processes']), 3)

    @with_each_python
    def test_children_that_live_on_are_not_waited_for(self, python):
        for what in 'forked', 'workers':
            with self.subTest(what):
                self.assertEqual(self.run_program(python, what).stdout, 'alive\n')
                self.assertGreaterEqual(calls(self.session)['aten::eye'], 5)

    @with_each_python
    def test_a_recorder_that_does_not_end_is_waited_for_so_long_only(self, python):
        result = self.run_program(python, 'held_up')
        self.assertRegex(result.stderr, r'the recorder, process \d+, has not ended within 1 s and goes on by itself')
        waiting_until = time.monotonic() + PATIENCE
        while not info(self.session)['complete'] and time.monotonic() < waiting_until:
            time.sleep(0.05)
        self.assertEqual(calls(self.session)['aten::eye'] // 3, 5)
        self.assertEqual(calls(self.folder / 'next.lanes')['aten::eye'] // 3, 1)

    @with_each_python
    def test_a_program_that_is_killed(self, python):
        result = self.run_program(python, 'killed', check=False)
        self.assertEqual(result.returncode, -9)
        waiting_until = time.monotonic() + PATIENCE
        while not info(self.session)['complete'] and time.monotonic() < waiting_until:
            time.sleep(0.05)
        self.assertEqual(calls(self.session)['aten::eye'] // 3, 5)

    @with_each_python
    def test_pauses(self, python):
        self.run_program(python, 'paused')
        found = calls(self.session)
        self.assertGreater(found['aten::relu'], 0)
        self.assertEqual(found['aten::eye'], 0)

    @with_each_python
    def test_a_place_that_is_not_there(self, python):
        self.assertIn('there/is/none', self.run_program(python, 'nowhere').stdout)
        self.assertEqual(calls(self.session)['aten::eye'] // 3, 1)

    @with_each_python
    def test_schedules_are_those_of_torch(self, python):
        self.run_program(python, 'schedules')


if __name__ == '__main__':
    unittest.main(verbosity=2)
