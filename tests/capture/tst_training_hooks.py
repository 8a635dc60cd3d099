#!/usr/bin/env python3
"""Callbacks for training libraries, each in the real one, where an interpreter has it: LANESCOPE_PYTHONS names those with more
than torch."""
import json
import os
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, pythons

ENVIRONMENT = os.environ | {'PYTHONPATH': str(BUILD / 'lib/lanescope/python'), 'HF_HUB_OFFLINE': '1'}
PATIENCE = 900


def calls(session):
    rows = subprocess.run([RECORDER, 'stats', session, '--by', 'name', '--top', '0', '--format', 'json'], check=True,
                          capture_output=True, text=True, timeout=PATIENCE).stdout
    return Counter({row['name']: row['calls'] for row in json.loads(rows)})


def ranges(session, where):
    found = subprocess.run([RECORDER, 'search', session, '--where', where, '--top', '0', '--format', 'json'], check=True,
                           capture_output=True, text=True, timeout=PATIENCE).stdout
    return [event['name'] for event in json.loads(found)['events']]


class Libraries(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.session = self.folder / 'run.lanes'

    def trained(self, library, *arguments, around=(), failing=False):
        """Runs the training with an interpreter that has the library; what it printed."""
        for python in pythons():
            has = subprocess.run([python, '-c', f'import {library}'], capture_output=True, check=False, timeout=PATIENCE)
            if has.returncode == 0:
                break
        else:
            self.skipTest(f'no interpreter here has {library}')
        result = subprocess.run([*around, python, PROGRAMS / 'trained.py', library, self.folder, *arguments],
                                capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE, cwd=self.folder)
        self.assertEqual(result.returncode != 0, failing, result.stderr[-3000:])
        return result

    def check_three_steps(self, optimizer):
        found = calls(self.session)
        self.assertEqual(ranges(self.session, '/^ProfilerStep#/'), ['ProfilerStep#1', 'ProfilerStep#2', 'ProfilerStep#3'])
        self.assertEqual(sum(count for name, count in found.items() if name.startswith(optimizer)), 3)
        return found

    def test_lightning(self):
        said = self.trained('lightning')
        self.assertIn(f'session {self.session}', said.stdout)
        found = self.check_three_steps('Optimizer.step#SGD')
        self.assertEqual(found['validation'], 1)

    def test_lightning_that_fails_leaves_a_whole_session(self):
        said = self.trained('lightning', 'fails', failing=True)
        self.assertIn('the fifth batch', said.stderr)
        self.assertEqual(ranges(self.session, '/^ProfilerStep#/'), ['ProfilerStep#1', 'ProfilerStep#2', 'ProfilerStep#3'])
        info = subprocess.run([RECORDER, 'info', '--json', self.session], check=True, capture_output=True, text=True).stdout
        self.assertTrue(json.loads(info)['complete'])

    def test_transformers(self):
        said = self.trained('transformers')
        self.assertIn(f'session {self.session}', said.stdout)
        self.check_three_steps('Optimizer.step#')

    def test_in_a_program_that_is_recorded_already_the_callback_says_its_steps(self):
        whole = self.folder / 'whole.lanes'
        said = self.trained('transformers', around=[RECORDER, 'record', '-o', whole, '--'])
        self.assertIn('session None', said.stdout)
        self.assertFalse(self.session.exists())
        self.assertEqual(ranges(whole, '/^ProfilerStep#/'), ['ProfilerStep#1', 'ProfilerStep#2', 'ProfilerStep#3'])
        self.assertEqual(sum(count for name, count in calls(whole).items() if name.startswith('Optimizer.step#')), 8)

    def test_ray(self):
        """Two workers, each with its session."""
        whole = self.session
        self.trained('ray')
        for rank in range(2):
            self.session = whole.with_name(f'run-rank{rank}.lanes')
            self.check_three_steps('Optimizer.step#SGD')

    def test_accelerate(self):
        said = self.trained('accelerate')
        self.assertIn('aten::addmm', said.stdout)
        found = calls(self.session)
        self.assertEqual(sum(count for name, count in found.items() if name.startswith('Optimizer.step#SGD')), 3)


if __name__ == '__main__':
    unittest.main(verbosity=2)
