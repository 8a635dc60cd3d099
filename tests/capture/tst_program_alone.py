#!/usr/bin/env python3
"""A session holds what the program did: its operators by their own names, its stacks without frames of ours."""
import json
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, with_each_python

PATIENCE = 300
OURS = (str(BUILD / 'lib/lanescope/boot/'), str(BUILD / 'lib/lanescope/python/lanescope/'), 'lanescope_probe/')


class ProgramAlone(unittest.TestCase):
    def events(self, python, program, *options):
        with tempfile.TemporaryDirectory() as folder:
            session = Path(folder) / 'run.lanes'
            result = subprocess.run([RECORDER, 'record', '-o', session, *options, '--', python, PROGRAMS / program],
                                    capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(result.returncode, 0, result.stderr)
            trace = subprocess.run([RECORDER, 'convert', '-q', session, '-'], check=True, capture_output=True, timeout=PATIENCE)
            return json.loads(trace.stdout)['traceEvents']

    @with_each_python
    def test_operators_of_libraries_that_come_and_go(self, python):
        names = Counter(event['name'] for event in self.events(python, 'libraries.py') if event['name'].startswith('planted'))
        self.assertEqual(names, {f'planted{number}::operator{number}': 1 for number in range(20)})

    @with_each_python
    def test_no_frame_is_ours(self, python):
        for options in [], ['--python', 'trace'], ['--python', 'sample:1000']:
            with self.subTest(options):
                stacks = Counter()
                for event in self.events(python, 'own_frames.py', *options):
                    arguments = event.get('args', {})
                    stacks.update(str(arguments.get('Call stack', '')).split(';'))
                    stacks.update([f"{arguments.get('File', '')} {event['name']}"])
                self.assertTrue([frame for frame in stacks if 'own_frames.py' in frame])
                self.assertEqual([frame for frame in stacks if any(ours in frame for ours in OURS)], [])

    @with_each_python
    def test_workers_of_torch_compile_are_recorded(self, python):
        with tempfile.TemporaryDirectory() as folder:
            session = Path(folder) / 'run.lanes'
            result = subprocess.run([RECORDER, 'record', '-o', session, '--', python, PROGRAMS / 'compile_workers.py'],
                                    capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertNotRegex(result.stderr, 'PYTHONPATH|not recorded')
            trace = subprocess.run([RECORDER, 'convert', '-q', session, '-'], check=True, capture_output=True, timeout=PATIENCE)
            who = {event['pid'] for event in json.loads(trace.stdout)['traceEvents'] if event['name'] == 'aten::eye'}
            self.assertEqual(len(who), 2)


if __name__ == '__main__':
    unittest.main(verbosity=2)
