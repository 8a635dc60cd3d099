#!/usr/bin/env python3
"""The probe's view of Python's frames and code objects, with every CPython from 3.9 on that is found here; needs no torch."""
import os
import re
import subprocess
import unittest
from pathlib import Path

from captured import BUILD, PROGRAMS, pythons

BOOT = BUILD / 'lib/lanescope/boot'


def interpreters():
    """One of each version: of the tests of torch, of pyenv, of the system."""
    pyenv = Path(os.environ.get('PYENV_ROOT') or Path.home() / '.pyenv') / 'versions'
    found = {}
    for python in ['/usr/bin/python3', *pythons(), *sorted(str(path) for path in pyenv.glob('3.*/bin/python3'))]:
        result = subprocess.run([python, '-c', 'import platform; print(platform.python_version())'], text=True,
                                capture_output=True, check=False)
        match = re.match(r'3\.(\d+)', result.stdout)
        if match and int(match[1]) >= 9:
            found.setdefault(int(match[1]), python)
    return found


class Layout(unittest.TestCase):
    def test_frames_and_lines_are_those_that_python_says(self):
        for minor, python in sorted(interpreters().items()):
            with self.subTest(f'Python 3.{minor}'):
                result = subprocess.run([python, PROGRAMS / 'frames.py', BOOT], text=True, capture_output=True,
                                        check=False, timeout=120)
                self.assertEqual(result.returncode, 0, result.stderr[-2000:])
                lines, walks = map(int, result.stdout.split())
                print(f'Python 3.{minor}: {lines} line numbers, {walks} stacks')
                self.assertGreater(lines, 5_000)
                self.assertGreater(walks, 100)


if __name__ == '__main__':
    unittest.main(verbosity=2)
