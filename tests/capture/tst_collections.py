#!/usr/bin/env python3
"""Python's collections of garbage stand in the session with the line that they happen on, and nothing of the program is lost
in the function that tells of them."""
import unittest

from captured import PROGRAMS, Capture, with_each_python

ALARMS = 300
LINE = next(number for number, line in enumerate((PROGRAMS / 'alarms.py').read_text().splitlines(), 1) if 'looked for' in line)


class Collections(unittest.TestCase):
    @with_each_python
    def test_what_a_signals_handler_raises_meanwhile_reaches_the_program(self, python):
        capture = Capture(python, 'alarms.py')
        self.assertEqual((capture.stdout.split(), capture.code), ([str(ALARMS)] * 2, 0), capture.stderr)
        self.assertEqual(capture.frames(capture.collections[-1])[0], ('alarms.py', '<module>', LINE))


if __name__ == '__main__':
    unittest.main(verbosity=2)
