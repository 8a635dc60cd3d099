#!/usr/bin/env python3
"""Exceptions that nobody catches, and those that end the call of a module or a backward pass, are marks; the program has them as without."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions

LINES = {word: number for number, line in enumerate((PROGRAMS / 'raises.py').read_text().splitlines(), 1)
         for word in ('in a module', 'raise Rude', 'raise KeyError', 'raise RuntimeError', 'no_such_attribute') if word in line}


class Exceptions(unittest.TestCase):
    python, monitored, options = None, True, ()

    @classmethod
    def setUpClass(cls):
        program = [cls.python, PROGRAMS / 'raises.py']
        cls.alone = subprocess.run(program, capture_output=True, text=True, timeout=600, check=False)
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            cls.run_ = subprocess.run([RECORDER, 'record', '-o', session, *cls.options, '--', *program], capture_output=True, text=True, timeout=600, check=False)
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            events = json.loads(trace.read_text())['traceEvents']
            cls.raised = [(event['name'].removesuffix(', raised'), event.get('args', {}).get('Call stack', ''))
                          for event in events if event.get('ph') == 'i' and event['name'].endswith(', raised')]
        told = [event for event in events if event.get('ph') == 'i' and ', ends ' in event['name']]
        cls.marks = [event['name'] for event in told]
        cls.stacks = {event['name']: event.get('args', {}).get('Call stack', '') for event in told}

    def marked(self, ends):
        return [mark for mark in self.marks if mark.endswith(', ends ' + ends)]

    def check(self, ends, begin, place):
        marks = self.marked(ends)
        self.assertEqual(len(marks), 1, self.marks)
        self.assertTrue(marks[0].startswith(begin), marks)
        self.assertIn(place, marks[0])

    def test_the_program_has_its_exceptions_as_without(self):
        self.assertEqual((self.run_.stdout, self.run_.returncode), (self.alone.stdout, self.alone.returncode))
        self.assertIn('own hook', self.run_.stdout)
        self.assertTrue(self.run_.stdout.startswith('True '))
        said = lambda text: [line for line in text.splitlines() if 'Error' in line]
        self.assertEqual(said(self.run_.stderr), said(self.alone.stderr))

    def test_what_nobody_caught(self):
        self.check('the program', 'RuntimeError: xxxx', f"raises.py:{LINES['raise RuntimeError']}, ")
        self.assertLess(len(self.marked('the program')[0]), 700)
        self.check('the thread', 'KeyError: worker', f"raises.py:{LINES['raise KeyError']}, ")

    def test_what_ended_a_modules_call(self):
        if not self.monitored:
            self.assertEqual(len(self.marks), 2, self.marks)  # this Python tells nobody of others
            return
        self.check('Failing', 'ValueError: no batch, 7', f"raises.py:{LINES['in a module']}, ")
        self.check('Linear', 'RuntimeError: ', 'linear.py:')
        self.check('the backward pass', 'RuntimeError: ', '.py:')
        self.assertEqual(len(self.marks), 6, self.marks)  # each once, however many modules it left, and nothing else

    def test_no_frame_of_a_mark_is_ours(self):
        for mark, stack in self.stacks.items():
            self.assertNotIn('lanescope_probe', stack, mark)
            if self.monitored and ', ends the ' not in mark:
                self.assertRegex(stack, r'^[^;]*module\.py\(\d+\): Module\._call_impl;', mark)

    def test_a_message_that_code_of_the_program_would_have_to_write_is_left_out(self):
        if self.monitored:
            self.check('RudeModule', 'Rude at ', f"raises.py:{LINES['raise Rude']}, ")


    def test_none_that_is_caught_without_being_asked_to(self):
        self.assertEqual(self.raised, [])


class AllExceptions(Exceptions):
    """With --exceptions: beside those marks, each exception where it is raised, once."""
    options = ('--exceptions',)

    def test_none_that_is_caught_without_being_asked_to(self):
        if not self.monitored:
            self.assertEqual(self.raised, [])
            self.assertIn('known from Python 3.12 on', self.run_.stderr)
            return
        for begin, line, function in (('ValueError: no batch, 7', 'in a module', 'Failing.forward'), ('Rude', 'raise Rude', 'RudeModule.forward'),
                                      ('KeyError: worker', 'raise KeyError', 'fail_in_a_thread'),
                                      ('RuntimeError: xxxx', 'raise RuntimeError', '<module>'),
                                      ("AttributeError: 'Tensor' object has no attribute 'no_such_attribute'", 'no_such_attribute', '<lambda>')):
            place = f'raises.py:{LINES[line]}'
            found = [(text, stack) for text, stack in self.raised if text.startswith(begin) and text.endswith(place)]
            self.assertEqual(len(found), 1, (begin, self.raised))
            self.assertRegex(found[0][1], rf'^[^;]*raises\.py\({LINES[line]}\): {function};')
        self.assertEqual([text for text, _ in self.raised if 'StopIteration' in text], [])


def load_tests(loader, _, pattern):
    suite = unittest.TestSuite()
    for python in pythons():
        text, _ = versions(python)
        monitored = tuple(map(int, text.split('Python ')[1].split('.')[:2])) >= (3, 12)
        for case in Exceptions, AllExceptions:
            suite.addTests(loader.loadTestsFromTestCase(type(f'{case.__name__} ({text})', (case,), {'python': python, 'monitored': monitored})))
    return suite


if __name__ == '__main__':
    unittest.main(verbosity=2)
