#!/usr/bin/env python3
"""The stack of an operator within another one is that of its own caller, also where Python implements the outer one."""
import unittest
from collections import Counter

from captured import PROGRAMS, Capture, with_each_python

CALLS = 20
# What "# line NAME" marks in the program, innermost first, up to the function that is called from both.
INSIDE, OUTER, AFTER = ('inner', 'python_linear', 'leaf, python'), ('leaf, python',), ('leaf, after',)


class NestedStacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        marked = (line.partition('  # line ') for line in (PROGRAMS / 'nested.py').read_text().split('\n'))
        cls.marks = {number: mark for number, (_, _, mark) in enumerate(marked, 1) if mark}

    def marks_of(self, capture, operator):
        return tuple(self.marks[line] for file, _, line in capture.frames(operator) if file == 'nested.py' and line in self.marks)

    @with_each_python
    def test_every_stack_is_that_of_the_caller(self, python):
        capture = Capture(python, 'nested.py')
        self.assertEqual((capture.code, capture.lost), (0, 0), capture.stderr)
        found = Counter((operator['op'], self.marks_of(capture, operator)) for operator in capture.operators)
        for way in (('one', 'main, one'), ('other', 'main, other')):
            self.assertEqual(found['nested::python_linear', OUTER + way], CALLS)
            for name in ('aten::linear', 'aten::t', 'aten::transpose', 'aten::matmul', 'aten::mm'):
                if any(operator['op'] == name for operator in capture.operators):
                    self.assertEqual(found[name, INSIDE + way], CALLS, (name, found))
                    self.assertEqual(found[name, AFTER + way], CALLS, (name, found))
        self.assertEqual(sum(found[key] for key in found if key[0] == 'aten::linear'), 4 * CALLS)


if __name__ == '__main__':
    unittest.main()
