#!/usr/bin/env python3
"""Real torch below modules and ranges: what runs there is recorded with its backward pass, what runs outside is not."""
import json
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions

PATIENCE = 600
# What programs/filtered.py computes where, besides what torch needs for it.
OPERATORS = ('trunc', 'exp', 'cos', 'tanh', 'sigmoid', 'erf', 'log2', 'asin', 'atan', 'ceil', 'floor', 'expm1')


class Filtered:
    """programs/filtered.py, recorded with these options."""

    def __init__(self, python, *options, program='filtered.py'):
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            run = subprocess.run([RECORDER, 'record', *options, '-o', session, '--', python, PROGRAMS / program],
                                 capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.code, self.stdout, self.stderr = run.returncode, run.stdout, run.stderr
            info = subprocess.run([RECORDER, 'info', '--json', session], check=True, capture_output=True, text=True).stdout
            self.info = json.loads(info)
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            self.events = json.loads(trace.read_text())['traceEvents']
        self.counts = Counter(event['name'].removeprefix('aten::') for event in self.events if event.get('cat') == 'cpu_op')

    def ours(self):
        """How often each of the program's own operators was recorded."""
        return {name: self.counts[name] for name in OPERATORS if self.counts[name]}

    def named(self, name):
        return [event for event in self.events if event['name'] == name]

    def diagnostics(self):
        return {entry['kind']: entry for entry in self.info['diagnostics']}


class WhereCase(unittest.TestCase):
    python = None
    wholly = {}  # what the program prints without a filter, by interpreter

    def record(self, *filters):
        run = Filtered(self.python, *(word for filter in filters for word in ('--where', filter)))
        self.assertEqual(run.code, 0, run.stderr)
        self.assertNotIn('not found', run.stderr)  # what torch says of a callback that it does not know
        if self.python not in self.wholly:
            self.wholly[self.python] = subprocess.run([self.python, PROGRAMS / 'filtered.py'], check=True,
                                                      capture_output=True, text=True).stdout.split(']')[0]
        self.assertEqual(run.stdout.split(']')[0], self.wholly[self.python])
        self.assertIn('0 lost', run.stderr)
        return run

    def test_a_module_by_its_place_is_recorded_with_its_backward_pass(self):
        run = self.record('module:layers.1')
        self.assertEqual(run.ours(), {'tanh': 1})
        self.assertEqual(run.counts['TanhBackward0'], 1)
        self.assertEqual([run.counts[name] for name in ('CosBackward0', 'SigmoidBackward0', 'ExpBackward0')], [0, 0, 0])
        self.assertEqual(run.counts['linear'], 1)
        self.assertEqual(run.counts['torch::autograd::AccumulateGrad'], 2)  # of its own weight and bias
        tanh, = run.named('aten::tanh')
        self.assertIn('Input Dims', tanh['args'])
        self.assertIn('Call stack', tanh['args'])

    def test_a_module_by_its_class_is_each_of_that_class(self):
        run = self.record('module:Block')
        self.assertEqual(run.ours(), {'cos': 1, 'tanh': 1, 'sigmoid': 1})
        self.assertEqual([run.counts[name] for name in ('CosBackward0', 'TanhBackward0', 'ExpBackward0')], [1, 1, 0])
        self.assertEqual(run.counts['torch::autograd::AccumulateGrad'], 6)

    def test_the_outermost_module_is_recorded_from_its_first_call_on(self):
        self.assertEqual(self.record('module:Net').ours(), {'exp': 1, 'cos': 1, 'tanh': 1, 'sigmoid': 1})

    def test_a_star_stands_for_any_part(self):
        self.assertEqual(self.record('module:layers.*.mix').counts['linear'], 3)

    def test_a_range_is_recorded_until_its_outermost_end(self):
        run = self.record('range:validate')
        self.assertEqual(run.ours(), {'erf': 3})
        self.assertEqual(len(run.named('validate')), 2)

    def test_ranges_by_a_star_and_modules_together(self):
        run = self.record('range:val*', 'module:layers.0')
        self.assertEqual(run.ours(), {'erf': 3, 'cos': 1})

    def test_a_module_that_fails_is_left(self):
        self.assertEqual(self.record('module:Failing').ours(), {'log2': 1})

    def test_a_module_that_calls_itself_is_left_once(self):
        self.assertEqual(self.record('module:Again').ours(), {'asin': 3})

    def test_each_thread_is_inside_by_itself(self):
        self.assertEqual(self.record('range:in a thread').ours(), {'atan': 20})

    def test_what_is_forked_inside_is_inside_until_the_end_of_that(self):
        self.assertEqual(self.record('range:forks').ours(), {'floor': 1})

    def test_a_class_that_comes_later_is_known(self):
        self.assertEqual(self.record('module:Later').ours(), {'expm1': 1})

    def test_the_session_says_what_was_outside(self):
        run = self.record('module:layers.1')
        self.assertEqual(run.info['properties']['where'], 'module:layers.1')
        self.assertIn('module:layers.1', run.diagnostics()['filtered']['message'])
        outside = run.named('Outside of the filter')
        self.assertEqual([event['cat'] for event in outside], ['not_recorded'] * len(outside))
        for operator in run.named('aten::tanh') + run.named('TanhBackward0'):
            self.assertFalse([event for event in outside if event['ts'] < operator['ts'] + operator['dur'] and
                              operator['ts'] < event['ts'] + event['dur']])
        self.assertGreater(run.info['outside_ns'], 0)

    def test_a_filter_that_never_matches_is_explained_with_what_there_is(self):
        run = self.record('module:layers.7')
        self.assertEqual(run.ours(), {})
        self.assertIn('nothing ran inside of module:layers.7 (--where)', run.stderr)
        self.assertIn('module:Net.layers.1', run.stderr)
        self.assertIn('range:validate', self.record('range:nothing').stderr)

    def test_no_trace_of_it_is_left_where_no_module_is_filtered(self):
        self.assertTrue(self.record('range:validate').stdout.endswith('False\n'))


class WrongFilter(unittest.TestCase):
    def test_a_filter_that_is_none_is_refused_with_the_remedy(self):
        for wrong in ('layers.1', 'module:', 'op:mm'):
            with self.subTest(wrong):
                run = subprocess.run([RECORDER, 'record', '--where', wrong, '--', 'true'], capture_output=True, text=True, check=False)
                self.assertEqual(run.returncode, 2)
                self.assertIn(f'--where: "{wrong}" names neither a module nor a range', run.stderr)
                self.assertIn('module:layers.3', run.stderr)


def load_tests(loader, _tests, _pattern):
    suite = unittest.TestSuite()
    suite.addTests(loader.loadTestsFromTestCase(WrongFilter))
    for python in pythons():
        name, _ = versions(python)
        case = type(f'{WhereCase.__name__} [{name}]', (WhereCase,), {'python': python})
        suite.addTests(loader.loadTestsFromTestCase(case))
    return suite


if __name__ == '__main__':
    unittest.main()
