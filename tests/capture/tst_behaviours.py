#!/usr/bin/env python3
"""lanescope.profile by the list of torch's own test/profiler/test_profiler.py (docs/torch-profiler-behaviours.md): what holds does, and
what does not is what that page says."""
import json
import os
import subprocess
import unittest

from captured import BUILD, PROGRAMS, with_each_python

ENVIRONMENT = os.environ | {'LANESCOPE_PACKAGE': str(BUILD / 'lib/lanescope/python')}
PATIENCE = 900
PAGE = PROGRAMS.parents[2] / 'docs/torch-profiler-behaviours.md'
# What does not hold, and why, is on the page.
NOT_OURS = {'test_custom_autograd_function_input_shapes', 'test_record_function_fast', 'test_is_profiler_enabled',
            'test_memory_of_no_operator', 'test_event_list'}


class Behaviours(unittest.TestCase):
    @with_each_python
    def test_what_holds_and_what_does_not(self, python):
        run = subprocess.run([python, '-W', 'ignore', PROGRAMS / 'behaviours.py'], env=ENVIRONMENT, capture_output=True, text=True,
                             timeout=PATIENCE, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        said = json.loads(run.stdout.splitlines()[-1])
        self.assertGreater(len(said), 40)
        self.assertEqual({name: problem for name, problem in said.items() if problem and name not in NOT_OURS}, {})
        self.assertEqual({name for name in NOT_OURS if not said[name]}, set())  # what has come to hold leaves the page

    def test_the_page_names_each_of_them(self):
        page = PAGE.read_text()
        asked = {line.split('(')[0].removeprefix('def ') for program in PROGRAMS.glob('behaviours*.py')
                 for line in program.read_text().splitlines() if line.startswith('def test_')}
        self.assertEqual({name for name in asked if f'`{name}`' not in page}, set())


if __name__ == '__main__':
    unittest.main()
