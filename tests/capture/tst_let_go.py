#!/usr/bin/env python3
"""Recording keeps nothing of the program alive: without a collection of garbage, the locals of its steps die as they do unrecorded."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, with_each_python

PATIENCE = 300
ENVIRONMENT = os.environ | {'LANESCOPE_PACKAGE': str(BUILD / 'lib/lanescope/python')}
OPTIONS = ([], ['--no-stacks'], ['--python', 'sample:500'], ['--python', 'trace'], ['--where', 'module:inner'], ['--no-stacks', '--where', 'module:inner'],
           ['--exceptions', '--outputs', '--nonfinite'])


class LetGo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.session = Path(folder.name) / 'run.lanes'

    def alive(self, *command):
        result = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def modules(self):
        """Names of modules in the session: there must have been something to keep alive."""
        return subprocess.run([RECORDER, 'stats', self.session, '--by', 'module', '--top', '0'], check=True, capture_output=True,
                              text=True, timeout=PATIENCE).stdout

    def alone(self, python):
        """Some versions of torch keep who imports them."""
        said = self.alive(python, PROGRAMS / 'let_go.py')
        self.assertIn(said, ('', 'alive: a local of who imports torch\n'))
        return said

    @with_each_python
    def test_recorded_it_keeps_no_more_than_alone(self, python):
        alone = self.alone(python)
        for options in OPTIONS:
            with self.subTest(options):
                self.assertEqual(self.alive(RECORDER, 'record', '-o', self.session, *options, '--', python, PROGRAMS / 'let_go.py'), alone)
                if '--no-stacks' not in options:
                    self.assertIn('.inner.0 (Linear)', self.modules())

    @with_each_python
    def test_so_does_one_that_records_itself(self, python):
        self.assertEqual(self.alive(python, PROGRAMS / 'let_go.py', 'lanescope', self.session.parent), self.alone(python))
        self.assertIn('.inner.0 (Linear)', self.modules())


if __name__ == '__main__':
    unittest.main(verbosity=2)
